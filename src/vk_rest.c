/* What images have beside the targets: other levels, other layers, and texels
 * around.  Noise is put there before a batch and must be there after it.
 *
 * To images of several samples nothing can be copied.  They have been cleared,
 * and all samples of what no target is must be alike after the batch.
 */
#include "vk.h"

#include <string.h>

/* Whether target `i` stands for an image of which the rest is watched; one of
 * several samples is fetched from. */
static bool is_watched(const struct vk_batch *b, uint32_t i)
{
    return vk_target_owns(&b->surface, i) && b->surface.target[i].is_named &&
           !b->surface.target[i].rest;
}

static bool is_fetched(const struct vk_batch *b, uint32_t i)
{
    return b->surface.target[i].rest != VK_NULL_HANDLE;
}

/* --- Where texels lie ------------------------------------------------------
 * Level by level; of each, layer by layer or slice by slice; row by row.
 */

static uint64_t level_size(const struct vk_target *t, uint32_t mip)
{
    const VkExtent3D e = vk_level_extent(t, mip);

    return (uint64_t) e.width * e.height * e.depth * t->layers *
           t->format->texel_size;
}

/* Within 64 bits: vk_check.c has looked at the extent. */
static uint64_t image_size(const struct vk_target *t)
{
    uint64_t size = 0;

    for (uint32_t mip = 0; mip < t->levels; mip++)
        size += level_size(t, mip);
    return size;
}

/* Of all samples of all layers. */
static uint64_t fetch_size(const struct vk_batch *b, const struct vk_target *t)
{
    return (uint64_t) t->whole.width * t->whole.height * t->layers *
           (uint32_t) b->batch->samples * vk_texel_words(t) * sizeof(uint32_t);
}

bool vk_rest_init_upload(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        struct vk_target *const t = &b->surface.target[i];
        if (is_watched(b, i) &&
            !vk_batch_reserve(b, &b->staging_size, image_size(t),
                              &t->rest_staging))
            return false;
    }
    return true;
}

static bool reserve_fetched(struct vk_batch *b, struct vk_target *t)
{
    const uint64_t size = fetch_size(b, t);

    if (!vk_fetch_make(b->gpu, VK_FETCH_LAYERS))
        return false;
    if (size > b->gpu->limits.maxStorageBufferRange)
        return vk_refuse(b->gpu,
                         "maxStorageBufferRange is %u; the samples of an image "
                         "take more",
                         b->gpu->limits.maxStorageBufferRange);
    return vk_batch_reserve(b, &b->readback_size, size, &t->rest_readback);
}

bool vk_rest_init_readback(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        struct vk_target *const t = &b->surface.target[i];
        if (is_fetched(b, i) && !reserve_fetched(b, t))
            return false;
        if (is_watched(b, i) &&
            !vk_batch_reserve(b, &b->readback_size, image_size(t),
                              &t->rest_readback))
            return false;
    }
    return true;
}

/* --- Noise -----------------------------------------------------------------
 */

/* No two words that are near one another are alike.  None is a NaN of any
 * float format or the lowest code of an SNORM: drivers that write whole blocks
 * of texels back (lavapipe) have other bits for those. */
static uint32_t noise_word(uint64_t index)
{
    uint64_t x = (index + 1) * 0x9E3779B97F4A7C15u;

    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9u;
    return ((uint32_t) (x >> 32) & ~0x40444040u) | 0x01010101u;
}

/* Bytes `offset` and on of the noise of an image. */
static void make_noise(uint64_t offset, size_t size, char *out)
{
    while (size > 0) {
        const uint32_t word = noise_word(offset / sizeof word);
        const size_t skip = (size_t) (offset % sizeof word);
        const size_t left = sizeof word - skip;
        const size_t count = size < left ? size : left;
        memcpy(out, (const char *) &word + skip, count);
        out += count;
        offset += count;
        size -= count;
    }
}

static bool is_noise(uint64_t offset, size_t size, const char *got)
{
    char want[256];

    while (size > 0) {
        const size_t count = size < sizeof want ? size : sizeof want;
        make_noise(offset, count, want);
        if (memcmp(got, want, count) != 0)
            return false;
        got += count;
        offset += count;
        size -= count;
    }
    return true;
}

void vk_rest_fill(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (is_watched(b, i))
            make_noise(0, (size_t) image_size(t),
                       (char *) b->staging.map + t->rest_staging);
    }
}

/* --- Copies ----------------------------------------------------------------
 */

static VkBufferImageCopy level_copy(const struct vk_target *t, uint32_t mip,
                                    uint64_t offset)
{
    return (VkBufferImageCopy){
        .bufferOffset = offset,
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, t->layers},
        .imageExtent = vk_level_extent(t, mip),
    };
}

void vk_rest_record_upload(struct vk_batch *b, uint32_t target)
{
    struct ombre_gpu *const gpu = b->gpu;
    const struct vk_target *const t = &b->surface.target[target];
    uint64_t offset = t->rest_staging;

    if (!is_watched(b, target))
        return;
    vk_image_barrier(gpu, gpu->commands, t->image,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    for (uint32_t mip = 0; mip < t->levels; mip++) {
        const VkBufferImageCopy region = level_copy(t, mip, offset);
        gpu->vk.vkCmdCopyBufferToImage(
            gpu->commands, b->staging.buffer, t->image,
            VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
        offset += level_size(t, mip);
    }
}

void vk_rest_record_readback(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;

    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        uint64_t offset = t->rest_readback;
        for (uint32_t mip = 0; is_watched(b, i) && mip < t->levels; mip++) {
            const VkBufferImageCopy region = level_copy(t, mip, offset);
            gpu->vk.vkCmdCopyImageToBuffer(gpu->commands, t->image,
                                           VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                           b->readback.buffer, 1, &region);
            offset += level_size(t, mip);
        }
    }
}

/* --- Fetches ---------------------------------------------------------------
 */

void vk_rest_sets(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (is_fetched(b, i))
            vk_fetch_write(b, b->rest_set[i], t->rest, t->rest_readback,
                           fetch_size(b, t));
    }
}

void vk_rest_record_fetch(struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        const struct vk_fetch_push push = {
            .size = {t->whole.width, t->whole.height},
            .samples = (uint32_t) b->batch->samples,
            .texel_words = is_fetched(b, i) ? vk_texel_words(t) : 0,
        };
        if (is_fetched(b, i))
            vk_fetch_record(b, b->gpu->fetch[VK_FETCH_LAYERS], b->rest_set[i],
                            &push, t->layers);
    }
}

/* --- Comparison ------------------------------------------------------------
 */

/* One row of one layer or slice of one level. */
struct row {
    uint32_t owner, mip, layer, y;
};

static bool is_of_target(const struct vk_batch *b, const struct row *row,
                         uint32_t x)
{
    const struct ombre_gpu_batch *const batch = b->batch;

    if (x < batch->x || x - batch->x >= batch->width || row->y < batch->y ||
        row->y - batch->y >= batch->height)
        return false;
    for (uint32_t i = row->owner; i < batch->target_count; i++) {
        const struct vk_target *const t = &b->surface.target[i];
        if (t->format && t->owner == row->owner && t->mip == row->mip &&
            t->layer == row->layer)
            return true;
    }
    return false;
}

static void note(const struct vk_batch *b, const struct row *row, uint32_t x)
{
    struct ombre_gpu_spill *const spill = &b->gpu->spill;

    if (spill->count++ == 0)
        *spill = (struct ombre_gpu_spill){row->owner, row->mip, row->layer,
                                          x,          row->y,   1};
}

static void check_row(const struct vk_batch *b, const struct row *row,
                      uint32_t width, uint64_t offset, const char *got)
{
    const size_t size = b->surface.target[row->owner].format->texel_size;

    if (is_noise(offset, width * size, got))
        return;
    for (uint32_t x = 0; x < width; x++)
        if (!is_of_target(b, row, x) &&
            !is_noise(offset + x * size, size, got + x * size))
            note(b, row, x);
}

static void check_image(const struct vk_batch *b, uint32_t owner)
{
    const struct vk_target *const t = &b->surface.target[owner];
    const char *const map = (const char *) b->readback.map + t->rest_readback;
    uint64_t offset = 0;

    for (uint32_t mip = 0; mip < t->levels; mip++) {
        const VkExtent3D e = vk_level_extent(t, mip);
        const uint32_t layers = e.depth * t->layers;
        const uint64_t step = (uint64_t) e.width * t->format->texel_size;
        for (uint32_t layer = 0; layer < layers; layer++)
            for (uint32_t y = 0; y < e.height; y++, offset += step) {
                const struct row row = {owner, mip, layer, y};
                check_row(b, &row, e.width, offset, map + offset);
            }
    }
}

/* Samples of a texel, all of them as `want`; the first that is looked at says
 * what that is. */
static void check_samples(const struct vk_batch *b, const struct row *row,
                          uint32_t x, size_t first, char want[16], bool *known)
{
    const struct vk_target *const t = &b->surface.target[row->owner];
    char got[16];

    for (size_t s = 0; s < (size_t) b->batch->samples; s++) {
        vk_fetch_texel(b, t, t->rest_readback, first + s, got);
        if (!*known)
            memcpy(want, got, t->format->texel_size);
        *known = true;
        if (memcmp(got, want, t->format->texel_size) != 0) {
            note(b, row, x);
            return;
        }
    }
}

static void check_fetched(const struct vk_batch *b, uint32_t owner)
{
    const struct vk_target *const t = &b->surface.target[owner];
    const size_t samples = (size_t) b->batch->samples;
    char want[16];
    bool known = false;
    size_t first = 0;

    for (uint32_t layer = 0; layer < t->layers; layer++)
        for (uint32_t y = 0; y < t->whole.height; y++) {
            const struct row row = {owner, 0, layer, y};
            for (uint32_t x = 0; x < t->whole.width; x++, first += samples)
                if (!is_of_target(b, &row, x))
                    check_samples(b, &row, x, first, want, &known);
        }
}

void vk_rest_check(const struct vk_batch *b)
{
    for (uint32_t i = 0; i < b->batch->target_count; i++) {
        if (is_watched(b, i))
            check_image(b, i);
        if (is_fetched(b, i))
            check_fetched(b, i);
    }
}

const struct ombre_gpu_spill *ombre_gpu_spill(const struct ombre_gpu *gpu)
{
    return gpu->spill.count ? &gpu->spill : NULL;
}
