/* FLOAT and UFLOAT components: what Direct3D's ideal output merger stores.
 *
 * The exact sum is rounded once, as the ideal conversion says: fp32 to nearest
 * (FS 3.1.3.1), halves and smaller toward zero (FS 3.2.2).
 */
#include "reference_float.h"

#include <math.h>

#include "reference_exact.h"

const struct float_grid *float_target_grid(const struct terms *t)
{
    const unsigned bits = t->format->component[t->component].bits;
    return bits == 32   ? &float_grid_32
           : bits == 16 ? &float_grid_16
           : bits == 11 ? &float_grid_11
           : bits == 9  ? &float_grid_9
                        : &float_grid_10;
}

bool float_is_fp32(const struct terms *t)
{
    return float_target_grid(t) == &float_grid_32;
}

double float_flushed(double x)
{
    return isfinite(x) && float_is_denormal(&float_grid_32, x) ? copysign(0, x)
                                                               : x;
}

/* FS 22.10.10, 22.10.11: the operand that is no NaN; of two zeros, IEEE's. */
static double least(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) ? b : a;
    return a == b ? (signbit(a) ? a : b) : a < b ? a : b;
}

static double greatest(double a, double b)
{
    return -least(-a, -b);
}

double float_factor(struct factor f, const double x[OPERAND_COUNT])
{
    switch (f.shape) {
    case SHAPE_ZERO: return 0;
    case SHAPE_ONE: return 1;
    case SHAPE_OPERAND: return x[f.x];
    case SHAPE_INVERSE: return 1 - x[f.x];
    case SHAPE_SATURATE: break;
    }
    return least(x[f.x], 1 - x[OPERAND_DEST_ALPHA]);
}

double float_combine(enum ombre_blend_op op, double p, double q)
{
    switch (op) {
    case OMBRE_OP_ADD: return p + q;
    case OMBRE_OP_SUBTRACT: return p - q;
    case OMBRE_OP_REV_SUBTRACT: return q - p;
    case OMBRE_OP_MIN: return least(p, q);
    case OMBRE_OP_MAX: return greatest(p, q);
    }
    return p;
}

bool float_is_sum(const struct terms *t)
{
    return t->op != OMBRE_OP_MIN && t->op != OMBRE_OP_MAX;
}

/* --- Ideal ---------------------------------------------------------------- */

static struct exact exact_inverse(double x)
{
    struct exact e = exact_from(1);
    exact_add(&e, -x);
    return e;
}

static struct exact exact_factor(struct factor f, const double x[OPERAND_COUNT])
{
    if (f.shape == SHAPE_INVERSE)
        return exact_inverse(x[f.x]);
    if (f.shape != SHAPE_SATURATE)
        return exact_from(float_factor(f, x));
    /* The minimum is finite, so what is not is not the minimum. */
    if (!isfinite(x[f.x]))
        return exact_inverse(x[OPERAND_DEST_ALPHA]);
    if (!isfinite(x[OPERAND_DEST_ALPHA]))
        return exact_from(x[f.x]);
    const struct exact a = exact_from(x[f.x]);
    const struct exact b = exact_inverse(x[OPERAND_DEST_ALPHA]);
    return exact_compare(&a, &b) < 0 ? a : b;
}

static struct exact exact_sum(const struct terms *t,
                              const double x[OPERAND_COUNT])
{
    const struct exact s = exact_from(x[t->source]);
    const struct exact d = exact_from(x[t->destination]);
    const struct exact sf = exact_factor(t->src, x);
    const struct exact df = exact_factor(t->dest, x);
    struct exact p = exact_product(&s, &sf), q = exact_product(&d, &df);
    if (t->op == OMBRE_OP_SUBTRACT)
        q = exact_negated(&q);
    if (t->op == OMBRE_OP_REV_SUBTRACT)
        p = exact_negated(&p);
    exact_add_exact(&p, &q);
    return p;
}

/* Whether an encoder decides at `head` itself: on the grid where it goes toward
 * zero, halfway between two codes where it goes to nearest. */
static bool is_decision_point(const struct terms *t, double head)
{
    const double codes = fabs(head) / float_step(float_target_grid(t), head);
    return codes - floor(codes) == (float_is_fp32(t) ? 0.5 : 0.0);
}

/* Encode head + a rest of sign `rest` that is smaller than head's last place.
 */
static uint32_t encode_exact(const struct terms *t, double head, int rest)
{
    const double toward = rest * (double) INFINITY; /* if there is a rest */
    const bool nudge = rest != 0 && is_decision_point(t, head);
    return ombre_encode(t->format, t->component,
                        nudge ? nextafter(head, toward) : head);
}

static bool is_finite_blend(const struct terms *t,
                            const double x[OPERAND_COUNT])
{
    return isfinite(x[t->source]) && isfinite(x[t->destination]) &&
           isfinite(float_factor(t->src, x)) &&
           isfinite(float_factor(t->dest, x));
}

struct float_result float_exact_result(const struct terms *t)
{
    double x[OPERAND_COUNT];
    for (int i = 0; i < OPERAND_COUNT; i++)
        x[i] = t->blend && float_is_fp32(t) ? float_flushed(t->value[i])
                                            : t->value[i];

    double value = x[t->source];
    int rest = 0;
    if (t->blend) {
        value = float_combine(
            t->op,
            float_is_sum(t) ? x[t->source] * float_factor(t->src, x)
                            : x[t->source],
            float_is_sum(t) ? x[t->destination] * float_factor(t->dest, x)
                            : x[t->destination]);
        if (float_is_sum(t) && is_finite_blend(t, x)) {
            const struct exact sum = exact_sum(t, x);
            if (exact_sign(&sum) != 0) /* else the sign of zero is IEEE's */
                value = exact_head(&sum, &rest);
        }
        if (float_is_fp32(t))
            value = float_flushed(value);
    }
    return (struct float_result){value, rest};
}

struct ideal float_ideal(const struct terms *t)
{
    const struct float_result result = float_exact_result(t);
    return (struct ideal){result.value,
                          encode_exact(t, result.value, result.rest)};
}
