/* UNORM and SNORM components.  Everything is counted in codes: a value x is
 * x * scale, so destinations are whole numbers and so is every operand on the
 * grid.
 *
 * FS 17.5 lets the arithmetic be of the target's precision or better.  What
 * that leaves open is decided once a sample, and the legal set is the union
 * over all decisions:
 *   operands   each kept as fp32, or converted to the target (0.6 of a code,
 *              FS 3.2.3.6) and then used as that code wherever it occurs;
 *   products   all kept, all rounded to the grid, or to a finer one (a quarter
 *              of a code each at most);
 *   store      0.6 of a code.
 */
#include <math.h>
#include <stddef.h>

#include "reference_exact.h"
#include "reference_terms.h"
#include "reference_trace.h"

/* FS 3.2.3.4 and 3.2.3.6, D3D12_FLOAT32_TO_INTEGER_TOLERANCE_IN_ULP. */
static const double store_room = 0.6;

/* Half a step of a grid with twice the target's steps. */
static const double finer_room = 0.25;

/* Half a unit in the last place of fp32, relative. */
static const double fp32_room = 0x1p-24;

/* --- Ideal ---------------------------------------------------------------- */

/* FS 17.5: source, source 1 and constant are clamped to the target's range;
 * NaN becomes 0 (FS 3.2.3.6). */
static double clamped(const struct terms *t, double x)
{
    const double low = t->format->numeric == OMBRE_SNORM ? -1.0 : 0.0;
    if (isnan(x))
        return 0;
    return x < low ? low : x > 1 ? 1 : x;
}

/* fp32 times at most 16 bits is exact in a double, and so is a destination:
 * decoded and counted in codes again it is a whole number, also where a
 * narrower alpha's largest code divides the colour's (1 and 31, 3 and 1023). */
static double scaled(const struct terms *t, enum operand operand, double scale)
{
    return clamped(t, t->value[operand]) * scale;
}

static struct exact exact_inverse(double x, double scale)
{
    struct exact e = exact_from(scale);
    exact_add(&e, -x);
    return e;
}

static struct exact exact_factor(const struct terms *t, struct factor f,
                                 double scale)
{
    switch (f.shape) {
    case SHAPE_ZERO: return exact_from(0);
    case SHAPE_ONE: return exact_from(scale);
    case SHAPE_OPERAND: return exact_from(scaled(t, f.x, scale));
    case SHAPE_INVERSE: return exact_inverse(scaled(t, f.x, scale), scale);
    case SHAPE_SATURATE: break;
    }
    const struct exact a = exact_from(scaled(t, f.x, scale));
    const struct exact b =
        exact_inverse(scaled(t, OPERAND_DEST_ALPHA, scale), scale);
    return exact_compare(&a, &b) < 0 ? a : b;
}

/* The result in codes, times scale: exact. */
static struct exact exact_result(const struct terms *t, double scale)
{
    const struct exact unit = exact_from(scale);
    const struct exact s = exact_from(scaled(t, t->source, scale));
    if (!t->blend)
        return exact_product(&s, &unit);

    const struct exact d = exact_from(scaled(t, t->destination, scale));
    if (t->op == OMBRE_OP_MIN || t->op == OMBRE_OP_MAX) {
        const bool source =
            (exact_compare(&s, &d) < 0) == (t->op == OMBRE_OP_MIN);
        return exact_product(source ? &s : &d, &unit);
    }
    const struct exact sf = exact_factor(t, t->src, scale);
    const struct exact df = exact_factor(t, t->dest, scale);
    struct exact p = exact_product(&s, &sf), q = exact_product(&d, &df);
    if (t->op == OMBRE_OP_SUBTRACT)
        q = exact_negated(&q);
    if (t->op == OMBRE_OP_REV_SUBTRACT)
        p = exact_negated(&p);
    exact_add_exact(&p, &q);
    return p;
}

/* FS 3.2.3.4, 3.2.3.6: halves go away from zero. */
static double rounded_code(const struct exact *result, double scale)
{
    const int sign = exact_sign(result);
    const struct exact magnitude = sign == -1 ? exact_negated(result) : *result;
    int rest;
    const double below = floor(exact_head(&magnitude, &rest) / scale);
    const struct exact half = exact_from((below + 0.5) * scale);
    const double code =
        exact_compare(&magnitude, &half) >= 0 ? below + 1 : below;
    return sign * code;
}

struct ideal fixed_ideal(const struct terms *t)
{
    const double scale = terms_scale(t);
    const double least = t->format->numeric == OMBRE_SNORM ? -1 : 0;
    const double low = least * scale;
    const struct exact result = exact_result(t, scale);
    int rest;
    const double value = exact_head(&result, &rest) / scale / scale;
    double code = rounded_code(&result, scale);

    code = code < low ? low : code > scale ? scale : code;
    return (struct ideal){
        .value = value < least ? least
                 : value > 1   ? 1
                               : value,
        .code = ombre_ordinal_code(t->format, t->component, (int64_t) code),
    };
}

/* --- Legal sets ------------------------------------------------------------
 */

/* How the store is judged. */
enum store { STORE_TOLERANCE, STORE_NEIGHBOUR };

struct fixed {
    const struct terms *t;
    double scale, low;
    enum store store;
    bool clamp_factors; /* Vulkan's reading of SNORM's 1 - x */
    struct ombre_code_set *legal;
    double x[OPERAND_COUNT]; /* operands in codes, as decided */
    uint32_t converted, freedoms;
    struct trace *trace;
};

/* Values in codes that one operand may be taken as. */
struct choices {
    int count;
    double value[5];
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
    for (int i = 0; i < OPERAND_COUNT; i++)
        how.operand[i] = f->x[i] / f->scale;
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

static double factor_value(const struct fixed *f, struct factor factor)
{
    double v = f->scale;
    switch (factor.shape) {
    case SHAPE_ONE: break;
    case SHAPE_ZERO: v = 0; break;
    case SHAPE_OPERAND: v = f->x[factor.x]; break;
    case SHAPE_INVERSE: v = f->scale - f->x[factor.x]; break;
    case SHAPE_SATURATE:
        v = fmin(f->x[factor.x], f->scale - f->x[OPERAND_DEST_ALPHA]);
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

/* Round the products that are to be rounded to whole codes; one that is on a
 * half rounds either way. */
static void add_grid_products(struct fixed *f, const double product[2],
                              const bool round[2], const double sign[2])
{
    double low = 0, high = 0;
    for (int i = 0; i < 2; i++) {
        const double part = sign[i] * product[i];
        low += round[i] ? ceil(part - 0.5) : part;
        high += round[i] ? floor(part + 0.5) : part;
    }
    add_store(f, low, high);
}

/* How far three fp32 roundings (the factor's operand, 1 - x, the product) can
 * carry a product, in codes.  One that needs no rounding does not stray. */
static double product_stray(const struct fixed *f, struct factor factor,
                            double a, double b)
{
    if (is_true_product(f, a, b))
        return fp32_room * (3 * fabs(a * b) / f->scale + 2 * fabs(a));
    return factor.shape == SHAPE_INVERSE && b != floor(b) ? fp32_room * f->scale
                                                          : 0;
}

static void add_sum(struct fixed *f, bool products)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];
    const double sf = factor_value(f, t->src), df = factor_value(f, t->dest);
    const double sign[2] = {t->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1,
                            t->op == OMBRE_OP_SUBTRACT ? -1 : 1};
    const double product[2] = {s * sf / f->scale, d * df / f->scale};
    const bool round[2] = {is_true_product(f, s, sf),
                           is_true_product(f, d, df)};

    const double sum = sign[0] * product[0] + sign[1] * product[1];
    const double sum_stray =
        product[0] != 0 && product[1] != 0
            ? fp32_room * (fabs(product[0]) + fabs(product[1]))
            : 0;
    const double stray = product_stray(f, t->src, s, sf) +
                         product_stray(f, t->dest, d, df) + sum_stray;
    const double finer =
        products ? finer_room * (double) (round[0] + round[1]) : 0;
    f->freedoms = finer > 0 ? freedom(OMBRE_FREEDOM_PRODUCTS_FINER) : 0;
    add_store(f, sum - stray - finer, sum + stray + finer);
    f->freedoms = freedom(OMBRE_FREEDOM_PRODUCTS_ROUNDED);
    if (products)
        add_grid_products(f, product, round, sign);
}

/* Combine the operands as decided. */
static void add_result(struct fixed *f, bool products)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];

    if (!t->blend)
        add_store(f, s, s);
    else if (t->op == OMBRE_OP_MIN)
        add_store(f, fmin(s, d), fmin(s, d));
    else if (t->op == OMBRE_OP_MAX)
        add_store(f, fmax(s, d), fmax(s, d));
    else
        add_sum(f, products);
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
        c->value[c->count++] = k;
}

static struct choices operand_choices(const struct fixed *f,
                                      enum operand operand)
{
    const struct terms *const t = f->t;
    struct choices c = {0};
    const double x = scaled(t, operand, f->scale);

    /* The fp32 number nearest to a code is that code: nothing is lost.  So a
     * destination is only converted where the grid is not the target's own
     * (FS 17.5, fewer than 8 bits). */
    const double code = rint(x);
    if ((float) (code / f->scale) == (float) (x / f->scale)) {
        c.value[c.count++] = code;
        return c;
    }
    c.value[c.count++] = x;
    add_conversions(&c, f, x);
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
            f->x[i] = c.value[k];
            f->converted = k > 0 ? before | UINT32_C(1) << i : before;
            add_choices(f, i + 1);
        }
        f->x[i] = given;
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
            f.x[i] = scaled(t, (enum operand) i, scale);
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
