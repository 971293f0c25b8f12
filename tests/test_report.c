/* Lines of a run folder, written and read; torn, doubled and hostile ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report_check.h"

#define HEAD "{\"ombre_results\": 1}\n"
#define PASS(id) \
    "{\"case\": \"" id "\", \"status\": \"Pass\", \"seconds\": 0.5}\n"
#define FAIL(id)                                                     \
    "{\"case\": \"" id                                               \
    "\", \"status\": \"Fail\", \"seconds\": 0.25, \"expectation\": " \
    "\"unexpected\", \"reason\": \"off\"}\n"
#define RESUMED "{\"resumed\": \"2026-01-02T03:04:05Z\"}\n"

static bool read(const char *text, struct ombre_report *out,
                 struct ombre_report_error *error)
{
    *out = (struct ombre_report){0};
    *error = (struct ombre_report_error){0};
    return ombre_report_parse_results(text, strlen(text), out, error);
}

/* --- Words ---------------------------------------------------------------- */

static void test_outcomes(void **state)
{
    (void) state;
    for (unsigned i = 0; i < OMBRE_OUTCOME_COUNT; i++) {
        enum ombre_outcome back = OMBRE_OUTCOME_COUNT;
        const enum ombre_outcome outcome = (enum ombre_outcome) i;
        assert_true(
            ombre_outcome_from_status(ombre_outcome_status(outcome), &back));
        assert_int_equal(back, outcome);
        assert_non_null(ombre_outcome_name(outcome));
        const bool good = outcome == OMBRE_OUTCOME_PASS ||
                          outcome == OMBRE_OUTCOME_NOT_SUPPORTED;
        assert_int_equal(ombre_outcome_rank(outcome) == 0, good);
    }
    enum ombre_outcome untouched = OMBRE_OUTCOME_CRASH;
    assert_false(ombre_outcome_from_status("pass", &untouched));
    assert_int_equal(untouched, OMBRE_OUTCOME_CRASH);
    assert_int_equal(OMBRE_OUTCOME_COUNT, 11);
    assert_true(ombre_outcome_rank(OMBRE_OUTCOME_FAIL) >
                ombre_outcome_rank(OMBRE_OUTCOME_COMPATIBILITY_WARNING));
    assert_true(ombre_outcome_rank(OMBRE_OUTCOME_COMPATIBILITY_WARNING) >
                ombre_outcome_rank(OMBRE_OUTCOME_QUALITY_WARNING));
    assert_null(ombre_outcome_status(OMBRE_OUTCOME_COUNT));
}

/* --- There and back ------------------------------------------------------- */

static void check_detail(const struct ombre_report_detail *got,
                         const struct ombre_report_detail *want)
{
    assert_int_equal(got->components, want->components);
    assert_int_equal(got->failed, want->failed);
    assert_int_equal(got->warned, want->warned);
    assert_int_equal(got->state_count, want->state_count);
    assert_memory_equal(got->state, want->state, sizeof got->state);
    assert_string_equal(got->shared_state, want->shared_state);
    assert_string_equal(got->cause, want->cause);
    assert_string_equal(got->looks_like, want->looks_like);
    assert_string_equal(got->replay, want->replay);
    assert_int_equal(got->wrong_count, want->wrong_count);
    assert_memory_equal(got->wrong, want->wrong, sizeof got->wrong);
    assert_int_equal(got->target, want->target);
    assert_int_equal(got->sample, want->sample);
    assert_int_equal(got->first_pixel, want->first_pixel);
    assert_int_equal(got->dxgi, want->dxgi);
    assert_int_equal(got->integer_source, want->integer_source);
    assert_int_equal(got->texel_count, want->texel_count);
    assert_memory_equal(got->texel, want->texel, sizeof got->texel);
}

static void test_round_trip(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report;
    struct ombre_report_error error;
    struct ombre_report_detail *detail = some_detail();
    char id[] = "om.a.b";
    char reason[] = "\"quoted\" back\\slash \n\t\x01 \xE2\x80\xAE caf\xC3\xA9";
    const struct ombre_report_result result = {
        .id = id,
        .outcome = OMBRE_OUTCOME_FAIL,
        .expectation = OMBRE_EXPECTATION_KNOWN,
        .seconds = 1.5,
        .reason = reason,
        .detail = detail,
    };
    FILE *file = written_open(&written);
    ombre_report_write_head(file);
    ombre_report_write_result(file, &result);
    ombre_report_write_end(file, "2026-01-02T03:04:05Z", 12.5, true, 1);
    const char *text = written_close(&written);
    assert_int_equal(occurrences(text, "\n"), 3);
    assert_true(read(text, &report, &error));
    assert_int_equal(report.count, 1);
    assert_string_equal(report.result[0].id, id);
    assert_string_equal(report.result[0].reason, reason);
    assert_int_equal(report.result[0].outcome, OMBRE_OUTCOME_FAIL);
    assert_int_equal(report.result[0].expectation, OMBRE_EXPECTATION_KNOWN);
    assert_true(report.result[0].seconds > 1.499 &&
                report.result[0].seconds < 1.501);
    check_detail(report.result[0].detail, detail);
    assert_true(report.ended);
    assert_true(report.seconds > 12.4 && report.seconds < 12.6);
    ombre_report_finish(&report);
    free(detail);
    free(written.text);
}

/* Bytes that are no UTF-8 must not make a line that cannot be read. */
static void test_foreign_bytes(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report;
    struct ombre_report_error error;
    char id[] = "om.a", reason[] = "a\xFFz\xC3";
    const struct ombre_report_result result = {.id = id, .reason = reason};
    FILE *file = written_open(&written);
    ombre_report_write_head(file);
    ombre_report_write_result(file, &result);
    assert_true(read(written_close(&written), &report, &error));
    assert_string_equal(report.result[0].reason, "a\xEF\xBF\xBDz\xEF\xBF\xBD");
    ombre_report_finish(&report);
    free(written.text);
}

static void test_precision_lines(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report;
    struct ombre_report_error error;
    struct ombre_report_precision one = {
        .dxgi = 28, .count = 5, .sum = -0.125, .worst = -0.75};
    struct ombre_report_precision two = {
        .dxgi = 10, .count = 3, .sum = 2, .worst = 1.5};
    one.bucket[4] = 5;
    two.bucket[22] = 3;
    FILE *file = written_open(&written);
    ombre_report_write_head(file);
    ombre_report_write_precision(file, &one);
    ombre_report_write_precision(file, &two);
    ombre_report_write_precision(file, &one);
    const struct ombre_report_precision nothing = {.dxgi = 2};
    ombre_report_write_precision(file, &nothing);
    assert_true(read(written_close(&written), &report, &error));
    assert_int_equal(report.precision_count, 2);
    assert_int_equal(report.precision[0].count, 10);
    assert_int_equal(report.precision[0].bucket[4], 10);
    assert_true(report.precision[0].sum < -0.24 &&
                report.precision[0].sum > -0.26);
    assert_int_equal(report.precision[1].bucket[22], 3);
    assert_true(report.precision[1].worst > 1.49);
    ombre_report_finish(&report);
    free(written.text);
}

/* --- Torn, doubled, hostile ----------------------------------------------- */

/* Texts that are read, and what is found in them. */
static const struct {
    const char *name, *text;
    size_t count, torn, repeated;
} good[] = {
    {"nothing", "", 0, 0, 0},
    {"a head", HEAD, 0, 0, 0},
    {"a result", HEAD PASS("a"), 1, 0, 0},
    {"no newline at the end",
     HEAD "{\"case\": \"a\", \"status\": \"Pass\", "
          "\"seconds\": 0}",
     1, 0, 0},
    {"a torn end", HEAD PASS("a") "{\"case\": \"b\", \"sta", 1, 1, 0},
    {"zeros at the end", HEAD PASS("a") "{\"case\":\x01\x02", 1, 1, 0},
    {"torn, then resumed",
     HEAD PASS("a") "{\"case\": \"b\"\n" RESUMED PASS("b"), 2, 1, 0},
    {"torn twice", HEAD "{\n" RESUMED PASS("a") "[\n" RESUMED PASS("b") "\"", 2,
     3, 0},
    {"a torn head", "{\"ombre_res\n" RESUMED PASS("a"), 1, 1, 0},
    {"doubled", HEAD PASS("a") FAIL("b") PASS("a"), 2, 0, 1},
    {"blank lines", HEAD "\n" PASS("a") "\n\n", 1, 0, 0},
    {"later fields",
     HEAD "{\"case\": \"a\", \"status\": \"Pass\", "
          "\"seconds\": 1, \"later\": [1, {}]}\n",
     1, 0, 0},
};

static void test_good_texts(void **state)
{
    (void) state;
    size_t compared = 0;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct ombre_report report;
        struct ombre_report_error error;
        if (!read(good[i].text, &report, &error))
            fail_msg("%s: line %zu: %s", good[i].name, error.line,
                     error.message);
        if (report.count != good[i].count || report.torn != good[i].torn ||
            report.repeated != good[i].repeated)
            fail_msg("%s: %zu results, %zu torn, %zu repeated", good[i].name,
                     report.count, report.torn, report.repeated);
        ombre_report_finish(&report);
        compared++;
    }
    assert_int_equal(compared, 12);
}

#define DETAIL(more)                                                      \
    HEAD "{\"case\": \"a\", \"status\": \"Fail\", \"seconds\": 1, "       \
         "\"detail\": {\"components\": 1, \"failed\": 1, \"warned\": 0, " \
         "\"state\": [], " more "}}\n"
#define WRONG(pixel, target, component, status)                            \
    "\"wrong\": [{\"pixel\": " pixel ", \"target\": " target               \
    ", \"sample\": 0, \"component\": " component ", \"status\": \"" status \
    "\"}]"
#define PICTURE(format, texels)                                           \
    "\"wrong\": [], \"picture\": {\"format\": " format                    \
    ", \"target\": 0, \"sample\": 0, \"first\": 0, \"integers\": false, " \
    "\"texels\": [" texels "]}"
#define TEXEL                                               \
    "[\"00000000\", \"00000000000000000000000000000000\", " \
    "\"00000000\", \"00000000\", 0]"

/* Texts that are refused: which line, and a word of what is said. */
static const struct {
    const char *name, *text;
    size_t line;
    const char *word;
} bad[] = {
    {"no head", PASS("a"), 1, "begin"},
    {"two heads", HEAD PASS("a") HEAD, 3, "second time"},
    {"a later version", "{\"ombre_results\": 2}\n", 1, "version 1"},
    {"torn inside", HEAD "{\"case\n" PASS("a"), 2, "cut it short"},
    {"torn twice inside", HEAD "{\n{\n" RESUMED, 2, "cut it short"},
    {"no object", HEAD "{}\n", 2, "neither"},
    {"no id", HEAD "{\"case\": 7, \"status\": \"Pass\", \"seconds\": 0}\n", 2,
     "case"},
    {"an empty id", HEAD PASS(""), 2, "case"},
    {"no status", HEAD "{\"case\": \"a\", \"seconds\": 0}\n", 2, "status"},
    {"another status",
     HEAD "{\"case\": \"a\", \"status\": \"Good\", "
          "\"seconds\": 0}\n",
     2, "status"},
    {"no time", HEAD "{\"case\": \"a\", \"status\": \"Pass\"}\n", 2, "seconds"},
    {"time before time",
     HEAD "{\"case\": \"a\", \"status\": \"Pass\", "
          "\"seconds\": -1}\n",
     2, "seconds"},
    {"a reason that is none",
     HEAD "{\"case\": \"a\", \"status\": \"Pass\", "
          "\"seconds\": 0, \"reason\": 1}\n",
     2, "reason"},
    {"an expectation that is none",
     HEAD "{\"case\": \"a\", \"status\": \"Pass\", \"seconds\": 0, "
          "\"expectation\": \"great\"}\n",
     2, "expectation"},
    {"a detail without parts",
     HEAD "{\"case\": \"a\", \"status\": \"Fail\", "
          "\"seconds\": 1, \"detail\": {}}\n",
     2, "detail"},
    {"target 8", DETAIL(WRONG("0", "8", "0", "Fail")), 2, "detail"},
    {"component 4", DETAIL(WRONG("0", "0", "4", "Fail")), 2, "detail"},
    {"component -1", DETAIL(WRONG("0", "0", "-1", "Fail")), 2, "detail"},
    {"pixel 2^32", DETAIL(WRONG("4294967296", "0", "0", "Fail")), 2, "detail"},
    {"a word for a status", DETAIL(WRONG("0", "0", "0", "Bad")), 2, "detail"},
    {"a format that is none", DETAIL(PICTURE("1000", TEXEL)), 2, "detail"},
    {"a texel of three", DETAIL(PICTURE("28", "[\"00\", \"\", \"\"]")), 2,
     "detail"},
    {"a texel in words",
     DETAIL(PICTURE("28", "[\"0000000g\", "
                          "\"00000000000000000000000000000000\", \"00000000\", "
                          "\"00000000\", 0]")),
     2, "detail"},
    {"a texel too long",
     DETAIL(PICTURE(
         "28", "[\"0000000000000000000000000000000000000000\", \"00000000\", "
               "\"00000000\", \"00000000\", 0]")),
     2, "detail"},
    {"a fifth component",
     DETAIL(PICTURE("28", "[\"00000000\", \"00000000\", "
                          "\"00000000\", \"00000000\", 16]")),
     2, "detail"},
    {"precision of no format",
     HEAD "{\"precision\": {\"format\": 1, "
          "\"count\": 0, \"sum\": 0, \"worst\": 0, \"buckets\": []}}\n",
     2, "precision"},
    {"precision that counts more",
     HEAD
     "{\"precision\": {\"format\": 28, "
     "\"count\": 1, \"sum\": 0.5, \"worst\": 0.5, \"buckets\": [1, 1, 0, 0, "
     "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}\n",
     2, "not there"},
    {"an end without a time", HEAD "{\"ended\": \"x\"}\n", 2, "seconds"},
};

static void test_bad_texts(void **state)
{
    (void) state;
    size_t compared = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct ombre_report report;
        struct ombre_report_error error;
        if (read(bad[i].text, &report, &error))
            fail_msg("%s: is read", bad[i].name);
        if (error.line != bad[i].line || !strstr(error.message, bad[i].word))
            fail_msg("%s: line %zu: %s", bad[i].name, error.line,
                     error.message);
        ombre_report_finish(&report);
        compared++;
    }
    assert_int_equal(compared, 28);
}

/* The rows above would pass if a good picture were refused, too. */
static void test_good_detail(void **state)
{
    (void) state;
    struct ombre_report report;
    struct ombre_report_error error;
    assert_true(read(DETAIL(PICTURE("28", TEXEL)), &report, &error));
    assert_int_equal(report.result[0].detail->texel_count, 1);
    ombre_report_finish(&report);
    assert_true(
        read(DETAIL(WRONG("4294967295", "7", "3", "Fail")), &report, &error));
    assert_int_equal(report.result[0].detail->wrong[0].pixel, UINT32_MAX);
    ombre_report_finish(&report);
}

/* The last line on a case counts; a detail that was told stays. */
static void test_last_counts(void **state)
{
    (void) state;
    struct ombre_report report;
    struct ombre_report_error error;
    assert_true(read(DETAIL(PICTURE("28", TEXEL))
                         PASS("b") "{\"case\": \"a\", \"status\": \"Flake\", "
                                   "\"seconds\": 3}\n",
                     &report, &error));
    assert_int_equal(report.count, 2);
    assert_int_equal(report.result[0].outcome, OMBRE_OUTCOME_FLAKE);
    assert_non_null(report.result[0].detail);
    ombre_report_finish(&report);
}

/* Every beginning of a good file is read, or is torn at its last line. */
static void test_every_cut(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report_detail *detail = some_detail();
    char id[] = "om.a.b", reason[] = "why";
    struct ombre_report_result result = {.id = id,
                                         .outcome = OMBRE_OUTCOME_FAIL,
                                         .reason = reason,
                                         .detail = detail};
    FILE *file = written_open(&written);
    ombre_report_write_head(file);
    ombre_report_write_result(file, &result);
    id[5] = 'c';
    ombre_report_write_result(file, &result);
    const char *text = written_close(&written);
    for (size_t size = 0; size <= written.size; size++) {
        struct ombre_report report = {0};
        struct ombre_report_error error;
        if (!ombre_report_parse_results(text, size, &report, &error))
            fail_msg("cut at %zu: line %zu: %s", size, error.line,
                     error.message);
        assert_true(report.torn <= 1);
        ombre_report_finish(&report);
    }
    free(detail);
    free(written.text);
}

/* Growing tables must find every case again. */
static void test_many(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report;
    struct ombre_report_error error;
    char reason[] = "";
    FILE *file = written_open(&written);
    ombre_report_write_head(file);
    for (unsigned round = 0; round < 2; round++)
        for (unsigned i = 0; i < 5000; i++) {
            char id[32];
            snprintf(id, sizeof id, "om.many.%u", i);
            const struct ombre_report_result result = {
                .id = id,
                .outcome = round ? OMBRE_OUTCOME_FAIL : OMBRE_OUTCOME_PASS,
                .reason = reason};
            ombre_report_write_result(file, &result);
        }
    assert_true(read(written_close(&written), &report, &error));
    assert_int_equal(report.count, 5000);
    assert_int_equal(report.repeated, 5000);
    const struct ombre_report_counts counts = ombre_report_count(&report);
    assert_int_equal(counts.outcome[OMBRE_OUTCOME_FAIL], 5000);
    size_t *index = ombre_report_index(&report);
    assert_non_null(index);
    assert_non_null(ombre_report_find(&report, index, "om.many.0"));
    assert_non_null(ombre_report_find(&report, index, "om.many.4999"));
    assert_null(ombre_report_find(&report, index, "om.many.5000"));
    assert_null(ombre_report_find(&report, index, ""));
    free(index);
    ombre_report_finish(&report);
    free(written.text);
}

/* --- run.json ------------------------------------------------------------- */

static const char manifest[] =
    "{\"ombre_run\": 1, \"suite\": \"smoke\", \"cases\": {\"selected\": 2}, "
    "\"shard\": null, \"options\": {\"patterns\": [\"om.*\", \"!om.b\"]}, "
    "\"relaxed\": false, \"x\": 1.5}";

static void test_facts(void **state)
{
    (void) state;
    struct ombre_report report = {0};
    struct ombre_report_error error;
    assert_true(
        ombre_report_parse_facts(manifest, strlen(manifest), &report, &error));
    assert_string_equal(ombre_report_fact(&report, "suite"), "smoke");
    assert_string_equal(ombre_report_fact(&report, "options.patterns.1"),
                        "!om.b");
    assert_string_equal(ombre_report_fact(&report, "relaxed"), "false");
    assert_string_equal(ombre_report_fact(&report, "x"), "1.5");
    assert_null(ombre_report_fact(&report, "shard"));
    assert_null(ombre_report_fact(&report, "options"));
    assert_int_equal(ombre_report_wanted(&report), 2);
    assert_false(ombre_report_is_complete(&report));
    assert_true(ombre_report_parse_results(HEAD PASS("a") PASS("a"),
                                           strlen(HEAD PASS("a") PASS("a")),
                                           &report, &error));
    assert_false(ombre_report_is_complete(&report));
    ombre_report_finish(&report);
}

static void test_bad_facts(void **state)
{
    (void) state;
    static const char *const texts[] = {
        "",
        "[]",
        "{",
        "null",
        "{}",
        "{\"ombre_run\": 2}",
        "{\"ombre_run\": \"1\"}",
        "{\"ombre_run\": 1, \"ombre_run\": 1}",
        "{\"ombre_run\": 1, \"a\": [[[[[[[[[[1]]]]]]]]]]}",
    };
    size_t compared = 0;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct ombre_report report = {0};
        struct ombre_report_error error = {0};
        assert_false(ombre_report_parse_facts(texts[i], strlen(texts[i]),
                                              &report, &error));
        assert_true(error.message[0] != '\0');
        ombre_report_finish(&report);
        compared++;
    }
    assert_int_equal(compared, 9);
}

static void test_no_folder(void **state)
{
    (void) state;
    struct ombre_report report;
    struct ombre_report_error error;
    assert_false(ombre_report_read("no/such/folder", &report, &error));
    assert_string_equal(error.file, "run.json");
    assert_non_null(strstr(error.message, "cannot be read"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_foreign_bytes),
        cmocka_unit_test(test_precision_lines),
        cmocka_unit_test(test_good_texts),
        cmocka_unit_test(test_bad_texts),
        cmocka_unit_test(test_good_detail),
        cmocka_unit_test(test_last_counts),
        cmocka_unit_test(test_every_cut),
        cmocka_unit_test(test_many),
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_bad_facts),
        cmocka_unit_test(test_no_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
