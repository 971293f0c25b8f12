#include <string.h>

#include "batch.h"

static enum ombre_gpu_output_type output_type(enum ombre_output_type type)
{
    switch (type) {
    case OMBRE_OUTPUT_NONE: return OMBRE_GPU_OUTPUT_NONE;
    case OMBRE_OUTPUT_FLOAT: return OMBRE_GPU_OUTPUT_FLOAT;
    case OMBRE_OUTPUT_UINT: return OMBRE_GPU_OUTPUT_UINT;
    case OMBRE_OUTPUT_SINT: return OMBRE_GPU_OUTPUT_SINT;
    }
    return OMBRE_GPU_OUTPUT_NONE;
}

/* Declare the shader's outputs; returns how many records a pixel has. */
static uint32_t declare_outputs(const struct ombre_pixel_shader *shader,
                                struct ombre_gpu_batch *gpu)
{
    uint32_t slots = 0;
    for (unsigned n = 0; shader->bound && n < OMBRE_MAX_TARGETS; n++) {
        gpu->output[n] = output_type(shader->output[n].type);
        if (gpu->output[n] != OMBRE_GPU_OUTPUT_NONE)
            slots = n + 1;
    }
    gpu->export_coverage =
        shader->bound && shader->coverage != OMBRE_COVERAGE_NONE;
    return slots + gpu->export_coverage;
}

void batch_member_init(struct batch_member *member, const struct ombre_case *c,
                       const struct ombre_state *state,
                       const struct ombre_lane *lane,
                       const struct ombre_translation *plan,
                       const struct ombre_vk_facts *facts)
{
    *member = (struct batch_member){
        .c = c, .state = state, .lane = *lane, .plan = *plan};
    for (unsigned t = TILE_KEEP; t < TILE_COUNT; t++) {
        const struct ombre_state control =
            control_state(state, plan, facts, (enum tile) t);
        /* Through the path that the case takes. */
        const struct ombre_translate_policy policy = {
            .pure_shader = true, .in_shader = plan->vk.emulated};
        ombre_translate_with(&control, facts, &policy, &member->control[t]);
    }
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format)
            member->sibling[t] =
                image_sibling(&c->pso.RenderTargets[t], plan->vk.format[t],
                              state->target[t].format->texel_size, facts);
    member->shape.lane = *lane;
    member->shape.samples = plan->vk.samples;
    member->shape.target_count = plan->vk.attachment_count;
    member->shape.slots = declare_outputs(&state->shader, &member->shape);
}

static bool controls_match(const struct batch_member *a,
                           const struct batch_member *b)
{
    /* They were zeroed, and what is filled has no padding but zeros. */
    for (unsigned t = TILE_KEEP; t < TILE_COUNT; t++)
        if (a->control[t].status != b->control[t].status ||
            memcmp(&a->control[t].vk, &b->control[t].vk,
                   sizeof a->control[t].vk) != 0)
            return false;
    return true;
}

static bool outputs_match(const struct ombre_pixel_shader *a,
                          const struct ombre_pixel_shader *b)
{
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (a->output[n].type != b->output[n].type ||
            a->output[n].components != b->output[n].components)
            return false;
    return a->bound == b->bound && (a->coverage == OMBRE_COVERAGE_NONE) ==
                                       (b->coverage == OMBRE_COVERAGE_NONE);
}

bool batch_member_matches(const struct batch_member *a,
                          const struct batch_member *b)
{
    const struct ombre_vk_state *x = &a->plan.vk, *y = &b->plan.vk;
    if (image_is_special(a->c) || image_is_special(b->c))
        return false;
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (a->state->target[t].format != b->state->target[t].format ||
            x->format[t] != y->format[t])
            return false;
    return ombre_lane_equal(&a->lane, &b->lane) &&
           a->state->target_count == b->state->target_count &&
           a->c->sample_count == b->c->sample_count &&
           x->samples == y->samples &&
           x->attachment_count == y->attachment_count &&
           x->emulated == y->emulated &&
           outputs_match(&a->state->shader, &b->state->shader) &&
           controls_match(a, b);
}
