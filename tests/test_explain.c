/* tests/test_explain.c - the arithmetic and the decisions that explanations
 * tell
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explain_check.h"

enum { FP16x4 = 10, RGBA8 = 28, SRGB8 = 29, UINT8x4 = 30 };

/* --- The arithmetic ------------------------------------------------------- */

static void near(double got, double want, const char *what)
{
    if (!(fabs(got - want) < 1e-5))
        fail_msg("%s is %.9g, want %.9g", what, got, want);
}

static void test_arithmetic(void **unused)
{
    (void) unused;
    const struct ombre_format *format = ombre_format_find(RGBA8);
    const struct ombre_state state = state_of(
        format, (struct ombre_equation){OMBRE_SRC1_COLOR, OMBRE_INV_DEST_ALPHA,
                                        OMBRE_OP_SUBTRACT});
    const struct ombre_source source = {{
        {word_of(0.8f), word_of(3), word_of(-1), word_of(0.6f)},
        {word_of(0.5f), word_of(0.25f), word_of(0.3f), word_of(0.35f)},
    }};
    const struct ombre_texel dest = {{0x66332211}}; /* alpha 0.4 */
    struct ombre_explanation e;

    assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_FIXED);
    assert_true(e.blend);
    assert_int_equal(e.equation.op, OMBRE_OP_SUBTRACT);
    static const bool used[] = {true,  false, true, false,
                                false, false, true, true};
    for (int i = 0; i < OMBRE_OPERAND_COUNT; i++)
        assert_int_equal(e.operand[i].used, used[i]);
    assert_int_equal(e.operand[OMBRE_OPERAND_SRC].bits, word_of(0.8f));
    assert_int_equal(e.operand[OMBRE_OPERAND_SRC1].bits, word_of(0.5f));
    assert_int_equal(e.operand[OMBRE_OPERAND_CONSTANT_ALPHA].bits,
                     word_of(0.9f));
    assert_int_equal(e.operand[OMBRE_OPERAND_DEST].bits, 0x11);
    assert_int_equal(e.operand[OMBRE_OPERAND_DEST_ALPHA].bits, 0x66);
    assert_true(e.operand[OMBRE_OPERAND_DEST].stored);
    near(e.operand[OMBRE_OPERAND_SRC].position, 204, "source in codes");
    near(e.source_factor, 0.5, "source factor");
    near(e.dest_factor, 0.6, "destination factor");
    near(e.source_term, 0.4, "source term");
    near(e.dest_term, 17 / 255.0 * 0.6, "destination term");
    near(e.sum, 0.4 - 0.04, "sum");
    near(e.position, 91.8, "position");
    assert_int_equal(e.prediction.code, 92);

    assert_true(ombre_explain(&state, 0, OMBRE_GREEN, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    near(e.operand[OMBRE_OPERAND_SRC].given, 3, "green as output");
    near(e.operand[OMBRE_OPERAND_SRC].value, 1, "green as taken");
    near(e.source_term, 0.25, "green's source term");

    assert_true(ombre_explain(&state, 0, OMBRE_BLUE, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    near(e.sum, -0.2 * 0.6, "blue's sum");
    near(e.result, 0, "blue's result");

    assert_true(ombre_explain(&state, 0, OMBRE_ALPHA, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    near(e.source_factor, 0.4, "alpha's source factor");
    near(e.dest_factor, 0.9, "alpha's destination factor");
    near(e.sum, 0.36 - 0.24, "alpha's sum");
}

static void test_kinds(void **unused)
{
    (void) unused;
    const struct ombre_equation over = {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA,
                                        OMBRE_OP_ADD};
    const struct ombre_source source = {
        {{word_of(0.25f), word_of(NAN), word_of(70000), word_of(0.5f)}}};
    const struct ombre_texel dest = {{0x3c003800, 0x40003400}};
    struct ombre_explanation e;

    struct ombre_state state = state_of(ombre_format_find(FP16x4), over);
    assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_FLOAT);
    near(e.sum, 0.125 + 0.25, "half sum");
    near(e.position, 0x3600, "half position");
    assert_true(ombre_explain(&state, 0, OMBRE_GREEN, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_true(isnan(e.sum) && isnan(e.position));
    state.target[0].blend_enable = false;
    assert_true(ombre_explain(&state, 0, OMBRE_BLUE, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    near(e.result, 65504, "clamped half");
    near(e.position, 0x7bff, "the largest half");

    state = state_of(ombre_format_find(SRGB8), over);
    assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_SRGB);
    near(e.operand[OMBRE_OPERAND_SRC].position, ombre_srgb_from_linear(0.25),
         "sRGB position");
    near(e.operand[OMBRE_OPERAND_SRC_ALPHA].position, 127.5, "alpha position");

    state = state_of(ombre_format_find(UINT8x4), over);
    state.target[0].blend_enable = false;
    state.shader.output[0].type = OMBRE_OUTPUT_UINT;
    state.logic_op_enable = true;
    state.logic_op = OMBRE_LOGIC_XOR;
    const struct ombre_source words = {{{0x55, 0x133, 3, 4}}};
    assert_true(ombre_explain(&state, 0, OMBRE_GREEN, &words, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_LOGIC);
    assert_int_equal(e.equation.op, 0); /* nothing is blended */
    assert_int_equal(e.word, 0x133);
    assert_int_equal(e.dest_code, 0x38);
    assert_int_equal(e.end_count, 4); /* cut or clamped */
    assert_int_equal(e.end[0].code, 0x33 ^ 0x38);
    assert_int_equal(e.end[2].code, 0xff ^ 0x38);
    state.logic_op_enable = false;
    assert_true(ombre_explain(&state, 0, OMBRE_GREEN, &words, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_INTEGER);

    state.target[0].write_mask = 0;
    assert_true(ombre_explain(&state, 0, OMBRE_GREEN, &words, &dest,
                              OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.arithmetic, OMBRE_ARITHMETIC_NONE);
    assert_int_equal(e.end[0].code, 0x38);
    assert_true(e.end[0].is_ideal);
    assert_false(e.end[e.end_count].is_ideal);
    assert_int_equal(e.end[e.end_count].code, 0);

    state.target[0].format = ombre_format_find(61); /* R8 */
    assert_false(ombre_explain(&state, 0, OMBRE_GREEN, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    memset(&e, 0x5A, sizeof e);
    assert_false(ombre_explain(&state, 1, OMBRE_RED, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    assert_int_equal(e.prediction.fate, 0);
    assert_int_equal(e.end_count, 0);
    assert_false(ombre_explain(&state, 0, OMBRE_COMPONENTS, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    assert_false(ombre_explain(&state, 0, OMBRE_RED, &words, &dest,
                               OMBRE_JUDGE_COUNT, &e));
}

/* --- Names ---------------------------------------------------------------- */

static void test_names(void **unused)
{
    (void) unused;
    int seen = 0;
    for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++)
        for (unsigned k = 0; k < i; k++, seen++)
            assert_string_not_equal(ombre_operand_name((enum ombre_operand) i),
                                    ombre_operand_name((enum ombre_operand) k));
    for (unsigned i = 0; i < OMBRE_FREEDOM_COUNT; i++) {
        assert_non_null(ombre_freedom_sentence((enum ombre_freedom) i));
        assert_non_null(ombre_freedom_source((enum ombre_freedom) i));
        for (unsigned k = 0; k < i; k++, seen++)
            assert_string_not_equal(ombre_freedom_name((enum ombre_freedom) i),
                                    ombre_freedom_name((enum ombre_freedom) k));
    }
    assert_int_equal(seen, 28 + 105);
    assert_null(ombre_operand_name(OMBRE_OPERAND_COUNT));
    assert_null(ombre_freedom_name(OMBRE_FREEDOM_COUNT));
    assert_null(ombre_freedom_sentence(OMBRE_FREEDOM_COUNT));
    assert_null(ombre_freedom_source(OMBRE_FREEDOM_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_kinds),

        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
