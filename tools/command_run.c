#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "interrupt.h"
#include "pool.h"
#include "progress.h"
#include "run_report.h"

/* What the command line asks for. */
struct request {
    struct remote_setup setup;
    struct selection selection;
    unsigned jobs; /* 0: the device's default */
    bool relaxed;
    bool json;
    const char *baseline, *output;
};

/* One run under way. */
struct under_way {
    struct run *run;
    struct progress progress;
};

/* The worker makes cases by their index in the suite. */
static bool make_case(const void *user, uint64_t id, struct ombre_case *out)
{
    const struct selection *selection = user;
    return ombre_suite_make(selection->suite, (size_t) id, out);
}

/* --- One run ----------------------------------------------------------------
 */

static void case_done(void *user, size_t position,
                      const struct remote_result *result, double seconds)
{
    struct under_way *under_way = user;
    struct run *run = under_way->run;
    run_record(run, position, result->drawing.outcome, result->drawing.reason,
               seconds);
    if (run->result[position].expectation != EXPECTATION_UNEXPECTED)
        return;
    char id[OMBRE_ID_SIZE];
    ombre_suite_id(run->selection->suite, run->selection->index[position], id);
    progress_tell(&under_way->progress, id,
                  outcome_status(result->drawing.outcome),
                  result->drawing.reason);
}

static void tick(void *user)
{
    struct under_way *under_way = user;
    progress_show(&under_way->progress, under_way->run);
}

static unsigned default_jobs(const struct ombre_gpu_info *info)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    if (info->deviceType != VK_PHYSICAL_DEVICE_TYPE_CPU || cores < 1)
        return 1;
    return cores > POOL_MAX_JOBS ? POOL_MAX_JOBS : (unsigned) cores;
}

static int draw_cases(const struct request *request, struct run *run)
{
    struct under_way under_way = {run, progress_start()};
    const struct pool pool = {
        .setup = &request->setup,
        .device = run->device,
        .jobs = run->jobs,
        .id = run->selection->index,
        .count = run->selection->count,
        .done = case_done,
        .tick = tick,
        .user = &under_way,
    };
    const int64_t start = clock_ms();
    const enum pool_end end = pool_run(&pool);
    progress_end(&under_way.progress);
    run->seconds = (double) (clock_ms() - start) / 1000;
    run->complete = end == POOL_DONE;
    run->interrupted = end == POOL_INTERRUPTED;
    if (end == POOL_FAILED)
        fputs("ombre: no worker process can be started\n", stderr);
    return run_exit_code(run);
}

static int report(const struct request *request, struct run *run,
                  struct json_out *out, const char *output)
{
    if (request->json)
        run_write_json(out, run);
    else
        run_print_summary(run);
    return run_close_output(run, output);
}

static void run_finish(struct run *run)
{
    for (size_t i = 0; run->result && i < run->selection->count; i++)
        free(run->result[i].reason);
    free(run->result);
    baseline_finish(&run->baseline);
}

static int run_on(const struct request *request,
                  const struct remote_devices *devices, size_t device,
                  const char *output, struct json_out *out)
{
    struct run run = {
        .selection = &request->selection,
        .device = device,
        .info = &devices->info[device],
        .judge = request->setup.judge,
        .relaxed = request->relaxed,
        .jobs = request->jobs ? request->jobs
                              : default_jobs(&devices->info[device]),
        .result = calloc(request->selection.count, sizeof *run.result),
    };
    int code = EXIT_INFRASTRUCTURE;
    if (run.result)
        code = baseline_read(request->baseline, run.info, &run.baseline);
    if (code == EXIT_EXPECTED)
        code = run_open_output(&run, output);
    if (code == EXIT_EXPECTED) {
        code = draw_cases(request, &run);
        const int written = report(request, &run, out, output);
        if (written != EXIT_EXPECTED)
            code = written;
    }
    run_finish(&run);
    return code;
}

/* --- Several devices
 * ---------------------------------------------------------- */

/* Infrastructure before wrong bits before nothing tested before all well. */
static int worse_code(int a, int b)
{
    static const int order[] = {EXIT_EXPECTED, EXIT_NOTHING_TESTED,
                                EXIT_UNEXPECTED, EXIT_INFRASTRUCTURE,
                                EXIT_USAGE};
    int worst = a;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++)
        if (order[i] == a || order[i] == b)
            worst = order[i];
    return worst;
}

static int run_on_each(const struct request *request,
                       const struct remote_devices *devices,
                       const size_t *index, size_t count)
{
    struct json_out out = json_out_start(stdout, 4);
    int code = EXIT_EXPECTED;
    if (request->json) {
        json_object(&out, NULL);
        json_array(&out, "runs");
    }
    for (size_t i = 0; i < count && !interrupt_signal(); i++) {
        char folder[4096];
        const char *output = request->output;
        if (output && count > 1) {
            snprintf(folder, sizeof folder, "%s-%zu", output, index[i]);
            output = folder;
        }
        const int one = run_on(request, devices, index[i], output, &out);
        code = i == 0 ? one : worse_code(code, one);
    }
    if (request->json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
    return code;
}

/* Listing happens in a worker of its own: a driver that crashes at it is told
 * apart from one that crashes at a case. */
static int find_devices(const struct request *request, const char *spec,
                        struct remote_devices *devices,
                        size_t index[MAX_DEVICES], size_t *count)
{
    struct remote remote;
    if (!remote_start(&remote, &request->setup)) {
        perror("ombre: worker process");
        return EXIT_INFRASTRUCTURE;
    }
    int code = list_devices(&remote, devices);
    remote_stop(&remote);
    if (code == EXIT_EXPECTED)
        code = choose_devices(spec, devices, index, count);
    return code;
}

/* --- The command
 * ---------------------------------------------------------------- */

static int read_options(const struct options *options, struct request *out)
{
    static const char *const warnings[] = {"fail", "pass"};
    long timeout = 30, jobs = 0;
    unsigned relaxed = 0;
    struct remote_setup *setup = &out->setup;
    setup->judge = OMBRE_JUDGE_D3D;
    if (!judge_option(options, &setup->judge) ||
        !validation_option(options, &setup->validation) ||
        !features_option(options, OPTION_WITHOUT, &setup->without) ||
        !options_number(options, OPTION_TIMEOUT, 1, 86400, &timeout) ||
        !options_number(options, OPTION_JOBS, 1, POOL_MAX_JOBS, &jobs) ||
        !options_choice(options, OPTION_WARNINGS, warnings, 2, &relaxed))
        return EXIT_USAGE;
    setup->timeout_s = (unsigned) timeout;
    setup->make = make_case;
    setup->user = &out->selection;
    out->jobs = (unsigned) jobs;
    out->relaxed = relaxed;
    out->json = options->given[OPTION_JSON];
    out->baseline = options->value[OPTION_BASELINE];
    out->output = options->value[OPTION_OUTPUT];
    return EXIT_EXPECTED;
}

int command_run(const struct options *options)
{
    struct request request = {0};
    size_t index[MAX_DEVICES], count = 0;
    int code = read_options(options, &request);
    if (code == EXIT_EXPECTED)
        code = select_cases(options, &request.selection);
    if (code != EXIT_EXPECTED)
        return code;
    struct remote_devices *devices = calloc(1, sizeof *devices);
    code = EXIT_INFRASTRUCTURE;
    if (devices)
        code = find_devices(&request, device_option(options), devices, index,
                            &count);
    if (code == EXIT_EXPECTED) {
        interrupt_catch();
        code = run_on_each(&request, devices, index, count);
        fflush(stdout);
        interrupt_end();
    }
    free(devices);
    selection_finish(&request.selection);
    return code;
}
