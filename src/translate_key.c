/* The key: from Direct3D's side of the state, so that it is the same on all
 * devices. */
#include "translate_parts.h"

/* Bits of word 0. */
enum {
    LOGIC_OP_SHIFT = 8, /* 4 bits, above the version */
    LOGIC_OP_ENABLE_SHIFT = 12,
    ALPHA_TO_COVERAGE_SHIFT = 13,
    DUAL_SOURCE_SHIFT = 14,
    SAMPLES_SHIFT = 15, /* 3 bits: the logarithm */
};

/* Bits of a target's word: four factors of 5 bits, two operations of 3, the
 * mask, and two flags. */
enum {
    COLOR_DEST_SHIFT = 5,
    ALPHA_SRC_SHIFT = 10,
    ALPHA_DEST_SHIFT = 15,
    COLOR_OP_SHIFT = 20,
    ALPHA_OP_SHIFT = 23,
    MASK_SHIFT = 26,
    BLEND_ENABLE_SHIFT = 30,
    HOLE_SHIFT = 31,
};

static uint32_t logarithm(uint32_t power_of_two)
{
    uint32_t result = 0;
    while (power_of_two > 1) {
        power_of_two >>= 1;
        result++;
    }
    return result;
}

static uint32_t shared_word(const struct translating *t)
{
    const struct ombre_vk_state *vk = &t->out->vk;
    uint32_t word = OMBRE_KEY_VERSION;

    if (vk->logic_op_enable)
        word |= UINT32_C(1) << LOGIC_OP_ENABLE_SHIFT | (uint32_t) vk->logic_op
                                                           << LOGIC_OP_SHIFT;
    word |= vk->alpha_to_coverage_enable << ALPHA_TO_COVERAGE_SHIFT;
    word |= (uint32_t) t->dual_source << DUAL_SOURCE_SHIFT;
    return word | logarithm(t->state->sample_count) << SAMPLES_SHIFT;
}

/* Saturation is 1 in a slot of alpha. */
static uint32_t alpha_factor(VkBlendFactor factor)
{
    return (uint32_t) (factor == VK_BLEND_FACTOR_SRC_ALPHA_SATURATE
                           ? VK_BLEND_FACTOR_ONE
                           : factor);
}

/* A format without alpha reads 1 there (FS 19.1.3.3), so that saturation is
 * min(As, 0): 0 where As is clamped to [0, 1]. */
static uint32_t color_factor(const struct ombre_format *format,
                             VkBlendFactor factor)
{
    if ((format->components & ALPHA_COMPONENT) != 0)
        return (uint32_t) factor;
    if (factor == VK_BLEND_FACTOR_DST_ALPHA)
        return VK_BLEND_FACTOR_ONE;
    if (factor == VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA ||
        (factor == VK_BLEND_FACTOR_SRC_ALPHA_SATURATE &&
         format->numeric == OMBRE_UNORM))
        return VK_BLEND_FACTOR_ZERO;
    return (uint32_t) factor;
}

/* An equation whose components are all masked off changes nothing, so nothing
 * of it is in the key. */
uint32_t translate_key_word(const struct slot *slot,
                            const VkPipelineColorBlendAttachmentState *asked)
{
    uint32_t word = (uint32_t) slot->mask << MASK_SHIFT;

    if (slot_is_hole(slot))
        return UINT32_C(1) << HOLE_SHIFT;
    if (!asked->blendEnable)
        return word;
    word |= UINT32_C(1) << BLEND_ENABLE_SHIFT;
    if ((slot->mask & ~(unsigned) ALPHA_COMPONENT) != 0)
        word |= color_factor(slot->format, asked->srcColorBlendFactor) |
                color_factor(slot->format, asked->dstColorBlendFactor)
                    << COLOR_DEST_SHIFT |
                (uint32_t) asked->colorBlendOp << COLOR_OP_SHIFT;
    if ((slot->mask & ALPHA_COMPONENT) != 0)
        word |= alpha_factor(asked->srcAlphaBlendFactor) << ALPHA_SRC_SHIFT |
                alpha_factor(asked->dstAlphaBlendFactor) << ALPHA_DEST_SHIFT |
                (uint32_t) asked->alphaBlendOp << ALPHA_OP_SHIFT;
    return word;
}

void translate_key(struct translating *t)
{
    t->out->key[0] = shared_word(t);
}
