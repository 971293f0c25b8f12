/* The arithmetic of reference_fixed.c on many lanes.
 *
 * Each decision adds codes from ceil(low - 0.6) to floor(high + 0.6).  Both
 * ends are monotone, so the union's ends are those of the least low and the
 * greatest high.  That the union has no gaps is the plan's promise
 * (tile_fixed_plan.c), or is seen lane by lane.
 *
 * Where reference_fixed.c divides by the largest code this multiplies, and the
 * ideal code comes from a sum in doubles, not from an exact one.  A lane in
 * which a few roundings could matter is unsure.
 */
#include "tile_fixed.h"

#include <math.h>
#include <string.h>

/* As in reference_fixed.c. */
static const double store_room = 0.6;
static const double finer_room = 0.25;
static const double fp32_room = 0x1p-24;

/* Two stores' rooms, less than that by far more than roundings. */
static const double common_room = 1.2 - 0x1p-28;

/* Far more than a few roundings of numbers below 2^18 can do, and far less than
 * the fp32 stray that keeps sums of codes away from a limit. */
static const double error = 0x1p-28;

TILE_INLINE double least(double a, double b)
{
    return a < b ? a : b;
}

TILE_INLINE double greatest(double a, double b)
{
    return a > b ? a : b;
}

/* --- Operands ------------------------------------------------------------- */

/* What the bits stand for; of NaN and numbers beyond 1 and -1, which are
 * clamped all the same, something beyond. */
TILE_INLINE float finite(uint32_t word, uint8_t *restrict unsure)
{
    const uint32_t two = 0x40000000, infinity = 0x7F800000;
    const uint32_t size = word & 0x7FFFFFFF;
    const uint32_t small = (size < two ? size : two) | (word & 0x80000000);
    float x;
    memcpy(&x, &small, sizeof x);
    *unsure |= size > infinity ? 1 : 0;
    return x;
}

/* The choices of one slot, and the operand as it is. */
struct slot {
    double kept[TILE_LANES];
    double choice[TILE_CHOICES][TILE_LANES];
};

/* FS 17.5: clamped.  On the grid there is one choice; else as it is, or either
 * code within 0.6. */
TILE_INLINE void choose(const struct tile_fixed_equation *e,
                        const uint32_t *restrict given,
                        struct slot *restrict slot, uint8_t *restrict unsure)
{
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double x = (double) finite(given[i], &unsure[i]);
        const double within = least(greatest(x, e->low / e->scale), 1);
        const double codes = within * e->scale;
        const double code = rint(codes);
        const bool on_grid = (float) (code / e->scale) == (float) within;
        const double down = ceil(codes - store_room);
        const double up = floor(codes + store_room);
        slot->kept[i] = codes;
        slot->choice[0][i] = on_grid ? code : codes;
        slot->choice[1][i] = on_grid ? code : greatest(down, e->low);
        slot->choice[2][i] = on_grid ? code : least(up, e->scale);
    }
}

/* --- Sums ----------------------------------------------------------------- */

/* What is known of a batch so far. */
struct reach {
    double low[TILE_LANES], high[TILE_LANES];
    /* The greatest low and the least high where products are kept or put on the
     * finer grid: ranges that all have a number in common have no gap between
     * them, and every other range meets the one of its own operands. */
    double inner_low[TILE_LANES], inner_high[TILE_LANES];
};

TILE_INLINE void reach(struct reach *restrict r, unsigned i, double low,
                       double high)
{
    r->low[i] = least(r->low[i], low);
    r->high[i] = greatest(r->high[i], high);
}

TILE_INLINE void fill_factor(const struct tile_fixed_equation *e,
                             struct tile_fixed_factor f,
                             const double *const place[TILE_PLACES],
                             double *restrict out)
{
    const double *const x = place[f.place];
    const double *const alpha = place[TILE_AT_DEST_ALPHA];
    const double scale = e->scale;
    switch (f.shape) {
    case TILE_SHAPE_ZERO:
        for (unsigned i = 0; i < TILE_LANES; i++)
            out[i] = 0;
        break;
    case TILE_SHAPE_ONE:
        for (unsigned i = 0; i < TILE_LANES; i++)
            out[i] = scale;
        break;
    case TILE_SHAPE_OPERAND: memcpy(out, x, TILE_LANES * sizeof *out); break;
    case TILE_SHAPE_INVERSE:
        for (unsigned i = 0; i < TILE_LANES; i++)
            out[i] = scale - x[i];
        break;
    case TILE_SHAPE_SATURATE:
        for (unsigned i = 0; i < TILE_LANES; i++)
            out[i] = least(x[i], scale - alpha[i]);
        break;
    }
}

TILE_INLINE bool is_true_product(double a, double b, double scale)
{
    return (a != 0) & (fabs(a) != scale) & (b != 0) & (fabs(b) != scale);
}

TILE_INLINE double product_stray(bool is_true, bool inverse, double a, double b,
                                 double product, double scale)
{
    const double rounded = fp32_room * (3 * fabs(product) + 2 * fabs(a));
    const double inverted = inverse && b != floor(b) ? fp32_room * scale : 0;
    return is_true ? rounded : inverted;
}

/* Products rounded to whole codes, halves either way. */
TILE_INLINE void reach_rounded(struct reach *restrict r, unsigned i, double p,
                               double q, bool round_p, bool round_q,
                               double sign_p, double sign_q)
{
    const double p0 = sign_p * (round_p ? ceil(p - 0.5) : p);
    const double p1 = sign_p * (round_p ? floor(p + 0.5) : p);
    const double q0 = sign_q * (round_q ? ceil(q - 0.5) : q);
    const double q1 = sign_q * (round_q ? floor(q + 0.5) : q);
    const double low = least(p0, p1) + least(q0, q1);
    const double high = greatest(p0, p1) + greatest(q0, q1);
    reach(r, i, low, high);
}

TILE_INLINE void add_sums(const struct tile_fixed_equation *e,
                          const double *const place[TILE_PLACES], bool products,
                          double *restrict sums, struct reach *restrict r)
{
    double f[TILE_LANES], g[TILE_LANES];
    fill_factor(e, e->source, place, f);
    fill_factor(e, e->dest, place, g);
    const double *const s = place[0], *const d = place[TILE_AT_DEST];
    const double sign_p = e->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1;
    const double sign_q = e->op == OMBRE_OP_SUBTRACT ? -1 : 1;
    const bool inverse_f = e->source.shape == TILE_SHAPE_INVERSE;
    const bool inverse_g = e->dest.shape == TILE_SHAPE_INVERSE;
    const double scale = e->scale, inverse_scale = 1 / scale;
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double p = s[i] * f[i] * inverse_scale;
        const double q = d[i] * g[i] * inverse_scale;
        const bool round_p = is_true_product(s[i], f[i], scale);
        const bool round_q = is_true_product(d[i], g[i], scale);
        const double sum = sign_p * p + sign_q * q;
        const double sum_stray =
            ((p != 0) & (q != 0)) ? fp32_room * (fabs(p) + fabs(q)) : 0;
        const double stray =
            product_stray(round_p, inverse_f, s[i], f[i], p, scale) +
            product_stray(round_q, inverse_g, d[i], g[i], q, scale) + sum_stray;
        const double finer =
            (round_p ? finer_room : 0) + (round_q ? finer_room : 0);
        sums[i] = sum;
        if (products) {
            const double low = sum - stray - finer, high = sum + stray + finer;
            reach(r, i, low, high);
            r->inner_low[i] = greatest(r->inner_low[i], low);
            r->inner_high[i] = least(r->inner_high[i], high);
            reach_rounded(r, i, p, q, round_p, round_q, sign_p, sign_q);
        } else {
            reach(r, i, sum - stray, sum + stray);
        }
    }
}

TILE_INLINE void add_extremes(const struct tile_fixed_equation *e,
                              const double *restrict s,
                              const double *restrict d, double *restrict sums,
                              struct reach *restrict r)
{
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double y =
            e->op == OMBRE_OP_MIN ? least(s[i], d[i]) : greatest(s[i], d[i]);
        sums[i] = y;
        reach(r, i, y, y);
    }
}

/* Combine the operands as decided. */
TILE_INLINE void add_result(const struct tile_fixed_equation *e,
                            const double *const place[TILE_PLACES],
                            bool products, double *restrict sums,
                            struct reach *restrict r)
{
    if (e->blend && (e->op == OMBRE_OP_MIN || e->op == OMBRE_OP_MAX)) {
        add_extremes(e, place[0], place[TILE_AT_DEST], sums, r);
    } else if (e->blend) {
        add_sums(e, place, products, sums, r);
    } else {
        for (unsigned i = 0; i < TILE_LANES; i++) {
            sums[i] = place[0][i];
            reach(r, i, place[0][i], place[0][i]);
        }
    }
}

/* --- Stores --------------------------------------------------------------- */

TILE_INLINE double within(const struct tile_fixed_equation *e, double x)
{
    return x < e->low ? e->low : x > e->scale ? e->scale : x;
}

TILE_INLINE double from_whole(double x)
{
    return fabs(x - rint(x));
}

/* FS 3.2.3.4, 3.2.3.6: to nearest, halves away from zero. */
TILE_INLINE void store(const struct tile_fixed_equation *e,
                       const double *restrict sums,
                       const struct reach *restrict r,
                       struct tile_lanes *restrict lanes)
{
    /* What is stored as it came has no error. */
    const bool is_sum =
        e->blend && e->op != OMBRE_OP_MIN && e->op != OMBRE_OP_MAX;
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double y = within(e, sums[i]), whole = floor(fabs(y) + 0.5);
        const double low = within(e, r->low[i]) - store_room;
        const double high = within(e, r->high[i]) + store_room;
        lanes->ideal[i] = (int32_t) (y < 0 ? -whole : whole);
        lanes->first[i] = (int32_t) greatest(ceil(low), e->low);
        lanes->last[i] = (int32_t) least(floor(high), e->scale);
        const double nearest = least(least(from_whole(low), from_whole(high)),
                                     is_sum ? from_whole(fabs(y) + 0.5) : 1);
        lanes->unsure[i] |= nearest < error ? 1 : 0;
    }
    for (unsigned i = 0; e->gaps && i < TILE_LANES; i++)
        lanes->unsure[i] |= r->inner_low[i] - r->inner_high[i] > common_room;
}

TILE_INLINE void tile_fixed_lanes_body(const struct tile_fixed_equation *e,
                                       struct tile_lanes *lanes)
{
    struct slot slot[TILE_SLOTS];
    struct reach r;
    double sums[TILE_LANES], ignored[TILE_LANES];
    const double *place[TILE_PLACES] = {
        [TILE_AT_DEST] = lanes->dest, [TILE_AT_DEST_ALPHA] = lanes->dest_alpha};
    memset(lanes->unsure, 0, sizeof lanes->unsure);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        r.low[i] = r.inner_high[i] = 0x1p100;
        r.high[i] = r.inner_low[i] = -0x1p100;
    }
    for (unsigned k = 0; k < TILE_SLOTS; k++) {
        if (k < e->slots)
            choose(e, lanes->given[k], &slot[k], lanes->unsure);
        place[k] = k < e->slots ? slot[k].kept : lanes->dest;
    }
    add_result(e, place, false, sums, &r);
    const unsigned last1 = e->room && e->slots > 1 ? TILE_CHOICES : 1;
    const unsigned last2 = e->room && e->slots > 2 ? TILE_CHOICES : 1;
    for (unsigned a = 0; e->room && a < TILE_CHOICES; a++) {
        place[0] = slot[0].choice[a];
        for (unsigned b = 0; b < last1; b++) {
            if (e->slots > 1)
                place[1] = slot[1].choice[b];
            for (unsigned c = 0; c < last2; c++) {
                if (e->slots > 2)
                    place[2] = slot[2].choice[c];
                add_result(e, place, true, ignored, &r);
            }
        }
    }
    store(e, sums, &r, lanes);
}

TILE_CLONES(tile_fixed_lanes,
            (const struct tile_fixed_equation *equation,
             struct tile_lanes *lanes),
            (equation, lanes), tile_fixed_lanes_body(equation, lanes),
            tile_fixed_lanes_body(equation, lanes))
