/* One open device, and what all batches on it share. */
#include "vk.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    DEFAULT_TIMEOUT_S = 30,
    NANOSECONDS = 1000000000,
    /* Least that closing waits for work that has run out of time. */
    GRACE_S = 5,
};

static bool find_queue_family(struct ombre_gpu *gpu)
{
    const VkQueueFlags wanted = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    uint32_t count = 0;

    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, NULL);
    VkQueueFamilyProperties *const family =
        calloc(count ? count : 1, sizeof *family);
    if (!family)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "queue families");
    vkGetPhysicalDeviceQueueFamilyProperties(gpu->physical, &count, family);

    bool found = false;
    for (uint32_t i = 0; i < count && !found; i++) {
        found = family[i].queueCount > 0 &&
                (family[i].queueFlags & wanted) == wanted;
        if (found)
            gpu->queue_family = i;
    }
    free(family);
    return found || vk_refuse(gpu, "no queue family draws and computes");
}

/* Less than Vulkan 1.3, "Required Limits", is no device to work with; more is
 * cut to what our arithmetic takes. */
static bool check_limits(struct ombre_gpu *gpu)
{
    VkPhysicalDeviceLimits *const l = &gpu->limits;
    const uint32_t records = 1u << 27;

    if (l->maxTexelBufferElements < 65536)
        return vk_refuse(gpu, "maxTexelBufferElements is %u",
                         l->maxTexelBufferElements);
    if (l->maxTexelBufferElements > records)
        l->maxTexelBufferElements = records;
    if (l->minTexelBufferOffsetAlignment > 65536 ||
        l->minUniformBufferOffsetAlignment > 65536 ||
        l->minStorageBufferOffsetAlignment > 65536)
        return vk_refuse(gpu, "a buffer offset alignment above 65536");
    if (l->maxImageDimension2D < 4096 || l->maxFramebufferWidth < 4096 ||
        l->maxFramebufferHeight < 4096)
        return vk_refuse(gpu, "images are limited to %u, framebuffers to %ux%u",
                         l->maxImageDimension2D, l->maxFramebufferWidth,
                         l->maxFramebufferHeight);
    return true;
}

void ombre_gpu_take_away(struct ombre_vk_facts *facts, uint32_t without)
{
    if (without & OMBRE_VK_NEED_INDEPENDENT_BLEND)
        facts->independent_blend = false;
    if (without & OMBRE_VK_NEED_DUAL_SRC_BLEND)
        facts->dual_src_blend = false;
    if (without & OMBRE_VK_NEED_LOGIC_OP)
        facts->logic_op = false;
    if (without & OMBRE_VK_NEED_FORMAT_BLEND)
        for (uint32_t i = 0; i < facts->format_count; i++)
            facts->format[i].blend = false;
    facts->lane_features &= ~without;
}

/* Choose the handle that knows the features that are to be enabled. */
static void choose_physical(struct ombre_gpu *gpu,
                            const struct ombre_gpu_list *list, size_t index)
{
    const struct vk_physical *const p = &list->physical[index];

    gpu->is_validated =
        list->has_validation &&
        list->layer_version >= vk_lane_layer_version(gpu->facts.lane_features);
    if (list->has_validation && !gpu->is_validated)
        gpu->physical = p->plain;
}

static bool make_device(struct ombre_gpu *gpu)
{
    static const float priority[] = {1.0f};
    const VkPhysicalDeviceFeatures features = {
        .independentBlend = gpu->facts.independent_blend,
        .dualSrcBlend = gpu->facts.dual_src_blend,
        .logicOp = gpu->facts.logic_op,
        .sampleRateShading = gpu->facts.sample_rate_shading,
    };
    const VkDeviceQueueCreateInfo queue = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = gpu->queue_family,
        .queueCount = 1,
        .pQueuePriorities = priority,
    };
    struct vk_lane_device lanes;

    vk_lane_device_fill(&lanes, gpu->info->apiVersion,
                        gpu->facts.lane_features);
    if (gpu->has_layers)
        vk_lane_device_add(&lanes,
                           VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME);
    const VkDeviceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = lanes.next,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = lanes.extension_count,
        .ppEnabledExtensionNames = lanes.extension,
        .pEnabledFeatures = &features,
    };

    if (!vk_succeeded(
            gpu, "vkCreateDevice",
            vkCreateDevice(gpu->physical, &info, NULL, &gpu->device))) {
        gpu->device = VK_NULL_HANDLE;
        return false;
    }
    volkLoadDeviceTable(&gpu->vk, gpu->device);
    gpu->vk.vkGetDeviceQueue(gpu->device, gpu->queue_family, 0, &gpu->queue);
    return true;
}

static bool make_queue_objects(struct ombre_gpu *gpu)
{
    const VkCommandPoolCreateInfo pool = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = gpu->queue_family,
    };
    const VkFenceCreateInfo fence = {
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
    };
    VK_CREATE(gpu, vkCreateCommandPool,
              (gpu->device, &pool, NULL, &gpu->command_pool),
              &gpu->command_pool);
    const VkCommandBufferAllocateInfo commands = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu->command_pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    VK_TRY(gpu, vkAllocateCommandBuffers,
           (gpu->device, &commands, &gpu->commands));
    VK_CREATE(gpu, vkCreateFence, (gpu->device, &fence, NULL, &gpu->fence),
              &gpu->fence);
    return true;

fail:
    return false; /* ombre_gpu_close() cleans up */
}

/* A quarter of the largest heap of the device's own. */
static uint64_t default_budget(const VkPhysicalDeviceMemoryProperties *memory)
{
    uint64_t largest = 0;

    for (uint32_t i = 0; i < memory->memoryHeapCount && i < VK_MAX_MEMORY_HEAPS;
         i++)
        if (memory->memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT &&
            memory->memoryHeaps[i].size > largest)
            largest = memory->memoryHeaps[i].size;
    return largest / 4;
}

static uint32_t core_count(void)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 1 && cores < 4096 ? (uint32_t) cores : 1;
}

static bool device_init(struct ombre_gpu *gpu,
                        const struct ombre_gpu_params *params)
{
    VkPhysicalDeviceProperties properties;

    if (gpu->info->apiVersion < VK_API_VERSION_1_1)
        return vk_refuse(gpu, "the device's Vulkan is 1.0");
    if (params->format_count > OMBRE_VK_MAX_FORMATS)
        return vk_refuse(gpu, "more than %d formats", OMBRE_VK_MAX_FORMATS);
    vk_facts_query(gpu->physical, params->formats, params->format_count,
                   &gpu->facts);
    gpu->facts.lane_features =
        gpu->list->physical[params->index].lane_features &
        params->lane_features;
    gpu->has_layers = gpu->list->physical[params->index].has_layers;
    ombre_gpu_take_away(&gpu->facts, params->without);
    choose_physical(gpu, gpu->list, params->index);
    vkGetPhysicalDeviceProperties(gpu->physical, &properties);
    gpu->limits = properties.limits;
    vkGetPhysicalDeviceMemoryProperties(gpu->physical, &gpu->memory);
    if (gpu->kept.budget == 0)
        gpu->kept.budget = default_budget(&gpu->memory);
    return check_limits(gpu) && find_queue_family(gpu) && make_device(gpu) &&
           make_queue_objects(gpu) &&
           vk_shared_init(gpu, params->pipeline_cache,
                          params->pipeline_cache_size);
}

enum ombre_gpu_status ombre_gpu_open(struct ombre_gpu_list *list,
                                     const struct ombre_gpu_params *params,
                                     struct ombre_gpu **out)
{
    struct ombre_gpu *gpu;

    *out = NULL;
    if (params->index >= list->count)
        return OMBRE_GPU_NO_DEVICE;
    gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        return OMBRE_GPU_OUT_OF_MEMORY;
    gpu->list = list;
    gpu->physical = list->physical[params->index].handle;
    gpu->info = &list->physical[params->index].info;
    gpu->timeout_ns = params->timeout_ns
                          ? params->timeout_ns
                          : (uint64_t) DEFAULT_TIMEOUT_S * NANOSECONDS;

    gpu->threads = params->threads ? params->threads : core_count();
    gpu->kept.budget = params->memory_budget;

    vk_enter(gpu);
    const bool opened = device_init(gpu, params);
    const enum ombre_gpu_status status = vk_leave(gpu);
    if (opened)
        *out = gpu;
    else
        ombre_gpu_close(&gpu);
    return status;
}

/* True once nothing of the device is in use any more.  vkDeviceWaitIdle() has
 * no limit, so only the fence of the one submission in flight is waited for. */
static bool is_idle(struct ombre_gpu *gpu)
{
    const uint64_t grace = (uint64_t) GRACE_S * NANOSECONDS;

    if (!gpu->stuck)
        return true;
    const VkResult result = gpu->vk.vkWaitForFences(
        gpu->device, 1, &gpu->fence, VK_TRUE,
        gpu->timeout_ns > grace ? gpu->timeout_ns : grace);
    /* Of a lost device, objects may be destroyed: Vulkan 1.3, "Lost Device". */
    return result == VK_SUCCESS || result == VK_ERROR_DEVICE_LOST;
}

void ombre_gpu_close(struct ombre_gpu **gpu)
{
    struct ombre_gpu *const g = *gpu;

    if (!g)
        return;
    vk_enter(g);
    if (g->device && is_idle(g)) {
        if (g->stuck)
            vk_batch_finish(g->stuck);
        free(g->stuck);
        vk_cache_finish(g);
        vk_shared_finish(g);
        g->vk.vkDestroyFence(g->device, g->fence, NULL);
        g->vk.vkDestroyCommandPool(g->device, g->command_pool, NULL);
        g->vk.vkDestroyDevice(g->device, NULL);
    } else if (g->device) {
        vk_log(&g->list->log, OMBRE_LOG_ERROR,
               "the device still works: it is left as it is");
        g->list->abandoned = true;
    }
    vk_leave(g);
    ombre_gpu_clear_messages(g);
    free(g);
    *gpu = NULL;
}

const struct ombre_vk_facts *ombre_gpu_facts(const struct ombre_gpu *gpu)
{
    return &gpu->facts;
}

bool ombre_gpu_is_validated(const struct ombre_gpu *gpu)
{
    return gpu->is_validated;
}

const struct ombre_gpu_info *ombre_gpu_device_info(const struct ombre_gpu *gpu)
{
    return gpu->info;
}
