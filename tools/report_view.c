#include "report_view.h"

#include <string.h>

#include "command.h"
#include "console.h"

/* Results that are listed one by one on the console. */
enum { MAX_LISTED = 25 };

static size_t unexpected(const struct ombre_report_counts *counts)
{
    return counts->expectation[OMBRE_EXPECTATION_UNEXPECTED] +
           counts->expectation[OMBRE_EXPECTATION_BETTER];
}

int report_exit_code(const struct ombre_report *report)
{
    const struct ombre_report_counts counts = ombre_report_count(report);
    if (!ombre_report_is_complete(report))
        return EXIT_INFRASTRUCTURE;
    if (unexpected(&counts) > 0)
        return EXIT_UNEXPECTED;
    return counts.outcome[OMBRE_OUTCOME_NOT_SUPPORTED] == report->count
               ? EXIT_NOTHING_TESTED
               : EXIT_EXPECTED;
}

/* --- For people ------------------------------------------------------------
 */

static void print_fact(const struct console *console,
                       const struct ombre_report *report, const char *before,
                       const char *key)
{
    const char *value = ombre_report_fact(report, key);
    fputs(before, stdout);
    console_paint(console, PAINT_NONE, value ? value : "unknown");
}

static void print_unexpected(const struct console *console,
                             const struct ombre_report *report)
{
    size_t listed = 0;
    for (size_t i = 0; i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        if (ombre_expectation_is_met(result->expectation) ||
            listed++ >= MAX_LISTED)
            continue;
        console_paint(console, PAINT_BAD,
                      result->expectation == OMBRE_EXPECTATION_BETTER
                          ? "UnexpectedPass"
                          : ombre_outcome_status(result->outcome));
        fputs("  ", stdout);
        console_paint(console, PAINT_NONE, result->id);
        if (*result->reason) {
            fputs("\n    ", stdout);
            console_paint(console, PAINT_NONE, result->reason);
        }
        fputc('\n', stdout);
    }
    if (listed > MAX_LISTED)
        printf("and %zu more; --json lists all\n", listed - MAX_LISTED);
}

static void print_verdict(const struct console *console,
                          const struct ombre_report *report,
                          const struct ombre_report_counts *counts)
{
    fputs("verdict ", stdout);
    if (!ombre_report_is_complete(report))
        console_paint(console, PAINT_BAD, "incomplete");
    else if (unexpected(counts) > 0)
        console_paint(console, PAINT_BAD, "unexpected results");
    else
        console_paint(console, PAINT_GOOD, "as expected");
    if (unexpected(counts) > 0)
        printf(": %zu worse, %zu better than expected",
               counts->expectation[OMBRE_EXPECTATION_UNEXPECTED],
               counts->expectation[OMBRE_EXPECTATION_BETTER]);
    fputc('\n', stdout);
}

void report_print(const char *folder, const struct ombre_report *report)
{
    const struct console console = console_open(stdout);
    const struct ombre_report_counts counts = ombre_report_count(report);
    print_unexpected(&console, report);
    print_fact(&console, report, "device  ", "device.deviceName");
    print_fact(&console, report, "  driver ", "device.driverName");
    print_fact(&console, report, " ", "device.driverInfo");
    print_fact(&console, report, "\nsuite   ", "suite");
    print_fact(&console, report, "   judge ", "judge");
    printf("   %zu of %zu cases", report->count, ombre_report_wanted(report));
    print_fact(&console, report, "   started ", "started");
    fputs("\ncounts ", stdout);
    for (unsigned i = 0; i < OMBRE_OUTCOME_COUNT; i++)
        if (counts.outcome[i] > 0)
            printf(" %s %zu", ombre_outcome_status((enum ombre_outcome) i),
                   counts.outcome[i]);
    printf("\nknown   %zu as the baseline has it\n",
           counts.expectation[OMBRE_EXPECTATION_KNOWN]);
    if (report->torn > 0)
        printf("folder  %s: %zu torn line%s left out\n", folder, report->torn,
               report->torn == 1 ? "" : "s");
    print_verdict(&console, report, &counts);
}

/* --- JSON ------------------------------------------------------------------
 */

/* Facts whose keys begin with `prefix`, as one flat object. */
static void write_facts(struct json_out *out, const struct ombre_report *report)
{
    json_object(out, "run");
    for (size_t i = 0; i < report->fact_count; i++)
        json_string(out, report->fact[i].key, report->fact[i].value);
    json_object_end(out);
}

static void write_counts(struct json_out *out,
                         const struct ombre_report_counts *counts)
{
    json_object(out, "counts");
    for (unsigned i = 0; i < OMBRE_OUTCOME_COUNT; i++)
        json_int(out, ombre_outcome_status((enum ombre_outcome) i),
                 (int64_t) counts->outcome[i]);
    json_object_end(out);
    json_int(out, "known",
             (int64_t) counts->expectation[OMBRE_EXPECTATION_KNOWN]);
    json_int(out, "unexpected", (int64_t) unexpected(counts));
}

static void write_precision(struct json_out *out,
                            const struct ombre_report *report)
{
    json_array(out, "precision");
    for (unsigned i = 0; i < report->precision_count; i++) {
        const struct ombre_report_precision *one = &report->precision[i];
        const struct ombre_format *format = ombre_format_find(one->dxgi);
        if (!format || one->count == 0)
            continue;
        json_object(out, NULL);
        json_string(out, "format", format->name);
        json_int(out, "count", (int64_t) one->count);
        json_number(out, "mean", one->sum / (double) one->count);
        json_number(out, "worst", one->worst);
        json_array(out, "buckets");
        for (unsigned b = 0; b < OMBRE_REPORT_BUCKETS; b++)
            json_int(out, NULL, (int64_t) one->bucket[b]);
        json_array_end(out);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_result(struct json_out *out,
                         const struct ombre_report_result *result)
{
    json_object(out, NULL);
    json_string(out, "case", result->id);
    json_string(out, "status", ombre_outcome_status(result->outcome));
    json_string(out, "expectation",
                ombre_expectation_name(result->expectation));
    json_number(out, "seconds", result->seconds);
    if (*result->reason)
        json_string(out, "reason", result->reason);
    if (result->detail && *result->detail->cause)
        json_string(out, "cause", result->detail->cause);
    if (result->detail && *result->detail->looks_like)
        json_string(out, "looks_like", result->detail->looks_like);
    json_object_end(out);
}

void report_write_json(const char *folder, const struct ombre_report *report)
{
    struct json_out out = json_out_start(stdout, 2);
    const struct ombre_report_counts counts = ombre_report_count(report);
    json_object(&out, NULL);
    json_string(&out, "folder", folder);
    write_facts(&out, report);
    json_bool(&out, "complete", ombre_report_is_complete(report));
    json_int(&out, "wanted", (int64_t) ombre_report_wanted(report));
    json_number(&out, "seconds", report->seconds);
    json_int(&out, "torn", (int64_t) report->torn);
    write_counts(&out, &counts);
    write_precision(&out, report);
    json_array(&out, "results");
    for (size_t i = 0; i < report->count; i++)
        write_result(&out, &report->result[i]);
    json_array_end(&out);
    json_int(&out, "exit", report_exit_code(report));
    json_object_end(&out);
    json_out_end(&out);
}
