/* claims_view.h - what feature levels require and how a device has it, for
 * people and as JSON */
#ifndef OMBRE_TOOLS_CLAIMS_VIEW_H
#define OMBRE_TOOLS_CLAIMS_VIEW_H

#include "console.h"
#include "json_out.h"
#include "ombre/claims.h"

/* All that the highest level requires, answered. */
struct claims {
    unsigned count;
    struct ombre_claim claim[OMBRE_MAX_CLAIMS];
    uint32_t level[OMBRE_MAX_CLAIMS]; /* from which on it is required */
    struct ombre_claim_answer answer[OMBRE_MAX_CLAIMS];
};

/* How many of those that one level requires are had in each way. */
struct claim_counts {
    unsigned how[OMBRE_CLAIM_MISSING + 1], required;
};

void claims_ask(struct claims *claims, const struct ombre_vk_facts *facts);
struct claim_counts claims_count(const struct claims *claims, uint32_t level);

void claims_print(const struct console *console, const struct claims *claims);
/* Into the object that is open. */
void claim_counts_write(struct json_out *out, uint32_t level,
                        const struct claim_counts *counts);
void claims_write(struct json_out *out, const struct claims *claims);

#endif /* OMBRE_TOOLS_CLAIMS_VIEW_H */
