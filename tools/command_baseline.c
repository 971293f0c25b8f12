#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline.h"
#include "command.h"
#include "console.h"
#include "json_out.h"
#include "load_report.h"

enum verb { MAKE, UPDATE, CHECK, VERBS };

static const char *const verbs[VERBS] = {"make", "update", "check"};

struct work {
    const struct options *options;
    enum verb verb;
    const char *file; /* or NULL: what is built in */
    struct ombre_report report;
    struct ombre_baseline baseline;
};

static const char *fact(const struct work *work, const char *key)
{
    const char *value = ombre_report_fact(&work->report, key);
    return value ? value : "";
}

static int complain(const char *path)
{
    fprintf(stderr, "ombre: %s: %s\n", path, strerror(errno));
    return EXIT_INFRASTRUCTURE;
}

/* --- Files -----------------------------------------------------------------
 */

/* A file that must not be there yet. */
static int write_new(const char *path, const struct ombre_baseline *baseline)
{
    FILE *file = fopen(path, "wx");
    if (!file)
        return complain(path);
    ombre_baseline_write(file, baseline);
    const bool good = !ferror(file);
    return fclose(file) == 0 && good ? EXIT_EXPECTED : complain(path);
}

/* The old file stays until the new one is whole. */
static int replace(const char *path, const struct ombre_baseline *baseline)
{
    char other[4096];
    const int length = snprintf(other, sizeof other, "%s.new", path);
    errno = ENAMETOOLONG;
    if (length < 0 || (size_t) length >= sizeof other)
        return complain(path);
    const int code = write_new(other, baseline);
    if (code != EXIT_EXPECTED)
        return code;
    if (rename(other, path) == 0)
        return EXIT_EXPECTED;
    const int cause = errno;
    unlink(other);
    errno = cause;
    return complain(path);
}

/* --- Changes ---------------------------------------------------------------
 */

static const char *change_name(enum ombre_baseline_change change)
{
    switch (change) {
    case OMBRE_BASELINE_KEPT: return "kept";
    case OMBRE_BASELINE_CHANGED: return "changed";
    case OMBRE_BASELINE_REMOVED: return "removed";
    case OMBRE_BASELINE_ADDED: break;
    }
    return "added";
}

static void print_line(const struct console *console, enum paint paint,
                       const char *sign, const char *text)
{
    fputs(sign, stdout);
    console_paint(console, paint, text);
    fputc('\n', stdout);
}

static size_t print_changes(const struct ombre_baseline *baseline)
{
    const struct console console = console_open(stdout);
    size_t count = 0;
    for (size_t i = 0; i < baseline->count; i++) {
        const struct ombre_baseline_line *line = &baseline->line[i];
        if (line->change == OMBRE_BASELINE_KEPT)
            continue;
        count++;
        if (line->change != OMBRE_BASELINE_ADDED)
            print_line(&console, PAINT_GOOD, "- ",
                       line->old_text ? line->old_text : line->text);
        if (line->change != OMBRE_BASELINE_REMOVED)
            print_line(&console, PAINT_BAD, "+ ", line->text);
    }
    printf("%zu line%s\n", count, count == 1 ? " differs" : "s differ");
    return count;
}

static void write_changes(struct json_out *out,
                          const struct ombre_baseline *baseline)
{
    json_array(out, "changes");
    for (size_t i = 0; i < baseline->count; i++) {
        const struct ombre_baseline_line *line = &baseline->line[i];
        if (line->change == OMBRE_BASELINE_KEPT)
            continue;
        json_object(out, NULL);
        json_string(out, "change", change_name(line->change));
        json_string(out, "line", line->text);
        if (line->old_text)
            json_string(out, "was", line->old_text);
        json_object_end(out);
    }
    json_array_end(out);
}

/* --- Verbs -----------------------------------------------------------------
 */

static int read_baseline(struct work *work)
{
    return baseline_read(work->file, fact(work, "device.driverID"),
                         fact(work, "device.driverInfo"), &work->baseline);
}

/* Text from outside must stay on its line. */
static void clean_fact(const struct work *work, const char *key, char out[200])
{
    console_clean(out, 200, fact(work, key));
}

static int start_baseline(struct work *work)
{
    char driver[200], info[200], suite[200], judge[200], head[1024];
    struct ombre_report_error error;
    clean_fact(work, "device.driverName", driver);
    clean_fact(work, "device.driverInfo", info);
    clean_fact(work, "suite", suite);
    clean_fact(work, "judge", judge);
    snprintf(head, sizeof head,
             "# Known results of %s %s, suite %s, judge %s.\n", driver, info,
             suite, judge);
    return ombre_baseline_parse(head, strlen(head), "", &work->baseline, &error)
               ? EXIT_EXPECTED
               : EXIT_INFRASTRUCTURE;
}

static void tell_changes(const struct work *work)
{
    if (!work->options->given[OPTION_JSON]) {
        print_changes(&work->baseline);
        return;
    }
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "verb", verbs[work->verb]);
    write_changes(&out, &work->baseline);
    json_int(&out, "exit", EXIT_EXPECTED);
    json_object_end(&out);
    json_out_end(&out);
}

static int make_or_update(struct work *work)
{
    const struct options *options = work->options;
    int code = work->verb == MAKE ? start_baseline(work) : read_baseline(work);
    if (code != EXIT_EXPECTED)
        return code;
    if (!ombre_baseline_update(&work->baseline, &work->report)) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    if (work->verb == MAKE)
        code = write_new(work->file, &work->baseline);
    else if (options->given[OPTION_OUTPUT])
        code = write_new(options->value[OPTION_OUTPUT], &work->baseline);
    else if (options->given[OPTION_WRITE])
        code = replace(work->file, &work->baseline);
    else
        fputs("ombre: nothing is written without --write or --output\n",
              stderr);
    if (code == EXIT_EXPECTED)
        tell_changes(work);
    return code;
}

static void tell_result(struct json_out *out,
                        const struct ombre_report_result *result,
                        enum ombre_expectation expectation)
{
    json_object(out, NULL);
    json_string(out, "case", result->id);
    json_string(out, "status", ombre_outcome_status(result->outcome));
    json_string(out, "expectation", ombre_expectation_name(expectation));
    json_object_end(out);
}

static void print_result(const struct console *console,
                         const struct ombre_report_result *result,
                         enum ombre_expectation expectation)
{
    console_paint(console, PAINT_BAD,
                  expectation == OMBRE_EXPECTATION_BETTER
                      ? "UnexpectedPass"
                      : ombre_outcome_status(result->outcome));
    fputs("  ", stdout);
    console_paint(console, PAINT_NONE, result->id);
    fputc('\n', stdout);
}

/* Returns how many results the baseline does not have. */
static size_t tell_unexpected(const struct work *work, struct json_out *out)
{
    const struct console console = console_open(stdout);
    const bool relaxed = strcmp(fact(work, "relaxed"), "true") == 0;
    size_t count = 0;
    for (size_t i = 0; i < work->report.count; i++) {
        const struct ombre_report_result *result = &work->report.result[i];
        const enum ombre_expectation expectation = ombre_baseline_judge(
            &work->baseline, result->id, result->outcome, relaxed);
        if (ombre_expectation_is_met(expectation))
            continue;
        count++;
        if (out)
            tell_result(out, result, expectation);
        else
            print_result(&console, result, expectation);
    }
    return count;
}

static int check(struct work *work)
{
    const int code = read_baseline(work);
    if (code != EXIT_EXPECTED)
        return code;
    if (!work->options->given[OPTION_JSON]) {
        const size_t count = tell_unexpected(work, NULL);
        printf("%zu of %zu results are not as the baseline has them\n", count,
               work->report.count);
        return count > 0 ? EXIT_UNEXPECTED : EXIT_EXPECTED;
    }
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_string(&out, "verb", verbs[work->verb]);
    json_array(&out, "unexpected");
    const int end =
        tell_unexpected(work, &out) > 0 ? EXIT_UNEXPECTED : EXIT_EXPECTED;
    json_array_end(&out);
    json_int(&out, "exit", end);
    json_object_end(&out);
    json_out_end(&out);
    return end;
}

/* --- The command -----------------------------------------------------------
 */

static int read_verb(const struct options *options, struct work *out)
{
    const char *word = options->operand[0];
    unsigned verb = 0;
    while (verb < VERBS && strcmp(verbs[verb], word) != 0)
        verb++;
    if (verb == VERBS) {
        fprintf(stderr,
                "ombre: baseline does not know '%s'; it takes make, update or "
                "check\n",
                word);
        return EXIT_USAGE;
    }
    *out = (struct work){
        .options = options,
        .verb = (enum verb) verb,
        .file = options->operand_count > 2 ? options->operand[2] : NULL};
    if (!out->file && out->verb != CHECK) {
        fprintf(stderr, "ombre: baseline %s needs a FILE\n", word);
        return EXIT_USAGE;
    }
    return EXIT_EXPECTED;
}

int command_baseline(const struct options *options)
{
    struct work work;
    int code = read_verb(options, &work);
    if (code == EXIT_EXPECTED)
        code = load_report(options->operand[1], &work.report);
    if (code != EXIT_EXPECTED)
        return code;
    code = work.verb == CHECK ? check(&work) : make_or_update(&work);
    ombre_baseline_finish(&work.baseline);
    ombre_report_finish(&work.report);
    return code;
}
