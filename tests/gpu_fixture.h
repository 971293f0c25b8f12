/* What the tests that draw share: one open device with validation, and ways to
 * say states and batches in few words. */
#ifndef OMBRE_GPU_FIXTURE_H
#define OMBRE_GPU_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/gpu.h"

enum { TESTED_FORMATS = 66 };

struct fixture {
    struct ombre_gpu_list *list;
    struct ombre_gpu *gpu;
    size_t complaints; /* lines of the log at WARN and above */
    bool is_quiet;     /* they are expected */
};

extern const VkFormat tested_formats[TESTED_FORMATS];

/* Group set-up and tear-down.  The first skips all (exit 77) without a device;
 * the second fails if the validation layer said anything, leaks included. */
int fixture_open(void **state);
/* Where there is no Vulkan, skip (exit 77); where it fails, fail. */
void fixture_skip_unless(enum ombre_gpu_status status);
int fixture_close(void **state);

/* Open another device in the same way. */
struct ombre_gpu *fixture_reopen(struct fixture *f, uint32_t without,
                                 uint64_t timeout_ns);

/* The same with features of lanes (enum ombre_lane_feature), but for some. */
struct ombre_gpu *fixture_open_lanes(struct fixture *f, uint32_t features,
                                     uint32_t without);

const struct ombre_vk_format_facts *fixture_format(const struct ombre_gpu *gpu,
                                                   VkFormat format);
uint32_t fixture_texel_size(VkFormat format);

/* Fails, with the reason, unless the batch runs and validation is silent. */
void fixture_run(struct ombre_gpu *gpu, const char *name,
                 const struct ombre_gpu_batch *batch);
/* Fails unless the batch is refused with a reason that holds `reason`. */
void fixture_refused(struct ombre_gpu *gpu, const char *name,
                     const struct ombre_gpu_batch *batch, const char *reason);

/* A store of everything, one sample. */
struct ombre_vk_state fixture_state(uint32_t count, const VkFormat *format);

/* Make both targets of a batch, of `side` x `side` texels, layers of one image:
 * the first of two, or the second; one is cleared before. */
void fixture_take_layers(struct ombre_gpu_batch *batch, uint32_t side,
                         uint32_t layer);

/* Draws of one float output to one target at one sample, read back. */
struct ombre_gpu_batch fixture_batch(VkFormat format, uint32_t width,
                                     uint32_t height, const void *before,
                                     void *after,
                                     const struct ombre_gpu_draw *draw,
                                     uint32_t draw_count);

/* Fails, with the name and the first difference, if bytes differ. */
void fixture_same(const char *name, const void *got, const void *want,
                  size_t size);

uint32_t fixture_float(double value); /* bits */
uint32_t fixture_random(uint32_t *seed);
void fixture_fill(void *bytes, size_t size, uint32_t seed);

#endif
