/* tests/test_equations.c - which equations are one function: what the reference
 * says on operands == what algebra says of polynomials
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ombre/equations.h"
#include "ombre/reference.h"

/* --- Numbering ----------------------------------------------------------- */

static void every_equation_once(void **cmocka)
{
    (void) cmocka;
    static const size_t want[2][2] = {{677, 1085}, {194, 302}};
    unsigned compared = 0;

    for (unsigned h = 0; h < 2; h++) {
        const enum ombre_half half = (enum ombre_half) h;
        assert_int_equal(ombre_equation_count(half, false), want[h][0]);
        assert_int_equal(ombre_equation_count(half, true), want[h][1]);
        for (size_t i = 0; i < want[h][1]; i++, compared++) {
            const struct ombre_equation e = ombre_equation_at(half, i);
            const bool second =
                ombre_factor_is_src1(e.src) || ombre_factor_is_src1(e.dest);
            assert_int_equal(ombre_equation_index(half, &e), i);
            assert_int_equal(second, i >= want[h][0]);
        }
    }
    assert_int_equal(compared, 1085 + 302);
    assert_int_equal(OMBRE_MAX_EQUATIONS, 1085);
    assert_string_equal(ombre_half_name(OMBRE_HALF_COLOR), "color");
    assert_string_equal(ombre_half_name(OMBRE_HALF_ALPHA), "alpha");
    assert_null(ombre_half_name((enum ombre_half) 2));
}

/* What an equation's index leaves out changes nothing. */
static void names_of_one_equation(void **cmocka)
{
    (void) cmocka;
    static const struct {
        enum ombre_half half;
        struct ombre_equation a, b;
        bool same;
    } rows[] = {
        {OMBRE_HALF_COLOR,
         {OMBRE_ZERO, OMBRE_SRC1_COLOR, OMBRE_OP_MIN},
         {OMBRE_DEST_ALPHA, OMBRE_ONE, OMBRE_OP_MIN},
         true},
        {OMBRE_HALF_COLOR,
         {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MIN},
         {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX},
         false},
        {OMBRE_HALF_ALPHA,
         {OMBRE_SRC_ALPHA_SAT, OMBRE_ZERO, OMBRE_OP_ADD},
         {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
         true},
        {OMBRE_HALF_ALPHA,
         {OMBRE_ZERO, OMBRE_ALPHA_FACTOR, OMBRE_OP_ADD},
         {OMBRE_ZERO, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
         true},
        {OMBRE_HALF_ALPHA,
         {OMBRE_INV_ALPHA_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD},
         {OMBRE_INV_BLEND_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD},
         true},
        {OMBRE_HALF_COLOR,
         {OMBRE_ZERO, OMBRE_ALPHA_FACTOR, OMBRE_OP_ADD},
         {OMBRE_ZERO, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
         false},
        {OMBRE_HALF_COLOR,
         {OMBRE_SRC_ALPHA_SAT, OMBRE_ZERO, OMBRE_OP_ADD},
         {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
         false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(ombre_equation_index(rows[i].half, &rows[i].a) ==
                             ombre_equation_index(rows[i].half, &rows[i].b),
                         rows[i].same);
}

/* --- Algebra ---------------------------------------------------------------
 *
 * S * F +- D * F, where F is 0, 1, x or 1 - x, is a sum of products of at most
 * two variables.  Two such polynomials that are equal on any open set are
 * equal; so where results are not clamped, functions are equal if and only if
 * coefficients are.  Where they are, all that are nowhere above 0 are 0
 * besides, and those nowhere below 1 are 1.  Saturation, min(AS, 1 - AD), makes
 * two polynomials of one function: one where it is AS and one where it is 1 -
 * AD.
 */

enum variable {
    ONE, /* the number */
    S,   /* the component of the source, and of the destination */
    D,
    AS, /* their alphas */
    AD,
    K, /* the constant, and its alpha */
    KA,
    S1, /* the second source, and its alpha */
    A1,
    SAT, /* not left in the end */
    VARIABLES,
};

struct polynomial {
    int coefficient[VARIABLES][VARIABLES]; /* [a][b], a <= b, of a * b */
};

static void add_term(struct polynomial *p, enum variable a, enum variable b,
                     int coefficient)
{
    p->coefficient[a < b ? a : b][a < b ? b : a] += coefficient;
}

/* Components of alpha stand for alphas; a missing alpha is 1 (FS 19.1.3.3). */
static enum variable meant(enum variable v, enum ombre_half half,
                           const struct ombre_format *format)
{
    static const enum variable in_alpha[VARIABLES] = {ONE, AS, AD, AS, AD,
                                                      KA,  KA, A1, A1, ONE};
    if (half == OMBRE_HALF_ALPHA)
        return in_alpha[v];
    if (v == AD && !ombre_format_has(format, OMBRE_ALPHA))
        return ONE;
    return v;
}

/* Add sign * operand * factor. */
static void add_product(struct polynomial *p, enum variable operand,
                        enum ombre_factor factor, int sign,
                        enum ombre_half half, const struct ombre_format *format)
{
    static const struct {
        enum variable variable;
        int constant, slope; /* constant + slope * variable */
    } terms[22] = {
        [OMBRE_ZERO] = {ONE, 0, 0},
        [OMBRE_ONE] = {ONE, 1, 0},
        [OMBRE_SRC_COLOR] = {S, 0, 1},
        [OMBRE_INV_SRC_COLOR] = {S, 1, -1},
        [OMBRE_SRC_ALPHA] = {AS, 0, 1},
        [OMBRE_INV_SRC_ALPHA] = {AS, 1, -1},
        [OMBRE_DEST_ALPHA] = {AD, 0, 1},
        [OMBRE_INV_DEST_ALPHA] = {AD, 1, -1},
        [OMBRE_DEST_COLOR] = {D, 0, 1},
        [OMBRE_INV_DEST_COLOR] = {D, 1, -1},
        [OMBRE_SRC_ALPHA_SAT] = {SAT, 0, 1},
        [OMBRE_BLEND_FACTOR] = {K, 0, 1},
        [OMBRE_INV_BLEND_FACTOR] = {K, 1, -1},
        [OMBRE_SRC1_COLOR] = {S1, 0, 1},
        [OMBRE_INV_SRC1_COLOR] = {S1, 1, -1},
        [OMBRE_SRC1_ALPHA] = {A1, 0, 1},
        [OMBRE_INV_SRC1_ALPHA] = {A1, 1, -1},
        [OMBRE_ALPHA_FACTOR] = {KA, 0, 1},
        [OMBRE_INV_ALPHA_FACTOR] = {KA, 1, -1},
    };
    const enum variable x = meant(operand, half, format);

    add_term(p, ONE, x, sign * terms[factor].constant);
    add_term(p, x, meant(terms[factor].variable, half, format),
             sign * terms[factor].slope);
}

static struct polynomial polynomial_of(const struct ombre_equation *equation,
                                       enum ombre_half half,
                                       const struct ombre_format *format)
{
    const int of_source = equation->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1;
    const int of_dest = equation->op == OMBRE_OP_SUBTRACT ? -1 : 1;
    struct polynomial p;

    memset(&p, 0, sizeof p);
    add_product(&p, S, equation->src, of_source, half, format);
    add_product(&p, D, equation->dest, of_dest, half, format);
    return p;
}

/* --- Pieces --------------------------------------------------------------- */

enum piece { SOURCE_ALPHA, INVERSE_DEST_ALPHA, PIECES };

/* Alpha of one bit is 0 on one piece and 1 on the other. */
static bool is_one_bit(const struct ombre_format *format)
{
    return format->component[OMBRE_ALPHA].bits == 1;
}

static double dest_alpha(enum piece piece, const struct ombre_format *format,
                         double otherwise)
{
    if (!ombre_format_has(format, OMBRE_ALPHA))
        return 1;
    if (is_one_bit(format))
        return piece == SOURCE_ALPHA ? 0 : 1;
    return otherwise;
}

static void replace_alpha(struct polynomial *p, int alpha)
{
    for (unsigned a = 0; a < VARIABLES; a++)
        for (unsigned b = a; b < VARIABLES; b++) {
            const int c = p->coefficient[a][b];
            const unsigned other = a == AD ? b : a;
            if (c == 0 || (a != AD && b != AD))
                continue;
            p->coefficient[a][b] = 0;
            add_term(p, ONE, other == AD ? ONE : (enum variable) other,
                     c * alpha);
        }
}

/* Put what saturation is on a piece in its place. */
static struct polynomial on_piece(const struct polynomial *p, enum piece piece,
                                  const struct ombre_format *format)
{
    struct polynomial out = *p;

    for (unsigned x = 0; x < VARIABLES; x++) {
        const int c = p->coefficient[x][SAT];
        out.coefficient[x][SAT] = 0;
        if (piece == SOURCE_ALPHA) {
            add_term(&out, (enum variable) x, AS, c);
        } else if (ombre_format_has(format, OMBRE_ALPHA)) {
            add_term(&out, (enum variable) x, ONE, c);
            add_term(&out, (enum variable) x, AD, -c);
        }
    }
    if (is_one_bit(format))
        replace_alpha(&out, piece == SOURCE_ALPHA ? 0 : 1);
    return out;
}

/* --- Clamps -------------------------------------------------------------- */

/* Values of a variable: one of them makes x and 1 - x positive. */
enum { STEPS = 3, POINTS = 6561 }; /* STEPS to the number of variables, 8 */

static double step_of(enum variable v, unsigned step,
                      const struct ombre_format *format)
{
    static const double unorm[STEPS] = {0, 0.5, 1};
    static const double source[STEPS] = {-1, 0.1, 2}, dest[STEPS] = {0, 0.5, 2};

    if (format->numeric == OMBRE_UNORM)
        return unorm[step];
    return v == D || v == AD ? dest[step] : source[step];
}

/* Returns whether the place belongs to the piece. */
static bool values_at(unsigned point, enum piece piece,
                      const struct ombre_format *format, double v[VARIABLES])
{
    v[ONE] = 1;
    for (unsigned i = S; i < SAT; i++, point /= STEPS)
        v[i] = step_of((enum variable) i, point % STEPS, format);
    v[AD] = dest_alpha(piece, format, v[AD]);
    if (is_one_bit(format))
        return true;
    return piece == SOURCE_ALPHA ? v[AS] < 1 - v[AD] : v[AS] >= 1 - v[AD];
}

struct product {
    unsigned a, b;
    int coefficient;
};

/* Products that the polynomial has, of which there are at most four. */
static unsigned products_of(const struct polynomial *p, struct product out[4])
{
    unsigned count = 0;

    for (unsigned a = 0; a < VARIABLES; a++)
        for (unsigned b = a; b < VARIABLES; b++)
            if (p->coefficient[a][b] != 0) {
                assert_in_range(count, 0, 3);
                out[count++] = (struct product){a, b, p->coefficient[a][b]};
            }
    return count;
}

/* Lowest and highest value on a piece, or two that leave nothing to clamp as a
 * whole. */
static void extremes(const struct polynomial *p, enum piece piece,
                     const struct ombre_format *format, double *low,
                     double *high)
{
    struct product products[4];
    const unsigned count = products_of(p, products);

    *low = HUGE_VAL;
    *high = -HUGE_VAL;
    for (unsigned i = 0; i < POINTS; i++) {
        double v[VARIABLES], sum = 0;
        if (!values_at(i, piece, format, v))
            continue;
        for (unsigned k = 0; k < count; k++)
            sum +=
                products[k].coefficient * v[products[k].a] * v[products[k].b];
        *low = sum < *low ? sum : *low;
        *high = sum > *high ? sum : *high;
        if (*low < 0.9 && *high > 0.1)
            return;
    }
}

/* What is never above 0 is 0, and in UNORM what is never below 1 is 1. */
static void clamp(struct polynomial *p, enum piece piece,
                  const struct ombre_format *format)
{
    double low, high;

    if (format->numeric == OMBRE_SNORM || format->numeric == OMBRE_FLOAT)
        return;
    extremes(p, piece, format, &low, &high);
    if (high <= 1e-9)
        memset(p, 0, sizeof *p);
    if (format->numeric != OMBRE_UNORM || low < 1 - 1e-9)
        return;
    memset(p, 0, sizeof *p);
    add_term(p, ONE, ONE, 1);
}

/* --- Classes ------------------------------------------------------------- */

struct function {
    enum ombre_blend_op choice; /* MIN or MAX, or ADD for a polynomial */
    struct polynomial on[PIECES];
};

static struct function function_of(const struct ombre_equation *equation,
                                   enum ombre_half half,
                                   const struct ombre_format *format)
{
    struct function f = {.choice = OMBRE_OP_ADD};

    if (ombre_blend_op_is_min_or_max(equation->op) &&
        half == OMBRE_HALF_ALPHA && is_one_bit(format)) {
        const bool min = equation->op == OMBRE_OP_MIN;
        add_term(&f.on[min ? INVERSE_DEST_ALPHA : SOURCE_ALPHA], ONE, AS, 1);
        add_term(&f.on[INVERSE_DEST_ALPHA], ONE, ONE, min ? 0 : 1);
        return f;
    }
    if (ombre_blend_op_is_min_or_max(equation->op)) {
        f.choice = equation->op;
        return f;
    }
    const struct polynomial whole = polynomial_of(equation, half, format);
    for (unsigned i = 0; i < PIECES; i++) {
        f.on[i] = on_piece(&whole, (enum piece) i, format);
        clamp(&f.on[i], (enum piece) i, format);
    }
    return f;
}

static bool is_equal(const struct function *a, const struct function *b)
{
    return a->choice == b->choice && memcmp(a->on, b->on, sizeof a->on) == 0;
}

static const struct ombre_equation copy = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};
static const struct ombre_equation keep = {OMBRE_ZERO, OMBRE_ONE, OMBRE_OP_ADD};

static size_t functions_by_algebra(enum ombre_half half,
                                   const struct ombre_format *format,
                                   const struct ombre_equation_classes *got)
{
    static struct function functions[OMBRE_MAX_EQUATIONS];
    const size_t count = ombre_equation_count(half, true);
    size_t classes = 0;

    for (size_t i = 0; i < count; i++) {
        const struct ombre_equation e = ombre_equation_at(half, i);
        size_t same = 0;
        functions[i] = function_of(&e, half, format);
        while (!is_equal(&functions[same], &functions[i]))
            same++;
        if (same == i)
            classes++;
        if (got->of[i] != got->of[same] ||
            (same == i && got->of[i] != classes - 1)) {
            print_error("%s %s: %s %s %s is taken for another function\n",
                        format->name, ombre_half_name(half),
                        ombre_factor_name(e.src), ombre_factor_name(e.dest),
                        ombre_blend_op_name(e.op));
            fail();
        }
    }
    assert_int_equal(got->of[OMBRE_NO_BLENDING],
                     got->of[ombre_equation_index(half, &copy)]);
    assert_int_equal(got->of[OMBRE_NOT_WRITTEN],
                     got->of[ombre_equation_index(half, &keep)]);
    return classes;
}

static void reference_and_algebra(void **cmocka)
{
    (void) cmocka;
    unsigned halves = 0;

    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *format = ombre_format_at(f);
        for (unsigned h = 0; h < 2; h++) {
            const enum ombre_half half = (enum ombre_half) h;
            struct ombre_equation_classes got;
            const bool has =
                format->blendable &&
                (format->components & (half == OMBRE_HALF_COLOR ? 7 : 8)) != 0;
            assert_int_equal(ombre_classify_equations(format, half, &got), has);
            if (!has) {
                assert_int_equal(got.functions[1], 0);
                continue;
            }
            assert_int_equal(functions_by_algebra(half, format, &got),
                             got.functions[1]);
            halves++;
        }
    }
    assert_true(halves > 40);
}

/* Numbers that are promised: 677 colour equations are so many functions. */
static void known_counts(void **cmocka)
{
    (void) cmocka;
    static const struct {
        uint32_t dxgi;
        size_t color[2], alpha[2];
    } rows[] = {
        {28 /* R8G8B8A8_UNORM */, {607, 999}, {152, 252}},
        {29 /* R8G8B8A8_UNORM_SRGB */, {607, 999}, {152, 252}},
        {11 /* R16G16B16A16_UNORM */, {607, 999}, {152, 252}},
        {24 /* R10G10B10A2_UNORM */, {607, 999}, {152, 252}},
        {31 /* R8G8B8A8_SNORM */, {634, 1034}, {165, 269}},
        {13 /* R16G16B16A16_SNORM */, {634, 1034}, {165, 269}},
        {10 /* R16G16B16A16_FLOAT */, {634, 1034}, {165, 269}},
        {2 /* R32G32B32A32_FLOAT */, {634, 1034}, {165, 269}},
        {65 /* A8_UNORM */, {0, 0}, {152, 252}},
        {61 /* R8_UNORM */, {376, 696}, {0, 0}},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ombre_format *format = ombre_format_find(rows[i].dxgi);
        struct ombre_equation_classes got;
        (void) ombre_classify_equations(format, OMBRE_HALF_COLOR, &got);
        assert_memory_equal(got.functions, rows[i].color, sizeof rows[i].color);
        (void) ombre_classify_equations(format, OMBRE_HALF_ALPHA, &got);
        assert_memory_equal(got.functions, rows[i].alpha, sizeof rows[i].alpha);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_equation_once),
        cmocka_unit_test(names_of_one_equation),
        cmocka_unit_test(reference_and_algebra),
        cmocka_unit_test(known_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
