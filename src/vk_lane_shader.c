/* Shader objects (VK_EXT_shader_object): no pipeline, and every state by a
 * command. */
#include "vk.h"

#ifdef VK_EXT_shader_object

#include <stdlib.h>

static bool make_shader(struct ombre_gpu *gpu, VkShaderStageFlagBits stage,
                        const uint32_t *code, size_t size, VkShaderEXT *out)
{
    const VkPushConstantRange push = {VK_SHADER_STAGE_FRAGMENT_BIT, 0,
                                      sizeof(struct vk_push)};
    const VkShaderCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT,
        .stage = stage,
        .nextStage = stage == VK_SHADER_STAGE_VERTEX_BIT
                         ? VK_SHADER_STAGE_FRAGMENT_BIT
                         : 0,
        .codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT,
        .codeSize = size,
        .pCode = code,
        .pName = "main",
        .setLayoutCount = 1,
        .pSetLayouts = &gpu->draw_set_layout,
        .pushConstantRangeCount = 1,
        .pPushConstantRanges = &push,
    };
    VK_CREATE(gpu, vkCreateShadersEXT, (gpu->device, 1, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_shader_prepare(struct ombre_gpu *gpu, bool is_layered)
{
    size_t size;
    const uint32_t *const code = vk_rectangle_code(is_layered, &size);
    VkShaderEXT *const out = &gpu->rectangle_object[is_layered];

    return *out ||
           make_shader(gpu, VK_SHADER_STAGE_VERTEX_BIT, code, size, out);
}

bool vk_shader_create(struct ombre_gpu *gpu, const struct vk_recipe *r,
                      VkShaderEXT *out)
{
    uint32_t *code;
    size_t size;
    const bool made =
        vk_output_code(gpu, &r->outputs, &code, &size) &&
        make_shader(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, code, size, out);

    free(code);
    return made;
}

/* What pipelines say of vertices and rasterization: Vulkan 1.3, chapter
 * "Shaders", "Setting State". */
static void set_geometry(struct ombre_gpu *gpu)
{
    const struct VolkDeviceTable *const vk = &gpu->vk;
    const VkCommandBuffer commands = gpu->commands;

    vk->vkCmdSetVertexInputEXT(commands, 0, NULL, 0, NULL);
    vk->vkCmdSetPrimitiveTopologyEXT(commands,
                                     VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
    vk->vkCmdSetPrimitiveRestartEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetRasterizerDiscardEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetPolygonModeEXT(commands, VK_POLYGON_MODE_FILL);
    vk->vkCmdSetCullModeEXT(commands, VK_CULL_MODE_NONE);
    vk->vkCmdSetFrontFaceEXT(commands, VK_FRONT_FACE_COUNTER_CLOCKWISE);
}

/* No tests of depth or stencil. */
static void set_tests(struct ombre_gpu *gpu)
{
    const struct VolkDeviceTable *const vk = &gpu->vk;
    const VkCommandBuffer commands = gpu->commands;

    vk->vkCmdSetDepthTestEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetDepthWriteEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetDepthBoundsTestEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetDepthBiasEnableEXT(commands, VK_FALSE);
    vk->vkCmdSetStencilTestEnableEXT(commands, VK_FALSE);
}

void vk_shader_use(struct vk_batch *b, VkShaderEXT fragment)
{
    static const VkShaderStageFlagBits stages[] = {
        VK_SHADER_STAGE_VERTEX_BIT, VK_SHADER_STAGE_FRAGMENT_BIT};
    const VkShaderEXT shaders[] = {
        b->gpu->rectangle_object[b->batch->layer > 0], fragment};
    struct vk_lane_held *const held = &b->lane.held;

    if (!held->has_rest) {
        set_geometry(b->gpu);
        set_tests(b->gpu);
    }
    held->has_rest = true;
    if (held->fragment == fragment)
        return;
    held->fragment = fragment;
    b->gpu->vk.vkCmdBindShadersEXT(b->gpu->commands, 2, stages, shaders);
}

void vk_shader_area(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height)
{
    const struct VolkDeviceTable *const vk = &b->gpu->vk;
    const VkViewport viewport = {
        .x = (float) x,
        .y = (float) y,
        .width = (float) width,
        .height = (float) height,
        .maxDepth = 1.0f,
    };
    const VkRect2D scissor = {{(int32_t) x, (int32_t) y}, {width, height}};

    vk->vkCmdSetViewportWithCountEXT(b->gpu->commands, 1, &viewport);
    vk->vkCmdSetScissorWithCountEXT(b->gpu->commands, 1, &scissor);
}

#endif
