/* tests/test_reference_cts.c - what Khronos CTS would let pass: its thresholds
 * about the ideal result, cut at the format's ends
 */
#include "reference_rows.h"

/* Codes of 1 - x in a row with a negative code. */
#define N(code) (-(int64_t) (code) -1)

static const struct {
    const char *name;
    uint32_t dxgi;
    int component;
    bool blend;
    enum ombre_factor dest_factor;
    float s;
    uint32_t dest;
    struct set want;
} cts_rows[] = {
    /* clang-format off */
    {"8 bits", R8, 0, false, OMBRE_ZERO, 100 / 255.0f, 0x33, RANGE(96, 104)},
    {"8 bits at 0", R8, 0, false, OMBRE_ZERO, 2 / 255.0f, 0x33, RANGE(0, 6)},
    {"8 bits at 1", R8, 0, false, OMBRE_ZERO, 253 / 255.0f, 0x33, RANGE(249, 255)},
    {"8 bits, four from the ends", R8, 0, false, OMBRE_ZERO, 4 / 255.0f, 0x33, RANGE(0, 8)},
    {"SNORM", SNORM8, 0, false, OMBRE_ZERO, -100 / 127.0f, 0x33, RANGE(-104, -96)},
    {"SNORM at -1", SNORM8, 0, false, OMBRE_ZERO, -1, 0x33, RANGE(-128, -123)},
    {"16 bits", RGBA16, 0, false, OMBRE_ZERO, 0.5f, 0x33, RANGE(32764, 32772)},
    {"10 bits", RGB10A2, 0, false, OMBRE_ZERO, 512 / 1023.0f, 0x33, RANGE(508, 516)},
    {"2 bits", RGB10A2, 3, false, OMBRE_ZERO, 1 / 3.0f, 3, RANGE(0, 2)},
    {"2 bits at 1", RGB10A2, 3, false, OMBRE_ZERO, 1, 3, RANGE(2, 3)},
    {"1 bit", B5G5R5A1, 3, false, OMBRE_ZERO, .6f, 0, ONLY(1)},
    {"sRGB", SRGB8, 0, false, OMBRE_ZERO, .5f, 0x33, RANGE(184, 192)},
    {"sRGB, second source", SRGB8, 0, true, OMBRE_SRC1_COLOR, .5f, 0, RANGE(178, 198)},
    {"sRGB alpha, second source", SRGB8, 3, true, OMBRE_SRC1_ALPHA, 100 / 255.0f, 0, RANGE(96, 104)},
    {"second source without sRGB", R8, 0, true, OMBRE_SRC1_COLOR, 100 / 255.0f, 0, RANGE(96, 104)},
    {"second source with blending off", SRGB8, 0, false, OMBRE_SRC1_COLOR, .5f, 0, RANGE(184, 192)},
    {"fp32", R32F, 0, false, OMBRE_ZERO, .5f, 7, RANGE(0x3efffeb0, 0x3f0000a8)},
    {"fp32, steps beyond the threshold", R32F, 0, false, OMBRE_ZERO, 1024, 7, ONLY(0x44800000)},
    {"fp32 NaN", R32F, 0, false, OMBRE_ZERO, NAN, 7, {0, {{0, 0}}, true}},
    {"fp16", R16F, 0, false, OMBRE_ZERO, .5f, 7, RANGE(0x37eb, 0x380a)},
    {"fp16 about 0", R16F, 0, false, OMBRE_ZERO, 0, 7, RANGE(N(0x1d1e), 0x1d1e)},
    {"fp16 Inf", R16F, 0, false, OMBRE_ZERO, INFINITY, 7, ONLY(0x7c00)},
    {"fp11", R11G11B10F, 0, false, OMBRE_ZERO, .5f, 7, RANGE(0x37a, 0x382)},
    {"fp11 at 0", R11G11B10F, 0, false, OMBRE_ZERO, .01f, 7, RANGE(0, 0x27a)},
    {"fp10", R11G11B10F, 2, false, OMBRE_ZERO, .5f, 7, RANGE(0x1b8, 0x1c4)},
    /* clang-format on */
};

static void test_cts(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof cts_rows / sizeof cts_rows[0]; i++) {
        const int own = cts_rows[i].component;
        struct ombre_state s = state_of(cts_rows[i].dxgi);
        s.target[0].blend_enable = cts_rows[i].blend;
        s.target[0].color.dest =
            own == 3 ? OMBRE_ZERO : cts_rows[i].dest_factor;
        s.target[0].alpha.dest =
            own == 3 ? cts_rows[i].dest_factor : OMBRE_ZERO;
        struct ombre_source source = {0};
        memcpy(&source.word[0][own], &cts_rows[i].s, sizeof(float));
        struct ombre_texel dest = {{0}};
        ombre_texel_set_code(s.target[0].format, &dest,
                             (enum ombre_component) own, cts_rows[i].dest);
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_CTS);
        expect_set(cts_rows[i].name, own, &p.component[own].legal,
                   &cts_rows[i].want);
    }
    assert_true(compared >= 24 * 4 - 2);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
