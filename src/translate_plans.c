/* How each target gets its result, in words, and the key of the whole. */
#include <string.h>

#include "translate_parts.h"

/* --- Plans --------------------------------------------------------------- */

static void append(struct ombre_target_plan *plan, const char *text)
{
    const size_t used = strlen(plan->because);
    const size_t room = sizeof plan->because - 1 - used;
    const size_t length = strlen(text);

    memcpy(plan->because + used, text, length < room ? length : room);
}

static const char *why_not_written(const struct translating *t,
                                   const struct slot *slot)
{
    if (slot_is_hole(slot))
        return "no target";
    if (!t->state->shader.bound)
        return "no pixel shader";
    if (!slot->declared)
        return "the shader does not declare the output";
    return "the write mask is 0";
}

static void plan_target(struct translating *t, unsigned index)
{
    const struct slot *slot = &t->slot[index];
    const char *name = ombre_vk_format_name(t->out->vk.format[index]);
    struct ombre_target_plan *plan = &t->out->plan[index];

    if (!slot_is_live(slot)) {
        plan->how = OMBRE_PLAN_NONE;
        append(plan, why_not_written(t, slot));
        return;
    }
    plan->how = OMBRE_PLAN_NATIVE;
    append(plan,
           slot->blend ? "COLOR_ATTACHMENT_BLEND of " : "COLOR_ATTACHMENT of ");
    append(plan, name != NULL ? name : "an unknown VkFormat");
    if (slot->holding != HELD_NATIVE) {
        append(plan, ", which carries ");
        append(plan, slot->target->format->name);
    }
}

void translate_plans(struct translating *t)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        plan_target(t, i);
}

/* --- Key ----------------------------------------------------------------- */

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

/* An equation whose components are all masked off changes nothing, so nothing
 * of it is in the key.  (That it makes a second source of output 1 is in word
 * 0.) */
static uint32_t target_word(const struct slot *slot)
{
    const VkPipelineColorBlendAttachmentState a = translate_attachment(slot);
    uint32_t word = (uint32_t) slot->mask << MASK_SHIFT;

    if (slot_is_hole(slot))
        return UINT32_C(1) << HOLE_SHIFT;
    if (!a.blendEnable)
        return word;
    word |= UINT32_C(1) << BLEND_ENABLE_SHIFT;
    if ((slot->mask & ~(unsigned) ALPHA_COMPONENT) != 0)
        word |= (uint32_t) a.srcColorBlendFactor |
                (uint32_t) a.dstColorBlendFactor << COLOR_DEST_SHIFT |
                (uint32_t) a.colorBlendOp << COLOR_OP_SHIFT;
    if ((slot->mask & ALPHA_COMPONENT) != 0)
        word |= (uint32_t) a.srcAlphaBlendFactor << ALPHA_SRC_SHIFT |
                (uint32_t) a.dstAlphaBlendFactor << ALPHA_DEST_SHIFT |
                (uint32_t) a.alphaBlendOp << ALPHA_OP_SHIFT;
    return word;
}

/* From Direct3D's side of the state, so that it is the same on all devices. */
void translate_key(struct translating *t)
{
    t->out->key[0] = shared_word(t);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        t->out->key[1 + i] = target_word(&t->slot[i]);
}
