/* tests/test_explain.c - explanations say what predictions do, and every end of
 * a range is one that its decision reaches
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/explain.h"

enum { RGBA8 = 28, SRGB8 = 29, UINT8x4 = 30, SNORM8 = 31, FP16x4 = 10 };

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static uint32_t word_of(float x)
{
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return word;
}

static struct ombre_state state_of(const struct ombre_format *format,
                                   struct ombre_equation equation)
{
    struct ombre_state s = {
        .target_count = 1,
        .sample_count = 1,
        .sample_mask = ~0u,
        .blend_factor = {0.2f, 0.45f, 0.7f, 0.9f},
    };
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = true,
        .color = equation,
        .alpha = {OMBRE_INV_SRC_ALPHA, OMBRE_BLEND_FACTOR,
                  OMBRE_OP_REV_SUBTRACT},
        .write_mask = 15,
    };
    return s;
}

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

    state.target[0].format = ombre_format_find(61); /* R8 */
    assert_false(ombre_explain(&state, 0, OMBRE_GREEN, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    assert_false(ombre_explain(&state, 1, OMBRE_RED, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    assert_false(ombre_explain(&state, 0, OMBRE_COMPONENTS, &words, &dest,
                               OMBRE_JUDGE_D3D, &e));
    assert_false(ombre_explain(&state, 0, OMBRE_RED, &words, &dest,
                               OMBRE_JUDGE_COUNT, &e));
}

/* --- The ends ------------------------------------------------------------- */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static float operand(uint64_t *seed)
{
    const float x = (float) next(seed) / 2147483648.0f;
    switch (next(seed) % 6) {
    case 0: return floorf(x * 256) / 255;
    case 1: return x * 4 - 2;
    case 2: return (float) (next(seed) % 3) - 1;
    default: return x;
    }
}

static int compared, wrong;

static void expect(bool ok, const struct ombre_format *format, int component,
                   const char *what)
{
    compared++;
    if (!ok && wrong++ < 10)
        print_error("%s component %d: %s\n", format->name, component, what);
}

/* Whether a store of [low, high], in codes, ends at `code`: 0.6 of a code, a
 * whole one for Vulkan. */
static bool reaches(const struct ombre_decision *by, double scale, double code)
{
    const bool neighbour = by->freedoms >> OMBRE_FREEDOM_NEIGHBOUR & 1;
    const double room = neighbour ? 1 : 0.6, low = scale < 0 ? scale : 0;
    const double from = fmax(by->low * fabs(scale), low) - room;
    const double to = fmin(by->high * fabs(scale), fabs(scale)) + room;
    return code >= from - 1e-6 && code <= to + 1e-6;
}

static void check_ends(const struct ombre_state *state,
                       const struct ombre_source *source,
                       const struct ombre_texel *dest, enum ombre_judge judge,
                       int component)
{
    const struct ombre_format *format = state->target[0].format;
    const enum ombre_component c = (enum ombre_component) component;
    struct ombre_explanation e;
    struct ombre_prediction p;
    assert_true(ombre_explain(state, 0, c, source, dest, judge, &e));
    assert_true(ombre_predict(state, 0, source, dest, judge, &p));
    const struct ombre_code_set *legal = &p.component[c].legal;
    expect(e.prediction.code == p.component[c].code &&
               ombre_code_set_inside(&e.prediction.legal, legal) &&
               ombre_code_set_inside(legal, &e.prediction.legal),
           format, component, "is no prediction");
    expect(e.end_count == 2 * legal->count, format, component, "ends");
    const unsigned bits = format->component[c].bits;
    const double scale =
        format->numeric == OMBRE_SNORM   ? -(double) ((1u << (bits - 1)) - 1)
        : format->numeric == OMBRE_UNORM ? (double) ((1u << bits) - 1)
                                         : 0;
    for (unsigned i = 0; i < e.end_count; i++) {
        const struct ombre_explained_end *end = &e.end[i];
        const struct ombre_range *r = &legal->range[i / 2];
        const int64_t ordinal = i % 2 ? r->last : r->first;
        expect(ombre_code_ordinal(format, c, end->code) == ordinal, format,
               component, "an end is another");
        expect(end->is_found || end->is_ideal ||
                   e.prediction.fate == OMBRE_FATE_UNDEFINED,
               format, component, "an end that nothing reaches");
        const bool whole = end->by.freedoms & (1u << OMBRE_FREEDOM_EIGHT_BITS |
                                               1u << OMBRE_FREEDOM_BITS_KEPT |
                                               1u << OMBRE_FREEDOM_ANYTHING);
        if (end->is_found && scale != 0 && !format->srgb && !whole)
            expect(reaches(&end->by, scale, (double) ordinal), format,
                   component, "a decision that does not reach its end");
    }
}

static void test_ends(void **unused)
{
    (void) unused;
    uint64_t seed = 9;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        for (int n = 0; format->blendable && n < 60; n++) {
            struct ombre_state state = state_of(
                format, (struct ombre_equation){
                            factors[next(&seed) % FACTORS],
                            factors[next(&seed) % FACTORS],
                            (enum ombre_blend_op)(1 + next(&seed) % 5)});
            state.target[0].blend_enable = n % 8 != 0;
            struct ombre_source source;
            struct ombre_texel dest;
            for (int i = 0; i < 4; i++) {
                source.word[0][i] = word_of(operand(&seed));
                source.word[1][i] = word_of(operand(&seed));
                dest.word[i] = next(&seed) << 16 ^ next(&seed);
            }
            if (n % 16 == 5)
                source.word[0][n / 16] = word_of(NAN);
            for (int j = 0; j < OMBRE_JUDGE_CTS; j++)
                for (int i = 0; i < OMBRE_COMPONENTS; i++)
                    if (ombre_format_has(format, (enum ombre_component) i))
                        check_ends(&state, &source, &dest, (enum ombre_judge) j,
                                   i);
        }
    }
    assert_true(compared > 50000);
    assert_int_equal(wrong, 0);
}

/* Which decisions lead to both ends of one range, the plainest ones. */
static void test_plainest(void **unused)
{
    (void) unused;
    static const struct {
        const char *name;
        uint32_t dxgi;
        struct ombre_equation equation;
        float src, alpha;
        uint32_t dest;
        enum ombre_judge judge;
        uint32_t code, freedoms, converted; /* of the end with this code */
    } rows[] = {
        {"a store",
         RGBA8,
         {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
         100.5f / 255,
         0.3f,
         7,
         OMBRE_JUDGE_D3D,
         101,
         0,
         0},
        {"a converted source",
         RGBA8,
         {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
         100.55f / 255,
         0.3f,
         7,
         OMBRE_JUDGE_VULKAN,
         109,
         1u << OMBRE_FREEDOM_NEIGHBOUR,
         1},
        {"a product of half steps",
         RGBA8,
         {OMBRE_SRC_ALPHA, OMBRE_ZERO, OMBRE_OP_ADD},
         100 / 255.0f,
         51 / 255.0f,
         7,
         OMBRE_JUDGE_D3D,
         20,
         0,
         0},
        {"two products",
         RGBA8,
         {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
         100 / 255.0f,
         51 / 255.0f,
         9,
         OMBRE_JUDGE_D3D,
         28,
         1u << OMBRE_FREEDOM_PRODUCTS_FINER,
         0},
        {"rounded products of sRGB",
         SRGB8,
         {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
         0.3f,
         0.4f,
         0x59,
         OMBRE_JUDGE_D3D,
         119,
         1u << OMBRE_FREEDOM_PRODUCTS_ROUNDED,
         0},
        {"factor of an SNORM",
         SNORM8,
         {OMBRE_INV_SRC_ALPHA, OMBRE_ZERO, OMBRE_OP_ADD},
         0.3f,
         -0.5f,
         7,
         OMBRE_JUDGE_VULKAN,
         38,
         1u << OMBRE_FREEDOM_NEIGHBOUR | 1u << OMBRE_FREEDOM_FACTORS_CLAMPED,
         0},
    };
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        const struct ombre_state state =
            state_of(ombre_format_find(rows[r].dxgi), rows[r].equation);
        const struct ombre_source source = {
            {{word_of(rows[r].src), 0, 0, word_of(rows[r].alpha)}}};
        const struct ombre_texel dest = {{rows[r].dest}};
        struct ombre_explanation e;
        assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                                  rows[r].judge, &e));
        bool found = false;
        for (unsigned i = 0; i < e.end_count; i++)
            found |= e.end[i].code == rows[r].code && e.end[i].is_found &&
                     e.end[i].by.freedoms == rows[r].freedoms &&
                     e.end[i].by.converted == rows[r].converted;
        for (unsigned i = 0; !found && i < e.end_count; i++)
            print_error("%s: end %u: code %u freedoms %#x converted %#x\n",
                        rows[r].name, i, e.end[i].code, e.end[i].by.freedoms,
                        e.end[i].by.converted);
        assert_true(found);
    }
}

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
    assert_int_equal(seen, 28 + 91);
    assert_null(ombre_operand_name(OMBRE_OPERAND_COUNT));
    assert_null(ombre_freedom_name(OMBRE_FREEDOM_COUNT));
    assert_null(ombre_freedom_sentence(OMBRE_FREEDOM_COUNT));
    assert_null(ombre_freedom_source(OMBRE_FREEDOM_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic), cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_ends),       cmocka_unit_test(test_plainest),
        cmocka_unit_test(test_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
