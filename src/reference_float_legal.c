/* FLOAT and UFLOAT components: binary32, binary16, and the 11- and 10-bit
 * floats, which blend as halves (FS 19.3.4).
 *
 * What the rules leave open is decided once a sample, and the legal set is the
 * union over all decisions:
 *   operands    each kept as fp32, or converted to half toward zero or to
 *               nearest (FS 3.2.2, 3.1.5);
 *   arithmetic  fp32 (half a unit a step) or half (0.6 of a unit), each step
 *               fused with the next or not (FS 17.5, 3.1.3.1);
 *   result      converted toward zero or to nearest;
 * and yes or no: inputs of halves and smaller clamped to the target's range
 * (FS 17.5), fp32 denormals flushed (FS 3.1.3.2), an overflow on the way kept
 * inside, saturated, or in fp32 infinite, and a zero weight on NaN or infinity
 * dropping its term (FS 17.5 wants NaN; copies are what hardware does).
 */
#include <math.h>
#include <stddef.h>

#include "reference_exact.h"
#include "reference_float_legal.h"

struct choices {
    int count;
    double value[5];
};

static struct float_interval operation(const struct float_decision *f,
                                       struct float_interval x)
{
    x = float_operation(f->work, x);
    if (f->overflow == OVERFLOW_SATURATES ||
        f->overflow == OVERFLOW_SATURATES_HALF) {
        const double largest = f->overflow == OVERFLOW_SATURATES
                                   ? float_target_grid(f->t)->largest
                                   : float_grid_16.largest;
        x.low = fmax(fmin(x.low, largest), -largest);
        x.high = fmax(fmin(x.high, largest), -largest);
    }
    if (f->flush == FLUSH_STEPS) {
        x.low = float_flushed(x.low);
        x.high = float_flushed(x.high);
    }
    return x;
}

static void add_fp32(const struct float_decision *f, struct float_interval sum)
{
    const struct float_grid *const g = &float_grid_32;
    if (f->judge == OMBRE_JUDGE_VULKAN)
        float_add_codes(f, float_down(g, sum.low), float_up(g, sum.high), sum);
    sum = float_last_operation(g, sum);
    if (f->flush != FLUSH_NOTHING) {
        sum.low = float_flushed(sum.low);
        sum.high = float_flushed(sum.high);
    }
    float_add_codes(f, sum.low, sum.high, sum);
}

/* Round and store an exact sum.  fp32 ends on its grid; halves come from either
 * arithmetic; smaller floats from a half or from fp32. */
static void add_result(const struct float_decision *f,
                       struct float_interval sum)
{
    if (float_is_fp32(f->t)) {
        add_fp32(f, sum);
        return;
    }
    sum = f->work == &float_grid_16 ? float_last_operation(f->work, sum)
                                    : operation(f, sum);
    float_add_conversion(f, sum.low, sum.high);
    if (float_target_grid(f->t) != &float_grid_16)
        float_add_conversion(f, float_toward_zero(&float_grid_16, sum.low),
                             fmax(float_nearest(&float_grid_16, sum.high),
                                  float_toward_zero(&float_grid_16, sum.high)));
}

static struct float_interval factor_range(const struct float_decision *f,
                                          struct factor factor)
{
    const enum operand operand =
        factor.shape == SHAPE_SATURATE ? OPERAND_DEST_ALPHA : factor.x;
    if (factor.shape != SHAPE_INVERSE && factor.shape != SHAPE_SATURATE) {
        const double v = float_factor(factor, f->x);
        return (struct float_interval){v, v};
    }
    const double x = f->x[operand];
    struct float_interval v = {exact_add_down(1, -x), exact_add_up(1, -x)};
    v = operation(f, v);
    if (factor.shape == SHAPE_SATURATE) {
        v.low = fmin(v.low, f->x[factor.x]);
        v.high = fmin(v.high, f->x[factor.x]);
    }
    return v;
}

static struct float_interval product(const struct float_decision *f, double a,
                                     struct factor factor)
{
    const struct float_interval b = factor_range(f, factor);
    const struct float_interval p = {
        fmin(exact_multiply_down(a, b.low), exact_multiply_down(a, b.high)),
        fmax(exact_multiply_up(a, b.low), exact_multiply_up(a, b.high)),
    };
    return p;
}

static bool overflows(struct float_interval x)
{
    return x.low < -float_grid_32.largest || x.high > float_grid_32.largest;
}

static struct float_interval negated(struct float_interval x)
{
    return (struct float_interval){-x.high, -x.low};
}

/* Round product p of `a` and a factor.  FS 3.1.3.2: x times 1 is x. */
static struct float_interval rounded(const struct float_decision *f, double a,
                                     struct factor factor,
                                     struct float_interval p)
{
    const struct float_interval b = factor_range(f, factor);
    const bool unit = b.low == b.high && fabs(b.low) == 1;
    return unit || fabs(a) == 1 ? p : operation(f, p);
}

/* Which product, if one, a fused step takes as it is: it is not rounded, nor
 * can it overflow. */
enum fused { FUSED_NONE, FUSED_SOURCE, FUSED_DEST };

/* Add the sum of two products; those that are no fused step's are rounded. */
static void add_products(const struct float_decision *f,
                         struct float_interval p, struct float_interval q,
                         enum fused fused)
{
    const struct terms *const t = f->t;
    /* FS 3.1.3.2: x + 0 is x, so a lone product is rounded only once.  What may
     * be zero is. */
    const bool both = p.low != 0 && q.low != 0;
    if (both && fused != FUSED_SOURCE)
        p = rounded(f, f->x[t->source], t->src, p);
    if (both && fused != FUSED_DEST)
        q = rounded(f, f->x[t->destination], t->dest, q);

    const bool infinite = f->overflow == OVERFLOW_INFINITE;
    const bool p_infinite = infinite && fused != FUSED_SOURCE && overflows(p);
    const bool q_infinite = infinite && fused != FUSED_DEST && overflows(q);
    if (p_infinite || q_infinite) {
        const double pi = p_infinite ? copysign(INFINITY, p.low) : p.low;
        const double qi = q_infinite ? copysign(INFINITY, q.low) : q.low;
        float_add_special(f, float_combine(t->op, pi, qi));
    } else {
        if (t->op == OMBRE_OP_SUBTRACT)
            q = negated(q);
        if (t->op == OMBRE_OP_REV_SUBTRACT)
            p = negated(p);
        add_result(f, (struct float_interval){exact_add_down(p.low, q.low),
                                              exact_add_up(p.high, q.high)});
    }
}

/* Sum of the terms that are there; the others were dropped. */
static void add_finite_sum(const struct float_decision *f, bool source,
                           bool dest)
{
    const struct terms *const t = f->t;
    struct float_interval p = {0, 0}, q = {0, 0};
    if (source)
        p = product(f, f->x[t->source], t->src);
    if (dest)
        q = product(f, f->x[t->destination], t->dest);
    add_products(f, p, q, FUSED_NONE);
    /* What rounding alone may add holds what fused steps give. */
    if (f->overflow == OVERFLOW_INSIDE)
        return;
    add_products(f, p, q, FUSED_SOURCE);
    add_products(f, p, q, FUSED_DEST);
}

/* Whether a product's NaN is only due to a zero on one side. */
static bool may_drop(double a, double b)
{
    return (a == 0 && !isfinite(b)) || (b == 0 && !isfinite(a));
}

/* Whether a factor is a minimum of a NaN and a number.  FS 22.10.11 drops the
 * NaN, FS 17.5 has blending propagate it, and FS 17.1 does not say which
 * minimum SRC_ALPHA_SAT is. */
static bool saturates_nan(const struct float_decision *f, struct factor factor)
{
    return factor.shape == SHAPE_SATURATE &&
           (isnan(f->x[factor.x]) || isnan(f->x[OPERAND_DEST_ALPHA]));
}

static bool reads_special(const struct float_decision *f)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (f->t->used[i] && !isfinite(f->x[i]))
            return true;
    return false;
}

/* One term beside another that is NaN or infinite: fp32 may make it infinite,
 * where it overflows (FS 3.1.3.1). */
static double term_beside_special(const struct float_decision *f, double a,
                                  double b)
{
    const double term = a * b;
    const bool is_infinite =
        f->overflow == OVERFLOW_INFINITE && fabs(term) > float_grid_32.largest;
    return is_infinite ? copysign(INFINITY, term) : term;
}

static void add_sum(const struct float_decision *f)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];
    const double sf = float_factor(t->src, f->x);
    const double df = float_factor(t->dest, f->x);
    const bool finite[2] = {isfinite(s) && isfinite(sf),
                            isfinite(d) && isfinite(df)};
    const bool may = f->judge >= OMBRE_JUDGE_D3D;
    const bool drop[2] = {may && may_drop(s, sf), may && may_drop(d, df)};

    if (may && (saturates_nan(f, t->src) || saturates_nan(f, t->dest)))
        float_add_special(f, NAN);
    /* Also where SRC_ALPHA_SAT chose the other one. */
    if (f->judge == OMBRE_JUDGE_VULKAN && reads_special(f))
        float_add_everything(f);
    for (int no_p = 0; no_p <= drop[0]; no_p++) {
        for (int no_q = 0; no_q <= drop[1]; no_q++) {
            struct float_decision g = *f;
            g.source_dropped = no_p;
            g.dest_dropped = no_q;
            if ((finite[0] || no_p) && (finite[1] || no_q))
                add_finite_sum(&g, !no_p, !no_q);
            else
                float_add_special(
                    &g, float_combine(
                            t->op, no_p ? 0 : term_beside_special(&g, s, sf),
                            no_q ? 0 : term_beside_special(&g, d, df)));
        }
    }
}

static void add_point(const struct float_decision *f, double x)
{
    if (isfinite(x))
        float_add_conversion(f, x, x);
    else
        float_add_special(f, x);
}

static void add_min_max(const struct float_decision *f)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];
    const double y = float_combine(t->op, s, d);
    add_point(f, y);
    if (f->judge == OMBRE_JUDGE_VULKAN && (!isfinite(s) || !isfinite(d)))
        float_add_everything(f);
}

/* --- Decisions -------------------------------------------------------------
 */

/* FS 17.5: halves and smaller may clamp their inputs to the target's range. */
static double clamped(const struct float_decision *f, double x)
{
    const double largest = float_target_grid(f->t)->largest;
    if (f->t->format->numeric != OMBRE_FLOAT && x < 0)
        return 0;
    return isfinite(x) ? fmax(fmin(x, largest), -largest) : x;
}

static struct choices operand_choices(const struct float_decision *f,
                                      enum operand operand)
{
    struct choices c = {0};
    double x = f->t->value[operand];
    if (f->flush != FLUSH_NOTHING)
        x = float_flushed(x);
    if (f->clamp)
        x = clamped(f, x);
    c.value[c.count++] = x;
    if (float_is_fp32(f->t) || !isfinite(x) || f->judge < OMBRE_JUDGE_D3D)
        return c;

    /* What is a half already, as destinations are, only becomes itself. */
    const double largest = float_grid_16.largest;
    const double half[4] = {
        float_toward_zero(&float_grid_16, x), float_nearest(&float_grid_16, x),
        float_down(&float_grid_16, x), float_up(&float_grid_16, x)};
    for (int i = 0; i < (f->judge == OMBRE_JUDGE_VULKAN ? 4 : 2); i++) {
        const double v = fmax(fmin(half[i], largest), -largest);
        if (v != c.value[0] && v != c.value[c.count - 1])
            c.value[c.count++] = v;
    }
    return c;
}

static void add_choices(struct float_decision *f, int i)
{
    if (i == OPERAND_COUNT) {
        if (float_is_sum(f->t))
            add_sum(f);
        else
            add_min_max(f);
    } else if (!f->t->used[i]) {
        add_choices(f, i + 1);
    } else {
        const struct choices c = operand_choices(f, (enum operand) i);
        const uint32_t before = f->converted;
        for (int k = 0; k < c.count; k++) {
            f->x[i] = c.value[k];
            f->converted = k > 0 ? before | UINT32_C(1) << i : before;
            add_choices(f, i + 1);
        }
        f->converted = before;
    }
}

/* A yes-or-no decision is tried both ways only where some operand makes it
 * matter. */
static bool any_operand(const struct terms *t,
                        bool (*is)(const struct terms *, double))
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (t->used[i] && is(t, t->value[i]))
            return true;
    return false;
}

static bool is_out_of_range(const struct terms *t, double x)
{
    const struct float_decision f = {.t = t};
    return clamped(&f, x) != x;
}

static bool is_large(const struct terms *t, double x)
{
    (void) t;
    return fabs(x) > 128; /* two of these can pass a half's largest */
}

static void add_arithmetic(struct float_decision *f)
{
    f->work = &float_grid_32;
    add_choices(f, 0);
    if (f->judge < OMBRE_JUDGE_D3D || float_is_fp32(f->t))
        return;
    f->work = &float_grid_16;
    add_choices(f, 0);
}

/* Whether `o` is one of the ways to treat a result that is too large, if some
 * may be. */
static bool may_overflow(const struct terms *t, enum overflow o, bool some)
{
    const struct float_grid *const grid = float_target_grid(t);
    switch (o) {
    case OVERFLOW_INSIDE: break;
    case OVERFLOW_SATURATES: return some;
    case OVERFLOW_SATURATES_HALF:
        return some && grid != &float_grid_32 && grid != &float_grid_16;
    case OVERFLOW_INFINITE: return some && grid == &float_grid_32;
    }
    return true;
}

static void add_blend(struct float_decision *f)
{
    const struct terms *const t = f->t;
    const bool d3d = f->judge >= OMBRE_JUDGE_D3D;
    const int flush = float_is_fp32(t) ? FLUSH_STEPS : FLUSH_NOTHING;
    const bool clamp =
        d3d && !float_is_fp32(t) && any_operand(t, is_out_of_range);
    const bool is_some = d3d && any_operand(t, is_large);

    for (int i = FLUSH_NOTHING; i <= flush; i++) {
        for (int k = 0; k <= clamp; k++) {
            for (int o = OVERFLOW_INSIDE; o <= OVERFLOW_INFINITE; o++) {
                if (!may_overflow(t, (enum overflow) o, is_some))
                    continue;
                f->flush = (enum flush) i;
                f->clamp = k;
                f->overflow = (enum overflow) o;
                add_arithmetic(f);
            }
        }
    }
}

/* With blending off: the source, taken as x. */
static void add_source(struct float_decision *f, double x)
{
    f->x[f->t->source] = x;
    add_point(f, x);
}

void float_legal(const struct terms *t, enum ombre_judge judge,
                 struct ombre_code_set *legal)
{
    struct float_decision f = {.t = t, .judge = judge, .legal = legal};
    if (t->blend) {
        add_blend(&f);
        return;
    }
    /* FS 3.1.3.2: with blending off fp32 moves bit for bit, denormals too. */
    add_source(&f, t->value[t->source]);
}

void float_values(const struct terms *t, enum ombre_judge judge,
                  struct shared_values *values)
{
    struct float_decision f = {.t = t, .judge = judge, .values = values};
    if (t->blend) {
        add_blend(&f);
        return;
    }
    /* FS 19.3.2.2 converts from fp32 and from half: an output may be handed
     * over as either. */
    const double x = t->value[t->source];
    add_source(&f, x);
    if (judge < OMBRE_JUDGE_D3D || !isfinite(x))
        return;
    f.converted = UINT32_C(1) << t->source;
    add_source(&f, float_toward_zero(&float_grid_16, x));
    add_source(&f, float_nearest(&float_grid_16, x));
}
