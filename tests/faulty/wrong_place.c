/* Faults of where texels lie:
 *
 *   FAULTY_DRIVER_BLEND  "place.level": views are of the largest level
 *                        "place.layer": of the first layer or slice
 *                        "place.layered": all draws go to the first of several
 *                        "place.area": draws lie at the corner of the target
 *                        "place.copy": copies to images lie a texel further
 * left "place.clear": clears begin at the left edge "place.rows": rows of
 * linear images are exchanged "place.fetch": compute shaders write nothing
 */
#include "wrong_place.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LINEAR = 256 };

static PFN_vkCreateImageView real_view;
static PFN_vkCreateImage real_image;
static PFN_vkCmdSetViewport real_viewport;
static PFN_vkCmdSetScissor real_scissor;
static PFN_vkCmdDraw real_draw;
static PFN_vkCmdCopyBufferToImage real_upload;
static PFN_vkCmdBeginRenderPass real_begin;
static VkImage linear[MAX_LINEAR];
static unsigned linear_count;

static VkBool32 is_wanted(const char *name)
{
    const char *fault = getenv("FAULTY_DRIVER_BLEND");
    return fault && strcmp(fault, name) == 0;
}

static VkResult VKAPI_CALL create_view(VkDevice device,
                                       const VkImageViewCreateInfo *info,
                                       const VkAllocationCallbacks *allocator,
                                       VkImageView *out)
{
    VkImageViewCreateInfo wrong = *info;
    if (is_wanted("place.level"))
        wrong.subresourceRange.baseMipLevel = 0;
    else
        wrong.subresourceRange.baseArrayLayer = 0;
    return real_view(device, &wrong, allocator, out);
}

static void VKAPI_CALL set_viewport(VkCommandBuffer commands, uint32_t first,
                                    uint32_t count, const VkViewport *viewport)
{
    VkViewport wrong = *viewport;
    wrong.width += wrong.x;
    wrong.height += wrong.y;
    wrong.x = wrong.y = 0;
    real_viewport(commands, first, count, &wrong);
}

static void VKAPI_CALL set_scissor(VkCommandBuffer commands, uint32_t first,
                                   uint32_t count, const VkRect2D *scissor)
{
    VkRect2D wrong = *scissor;
    wrong.extent.width += (uint32_t) wrong.offset.x;
    wrong.extent.height += (uint32_t) wrong.offset.y;
    wrong.offset = (VkOffset2D){0, 0};
    real_scissor(commands, first, count, &wrong);
}

static void VKAPI_CALL draw(VkCommandBuffer commands, uint32_t vertices,
                            uint32_t instances, uint32_t first_vertex,
                            uint32_t first_instance)
{
    (void) first_vertex;
    real_draw(commands, vertices, instances, 0, first_instance);
}

static void VKAPI_CALL upload(VkCommandBuffer commands, VkBuffer buffer,
                              VkImage image, VkImageLayout layout,
                              uint32_t count, const VkBufferImageCopy *region)
{
    VkBufferImageCopy wrong = *region;
    wrong.imageOffset.x -= wrong.imageOffset.x > 0;
    real_upload(commands, buffer, image, layout, count, &wrong);
}

static void VKAPI_CALL begin(VkCommandBuffer commands,
                             const VkRenderPassBeginInfo *info,
                             VkSubpassContents contents)
{
    VkRenderPassBeginInfo wrong = *info;
    wrong.renderArea.extent.width += (uint32_t) wrong.renderArea.offset.x;
    wrong.renderArea.offset.x = 0;
    real_begin(commands, &wrong, contents);
}

static VkResult VKAPI_CALL create_image(VkDevice device,
                                        const VkImageCreateInfo *info,
                                        const VkAllocationCallbacks *allocator,
                                        VkImage *out)
{
    const VkResult result = real_image(device, info, allocator, out);
    if (result == VK_SUCCESS && info->tiling == VK_IMAGE_TILING_LINEAR &&
        linear_count < MAX_LINEAR)
        linear[linear_count++] = *out;
    return result;
}

static VkBool32 is_linear(VkImage image)
{
    for (unsigned i = 0; i < linear_count; i++)
        if (linear[i] == image)
            return VK_TRUE;
    return VK_FALSE;
}

/* The first row comes where the last one should be. */
static void VKAPI_CALL upload_rows(VkCommandBuffer commands, VkBuffer buffer,
                                   VkImage image, VkImageLayout layout,
                                   uint32_t count,
                                   const VkBufferImageCopy *region)
{
    VkBufferImageCopy wrong = *region;
    real_upload(commands, buffer, image, layout, count, region);
    if (!is_linear(image) || wrong.imageExtent.height < 2)
        return;
    wrong.imageOffset.y += (int32_t) wrong.imageExtent.height - 1;
    wrong.imageExtent.height = 1;
    real_upload(commands, buffer, image, layout, 1, &wrong);
}

static void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x,
                                uint32_t y, uint32_t z)
{
    (void) commands, (void) x, (void) y, (void) z;
}

PFN_vkVoidFunction wrong_place(const char *name, PFN_vkVoidFunction real)
{
    const VkBool32 views = is_wanted("place.level") || is_wanted("place.layer");
    if (!real)
        return real;
#define REPLACE(wanted, function, keep, by)         \
    if ((wanted) && strcmp(name, #function) == 0) { \
        keep = (PFN_##function) real;               \
        return (PFN_vkVoidFunction) (by);           \
    }
    REPLACE(views, vkCreateImageView, real_view, create_view)
    REPLACE(is_wanted("place.area"), vkCmdSetViewport, real_viewport,
            set_viewport)
    REPLACE(is_wanted("place.area"), vkCmdSetScissor, real_scissor, set_scissor)
    REPLACE(is_wanted("place.layered"), vkCmdDraw, real_draw, draw)
    REPLACE(is_wanted("place.copy"), vkCmdCopyBufferToImage, real_upload,
            upload)
    REPLACE(is_wanted("place.clear"), vkCmdBeginRenderPass, real_begin, begin)
    REPLACE(is_wanted("place.rows"), vkCreateImage, real_image, create_image)
    REPLACE(is_wanted("place.rows"), vkCmdCopyBufferToImage, real_upload,
            upload_rows)
#undef REPLACE
    if (is_wanted("place.fetch") && strcmp(name, "vkCmdDispatch") == 0)
        return (PFN_vkVoidFunction) dispatch;
    return real;
}
