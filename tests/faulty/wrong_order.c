/* Faults that only a sequence of commands shows, and those of clears:
 *
 *   FAULTY_DRIVER_BLEND  one of
 *     order.constants-first   blend constants stay the first of a buffer
 *     order.enable-sticky     what has blended once goes on (by command)
 *     order.equation-first    equations stay the first (by command)
 *     order.mask-first        write masks stay the first (by command)
 *     order.pipeline-first    a pipeline of as many targets is not changed
 *     order.targets-lost      after a pipeline of fewer targets, the others
 *                             write nothing
 *     clear.rect-wide         a rectangle is one column too wide
 *     clear.first-only        clears in a pass work once a buffer
 *     clear.srgb-linear       colours are not encoded
 *     clear.rounded           a pass begins with colours of 0 and 1 only
 *     clear.whole             a pass clears more than its area
 *
 * Commands are recorded on one thread; pipelines are made on several.
 */
#include "wrong_order.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static PFN_vkBeginCommandBuffer real_begin;
static PFN_vkCmdSetBlendConstants real_constants;
static PFN_vkCmdSetColorBlendEnableEXT real_enable;
static PFN_vkCmdSetColorBlendEquationEXT real_equation;
static PFN_vkCmdSetColorWriteMaskEXT real_mask;
static PFN_vkCmdClearAttachments real_clear;
static PFN_vkCmdBeginRenderPass real_pass;
static PFN_vkCmdBindPipeline real_bind;
static PFN_vkCreateGraphicsPipelines real_create;

/* What the command buffer remembers, though it should not. */
static struct {
    float constants[4];
    bool has_constants, has_equation, has_mask, has_cleared, has_fewer;
    VkBool32 enabled[8];
    VkPipeline pipeline;
} held;

static bool is_wanted(const char *name)
{
    const char *fault = getenv("FAULTY_DRIVER_BLEND");
    return fault && strcmp(fault, name) == 0;
}

static VkResult VKAPI_CALL begin(VkCommandBuffer commands,
                                 const VkCommandBufferBeginInfo *info)
{
    memset(&held, 0, sizeof held);
    return real_begin(commands, info);
}

/* --- State ------------------------------------------------------------------
 */

static void VKAPI_CALL set_constants(VkCommandBuffer commands,
                                     const float constants[4])
{
    static const float none[4] = {0};
    if (!held.has_constants && memcmp(constants, none, sizeof none) != 0) {
        memcpy(held.constants, constants, sizeof held.constants);
        held.has_constants = true;
    }
    real_constants(commands, held.has_constants ? held.constants : constants);
}

static void VKAPI_CALL set_enable(VkCommandBuffer commands, uint32_t first,
                                  uint32_t count, const VkBool32 *enable)
{
    for (uint32_t i = first; i < first + count && i < 8; i++)
        held.enabled[i] |= enable[i - first];
    real_enable(commands, first, count, &held.enabled[first]);
}

static void VKAPI_CALL set_equation(VkCommandBuffer commands, uint32_t first,
                                    uint32_t count,
                                    const VkColorBlendEquationEXT *equation)
{
    if (!held.has_equation)
        real_equation(commands, first, count, equation);
    held.has_equation = true;
}

static void VKAPI_CALL set_mask(VkCommandBuffer commands, uint32_t first,
                                uint32_t count,
                                const VkColorComponentFlags *mask)
{
    if (!held.has_mask)
        real_mask(commands, first, count, mask);
    held.has_mask = true;
}

/* --- Pipelines --------------------------------------------------------------
 */

/* How many targets pipelines have, and what is bound in their place. */
static struct made {
    VkPipeline pipeline, crippled;
    uint32_t count;
} made[4096];
static unsigned made_count;
static pthread_mutex_t made_lock = PTHREAD_MUTEX_INITIALIZER;

/* The same pipeline, of which targets from the fifth on write nothing. */
static VkPipeline make_crippled(VkDevice device,
                                const VkGraphicsPipelineCreateInfo *info)
{
    VkPipelineColorBlendAttachmentState target[8];
    VkPipelineColorBlendStateCreateInfo blend = *info->pColorBlendState;
    VkGraphicsPipelineCreateInfo wrong = *info;
    VkPipeline out = VK_NULL_HANDLE;
    for (uint32_t i = 0; i < blend.attachmentCount && i < 8; i++) {
        target[i] = blend.pAttachments[i];
        if (i >= 4)
            target[i].colorWriteMask = 0;
    }
    blend.pAttachments = target;
    wrong.pColorBlendState = &blend;
    real_create(device, VK_NULL_HANDLE, 1, &wrong, NULL, &out);
    return out;
}

static VkResult VKAPI_CALL create(VkDevice device, VkPipelineCache cache,
                                  uint32_t count,
                                  const VkGraphicsPipelineCreateInfo *info,
                                  const VkAllocationCallbacks *allocator,
                                  VkPipeline *out)
{
    const VkResult result =
        real_create(device, cache, count, info, allocator, out);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; i++) {
        if (!info[i].pColorBlendState)
            continue;
        struct made row = {
            .pipeline = out[i],
            .count = info[i].pColorBlendState->attachmentCount,
        };
        if (row.count > 4 && is_wanted("order.targets-lost"))
            row.crippled = make_crippled(device, &info[i]);
        pthread_mutex_lock(&made_lock);
        if (made_count < sizeof made / sizeof *made)
            made[made_count++] = row;
        pthread_mutex_unlock(&made_lock);
    }
    return result;
}

static struct made find_made(VkPipeline pipeline)
{
    for (unsigned i = made_count; i > 0; i--)
        if (made[i - 1].pipeline == pipeline)
            return made[i - 1];
    return (struct made){.pipeline = pipeline};
}

static void VKAPI_CALL bind(VkCommandBuffer commands, VkPipelineBindPoint point,
                            VkPipeline pipeline)
{
    const struct made next = find_made(pipeline);
    const struct made before = find_made(held.pipeline);
    /* Those of one target draw uploads and echoes, too. */
    if (is_wanted("order.pipeline-first") && held.pipeline && next.count > 1 &&
        next.count == before.count)
        return;
    held.pipeline = pipeline;
    held.has_fewer |= next.count > 0 && next.count <= 4;
    real_bind(commands, point,
              held.has_fewer && next.crippled ? next.crippled : pipeline);
}

/* --- Clears -----------------------------------------------------------------
 */

static float linear(float encoded)
{
    /* Near enough to be wrong. */
    return encoded * encoded;
}

static void VKAPI_CALL clear(VkCommandBuffer commands, uint32_t count,
                             const VkClearAttachment *what, uint32_t rects,
                             const VkClearRect *where)
{
    VkClearAttachment wrong = *what;
    VkClearRect wide = *where;
    if (is_wanted("clear.first-only") && held.has_cleared)
        return;
    held.has_cleared = true;
    if (is_wanted("clear.rect-wide"))
        wide.rect.extent.width++;
    for (int i = 0; i < 3 && is_wanted("clear.srgb-linear"); i++)
        wrong.clearValue.color.float32[i] =
            linear(wrong.clearValue.color.float32[i]);
    real_clear(commands, count ? 1 : 0, &wrong, rects ? 1 : 0, &wide);
}

static void VKAPI_CALL pass(VkCommandBuffer commands,
                            const VkRenderPassBeginInfo *info,
                            VkSubpassContents contents)
{
    VkRenderPassBeginInfo wrong = *info;
    VkClearValue value[8];
    wrong.pClearValues = value;
    for (uint32_t i = 0; i < info->clearValueCount && i < 8; i++) {
        value[i] = info->pClearValues[i];
        for (int c = 0; c < 4 && is_wanted("clear.rounded"); c++)
            value[i].color.float32[c] =
                value[i].color.float32[c] < 0.5f ? 0.0f : 1.0f;
    }
    if (info->clearValueCount > 0 && is_wanted("clear.whole"))
        wrong.renderArea.extent.width++;
    real_pass(commands, &wrong, contents);
}

/* --- Functions ---------------------------------------------------------------
 */

/* clang-format off */
#define FUNCTIONS(X)                                                         \
    X("order.constants-first", vkCmdSetBlendConstants, real_constants, set_constants) \
    X("order.enable-sticky", vkCmdSetColorBlendEnableEXT, real_enable, set_enable)    \
    X("order.equation-first", vkCmdSetColorBlendEquationEXT, real_equation, set_equation) \
    X("order.mask-first", vkCmdSetColorWriteMaskEXT, real_mask, set_mask)    \
    X("order.pipeline-first", vkCmdBindPipeline, real_bind, bind)            \
    X("order.pipeline-first", vkCreateGraphicsPipelines, real_create, create) \
    X("order.targets-lost", vkCmdBindPipeline, real_bind, bind)              \
    X("order.targets-lost", vkCreateGraphicsPipelines, real_create, create)  \
    X("clear.rect-wide", vkCmdClearAttachments, real_clear, clear)           \
    X("clear.first-only", vkCmdClearAttachments, real_clear, clear)          \
    X("clear.srgb-linear", vkCmdClearAttachments, real_clear, clear)         \
    X("clear.rounded", vkCmdBeginRenderPass, real_pass, pass)                \
    X("clear.whole", vkCmdBeginRenderPass, real_pass, pass)
/* clang-format on */

PFN_vkVoidFunction wrong_order(const char *name, PFN_vkVoidFunction real)
{
    bool any = false;
    if (!real)
        return real;
#define X(fault, function, kept, wrong)                     \
    any = any || is_wanted(fault);                          \
    if (is_wanted(fault) && strcmp(name, #function) == 0) { \
        kept = (PFN_##function) real;                       \
        return (PFN_vkVoidFunction) wrong;                  \
    }
    FUNCTIONS(X)
#undef X
    if (!any || strcmp(name, "vkBeginCommandBuffer") != 0)
        return real;
    real_begin = (PFN_vkBeginCommandBuffer) real;
    return (PFN_vkVoidFunction) begin;
}
