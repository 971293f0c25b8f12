/* wrong_image.h - targets as a wrong driver makes and reads them */
#ifndef OMBRE_TESTS_WRONG_IMAGE_H
#define OMBRE_TESTS_WRONG_IMAGE_H

#include <vulkan/vulkan_core.h>

/* As wrong_blend(). */
PFN_vkVoidFunction wrong_image(const char *name, PFN_vkVoidFunction real);

#endif /* OMBRE_TESTS_WRONG_IMAGE_H */
