/* What orders draws that read what others wrote, by the commands that are
 * recorded: a CPU's driver draws in order whatever it is told, so that a
 * barrier that is missing shows in no texel. */
#include "../src/vk.h"

#include "emulated_unorm8.h"

#include <stdio.h>

/* --- Calls -----------------------------------------------------------------
 */

enum { MAX_CALLS = 512 };

/* 'B' and 'E': a pass begins and ends; 'P': a barrier; 'D': a draw. */
struct call {
    char kind;
    uint32_t instances, first; /* of a draw */
    bool orders;               /* a barrier of the sort that is looked for */
};

static struct call calls[MAX_CALLS];
static size_t call_count;
static struct VolkDeviceTable real;

/* What is looked for. */
static struct {
    VkPipelineStageFlags from, to;
    VkAccessFlags source, destination;
    VkDependencyFlags flags;
} wanted;

/* Of the passes and pipelines that were made. */
static size_t passes_with_input, self_dependencies, ordered_passes,
    ordered_pipelines;

static void note(struct call call)
{
    assert_true(call_count < MAX_CALLS);
    calls[call_count++] = call;
}

static VKAPI_ATTR void VKAPI_CALL draw(VkCommandBuffer commands,
                                       uint32_t vertices, uint32_t instances,
                                       uint32_t vertex, uint32_t first)
{
    note((struct call){'D', instances, first, false});
    real.vkCmdDraw(commands, vertices, instances, vertex, first);
}

static VKAPI_ATTR void VKAPI_CALL
barrier(VkCommandBuffer commands, VkPipelineStageFlags from,
        VkPipelineStageFlags to, VkDependencyFlags flags, uint32_t memory_count,
        const VkMemoryBarrier *memory, uint32_t buffer_count,
        const VkBufferMemoryBarrier *buffers, uint32_t image_count,
        const VkImageMemoryBarrier *images)
{
    const bool orders = from == wanted.from && to == wanted.to &&
                        flags == wanted.flags && memory_count == 1 &&
                        memory->srcAccessMask == wanted.source &&
                        memory->dstAccessMask == wanted.destination;
    note((struct call){'P', 0, 0, orders});
    real.vkCmdPipelineBarrier(commands, from, to, flags, memory_count, memory,
                              buffer_count, buffers, image_count, images);
}

static VKAPI_ATTR void VKAPI_CALL begin_pass(VkCommandBuffer commands,
                                             const VkRenderPassBeginInfo *info,
                                             VkSubpassContents contents)
{
    note((struct call){'B', 0, 0, false});
    real.vkCmdBeginRenderPass(commands, info, contents);
}

static VKAPI_ATTR void VKAPI_CALL end_pass(VkCommandBuffer commands)
{
    note((struct call){'E', 0, 0, false});
    real.vkCmdEndRenderPass(commands);
}

static VKAPI_ATTR VkResult VKAPI_CALL
create_pass(VkDevice device, const VkRenderPassCreateInfo *info,
            const VkAllocationCallbacks *allocator, VkRenderPass *out)
{
    const VkSubpassDescription *const subpass = info->pSubpasses;

    passes_with_input += subpass->inputAttachmentCount > 0;
    ordered_passes +=
        (subpass->flags &
         VK_SUBPASS_DESCRIPTION_RASTERIZATION_ORDER_ATTACHMENT_COLOR_ACCESS_BIT_EXT) !=
        0;
    for (uint32_t i = 0; i < info->dependencyCount; i++) {
        const VkSubpassDependency *const d = &info->pDependencies[i];
        self_dependencies +=
            d->srcSubpass == 0 && d->dstSubpass == 0 &&
            d->srcStageMask == VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT &&
            d->dstStageMask == VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT &&
            d->srcAccessMask == VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT &&
            d->dstAccessMask == VK_ACCESS_INPUT_ATTACHMENT_READ_BIT &&
            d->dependencyFlags == VK_DEPENDENCY_BY_REGION_BIT;
    }
    return real.vkCreateRenderPass(device, info, allocator, out);
}

static VKAPI_ATTR VkResult VKAPI_CALL
create_pipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                 const VkGraphicsPipelineCreateInfo *infos,
                 const VkAllocationCallbacks *allocator, VkPipeline *out)
{
    for (uint32_t i = 0; i < count; i++)
        ordered_pipelines +=
            infos[i].pColorBlendState &&
            infos[i].pColorBlendState->flags ==
                VK_PIPELINE_COLOR_BLEND_STATE_CREATE_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_BIT_EXT;
    return real.vkCreateGraphicsPipelines(device, cache, count, infos,
                                          allocator, out);
}

/* A device whose calls are noted; the test closes it. */
static struct ombre_gpu *open_noted(struct fixture *f, uint32_t features)
{
    struct ombre_gpu *const gpu = fixture_open_lanes(f, features, 0);

    real = gpu->vk;
    gpu->vk.vkCmdDraw = draw;
    gpu->vk.vkCmdPipelineBarrier = barrier;
    gpu->vk.vkCmdBeginRenderPass = begin_pass;
    gpu->vk.vkCmdEndRenderPass = end_pass;
    gpu->vk.vkCreateRenderPass = create_pass;
    gpu->vk.vkCreateGraphicsPipelines = create_pipelines;
    call_count = passes_with_input = self_dependencies = ordered_passes =
        ordered_pipelines = 0;
    return gpu;
}

/* --- What the shader computes ----------------------------------------------
 */

enum { PIXELS = 6, LAYERS = 5, DRAWS = 3 };

/* DRAWS draws of LAYERS layers on the same pixels. */
static void draw_emulated(struct ombre_gpu *gpu)
{
    static uint32_t operands[DRAWS][LAYERS * PIXELS][4];
    static uint32_t before[PIXELS], after[PIXELS], want[PIXELS];
    const struct ombre_vk_state s = unorm8_state(false);
    struct ombre_gpu_draw draws[DRAWS];
    uint32_t seed = 31;

    for (uint32_t i = 0; i < PIXELS; i++)
        want[i] = before[i] = fixture_random(&seed);
    for (uint32_t d = 0; d < DRAWS; d++) {
        for (uint32_t i = 0; i < LAYERS * PIXELS; i++) {
            const uint32_t code = fixture_random(&seed);
            source_of(code, operands[d][i]);
            want[i % PIXELS] = differ(code, want[i % PIXELS]);
        }
        draws[d] = (struct ombre_gpu_draw){
            &s, 0, 0, PIXELS, 1, LAYERS, (const uint32_t(*)[4]) operands[d]};
    }
    const struct ombre_gpu_batch batch =
        fixture_batch(R32U, PIXELS, 1, before, after, draws, DRAWS);
    fixture_run(gpu, "emulated", &batch);
    fixture_same("emulated", after, want, sizeof want);
}

/* The pass in which there is more than one draw or barrier. */
static size_t find_pass(size_t *count)
{
    for (size_t i = 0; i < call_count; i++) {
        size_t n = 0;
        if (calls[i].kind != 'B')
            continue;
        while (calls[i + 1 + n].kind != 'E')
            n++;
        if (n >= DRAWS) {
            *count = n;
            return i + 1;
        }
    }
    fail_msg("no pass of several draws");
    return 0;
}

static void look_for_emulation(void)
{
    wanted.from = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    wanted.to = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    wanted.source = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    wanted.destination = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
    wanted.flags = VK_DEPENDENCY_BY_REGION_BIT;
}

/* Before each layer there is a barrier, and its pass allows it. */
static void barriers_come_before_layers(void **state)
{
    struct ombre_gpu *gpu = open_noted(*state, 0);
    size_t count = 0;

    look_for_emulation();
    assert_int_equal(ombre_gpu_order_of(ombre_gpu_facts(gpu)),
                     OMBRE_GPU_ORDER_BARRIER);
    draw_emulated(gpu);
    const size_t first = find_pass(&count);
    assert_int_equal(count, 2 * DRAWS * LAYERS);
    for (size_t i = 0; i < count; i += 2) {
        const struct call *const c = &calls[first + i];
        assert_int_equal(c[0].kind, 'P');
        assert_true(c[0].orders);
        assert_int_equal(c[1].kind, 'D');
        assert_int_equal(c[1].instances, 1);
        assert_int_equal(c[1].first, i / 2 % LAYERS);
    }
    assert_int_equal(passes_with_input, 1);
    assert_int_equal(self_dependencies, 1);
    assert_int_equal(ordered_passes + ordered_pipelines, 0);
    ombre_gpu_close(&gpu);
}

/* The device orders all of it: a draw is one, and nothing is in between. */
static void raster_order_takes_no_barrier(void **state)
{
    struct ombre_gpu *gpu = open_noted(*state, OMBRE_LANE_FEATURE_RASTER_ORDER);
    size_t count = 0;

    look_for_emulation();
    if (ombre_gpu_order_of(ombre_gpu_facts(gpu)) != OMBRE_GPU_ORDER_RASTER) {
        ombre_gpu_close(&gpu);
        skip();
    }
    draw_emulated(gpu);
    const size_t first = find_pass(&count);
    assert_int_equal(count, DRAWS);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(calls[first + i].kind, 'D');
        assert_int_equal(calls[first + i].instances, LAYERS);
        assert_int_equal(calls[first + i].first, 0);
    }
    assert_int_equal(passes_with_input, 1);
    assert_int_equal(ordered_passes, 1);
    assert_int_equal(ordered_pipelines, 1);
    assert_int_equal(self_dependencies, 0);
    ombre_gpu_close(&gpu);
}

/* --- The output merger -----------------------------------------------------
 */

/* Draws with 2 attachments, then 1, then 2: three passes, and what one wrote
 * the next one blends with. */
static void barriers_come_between_passes(void **state)
{
    static const VkFormat formats[2] = {RGBA8, RGBA8};
    struct ombre_gpu *gpu = open_noted(*state, 0);
    uint32_t operands[2][4], before[2] = {0x80706050, 0x08070605}, after[2];
    struct ombre_vk_state two = fixture_state(2, formats),
                          one = fixture_state(1, formats);
    size_t barriers = 0, between = 0;

    wanted.from = wanted.to = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    wanted.source = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    wanted.destination = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT |
                         VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    wanted.flags = 0;
    two.attachment[0] = two.attachment[1] = one.attachment[0] = difference;
    for (int t = 0; t < 2; t++)
        source_of(0xF0E0D0C0, operands[t]);
    const struct ombre_gpu_draw draws[3] = {
        {&two, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) operands},
        {&one, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) operands},
        {&two, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) operands},
    };
    const struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 2,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = &before[0],
                    .readback = &after[0]},
                   {.format = RGBA8,
                    .texel_size = 4,
                    .upload = &before[1],
                    .readback = &after[1]}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 2,
        .draw_count = 3,
        .draw = draws,
    };
    fixture_run(gpu, "passes", &batch);
    /* From the end of the first pass to the beginning of the next. */
    for (size_t i = 0; i + 2 < call_count; i++) {
        if (calls[i].kind == 'P' && calls[i].orders)
            barriers++;
        if (calls[i].kind == 'E' && calls[i + 1].kind == 'P' &&
            calls[i + 1].orders && calls[i + 2].kind == 'B')
            between++;
    }
    assert_int_equal(barriers, 2);
    assert_int_equal(between, 2);
    ombre_gpu_close(&gpu);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(barriers_come_before_layers),
        cmocka_unit_test(raster_order_takes_no_barrier),
        cmocka_unit_test(barriers_come_between_passes),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
