#include <stdlib.h>

#include "audit.h"
#include "command.h"
#include "common_options.h"
#include "console.h"

struct talk {
    struct console console;
    size_t shown;
};

/* A line for each tenth. */
static void tell(void *user, size_t done, size_t all)
{
    struct talk *talk = user;
    const size_t tenth = done * 10 / all;
    if (tenth == talk->shown)
        return;
    talk->shown = tenth;
    fprintf(stderr, "ombre: audit: %zu of %zu cases\n", done, all);
}

int command_audit(const struct options *options)
{
    struct selection selection;
    struct audit audit = {.selection = &selection, .judge = OMBRE_JUDGE_D3D};
    long jobs = 2;
    if (!judge_option(options, &audit.judge) ||
        !options_number(options, OPTION_JOBS, 1, 64, &jobs))
        return EXIT_USAGE;
    int code = select_cases(options, &selection);
    if (code != EXIT_EXPECTED)
        return code;
    struct talk talk = {console_open(stderr), 0};
    audit.jobs = (unsigned) jobs;
    if (!audit_run(&audit, tell, &talk)) {
        code = EXIT_INFRASTRUCTURE;
    } else {
        size_t killed = 0;
        for (size_t i = 0; i < audit.fault_count; i++) {
            struct ombre_fault fault;
            ombre_fault_at(i, &fault);
            killed += audit.fault[i].kills > 0;
            if (audit.fault[i].kills == 0 || fault.legal)
                printf("%s %-40s %s%s%s%s\n",
                       audit.fault[i].kills     ? "killed"
                       : audit.fault[i].touched ? "ALIVE"
                                                : "UNTOUCHED",
                       fault.id, fault.words, fault.legal ? " [legal]" : "",
                       audit.fault[i].kills ? " by " : "", "");
        }
        printf("%zu of %zu killed, %.1f s, wrong %d\n", killed,
               audit.fault_count, audit.seconds, audit.has_wrong_case);
        if (audit.has_wrong_case) {
            char id[OMBRE_ID_SIZE];
            ombre_suite_id(selection.suite, selection.index[audit.wrong_case],
                           id);
            puts(id);
        }
    }
    audit_finish(&audit);
    selection_finish(&selection);
    return code;
}
