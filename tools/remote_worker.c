#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cache_file.h"
#include "host.h"

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

void host_say_working(const struct host *host, uint32_t patience)
{
    frame_send(host->socket, WIRE_WORKING, &patience, sizeof patience);
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

/* Of several workers the last that ends leaves its own. */
static void save_cache(struct host *host)
{
    void *cache = NULL;
    size_t size = 0;
    if (ombre_gpu_pipeline_cache(host->gpu, &cache, &size) == OMBRE_GPU_OK &&
        cache_file_write(host->setup->pipeline_cache, cache, size) !=
            CACHE_FILE_OK)
        fprintf(stderr, "ombre: --pipeline-cache: %s cannot be written\n",
                host->setup->pipeline_cache);
    free(cache);
}

static void host_close_device(struct host *host)
{
    if (host->gpu && host->setup->pipeline_cache)
        save_cache(host);
    ombre_gpu_close(&host->gpu);
}

bool host_open_device(struct host *host, size_t device, uint32_t without,
                      struct drawing *drawing)
{
    open_list(host);
    if (host->gpu && (host->device != device || host->without != without))
        host_close_device(host);
    if (host->gpu)
        return true;
    void *cache = NULL;
    size_t cache_size = 0;
    if (host->setup->pipeline_cache)
        cache_file_read(host->setup->pipeline_cache, &cache, &cache_size);
    const struct ombre_gpu_params params = {
        .index = device,
        .without = without,
        .timeout_ns = (uint64_t) host->setup->timeout_s * 1000000000u,
        .memory_budget = host->setup->memory_budget,
        .pipeline_cache = cache,
        .pipeline_cache_size = cache_size,
        .formats = host->formats.format,
        .format_count = host->formats.count,
    };
    enum ombre_gpu_status status = host->list_status;
    if (host->list)
        status = ombre_gpu_open(host->list, &params, &host->gpu);
    free(cache);
    drawing->unopened = drawing->broken = status != OMBRE_GPU_OK;
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

static bool answer(struct host *host, const struct frame *frame)
{
    struct wire_request request = {0};
    if (frame->size == sizeof request)
        memcpy(&request, frame->data, sizeof request);
    switch (frame->kind) {
    case WIRE_LIST: return answer_list(host);
    case WIRE_FACTS: return answer_facts(host, &request);
    case WIRE_DRAW: return host_draw(host, &request);
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
    host_close_device(&host);
    ombre_gpu_list_destroy(&host.list);
    return 0;
}
