/* passage.h - one case on its way through its lanes
 *
 * Drawn and judged in one lane after another; the worst counts, and each is
 * compared with the first that drew.
 */
#ifndef OMBRE_TOOLS_PASSAGE_H
#define OMBRE_TOOLS_PASSAGE_H

#include "remote.h"

/* Zeroed, it is none. */
struct passage {
    size_t count, at; /* lanes, and the one at hand */
    struct ombre_lane lane[OMBRE_LANE_MAX];
    uint32_t offered; /* features of lanes */
    struct lane_result told[OMBRE_LANE_MAX];
    /* Where there are several: what the first that drew drew, and the worst. */
    bool has_first;
    size_t first_lane;
    struct ombre_texel *first, *worst;
    struct remote_result *result; /* of the worst */
};

/* Begin with the first lane of a case, and say in *result which that is.  False
 * without memory; either way passage_finish() is due. */
bool passage_begin(struct passage *p, const struct lane_choice *choice,
                   const struct ombre_case *c, const struct ombre_state *state,
                   uint32_t offered, struct remote_result *result);
void passage_finish(struct passage *p);

/* Whether the device offers the lane at hand; if not, *drawing says why. */
bool passage_is_offered(const struct passage *p, struct drawing *drawing);

/* The lane at hand ended with *result, and texels in `got` if it drew.  True if
 * there is another: *result is then new for it.  Otherwise *result and `got`
 * are the case's. */
bool passage_next(struct passage *p, const struct ombre_case *c,
                  const struct ombre_state *state, struct remote_result *result,
                  struct ombre_texel *got);

#endif /* OMBRE_TOOLS_PASSAGE_H */
