/* Which samples of a pixel are written: FS 17.17 (sample mask), 17.18 (alpha to
 * coverage), 16.9.4 (SV_Coverage). */
#include <math.h>
#include <string.h>

#include "ombre/reference.h"

static unsigned bit_count(uint32_t mask)
{
    unsigned count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* FS 17.17: the first n bits count; bit N is sample N. */
static uint32_t sample_bits(unsigned count)
{
    return (uint32_t) ((UINT64_C(1) << count) - 1);
}

static uint32_t exported_mask(const struct ombre_state *state,
                              uint32_t exported)
{
    switch (state->shader.coverage) {
    case OMBRE_COVERAGE_NONE: break;
    case OMBRE_COVERAGE_MASK: return state->shader.coverage_mask;
    case OMBRE_COVERAGE_PER_PIXEL: return exported;
    }
    return ~0u;
}

struct ombre_coverage ombre_predict_coverage(const struct ombre_state *state,
                                             const struct ombre_source *source,
                                             uint32_t exported)
{
    const struct ombre_output *const o0 = &state->shader.output[0];
    struct ombre_coverage c = {
        .mask = state->sample_mask & sample_bits(state->sample_count) &
                exported_mask(state, exported),
    };
    c.max = bit_count(c.mask);
    c.min = c.max;

    /* FS 16.9.4: a shader that exports coverage turns alpha to coverage off. */
    if (!state->alpha_to_coverage || !state->shader.bound ||
        state->shader.coverage != OMBRE_COVERAGE_NONE)
        return c;

    c.min = 0;
    /* Not declared: undefined (FS 16.9.1).  An integer: not said at all. */
    if (o0->type != OMBRE_OUTPUT_FLOAT ||
        !(o0->components & (1u << OMBRE_ALPHA)))
        return c;

    float alpha;
    memcpy(&alpha, &source->word[0][OMBRE_ALPHA], sizeof alpha);
    if (alpha >= 1)
        c.min = c.max;
    else if (alpha <= 0 || isnan(alpha))
        c.max = 0;
    return c;
}
