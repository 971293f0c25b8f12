/* Commands that set state: of a state only what the command buffer does not
 * hold already, so that two draws may be one command apart. */
#include "vk.h"

#include <string.h>

/* A run of attachments: [first, end). */
struct run {
    uint32_t first, end;
};

/* The least run with all attachments, of `count`, that are not `known` or not
 * the `same`, bit by bit; they are known from now on. */
static bool find_run(uint32_t *known, uint32_t count, uint32_t same,
                     struct run *out)
{
    *out = (struct run){0, 0};
    for (uint32_t i = 0; i < count; i++) {
        if (*known & same & 1u << i)
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
    struct vk_lane_said *const said = &b->lane.held.said;
    VkBool32 enable[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t same = 0;
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE))
        return;
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        enable[i] = state->attachment[i].blendEnable;
        same |= (uint32_t) (said->enable[i] == enable[i]) << i;
    }
    if (!find_run(&said->enables, state->attachment_count, same, &run))
        return;
    const uint32_t count = run.end - run.first;
    memcpy(&said->enable[run.first], &enable[run.first],
           count * sizeof *enable);
    gpu->vk.vkCmdSetColorBlendEnableEXT(gpu->commands, run.first, count,
                                        &enable[run.first]);
}

static VkColorBlendEquationEXT equation_of(
    const VkPipelineColorBlendAttachmentState *a)
{
    return (VkColorBlendEquationEXT){
        a->srcColorBlendFactor, a->dstColorBlendFactor, a->colorBlendOp,
        a->srcAlphaBlendFactor, a->dstAlphaBlendFactor, a->alphaBlendOp,
    };
}

static void set_equations(struct vk_batch *b,
                          const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;
    VkColorBlendEquationEXT equation[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t same = 0;
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_EQUATION))
        return;
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        /* One that does not count stays, so that turning blending on and off is
         * a command of its own. */
        equation[i] =
            state->attachment[i].blendEnable || !(said->equations >> i & 1)
                ? equation_of(&state->attachment[i])
                : said->equation[i];
        same |= (uint32_t) (memcmp(&said->equation[i], &equation[i],
                                   sizeof *equation) == 0)
                << i;
    }
    if (!find_run(&said->equations, state->attachment_count, same, &run))
        return;
    const uint32_t count = run.end - run.first;
    memcpy(&said->equation[run.first], &equation[run.first],
           count * sizeof *equation);
    gpu->vk.vkCmdSetColorBlendEquationEXT(gpu->commands, run.first, count,
                                          &equation[run.first]);
}

static void set_masks(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;
    VkColorComponentFlags mask[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t same = 0;
    struct run run;

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK))
        return;
    const uint32_t off = vk_lane_write_off(b, state);
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        /* set_writes() says what is off. */
        mask[i] = off >> i & 1 ? 0xF : state->attachment[i].colorWriteMask;
        same |= (uint32_t) (said->mask[i] == mask[i]) << i;
    }
    if (!find_run(&said->masks, state->attachment_count, same, &run))
        return;
    const uint32_t count = run.end - run.first;
    memcpy(&said->mask[run.first], &mask[run.first], count * sizeof *mask);
    gpu->vk.vkCmdSetColorWriteMaskEXT(gpu->commands, run.first, count,
                                      &mask[run.first]);
}

/* All at once: VUID-vkCmdDraw-attachmentCount-07750. */
static void set_writes(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;
    const uint32_t count = state->attachment_count;
    VkBool32 write[OMBRE_VK_MAX_ATTACHMENTS];

    if (!(b->lane.dynamic & OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE) ||
        count == 0)
        return;
    const uint32_t off = vk_lane_write_off(b, state);
    for (uint32_t i = 0; i < count; i++)
        write[i] = !(off >> i & 1);
    if (said->write_count == count &&
        memcmp(said->write, write, count * sizeof *write) == 0)
        return;
    said->write_count = count;
    memcpy(said->write, write, count * sizeof *write);
    gpu->vk.vkCmdSetColorWriteEnableEXT(gpu->commands, count, write);
}

/* Whether a value, of which `said` has another or none, is to be set. */
static bool is_due(struct vk_batch *b, uint32_t feature, bool is_equal)
{
    struct vk_lane_said *const said = &b->lane.held.said;
    if (!(b->lane.dynamic & feature) || (said->known & feature && is_equal))
        return false;
    said->known |= feature;
    return true;
}

static void set_logic(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;

    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE,
               said->logic_op_enable == state->logic_op_enable))
        gpu->vk.vkCmdSetLogicOpEnableEXT(
            gpu->commands, said->logic_op_enable = state->logic_op_enable);
    /* One must be set even where none is used (VUID-vkCmdDraw-logicOp-04878):
     * any, then. */
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP,
               !state->logic_op_enable || said->logic_op == state->logic_op)) {
        said->logic_op =
            state->logic_op_enable ? state->logic_op : VK_LOGIC_OP_COPY;
        gpu->vk.vkCmdSetLogicOpEXT(gpu->commands, said->logic_op);
    }
}

static void set_samples(struct vk_batch *b, const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;

    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_SAMPLES,
               said->samples == state->samples))
        gpu->vk.vkCmdSetRasterizationSamplesEXT(gpu->commands, state->samples);
    /* The mask is for so many samples. */
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK,
               said->sample_mask == state->sample_mask &&
                   said->samples == state->samples))
        gpu->vk.vkCmdSetSampleMaskEXT(gpu->commands, state->samples,
                                      &state->sample_mask);
    if (is_due(b, OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE,
               said->alpha_to_coverage_enable ==
                   state->alpha_to_coverage_enable))
        gpu->vk.vkCmdSetAlphaToCoverageEnableEXT(
            gpu->commands, state->alpha_to_coverage_enable);
    said->samples = state->samples;
    said->sample_mask = state->sample_mask;
    said->alpha_to_coverage_enable = state->alpha_to_coverage_enable;
}

static void set_constants(struct vk_batch *b,
                          const struct ombre_vk_state *state)
{
    struct ombre_gpu *const gpu = b->gpu;
    struct vk_lane_said *const said = &b->lane.held.said;
    const size_t size = sizeof state->blend_constants;

    if (b->lane.choice.static_constants ||
        (said->constants &&
         memcmp(said->blend_constants, state->blend_constants, size) == 0))
        return;
    said->constants = true;
    memcpy(said->blend_constants, state->blend_constants, size);
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
