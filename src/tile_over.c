/* y = D + (S - D) A, in codes, with S and A anywhere that a conversion may have
 * put them: from the least to the greatest choice of each.  y is linear in S
 * and in A, so its ends are at corners of that box; on the alpha component,
 * where S is A, at its ends or, since y is convex there, where A is as it came.
 *
 * Where no choice is 0 or 1 and D is not 1, both products are true (only the
 * source's if D is 0) whatever was decided, so each end has the same room:
 * 0.6 and 0.25 a product.  Products rounded to whole codes end within that: a
 * term that is not true is 0.
 *
 * Floats are not exact.  Their error, what the fp32 stray of the rules may add,
 * and the difference between an operand on the grid and its code come to less
 * than `error`; a lane that such a difference could change is unsure.
 */
#include "tile_over.h"

#include <math.h>
#include <string.h>

/* Roundings of numbers up to 511: 1.6e-4; stray: 1.7e-4; grid: 0.3e-4. */
static const float error = 5e-4f;

/* Of a position between codes: less than 3e-5. */
static const float position_error = 1e-4f;

/* 1.5 * 2^23: added to a number below 2^22, it leaves the nearest whole number
 * in the lowest bits. */
static const float to_whole = 12582912;
static const uint32_t to_whole_bits = 0x4B400000;

TILE_INLINE float least(float a, float b)
{
    return a < b ? a : b;
}

TILE_INLINE float greatest(float a, float b)
{
    return a > b ? a : b;
}

/* An operand in codes, and the least and the greatest that it may be taken as.
 */
struct operand {
    float x, low, high;
    float doubt; /* above 0: something here could be otherwise */
};

/* FS 17.5, 3.2.3.6: clamped; kept, or either code within 0.6. */
TILE_INLINE struct operand operand(int32_t word)
{
    /* Bits of floats sort like their numbers, negative ones below 0.  NaN has
     * become 0 or 1, which are in doubt. */
    const int32_t one = 0x3F800000;
    const int32_t positive = word > 0 ? word : 0;
    const int32_t clamped = positive < one ? positive : one;
    float given;
    memcpy(&given, &clamped, sizeof given);

    const float x = given * 255;
    const float code = x + to_whole - to_whole;
    const float f = x - code;
    return (struct operand){
        .x = x,
        .low = f < -0.4f ? code - 1 : least(x, code),
        .high = f > 0.4f ? code + 1 : greatest(x, code),
        /* No choice may be 0 or 255. */
        .doubt = greatest(fabsf(x - 127.5f) - (126.9f - position_error),
                          position_error - fabsf(fabsf(f) - 0.4f)),
    };
}

/* --- Results -------------------------------------------------------------- */

/* Codes, with to_whole added to each. */
struct result {
    float ideal, first, last;
    float doubt;
};

/* From the result less D, and its ends before the store. */
TILE_INLINE struct result result(float d, float y, float low, float high)
{
    /* Ceiling and floor are half a code from the nearest. */
    const float room = d > 0 ? 1.1f - 0.5f : 0.85f - 0.5f;
    const float ideal = d + y;
    const float first = greatest(d - room + low, 0);
    const float last = least(d + room + high, 255);
    const struct result r = {
        .ideal = ideal + to_whole,
        .first = first + to_whole,
        .last = last + to_whole,
    };
    const float nearest =
        greatest(greatest(fabsf(ideal - (r.ideal - to_whole)),
                          fabsf(first - (r.first - to_whole))),
                 fabsf(last - (r.last - to_whole)));
    return (struct result){r.ideal, r.first, r.last,
                           greatest(nearest - (0.5f - error), d - 254.5f)};
}

/* S is A: y - D is (A - D) A. */
TILE_INLINE struct result blend_alpha(const struct operand *a, float d)
{
    const float y = (a->x - d) * (a->x * (1 / 255.0f));
    const float y0 = (a->low - d) * (a->low * (1 / 255.0f));
    const float y1 = (a->high - d) * (a->high * (1 / 255.0f));
    return result(d, y, least(y, least(y0, y1)), greatest(y, greatest(y0, y1)));
}

TILE_INLINE struct result blend_color(const struct operand *s,
                                      const struct operand *weight, float d)
{
    const float u = s->low - d, v = s->high - d;
    return result(d, (s->x - d) * weight->x,
                  least(u * weight->low, u * weight->high),
                  greatest(v * weight->low, v * weight->high));
}

/* --- Pixels --------------------------------------------------------------- */

TILE_INLINE uint32_t bits(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word - to_whole_bits;
}

TILE_INLINE float dest_at(uint32_t texel, unsigned shift)
{
    return (float) (int32_t) (texel >> shift & 0xFF);
}

TILE_INLINE void tile_over_pixels_body(struct tile_over_pixels *pixels)
{
    const int32_t(*restrict const source)[4] = pixels->source;
    const uint32_t *restrict const dest = pixels->dest;
    uint32_t *restrict const ideal = pixels->ideal;
    uint32_t *restrict const first = pixels->first;
    uint32_t *restrict const last = pixels->last;
    float doubt[OMBRE_COMPONENTS][TILE_LANES];
    const unsigned r = pixels->shift[0], g = pixels->shift[1],
                   b = pixels->shift[2], a = pixels->shift[3];
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const struct operand s[4] = {
            operand(source[i][0]), operand(source[i][1]), operand(source[i][2]),
            operand(source[i][3])};
        const struct operand weight = {.x = s[3].x * (1 / 255.0f),
                                       .low = s[3].low * (1 / 255.0f),
                                       .high = s[3].high * (1 / 255.0f)};
        const struct result y[4] = {
            blend_color(&s[0], &weight, dest_at(dest[i], r)),
            blend_color(&s[1], &weight, dest_at(dest[i], g)),
            blend_color(&s[2], &weight, dest_at(dest[i], b)),
            blend_alpha(&s[3], dest_at(dest[i], a))};
        ideal[i] = bits(y[0].ideal) << r | bits(y[1].ideal) << g |
                   bits(y[2].ideal) << b | bits(y[3].ideal) << a;
        first[i] = bits(y[0].first) << r | bits(y[1].first) << g |
                   bits(y[2].first) << b | bits(y[3].first) << a;
        last[i] = bits(y[0].last) << r | bits(y[1].last) << g |
                  bits(y[2].last) << b | bits(y[3].last) << a;
        doubt[0][i] = greatest(greatest(y[0].doubt, s[0].doubt), s[3].doubt);
        doubt[1][i] = greatest(greatest(y[1].doubt, s[1].doubt), s[3].doubt);
        doubt[2][i] = greatest(greatest(y[2].doubt, s[2].doubt), s[3].doubt);
        doubt[3][i] = greatest(y[3].doubt, s[3].doubt);
    }
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        for (unsigned i = 0; i < TILE_LANES; i++)
            pixels->unsure[c][i] = doubt[c][i] > 0 ? 1 : 0;
}

TILE_CLONES(tile_over_pixels, (struct tile_over_pixels * pixels), (pixels))
