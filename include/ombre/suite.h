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
#define OMBRE_SUITES(X) \
    X(SMOKE, "smoke") /* every factor, op, mask, logic op and format */

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

/* Find a case by its id; false, with *index alone, if there is none. */
bool ombre_suite_find(enum ombre_suite suite, const char *id, size_t *index);

/* Make case `index`.  The case's name is its id; ombre_case_finish() frees it.
 * Returns false, with *out zeroed, without memory or if there is no such case.
 */
bool ombre_suite_make(enum ombre_suite suite, size_t index,
                      struct ombre_case *out);

/* Whether `id` matches `pattern`: '*' is any text, '?' any character. */
bool ombre_id_matches(const char *id, const char *pattern);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_SUITE_H */
