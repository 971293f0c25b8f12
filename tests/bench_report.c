/* A hundred thousand results: how long they take to read and to render, and how
 * large the page becomes.  Limits are those that README.md promises; exit 1
 * beyond them. */
#include <time.h>

#include "report_check.h"

/* `run` keeps details of so many cases. */
enum { RESULTS = 100000, DETAILS = 1000, MAX_BYTES = 20000000 };

static const double max_seconds = 2;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static const char *const factors[] = {
    "zero",      "one",        "src_color",    "inv_src_color",
    "src_alpha", "dest_alpha", "blend_factor", "src1_color"};

/* One in `bad` is wrong. */
static void write_results(FILE *file, unsigned bad)
{
    struct ombre_report_detail *detail = some_detail();
    detail->texel_count = 24;
    ombre_report_write_head(file);
    for (unsigned i = 0; i < RESULTS; i++) {
        char id[160];
        char reason[] = "pixel 19 target 0 R8G8B8A8_SNORM  b: want -127 = -1, "
                        "got -128 = -1; 2 of 96 components are wrong";
        char nothing[] = "";
        const bool wrong = i % bad == 0;
        snprintf(id, sizeof id, "om.color.r8g8b8a8_unorm.%s-%s-add.%u",
                 factors[i % 8], factors[i / 8 % 8], i);
        snprintf(detail->cause, sizeof detail->cause, "cause %u", i % 97);
        const struct ombre_report_result result = {
            .id = id,
            .outcome = wrong ? OMBRE_OUTCOME_FAIL : OMBRE_OUTCOME_PASS,
            .expectation =
                wrong ? OMBRE_EXPECTATION_UNEXPECTED : OMBRE_EXPECTATION_MET,
            .seconds = 0.012,
            .reason = wrong ? reason : nothing,
            .detail = wrong && i / bad < DETAILS ? detail : NULL,
        };
        ombre_report_write_result(file, &result);
    }
    free(detail);
}

static bool measure(const char *name, unsigned bad)
{
    struct written lines, page;
    struct ombre_report report = {0};
    struct ombre_report_error error;
    write_results(written_open(&lines), bad);
    written_close(&lines);
    const double start = now();
    const bool good =
        ombre_report_parse_results(lines.text, lines.size, &report, &error);
    const double read = now();
    ombre_report_write_html(written_open(&page), &report);
    written_close(&page);
    const double end = now();
    const size_t count = report.count;
    printf("%-24s %zu results, %.1f MB of lines: read %.2f s, render %.2f s, "
           "page %.1f MB\n",
           name, count, (double) lines.size / 1e6, read - start, end - read,
           (double) page.size / 1e6);
    const bool fits = good && count == RESULTS && end - start < max_seconds &&
                      page.size < MAX_BYTES;
    ombre_report_finish(&report);
    free(lines.text);
    free(page.text);
    return fits;
}

int main(void)
{
    bool good = measure("one in 1000 is wrong", 1000);
    good = measure("one in 20 is wrong", 20) && good;
    good = measure("every one is wrong", 1) && good;
    return good ? 0 : 1;
}
