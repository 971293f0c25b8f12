#include "facts.h"

#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common_options.h"
#include "device_choice.h"
#include "ombre/translate.h"

/* "none", "all" or a list of features of an otherwise perfect device. */
static int facts_of_features(const struct options *options,
                             struct ombre_vk_facts *out)
{
    const char *list = options->given[OPTION_FEATURES]
                           ? options->value[OPTION_FEATURES]
                           : "all";
    *out = ombre_vk_facts_all();
    if (strcmp(list, "all") == 0)
        return EXIT_EXPECTED;
    if (strcmp(list, "none") == 0) {
        *out = ombre_vk_facts_minimum();
        return EXIT_EXPECTED;
    }
    uint32_t features = 0;
    if (!features_option(options, OPTION_FEATURES, &features))
        return EXIT_USAGE;
    out->independent_blend = features & OMBRE_VK_NEED_INDEPENDENT_BLEND;
    out->dual_src_blend = features & OMBRE_VK_NEED_DUAL_SRC_BLEND;
    out->logic_op = features & OMBRE_VK_NEED_LOGIC_OP;
    return EXIT_EXPECTED;
}

static int facts_of_device(const char *spec, struct ombre_vk_facts *out,
                           struct ombre_gpu_info *info)
{
    const struct remote_setup setup = {.timeout_s = 30};
    struct remote remote;
    if (!remote_start(&remote, &setup)) {
        perror("ombre: worker process");
        return EXIT_INFRASTRUCTURE;
    }
    struct remote_devices *devices = calloc(1, sizeof *devices);
    size_t index = 0;
    char why[160];
    int code = devices ? list_devices(&remote, devices) : EXIT_INFRASTRUCTURE;
    if (code == EXIT_EXPECTED)
        code = choose_device(spec, devices, &index);
    if (code == EXIT_EXPECTED &&
        remote_facts(&remote, index, out, why) != REMOTE_OK) {
        fprintf(stderr, "ombre: asking device %zu: %s\n", index, why);
        code = EXIT_INFRASTRUCTURE;
    }
    if (code == EXIT_EXPECTED && info)
        *info = devices->info[index];
    remote_stop(&remote);
    free(devices);
    return code;
}

int facts_option(const struct options *options, struct ombre_vk_facts *out,
                 struct ombre_gpu_info *info)
{
    if (options->given[OPTION_FEATURES] && options->given[OPTION_DEVICE]) {
        fputs("ombre: --features and --device exclude each other\n", stderr);
        return EXIT_USAGE;
    }
    if (info)
        *info = (struct ombre_gpu_info){0};
    return options->given[OPTION_DEVICE]
               ? facts_of_device(options->value[OPTION_DEVICE], out, info)
               : facts_of_features(options, out);
}
