/* Sets of codes, against a plain array of flags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/format.h"

static const struct ombre_format *named(const char *name)
{
    uint32_t dxgi = 0;
    if (!ombre_dxgi_from_name(name, &dxgi) || !ombre_format_find(dxgi))
        fail_msg("no row %s", name);
    return ombre_format_find(dxgi);
}

/* --- Single additions ---------------------------------------------------- */

enum { MAX_ADDED = 5 };

/* Ranges added in this order, and what must come of them. */
static const struct {
    const char *name;
    unsigned added, count;
    struct ombre_range add[MAX_ADDED], want[MAX_ADDED];
} rows[] = {
    {"one", 1, 1, {{3, 7}}, {{3, 7}}},
    {"one ordinal", 1, 1, {{-4, -4}}, {{-4, -4}}},
    {"empty", 2, 1, {{3, 7}, {9, 8}}, {{3, 7}}},
    {"apart above", 2, 2, {{3, 7}, {9, 11}}, {{3, 7}, {9, 11}}},
    {"apart below", 2, 2, {{3, 7}, {-5, 1}}, {{-5, 1}, {3, 7}}},
    {"touch above", 2, 1, {{3, 7}, {8, 11}}, {{3, 11}}},
    {"touch below", 2, 1, {{3, 7}, {-5, 2}}, {{-5, 7}}},
    {"touch at zero", 2, 1, {{-3, -1}, {0, 4}}, {{-3, 4}}},
    {"overlap above", 2, 1, {{3, 7}, {6, 11}}, {{3, 11}}},
    {"overlap below", 2, 1, {{3, 7}, {-2, 3}}, {{-2, 7}}},
    {"inside", 2, 1, {{3, 7}, {4, 5}}, {{3, 7}}},
    {"around", 2, 1, {{3, 7}, {2, 9}}, {{2, 9}}},
    {"same", 2, 1, {{3, 7}, {3, 7}}, {{3, 7}}},
    {"fills a gap", 3, 1, {{3, 7}, {9, 11}, {8, 8}}, {{3, 11}}},
    {"between", 3, 3, {{1, 2}, {8, 9}, {4, 5}}, {{1, 2}, {4, 5}, {8, 9}}},
    {"joins some",
     5,
     3,
     {{1, 2}, {4, 5}, {7, 8}, {10, 11}, {5, 7}},
     {{1, 2}, {4, 8}, {10, 11}}},
    {"joins all", 4, 1, {{1, 2}, {4, 5}, {7, 8}, {2, 7}}, {{1, 8}}},
    {"joins last", 4, 2, {{1, 2}, {4, 5}, {7, 8}, {6, 20}}, {{1, 2}, {4, 20}}},
    {"all 64 bits",
     3,
     1,
     {{INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN}, {INT64_MIN, INT64_MAX}},
     {{INT64_MIN, INT64_MAX}}},
    {"ends of 64 bits",
     4,
     2,
     {{INT64_MIN, INT64_MIN},
      {INT64_MAX, INT64_MAX},
      {INT64_MIN + 1, INT64_MIN + 1},
      {INT64_MAX - 1, INT64_MAX - 1}},
     {{INT64_MIN, INT64_MIN + 1}, {INT64_MAX - 1, INT64_MAX}}},
};

static void additions(void **state)
{
    (void) state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ombre_code_set set = {0};
        for (unsigned k = 0; k < rows[i].added; k++)
            ombre_code_set_add(&set, rows[i].add[k].first, rows[i].add[k].last);
        if (set.count != rows[i].count || set.nan ||
            memcmp(set.range, rows[i].want,
                   rows[i].count * sizeof set.range[0]) != 0)
            fail_msg("%s: %u ranges, first %d to %d", rows[i].name, set.count,
                     (int) set.range[0].first, (int) set.range[0].last);
    }
}

/* --- Many additions, against flags --------------------------------------- */

enum { SPAN = 160 }; /* ordinals -80 to 79 */

static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static void check_shape(const struct ombre_code_set *set)
{
    assert_in_range(set->count, 0, OMBRE_MAX_RANGES);
    for (unsigned i = 0; i < set->count; i++) {
        assert_true(set->range[i].first <= set->range[i].last);
        assert_true(i == 0 || set->range[i - 1].last < set->range[i].first - 1);
    }
}

/* Sets of up to OMBRE_MAX_RANGES ranges hold exactly what was added. */
static void holds_what_was_added(void **state)
{
    const struct ombre_format *f = named("R8_SNORM");
    uint64_t seed = 0xC0DE5E7;
    unsigned checked = 0, several = 0;
    (void) state;
    for (unsigned round = 0; round < 2000; round++) {
        struct ombre_code_set set = {0};
        bool flag[SPAN] = {false};
        for (unsigned k = round % 25; k > 0; k--) {
            const int first = (int) (next_random(&seed) % (SPAN - 9));
            const int last = first + (int) (next_random(&seed) % 9);
            ombre_code_set_add(&set, first - SPAN / 2, last - SPAN / 2);
            memset(flag + first, true, (size_t) (last - first + 1));
            check_shape(&set);
        }
        for (int o = 0; o < SPAN; o++) {
            const uint32_t code =
                ombre_ordinal_code(f, OMBRE_RED, o - SPAN / 2);
            if (ombre_code_set_has(&set, f, OMBRE_RED, code) != flag[o])
                fail_msg("round %u: ordinal %d", round, o - SPAN / 2);
            checked++;
        }
        several += set.count > 8;
    }
    assert_int_equal(checked, 2000 * SPAN);
    assert_true(several > 100);
}

/* A full set joins its two nearest ranges, and loses nothing. */
static void full_set_grows(void **state)
{
    struct ombre_code_set set = {0}, more;
    (void) state;
    for (int i = 0; i < OMBRE_MAX_RANGES; i++)
        ombre_code_set_add(&set, i * 100 + (i == 7 ? 40 : 0), i * 100 + 50);
    assert_int_equal(set.count, OMBRE_MAX_RANGES);

    /* Beyond the end: ranges 7 (from 740) and 8 are no nearer than others, but
     * 10 and 11 will be. */
    more = set;
    ombre_code_set_add(&more, 1052, 1060);
    assert_int_equal(more.count, OMBRE_MAX_RANGES);
    assert_int_equal(more.range[10].first, 1000);
    assert_int_equal(more.range[10].last, 1060);
    assert_int_equal(more.range[11].first, 1100);
    assert_int_equal(more.range[23].last, 2350);
    assert_true(ombre_code_set_inside(&set, &more));
    check_shape(&more);

    /* The nearest need not be those just added. */
    more = set;
    ombre_code_set_add(&more, 651, 700);
    ombre_code_set_add(&more, INT64_MAX - 1, INT64_MAX);
    assert_int_equal(more.count, OMBRE_MAX_RANGES);
    assert_int_equal(more.range[6].last, 740 + 10);
    assert_true(more.range[23].last == INT64_MAX);
    assert_true(ombre_code_set_inside(&set, &more));
    check_shape(&more);

    /* Ends of 64 bits are the farthest apart of all. */
    more = set;
    ombre_code_set_add(&more, INT64_MIN, INT64_MIN);
    assert_true(more.range[0].first == INT64_MIN &&
                more.range[0].last == INT64_MIN);
    assert_int_equal(more.count, OMBRE_MAX_RANGES);
    assert_int_equal(more.range[1].last, 150);
    check_shape(&more);

    /* The first two, and the last two. */
    more = set;
    ombre_code_set_add(&more, -9, -2);
    assert_int_equal(more.range[0].first, -9);
    assert_int_equal(more.range[0].last, 50);
    assert_int_equal(more.count, OMBRE_MAX_RANGES);
    more = set;
    ombre_code_set_add(&more, 2360, 2361);
    assert_int_equal(more.range[23].first, 2300);
    assert_int_equal(more.range[23].last, 2361);
    assert_int_equal(more.count, OMBRE_MAX_RANGES);

    /* What touches needs no room. */
    more = set;
    ombre_code_set_add(&more, 2351, 2400);
    assert_int_equal(more.range[23].last, 2400);
    assert_int_equal(more.range[0].last, 50);
}

/* --- Members ------------------------------------------------------------- */

static void members_by_value(void **state)
{
    const struct ombre_format *half = named("R16G16_FLOAT");
    const struct ombre_format *snorm = named("R8_SNORM");
    const struct ombre_format *sint = named("R32_SINT");
    struct ombre_code_set set = {0};
    (void) state;

    /* -2^-24 to 2^-24 through both zeros. */
    ombre_code_set_add(&set, -2, 1);
    assert_true(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x0001));
    assert_true(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x0000));
    assert_true(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x8000));
    assert_true(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x8001));
    assert_false(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x0002));
    assert_false(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x8002));
    assert_false(ombre_code_set_has(&set, half, OMBRE_GREEN, 0x7E00));
    assert_false(ombre_code_set_has(&set, half, OMBRE_GREEN, 0xFE01));
    set.range[1] = (struct ombre_range){5, 6}; /* beyond the count */
    assert_false(ombre_code_set_has(&set, half, OMBRE_GREEN, 5));

    /* The same ordinals are other codes elsewhere. */
    assert_true(ombre_code_set_has(&set, snorm, OMBRE_RED, 0xFE));
    assert_true(ombre_code_set_has(&set, snorm, OMBRE_RED, 0xFF));
    assert_true(ombre_code_set_has(&set, snorm, OMBRE_RED, 0x01));
    assert_false(ombre_code_set_has(&set, snorm, OMBRE_RED, 0xFD));
    assert_false(ombre_code_set_has(&set, snorm, OMBRE_RED, 0x02));
    assert_false(ombre_code_set_has(&set, snorm, OMBRE_RED, 0x80));
    assert_true(ombre_code_set_has(&set, sint, OMBRE_RED, 0xFFFFFFFE));
    assert_false(ombre_code_set_has(&set, sint, OMBRE_RED, 0x7FFFFFFE));
}

/* The whole range of ordinals holds no NaN, and `nan` holds nothing else. */
static void nan_is_a_member_of_its_own(void **state)
{
    static const char *const names[] = {"R16_FLOAT", "R11G11B10_FLOAT",
                                        "R32_FLOAT"};
    static const uint32_t nans[] = {0x7E01, 0x7C1, 0xFF800001};
    static const uint32_t infinities[] = {0xFC00, 0x7C0, 0xFF800000};
    (void) state;
    for (unsigned i = 0; i < 3; i++) {
        const struct ombre_format *f = named(names[i]);
        struct ombre_code_set whole = {0};
        const struct ombre_code_set only_nan = {.nan = true};
        int64_t lowest, highest;
        ombre_ordinal_limits(f, OMBRE_RED, &lowest, &highest);
        ombre_code_set_add(&whole, INT64_MIN, INT64_MAX);
        assert_false(ombre_code_set_has(&whole, f, OMBRE_RED, nans[i]));
        assert_true(ombre_code_set_has(&whole, f, OMBRE_RED, infinities[i]));
        assert_true(ombre_code_set_has(&only_nan, f, OMBRE_RED, nans[i]));
        assert_false(ombre_code_set_has(&only_nan, f, OMBRE_RED, 0));
        assert_false(
            ombre_code_set_has(&only_nan, f, OMBRE_RED, infinities[i]));
        whole = (struct ombre_code_set){0};
        ombre_code_set_add(&whole, lowest, highest);
        assert_true(ombre_code_set_has(&whole, f, OMBRE_RED, infinities[i]));
    }
}

/* --- Sets together ------------------------------------------------------- */

static void joins(void **state)
{
    struct ombre_code_set a = {0}, b = {0}, both, empty = {0};
    (void) state;
    ombre_code_set_add(&a, 1, 2);
    ombre_code_set_add(&a, 8, 9);
    ombre_code_set_add(&b, 3, 5);
    ombre_code_set_add(&b, 20, 21);

    both = a;
    ombre_code_set_join(&both, &b);
    assert_int_equal(both.count, 3);
    assert_true(both.range[0].first == 1 && both.range[0].last == 5);
    assert_true(both.range[1].first == 8 && both.range[1].last == 9);
    assert_true(both.range[2].first == 20 && both.range[2].last == 21);
    assert_false(both.nan);

    b.nan = true;
    ombre_code_set_join(&both, &b);
    assert_true(both.nan);
    ombre_code_set_join(&both, &a);
    assert_true(both.nan);
    assert_int_equal(both.count, 3);
    ombre_code_set_join(&both, &both);
    assert_int_equal(both.count, 3);
    ombre_code_set_join(&empty, &both);
    assert_memory_equal(&empty.range, &both.range, 3 * sizeof both.range[0]);
}

static void insides(void **state)
{
    static const struct {
        const char *name;
        struct ombre_code_set inner, outer;
        bool inside;
    } at[] = {
        {"empty in empty", {0}, {0}, true},
        {"empty in some", {0}, {.count = 1, .range = {{1, 2}}}, true},
        {"some in empty", {.count = 1, .range = {{1, 2}}}, {0}, false},
        {"same",
         {.count = 2, .range = {{1, 2}, {5, 6}}},
         {.count = 2, .range = {{1, 2}, {5, 6}}},
         true},
        {"two in one",
         {.count = 2, .range = {{1, 2}, {5, 6}}},
         {.count = 1, .range = {{1, 6}}},
         true},
        {"one over a hole",
         {.count = 1, .range = {{1, 6}}},
         {.count = 2, .range = {{1, 2}, {5, 6}}},
         false},
        {"below",
         {.count = 1, .range = {{0, 2}}},
         {.count = 1, .range = {{1, 6}}},
         false},
        {"above",
         {.count = 1, .range = {{5, 7}}},
         {.count = 1, .range = {{1, 6}}},
         false},
        {"second out",
         {.count = 2, .range = {{1, 2}, {9, 9}}},
         {.count = 2, .range = {{1, 6}, {10, 12}}},
         false},
        {"in the second",
         {.count = 1, .range = {{-8, -7}}},
         {.count = 3, .range = {{-20, -19}, {-9, -6}, {0, 4}}},
         true},
        {"what lies beyond the count is no member",
         {.count = 1, .range = {{5, 6}, {90, 91}}},
         {.count = 1, .range = {{1, 2}, {5, 6}}},
         false},
        {"nor need it be one",
         {.count = 1, .range = {{1, 2}, {90, 91}}},
         {.count = 1, .range = {{1, 2}, {5, 6}}},
         true},
        {"NaN in no NaN",
         {.nan = true},
         {.count = 1, .range = {{1, 2}}},
         false},
        {"no NaN in NaN", {0}, {.nan = true}, true},
        {"NaN in NaN",
         {.count = 1, .range = {{2, 2}}, .nan = true},
         {.count = 1, .range = {{1, 2}}, .nan = true},
         true},
    };
    (void) state;
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++)
        if (ombre_code_set_inside(&at[i].inner, &at[i].outer) != at[i].inside)
            fail_msg("%s", at[i].name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(additions),
        cmocka_unit_test(holds_what_was_added),
        cmocka_unit_test(full_set_grows),
        cmocka_unit_test(members_by_value),
        cmocka_unit_test(nan_is_a_member_of_its_own),
        cmocka_unit_test(joins),
        cmocka_unit_test(insides),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
