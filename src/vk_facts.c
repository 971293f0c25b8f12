/* What a physical device says of itself. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

static bool has_extension(VkPhysicalDevice physical, const char *name)
{
    VkExtensionProperties *extensions = NULL;
    uint32_t count = 0;
    bool found = false;

    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &count, NULL) !=
            VK_SUCCESS ||
        count == 0)
        return false;
    extensions = calloc(count, sizeof *extensions);
    if (extensions && vkEnumerateDeviceExtensionProperties(
                          physical, NULL, &count, extensions) >= 0)
        for (uint32_t i = 0; i < count; i++)
            found |= strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

static bool is_at_least(VkPhysicalDevice physical, uint32_t version)
{
    VkPhysicalDeviceProperties properties;

    vkGetPhysicalDeviceProperties(physical, &properties);
    return properties.apiVersion >= version;
}

/* Drivers have been seen to forget the terminating zero. */
static void copy_name(char *to, const char *from, size_t size)
{
    memcpy(to, from, size);
    to[size - 1] = '\0';
}

static void set_names(struct ombre_gpu_info *out,
                      const VkPhysicalDeviceProperties *properties,
                      const VkPhysicalDeviceDriverProperties *driver)
{
    out->apiVersion = properties->apiVersion;
    out->driverVersion = properties->driverVersion;
    out->vendorID = properties->vendorID;
    out->deviceID = properties->deviceID;
    out->deviceType = properties->deviceType;
    out->driverID = driver->driverID;
    out->conformanceVersion = driver->conformanceVersion;
    copy_name(out->deviceName, properties->deviceName, sizeof out->deviceName);
    copy_name(out->driverName, driver->driverName, sizeof out->driverName);
    copy_name(out->driverInfo, driver->driverInfo, sizeof out->driverInfo);
}

void vk_info_query(VkPhysicalDevice physical, struct ombre_gpu_info *out)
{
    VkPhysicalDevicePCIBusInfoPropertiesEXT pci = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT};
    VkPhysicalDeviceDriverProperties driver = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
    VkPhysicalDeviceIDProperties ids = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};

    *out = (struct ombre_gpu_info){0};
    if (!is_at_least(physical, VK_API_VERSION_1_1)) {
        vkGetPhysicalDeviceProperties(physical, &properties.properties);
        set_names(out, &properties.properties, &driver);
        return;
    }

    properties.pNext = &ids;
    if (is_at_least(physical, VK_API_VERSION_1_2) ||
        has_extension(physical, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
        driver.pNext = properties.pNext;
        properties.pNext = &driver;
    }
    out->has_pci = has_extension(physical, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME);
    if (out->has_pci) {
        pci.pNext = properties.pNext;
        properties.pNext = &pci;
    }
    vkGetPhysicalDeviceProperties2(physical, &properties);

    set_names(out, &properties.properties, &driver);
    memcpy(out->deviceUUID, ids.deviceUUID, sizeof out->deviceUUID);
    memcpy(out->driverUUID, ids.driverUUID, sizeof out->driverUUID);
    out->pci[0] = pci.pciDomain;
    out->pci[1] = pci.pciBus;
    out->pci[2] = pci.pciDevice;
    out->pci[3] = pci.pciFunction;
}

static VkSampleCountFlags image_samples(VkPhysicalDevice physical,
                                        VkFormat format,
                                        VkImageUsageFlags usage,
                                        VkImageCreateFlags flags)
{
    VkImageFormatProperties properties;
    const VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        physical, format, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL, usage,
        flags, &properties);

    return result == VK_SUCCESS ? properties.sampleCounts : 0;
}

/* One sample takes a plain image, more take views in other formats: see
 * vk_target.c. */
static VkSampleCountFlags target_samples(VkPhysicalDevice physical,
                                         const struct vk_format *row,
                                         const struct ombre_vk_facts *facts)
{
    const VkImageUsageFlags usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                                    VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const VkSampleCountFlags one = VK_SAMPLE_COUNT_1_BIT;
    const VkSampleCountFlags limit = row->type == OMBRE_GPU_OUTPUT_FLOAT
                                         ? facts->color_samples
                                         : facts->integer_color_samples;
    const VkSampleCountFlags plain =
        image_samples(physical, row->format, usage, 0);
    const VkSampleCountFlags many =
        image_samples(physical, row->format, usage | VK_IMAGE_USAGE_SAMPLED_BIT,
                      VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT);

    return limit & ((plain & one) | (many & ~one));
}

static void query_format(VkPhysicalDevice physical, VkFormat format,
                         const struct ombre_vk_facts *facts,
                         struct ombre_vk_format_facts *out)
{
    const struct vk_format *const row = vk_format_find(format);
    VkFormatProperties properties;

    *out = (struct ombre_vk_format_facts){.format = format};
    /* A driver must not be asked about formats that it has not heard of. */
    if (!row || !is_at_least(physical, row->api))
        return;
    vkGetPhysicalDeviceFormatProperties(physical, format, &properties);
    const VkFormatFeatureFlags f = properties.optimalTilingFeatures;
    out->color_attachment = f & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
    out->blend = out->color_attachment &&
                 f & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
    if (out->color_attachment)
        out->samples = target_samples(physical, row, facts);
}

static VkSampleCountFlags integer_samples(VkPhysicalDevice physical)
{
    VkPhysicalDeviceVulkan12Properties v12 = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES};
    VkPhysicalDeviceProperties2 properties = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &v12};

    /* Before Vulkan 1.2 no limit told; 1 is all that may be relied on. */
    if (!is_at_least(physical, VK_API_VERSION_1_2))
        return VK_SAMPLE_COUNT_1_BIT;
    vkGetPhysicalDeviceProperties2(physical, &properties);
    return v12.framebufferIntegerColorSampleCounts;
}

void vk_facts_query(VkPhysicalDevice physical, const VkFormat *formats,
                    size_t format_count, struct ombre_vk_facts *out)
{
    VkPhysicalDeviceFeatures features;
    VkPhysicalDeviceProperties properties;

    vkGetPhysicalDeviceFeatures(physical, &features);
    vkGetPhysicalDeviceProperties(physical, &properties);
    const VkPhysicalDeviceLimits *const l = &properties.limits;
    *out = (struct ombre_vk_facts){
        .independent_blend = features.independentBlend,
        .dual_src_blend = features.dualSrcBlend,
        .logic_op = features.logicOp,
        .sample_rate_shading = features.sampleRateShading,
        .max_color_attachments = l->maxColorAttachments,
        .max_fragment_output_attachments = l->maxFragmentOutputAttachments,
        .max_fragment_dual_src_attachments = l->maxFragmentDualSrcAttachments,
        .max_fragment_combined_output_resources =
            l->maxFragmentCombinedOutputResources,
        .color_samples = l->framebufferColorSampleCounts,
        .integer_color_samples = integer_samples(physical),
        .sampled_color_samples = l->sampledImageColorSampleCounts,
        .sampled_integer_samples = l->sampledImageIntegerSampleCounts,
        .format_count = (uint32_t) format_count,
    };
    for (size_t i = 0; i < format_count; i++)
        query_format(physical, formats[i], out, &out->format[i]);
    ombre_vk_facts_hint(out);
}
