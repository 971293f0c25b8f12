/* tests/test_explain_numbers.c - each number that an explanation tells
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explain_check.h"

enum {
    FP16x4 = 10,
    FP11 = 26,
    RGBA8 = 28,
    SRGB8 = 29,
    SNORM8 = 31,
    FP32 = 41,
    R8 = 61,
    RGB9E5 = 67,
    BGRX8 = 88
};

enum quantity {
    ARITHMETIC,
    EQUATION_OP,
    SOURCE_FACTOR,
    DEST_FACTOR,
    SOURCE_TERM,
    DEST_TERM,
    SUM,
    RESULT,
    POSITION,
    ENDS_FOUND,
    VALUE, /* these: plus the operand */
    OPERAND_POSITION = VALUE + OMBRE_OPERAND_COUNT,
    BITS = OPERAND_POSITION + OMBRE_OPERAND_COUNT,
    STORED = BITS + OMBRE_OPERAND_COUNT,
    STANDS_IN = STORED + OMBRE_OPERAND_COUNT,
};

static double quantity_of(const struct ombre_explanation *e, unsigned q)
{
    switch (q) {
    case ARITHMETIC: return e->arithmetic;
    case EQUATION_OP: return e->equation.op;
    case SOURCE_FACTOR: return e->source_factor;
    case DEST_FACTOR: return e->dest_factor;
    case SOURCE_TERM: return e->source_term;
    case DEST_TERM: return e->dest_term;
    case SUM: return e->sum;
    case RESULT: return e->result;
    case POSITION: return e->position;
    case ENDS_FOUND: break;
    default: {
        const struct ombre_explained_operand *const o =
            &e->operand[(q - VALUE) % OMBRE_OPERAND_COUNT];
        return q < OPERAND_POSITION ? o->value
               : q < BITS           ? o->position
               : q < STORED         ? o->bits
               : q < STANDS_IN      ? o->stored
                                    : o->stands_in;
    }
    }
    unsigned found = 0;
    for (unsigned i = 0; i < e->end_count; i++)
        found += e->end[i].is_found;
    return found;
}

/* clang-format off */
#define NO_BLEND {(enum ombre_factor) 0, (enum ombre_factor) 0, (enum ombre_blend_op) 0}
#define EQUATION(src, dest, op) {OMBRE_##src, OMBRE_##dest, OMBRE_OP_##op}
#define OF(quantity, operand) ((quantity) + OMBRE_OPERAND_##operand)

/* Source 1 is {0.5, 0.25, 0.3, 0.35}, the constant {0.2, 0.45, 0.7, 0.9}; the
 * alpha equation is 0.9 * destination - source * (1 - source). */
static const struct number_row {
    uint32_t dxgi;
    enum ombre_component component;
    struct ombre_equation color;
    float src[4];
    uint32_t dest[4];
    unsigned quantity;
    double want;
} number_rows[] = {
    /* FS 17.5: which arithmetic, and which equation. */
    {RGBA8, OMBRE_BLUE, EQUATION(ONE, ONE, MAX), {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_FIXED},
    {RGBA8, OMBRE_GREEN, EQUATION(ONE, ONE, MAX), {0}, {0}, EQUATION_OP, OMBRE_OP_MAX},
    {RGBA8, OMBRE_BLUE, EQUATION(ONE, ONE, MAX), {0}, {0}, EQUATION_OP, OMBRE_OP_MAX},
    {RGBA8, OMBRE_ALPHA, EQUATION(ONE, ONE, MAX), {0}, {0}, EQUATION_OP, OMBRE_OP_REV_SUBTRACT},
    {SRGB8, OMBRE_GREEN, EQUATION(ONE, ONE, MAX), {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_SRGB},
    {SRGB8, OMBRE_BLUE, EQUATION(ONE, ONE, MAX), {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_SRGB},
    {SRGB8, OMBRE_ALPHA, EQUATION(ONE, ONE, MAX), {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_FIXED},
    {SNORM8, OMBRE_RED, EQUATION(ONE, ONE, MAX), {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_FIXED},
    {RGB9E5, OMBRE_RED, NO_BLEND, {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_SHARED},
    {FP11, OMBRE_RED, NO_BLEND, {0}, {0}, ARITHMETIC, OMBRE_ARITHMETIC_FLOAT},

    /* Where a number falls between codes: 2^-12 is a quarter of a half's step
     * at 1; the exponent of 0.7 steps by 1/512. */
    {FP16x4, OMBRE_RED, NO_BLEND, {1 + 1 / 4096.0f}, {0}, POSITION, 0x3c00 + 0.25},
    {FP16x4, OMBRE_RED, NO_BLEND, {-1 - 1 / 4096.0f}, {0}, POSITION, -0x3c00 - 1.25},
    {RGB9E5, OMBRE_RED, NO_BLEND, {0.7f, 0.4f, 0.2f}, {0}, POSITION, 358.4},
    {RGB9E5, OMBRE_GREEN, NO_BLEND, {0.7f, 0.4f, 0.2f}, {0}, POSITION, 204.8},
    {SNORM8, OMBRE_RED, NO_BLEND, {-0.3f}, {0}, POSITION, -38.1},
    {SRGB8, OMBRE_RED, NO_BLEND, {0.2140411f}, {0}, POSITION, 127.5},
    {SRGB8, OMBRE_ALPHA, NO_BLEND, {0, 0, 0, 0.3f}, {0}, POSITION, 76.5},

    /* FS 17.5 and 3.2.3: what the target can hold. */
    {SNORM8, OMBRE_RED, EQUATION(ONE, ONE, ADD), {-0.8f}, {0x81}, RESULT, -1},
    {SNORM8, OMBRE_RED, EQUATION(ONE, ONE, ADD), {0.8f}, {0x7f}, RESULT, 1},
    {SNORM8, OMBRE_RED, EQUATION(ONE, ONE, ADD), {-0.3f}, {0}, RESULT, -0.3},
    {RGBA8, OMBRE_RED, EQUATION(ONE, ONE, SUBTRACT), {0.2f}, {0xff}, RESULT, 0},
    {RGBA8, OMBRE_RED, NO_BLEND, {(float) NAN}, {0}, OF(VALUE, SRC), 0},
    {SRGB8, OMBRE_RED, NO_BLEND, {3}, {0}, OF(VALUE, SRC), 1},
    {SRGB8, OMBRE_RED, NO_BLEND, {(float) NAN}, {0}, RESULT, 0},
    {FP16x4, OMBRE_RED, NO_BLEND, {-0.5f}, {0}, RESULT, -0.5},
    {FP16x4, OMBRE_RED, NO_BLEND, {70000}, {0}, RESULT, 65504},
    {FP16x4, OMBRE_RED, NO_BLEND, {-70000}, {0}, RESULT, -65504},
    {FP16x4, OMBRE_RED, NO_BLEND, {(float) INFINITY}, {0}, RESULT, (double) INFINITY},
    {FP32, OMBRE_RED, EQUATION(ONE, ONE, ADD), {3e38f}, {0x7f61b1e6}, RESULT, 6e38},
    {FP11, OMBRE_RED, NO_BLEND, {-0.5f}, {0}, RESULT, 0},
    {FP11, OMBRE_RED, NO_BLEND, {0.5f}, {0}, RESULT, 0.5},
    {FP11, OMBRE_RED, NO_BLEND, {70000}, {0}, RESULT, 65024},
    {RGB9E5, OMBRE_RED, NO_BLEND, {-0.5f}, {0}, RESULT, 0},
    {RGB9E5, OMBRE_RED, NO_BLEND, {70000}, {0}, RESULT, 65408},

    /* FS 3.1.3.2: arithmetic in fp32 flushes, a move does not. */
    {FP32, OMBRE_RED, EQUATION(ONE, ONE, ADD), {0x1p-133f}, {0}, OF(VALUE, SRC), 0},
    {FP32, OMBRE_RED, NO_BLEND, {0x1p-133f}, {0}, OF(VALUE, SRC), 0x1p-133},
    {FP16x4, OMBRE_RED, EQUATION(ONE, ONE, ADD), {0x1p-133f}, {0}, OF(VALUE, SRC), 0x1p-133},

    /* Operands: what they were made of, and among which codes they fall. */
    {RGBA8, OMBRE_RED, EQUATION(SRC_ALPHA, ZERO, ADD), {.1f, .2f, .3f, .4f}, {0}, OF(BITS, SRC_ALPHA), 0x3ecccccd},
    {RGBA8, OMBRE_RED, EQUATION(SRC_ALPHA, ZERO, ADD), {.1f, .2f, .3f, .4f}, {0}, OF(BITS, SRC), 0x3dcccccd},
    {RGBA8, OMBRE_RED, EQUATION(SRC1_ALPHA, ZERO, ADD), {0}, {0}, OF(BITS, SRC1_ALPHA), 0x3eb33333},
    {RGBA8, OMBRE_GREEN, EQUATION(SRC1_COLOR, ZERO, ADD), {0}, {0}, OF(BITS, SRC1), 0x3e800000},
    {RGBA8, OMBRE_GREEN, EQUATION(BLEND_FACTOR, ZERO, ADD), {0}, {0}, OF(BITS, CONSTANT), 0x3ee66666},
    {RGBA8, OMBRE_GREEN, EQUATION(ALPHA_FACTOR, ZERO, ADD), {0}, {0}, OF(BITS, CONSTANT_ALPHA), 0x3f666666},
    {RGBA8, OMBRE_GREEN, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x66332211}, OF(BITS, DEST), 0x22},
    {RGBA8, OMBRE_GREEN, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x66332211}, OF(BITS, DEST_ALPHA), 0x66},
    {SRGB8, OMBRE_RED, EQUATION(SRC_ALPHA, ZERO, ADD), {1, 1, 1, 0.5f}, {0}, OF(OPERAND_POSITION, SRC_ALPHA), 127.5},
    {SRGB8, OMBRE_RED, EQUATION(SRC1_ALPHA, ZERO, ADD), {0}, {0}, OF(OPERAND_POSITION, SRC1_ALPHA), 0.35 * 255},
    {SRGB8, OMBRE_RED, EQUATION(ALPHA_FACTOR, ZERO, ADD), {0}, {0}, OF(OPERAND_POSITION, CONSTANT_ALPHA), 0.9 * 255},
    {SRGB8, OMBRE_RED, EQUATION(DEST_ALPHA, ZERO, ADD), {0}, {0x66000000}, OF(OPERAND_POSITION, DEST_ALPHA), 102},
    {SRGB8, OMBRE_RED, EQUATION(SRC_ALPHA, ZERO, ADD), {0.2140411f}, {0}, OF(OPERAND_POSITION, SRC), 127.5},

    /* FS 19.1.3.3: an alpha that the target lacks is 1. */
    {R8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STORED, DEST), 1},
    {R8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STANDS_IN, DEST), 0},
    {R8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STORED, DEST_ALPHA), 0},
    {R8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STANDS_IN, DEST_ALPHA), 1},
    {R8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(VALUE, DEST_ALPHA), 1},
    {BGRX8, OMBRE_BLUE, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STANDS_IN, DEST_ALPHA), 1},
    {RGBA8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STANDS_IN, DEST_ALPHA), 0},
    {RGBA8, OMBRE_RED, EQUATION(DEST_ALPHA, ONE, ADD), {0}, {0x33}, OF(STANDS_IN, SRC), 0},

    /* FS 22.10: MIN and MAX take no factors. */
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MIN), {0.4f}, {0x33}, SOURCE_FACTOR, 1},
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MIN), {0.4f}, {0x33}, DEST_FACTOR, 1},
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MIN), {0.4f}, {0x33}, SOURCE_TERM, 0.4},
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MIN), {0.4f}, {0x33}, DEST_TERM, 0.2},
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MIN), {0.4f}, {0x33}, SUM, 0.2},
    {RGBA8, OMBRE_RED, EQUATION(ZERO, ZERO, MAX), {0.1f}, {0x33}, SUM, 0.2},
    {RGBA8, OMBRE_RED, NO_BLEND, {0.4f}, {0x33}, SOURCE_FACTOR, 1},
    {RGBA8, OMBRE_RED, NO_BLEND, {0.4f}, {0x33}, DEST_FACTOR, 0},
    {RGBA8, OMBRE_RED, NO_BLEND, {0.4f}, {0x33}, DEST_TERM, 0},
    {RGBA8, OMBRE_RED, NO_BLEND, {0.4f}, {0x33}, SUM, 0.4},
    {RGBA8, OMBRE_RED, NO_BLEND, {0.4f}, {0x33}, ENDS_FOUND, 2},
    {RGB9E5, OMBRE_RED, NO_BLEND, {0.7f}, {0x33}, ENDS_FOUND, 2},
};
/* clang-format on */

static bool equals(double got, double want)
{
    return got == want ||
           (isfinite(want) && fabs(got - want) <= 2e-6 * fabs(want));
}

static void test_numbers(void **unused)
{
    (void) unused;
    int wrong = 0;
    for (size_t r = 0; r < sizeof number_rows / sizeof *number_rows; r++) {
        const struct number_row *const row = &number_rows[r];
        struct ombre_state state =
            state_of(ombre_format_find(row->dxgi), row->color);
        state.target[0].blend_enable = row->color.op != 0;
        struct ombre_source source = {
            {{0},
             {word_of(0.5f), word_of(0.25f), word_of(0.3f), word_of(0.35f)}}};
        struct ombre_texel dest;
        memcpy(source.word[0], row->src, sizeof row->src);
        memcpy(dest.word, row->dest, sizeof dest.word);
        struct ombre_explanation e;
        assert_true(ombre_explain(&state, 0, row->component, &source, &dest,
                                  OMBRE_JUDGE_D3D, &e));
        const double got = quantity_of(&e, row->quantity);
        if (!equals(got, row->want) && ++wrong)
            print_error("row %zu: quantity %u is %.9g, want %.9g\n", r,
                        row->quantity, got, row->want);
    }
    assert_int_equal(wrong, 0);
}

/* Ends are those of ombre_predict()'s ranges, and nothing lies behind them; no
 * decision is named where there is none.  0 is an end under every judge, and
 * 0.305 lies between 77 and 78. */
static void test_judges(void **unused)
{
    (void) unused;
    static const struct ombre_explained_end none;
    static const unsigned found[OMBRE_JUDGE_COUNT] = {
        [OMBRE_JUDGE_STRICT] = 2,
        [OMBRE_JUDGE_D3D] = 2,
        [OMBRE_JUDGE_VULKAN] = 2,
    };
    const struct ombre_source source = {{{word_of(0), word_of(0.305f)}}};
    const struct ombre_texel dest = {{0x66332200}};
    struct ombre_state state =
        state_of(ombre_format_find(RGBA8), (struct ombre_equation){0});
    state.target[0].blend_enable = false;
    for (int j = 0; j < OMBRE_JUDGE_COUNT; j++) {
        struct ombre_explanation e;
        for (int c = OMBRE_RED; c <= OMBRE_GREEN; c++) {
            assert_true(ombre_explain(&state, 0, (enum ombre_component) c,
                                      &source, &dest, (enum ombre_judge) j,
                                      &e));
            assert_int_equal(e.end_count, 2);
            if (c == OMBRE_GREEN || j == OMBRE_JUDGE_EXACT ||
                j == OMBRE_JUDGE_CTS)
                assert_true(quantity_of(&e, ENDS_FOUND) == found[j]);
            for (unsigned i = 0; i < 2; i++)
                assert_int_equal(e.end[i].is_ideal,
                                 e.end[i].code == (c ? 78 : 0));
            for (unsigned i = 2; i < 2 * OMBRE_MAX_RANGES; i++)
                assert_memory_equal(&e.end[i], &none, sizeof none);
        }
        state.target[0].write_mask = 0;
        assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                                  (enum ombre_judge) j, &e));
        assert_int_equal(e.end_count, 2);
        assert_true(e.end[1].is_ideal);
        assert_memory_equal(&e.end[2], &none, sizeof none);
        state.target[0].write_mask = 15;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_judges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
