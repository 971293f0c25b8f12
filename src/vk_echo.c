/* The operands as fragment shaders see them: a draw of its own that writes
 * each record to a texel of an integer image, and nothing else. */
#include "vk.h"

enum { MAX_WIDTH = 4096, RECORD_SIZE = 16 };

static bool is_draw(const struct vk_batch *b, const struct vk_piece *p)
{
    return p->job >= b->upload_job_count;
}

static uint64_t record_count(const struct vk_batch *b)
{
    uint64_t n = 0;

    for (size_t i = 0; i < b->plan.piece_count; i++)
        if (is_draw(b, &b->plan.piece[i]))
            n += vk_piece_records(&b->plan.piece[i],
                                  &b->job[b->plan.piece[i].job]);
    return n;
}

/* A square image or less, for few records; width is within the limits that
 * vk_device.c insists on. */
static bool choose_size(struct vk_batch *b)
{
    const VkPhysicalDeviceLimits *const l = &b->gpu->limits;
    const uint64_t records = record_count(b);
    uint32_t width = 16;

    while (width < MAX_WIDTH && (uint64_t) width * width < records)
        width *= 2;
    const uint64_t height = (records + width - 1) / width;
    if (height > l->maxImageDimension2D || height > l->maxFramebufferHeight)
        return vk_refuse(b->gpu, "an echo of %llu rows of %u",
                         (unsigned long long) height, width);
    b->echo.width = records ? width : 0;
    b->echo.height = (uint32_t) height;
    return true;
}

/* The one pipeline that echoes. */
static bool find_pipeline(struct vk_batch *b)
{
    const struct vk_key key = {.word = {0}, .count = 1};
    struct vk_program *program;
    bool found;

    if (!vk_keep_program(b->gpu, &key, &program, &found))
        return false;
    if (!found &&
        !vk_echo_pipeline_create(b->gpu, b->echo.pass, &program->pipeline)) {
        vk_cache_drop(b->gpu, program);
        return false;
    }
    b->echo.pipeline = program->pipeline;
    return true;
}

bool vk_echo_init(struct vk_batch *b)
{
    struct vk_echo *const e = &b->echo;
    const VkFormat format = VK_FORMAT_R32G32B32A32_UINT;

    if (!b->batch->echo || b->batch->slots == 0)
        return true;
    if (!choose_size(b) || e->width == 0)
        return e->width == 0 && b->gpu->status == OMBRE_GPU_OK;
    const VkExtent2D size = {e->width, e->height};
    return vk_batch_reserve(b, &b->readback_size,
                            (uint64_t) e->width * e->height * RECORD_SIZE,
                            &e->readback) &&
           vk_keep_echo_image(b->gpu, e->width, e->height, &e->image) &&
           vk_keep_pass(b->gpu, &format, 1, VK_SAMPLE_COUNT_1_BIT,
                        VK_ATTACHMENT_LOAD_OP_LOAD, &e->pass) &&
           vk_framebuffer_create(b->gpu, e->pass, &e->image.view, 1, size, 1,
                                 &e->framebuffer) &&
           find_pipeline(b);
}

/* Records `first` and on are the piece's.  It is drawn to all rows that they
 * touch; the shader leaves what lies before and after them. */
static void record_piece(struct vk_batch *b, const struct vk_piece *p,
                         uint64_t first)
{
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_echo *const e = &b->echo;
    const uint32_t records = vk_piece_records(p, &b->job[p->job]);
    const uint32_t shift = (uint32_t) (first % e->width);
    const uint32_t row = (uint32_t) (first / e->width);
    const uint32_t end = (uint32_t) ((first + records - 1) / e->width) + 1;
    const uint32_t no_patches = 0;
    const struct vk_push push = {
        .origin = {shift, row}, /* x wraps around before `shift` */
        .size = {p->width, p->height},
        .base = p->base,
        .slots = b->job[p->job].slots,
        .last = b->plan.page[p->page].records - 1,
        .records = records,
        .row = e->width,
    };

    vk_area_record(b, 0, row, e->width, end - row);
    gpu->vk.vkCmdBindDescriptorSets(
        gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, gpu->draw_layout, 0, 1,
        &b->set[p->page], 1, &no_patches);
    gpu->vk.vkCmdPushConstants(gpu->commands, gpu->draw_layout,
                               VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof push,
                               &push);
    gpu->vk.vkCmdDraw(gpu->commands, 3, 1, 0, 0);
}

static void record_pieces(struct vk_batch *b)
{
    uint64_t first = 0;

    for (size_t i = 0; i < b->plan.piece_count; i++) {
        const struct vk_piece *const p = &b->plan.piece[i];
        if (!is_draw(b, p))
            continue;
        record_piece(b, p, first);
        first += vk_piece_records(p, &b->job[p->job]);
    }
}

void vk_echo_record(struct vk_batch *b)
{
    static const float constants[4] = {0};
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_echo *const e = &b->echo;
    const VkBufferImageCopy region = {
        .bufferOffset = e->readback,
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageExtent = {e->width, e->height, 1},
    };

    if (e->width == 0)
        return;
    vk_scribble_record(gpu, e->image.image);
    vk_image_barrier(gpu, gpu->commands, e->image.image,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    vk_pass_begin(b, e->pass, e->framebuffer, e->width, e->height);
    gpu->vk.vkCmdBindPipeline(gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS,
                              e->pipeline);
    gpu->vk.vkCmdSetBlendConstants(gpu->commands, constants);
    record_pieces(b);
    gpu->vk.vkCmdEndRenderPass(gpu->commands);
    vk_image_barrier(gpu, gpu->commands, e->image.image,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                     VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    gpu->vk.vkCmdCopyImageToBuffer(gpu->commands, e->image.image,
                                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                   b->readback.buffer, 1, &region);
}

/* Records of draw after draw, as their operands were. */
void vk_echo_store(const struct vk_batch *b)
{
    const char *from = (const char *) b->readback.map + b->echo.readback;
    uint32_t(*to)[4] = b->batch->echo;
    size_t job = b->upload_job_count;

    if (b->echo.width == 0)
        return;
    for (size_t i = 0; i < b->plan.piece_count; i++) {
        const struct vk_piece *const p = &b->plan.piece[i];
        if (!is_draw(b, p))
            continue;
        for (; job < p->job; job++) {
            const struct vk_job *const j = &b->job[job];
            to += (size_t) j->width * j->height * j->layers * j->slots;
        }
        vk_piece_scatter(p, &b->job[p->job],
                         (const uint32_t(*)[4])(const void *) from, to);
        from += (size_t) vk_piece_records(p, &b->job[p->job]) * RECORD_SIZE;
    }
}

void vk_echo_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_echo *const e = &b->echo;

    gpu->vk.vkDestroyFramebuffer(gpu->device, e->framebuffer, NULL);
    *e = (struct vk_echo){0};
}
