/* inverse.h - from Vulkan back to Direct3D */
#ifndef OMBRE_TESTS_INVERSE_H
#define OMBRE_TESTS_INVERSE_H

#include "ombre/translate.h"

/* A pipeline state of Direct3D 12 that draws what the Vulkan state draws; what
 * keys leave to others comes from the state. */
struct ombre_pso inverse_pso(const struct ombre_translation *t,
                             const struct ombre_state *state);

#endif /* OMBRE_TESTS_INVERSE_H */
