/* src/tile_fixed.h - UNORM and SNORM components, many at once
 *
 * Private to the reference.  A lane is one component of one pixel.
 */
#ifndef OMBRE_SRC_TILE_FIXED_H
#define OMBRE_SRC_TILE_FIXED_H

#include "tile_parts.h"

enum {
    TILE_LANES = 64,   /* of a batch */
    TILE_SLOTS = 3,    /* source operands of an equation, at most */
    TILE_CHOICES = 3,  /* as it is, and converted down or up */
    TILE_EXTREMES = 2, /* of finer formats */
};

enum tile_shape {
    TILE_SHAPE_ZERO,
    TILE_SHAPE_ONE,
    TILE_SHAPE_OPERAND,
    TILE_SHAPE_INVERSE,
    TILE_SHAPE_SATURATE, /* min(slot, 1 - destination alpha) */
};

/* Where a factor's operand is: a slot, or the destination. */
enum { TILE_AT_DEST = TILE_SLOTS, TILE_AT_DEST_ALPHA, TILE_PLACES };

struct tile_fixed_factor {
    enum tile_shape shape;
    unsigned place;
};

struct tile_fixed_equation {
    bool blend;
    enum ombre_blend_op op;
    struct tile_fixed_factor source, dest;
    unsigned slots; /* that are used; slot 0 is the source */
    bool turns;     /* whether the source is its own factor */
    double scale;   /* the largest code */
    double low;     /* the lowest, 0 or -scale */
    bool room;      /* whether operands and products may be converted (D3D) */
    bool gaps;      /* whether the union of all decisions may have gaps */
};

/* One batch.  Everything is in codes. */
struct tile_lanes {
    uint32_t given[TILE_SLOTS][TILE_LANES]; /* source operands, fp32 bits */
    double dest[TILE_LANES], dest_alpha[TILE_LANES];
    /* Results: ordinals. */
    int32_t ideal[TILE_LANES], first[TILE_LANES], last[TILE_LANES];
    uint8_t unsure[TILE_LANES]; /* 1: ask ombre_predict() */
};

/* Predict a batch. */
void tile_fixed_lanes(const struct tile_fixed_equation *equation,
                      struct tile_lanes *lanes);

/* --- Whole pixels: tile_fixed_run.c --------------------------------------- */

/* Where a slot's operands come from. */
struct tile_feed {
    bool is_constant;
    bool second;        /* of source 1 */
    unsigned component; /* of the source */
    uint32_t constant;
};

struct tile_fixed_component {
    bool written;
    bool stored; /* else the format lacks it */
    unsigned shift, bits;
    bool is_signed;
    bool is_narrow; /* fewer than 8 bits: may go by way of 8 (D3D) */
    struct tile_fixed_equation equation, wide; /* wide: in 8-bit codes */
    struct tile_feed feed[TILE_SLOTS];
};

struct tile_fixed {
    unsigned texel_size;
    bool keeps_lowest; /* SNORM's second -1.0 may stay (FS 19.1.2) */
    uint64_t unowned;
    struct tile_fixed_component component[OMBRE_COMPONENTS];
};

/* Say how the state is predicted, whose components have `fates`.  Returns false
 * if it cannot be. */
bool tile_fixed_plan(const struct ombre_state *state, unsigned target,
                     enum ombre_judge judge,
                     const struct ombre_prediction *fates,
                     struct tile_fixed *out);

/* Up to TILE_LANES pixels. */
struct tile_pixels {
    const uint32_t (*source)[4], (*source1)[4];
    uint64_t dest[TILE_LANES];
    /* Results: */
    uint64_t ideal[TILE_LANES], first[TILE_LANES], last[TILE_LANES];
    uint8_t unsure[TILE_LANES]; /* 1: ask ombre_predict() */
};

/* Predict TILE_LANES pixels. */
void tile_fixed_pixels(const struct tile_fixed *fixed,
                       struct tile_pixels *pixels);

#endif /* OMBRE_SRC_TILE_FIXED_H */
