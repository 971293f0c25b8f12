/* Texels into targets: by copy, or drawn sample by sample. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

/* What the fragment shader outputs for each texel, samples apart. */
static bool make_operands(struct vk_batch *b, struct vk_upload *u)
{
    const struct ombre_gpu_target *const target = &b->batch->target[u->target];
    const struct vk_target *const t = &b->surface.target[u->target];
    const size_t samples = (size_t) b->batch->samples;
    const size_t pixels = (size_t) (vk_batch_texels(b) / samples);
    const bool is_bits =
        target->upload &&
        t->upload_format == vk_format_bits(t->format->texel_size);

    u->operands = calloc(pixels * samples, sizeof *u->operands);
    if (!u->operands)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "values to upload");
    for (size_t s = 0; s < samples; s++)
        for (size_t p = 0; p < pixels; p++) {
            const size_t size = t->format->texel_size;
            const size_t texel = p * samples + s;
            /* Integers of the views are in the host's order, as texels are:
             * Vulkan 1.3, "Host Memory" (endianness is the same). */
            if (is_bits)
                memcpy(u->operands[s * pixels + p],
                       (const char *) target->upload + texel * size, size);
            else
                memcpy(u->operands[s * pixels + p], target->upload_value[texel],
                       sizeof *u->operands);
        }
    return true;
}

static bool init_drawn(struct vk_batch *b, uint32_t target)
{
    const struct vk_target *const t = &b->surface.target[target];
    struct vk_upload *const u = &b->upload[b->upload_count++];

    u->target = target;
    u->first_job = b->upload_job_count;
    b->upload_job_count += (size_t) b->batch->samples;
    u->end_job = b->upload_job_count;
    /* Texels around are another's. */
    return make_operands(b, u) &&
           vk_keep_pass(b->gpu, &t->upload_format, 1, b->batch->samples,
                        VK_ATTACHMENT_LOAD_OP_LOAD, &u->pass) &&
           vk_framebuffer_create(b->gpu, u->pass, &t->upload, 1, t->extent, 1,
                                 &u->framebuffer);
}

static bool init_clear(struct vk_batch *b, uint32_t target)
{
    const struct vk_target *const t = &b->surface.target[target];
    struct vk_upload *const u = &b->upload[b->upload_count++];

    u->target = target;
    return vk_keep_pass(b->gpu, &t->format->format, 1, b->batch->samples,
                        VK_ATTACHMENT_LOAD_OP_CLEAR, &u->pass) &&
           vk_framebuffer_create(b->gpu, u->pass, &t->upload, 1, t->extent, 1,
                                 &u->framebuffer);
}

static bool is_copied(const struct vk_target *t)
{
    return t->format && !t->clears && t->upload_type == OMBRE_GPU_OUTPUT_NONE;
}

/* Of what is copied at a time: all, or a row of tiles. */
static VkExtent2D upload_extent(const struct vk_batch *b)
{
    const struct ombre_gpu_batch *const batch = b->batch;

    return (VkExtent2D){batch->width, batch->tile_height ? batch->tile_height
                                                         : batch->height};
}

static uint64_t upload_size(const struct vk_batch *b, const struct vk_target *t)
{
    const VkExtent2D extent = upload_extent(b);

    return (uint64_t) extent.width * extent.height * t->format->texel_size;
}

bool vk_upload_init(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        struct vk_target *const t = &b->surface.target[i];
        if (!t->format)
            continue;
        if (t->clears) {
            if (!init_clear(b, i))
                return false;
        } else if (t->upload_type != OMBRE_GPU_OUTPUT_NONE) {
            if (!init_drawn(b, i))
                return false;
        } else if (!vk_batch_reserve(b, &b->staging_size, upload_size(b, t),
                                     &t->staging)) {
            return false;
        }
    }
    return vk_rest_init_upload(b);
}

void vk_upload_jobs(struct vk_batch *b)
{
    const size_t pixels = (size_t) b->batch->width * b->batch->height;

    for (uint32_t i = 0; i < b->upload_count; i++) {
        const struct vk_upload *const u = &b->upload[i];
        for (size_t j = u->first_job; j < u->end_job; j++)
            b->job[j] = (struct vk_job){
                .operands = (const uint32_t(*)[4]) &
                            u->operands[(j - u->first_job) * pixels],
                .x = b->batch->x,
                .y = b->batch->y,
                .width = b->batch->width,
                .height = b->batch->height,
                .layers = 1,
                .slots = 1,
            };
    }
}

/* Store the shader's output in one sample and leave the others. */
static bool add_pipeline(struct vk_batch *b, const struct vk_upload *u,
                         uint32_t sample)
{
    const struct vk_target *const t = &b->surface.target[u->target];
    const struct vk_outputs outputs = {.type = {t->upload_type}};
    const struct ombre_vk_state state = {
        .attachment_count = 1,
        .format = {t->upload_format},
        .attachment = {{.colorWriteMask = 0xF}},
        .samples = b->batch->samples,
        .sample_mask = 1u << sample,
    };
    struct vk_recipe recipe;

    vk_recipe_plain(&recipe, b->gpu, &state, &outputs, u->pass);
    return vk_batch_program(b, u->first_job + sample, &recipe, &state,
                            &outputs);
}

bool vk_upload_pipelines(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->upload_count; i++)
        for (uint32_t s = 0; b->upload[i].first_job + s < b->upload[i].end_job;
             s++)
            if (!add_pipeline(b, &b->upload[i], s))
                return false;
    return true;
}

/* Rows of tiles side by side, from rows of one. */
static void fill_tiles(const struct vk_batch *b, size_t texel_size,
                       const char *from, char *to)
{
    const size_t row = b->batch->width * texel_size;
    const size_t tile = b->batch->tile_width * texel_size;

    for (uint32_t y = 0; y < b->batch->tile_height; y++, from += tile)
        for (size_t x = 0; x < row; x += tile)
            memcpy(to + y * row + x, from, row - x < tile ? row - x : tile);
}

void vk_upload_fill(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (!is_copied(t))
            continue;
        char *const to = (char *) b->staging.map + t->staging;
        if (b->batch->tile_width)
            fill_tiles(b, t->format->texel_size, b->batch->target[i].upload,
                       to);
        else
            memcpy(to, b->batch->target[i].upload, (size_t) upload_size(b, t));
    }
    vk_rest_fill(b);
}

static void record_rows(struct vk_batch *b, const struct vk_target *t,
                        uint32_t y, uint32_t height)
{
    const struct vk_slab at = vk_target_slab(t);
    const VkBufferImageCopy region = {
        .bufferOffset = t->staging,
        .imageSubresource = at.subresource,
        .imageOffset = {(int32_t) b->batch->x, (int32_t) (b->batch->y + y),
                        at.z},
        .imageExtent = {b->batch->width, height, 1},
    };
    b->gpu->vk.vkCmdCopyBufferToImage(
        b->gpu->commands, b->staging.buffer, t->image,
        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
}

static void record_copy(struct vk_batch *b, const struct vk_target *t)
{
    const uint32_t step = upload_extent(b).height;

    for (uint32_t y = 0, left; (left = b->batch->height - y) > 0;
         y += left < step ? left : step)
        record_rows(b, t, y, left < step ? left : step);
}

static void record_clear(struct vk_batch *b, const struct vk_upload *u)
{
    const struct ombre_gpu_batch *const batch = b->batch;
    const VkClearValue value = {.color = *batch->target[u->target].clear};
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = u->pass,
        .framebuffer = u->framebuffer,
        .renderArea = {{(int32_t) batch->x, (int32_t) batch->y},
                       {batch->width, batch->height}},
        .clearValueCount = 1,
        .pClearValues = &value,
    };
    b->gpu->vk.vkCmdBeginRenderPass(b->gpu->commands, &info,
                                    VK_SUBPASS_CONTENTS_INLINE);
    b->gpu->vk.vkCmdEndRenderPass(b->gpu->commands);
}

static void record_drawn(struct vk_batch *b, const struct vk_upload *u)
{
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_target *const t = &b->surface.target[u->target];

    if (t->clears) {
        record_clear(b, u);
    } else {
        vk_pass_begin(b, u->pass, u->framebuffer, t->extent.width,
                      t->extent.height);
        vk_pieces_record(b, u->first_job, u->end_job);
        gpu->vk.vkCmdEndRenderPass(gpu->commands);
    }
    vk_image_barrier(gpu, gpu->commands, t->image,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
}

/* From one use of an image to the next; each image once. */
static void record_barriers(struct vk_batch *b, VkImageLayout to)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (vk_target_owns(&b->surface, i))
            vk_image_barrier(b->gpu, b->gpu->commands,
                             b->surface.target[i].image,
                             VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, to);
}

void vk_upload_record(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (vk_target_owns(&b->surface, i)) {
            vk_scribble_record(b->gpu, b->surface.target[i].image);
            vk_rest_record_upload(b, i);
        }
    record_barriers(b, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (is_copied(&b->surface.target[i]))
            record_copy(b, &b->surface.target[i]);
    record_barriers(b, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    for (uint32_t i = 0; i < b->upload_count; i++)
        record_drawn(b, &b->upload[i]);
}

void vk_upload_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;

    for (uint32_t i = 0; i < b->upload_count; i++) {
        struct vk_upload *const u = &b->upload[i];
        gpu->vk.vkDestroyFramebuffer(gpu->device, u->framebuffer, NULL);
        free(u->operands);
    }
    b->upload_count = 0;
}
