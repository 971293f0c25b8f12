/* Run a batch: record, submit, wait, read. */
#include "vk.h"
#include "vk_emulate.h"

#include <stdlib.h>
#include <string.h>

void vk_area_record(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height)
{
    struct ombre_gpu *const gpu = b->gpu;
    const VkViewport viewport = {
        .x = (float) x,
        .y = (float) y,
        .width = (float) width,
        .height = (float) height,
        .maxDepth = 1.0f,
    };
    const VkRect2D scissor = {{(int32_t) x, (int32_t) y}, {width, height}};

    gpu->vk.vkCmdSetViewport(gpu->commands, 0, 1, &viewport);
    gpu->vk.vkCmdSetScissor(gpu->commands, 0, 1, &scissor);
}

void vk_pass_begin(struct vk_batch *b, VkRenderPass pass,
                   VkFramebuffer framebuffer, uint32_t width, uint32_t height)
{
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = pass,
        .framebuffer = framebuffer,
        .renderArea = {{0, 0}, {width, height}},
    };
    b->gpu->vk.vkCmdBeginRenderPass(b->gpu->commands, &info,
                                    VK_SUBPASS_CONTENTS_INLINE);
}

struct vk_push vk_piece_push(const struct vk_batch *b, const struct vk_piece *p)
{
    const struct vk_job *const job = &b->job[p->job];

    return (struct vk_push){
        .origin = {job->x + p->x, job->y + p->y},
        .size = {p->width, p->height},
        .base = p->base,
        .slots = job->slots ? job->slots : 1,
        .last = b->plan.page[p->page].records - 1,
    };
}

static void record_piece(struct vk_batch *b, const struct vk_piece *p)
{
    struct ombre_gpu *const gpu = b->gpu;
    const uint32_t patches = (uint32_t) (b->patch_stride * p->job);
    const struct vk_push push = vk_piece_push(b, p);
    const uint32_t layer = p->job < b->upload_job_count ? 0 : b->batch->layer;

    if (p->job < b->upload_job_count)
        vk_area_record(b, push.origin[0], push.origin[1], p->width, p->height);
    else
        vk_lane_area(b, push.origin[0], push.origin[1], p->width, p->height);
    gpu->vk.vkCmdBindDescriptorSets(
        gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, gpu->draw_layout, 0, 1,
        &b->set[p->page], 1, &patches);
    gpu->vk.vkCmdPushConstants(gpu->commands, gpu->draw_layout,
                               VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push,
                               &push);
    gpu->vk.vkCmdDraw(gpu->commands, 3, p->layers, layer * 3, 0);
}

/* Put to use what a job is drawn with. */
static void record_state(struct vk_batch *b, size_t job)
{
    static const float none[4] = {0};
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_program *const program = b->pipeline[job].program;

    if (job >= b->upload_job_count) {
        const struct vk_job *const j = &b->job[job];
        const VkRect2D area = {{(int32_t) j->x, (int32_t) j->y},
                               {j->width, j->height}};
        vk_lane_pass_reach(b, &area);
        vk_lane_use(b, program,
                    b->batch->draw[job - b->upload_job_count].state);
        return;
    }
    gpu->vk.vkCmdBindPipeline(gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                              program->pipeline);
    gpu->vk.vkCmdSetBlendConstants(gpu->commands, none);
}

void vk_pieces_record(struct vk_batch *b, size_t first_job, size_t end_job)
{
    size_t last_job = SIZE_MAX;

    for (size_t i = vk_plan_find(&b->plan, first_job);
         i < b->plan.piece_count && b->plan.piece[i].job < end_job; i++) {
        const struct vk_piece *const p = &b->plan.piece[i];
        if (p->job != last_job)
            record_state(b, p->job);
        last_job = p->job;
        record_piece(b, p);
    }
}

/* What the device wrote, to the host. */
static void record_host_barrier(struct vk_batch *b)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask =
            VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    b->gpu->vk.vkCmdPipelineBarrier(
        b->gpu->commands,
        VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
        VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
}

static void record_draws(struct vk_batch *b)
{
    size_t job = b->upload_job_count;

    vk_lane_begin(b);
    for (uint32_t i = 0; i < b->batch->clear_count;) {
        const size_t next = b->upload_job_count + b->batch->clear[i].before;
        vk_pieces_record(b, job, next);
        i += vk_clears_record(b, i, false);
        job = next;
    }
    vk_pieces_record(b, job, b->job_count);
    vk_lane_end(b);
}

static bool record(struct vk_batch *b)
{
    if (!vk_commands_begin(b->gpu))
        return false;
    vk_readback_poison(b);
    vk_upload_record(b);
    if (b->is_emulated)
        vk_emulate_record(b);
    else
        record_draws(b);
    vk_readback_record(b);
    vk_echo_record(b);
    record_host_barrier(b);
    return true;
}

uint32_t ombre_gpu_patience(const struct ombre_gpu_batch *batch)
{
    return vk_split_count(batch) * (1 + batch->draw_count / 64);
}

static uint64_t patience_ns(const struct vk_batch *b)
{
    uint64_t wait;

    return vk_multiply(b->gpu->timeout_ns, ombre_gpu_patience(b->batch), &wait)
               ? wait
               : UINT64_MAX;
}

bool vk_batch_run(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch)
{
    struct vk_batch *const b = calloc(1, sizeof *b);
    bool in_flight = false, ran = false;

    if (!b)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a batch");
    if (vk_batch_init(b, gpu, batch) && record(b) &&
        vk_commands_run(gpu, patience_ns(b), &in_flight) &&
        vk_readback_store(b)) {
        vk_echo_store(b);
        ran = true;
    }
    b->batch = NULL; /* it may be gone before the device is done with ours */
    if (in_flight) {
        gpu->dead = true;
        gpu->stuck = b; /* freed by ombre_gpu_close(), if it ever ends */
        return false;
    }
    vk_batch_finish(b);
    free(b);
    return ran;
}

enum ombre_gpu_status ombre_gpu_run(struct ombre_gpu *gpu,
                                    const struct ombre_gpu_batch *batch,
                                    enum ombre_gpu_readback *how)
{
    vk_enter(gpu);
    memset(gpu->texels, 0, sizeof gpu->texels);
    gpu->spill = (struct ombre_gpu_spill){0};
    if (gpu->dead) {
        vk_fail(gpu, OMBRE_GPU_LOST,
                "an earlier batch lost the device or ran out of time");
    } else if (vk_check_batch(gpu, batch)) {
        vk_split_run(gpu, batch);
    }
    if (how)
        *how = OMBRE_GPU_READBACK_RAW;
    return vk_leave(gpu);
}
