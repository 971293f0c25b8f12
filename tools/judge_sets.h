/* judge_sets.h - rules over the texels of a case taken together
 *
 * What each texel may be says nothing of whether a store goes up where its
 * source does, whether results are too low on the average, or whether the same
 * operands give the same bits wherever they are asked.
 */
#ifndef OMBRE_TOOLS_JUDGE_SETS_H
#define OMBRE_TOOLS_JUDGE_SETS_H

#include "judge.h"

/* What is known of a case before anything is drawn. */
struct judge_sets;

/* Begin with a case; NULL without memory.  Note each of its pixels once, in any
 * order, as judge_predict() has it; then seal.  Returns false without memory.
 */
struct judge_sets *judge_sets_create(const struct ombre_case *c,
                                     const struct ombre_state *state);
void judge_sets_note(struct judge_sets *sets, size_t pixel,
                     const struct judged_pixel *judged);
bool judge_sets_seal(struct judge_sets *sets);
void judge_sets_destroy(struct judge_sets *sets);

/* Judge texels, laid out as execute.h says; any number of times.  `reason` says
 * why unless the verdict is PASS. */
enum ombre_verdict judge_sets_judge(const struct judge_sets *sets,
                                    const struct ombre_texel *got,
                                    char reason[256]);

#endif /* OMBRE_TOOLS_JUDGE_SETS_H */
