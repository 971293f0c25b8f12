#include <stdio.h>
#include <stdlib.h>
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

/* Declare the outputs of one more shader.  False if an output is declared
 * already, as of another type. */
static bool declare_outputs(const struct ombre_pixel_shader *shader,
                            struct ombre_gpu_batch *gpu)
{
    for (unsigned n = 0; shader->bound && n < OMBRE_MAX_TARGETS; n++) {
        const enum ombre_gpu_output_type type =
            output_type(shader->output[n].type);
        if (type == OMBRE_GPU_OUTPUT_NONE)
            continue;
        if (gpu->output[n] != OMBRE_GPU_OUTPUT_NONE && gpu->output[n] != type)
            return false;
        gpu->output[n] = type;
    }
    gpu->export_coverage |=
        shader->bound && shader->coverage != OMBRE_COVERAGE_NONE;
    return true;
}

/* Records that a pixel has. */
static uint32_t count_slots(const struct ombre_gpu_batch *gpu)
{
    uint32_t slots = 0;
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (gpu->output[n] != OMBRE_GPU_OUTPUT_NONE)
            slots = n + 1;
    return slots + gpu->export_coverage;
}

static bool drops(const struct ombre_vk_state *vk, unsigned output)
{
    for (uint32_t i = 0; i < vk->patch_count; i++)
        if (vk->patch[i].kind == OMBRE_VK_PATCH_DROP_OUTPUT &&
            vk->patch[i].output == output)
            return true;
    return false;
}

/* Outputs that only the shaders of other steps declare are not this one's. */
static void drop_others(const struct ombre_gpu_batch *shape,
                        const struct ombre_pixel_shader *shader,
                        struct ombre_vk_state *vk)
{
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (shape->output[n] != OMBRE_GPU_OUTPUT_NONE &&
            (!shader->bound || shader->output[n].type == OMBRE_OUTPUT_NONE) &&
            !drops(vk, n) && vk->patch_count < OMBRE_VK_MAX_PATCHES)
            vk->patch[vk->patch_count++] = (struct ombre_vk_patch){
                .kind = OMBRE_VK_PATCH_DROP_OUTPUT, .output = n};
}

/* One shader for all steps. */
static bool share_shader(struct batch_member *member, char reason[256])
{
    const struct ombre_case *c = member->c;
    for (size_t i = 0; i < c->step_count; i++)
        if (c->step[i].kind == OMBRE_STEP_SET &&
            !declare_outputs(&c->step[i].state.shader, &member->shape)) {
            snprintf(reason, 256,
                     "step %zu has outputs of other types than those before",
                     i);
            return false;
        }
    drop_others(&member->shape, &member->state->shader, &member->plan.vk);
    for (unsigned t = TILE_KEEP; t < TILE_COUNT; t++)
        drop_others(&member->shape, &member->state->shader,
                    &member->control[t].vk);
    for (size_t i = 0; i < c->step_count; i++)
        if (c->step[i].kind == OMBRE_STEP_SET)
            drop_others(&member->shape, &c->step[i].state.shader,
                        &member->step_plan[i].vk);
    return true;
}

bool batch_member_init(struct batch_member *member, const struct ombre_case *c,
                       const struct ombre_state *state,
                       const struct ombre_lane *lane,
                       const struct ombre_translation *plan,
                       struct ombre_translation *step_plan,
                       const struct ombre_vk_facts *facts, char reason[256])
{
    *member = (struct batch_member){.c = c,
                                    .state = state,
                                    .lane = *lane,
                                    .plan = *plan,
                                    .step_plan = step_plan};
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
    /* What one step has set, the next must be able to rely on. */
    member->shape.is_terse = c->step_count > 0;
    declare_outputs(&state->shader, &member->shape);
    const bool shared = c->step_count == 0 || share_shader(member, reason);
    member->shape.slots = count_slots(&member->shape);
    return shared;
}

void batch_member_destroy(struct batch_member *member)
{
    if (member)
        free(member->step_plan);
    free(member);
}

const struct ombre_vk_state *batch_member_vk(const struct batch_member *member,
                                             size_t set)
{
    return set == SIZE_MAX ? &member->plan.vk : &member->step_plan[set].vk;
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

/* Steps may declare more than the case. */
static bool shapes_match(const struct ombre_gpu_batch *a,
                         const struct ombre_gpu_batch *b)
{
    return memcmp(a->output, b->output, sizeof a->output) == 0 &&
           a->export_coverage == b->export_coverage &&
           a->is_terse == b->is_terse;
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
           shapes_match(&a->shape, &b->shape) && controls_match(a, b);
}
