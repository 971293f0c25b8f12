/* The colour of a clear, as the VkFormat that holds a target takes it. */
#include <math.h>
#include <string.h>

#include "ombre/shared.h"
#include "translate_parts.h"

/* FS 3.2.3.9 and 3.2.3.10: toward zero.  What a component cannot hold is
 * undefined in Vulkan ("Clear Values"), so it is clamped here. */
static int64_t integer_of(const struct ombre_format *format,
                          enum ombre_component component, float number)
{
    int64_t low, high;

    if (isnan(number) || !ombre_format_has(format, component))
        return 0;
    ombre_ordinal_limits(format, component, &low, &high);
    if ((double) number <= (double) low)
        return low;
    return (double) number >= (double) high ? high : (int64_t) number;
}

/* NaN is stored as 0 in fixed point (FS 3.2.3.4, 3.2.3.6). */
static float float_of(const struct ombre_format *format, float number)
{
    const bool is_float =
        format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;

    return isnan(number) && !is_float ? 0 : number;
}

/* A texel of the colour by Direct3D's ideal conversions. */
static struct ombre_texel texel_of(const struct ombre_format *format,
                                   const float color[4])
{
    const double value[OMBRE_SHARED_COMPONENTS] = {
        (double) color[0], (double) color[1], (double) color[2]};
    struct ombre_texel texel = {0};

    if (format->numeric == OMBRE_SHARED)
        return ombre_shared_encode(value);
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
            ombre_texel_set_code(format, &texel, c,
                                 ombre_encode(format, c, (double) color[i]));
        else
            ombre_texel_set_code(
                format, &texel, c,
                ombre_ordinal_code(format, c, integer_of(format, c, color[i])));
    }
    return texel;
}

/* Texels that the shader computes are unsigned words, the first byte lowest. */
static void fill_words(const struct ombre_format *format, const float color[4],
                       uint32_t word[4])
{
    const struct ombre_texel texel = texel_of(format, color);
    uint8_t bytes[16] = {0};

    ombre_texel_store(format, &texel, bytes);
    for (unsigned i = 0; i < sizeof bytes; i++)
        word[i / 4] |= (uint32_t) bytes[i] << (8 * (i % 4));
}

/* Whether alpha is held in red: see translate_formats(). */
static bool is_alpha_in_red(const struct ombre_vk_state *vk, unsigned target,
                            const struct ombre_format *format)
{
    return !ombre_format_has(format, OMBRE_RED) &&
           vk->format[target] == (VkFormat) format->vk_carrier;
}

VkClearColorValue ombre_translate_clear(const struct ombre_vk_state *vk,
                                        unsigned target,
                                        const struct ombre_format *format,
                                        const float color[4])
{
    VkClearColorValue out = {.uint32 = {0}};
    const bool is_emulated = vk->emulated >> target & 1;

    if (is_emulated && !vk->emulation[target].by_value) {
        fill_words(format, color, out.uint32);
        return out;
    }
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
            out.float32[i] = float_of(format, color[i]);
        else
            out.uint32[i] = (uint32_t) integer_of(
                format, (enum ombre_component) i, color[i]);
    if (is_alpha_in_red(vk, target, format))
        out.float32[OMBRE_RED] = out.float32[OMBRE_ALPHA];
    return out;
}
