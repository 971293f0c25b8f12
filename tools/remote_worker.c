#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache_file.h"
#include "host.h"
#include "image.h"

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

void host_say_working(const struct host *host, uint32_t patience,
                      const struct ombre_lane *lane)
{
    const struct wire_step step = {
        .patience = patience,
        .state = lane->state,
        .pass = lane->pass,
        .options = (lane->static_constants ? 1u : 0u) |
                   (lane->color_write_enable ? 2u : 0u),
    };
    frame_send(host->socket, WIRE_WORKING, &step, sizeof step);
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
    ombre_gpu_take_away(&facts, host->setup->without);
    return frame_send(host->socket, WIRE_FACTS, &facts, sizeof facts);
}

uint32_t host_lane_features(struct host *host, size_t device)
{
    struct ombre_vk_facts facts;
    open_list(host);
    return host->list &&
                   ombre_gpu_list_facts(host->list, device, NULL, 0, &facts)
               ? facts.lane_features
               : 0;
}

/* Of several workers the last that ends leaves its own. */
static void save_cache(const struct host *host, struct ombre_gpu *gpu)
{
    void *cache = NULL;
    size_t size = 0;
    if (ombre_gpu_pipeline_cache(gpu, &cache, &size) == OMBRE_GPU_OK &&
        cache_file_write(host->setup->pipeline_cache, cache, size) !=
            CACHE_FILE_OK)
        fprintf(stderr, "ombre: --pipeline-cache: %s cannot be written\n",
                host->setup->pipeline_cache);
    free(cache);
}

static void close_device(const struct host *host, struct opened *o)
{
    /* Shader objects leave nothing in a cache of pipelines. */
    if (o->gpu && host->setup->pipeline_cache &&
        o->wish.use != OPENED_FOR_OBJECTS)
        save_cache(host, o->gpu);
    ombre_gpu_close(&o->gpu);
}

struct wish host_wish(const struct host *host, size_t device,
                      const struct ombre_case *c, const struct drawing *drawing,
                      bool emulates)
{
    struct wish wish = {
        .device = device,
        .without = drawing->without,
        .features = lanes_use(&host->setup->lanes, &c->lane),
        .use = OPENED_FOR_OBJECTS,
    };
    if (drawing->lane.state == OMBRE_LANE_SHADER_OBJECT)
        return wish;
    wish.features &= ~(uint32_t) OMBRE_LANE_FEATURE_SHADER_OBJECT;
    wish.use = emulates ? OPENED_FOR_EMULATION : OPENED_FOR_PIPELINES;
    if (emulates)
        wish.features |= OMBRE_LANE_FEATURE_RASTER_ORDER;
    else
        wish.features &= ~(uint32_t) OMBRE_LANE_FEATURE_RASTER_ORDER;
    return wish;
}

static bool is_as_wished(const struct opened *o, const struct wish *wish)
{
    return o->wish.device == wish->device && o->wish.without == wish->without &&
           o->wish.features == wish->features;
}

static enum ombre_gpu_status open_as_wished(struct host *host, struct opened *o)
{
    void *cache = NULL;
    size_t cache_size = 0;
    if (!host->list)
        return host->list_status;
    if (host->setup->pipeline_cache)
        cache_file_read(host->setup->pipeline_cache, &cache, &cache_size);
    const struct ombre_gpu_params params = {
        .index = o->wish.device,
        .without = o->wish.without,
        .lane_features = o->wish.features,
        .timeout_ns = (uint64_t) host->setup->timeout_s * 1000000000u,
        .memory_budget = host->setup->memory_budget,
        .pipeline_cache = cache,
        .pipeline_cache_size = cache_size,
        .formats = host->formats.format,
        .format_count = host->formats.count,
    };
    const enum ombre_gpu_status status =
        ombre_gpu_open(host->list, &params, &o->gpu);
    free(cache);
    return status;
}

struct ombre_gpu *host_open_device(struct host *host, const struct wish *wish,
                                   struct drawing *drawing)
{
    struct opened *const o = &host->opened[wish->use];
    open_list(host);
    if (o->gpu && !is_as_wished(o, wish))
        close_device(host, o);
    if (o->gpu)
        return o->gpu;
    o->wish = *wish;
    const enum ombre_gpu_status status = open_as_wished(host, o);
    drawing->unopened = drawing->broken = status != OMBRE_GPU_OK;
    if (drawing->unopened)
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR,
                    "the device cannot be opened: %s",
                    ombre_gpu_status_name(status));
    return o->gpu;
}

bool host_proves_readback(struct host *host, const struct wish *wish,
                          const struct ombre_case *c)
{
    struct opened *const o = &host->opened[wish->use];
    const bool proves =
        !host->setup->given && !o->is_proven && !image_is_special(c);
    o->is_proven |= proves;
    return proves;
}

void host_lose_device(struct host *host, const struct wish *wish)
{
    ombre_gpu_close(&host->opened[wish->use].gpu);
}

/* The worker's own copy of what was given. */
static bool take_given(const struct host *host, const struct frame *frame)
{
    struct ombre_case *const given = host->setup->given;
    struct ombre_case_error error;
    if (!given)
        return false;
    ombre_case_finish(given);
    return ombre_case_parse(frame->data, frame->size, given, &error);
}

static bool answer(struct host *host, const struct frame *frame)
{
    struct wire_request request = {0};
    if (frame->size == sizeof request)
        memcpy(&request, frame->data, sizeof request);
    switch (frame->kind) {
    case WIRE_LIST: return answer_list(host);
    case WIRE_FACTS: return answer_facts(host, &request);
    case WIRE_DRAW: return host_draw(host, &request);
    case WIRE_GIVE: return take_given(host, frame);
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
    for (size_t i = 0; i < OPENED_MAX; i++)
        close_device(&host, &host.opened[i]);
    ombre_gpu_list_destroy(&host.list);
    return 0;
}
