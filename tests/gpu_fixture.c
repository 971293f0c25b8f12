#include "gpu_fixture.h"

#include <stdio.h>
#include <stdlib.h>

/* clang-format off */
#define FORMATS(X) \
    X(R4G4B4A4_UNORM_PACK16, 2) X(B4G4R4A4_UNORM_PACK16, 2) \
    X(R5G6B5_UNORM_PACK16, 2) X(B5G6R5_UNORM_PACK16, 2) \
    X(R5G5B5A1_UNORM_PACK16, 2) X(B5G5R5A1_UNORM_PACK16, 2) \
    X(A1R5G5B5_UNORM_PACK16, 2) \
    X(R8_UNORM, 1) X(R8_SNORM, 1) X(R8_UINT, 1) X(R8_SINT, 1) X(R8_SRGB, 1) \
    X(R8G8_UNORM, 2) X(R8G8_SNORM, 2) X(R8G8_UINT, 2) X(R8G8_SINT, 2) \
    X(R8G8_SRGB, 2) \
    X(R8G8B8A8_UNORM, 4) X(R8G8B8A8_SNORM, 4) X(R8G8B8A8_UINT, 4) \
    X(R8G8B8A8_SINT, 4) X(R8G8B8A8_SRGB, 4) \
    X(B8G8R8A8_UNORM, 4) X(B8G8R8A8_SNORM, 4) X(B8G8R8A8_UINT, 4) \
    X(B8G8R8A8_SINT, 4) X(B8G8R8A8_SRGB, 4) \
    X(A8B8G8R8_UNORM_PACK32, 4) X(A8B8G8R8_SNORM_PACK32, 4) \
    X(A8B8G8R8_UINT_PACK32, 4) X(A8B8G8R8_SINT_PACK32, 4) \
    X(A8B8G8R8_SRGB_PACK32, 4) \
    X(A2R10G10B10_UNORM_PACK32, 4) X(A2R10G10B10_UINT_PACK32, 4) \
    X(A2B10G10R10_UNORM_PACK32, 4) X(A2B10G10R10_UINT_PACK32, 4) \
    X(R16_UNORM, 2) X(R16_SNORM, 2) X(R16_UINT, 2) X(R16_SINT, 2) \
    X(R16_SFLOAT, 2) \
    X(R16G16_UNORM, 4) X(R16G16_SNORM, 4) X(R16G16_UINT, 4) \
    X(R16G16_SINT, 4) X(R16G16_SFLOAT, 4) \
    X(R16G16B16A16_UNORM, 8) X(R16G16B16A16_SNORM, 8) \
    X(R16G16B16A16_UINT, 8) X(R16G16B16A16_SINT, 8) \
    X(R16G16B16A16_SFLOAT, 8) \
    X(R32_UINT, 4) X(R32_SINT, 4) X(R32_SFLOAT, 4) \
    X(R32G32_UINT, 8) X(R32G32_SINT, 8) X(R32G32_SFLOAT, 8) \
    X(R32G32B32A32_UINT, 16) X(R32G32B32A32_SINT, 16) \
    X(R32G32B32A32_SFLOAT, 16) \
    X(B10G11R11_UFLOAT_PACK32, 4) X(E5B9G9R9_UFLOAT_PACK32, 4) \
    X(A4R4G4B4_UNORM_PACK16, 2) X(A4B4G4R4_UNORM_PACK16, 2) \
    /* not one to draw to; facts must say so and not crash */ \
    X(D32_SFLOAT, 4)

#define FORMAT(format, size) VK_FORMAT_##format,
#define SIZE(format, size) size,
const VkFormat tested_formats[TESTED_FORMATS] = {FORMATS(FORMAT)};
static const uint32_t sizes[TESTED_FORMATS] = {FORMATS(SIZE)};
/* clang-format on */

static void count_line(void *user, enum ombre_log_level level, const char *line)
{
    struct fixture *const f = user;

    (void) level;
    if (!f->is_quiet)
        fprintf(stderr, "log: %s\n", line);
    f->complaints++;
}

static struct ombre_gpu *open_with(struct fixture *f,
                                   const struct ombre_gpu_params *params)
{
    struct ombre_gpu *gpu = NULL;

    assert_int_equal(ombre_gpu_open(f->list, params, &gpu), OMBRE_GPU_OK);
    return gpu;
}

struct ombre_gpu *fixture_reopen(struct fixture *f, uint32_t without,
                                 uint64_t timeout_ns)
{
    return open_with(f, &(struct ombre_gpu_params){
                            .without = without,
                            .timeout_ns = timeout_ns,
                            .formats = tested_formats,
                            .format_count = TESTED_FORMATS,
                        });
}

struct ombre_gpu *fixture_open_lanes(struct fixture *f, uint32_t features,
                                     uint32_t without)
{
    return open_with(f, &(struct ombre_gpu_params){
                            .without = without,
                            .lane_features = features,
                            .formats = tested_formats,
                            .format_count = TESTED_FORMATS,
                        });
}

void fixture_skip_unless(enum ombre_gpu_status status)
{
    const bool is_bare =
        status == OMBRE_GPU_NO_LOADER || status == OMBRE_GPU_NO_DEVICE;

    if (status == OMBRE_GPU_OK)
        return;
    fprintf(stderr, "%s\n", ombre_gpu_status_name(status));
    exit(is_bare && !getenv("OMBRE_REQUIRE_DEVICES") ? 77 : 1);
}

/* An instance to the end of the process: what drivers and layers keep in their
 * variables is then still there, and no leak, when a sanitizer looks. */
static struct ombre_gpu_list *keeper;

int fixture_open(void **state)
{
    struct fixture *const f = calloc(1, sizeof *f);
    const struct ombre_gpu_list_params params = {
        .validation = OMBRE_GPU_VALIDATION_SYNC,
        .log = {OMBRE_LOG_WARN, count_line, f},
    };
    const enum ombre_gpu_status status =
        ombre_gpu_list_create(&params, &f->list);

    fixture_skip_unless(status);
    ombre_gpu_list_create(
        &(struct ombre_gpu_list_params){.validation = params.validation},
        &keeper);
    f->gpu = fixture_reopen(f, 0, 0);
    *state = f;
    return 0;
}

int fixture_close(void **state)
{
    struct fixture *const f = *state;

    ombre_gpu_close(&f->gpu);
    ombre_gpu_list_destroy(&f->list);
    const size_t complaints = f->complaints;
    free(f);
    /* A tear-down that fails does not fail cmocka's group. */
    if (complaints) {
        fprintf(stderr, "%zu complaints\n", complaints);
        exit(1);
    }
    return 0;
}

const struct ombre_vk_format_facts *fixture_format(const struct ombre_gpu *gpu,
                                                   VkFormat format)
{
    const struct ombre_vk_facts *const facts = ombre_gpu_facts(gpu);

    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == format)
            return &facts->format[i];
    fail_msg("VkFormat %d is not tested", (int) format);
    return NULL;
}

uint32_t fixture_texel_size(VkFormat format)
{
    for (size_t i = 0; i < TESTED_FORMATS; i++)
        if (tested_formats[i] == format)
            return sizes[i];
    return 0;
}

static void silent(struct ombre_gpu *gpu, const char *name)
{
    if (ombre_gpu_message_count(gpu) > 0)
        fail_msg("%s: %s", name, ombre_gpu_message(gpu, 0));
}

void fixture_run(struct ombre_gpu *gpu, const char *name,
                 const struct ombre_gpu_batch *batch)
{
    enum ombre_gpu_readback how = OMBRE_GPU_READBACK_BY_VALUE;
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, batch, &how);

    if (status != OMBRE_GPU_OK)
        fail_msg("%s: %s: %s", name, ombre_gpu_status_name(status),
                 ombre_gpu_reason(gpu));
    assert_string_equal(ombre_gpu_reason(gpu), "");
    assert_int_equal(how, OMBRE_GPU_READBACK_RAW);
    silent(gpu, name);
}

void fixture_refused(struct ombre_gpu *gpu, const char *name,
                     const struct ombre_gpu_batch *batch, const char *reason)
{
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, batch, NULL);

    if (status != OMBRE_GPU_UNSUPPORTED)
        fail_msg("%s: %s, not refused", name, ombre_gpu_status_name(status));
    if (!strstr(ombre_gpu_reason(gpu), reason))
        fail_msg("%s: \"%s\" does not say \"%s\"", name, ombre_gpu_reason(gpu),
                 reason);
    silent(gpu, name);
}

struct ombre_gpu_batch fixture_batch(VkFormat format, uint32_t width,
                                     uint32_t height, const void *before,
                                     void *after,
                                     const struct ombre_gpu_draw *draw,
                                     uint32_t draw_count)
{
    return (struct ombre_gpu_batch){
        .width = width,
        .height = height,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = format,
                    .texel_size = fixture_texel_size(format),
                    .upload = before,
                    .readback = after}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 1,
        .draw_count = draw_count,
        .draw = draw,
    };
}

struct ombre_vk_state fixture_state(uint32_t count, const VkFormat *format)
{
    struct ombre_vk_state state = {
        .attachment_count = count,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .sample_mask = 0xFFFFFFFF,
    };

    for (uint32_t i = 0; i < count; i++) {
        state.format[i] = format[i];
        if (format[i] != VK_FORMAT_UNDEFINED)
            state.attachment[i].colorWriteMask = 0xF;
    }
    return state;
}

void fixture_same(const char *name, const void *got, const void *want,
                  size_t size)
{
    const unsigned char *const g = got, *const w = want;

    for (size_t i = 0; i < size; i++)
        if (g[i] != w[i])
            fail_msg("%s: byte %zu of %zu is 0x%02x, not 0x%02x", name, i, size,
                     g[i], w[i]);
}

uint32_t fixture_float(double value)
{
    const float f = (float) value;
    uint32_t bits;

    memcpy(&bits, &f, sizeof bits);
    return bits;
}

uint32_t fixture_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed ^ *seed >> 16;
}

void fixture_fill(void *bytes, size_t size, uint32_t seed)
{
    unsigned char *const b = bytes;

    for (size_t i = 0; i < size; i++)
        b[i] = (unsigned char) (fixture_random(&seed) >> 8);
}

void fixture_take_layers(struct ombre_gpu_batch *batch, uint32_t side,
                         uint32_t layer)
{
    static struct ombre_gpu_image image = {
        .dimensions = 2, .mip_levels = 1, .array_layers = 4};
    static const VkClearColorValue clear = {{0.5f, 0.25f, 1, 0}};

    image.extent = (VkExtent3D){side + 3, side + 2, 1};
    for (uint32_t t = 0; t < 2; t++) {
        batch->target[t].image = &image;
        batch->target[t].view = (struct ombre_gpu_view){0, 2 * t, 2};
        batch->target[t].upload = NULL;
    }
    batch->target[1].clear = &clear;
    batch->x = 2;
    batch->y = 1;
    batch->layer = layer;
    batch->reads_twice = true;
}
