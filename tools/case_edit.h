/* case_edit.h - take something away from a case
 *
 * All edits leave a sound case, and work in place.
 */
#ifndef OMBRE_TOOLS_CASE_EDIT_H
#define OMBRE_TOOLS_CASE_EDIT_H

#include "ombre/case.h"

/* The same case once more, as its file would say it.  False without memory. */
bool case_copy(const struct ombre_case *c, struct ombre_case *out);

/* Keep the pixels i for which keep[i]. */
void case_keep_pixels(struct ombre_case *c, const bool *keep);

/* Take slot `target` away, so that those behind it move up; it must not be the
 * only one.  With dual source, outputs stay where they are. */
void case_drop_target(struct ombre_case *c, unsigned target,
                      bool is_dual_source);

/* Leave a hole where `target` is. */
void case_make_hole(struct ombre_case *c, unsigned target, bool is_dual_source);

/* Keep the first `count` samples of all that there are. */
void case_keep_samples(struct ombre_case *c, unsigned count);

/* Take primitive `layer` away from every pixel that has it and others. */
void case_drop_layer(struct ombre_case *c, unsigned layer);

#endif /* OMBRE_TOOLS_CASE_EDIT_H */
