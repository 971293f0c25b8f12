/* Images: whether a device has them, and how they are made and viewed. */
#include "vk.h"

#include <stdio.h>
#include <string.h>

/* --- What a device offers --------------------------------------------------
 */

static const char *const usages[] = {
    "TRANSFER_SRC",     "TRANSFER_DST", "SAMPLED",   "STORAGE",
    "COLOR_ATTACHMENT", "DEPTH",        "TRANSIENT", "INPUT_ATTACHMENT",
};

/* "2D image of VK_FORMAT_R8_UNORM, optimal, SAMPLED+COLOR_ATTACHMENT"; what
 * copies take is in all of them and not said. */
static void describe(const VkImageCreateInfo *info, char out[VK_REASON_SIZE])
{
    const uint32_t said =
        info->usage & ~(VkImageUsageFlags) (VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                            VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    const char *between = " ";
    int length = snprintf(
        out, VK_REASON_SIZE, "%dD %s%s images of %s,",
        (int) info->imageType + 1,
        info->tiling == VK_IMAGE_TILING_LINEAR ? "linear" : "optimal",
        info->flags & VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT ? " mutable" : "",
        vk_format_name(info->format));

    for (uint32_t i = 0; i < sizeof usages / sizeof *usages; i++) {
        if (!(said >> i & 1))
            continue;
        length += snprintf(out + length, VK_REASON_SIZE - (size_t) length,
                           "%s%s", between, usages[i]);
        between = "+";
    }
}

/* The first limit that an image is beyond; NULL if it is within all. */
static const char *limit_of(const VkImageCreateInfo *info,
                            const VkImageFormatProperties *p, uint32_t *have,
                            uint32_t *want)
{
    const struct {
        const char *name;
        uint32_t have, want;
    } limits[] = {
        {"maxExtent.width", p->maxExtent.width, info->extent.width},
        {"maxExtent.height", p->maxExtent.height, info->extent.height},
        {"maxExtent.depth", p->maxExtent.depth, info->extent.depth},
        {"maxMipLevels", p->maxMipLevels, info->mipLevels},
        {"maxArrayLayers", p->maxArrayLayers, info->arrayLayers},
    };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        *have = limits[i].have;
        *want = limits[i].want;
        if (*have < *want)
            return limits[i].name;
    }
    *have = p->sampleCounts;
    *want = (uint32_t) info->samples;
    return *have & *want ? NULL : "sampleCounts";
}

static VkResult query(const struct ombre_gpu *gpu,
                      const VkImageCreateInfo *info,
                      VkImageFormatProperties2 *out)
{
    const VkPhysicalDeviceImageFormatInfo2 asked = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2,
        .format = info->format,
        .type = info->imageType,
        .tiling = info->tiling,
        .usage = info->usage,
        .flags = info->flags,
    };
    *out = (VkImageFormatProperties2){
        .sType = VK_STRUCTURE_TYPE_IMAGE_FORMAT_PROPERTIES_2};
    return vkGetPhysicalDeviceImageFormatProperties2(gpu->physical, &asked,
                                                     out);
}

bool vk_image_is_offered(const struct ombre_gpu *gpu,
                         const VkImageCreateInfo *info)
{
    VkImageFormatProperties2 p;
    uint32_t have, want;

    return query(gpu, info, &p) == VK_SUCCESS &&
           !limit_of(info, &p.imageFormatProperties, &have, &want);
}

static bool check_image(struct ombre_gpu *gpu, const VkImageCreateInfo *info)
{
    VkImageFormatProperties2 p;
    char what[VK_REASON_SIZE];
    uint32_t have, want;
    const VkResult result = query(gpu, info, &p);

    describe(info, what);
    if (result != VK_SUCCESS)
        return vk_refuse(gpu,
                         "vkGetPhysicalDeviceImageFormatProperties2 says %s to "
                         "%s",
                         vk_result_name(result), what);
    const char *const limit =
        limit_of(info, &p.imageFormatProperties, &have, &want);
    return !limit || vk_refuse(gpu, "%s is %u, and %u is asked for, of %s",
                               limit, have, want, what);
}

/* --- Images ----------------------------------------------------------------
 */

bool vk_image_create(struct ombre_gpu *gpu, const VkImageCreateInfo *info,
                     VkImage *image, VkDeviceMemory *memory)
{
    if (!check_image(gpu, info))
        return false;
    VK_CREATE(gpu, vkCreateImage, (gpu->device, info, NULL, image), image);
    return vk_image_allocate(gpu, *image, memory);

fail:
    return false;
}

bool vk_view_create(struct ombre_gpu *gpu, VkImage image,
                    const struct vk_part *part, VkFormat format,
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
        .viewType = part->type,
        .format = format,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, part->mip, 1,
                             part->first, part->count},
    };
    VK_CREATE(gpu, vkCreateImageView, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_plain_image_init(struct vk_plain_image *image, struct ombre_gpu *gpu,
                         VkFormat format, uint32_t width, uint32_t height)
{
    static const struct vk_part all = {VK_IMAGE_VIEW_TYPE_2D, 0, 0, 1};
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
    return vk_image_create(gpu, &info, &image->image, &image->memory) &&
           vk_view_create(gpu, image->image, &all, format,
                          VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT, &image->view);
}

void vk_plain_image_finish(struct vk_plain_image *image, struct ombre_gpu *gpu)
{
    gpu->vk.vkDestroyImageView(gpu->device, image->view, NULL);
    gpu->vk.vkDestroyImage(gpu->device, image->image, NULL);
    gpu->vk.vkFreeMemory(gpu->device, image->memory, NULL);
    *image = (struct vk_plain_image){0};
}

/* --- Layouts ---------------------------------------------------------------
 */

static const VkImageSubresourceRange whole = {VK_IMAGE_ASPECT_COLOR_BIT, 0,
                                              VK_REMAINING_MIP_LEVELS, 0,
                                              VK_REMAINING_ARRAY_LAYERS};

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
        .subresourceRange = whole,
    };
    gpu->vk.vkCmdPipelineBarrier(commands, before.stage, after.stage, 0, 0,
                                 NULL, 0, NULL, 1, &barrier);
}

void vk_scribble_record(struct ombre_gpu *gpu, VkImage image)
{
    static const VkClearColorValue scribble = {
        .float32 = {0.371f, 0.743f, 0.187f, 0.619f}};

    vk_image_barrier(gpu, gpu->commands, image, VK_IMAGE_LAYOUT_UNDEFINED,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    gpu->vk.vkCmdClearColorImage(gpu->commands, image,
                                 VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                 &scribble, 1, &whole);
}
