/* What lanes make of a state, without a device: create-infos, and commands that
 * are written down instead of recorded. */
#include "../src/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define FEATURE(id) OMBRE_LANE_FEATURE_##id
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- Commands --------------------------------------------------------------
 */

/* What was called, in words. */
static char calls[1024];

static void say(const char *format, ...)
{
    const size_t length = strlen(calls);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(calls + length, sizeof calls - length, format, arguments);
    va_end(arguments);
}

#define COMMAND(name_, parameters_, ...)                       \
    static VKAPI_ATTR void VKAPI_CALL fake_##name_ parameters_ \
    {                                                          \
        (void) commands;                                       \
        __VA_ARGS__;                                           \
    }

COMMAND(constants, (VkCommandBuffer commands, const float c[4]),
        say("constants %g;", (double) c[1]))
COMMAND(enables,
        (VkCommandBuffer commands, uint32_t first, uint32_t count,
         const VkBool32 *e),
        say("enables %u+%u", first, count);
        for (uint32_t i = 0; i < count; i++) say(" %u", e[i]); say(";"))
COMMAND(equations,
        (VkCommandBuffer commands, uint32_t first, uint32_t count,
         const VkColorBlendEquationEXT *e),
        say("equations %u+%u", first, count);
        for (uint32_t i = 0; i < count; i++)
            say(" %d%d%d%d%d%d", (int) e[i].srcColorBlendFactor,
                (int) e[i].dstColorBlendFactor, (int) e[i].colorBlendOp,
                (int) e[i].srcAlphaBlendFactor, (int) e[i].dstAlphaBlendFactor,
                (int) e[i].alphaBlendOp);
        say(";"))
COMMAND(masks,
        (VkCommandBuffer commands, uint32_t first, uint32_t count,
         const VkColorComponentFlags *m),
        say("masks %u+%u", first, count);
        for (uint32_t i = 0; i < count; i++) say(" %x", m[i]); say(";"))
COMMAND(writes, (VkCommandBuffer commands, uint32_t count, const VkBool32 *w),
        say("writes");
        for (uint32_t i = 0; i < count; i++) say(" %u", w[i]); say(";"))
COMMAND(logic_enable, (VkCommandBuffer commands, VkBool32 enable),
        say("logic %u;", enable))
COMMAND(logic_op, (VkCommandBuffer commands, VkLogicOp op),
        say("op %d;", (int) op))
COMMAND(samples, (VkCommandBuffer commands, VkSampleCountFlagBits samples),
        say("samples %d;", (int) samples))
COMMAND(sample_mask,
        (VkCommandBuffer commands, VkSampleCountFlagBits samples,
         const VkSampleMask *mask),
        say("mask %x of %d;", *mask, (int) samples))
COMMAND(coverage, (VkCommandBuffer commands, VkBool32 enable),
        say("coverage %u;", enable))

COMMAND(begin_pass,
        (VkCommandBuffer commands, const VkRenderPassBeginInfo *info,
         VkSubpassContents contents),
        (void) info;
        (void) contents)
COMMAND(end_pass, (VkCommandBuffer commands), (void) 0)
COMMAND(begin_rendering,
        (VkCommandBuffer commands, const VkRenderingInfo *info), (void) info)
COMMAND(end_rendering, (VkCommandBuffer commands), (void) 0)
COMMAND(barrier,
        (VkCommandBuffer commands, VkPipelineStageFlags from,
         VkPipelineStageFlags to, VkDependencyFlags flags, uint32_t memory,
         const VkMemoryBarrier *m, uint32_t buffers,
         const VkBufferMemoryBarrier *b, uint32_t images,
         const VkImageMemoryBarrier *i),
        (void) from;
        (void) to; (void) flags; (void) memory; (void) m; (void) buffers;
        (void) b; (void) images; (void) i)

/* --- A batch that is never drawn -------------------------------------------
 */

enum { FOUR = 4 };

struct bench {
    struct ombre_gpu gpu;
    struct ombre_gpu_batch batch;
    struct vk_batch b;
    struct ombre_vk_state state;
};

static void set_up(struct bench *bench, const struct ombre_lane *lane,
                   uint32_t dynamic)
{
    *bench = (struct bench){0};
    bench->gpu.facts.independent_blend = true;
    bench->gpu.vk.vkCmdSetBlendConstants = fake_constants;
    bench->gpu.vk.vkCmdSetColorBlendEnableEXT = fake_enables;
    bench->gpu.vk.vkCmdSetColorBlendEquationEXT = fake_equations;
    bench->gpu.vk.vkCmdSetColorWriteMaskEXT = fake_masks;
    bench->gpu.vk.vkCmdSetColorWriteEnableEXT = fake_writes;
    bench->gpu.vk.vkCmdSetLogicOpEnableEXT = fake_logic_enable;
    bench->gpu.vk.vkCmdSetLogicOpEXT = fake_logic_op;
    bench->gpu.vk.vkCmdSetRasterizationSamplesEXT = fake_samples;
    bench->gpu.vk.vkCmdSetSampleMaskEXT = fake_sample_mask;
    bench->gpu.vk.vkCmdSetAlphaToCoverageEnableEXT = fake_coverage;
    bench->b.gpu = &bench->gpu;
    bench->b.batch = &bench->batch;
    bench->b.lane.choice = ombre_lane_resolved(lane);
    bench->b.lane.dynamic = dynamic;
    bench->state = (struct ombre_vk_state){
        .attachment_count = FOUR,
        .blend_constants = {0.5f, 0.25f, 0.125f, 1},
        .samples = VK_SAMPLE_COUNT_4_BIT,
        .sample_mask = 0xB,
        .alpha_to_coverage_enable = VK_TRUE,
    };
    for (uint32_t i = 0; i < FOUR; i++) {
        bench->b.outputs.type[i] = OMBRE_GPU_OUTPUT_FLOAT;
        bench->state.format[i] = VK_FORMAT_R8G8B8A8_UNORM;
        bench->state.attachment[i] = (VkPipelineColorBlendAttachmentState){
            .blendEnable = VK_TRUE,
            .srcColorBlendFactor = VK_BLEND_FACTOR_ONE,
            .dstColorBlendFactor = VK_BLEND_FACTOR_SRC_COLOR,
            .colorBlendOp = VK_BLEND_OP_SUBTRACT,
            .srcAlphaBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
            .dstAlphaBlendFactor = VK_BLEND_FACTOR_DST_ALPHA,
            .alphaBlendOp = VK_BLEND_OP_MAX,
            .colorWriteMask = i + 1,
        };
    }
}

static void expect_commands(struct bench *bench, const char *want)
{
    calls[0] = '\0';
    vk_lane_set_state(&bench->b, &bench->state);
    assert_string_equal(calls, want);
}

/* --- Commands of a state, and of what differs ------------------------------
 */

static void says_what_differs(void **state)
{
    static const uint32_t all = OMBRE_LANE_DYNAMIC_FEATURES;
    struct bench bench;
    VkPipelineColorBlendAttachmentState *const a = bench.state.attachment;

    (void) state;
    set_up(&bench, &(struct ombre_lane){.state = OMBRE_LANE_DYNAMIC}, all);
    expect_commands(&bench,
                    "constants 0.25;enables 0+4 1 1 1 1;"
                    "equations 0+4 121684 121684 121684 121684;"
                    "masks 0+4 1 2 3 4;logic 0;op 3;samples 4;mask b of 4;"
                    "coverage 1;");
    expect_commands(&bench, "");
    bench.state.blend_constants[1] = 0.75f;
    expect_commands(&bench, "constants 0.75;");
    a[2].blendEnable = VK_FALSE;
    expect_commands(&bench, "enables 2+1 0;");
    a[1].blendEnable = a[3].blendEnable = VK_FALSE;
    expect_commands(&bench, "enables 1+3 0 0 0;");
    a[3].alphaBlendOp = VK_BLEND_OP_ADD;
    expect_commands(&bench, ""); /* of no account while it does not blend */
    a[3].blendEnable = VK_TRUE;
    expect_commands(&bench, "enables 3+1 1;equations 3+1 121680;");
    a[0].srcColorBlendFactor = VK_BLEND_FACTOR_ZERO;
    expect_commands(&bench, "equations 0+1 021684;");
    a[1].colorWriteMask = 0;
    expect_commands(&bench, "masks 1+1 0;");
    bench.state.logic_op_enable = VK_TRUE;
    bench.state.logic_op = VK_LOGIC_OP_XOR;
    expect_commands(&bench, "logic 1;op 6;");
    bench.state.logic_op = VK_LOGIC_OP_NOR;
    expect_commands(&bench, "op 8;");
    bench.state.logic_op_enable = VK_FALSE;
    bench.state.logic_op = VK_LOGIC_OP_SET; /* of no account */
    expect_commands(&bench, "logic 0;");
    bench.state.sample_mask = 1;
    expect_commands(&bench, "mask 1 of 4;");
    bench.state.samples = VK_SAMPLE_COUNT_1_BIT;
    expect_commands(&bench, "samples 1;mask 1 of 1;");
    bench.state.alpha_to_coverage_enable = VK_FALSE;
    expect_commands(&bench, "coverage 0;");
    /* Of attachments that are not there what was said stays. */
    bench.state.attachment_count = 2;
    a[0].colorWriteMask = 7;
    a[3].colorWriteMask = 9;
    expect_commands(&bench, "masks 0+1 7;");
    bench.state.attachment_count = FOUR;
    expect_commands(&bench, "masks 3+1 9;");
}

/* Each state by itself, where it is all that a device takes by command. */
static void says_no_more_than_it_may(void **state)
{
    static const struct {
        uint32_t dynamic;
        const char *want;
    } rows[] = {
        {FEATURE(DYNAMIC_BLEND_ENABLE), "enables 0+4 1 1 1 1;"},
        {FEATURE(DYNAMIC_EQUATION),
         "equations 0+4 121684 121684 121684 121684;"},
        {FEATURE(DYNAMIC_WRITE_MASK), "masks 0+4 1 2 3 4;"},
        {FEATURE(DYNAMIC_LOGIC_OP_ENABLE), "logic 0;"},
        {FEATURE(DYNAMIC_LOGIC_OP), "op 3;"},
        {FEATURE(DYNAMIC_SAMPLES), "samples 4;"},
        {FEATURE(DYNAMIC_SAMPLE_MASK), "mask b of 4;"},
        {FEATURE(DYNAMIC_COVERAGE), "coverage 1;"},
        {0, ""},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bench bench;
        set_up(&bench,
               &(struct ombre_lane){.state = OMBRE_LANE_DYNAMIC,
                                    .static_constants = true},
               rows[i].dynamic);
        expect_commands(&bench, rows[i].want);
    }
}

static void says_masks_of_0_by_write_enables(void **state)
{
    const struct ombre_lane lane = {.state = OMBRE_LANE_DYNAMIC,
                                    .static_constants = true,
                                    .color_write_enable = true};
    struct bench bench;

    (void) state;
    set_up(&bench, &lane,
           FEATURE(DYNAMIC_WRITE_MASK) | FEATURE(COLOR_WRITE_ENABLE));
    bench.state.attachment[1].colorWriteMask = 0;
    expect_commands(&bench, "masks 0+4 1 f 3 4;writes 1 0 1 1;");
    expect_commands(&bench, "");
    bench.state.attachment[1].colorWriteMask = 0xF;
    expect_commands(&bench, "writes 1 1 1 1;");
    /* Of what is not written at all the mask says it. */
    bench.state.attachment[2].colorWriteMask = 0;
    bench.state.format[2] = VK_FORMAT_UNDEFINED;
    bench.state.attachment[3].colorWriteMask = 0;
    bench.b.outputs.type[3] = OMBRE_GPU_OUTPUT_NONE;
    expect_commands(&bench, "masks 2+2 0 0;");
    bench.state.attachment_count = 3;
    expect_commands(&bench, "writes 1 1 1;");

    /* Where all attachments must be alike, so are their masks. */
    set_up(&bench, &lane,
           FEATURE(DYNAMIC_WRITE_MASK) | FEATURE(COLOR_WRITE_ENABLE));
    bench.gpu.facts.independent_blend = false;
    for (uint32_t i = 0; i < FOUR; i++)
        bench.state.attachment[i].colorWriteMask = 0;
    expect_commands(&bench, "masks 0+4 f f f f;writes 0 0 0 0;");
    bench.state.format[3] = VK_FORMAT_UNDEFINED;
    expect_commands(&bench, "masks 0+4 0 0 0 0;writes 1 1 1 1;");
}

/* --- What pipelines hold ---------------------------------------------------
 */

static void fill(struct bench *bench, struct vk_recipe *recipe,
                 struct vk_pipeline_infos *infos)
{
    vk_recipe_of_draw(recipe, &bench->b, &bench->state);
    vk_pipeline_infos_fill(infos, &bench->gpu, recipe);
}

static bool lists(const struct vk_pipeline_infos *infos, VkDynamicState wanted)
{
    bool found = false;

    for (uint32_t i = 0; i < infos->dynamic.dynamicStateCount; i++)
        found |= infos->dynamic.pDynamicStates[i] == wanted;
    return found;
}

/* A state that commands set is listed, and the pipeline has another value. */
static void leaves_to_commands_what_they_set(void **state)
{
    static const struct {
        uint32_t feature;
        VkDynamicState state;
    } rows[] = {
        {FEATURE(DYNAMIC_BLEND_ENABLE),
         VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT},
        {FEATURE(DYNAMIC_EQUATION), VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT},
        {FEATURE(DYNAMIC_WRITE_MASK), VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT},
        {FEATURE(DYNAMIC_LOGIC_OP_ENABLE),
         VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT},
        {FEATURE(DYNAMIC_LOGIC_OP), VK_DYNAMIC_STATE_LOGIC_OP_EXT},
        {FEATURE(DYNAMIC_SAMPLE_MASK), VK_DYNAMIC_STATE_SAMPLE_MASK_EXT},
        {FEATURE(DYNAMIC_COVERAGE),
         VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT},
        {FEATURE(DYNAMIC_SAMPLES), VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT},
    };

    (void) state;
    for (size_t i = 0; i <= COUNT(rows); i++) {
        const uint32_t dynamic = i < COUNT(rows) ? rows[i].feature : 0;
        struct bench bench;
        struct vk_recipe recipe;
        struct vk_pipeline_infos infos;
        set_up(&bench, &(struct ombre_lane){.state = OMBRE_LANE_DYNAMIC},
               dynamic);
        bench.state.logic_op_enable = VK_TRUE;
        bench.state.logic_op = VK_LOGIC_OP_XOR;
        fill(&bench, &recipe, &infos);
        for (size_t j = 0; j < COUNT(rows); j++)
            assert_int_equal(lists(&infos, rows[j].state), i == j);
        assert_true(lists(&infos, VK_DYNAMIC_STATE_BLEND_CONSTANTS));
        const bool logic = dynamic != FEATURE(DYNAMIC_LOGIC_OP_ENABLE);
        assert_int_equal(infos.blend.logicOpEnable, logic);
        assert_int_equal(infos.blend.logicOp == VK_LOGIC_OP_XOR,
                         dynamic != FEATURE(DYNAMIC_LOGIC_OP));
        assert_int_equal(*infos.samples.pSampleMask == 0xB,
                         dynamic != FEATURE(DYNAMIC_SAMPLE_MASK));
        assert_int_equal(infos.samples.alphaToCoverageEnable,
                         dynamic != FEATURE(DYNAMIC_COVERAGE));
        assert_int_equal(infos.samples.rasterizationSamples, 4);
        assert_int_equal(infos.attachment[3].colorWriteMask == 4,
                         dynamic != FEATURE(DYNAMIC_WRITE_MASK));
        bench.state.logic_op_enable = VK_FALSE;
        fill(&bench, &recipe, &infos);
        assert_int_equal(infos.attachment[3].blendEnable,
                         dynamic != FEATURE(DYNAMIC_BLEND_ENABLE));
        assert_int_equal(infos.attachment[3].dstColorBlendFactor ==
                             VK_BLEND_FACTOR_SRC_COLOR,
                         dynamic != FEATURE(DYNAMIC_EQUATION));
    }
}

static void holds_constants_and_write_enables(void **state)
{
    struct bench bench;
    struct vk_recipe recipe;
    struct vk_pipeline_infos infos;

    (void) state;
    set_up(&bench, &(struct ombre_lane){0}, 0);
    fill(&bench, &recipe, &infos);
    assert_true(lists(&infos, VK_DYNAMIC_STATE_BLEND_CONSTANTS));
    assert_true(infos.blend.blendConstants[1] != 0.25f);
    assert_null(infos.blend.pNext);

    set_up(&bench,
           &(struct ombre_lane){.static_constants = true,
                                .color_write_enable = true},
           0);
    bench.state.attachment[2].colorWriteMask = 0;
    fill(&bench, &recipe, &infos);
    assert_false(lists(&infos, VK_DYNAMIC_STATE_BLEND_CONSTANTS));
    assert_false(lists(&infos, VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT));
    assert_memory_equal(infos.blend.blendConstants, bench.state.blend_constants,
                        sizeof infos.blend.blendConstants);
    assert_ptr_equal(infos.blend.pNext, &infos.write);
    assert_int_equal(infos.write.attachmentCount, FOUR);
    for (uint32_t i = 0; i < FOUR; i++) {
        assert_int_equal(infos.write.pColorWriteEnables[i], i != 2);
        assert_int_equal(infos.blend.pAttachments[i].colorWriteMask,
                         i == 2 ? 0xF : i + 1);
    }

    /* Masks in pipelines, and write enables by command. */
    set_up(&bench,
           &(struct ombre_lane){.state = OMBRE_LANE_DYNAMIC,
                                .color_write_enable = true},
           FEATURE(COLOR_WRITE_ENABLE));
    bench.state.attachment[2].colorWriteMask = 0;
    fill(&bench, &recipe, &infos);
    assert_true(lists(&infos, VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT));
    assert_null(infos.blend.pNext);
    assert_int_equal(infos.blend.pAttachments[2].colorWriteMask, 0xF);
    assert_int_equal(infos.blend.pAttachments[3].colorWriteMask, 4);
}

static void names_formats_for_dynamic_rendering(void **state)
{
    struct bench bench;
    struct vk_recipe recipe;
    struct vk_pipeline_infos infos;

    (void) state;
    set_up(&bench, &(struct ombre_lane){.pass = OMBRE_LANE_DYNAMIC_RENDERING},
           0);
    bench.state.format[1] = VK_FORMAT_UNDEFINED;
    fill(&bench, &recipe, &infos);
    assert_ptr_equal(infos.pipeline.pNext, &infos.rendering);
    assert_int_equal(infos.rendering.colorAttachmentCount, FOUR);
    assert_memory_equal(infos.rendering.pColorAttachmentFormats,
                        bench.state.format, FOUR * sizeof(VkFormat));
}

/* --- What the validation layer is mistaken in ------------------------------
 */

static const char blend_message[] = "VUID-vkCmdDraw-pColorBlendEnables-07470";

static void set_up_passes(struct bench *bench, const struct ombre_lane *lane,
                          VkFormat second)
{
    static struct ombre_gpu_info info = {.apiVersion = VK_API_VERSION_1_3};

    set_up(bench, lane, 0);
    bench->gpu.info = &info;
    bench->gpu.vk.vkCmdBeginRenderPass = fake_begin_pass;
    bench->gpu.vk.vkCmdEndRenderPass = fake_end_pass;
    bench->gpu.vk.vkCmdBeginRendering = fake_begin_rendering;
    bench->gpu.vk.vkCmdEndRendering = fake_end_rendering;
    bench->gpu.vk.vkCmdPipelineBarrier = fake_barrier;
    bench->batch.target_count = FOUR;
    for (uint32_t i = 0; i < FOUR; i++)
        bench->batch.target[i].format = VK_FORMAT_R32_UINT;
    bench->batch.target[1].format = second;
    /* Never looked into. */
    for (uint32_t i = 0; i <= FOUR; i++)
        memset(&bench->b.lane.pass[i].pass,
               lane->pass == OMBRE_LANE_DYNAMIC_RENDERING ? 0 : 0x11,
               sizeof bench->b.lane.pass[i].pass);
    vk_lane_begin(&bench->b);
}

static void expects_mistakes_behind_holes(void **state)
{
    static const struct row {
        const char *name;
        struct ombre_lane lane;
        VkFormat second;
        uint32_t count;
        bool want;
    } rows[] = {
        {"a hole", {0}, VK_FORMAT_UNDEFINED, FOUR, true},
        {"one target behind it", {0}, VK_FORMAT_UNDEFINED, 3, true},
        {"a hole, nothing behind", {0}, VK_FORMAT_UNDEFINED, 2, false},
        {"no hole", {0}, VK_FORMAT_R8_UNORM, FOUR, false},
        {"none", {0}, VK_FORMAT_UNDEFINED, 0, false},
        {"no render pass",
         {.pass = OMBRE_LANE_DYNAMIC_RENDERING},
         VK_FORMAT_UNDEFINED,
         FOUR,
         false},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct bench bench;
        set_up_passes(&bench, &rows[i].lane, rows[i].second);
        vk_lane_pass_switch(&bench.b, rows[i].count);
        if (vk_message_is_mistaken(&bench.gpu, blend_message) != rows[i].want)
            fail_msg("%s", rows[i].name);
        assert_false(vk_message_is_mistaken(
            &bench.gpu, "VUID-vkCmdDraw-blendEnable-04727"));
        vk_lane_pass_switch(&bench.b, 1); /* no target behind a hole */
        assert_false(vk_message_is_mistaken(&bench.gpu, blend_message));
        vk_lane_pass_switch(&bench.b, rows[i].count);
        vk_lane_end(&bench.b);
        assert_false(vk_message_is_mistaken(&bench.gpu, blend_message));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(says_what_differs),
        cmocka_unit_test(says_no_more_than_it_may),
        cmocka_unit_test(says_masks_of_0_by_write_enables),
        cmocka_unit_test(leaves_to_commands_what_they_set),
        cmocka_unit_test(holds_constants_and_write_enables),
        cmocka_unit_test(names_formats_for_dynamic_rendering),
        cmocka_unit_test(expects_mistakes_behind_holes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
