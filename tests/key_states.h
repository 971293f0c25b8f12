/* key_states.h - random states, others that mean the same, and what the printed
 * table of functions says of two
 */
#ifndef OMBRE_TESTS_KEY_STATES_H
#define OMBRE_TESTS_KEY_STATES_H

#include "ombre/equations.h"
#include "ombre/state.h"

struct key_random {
    uint64_t state;
};

unsigned key_random_below(struct key_random *random, unsigned limit);

enum { KEY_FORMATS = 9 };
extern const DXGI_FORMAT key_formats[KEY_FORMATS];

/* A state on `count` targets of `formats`, legal for ombre_state_from_pso(). */
struct ombre_pso key_state(struct key_random *random,
                           const DXGI_FORMAT *formats, unsigned count);

/* Change what does not count, and only that. */
void key_twin(struct key_random *random, struct ombre_pso *pso);

/* Change one thing, which may count or not. */
void key_neighbour(struct key_random *random, struct ombre_pso *pso);

/* Whether the table makes one function of what both do to every component. */
bool key_same_functions(const struct ombre_state *a,
                        const struct ombre_state *b);

#endif /* OMBRE_TESTS_KEY_STATES_H */
