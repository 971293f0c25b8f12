/* Buffers, memory, and sizes that do not wrap around. */
#include "vk.h"

bool vk_add(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a + b;
    return *out >= a;
}

bool vk_multiply(uint64_t a, uint64_t b, uint64_t *out)
{
    *out = a * b;
    return a == 0 || *out / a == b;
}

bool vk_align(uint64_t value, uint64_t alignment, uint64_t *out)
{
    const uint64_t rest = alignment ? value % alignment : 0;

    return vk_add(value, rest ? alignment - rest : 0, out);
}

/* Index of a memory type with all of `flags`, or the count of types. */
static uint32_t find_type(const struct ombre_gpu *gpu, uint32_t allowed,
                          VkMemoryPropertyFlags flags)
{
    uint32_t count = gpu->memory.memoryTypeCount;

    if (count > VK_MAX_MEMORY_TYPES)
        count = VK_MAX_MEMORY_TYPES;
    for (uint32_t i = 0; i < count; i++)
        if (allowed & (1u << i) &&
            (gpu->memory.memoryTypes[i].propertyFlags & flags) == flags)
            return i;
    return UINT32_MAX;
}

static bool is_full(VkResult result)
{
    return result == VK_ERROR_OUT_OF_DEVICE_MEMORY ||
           result == VK_ERROR_OUT_OF_HOST_MEMORY;
}

/* Allocate by the first of `wishes` that the device can fulfil. */
static bool allocate(struct ombre_gpu *gpu,
                     const VkMemoryRequirements *requirements,
                     const VkMemoryPropertyFlags *wishes, uint32_t wish_count,
                     VkDeviceMemory *out)
{
    uint32_t type = UINT32_MAX;

    for (uint32_t i = 0; i < wish_count && type == UINT32_MAX; i++)
        type = find_type(gpu, requirements->memoryTypeBits, wishes[i]);
    if (type == UINT32_MAX)
        return vk_fail(gpu, OMBRE_GPU_FAILED,
                       "no memory type of 0x%x is of use",
                       requirements->memoryTypeBits);

    const VkMemoryAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
        .allocationSize = requirements->size,
        .memoryTypeIndex = type,
    };
    if (!vk_cache_make_room(gpu, info.allocationSize))
        return false;
    VkResult result = gpu->vk.vkAllocateMemory(gpu->device, &info, NULL, out);
    /* Others may have taken what the budget promises. */
    if (is_full(result) && vk_cache_empty(gpu))
        result = gpu->vk.vkAllocateMemory(gpu->device, &info, NULL, out);
    if (!vk_succeeded(gpu, "vkAllocateMemory", result)) {
        *out = VK_NULL_HANDLE;
        return false;
    }
    gpu->kept.making += info.allocationSize;
    return true;
}

bool vk_image_allocate(struct ombre_gpu *gpu, VkImage image,
                       VkDeviceMemory *out)
{
    static const VkMemoryPropertyFlags wishes[] = {
        VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0};
    VkMemoryRequirements requirements;

    gpu->vk.vkGetImageMemoryRequirements(gpu->device, image, &requirements);
    if (!allocate(gpu, &requirements, wishes, 2, out))
        return false;
    VK_TRY(gpu, vkBindImageMemory, (gpu->device, image, *out, 0));
    return true;

fail:
    return false;
}

static bool back_buffer(struct vk_buffer *b, struct ombre_gpu *gpu, bool read)
{
    /* Coherent host memory always exists: Vulkan 1.3, "Device Memory". */
    const VkMemoryPropertyFlags host = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                       VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    const VkMemoryPropertyFlags wishes[] = {
        host | (read ? VK_MEMORY_PROPERTY_HOST_CACHED_BIT
                     : VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT),
        host,
    };
    VkMemoryRequirements requirements;

    gpu->vk.vkGetBufferMemoryRequirements(gpu->device, b->buffer,
                                          &requirements);
    if (!allocate(gpu, &requirements, wishes, 2, &b->memory))
        return false;
    VK_TRY(gpu, vkBindBufferMemory, (gpu->device, b->buffer, b->memory, 0));
    VK_TRY(gpu, vkMapMemory,
           (gpu->device, b->memory, 0, VK_WHOLE_SIZE, 0, &b->map));
    return true;

fail:
    return false;
}

bool vk_buffer_init(struct vk_buffer *b, struct ombre_gpu *gpu,
                    VkDeviceSize size, VkBufferUsageFlags usage, bool read)
{
    const VkBufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .size = size,
        .usage = usage,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
    };

    *b = (struct vk_buffer){.size = size};
    if (size > SIZE_MAX)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a buffer of %llu bytes",
                       (unsigned long long) size);
    VK_CREATE(gpu, vkCreateBuffer, (gpu->device, &info, NULL, &b->buffer),
              &b->buffer);
    if (!back_buffer(b, gpu, read))
        goto fail;
    return true;

fail:
    vk_buffer_finish(b, gpu);
    return false;
}

void vk_buffer_finish(struct vk_buffer *b, struct ombre_gpu *gpu)
{
    gpu->vk.vkDestroyBuffer(gpu->device, b->buffer, NULL);
    gpu->vk.vkFreeMemory(gpu->device, b->memory, NULL); /* and unmaps it */
    *b = (struct vk_buffer){0};
}
