/* tests/test_shared_store.c - what a store to R9G9B9E5 may leave, and how it is
 * judged
 *
 * The model counts in 1/64 of the smallest step, 2^-24, so that every number is
 * a whole number.
 */
#include "shared_check.h"

/* A model of the store of red alone, in 1/64 of the smallest step. */
static bool model_allows(uint64_t x, uint32_t e, uint32_t m, bool neighbour)
{
    const uint64_t step = (uint64_t) 64 << e, low = m * step;
    const uint64_t room = neighbour ? step - 1 : step / 2;
    if (e > 0 && m < 256)
        return false;
    /* 256 of this exponent from what lies below it: a step is half there. */
    const uint64_t below = m == 256 && e > 0 ? step / 2 : step;
    const uint64_t room_below = neighbour ? below - 1 : below / 2;
    return x <= low ? low - x <= room_below : x - low <= room;
}

/* Whether x is a half, so that handing it over as one changes nothing. */
static bool is_half(uint64_t x)
{
    return (double) x ==
           half_toward_zero((double) x / 64 * 0x1p-24) * 64 * 0x1p24;
}

static void check_store(uint64_t x, const struct ombre_state *state)
{
    const double src[4] = {(double) x / 64 * 0x1p-24, 0, 0, 0.7};
    char name[40];
    snprintf(name, sizeof name, "%llu/64 steps", (unsigned long long) x);

    const struct ombre_prediction exact =
        predict(state, src, 0x5A5A5A5A, OMBRE_JUDGE_EXACT);
    const uint32_t want = ombre_shared_encode(src).word[0];
    expect(ideal_texel(&exact) == want, name, "ideal", ideal_texel(&exact),
           want);
    expect(exact.texels.count == 1 && has(&exact, want), name, "exact set",
           exact.texels.count, 1);
    for (int j = OMBRE_JUDGE_STRICT; j <= OMBRE_JUDGE_VULKAN; j++) {
        const struct ombre_prediction p =
            predict(state, src, 0x5A5A5A5A, (enum ombre_judge) j);
        if (j > OMBRE_JUDGE_STRICT && !is_half(x))
            break;
        for (uint32_t e = want >> 27 < 2 ? 0 : (want >> 27) - 2;
             e < 32 && e <= (want >> 27) + 2; e++) {
            for (int64_t m = 0; m < 512; m++) {
                if (m > 3 && m < 254)
                    continue;
                if (m > 258 && m < 508 &&
                    llabs(m - (int64_t) mantissa(want, 0)) > 2)
                    continue;
                const bool ok =
                    model_allows(x, e, (uint32_t) m, j == OMBRE_JUDGE_VULKAN);
                const bool got = has(&p, e << 27 | (uint32_t) m);
                if (ok != got)
                    expect(false, name, ombre_judge_name((enum ombre_judge) j),
                           e * 1000.0 + (double) m, ok);
                compared++;
            }
        }
    }
}

/* Every exponent; mantissas at both ends and within; on the grid, at ties and
 * beside them. */
static void test_store(void **unused)
{
    (void) unused;
    static const uint32_t mantissas[] = {0,   1,   2,   3,   255, 256,
                                         257, 300, 387, 509, 510, 511};
    static const int64_t eighths[] = {-3, -4, -5, 0, 1, 3, 4, 5, 7};
    const struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    compared = failures = 0;
    for (int e = 0; e < 32; e++) {
        for (int m = 0; m < 12; m++) {
            for (int k = 0; k < 9; k++) {
                const int64_t x = ((int64_t) mantissas[m] * 8 + eighths[k]) *
                                  8 * ((int64_t) 1 << e);
                if (x >= 0 && x <= (int64_t) 511 * 64 << 31)
                    check_store((uint64_t) x, &state);
            }
        }
    }
    assert_true(compared > 100000);
    assert_int_equal(failures, 0);
}

/* The exponent is that of the largest; the others may be rounded or cut. */
static void test_others_beside_the_largest(void **unused)
{
    (void) unused;
    static const struct {
        const char *name;
        double r, g;
        uint32_t first, last; /* green, beside red's exponent of 15 */
    } rows[] = {
        {"on the grid", 1 / 512.0, 0.75, 1, 1},
        {"a quarter is kept or cut", 1.25 / 512, 0.75, 1, 1},
        {"a tie", 1.5 / 512, 0.75, 1, 2},
        {"three quarters", 1.75 / 512, 0.75, 1, 2},
        {"cut after it was rounded up", 1.99999 / 512, 0.75, 2, 2},
        {"much smaller", 0.01 / 512, 0.75, 0, 0},
    };
    const struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const double src[4] = {rows[i].r, rows[i].g, 0, 0.3};
        const struct ombre_prediction p =
            predict(&state, src, 0x5A5A5A5A, OMBRE_JUDGE_STRICT);
        if (p.texels.count != 1 || p.texels.range[0].exponent != 15 ||
            p.texels.range[0].first[0] != rows[i].first ||
            p.texels.range[0].last[0] != rows[i].last ||
            p.texels.range[0].first[1] != 384 ||
            p.texels.range[0].last[1] != 384)
            fail_msg("%s: %u ranges, exponent %u, red %u to %u", rows[i].name,
                     p.texels.count, p.texels.range[0].exponent,
                     p.texels.range[0].first[0], p.texels.range[0].last[0]);
    }
}

static void test_mask(void **unused)
{
    (void) unused;
    const double src[4] = {0.3, 0.6, 2.25, 0.7};
    const uint32_t dest = 0x12345678;
    struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    const uint32_t written =
        ombre_shared_encode((double[3]){(double) 0.3f, (double) 0.6f, 2.25})
            .word[0];
    for (uint8_t mask = 0; mask < 16; mask++) {
        state.target[0].write_mask = mask;
        const struct ombre_prediction p =
            predict(&state, src, dest, OMBRE_JUDGE_D3D);
        const bool all = (mask & 7) == 7, none = (mask & 7) == 0;
        for (int i = 0; i < 3; i++)
            assert_int_equal(p.component[i].fate, all ? OMBRE_FATE_WRITTEN
                                                  : none
                                                      ? OMBRE_FATE_KEPT
                                                      : OMBRE_FATE_UNDEFINED);
        assert_int_equal(p.component[3].fate, OMBRE_FATE_ABSENT);
        assert_int_equal(has(&p, written), !none);
        assert_int_equal(has(&p, dest), !all);
        assert_int_equal(has(&p, 0xDEADBEEF), !all && !none);
        if (none) {
            assert_int_equal(ideal_texel(&p), dest);
            assert_true(p.component[1].value ==
                        ombre_shared_decode(2, mantissa(dest, 1)));
            assert_int_equal(p.texels.count, 1);
        }
        if (all)
            assert_int_equal(ideal_texel(&p), written);
    }
    struct ombre_prediction p;
    const struct ombre_texel texel = {{dest}};
    assert_true(ombre_predict_uncovered(&state, 0, &texel, &p));
    assert_int_equal(ideal_texel(&p), dest);
    assert_true(has(&p, dest));
    assert_false(has(&p, dest ^ 1));

    state.shader.output[0].type = OMBRE_OUTPUT_NONE;
    p = predict(&state, src, dest, OMBRE_JUDGE_VULKAN);
    assert_int_equal(p.texels.count, 1);
    assert_true(has(&p, dest));

    /* A component that the shader does not declare spoils the exponent, not
     * the colour of the others. */
    state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 13};
    state.target[0].write_mask = 15;
    p = predict(&state, src, dest, OMBRE_JUDGE_EXACT);
    assert_true(has(&p, written));
    assert_true(has(&p, written & ~(511u << 9)));
    assert_false(has(&p, written ^ 1));
    assert_true(has(&p, 31u << 27 | 511u << 9));
    assert_false(has(&p, 0));
}

/* A destination that another texel could say as well is kept bit by bit. */
static void test_unchanged(void **unused)
{
    (void) unused;
    const uint32_t dest = 20u << 27 | 3 << 18 | 100 << 9 | 77;
    const double src[4] = {0.3, 0.6, 2.25, 0.7};
    const struct ombre_state keep =
        state_of(true, OMBRE_ZERO, OMBRE_ONE, OMBRE_OP_ADD);
    const struct ombre_prediction p =
        predict(&keep, src, dest, OMBRE_JUDGE_D3D);
    const uint32_t normalised = 18u << 27 | 12 << 18 | 400 << 9 | 308;
    assert_int_equal(ideal_texel(&p), normalised);
    assert_true(has(&p, normalised));
    assert_true(has(&p, dest));
    assert_false(has(&p, 19u << 27 | 6 << 18 | 200 << 9 | 154));

    const struct ombre_state half =
        state_of(true, OMBRE_ZERO, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD);
    const struct ombre_prediction q =
        predict(&half, src, dest, OMBRE_JUDGE_D3D);
    assert_false(has(&q, dest));
}

/* --- Verdicts ------------------------------------------------------------- */

enum {
    PASS = OMBRE_VERDICT_PASS,
    COMPATIBILITY = OMBRE_VERDICT_COMPATIBILITY_WARNING,
    FAIL = OMBRE_VERDICT_FAIL
};

static void test_verdicts(void **unused)
{
    (void) unused;
    const struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    const double src[4] = {0.75, 1.3 / 512, 0, 0.7};
    const struct ombre_prediction d3d =
        predict(&state, src, 0x5A5A5A5A, OMBRE_JUDGE_D3D);
    const struct ombre_prediction vulkan =
        predict(&state, src, 0x5A5A5A5A, OMBRE_JUDGE_VULKAN);
    const struct ombre_legal_texel legal = {
        .exponent = d3d.exponent,
        .texels = d3d.texels,
        .wide_texels = vulkan.texels,
    };
    static const struct {
        uint32_t e, r, g, b;
        int verdict, red, green, blue;
        uint64_t green_distance;
    } rows[] = {
        {15, 384, 1, 0, PASS, PASS, PASS, PASS, 0},
        {15, 384, 2, 0, COMPATIBILITY, PASS, COMPATIBILITY, PASS, 1},
        {15, 384, 5, 0, FAIL, PASS, FAIL, PASS, 4},
        {15, 383, 1, 0, FAIL, FAIL, PASS, PASS, 0},
        {15, 384, 1, 2, FAIL, PASS, PASS, FAIL, 0},
        {16, 192, 1, 0, FAIL, PASS, FAIL, PASS, 1},
    };
    const struct ombre_format *const format = state.target[0].format;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const uint32_t m[3] = {rows[i].r, rows[i].g, rows[i].b};
        const struct ombre_texel got = ombre_shared_texel(rows[i].e, m);
        const struct ombre_texel_verdict v =
            ombre_verify_texel(format, &legal, &got);
        assert_int_equal(v.verdict, rows[i].verdict);
        assert_int_equal(v.component[0], rows[i].red);
        assert_int_equal(v.component[1], rows[i].green);
        assert_int_equal(v.component[2], rows[i].blue);
        assert_int_equal(v.distance[1], rows[i].green_distance);
    }
}

/* Rooms and roundings of single blends, by the red component.  Red 257 or 259
 * halved is a tie beside green's 511, whose step is 1. */
#define ODD (24u << 27 | 511 << 9)
#define HIGH (24u << 27 | 256)

struct single {
    const char *name;
    bool blend;
    struct ombre_equation equation;
    double src;
    uint32_t dest;
    enum ombre_judge judge;
    uint32_t texel;
    bool legal;
};

static const struct single singles[] = {
    {"a tie and a little more",
     true,
     {OMBRE_ONE, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
     0x1p-100,
     ODD | 257,
     OMBRE_JUDGE_EXACT,
     ODD | 129,
     true},
    {"a tie and a little less",
     true,
     {OMBRE_ONE, OMBRE_BLEND_FACTOR, OMBRE_OP_REV_SUBTRACT},
     0x1p-100,
     ODD | 259,
     OMBRE_JUDGE_EXACT,
     ODD | 129,
     true},
    {"a tie",
     true,
     {OMBRE_ZERO, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
     0.3,
     ODD | 257,
     OMBRE_JUDGE_EXACT,
     ODD | 128,
     true},
    {"nearly unchanged is no copy",
     true,
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     0x1p-100,
     24u << 27 | 3,
     OMBRE_JUDGE_D3D,
     24u << 27 | 3,
     false},
    {"unchanged is",
     true,
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     0,
     24u << 27 | 3,
     OMBRE_JUDGE_D3D,
     24u << 27 | 3,
     true},
    {"a store has no destination to keep",
     false,
     {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
     3,
     24u << 27 | 3,
     OMBRE_JUDGE_D3D,
     24u << 27 | 3,
     false},
    {"a source cut to a half, then a tie",
     false,
     {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
     256.7,
     0,
     OMBRE_JUDGE_D3D,
     HIGH,
     true},
    {"not in fp32",
     false,
     {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
     256.7,
     0,
     OMBRE_JUDGE_STRICT,
     HIGH,
     false},
    {"a negative source may be kept",
     true,
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     -100,
     24u << 27 | 456,
     OMBRE_JUDGE_D3D,
     24u << 27 | 356,
     true},
    {"or clamped",
     true,
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     -100,
     24u << 27 | 456,
     OMBRE_JUDGE_D3D,
     24u << 27 | 456,
     true},
    {"but nothing between",
     true,
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     -100,
     24u << 27 | 456,
     OMBRE_JUDGE_D3D,
     24u << 27 | 400,
     false},
    {"a large source may be clamped to 65408",
     true,
     {OMBRE_BLEND_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD},
     70000,
     0,
     OMBRE_JUDGE_D3D,
     30u << 27 | 511,
     true},
    {"and no lower",
     true,
     {OMBRE_BLEND_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD},
     70000,
     0,
     OMBRE_JUDGE_D3D,
     30u << 27 | 508,
     false},
    {"or kept",
     true,
     {OMBRE_BLEND_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD},
     70000,
     0,
     OMBRE_JUDGE_D3D,
     31u << 27 | 273,
     true},
};

static void test_single_blends(void **unused)
{
    (void) unused;
    static const float half_one[4] = {0.5f, 1, 1, 1};
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        const struct single *const row = &singles[i];
        struct ombre_state state =
            state_of(row->blend, row->equation.src, row->equation.dest,
                     row->equation.op);
        memcpy(state.blend_factor, half_one, sizeof half_one);
        const double src[4] = {row->src, 0, 0, 0.7};
        const struct ombre_prediction p =
            predict(&state, src, row->dest, row->judge);
        if (has(&p, row->texel) != row->legal)
            fail_msg("%s: %#x is%s legal", row->name, row->texel,
                     row->legal ? " not" : "");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store),
        cmocka_unit_test(test_others_beside_the_largest),
        cmocka_unit_test(test_mask),
        cmocka_unit_test(test_unchanged),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_single_blends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
