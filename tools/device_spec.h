/* device_spec.h - which devices does a -d option mean?
 *
 *   N              index, from 0, in the loader's order
 *   uuid:HEX       deviceUUID, or the first digits of it
 *   pci:ADDRESS    0000:1a:00.0, or without the domain
 *   VID:DID        vendorID and deviceID, hexadecimal
 *   driver:TEXT    part of driverName, driverInfo or driverID, case ignored
 *   name:REGEX     part of deviceName, POSIX extended, case ignored
 *   type:KIND      discrete, integrated, virtual, cpu, other
 *   all            every device
 */
#ifndef OMBRE_TOOLS_DEVICE_SPEC_H
#define OMBRE_TOOLS_DEVICE_SPEC_H

#include <stdbool.h>
#include <stddef.h>

#include "ombre/gpu.h"

enum { MAX_DEVICES = 64 };

/* Which of `count` devices `spec` means, in order, into index[]; returns their
 * number.  NULL means the best one: discrete before integrated, virtual and
 * CPU.  A spec that is not understood sets *error to a sentence; otherwise it
 * is "". */
size_t device_spec_select(const char *spec, const struct ombre_gpu_info *info,
                          size_t count, size_t index[MAX_DEVICES],
                          char error[160]);

#endif /* OMBRE_TOOLS_DEVICE_SPEC_H */
