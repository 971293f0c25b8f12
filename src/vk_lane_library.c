/* Pipelines linked of libraries (VK_EXT_graphics_pipeline_library).
 *
 * Vertices, what comes before rasterization, and fragment shaders are shared by
 * all states for which they are the same; fragment output is each state's own.
 */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

static const VkGraphicsPipelineLibraryFlagsEXT stages[] = {
    VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT,
    VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT,
};

enum { STAGES = sizeof stages / sizeof *stages };

static bool is_shader(VkGraphicsPipelineLibraryFlagsEXT stage)
{
    return stage == VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT;
}

static bool is_output(VkGraphicsPipelineLibraryFlagsEXT stage)
{
    return stage ==
           VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT;
}

/* Of a shader: its outputs and, with a render pass, its samples
 * (VkGraphicsPipelineCreateInfo: multisample state is of both parts). */
static bool shader_equal(const struct ombre_vk_state *a,
                         const struct ombre_vk_state *b)
{
    return a->samples == b->samples && a->sample_mask == b->sample_mask &&
           a->alpha_to_coverage_enable == b->alpha_to_coverage_enable &&
           a->patch_count == b->patch_count &&
           memcmp(a->patch, b->patch, a->patch_count * sizeof *a->patch) == 0;
}

static bool is_part(const struct vk_batch *b, const struct vk_part *part,
                    VkGraphicsPipelineLibraryFlagsEXT stage,
                    const struct ombre_vk_state *fixed)
{
    if (part->stage != stage)
        return false;
    if (is_output(stage))
        return vk_lane_fixed_equal(&b->lane, &part->state, fixed);
    /* Render passes are compatible with those of as many attachments. */
    if (part->state.attachment_count != fixed->attachment_count)
        return false;
    return !is_shader(stage) || shader_equal(&part->state, fixed);
}

static const struct vk_part *find_part(const struct vk_batch *b,
                                       VkGraphicsPipelineLibraryFlagsEXT stage,
                                       const struct ombre_vk_state *fixed)
{
    for (size_t i = 0; i < b->lane.part_count; i++)
        if (is_part(b, &b->lane.part[i], stage, fixed))
            return &b->lane.part[i];
    return NULL;
}

/* Leave of a whole pipeline what is of one stage. */
static void cut(struct vk_pipeline_infos *i,
                VkGraphicsPipelineLibraryFlagsEXT stage)
{
    enum { OF_GEOMETRY = 2 }; /* dynamic states: viewport, scissor */
    VkGraphicsPipelineCreateInfo *const p = &i->pipeline;
    const bool is_vertex =
        stage == VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT;
    const bool is_geometry =
        stage == VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT;

    p->stageCount = is_geometry || is_shader(stage) ? 1 : 0;
    p->pStages = is_shader(stage) ? &i->stage[1] : &i->stage[0];
    if (!is_vertex)
        p->pVertexInputState = NULL, p->pInputAssemblyState = NULL;
    if (!is_geometry)
        p->pViewportState = NULL, p->pRasterizationState = NULL;
    if (!is_shader(stage) && !is_output(stage))
        p->pMultisampleState = NULL;
    if (!is_output(stage)) {
        p->pColorBlendState = NULL;
        i->rendering.colorAttachmentCount = 0; /* only the view mask counts */
    }
    if (!is_shader(stage))
        p->pDepthStencilState = NULL;
    if (is_geometry)
        i->dynamic.dynamicStateCount = OF_GEOMETRY;
    if (is_output(stage)) {
        i->dynamic.dynamicStateCount -= OF_GEOMETRY;
        i->dynamic.pDynamicStates += OF_GEOMETRY;
    }
    if (is_vertex || is_shader(stage))
        p->pDynamicState = NULL;
}

static bool make_part(struct vk_batch *b, struct vk_part *part)
{
    struct ombre_gpu *const gpu = b->gpu;
    const struct ombre_vk_state *const fixed = &part->state;
    struct vk_pipeline_infos infos;
    const VkGraphicsPipelineLibraryCreateInfoEXT library = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        .flags = part->stage,
    };
    VkShaderModule module = VK_NULL_HANDLE;

    if (is_shader(part->stage) &&
        !vk_output_module(gpu, fixed, &b->outputs, &module))
        return false;
    vk_pipeline_infos_fill(&infos, gpu, b, fixed,
                           b->lane.pass[fixed->attachment_count].pass, module);
    cut(&infos, part->stage);
    if (infos.pipeline.pNext)
        infos.rendering.pNext = &library;
    else
        infos.pipeline.pNext = &library;
    infos.pipeline.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    const bool made =
        vk_graphics_pipeline_create(gpu, &infos.pipeline, &part->pipeline);
    gpu->vk.vkDestroyShaderModule(gpu->device, module, NULL);
    return made;
}

static bool add_part(struct vk_batch *b,
                     VkGraphicsPipelineLibraryFlagsEXT stage,
                     const struct ombre_vk_state *fixed)
{
    struct vk_lane *const lane = &b->lane;

    if (lane->part_count == lane->part_room) {
        const size_t room = lane->part_room ? 2 * lane->part_room : 16;
        struct vk_part *const part =
            realloc(lane->part, room * sizeof *lane->part);
        if (!part)
            return vk_fail(b->gpu, OMBRE_GPU_OUT_OF_MEMORY, "%zu libraries",
                           room);
        lane->part = part;
        lane->part_room = room;
    }
    struct vk_part *const part = &lane->part[lane->part_count];
    *part = (struct vk_part){.stage = stage, .state = *fixed};
    if (!make_part(b, part))
        return false;
    lane->part_count++;
    return true;
}

bool vk_library_prepare(struct vk_batch *b, const struct ombre_vk_state *fixed)
{
    for (size_t i = 0; i < STAGES; i++)
        if (!find_part(b, stages[i], fixed) && !add_part(b, stages[i], fixed))
            return false;
    return true;
}

bool vk_library_link(struct vk_batch *b, const struct ombre_vk_state *fixed,
                     VkPipeline *out)
{
    VkPipeline part[STAGES];
    const VkPipelineLibraryCreateInfoKHR libraries = {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR,
        .libraryCount = STAGES,
        .pLibraries = part,
    };
    const VkGraphicsPipelineCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
        .pNext = &libraries,
        .layout = b->gpu->draw_layout,
    };

    for (size_t i = 0; i < STAGES; i++) {
        const struct vk_part *const found = find_part(b, stages[i], fixed);
        if (!found)
            return vk_fail(b->gpu, OMBRE_GPU_FAILED, "a library is missing");
        part[i] = found->pipeline;
    }
    return vk_graphics_pipeline_create(b->gpu, &info, out);
}

void vk_library_finish(struct vk_batch *b)
{
    struct vk_lane *const lane = &b->lane;

    for (size_t i = 0; i < lane->part_count; i++)
        b->gpu->vk.vkDestroyPipeline(b->gpu->device, lane->part[i].pipeline,
                                     NULL);
    free(lane->part);
    lane->part = NULL;
    lane->part_count = lane->part_room = 0;
}
