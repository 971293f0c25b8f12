/* Lenience: what Direct3D rejects, left out of a state instead. */
#include "ombre/translate.h"

/* No more is known of a state here than its numbers: a caller's own may hold
 * any. */
static bool is_declared(const struct ombre_state *state, unsigned target)
{
    return state->shader.bound &&
           state->shader.output[target].type != OMBRE_OUTPUT_NONE;
}

static bool is_known(const struct ombre_equation *equation)
{
    const unsigned kinds =
        ombre_factor_kinds_of_both(equation->src, equation->dest);

    return (kinds & OMBRE_FACTOR_UNKNOWN) == 0 &&
           ombre_blend_op_is_known(equation->op);
}

static bool may_blend(const struct ombre_state *state, unsigned index)
{
    const struct ombre_target *target = &state->target[index];

    if (!is_known(&target->color) || !is_known(&target->alpha) ||
        state->logic_op_enable)
        return false;
    if (!is_declared(state, index))
        return true;
    return target->format->blendable &&
           (index == 0 || !ombre_target_is_dual_source(target));
}

/* FS 17.7: one operation for all targets, all of them UINT. */
static bool may_have_logic_op(const struct ombre_state *state,
                              const struct ombre_vk_facts *facts)
{
    if (!facts->logic_op || ombre_logic_op_name(state->logic_op) == NULL)
        return false;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS && i < state->target_count; i++)
        if (state->target[i].format != NULL && is_declared(state, i) &&
            !state->target[i].format->logic_op)
            return false;
    return true;
}

static uint8_t mend_target(struct ombre_state *state, unsigned index)
{
    struct ombre_target *target = &state->target[index];
    uint8_t left_out = 0;

    if (target->blend_enable && !may_blend(state, index)) {
        target->blend_enable = false;
        left_out |= OMBRE_LEFT_OUT_BLEND;
    }
    /* FS 17.6: beside a second source only target 0 is written. */
    if (index > 0 && is_declared(state, index) &&
        state->target[0].format != NULL &&
        ombre_target_is_dual_source(&state->target[0])) {
        target->write_mask = 0;
        state->shader.output[index].type =
            index == 1 ? state->shader.output[index].type : OMBRE_OUTPUT_NONE;
        target->format = NULL;
        left_out |= OMBRE_LEFT_OUT_TARGET;
    }
    if (target->write_mask > 0xF) {
        target->write_mask &= 0xF;
        left_out |= OMBRE_LEFT_OUT_MASK;
    }
    return left_out;
}

bool ombre_state_mend(struct ombre_state *state,
                      const struct ombre_vk_facts *facts,
                      uint8_t left_out[OMBRE_MAX_TARGETS])
{
    const bool logic = state->logic_op_enable;
    bool any = false;

    if (logic && !may_have_logic_op(state, facts))
        state->logic_op_enable = false;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        left_out[i] = 0;
        if (i >= state->target_count || state->target[i].format == NULL)
            continue;
        if (logic && !state->logic_op_enable)
            left_out[i] = OMBRE_LEFT_OUT_LOGIC_OP;
        left_out[i] |= mend_target(state, i);
        any |= left_out[i] != 0;
    }
    return any;
}
