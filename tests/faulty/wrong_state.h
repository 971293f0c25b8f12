/* wrong_state.h - what a pipeline says, made wrong */
#ifndef OMBRE_TESTS_WRONG_STATE_H
#define OMBRE_TESTS_WRONG_STATE_H

#include <stdbool.h>

#include <vulkan/vulkan_core.h>

typedef VkPipelineColorBlendAttachmentState target;

/* What a pipeline says, to be made wrong. */
struct pipeline {
    target target[8];
    unsigned count;
    VkPipelineColorBlendStateCreateInfo blend;
    VkPipelineMultisampleStateCreateInfo samples;
    VkSampleMask mask[1];
};

/* What becomes of blend constants; 0: nothing. */
enum constant {
    ZERO = 1,
    ONE,
    ROTATED,
    CONSTANT_RED_BLUE,
    ALPHA_RED,
    RED_ALL,
    CLAMPED,
    POSITIVE,
    SIGNED,
    INVERSE,
    MAGNITUDE,
    ALPHA_ONE,
    STALE
};

struct fault {
    const char *name;
    void (*change)(struct pipeline *, int);
    int arg;
    enum constant constant;
};

/* NULL if no fault has that name. */
const struct fault *wrong_state_find(const char *name);

/* wrong_pair.c: names of two, "factor.color-src.src_alpha.as.one". */
bool wrong_pair_is(const char *name);
void wrong_pair_plant(struct pipeline *p, const char *name);

/* What a factor means in an alpha slot. */
VkBlendFactor wrong_in_alpha(VkBlendFactor factor);

#endif /* OMBRE_TESTS_WRONG_STATE_H */
