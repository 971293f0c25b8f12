#include "agree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

const struct ombre_equation other_color = {
    OMBRE_INV_SRC_COLOR, OMBRE_DEST_ALPHA, OMBRE_OP_REV_SUBTRACT};
const struct ombre_equation other_alpha = {
    OMBRE_SRC_ALPHA, OMBRE_INV_DEST_ALPHA, OMBRE_OP_SUBTRACT};

void report(struct tally *tally, bool equal, const char *name, unsigned target,
            unsigned component)
{
    tally->compared++;
    if (equal)
        return;
    if (tally->failed++ < 10)
        print_error("%s: target %u component %u differs\n", name, target,
                    component);
}

uint32_t declared_outputs(const struct ombre_state *state)
{
    uint32_t mask = 0;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (state->shader.bound &&
            state->shader.output[i].type != OMBRE_OUTPUT_NONE)
            mask |= UINT32_C(1) << i;
    return mask;
}

static enum ombre_output_type output_for(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: return OMBRE_OUTPUT_FLOAT;
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    }
    return OMBRE_OUTPUT_NONE;
}

struct ombre_state empty_state(void)
{
    return (struct ombre_state){
        .sample_count = 1,
        .sample_mask = UINT32_MAX,
        .shader = {.bound = true},
    };
}

void add_target(struct ombre_state *state, const struct ombre_format *format,
                struct ombre_equation color, struct ombre_equation alpha,
                uint8_t write_mask)
{
    const unsigned n = state->target_count++;

    state->target[n] = (struct ombre_target){
        .format = format,
        .blend_enable = true,
        .color = color,
        .alpha = alpha,
        .write_mask = write_mask,
    };
    state->shader.output[n] = (struct ombre_output){output_for(format), 0xF};
}
