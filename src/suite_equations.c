/* Every blend equation that differs from all others, one to a case. */
#include "suite_parts.h"

enum { R8G8B8A8_UNORM = 28 };

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

/* Factors of an alpha equation.  SRC_ALPHA_SAT is ONE there, and ALPHA_FACTOR
 * BLEND_FACTOR: suite_factors has them. */
static const enum ombre_factor alpha_factors[] = {
    OMBRE_ZERO,         OMBRE_ONE,
    OMBRE_SRC_ALPHA,    OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,   OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR,
    OMBRE_SRC1_ALPHA,   OMBRE_INV_SRC1_ALPHA,
};

enum {
    COLOR_FACTORS = sizeof color_factors / sizeof color_factors[0],
    SINGLE_COLOR_FACTORS = COLOR_FACTORS - 4,
    ALPHA_FACTORS = sizeof alpha_factors / sizeof alpha_factors[0],
    SINGLE_ALPHA_FACTORS = ALPHA_FACTORS - 2,
    PRODUCT_OPS = 3, /* ADD, SUBTRACT, REV_SUBTRACT; MIN and MAX have none */
};

/* --- Numbering -------------------------------------------------------------
 *
 * Single-source pairs are src, dest < single.  Dual-source pairs are all pairs
 * of `all` factors that have one of the second source: first those whose src
 * is, then those of whom only dest is.
 */

static size_t single_size(size_t single)
{
    return single * single * PRODUCT_OPS + 2;
}

static size_t dual_size(size_t single, size_t all)
{
    return (all * all - single * single) * PRODUCT_OPS;
}

static struct ombre_equation pair(const enum ombre_factor *factors, size_t src,
                                  size_t dest, size_t op)
{
    return (struct ombre_equation){factors[src], factors[dest],
                                   (enum ombre_blend_op)(OMBRE_OP_ADD + op)};
}

static struct ombre_equation single_equation(const enum ombre_factor *factors,
                                             size_t single, size_t index)
{
    const size_t products = single * single * PRODUCT_OPS;
    if (index >= products)
        return (struct ombre_equation){OMBRE_ONE, OMBRE_ONE,
                                       index == products ? OMBRE_OP_MIN
                                                         : OMBRE_OP_MAX};
    return pair(factors, index / PRODUCT_OPS / single,
                index / PRODUCT_OPS % single, index % PRODUCT_OPS);
}

static struct ombre_equation dual_equation(const enum ombre_factor *factors,
                                           size_t single, size_t all,
                                           size_t index)
{
    const size_t dual = all - single, number = index / PRODUCT_OPS;
    if (number < dual * all)
        return pair(factors, single + number / all, number % all,
                    index % PRODUCT_OPS);
    const size_t rest = number - dual * all;
    return pair(factors, rest / dual, single + rest % dual,
                index % PRODUCT_OPS);
}

/* --- Groups ----------------------------------------------------------------
 */

/* The half of the state that a case does not ask about; it uses other factors
 * than most, so that one half taken for the other shows. */
static const struct ombre_equation other_color = {
    OMBRE_DEST_ALPHA, OMBRE_INV_SRC_COLOR, OMBRE_OP_ADD};
static const struct ombre_equation other_alpha = {OMBRE_INV_DEST_ALPHA,
                                                  OMBRE_ONE, OMBRE_OP_ADD};

static void set_case(struct ombre_case *c, const struct ombre_equation *color,
                     const struct ombre_equation *alpha)
{
    static const uint32_t format[] = {R8G8B8A8_UNORM};
    static const float factor[4] = {0.2f, 0.7f, 0.4f, 0.9f};
    suite_set_targets(c, format, 1);
    suite_set_blend(c, 0, color, alpha);
    for (unsigned i = 0; i < 4; i++)
        c->pso.BlendFactor[i] = factor[i];
}

static void append_id(char id[OMBRE_ID_SIZE], const char *group,
                      const struct ombre_equation *equation)
{
    *id = '\0';
    suite_append(id, group);
    suite_append(id, ".r8g8b8a8_unorm.");
    suite_append_equation(id, equation);
}

static size_t color_size(void)
{
    return single_size(SINGLE_COLOR_FACTORS);
}

static void color_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        single_equation(color_factors, SINGLE_COLOR_FACTORS, index);
    append_id(id, "om.color", &equation);
}

static void color_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        single_equation(color_factors, SINGLE_COLOR_FACTORS, index);
    set_case(c, &equation, &other_alpha);
}

static size_t color_dual_size(void)
{
    return dual_size(SINGLE_COLOR_FACTORS, COLOR_FACTORS);
}

static void color_dual_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation = dual_equation(
        color_factors, SINGLE_COLOR_FACTORS, COLOR_FACTORS, index);
    append_id(id, "om.color_dual", &equation);
}

static void color_dual_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation = dual_equation(
        color_factors, SINGLE_COLOR_FACTORS, COLOR_FACTORS, index);
    set_case(c, &equation, &other_alpha);
    suite_set_dual_source(c);
}

static size_t alpha_size(void)
{
    return single_size(SINGLE_ALPHA_FACTORS);
}

static void alpha_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        single_equation(alpha_factors, SINGLE_ALPHA_FACTORS, index);
    append_id(id, "om.alpha", &equation);
}

static void alpha_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        single_equation(alpha_factors, SINGLE_ALPHA_FACTORS, index);
    set_case(c, &other_color, &equation);
}

static size_t alpha_dual_size(void)
{
    return dual_size(SINGLE_ALPHA_FACTORS, ALPHA_FACTORS);
}

static void alpha_dual_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation = dual_equation(
        alpha_factors, SINGLE_ALPHA_FACTORS, ALPHA_FACTORS, index);
    append_id(id, "om.alpha_dual", &equation);
}

static void alpha_dual_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation = dual_equation(
        alpha_factors, SINGLE_ALPHA_FACTORS, ALPHA_FACTORS, index);
    set_case(c, &other_color, &equation);
    suite_set_dual_source(c);
}

const struct suite_group suite_color = {color_size, color_id, color_make, NULL};
const struct suite_group suite_color_dual = {color_dual_size, color_dual_id,
                                             color_dual_make, NULL};
const struct suite_group suite_alpha = {alpha_size, alpha_id, alpha_make, NULL};
const struct suite_group suite_alpha_dual = {alpha_dual_size, alpha_dual_id,
                                             alpha_dual_make, NULL};
