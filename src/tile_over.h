/* src/tile_over.h - SRC_ALPHA, INV_SRC_ALPHA on 8-bit UNORM, under D3D's judge
 *
 * Private to the reference.  The blend that most pixels meet, from fp32
 * sources: in floats, as long as their error cannot matter.
 */
#ifndef OMBRE_SRC_TILE_OVER_H
#define OMBRE_SRC_TILE_OVER_H

#include "tile_fixed.h"

enum {
    TILE_OVER_PIXELS = 256, /* at once: a multiple of 8 */
    TILE_OVER_NAN = 1 << OMBRE_COMPONENTS,
    TILE_OVER_ONE = 1 << 14,   /* a code, in the loop's steps */
    TILE_OVER_UNSURE = 8,      /* steps too few to be sure */
    TILE_OVER_END_UNSURE = 10, /* of the ends of ranges */
};

/* Numbers of the loop, in another file than it: a compiler that knows them
 * makes them anew in every turn, for want of registers. */
struct tile_over_constants {
    uint32_t zero, top; /* of codes */
    uint32_t after_zero, before_top, most;
    uint32_t beyond, floored; /* masks */
    uint32_t code_half, room, quarter, half;
    uint32_t ideal_unsure, unsure;
    uint32_t byte[OMBRE_COMPONENTS]; /* of a texel */
};
extern const struct tile_over_constants tile_over_constants;

struct tile_over_pixels {
    const unsigned char *source, *dest;  /* words and texels, any alignment */
    unsigned char *ideal, *first, *last; /* texels */
    unsigned shift[OMBRE_COMPONENTS];    /* of each component in a texel */
    uint8_t unsure[TILE_OVER_PIXELS];    /* bit c: component c needs
                                            tile_fixed_lanes(); TILE_OVER_NAN:
                                            all do if a source is NaN */
};

/* Predict TILE_OVER_PIXELS pixels, all of whose components are written. */
void tile_over_pixels(struct tile_over_pixels *pixels);

#endif /* OMBRE_SRC_TILE_OVER_H */
