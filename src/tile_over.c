/* y = D + (S - D) A, in codes, with S and A anywhere that a conversion may have
 * put them: from the least to the greatest choice of each.  y is linear in S
 * and in A, so its ends are at corners of that box; on the alpha component,
 * where S is A, the greatest is at an end, and the least at an end or, since y
 * is convex there, next to where A is as it came.
 *
 * The store has 0.6 of room, and each product of two numbers that are neither 0
 * nor 1 has 0.25, whatever was decided.  Products rounded to whole codes stay
 * within that, unless the other term is not whole: A where S is 1, 1 - A where
 * D is 1; then they reach 0.25 further.  So an end has 1.1 of room, or where S
 * may be 0 or 1, or D is, at most 0.25 less.  Where both are, this does not
 * know.
 *
 * An A that is not 0, but may be converted to 0, then leaves D, which is within
 * the room of A as it came; likewise converted to 1 from 254.75 codes on.  So
 * those are no choices.
 *
 * Codes are floats from 512 to 1024, `base` added to each, whose lowest bits
 * count 16384ths: above those bits is the floor, in them what is beyond it.
 * Every decision is the floor of a number that was raised by more than it may
 * be wrong, so it is unsure where little is beyond.
 *
 * Conditions are the highest bits of differences: they are joined as the
 * numbers are, and cost no compare.
 */
#include "tile_over.h"

#include <math.h>
#include <string.h>

static const float base = 768; /* 1.5 * 2^9 */
static const uint32_t base_bits = 0x44400000;

enum {
    FRACTION = 14, /* bits of a code */
    ONE = TILE_OVER_ONE,
    /* Of a result: its operand 0.63, the weight 0.5, a product and a sum 0.63.
     * Raised by 4, it is unsure below 8.  Of an end beside that: what the fp32
     * stray of the rules may widen it by, 1 around 1, its operand's room 0.5,
     * and its own 0.5.  Raised by 5, it is unsure below 10. */
    ROOM = 11 * ONE / 10 + 1 + 5,
};

TILE_INLINE float least(float a, float b)
{
    return a < b ? a : b;
}

TILE_INLINE float greatest(float a, float b)
{
    return a > b ? a : b;
}

TILE_INLINE uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

TILE_INLINE uint32_t greater(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

TILE_INLINE float multiply_add(bool fused, float a, float b, float c)
{
    return fused ? fmaf(a, b, c) : a * b + c;
}

TILE_INLINE uint32_t bits(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

TILE_INLINE float number(uint32_t word)
{
    float x;
    memcpy(&x, &word, sizeof x);
    return x;
}

#define K tile_over_constants
/* --- Operands ------------------------------------------------------------- */

/* An operand, and the least and the greatest that it may be taken as; base
 * added to each. */
struct operand {
    float x, low, high;
    float given;  /* from 0 to 1 */
    uint32_t end; /* highest bit: it is 0 or 1 */
};

/* Whether `given` is the fp32 number nearest to a code: code / 255, rounded,
 * which the two terms are for every code. */
TILE_INLINE bool is_nearest(bool fused, float given, float code)
{
    const float most = 0x1.01p-8f, rest = 0x1.010102p-24f;
    return multiply_add(fused, code, most, code * rest) == given;
}

/* What is beyond the floor. */
TILE_INLINE uint32_t beyond(uint32_t x)
{
    return x & K.beyond;
}

/* FS 17.5, 3.2.3.6: clamped; as a code if it is nearest to one; else up to 0.6
 * away. */
TILE_INLINE struct operand operand(bool fused, int32_t word)
{
    /* Bits of floats sort like their numbers, negative ones below 0.  NaN
     * becomes 0 or 1. */
    const int32_t one = 0x3F800000;
    const int32_t positive = word > 0 ? word : 0;
    const int32_t clamped = positive < one ? positive : one;
    const float given = number((uint32_t) clamped);

    const uint32_t x = bits(multiply_add(fused, given, 255, base));
    const float code = number((x + K.code_half) & K.floored) - base;
    const uint32_t room = is_nearest(fused, given, code) ? 0 : K.room;
    const uint32_t low = greater(K.zero, x - room);
    const uint32_t high = lesser(K.top, x + room);
    return (struct operand){
        .x = number(x),
        .low = number(low),
        .high = number(high),
        .given = given,
        .end = (high - K.after_zero) | (K.before_top - low),
    };
}

/* --- Results -------------------------------------------------------------- */

/* Floors are to be taken of these.  The first code is told as what is left to
 * 255, so that it is a floor too. */
struct result {
    uint32_t ideal, first, last;
};

/* What is added to a product, or it taken from. */
struct addend {
    float ideal, first, last;
};

/* From base + D.  Halves go up. */
TILE_INLINE struct addend addend(float d)
{
    const uint32_t code = bits(d);
    return (struct addend){
        .ideal = number(code + K.half),
        .first = 2 * base + 255 + (float) ROOM / ONE - d,
        .last = d + (float) ROOM / ONE,
    };
}

TILE_INLINE struct result result(float ideal, uint32_t first, uint32_t last)
{
    const uint32_t most = K.most;
    return (struct result){
        .ideal = bits(ideal),
        .first = lesser(first, most),
        .last = lesser(last, most),
    };
}

/* In the highest bit. */
TILE_INLINE uint32_t unsure(const struct operand *s, float d, struct result r)
{
    const uint32_t one = K.before_top - bits(d);
    const uint32_t zero = bits(d) - K.after_zero;
    /* A quarter less of room would be another code. */
    const uint32_t near = 0u - ((one | zero | s->end) >> 31);
    const uint32_t little = K.unsure + (near & K.quarter);
    return (beyond(r.ideal) - K.ideal_unsure) |
           (lesser(beyond(r.first), beyond(r.last)) - little) |
           ((one | zero) & s->end);
}

struct weights {
    float x, low, high;
};

/* S is A: D + (A - D) A. */
/* a * w + b, as bits: they sort like the numbers. */
TILE_INLINE uint32_t reached(bool fused, float a, float w, float b)
{
    return bits(multiply_add(fused, a, w, b));
}

/* S is A: D + (A - D) A. */
TILE_INLINE struct result blend_alpha(bool fused, const struct operand *a,
                                      const struct weights *w, float d)
{
    const struct addend to = addend(d);
    const float turn = least(greatest((d + base) * 0.5f, a->low), a->high);
    const float x = d - a->x, low = d - a->low, high = d - a->high;
    return result(multiply_add(fused, -x, w->x, to.ideal),
                  greater(reached(fused, d - turn, (turn - base) * (1 / 255.0f),
                                  to.first),
                          greater(reached(fused, low, w->low, to.first),
                                  reached(fused, high, w->high, to.first))),
                  greater(reached(fused, -low, w->low, to.last),
                          reached(fused, -high, w->high, to.last)));
}

TILE_INLINE struct result blend_color(bool fused, const struct operand *s,
                                      const struct weights *w, float d)
{
    const struct addend to = addend(d);
    const float x = s->x - d, low = d - s->low, high = s->high - d;
    return result(multiply_add(fused, x, w->x, to.ideal),
                  greater(reached(fused, low, w->low, to.first),
                          reached(fused, low, w->high, to.first)),
                  greater(reached(fused, high, w->low, to.last),
                          reached(fused, high, w->high, to.last)));
}

/* --- Pixels --------------------------------------------------------------- */

enum { N = TILE_OVER_PIXELS };

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

/* Move bit `from` to bit `to`. */
TILE_INLINE uint32_t shifted(uint32_t x, unsigned from, unsigned to)
{
    return from < to ? x << (to - from) : x >> (from - to);
}

TILE_INLINE float dest_at(uint32_t texel, unsigned shift)
{
    return number(base_bits |
                  (shifted(texel, shift, FRACTION) & 0xFFu << FRACTION));
}

/* The floor, as a byte of a texel. */
TILE_INLINE uint32_t byte_at(uint32_t x, unsigned shift)
{
    return shifted(x, FRACTION, shift) & K.byte[shift / 8];
}

/* Add one component of a pixel to its texels. */
TILE_INLINE void add_component(struct result *pixel, struct result r,
                               unsigned shift)
{
    pixel->ideal |= byte_at(r.ideal, shift);
    pixel->first |= byte_at(r.first, shift);
    pixel->last |= byte_at(r.last, shift);
}

/* Returns whether it is unsure, in the highest bit. */
TILE_INLINE uint32_t add_color(bool fused, int32_t word,
                               const struct weights *w, uint32_t texel,
                               unsigned shift, struct result *pixel)
{
    const struct operand s = operand(fused, word);
    const float d = dest_at(texel, shift);
    const struct result r = blend_color(fused, &s, w, d);
    add_component(pixel, r, shift);
    return unsure(&s, d, r);
}

struct planes {
    int32_t source[OMBRE_COMPONENTS][N];
    uint32_t unsure[N];
};

TILE_INLINE void take_sources(const unsigned char *words,
                              struct planes *restrict p)
{
    for (unsigned i = 0; i < N; i++) {
        p->source[0][i] = (int32_t) load(words, 4 * i);
        p->source[1][i] = (int32_t) load(words, 4 * i + 1);
        p->source[2][i] = (int32_t) load(words, 4 * i + 2);
        p->source[3][i] = (int32_t) load(words, 4 * i + 3);
    }
}

/* In the highest bit.  Never misses a NaN; large numbers may together look like
 * one. */
TILE_INLINE uint32_t may_have_nan(const struct planes *p, unsigned i)
{
    const int32_t any =
        p->source[0][i] | p->source[1][i] | p->source[2][i] | p->source[3][i];
    return 0x7F800000 - ((uint32_t) any & 0x7FFFFFFF);
}

/* `red` and `blue`: where they are in a texel. */
TILE_INLINE void predict(bool fused, unsigned red, unsigned blue,
                         const unsigned char *restrict dest,
                         unsigned char *restrict ideal,
                         unsigned char *restrict first,
                         unsigned char *restrict last,
                         struct planes *restrict p)
{
    const float code = 1 / 255.0f;
    for (unsigned i = 0; i < N; i++) {
        const uint32_t texel = load(dest, i);
        const struct operand a = operand(fused, p->source[3][i]);
        const struct weights w = {
            .x = a.given,
            .low = least(a.given, (a.low - base) * code),
            .high = greatest(a.given, (a.high - base) * code),
        };
        const float d = dest_at(texel, 24);
        const struct result y = blend_alpha(fused, &a, &w, d);
        struct result pixel = {0, 0, 0};
        add_component(&pixel, y, 24);
        const uint32_t u3 = unsure(&a, d, y) | a.end;
        const uint32_t u0 =
            add_color(fused, p->source[0][i], &w, texel, red, &pixel);
        const uint32_t u1 =
            add_color(fused, p->source[1][i], &w, texel, 8, &pixel);
        const uint32_t u2 =
            add_color(fused, p->source[2][i], &w, texel, blue, &pixel);
        store(ideal, i, pixel.ideal);
        store(first, i, ~pixel.first);
        store(last, i, pixel.last);
        p->unsure[i] = ((u0 | a.end) >> 31) | ((u1 | a.end) >> 30 & 2) |
                       ((u2 | a.end) >> 29 & 4) | (u3 >> 28 & 8) |
                       (may_have_nan(p, i) >> 27 & TILE_OVER_NAN);
    }
}

/* `fused`: the processor has fused a * b + c; any rounding will do here. */
TILE_INLINE void predict_pixels(struct tile_over_pixels *pixels, bool fused)
{
    struct planes p;
    take_sources(pixels->source, &p);
    if (pixels->shift[OMBRE_RED] == 0)
        predict(fused, 0, 16, pixels->dest, pixels->ideal, pixels->first,
                pixels->last, &p);
    else
        predict(fused, 16, 0, pixels->dest, pixels->ideal, pixels->first,
                pixels->last, &p);
    for (unsigned i = 0; i < N; i++)
        pixels->unsure[i] = (uint8_t) p.unsure[i];
}

TILE_CLONES(tile_over_pixels, (struct tile_over_pixels * pixels), (pixels),
            predict_pixels(pixels, false), predict_pixels(pixels, true))
