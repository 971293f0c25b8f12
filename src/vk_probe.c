/* The steps below a draw, one at a time. */
#include "vk.h"

enum {
    PROBE_SIDE = 64, /* texels */
    PROBE_WORDS = PROBE_SIDE * PROBE_SIDE,
    PROBE_SIZE = PROBE_WORDS * 4,
};

static const VkFormat probe_format = VK_FORMAT_R8G8B8A8_UINT;

/* Of the words that nobody should read. */
static const uint32_t poison = 0xDEADBEEF;
static const uint32_t filling = 0xA53C96E1;

struct probe {
    struct ombre_gpu *gpu;
    enum ombre_gpu_probe step;
    struct vk_buffer from, to;
    struct vk_plain_image image;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
};

/* Bytes of a clear to (0x21, 0x43, 0x65, 0x87). */
static const VkClearColorValue clear_color = {
    .uint32 = {0x21, 0x43, 0x65, 0x87}};

/* Distinct in every word and byte lane: a multiple of an odd number. */
static uint32_t pattern(uint32_t index)
{
    return (index + 1) * UINT32_C(0x9E3779B1);
}

static uint32_t wanted_word(enum ombre_gpu_probe step, uint32_t index)
{
    switch (step) {
    case OMBRE_GPU_PROBE_SUBMIT: return poison;
    case OMBRE_GPU_PROBE_FILL: return filling;
    case OMBRE_GPU_PROBE_COPY:
    case OMBRE_GPU_PROBE_IMAGE: return pattern(index);
    case OMBRE_GPU_PROBE_CLEAR: return 0x87654321;
    case OMBRE_GPU_PROBE_COUNT: break;
    }
    return 0;
}

/* --- What a step needs -----------------------------------------------------
 */

static bool make_buffers(struct probe *p)
{
    if (!vk_buffer_init(&p->from, p->gpu, PROBE_SIZE,
                        VK_BUFFER_USAGE_TRANSFER_SRC_BIT, false) ||
        !vk_buffer_init(&p->to, p->gpu, PROBE_SIZE,
                        VK_BUFFER_USAGE_TRANSFER_DST_BIT, true))
        return false;
    uint32_t *const from = p->from.map, *const to = p->to.map;
    for (uint32_t i = 0; i < PROBE_WORDS; i++) {
        from[i] = pattern(i);
        to[i] = poison;
    }
    return true;
}

static bool make_pass(struct probe *p)
{
    const VkExtent2D size = {PROBE_SIDE, PROBE_SIDE};

    return vk_render_pass_create(p->gpu, &probe_format, 1,
                                 VK_SAMPLE_COUNT_1_BIT,
                                 VK_ATTACHMENT_LOAD_OP_CLEAR, 0, &p->pass) &&
           vk_framebuffer_create(p->gpu, p->pass, &p->image.view, 1, size, 1,
                                 &p->framebuffer);
}

static bool make(struct probe *p)
{
    if (!make_buffers(p))
        return false;
    if (p->step >= OMBRE_GPU_PROBE_IMAGE &&
        !vk_plain_image_init(&p->image, p->gpu, probe_format, PROBE_SIDE,
                             PROBE_SIDE))
        return false;
    return p->step != OMBRE_GPU_PROBE_CLEAR || make_pass(p);
}

static void finish(struct probe *p)
{
    const struct VolkDeviceTable *const vk = &p->gpu->vk;
    const VkDevice device = p->gpu->device;

    vk->vkDestroyFramebuffer(device, p->framebuffer, NULL);
    vk->vkDestroyRenderPass(device, p->pass, NULL);
    vk_plain_image_finish(&p->image, p->gpu);
    vk_buffer_finish(&p->from, p->gpu);
    vk_buffer_finish(&p->to, p->gpu);
}

/* --- Recording -------------------------------------------------------------
 */

static const VkBufferImageCopy whole_image = {
    .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
    .imageExtent = {PROBE_SIDE, PROBE_SIDE, 1},
};

static void record_image_to_host(struct probe *p, VkImageLayout from)
{
    struct ombre_gpu *const gpu = p->gpu;

    vk_image_barrier(gpu, gpu->commands, p->image.image, from,
                     VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    gpu->vk.vkCmdCopyImageToBuffer(gpu->commands, p->image.image,
                                   VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                   p->to.buffer, 1, &whole_image);
}

static void record_image(struct probe *p)
{
    struct ombre_gpu *const gpu = p->gpu;

    vk_image_barrier(gpu, gpu->commands, p->image.image,
                     VK_IMAGE_LAYOUT_UNDEFINED,
                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    gpu->vk.vkCmdCopyBufferToImage(
        gpu->commands, p->from.buffer, p->image.image,
        VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &whole_image);
    record_image_to_host(p, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
}

static void record_clear(struct probe *p)
{
    struct ombre_gpu *const gpu = p->gpu;
    const VkClearValue value = {.color = clear_color};
    const VkRenderPassBeginInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .renderPass = p->pass,
        .framebuffer = p->framebuffer,
        .renderArea = {{0, 0}, {PROBE_SIDE, PROBE_SIDE}},
        .clearValueCount = 1,
        .pClearValues = &value,
    };

    vk_image_barrier(gpu, gpu->commands, p->image.image,
                     VK_IMAGE_LAYOUT_UNDEFINED,
                     VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
    gpu->vk.vkCmdBeginRenderPass(gpu->commands, &info,
                                 VK_SUBPASS_CONTENTS_INLINE);
    gpu->vk.vkCmdEndRenderPass(gpu->commands);
    record_image_to_host(p, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
}

static void record_step(struct probe *p)
{
    struct ombre_gpu *const gpu = p->gpu;
    const VkBufferCopy whole = {0, 0, PROBE_SIZE};

    switch (p->step) {
    case OMBRE_GPU_PROBE_SUBMIT: break;
    case OMBRE_GPU_PROBE_FILL:
        gpu->vk.vkCmdFillBuffer(gpu->commands, p->to.buffer, 0, PROBE_SIZE,
                                filling);
        break;
    case OMBRE_GPU_PROBE_COPY:
        gpu->vk.vkCmdCopyBuffer(gpu->commands, p->from.buffer, p->to.buffer, 1,
                                &whole);
        break;
    case OMBRE_GPU_PROBE_IMAGE: record_image(p); break;
    case OMBRE_GPU_PROBE_CLEAR: record_clear(p); break;
    case OMBRE_GPU_PROBE_COUNT: break;
    }
}

static bool record(struct probe *p)
{
    struct ombre_gpu *const gpu = p->gpu;
    const VkMemoryBarrier barrier = {
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = VK_ACCESS_HOST_READ_BIT,
    };
    if (!vk_commands_begin(gpu))
        return false;
    record_step(p);
    if (p->step != OMBRE_GPU_PROBE_SUBMIT)
        gpu->vk.vkCmdPipelineBarrier(
            gpu->commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
            VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
    return true;
}

/* --- Running ---------------------------------------------------------------
 */

static void compare(const struct probe *p, struct ombre_gpu_probe_result *out)
{
    const uint32_t *const to = p->to.map;

    *out = (struct ombre_gpu_probe_result){.right = true};
    for (uint32_t i = 0; i < PROBE_WORDS; i++) {
        const uint32_t wanted = wanted_word(p->step, i);
        if (to[i] == wanted)
            continue;
        if (out->right) {
            out->index = i;
            out->wanted = wanted;
            out->got = to[i];
        }
        out->right = false;
        out->wrong_count++;
    }
}

enum ombre_gpu_status ombre_gpu_probe(struct ombre_gpu *gpu,
                                      enum ombre_gpu_probe probe,
                                      struct ombre_gpu_probe_result *out)
{
    struct probe p = {.gpu = gpu, .step = probe};
    bool in_flight = false;

    vk_enter(gpu);
    if (gpu->dead)
        vk_fail(gpu, OMBRE_GPU_LOST, "an earlier step lost the device");
    else if (make(&p) && record(&p) &&
             vk_commands_run(gpu, gpu->timeout_ns, &in_flight))
        compare(&p, out);
    /* What a device is still at work on must not be freed: Vulkan 1.3, "Object
     * Lifetime".  It goes with the process. */
    if (in_flight)
        gpu->dead = true;
    else
        finish(&p);
    return vk_leave(gpu);
}
