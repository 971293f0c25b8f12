/* Batches of several samples: every sample is a texel of its own. */
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* More than one group of fetch.comp each way, and none of them full. */
enum { WIDTH = 11, HEIGHT = 9, PIXELS = WIDTH * HEIGHT, MAX_SAMPLES = 16 };

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define RGBA32F VK_FORMAT_R32G32B32A32_SFLOAT

static const VkFormat rgba8[] = {RGBA8, RGBA8};

/* Sample counts above 1 that a format has. */
static uint32_t counts_of(const struct ombre_gpu *gpu, VkFormat format)
{
    return fixture_format(gpu, format)->samples & ~1u & (2u * MAX_SAMPLES - 1);
}

/* --- Uploads ---------------------------------------------------------------
 */

/* Bits of a texel, and the values that a shader outputs to make them. */
struct upload_row {
    const char *name;
    VkFormat format;
    void (*make)(uint32_t *seed, unsigned char *texel, uint32_t value[4]);
};

static void make_unorm8(uint32_t *seed, unsigned char *texel, uint32_t value[4])
{
    for (int c = 0; c < 4; c++) {
        texel[c] = (unsigned char) (fixture_random(seed) >> 8);
        value[c] = fixture_float(texel[c] / 255.0);
    }
}

static void make_bgra8(uint32_t *seed, unsigned char *texel, uint32_t value[4])
{
    static const int place[] = {2, 1, 0, 3};

    for (int c = 0; c < 4; c++) {
        texel[place[c]] = (unsigned char) (fixture_random(seed) >> 8);
        value[c] = fixture_float(texel[place[c]] / 255.0);
    }
}

static void make_r8(uint32_t *seed, unsigned char *texel, uint32_t value[4])
{
    texel[0] = (unsigned char) (fixture_random(seed) >> 8);
    value[0] = fixture_float(texel[0] / 255.0);
    value[1] = value[2] = value[3] = 0x7FC00000;
}

static void make_float32(uint32_t *seed, unsigned char *texel,
                         uint32_t value[4])
{
    /* Any number but NaN, whose payload may not survive, and denormals. */
    for (int c = 0; c < 4; c++) {
        const uint32_t exponent = 1 + (fixture_random(seed) >> 8) % 253;
        value[c] = (fixture_random(seed) & 0x807FFFFF) | exponent << 23;
    }
    memcpy(texel, value, 16);
}

static void make_float16(uint32_t *seed, unsigned char *texel,
                         uint32_t value[4])
{
    /* Exponents of normal halves, 1 to 30 and biased by 15, as of floats. */
    for (int c = 0; c < 4; c++) {
        const uint32_t bits = fixture_random(seed) >> 8;
        const uint32_t exponent = 1 + bits % 30, sign = bits >> 8 & 1;
        const uint32_t mantissa = bits >> 9 & 0x3FF;
        const uint32_t half = sign << 15 | exponent << 10 | mantissa;
        texel[2 * c] = (unsigned char) half;
        texel[2 * c + 1] = (unsigned char) (half >> 8);
        value[c] = sign << 31 | (exponent + 112) << 23 | mantissa << 13;
    }
}

static void make_unorm10(uint32_t *seed, unsigned char *texel,
                         uint32_t value[4])
{
    const uint32_t bits = fixture_random(seed);

    memcpy(texel, &bits, 4);
    for (int c = 0; c < 3; c++)
        value[c] = fixture_float((bits >> 10 * c & 0x3FF) / 1023.0);
    value[3] = fixture_float((bits >> 30) / 3.0);
}

static void make_uint8(uint32_t *seed, unsigned char *texel, uint32_t value[4])
{
    for (int c = 0; c < 4; c++)
        value[c] = texel[c] = (unsigned char) (fixture_random(seed) >> 8);
}

static void make_sint16(uint32_t *seed, unsigned char *texel, uint32_t value[4])
{
    for (int c = 0; c < 2; c++) {
        const int16_t v = (int16_t) (fixture_random(seed) >> 8 & 0xFFFF);
        memcpy(texel + 2 * c, &v, 2);
        value[c] = (uint32_t) (int32_t) v;
    }
    value[2] = value[3] = 0xDEADBEEF;
}

static const struct upload_row upload_rows[] = {
    {"UNORM", RGBA8, make_unorm8},
    {"sRGB goes without its curve", VK_FORMAT_R8G8B8A8_SRGB, make_unorm8},
    {"BGRA", VK_FORMAT_B8G8R8A8_UNORM, make_bgra8},
    {"BGRA sRGB", VK_FORMAT_B8G8R8A8_SRGB, make_bgra8},
    {"one byte", VK_FORMAT_R8_UNORM, make_r8},
    {"floats", RGBA32F, make_float32},
    {"halves", VK_FORMAT_R16G16B16A16_SFLOAT, make_float16},
    {"ten bits", VK_FORMAT_A2B10G10R10_UNORM_PACK32, make_unorm10},
    {"unsigned integers", VK_FORMAT_R8G8B8A8_UINT, make_uint8},
    {"signed integers", VK_FORMAT_R16G16_SINT, make_sint16},
};

/* `by`: 1 bits, 2 values, 3 both are given. */
static void run_upload(struct ombre_gpu *gpu, const struct upload_row *row,
                       uint32_t samples, int by)
{
    const uint32_t size = fixture_texel_size(row->format);
    const uint32_t texels = PIXELS * samples;
    unsigned char before[PIXELS * MAX_SAMPLES * 16];
    unsigned char after[PIXELS * MAX_SAMPLES * 16];
    uint32_t values[PIXELS * MAX_SAMPLES][4];
    uint32_t seed = samples;

    for (uint32_t i = 0; i < texels; i++)
        row->make(&seed, before + i * size, values[i]);
    memset(after, 0x5A, sizeof after);
    const struct ombre_gpu_batch batch = {
        .width = WIDTH,
        .height = HEIGHT,
        .samples = (VkSampleCountFlagBits) samples,
        .target_count = 1,
        .target = {{.format = row->format,
                    .texel_size = size,
                    .upload = by & 1 ? before : NULL,
                    .readback = after,
                    .upload_value =
                        by & 2 ? (const uint32_t(*)[4]) values : NULL}},
    };
    fixture_run(gpu, row->name, &batch);
    fixture_same(row->name, after, before, (size_t) texels * size);
}

static void uploads_samples(void **state)
{
    struct fixture *const f = *state;
    const VkSampleCountFlags bits =
        ombre_gpu_facts(f->gpu)->integer_color_samples;
    size_t runs = 0;

    for (size_t i = 0; i < sizeof upload_rows / sizeof *upload_rows; i++) {
        const uint32_t counts = counts_of(f->gpu, upload_rows[i].format);
        for (uint32_t s = 1; s <= MAX_SAMPLES; s *= 2) {
            if (s > 1 && !(counts & s))
                continue;
            run_upload(f->gpu, &upload_rows[i], s, 2);
            run_upload(f->gpu, &upload_rows[i], s, 3);
            if (s == 1 || bits & s)
                run_upload(f->gpu, &upload_rows[i], s, 1);
            runs++;
        }
    }
    print_message("%zu formats and counts\n", runs);
    assert_true(runs >= 18); /* 10 with one sample, 8 with four */
}

/* Bits that no value makes survive where they can be drawn as bits. */
static void uploads_bits_of_samples(void **state)
{
    struct fixture *const f = *state;
    const VkSampleCountFlags counts =
        ombre_gpu_facts(f->gpu)->integer_color_samples & ~1u;
    static const VkFormat formats[] = {RGBA32F, VK_FORMAT_R8G8B8A8_SNORM,
                                       VK_FORMAT_R16_SFLOAT, VK_FORMAT_R8_UINT,
                                       VK_FORMAT_R16G16B16A16_SNORM};
    unsigned char before[PIXELS * 4 * 16], after[PIXELS * 4 * 16];
    size_t runs = 0;

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const uint32_t size = fixture_texel_size(formats[i]);
        if (!(counts & counts_of(f->gpu, formats[i]) & 4))
            continue;
        memset(before, 0xFF, sizeof before);
        memset(before + 3, 0x80, 40);
        memset(after, 0x5A, sizeof after);
        const struct ombre_gpu_batch batch = {
            .width = WIDTH,
            .height = HEIGHT,
            .samples = VK_SAMPLE_COUNT_4_BIT,
            .target_count = 1,
            .target = {{.format = formats[i],
                        .texel_size = size,
                        .upload = before,
                        .readback = after}},
        };
        fixture_run(f->gpu, "bits", &batch);
        fixture_same("bits", after, before, (size_t) PIXELS * 4 * size);
        runs++;
    }
    print_message("%zu formats\n", runs);
    if (runs == 0)
        skip(); /* neither of the drivers for a CPU draws to integers so */
}

/* --- Coverage --------------------------------------------------------------
 */

/* One pixel, four samples, two targets; samples of `written` get the source. */
struct coverage_row {
    const char *name;
    VkSampleMask mask;
    bool export;
    uint32_t exported;
    VkBool32 alpha_to_coverage;
    double alpha;
    uint32_t written;
};

/* clang-format off */
static const struct coverage_row coverage_rows[] = {
    {"all samples", 0xFFFFFFFF, false, 0, VK_FALSE, 0.25, 0xF},
    {"no sample", 0xFFFFFFF0, false, 0, VK_FALSE, 0.25, 0},
    {"sample 0", 1, false, 0, VK_FALSE, 0.25, 1},
    {"samples 1 and 3", 0x5A5A5A5A, false, 0, VK_FALSE, 0.25, 0xA},
    {"sample 2, exported", 0xFFFFFFFF, true, 4, VK_FALSE, 0.25, 4},
    {"no sample, exported", 0xFFFFFFFF, true, 0xFFFFFFF0, VK_FALSE, 0.25, 0},
    {"mask and exported mask", 0x3, true, 0x6, VK_FALSE, 0.25, 2},
    {"alpha of 0 covers none", 0xFFFFFFFF, false, 0, VK_TRUE, 0, 0},
    {"alpha of 1 covers all", 0xFFFFFFFF, false, 0, VK_TRUE, 1, 0xF},
    {"alpha of 1 and a mask", 0x9, false, 0, VK_TRUE, 1, 0x9},
};
/* clang-format on */

static void run_coverage(struct ombre_gpu *gpu, const struct coverage_row *row)
{
    const double codes[2][3] = {{0x11, 0x22, 0x33}, {0x44, 0x55, 0x66}};
    struct ombre_vk_state state = fixture_state(2, rgba8);
    uint32_t before[2][4], after[2][4], values[2][4][4], operands[3][4];
    uint32_t want[2][4];

    state.samples = VK_SAMPLE_COUNT_4_BIT;
    state.sample_mask = row->mask;
    state.alpha_to_coverage_enable = row->alpha_to_coverage;
    for (uint32_t t = 0; t < 2; t++) {
        uint32_t source = (uint32_t) (row->alpha * 255 + 0.5) << 24;
        operands[t][3] = fixture_float((source >> 24) / 255.0);
        for (uint32_t c = 0; c < 3; c++) {
            operands[t][c] = fixture_float(codes[t][c] / 255);
            source |= (uint32_t) codes[t][c] << 8 * c;
        }
        for (uint32_t s = 0; s < 4; s++) {
            before[t][s] = 0x5A6B7C80 + 0x01010101 * (4 * t + s);
            for (uint32_t c = 0; c < 4; c++)
                values[t][s][c] =
                    fixture_float((before[t][s] >> 8 * c & 0xFF) / 255.0);
            want[t][s] = row->written >> s & 1 ? source : before[t][s];
        }
    }
    for (uint32_t c = 0; c < 4; c++)
        operands[2][c] = row->exported;
    const struct ombre_gpu_draw draw = {
        &state, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) operands};
    const struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .target_count = 2,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = before[0],
                    .readback = after[0],
                    .upload_value = (const uint32_t(*)[4]) values[0]},
                   {.format = RGBA8,
                    .texel_size = 4,
                    .upload = before[1],
                    .readback = after[1],
                    .upload_value = (const uint32_t(*)[4]) values[1]}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .export_coverage = row->export,
        .slots = row->export ? 3 : 2,
        .draw_count = 1,
        .draw = &draw,
    };
    fixture_run(gpu, row->name, &batch);
    fixture_same(row->name, after, want, sizeof want);
}

static void covers_samples(void **state)
{
    struct fixture *const f = *state;

    /* Vulkan 1.3, "Required Limits": four samples are everywhere. */
    assert_true(counts_of(f->gpu, RGBA8) & 4);
    for (size_t i = 0; i < sizeof coverage_rows / sizeof *coverage_rows; i++)
        run_coverage(f->gpu, &coverage_rows[i]);
}

/* --- Blending --------------------------------------------------------------
 */

/* Each sample blends with its own destination: s + d. */
static void blends_samples(void **state)
{
    struct fixture *const f = *state;
    struct ombre_vk_state sum = fixture_state(1, rgba8);
    uint32_t before[PIXELS][4], after[PIXELS][4], want[PIXELS][4];
    uint32_t values[PIXELS * 4][4], operands[PIXELS][4];

    sum.samples = VK_SAMPLE_COUNT_4_BIT;
    sum.attachment[0] = (VkPipelineColorBlendAttachmentState){
        .blendEnable = VK_TRUE,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .colorWriteMask = 0xF,
    };
    for (uint32_t p = 0; p < PIXELS; p++) {
        const uint32_t source = 0x01020304 * (p % 17 + 1);
        for (uint32_t c = 0; c < 4; c++)
            operands[p][c] = fixture_float((source >> 8 * c & 0xFF) / 255.0);
        for (uint32_t s = 0; s < 4; s++) {
            before[p][s] = 0x10305070 + 0x01010101 * (s * 19 + p % 13);
            want[p][s] = before[p][s] + source;
            for (uint32_t c = 0; c < 4; c++)
                values[4 * p + s][c] =
                    fixture_float((before[p][s] >> 8 * c & 0xFF) / 255.0);
        }
    }
    const struct ombre_gpu_draw draw = {
        &sum, 0, 0, WIDTH, HEIGHT, 1, (const uint32_t(*)[4]) operands};
    const struct ombre_gpu_batch batch = {
        .width = WIDTH,
        .height = HEIGHT,
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .target_count = 1,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = before,
                    .readback = after,
                    .upload_value = (const uint32_t(*)[4]) values}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 1,
        .draw_count = 1,
        .draw = &draw,
    };
    fixture_run(f->gpu, "blended samples", &batch);
    fixture_same("blended samples", after, want, sizeof want);
}

/* Without values, a device that cannot draw to integers of that many samples
 * cannot hold the batch, and says why. */
static void refuses_samples_without_values(void **state)
{
    struct fixture *const f = *state;
    uint32_t texels[4] = {1, 2, 3, 4}, after[4];
    const struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .target_count = 1,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = texels,
                    .readback = after}},
    };

    if (ombre_gpu_facts(f->gpu)->integer_color_samples & 4)
        fixture_run(f->gpu, "bits of samples", &batch);
    else
        fixture_refused(f->gpu, "bits of samples", &batch,
                        "framebufferIntegerColorSampleCounts");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uploads_samples),
        cmocka_unit_test(uploads_bits_of_samples),
        cmocka_unit_test(covers_samples),
        cmocka_unit_test(blends_samples),
        cmocka_unit_test(refuses_samples_without_values),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
