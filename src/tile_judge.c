#include <string.h>

#include "tile_parts.h"

TILE_INLINE uint8_t is(bool condition)
{
    return condition;
}

/* --- Lanes that are components -------------------------------------------- */

/* Codes become unsigned numbers in the order of their values: of two's
 * complement the sign is turned; negative floats are the larger the less their
 * number is, so of those everything is. */
#define JUDGE_LANES(name, type)                                            \
    TILE_INLINE type name##_key(type code, type any_sign, type float_sign) \
    {                                                                      \
        const type all = (type) ~(type) 0;                                 \
        return (type) (code ^ (code & float_sign ? all : any_sign));       \
    }                                                                      \
    TILE_INLINE void name(                                                 \
        unsigned count, uint32_t any_sign, uint32_t float_sign,            \
        const uint8_t *restrict got, const uint8_t *restrict first,        \
        const uint8_t *restrict last, uint8_t *restrict wrong)             \
    {                                                                      \
        const type any = (type) any_sign, sign = (type) float_sign;        \
        for (unsigned i = 0; i < count; i++) {                             \
            type g, f, l;                                                  \
            memcpy(&g, got + i * sizeof g, sizeof g);                      \
            memcpy(&f, first + i * sizeof f, sizeof f);                    \
            memcpy(&l, last + i * sizeof l, sizeof l);                     \
            const type k = name##_key(g, any, sign);                       \
            wrong[i] = (uint8_t) (is(k < name##_key(f, any, sign)) |       \
                                  is(k > name##_key(l, any, sign)));       \
        }                                                                  \
    }
JUDGE_LANES(judge_bytes, uint8_t)
JUDGE_LANES(judge_halves, uint16_t)
JUDGE_LANES(judge_words, uint32_t)

/* One byte a pixel: whether some of its `lanes` bytes is not 0. */
TILE_INLINE void gather(unsigned lanes, const uint8_t *restrict bytes,
                        uint8_t *restrict out)
{
    uint16_t half[TILE_JUDGED];
    uint32_t word[TILE_JUDGED];
    switch (lanes) {
    case 1: memcpy(out, bytes, TILE_JUDGED); break;
    case 2:
        memcpy(half, bytes, sizeof half);
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = half[i] != 0;
        break;
    case 3:
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = bytes[3 * i] | bytes[3 * i + 1] | bytes[3 * i + 2];
        break;
    default:
        memcpy(word, bytes, sizeof word);
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = word[i] != 0;
        break;
    }
}

TILE_INLINE void judge_lanes(const struct tile_judged *j, const uint8_t *got,
                             const uint8_t *first, const uint8_t *last,
                             uint8_t *outside)
{
    uint8_t wrong[TILE_JUDGED * OMBRE_COMPONENTS];
    const unsigned count = TILE_JUDGED * j->lanes;
    switch (j->lane_size) {
    case 1:
        judge_bytes(count, j->any_sign, j->float_sign, got, first, last, wrong);
        break;
    case 2:
        judge_halves(count, j->any_sign, j->float_sign, got, first, last,
                     wrong);
        break;
    default:
        judge_words(count, j->any_sign, j->float_sign, got, first, last, wrong);
        break;
    }
    gather(j->lanes, wrong, outside);
}

/* --- Packed texels -------------------------------------------------------- */

/* A field's bits sort like its code, wherever they are. */
#define JUDGE_PACKED(name, type)                                               \
    TILE_INLINE void name(                                                     \
        const struct tile_judged *j, const uint8_t *restrict got,              \
        const uint8_t *restrict first, const uint8_t *restrict last,           \
        uint8_t *restrict outside)                                             \
    {                                                                          \
        const type m0 = (type) j->field[0], m1 = (type) j->field[1],           \
                   m2 = (type) j->field[2], m3 = (type) j->field[3];           \
        for (unsigned i = 0; i < TILE_JUDGED; i++) {                           \
            type g, f, l;                                                      \
            memcpy(&g, got + i * sizeof g, sizeof g);                          \
            memcpy(&f, first + i * sizeof f, sizeof f);                        \
            memcpy(&l, last + i * sizeof l, sizeof l);                         \
            outside[i] =                                                       \
                (uint8_t) (is((g & m0) < (f & m0)) | is((g & m0) > (l & m0)) | \
                           is((g & m1) < (f & m1)) | is((g & m1) > (l & m1)) | \
                           is((g & m2) < (f & m2)) | is((g & m2) > (l & m2)) | \
                           is((g & m3) < (f & m3)) | is((g & m3) > (l & m3))); \
        }                                                                      \
    }
JUDGE_PACKED(judge_packed_halves, uint16_t)
JUDGE_PACKED(judge_packed_words, uint32_t)

TILE_INLINE void tile_judge_texels_body(const struct tile_judged *judged,
                                        const uint8_t *got,
                                        const uint8_t *first,
                                        const uint8_t *last, uint8_t *outside)
{
    if (judged->field_count == 0)
        judge_lanes(judged, got, first, last, outside);
    else if (judged->texel_size == 2)
        judge_packed_halves(judged, got, first, last, outside);
    else
        judge_packed_words(judged, got, first, last, outside);
}

/* --- Marks ---------------------------------------------------------------- */

TILE_INLINE void tile_judge_marks_body(const uint8_t *outside,
                                       const uint8_t *open, uint8_t *mark,
                                       struct tile_counts *counts)
{
    uint16_t wrong_count = 0, ask_count = 0;
    for (unsigned i = 0; i < TILE_JUDGED; i++) {
        const uint8_t ask = is(open[i] != 0);
        const uint8_t wrong = (uint8_t) (is(outside[i] != 0) & (ask ^ 1));
        mark[i] = (uint8_t) (wrong * OMBRE_TILE_OUTSIDE + ask * OMBRE_TILE_ASK);
        wrong_count = (uint16_t) (wrong_count + wrong);
        ask_count = (uint16_t) (ask_count + ask);
    }
    *counts = (struct tile_counts){wrong_count, ask_count};
}

TILE_CLONES(tile_judge_texels,
            (const struct tile_judged *judged, const uint8_t *got,
             const uint8_t *first, const uint8_t *last, uint8_t *outside),
            (judged, got, first, last, outside),
            tile_judge_texels_body(judged, got, first, last, outside),
            tile_judge_texels_body(judged, got, first, last, outside))
TILE_CLONES(tile_judge_marks,
            (const uint8_t *outside, const uint8_t *open, uint8_t *mark,
             struct tile_counts *counts),
            (outside, open, mark, counts),
            tile_judge_marks_body(outside, open, mark, counts),
            tile_judge_marks_body(outside, open, mark, counts))
