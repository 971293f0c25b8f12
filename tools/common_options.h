/* common_options.h - options that several commands read */
#ifndef OMBRE_TOOLS_COMMON_OPTIONS_H
#define OMBRE_TOOLS_COMMON_OPTIONS_H

#include "ombre/gpu.h"
#include "ombre/reference.h"
#include "options.h"

/* Each leaves *out alone where the option was not given, and returns false
 * after complaining on standard error. */
bool judge_option(const struct options *options, enum ombre_judge *out);
bool validation_option(const struct options *options,
                       enum ombre_gpu_validation *out);

/* --memory and --pipeline-cache. */
struct remote_setup;
bool device_use_options(const struct options *options,
                        struct remote_setup *setup);

/* Names of features, separated by commas, as bits of enum ombre_vk_need. */
bool features_option(const struct options *options, enum option_id id,
                     uint32_t *out);

/* Vulkan's name of one feature bit; NULL if it is none. */
const char *feature_name(enum ombre_vk_need need);

/* --without: the same, and features of lanes. */
bool without_option(const struct options *options, uint32_t *out);

/* Name of the `index`th feature that --without knows, and its bit; NULL beyond
 * the last. */
const char *without_name(unsigned index, uint32_t *bit);

/* All that `draw` takes but the device, and what it is without them.  Returns
 * EXIT_EXPECTED, or EXIT_USAGE after complaining. */
int draw_options(const struct options *options, struct remote_setup *setup);

/* -d, or $OMBRE_DEVICE, or NULL. */
const char *device_option(const struct options *options);

#endif /* OMBRE_TOOLS_COMMON_OPTIONS_H */
