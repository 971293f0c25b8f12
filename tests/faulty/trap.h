/* A fault that one state of many sets off, each time it is drawn. */
#ifndef TRAP_H
#define TRAP_H

#include <vulkan/vulkan_core.h>

/* What stands for a device's function, or `real`. */
PFN_vkVoidFunction trap(const char *name, PFN_vkVoidFunction real);

/* The fault that the commands recorded since the last call set off, or "". */
const char *trap_sprung(void);

#endif
