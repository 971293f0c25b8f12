#include "common_options.h"

#include <stdlib.h>

#include "cache_file.h"
#include "command.h"
#include "remote.h"

bool judge_option(const struct options *options, enum ombre_judge *out)
{
    const char *names[OMBRE_JUDGE_COUNT];
    for (unsigned i = 0; i < OMBRE_JUDGE_COUNT; i++)
        names[i] = ombre_judge_name((enum ombre_judge) i);
    unsigned choice = *out;
    if (!options_choice(options, OPTION_JUDGE, names, OMBRE_JUDGE_COUNT,
                        &choice))
        return false;
    *out = (enum ombre_judge) choice;
    return true;
}

bool validation_option(const struct options *options,
                       enum ombre_gpu_validation *out)
{
    static const char *const names[] = {
        [OMBRE_GPU_VALIDATION_OFF] = "off",
        [OMBRE_GPU_VALIDATION_ON] = "on",
        [OMBRE_GPU_VALIDATION_SYNC] = "sync",
    };
    unsigned choice = *out;
    if (!options_choice(options, OPTION_VALIDATION, names,
                        sizeof names / sizeof names[0], &choice))
        return false;
    *out = (enum ombre_gpu_validation) choice;
    return true;
}

/* Less is of no use to any batch. */
static const uint64_t min_memory = UINT64_C(1) << 20;

bool device_use_options(const struct options *options,
                        struct remote_setup *setup)
{
    setup->pipeline_cache = options->value[OPTION_PIPELINE_CACHE];
    return options_size(options, OPTION_MEMORY, min_memory,
                        &setup->memory_budget) &&
           (!setup->pipeline_cache || cache_file_check(setup->pipeline_cache));
}

/* In the order of enum ombre_vk_need's bits: VkPhysicalDeviceFeatures, and the
 * blending of all formats. */
static const char *const features[] = {"independentBlend", "dualSrcBlend",
                                       "logicOp", "formatBlend"};

enum { FEATURES = sizeof features / sizeof features[0] };

const char *feature_name(enum ombre_vk_need need)
{
    switch (need) {
    case OMBRE_VK_NEED_INDEPENDENT_BLEND: return features[0];
    case OMBRE_VK_NEED_DUAL_SRC_BLEND: return features[1];
    case OMBRE_VK_NEED_LOGIC_OP: return features[2];
    case OMBRE_VK_NEED_FORMAT_BLEND: return features[3];
    }
    return NULL;
}

bool features_option(const struct options *options, enum option_id id,
                     uint32_t *out)
{
    /* What blends is no feature of a device that translations are for. */
    return options_list(options, id, features, FEATURES - 1, out);
}

const char *without_name(unsigned index, uint32_t *bit)
{
    if (index < FEATURES) {
        *bit = UINT32_C(1) << index;
        return features[index];
    }
    *bit = ombre_lane_feature_bit(index - FEATURES);
    return ombre_lane_feature_name(index - FEATURES);
}

bool without_option(const struct options *options, uint32_t *out)
{
    const char *names[FEATURES + OMBRE_LANE_FEATURE_COUNT];
    uint32_t chosen = 0, bit;
    unsigned count = 0;
    if (!options->given[OPTION_WITHOUT])
        return true;
    while ((names[count] = without_name(count, &bit)) != NULL)
        if (++count == sizeof names / sizeof names[0])
            break;
    if (!options_list(options, OPTION_WITHOUT, names, count, &chosen))
        return false;
    *out = 0;
    for (unsigned i = 0; i < count; i++)
        if (chosen >> i & 1 && without_name(i, &bit))
            *out |= bit;
    return true;
}

const char *device_option(const struct options *options)
{
    if (options->given[OPTION_DEVICE])
        return options->value[OPTION_DEVICE];
    const char *variable = getenv("OMBRE_DEVICE");
    return variable && *variable ? variable : NULL;
}

int draw_options(const struct options *options, struct remote_setup *setup)
{
    long timeout = 30;
    setup->judge = OMBRE_JUDGE_D3D;
    setup->validation = OMBRE_GPU_VALIDATION_ON;
    if (!judge_option(options, &setup->judge) ||
        !validation_option(options, &setup->validation) ||
        !without_option(options, &setup->without) ||
        !lane_option(options, &setup->lanes) ||
        !device_use_options(options, setup) ||
        !options_number(options, OPTION_TIMEOUT, 1, 86400, &timeout))
        return EXIT_USAGE;
    setup->timeout_s = (unsigned) timeout;
    setup->compare = options->given[OPTION_COMPARE_EMULATED];
    return EXIT_EXPECTED;
}
