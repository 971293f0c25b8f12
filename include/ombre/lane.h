/* ombre/lane.h - the ways on which blend state reaches a Vulkan device
 *
 * One case may go through all lanes of a device, and should come out the same.
 * Only names and arithmetic: a lane is chosen here, and drawn by gpu.h.
 */
#ifndef OMBRE_LANE_H
#define OMBRE_LANE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* How state reaches the device.
 * STATIC: a pipeline holds all of it.
 * LIBRARY: so it does, linked of four parts (VK_EXT_graphics_pipeline_library).
 * DYNAMIC: commands set what the device takes by command
 * (VK_EXT_extended_dynamic_state2 and 3); a pipeline holds the rest.
 * SHADER_OBJECT: no pipelines; commands set everything (VK_EXT_shader_object).
 * X(ID, "name") */
#define OMBRE_LANE_STATES(X) \
    X(STATIC, "static")      \
    X(LIBRARY, "library")    \
    X(DYNAMIC, "dynamic")    \
    X(SHADER_OBJECT, "shader-object")

enum ombre_lane_state {
    OMBRE_LANE_ANY_STATE,
#define X(id, name) OMBRE_LANE_##id,
    OMBRE_LANE_STATES(X)
#undef X
};

/* What is drawn in: VkRenderPass and VkFramebuffer, or vkCmdBeginRendering.
 * X(ID, "name") */
#define OMBRE_LANE_PASSES(X)      \
    X(RENDER_PASS, "render-pass") \
    X(DYNAMIC_RENDERING, "dynamic-rendering")

enum ombre_lane_pass {
    OMBRE_LANE_ANY_PASS,
#define X(id, name) OMBRE_LANE_##id,
    OMBRE_LANE_PASSES(X)
#undef X
};

/* Zeroed, it is any lane: static render-pass. */
struct ombre_lane {
    enum ombre_lane_state state;
    enum ombre_lane_pass pass;
    /* "static-constants": pipelines hold blend constants, too; else they are
     * set by vkCmdSetBlendConstants(). */
    bool static_constants;
    /* "color-write-enable": a write mask of 0 is said by
     * VK_EXT_color_write_enable, and by the mask of the others. */
    bool color_write_enable;
};

/* Features of devices, of those that Vulkan 1.1 lacks, that lanes need, and one
 * that orders what the fragment shader computes (gpu.h, enum ombre_gpu_order);
 * a bit set.  Bits below 16 are for VkPhysicalDeviceFeatures (vk.h, case.h).
 * X(ID, bit, "Vulkan's name", "extension") */
/* clang-format off */
#define OMBRE_LANE_FEATURES(X) \
    X(PIPELINE_LIBRARY, 16, "graphicsPipelineLibrary", "VK_EXT_graphics_pipeline_library") \
    X(DYNAMIC_RENDERING, 17, "dynamicRendering", "VK_KHR_dynamic_rendering") \
    X(COLOR_WRITE_ENABLE, 18, "colorWriteEnable", "VK_EXT_color_write_enable") \
    X(DYNAMIC_BLEND_ENABLE, 19, "extendedDynamicState3ColorBlendEnable", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_EQUATION, 20, "extendedDynamicState3ColorBlendEquation", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_WRITE_MASK, 21, "extendedDynamicState3ColorWriteMask", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_LOGIC_OP_ENABLE, 22, "extendedDynamicState3LogicOpEnable", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_LOGIC_OP, 23, "extendedDynamicState2LogicOp", "VK_EXT_extended_dynamic_state2") \
    X(DYNAMIC_SAMPLE_MASK, 24, "extendedDynamicState3SampleMask", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_COVERAGE, 25, "extendedDynamicState3AlphaToCoverageEnable", "VK_EXT_extended_dynamic_state3") \
    X(DYNAMIC_SAMPLES, 26, "extendedDynamicState3RasterizationSamples", "VK_EXT_extended_dynamic_state3") \
    X(SHADER_OBJECT, 27, "shaderObject", "VK_EXT_shader_object") \
    X(RASTER_ORDER, 28, "rasterizationOrderColorAttachmentAccess", "VK_EXT_rasterization_order_attachment_access")
/* clang-format on */

enum ombre_lane_feature {
#define X(id, bit, name, extension) OMBRE_LANE_FEATURE_##id = 1 << bit,
    OMBRE_LANE_FEATURES(X)
#undef X
};

enum {
    OMBRE_LANE_FEATURE_COUNT = 13,
    OMBRE_LANE_ALL_FEATURES = 0x1FFF << 16,
    /* Those of which lane `dynamic` needs one and takes all that are there. */
    OMBRE_LANE_DYNAMIC_FEATURES = 0xFF << 19,
    OMBRE_LANE_MAX = 26, /* lanes in all */
    OMBRE_LANE_TEXT_SIZE = 80,
    OMBRE_LANE_WHY_SIZE = 240,
};

/* Vulkan's name of the `index`th feature of the list above, its bit and its
 * extension; NULL or 0 beyond the last. */
const char *ombre_lane_feature_name(unsigned index);
const char *ombre_lane_feature_extension(unsigned index);
uint32_t ombre_lane_feature_bit(unsigned index);

/* The lane with every ANY replaced: state static; render-pass, but for shader
 * objects, which know dynamic-rendering only. */
struct ombre_lane ombre_lane_resolved(const struct ombre_lane *lane);

bool ombre_lane_equal(const struct ombre_lane *a, const struct ombre_lane *b);

/* Features that a lane uses, of those that a device offers. */
uint32_t ombre_lane_uses(const struct ombre_lane *lane, uint32_t offered);

/* Whether a device with the features `offered` draws on a lane.  If not, `why`
 * names what it lacks: features, and their extensions. */
bool ombre_lane_is_offered(const struct ombre_lane *lane, uint32_t offered,
                           char why[OMBRE_LANE_WHY_SIZE]);

/* All lanes, in a fixed order with the default first; returns how many. */
size_t ombre_lane_list(struct ombre_lane out[OMBRE_LANE_MAX]);

/* Words for a lane, one space between them: "dynamic dynamic-rendering
 * color-write-enable"; "any" for a zeroed lane. */
void ombre_lane_text(const struct ombre_lane *lane,
                     char out[OMBRE_LANE_TEXT_SIZE]);

/* The lane of `text`: words in any order, between them spaces or '+'.  Returns
 * false, with what is wrong in `why`, for a word that is none (*wrong is its
 * start, or NULL where the words do not go together). */
bool ombre_lane_from_text(const char *text, struct ombre_lane *out,
                          const char **wrong, char why[OMBRE_LANE_WHY_SIZE]);

/* All words, for who looks for the nearest; NULL after the last. */
const char *ombre_lane_word(unsigned index);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_LANE_H */
