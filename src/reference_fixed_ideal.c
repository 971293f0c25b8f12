/* Ideal results of UNORM and SNORM components: exact sums, counted in codes. */
#include <math.h>

#include "reference_exact.h"
#include "reference_fixed.h"

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
double fixed_scaled(const struct terms *t, enum operand operand, double scale)
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
    case SHAPE_OPERAND: return exact_from(fixed_scaled(t, f.x, scale));
    case SHAPE_INVERSE:
        return exact_inverse(fixed_scaled(t, f.x, scale), scale);
    case SHAPE_SATURATE: break;
    }
    const struct exact a = exact_from(fixed_scaled(t, f.x, scale));
    const struct exact b =
        exact_inverse(fixed_scaled(t, OPERAND_DEST_ALPHA, scale), scale);
    return exact_compare(&a, &b) < 0 ? a : b;
}

/* The result in codes, times scale: exact. */
static struct exact exact_result(const struct terms *t, double scale)
{
    const struct exact unit = exact_from(scale);
    const struct exact s = exact_from(fixed_scaled(t, t->source, scale));
    if (!t->blend)
        return exact_product(&s, &unit);

    const struct exact d = exact_from(fixed_scaled(t, t->destination, scale));
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
