/* Emulated targets that would not be what they are said to be. */
#include "vk.h"
#include "vk_emulate.h"

/* Whether a numeric has components of so many bits. */
static bool has_width(enum ombre_vk_numeric numeric, uint32_t bits)
{
    switch (numeric) {
    case OMBRE_VK_UNORM: return bits <= 16;
    case OMBRE_VK_SRGB: return bits == 8;
    case OMBRE_VK_SNORM: return bits == 8 || bits == 16;
    case OMBRE_VK_UINT:
    case OMBRE_VK_SINT: return bits >= 2 && bits <= 32;
    case OMBRE_VK_FLOAT: return bits == 16 || bits == 32;
    case OMBRE_VK_UFLOAT: return bits == 10 || bits == 11;
    case OMBRE_VK_SHARED: return bits == 9;
    }
    return false;
}

static bool check_layout(struct ombre_gpu *gpu, uint32_t target,
                         const struct ombre_vk_emulation *e,
                         uint32_t texel_size)
{
    for (uint32_t c = 0; c < 4; c++) {
        const uint32_t shift = e->component[c].shift;
        const uint32_t bits = e->component[c].bits;
        if (bits == 0)
            continue;
        if (!has_width(e->numeric, bits) || shift + bits > 8 * texel_size ||
            shift / 32 != (shift + bits - 1) / 32)
            return vk_refuse(gpu,
                             "emulated target %u: component %u has %u bits at "
                             "%u",
                             target, c, bits, shift);
    }
    if (e->numeric == OMBRE_VK_SHARED &&
        (texel_size != 4 || e->component[0].bits != 9 ||
         e->component[1].bits != 9 || e->component[2].bits != 9 ||
         e->component[0].shift != 0 || e->component[1].shift != 9 ||
         e->component[2].shift != 18 || e->component[3].bits != 0))
        return vk_refuse(gpu, "emulated target %u: an exponent has no room",
                         target);
    return true;
}

static bool check_equation(struct ombre_gpu *gpu, uint32_t target,
                           const struct ombre_vk_emulation *e)
{
    const VkPipelineColorBlendAttachmentState *const a = &e->equation;
    const VkBlendFactor last = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;

    if ((uint32_t) a->srcColorBlendFactor > (uint32_t) last ||
        (uint32_t) a->dstColorBlendFactor > (uint32_t) last ||
        (uint32_t) a->srcAlphaBlendFactor > (uint32_t) last ||
        (uint32_t) a->dstAlphaBlendFactor > (uint32_t) last ||
        (uint32_t) a->colorBlendOp > VK_BLEND_OP_MAX ||
        (uint32_t) a->alphaBlendOp > VK_BLEND_OP_MAX || a->blendEnable > 1 ||
        a->colorWriteMask > 0xF)
        return vk_refuse(gpu, "emulated target %u: no such equation", target);
    if (a->blendEnable &&
        (e->numeric == OMBRE_VK_UINT || e->numeric == OMBRE_VK_SINT))
        return vk_refuse(gpu, "emulated target %u: integers do not blend",
                         target);
    if (e->logic_op_enable > 1 ||
        (e->logic_op_enable && (uint32_t) e->logic_op > VK_LOGIC_OP_SET))
        return vk_refuse(gpu, "emulated target %u: no such logic operation: %d",
                         target, (int) e->logic_op);
    return true;
}

/* Numbers of several samples, which shaders read as they are stored. */
static bool is_valued(const struct ombre_gpu_batch *batch,
                      const struct ombre_gpu_target *t,
                      enum ombre_vk_numeric numeric)
{
    const struct vk_format *const row = vk_format_find(t->format);

    return batch->samples != VK_SAMPLE_COUNT_1_BIT && row &&
           row->type == OMBRE_GPU_OUTPUT_FLOAT &&
           row->linear == VK_FORMAT_UNDEFINED && numeric != OMBRE_VK_UINT &&
           numeric != OMBRE_VK_SINT && numeric != OMBRE_VK_SHARED;
}

static bool check_target(struct ombre_gpu *gpu,
                         const struct ombre_gpu_batch *batch,
                         const struct ombre_vk_state *state, uint32_t target)
{
    const struct ombre_gpu_target *const t = &batch->target[target];
    const struct ombre_vk_emulation *const e = &state->emulation[target];

    if ((uint32_t) e->numeric > OMBRE_VK_SHARED)
        return vk_refuse(gpu, "emulated target %u: no such numbers", target);
    if (e->by_value ? !is_valued(batch, t, e->numeric)
                    : t->format == VK_FORMAT_UNDEFINED ||
                          t->format != vk_format_bits(t->texel_size))
        return vk_refuse(gpu, "emulated target %u: %s does not hold its texels",
                         target, vk_format_name(t->format));
    /* An NVIDIA H200 (driver 580.159) reads 0 from it; CPU drivers do not. */
    if (t->image && t->image->dimensions == 1)
        return vk_refuse(
            gpu, "emulated target %u: a 1D image as input attachment", target);
    return check_layout(gpu, target, e, t->texel_size) &&
           check_equation(gpu, target, e);
}

bool vk_check_emulation(struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch,
                        const struct ombre_vk_state *state)
{
    const uint32_t emulated =
        vk_batch_emulates(batch) & ((1u << state->attachment_count) - 1);

    if (state->emulated >> state->attachment_count != 0)
        return vk_refuse(gpu, "targets 0x%x are emulated, of %u",
                         state->emulated, state->attachment_count);
    if (state->emulated != emulated)
        return vk_refuse(gpu, "states emulate targets 0x%x and 0x%x", emulated,
                         state->emulated);
    if (state->emulated != 0 && batch->samples != VK_SAMPLE_COUNT_1_BIT &&
        !gpu->facts.sample_rate_shading)
        return vk_refuse(gpu,
                         "%d samples cannot be emulated without "
                         "sampleRateShading",
                         (int) batch->samples);
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (state->emulated >> i & 1 && !check_target(gpu, batch, state, i))
            return false;
    return true;
}
