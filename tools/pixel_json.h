/* pixel_json.h - a pixel's prediction, and what became of it, in JSON */
#ifndef OMBRE_TOOLS_PIXEL_JSON_H
#define OMBRE_TOOLS_PIXEL_JSON_H

#include "json_out.h"
#include "judge.h"
#include "ombre/translate.h"

/* What is known of one pixel. */
struct pixel_view {
    const struct ombre_case *c;
    const struct ombre_state *state;
    size_t pixel;
    const struct judged_pixel *judged;
    /* NULL where nothing was drawn; else what `judged->verify` was told. */
    const struct ombre_pixel_verdict *verdict;
    const struct ombre_target_plan *plan; /* one a target, or NULL */
    bool suppressed; /* a control is wrong: show what came, do not judge it */
};

/* Write {"targets": [..]}. */
void pixel_write(struct json_out *out, const struct pixel_view *view);

#endif /* OMBRE_TOOLS_PIXEL_JSON_H */
