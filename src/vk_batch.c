/* Everything that lives as long as one batch. */
#include "vk.h"
#include "vk_emulate.h"

#include <stdlib.h>
#include <string.h>

enum {
    /* Of regions in buffers: no less than any limit of Vulkan 1.3 on where a
     * storage buffer or a copy may begin, unless a device says otherwise. */
    REGION_ALIGNMENT = 256,
    RECORD_SIZE = 16,
};

uint64_t vk_batch_texels(const struct vk_batch *b)
{
    return (uint64_t) b->batch->width * b->batch->height *
           (uint32_t) b->batch->samples;
}

bool vk_batch_reserve(struct vk_batch *b, uint64_t *total, uint64_t size,
                      uint64_t *offset)
{
    const uint64_t limit = b->gpu->limits.minStorageBufferOffsetAlignment;
    const uint64_t alignment =
        limit > REGION_ALIGNMENT ? limit : REGION_ALIGNMENT;

    if (vk_align(*total, alignment, offset) && vk_add(*offset, size, total))
        return true;
    return vk_refuse(b->gpu, "a buffer beyond 64 bits");
}

/* Lay out what is to be drawn: uploads, then draws. */
static bool make_jobs(struct vk_batch *b)
{
    const struct ombre_gpu_batch *const batch = b->batch;

    b->job_count = b->upload_job_count + batch->draw_count;
    const size_t room = b->job_count ? b->job_count : 1;
    b->job = calloc(room, sizeof *b->job);
    b->pipeline = calloc(room, sizeof *b->pipeline);
    if (!b->job || !b->pipeline)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "%zu draws", room);

    vk_upload_jobs(b);
    for (uint32_t i = 0; i < batch->draw_count; i++) {
        const struct ombre_gpu_draw *const d = &batch->draw[i];
        b->job[b->upload_job_count + i] = (struct vk_job){
            .operands = d->operands,
            .x = batch->x + d->x,
            .y = batch->y + d->y,
            .width = d->width,
            .height = d->height,
            .layers = d->layers,
            .slots = batch->slots,
        };
    }
    return true;
}

static bool make_plan(struct vk_batch *b)
{
    const VkPhysicalDeviceLimits *const l = &b->gpu->limits;

    switch (vk_plan_init(
        &b->plan, b->job, b->job_count, l->maxTexelBufferElements,
        l->minTexelBufferOffsetAlignment ? l->minTexelBufferOffsetAlignment
                                         : 1)) {
    case VK_PLAN_OK: return true;
    case VK_PLAN_NO_MEMORY:
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "a plan of %zu draws",
                       b->job_count);
    case VK_PLAN_TOO_LARGE: break;
    }
    return vk_refuse(b->gpu, "%zu draws", b->job_count);
}

bool vk_batch_program(struct vk_batch *b, size_t job,
                      const struct vk_recipe *recipe,
                      const struct ombre_vk_state *state,
                      const struct vk_outputs *outputs)
{
    struct vk_program *program;

    b->pipeline[job].patches = vk_patch_block(state, outputs);
    if (!vk_missing_find(&b->missing, b->gpu, recipe, &program))
        return false;
    b->pipeline[job].program = program;
    return true;
}

static bool make_pipelines(struct vk_batch *b)
{
    if (!vk_upload_pipelines(b))
        return false;
    if (b->is_emulated)
        return vk_missing_make(&b->missing, b->gpu);
    for (uint32_t i = 0; i < b->batch->draw_count; i++) {
        const struct ombre_vk_state *const state = b->batch->draw[i].state;
        struct vk_recipe recipe;
        vk_recipe_of_draw(&recipe, b, state);
        if (!vk_batch_program(b, b->upload_job_count + i, &recipe, state,
                              &b->outputs))
            return false;
    }
    return vk_missing_make(&b->missing, b->gpu);
}

static bool make_buffers(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    uint64_t patches_size;

    if (!vk_align(sizeof(struct vk_patch_block),
                  gpu->limits.minUniformBufferOffsetAlignment,
                  &b->patch_stride) ||
        !vk_multiply(b->patch_stride, b->job_count, &patches_size) ||
        patches_size > UINT32_MAX) /* dynamic offsets have 32 bits */
        return vk_refuse(gpu, "%zu states", b->job_count);
    /* Sizes of 0 are no buffers: VUID-VkBufferCreateInfo-size-00912 */
    return vk_keep_buffer(gpu, b->plan.size + RECORD_SIZE,
                          VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, false,
                          &b->operands) &&
           vk_keep_buffer(gpu, patches_size + RECORD_SIZE,
                          VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, false,
                          &b->patches) &&
           vk_keep_buffer(gpu, b->staging_size + RECORD_SIZE,
                          VK_BUFFER_USAGE_TRANSFER_SRC_BIT, false,
                          &b->staging) &&
           vk_keep_buffer(gpu, b->readback_size + RECORD_SIZE,
                          VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                              VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                          true, &b->readback);
}

static void fill_buffers(struct vk_batch *b)
{
    for (size_t i = 0; i < b->plan.piece_count; i++) {
        const struct vk_piece *const p = &b->plan.piece[i];
        if (p->is_shared)
            continue;
        char *const page =
            (char *) b->operands.map + b->plan.page[p->page].offset;
        vk_piece_gather(p, &b->job[p->job], (uint32_t(*)[4])(void *) page);
    }
    for (size_t i = 0; i < b->job_count; i++)
        memcpy((char *) b->patches.map + b->patch_stride * i,
               &b->pipeline[i].patches, sizeof b->pipeline[i].patches);
    vk_upload_fill(b);
}

static bool make_views(struct vk_batch *b)
{
    b->view = calloc(b->plan.page_count + 1, sizeof(VkBufferView));
    b->set = calloc(b->plan.page_count + 1, sizeof(VkDescriptorSet));
    if (!b->view || !b->set)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "%zu pages",
                       b->plan.page_count);
    for (size_t i = 0; i < b->plan.page_count; i++) {
        const VkBufferViewCreateInfo info = {
            .sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
            .buffer = b->operands.buffer,
            .format = VK_FORMAT_R32G32B32A32_UINT,
            .offset = b->plan.page[i].offset,
            .range = (VkDeviceSize) b->plan.page[i].records * RECORD_SIZE,
        };
        VK_CREATE(b->gpu, vkCreateBufferView,
                  (b->gpu->device, &info, NULL, &b->view[i]), &b->view[i]);
    }
    return true;

fail:
    return false;
}

static bool allocate_set(struct vk_batch *b, VkDescriptorSetLayout layout,
                         VkDescriptorSet *out)
{
    const VkDescriptorSetAllocateInfo info = {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .descriptorPool = b->pool,
        .descriptorSetCount = 1,
        .pSetLayouts = &layout,
    };
    VK_TRY(b->gpu, vkAllocateDescriptorSets, (b->gpu->device, &info, out));
    return true;

fail:
    return false;
}

static void write_set(struct vk_batch *b, size_t page)
{
    const VkDescriptorBufferInfo patches = {b->patches.buffer, 0,
                                            sizeof(struct vk_patch_block)};
    const VkWriteDescriptorSet writes[] = {
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = b->set[page],
            .dstBinding = 0,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER,
            .pTexelBufferView = &b->view[page],
        },
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = b->set[page],
            .dstBinding = 1,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
            .pBufferInfo = &patches,
        },
    };
    b->gpu->vk.vkUpdateDescriptorSets(b->gpu->device, 2, writes, 0, NULL);
}

static bool make_sets(struct vk_batch *b)
{
    for (size_t i = 0; i < b->plan.page_count; i++) {
        if (!allocate_set(b, b->gpu->draw_set_layout, &b->set[i]))
            return false;
        write_set(b, i);
    }
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (b->surface.target[i].fetches &&
            !allocate_set(b, b->gpu->fetch_set_layout, &b->fetch_set[i]))
            return false;
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (b->surface.target[i].rest &&
            !allocate_set(b, b->gpu->fetch_set_layout, &b->rest_set[i]))
            return false;
    vk_readback_sets(b);
    return true;
}

bool vk_batch_init(struct vk_batch *b, struct ombre_gpu *gpu,
                   const struct ombre_gpu_batch *batch)
{
    b->gpu = gpu;
    b->batch = batch;
    b->is_emulated = vk_batch_emulates(batch) != 0;
    b->outputs.coverage = batch->export_coverage;
    memcpy(b->outputs.type, batch->output, sizeof b->outputs.type);

    vk_cache_begin_batch(gpu);
    if (!vk_keep_surface(gpu, batch, &b->surface) ||
        (!b->is_emulated && !vk_lane_init(b)) || !vk_upload_init(b) ||
        !make_jobs(b) || !make_plan(b) || !make_pipelines(b) ||
        !vk_readback_init(b) || !vk_echo_init(b) || !make_buffers(b))
        return false;
    fill_buffers(b);
    return make_views(b) &&
           vk_keep_pool(gpu, (uint32_t) b->plan.page_count + 1, &b->pool) &&
           make_sets(b) && vk_emulate_init(b);
}

void vk_batch_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    const struct VolkDeviceTable *const vk = &gpu->vk;

    for (size_t i = 0; b->view && i < b->plan.page_count; i++)
        vk->vkDestroyBufferView(gpu->device, b->view[i], NULL);
    vk_echo_finish(b);
    vk_upload_finish(b);
    vk_emulate_finish(b);
    vk_lane_finish(b);
    vk_missing_finish(&b->missing, gpu);
    vk_plan_finish(&b->plan);
    free(b->view);
    free(b->set);
    free(b->pipeline);
    free(b->job);
}
