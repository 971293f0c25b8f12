#include "device_text.h"

#include <stdio.h>

const char *device_type_word(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_OTHER: return "other";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return "integrated";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return "discrete";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return "virtual";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "cpu";
    case VK_PHYSICAL_DEVICE_TYPE_MAX_ENUM: break;
    }
    return "unknown";
}

static const char *device_type_name(VkPhysicalDeviceType type)
{
    switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_OTHER: return "PHYSICAL_DEVICE_TYPE_OTHER";
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return "PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU";
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return "PHYSICAL_DEVICE_TYPE_DISCRETE_GPU";
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return "PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU";
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return "PHYSICAL_DEVICE_TYPE_CPU";
    case VK_PHYSICAL_DEVICE_TYPE_MAX_ENUM: break;
    }
    return "PHYSICAL_DEVICE_TYPE_UNKNOWN";
}

void driver_id_text(char out[64], VkDriverId id)
{
    /* Numbers of VkDriverId, in order from 1; newer than the headers at hand,
     * so that the names do not depend on them. */
    static const char *const names[] = {
        "AMD_PROPRIETARY",
        "AMD_OPEN_SOURCE",
        "MESA_RADV",
        "NVIDIA_PROPRIETARY",
        "INTEL_PROPRIETARY_WINDOWS",
        "INTEL_OPEN_SOURCE_MESA",
        "IMAGINATION_PROPRIETARY",
        "QUALCOMM_PROPRIETARY",
        "ARM_PROPRIETARY",
        "GOOGLE_SWIFTSHADER",
        "GGP_PROPRIETARY",
        "BROADCOM_PROPRIETARY",
        "MESA_LLVMPIPE",
        "MOLTENVK",
        "COREAVI_PROPRIETARY",
        "JUICE_PROPRIETARY",
        "VERISILICON_PROPRIETARY",
        "MESA_TURNIP",
        "MESA_V3DV",
        "MESA_PANVK",
        "SAMSUNG_PROPRIETARY",
        "MESA_VENUS",
        "MESA_DOZEN",
        "MESA_NVK",
        "IMAGINATION_OPEN_SOURCE_MESA",
        "MESA_HONEYKRISP",
    };
    const size_t number = (size_t) id;
    if (number >= 1 && number <= sizeof names / sizeof names[0])
        snprintf(out, 64, "DRIVER_ID_%s", names[number - 1]);
    else
        snprintf(out, 64, "%zu", number);
}

void uuid_text(char out[40], const uint8_t uuid[VK_UUID_SIZE])
{
    size_t length = 0;
    for (size_t i = 0; i < VK_UUID_SIZE; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            out[length++] = '-';
        length += (size_t) snprintf(out + length, 40 - length, "%02x", uuid[i]);
    }
}

void pci_text(char out[32], const struct ombre_gpu_info *info)
{
    if (info->has_pci)
        snprintf(out, 32, "%04x:%02x:%02x.%x", info->pci[0] & 0xFFFF,
                 info->pci[1] & 0xFF, info->pci[2] & 0xFF, info->pci[3] & 0xF);
    else
        snprintf(out, 32, "-");
}

void api_version_text(char out[24], uint32_t version)
{
    snprintf(out, 24, "%u.%u.%u", VK_API_VERSION_MAJOR(version),
             VK_API_VERSION_MINOR(version), VK_API_VERSION_PATCH(version));
}

/* Vendors pack their own numbers; NVIDIA's is the one that differs and is
 * documented (vulkaninfo decodes it the same way). */
static void driver_version_text(char out[32], const struct ombre_gpu_info *info)
{
    const uint32_t v = info->driverVersion;
    if (info->driverID == VK_DRIVER_ID_NVIDIA_PROPRIETARY)
        snprintf(out, 32, "%u.%u.%u.%u", v >> 22, v >> 14 & 0xFF, v >> 6 & 0xFF,
                 v & 0x3F);
    else
        api_version_text(out, v);
}

void device_write(struct json_out *out, size_t index,
                  const struct ombre_gpu_info *info)
{
    char text[64];
    json_int(out, "index", (int64_t) index);
    api_version_text(text, info->apiVersion);
    json_string(out, "apiVersion", text);
    driver_version_text(text, info);
    json_string(out, "driverVersion", text);
    json_int(out, "driverVersionRaw", info->driverVersion);
    json_hex(out, "vendorID", info->vendorID, 4);
    json_hex(out, "deviceID", info->deviceID, 4);
    json_string(out, "deviceType", device_type_name(info->deviceType));
    json_string(out, "deviceName", info->deviceName);
    driver_id_text(text, info->driverID);
    json_string(out, "driverID", text);
    json_string(out, "driverName", info->driverName);
    json_string(out, "driverInfo", info->driverInfo);
    const VkConformanceVersion *c = &info->conformanceVersion;
    snprintf(text, sizeof text, "%u.%u.%u.%u", c->major, c->minor, c->subminor,
             c->patch);
    json_string(out, "conformanceVersion", text);
    uuid_text(text, info->deviceUUID);
    json_string(out, "deviceUUID", text);
    uuid_text(text, info->driverUUID);
    json_string(out, "driverUUID", text);
    if (!info->has_pci) {
        json_null(out, "pci");
        return;
    }
    pci_text(text, info);
    json_string(out, "pci", text);
}

void device_print_heading(FILE *file)
{
    fprintf(file, "%-3s %-38s %-10s %-28s %-9s %-12s %-8s", "#", "name", "type",
            "driver", "api", "pci", "uuid");
}

void device_print_row(FILE *file, size_t index,
                      const struct ombre_gpu_info *info)
{
    char api[24], pci[32], uuid[40], driver[64];
    api_version_text(api, info->apiVersion);
    pci_text(pci, info);
    uuid_text(uuid, info->deviceUUID);
    snprintf(driver, sizeof driver, "%.30s %.32s", info->driverName,
             info->driverInfo);
    fprintf(file, "%-3zu %-38.38s %-10s %-28.28s %-9s %-12s %.8s", index,
            info->deviceName, device_type_word(info->deviceType), driver, api,
            pci, uuid);
}

void device_print_table(FILE *file, const struct ombre_gpu_info *info,
                        size_t count)
{
    device_print_heading(file);
    fputc('\n', file);
    for (size_t i = 0; i < count; i++) {
        device_print_row(file, i, &info[i]);
        fputc('\n', file);
    }
}
