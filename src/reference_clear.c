/* What a clear writes.  It goes by the rules of stores (FS 3.2.3), and by
 * nothing that stands in the pipeline's state. */
#include <math.h>
#include <string.h>

#include "ombre/reference.h"

/* The word of an integer output that a float is converted to, kept to what
 * `component` holds: the store of a clear has no wider source than its target.
 */
static uint32_t integer_word(const struct ombre_format *format,
                             enum ombre_component component, float number)
{
    int64_t low, high;

    if (isnan(number) || !ombre_format_has(format, component))
        return 0;
    ombre_ordinal_limits(format, component, &low, &high);
    if ((double) number <= (double) low)
        return (uint32_t) low;
    if ((double) number >= (double) high)
        return (uint32_t) high;
    return (uint32_t) (int64_t) number;
}

static enum ombre_output_type fill_words(const struct ombre_format *format,
                                         const float color[4], uint32_t word[4])
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: break;
    case OMBRE_BASE_UINT:
    case OMBRE_BASE_SINT:
        for (int i = 0; i < OMBRE_COMPONENTS; i++)
            word[i] = integer_word(format, (enum ombre_component) i, color[i]);
        return ombre_format_base_type(format) == OMBRE_BASE_UINT
                   ? OMBRE_OUTPUT_UINT
                   : OMBRE_OUTPUT_SINT;
    }
    memcpy(word, color, 4 * sizeof *word);
    return OMBRE_OUTPUT_FLOAT;
}

bool ombre_clear_as_draw(const struct ombre_state *state, unsigned target,
                         const float color[4], struct ombre_state *out,
                         struct ombre_source *source)
{
    *out = (struct ombre_state){0};
    *source = (struct ombre_source){0};
    if (target >= OMBRE_MAX_TARGETS || target >= state->target_count ||
        !state->target[target].format)
        return false;

    const struct ombre_format *const format = state->target[target].format;
    const struct ombre_equation store = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};
    *out = (struct ombre_state){
        .target_count = target + 1,
        .logic_op = OMBRE_LOGIC_NOOP,
        .sample_mask = ~0u,
        .sample_count = state->sample_count,
        .shader = {.bound = true},
    };
    out->target[target] = (struct ombre_target){
        .format = format, .color = store, .alpha = store, .write_mask = 0xF};
    out->shader.output[target] = (struct ombre_output){
        fill_words(format, color, source->word[target]), 0xF};
    return true;
}
