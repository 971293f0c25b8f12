#include "run_report.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "command.h"
#include "console.h"
#include "device_text.h"

/* Results that are listed one by one on the console. */
enum { MAX_LISTED = 25 };

static void get_id(const struct run *run, size_t position,
                   char id[OMBRE_ID_SIZE])
{
    ombre_suite_id(run->selection->suite, run->selection->index[position], id);
}

static bool is_unexpected(enum expectation expectation)
{
    switch (expectation) {
    case EXPECTATION_MET:
    case EXPECTATION_KNOWN: return false;
    case EXPECTATION_UNEXPECTED:
    case EXPECTATION_BETTER: break;
    }
    return true;
}

void run_record(struct run *run, size_t position, enum outcome outcome,
                const char *reason, double seconds)
{
    char id[OMBRE_ID_SIZE];
    get_id(run, position, id);
    struct run_result *result = &run->result[position];
    *result = (struct run_result){
        .done = true,
        .outcome = outcome,
        .expectation =
            baseline_judge(&run->baseline, id, outcome, run->relaxed),
        .seconds = seconds,
        .reason = malloc(strlen(reason) + 1),
    };
    if (result->reason)
        strcpy(result->reason, reason);
    run->finished++;
    run->counts[outcome]++;
    run->expectations[result->expectation]++;
    /* Flushed line by line: a kill loses at most one. */
    if (run->results) {
        fprintf(run->results, "%s,%s,%.3f\n", id, outcome_status(outcome),
                seconds);
        fflush(run->results);
    }
    if (run->failures && outcome != OUTCOME_PASS &&
        outcome != OUTCOME_NOT_SUPPORTED) {
        fprintf(run->failures, "%s,%s # %s\n", id, outcome_status(outcome),
                reason);
        fflush(run->failures);
    }
}

size_t run_unexpected(const struct run *run)
{
    return run->expectations[EXPECTATION_UNEXPECTED] +
           run->expectations[EXPECTATION_BETTER];
}

int run_exit_code(const struct run *run)
{
    if (!run->complete)
        return EXIT_INFRASTRUCTURE;
    if (run_unexpected(run) > 0)
        return EXIT_UNEXPECTED;
    return run->counts[OUTCOME_NOT_SUPPORTED] == run->finished
               ? EXIT_NOTHING_TESTED
               : EXIT_EXPECTED;
}

/* --- For people -------------------------------------------------------------
 */

static void print_unexpected(const struct run *run,
                             const struct console *console)
{
    size_t listed = 0;
    for (size_t i = 0; i < run->selection->count; i++) {
        const struct run_result *result = &run->result[i];
        char id[OMBRE_ID_SIZE];
        if (!result->done || !is_unexpected(result->expectation))
            continue;
        if (listed++ >= MAX_LISTED)
            continue;
        get_id(run, i, id);
        console_paint(console, PAINT_BAD,
                      result->expectation == EXPECTATION_BETTER
                          ? "UnexpectedPass"
                          : outcome_status(result->outcome));
        printf("  %s\n", id);
        if (result->reason && *result->reason) {
            fputs("    ", stdout);
            console_paint(console, PAINT_NONE, result->reason);
            fputc('\n', stdout);
        }
    }
    if (listed > MAX_LISTED)
        printf("and %zu more; --json lists all\n", listed - MAX_LISTED);
    if (listed > 0)
        printf("replay one: ombre show ID | ombre draw - -d %zu --judge %s\n\n",
               run->device, ombre_judge_name(run->judge));
}

void run_print_summary(const struct run *run)
{
    const struct console console = console_open(stdout);
    print_unexpected(run, &console);
    printf("device  %zu: %s  driver %s %s\n", run->device,
           run->info->deviceName, run->info->driverName, run->info->driverInfo);
    printf("suite   %s   judge %s   %zu of %zu cases in %.1f s\n",
           ombre_suite_name(run->selection->suite),
           ombre_judge_name(run->judge), run->finished, run->selection->count,
           run->seconds);
    fputs("counts ", stdout);
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (run->counts[i] > 0)
            printf(" %s %zu", outcome_status((enum outcome) i), run->counts[i]);
    fputc('\n', stdout);
    printf("known   %zu as the baseline has it\n",
           run->expectations[EXPECTATION_KNOWN]);
    const size_t unexpected = run_unexpected(run);
    fputs("verdict ", stdout);
    if (!run->complete)
        console_paint(&console, PAINT_BAD,
                      run->interrupted ? "incomplete: interrupted"
                                       : "incomplete: the device is gone");
    else if (unexpected == 0)
        console_paint(&console, PAINT_GOOD, "as expected");
    else
        console_paint(&console, PAINT_BAD, "unexpected results");
    if (unexpected > 0)
        printf(": %zu worse, %zu better than expected",
               run->expectations[EXPECTATION_UNEXPECTED],
               run->expectations[EXPECTATION_BETTER]);
    fputc('\n', stdout);
}

/* --- JSON --------------------------------------------------------------------
 */

static const char *expectation_name(enum expectation expectation)
{
    switch (expectation) {
    case EXPECTATION_MET: return "expected";
    case EXPECTATION_KNOWN: return "known";
    case EXPECTATION_UNEXPECTED: return "unexpected";
    case EXPECTATION_BETTER: return "unexpected-pass";
    }
    return NULL;
}

static void write_result(struct json_out *out, const struct run *run,
                         size_t position)
{
    const struct run_result *result = &run->result[position];
    char id[OMBRE_ID_SIZE];
    get_id(run, position, id);
    json_object(out, NULL);
    json_string(out, "case", id);
    json_string(out, "status", outcome_status(result->outcome));
    json_string(out, "expectation", expectation_name(result->expectation));
    json_number(out, "seconds", result->seconds);
    if (result->reason && *result->reason)
        json_string(out, "reason", result->reason);
    json_object_end(out);
}

void run_write_json(struct json_out *out, const struct run *run)
{
    json_object(out, NULL);
    json_string(out, "suite", ombre_suite_name(run->selection->suite));
    json_object(out, "device");
    device_write(out, run->device, run->info);
    json_object_end(out);
    json_string(out, "judge", ombre_judge_name(run->judge));
    json_int(out, "jobs", run->jobs);
    json_bool(out, "complete", run->complete);
    json_number(out, "seconds", run->seconds);
    json_object(out, "counts");
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        json_int(out, outcome_status((enum outcome) i),
                 (int64_t) run->counts[i]);
    json_object_end(out);
    json_int(out, "known", (int64_t) run->expectations[EXPECTATION_KNOWN]);
    json_int(out, "unexpected", (int64_t) run_unexpected(run));
    json_array(out, "results");
    for (size_t i = 0; i < run->selection->count; i++)
        if (run->result[i].done)
            write_result(out, run, i);
    json_array_end(out);
    json_int(out, "exit", run_exit_code(run));
    json_object_end(out);
}

/* --- The output folder
 * ---------------------------------------------------------- */

static FILE *open_in(const char *folder, const char *name, const char *mode)
{
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    if (length < 0 || (size_t) length >= sizeof path) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return fopen(path, mode);
}

static int complain(const char *folder)
{
    fprintf(stderr, "ombre: --output: %s: %s\n", folder, strerror(errno));
    return EXIT_INFRASTRUCTURE;
}

int run_open_output(struct run *run, const char *folder)
{
    if (!folder)
        return EXIT_EXPECTED;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return complain(folder);
    /* "x": results of another run are never overwritten. */
    run->results = open_in(folder, "results.csv", "wx");
    if (run->results)
        run->failures = open_in(folder, "failures.csv", "wx");
    return run->failures ? EXIT_EXPECTED : complain(folder);
}

static bool close_file(FILE **file)
{
    const bool good = !*file || (fclose(*file) == 0);
    *file = NULL;
    return good;
}

int run_close_output(struct run *run, const char *folder)
{
    const bool opened = run->results && run->failures;
    bool good = close_file(&run->results);
    good = close_file(&run->failures) && good;
    if (!folder || !opened)
        return EXIT_EXPECTED;
    FILE *file = open_in(folder, "run.json", "wx");
    if (file) {
        struct json_out out = json_out_start(file, 2);
        run_write_json(&out, run);
        json_out_end(&out);
        good = !ferror(file) && good;
    }
    return file && close_file(&file) && good ? EXIT_EXPECTED : complain(folder);
}
