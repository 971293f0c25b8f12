/* y = D + (S - D) A, in codes, with S and A anywhere that a conversion may have
 * put them: from the least to the greatest choice of each.  y is linear in S
 * and in A, so its ends are at corners of that box; on the alpha component,
 * where S is A, the greatest is at an end, and the least at an end or, since y
 * is convex there, where A is as it came.
 *
 * The store has 0.6 of room, and each product of two numbers that are neither 0
 * nor 1 has 0.25, whatever was decided.  Products rounded to whole codes stay
 * within that, unless the other term is not whole: A where S is 1, 1 - A where
 * D is 1; then they reach 0.25 further.  So an end has 1.1 of room, or 0.85 if
 * D is 0: all of it, or where S may be 0 or 1 or D is 1 at most 0.25 less.
 * Where both are ends, this does not know.
 *
 * An A that is not 0, but may be taken as 0, then leaves D, which is within the
 * room of A as it came; likewise taken as 1 from 254.75 codes on.  So those are
 * no choices.
 *
 * Codes are floats from 512 to 1024, `base` added to each, whose lowest bits
 * count 16384ths: above those bits is the floor, in them what is beyond it.
 * Every decision is the floor of a number that was raised by more than it may
 * be wrong, so it is unsure where little is beyond.
 */
#include "tile_over.h"

#include <math.h>
#include <string.h>

static const float base = 768; /* 1.5 * 2^9 */
static const uint32_t base_bits = 0x44400000;

enum {
    FRACTION = 14, /* bits of a code */
    ONE = TILE_OVER_ONE,
    QUARTER = ONE / 4,
    BEYOND = ONE - 1,
    /* Of an operand: a product and a sum round by 0.63 at most.  Raised by 1.4
     * and 1.6, it is unsure below 4. */
    LITTLE = 2 * ONE / 5 + 2,
    MUCH = 3 * ONE / 5 + 2,
    OPERAND_UNSURE = BEYOND & ~3,
};

/* Of a result: its addend 0.5, the operand 0.63, the weight 0.5, a product and
 * a sum 0.63, and operands on the grid that are no longer their codes 0.25;
 * what the fp32 stray of the rules may widen it by, 1 around 1.  Raised by 4
 * beside that, it is unsure below 8. */
static const float raised = 4.0f / ONE;
static const float stray = 1.0f / ONE;

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

/* --- Operands ------------------------------------------------------------- */

/* An operand, and the least and the greatest that it may be taken as; base
 * added to each. */
struct operand {
    float x, low, high;
    float given; /* from 0 to 1 */
    bool is_unsure;
    bool is_end; /* it may be taken as 0 or 1 */
};

/* FS 17.5, 3.2.3.6: clamped; kept, or either code within 0.6, from
 * ceil(x - 0.6) to floor(x + 0.6). */
TILE_INLINE struct operand operand(bool fused, int32_t word)
{
    /* Bits of floats sort like their numbers, negative ones below 0.  NaN
     * becomes 0 or 1. */
    const int32_t one = 0x3F800000;
    const int32_t positive = word > 0 ? word : 0;
    const int32_t clamped = positive < one ? positive : one;
    const float given = number((uint32_t) clamped);

    const uint32_t x = bits(multiply_add(fused, given, 255, base));
    const uint32_t less = x + LITTLE, more = x + MUCH;
    return (struct operand){
        .x = number(x),
        .low = number(lesser(x, less & ~tile_over_constants.beyond)),
        .high = number(greater(x, more & ~tile_over_constants.beyond)),
        .given = given,
        .is_unsure =
            ((less & OPERAND_UNSURE) == 0) | ((more & OPERAND_UNSURE) == 0),
        .is_end = x - (base_bits + MUCH) > 255u * ONE - 2 * MUCH,
    };
}

/* Alpha, to be a weight. */
TILE_INLINE struct operand weight_operand(bool fused, int32_t word)
{
    struct operand a = operand(fused, word);
    const uint32_t x = bits(a.x) - base_bits, top = 255 * ONE;
    const bool is_inner = x - 1 < top - MUCH;
    const bool is_near_one = x - (top - QUARTER) < QUARTER;
    a.low = a.low > base ? a.low : a.x;
    a.high = a.high < base + 255 ? a.high : a.x;
    a.is_unsure |= !(is_inner | is_near_one);
    a.is_end = false;
    return a;
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
    const float two = 1.1f + raised + stray, one = 0.85f + raised + stray;
    const float room = d > base ? two : one;
    return (struct addend){
        .ideal = d + (0.5f + raised),
        .first = 2 * base + 255 - d + room,
        .last = d + room,
    };
}

TILE_INLINE struct result result(float ideal, float first, float last)
{
    return (struct result){
        .ideal = bits(ideal),
        .first = bits(least(first, base + 255.5f)),
        .last = bits(least(last, base + 255.5f)),
    };
}

TILE_INLINE bool is_unsure(const struct operand *s, float d, struct result r)
{
    const bool is_one = d > base + 254;
    /* A quarter less of room would be another code. */
    const uint32_t unsure = (is_one | s->is_end)
                                ? tile_over_constants.unsure_near
                                : tile_over_constants.unsure;
    return ((r.ideal & tile_over_constants.result_unsure) == 0) |
           ((r.first & tile_over_constants.beyond) < unsure) |
           ((r.last & tile_over_constants.beyond) < unsure) | s->is_unsure |
           (is_one & s->is_end);
}

struct weights {
    float x, low, high;
};

/* S is A: D + (A - D) A. */
TILE_INLINE struct result blend_alpha(bool fused, const struct operand *a,
                                      const struct weights *w, float d)
{
    const struct addend to = addend(d);
    const float x = d - a->x, low = d - a->low, high = d - a->high;
    return result(
        multiply_add(fused, -x, w->x, to.ideal),
        greatest(multiply_add(fused, x, w->x, to.first),
                 greatest(multiply_add(fused, low, w->low, to.first),
                          multiply_add(fused, high, w->high, to.first))),
        greatest(multiply_add(fused, -low, w->low, to.last),
                 multiply_add(fused, -high, w->high, to.last)));
}

TILE_INLINE struct result blend_color(bool fused, const struct operand *s,
                                      const struct weights *w, float d)
{
    const struct addend to = addend(d);
    const float x = s->x - d, low = d - s->low, high = s->high - d;
    return result(multiply_add(fused, x, w->x, to.ideal),
                  greatest(multiply_add(fused, low, w->low, to.first),
                           multiply_add(fused, low, w->high, to.first)),
                  greatest(multiply_add(fused, high, w->low, to.last),
                           multiply_add(fused, high, w->high, to.last)));
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
    return shifted(x, FRACTION, shift) & tile_over_constants.byte[shift / 8];
}

/* Add one component of a pixel to its texels. */
TILE_INLINE void add_component(struct result *pixel, struct result r,
                               unsigned shift)
{
    pixel->ideal |= byte_at(r.ideal, shift);
    pixel->first |= byte_at(r.first, shift);
    pixel->last |= byte_at(r.last, shift);
}

/* Returns whether it is unsure. */
TILE_INLINE uint32_t add_color(bool fused, int32_t word,
                               const struct weights *w, uint32_t texel,
                               unsigned shift, struct result *pixel)
{
    const struct operand s = operand(fused, word);
    const float d = dest_at(texel, shift);
    const struct result r = blend_color(fused, &s, w, d);
    add_component(pixel, r, shift);
    return is_unsure(&s, d, r);
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

/* Never misses a NaN; large numbers may together look like one. */
TILE_INLINE bool may_have_nan(const struct planes *p, unsigned i)
{
    const int32_t any =
        p->source[0][i] | p->source[1][i] | p->source[2][i] | p->source[3][i];
    return (uint32_t) any << 1 > 0xFF000000;
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
        const struct operand a = weight_operand(fused, p->source[3][i]);
        const struct weights w = {
            .x = a.given,
            .low = least(a.given, (a.low - base) * code),
            .high = greatest(a.given, (a.high - base) * code),
        };
        const float d = dest_at(texel, 24);
        const struct result y = blend_alpha(fused, &a, &w, d);
        struct result pixel = {0, 0, 0};
        add_component(&pixel, y, 24);
        const uint32_t u3 = is_unsure(&a, d, y);
        const uint32_t u0 =
            add_color(fused, p->source[0][i], &w, texel, red, &pixel);
        const uint32_t u1 =
            add_color(fused, p->source[1][i], &w, texel, 8, &pixel);
        const uint32_t u2 =
            add_color(fused, p->source[2][i], &w, texel, blue, &pixel);
        store(ideal, i, pixel.ideal);
        store(first, i, ~pixel.first);
        store(last, i, pixel.last);
        const uint32_t own = u0 | u1 << 1 | u2 << 2 | u3 << 3;
        p->unsure[i] =
            (a.is_unsure ? 15 : own) | (may_have_nan(p, i) ? TILE_OVER_NAN : 0);
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
