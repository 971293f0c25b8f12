/* wrong_shader.h - fragment outputs as a wrong compiler numbers them */
#ifndef OMBRE_TESTS_WRONG_SHADER_H
#define OMBRE_TESTS_WRONG_SHADER_H

#include <vulkan/vulkan_core.h>

/* As wrong_blend(). */
PFN_vkVoidFunction wrong_shader(const char *name, PFN_vkVoidFunction real);

#endif /* OMBRE_TESTS_WRONG_SHADER_H */
