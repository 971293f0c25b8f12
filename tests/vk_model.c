#include "vk_model.h"

#include <math.h>
#include <stddef.h>

/* --- Formats ------------------------------------------------------------- */

/* clang-format off */
#define UNORM  VK_MODEL_UNORM, false
#define SRGB   VK_MODEL_UNORM, true
#define SNORM  VK_MODEL_SNORM, false
#define UINT   VK_MODEL_UINT, false
#define SINT   VK_MODEL_SINT, false
#define SFLOAT VK_MODEL_SFLOAT, false
#define UFLOAT VK_MODEL_UFLOAT, false

static const struct vk_model_format formats[] = {
    {VK_FORMAT_R4G4B4A4_UNORM_PACK16, UNORM, {4, 4, 4, 4}},
    {VK_FORMAT_A4R4G4B4_UNORM_PACK16, UNORM, {4, 4, 4, 4}},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, UNORM, {5, 6, 5, 0}},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, UNORM, {5, 5, 5, 1}},
    {VK_FORMAT_R8_UNORM, UNORM, {8, 0, 0, 0}},
    {VK_FORMAT_R8_SNORM, SNORM, {8, 0, 0, 0}},
    {VK_FORMAT_R8_UINT, UINT, {8, 0, 0, 0}},
    {VK_FORMAT_R8_SINT, SINT, {8, 0, 0, 0}},
    {VK_FORMAT_R8G8_UNORM, UNORM, {8, 8, 0, 0}},
    {VK_FORMAT_R8G8_SNORM, SNORM, {8, 8, 0, 0}},
    {VK_FORMAT_R8G8_UINT, UINT, {8, 8, 0, 0}},
    {VK_FORMAT_R8G8_SINT, SINT, {8, 8, 0, 0}},
    {VK_FORMAT_R8G8B8A8_UNORM, UNORM, {8, 8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_SNORM, SNORM, {8, 8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_UINT, UINT, {8, 8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_SINT, SINT, {8, 8, 8, 8}},
    {VK_FORMAT_R8G8B8A8_SRGB, SRGB, {8, 8, 8, 8}},
    {VK_FORMAT_B8G8R8A8_UNORM, UNORM, {8, 8, 8, 8}},
    {VK_FORMAT_B8G8R8A8_SRGB, SRGB, {8, 8, 8, 8}},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, UNORM, {10, 10, 10, 2}},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, UINT, {10, 10, 10, 2}},
    {VK_FORMAT_R16_UNORM, UNORM, {16, 0, 0, 0}},
    {VK_FORMAT_R16_SNORM, SNORM, {16, 0, 0, 0}},
    {VK_FORMAT_R16_UINT, UINT, {16, 0, 0, 0}},
    {VK_FORMAT_R16_SINT, SINT, {16, 0, 0, 0}},
    {VK_FORMAT_R16_SFLOAT, SFLOAT, {16, 0, 0, 0}},
    {VK_FORMAT_R16G16_UNORM, UNORM, {16, 16, 0, 0}},
    {VK_FORMAT_R16G16_SNORM, SNORM, {16, 16, 0, 0}},
    {VK_FORMAT_R16G16_UINT, UINT, {16, 16, 0, 0}},
    {VK_FORMAT_R16G16_SINT, SINT, {16, 16, 0, 0}},
    {VK_FORMAT_R16G16_SFLOAT, SFLOAT, {16, 16, 0, 0}},
    {VK_FORMAT_R16G16B16A16_UNORM, UNORM, {16, 16, 16, 16}},
    {VK_FORMAT_R16G16B16A16_SNORM, SNORM, {16, 16, 16, 16}},
    {VK_FORMAT_R16G16B16A16_UINT, UINT, {16, 16, 16, 16}},
    {VK_FORMAT_R16G16B16A16_SINT, SINT, {16, 16, 16, 16}},
    {VK_FORMAT_R16G16B16A16_SFLOAT, SFLOAT, {16, 16, 16, 16}},
    {VK_FORMAT_R32_UINT, UINT, {32, 0, 0, 0}},
    {VK_FORMAT_R32_SINT, SINT, {32, 0, 0, 0}},
    {VK_FORMAT_R32_SFLOAT, SFLOAT, {32, 0, 0, 0}},
    {VK_FORMAT_R32G32_UINT, UINT, {32, 32, 0, 0}},
    {VK_FORMAT_R32G32_SINT, SINT, {32, 32, 0, 0}},
    {VK_FORMAT_R32G32_SFLOAT, SFLOAT, {32, 32, 0, 0}},
    {VK_FORMAT_R32G32B32_UINT, UINT, {32, 32, 32, 0}},
    {VK_FORMAT_R32G32B32_SINT, SINT, {32, 32, 32, 0}},
    {VK_FORMAT_R32G32B32_SFLOAT, SFLOAT, {32, 32, 32, 0}},
    {VK_FORMAT_R32G32B32A32_UINT, UINT, {32, 32, 32, 32}},
    {VK_FORMAT_R32G32B32A32_SINT, SINT, {32, 32, 32, 32}},
    {VK_FORMAT_R32G32B32A32_SFLOAT, SFLOAT, {32, 32, 32, 32}},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, UFLOAT, {11, 11, 10, 0}},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, UFLOAT, {9, 9, 9, 0}},
};
/* clang-format on */

const struct vk_model_format *vk_model_format(VkFormat format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

/* --- The shader after its patches ---------------------------------------- */

static void patch_output(const struct ombre_vk_patch *patch,
                         struct vk_model_shader *s, double second[4])
{
    double *output = s->output[patch->output];

    switch (patch->kind) {
    case OMBRE_VK_PATCH_SECOND_SOURCE:
        for (int i = 0; i < 4; i++)
            second[i] = output[i];
        s->declared &= ~(UINT32_C(1) << patch->output);
        break;
    case OMBRE_VK_PATCH_DROP_OUTPUT:
        s->declared &= ~(UINT32_C(1) << patch->output);
        break;
    case OMBRE_VK_PATCH_NAN_TO_ZERO:
        for (int i = 0; i < 4; i++)
            if (isnan(output[i]))
                output[i] = 0;
        break;
    case OMBRE_VK_PATCH_ALPHA_TO_RED: output[0] = output[3]; break;
    case OMBRE_VK_PATCH_CLAMP_INTEGER: break;  /* see clamp_bits() */
    case OMBRE_VK_PATCH_COVER_BY_ALPHA: break; /* one whole pixel */
    }
}

static struct vk_model_shader patched(const struct ombre_vk_state *state,
                                      const struct vk_model_shader *shader,
                                      double second[4])
{
    struct vk_model_shader s = *shader;

    for (int i = 0; i < 4; i++)
        second[i] = NAN; /* nothing is written to Index 1 */
    for (uint32_t i = 0; i < state->patch_count; i++)
        patch_output(&state->patch[i], &s, second);
    return s;
}

/* --- Blending ------------------------------------------------------------ */

struct blender {
    double source[4], second[4], dest[4], constant[4];
};

/* "Blend Factors": column RGB for components 0 to 2, column A for 3. */
/* clang-format off */
static double factor(VkBlendFactor name, const struct blender *b, int i)
{
    switch (name) {
    case VK_BLEND_FACTOR_ZERO:                     return 0;
    case VK_BLEND_FACTOR_ONE:                      return 1;
    case VK_BLEND_FACTOR_SRC_COLOR:                return b->source[i];
    case VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR:      return 1 - b->source[i];
    case VK_BLEND_FACTOR_DST_COLOR:                return b->dest[i];
    case VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR:      return 1 - b->dest[i];
    case VK_BLEND_FACTOR_SRC_ALPHA:                return b->source[3];
    case VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA:      return 1 - b->source[3];
    case VK_BLEND_FACTOR_DST_ALPHA:                return b->dest[3];
    case VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA:      return 1 - b->dest[3];
    case VK_BLEND_FACTOR_CONSTANT_COLOR:           return b->constant[i];
    case VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR: return 1 - b->constant[i];
    case VK_BLEND_FACTOR_CONSTANT_ALPHA:           return b->constant[3];
    case VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA: return 1 - b->constant[3];
    case VK_BLEND_FACTOR_SRC_ALPHA_SATURATE:
        return i == 3 ? 1 : fmin(b->source[3], 1 - b->dest[3]);
    case VK_BLEND_FACTOR_SRC1_COLOR:               return b->second[i];
    case VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR:     return 1 - b->second[i];
    case VK_BLEND_FACTOR_SRC1_ALPHA:               return b->second[3];
    case VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA:     return 1 - b->second[3];
    case VK_BLEND_FACTOR_MAX_ENUM:                 break;
    }
    return NAN;
}
/* clang-format on */

/* "Blend Operations"; only the five that every device has. */
static double operation(VkBlendOp op, double source, double source_factor,
                        double dest, double dest_factor)
{
    if (op == VK_BLEND_OP_ADD)
        return source * source_factor + dest * dest_factor;
    if (op == VK_BLEND_OP_SUBTRACT)
        return source * source_factor - dest * dest_factor;
    if (op == VK_BLEND_OP_REVERSE_SUBTRACT)
        return dest * dest_factor - source * source_factor;
    if (op == VK_BLEND_OP_MIN)
        return fmin(source, dest);
    if (op == VK_BLEND_OP_MAX)
        return fmax(source, dest);
    return NAN;
}

/* Not through fmin(): NaN must stay to be seen. */
static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* What fixed-point attachments do to operands ("Blend Factors and Operations":
 * source, second source, destination and constant are clamped).  1 - x is left
 * alone, as Khronos' own conformance tests do. */
static double in_range(const struct vk_model_format *format, double value)
{
    if (format->numeric == VK_MODEL_UNORM)
        return clamp(value, 0, 1);
    if (format->numeric == VK_MODEL_SNORM)
        return clamp(value, -1, 1);
    return value;
}

static double stored(const struct vk_model_format *format, double value)
{
    if (format->numeric == VK_MODEL_UFLOAT && value < 0)
        return 0;
    return in_range(format, value);
}

static double blended(const VkPipelineColorBlendAttachmentState *a,
                      const struct blender *b, int i)
{
    if (!a->blendEnable)
        return b->source[i];
    if (i == 3)
        return operation(a->alphaBlendOp, b->source[i],
                         factor(a->srcAlphaBlendFactor, b, i), b->dest[i],
                         factor(a->dstAlphaBlendFactor, b, i));
    return operation(a->colorBlendOp, b->source[i],
                     factor(a->srcColorBlendFactor, b, i), b->dest[i],
                     factor(a->dstColorBlendFactor, b, i));
}

void vk_model_blend(const struct ombre_vk_state *state, unsigned attachment,
                    const struct vk_model_shader *shader, const double dest[4],
                    double out[4])
{
    const VkPipelineColorBlendAttachmentState *a =
        &state->attachment[attachment];
    const struct vk_model_format *format =
        vk_model_format(state->format[attachment]);
    double second[4];
    const struct vk_model_shader s = patched(state, shader, second);
    const bool declared = s.declared >> attachment & 1;
    struct blender b;

    for (int i = 0; i < 4; i++) {
        /* An output that is not there is undefined in older versions. */
        b.source[i] =
            declared ? in_range(format, s.output[attachment][i]) : NAN;
        b.second[i] = in_range(format, second[i]);
        b.constant[i] = in_range(format, (double) state->blend_constants[i]);
        /* "Component Substitution": what is missing is 0, 0, 0, 1. */
        b.dest[i] = format->bits[i] != 0 ? dest[i] : i == 3;
    }
    for (int i = 0; i < 4; i++) {
        const bool written =
            (a->colorWriteMask >> i & 1) != 0 && format->bits[i] != 0;
        out[i] = written ? stored(format, blended(a, &b, i)) : dest[i];
    }
}

/* --- Integers ------------------------------------------------------------ */

static uint32_t clamp_bits(const struct ombre_vk_state *state, unsigned output,
                           bool is_signed, unsigned component, uint32_t value)
{
    for (uint32_t i = 0; i < state->patch_count; i++) {
        const struct ombre_vk_patch *p = &state->patch[i];
        if (p->kind != OMBRE_VK_PATCH_CLAMP_INTEGER || p->output != output)
            continue;
        const uint32_t low = p->low[component], high = p->high[component];
        if (is_signed)
            value = (int32_t) value < (int32_t) low    ? low
                    : (int32_t) value > (int32_t) high ? high
                                                       : value;
        else
            value = value < low ? low : value > high ? high : value;
    }
    return value;
}

static uint32_t low_bits(unsigned bits)
{
    return bits == 32 ? UINT32_MAX : (UINT32_C(1) << bits) - 1;
}

/* "If the value does not fit the component, it is undefined." */
static bool fits(const struct vk_model_format *format, unsigned component,
                 uint32_t value)
{
    const unsigned bits = format->bits[component];
    const uint32_t mask = low_bits(bits);

    if (format->numeric == VK_MODEL_UINT)
        return value <= mask;
    const uint32_t above = ~(mask >> 1);
    return (value & above) == 0 || (value & above) == above;
}

/* "Logical Operations". */
/* clang-format off */
static uint32_t logic(VkLogicOp op, uint32_t s, uint32_t d)
{
    switch (op) {
    case VK_LOGIC_OP_CLEAR:         return 0;
    case VK_LOGIC_OP_AND:           return s & d;
    case VK_LOGIC_OP_AND_REVERSE:   return s & ~d;
    case VK_LOGIC_OP_COPY:          return s;
    case VK_LOGIC_OP_AND_INVERTED:  return ~s & d;
    case VK_LOGIC_OP_NO_OP:         return d;
    case VK_LOGIC_OP_XOR:           return s ^ d;
    case VK_LOGIC_OP_OR:            return s | d;
    case VK_LOGIC_OP_NOR:           return ~(s | d);
    case VK_LOGIC_OP_EQUIVALENT:    return ~(s ^ d);
    case VK_LOGIC_OP_INVERT:        return ~d;
    case VK_LOGIC_OP_OR_REVERSE:    return s | ~d;
    case VK_LOGIC_OP_COPY_INVERTED: return ~s;
    case VK_LOGIC_OP_OR_INVERTED:   return ~s | d;
    case VK_LOGIC_OP_NAND:          return ~(s & d);
    case VK_LOGIC_OP_SET:           return UINT32_MAX;
    case VK_LOGIC_OP_MAX_ENUM:      break;
    }
    return 0xDEADBEEF;
}
/* clang-format on */

bool vk_model_integer(const struct ombre_vk_state *state, unsigned attachment,
                      const struct vk_model_shader *shader,
                      const uint32_t dest[4], uint32_t out[4])
{
    const VkPipelineColorBlendAttachmentState *a =
        &state->attachment[attachment];
    const struct vk_model_format *format =
        vk_model_format(state->format[attachment]);
    double second[4];
    const struct vk_model_shader s = patched(state, shader, second);
    bool defined = !a->blendEnable;

    for (unsigned i = 0; i < 4; i++) {
        out[i] = dest[i];
        if ((a->colorWriteMask >> i & 1) == 0 || format->bits[i] == 0)
            continue;
        const uint32_t value = clamp_bits(state, attachment, s.is_signed, i,
                                          s.bits[attachment][i]);
        defined = defined && (s.declared >> attachment & 1) != 0 &&
                  fits(format, i, value);
        out[i] =
            (state->logic_op_enable ? logic(state->logic_op, value, dest[i])
                                    : value) &
            low_bits(format->bits[i]);
    }
    return defined;
}
