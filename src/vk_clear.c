/* Clears between the draws of a batch. */
#include "vk.h"

/* How many clears from `first` on a pass can begin with: those in a row that
 * have one rectangle, each target once. */
uint32_t vk_clear_run(const struct ombre_gpu_batch *batch, uint32_t first)
{
    const struct ombre_gpu_clear *const c = &batch->clear[first];
    uint32_t targets = 0, count = 0;

    for (; first + count < batch->clear_count; count++) {
        const struct ombre_gpu_clear *const next = &c[count];
        if (next->by != OMBRE_GPU_CLEAR_AS_LOADED ||
            next->before != c->before || next->x != c->x || next->y != c->y ||
            next->width != c->width || next->height != c->height ||
            targets >> next->target & 1)
            break;
        targets |= 1u << next->target;
    }
    return count;
}

VkRect2D vk_clear_rect(const struct ombre_gpu_batch *batch,
                       const struct ombre_gpu_clear *clear)
{
    return (VkRect2D){
        {(int32_t) (batch->x + clear->x), (int32_t) (batch->y + clear->y)},
        {clear->width, clear->height}};
}

static void record_in_pass(struct vk_batch *b,
                           const struct ombre_gpu_clear *clear,
                           uint32_t attachment)
{
    const VkClearAttachment what = {
        .aspectMask = VK_IMAGE_ASPECT_COLOR_BIT,
        .colorAttachment = attachment,
        .clearValue = {.color = clear->color},
    };
    const uint32_t layer = b->is_emulated ? 0 : b->batch->layer;
    const VkClearRect where = {vk_clear_rect(b->batch, clear), layer, 1};

    b->gpu->vk.vkCmdClearAttachments(b->gpu->commands, 1, &what, 1, &where);
}

/* In the pass that there is, if it can: a pass of fewer attachments, or of
 * another area, does not reach the target. */
static void record_in_lane(struct vk_batch *b,
                           const struct ombre_gpu_clear *clear)
{
    const VkRect2D area = vk_clear_rect(b->batch, clear);
    const uint32_t held = b->lane.held.pass;

    vk_lane_pass_reach(b, &area);
    if (held == VK_LANE_NO_PASS || held <= clear->target)
        vk_lane_pass_switch(b, b->batch->target_count);
    else
        vk_lane_pass_switch(b, held);
    record_in_pass(b, clear, clear->target);
}

uint32_t vk_clears_record(struct vk_batch *b, uint32_t first, bool alone)
{
    const struct ombre_gpu_clear *const clear = &b->batch->clear[first];

    if (clear->width == 0 || clear->height == 0)
        return 1;
    if (alone) {
        record_in_pass(b, clear, 0);
        return 1;
    }
    switch (clear->by) {
    case OMBRE_GPU_CLEAR_IN_PASS: break;
    case OMBRE_GPU_CLEAR_AS_LOADED: {
        /* A pass clears all layers that are attached. */
        if (b->surface.layers > 1)
            break;
        const uint32_t count = vk_clear_run(b->batch, first);
        vk_lane_pass_clear(b, first, count);
        return count;
    }
    }
    record_in_lane(b, clear);
    return 1;
}
