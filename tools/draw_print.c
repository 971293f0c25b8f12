#include <inttypes.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "console.h"
#include "device_text.h"
#include "draw_report.h"
#include "looks_like.h"
#include "words.h"

/* Pixels that are shown in full; the rest is counted.  A case of a few pixels
 * is shown whole, of others only what is wrong. */
enum { MAX_SHOWN = 6, FEW_PIXELS = 2 };

struct printer {
    const struct draw_report *report;
    struct console console;
    size_t shown, hidden;
};

static enum paint outcome_paint(enum outcome outcome)
{
    switch (outcome) {
    case OUTCOME_PASS: return PAINT_GOOD;
    case OUTCOME_QUALITY_WARNING:
    case OUTCOME_COMPATIBILITY_WARNING:
    case OUTCOME_NOT_SUPPORTED: return PAINT_WARN;
    case OUTCOME_FAIL:
    case OUTCOME_CRASH:
    case OUTCOME_TIMEOUT:
    case OUTCOME_DEVICE_LOST:
    case OUTCOME_VALIDATION_ERROR:
    case OUTCOME_INTERNAL_ERROR:
    case OUTCOME_FLAKE:
    case OUTCOME_COUNT: break;
    }
    return PAINT_BAD;
}

/* --- Head ------------------------------------------------------------------
 */

/* What holds for all targets, where it is not Direct3D's default. */
static void print_shared_state(const struct ombre_state *state)
{
    const uint32_t all = UINT32_MAX >> (32 - state->sample_count);
    const float *factor = state->blend_factor;
    if (state->sample_count > 1 || (state->sample_mask & all) != all)
        printf("state   %u sample%s, sample mask 0x%x%s\n", state->sample_count,
               state->sample_count == 1 ? "" : "s", state->sample_mask,
               state->alpha_to_coverage ? ", alpha to coverage" : "");
    for (unsigned i = 0; i < 4; i++)
        if (factor[i] < 1 || factor[i] > 1) {
            printf("state   blend factor %.9g, %.9g, %.9g, %.9g\n",
                   (double) factor[0], (double) factor[1], (double) factor[2],
                   (double) factor[3]);
            return;
        }
}

/* Between `before` and `got` of a texel. */
static void print_steps(const struct ombre_case *c)
{
    enum { SHOWN = 12 };
    for (size_t i = 0; i < c->step_count && i < SHOWN; i++) {
        fputs(i == 0 ? "steps   " : ", ", stdout);
        switch (c->step[i].kind) {
        case OMBRE_STEP_SET: fputs("set", stdout); break;
        case OMBRE_STEP_CLEAR: fputs("clear", stdout); break;
        case OMBRE_STEP_DRAW: fputs("draw", stdout); break;
        }
    }
    if (c->step_count > SHOWN)
        printf(" and %zu more", c->step_count - SHOWN);
    if (c->step_count > 0)
        puts("; before is before the first, got after the last");
}

static void print_head(const struct draw_report *report)
{
    const struct console console = console_open(stdout);
    const struct ombre_gpu_info *info = report->info;
    char api[24];
    api_version_text(api, info->apiVersion);
    fputs("case    ", stdout);
    console_paint(&console, PAINT_NONE, report->c->name);
    printf("  (%zu pixel%s, %u target%s)\n", report->c->pixel_count,
           report->c->pixel_count == 1 ? "" : "s", report->state->target_count,
           report->state->target_count == 1 ? "" : "s");
    print_shared_state(report->state);
    print_steps(report->c);
    printf("device  %zu: %s  driver %s %s  Vulkan %s\n", report->device,
           info->deviceName, info->driverName, info->driverInfo, api);
    char lane[OMBRE_LANE_TEXT_SIZE];
    const char *name;
    uint32_t bit;
    ombre_lane_text(&report->result->drawing.lane, lane);
    printf("lane    %s", lane);
    for (unsigned i = 0; (name = without_name(i, &bit)) != NULL; i++)
        if (report->result->drawing.without & bit)
            printf(", without %s", name);
    printf("   judge %s   validation %s\n", ombre_judge_name(report->judge),
           draw_validation_word(report));
}

/* How what the fragment shader computes is ordered. */
static const char *order_words(enum ombre_gpu_order order)
{
    switch (order) {
    case OMBRE_GPU_ORDER_NONE: break;
    case OMBRE_GPU_ORDER_BARRIER: return "a barrier before each layer";
    case OMBRE_GPU_ORDER_RASTER: return "raster order";
    }
    return "";
}

static void print_controls(const struct drawing *drawing)
{
    fputs("checks  controls", stdout);
    for (unsigned i = 0; i < CONTROL_COUNT; i++)
        printf("%s %s %s", i ? "," : "", control_name((enum control_id) i),
               control_state_name(drawing->control[i].state));
    printf("; drawn twice: %s\n",
           drawing->repeat_equal ? "equal" : "DIFFERENT");
    if (drawing->order != OMBRE_GPU_ORDER_NONE)
        printf("order   of what the fragment shader computes: %s\n",
               order_words(drawing->order));
    for (unsigned i = 0; i < CONTROL_COUNT; i++)
        if (*drawing->control[i].detail)
            printf("        %s: %s\n", control_name((enum control_id) i),
                   drawing->control[i].detail);
    for (size_t i = 0; i < drawing->message_count && i < DRAWING_MESSAGES; i++)
        printf("        validation: %s\n", drawing->message[i]);
}

/* Where there are several, what became of the case in each. */
static void print_lanes(const struct printer *printer)
{
    const struct drawing *drawing = &printer->report->result->drawing;
    char text[OMBRE_LANE_TEXT_SIZE];
    for (size_t i = 0; drawing->lane_count > 1 && i < drawing->lane_count;
         i++) {
        const struct lane_result *lane = &drawing->lanes[i];
        ombre_lane_text(&lane->lane, text);
        printf("lane    %-58s ", text);
        console_paint(&printer->console, outcome_paint(lane->outcome),
                      outcome_name(lane->outcome));
        if (lane->drawn)
            printf("  %s", !lane->is_equal     ? lane->difference
                           : i == lane->beside ? ""
                                               : "same bits");
        if (lane->drawn && !lane->validated &&
            printer->report->validation != OMBRE_GPU_VALIDATION_OFF)
            fputs("  (validation unavailable)", stdout);
        if (!lane->drawn)
            printf("  %s", lane->reason);
        fputc('\n', stdout);
    }
}

static void print_emulated(const struct comparison *emulated)
{
    if (!emulated->asked)
        return;
    printf("emulated %s", outcome_name(emulated->outcome));
    if (emulated->drawn)
        printf("; other bits in %zu of %zu components", emulated->different,
               emulated->compared);
    if (emulated->order != OMBRE_GPU_ORDER_NONE)
        printf("; order: %s", order_words(emulated->order));
    printf("%s%s\n", *emulated->reason ? ": " : "", emulated->reason);
}

/* --- A pixel ---------------------------------------------------------------
 */

static void print_distance(uint64_t distance)
{
    if (distance == UINT64_MAX)
        fputs("  no NaN", stdout);
    else if (distance > 0)
        printf("  off by %" PRIu64, distance);
}

/* Which word paints a component, and what it is called. */
static const char *verdict_word(enum ombre_verdict verdict, enum paint *paint)
{
    *paint = PAINT_NONE;
    switch (verdict) {
    case OMBRE_VERDICT_PASS: return "ok";
    case OMBRE_VERDICT_QUALITY_WARNING:
    case OMBRE_VERDICT_COMPATIBILITY_WARNING:
        *paint = PAINT_WARN;
        return "WARN";
    case OMBRE_VERDICT_FAIL: break;
    }
    *paint = PAINT_BAD;
    return "FAIL";
}

static void print_component(const struct printer *printer, size_t pixel,
                            const struct judged_pixel *judged,
                            const struct ombre_pixel_verdict *verdict,
                            unsigned target, unsigned sample,
                            enum ombre_component component)
{
    const struct draw_report *report = printer->report;
    const struct ombre_format *format = report->state->target[target].format;
    const bool covered = verdict->covered >> sample & 1;
    const struct ombre_legal_component *legal =
        covered
            ? &judged->verify.target[target]
                   .written[sample]
                   .component[component]
            : &judged->verify.target[target].kept[sample].component[component];
    char before[48], source[48], want[48], got[48], set[64];
    words_of_code(before, format, component,
                  ombre_texel_code(format,
                                   case_dest(report->c, pixel, target, sample),
                                   component));
    words_of_source(
        source, report->state->shader.output[target].type,
        judge_last_source(report->c, pixel)->word[target][component]);
    words_of_code(want, format, component, legal->code);
    words_of_code(got, format, component,
                  ombre_texel_code(format,
                                   &judged->verify.target[target].got[sample],
                                   component));
    words_of_set(set, sizeof set, format, component, &legal->legal);
    enum paint paint;
    const char *word = verdict_word(
        verdict->target[target][sample].component[component], &paint);
    printf("    %s  %-20s %-14s %-20s %-20s ", component_name(component),
           before, source, want, got);
    console_paint(&printer->console, paint, word);
    print_distance(verdict->target[target][sample].distance[component]);
    printf("  (legal %s)\n", set);
}

/* The sentence of each rule that a wrong component broke, once. */
static void print_rules(const struct judged_pixel *judged,
                        const struct ombre_pixel_verdict *verdict,
                        unsigned target, unsigned sample)
{
    const bool covered = verdict->covered >> sample & 1;
    uint64_t told = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_reference_rule rule =
            covered ? judged->told[target][sample].component[c].rule
                    : OMBRE_REFERENCE_RULE_NOT_COVERED;
        if (verdict->target[target][sample].component[c] ==
                OMBRE_VERDICT_PASS ||
            (told >> rule & 1))
            continue;
        told |= UINT64_C(1) << rule;
        printf("    rule %s: %s [%s]\n", ombre_reference_rule_name(rule),
               ombre_reference_rule_sentence(rule),
               ombre_reference_rule_source(rule));
    }
}

static void print_texel(const struct printer *printer, size_t pixel,
                        const struct judged_pixel *judged,
                        const struct ombre_pixel_verdict *verdict,
                        unsigned target, unsigned sample)
{
    const struct ombre_state *state = printer->report->state;
    const struct ombre_format *format = state->target[target].format;
    char words[WORDS_SIZE];
    enum paint paint;
    const char *word =
        verdict_word(verdict->target[target][sample].verdict, &paint);
    words_of_target(words, state, target);
    fputc('\n', stdout);
    console_paint(&printer->console, paint, word);
    printf("  pixel %zu  target %u  %s", pixel, target, format->name);
    if (state->sample_count > 1)
        printf("  sample %u %s", sample,
               verdict->covered >> sample & 1 ? "written" : "not written");
    printf("\n    %s\n", words);
    printf("       %-20s %-14s %-20s %s\n", "before", "source", "want", "got");
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_format_has(format, (enum ombre_component) c))
            print_component(printer, pixel, judged, verdict, target, sample,
                            (enum ombre_component) c);
    print_rules(judged, verdict, target, sample);
}

static void visit_pixel(void *user, size_t pixel,
                        const struct judged_pixel *judged,
                        const struct ombre_pixel_verdict *verdict)
{
    struct printer *printer = user;
    const bool few = printer->report->c->pixel_count <= FEW_PIXELS;
    if (verdict->verdict == OMBRE_VERDICT_PASS && !few)
        return;
    if (printer->shown >= MAX_SHOWN) {
        printer->hidden++;
        return;
    }
    printer->shown++;
    if (!verdict->coverage_ok && judged->verify.min < judged->verify.max)
        printf("\npixel %zu: no set of %u to %u samples of mask 0x%x explains "
               "all targets; the nearest is 0x%x\n",
               pixel, judged->verify.min, judged->verify.max,
               judged->verify.mask, verdict->covered);
    for (unsigned t = 0; t < judged->verify.target_count; t++)
        for (unsigned s = 0;
             judged->verify.target[t].format && s < judged->verify.sample_count;
             s++)
            if (few || verdict->target[t][s].verdict != OMBRE_VERDICT_PASS)
                print_texel(printer, pixel, judged, verdict, t, s);
}

/* --- Foot ------------------------------------------------------------------
 */

static void print_replay(const struct draw_report *report)
{
    char uuid[40];
    uuid_text(uuid, report->info->deviceUUID);
    printf("replay  ombre draw %s -d %zu --judge %s", report->path,
           report->device, ombre_judge_name(report->judge));
    const char *separator = " --without ", *name;
    uint32_t bit;
    for (unsigned i = 0; (name = without_name(i, &bit)) != NULL; i++)
        if (report->result->drawing.without & ~report->c->without & bit) {
            printf("%s%s", separator, name);
            separator = ",";
        }
    if (report->lanes)
        printf(" --lane %s", report->lanes);
    printf("   (device uuid:%.8s)\n", uuid);
}

/* "finite 3, nan 2" */
static void print_classes(const char *what,
                          const size_t count[LOOKS_CLASS_COUNT])
{
    printf("  %s", what);
    const char *separator = " ";
    for (unsigned i = 0; i < LOOKS_CLASS_COUNT; i++)
        if (count[i] > 0) {
            printf("%s%s %zu", separator,
                   looks_class_name((enum looks_class) i), count[i]);
            separator = ", ";
        }
}

static void print_guess(const struct looks_like *looks,
                        const struct looks_guess *guess, const char *words)
{
    char faults[400];
    looks_like_faults(faults, sizeof faults, guess);
    printf("%s: %s (explains %zu of %zu wrong components", words, faults,
           guess->explained, looks->asked);
    if (guess->against > 0)
        printf(", %zu right ones speak against it", guess->against);
    puts(")");
}

/* What is wrong, all together, and what would explain it. */
static void print_looks(const struct draw_report *report)
{
    struct looks_like looks;
    if (!report->texels ||
        report->result->drawing.outcome == OUTCOME_INTERNAL_ERROR ||
        !looks_like_find(report->c, report->state, report->judge,
                         report->texels, &looks))
        return;
    fputs("wrong   codes off:", stdout);
    for (unsigned i = 0; i < LOOKS_DISTANCE_COUNT; i++)
        if (looks.distance[i] > 0)
            printf("  %s: %zu", looks_distance_name((enum looks_distance) i),
                   looks.distance[i]);
    fputs("\n       ", stdout);
    print_classes("want", looks.want);
    print_classes("got", looks.got);
    fputc('\n', stdout);
    for (unsigned i = 0; i < looks.guesses; i++)
        print_guess(&looks, &looks.guess[i],
                    i == 0 ? "looks like" : "        or");
}

static void print_verdict(const struct printer *printer)
{
    const struct draw_report *report = printer->report;
    const struct drawing *drawing = &report->result->drawing;
    const struct tally *tally = &report->result->tally;
    if (printer->hidden)
        printf("\n%zu more pixels like these; --json shows all\n",
               printer->hidden);
    if (tally->components > 0 && drawing->outcome != OUTCOME_INTERNAL_ERROR)
        printf(
            "\ncounted %zu components: %zu right, %zu warned of, %zu wrong\n",
            tally->components,
            tally->components - tally->failed - tally->warned, tally->warned,
            tally->failed);
    print_emulated(&drawing->emulated);
    print_looks(report);
    fputs("verdict ", stdout);
    console_paint(&printer->console, outcome_paint(drawing->outcome),
                  outcome_name(drawing->outcome));
    if (*drawing->reason) {
        fputs(": ", stdout);
        console_paint(&printer->console, PAINT_NONE, drawing->reason);
    }
    fputc('\n', stdout);
    if (outcome_exit_code(drawing->outcome) == EXIT_UNEXPECTED ||
        drawing->outcome == OUTCOME_COMPATIBILITY_WARNING ||
        drawing->outcome == OUTCOME_QUALITY_WARNING)
        print_replay(report);
}

void draw_print(const struct draw_report *report)
{
    struct printer printer = {.report = report,
                              .console = console_open(stdout)};
    const struct drawing *drawing = &report->result->drawing;
    print_head(report);
    print_lanes(&printer);
    if (drawing->drawn)
        print_controls(drawing);
    if (report->texels && drawing->outcome != OUTCOME_INTERNAL_ERROR) {
        const struct pixel_visitor visitor = {visit_pixel, &printer};
        struct drawing scratch = *drawing;
        struct tally tally;
        judge_case(report->c, report->state, report->judge, report->texels,
                   &visitor, &scratch, &tally);
    }
    print_verdict(&printer);
}
