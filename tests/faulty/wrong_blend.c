/* Faults of an output merger, planted between the command and a right driver:
 *
 *   FAULTY_DRIVER_BLEND  name of one fault; see faults[]
 *   FAULTY_DRIVER_RIGHT  pipelines of a process that are right, before it
 */
#include "wrong_blend.h"

#include <stdlib.h>
#include <string.h>

/* What a pipeline says, to be made wrong. */
struct pipeline {
    VkPipelineColorBlendAttachmentState target[8];
    unsigned count;
    VkPipelineColorBlendStateCreateInfo blend;
    VkPipelineMultisampleStateCreateInfo samples;
};

typedef void (*fault)(struct pipeline *);

static PFN_vkCreateGraphicsPipelines real_create;
static PFN_vkCmdSetBlendConstants real_constants;

/* --- Factors and operations ------------------------------------------------
 */

static void swap_factors(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        const VkBlendFactor src = p->target[i].srcColorBlendFactor;
        p->target[i].srcColorBlendFactor = p->target[i].dstColorBlendFactor;
        p->target[i].dstColorBlendFactor = src;
    }
}

static void alpha_as_color(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++) {
        VkPipelineColorBlendAttachmentState *target = &p->target[i];
        target->srcAlphaBlendFactor = target->srcColorBlendFactor;
        target->dstAlphaBlendFactor = target->dstColorBlendFactor;
        target->alphaBlendOp = target->colorBlendOp;
    }
}

static void replace(struct pipeline *p, VkBlendFactor from, VkBlendFactor to)
{
    for (unsigned i = 0; i < p->count; i++) {
        VkPipelineColorBlendAttachmentState *target = &p->target[i];
        VkBlendFactor *const factor[] = {
            &target->srcColorBlendFactor, &target->dstColorBlendFactor,
            &target->srcAlphaBlendFactor, &target->dstAlphaBlendFactor};
        for (unsigned k = 0; k < sizeof factor / sizeof *factor; k++)
            if (*factor[k] == from)
                *factor[k] = to;
    }
}

static void second_as_first(struct pipeline *p)
{
    replace(p, VK_BLEND_FACTOR_SRC1_COLOR, VK_BLEND_FACTOR_SRC_COLOR);
    replace(p, VK_BLEND_FACTOR_SRC1_ALPHA, VK_BLEND_FACTOR_SRC_ALPHA);
}

static void second_alpha_as_color(struct pipeline *p)
{
    replace(p, VK_BLEND_FACTOR_SRC1_ALPHA, VK_BLEND_FACTOR_SRC1_COLOR);
}

static void constant_alpha_as_color(struct pipeline *p)
{
    replace(p, VK_BLEND_FACTOR_CONSTANT_ALPHA, VK_BLEND_FACTOR_CONSTANT_COLOR);
}

static void saturate_as_source_alpha(struct pipeline *p)
{
    replace(p, VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_SRC_ALPHA);
}

static void subtract_reversed(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->target[i].colorBlendOp == VK_BLEND_OP_SUBTRACT)
            p->target[i].colorBlendOp = VK_BLEND_OP_REVERSE_SUBTRACT;
}

static void min_as_max(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->target[i].alphaBlendOp == VK_BLEND_OP_MIN)
            p->target[i].alphaBlendOp = VK_BLEND_OP_MAX;
}

/* --- Targets, masks, samples ---------------------------------------------- */

static void never_blends(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++)
        p->target[i].blendEnable = VK_FALSE;
}

static void first_for_all(struct pipeline *p)
{
    for (unsigned i = 1; i < p->count; i++)
        p->target[i] = p->target[0];
}

static void mask_of_first(struct pipeline *p)
{
    for (unsigned i = 1; i < p->count; i++)
        p->target[i].colorWriteMask = p->target[0].colorWriteMask;
}

/* Of masks that write something: the controls keep behind a mask of nothing. */
static void mask_ignored(struct pipeline *p)
{
    for (unsigned i = 0; i < p->count; i++)
        if (p->target[i].colorWriteMask)
            p->target[i].colorWriteMask = 0xF;
}

static void logic_ignored(struct pipeline *p)
{
    p->blend.logicOpEnable = VK_FALSE;
}

static void logic_reversed(struct pipeline *p)
{
    if (p->blend.logicOp == VK_LOGIC_OP_AND_REVERSE)
        p->blend.logicOp = VK_LOGIC_OP_AND_INVERTED;
}

static void no_alpha_to_coverage(struct pipeline *p)
{
    p->samples.alphaToCoverageEnable = VK_FALSE;
}

/* --- Functions of the device -----------------------------------------------
 */

static void none(struct pipeline *p)
{
    (void) p;
}

static const struct {
    const char *name;
    fault fault;
} faults[] = {
    {"swap-factors", swap_factors},
    {"alpha-as-color", alpha_as_color},
    {"second-as-first", second_as_first},
    {"second-alpha-as-color", second_alpha_as_color},
    {"constant-alpha-as-color", constant_alpha_as_color},
    {"saturate-as-source-alpha", saturate_as_source_alpha},
    {"subtract-reversed", subtract_reversed},
    {"min-as-max", min_as_max},
    {"never-blends", never_blends},
    {"first-for-all", first_for_all},
    {"mask-of-first", mask_of_first},
    {"mask-ignored", mask_ignored},
    {"logic-ignored", logic_ignored},
    {"logic-reversed", logic_reversed},
    {"no-alpha-to-coverage", no_alpha_to_coverage},
    {"constants-clamped", none},
};

/* The fault that is asked for, or NULL. */
static fault wanted(void)
{
    const char *name = getenv("FAULTY_DRIVER_BLEND");
    for (unsigned i = 0; name && i < sizeof faults / sizeof *faults; i++)
        if (strcmp(name, faults[i].name) == 0)
            return faults[i].fault;
    return NULL;
}

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
    };
    VkGraphicsPipelineCreateInfo wrong = *info;
    /* The command makes one pipeline at a time. */
    if (count != 1 || p.count > 8)
        return VK_ERROR_INITIALIZATION_FAILED;
    memcpy(p.target, p.blend.pAttachments, p.count * sizeof *p.target);
    p.blend.pAttachments = p.target;
    static unsigned made;
    const char *right = getenv("FAULTY_DRIVER_RIGHT");
    if (made++ >= (right ? strtoul(right, NULL, 10) : 0))
        wanted()(&p);
    wrong.pColorBlendState = &p.blend;
    wrong.pMultisampleState = &p.samples;
    return real_create(device, cache, 1, &wrong, allocator, out);
}

static void VKAPI_CALL clamp_constants(VkCommandBuffer commands,
                                       const float constants[4])
{
    float clamped[4];
    for (unsigned i = 0; i < 4; i++)
        clamped[i] = constants[i] > 1 ? 1 : constants[i] < 0 ? 0 : constants[i];
    real_constants(commands, clamped);
}

PFN_vkVoidFunction wrong_blend(const char *name, PFN_vkVoidFunction real)
{
    if (!real || !wanted())
        return real;
    if (strcmp(name, "vkCreateGraphicsPipelines") == 0) {
        real_create = (PFN_vkCreateGraphicsPipelines) real;
        return (PFN_vkVoidFunction) create;
    }
    if (strcmp(name, "vkCmdSetBlendConstants") == 0 && wanted() == none) {
        real_constants = (PFN_vkCmdSetBlendConstants) real;
        return (PFN_vkVoidFunction) clamp_constants;
    }
    return real;
}
