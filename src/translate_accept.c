/* What must never reach a driver: states that Direct3D rejects and on which
 * drivers are known to crash, and numbers that are none. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "translate_parts.h"

static bool refuse(struct translating *t, const char *format, ...)
{
    va_list arguments;

    memset(t->out, 0, sizeof *t->out);
    t->out->status = OMBRE_TRANSLATE_INVALID;
    va_start(arguments, format);
    (void) vsnprintf(t->out->reason, sizeof t->out->reason, format, arguments);
    va_end(arguments);
    return false;
}

/* Whether all enumerators are known; notes a second source. */
static bool accept_equations(struct translating *t, unsigned index)
{
    const struct ombre_equation *color = &t->slot[index].target->color;
    const struct ombre_equation *alpha = &t->slot[index].target->alpha;
    const unsigned kinds = ombre_factor_kinds_of_both(color->src, color->dest) |
                           ombre_factor_kinds_of_both(alpha->src, alpha->dest);

    t->seconds |= (unsigned) ((kinds & OMBRE_FACTOR_SRC1) != 0) << index;
    return (kinds & OMBRE_FACTOR_UNKNOWN) == 0 &&
           ombre_blend_op_is_known(color->op) &&
           ombre_blend_op_is_known(alpha->op);
}

static bool accept_numbers(struct translating *t)
{
    const struct ombre_state *state = t->state;
    const unsigned samples = state->sample_count;

    if (state->target_count > OMBRE_MAX_TARGETS)
        return refuse(t, "%u targets, but Direct3D has 8", state->target_count);
    if (samples == 0 || (samples & (samples - 1)) != 0 || samples > 32)
        return refuse(t, "a sample count of %u", samples);
    if (state->logic_op_enable &&
        translate_logic_op(state->logic_op) == VK_LOGIC_OP_MAX_ENUM)
        return refuse(t, "%u is no logic operation",
                      (unsigned) state->logic_op);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if ((unsigned) state->shader.output[i].type > OMBRE_OUTPUT_SINT)
            return refuse(t, "SV_Target%u has no known type", i);
    return true;
}

/* FS 17.6: only target 0 can be dual source, and then SV_Target1 and above
 * reach no target. */
static bool accept_dual_source(struct translating *t, unsigned index)
{
    if (index == 0 || t->seconds == 0)
        return true;
    if (is_in(t->seconds, index))
        return refuse(t,
                      "target %u reads the second source, which only target 0 "
                      "can",
                      index);
    if (is_in(t->seconds, 0))
        return refuse(t,
                      "the shader outputs to target %u while target 0 is dual "
                      "source",
                      index);
    return true;
}

static bool accept_target(struct translating *t, unsigned index)
{
    const struct slot *slot = &t->slot[index];
    const struct ombre_target *target = slot->target;

    if (slot_is_hole(slot))
        return true;
    if (target->write_mask > ALL_COMPONENTS)
        return refuse(t, "target %u has write mask 0x%x", index,
                      target->write_mask);
    if (target->blend_enable && !accept_equations(t, index))
        return refuse(t, "target %u has an unknown factor or operation", index);
    if (target->blend_enable && t->state->logic_op_enable)
        return refuse(t, "target %u blends beside a logic operation", index);
    if (!slot->declared)
        return true;
    if (target->blend_enable && !slot->format->blendable)
        return refuse(t, "target %u blends %s, which Direct3D never blends",
                      index, slot->format->name);
    if (t->state->logic_op_enable && !slot->format->logic_op)
        return refuse(t,
                      "target %u is %s, on which Direct3D has no logic "
                      "operations",
                      index, slot->format->name);
    return accept_dual_source(t, index);
}

/* Whether an equation that writes something reads the second source. */
static bool is_read(const struct slot *slot, unsigned components,
                    const struct ombre_equation *equation)
{
    const unsigned kinds =
        ombre_factor_kinds_of_both(equation->src, equation->dest);

    return (slot->mask & components) != 0 &&
           !ombre_blend_op_is_min_or_max(equation->op) &&
           (kinds & OMBRE_FACTOR_SRC1) != 0;
}

static bool reads_second_source(const struct slot *slot)
{
    return slot->blend &&
           (is_read(slot, RGB_COMPONENTS, &slot->target->color) ||
            is_read(slot, ALPHA_COMPONENT, &slot->target->alpha));
}

bool translate_accept(struct translating *t)
{
    if (!accept_numbers(t))
        return false;
    t->seconds = 0;
    t->dual_source = false;
    for (unsigned i = 0; i < t->state->target_count; i++)
        if (!accept_target(t, i))
            return false;
    if (is_in(t->seconds, 0))
        t->dual_source = reads_second_source(&t->slot[0]);
    return true;
}
