/* A run as JUnit XML: testsuites, testsuite, testcase, as Jenkins, GitLab and
 * their kind read it. */
#include <string.h>

#include "report_parts.h"

/* Cases whose logs go along; the others have their reason alone. */
enum { MAX_LOGS = 50 };

struct junit {
    FILE *file;
    const struct ombre_report *report;
    unsigned logs;
};

enum kind { PASSED, SKIPPED, FAILED, BROKEN };

/* A result that is known is not a pass: it is left out, as others do with
 * failures that are expected. */
static enum kind kind_of(const struct ombre_report_result *result)
{
    if (result->expectation == OMBRE_EXPECTATION_KNOWN)
        return SKIPPED;
    if (result->expectation == OMBRE_EXPECTATION_BETTER)
        return FAILED;
    if (result->expectation == OMBRE_EXPECTATION_MET)
        return result->outcome == OMBRE_OUTCOME_NOT_SUPPORTED ? SKIPPED
                                                              : PASSED;
    switch (result->outcome) {
    case OMBRE_OUTCOME_PASS:
    case OMBRE_OUTCOME_QUALITY_WARNING:
    case OMBRE_OUTCOME_COMPATIBILITY_WARNING:
    case OMBRE_OUTCOME_FAIL:
    case OMBRE_OUTCOME_NOT_SUPPORTED:
    case OMBRE_OUTCOME_FLAKE: return FAILED;
    case OMBRE_OUTCOME_CRASH:
    case OMBRE_OUTCOME_TIMEOUT:
    case OMBRE_OUTCOME_DEVICE_LOST:
    case OMBRE_OUTCOME_VALIDATION_ERROR:
    case OMBRE_OUTCOME_INTERNAL_ERROR:
    case OMBRE_OUTCOME_COUNT: break;
    }
    return BROKEN;
}

static void attribute(FILE *file, const char *name, const char *value)
{
    fprintf(file, " %s=\"", name);
    report_markup(file, value);
    fputc('"', file);
}

static void write_log(struct junit *junit,
                      const struct ombre_report_result *result)
{
    const struct ombre_report_detail *detail = result->detail;
    if (!detail || junit->logs >= MAX_LOGS)
        return;
    junit->logs++;
    for (unsigned i = 0; i < detail->state_count; i++) {
        fprintf(junit->file, "target %u: ", i);
        report_markup(junit->file, detail->state[i]);
        fputc('\n', junit->file);
    }
    for (unsigned i = 0; i < detail->wrong_count; i++) {
        const struct ombre_report_wrong *wrong = &detail->wrong[i];
        fprintf(junit->file, "pixel %u target %u sample %u %c: before ",
                (unsigned) wrong->pixel, (unsigned) wrong->target,
                (unsigned) wrong->sample, "rgba"[wrong->component]);
        report_markup(junit->file, wrong->before);
        fputs(", source ", junit->file);
        report_markup(junit->file, wrong->source);
        fputs(", want ", junit->file);
        report_markup(junit->file, wrong->want);
        fputs(", got ", junit->file);
        report_markup(junit->file, wrong->got);
        fputs(", rule ", junit->file);
        report_markup(junit->file, wrong->rule);
        fputc('\n', junit->file);
    }
    report_markup(junit->file, detail->replay);
}

static void write_verdict(struct junit *junit,
                          const struct ombre_report_result *result,
                          const char *element)
{
    const bool better = result->expectation == OMBRE_EXPECTATION_BETTER;
    fprintf(junit->file, "      <%s", element);
    attribute(junit->file, "type",
              better ? "UnexpectedPass"
                     : ombre_outcome_status(result->outcome));
    attribute(junit->file, "message",
              better ? "passes, though the baseline says it does not"
                     : result->reason);
    fputc('>', junit->file);
    write_log(junit, result);
    fprintf(junit->file, "</%s>\n", element);
}

static void write_skip(struct junit *junit,
                       const struct ombre_report_result *result)
{
    fputs("      <skipped message=\"", junit->file);
    if (result->expectation == OMBRE_EXPECTATION_KNOWN)
        fprintf(junit->file,
                "known %s: ", ombre_outcome_status(result->outcome));
    report_markup(junit->file, result->reason);
    fputs("\"/>\n", junit->file);
}

/* "om.blend.r16_float.over" is case "over" of class "om.blend.r16_float". */
static void write_name(FILE *file, const char *id)
{
    char class_name[256];
    const char *dot = strrchr(id, '.');
    size_t length = dot ? (size_t) (dot - id) : 0;
    if (length == 0 || length >= sizeof class_name || dot[1] == '\0') {
        attribute(file, "classname", "ombre");
        attribute(file, "name", id);
        return;
    }
    memcpy(class_name, id, length);
    class_name[length] = '\0';
    attribute(file, "classname", class_name);
    attribute(file, "name", dot + 1);
}

static void write_case(struct junit *junit,
                       const struct ombre_report_result *result)
{
    fputs("    <testcase", junit->file);
    write_name(junit->file, result->id);
    fprintf(junit->file, " time=\"%.3f\"", result->seconds);
    switch (kind_of(result)) {
    case PASSED: fputs("/>\n", junit->file); return;
    case SKIPPED:
        fputs(">\n", junit->file);
        write_skip(junit, result);
        break;
    case FAILED:
        fputs(">\n", junit->file);
        write_verdict(junit, result, "failure");
        break;
    case BROKEN:
        fputs(">\n", junit->file);
        write_verdict(junit, result, "error");
        break;
    }
    fputs("    </testcase>\n", junit->file);
}

static void write_properties(const struct junit *junit)
{
    fputs("    <properties>\n", junit->file);
    for (size_t i = 0; i < junit->report->fact_count; i++) {
        const struct ombre_report_fact *fact = &junit->report->fact[i];
        fputs("      <property", junit->file);
        attribute(junit->file, "name", fact->key);
        attribute(junit->file, "value", fact->value);
        fputs("/>\n", junit->file);
    }
    fputs("    </properties>\n", junit->file);
}

/* Cases without a result have no element; their absence must not look well. */
static void write_incomplete(const struct junit *junit)
{
    fprintf(junit->file,
            "    <testcase classname=\"ombre\" name=\"complete\" "
            "time=\"0.000\">\n      <error type=\"Incomplete\" "
            "message=\"%zu of %zu cases have results\"/>\n    </testcase>\n",
            junit->report->count, ombre_report_wanted(junit->report));
}

static void write_numbers(const struct junit *junit, bool complete)
{
    size_t counts[4] = {0};
    double seconds = 0;
    for (size_t i = 0; i < junit->report->count; i++) {
        counts[kind_of(&junit->report->result[i])]++;
        seconds += junit->report->result[i].seconds;
    }
    fprintf(junit->file,
            " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\" "
            "time=\"%.3f\"",
            junit->report->count + !complete, counts[FAILED],
            counts[BROKEN] + !complete, counts[SKIPPED], seconds);
}

void ombre_report_write_junit(FILE *file, const struct ombre_report *report)
{
    struct junit junit = {.file = file, .report = report};
    const bool complete = ombre_report_is_complete(report);
    const char *suite = ombre_report_fact(report, "suite");
    const char *started = ombre_report_fact(report, "started");
    const char *host = ombre_report_fact(report, "host.name");
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "
          "name=\"ombre\"",
          file);
    write_numbers(&junit, complete);
    fputs(">\n  <testsuite", file);
    attribute(file, "name", suite ? suite : "ombre");
    write_numbers(&junit, complete);
    if (started)
        attribute(file, "timestamp", started);
    if (host)
        attribute(file, "hostname", host);
    fputs(">\n", file);
    write_properties(&junit);
    for (size_t i = 0; i < report->count; i++)
        write_case(&junit, &report->result[i]);
    if (!complete)
        write_incomplete(&junit);
    fputs("  </testsuite>\n</testsuites>\n", file);
}
