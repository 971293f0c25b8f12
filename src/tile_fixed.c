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

/* One lane of it. */
struct ends {
    double low, high, inner_low, inner_high;
};

TILE_INLINE void widen(struct ends *ends, double low, double high)
{
    ends->low = least(ends->low, low);
    ends->high = greatest(ends->high, high);
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

/* How the products of an equation go into its sum. */
struct side {
    double scale, inverse_scale; /* the inverse is negative if it is taken
                                    away */
    bool is_inverse;             /* the factor is 1 - x */
};

TILE_INLINE struct side side_of(const struct tile_fixed_equation *e,
                                bool is_source)
{
    const enum ombre_blend_op negates =
        is_source ? OMBRE_OP_REV_SUBTRACT : OMBRE_OP_SUBTRACT;
    const enum tile_shape shape = is_source ? e->source.shape : e->dest.shape;
    return (struct side){e->scale, (e->op == negates ? -1 : 1) / e->scale,
                         shape == TILE_SHAPE_INVERSE};
}

/* One product, negated if it is taken away. */
struct product {
    double value, size;
    double room;      /* of fp32's roundings, and of the finer grid */
    double low, high; /* rounded to a whole code, halves either way */
};

TILE_INLINE bool is_true_product(double a, double b, double scale)
{
    return (a != 0) & (fabs(a) != scale) & (b != 0) & (fabs(b) != scale);
}

/* `finer`: the finer grid's part of the room. */
TILE_INLINE struct product product_of(const struct side *side, double a,
                                      double b, double finer)
{
    const double value = a * b * side->inverse_scale;
    const double size = fabs(value);
    const bool is_true = is_true_product(a, b, side->scale);
    const double rounded = fp32_room * (3 * size + 2 * fabs(a)) + finer;
    const double inverted =
        (side->is_inverse & (b != floor(b))) ? fp32_room * side->scale : 0;
    return (struct product){
        .value = value,
        .size = size,
        .room = is_true ? rounded : inverted,
        .low = is_true ? ceil(value - 0.5) : value,
        .high = is_true ? floor(value + 0.5) : value,
    };
}

TILE_INLINE double room_of(const struct product *p, const struct product *q)
{
    const double sum = fp32_room * (p->size + q->size);
    return p->room + q->room + (((p->size != 0) & (q->size != 0)) ? sum : 0);
}

/* fp32 alone. */
TILE_INLINE void add_kept_sums(const struct tile_fixed_equation *e,
                               const double *const place[TILE_PLACES],
                               double *restrict sums, struct reach *restrict r)
{
    double f[TILE_LANES], g[TILE_LANES];
    fill_factor(e, e->source, place, f);
    fill_factor(e, e->dest, place, g);
    const struct side source = side_of(e, true), dest = side_of(e, false);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const struct product p = product_of(&source, place[0][i], f[i], 0);
        const struct product q =
            product_of(&dest, place[TILE_AT_DEST][i], g[i], 0);
        const double room = room_of(&p, &q);
        sums[i] = p.value + q.value;
        r->low[i] = sums[i] - room;
        r->high[i] = sums[i] + room;
    }
}

/* Products kept, on the finer grid, and rounded to whole codes. */
TILE_INLINE void widen_by_sum(struct ends *ends, const struct product *p,
                              const struct product *q)
{
    const double sum = p->value + q->value;
    const double room = room_of(p, q);
    widen(ends, sum - room, sum + room);
    ends->inner_low = greatest(ends->inner_low, sum - room);
    ends->inner_high = least(ends->inner_high, sum + room);
    widen(ends, p->low + q->low, p->high + q->high);
}

/* All choices of the source beside one of the other operands.  `one_q`: the
 * destination's product is the same beside each. */
TILE_INLINE void add_choices(const struct tile_fixed_equation *e,
                             const struct slot *restrict sources,
                             const double *const place[TILE_PLACES], bool one_q,
                             struct reach *restrict r)
{
    double f[TILE_CHOICES][TILE_LANES], g[TILE_CHOICES][TILE_LANES];
    const double *beside[TILE_PLACES];
    memcpy(beside, place, sizeof beside);
    for (unsigned k = 0; k < TILE_CHOICES; k++) {
        beside[0] = sources->choice[k];
        fill_factor(e, e->source, beside, f[k]);
        if (k == 0 || !one_q)
            fill_factor(e, e->dest, beside, g[k]);
    }
    const struct side source = side_of(e, true), dest = side_of(e, false);
    const double *restrict const d = place[TILE_AT_DEST];
    for (unsigned i = 0; i < TILE_LANES; i++) {
        struct ends ends = {r->low[i], r->high[i], r->inner_low[i],
                            r->inner_high[i]};
        struct product q[TILE_CHOICES];
        q[0] = product_of(&dest, d[i], g[0][i], finer_room);
        q[1] = one_q ? q[0] : product_of(&dest, d[i], g[1][i], finer_room);
        q[2] = one_q ? q[0] : product_of(&dest, d[i], g[2][i], finer_room);
        for (unsigned k = 0; k < TILE_CHOICES; k++) {
            const struct product p =
                product_of(&source, sources->choice[k][i], f[k][i], finer_room);
            widen_by_sum(&ends, &p, &q[k]);
        }
        r->low[i] = ends.low;
        r->high[i] = ends.high;
        r->inner_low[i] = ends.inner_low;
        r->inner_high[i] = ends.inner_high;
    }
}

/* Every choice of the operands. */
TILE_INLINE void add_sums(const struct tile_fixed_equation *e,
                          const struct slot slot[TILE_SLOTS],
                          const double *place[TILE_PLACES],
                          struct reach *restrict r)
{
    const unsigned last1 = e->slots > 1 ? TILE_CHOICES : 1;
    const unsigned last2 = e->slots > 2 ? TILE_CHOICES : 1;
    for (unsigned b = 0; b < last1; b++) {
        if (e->slots > 1)
            place[1] = slot[1].choice[b];
        for (unsigned c = 0; c < last2; c++) {
            if (e->slots > 2)
                place[2] = slot[2].choice[c];
            if (e->dest.place == 0)
                add_choices(e, &slot[0], place, false, r);
            else
                add_choices(e, &slot[0], place, true, r);
        }
    }
}

/* The source, or the least or the greatest of it and the destination: kept
 * first, then, if there is room, each choice. */
TILE_INLINE void add_plain(const struct tile_fixed_equation *e,
                           const double *restrict s, const double *restrict d,
                           double *restrict sums, struct reach *restrict r)
{
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double y = !e->blend               ? s[i]
                         : e->op == OMBRE_OP_MIN ? least(s[i], d[i])
                                                 : greatest(s[i], d[i]);
        sums[i] = y;
        r->low[i] = least(r->low[i], y);
        r->high[i] = greatest(r->high[i], y);
    }
}

static bool is_sum(const struct tile_fixed_equation *e)
{
    return e->blend && e->op != OMBRE_OP_MIN && e->op != OMBRE_OP_MAX;
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
    const bool has_error = is_sum(e);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double y = within(e, sums[i]), whole = floor(fabs(y) + 0.5);
        const double low = within(e, r->low[i]) - store_room;
        const double high = within(e, r->high[i]) + store_room;
        lanes->ideal[i] = (int32_t) (y < 0 ? -whole : whole);
        lanes->first[i] = (int32_t) greatest(ceil(low), e->low);
        lanes->last[i] = (int32_t) least(floor(high), e->scale);
        const double nearest = least(least(from_whole(low), from_whole(high)),
                                     has_error ? from_whole(fabs(y) + 0.5) : 1);
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
    if (is_sum(e)) {
        add_kept_sums(e, place, sums, &r);
        if (e->room)
            add_sums(e, slot, place, &r);
    } else {
        const double *const d = lanes->dest;
        add_plain(e, slot[0].kept, d, sums, &r);
        for (unsigned k = 0; e->room && k < TILE_CHOICES; k++)
            add_plain(e, slot[0].choice[k], d, ignored, &r);
    }
    store(e, sums, &r, lanes);
}

TILE_CLONES(tile_fixed_lanes,
            (const struct tile_fixed_equation *equation,
             struct tile_lanes *lanes),
            (equation, lanes), tile_fixed_lanes_body(equation, lanes),
            tile_fixed_lanes_body(equation, lanes))
