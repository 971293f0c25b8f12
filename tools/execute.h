/* execute.h - draw one case on an open device */
#ifndef OMBRE_TOOLS_EXECUTE_H
#define OMBRE_TOOLS_EXECUTE_H

#include "drawing.h"

/* Texels that come back: [(pixel * OMBRE_MAX_TARGETS + target) *
 * sample_count + sample]. */
size_t execute_texel_count(const struct ombre_case *c);

/* How targets are to be drawn. */
enum execution {
    EXECUTE_AS_CAN_BE, /* natively, or emulated where that is impossible */
    EXECUTE_EMULATED,  /* by the fragment shader, all of them */
};

/* Translate, draw twice, read back and check the controls.  Fills *drawing; the
 * outcome is PASS if the texels in `got` are fit to be judged.  The case must
 * have passed case_make_uploadable(). */
void execute_case(struct ombre_gpu *gpu, const struct ombre_case *c,
                  const struct ombre_state *state, enum execution execution,
                  struct drawing *drawing, struct ombre_texel *got);

/* Draw the case once more, emulated, judge that too, and count in what it
 * differs from `got`.  Where only this is wrong, it is the case's outcome. */
void execute_comparison(struct ombre_gpu *gpu, const struct ombre_case *c,
                        const struct ombre_state *state,
                        enum ombre_judge judge, const struct ombre_texel *got,
                        struct drawing *drawing);

#endif /* OMBRE_TOOLS_EXECUTE_H */
