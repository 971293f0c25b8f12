/* wrong_place.h - texels where a wrong driver has them */
#ifndef OMBRE_TESTS_WRONG_PLACE_H
#define OMBRE_TESTS_WRONG_PLACE_H

#include <vulkan/vulkan_core.h>

/* As wrong_blend(). */
PFN_vkVoidFunction wrong_place(const char *name, PFN_vkVoidFunction real);

#endif /* OMBRE_TESTS_WRONG_PLACE_H */
