/* The Vulkan instance and the devices it shows.
 *
 * volk keeps the loader's functions, and those that take an instance or a
 * physical device, in variables of the process.  All of them are the loader's
 * own entry points, which dispatch on their first argument, so lists do not
 * disturb one another; what is an extension's is kept in the list.
 */
#include "vk.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char validation_layer[] = "VK_LAYER_KHRONOS_validation";

/* *version is that of Vulkan that the layer knows. */
static bool has_layer(const char *name, uint32_t *version)
{
    VkLayerProperties *layers = NULL;
    uint32_t count = 0;
    bool found = false;

    if (vkEnumerateInstanceLayerProperties(&count, NULL) != VK_SUCCESS ||
        count == 0)
        return false;
    layers = calloc(count, sizeof *layers);
    /* VK_INCOMPLETE gives the first `count`, which will do. */
    if (layers && vkEnumerateInstanceLayerProperties(&count, layers) >= 0)
        for (uint32_t i = 0; i < count && !found; i++) {
            found = strcmp(layers[i].layerName, name) == 0;
            *version = found ? layers[i].specVersion : 0;
        }
    free(layers);
    return found;
}

static bool has_extension(const char *layer, const char *name)
{
    VkExtensionProperties *extensions = NULL;
    uint32_t count = 0;
    bool found = false;

    if (vkEnumerateInstanceExtensionProperties(layer, &count, NULL) !=
            VK_SUCCESS ||
        count == 0)
        return false;
    extensions = calloc(count, sizeof *extensions);
    if (extensions &&
        vkEnumerateInstanceExtensionProperties(layer, &count, extensions) >= 0)
        for (uint32_t i = 0; i < count; i++)
            found |= strcmp(extensions[i].extensionName, name) == 0;
    free(extensions);
    return found;
}

/* Messages that are no fault of a batch. */
static bool is_habit(const char *id)
{
    static const char *const habits[] = {
        /* An output whose target is a hole: "discarded", says Vulkan 1.3,
         * "Fragment Output Interface", and Direct3D programs do it. */
        "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed",
        "Undefined-Value-ShaderOutputNotConsumed",
        "Undefined-Value-ShaderOutputNotConsumed-DynamicRendering",
        /* volk's table of device functions asks for one of an instance. */
        "WARNING-vkGetDeviceProcAddr-device",
    };

    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strcmp(id, habits[i]) == 0)
            return true;
    return false;
}

bool vk_message_is_mistaken(const struct ombre_gpu *gpu, const char *id)
{
    return gpu->has_shifted_pass &&
           strcmp(id, "VUID-vkCmdDraw-pColorBlendEnables-07470") == 0;
}

static VKAPI_ATTR VkBool32 VKAPI_CALL
on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
           VkDebugUtilsMessageTypeFlagsEXT types,
           const VkDebugUtilsMessengerCallbackDataEXT *data, void *user)
{
    struct ombre_gpu_list *const list = user;
    const char *const id = data->pMessageIdName ? data->pMessageIdName : "";
    const char *const text = data->pMessage ? data->pMessage : "";

    (void) severity;
    (void) types;
    if (is_habit(id) ||
        (list->current && vk_message_is_mistaken(list->current, id)))
        return VK_FALSE;
    pthread_mutex_lock(&list->mutex);
    if (!list->has_workers)
        vk_log(&list->log, OMBRE_LOG_WARN, "validation: %s: %s", id, text);
    if (list->current)
        vk_message_keep(list->current, id, text);
    pthread_mutex_unlock(&list->mutex);
    return VK_FALSE;
}

static VkResult make_messenger(struct ombre_gpu_list *list)
{
    const VkDebugUtilsMessengerCreateInfoEXT info = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                           VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = on_message,
        .pUserData = list,
    };
    const PFN_vkCreateDebugUtilsMessengerEXT create =
        (PFN_vkCreateDebugUtilsMessengerEXT) vkGetInstanceProcAddr(
            list->instance, "vkCreateDebugUtilsMessengerEXT");

    list->destroy_messenger =
        (PFN_vkDestroyDebugUtilsMessengerEXT) vkGetInstanceProcAddr(
            list->instance, "vkDestroyDebugUtilsMessengerEXT");
    if (!create || !list->destroy_messenger)
        return VK_ERROR_EXTENSION_NOT_PRESENT;
    const VkResult result =
        create(list->instance, &info, NULL, &list->messenger);
    if (result != VK_SUCCESS)
        list->messenger = VK_NULL_HANDLE;
    return result;
}

/* From 1.1 on, an instance takes any version; a device then offers the lower of
 * this and its own. */
static const VkApplicationInfo application = {
    .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
    .pApplicationName = "ombre",
    .apiVersion = VK_API_VERSION_1_3,
};

static VkResult make_instance(struct ombre_gpu_list *list,
                              enum ombre_gpu_validation validation)
{
    static const VkValidationFeatureEnableEXT sync[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const bool has_features =
        list->has_validation &&
        has_extension(validation_layer,
                      VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME);
    const bool wants_sync =
        has_features && validation == OMBRE_GPU_VALIDATION_SYNC;
    const VkValidationFeaturesEXT features = {
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = sync,
    };
    const char *const layers[] = {validation_layer};
    const char *const extensions[] = {
        VK_EXT_DEBUG_UTILS_EXTENSION_NAME,
        VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME,
    };
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = wants_sync ? &features : NULL,
        .pApplicationInfo = &application,
        .enabledLayerCount = list->has_validation ? 1 : 0,
        .ppEnabledLayerNames = layers,
        .enabledExtensionCount =
            !list->has_validation ? 0 : (wants_sync ? 2 : 1),
        .ppEnabledExtensionNames = extensions,
    };
    return vkCreateInstance(&info, NULL, &list->instance);
}

/* Handles of an instance's devices, for the caller to free. */
static VkResult list_handles(VkInstance instance, uint32_t *count,
                             VkPhysicalDevice **out)
{
    *count = 0;
    *out = NULL;
    VkResult result = vkEnumeratePhysicalDevices(instance, count, NULL);
    if (result != VK_SUCCESS || *count == 0)
        return result;
    *out = calloc(*count, sizeof **out);
    if (!*out) {
        *count = 0;
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    result = vkEnumeratePhysicalDevices(instance, count, *out);
    /* VK_INCOMPLETE: one was plugged in meanwhile */
    return result < 0 ? result : VK_SUCCESS;
}

static VkResult list_devices(struct ombre_gpu_list *list)
{
    VkPhysicalDevice *handles;
    uint32_t count;
    VkResult result = list_handles(list->instance, &count, &handles);

    if (result == VK_SUCCESS && count > 0) {
        list->physical = calloc(count, sizeof *list->physical);
        if (!list->physical)
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (result == VK_SUCCESS)
        list->count = count;
    for (size_t i = 0; i < list->count; i++) {
        list->physical[i].handle = handles[i];
        vk_info_query(handles[i], &list->physical[i].info);
    }
    free(handles);
    return result;
}

/* Find devices again, without the layer.  The order is the loader's, so the
 * same; a device that is another (unplugged meanwhile) is left alone. */
static void list_plain(struct ombre_gpu_list *list)
{
    const VkInstanceCreateInfo info = {
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
    };
    VkPhysicalDevice *handles = NULL;
    uint32_t count = 0;

    if (vkCreateInstance(&info, NULL, &list->plain) != VK_SUCCESS) {
        list->plain = VK_NULL_HANDLE;
        return;
    }
    if (list_handles(list->plain, &count, &handles) != VK_SUCCESS)
        count = 0;
    for (size_t i = 0; i < list->count && i < count; i++) {
        struct ombre_gpu_info plain;
        vk_info_query(handles[i], &plain);
        if (memcmp(plain.deviceUUID, list->physical[i].info.deviceUUID,
                   sizeof plain.deviceUUID) == 0)
            list->physical[i].plain = handles[i];
    }
    free(handles);
}

static enum ombre_gpu_status list_status(struct ombre_gpu_list *list,
                                         const char *call, VkResult result)
{
    if (result == VK_SUCCESS)
        return OMBRE_GPU_OK;
    vk_log(&list->log, OMBRE_LOG_ERROR, "%s: %s", call, vk_result_name(result));
    switch ((int) result) {
    case VK_ERROR_INCOMPATIBLE_DRIVER: return OMBRE_GPU_NO_DEVICE;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY: return OMBRE_GPU_OUT_OF_MEMORY;
    default: return OMBRE_GPU_FAILED;
    }
}

/* A layer takes features that are newer than it for mistakes: then they are
 * asked for without it. */
static enum ombre_gpu_status list_lanes(struct ombre_gpu_list *list)
{
    const bool is_known =
        !list->has_validation ||
        list->layer_version >= vk_lane_layer_version(OMBRE_LANE_ALL_FEATURES);

    if (!is_known)
        list_plain(list);
    for (size_t i = 0; i < list->count; i++) {
        struct vk_physical *const p = &list->physical[i];
        const VkPhysicalDevice asked = is_known ? p->handle : p->plain;
        if (asked && !vk_lane_features_query(asked, p->info.apiVersion,
                                             &p->lane_features, &p->has_layers))
            return OMBRE_GPU_OUT_OF_MEMORY;
    }
    return OMBRE_GPU_OK;
}

static enum ombre_gpu_status list_init(struct ombre_gpu_list *list,
                                       enum ombre_gpu_validation validation)
{
    enum ombre_gpu_status status;

    /* Without vkEnumerateInstanceVersion it is a loader of Vulkan 1.0, which
     * is of no use here. */
    if (volkGetInstanceVersion() == 0 && volkInitialize() != VK_SUCCESS)
        return OMBRE_GPU_NO_LOADER;
    if (!vkEnumerateInstanceVersion)
        return OMBRE_GPU_NO_LOADER;

    list->has_validation =
        validation != OMBRE_GPU_VALIDATION_OFF &&
        has_layer(validation_layer, &list->layer_version) &&
        has_extension(validation_layer, VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    status =
        list_status(list, "vkCreateInstance", make_instance(list, validation));
    if (status != OMBRE_GPU_OK) {
        list->instance = VK_NULL_HANDLE;
        return status;
    }
    volkLoadInstanceOnly(list->instance);
    if (list->has_validation)
        status = list_status(list, "vkCreateDebugUtilsMessengerEXT",
                             make_messenger(list));
    if (status == OMBRE_GPU_OK)
        status =
            list_status(list, "vkEnumeratePhysicalDevices", list_devices(list));
    if (status == OMBRE_GPU_OK && list->count == 0)
        status = OMBRE_GPU_NO_DEVICE;
    return status == OMBRE_GPU_OK ? list_lanes(list) : status;
}

enum ombre_gpu_status ombre_gpu_list_create(
    const struct ombre_gpu_list_params *params, struct ombre_gpu_list **out)
{
    struct ombre_gpu_list *list = calloc(1, sizeof *list);

    *out = NULL;
    if (!list)
        return OMBRE_GPU_OUT_OF_MEMORY;
    if (pthread_mutex_init(&list->mutex, NULL) != 0) {
        free(list);
        return OMBRE_GPU_OUT_OF_MEMORY;
    }
    if (params)
        list->log = params->log;
    const enum ombre_gpu_status status =
        list_init(list, params ? params->validation : OMBRE_GPU_VALIDATION_OFF);
    if (status == OMBRE_GPU_OK)
        *out = list;
    else
        ombre_gpu_list_destroy(&list);
    return status;
}

void ombre_gpu_list_destroy(struct ombre_gpu_list **list)
{
    struct ombre_gpu_list *const l = *list;

    if (!l)
        return;
    /* With a device that is still at work the instance cannot be freed. */
    if (l->instance && !l->abandoned) {
        if (l->messenger)
            l->destroy_messenger(l->instance, l->messenger, NULL);
        vkDestroyInstance(l->instance, NULL);
        if (l->plain)
            vkDestroyInstance(l->plain, NULL);
    }
    free(l->physical);
    if (!l->abandoned) { /* its messenger would still call on_message() */
        pthread_mutex_destroy(&l->mutex);
        free(l);
    }
    *list = NULL;
}

size_t ombre_gpu_list_count(const struct ombre_gpu_list *list)
{
    return list->count;
}

bool ombre_gpu_list_has_validation(const struct ombre_gpu_list *list)
{
    return list->has_validation;
}

uint32_t ombre_gpu_list_loader_version(const struct ombre_gpu_list *list)
{
    return list->instance ? volkGetInstanceVersion() : 0;
}

const struct ombre_gpu_info *ombre_gpu_list_info(
    const struct ombre_gpu_list *list, size_t index)
{
    return index < list->count ? &list->physical[index].info : NULL;
}

bool ombre_gpu_list_facts(struct ombre_gpu_list *list, size_t index,
                          const VkFormat *formats, size_t format_count,
                          struct ombre_vk_facts *out)
{
    if (index >= list->count || format_count > OMBRE_VK_MAX_FORMATS)
        return false;
    vk_facts_query(list->physical[index].handle, formats, format_count, out);
    out->lane_features = list->physical[index].lane_features;
    return true;
}
