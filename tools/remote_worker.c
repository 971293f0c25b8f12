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
    struct ombre_gpu *gpu;
    size_t device;    /* that is open */
    uint32_t without; /* what it was opened without */
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
static void say_working(const struct host *host)
{
    frame_send(host->socket, WIRE_WORKING, NULL, 0);
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

static bool open_device(struct host *host, size_t device, uint32_t without,
                        struct drawing *drawing)
{
    open_list(host);
    if (host->gpu && (host->device != device || host->without != without))
        ombre_gpu_close(&host->gpu);
    if (host->gpu)
        return true;
    const struct ombre_gpu_params params = {
        .index = device,
        .without = without,
        .timeout_ns = (uint64_t) host->setup->timeout_s * 1000000000u,
        .formats = host->formats.format,
        .format_count = host->formats.count,
    };
    enum ombre_gpu_status status = host->list_status;
    if (host->list)
        status = ombre_gpu_open(host->list, &params, &host->gpu);
    drawing->unopened = status != OMBRE_GPU_OK;
    if (drawing->unopened) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR,
                    "the device cannot be opened: %s",
                    ombre_gpu_status_name(status));
        return false;
    }
    host->device = device;
    host->without = without;
    return true;
}

static void draw_case(struct host *host, size_t device, struct ombre_case *c,
                      struct remote_result *result, struct ombre_texel *got)
{
    struct ombre_state state;
    struct drawing *drawing = &result->drawing;
    char reason[256];
    drawing->without = c->without | host->setup->without;
    if (!ombre_state_from_pso(&c->pso, &state)) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "the state is invalid");
        return;
    }
    if (!case_make_uploadable(c, &state, reason)) {
        drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%s", reason);
        return;
    }
    if (!open_device(host, device, drawing->without, drawing))
        return;
    say_working(host);
    drawing->validated = host->setup->validation != OMBRE_GPU_VALIDATION_OFF &&
                         ombre_gpu_list_has_validation(host->list);
    execute_case(host->gpu, c, &state, drawing, got);
    say_working(host);
    /* A device that was lost or hangs is good for nothing more. */
    if (drawing->outcome == OUTCOME_DEVICE_LOST ||
        drawing->outcome == OUTCOME_TIMEOUT)
        ombre_gpu_close(&host->gpu);
    if (!drawing->drawn)
        return;
    judge_case(c, &state, host->setup->judge, got, NULL, drawing,
               &result->tally);
    controls_conclude(drawing);
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
    ombre_gpu_close(&host.gpu);
    ombre_gpu_list_destroy(&host.list);
    return 0;
}
