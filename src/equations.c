/* Every blend equation that differs from all others by more than a name. */
#include "ombre/equations.h"

/* Factors of a colour equation, single-source ones first. */
static const enum ombre_factor color_factors[] = {
    OMBRE_ZERO,
    OMBRE_ONE,
    OMBRE_SRC_COLOR,
    OMBRE_INV_SRC_COLOR,
    OMBRE_SRC_ALPHA,
    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,
    OMBRE_INV_DEST_ALPHA,
    OMBRE_DEST_COLOR,
    OMBRE_INV_DEST_COLOR,
    OMBRE_SRC_ALPHA_SAT,
    OMBRE_BLEND_FACTOR,
    OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR,
    OMBRE_INV_ALPHA_FACTOR,
    OMBRE_SRC1_COLOR,
    OMBRE_INV_SRC1_COLOR,
    OMBRE_SRC1_ALPHA,
    OMBRE_INV_SRC1_ALPHA,
};

/* Factors of an alpha equation. */
static const enum ombre_factor alpha_factors[] = {
    OMBRE_ZERO,         OMBRE_ONE,
    OMBRE_SRC_ALPHA,    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,   OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR,
    OMBRE_SRC1_ALPHA,   OMBRE_INV_SRC1_ALPHA,
};

enum {
    PRODUCT_OPS = 3
}; /* ADD, SUBTRACT, REV_SUBTRACT; MIN and MAX have no
      products */

struct factors {
    const enum ombre_factor *factor;
    size_t single, all; /* those without a second source come first */
};

static struct factors factors_of(enum ombre_half half)
{
    const size_t colors = sizeof color_factors / sizeof *color_factors;
    const size_t alphas = sizeof alpha_factors / sizeof *alpha_factors;

    return half == OMBRE_HALF_COLOR
               ? (struct factors){color_factors, colors - 4, colors}
               : (struct factors){alpha_factors, alphas - 2, alphas};
}

const char *ombre_half_name(enum ombre_half half)
{
    switch (half) {
    case OMBRE_HALF_COLOR: return "color";
    case OMBRE_HALF_ALPHA: return "alpha";
    }
    return NULL;
}

/* --- Numbering -------------------------------------------------------------
 *
 * Single-source pairs are src, dest < single; MIN and MAX follow them.
 * Dual-source pairs are all pairs of `all` factors that have one of the second
 * source: first those whose src is, then those of whom only dest is.
 */

static size_t single_count(const struct factors *f)
{
    return f->single * f->single * PRODUCT_OPS + 2;
}

size_t ombre_equation_count(enum ombre_half half, bool dual_source)
{
    const struct factors f = factors_of(half);

    return dual_source ? f.all * f.all * PRODUCT_OPS + 2 : single_count(&f);
}

static struct ombre_equation pair(const struct factors *f, size_t src,
                                  size_t dest, size_t op)
{
    return (struct ombre_equation){f->factor[src], f->factor[dest],
                                   (enum ombre_blend_op)(OMBRE_OP_ADD + op)};
}

static struct ombre_equation single_equation(const struct factors *f,
                                             size_t index)
{
    const size_t products = single_count(f) - 2;

    if (index >= products)
        return (struct ombre_equation){OMBRE_ONE, OMBRE_ONE,
                                       index == products ? OMBRE_OP_MIN
                                                         : OMBRE_OP_MAX};
    return pair(f, index / PRODUCT_OPS / f->single,
                index / PRODUCT_OPS % f->single, index % PRODUCT_OPS);
}

static struct ombre_equation dual_equation(const struct factors *f,
                                           size_t index)
{
    const size_t dual = f->all - f->single, number = index / PRODUCT_OPS;

    if (number < dual * f->all)
        return pair(f, f->single + number / f->all, number % f->all,
                    index % PRODUCT_OPS);
    const size_t rest = number - dual * f->all;
    return pair(f, rest / dual, f->single + rest % dual, index % PRODUCT_OPS);
}

struct ombre_equation ombre_equation_at(enum ombre_half half, size_t index)
{
    const struct factors f = factors_of(half);
    const size_t single = single_count(&f);

    return index < single ? single_equation(&f, index)
                          : dual_equation(&f, index - single);
}

/* --- Back ------------------------------------------------------------------
 */

/* The factor that stands for `factor` in a slot of alpha (FS 17.1, 17.2). */
static enum ombre_factor in_alpha(enum ombre_factor factor)
{
    if (factor == OMBRE_SRC_ALPHA_SAT)
        return OMBRE_ONE;
    if (factor == OMBRE_ALPHA_FACTOR)
        return OMBRE_BLEND_FACTOR;
    return factor == OMBRE_INV_ALPHA_FACTOR ? OMBRE_INV_BLEND_FACTOR : factor;
}

static size_t place(const struct factors *f, enum ombre_half half,
                    enum ombre_factor factor)
{
    const enum ombre_factor wanted =
        half == OMBRE_HALF_ALPHA ? in_alpha(factor) : factor;
    size_t i = 0;

    while (i + 1 < f->all && f->factor[i] != wanted)
        i++;
    return i;
}

size_t ombre_equation_index(enum ombre_half half,
                            const struct ombre_equation *equation)
{
    const struct factors f = factors_of(half);
    const size_t single = single_count(&f), dual = f.all - f.single;
    const size_t src = place(&f, half, equation->src);
    const size_t dest = place(&f, half, equation->dest);
    const size_t op = (size_t) equation->op - OMBRE_OP_ADD;

    if (ombre_blend_op_is_min_or_max(equation->op))
        return single - (equation->op == OMBRE_OP_MIN ? 2 : 1);
    if (src < f.single && dest < f.single)
        return (src * f.single + dest) * PRODUCT_OPS + op;
    if (src >= f.single)
        return single + ((src - f.single) * f.all + dest) * PRODUCT_OPS + op;
    return single +
           (dual * f.all + src * dual + dest - f.single) * PRODUCT_OPS + op;
}
