/* judge.h - what one pixel of a case may become, on all targets and samples
 *
 * Brings predictions (reference) and judgement (verify) together; knows nothing
 * of Vulkan.
 */
#ifndef OMBRE_TOOLS_JUDGE_H
#define OMBRE_TOOLS_JUDGE_H

#include "ombre/case.h"
#include "ombre/verify.h"

/* What is told of a component beside its sets. */
struct judged_component {
    enum ombre_fate fate;
    double value;
    enum ombre_reference_rule rule;
};

struct judged_texel {
    struct judged_component component[OMBRE_COMPONENTS];
};

/* One pixel.  Large: keep one and use it again. */
struct judged_pixel {
    /* mask, min, max and the sets; `got` is for the caller to fill. */
    struct ombre_verify_pixel verify;
    /* Of samples that may be written; of others, what is told of keeping. */
    struct judged_texel told[OMBRE_MAX_TARGETS][OMBRE_MAX_SAMPLES];
    char reason[160]; /* why nothing can be predicted, or "" */
};

/* Predict pixel `pixel` of a case under `judge`.  Returns false, with
 * out->reason set, where overlapping layers leave too many possibilities. */
bool judge_predict(const struct ombre_case *c, const struct ombre_state *state,
                   size_t pixel, enum ombre_judge judge,
                   struct judged_pixel *out);

/* Whether a sample may be written, and may be kept, by coverage alone. */
bool judge_may_write(const struct judged_pixel *pixel, unsigned sample);
bool judge_may_keep(const struct judged_pixel *pixel, unsigned sample);

/* Every code that may stand in a component of a sample, written or kept. */
struct ombre_code_set judge_legal(const struct judged_pixel *pixel,
                                  unsigned target, unsigned sample,
                                  enum ombre_component component);

/* Like judge_legal(), for the texels of an R9G9B9E5 target. */
struct ombre_shared_set judge_legal_texels(const struct judged_pixel *pixel,
                                           unsigned target, unsigned sample);

/* Whether two drawings of a component may differ: something on the pixel leaves
 * it undefined, or of a case with steps another component of the texel, which
 * later ones may read. */
bool judge_may_differ(const struct ombre_case *c,
                      const struct ombre_state *state, size_t pixel,
                      unsigned target, unsigned component);

/* What was output to a pixel last. */
const struct ombre_source *judge_last_source(const struct ombre_case *c,
                                             size_t pixel);

/* The texel of `target` that `sample` of `pixel` held before. */
const struct ombre_texel *case_dest(const struct ombre_case *c, size_t pixel,
                                    unsigned target, unsigned sample);

#endif /* OMBRE_TOOLS_JUDGE_H */
