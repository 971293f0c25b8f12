/* load.h - from a path on the command line to something that can be drawn */
#ifndef OMBRE_TOOLS_LOAD_H
#define OMBRE_TOOLS_LOAD_H

#include "json_out.h"
#include "ombre/case.h"

/* Read a case: a file, or one of a suite by its id.  Returns EXIT_EXPECTED, or
 * EXIT_USAGE after saying on standard error, as "ombre: FILE:LINE: PATH:
 * message", what is wrong. */
int load_case(const char *path, struct ombre_case *out);

/* What a case's state means.  One that Direct3D rejects is EXIT_USAGE, after
 * saying on standard error which rules it breaks; *first, unless NULL, is then
 * the first of them. */
int state_of_case(const char *path, const struct ombre_case *c,
                  struct ombre_state *state, struct ombre_issue *first);

/* Like load_case(), and say what its state means.  An invalid state and a case
 * without pixels are EXIT_USAGE too. */
int load_drawable(const char *path, struct ombre_case *out,
                  struct ombre_state *state);

/* Like load_drawable(); EXIT_USAGE, too, where pixels do not fit into the
 * memory that the case describes: image_check(). */
int load_for_drawing(const char *path, struct ombre_case *out,
                     struct ombre_state *state);

/* Print issues for people, one after another. */
void print_issues(FILE *file, const struct ombre_issues *issues);

#endif /* OMBRE_TOOLS_LOAD_H */
