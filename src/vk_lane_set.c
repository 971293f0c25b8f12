/* Commands that set state: of a state only what the command buffer does not
 * hold already, so that two draws may be one command apart. */
#include "vk.h"

#include <string.h>

/* A run of attachments: [first, end). */
struct run {
    uint32_t first, end;
};

/* Whether a state's attachments agree in one aspect, by pointers to both. */
typedef bool agreement(const VkPipelineColorBlendAttachmentState *a,
                       const VkPipelineColorBlendAttachmentState *b);

static bool enable_agrees(const VkPipelineColorBlendAttachmentState *a,
                          const VkPipelineColorBlendAttachmentState *b)
{
    return a->blendEnable == b->blendEnable;
}

static bool equation_agrees(const VkPipelineColorBlendAttachmentState *a,
                            const VkPipelineColorBlendAttachmentState *b)
{
    return a->srcColorBlendFactor == b->srcColorBlendFactor &&
           a->dstColorBlendFactor == b->dstColorBlendFactor &&
           a->colorBlendOp == b->colorBlendOp &&
           a->srcAlphaBlendFactor == b->srcAlphaBlendFactor &&
           a->dstAlphaBlendFactor == b->dstAlphaBlendFactor &&
           a->alphaBlendOp == b->alphaBlendOp;
}

static bool mask_agrees(const VkPipelineColorBlendAttachmentState *a,
                        const VkPipelineColorBlendAttachmentState *b)
{
    return a->colorWriteMask == b->colorWriteMask;
}

/* The least run with all attachments that `held` lacks or has otherwise; marks
 * them as known. */
static bool find_run(const struct ombre_vk_state *held, uint32_t *known,
                     const struct ombre_vk_state *state, agreement *agrees,
                     struct run *out)
{
    *out = (struct run){0, 0};
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        const bool is_held = *known >> i & 1 && agrees(&held->attachment[i],
                                                       &state->attachment[i]);
        if (is_held)
            continue;
        if (out->end == 0)
            out->first = i;
        out->end = i + 1;
        *known |= 1u << i;
    }
    return out->end > 0;
}

static void set_enables(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_held *const held = &b->lane.held;
    VkBool32 enable[OMBRE_VK_MAX_ATTACHMENTS];
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE) ||
        !find_run(&held->state, &held->enables, state, enable_agrees, &run))
        return;
    for (uint32_t i = run.first; i < run.end; i++)
        enable[i] = held->state.attachment[i].blendEnable =
            state->attachment[i].blendEnable;
    gpu->vk.vkCmdSetColorBlendEnableEXT(
        gpu->commands, run.first, run.end - run.first, &enable[run.first]);
}

static void set_equations(struct vk_batch *b,
                          const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_held *const held = &b->lane.held;
    VkColorBlendEquationEXT equation[OMBRE_VK_MAX_ATTACHMENTS];
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_EQUATION) ||
        !find_run(&held->state, &held->equations, state, equation_agrees, &run))
        return;
    for (uint32_t i = run.first; i < run.end; i++) {
        const VkPipelineColorBlendAttachmentState *const a =
            &state->attachment[i];
        VkPipelineColorBlendAttachmentState *const h =
            &held->state.attachment[i];
        equation[i] = (VkColorBlendEquationEXT){
            h->srcColorBlendFactor = a->srcColorBlendFactor,
            h->dstColorBlendFactor = a->dstColorBlendFactor,
            h->colorBlendOp = a->colorBlendOp,
            h->srcAlphaBlendFactor = a->srcAlphaBlendFactor,
            h->dstAlphaBlendFactor = a->dstAlphaBlendFactor,
            h->alphaBlendOp = a->alphaBlendOp,
        };
    }
    gpu->vk.vkCmdSetColorBlendEquationEXT(
        gpu->commands, run.first, run.end - run.first, &equation[run.first]);
}

static void set_masks(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_held *const held = &b->lane.held;
    VkColorComponentFlags mask[OMBRE_VK_MAX_ATTACHMENTS];
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK) ||
        !find_run(&held->state, &held->masks, state, mask_agrees, &run))
        return;
    for (uint32_t i = run.first; i < run.end; i++) {
        mask[i] = held->state.attachment[i].colorWriteMask =
            state->attachment[i].colorWriteMask;
        /* set_writes() says it. */
        if (mask[i] == 0 && b->lane.choice.color_write_enable)
            mask[i] = 0xF;
    }
    gpu->vk.vkCmdSetColorWriteMaskEXT(gpu->commands, run.first,
                                      run.end - run.first, &mask[run.first]);
}

/* All at once: VUID-vkCmdDraw-attachmentCount-07750. */
static void set_writes(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_held *const held = &b->lane.held;
    const uint32_t count = state->attachment_count;
    VkBool32 write[OMBRE_VK_MAX_ATTACHMENTS];

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE) ||
        count == 0)
        return;
    for (uint32_t i = 0; i < count; i++)
        write[i] = !b->lane.choice.color_write_enable ||
                   state->attachment[i].colorWriteMask != 0;
    if (held->write_count == count &&
        memcmp(held->write, write, count * sizeof *write) == 0)
        return;
    held->write_count = count;
    memcpy(held->write, write, count * sizeof *write);
    gpu->vk.vkCmdSetColorWriteEnableEXT(gpu->commands, count, write);
}

/* Whether a value, of which `held` has another or none, is to be set. */
static bool is_due(struct vk_batch *b, uint32_t feature, bool is_equal)
{
    struct vk_lane_held *const held = &b->lane.held;
    if (!(b->lane.dynamic & feature) || (held->known & feature && is_equal))
        return false;
    held->known |= feature;
    return true;
}

static void set_logic(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct ombre_vk_state *const held = &b->lane.held.state;

    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE,
               held->logic_op_enable == state->logic_op_enable))
        gpu->vk.vkCmdSetLogicOpEnableEXT(
            gpu->commands, held->logic_op_enable = state->logic_op_enable);
    /* One must be set even where none is used (VUID-vkCmdDraw-logicOp-04878):
     * any, then. */
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP,
               !state->logic_op_enable || held->logic_op == state->logic_op)) {
        held->logic_op =
            state->logic_op_enable ? state->logic_op : VK_LOGIC_OP_COPY;
        gpu->vk.vkCmdSetLogicOpEXT(gpu->commands, held->logic_op);
    }
}

static void set_samples(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct ombre_vk_state *const held = &b->lane.held.state;

    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_SAMPLES,
               held->samples == state->samples))
        gpu->vk.vkCmdSetRasterizationSamplesEXT(gpu->commands, state->samples);
    /* The mask is for so many samples. */
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK,
               held->sample_mask == state->sample_mask &&
                   held->samples == state->samples))
        gpu->vk.vkCmdSetSampleMaskEXT(gpu->commands, state->samples,
                                      &state->sample_mask);
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE,
               held->alpha_to_coverage_enable ==
                   state->alpha_to_coverage_enable))
        gpu->vk.vkCmdSetAlphaToCoverageEnableEXT(
            gpu->commands, state->alpha_to_coverage_enable);
    held->samples = state->samples;
    held->sample_mask = state->sample_mask;
    held->alpha_to_coverage_enable = state->alpha_to_coverage_enable;
}

static void set_constants(struct vk_batch *b,
                          const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_held *const held = &b->lane.held;
    const size_t size = sizeof state->blend_constants;

    if (b->lane.choice.static_constants ||
        (held->constants && memcmp(held->state.blend_constants,
                                   state->blend_constants, size) == 0))
        return;
    held->constants = true;
    memcpy(held->state.blend_constants, state->blend_constants, size);
    gpu->vk.vkCmdSetBlendConstants(gpu->commands, state->blend_constants);
}

void vk_lane_set_state(struct vk_batch *b, const struct ombre_vk_state *state)
{
    set_constants(b, state);
    set_enables(b, state);
    set_equations(b, state);
    set_masks(b, state);
    set_writes(b, state);
    set_logic(b, state);
    set_samples(b, state);
}
