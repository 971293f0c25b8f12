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

TILE_INLINE float multiply_add(bool fused, float a, float b, float c)
{
    return fused ? fmaf(a, b, c) : a * b + c;
}

/* How far x is from the nearest whole number. */
TILE_INLINE float from_whole(float x, float whole)
{
    return fabsf(x - whole);
}

/* An operand in codes, and the least and the greatest that it may be taken as.
 */
struct operand {
    float x, low, high;
    float doubt; /* beyond 0.5 - error: something here could be otherwise */
};

/* FS 17.5, 3.2.3.6: clamped; kept, or either code within 0.6: 0.1 less and 0.1
 * more are nearest to these. */
TILE_INLINE struct operand operand(bool fused, int32_t word)
{
    /* Bits of floats sort like their numbers, negative ones below 0.  NaN has
     * become 0 or 1, which are in doubt. */
    const int32_t one = 0x3F800000;
    const int32_t positive = word > 0 ? word : 0;
    const int32_t clamped = positive < one ? positive : one;
    float given;
    memcpy(&given, &clamped, sizeof given);

    const float x = given * 255;
    const float less = multiply_add(fused, given, 255, -0.1f);
    const float more = multiply_add(fused, given, 255, 0.1f);
    const float low = less + to_whole - to_whole;
    const float high = more + to_whole - to_whole;
    return (struct operand){
        .x = x,
        .low = least(x, low),
        .high = greatest(x, high),
        /* No choice may be 0 or 255. */
        .doubt =
            greatest(greatest(from_whole(less, low), from_whole(more, high)),
                     fabsf(multiply_add(fused, given, 255, -127.5f)) - 126.4f),
    };
}

/* --- Results -------------------------------------------------------------- */

/* Codes, with to_whole added to each. */
struct result {
    float ideal, first, last;
    float doubt;
};

/* Ceiling and floor, after the room of a store and two products, or one beside
 * a D of 0, are half a code less. */
TILE_INLINE float room(float d)
{
    return d > 0 ? 1.1f - 0.5f : 0.85f - 0.5f;
}

/* From the result and its ends before the store, room included. */
TILE_INLINE struct result result(float d, float ideal, float low, float high)
{
    const float first = greatest(low, 0), last = least(high, 255);
    const struct result r = {
        .ideal = ideal + to_whole,
        .first = first + to_whole,
        .last = last + to_whole,
    };
    return (struct result){
        r.ideal, r.first, r.last,
        greatest(greatest(from_whole(ideal, r.ideal - to_whole),
                          from_whole(first, r.first - to_whole)),
                 greatest(from_whole(last, r.last - to_whole), d - 254.2f))};
}

/* S is A: D + (A - D) A. */
TILE_INLINE struct result blend_alpha(bool fused, const struct operand *a,
                                      const struct operand *weight, float d)
{
    const float down = d - room(d), up = d + room(d);
    const float x = a->x - d, low = a->low - d, high = a->high - d;
    return result(
        d, multiply_add(fused, x, weight->x, d),
        least(multiply_add(fused, x, weight->x, down),
              least(multiply_add(fused, low, weight->low, down),
                    multiply_add(fused, high, weight->high, down))),
        greatest(multiply_add(fused, x, weight->x, up),
                 greatest(multiply_add(fused, low, weight->low, up),
                          multiply_add(fused, high, weight->high, up))));
}

TILE_INLINE struct result blend_color(bool fused, const struct operand *s,
                                      const struct operand *weight, float d)
{
    const float down = d - room(d), up = d + room(d);
    const float low = s->low - d, high = s->high - d;
    return result(d, multiply_add(fused, s->x - d, weight->x, d),
                  least(multiply_add(fused, low, weight->low, down),
                        multiply_add(fused, low, weight->high, down)),
                  greatest(multiply_add(fused, high, weight->low, up),
                           multiply_add(fused, high, weight->high, up)));
}

/* --- Pixels --------------------------------------------------------------- */

TILE_INLINE uint32_t bits(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word - to_whole_bits;
}

TILE_INLINE uint32_t load(const unsigned char *bytes, unsigned i)
{
    uint32_t word;
    memcpy(&word, bytes + sizeof word * i, sizeof word);
    return word;
}

TILE_INLINE void store(unsigned char *bytes, unsigned i, uint32_t word)
{
    memcpy(bytes + sizeof word * i, &word, sizeof word);
}

TILE_INLINE float dest_at(uint32_t texel, unsigned shift)
{
    return (float) (int32_t) (texel >> shift & 0xFF);
}

TILE_INLINE struct operand operand_at(bool fused, const unsigned char *words,
                                      unsigned i, unsigned component)
{
    return operand(fused, (int32_t) load(words, 4 * i + component));
}

TILE_INLINE uint32_t doubtful(const struct result *y, const struct operand *s,
                              const struct operand *a)
{
    const float doubt = greatest(greatest(y->doubt, s->doubt), a->doubt);
    return doubt > 0.5f - error ? 1 : 0;
}

TILE_INLINE void predict(bool fused, const unsigned shift[OMBRE_COMPONENTS],
                         const unsigned char *restrict source,
                         const unsigned char *restrict dest,
                         unsigned char *restrict ideal,
                         unsigned char *restrict first,
                         unsigned char *restrict last,
                         uint32_t *restrict unsure)
{
    const unsigned r = shift[0], g = shift[1], b = shift[2], a = shift[3];
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++) {
        const struct operand s[4] = {
            operand_at(fused, source, i, 0), operand_at(fused, source, i, 1),
            operand_at(fused, source, i, 2), operand_at(fused, source, i, 3)};
        const struct operand weight = {.x = s[3].x * (1 / 255.0f),
                                       .low = s[3].low * (1 / 255.0f),
                                       .high = s[3].high * (1 / 255.0f)};
        const uint32_t texel = load(dest, i);
        const struct result y[4] = {
            blend_color(fused, &s[0], &weight, dest_at(texel, r)),
            blend_color(fused, &s[1], &weight, dest_at(texel, g)),
            blend_color(fused, &s[2], &weight, dest_at(texel, b)),
            blend_alpha(fused, &s[3], &weight, dest_at(texel, a))};
        store(ideal, i,
              bits(y[0].ideal) << r | bits(y[1].ideal) << g |
                  bits(y[2].ideal) << b | bits(y[3].ideal) << a);
        store(first, i,
              bits(y[0].first) << r | bits(y[1].first) << g |
                  bits(y[2].first) << b | bits(y[3].first) << a);
        store(last, i,
              bits(y[0].last) << r | bits(y[1].last) << g |
                  bits(y[2].last) << b | bits(y[3].last) << a);
        unsure[i] = doubtful(&y[0], &s[0], &s[3]) |
                    doubtful(&y[1], &s[1], &s[3]) << 1 |
                    doubtful(&y[2], &s[2], &s[3]) << 2 |
                    doubtful(&y[3], &s[3], &s[3]) << 3;
    }
}

/* `fused`: the processor has fused a * b + c; any rounding will do here. */
TILE_INLINE void predict_pixels(struct tile_over_pixels *pixels, bool fused)
{
    uint32_t unsure[TILE_OVER_PIXELS];
    predict(fused, pixels->shift, pixels->source, pixels->dest, pixels->ideal,
            pixels->first, pixels->last, unsure);
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++)
        pixels->unsure[i] = (uint8_t) unsure[i];
}

TILE_CLONES(tile_over_pixels, (struct tile_over_pixels * pixels), (pixels),
            predict_pixels(pixels, false), predict_pixels(pixels, true))
