/* Targets that are parts of images: that what is drawn arrives there and
 * nowhere else, and that faults of every kind are noticed. */
#include "../src/vk.h"

#include "gpu_fixture.h"

#include <stdlib.h>

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define SRGB8 VK_FORMAT_R8G8B8A8_SRGB
#define R32U VK_FORMAT_R32_UINT

#define STORAGE VK_IMAGE_USAGE_STORAGE_BIT
#define SAMPLED VK_IMAGE_USAGE_SAMPLED_BIT

/* How texels get in. */
enum fill { COPIED, DRAWN, CLEARED };

struct row {
    const char *name;
    struct ombre_gpu_image image;
    uint32_t x, y, width, height;
    uint32_t layer; /* of what is attached */
    uint32_t count; /* of targets, all of the one image */
    VkFormat format[2];
    struct ombre_gpu_view view[2];
    enum fill fill;
    bool may_be_refused;
    VkSampleCountFlagBits samples; /* 0: 1 */
};

/* clang-format off */
#define ONE(format_) .count = 1, .format = {format_}
#define TWO(a, b) .count = 2, .format = {a, b}
static const struct row rows[] = {
    {"1x1", {.dimensions = 2, .extent = {1, 1, 1}, .mip_levels = 1, .array_layers = 1}, 0, 0, 1, 1, ONE(RGBA8)},
    {"3x5", {.dimensions = 2, .extent = {3, 5, 1}, .mip_levels = 1, .array_layers = 1}, 0, 0, 3, 5, ONE(RGBA8)},
    {"64x64", {.dimensions = 2, .extent = {64, 64, 1}, .mip_levels = 1, .array_layers = 1}, 0, 0, 64, 64, ONE(RGBA8)},
    {"1000x700", {.dimensions = 2, .extent = {1000, 700, 1}, .mip_levels = 1, .array_layers = 1}, 0, 0, 16, 16, ONE(RGBA8)},
    {"far corner", {.dimensions = 2, .extent = {1000, 700, 1}, .mip_levels = 1, .array_layers = 1}, 983, 691, 17, 9, ONE(RGBA8)},
    {"odd offset", {.dimensions = 2, .extent = {70, 33, 1}, .mip_levels = 1, .array_layers = 1}, 13, 7, 19, 11, ONE(R32U)},
    {"level 1", {.dimensions = 2, .extent = {64, 64, 1}, .mip_levels = 7, .array_layers = 1}, 0, 0, 32, 32, ONE(RGBA8), {{1, 0, 0}}},
    {"level 2 of odd sizes", {.dimensions = 2, .extent = {37, 21, 1}, .mip_levels = 4, .array_layers = 1}, 1, 2, 7, 3, ONE(R32U), {{2, 0, 0}}},
    {"last level", {.dimensions = 2, .extent = {64, 16, 1}, .mip_levels = 7, .array_layers = 1}, 0, 0, 1, 1, ONE(RGBA8), {{6, 0, 0}}},
    {"layer 2", {.dimensions = 2, .extent = {20, 12, 1}, .mip_levels = 1, .array_layers = 5}, 3, 1, 11, 9, ONE(RGBA8), {{0, 2, 1}}},
    {"layers 1 to 3", {.dimensions = 2, .extent = {20, 12, 1}, .mip_levels = 1, .array_layers = 5}, 3, 1, 11, 9, ONE(RGBA8), {{0, 1, 3}}},
    {"level 1, layer 3", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 3, .array_layers = 4}, 3, 1, 11, 9, ONE(R32U), {{1, 3, 1}}},
    {"two levels", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 3, .array_layers = 2}, 1, 1, 9, 5, TWO(RGBA8, RGBA8), {{0, 1, 1}, {1, 0, 1}}},
    {"two layers", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 1, .array_layers = 3}, 1, 1, 9, 5, TWO(RGBA8, RGBA8), {{0, 2, 1}, {0, 0, 1}}},
    {"two layers in two formats", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 1, .array_layers = 3, .format = RGBA8, .mutable_format = true}, 1, 1, 9, 5, TWO(R32U, RGBA8), {{0, 2, 1}, {0, 1, 1}}},
    {"slice 3", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, ONE(RGBA8), {{0, 3, 1}}},
    {"level 1, slice 2", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 2, .array_layers = 1}, 2, 1, 7, 5, ONE(R32U), {{1, 2, 1}}},
    {"slices 1 to 4", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, ONE(RGBA8), {{0, 1, 4}}},
    {"two slices", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, TWO(RGBA8, RGBA8), {{0, 5, 1}, {0, 1, 1}}},
    {"a line", {.dimensions = 1, .extent = {50, 1, 1}, .mip_levels = 1, .array_layers = 1}, 5, 0, 33, 1, ONE(RGBA8)},
    {"a line of level 1, layer 1", {.dimensions = 1, .extent = {50, 1, 1}, .mip_levels = 3, .array_layers = 3}, 2, 0, 21, 1, ONE(R32U), {{1, 1, 1}}},
    {"storage", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 1, .usage = STORAGE}, 3, 1, 11, 9, ONE(RGBA8)},
    {"sampled", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 1, .usage = SAMPLED}, 3, 1, 11, 9, ONE(RGBA8)},
    {"storage, sampled, mutable", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 2, .array_layers = 2, .mutable_format = true, .usage = STORAGE | SAMPLED}, 3, 1, 11, 7, ONE(RGBA8), {{1, 1, 1}}},
    {"integers of a typeless image", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 1, .format = RGBA8, .mutable_format = true}, 3, 1, 11, 9, ONE(R32U)},
    {"linear", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 1, .linear = true}, 3, 1, 11, 9, ONE(RGBA8), .may_be_refused = true},
    {"drawn", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 3}, 3, 1, 11, 9, ONE(RGBA8), {{0, 1, 1}}, DRAWN},
    {"drawn to a slice", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, ONE(RGBA8), {{0, 3, 2}}, DRAWN},
    {"drawn as linear light", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 2, .array_layers = 1}, 3, 1, 11, 7, ONE(SRGB8), {{1, 0, 1}}, DRAWN},
    {"cleared", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 3}, 3, 1, 11, 9, ONE(RGBA8), {{0, 1, 1}}, CLEARED},
    {"cleared whole", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 2, .array_layers = 3}, 0, 0, 15, 8, ONE(RGBA8), {{1, 1, 2}}, CLEARED},
    {"cleared slice", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, ONE(RGBA8), {{0, 3, 1}}, CLEARED},
    {"the last of three layers", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 2, .array_layers = 5}, 3, 1, 11, 9, .layer = 2, ONE(RGBA8), {{1, 1, 3}}, .may_be_refused = true},
    {"the second of four slices", {.dimensions = 3, .extent = {20, 12, 6}, .mip_levels = 1, .array_layers = 1}, 2, 3, 11, 7, .layer = 1, ONE(R32U), {{0, 2, 4}}, .may_be_refused = true},
    {"a layer of each of two levels", {.dimensions = 2, .extent = {40, 24, 1}, .mip_levels = 2, .array_layers = 4}, 1, 1, 9, 5, .layer = 1, TWO(RGBA8, RGBA8), {{0, 1, 2}, {1, 0, 2}}, .may_be_refused = true},
    {"a layer that is cleared", {.dimensions = 2, .extent = {31, 17, 1}, .mip_levels = 1, .array_layers = 4}, 3, 1, 11, 9, .layer = 1, ONE(RGBA8), {{0, 1, 3}}, CLEARED, .may_be_refused = true},
    {"samples of a layer", {.dimensions = 2, .extent = {20, 12, 1}, .mip_levels = 1, .array_layers = 3}, 3, 1, 11, 9, ONE(RGBA8), {{0, 1, 1}}, .samples = VK_SAMPLE_COUNT_4_BIT},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof *rows };

/* --- Scenes ----------------------------------------------------------------
 */

struct scene {
    struct ombre_vk_state vk;
    struct ombre_gpu_draw draw;
    VkClearColorValue clear;
    struct ombre_gpu_batch batch;
    uint32_t (*operand)[4];
    uint32_t *before[2], *after[2], *want[2];
    uint32_t (*value)[4];
    size_t texels;
};

/* Codes of all bytes of a word. */
static void words_of(VkFormat format, uint32_t texel, uint32_t word[4])
{
    for (uint32_t c = 0; c < 4; c++)
        word[c] = format == R32U
                      ? texel + c
                      : fixture_float((texel >> 8 * c & 0xFF) / 255.0);
}

static struct scene *scene_create(const struct row *row)
{
    struct scene *const s = calloc(1, sizeof *s);
    const uint32_t samples = row->samples ? (uint32_t) row->samples : 1;

    assert_non_null(s);
    s->texels = (size_t) row->width * row->height * samples;
    s->operand = calloc(s->texels * 2, sizeof *s->operand);
    s->value = calloc(s->texels, sizeof *s->value);
    assert_true(s->operand && s->value);
    for (uint32_t t = 0; t < 2; t++) {
        s->before[t] = calloc(s->texels, sizeof **s->before);
        s->after[t] = calloc(s->texels, sizeof **s->after);
        s->want[t] = calloc(s->texels, sizeof **s->want);
        assert_true(s->before[t] && s->after[t] && s->want[t]);
        fixture_fill(s->before[t], s->texels * 4, 11 + t);
        fixture_fill(s->after[t], s->texels * 4, 77);
    }
    return s;
}

static void scene_destroy(struct scene *s)
{
    for (uint32_t t = 0; t < 2; t++) {
        free(s->before[t]);
        free(s->after[t]);
        free(s->want[t]);
    }
    free(s->operand);
    free(s->value);
    free(s);
}

/* What is drawn: all but a border where there is room for one. */
static void fill_draw(struct scene *s, const struct row *row)
{
    const uint32_t x = row->width > 2, y = row->height > 2;
    const uint32_t samples = row->samples ? (uint32_t) row->samples : 1;
    uint32_t seed = 5, k = 0;

    s->draw = (struct ombre_gpu_draw){
        .state = &s->vk,
        .x = x,
        .y = y,
        .width = row->width - 2 * x,
        .height = row->height - 2 * y,
        .layers = 1,
        .operands = (const uint32_t(*)[4]) s->operand,
    };
    for (uint32_t t = 0; t < row->count; t++)
        memcpy(s->want[t], s->before[t], s->texels * 4);
    for (uint32_t j = 0; j < s->draw.height; j++)
        for (uint32_t i = 0; i < s->draw.width; i++)
            for (uint32_t t = 0; t < row->count; t++) {
                const uint32_t texel = fixture_random(&seed);
                words_of(row->format[t], texel, s->operand[k++]);
                for (uint32_t n = 0; n < samples; n++)
                    s->want[t][((y + j) * row->width + x + i) * samples + n] =
                        texel;
            }
}

static void fill_before(struct scene *s, const struct row *row)
{
    s->clear = (VkClearColorValue){.float32 = {0x12 / 255.0f, 0x34 / 255.0f,
                                               0x56 / 255.0f, 0xE8 / 255.0f}};
    for (size_t i = 0; i < s->texels; i++) {
        if (row->fill == CLEARED)
            s->before[0][i] = 0xE8563412;
        words_of(row->format[0], s->before[0][i], s->value[i]);
    }
}

static void fill_batch(struct scene *s, const struct row *row)
{
    s->vk = fixture_state(row->count, row->format);
    if (row->samples)
        s->vk.samples = row->samples;
    s->batch = (struct ombre_gpu_batch){
        .width = row->width,
        .height = row->height,
        .x = row->x,
        .y = row->y,
        .layer = row->layer,
        .samples = s->vk.samples,
        .target_count = row->count,
        .slots = row->count,
        .draw_count = 1,
        .draw = &s->draw,
        .reads_twice = true,
    };
    for (uint32_t t = 0; t < row->count; t++) {
        s->batch.output[t] = row->format[t] == R32U ? OMBRE_GPU_OUTPUT_UINT
                                                    : OMBRE_GPU_OUTPUT_FLOAT;
        s->batch.target[t] = (struct ombre_gpu_target){
            .format = row->format[t],
            .texel_size = 4,
            .upload = row->fill == COPIED ? s->before[t] : NULL,
            .readback = s->after[t],
            .upload_value =
                row->fill == CLEARED ? NULL : (const uint32_t(*)[4]) s->value,
            .clear = row->fill == CLEARED ? &s->clear : NULL,
            .image = &row->image,
            .view = row->view[t],
        };
    }
}

static struct scene *make_scene(const struct row *row)
{
    struct scene *const s = scene_create(row);

    fill_before(s, row);
    fill_draw(s, row);
    fill_batch(s, row);
    return s;
}

/* --- What is right ---------------------------------------------------------
 */

/* sRGB images take the curve: of what is drawn, only what is kept is known. */
static void check_texels(const struct row *row, const struct scene *s)
{
    for (uint32_t t = 0; t < row->count; t++)
        for (size_t i = 0; i < s->texels; i++)
            if (s->after[t][i] != s->want[t][i] &&
                (row->format[t] != SRGB8 || s->want[t][i] == s->before[t][i]))
                fail_msg("%s: target %u texel %zu: got %08x, want %08x",
                         row->name, t, i, s->after[t][i], s->want[t][i]);
}

static bool is_lavapipe(const struct ombre_gpu *gpu)
{
    return ombre_gpu_device_info(gpu)->driverID == VK_DRIVER_ID_MESA_LLVMPIPE;
}

static void draws_parts(void **state)
{
    struct fixture *const f = *state;
    size_t drawn = 0;

    for (size_t i = 0; i < ROWS; i++)
        for (int twice = 0; twice < 2; twice++) {
            struct scene *const s = make_scene(&rows[i]);
            if (rows[i].may_be_refused && !is_lavapipe(f->gpu) &&
                ombre_gpu_run(f->gpu, &s->batch, NULL) ==
                    OMBRE_GPU_UNSUPPORTED) {
                print_message("%s: %s\n", rows[i].name,
                              ombre_gpu_reason(f->gpu));
                scene_destroy(s);
                continue;
            }
            fixture_run(f->gpu, rows[i].name, &s->batch);
            check_texels(&rows[i], s);
            const struct ombre_gpu_spill *const spill = ombre_gpu_spill(f->gpu);
            if (spill)
                fail_msg("%s: level %u layer %u texel %u,%u changed, and %u "
                         "in all",
                         rows[i].name, spill->mip, spill->layer, spill->x,
                         spill->y, spill->count);
            scene_destroy(s);
            drawn++;
        }
    assert_true(drawn >= 2 * ROWS - 10);
}

/* --- What is wrong ---------------------------------------------------------
 */

static struct VolkDeviceTable real;

static VkResult VKAPI_CALL view_of_level_0(VkDevice device,
                                           const VkImageViewCreateInfo *info,
                                           const VkAllocationCallbacks *a,
                                           VkImageView *out)
{
    VkImageViewCreateInfo wrong = *info;
    wrong.subresourceRange.baseMipLevel = 0;
    return real.vkCreateImageView(device, &wrong, a, out);
}

static VkResult VKAPI_CALL view_of_layer_0(VkDevice device,
                                           const VkImageViewCreateInfo *info,
                                           const VkAllocationCallbacks *a,
                                           VkImageView *out)
{
    VkImageViewCreateInfo wrong = *info;
    wrong.subresourceRange.baseArrayLayer = 0;
    return real.vkCreateImageView(device, &wrong, a, out);
}

/* Drawn as if it lay at the corner. */
static void VKAPI_CALL viewport_at_corner(VkCommandBuffer commands,
                                          uint32_t first, uint32_t count,
                                          const VkViewport *viewport)
{
    VkViewport wrong = *viewport;
    wrong.x = wrong.y = 0;
    wrong.width += viewport->x;
    wrong.height += viewport->y;
    real.vkCmdSetViewport(commands, first, count, &wrong);
}

static void VKAPI_CALL scissor_at_corner(VkCommandBuffer commands,
                                         uint32_t first, uint32_t count,
                                         const VkRect2D *scissor)
{
    VkRect2D wrong = *scissor;
    wrong.extent.width += (uint32_t) scissor->offset.x;
    wrong.extent.height += (uint32_t) scissor->offset.y;
    wrong.offset = (VkOffset2D){0, 0};
    real.vkCmdSetScissor(commands, first, count, &wrong);
}

/* Of one offset: what is copied lies a texel to the left. */
static void VKAPI_CALL copy_to_the_left(VkCommandBuffer commands,
                                        VkBuffer buffer, VkImage image,
                                        VkImageLayout layout, uint32_t count,
                                        const VkBufferImageCopy *region)
{
    VkBufferImageCopy wrong = *region;
    wrong.imageOffset.x -= wrong.imageOffset.x > 0;
    real.vkCmdCopyBufferToImage(commands, buffer, image, layout, count, &wrong);
}

static void VKAPI_CALL clear_all(VkCommandBuffer commands,
                                 const VkRenderPassBeginInfo *info,
                                 VkSubpassContents contents)
{
    VkRenderPassBeginInfo wrong = *info;
    wrong.renderArea.extent.width += (uint32_t) wrong.renderArea.offset.x;
    wrong.renderArea.offset.x = 0;
    real.vkCmdBeginRenderPass(commands, &wrong, contents);
}

/* Compute shaders never come to write. */
static void VKAPI_CALL no_dispatch(VkCommandBuffer commands, uint32_t x,
                                   uint32_t y, uint32_t z)
{
    (void) commands, (void) x, (void) y, (void) z;
}

static void view_level(struct VolkDeviceTable *vk)
{
    vk->vkCreateImageView = view_of_level_0;
}

static void view_layer(struct VolkDeviceTable *vk)
{
    vk->vkCreateImageView = view_of_layer_0;
}

static void area(struct VolkDeviceTable *vk)
{
    vk->vkCmdSetViewport = viewport_at_corner;
    vk->vkCmdSetScissor = scissor_at_corner;
}

static void upload_offset(struct VolkDeviceTable *vk)
{
    vk->vkCmdCopyBufferToImage = copy_to_the_left;
}

static void clear_area(struct VolkDeviceTable *vk)
{
    vk->vkCmdBeginRenderPass = clear_all;
}

static void fetch(struct VolkDeviceTable *vk)
{
    vk->vkCmdDispatch = no_dispatch;
}

struct fault {
    const char *row;
    void (*plant)(struct VolkDeviceTable *vk);
    bool spills, is_told; /* by ombre_gpu_spill(); by a status */
};

static const struct fault faults[] = {
    {"level 2 of odd sizes", view_level, true, false},
    {"level 1, slice 2", view_level, true, false},
    {"layer 2", view_layer, true, false},
    {"layers 1 to 3", view_layer, true, false},
    {"two layers in two formats", view_layer, true, false},
    {"slice 3", view_layer, true, false},
    {"samples of a layer", view_layer, true, false},
    {"a line of level 1, layer 1", view_layer, true, false},
    {"odd offset", area, true, false},
    {"far corner", area, true, false},
    {"odd offset", upload_offset, true, false},
    {"cleared", clear_area, true, false},
    {"level 1", fetch, false, true},
    {"storage, sampled, mutable", fetch, false, true},
};

enum { FAULTS = sizeof faults / sizeof *faults };

static const struct row *find_row(const char *name)
{
    size_t i = 0;

    while (strcmp(rows[i].name, name) != 0)
        i++;
    return &rows[i];
}

static void notices_faults(void **state)
{
    (void) state;
    for (size_t i = 0; i < FAULTS; i++) {
        const struct row *row = find_row(faults[i].row);
        struct ombre_gpu_list *list = NULL;
        struct ombre_gpu *gpu = NULL;
        /* What is wrong is wrong of Vulkan, too: no layer here. */
        const struct ombre_gpu_list_params quiet = {0};
        const struct ombre_gpu_params params = {0};
        assert_int_equal(ombre_gpu_list_create(&quiet, &list), OMBRE_GPU_OK);
        assert_int_equal(ombre_gpu_open(list, &params, &gpu), OMBRE_GPU_OK);
        real = gpu->vk;
        faults[i].plant(&gpu->vk);
        struct scene *const s = make_scene(row);
        s->batch.reads_twice = faults[i].is_told;
        const enum ombre_gpu_status status =
            ombre_gpu_run(gpu, &s->batch, NULL);
        if (faults[i].is_told) {
            assert_int_equal(status, OMBRE_GPU_FAILED);
            assert_non_null(strstr(ombre_gpu_reason(gpu), "read-back:"));
        } else {
            assert_int_equal(status, OMBRE_GPU_OK);
            if ((ombre_gpu_spill(gpu) != NULL) != faults[i].spills)
                fail_msg("fault %zu, %s: not noticed", i, row->name);
        }
        scene_destroy(s);
        ombre_gpu_close(&gpu);
        ombre_gpu_list_destroy(&list);
    }
}

/* --- What is refused -------------------------------------------------------
 */

/* clang-format off */
static const struct refusal {
    const char *reason;
    struct ombre_gpu_image image;
    uint32_t x, width, layer, count;
    struct ombre_gpu_view view[2];
} refusals[] = {
    {"4 dimensions", {.dimensions = 4, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"0 dimensions", {.dimensions = 0, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"8x2x1 texels", {.dimensions = 1, .extent = {8, 2, 1}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"8x8x2 texels", {.dimensions = 2, .extent = {8, 8, 2}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"0x8x1 texels", {.dimensions = 2, .extent = {0, 8, 1}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"4294967295x8x1 texels", {.dimensions = 2, .extent = {0xFFFFFFFF, 8, 1}, .mip_levels = 1, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"an image of 5 levels", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 5, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"an image of 0 levels", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 0, .array_layers = 1}, 0, 4, 0, 1, {{0}}},
    {"0 layers of", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 0}, 0, 4, 0, 1, {{0}}},
    {"2 layers of 1", {.dimensions = 3, .extent = {8, 8, 8}, .mip_levels = 1, .array_layers = 2}, 0, 4, 0, 1, {{0}}},
    {"usage 0x40", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1, .usage = 0x40}, 0, 4, 0, 1, {{0}}},
    {"VK_FORMAT_R8G8B8A8_UNORM in an image of VK_FORMAT_R8G8B8A8_SRGB", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1, .format = SRGB8}, 0, 4, 0, 1, {{0}}},
    {"in an image of VK_FORMAT_R16_UINT", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1, .format = VK_FORMAT_R16_UINT, .mutable_format = true}, 0, 4, 0, 1, {{0}}},
    {"level 4 of 4", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 4, .array_layers = 1}, 0, 1, 0, 1, {{4, 0, 1}}},
    {"level 4294967295 of 1", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1}, 0, 1, 0, 1, {{0xFFFFFFFF, 0, 1}}},
    {"in a level of 4x4", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 2, .array_layers = 1}, 0, 5, 0, 1, {{1, 0, 1}}},
    {"4x4 texels from 5,0 on", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 1}, 5, 4, 0, 1, {{0}}},
    {"there are 3", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 3}, 0, 4, 0, 1, {{0, 2, 2}}},
    {"there are 2", {.dimensions = 3, .extent = {8, 8, 4}, .mip_levels = 2, .array_layers = 1}, 0, 4, 0, 1, {{1, 2, 1}}},
    {"4294967295 layers", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 3}, 0, 4, 0, 1, {{0, 1, 0xFFFFFFFF}}},
    {"layer 2 of 2", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 3}, 0, 4, 2, 1, {{0, 1, 2}}},
    {"targets 0 and 1 are the same texels", {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .array_layers = 3}, 0, 4, 0, 2, {{0, 0, 2}, {0, 1, 1}}},
};
/* clang-format on */

static void refuses(void **state)
{
    struct fixture *const f = *state;
    uint32_t texels[64] = {0};

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const struct refusal *const r = &refusals[i];
        struct ombre_gpu_batch batch = {
            .x = r->x,
            .width = r->width,
            .height = r->width == 1 ? 1 : 4,
            .layer = r->layer,
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .target_count = r->count,
        };
        for (uint32_t t = 0; t < r->count; t++)
            batch.target[t] = (struct ombre_gpu_target){
                .format = RGBA8,
                .texel_size = 4,
                .upload = texels,
                .readback = texels,
                .image = &r->image,
                .view = r->view[t],
            };
        fixture_refused(f->gpu, r->reason, &batch, r->reason);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_parts),
        cmocka_unit_test(notices_faults),
        cmocka_unit_test(refuses),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
