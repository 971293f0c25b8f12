/* A target of four bytes that the fragment shader computes, and what it is to
 * make of it. */
#ifndef OMBRE_EMULATED_UNORM8_H
#define OMBRE_EMULATED_UNORM8_H

#include "gpu_fixture.h"

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define R32U VK_FORMAT_R32_UINT

/* source - destination: exact for codes, and no order but the right one gives
 * its result. */
static const VkPipelineColorBlendAttachmentState difference = {
    .blendEnable = VK_TRUE,
    .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstColorBlendFactor = VK_BLEND_FACTOR_ONE,
    .colorBlendOp = VK_BLEND_OP_SUBTRACT,
    .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
    .alphaBlendOp = VK_BLEND_OP_SUBTRACT,
    .colorWriteMask = 0xF,
};

static inline struct ombre_vk_emulation unorm8(bool by_value)
{
    return (struct ombre_vk_emulation){
        .numeric = OMBRE_VK_UNORM,
        .component = {{0, 8}, {8, 8}, {16, 8}, {24, 8}},
        .equation = difference,
        .by_value = by_value,
    };
}

/* One emulated target of four bytes. */
static inline struct ombre_vk_state unorm8_state(bool by_value)
{
    const VkFormat format = by_value ? RGBA8 : R32U;
    struct ombre_vk_state state = fixture_state(1, &format);

    state.emulated = 1;
    state.emulation[0] = unorm8(by_value);
    return state;
}

static inline void source_of(uint32_t code, uint32_t out[4])
{
    for (int c = 0; c < 4; c++)
        out[c] = fixture_float((code >> 8 * c & 0xFF) / 255.0);
}

static inline uint32_t differ(uint32_t source, uint32_t dest)
{
    uint32_t out = 0;

    for (int c = 0; c < 32; c += 8) {
        const uint32_t s = source >> c & 0xFF, d = dest >> c & 0xFF;
        out |= (s > d ? s - d : 0) << c;
    }
    return out;
}

#endif
