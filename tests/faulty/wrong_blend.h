/* wrong_blend.h - pipelines and blend constants as a wrong driver makes them */
#ifndef OMBRE_TESTS_WRONG_BLEND_H
#define OMBRE_TESTS_WRONG_BLEND_H

#include <vulkan/vulkan_core.h>

/* A function of the device that stands for the real one, which is kept, if
 * FAULTY_DRIVER_BLEND names a fault and `name` a function that it touches; else
 * `real`. */
PFN_vkVoidFunction wrong_blend(const char *name, PFN_vkVoidFunction real);

#endif /* OMBRE_TESTS_WRONG_BLEND_H */
