/* volk, the loader of Vulkan's functions, as the distribution ships it: built
 * on its own, with its warnings off. */
#define VOLK_NO_DEVICE_PROTOTYPES
#include <volk.c>
