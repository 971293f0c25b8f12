/* What is drawn in all lanes: states that differ in one thing or in all, in
 * orders that leave state behind. */
#include "lane_scenes.h"

#define HOLE VK_FORMAT_UNDEFINED
#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define RGBA8U VK_FORMAT_R8G8B8A8_UINT

#define NONE OMBRE_GPU_OUTPUT_NONE
#define FLOAT OMBRE_GPU_OUTPUT_FLOAT
#define UINT OMBRE_GPU_OUTPUT_UINT

#define CODE(c) ((c) / 255.0)
#define COUNT(array) (sizeof(array) / sizeof *(array))

struct scene scene;

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
    /* The same as values, where bits of more than one sample cannot be drawn:
     * only of 8-bit codes is that done here. */
    for (size_t i = 0; i < texels && size == 4; i++)
        for (uint32_t c = 0; c < 4; c++) {
            const bool is_bgr = format == VK_FORMAT_B8G8R8A8_UNORM && c < 3;
            scene.value[t][i][c] = fixture_float(
                CODE(scene.upload[t][i * 4 + (is_bgr ? 2 - c : c)]));
        }
    scene.batch.target[t] = (struct ombre_gpu_target){
        .format = format,
        .texel_size = size,
        .upload = scene.upload[t],
        .upload_value =
            samples > 1 ? (const uint32_t(*)[4]) scene.value[t] : NULL,
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
        if (s->format[t] == HOLE && scene.facts->independent_blend)
            continue;
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

/* --- Scenes ----------------------------------------------------------------
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

static const VkFormat holed[] = {RGBA8, HOLE, VK_FORMAT_R16G16B16A16_SFLOAT,
                                 HOLE, RGBA8};

void random_states(const struct ombre_gpu *gpu)
{
    begin_scene(gpu, eight, 8, VK_SAMPLE_COUNT_1_BIT);
    for (int i = 0; i < 16; i++)
        draw_next(random_state(gpu));
}

static void states_over_holes(const struct ombre_gpu *gpu)
{
    begin_scene(gpu, holed, COUNT(holed), VK_SAMPLE_COUNT_1_BIT);
    for (int i = 0; i < 8; i++)
        draw_next(random_state(gpu));
}

/* Draws of 8, 4 and again 8 attachments, and of others: the first of the
 * batch's targets are attached, and what is set of the others stays set. */
static void counts_of_attachments(const struct ombre_gpu *gpu)
{
    static const uint32_t counts[] = {8, 4, 8, 1, 4, 8, 8, 7, 1, 8};
    const struct ombre_vk_state *whole[3];

    begin_scene(gpu, eight, 8, VK_SAMPLE_COUNT_1_BIT);
    for (size_t i = 0; i < COUNT(whole); i++)
        whole[i] = random_state(gpu);
    for (size_t i = 0; i < COUNT(whole); i++)
        for (size_t j = 0; j < COUNT(counts); j++) {
            struct ombre_vk_state *const s = new_state();
            *s = *whole[(i + j) % COUNT(whole)];
            s->attachment_count = counts[j];
            draw_next(s);
        }
}

/* One state between two others that differ from it in one thing only. */
struct delta {
    const char *name;
    uint32_t needs;
    void (*change)(struct ombre_vk_state *s);
};

#define CHANGE(name_, ...)                      \
    static void name_(struct ombre_vk_state *s) \
    {                                           \
        __VA_ARGS__;                            \
    }

CHANGE(enable_off, for (uint32_t i = 0; i < s->attachment_count; i++)
                       s->attachment[i]
                           .blendEnable = VK_FALSE)
CHANGE(color_factor,
       for (uint32_t i = 0; i < s->attachment_count; i++) s->attachment[i]
           .srcColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR)
CHANGE(alpha_factor, for (uint32_t i = 0; i < s->attachment_count; i++)
                         s->attachment[i]
                             .dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(color_op, for (uint32_t i = 0; i < s->attachment_count; i++)
                     s->attachment[i]
                         .colorBlendOp = VK_BLEND_OP_MAX)
CHANGE(alpha_op, for (uint32_t i = 0; i < s->attachment_count; i++)
                     s->attachment[i]
                         .alphaBlendOp = VK_BLEND_OP_SUBTRACT)
CHANGE(mask, for (uint32_t i = 0; i < s->attachment_count; i++) s->attachment[i]
                 .colorWriteMask = 0x9)
CHANGE(no_mask, for (uint32_t i = 0; i < s->attachment_count; i++)
                    s->attachment[i]
                        .colorWriteMask = 0)
CHANGE(last_equation, s->attachment[s->attachment_count - 1].colorBlendOp =
                          VK_BLEND_OP_REVERSE_SUBTRACT)
CHANGE(last_enable,
       s->attachment[s->attachment_count - 1].blendEnable = VK_FALSE)
CHANGE(middle_mask, s->attachment[1].colorWriteMask = 0x2)
CHANGE(constants, s->blend_constants[1] = 0.875f)
CHANGE(logic_xor, s->logic_op_enable = VK_TRUE; s->logic_op = VK_LOGIC_OP_XOR)
CHANGE(two_samples, s->sample_mask = 0x6)
CHANGE(no_samples, s->sample_mask = 0)
CHANGE(coverage, s->alpha_to_coverage_enable = VK_TRUE)

static const struct delta deltas[] = {
    {"blending off", 0, enable_off},
    {"a colour factor", 0, color_factor},
    {"an alpha factor", 0, alpha_factor},
    {"a colour operation", 0, color_op},
    {"an alpha operation", 0, alpha_op},
    {"a write mask", 0, mask},
    {"a write mask of 0", 0, no_mask},
    {"the last equation", OMBRE_VK_NEED_INDEPENDENT_BLEND, last_equation},
    {"the last enable", OMBRE_VK_NEED_INDEPENDENT_BLEND, last_enable},
    {"a mask between", OMBRE_VK_NEED_INDEPENDENT_BLEND, middle_mask},
    {"a constant", 0, constants},
    {"a logic operation", OMBRE_VK_NEED_LOGIC_OP, logic_xor},
    {"a sample mask", 0, two_samples},
    {"a sample mask of 0", 0, no_samples},
    {"alpha to coverage", 0, coverage},
};

enum { DELTAS = COUNT(deltas) };

static bool has_needs(uint32_t needs)
{
    return (!(needs & OMBRE_VK_NEED_INDEPENDENT_BLEND) ||
            scene.facts->independent_blend) &&
           (!(needs & OMBRE_VK_NEED_LOGIC_OP) || scene.facts->logic_op);
}

/* Everything that a delta takes away is there: blending, all masks, constants
 * in the equation. */
static struct ombre_vk_state *base_state(void)
{
    struct ombre_vk_state *const s = new_state();

    for (uint32_t i = 0; i < s->attachment_count; i++)
        s->attachment[i] = (VkPipelineColorBlendAttachmentState){
            .blendEnable = VK_TRUE,
            .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
            .dstColorBlendFactor = VK_BLEND_FACTOR_CONSTANT_COLOR,
            .srcAlphaBlendFactor = VK_BLEND_FACTOR_CONSTANT_ALPHA,
            .dstAlphaBlendFactor = VK_BLEND_FACTOR_DST_ALPHA,
            .colorWriteMask = 0xF,
        };
    s->blend_constants[0] = 0.25f;
    s->blend_constants[1] = 0.5f;
    s->blend_constants[2] = 0.125f;
    s->blend_constants[3] = 0.75f;
    return s;
}

/* Base, changed, base, for each change, on tiles of their own and all on one.
 */
static void single_deltas_of(const struct ombre_gpu *gpu,
                             VkSampleCountFlagBits samples)
{
    static const VkFormat formats[] = {RGBA8, RGBA8, VK_FORMAT_B8G8R8A8_UNORM};

    begin_scene(gpu, formats, COUNT(formats), samples);
    const struct ombre_vk_state *const base = base_state();
    for (size_t i = 0; i < DELTAS; i++) {
        if (!has_needs(deltas[i].needs))
            continue;
        struct ombre_vk_state *const s = new_state();
        *s = *base;
        deltas[i].change(s);
        draw_next(base);
        draw_next(s);
        draw_next(base);
        draw_on(s);
        draw_next(s);
    }
}

static void single_deltas(const struct ombre_gpu *gpu)
{
    single_deltas_of(gpu, VK_SAMPLE_COUNT_1_BIT);
}

void single_deltas_at_4_samples(const struct ombre_gpu *gpu)
{
    single_deltas_of(gpu, VK_SAMPLE_COUNT_4_BIT);
}

/* Every ordered pair of different states, one after another over the same
 * pixels. */
static void ordered_pairs(const struct ombre_gpu *gpu)
{
    static const VkFormat formats[] = {RGBA8, VK_FORMAT_R16G16B16A16_SFLOAT};
    const struct ombre_vk_state *state[DELTAS];
    size_t count = 0, pairs = 0;

    begin_scene(gpu, formats, COUNT(formats), VK_SAMPLE_COUNT_1_BIT);
    const struct ombre_vk_state *const base = base_state();
    for (size_t i = 0; i < DELTAS; i++) {
        if (!has_needs(deltas[i].needs))
            continue;
        struct ombre_vk_state *const s = new_state();
        *s = *base;
        deltas[i].change(s);
        state[count++] = s;
    }
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < count; b++, pairs++) {
            draw_on(state[a]);
            draw_next(state[b]);
        }
    assert_true(pairs >= 10 * 10);
}

/* States that differ in their shader only, so that pipelines change and what
 * commands have set does not. */
static void other_shaders(const struct ombre_gpu *gpu)
{
    static const VkFormat formats[] = {RGBA8, VK_FORMAT_B8G8R8A8_UNORM};

    begin_scene(gpu, formats, COUNT(formats), VK_SAMPLE_COUNT_1_BIT);
    for (uint32_t i = 0; i < 8; i++) {
        struct ombre_vk_state *const s = base_state();
        s->patch_count = i % 3;
        for (uint32_t p = 0; p < s->patch_count; p++)
            s->patch[p] = (struct ombre_vk_patch){
                .kind = OMBRE_VK_PATCH_NAN_TO_ZERO, .output = p};
        draw_next(s);
    }
}

/* All logic operations over targets of one and of several kinds. */
static void logic_operations(const struct ombre_gpu *gpu)
{
    static const VkFormat formats[] = {RGBA8U, RGBA8,
                                       VK_FORMAT_R16G16B16A16_SFLOAT};

    begin_scene(gpu, formats, COUNT(formats), VK_SAMPLE_COUNT_1_BIT);
    for (uint32_t op = 0; op <= (scene.facts->logic_op ? VK_LOGIC_OP_SET : 0);
         op++) {
        struct ombre_vk_state *const s = new_state();
        s->logic_op_enable = scene.facts->logic_op;
        s->logic_op = (VkLogicOp) op;
        draw_next(s);
    }
}

static void second_sources(const struct ombre_gpu *gpu)
{
    static const VkFormat formats[] = {RGBA8};
    enum { FACTORS = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA + 1 };

    begin_scene(gpu, formats, 1, VK_SAMPLE_COUNT_1_BIT);
    scene.batch.output[1] = FLOAT;
    scene.batch.slots = 2;
    for (int i = 0; i < 12; i++) {
        struct ombre_vk_state *const s = new_state();
        VkPipelineColorBlendAttachmentState *const a = &s->attachment[0];
        a->blendEnable = VK_TRUE;
        a->srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        a->dstColorBlendFactor = VK_BLEND_FACTOR_DST_ALPHA;
        if (scene.facts->dual_src_blend && i % 3 > 0) {
            a->srcColorBlendFactor = (VkBlendFactor) (15 + i % 4);
            a->dstAlphaBlendFactor = (VkBlendFactor) (18 - i % 4);
            s->dual_source = VK_TRUE;
        }
        /* Between two that use it, one that does not: another shader. */
        s->patch_count = 1;
        s->patch[0] = (struct ombre_vk_patch){
            .kind = s->dual_source ? OMBRE_VK_PATCH_SECOND_SOURCE
                                   : OMBRE_VK_PATCH_DROP_OUTPUT,
            .output = 1,
        };
        draw_next(s);
    }
}

const struct scene_maker scenes[SCENES] = {
    {"random states", random_states},
    {"states over holes", states_over_holes},
    {"counts of attachments", counts_of_attachments},
    {"single deltas", single_deltas},
    {"single deltas at 4 samples", single_deltas_at_4_samples},
    {"ordered pairs", ordered_pairs},
    {"other shaders", other_shaders},
    {"logic operations", logic_operations},
    {"second sources", second_sources},
};
