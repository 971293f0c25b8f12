#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "common_options.h"
#include "doctor.h"

int command_doctor(const struct options *options)
{
    struct findings *findings = calloc(1, sizeof *findings);
    if (!findings) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    doctor_process(findings);
    doctor_environment(findings);
    doctor_device_files(findings);
    doctor_loader(findings);
    doctor_drivers(findings);
    doctor_layers(findings);
    const int code = doctor_devices(findings, device_option(options));
    if (code == EXIT_USAGE) {
        /* The table of devices has been printed. */
    } else if (options->given[OPTION_JSON]) {
        findings_write_json(findings, code);
    } else {
        findings_print(findings);
    }
    free(findings);
    return code;
}
