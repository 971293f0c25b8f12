/* Which features of lanes a device has, and how they are enabled. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

/* --- Tables ----------------------------------------------------------------
 */

/* A structure of features, and what it takes to have it. */
struct family {
    size_t offset; /* in struct vk_lane_device */
    VkStructureType type;
    uint32_t core; /* the Vulkan that has it without an extension, or 0 */
    const char *extension;
    /* What that needs in turn, and the Vulkan that has it. */
    struct {
        const char *extension;
        uint32_t core;
    } needs[2];
};

/* A feature, where it stands in a structure. */
struct feature {
    uint32_t bit; /* enum ombre_lane_feature */
    size_t family, member;
};

#define AT(member) offsetof(struct vk_lane_device, member)

static const struct family families[] = {
    {AT(rendering),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DYNAMIC_RENDERING_FEATURES,
     VK_API_VERSION_1_3,
     VK_KHR_DYNAMIC_RENDERING_EXTENSION_NAME,
     {{VK_KHR_DEPTH_STENCIL_RESOLVE_EXTENSION_NAME, VK_API_VERSION_1_2},
      {VK_KHR_CREATE_RENDERPASS_2_EXTENSION_NAME, VK_API_VERSION_1_2}}},
    {AT(library),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_GRAPHICS_PIPELINE_LIBRARY_FEATURES_EXT,
     0,
     VK_EXT_GRAPHICS_PIPELINE_LIBRARY_EXTENSION_NAME,
     {{VK_KHR_PIPELINE_LIBRARY_EXTENSION_NAME, 0}, {NULL, 0}}},
    {AT(write),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COLOR_WRITE_ENABLE_FEATURES_EXT,
     0,
     VK_EXT_COLOR_WRITE_ENABLE_EXTENSION_NAME,
     {{NULL, 0}, {NULL, 0}}},
    {AT(state_2),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_2_FEATURES_EXT,
     0,
     VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME,
     {{NULL, 0}, {NULL, 0}}},
    {AT(state_3),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT,
     0,
     VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME,
     {{NULL, 0}, {NULL, 0}}},
    {AT(order),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_FEATURES_EXT,
     0,
     VK_EXT_RASTERIZATION_ORDER_ATTACHMENT_ACCESS_EXTENSION_NAME,
     {{NULL, 0}, {NULL, 0}}},
#ifdef VK_EXT_shader_object
    {AT(object),
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_OBJECT_FEATURES_EXT,
     0,
     VK_EXT_SHADER_OBJECT_EXTENSION_NAME,
     {{NULL, 0}, {NULL, 0}}},
#endif
};

enum { FAMILIES = sizeof families / sizeof *families };

/* clang-format off */
#define IN(member, field) AT(member), AT(member.field)
static const struct feature features[] = {
    {OMBRE_LANE_FEATURE_DYNAMIC_RENDERING, IN(rendering, dynamicRendering)},
    {OMBRE_LANE_FEATURE_PIPELINE_LIBRARY, IN(library, graphicsPipelineLibrary)},
    {OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE, IN(write, colorWriteEnable)},
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP, IN(state_2, extendedDynamicState2LogicOp)},
    {OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE, IN(state_3, extendedDynamicState3ColorBlendEnable)},
    {OMBRE_LANE_FEATURE_DYNAMIC_EQUATION, IN(state_3, extendedDynamicState3ColorBlendEquation)},
    {OMBRE_LANE_FEATURE_DYNAMIC_WRITE_MASK, IN(state_3, extendedDynamicState3ColorWriteMask)},
    {OMBRE_LANE_FEATURE_DYNAMIC_LOGIC_OP_ENABLE, IN(state_3, extendedDynamicState3LogicOpEnable)},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLE_MASK, IN(state_3, extendedDynamicState3SampleMask)},
    {OMBRE_LANE_FEATURE_DYNAMIC_COVERAGE, IN(state_3, extendedDynamicState3AlphaToCoverageEnable)},
    {OMBRE_LANE_FEATURE_DYNAMIC_SAMPLES, IN(state_3, extendedDynamicState3RasterizationSamples)},
    {OMBRE_LANE_FEATURE_RASTER_ORDER, IN(order, rasterizationOrderColorAttachmentAccess)},
#ifdef VK_EXT_shader_object
    {OMBRE_LANE_FEATURE_SHADER_OBJECT, IN(object, shaderObject)},
#endif
};
/* clang-format on */

enum { FEATURES = sizeof features / sizeof *features };

/* --- Extensions ------------------------------------------------------------
 */

struct extensions {
    uint32_t api; /* of the device */
    uint32_t count;
    VkExtensionProperties *list; /* NULL: none */
};

/* Returns false without memory. */
static bool list_extensions(VkPhysicalDevice physical, struct extensions *e)
{
    e->count = 0;
    e->list = NULL;
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &e->count, NULL) !=
        VK_SUCCESS)
        e->count = 0;
    if (e->count == 0)
        return true;
    e->list = calloc(e->count, sizeof *e->list);
    if (!e->list)
        return false;
    /* VK_INCOMPLETE gives the first of them. */
    if (vkEnumerateDeviceExtensionProperties(physical, NULL, &e->count,
                                             e->list) < 0)
        e->count = 0;
    return true;
}

static bool has_extension(const struct extensions *e, const char *name)
{
    for (uint32_t i = 0; i < e->count; i++)
        if (strncmp(e->list[i].extensionName, name,
                    sizeof e->list[i].extensionName) == 0)
            return true;
    return false;
}

static bool is_core(uint32_t api, uint32_t version)
{
    return version != 0 && api >= version;
}

static bool has_family(const struct extensions *e, const struct family *f)
{
    if (is_core(e->api, f->core))
        return true;
    for (size_t i = 0; i < sizeof f->needs / sizeof *f->needs; i++)
        if (f->needs[i].extension && !is_core(e->api, f->needs[i].core) &&
            !has_extension(e, f->needs[i].extension))
            return false;
    return has_extension(e, f->extension);
}

/* --- Structures ------------------------------------------------------------
 */

/* The head that all structures of features have. */
static void link_family(struct vk_lane_device *d, const struct family *f)
{
    VkBaseOutStructure *const head =
        (VkBaseOutStructure *) (void *) ((char *) d + f->offset);

    head->sType = f->type;
    head->pNext = d->next;
    d->next = head;
}

static VkBool32 *member(struct vk_lane_device *d, const struct feature *f)
{
    return (VkBool32 *) (void *) ((char *) d + f->member);
}

/* vkGetPhysicalDeviceFeatures2() is Vulkan 1.1's. */
static uint32_t query(VkPhysicalDevice physical, const struct extensions *e)
{
    struct vk_lane_device d = {0};
    uint32_t bits = 0;

    for (size_t i = 0; i < FAMILIES; i++)
        if (has_family(e, &families[i]))
            link_family(&d, &families[i]);
    VkPhysicalDeviceFeatures2 all = {
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
        .pNext = d.next,
    };
    vkGetPhysicalDeviceFeatures2(physical, &all);
    for (size_t i = 0; i < FEATURES; i++)
        if (*member(&d, &features[i]))
            bits |= features[i].bit;
    return bits;
}

bool vk_lane_features_query(VkPhysicalDevice physical, uint32_t api,
                            uint32_t *out, bool *has_layers)
{
    struct extensions e = {.api = api};

    *out = 0;
    *has_layers = false;
    if (api < VK_API_VERSION_1_1)
        return true;
    if (!list_extensions(physical, &e))
        return false;
    *out = query(physical, &e);
    *has_layers =
        has_extension(&e, VK_EXT_SHADER_VIEWPORT_INDEX_LAYER_EXTENSION_NAME);
    free(e.list);
    return true;
}

void vk_lane_device_add(struct vk_lane_device *d, const char *name)
{
    if (d->extension_count < VK_LANE_MAX_EXTENSIONS)
        d->extension[d->extension_count++] = name;
}

static void add_family(struct vk_lane_device *d, uint32_t api,
                       const struct family *f)
{
    link_family(d, f);
    if (is_core(api, f->core))
        return;
    vk_lane_device_add(d, f->extension);
    for (size_t i = 0; i < sizeof f->needs / sizeof *f->needs; i++)
        if (f->needs[i].extension && !is_core(api, f->needs[i].core))
            vk_lane_device_add(d, f->needs[i].extension);
}

void vk_lane_device_fill(struct vk_lane_device *d, uint32_t api,
                         uint32_t enabled)
{
    *d = (struct vk_lane_device){0};
    for (size_t i = 0; i < FAMILIES; i++) {
        bool is_used = false;
        for (size_t j = 0; j < FEATURES; j++)
            if (features[j].family == families[i].offset &&
                enabled & features[j].bit) {
                is_used = true;
                *member(d, &features[j]) = VK_TRUE;
            }
        if (is_used)
            add_family(d, api, &families[i]);
    }
}

uint32_t ombre_gpu_lane_features_known(void)
{
    uint32_t bits = 0;

    for (size_t i = 0; i < FEATURES; i++)
        bits |= features[i].bit;
    return bits;
}

uint32_t vk_lane_layer_version(uint32_t bits)
{
#ifdef VK_EXT_shader_object
    /* The headers in which the extension appeared. */
    if (bits & OMBRE_LANE_FEATURE_SHADER_OBJECT)
        return VK_MAKE_API_VERSION(0, 1, 3, 246);
#endif
    (void) bits;
    return 0;
}
