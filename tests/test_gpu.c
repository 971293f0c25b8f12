/* Batches of one sample: what goes in, is drawn, and comes back.  Expected
 * texels are worked out by hand in the rows. */
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- Rows: one pixel of a small image --------------------------------------
 */

enum { WIDTH = 3, HEIGHT = 2, PIXEL = 4 /* x 1, y 1 */, POISON = 0x5A };

#define FACTORS(src_, dst_, op_)                   \
    .srcColorBlendFactor = VK_BLEND_FACTOR_##src_, \
    .dstColorBlendFactor = VK_BLEND_FACTOR_##dst_, \
    .colorBlendOp = VK_BLEND_OP_##op_,             \
    .srcAlphaBlendFactor = VK_BLEND_FACTOR_##src_, \
    .dstAlphaBlendFactor = VK_BLEND_FACTOR_##dst_, \
    .alphaBlendOp = VK_BLEND_OP_##op_

#define BLEND(src_, dst_, op_)                            \
    {                                                     \
        .blendEnable = VK_TRUE, FACTORS(src_, dst_, op_), \
        .colorWriteMask = 0xF,                            \
    }
#define STORE                  \
    {                          \
        .colorWriteMask = 0xF, \
    }
#define MASK(mask_)                \
    {                              \
        .colorWriteMask = (mask_), \
    }
#define KEEP MASK(0)

#define HOLE VK_FORMAT_UNDEFINED
#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define RGBA8I VK_FORMAT_R8G8B8A8_SINT
#define RGBA8U VK_FORMAT_R8G8B8A8_UINT
#define RGBA16F VK_FORMAT_R16G16B16A16_SFLOAT
#define RGBA32F VK_FORMAT_R32G32B32A32_SFLOAT
#define RGBA32U VK_FORMAT_R32G32B32A32_UINT
#define RGBA32I VK_FORMAT_R32G32B32A32_SINT

#define NONE OMBRE_GPU_OUTPUT_NONE
#define FLOAT OMBRE_GPU_OUTPUT_FLOAT
#define UINT OMBRE_GPU_OUTPUT_UINT
#define SINT OMBRE_GPU_OUTPUT_SINT

/* An 8-bit code as the float nearest to it. */
#define CODE(c) ((c) / 255.0)

struct row_target {
    VkFormat format;
    enum ombre_gpu_output_type output;
    double source[4]; /* integers are exact in a double */
    uint32_t before[4], after[4];
    VkPipelineColorBlendAttachmentState attachment;
};

struct row {
    const char *name;
    uint32_t needs;
    uint32_t count; /* of targets */
    struct row_target target[OMBRE_VK_MAX_ATTACHMENTS];
    float constants[4];
    VkBool32 logic_op_enable;
    VkLogicOp logic_op;
    VkBool32 dual_source;
    uint32_t patch_count;
    struct ombre_vk_patch patch[4];
};

/* clang-format off */
#define DUAL .needs = OMBRE_VK_NEED_DUAL_SRC_BLEND, .dual_source = VK_TRUE
#define SECOND {.kind = OMBRE_VK_PATCH_SECOND_SOURCE, .output = 1}

static const struct row rows[] = {
    {.name = "store of codes", .count = 1, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A5A5A5A}, {0xCC996633}, STORE}}},
    {.name = "store of halves", .count = 1, .target =
     {{RGBA16F, FLOAT, {0.5, 1.5, -2, 0.25}, {0x11112222, 0x33334444},
       {0x3E003800, 0x3400C000}, STORE}}},
    {.name = "store of floats is bit for bit", .count = 1, .target =
     {{RGBA32F, FLOAT, {0.1, -0.0, 1e30, -INFINITY}, {1, 2, 3, 4},
       {0x3DCCCCCD, 0x80000000, 0x7149F2CA, 0xFF800000}, STORE}}},
    {.name = "store of unsigned words", .count = 1, .target =
     {{RGBA32U, UINT, {3, 0x80000001u, 0xFFFFFFFFu, 0x12345678}, {9, 9, 9, 9},
       {3, 0x80000001, 0xFFFFFFFF, 0x12345678}, STORE}}},
    {.name = "store of signed words", .count = 1, .target =
     {{RGBA32I, SINT, {-3, -2147483647 - 1, 2147483647, 77}, {9, 9, 9, 9},
       {0xFFFFFFFD, 0x80000000, 0x7FFFFFFF, 77}, STORE}}},
    {.name = "sum of codes", .count = 1, .target =
     {{RGBA8, FLOAT, {CODE(0x10), CODE(0x23), CODE(0x35), CODE(0x47)},
       {0x04030201}, {0x4B382511}, BLEND(ONE, ONE, ADD)}}},
    {.name = "over", .count = 1, .target = /* 0.5 s + 0.5 d */
     {{RGBA16F, FLOAT, {0.5, 0.25, 1, 0.5}, {0x40003C00, 0x34004400},
       {0x3C803A00, 0x36004100}, BLEND(SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ADD)}}},
    {.name = "reverse subtract", .count = 1, .target = /* d - s */
     {{RGBA16F, FLOAT, {0.5, 0.25, 1, 0.125}, {0x40003C00, 0x34004400},
       {0x3F003800, 0x30004200}, BLEND(ONE, ONE, REVERSE_SUBTRACT)}}},
    {.name = "least of codes ignores factors", .count = 1, .target =
     {{RGBA8, FLOAT, {CODE(0x10), CODE(0x90), CODE(0x30), CODE(0xF0)},
       {0x60708020}, {0x60308010}, BLEND(ZERO, ZERO, MIN)}}},
    {.name = "colour and alpha have equations of their own", .count = 1, .target =
     {{RGBA16F, FLOAT, {0.5, 0.25, 1, 0.5}, {0x40003C00, 0x34004400},
       {0x38003800, 0x3A004400}, /* s * d; s + d */
       {.blendEnable = VK_TRUE,
        .srcColorBlendFactor = VK_BLEND_FACTOR_DST_COLOR,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ZERO,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .colorWriteMask = 0xF}}}},
    {.name = "constants", .count = 1, .target =
     {{RGBA16F, FLOAT, {0.5, 0.25, 1, 0.75}, {0x40003C00, 0x34004400},
       {0x34003400, 0x42004000}, BLEND(CONSTANT_COLOR, ZERO, ADD)}},
     .constants = {0.5f, 1.0f, 2.0f, 4.0f}},
    {.name = "mask of red and blue", .count = 1, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A6B7C8D}, {0x5A997C33},
       MASK(VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_B_BIT)}}},
    {.name = "mask of green and alpha, blended", .count = 1, .target =
     {{RGBA8, FLOAT, {CODE(0x10), CODE(0x23), CODE(0x35), CODE(0x47)},
       {0x04030201}, {0x4B032501},
       {.blendEnable = VK_TRUE, FACTORS(ONE, ONE, ADD),
        .colorWriteMask = VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_A_BIT}}}},
    {.name = "mask of nothing", .count = 1, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A6B7C8D}, {0x5A6B7C8D}, KEEP}}},
    {.name = "logic: exclusive or", .needs = OMBRE_VK_NEED_LOGIC_OP, .count = 1, .target =
     {{RGBA8U, UINT, {0x0F, 0x33, 0x55, 0xFF}, {0xA5C3F00F}, {0x5A96C300}, STORE}},
     .logic_op_enable = VK_TRUE, .logic_op = VK_LOGIC_OP_XOR},
    {.name = "logic: and of the inverted destination", .needs = OMBRE_VK_NEED_LOGIC_OP, .count = 1, .target =
     {{RGBA8U, UINT, {0x0F, 0x33, 0x55, 0xFF}, {0xA5C3F00F}, {0x5A140300}, STORE}},
     .logic_op_enable = VK_TRUE, .logic_op = VK_LOGIC_OP_AND_REVERSE},
    {.name = "eight targets of mixed types and states", .needs = OMBRE_VK_NEED_INDEPENDENT_BLEND, .count = 8, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A5A5A5A}, {0xCC996633}, STORE},
      {RGBA16F, FLOAT, {0.5, 0.25, 1, 0.5}, {0x40003C00, 0x34004400},
       {0x3C803A00, 0x36004100}, BLEND(SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ADD)},
      {VK_FORMAT_R32_UINT, UINT, {0xDEADBEEF, 1, 2, 3}, {17}, {0xDEADBEEF}, STORE},
      {VK_FORMAT_R32G32_SINT, SINT, {-5, 6, 7, 8}, {17, 18}, {0xFFFFFFFB, 6}, STORE},
      {VK_FORMAT_B8G8R8A8_UNORM, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A6B7C8D},
       {0xCC33668D}, MASK(0xB)},
      {VK_FORMAT_R16_SFLOAT, FLOAT, {3, 5, 7, 9}, {0x4000}, {0x4500},
       BLEND(ONE, ONE, ADD)},
      {RGBA8U, UINT, {1, 20, 127, 255}, {0x5A5A5A5A}, {0xFF7F1401}, STORE},
      {RGBA8, FLOAT, {CODE(0x10), CODE(0x90), CODE(0x30), CODE(0xF0)},
       {0x60708020}, {0xF0709020}, BLEND(ZERO, ZERO, MAX)}}},
    {.name = "holes, one of them with an output", .count = 5, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A5A5A5A}, {0xCC996633}, STORE},
      {HOLE, FLOAT, {0.1, 0.3, 0.5, 0.7}, {0}, {0}, KEEP},
      {RGBA32U, UINT, {11, 12, 13, 14}, {1, 2, 3, 4}, {11, 12, 13, 14}, STORE},
      {HOLE, NONE, {0}, {0}, {0}, KEEP},
      {VK_FORMAT_R32_SFLOAT, FLOAT, {-0.5, 2, 3, 4}, {7}, {0xBF000000}, STORE}}},
    {.name = "an output that is not declared", .count = 3, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A5A5A5A}, {0xCC996633}, STORE},
      {RGBA8, NONE, {0}, {0x12345678}, {0x12345678}, KEEP},
      {RGBA8, FLOAT, {0.8, 0.6, 0.4, 0.2}, {0x5A5A5A5A}, {0x336699CC}, STORE}}},
    {.name = "nothing is declared", .count = 1, .target =
     {{RGBA8, NONE, {0}, {0x12345678}, {0x12345678}, KEEP}}},
    {.name = "two sources", .count = 2, .target =
     {{RGBA16F, FLOAT, {0.5, 0.25, 1, 0.5}, {0x40003C00, 0x34004400},
       {0x3E403A00, 0xB800C000}, /* s * s1 + d * (1 - s1) */
       BLEND(SRC1_COLOR, ONE_MINUS_SRC1_COLOR, ADD)},
      {HOLE, FLOAT, {0.5, 0.25, 2, -3}, {0}, {0}, KEEP}},
     DUAL, .patch_count = 1, .patch = {SECOND}},
    {.name = "output 1 is dropped", .count = 2, .target =
     {{RGBA8, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A5A5A5A}, {0xCC996633}, STORE},
      {RGBA8, FLOAT, {0.3, 0.1, 0.9, 0.7}, {0x12345678}, {0x12345678}, KEEP}},
     .patch_count = 1,
     .patch = {{.kind = OMBRE_VK_PATCH_DROP_OUTPUT, .output = 1}}},
    {.name = "NaN is stored as 0 where that is asked for", .count = 2, .target =
     {{RGBA32F, FLOAT, {NAN, 2.5, -INFINITY, -NAN}, {1, 2, 3, 4},
       {0, 0x40200000, 0xFF800000, 0}, STORE},
      {RGBA32F, FLOAT, {1.5, INFINITY, -0.0, 1e-39}, {1, 2, 3, 4},
       {0x3FC00000, 0x7F800000, 0x80000000, 0x000AE398}, STORE}},
     .patch_count = 1,
     .patch = {{.kind = OMBRE_VK_PATCH_NAN_TO_ZERO, .output = 0}}},
    {.name = "clamp of unsigned integers", .count = 2, .target =
     {{RGBA8U, UINT, {3, 300, 0xFFFFFFFFu, 254}, {0x5A5A5A5A}, {0x50FFFF05}, STORE},
      {RGBA32U, UINT, {3, 300, 0xFFFFFFFFu, 254}, {1, 2, 3, 4},
       {3, 300, 0xFFFFFFFF, 254}, STORE}},
     .patch_count = 1,
     .patch = {{OMBRE_VK_PATCH_CLAMP_INTEGER, 0, {5, 0, 0, 0}, {255, 255, 255, 80}}}},
    {.name = "clamp of signed integers", .count = 1, .target =
     {{RGBA8I, SINT, {-1000, 1000, -5, 100}, {0x5A5A5A5A}, {0x3CFB7F80}, STORE}},
     .patch_count = 1,
     .patch = {{OMBRE_VK_PATCH_CLAMP_INTEGER, 0,
                {0xFFFFFF80, 0xFFFFFF80, 0xFFFFFF80, 0xFFFFFFF0},
                {127, 127, 127, 60}}}},
    {.name = "alpha goes to red", .count = 1, .target =
     {{VK_FORMAT_R8_UNORM, FLOAT, {0.2, 0.4, 0.6, 0.8}, {0x5A}, {0xCC}, STORE}},
     .patch_count = 1,
     .patch = {{.kind = OMBRE_VK_PATCH_ALPHA_TO_RED, .output = 0}}},
    {.name = "a clamp before alpha goes to red", .count = 1, .target =
     {{RGBA32U, UINT, {1, 50, 60, 70}, {1, 2, 3, 4}, {40, 30, 60, 40}, STORE}},
     .patch_count = 2,
     .patch = {{OMBRE_VK_PATCH_CLAMP_INTEGER, 0, {0, 0, 0, 0}, {10, 30, 99, 40}},
               {.kind = OMBRE_VK_PATCH_ALPHA_TO_RED, .output = 0}}},
    {.name = "a clamp after alpha went to red", .count = 1, .target =
     {{RGBA32U, UINT, {1, 50, 60, 70}, {1, 2, 3, 4}, {10, 30, 60, 40}, STORE}},
     .patch_count = 2,
     .patch = {{.kind = OMBRE_VK_PATCH_ALPHA_TO_RED, .output = 0},
               {OMBRE_VK_PATCH_CLAMP_INTEGER, 0, {0, 0, 0, 0}, {10, 30, 99, 40}}}},
    {.name = "clamps of disjoint ranges: the last one wins", .count = 1, .target =
     {{RGBA32I, SINT, {-7, 5, 150, 9999}, {1, 2, 3, 4},
       {0xFFFFFF9C, 0xFFFFFF9C, 0xFFFFFF9C, 0xFFFFFF9C}, STORE}},
     .patch_count = 2,
     .patch = {{OMBRE_VK_PATCH_CLAMP_INTEGER, 0, {0, 0, 0, 0}, {200, 200, 200, 200}},
               {OMBRE_VK_PATCH_CLAMP_INTEGER, 0,
                {0xFFFFFF38, 0xFFFFFF38, 0xFFFFFF38, 0xFFFFFF38},
                {0xFFFFFF9C, 0xFFFFFF9C, 0xFFFFFF9C, 0xFFFFFF9C}}}},
};
/* clang-format on */

static uint32_t missing_needs(const struct ombre_gpu *gpu)
{
    const struct ombre_vk_facts *const f = ombre_gpu_facts(gpu);

    return (f->independent_blend ? 0u : OMBRE_VK_NEED_INDEPENDENT_BLEND) |
           (f->dual_src_blend ? 0u : OMBRE_VK_NEED_DUAL_SRC_BLEND) |
           (f->logic_op ? 0u : OMBRE_VK_NEED_LOGIC_OP);
}

static struct ombre_vk_state row_state(const struct row *row)
{
    struct ombre_vk_state state = {
        .attachment_count = row->count,
        .logic_op_enable = row->logic_op_enable,
        .logic_op = row->logic_op,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .sample_mask = 0xFFFFFFFF,
        .dual_source = row->dual_source,
        .needs = row->needs,
        .patch_count = row->patch_count,
    };

    memcpy(state.blend_constants, row->constants, sizeof row->constants);
    memcpy(state.patch, row->patch, sizeof row->patch);
    for (uint32_t i = 0; i < row->count; i++) {
        state.format[i] = row->target[i].format;
        state.attachment[i] = row->target[i].attachment;
    }
    return state;
}

static void row_operand(const struct row_target *t, uint32_t out[4])
{
    for (int c = 0; c < 4; c++)
        switch (t->output) {
        case OMBRE_GPU_OUTPUT_NONE: out[c] = 0xDEADBEEF; break;
        case OMBRE_GPU_OUTPUT_FLOAT:
            out[c] = fixture_float(t->source[c]);
            break;
        case OMBRE_GPU_OUTPUT_UINT: out[c] = (uint32_t) t->source[c]; break;
        case OMBRE_GPU_OUTPUT_SINT:
            out[c] = (uint32_t) (int32_t) t->source[c];
            break;
        }
}

/* Draw the row's pixel in an image of poison, and compare all of it. */
static void run_row(struct ombre_gpu *gpu, const struct row *row)
{
    const struct ombre_vk_state state = row_state(row);
    uint32_t operands[OMBRE_VK_MAX_ATTACHMENTS][4], echo[8][4] = {{0}};
    unsigned char before[OMBRE_VK_MAX_ATTACHMENTS][WIDTH * HEIGHT * 16];
    unsigned char after[OMBRE_VK_MAX_ATTACHMENTS][WIDTH * HEIGHT * 16];
    const struct ombre_gpu_draw draw = {&state,
                                        PIXEL % WIDTH,
                                        PIXEL / WIDTH,
                                        1,
                                        1,
                                        1,
                                        (const uint32_t(*)[4]) operands};
    struct ombre_gpu_batch batch = {
        .width = WIDTH,
        .height = HEIGHT,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = row->count,
        .draw_count = 1,
        .draw = &draw,
        .echo = echo,
    };

    memset(before, POISON, sizeof before);
    for (uint32_t i = 0; i < row->count; i++) {
        const struct row_target *const t = &row->target[i];
        const uint32_t size = fixture_texel_size(t->format);
        memcpy(before[i] + PIXEL * size, t->before, size);
        batch.target[i] = (struct ombre_gpu_target){
            .format = t->format,
            .texel_size = size,
            .upload = before[i],
            .readback = after[i],
        };
        batch.output[i] = t->output;
        row_operand(t, operands[i]);
        if (t->output != OMBRE_GPU_OUTPUT_NONE)
            batch.slots = i + 1;
    }
    fixture_run(gpu, row->name, &batch);
    for (uint32_t i = 0; i < row->count; i++) {
        const struct row_target *const t = &row->target[i];
        const uint32_t size = fixture_texel_size(t->format);
        memcpy(before[i] + PIXEL * size, t->after, size);
        fixture_same(row->name, after[i], before[i],
                     (size_t) WIDTH * HEIGHT * size);
    }
    fixture_same(row->name, echo, operands, batch.slots * sizeof *operands);
}

static void draws_rows(void **state)
{
    struct fixture *const f = *state;
    size_t run = 0, skipped = 0;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].needs & missing_needs(f->gpu)) {
            skipped++;
        } else {
            run_row(f->gpu, &rows[i]);
            run++;
        }
    print_message("%zu rows, %zu not for this device\n", run, skipped);
    assert_true(run >= 26); /* those that need nothing */
}

/* --- Upload and read-back --------------------------------------------------
 */

/* Every bit pattern of a texel must come back. */
static void run_identity(struct ombre_gpu *gpu, VkFormat format, uint32_t width,
                         uint32_t height)
{
    const uint32_t size = fixture_texel_size(format);
    const size_t bytes = (size_t) width * height * size;
    unsigned char *const before = malloc(bytes);
    unsigned char *const after = malloc(bytes);
    const struct ombre_gpu_batch batch = {
        .width = width,
        .height = height,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = format,
                    .texel_size = size,
                    .upload = before,
                    .readback = after}},
    };
    char name[64];

    snprintf(name, sizeof name, "VkFormat %d %ux%u", (int) format, width,
             height);
    fixture_fill(before, bytes, (uint32_t) format + width);
    memset(after, POISON, bytes);
    fixture_run(gpu, name, &batch);
    fixture_same(name, after, before, bytes);
    free(before);
    free(after);
}

static void uploads_and_reads_back(void **state)
{
    static const uint32_t sizes[][2] = {{1, 1}, {3, 5}, {64, 64}, {129, 1}};
    struct fixture *const f = *state;
    size_t formats = 0;

    for (size_t i = 0; i < TESTED_FORMATS; i++) {
        const struct ombre_vk_format_facts *const facts =
            fixture_format(f->gpu, tested_formats[i]);
        if (!(facts->samples & VK_SAMPLE_COUNT_1_BIT))
            continue;
        formats++;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            run_identity(f->gpu, tested_formats[i], sizes[s][0], sizes[s][1]);
    }
    print_message("%zu formats\n", formats);
    assert_true(formats >= 30); /* Vulkan 1.3 demands 37 of them */
}

/* --- Many records ----------------------------------------------------------
 */

enum { BIG = 96, BIG_SLOTS = 8 };

/* Draws of every size and place with 8 outputs: each output must reach its
 * target at its pixel from its own record, and the echo must agree. */
static void run_many(struct ombre_gpu *gpu, const struct ombre_gpu_draw *shape,
                     uint32_t count)
{
    static const VkFormat formats[BIG_SLOTS] = {
        RGBA32U, RGBA32U, RGBA32U, RGBA32U, RGBA32U, RGBA32U, RGBA32U, RGBA32U};
    const struct ombre_vk_state vk = fixture_state(BIG_SLOTS, formats);
    const size_t image = (size_t) BIG * BIG * 16;
    struct ombre_gpu_draw *const draw = calloc(count, sizeof *draw);
    unsigned char *const want = calloc(BIG_SLOTS, image);
    unsigned char *const before = calloc(BIG_SLOTS, image);
    unsigned char *const after = calloc(BIG_SLOTS, image);
    size_t records = 0;

    for (uint32_t i = 0; i < count; i++)
        records += (size_t) shape[i].width * shape[i].height * shape[i].layers *
                   BIG_SLOTS;
    uint32_t(*const operands)[4] = calloc(records, sizeof *operands);
    uint32_t(*const echo)[4] = calloc(records, sizeof *echo);
    struct ombre_gpu_batch batch = {
        .width = BIG,
        .height = BIG,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = BIG_SLOTS,
        .slots = BIG_SLOTS,
        .draw_count = count,
        .draw = draw,
        .echo = echo,
    };

    fixture_fill(operands, records * sizeof *operands, 7);
    fixture_fill(before, BIG_SLOTS * image, 8);
    memcpy(want, before, BIG_SLOTS * image);
    for (uint32_t t = 0; t < BIG_SLOTS; t++) {
        batch.target[t] = (struct ombre_gpu_target){
            .format = RGBA32U,
            .texel_size = 16,
            .upload = before + t * image,
            .readback = after + t * image,
        };
        batch.output[t] = UINT;
    }
    records = 0;
    for (uint32_t i = 0; i < count; i++) {
        draw[i] = shape[i];
        draw[i].state = &vk;
        draw[i].operands = (const uint32_t(*)[4]) & operands[records];
        for (uint32_t l = 0; l < draw[i].layers; l++)
            for (uint32_t y = draw[i].y; y < draw[i].y + draw[i].height; y++)
                for (uint32_t x = draw[i].x; x < draw[i].x + draw[i].width; x++)
                    for (uint32_t t = 0; t < BIG_SLOTS; t++)
                        memcpy(want + t * image + ((size_t) y * BIG + x) * 16,
                               operands[records++], 16);
    }
    fixture_run(gpu, "many records", &batch);
    fixture_same("targets of many records", after, want, BIG_SLOTS * image);
    fixture_same("echo of many records", echo, operands,
                 records * sizeof *operands);
    free(draw);
    free(want);
    free(before);
    free(after);
    free(operands);
    free(echo);
}

static void draws_many_records(void **state)
{
    static const struct ombre_gpu_draw big[] = {
        {.width = BIG, .height = BIG, .layers = 3}, /* 221,184 records */
        {.x = 5, .y = 7, .width = 11, .height = 13, .layers = 70},
        {.x = 95, .y = 95, .width = 1, .height = 1, .layers = 9000},
        {.x = 3, .y = 90, .width = 0, .height = 4, .layers = 2},
        {.x = 0, .y = 0, .width = 96, .height = 1, .layers = 1},
    };
    struct fixture *const f = *state;

    run_many(f->gpu, big, sizeof big / sizeof *big);
    run_many(f->gpu, big, 1);
    run_many(f->gpu, big + 4, 1);
}

/* --- Order -----------------------------------------------------------------
 */

/* result = source + destination / 2, layer after layer: every order of the
 * sources gives another result. */
static void draws_layers_in_order(void **state)
{
    static const VkFormat formats[] = {RGBA16F};
    static const double sources[] = {1, 2, 4, 8};
    struct fixture *const f = *state;
    struct ombre_vk_state half = fixture_state(1, formats), third;
    uint32_t operands[4][4], before[2] = {0x3C003C00, 0x3C003C00}, after[2];

    half.attachment[0] =
        (VkPipelineColorBlendAttachmentState) BLEND(ONE, CONSTANT_COLOR, ADD);
    for (int c = 0; c < 4; c++)
        half.blend_constants[c] = 0.5f;
    third = half; /* the same pipeline with other constants */
    for (int c = 0; c < 4; c++)
        third.blend_constants[c] = 0.25f;
    for (int l = 0; l < 4; l++)
        for (int c = 0; c < 4; c++)
            operands[l][c] = fixture_float(sources[l]);
    const struct ombre_gpu_draw draws[] = {
        {&half, 0, 0, 1, 1, 3, (const uint32_t(*)[4]) operands},
        {&third, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) & operands[3]},
    };
    const struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = RGBA16F,
                    .texel_size = 8,
                    .upload = before,
                    .readback = after}},
        .output = {FLOAT},
        .slots = 1,
        .draw_count = 2,
        .draw = draws,
    };

    /* ((1 + 1/2) / 2 + 2) / 2 + 4 = 5.375; / 4 + 8 = 9.34375 = 0x48AC */
    fixture_run(f->gpu, "layers", &batch);
    assert_int_equal(after[0], 0x48AC48AC);
    assert_int_equal(after[1], 0x48AC48AC);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(draws_rows),
        cmocka_unit_test(uploads_and_reads_back),
        cmocka_unit_test(draws_many_records),
        cmocka_unit_test(draws_layers_in_order),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
