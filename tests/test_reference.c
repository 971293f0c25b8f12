/* tests/test_reference.c - one pixel a row, from the specification's own
 * examples and from bugs seen in the field
 *
 * A row that fails prints its name; the other rows still run.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"

enum {
    R8 = 61,
    RG8 = 49,
    RGBA8 = 28,
    SRGB8 = 29,
    SNORM8 = 31,
    UINT8x4 = 30,
    SINT8x4 = 32,
    BGRA8 = 87,
    RGB10A2 = 24,
    R32U = 42,
    R8U = 62,
    R8S = 64,
    FP16 = 54,
    FP16x4 = 10,
    FP32 = 41,
    FP32x4 = 2,
    FP11 = 26,
    A8 = 65,
    X8 = 88,
    B565 = 85,
    UNORM16 = 11,
};

#define EQ(s, d, o)                        \
    {                                      \
        OMBRE_##s, OMBRE_##d, OMBRE_OP_##o \
    }
#define SAME(s, d, o) EQ(s, d, o), EQ(s, d, o)
#define ANY                \
    {                      \
        NAN, NAN, NAN, NAN \
    }

/* What a row expects of one component; all zero is nothing. */
struct want {
    bool ideal, set;      /* what is asked */
    uint32_t code;        /* ideal */
    uint32_t first, last; /* legal set under d3d: one range of codes */
};

struct row {
    const char *name;
    uint32_t dxgi;
    bool blend;
    struct ombre_equation color, alpha;
    float src[4], src1[4], constant[4];
    uint64_t dest; /* texel bits, first component lowest */
    uint8_t mask;
    struct want want[4];
};

#define W(code)                 \
    {                           \
        true, false, code, 0, 0 \
    }
#define WR(code, first, last)         \
    {                                 \
        true, true, code, first, last \
    }
#define NO                    \
    {                         \
        false, false, 0, 0, 0 \
    }

/* Numbers in [] are rows of the table "easy to get wrong", P the bug reports.
 */
/* clang-format off */
static const struct row rows[] = {
    {"[1] SUBTRACT is S - D", R8, true, SAME(ONE, ONE, SUBTRACT), {.8f, .3f, .6f, .7f}, ANY, ANY, 0x33, 15, {WR(0x99, 0x99, 0x99)}},
    {"[2] REV_SUBTRACT is D - S", R8, true, SAME(ONE, ONE, REV_SUBTRACT), {.8f, .3f, .6f, .7f}, ANY, ANY, 0x33, 15, {WR(0, 0, 0)}},
    {"[3] MIN ignores factors", R8, true, SAME(ZERO, ZERO, MIN), {.2f, .3f, .6f, .7f}, ANY, ANY, 0x99, 15, {WR(0x33, 0x33, 0x33)}},
    {"[3] MAX ignores factors", R8, true, SAME(ZERO, ZERO, MAX), {.2f, .3f, .6f, .7f}, ANY, ANY, 0x99, 15, {WR(0x99, 0x99, 0x99)}},
    {"[4] constant clamped on UNORM", R8, true, SAME(BLEND_FACTOR, ZERO, ADD), {.25f, .3f, .6f, .7f}, ANY, {2, 3, 4, 5}, 0x77, 15, {WR(0x40, 0x3f, 0x40)}},
    {"[4] constant free on fp32", FP32, true, SAME(BLEND_FACTOR, ZERO, ADD), {.25f, .3f, .6f, .7f}, ANY, {2, 3, 4, 5}, 0x3e99999a, 15, {WR(0x3f000000, 0x3f000000, 0x3f000000)}},
    {"[5] inverse constant clamped on UNORM", R8, true, SAME(INV_BLEND_FACTOR, ZERO, ADD), {.25f, .3f, .6f, .7f}, ANY, {2, 3, 4, 5}, 0x77, 15, {WR(0, 0, 0)}},
    {"[5] inverse constant free on fp32", FP32, true, SAME(INV_BLEND_FACTOR, ZERO, ADD), {.25f, .3f, .6f, .7f}, ANY, {2, 3, 4, 5}, 0x3e99999a, 15, {W(0xbe800000)}},
    {"[6] source clamped above", R8, true, SAME(ONE, ZERO, ADD), {3, .3f, .6f, .7f}, ANY, ANY, 0x77, 15, {WR(0xff, 0xff, 0xff)}},
    {"[6] source clamped below", R8, true, SAME(ONE, ZERO, ADD), {-1, .3f, .6f, .7f}, ANY, ANY, 0x77, 15, {WR(0, 0, 0)}},
    {"[7] SNORM factor 2", SNORM8, true, SAME(INV_SRC_ALPHA, ZERO, ADD), {.3f, .1f, -.2f, -1}, ANY, ANY, 0x11223344, 15, {W(0x4c), W(0x19), W(0xcd), W(0x81)}},
    {"[8] SAT, alpha factor 1", RGBA8, true, SAME(SRC_ALPHA_SAT, ZERO, ADD), {1, .5f, .25f, .75f}, ANY, ANY, 0x80332211, 15, {WR(0x7f, 0x7f, 0x7f), W(0x40), W(0x20), WR(0xbf, 0xbf, 0xc0)}},
    {"[9] missing alpha is 1", RG8, true, SAME(DEST_ALPHA, ZERO, ADD), {.49804f, .3f, .6f, .7f}, ANY, ANY, 0x3344, 15, {WR(0x7f, 0x7e, 0x80), W(0x4d)}},
    {"[9] its inverse is 0", RG8, true, SAME(INV_DEST_ALPHA, ZERO, ADD), {.49804f, .3f, .6f, .7f}, ANY, ANY, 0x3344, 15, {WR(0, 0, 0), WR(0, 0, 0)}},
    {"[9] SAT is 0", RG8, true, SAME(SRC_ALPHA_SAT, ZERO, ADD), {.49804f, .3f, .6f, .7f}, ANY, ANY, 0x3344, 15, {WR(0, 0, 0), WR(0, 0, 0)}},
    {"[10] X8: alpha is 1 whatever X holds", X8, true, SAME(DEST_ALPHA, INV_DEST_ALPHA, ADD), {.4f, .6f, .8f, .3f}, ANY, ANY, 0x5a332211, 15, {WR(0x66, 0x66, 0x66), WR(0x99, 0x99, 0x99), WR(0xcc, 0xcc, 0xcc)}},
    {"[11] sRGB blends linear", SRGB8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {1, 1, 1, .5f}, ANY, ANY, 0, 15, {W(0xbc), W(0xbc), W(0xbc), WR(0x80, 0x7f, 0x80)}},
    {"[12] sRGB", SRGB8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {.25f, .25f, .25f, .5f}, ANY, ANY, 0x80808080, 15, {W(0x85), W(0x85), W(0x85), NO}},
    {"[13] ALPHA_FACTOR", RGBA8, true, SAME(ALPHA_FACTOR, ZERO, ADD), {1, 1, 1, 1}, ANY, {.1f, .2f, .3f, .8f}, 0x11223344, 15, {W(0xcc), W(0xcc), W(0xcc), W(0xcc)}},
    {"[13] BLEND_FACTOR", RGBA8, true, SAME(BLEND_FACTOR, ZERO, ADD), {1, 1, 1, 1}, ANY, {.1f, .2f, .3f, .8f}, 0x11223344, 15, {WR(0x1a, 0x19, 0x1a), W(0x33), WR(0x4d, 0x4c, 0x4d), W(0xcc)}},
    {"[28] dual source", RGBA8, true, EQ(SRC_COLOR, SRC1_COLOR, ADD), EQ(SRC_ALPHA, SRC1_ALPHA, ADD), {1, 0, 0, 1}, {0, 1, 1, 0}, ANY, 0xffffffff, 15, {W(255), W(255), W(255), W(255)}},
    {"[28] dual source, second only", RGBA8, true, EQ(SRC_COLOR, SRC1_COLOR, ADD), EQ(SRC_ALPHA, SRC1_ALPHA, ADD), {0, 0, 0, 0}, {1, 0, 0, 1}, ANY, 0xffffffff, 15, {W(255), W(0), W(0), W(255)}},
    {"[29] fp16 finite overflow", FP16, false, SAME(ONE, ZERO, ADD), {70000, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x7bff, 0x7bff, 0x7bff)}},
    {"[29] fp16 just too large", FP16, false, SAME(ONE, ZERO, ADD), {65520, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x7bff, 0x7bff, 0x7bff)}},
    {"[29] fp16 infinity", FP16, false, SAME(ONE, ZERO, ADD), {INFINITY, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x7c00, 0x7c00, 0x7c00)}},
    {"[30] fp16 toward zero or nearest", FP16, false, SAME(ONE, ZERO, ADD), {1.0007f, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x3c00, 0x3c00, 0x3c01)}},
    {"fp16 both ways the same", FP16, false, SAME(ONE, ZERO, ADD), {1.0003f, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x3c00, 0x3c00, 0x3c00)}},
    {"fp16 keeps -0", FP16, false, SAME(ONE, ZERO, ADD), {-0.0f, .3f, .6f, .7f}, ANY, ANY, 0x1234, 15, {WR(0x8000, 0x8000, 0x8000)}},
    {"[31] R11G11B10 specials", FP11, false, SAME(ONE, ZERO, ADD), {-1, INFINITY, .7f, .7f}, ANY, ANY, 0x12345678, 15, {WR(0, 0, 0), WR(0x7c0, 0x7c0, 0x7c0), NO}},
    {"[31] R11G11B10 largest", FP11, false, SAME(ONE, ZERO, ADD), {1e30f, 3, 1e30f, .7f}, ANY, ANY, 0x12345678, 15, {WR(0x7bf, 0x7bf, 0x7bf), NO, WR(0x3df, 0x3df, 0x3df)}},
    {"[33] fp32 MIN with NaN source", FP32, true, SAME(ONE, ONE, MIN), {NAN, .3f, .6f, .7f}, ANY, ANY, 0x40000000, 15, {WR(0x40000000, 0x40000000, 0x40000000)}},
    {"[33] fp32 MAX with NaN source", FP32, true, SAME(ONE, ONE, MAX), {NAN, .3f, .6f, .7f}, ANY, ANY, 0x40000000, 15, {WR(0x40000000, 0x40000000, 0x40000000)}},
    {"[34] NaN to UNORM", R8, false, SAME(ONE, ZERO, ADD), {NAN, .3f, .6f, .7f}, ANY, ANY, 0x77, 15, {WR(0, 0, 0)}},
    {"NaN in a UNORM blend is open", R8, true, SAME(ONE, ONE, ADD), {NAN, .3f, .6f, .7f}, ANY, ANY, 0x77, 15, {WR(0x77, 0, 255)}},
    {"[35] SNORM stores -1 as 0x81", SNORM8, false, SAME(ONE, ZERO, ADD), {-1, -3, 1, .5f}, ANY, ANY, 0x80808080, 15, {WR(0x81, 0x81, 0x81), WR(0x81, 0x81, 0x81), W(0x7f), WR(0x40, 0x3f, 0x40)}},
    {"SNORM: 0x80 in the target may survive", SNORM8, true, SAME(ZERO, ONE, ADD), {.1f, .2f, .3f, .5f}, ANY, ANY, 0x80808080, 15, {WR(0x81, 0x80, 0x81), WR(0x81, 0x80, 0x81), NO, NO}},
    {"[36] 2-bit alpha of a half", RGB10A2, false, SAME(ONE, ZERO, ADD), {.5f, .25f, .125f, .5f}, ANY, ANY, 0, 15, {WR(512, 511, 512), W(256), W(128), WR(2, 1, 2)}},
    {"[37] mask R, factors still see alpha", RGBA8, true, EQ(SRC_ALPHA, DEST_ALPHA, ADD), EQ(ONE, ONE, ADD), {.8f, .3f, .6f, .4f}, ANY, ANY, 0x66332211, 1, {W(88), WR(0x22, 0x22, 0x22), WR(0x33, 0x33, 0x33), WR(0x66, 0x66, 0x66)}},
    {"[45] A8, mask RGB", A8, false, SAME(ONE, ZERO, ADD), {1, 1, 1, .5f}, ANY, ANY, 0x37, 7, {NO, NO, NO, WR(0x37, 0x37, 0x37)}},
    {"[45] A8, mask A", A8, false, SAME(ONE, ZERO, ADD), {1, 1, 1, .5f}, ANY, ANY, 0x37, 8, {NO, NO, NO, WR(0x80, 0x7f, 0x80)}},
    {"[46] 565 narrow store", B565, false, SAME(ONE, ZERO, ADD), {.1f, .1f, .1f, .5f}, ANY, ANY, 0, 15, {W(3), W(6), W(3), NO}},
    {"P01 scalar constant", RGBA8, true, SAME(ALPHA_FACTOR, ZERO, ADD), {1, 1, 1, 1}, ANY, {1, .4f, .2f, .6f}, 0x11223344, 15, {W(153), W(153), W(153), W(153)}},
    {"P01 inverse scalar constant", RGBA8, true, SAME(INV_ALPHA_FACTOR, ZERO, ADD), {1, 1, 1, 1}, ANY, {1, .4f, .2f, .6f}, 0x11223344, 15, {W(102), W(102), W(102), W(102)}},
    {"P04 blender needs masked alpha", RGBA8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {.8f, .2f, .6f, .2f}, ANY, ANY, 0xc8785028, 7, {W(73), W(74), W(127), WR(200, 200, 200)}},
    {"P05 MAX and MIN with factors", RGBA8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, MAX), EQ(ZERO, ONE, MIN), {.8f, .2f, .6f, .4f}, ANY, ANY, 0xc8c08040, 15, {WR(204, 204, 204), W(128), W(192), W(102)}},
    {"P06 small floats are not dropped", FP11, true, SAME(ONE, ONE, ADD), {0x1p-12f, 0x1p-12f, 0x1p-12f, 1}, ANY, ANY, 0, 15, {WR(0xc0, 0xc0, 0xc0), W(0xc0), WR(0x60, 0x60, 0x60)}},
    {"P07 SNORM sums", SNORM8, true, SAME(ONE, ONE, ADD), {-.75f, .5f, -2, .25f}, ANY, ANY, 0x812040c0, 15, {W(0x81), W(0x7f), WR(0xa1, 0xa1, 0xa1), WR(0xa1, 0xa0, 0xa1)}},
    {"P08 SNORM inverse factor", SNORM8, true, EQ(ONE, INV_DEST_COLOR, ADD), EQ(ONE, INV_DEST_ALPHA, ADD), {1, .5f, 0, 1}, ANY, ANY, 0xe0c0c081, 15, {W(0x81), W(0xdf), W(0xa0), W(0x57)}},
    {"P09 constant on UNORM8", RGBA8, true, SAME(BLEND_FACTOR, ZERO, ADD), {128 / 255.0f, .8f, .8f, 1}, ANY, {2, -.5f, .25f, 1.5f}, 0x11223344, 15, {W(128), W(0), W(51), W(255)}},
    {"P09 constant on SNORM8", SNORM8, true, SAME(BLEND_FACTOR, ZERO, ADD), {.5f, .75f, .8f, 1}, ANY, {2, -.5f, .25f, 1.5f}, 0x11223344, 15, {WR(64, 63, 64), W(0xd0), W(25), W(127)}},
    {"P09 constant on fp16", FP16x4, true, SAME(BLEND_FACTOR, ZERO, ADD), {.5f, .75f, .8f, 1}, ANY, {2, -.5f, .25f, 1.5f}, 0x3c00380034003000, 15, {WR(0x3c00, 0x3c00, 0x3c00), W(0xb600), W(0x3266), W(0x3e00)}},
    {"P10 colour and alpha factors", RGBA8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {.8f, .2f, .6f, .2f}, ANY, ANY, 0xc8785028, 15, {W(73), W(74), W(127), WR(51, 51, 51)}},
    {"P12 alpha of source 1", RGBA8, true, EQ(SRC1_ALPHA, INV_SRC1_ALPHA, ADD), EQ(ONE, ZERO, ADD), {.8f, .4f, .2f, .6f}, {.1f, .3f, .7f, .4f}, ANY, 0xffcc6633, 15, {W(112), W(102), W(143), WR(153, 153, 153)}},
    {"P12 colour of source 1", RGBA8, true, EQ(ONE, SRC1_COLOR, ADD), EQ(ONE, SRC1_ALPHA, ADD), {.2f, .2f, 0, 0}, {.4f, .5f, .25f, .8f}, ANY, 0xffcc66ff, 15, {W(153), W(102), W(51), W(204)}},
    {"P29 zero source factor still blends", RGBA8, true, EQ(ZERO, SRC_COLOR, ADD), EQ(ONE, ZERO, ADD), {.4f, .6f, .8f, .5f}, ANY, ANY, 0x80808080, 15, {W(51), W(77), W(102), NO}},
    {"P30 fp16 outside [0,1]", FP16x4, true, EQ(ONE, ONE, SUBTRACT), EQ(ONE, ONE, ADD), {.25f, 2, -1, 1}, ANY, ANY, 0x3c003c0038003c00, 15, {WR(0xba00, 0xba00, 0xba00), W(0x3e00), W(0xc000), W(0x4000)}},
    {"P30 fp16 negative factor", FP16x4, true, SAME(INV_SRC_ALPHA, ONE, ADD), {1, 2, .5f, 3}, ANY, ANY, 0x4400440044004400, 15, {WR(0x4000, 0x4000, 0x4000), W(0), W(0x4200), W(0xc000)}},
    {"P31 DEST_ALPHA in both slots", RGBA8, true, SAME(DEST_ALPHA, ZERO, ADD), {.8f, .6f, .4f, 1}, ANY, ANY, 0x66112233, 15, {W(82), W(61), W(41), W(102)}},
    {"P41 SAT and ONE", RGBA8, true, EQ(SRC_ALPHA_SAT, ONE, ADD), EQ(SRC_ALPHA_SAT, ZERO, ADD), {.8f, .4f, .2f, .6f}, ANY, ANY, 0x99333333, 15, {W(133), W(92), W(71), WR(153, 153, 153)}},
    {"P41 SAT in the destination's alpha slot", RGBA8, true, EQ(ZERO, SRC_ALPHA_SAT, ADD), EQ(ZERO, SRC_ALPHA_SAT, ADD), {.8f, .4f, .2f, .6f}, ANY, ANY, 0x99333333, 15, {W(20), W(20), W(20), WR(153, 153, 153)}},
    {"P42 D3D9: colour factor in the alpha slot", RGBA8, true, SAME(DEST_COLOR, ZERO, ADD), {.8f, .4f, .2f, .6f}, ANY, ANY, 0x66332211, 15, {NO, NO, NO, W(61)}},
    {"P45 10 bits wide", RGB10A2, true, SAME(ONE, ONE, ADD), {.25f, .3f, .1f, 1 / 3.0f}, ANY, ANY, (uint64_t) 256 | 100 << 10 | 10 << 20 | 1 << 30, 15, {W(512), WR(407, 406, 408), W(112), W(2)}},
    {"P46 sRGB alpha stays linear", SRGB8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {1, 1, 1, .4f}, ANY, ANY, 0, 15, {W(170), W(170), W(170), WR(102, 102, 102)}},
    {"P46 sRGB over 188", SRGB8, true, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {.25f, .25f, .25f, .6f}, ANY, ANY, 0xbcbcbcbc, 15, {W(160), W(160), W(160), W(153)}},
    {"BGRA order is the format's, not the mask's", BGRA8, false, SAME(ONE, ZERO, ADD), {.2f, .4f, .6f, .8f}, ANY, ANY, 0x11223344, 1, {WR(51, 51, 51), WR(0x33, 0x33, 0x33), WR(0x44, 0x44, 0x44), WR(0x11, 0x11, 0x11)}},
    {"sRGB halves go up", SRGB8, true, SAME(ZERO, BLEND_FACTOR, ADD), {.2f, .3f, .4f, .6f}, ANY, {.5f, .5f, .5f, .5f}, 0x01090501, 15, {W(1), W(3), W(5), W(1)}},
    {"sRGB halves go up from quarters", SRGB8, true, SAME(ZERO, BLEND_FACTOR, ADD), {.2f, .3f, .4f, .6f}, ANY, {.75f, .75f, .25f, .75f}, 0x020a0602, 15, {W(2), W(5), W(3), W(2)}},
    {"sRGB keeps every code with a weight of one", SRGB8, true, SAME(ZERO, ONE, ADD), {.25f, .25f, .25f, .6f}, ANY, ANY, 0x01fe7b03, 15, {WR(0x03, 0x03, 0x03), WR(0x7b, 0x7b, 0x7b), WR(0xfe, 0xfe, 0xfe), WR(1, 1, 1)}},
    {"UNORM16 keeps 16 bits", UNORM16, true, SAME(ZERO, ONE, ADD), {.25f, .25f, .25f, .6f}, ANY, ANY, 0x0001fffe80017ffe, 15, {WR(0x7ffe, 0x7ffe, 0x7ffe), WR(0x8001, 0x8001, 0x8001), WR(0xfffe, 0xfffe, 0xfffe), WR(1, 1, 1)}},
    {"fp32 denormal moves with blending off", FP32, false, SAME(ONE, ZERO, ADD), {0x1p-140f, .3f, .6f, .7f}, ANY, ANY, 0, 15, {WR(0x200, 0x200, 0x200)}},
    {"fp32 denormal may be flushed by a blend", FP32, true, SAME(ONE, ONE, ADD), {0x1p-140f, .3f, .6f, .7f}, ANY, ANY, 0, 15, {W(0)}},
    {"fp32 one rounding, fused", FP32, true, SAME(SRC_ALPHA, ONE, ADD), {3, .3f, .6f, 1 / 3.0f}, ANY, ANY, 0, 15, {WR(0x3f800000, 0x3f800000, 0x3f800000)}},
};
/* clang-format on */

static struct ombre_state state_of(const struct row *row)
{
    struct ombre_state s = {0};
    s.target_count = 1;
    s.sample_count = 1;
    s.sample_mask = ~0u;
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.target[0] = (struct ombre_target){
        .format = ombre_format_find(row->dxgi),
        .blend_enable = row->blend,
        .color = row->color,
        .alpha = row->alpha,
        .write_mask = row->mask,
    };
    memcpy(s.blend_factor, row->constant, sizeof s.blend_factor);
    return s;
}

static int failures, compared;

static void expect(bool ok, const char *row, int component, const char *what,
                   long long got, long long want)
{
    compared++;
    if (ok)
        return;
    failures++;
    print_error("%s: component %d: %s is %#llx, want %#llx\n", row, component,
                what, got, want);
}

static void check_component(const struct row *row,
                            const struct ombre_prediction *p, int i,
                            const struct ombre_format *format)
{
    const struct ombre_component_prediction *const c = &p->component[i];
    const struct want *const w = &row->want[i];
    const enum ombre_component component = (enum ombre_component) i;
    if (w->ideal)
        expect(c->code == w->code, row->name, i, "ideal code", c->code,
               w->code);
    if (!w->set)
        return;
    const int64_t first = ombre_code_ordinal(format, component, w->first);
    const int64_t last = ombre_code_ordinal(format, component, w->last);
    expect(c->legal.count == 1, row->name, i, "number of ranges",
           c->legal.count, 1);
    expect(c->legal.range[0].first == first, row->name, i, "first legal",
           c->legal.range[0].first, first);
    expect(c->legal.range[0].last == last, row->name, i, "last legal",
           c->legal.range[0].last, last);
    expect(!c->legal.nan, row->name, i, "NaN", c->legal.nan, 0);
}

static void test_rows(void **unused)
{
    (void) unused;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        const struct row *const row = &rows[r];
        const struct ombre_state state = state_of(row);
        struct ombre_source source;
        memset(&source, 0x5a, sizeof source);
        memcpy(source.word[0], row->src, sizeof source.word[0]);
        memcpy(source.word[1], row->src1, sizeof source.word[1]);
        const struct ombre_texel dest = {
            {(uint32_t) row->dest, (uint32_t) (row->dest >> 32)}};

        struct ombre_prediction p;
        assert_true(
            ombre_predict(&state, 0, &source, &dest, OMBRE_JUDGE_D3D, &p));
        for (int i = 0; i < OMBRE_COMPONENTS; i++)
            check_component(row, &p, i, state.target[0].format);
    }
    assert_true(compared > 400);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
