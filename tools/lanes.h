/* lanes.h - which lanes a case is drawn in, and what became of it in each */
#ifndef OMBRE_TOOLS_LANES_H
#define OMBRE_TOOLS_LANES_H

#include "drawing.h"
#include "options.h"

/* What --lane says. */
struct lane_choice {
    const char *text; /* as it was given, or NULL */
    bool all;         /* every one that the device offers */
    size_t count;     /* of `lane`; 0 and not all: as the case says */
    struct ombre_lane lane[OMBRE_LANE_MAX];
};

/* Read --lane: "all", or lanes with commas between them.  Leaves *out alone
 * where it was not given; returns false after complaining. */
bool lane_option(const struct options *options, struct lane_choice *out);

/* Features that the lanes of a choice use, of all that there are. */
uint32_t lanes_use(const struct lane_choice *choice,
                   const struct ombre_lane *of_case);

/* The lanes that a case goes through.  Of all lanes, those are left out which
 * the device does not offer, and those that differ from another only in what
 * the case has not: static constants without a blend factor in use, write
 * enables without a mask of 0.  Returns how many. */
size_t lanes_of_case(const struct lane_choice *choice,
                     const struct ombre_case *c,
                     const struct ombre_state *state, uint32_t offered,
                     struct ombre_lane out[OMBRE_LANE_MAX]);

/* Whether nobody but the lane may be the reason for a difference between what
 * two lanes drew: a component of which Direct3D leaves open what it becomes may
 * differ.  Fills `why` with the first that differs. */
bool lanes_agree(const struct ombre_case *c, const struct ombre_state *state,
                 const struct ombre_texel *a, const struct ombre_texel *b,
                 char why[160]);

/* Of several lanes' outcomes: what counts as the case's.  Those in which it was
 * not drawn count least. */
bool lane_is_worse(enum outcome a, enum outcome b);

/* Where a case was drawn legally in all lanes, and differently in some, say so:
 * a warning about quality. */
void lanes_conclude(struct drawing *drawing);

#endif /* OMBRE_TOOLS_LANES_H */
