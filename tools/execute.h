/* execute.h - draw cases on an open device */
#ifndef OMBRE_TOOLS_EXECUTE_H
#define OMBRE_TOOLS_EXECUTE_H

#include "batch.h"

/* Texels that come back: [(pixel * OMBRE_MAX_TARGETS + target) *
 * sample_count + sample]. */
size_t execute_texel_count(const struct ombre_case *c);

/* How targets are to be drawn. */
enum execution {
    EXECUTE_AS_CAN_BE, /* natively, or emulated where that is impossible */
    EXECUTE_EMULATED,  /* by the fragment shader, all of them */
};

/* Make a member, in the lane of *drawing, of a case that has passed
 * case_make_uploadable(), and which must outlive it; the caller's, to be
 * destroyed.  NULL if the device cannot draw it: *drawing says why. */
struct batch_member *execute_translate(struct ombre_gpu *gpu,
                                       const struct ombre_case *c,
                                       const struct ombre_state *state,
                                       enum execution execution,
                                       struct drawing *drawing);

/* Who is to know before each submission how many time-outs it may take. */
struct execute_watch {
    void (*step)(const void *user, uint32_t patience);
    const void *user;
    /* Draw the batch once more, only to see whether copies and shader fetches
     * read back the same. */
    bool proves_readback;
};

/* Draw members that match as one batch, twice, read back and check the
 * controls.
 *
 * Fills *whole, zeroed before; if whole->broken, something is wrong that is not
 * known to be any one case's, and nothing else counts.  Otherwise, and if
 * whole->drawn, each case has its own drawing: with the outcome PASS its texels
 * in `got` are fit to be judged. */
void execute_batch(struct ombre_gpu *gpu, const struct execute_watch *watch,
                   struct batch_member *const *member, size_t count,
                   struct drawing *whole, struct drawing *const *drawing,
                   struct ombre_texel *const *got);

/* Draw the case once more, emulated, judge that too, and count in what it
 * differs from `got`.  Where only this is wrong, it is the case's outcome. */
void execute_comparison(struct ombre_gpu *gpu,
                        const struct execute_watch *watch,
                        const struct ombre_case *c,
                        const struct ombre_state *state, enum ombre_judge judge,
                        const struct ombre_texel *got, struct drawing *drawing);

#endif /* OMBRE_TOOLS_EXECUTE_H */
