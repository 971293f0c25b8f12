/* Images to draw to.
 *
 * One sample: texels are copied in and out.  More samples cannot be copied:
 * they are drawn, one sample after another, and fetched in a compute shader.
 * Both go through unsigned-integer views where the device has them, so that a
 * texel is its bits and nothing else.
 */
#include "vk.h"
#include "vk_emulate.h"

/* Can images of `format`, or views of them, be had at this count? */
static bool has_image(struct ombre_gpu *gpu, VkFormat format,
                      VkImageUsageFlags usage, VkImageCreateFlags flags,
                      const struct ombre_gpu_batch *batch)
{
    VkImageFormatProperties p;

    return vkGetPhysicalDeviceImageFormatProperties(
               gpu->physical, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
               usage, flags, &p) == VK_SUCCESS &&
           p.sampleCounts & batch->samples &&
           p.maxExtent.width >= batch->width &&
           p.maxExtent.height >= batch->height;
}

static bool draws_bits(struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch,
                       const struct vk_format *format)
{
    return gpu->facts.integer_color_samples & batch->samples &&
           has_image(gpu, vk_format_bits(format->texel_size),
                     VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                         VK_IMAGE_USAGE_SAMPLED_BIT,
                     0, batch);
}

/* How texels get in: copied, drawn as bits, or drawn as values. */
static bool choose_upload(struct vk_target *t, struct ombre_gpu *gpu,
                          const struct ombre_gpu_batch *batch,
                          const struct ombre_gpu_target *target)
{
    const VkFormat linear = t->format->linear;

    t->upload_type = OMBRE_GPU_OUTPUT_NONE;
    t->upload_format = VK_FORMAT_UNDEFINED;
    if (target->upload && batch->samples == VK_SAMPLE_COUNT_1_BIT)
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
    if (batch->samples == VK_SAMPLE_COUNT_1_BIT)
        return true;
    if (!(gpu->facts.sampled_integer_samples & batch->samples))
        return vk_refuse(gpu, "sampledImageIntegerSampleCounts lacks %d",
                         (int) batch->samples);
    if (!has_image(gpu, vk_format_bits(t->format->texel_size),
                   VK_IMAGE_USAGE_SAMPLED_BIT, 0, batch))
        return vk_refuse(gpu, "%s cannot be fetched at %d samples",
                         vk_format_name(vk_format_bits(t->format->texel_size)),
                         (int) batch->samples);
    return true;
}

static bool make_image(struct vk_target *t, struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch, bool is_emulated)
{
    const bool is_fetched = batch->samples != VK_SAMPLE_COUNT_1_BIT;
    const bool has_views =
        is_fetched ||
        (t->upload_type != 0 && t->upload_format != t->format->format);
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .flags = has_views ? VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT : 0,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = t->format->format,
        .extent = {batch->width, batch->height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = batch->samples,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                 (is_fetched ? VK_IMAGE_USAGE_SAMPLED_BIT : 0u) |
                 (is_emulated ? VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT : 0u),
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };

    if (!has_image(gpu, info.format, info.usage, info.flags, batch))
        return vk_refuse(gpu, "no image of %s, %ux%u with %d samples",
                         t->format->name, batch->width, batch->height,
                         (int) batch->samples);
    VK_CREATE(gpu, vkCreateImage, (gpu->device, &info, NULL, &t->image),
              &t->image);
    return vk_image_allocate(gpu, t->image, &t->memory);

fail:
    return false;
}

bool vk_view_create(struct ombre_gpu *gpu, VkImage image, VkFormat format,
                    VkImageUsageFlags usage, VkImageView *out)
{
    /* A view is to be asked for no more than its own format can do. */
    const VkImageViewUsageCreateInfo restricted = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO,
        .usage = usage,
    };
    const VkImageViewCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = &restricted,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    VK_CREATE(gpu, vkCreateImageView, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

static bool make_views(struct vk_target *t, struct ombre_gpu *gpu,
                       const struct ombre_gpu_batch *batch, bool is_emulated)
{
    const VkImageUsageFlags drawn = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    const VkImageUsageFlags read =
        is_emulated ? VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT : 0u;

    if (!vk_view_create(gpu, t->image, t->format->format, drawn | read,
                        &t->view))
        return false;
    if (t->upload_type != OMBRE_GPU_OUTPUT_NONE &&
        !vk_view_create(gpu, t->image, t->upload_format, drawn, &t->upload))
        return false;
    return batch->samples == VK_SAMPLE_COUNT_1_BIT ||
           vk_view_create(gpu, t->image, vk_format_bits(t->format->texel_size),
                          VK_IMAGE_USAGE_SAMPLED_BIT, &t->bits);
}

bool vk_target_init(struct vk_target *t, struct ombre_gpu *gpu,
                    const struct ombre_gpu_batch *batch, uint32_t index)
{
    const bool is_emulated = vk_batch_emulates(batch) >> index & 1;

    *t = (struct vk_target){0};
    if (batch->target[index].format == VK_FORMAT_UNDEFINED)
        return true;
    t->format = vk_format_find(batch->target[index].format);
    return choose_upload(t, gpu, batch, &batch->target[index]) &&
           can_fetch(t, gpu, batch) && make_image(t, gpu, batch, is_emulated) &&
           make_views(t, gpu, batch, is_emulated);
}

void vk_target_finish(struct vk_target *t, struct ombre_gpu *gpu)
{
    gpu->vk.vkDestroyImageView(gpu->device, t->view, NULL);
    gpu->vk.vkDestroyImageView(gpu->device, t->upload, NULL);
    gpu->vk.vkDestroyImageView(gpu->device, t->bits, NULL);
    gpu->vk.vkDestroyImage(gpu->device, t->image, NULL);
    gpu->vk.vkFreeMemory(gpu->device, t->memory, NULL);
    *t = (struct vk_target){0};
}

bool vk_plain_image_init(struct vk_plain_image *image, struct ombre_gpu *gpu,
                         VkFormat format, uint32_t width, uint32_t height)
{
    const VkImageCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {width, height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                 VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                 VK_IMAGE_USAGE_TRANSFER_DST_BIT,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
    VK_CREATE(gpu, vkCreateImage, (gpu->device, &info, NULL, &image->image),
              &image->image);
    return vk_image_allocate(gpu, image->image, &image->memory) &&
           vk_view_create(gpu, image->image, format,
                          VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, &image->view);

fail:
    return false;
}

void vk_plain_image_finish(struct vk_plain_image *image, struct ombre_gpu *gpu)
{
    gpu->vk.vkDestroyImageView(gpu->device, image->view, NULL);
    gpu->vk.vkDestroyImage(gpu->device, image->image, NULL);
    gpu->vk.vkFreeMemory(gpu->device, image->memory, NULL);
    *image = (struct vk_plain_image){0};
}

/* Stages and accesses of a layout, as batches use images in it. */
struct use {
    VkPipelineStageFlags stage;
    VkAccessFlags access;
};

static struct use use_of(VkImageLayout layout)
{
    switch ((int) layout) {
    case VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL:
        return (struct use){VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                            VK_ACCESS_COLOR_ATTACHMENT_READ_BIT |
                                VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
    case VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL:
        return (struct use){VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_ACCESS_TRANSFER_READ_BIT};
    case VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL:
        return (struct use){VK_PIPELINE_STAGE_TRANSFER_BIT,
                            VK_ACCESS_TRANSFER_WRITE_BIT};
    case VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL:
        return (struct use){VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                            VK_ACCESS_SHADER_READ_BIT};
    default: /* VK_IMAGE_LAYOUT_UNDEFINED: nothing to wait for */
        return (struct use){VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, 0};
    }
}

void vk_image_barrier(struct ombre_gpu *gpu, VkCommandBuffer commands,
                      VkImage image, VkImageLayout from, VkImageLayout to)
{
    const struct use before = use_of(from);
    const struct use after = use_of(to);
    const VkImageMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .srcAccessMask = before.access,
        .dstAccessMask = after.access,
        .oldLayout = from,
        .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    gpu->vk.vkCmdPipelineBarrier(commands, before.stage, after.stage, 0, 0,
                                 NULL, 0, NULL, 1, &barrier);
}
