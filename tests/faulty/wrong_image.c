/* Faults of what targets are made of and read back:
 *
 *   FAULTY_DRIVER_BLEND  "srgb.ignored", "srgb.gained", "swizzle.stored-bgr",
 *                        "readback.row-lost"
 */
#include "wrong_image.h"

#include <stdlib.h>
#include <string.h>

static PFN_vkCreateImage real_image;
static PFN_vkCreateImageView real_view;
static PFN_vkCreateRenderPass real_pass;
static PFN_vkCmdCopyImageToBuffer real_copy;

static VkBool32 is_wanted(const char *name)
{
    const char *fault = getenv("FAULTY_DRIVER_BLEND");
    return fault && strcmp(fault, name) == 0;
}

/* Formats of one layout that are taken for each other. */
static const struct {
    const char *fault;
    VkFormat from, to;
} formats[] = {
    {"srgb.ignored", VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_R8G8B8A8_UNORM},
    {"srgb.ignored", VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM},
    {"srgb.gained", VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB},
    {"swizzle.stored-bgr", VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM},
};

static VkFormat wrong_format(VkFormat format)
{
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        if (is_wanted(formats[i].fault) && formats[i].from == format)
            return formats[i].to;
    return format;
}

static VkResult VKAPI_CALL create_image(VkDevice device,
                                        const VkImageCreateInfo *info,
                                        const VkAllocationCallbacks *allocator,
                                        VkImage *out)
{
    VkImageCreateInfo wrong = *info;
    wrong.format = wrong_format(info->format);
    return real_image(device, &wrong, allocator, out);
}

static VkResult VKAPI_CALL create_view(VkDevice device,
                                       const VkImageViewCreateInfo *info,
                                       const VkAllocationCallbacks *allocator,
                                       VkImageView *out)
{
    VkImageViewCreateInfo wrong = *info;
    wrong.format = wrong_format(info->format);
    return real_view(device, &wrong, allocator, out);
}

static VkResult VKAPI_CALL create_pass(VkDevice device,
                                       const VkRenderPassCreateInfo *info,
                                       const VkAllocationCallbacks *allocator,
                                       VkRenderPass *out)
{
    VkAttachmentDescription attachment[16];
    VkRenderPassCreateInfo wrong = *info;
    if (info->attachmentCount > 16)
        return VK_ERROR_INITIALIZATION_FAILED;
    for (uint32_t i = 0; i < info->attachmentCount; i++) {
        attachment[i] = info->pAttachments[i];
        attachment[i].format = wrong_format(attachment[i].format);
    }
    wrong.pAttachments = attachment;
    return real_pass(device, &wrong, allocator, out);
}

/* The last row never arrives. */
static void VKAPI_CALL copy(VkCommandBuffer commands, VkImage image,
                            VkImageLayout layout, VkBuffer buffer,
                            uint32_t count, const VkBufferImageCopy *region)
{
    VkBufferImageCopy wrong = *region;
    if (wrong.imageExtent.height > 1)
        wrong.imageExtent.height--;
    real_copy(commands, image, layout, buffer, count ? 1 : 0, &wrong);
}

PFN_vkVoidFunction wrong_image(const char *name, PFN_vkVoidFunction real)
{
    VkBool32 formats_wrong = VK_FALSE;
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++)
        formats_wrong = formats_wrong || is_wanted(formats[i].fault);
    if (!real)
        return real;
    if (formats_wrong && strcmp(name, "vkCreateImage") == 0) {
        real_image = (PFN_vkCreateImage) real;
        return (PFN_vkVoidFunction) create_image;
    }
    if (formats_wrong && strcmp(name, "vkCreateImageView") == 0) {
        real_view = (PFN_vkCreateImageView) real;
        return (PFN_vkVoidFunction) create_view;
    }
    if (formats_wrong && strcmp(name, "vkCreateRenderPass") == 0) {
        real_pass = (PFN_vkCreateRenderPass) real;
        return (PFN_vkVoidFunction) create_pass;
    }
    if (is_wanted("readback.row-lost") &&
        strcmp(name, "vkCmdCopyImageToBuffer") == 0) {
        real_copy = (PFN_vkCmdCopyImageToBuffer) real;
        return (PFN_vkVoidFunction) copy;
    }
    return real;
}
