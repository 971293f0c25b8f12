/* Direct3D's blend state, in Vulkan's structs. */
#include <assert.h>
#include <string.h>

#include "translate_parts.h"

/* Both APIs name the components of a write mask by the same four bits. */
static_assert(1u << OMBRE_RED == VK_COLOR_COMPONENT_R_BIT, "red");
static_assert(1u << OMBRE_GREEN == VK_COLOR_COMPONENT_G_BIT, "green");
static_assert(1u << OMBRE_BLUE == VK_COLOR_COMPONENT_B_BIT, "blue");
static_assert(1u << OMBRE_ALPHA == VK_COLOR_COMPONENT_A_BIT, "alpha");

/* --- Enumerators --------------------------------------------------------- */

/* clang-format off */

/* FS 17.1 and Vulkan's table "Blend Factors".  ALPHA_FACTOR spreads the
 * constant's alpha over all components (Vulkan On 12, "Alpha blend factor");
 * VK_KHR_portability_subset need not have it in colour slots. */
static const uint8_t color_factors[] = {
    [OMBRE_ZERO]             = VK_BLEND_FACTOR_ZERO,
    [OMBRE_ONE]              = VK_BLEND_FACTOR_ONE,
    [OMBRE_SRC_COLOR]        = VK_BLEND_FACTOR_SRC_COLOR,
    [OMBRE_INV_SRC_COLOR]    = VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,
    [OMBRE_SRC_ALPHA]        = VK_BLEND_FACTOR_SRC_ALPHA,
    [OMBRE_INV_SRC_ALPHA]    = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
    [OMBRE_DEST_ALPHA]       = VK_BLEND_FACTOR_DST_ALPHA,
    [OMBRE_INV_DEST_ALPHA]   = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
    [OMBRE_DEST_COLOR]       = VK_BLEND_FACTOR_DST_COLOR,
    [OMBRE_INV_DEST_COLOR]   = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,
    [OMBRE_SRC_ALPHA_SAT]    = VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,
    [OMBRE_BLEND_FACTOR]     = VK_BLEND_FACTOR_CONSTANT_COLOR,
    [OMBRE_INV_BLEND_FACTOR] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR,
    [OMBRE_SRC1_COLOR]       = VK_BLEND_FACTOR_SRC1_COLOR,
    [OMBRE_INV_SRC1_COLOR]   = VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,
    [OMBRE_SRC1_ALPHA]       = VK_BLEND_FACTOR_SRC1_ALPHA,
    [OMBRE_INV_SRC1_ALPHA]   = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
    [OMBRE_ALPHA_FACTOR]     = VK_BLEND_FACTOR_CONSTANT_ALPHA,
    [OMBRE_INV_ALPHA_FACTOR] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
};

/* In alpha slots a colour factor means its alpha: Direct3D 9 allows it so, and
 * BLEND_FACTOR reads the constant's alpha in all versions (FS 17.2). */
static const uint8_t alpha_factors[] = {
    [OMBRE_ZERO]             = VK_BLEND_FACTOR_ZERO,
    [OMBRE_ONE]              = VK_BLEND_FACTOR_ONE,
    [OMBRE_SRC_COLOR]        = VK_BLEND_FACTOR_SRC_ALPHA,
    [OMBRE_INV_SRC_COLOR]    = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
    [OMBRE_SRC_ALPHA]        = VK_BLEND_FACTOR_SRC_ALPHA,
    [OMBRE_INV_SRC_ALPHA]    = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
    [OMBRE_DEST_ALPHA]       = VK_BLEND_FACTOR_DST_ALPHA,
    [OMBRE_INV_DEST_ALPHA]   = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
    [OMBRE_DEST_COLOR]       = VK_BLEND_FACTOR_DST_ALPHA,
    [OMBRE_INV_DEST_COLOR]   = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
    [OMBRE_SRC_ALPHA_SAT]    = VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,
    [OMBRE_BLEND_FACTOR]     = VK_BLEND_FACTOR_CONSTANT_ALPHA,
    [OMBRE_INV_BLEND_FACTOR] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
    [OMBRE_SRC1_COLOR]       = VK_BLEND_FACTOR_SRC1_ALPHA,
    [OMBRE_INV_SRC1_COLOR]   = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
    [OMBRE_SRC1_ALPHA]       = VK_BLEND_FACTOR_SRC1_ALPHA,
    [OMBRE_INV_SRC1_ALPHA]   = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
    [OMBRE_ALPHA_FACTOR]     = VK_BLEND_FACTOR_CONSTANT_ALPHA,
    [OMBRE_INV_ALPHA_FACTOR] = VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
};

static const uint8_t blend_ops[] = {
    [OMBRE_OP_ADD]          = VK_BLEND_OP_ADD,
    [OMBRE_OP_SUBTRACT]     = VK_BLEND_OP_SUBTRACT,
    [OMBRE_OP_REV_SUBTRACT] = VK_BLEND_OP_REVERSE_SUBTRACT,
    [OMBRE_OP_MIN]          = VK_BLEND_OP_MIN,
    [OMBRE_OP_MAX]          = VK_BLEND_OP_MAX,
};

/* By name: the numbers differ (FS 17.7, Vulkan's table "Logical Operations"). */
VkLogicOp translate_logic_op(enum ombre_logic_op op)
{
    switch (op) {
    case OMBRE_LOGIC_CLEAR:         return VK_LOGIC_OP_CLEAR;
    case OMBRE_LOGIC_SET:           return VK_LOGIC_OP_SET;
    case OMBRE_LOGIC_COPY:          return VK_LOGIC_OP_COPY;
    case OMBRE_LOGIC_COPY_INVERTED: return VK_LOGIC_OP_COPY_INVERTED;
    case OMBRE_LOGIC_NOOP:          return VK_LOGIC_OP_NO_OP;
    case OMBRE_LOGIC_INVERT:        return VK_LOGIC_OP_INVERT;
    case OMBRE_LOGIC_AND:           return VK_LOGIC_OP_AND;
    case OMBRE_LOGIC_NAND:          return VK_LOGIC_OP_NAND;
    case OMBRE_LOGIC_OR:            return VK_LOGIC_OP_OR;
    case OMBRE_LOGIC_NOR:           return VK_LOGIC_OP_NOR;
    case OMBRE_LOGIC_XOR:           return VK_LOGIC_OP_XOR;
    case OMBRE_LOGIC_EQUIV:         return VK_LOGIC_OP_EQUIVALENT;
    case OMBRE_LOGIC_AND_REVERSE:   return VK_LOGIC_OP_AND_REVERSE;
    case OMBRE_LOGIC_AND_INVERTED:  return VK_LOGIC_OP_AND_INVERTED;
    case OMBRE_LOGIC_OR_REVERSE:    return VK_LOGIC_OP_OR_REVERSE;
    case OMBRE_LOGIC_OR_INVERTED:   return VK_LOGIC_OP_OR_INVERTED;
    }
    return VK_LOGIC_OP_MAX_ENUM;
}

/* --- Carriers ------------------------------------------------------------ */

struct rewrite {
    VkBlendFactor from, to;
};

/* The alpha equation of A8, moved to red: it reads and writes what is stored
 * there, and saturation is 1 in an alpha slot.  The constant and the second
 * source keep their alpha. */
static const struct rewrite alpha_in_red[] = {
    {VK_BLEND_FACTOR_SRC_ALPHA, VK_BLEND_FACTOR_SRC_COLOR},
    {VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR},
    {VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_FACTOR_DST_COLOR},
    {VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR},
    {VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_ONE},
};

/* A format without alpha reads 1 there (FS 19.1.3.3), so that saturation is
 * min(As, 1 - 1). */
static const struct rewrite opaque[] = {
    {VK_BLEND_FACTOR_DST_ALPHA, VK_BLEND_FACTOR_ONE},
    {VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA, VK_BLEND_FACTOR_ZERO},
    {VK_BLEND_FACTOR_SRC_ALPHA_SATURATE, VK_BLEND_FACTOR_ZERO},
};
/* clang-format on */

static VkBlendFactor rewritten(const struct rewrite *rows, size_t count,
                               VkBlendFactor factor)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].from == factor)
            return rows[i].to;
    return factor;
}

static VkBlendFactor in_red(VkBlendFactor factor)
{
    return rewritten(alpha_in_red, sizeof alpha_in_red / sizeof *alpha_in_red,
                     factor);
}

static VkBlendFactor without_alpha(VkBlendFactor factor)
{
    return rewritten(opaque, sizeof opaque / sizeof *opaque, factor);
}

/* --- Attachments --------------------------------------------------------- */

/* Blending off, in the one spelling that makes equal states equal bytes. */
static const VkPipelineColorBlendAttachmentState replace = {
    .blendEnable = VK_FALSE,
    .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstColorBlendFactor = VK_BLEND_FACTOR_ZERO,
    .colorBlendOp = VK_BLEND_OP_ADD,
    .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
    .dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO,
    .alphaBlendOp = VK_BLEND_OP_ADD,
};

/* Beyond the last attachment. */
static const VkPipelineColorBlendAttachmentState nothing;

static void copy_color(VkPipelineColorBlendAttachmentState *to,
                       const VkPipelineColorBlendAttachmentState *from)
{
    to->srcColorBlendFactor = from->srcColorBlendFactor;
    to->dstColorBlendFactor = from->dstColorBlendFactor;
    to->colorBlendOp = from->colorBlendOp;
}

static void copy_alpha(VkPipelineColorBlendAttachmentState *to,
                       const VkPipelineColorBlendAttachmentState *from)
{
    to->srcAlphaBlendFactor = from->srcAlphaBlendFactor;
    to->dstAlphaBlendFactor = from->dstAlphaBlendFactor;
    to->alphaBlendOp = from->alphaBlendOp;
}

/* MIN and MAX ignore their factors in both APIs; a second source must not
 * reach the driver through them. */
static bool ignores_factors(enum ombre_blend_op op)
{
    return ombre_blend_op_is_min_or_max(op);
}

/* Enumerators are known: translate_accept() has seen them. */
static void fill_color(const struct ombre_equation *equation,
                       VkPipelineColorBlendAttachmentState *out)
{
    const bool ignored = ignores_factors(equation->op);
    const uint8_t src = color_factors[equation->src];
    const uint8_t dest = color_factors[equation->dest];

    out->srcColorBlendFactor =
        ignored ? VK_BLEND_FACTOR_ONE : (VkBlendFactor) src;
    out->dstColorBlendFactor =
        ignored ? VK_BLEND_FACTOR_ONE : (VkBlendFactor) dest;
    out->colorBlendOp = (VkBlendOp) blend_ops[equation->op];
}

static void fill_alpha(const struct ombre_equation *equation,
                       VkPipelineColorBlendAttachmentState *out)
{
    const bool ignored = ignores_factors(equation->op);
    const uint8_t src = alpha_factors[equation->src];
    const uint8_t dest = alpha_factors[equation->dest];

    out->srcAlphaBlendFactor =
        ignored ? VK_BLEND_FACTOR_ONE : (VkBlendFactor) src;
    out->dstAlphaBlendFactor =
        ignored ? VK_BLEND_FACTOR_ONE : (VkBlendFactor) dest;
    out->alphaBlendOp = (VkBlendOp) blend_ops[equation->op];
}

/* What Direct3D asks for.  ADD ONE/ZERO stays a blend: it is no copy where the
 * target holds NaN or infinity (FS 17.5). */
static void fill_attachment(const struct slot *slot,
                            VkPipelineColorBlendAttachmentState *out)
{
    if (slot->blend) {
        out->blendEnable = VK_TRUE;
        fill_color(&slot->target->color, out);
        fill_alpha(&slot->target->alpha, out);
    } else {
        *out = replace;
    }
    out->colorWriteMask = slot->mask;
}

static bool is_second_source(VkBlendFactor factor)
{
    return factor >= VK_BLEND_FACTOR_SRC1_COLOR &&
           factor <= VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
}

/* Take a second source out of equations that write nothing: for Vulkan its
 * presence in an enabled attachment is enough. */
static void drop_second_source(VkPipelineColorBlendAttachmentState *a)
{
    if (is_second_source(a->srcColorBlendFactor) ||
        is_second_source(a->dstColorBlendFactor))
        copy_color(a, &replace);
    if (is_second_source(a->srcAlphaBlendFactor) ||
        is_second_source(a->dstAlphaBlendFactor))
        copy_alpha(a, &replace);
}

static VkPipelineColorBlendAttachmentState move_to_red(
    const VkPipelineColorBlendAttachmentState *a)
{
    VkPipelineColorBlendAttachmentState out = replace;

    out.blendEnable = a->blendEnable;
    out.srcColorBlendFactor = in_red(a->srcAlphaBlendFactor);
    out.dstColorBlendFactor = in_red(a->dstAlphaBlendFactor);
    out.colorBlendOp = a->alphaBlendOp;
    if ((a->colorWriteMask & VK_COLOR_COMPONENT_A_BIT) != 0)
        out.colorWriteMask = VK_COLOR_COMPONENT_R_BIT;
    return out;
}

/* Fit what Direct3D asks for to how the target is held. */
static void fit_attachment(const struct slot *slot,
                           VkPipelineColorBlendAttachmentState *a)
{
    switch (slot->holding) {
    case HELD_NATIVE: break;
    case HELD_OPAQUE:
        a->srcColorBlendFactor = without_alpha(a->srcColorBlendFactor);
        a->dstColorBlendFactor = without_alpha(a->dstColorBlendFactor);
        break;
    case HELD_ALPHA_IN_RED: *a = move_to_red(a); break;
    }
}

bool attachments_equal(const VkPipelineColorBlendAttachmentState *a,
                       const VkPipelineColorBlendAttachmentState *b)
{
    return memcmp(a, b, sizeof *a) == 0;
}

/* --- One attachment for all ---------------------------------------------- */

/* What all targets could have, if any attachment can serve them: the mask of
 * all, and each equation from a target to which it matters. */
static VkPipelineColorBlendAttachmentState shared_attachment(
    const struct ombre_vk_state *vk)
{
    VkPipelineColorBlendAttachmentState shared = replace;

    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        const VkPipelineColorBlendAttachmentState *a = &vk->attachment[i];
        if ((a->colorWriteMask & RGB_COMPONENTS) != 0)
            copy_color(&shared, a);
        if ((a->colorWriteMask & ALPHA_COMPONENT) != 0)
            copy_alpha(&shared, a);
        shared.blendEnable |= a->blendEnable;
        shared.colorWriteMask |= a->colorWriteMask;
    }
    return shared;
}

/* Whether a target may have `shared` instead of the attachment it has: what it
 * stores must not notice. */
static bool can_share(const struct translating *t, unsigned index,
                      const VkPipelineColorBlendAttachmentState *shared)
{
    const struct slot *slot = &t->slot[index];
    VkPipelineColorBlendAttachmentState own = t->out->vk.attachment[index];
    const VkColorComponentFlags mask = own.colorWriteMask;

    if (slot_is_hole(slot))
        return true;
    if ((shared->colorWriteMask & ~(VkColorComponentFlags) slot->spare) != mask)
        return false;
    if (mask == 0)
        return !shared->blendEnable || slot->facts->blend;
    if ((mask & RGB_COMPONENTS) == 0)
        copy_color(&own, shared);
    if ((mask & ALPHA_COMPONENT) == 0)
        copy_alpha(&own, shared);
    own.colorWriteMask = shared->colorWriteMask;
    return attachments_equal(&own, shared);
}

bool attachments_differ(const struct ombre_vk_state *vk)
{
    for (uint32_t i = 1; i < vk->attachment_count; i++)
        if (!attachments_equal(&vk->attachment[i], &vk->attachment[0]))
            return true;
    return false;
}

/* VUID-VkPipelineColorBlendStateCreateInfo-pAttachments-00605: without
 * independentBlend all attachments are identical. */
static void share_attachment(struct translating *t)
{
    struct ombre_vk_state *vk = &t->out->vk;
    const VkPipelineColorBlendAttachmentState shared = shared_attachment(vk);

    if (!attachments_differ(vk))
        return;
    for (unsigned i = 0; i < vk->attachment_count; i++)
        if (!can_share(t, i, &shared))
            return;
    for (unsigned i = 0; i < vk->attachment_count; i++)
        vk->attachment[i] = shared;
}

/* --- The whole ----------------------------------------------------------- */

/* SV_Coverage switches it off (FS 16.9.4, 17.18); without an alpha to read the
 * result is undefined, and VUID-VkGraphicsPipelineCreateInfo-renderPass-08891
 * forbids it. */
static bool covers_by_alpha(const struct ombre_state *state)
{
    const struct ombre_output *output = &state->shader.output[0];

    return state->alpha_to_coverage && state->shader.bound &&
           state->shader.coverage == OMBRE_COVERAGE_NONE &&
           output->type != OMBRE_OUTPUT_NONE &&
           (output->components & ALPHA_COMPONENT) != 0;
}

void translate_blend(struct translating *t)
{
    const struct ombre_state *state = t->state;
    struct ombre_vk_state *vk = &t->out->vk;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const struct slot *slot = &t->slot[i];
        VkPipelineColorBlendAttachmentState *a = &vk->attachment[i];
        fill_attachment(slot, a);
        t->out->key[1 + i] = translate_key_word(slot, a);
        fit_attachment(slot, a);
    }
    if (!t->dual_source && is_in(t->seconds, 0))
        drop_second_source(&vk->attachment[0]);
    for (unsigned i = vk->attachment_count; i < OMBRE_MAX_TARGETS; i++)
        vk->attachment[i] = nothing;
    if (!t->facts->independent_blend)
        share_attachment(t);

    vk->logic_op_enable = state->logic_op_enable;
    vk->logic_op = state->logic_op_enable ? translate_logic_op(state->logic_op)
                                          : VK_LOGIC_OP_COPY;
    memcpy(vk->blend_constants, state->blend_factor,
           sizeof vk->blend_constants);
    vk->samples = (VkSampleCountFlagBits) state->sample_count;
    vk->sample_mask = state->sample_mask;
    vk->alpha_to_coverage_enable = covers_by_alpha(state);
    vk->dual_source = t->dual_source;
    vk->emulated = 0;
    vk->split = VK_FALSE;
}

void translate_attachment(const struct slot *slot,
                          VkPipelineColorBlendAttachmentState *out)
{
    fill_attachment(slot, out);
}
