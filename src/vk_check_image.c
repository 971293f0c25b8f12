/* Whether images that targets name, and what targets are of them, are sound. */
#include "vk.h"

static uint32_t level_size(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

/* Levels down to one texel. */
static uint32_t full_chain(const VkExtent3D *e)
{
    uint32_t levels = 1;

    while ((e->width | e->height | e->depth) >> levels)
        levels++;
    return levels;
}

static bool check_extent(struct ombre_gpu *gpu,
                         const struct ombre_gpu_image *image, uint32_t i)
{
    const uint32_t limits[] = {gpu->limits.maxImageDimension1D,
                               gpu->limits.maxImageDimension2D,
                               gpu->limits.maxImageDimension3D};
    const VkExtent3D *const e = &image->extent;

    if (image->dimensions < 1 || image->dimensions > 3)
        return vk_refuse(gpu, "target %u: an image of %u dimensions", i,
                         image->dimensions);
    const uint32_t limit = limits[image->dimensions - 1];
    if (e->width == 0 || e->height == 0 || e->depth == 0 || e->width > limit ||
        e->height > (image->dimensions > 1 ? limit : 1) ||
        e->depth > (image->dimensions > 2 ? limit : 1))
        return vk_refuse(gpu,
                         "target %u: an image of %ux%ux%u texels; "
                         "maxImageDimension%uD is %u",
                         i, e->width, e->height, e->depth, image->dimensions,
                         limit);
    return true;
}

static bool check_parts(struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch,
                        const struct ombre_gpu_image *image, uint32_t i)
{
    const bool is_volume = image->dimensions == 3;
    const uint32_t most = is_volume ? 1 : gpu->limits.maxImageArrayLayers;

    if (image->mip_levels == 0 ||
        image->mip_levels > full_chain(&image->extent) ||
        (batch->samples > 1 && image->mip_levels > 1))
        return vk_refuse(gpu, "target %u: an image of %u levels", i,
                         image->mip_levels);
    if (image->array_layers == 0 || image->array_layers > most)
        return vk_refuse(gpu, "target %u: an image of %u layers of %u", i,
                         image->array_layers, most);
    if (batch->samples > 1 && image->dimensions != 2)
        return vk_refuse(gpu, "target %u: %d samples in %u dimensions", i,
                         (int) batch->samples, image->dimensions);
    return true;
}

/* Usages that say what shaders do; all else goes with how a batch is drawn. */
static bool check_usage(struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch,
                        const struct ombre_gpu_image *image, uint32_t i)
{
    const VkImageUsageFlags known = VK_IMAGE_USAGE_SAMPLED_BIT |
                                    VK_IMAGE_USAGE_STORAGE_BIT |
                                    VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT;
    const VkFormat format = batch->target[i].format;
    const struct vk_format *const row =
        vk_format_find(image->format ? image->format : format);

    if (image->usage & ~known)
        return vk_refuse(gpu, "target %u: an image with usage 0x%x", i,
                         image->usage);
    if (!row || row->texel_size != batch->target[i].texel_size ||
        (row->format != format && !image->mutable_format))
        return vk_refuse(gpu, "target %u: %s in an image of %s", i,
                         vk_format_name(format), vk_format_name(image->format));
    return true;
}

static bool check_view(struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch, uint32_t i)
{
    const struct ombre_gpu_image *const image = batch->target[i].image;
    const struct ombre_gpu_view *const view = &batch->target[i].view;
    const uint32_t count = view->count ? view->count : 1;
    const uint32_t width = level_size(image->extent.width, view->mip);
    const uint32_t height = level_size(image->extent.height, view->mip);
    const uint32_t layers = image->dimensions == 3
                                ? level_size(image->extent.depth, view->mip)
                                : image->array_layers;

    if (batch->width > width || batch->x > width - batch->width ||
        batch->height > height || batch->y > height - batch->height)
        return vk_refuse(gpu,
                         "target %u: %ux%u texels from %u,%u on, in a level of "
                         "%ux%u",
                         i, batch->width, batch->height, batch->x, batch->y,
                         width, height);
    if (count > layers || view->first > layers - count || batch->layer >= count)
        return vk_refuse(gpu,
                         "target %u: layer %u of %u layers from %u on; there "
                         "are %u",
                         i, batch->layer, count, view->first, layers);
    return true;
}

static bool overlaps(const struct ombre_gpu_view *a,
                     const struct ombre_gpu_view *b)
{
    const uint64_t a_count = a->count ? a->count : 1;
    const uint64_t b_count = b->count ? b->count : 1;

    return a->mip == b->mip && a->first + a_count > b->first &&
           b->first + b_count > a->first;
}

/* Formats of one image differ only where it is mutable. */
static bool check_shared(struct ombre_gpu *gpu,
                         const struct ombre_gpu_batch *batch, uint32_t i)
{
    const struct ombre_gpu_target *const t = &batch->target[i];

    for (uint32_t k = 0; k < i; k++) {
        const struct ombre_gpu_target *const other = &batch->target[k];
        if (other->image != t->image || other->format == VK_FORMAT_UNDEFINED)
            continue;
        if (overlaps(&other->view, &t->view))
            return vk_refuse(gpu, "targets %u and %u are the same texels", k,
                             i);
        if ((other->format != t->format && !t->image->mutable_format) ||
            other->texel_size != t->texel_size)
            return vk_refuse(gpu, "targets %u and %u: %s and %s in one image",
                             k, i, vk_format_name(other->format),
                             vk_format_name(t->format));
    }
    return true;
}

bool vk_check_image(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                    uint32_t target)
{
    const struct ombre_gpu_image *const image = batch->target[target].image;

    if (batch->target[target].format == VK_FORMAT_UNDEFINED)
        return true;
    if (!image)
        return batch->layer == 0 || vk_refuse(gpu, "target %u has no layer %u",
                                              target, batch->layer);
    /* A shift beyond what a word has is for no level. */
    if (!check_extent(gpu, image, target) ||
        !check_parts(gpu, batch, image, target))
        return false;
    if (batch->target[target].view.mip >= image->mip_levels)
        return vk_refuse(gpu, "target %u: level %u of %u", target,
                         batch->target[target].view.mip, image->mip_levels);
    return check_usage(gpu, batch, image, target) &&
           check_view(gpu, batch, target) && check_shared(gpu, batch, target);
}
