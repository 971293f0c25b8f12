/* ombre/vk.h - an output merger in Vulkan's words
 *
 * What the translator hands to whoever draws, and what a device tells the
 * translator about itself.  Only data, and nothing of Direct3D: the layer that
 * draws (gpu.h) sees this header and no other.
 */
#ifndef OMBRE_VK_H
#define OMBRE_VK_H

#include <stdbool.h>
#include <stdint.h>

#include <vulkan/vulkan_core.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { OMBRE_VK_MAX_ATTACHMENTS = 8 };

/* --- What a device offers ------------------------------------------------- */

/* Abilities of one VkFormat with optimal tiling. */
struct ombre_vk_format_facts {
    VkFormat format;
    bool color_attachment; /* VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT */
    bool blend;            /* VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT */
    VkSampleCountFlags
        samples; /* as a colour attachment, transfer source and
                    sampled image, of one image like a target's */
};

enum { OMBRE_VK_MAX_FORMATS = 96, OMBRE_VK_FORMAT_HINTS = 256 };

/* Features and limits that decide what an output merger can do. */
struct ombre_vk_facts {
    bool independent_blend; /* VkPhysicalDeviceFeatures */
    bool dual_src_blend;
    bool logic_op;
    bool sample_rate_shading;
    uint32_t max_color_attachments; /* VkPhysicalDeviceLimits */
    uint32_t max_fragment_output_attachments;
    uint32_t max_fragment_dual_src_attachments;
    uint32_t max_fragment_combined_output_resources;
    VkSampleCountFlags color_samples;         /* framebufferColorSampleCounts */
    VkSampleCountFlags integer_color_samples; /* framebufferInteger... */
    VkSampleCountFlags sampled_color_samples; /* sampledImageColor... */
    VkSampleCountFlags sampled_integer_samples;
    uint32_t lane_features; /* enum ombre_lane_feature (lane.h) */
    uint32_t format_count;
    struct ombre_vk_format_facts format[OMBRE_VK_MAX_FORMATS]; /* each once */
    /* Where in format[] to look first, by ombre_vk_format_hint(); a wrong one
     * costs time only. */
    uint8_t hint[OMBRE_VK_FORMAT_HINTS];
};

/* Spreads the formats of Vulkan 1.0, whose numbers are below 256, and those
 * that Direct3D has of the others without a collision. */
static inline uint8_t ombre_vk_format_hint(VkFormat format)
{
    const uint32_t number = (uint32_t) format;
    return (uint8_t) (number ^ number >> 10);
}

/* Fill `hint`, for whoever fills `format`. */
static inline void ombre_vk_facts_hint(struct ombre_vk_facts *facts)
{
    for (uint32_t i = 0; i < facts->format_count && i < OMBRE_VK_MAX_FORMATS;
         i++)
        facts->hint[ombre_vk_format_hint(facts->format[i].format)] =
            (uint8_t) i;
}

/* --- What a fragment shader must do for the state to be right --------------
 */

/* Patches apply in the order in which they are listed. */
enum ombre_vk_patch_kind {
    OMBRE_VK_PATCH_SECOND_SOURCE, /* output 1 becomes Location 0, Index 1 */
    OMBRE_VK_PATCH_DROP_OUTPUT,   /* output `output` is not written */
    OMBRE_VK_PATCH_NAN_TO_ZERO,   /* components of `output` that are NaN: 0 */
    OMBRE_VK_PATCH_CLAMP_INTEGER, /* clamp each component to [low, high] */
    OMBRE_VK_PATCH_ALPHA_TO_RED,  /* write alpha to the red component */
    /* Output 0's alpha, untouched, makes a sample mask: none of the samples for
     * 0, less and NaN, all for 1 and more; also of an integer. */
    OMBRE_VK_PATCH_COVER_BY_ALPHA,
};

struct ombre_vk_patch {
    enum ombre_vk_patch_kind kind;
    uint32_t output; /* SV_Target index */
    uint32_t low[4]; /* CLAMP_INTEGER: as uint or sint, by the output's type; */
    uint32_t high[4]; /* 0 of all others */
};

enum { OMBRE_VK_MAX_PATCHES = 4 * OMBRE_VK_MAX_ATTACHMENTS };

/* --- What it computes where the output merger cannot ------------------------
 */

/* How the codes of a texel's components stand for numbers.  X(id, name) */
#define OMBRE_VK_NUMERICS(X)                                         \
    X(UNORM, "unorm")                                                \
    X(SRGB, "srgb") /* red, green, blue of 8 bits; alpha is UNORM */ \
    X(SNORM, "snorm")                                                \
    X(UINT, "uint")                                                  \
    X(SINT, "sint")                                                  \
    X(FLOAT, "float")   /* binary32 or binary16 */                   \
    X(UFLOAT, "ufloat") /* without sign: 11 or 10 bits */            \
    X(SHARED, "shared") /* three mantissas of 9 bits, then 5 of exponent */

enum ombre_vk_numeric {
#define X(id, name) OMBRE_VK_##id,
    OMBRE_VK_NUMERICS(X)
#undef X
};

/* One target whose texels the fragment shader computes.  It reads a texel as
 * unsigned words through an input attachment, takes it apart, blends, and
 * outputs all of it again, components that are masked off as they were.
 *
 * Arithmetic is Direct3D's: operands clamped to what the format can hold,
 * alpha that it lacks is 1, results rounded as the format wants it. */
struct ombre_vk_emulation {
    enum ombre_vk_numeric numeric;
    struct {
        uint8_t shift; /* of the lowest bit; no component straddles a word */
        uint8_t bits;  /* 0: the format has no such component */
    } component[4];
    /* In the format's own components.  Factors of a second source read output
     * 1.  The constants are the state's. */
    VkPipelineColorBlendAttachmentState equation;
    VkBool32 logic_op_enable; /* of the codes, source and stored */
    VkLogicOp logic_op;
    /* Texels are numbers of the target's own format, without an sRGB curve, not
     * words: where integers lack a sample count.  The attachment state's mask
     * then keeps what is not to be written. */
    VkBool32 by_value;
};

/* --- State ---------------------------------------------------------------- */

/* Features a state relies on; a bit set of these. */
enum ombre_vk_need {
    OMBRE_VK_NEED_INDEPENDENT_BLEND = 1,
    OMBRE_VK_NEED_DUAL_SRC_BLEND = 2,
    OMBRE_VK_NEED_LOGIC_OP = 4,
    OMBRE_VK_NEED_FORMAT_BLEND = 8, /* COLOR_ATTACHMENT_BLEND of any format */
};

/* Everything of a pipeline and its dynamic state that decides what the output
 * merger does.  A hole has format VK_FORMAT_UNDEFINED; nothing is attached
 * there, so its attachment state means nothing: write mask 0, or on a device
 * without independentBlend what all others have. */
struct ombre_vk_state {
    uint32_t attachment_count;
    VkFormat format[OMBRE_VK_MAX_ATTACHMENTS];
    VkPipelineColorBlendAttachmentState attachment[OMBRE_VK_MAX_ATTACHMENTS];
    VkBool32 logic_op_enable; /* VkPipelineColorBlendStateCreateInfo */
    VkLogicOp logic_op;
    float blend_constants[4];
    VkSampleCountFlagBits samples; /* VkPipelineMultisampleStateCreateInfo */
    VkSampleMask sample_mask;
    VkBool32 alpha_to_coverage_enable;
    VkBool32 dual_source; /* SECOND_SOURCE is among the patches */
    uint32_t needs;       /* enum ombre_vk_need */
    /* Bit n: the fragment shader computes attachment n's texels.  Its format is
     * then the one of R8_UINT, R16_UINT, R32_UINT, R32G32_UINT and
     * R32G32B32A32_UINT that has room for a texel, or emulation[n].by_value
     * its own, and its attachment state stores. */
    uint32_t emulated;
    /* Attachments differ although independentBlend is not there: one draw for
     * each group of equal ones. */
    VkBool32 split;
    uint32_t patch_count;
    /* What is beyond patch_count is not filled. */
    struct ombre_vk_patch patch[OMBRE_VK_MAX_PATCHES];
    /* Of the bits in `emulated`; the others mean nothing. */
    struct ombre_vk_emulation emulation[OMBRE_VK_MAX_ATTACHMENTS];
};

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_VK_H */
