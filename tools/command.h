/* command.h - what every command of `ombre` is made of */
#ifndef OMBRE_TOOLS_COMMAND_H
#define OMBRE_TOOLS_COMMAND_H

#include <stdint.h>

#include "options.h"

/* Exit codes; README.md promises them. */
enum exit_code {
    EXIT_EXPECTED = 0,
    EXIT_UNEXPECTED = 1,     /* invalid, wrong bits, crash, timeout, loss */
    EXIT_USAGE = 2,          /* usage, bad file, invalid state drawn */
    EXIT_INFRASTRUCTURE = 3, /* no driver, output not writable, device gone */
    EXIT_NOTHING_TESTED = 77,
};

struct command {
    const char *name;
    const char *operands; /* "CASE", as usage shows it */
    const char *summary;  /* one line, lower case */
    const char *details;  /* more lines for --help, or "" */
    uint64_t options;     /* OPTION_BIT() of each that the command takes */
    int min_operands, max_operands; /* -1: any number */
    int (*run)(const struct options *options);
};

int command_validate(const struct options *options);
int command_translate(const struct options *options);
int command_predict(const struct options *options);
int command_explain(const struct options *options);
int command_draw(const struct options *options);
int command_minimize(const struct options *options);
int command_repro(const struct options *options);
int command_bringup(const struct options *options);
int command_devices(const struct options *options);
int command_doctor(const struct options *options);
int command_run(const struct options *options);
int command_resume(const struct options *options);
int command_report(const struct options *options);
int command_merge(const struct options *options);
int command_compare(const struct options *options);
int command_baseline(const struct options *options);
int command_list(const struct options *options);
int command_audit(const struct options *options);
int command_show(const struct options *options);

#endif /* OMBRE_TOOLS_COMMAND_H */
