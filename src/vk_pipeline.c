/* Render passes and pipelines: what one state becomes. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

#include "output.frag.h"
#include "spirv_select.h"

bool vk_render_pass_create(struct ombre_gpu *gpu, const VkFormat *format,
                           uint32_t count, VkSampleCountFlagBits samples,
                           VkAttachmentLoadOp load, uint32_t cleared,
                           VkRenderPass *out)
{
    VkAttachmentDescription attachment[OMBRE_VK_MAX_ATTACHMENTS];
    VkAttachmentReference reference[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t used = 0;

    for (uint32_t i = 0; i < count; i++) {
        const VkImageLayout layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
        reference[i] = (VkAttachmentReference){VK_ATTACHMENT_UNUSED, layout};
        if (format[i] == VK_FORMAT_UNDEFINED)
            continue;
        reference[i].attachment = used;
        attachment[used++] = (VkAttachmentDescription){
            .format = format[i],
            .samples = samples,
            .loadOp = cleared >> i & 1 ? VK_ATTACHMENT_LOAD_OP_CLEAR : load,
            .storeOp = VK_ATTACHMENT_STORE_OP_STORE,
            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
            .initialLayout = layout,
            .finalLayout = layout,
        };
    }
    const VkSubpassDescription subpass = {
        .pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS,
        .colorAttachmentCount = count,
        .pColorAttachments = reference,
    };
    const VkRenderPassCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .attachmentCount = used,
        .pAttachments = attachment,
        .subpassCount = 1,
        .pSubpasses = &subpass,
    };
    VK_CREATE(gpu, vkCreateRenderPass, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_framebuffer_create(struct ombre_gpu *gpu, VkRenderPass pass,
                           const VkImageView *view, uint32_t count,
                           VkExtent2D size, uint32_t layers, VkFramebuffer *out)
{
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = pass,
        .attachmentCount = count,
        .pAttachments = view,
        .width = size.width,
        .height = size.height,
        .layers = layers,
    };
    VK_CREATE(gpu, vkCreateFramebuffer, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_module_create(struct ombre_gpu *gpu, const uint32_t *code, size_t size,
                      VkShaderModule *out)
{
    const VkShaderModuleCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .codeSize = size,
        .pCode = code,
    };
    VK_CREATE(gpu, vkCreateShaderModule, (gpu->device, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_output_code(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                    uint32_t **out, size_t *size)
{
    const size_t count = sizeof output_frag / sizeof *output_frag;
    struct spirv_selection selection = {
        .second_source = outputs->second_source,
        .sample_mask = outputs->coverage,
    };

    *size = 0;
    *out = malloc(sizeof output_frag);
    if (!*out)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a fragment shader");
    for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        selection.output[i] = (uint32_t) outputs->type[i];
    const size_t n = spirv_select(output_frag, count, &selection, *out);
    *size = n * sizeof **out;
    return n > 0 ||
           vk_fail(gpu, OMBRE_GPU_FAILED, "output.frag is not understood");
}

bool vk_output_module(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                      VkShaderModule *out)
{
    uint32_t *code;
    size_t size;
    const bool made = vk_output_code(gpu, outputs, &code, &size) &&
                      vk_module_create(gpu, code, size, out);

    free(code);
    return made;
}

/* --- Create-infos ----------------------------------------------------------
 */

static void fill_stages(struct vk_pipeline_infos *i, VkShaderModule vertex,
                        VkShaderModule fragment)
{
    i->stage[0] = (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = VK_SHADER_STAGE_VERTEX_BIT,
        .module = vertex,
        .pName = "main",
    };
    i->stage[1] = (VkPipelineShaderStageCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
        .module = fragment,
        .pName = "main",
    };
}

/* What is the same for all pipelines. */
static void fill_geometry(struct vk_pipeline_infos *i)
{
    i->vertex = (VkPipelineVertexInputStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    };
    i->assembly = (VkPipelineInputAssemblyStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    };
    i->viewport = (VkPipelineViewportStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1,
    };
    i->raster = (VkPipelineRasterizationStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .polygonMode = VK_POLYGON_MODE_FILL,
        .cullMode = VK_CULL_MODE_NONE,
        .lineWidth = 1.0f,
    };
    i->depth = (VkPipelineDepthStencilStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO,
    };
}

/* Write masks of 0 as VkPipelineColorWriteCreateInfoEXT says them. */
static void fill_writes(struct vk_pipeline_infos *i,
                        const struct ombre_vk_state *state, uint32_t off)
{
    for (uint32_t a = 0; a < state->attachment_count; a++) {
        i->write_enable[a] = !(off >> a & 1);
        if (!i->write_enable[a])
            i->attachment[a].colorWriteMask = 0xF;
    }
    i->write = (VkPipelineColorWriteCreateInfoEXT){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT,
        .attachmentCount = state->attachment_count,
        .pColorWriteEnables = i->write_enable,
    };
    i->blend.pNext = &i->write;
}

static void fill_output(struct vk_pipeline_infos *i,
                        const struct ombre_vk_state *state)
{
    i->samples = (VkPipelineMultisampleStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = state->samples,
        .pSampleMask = &state->sample_mask,
        .alphaToCoverageEnable = state->alpha_to_coverage_enable,
    };
    memcpy(i->attachment, state->attachment, sizeof i->attachment);
    i->blend = (VkPipelineColorBlendStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = state->logic_op_enable,
        .logicOp = state->logic_op,
        .attachmentCount = state->attachment_count,
        .pAttachments = i->attachment,
    };
    memcpy(i->blend.blendConstants, state->blend_constants,
           sizeof i->blend.blendConstants);
}

/* A feature, and the state that it lets commands set. */
static const struct {
    uint32_t feature;
    VkDynamicState state;
} dynamic_rows[] = {
    {OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE,
     VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_EQUATION,
     VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK,
     VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE,
     VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP, VK_DYNAMIC_STATE_LOGIC_OP_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK, VK_DYNAMIC_STATE_SAMPLE_MASK_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE,
     VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLES,
     VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT},
    {OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE,
     VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT},
};

static void fill_dynamic(struct vk_pipeline_infos *i, uint32_t dynamic,
                         bool static_constants)
{
    uint32_t n = 0;

    /* The first two are of the stages before rasterization. */
    i->dynamic_state[n++] = VK_DYNAMIC_STATE_VIEWPORT;
    i->dynamic_state[n++] = VK_DYNAMIC_STATE_SCISSOR;
    if (!static_constants)
        i->dynamic_state[n++] = VK_DYNAMIC_STATE_BLEND_CONSTANTS;
    for (size_t r = 0; r < sizeof dynamic_rows / sizeof *dynamic_rows; r++)
        if (dynamic & dynamic_rows[r].feature)
            i->dynamic_state[n++] = dynamic_rows[r].state;
    i->dynamic = (VkPipelineDynamicStateCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = n,
        .pDynamicStates = i->dynamic_state,
    };
}

static void fill_rendering(struct vk_pipeline_infos *i,
                           const struct ombre_vk_state *state)
{
    i->rendering = (VkPipelineRenderingCreateInfo){
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO,
        .colorAttachmentCount = state->attachment_count,
        .pColorAttachmentFormats = state->format,
    };
}

void vk_pipeline_infos_fill(struct vk_pipeline_infos *i, struct ombre_gpu *gpu,
                            const struct vk_recipe *recipe)
{
    const struct ombre_vk_state *const state = &recipe->state;

    fill_stages(i, recipe->is_layered ? gpu->layer_vert : gpu->rectangle_vert,
                recipe->module);
    fill_geometry(i);
    fill_output(i, state);
    if (recipe->lane.color_write_enable &&
        !(recipe->dynamic & OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE))
        fill_writes(i, state, recipe->write_off);
    fill_dynamic(i, recipe->dynamic, recipe->lane.static_constants);
    fill_rendering(i, state);
    i->pipeline = (VkGraphicsPipelineCreateInfo){
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = recipe->pass ? NULL : &i->rendering,
        .stageCount = 2,
        .pStages = i->stage,
        .pVertexInputState = &i->vertex,
        .pInputAssemblyState = &i->assembly,
        .pViewportState = &i->viewport,
        .pRasterizationState = &i->raster,
        .pMultisampleState = &i->samples,
        .pDepthStencilState = &i->depth,
        .pColorBlendState = &i->blend,
        .pDynamicState = &i->dynamic,
        .layout = gpu->draw_layout,
        .renderPass = recipe->pass,
    };
}

/* --- Pipelines -------------------------------------------------------------
 */

bool vk_graphics_pipeline_create(struct ombre_gpu *gpu,
                                 const VkGraphicsPipelineCreateInfo *info,
                                 VkPipeline *out)
{
    VK_CREATE(gpu, vkCreateGraphicsPipelines,
              (gpu->device, gpu->cache, 1, info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_pipeline_create(struct ombre_gpu *gpu, const struct vk_recipe *recipe,
                        VkPipeline *out)
{
    struct vk_pipeline_infos infos;

    vk_pipeline_infos_fill(&infos, gpu, recipe);
    return vk_graphics_pipeline_create(gpu, &infos.pipeline, out);
}

bool vk_store_pipeline_create(struct ombre_gpu *gpu, VkFormat format,
                              VkSampleCountFlagBits samples,
                              VkColorComponentFlags mask,
                              VkPipelineColorBlendStateCreateFlags flags,
                              VkShaderModule fragment, VkPipelineLayout layout,
                              VkRenderPass pass, VkPipeline *out)
{
    static const struct vk_outputs none = {0};
    const struct ombre_vk_state state = {
        .attachment_count = 1,
        .format = {format},
        .attachment = {{.colorWriteMask = mask}},
        .samples = samples,
        .sample_mask = UINT32_MAX,
    };
    struct vk_recipe recipe;
    struct vk_pipeline_infos infos;

    vk_recipe_plain(&recipe, gpu, &state, &none, pass);
    recipe.module = fragment;
    vk_pipeline_infos_fill(&infos, gpu, &recipe);
    infos.pipeline.layout = layout;
    infos.blend.flags = flags;
    return vk_graphics_pipeline_create(gpu, &infos.pipeline, out);
}

bool vk_echo_pipeline_create(struct ombre_gpu *gpu, VkRenderPass pass,
                             VkPipeline *out)
{
    return vk_store_pipeline_create(
        gpu, VK_FORMAT_R32G32B32A32_UINT, VK_SAMPLE_COUNT_1_BIT, 0xF, 0,
        gpu->echo_frag, gpu->draw_layout, pass, out);
}
