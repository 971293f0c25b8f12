/* tests/test_translate.c - states in, Vulkan out, as text
 *
 * A row is a state, a device, and everything that the translation must say,
 * spelled out by show().  Numbers in names are those of the 48 differences
 * between Direct3D and Vulkan; those that no row of this file has are told in
 * `elsewhere`.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "ombre/translate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* --- Rows ---------------------------------------------------------------- */

struct row_target {
    unsigned dxgi; /* 0: a hole */
    bool blend;
    uint8_t mask;
    struct ombre_equation color, alpha;
};

struct row {
    const char *name;
    void (*device)(struct ombre_vk_facts *facts); /* NULL: has everything */
    /* A letter an output: f float, u uint, i int, o float without alpha,
     * j int without alpha, - none.  NULL: no pixel shader. */
    const char *outputs;
    const char *want;
    struct row_target target[8];
    unsigned holes;   /* listed behind the last target */
    unsigned samples; /* 0: 1 */
    bool alpha_to_coverage, logic;
    enum ombre_coverage_export coverage;
    enum ombre_logic_op logic_op;
};

/* clang-format off */
enum {
    RGBA32F = 2, RGBA32UI = 3, RGB32F = 6, RGBA16F = 10, RGBA16 = 11, RGB10A2 = 24,
    RGB10A2UI = 25, R11G11B10 = 26, RGBA8 = 28, SRGBA8 = 29, RGBA8UI = 30,
    RGBA8SN = 31, RGBA8I = 32, R32F = 41, R32UI = 42, R32I = 43, RG8 = 49,
    RG8UI = 50, R16I = 59, R8 = 61, R8SN = 63, A8 = 65, RGB9E5 = 67, BGRA8 = 87,
    BGRX8 = 88, SBGRX8 = 93,
}; /* DXGI_FORMAT */

/* A disabled target holds numbers that are none. */
#define POISON {(enum ombre_factor) 0x5A, (enum ombre_factor) 0, \
                (enum ombre_blend_op) 0x5A}
#define OFF(dxgi, mask) {dxgi, false, mask, POISON, POISON}
#define HOLE {0, true, 0xF, POISON, POISON}
#define ON(dxgi, mask, color, alpha) {dxgi, true, mask, color, alpha}
#define EQ(src, dest, op) {OMBRE_##src, OMBRE_##dest, OMBRE_OP_##op}
#define OVER EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD)
#define SUM EQ(ONE, ONE, ADD)
#define COPY EQ(ONE, ZERO, ADD)
#define DUAL EQ(SRC1_COLOR, INV_SRC1_ALPHA, REV_SUBTRACT)
#define FACTOR_0 {(enum ombre_factor) 0, OMBRE_ONE, OMBRE_OP_ADD}
#define FACTOR_12 {OMBRE_ONE, (enum ombre_factor) 12, OMBRE_OP_ADD}
#define OP_6 {OMBRE_ONE, OMBRE_ONE, (enum ombre_blend_op) 6}
/* clang-format on */

static void no_independent_blend(struct ombre_vk_facts *f)
{
    f->independent_blend = false;
}

static void no_dual_src_blend(struct ombre_vk_facts *f)
{
    f->dual_src_blend = false;
}

static void no_dual_src_attachments(struct ombre_vk_facts *f)
{
    f->max_fragment_dual_src_attachments = 0;
}

static void no_logic_op(struct ombre_vk_facts *f)
{
    f->logic_op = false;
}

static void minimum(struct ombre_vk_facts *f)
{
    *f = ombre_vk_facts_minimum();
}

static void minimum_but_independent(struct ombre_vk_facts *f)
{
    *f = ombre_vk_facts_minimum();
    f->independent_blend = true;
}

static void three_attachments(struct ombre_vk_facts *f)
{
    f->max_color_attachments = 3;
}

static void three_outputs(struct ombre_vk_facts *f)
{
    f->max_fragment_output_attachments = 3;
}

static void three_resources(struct ombre_vk_facts *f)
{
    f->max_fragment_combined_output_resources = 3;
}

static void one_output(struct ombre_vk_facts *f)
{
    f->max_fragment_output_attachments = 1;
}

static void no_resources(struct ombre_vk_facts *f)
{
    f->max_fragment_combined_output_resources = 0;
}

static void one_sample(struct ombre_vk_facts *f)
{
    f->color_samples = 1;
}

static void one_integer_sample(struct ombre_vk_facts *f)
{
    f->integer_color_samples = 1;
}

static struct ombre_vk_format_facts *format_facts(struct ombre_vk_facts *f,
                                                  VkFormat format)
{
    uint32_t i = 0;
    while (i < f->format_count - 1 && f->format[i].format != format)
        i++;
    return &f->format[i];
}

static void no_blend_on_rgba8(struct ombre_vk_facts *f)
{
    format_facts(f, VK_FORMAT_R8G8B8A8_UNORM)->blend = false;
}

static void one_state_no_blend_on_rg8(struct ombre_vk_facts *f)
{
    f->independent_blend = false;
    format_facts(f, VK_FORMAT_R8G8_UNORM)->blend = false;
}

static void two_samples_on_rgba8(struct ombre_vk_facts *f)
{
    format_facts(f, VK_FORMAT_R8G8B8A8_UNORM)->samples = 2;
}

static void nothing(struct ombre_vk_facts *f)
{
    memset(f, 0, sizeof *f);
}

static void poor(struct ombre_vk_facts *f)
{
    nothing(f);
    f->max_color_attachments = 1;
}

/* More formats than the array holds, as a careless caller might say. */
static void wrong_count(struct ombre_vk_facts *f)
{
    f->format_count = UINT32_MAX;
}

/* clang-format off */
static const struct row rows[] = {
    /* 2, 40: one state for all, or independentBlend. */
    {"2 equal targets need nothing", no_independent_blend, "ff",
     "ok | R8G8B8A8_UNORM F (SRC_ALPHA ONE_MINUS_SRC_ALPHA ADD, ONE ONE ADD) | "
     "R16G16B16A16_SFLOAT F (SRC_ALPHA ONE_MINUS_SRC_ALPHA ADD, ONE ONE ADD); "
     "nan-to-zero 0",
     .target = {ON(RGBA8, 0xF, OVER, SUM), ON(RGBA16F, 0xF, OVER, SUM)}},
    {"2 equations differ", no_independent_blend, "fff",
     "unsupported: independentBlend: targets 0 and 2 differ | "
     "R8G8B8A8_UNORM F (ONE ONE ADD, ONE ONE ADD) | hole 0 | "
     "R8G8B8A8_UNORM F (ONE ZERO ADD, ONE ONE ADD); needs independent-blend; "
     "drop-output 1; nan-to-zero 0; nan-to-zero 2",
     .target = {ON(RGBA8, 0xF, SUM, SUM), HOLE, ON(RGBA8, 0xF, COPY, SUM)}},
    {"2 masks differ", no_independent_blend, "ff",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "R8G8B8A8_UNORM F | R8G8B8A8_UNORM 7; needs independent-blend; "
     "nan-to-zero 0; nan-to-zero 1",
     .target = {OFF(RGBA8, 0xF), OFF(RGBA8, 7)}},
    {"2 one blends", no_independent_blend, "ff",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "R16G16B16A16_SFLOAT F | "
     "R16G16B16A16_SFLOAT F (ONE ZERO ADD, ONE ZERO ADD); "
     "needs independent-blend",
     .target = {OFF(RGBA16F, 0xF), ON(RGBA16F, 0xF, COPY, COPY)}},
    {"2 masks differ, and the device can", NULL, "ui",
     "ok | R8G8B8A8_UINT F | R16_SINT 1; needs independent-blend; "
     "clamp-integer 0 [0 0 0 0, ff ff ff ff]; "
     "clamp-integer 1 [ffff8000 80000000 80000000 80000000, "
     "7fff 7fffffff 7fffffff 7fffffff]",
     .target = {OFF(RGBA8UI, 0xF), OFF(R16I, 0xF)}},
    {"2 equal by alpha's own factors", no_independent_blend, "ff",
     "ok | R8G8B8A8_UNORM F (ONE ONE ADD, SRC_ALPHA ONE_MINUS_SRC_ALPHA ADD) | "
     "R16G16B16A16_SFLOAT F (ONE ONE ADD, SRC_ALPHA ONE_MINUS_SRC_ALPHA ADD); "
     "nan-to-zero 0",
     .target = {ON(RGBA8, 0xF, SUM, OVER), ON(RGBA16F, 0xF, SUM, OVER)}},
    {"2 a hole is what the others are", no_independent_blend, "f-f",
     "ok | R16G16B16A16_SFLOAT B (ONE ONE ADD, ONE ZERO ADD) | "
     "hole B (ONE ONE ADD, ONE ZERO ADD) | "
     "R16G16B16A16_SFLOAT B (ONE ONE ADD, ONE ZERO ADD)",
     .target = {ON(RGBA16F, 0xB, SUM, COPY), HOLE, ON(RGBA16F, 0xB, SUM, COPY)}},
    {"40 a hole is nothing where the device can", NULL, "f-f",
     "ok | R16G16B16A16_SFLOAT B (ONE ONE ADD, ONE ZERO ADD) | hole 0 | "
     "R16G16B16A16_SFLOAT B (ONE ONE ADD, ONE ZERO ADD); "
     "needs independent-blend",
     .target = {ON(RGBA16F, 0xB, SUM, COPY), HOLE, ON(RGBA16F, 0xB, SUM, COPY)}},
    {"2 components that a target lacks may be masked in", no_independent_blend,
     "uu", "ok | R32_UINT F | R8G8B8A8_UINT F; "
     "clamp-integer 1 [0 0 0 0, ff ff ff ff]",
     .target = {OFF(R32UI, 0xF), OFF(RGBA8UI, 0xF)}},
    {"2 a mask of what one target lacks shares, blended", no_independent_blend,
     "ff", "ok | B10G11R11_UFLOAT_PACK32 8 (ONE ZERO ADD, ONE ZERO ADD) | "
     "R16G16B16A16_SFLOAT 8 (ONE ZERO ADD, ONE ZERO ADD)",
     .target = {ON(R11G11B10, 8, SUM, COPY), ON(RGBA16F, 8, SUM, COPY)}},
    {"2 a mask of what one target lacks turns its blending on, harmlessly",
     no_independent_blend, "ff",
     "ok | R8G8_UNORM 8 (ONE ZERO ADD, ONE ONE ADD) | "
     "R16G16B16A16_SFLOAT 8 (ONE ZERO ADD, ONE ONE ADD)",
     .target = {OFF(RG8, 0xC), ON(RGBA16F, 8, SUM, SUM)}},
    {"2 but not where the format cannot blend", one_state_no_blend_on_rg8,
     "ff", "unsupported: independentBlend: targets 0 and 1 differ | "
     "R8G8_UNORM 0 | R16G16B16A16_SFLOAT 8 (ONE ONE ADD, ONE ONE ADD); "
     "needs independent-blend", .target = {OFF(RG8, 8), ON(RGBA16F, 8, SUM, SUM)}},
    {"2 a target that nothing declares takes no mask", no_independent_blend,
     "-f", "unsupported: independentBlend: targets 0 and 1 differ | "
     "R8G8B8A8_UNORM 0 | R16G16B16A16_SFLOAT F (ONE ONE ADD, ONE ONE ADD); "
     "needs independent-blend",
     .target = {ON(RGBA8, 0xF, SUM, SUM), ON(RGBA16F, 0xF, SUM, SUM)}},
    {"2 equations that no component needs stay where they are equal",
     no_independent_blend, "ff",
     "ok | R32G32B32A32_SFLOAT 8 (ONE ONE ADD, ONE ONE ADD) | "
     "R16G16B16A16_SFLOAT 8 (ONE ONE ADD, ONE ONE ADD)",
     .target = {ON(RGBA32F, 8, SUM, SUM), ON(RGBA16F, 8, SUM, SUM)}},
    {"2 equations that no component needs may be those of others",
     no_independent_blend, "ff-f",
     "ok | R8_UNORM F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD) | "
     "B8G8R8A8_UNORM F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD) | "
     "hole F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD) | "
     "R16G16B16A16_SFLOAT F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD); "
     "nan-to-zero 0; nan-to-zero 1; alpha-to-red 0",
     .target = {ON(A8, 0xF, OVER, EQ(ONE, ONE, SUBTRACT)),
                ON(BGRX8, 0xF, EQ(ONE, ONE, SUBTRACT), OVER), HOLE,
                ON(RGBA16F, 0xF, EQ(ONE, ONE, SUBTRACT),
                   EQ(ONE, INV_DEST_ALPHA, ADD))}},
    {"2 equations come from whom they matter to, in any order",
     no_independent_blend, "f-ff",
     "ok | R16G16B16A16_SFLOAT F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD)"
     " | hole F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD) | "
     "B8G8R8A8_UNORM F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD) | "
     "R8_UNORM F (ONE ONE SUBTRACT, ONE ONE_MINUS_DST_ALPHA ADD); "
     "nan-to-zero 2; nan-to-zero 3; alpha-to-red 3",
     .target = {ON(RGBA16F, 0xF, EQ(ONE, ONE, SUBTRACT),
                   EQ(ONE, INV_DEST_ALPHA, ADD)), HOLE,
                ON(BGRX8, 0xF, EQ(ONE, ONE, SUBTRACT), OVER),
                ON(A8, 0xF, OVER, EQ(ONE, ONE, SUBTRACT))}},
    {"2 red alone decides for all", no_independent_blend, "f",
     "ok | R32_SFLOAT 1 (ONE ONE_MINUS_SRC_COLOR ADD, ONE ZERO ADD) | "
     "hole 1 (ONE ONE_MINUS_SRC_COLOR ADD, ONE ZERO ADD)",
     .target = {ON(R32F, 0xF, EQ(ONE, INV_SRC_COLOR, ADD), OVER)}, .holes = 1},
    {"2 eight share", no_independent_blend, "uuuuuu-u",
     "ok | R32_UINT F | R32_UINT F | R32_UINT F | R32_UINT F | R32_UINT F | "
     "R32_UINT F | hole F | R32G32B32A32_UINT F",
     .target = {OFF(R32UI, 0xF), OFF(R32UI, 0xF), OFF(R32UI, 0xF),
                OFF(R32UI, 0xF), OFF(R32UI, 0xF), OFF(R32UI, 0xF), HOLE,
                OFF(RGBA32UI, 0xF)}},
    {"2 but not those that one needs", no_independent_blend, "ff",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD) | R16G16B16A16_SFLOAT F "
     "(ONE ONE SUBTRACT, ONE ONE ADD); needs independent-blend",
     .target = {ON(R32F, 0xF, SUM, SUM),
                ON(RGBA16F, 0xF, EQ(ONE, ONE, SUBTRACT), SUM)}},
    {"2 nor an alpha equation", no_independent_blend, "ff",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "R16G16B16A16_SFLOAT 8 (ONE ONE ADD, ONE ONE ADD) | R32G32B32A32_SFLOAT 8 "
     "(ONE ONE ADD, ONE ONE SUBTRACT); needs independent-blend",
     .target = {ON(RGBA16F, 8, SUM, SUM),
                ON(RGBA32F, 8, SUM, EQ(ONE, ONE, SUBTRACT))}},
    {"2 a shared exponent is all or none", no_independent_blend, "ff",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "E5B9G9R9_UFLOAT_PACK32 F | R16G16B16A16_SFLOAT 7; "
     "needs independent-blend", .target = {OFF(RGB9E5, 7), OFF(RGBA16F, 7)}},
    {"2 red that carries alpha is not what others have", no_independent_blend,
     "ff", "unsupported: independentBlend: targets 0 and 1 differ | "
     "R8_UNORM 1 | R16G16B16A16_SFLOAT 8; needs independent-blend; "
     "nan-to-zero 0; alpha-to-red 0", .target = {OFF(A8, 0xF), OFF(RGBA16F, 8)}},
    {"2 red that carries alpha shares with red", no_independent_blend, "ff",
     "ok | R8_UNORM F | R16G16B16A16_SFLOAT F; nan-to-zero 0; alpha-to-red 0",
     .target = {OFF(A8, 0xF), OFF(RGBA16F, 0xF)}},
    {"2 X bits may be masked in", no_independent_blend, "ff",
     "ok | B8G8R8A8_UNORM F (ONE ONE ADD, ONE ONE ADD) | "
     "R16G16B16A16_SFLOAT F (ONE ONE ADD, ONE ONE ADD); nan-to-zero 0",
     .target = {ON(BGRX8, 0xF, SUM, SUM), ON(RGBA16F, 0xF, SUM, SUM)}},

    /* 3 to 6: logic operations. */
    {"3 logic beside blending", NULL, "u",
     "invalid: target 0 blends beside a logic operation",
     .target = {ON(RGBA8UI, 0xF, SUM, SUM)}, .logic = true},
    {"3 logic beside blending that nothing declares", NULL, "u-",
     "invalid: target 1 blends beside a logic operation",
     .target = {OFF(RGBA8UI, 0xF), ON(RGBA8, 0xF, SUM, SUM)}, .logic = true},
    {"4 logic on UINT", NULL, "uu",
     "ok | R32_UINT 1 | A2B10G10R10_UINT_PACK32 D; needs independent-blend,"
     "logic-op; logic OR_REVERSE; "
     "clamp-integer 1 [0 0 0 0, 3ff 3ff 3ff 3]",
     .target = {OFF(R32UI, 0xD), OFF(RGB10A2UI, 0xD)}, .logic = true,
     .logic_op = OMBRE_LOGIC_OR_REVERSE},
    {"4 logic on UNORM", NULL, "f",
     "invalid: target 0 is R8G8B8A8_UNORM, on which Direct3D has no logic "
     "operations", .target = {OFF(RGBA8, 0xF)}, .logic = true},
    {"4 logic on SINT", NULL, "ui",
     "invalid: target 1 is R8G8B8A8_SINT, on which Direct3D has no logic "
     "operations", .target = {OFF(R32UI, 0xF), OFF(RGBA8I, 0xF)}, .logic = true},
    {"4 logic beside UNORM that nothing declares", NULL, "u-",
     "ok | R32_UINT 1 | R8G8B8A8_UNORM 0; needs independent-blend,logic-op; "
     "logic CLEAR", .target = {OFF(R32UI, 0xF), OFF(RGBA8, 0xF)}, .logic = true},
    {"5 logic clamps what Vulkan leaves undefined", NULL, "u",
     "ok | R8G8_UINT 3; needs logic-op; logic COPY; "
     "clamp-integer 0 [0 0 0 0, ff ff ffffffff ffffffff]",
     .target = {OFF(RG8UI, 0xF)}, .logic = true, .logic_op = OMBRE_LOGIC_COPY},
    {"6 no logicOp", no_logic_op, "u",
     "unsupported: logicOp: all targets have logic operation EQUIV | R32_UINT 1"
     "; needs logic-op; logic EQUIVALENT",
     .target = {OFF(R32UI, 1)}, .logic = true, .logic_op = OMBRE_LOGIC_EQUIV},
    {"6 no logicOp, and none asked for", no_logic_op, "u", "ok | R32_UINT 1",
     .target = {OFF(R32UI, 1)}, .logic_op = OMBRE_LOGIC_EQUIV},
    {"a logic operation that is none", NULL, "u",
     "invalid: 16 is no logic operation", .target = {OFF(R32UI, 1)}, .logic = true,
     .logic_op = (enum ombre_logic_op) 16},

    /* 18: A8 in R8. */
    {"18 A8 writes alpha", NULL, "f",
     "ok | R8_UNORM 1; nan-to-zero 0; alpha-to-red 0", .target = {OFF(A8, 0xF)}},
    {"18 A8 without its mask", NULL, "f", "ok | R8_UNORM 0", .target = {OFF(A8, 7)}},
    {"18 A8 that nothing declares", NULL, "-", "ok | R8_UNORM 0",
     .target = {OFF(A8, 0xF)}},
    {"18 A8 blends by its alpha equation", NULL, "f",
     "ok | R8_UNORM 1 (SRC_COLOR ONE_MINUS_DST_COLOR SUBTRACT, ONE ZERO ADD); "
     "nan-to-zero 0; alpha-to-red 0",
     .target = {ON(A8, 0xF, OVER, EQ(SRC_ALPHA, INV_DEST_ALPHA, SUBTRACT))}},
    {"18 A8, second source in the equation that it lacks", NULL, "ff",
     "ok | R8_UNORM 1 (SRC_COLOR ZERO ADD, ONE ZERO ADD); drop-output 1; "
     "nan-to-zero 0; alpha-to-red 0",
     .target = {ON(A8, 0xF, DUAL, EQ(SRC_ALPHA, ZERO, ADD))}},
    {"18 A8, inverse source and destination", NULL, "f",
     "ok | R8_UNORM 1 (ONE_MINUS_SRC_COLOR DST_COLOR ADD, ONE ZERO ADD); "
     "nan-to-zero 0; alpha-to-red 0",
     .target = {ON(A8, 8, SUM, EQ(INV_SRC_ALPHA, DEST_ALPHA, ADD))}},
    {"18 A8, saturation is 1 and the constant stays alpha", NULL, "f",
     "ok | R8_UNORM 1 (ONE ONE_MINUS_CONSTANT_ALPHA ADD, ONE ZERO ADD); "
     "nan-to-zero 0; alpha-to-red 0",
     .target = {ON(A8, 0xF, SUM, EQ(SRC_ALPHA_SAT, INV_BLEND_FACTOR, ADD))}},
    {"18 A8, second source stays alpha", NULL, "ff",
     "ok | R8_UNORM 1 (SRC1_ALPHA ONE_MINUS_SRC1_ALPHA ADD, ONE ZERO ADD); "
     "needs dual-src-blend; second-source 1; nan-to-zero 0; alpha-to-red 0",
     .target = {ON(A8, 0xF, SUM, EQ(SRC1_ALPHA, INV_SRC1_ALPHA, ADD))}},
    {"18 A8, MAX", NULL, "f",
     "ok | R8_UNORM 1 (ONE ONE MAX, ONE ZERO ADD); nan-to-zero 0; "
     "alpha-to-red 0",
     .target = {ON(A8, 0xF, SUM, EQ(SRC_ALPHA, DEST_ALPHA, MAX))}},
    {"18 A8 covers by the alpha that it also carries", NULL, "f",
     "ok | R8_UNORM 1; a2c; 4 samples; nan-to-zero 0; alpha-to-red 0",
     .target = {OFF(A8, 0xF)}, .samples = 4, .alpha_to_coverage = true},

    /* 19: X8 in A8; 20: formats without alpha. */
    {"19 X8 reads 1", NULL, "f",
     "ok | B8G8R8A8_UNORM 7 (ONE ZERO ADD, DST_ALPHA ZERO ADD); nan-to-zero 0",
     .target = {ON(BGRX8, 0xF, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD),
         EQ(DEST_ALPHA, ZERO, ADD))}},
    {"19 X8 saturates to 0", NULL, "f",
     "ok | B8G8R8A8_SRGB 3 (ZERO ONE REVERSE_SUBTRACT, ONE ONE ADD); "
     "nan-to-zero 0",
     .target = {ON(SBGRX8, 0xB, EQ(SRC_ALPHA_SAT, DEST_ALPHA, REV_SUBTRACT), SUM)}},
    {"19 X8 without blending", NULL, "f", "ok | B8G8R8A8_UNORM 7; nan-to-zero 0",
     .target = {OFF(BGRX8, 0xF)}},
    {"20 a format without alpha reads 1 by itself", NULL, "f",
     "ok | R8G8_UNORM 3 (DST_ALPHA SRC_ALPHA_SATURATE ADD, ONE ONE ADD); "
     "nan-to-zero 0",
     .target = {ON(RG8, 0xF, EQ(DEST_ALPHA, SRC_ALPHA_SAT, ADD), SUM)}},

    /* 21, 22: alpha slots. */
    {"21 color factors mean alpha in alpha slots", NULL, "f",
     "ok | R32_SFLOAT 1 (SRC_COLOR DST_COLOR ADD, SRC_ALPHA DST_ALPHA ADD)",
     .target = {ON(R32F, 1, EQ(SRC_COLOR, DEST_COLOR, ADD),
         EQ(SRC_COLOR, DEST_COLOR, ADD))}},
    {"21 inverse ones too", NULL, "f",
     "ok | R32_SFLOAT 1 (ONE_MINUS_SRC_COLOR ONE_MINUS_DST_COLOR ADD, "
     "ONE_MINUS_SRC_ALPHA ONE_MINUS_DST_ALPHA ADD)",
     .target = {ON(R32F, 1, EQ(INV_SRC_COLOR, INV_DEST_COLOR, ADD),
         EQ(INV_SRC_COLOR, INV_DEST_COLOR, ADD))}},
    {"22 constants", NULL, "f",
     "ok | R32_SFLOAT 1 (CONSTANT_COLOR ONE_MINUS_CONSTANT_ALPHA ADD, "
     "CONSTANT_ALPHA ONE_MINUS_CONSTANT_ALPHA ADD)",
     .target = {ON(R32F, 1, EQ(BLEND_FACTOR, INV_ALPHA_FACTOR, ADD),
         EQ(BLEND_FACTOR, INV_ALPHA_FACTOR, ADD))}},
    {"22 the other constants", NULL, "f",
     "ok | R32_SFLOAT 1 (CONSTANT_ALPHA ONE_MINUS_CONSTANT_COLOR ADD, "
     "CONSTANT_ALPHA ONE_MINUS_CONSTANT_ALPHA ADD)",
     .target = {ON(R32F, 1, EQ(ALPHA_FACTOR, INV_BLEND_FACTOR, ADD),
         EQ(ALPHA_FACTOR, INV_BLEND_FACTOR, ADD))}},

    /* 24 to 26: dual source. */
    {"24 second source on target 1", NULL, "ff",
     "invalid: target 1 reads the second source, which only target 0 can",
     .target = {OFF(RGBA8, 0xF), ON(RGBA8, 0xF, SUM, DUAL)}},
    {"24 second source on target 2, mask 0", NULL, "f-f",
     "invalid: target 2 reads the second source, which only target 0 can",
     .target = {OFF(RGBA8, 0xF), HOLE, ON(RGBA8, 0, DUAL, SUM)}},
    {"24 second source on target 1 that nothing declares", NULL, "f-",
     "ok | R32_SFLOAT 1 | R32_SFLOAT 0; needs independent-blend",
     .target = {OFF(R32F, 0xF), ON(R32F, 0xF, DUAL, DUAL)}},
    {"24 a declared target beside", NULL, "fff",
     "invalid: the shader outputs to target 2 while target 0 is dual source",
     .target = {ON(R32F, 0xF, DUAL, SUM), HOLE, OFF(R32F, 0)}},
    {"24 SV_Target1 has a target of its own", NULL, "ff",
     "invalid: the shader outputs to target 1 while target 0 is dual source",
     .target = {ON(R32F, 0xF, SUM, DUAL), OFF(R32F, 0xF)}},
    {"24 a target beside that nothing declares", NULL, "ff-",
     "ok | R32_SFLOAT 1 (SRC1_COLOR ONE_MINUS_SRC1_ALPHA REVERSE_SUBTRACT, "
     "ONE ONE ADD) | hole 0 | R32_SFLOAT 0; needs independent-blend,"
     "dual-src-blend; second-source 1",
     .target = {ON(R32F, 0xF, DUAL, SUM), HOLE, ON(R32F, 0xF, DUAL, SUM)}},
    {"24 MIN and MAX never take a second source along", NULL, "ff",
     "ok | R32_SFLOAT 1 (ONE ONE MIN, ONE ONE MAX); drop-output 1",
     .target = {ON(R32F, 0xF, EQ(SRC1_COLOR, SRC1_ALPHA, MIN),
         EQ(SRC1_ALPHA, INV_SRC1_ALPHA, MAX))}},
    {"25 SV_Target1 becomes Index 1, the rest is dropped", NULL, "ffof",
     "ok | R8G8B8A8_UNORM F (SRC1_COLOR ONE_MINUS_SRC1_ALPHA REVERSE_SUBTRACT, "
     "SRC1_ALPHA ONE_MINUS_SRC1_ALPHA REVERSE_SUBTRACT); needs dual-src-blend; "
     "second-source 1; drop-output 2; drop-output 3; nan-to-zero 0",
     .target = {ON(RGBA8, 0xF, DUAL, DUAL)}},
    {"25 a second source that is not declared", NULL, "f",
     "ok | R32_SFLOAT 1 (SRC1_ALPHA ZERO ADD, ZERO ONE ADD); needs "
     "dual-src-blend; second-source 1",
     .target = {ON(R32F, 0xF, EQ(SRC1_ALPHA, ZERO, ADD), EQ(ZERO, ONE, ADD))}},
    {"25 no dualSrcBlend", no_dual_src_blend, "ff",
     "unsupported: dualSrcBlend: target 0 reads the second source | "
     "R16G16B16A16_SFLOAT 9 (ONE ONE ADD, ONE SRC1_ALPHA ADD); needs "
     "dual-src-blend; second-source 1",
     .target = {ON(RGBA16F, 9, SUM, EQ(ONE, SRC1_ALPHA, ADD))}},
    {"25 dualSrcBlend without attachments", no_dual_src_attachments, "ff",
     "unsupported: maxFragmentDualSrcAttachments is 0: target 0 reads the "
     "second source | R32_SFLOAT 1 (ONE SRC1_ALPHA ADD, ONE ONE ADD); "
     "needs dual-src-blend; second-source 1",
     .target = {ON(R32F, 0xF, EQ(ONE, SRC1_ALPHA, ADD), SUM)}},
    {"25 no dualSrcBlend, and none asked for", no_dual_src_blend, "f",
     "ok | R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD)", .target = {ON(R32F, 1, SUM, SUM)}},
    {"26 mask 0 is no dual source", no_dual_src_blend, "ff",
     "ok | R8G8B8A8_UNORM 0; drop-output 1", .target = {ON(RGBA8, 0, DUAL, DUAL)}},
    {"26 a mask of what is missing neither", no_dual_src_blend, "ff",
     "ok | R8G8_UNORM 0; drop-output 1", .target = {ON(RG8, 0xC, DUAL, DUAL)}},
    {"26 nor is a masked alpha equation", no_dual_src_blend, "ff",
     "ok | R8G8B8A8_UNORM 7 (ONE ONE ADD, ONE ZERO ADD); drop-output 1; "
     "nan-to-zero 0", .target = {ON(RGBA8, 7, SUM, DUAL)}},
    {"26 nor one that scales an alpha that is missing", no_dual_src_blend, "ff",
     "ok | R32_SFLOAT 1 (ONE ONE ADD, ONE ZERO ADD); drop-output 1",
     .target = {ON(R32F, 0xF, SUM, EQ(SRC1_ALPHA, ONE, ADD))}},
    {"26 nor is saturated alpha a second source", no_dual_src_blend, "ff",
     "ok | R8G8B8A8_UNORM 7 (SRC_ALPHA_SATURATE ONE ADD, ONE ZERO ADD); "
     "drop-output 1; nan-to-zero 0", .target = {ON(RGBA8, 7, EQ(SRC_ALPHA_SAT, ONE, ADD), DUAL)}},
    {"26 nor the constant's alpha, beside a masked one", no_dual_src_blend, "ff",
     "ok | R8G8B8A8_UNORM 8 (ONE ZERO ADD, CONSTANT_ALPHA SRC_ALPHA_SATURATE "
     "ADD); drop-output 1; nan-to-zero 0",
     .target = {ON(RGBA8, 8, EQ(SRC1_COLOR, ONE, ADD), EQ(BLEND_FACTOR, SRC_ALPHA_SAT, ADD))}},
    {"26 nor a masked colour equation", no_dual_src_blend, "ff",
     "ok | R8G8B8A8_UNORM 8 (ONE ZERO ADD, ONE ONE ADD); drop-output 1; "
     "nan-to-zero 0", .target = {ON(RGBA8, 8, EQ(DEST_COLOR, INV_SRC1_ALPHA, SUBTRACT), SUM)}},
    {"26 the other half may have it", NULL, "ff",
     "ok | R8G8B8A8_UNORM 7 (ONE ONE_MINUS_SRC1_ALPHA ADD, SRC1_ALPHA "
     "ONE_MINUS_SRC1_ALPHA REVERSE_SUBTRACT); needs dual-src-blend; "
     "second-source 1; nan-to-zero 0",
     .target = {ON(RGBA8, 7, EQ(ONE, INV_SRC1_ALPHA, ADD), DUAL)}},
    {"26 blending off beside its own target", NULL, "ff",
     "ok | R32_SFLOAT 1 | R32_SFLOAT 1",
     .target = {{R32F, false, 0xF, DUAL, DUAL}, {R32F, false, 0xF, DUAL, DUAL}}},

    /* 27, 40: outputs and targets that have no partner. */
    {"27 not declared", NULL, "f-f",
     "ok | R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD) | R32_SFLOAT 0 | "
     "R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD); needs independent-blend",
     .target = {ON(R32F, 0xF, SUM, SUM), ON(R32F, 0xF, SUM, SUM),
      ON(R32F, 0xF, SUM, SUM)}},
    {"27 not declared, on a device that needs equal states",
     no_independent_blend, "f-",
     "unsupported: independentBlend: targets 0 and 1 differ | "
     "R32_SFLOAT 1 | R32_SFLOAT 0; needs independent-blend",
     .target = {OFF(R32F, 0xF), OFF(R32F, 0xF)}},
    {"27 no pixel shader", NULL, NULL,
     "ok | R32_SFLOAT 0 | R8G8B8A8_UINT 0",
     .target = {OFF(R32F, 0xF), ON(RGBA8UI, 0xF, SUM, SUM)}, .alpha_to_coverage = true},
    {"40 outputs into holes are dropped", NULL, "fufi",
     "ok | hole 0 | R32_UINT 1 | hole 0; needs independent-blend; "
     "drop-output 0; drop-output 2; drop-output 3",
     .target = {HOLE, OFF(R32UI, 0xF), HOLE}, .holes = 1},
    {"40 no target at all", NULL, "ff", "ok; drop-output 0; drop-output 1",
     .target = {HOLE}},
    {"40 only holes", no_independent_blend, "f",
     "ok | hole 0 | hole 0; drop-output 0", .target = {HOLE}, .holes = 2},

    /* 29, 30: integers. */
    {"29 integers of 32 bits need no clamp", NULL, "ui",
     "ok | R32_UINT 1 | R32_SINT 1", .target = {OFF(R32UI, 0xF), OFF(R32I, 0xF)}},
    {"29 masked-off integers neither", NULL, "u", "ok | R8G8B8A8_UINT 0",
     .target = {OFF(RGBA8UI, 0)}},
    {"29 an int that reaches UINT", NULL, "i",
     "ok | R32_UINT 1; clamp-integer 0 [0 80000000 80000000 80000000, "
     "7fffffff 7fffffff 7fffffff 7fffffff]", .target = {OFF(R32UI, 0xF)}},
    {"29 a uint that reaches SINT", NULL, "u",
     "ok | R8G8B8A8_SINT F; clamp-integer 0 [0 0 0 0, 7f 7f 7f 7f]",
     .target = {OFF(RGBA8I, 0xF)}},
    {"29 a float that reaches UINT is the shader's fault", NULL, "f",
     "ok | R8G8B8A8_UINT F", .target = {OFF(RGBA8UI, 0xF)}},
    {"29 a uint that reaches UNORM too", NULL, "u", "ok | R8G8B8A8_UNORM F",
     .target = {OFF(RGBA8, 0xF)}},
    {"30 blending UINT", NULL, "u",
     "invalid: target 0 blends R8G8B8A8_UINT, which Direct3D never blends",
     .target = {ON(RGBA8UI, 0xF, SUM, SUM)}},
    {"30 blending SINT behind mask 0", NULL, "i",
     "invalid: target 0 blends R32_SINT, which Direct3D never blends",
     .target = {ON(R32I, 0, SUM, SUM)}},
    {"30 blending UINT that nothing declares", NULL, "f-",
     "ok | R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD) | R32_UINT 0; "
     "needs independent-blend",
     .target = {ON(R32F, 0xF, SUM, SUM), ON(R32UI, 0xF, SUM, SUM)}},

    /* 31 to 36: coverage. */
    {"31 an exported mask switches alpha-to-coverage off", NULL, "f",
     "ok | R32_SFLOAT 1; 4 samples", .target = {OFF(R32F, 0xF)}, .samples = 4,
     .alpha_to_coverage = true, .coverage = OMBRE_COVERAGE_MASK},
    {"31 one a pixel too", NULL, "f",
     "ok | R32_SFLOAT 1; 4 samples", .target = {OFF(R32F, 0xF)}, .samples = 4,
     .alpha_to_coverage = true, .coverage = OMBRE_COVERAGE_PER_PIXEL},
    {"32 alpha-to-coverage, and a NaN that is stored", NULL, "f",
     "ok | R32_SFLOAT 1; a2c; 8 samples", .target = {OFF(R32F, 0xF)}, .samples = 8,
     .alpha_to_coverage = true},
    {"32 a NaN that only covers is 0", NULL, "f",
     "ok | R32_SFLOAT 0; a2c; 2 samples; nan-to-zero 0", .target = {OFF(R32F, 0)},
     .samples = 2, .alpha_to_coverage = true},
    {"32 output 0 stays for alpha although slot 0 is a hole", NULL, "ff",
     "ok | hole 0 | R32_SFLOAT 1; needs independent-blend; a2c; 4 samples; "
     "nan-to-zero 0", .target = {HOLE, OFF(R32F, 0xF)}, .samples = 4,
     .alpha_to_coverage = true},
    {"32 output 0 goes where coverage is exported", NULL, "ff",
     "ok | hole 0 | R32_SFLOAT 1; needs independent-blend; 4 samples; "
     "drop-output 0", .target = {HOLE, OFF(R32F, 0xF)}, .samples = 4,
     .alpha_to_coverage = true, .coverage = OMBRE_COVERAGE_MASK},
    {"32 no alpha to read", NULL, "o", "ok | R32_SFLOAT 1; 4 samples",
     .target = {OFF(R32F, 0xF)}, .samples = 4, .alpha_to_coverage = true},
    {"32 no output to read", NULL, "-f",
     "ok | R32_SFLOAT 0 | R32_SFLOAT 1; needs independent-blend; 4 samples",
     .target = {OFF(R32F, 0xF), OFF(R32F, 0xF)}, .samples = 4, .alpha_to_coverage = true},
    {"34 alpha of an integer", NULL, "u",
     "unsupported: alphaToCoverageEnable: Vulkan skips it where SV_Target0 is "
     "an integer | R32_UINT 1; a2c; 4 samples", .target = {OFF(R32UI, 0xF)},
     .samples = 4, .alpha_to_coverage = true},
    {"34 no alpha of an integer", NULL, "j", "ok | R32_SINT 1; 4 samples",
     .target = {OFF(R32I, 0xF)}, .samples = 4, .alpha_to_coverage = true},
    {"35 one sample is covered by alpha too", NULL, "f",
     "ok | R32_SFLOAT 1; a2c", .target = {OFF(R32F, 0xF)}, .alpha_to_coverage = true},
    {"no alpha-to-coverage asked for", NULL, "f", "ok | R32_SFLOAT 1; 8 samples",
     .target = {OFF(R32F, 0xF)}, .samples = 8},

    /* 37: R9G9B9E5; 38: masks are test_masks. */
    {"37 a shared exponent takes alpha along", NULL, "f",
     "ok | E5B9G9R9_UFLOAT_PACK32 F", .target = {OFF(RGB9E5, 7)}},
    {"37 alpha alone writes nothing", NULL, "f",
     "ok | E5B9G9R9_UFLOAT_PACK32 0", .target = {ON(RGB9E5, 8, SUM, SUM)}},
    {"37 a partial mask is all", NULL, "f",
     "ok | E5B9G9R9_UFLOAT_PACK32 F (ONE ONE ADD, ONE ZERO ADD)",
     .target = {ON(RGB9E5, 2, SUM, COPY)}},

    {"37 alpha of a shared exponent is no spare bit", no_independent_blend, "ffif",
     "ok | E5B9G9R9_UFLOAT_PACK32 F | R32_SFLOAT F | R32_SINT F | R8_SNORM F; "
     "nan-to-zero 3",
     .target = {OFF(RGB9E5, 0xF), OFF(R32F, 1), OFF(R32I, 1), OFF(R8SN, 1)}},

    /* 39: three limits. */
    {"39 maxColorAttachments", three_attachments, "f",
     "unsupported: maxColorAttachments is 3: there are 4 targets | "
     "R32_SFLOAT 1 | hole 0 | hole 0 | R32_SFLOAT 0; needs independent-blend",
     .target = {OFF(R32F, 0xF), HOLE, HOLE, OFF(R32F, 0xF)}},
    {"39 holes at the end are no attachments", three_attachments, "f---f",
     "ok | R32_SFLOAT 1 | hole 0 | hole 0; needs independent-blend; "
     "drop-output 4", .target = {OFF(R32F, 0xF)}, .holes = 7},
    {"39 holes stay where there is room", NULL, "f",
     "ok | R32_SFLOAT 1 | hole 0 | hole 0 | hole 0; needs independent-blend",
     .target = {OFF(R32F, 0xF)}, .holes = 3},
    {"39 maxFragmentOutputAttachments", three_outputs, "---f",
     "unsupported: maxFragmentOutputAttachments is 3: the shader outputs to "
     "SV_Target3 | hole 0 | hole 0 | hole 0 | R32_SFLOAT 1; "
     "needs independent-blend", .target = {HOLE, HOLE, HOLE, OFF(R32F, 0xF)}},
    {"39 dropped outputs do not count", three_outputs, "ffff",
     "ok | R32_SFLOAT 1 | R32_SFLOAT 1 | R32_SFLOAT 1; drop-output 3",
     .target = {OFF(R32F, 1), OFF(R32F, 1), OFF(R32F, 1)}},
    {"39 masked-off outputs do", three_outputs, "---f",
     "unsupported: maxFragmentOutputAttachments is 3: the shader outputs to "
     "SV_Target3 | hole 0 | hole 0 | hole 0 | R32_SFLOAT 0",
     .target = {HOLE, HOLE, HOLE, OFF(R32F, 0)}},
    {"39 maxFragmentCombinedOutputResources", three_resources, "ffff",
     "unsupported: maxFragmentCombinedOutputResources is 3: the shader has 4 "
     "outputs | R32_SFLOAT 1 | R32_SFLOAT 1 | R32_SFLOAT 1 | R32_SFLOAT 1",
     .target = {OFF(R32F, 1), OFF(R32F, 1), OFF(R32F, 1), OFF(R32F, 1)}},
    {"39 three resources for three", three_resources, "ff-f",
     "ok | R32_SFLOAT 1 | R32_SFLOAT 1 | hole 0 | R32_SFLOAT 1; "
     "needs independent-blend",
     .target = {OFF(R32F, 1), OFF(R32F, 1), HOLE, OFF(R32F, 1)}},
    {"39 the second source shares Location 0", three_resources, "ffff",
     "ok | R32_SFLOAT 1 (ONE SRC1_ALPHA ADD, ONE ONE ADD); "
     "needs dual-src-blend; second-source 1; drop-output 2; drop-output 3",
     .target = {ON(R32F, 1, EQ(ONE, SRC1_ALPHA, ADD), SUM)}},

    {"39 the second source has no Location of its own", one_output, "ff",
     "ok | R32_SFLOAT 1 (ONE SRC1_ALPHA ADD, ONE ONE ADD); "
     "needs dual-src-blend; second-source 1",
     .target = {ON(R32F, 1, EQ(ONE, SRC1_ALPHA, ADD), SUM)}},
    {"39 the first source has", no_resources, "ff",
     "unsupported: maxFragmentCombinedOutputResources is 0: the shader has 1 "
     "outputs | R32_SFLOAT 1 (ONE SRC1_ALPHA ADD, ONE ONE ADD); "
     "needs dual-src-blend; second-source 1",
     .target = {ON(R32F, 1, EQ(ONE, SRC1_ALPHA, ADD), SUM)}},

    /* 41, 42: classes and color spaces side by side. */
    {"41 42 eight formats", NULL, "ffuiffff",
     "ok | R8G8B8A8_SRGB F | R32G32B32A32_SFLOAT F | R32_UINT 1 | "
     "R8G8B8A8_SINT F | R8G8B8A8_SNORM F | B10G11R11_UFLOAT_PACK32 7 | "
     "A2B10G10R10_UNORM_PACK32 F | R32G32B32_SFLOAT 7; "
     "needs independent-blend; nan-to-zero 0; nan-to-zero 4; nan-to-zero 6; "
     "clamp-integer 3 [ffffff80 ffffff80 ffffff80 ffffff80, 7f 7f 7f 7f]",
     .target = {OFF(SRGBA8, 0xF), OFF(RGBA32F, 0xF), OFF(R32UI, 0xF), OFF(RGBA8I, 0xF),
      OFF(RGBA8SN, 0xF), OFF(R11G11B10, 0xF), OFF(RGB10A2, 0xF),
      OFF(RGB32F, 0xF)}},

    /* 43: no copy in disguise. */
    {"43 ONE ZERO ADD stays a blend", NULL, "f",
     "ok | R32_SFLOAT 1 (ONE ZERO ADD, ONE ZERO ADD)", .target = {ON(R32F, 1, COPY, COPY)}},
    {"43 ZERO ONE ADD stays a write", NULL, "f",
     "ok | R32_SFLOAT 1 (ZERO ONE ADD, ZERO ONE ADD)",
     .target = {ON(R32F, 1, EQ(ZERO, ONE, ADD), EQ(ZERO, ONE, ADD))}},

    /* 45: abilities of formats. */
    {"45 no blend", no_blend_on_rgba8, "f",
     "unsupported: VK_FORMAT_R8G8B8A8_UNORM lacks COLOR_ATTACHMENT_BLEND: "
     "target 0 blends | R8G8B8A8_UNORM F (ONE ONE ADD, ONE ONE ADD); "
     "nan-to-zero 0", .target = {ON(RGBA8, 0xF, SUM, SUM)}},
    {"45 no blend, and none asked for", no_blend_on_rgba8, "f",
     "ok | R8G8B8A8_UNORM F; nan-to-zero 0", .target = {OFF(RGBA8, 0xF)}},
    {"45 no blend, but mask 0", no_blend_on_rgba8, "f", "ok | R8G8B8A8_UNORM 0",
     .target = {ON(RGBA8, 0, SUM, SUM)}},
    {"45 no attachment", minimum, "f",
     "unsupported: VK_FORMAT_R16G16B16A16_UNORM lacks COLOR_ATTACHMENT: "
     "target 0 | R16G16B16A16_UNORM 8; nan-to-zero 0", .target = {OFF(RGBA16, 8)}},
    {"45 no attachment, nothing written", minimum, "-",
     "unsupported: VK_FORMAT_R8G8B8A8_SNORM lacks COLOR_ATTACHMENT: "
     "target 0 | R8G8B8A8_SNORM 0", .target = {OFF(RGBA8SN, 0xF)}},
    {"45 the least device blends what it must", minimum, "fff",
     "ok | R8G8B8A8_UNORM F (ONE ONE ADD, ONE ONE ADD) | "
     "R8_UNORM F (ONE ONE ADD, ONE ONE ADD) | "
     "B8G8R8A8_UNORM F (ONE ONE ADD, ONE ONE ADD); 4 samples; nan-to-zero 0; "
     "nan-to-zero 1; nan-to-zero 2; alpha-to-red 1",
     .target = {ON(RGBA8, 0xF, SUM, SUM), ON(A8, 0xF, SUM, SUM),
      ON(BGRX8, 0xF, SUM, SUM)}, .samples = 4},
    {"45 and no other", minimum_but_independent, "ff",
     "unsupported: VK_FORMAT_R32_SFLOAT lacks COLOR_ATTACHMENT_BLEND: "
     "target 1 blends | R32_SFLOAT 1 | R32_SFLOAT 1 (ONE ONE ADD, ONE ONE ADD);"
     " needs independent-blend", .target = {OFF(R32F, 1), ON(R32F, 1, SUM, SUM)}},
    {"45 samples of the device", one_sample, "f",
     "unsupported: framebufferColorSampleCounts lacks 4: target 0 is "
     "VK_FORMAT_R32_SFLOAT | R32_SFLOAT 1; 4 samples", .target = {OFF(R32F, 1)},
     .samples = 4},
    {"45 which are not those of integers", one_sample, "u",
     "ok | R32_UINT 1; 4 samples", .target = {OFF(R32UI, 1)}, .samples = 4},
    {"45 samples of integers", one_integer_sample, "fu",
     "unsupported: framebufferIntegerColorSampleCounts lacks 2: target 1 is "
     "VK_FORMAT_R32_UINT | R32_SFLOAT 1 | R32_UINT 1; 2 samples",
     .target = {OFF(R32F, 1), OFF(R32UI, 1)}, .samples = 2},
    {"45 samples of the format", two_samples_on_rgba8, "f",
     "unsupported: VK_FORMAT_R8G8B8A8_UNORM has no 4 samples: target 0 | "
     "R8G8B8A8_UNORM F; 4 samples; nan-to-zero 0", .target = {OFF(RGBA8, 0xF)},
     .samples = 4},
    {"45 samples of the format that it has", two_samples_on_rgba8, "f",
     "ok | R8G8B8A8_UNORM F; 2 samples; nan-to-zero 0", .target = {OFF(RGBA8, 0xF)},
     .samples = 2},
    {"45 no sample counts for no targets", one_sample, "-",
     "ok | hole 0; 8 samples", .target = {HOLE}, .holes = 1, .samples = 8},
    {"facts that lie about their size", wrong_count, "f", "ok | R32_SFLOAT 1",
     .target = {OFF(R32F, 1)}},

    {"48 NaN is 0 in fixed point, and stays in floats", NULL, "ffff",
     "ok | R8G8B8A8_UNORM F | R16G16B16A16_SFLOAT F | R16G16B16A16_SNORM F | "
     "R8G8B8A8_SRGB F; nan-to-zero 0; nan-to-zero 2; nan-to-zero 3",
     .target = {OFF(RGBA8, 0xF), OFF(RGBA16F, 0xF), OFF(13, 0xF), OFF(29, 0xF)}},

    /* Several things at once. */
    {"everything that is missing is listed", nothing, "f",
     "unsupported: maxColorAttachments is 0: there are 1 targets; "
     "maxFragmentOutputAttachments is 0: the shader outputs to SV_Target0; "
     "maxFragmentCombinedOutputResources is 0: the shader has 1 outputs | "
     "R32_SFLOAT 1", .target = {OFF(R32F, 1)}},
    {"what does not fit is left out, what does is not", poor, "uu",
     "unsupported: independentBlend: targets 0 and 1 differ; logicOp: all "
     "targets have logic operation CLEAR; maxColorAttachments is 1: there are "
     "2 targets; VK_FORMAT_R32_UINT lacks COLOR_ATTACHMENT: target 0 | R32_UINT 1 | R32_UINT 0; needs independent-blend,logic-op; "
     "logic CLEAR", .target = {OFF(R32UI, 1), OFF(R32UI, 0)}, .logic = true},

    /* Numbers that are none. */
    {"a factor that is none", NULL, "f",
     "invalid: target 0 has an unknown factor or operation",
     .target = {ON(R32F, 1, SUM, FACTOR_12)}},
    {"an operation that is none", NULL, "f",
     "invalid: target 0 has an unknown factor or operation",
     .target = {ON(R32F, 1, OP_6, SUM)}},
    {"a factor that is none, of a target that nothing declares", NULL, "f-",
     "invalid: target 1 has an unknown factor or operation",
     .target = {OFF(R32F, 1),
      ON(R32F, 1, FACTOR_0, SUM)}},
    {"an output that is none", NULL, "?", "invalid: SV_Target0 has no known type",
     .target = {OFF(R32F, 1)}},
    {"an output that is none, the last one", NULL, "f------?",
     "invalid: SV_Target7 has no known type", .target = {OFF(R32F, 1)}},
    {"a mask of five bits", NULL, "f", "invalid: target 0 has write mask 0x1f",
     .target = {OFF(R32F, 0x1F)}},
    {"three samples", NULL, "f", "invalid: a sample count of 3",
     .target = {OFF(R32F, 1)}, .samples = 3},
    {"32 samples", NULL, "f",
     "unsupported: framebufferColorSampleCounts lacks 32: target 0 is "
     "VK_FORMAT_R32_SFLOAT | R32_SFLOAT 1; 32 samples",
     .target = {OFF(R32F, 1)}, .samples = 32},
    {"64 samples", NULL, "f", "invalid: a sample count of 64",
     .target = {OFF(R32F, 1)}, .samples = 64},
};
/* clang-format on */

/* Differences that are not the translator's: the tests that look after them,
 * "file: test" or "file: test: name of a row", or why none does.
 * rules_audit.py asks whether these tests exist. */
static const struct {
    unsigned number;
    const char *what, *where;
} elsewhere[] = {
    {1, "entry 0 for all targets", "test_agree.c: entry_0_speaks_for_all"},
    {7, "SNORM's 1 - x is not clamped",
     "test_reference_fixed.c: test_rows: SNORM factor 2"},
    {8, "constants are clamped by target",
     "test_reference.c: test_rows: [4] constant free on fp32"},
    {9, "float inputs may be clamped",
     "test_reference_float.c: test_clamped_operands"},
    {10, "NaN with weight 0",
     "test_reference_float.c: test_blends_32: "
     "NaN with weight 0 is dropped or not"},
    {11, "MIN, MAX with NaN",
     "test_reference_float.c: test_blends_32: MIN of NaN"},
    {12, "denormals",
     "test_reference_float.c: test_blends_32: denormal result"},
    {13, "rounding of float stores", "test_reference_float.c: test_stores"},
    {14, "rounding of fixed-point stores", "test_reference_fixed.c: test_rows"},
    {15, "round trips", "test_reference_shared.c: test_written_back"},
    {16, "formats below 8 bits",
     "test_reference_fixed.c: test_rows: 5 bits, 8 bits first, .93"},
    {17, "sRGB tolerance", "test_reference_srgb.c: test_rows"},
    {23, "the default constant", "test_state.c: test_defaults"},
    {28, "outputs that lack components",
     "test_validate.c: test_rows: rg to rgba"},
    {33, "alpha-to-one", "not a field of ombre_vk_state: nothing turns it on"},
    {36, "SampleMask", "test_translate_facts.c: constants_and_sample_mask"},
    {38, "write masks", "test_translate_facts.c: masks"},
    {44, "rasterizer-ordered views", "not the output merger's"},
    {46, "side effects on statistics", "not the output merger's"},
    {47, "dithering", "not in gpu.h: no state says it"},
};

enum { DIFFERENCES = 48 };

/* --- From a row to a state ----------------------------------------------- */

static struct ombre_output output_of(char letter)
{
    static const struct {
        char letter;
        struct ombre_output output;
    } letters[] = {
        {'f', {OMBRE_OUTPUT_FLOAT, 0xF}},
        {'u', {OMBRE_OUTPUT_UINT, 0xF}},
        {'i', {OMBRE_OUTPUT_SINT, 0xF}},
        {'o', {OMBRE_OUTPUT_FLOAT, 0x7}},
        {'j', {OMBRE_OUTPUT_SINT, 0x7}},
        {'-', {OMBRE_OUTPUT_NONE, 0xF}},
        {'?', {(enum ombre_output_type) 4, 0xF}},
    };
    for (size_t i = 0; i < COUNT(letters); i++)
        if (letters[i].letter == letter)
            return letters[i].output;
    fail_msg("no output is called %c", letter);
    return letters[0].output;
}

/* Whatever Direct3D ignores is poisoned: outputs without a shader too. */
static struct ombre_pixel_shader shader_of(const struct row *row)
{
    struct ombre_pixel_shader shader = {
        .bound = row->outputs != NULL,
        .coverage = row->coverage,
        .coverage_mask = 0xDEADBEEF,
    };
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        shader.output[i] = output_of(row->outputs == NULL ? 'f' : '-');
    for (unsigned i = 0; shader.bound && row->outputs[i] != 0; i++)
        shader.output[i] = output_of(row->outputs[i]);
    return shader;
}

static struct ombre_state state_of(const struct row *row)
{
    struct ombre_state state = {
        .logic_op_enable = row->logic,
        .logic_op = row->logic_op,
        .alpha_to_coverage = row->alpha_to_coverage,
        .blend_factor = {0.1f, 2.0f, -0.3f, 0.7f},
        .sample_mask = 0x5A5AC3C3,
        .sample_count = row->samples == 0 ? 1 : row->samples,
        .shader = shader_of(row),
    };
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const struct row_target *t = &row->target[i];
        state.target[i] = (struct ombre_target){
            .format = ombre_format_find(t->dxgi),
            .blend_enable = t->blend,
            .color = t->color,
            .alpha = t->alpha,
            .write_mask = t->mask,
        };
        if (t->dxgi != 0)
            state.target_count = i + 1;
    }
    state.target_count += row->holes;
    return state;
}

/* --- From a translation to text ------------------------------------------- */

struct text {
    char buffer[2048];
    size_t used;
};

static void say(struct text *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(text->buffer + text->used, sizeof text->buffer - text->used,
                  format, arguments);
    va_end(arguments);
    assert_true(length >= 0 &&
                (size_t) length < sizeof text->buffer - text->used);
    text->used += (size_t) length;
}

/* `name` without its prefix, which must be there. */
static const char *plain(const char *name, const char *prefix)
{
    assert_non_null(name);
    assert_int_equal(strncmp(name, prefix, strlen(prefix)), 0);
    return name + strlen(prefix);
}

static const char *factor(VkBlendFactor f)
{
    return plain(ombre_vk_blend_factor_name(f), "VK_BLEND_FACTOR_");
}

static const char *blend_op(VkBlendOp op)
{
    return plain(ombre_vk_blend_op_name(op), "VK_BLEND_OP_");
}

static void show_attachment(struct text *text, VkFormat format,
                            const VkPipelineColorBlendAttachmentState *a)
{
    if (format == VK_FORMAT_UNDEFINED)
        say(text, " | hole %X", a->colorWriteMask);
    else
        say(text, " | %s %X", plain(ombre_vk_format_name(format), "VK_FORMAT_"),
            a->colorWriteMask);
    if (a->blendEnable != VK_FALSE) {
        say(text, " (%s %s %s, %s %s %s)", factor(a->srcColorBlendFactor),
            factor(a->dstColorBlendFactor), blend_op(a->colorBlendOp),
            factor(a->srcAlphaBlendFactor), factor(a->dstAlphaBlendFactor),
            blend_op(a->alphaBlendOp));
        return;
    }
    /* What Vulkan ignores has one spelling. */
    assert_int_equal(a->srcColorBlendFactor, VK_BLEND_FACTOR_ONE);
    assert_int_equal(a->dstColorBlendFactor, VK_BLEND_FACTOR_ZERO);
    assert_int_equal(a->colorBlendOp, VK_BLEND_OP_ADD);
    assert_int_equal(a->srcAlphaBlendFactor, VK_BLEND_FACTOR_ONE);
    assert_int_equal(a->dstAlphaBlendFactor, VK_BLEND_FACTOR_ZERO);
    assert_int_equal(a->alphaBlendOp, VK_BLEND_OP_ADD);
}

static void show_needs(struct text *text, uint32_t needs)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } names[] = {
        {OMBRE_VK_NEED_INDEPENDENT_BLEND, "independent-blend"},
        {OMBRE_VK_NEED_DUAL_SRC_BLEND, "dual-src-blend"},
        {OMBRE_VK_NEED_LOGIC_OP, "logic-op"},
    };
    const char *separator = "; needs ";
    for (size_t i = 0; i < COUNT(names); i++) {
        if ((needs & names[i].bit) == 0)
            continue;
        say(text, "%s%s", separator, names[i].name);
        separator = ",";
    }
    assert_int_equal(needs & ~UINT32_C(7), 0);
}

static void show_patch(struct text *text, const struct ombre_vk_patch *p)
{
    say(text, "; %s %u", ombre_vk_patch_name(p->kind), p->output);
    if (p->kind == OMBRE_VK_PATCH_CLAMP_INTEGER)
        say(text, " [%x %x %x %x, %x %x %x %x]", p->low[0], p->low[1],
            p->low[2], p->low[3], p->high[0], p->high[1], p->high[2],
            p->high[3]);
}

/* What is beyond the last attachment is zero. */
static void assert_empty(const struct ombre_vk_state *vk)
{
    static const struct ombre_vk_state zero;

    for (uint32_t i = vk->attachment_count; i < OMBRE_VK_MAX_ATTACHMENTS; i++) {
        assert_memory_equal(&vk->attachment[i], &zero.attachment[i],
                            sizeof zero.attachment[i]);
        assert_int_equal(vk->format[i], VK_FORMAT_UNDEFINED);
    }
}

static void show_state(struct text *text, const struct ombre_vk_state *vk)
{
    bool second_source = false;

    for (uint32_t i = 0; i < vk->attachment_count; i++)
        show_attachment(text, vk->format[i], &vk->attachment[i]);
    assert_empty(vk);
    show_needs(text, vk->needs);
    if (vk->logic_op_enable)
        say(text, "; logic %s",
            plain(ombre_vk_logic_op_name(vk->logic_op), "VK_LOGIC_OP_"));
    else
        assert_int_equal(vk->logic_op, VK_LOGIC_OP_COPY);
    if (vk->alpha_to_coverage_enable)
        say(text, "; a2c");
    if (vk->samples != VK_SAMPLE_COUNT_1_BIT)
        say(text, "; %u samples", vk->samples);
    for (uint32_t i = 0; i < vk->patch_count; i++) {
        show_patch(text, &vk->patch[i]);
        second_source |= vk->patch[i].kind == OMBRE_VK_PATCH_SECOND_SOURCE;
    }
    assert_int_equal(vk->dual_source, second_source);
}

static void show(struct text *text, const struct ombre_translation *t)
{
    text->used = 0;
    say(text, "%s", ombre_translate_status_name(t->status));
    if (t->status != OMBRE_TRANSLATE_OK)
        say(text, ": %s", t->reason);
    if (t->status != OMBRE_TRANSLATE_INVALID)
        show_state(text, &t->vk);
}

/* --- Tests --------------------------------------------------------------- */

static void every_row(void **cmocka)
{
    (void) cmocka;
    unsigned failed = 0;

    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct ombre_state state = state_of(&rows[i]);
        struct ombre_vk_facts facts = ombre_vk_facts_all();
        struct ombre_translation t;
        struct text text;
        if (rows[i].device != NULL)
            rows[i].device(&facts);
        memset(&t, 0x5A, sizeof t);
        const enum ombre_translate_status status =
            ombre_translate(&state, &facts, &t);
        assert_int_equal(status, t.status);
        show(&text, &t);
        if (strcmp(text.buffer, rows[i].want) == 0)
            continue;
        print_error("%s:\n got  %s\n want %s\n", rows[i].name, text.buffer,
                    rows[i].want);
        failed++;
    }
    assert_int_equal(failed, 0);
}

/* Numbers at the beginning of a row's name, as bits: "18, 20 A8". */
static uint64_t numbers_of(const char *name)
{
    uint64_t numbers = 0;

    while (*name >= '0' && *name <= '9') {
        char *end;
        const unsigned long number = strtoul(name, &end, 10);
        if (number <= DIFFERENCES)
            numbers |= UINT64_C(1) << number;
        name = end + strspn(end, ", ");
    }
    return numbers;
}

static void every_difference_has_its_place(void **cmocka)
{
    (void) cmocka;
    uint64_t here = 0, there = 0;

    for (size_t i = 0; i < COUNT(rows); i++)
        here |= numbers_of(rows[i].name);
    for (size_t i = 0; i < COUNT(elsewhere); i++) {
        assert_in_range(elsewhere[i].number, 1, DIFFERENCES);
        assert_true(*elsewhere[i].what && *elsewhere[i].where);
        there |= UINT64_C(1) << elsewhere[i].number;
    }
    for (unsigned n = 1; n <= DIFFERENCES; n++)
        if (((here ^ there) >> n & 1) == 0) {
            print_error("difference %u: %s\n", n,
                        here >> n & 1 ? "has two places" : "has no place");
            fail();
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_row),
        cmocka_unit_test(every_difference_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
