/* Every blend equation that differs from all others by more than a name. */
#include "ombre/equations.h"

const enum ombre_factor ombre_color_factors[OMBRE_COLOR_FACTORS] = {
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

const enum ombre_factor ombre_alpha_factors[OMBRE_ALPHA_FACTORS] = {
    OMBRE_ZERO,
    OMBRE_ONE,
    OMBRE_SRC_ALPHA,
    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,
    OMBRE_INV_DEST_ALPHA,
    OMBRE_SRC_ALPHA_SAT,
    OMBRE_BLEND_FACTOR,
    OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR,
    OMBRE_INV_ALPHA_FACTOR,
    OMBRE_SRC1_ALPHA,
    OMBRE_INV_SRC1_ALPHA,
};

/* Factors that differ in an alpha slot by more than their names. */
static const enum ombre_factor distinct_alpha_factors[] = {
    OMBRE_ZERO,         OMBRE_ONE,
    OMBRE_SRC_ALPHA,    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,   OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR,
    OMBRE_SRC1_ALPHA,   OMBRE_INV_SRC1_ALPHA,
};

/* ADD, SUBTRACT and REV_SUBTRACT; MIN and MAX have no products. */
enum { PRODUCT_OPS = 3 };

static struct ombre_factor_pairs pairs_of(enum ombre_half half)
{
    const size_t alphas =
        sizeof distinct_alpha_factors / sizeof *distinct_alpha_factors;

    return half == OMBRE_HALF_COLOR
               ? (struct ombre_factor_pairs){ombre_color_factors,
                                             OMBRE_SINGLE_COLOR_FACTORS,
                                             OMBRE_COLOR_FACTORS}
               : (struct ombre_factor_pairs){distinct_alpha_factors, alphas - 2,
                                             alphas};
}

const char *ombre_half_name(enum ombre_half half)
{
    switch (half) {
    case OMBRE_HALF_COLOR: return "color";
    case OMBRE_HALF_ALPHA: return "alpha";
    }
    return NULL;
}

/* --- Pairs of factors ------------------------------------------------------
 */

size_t ombre_single_pair_count(const struct ombre_factor_pairs *pairs)
{
    return pairs->single * pairs->single;
}

size_t ombre_pair_count(const struct ombre_factor_pairs *pairs)
{
    return pairs->all * pairs->all;
}

void ombre_pair_at(const struct ombre_factor_pairs *pairs, size_t number,
                   enum ombre_factor *src, enum ombre_factor *dest)
{
    const size_t singles = ombre_single_pair_count(pairs);
    const size_t dual = pairs->all - pairs->single;
    size_t s = number / pairs->single, d = number % pairs->single;

    if (number >= singles + dual * pairs->all) {
        number -= singles + dual * pairs->all;
        s = number / dual;
        d = pairs->single + number % dual;
    } else if (number >= singles) {
        number -= singles;
        s = pairs->single + number / pairs->all;
        d = number % pairs->all;
    }
    *src = pairs->factor[s];
    *dest = pairs->factor[d];
}

/* Where a factor stands; `all` if it does not. */
static size_t place(const struct ombre_factor_pairs *pairs,
                    enum ombre_factor factor)
{
    size_t i = 0;

    while (i < pairs->all && pairs->factor[i] != factor)
        i++;
    return i;
}

size_t ombre_pair_number(const struct ombre_factor_pairs *pairs,
                         enum ombre_factor src, enum ombre_factor dest)
{
    const size_t singles = ombre_single_pair_count(pairs);
    const size_t dual = pairs->all - pairs->single;
    const size_t s = place(pairs, src), d = place(pairs, dest);

    if (s == pairs->all || d == pairs->all)
        return ombre_pair_count(pairs);
    if (s >= pairs->single)
        return singles + (s - pairs->single) * pairs->all + d;
    if (d >= pairs->single)
        return singles + dual * pairs->all + s * dual + d - pairs->single;
    return s * pairs->single + d;
}

/* --- Equations -------------------------------------------------------------
 *
 * Pairs without a second source with each operation, MIN, MAX, the other pairs.
 */

static size_t single_count(const struct ombre_factor_pairs *pairs)
{
    return ombre_single_pair_count(pairs) * PRODUCT_OPS + 2;
}

size_t ombre_equation_count(enum ombre_half half, bool dual_source)
{
    const struct ombre_factor_pairs pairs = pairs_of(half);

    return dual_source ? ombre_pair_count(&pairs) * PRODUCT_OPS + 2
                       : single_count(&pairs);
}

struct ombre_equation ombre_equation_at(enum ombre_half half, size_t index)
{
    const struct ombre_factor_pairs pairs = pairs_of(half);
    const size_t single = single_count(&pairs);
    struct ombre_equation equation = {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX};

    if (index == single - 2)
        equation.op = OMBRE_OP_MIN;
    if (index == single - 2 || index == single - 1)
        return equation;
    const size_t product = index < single ? index : index - 2;
    ombre_pair_at(&pairs, product / PRODUCT_OPS, &equation.src, &equation.dest);
    equation.op = (enum ombre_blend_op)(OMBRE_OP_ADD + product % PRODUCT_OPS);
    return equation;
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

size_t ombre_equation_index(enum ombre_half half,
                            const struct ombre_equation *equation)
{
    const struct ombre_factor_pairs pairs = pairs_of(half);
    const size_t single = single_count(&pairs);
    const bool is_alpha = half == OMBRE_HALF_ALPHA;

    if (ombre_blend_op_is_min_or_max(equation->op))
        return single - (equation->op == OMBRE_OP_MIN ? 2 : 1);
    const size_t product =
        ombre_pair_number(
            &pairs, is_alpha ? in_alpha(equation->src) : equation->src,
            is_alpha ? in_alpha(equation->dest) : equation->dest) *
            PRODUCT_OPS +
        (size_t) equation->op - OMBRE_OP_ADD;
    return product < single - 2 ? product : product + 2;
}
