/* Calls of an instance, before there is a device: each fails once, in turn, and
 * leaves rubbish where its result would be, as Vulkan allows. */
#include "../src/vk.h"

#include "failing_calls.h"
#include "gpu_fixture.h"

#include <stdio.h>

/* Of a count and an array, which may both be rubbish. */
#define LISTING(name_, parameters_, arguments_)                    \
    static PFN_##name_ real_##name_;                               \
    static VKAPI_ATTR VkResult VKAPI_CALL fake_##name_ parameters_ \
    {                                                              \
        if (!is_to_fail(#name_))                                   \
            return real_##name_ arguments_;                        \
        *count = 0x5A5A5A5A;                                       \
        return driver.result;                                      \
    }
#define MAKING(name_, parameters_, arguments_)                     \
    static PFN_##name_ real_##name_;                               \
    static VKAPI_ATTR VkResult VKAPI_CALL fake_##name_ parameters_ \
    {                                                              \
        if (!is_to_fail(#name_))                                   \
            return real_##name_ arguments_;                        \
        memset(out, 0x5A, sizeof *out);                            \
        return driver.result;                                      \
    }

LISTING(vkEnumerateInstanceLayerProperties,
        (uint32_t * count, VkLayerProperties *list), (count, list))
LISTING(vkEnumerateInstanceExtensionProperties,
        (const char *layer, uint32_t *count, VkExtensionProperties *list),
        (layer, count, list))
LISTING(vkEnumeratePhysicalDevices,
        (VkInstance instance, uint32_t *count, VkPhysicalDevice *list),
        (instance, count, list))
LISTING(vkEnumerateDeviceExtensionProperties,
        (VkPhysicalDevice physical, const char *layer, uint32_t *count,
         VkExtensionProperties *list),
        (physical, layer, count, list))
MAKING(vkCreateInstance,
       (const VkInstanceCreateInfo *info,
        const VkAllocationCallbacks *callbacks, VkInstance *out),
       (info, callbacks, out))
MAKING(vkCreateDevice,
       (VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
        const VkAllocationCallbacks *callbacks, VkDevice *out),
       (physical, info, callbacks, out))
MAKING(vkGetPhysicalDeviceImageFormatProperties,
       (VkPhysicalDevice physical, VkFormat format, VkImageType type,
        VkImageTiling tiling, VkImageUsageFlags usage, VkImageCreateFlags flags,
        VkImageFormatProperties *out),
       (physical, format, type, tiling, usage, flags, out))
MAKING(vkGetPhysicalDeviceImageFormatProperties2,
       (VkPhysicalDevice physical, const VkPhysicalDeviceImageFormatInfo2 *info,
        VkImageFormatProperties2 *out),
       (physical, info, out))
MAKING(vkCreateDebugUtilsMessengerEXT,
       (VkInstance instance, const VkDebugUtilsMessengerCreateInfoEXT *info,
        const VkAllocationCallbacks *callbacks, VkDebugUtilsMessengerEXT *out),
       (instance, info, callbacks, out))

/* failing_calls.py sees that none is missing.  Of the loader, and what it loads
 * anew for each instance. */
#define LOADER_CALLS(X)                       \
    X(vkEnumerateInstanceLayerProperties)     \
    X(vkEnumerateInstanceExtensionProperties) \
    X(vkCreateInstance)
#define INSTANCE_CALLS(X)                       \
    X(vkEnumeratePhysicalDevices)               \
    X(vkEnumerateDeviceExtensionProperties)     \
    X(vkCreateDevice)                           \
    X(vkGetPhysicalDeviceImageFormatProperties) \
    X(vkGetPhysicalDeviceImageFormatProperties2)

static PFN_vkGetInstanceProcAddr real_vkGetInstanceProcAddr;

static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
fake_vkGetInstanceProcAddr(VkInstance instance, const char *name)
{
    const PFN_vkVoidFunction real = real_vkGetInstanceProcAddr(instance, name);

    if (strcmp(name, "vkCreateDebugUtilsMessengerEXT") != 0 || !real)
        return real;
    real_vkCreateDebugUtilsMessengerEXT =
        (PFN_vkCreateDebugUtilsMessengerEXT) real;
    return (PFN_vkVoidFunction) fake_vkCreateDebugUtilsMessengerEXT;
}

#define REPLACE(name_)    \
    real_##name_ = name_; \
    name_ = fake_##name_;
#define RESTORE(name_) name_ = real_##name_;

static bool is_replaced;

void __real_volkLoadInstanceOnly(VkInstance instance);
void __wrap_volkLoadInstanceOnly(VkInstance instance);
void __wrap_volkLoadInstanceOnly(VkInstance instance)
{
    if (is_replaced)
        vkGetInstanceProcAddr = real_vkGetInstanceProcAddr;
    __real_volkLoadInstanceOnly(instance);
    if (!is_replaced)
        return;
    vkGetInstanceProcAddr = fake_vkGetInstanceProcAddr;
    INSTANCE_CALLS(REPLACE)
}

static void replace_loader(void)
{
    is_replaced = true;
    LOADER_CALLS(REPLACE)
    real_vkGetInstanceProcAddr = vkGetInstanceProcAddr;
}

static void restore_loader(void)
{
    is_replaced = false;
    LOADER_CALLS(RESTORE)
    vkGetInstanceProcAddr = real_vkGetInstanceProcAddr;
}

/* --- A life ----------------------------------------------------------------
 */

static size_t complaints;

static void count_line(void *user, enum ombre_log_level level, const char *line)
{
    (void) user;
    (void) level;
    if (strncmp(line, "validation: ", 12) != 0)
        return; /* a failure is told */
    complaints++;
    fprintf(stderr, "%s\n", line);
}

/* From no list to a texel that is stored, and back.  What cannot be had is not
 * there, and has been freed. */
static enum ombre_gpu_status live(bool *listed, bool *opened)
{
    static const uint32_t white[4] = {0x3F800000, 0x3F800000, 0x3F800000,
                                      0x3F800000};
    static const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    const struct ombre_gpu_list_params list_params = {
        .validation = OMBRE_GPU_VALIDATION_ON,
        .log = {OMBRE_LOG_WARN, count_line, NULL},
    };
    const struct ombre_gpu_params params = {
        .lane_features = OMBRE_LANE_ALL_FEATURES,
        .formats = tested_formats,
        .format_count = 4,
    };
    struct ombre_vk_state state = fixture_state(1, &format);
    const struct ombre_gpu_draw draw = {&state, 0, 0, 1, 1, 1, &white};
    uint32_t before = 0x12345678, after = 0;
    const struct ombre_gpu_batch batch =
        fixture_batch(format, 1, 1, &before, &after, &draw, 1);
    struct ombre_gpu_list *list;
    struct ombre_gpu *gpu = NULL;
    enum ombre_gpu_status status = ombre_gpu_list_create(&list_params, &list);

    *listed = list != NULL;
    assert_int_equal(*listed, status == OMBRE_GPU_OK);
    if (*listed)
        status = ombre_gpu_open(list, &params, &gpu);
    *opened = gpu != NULL;
    if (*opened)
        status = ombre_gpu_run(gpu, &batch, NULL);
    if (*opened && status == OMBRE_GPU_OK)
        assert_int_equal(after, 0xFFFFFFFF);
    ombre_gpu_close(&gpu);
    ombre_gpu_list_destroy(&list);
    return status;
}

/* Without these there is no list, or no device.  Of instances there may be a
 * second one, which does no more than add to the first. */
static bool is_fatal(const char *name, bool listed, bool opened)
{
    if (strcmp(name, "vkCreateDebugUtilsMessengerEXT") == 0)
        return !listed;
    if (strcmp(name, "vkCreateDevice") == 0)
        return listed && !opened;
    return true;
}

static void fails_before_there_is_a_device(void **state)
{
    static const VkResult results[] = {VK_ERROR_OUT_OF_HOST_MEMORY,
                                       VK_ERROR_INITIALIZATION_FAILED};
    size_t fatal = 0, borne = 0, unlisted = 0;
    bool listed, opened;

    (void) state;
    for (size_t r = 0; r < sizeof results / sizeof *results; r++)
        for (unsigned long n = 1;; n++) {
            begin(n, results[r]);
            const enum ombre_gpu_status status = live(&listed, &opened);
            const char *const name = driver.failed;
            if (!name) {
                assert_int_equal(status, OMBRE_GPU_OK);
                break;
            }
            if (!is_fatal(name, listed, opened))
                fail_msg("call %lu, %s: listed %d, opened %d", n, name, listed,
                         opened);
            unlisted +=
                !listed && strcmp(name, "vkEnumeratePhysicalDevices") == 0;
            fatal += status != OMBRE_GPU_OK;
            borne += status == OMBRE_GPU_OK;
            assert_true(n < 2000);
        }
    /* Once more, with nothing in the way. */
    begin(0, VK_SUCCESS);
    assert_int_equal(live(&listed, &opened), OMBRE_GPU_OK);
    assert_true(fatal >= 8 && borne >= 8);
    /* How many there are, and which. */
    assert_int_equal(unlisted, 2 * sizeof results / sizeof *results);
    assert_int_equal(complaints, 0);
}

static int open_loader(void **state)
{
    const struct ombre_gpu_list_params params = {.validation =
                                                     OMBRE_GPU_VALIDATION_ON};
    /* As in gpu_fixture.c. */
    static struct ombre_gpu_list *keeper;

    (void) state;
    fixture_skip_unless(ombre_gpu_list_create(&params, &keeper));
    replace_loader();
    return 0;
}

static int close_loader(void **state)
{
    (void) state;
    restore_loader();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fails_before_there_is_a_device),
    };
    return cmocka_run_group_tests(tests, open_loader, close_loader);
}
