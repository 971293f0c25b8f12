/* ombre/suite.h - cases by name, made anew wherever they are wanted
 *
 * A case's id says what it asks ("om.color.r8g8b8a8_unorm.one-src_alpha-add").
 * Its operands are drawn from a generator that the id seeds, so the case is the
 * same on every machine, in every order and every part of a suite.
 */
#ifndef OMBRE_SUITE_H
#define OMBRE_SUITE_H

#include "ombre/case.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Suites, each inside the next.  X(ID, "name") */
#define OMBRE_SUITES(X)                                                        \
    X(SMOKE, "smoke") /* every factor, op, mask, logic op and format */        \
    X(CI, "ci")       /* and every equation on every format that blends */     \
    X(FULL, "full") /* and every factor for colour with every one for alpha */ \
    X(EXHAUSTIVE, "exhaustive") /* and every target state of Direct3D 12 */

enum ombre_suite {
#define X(id, name) OMBRE_SUITE_##id,
    OMBRE_SUITES(X)
#undef X
        OMBRE_SUITE_COUNT
};

const char *ombre_suite_name(enum ombre_suite suite);
bool ombre_suite_from_name(const char *name, enum ombre_suite *out);

enum { OMBRE_ID_SIZE = 128 };

/* Number of cases, and the id of case `index`, lower case and dotted. */
size_t ombre_suite_size(enum ombre_suite suite);
void ombre_suite_id(enum ombre_suite suite, size_t index,
                    char id[OMBRE_ID_SIZE]);

/* Find a case by its id; false, with *index alone, if there is none.  Where two
 * suites have a case, it has the same index in both. */
bool ombre_suite_find(enum ombre_suite suite, const char *id, size_t *index);

/* Make case `index`, of a block its first part.  The case's name is its id;
 * ombre_case_finish() frees it.  Returns false, with *out zeroed, without
 * memory or if there is no such case.
 */
bool ombre_suite_make(enum ombre_suite suite, size_t index,
                      struct ombre_case *out);

/* --- Blocks ---------------------------------------------------------------
 *
 * Some cases of `full` and `exhaustive` are blocks ("om.x.r8_unorm.000012"): of
 * 4,096 consecutive states, or what is left of them.  A block is drawn in
 * parts, each of them a case with one state a target.
 */

/* Parts of a case: 1 unless it is a block, 0 if there is no such case. */
size_t ombre_suite_parts(enum ombre_suite suite, size_t index);

/* "om.x.r8_unorm.000012.0034"; of a case that is no block, the case's. */
void ombre_suite_part_id(enum ombre_suite suite, size_t index, size_t part,
                         char id[OMBRE_ID_SIZE]);

/* Like ombre_suite_make(), of any part. */
bool ombre_suite_make_part(enum ombre_suite suite, size_t index, size_t part,
                           struct ombre_case *out);

/* How many states a block has, and the number of the first among those of its
 * kind on its format; 0 of a case that is no block. */
size_t ombre_suite_states(enum ombre_suite suite, size_t index,
                          uint64_t *first);

/* Call `visit` for each state of a block until it returns true, which is then
 * returned; on a format without alpha *alpha is arbitrary.  False if the case
 * is no block. */
bool ombre_suite_visit_states(enum ombre_suite suite, size_t index,
                              bool (*visit)(void *user,
                                            const struct ombre_equation *color,
                                            const struct ombre_equation *alpha),
                              void *user);

/* The id of one state, which ombre_suite_make_id() makes a case of with the
 * same operands: "om.state.r8_unorm.src_alpha-zero-add".  False, with an empty
 * id, if the case is no block or has no such target. */
bool ombre_suite_state_id(enum ombre_suite suite, size_t index, size_t part,
                          unsigned target, char id[OMBRE_ID_SIZE]);

/* Make a case from its id alone: of a case, of a part (of a block: its first),
 * or of a state.  Returns false, with *out zeroed, if there is none or without
 * memory. */
bool ombre_suite_make_id(const char *id, struct ombre_case *out);

/* --- Families of bugs -------------------------------------------------------
 *
 * What drivers and layers have been found to get wrong falls into families
 * ("F1" to "F15"); each fault of faults.h is of one, and each has its sweep.
 */

enum { OMBRE_BUG_FAMILIES = 15 };

struct ombre_bug_family {
    const char *id;    /* "F1" */
    const char *words; /* what such bugs are about */
    const char *cases; /* globs of ids with spaces between them */
};

/* Family `index` from 0 on; NULL if there is none. */
const struct ombre_bug_family *ombre_bug_family_at(unsigned index);

/* Families that the case with this id is made for: bit N is family N. */
uint32_t ombre_bug_families_of(const char *id);

/* Whether `id` matches `pattern`: '*' is any text, '?' any character. */
bool ombre_id_matches(const char *id, const char *pattern);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_SUITE_H */
