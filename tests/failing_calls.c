/* A driver that fails: see failing_calls.h. */
#include "../src/vk.h"

#include "failing_calls.h"

#include <string.h>

struct driver driver;

void begin(unsigned long fail, VkResult result)
{
    driver.calls = 0;
    driver.fail = fail;
    driver.result = result;
    driver.failed = NULL;
    driver.pipelines = 0;
    driver.fail_pipeline = 0;
}

bool is_to_fail(const char *name)
{
    const bool is_pipeline = strcmp(name, "vkCreateGraphicsPipelines") == 0;

    if (++driver.calls != driver.fail &&
        !(is_pipeline && ++driver.pipelines == driver.fail_pipeline))
        return false;
    driver.failed = name;
    return true;
}

/* The link makes these the library's; a driver's own are not touched. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return is_to_fail("calloc") ? NULL : __real_calloc(count, size);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return is_to_fail("malloc") ? NULL : __real_malloc(size);
}

void *__real_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size)
{
    return is_to_fail("realloc") ? NULL : __real_realloc(pointer, size);
}

/* A call that fails when its turn comes.  `spoil` says what it leaves. */
#define FAILING(name_, parameters_, arguments_, spoil_)            \
    static PFN_##name_ real_##name_;                               \
    static VKAPI_ATTR VkResult VKAPI_CALL fake_##name_ parameters_ \
    {                                                              \
        if (!is_to_fail(#name_))                                   \
            return real_##name_ arguments_;                        \
        spoil_;                                                    \
        return driver.result;                                      \
    }
#define RUBBISH(out_) memset(out_, 0x5A, sizeof *(out_))
#define CREATE(name_, info_, handle_)                               \
    FAILING(name_,                                                  \
            (VkDevice device, const info_ *info,                    \
             const VkAllocationCallbacks *callbacks, handle_ *out), \
            (device, info, callbacks, out), RUBBISH(out))
#define PIPELINES(name_, info_)                                         \
    FAILING(name_,                                                      \
            (VkDevice device, VkPipelineCache cache, uint32_t count,    \
             const info_ *info, const VkAllocationCallbacks *callbacks, \
             VkPipeline *out),                                          \
            (device, cache, count, info, callbacks, out), RUBBISH(out))

CREATE(vkCreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)
CREATE(vkCreateFence, VkFenceCreateInfo, VkFence)
CREATE(vkCreatePipelineCache, VkPipelineCacheCreateInfo, VkPipelineCache)
CREATE(vkCreateShaderModule, VkShaderModuleCreateInfo, VkShaderModule)
CREATE(vkCreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo,
       VkDescriptorSetLayout)
CREATE(vkCreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)
CREATE(vkCreateRenderPass, VkRenderPassCreateInfo, VkRenderPass)
CREATE(vkCreateFramebuffer, VkFramebufferCreateInfo, VkFramebuffer)
CREATE(vkCreateImage, VkImageCreateInfo, VkImage)
CREATE(vkCreateImageView, VkImageViewCreateInfo, VkImageView)
CREATE(vkCreateBuffer, VkBufferCreateInfo, VkBuffer)
CREATE(vkCreateBufferView, VkBufferViewCreateInfo, VkBufferView)
CREATE(vkCreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)
CREATE(vkAllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)
PIPELINES(vkCreateGraphicsPipelines, VkGraphicsPipelineCreateInfo)
PIPELINES(vkCreateComputePipelines, VkComputePipelineCreateInfo)
FAILING(vkAllocateCommandBuffers,
        (VkDevice device, const VkCommandBufferAllocateInfo *info,
         VkCommandBuffer *out),
        (device, info, out), RUBBISH(out))
FAILING(vkAllocateDescriptorSets,
        (VkDevice device, const VkDescriptorSetAllocateInfo *info,
         VkDescriptorSet *out),
        (device, info, out), RUBBISH(out))
FAILING(vkBindImageMemory,
        (VkDevice device, VkImage image, VkDeviceMemory memory,
         VkDeviceSize offset),
        (device, image, memory, offset), (void) 0)
FAILING(vkBindBufferMemory,
        (VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
         VkDeviceSize offset),
        (device, buffer, memory, offset), (void) 0)
FAILING(vkMapMemory,
        (VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
         VkDeviceSize size, VkMemoryMapFlags flags, void **out),
        (device, memory, offset, size, flags, out), RUBBISH(out))
FAILING(vkGetPipelineCacheData,
        (VkDevice device, VkPipelineCache cache, size_t *size, void *data),
        (device, cache, size, data), RUBBISH(size))
FAILING(vkResetDescriptorPool,
        (VkDevice device, VkDescriptorPool pool,
         VkDescriptorPoolResetFlags flags),
        (device, pool, flags), (void) 0)
FAILING(vkResetCommandPool,
        (VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags),
        (device, pool, flags), (void) 0)
FAILING(vkBeginCommandBuffer,
        (VkCommandBuffer commands, const VkCommandBufferBeginInfo *info),
        (commands, info), (void) 0)
FAILING(vkEndCommandBuffer, (VkCommandBuffer commands), (commands),
        real_vkEndCommandBuffer(commands))
FAILING(vkResetFences, (VkDevice device, uint32_t count, const VkFence *fences),
        (device, count, fences), (void) 0)
FAILING(vkQueueSubmit,
        (VkQueue queue, uint32_t count, const VkSubmitInfo *submits,
         VkFence fence),
        (queue, count, submits, fence), (void) 0)
/* The work is done; only the driver says that it is not. */
FAILING(vkWaitForFences,
        (VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all,
         uint64_t timeout),
        (device, count, fences, all, timeout),
        real_vkWaitForFences(device, count, fences, all, timeout))

/* failing_calls.py sees that none is missing. */
#ifdef VK_EXT_shader_object
FAILING(vkCreateShadersEXT,
        (VkDevice device, uint32_t count, const VkShaderCreateInfoEXT *infos,
         const VkAllocationCallbacks *callbacks, VkShaderEXT *out),
        (device, count, infos, callbacks, out), RUBBISH(out))
/* clang-format off */
#define NEWER_CALLS(X) \
    X(vkCreateShadersEXT)
/* clang-format on */
#else
#define NEWER_CALLS(X)
#endif

#define CALLS(X)                   \
    X(vkCreateCommandPool)         \
    X(vkCreateFence)               \
    X(vkCreatePipelineCache)       \
    X(vkCreateShaderModule)        \
    X(vkCreateDescriptorSetLayout) \
    X(vkCreatePipelineLayout)      \
    X(vkCreateRenderPass)          \
    X(vkCreateFramebuffer)         \
    X(vkCreateImage)               \
    X(vkCreateImageView)           \
    X(vkCreateBuffer)              \
    X(vkCreateBufferView)          \
    X(vkCreateDescriptorPool)      \
    X(vkAllocateMemory)            \
    X(vkCreateGraphicsPipelines)   \
    X(vkCreateComputePipelines)    \
    X(vkAllocateCommandBuffers)    \
    X(vkAllocateDescriptorSets)    \
    X(vkBindImageMemory)           \
    X(vkBindBufferMemory)          \
    X(vkMapMemory)                 \
    X(vkGetPipelineCacheData)      \
    X(vkResetDescriptorPool)       \
    X(vkResetCommandPool)          \
    X(vkBeginCommandBuffer)        \
    X(vkEndCommandBuffer)          \
    X(vkResetFences)               \
    X(vkQueueSubmit)               \
    X(vkWaitForFences)

static PFN_vkGetDeviceProcAddr real_vkGetDeviceProcAddr;

/* What volk loads a device's functions with. */
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
fake_vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    const PFN_vkVoidFunction real = real_vkGetDeviceProcAddr(device, name);

#define REPLACE(name_)                            \
    if (strcmp(name, #name_) == 0) {              \
        real_##name_ = (PFN_##name_) real;        \
        return (PFN_vkVoidFunction) fake_##name_; \
    }
    CALLS(REPLACE)
    NEWER_CALLS(REPLACE)
#undef REPLACE
    return real;
}

void replace_driver(void)
{
    real_vkGetDeviceProcAddr = vkGetDeviceProcAddr;
    vkGetDeviceProcAddr = fake_vkGetDeviceProcAddr;
}

void restore_driver(void)
{
    vkGetDeviceProcAddr = real_vkGetDeviceProcAddr;
}
