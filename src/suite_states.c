#include "suite_states.h"

#include <ctype.h>
#include <string.h>

#include "ombre/equations.h"

enum {
    OPS = OMBRE_OP_MAX,            /* ADD is 1 */
    PRODUCT_OPS = OMBRE_OP_MIN - 1 /* those whose factors count */
};

/* --- The equations of one half ---------------------------------------------
 */

struct half {
    struct ombre_factor_pairs pairs; /* without factors: it is not there */
    size_t single_pairs, dual_pairs;
    size_t ops, product_ops;
};

static struct half half_of(const enum ombre_factor *factor, size_t single,
                           size_t all)
{
    struct half half = {
        .pairs = {factor, single, all}, .ops = OPS, .product_ops = PRODUCT_OPS};
    half.single_pairs = ombre_single_pair_count(&half.pairs);
    half.dual_pairs = ombre_pair_count(&half.pairs) - half.single_pairs;
    return half;
}

static struct half color_half(void)
{
    return half_of(ombre_color_factors, OMBRE_SINGLE_COLOR_FACTORS,
                   OMBRE_COLOR_FACTORS);
}

/* A half that is not there is one equation. */
static struct half alpha_half(const struct ombre_format *format)
{
    if (!ombre_format_has(format, OMBRE_ALPHA))
        return (struct half){.single_pairs = 1, .ops = 1, .product_ops = 1};
    return half_of(ombre_alpha_factors, OMBRE_SINGLE_ALPHA_FACTORS,
                   OMBRE_ALPHA_FACTORS);
}

static struct ombre_equation equation_at(const struct half *half, size_t pair,
                                         size_t op)
{
    struct ombre_equation equation = {OMBRE_INV_DEST_ALPHA, OMBRE_ONE,
                                      OMBRE_OP_ADD};
    if (!half->pairs.factor)
        return equation;
    ombre_pair_at(&half->pairs, pair, &equation.src, &equation.dest);
    equation.op = (enum ombre_blend_op)(OMBRE_OP_ADD + op);
    return equation;
}

static bool equation_place(const struct half *half,
                           const struct ombre_equation *equation, size_t *pair,
                           size_t *op)
{
    *pair = *op = 0;
    if (!half->pairs.factor)
        return true;
    if (!ombre_blend_op_is_known((uint32_t) equation->op))
        return false;
    *op = (size_t) equation->op - OMBRE_OP_ADD;
    *pair = ombre_pair_number(&half->pairs, equation->src, equation->dest);
    return *pair < ombre_pair_count(&half->pairs);
}

/* --- Numbers -----------------------------------------------------------------
 *
 * Pairs of both halves first, and for each of them the operations.  Dual-source
 * pairs: those whose colour reads the second source, then those whose alpha
 * alone does.
 */

static size_t pair_count(const struct half *color, const struct half *alpha,
                         enum suite_state_kind kind)
{
    if (kind == SUITE_STATE_SINGLE)
        return color->single_pairs * alpha->single_pairs;
    return color->dual_pairs * (alpha->single_pairs + alpha->dual_pairs) +
           color->single_pairs * alpha->dual_pairs;
}

static size_t op_count(const struct half *color, const struct half *alpha,
                       enum suite_state_kind kind)
{
    const size_t all = color->ops * alpha->ops;
    const size_t products = color->product_ops * alpha->product_ops;
    switch (kind) {
    case SUITE_STATE_SINGLE: return all;
    case SUITE_STATE_DUAL: return products;
    case SUITE_STATE_UNDEFINED: return all - products;
    case SUITE_STATE_KINDS: break;
    }
    return 0;
}

size_t suite_state_count(const struct ombre_format *format,
                         enum suite_state_kind kind)
{
    const struct half color = color_half(), alpha = alpha_half(format);
    return pair_count(&color, &alpha, kind) * op_count(&color, &alpha, kind);
}

/* Of the operations of UNDEFINED, those with MIN or MAX for colour come first.
 */
static void ops_at(const struct half *color, const struct half *alpha,
                   enum suite_state_kind kind, size_t number, size_t *color_op,
                   size_t *alpha_op)
{
    const size_t colors = (color->ops - color->product_ops) * alpha->ops;
    size_t ops = kind == SUITE_STATE_SINGLE ? alpha->ops : alpha->product_ops;
    *color_op = *alpha_op = 0;
    if (kind == SUITE_STATE_UNDEFINED && number < colors) {
        *color_op = color->product_ops;
        ops = alpha->ops;
    } else if (kind == SUITE_STATE_UNDEFINED) {
        number -= colors;
        *alpha_op = alpha->product_ops;
        ops = alpha->ops - alpha->product_ops;
    }
    *color_op += number / ops;
    *alpha_op += number % ops;
}

static size_t ops_number(const struct half *color, const struct half *alpha,
                         enum suite_state_kind kind, size_t color_op,
                         size_t alpha_op)
{
    const size_t colors = (color->ops - color->product_ops) * alpha->ops;
    if (kind != SUITE_STATE_UNDEFINED)
        return color_op * (kind == SUITE_STATE_SINGLE ? alpha->ops
                                                      : alpha->product_ops) +
               alpha_op;
    if (color_op >= color->product_ops)
        return (color_op - color->product_ops) * alpha->ops + alpha_op;
    return colors + color_op * (alpha->ops - alpha->product_ops) + alpha_op -
           alpha->product_ops;
}

void suite_state_at(const struct ombre_format *format,
                    enum suite_state_kind kind, size_t number,
                    struct ombre_equation *color_out,
                    struct ombre_equation *alpha_out)
{
    const struct half color = color_half(), alpha = alpha_half(format);
    const size_t ops = op_count(&color, &alpha, kind);
    const size_t alphas = alpha.single_pairs + alpha.dual_pairs;
    size_t pair = number / ops, color_op, alpha_op, color_pair, alpha_pair;
    ops_at(&color, &alpha, kind, number % ops, &color_op, &alpha_op);
    if (kind == SUITE_STATE_SINGLE) {
        color_pair = pair / alpha.single_pairs;
        alpha_pair = pair % alpha.single_pairs;
    } else if (pair < color.dual_pairs * alphas) {
        color_pair = color.single_pairs + pair / alphas;
        alpha_pair = pair % alphas;
    } else {
        pair -= color.dual_pairs * alphas;
        color_pair = pair / alpha.dual_pairs;
        alpha_pair = alpha.single_pairs + pair % alpha.dual_pairs;
    }
    *color_out = equation_at(&color, color_pair, color_op);
    *alpha_out = equation_at(&alpha, alpha_pair, alpha_op);
}

bool suite_state_number(const struct ombre_format *format,
                        const struct ombre_equation *color_in,
                        const struct ombre_equation *alpha_in,
                        enum suite_state_kind *kind, size_t *number)
{
    const struct half color = color_half(), alpha = alpha_half(format);
    const size_t alphas = alpha.single_pairs + alpha.dual_pairs;
    size_t color_pair, alpha_pair, color_op, alpha_op, pair;
    if (!equation_place(&color, color_in, &color_pair, &color_op) ||
        !equation_place(&alpha, alpha_in, &alpha_pair, &alpha_op))
        return false;
    if (color_pair < color.single_pairs && alpha_pair < alpha.single_pairs) {
        *kind = SUITE_STATE_SINGLE;
        pair = color_pair * alpha.single_pairs + alpha_pair;
    } else {
        *kind = color_op < color.product_ops && alpha_op < alpha.product_ops
                    ? SUITE_STATE_DUAL
                    : SUITE_STATE_UNDEFINED;
        pair = color_pair >= color.single_pairs
                   ? (color_pair - color.single_pairs) * alphas + alpha_pair
                   : color.dual_pairs * alphas + color_pair * alpha.dual_pairs +
                         alpha_pair - alpha.single_pairs;
    }
    *number = pair * op_count(&color, &alpha, *kind) +
              ops_number(&color, &alpha, *kind, color_op, alpha_op);
    return true;
}

/* --- Ids ---------------------------------------------------------------------
 */

static const char state_prefix[] = "om.state.";

static void append_equation(char id[OMBRE_ID_SIZE],
                            const struct ombre_equation *equation)
{
    suite_append(id, ".");
    suite_append(id, ombre_factor_name(equation->src));
    suite_append(id, "-");
    suite_append(id, ombre_factor_name(equation->dest));
    suite_append(id, "-");
    suite_append(id, ombre_blend_op_name(equation->op));
}

void suite_state_id(const struct ombre_format *format,
                    const struct ombre_equation *color,
                    const struct ombre_equation *alpha, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, state_prefix);
    suite_append(id, format->name);
    append_equation(id, color);
    if (ombre_format_has(format, OMBRE_ALPHA))
        append_equation(id, alpha);
}

const struct ombre_format *suite_blending_format(const char *name,
                                                 size_t length)
{
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        char lower[OMBRE_ID_SIZE] = "";
        suite_append(lower, format->name);
        if (format->blendable && strlen(lower) == length &&
            strncmp(lower, name, length) == 0)
            return format;
    }
    return NULL;
}

/* Take a word up to `end`, or to the end of the text, in capitals, from *text;
 * false if it is too long. */
static bool take_word(const char **text, char end, char word[32])
{
    size_t n = 0;
    for (; **text && **text != end && n < 31; (*text)++)
        word[n++] = (char) toupper((unsigned char) **text);
    word[n] = '\0';
    const bool ended = **text == end || **text == '\0';
    if (**text == end && end != '\0')
        (*text)++;
    return ended;
}

static bool take_equation(const char **text, struct ombre_equation *out)
{
    char src[32], dest[32], op[32];
    return take_word(text, '-', src) && take_word(text, '-', dest) &&
           take_word(text, '.', op) && ombre_factor_from_name(src, &out->src) &&
           ombre_factor_from_name(dest, &out->dest) &&
           ombre_blend_op_from_name(op, &out->op);
}

static bool parse_id(const char *id, const struct ombre_format **format,
                     struct ombre_equation *color, struct ombre_equation *alpha)
{
    char again[OMBRE_ID_SIZE];
    enum suite_state_kind kind;
    size_t number;
    if (strncmp(id, state_prefix, strlen(state_prefix)) != 0)
        return false;
    const char *text = id + strlen(state_prefix);
    const char *const dot = strchr(text, '.');
    *format = dot ? suite_blending_format(text, (size_t) (dot - text)) : NULL;
    if (!*format)
        return false;
    text = dot + 1;
    if (!take_equation(&text, color))
        return false;
    *alpha =
        (struct ombre_equation){OMBRE_INV_DEST_ALPHA, OMBRE_ONE, OMBRE_OP_ADD};
    if (ombre_format_has(*format, OMBRE_ALPHA) && !take_equation(&text, alpha))
        return false;
    if (!suite_state_number(*format, color, alpha, &kind, &number))
        return false;
    /* An id is written in one way only. */
    suite_state_id(*format, color, alpha, again);
    return strcmp(again, id) == 0;
}

/* --- Cases -------------------------------------------------------------------
 */

void suite_state_targets(struct ombre_case *c,
                         const struct ombre_format *format, unsigned count)
{
    static const float factor[4] = {0.3f, 0.8f, 0.6f, 0.45f};
    uint32_t formats[OMBRE_MAX_TARGETS];
    for (unsigned t = 0; t < count; t++)
        formats[t] = format->dxgi;
    suite_set_targets(c, formats, count);
    for (unsigned i = 0; i < 4; i++)
        c->pso.BlendFactor[i] = factor[i];
}

bool suite_state_make(const char *id, struct ombre_case *out)
{
    const struct ombre_format *format;
    struct ombre_equation color, alpha;
    *out = (struct ombre_case){0};
    if (!parse_id(id, &format, &color, &alpha) || !suite_case_start(out, id))
        return false;
    suite_state_targets(out, format, 1);
    suite_set_blend(out, 0, &color, &alpha);
    if (ombre_factor_kinds_of_both(color.src, color.dest) & OMBRE_FACTOR_SRC1 ||
        ombre_factor_kinds_of_both(alpha.src, alpha.dest) & OMBRE_FACTOR_SRC1)
        suite_set_dual_source(out);
    return suite_case_end(out);
}
