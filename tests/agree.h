/* agree.h - what the tests that compare Direct3D's model with Vulkan's share */
#ifndef OMBRE_TESTS_AGREE_H
#define OMBRE_TESTS_AGREE_H

#include "ombre/state.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct tally {
    unsigned compared, failed;
};

/* Count a comparison, and say so if it failed. */
void report(struct tally *tally, bool equal, const char *name, unsigned target,
            unsigned component);

/* Bit n: the shader outputs to SV_Targetn. */
uint32_t declared_outputs(const struct ombre_state *state);

/* No target, one sample, everything covered, a pixel shader bound. */
struct ombre_state empty_state(void);

/* One more target, blended, with an output of its type. */
void add_target(struct ombre_state *state, const struct ombre_format *format,
                struct ombre_equation color, struct ombre_equation alpha,
                uint8_t write_mask);

/* Equations for the half that a test does not ask about. */
extern const struct ombre_equation other_color, other_alpha;

#endif /* OMBRE_TESTS_AGREE_H */
