/* What a device keeps from batch to batch: that nothing of it shows in the
 * texels, and that it stays within the budget. */
#include "../src/vk.h"

#include "gpu_fixture.h"

#include <stdlib.h>

enum { SIDE = 8, PIXELS = SIDE * SIDE, STATES = 12 };

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM

/* --- Batches ---------------------------------------------------------------
 */

/* Two targets of SIDE x SIDE, and STATES draws: some blend, some cover others,
 * some have what Vulkan ignores. */
struct scene {
    struct ombre_vk_state vk[STATES];
    struct ombre_gpu_draw draw[STATES];
    uint32_t operand[PIXELS][2][4];
    unsigned char before[2][PIXELS * 8 * 4];
    unsigned char after[2][PIXELS * 8 * 4];
    uint32_t value[2][PIXELS * 4][4];
};

static VkBlendFactor some_factor(uint32_t *seed)
{
    return (VkBlendFactor) (fixture_random(seed) % 11);
}

static void fill_state(struct ombre_vk_state *vk, uint32_t *seed)
{
    for (uint32_t i = 0; i < 2; i++) {
        VkPipelineColorBlendAttachmentState *const a = &vk->attachment[i];
        a->blendEnable = fixture_random(seed) % 4 != 0;
        a->srcColorBlendFactor = some_factor(seed);
        a->dstColorBlendFactor = some_factor(seed);
        a->colorBlendOp = (VkBlendOp) (fixture_random(seed) % 5);
        a->srcAlphaBlendFactor = some_factor(seed);
        a->dstAlphaBlendFactor = some_factor(seed);
        a->alphaBlendOp = (VkBlendOp) (fixture_random(seed) % 5);
        a->colorWriteMask = fixture_random(seed) & 0xF;
    }
}

static struct scene *make_scene(VkSampleCountFlagBits samples, uint32_t seed)
{
    static const VkFormat formats[] = {RGBA8, VK_FORMAT_R16G16B16A16_SFLOAT};
    struct scene *const s = calloc(1, sizeof *s);

    assert_non_null(s);
    for (uint32_t i = 0; i < STATES; i++) {
        s->vk[i] = fixture_state(2, formats);
        s->vk[i].samples = samples;
        fill_state(&s->vk[i], &seed);
        s->draw[i] = (struct ombre_gpu_draw){&s->vk[i],
                                             0,
                                             i % 4,
                                             SIDE - i % 3,
                                             SIDE / 2,
                                             1,
                                             (const uint32_t(*)[4]) s->operand};
    }
    for (uint32_t p = 0; p < PIXELS; p++)
        for (uint32_t c = 0; c < 8; c++)
            s->operand[p][c / 4][c % 4] =
                fixture_float(fixture_random(&seed) % 256 / 255.0);
    fixture_fill(s->before[0], PIXELS * 4 * (size_t) samples, seed);
    for (uint32_t t = 0; t < PIXELS * 4 * (uint32_t) samples; t++) {
        const uint16_t half = (uint16_t) (fixture_random(&seed) % 0x3C00);
        memcpy(&s->before[1][2 * t], &half, sizeof half);
    }
    return s;
}

static enum ombre_gpu_status run_scene(struct ombre_gpu *gpu, struct scene *s,
                                       VkSampleCountFlagBits samples)
{
    const struct ombre_gpu_batch batch = {
        .width = SIDE,
        .height = SIDE,
        .samples = samples,
        .target_count = 2,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = s->before[0],
                    .readback = s->after[0],
                    .upload_value = (const uint32_t(*)[4]) s->value[0]},
                   {.format = VK_FORMAT_R16G16B16A16_SFLOAT,
                    .texel_size = 8,
                    .upload = s->before[1],
                    .readback = s->after[1],
                    .upload_value = (const uint32_t(*)[4]) s->value[1]}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 2,
        .draw_count = STATES,
        .draw = s->draw,
    };
    memset(s->after, 0x5A, sizeof s->after);
    return ombre_gpu_run(gpu, &batch, NULL);
}

/* --- Bits ------------------------------------------------------------------
 */

/* On a device that is new, on one that has drawn the same, and on one that has
 * drawn others with the same targets. */
static void draws_the_same_again(void **state)
{
    static const VkSampleCountFlagBits counts[] = {VK_SAMPLE_COUNT_1_BIT,
                                                   VK_SAMPLE_COUNT_4_BIT};
    struct fixture *const f = *state;
    size_t compared = 0, changed = 0;

    for (size_t c = 0; c < 2; c++)
        for (uint32_t seed = 1; seed <= 3; seed++) {
            struct scene *const fresh = make_scene(counts[c], seed);
            struct scene *const again = make_scene(counts[c], seed);
            struct ombre_gpu *gpu = fixture_reopen(f, 0, 0);
            assert_int_equal(run_scene(gpu, fresh, counts[c]), OMBRE_GPU_OK);
            for (int i = 0; i < 2; i++) {
                assert_int_equal(run_scene(gpu, again, counts[c]),
                                 OMBRE_GPU_OK);
                fixture_same("same device", again->after, fresh->after,
                             sizeof fresh->after);
                assert_int_equal(run_scene(f->gpu, again, counts[c]),
                                 OMBRE_GPU_OK);
                fixture_same("another device", again->after, fresh->after,
                             sizeof fresh->after);
                compared += 2;
            }
            changed +=
                memcmp(fresh->after, fresh->before, sizeof fresh->after) != 0;
            ombre_gpu_close(&gpu);
            free(fresh);
            free(again);
        }
    assert_int_equal(compared, 24);
    assert_int_equal(changed, 6);
}

/* Pipelines are made of their keys: poison where Vulkan ignores it makes no
 * other pipeline, and no other bits. */
static void ignores_what_vulkan_ignores(void **state)
{
    struct fixture *const f = *state;
    struct ombre_gpu *gpu = fixture_reopen(f, 0, 0);
    const VkSampleCountFlagBits one = VK_SAMPLE_COUNT_1_BIT;
    struct scene *const clean = make_scene(one, 9);
    struct scene *const poisoned = make_scene(one, 9);

    for (uint32_t i = 0; i < STATES; i++)
        for (uint32_t t = 0; t < 2; t++) {
            VkPipelineColorBlendAttachmentState *const a =
                &poisoned->vk[i].attachment[t];
            poisoned->vk[i].logic_op = VK_LOGIC_OP_XOR;
            memset(&poisoned->vk[i].patch, 0x5A, sizeof poisoned->vk[i].patch);
            if (!a->blendEnable || a->colorBlendOp >= VK_BLEND_OP_MIN)
                a->srcColorBlendFactor = VK_BLEND_FACTOR_CONSTANT_ALPHA;
            if (!a->blendEnable || a->alphaBlendOp >= VK_BLEND_OP_MIN)
                a->dstAlphaBlendFactor = VK_BLEND_FACTOR_CONSTANT_COLOR;
        }
    assert_int_equal(run_scene(gpu, clean, one), OMBRE_GPU_OK);
    const size_t pipelines = gpu->kept.kind[VK_KEPT_PIPELINE].count;
    assert_true(pipelines > STATES / 2);
    assert_int_equal(run_scene(gpu, poisoned, one), OMBRE_GPU_OK);
    assert_int_equal(gpu->kept.kind[VK_KEPT_PIPELINE].count, pipelines);
    fixture_same("poisoned", poisoned->after, clean->after,
                 sizeof clean->after);
    ombre_gpu_close(&gpu);
    free(clean);
    free(poisoned);
}

/* --- Room ------------------------------------------------------------------
 */

static enum ombre_gpu_status run_size(struct ombre_gpu *gpu, uint32_t width,
                                      uint32_t height)
{
    static const VkFormat formats[] = {RGBA8};
    const struct ombre_vk_state vk = fixture_state(1, formats);
    const size_t size = (size_t) width * height * 4;
    unsigned char *const before = malloc(size), *const after = malloc(size);
    const uint32_t operand[4] = {fixture_float(0.2), fixture_float(0.4),
                                 fixture_float(0.6), fixture_float(0.8)};
    const struct ombre_gpu_draw draw = {&vk, width - 1, height - 1, 1,
                                        1,   1,         &operand};
    const struct ombre_gpu_batch batch =
        fixture_batch(RGBA8, width, height, before, after, &draw, 1);
    assert_true(before && after);
    fixture_fill(before, size, width * height);
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, &batch, NULL);
    if (status == OMBRE_GPU_OK) {
        memcpy(&before[size - 4], "\x33\x66\x99\xCC", 4);
        fixture_same("size", after, before, size);
    }
    free(before);
    free(after);
    return status;
}

static void stays_within_the_budget(void **state)
{
    enum { BUDGET = 3 << 20 };
    struct fixture *const f = *state;
    const struct ombre_gpu_params params = {.memory_budget = BUDGET};
    struct ombre_gpu *gpu = NULL;
    uint64_t most = 0;
    const size_t logged = f->complaints;

    f->is_quiet = true; /* refusals are logged */
    assert_int_equal(ombre_gpu_open(f->list, &params, &gpu), OMBRE_GPU_OK);
    for (uint32_t i = 0; i < 40; i++) {
        assert_int_equal(run_size(gpu, 100 + 37 * (i % 7), 200 + 29 * (i % 5)),
                         OMBRE_GPU_OK);
        assert_true(gpu->kept.memory <= BUDGET);
        if (gpu->kept.memory > most)
            most = gpu->kept.memory;
        if (i % 8 == 7) {
            assert_int_equal(run_size(gpu, 1024, 1024),
                             OMBRE_GPU_OUT_OF_MEMORY);
            assert_non_null(strstr(ombre_gpu_reason(gpu), "budget is 3145728"));
            assert_true(gpu->kept.memory <= BUDGET);
        }
    }
    /* It was of use, too. */
    assert_true(most > BUDGET / 2);
    ombre_gpu_close(&gpu);
    assert_int_equal(f->complaints - logged, 5);
    f->complaints = logged;
    f->is_quiet = false;
}

/* However many kinds of things are asked for, few of them stay. */
static void bounds_counts(void **state)
{
    struct fixture *const f = *state;
    struct ombre_gpu *gpu = fixture_reopen(f, 0, 0);

    for (uint32_t i = 0; i < 150; i++) {
        assert_int_equal(run_size(gpu, 1 + i % 15, 1 + i / 15), OMBRE_GPU_OK);
        assert_true(gpu->kept.kind[VK_KEPT_SURFACE].count <= 65);
    }
    assert_int_equal(gpu->kept.kind[VK_KEPT_SURFACE].count, 65);
    assert_int_equal(gpu->kept.kind[VK_KEPT_PIPELINE].count, 1);
    ombre_gpu_close(&gpu);
}

/* --- Tiles -----------------------------------------------------------------
 */

enum { W = 21, H = 13, TILE_W = 6, TILE_H = 5, TILES = 8 };

/* Draws in tiles of an image, the last of which is cut off; of the uploads, one
 * tile and all of them. */
struct tiling {
    struct ombre_vk_state vk[TILES];
    struct ombre_gpu_draw draw[TILES];
    uint32_t operand[TILES][TILE_W * TILE_H][2][4]; /* all the same */
    uint32_t tile[2][TILE_W * TILE_H * 2], full[2][W * H * 2];
    uint32_t after[2][W * H * 2], whole[2][W * H * 2];
};

static const VkFormat tiling_formats[] = {RGBA8, VK_FORMAT_R16G16B16A16_SFLOAT};

static void fill_tiling(struct tiling *t)
{
    uint32_t seed = 77;

    for (uint32_t i = 0; i < TILE_W * TILE_H * 8; i++)
        (&t->operand[0][0][0][0])[i] =
            fixture_float(fixture_random(&seed) % 256 / 255.0);
    for (uint32_t i = 1; i < TILES; i++)
        memcpy(t->operand[i], t->operand[0], sizeof t->operand[0]);
    for (uint32_t i = 0; i < TILE_W * TILE_H * 2; i++) {
        t->tile[0][i] = fixture_random(&seed);
        t->tile[1][i] = 0x30003400u + (fixture_random(&seed) & 0x03FF03FF);
    }
    for (uint32_t i = 0; i < W * H; i++) {
        const uint32_t from = i / W % TILE_H * TILE_W + i % W % TILE_W;
        t->full[0][i] = t->tile[0][from];
        t->full[1][2 * i] = t->tile[1][2 * from];
        t->full[1][2 * i + 1] = t->tile[1][2 * from + 1];
    }
    for (uint32_t i = 0; i < TILES; i++) {
        t->vk[i] = fixture_state(2, tiling_formats);
        fill_state(&t->vk[i], &seed);
        t->draw[i] = (struct ombre_gpu_draw){.state = &t->vk[i],
                                             .x = i % 3 * TILE_W,
                                             .y = i / 3 * TILE_H,
                                             .width = i < 6 ? TILE_W : 4,
                                             .height = i < 6 ? TILE_H : 3,
                                             .layers = 1};
    }
}

/* With one upload and one array of operands for all, or with all in full. */
static struct ombre_gpu_batch tiling_batch(struct tiling *t, bool is_shared)
{
    struct ombre_gpu_batch batch = {
        .width = W,
        .height = H,
        .tile_width = is_shared ? TILE_W : 0,
        .tile_height = is_shared ? TILE_H : 0,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 2,
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 2,
        .draw_count = TILES,
        .draw = t->draw,
    };

    for (int i = 0; i < 2; i++)
        batch.target[i] = (struct ombre_gpu_target){
            .format = tiling_formats[i],
            .texel_size = i ? 8 : 4,
            .upload = is_shared ? t->tile[i] : t->full[i],
            .readback = is_shared ? NULL : t->whole[i],
        };
    for (uint32_t i = 0; i < TILES; i++)
        t->draw[i].operands =
            (const uint32_t(*)[4]) t->operand[is_shared ? 0 : i];
    return batch;
}

static void repeats_tiles(void **state)
{
    struct fixture *const f = *state;
    struct tiling *const t = calloc(1, sizeof *t);

    assert_non_null(t);
    fill_tiling(t);
    const struct ombre_gpu_batch shared = tiling_batch(t, true);
    assert_null(ombre_gpu_texels(f->gpu, 2));
    fixture_run(f->gpu, "tiles", &shared);
    memcpy(t->after[0], ombre_gpu_texels(f->gpu, 0), W * H * 4);
    memcpy(t->after[1], ombre_gpu_texels(f->gpu, 1), W * H * 8);
    assert_null(ombre_gpu_texels(f->gpu, 2));
    assert_null(ombre_gpu_texels(f->gpu, 8));

    const struct ombre_gpu_batch full = tiling_batch(t, false);
    fixture_run(f->gpu, "in full", &full);
    fixture_same("target 0", t->after[0], t->whole[0], W * H * 4);
    fixture_same("target 1", t->after[1], t->whole[1], W * H * 8);
    assert_memory_not_equal(t->after[0], t->full[0], W * H * 4);
    /* A column and a row lie beside all draws. */
    assert_int_equal(t->after[0][W * H - 1], t->full[0][W * H - 1]);
    free(t);
}

static void refuses_tiles(void **state)
{
    static const struct {
        uint32_t width, height;
        VkSampleCountFlagBits samples;
    } rows[] = {
        {1, 0, VK_SAMPLE_COUNT_1_BIT}, {0, 1, VK_SAMPLE_COUNT_1_BIT},
        {9, 1, VK_SAMPLE_COUNT_1_BIT}, {1, 9, VK_SAMPLE_COUNT_1_BIT},
        {2, 2, VK_SAMPLE_COUNT_4_BIT},
    };
    struct fixture *const f = *state;
    uint32_t texels[8 * 8 * 4] = {0};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ombre_gpu_batch batch = {
            .width = 8,
            .height = 8,
            .tile_width = rows[i].width,
            .tile_height = rows[i].height,
            .samples = rows[i].samples,
            .target_count = 1,
            .target = {{.format = RGBA8,
                        .texel_size = 4,
                        .upload = texels,
                        .readback = texels}},
        };
        fixture_refused(f->gpu, "tiles", &batch, "tiles of ");
    }
}

/* Samples lie side by side in no buffer to look at. */
static void shows_no_samples(void **state)
{
    struct fixture *const f = *state;
    uint32_t texels[2 * 2 * 4] = {0};
    const uint32_t values[2 * 2 * 4][4] = {{0}};
    struct ombre_gpu_batch batch = {
        .width = 2,
        .height = 2,
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .target_count = 1,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = texels,
                    .upload_value = values}},
    };

    fixture_refused(f->gpu, "samples", &batch, "target 0: nowhere");
    batch.target[0].readback = texels;
    fixture_run(f->gpu, "samples", &batch);
    assert_null(ombre_gpu_texels(f->gpu, 0));
}

/* --- The pipeline cache ----------------------------------------------------
 */

static struct ombre_gpu *open_with(struct fixture *f, const void *data,
                                   size_t size)
{
    const struct ombre_gpu_params params = {.pipeline_cache = data,
                                            .pipeline_cache_size = size};
    struct ombre_gpu *gpu = NULL;

    assert_int_equal(ombre_gpu_open(f->list, &params, &gpu), OMBRE_GPU_OK);
    return gpu;
}

/* What was saved is taken back, and draws the same. */
static void takes_back_what_it_saved(void **state)
{
    struct fixture *const f = *state;
    const VkSampleCountFlagBits one = VK_SAMPLE_COUNT_1_BIT;
    struct scene *const before = make_scene(one, 5);
    struct scene *const after = make_scene(one, 5);
    void *data = NULL;
    size_t size = 0, data_size = 0;

    assert_int_equal(run_scene(f->gpu, before, one), OMBRE_GPU_OK);
    assert_int_equal(ombre_gpu_pipeline_cache(f->gpu, &data, &size),
                     OMBRE_GPU_OK);
    assert_non_null(
        vk_cache_data_open(f->gpu->physical, data, size, &data_size));
    assert_int_equal(data_size, size - 24);
    struct ombre_gpu *gpu = open_with(f, data, size);
    assert_int_equal(run_scene(gpu, after, one), OMBRE_GPU_OK);
    fixture_same("saved", after->after, before->after, sizeof after->after);
    ombre_gpu_close(&gpu);
    free(data);
    free(before);
    free(after);
}

/* No byte of it may be another one, missing, or too many. */
static void takes_nothing_else(void **state)
{
    struct fixture *const f = *state;
    unsigned char *data = NULL;
    size_t size = 0, data_size = 0, refused = 0;
    void *saved = NULL;

    assert_int_equal(ombre_gpu_pipeline_cache(f->gpu, &saved, &size),
                     OMBRE_GPU_OK);
    data = malloc(size + 1);
    assert_non_null(data);
    memcpy(data, saved, size);
    data[size] = 0;
    for (size_t i = 0; i < size && i < 400; i++)
        for (int bit = 0; bit < 8; bit++) {
            data[i] ^= (unsigned char) (1 << bit);
            refused +=
                !vk_cache_data_open(f->gpu->physical, data, size, &data_size);
            data[i] ^= (unsigned char) (1 << bit);
        }
    assert_int_equal(refused, 8 * (size < 400 ? size : 400));
    for (size_t i = 0; i <= size + 1; i++)
        assert_int_equal(
            !vk_cache_data_open(f->gpu->physical, data, i, &data_size),
            i != size);
    assert_null(vk_cache_data_open(f->gpu->physical, NULL, 0, &data_size));
    data[size / 2] ^= 1;
    struct ombre_gpu *gpu = open_with(f, data, size);
    assert_int_equal(run_size(gpu, 3, 2), OMBRE_GPU_OK);
    ombre_gpu_close(&gpu);
    free(data);
    free(saved);
}

/* Another device's, or another version's, in an envelope that is right. */
static void takes_no_others(void **state)
{
    struct fixture *const f = *state;
    void *saved = NULL;
    size_t size = 0, data_size = 0, refused = 0;

    assert_int_equal(ombre_gpu_pipeline_cache(f->gpu, &saved, &size),
                     OMBRE_GPU_OK);
    unsigned char *const bytes = saved;
    for (size_t i = 0; i < 33; i++) { /* the last: as it was */
        if (i < 32)
            bytes[24 + i] ^= 0x5A;
        uint64_t sum = 0xCBF29CE484222325u ^ (size - 24);
        for (size_t b = 24; b < size; b++)
            sum = (sum ^ bytes[b]) * 0x100000001B3u;
        memcpy(bytes + 16, &sum, sizeof sum);
        refused +=
            !vk_cache_data_open(f->gpu->physical, bytes, size, &data_size);
        if (i < 32)
            bytes[24 + i] ^= 0x5A;
    }
    assert_int_equal(refused, 32);
    free(saved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_the_same_again),
        cmocka_unit_test(ignores_what_vulkan_ignores),
        cmocka_unit_test(stays_within_the_budget),
        cmocka_unit_test(bounds_counts),
        cmocka_unit_test(repeats_tiles),
        cmocka_unit_test(refuses_tiles),
        cmocka_unit_test(shows_no_samples),
        cmocka_unit_test(takes_back_what_it_saved),
        cmocka_unit_test(takes_nothing_else),
        cmocka_unit_test(takes_no_others),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
