/* src/tile_over.h - SRC_ALPHA, INV_SRC_ALPHA on 8-bit UNORM, under D3D's judge
 *
 * Private to the reference.  The blend that most pixels meet, from fp32
 * sources: in floats, as long as their error cannot matter.
 */
#ifndef OMBRE_SRC_TILE_OVER_H
#define OMBRE_SRC_TILE_OVER_H

#include "tile_fixed.h"

struct tile_over_pixels {
    const int32_t (*source)[4]; /* bits of fp32 numbers */
    uint32_t dest[TILE_LANES];
    unsigned shift[OMBRE_COMPONENTS]; /* of each component in a texel */
    /* Results: */
    uint32_t ideal[TILE_LANES], first[TILE_LANES], last[TILE_LANES];
    uint8_t unsure[OMBRE_COMPONENTS][TILE_LANES]; /* 1: tile_fixed_lanes() */
};

/* Predict TILE_LANES pixels, all of whose components are written. */
void tile_over_pixels(struct tile_over_pixels *pixels);

#endif /* OMBRE_SRC_TILE_OVER_H */
