/* Every blend equation that differs from all others, one to a case. */
#include "ombre/equations.h"
#include "suite_parts.h"

enum { R8G8B8A8_UNORM = 28 };

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
    return ombre_equation_count(OMBRE_HALF_COLOR, false);
}

static void color_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_COLOR, index);
    append_id(id, "om.color", &equation);
}

static void color_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_COLOR, index);
    set_case(c, &equation, &other_alpha);
}

static size_t color_dual_size(void)
{
    return ombre_equation_count(OMBRE_HALF_COLOR, true) - color_size();
}

static void color_dual_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_COLOR, color_size() + index);
    append_id(id, "om.color_dual", &equation);
}

static void color_dual_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_COLOR, color_size() + index);
    set_case(c, &equation, &other_alpha);
    suite_set_dual_source(c);
}

static size_t alpha_size(void)
{
    return ombre_equation_count(OMBRE_HALF_ALPHA, false);
}

static void alpha_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_ALPHA, index);
    append_id(id, "om.alpha", &equation);
}

static void alpha_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_ALPHA, index);
    set_case(c, &other_color, &equation);
}

static size_t alpha_dual_size(void)
{
    return ombre_equation_count(OMBRE_HALF_ALPHA, true) - alpha_size();
}

static void alpha_dual_id(size_t index, char id[OMBRE_ID_SIZE])
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_ALPHA, alpha_size() + index);
    append_id(id, "om.alpha_dual", &equation);
}

static void alpha_dual_make(size_t index, struct ombre_case *c)
{
    const struct ombre_equation equation =
        ombre_equation_at(OMBRE_HALF_ALPHA, alpha_size() + index);
    set_case(c, &other_color, &equation);
    suite_set_dual_source(c);
}

const struct suite_group suite_color = {
    .size = color_size,
    .id = color_id,
    .make = color_make,
};
const struct suite_group suite_color_dual = {
    .size = color_dual_size,
    .id = color_dual_id,
    .make = color_dual_make,
};
const struct suite_group suite_alpha = {
    .size = alpha_size,
    .id = alpha_id,
    .make = alpha_make,
};
const struct suite_group suite_alpha_dual = {
    .size = alpha_dual_size,
    .id = alpha_dual_id,
    .make = alpha_dual_make,
};
