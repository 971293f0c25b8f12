/* The rows of all renderable formats, and the names of all DXGI_FORMATs. */
#include "ombre/format.h"

#include <stddef.h>
#include <string.h>

#include <vulkan/vulkan_core.h>

/* --- Rows ----------------------------------------------------------------
 *
 * Which formats can be render targets, and whether they blend or offer logic
 * operations, is the union over feature levels 12_x of Microsoft's format
 * tables (D3D11_3_Formats_FL11_1; optional counts).  R9G9B9E5 is optional by
 * the D3D12 R9G9B9E5 engineering spec, A4B4G4R4 is left to CheckFormatSupport.
 *
 * The left-most component of a DXGI name is in the lowest bits (FS 19.1.3.1);
 * the left-most of a Vulkan name too, except in _PACKn, where it is in the
 * highest (Vulkan 1.3 "Format Definition").
 */

/* How a class of formats behaves: numeric, srgb, blendable, logic_op.
 * FS 17.7.1 offers logic operations on UINT only, and no integer blends. */
#define AS_UNORM OMBRE_UNORM, false, true, false
#define AS_SRGB OMBRE_UNORM, true, true, false
#define AS_SNORM OMBRE_SNORM, false, true, false
#define AS_UINT OMBRE_UINT, false, false, true
#define AS_SINT OMBRE_SINT, false, false, false
#define AS_FLOAT OMBRE_FLOAT, false, true, false
#define AS_UFLOAT OMBRE_UFLOAT, false, true, false
#define AS_SHARED OMBRE_SHARED, false, true, false

/* Texel size in bytes, then shift and bits of red, green, blue, alpha. */
/* clang-format off */
#define PACKED(size, rs, rb, gs, gb, bs, bb, as, ab) \
    size, (rb > 0) << OMBRE_RED | (gb > 0) << OMBRE_GREEN | \
        (bb > 0) << OMBRE_BLUE | (ab > 0) << OMBRE_ALPHA, \
    {{rs, rb}, {gs, gb}, {bs, bb}, {as, ab}}
#define IN_R8           PACKED( 1,  0,  8,  0,  0,  0,  0,  0,  0)
#define IN_R8G8         PACKED( 2,  0,  8,  8,  8,  0,  0,  0,  0)
#define IN_R8G8B8A8     PACKED( 4,  0,  8,  8,  8, 16,  8, 24,  8)
#define IN_B8G8R8A8     PACKED( 4, 16,  8,  8,  8,  0,  8, 24,  8)
#define IN_B8G8R8X8     PACKED( 4, 16,  8,  8,  8,  0,  8,  0,  0)
#define IN_A8           PACKED( 1,  0,  0,  0,  0,  0,  0,  0,  8)
#define IN_R16          PACKED( 2,  0, 16,  0,  0,  0,  0,  0,  0)
#define IN_R16G16       PACKED( 4,  0, 16, 16, 16,  0,  0,  0,  0)
#define IN_R16G16B16A16 PACKED( 8,  0, 16, 16, 16, 32, 16, 48, 16)
#define IN_R32          PACKED( 4,  0, 32,  0,  0,  0,  0,  0,  0)
#define IN_R32G32       PACKED( 8,  0, 32, 32, 32,  0,  0,  0,  0)
#define IN_R32G32B32    PACKED(12,  0, 32, 32, 32, 64, 32,  0,  0)
#define IN_R32G32B32A32 PACKED(16,  0, 32, 32, 32, 64, 32, 96, 32)
#define IN_R10G10B10A2  PACKED( 4,  0, 10, 10, 10, 20, 10, 30,  2)
#define IN_R11G11B10    PACKED( 4,  0, 11, 11, 11, 22, 10,  0,  0)
#define IN_R9G9B9E5     PACKED( 4,  0,  9,  9,  9, 18,  9,  0,  0)
#define IN_B5G6R5       PACKED( 2, 11,  5,  5,  6,  0,  5,  0,  0)
#define IN_B5G5R5A1     PACKED( 2, 10,  5,  5,  5,  0,  5, 15,  1)
#define IN_B4G4R4A4     PACKED( 2,  8,  4,  4,  4,  0,  4, 12,  4)
#define IN_A4B4G4R4     PACKED( 2, 12,  4,  8,  4,  4,  4,  0,  4)

/* X(number, name, class, layout, VkFormat, VkFormat of the carrier), numbers
 * ascending.  Vulkan has no X8 format, and no 8-bit alpha in 1.3. */
#define FORMATS(X) \
    X(2, R32G32B32A32_FLOAT, AS_FLOAT, IN_R32G32B32A32, VK_FORMAT_R32G32B32A32_SFLOAT, 0) \
    X(3, R32G32B32A32_UINT, AS_UINT, IN_R32G32B32A32, VK_FORMAT_R32G32B32A32_UINT, 0) \
    X(4, R32G32B32A32_SINT, AS_SINT, IN_R32G32B32A32, VK_FORMAT_R32G32B32A32_SINT, 0) \
    X(6, R32G32B32_FLOAT, AS_FLOAT, IN_R32G32B32, VK_FORMAT_R32G32B32_SFLOAT, 0) \
    X(7, R32G32B32_UINT, AS_UINT, IN_R32G32B32, VK_FORMAT_R32G32B32_UINT, 0) \
    X(8, R32G32B32_SINT, AS_SINT, IN_R32G32B32, VK_FORMAT_R32G32B32_SINT, 0) \
    X(10, R16G16B16A16_FLOAT, AS_FLOAT, IN_R16G16B16A16, VK_FORMAT_R16G16B16A16_SFLOAT, 0) \
    X(11, R16G16B16A16_UNORM, AS_UNORM, IN_R16G16B16A16, VK_FORMAT_R16G16B16A16_UNORM, 0) \
    X(12, R16G16B16A16_UINT, AS_UINT, IN_R16G16B16A16, VK_FORMAT_R16G16B16A16_UINT, 0) \
    X(13, R16G16B16A16_SNORM, AS_SNORM, IN_R16G16B16A16, VK_FORMAT_R16G16B16A16_SNORM, 0) \
    X(14, R16G16B16A16_SINT, AS_SINT, IN_R16G16B16A16, VK_FORMAT_R16G16B16A16_SINT, 0) \
    X(16, R32G32_FLOAT, AS_FLOAT, IN_R32G32, VK_FORMAT_R32G32_SFLOAT, 0) \
    X(17, R32G32_UINT, AS_UINT, IN_R32G32, VK_FORMAT_R32G32_UINT, 0) \
    X(18, R32G32_SINT, AS_SINT, IN_R32G32, VK_FORMAT_R32G32_SINT, 0) \
    X(24, R10G10B10A2_UNORM, AS_UNORM, IN_R10G10B10A2, VK_FORMAT_A2B10G10R10_UNORM_PACK32, 0) \
    X(25, R10G10B10A2_UINT, AS_UINT, IN_R10G10B10A2, VK_FORMAT_A2B10G10R10_UINT_PACK32, 0) \
    X(26, R11G11B10_FLOAT, AS_UFLOAT, IN_R11G11B10, VK_FORMAT_B10G11R11_UFLOAT_PACK32, 0) \
    X(28, R8G8B8A8_UNORM, AS_UNORM, IN_R8G8B8A8, VK_FORMAT_R8G8B8A8_UNORM, 0) \
    X(29, R8G8B8A8_UNORM_SRGB, AS_SRGB, IN_R8G8B8A8, VK_FORMAT_R8G8B8A8_SRGB, 0) \
    X(30, R8G8B8A8_UINT, AS_UINT, IN_R8G8B8A8, VK_FORMAT_R8G8B8A8_UINT, 0) \
    X(31, R8G8B8A8_SNORM, AS_SNORM, IN_R8G8B8A8, VK_FORMAT_R8G8B8A8_SNORM, 0) \
    X(32, R8G8B8A8_SINT, AS_SINT, IN_R8G8B8A8, VK_FORMAT_R8G8B8A8_SINT, 0) \
    X(34, R16G16_FLOAT, AS_FLOAT, IN_R16G16, VK_FORMAT_R16G16_SFLOAT, 0) \
    X(35, R16G16_UNORM, AS_UNORM, IN_R16G16, VK_FORMAT_R16G16_UNORM, 0) \
    X(36, R16G16_UINT, AS_UINT, IN_R16G16, VK_FORMAT_R16G16_UINT, 0) \
    X(37, R16G16_SNORM, AS_SNORM, IN_R16G16, VK_FORMAT_R16G16_SNORM, 0) \
    X(38, R16G16_SINT, AS_SINT, IN_R16G16, VK_FORMAT_R16G16_SINT, 0) \
    X(41, R32_FLOAT, AS_FLOAT, IN_R32, VK_FORMAT_R32_SFLOAT, 0) \
    X(42, R32_UINT, AS_UINT, IN_R32, VK_FORMAT_R32_UINT, 0) \
    X(43, R32_SINT, AS_SINT, IN_R32, VK_FORMAT_R32_SINT, 0) \
    X(49, R8G8_UNORM, AS_UNORM, IN_R8G8, VK_FORMAT_R8G8_UNORM, 0) \
    X(50, R8G8_UINT, AS_UINT, IN_R8G8, VK_FORMAT_R8G8_UINT, 0) \
    X(51, R8G8_SNORM, AS_SNORM, IN_R8G8, VK_FORMAT_R8G8_SNORM, 0) \
    X(52, R8G8_SINT, AS_SINT, IN_R8G8, VK_FORMAT_R8G8_SINT, 0) \
    X(54, R16_FLOAT, AS_FLOAT, IN_R16, VK_FORMAT_R16_SFLOAT, 0) \
    X(56, R16_UNORM, AS_UNORM, IN_R16, VK_FORMAT_R16_UNORM, 0) \
    X(57, R16_UINT, AS_UINT, IN_R16, VK_FORMAT_R16_UINT, 0) \
    X(58, R16_SNORM, AS_SNORM, IN_R16, VK_FORMAT_R16_SNORM, 0) \
    X(59, R16_SINT, AS_SINT, IN_R16, VK_FORMAT_R16_SINT, 0) \
    X(61, R8_UNORM, AS_UNORM, IN_R8, VK_FORMAT_R8_UNORM, 0) \
    X(62, R8_UINT, AS_UINT, IN_R8, VK_FORMAT_R8_UINT, 0) \
    X(63, R8_SNORM, AS_SNORM, IN_R8, VK_FORMAT_R8_SNORM, 0) \
    X(64, R8_SINT, AS_SINT, IN_R8, VK_FORMAT_R8_SINT, 0) \
    X(65, A8_UNORM, AS_UNORM, IN_A8, 0, VK_FORMAT_R8_UNORM) \
    X(67, R9G9B9E5_SHAREDEXP, AS_SHARED, IN_R9G9B9E5, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, 0) \
    X(85, B5G6R5_UNORM, AS_UNORM, IN_B5G6R5, VK_FORMAT_R5G6B5_UNORM_PACK16, 0) \
    X(86, B5G5R5A1_UNORM, AS_UNORM, IN_B5G5R5A1, VK_FORMAT_A1R5G5B5_UNORM_PACK16, 0) \
    X(87, B8G8R8A8_UNORM, AS_UNORM, IN_B8G8R8A8, VK_FORMAT_B8G8R8A8_UNORM, 0) \
    X(88, B8G8R8X8_UNORM, AS_UNORM, IN_B8G8R8X8, 0, VK_FORMAT_B8G8R8A8_UNORM) \
    X(91, B8G8R8A8_UNORM_SRGB, AS_SRGB, IN_B8G8R8A8, VK_FORMAT_B8G8R8A8_SRGB, 0) \
    X(93, B8G8R8X8_UNORM_SRGB, AS_SRGB, IN_B8G8R8X8, 0, VK_FORMAT_B8G8R8A8_SRGB) \
    X(115, B4G4R4A4_UNORM, AS_UNORM, IN_B4G4R4A4, VK_FORMAT_A4R4G4B4_UNORM_PACK16, 0) \
    X(191, A4B4G4R4_UNORM, AS_UNORM, IN_A4B4G4R4, VK_FORMAT_R4G4B4A4_UNORM_PACK16, 0)
/* clang-format on */

/* Expands the class and the layout before they become arguments. */
#define ROW(number, name, class, layout, vk, carrier) \
    {number, #name, class, layout, vk, carrier},

static const struct ombre_format formats[] = {FORMATS(ROW)};

enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

unsigned ombre_format_count(void)
{
    return FORMAT_COUNT;
}

const struct ombre_format *ombre_format_at(unsigned index)
{
    return index < FORMAT_COUNT ? &formats[index] : NULL;
}

/* Rows by their names in the source, so that numbers can be looked up. */
enum row {
#define X(number, name, class, layout, vk, carrier) ROW_##name,
    FORMATS(X)
#undef X
};

const struct ombre_format *const ombre_format_of[OMBRE_FORMAT_NUMBERS] = {
#define X(number, name, class, layout, vk, carrier) \
    [number] = &formats[ROW_##name],
    FORMATS(X)
#undef X
};

bool ombre_format_has(const struct ombre_format *format,
                      enum ombre_component component)
{
    return format->component[component].bits != 0;
}

/* --- Names --------------------------------------------------------------- */

/* X(number, name), dxgiformat.h. */
/* clang-format off */
#define DXGI_NAMES(X) \
    X(0, UNKNOWN)                                   \
    X(1, R32G32B32A32_TYPELESS)                     \
    X(2, R32G32B32A32_FLOAT)                        \
    X(3, R32G32B32A32_UINT)                         \
    X(4, R32G32B32A32_SINT)                         \
    X(5, R32G32B32_TYPELESS)                        \
    X(6, R32G32B32_FLOAT)                           \
    X(7, R32G32B32_UINT)                            \
    X(8, R32G32B32_SINT)                            \
    X(9, R16G16B16A16_TYPELESS)                     \
    X(10, R16G16B16A16_FLOAT)                       \
    X(11, R16G16B16A16_UNORM)                       \
    X(12, R16G16B16A16_UINT)                        \
    X(13, R16G16B16A16_SNORM)                       \
    X(14, R16G16B16A16_SINT)                        \
    X(15, R32G32_TYPELESS)                          \
    X(16, R32G32_FLOAT)                             \
    X(17, R32G32_UINT)                              \
    X(18, R32G32_SINT)                              \
    X(19, R32G8X24_TYPELESS)                        \
    X(20, D32_FLOAT_S8X24_UINT)                     \
    X(21, R32_FLOAT_X8X24_TYPELESS)                 \
    X(22, X32_TYPELESS_G8X24_UINT)                  \
    X(23, R10G10B10A2_TYPELESS)                     \
    X(24, R10G10B10A2_UNORM)                        \
    X(25, R10G10B10A2_UINT)                         \
    X(26, R11G11B10_FLOAT)                          \
    X(27, R8G8B8A8_TYPELESS)                        \
    X(28, R8G8B8A8_UNORM)                           \
    X(29, R8G8B8A8_UNORM_SRGB)                      \
    X(30, R8G8B8A8_UINT)                            \
    X(31, R8G8B8A8_SNORM)                           \
    X(32, R8G8B8A8_SINT)                            \
    X(33, R16G16_TYPELESS)                          \
    X(34, R16G16_FLOAT)                             \
    X(35, R16G16_UNORM)                             \
    X(36, R16G16_UINT)                              \
    X(37, R16G16_SNORM)                             \
    X(38, R16G16_SINT)                              \
    X(39, R32_TYPELESS)                             \
    X(40, D32_FLOAT)                                \
    X(41, R32_FLOAT)                                \
    X(42, R32_UINT)                                 \
    X(43, R32_SINT)                                 \
    X(44, R24G8_TYPELESS)                           \
    X(45, D24_UNORM_S8_UINT)                        \
    X(46, R24_UNORM_X8_TYPELESS)                    \
    X(47, X24_TYPELESS_G8_UINT)                     \
    X(48, R8G8_TYPELESS)                            \
    X(49, R8G8_UNORM)                               \
    X(50, R8G8_UINT)                                \
    X(51, R8G8_SNORM)                               \
    X(52, R8G8_SINT)                                \
    X(53, R16_TYPELESS)                             \
    X(54, R16_FLOAT)                                \
    X(55, D16_UNORM)                                \
    X(56, R16_UNORM)                                \
    X(57, R16_UINT)                                 \
    X(58, R16_SNORM)                                \
    X(59, R16_SINT)                                 \
    X(60, R8_TYPELESS)                              \
    X(61, R8_UNORM)                                 \
    X(62, R8_UINT)                                  \
    X(63, R8_SNORM)                                 \
    X(64, R8_SINT)                                  \
    X(65, A8_UNORM)                                 \
    X(66, R1_UNORM)                                 \
    X(67, R9G9B9E5_SHAREDEXP)                       \
    X(68, R8G8_B8G8_UNORM)                          \
    X(69, G8R8_G8B8_UNORM)                          \
    X(70, BC1_TYPELESS)                             \
    X(71, BC1_UNORM)                                \
    X(72, BC1_UNORM_SRGB)                           \
    X(73, BC2_TYPELESS)                             \
    X(74, BC2_UNORM)                                \
    X(75, BC2_UNORM_SRGB)                           \
    X(76, BC3_TYPELESS)                             \
    X(77, BC3_UNORM)                                \
    X(78, BC3_UNORM_SRGB)                           \
    X(79, BC4_TYPELESS)                             \
    X(80, BC4_UNORM)                                \
    X(81, BC4_SNORM)                                \
    X(82, BC5_TYPELESS)                             \
    X(83, BC5_UNORM)                                \
    X(84, BC5_SNORM)                                \
    X(85, B5G6R5_UNORM)                             \
    X(86, B5G5R5A1_UNORM)                           \
    X(87, B8G8R8A8_UNORM)                           \
    X(88, B8G8R8X8_UNORM)                           \
    X(89, R10G10B10_XR_BIAS_A2_UNORM)               \
    X(90, B8G8R8A8_TYPELESS)                        \
    X(91, B8G8R8A8_UNORM_SRGB)                      \
    X(92, B8G8R8X8_TYPELESS)                        \
    X(93, B8G8R8X8_UNORM_SRGB)                      \
    X(94, BC6H_TYPELESS)                            \
    X(95, BC6H_UF16)                                \
    X(96, BC6H_SF16)                                \
    X(97, BC7_TYPELESS)                             \
    X(98, BC7_UNORM)                                \
    X(99, BC7_UNORM_SRGB)                           \
    X(100, AYUV)                                    \
    X(101, Y410)                                    \
    X(102, Y416)                                    \
    X(103, NV12)                                    \
    X(104, P010)                                    \
    X(105, P016)                                    \
    X(106, 420_OPAQUE)                              \
    X(107, YUY2)                                    \
    X(108, Y210)                                    \
    X(109, Y216)                                    \
    X(110, NV11)                                    \
    X(111, AI44)                                    \
    X(112, IA44)                                    \
    X(113, P8)                                      \
    X(114, A8P8)                                    \
    X(115, B4G4R4A4_UNORM)                          \
    X(130, P208)                                    \
    X(131, V208)                                    \
    X(132, V408)                                    \
    X(189, SAMPLER_FEEDBACK_MIN_MIP_OPAQUE)         \
    X(190, SAMPLER_FEEDBACK_MIP_REGION_USED_OPAQUE) \
    X(191, A4B4G4R4_UNORM)
/* clang-format on */

static const struct {
    uint32_t dxgi;
    const char *name;
} names[] = {
#define X(number, name) {number, #name},
    DXGI_NAMES(X)
#undef X
};

enum { NAME_COUNT = sizeof names / sizeof names[0] };

const char *ombre_dxgi_name(uint32_t dxgi)
{
    for (unsigned i = 0; i < NAME_COUNT; i++)
        if (names[i].dxgi == dxgi)
            return names[i].name;
    return NULL;
}

bool ombre_dxgi_from_name(const char *name, uint32_t *dxgi)
{
    static const char prefix[] = "DXGI_FORMAT_";
    const size_t length = sizeof prefix - 1;
    if (strncmp(name, prefix, length) == 0)
        name += length;
    for (unsigned i = 0; i < NAME_COUNT; i++) {
        if (strcmp(names[i].name, name) == 0) {
            *dxgi = names[i].dxgi;
            return true;
        }
    }
    return false;
}

const char *ombre_dxgi_name_at(unsigned index)
{
    return index < NAME_COUNT ? names[index].name : NULL;
}
