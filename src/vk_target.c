/* Parts of images to draw to.
 *
 * One sample: texels are copied in and out.  More samples cannot be copied:
 * they are drawn, one sample after another, and fetched in a compute shader.
 * Both go through unsigned-integer views where the device has them, so that a
 * texel is its bits and nothing else.
 */
#include "vk.h"
#include "vk_emulate.h"

/* --- The image that a target is of -----------------------------------------
 */

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

VkExtent3D vk_level_extent(const struct vk_target *t, uint32_t mip)
{
    return (VkExtent3D){larger(t->whole.width >> mip, 1),
                        larger(t->whole.height >> mip, 1),
                        larger(t->whole.depth >> mip, 1)};
}

struct vk_slab vk_target_slab(const struct vk_target *t)
{
    const bool is_slice = t->type == VK_IMAGE_TYPE_3D;

    return (struct vk_slab){
        {VK_IMAGE_ASPECT_COLOR_BIT, t->mip, is_slice ? 0 : t->layer, 1},
        is_slice ? (int32_t) t->layer : 0,
    };
}

/* The first target with the memory of `index`. */
static uint32_t owner_of(const struct ombre_gpu_batch *batch, uint32_t index)
{
    const struct ombre_gpu_image *const image = batch->target[index].image;
    uint32_t first = 0;

    while (first < index &&
           (!image || batch->target[first].image != image ||
            batch->target[first].format == VK_FORMAT_UNDEFINED))
        first++;
    return first;
}

static void describe(struct vk_target *t, const struct ombre_gpu_batch *batch,
                     uint32_t index)
{
    const struct ombre_gpu_target *const target = &batch->target[index];
    const struct ombre_gpu_image *const image = target->image;
    const struct ombre_gpu_view *const view = &target->view;

    t->owner = owner_of(batch, index);
    t->levels = t->layers = t->count = 1;
    t->type = VK_IMAGE_TYPE_2D;
    t->whole =
        (VkExtent3D){batch->x + batch->width, batch->y + batch->height, 1};
    if (image) {
        t->is_named = true;
        t->type = (VkImageType) (image->dimensions - 1);
        t->whole = image->extent;
        t->levels = image->mip_levels;
        t->layers = image->array_layers;
        t->mip = view->mip;
        t->first = view->first;
        t->count = view->count ? view->count : 1;
    }
    t->layer = t->first + batch->layer;
    const VkExtent3D level = vk_level_extent(t, t->mip);
    t->extent = (VkExtent2D){level.width, level.height};
}

/* Whether the image has views of a format that is not its own. */
static bool is_mutable(const struct ombre_gpu_batch *batch, uint32_t owner,
                       const struct vk_target *const target)
{
    const struct ombre_gpu_image *const image = batch->target[owner].image;

    return (image && image->mutable_format) ||
           batch->samples != VK_SAMPLE_COUNT_1_BIT || target->fetches ||
           (target->upload_type != OMBRE_GPU_OUTPUT_NONE &&
            target->upload_format != target->format->format);
}

static VkImageUsageFlags usage_of(const struct ombre_gpu_batch *batch,
                                  const struct vk_target *t, uint32_t index)
{
    const bool is_fetched =
        batch->samples != VK_SAMPLE_COUNT_1_BIT || t->fetches;
    const bool is_emulated = vk_batch_emulates(batch) >> index & 1;

    return VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
           VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
           (is_fetched ? VK_IMAGE_USAGE_SAMPLED_BIT : 0u) |
           (is_emulated ? VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT : 0u) |
           (batch->target[index].image ? batch->target[index].image->usage
                                       : 0u);
}

/* Of all targets that are of it. */
static VkImageCreateInfo image_info(const struct vk_surface *s,
                                    const struct ombre_gpu_batch *batch,
                                    uint32_t owner)
{
    const struct vk_target *const t = &s->target[owner];
    const struct ombre_gpu_image *const image = batch->target[owner].image;
    VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = t->type == VK_IMAGE_TYPE_3D
                     ? VK_IMAGE_CREATE_2D_ARRAY_COMPATIBLE_BIT
                     : 0u,
        .imageType = t->type,
        .format = image && image->format ? image->format : t->format->format,
        .extent = t->whole,
        .mipLevels = t->levels,
        .arrayLayers = t->layers,
        .samples = batch->samples,
        .tiling = image && image->linear ? VK_IMAGE_TILING_LINEAR
                                         : VK_IMAGE_TILING_OPTIMAL,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };

    for (uint32_t i = owner; i < batch->target_count; i++) {
        const struct vk_target *const part = &s->target[i];
        if (!part->format || part->owner != owner)
            continue;
        info.usage |= usage_of(batch, part, i);
        if (is_mutable(batch, owner, part))
            info.flags |= VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT;
    }
    return info;
}

/* --- How texels get in and out ---------------------------------------------
 */

/* Can 2D images of `format` be had at this count and size? */
static bool has_image(struct ombre_gpu *gpu, VkFormat format,
                      VkImageUsageFlags usage,
                      const struct ombre_gpu_batch *batch)
{
    const VkImageCreateInfo info = {
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {batch->width, batch->height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = batch->samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = usage,
    };
    return vk_image_is_offered(gpu, &info);
}

static bool draws_bits(struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch,
                       const struct vk_format *format)
{
    return gpu->facts.integer_color_samples & batch->samples &&
           has_image(gpu, vk_format_bits(format->texel_size),
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                         VK_IMAGE_USAGE_SAMPLED_BIT,
                     batch);
}

/* How texels get in: copied, cleared, drawn as bits, or drawn as values. */
static bool choose_upload(struct vk_target *t, struct ombre_gpu *gpu,
                          const struct ombre_gpu_batch *batch,
                          const struct ombre_gpu_target *target)
{
    const VkFormat linear = t->format->linear;

    t->upload_type = OMBRE_GPU_OUTPUT_NONE;
    t->upload_format = VK_FORMAT_UNDEFINED;
    t->clears = target->clear != NULL;
    if (t->clears ||
        (target->upload && batch->samples == VK_SAMPLE_COUNT_1_BIT))
        return true;
    if (target->upload && draws_bits(gpu, batch, t->format)) {
        t->upload_type = OMBRE_GPU_OUTPUT_UINT;
        t->upload_format = vk_format_bits(t->format->texel_size);
        return true;
    }
    if (!target->upload_value)
        return vk_refuse(gpu,
                         "framebufferIntegerColorSampleCounts lacks %d: texels "
                         "of %s cannot be drawn as bits, and come as no values",
                         (int) batch->samples, t->format->name);
    t->upload_type = t->format->type;
    t->upload_format =
        linear == VK_FORMAT_UNDEFINED ? t->format->format : linear;
    return true;
}

static bool can_fetch(struct vk_target *t, struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch)
{
    const VkFormat bits = vk_format_bits(t->format->texel_size);

    if (batch->samples == VK_SAMPLE_COUNT_1_BIT) {
        t->fetches = batch->reads_twice && t->type == VK_IMAGE_TYPE_2D &&
                     has_image(gpu, bits, VK_IMAGE_USAGE_SAMPLED_BIT, batch);
        return true;
    }
    t->fetches = true;
    if (!(gpu->facts.sampled_integer_samples & batch->samples))
        return vk_refuse(gpu, "sampledImageIntegerSampleCounts lacks %d",
                         (int) batch->samples);
    if (!has_image(gpu, bits, VK_IMAGE_USAGE_SAMPLED_BIT, batch))
        return vk_refuse(gpu, "%s cannot be fetched at %d samples",
                         vk_format_name(bits), (int) batch->samples);
    return true;
}

/* --- Views -----------------------------------------------------------------
 */

/* What is attached, or the one layer of it that is drawn to. */
static struct vk_part part_of(const struct vk_target *t, bool all)
{
    const bool is_array = all && t->count > 1;
    struct vk_part part = {VK_IMAGE_VIEW_TYPE_2D, t->mip, t->layer, 1};

    if (t->type == VK_IMAGE_TYPE_1D)
        part.type =
            is_array ? VK_IMAGE_VIEW_TYPE_1D_ARRAY : VK_IMAGE_VIEW_TYPE_1D;
    else if (is_array)
        part.type = VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    if (is_array) {
        part.first = t->first;
        part.count = t->count;
    }
    return part;
}

static bool make_views(struct vk_target *t, struct ombre_gpu *gpu,
                       bool is_emulated)
{
    const VkImageUsageFlags drawn = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    const VkImageUsageFlags read =
        is_emulated ? VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT : 0u;
    const struct vk_part attached = part_of(t, !is_emulated);
    const struct vk_part one = part_of(t, false);
    const VkFormat upload = t->clears ? t->format->format : t->upload_format;

    if (!vk_view_create(gpu, t->image, &attached, t->format->format,
                        drawn | read, &t->view))
        return false;
    if (upload != VK_FORMAT_UNDEFINED &&
        !vk_view_create(gpu, t->image, &one, upload, drawn, &t->upload))
        return false;
    return !t->fetches || vk_view_create(gpu, t->image, &one,
                                         vk_format_bits(t->format->texel_size),
                                         VK_IMAGE_USAGE_SAMPLED_BIT, &t->bits);
}

/* --- Targets ---------------------------------------------------------------
 */

static bool choose_target(struct vk_surface *s, struct ombre_gpu *gpu,
                          const struct ombre_gpu_batch *batch, uint32_t index)
{
    struct vk_target *const t = &s->target[index];

    if (batch->target[index].format == VK_FORMAT_UNDEFINED)
        return true;
    t->format = vk_format_find(batch->target[index].format);
    describe(t, batch, index);
    if (s->extent.width == 0 || t->extent.width < s->extent.width)
        s->extent.width = t->extent.width;
    if (s->extent.height == 0 || t->extent.height < s->extent.height)
        s->extent.height = t->extent.height;
    if (s->layers == 0 || t->count < s->layers)
        s->layers = t->count;
    if (vk_batch_emulates(batch) >> index & 1) {
        s->layers = 1;
        /* VUID-VkWriteDescriptorSet-descriptorType-00337, and
         * VUID-VkDescriptorImageInfo-imageView-07795 */
        if (t->type == VK_IMAGE_TYPE_3D)
            return vk_refuse(gpu,
                             "target %u is emulated, and so an input "
                             "attachment, which a slice of a 3D image is none",
                             index);
    }
    return choose_upload(t, gpu, batch, &batch->target[index]) &&
           can_fetch(t, gpu, batch);
}

/* Whether the image has texels of several samples beside the target. */
static bool watches_samples(const struct vk_target *t,
                            const struct ombre_gpu_batch *batch, uint32_t index)
{
    return t->is_named && t->owner == index &&
           batch->samples != VK_SAMPLE_COUNT_1_BIT;
}

static bool make_rest(struct vk_target *t, struct ombre_gpu *gpu)
{
    const struct vk_part all = {VK_IMAGE_VIEW_TYPE_2D_ARRAY, 0, 0, t->layers};

    return vk_view_create(gpu, t->image, &all,
                          vk_format_bits(t->format->texel_size),
                          VK_IMAGE_USAGE_SAMPLED_BIT, &t->rest);
}

static bool make_target(struct vk_surface *s, struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch, uint32_t index)
{
    struct vk_target *const t = &s->target[index];

    if (!t->format)
        return true;
    if (t->owner == index) {
        const VkImageCreateInfo info = image_info(s, batch, index);
        if (!vk_image_create(gpu, &info, &t->image, &t->memory))
            return false;
    } else {
        t->image = s->target[t->owner].image;
    }
    return make_views(t, gpu, vk_batch_emulates(batch) >> index & 1) &&
           (!watches_samples(t, batch, index) || make_rest(t, gpu));
}

bool vk_surface_init(struct vk_surface *s, struct ombre_gpu *gpu,
                     const struct ombre_gpu_batch *batch)
{
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (!choose_target(s, gpu, batch, i))
            return false;
    if (s->extent.width == 0) /* holes only */
        s->extent =
            (VkExtent2D){batch->x + batch->width, batch->y + batch->height};
    if (s->layers == 0)
        s->layers = 1;
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (!make_target(s, gpu, batch, i))
            return false;
    return true;
}

bool vk_target_owns(const struct vk_surface *s, uint32_t index)
{
    return s->target[index].format && s->target[index].owner == index;
}

void vk_surface_finish(struct vk_surface *s, struct ombre_gpu *gpu)
{
    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++) {
        const struct vk_target *const t = &s->target[i];
        gpu->vk.vkDestroyImageView(gpu->device, t->view, NULL);
        gpu->vk.vkDestroyImageView(gpu->device, t->upload, NULL);
        gpu->vk.vkDestroyImageView(gpu->device, t->bits, NULL);
        gpu->vk.vkDestroyImageView(gpu->device, t->rest, NULL);
        if (vk_target_owns(s, i))
            gpu->vk.vkDestroyImage(gpu->device, t->image, NULL);
        gpu->vk.vkFreeMemory(gpu->device, t->memory, NULL);
    }
    *s = (struct vk_surface){0};
}
