/* Render passes and pipelines: what one state becomes. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

#include "output.frag.h"
#include "spirv_select.h"

bool vk_render_pass_create(struct ombre_gpu *gpu, const VkFormat *format,
                           uint32_t count, VkSampleCountFlagBits samples,
                           VkAttachmentLoadOp load, VkRenderPass *out)
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
            .loadOp = load,
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
                           VkExtent2D size, VkFramebuffer *out)
{
    const VkFramebufferCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .renderPass = pass,
        .attachmentCount = count,
        .pAttachments = view,
        .width = size.width,
        .height = size.height,
        .layers = 1,
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

bool vk_output_module(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                      VkShaderModule *out)
{
    const size_t count = sizeof output_frag / sizeof *output_frag;
    struct spirv_selection selection = {
        .second_source = outputs->second_source,
        .sample_mask = outputs->coverage,
    };
    uint32_t *const code = malloc(sizeof output_frag);

    if (!code)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a fragment shader");
    for (uint32_t i = 0; i < SPIRV_SELECT_OUTPUTS; i++)
        selection.output[i] = (uint32_t) outputs->type[i];
    const size_t n = spirv_select(output_frag, count, &selection, code);
    const bool made =
        n > 0 ? vk_module_create(gpu, code, n * sizeof *code, out)
              : vk_fail(gpu, OMBRE_GPU_FAILED, "output.frag is not understood");
    free(code);
    return made;
}

/* Everything of a pipeline that is the same for all of them. */
static bool make_pipeline(struct ombre_gpu *gpu, VkShaderModule fragment,
                          const VkPipelineColorBlendStateCreateInfo *blend,
                          const VkPipelineMultisampleStateCreateInfo *samples,
                          VkRenderPass pass, VkPipeline *out)
{
    static const VkDynamicState dynamic_states[] = {
        VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR,
        VK_DYNAMIC_STATE_BLEND_CONSTANTS};
    const VkPipelineShaderStageCreateInfo stages[] = {
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_VERTEX_BIT,
            .module = gpu->rectangle_vert,
            .pName = "main",
        },
        {
            .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
            .stage = VK_SHADER_STAGE_FRAGMENT_BIT,
            .module = fragment,
            .pName = "main",
        },
    };
    const VkPipelineVertexInputStateCreateInfo vertex = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
    };
    const VkPipelineInputAssemblyStateCreateInfo assembly = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
        .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
    };
    const VkPipelineViewportStateCreateInfo viewport = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO,
        .viewportCount = 1,
        .scissorCount = 1,
    };
    const VkPipelineRasterizationStateCreateInfo raster = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
        .polygonMode = VK_POLYGON_MODE_FILL,
        .cullMode = VK_CULL_MODE_NONE,
        .lineWidth = 1.0f,
    };
    const VkPipelineDynamicStateCreateInfo dynamic = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO,
        .dynamicStateCount = sizeof dynamic_states / sizeof *dynamic_states,
        .pDynamicStates = dynamic_states,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .stageCount = 2,
        .pStages = stages,
        .pVertexInputState = &vertex,
        .pInputAssemblyState = &assembly,
        .pViewportState = &viewport,
        .pRasterizationState = &raster,
        .pMultisampleState = samples,
        .pColorBlendState = blend,
        .pDynamicState = &dynamic,
        .layout = gpu->draw_layout,
        .renderPass = pass,
    };
    VK_CREATE(gpu, vkCreateGraphicsPipelines,
              (gpu->device, gpu->cache, 1, &info, NULL, out), out);
    return true;

fail:
    return false;
}

bool vk_pipeline_create(struct ombre_gpu *gpu,
                        const struct ombre_vk_state *state,
                        VkShaderModule module, VkRenderPass pass,
                        VkPipeline *out)
{
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = state->samples,
        .pSampleMask = &state->sample_mask,
        .alphaToCoverageEnable = state->alpha_to_coverage_enable,
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .logicOpEnable = state->logic_op_enable,
        .logicOp = state->logic_op_enable ? state->logic_op : VK_LOGIC_OP_COPY,
        .attachmentCount = state->attachment_count,
        .pAttachments = state->attachment,
    };

    return make_pipeline(gpu, module, &blend, &samples, pass, out);
}

bool vk_echo_pipeline_create(struct ombre_gpu *gpu, VkRenderPass pass,
                             VkPipeline *out)
{
    const VkPipelineMultisampleStateCreateInfo samples = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO,
        .rasterizationSamples = VK_SAMPLE_COUNT_1_BIT,
    };
    const VkPipelineColorBlendAttachmentState attachment = {
        .colorWriteMask = 0xF,
    };
    const VkPipelineColorBlendStateCreateInfo blend = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO,
        .attachmentCount = 1,
        .pAttachments = &attachment,
    };
    return make_pipeline(gpu, gpu->echo_frag, &blend, &samples, pass, out);
}
