/* Whatever the bytes: a run or an error that names something; what was read can
 * be written, read back, shown and updated from; nothing gets into a page.
 *
 * With -Dfuzz=true and clang this is a libFuzzer target; else it replays the
 * files that it is given.
 */
#include "report_check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_report: %s\n", what);
        abort();
    }
}

static void check_error(const struct ombre_report_error *error)
{
    require(error->message[0] != '\0', "an error without a message");
    require(memchr(error->message, '\0', sizeof error->message) != NULL,
            "a message that does not end");
    require(memchr(error->file, '\0', sizeof error->file) != NULL,
            "a name that does not end");
}

/* Text of pages and JUnit: no controls but newline and tab, and only the tags
 * that ombre writes. */
static void check_markup(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = (unsigned char) text[i];
        require(byte >= 0x20 || byte == '\n' || byte == '\t',
                "a control character got through");
    }
    require(occurrences(text, "<script>") <= 1, "a script got in");
    require(!strstr(text, "\xE2\x80\xAE"), "an override of direction got in");
}

static void check_shown(const struct ombre_report *report)
{
    struct written written;
    ombre_report_write_junit(written_open(&written), report);
    written_close(&written);
    check_markup(written.text, written.size);
    free(written.text);
    require(ombre_report_write_html(written_open(&written), report),
            "out of memory");
    written_close(&written);
    check_markup(written.text, written.size);
    free(written.text);
    for (size_t i = 0; i < report->count; i++) {
        ombre_report_write_log(written_open(&written), &report->result[i]);
        written_close(&written);
        free(written.text);
    }
}

/* What was read is written to lines that say the same. */
static void check_written(const struct ombre_report *report)
{
    struct written first, second;
    struct ombre_report again = {0};
    struct ombre_report_error error;
    FILE *file = written_open(&first);
    ombre_report_write_head(file);
    for (size_t i = 0; i < report->count; i++)
        ombre_report_write_result(file, &report->result[i]);
    written_close(&first);
    require(ombre_report_parse_results(first.text, first.size, &again, &error),
            "what was written cannot be read");
    file = written_open(&second);
    ombre_report_write_head(file);
    for (size_t i = 0; i < again.count; i++)
        ombre_report_write_result(file, &again.result[i]);
    written_close(&second);
    require(again.count == report->count, "counts differ");
    require(first.size == second.size &&
                memcmp(first.text, second.text, first.size) == 0,
            "texts differ");
    ombre_report_finish(&again);
    free(first.text);
    free(second.text);
}

/* A baseline that is brought up to date expects everything that can be said. */
static void check_update(struct ombre_baseline *baseline,
                         const struct ombre_report *report)
{
    require(ombre_baseline_update(baseline, report), "out of memory");
    for (size_t i = 0; i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        const bool sayable =
            !strpbrk(result->id, "\n#@,*? \t\r\v\f") && *result->id;
        require(!sayable ||
                    ombre_baseline_judge(baseline, result->id, result->outcome,
                                         false) != OMBRE_EXPECTATION_UNEXPECTED,
                "a result is unexpected after the update");
    }
}

static void try_baseline(const char *text, size_t size,
                         const struct ombre_report *report)
{
    struct ombre_baseline baseline;
    struct ombre_report_error error;
    struct written written;
    if (!ombre_baseline_parse(text, size, "Mesa 22.3", &baseline, &error)) {
        check_error(&error);
        return;
    }
    ombre_baseline_write(written_open(&written), &baseline);
    written_close(&written);
    require(written.size >= size && memcmp(written.text, text, size) == 0,
            "a baseline is not written as it was read");
    free(written.text);
    check_update(&baseline, report);
    ombre_baseline_finish(&baseline);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char results[] =
        "{\"ombre_results\": 1}\n"
        "{\"case\": \"om.pass.a\", \"status\": \"Pass\", \"seconds\": 0}\n"
        "{\"case\": \"om.x.y\", \"status\": \"Fail\", \"seconds\": 0}\n";
    const char *text = (const char *) data;
    struct ombre_report report = {0}, known = {0};
    struct ombre_report_error error;
    if (ombre_report_parse_facts(text, size, &report, &error))
        check_shown(&report);
    else
        check_error(&error);
    ombre_report_finish(&report);
    if (ombre_report_parse_results(text, size, &report, &error)) {
        check_shown(&report);
        check_written(&report);
    } else {
        check_error(&error);
    }
    ombre_report_finish(&report);
    require(
        ombre_report_parse_results(results, strlen(results), &known, &error),
        "known results cannot be read");
    try_baseline(text, size, &known);
    ombre_report_finish(&known);
    return 0;
}

#ifndef OMBRE_LIBFUZZER
static bool replay(const char *path)
{
    FILE *file = fopen(path, "rb");
    static uint8_t bytes[1 << 20];
    if (!file) {
        perror(path);
        return false;
    }
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    LLVMFuzzerTestOneInput(bytes, size);
    printf("%s: %zu bytes\n", path, size);
    return true;
}

int main(int argc, char **argv)
{
    int replayed = 0;
    for (int i = 1; i < argc; i++)
        replayed += replay(argv[i]);
    printf("%d files replayed\n", replayed);
    return replayed == argc - 1 && replayed > 0 ? 0 : 1;
}
#endif
