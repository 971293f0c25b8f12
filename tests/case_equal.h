/* Whether two cases are the same, bit by bit of what files say. */
#ifndef OMBRE_TESTS_CASE_EQUAL_H
#define OMBRE_TESTS_CASE_EQUAL_H

#include "case_random.h"

static inline bool steps_equal(const struct ombre_case *a,
                               const struct ombre_case *b)
{
    for (size_t i = 0; i < a->step_count && i < b->step_count; i++) {
        const struct ombre_step *x = &a->step[i], *y = &b->step[i];
        if (x->kind != y->kind || x->set != y->set ||
            (x->kind == OMBRE_STEP_SET && !psos_equal(&x->pso, &y->pso)) ||
            !clears_equal(&x->clear, &y->clear) ||
            !draws_equal(&x->draw, &y->draw, a->pixel_count))
            return false;
    }
    return a->step_count == b->step_count;
}

static inline bool cases_equal(const struct ombre_case *a,
                               const struct ombre_case *b)
{
    return !strcmp(a->name, b->name) && psos_equal(&a->pso, &b->pso) &&
           names_equal(a, b) && devices_equal(&a->device, &b->device) &&
           a->without == b->without && images_equal(&a->image, &b->image) &&
           a->destination_by == b->destination_by &&
           ombre_lane_equal(&a->lane, &b->lane) &&
           a->pixel_count == b->pixel_count &&
           a->layer_count == b->layer_count &&
           a->sample_count == b->sample_count && operands_equal(a, b) &&
           steps_equal(a, b);
}

#endif /* OMBRE_TESTS_CASE_EQUAL_H */
