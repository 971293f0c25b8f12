/* doctor.h - the examinations of `ombre doctor`, one noun each */
#ifndef OMBRE_TOOLS_DOCTOR_H
#define OMBRE_TOOLS_DOCTOR_H

#include "findings.h"
#include "remote.h"

/* Whether the loader ignores this process's environment: it runs with more
 * rights than its user has. */
bool doctor_is_elevated(void);

/* doctor_system.c: the process, its environment and limits, device files. */
void doctor_process(struct findings *findings);
void doctor_environment(struct findings *findings);
void doctor_device_files(struct findings *findings);

/* doctor_drivers.c: the loader, drivers and layers, each loaded in a process
 * of its own. */
void doctor_loader(struct findings *findings);
void doctor_drivers(struct findings *findings);
void doctor_layers(struct findings *findings);

/* doctor_devices.c: list devices and draw on each that `spec` means.  Returns
 * the exit code that the drawings deserve. */
int doctor_devices(struct findings *findings, const char *spec);

#endif /* OMBRE_TOOLS_DOCTOR_H */
