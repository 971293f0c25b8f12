/* Texels out of targets: by copy, or fetched sample by sample. */
#include "vk.h"

#include <string.h>

enum { GROUP = 8 }; /* local_size_x, local_size_y of fetch.comp */

static const uint32_t poison = 0xA5A5A5A5;

/* Words that fetch.comp writes for a texel. */
uint32_t vk_texel_words(const struct vk_target *t)
{
    return t->format->texel_size < 4 ? 1 : t->format->texel_size / 4;
}

static bool is_copied(const struct vk_batch *b)
{
    return b->batch->samples == VK_SAMPLE_COUNT_1_BIT;
}

/* What a copy takes, or fetch.comp. */
static uint64_t copy_size(const struct vk_batch *b, const struct vk_target *t)
{
    return vk_batch_texels(b) * t->format->texel_size;
}

static uint64_t fetch_size(const struct vk_batch *b, const struct vk_target *t)
{
    return vk_batch_texels(b) * vk_texel_words(t) * sizeof(uint32_t);
}

static enum vk_fetch_kind kind_of(const struct vk_batch *b)
{
    return is_copied(b) ? VK_FETCH_ONE : VK_FETCH_SAMPLES;
}

static bool reserve_fetched(struct vk_batch *b, uint32_t i)
{
    struct vk_target *const t = &b->surface.target[i];
    const uint64_t size = fetch_size(b, t);

    if (!vk_fetch_make(b->gpu, kind_of(b)))
        return false;
    if (size > b->gpu->limits.maxStorageBufferRange)
        return vk_refuse(b->gpu,
                         "maxStorageBufferRange is %u; the samples "
                         "of target %u take more",
                         b->gpu->limits.maxStorageBufferRange, i);
    return vk_batch_reserve(b, &b->readback_size, size, &t->fetched);
}

bool vk_readback_init(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        struct vk_target *const t = &b->surface.target[i];
        if (!t->format)
            continue;
        if (is_copied(b) && !vk_batch_reserve(b, &b->readback_size,
                                              copy_size(b, t), &t->readback))
            return false;
        if (t->fetches && !reserve_fetched(b, i))
            return false;
    }
    if (!vk_rest_init_readback(b))
        return false;
    return vk_batch_reserve(b, &b->readback_size, sizeof(uint32_t), &b->token);
}

/* Another one for each batch, and never what fresh memory holds. */
static uint32_t token_of(const struct vk_batch *b)
{
    return (uint32_t) b->gpu->kept.now | 0x80000000u;
}

/* The device poisons: memory is its own to write to.  The token, cleared by the
 * host, tells whether it did. */
void vk_readback_poison(struct vk_batch *b)
{
    const struct VolkDeviceTable *const vk = &b->gpu->vk;
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask =
            VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_WRITE_BIT,
    };

    memset((char *) b->readback.map + b->token, 0, sizeof(uint32_t));
    if (b->token > 0)
        vk->vkCmdFillBuffer(b->gpu->commands, b->readback.buffer, 0, b->token,
                            poison);
    vk->vkCmdFillBuffer(b->gpu->commands, b->readback.buffer, b->token,
                        sizeof(uint32_t), token_of(b));
    vk->vkCmdPipelineBarrier(b->gpu->commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                             VK_PIPELINE_STAGE_TRANSFER_BIT |
                                 VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                             0, 1, &barrier, 0, NULL, 0, NULL);
}

void vk_fetch_write(struct vk_batch *b, VkDescriptorSet set, VkImageView view,
                    uint64_t offset, uint64_t size)
{
    const VkDescriptorImageInfo image = {
        .imageView = view,
        .imageLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
    };
    const VkDescriptorBufferInfo texels = {b->readback.buffer, offset, size};
    const VkWriteDescriptorSet writes[] = {
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = 0,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,
            .pImageInfo = &image,
        },
        {
            .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
            .dstSet = set,
            .dstBinding = 1,
            .descriptorCount = 1,
            .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            .pBufferInfo = &texels,
        },
    };
    b->gpu->vk.vkUpdateDescriptorSets(b->gpu->device, 2, writes, 0, NULL);
}

void vk_readback_sets(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (t->fetches)
            vk_fetch_write(b, b->fetch_set[i], t->bits, t->fetched,
                           fetch_size(b, t));
    }
    vk_rest_sets(b);
}

static void record_copy(struct vk_batch *b, const struct vk_target *t)
{
    const struct vk_slab at = vk_target_slab(t);
    const VkBufferImageCopy region = {
        .bufferOffset = t->readback,
        .imageSubresource = at.subresource,
        .imageOffset = {(int32_t) b->batch->x, (int32_t) b->batch->y, at.z},
        .imageExtent = {b->batch->width, b->batch->height, 1},
    };
    b->gpu->vk.vkCmdCopyImageToBuffer(b->gpu->commands, t->image,
                                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                      b->readback.buffer, 1, &region);
}

void vk_fetch_record(struct vk_batch *b, VkPipeline pipeline,
                     VkDescriptorSet set, const struct vk_fetch_push *push,
                     uint32_t layers)
{
    struct ombre_gpu *const gpu = b->gpu;

    gpu->vk.vkCmdBindPipeline(gpu->commands, VK_PIPELINE_BIND_POINT_COMPUTE,
                              pipeline);
    gpu->vk.vkCmdBindDescriptorSets(gpu->commands,
                                    VK_PIPELINE_BIND_POINT_COMPUTE,
                                    gpu->fetch_layout, 0, 1, &set, 0, NULL);
    gpu->vk.vkCmdPushConstants(gpu->commands, gpu->fetch_layout,
                               VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof *push,
                               push);
    gpu->vk.vkCmdDispatch(gpu->commands, (push->size[0] + GROUP - 1) / GROUP,
                          (push->size[1] + GROUP - 1) / GROUP, layers);
}

static void record_fetch(struct vk_batch *b, uint32_t i)
{
    const struct vk_fetch_push push = {
        .origin = {b->batch->x, b->batch->y},
        .size = {b->batch->width, b->batch->height},
        .samples = (uint32_t) b->batch->samples,
        .texel_words = vk_texel_words(&b->surface.target[i]),
    };
    vk_fetch_record(b, b->gpu->fetch[kind_of(b)], b->fetch_set[i], &push, 1);
}

/* From one use of an image to the next; each image once.  Those that are not
 * fetched from have no usage for it: texels of an image have one size, so that
 * all its targets are, or none. */
static void record_barriers(struct vk_batch *b, VkImageLayout from,
                            VkImageLayout to)
{
    const bool all = to != VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;

    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (vk_target_owns(&b->surface, i) &&
            (all || b->surface.target[i].fetches))
            vk_image_barrier(b->gpu, b->gpu->commands,
                             b->surface.target[i].image, from, to);
}

void vk_readback_record(struct vk_batch *b)
{
    VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;

    if (is_copied(b)) {
        record_barriers(b, layout, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
        layout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        for (uint32_t i = 0; i < b->batch->target_count; i++)
            if (b->surface.target[i].format)
                record_copy(b, &b->surface.target[i]);
        vk_rest_record_readback(b);
    }
    record_barriers(b, layout, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    for (uint32_t i = 0; i < b->batch->target_count; i++)
        if (b->surface.target[i].fetches)
            record_fetch(b, i);
    vk_rest_record_fetch(b);
}

void vk_fetch_texel(const struct vk_batch *b, const struct vk_target *t,
                    uint64_t offset, size_t texel, char *to)
{
    const size_t size = t->format->texel_size;
    const size_t stride = vk_texel_words(t) * sizeof(uint32_t);
    const char *const from =
        (const char *) b->readback.map + offset + texel * stride;
    uint32_t word;

    memcpy(&word, from, sizeof word);
    if (size == 1)
        memcpy(to, &(uint8_t){(uint8_t) word}, 1);
    else if (size == 2)
        memcpy(to, &(uint16_t){(uint16_t) word}, 2);
    else
        memcpy(to, from, size);
}

static void store_target(const struct vk_batch *b, uint32_t i)
{
    const struct vk_target *const t = &b->surface.target[i];
    const char *const from = (const char *) b->readback.map + t->readback;
    char *const to = b->batch->target[i].readback;
    const size_t size = t->format->texel_size;
    const size_t texels = (size_t) vk_batch_texels(b);

    if (is_copied(b)) {
        memcpy(to, from, texels * size);
        return;
    }
    for (size_t p = 0; p < texels; p++)
        vk_fetch_texel(b, t, t->fetched, p, to + p * size);
}

/* Whether both ways of reading back say the same. */
static bool check_fetched(const struct vk_batch *b, uint32_t i)
{
    const struct vk_target *const t = &b->surface.target[i];
    const char *const copied = (const char *) b->readback.map + t->readback;
    const size_t size = t->format->texel_size;
    const size_t texels = (size_t) vk_batch_texels(b);
    char fetched[16];

    for (size_t p = 0; t->fetches && p < texels; p++) {
        vk_fetch_texel(b, t, t->fetched, p, fetched);
        if (memcmp(copied + p * size, fetched, size) != 0)
            return vk_fail(b->gpu, OMBRE_GPU_FAILED,
                           "read-back: target %u, column %zu, row %zu has "
                           "other bits by copy than by shader fetch",
                           i, p % b->batch->width, p / b->batch->width);
    }
    return true;
}

bool vk_readback_store(const struct vk_batch *b)
{
    const char *const map = b->readback.map;
    const uint32_t want = token_of(b);

    if (memcmp(map + b->token, &want, sizeof want) != 0)
        return vk_fail(b->gpu, OMBRE_GPU_FAILED,
                       "the submission is said to be done, and is not");
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (!t->format)
            continue;
        if (b->batch->target[i].readback)
            store_target(b, i);
        if (!is_copied(b))
            continue;
        b->gpu->texels[i] = map + t->readback;
        if (!check_fetched(b, i))
            return false;
    }
    vk_rest_check(b);
    return true;
}

const void *ombre_gpu_texels(const struct ombre_gpu *gpu, uint32_t target)
{
    return target < OMBRE_VK_MAX_ATTACHMENTS ? gpu->texels[target] : NULL;
}
