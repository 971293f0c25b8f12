#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "execute.h"
#include "remote_wire.h"

/* The formats of Direct3D and what carries them: facts are asked for these. */
struct format_list {
    size_t count;
    VkFormat format[OMBRE_VK_MAX_FORMATS];
};

/* What the worker holds open. */
struct host {
    int socket;
    const struct remote_setup *setup;
    struct ombre_gpu_list *list;
    enum ombre_gpu_status list_status;
    /* The device for lanes of pipelines, and for shader objects: those a
     * validation layer may not know, and then it does not watch. */
    struct opened {
        struct ombre_gpu *gpu;
        size_t device;
        uint32_t without, features; /* what it was opened without, and with */
    } opened[2];
    struct format_list formats;
};

static void add_format(struct format_list *list, uint32_t format)
{
    if (format == VK_FORMAT_UNDEFINED)
        return;
    for (size_t i = 0; i < list->count; i++)
        if ((uint32_t) list->format[i] == format)
            return;
    if (list->count < OMBRE_VK_MAX_FORMATS)
        list->format[list->count++] = (VkFormat) format;
}

static void list_formats(struct format_list *list)
{
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        add_format(list, ombre_format_at(i)->vk_format);
        add_format(list, ombre_format_at(i)->vk_carrier);
    }
}

/* A step that may take as long as a time-out begins. */
static void say_working(const struct host *host, const struct ombre_lane *lane)
{
    frame_send(host->socket, WIRE_WORKING, lane, sizeof *lane);
}

static void open_list(struct host *host)
{
    if (host->list)
        return;
    const struct ombre_gpu_list_params params = {.validation =
                                                     host->setup->validation};
    host->list_status = ombre_gpu_list_create(&params, &host->list);
}

/* --- Answers ---------------------------------------------------------------
 */

static bool answer_list(struct host *host)
{
    struct remote_devices *out = calloc(1, sizeof *out);
    if (!out)
        return false;
    open_list(host);
    out->status = host->list_status;
    if (host->list) {
        out->has_validation = ombre_gpu_list_has_validation(host->list);
        out->loader_version = ombre_gpu_list_loader_version(host->list);
        while (out->count < ombre_gpu_list_count(host->list) &&
               out->count < MAX_DEVICES) {
            out->info[out->count] =
                *ombre_gpu_list_info(host->list, out->count);
            out->count++;
        }
    }
    const bool sent = frame_send(host->socket, WIRE_LIST, out, sizeof *out);
    free(out);
    return sent;
}

static bool answer_facts(struct host *host, const struct wire_request *request)
{
    struct ombre_vk_facts facts = {0};
    open_list(host);
    if (!host->list ||
        !ombre_gpu_list_facts(host->list, request->device, host->formats.format,
                              host->formats.count, &facts))
        facts = (struct ombre_vk_facts){0};
    return frame_send(host->socket, WIRE_FACTS, &facts, sizeof facts);
}

static void close_devices(struct host *host)
{
    for (size_t i = 0; i < sizeof host->opened / sizeof host->opened[0]; i++)
        ombre_gpu_close(&host->opened[i].gpu);
}

/* Open what a lane needs, or find it open.  NULL is an outcome. */
static struct opened *open_device(struct host *host, size_t device,
                                  const struct ombre_case *c,
                                  const struct ombre_lane *lane,
                                  struct drawing *drawing)
{
    const uint32_t object = OMBRE_LANE_FEATURE_SHADER_OBJECT;
    const bool is_object = lane->state == OMBRE_LANE_SHADER_OBJECT;
    const uint32_t features = lanes_use(&host->setup->lanes, &c->lane);
    struct opened *const o = &host->opened[is_object];
    const struct opened wanted = {
        .device = device,
        .without = drawing->without,
        .features = is_object ? features : features & ~object,
    };
    if (o->gpu && (o->device != device || o->without != wanted.without ||
                   o->features != wanted.features))
        ombre_gpu_close(&o->gpu);
    if (o->gpu)
        return o;
    const struct ombre_gpu_params params = {
        .index = device,
        .without = wanted.without,
        .lane_features = wanted.features,
        .timeout_ns = (uint64_t) host->setup->timeout_s * 1000000000u,
        .formats = host->formats.format,
        .format_count = host->formats.count,
    };
    *o = wanted;
    const enum ombre_gpu_status status =
        ombre_gpu_open(host->list, &params, &o->gpu);
    drawing->unopened = status != OMBRE_GPU_OK;
    if (drawing->unopened)
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR,
                    "the device cannot be opened: %s",
                    ombre_gpu_status_name(status));
    return drawing->unopened ? NULL : o;
}

/* Whether the device offers the lane; if not, that is the outcome. */
static bool check_lane(const struct ombre_lane *lane, uint32_t offered,
                       struct drawing *drawing)
{
    char why[OMBRE_LANE_WHY_SIZE];
    const uint32_t known = ombre_gpu_lane_features_known();
    if (ombre_lane_is_offered(lane, offered, why))
        return true;
    const bool is_known =
        ombre_lane_uses(lane, OMBRE_LANE_ALL_FEATURES & ~known) == 0;
    drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%.150s%s", why,
                is_known ? ""
                         : "; this ombre was built with Vulkan headers that "
                           "do not know it");
    return false;
}

static void draw_in_lane(struct host *host, size_t device,
                         const struct ombre_case *c,
                         const struct ombre_state *state,
                         struct remote_result *result, struct ombre_texel *got)
{
    struct drawing *const drawing = &result->drawing;
    say_working(host, &drawing->lane);
    struct opened *const o =
        open_device(host, device, c, &drawing->lane, drawing);
    if (!o)
        return;
    say_working(host, &drawing->lane);
    drawing->validated = host->setup->validation != OMBRE_GPU_VALIDATION_OFF &&
                         ombre_gpu_is_validated(o->gpu);
    execute_case(o->gpu, c, state, &drawing->lane, drawing, got);
    say_working(host, &drawing->lane);
    /* A device that was lost or hangs is good for nothing more. */
    if (drawing->outcome == OUTCOME_DEVICE_LOST ||
        drawing->outcome == OUTCOME_TIMEOUT)
        ombre_gpu_close(&o->gpu);
    if (!drawing->drawn)
        return;
    judge_case(c, state, host->setup->judge, got, NULL, drawing,
               &result->tally);
    controls_conclude(drawing);
}

/* --- All lanes -------------------------------------------------------------
 */

/* One case on its way through lanes.  Texels: those of the first lane that
 * drew, of the one at hand, and of the worst so far. */
struct passage {
    struct host *host;
    size_t device;
    const struct ombre_case *c;
    const struct ombre_state *state;
    uint32_t offered;
    struct ombre_texel *first, *now, *got;
    size_t first_lane;
    bool has_first;
};

static void note_lane(struct passage *p, const struct drawing *one,
                      struct lane_result *out)
{
    *out = (struct lane_result){
        .lane = one->lane,
        .outcome = one->outcome,
        .drawn = one->drawn,
        .validated = one->validated,
        .is_equal = true,
        .beside = p->first_lane,
    };
    snprintf(out->reason, sizeof out->reason, "%.199s", one->reason);
    if (p->has_first && one->drawn)
        out->is_equal =
            lanes_agree(p->c, p->state, p->first, p->now, out->difference);
}

static void draw_next_lane(struct passage *p, const struct ombre_lane *lane,
                           struct remote_result *one,
                           struct remote_result *result)
{
    const size_t size = execute_texel_count(p->c) * sizeof *p->now;
    struct drawing *const whole = &result->drawing;
    struct lane_result *const told = &whole->lanes[whole->lane_count];
    *one = (struct remote_result){0};
    one->drawing.lane = *lane;
    one->drawing.without = whole->without;
    if (check_lane(lane, p->offered, &one->drawing))
        draw_in_lane(p->host, p->device, p->c, p->state, one, p->now);
    note_lane(p, &one->drawing, told);
    whole->lane_count++;
    if (!p->has_first && one->drawing.drawn) {
        p->has_first = true;
        p->first_lane = told->beside = whole->lane_count - 1;
        memcpy(p->first, p->now, size);
    }
    if (whole->lane_count > 1 &&
        !lane_is_worse(one->drawing.outcome, whole->outcome))
        return;
    one->drawing.lane_count = whole->lane_count;
    memcpy(one->drawing.lanes, whole->lanes, sizeof whole->lanes);
    *result = *one;
    memcpy(p->got, p->now, size);
}

static bool draw_all_lanes(struct passage *p, struct remote_result *result)
{
    struct ombre_lane lane[OMBRE_LANE_MAX];
    const size_t texels = execute_texel_count(p->c) + 1;
    struct remote_result *const one = calloc(1, sizeof *one);
    p->first = calloc(texels, sizeof *p->first);
    p->now = calloc(texels, sizeof *p->now);
    const bool has_memory = one && p->first && p->now;
    const size_t count = has_memory
                             ? lanes_of_case(&p->host->setup->lanes, p->c,
                                             p->state, p->offered, lane)
                             : 0;
    for (size_t i = 0; i < count; i++)
        draw_next_lane(p, &lane[i], one, result);
    lanes_conclude(&result->drawing);
    free(p->first);
    free(p->now);
    free(one);
    return has_memory;
}

static void draw_case(struct host *host, size_t device, struct ombre_case *c,
                      struct remote_result *result, struct ombre_texel *got)
{
    struct ombre_state state;
    struct ombre_vk_facts facts;
    struct drawing *drawing = &result->drawing;
    char reason[256];
    drawing->without = c->without | host->setup->without;
    drawing->lane = ombre_lane_resolved(&c->lane);
    if (!ombre_state_from_pso(&c->pso, &state)) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "the state is invalid");
        return;
    }
    if (!case_make_uploadable(c, &state, reason)) {
        drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%s", reason);
        return;
    }
    open_list(host);
    if (!host->list ||
        !ombre_gpu_list_facts(host->list, device, NULL, 0, &facts)) {
        drawing->unopened = true;
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR,
                    "the device cannot be opened: %s",
                    ombre_gpu_status_name(host->list ? OMBRE_GPU_NO_DEVICE
                                                     : host->list_status));
        return;
    }
    struct passage passage = {
        .host = host,
        .device = device,
        .c = c,
        .state = &state,
        .offered = facts.lane_features & ~drawing->without,
        .got = got,
    };
    if (!draw_all_lanes(&passage, result))
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "out of memory");
}

static bool send_result(const struct host *host,
                        const struct remote_result *result,
                        const struct ombre_texel *got)
{
    return frame_send(host->socket, WIRE_DRAW, result, sizeof *result) &&
           (result->texel_count == 0 ||
            frame_send(host->socket, WIRE_TEXELS, got,
                       result->texel_count * sizeof *got));
}

static bool answer_draw(struct host *host, const struct wire_request *request)
{
    const struct remote_setup *setup = host->setup;
    struct remote_result *result = calloc(1, sizeof *result);
    struct ombre_texel *got = NULL;
    struct ombre_case made = {0};
    struct ombre_case *c = setup->given;
    if (!result)
        return false;
    if (!c && setup->make(setup->user, request->id, &made))
        c = &made;
    if (c)
        got = calloc(execute_texel_count(c) + 1, sizeof *got);
    if (got)
        draw_case(host, request->device, c, result, got);
    else
        drawing_end(&result->drawing, OUTCOME_INTERNAL_ERROR,
                    "the case cannot be made");
    if (request->wants_texels && result->drawing.drawn)
        result->texel_count = execute_texel_count(c);
    const bool sent = send_result(host, result, got);
    free(got);
    ombre_case_finish(&made);
    free(result);
    return sent;
}

static bool answer(struct host *host, const struct frame *frame)
{
    struct wire_request request = {0};
    if (frame->size == sizeof request)
        memcpy(&request, frame->data, sizeof request);
    switch (frame->kind) {
    case WIRE_LIST: return answer_list(host);
    case WIRE_FACTS: return answer_facts(host, &request);
    case WIRE_DRAW: return answer_draw(host, &request);
    default: return false;
    }
}

int remote_worker(int socket, const void *user)
{
    struct host host = {.socket = socket, .setup = user};
    struct frame frame;
    list_formats(&host.formats);
    while (frame_receive(socket, &frame)) {
        const bool go_on = answer(&host, &frame);
        free(frame.data);
        if (!go_on)
            break;
    }
    close_devices(&host);
    ombre_gpu_list_destroy(&host.list);
    return 0;
}
