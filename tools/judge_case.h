/* judge_case.h - judge everything that came back from a drawn case */
#ifndef OMBRE_TOOLS_JUDGE_CASE_H
#define OMBRE_TOOLS_JUDGE_CASE_H

#include "drawing.h"
#include "judge.h"

/* Called for each pixel, in order, with its predictions and its verdict. */
struct pixel_visitor {
    void (*visit)(void *user, size_t pixel, const struct judged_pixel *judged,
                  const struct ombre_pixel_verdict *verdict);
    void *user;
};

/* What was judged. */
struct tally {
    size_t components, failed, warned;
    uint32_t wrong_targets; /* bit t: some texel of it does not pass */
    /* Of each target, over what was written. */
    struct ombre_report_precision precision[OMBRE_MAX_TARGETS];
};

/* Judge the texels in `got`, laid out as execute.h says.  An outcome of PASS
 * becomes what the worst pixel is, with a reason; any other outcome stays.
 * `visitor` may be NULL. */
void judge_case(const struct ombre_case *c, const struct ombre_state *state,
                enum ombre_judge judge, const struct ombre_texel *got,
                const struct pixel_visitor *visitor, struct drawing *drawing,
                struct tally *tally);

#endif /* OMBRE_TOOLS_JUDGE_CASE_H */
