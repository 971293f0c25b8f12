/* explain_view.h - one pixel of a case on one target, explained */
#ifndef OMBRE_TOOLS_EXPLAIN_VIEW_H
#define OMBRE_TOOLS_EXPLAIN_VIEW_H

#include "ombre/case.h"
#include "ombre/explain.h"

/* What is asked. */
struct explain_view {
    const struct ombre_case *c;
    const struct ombre_state *state;
    size_t pixel;
    unsigned target, sample;
    enum ombre_judge judge;
};

/* One primitive or clear on the pixel, over the ideal result of those before
 * it. */
struct explained_layer {
    struct ombre_touch touch;
    struct ombre_coverage coverage;
    bool is_covered; /* else the sample is kept and nothing follows */
    struct ombre_texel dest;
    struct ombre_prediction prediction;
    struct ombre_texel ideal;
};

/* Zeroed, it begins. */
struct explain_walk {
    struct ombre_walk walk;
    bool is_begun;
};

/* Explain what comes next on the target, over `dest`; false at the end.  A
 * pixel that nothing touches gets one layer, which covers nothing. */
bool explain_next(const struct explain_view *view, struct explain_walk *walk,
                  const struct ombre_texel *dest, struct explained_layer *out);

/* Print and write the layers of a pixel. */
void explain_print(const struct explain_view *view);
void explain_json(const struct explain_view *view);

#endif /* OMBRE_TOOLS_EXPLAIN_VIEW_H */
