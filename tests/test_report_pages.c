/* JUnit, HTML, logs and pictures: what they hold, and what cannot get in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <png.h>

#include "report_check.h"

/* Text that would harm a page, a parser or a reader, and what is left of it. */
#define HOSTILE                                                      \
    "<script>alert(1)</script>\"' onload=x &amp; ]]> \x01\x1B[31m\n" \
    "\xE2\x80\xAE"                                                   \
    "evil \xFF\xEF\xBF\xBE end"
#define HARMLESS                                                           \
    "&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39; onload=x &amp;amp; " \
    "]]&gt; &lt;U+0001&gt;&lt;U+001B&gt;[31m&lt;U+000A&gt;"                \
    "&lt;U+202E&gt;evil &lt;ff&gt;&lt;U+FFFE&gt; end"

static struct ombre_report_fact facts[] = {
    {(char *) "version", (char *) "9.8.7"},
    {(char *) "suite", (char *) "smoke"},
    {(char *) "device.deviceName", (char *) HOSTILE},
    {(char *) "cases.selected", (char *) "6"},
};

static struct ombre_report_result results[] = {
    {(char *) "om.color.x.src_alpha-one-add", OMBRE_OUTCOME_PASS,
     OMBRE_EXPECTATION_MET, 0.5, (char *) "", NULL},
    {(char *) "om.color.x.src_alpha-one-subtract", OMBRE_OUTCOME_FAIL,
     OMBRE_EXPECTATION_UNEXPECTED, 0.25, (char *) HOSTILE, NULL},
    {(char *) "om.alpha.x.zero-inv_src_alpha-add", OMBRE_OUTCOME_FAIL,
     OMBRE_EXPECTATION_KNOWN, 1, (char *) "known why", NULL},
    {(char *) "om.skip.y", OMBRE_OUTCOME_NOT_SUPPORTED, OMBRE_EXPECTATION_MET,
     0, (char *) "no logicOp", NULL},
    {(char *) HOSTILE, OMBRE_OUTCOME_CRASH, OMBRE_EXPECTATION_UNEXPECTED, 2,
     (char *) "signal 11", NULL},
    {(char *) "om.better", OMBRE_OUTCOME_PASS, OMBRE_EXPECTATION_BETTER, 0,
     (char *) "", NULL},
};

enum { RESULTS = sizeof results / sizeof results[0] };

static struct ombre_report whole(void)
{
    struct ombre_report report = {
        .fact_count = sizeof facts / sizeof facts[0],
        .fact = facts,
        .count = RESULTS,
        .result = results,
        .precision_count = 1,
        .precision = {{.dxgi = 28, .count = 4, .sum = 1, .worst = 0.5}},
    };
    report.precision[0].bucket[11] = 3;
    report.precision[0].bucket[16] = 1;
    return report;
}

static void check_holds(const char *text, const char *what, size_t times)
{
    const size_t count = occurrences(text, what);
    if (count != times)
        fail_msg("\"%s\" stands there %zu times, not %zu", what, count, times);
}

/* Nothing of HOSTILE got through as it was. */
static void check_clean(const char *text)
{
    check_holds(text, "<script>alert", 0);
    check_holds(text, "\xE2\x80\xAE", 0);
    check_holds(text, "\x1B", 0);
    check_holds(text, "\x01", 0);
    check_holds(text, "\xFF", 0);
    check_holds(text, "\xEF\xBF\xBE", 0);
}

/* --- JUnit ---------------------------------------------------------------- */

static void test_junit(void **state)
{
    (void) state;
    struct written written;
    const struct ombre_report report = whole();
    ombre_report_write_junit(written_open(&written), &report);
    const char *text = written_close(&written);
    check_clean(text);
    check_holds(text, "<testcase ", RESULTS);
    check_holds(text,
                "tests=\"6\" failures=\"2\" errors=\"1\" skipped=\"2\" "
                "time=\"3.750\"",
                2);
    check_holds(text,
                "classname=\"om.color.x\" name=\"src_alpha-one-add\" "
                "time=\"0.500\"/>",
                1);
    check_holds(text, "<failure type=\"Fail\" message=\"" HARMLESS "\">", 1);
    check_holds(text, "<failure type=\"UnexpectedPass\"", 1);
    check_holds(text, "<error type=\"Crash\" message=\"signal 11\">", 1);
    check_holds(text, "<skipped message=\"known Fail: known why\"/>", 1);
    check_holds(text, "<skipped message=\"no logicOp\"/>", 1);
    check_holds(text, "<property name=\"version\" value=\"9.8.7\"/>", 1);
    check_holds(text, "value=\"" HARMLESS "\"", 1);
    check_holds(text, "Incomplete", 0);
    free(written.text);
}

static void test_junit_incomplete(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report = whole();
    report.count = 1;
    ombre_report_write_junit(written_open(&written), &report);
    const char *text = written_close(&written);
    check_holds(text,
                "<error type=\"Incomplete\" message=\"1 of 6 cases have "
                "results\"/>",
                1);
    check_holds(text, "tests=\"2\" failures=\"0\" errors=\"1\"", 2);
    free(written.text);
}

/* --- HTML ----------------------------------------------------------------- */

static void test_html(void **state)
{
    (void) state;
    struct written written;
    struct ombre_report report = whole();
    results[1].detail = some_detail();
    strcpy(results[1].detail->state[0], HOSTILE);
    strcpy(results[1].detail->cause, "a cause");
    strcpy(results[1].detail->looks_like, "");
    assert_true(ombre_report_write_html(written_open(&written), &report));
    const char *text = written_close(&written);
    check_clean(text);
    check_holds(text, "Unexpected results", 1);
    check_holds(text, "<tr><td class=id>om.", 5 + 0);
    check_holds(text, "src=\"data:image/png;base64,iVBOR", 5);
    check_holds(text, "a cause <span class=\"count\">1 case</span>", 1);
    check_holds(text,
                "src_alpha-one-\" title=\"SRC_ALPHA * src, ONE * dest: 1 "
                "of 2 pass\">50%",
                1);
    check_holds(text,
                "zero-inv_src_alpha-\" title=\"ZERO * src, INV_SRC_ALPHA "
                "* dest: 0 of 1 pass\">0%",
                1);
    check_holds(text, "<td class=n>1<td>no logicOp<td class=id>om.skip.y", 1);
    check_holds(text, "<td class=n>4<td class=n>+0.2500<td class=n>+0.500", 1);
    /* Nothing is fetched, and nothing but the page's own script runs. */
    check_holds(text, "<script", 1);
    check_holds(text, "<link", 0);
    check_holds(text, "http:", 0);
    check_holds(text, "https:", 0);
    check_holds(text, "default-src 'none'", 1);
    check_holds(text, "script-src 'sha256-", 1);
    free(results[1].detail);
    results[1].detail = NULL;
    free(written.text);
}

static void test_html_empty(void **state)
{
    (void) state;
    struct written written;
    const struct ombre_report report = {0};
    assert_true(ombre_report_write_html(written_open(&written), &report));
    const char *text = written_close(&written);
    check_holds(text, "Incomplete", 1);
    check_holds(text, "No case has a result yet.", 1);
    check_holds(text, "Nothing was measured", 1);
    check_holds(text, "names its factors", 1);
    check_holds(text, "Every case that was drawn", 1);
    free(written.text);
}

static void test_verdicts(void **state)
{
    (void) state;
    static const struct {
        enum ombre_outcome outcome;
        enum ombre_expectation expectation;
        const char *wanted, *words;
    } rows[] = {
        {OMBRE_OUTCOME_PASS, OMBRE_EXPECTATION_MET, "1", "As expected"},
        {OMBRE_OUTCOME_PASS, OMBRE_EXPECTATION_MET, "2", "Incomplete"},
        {OMBRE_OUTCOME_FAIL, OMBRE_EXPECTATION_KNOWN, "1", "As expected"},
        {OMBRE_OUTCOME_FAIL, OMBRE_EXPECTATION_UNEXPECTED, "2",
         "Unexpected results"},
        {OMBRE_OUTCOME_PASS, OMBRE_EXPECTATION_BETTER, "1",
         "Unexpected results"},
        {OMBRE_OUTCOME_NOT_SUPPORTED, OMBRE_EXPECTATION_MET, "1",
         "Nothing could be tested"},
    };
    size_t compared = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct written written;
        struct ombre_report_fact fact = {(char *) "cases.selected",
                                         (char *) rows[i].wanted};
        struct ombre_report_result result = {
            (char *) "om.a",     rows[i].outcome,
            rows[i].expectation, 0,
            (char *) "why",      NULL};
        const struct ombre_report report = {
            .fact_count = 1, .fact = &fact, .count = 1, .result = &result};
        assert_true(ombre_report_write_html(written_open(&written), &report));
        const char *text = written_close(&written);
        char heading[64];
        snprintf(heading, sizeof heading, "</span>%s</h1>", rows[i].words);
        check_holds(text, heading, 1);
        free(written.text);
        compared++;
    }
    assert_int_equal(compared, 6);
}

static void test_log(void **state)
{
    (void) state;
    struct written written;
    char id[] = "om.a\x1B", reason[] = "\xE2\x80\xAE why";
    struct ombre_report_detail *detail = some_detail();
    const struct ombre_report_result result = {
        id,    OMBRE_OUTCOME_FAIL, OMBRE_EXPECTATION_UNEXPECTED, 1, reason,
        detail};
    ombre_report_write_log(written_open(&written), &result);
    const char *text = written_close(&written);
    check_holds(text, "case    om.a?\n", 1);
    check_holds(text, "reason  ? why\n", 1);
    check_holds(text,
                "Fail  pixel 17  target 1  sample 3  b of "
                "R8G8B8A8_UNORM\n",
                1);
    check_holds(text, "want   64 = 0.25098\n", 1);
    check_holds(text, "rule   store\n", 1);
    check_holds(text,
                "    16  0x40302010  3f800000 3f000000 3e800000 7fc00000  "
                "0xff00ff00  0xfe00ff01  wrong: ra\n",
                1);
    check_holds(text, "    17  0x00000001  00000005", 1);
    free(detail);
    free(written.text);
}

/* --- Pictures ------------------------------------------------------------- */

struct points {
    unsigned width, height;
    uint8_t rgb[3 * 64 * 64];
};

static void decode(const struct ombre_report_png *file, struct points *out)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(
        png_image_begin_read_from_memory(&image, file->bytes, file->size));
    image.format = PNG_FORMAT_RGB;
    assert_true(PNG_IMAGE_SIZE(image) <= sizeof out->rgb);
    assert_true(png_image_finish_read(&image, NULL, out->rgb, 0, NULL));
    out->width = image.width;
    out->height = image.height;
}

static uint32_t point(const struct points *points, unsigned x, unsigned y)
{
    const uint8_t *rgb = &points->rgb[3 * (y * points->width + x)];
    return (uint32_t) rgb[0] << 16 | (uint32_t) rgb[1] << 8 | rgb[2];
}

/* A texel and what it looks like: its colour, and the band of its alpha. */
static const struct {
    uint32_t dxgi;
    enum ombre_report_view view;
    struct ombre_report_texel texel;
    uint32_t color, band;
} texels[] = {
    {28,
     OMBRE_REPORT_VIEW_BEFORE,
     {.before = {{0x40302010}}},
     0x102030,
     0x404040},
    {28, OMBRE_REPORT_VIEW_WANT, {.want = {{0xFF00FF80}}}, 0x80FF00, 0xFFFFFF},
    {28, OMBRE_REPORT_VIEW_GOT, {.got = {{0x000000FF}}}, 0xFF0000, 0},
    {28,
     OMBRE_REPORT_VIEW_SOURCE,
     {.source = {0x3F800000, 0xBF800000, 0x40000000, 0x3F000000}},
     0xFF00FF,
     0x808080},
    /* _SRGB shows codes; sources are linear: 0.5 is code 188. */
    {29, OMBRE_REPORT_VIEW_GOT, {.got = {{0x7F0000BC}}}, 0xBC0000, 0x7F7F7F},
    {29,
     OMBRE_REPORT_VIEW_SOURCE,
     {.source = {0x3F000000, 0, 0, 0x3F000000}},
     0xBC0000,
     0x808080},
    /* SNORM: -1, 0, 1. */
    {31, OMBRE_REPORT_VIEW_GOT, {.got = {{0x7F7F0081}}}, 0x0080FF, 0xFFFFFF},
    /* R16_FLOAT: 1, NaN; no alpha, so no band. */
    {54, OMBRE_REPORT_VIEW_GOT, {.got = {{0x3C00}}}, 0xFF0000, 0xFF0000},
    {54, OMBRE_REPORT_VIEW_GOT, {.got = {{0x7E00}}}, 0xFF00FF, 0xFF00FF},
    {54, OMBRE_REPORT_VIEW_GOT, {.got = {{0xFC00}}}, 0x000000, 0x000000},
    /* A8_UNORM is grey. */
    {65, OMBRE_REPORT_VIEW_GOT, {.got = {{0x80}}}, 0x808080, 0x808080},
    /* R8_UINT, R8_SINT */
    {62, OMBRE_REPORT_VIEW_GOT, {.got = {{0x80}}}, 0x800000, 0x800000},
    {64, OMBRE_REPORT_VIEW_GOT, {.got = {{0x80}}}, 0x000000, 0x000000},
    /* R9G9B9E5: exponent 15, mantissas 256 of 512: 0.5. */
    {67, OMBRE_REPORT_VIEW_GOT, {.got = {{0x80000100}}}, 0xFF0000, 0xFF0000},
    /* diff: ideal, legal, wrong */
    {28, OMBRE_REPORT_VIEW_DIFF, {.want = {{0x01}}, .got = {{0x01}}}, 0, 0},
    {28,
     OMBRE_REPORT_VIEW_DIFF,
     {.want = {{0x01}}, .got = {{0x02}}},
     0x300000,
     0},
    {28,
     OMBRE_REPORT_VIEW_DIFF,
     {.want = {{0x01}}, .got = {{0x02}}, .wrong = 1},
     0xFF0000,
     0},
    {28,
     OMBRE_REPORT_VIEW_DIFF,
     {.want = {{0x00}}, .got = {{0xFF000000}}, .wrong = 8},
     0,
     0xFFFFFF},
};

static void test_texels(void **state)
{
    (void) state;
    size_t compared = 0;
    for (size_t i = 0; i < sizeof texels / sizeof texels[0]; i++) {
        struct points points = {0};
        struct ombre_report_png file;
        struct ombre_report_detail detail = {.dxgi = texels[i].dxgi,
                                             .texel_count = 1};
        detail.texel[0] = texels[i].texel;
        assert_true(ombre_report_picture(&detail, texels[i].view, 8, &file));
        decode(&file, &points);
        assert_int_equal(points.width, 8);
        assert_int_equal(points.height, 8);
        if (point(&points, 0, 0) != texels[i].color ||
            point(&points, 6, 6) != texels[i].band)
            fail_msg("row %zu: colour %06x, band %06x", i,
                     (unsigned) point(&points, 0, 0),
                     (unsigned) point(&points, 6, 6));
        assert_int_equal(point(&points, 7, 7), 0x808080);
        free(file.bytes);
        compared++;
    }
    assert_int_equal(compared, 18);
}

/* Places: eight in a row, from the left, from the top. */
static void test_places(void **state)
{
    (void) state;
    struct points points = {0};
    struct ombre_report_png file;
    struct ombre_report_detail detail = {.dxgi = 61, .texel_count = 11};
    for (unsigned i = 0; i < 11; i++)
        detail.texel[i].got.word[0] = 10 * i;
    assert_true(ombre_report_picture(&detail, OMBRE_REPORT_VIEW_GOT, 4, &file));
    decode(&file, &points);
    assert_int_equal(points.width, 32);
    assert_int_equal(points.height, 8);
    for (unsigned i = 0; i < 11; i++)
        assert_int_equal(point(&points, i % 8 * 4 + 1, i / 8 * 4 + 1) >> 16,
                         10 * i);
    assert_int_equal(point(&points, 3 * 4 + 1, 5), 0x808080);
    free(file.bytes);
    detail.texel_count = 0;
    assert_false(
        ombre_report_picture(&detail, OMBRE_REPORT_VIEW_GOT, 4, &file));
    detail = (struct ombre_report_detail){.dxgi = 1, .texel_count = 1};
    assert_false(
        ombre_report_picture(&detail, OMBRE_REPORT_VIEW_GOT, 4, &file));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_junit),
        cmocka_unit_test(test_junit_incomplete),
        cmocka_unit_test(test_html),
        cmocka_unit_test(test_html_empty),
        cmocka_unit_test(test_verdicts),
        cmocka_unit_test(test_log),
        cmocka_unit_test(test_texels),
        cmocka_unit_test(test_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
