/* Statuses, reasons and the log. */
#include "vk.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ombre_gpu_status_name(enum ombre_gpu_status status)
{
    switch (status) {
    case OMBRE_GPU_OK: return "ok";
    case OMBRE_GPU_NO_LOADER: return "no Vulkan loader";
    case OMBRE_GPU_NO_DEVICE: return "no device";
    case OMBRE_GPU_UNSUPPORTED: return "unsupported";
    case OMBRE_GPU_OUT_OF_MEMORY: return "out of memory";
    case OMBRE_GPU_TIMEOUT: return "timeout";
    case OMBRE_GPU_LOST: return "device lost";
    case OMBRE_GPU_FAILED: return "failed";
    }
    return "unknown status";
}

/* clang-format off */
#define RESULTS(X) \
    X(VK_SUCCESS) \
    X(VK_NOT_READY) \
    X(VK_TIMEOUT) \
    X(VK_INCOMPLETE) \
    X(VK_ERROR_OUT_OF_HOST_MEMORY) \
    X(VK_ERROR_OUT_OF_DEVICE_MEMORY) \
    X(VK_ERROR_INITIALIZATION_FAILED) \
    X(VK_ERROR_DEVICE_LOST) \
    X(VK_ERROR_MEMORY_MAP_FAILED) \
    X(VK_ERROR_LAYER_NOT_PRESENT) \
    X(VK_ERROR_EXTENSION_NOT_PRESENT) \
    X(VK_ERROR_FEATURE_NOT_PRESENT) \
    X(VK_ERROR_INCOMPATIBLE_DRIVER) \
    X(VK_ERROR_TOO_MANY_OBJECTS) \
    X(VK_ERROR_FORMAT_NOT_SUPPORTED) \
    X(VK_ERROR_FRAGMENTED_POOL) \
    X(VK_ERROR_UNKNOWN) \
    X(VK_ERROR_OUT_OF_POOL_MEMORY) \
    X(VK_ERROR_FRAGMENTATION) \
    X(VK_ERROR_INVALID_SHADER_NV)
/* clang-format on */

const char *vk_result_name(VkResult result)
{
#define ROW(result_) {result_, #result_},
    static const struct {
        VkResult result;
        const char *name;
    } rows[] = {RESULTS(ROW)};
#undef ROW

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].result == result)
            return rows[i].name;
    return "a VkResult without a name here";
}

static void log_line(const struct ombre_log *log, enum ombre_log_level level,
                     const char *format, va_list arguments)
{
    char line[1024];

    if (!log->print || level > log->level)
        return;
    vsnprintf(line, sizeof line, format, arguments);
    log->print(log->user, level, line);
}

void vk_log(const struct ombre_log *log, enum ombre_log_level level,
            const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    log_line(log, level, format, arguments);
    va_end(arguments);
}

static void fail_with(struct ombre_gpu *gpu, enum ombre_gpu_status status,
                      const char *format, va_list arguments)
{
    if (status == OMBRE_GPU_LOST || status == OMBRE_GPU_TIMEOUT)
        gpu->dead = true;
    if (gpu->status != OMBRE_GPU_OK)
        return;
    gpu->status = status;
    vsnprintf(gpu->reason, sizeof gpu->reason, format, arguments);
    vk_log(&gpu->list->log,
           status == OMBRE_GPU_UNSUPPORTED ? OMBRE_LOG_INFO : OMBRE_LOG_ERROR,
           "%s: %s", ombre_gpu_status_name(status), gpu->reason);
}

bool vk_fail(struct ombre_gpu *gpu, enum ombre_gpu_status status,
             const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail_with(gpu, status, format, arguments);
    va_end(arguments);
    return false;
}

bool vk_refuse(struct ombre_gpu *gpu, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fail_with(gpu, OMBRE_GPU_UNSUPPORTED, format, arguments);
    va_end(arguments);
    return false;
}

static enum ombre_gpu_status status_of(VkResult result)
{
    switch ((int) result) {
    case VK_SUCCESS: return OMBRE_GPU_OK;
    case VK_TIMEOUT: return OMBRE_GPU_TIMEOUT;
    case VK_ERROR_DEVICE_LOST: return OMBRE_GPU_LOST;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL: return OMBRE_GPU_OUT_OF_MEMORY;
    default: return OMBRE_GPU_FAILED;
    }
}

bool vk_succeeded(struct ombre_gpu *gpu, const char *call, VkResult result)
{
    if (result == VK_SUCCESS)
        return true;
    return vk_fail(gpu, status_of(result), "%s: %s (%d)", call,
                   vk_result_name(result), (int) result);
}

void vk_enter(struct ombre_gpu *gpu)
{
    gpu->status = OMBRE_GPU_OK;
    gpu->reason[0] = '\0';
    gpu->list->current = gpu;
}

enum ombre_gpu_status vk_leave(struct ombre_gpu *gpu)
{
    gpu->list->current = NULL;
    return gpu->status;
}

const char *ombre_gpu_reason(const struct ombre_gpu *gpu)
{
    return gpu->reason;
}

/* "id: text", on one line, or NULL without memory. */
static char *message_line(const char *id, const char *text)
{
    const size_t size = strlen(id) + strlen(text) + sizeof ": ";
    char *const line = malloc(size);

    if (!line)
        return NULL;
    snprintf(line, size, "%s: %s", id, text);
    for (char *c = line; *c; c++)
        if (*c == '\n' || *c == '\r')
            *c = ' ';
    return line;
}

void vk_message_keep(struct ombre_gpu *gpu, const char *id, const char *text)
{
    gpu->message_count++;
    if (gpu->message_kept == VK_MAX_MESSAGES)
        return;
    char *const line = message_line(id, text);
    if (line)
        gpu->message[gpu->message_kept++] = line;
}

size_t ombre_gpu_message_count(const struct ombre_gpu *gpu)
{
    return gpu->message_count;
}

const char *ombre_gpu_message(const struct ombre_gpu *gpu, size_t index)
{
    return index < gpu->message_kept ? gpu->message[index] : NULL;
}

void ombre_gpu_clear_messages(struct ombre_gpu *gpu)
{
    for (size_t i = 0; i < gpu->message_kept; i++)
        free(gpu->message[i]);
    gpu->message_count = gpu->message_kept = 0;
}
