/* execute.h - draw one case on an open device */
#ifndef OMBRE_TOOLS_EXECUTE_H
#define OMBRE_TOOLS_EXECUTE_H

#include "drawing.h"

/* Texels that come back: [(pixel * OMBRE_MAX_TARGETS + target) *
 * sample_count + sample]. */
size_t execute_texel_count(const struct ombre_case *c);

/* Translate, draw twice, read back and check the controls.  Fills *drawing; the
 * outcome is PASS if the texels in `got` are fit to be judged.  The case must
 * have passed case_make_uploadable(). */
void execute_case(struct ombre_gpu *gpu, const struct ombre_case *c,
                  const struct ombre_state *state,
                  const struct ombre_lane *lane, struct drawing *drawing,
                  struct ombre_texel *got);

#endif /* OMBRE_TOOLS_EXECUTE_H */
