/* A pipeline cache as bytes that outlive the process.
 *
 * They come back from anywhere.  Drivers trust what they are given, so they are
 * given only what this device's driver wrote: an envelope of our own says how
 * much there must be and what it adds up to, and Vulkan's header in it whose it
 * is (Vulkan 1.3, "Pipeline Cache Header").
 */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

static const char magic[8] = {'O', 'M', 'B', 'R', 'E', 'P', 'C', '1'};

struct envelope {
    char magic[8];
    uint64_t size; /* of what follows */
    uint64_t checksum;
};

/* Beyond that it is no cache but a mistake. */
static const uint64_t max_size = (uint64_t) 1 << 30;

/* FNV-1a, and the size. */
static uint64_t checksum_of(const unsigned char *bytes, size_t size)
{
    uint64_t sum = 0xCBF29CE484222325u ^ size;

    for (size_t i = 0; i < size; i++)
        sum = (sum ^ bytes[i]) * 0x100000001B3u;
    return sum;
}

static bool is_of_device(const unsigned char *data, size_t size,
                         VkPhysicalDevice physical)
{
    VkPipelineCacheHeaderVersionOne header;
    VkPhysicalDeviceProperties p;

    if (size < sizeof header)
        return false;
    memcpy(&header, data, sizeof header);
    vkGetPhysicalDeviceProperties(physical, &p);
    return header.headerSize == sizeof header &&
           header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE &&
           header.vendorID == p.vendorID && header.deviceID == p.deviceID &&
           memcmp(header.pipelineCacheUUID, p.pipelineCacheUUID,
                  VK_UUID_SIZE) == 0;
}

const void *vk_cache_data_open(VkPhysicalDevice physical, const void *bytes,
                               size_t size, size_t *data_size)
{
    struct envelope e;

    if (!bytes || size < sizeof e)
        return NULL;
    const unsigned char *const data = (const unsigned char *) bytes + sizeof e;
    memcpy(&e, bytes, sizeof e);
    if (memcmp(e.magic, magic, sizeof magic) != 0 ||
        e.size != size - sizeof e || e.size > max_size ||
        e.checksum != checksum_of(data, size - sizeof e) ||
        !is_of_device(data, size - sizeof e, physical))
        return NULL;
    *data_size = size - sizeof e;
    return data;
}

/* Put what stands behind the envelope into it. */
static void seal(unsigned char *bytes, size_t data_size)
{
    struct envelope e = {.size = data_size};

    memcpy(e.magic, magic, sizeof magic);
    e.checksum = checksum_of(bytes + sizeof e, data_size);
    memcpy(bytes, &e, sizeof e);
}

static bool get_data(struct ombre_gpu *gpu, unsigned char **out, size_t *size)
{
    size_t data_size = 0;

    VK_TRY(gpu, vkGetPipelineCacheData,
           (gpu->device, gpu->cache, &data_size, NULL));
    if (data_size > max_size)
        return vk_refuse(gpu, "a pipeline cache of %zu bytes", data_size);
    *out = calloc(1, sizeof(struct envelope) + data_size + 1);
    if (!*out)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a pipeline cache");
    VK_TRY(
        gpu, vkGetPipelineCacheData,
        (gpu->device, gpu->cache, &data_size, *out + sizeof(struct envelope)));
    seal(*out, data_size);
    *size = sizeof(struct envelope) + data_size;
    return true;

fail:
    return false;
}

enum ombre_gpu_status ombre_gpu_pipeline_cache(struct ombre_gpu *gpu,
                                               void **out, size_t *size)
{
    unsigned char *bytes = NULL;

    vk_enter(gpu);
    *out = NULL;
    *size = 0;
    if (gpu->dead) {
        vk_fail(gpu, OMBRE_GPU_LOST, "the device is lost or still at work");
    } else if (get_data(gpu, &bytes, size)) {
        *out = bytes;
        bytes = NULL;
    }
    free(bytes);
    return vk_leave(gpu);
}
