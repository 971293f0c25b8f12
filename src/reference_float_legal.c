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
#include "reference_float.h"
#include "reference_shared.h"
#include "reference_trace.h"

/* --- Legal sets ------------------------------------------------------------
 */

enum overflow { OVERFLOW_INSIDE, OVERFLOW_SATURATES, OVERFLOW_INFINITE };

/* A fused step never rounds, nor flushes, what is between its operands and its
 * result. */
enum flush { FLUSH_NOTHING, FLUSH_FUSED, FLUSH_STEPS };

/* The decisions of one sample. */
struct decision {
    const struct terms *t;
    enum ombre_judge judge;
    const struct float_grid *work; /* of the arithmetic */
    bool clamp;
    enum flush flush;
    enum overflow overflow;
    struct ombre_code_set *legal; /* or, of R9G9B9E5, */
    struct shared_values *values;
    double x[OPERAND_COUNT];
    uint32_t converted, dropped; /* for the trace only */
};

struct choices {
    int count;
    double value[5];
};

static int64_t ordinal_of(const struct decision *f, double on_grid)
{
    const struct terms *const t = f->t;
    return ombre_code_ordinal(t->format, t->component,
                              ombre_encode(t->format, t->component, on_grid));
}

static uint32_t freedom(enum ombre_freedom id, bool taken)
{
    return taken ? UINT32_C(1) << id : 0;
}

static struct ombre_decision described(const struct decision *f, double low,
                                       double high, bool anything)
{
    struct ombre_decision how = {
        .freedoms =
            f->dropped |
            freedom(OMBRE_FREEDOM_HALF, f->work == &float_grid_16) |
            freedom(OMBRE_FREEDOM_INPUTS_CLAMPED, f->clamp) |
            freedom(OMBRE_FREEDOM_FLUSHED, f->flush) |
            freedom(OMBRE_FREEDOM_SATURATED,
                    f->overflow == OVERFLOW_SATURATES) |
            freedom(OMBRE_FREEDOM_INFINITE, f->overflow == OVERFLOW_INFINITE) |
            freedom(OMBRE_FREEDOM_NEIGHBOUR, f->judge == OMBRE_JUDGE_VULKAN) |
            freedom(OMBRE_FREEDOM_ANYTHING, anything),
        .converted = f->converted,
        .low = low,
        .high = high,
    };
    for (int i = 0; i < OPERAND_COUNT; i++)
        how.operand[i] = f->x[i];
    return how;
}

/* Add codes that results of `from` may become. */
static void add_ordinals(const struct decision *f, int64_t first, int64_t last,
                         struct float_interval from)
{
    ombre_code_set_add(f->legal, first, last);
    if (f->t->trace) {
        const struct ombre_decision how =
            described(f, from.low, from.high, false);
        trace_codes(f->t->trace, first, last, &how);
    }
}

/* Add numbers that an R9G9B9E5 component may be stored from. */
static void add_values(const struct decision *f, double low, double high,
                       bool anything)
{
    shared_values_add(f->values, low, high);
    if (f->t->trace) {
        const struct ombre_decision how = described(f, low, high, anything);
        trace_values(f->t->trace, &how);
    }
}

static void add_everything(const struct decision *f)
{
    if (f->values) {
        add_values(f, 0, OMBRE_SHARED_LARGEST, true);
        return;
    }
    int64_t low, high;
    ombre_ordinal_limits(f->t->format, f->t->component, &low, &high);
    ombre_code_set_add(f->legal, low, high);
    f->legal->nan = true;
    if (f->t->trace) {
        const struct ombre_decision how =
            described(f, -INFINITY, INFINITY, true);
        trace_codes(f->t->trace, low, high, &how);
    }
}

/* Add the codes of numbers on the target's grid from low to high, which results
 * of `from` are stored as. */
static void add_codes(const struct decision *f, double low, double high,
                      struct float_interval from)
{
    const double largest = float_target_grid(f->t)->largest;
    const bool infinite = float_is_fp32(f->t) || f->judge == OMBRE_JUDGE_VULKAN;

    /* FS 3.2.2: a finite overflow is the largest finite number, as
     * ombre_encode() has it; fp32 arithmetic itself (FS 3.1.3.1, IEEE 754)
     * makes it infinite. */
    if (infinite && high > largest)
        add_ordinals(f, ordinal_of(f, INFINITY), ordinal_of(f, INFINITY), from);
    if (infinite && low < -largest)
        add_ordinals(f, ordinal_of(f, -INFINITY), ordinal_of(f, -INFINITY),
                     from);

    /* FS 3.1.3.2 and 22.10: no blend is held to a sign of zero. */
    const bool any_zero = f->t->blend;
    add_ordinals(f, ordinal_of(f, low == 0 && any_zero ? -0.0 : low),
                 ordinal_of(f, high == 0 && any_zero ? 0.0 : high), from);
}

/* Codes that a result from low to high may be converted to. */
static void add_conversion(const struct decision *f, double low, double high)
{
    const struct float_grid *const g = float_target_grid(f->t);
    const struct float_interval from = {low, high};
    if (f->values) {
        add_values(f, low, high, false);
        return;
    }
    if (f->judge == OMBRE_JUDGE_VULKAN)
        add_codes(f, float_down(g, low), float_up(g, high), from);
    add_codes(f, fmin(float_toward_zero(g, low), float_nearest(g, low)),
              fmax(float_toward_zero(g, high), float_nearest(g, high)), from);
}

static struct float_interval operation(const struct decision *f,
                                       struct float_interval x)
{
    x = float_operation(f->work, x);
    if (f->overflow == OVERFLOW_SATURATES) {
        const double largest = float_target_grid(f->t)->largest;
        x.low = fmax(fmin(x.low, largest), -largest);
        x.high = fmax(fmin(x.high, largest), -largest);
    }
    if (f->flush == FLUSH_STEPS) {
        x.low = float_flushed(x.low);
        x.high = float_flushed(x.high);
    }
    return x;
}

static void add_fp32(const struct decision *f, struct float_interval sum)
{
    const struct float_grid *const g = &float_grid_32;
    if (f->judge == OMBRE_JUDGE_VULKAN)
        add_codes(f, float_down(g, sum.low), float_up(g, sum.high), sum);
    sum = float_last_operation(g, sum);
    if (f->flush != FLUSH_NOTHING) {
        sum.low = float_flushed(sum.low);
        sum.high = float_flushed(sum.high);
    }
    add_codes(f, sum.low, sum.high, sum);
}

/* Round and store an exact sum.  fp32 ends on its grid; halves come from either
 * arithmetic; smaller floats from a half or from fp32. */
static void add_result(const struct decision *f, struct float_interval sum)
{
    if (float_is_fp32(f->t)) {
        add_fp32(f, sum);
        return;
    }
    sum = f->work == &float_grid_16 ? float_last_operation(f->work, sum)
                                    : operation(f, sum);
    add_conversion(f, sum.low, sum.high);
    if (float_target_grid(f->t) != &float_grid_16)
        add_conversion(f, float_toward_zero(&float_grid_16, sum.low),
                       fmax(float_nearest(&float_grid_16, sum.high),
                            float_toward_zero(&float_grid_16, sum.high)));
}

static void add_special(const struct decision *f, double y)
{
    const double number = isnan(y) ? 0 : y;
    if (f->values) /* FS 19.3.2.2: NaN becomes 0 */
        add_values(f, number, number, false);
    else if (isnan(y))
        f->legal->nan = true;
    else
        add_ordinals(f, ordinal_of(f, y), ordinal_of(f, y),
                     (struct float_interval){y, y});
    if (f->judge == OMBRE_JUDGE_VULKAN)
        add_everything(f);
}

static struct float_interval factor_range(const struct decision *f,
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

static struct float_interval product(const struct decision *f, double a,
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
static struct float_interval rounded(const struct decision *f, double a,
                                     struct factor factor,
                                     struct float_interval p)
{
    const struct float_interval b = factor_range(f, factor);
    const bool unit = b.low == b.high && fabs(b.low) == 1;
    return unit || fabs(a) == 1 ? p : operation(f, p);
}

/* Sum of the terms that are there; the others were dropped. */
static void add_finite_sum(const struct decision *f, bool source, bool dest)
{
    const struct terms *const t = f->t;
    struct float_interval p = {0, 0}, q = {0, 0};
    if (source)
        p = product(f, f->x[t->source], t->src);
    if (dest)
        q = product(f, f->x[t->destination], t->dest);
    /* FS 3.1.3.2: x + 0 is x, so a lone product is rounded only once.  What may
     * be zero is. */
    if (p.low != 0 && q.low != 0) {
        p = rounded(f, f->x[t->source], t->src, p);
        q = rounded(f, f->x[t->destination], t->dest, q);
    }

    if (f->overflow == OVERFLOW_INFINITE && (overflows(p) || overflows(q))) {
        const double pi = overflows(p) ? copysign(INFINITY, p.low) : p.low;
        const double qi = overflows(q) ? copysign(INFINITY, q.low) : q.low;
        add_special(f, float_combine(t->op, pi, qi));
    } else {
        if (t->op == OMBRE_OP_SUBTRACT)
            q = negated(q);
        if (t->op == OMBRE_OP_REV_SUBTRACT)
            p = negated(p);
        add_result(f, (struct float_interval){exact_add_down(p.low, q.low),
                                              exact_add_up(p.high, q.high)});
    }
}

/* Whether a product's NaN is only due to a zero on one side. */
static bool may_drop(double a, double b)
{
    return (a == 0 && !isfinite(b)) || (b == 0 && !isfinite(a));
}

static void add_sum(const struct decision *f)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];
    const double sf = float_factor(t->src, f->x);
    const double df = float_factor(t->dest, f->x);
    const bool finite[2] = {isfinite(s) && isfinite(sf),
                            isfinite(d) && isfinite(df)};
    const bool may = f->judge >= OMBRE_JUDGE_D3D;
    const bool drop[2] = {may && may_drop(s, sf), may && may_drop(d, df)};

    for (int no_p = 0; no_p <= drop[0]; no_p++) {
        for (int no_q = 0; no_q <= drop[1]; no_q++) {
            struct decision g = *f;
            g.dropped = freedom(OMBRE_FREEDOM_SOURCE_DROPPED, no_p) |
                        freedom(OMBRE_FREEDOM_DEST_DROPPED, no_q);
            if ((finite[0] || no_p) && (finite[1] || no_q))
                add_finite_sum(&g, !no_p, !no_q);
            else
                add_special(&g, float_combine(t->op, no_p ? 0 : s * sf,
                                              no_q ? 0 : d * df));
        }
    }
}

static void add_point(const struct decision *f, double x)
{
    if (isfinite(x))
        add_conversion(f, x, x);
    else
        add_special(f, x);
}

static void add_min_max(const struct decision *f)
{
    const struct terms *const t = f->t;
    const double s = f->x[t->source], d = f->x[t->destination];
    const double y = float_combine(t->op, s, d);
    add_point(f, y);
    if (f->judge == OMBRE_JUDGE_VULKAN && (!isfinite(s) || !isfinite(d)))
        add_everything(f);
}

/* --- Decisions -------------------------------------------------------------
 */

/* FS 17.5: halves and smaller may clamp their inputs to the target's range. */
static double clamped(const struct decision *f, double x)
{
    const double largest = float_target_grid(f->t)->largest;
    if (f->t->format->numeric != OMBRE_FLOAT && x < 0)
        return 0;
    return isfinite(x) ? fmax(fmin(x, largest), -largest) : x;
}

static struct choices operand_choices(const struct decision *f,
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

static void add_choices(struct decision *f, int i)
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
    const struct decision f = {.t = t};
    return clamped(&f, x) != x;
}

static bool is_large(const struct terms *t, double x)
{
    (void) t;
    return fabs(x) > 128; /* two of these can pass a half's largest */
}

static void add_arithmetic(struct decision *f)
{
    f->work = &float_grid_32;
    add_choices(f, 0);
    if (f->judge < OMBRE_JUDGE_D3D || float_is_fp32(f->t))
        return;
    f->work = &float_grid_16;
    add_choices(f, 0);
}

static void add_blend(struct decision *f)
{
    const struct terms *const t = f->t;
    const bool d3d = f->judge >= OMBRE_JUDGE_D3D;
    const int flush = float_is_fp32(t) ? FLUSH_STEPS : FLUSH_NOTHING;
    const bool clamp =
        d3d && !float_is_fp32(t) && any_operand(t, is_out_of_range);
    const int most = float_is_fp32(t) ? OVERFLOW_INFINITE : OVERFLOW_SATURATES;
    const int overflow =
        d3d && any_operand(t, is_large) ? most : OVERFLOW_INSIDE;

    for (int i = FLUSH_NOTHING; i <= flush; i++) {
        for (int k = 0; k <= clamp; k++) {
            for (int o = OVERFLOW_INSIDE; o <= overflow; o++) {
                f->flush = (enum flush) i;
                f->clamp = k;
                f->overflow = (enum overflow) o;
                add_arithmetic(f);
            }
        }
    }
}

/* With blending off: the source, taken as x. */
static void add_source(struct decision *f, double x)
{
    f->x[f->t->source] = x;
    add_point(f, x);
}

void float_legal(const struct terms *t, enum ombre_judge judge,
                 struct ombre_code_set *legal)
{
    struct decision f = {.t = t, .judge = judge, .legal = legal};
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
    struct decision f = {.t = t, .judge = judge, .values = values};
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
