/* UNORM and SNORM components.  Everything is counted in codes: a value x is
 * x * scale, so destinations are whole numbers and so is every operand on the
 * grid.
 *
 * FS 17.5 lets the arithmetic be of the target's precision or better.  What
 * that leaves open is decided once a sample, and the legal set is the union
 * over all decisions:
 *   operands   each kept as fp32, or converted once, to the target or to a
 *              finer format, 0.6 of a code at most (FS 3.2.3.6), and then used
 *              as that value wherever it occurs;
 *   products   all kept, all rounded to the grid, or to a finer one (a quarter
 *              of a code each at most);
 *   store      0.6 of a code.
 *
 * A finer format may be any: the fp16 that some hardware exports takes a colour
 * toward zero by an eighth of an 8-bit code.  So what is converted is somewhere
 * from x - 0.6 to x + 0.6, but for what is a code already; it is a whole code
 * where products are rounded to the target.
 */
#include <math.h>
#include <stddef.h>

#include "reference_fixed.h"
#include "reference_trace.h"

/* FS 3.2.3.4 and 3.2.3.6, D3D12_FLOAT32_TO_INTEGER_TOLERANCE_IN_ULP. */
static const double store_room = 0.6;

/* Half a step of a grid with twice the target's steps. */
static const double finer_room = 0.25;

/* So little that it cannot matter, but 0 and 1 it is not: what a finer format
 * takes to an end of the range still makes a true product. */
static const double almost = 0x1p-36;

/* Half a unit in the last place of fp32, relative. */
static const double fp32_room = 0x1p-24;

/* How the store is judged. */
enum store { STORE_TOLERANCE, STORE_NEIGHBOUR };

struct fixed {
    const struct terms *t;
    double scale, low;
    enum store store;
    bool clamp_factors; /* Vulkan's reading of SNORM's 1 - x */
    struct ombre_code_set *legal;
    double x[OPERAND_COUNT];      /* operands in codes, as decided */
    double spread[OPERAND_COUNT]; /* each is from x - spread to x + spread */
    uint32_t converted, freedoms;
    struct trace *trace;
};

/* Values in codes that one operand may be taken as. */
struct choices {
    int count;
    struct {
        double x, spread;
        bool converted;
    } value[6];
};

static uint32_t freedom(enum ombre_freedom id)
{
    return UINT32_C(1) << id;
}

/* Add codes that results from low to high may become. */
static void add_codes(const struct fixed *f, int64_t first, int64_t last,
                      double low, double high)
{
    ombre_code_set_add(f->legal, first, last);
    if (!f->trace)
        return;
    struct ombre_decision how = {
        .freedoms =
            f->freedoms | (f->store ? freedom(OMBRE_FREEDOM_NEIGHBOUR) : 0) |
            (f->clamp_factors ? freedom(OMBRE_FREEDOM_FACTORS_CLAMPED) : 0),
        .converted = f->converted,
        .low = low / f->scale,
        .high = high / f->scale,
    };
    for (int i = 0; i < OPERAND_COUNT; i++) {
        how.operand[i] = f->x[i] / f->scale;
        if (f->spread[i] > 0)
            how.freedoms |= freedom(OMBRE_FREEDOM_OPERANDS_FINER);
    }
    trace_codes(f->trace, first, last, &how);
}

/* Store any value from low to high. */
static void add_store(struct fixed *f, double low, double high)
{
    low = low < f->low ? f->low : low > f->scale ? f->scale : low;
    high = high < f->low ? f->low : high > f->scale ? f->scale : high;

    double first = ceil(low - store_room), last = floor(high + store_room);
    if (f->store == STORE_NEIGHBOUR) {
        /* Vulkan 1.3 "Fixed-Point Data Conversions": either neighbour, and
         * what is exact must stay so. */
        first = fmin(first, floor(low));
        last = fmax(last, ceil(high));
    }
    add_codes(f, (int64_t) first, (int64_t) last, low, high);
}

static double factor_value(const struct fixed *f, struct factor factor,
                           const double x[OPERAND_COUNT])
{
    double v = f->scale;
    switch (factor.shape) {
    case SHAPE_ONE: break;
    case SHAPE_ZERO: v = 0; break;
    case SHAPE_OPERAND: v = x[factor.x]; break;
    case SHAPE_INVERSE: v = f->scale - x[factor.x]; break;
    case SHAPE_SATURATE:
        v = fmin(x[factor.x], f->scale - x[OPERAND_DEST_ALPHA]);
        break;
    }
    return f->clamp_factors ? fmax(f->low, fmin(v, f->scale)) : v;
}

/* FS 17.5: only a product of two numbers, neither 0 nor 1 nor -1, can be
 * rounded. */
static bool is_true_product(const struct fixed *f, double a, double b)
{
    return a != 0 && fabs(a) != f->scale && b != 0 && fabs(b) != f->scale;
}

/* Whether 1 - x may be rounded: not if x came as a code. */
static bool is_inexact(const struct fixed *f, struct factor factor, double b)
{
    return factor.shape == SHAPE_INVERSE &&
           (b != floor(b) || f->spread[factor.x] > 0 ||
            f->converted >> factor.x & 1);
}

/* How far three fp32 roundings (the factor's operand, 1 - x, the product) can
 * carry a product, in codes.  One that needs no rounding does not stray. */
static double product_stray(const struct fixed *f, struct factor factor,
                            double a, double b)
{
    if (is_true_product(f, a, b))
        return fp32_room * (3 * fabs(a * b) / f->scale + 2 * fabs(a));
    return is_inexact(f, factor, b) ? fp32_room * f->scale : 0;
}

/* The signed products of a sum, and whether each is a true one. */
struct parts {
    double value[2];
    bool is_true[2];
    double stray; /* of them and of the sum */
};

static struct parts parts_of(const struct fixed *f,
                             const double x[OPERAND_COUNT])
{
    const struct terms *const t = f->t;
    const double s = x[t->source], d = x[t->destination];
    const double sf = factor_value(f, t->src, x);
    const double df = factor_value(f, t->dest, x);
    const double sign[2] = {t->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1,
                            t->op == OMBRE_OP_SUBTRACT ? -1 : 1};
    struct parts p = {
        .value = {sign[0] * (s * sf / f->scale), sign[1] * (d * df / f->scale)},
        .is_true = {is_true_product(f, s, sf), is_true_product(f, d, df)},
    };
    const double sum_stray =
        p.value[0] != 0 && p.value[1] != 0
            ? fp32_room * (fabs(p.value[0]) + fabs(p.value[1]))
            : 0;
    p.stray = product_stray(f, t->src, s, sf) +
              product_stray(f, t->dest, d, df) + sum_stray;
    return p;
}

/* Round true products to whole codes; one that is on a half rounds either way.
 */
static void add_grid_products(struct fixed *f, const struct parts *p)
{
    double low = 0, high = 0;
    for (int i = 0; i < 2; i++) {
        low += p->is_true[i] ? ceil(p->value[i] - 0.5) : p->value[i];
        high += p->is_true[i] ? floor(p->value[i] + 0.5) : p->value[i];
    }
    add_store(f, low, high);
}

/* What sums reach. */
struct reach {
    bool finer; /* of products on a finer grid */
    double low, high;
};

static void reach_sum(const struct fixed *f, const double x[OPERAND_COUNT],
                      bool products, struct reach *reach)
{
    const struct parts p = parts_of(f, x);
    const double sum = p.value[0] + p.value[1];
    const double finer =
        products ? finer_room * (double) (p.is_true[0] + p.is_true[1]) : 0;
    reach->finer = reach->finer || finer > 0;
    reach->low = fmin(reach->low, sum - p.stray - finer);
    reach->high = fmax(reach->high, sum + p.stray + finer);
}

/* How a factor changes with an operand. */
static double slope(struct factor factor, enum operand operand)
{
    if (factor.x != operand)
        return 0;
    return factor.shape == SHAPE_OPERAND   ? 1
           : factor.shape == SHAPE_INVERSE ? -1
                                           : 0;
}

/* Where sums turn in the source or the destination, if that is its own factor,
 * so that they are square in it; NaN elsewhere. */
static double turn(const struct fixed *f, enum operand operand)
{
    const struct terms *const t = f->t;
    const bool is_source = operand == t->source;
    if (!is_source && operand != t->destination)
        return NAN;
    const double own = slope(is_source ? t->src : t->dest, operand);
    const double across = (t->op == OMBRE_OP_ADD ? 1 : -1) *
                          f->x[is_source ? t->destination : t->source] *
                          slope(is_source ? t->dest : t->src, operand);
    return own > 0 ? -across / 2 : own < 0 ? (f->scale + across) / 2 : NAN;
}

/* Take operands from `i` on at the ends of their spreads. */
static void reach_ends(const struct fixed *f, int i, double x[OPERAND_COUNT],
                       bool products, struct reach *reach)
{
    while (i < OPERAND_COUNT && f->spread[i] == 0)
        i++;
    if (i == OPERAND_COUNT) {
        reach_sum(f, x, products, reach);
        return;
    }
    const double low = fmax(f->x[i] - f->spread[i], f->low + almost);
    const double high = fmin(f->x[i] + f->spread[i], f->scale - almost);
    const double place[] = {low, high, turn(f, (enum operand) i)};
    const int places = place[2] > low && place[2] < high ? 3 : 2;
    for (int k = 0; k < places; k++) {
        x[i] = place[k];
        reach_ends(f, i + 1, x, products, reach);
    }
    x[i] = f->x[i];
}

static void add_sum(struct fixed *f, bool products)
{
    struct reach reach = {.low = INFINITY, .high = -INFINITY};
    double x[OPERAND_COUNT];
    bool spreads = false;
    for (int i = 0; i < OPERAND_COUNT; i++) {
        x[i] = f->x[i];
        spreads = spreads || f->spread[i] > 0;
    }
    reach_ends(f, 0, x, products, &reach);
    f->freedoms = reach.finer ? freedom(OMBRE_FREEDOM_PRODUCTS_FINER) : 0;
    add_store(f, reach.low, reach.high);
    /* What holds operands in a finer format does not round products to the
     * target's. */
    f->freedoms = freedom(OMBRE_FREEDOM_PRODUCTS_ROUNDED);
    if (products && !spreads) {
        const struct parts p = parts_of(f, x);
        add_grid_products(f, &p);
    }
}

/* The least or the greatest of the source and the destination. */
static void add_extreme(struct fixed *f)
{
    const struct terms *const t = f->t;
    const enum operand from = t->source, to = t->destination;
    double (*const of)(double, double) = t->op == OMBRE_OP_MIN ? fmin : fmax;
    add_store(f, of(f->x[from] - f->spread[from], f->x[to] - f->spread[to]),
              of(f->x[from] + f->spread[from], f->x[to] + f->spread[to]));
}

/* Combine the operands as decided. */
static void add_result(struct fixed *f, bool products)
{
    const struct terms *const t = f->t;
    if (!t->blend)
        add_store(f, f->x[t->source], f->x[t->source]);
    else if (t->op == OMBRE_OP_MIN || t->op == OMBRE_OP_MAX)
        add_extreme(f);
    else
        add_sum(f, products);
}

static void add_choice(struct choices *c, double x, double spread,
                       bool converted)
{
    c->value[c->count].x = x;
    c->value[c->count].spread = spread;
    c->value[c->count++].converted = converted;
}

/* Whole codes that x may be converted to: all in range, as x is. */
static void add_conversions(struct choices *c, const struct fixed *f, double x)
{
    double first = ceil(x - store_room), last = floor(x + store_room);
    if (f->store == STORE_NEIGHBOUR) {
        first = fmin(first, floor(x));
        last = fmax(last, ceil(x));
    }
    for (double k = first; k <= last; k++)
        add_choice(c, k, 0, true);
}

static struct choices operand_choices(const struct fixed *f,
                                      enum operand operand)
{
    const struct terms *const t = f->t;
    struct choices c = {0};
    const double x = fixed_scaled(t, operand, f->scale);

    /* The fp32 number nearest to a code is that code: nothing is lost.  So a
     * destination is only converted where the grid is not the target's own
     * (FS 17.5, fewer than 8 bits). */
    const double code = rint(x);
    if ((float) (code / f->scale) == (float) (x / f->scale)) {
        add_choice(&c, code, 0, false);
        return c;
    }
    add_choice(&c, x, 0, false);
    add_conversions(&c, f, x);
    if (t->blend)
        add_choice(&c, x, store_room, false);
    return c;
}

/* Decide every operand from `i` on in every way, and combine. */
static void add_choices(struct fixed *f, int i)
{
    if (i == OPERAND_COUNT) {
        add_result(f, true);
    } else if (!f->t->used[i]) {
        add_choices(f, i + 1);
    } else {
        const struct choices c = operand_choices(f, (enum operand) i);
        const uint32_t before = f->converted;
        const double given = f->x[i];
        for (int k = 0; k < c.count; k++) {
            f->x[i] = c.value[k].x;
            f->spread[i] = c.value[k].spread;
            f->converted =
                c.value[k].converted ? before | UINT32_C(1) << i : before;
            add_choices(f, i + 1);
        }
        f->x[i] = given;
        f->spread[i] = 0;
        f->converted = before;
    }
}

/* FS 17.5: components below 8 bits may be widened to 8 bits first, even with
 * blending off, and the 8-bit result is then rounded or its low bits are cut.
 */
static void add_8bit(struct fixed *f)
{
    struct ombre_code_set wide = {0};
    const double scale = f->scale;
    struct fixed g = *f;
    g.scale = 255;
    g.legal = &wide;
    g.trace = NULL; /* codes of 8 bits are no ends */
    add_choices(&g, 0);

    const unsigned bits = f->t->format->component[f->t->component].bits;
    f->freedoms = freedom(OMBRE_FREEDOM_EIGHT_BITS);
    for (unsigned r = 0; r < wide.count; r++) {
        for (int64_t k = wide.range[r].first; k <= wide.range[r].last; k++) {
            const double y = (double) k * scale / 255;
            add_store(f, y, y);
            add_codes(f, k >> (8 - bits), k >> (8 - bits), y, y);
        }
    }
}

/* FS 19.1.2 keeps every bit of a texel that is written back, but for SNORM's
 * second -1.0: where -1.0 is legal, a destination that held that code may keep
 * it. */
static void add_lowest_snorm(struct fixed *f)
{
    const struct terms *const t = f->t;
    if (t->format->numeric != OMBRE_SNORM || !t->blend)
        return;
    const int64_t lowest = -(int64_t) f->scale - 1;
    if (ombre_code_ordinal(t->format, t->component, t->dest_code) == lowest &&
        f->legal->range[0].first == lowest + 1) {
        f->freedoms = freedom(OMBRE_FREEDOM_BITS_KEPT);
        add_codes(f, lowest, lowest, f->low, f->low);
    }
}

static struct fixed fixed_for(const struct terms *t, double scale,
                              struct ombre_code_set *legal)
{
    struct fixed f = {
        .t = t,
        .scale = scale,
        .low = t->format->numeric == OMBRE_SNORM ? -scale : 0,
        .legal = legal,
        .trace = t->trace,
    };
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (t->used[i])
            f.x[i] = fixed_scaled(t, (enum operand) i, scale);
    return f;
}

static void add_judged(struct fixed *f, enum store store, bool clamp_factors)
{
    f->store = store;
    f->clamp_factors = clamp_factors;
    add_choices(f, 0);
    if (f->t->format->component[f->t->component].bits < 8)
        add_8bit(f);
}

/* The judges from STRICT on, each with all that the one before it has. */
static void add_by_judge(struct fixed *f, enum ombre_judge judge)
{
    add_result(f, false);
    if (judge == OMBRE_JUDGE_STRICT)
        return;

    if (judge == OMBRE_JUDGE_VULKAN) {
        add_judged(f, STORE_NEIGHBOUR, false);
        add_judged(f, STORE_NEIGHBOUR, true);
    } else {
        add_judged(f, STORE_TOLERANCE, false);
    }
    add_lowest_snorm(f);
}

void fixed_legal(const struct terms *t, enum ombre_judge judge,
                 struct ombre_code_set *legal)
{
    const double scale = terms_scale(t);
    struct fixed f = fixed_for(t, scale, legal);
    /* FS 17.5 does not say what the clamp makes of NaN. */
    const bool open =
        t->blend ? judge >= OMBRE_JUDGE_D3D : judge == OMBRE_JUDGE_VULKAN;

    if (open && terms_have_nan(t)) {
        f.freedoms = freedom(OMBRE_FREEDOM_ANYTHING);
        add_codes(&f, (int64_t) f.low, (int64_t) scale, f.low, scale);
    } else {
        add_by_judge(&f, judge);
    }
}
