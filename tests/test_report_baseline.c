/* Baselines, comparisons and precision. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_check.h"

static const char driver[] = "Mesa 22.3.6 (LLVM 15.0.6)";

static bool parse(const char *text, struct ombre_baseline *out,
                  struct ombre_report_error *error)
{
    return ombre_baseline_parse(text, strlen(text), driver, out, error);
}

/* --- Judging -------------------------------------------------------------- */

static const struct {
    const char *text, *id;
    enum ombre_outcome outcome;
    bool relaxed;
    enum ombre_expectation want;
} judged[] = {
    {"", "a.b", OMBRE_OUTCOME_PASS, false, OMBRE_EXPECTATION_MET},
    {"", "a.b", OMBRE_OUTCOME_NOT_SUPPORTED, false, OMBRE_EXPECTATION_MET},
    {"", "a.b", OMBRE_OUTCOME_FAIL, false, OMBRE_EXPECTATION_UNEXPECTED},
    {"", "a.b", OMBRE_OUTCOME_FLAKE, true, OMBRE_EXPECTATION_UNEXPECTED},
    {"", "a.b", OMBRE_OUTCOME_QUALITY_WARNING, true, OMBRE_EXPECTATION_MET},
    {"", "a.b", OMBRE_OUTCOME_COMPATIBILITY_WARNING, false,
     OMBRE_EXPECTATION_UNEXPECTED},
    {"a.b,Fail", "a.b", OMBRE_OUTCOME_FAIL, false, OMBRE_EXPECTATION_KNOWN},
    {"a.b,Fail", "a.c", OMBRE_OUTCOME_FAIL, false,
     OMBRE_EXPECTATION_UNEXPECTED},
    {"a.b,Fail", "a.b", OMBRE_OUTCOME_CRASH, false,
     OMBRE_EXPECTATION_UNEXPECTED},
    {"a.b,Crash", "a.b", OMBRE_OUTCOME_CRASH, false, OMBRE_EXPECTATION_KNOWN},
    {"a.b,Fail", "a.b", OMBRE_OUTCOME_PASS, false, OMBRE_EXPECTATION_BETTER},
    {"a.b,Fail", "a.b", OMBRE_OUTCOME_NOT_SUPPORTED, false,
     OMBRE_EXPECTATION_MET},
    {"a.b,Fail\na.*,Pass", "a.b", OMBRE_OUTCOME_PASS, false,
     OMBRE_EXPECTATION_MET},
    {"a.b,Flake", "a.b", OMBRE_OUTCOME_PASS, false, OMBRE_EXPECTATION_MET},
    {"a.b,Flake", "a.b", OMBRE_OUTCOME_FLAKE, false, OMBRE_EXPECTATION_KNOWN},
    {"a.b,Flake", "a.b", OMBRE_OUTCOME_FAIL, false,
     OMBRE_EXPECTATION_UNEXPECTED},
    {" a.? , Fail @ Mesa 22 # why, a@b", "a.b", OMBRE_OUTCOME_FAIL, false,
     OMBRE_EXPECTATION_KNOWN},
    {"a.b,Fail @ Mesa 23", "a.b", OMBRE_OUTCOME_FAIL, false,
     OMBRE_EXPECTATION_UNEXPECTED},
    {"a.b,Fail @ Mesa 23", "a.b", OMBRE_OUTCOME_PASS, false,
     OMBRE_EXPECTATION_MET},
    {"a.b,Fail\r\n\r\n", "a.b", OMBRE_OUTCOME_FAIL, false,
     OMBRE_EXPECTATION_KNOWN},
};

static void test_judge(void **state)
{
    (void) state;
    size_t compared = 0;
    for (size_t i = 0; i < sizeof judged / sizeof judged[0]; i++) {
        struct ombre_baseline baseline;
        struct ombre_report_error error;
        assert_true(parse(judged[i].text, &baseline, &error));
        const enum ombre_expectation got = ombre_baseline_judge(
            &baseline, judged[i].id, judged[i].outcome, judged[i].relaxed);
        if (got != judged[i].want)
            fail_msg("row %zu: %s", i, ombre_expectation_name(got));
        ombre_baseline_finish(&baseline);
        compared++;
    }
    assert_int_equal(compared, 20);
}

static void test_bad_lines(void **state)
{
    (void) state;
    static const struct {
        const char *text;
        size_t line;
        const char *word;
    } rows[] = {
        {"a.b", 1, "GLOB"},        {"# x\n\na.b,Bad", 3, "status"},
        {",Fail", 1, "GLOB"},      {"a.b,", 1, "status"},
        {"@ Mesa", 1, "GLOB"},     {"a.b Fail @ x,Fail", 1, "GLOB"},
        {"a.b,fail", 1, "status"}, {"a,b,Fail,", 1, "status"},
    };
    size_t compared = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ombre_baseline baseline;
        struct ombre_report_error error;
        if (parse(rows[i].text, &baseline, &error))
            fail_msg("row %zu is read", i);
        if (error.line != rows[i].line || !strstr(error.message, rows[i].word))
            fail_msg("row %zu: line %zu: %s", i, error.line, error.message);
        compared++;
    }
    struct ombre_baseline baseline;
    struct ombre_report_error error;
    assert_false(
        ombre_baseline_parse("a\0,Fail", 7, driver, &baseline, &error));
    assert_int_equal(compared, 8);
}

/* --- Updating ------------------------------------------------------------- */

#define R(id, outcome)                                                  \
    {                                                                   \
        (char *) id, OMBRE_OUTCOME_##outcome, OMBRE_EXPECTATION_MET, 0, \
            (char *) "", NULL                                           \
    }

static const struct {
    const char *name, *before, *after;
} updates[] = {
    {"nothing to do", "om.fail,Fail # why\n",
     "om.fail,Fail # why\nom.warn,CompatibilityWarning\nom.z,Crash\n"},
    {"another status, comment and condition kept",
     "# top\nom.fail , Crash @ Mesa 22 # "
     "why\nom.warn,CompatibilityWarning\nom.z,Crash\n# end\n",
     "# top\nom.fail , Fail @ Mesa 22 # "
     "why\nom.warn,CompatibilityWarning\nom.z,Crash\n# end\n"},
    {"what passes goes, its comment stays",
     "# it\nom.pass,Fail\nom.*,Fail\nom.*,CompatibilityWarning\nom.*,Crash\n",
     "# it\nom.*,Fail\nom.*,CompatibilityWarning\nom.*,Crash\n"},
    {"a glob that nobody fits any more goes",
     "om.p*,Fail\nom.fail,Fail\nom.w*,CompatibilityWarning\nom.z,Crash\n",
     "om.fail,Fail\nom.w*,CompatibilityWarning\nom.z,Crash\n"},
    {"what was not run stays, and other drivers' lines",
     "om.other.*,Fail\nom.pass,Fail @ Mesa "
     "99\nom.?*,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n",
     "om.other.*,Fail\nom.pass,Fail @ Mesa "
     "99\nom.?*,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n"},
    {"flakes stay",
     "om.pass,Flake\nom.fail,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n",
     "om.pass,Flake\nom.fail,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n"},
    {"two statuses of which one is true",
     "om.fail,Crash\nom.fail,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n",
     "om.fail,Fail\nom.warn,CompatibilityWarning\nom.z,Crash\n"},
    {"not supported is no failure",
     "om.skip,Fail\nom.f*,Fail\nom.w*,CompatibilityWarning\nom.z,Crash\n",
     "om.f*,Fail\nom.w*,CompatibilityWarning\nom.z,Crash\n"},
};

static void test_update(void **state)
{
    (void) state;
    struct ombre_report_result results[] = {
        R("om.z", CRASH),
        R("om.pass", PASS),
        R("om.fail", FAIL),
        R("om.warn", COMPATIBILITY_WARNING),
        R("om.skip", NOT_SUPPORTED),
        /* An id that would be read as something else is left out. */
        R("om.x,y#z\nq", FAIL),
    };
    const struct ombre_report report = {
        .count = sizeof results / sizeof results[0], .result = results};
    size_t compared = 0;
    for (size_t i = 0; i < sizeof updates / sizeof updates[0]; i++) {
        struct ombre_baseline baseline;
        struct ombre_report_error error;
        struct written written;
        assert_true(parse(updates[i].before, &baseline, &error));
        assert_true(ombre_baseline_update(&baseline, &report));
        ombre_baseline_write(written_open(&written), &baseline);
        const char *text = written_close(&written);
        if (strcmp(text, updates[i].after) != 0)
            fail_msg("%s: %s", updates[i].name, text);
        ombre_baseline_finish(&baseline);
        /* Once is enough. */
        assert_true(parse(text, &baseline, &error));
        assert_true(ombre_baseline_update(&baseline, &report));
        for (size_t line = 0; line < baseline.count; line++)
            assert_int_equal(baseline.line[line].change, OMBRE_BASELINE_KEPT);
        ombre_baseline_finish(&baseline);
        free(written.text);
        compared++;
    }
    assert_int_equal(compared, 8);
}

/* --- Comparing ------------------------------------------------------------ */

#define Q(id, outcome, reason)                                          \
    {                                                                   \
        (char *) id, OMBRE_OUTCOME_##outcome, OMBRE_EXPECTATION_MET, 0, \
            (char *) reason, NULL                                       \
    }

static void test_compare(void **state)
{
    (void) state;
    struct ombre_report_result before[] = {
        Q("same.pass", PASS, ""),
        Q("same.fail", FAIL, "x"),
        Q("skip.other", NOT_SUPPORTED, "one"),
        Q("bits", FAIL, "got 1"),
        Q("worse", PASS, ""),
        Q("fixed", FAIL, "x"),
        Q("milder", CRASH, "x"),
        Q("gone", FAIL, "x"),
        Q("lost", PASS, ""),
        Q("harder", FAIL, "x"),
    };
    struct ombre_report_result after[] = {
        Q("new.fail", FAIL, "x"),
        Q("new.pass", PASS, ""),
        Q("harder", CRASH, "x"),
        Q("lost", NOT_SUPPORTED, ""),
        Q("milder", FAIL, "x"),
        Q("fixed", PASS, ""),
        Q("worse", COMPATIBILITY_WARNING, "x"),
        Q("bits", FAIL, "got 2"),
        Q("skip.other", NOT_SUPPORTED, "two"),
        Q("same.fail", FAIL, "x"),
        Q("same.pass", PASS, ""),
    };
    static const struct {
        const char *id;
        enum ombre_report_change change;
    } want[] = {
        {"harder", OMBRE_REPORT_NEW_FAILURE},
        {"new.fail", OMBRE_REPORT_NEW_FAILURE},
        {"worse", OMBRE_REPORT_NEW_FAILURE},
        {"fixed", OMBRE_REPORT_FIXED},
        {"bits", OMBRE_REPORT_CHANGED},
        {"lost", OMBRE_REPORT_CHANGED},
        {"milder", OMBRE_REPORT_CHANGED},
        {"new.pass", OMBRE_REPORT_APPEARED},
        {"gone", OMBRE_REPORT_GONE},
    };
    const struct ombre_report a = {.count = 10, .result = before};
    const struct ombre_report b = {.count = 11, .result = after};
    struct ombre_report_comparison comparison;
    assert_true(ombre_report_compare(&a, &b, &comparison));
    assert_int_equal(comparison.same, 3);
    assert_int_equal(comparison.count, 9);
    for (size_t i = 0; i < comparison.count; i++) {
        const struct ombre_report_difference *one = &comparison.difference[i];
        assert_string_equal(one->after ? one->after->id : one->before->id,
                            want[i].id);
        assert_int_equal(one->change, want[i].change);
    }
    assert_int_equal(comparison.changes[OMBRE_REPORT_NEW_FAILURE], 3);
    ombre_report_comparison_finish(&comparison);
    assert_true(ombre_report_compare(&a, &a, &comparison));
    assert_int_equal(comparison.same, 10);
    assert_int_equal(comparison.count, 0);
    ombre_report_comparison_finish(&comparison);
}

/* --- Precision ------------------------------------------------------------ */

/* Codes, and the tenth of a code that they are from the ideal. */
static const struct {
    uint32_t dxgi;
    enum ombre_component component;
    double value;
    uint32_t want, got;
    double error;
} measured[] = {
    {28, OMBRE_RED, 100.3 / 255, 100, 100, -0.3},
    {28, OMBRE_RED, 100.3 / 255, 100, 101, 0.7},
    {28, OMBRE_RED, 1.5, 255, 254, -1},
    {28, OMBRE_RED, -0.5, 0, 0, 0},
    {31, OMBRE_RED, -1.5, 0x81, 0x80, 0}, /* R8G8B8A8_SNORM: -1 twice */
    {31, OMBRE_GREEN, 0.5 / 127, 1, 0, -0.5},
    {29, OMBRE_RED, 0.0, 0, 1, 1}, /* _SRGB: on the encoded side */
    {29, OMBRE_ALPHA, 0.5, 128, 128, 0.5},
    {54, OMBRE_RED, 1.0, 0x3C00, 0x3C01, 1}, /* R16_FLOAT */
    {54, OMBRE_RED, 1 + 0.25 / 1024, 0x3C00, 0x3C00, -0.25},
    {54, OMBRE_RED, 1e9, 0x7BFF, 0x7BFE, -1},
    /* Below -1 steps are twice those above it. */
    {54, OMBRE_RED, -1.0, 0xBC00, 0xBC01, -1},
};

static void test_precision(void **state)
{
    (void) state;
    size_t compared = 0;
    for (size_t i = 0; i < sizeof measured / sizeof measured[0]; i++) {
        struct ombre_report_precision precision = {0};
        const struct ombre_format *format = ombre_format_find(measured[i].dxgi);
        assert_non_null(format);
        ombre_report_precision_add(&precision, format, measured[i].component,
                                   measured[i].value, measured[i].want,
                                   measured[i].got);
        assert_int_equal(precision.count, 1);
        if (fabs(precision.worst - measured[i].error) > 1e-9)
            fail_msg("row %zu: %g", i, precision.worst);
        uint64_t sum = 0;
        for (unsigned b = 0; b < OMBRE_REPORT_BUCKETS; b++)
            sum += precision.bucket[b];
        assert_int_equal(sum, 1);
        assert_int_equal(precision.bucket[lround(measured[i].error * 10) + 11],
                         1);
        compared++;
    }
    assert_int_equal(compared, 12);
}

static void test_precision_ends(void **state)
{
    (void) state;
    struct ombre_report_precision precision = {0}, sum = {0};
    const struct ombre_format *unorm = ombre_format_find(28);
    const struct ombre_format *half = ombre_format_find(54);
    const struct ombre_format *integer = ombre_format_find(30);
    ombre_report_precision_add(&precision, unorm, OMBRE_RED, 0, 0, 200);
    ombre_report_precision_add(&precision, unorm, OMBRE_RED, 1, 255, 3);
    /* No number on either side, and integers, are not counted. */
    ombre_report_precision_add(&precision, half, OMBRE_RED, NAN, 0, 0);
    ombre_report_precision_add(&precision, half, OMBRE_RED, 1, 0x3C00, 0x7E00);
    ombre_report_precision_add(&precision, half, OMBRE_RED, INFINITY, 0x7C00,
                               0x7C00);
    ombre_report_precision_add(&precision, integer, OMBRE_RED, 1, 1, 2);
    assert_int_equal(precision.count, 2);
    assert_int_equal(precision.bucket[0], 1);
    assert_int_equal(precision.bucket[22], 1);
    assert_true(precision.worst < -251.9 && precision.worst > -252.1);
    ombre_report_precision_join(&sum, &precision);
    ombre_report_precision_join(&sum, &precision);
    assert_int_equal(sum.count, 4);
    assert_int_equal(sum.bucket[22], 2);
    assert_int_equal(sum.dxgi, 28);
    assert_true(sum.sum < -103.9 && sum.sum > -104.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judge),     cmocka_unit_test(test_bad_lines),
        cmocka_unit_test(test_update),    cmocka_unit_test(test_compare),
        cmocka_unit_test(test_precision), cmocka_unit_test(test_precision_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
