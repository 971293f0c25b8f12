/* tests/test_reference_shared.c - R9G9B9E5: intervals, the ideal texel, and the
 * ranges of mantissas beside each exponent
 */
#include "shared_check.h"

#include "../src/reference_shared.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* --- Intervals ------------------------------------------------------------ */

struct pair {
    double low, high;
};

/* clang-format off */
static const struct {
    const char *name;
    unsigned added, count;
    struct pair add[5], want[5];
} value_rows[] = {
    {"one", 1, 1, {{1, 2}}, {{1, 2}}},
    {"in order", 3, 3, {{1, 2}, {3, 4}, {5, 6}}, {{1, 2}, {3, 4}, {5, 6}}},
    {"out of order", 3, 3, {{5, 6}, {3, 4}, {1, 2}}, {{1, 2}, {3, 4}, {5, 6}}},
    {"between", 3, 3, {{1, 2}, {5, 6}, {3, 4}}, {{1, 2}, {3, 4}, {5, 6}}},
    {"touching", 2, 1, {{1, 2}, {2, 3}}, {{1, 3}}},
    {"touching behind another", 3, 2, {{1, 2}, {3, 4}, {4, 5}}, {{1, 2}, {3, 5}}},
    {"a part", 2, 1, {{1, 5}, {2, 3}}, {{1, 5}}},
    {"joining the first", 5, 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {1.5, 2.5}},
     {{1, 2.5}, {3, 4}, {5, 6}, {7, 8}}},
    {"joining the second", 5, 4, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {3.5, 4.5}},
     {{1, 2}, {3, 4.5}, {5, 6}, {7, 8}}},
    {"joining three", 5, 2, {{1, 2}, {3, 4}, {5, 6}, {7, 8}, {2, 5.5}},
     {{1, 6}, {7, 8}}},
    {"a point", 1, 1, {{0.3, 0.3}}, {{0.3, 0.3}}},
    {"no number", 1, 1, {{(double) NAN, (double) NAN}}, {{0, 0}}},
    {"below zero", 1, 1, {{-3, -1}}, {{0, 0}}},
    {"across zero", 1, 1, {{-3, 1}}, {{0, 1}}},
    {"minus zero", 1, 1, {{-0.0, -0.0}}, {{0, 0}}},
    {"too large", 1, 1, {{65407, 7e4}}, {{65407, 65408}}},
    {"infinite", 1, 1, {{7e4, (double) INFINITY}}, {{65408, 65408}}},
};
/* clang-format on */

static void test_values(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t r = 0; r < ROWS(value_rows); r++) {
        struct shared_values v = {0};
        for (unsigned i = 0; i < value_rows[r].added; i++)
            shared_values_add(&v, value_rows[r].add[i].low,
                              value_rows[r].add[i].high);
        const unsigned count = value_rows[r].count;
        expect(v.count == count, value_rows[r].name, "count", v.count, count);
        for (unsigned i = 0; i < count; i++) {
            const struct float_interval x = v.interval[i];
            const struct pair want = value_rows[r].want[i];
            expect(x.low == want.low && !signbit(x.low), value_rows[r].name,
                   "low end", x.low, want.low);
            expect(x.high == want.high && !signbit(x.high), value_rows[r].name,
                   "high end", x.high, want.high);
        }
    }
    assert_true(compared > 60);
    assert_int_equal(failures, 0);
}

/* One too many: the two that are nearest in proportion become one. */
static void test_too_many(void **unused)
{
    (void) unused;
    for (int pair = 0; pair < SHARED_INTERVALS - 1; pair++) {
        struct shared_values v = {0};
        for (int i = 0; i < SHARED_INTERVALS; i++)
            shared_values_add(&v, ldexp(1, i - 8),
                              ldexp(i == pair ? 1.75 : 1.5, i - 8));
        assert_int_equal(v.count, SHARED_INTERVALS);
        shared_values_add(&v, 1000, 2000);
        assert_int_equal(v.count, SHARED_INTERVALS);
        for (int i = 0; i < SHARED_INTERVALS; i++) {
            const int from = i <= pair ? i : i + 1;
            const int to = i < pair ? i : i + 1;
            const bool added = i == SHARED_INTERVALS - 1;
            const double low = added ? 1000 : ldexp(1, from - 8);
            const double high = added ? 2000 : ldexp(1.5, to - 8);
            assert_true(v.interval[i].low == low);
            assert_true(v.interval[i].high == high);
        }
    }
}

/* --- The ideal texel ------------------------------------------------------ */

/* FS 19.3.2.2: nearest, ties to even; what lies beyond the double decides. */
static void test_ideal(void **unused)
{
    (void) unused;
    static const struct {
        double green; /* in steps of the exponent of 1 */
        int rest;
        uint32_t mantissa;
    } rows[] = {
        {2.25, 0, 2}, {2.25, 1, 2},  {2.75, -1, 3}, {2.5, 0, 2},
        {2.5, 1, 3},  {2.5, -1, 2},  {3.5, 0, 4},   {3.5, 1, 4},
        {3.5, -1, 3}, {255, 1, 255}, {-3.5, 1, 0},  {0, 1, 0},
    };
    for (size_t r = 0; r < ROWS(rows); r++) {
        const struct float_result result[3] = {
            {1, 0}, {rows[r].green / 256, rows[r].rest}, {0.25, 0}};
        const struct ombre_texel texel = shared_ideal(result);
        assert_int_equal(ombre_shared_exponent(&texel), 16);
        assert_int_equal(mantissa(texel.word[0], 0), 256);
        assert_int_equal(mantissa(texel.word[0], 1), rows[r].mantissa);
        assert_int_equal(mantissa(texel.word[0], 2), 64);
    }
    const struct float_result beyond[3] = {{7e4, 1}, {65408, 1}, {0, 0}};
    const struct ombre_texel texel = shared_ideal(beyond);
    assert_int_equal(texel.word[0], 31u << 27 | 511 << 9 | 511);
}

/* --- Ranges --------------------------------------------------------------- */

struct range {
    unsigned exponent;
    unsigned first[3], last[3];
    unsigned largest;
};

/* Numbers in steps of the exponent of 1, 1/256; 0 to 0 where none is given. */
/* clang-format off */
static const struct {
    const char *name;
    enum ombre_judge judge;
    struct pair red[3], green[3], blue[3];
    unsigned count;
    struct range want[8];
} range_rows[] = {
    {"on the grid", OMBRE_JUDGE_D3D, {{256, 256}}, {{7, 7}}, {{9, 9}},
     1, {{16, {256, 7, 9}, {256, 7, 9}, 256}}},
    {"a tie", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.5, 2.5}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 3, 0}, 256}}},
    {"cut", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.75, 2.75}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 3, 0}, 256}}},
    {"rounded by its own nine bits, then cut", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.9999, 2.9999}}, {{0, 0}},
     1, {{16, {256, 3, 0}, {256, 3, 0}, 256}}},
    {"below the middle", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.25, 2.25}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 2, 0}, 256}}},
    {"a neighbour", OMBRE_JUDGE_VULKAN, {{256, 256}}, {{2.25, 2.25}}, {{0, 0}},
     2, {{16, {256, 2, 0}, {256, 2, 0}, 256}, {16, {256, 2, 0}, {256, 3, 0}, 256}}},
    {"an interval", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.25, 7.25}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 7, 0}, 256}}},

    {"side by side", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.25, 2.25}, {3.25, 3.25}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 3, 0}, 256}}},
    {"one in two intervals", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.5, 2.5}, {3.25, 3.25}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 3, 0}, 256}}},
    {"three side by side", OMBRE_JUDGE_D3D, {{256, 256}}, {{2.25, 2.25}, {3.25, 3.25}, {4.25, 4.25}}, {{0, 0}},
     1, {{16, {256, 2, 0}, {256, 4, 0}, 256}}},
    {"behind another", OMBRE_JUDGE_D3D, {{256, 256}}, {{2, 2}, {4, 4}, {5, 5}}, {{0, 0}},
     2, {{16, {256, 2, 0}, {256, 2, 0}, 256}, {16, {256, 4, 0}, {256, 5, 0}, 256}}},

    {"two and two and two", OMBRE_JUDGE_D3D, {{256, 256}, {260, 260}}, {{2, 2}, {4, 4}}, {{5, 5}, {8, 8}},
     8, {{16, {256, 2, 5}, {256, 2, 5}, 256}, {16, {256, 2, 8}, {256, 2, 8}, 256},
         {16, {256, 4, 5}, {256, 4, 5}, 256}, {16, {256, 4, 8}, {256, 4, 8}, 256},
         {16, {260, 2, 5}, {260, 2, 5}, 256}, {16, {260, 2, 8}, {260, 2, 8}, 256},
         {16, {260, 4, 5}, {260, 4, 5}, 256}, {16, {260, 4, 8}, {260, 4, 8}, 256}}},
    {"one and two and three", OMBRE_JUDGE_D3D, {{256, 256}}, {{2, 2}, {4, 4}}, {{5, 5}, {8, 8}, {11, 11}},
     6, {{16, {256, 2, 5}, {256, 2, 5}, 256}, {16, {256, 2, 8}, {256, 2, 8}, 256},
         {16, {256, 2, 11}, {256, 2, 11}, 256}, {16, {256, 4, 5}, {256, 4, 5}, 256},
         {16, {256, 4, 8}, {256, 4, 8}, 256}, {16, {256, 4, 11}, {256, 4, 11}, 256}}},

    /* What is rounded to 255 at the exponent of 1 is 510 or 511 below it. */
    {"two exponents", OMBRE_JUDGE_D3D, {{255.25, 256}}, {{2, 2}}, {{0, 0}},
     2, {{15, {510, 4, 0}, {511, 4, 0}, 256}, {16, {256, 2, 0}, {256, 2, 0}, 256}}},
    {"two exponents, by two intervals", OMBRE_JUDGE_D3D, {{255.25, 255.25}, {256, 256}}, {{2, 2}}, {{0, 0}},
     2, {{15, {510, 4, 0}, {511, 4, 0}, 256}, {16, {256, 2, 0}, {256, 2, 0}, 256}}},
    {"two that may be the largest", OMBRE_JUDGE_D3D, {{255.25, 256}}, {{255.25, 256}}, {{0, 0}},
     2, {{15, {510, 510, 0}, {511, 511, 0}, 256}, {16, {255, 255, 0}, {256, 256, 0}, 256}}},
    {"the second is the largest", OMBRE_JUDGE_D3D, {{2, 2}}, {{255.25, 256}}, {{0, 0}},
     2, {{15, {4, 510, 0}, {4, 511, 0}, 256}, {16, {2, 256, 0}, {2, 256, 0}, 256}}},
    {"the third is the largest", OMBRE_JUDGE_D3D, {{2, 2}}, {{0, 0}}, {{255.25, 256}},
     2, {{15, {4, 0, 510}, {4, 0, 511}, 256}, {16, {2, 0, 256}, {2, 0, 256}, 256}}},
    {"the least exponent", OMBRE_JUDGE_D3D, {{0x5p-16, 0x5p-16}}, {{0, 0}}, {{0, 0}},
     1, {{0, {5, 0, 0}, {5, 0, 0}, 0}}},
    {"the greatest exponent", OMBRE_JUDGE_D3D, {{65408.0 * 256, 65408.0 * 256}}, {{0, 0}}, {{0, 0}},
     1, {{31, {511, 0, 0}, {511, 0, 0}, 256}}},
};
/* clang-format on */

static struct shared_values values_of(const struct pair pair[3])
{
    struct shared_values v = {0};
    shared_values_add(&v, pair[0].low / 256, pair[0].high / 256);
    for (int i = 1; i < 3 && pair[i].low != 0; i++)
        shared_values_add(&v, pair[i].low / 256, pair[i].high / 256);
    return v;
}

static bool is_range(const struct ombre_shared_range *got,
                     const struct range *want)
{
    bool same =
        got->exponent == want->exponent && got->largest == want->largest;
    for (int i = 0; i < 3; i++)
        same &=
            got->first[i] == want->first[i] && got->last[i] == want->last[i];
    return same;
}

static void test_ranges(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t r = 0; r < ROWS(range_rows); r++) {
        const struct shared_values v[3] = {values_of(range_rows[r].red),
                                           values_of(range_rows[r].green),
                                           values_of(range_rows[r].blue)};
        struct ombre_shared_set set = {0};
        shared_texels(v, range_rows[r].judge, &set);
        expect(set.count == range_rows[r].count, range_rows[r].name, "count",
               set.count, range_rows[r].count);
        for (unsigned i = 0; i < range_rows[r].count; i++) {
            unsigned found = 0;
            for (unsigned k = 0; k < set.count; k++)
                found += is_range(&set.range[k], &range_rows[r].want[i]);
            expect(found == 1, range_rows[r].name, "a range", i, found);
        }
        for (unsigned k = 0; failures && k < set.count; k++)
            print_error("  %u: %u..%u %u..%u %u..%u\n", set.range[k].exponent,
                        set.range[k].first[0], set.range[k].last[0],
                        set.range[k].first[1], set.range[k].last[1],
                        set.range[k].first[2], set.range[k].last[2]);
    }
    assert_true(compared > 50);
    assert_int_equal(failures, 0);
}

/* --- Predictions ---------------------------------------------------------- */

static uint32_t texel(unsigned exponent, unsigned r, unsigned g, unsigned b)
{
    return exponent << 27 | b << 18 | g << 9 | r;
}

/* The source is {1.5, 128.5 - a little, 0, 1 - a little} in steps of 1/256: a
 * product that fp32 would round to a tie, and the exact one does not reach.
 * CTS's threshold is 0.05, 12.8 steps. */
static const double little[4] = {1.5, 257 / 512.0 * (1 + 0x1p-13), 0,
                                 1 - 0x1p-13};

static void test_judges(void **unused)
{
    (void) unused;
    static const struct {
        enum ombre_judge judge;
        bool blue; /* declared */
        unsigned green;
        bool legal;
    } rows[] = {
        {OMBRE_JUDGE_EXACT, true, 128, true},
        {OMBRE_JUDGE_EXACT, true, 129, false},
        {OMBRE_JUDGE_EXACT, false, 128, true},
        {OMBRE_JUDGE_EXACT, false, 129, false},
        {OMBRE_JUDGE_STRICT, false, 129, true},
        {OMBRE_JUDGE_STRICT, false, 130, false},
        {OMBRE_JUDGE_D3D, false, 129, true},
        {OMBRE_JUDGE_VULKAN, false, 129, true},
        {OMBRE_JUDGE_CTS, true, 114, false},
        {OMBRE_JUDGE_CTS, true, 115, true},
        {OMBRE_JUDGE_CTS, true, 141, true},
        {OMBRE_JUDGE_CTS, true, 142, false},
    };
    for (size_t r = 0; r < ROWS(rows); r++) {
        struct ombre_state state =
            state_of(true, OMBRE_SRC_ALPHA, OMBRE_ZERO, OMBRE_OP_ADD);
        state.shader.output[0].components = rows[r].blue ? 15 : 11;
        const struct ombre_prediction p =
            predict(&state, little, 0x5A5A5A5A, rows[r].judge);
        if (has(&p, texel(16, 384, rows[r].green, 0)) != rows[r].legal)
            fail_msg("%s: %u", ombre_judge_name(rows[r].judge), rows[r].green);
        assert_int_equal(p.component[1].rule, OMBRE_REFERENCE_RULE_SHARED);
        assert_int_equal(p.component[2].fate, rows[r].blue
                                                  ? OMBRE_FATE_WRITTEN
                                                  : OMBRE_FATE_UNDEFINED);
        assert_true(p.component[0].value == 1.5 * (1 - 0x1p-13));
    }
}

/* An undefined component counts as none, ideally. */
static void test_undefined(void **unused)
{
    (void) unused;
    struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    const double src[4] = {0.7, 0x1p-14, 0, 1};
    state.shader.output[0].components = 14;
    const struct ombre_prediction p = predict(&state, src, 0, OMBRE_JUDGE_D3D);
    assert_int_equal(p.component[0].fate, OMBRE_FATE_UNDEFINED);
    assert_int_equal(p.exponent, 2);
    assert_int_equal(p.component[1].code, 256);
}

/* FS 19.1.2: what is written back keeps its bits, if all of it is: 2, 4 and 6
 * of exponent 20 are 256, 512 and 768 of a lower one. */
static void test_written_back(void **unused)
{
    (void) unused;
    static const struct {
        double src[4];
        enum ombre_judge judge;
        bool kept;
    } rows[] = {
        {{0, 0, 0, 0}, OMBRE_JUDGE_D3D, true},
        {{0, 0, 0, 0}, OMBRE_JUDGE_VULKAN, true},
        {{0, 0, 0, 0}, OMBRE_JUDGE_STRICT, false},
        {{0, 0, 0, 0}, OMBRE_JUDGE_EXACT, false},
        {{0.25, 0, 0, 0}, OMBRE_JUDGE_D3D, false},
        {{0, 0.25, 0, 0}, OMBRE_JUDGE_D3D, false},
        {{0, 0, 0.25, 0}, OMBRE_JUDGE_D3D, false},
    };
    const uint32_t dest = texel(20, 2, 4, 6);
    for (size_t r = 0; r < ROWS(rows); r++) {
        const struct ombre_state state =
            state_of(true, OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD);
        const struct ombre_prediction p =
            predict(&state, rows[r].src, dest, rows[r].judge);
        assert_int_equal(has(&p, dest), rows[r].kept);
        assert_false(has(&p, texel(14, 256, 0, 0))); /* the source alone */
    }
}

/* A component's own codes are those of all ranges. */
static void test_own_codes(void **unused)
{
    (void) unused;
    const struct ombre_state state =
        state_of(false, OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD);
    const double src[4] = {255.75 / 256, 2.0 / 256, 0, 1};
    const struct ombre_prediction p =
        predict(&state, src, 0, OMBRE_JUDGE_VULKAN);
    static const struct {
        unsigned component;
        int64_t code;
        bool legal;
    } rows[] = {
        {0, 510, false}, {0, 511, true}, {0, 256, true}, {0, 257, false},
        {1, 4, true},    {1, 2, true},   {1, 3, false},  {2, 0, true},
    };
    for (size_t r = 0; r < ROWS(rows); r++) {
        struct ombre_code_set one = {0};
        ombre_code_set_add(&one, rows[r].code, rows[r].code);
        assert_int_equal(
            ombre_code_set_inside(&one, &p.component[rows[r].component].legal),
            rows[r].legal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),       cmocka_unit_test(test_too_many),
        cmocka_unit_test(test_ideal),        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_judges),       cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_written_back), cmocka_unit_test(test_own_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
