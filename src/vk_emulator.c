/* What a device keeps to draw what its output merger cannot: render passes in
 * which a target is read as an input attachment while it is drawn to, and
 * pipelines that take every state from a uniform buffer. */
#include "vk_emulate.h"

#include <stdlib.h>
#include <string.h>

#include "blend.frag.h"
#include "blend_samples.frag.h"
#include "blend_values.frag.h"
#include "vk_curve.h"

static bool make_set_layout(struct ombre_gpu *gpu, VkDescriptorSetLayout *out)
{
    const VkShaderStageFlags stage = VK_SHADER_STAGE_FRAGMENT_BIT;
    const VkDescriptorSetLayoutBinding binding[] = {
        {0, VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, 1, stage, NULL},
        {1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, 1, stage, NULL},
        {2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, stage, NULL},
    };
    return vk_set_layout_create(gpu, binding, sizeof binding / sizeof *binding,
                                out);
}

static bool make_layout(struct ombre_gpu *gpu, VkPipelineLayout *out)
{
    const VkDescriptorSetLayout sets[] = {gpu->draw_set_layout,
                                          gpu->emulator->set_layout};
    return vk_layout_create(gpu, sets, sizeof sets / sizeof *sets,
                            VK_SHADER_STAGE_FRAGMENT_BIT,
                            sizeof(struct vk_push), out);
}

static bool make_curve(struct ombre_gpu *gpu, struct vk_buffer *out)
{
    struct vk_curve *curve;

    if (!vk_buffer_init(out, gpu, sizeof *curve,
                        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, false))
        return false;
    curve = out->map;
    memcpy(curve->linear, curve_linear, sizeof curve->linear);
    memcpy(curve->threshold, curve_threshold, sizeof curve->threshold);
    return true;
}

/* What all kinds share. */
static bool make_shared(struct ombre_gpu *gpu)
{
    struct vk_emulator *e = gpu->emulator;

    if (!e)
        e = gpu->emulator = calloc(1, sizeof *e);
    if (!e)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "an emulator");
    if (e->layout)
        return true;
    return (e->curve.buffer || make_curve(gpu, &e->curve)) &&
           (e->set_layout || make_set_layout(gpu, &e->set_layout)) &&
           make_layout(gpu, &e->layout);
}

/* --- Kinds --------------------------------------------------------------- */

enum ombre_gpu_order ombre_gpu_order_of(const struct ombre_vk_facts *facts)
{
    return facts->lane_features & OMBRE_LANE_FEATURE_RASTER_ORDER
               ? OMBRE_GPU_ORDER_RASTER
               : OMBRE_GPU_ORDER_BARRIER;
}

/* Writes of a primitive must be there before the next one reads, pixel by
 * pixel.  In raster order they are; else draws depend on those before, and
 * there must be a barrier between them.  What was before the pass, and what
 * comes after it, waits on either side. */
static bool make_pass(struct ombre_gpu *gpu, VkFormat format,
                      VkSampleCountFlagBits samples, VkRenderPass *out)
{
    const bool is_ordered =
        ombre_gpu_order_of(&gpu->facts) == OMBRE_GPU_ORDER_RASTER;
    const VkPipelineStageFlags drawn =
        VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    const VkPipelineStageFlags read = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT;
    const VkAccessFlags color = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT |
                                VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    const VkAccessFlags input = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
    const VkSubpassDependency dependencies[] = {
        {VK_SUBPASS_EXTERNAL, 0, drawn, drawn | read, color, color | input, 0},
        {0, VK_SUBPASS_EXTERNAL, drawn | read, drawn, color, color, 0},
        {0, 0, drawn, read, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT, input,
         VK_DEPENDENCY_BY_REGION_BIT},
    };
    const VkAttachmentDescription attachment = {
        .format = format,
        .samples = samples,
        .loadOp = VK_ATTACHMENT_LOAD_OP_LOAD,
        .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
        .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
        .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
        .initialLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
    };
    const VkAttachmentReference reference = {0, VK_IMAGE_LAYOUT_GENERAL};
    const VkSubpassDescription subpass = {
        .flags =
            is_ordered
                ? VK_SUBPASS_DESCRIPTION_RASTERIZATION_ORDER_ATTACHMENT_COLOR_ACCESS_BIT_EXT
                : 0,
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .inputAttachmentCount = 1,
        .pInputAttachments = &reference,
        .colorAttachmentCount = 1,
        .pColorAttachments = &reference,
    };
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &attachment,
        .subpassCount = 1,
        .pSubpasses = &subpass,
        .dependencyCount = is_ordered ? 2 : 3,
        .pDependencies = dependencies,
    };
    VK_CREATE(gpu, vkCreateRenderPass, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

static bool make_module(struct ombre_gpu *gpu,
                        const struct vk_emulator_kind *kind,
                        VkShaderModule *out)
{
    if (vk_format_find(kind->format)->type == OMBRE_GPU_OUTPUT_FLOAT)
        return vk_module_create(gpu, blend_values_frag,
                                sizeof blend_values_frag, out);
    if (kind->samples != VK_SAMPLE_COUNT_1_BIT)
        return vk_module_create(gpu, blend_samples_frag,
                                sizeof blend_samples_frag, out);
    return vk_module_create(gpu, blend_frag, sizeof blend_frag, out);
}

VkPipeline vk_emulator_pipeline(struct ombre_gpu *gpu,
                                struct vk_emulator_kind *kind,
                                VkColorComponentFlags mask)
{
    VkPipeline *const out = &kind->pipeline[mask];
    VkShaderModule module = VK_NULL_HANDLE;
    const VkPipelineColorBlendStateCreateFlags flags =
        ombre_gpu_order_of(&gpu->facts) == OMBRE_GPU_ORDER_RASTER
            ? VK_PIPELINE_COLOR_BLEND_STATE_CREATE_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_BIT_EXT
            : 0;

    if (*out || !make_module(gpu, kind, &module))
        return *out;
    (void) vk_store_pipeline_create(gpu, kind->format, kind->samples, mask,
                                    flags, module, gpu->emulator->layout,
                                    kind->pass, out);
    gpu->vk.vkDestroyShaderModule(gpu->device, module, NULL);
    return *out;
}

static void free_kind(struct ombre_gpu *gpu, struct vk_emulator_kind *kind)
{
    for (size_t i = 0; i < sizeof kind->pipeline / sizeof *kind->pipeline; i++)
        gpu->vk.vkDestroyPipeline(gpu->device, kind->pipeline[i], NULL);
    gpu->vk.vkDestroyRenderPass(gpu->device, kind->pass, NULL);
    free(kind);
}

static struct vk_emulator_kind *add_kind(struct ombre_gpu *gpu, VkFormat format,
                                         VkSampleCountFlagBits samples)
{
    struct vk_emulator_kind *const kind = calloc(1, sizeof *kind);

    if (!kind) {
        vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "an emulation");
        return NULL;
    }
    kind->format = format;
    kind->samples = samples;
    if (!make_pass(gpu, format, samples, &kind->pass)) {
        free_kind(gpu, kind);
        return NULL;
    }
    kind->next = gpu->emulator->kind;
    gpu->emulator->kind = kind;
    return kind;
}

struct vk_emulator_kind *vk_emulator_find(struct ombre_gpu *gpu,
                                          VkFormat format,
                                          VkSampleCountFlagBits samples)
{
    struct vk_emulator_kind *kind;

    if (!make_shared(gpu))
        return NULL;
    kind = gpu->emulator->kind;
    while (kind && (kind->format != format || kind->samples != samples))
        kind = kind->next;
    return kind ? kind : add_kind(gpu, format, samples);
}

void vk_emulator_finish(struct ombre_gpu *gpu)
{
    struct vk_emulator *const e = gpu->emulator;

    if (!e)
        return;
    while (e->kind) {
        struct vk_emulator_kind *const next = e->kind->next;
        free_kind(gpu, e->kind);
        e->kind = next;
    }
    gpu->vk.vkDestroyPipelineLayout(gpu->device, e->layout, NULL);
    gpu->vk.vkDestroyDescriptorSetLayout(gpu->device, e->set_layout, NULL);
    vk_buffer_finish(&e->curve, gpu);
    free(e);
    gpu->emulator = NULL;
}
