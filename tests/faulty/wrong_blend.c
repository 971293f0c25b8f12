/* Faults of an output merger, planted between the command and a right driver:
 *
 *   FAULTY_DRIVER_BLEND  name of one fault: one of faults[], or a pair as
 *                        "factor.color-src.src_alpha.as.one",
 *                        "op.alpha.min.as.max", "logic.op.and.as.or"
 *   FAULTY_DRIVER_RIGHT  pipelines of a process that are right, before it
 *
 * Names that the command's catalogue of faults has mean the same there.
 */
#include "wrong_blend.h"

#include <stdlib.h>
#include <string.h>

#include "wrong_state.h"

static PFN_vkCreateGraphicsPipelines real_create;
static PFN_vkCmdSetBlendConstants real_constants;

static const struct fault *wanted(void)
{
    return wrong_state_find(getenv("FAULTY_DRIVER_BLEND"));
}

/* --- Constants ---------------------------------------------------------------
 */

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

static float wrong_number(float x, enum constant how)
{
    switch (how) {
    case ZERO: return 0;
    case ONE: return 1;
    case CLAMPED: return clamp(x, 0, 1);
    case POSITIVE: return x < 0 ? 0 : x;
    case SIGNED: return clamp(x, -1, 1);
    case INVERSE: return 1 - x;
    case MAGNITUDE: return x < 0 ? -x : x;
    case ROTATED:
    case CONSTANT_RED_BLUE:
    case ALPHA_RED:
    case RED_ALL:
    case ALPHA_ONE:
    case STALE: break;
    }
    return x;
}

/* --- Functions of the device -----------------------------------------------
 */

static VkResult VKAPI_CALL create(VkDevice device, VkPipelineCache cache,
                                  uint32_t count,
                                  const VkGraphicsPipelineCreateInfo *info,
                                  const VkAllocationCallbacks *allocator,
                                  VkPipeline *out)
{
    struct pipeline p = {
        .count = info->pColorBlendState->attachmentCount,
        .blend = *info->pColorBlendState,
        .samples = *info->pMultisampleState,
        .mask = {UINT32_MAX},
    };
    VkGraphicsPipelineCreateInfo wrong = *info;
    const char *name = getenv("FAULTY_DRIVER_BLEND");
    /* The command makes one pipeline at a time. */
    if (count != 1 || p.count > 8)
        return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(p.target, p.blend.pAttachments, p.count * sizeof *p.target);
    if (p.samples.pSampleMask)
        p.mask[0] = p.samples.pSampleMask[0];
    p.blend.pAttachments = p.target;
    p.samples.pSampleMask = p.mask;
    static unsigned made;
    const char *right = getenv("FAULTY_DRIVER_RIGHT");
    const bool is_right = made++ < (right ? strtoul(right, NULL, 10) : 0);
    if (!is_right && wanted())
        wanted()->change(&p, wanted()->arg);
    else if (!is_right)
        wrong_pair_plant(&p, name);
    wrong.pColorBlendState = &p.blend;
    wrong.pMultisampleState = &p.samples;
    return real_create(device, cache, 1, &wrong, allocator, out);
}

static void VKAPI_CALL set_constants(VkCommandBuffer commands,
                                     const float constants[4])
{
    static const unsigned from[][4] = {
        [ROTATED] = {1, 2, 3, 0},
        [CONSTANT_RED_BLUE] = {2, 1, 0, 3},
        [ALPHA_RED] = {0, 1, 2, 0},
        [RED_ALL] = {0, 0, 0, 0},
    };
    static float before[4] = {1, 1, 1, 1};
    const enum constant how = wanted()->constant;
    float wrong[4];
    for (unsigned i = 0; i < 4; i++) {
        const VkBool32 moves = how >= ROTATED && how <= RED_ALL;
        wrong[i] = wrong_number(constants[moves ? from[how][i] : i], how);
    }
    if (how == ALPHA_ONE)
        wrong[3] = 1;
    if (how == STALE)
        memcpy(wrong, before, sizeof wrong);
    memcpy(before, constants, sizeof before);
    real_constants(commands, wrong);
}

PFN_vkVoidFunction wrong_blend(const char *name, PFN_vkVoidFunction real)
{
    const struct fault *fault = wanted();
    if (!real || (!fault && !wrong_pair_is(getenv("FAULTY_DRIVER_BLEND"))))
        return real;
    if (strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        real_create = (PFN_vkCreateGraphicsPipelines) real;
        return (PFN_vkVoidFunction) create;
    }
    if (strcmp(name, "vkCmdSetBlendConstants") == 0 && fault &&
        fault->constant) {
        real_constants = (PFN_vkCmdSetBlendConstants) real;
        return (PFN_vkVoidFunction) set_constants;
    }
    return real;
}
