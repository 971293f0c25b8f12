/* detail.h - what is kept of a case that is not right */
#ifndef OMBRE_TOOLS_DETAIL_H
#define OMBRE_TOOLS_DETAIL_H

#include "judge_case.h"

/* Judge the texels of a case once more (as judge_case() does, in `texels`) and
 * fill *out: state in words, the first components that are wrong, texels around
 * the first of them, and a cause that cases have in common.  `replay` is left
 * to the caller. */
void detail_fill(const struct ombre_case *c, const struct ombre_state *state,
                 enum ombre_judge judge, const struct ombre_texel *texels,
                 struct ombre_report_detail *out);

#endif /* OMBRE_TOOLS_DETAIL_H */
