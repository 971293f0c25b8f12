/* Red, green and blue of sRGB targets.  Direct3D blends them as linear numbers
 * (FS 17.4); all room is given on the encoded side, in sRGB codes:
 *   decode of the destination, and of an operand that was converted, 0.5
 *   (FS 3.2.3.7; 0 and 1 are exact);
 *   conversion of an operand 0.6, rounding of a product 0.5, store 0.6.
 * An operand that was decoded, or is in a finer format, is some number of an
 * interval, the same wherever it occurs, so ranges are those of the equation
 * over a box.  Alpha, and every alpha factor, is UNORM8.
 */
#include <math.h>
#include <stddef.h>

#include "reference_terms.h"
#include "reference_trace.h"

static const double store_room = 0.6;
static const double decode_room = 0.5;
static const double product_room = 0.5;
static const double fp32_room = 0x1p-24;
static const double almost = 0x1p-44;   /* 0 or 1, but a true product's */
static const double tie_room = 0x1p-50; /* eight roundings near 1 */

static double clamped(double x)
{
    return isnan(x) || x < 0 ? 0 : x > 1 ? 1 : x;
}

static bool is_alpha(enum operand operand)
{
    return operand == OPERAND_SRC_ALPHA || operand == OPERAND_SRC1_ALPHA ||
           operand == OPERAND_CONSTANT_ALPHA || operand == OPERAND_DEST_ALPHA;
}

/* --- Ideal ---------------------------------------------------------------- */

static double factor_value(struct factor f, const double x[OPERAND_COUNT])
{
    switch (f.shape) {
    case SHAPE_ZERO: return 0;
    case SHAPE_ONE: return 1;
    case SHAPE_OPERAND: return x[f.x];
    case SHAPE_INVERSE: return 1 - x[f.x];
    case SHAPE_SATURATE: break;
    }
    return fmin(x[f.x], 1 - x[OPERAND_DEST_ALPHA]);
}

static double equation(const struct terms *t, const double x[OPERAND_COUNT])
{
    const double s = x[t->source], d = x[t->destination];
    if (!t->blend)
        return s;
    const double p = s * factor_value(t->src, x);
    const double q = d * factor_value(t->dest, x);
    switch (t->op) {
    case OMBRE_OP_ADD: return p + q;
    case OMBRE_OP_SUBTRACT: return p - q;
    case OMBRE_OP_REV_SUBTRACT: return q - p;
    case OMBRE_OP_MIN: return fmin(s, d);
    case OMBRE_OP_MAX: return fmax(s, d);
    }
    return s;
}

struct ideal srgb_ideal(const struct terms *t)
{
    double x[OPERAND_COUNT];
    for (int i = 0; i < OPERAND_COUNT; i++)
        x[i] = clamped(t->value[i]);
    const double value = clamped(equation(t, x));
    /* Half of code 5 is half-way between two codes, but computed in doubles it
     * may come out a little below, and halves go up (FS 3.2.3.8).  No fp32
     * number is that near below a half. */
    const double raised = value + tie_room;
    return (struct ideal){value, ombre_encode(t->format, t->component, raised)};
}

/* --- Legal sets ------------------------------------------------------------
 */

struct interval {
    double low, high;
    double at;    /* as told: what came, or what the code stands for */
    bool is_code; /* what a decoder makes of `code` */
    uint32_t code;
};

struct srgb {
    const struct terms *t;
    enum ombre_judge judge;
    bool products; /* to be rounded, where they are true products */
    struct ombre_code_set *legal;
    struct interval x[OPERAND_COUNT];
    uint32_t converted, freedoms; /* for the trace only */
};

struct choices {
    int count;
    struct interval value[6];
};

/* Numbers from 0 to 1 whose encoding is within `room` of position `e`. */
static struct interval around(double e, double room)
{
    return (struct interval){
        .low = ombre_linear_from_srgb(e - room),
        .high = ombre_linear_from_srgb(e + room),
    };
}

/* What a decoder may make of a code: 0 and 1 are exact (FS 3.2.3.7). */
static struct interval decoded(double code)
{
    struct interval i =
        around(code, code == 0 || code == 255 ? 0 : decode_room);
    i.is_code = true;
    i.code = (uint32_t) code;
    i.at = ombre_linear_from_srgb(code);
    return i;
}

static struct interval point(double x)
{
    return (struct interval){.low = x, .high = x, .at = x};
}
/* What finer formats may make of x, at position e (FS 17.5). */
static struct interval finer(double x, double e, bool alpha)
{
    struct interval i = around(e, store_room);
    if (alpha) {
        i.low = fmax(x - store_room / 255, almost);
        i.high = fmin(x + store_room / 255, 1 - almost);
    }
    i.at = x;
    return i;
}

static uint32_t freedom(enum ombre_freedom id)
{
    return UINT32_C(1) << id;
}

/* Add codes that results y may become. */
static void add_codes(const struct srgb *f, int64_t first, int64_t last,
                      struct interval y)
{
    ombre_code_set_add(f->legal, first, last);
    if (!f->t->trace)
        return;
    struct ombre_decision how = {
        .freedoms = f->freedoms,
        .converted = f->converted,
        .low = y.low,
        .high = y.high,
    };
    if (f->judge == OMBRE_JUDGE_VULKAN)
        how.freedoms |= freedom(OMBRE_FREEDOM_NEIGHBOUR);
    for (int i = 0; i < OPERAND_COUNT; i++) {
        how.operand[i] = f->x[i].at;
        if (!f->x[i].is_code && f->x[i].low < f->x[i].high)
            how.freedoms |= freedom(OMBRE_FREEDOM_OPERANDS_FINER);
    }
    trace_codes(f->t->trace, first, last, &how);
}

static void add_store(struct srgb *f, struct interval y)
{
    const double low = ombre_srgb_from_linear(clamped(y.low));
    const double high = ombre_srgb_from_linear(clamped(y.high));
    double first = ceil(low - store_room), last = floor(high + store_room);
    if (f->judge == OMBRE_JUDGE_VULKAN) {
        first = fmin(first, floor(low));
        last = fmax(last, ceil(high));
    }
    add_codes(f, (int64_t) first, (int64_t) last, y);
}

/* Store a value that no arithmetic has touched: what was decoded from a code
 * becomes that code again (FS 19.1.2). */
static void add_unchanged(struct srgb *f, struct interval x)
{
    if (x.is_code)
        add_codes(f, x.code, x.code, x);
    else
        add_store(f, x);
}

/* The equation as a polynomial of its source and destination colour, the other
 * operands given: c[0] + c[1] S + c[2] D + c[3] SD + c[4] SS + c[5] DD. */
struct polynomial {
    double c[6];
};

/* Add sign * (S or D) * factor. */
static void add_term(struct polynomial *p, bool source, struct factor f,
                     double sign, const double x[OPERAND_COUNT])
{
    const int linear = source ? 1 : 2;
    const bool colour =
        (f.shape == SHAPE_OPERAND || f.shape == SHAPE_INVERSE) &&
        (f.x == OPERAND_SRC || f.x == OPERAND_DEST);
    if (!colour) {
        p->c[linear] += sign * factor_value(f, x);
        return;
    }
    const bool same = (f.x == OPERAND_SRC) == source;
    const int quadratic = !same ? 3 : source ? 4 : 5;
    if (f.shape == SHAPE_INVERSE)
        p->c[linear] += sign;
    p->c[quadratic] += f.shape == SHAPE_INVERSE ? -sign : sign;
}

static double polynomial_at(const struct polynomial *p, double s, double d)
{
    const double *const c = p->c;
    return c[0] + c[1] * s + c[2] * d + c[3] * s * d + c[4] * s * s +
           c[5] * d * d;
}

static void include(struct interval *range, const struct polynomial *p,
                    double s, double d)
{
    const double y = polynomial_at(p, s, d);
    range->low = fmin(range->low, y);
    range->high = fmax(range->high, y);
}

/* The nearest to x of an interval; for NaN an end. */
static double nearest_in(struct interval i, double x)
{
    return fmax(fmin(x, i.high), i.low);
}

/* The range over a box: corners, and the vertices of the four edges.  A vertex
 * outside, or nowhere for want of a square, is tried at the nearest place
 * inside, which cannot be wrong.  An extreme off the edges has both squares and
 * no SD: only S (1 - S) + D (1 - D) has one, at a half each, and on the edges
 * comes within a thousandth of a code of it. */
static struct interval polynomial_range(const struct polynomial *p,
                                        struct interval s, struct interval d)
{
    struct interval range = {.low = INFINITY, .high = -INFINITY};
    const double *const c = p->c;
    const double se[2] = {s.low, s.high}, de[2] = {d.low, d.high};

    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++)
            include(&range, p, se[i], de[j]);
        const double vs = -(c[1] + c[3] * de[i]) / (2 * c[4]);
        include(&range, p, nearest_in(s, vs), de[i]);
        const double vd = -(c[2] + c[3] * se[i]) / (2 * c[5]);
        include(&range, p, se[i], nearest_in(d, vd));
    }
    return range;
}

static bool is_true_product(struct interval a, struct factor factor,
                            const double x[OPERAND_COUNT])
{
    const double b = factor_value(factor, x);
    const bool plain = a.low == a.high && (a.low == 0 || a.low == 1);
    return !plain && b != 0 && b != 1;
}

/* Rounding of a product to the encoded grid, at its largest, where the grid is
 * coarsest on the linear side. */
static struct interval product_error(struct interval product)
{
    const double p = clamped(product.high);
    const struct interval grid =
        around(ombre_srgb_from_linear(p), product_room);
    return (struct interval){.low = p - grid.low, .high = grid.high - p};
}

/* One product's part in the sum: rounding if asked for, and fp32's three
 * roundings. */
static void widen(struct interval *y, const struct srgb *f, bool source,
                  double sign, const double x[OPERAND_COUNT])
{
    const struct terms *const t = f->t;
    const struct factor factor = source ? t->src : t->dest;
    const struct interval a = f->x[source ? t->source : t->destination];
    struct polynomial p = {{0}};
    add_term(&p, source, factor, 1, x);
    const struct interval product =
        polynomial_range(&p, f->x[OPERAND_SRC], f->x[OPERAND_DEST]);

    struct interval error = point(0);
    if (is_true_product(a, factor, x)) {
        if (f->products)
            error = product_error(product);
        error.low += fp32_room * (4 * product.high + 2 * a.high);
        error.high += fp32_room * (4 * product.high + 2 * a.high);
    }
    y->low -= sign > 0 ? error.low : error.high;
    y->high += sign > 0 ? error.high : error.low;
}

/* A finer format may make something of what 1 - x swallows. */
static bool is_one(const struct srgb *f, struct factor g,
                   const double x[OPERAND_COUNT])
{
    return factor_value(g, x) == 1 &&
           (g.shape == SHAPE_ONE || f->x[g.x].low == f->x[g.x].high);
}

static bool vanishes(struct interval a, struct factor g,
                     const double x[OPERAND_COUNT])
{
    return factor_value(g, x) == 0 || a.high == 0;
}

/* If one operand reaches the store with weight one and nothing beside it, store
 * it, and return true. */
static bool add_single(struct srgb *f, const double x[OPERAND_COUNT])
{
    const struct terms *const t = f->t;
    const struct interval s = f->x[t->source], d = f->x[t->destination];

    if (is_one(f, t->src, x) && vanishes(d, t->dest, x) &&
        t->op != OMBRE_OP_REV_SUBTRACT)
        add_unchanged(f, s);
    else if (is_one(f, t->dest, x) && vanishes(s, t->src, x) &&
             t->op != OMBRE_OP_SUBTRACT)
        add_unchanged(f, d);
    else
        return false;
    return true;
}

/* Results with the operands at x, source and destination colour anywhere. */
static struct interval sum_range(const struct srgb *f,
                                 const double x[OPERAND_COUNT])
{
    const struct terms *const t = f->t;
    const double s = t->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1;
    const double d = t->op == OMBRE_OP_SUBTRACT ? -1 : 1;

    struct polynomial sum = {{0}};
    add_term(&sum, true, t->src, s, x);
    add_term(&sum, false, t->dest, d, x);
    struct interval y =
        polynomial_range(&sum, f->x[OPERAND_SRC], f->x[OPERAND_DEST]);
    widen(&y, f, true, s, x);
    widen(&y, f, false, d, x);
    return y;
}

/* A sum is linear in all but the source and destination colour, so it is
 * between those of their ends: take them from `i` on at either end. */
static void reach_ends(const struct srgb *f, int i, double x[OPERAND_COUNT],
                       struct interval *y)
{
    if (i == OPERAND_COUNT) {
        const struct interval here = sum_range(f, x);
        y->low = fmin(y->low, here.low);
        y->high = fmax(y->high, here.high);
        return;
    }
    const bool both =
        i != OPERAND_SRC && i != OPERAND_DEST && f->x[i].low < f->x[i].high;
    for (int end = 0; end <= both; end++) {
        x[i] = end ? f->x[i].high : f->x[i].low;
        reach_ends(f, i + 1, x, y);
    }
}

static void add_sum(struct srgb *f)
{
    struct interval y = {.low = INFINITY, .high = -INFINITY};
    double x[OPERAND_COUNT];
    for (int i = 0; i < OPERAND_COUNT; i++)
        x[i] = f->x[i].at;
    if (add_single(f, x))
        return;
    reach_ends(f, 0, x, &y);
    add_store(f, y);
}

/* The least or the greatest: intervals that overlap may compare either way. */
static void add_extreme(struct srgb *f, bool least)
{
    const struct interval d = f->x[f->t->destination];
    struct interval s = f->x[f->t->source];
    if (least ? d.low <= s.high : d.high >= s.low)
        add_unchanged(f, d);
    *(least ? &s.high : &s.low) =
        least ? fmin(s.high, d.high) : fmax(s.low, d.low);
    if (s.low <= s.high)
        add_unchanged(f, s);
}

static void add_result(struct srgb *f)
{
    const struct terms *const t = f->t;
    if (!t->blend) {
        add_unchanged(f, f->x[t->source]);
    } else if (t->op == OMBRE_OP_MIN || t->op == OMBRE_OP_MAX) {
        add_extreme(f, t->op == OMBRE_OP_MIN);
    } else {
        add_sum(f);
    }
}

static void add_conversions(struct choices *c, const struct srgb *f, double e,
                            bool alpha)
{
    const bool neighbour = f->judge == OMBRE_JUDGE_VULKAN;
    const double first = neighbour ? floor(e) : ceil(e - store_room);
    const double last = neighbour ? ceil(e) : floor(e + store_room);
    for (double k = first; k <= last; k++)
        c->value[c->count++] = alpha ? point(k / 255) : decoded(k);
}

static struct choices operand_choices(const struct srgb *f,
                                      enum operand operand)
{
    const struct terms *const t = f->t;
    const double x = clamped(t->value[operand]);
    struct choices c = {0};

    if (operand == OPERAND_DEST) {
        c.value[c.count++] = decoded(t->dest_code);
        return c;
    }
    c.value[c.count++] = point(x);

    const bool alpha = is_alpha(operand);
    const double e = alpha ? x * 255 : ombre_srgb_from_linear(x);
    const double code = rint(e);
    const double on_grid = alpha ? code / 255 : ombre_linear_from_srgb(code);
    /* The fp32 number nearest to a code is that code. */
    if ((float) on_grid == (float) x) {
        c.value[c.count++] = alpha ? point(on_grid) : decoded(code);
        return c;
    }
    add_conversions(&c, f, e, alpha);
    /* What holds operands in a finer format does not round products to the
     * target's. */
    if (t->blend && !f->products)
        c.value[c.count++] = finer(x, e, alpha);
    return c;
}

static void add_choices(struct srgb *f, int i)
{
    if (i == OPERAND_COUNT) {
        add_result(f);
    } else if (!f->t->used[i]) {
        add_choices(f, i + 1);
    } else {
        const struct choices c = operand_choices(f, (enum operand) i);
        const uint32_t before = f->converted;
        for (int k = 0; k < c.count; k++) {
            const struct interval *const x = &c.value[k];
            f->x[i] = *x;
            const bool converted = k > 0 && (x->is_code || x->low == x->high);
            f->converted = converted ? before | UINT32_C(1) << i : before;
            add_choices(f, i + 1);
        }
        f->converted = before;
    }
}

/* fp32 in any order: operands and destination as they are, no rounding. */
static void add_strict(struct srgb *f)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        f->x[i] = point(clamped(f->t->value[i]));
    f->x[OPERAND_DEST].is_code = true;
    f->x[OPERAND_DEST].code = f->t->dest_code;
    add_result(f);
}

static void add_by_judge(struct srgb *f)
{
    add_strict(f);
    if (f->judge == OMBRE_JUDGE_STRICT)
        return;
    add_choices(f, 0);
    f->products = true;
    f->freedoms = freedom(OMBRE_FREEDOM_PRODUCTS_ROUNDED);
    add_choices(f, 0);
}

void srgb_legal(const struct terms *t, enum ombre_judge judge,
                struct ombre_code_set *legal)
{
    struct srgb f = {.t = t, .judge = judge, .legal = legal};
    /* FS 17.5 does not say what the clamp makes of NaN. */
    const bool open =
        t->blend ? judge >= OMBRE_JUDGE_D3D : judge == OMBRE_JUDGE_VULKAN;

    if (open && terms_have_nan(t)) {
        f.freedoms = freedom(OMBRE_FREEDOM_ANYTHING);
        add_codes(&f, 0, 255, (struct interval){.low = 0, .high = 1});
    } else {
        add_by_judge(&f);
    }
}
