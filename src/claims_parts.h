/* claims_parts.h - what the sources of claims.h share (private) */
#ifndef OMBRE_CLAIMS_PARTS_H
#define OMBRE_CLAIMS_PARTS_H

#include "ombre/claims.h"

enum {
    CLAIMS_MAX_NEEDED =
        OMBRE_MAX_TARGETS * OMBRE_CLAIM_FORMAT_KINDS + OMBRE_CLAIM_KINDS
};

/* The least state that needs it.  False if Direct3D has no such state. */
bool claims_state_of(const struct ombre_claim *claim, struct ombre_state *out);

/* All that `state` needs: there may be none for its count of samples. */
unsigned claims_needed(const struct ombre_state *state,
                       struct ombre_claim out[CLAIMS_MAX_NEEDED]);

#endif /* OMBRE_CLAIMS_PARTS_H */
