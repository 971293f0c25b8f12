/* A run as one HTML file: no network, readable without its script. */
#include "report_html.h"

#include <string.h>

#include "report_page.h" /* made of report_page.css and report_page.js */

/* What reasons may cost in the table of all cases; a page of a hundred thousand
 * failures must still open. */
enum { MAX_REASON_BYTES = 4 << 20, LONG_REASON = 200, SHORT_REASON = 60 };

/* --- Looks -----------------------------------------------------------------
 */

enum report_look report_look_of(const struct ombre_report_result *result)
{
    if (result->expectation == OMBRE_EXPECTATION_KNOWN)
        return REPORT_LOOK_KNOWN;
    if (result->expectation == OMBRE_EXPECTATION_BETTER)
        return REPORT_LOOK_FAIL;
    switch (result->outcome) {
    case OMBRE_OUTCOME_PASS: return REPORT_LOOK_PASS;
    case OMBRE_OUTCOME_NOT_SUPPORTED: return REPORT_LOOK_SKIP;
    case OMBRE_OUTCOME_QUALITY_WARNING:
    case OMBRE_OUTCOME_COMPATIBILITY_WARNING: return REPORT_LOOK_WARNING;
    case OMBRE_OUTCOME_FAIL:
    case OMBRE_OUTCOME_CRASH:
    case OMBRE_OUTCOME_TIMEOUT:
    case OMBRE_OUTCOME_DEVICE_LOST:
    case OMBRE_OUTCOME_VALIDATION_ERROR:
    case OMBRE_OUTCOME_INTERNAL_ERROR:
    case OMBRE_OUTCOME_FLAKE:
    case OMBRE_OUTCOME_COUNT: break;
    }
    return REPORT_LOOK_FAIL;
}

const char *report_look_class(enum report_look look)
{
    switch (look) {
    case REPORT_LOOK_PASS: return "pass";
    case REPORT_LOOK_WARNING: return "warning";
    case REPORT_LOOK_FAIL: return "fail";
    case REPORT_LOOK_KNOWN: return "known";
    case REPORT_LOOK_SKIP: break;
    }
    return "skip";
}

const char *report_look_sign(enum report_look look)
{
    switch (look) {
    case REPORT_LOOK_PASS: return "&#10003;";
    case REPORT_LOOK_WARNING: return "&#9650;";
    case REPORT_LOOK_FAIL: return "&#10007;";
    case REPORT_LOOK_KNOWN: return "&#9670;";
    case REPORT_LOOK_SKIP: break;
    }
    return "&#8211;";
}

static const char *look_row_class(enum report_look look)
{
    switch (look) {
    case REPORT_LOOK_PASS: return "s-p";
    case REPORT_LOOK_WARNING: return "s-w";
    case REPORT_LOOK_FAIL: return "s-f";
    case REPORT_LOOK_KNOWN: return "s-k";
    case REPORT_LOOK_SKIP: break;
    }
    return "s-n";
}

/* --- Head ------------------------------------------------------------------
 */

static const char *fact(const struct ombre_report *report, const char *key)
{
    const char *value = ombre_report_fact(report, key);
    return value ? value : "unknown";
}

static void write_lines(FILE *file, const char *const *line)
{
    for (; *line; line++)
        fputs(*line, file);
}

static void write_head(FILE *file, const struct ombre_report *report)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
          "charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" "
          "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src "
          "data:; script-src 'sha256-",
          file);
    fputs(page_digest, file);
    fputs("'\">\n<meta name=\"viewport\" content=\"width=device-width, "
          "initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light "
          "dark\">\n<title>ombre: ",
          file);
    report_markup(file, fact(report, "suite"));
    fputs(" on ", file);
    report_markup(file, fact(report, "device.deviceName"));
    fputs("</title>\n<style>\n", file);
    write_lines(file, page_style);
    fputs("</style>\n</head>\n<body>\n", file);
}

/* --- The verdict -----------------------------------------------------------
 */

struct verdict {
    const char *class_name, *sign, *words;
};

static struct verdict verdict_of(const struct ombre_report *report,
                                 const struct ombre_report_counts *counts)
{
    const size_t unexpected =
        counts->expectation[OMBRE_EXPECTATION_UNEXPECTED] +
        counts->expectation[OMBRE_EXPECTATION_BETTER];
    if (unexpected > 0)
        return (struct verdict){"bad", "&#10007;", "Unexpected results"};
    if (!ombre_report_is_complete(report))
        return (struct verdict){"warn", "&#9650;", "Incomplete"};
    if (counts->outcome[OMBRE_OUTCOME_NOT_SUPPORTED] == report->count)
        return (struct verdict){"warn", "&#8211;", "Nothing could be tested"};
    return (struct verdict){"good", "&#10003;", "As expected"};
}

static void write_bar(FILE *file, const struct ombre_report *report)
{
    size_t looks[REPORT_LOOK_SKIP + 1] = {0};
    static const char *const words[] = {"pass", "warnings", "unexpected",
                                        "known", "not supported"};
    for (size_t i = 0; i < report->count; i++)
        looks[report_look_of(&report->result[i])]++;
    fputs("<div class=\"bar\" aria-hidden=\"true\">", file);
    for (unsigned i = 0; i <= REPORT_LOOK_SKIP; i++)
        if (looks[i] > 0)
            fprintf(file,
                    "<i class=\"%s\" style=\"flex-grow:%zu\" title=\"%zu "
                    "%s\"></i>",
                    report_look_class((enum report_look) i), looks[i], looks[i],
                    words[i]);
    fputs("</div>\n", file);
}

static void write_chip(FILE *file, enum ombre_expectation expectation,
                       enum ombre_outcome outcome, size_t count)
{
    const struct ombre_report_result like = {.outcome = outcome,
                                             .expectation = expectation};
    const enum report_look look = report_look_of(&like);
    if (count == 0)
        return;
    fprintf(file, "<li class=\"tag %s\">%s %s%s %zu</li>\n",
            report_look_class(look), report_look_sign(look),
            look == REPORT_LOOK_KNOWN ? "known " : "",
            expectation == OMBRE_EXPECTATION_BETTER
                ? "UnexpectedPass"
                : ombre_outcome_status(outcome),
            count);
}

static void write_chips(FILE *file, const struct ombre_report *report)
{
    size_t counts[OMBRE_EXPECTATION_COUNT][OMBRE_OUTCOME_COUNT] = {{0}};
    for (size_t i = 0; i < report->count; i++)
        counts[report->result[i].expectation][report->result[i].outcome]++;
    fputs("<ul class=\"chips\">\n", file);
    for (unsigned e = 0; e < OMBRE_EXPECTATION_COUNT; e++)
        for (unsigned i = 0; i < OMBRE_OUTCOME_COUNT; i++)
            write_chip(file, (enum ombre_expectation) e, (enum ombre_outcome) i,
                       counts[e][i]);
    fputs("</ul>\n", file);
}

static void write_verdict(FILE *file, const struct ombre_report *report)
{
    const struct ombre_report_counts counts = ombre_report_count(report);
    const struct verdict verdict = verdict_of(report, &counts);
    fprintf(file, "<header class=\"%s\"><div>\n<div class=\"over\">ombre ",
            verdict.class_name);
    report_markup(file, fact(report, "version"));
    fputs(" &middot; suite ", file);
    report_markup(file, fact(report, "suite"));
    fputs(" &middot; judge ", file);
    report_markup(file, fact(report, "judge"));
    fputs(" &middot; ", file);
    report_markup(file, fact(report, "started"));
    fprintf(file,
            "</div>\n<h1><span class=\"mark\" aria-hidden=\"true\">%s</span>%s"
            "</h1>\n<p class=\"where\"><strong>",
            verdict.sign, verdict.words);
    report_markup(file, fact(report, "device.deviceName"));
    fputs("</strong>, driver ", file);
    report_markup(file, fact(report, "device.driverName"));
    fputc(' ', file);
    report_markup(file, fact(report, "device.driverInfo"));
    fprintf(file, ". %zu of %zu cases", report->count,
            ombre_report_wanted(report));
    if (report->seconds > 0)
        fprintf(file, " in %.1f s", report->seconds);
    fprintf(file, "; %zu worse and %zu better than the baseline says.</p>\n",
            counts.expectation[OMBRE_EXPECTATION_UNEXPECTED],
            counts.expectation[OMBRE_EXPECTATION_BETTER]);
    write_bar(file, report);
    write_chips(file, report);
    fputs("</div></header>\n<nav><div><a href=\"#failures\">Not right</a> <a "
          "href=\"#factors\">Factors</a> <a href=\"#precision\">Precision</a> "
          "<a href=\"#skips\">Not supported</a> <a "
          "href=\"#environment\">Environment</a> <a href=\"#cases\">All "
          "cases</a></div></nav>\n<main>\n",
          file);
}

/* --- The environment -------------------------------------------------------
 */

static void write_fact(FILE *file, const struct ombre_report *report,
                       const char *name, const char *key)
{
    const char *value = ombre_report_fact(report, key);
    if (!value)
        return;
    fprintf(file, "<dt>%s</dt><dd>", name);
    report_markup(file, value);
    fputs("</dd>\n", file);
}

static void write_environment(FILE *file, const struct ombre_report *report)
{
    static const struct {
        const char *name, *key;
    } shown[] = {
        {"Device", "device.deviceName"},
        {"Type", "device.deviceType"},
        {"Driver", "device.driverName"},
        {"Driver says", "device.driverInfo"},
        {"Driver version", "device.driverVersion"},
        {"Driver id", "device.driverID"},
        {"Vulkan", "device.apiVersion"},
        {"Conformance", "device.conformanceVersion"},
        {"Device UUID", "device.deviceUUID"},
        {"PCI", "device.pci"},
        {"Loader", "loader"},
        {"Validation layer", "validation"},
        {"Host", "host.name"},
        {"System", "host.release"},
        {"Judge", "judge"},
        {"Cases", "cases.digest"},
        {"Shard", "shard.index"},
        {"Shards", "shard.count"},
    };
    fputs("<h2 id=\"environment\">Environment</h2>\n<div class=\"box\"><dl "
          "class=\"facts\">\n",
          file);
    for (size_t i = 0; i < sizeof shown / sizeof shown[0]; i++)
        write_fact(file, report, shown[i].name, shown[i].key);
    fputs("</dl>\n<details><summary>Everything that run.json "
          "holds</summary><dl class=\"facts\">\n",
          file);
    for (size_t i = 0; i < report->fact_count; i++) {
        fputs("<dt><code>", file);
        report_markup(file, report->fact[i].key);
        fputs("</code></dt><dd>", file);
        report_markup(file, report->fact[i].value);
        fputs("</dd>\n", file);
    }
    fputs("</dl></details></div>\n", file);
}

/* --- All cases -------------------------------------------------------------
 */

struct rows {
    FILE *file;
    size_t reason_bytes;
};

/* End tags that HTML lets one leave out are left out: there may be many. */
static void write_row(struct rows *rows,
                      const struct ombre_report_result *result)
{
    const bool better = result->expectation == OMBRE_EXPECTATION_BETTER;
    fputs("<tr><td class=id>", rows->file);
    report_markup(rows->file, result->id);
    fprintf(rows->file, "<td class=%s>%s<td class=n>%.3f",
            look_row_class(report_look_of(result)),
            better ? "UnexpectedPass" : ombre_outcome_status(result->outcome),
            result->seconds);
    if (*result->reason) {
        char reason[LONG_REASON];
        const bool roomy = rows->reason_bytes < MAX_REASON_BYTES;
        report_copy(reason, roomy ? LONG_REASON : SHORT_REASON, result->reason);
        rows->reason_bytes += strlen(reason);
        fputs("<td>", rows->file);
        report_markup(rows->file, reason);
    }
    fputc('\n', rows->file);
}

static void write_cases(FILE *file, const struct ombre_report *report)
{
    static const enum report_look order[] = {
        REPORT_LOOK_FAIL, REPORT_LOOK_WARNING, REPORT_LOOK_KNOWN,
        REPORT_LOOK_SKIP, REPORT_LOOK_PASS};
    struct rows rows = {.file = file};
    fprintf(file,
            "<h2 id=\"cases\">All cases <small>%zu</small></h2>\n<div "
            "class=\"find\" id=\"find\" hidden><input type=\"search\" "
            "placeholder=\"Part of an id or a reason\" aria-label=\"Search\">"
            "<select aria-label=\"Status\"><option value=\"\">every "
            "result</option><option value=\"s-f\">unexpected</option><option "
            "value=\"s-w\">warnings</option><option "
            "value=\"s-k\">known</option><option value=\"s-n\">not "
            "supported</option><option value=\"s-p\">pass</option></select>"
            "<output></output></div>\n",
            report->count);
    if (report->count == 0) {
        fputs("<p class=\"empty\">No case has a result yet.</p>\n", file);
        return;
    }
    fputs("<div class=\"box wide\"><table "
          "id=\"all\"><thead><tr><th>Case<th>Result<th "
          "class=n>Seconds<th>Reason</thead><tbody>\n",
          file);
    for (size_t o = 0; o < sizeof order / sizeof order[0]; o++)
        for (size_t i = 0; i < report->count; i++)
            if (report_look_of(&report->result[i]) == order[o])
                write_row(&rows, &report->result[i]);
    fputs("</tbody></table></div>\n", file);
}

bool ombre_report_write_html(FILE *file, const struct ombre_report *report)
{
    write_head(file, report);
    write_verdict(file, report);
    const bool failures = report_html_failures(file, report);
    report_html_factors(file, report);
    report_html_precision(file, report);
    const bool skips = report_html_skips(file, report);
    write_environment(file, report);
    write_cases(file, report);
    fputs(
        "<footer>Made by ombre from a run folder. This page needs no network, "
        "and its script only searches.</footer>\n</main>\n<script>",
        file);
    write_lines(file, page_script);
    fputs("</script>\n</body>\n</html>\n", file);
    return failures && skips;
}
