#include <stdio.h>
#include <string.h>

#include "audit.h"
#include "audit_report.h"
#include "command.h"
#include "common_options.h"

static const char cts_model[] = "cts-model";

/* A line for each tenth; `user` counts them. */
static void tell(void *user, size_t done, size_t all)
{
    size_t *shown = user;
    const size_t tenth = done * 10 / all;
    if (tenth == *shown)
        return;
    *shown = tenth;
    fprintf(stderr, "ombre: audit: %zu of %zu cases\n", done, all);
}

/* The exit code of what was found. */
static int conclude(const struct audit *audit)
{
    const struct audit_score score = audit_score_of(audit);
    return score.killed == score.faults && score.legal_killed == 0 &&
                   !audit->has_wrong_case
               ? EXIT_EXPECTED
               : EXIT_UNEXPECTED;
}

static int audit_all(struct audit *audit, const char *suite, bool json)
{
    size_t shown = 0;
    int code = EXIT_INFRASTRUCTURE;
    if (audit_run(audit, tell, &shown)) {
        if (json)
            audit_write_json(audit, suite);
        else
            audit_print(audit, suite);
        fprintf(stderr, "ombre: audit: %.1f s\n", audit->seconds);
        code = conclude(audit);
    } else {
        fputs("ombre: audit: no memory or no threads\n", stderr);
    }
    audit_finish(audit);
    return code;
}

int command_audit(const struct options *options)
{
    struct selection selection = {0};
    struct audit audit = {.judge = OMBRE_JUDGE_D3D};
    long jobs = 2;
    const char *suite = options->value[OPTION_SUITE];
    const bool model = suite && strcmp(suite, cts_model) == 0;
    if (!judge_option(options, &audit.judge) ||
        !options_number(options, OPTION_JOBS, 1, AUDIT_MAX_JOBS, &jobs))
        return EXIT_USAGE;
    if (model && options->operand_count > 0) {
        fprintf(stderr, "ombre: audit: %s takes no patterns\n", cts_model);
        return EXIT_USAGE;
    }
    const int code = model ? EXIT_EXPECTED : select_cases(options, &selection);
    if (code != EXIT_EXPECTED)
        return code;
    audit.is_cts_model = model;
    audit.jobs = (unsigned) jobs;
    /* Of smoke, and of as many cases at first, every kill counts. */
    audit.round = model ? 0 : ombre_suite_size(OMBRE_SUITE_SMOKE);
    audit.cases = model ? audit_cts_cases() : audit_suite_cases(&selection);
    const int found =
        audit_all(&audit, model ? cts_model : ombre_suite_name(selection.suite),
                  options->given[OPTION_JSON]);
    selection_finish(&selection);
    return found;
}
