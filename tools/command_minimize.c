#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "console.h"
#include "device_choice.h"
#include "device_text.h"
#include "interrupt.h"
#include "load.h"
#include "minimize.h"
#include "text_file.h"

enum { DEFAULT_LIMIT = 2000 };

/* --- Talk ------------------------------------------------------------------
 */

static void print_failure(const struct failure *failure)
{
    char faults[400];
    fprintf(stderr, "ombre: %s", outcome_name(failure->outcome));
    if (*failure->reason) {
        const struct console console = console_open(stderr);
        fputs(": ", stderr);
        console_paint(&console, PAINT_NONE, failure->reason);
    }
    fputc('\n', stderr);
    if (failure->guess.count == 0)
        return;
    looks_like_faults(faults, sizeof faults, &failure->guess);
    fprintf(stderr, "ombre: looks like: %s\n", faults);
}

/* A line that is written over, or one for each hundred draws. */
static void show_progress(const struct minimizer *m)
{
    const struct console console = console_open(stderr);
    size_t now[MINIMIZE_SIZE_COUNT];
    if (m->draws == 0 || (!console.terminal && m->draws % 100 != 0))
        return;
    minimize_measure(&m->best, &m->state, now);
    fprintf(stderr, "%s%lu of at most %lu draws:", console.terminal ? "\r" : "",
            m->draws, m->limit);
    for (unsigned i = 0; i < MINIMIZE_SIZE_COUNT; i++)
        fprintf(stderr, " %zu %s", now[i],
                minimize_size_name((enum minimize_size) i));
    fputs(console.terminal ? "  " : "\n", stderr);
}

static void print_end(const struct minimizer *m,
                      const size_t after[MINIMIZE_SIZE_COUNT], bool confirmed)
{
    const char *separator = ": ";
    if (console_open(stderr).terminal)
        fputc('\n', stderr);
    fprintf(stderr, "ombre: %lu draws", m->draws);
    for (unsigned i = 0; i < MINIMIZE_SIZE_COUNT; i++)
        if (m->before[i] != after[i]) {
            fprintf(stderr, "%s%s %zu to %zu", separator,
                    minimize_size_name((enum minimize_size) i), m->before[i],
                    after[i]);
            separator = ", ";
        }
    fputs(strcmp(separator, ": ") == 0 ? ": nothing can be taken away\n" : "\n",
          stderr);
    if (m->is_out)
        fprintf(stderr,
                "ombre: stopped before the end%s; what is written may not be "
                "the smallest\n",
                m->draws >= m->limit ? ", at --limit" : "");
    if (!confirmed)
        fputs("ombre: it does not fail in a process of its own: what was drawn "
              "before it plays a part\n",
              stderr);
    print_failure(&m->latest);
}

/* --- JSON ------------------------------------------------------------------
 */

static void write_failure(struct json_out *out, const struct failure *failure)
{
    json_string(out, "verdict", outcome_name(failure->outcome));
    json_string(out, "reason", failure->reason);
    json_string(out, "component", failure_component_name(failure->component));
    json_array(out, "looks_like");
    for (unsigned i = 0; i < failure->guess.count; i++) {
        struct ombre_fault fault;
        ombre_fault_at(failure->guess.fault[i], &fault);
        json_string(out, NULL, fault.id);
    }
    json_array_end(out);
}

static void write_sizes(struct json_out *out, const char *key,
                        const size_t size[MINIMIZE_SIZE_COUNT])
{
    json_object(out, key);
    for (unsigned i = 0; i < MINIMIZE_SIZE_COUNT; i++)
        json_int(out, minimize_size_name((enum minimize_size) i),
                 (int64_t) size[i]);
    json_object_end(out);
}

static void write_json(const struct options *options, const struct minimizer *m,
                       const struct ombre_gpu_info *info,
                       const size_t after[MINIMIZE_SIZE_COUNT], bool confirmed,
                       const char *text)
{
    struct json_out out = json_out_start(stdout, 1);
    json_object(&out, NULL);
    json_string(&out, "from", options->operand[0]);
    json_object(&out, "device");
    device_write(&out, m->device, info);
    json_object_end(&out);
    json_string(&out, "judge", ombre_judge_name(m->setup.judge));
    write_failure(&out, &m->latest);
    json_int(&out, "draws", (int64_t) m->draws);
    json_int(&out, "limit", (int64_t) m->limit);
    json_bool(&out, "minimal", !m->is_out);
    json_bool(&out, "confirmed", confirmed);
    write_sizes(&out, "before", m->before);
    write_sizes(&out, "after", after);
    const char *path = text_file_path(options);
    if (path)
        json_string(&out, "output", path);
    else
        json_null(&out, "output");
    json_string(&out, "case", text);
    json_object_end(&out);
    json_out_end(&out);
}

/* --- The command -----------------------------------------------------------
 */

static int write_result(const struct options *options, struct minimizer *m,
                        const struct ombre_gpu_info *info)
{
    size_t after[MINIMIZE_SIZE_COUNT];
    const bool json = options->given[OPTION_JSON];
    minimize_measure(&m->best, &m->state, after);
    const bool confirmed = minimizer_confirm(m);
    char *text = ombre_case_write(&m->best);
    if (!text) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    int code = EXIT_EXPECTED;
    if (!json || text_file_path(options))
        code = text_file_write(options, text);
    if (json)
        write_json(options, m, info, after, confirmed, text);
    free(text);
    print_end(m, after, confirmed);
    return code;
}

/* Why a case that was drawn once is no failure to begin with. */
static int complain(const char *path, const struct minimizer *m)
{
    const struct failure *known = &m->known;
    if (m->trouble) {
        fprintf(stderr, "ombre: %s: %s\n", path, m->trouble);
        return EXIT_INFRASTRUCTURE;
    }
    fprintf(stderr, "ombre: %s: there is nothing to minimize: %s%s%s\n", path,
            outcome_name(known->outcome), *known->reason ? ": " : "",
            known->reason);
    return known->outcome == OUTCOME_NOT_SUPPORTED ? EXIT_NOTHING_TESTED
                                                   : EXIT_UNEXPECTED;
}

static int minimize(const struct options *options, struct minimizer *m,
                    const struct ombre_case *c,
                    const struct ombre_gpu_info *info)
{
    if (!minimizer_init(m, c) || !failure_is_one(&m->known))
        return complain(options->operand[0], m);
    print_failure(&m->known);
    interrupt_catch();
    minimizer_run(m);
    if (m->trouble)
        fprintf(stderr, "ombre: %s\n", m->trouble);
    return write_result(options, m, info);
}

static int minimize_on_device(const struct options *options,
                              struct minimizer *m, const struct ombre_case *c)
{
    struct remote_devices *devices = calloc(1, sizeof *devices);
    if (!devices || !remote_start(&m->remote, &m->setup)) {
        perror("ombre: worker process");
        free(devices);
        return EXIT_INFRASTRUCTURE;
    }
    int code = list_devices(&m->remote, devices);
    if (code == EXIT_EXPECTED)
        code = choose_device(device_option(options), devices, &m->device);
    if (code == EXIT_EXPECTED)
        code = minimize(options, m, c, &devices->info[m->device]);
    free(devices);
    return code;
}

/* "minimal of NAME", once; without a name, of its file. */
static bool rename_case(struct ombre_case *c, const char *path)
{
    static const char mark[] = "minimal of ";
    const char *name = *c->name ? c->name : path;
    if (strncmp(name, mark, strlen(mark)) == 0)
        return true;
    const size_t size = strlen(mark) + strlen(name) + 1;
    char *renamed = malloc(size);
    if (!renamed)
        return false;
    snprintf(renamed, size, "%s%s", mark, name);
    free(c->name);
    c->name = renamed;
    return true;
}

int command_minimize(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    struct minimizer m = {.tick = show_progress};
    long limit = DEFAULT_LIMIT;
    m.setup.given = &m.given;
    int code = draw_options(options, &m.setup);
    if (code == EXIT_EXPECTED &&
        !options_number(options, OPTION_LIMIT, 1, 1000000, &limit))
        code = EXIT_USAGE;
    if (code == EXIT_EXPECTED)
        code = text_file_check(options);
    if (code == EXIT_EXPECTED)
        code = load_for_drawing(options->operand[0], &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    m.limit = (unsigned long) limit;
    if (rename_case(&c, options->operand[0])) {
        code = minimize_on_device(options, &m, &c);
    } else {
        fputs("ombre: out of memory\n", stderr);
        code = EXIT_INFRASTRUCTURE;
    }
    minimizer_finish(&m);
    ombre_case_finish(&c);
    return code;
}
