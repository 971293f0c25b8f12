/* device_choice.h - the devices of this machine, and the one that is meant */
#ifndef OMBRE_TOOLS_DEVICE_CHOICE_H
#define OMBRE_TOOLS_DEVICE_CHOICE_H

#include "remote.h"

/* List devices through a worker.  Returns EXIT_EXPECTED, or EXIT_INFRASTRUCTURE
 * after saying on standard error what to do about it. */
int list_devices(struct remote *remote, struct remote_devices *out);

/* Find the devices that `spec` means.  Returns EXIT_EXPECTED, or EXIT_USAGE
 * after printing on standard error what is wrong and the table of devices. */
int choose_devices(const char *spec, const struct remote_devices *devices,
                   size_t index[MAX_DEVICES], size_t *count);

/* Like choose_devices(), where exactly one is wanted. */
int choose_device(const char *spec, const struct remote_devices *devices,
                  size_t *index);

#endif /* OMBRE_TOOLS_DEVICE_CHOICE_H */
