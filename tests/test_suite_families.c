/* Each family of bugs has its sweep, and no case of `ci` is invalid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/faults.h"
#include "ombre/suite.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

/* What drivers and layers have been found to get wrong. */
static const struct {
    const char *family, *pattern;
    size_t least;
} families[] = {
    {"enumerators and slots", "om.factors.*", 94},
    {"enumerators and slots", "om.cross.*", 2000},
    {"short cuts of the algebra", "om.shortcut.*", 12},
    {"short cuts of the algebra", "om.color.*zero*", 87},
    {"MIN and MAX", "om.min_max.*", 30},
    {"replication and independence", "om.independent.*", 24},
    {"replication and independence", "om.mrt.half_integer.*", 12},
    {"write masks", "om.mask_count.*", 128},
    {"write masks", "om.mask.*", 32},
    {"holes and outputs not written", "om.slots.*", 255},
    {"holes and outputs not written", "om.output.*", 10},
    {"dual source", "om.cross_dual.*", 1632},
    {"dual source", "om.color_dual.*", 408},
    {"dual source", "om.alpha_dual.*", 108},
    {"logic operations", "om.logic.*", 16},
    {"logic operations", "om.logic_mask.*", 5},
    {"constants and ranges", "om.targets.constant*", 5},
    {"NaN, infinities and floats", "om.special.*", 40},
    {"missing channels and swizzles", "om.blend.*", 128},
    {"missing channels and swizzles", "om.cross.a8_unorm.*", 80},
    {"SNORM", "om.factors.snorm.*", 47},
    {"SNORM", "om.cross.snorm.*", 677},
    {"coverage", "om.coverage*", 19},
    {"coverage", "om.samples.*", 192},
    {"what is left of the draw before", "om.order.??.*", 145},
    {"precision, sRGB and narrow formats", "om.sweep.*", 17},
    {"precision, sRGB and narrow formats", "om.bias.*", 12},
    {"precision, sRGB and narrow formats", "om.cross.coded.*", 677},
};

static void test_families(void **unused)
{
    (void) unused;
    const size_t size = ombre_suite_size(OMBRE_SUITE_CI);
    for (size_t f = 0; f < ROWS(families); f++) {
        size_t count = 0;
        for (size_t i = 0; i < size; i++) {
            char id[OMBRE_ID_SIZE];
            ombre_suite_id(OMBRE_SUITE_CI, i, id);
            count += ombre_id_matches(id, families[f].pattern);
        }
        if (count < families[f].least)
            fail_msg("%s: %zu of %s, not %zu", families[f].family, count,
                     families[f].pattern, families[f].least);
    }
}

static void count_families(enum ombre_suite suite,
                           size_t count[OMBRE_BUG_FAMILIES])
{
    const size_t size = ombre_suite_size(suite);
    for (size_t i = 0; i < size; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(suite, i, id);
        const uint32_t found = ombre_bug_families_of(id);
        if (found == 0 || found >> OMBRE_BUG_FAMILIES)
            fail_msg("%s is made for families 0x%x", id, (unsigned) found);
        for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++)
            count[f] += found >> f & 1;
    }
}

/* Every case is made for some family, and every family has cases in smoke, and
 * no fewer in ci. */
static void test_bug_families(void **unused)
{
    (void) unused;
    static const size_t least[OMBRE_BUG_FAMILIES] = {
        1481, 977, 56, 63, 50, 13, 516, 214, 1098, 61, 241, 90, 19, 61, 260,
    };
    size_t smoke[OMBRE_BUG_FAMILIES] = {0}, ci[OMBRE_BUG_FAMILIES] = {0};
    count_families(OMBRE_SUITE_SMOKE, smoke);
    count_families(OMBRE_SUITE_CI, ci);
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++) {
        if (smoke[f] < least[f] || ci[f] < smoke[f])
            fail_msg("%s: %zu and %zu cases", ombre_bug_family_at(f)->id,
                     smoke[f], ci[f]);
    }
    assert_null(ombre_bug_family_at(OMBRE_BUG_FAMILIES));
    assert_int_equal(ombre_bug_families_of("cts.blend.format.r8_unorm.0"), 0);
    /* A second source; not the first of several globs. */
    assert_int_equal(
        ombre_bug_families_of("om.cross_dual.r8_unorm.one-src1_alpha-add"),
        1u << 6);
    assert_int_equal(ombre_bug_families_of("om.special.r8g8b8a8_snorm.max"),
                     1u << 2 | 1u << 9 | 1u << 11);
}

/* "F1" to "F15", each of which faults are planted of, and no other. */
static void test_fault_families(void **unused)
{
    (void) unused;
    size_t count[OMBRE_BUG_FAMILIES] = {0};
    struct ombre_fault fault;
    for (size_t i = 0; ombre_fault_at(i, &fault); i++) {
        unsigned f = 0;
        while (f < OMBRE_BUG_FAMILIES &&
               strcmp(ombre_bug_family_at(f)->id, fault.family) != 0)
            f++;
        if (f == OMBRE_BUG_FAMILIES)
            fail_msg("%s: no family %s", fault.id, fault.family);
        count[f]++;
    }
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++) {
        assert_int_equal(strtoul(ombre_bug_family_at(f)->id + 1, NULL, 10),
                         f + 1);
        assert_true(count[f] > 0);
    }
}

/* Nothing but warnings, and what is not declared. */
static void test_valid(void **unused)
{
    (void) unused;
    struct ombre_issues *issues = malloc(sizeof *issues);
    assert_non_null(issues);
    size_t checked = 0;
    for (size_t i = ombre_suite_size(OMBRE_SUITE_SMOKE);
         i < ombre_suite_size(OMBRE_SUITE_CI); i++) {
        struct ombre_case c;
        struct ombre_state state;
        assert_true(ombre_suite_make(OMBRE_SUITE_CI, i, &c));
        ombre_validate(&c.pso, &c.device, issues);
        for (unsigned n = 0; n < issues->count; n++)
            if (ombre_rule_severity(issues->issue[n].rule) !=
                OMBRE_SEVERITY_WARNING)
                fail_msg("%s: %s: %s", c.name, issues->issue[n].path,
                         issues->issue[n].detail);
        assert_true(ombre_state_from_pso(&c.pso, &state));
        checked++;
        ombre_case_finish(&c);
    }
    assert_true(checked > 4500);
    free(issues);
}

/* Each of the twelve states follows each of them once. */
static void test_order(void **unused)
{
    (void) unused;
    unsigned follows[12][12] = {{0}};
    size_t last = 12, pairs = 0;
    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_CI); i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(OMBRE_SUITE_CI, i, id);
        if (!ombre_id_matches(id, "om.order.??.*"))
            continue;
        const size_t state = strtoul(strrchr(id, '_') + 1, NULL, 16);
        assert_true(state < 12);
        if (last < 12) {
            follows[last][state]++;
            pairs++;
        }
        last = state;
    }
    assert_int_equal(pairs, 144);
    for (size_t a = 0; a < 12; a++)
        for (size_t b = 0; b < 12; b++)
            assert_int_equal(follows[a][b], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_families),
        cmocka_unit_test(test_bug_families),
        cmocka_unit_test(test_fault_families),
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
