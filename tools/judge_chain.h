/* judge_chain.h - what a sample may become by one thing after another
 *
 * Each is judged over every destination that those before it allow, so that a
 * set never leaves out what a device may come to by legal steps.
 */
#ifndef OMBRE_TOOLS_JUDGE_CHAIN_H
#define OMBRE_TOOLS_JUDGE_CHAIN_H

#include "ombre/case.h"

/* What a sample has become so far. */
struct judge_chain {
    struct ombre_prediction prediction;
    struct ombre_texel ideal;
    bool is_touched;
};

/* Begin with what the sample of a target, which `state` has, holds. */
void judge_chain_start(struct judge_chain *chain,
                       const struct ombre_state *state, unsigned target,
                       const struct ombre_texel *dest);

/* Add what writes the sample next.  Returns false where there are too many
 * destinations to be followed. */
bool judge_chain_add(struct judge_chain *chain, const struct ombre_touch *touch,
                     unsigned target, enum ombre_judge judge);

#endif /* OMBRE_TOOLS_JUDGE_CHAIN_H */
