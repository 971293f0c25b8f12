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

TILE_INLINE float dest_at(uint32_t texel, unsigned shift)
{
    return (float) (int32_t) (texel >> shift & 0xFF);
}

/* One component of every pixel at a time, so that more of them are on their way
 * at once. */
struct planes {
    int32_t source[OMBRE_COMPONENTS][TILE_OVER_PIXELS];
    uint32_t dest[TILE_OVER_PIXELS];
    struct {
        float x[TILE_OVER_PIXELS], low[TILE_OVER_PIXELS],
            high[TILE_OVER_PIXELS], doubt[TILE_OVER_PIXELS];
    } alpha; /* as weights */
    uint32_t ideal[TILE_OVER_PIXELS], first[TILE_OVER_PIXELS],
        last[TILE_OVER_PIXELS], unsure[TILE_OVER_PIXELS];
};

TILE_INLINE void take(const unsigned char *source, const unsigned char *dest,
                      struct planes *restrict p)
{
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++) {
        p->source[0][i] = (int32_t) load(source, 4 * i);
        p->source[1][i] = (int32_t) load(source, 4 * i + 1);
        p->source[2][i] = (int32_t) load(source, 4 * i + 2);
        p->source[3][i] = (int32_t) load(source, 4 * i + 3);
    }
    memcpy(p->dest, dest, sizeof p->dest);
}

TILE_INLINE void predict_alpha(bool fused, unsigned shift,
                               struct planes *restrict p)
{
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++) {
        const struct operand a = operand(fused, p->source[OMBRE_ALPHA][i]);
        const struct operand weight = {.x = a.x * (1 / 255.0f),
                                       .low = a.low * (1 / 255.0f),
                                       .high = a.high * (1 / 255.0f)};
        const struct result y =
            blend_alpha(fused, &a, &weight, dest_at(p->dest[i], shift));
        p->alpha.x[i] = weight.x;
        p->alpha.low[i] = weight.low;
        p->alpha.high[i] = weight.high;
        p->alpha.doubt[i] = a.doubt;
        p->ideal[i] = bits(y.ideal) << shift;
        p->first[i] = bits(y.first) << shift;
        p->last[i] = bits(y.last) << shift;
        p->unsure[i] =
            greatest(y.doubt, a.doubt) > 0.5f - error ? 1u << OMBRE_ALPHA : 0;
    }
}

TILE_INLINE void predict_color(bool fused, unsigned component, unsigned shift,
                               struct planes *restrict p)
{
    const int32_t *restrict const source = p->source[component];
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++) {
        const struct operand s = operand(fused, source[i]);
        const struct operand weight = {.x = p->alpha.x[i],
                                       .low = p->alpha.low[i],
                                       .high = p->alpha.high[i]};
        const struct result y =
            blend_color(fused, &s, &weight, dest_at(p->dest[i], shift));
        const float doubt =
            greatest(greatest(y.doubt, s.doubt), p->alpha.doubt[i]);
        p->ideal[i] |= bits(y.ideal) << shift;
        p->first[i] |= bits(y.first) << shift;
        p->last[i] |= bits(y.last) << shift;
        p->unsure[i] |= doubt > 0.5f - error ? 1u << component : 0;
    }
}

/* `fused`: the processor has fused a * b + c; any rounding will do here. */
TILE_INLINE void predict_pixels(struct tile_over_pixels *pixels, bool fused)
{
    struct planes p;
    take(pixels->source, pixels->dest, &p);
    predict_alpha(fused, pixels->shift[OMBRE_ALPHA], &p);
    for (unsigned c = 0; c < OMBRE_ALPHA; c++)
        predict_color(fused, c, pixels->shift[c], &p);
    memcpy(pixels->ideal, p.ideal, sizeof p.ideal);
    memcpy(pixels->first, p.first, sizeof p.first);
    memcpy(pixels->last, p.last, sizeof p.last);
    for (unsigned i = 0; i < TILE_OVER_PIXELS; i++)
        pixels->unsure[i] = (uint8_t) p.unsure[i];
}

TILE_CLONES(tile_over_pixels, (struct tile_over_pixels * pixels), (pixels),
            predict_pixels(pixels, false), predict_pixels(pixels, true))
