/* tests/vk_model.h - Vulkan's output merger in doubles, without a GPU
 *
 * The second witness.  Written from the Vulkan specification alone (chapter
 * "The Framebuffer": tables "Blend Factors", "Blend Operations", "Logical
 * Operations"; chapter "Formats").  If it agrees with d3d_model.h through
 * ombre_translate(), the translation is right.
 *
 * What Vulkan leaves undefined comes out as a poison that no right answer
 * equals: NaN, or false from the integer function.
 */
#ifndef VK_MODEL_H
#define VK_MODEL_H

#include "ombre/vk.h"

enum vk_model_numeric {
    VK_MODEL_UNORM,
    VK_MODEL_SNORM,
    VK_MODEL_UINT,
    VK_MODEL_SINT,
    VK_MODEL_SFLOAT,
    VK_MODEL_UFLOAT, /* also with a shared exponent */
};

/* What the name of a VkFormat says. */
struct vk_model_format {
    VkFormat format;
    enum vk_model_numeric numeric;
    bool srgb;
    unsigned bits[4]; /* red, green, blue, alpha */
};

/* NULL for a format that no Direct3D target is translated to. */
const struct vk_model_format *vk_model_format(VkFormat format);

/* What a fragment shader does before its patches: bit N of `declared` is
 * SV_TargetN. */
struct vk_model_shader {
    uint32_t declared;
    double output[8][4];
    uint32_t bits[8][4]; /* of integer outputs */
    bool is_signed;
};

/* One covered sample of `attachment` that holds `dest`, in a floating-point or
 * fixed-point format.  Components that the format lacks come out as `dest`. */
void vk_model_blend(const struct ombre_vk_state *state, unsigned attachment,
                    const struct vk_model_shader *shader, const double dest[4],
                    double out[4]);

/* Like vk_model_blend(), for integer formats.  Returns false if a value is
 * undefined. */
bool vk_model_integer(const struct ombre_vk_state *state, unsigned attachment,
                      const struct vk_model_shader *shader,
                      const uint32_t dest[4], uint32_t out[4]);

#endif /* VK_MODEL_H */
