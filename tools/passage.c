#include "passage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"

bool passage_begin(struct passage *p, const struct lane_choice *choice,
                   const struct ombre_case *c, const struct ombre_state *state,
                   uint32_t offered, struct remote_result *result)
{
    const size_t texels = execute_texel_count(c) + 1;
    *p = (struct passage){.offered = offered & ~result->drawing.without};
    p->count = lanes_of_case(choice, c, state, p->offered, p->lane);
    result->drawing.lane = p->lane[0];
    if (p->count == 1)
        return true;
    p->first = calloc(texels, sizeof *p->first);
    p->worst = calloc(texels, sizeof *p->worst);
    p->result = calloc(1, sizeof *p->result);
    return p->first && p->worst && p->result;
}

void passage_finish(struct passage *p)
{
    free(p->first);
    free(p->worst);
    free(p->result);
    *p = (struct passage){0};
}

bool passage_is_offered(const struct passage *p, struct drawing *drawing)
{
    char why[OMBRE_LANE_WHY_SIZE];
    const struct ombre_lane *lane = &p->lane[p->at];
    const uint32_t unknown =
        OMBRE_LANE_ALL_FEATURES & ~ombre_gpu_lane_features_known();
    if (ombre_lane_is_offered(lane, p->offered, why))
        return true;
    drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%.150s%s", why,
                ombre_lane_uses(lane, unknown)
                    ? "; this ombre was built with Vulkan headers that do not "
                      "know it"
                    : "");
    return false;
}

static void note_lane(struct passage *p, const struct ombre_case *c,
                      const struct ombre_state *state,
                      const struct drawing *drawing,
                      const struct ombre_texel *got)
{
    struct lane_result *told = &p->told[p->at];
    *told = (struct lane_result){
        .lane = p->lane[p->at],
        .outcome = drawing->outcome,
        .drawn = drawing->drawn,
        .validated = drawing->validated,
        .is_equal = true,
        .beside = p->first_lane,
    };
    snprintf(told->reason, sizeof told->reason, "%.199s", drawing->reason);
    if (!drawing->drawn || p->count == 1)
        return;
    if (p->has_first) {
        told->is_equal = lanes_agree(c, state, p->first, got, told->difference);
        return;
    }
    p->has_first = true;
    told->beside = p->first_lane = p->at;
    memcpy(p->first, got, execute_texel_count(c) * sizeof *got);
}

/* Keep the worst. */
static void keep(struct passage *p, const struct ombre_case *c,
                 const struct remote_result *result,
                 const struct ombre_texel *got)
{
    if (p->at > 0 &&
        !lane_is_worse(result->drawing.outcome, p->result->drawing.outcome))
        return;
    *p->result = *result;
    memcpy(p->worst, got, execute_texel_count(c) * sizeof *got);
}

static void end(struct passage *p, const struct ombre_case *c,
                struct remote_result *result, struct ombre_texel *got)
{
    if (p->count > 1) {
        *result = *p->result;
        memcpy(got, p->worst, execute_texel_count(c) * sizeof *got);
    }
    result->drawing.lane_count = p->count;
    memcpy(result->drawing.lanes, p->told, sizeof p->told);
    lanes_conclude(&result->drawing);
}

bool passage_next(struct passage *p, const struct ombre_case *c,
                  const struct ombre_state *state, struct remote_result *result,
                  struct ombre_texel *got)
{
    const uint32_t without = result->drawing.without;
    note_lane(p, c, state, &result->drawing, got);
    if (p->count > 1)
        keep(p, c, result, got);
    if (++p->at == p->count) {
        end(p, c, result, got);
        return false;
    }
    *result = (struct remote_result){0};
    result->drawing.without = without;
    result->drawing.lane = p->lane[p->at];
    return true;
}
