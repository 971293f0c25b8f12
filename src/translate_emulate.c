/* Plans for what a device's output merger cannot do.
 *
 * A target that the fragment shader computes is, to the output merger, a plain
 * store to unsigned integers.  So an emulated state is the native translation
 * of a state in which such targets are just that, and what stands in its way
 * (sample counts of integers, say) is found where it always is. */
#include <stdio.h>
#include <string.h>

#include "translate_parts.h"

struct emulating {
    struct translating t; /* only the slots are of use */
    const struct ombre_translate_policy *policy;
    struct ombre_translation native;
    /* Why the shader computes a target; NO_TARGET if it does not. */
    enum ombre_because cause[OMBRE_MAX_TARGETS];
};

static bool is_emulated(const struct emulating *e, unsigned index)
{
    return e->cause[index] != OMBRE_BECAUSE_NO_TARGET;
}

/* --- Which targets ------------------------------------------------------- */

static bool lacks_dual_source(const struct ombre_vk_facts *facts)
{
    return !facts->dual_src_blend ||
           facts->max_fragment_dual_src_attachments == 0;
}

/* Why target `index` cannot be had alone. */
static enum ombre_because cause_of_target(const struct emulating *e,
                                          unsigned index)
{
    const struct ombre_vk_facts *facts = e->t.facts;
    const struct ombre_vk_state *vk = &e->native.vk;
    const struct slot *slot = &e->t.slot[index];
    const struct ombre_vk_format_facts *format =
        translate_facts_of(facts, vk->format[index]);

    if (slot_is_hole(slot))
        return OMBRE_BECAUSE_NO_TARGET;
    if (e->policy->in_shader >> index & 1)
        return OMBRE_BECAUSE_ASKED;
    if (!format->color_attachment)
        return OMBRE_BECAUSE_NO_ATTACHMENT;
    if ((format->samples & e->t.state->sample_count) == 0)
        return OMBRE_BECAUSE_NO_SAMPLES;
    if (!slot_is_live(slot))
        return OMBRE_BECAUSE_NO_TARGET;
    if (vk->logic_op_enable && !facts->logic_op)
        return OMBRE_BECAUSE_NO_LOGIC_OP;
    if (index == 0 && vk->dual_source && lacks_dual_source(facts))
        return OMBRE_BECAUSE_NO_DUAL_SOURCE;
    if (vk->attachment[index].blendEnable && !format->blend)
        return OMBRE_BECAUSE_NO_BLEND;
    return OMBRE_BECAUSE_NO_TARGET;
}

/* Leave no live target to the output merger. */
static void spread(struct emulating *e, enum ombre_because cause)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (!is_emulated(e, i) && slot_is_live(&e->t.slot[i]))
            e->cause[i] = cause;
}

/* A logic operation is for all targets or none.  Without independentBlend, and
 * with a shader that may run only once, no live target is left to the output
 * merger. */
static void find_causes(struct emulating *e)
{
    const struct ombre_vk_state *vk = &e->native.vk;
    bool any = false;

    for (unsigned i = 0; i < vk->attachment_count; i++) {
        e->cause[i] = cause_of_target(e, i);
        any |= is_emulated(e, i);
    }
    if (any && vk->logic_op_enable)
        spread(e, OMBRE_BECAUSE_NO_LOGIC_OP);
    if (!e->t.facts->independent_blend && !e->policy->pure_shader &&
        (any || attachments_differ(vk)))
        spread(e, OMBRE_BECAUSE_NO_INDEPENDENT_BLEND);
}

/* --- The state that is left ---------------------------------------------- */

/* The row of unsigned integers with room for texels of `size` bytes.  Vulkan
 * draws to 12 bytes nowhere for sure. */
static const struct ombre_format *bits_of(unsigned size)
{
    switch (size) {
    case 1: return ombre_format_find(62); /* R8_UINT */
    case 2: return ombre_format_find(57); /* R16_UINT */
    case 4: return ombre_format_find(42); /* R32_UINT */
    case 8: return ombre_format_find(17); /* R32G32_UINT */
    default: return ombre_format_find(3); /* R32G32B32A32_UINT */
    }
}

/* The row with the same codes and no curve. */
static const struct ombre_format *without_curve(
    const struct ombre_format *format)
{
    switch (format->dxgi) {
    case 29: return ombre_format_find(28); /* R8G8B8A8 */
    case 91: return ombre_format_find(87); /* B8G8R8A8 */
    case 93: return ombre_format_find(88); /* B8G8R8X8 */
    default: break;
    }
    return format;
}

/* Whether the device draws to a VkFormat with the state's samples. */
static bool can_draw(const struct emulating *e, uint32_t format)
{
    const struct ombre_vk_format_facts *facts =
        translate_facts_of(e->t.facts, (VkFormat) format);

    return facts->color_attachment &&
           (facts->samples & e->t.state->sample_count) != 0;
}

/* Whether texels must, and can, be numbers: where the device has no bits of so
 * many samples, and components where shaders write them. */
static bool is_by_value(const struct emulating *e, unsigned index)
{
    const struct ombre_format *own = e->t.slot[index].target->format;
    const struct ombre_format *bits = bits_of(own->texel_size);
    const struct ombre_format *linear = without_curve(own);

    if (own->numeric == OMBRE_SHARED ||
        ombre_format_base_type(own) != OMBRE_BASE_FLOAT ||
        can_draw(e, bits->vk_format))
        return false;
    return can_draw(e, linear->vk_format) ||
           (ombre_format_has(own, OMBRE_RED) &&
            can_draw(e, linear->vk_carrier));
}

/* Turn target `index` into a plain store. */
static void reduce_target(const struct emulating *e, unsigned index,
                          struct ombre_target *target)
{
    const struct slot *slot = &e->t.slot[index];
    const bool by_value = is_by_value(e, index);

    target->format = by_value ? without_curve(target->format)
                              : bits_of(target->format->texel_size);
    target->blend_enable = false;
    if (!by_value && slot_is_live(slot))
        target->write_mask = ALL_COMPONENTS;
}

static void reduce(const struct emulating *e, struct ombre_state *out)
{
    *out = *e->t.state;
    /* It is made by the shader, from what it outputs before it blends. */
    out->alpha_to_coverage = false;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (is_emulated(e, i))
            reduce_target(e, i, &out->target[i]);
    /* One operation is for all: without the feature, and beside a target that
     * only stores, no live target has it. */
    out->logic_op_enable = false;
}

/* Translate the rest, target by target if it takes that. */
static void translate_rest(const struct emulating *e,
                           const struct ombre_state *rest,
                           struct ombre_translation *out)
{
    struct ombre_vk_facts facts;

    if (ombre_translate(rest, e->t.facts, out) == OMBRE_TRANSLATE_OK ||
        !e->policy->pure_shader)
        return;
    facts = *e->t.facts;
    facts.independent_blend = true;
    (void) ombre_translate(rest, &facts, out);
    out->vk.split = VK_TRUE;
    out->vk.needs &= ~(uint32_t) OMBRE_VK_NEED_INDEPENDENT_BLEND;
}

/* --- What the shader computes -------------------------------------------- */

static enum ombre_vk_numeric numeric_of(const struct ombre_format *format)
{
    switch (format->numeric) {
    case OMBRE_UNORM: break;
    case OMBRE_SNORM: return OMBRE_VK_SNORM;
    case OMBRE_UINT: return OMBRE_VK_UINT;
    case OMBRE_SINT: return OMBRE_VK_SINT;
    case OMBRE_FLOAT: return OMBRE_VK_FLOAT;
    case OMBRE_UFLOAT: return OMBRE_VK_UFLOAT;
    case OMBRE_SHARED: return OMBRE_VK_SHARED;
    }
    return format->srgb ? OMBRE_VK_SRGB : OMBRE_VK_UNORM;
}

static struct ombre_vk_emulation emulation_of(const struct emulating *e,
                                              unsigned index)
{
    const struct slot *slot = &e->t.slot[index];
    const struct ombre_format *format = slot->target->format;
    struct ombre_vk_emulation out = {
        .numeric = numeric_of(format),
        .logic_op_enable = e->native.vk.logic_op_enable,
        .logic_op = e->native.vk.logic_op,
        .by_value = is_by_value(e, index),
    };

    translate_attachment(slot, &out.equation);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        out.component[c].shift = format->component[c].shift;
        out.component[c].bits = format->component[c].bits;
    }
    return out;
}

/* Patches of an output that no output merger sees are for nothing. */
static void drop_patches(struct ombre_vk_state *vk)
{
    uint32_t kept = 0;

    for (uint32_t i = 0; i < vk->patch_count; i++)
        if ((vk->emulated >> vk->patch[i].output & 1) == 0)
            vk->patch[kept++] = vk->patch[i];
    vk->patch_count = kept;
}

static void cover_by_alpha(struct ombre_vk_state *vk)
{
    vk->patch[vk->patch_count++] = (struct ombre_vk_patch){
        .kind = OMBRE_VK_PATCH_COVER_BY_ALPHA, .output = 0};
}

/* --- Words --------------------------------------------------------------- */

static struct ombre_target_plan plan_of(const struct emulating *e,
                                        unsigned index, bool split)
{
    const struct slot *slot = &e->t.slot[index];
    struct ombre_target_plan plan = e->native.plan[index];

    if (!slot_is_live(slot) || (!is_emulated(e, index) && !split))
        return plan;
    if (!is_emulated(e, index)) {
        plan.how = OMBRE_PLAN_SPLIT;
        plan.because = OMBRE_BECAUSE_NO_INDEPENDENT_BLEND;
        return plan;
    }
    return (struct ombre_target_plan){
        .how = OMBRE_PLAN_SHADER,
        .because = e->cause[index],
        .carried = slot->format,
    };
}

/* Both limits, as far as they fit. */
static void tell_limits(const struct ombre_translation *rest,
                        struct ombre_translation *out)
{
    char native[sizeof out->reason];

    memcpy(native, out->reason, sizeof native);
    (void) snprintf(out->reason, sizeof out->reason, "%.85s; emulated: %.90s",
                    native, rest->reason);
}

/* --- The whole ----------------------------------------------------------- */

static enum ombre_translate_status emulate(struct emulating *e,
                                           struct ombre_translation *out)
{
    struct ombre_state rest;

    find_causes(e);
    reduce(e, &rest);
    translate_rest(e, &rest, out);
    if (out->status != OMBRE_TRANSLATE_OK) {
        const struct ombre_translation failed = *out;
        *out = e->native;
        tell_limits(&failed, out);
        return out->status;
    }
    memcpy(out->key, e->native.key, sizeof out->key);
    for (unsigned i = 0; i < out->vk.attachment_count; i++)
        if (is_emulated(e, i)) {
            out->vk.emulated |= 1u << i;
            out->vk.emulation[i] = emulation_of(e, i);
        }
    drop_patches(&out->vk);
    if (e->native.vk.alpha_to_coverage_enable)
        cover_by_alpha(&out->vk);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        out->plan[i] = plan_of(e, i, out->vk.split);
    return out->status;
}

enum ombre_translate_status ombre_translate_with(
    const struct ombre_state *state, const struct ombre_vk_facts *facts,
    const struct ombre_translate_policy *policy, struct ombre_translation *out)
{
    struct emulating e = {
        .t = {.state = state, .facts = facts, .out = out},
        .policy = policy,
    };

    if (ombre_translate(state, facts, out) == OMBRE_TRANSLATE_INVALID ||
        (out->status == OMBRE_TRANSLATE_OK && policy->in_shader == 0))
        return out->status;
    e.native = *out;
    translate_slots(&e.t);
    return emulate(&e, out);
}
