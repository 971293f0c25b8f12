#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "load_report.h"
#include "run_cases.h"
#include "run_manifest.h"

/* Options of this command line that count more than those of the run. */
static void override(const struct options *given, struct options *out)
{
    static const enum option_id ids[] = {OPTION_JOBS, OPTION_DEVICE};
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
        if (given->given[ids[i]]) {
            out->given[ids[i]] = true;
            out->value[ids[i]] = given->value[ids[i]];
        }
    out->given[OPTION_JSON] = given->given[OPTION_JSON];
}

/* "I/N", as --shard has it; false if the run had no part. */
static bool shard_text(const struct ombre_report *report, char out[48])
{
    const char *index = ombre_report_fact(report, "shard.index");
    const char *count = ombre_report_fact(report, "shard.count");
    if (!index || !count)
        return false;
    snprintf(out, 48, "%.20s/%.20s", index, count);
    return true;
}

int command_resume(const struct options *given)
{
    struct ombre_report report;
    struct options options;
    char **operands = NULL, shard[48];
    int code = load_report(given->operand[0], &report);
    if (code != EXIT_EXPECTED)
        return code;
    const struct resumption resumption = {
        .folder = given->operand[0],
        .earlier = &report,
        .forced = given->given[OPTION_FORCE],
    };
    code = EXIT_INFRASTRUCTURE;
    if (run_manifest_options(&report, &options, &operands)) {
        override(given, &options);
        if (shard_text(&report, shard)) {
            options.given[OPTION_SHARD] = true;
            options.value[OPTION_SHARD] = shard;
        }
        code = run_cases(&options, &resumption);
    }
    free(operands);
    ombre_report_finish(&report);
    return code;
}
