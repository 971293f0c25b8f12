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

#define CODE(c) ((c) / 255.0)
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

/* Proven faults of drivers, where draws are one command apart; told, not
 * failed. */
static const struct known_fault {
    VkDriverId driver;
    const char *scene, *what;
} known_faults[] = {
    {VK_DRIVER_ID_MESA_LLVMPIPE, "logic operations, terse",
     "vkCmdSetLogicOpEXT alone changes nothing"},
    {VK_DRIVER_ID_MESA_LLVMPIPE, "in part without 0x80000, terse",
     "a pipeline without blending spoils equations that commands have set"},
    {VK_DRIVER_ID_MESA_LLVMPIPE, "in part without 0x7e80000, terse",
     "a pipeline without blending spoils equations that commands have set"},
};

static const struct known_fault *find_fault(const struct ombre_gpu *gpu,
                                            const char *name)
{
    for (size_t i = 0; i < COUNT(known_faults); i++)
        if (known_faults[i].driver == ombre_gpu_device_info(gpu)->driverID &&
            strcmp(known_faults[i].scene, name) == 0)
            return &known_faults[i];
    return NULL;
}

static bool is_by_commands(const struct ombre_lane *lane)
{
    return lane->state == OMBRE_LANE_DYNAMIC ||
           lane->state == OMBRE_LANE_SHADER_OBJECT;
}

static void compare(const struct ombre_gpu *gpu, const char *name,
                    const struct ombre_lane *lane)
{
    const struct known_fault *const fault =
        is_by_commands(lane) ? find_fault(gpu, name) : NULL;

    for (uint32_t t = 0; t < scene.batch.target_count; t++) {
        char text[OMBRE_LANE_TEXT_SIZE], full[160];
        const size_t size = (size_t) WIDTH * HEIGHT * scene.batch.samples *
                            scene.batch.target[t].texel_size;
        ombre_lane_text(lane, text);
        snprintf(full, sizeof full, "%s, lane %s, target %u", name, text, t);
        if (fault && memcmp(got[t], wanted[t], size) != 0)
            print_message("known fault: %s: %s\n", full, fault->what), t = 8;
        else
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
    char why[OMBRE_LANE_WHY_SIZE];

    assert_int_equal(count, OMBRE_LANE_MAX);
    run_in(gpu, name, &lane[0], wanted);
    assert_true(changed_bytes() > 16);
    for (size_t i = 0; i < count; i++) {
        if (!ombre_lane_is_offered(&lane[i], offered, why) ||
            (scene.batch.is_terse && !is_by_commands(&lane[i])))
            continue;
        memset(got, 0xEE, sizeof got);
        run_in(gpu, name, &lane[i], got);
        compare(gpu, name, &lane[i]);
        compared++;
    }
    return compared;
}

/* --- Tests -----------------------------------------------------------------
 */

/* Lanes of pipelines that all drivers of today have: static and library, each
 * with both kinds of passes and of constants. */
enum { LEAST_LANES = 8 };

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

static void random_states(const struct ombre_gpu *gpu)
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

static void single_deltas_at_4_samples(const struct ombre_gpu *gpu)
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

static const struct {
    const char *name;
    void (*make)(const struct ombre_gpu *gpu);
} scenes[] = {
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

static void all_lanes_draw_the_same(void **state)
{
    struct ombre_gpu *gpu =
        fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, 0);
    size_t lanes = 0;

    for (size_t i = 0; i < COUNT(scenes); i++) {
        char name[64];
        scenes[i].make(gpu);
        lanes = through_all_lanes(gpu, scenes[i].name);
        assert_true(lanes >= LEAST_LANES);
        scene.batch.is_terse = true;
        snprintf(name, sizeof name, "%s, terse", scenes[i].name);
        assert_true(through_all_lanes(gpu, name) < lanes);
    }
    print_message("%zu scenes in %zu lanes, validation %s\n", COUNT(scenes),
                  lanes, ombre_gpu_is_validated(gpu) ? "on" : "unavailable");
    ombre_gpu_close(&gpu);
}

/* Of the states that commands can set, all but one and each alone: the others
 * stay in pipelines. */
static void dynamic_in_part(void **state)
{
    static const struct ombre_lane lanes[] = {
        {.state = OMBRE_LANE_DYNAMIC},
        {.state = OMBRE_LANE_DYNAMIC, .color_write_enable = true},
    };
    struct ombre_vk_facts all;
    size_t drawn = 0;

    assert_true(ombre_gpu_list_facts(((struct fixture *) *state)->list, 0, NULL,
                                     0, &all));
    const uint32_t offered = all.lane_features & OMBRE_LANE_DYNAMIC_FEATURES;
    for (uint32_t bit = 1; bit; bit <<= 1)
        for (int alone = 0; offered & bit && alone < 2; alone++) {
            const uint32_t without = alone ? offered & ~bit : bit;
            struct ombre_gpu *gpu =
                fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, without);
            char why[OMBRE_LANE_WHY_SIZE], name[64];
            assert_int_equal(ombre_gpu_facts(gpu)->lane_features,
                             all.lane_features & ~without);
            single_deltas_of(gpu, VK_SAMPLE_COUNT_4_BIT);
            run_in(gpu, "in part", &(struct ombre_lane){0}, wanted);
            for (size_t i = 0; i < 2 * COUNT(lanes); i++) {
                const struct ombre_lane *const lane = &lanes[i / 2];
                if (!ombre_lane_is_offered(
                        lane, ombre_gpu_facts(gpu)->lane_features, why))
                    continue;
                scene.batch.is_terse = i % 2;
                snprintf(name, sizeof name, "in part without 0x%x%s", without,
                         i % 2 ? ", terse" : "");
                run_in(gpu, name, lane, got);
                compare(gpu, name, lane);
                drawn++;
            }
            ombre_gpu_close(&gpu);
        }
    if (offered)
        assert_true(drawn >= 2 * 8);
    print_message("%zu times in part\n", drawn);
}

/* A lane is refused by the name of what the device lacks, or was not asked to
 * enable. */
static void refuses_lanes(void **state)
{
    struct fixture *const f = *state;
    static const struct {
        struct ombre_lane lane;
        uint32_t without;
        const char *reason;
    } rows[] = {
        {{.state = OMBRE_LANE_LIBRARY},
         OMBRE_LANE_FEATURE_PIPELINE_LIBRARY,
         "lane library render-pass: no graphicsPipelineLibrary "
         "(VK_EXT_graphics_pipeline_library)"},
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING},
         OMBRE_LANE_FEATURE_DYNAMIC_RENDERING,
         "lane static dynamic-rendering: no dynamicRendering "
         "(VK_KHR_dynamic_rendering)"},
        {{.color_write_enable = true},
         OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE,
         "(VK_EXT_color_write_enable)"},
        {{.state = OMBRE_LANE_DYNAMIC},
         OMBRE_LANE_DYNAMIC_FEATURES,
         "(VK_EXT_extended_dynamic_state3)"},
        {{.state = OMBRE_LANE_SHADER_OBJECT},
         OMBRE_LANE_FEATURE_SHADER_OBJECT,
         "(VK_EXT_shader_object)"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_gpu *gpu =
            fixture_open_lanes(f, OMBRE_LANE_ALL_FEATURES, rows[i].without);
        random_states(gpu);
        for (uint32_t t = 0; t < 8; t++)
            scene.batch.target[t].readback = got[t];
        scene.batch.lane = rows[i].lane;
        fixture_refused(gpu, "without", &scene.batch, rows[i].reason);
        fixture_refused(f->gpu, "not asked for", &scene.batch, rows[i].reason);
        scene.batch.lane = (struct ombre_lane){0};
        fixture_run(gpu, "the plain lane", &scene.batch);
        ombre_gpu_close(&gpu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lanes_draw_the_same),
        cmocka_unit_test(dynamic_in_part),
        cmocka_unit_test(refuses_lanes),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
