/* tests/explain_check.h - the state that tests of explanations start from */
#ifndef OMBRE_TESTS_EXPLAIN_CHECK_H
#define OMBRE_TESTS_EXPLAIN_CHECK_H

#include <string.h>

#include "ombre/explain.h"

static inline uint32_t word_of(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static inline struct ombre_state state_of(const struct ombre_format *format,
                                          struct ombre_equation equation)
{
    struct ombre_state s = {
        .target_count = 1,
        .sample_count = 1,
        .sample_mask = ~0u,
        .blend_factor = {0.2f, 0.45f, 0.7f, 0.9f},
    };
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = true,
        .color = equation,
        .alpha = {OMBRE_INV_SRC_ALPHA, OMBRE_BLEND_FACTOR,
                  OMBRE_OP_REV_SUBTRACT},
        .write_mask = 15,
    };
    return s;
}

#endif /* OMBRE_TESTS_EXPLAIN_CHECK_H */
