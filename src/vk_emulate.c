/* Targets of a batch that the fragment shader computes: a pass for each, a draw
 * for each layer, and a barrier before it. */
#include "vk.h"

#include <string.h>

/* Of blend.frag: factors.glsl and coverage.glsl. */
enum { LOGIC_NONE = 16 };
enum { COVERAGE_ALL, COVERAGE_EXPORTED, COVERAGE_BY_ALPHA };

/* All draws of a batch agree: see vk_check_emulation(). */
uint32_t vk_batch_emulates(const struct ombre_gpu_batch *batch)
{
    return batch->draw_count > 0 ? batch->draw[0].state->emulated : 0;
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

/* Offset of the block of a draw and a target, `k` counting emulated ones. */
static uint64_t block_offset(const struct vk_batch *b, size_t draw, uint32_t k)
{
    return (draw * b->emulated_count + k) * b->block_stride;
}

static bool make_blocks(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    const uint64_t count = (uint64_t) b->batch->draw_count * b->emulated_count;
    uint64_t size;

    if (!vk_align(sizeof(struct vk_emulation_block),
                  gpu->limits.minUniformBufferOffsetAlignment,
                  &b->block_stride) ||
        !vk_multiply(b->block_stride, count, &size) || size > UINT32_MAX)
        return vk_refuse(gpu, "%u emulated draws", b->batch->draw_count);
    if (!vk_buffer_init(&b->blocks, gpu, size,
                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, false))
        return false;
    for (uint32_t d = 0; d < b->batch->draw_count; d++)
        for (uint32_t k = 0; k < b->emulated_count; k++) {
            const struct vk_emulation_block block =
                block_of(b, b->batch->draw[d].state, b->emulated[k].target);
            memcpy((char *) b->blocks.map + block_offset(b, d, k), &block,
                   sizeof block);
        }
    return true;
}

/* --- Descriptors --------------------------------------------------------- */

static bool make_pool(struct vk_batch *b)
{
    const VkDescriptorPoolSize sizes[] = {
        {VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, b->emulated_count},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, b->emulated_count},
        {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, b->emulated_count},
    };
    const VkDescriptorPoolCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = b->emulated_count,
        .poolSizeCount = sizeof sizes / sizeof *sizes,
        .pPoolSizes = sizes,
    };
    VK_CREATE(b->gpu, vkCreateDescriptorPool,
              (b->gpu->device, &info, NULL, &b->emulation_pool),
              &b->emulation_pool);
    return true;

fail:
    return false;
}

static void write_set(struct vk_batch *b, const struct vk_emulated *e)
{
    const VkDescriptorImageInfo image = {
        .imageView = b->target[e->target].view,
        .imageLayout = VK_IMAGE_LAYOUT_GENERAL,
    };
    const VkDescriptorBufferInfo block = {b->blocks.buffer, 0,
                                          sizeof(struct vk_emulation_block)};
    const VkDescriptorBufferInfo curve = {b->gpu->emulator.curve.buffer, 0,
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

static bool make_set(struct vk_batch *b, struct vk_emulated *e)
{
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = b->emulation_pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &b->gpu->emulator.set_layout,
    };
    VK_TRY(b->gpu, vkAllocateDescriptorSets, (b->gpu->device, &info, &e->set));
    write_set(b, e);
    return true;

fail:
    return false;
}

/* --- All of it ----------------------------------------------------------- */

static bool make_target(struct vk_batch *b, struct vk_emulated *e)
{
    const VkExtent2D size = {b->batch->width, b->batch->height};
    const struct vk_target *const t = &b->target[e->target];

    e->kind =
        vk_emulator_find(b->gpu, t->format->texel_size, b->batch->samples);
    return e->kind && vk_framebuffer_create(b->gpu, e->kind->pass, &t->view, 1,
                                            size, &e->framebuffer);
}

bool vk_emulate_init(struct vk_batch *b)
{
    const uint32_t emulated = vk_batch_emulates(b->batch);

    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (emulated >> i & 1)
            b->emulated[b->emulated_count++].target = i;
    if (b->emulated_count == 0)
        return true;
    for (uint32_t k = 0; k < b->emulated_count; k++)
        if (!make_target(b, &b->emulated[k]))
            return false;
    if (!make_blocks(b) || !make_pool(b))
        return false;
    for (uint32_t k = 0; k < b->emulated_count; k++)
        if (!make_set(b, &b->emulated[k]))
            return false;
    return true;
}

void vk_emulate_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;

    gpu->vk.vkDestroyDescriptorPool(gpu->device, b->emulation_pool, NULL);
    for (uint32_t k = 0; k < b->emulated_count; k++)
        gpu->vk.vkDestroyFramebuffer(gpu->device, b->emulated[k].framebuffer,
                                     NULL);
    vk_buffer_finish(&b->blocks, gpu);
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

static void record_piece(struct vk_batch *b, const struct vk_piece *p,
                         uint32_t k)
{
    struct ombre_gpu *const gpu = b->gpu;
    const VkPipelineLayout layout = gpu->emulator.layout;
    const VkDescriptorSet sets[] = {b->set[p->page], b->emulated[k].set};
    const uint32_t offsets[] = {
        0, (uint32_t) block_offset(b, p->job - b->upload_job_count, k)};
    const struct vk_push push = vk_piece_push(b, p);

    vk_area_record(b, push.origin[0], push.origin[1], p->width, p->height);
    gpu->vk.vkCmdBindDescriptorSets(gpu->commands,
                                    VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0,
                                    2, sets, 2, offsets);
    gpu->vk.vkCmdPushConstants(gpu->commands, layout,
                               VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push,
                               &push);
    for (uint32_t layer = 0; layer < p->layers; layer++) {
        record_barrier(b);
        gpu->vk.vkCmdDraw(gpu->commands, 3, 1, 0, layer);
    }
}

static void record_target(struct vk_batch *b, uint32_t k)
{
    static const float constants[4] = {0};
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_emulated *const e = &b->emulated[k];

    vk_pass_begin(b, e->kind->pass, e->framebuffer, b->batch->width,
                  b->batch->height);
    gpu->vk.vkCmdBindPipeline(gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                              e->kind->pipeline);
    gpu->vk.vkCmdSetBlendConstants(gpu->commands, constants);
    for (size_t i = 0; i < b->plan.piece_count; i++)
        if (b->plan.piece[i].job >= b->upload_job_count)
            record_piece(b, &b->plan.piece[i], k);
    gpu->vk.vkCmdEndRenderPass(gpu->commands);
}

void vk_emulate_record(struct vk_batch *b)
{
    for (uint32_t k = 0; k < b->emulated_count; k++)
        record_target(b, k);
}
