#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "baseline.h"
#include "clock.h"
#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "device_text.h"
#include "interrupt.h"
#include "pool.h"
#include "progress.h"
#include "resume.h"
#include "run_cases.h"
#include "run_manifest.h"
#include "run_report.h"
#include "run_work.h"
#include "second_look.h"

/* What the command line asks for. */
struct request {
    const struct options *options;
    const struct resumption *resumption; /* or NULL */
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
    struct run_work work;
};

/* --- One run ----------------------------------------------------------------
 */

static uint64_t part_token(const void *user, size_t number)
{
    const struct under_way *under_way = user;
    return run_work_at(&under_way->work, number);
}

static void part_done(void *user, size_t number,
                      const struct remote_result *result, double seconds)
{
    struct under_way *under_way = user;
    struct run *run = under_way->run;
    size_t position;
    const bool ended =
        run_work_done(&under_way->work, number, result, seconds, &position);
    if (run->folder)
        run_folder_measure(run->folder, result->tally.precision,
                           OMBRE_MAX_TARGETS);
    const struct run_result *one = &run->result[position];
    if (!ended || one->expectation != OMBRE_EXPECTATION_UNEXPECTED)
        return;
    char id[OMBRE_ID_SIZE];
    ombre_suite_id(run->selection->suite, run->selection->index[position], id);
    progress_tell(&under_way->progress, id, outcome_status(one->outcome),
                  one->reason ? one->reason : "");
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

static enum pool_end draw_work(const struct request *request,
                               struct under_way *under_way)
{
    const struct pool pool = {
        .setup = &request->setup,
        .device = under_way->run->device,
        .jobs = under_way->run->jobs,
        .id = part_token,
        .count = under_way->work.count,
        .done = part_done,
        .tick = tick,
        .user = under_way,
    };
    return pool_run(&pool);
}

static int draw_cases(const struct request *request, struct run *run)
{
    struct under_way under_way = {.run = run, .progress = progress_start()};
    const int64_t start = clock_ms();
    const enum pool_end end = run_work_init(&under_way.work, run)
                                  ? draw_work(request, &under_way)
                                  : POOL_FAILED;
    if (end == POOL_DONE)
        second_look(run, &request->setup, tick, &under_way);
    progress_end(&under_way.progress);
    run->seconds = (double) (clock_ms() - start) / 1000;
    run->interrupted = end == POOL_INTERRUPTED || interrupt_signal();
    run->complete = end == POOL_DONE && !run->interrupted;
    if (end == POOL_FAILED)
        fputs("ombre: no worker process can be started\n", stderr);
    run_work_finish(&under_way.work);
    return run_exit_code(run);
}

static int report(const struct request *request, struct run *run,
                  struct json_out *out)
{
    if (request->json)
        run_write_json(out, run);
    else
        run_print_summary(run);
    return run->folder ? run_folder_close(run->folder, run->seconds,
                                          run->complete, run_exit_code(run))
                       : EXIT_EXPECTED;
}

static void run_finish(struct run *run)
{
    for (size_t i = 0; run->result && i < run->selection->count; i++) {
        free(run->result[i].reason);
        free(run->result[i].looks_like);
    }
    free(run->result);
    ombre_baseline_finish(&run->baseline);
}

static int read_baseline(const struct request *request, struct run *run)
{
    char driver[64];
    driver_id_text(driver, run->info->driverID);
    return baseline_read(request->baseline, driver, run->info->driverInfo,
                         &run->baseline);
}

/* The folder that results go to, if any. */
static int open_folder(const struct request *request,
                       const struct remote_devices *devices, const char *output,
                       struct run *run, struct run_folder *folder)
{
    const struct run_manifest manifest = {request->options, &request->setup,
                                          devices, run};
    int code = EXIT_EXPECTED;
    if (request->resumption)
        code = resume_into(request->resumption, run, folder);
    else if (output)
        code = run_folder_create(folder, output, run_manifest_write, &manifest);
    if (code == EXIT_EXPECTED && (request->resumption || output))
        run->folder = folder;
    return code;
}

/* How the device has what the claimed level requires. */
static int count_claim(const struct request *request, struct run *run)
{
    struct remote remote;
    struct ombre_vk_facts facts;
    struct claims claims;
    char why[160];
    if (!remote_start(&remote, &request->setup)) {
        perror("ombre: worker process");
        return EXIT_INFRASTRUCTURE;
    }
    const enum remote_status status =
        remote_facts(&remote, run->device, &facts, why);
    remote_stop(&remote);
    if (status != REMOTE_OK) {
        fprintf(stderr, "ombre: asking device %zu: %s\n", run->device, why);
        return EXIT_INFRASTRUCTURE;
    }
    claims_ask(&claims, &facts);
    run->claimed = claims_count(&claims, run->claim);
    return EXIT_EXPECTED;
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
        .emulates =
            (request->setup.without & 0xFFFF) != 0, /* enum ombre_vk_need */
        .claim = request->setup.claim,
        .relaxed = request->relaxed,
        .jobs = request->jobs ? request->jobs
                              : default_jobs(&devices->info[device]),
        .result = calloc(request->selection.count, sizeof *run.result),
    };
    struct run_folder *folder = calloc(1, sizeof *folder);
    int code = EXIT_INFRASTRUCTURE;
    if (run.result && folder)
        code = read_baseline(request, &run);
    if (code == EXIT_EXPECTED && run.claim)
        code = count_claim(request, &run);
    if (code == EXIT_EXPECTED)
        code = open_folder(request, devices, output, &run, folder);
    if (code == EXIT_EXPECTED) {
        code = draw_cases(request, &run);
        const int written = report(request, &run, out);
        if (written != EXIT_EXPECTED)
            code = written;
    }
    run_finish(&run);
    free(folder);
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
static int find_devices(const struct request *request,
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
    if (code != EXIT_EXPECTED)
        return code;
    *count = 1;
    return request->resumption ? resume_device(request->resumption,
                                               request->options, devices, index)
                               : choose_devices(device_option(request->options),
                                                devices, index, count);
}

/* --- The command
 * ---------------------------------------------------------------- */

static bool claim_option(const struct options *options, uint32_t *out)
{
    static const struct {
        uint32_t level;
        const char *name;
    } levels[] = {
#define X(id, value, name) {value, name},
        OMBRE_FEATURE_LEVELS(X)
#undef X
    };
    const char *names[sizeof levels / sizeof levels[0]];
    const unsigned count = sizeof levels / sizeof levels[0];
    unsigned choice = count;
    for (unsigned i = 0; i < count; i++)
        names[i] = levels[i].name;
    if (!options_choice(options, OPTION_CLAIM, names, count, &choice))
        return false;
    *out = choice < count ? levels[choice].level : 0;
    return true;
}

static int read_options(const struct options *options, struct request *out)
{
    static const char *const warnings[] = {"fail", "pass"};
    long timeout = 30, jobs = 0;
    unsigned relaxed = 0;
    struct remote_setup *setup = &out->setup;
    setup->judge = OMBRE_JUDGE_D3D;
    if (!judge_option(options, &setup->judge) ||
        !validation_option(options, &setup->validation) ||
        !without_option(options, &setup->without) ||
        !lane_option(options, &setup->lanes) ||
        !claim_option(options, &setup->claim) ||
        !device_use_options(options, setup) ||
        !options_number(options, OPTION_TIMEOUT, 1, 86400, &timeout) ||
        !options_number(options, OPTION_JOBS, 1, POOL_MAX_JOBS, &jobs) ||
        !options_choice(options, OPTION_WARNINGS, warnings, 2, &relaxed))
        return EXIT_USAGE;
    setup->timeout_s = (unsigned) timeout;
    setup->compare = options->given[OPTION_COMPARE_EMULATED];
    setup->make = run_work_make;
    setup->user = &out->selection;
    out->jobs = (unsigned) jobs;
    out->relaxed = relaxed;
    out->json = options->given[OPTION_JSON];
    out->baseline = options->value[OPTION_BASELINE];
    out->output = options->value[OPTION_OUTPUT];
    return EXIT_EXPECTED;
}

static int run_request(struct request *request)
{
    size_t index[MAX_DEVICES], count = 0;
    struct remote_devices *devices = calloc(1, sizeof *devices);
    int code = EXIT_INFRASTRUCTURE;
    if (devices)
        code = find_devices(request, devices, index, &count);
    if (code == EXIT_EXPECTED) {
        interrupt_catch();
        code = run_on_each(request, devices, index, count);
        fflush(stdout);
        interrupt_end();
    }
    free(devices);
    return code;
}

int run_cases(const struct options *options,
              const struct resumption *resumption)
{
    struct request request = {.options = options, .resumption = resumption};
    int code = read_options(options, &request);
    if (code == EXIT_EXPECTED)
        code = select_cases(options, &request.selection);
    if (code == EXIT_EXPECTED && resumption)
        code = resume_check(resumption, &request.selection);
    if (code == EXIT_EXPECTED)
        code = run_request(&request);
    selection_finish(&request.selection);
    return code;
}

int command_run(const struct options *options)
{
    return run_cases(options, NULL);
}
