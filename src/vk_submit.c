/* One command buffer, submitted and waited for. */
#include "vk.h"

bool vk_commands_begin(struct ombre_gpu *gpu)
{
    const VkCommandBufferBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
    };
    VK_TRY(gpu, vkResetCommandPool, (gpu->device, gpu->command_pool, 0));
    VK_TRY(gpu, vkBeginCommandBuffer, (gpu->commands, &info));
    return true;

fail:
    return false;
}

bool vk_commands_run(struct ombre_gpu *gpu, uint64_t wait_ns, bool *in_flight)
{
    const VkSubmitInfo info = {
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO,
        .commandBufferCount = 1,
        .pCommandBuffers = &gpu->commands,
    };

    *in_flight = false;
    VK_TRY(gpu, vkEndCommandBuffer, (gpu->commands));
    VK_TRY(gpu, vkResetFences, (gpu->device, 1, &gpu->fence));
    VK_TRY(gpu, vkQueueSubmit, (gpu->queue, 1, &info, gpu->fence));
    *in_flight = true;
    VK_TRY(gpu, vkWaitForFences,
           (gpu->device, 1, &gpu->fence, VK_TRUE, wait_ns));
    *in_flight = false;
    return true;

fail:
    /* A lost device works no more: Vulkan 1.3, "Lost Device". */
    if (gpu->status == OMBRE_GPU_LOST)
        *in_flight = false;
    return false;
}
