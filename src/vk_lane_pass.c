/* What draws of one number of attachments are drawn in. */
#include "vk.h"

static bool make_pass(struct vk_batch *b, uint32_t count,
                      struct vk_lane_pass *out)
{
    VkFormat format[OMBRE_VK_MAX_ATTACHMENTS];
    VkImageView view[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        format[i] = b->batch->target[i].format;
        if (b->surface.target[i].format)
            view[used++] = b->surface.target[i].view;
    }
    const VkExtent2D size = {b->batch->width, b->batch->height};
    return vk_keep_pass(b->gpu, format, count, b->batch->samples,
                        VK_ATTACHMENT_LOAD_OP_LOAD, &out->pass) &&
           vk_framebuffer_create(b->gpu, out->pass, view, used, size,
                                 &out->framebuffer);
}

bool vk_lane_passes_init(struct vk_batch *b, uint32_t attachment_count)
{
    struct vk_lane_pass *const pass = &b->lane.pass[attachment_count];

    return pass->pass || b->lane.choice.pass == OMBRE_LANE_DYNAMIC_RENDERING ||
           make_pass(b, attachment_count, pass);
}

void vk_lane_passes_finish(struct vk_batch *b)
{
    struct ombre_gpu *const gpu = b->gpu;

    for (uint32_t i = 0; i <= OMBRE_VK_MAX_ATTACHMENTS; i++)
        gpu->vk.vkDestroyFramebuffer(gpu->device, b->lane.pass[i].framebuffer,
                                     NULL);
}

static void begin_rendering(struct vk_batch *b, uint32_t count)
{
    struct ombre_gpu *const gpu = b->gpu;
    VkRenderingAttachmentInfo attachment[OMBRE_VK_MAX_ATTACHMENTS];

    /* A hole has no view: what is drawn there is discarded. */
    for (uint32_t i = 0; i < count; i++)
        attachment[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = b->surface.target[i].view,
            .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        };
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = {{0, 0}, {b->batch->width, b->batch->height}},
        .layerCount = 1,
        .colorAttachmentCount = count,
        .pColorAttachments = attachment,
    };
    if (gpu->info->apiVersion >= VK_API_VERSION_1_3)
        gpu->vk.vkCmdBeginRendering(gpu->commands, &info);
    else
        gpu->vk.vkCmdBeginRenderingKHR(gpu->commands, &info);
}

static void end_rendering(struct ombre_gpu *gpu)
{
    if (gpu->info->apiVersion >= VK_API_VERSION_1_3)
        gpu->vk.vkCmdEndRendering(gpu->commands);
    else
        gpu->vk.vkCmdEndRenderingKHR(gpu->commands);
}

/* What one pass drew, to the next. */
static void record_barrier(struct ombre_gpu *gpu)
{
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT |
                         VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
    };
    gpu->vk.vkCmdPipelineBarrier(gpu->commands,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 0, 1, &barrier, 0, NULL, 0, NULL);
}

void vk_lane_pass_leave(struct vk_batch *b)
{
    struct vk_lane *const lane = &b->lane;

    if (lane->held.pass == VK_LANE_NO_PASS)
        return;
    if (lane->pass[lane->held.pass].pass)
        b->gpu->vk.vkCmdEndRenderPass(b->gpu->commands);
    else
        end_rendering(b->gpu);
    lane->held.pass = VK_LANE_NO_PASS;
    b->gpu->has_shifted_pass = false;
}

/* Whether a render pass numbers attachments as its subpass does not. */
static bool is_shifted(const struct vk_batch *b, uint32_t count)
{
    bool is_behind_hole = false;

    for (uint32_t i = 0; i < count; i++) {
        if (b->batch->target[i].format == VK_FORMAT_UNDEFINED)
            is_behind_hole = true;
        else if (is_behind_hole)
            return true;
    }
    return false;
}

void vk_lane_pass_switch(struct vk_batch *b, uint32_t attachment_count)
{
    struct vk_lane *const lane = &b->lane;
    const struct vk_lane_pass *const next = &lane->pass[attachment_count];

    if (lane->held.pass == attachment_count)
        return;
    if (lane->held.pass != VK_LANE_NO_PASS) {
        vk_lane_pass_leave(b);
        record_barrier(b->gpu);
    }
    lane->held.pass = attachment_count;
    b->gpu->has_shifted_pass = next->pass && is_shifted(b, attachment_count);
    if (next->pass)
        vk_pass_begin(b, next->pass, next->framebuffer, b->batch->width,
                      b->batch->height);
    else
        begin_rendering(b, attachment_count);
}
