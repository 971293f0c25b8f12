#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "climb.h"
#include "command.h"
#include "common_options.h"
#include "console.h"
#include "device_choice.h"
#include "device_text.h"
#include "json_out.h"

/* What is said of a climb, as it goes. */
struct report {
    bool json;
    struct json_out out;
    struct console console;
};

static bool holds(enum outcome outcome)
{
    return outcome_exit_code(outcome) == EXIT_EXPECTED ||
           outcome == OUTCOME_NOT_SUPPORTED;
}

static enum paint outcome_color(enum outcome outcome)
{
    if (outcome == OUTCOME_PASS)
        return PAINT_GOOD;
    return holds(outcome) ? PAINT_WARN : PAINT_BAD;
}

static void begin_report(struct report *report,
                         const struct ombre_gpu_info *info, size_t device)
{
    if (report->json) {
        json_object(&report->out, NULL);
        json_object(&report->out, "device");
        device_write(&report->out, device, info);
        json_object_end(&report->out);
        json_array(&report->out, "rungs");
        return;
    }
    fputs("device  ", stdout);
    console_paint(&report->console, PAINT_NONE, info->deviceName);
    fputs("  driver ", stdout);
    console_paint(&report->console, PAINT_NONE, info->driverName);
    fputc('\n', stdout);
}

static void report_json(struct report *report, const struct rung *rung,
                        const struct foothold *foothold)
{
    json_object(&report->out, NULL);
    json_string(&report->out, "rung", rung->name);
    json_string(&report->out, "what", rung_what(rung));
    json_string(&report->out, "outcome", outcome_name(foothold->outcome));
    json_int(&report->out, "milliseconds", foothold->milliseconds);
    if (*foothold->reason)
        json_string(&report->out, "reason", foothold->reason);
    if (!holds(foothold->outcome))
        json_string(&report->out, "suspect", rung->suspect);
    json_object_end(&report->out);
}

static void report_rung(struct report *report, unsigned index,
                        const struct foothold *foothold)
{
    const struct rung *rung = &rungs[index];
    if (report->json) {
        report_json(report, rung, foothold);
        return;
    }
    printf("%2u  %-12s ", index + 1, rung->name);
    console_paint(&report->console, outcome_color(foothold->outcome),
                  outcome_name(foothold->outcome));
    printf("  %" PRId64 " ms  %s\n", foothold->milliseconds, rung_what(rung));
    if (*foothold->reason) {
        fputs("      ", stdout);
        console_paint(&report->console, PAINT_NONE, foothold->reason);
        fputc('\n', stdout);
    }
    if (!holds(foothold->outcome))
        printf("      suspect: %s\n", rung->suspect);
    fflush(stdout); /* the next rung may take long */
}

static int end_report(struct report *report, unsigned held)
{
    const int code = held == rung_count ? EXIT_EXPECTED : EXIT_UNEXPECTED;
    if (report->json) {
        json_array_end(&report->out);
        json_int(&report->out, "held", held);
        json_int(&report->out, "of", rung_count);
        json_int(&report->out, "exit", code);
        json_object_end(&report->out);
        json_out_end(&report->out);
    } else if (code == EXIT_EXPECTED) {
        printf("all %u rungs hold; go on with: ombre run\n", rung_count);
    } else {
        printf("%u of %u rungs hold\n", held, rung_count);
    }
    return code;
}

static int climb_all(struct report *report, const struct ombre_gpu_info *info,
                     size_t device, enum ombre_gpu_validation validation,
                     unsigned timeout_s)
{
    unsigned held = 0;
    begin_report(report, info, device);
    for (bool holding = true; holding && held < rung_count;) {
        const struct foothold foothold =
            climb(&rungs[held], device, validation, timeout_s);
        report_rung(report, held, &foothold);
        holding = holds(foothold.outcome);
        held += holding;
    }
    return end_report(report, held);
}

static int find_device(const struct options *options,
                       struct remote_devices *devices, size_t *device)
{
    const struct remote_setup setup = {.timeout_s = 30};
    struct remote remote;
    if (!remote_start(&remote, &setup)) {
        perror("ombre: worker process");
        return EXIT_INFRASTRUCTURE;
    }
    int code = list_devices(&remote, devices);
    remote_stop(&remote);
    if (code == EXIT_EXPECTED)
        code = choose_device(device_option(options), devices, device);
    return code;
}

int command_bringup(const struct options *options)
{
    struct report report = {.json = options->given[OPTION_JSON],
                            .out = json_out_start(stdout, 2),
                            .console = console_open(stdout)};
    enum ombre_gpu_validation validation = OMBRE_GPU_VALIDATION_ON;
    long timeout = 30;
    size_t device;
    if (!validation_option(options, &validation) ||
        !options_number(options, OPTION_TIMEOUT, 1, 86400, &timeout))
        return EXIT_USAGE;
    struct remote_devices *devices = calloc(1, sizeof *devices);
    int code =
        devices ? find_device(options, devices, &device) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED)
        code = climb_all(&report, &devices->info[device], device, validation,
                         (unsigned) timeout);
    free(devices);
    return code;
}
