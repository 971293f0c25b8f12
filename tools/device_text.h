/* device_text.h - a Vulkan device in words and in JSON */
#ifndef OMBRE_TOOLS_DEVICE_TEXT_H
#define OMBRE_TOOLS_DEVICE_TEXT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "json_out.h"
#include "ombre/gpu.h"

const char *device_type_word(VkPhysicalDeviceType type); /* "cpu" */
void driver_id_text(char out[64], VkDriverId id);        /* "DRIVER_ID_.." */
void uuid_text(char out[40], const uint8_t uuid[VK_UUID_SIZE]); /* 8-4-4-4-12 */
void pci_text(char out[32],
              const struct ombre_gpu_info *info);      /* "-" if none */
void api_version_text(char out[24], uint32_t version); /* "1.3.230" */

/* Write the fields of `vulkaninfo --summary`, under its names, into the object
 * that is open. */
void device_write(struct json_out *out, size_t index,
                  const struct ombre_gpu_info *info);

/* Print one line a device under a heading.  The parts end without a newline. */
void device_print_heading(FILE *file);
void device_print_row(FILE *file, size_t index,
                      const struct ombre_gpu_info *info);
void device_print_table(FILE *file, const struct ombre_gpu_info *info,
                        size_t count);

#endif /* OMBRE_TOOLS_DEVICE_TEXT_H */
