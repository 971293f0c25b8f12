/* What the fragment shader computes, layer after layer and sample by sample. */
#include "emulated_unorm8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 4, PIXELS = 3 };

/* --- Layers ----------------------------------------------------------------
 */

/* More records than a page of the least maxTexelBufferElements holds, so that
 * rows and layers are cut. */
static void draws_layers_in_order(void **state)
{
    enum { WIDTH = 190, HEIGHT = 60, LAYERS = 7, COUNT = WIDTH * HEIGHT };
    struct fixture *const f = *state;
    const struct ombre_vk_state s = unorm8_state(false);
    uint32_t(*const operands)[4] = calloc(COUNT * LAYERS, sizeof *operands);
    uint32_t *const before = calloc(COUNT, 4), *const after = calloc(COUNT, 4);
    uint32_t *const want = calloc(COUNT, 4);
    uint32_t seed = 5;

    for (uint32_t i = 0; i < COUNT; i++)
        want[i] = before[i] = fixture_random(&seed);
    for (uint32_t i = 0; i < LAYERS * COUNT; i++) {
        const uint32_t code = fixture_random(&seed);
        source_of(code, operands[i]);
        want[i % COUNT] = differ(code, want[i % COUNT]);
    }
    const struct ombre_gpu_draw draw = {
        &s, 0, 0, WIDTH, HEIGHT, LAYERS, (const uint32_t(*)[4]) operands};
    const struct ombre_gpu_batch batch =
        fixture_batch(R32U, WIDTH, HEIGHT, before, after, &draw, 1);
    fixture_run(f->gpu, "layers", &batch);
    fixture_same("layers", after, want, COUNT * 4);
    free(operands);
    free(before);
    free(after);
    free(want);
}

/* Draws one after another on one pixel, each with a state of its own. */
static void draws_one_after_another(void **state)
{
    enum { DRAWS = 16 };
    struct fixture *const f = *state;
    struct ombre_vk_state s[DRAWS];
    struct ombre_gpu_draw draw[DRAWS];
    uint32_t operands[DRAWS][4], before = 0x5A6B7C8D, after = 0, want = before;
    uint32_t seed = 9;

    for (uint32_t d = 0; d < DRAWS; d++) {
        const uint32_t code = fixture_random(&seed);
        s[d] = unorm8_state(false);
        s[d].emulation[0].numeric = OMBRE_VK_UINT;
        s[d].emulation[0].equation.blendEnable = VK_FALSE;
        s[d].emulation[0].equation.colorWriteMask = d % 15 + 1;
        s[d].emulation[0].logic_op_enable = VK_TRUE;
        s[d].emulation[0].logic_op =
            d % 2 ? VK_LOGIC_OP_NAND : VK_LOGIC_OP_EQUIVALENT;
        for (int c = 0; c < 4; c++) {
            const uint32_t bits = 0xFFu << 8 * c;
            operands[d][c] = code >> 8 * c & 0xFF;
            if ((d % 15 + 1) >> c & 1)
                want = (want & ~bits) |
                       (bits & ~(d % 2 ? code & want : code ^ want));
        }
        draw[d] = (struct ombre_gpu_draw){
            &s[d], 0, 0, 1, 1, 1, (const uint32_t(*)[4]) operands[d]};
    }
    const struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = R32U,
                    .texel_size = 4,
                    .upload = &before,
                    .readback = &after}},
        .output = {OMBRE_GPU_OUTPUT_UINT},
        .slots = 1,
        .draw_count = DRAWS,
        .draw = draw,
    };
    fixture_run(f->gpu, "draws", &batch);
    assert_int_equal(after, want);
}

/* --- Samples ---------------------------------------------------------------
 */

/* Two layers; which samples of PIXELS pixels each of them covers. */
struct coverage_row {
    const char *name;
    VkSampleMask mask;
    bool export, by_alpha;
    double alpha[2][PIXELS];
    uint32_t exported[2][PIXELS];
    uint32_t covered[2][PIXELS];
};

/* clang-format off */
static const struct coverage_row coverage_rows[] = {
    {"all", 0xFFFFFFFF, false, false, {{0}}, {{0}}, {{15, 15, 15}, {15, 15, 15}}},
    {"a mask", 0x5A, false, false, {{0}}, {{0}}, {{10, 10, 10}, {10, 10, 10}}},
    {"no sample", 0xFFFFFFF0, false, false, {{0}}, {{0}}, {{0, 0, 0}, {0, 0, 0}}},
    {"exported", 0x7, true, false, {{0}}, {{1, 0xFC, 5}, {15, 2, 0}},
     {{1, 4, 5}, {7, 2, 0}}},
    {"by alpha", 0xFFFFFFFF, false, true, {{0, 1, 0.5}, {0.13, -3, 0.75}}, {{0}},
     {{0, 15, 3}, {1, 0, 7}}},
    {"by odd alphas", 0xFFFFFFFF, false, true, {{-0.0, INFINITY, NAN}, {1e-40, 2, -INFINITY}}, {{0}},
     {{0, 15, 0}, {0, 15, 0}}},
    {"by alpha and a mask", 0x6, false, true, {{0.5, 1, 0.124}, {1, 0.76, 0.9}}, {{0}},
     {{2, 6, 0}, {6, 6, 6}}},
};
/* clang-format on */

enum { TEXELS = PIXELS * SAMPLES };

struct coverage {
    uint32_t operands[2 * PIXELS * 3][4];
    uint32_t before[2][TEXELS], after[2][TEXELS], want[2][TEXELS];
    uint32_t values[2][TEXELS][4];
};

/* Draw code to one target; alpha stays as it is. */
static void want_colour(const struct coverage_row *row, uint32_t layer,
                        uint32_t pixel, uint32_t code, uint32_t *want)
{
    for (uint32_t n = 0; n < SAMPLES; n++) {
        uint32_t *const w = &want[pixel * SAMPLES + n];
        if (row->covered[layer][pixel] >> n & 1)
            *w = (*w & 0xFF000000) | (differ(code, *w) & 0xFFFFFF);
    }
}

static void make_coverage(const struct coverage_row *row, uint32_t slots,
                          struct coverage *c)
{
    uint32_t seed = 77;

    for (uint32_t t = 0; t < 2; t++)
        for (uint32_t i = 0; i < TEXELS; i++) {
            c->want[t][i] = c->before[t][i] = fixture_random(&seed);
            source_of(c->before[t][i], c->values[t][i]);
        }
    for (uint32_t i = 0; i < 2 * PIXELS; i++) {
        const uint32_t layer = i / PIXELS, pixel = i % PIXELS;
        uint32_t(*const record)[4] = &c->operands[i * slots];
        for (uint32_t t = 0; t < 2; t++) {
            const uint32_t code = fixture_random(&seed);
            source_of(code, record[t]);
            want_colour(row, layer, pixel, code, c->want[t]);
        }
        record[0][3] = fixture_float(row->alpha[layer][pixel]);
        if (row->export)
            record[2][0] = row->exported[layer][pixel];
    }
}

static void run_coverage(struct ombre_gpu *gpu, const struct coverage_row *row,
                         struct ombre_vk_state *s, const VkFormat *format)
{
    const uint32_t slots = row->export ? 3 : 2;
    struct coverage c = {0};

    make_coverage(row, slots, &c);
    s->sample_mask = row->mask;
    s->samples = VK_SAMPLE_COUNT_4_BIT;
    s->patch_count = row->by_alpha;
    s->patch[0] =
        (struct ombre_vk_patch){.kind = OMBRE_VK_PATCH_COVER_BY_ALPHA};
    const struct ombre_gpu_draw draw = {
        s, 0, 0, PIXELS, 1, 2, (const uint32_t(*)[4]) c.operands};
    struct ombre_gpu_batch batch = {
        .width = PIXELS,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .target_count = 2,
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .export_coverage = row->export,
        .slots = slots,
        .draw_count = 1,
        .draw = &draw,
    };
    for (uint32_t t = 0; t < 2; t++)
        batch.target[t] = (struct ombre_gpu_target){
            .format = format[t],
            .texel_size = 4,
            .upload = c.before[t],
            .readback = c.after[t],
            .upload_value =
                format[t] == RGBA8 ? (const uint32_t(*)[4]) c.values[t] : NULL,
        };
    fixture_run(gpu, row->name, &batch);
    fixture_same(row->name, c.after, c.want, sizeof c.want);
}

/* Target 0 is the shader's, target 1 the output merger's. */
static void covers_both_targets_alike(void **state)
{
    struct fixture *const f = *state;
    static const VkFormat format[] = {RGBA8, RGBA8};

    for (size_t i = 0; i < sizeof coverage_rows / sizeof *coverage_rows; i++) {
        struct ombre_vk_state s = fixture_state(2, format);
        s.emulated = 1;
        s.emulation[0] = unorm8(true);
        s.emulation[0].component[3].bits = 0; /* X8, in a format with alpha */
        s.emulation[0].equation.colorWriteMask = 0x7;
        s.attachment[0].colorWriteMask = 0x7;
        s.attachment[1] = difference;
        s.attachment[1].colorWriteMask = 0x7;
        run_coverage(f->gpu, &coverage_rows[i], &s, format);
    }
}

/* Words of bits, where a device has them with several samples. */
static void covers_samples_of_bits(void **state)
{
    struct fixture *const f = *state;
    static const VkFormat format[] = {R32U, R32U};

    if (!(ombre_gpu_facts(f->gpu)->integer_color_samples & SAMPLES))
        skip();
    for (size_t i = 0; i < sizeof coverage_rows / sizeof *coverage_rows; i++) {
        struct ombre_vk_state s = fixture_state(2, format);
        s.emulated = 3;
        s.emulation[0] = s.emulation[1] = unorm8(false);
        s.emulation[0].equation.colorWriteMask = 0x7;
        s.emulation[1].equation.colorWriteMask = 0x7;
        run_coverage(f->gpu, &coverage_rows[i], &s, format);
    }
}

/* Alpha makes coverage of integers too, on targets that nobody emulates. */
static void covers_by_integer_alpha(void **state)
{
    struct fixture *const f = *state;
    static const VkFormat formats[] = {VK_FORMAT_R32G32B32A32_UINT,
                                       VK_FORMAT_R32G32B32A32_SINT};
    static const uint32_t alpha[] = {0, 1, 0x80000000, 0xFFFFFFFF};
    static const bool covered[][4] = {{false, true, true, true},
                                      {false, true, false, false}};

    for (uint32_t i = 0; i < 8; i++) {
        struct ombre_vk_state s = fixture_state(1, &formats[i / 4]);
        uint32_t before[4] = {1, 2, 3, 4}, after[4];
        const uint32_t source[4] = {5, 6, 7, alpha[i % 4]};
        s.patch_count = 1;
        s.patch[0] =
            (struct ombre_vk_patch){.kind = OMBRE_VK_PATCH_COVER_BY_ALPHA};
        const struct ombre_gpu_draw draw = {&s, 0, 0, 1, 1, 1, &source};
        const struct ombre_gpu_batch batch = {
            .width = 1,
            .height = 1,
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .target_count = 1,
            .target = {{.format = formats[i / 4],
                        .texel_size = 16,
                        .upload = before,
                        .readback = after}},
            .output = {i < 4 ? OMBRE_GPU_OUTPUT_UINT : OMBRE_GPU_OUTPUT_SINT},
            .slots = 1,
            .draw_count = 1,
            .draw = &draw,
        };
        fixture_run(f->gpu, "integer alpha", &batch);
        fixture_same("integer alpha", after,
                     covered[i / 4][i % 4] ? source : before, sizeof after);
    }
}

/* --- Orders ----------------------------------------------------------------
 */

/* The group's device, in raster order; skipped where there is none. */
static int open_in_raster_order(void **state)
{
    struct fixture *f;

    (void) fixture_open(state);
    f = *state;
    ombre_gpu_close(&f->gpu);
    f->gpu = fixture_open_lanes(f, OMBRE_LANE_FEATURE_RASTER_ORDER, 0);
    if (ombre_gpu_order_of(ombre_gpu_facts(f->gpu)) == OMBRE_GPU_ORDER_RASTER)
        return 0;
    print_message("no raster order\n");
    (void) fixture_close(state);
    exit(77);
}

int main(int count, char **words)
{
    const bool is_raster = count > 1 && strcmp(words[1], "raster") == 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_layers_in_order),
        cmocka_unit_test(draws_one_after_another),
        cmocka_unit_test(covers_both_targets_alike),
        cmocka_unit_test(covers_samples_of_bits),
        cmocka_unit_test(covers_by_integer_alpha),
    };
    return cmocka_run_group_tests(
        tests, is_raster ? open_in_raster_order : fixture_open, fixture_close);
}
