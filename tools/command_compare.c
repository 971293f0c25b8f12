#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "console.h"
#include "json_out.h"
#include "load_report.h"

enum { MAX_LISTED = 50 };

static const char *status_of(const struct ombre_report_result *result)
{
    return result ? ombre_outcome_status(result->outcome) : "-";
}

static const char *id_of(const struct ombre_report_difference *difference)
{
    return difference->after ? difference->after->id : difference->before->id;
}

static const char *reason_of(const struct ombre_report_difference *difference)
{
    return difference->after ? difference->after->reason
                             : difference->before->reason;
}

static enum paint paint_of(enum ombre_report_change change)
{
    switch (change) {
    case OMBRE_REPORT_NEW_FAILURE: return PAINT_BAD;
    case OMBRE_REPORT_FIXED: return PAINT_GOOD;
    case OMBRE_REPORT_CHANGED: return PAINT_WARN;
    case OMBRE_REPORT_APPEARED:
    case OMBRE_REPORT_GONE:
    case OMBRE_REPORT_CHANGE_COUNT: break;
    }
    return PAINT_FAINT;
}

/* --- For people ------------------------------------------------------------
 */

static void print_difference(const struct console *console,
                             const struct ombre_report_difference *difference)
{
    console_paint(console, paint_of(difference->change),
                  ombre_report_change_name(difference->change));
    fputs("  ", stdout);
    console_paint(console, PAINT_NONE, id_of(difference));
    printf("  %s, now %s\n", status_of(difference->before),
           status_of(difference->after));
    if (difference->before && difference->after &&
        *difference->before->reason) {
        fputs("    then ", stdout);
        console_paint(console, PAINT_FAINT, difference->before->reason);
        fputc('\n', stdout);
    }
    if (*reason_of(difference)) {
        fputs(difference->after ? "    now  " : "    then ", stdout);
        console_paint(console, PAINT_NONE, reason_of(difference));
        fputc('\n', stdout);
    }
}

static void print_device(const struct console *console, const char *name,
                         const struct ombre_report *report)
{
    const char *device = ombre_report_fact(report, "device.deviceName");
    const char *driver = ombre_report_fact(report, "device.driverInfo");
    printf("%-8s", name);
    console_paint(console, PAINT_NONE, device ? device : "unknown");
    fputs("  ", stdout);
    console_paint(console, PAINT_NONE, driver ? driver : "unknown");
    printf("   %zu of %zu cases\n", report->count, ombre_report_wanted(report));
}

static void print_comparison(const struct ombre_report report[2],
                             const struct ombre_report_comparison *comparison)
{
    const struct console console = console_open(stdout);
    for (size_t i = 0; i < comparison->count && i < MAX_LISTED; i++)
        print_difference(&console, &comparison->difference[i]);
    if (comparison->count > MAX_LISTED)
        printf("and %zu more; --json lists all\n",
               comparison->count - MAX_LISTED);
    print_device(&console, "before", &report[0]);
    print_device(&console, "after", &report[1]);
    printf("same    %zu", comparison->same);
    for (unsigned i = 0; i < OMBRE_REPORT_CHANGE_COUNT; i++)
        printf("   %s %zu",
               ombre_report_change_name((enum ombre_report_change) i),
               comparison->changes[i]);
    fputs("\nverdict ", stdout);
    if (comparison->changes[OMBRE_REPORT_NEW_FAILURE] > 0)
        console_paint(&console, PAINT_BAD, "worse");
    else
        console_paint(&console, PAINT_GOOD, "no worse");
    fputc('\n', stdout);
}

/* --- JSON ------------------------------------------------------------------
 */

static void write_side(struct json_out *out, const char *key,
                       const struct ombre_report_result *result)
{
    if (!result) {
        json_null(out, key);
        return;
    }
    json_object(out, key);
    json_string(out, "status", ombre_outcome_status(result->outcome));
    if (*result->reason)
        json_string(out, "reason", result->reason);
    json_object_end(out);
}

static void write_comparison(const struct ombre_report_comparison *comparison,
                             int code)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_int(&out, "same", (int64_t) comparison->same);
    json_object(&out, "counts");
    for (unsigned i = 0; i < OMBRE_REPORT_CHANGE_COUNT; i++)
        json_int(&out, ombre_report_change_name((enum ombre_report_change) i),
                 (int64_t) comparison->changes[i]);
    json_object_end(&out);
    json_array(&out, "differences");
    for (size_t i = 0; i < comparison->count; i++) {
        const struct ombre_report_difference *one = &comparison->difference[i];
        json_object(&out, NULL);
        json_string(&out, "case", id_of(one));
        json_string(&out, "change", ombre_report_change_name(one->change));
        write_side(&out, "before", one->before);
        write_side(&out, "after", one->after);
        json_object_end(&out);
    }
    json_array_end(&out);
    json_int(&out, "exit", code);
    json_object_end(&out);
    json_out_end(&out);
}

/* Runs of other cases or under another judge are compared, too: that is what
 * one may want to see; but it is said. */
static void warn_of(const struct ombre_report report[2], const char *key)
{
    const char *before = ombre_report_fact(&report[0], key);
    const char *after = ombre_report_fact(&report[1], key);
    if (before && after && strcmp(before, after) != 0)
        fprintf(stderr, "ombre: the runs differ in %s: %s, now %s\n", key,
                before, after);
}

static int compare(const struct options *options,
                   const struct ombre_report report[2])
{
    struct ombre_report_comparison comparison;
    if (!ombre_report_compare(&report[0], &report[1], &comparison)) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    const int code = comparison.changes[OMBRE_REPORT_NEW_FAILURE] > 0
                         ? EXIT_UNEXPECTED
                         : EXIT_EXPECTED;
    warn_of(report, "suite");
    warn_of(report, "judge");
    if (options->given[OPTION_JSON])
        write_comparison(&comparison, code);
    else
        print_comparison(report, &comparison);
    ombre_report_comparison_finish(&comparison);
    return code;
}

int command_compare(const struct options *options)
{
    struct ombre_report report[2];
    int code = load_report(options->operand[0], &report[0]);
    if (code != EXIT_EXPECTED)
        return code;
    code = load_report(options->operand[1], &report[1]);
    if (code == EXIT_EXPECTED) {
        code = compare(options, report);
        ombre_report_finish(&report[1]);
    }
    ombre_report_finish(&report[0]);
    return code;
}
