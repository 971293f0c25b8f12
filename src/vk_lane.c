/* The lane of a batch: what is fixed of a state, and how it is put to use. */
#include "vk.h"

#include <string.h>

/* What commands set in a lane whose features the device has enabled. */
static uint32_t set_by_commands(const struct ombre_lane *lane, uint32_t enabled)
{
    const bool is_object = lane->state == OMBRE_LANE_SHADER_OBJECT;
    uint32_t bits = 0;

    if (is_object)
        bits = OMBRE_LANE_DYNAMIC_FEATURES;
    else if (lane->state == OMBRE_LANE_DYNAMIC)
        bits = enabled & OMBRE_LANE_DYNAMIC_FEATURES;
    else
        return 0;
    /* Shader objects want it said wherever the feature is enabled. */
    if (lane->color_write_enable ||
        (is_object && enabled & OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE))
        bits |= OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE;
    return bits;
}

static bool choose(struct vk_batch *b)
{
    const uint32_t enabled = b->gpu->facts.lane_features;
    char why[OMBRE_LANE_WHY_SIZE];

    if (!ombre_lane_is_offered(&b->batch->lane, enabled, why))
        return vk_refuse(b->gpu, "%s", why);
    if (b->batch->layer && !b->gpu->has_layers)
        return vk_refuse(b->gpu,
                         "VK_EXT_shader_viewport_index_layer is not there: no "
                         "draw goes to layer %u",
                         b->batch->layer);
    b->lane.choice = ombre_lane_resolved(&b->batch->lane);
    b->lane.dynamic = set_by_commands(&b->lane.choice, enabled);
    return true;
}

bool vk_lane_init(struct vk_batch *b)
{
    if (!choose(b) || !vk_lane_passes_init(b, b->batch->target_count))
        return false;
    for (uint32_t i = 0; i < b->batch->draw_count; i++)
        if (!vk_lane_passes_init(b, b->batch->draw[i].state->attachment_count))
            return false;
    return vk_lane_clears_init(b);
}

void vk_lane_finish(struct vk_batch *b)
{
    vk_lane_passes_finish(b);
}

/* --- What is fixed ---------------------------------------------------------
 */

/* Of what commands set, an object gets something else: a driver that looks
 * there is found out.  It is legal in every state. */
static void spoil_attachment(VkPipelineColorBlendAttachmentState *a,
                             uint32_t dynamic)
{
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE)
        a->blendEnable = VK_FALSE;
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_EQUATION) {
        a->srcColorBlendFactor = VK_BLEND_FACTOR_DST_ALPHA;
        a->dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR;
        a->colorBlendOp = VK_BLEND_OP_REVERSE_SUBTRACT;
        a->srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA;
        a->dstAlphaBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        a->alphaBlendOp = VK_BLEND_OP_SUBTRACT;
    }
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK)
        a->colorWriteMask = 0;
}

/* Samples must be those of the attachments though commands set them:
 * VUID-VkGraphicsPipelineCreateInfo-multisampledRenderToSingleSampled-06853 */
static void spoil_rest(struct ombre_vk_state *s, uint32_t dynamic)
{
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE)
        s->logic_op_enable = VK_FALSE;
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP)
        s->logic_op = VK_LOGIC_OP_AND_INVERTED;
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK)
        s->sample_mask = 0;
    if (dynamic & OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE)
        s->alpha_to_coverage_enable = VK_FALSE;
}

struct ombre_vk_state ombre_gpu_state_fixed(const struct ombre_vk_state *state,
                                            uint32_t dynamic)
{
    struct ombre_vk_state out = *state;

    for (uint32_t i = 0; i < state->attachment_count; i++)
        spoil_attachment(&out.attachment[i], dynamic);
    spoil_rest(&out, dynamic);
    return out;
}

/* Of holes and of what the shader does not output a mask of 0 stays: layers
 * warn of any other.  Where all attachments must be alike, it is all or none.
 */
uint32_t vk_lane_write_off(const struct vk_batch *b,
                           const struct ombre_vk_state *state)
{
    const uint32_t all = (1u << state->attachment_count) - 1;
    uint32_t off = 0;

    if (!b->lane.choice.color_write_enable)
        return 0;
    const struct vk_outputs left = vk_outputs_patched(state, &b->outputs);
    for (uint32_t i = 0; i < state->attachment_count; i++)
        if (state->attachment[i].colorWriteMask == 0 &&
            state->format[i] != VK_FORMAT_UNDEFINED &&
            left.type[i] != OMBRE_GPU_OUTPUT_NONE)
            off |= 1u << i;
    return b->gpu->facts.independent_blend || off == all ? off : 0;
}

void vk_recipe_plain(struct vk_recipe *r, struct ombre_gpu *gpu,
                     const struct ombre_vk_state *state,
                     const struct vk_outputs *outputs, VkRenderPass pass)
{
    static const float spoilt[4] = {0.8125f, 0.0625f, 0.4375f, 0.6875f};

    *r = (struct vk_recipe){
        .lane = {.state = OMBRE_LANE_STATIC, .pass = OMBRE_LANE_RENDER_PASS},
        .state = ombre_gpu_state_normal(state, gpu->facts.independent_blend),
        .outputs = vk_outputs_patched(state, outputs),
        .pass = pass,
    };
    memcpy(r->state.blend_constants, spoilt, sizeof spoilt);
}

void vk_recipe_of_draw(struct vk_recipe *r, const struct vk_batch *b,
                       const struct ombre_vk_state *state)
{
    const struct vk_lane *const lane = &b->lane;

    vk_recipe_plain(r, b->gpu, state, &b->outputs,
                    lane->pass[state->attachment_count].pass);
    r->lane = lane->choice;
    r->is_layered = b->batch->layer > 0;
    r->dynamic = lane->dynamic;
    if (lane->choice.static_constants)
        memcpy(r->state.blend_constants, state->blend_constants,
               sizeof r->state.blend_constants);
    const uint32_t off = vk_lane_write_off(b, state);
    if (lane->dynamic == 0) {
        r->write_off = off;
        return;
    }
    r->state = ombre_gpu_state_fixed(&r->state, lane->dynamic);
    for (uint32_t i = 0; i < state->attachment_count; i++)
        if (off >> i & 1 &&
            !(lane->dynamic & OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK))
            r->state.attachment[i].colorWriteMask = 0xF;
}

/* --- Programs --------------------------------------------------------------
 */

bool vk_recipe_prepare(struct vk_recipe *r, struct ombre_gpu *gpu)
{
    if (r->is_layered && !vk_layer_vert_make(gpu))
        return false;
    switch (r->lane.state) {
    case OMBRE_LANE_ANY_STATE:
    case OMBRE_LANE_STATIC:
    case OMBRE_LANE_DYNAMIC: break;
    case OMBRE_LANE_LIBRARY: return vk_library_prepare(r, gpu);
    case OMBRE_LANE_SHADER_OBJECT:
#ifdef VK_EXT_shader_object
        return vk_shader_prepare(gpu, r->is_layered);
#else
        break;
#endif
    }
    return vk_keep_module(gpu, &r->outputs, &r->module);
}

bool vk_program_init(struct vk_program *p, struct ombre_gpu *gpu,
                     const struct vk_recipe *r)
{
    switch (r->lane.state) {
    case OMBRE_LANE_ANY_STATE:
    case OMBRE_LANE_STATIC:
    case OMBRE_LANE_DYNAMIC: break;
    case OMBRE_LANE_LIBRARY: return vk_library_link(p, gpu, r);
    case OMBRE_LANE_SHADER_OBJECT:
#ifdef VK_EXT_shader_object
        return vk_shader_create(gpu, r, &p->fragment);
#else
        break;
#endif
    }
    return vk_pipeline_create(gpu, r, &p->pipeline);
}

bool vk_program_is_made(const struct vk_program *p)
{
#ifdef VK_EXT_shader_object
    if (p->fragment)
        return true;
#endif
    return p->pipeline != VK_NULL_HANDLE;
}

void vk_program_finish(struct vk_program *p, struct ombre_gpu *gpu)
{
    gpu->vk.vkDestroyPipeline(gpu->device, p->pipeline, NULL);
    gpu->vk.vkDestroyPipeline(gpu->device, p->output, NULL);
#ifdef VK_EXT_shader_object
    if (p->fragment)
        gpu->vk.vkDestroyShaderEXT(gpu->device, p->fragment, NULL);
#endif
    *p = (struct vk_program){0};
}

/* --- Recording -------------------------------------------------------------
 */

void vk_lane_begin(struct vk_batch *b)
{
    /* Earlier pipelines may have fixed what commands set here. */
    b->lane.held = (struct vk_lane_held){.pass = VK_LANE_NO_PASS};
}

void vk_lane_end(struct vk_batch *b)
{
    vk_lane_pass_leave(b);
}

static void bind(struct vk_batch *b, const struct vk_program *program)
{
    struct vk_lane_held *const held = &b->lane.held;

#ifdef VK_EXT_shader_object
    if (b->lane.choice.state == OMBRE_LANE_SHADER_OBJECT) {
        vk_shader_use(b, program->fragment);
        return;
    }
#endif
    if (held->pipeline == program->pipeline)
        return;
    held->pipeline = program->pipeline;
    b->gpu->vk.vkCmdBindPipeline(
        b->gpu->commands, VK_PIPELINE_BIND_POINT_GRAPHICS, program->pipeline);
}

void vk_lane_use(struct vk_batch *b, const struct vk_program *program,
                 const struct ombre_vk_state *state)
{
    struct vk_lane_held *const held = &b->lane.held;

    vk_lane_pass_switch(b, state->attachment_count);
    bind(b, program);
    if (!b->batch->is_terse)
        held->said = (struct vk_lane_said){0};
    vk_lane_set_state(b, state);
}

void vk_lane_area(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                  uint32_t height)
{
#ifdef VK_EXT_shader_object
    if (b->lane.choice.state == OMBRE_LANE_SHADER_OBJECT) {
        vk_shader_area(b, x, y, width, height);
        return;
    }
#endif
    vk_area_record(b, x, y, width, height);
}
