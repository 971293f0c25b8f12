/* Plans for what a device's output merger cannot do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <string.h>

#include "ombre/translate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* clang-format off */
enum {
    RGBA32F = 2, RGB32F = 6, RGBA16F = 10, R10G10B10A2 = 24, R11G11B10 = 26,
    RGBA8 = 28, SRGBA8 = 29, RGBA8SN = 31, RG16SI = 38, R32F = 41, RG8UI = 50, R8UI = 62, A8 = 65,
    RGB9E5 = 67, BGRX8 = 88, SBGRA8 = 91, SBGRX8 = 93,
}; /* DXGI_FORMAT */
/* clang-format on */

#define OVER                                               \
    {                                                      \
        OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD \
    }
#define SUM                                \
    {                                      \
        OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD \
    }
#define DUAL                                                          \
    {                                                                 \
        OMBRE_SRC1_COLOR, OMBRE_INV_SRC1_ALPHA, OMBRE_OP_REV_SUBTRACT \
    }

struct row_target {
    unsigned dxgi; /* 0: a hole */
    bool blend;
    uint8_t mask;
    struct ombre_equation color;
};

struct row {
    const char *name;
    void (*device)(struct ombre_vk_facts *facts);
    const char *outputs; /* f float, u uint, s sint, - none */
    struct ombre_translate_policy policy;
    struct row_target target[OMBRE_MAX_TARGETS];
    unsigned samples; /* 0: 1 */
    bool alpha_to_coverage, logic;
    /* A line a target, then what the whole says; see show(). */
    const char *want;
};

/* --- Devices ---------------------------------------------------------------
 */

static void all(struct ombre_vk_facts *f)
{
    (void) f;
}

static void no_independent_blend(struct ombre_vk_facts *f)
{
    f->independent_blend = false;
}

static void no_dual_source(struct ombre_vk_facts *f)
{
    f->dual_src_blend = false;
}

static void no_dual_attachments(struct ombre_vk_facts *f)
{
    f->max_fragment_dual_src_attachments = 0;
}

static void no_logic_op(struct ombre_vk_facts *f)
{
    f->logic_op = false;
}

static void no_extras(struct ombre_vk_facts *f)
{
    no_dual_source(f);
    no_logic_op(f);
}

static struct ombre_vk_format_facts *format_of(struct ombre_vk_facts *f,
                                               VkFormat format)
{
    for (uint32_t i = 0; i < f->format_count; i++)
        if (f->format[i].format == format)
            return &f->format[i];
    fail_msg("no VkFormat %d", (int) format);
    return NULL;
}

static void nothing_blends(struct ombre_vk_facts *f)
{
    for (uint32_t i = 0; i < f->format_count; i++)
        f->format[i].blend = false;
}

static void no_floats_and_no_independence(struct ombre_vk_facts *f)
{
    no_independent_blend(f);
    format_of(f, VK_FORMAT_R32_SFLOAT)->blend = false;
}

static void few_formats(struct ombre_vk_facts *f)
{
    *f = ombre_vk_facts_minimum();
    f->independent_blend = true;
}

static void no_samples_of_integers(struct ombre_vk_facts *f)
{
    nothing_blends(f);
    f->integer_color_samples = VK_SAMPLE_COUNT_1_BIT;
    for (uint32_t i = 0; i < f->format_count; i++)
        switch ((int) f->format[i].format) {
        case VK_FORMAT_R8_UINT:
        case VK_FORMAT_R16_UINT:
        case VK_FORMAT_R32_UINT:
        case VK_FORMAT_R32G32_UINT:
        case VK_FORMAT_R32G32B32A32_UINT:
            f->format[i].samples = VK_SAMPLE_COUNT_1_BIT;
            break;
        default: break;
        }
}

static void samples_of_shared_exponents(struct ombre_vk_facts *f)
{
    struct ombre_vk_format_facts *const shared =
        format_of(f, VK_FORMAT_E5B9G9R9_UFLOAT_PACK32);

    no_samples_of_integers(f);
    shared->color_attachment = true;
    shared->samples = 1 | 4;
}

static void no_samples_of_halves(struct ombre_vk_facts *f)
{
    format_of(f, VK_FORMAT_R16G16B16A16_SFLOAT)->samples = 1;
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct row rows[] = {
    {"what is native stays so", all, "ff", {.pure_shader = true},
     {{RGBA8, true, 15, OVER}, {RGBA16F, false, 7, SUM}}, .want =
     "0 native COLOR_ATTACHMENT_BLEND of VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "1 native COLOR_ATTACHMENT of VK_FORMAT_R16G16B16A16_SFLOAT: VK_FORMAT_R16G16B16A16_SFLOAT mask 7\n"
     "needs 1 patches nan-to-zero(0)\n"},
    {"unless it is asked for", all, "ff", {.pure_shader = true, .in_shader = 3},
     {{RGBA8, true, 15, OVER}, {RGBA16F, false, 7, SUM}}, .want =
     "0 shader asked for, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "1 shader asked for, in VK_FORMAT_R32G32_UINT, which carries R16G16B16A16_FLOAT: VK_FORMAT_R32G32_UINT mask 3, float 0+16 16+16 32+16 48+16, mask 7\n"
     "needs 1 patches\n"},
    {"a hole cannot be asked for", all, "fff", {.pure_shader = true, .in_shader = 7},
     {{RGBA8, false, 15, SUM}, {0, false, 0, SUM}, {R32F, false, 15, SUM}}, .want =
     "0 shader asked for, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15\n"
     "1 none no target: VK_FORMAT_UNDEFINED mask 0\n"
     "2 shader asked for, in VK_FORMAT_R32_UINT, which carries R32_FLOAT: VK_FORMAT_R32_UINT mask 1, float 0+32 - - -, mask 1\n"
     "needs 1 patches drop-output(1)\n"},
    {"nor a target that is not there", all, "uu", {.pure_shader = true, .in_shader = 4},
     {{R8UI, false, 15, SUM}, {RG8UI, false, 15, SUM}}, .logic = true, .want =
     "0 native COLOR_ATTACHMENT of VK_FORMAT_R8_UINT: VK_FORMAT_R8_UINT mask 1\n"
     "1 native COLOR_ATTACHMENT of VK_FORMAT_R8G8_UINT: VK_FORMAT_R8G8_UINT mask 3\n"
     "needs 1 patches clamp-integer(0) clamp-integer(1)\n"},
    {"one of two", no_extras, "fff", {.pure_shader = true, .in_shader = 1},
     {{RGBA8, false, 15, SUM}, {RGBA16F, true, 7, SUM}, {RGBA8, false, 15, SUM}}, .want =
     "0 shader asked for, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15\n"
     "1 native COLOR_ATTACHMENT_BLEND of VK_FORMAT_R16G16B16A16_SFLOAT: VK_FORMAT_R16G16B16A16_SFLOAT mask 7\n"
     "2 native COLOR_ATTACHMENT of VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "needs 1 patches nan-to-zero(2)\n"},
    {"signed integers", all, "s", {.pure_shader = true, .in_shader = 1},
     {{RG16SI, false, 15, SUM}}, .want =
     "0 shader asked for, in VK_FORMAT_R32_UINT, which carries R16G16_SINT: VK_FORMAT_R32_UINT mask 1, sint 0+16 16+16 - -, mask 3\n"
     "needs 0 patches\n"},
    {"stores that are alike need no groups", no_independent_blend, "ff", {.pure_shader = true, .in_shader = 3},
     {{RGBA8, true, 15, OVER}, {SRGBA8, true, 15, SUM}}, .want =
     "0 shader asked for, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "1 shader asked for, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM_SRGB: VK_FORMAT_R32_UINT mask 1, srgb 0+8 8+8 16+8 24+8, mask 15 blend 1 1 0\n"
     "needs 0 patches\n"},
    {"all of eight", no_independent_blend, "ffffffff", {.pure_shader = false},
     {{RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER},
      {RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER}, {RGBA8, true, 3, SUM}}, .want =
     "0 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "1 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "2 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "3 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "4 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "5 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "6 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "7 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 3 blend 1 1 0\n"
     "needs 0 patches\n"},
    {"a second source", no_dual_source, "ff", {.pure_shader = true},
     {{RGBA8, true, 15, DUAL}}, .want =
     "0 shader no dualSrcBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 15 18 2\n"
     "needs 0 patches drop-output(1)\n"},
    {"a limit of 0 second sources", no_dual_attachments, "ff", {.pure_shader = true},
     {{R32F, true, 1, DUAL}}, .want =
     "0 shader no dualSrcBlend, in VK_FORMAT_R32_UINT, which carries R32_FLOAT: VK_FORMAT_R32_UINT mask 1, float 0+32 - - -, mask 1 blend 15 18 2\n"
     "needs 0 patches drop-output(1)\n"},
    {"one source is native", no_dual_source, "f-", {.pure_shader = true},
     {{RGBA8, true, 15, OVER}}, .want =
     "0 native COLOR_ATTACHMENT_BLEND of VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "needs 0 patches nan-to-zero(0)\n"},
    {"a logic operation", no_logic_op, "u-u", {.pure_shader = true},
     {{R8UI, false, 15, SUM}, {RG8UI, false, 15, SUM}, {RG8UI, false, 2, SUM}}, .logic = true, .want =
     "0 shader no logicOp, in VK_FORMAT_R8_UINT, which carries R8_UINT: VK_FORMAT_R8_UINT mask 1, uint 0+8 - - -, mask 1 logic 6\n"
     "1 none the shader does not declare the output: VK_FORMAT_R8G8_UINT mask 0\n"
     "2 shader no logicOp, in VK_FORMAT_R16_UINT, which carries R8G8_UINT: VK_FORMAT_R16_UINT mask 1, uint 0+8 8+8 - -, mask 2 logic 6\n"
     "needs 1 patches\n"},
    {"a logic operation is for all or none", all, "uu", {.pure_shader = true, .in_shader = 2},
     {{R8UI, false, 15, SUM}, {RG8UI, false, 15, SUM}}, .logic = true, .want =
     "0 shader no logicOp, in VK_FORMAT_R8_UINT, which carries R8_UINT: VK_FORMAT_R8_UINT mask 1, uint 0+8 - - -, mask 1 logic 6\n"
     "1 shader asked for, in VK_FORMAT_R16_UINT, which carries R8G8_UINT: VK_FORMAT_R16_UINT mask 1, uint 0+8 8+8 - -, mask 3 logic 6\n"
     "needs 0 patches\n"},
    {"formats that do not blend", nothing_blends, "ffff", {.pure_shader = true},
     {{SRGBA8, true, 15, OVER}, {R11G11B10, true, 3, SUM}, {RGBA8SN, false, 15, SUM}, {A8, true, 15, SUM}}, .want =
     "0 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM_SRGB: VK_FORMAT_R32_UINT mask 1, srgb 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "1 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries R11G11B10_FLOAT: VK_FORMAT_R32_UINT mask 1, ufloat 0+11 11+11 22+10 -, mask 3 blend 1 1 0\n"
     "2 native COLOR_ATTACHMENT of VK_FORMAT_R8G8B8A8_SNORM: VK_FORMAT_R8G8B8A8_SNORM mask 15\n"
     "3 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R8_UINT, which carries A8_UNORM: VK_FORMAT_R8_UINT mask 1, unorm - - - 0+8, mask 8 blend 1 1 0\n"
     "needs 1 patches nan-to-zero(2)\n"},
    {"a carrier without alpha", nothing_blends, "ff", {.pure_shader = true},
     {{BGRX8, true, 15, OVER}, {SBGRX8, true, 15, OVER}}, .want =
     "0 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries B8G8R8X8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 16+8 8+8 0+8 -, mask 7 blend 6 7 0\n"
     "1 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries B8G8R8X8_UNORM_SRGB: VK_FORMAT_R32_UINT mask 1, srgb 16+8 8+8 0+8 -, mask 7 blend 6 7 0\n"
     "needs 0 patches\n"},
    {"formats that are not there", few_formats, "f-ff", {.pure_shader = true},
     {{RGBA8SN, false, 15, SUM}, {RGBA8SN, true, 15, SUM}, {RGB9E5, false, 7, SUM}, {RGB32F, true, 15, OVER}}, .want =
     "0 shader no COLOR_ATTACHMENT, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_SNORM: VK_FORMAT_R32_UINT mask 1, snorm 0+8 8+8 16+8 24+8, mask 15\n"
     "1 none the shader does not declare the output: VK_FORMAT_R32_UINT mask 0, snorm 0+8 8+8 16+8 24+8, mask 0\n"
     "2 shader no COLOR_ATTACHMENT, in VK_FORMAT_R32_UINT, which carries R9G9B9E5_SHAREDEXP: VK_FORMAT_R32_UINT mask 1, shared 0+9 9+9 18+9 -, mask 15\n"
     "3 shader no COLOR_ATTACHMENT, in VK_FORMAT_R32G32B32A32_UINT, which carries R32G32B32_FLOAT: VK_FORMAT_R32G32B32A32_UINT mask 15, float 0+32 32+32 64+32 -, mask 7 blend 6 7 0\n"
     "needs 1 patches\n"},
    {"groups of equal states", no_independent_blend, "ff-f", {.pure_shader = true},
     {{RGBA8, true, 15, OVER}, {RGBA8, false, 15, SUM}, {RGBA8, false, 15, SUM}, {RGBA8, true, 15, OVER}}, .want =
     "0 split no independentBlend, in VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "1 split no independentBlend, in VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "2 none the shader does not declare the output: VK_FORMAT_R8G8B8A8_UNORM mask 0\n"
     "3 split no independentBlend, in VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "needs 0 patches nan-to-zero(0) nan-to-zero(1) nan-to-zero(3) split\n"},
    {"the shader runs only once", no_independent_blend, "ff", {.pure_shader = false},
     {{RGBA8, true, 15, OVER}, {RGBA16F, true, 7, SUM}}, .want =
     "0 shader no independentBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 3, unorm 0+8 8+8 16+8 24+8, mask 15 blend 6 7 0\n"
     "1 shader no independentBlend, in VK_FORMAT_R32G32_UINT, which carries R16G16B16A16_FLOAT: VK_FORMAT_R32G32_UINT mask 3, float 0+16 16+16 32+16 48+16, mask 7 blend 1 1 0\n"
     "needs 0 patches\n"},
    {"equal states need no groups", no_independent_blend, "ff", {.pure_shader = true},
     {{RGBA8, true, 15, OVER}, {RGBA8, true, 15, OVER}}, .want =
     "0 native COLOR_ATTACHMENT_BLEND of VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "1 native COLOR_ATTACHMENT_BLEND of VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 15\n"
     "needs 0 patches nan-to-zero(0) nan-to-zero(1)\n"},
    {"groups beside one that the shader computes", no_floats_and_no_independence, "ff", {.pure_shader = true},
     {{RGBA8, true, 7, OVER}, {R32F, true, 15, OVER}}, .want =
     "0 split no independentBlend, in VK_FORMAT_R8G8B8A8_UNORM: VK_FORMAT_R8G8B8A8_UNORM mask 7\n"
     "1 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries R32_FLOAT: VK_FORMAT_R32_UINT mask 1, float 0+32 - - -, mask 1 blend 6 7 0\n"
     "needs 0 patches nan-to-zero(0) split\n"},
    {"coverage is made for all", no_dual_source, "ff", {.pure_shader = true},
     {{RGBA8, true, 15, DUAL}}, .alpha_to_coverage = true, .want =
     "0 shader no dualSrcBlend, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM: VK_FORMAT_R32_UINT mask 1, unorm 0+8 8+8 16+8 24+8, mask 15 blend 15 18 2\n"
     "needs 0 patches drop-output(1) cover-by-alpha(0)\n"},
    {"coverage of split targets", no_independent_blend, "ff", {.pure_shader = true},
     {{RGBA16F, true, 15, OVER}, {RGBA16F, true, 15, SUM}}, .alpha_to_coverage = true, .want =
     "0 split no independentBlend, in VK_FORMAT_R16G16B16A16_SFLOAT: VK_FORMAT_R16G16B16A16_SFLOAT mask 15\n"
     "1 split no independentBlend, in VK_FORMAT_R16G16B16A16_SFLOAT: VK_FORMAT_R16G16B16A16_SFLOAT mask 15\n"
     "needs 0 patches cover-by-alpha(0) split\n"},
    {"coverage by an integer's alpha", all, "u", {.pure_shader = true},
     {{RG8UI, false, 15, SUM}}, .alpha_to_coverage = true, .want =
     "0 native COLOR_ATTACHMENT of VK_FORMAT_R8G8_UINT: VK_FORMAT_R8G8_UINT mask 3\n"
     "needs 0 patches clamp-integer(0) cover-by-alpha(0)\n"},
    {"samples of bits", nothing_blends, "f", {.pure_shader = true},
     {{SRGBA8, true, 5, OVER}}, .samples = 4, .want =
     "0 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R32_UINT, which carries R8G8B8A8_UNORM_SRGB: VK_FORMAT_R32_UINT mask 1, srgb 0+8 8+8 16+8 24+8, mask 5 blend 6 7 0\n"
     "needs 0 patches\n"},
    {"samples by value", no_samples_of_integers, "ffff", {.pure_shader = true},
     {{SRGBA8, true, 5, OVER}, {RGBA16F, true, 15, OVER}, {SBGRX8, true, 15, OVER}, {SBGRA8, true, 9, SUM}}, .samples = 4, .want =
     "0 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R8G8B8A8_UNORM, which carries R8G8B8A8_UNORM_SRGB: VK_FORMAT_R8G8B8A8_UNORM mask 5, srgb 0+8 8+8 16+8 24+8, mask 5 blend 6 7 0 by value\n"
     "1 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_R16G16B16A16_SFLOAT, which carries R16G16B16A16_FLOAT: VK_FORMAT_R16G16B16A16_SFLOAT mask 15, float 0+16 16+16 32+16 48+16, mask 15 blend 6 7 0 by value\n"
     "2 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_B8G8R8A8_UNORM, which carries B8G8R8X8_UNORM_SRGB: VK_FORMAT_B8G8R8A8_UNORM mask 7, srgb 16+8 8+8 0+8 -, mask 7 blend 6 7 0 by value\n"
     "3 shader no COLOR_ATTACHMENT_BLEND, in VK_FORMAT_B8G8R8A8_UNORM, which carries B8G8R8A8_UNORM_SRGB: VK_FORMAT_B8G8R8A8_UNORM mask 9, srgb 16+8 8+8 0+8 24+8, mask 9 blend 1 1 0 by value\n"
     "needs 1 patches\n"},
    {"samples that a format lacks", no_samples_of_halves, "f", {.pure_shader = true},
     {{RGBA16F, false, 15, SUM}}, .samples = 4, .want =
     "0 shader not so many samples, in VK_FORMAT_R32G32_UINT, which carries R16G16B16A16_FLOAT: VK_FORMAT_R32G32_UINT mask 3, float 0+16 16+16 32+16 48+16, mask 15\n"
     "needs 0 patches\n"},
    {"nor shared exponents", samples_of_shared_exponents, "f", {.pure_shader = true, .in_shader = 1},
     {{RGB9E5, false, 15, SUM}}, .samples = 4, .want =
     "0 native COLOR_ATTACHMENT of VK_FORMAT_E5B9G9R9_UFLOAT_PACK32: VK_FORMAT_E5B9G9R9_UFLOAT_PACK32 mask 15\n"
     "needs 0 patches\n"},
    {"no samples at all", no_samples_of_integers, "f", {.pure_shader = true},
     {{A8, true, 15, SUM}}, .samples = 4, .want =
     "unsupported: VK_FORMAT_R8_UNORM lacks COLOR_ATTACHMENT_BLEND: target 0 blends; emulated: framebufferIntegerColorSampleCounts lacks 4: target 0 is VK_FORMAT_R8_UINT\n"},
};
/* clang-format on */

static struct ombre_state state_of(const struct row *row)
{
    struct ombre_state s = {
        .logic_op_enable = row->logic,
        .logic_op = OMBRE_LOGIC_XOR,
        .alpha_to_coverage = row->alpha_to_coverage,
        .sample_mask = 0xFFFFFFFF,
        .sample_count = row->samples ? row->samples : 1,
        .shader = {.bound = true},
    };
    const struct ombre_equation store = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};

    for (unsigned i = 0; i < COUNT(row->target); i++) {
        const struct row_target *const t = &row->target[i];
        s.target[i].format = ombre_format_find(t->dxgi);
        if (!s.target[i].format)
            continue;
        s.target_count = i + 1;
        s.target[i].blend_enable = t->blend;
        s.target[i].write_mask = t->mask;
        s.target[i].color = t->blend ? t->color : store;
        s.target[i].alpha = store;
    }
    for (unsigned i = 0; row->outputs[i]; i++)
        if (row->outputs[i] != '-')
            s.shader.output[i] = (struct ombre_output){
                row->outputs[i] == 'f'   ? OMBRE_OUTPUT_FLOAT
                : row->outputs[i] == 's' ? OMBRE_OUTPUT_SINT
                                         : OMBRE_OUTPUT_UINT,
                0xF};
    return s;
}

/* --- Text ------------------------------------------------------------------
 */

static void say(char *out, size_t size, const char *format, ...)
{
    const size_t used = strlen(out);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(out + used, size - used, format, arguments);
    va_end(arguments);
}

static void show_emulation(char *out, size_t size,
                           const struct ombre_vk_emulation *e)
{
    const VkPipelineColorBlendAttachmentState *const a = &e->equation;

    say(out, size, ", %s", ombre_vk_numeric_name(e->numeric));
    for (unsigned c = 0; c < 4; c++)
        if (e->component[c].bits)
            say(out, size, " %u+%u", e->component[c].shift,
                e->component[c].bits);
        else
            say(out, size, " -");
    say(out, size, ", mask %u", a->colorWriteMask);
    if (a->blendEnable)
        say(out, size, " blend %d %d %d", (int) a->srcColorBlendFactor,
            (int) a->dstColorBlendFactor, (int) a->colorBlendOp);
    if (e->logic_op_enable)
        say(out, size, " logic %d", (int) e->logic_op);
    if (e->by_value)
        say(out, size, " by value");
}

static void show(char *out, size_t size, const struct ombre_translation *t)
{
    const struct ombre_vk_state *const vk = &t->vk;

    out[0] = '\0';
    if (t->status != OMBRE_TRANSLATE_OK) {
        say(out, size, "%s: %s\n", ombre_translate_status_name(t->status),
            t->reason);
        return;
    }
    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        say(out, size, "%u %s %s: %s mask %u", i,
            ombre_plan_name(t->plan[i].how), ombre_plan_because(t, i).text,
            ombre_vk_format_name(vk->format[i]),
            vk->attachment[i].colorWriteMask);
        if (vk->emulated >> i & 1) {
            assert_false(vk->attachment[i].blendEnable);
            show_emulation(out, size, &vk->emulation[i]);
        }
        say(out, size, "\n");
    }
    assert_int_equal(vk->emulated >> vk->attachment_count, 0);
    say(out, size, "needs %u patches", vk->needs);
    for (uint32_t i = 0; i < vk->patch_count; i++)
        say(out, size, " %s(%u)", ombre_vk_patch_name(vk->patch[i].kind),
            vk->patch[i].output);
    say(out, size, "%s\n", vk->split ? " split" : "");
}

/* --- Tests -----------------------------------------------------------------
 */

static void plans(void **state)
{
    char got[2048];
    int wrong = 0;

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct row *const row = &rows[i];
        const struct ombre_state s = state_of(row);
        struct ombre_vk_facts facts = ombre_vk_facts_all();
        struct ombre_translation t, native;
        row->device(&facts);
        memset(&t, 0x5A, sizeof t);
        ombre_translate_with(&s, &facts, &row->policy, &t);
        ombre_translate(&s, &facts, &native);
        show(got, sizeof got, &t);
        if (strcmp(got, row->want) != 0)
            wrong += printf("%s:\n%s  wanted\n%s", row->name, got, row->want);
        /* The key is that of the state, on whatever device. */
        assert_memory_equal(t.key, native.key, sizeof t.key);
        assert_int_equal(t.vk.dual_source && t.vk.emulated, 0);
        if (t.status != OMBRE_TRANSLATE_OK)
            assert_int_equal(t.vk.emulated | (uint32_t) t.vk.split, 0);
        if (row->alpha_to_coverage)
            assert_false(t.vk.alpha_to_coverage_enable);
    }
    assert_int_equal(wrong, 0);
}

/* What Direct3D rejects is not emulated either. */
static void refuses_what_is_invalid(void **state)
{
    const struct row row = {.outputs = "f", .target = {{R8UI, true, 15, SUM}}};
    const struct ombre_state s = state_of(&row);
    const struct ombre_translate_policy policy = {true, 1};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_translation t;

    (void) state;
    assert_int_equal(ombre_translate_with(&s, &facts, &policy, &t),
                     OMBRE_TRANSLATE_INVALID);
    assert_null(strstr(t.reason, "emulated"));
}

/* On a device that has only what Vulkan makes mandatory, nothing of one sample
 * is beyond reach. */
static void draws_everything_on_the_least_device(void **state)
{
    const struct ombre_vk_facts facts = ombre_vk_facts_minimum();
    const struct ombre_translate_policy policy = {.pure_shader = true};
    size_t formats = 0;

    (void) state;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *const format = ombre_format_at(i);
        const enum ombre_base_type base = ombre_format_base_type(format);
        const struct row row = {
            .outputs = base == OMBRE_BASE_FLOAT ? "ff" : "uu",
            .target = {{format->dxgi, format->blendable, 15, DUAL},
                       {0, false, 0, SUM}},
            .logic = format->logic_op,
        };
        const struct ombre_state s = state_of(&row);
        struct ombre_translation t;
        if (ombre_translate_with(&s, &facts, &policy, &t) != OMBRE_TRANSLATE_OK)
            fail_msg("%s: %s", format->name, t.reason);
        formats++;
    }
    assert_true(formats >= 40);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plans),
        cmocka_unit_test(refuses_what_is_invalid),
        cmocka_unit_test(draws_everything_on_the_least_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
