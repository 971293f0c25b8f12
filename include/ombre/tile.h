/* ombre/tile.h - predict and judge many pixels of one state at once
 *
 * Bit for bit what ombre_predict() says of each pixel, in the shape of texels:
 * the ideal one, and two that hold the first and the last legal code of every
 * component.  Where one range is not the whole truth the pixel is marked open
 * and ombre_predict() must be asked.
 *
 * Nothing is allocated, memory does not grow with the number of pixels, and
 * parts of a tile may be given to different threads.
 */
#ifndef OMBRE_TILE_H
#define OMBRE_TILE_H

#include <stddef.h>

#include "ombre/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a shader wrote, one pixel after another. */
enum ombre_tile_source_kind {
    OMBRE_TILE_NONE,  /* nothing: all words are 0 */
    OMBRE_TILE_WORDS, /* four 32-bit words a pixel, as in struct ombre_source */
    OMBRE_TILE_TEXELS, /* texels of the target's format: of each component the
                          fp32 number, or integer, nearest to what it stands
                          for; a missing component is 0, a missing alpha 1 */
};

struct ombre_tile_source {
    enum ombre_tile_source_kind kind;
    const void *data;
};

/* Arrays of `count` texels, format->texel_size bytes each, without padding.
 * They may be the same memory only where they are the same pointer and both are
 * inputs. */
struct ombre_tile {
    size_t count;
    struct ombre_tile_source source;  /* SV_Target of the target's own number */
    struct ombre_tile_source source1; /* SV_Target1, if it is another */
    const void *dest;                 /* what the target holds */

    void *ideal;
    void *first, *last; /* lowest and highest legal code of each component, in
                           value order; bits that no component has are 0 in
                           first and 1 in last */
    uint8_t *open;      /* one byte a pixel: 1 where the legal codes of some
                           component are not all from first to last, or NaN, or
                           hang together with another's (R9G9B9E5) */
};

/* Predict covered samples of `target`, one a pixel.  Returns false, with
 * nothing written, where ombre_predict() does. */
bool ombre_predict_tile(const struct ombre_state *state, unsigned target,
                        enum ombre_judge judge, const struct ombre_tile *tile);

/* --- Judging -------------------------------------------------------------- */

enum ombre_tile_mark {
    OMBRE_TILE_INSIDE,  /* every component is legal */
    OMBRE_TILE_OUTSIDE, /* some component is not */
    OMBRE_TILE_ASK,     /* open: ask ombre_predict() */
};

struct ombre_tile_verdict {
    size_t outside, ask;  /* pixels */
    size_t first_outside; /* index of the first one, or `count` */
};

/* Compare texels that were read back with what a tile was predicted to hold.
 * `mark`, unless it is NULL, receives one enum ombre_tile_mark a pixel.  Works
 * on any texels whose size and components are those of `format`; `open` may be
 * NULL if no pixel is. */
struct ombre_tile_verdict ombre_judge_tile(const struct ombre_format *format,
                                           size_t count, const void *got,
                                           const void *first, const void *last,
                                           const uint8_t *open, uint8_t *mark);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_TILE_H */
