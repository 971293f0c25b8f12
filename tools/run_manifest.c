#include "run_manifest.h"

#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "device_text.h"
#include "json_out.h"
#include "run_folder.h"

extern char **environ;

/* Options that change what comes out, by their names. */
static const struct {
    enum option_id id;
    const char *name;
} kept[] = {
    {OPTION_SUITE, "suite"},
    {OPTION_JUDGE, "judge"},
    {OPTION_WITHOUT, "without"},
    {OPTION_VALIDATION, "validation"},
    {OPTION_TIMEOUT, "timeout"},
    {OPTION_WARNINGS, "warnings"},
    {OPTION_BASELINE, "baseline"},
    {OPTION_JOBS, "jobs"},
    {OPTION_DEVICE, "device"},
    {OPTION_MEMORY, "memory"},
    {OPTION_LANE, "lane"},
    {OPTION_COMPARE_EMULATED, "compare-emulated"},
    {OPTION_CLAIM, "claim"},
};

static void write_options(struct json_out *out, const struct options *options)
{
    json_object(out, "options");
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        if (options->given[kept[i].id])
            json_string(out, kept[i].name,
                        options->value[kept[i].id] ? options->value[kept[i].id]
                                                   : "yes");
    json_array(out, "patterns");
    for (int i = 0; i < options->operand_count; i++)
        json_string(out, NULL, options->operand[i]);
    json_array_end(out);
    json_object_end(out);
}

static void write_cases(struct json_out *out, const struct selection *selection)
{
    json_object(out, "cases");
    json_int(out, "selected", (int64_t) selection->count);
    json_int(out, "whole", (int64_t) selection->whole);
    json_hex(out, "digest", selection->digest, 16);
    json_object_end(out);
    if (selection->shard.count == 0) {
        json_null(out, "shard");
        return;
    }
    json_object(out, "shard");
    json_int(out, "index", selection->shard.index);
    json_int(out, "count", selection->shard.count);
    json_object_end(out);
}

static void write_host(struct json_out *out)
{
    struct utsname name;
    if (uname(&name) != 0) {
        json_null(out, "host");
        return;
    }
    json_object(out, "host");
    json_string(out, "name", name.nodename);
    json_string(out, "system", name.sysname);
    json_string(out, "release", name.release);
    json_string(out, "machine", name.machine);
    json_object_end(out);
}

/* Variables by which loaders and drivers are told to behave otherwise. */
static bool is_of_interest(const char *variable)
{
    static const char *const prefixes[] = {
        "VK_",    "OMBRE_", "MESA_", "NIR_",    "RADV_",     "ANV_",
        "INTEL_", "TU_",    "LP_",   "GALLIUM", "ZINK_",     "SWIFTSHADER",
        "__NV",   "NVK_",   "V3D_",  "PAN_",    "LIBVULKAN", "DISABLE_LAYER",
    };
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++)
        if (strncmp(variable, prefixes[i], strlen(prefixes[i])) == 0)
            return true;
    return false;
}

static void write_environment(struct json_out *out)
{
    json_object(out, "environment");
    for (char **variable = environ; *variable; variable++) {
        char name[128];
        const char *equals = strchr(*variable, '=');
        const size_t length = equals ? (size_t) (equals - *variable) : 0;
        if (length == 0 || length >= sizeof name || !is_of_interest(*variable))
            continue;
        memcpy(name, *variable, length);
        name[length] = '\0';
        json_string(out, name, equals + 1);
    }
    json_object_end(out);
}

static void write_vulkan(struct json_out *out,
                         const struct run_manifest *manifest)
{
    char version[24];
    json_object(out, "device");
    device_write(out, manifest->run->device, manifest->run->info);
    json_object_end(out);
    api_version_text(version, manifest->devices->loader_version);
    json_string(out, "loader", version);
    const bool off = manifest->setup->validation == OMBRE_GPU_VALIDATION_OFF;
    json_string(out, "validation",
                off                                 ? "off"
                : manifest->devices->has_validation ? "on"
                                                    : "unavailable");
}

void run_manifest_write(FILE *file, const void *user)
{
    const struct run_manifest *manifest = user;
    const struct run *run = manifest->run;
    char now[32];
    time_text(now);
    struct json_out out = json_out_start(file, 2);
    json_object(&out, NULL);
    json_int(&out, "ombre_run", 1);
    json_string(&out, "version", OMBRE_VERSION);
    json_string(&out, "started", now);
    json_string(&out, "suite", ombre_suite_name(run->selection->suite));
    json_string(&out, "judge", ombre_judge_name(run->judge));
    json_bool(&out, "relaxed", run->relaxed);
    json_int(&out, "jobs", run->jobs);
    /* Operands come from the id of each case alone. */
    json_string(&out, "seed", "case id");
    write_cases(&out, run->selection);
    write_options(&out, manifest->options);
    write_vulkan(&out, manifest);
    write_host(&out);
    write_environment(&out);
    json_object_end(&out);
    json_out_end(&out);
}

/* --- Read back -------------------------------------------------------------
 */

static const char *pattern_at(const struct ombre_report *report, int index)
{
    char key[48];
    snprintf(key, sizeof key, "options.patterns.%d", index);
    return ombre_report_fact(report, key);
}

static bool read_operands(const struct ombre_report *report,
                          struct options *out)
{
    int count = 0;
    while (pattern_at(report, count))
        count++;
    out->operand = calloc((size_t) count + 1, sizeof *out->operand);
    if (!out->operand)
        return false;
    for (int i = 0; i < count; i++)
        out->operand[i] = (char *) pattern_at(report, i);
    out->operand_count = count;
    return true;
}

bool run_manifest_options(const struct ombre_report *report,
                          struct options *out, char ***operands)
{
    *out = (struct options){0};
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        char key[48];
        snprintf(key, sizeof key, "options.%s", kept[i].name);
        out->value[kept[i].id] = ombre_report_fact(report, key);
        out->given[kept[i].id] = out->value[kept[i].id] != NULL;
    }
    const bool good = read_operands(report, out);
    *operands = out->operand;
    return good;
}
