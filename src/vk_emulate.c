/* A batch whose target the fragment shader computes: in raster order as any
 * other, else by a draw for each layer, and a barrier before it.  It has but
 * one target (vk_split.c), as an input attachment a pass is what every device
 * has. */
#include "vk_emulate.h"

#include <stdlib.h>
#include <string.h>

/* Of blend.frag: factors.glsl and coverage.glsl. */
enum { LOGIC_NONE = 16 };
enum { COVERAGE_ALL, COVERAGE_EXPORTED, COVERAGE_BY_ALPHA };

/* All draws of a batch agree: see vk_check_emulation(). */
uint32_t vk_batch_emulates(const struct ombre_gpu_batch *batch)
{
    uint32_t emulated = 0;

    /* Draws of fewer attachments cannot tell all. */
    for (uint32_t i = 0; i < batch->draw_count && batch->draw[i].state; i++) {
        const struct ombre_vk_state *const state = batch->draw[i].state;
        emulated |= state->emulated;
        if (state->attachment_count == batch->target_count)
            break;
    }
    return emulated;
}

/* --- Blocks -------------------------------------------------------------- */

static uint32_t coverage_of(const struct vk_batch *b,
                            const struct ombre_vk_state *state)
{
    for (uint32_t i = 0; i < state->patch_count; i++)
        if (state->patch[i].kind == OMBRE_VK_PATCH_COVER_BY_ALPHA)
            return COVERAGE_BY_ALPHA;
    return b->outputs.coverage ? COVERAGE_EXPORTED : COVERAGE_ALL;
}

static struct vk_emulation_block block_of(const struct vk_batch *b,
                                          const struct ombre_vk_state *state,
                                          uint32_t target)
{
    const struct ombre_vk_emulation *const e = &state->emulation[target];
    const VkPipelineColorBlendAttachmentState *const a = &e->equation;
    struct vk_emulation_block block = {
        .color = {a->srcColorBlendFactor, a->dstColorBlendFactor,
                  a->colorBlendOp},
        .alpha = {a->srcAlphaBlendFactor, a->dstAlphaBlendFactor,
                  a->alphaBlendOp},
        .numeric = e->numeric,
        .blend = a->blendEnable,
        .mask = a->colorWriteMask,
        .logic_op = e->logic_op_enable ? (uint32_t) e->logic_op : LOGIC_NONE,
        .source_type = (uint32_t) b->outputs.type[target],
        .slot = target,
        .coverage = coverage_of(b, state),
        .coverage_type = (uint32_t) b->outputs.type[0],
        .sample_mask = state->sample_mask,
        .samples = (uint32_t) state->samples,
    };

    for (uint32_t c = 0; c < 4; c++) {
        block.shift[c] = e->component[c].shift;
        block.bits[c] = e->component[c].bits;
    }
    memcpy(block.constants, state->blend_constants, sizeof block.constants);
    return block;
}

static bool make_blocks(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_emulation *const e = b->emulation;
    uint64_t size;

    if (!vk_align(sizeof(struct vk_emulation_block),
                  gpu->limits.minUniformBufferOffsetAlignment, &e->stride) ||
        !vk_multiply(e->stride, b->batch->draw_count, &size) ||
        size > UINT32_MAX)
        return vk_refuse(gpu, "%u emulated draws", b->batch->draw_count);
    if (!vk_buffer_init(&e->blocks, gpu, size,
                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, false))
        return false;
    for (uint32_t d = 0; d < b->batch->draw_count; d++) {
        const struct vk_emulation_block block =
            block_of(b, b->batch->draw[d].state, e->target);
        memcpy((char *) e->blocks.map + e->stride * d, &block, sizeof block);
    }
    return true;
}

/* --- Descriptors --------------------------------------------------------- */

static bool make_pool(struct vk_batch *b)
{
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, 1},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1},
    };
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 1,
        .poolSizeCount = sizeof sizes / sizeof *sizes,
        .pPoolSizes = sizes,
    };
    VK_CREATE(b->gpu, vkCreateDescriptorPool,
              (b->gpu->device, &info, NULL, &b->emulation->pool),
              &b->emulation->pool);
    return true;

fail:
    return false;
}

static void write_set(struct vk_batch *b)
{
    const struct vk_emulation *const e = b->emulation;
    const VkDescriptorImageInfo image = {
        .imageView = b->surface.target[e->target].view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
    };
    const VkDescriptorBufferInfo block = {e->blocks.buffer, 0,
                                          sizeof(struct vk_emulation_block)};
    const VkDescriptorBufferInfo curve = {b->gpu->emulator->curve.buffer, 0,
                                          sizeof(struct vk_curve)};
    const VkWriteDescriptorSet writes[] = {
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = e->set,
            .dstBinding = 0,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
            .pImageInfo = &image,
        },
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = e->set,
            .dstBinding = 1,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
            .pBufferInfo = &block,
        },
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = e->set,
            .dstBinding = 2,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
            .pBufferInfo = &curve,
        },
    };
    b->gpu->vk.vkUpdateDescriptorSets(
        b->gpu->device, sizeof writes / sizeof *writes, writes, 0, NULL);
}

static bool make_set(struct vk_batch *b)
{
    struct vk_emulation *const e = b->emulation;
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = e->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &b->gpu->emulator->set_layout,
    };
    VK_TRY(b->gpu, vkAllocateDescriptorSets, (b->gpu->device, &info, &e->set));
    write_set(b);
    return true;

fail:
    return false;
}

/* --- All of it ----------------------------------------------------------- */

static bool make_pipelines(struct vk_batch *b, struct vk_emulator_kind *kind)
{
    struct vk_emulation *const e = b->emulation;
    const uint32_t draws = b->batch->draw_count;

    e->pipeline = calloc(draws, sizeof(VkPipeline));
    if (!e->pipeline)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "%u draws", draws);
    for (uint32_t d = 0; d < draws; d++) {
        const struct ombre_vk_state *const state = b->batch->draw[d].state;
        e->pipeline[d] = vk_emulator_pipeline(
            b->gpu, kind,
            state->emulation[e->target].by_value
                ? state->attachment[e->target].colorWriteMask
                : 0xF);
        if (!e->pipeline[d])
            return false;
    }
    return true;
}

bool vk_emulate_init(struct vk_batch *b)
{
    struct vk_emulation *e;

    if (!b->is_emulated)
        return true;
    e = b->emulation = calloc(1, sizeof *e);
    if (!e)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "an emulation");
    while (!(vk_batch_emulates(b->batch) >> e->target & 1))
        e->target++;
    const struct vk_target *const t = &b->surface.target[e->target];
    struct vk_emulator_kind *const kind =
        vk_emulator_find(b->gpu, t->format->format, b->batch->samples);
    if (!kind)
        return false;
    e->pass = kind->pass;
    return vk_framebuffer_create(b->gpu, e->pass, &t->view, 1,
                                 b->surface.extent, 1, &e->framebuffer) &&
           make_pipelines(b, kind) && make_blocks(b) && make_pool(b) &&
           make_set(b);
}

void vk_emulate_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_emulation *const e = b->emulation;

    if (!e)
        return;
    gpu->vk.vkDestroyDescriptorPool(gpu->device, e->pool, NULL);
    gpu->vk.vkDestroyFramebuffer(gpu->device, e->framebuffer, NULL);
    vk_buffer_finish(&e->blocks, gpu);
    free(e->pipeline);
    free(e);
    b->emulation = NULL;
}

/* --- Drawing ------------------------------------------------------------- */

/* The self-dependency of the pass: what draws before have written, the next
 * one reads. */
static void record_barrier(struct vk_batch *b)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
    };
    b->gpu->vk.vkCmdPipelineBarrier(
        b->gpu->commands, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
        VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_DEPENDENCY_BY_REGION_BIT, 1,
        &barrier, 0, NULL, 0, NULL);
}

static void record_piece(struct vk_batch *b, const struct vk_piece *p)
{
    struct ombre_gpu *const gpu = b->gpu;
    const VkPipelineLayout layout = gpu->emulator->layout;
    const VkDescriptorSet sets[] = {b->set[p->page], b->emulation->set};
    const size_t draw = p->job - b->upload_job_count;
    const uint32_t offsets[] = {0, (uint32_t) (b->emulation->stride * draw)};
    const struct vk_push push = vk_piece_push(b, p);

    gpu->vk.vkCmdBindPipeline(gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                              b->emulation->pipeline[draw]);
    vk_area_record(b, push.origin[0], push.origin[1], p->width, p->height);
    gpu->vk.vkCmdBindDescriptorSets(gpu->commands,
                                    VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0,
                                    2, sets, 2, offsets);
    gpu->vk.vkCmdPushConstants(gpu->commands, layout,
                               VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push,
                               &push);
    if (ombre_gpu_order_of(&gpu->facts) == OMBRE_GPU_ORDER_RASTER) {
        gpu->vk.vkCmdDraw(gpu->commands, 3, p->layers, 0, 0);
        return;
    }
    for (uint32_t layer = 0; layer < p->layers; layer++) {
        record_barrier(b);
        gpu->vk.vkCmdDraw(gpu->commands, 3, 1, 0, layer);
    }
}

static void begin_pass(struct vk_batch *b)
{
    vk_pass_begin(b, b->emulation->pass, b->emulation->framebuffer,
                  b->surface.extent.width, b->surface.extent.height);
}

/* No draw's order is a clear's: passes wait for one another. */
static void record_clear(struct vk_batch *b, uint32_t clear)
{
    struct ombre_gpu *const gpu = b->gpu;

    gpu->vk.vkCmdEndRenderPass(gpu->commands);
    begin_pass(b);
    vk_clears_record(b, clear, true);
    gpu->vk.vkCmdEndRenderPass(gpu->commands);
    begin_pass(b);
}

void vk_emulate_record(struct vk_batch *b)
{
    static const float constants[4] = {0};
    struct ombre_gpu *const gpu = b->gpu;
    size_t piece = vk_plan_find(&b->plan, b->upload_job_count);

    begin_pass(b);
    gpu->vk.vkCmdSetBlendConstants(gpu->commands, constants);
    for (uint32_t i = 0; i <= b->batch->clear_count; i++) {
        const size_t end = i < b->batch->clear_count
                               ? b->upload_job_count + b->batch->clear[i].before
                               : b->job_count;
        for (; piece < b->plan.piece_count && b->plan.piece[piece].job < end;
             piece++)
            record_piece(b, &b->plan.piece[piece]);
        if (i < b->batch->clear_count)
            record_clear(b, i);
    }
    gpu->vk.vkCmdEndRenderPass(gpu->commands);
}
