/* One scene through all lanes: bits that a device draws in one of them it draws
 * in each.  The lane by which others are measured is the plain one, which
 * test_gpu.c measures by numbers worked out by hand. */
#include "gpu_fixture.h"

#include <stdio.h>
#include <stdlib.h>

#define HOLE VK_FORMAT_UNDEFINED
#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define RGBA8U VK_FORMAT_R8G8B8A8_UINT

#define NONE OMBRE_GPU_OUTPUT_NONE
#define FLOAT OMBRE_GPU_OUTPUT_FLOAT
#define UINT OMBRE_GPU_OUTPUT_UINT

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- Scenes ----------------------------------------------------------------
 */

enum {
    TILE = 2,     /* pixels on a side */
    COLUMNS = 24, /* of tiles */
    MAX_STATES = 64,
    MAX_DRAWS = 640,
    MAX_ROWS = 28,
    WIDTH = TILE * COLUMNS,
    HEIGHT = TILE * MAX_ROWS,
    MAX_SAMPLES = 4,
    MAX_TEXELS = WIDTH * HEIGHT * MAX_SAMPLES,
    MAX_TEXEL_SIZE = 16,
};

struct scene {
    const struct ombre_vk_facts *facts;
    struct ombre_gpu_batch batch;
    struct ombre_vk_state state[MAX_STATES];
    uint32_t state_count;
    struct ombre_gpu_draw draw[MAX_DRAWS];
    uint32_t tile; /* of the next draw */
    uint32_t operands[TILE * TILE * 8][4];
    uint32_t seed;
    unsigned char upload[8][MAX_TEXELS * MAX_TEXEL_SIZE];
    uint32_t value[8][MAX_TEXELS][4];
};

static struct scene scene;
static unsigned char wanted[8][MAX_TEXELS * MAX_TEXEL_SIZE];
static unsigned char got[8][MAX_TEXELS * MAX_TEXEL_SIZE];

static uint32_t pick(uint32_t count)
{
    return (fixture_random(&scene.seed) >> 8) % count;
}

static bool is_integer(VkFormat format)
{
    return format == RGBA8U || format == VK_FORMAT_R32_UINT;
}

/* Floats of many sizes and signs, none of them special. */
static uint32_t some_float(void)
{
    return fixture_float(((double) pick(4001) - 1000) / 2000);
}

/* Destinations are bits of formats in which every texel is a number, but for
 * floats, whose exponents must not be full. */
static void fill_target(uint32_t t, VkFormat format,
                        VkSampleCountFlagBits samples)
{
    const uint32_t size = fixture_texel_size(format);
    const size_t texels = (size_t) WIDTH * HEIGHT * samples;

    fixture_fill(scene.upload[t], texels * size, 77 + t);
    if (format == VK_FORMAT_R16G16B16A16_SFLOAT ||
        format == VK_FORMAT_R16_SFLOAT)
        for (size_t i = 1; i < texels * size; i += 2)
            scene.upload[t][i] =
                (unsigned char) (0x30 + scene.upload[t][i] % 12);
    scene.batch.target[t] = (struct ombre_gpu_target){
        .format = format,
        .texel_size = size,
        .upload = scene.upload[t],
    };
    scene.batch.output[t] = is_integer(format) ? UINT : FLOAT;
}

static void begin_scene(const struct ombre_gpu *gpu, const VkFormat *format,
                        uint32_t count, VkSampleCountFlagBits samples)
{
    memset(&scene, 0, sizeof scene);
    scene.facts = ombre_gpu_facts(gpu);
    scene.seed = 5;
    scene.batch = (struct ombre_gpu_batch){
        .width = WIDTH,
        .height = HEIGHT,
        .samples = samples,
        .target_count = count,
        .slots = count,
        .draw = scene.draw,
    };
    for (uint32_t t = 0; t < count; t++)
        if (format[t] != HOLE)
            fill_target(t, format[t], samples);
    scene.batch.slots = 0;
    for (uint32_t t = 0; t < count; t++)
        if (scene.batch.output[t] != NONE)
            scene.batch.slots = t + 1;
    for (size_t i = 0; i < COUNT(scene.operands); i++)
        for (int c = 0; c < 4; c++)
            scene.operands[i][c] = is_integer(format[i % scene.batch.slots])
                                       ? pick(256)
                                       : some_float();
}

static struct ombre_vk_state *new_state(void)
{
    VkFormat format[8];
    struct ombre_vk_state *const s = &scene.state[scene.state_count++];

    assert_true(scene.state_count <= MAX_STATES);
    for (uint32_t t = 0; t < scene.batch.target_count; t++)
        format[t] = scene.batch.target[t].format;
    *s = fixture_state(scene.batch.target_count, format);
    s->samples = scene.batch.samples;
    return s;
}

/* Draw on the tile that is next, or on it again. */
static void draw_on(const struct ombre_vk_state *s)
{
    assert_true(scene.batch.draw_count < MAX_DRAWS &&
                scene.tile < COLUMNS * MAX_ROWS);
    scene.draw[scene.batch.draw_count++] = (struct ombre_gpu_draw){
        .state = s,
        .x = scene.tile % COLUMNS * TILE,
        .y = scene.tile / COLUMNS * TILE,
        .width = TILE,
        .height = TILE,
        .layers = 1,
        .operands = (const uint32_t(*)[4]) scene.operands,
    };
}

static void draw_next(const struct ombre_vk_state *s)
{
    draw_on(s);
    scene.tile++;
}

static void random_equation(VkPipelineColorBlendAttachmentState *a)
{
    enum {
        FACTORS = VK_BLEND_FACTOR_SRC_ALPHA_SATURATE + 1,
        OPS = VK_BLEND_OP_MAX + 1
    };

    a->srcColorBlendFactor = (VkBlendFactor) pick(FACTORS);
    a->dstColorBlendFactor = (VkBlendFactor) pick(FACTORS);
    a->colorBlendOp = (VkBlendOp) pick(OPS);
    a->srcAlphaBlendFactor = (VkBlendFactor) pick(FACTORS);
    a->dstAlphaBlendFactor = (VkBlendFactor) pick(FACTORS);
    a->alphaBlendOp = (VkBlendOp) pick(OPS);
}

static bool can_blend(const struct ombre_gpu *gpu, VkFormat format)
{
    return format != HOLE && fixture_format(gpu, format)->blend;
}

/* A state of everything that lanes carry. */
static struct ombre_vk_state *random_state(const struct ombre_gpu *gpu)
{
    struct ombre_vk_state *const s = new_state();

    for (uint32_t t = 0; t < s->attachment_count; t++) {
        VkPipelineColorBlendAttachmentState *const a = &s->attachment[t];
        if (t > 0 && !scene.facts->independent_blend) {
            *a = s->attachment[0];
            continue;
        }
        random_equation(a);
        a->blendEnable = pick(4) > 0;
        for (uint32_t o = 0; o < s->attachment_count; o++)
            if (!scene.facts->independent_blend || o == t)
                a->blendEnable &=
                    s->format[o] == HOLE || can_blend(gpu, s->format[o]);
        a->colorWriteMask = pick(4) == 0 ? 0 : pick(16);
    }
    for (int c = 0; c < 4; c++)
        s->blend_constants[c] = (float) (pick(17)) / 16;
    return s;
}

/* --- Comparing -------------------------------------------------------------
 */

static void run_in(struct ombre_gpu *gpu, const char *name,
                   const struct ombre_lane *lane,
                   unsigned char (*out)[MAX_TEXELS * MAX_TEXEL_SIZE])
{
    char text[OMBRE_LANE_TEXT_SIZE], full[160];

    ombre_lane_text(lane, text);
    snprintf(full, sizeof full, "%s, lane %s", name, text);
    for (uint32_t t = 0; t < 8; t++)
        scene.batch.target[t].readback = out[t];
    scene.batch.lane = *lane;
    fixture_run(gpu, full, &scene.batch);
}

static void compare(const char *name, const struct ombre_lane *lane)
{
    for (uint32_t t = 0; t < scene.batch.target_count; t++) {
        char text[OMBRE_LANE_TEXT_SIZE], full[160];
        const size_t size = (size_t) WIDTH * HEIGHT * scene.batch.samples *
                            scene.batch.target[t].texel_size;
        ombre_lane_text(lane, text);
        snprintf(full, sizeof full, "%s, lane %s, target %u", name, text, t);
        fixture_same(full, got[t], wanted[t], size);
    }
}

/* How many bytes of targets the draws changed in the plain lane: a scene must
 * change something, lest equality say nothing. */
static size_t changed_bytes(void)
{
    size_t changed = 0;

    for (uint32_t t = 0; t < scene.batch.target_count; t++) {
        const size_t size = (size_t) WIDTH * HEIGHT * scene.batch.samples *
                            scene.batch.target[t].texel_size;
        for (size_t i = 0; i < size; i++)
            changed += wanted[t][i] != scene.upload[t][i];
    }
    return changed;
}

/* Run the scene in each lane that the device has enabled, and compare with the
 * plain one; returns how many there were. */
static size_t through_all_lanes(struct ombre_gpu *gpu, const char *name)
{
    struct ombre_lane lane[OMBRE_LANE_MAX];
    const size_t count = ombre_lane_list(lane);
    const uint32_t offered = ombre_gpu_facts(gpu)->lane_features;
    size_t compared = 0;
    char why[160];

    assert_int_equal(count, OMBRE_LANE_MAX);
    run_in(gpu, name, &lane[0], wanted);
    assert_true(changed_bytes() > 100);
    for (size_t i = 0; i < count; i++) {
        if (!ombre_lane_is_offered(&lane[i], offered, why))
            continue;
        memset(got, 0xEE, sizeof got);
        run_in(gpu, name, &lane[i], got);
        compare(name, &lane[i]);
        compared++;
    }
    return compared;
}

/* Lanes of pipelines that every driver of today has: static and library, each
 * with both kinds of passes and of constants. */
enum { LEAST_LANES = 8 };

/* --- Tests -----------------------------------------------------------------
 */

static const VkFormat eight[] = {
    RGBA8,
    VK_FORMAT_R16G16B16A16_SFLOAT,
    RGBA8U,
    VK_FORMAT_R8G8B8A8_SRGB,
    VK_FORMAT_A2B10G10R10_UNORM_PACK32,
    VK_FORMAT_R8_UNORM,
    VK_FORMAT_B8G8R8A8_UNORM,
    VK_FORMAT_R16_SFLOAT,
};

static struct ombre_gpu *open_all(void **state)
{
    return fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, 0);
}

static void random_states(void **state)
{
    struct ombre_gpu *gpu = open_all(state);

    begin_scene(gpu, eight, 8, VK_SAMPLE_COUNT_1_BIT);
    for (int i = 0; i < 16; i++)
        draw_next(random_state(gpu));
    assert_true(through_all_lanes(gpu, "random states") >= LEAST_LANES);
    ombre_gpu_close(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_states),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
