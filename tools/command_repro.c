#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "facts.h"
#include "lanes.h"
#include "load.h"
#include "repro.h"
#include "text_file.h"

enum form { FORM_C, FORM_JSON, FORM_COUNT };

static const char *const forms[FORM_COUNT] = {"c", "json"};

/* What the options say, beside the case. */
struct request {
    enum form form;
    enum ombre_judge judge;
    struct ombre_vk_facts facts;
    struct ombre_gpu_info info; /* zeroed without a device */
};

static int read_options(const struct options *options, struct ombre_case *c,
                        struct request *out)
{
    struct lane_choice lanes = {0};
    unsigned form = FORM_C;
    uint32_t without = 0;
    out->judge = OMBRE_JUDGE_D3D;
    if (!options_choice(options, OPTION_AS, forms, FORM_COUNT, &form) ||
        !judge_option(options, &out->judge) ||
        !without_option(options, &without) || !lane_option(options, &lanes))
        return EXIT_USAGE;
    out->form = (enum form) form;
    if (lanes.all || lanes.count > 1) {
        fputs("ombre: --lane: a program draws in one lane; name it\n", stderr);
        return EXIT_USAGE;
    }
    if (lanes.count == 1)
        c->lane = lanes.lane[0];
    c->lane = ombre_lane_resolved(&c->lane);
    c->without |= without;
    return facts_option(options, &out->facts, &out->info);
}

/* A device without what the case is not to use. */
static void take_away(uint32_t without, struct ombre_vk_facts *facts)
{
    facts->independent_blend &= !(without & OMBRE_VK_NEED_INDEPENDENT_BLEND);
    facts->dual_src_blend &= !(without & OMBRE_VK_NEED_DUAL_SRC_BLEND);
    facts->logic_op &= !(without & OMBRE_VK_NEED_LOGIC_OP);
    facts->lane_features &= ~without;
    for (uint32_t i = 0;
         without & OMBRE_VK_NEED_FORMAT_BLEND && i < facts->format_count; i++)
        facts->format[i].blend = false;
}

/* "NAME, on DEVICE (DRIVER)"; the device is no field of a case. */
static bool note_device(struct ombre_case *c, const struct ombre_gpu_info *info)
{
    const size_t size =
        strlen(c->name) + 2 * sizeof info->deviceName + sizeof info->driverInfo;
    if (!*info->deviceName || strstr(c->name, info->deviceName))
        return true;
    char *name = malloc(size);
    if (!name)
        return false;
    snprintf(name, size, "%s%son %s (%s)", c->name, *c->name ? ", " : "",
             info->deviceName, info->driverInfo);
    free(c->name);
    c->name = name;
    return true;
}

/* The words that made it, but for files. */
static void say_command(const struct options *options, char *out, size_t size)
{
    static const enum option_id shown[] = {OPTION_DEVICE, OPTION_FEATURES,
                                           OPTION_WITHOUT, OPTION_LANE,
                                           OPTION_JUDGE};
    static const char *const names[] = {"device", "features", "without", "lane",
                                        "judge"};
    const char *slash = strrchr(options->operand[0], '/');
    snprintf(out, size, "ombre repro %s --as c",
             slash ? slash + 1 : options->operand[0]);
    for (size_t i = 0; i < sizeof shown / sizeof *shown; i++)
        if (options->given[shown[i]])
            snprintf(out + strlen(out), size - strlen(out), " --%s %s",
                     names[i], options->value[shown[i]]);
}

/* The text of the program; NULL, with *code, where there is none. */
static char *make_program(const struct options *options,
                          const struct ombre_case *c,
                          const struct ombre_state *state,
                          struct request *request, int *code)
{
    char reason[REPRO_REASON], command[512];
    struct repro *r = calloc(1, sizeof *r);
    char *text = NULL;
    *code = EXIT_INFRASTRUCTURE;
    if (!r)
        return NULL;
    say_command(options, command, sizeof command);
    take_away(c->without, &request->facts);
    *r = (struct repro){
        .c = c,
        .state = state,
        .judge = request->judge,
        .command = command,
        .facts = &request->facts,
        .lane = c->lane,
    };
    if (repro_init(r, reason)) {
        text = repro_write(r);
    } else {
        fprintf(stderr, "ombre: %s: --as c: %s\n", options->operand[0], reason);
        *code = EXIT_USAGE;
    }
    free(r);
    return text;
}

static void write_json(const struct options *options,
                       const struct request *request, const char *text)
{
    struct json_out out = json_out_start(stdout, 1);
    json_object(&out, NULL);
    json_string(&out, "from", options->operand[0]);
    json_string(&out, "as", forms[request->form]);
    json_string(&out, "judge", ombre_judge_name(request->judge));
    if (*request->info.deviceName)
        json_string(&out, "device", request->info.deviceName);
    else
        json_null(&out, "device");
    const char *path = text_file_path(options);
    if (path)
        json_string(&out, "output", path);
    else
        json_null(&out, "output");
    json_string(&out, "text", text);
    json_object_end(&out);
    json_out_end(&out);
}

static int write_text(const struct options *options,
                      const struct request *request, const char *text)
{
    int code = EXIT_EXPECTED;
    if (!options->given[OPTION_JSON] || text_file_path(options))
        code = text_file_write(options, text);
    if (options->given[OPTION_JSON])
        write_json(options, request, text);
    return code;
}

static int repro(const struct options *options, struct ombre_case *c,
                 const struct ombre_state *state)
{
    struct request *request = calloc(1, sizeof *request);
    char why[256], *text = NULL;
    int code =
        request ? read_options(options, c, request) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED && !case_make_uploadable(c, state, why)) {
        fprintf(stderr, "ombre: %s: %s\n", options->operand[0], why);
        code = EXIT_USAGE;
    }
    if (code == EXIT_EXPECTED && !note_device(c, &request->info))
        code = EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED && request->form == FORM_JSON)
        text = ombre_case_write_explicit(c);
    else if (code == EXIT_EXPECTED)
        text = make_program(options, c, state, request, &code);
    if (text)
        code = write_text(options, request, text);
    else if (code == EXIT_EXPECTED || code == EXIT_INFRASTRUCTURE)
        fputs("ombre: out of memory\n", stderr), code = EXIT_INFRASTRUCTURE;
    free(text);
    free(request);
    return code;
}

int command_repro(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    int code = text_file_check(options);
    if (code == EXIT_EXPECTED)
        code = load_for_drawing(options->operand[0], &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    code = repro(options, &c, &state);
    ombre_case_finish(&c);
    return code;
}
