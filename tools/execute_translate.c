/* A case's states for a device.  They share memory, so that each target must be
 * held one way in all of them: by the output merger, or by the shader. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"

/* Translations of a case. */
struct plans {
    const struct ombre_case *c;
    const struct ombre_state *state;
    const struct ombre_vk_facts *facts;
    struct ombre_translate_policy policy;
    struct ombre_translation plan;  /* the case's */
    struct ombre_translation *step; /* [step], of those that set */
};

/* Translate all; NULL if all are OK, else the first that is not. */
static const struct ombre_translation *translate_all(struct plans *p)
{
    ombre_translate_with(p->state, p->facts, &p->policy, &p->plan);
    if (p->plan.status != OMBRE_TRANSLATE_OK)
        return &p->plan;
    for (size_t i = 0; i < p->c->step_count; i++) {
        if (p->c->step[i].kind != OMBRE_STEP_SET)
            continue;
        ombre_translate_with(&p->c->step[i].state, p->facts, &p->policy,
                             &p->step[i]);
        if (p->step[i].status != OMBRE_TRANSLATE_OK)
            return &p->step[i];
    }
    return NULL;
}

/* Targets that two states hold in different ways. */
static uint32_t held_otherwise(const struct ombre_vk_state *a,
                               const struct ombre_vk_state *b)
{
    uint32_t targets = 0;
    for (uint32_t t = 0; t < a->attachment_count && t < b->attachment_count;
         t++)
        if (a->format[t] != b->format[t] ||
            ((a->emulated ^ b->emulated) >> t & 1))
            targets |= 1u << t;
    return targets;
}

static uint32_t all_held_otherwise(const struct plans *p)
{
    uint32_t targets = 0;
    for (size_t i = 0; i < p->c->step_count; i++)
        if (p->c->step[i].kind == OMBRE_STEP_SET)
            targets |= held_otherwise(&p->plan.vk, &p->step[i].vk);
    return targets;
}

/* Translate, and again with those targets in the shader that one of the states
 * has there, until all agree. */
static const struct ombre_translation *translate_alike(struct plans *p)
{
    const struct ombre_translation *failed = translate_all(p);
    uint32_t others;
    while (!failed && (others = all_held_otherwise(p)) != 0) {
        if ((p->policy.in_shader | others) == p->policy.in_shader) {
            snprintf(p->plan.reason, sizeof p->plan.reason,
                     "steps hold targets 0x%x in different ways", others);
            p->plan.status = OMBRE_TRANSLATE_UNSUPPORTED;
            return &p->plan;
        }
        p->policy.in_shader |= others;
        failed = translate_all(p);
    }
    return failed;
}

static bool make_member(struct plans *p, struct batch_member *member,
                        struct drawing *drawing)
{
    const struct ombre_translation *failed = translate_alike(p);
    char reason[256];
    drawing->translated = true;
    memcpy(drawing->plan, p->plan.plan, sizeof drawing->plan);
    if (failed) {
        drawing_end(drawing,
                    failed->status == OMBRE_TRANSLATE_UNSUPPORTED
                        ? OUTCOME_NOT_SUPPORTED
                        : OUTCOME_INTERNAL_ERROR,
                    "%s", failed->reason);
        return false;
    }
    if (image_is_known(p->c, p->state, reason) &&
        batch_member_init(member, p->c, p->state, &drawing->lane, &p->plan,
                          p->step, p->facts, reason))
        return true;
    drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%s", reason);
    return false;
}

struct batch_member *execute_translate(struct ombre_gpu *gpu,
                                       const struct ombre_case *c,
                                       const struct ombre_state *state,
                                       enum execution execution,
                                       struct drawing *drawing)
{
    struct plans p = {
        .c = c,
        .state = state,
        .facts = ombre_gpu_facts(gpu),
        .policy = {.pure_shader = true,
                   .in_shader = execution == EXECUTE_EMULATED ? UINT32_MAX : 0},
    };
    struct batch_member *member = malloc(sizeof *member);
    if (c->step_count > 0)
        p.step = calloc(c->step_count, sizeof *p.step);
    if (!member || (c->step_count > 0 && !p.step))
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "out of memory");
    else if (make_member(&p, member, drawing))
        return member;
    free(p.step);
    free(member);
    return NULL;
}
