#include "vk.h"

/* Every colour format with a texel of 1, 2, 4, 8 or 16 bytes that some device
 * can draw to.  Sizes and classes: Vulkan 1.3, "Formats"; the order is that of
 * the enum. */
/* clang-format off */
#define FORMATS(X) \
    X(R4G4B4A4_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 0) \
    X(B4G4R4A4_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 0) \
    X(R5G6B5_UNORM_PACK16,         2, FLOAT, UNDEFINED,               1, 0) \
    X(B5G6R5_UNORM_PACK16,         2, FLOAT, UNDEFINED,               1, 0) \
    X(R5G5B5A1_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 0) \
    X(B5G5R5A1_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 0) \
    X(A1R5G5B5_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 0) \
    X(R8_UNORM,                    1, FLOAT, UNDEFINED,               1, 0) \
    X(R8_SNORM,                    1, FLOAT, UNDEFINED,               1, 0) \
    X(R8_UINT,                     1, UINT,  UNDEFINED,               1, 0) \
    X(R8_SINT,                     1, SINT,  UNDEFINED,               1, 0) \
    X(R8_SRGB,                     1, FLOAT, R8_UNORM,                1, 0) \
    X(R8G8_UNORM,                  2, FLOAT, UNDEFINED,               1, 0) \
    X(R8G8_SNORM,                  2, FLOAT, UNDEFINED,               1, 0) \
    X(R8G8_UINT,                   2, UINT,  UNDEFINED,               1, 0) \
    X(R8G8_SINT,                   2, SINT,  UNDEFINED,               1, 0) \
    X(R8G8_SRGB,                   2, FLOAT, R8G8_UNORM,              1, 0) \
    X(R8G8B8A8_UNORM,              4, FLOAT, UNDEFINED,               1, 0) \
    X(R8G8B8A8_SNORM,              4, FLOAT, UNDEFINED,               1, 0) \
    X(R8G8B8A8_UINT,               4, UINT,  UNDEFINED,               1, 0) \
    X(R8G8B8A8_SINT,               4, SINT,  UNDEFINED,               1, 0) \
    X(R8G8B8A8_SRGB,               4, FLOAT, R8G8B8A8_UNORM,          1, 0) \
    X(B8G8R8A8_UNORM,              4, FLOAT, UNDEFINED,               1, 0) \
    X(B8G8R8A8_SNORM,              4, FLOAT, UNDEFINED,               1, 0) \
    X(B8G8R8A8_UINT,               4, UINT,  UNDEFINED,               1, 0) \
    X(B8G8R8A8_SINT,               4, SINT,  UNDEFINED,               1, 0) \
    X(B8G8R8A8_SRGB,               4, FLOAT, B8G8R8A8_UNORM,          1, 0) \
    X(A8B8G8R8_UNORM_PACK32,       4, FLOAT, UNDEFINED,               1, 0) \
    X(A8B8G8R8_SNORM_PACK32,       4, FLOAT, UNDEFINED,               1, 0) \
    X(A8B8G8R8_UINT_PACK32,        4, UINT,  UNDEFINED,               1, 0) \
    X(A8B8G8R8_SINT_PACK32,        4, SINT,  UNDEFINED,               1, 0) \
    X(A8B8G8R8_SRGB_PACK32,        4, FLOAT, A8B8G8R8_UNORM_PACK32,   1, 0) \
    X(A2R10G10B10_UNORM_PACK32,    4, FLOAT, UNDEFINED,               1, 0) \
    X(A2R10G10B10_UINT_PACK32,     4, UINT,  UNDEFINED,               1, 0) \
    X(A2B10G10R10_UNORM_PACK32,    4, FLOAT, UNDEFINED,               1, 0) \
    X(A2B10G10R10_UINT_PACK32,     4, UINT,  UNDEFINED,               1, 0) \
    X(R16_UNORM,                   2, FLOAT, UNDEFINED,               1, 0) \
    X(R16_SNORM,                   2, FLOAT, UNDEFINED,               1, 0) \
    X(R16_UINT,                    2, UINT,  UNDEFINED,               1, 0) \
    X(R16_SINT,                    2, SINT,  UNDEFINED,               1, 0) \
    X(R16_SFLOAT,                  2, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16_UNORM,                4, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16_SNORM,                4, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16_UINT,                 4, UINT,  UNDEFINED,               1, 0) \
    X(R16G16_SINT,                 4, SINT,  UNDEFINED,               1, 0) \
    X(R16G16_SFLOAT,               4, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16B16A16_UNORM,          8, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16B16A16_SNORM,          8, FLOAT, UNDEFINED,               1, 0) \
    X(R16G16B16A16_UINT,           8, UINT,  UNDEFINED,               1, 0) \
    X(R16G16B16A16_SINT,           8, SINT,  UNDEFINED,               1, 0) \
    X(R16G16B16A16_SFLOAT,         8, FLOAT, UNDEFINED,               1, 0) \
    X(R32_UINT,                    4, UINT,  UNDEFINED,               1, 0) \
    X(R32_SINT,                    4, SINT,  UNDEFINED,               1, 0) \
    X(R32_SFLOAT,                  4, FLOAT, UNDEFINED,               1, 0) \
    X(R32G32_UINT,                 8, UINT,  UNDEFINED,               1, 0) \
    X(R32G32_SINT,                 8, SINT,  UNDEFINED,               1, 0) \
    X(R32G32_SFLOAT,               8, FLOAT, UNDEFINED,               1, 0) \
    X(R32G32B32A32_UINT,          16, UINT,  UNDEFINED,               1, 0) \
    X(R32G32B32A32_SINT,          16, SINT,  UNDEFINED,               1, 0) \
    X(R32G32B32A32_SFLOAT,        16, FLOAT, UNDEFINED,               1, 0) \
    X(B10G11R11_UFLOAT_PACK32,     4, FLOAT, UNDEFINED,               1, 0) \
    X(E5B9G9R9_UFLOAT_PACK32,      4, FLOAT, UNDEFINED,               1, 0) \
    X(A4R4G4B4_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 3) \
    X(A4B4G4R4_UNORM_PACK16,       2, FLOAT, UNDEFINED,               1, 3)

#define ROW(format_, size_, type_, linear_, major_, minor_) \
    {VK_FORMAT_##format_, "VK_FORMAT_" #format_, size_, \
     OMBRE_GPU_OUTPUT_##type_, VK_FORMAT_##linear_, \
     VK_MAKE_API_VERSION(0, major_, minor_, 0)},
static const struct vk_format formats[] = {FORMATS(ROW)};
#undef ROW
/* clang-format on */

const struct vk_format *vk_format_find(VkFormat format)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (formats[i].format == format)
            return &formats[i];
    return NULL;
}

const char *vk_format_name(VkFormat format)
{
    const struct vk_format *const row = vk_format_find(format);

    if (format == VK_FORMAT_UNDEFINED)
        return "VK_FORMAT_UNDEFINED";
    return row ? row->name : "a format that is none to draw to";
}

VkFormat vk_format_bits(uint32_t texel_size)
{
    switch (texel_size) {
    case 1: return VK_FORMAT_R8_UINT;
    case 2: return VK_FORMAT_R16_UINT;
    case 4: return VK_FORMAT_R32_UINT;
    case 8: return VK_FORMAT_R32G32_UINT;
    case 16: return VK_FORMAT_R32G32B32A32_UINT;
    default: return VK_FORMAT_UNDEFINED;
    }
}
