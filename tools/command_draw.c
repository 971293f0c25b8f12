#include <stdlib.h>

#include "batch.h"
#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "draw_report.h"
#include "load.h"

/* Draw, and report.  The exit code is the outcome's. */
static int draw(struct remote *remote, struct draw_report *report, bool json)
{
    struct remote_result *result = calloc(1, sizeof *result);
    struct ombre_texel *texels = NULL;
    if (!result) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    /* A worker that is gone shows in the answer. */
    remote_ask(remote, report->device, 0, true);
    remote_answer(remote, result, &texels);
    report->result = result;
    report->texels = texels;
    if (json)
        draw_write_json(report);
    else
        draw_print(report);
    const int code = outcome_exit_code(result->drawing.outcome);
    free(texels);
    free(result);
    return code;
}

static int draw_on_device(const struct options *options, struct remote *remote,
                          struct draw_report *report)
{
    struct remote_devices *devices = calloc(1, sizeof *devices);
    const char *spec = device_option(options);
    int code = devices ? list_devices(remote, devices) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED)
        code = choose_device(spec, devices, &report->device);
    if (code == EXIT_EXPECTED) {
        report->info = &devices->info[report->device];
        code = draw(remote, report, options->given[OPTION_JSON]);
    }
    free(devices);
    return code;
}

int command_draw(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    char reason[256];
    struct remote_setup setup = {.given = &c};
    int code = draw_options(options, &setup);
    if (code != EXIT_EXPECTED)
        return code;
    code = load_for_drawing(options->operand[0], &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    struct remote remote;
    if (remote_start(&remote, &setup)) {
        struct draw_report report = {
            .path = options->operand[0],
            .c = &c,
            .state = &state,
            .judge = setup.judge,
            .validation = setup.validation,
            .lanes = setup.lanes.text,
        };
        /* The same as the worker does; it reports what cannot be. */
        case_make_uploadable(&c, &state, reason);
        code = draw_on_device(options, &remote, &report);
        remote_stop(&remote);
    } else {
        perror("ombre: worker process");
        code = EXIT_INFRASTRUCTURE;
    }
    ombre_case_finish(&c);
    return code;
}
