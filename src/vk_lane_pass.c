/* What draws of one number of attachments are drawn in. */
#include "vk.h"

#include <stdlib.h>

/* Formats and views of the first `count` targets; returns how many views. */
static uint32_t list_targets(const struct vk_batch *b, uint32_t count,
                             VkFormat *format, VkImageView *view)
{
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        format[i] = b->batch->target[i].format;
        if (b->surface.target[i].format)
            view[used++] = b->surface.target[i].view;
    }
    return used;
}

static bool make_pass(struct vk_batch *b, uint32_t count,
                      struct vk_lane_pass *out)
{
    VkFormat format[OMBRE_VK_MAX_ATTACHMENTS];
    VkImageView view[OMBRE_VK_MAX_ATTACHMENTS];
    const uint32_t used = list_targets(b, count, format, view);

    return vk_keep_pass(b->gpu, format, count, b->batch->samples,
                        VK_ATTACHMENT_LOAD_OP_LOAD, &out->pass) &&
           vk_framebuffer_create(b->gpu, out->pass, view, used,
                                 b->surface.extent, b->surface.layers,
                                 &out->framebuffer);
}

/* Targets, a bit each, that a run of clears clears. */
static uint32_t cleared_targets(const struct ombre_gpu_batch *batch,
                                uint32_t first, uint32_t count)
{
    uint32_t targets = 0;

    for (uint32_t i = first; i < first + count; i++)
        targets |= 1u << batch->clear[i].target;
    return targets;
}

/* A pass for each run of clears that one begins with. */
bool vk_lane_clears_init(struct vk_batch *b)
{
    const struct ombre_gpu_batch *const batch = b->batch;
    VkFormat format[OMBRE_VK_MAX_ATTACHMENTS];
    VkImageView view[OMBRE_VK_MAX_ATTACHMENTS];

    if (batch->clear_count == 0 ||
        b->lane.choice.pass == OMBRE_LANE_DYNAMIC_RENDERING)
        return true;
    b->lane.clear_pass = calloc(batch->clear_count, sizeof(VkRenderPass));
    if (!b->lane.clear_pass)
        return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "%u clears",
                       batch->clear_count);
    list_targets(b, batch->target_count, format, view);
    for (uint32_t i = 0; i < batch->clear_count;) {
        const uint32_t count = vk_clear_run(batch, i);
        if (count > 0 &&
            !vk_keep_clear_pass(b->gpu, format, batch->target_count,
                                batch->samples, VK_ATTACHMENT_LOAD_OP_LOAD,
                                cleared_targets(batch, i, count),
                                &b->lane.clear_pass[i]))
            return false;
        i += count > 0 ? count : 1;
    }
    return true;
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
    free(b->lane.clear_pass);
    b->lane.clear_pass = NULL;
}

/* What a pass clears as it begins. */
struct beginning {
    VkRect2D area;
    uint32_t cleared; /* targets, a bit each */
    VkClearColorValue color[OMBRE_VK_MAX_ATTACHMENTS];
};

static void begin_rendering(struct vk_batch *b, uint32_t count,
                            const struct beginning *begin)
{
    struct ombre_gpu *const gpu = b->gpu;
    VkRenderingAttachmentInfo attachment[OMBRE_VK_MAX_ATTACHMENTS];

    /* A hole has no view: what is drawn there is discarded. */
    for (uint32_t i = 0; i < count; i++)
        attachment[i] = (VkRenderingAttachmentInfo){
            .sType = VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO,
            .imageView = b->surface.target[i].view,
            .imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
            .loadOp = begin->cleared >> i & 1 ? VK_ATTACHMENT_LOAD_OP_CLEAR
                                              : VK_ATTACHMENT_LOAD_OP_LOAD,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .clearValue = {.color = begin->color[i]},
        };
    const VkRenderingInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDERING_INFO,
        .renderArea = begin->area,
        .layerCount = b->surface.layers,
        .colorAttachmentCount = count,
        .pColorAttachments = attachment,
    };
    if (gpu->info->apiVersion >= VK_API_VERSION_1_3)
        gpu->vk.vkCmdBeginRendering(gpu->commands, &info);
    else
        gpu->vk.vkCmdBeginRenderingKHR(gpu->commands, &info);
}

/* Clear values are the framebuffer's, which has no holes. */
static void begin_pass(struct vk_batch *b, VkRenderPass pass, uint32_t count,
                       const struct beginning *begin)
{
    VkClearValue value[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++)
        if (b->surface.target[i].format)
            value[used++].color = begin->color[i];
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = pass,
        .framebuffer = b->lane.pass[count].framebuffer,
        .renderArea = begin->area,
        .clearValueCount = begin->cleared ? used : 0,
        .pClearValues = value,
    };
    b->gpu->vk.vkCmdBeginRenderPass(b->gpu->commands, &info,
                                    VK_SUBPASS_CONTENTS_INLINE);
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

/* Leave a pass for another. */
static void leave_for_next(struct vk_batch *b)
{
    if (b->lane.held.pass == VK_LANE_NO_PASS)
        return;
    vk_lane_pass_leave(b);
    record_barrier(b->gpu);
}

static bool is_inside(const VkRect2D *a, const VkRect2D *b)
{
    return a->offset.x >= b->offset.x && a->offset.y >= b->offset.y &&
           (uint32_t) (a->offset.x - b->offset.x) + a->extent.width <=
               b->extent.width &&
           (uint32_t) (a->offset.y - b->offset.y) + a->extent.height <=
               b->extent.height;
}

void vk_lane_pass_reach(struct vk_batch *b, const VkRect2D *area)
{
    if (!is_inside(area, &b->lane.held.area))
        leave_for_next(b);
}

static void begin(struct vk_batch *b, VkRenderPass pass, uint32_t count,
                  const struct beginning *begin)
{
    b->lane.held.pass = count;
    b->lane.held.area = begin->area;
    b->gpu->has_shifted_pass = pass && is_shifted(b, count);
    if (pass)
        begin_pass(b, pass, count, begin);
    else
        begin_rendering(b, count, begin);
}

void vk_lane_pass_clear(struct vk_batch *b, uint32_t first, uint32_t count)
{
    const struct ombre_gpu_clear *const clear = &b->batch->clear[first];
    const VkRenderPass pass =
        b->lane.clear_pass ? b->lane.clear_pass[first] : VK_NULL_HANDLE;
    struct beginning beginning = {
        .area = vk_clear_rect(b->batch, clear),
        .cleared = cleared_targets(b->batch, first, count),
    };

    for (uint32_t i = 0; i < count; i++)
        beginning.color[clear[i].target] = clear[i].color;
    leave_for_next(b);
    begin(b, pass, b->batch->target_count, &beginning);
}

void vk_lane_pass_switch(struct vk_batch *b, uint32_t attachment_count)
{
    const struct beginning whole = {.area = {{0, 0}, b->surface.extent}};

    if (b->lane.held.pass == attachment_count)
        return;
    leave_for_next(b);
    begin(b, b->lane.pass[attachment_count].pass, attachment_count, &whole);
}
