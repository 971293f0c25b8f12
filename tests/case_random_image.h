/* Random images of cases, and whether two are the same. */
#ifndef OMBRE_TESTS_CASE_RANDOM_IMAGE_H
#define OMBRE_TESTS_CASE_RANDOM_IMAGE_H

#include "ombre/case.h"

/* `bits` are random. */
static inline struct ombre_case_image random_image(uint32_t bits)
{
    return (struct ombre_case_image){
        .usage = bits & 3,
        .mutable_format = bits >> 2 & 1,
        .linear = bits >> 3 & 1,
        .offset = {bits >> 4 & 3, (bits >> 6 & 1) * 0xFFFFFFFF},
        .layer = bits >> 7 & 3,
        .fetched = bits >> 9 & 1,
    };
}

static inline bool images_equal(const struct ombre_case_image *a,
                                const struct ombre_case_image *b)
{
    return a->usage == b->usage && a->mutable_format == b->mutable_format &&
           a->linear == b->linear && a->offset[0] == b->offset[0] &&
           a->offset[1] == b->offset[1] && a->layer == b->layer &&
           a->fetched == b->fetched;
}

#endif /* OMBRE_TESTS_CASE_RANDOM_IMAGE_H */
