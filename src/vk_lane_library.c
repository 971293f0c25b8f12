/* Pipelines linked of libraries (VK_EXT_graphics_pipeline_library).
 *
 * Vertices, what comes before rasterization, and fragment shaders are shared by
 * all states for which they are the same; fragment output is each state's own.
 */
#include "vk.h"

static VkGraphicsPipelineLibraryFlagsEXT flags_of(enum vk_part_stage stage)
{
    switch (stage) {
    case VK_PART_VERTEX_INPUT:
        return VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT;
    case VK_PART_PRE_RASTERIZATION:
        return VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;
    case VK_PART_FRAGMENT_SHADER:
        return VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
    case VK_PART_FRAGMENT_OUTPUT: break;
    }
    return VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;
}

/* Leave of a whole pipeline what is of one stage. */
static void cut(struct vk_pipeline_infos *i, enum vk_part_stage stage)
{
    enum { OF_GEOMETRY = 2 }; /* dynamic states: viewport, scissor */
    VkGraphicsPipelineCreateInfo *const p = &i->pipeline;
    const bool is_vertex = stage == VK_PART_VERTEX_INPUT;
    const bool is_geometry = stage == VK_PART_PRE_RASTERIZATION;
    const bool is_shader = stage == VK_PART_FRAGMENT_SHADER;
    const bool is_output = stage == VK_PART_FRAGMENT_OUTPUT;

    p->stageCount = is_geometry || is_shader ? 1 : 0;
    p->pStages = is_shader ? &i->stage[1] : &i->stage[0];
    if (!is_vertex)
        p->pVertexInputState = NULL, p->pInputAssemblyState = NULL;
    if (!is_geometry)
        p->pViewportState = NULL, p->pRasterizationState = NULL;
    if (!is_shader && !is_output)
        p->pMultisampleState = NULL;
    if (!is_output) {
        p->pColorBlendState = NULL;
        i->rendering.colorAttachmentCount = 0; /* only the view mask counts */
    }
    if (!is_shader)
        p->pDepthStencilState = NULL;
    if (is_geometry)
        i->dynamic.dynamicStateCount = OF_GEOMETRY;
    if (is_output) {
        i->dynamic.dynamicStateCount -= OF_GEOMETRY;
        i->dynamic.pDynamicStates += OF_GEOMETRY;
    }
    if (is_vertex || is_shader)
        p->pDynamicState = NULL;
}

bool vk_part_create(struct ombre_gpu *gpu, const struct vk_recipe *r,
                    enum vk_part_stage stage, VkPipeline *out)
{
    struct vk_pipeline_infos infos;
    const VkGraphicsPipelineLibraryCreateInfoEXT library = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        .flags = flags_of(stage),
    };

    vk_pipeline_infos_fill(&infos, gpu, r);
    cut(&infos, stage);
    if (infos.pipeline.pNext)
        infos.rendering.pNext = &library;
    else
        infos.pipeline.pNext = &library;
    infos.pipeline.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    return vk_graphics_pipeline_create(gpu, &infos.pipeline, out);
}

bool vk_library_prepare(struct vk_recipe *r, struct ombre_gpu *gpu)
{
    if (!vk_keep_module(gpu, &r->outputs, &r->module))
        return false;
    for (unsigned s = 0; s < VK_PARTS_SHARED; s++)
        if (!vk_keep_part(gpu, r, (enum vk_part_stage) s, &r->part[s]))
            return false;
    return true;
}

bool vk_library_link(struct vk_program *p, struct ombre_gpu *gpu,
                     const struct vk_recipe *r)
{
    if (!vk_part_create(gpu, r, VK_PART_FRAGMENT_OUTPUT, &p->output))
        return false;
    const VkPipeline parts[] = {
        r->part[VK_PART_VERTEX_INPUT],
        r->part[VK_PART_PRE_RASTERIZATION],
        r->part[VK_PART_FRAGMENT_SHADER],
        p->output,
    };
    const VkPipelineLibraryCreateInfoKHR libraries = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR,
        .libraryCount = sizeof parts / sizeof *parts,
        .pLibraries = parts,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &libraries,
        .layout = gpu->draw_layout,
    };
    return vk_graphics_pipeline_create(gpu, &info, &p->pipeline);
}
