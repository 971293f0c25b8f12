/* translate_key.h - what the tests of keys share */
#ifndef OMBRE_TESTS_TRANSLATE_KEY_H
#define OMBRE_TESTS_TRANSLATE_KEY_H

#include "ombre/translate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

struct key {
    uint32_t word[1 + OMBRE_MAX_TARGETS];
};

/* Fails unless everything can translate the state. */
struct key key_of(const struct ombre_pso *pso);

bool is_equal(struct key a, struct key b);

/* Two blended targets around a hole, poison everywhere else. */
struct ombre_pso base_pso(void);

#endif /* OMBRE_TESTS_TRANSLATE_KEY_H */
