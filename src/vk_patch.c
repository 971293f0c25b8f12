/* Shader patches: which outputs they leave, and the numbers that the shader
 * applies. */
#include "vk.h"

#include <string.h>

struct vk_outputs vk_outputs_patched(const struct ombre_vk_state *state,
                                     const struct vk_outputs *outputs)
{
    struct vk_outputs left = *outputs;

    for (uint32_t i = 0; i < state->patch_count; i++) {
        const struct ombre_vk_patch *const p = &state->patch[i];
        switch (p->kind) {
        case OMBRE_VK_PATCH_SECOND_SOURCE:
            left.second_source = left.type[1] != OMBRE_GPU_OUTPUT_NONE;
            left.type[1] = OMBRE_GPU_OUTPUT_NONE;
            break;
        case OMBRE_VK_PATCH_DROP_OUTPUT:
            left.type[p->output] = OMBRE_GPU_OUTPUT_NONE;
            if (p->output == 1)
                left.second_source = false;
            break;
        case OMBRE_VK_PATCH_NAN_TO_ZERO:
        case OMBRE_VK_PATCH_CLAMP_INTEGER:
        case OMBRE_VK_PATCH_ALPHA_TO_RED: break;
        case OMBRE_VK_PATCH_COVER_BY_ALPHA: left.coverage = true; break;
        }
    }
    return left;
}

static bool is_less(uint32_t a, uint32_t b, bool is_signed)
{
    /* Two's complement in order: turn the sign bit. */
    const uint32_t sign = is_signed ? 0x80000000u : 0;

    return (a ^ sign) < (b ^ sign);
}

static uint32_t clamp(uint32_t value, uint32_t low, uint32_t high,
                      bool is_signed)
{
    if (is_less(value, low, is_signed))
        return low;
    return is_less(high, value, is_signed) ? high : value;
}

/* The block that changes nothing. */
static struct vk_patch_block identity(const struct vk_outputs *outputs)
{
    struct vk_patch_block block = {0};

    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++)
        for (uint32_t c = 0; c < 4; c++) {
            const bool is_signed = outputs->type[i] == OMBRE_GPU_OUTPUT_SINT;
            block.patch[i].low[c] = is_signed ? 0x80000000u : 0;
            block.patch[i].high[c] = is_signed ? 0x7FFFFFFFu : 0xFFFFFFFFu;
        }
    return block;
}

/* The shader moves alpha first and clamps once; patches come in any order and
 * number.  A clamp before the move is carried along by it, and a clamp of a
 * clamp is the clamp to its clamped ends. */
static void add_patch(struct vk_patch_block *block,
                      const struct ombre_vk_patch *p, bool is_signed)
{
    uint32_t *const low = block->patch[p->output].low;
    uint32_t *const high = block->patch[p->output].high;

    switch (p->kind) {
    case OMBRE_VK_PATCH_SECOND_SOURCE:
    case OMBRE_VK_PATCH_DROP_OUTPUT: break;
    case OMBRE_VK_PATCH_NAN_TO_ZERO:
        block->patch[p->output].nan_to_zero = 1;
        break;
    case OMBRE_VK_PATCH_CLAMP_INTEGER:
        for (uint32_t c = 0; c < 4; c++) {
            low[c] = clamp(low[c], p->low[c], p->high[c], is_signed);
            high[c] = clamp(high[c], p->low[c], p->high[c], is_signed);
        }
        break;
    case OMBRE_VK_PATCH_ALPHA_TO_RED:
        block->patch[p->output].alpha_to_red = 1;
        low[0] = low[3];
        high[0] = high[3];
        break;
    case OMBRE_VK_PATCH_COVER_BY_ALPHA: block->cover_by_alpha = 1; break;
    }
}

struct vk_patch_block vk_patch_block(const struct ombre_vk_state *state,
                                     const struct vk_outputs *outputs)
{
    struct vk_patch_block block = identity(outputs);

    block.coverage_type = (uint32_t) outputs->type[0];
    block.samples = (uint32_t) state->samples;
    for (uint32_t i = 0; i < state->patch_count; i++)
        add_patch(&block, &state->patch[i],
                  outputs->type[state->patch[i].output] ==
                      OMBRE_GPU_OUTPUT_SINT);
    return block;
}
