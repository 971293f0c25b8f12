/* audit_merge.h - what a faulty merger leaves of a pixel of a case */
#ifndef OMBRE_TOOLS_AUDIT_MERGE_H
#define OMBRE_TOOLS_AUDIT_MERGE_H

#include "ombre/case.h"
#include "ombre/faults.h"
#include "ombre/verify.h"

struct merged_pixel {
    struct ombre_texel texel[OMBRE_MAX_TARGETS][OMBRE_MAX_SAMPLES];
};

/* Draw all layers of `pixel` by `faulty`.  The case has at most
 * OMBRE_MAX_SAMPLES samples.  `right` is what the right merger leaves of it, or
 * NULL. */
void merge_pixel(const struct ombre_case *c, const struct ombre_faulty *faulty,
                 size_t pixel, const struct merged_pixel *right,
                 struct merged_pixel *out);

#endif /* OMBRE_TOOLS_AUDIT_MERGE_H */
