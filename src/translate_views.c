/* The same translation for callers who set state by commands. */
#include "translate_parts.h"

static bool is_constant(VkBlendFactor factor)
{
    return factor >= VK_BLEND_FACTOR_CONSTANT_COLOR &&
           factor <= VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA;
}

bool ombre_vk_reads_constants(const struct ombre_vk_state *vk)
{
    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        const VkPipelineColorBlendAttachmentState *a = &vk->attachment[i];
        if (a->blendEnable && (is_constant(a->srcColorBlendFactor) ||
                               is_constant(a->dstColorBlendFactor) ||
                               is_constant(a->srcAlphaBlendFactor) ||
                               is_constant(a->dstAlphaBlendFactor)))
            return true;
    }
    return false;
}

struct ombre_vk_dynamic ombre_vk_dynamic_of(const struct ombre_vk_state *vk)
{
    struct ombre_vk_dynamic out = {.count = vk->attachment_count};

    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        const VkPipelineColorBlendAttachmentState *a = &vk->attachment[i];
        out.enable[i] = a->blendEnable;
        out.mask[i] = a->colorWriteMask;
        out.equation[i] = (VkColorBlendEquationEXT){
            .srcColorBlendFactor = a->srcColorBlendFactor,
            .dstColorBlendFactor = a->dstColorBlendFactor,
            .colorBlendOp = a->colorBlendOp,
            .srcAlphaBlendFactor = a->srcAlphaBlendFactor,
            .dstAlphaBlendFactor = a->dstAlphaBlendFactor,
            .alphaBlendOp = a->alphaBlendOp,
        };
    }
    return out;
}
