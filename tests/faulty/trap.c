/* Faults that one state sets off, so that it is told who is to blame:
 *
 *   FAULTY_DRIVER_TRAP       "crash", "hang", "lost": what a submission does
 *                            that draws with it; "stray": what it draws lies a
 *                            pixel further to the right
 *   FAULTY_DRIVER_TRAP_MASK  its colorWriteMask of attachment 0
 */
#include "trap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRAPS = 256 };

static PFN_vkCreateGraphicsPipelines real_create;
static PFN_vkCmdBindPipeline real_bind;
static PFN_vkCmdSetViewport real_viewport;
static PFN_vkCmdSetScissor real_scissor;
static VkPipeline traps[MAX_TRAPS];
static unsigned trap_count;
static bool is_bound, was_bound;

static const char *kind(void)
{
    const char *text = getenv("FAULTY_DRIVER_TRAP");
    return text ? text : "";
}

static bool is_stray(void)
{
    return is_bound && strcmp(kind(), "stray") == 0;
}

const char *trap_sprung(void)
{
    const bool sprung = was_bound && strcmp(kind(), "stray") != 0;
    was_bound = false;
    return sprung ? kind() : "";
}

static VkResult VKAPI_CALL create(VkDevice device, VkPipelineCache cache,
                                  uint32_t count,
                                  const VkGraphicsPipelineCreateInfo *info,
                                  const VkAllocationCallbacks *allocator,
                                  VkPipeline *out)
{
    const char *mask = getenv("FAULTY_DRIVER_TRAP_MASK");
    const VkPipelineColorBlendStateCreateInfo *blend = info->pColorBlendState;
    const VkResult result =
        real_create(device, cache, count, info, allocator, out);
    if (result == VK_SUCCESS && mask && blend && blend->attachmentCount > 0 &&
        blend->pAttachments[0].colorWriteMask == (uint32_t) atoi(mask) &&
        trap_count < MAX_TRAPS)
        traps[trap_count++] = *out;
    return result;
}

static void VKAPI_CALL bind(VkCommandBuffer commands, VkPipelineBindPoint point,
                            VkPipeline pipeline)
{
    is_bound = false;
    for (unsigned i = 0; i < trap_count; i++)
        is_bound |= traps[i] == pipeline;
    was_bound |= is_bound;
    real_bind(commands, point, pipeline);
}

static void VKAPI_CALL set_viewport(VkCommandBuffer commands, uint32_t first,
                                    uint32_t count, const VkViewport *viewport)
{
    VkViewport moved = *viewport;
    moved.x += is_stray();
    real_viewport(commands, first, count, &moved);
}

static void VKAPI_CALL set_scissor(VkCommandBuffer commands, uint32_t first,
                                   uint32_t count, const VkRect2D *scissor)
{
    VkRect2D moved = *scissor;
    moved.offset.x += is_stray();
    real_scissor(commands, first, count, &moved);
}

PFN_vkVoidFunction trap(const char *name, PFN_vkVoidFunction real)
{
    if (!real || !*kind())
        return real;
    if (strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        real_create = (PFN_vkCreateGraphicsPipelines) real;
        return (PFN_vkVoidFunction) create;
    }
    if (strcmp(name, "vkCmdBindPipeline") == 0) {
        real_bind = (PFN_vkCmdBindPipeline) real;
        return (PFN_vkVoidFunction) bind;
    }
    if (strcmp(name, "vkCmdSetViewport") == 0) {
        real_viewport = (PFN_vkCmdSetViewport) real;
        return (PFN_vkVoidFunction) set_viewport;
    }
    if (strcmp(name, "vkCmdSetScissor") == 0) {
        real_scissor = (PFN_vkCmdSetScissor) real;
        return (PFN_vkVoidFunction) set_scissor;
    }
    return real;
}
