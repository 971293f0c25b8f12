/* wrong_order.h - what a wrong driver lets one command do to those after it */
#ifndef OMBRE_TESTS_WRONG_ORDER_H
#define OMBRE_TESTS_WRONG_ORDER_H

#include <vulkan/vulkan_core.h>

/* As wrong_blend(). */
PFN_vkVoidFunction wrong_order(const char *name, PFN_vkVoidFunction real);

#endif /* OMBRE_TESTS_WRONG_ORDER_H */
