/* Vulkan's own names of what a translation can hold, and our own. */
#include "ombre/translate.h"

#include <stddef.h>

/* Tables, because Vulkan's enumerations are larger than what Direct3D can ask
 * for.  Name and number come from one token. */
struct row {
    int value;
    const char *name;
};

#define ROW(enumerator)         \
    {                           \
        enumerator, #enumerator \
    }

static const struct row blend_factors[] = {
    ROW(VK_BLEND_FACTOR_ZERO),
    ROW(VK_BLEND_FACTOR_ONE),
    ROW(VK_BLEND_FACTOR_SRC_COLOR),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR),
    ROW(VK_BLEND_FACTOR_DST_COLOR),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR),
    ROW(VK_BLEND_FACTOR_SRC_ALPHA),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA),
    ROW(VK_BLEND_FACTOR_DST_ALPHA),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA),
    ROW(VK_BLEND_FACTOR_CONSTANT_COLOR),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR),
    ROW(VK_BLEND_FACTOR_CONSTANT_ALPHA),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA),
    ROW(VK_BLEND_FACTOR_SRC_ALPHA_SATURATE),
    ROW(VK_BLEND_FACTOR_SRC1_COLOR),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR),
    ROW(VK_BLEND_FACTOR_SRC1_ALPHA),
    ROW(VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA),
};

static const struct row blend_ops[] = {
    ROW(VK_BLEND_OP_ADD),
    ROW(VK_BLEND_OP_SUBTRACT),
    ROW(VK_BLEND_OP_REVERSE_SUBTRACT),
    ROW(VK_BLEND_OP_MIN),
    ROW(VK_BLEND_OP_MAX),
};

static const struct row logic_ops[] = {
    ROW(VK_LOGIC_OP_CLEAR),         ROW(VK_LOGIC_OP_AND),
    ROW(VK_LOGIC_OP_AND_REVERSE),   ROW(VK_LOGIC_OP_COPY),
    ROW(VK_LOGIC_OP_AND_INVERTED),  ROW(VK_LOGIC_OP_NO_OP),
    ROW(VK_LOGIC_OP_XOR),           ROW(VK_LOGIC_OP_OR),
    ROW(VK_LOGIC_OP_NOR),           ROW(VK_LOGIC_OP_EQUIVALENT),
    ROW(VK_LOGIC_OP_INVERT),        ROW(VK_LOGIC_OP_OR_REVERSE),
    ROW(VK_LOGIC_OP_COPY_INVERTED), ROW(VK_LOGIC_OP_OR_INVERTED),
    ROW(VK_LOGIC_OP_NAND),          ROW(VK_LOGIC_OP_SET),
};

static const struct row formats[] = {
    ROW(VK_FORMAT_UNDEFINED),
    ROW(VK_FORMAT_R32G32B32A32_SFLOAT),
    ROW(VK_FORMAT_R32G32B32A32_UINT),
    ROW(VK_FORMAT_R32G32B32A32_SINT),
    ROW(VK_FORMAT_R32G32B32_SFLOAT),
    ROW(VK_FORMAT_R32G32B32_UINT),
    ROW(VK_FORMAT_R32G32B32_SINT),
    ROW(VK_FORMAT_R16G16B16A16_SFLOAT),
    ROW(VK_FORMAT_R16G16B16A16_UNORM),
    ROW(VK_FORMAT_R16G16B16A16_UINT),
    ROW(VK_FORMAT_R16G16B16A16_SNORM),
    ROW(VK_FORMAT_R16G16B16A16_SINT),
    ROW(VK_FORMAT_R32G32_SFLOAT),
    ROW(VK_FORMAT_R32G32_UINT),
    ROW(VK_FORMAT_R32G32_SINT),
    ROW(VK_FORMAT_A2B10G10R10_UNORM_PACK32),
    ROW(VK_FORMAT_A2B10G10R10_UINT_PACK32),
    ROW(VK_FORMAT_B10G11R11_UFLOAT_PACK32),
    ROW(VK_FORMAT_R8G8B8A8_UNORM),
    ROW(VK_FORMAT_R8G8B8A8_SRGB),
    ROW(VK_FORMAT_R8G8B8A8_UINT),
    ROW(VK_FORMAT_R8G8B8A8_SNORM),
    ROW(VK_FORMAT_R8G8B8A8_SINT),
    ROW(VK_FORMAT_R16G16_SFLOAT),
    ROW(VK_FORMAT_R16G16_UNORM),
    ROW(VK_FORMAT_R16G16_UINT),
    ROW(VK_FORMAT_R16G16_SNORM),
    ROW(VK_FORMAT_R16G16_SINT),
    ROW(VK_FORMAT_R32_SFLOAT),
    ROW(VK_FORMAT_R32_UINT),
    ROW(VK_FORMAT_R32_SINT),
    ROW(VK_FORMAT_R8G8_UNORM),
    ROW(VK_FORMAT_R8G8_UINT),
    ROW(VK_FORMAT_R8G8_SNORM),
    ROW(VK_FORMAT_R8G8_SINT),
    ROW(VK_FORMAT_R16_SFLOAT),
    ROW(VK_FORMAT_R16_UNORM),
    ROW(VK_FORMAT_R16_UINT),
    ROW(VK_FORMAT_R16_SNORM),
    ROW(VK_FORMAT_R16_SINT),
    ROW(VK_FORMAT_R8_UNORM),
    ROW(VK_FORMAT_R8_UINT),
    ROW(VK_FORMAT_R8_SNORM),
    ROW(VK_FORMAT_R8_SINT),
    ROW(VK_FORMAT_E5B9G9R9_UFLOAT_PACK32),
    ROW(VK_FORMAT_R5G6B5_UNORM_PACK16),
    ROW(VK_FORMAT_A1R5G5B5_UNORM_PACK16),
    ROW(VK_FORMAT_B8G8R8A8_UNORM),
    ROW(VK_FORMAT_B8G8R8A8_SRGB),
    ROW(VK_FORMAT_A4R4G4B4_UNORM_PACK16),
    ROW(VK_FORMAT_R4G4B4A4_UNORM_PACK16),
    /* VK_KHR_maintenance5, newer than some headers. */
    {1000470001, "VK_FORMAT_A8_UNORM_KHR"},
};

static const char *find(const struct row *rows, size_t count, int value)
{
    for (size_t i = 0; i < count; i++)
        if (rows[i].value == value)
            return rows[i].name;
    return NULL;
}

#define FIND(rows, value) find(rows, sizeof(rows) / sizeof *(rows), value)

const char *ombre_vk_blend_factor_name(VkBlendFactor factor)
{
    return FIND(blend_factors, (int) factor);
}

const char *ombre_vk_blend_op_name(VkBlendOp op)
{
    return FIND(blend_ops, (int) op);
}

const char *ombre_vk_logic_op_name(VkLogicOp op)
{
    return FIND(logic_ops, (int) op);
}

const char *ombre_vk_format_name(VkFormat format)
{
    return FIND(formats, (int) format);
}

const char *ombre_vk_patch_name(enum ombre_vk_patch_kind kind)
{
    switch (kind) {
    case OMBRE_VK_PATCH_SECOND_SOURCE: return "second-source";
    case OMBRE_VK_PATCH_DROP_OUTPUT: return "drop-output";
    case OMBRE_VK_PATCH_NAN_TO_ZERO: return "nan-to-zero";
    case OMBRE_VK_PATCH_CLAMP_INTEGER: return "clamp-integer";
    case OMBRE_VK_PATCH_ALPHA_TO_RED: return "alpha-to-red";
    case OMBRE_VK_PATCH_COVER_BY_ALPHA: return "cover-by-alpha";
    }
    return NULL;
}

const char *ombre_translate_status_name(enum ombre_translate_status status)
{
    switch (status) {
    case OMBRE_TRANSLATE_OK: return "ok";
    case OMBRE_TRANSLATE_INVALID: return "invalid";
    case OMBRE_TRANSLATE_UNSUPPORTED: return "unsupported";
    }
    return NULL;
}

const char *ombre_plan_name(enum ombre_plan plan)
{
    switch (plan) {
    case OMBRE_PLAN_NONE: return "none";
    case OMBRE_PLAN_NATIVE: return "native";
    case OMBRE_PLAN_SPLIT: return "split";
    case OMBRE_PLAN_SHADER: return "shader";
    }
    return NULL;
}

const char *ombre_vk_numeric_name(enum ombre_vk_numeric numeric)
{
    switch (numeric) {
#define X(id, name) \
    case OMBRE_VK_##id: return name;
        OMBRE_VK_NUMERICS(X)
#undef X
    }
    return NULL;
}
