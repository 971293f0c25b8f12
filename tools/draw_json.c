#include "common_options.h"
#include "device_text.h"
#include "draw_report.h"
#include "looks_like.h"
#include "pixel_json.h"

const char *draw_validation_word(const struct draw_report *report)
{
    if (report->validation == OMBRE_GPU_VALIDATION_OFF)
        return "off";
    return report->result->drawing.validated ? "on" : "unavailable";
}

static void write_controls(struct json_out *out, const struct drawing *drawing)
{
    json_object(out, "controls");
    for (unsigned i = 0; i < CONTROL_COUNT; i++) {
        const struct control *control = &drawing->control[i];
        json_object(out, control_name((enum control_id) i));
        json_string(out, "state", control_state_name(control->state));
        if (*control->detail)
            json_string(out, "detail", control->detail);
        json_object_end(out);
    }
    json_object_end(out);
}

static void write_validation(struct json_out *out,
                             const struct draw_report *report)
{
    const struct drawing *drawing = &report->result->drawing;
    json_object(out, "validation");
    json_string(out, "layer", draw_validation_word(report));
    json_array(out, "messages");
    for (size_t i = 0; i < drawing->message_count && i < DRAWING_MESSAGES; i++)
        json_string(out, NULL, drawing->message[i]);
    json_array_end(out);
    json_object_end(out);
}

static void write_without(struct json_out *out, uint32_t without)
{
    const char *name;
    uint32_t bit;
    json_array(out, "without");
    for (unsigned i = 0; (name = without_name(i, &bit)) != NULL; i++)
        if (without & bit)
            json_string(out, NULL, name);
    json_array_end(out);
}

static const char *lane_validation_word(const struct draw_report *report,
                                        const struct lane_result *lane)
{
    if (report->validation == OMBRE_GPU_VALIDATION_OFF)
        return "off";
    return lane->validated ? "on" : "unavailable";
}

static void write_lanes(struct json_out *out, const struct draw_report *report)
{
    const struct drawing *drawing = &report->result->drawing;
    char text[OMBRE_LANE_TEXT_SIZE];
    json_array(out, "lanes");
    for (size_t i = 0; i < drawing->lane_count; i++) {
        const struct lane_result *lane = &drawing->lanes[i];
        ombre_lane_text(&lane->lane, text);
        json_object(out, NULL);
        json_string(out, "lane", text);
        json_string(out, "verdict", outcome_name(lane->outcome));
        json_string(out, "reason", lane->reason);
        if (lane->drawn) {
            json_bool(out, "equal", lane->is_equal);
            json_string(out, "difference", lane->difference);
        } else {
            json_null(out, "equal");
            json_string(out, "difference", "");
        }
        json_string(out, "validation",
                    lane->drawn ? lane_validation_word(report, lane) : "off");
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_order(struct json_out *out, enum ombre_gpu_order order)
{
    switch (order) {
    case OMBRE_GPU_ORDER_NONE: json_null(out, "order"); return;
    case OMBRE_GPU_ORDER_BARRIER: json_string(out, "order", "barrier"); return;
    case OMBRE_GPU_ORDER_RASTER:
        json_string(out, "order", "raster-order");
        return;
    }
}

static void write_emulated(struct json_out *out, const struct drawing *drawing)
{
    const struct comparison *emulated = &drawing->emulated;
    if (!emulated->asked) {
        json_null(out, "emulated");
        return;
    }
    json_object(out, "emulated");
    json_string(out, "verdict", outcome_name(emulated->outcome));
    json_string(out, "reason", emulated->reason);
    json_int(out, "compared", (int64_t) emulated->compared);
    json_int(out, "different", (int64_t) emulated->different);
    write_order(out, emulated->order);
    json_object_end(out);
}

static void write_head(struct json_out *out, const struct draw_report *report)
{
    const struct drawing *drawing = &report->result->drawing;
    json_string(out, "name", report->c->name);
    json_object(out, "device");
    device_write(out, report->device, report->info);
    json_object_end(out);
    char text[OMBRE_LANE_TEXT_SIZE];
    ombre_lane_text(&drawing->lane, text);
    json_string(out, "lane", text);
    write_lanes(out, report);
    write_without(out, drawing->without);
    if (drawing->drawn) {
        json_bool(out, "repeat_equal", drawing->repeat_equal);
        json_string(out, "readback",
                    drawing->readback == OMBRE_GPU_READBACK_RAW ? "raw"
                                                                : "by-value");
    } else {
        json_null(out, "repeat_equal");
        json_null(out, "readback");
    }
    write_order(out, drawing->order);
    write_controls(out, drawing);
    write_validation(out, report);
    json_string(out, "judge", ombre_judge_name(report->judge));
    json_string(out, "verdict", outcome_name(drawing->outcome));
    json_string(out, "reason", drawing->reason);
    write_emulated(out, drawing);
}

static void write_classes(struct json_out *out, const char *key,
                          const size_t count[LOOKS_CLASS_COUNT])
{
    json_object(out, key);
    for (unsigned i = 0; i < LOOKS_CLASS_COUNT; i++)
        json_int(out, looks_class_name((enum looks_class) i),
                 (int64_t) count[i]);
    json_object_end(out);
}

static void write_guess(struct json_out *out, const struct looks_guess *guess)
{
    char words[400];
    looks_like_faults(words, sizeof words, guess);
    json_object(out, NULL);
    json_array(out, "faults");
    for (unsigned i = 0; i < guess->count; i++) {
        struct ombre_fault fault;
        ombre_fault_at(guess->fault[i], &fault);
        json_string(out, NULL, fault.id);
    }
    json_array_end(out);
    json_string(out, "words", words);
    json_int(out, "explained", (int64_t) guess->explained);
    json_int(out, "texels", (int64_t) guess->texels);
    json_int(out, "against", (int64_t) guess->against);
    json_object_end(out);
}

/* What is wrong, all together, and what would explain it. */
static void write_looks(struct json_out *out, const struct draw_report *report)
{
    struct looks_like looks;
    if (!report->texels ||
        report->result->drawing.outcome == OUTCOME_INTERNAL_ERROR ||
        !looks_like_find(report->c, report->state, report->judge,
                         report->texels, &looks)) {
        json_null(out, "wrong");
        return;
    }
    json_object(out, "wrong");
    json_int(out, "components", (int64_t) looks.wrong);
    json_object(out, "distance");
    for (unsigned i = 0; i < LOOKS_DISTANCE_COUNT; i++)
        json_int(out, looks_distance_name((enum looks_distance) i),
                 (int64_t) looks.distance[i]);
    json_object_end(out);
    write_classes(out, "want", looks.want);
    write_classes(out, "got", looks.got);
    json_int(out, "asked", (int64_t) looks.asked);
    json_int(out, "texels", (int64_t) looks.texels);
    json_int(out, "right", (int64_t) looks.right);
    json_array(out, "looks_like");
    for (unsigned i = 0; i < looks.guesses; i++)
        write_guess(out, &looks.guess[i]);
    json_array_end(out);
    json_object_end(out);
}

struct pixel_writer {
    struct json_out *out;
    const struct draw_report *report;
};

static void write_pixel(void *user, size_t pixel,
                        const struct judged_pixel *judged,
                        const struct ombre_pixel_verdict *verdict)
{
    const struct pixel_writer *writer = user;
    const struct draw_report *report = writer->report;
    /* Measurements that cannot be trusted are shown, not judged. */
    const bool trusted =
        report->result->drawing.outcome != OUTCOME_INTERNAL_ERROR;
    const struct pixel_view view = {
        .c = report->c,
        .state = report->state,
        .pixel = pixel,
        .judged = judged,
        .verdict = verdict,
        .plan = report->result->drawing.plan,
        .suppressed = !trusted,
    };
    pixel_write(writer->out, &view);
}

void draw_write_json(const struct draw_report *report)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    write_head(&out, report);
    json_array(&out, "pixels");
    if (report->texels) {
        struct pixel_writer writer = {&out, report};
        const struct pixel_visitor visitor = {write_pixel, &writer};
        struct drawing scratch = report->result->drawing;
        struct tally tally;
        judge_case(report->c, report->state, report->judge, report->texels,
                   &visitor, &scratch, &tally);
    }
    json_array_end(&out);
    write_looks(&out, report);
    json_object_end(&out);
    json_out_end(&out);
}
