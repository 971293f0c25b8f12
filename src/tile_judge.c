#include <string.h>

#include "tile_parts.h"

/* --- 8 bits each, in the order of their values ---------------------------- */

TILE_INLINE uint8_t is(bool condition)
{
    return condition;
}

/* One byte a pixel: whether some byte of its texel is not 0. */
TILE_INLINE void gather(unsigned texel_size, const uint8_t *restrict bytes,
                        uint8_t *restrict out)
{
    uint16_t half[TILE_JUDGED];
    uint32_t word[TILE_JUDGED];
    switch (texel_size) {
    case 1: memcpy(out, bytes, TILE_JUDGED); break;
    case 2:
        memcpy(half, bytes, sizeof half);
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = half[i] != 0;
        break;
    default:
        memcpy(word, bytes, sizeof word);
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = word[i] != 0;
        break;
    }
}

TILE_INLINE void tile_judge_bytes_body(unsigned texel_size, const uint8_t *got,
                                       const uint8_t *first,
                                       const uint8_t *last, uint8_t *outside)
{
    uint8_t wrong[TILE_JUDGED * 4];
    for (unsigned i = 0; i < TILE_JUDGED * texel_size; i++)
        wrong[i] = (uint8_t) (is(got[i] < first[i]) | is(got[i] > last[i]));
    gather(texel_size, wrong, outside);
}

/* --- Any component -------------------------------------------------------- */

/* Codes as whole numbers in the order of their values. */
TILE_INLINE uint32_t key(uint32_t word, const struct tile_field *field)
{
    const uint32_t code = word >> field->shift & field->mask;
    /* Negative floats are the larger the less their number is. */
    const uint32_t flip =
        code & field->float_sign ? field->mask : field->any_sign;
    return code ^ flip;
}

TILE_INLINE void tile_judge_field_body(const struct tile_field *field,
                                       const uint32_t *got,
                                       const uint32_t *first,
                                       const uint32_t *last, uint8_t *outside)
{
    for (unsigned i = 0; i < TILE_JUDGED; i++) {
        const uint32_t k = key(got[i], field);
        outside[i] |= (uint8_t) (is(k < key(first[i], field)) |
                                 is(k > key(last[i], field)));
    }
}

/* Words `stride` apart. */
TILE_INLINE void take_strided(unsigned stride, unsigned word,
                              const uint8_t *restrict texels,
                              uint32_t *restrict out)
{
    for (unsigned i = 0; i < TILE_JUDGED; i++)
        memcpy(&out[i], texels + 4 * (i * stride + word), sizeof out[i]);
}

TILE_INLINE void tile_take_words_body(unsigned texel_size, unsigned word,
                                      const uint8_t *texels, uint32_t *out)
{
    uint16_t half[TILE_JUDGED];
    switch (texel_size) {
    case 1:
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = texels[i];
        break;
    case 2:
        memcpy(half, texels, sizeof half);
        for (unsigned i = 0; i < TILE_JUDGED; i++)
            out[i] = half[i];
        break;
    case 4: memcpy(out, texels, TILE_JUDGED * sizeof *out); break;
    case 8: take_strided(2, word, texels, out); break;
    case 12: take_strided(3, word, texels, out); break;
    default: take_strided(4, word, texels, out); break;
    }
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

TILE_CLONES(tile_judge_bytes,
            (unsigned texel_size, const uint8_t *got, const uint8_t *first,
             const uint8_t *last, uint8_t *outside),
            (texel_size, got, first, last, outside),
            tile_judge_bytes_body(texel_size, got, first, last, outside),
            tile_judge_bytes_body(texel_size, got, first, last, outside))
TILE_CLONES(tile_judge_field,
            (const struct tile_field *field, const uint32_t *got,
             const uint32_t *first, const uint32_t *last, uint8_t *outside),
            (field, got, first, last, outside),
            tile_judge_field_body(field, got, first, last, outside),
            tile_judge_field_body(field, got, first, last, outside))
TILE_CLONES(tile_take_words,
            (unsigned texel_size, unsigned word, const uint8_t *texels,
             uint32_t *out),
            (texel_size, word, texels, out),
            tile_take_words_body(texel_size, word, texels, out),
            tile_take_words_body(texel_size, word, texels, out))
TILE_CLONES(tile_judge_marks,
            (const uint8_t *outside, const uint8_t *open, uint8_t *mark,
             struct tile_counts *counts),
            (outside, open, mark, counts),
            tile_judge_marks_body(outside, open, mark, counts),
            tile_judge_marks_body(outside, open, mark, counts))
