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
static const double almost = 0x1p-36;

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
    double extreme[TILE_EXTREMES][TILE_LANES];
    double stray[TILE_LANES]; /* of 1 - x, unless x came as a code */
};

/* FS 17.5: clamped.  On the grid there is one choice; else as it is, or either
 * code within 0.6, or up to 0.6 away in finer formats: `extreme` has the ends,
 * between which the codes are. */
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
        const double low = greatest(codes - store_room, e->low + almost);
        const double high = least(codes + store_room, e->scale - almost);
        slot->kept[i] = codes;
        slot->choice[0][i] = on_grid ? code : codes;
        slot->choice[1][i] = on_grid ? code : greatest(down, e->low);
        slot->choice[2][i] = on_grid ? code : least(up, e->scale);
        slot->extreme[0][i] = on_grid ? code : low;
        slot->extreme[1][i] = on_grid ? code : high;
        slot->stray[i] = on_grid ? 0 : fp32_room * e->scale;
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
};

TILE_INLINE struct side side_of(const struct tile_fixed_equation *e,
                                bool is_source)
{
    const enum ombre_blend_op negates =
        is_source ? OMBRE_OP_REV_SUBTRACT : OMBRE_OP_SUBTRACT;
    return (struct side){e->scale, (e->op == negates ? -1 : 1) / e->scale};
}

/* One product, negated if it is taken away. */
struct product {
    double value, size;
    double room; /* of fp32's roundings, and of the finer grid */
};

TILE_INLINE bool is_true_product(double a, double b, double scale)
{
    return (a != 0) & (fabs(a) != scale) & (b != 0) & (fabs(b) != scale);
}

/* `stray` of the factor, and `finer`: the finer grid's part of the room. */
TILE_INLINE struct product product_of(const struct side *side, double a,
                                      double b, double stray, double finer)
{
    const double value = a * b * side->inverse_scale;
    const double size = fabs(value);
    const double rounded = fp32_room * (3 * size + 2 * fabs(a)) + finer;
    return (struct product){
        .value = value,
        .size = size,
        .room = is_true_product(a, b, side->scale) ? rounded : stray,
    };
}

TILE_INLINE double room_of(const struct product *p, const struct product *q)
{
    const double sum = fp32_room * (p->size + q->size);
    return p->room + q->room + (((p->size != 0) & (q->size != 0)) ? sum : 0);
}

/* What 1 - x may stray. */
TILE_INLINE double stray_of(const struct tile_fixed_equation *e,
                            struct tile_fixed_factor f)
{
    return f.shape == TILE_SHAPE_INVERSE ? fp32_room * e->scale : 0;
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
    const double stray_f = stray_of(e, e->source),
                 stray_g = stray_of(e, e->dest);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const struct product p = product_of(
            &source, place[0][i], f[i], f[i] != floor(f[i]) ? stray_f : 0, 0);
        const struct product q =
            product_of(&dest, place[TILE_AT_DEST][i], g[i],
                       g[i] != floor(g[i]) ? stray_g : 0, 0);
        const double room = room_of(&p, &q);
        sums[i] = p.value + q.value;
        r->low[i] = sums[i] - room;
        r->high[i] = sums[i] + room;
    }
}

/* Products kept, and on the finer grid. */
TILE_INLINE void widen_by_sum(struct ends *ends, const struct product *p,
                              const struct product *q)
{
    const double sum = p->value + q->value;
    const double room = room_of(p, q);
    widen(ends, sum - room, sum + room);
    ends->inner_low = greatest(ends->inner_low, sum - room);
    ends->inner_high = least(ends->inner_high, sum + room);
}

/* A product to a whole code, halves either way. */
struct whole {
    double low, high;
};

TILE_INLINE struct whole rounded_product(const struct side *side, double a,
                                         double b)
{
    const double value = a * b * side->inverse_scale;
    const bool is_true = is_true_product(a, b, side->scale);
    return (struct whole){
        .low = is_true ? ceil(value - 0.5) : value,
        .high = is_true ? floor(value + 0.5) : value,
    };
}

/* Where the sum turns in a source that is its own factor, as
 * reference_fixed.c has it, or the nearest to that in finer formats. */
TILE_INLINE void fill_turn(const struct tile_fixed_equation *e,
                           double ends[TILE_EXTREMES][TILE_LANES],
                           const double *restrict d, double *restrict out)
{
    const double across = e->dest.place != 0                    ? 0
                          : e->dest.shape == TILE_SHAPE_OPERAND ? 1
                          : e->dest.shape == TILE_SHAPE_INVERSE ? -1
                                                                : 0;
    const bool inverse = e->source.shape == TILE_SHAPE_INVERSE;
    const double half =
        ((e->op == OMBRE_OP_ADD) == inverse ? across : -across) / 2;
    const double at = inverse ? e->scale / 2 : 0;
    for (unsigned i = 0; i < TILE_LANES; i++)
        out[i] = least(greatest(at + half * d[i], ends[0][i]), ends[1][i]);
}

enum { SOURCES = TILE_EXTREMES + 1 };

/* What the values of a source are put beside. */
struct beside {
    const double *place[TILE_PLACES];
    const double *stray[2]; /* of the source's factor and the destination's */
    unsigned count;         /* of the source's values */
    bool one_q; /* the destination's product is the same beside each */
};

/* The factors of each value of the source. */
struct factors {
    double f[SOURCES][TILE_LANES], g[SOURCES][TILE_LANES];
};

TILE_INLINE void fill_factors(const struct tile_fixed_equation *e,
                              double sources[][TILE_LANES],
                              const struct beside *beside,
                              struct factors *restrict out)
{
    const double *place[TILE_PLACES];
    memcpy(place, beside->place, sizeof place);
    for (unsigned k = 0; k < beside->count; k++) {
        place[0] = sources[k];
        fill_factor(e, e->source, place, out->f[k]);
        if (k == 0 || !beside->one_q)
            fill_factor(e, e->dest, place, out->g[k]);
    }
}

/* Sums of all values of the source, products kept or on the finer grid. */
TILE_INLINE void add_extremes(const struct tile_fixed_equation *e,
                              double sources[][TILE_LANES],
                              const struct beside *beside,
                              struct reach *restrict r)
{
    struct factors factors;
    fill_factors(e, sources, beside, &factors);
    const struct side source = side_of(e, true), dest = side_of(e, false);
    const double *restrict const d = beside->place[TILE_AT_DEST];
    const double *restrict const stray_f = beside->stray[0];
    const double *restrict const stray_g = beside->stray[1];
    for (unsigned i = 0; i < TILE_LANES; i++) {
        struct ends ends = {r->low[i], r->high[i], r->inner_low[i],
                            r->inner_high[i]};
        struct product q =
            product_of(&dest, d[i], factors.g[0][i], stray_g[i], finer_room);
        for (unsigned k = 0; k < beside->count; k++) {
            const struct product p =
                product_of(&source, sources[k][i], factors.f[k][i], stray_f[i],
                           finer_room);
            if (k > 0 && !beside->one_q)
                q = product_of(&dest, d[i], factors.g[k][i], stray_g[i],
                               finer_room);
            widen_by_sum(&ends, &p, &q);
        }
        r->low[i] = ends.low;
        r->high[i] = ends.high;
        r->inner_low[i] = ends.inner_low;
        r->inner_high[i] = ends.inner_high;
    }
}

/* Sums of all choices of the source, products rounded. */
TILE_INLINE void add_rounded(const struct tile_fixed_equation *e,
                             double sources[][TILE_LANES],
                             const struct beside *beside,
                             struct reach *restrict r)
{
    struct factors factors;
    fill_factors(e, sources, beside, &factors);
    const struct side source = side_of(e, true), dest = side_of(e, false);
    const double *restrict const d = beside->place[TILE_AT_DEST];
    for (unsigned i = 0; i < TILE_LANES; i++) {
        struct whole q = rounded_product(&dest, d[i], factors.g[0][i]);
        double low = r->low[i], high = r->high[i];
        for (unsigned k = 0; k < beside->count; k++) {
            const struct whole p =
                rounded_product(&source, sources[k][i], factors.f[k][i]);
            if (k > 0 && !beside->one_q)
                q = rounded_product(&dest, d[i], factors.g[k][i]);
            low = least(low, p.low + q.low);
            high = greatest(high, p.high + q.high);
        }
        r->low[i] = low;
        r->high[i] = high;
    }
}

/* Of a factor's 1 - x: none of a destination's, which is a code. */
TILE_INLINE const double *strays(struct tile_fixed_factor f,
                                 const struct slot slot[TILE_SLOTS],
                                 const double *none)
{
    const bool is_some = f.shape == TILE_SHAPE_INVERSE && f.place < TILE_SLOTS;
    return is_some ? slot[f.place].stray : none;
}

/* Extremes of all operands.  Counts are constants, so that each call is a loop
 * of its own. */
TILE_INLINE void add_every_extreme(const struct tile_fixed_equation *e,
                                   struct slot slot[TILE_SLOTS],
                                   struct beside *beside,
                                   struct reach *restrict r)
{
    const unsigned last1 = e->slots > 1 ? TILE_EXTREMES : 1;
    const unsigned last2 = e->slots > 2 ? TILE_EXTREMES : 1;
    double sources[SOURCES][TILE_LANES];
    memcpy(sources, slot[0].extreme, sizeof slot[0].extreme);
    if (e->turns)
        fill_turn(e, slot[0].extreme, beside->place[TILE_AT_DEST],
                  sources[TILE_EXTREMES]);
    for (unsigned b = 0; b < last1; b++) {
        if (e->slots > 1)
            beside->place[1] = slot[1].extreme[b];
        for (unsigned c = 0; c < last2; c++) {
            if (e->slots > 2)
                beside->place[2] = slot[2].extreme[c];
            if (e->turns) {
                beside->count = SOURCES;
                beside->one_q = false;
                add_extremes(e, sources, beside, r);
            } else if (e->dest.place == 0) {
                beside->count = TILE_EXTREMES;
                beside->one_q = false;
                add_extremes(e, sources, beside, r);
            } else {
                beside->count = TILE_EXTREMES;
                beside->one_q = true;
                add_extremes(e, sources, beside, r);
            }
        }
    }
}

TILE_INLINE void add_every_choice(const struct tile_fixed_equation *e,
                                  struct slot slot[TILE_SLOTS],
                                  struct beside *beside,
                                  struct reach *restrict r)
{
    const unsigned last1 = e->slots > 1 ? TILE_CHOICES : 1;
    const unsigned last2 = e->slots > 2 ? TILE_CHOICES : 1;
    beside->count = TILE_CHOICES;
    for (unsigned b = 0; b < last1; b++) {
        if (e->slots > 1)
            beside->place[1] = slot[1].choice[b];
        for (unsigned c = 0; c < last2; c++) {
            if (e->slots > 2)
                beside->place[2] = slot[2].choice[c];
            if (e->dest.place == 0) {
                beside->one_q = false;
                add_rounded(e, slot[0].choice, beside, r);
            } else {
                beside->one_q = true;
                add_rounded(e, slot[0].choice, beside, r);
            }
        }
    }
}

/* Every decision on the operands. */
TILE_INLINE void add_sums(const struct tile_fixed_equation *e,
                          struct slot slot[TILE_SLOTS],
                          const double *const place[TILE_PLACES],
                          struct reach *restrict r)
{
    static const double none[TILE_LANES];
    struct beside beside = {
        .stray = {strays(e->source, slot, none), strays(e->dest, slot, none)}};
    memcpy(beside.place, place, sizeof beside.place);
    add_every_extreme(e, slot, &beside, r);
    add_every_choice(e, slot, &beside, r);
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
        for (unsigned k = 0; e->room && e->blend && k < TILE_EXTREMES; k++)
            add_plain(e, slot[0].extreme[k], d, ignored, &r);
    }
    store(e, sums, &r, lanes);
}

TILE_CLONES(tile_fixed_lanes,
            (const struct tile_fixed_equation *equation,
             struct tile_lanes *lanes),
            (equation, lanes), tile_fixed_lanes_body(equation, lanes),
            tile_fixed_lanes_body(equation, lanes))
