/* A Vulkan driver that hands everything to a real one, and misbehaves once.
 *
 *   FAULTY_DRIVER_REAL   library of the real driver
 *   FAULTY_DRIVER_FAULT  a file whose text is "crash", "hang", "lost" or "idle"
 *                        (nothing is done); the submission that does it removes
 *                        the file
 *   FAULTY_DRIVER_AFTER  submissions of a process that go well before
 *   FAULTY_DRIVER_DROP   a command that is never recorded, as
 *                        "vkCmdCopyBufferToImage"
 *   FAULTY_DRIVER_KEEP   copies that are recorded before one is dropped
 *   FAULTY_DRIVER_NUDGE  "1": blend constants that a command sets are a little
 *                        larger
 *   FAULTY_DRIVER_BLEND  a fault of its output merger; see wrong_blend.c,
 *                        wrong_image.c, wrong_order.c, wrong_place.c and
 *                        wrong_shader.c
 *   FAULTY_DRIVER_TRAP   a fault that one state sets off; see trap.c
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <vulkan/vk_icd.h>
#include <vulkan/vulkan_core.h>

#include "trap.h"
#include "wrong_blend.h"
#include "wrong_image.h"
#include "wrong_order.h"
#include "wrong_place.h"
#include "wrong_shader.h"

typedef PFN_vkVoidFunction (*get_instance_proc)(VkInstance, const char *);
typedef VkResult (*negotiate)(uint32_t *);

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance,
                                             const char *name);
VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version);
PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                   const char *name);

static PFN_vkGetDeviceProcAddr real_device_proc;
static PFN_vkQueueSubmit real_submit;
static PFN_vkCmdCopyBufferToImage real_upload;
static PFN_vkCmdCopyImageToBuffer real_readback;
static unsigned submissions, copies;

static void *real_symbol(const char *name)
{
    static void *library;
    if (!library)
        library = dlopen(getenv("FAULTY_DRIVER_REAL"), RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, name) : NULL;
    if (!library)
        fprintf(stderr, "faulty driver: %s\n", dlerror());
    return symbol;
}

/* The number that a variable holds, or 0. */
static unsigned number(const char *variable)
{
    const char *text = getenv(variable);
    return text ? (unsigned) atoi(text) : 0;
}

/* The fault that is due, once. */
static void take_fault(char out[16])
{
    const char *path = getenv("FAULTY_DRIVER_FAULT");
    FILE *file = NULL;
    *out = '\0';
    if (submissions++ >= number("FAULTY_DRIVER_AFTER"))
        file = path ? fopen(path, "r") : NULL;
    if (!file)
        return;
    if (fscanf(file, "%15s", out) != 1)
        *out = '\0';
    fclose(file);
    /* Of several processes that read it, one has it. */
    if (unlink(path) != 0)
        *out = '\0';
}

static VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count,
                                  const VkSubmitInfo *info, VkFence fence)
{
    char fault[16];
    take_fault(fault);
    const char *sprung = trap_sprung();
    if (*sprung)
        snprintf(fault, sizeof fault, "%s", sprung);
    if (strcmp(fault, "crash") == 0)
        raise(SIGSEGV);
    while (strcmp(fault, "hang") == 0)
        pause();
    if (strcmp(fault, "lost") == 0)
        return VK_ERROR_DEVICE_LOST;
    if (strcmp(fault, "idle") == 0)
        return real_submit(queue, 0, NULL, fence);
    return real_submit(queue, count, info, fence);
}

static void VKAPI_CALL drop_upload(VkCommandBuffer commands, VkBuffer buffer,
                                   VkImage image, VkImageLayout layout,
                                   uint32_t count,
                                   const VkBufferImageCopy *region)
{
    if (copies++ < number("FAULTY_DRIVER_KEEP"))
        real_upload(commands, buffer, image, layout, count, region);
}

static void VKAPI_CALL drop_readback(VkCommandBuffer commands, VkImage image,
                                     VkImageLayout layout, VkBuffer buffer,
                                     uint32_t count,
                                     const VkBufferImageCopy *region)
{
    if (copies++ < number("FAULTY_DRIVER_KEEP"))
        real_readback(commands, image, layout, buffer, count, region);
}

static void VKAPI_CALL drop_draw(VkCommandBuffer commands, uint32_t vertices,
                                 uint32_t instances, uint32_t first_vertex,
                                 uint32_t first_instance)
{
    (void) commands, (void) vertices, (void) instances, (void) first_vertex;
    (void) first_instance;
}

static void VKAPI_CALL drop_constants(VkCommandBuffer commands,
                                      const float constants[4])
{
    (void) commands, (void) constants;
}

static PFN_vkCmdSetBlendConstants real_constants;

static void VKAPI_CALL nudge_constants(VkCommandBuffer commands,
                                       const float constants[4])
{
    float nudged[4];
    for (int i = 0; i < 4; i++)
        nudged[i] = constants[i] + 0.0005f;
    real_constants(commands, nudged);
}

/* What stands for a command that is to be dropped, or NULL. */
static PFN_vkVoidFunction dropped(const char *name)
{
    const char *drop = getenv("FAULTY_DRIVER_DROP");
    if (!drop || strcmp(drop, name) != 0)
        return NULL;
    if (strcmp(name, "vkCmdCopyBufferToImage") == 0)
        return (PFN_vkVoidFunction) drop_upload;
    if (strcmp(name, "vkCmdCopyImageToBuffer") == 0)
        return (PFN_vkVoidFunction) drop_readback;
    if (strcmp(name, "vkCmdDraw") == 0)
        return (PFN_vkVoidFunction) drop_draw;
    if (strcmp(name, "vkCmdSetBlendConstants") == 0)
        return (PFN_vkVoidFunction) drop_constants;
    return NULL;
}

static PFN_vkVoidFunction VKAPI_CALL device_proc(VkDevice device,
                                                 const char *name)
{
    PFN_vkVoidFunction real = real_device_proc(device, name);
    if (strcmp(name, "vkCmdCopyBufferToImage") == 0)
        real_upload = (PFN_vkCmdCopyBufferToImage) real;
    if (strcmp(name, "vkCmdCopyImageToBuffer") == 0)
        real_readback = (PFN_vkCmdCopyImageToBuffer) real;
    if (strcmp(name, "vkCmdSetBlendConstants") == 0 &&
        number("FAULTY_DRIVER_NUDGE")) {
        real_constants = (PFN_vkCmdSetBlendConstants) real;
        return (PFN_vkVoidFunction) nudge_constants;
    }
    if (real && dropped(name))
        return dropped(name);
    if (strcmp(name, "vkQueueSubmit") != 0 || !real)
        return wrong_order(
            name,
            wrong_place(
                name,
                wrong_shader(
                    name,
                    wrong_image(name, wrong_blend(name, trap(name, real))))));
    real_submit = (PFN_vkQueueSubmit) real;
    return (PFN_vkVoidFunction) submit;
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance,
                                             const char *name)
{
    get_instance_proc get;
    void *symbol = real_symbol("vk_icdGetInstanceProcAddr");
    memcpy(&get, &symbol, sizeof get);
    PFN_vkVoidFunction real = get ? get(instance, name) : NULL;
    if (strcmp(name, "vkGetDeviceProcAddr") != 0 || !real)
        return real;
    real_device_proc = (PFN_vkGetDeviceProcAddr) real;
    return (PFN_vkVoidFunction) device_proc;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version)
{
    negotiate real;
    void *symbol = real_symbol("vk_icdNegotiateLoaderICDInterfaceVersion");
    memcpy(&real, &symbol, sizeof real);
    return real ? real(version) : VK_ERROR_INCOMPATIBLE_DRIVER;
}

PFN_vkVoidFunction vk_icdGetPhysicalDeviceProcAddr(VkInstance instance,
                                                   const char *name)
{
    get_instance_proc real;
    void *symbol = real_symbol("vk_icdGetPhysicalDeviceProcAddr");
    memcpy(&real, &symbol, sizeof real);
    return real ? real(instance, name) : NULL;
}
