/* tests/test_explain_decisions.c - each freedom, where no plainer way leads
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
    RGB9E5 = 67,
    B5G6R5 = 85
};

/* clang-format off */
#define NO_BLEND {(enum ombre_factor) 0, (enum ombre_factor) 0, (enum ombre_blend_op) 0}
#define EQUATION(src, dest, op) {OMBRE_##src, OMBRE_##dest, OMBRE_OP_##op}
#define F(id) (1u << OMBRE_FREEDOM_##id)
#define SRC_CONVERTED (1u << OMBRE_OPERAND_SRC)
#define ALPHA_CONVERTED (1u << OMBRE_OPERAND_SRC_ALPHA)
#define ANY ((double) NAN)
#define NAN_SOURCE ((float) NAN)
#define INF ((double) INFINITY)

/* The end with `code`: how it is reached, what red and the destination were
 * taken as, and the numbers before the store. */
static const struct {
    const char *name;
    uint32_t dxgi;
    struct ombre_equation equation;
    float src, alpha;
    uint32_t dest[2];
    enum ombre_judge judge;
    uint32_t code, freedoms, converted;
    double src_taken, dest_taken, low, high;
} rows[] = {
    {"a store", RGBA8, EQUATION(ONE, ZERO, ADD), 100.5f / 255, 0.3f, {7},
     OMBRE_JUDGE_D3D, 101, 0, 0, 100.5 / 255, 7 / 255.0, 100.5 / 255, 100.5 / 255},
    {"a neighbour", RGBA8, EQUATION(ONE, ONE, ADD), 100.55f / 255, 0.3f, {7},
     OMBRE_JUDGE_VULKAN, 109, F(NEIGHBOUR), SRC_CONVERTED, 101 / 255.0, 7 / 255.0, 108 / 255.0, 108 / 255.0},
    {"a source in a finer format", RGBA8, EQUATION(ONE, ONE, ADD), 100.1f / 255, 0.3f, {7},
     OMBRE_JUDGE_D3D, 108, F(OPERANDS_FINER), 0, 100.1 / 255, 7 / 255.0, 106.5 / 255, 107.7 / 255},
    {"a product off the grid", RGBA8, EQUATION(SRC_ALPHA, ZERO, ADD), 200 / 255.0f, 100.42f / 255, {7},
     OMBRE_JUDGE_D3D, 78, F(PRODUCTS_FINER), 0, 200 / 255.0, ANY, ANY, ANY},
    {"a source and a product, both finer", RGBA8, EQUATION(SRC_ALPHA, ZERO, ADD), 100.58f / 255, 0.905f, {7},
     OMBRE_JUDGE_D3D, 90, F(OPERANDS_FINER) | F(PRODUCTS_FINER), 0, 100.58 / 255, ANY, ANY, ANY},
    {"an alpha converted down", RGBA8, EQUATION(SRC_ALPHA, ZERO, ADD), 200 / 255.0f, 100.58f / 255, {7},
     OMBRE_JUDGE_D3D, 78, F(PRODUCTS_FINER), ALPHA_CONVERTED, 200 / 255.0, ANY, ANY, ANY},
    {"a product of half steps", RGBA8, EQUATION(SRC_ALPHA, ZERO, ADD), 100 / 255.0f, 51 / 255.0f, {7},
     OMBRE_JUDGE_D3D, 20, 0, 0, 100 / 255.0, 7 / 255.0, 20 / 255.0, 20 / 255.0},
    {"two products", RGBA8, EQUATION(SRC_ALPHA, INV_SRC_ALPHA, ADD), 100 / 255.0f, 51 / 255.0f, {9},
     OMBRE_JUDGE_D3D, 28, F(PRODUCTS_FINER), 0, 100 / 255.0, 9 / 255.0, 26.7 / 255, 27.7 / 255},
    {"a rounded product", RGBA8, EQUATION(ONE, SRC_ALPHA, ADD), 50.45f / 255, 0.5f, {201},
     OMBRE_JUDGE_D3D, 152, F(PRODUCTS_ROUNDED), 0, 50.45 / 255, 201 / 255.0, 150.45 / 255, 151.45 / 255},
    {"eight bits first, then cut", B5G6R5, NO_BLEND, 20.38f / 31, 1, {7},
     OMBRE_JUDGE_D3D, 21, F(EIGHT_BITS), 0, 20.38 / 31, ANY, 168 / 255.0, 168 / 255.0},
    {"factor of an SNORM", SNORM8, EQUATION(INV_SRC_ALPHA, ZERO, ADD), 0.3f, -0.5f, {7},
     OMBRE_JUDGE_VULKAN, 40, F(NEIGHBOUR) | F(FACTORS_CLAMPED), SRC_CONVERTED | ALPHA_CONVERTED, 39 / 127.0, 7 / 127.0, 0.307086555, 0.307086674},
    {"the second -1 kept", SNORM8, EQUATION(ZERO, ONE, ADD), 0.3f, 0.5f, {0x80},
     OMBRE_JUDGE_D3D, 0x80, F(BITS_KEPT), 0, ANY, -1, -1, -1},
    {"no number", RGBA8, EQUATION(ONE, ONE, ADD), NAN_SOURCE, 0.3f, {7},
     OMBRE_JUDGE_D3D, 255, F(ANYTHING), 0, ANY, ANY, 0, 1},
    {"no number, least", SNORM8, EQUATION(ONE, ONE, ADD), NAN_SOURCE, 0.3f, {7},
     OMBRE_JUDGE_D3D, 0x81, F(ANYTHING), 0, ANY, ANY, -1, 1},

    {"rounded products of sRGB", SRGB8, EQUATION(SRC_ALPHA, INV_SRC_ALPHA, ADD), 0.3f, 0.4f, {0x59},
     OMBRE_JUDGE_D3D, 119, F(PRODUCTS_ROUNDED), 0, 0.3, ANY, ANY, ANY},
    {"a source of sRGB converted", SRGB8, EQUATION(ONE, ONE, ADD), 0.128243856f, 0.4f, {64},
     OMBRE_JUDGE_D3D, 116, 0, SRC_CONVERTED, 0.12743768, ANY, 0.176585124, 0.180844461},
    {"source and alpha of sRGB converted", SRGB8, EQUATION(SRC_ALPHA, ZERO, ADD), 0.581344102f, 100.58f / 255, {64},
     OMBRE_JUDGE_D3D, 130, 0, SRC_CONVERTED | ALPHA_CONVERTED, 0.57758044, ANY, 0.225234253, 0.227774168},
    {"a neighbour of sRGB", SRGB8, NO_BLEND, 0.2125f, 0.4f, {0x59},
     OMBRE_JUDGE_VULKAN, 128, F(NEIGHBOUR), 0, 0.2125, 0.0998987, 0.2125, 0.2125},
    {"no number of sRGB", SRGB8, EQUATION(ONE, ONE, ADD), NAN_SOURCE, 0.4f, {0x59},
     OMBRE_JUDGE_D3D, 255, F(ANYTHING), 0, ANY, ANY, 0, 1},

    {"a neighbour of a half", FP16x4, NO_BLEND, 1 + 1 / 4096.0f, 1, {0},
     OMBRE_JUDGE_VULKAN, 0x3c01, F(NEIGHBOUR), 0, 1 + 1 / 4096.0, ANY, 1 + 1 / 4096.0, 1 + 1 / 4096.0},
    {"a step rounded to a half", FP16x4, EQUATION(SRC_COLOR, ONE, SUBTRACT), 1 + 1 / 1024.0f, 1, {0x3c02},
     OMBRE_JUDGE_D3D, 0x10cf, F(HALF), 0, 1 + 1 / 1024.0, 1 + 1 / 512.0, ANY, ANY},
    {"a source converted to a half", FP16x4, EQUATION(ONE, ONE, SUBTRACT), 1 + 1 / 4096.0f, 1, {0x3c00},
     OMBRE_JUDGE_D3D, 0, 0, SRC_CONVERTED, 1, 1, 0, 0},
    {"an alpha converted to a half", FP16x4, EQUATION(SRC_ALPHA, ONE, SUBTRACT), 1, 1 + 1 / 4096.0f, {0x3c00},
     OMBRE_JUDGE_D3D, 0, 0, ALPHA_CONVERTED, 1, 1, 0, 0},
    {"a step rounded to a half, of an fp32 source", FP16x4, EQUATION(SRC_COLOR, ONE, SUBTRACT), 1 + 1 / 1024.0f + 1 / 16384.0f, 1, {0x3c02},
     OMBRE_JUDGE_D3D, 0x11cf, F(HALF), 0, 1 + 1 / 1024.0 + 1 / 16384.0, 1 + 1 / 512.0, ANY, ANY},
    {"a negative source clamped", FP11, EQUATION(ONE, ONE, ADD), -0.5f, 1, {0x3c0},
     OMBRE_JUDGE_D3D, 0x3c0, F(INPUTS_CLAMPED), 0, 0, 1, 1, 1},
    {"a product saturated", FP16x4, EQUATION(SRC_COLOR, ONE, SUBTRACT), 300, 1, {0x7b53},
     OMBRE_JUDGE_D3D, 0x6d60, F(SATURATED), 0, 300, 60000, 5504, 5504},
    {"a product infinite", FP32, EQUATION(SRC_COLOR, ONE, SUBTRACT), 2e19f, 1, {0x7e967699},
     OMBRE_JUDGE_D3D, 0x7f800000, F(INFINITE), 0, ANY, ANY, INF, INF},
    {"denormals flushed", FP32, EQUATION(ONE, ONE, ADD), 0x1p-133f, 1, {1u << 19},
     OMBRE_JUDGE_D3D, 0, F(FLUSHED), 0, 0, 0, 0, 0},
    {"a source dropped", FP16x4, EQUATION(ZERO, ONE, ADD), (float) INFINITY, 1, {0x3800},
     OMBRE_JUDGE_D3D, 0x3800, F(SOURCE_DROPPED), 0, INF, 0.5, 0.5, 0.5},
    {"a destination dropped", FP16x4, EQUATION(ONE, ZERO, ADD), 0.25f, 1, {0x7c00},
     OMBRE_JUDGE_D3D, 0x3400, F(DEST_DROPPED), 0, 0.25, INF, 0.25, 0.25},
    {"no number among halves", FP16x4, NO_BLEND, NAN_SOURCE, 1, {0},
     OMBRE_JUDGE_VULKAN, 0x7c00, F(NEIGHBOUR) | F(ANYTHING), 0, ANY, ANY, -INF, INF},
    {"infinity itself", FP16x4, NO_BLEND, (float) INFINITY, 1, {0},
     OMBRE_JUDGE_D3D, 0x7c00, 0, 0, INF, ANY, INF, INF},

    {"a half handed over", RGB9E5, NO_BLEND, 1 + 1 / 512.0f + 1 / 4096.0f, 1, {0},
     OMBRE_JUDGE_D3D, 256, 0, SRC_CONVERTED, 1 + 1 / 512.0, ANY, 1 + 1 / 512.0, 1 + 1 / 512.0},
    {"a half handed over, rounded up", RGB9E5, NO_BLEND, 1 + 1 / 512.0f - 1 / 4096.0f, 1, {0},
     OMBRE_JUDGE_D3D, 257, 0, SRC_CONVERTED, 1 + 1 / 512.0, ANY, 1 + 1 / 512.0, 1 + 1 / 512.0},
    {"the output itself", RGB9E5, NO_BLEND, 1 + 1 / 512.0f + 1 / 4096.0f, 1, {0},
     OMBRE_JUDGE_D3D, 257, 0, 0, 1 + 1 / 512.0 + 1 / 4096.0, ANY, 1 + 1 / 512.0 + 1 / 4096.0, 1 + 1 / 512.0 + 1 / 4096.0},
    {"no number becomes 0", RGB9E5, NO_BLEND, NAN_SOURCE, 1, {0},
     OMBRE_JUDGE_D3D, 0, 0, 0, ANY, ANY, 0, 0},
    {"no number, shared", RGB9E5, NO_BLEND, NAN_SOURCE, 1, {0},
     OMBRE_JUDGE_VULKAN, 511, F(NEIGHBOUR) | F(ANYTHING), 0, ANY, ANY, 0, 65408},
};
/* clang-format on */

static bool equals(double got, double want)
{
    return isnan(want) || got == want ||
           (isfinite(want) && fabs(got - want) <= 2e-6 * fabs(want));
}

static bool is_as_said(size_t r, const struct ombre_explained_end *end)
{
    const struct ombre_decision *const by = &end->by;
    return end->is_found && by->freedoms == rows[r].freedoms &&
           by->converted == rows[r].converted &&
           equals(by->operand[OMBRE_OPERAND_SRC], rows[r].src_taken) &&
           equals(by->operand[OMBRE_OPERAND_DEST], rows[r].dest_taken) &&
           equals(by->low, rows[r].low) && equals(by->high, rows[r].high);
}

static void test_plainest(void **unused)
{
    (void) unused;
    int wrong = 0;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct ombre_state state =
            state_of(ombre_format_find(rows[r].dxgi), rows[r].equation);
        state.target[0].blend_enable = rows[r].equation.op != 0;
        const struct ombre_source source = {
            {{word_of(rows[r].src), 0, 0, word_of(rows[r].alpha)}}};
        const struct ombre_texel dest = {{rows[r].dest[0], rows[r].dest[1]}};
        struct ombre_explanation e;
        assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                                  rows[r].judge, &e));
        bool found = false;
        for (unsigned i = 0; i < e.end_count; i++)
            found |= e.end[i].code == rows[r].code && is_as_said(r, &e.end[i]);
        wrong += !found;
        for (unsigned i = 0; !found && i < e.end_count; i++)
            print_error("%s: end %u: code %#x found %d freedoms %#x converted "
                        "%#x, of %.9g and %.9g, %.9g to %.9g\n",
                        rows[r].name, i, e.end[i].code, e.end[i].is_found,
                        e.end[i].by.freedoms, e.end[i].by.converted,
                        e.end[i].by.operand[OMBRE_OPERAND_SRC],
                        e.end[i].by.operand[OMBRE_OPERAND_DEST],
                        e.end[i].by.low, e.end[i].by.high);
    }
    assert_int_equal(wrong, 0);
}

/* Every operand is told, up to the last. */
static void test_last_operand(void **unused)
{
    (void) unused;
    static const struct {
        uint32_t dxgi, dest[2];
        double alpha;
    } cases[] = {
        {RGBA8, {0x66000000}, 0.4},
        {SRGB8, {0x33000000}, 0.2},
        {FP16x4, {0, 0x38000000}, 0.5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ombre_state state =
            state_of(ombre_format_find(cases[i].dxgi),
                     (struct ombre_equation){OMBRE_DEST_ALPHA, OMBRE_ZERO,
                                             OMBRE_OP_ADD});
        const struct ombre_source source = {{{word_of(0.6f)}}};
        const struct ombre_texel dest = {{cases[i].dest[0], cases[i].dest[1]}};
        struct ombre_explanation e;
        assert_true(ombre_explain(&state, 0, OMBRE_RED, &source, &dest,
                                  OMBRE_JUDGE_STRICT, &e));
        assert_true(e.end[0].is_found);
        assert_true(equals(e.end[0].by.operand[OMBRE_OPERAND_DEST_ALPHA],
                           cases[i].alpha));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plainest),
        cmocka_unit_test(test_last_operand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
