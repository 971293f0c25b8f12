#include "resume.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "device_text.h"

static const char *fact(const struct resumption *resumption, const char *key)
{
    const char *value = ombre_report_fact(resumption->earlier, key);
    return value ? value : "unknown";
}

/* Something differs: say so, and whether that ends it. */
static int differ(const struct resumption *resumption, const char *what,
                  const char *then, const char *now)
{
    fprintf(stderr, "ombre: %s: %s was %s then and is %s now%s\n",
            resumption->folder, what, then, now,
            resumption->forced ? "" : "; --force goes on all the same");
    return resumption->forced ? EXIT_EXPECTED : EXIT_USAGE;
}

int resume_check(const struct resumption *resumption,
                 const struct selection *selection)
{
    char digest[24];
    int code = EXIT_EXPECTED;
    const char *version = fact(resumption, "version");
    if (strcmp(version, OMBRE_VERSION) != 0)
        code = differ(resumption, "ombre", version, OMBRE_VERSION);
    snprintf(digest, sizeof digest, "0x%016" PRIx64, selection->digest);
    const char *then = fact(resumption, "cases.digest");
    if (code == EXIT_EXPECTED && strcmp(then, digest) != 0)
        code = differ(resumption, "the list of cases", then, digest);
    return code;
}

/* --- The device ------------------------------------------------------------
 */

static bool is_same(const struct resumption *resumption,
                    const struct ombre_gpu_info *info)
{
    char uuid[40], driver[64];
    uuid_text(uuid, info->deviceUUID);
    driver_id_text(driver, info->driverID);
    return strcmp(uuid, fact(resumption, "device.deviceUUID")) == 0 &&
           strcmp(driver, fact(resumption, "device.driverID")) == 0 &&
           strcmp(info->deviceName, fact(resumption, "device.deviceName")) ==
               0 &&
           strcmp(info->driverInfo, fact(resumption, "device.driverInfo")) == 0;
}

static bool has_index(const struct resumption *resumption, size_t index)
{
    return strtoul(fact(resumption, "device.index"), NULL, 10) == index;
}

/* Equal cards share even their UUID's beginning; the index settles it. */
static bool find_same(const struct resumption *resumption,
                      const struct remote_devices *devices, size_t *index)
{
    bool found = false;
    for (size_t i = 0; i < devices->count; i++) {
        if (!is_same(resumption, &devices->info[i]))
            continue;
        if (!found || has_index(resumption, i))
            *index = i;
        found = true;
    }
    return found;
}

int resume_device(const struct resumption *resumption,
                  const struct options *options,
                  const struct remote_devices *devices, size_t *index)
{
    if (find_same(resumption, devices, index))
        return EXIT_EXPECTED;
    fprintf(stderr,
            "ombre: %s: the run was on %s, driver %s %s; no device is that "
            "now%s\n",
            resumption->folder, fact(resumption, "device.deviceName"),
            fact(resumption, "device.driverName"),
            fact(resumption, "device.driverInfo"),
            resumption->forced ? "" : "; --force goes on all the same");
    if (resumption->forced)
        return choose_device(device_option(options), devices, index);
    device_print_table(stderr, devices->info, devices->count);
    return EXIT_USAGE;
}

/* --- Results ---------------------------------------------------------------
 */

static bool restore_all(const struct resumption *resumption, struct run *run)
{
    size_t *index = ombre_report_index(resumption->earlier);
    for (size_t i = 0; index && i < run->selection->count; i++) {
        char id[OMBRE_ID_SIZE];
        ombre_suite_id(run->selection->suite, run->selection->index[i], id);
        const struct ombre_report_result *result =
            ombre_report_find(resumption->earlier, index, id);
        if (result)
            run_restore(run, i, result);
    }
    const bool good = index != NULL;
    free(index);
    return good;
}

int resume_into(const struct resumption *resumption, struct run *run,
                struct run_folder *folder)
{
    if (!restore_all(resumption, run)) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    fprintf(stderr, "ombre: %s: %zu of %zu cases have results\n",
            resumption->folder, run->finished, run->selection->count);
    return run_folder_append(folder, resumption->folder);
}
