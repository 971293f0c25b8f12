#include "run_report.h"

#include <stdlib.h>
#include <string.h>

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

/* Fill in a result, or another in its place, and count it. */
static void set_result(struct run *run, size_t position, enum outcome outcome,
                       const char *reason, double seconds)
{
    char id[OMBRE_ID_SIZE];
    struct run_result *result = &run->result[position];
    get_id(run, position, id);
    if (result->done) {
        run->counts[result->outcome]--;
        run->expectations[result->expectation]--;
    } else {
        run->finished++;
    }
    char *copy = malloc(strlen(reason) + 1);
    if (copy)
        strcpy(copy, reason);
    free(result->reason); /* `reason` may have been it */
    result->done = true;
    result->outcome = outcome;
    result->expectation = ombre_baseline_judge(
        &run->baseline, id, (enum ombre_outcome) outcome, run->relaxed);
    /* A baseline is of what the device itself draws. */
    if (run->emulates && result->expectation == OMBRE_EXPECTATION_BETTER)
        result->expectation = OMBRE_EXPECTATION_MET;
    result->seconds = seconds;
    result->reason = copy;
    run->counts[outcome]++;
    run->expectations[result->expectation]++;
}

static void keep_result(struct run *run, size_t position,
                        struct ombre_report_detail *detail, bool again)
{
    char id[OMBRE_ID_SIZE], nothing[] = "";
    const struct run_result *result = &run->result[position];
    if (!run->folder)
        return;
    get_id(run, position, id);
    const struct ombre_report_result line = {
        .id = id,
        .outcome = (enum ombre_outcome) result->outcome,
        .expectation = result->expectation,
        .seconds = result->seconds,
        .reason = result->reason ? result->reason : nothing,
        .detail = detail,
    };
    run_folder_add(run->folder, &line, again);
}

/* Keep what a second look has found it to be like. */
static void set_looks_like(struct run *run, size_t position,
                           const struct ombre_report_detail *detail)
{
    struct run_result *result = &run->result[position];
    free(result->looks_like);
    result->looks_like = NULL;
    if (!detail || !*detail->looks_like)
        return;
    result->looks_like = malloc(sizeof detail->looks_like);
    if (result->looks_like)
        memcpy(result->looks_like, detail->looks_like,
               sizeof detail->looks_like);
}

void run_record(struct run *run, size_t position, enum outcome outcome,
                const char *reason, double seconds)
{
    set_result(run, position, outcome, reason, seconds);
    keep_result(run, position, NULL, false);
}

void run_amend(struct run *run, size_t position, enum outcome outcome,
               const char *reason, struct ombre_report_detail *detail)
{
    set_result(run, position, outcome, reason, run->result[position].seconds);
    run->result[position].looked = true;
    set_looks_like(run, position, detail);
    keep_result(run, position, detail, true);
}

void run_restore(struct run *run, size_t position,
                 const struct ombre_report_result *result)
{
    set_result(run, position, (enum outcome) result->outcome, result->reason,
               result->seconds);
    run->result[position].looked = result->detail != NULL;
    set_looks_like(run, position, result->detail);
}

size_t run_unexpected(const struct run *run)
{
    return run->expectations[OMBRE_EXPECTATION_UNEXPECTED] +
           run->expectations[OMBRE_EXPECTATION_BETTER];
}

int run_exit_code(const struct run *run)
{
    if (!run->complete)
        return EXIT_INFRASTRUCTURE;
    if (run_unexpected(run) > 0 || run->claimed.how[OMBRE_CLAIM_MISSING] > 0)
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
        if (!result->done || ombre_expectation_is_met(result->expectation))
            continue;
        if (listed++ >= MAX_LISTED)
            continue;
        get_id(run, i, id);
        console_paint(console, PAINT_BAD,
                      result->expectation == OMBRE_EXPECTATION_BETTER
                          ? "UnexpectedPass"
                          : outcome_status(result->outcome));
        printf("  %s\n", id);
        if (result->reason && *result->reason) {
            fputs("    ", stdout);
            console_paint(console, PAINT_NONE, result->reason);
            fputc('\n', stdout);
        }
        if (result->looks_like) {
            fputs("    looks like: ", stdout);
            console_paint(console, PAINT_NONE, result->looks_like);
            fputc('\n', stdout);
        }
    }
    if (listed > MAX_LISTED)
        printf("and %zu more; --json lists all\n", listed - MAX_LISTED);
    if (listed > 0)
        printf("replay one: ombre show ID | ombre draw - -d %zu --judge %s\n\n",
               run->device, ombre_judge_name(run->judge));
}

static void print_claim(const struct run *run, const struct console *console)
{
    const struct claim_counts *counts = &run->claimed;
    const unsigned missing = counts->how[OMBRE_CLAIM_MISSING];
    char text[32];
    printf("claim   %s requires %u: %u native, %u emulated, ",
           ombre_feature_level_name(run->claim), counts->required,
           counts->how[OMBRE_CLAIM_NATIVE], counts->how[OMBRE_CLAIM_EMULATED]);
    snprintf(text, sizeof text, "%u missing", missing);
    console_paint(console, missing ? PAINT_BAD : PAINT_GOOD, text);
    puts(missing ? "; ombre devices --claims lists them" : "");
}

static void print_verdict(const struct run *run, const struct console *console)
{
    const size_t unexpected = run_unexpected(run);
    fputs("verdict ", stdout);
    if (!run->complete)
        console_paint(console, PAINT_BAD,
                      run->interrupted ? "incomplete: interrupted"
                                       : "incomplete: the device is gone");
    else if (unexpected > 0)
        console_paint(console, PAINT_BAD, "unexpected results");
    else if (run->claimed.how[OMBRE_CLAIM_MISSING] > 0)
        console_paint(console, PAINT_BAD, "the claim does not hold");
    else
        console_paint(console, PAINT_GOOD, "as expected");
    if (unexpected > 0)
        printf(": %zu worse, %zu better than expected",
               run->expectations[OMBRE_EXPECTATION_UNEXPECTED],
               run->expectations[OMBRE_EXPECTATION_BETTER]);
    fputc('\n', stdout);
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
           run->expectations[OMBRE_EXPECTATION_KNOWN]);
    if (run->claim)
        print_claim(run, &console);
    print_verdict(run, &console);
}

/* --- JSON --------------------------------------------------------------------
 */

static void write_result(struct json_out *out, const struct run *run,
                         size_t position)
{
    const struct run_result *result = &run->result[position];
    char id[OMBRE_ID_SIZE];
    get_id(run, position, id);
    json_object(out, NULL);
    json_string(out, "case", id);
    json_string(out, "status", outcome_status(result->outcome));
    json_string(out, "expectation",
                ombre_expectation_name(result->expectation));
    json_number(out, "seconds", result->seconds);
    if (result->reason && *result->reason)
        json_string(out, "reason", result->reason);
    if (result->looks_like)
        json_string(out, "looks_like", result->looks_like);
    json_object_end(out);
}

static void write_claim(struct json_out *out, const struct run *run)
{
    json_object(out, "claim");
    claim_counts_write(out, run->claim, &run->claimed);
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
    json_int(out, "known",
             (int64_t) run->expectations[OMBRE_EXPECTATION_KNOWN]);
    json_int(out, "unexpected", (int64_t) run_unexpected(run));
    if (run->claim)
        write_claim(out, run);
    json_array(out, "results");
    for (size_t i = 0; i < run->selection->count; i++)
        if (run->result[i].done)
            write_result(out, run, i);
    json_array_end(out);
    json_int(out, "exit", run_exit_code(run));
    json_object_end(out);
}
