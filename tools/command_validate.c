#include <stdlib.h>

#include "command.h"
#include "console.h"
#include "json_out.h"
#include "load.h"

/* --- Rules ---------------------------------------------------------------- */

static void write_rule(struct json_out *out, enum ombre_rule rule)
{
    json_object(out, NULL);
    json_string(out, "rule", ombre_rule_name(rule));
    json_string(out, "severity",
                ombre_severity_name(ombre_rule_severity(rule)));
    json_string(out, "sentence", ombre_rule_sentence(rule));
    json_string(out, "source", ombre_rule_source(rule));
    json_object_end(out);
}

static int list_rules(bool json)
{
    struct json_out out = json_out_start(stdout, 2);
    if (json) {
        json_object(&out, NULL);
        json_array(&out, "rules");
    }
    for (unsigned i = 0; i < OMBRE_RULE_COUNT; i++) {
        const enum ombre_rule rule = (enum ombre_rule) i;
        if (json)
            write_rule(&out, rule);
        else
            printf("%-34s %-9s %s [%s]\n", ombre_rule_name(rule),
                   ombre_severity_name(ombre_rule_severity(rule)),
                   ombre_rule_sentence(rule), ombre_rule_source(rule));
    }
    if (json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
    return EXIT_EXPECTED;
}

/* --- Issues --------------------------------------------------------------- */

static void write_issues(bool valid, const struct ombre_issues *issues)
{
    struct json_out out = json_out_start(stdout, 2);
    json_object(&out, NULL);
    json_bool(&out, "valid", valid);
    json_array(&out, "issues");
    for (unsigned i = 0; i < issues->count; i++) {
        const struct ombre_issue *issue = &issues->issue[i];
        const enum ombre_severity severity = ombre_rule_severity(issue->rule);
        json_object(&out, NULL);
        json_string(&out, "rule", ombre_rule_name(issue->rule));
        json_string(&out, "severity", ombre_severity_name(severity));
        json_string(&out, "path", issue->path);
        json_string(&out, "message", issue->detail);
        json_string(&out, "source", ombre_rule_source(issue->rule));
        json_object_end(&out);
    }
    json_array_end(&out);
    if (issues->total > issues->count)
        json_int(&out, "total", issues->total);
    json_object_end(&out);
    json_out_end(&out);
}

static void print_verdict(bool valid, const struct ombre_issues *issues)
{
    const struct console console = console_open(stdout);
    print_issues(stdout, issues);
    console_paint(&console, valid ? PAINT_GOOD : PAINT_BAD,
                  valid ? "valid" : "invalid");
    if (issues->total == 0)
        fputs(": no rule of Direct3D is broken\n", stdout);
    else
        printf(": %u issue%s\n", issues->total, issues->total == 1 ? "" : "s");
}

int command_validate(const struct options *options)
{
    const bool json = options->given[OPTION_JSON];
    if (options->given[OPTION_RULES])
        return list_rules(json);
    if (options->operand_count == 0) {
        fputs("ombre: validate needs a CASE, or --rules\n", stderr);
        return EXIT_USAGE;
    }
    struct ombre_case c;
    const int code = load_case(options->operand[0], &c);
    if (code != EXIT_EXPECTED)
        return code;
    struct ombre_issues *issues = calloc(1, sizeof *issues);
    bool valid = false;
    if (issues) {
        valid = ombre_case_validate(&c, issues);
        if (json)
            write_issues(valid, issues);
        else
            print_verdict(valid, issues);
    }
    const bool checked = issues != NULL;
    free(issues);
    ombre_case_finish(&c);
    if (!checked) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    return valid ? EXIT_EXPECTED : EXIT_UNEXPECTED;
}
