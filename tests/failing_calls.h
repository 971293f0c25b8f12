/* Every call that can fail fails once, when its turn comes: those of a device
 * whose functions are loaded while the driver is replaced, and allocations of
 * the library, which the link wraps.
 *
 * A failed call also leaves rubbish where its result would be, as Vulkan
 * allows, so that nothing may be done with it. */
#ifndef OMBRE_FAILING_CALLS_H
#define OMBRE_FAILING_CALLS_H

#include <stdatomic.h>
#include <stdbool.h>

#include <vulkan/vulkan_core.h>

struct driver {
    atomic_ulong calls; /* since begin() */
    unsigned long fail; /* the number of the one to fail, from 1; 0: none */
    VkResult result;
    _Atomic(const char *) failed; /* the name of the one that did */
    atomic_ulong pipelines;       /* of graphics, asked for */
    unsigned long fail_pipeline;  /* the number of the one to fail, or 0 */
};

extern struct driver driver;

/* Count from here on; call number `fail` gives `result`. */
void begin(unsigned long fail, VkResult result);

/* Count a call; whether its turn has come. */
bool is_to_fail(const char *name);

void replace_driver(void);
void restore_driver(void);

#endif
