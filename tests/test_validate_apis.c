#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate_rows.h"

/* clang-format off */
#define D3D9 {API, 0, OMBRE_API_D3D9}
#define D3D10 {API, 0, OMBRE_API_D3D10}, {INDEPENDENT, 0, 0}
#define D3D10_1 {API, 0, OMBRE_API_D3D10_1}
#define D3D11 {API, 0, OMBRE_API_D3D11}
#define STATE(name, value) {RS, offsetof(struct ombre_d3d9_states, name), value}
#define PATH(name) "BlendState.D3DRS_" name
#define BLENDING STATE(ALPHABLENDENABLE, 2), STATE(SRCBLEND, 5), STATE(DESTBLEND, 6)
#define SEPARATE BLENDING, STATE(SEPARATEALPHABLENDENABLE, 1)
#define TWO(a, b) {COUNT, 0, 2}, {FORMAT, 0, a}, {FORMAT, 1, b}, {FLOATS, 1, 0xF}

enum {
    A2M1 = 0x314D3241,
    ATOC = 0x434F5441,
    RGBA16F = DXGI_FORMAT_R16G16B16A16_FLOAT,
    RGBA8S = DXGI_FORMAT_R8G8B8A8_SNORM,
    R32F = DXGI_FORMAT_R32_FLOAT,
};

static const struct row rows[] = {
/* Direct3D 11: the blend desc of 12 without logic operations. */
{"11", {D3D11, {OVER, 0, 0}}, VALID},
{"11, factor 0", {D3D11, {OVER, 0, 0}, {SRC, 0, 0}}, {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "allowed are 1 to 11 and 14 to 19")}},
{"11, factor 20", {D3D11, {OVER, 0, 0}, {DEST, 0, 20}}, {ERROR(FACTOR_UNKNOWN, RT(0, "DestBlend"), "DestBlend is 20")}},
{"11, each field", {D3D11, {OVER, 0, 0}, {SRC, 0, 0}, {DEST, 0, 23}, {OP, 0, 6}, {SRC_A, 0, 3}, {DEST_A, 0, 9}, {OP_A, 0, 7}, {MASK, 0, 0x1F}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "is 0"), ERROR(FACTOR_UNKNOWN, RT(0, "DestBlend"), "is 23"), ERROR(OP_UNKNOWN, RT(0, "BlendOp"), "is 6"),
  ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "SrcBlendAlpha"), "(3)"), ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "DestBlendAlpha"), "(9)"), ERROR(OP_UNKNOWN, RT(0, "BlendOpAlpha"), "is 7"),
  ERROR(WRITE_MASK, RT(0, "RenderTargetWriteMask"), "0x1F")}},
{"11, entry 3, independent", {D3D11, {INDEPENDENT, 0, 0}, {OVER, 3, 0}, {OP, 3, 0}}, {ERROR(OP_UNKNOWN, RT(3, "BlendOp"), "")}},
{"11, entry 3, not independent", {D3D11, {OVER, 3, 0}, {OP, 3, 0}}, VALID},
{"11, A2C without a", {D3D11, {A2C, 0, 0}, {FLOATS, 0, 7}, {MASK, 0, 7}}, {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "")}},
{"11, no A2C without a", {D3D11, {FLOATS, 0, 7}, {MASK, 0, 7}}, VALID},
{"11 knows no level above 11_0", {D3D11, {LEVEL, 0, 0xc200}, {OVER, 0, 0}, {FORMAT, 0, RGBA8S}}, VALID},
{"11, dual source beside a target", {D3D11, {DUAL, 0, 0}, TWO(RGBA8, RGBA8)}, {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"10.1, factor 12", {D3D10_1, {OVER, 0, 0}, {SRC, 0, 12}}, {ERROR(FACTOR_RESERVED, RT(0, "SrcBlend"), "")}},
{"10.1, two equations", {D3D10_1, {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 1, 0}, {SRC, 1, 2}}, VALID},
{"10.1 at 10_0, two equations", {D3D10_1, {LEVEL, 0, 0xa000}, {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 1, 0}, {SRC, 1, 2}}, {ERROR(LEVEL_EQUATIONS, RT(1, "SrcBlend"), "")}},
{"10.1, entry 1, not independent", {D3D10_1, {OVER, 1, 0}, {SRC, 1, 0}}, VALID},
{"10.1, A2C of uint", {D3D10_1, {A2C, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, {UNDEFINED(COVERAGE_INTEGER, "PixelShader.outputs[0]", "")}},
{"10.1, SNORM blended", {D3D10_1, {OVER, 0, 0}, {FORMAT, 0, RGBA8S}}, VALID},

/* Direct3D 10: one equation, enabled and masked for each target. */
{"10", {D3D10, {OVER, 0, 0}}, VALID},
{"10, factor 0", {D3D10, {OVER, 0, 0}, {SRC, 0, 0}}, {ERROR(FACTOR_UNKNOWN, "BlendState.SrcBlend", "SrcBlend is 0")}},
{"10, factor 0, nothing enabled", {D3D10, {OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 0, 0}}, VALID},
{"10, factor 0, enabled in 2 and 5, said once", {D3D10, {OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 0, 0}, {BLEND_ENABLE, 2, 1}, {BLEND_ENABLE, 5, 1}},
 {ERROR(FACTOR_UNKNOWN, "BlendState.SrcBlend", "")}},
{"10, factor 0, enabled in 0 and 3, said once", {D3D10, {OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 3, 1}}, {ERROR(FACTOR_UNKNOWN, "BlendState.SrcBlend", "")}},
{"10, each field", {D3D10, {OVER, 0, 0}, {SRC, 0, 0}, {DEST, 0, 23}, {OP, 0, 6}, {SRC_A, 0, 3}, {DEST_A, 0, 9}, {OP_A, 0, 7}},
 {ERROR(FACTOR_UNKNOWN, "BlendState.SrcBlend", "is 0"), ERROR(FACTOR_UNKNOWN, "BlendState.DestBlend", "is 23"), ERROR(OP_UNKNOWN, "BlendState.BlendOp", "is 6"),
  ERROR(FACTOR_COLOR_IN_ALPHA, "BlendState.SrcBlendAlpha", "(3)"), ERROR(FACTOR_COLOR_IN_ALPHA, "BlendState.DestBlendAlpha", "(9)"), ERROR(OP_UNKNOWN, "BlendState.BlendOpAlpha", "is 7")}},
{"10, write mask of target 7", {D3D10, {MASK, 7, 0x10}}, {ERROR(WRITE_MASK, "BlendState.RenderTargetWriteMask[7]", "0x10")}},
{"10, write masks of their own", {D3D10, {MASK, 0, 3}, {MASK, 5, 0}}, VALID},
{"10, A2C without a", {D3D10, {A2C, 0, 0}, {FLOATS, 0, 7}, {MASK, 0, 7}}, {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "")}},
{"10, no A2C without a", {D3D10, {FLOATS, 0, 7}, {MASK, 0, 7}}, VALID},
{"10, SNORM blended", {D3D10, {OVER, 0, 0}, {FORMAT, 0, RGBA8S}}, {UNDEFINED(DRAW_BLEND_FORMAT, "RTVFormats[0]", "R8G8B8A8_SNORM (31) is not blendable at feature level 10_0")}},
{"10, SNORM not blended in slot 0, blended UNORM beside it", {D3D10, {OVER, 0, 0}, {BLEND_ENABLE, 0, 0}, {BLEND_ENABLE, 1, 1}, TWO(RGBA8S, RGBA8)}, VALID},
{"10, dual source in slot 0", {D3D10, {DUAL, 0, 0}, {FLOATS, 1, 0xF}}, VALID},
{"10, dual source in slots 0 and 1", {D3D10, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {BLEND_ENABLE, 1, 1}}, VALID},
{"10, dual source in slot 1 only", {D3D10, {DUAL, 0, 0}, {BLEND_ENABLE, 0, 0}, {BLEND_ENABLE, 1, 1}},
 {ERROR(DUAL_SOURCE_ABOVE_0, "BlendState.BlendEnable[1]", "DestBlend is a SRC1 factor; only slot 0 may blend with one")}},
{"10, dual source, two targets", {D3D10, {DUAL, 0, 0}, TWO(RGBA8, RGBA8)}, {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"10 on 9_3", {D3D10, {LEVEL, 0, 0x9300}}, {ERROR(FEATURE_LEVEL, "Device.FeatureLevel", "FeatureLevel is 9_3; D3D10 needs 10_0")}},
{"10 on 10_0", {D3D10, {LEVEL, 0, 0xa000}}, VALID},

/* Direct3D 9: states; what is none of their values is mostly replaced. */
{"9", {D3D9, BLENDING}, VALID},
{"9 has no level", {D3D9, {LEVEL, 0, 0}, BLENDING, STATE(SRCBLEND, 11)}, VALID},
{"9 has no level that takes formats away", {D3D9, {LEVEL, 0, 0}, {FORMAT, 0, RGBA16F}}, VALID},
{"9, SRCBLEND 0", {D3D9, BLENDING, STATE(SRCBLEND, 0)}, {ERROR(FACTOR_UNKNOWN, PATH("SRCBLEND"), "SRCBLEND is 0, which is no factor; allowed are 1 to 17")}},
{"9, SRCBLEND 1", {D3D9, BLENDING, STATE(SRCBLEND, 1)}, VALID},
{"9, SRCBLEND 18", {D3D9, BLENDING, STATE(SRCBLEND, 18)}, {ERROR(FACTOR_UNKNOWN, PATH("SRCBLEND"), "is 18")}},
{"9, SRCBLEND 31", {D3D9, BLENDING, STATE(SRCBLEND, 31)}, {ERROR(FACTOR_UNKNOWN, PATH("SRCBLEND"), "is 31")}},
{"9, SRCBLEND 32", {D3D9, BLENDING, STATE(SRCBLEND, 32)}, {UNDEFINED(D3D9_FALLBACK, PATH("SRCBLEND"), "SRCBLEND is 32, which is none of its values; Direct3D On 12 uses ONE")}},
{"9, DESTBLEND 32", {D3D9, BLENDING, STATE(DESTBLEND, 32)}, {UNDEFINED(D3D9_FALLBACK, PATH("DESTBLEND"), "uses ZERO")}},
{"9, SRCBLEND 0, not blending", {D3D9, STATE(SRCBLEND, 0), STATE(BLENDOP, 0)}, VALID},
{"9, DESTBLEND BOTHSRCALPHA", {D3D9, BLENDING, STATE(DESTBLEND, 12)}, {ERROR(D3D9_BOTH_IN_DEST, PATH("DESTBLEND"), "DESTBLEND is 12; BOTHSRCALPHA (12) and BOTHINVSRCALPHA (13) are source factors")}},
{"9, DESTBLEND BOTHINVSRCALPHA", {D3D9, BLENDING, STATE(DESTBLEND, 13)}, {ERROR(D3D9_BOTH_IN_DEST, PATH("DESTBLEND"), "DESTBLEND is 13")}},
{"9, SRCBLEND BOTHSRCALPHA, DESTBLEND ignored", {D3D9, BLENDING, STATE(SRCBLEND, 12), STATE(DESTBLEND, 0)}, VALID},
{"9, SRCBLEND BOTHINVSRCALPHA, DESTBLEND ignored", {D3D9, BLENDING, STATE(SRCBLEND, 13), STATE(DESTBLEND, 16)}, VALID},
{"9, BOTHSRCALPHA reads alpha", {D3D9, BLENDING, STATE(SRCBLEND, 12), STATE(COLORWRITEENABLE, 7), {FLOATS, 0, 7}}, {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},
{"9, BOTHINVSRCALPHA reads alpha", {D3D9, BLENDING, STATE(SRCBLEND, 13), STATE(COLORWRITEENABLE, 7), {FLOATS, 0, 7}}, {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},
{"9, BLENDOP 0", {D3D9, BLENDING, STATE(BLENDOP, 0)}, {ERROR(OP_UNKNOWN, PATH("BLENDOP"), "BLENDOP is 0; allowed are 1 (ADD) to 5 (MAX)")}},
{"9, BLENDOP 5", {D3D9, BLENDING, STATE(BLENDOP, 5)}, VALID},
{"9, BLENDOP 6", {D3D9, BLENDING, STATE(BLENDOP, 6)}, {ERROR(OP_UNKNOWN, PATH("BLENDOP"), "is 6")}},
{"9, BLENDOP 7", {D3D9, BLENDING, STATE(BLENDOP, 7)}, {ERROR(OP_UNKNOWN, PATH("BLENDOP"), "is 7")}},
{"9, BLENDOP 8", {D3D9, BLENDING, STATE(BLENDOP, 8)}, {UNDEFINED(D3D9_FALLBACK, PATH("BLENDOP"), "BLENDOP is 8, which is none of its values; Direct3D On 12 uses ADD")}},
{"9, alpha states, not separate", {D3D9, BLENDING, STATE(SRCBLENDALPHA, 0), STATE(DESTBLENDALPHA, 99), STATE(BLENDOPALPHA, 0)}, VALID},
{"9, SRCBLENDALPHA 0", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 0)}, {ERROR(FACTOR_UNKNOWN, PATH("SRCBLENDALPHA"), "")}},
{"9, SRCBLENDALPHA 32", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 32)}, {ERROR(FACTOR_UNKNOWN, PATH("SRCBLENDALPHA"), "is 32")}},
{"9, DESTBLENDALPHA 18", {D3D9, SEPARATE, STATE(DESTBLENDALPHA, 18)}, {ERROR(FACTOR_UNKNOWN, PATH("DESTBLENDALPHA"), "")}},
{"9, DESTBLENDALPHA 12", {D3D9, SEPARATE, STATE(DESTBLENDALPHA, 12)}, {ERROR(D3D9_BOTH_IN_DEST, PATH("DESTBLENDALPHA"), "")}},
{"9, SRCBLENDALPHA 12, DESTBLENDALPHA ignored", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 12), STATE(DESTBLENDALPHA, 12)}, VALID},
{"9, SRCCOLOR in alpha", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 3), STATE(DESTBLENDALPHA, 10)}, VALID},
{"9, BLENDOPALPHA 0", {D3D9, SEPARATE, STATE(BLENDOPALPHA, 0)}, {UNDEFINED(D3D9_FALLBACK, PATH("BLENDOPALPHA"), "BLENDOPALPHA is 0")}},
{"9, BLENDOPALPHA 5", {D3D9, SEPARATE, STATE(BLENDOPALPHA, 5)}, VALID},
{"9, BLENDOPALPHA 6", {D3D9, SEPARATE, STATE(BLENDOPALPHA, 6)}, {UNDEFINED(D3D9_FALLBACK, PATH("BLENDOPALPHA"), "BLENDOPALPHA is 6")}},
{"9, write masks above 0xF", {D3D9, STATE(COLORWRITEENABLE, 0x1F), STATE(COLORWRITEENABLE3, 0x80000000)},
 {UNDEFINED(D3D9_FALLBACK, PATH("COLORWRITEENABLE"), "COLORWRITEENABLE is 31, which is none of its values; Direct3D On 12 uses its low four bits"), UNDEFINED(D3D9_FALLBACK, PATH("COLORWRITEENABLE3"), "")}},
{"9, write masks", {D3D9, STATE(COLORWRITEENABLE, 0), STATE(COLORWRITEENABLE1, 7), STATE(COLORWRITEENABLE2, 8), STATE(COLORWRITEENABLE3, 1)}, VALID},
{"9, write mask of target 0 decides", {D3D9, STATE(COLORWRITEENABLE, 3), {FLOATS, 0, 3}}, VALID},
{"9, write mask of target 1 decides", {D3D9, STATE(COLORWRITEENABLE1, 3), TWO(RGBA8, RGBA8), {FLOATS, 1, 3}}, VALID},
{"9, write mask of target 2 decides", {D3D9, STATE(COLORWRITEENABLE2, 3), {COUNT, 0, 3}, {FORMAT, 2, RGBA8}, {FLOATS, 2, 3}}, VALID},
{"9, write mask of target 3 decides", {D3D9, STATE(COLORWRITEENABLE3, 3), {COUNT, 0, 4}, {FORMAT, 3, RGBA8}, {FLOATS, 3, 3}}, VALID},
{"9, write mask of another target does not", {D3D9, STATE(COLORWRITEENABLE, 3), TWO(RGBA8, RGBA8), {FLOATS, 1, 3}}, {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[1]", "missing is ba")}},
{"9, an output without red", {D3D9, {FLOATS, 0, 0xE}}, {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "missing is r")}},
{"9, high bits of a write mask do not count", {D3D9, STATE(COLORWRITEENABLE, 0xF3), {FLOATS, 0, 3}}, {UNDEFINED(D3D9_FALLBACK, PATH("COLORWRITEENABLE"), "")}},

/* What only some targets take. */
{"9, dithering", {D3D9, STATE(DITHERENABLE, 4)}, {WARNING(D3D9_DITHER, PATH("DITHERENABLE"), "DITHERENABLE is TRUE")}},
{"9, no dithering", {D3D9, STATE(DITHERENABLE, 0)}, VALID},
{"9, sample mask at one sample", {D3D9, STATE(MULTISAMPLEMASK, 0xFFFFFFFE)}, {WARNING(D3D9_SAMPLE_MASK, PATH("MULTISAMPLEMASK"), "MULTISAMPLEMASK is 0xFFFFFFFE, and SampleDesc.Count is 1")}},
{"9, sample mask 0 at one sample", {D3D9, STATE(MULTISAMPLEMASK, 0)}, {WARNING(D3D9_SAMPLE_MASK, PATH("MULTISAMPLEMASK"), "")}},
{"9, sample mask of all at one sample", {D3D9, STATE(MULTISAMPLEMASK, 0xFFFFFFFF)}, VALID},
{"9, sample mask at two samples", {D3D9, STATE(MULTISAMPLEMASK, 1), {SAMPLES, 0, 2}}, VALID},

/* The alpha test, and alpha-to-coverage, which takes its place. */
{"9, alpha test", {D3D9, STATE(ALPHATESTENABLE, 1), STATE(ALPHAFUNC, 5)}, {ERROR(D3D9_ALPHA_TEST, PATH("ALPHATESTENABLE"), "ALPHATESTENABLE is TRUE and ALPHAFUNC is 5; allowed is 8 (ALWAYS)")}},
{"9, alpha test ALWAYS", {D3D9, STATE(ALPHATESTENABLE, 1)}, VALID},
{"9, alpha test disabled", {D3D9, STATE(ALPHAFUNC, 5)}, VALID},
{"9, ATOC in its place", {D3D9, STATE(ALPHATESTENABLE, 1), STATE(ALPHAFUNC, 5), STATE(ADAPTIVETESS_Y, ATOC), {SAMPLES, 0, 4}}, VALID},
{"9, A2M1 in its place", {D3D9, STATE(ALPHATESTENABLE, 1), STATE(ALPHAFUNC, 5), STATE(POINTSIZE, A2M1), {SAMPLES, 0, 2}}, VALID},
{"9, ATOC at one sample", {D3D9, STATE(ALPHATESTENABLE, 1), STATE(ALPHAFUNC, 5), STATE(ADAPTIVETESS_Y, ATOC)}, {ERROR(D3D9_ALPHA_TEST, PATH("ALPHATESTENABLE"), "")}},
{"9, A2M1 without a", {D3D9, STATE(POINTSIZE, A2M1), {SAMPLES, 0, 4}, STATE(COLORWRITEENABLE, 7), {FLOATS, 0, 7}}, {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "")}},
{"9, A2M1 at one sample without a", {D3D9, STATE(POINTSIZE, A2M1), STATE(COLORWRITEENABLE, 7), {FLOATS, 0, 7}}, VALID},
{"9, ATOC without the alpha test without a", {D3D9, STATE(ADAPTIVETESS_Y, ATOC), {SAMPLES, 0, 4}, STATE(COLORWRITEENABLE, 7), {FLOATS, 0, 7}}, VALID},

/* What devices differ in. */
{"9, SrcBlendCaps without SRCALPHA", {D3D9, BLENDING, {SRC_CAPS, 0, ~0x10U}}, {ERROR(D3D9_CAPS, PATH("SRCBLEND"), "SRCBLEND is 5, but SrcBlendCaps lacks 0x10")}},
{"9, SrcBlendCaps with it alone", {D3D9, BLENDING, {SRC_CAPS, 0, 0x10}}, VALID},
{"9, DestBlendCaps without INVSRCALPHA", {D3D9, BLENDING, {DEST_CAPS, 0, ~0x20U}}, {ERROR(D3D9_CAPS, PATH("DESTBLEND"), "DESTBLEND is 6, but DestBlendCaps lacks 0x20")}},
{"9, DestBlendCaps with it alone", {D3D9, BLENDING, {DEST_CAPS, 0, 0x20}}, VALID},
{"9, BLENDFACTOR", {D3D9, BLENDING, STATE(SRCBLEND, 14), {SRC_CAPS, 0, 0x2000}}, VALID},
{"9, INVBLENDFACTOR", {D3D9, BLENDING, STATE(SRCBLEND, 15), {SRC_CAPS, 0, 0x2000}}, VALID},
{"9, INVBLENDFACTOR without BLENDFACTOR", {D3D9, BLENDING, STATE(SRCBLEND, 15), {SRC_CAPS, 0, ~0x2000U}}, {ERROR(D3D9_CAPS, PATH("SRCBLEND"), "0x2000")}},
{"9, BOTHINVSRCALPHA by its own cap", {D3D9, BLENDING, STATE(SRCBLEND, 13), {SRC_CAPS, 0, 0x1000}}, VALID},
{"9, SRCCOLOR2", {D3D9, BLENDING, STATE(SRCBLEND, 16), {FLOATS, 1, 0xF}, {SRC_CAPS, 0, 0x4000}}, VALID},
{"9, INVSRCCOLOR2", {D3D9, BLENDING, STATE(DESTBLEND, 17), {FLOATS, 1, 0xF}, {DEST_CAPS, 0, 0x8000}}, VALID},
{"9, INVSRCCOLOR2 without it", {D3D9, BLENDING, STATE(DESTBLEND, 17), {FLOATS, 1, 0xF}, {DEST_CAPS, 0, ~0x8000U}}, {ERROR(D3D9_CAPS, PATH("DESTBLEND"), "0x8000")}},
{"9, SRCCOLOR2 beside a target", {D3D9, BLENDING, STATE(SRCBLEND, 16), TWO(RGBA8, RGBA8)}, {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"9, SRCCOLOR2 of alpha, beside a target", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 16), TWO(RGBA8, RGBA8)}, {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"9, INVSRCCOLOR2 of alpha, beside a target", {D3D9, SEPARATE, STATE(DESTBLENDALPHA, 17), TWO(RGBA8, RGBA8)}, {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"9, SRCCOLOR2 of alpha, not separate", {D3D9, BLENDING, STATE(SRCBLENDALPHA, 16), STATE(DESTBLENDALPHA, 17), TWO(RGBA8, RGBA8)}, VALID},
{"9, second source of alpha under ADD", {D3D9, SEPARATE, STATE(BLENDOP, 4), STATE(SRCBLENDALPHA, 16), {FLOATS, 1, 7}}, {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "factors read a")}},
{"9, second source of alpha under MIN", {D3D9, SEPARATE, STATE(BLENDOPALPHA, 4), STATE(SRCBLENDALPHA, 16), {FLOATS, 1, 7}}, VALID},
{"9, BOTHSRCALPHA of alpha, DESTBLENDALPHA ignored", {D3D9, SEPARATE, STATE(SRCBLENDALPHA, 12), STATE(DESTBLENDALPHA, 16), TWO(RGBA8, RGBA8)}, VALID},
{"9, second source of color under MIN", {D3D9, SEPARATE, STATE(BLENDOP, 4), STATE(SRCBLEND, 16)}, VALID},
{"9, second source under MIN, not separate", {D3D9, BLENDING, STATE(BLENDOP, 4), STATE(SRCBLEND, 16)}, VALID},
{"9, BLENDOP without the cap", {D3D9, BLENDING, STATE(BLENDOP, 2), {MISC_CAPS, 0, ~0x800U}}, {ERROR(D3D9_CAPS, PATH("BLENDOP"), "BLENDOP is 2, but PrimitiveMiscCaps lacks BLENDOP")}},
{"9, BLENDOPALPHA without the cap", {D3D9, SEPARATE, STATE(BLENDOPALPHA, 3), {MISC_CAPS, 0, ~0x800U}}, {ERROR(D3D9_CAPS, PATH("BLENDOPALPHA"), "BLENDOPALPHA is 3")}},
{"9, ADD without the cap", {D3D9, SEPARATE, {MISC_CAPS, 0, ~0x800U}}, VALID},
{"9, separate alpha without the cap", {D3D9, SEPARATE, {MISC_CAPS, 0, ~0x20000U}}, {ERROR(D3D9_CAPS, PATH("SEPARATEALPHABLENDENABLE"), "PrimitiveMiscCaps lacks SEPARATEALPHABLEND")}},
{"9, no separate alpha without the cap", {D3D9, BLENDING, {MISC_CAPS, 0, ~0x20000U}}, VALID},
{"9, write mask without the cap", {D3D9, STATE(COLORWRITEENABLE2, 7), {MISC_CAPS, 0, ~0x80U}}, {ERROR(D3D9_CAPS, PATH("COLORWRITEENABLE2"), "COLORWRITEENABLE2 is 0x7, but PrimitiveMiscCaps lacks COLORWRITEENABLE")}},
{"9, full write mask without the cap", {D3D9, {MISC_CAPS, 0, ~0x80U}}, VALID},
{"9, unequal write masks without the cap", {D3D9, STATE(COLORWRITEENABLE1, 7), TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x4000U}},
 {ERROR(D3D9_WRITE_MASKS, PATH("COLORWRITEENABLE1"), "COLORWRITEENABLE1 is 0x7, COLORWRITEENABLE is 0xF, and PrimitiveMiscCaps lacks INDEPENDENTWRITEMASKS")}},
{"9, unequal write masks without the cap, by red", {D3D9, STATE(COLORWRITEENABLE1, 0xE), TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x4000U}},
 {ERROR(D3D9_WRITE_MASKS, PATH("COLORWRITEENABLE1"), "COLORWRITEENABLE1 is 0xE, COLORWRITEENABLE is 0xF")}},
{"9, unequal write masks with the cap", {D3D9, STATE(COLORWRITEENABLE1, 7), TWO(RGBA8, RGBA8)}, VALID},
{"9, unequal write masks beyond the count", {D3D9, STATE(COLORWRITEENABLE1, 7), {MISC_CAPS, 0, ~0x4000U}}, VALID},
{"9, equal write masks without the cap", {D3D9, STATE(COLORWRITEENABLE, 7), STATE(COLORWRITEENABLE1, 7), TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x4000U}}, VALID},
{"9, write masks equal in four bits", {D3D9, STATE(COLORWRITEENABLE1, 0x1F), TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x4000U}}, {UNDEFINED(D3D9_FALLBACK, PATH("COLORWRITEENABLE1"), "")}},

/* Targets. */
{"9, 4 targets", {D3D9, {COUNT, 0, 4}}, VALID},
{"9, 5 targets", {D3D9, {COUNT, 0, 5}}, {ERROR(D3D9_TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 5; this device has 4")}},
{"9, 5 targets of a device with 8", {D3D9, {COUNT, 0, 5}, {TARGET_CAPS, 0, 8}}, {ERROR(D3D9_TARGET_COUNT, "NumRenderTargets", "this device has 4")}},
{"9, 9 targets", {D3D9, {COUNT, 0, 9}}, {ERROR(D3D9_TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 9")}},
{"9, 2 targets of a device with 1", {D3D9, {COUNT, 0, 2}, {TARGET_CAPS, 0, 1}}, {ERROR(D3D9_TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 2; this device has 1")}},
{"9, 3 targets of a device with 3", {D3D9, {COUNT, 0, 3}, {TARGET_CAPS, 0, 3}}, VALID},
{"9, UINT", {D3D9, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "R32_UINT (42) holds integers")}},
{"9, sRGB", {D3D9, {FORMAT, 0, DXGI_FORMAT_B8G8R8X8_UNORM_SRGB}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "B8G8R8X8_UNORM_SRGB (93) is what SRGBWRITEENABLE makes of another format")}},
{"9, X8", {D3D9, {FORMAT, 0, DXGI_FORMAT_B8G8R8X8_UNORM}}, VALID},
{"9, R32G32B32", {D3D9, {FORMAT, 0, DXGI_FORMAT_R32G32B32_FLOAT}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "R32G32B32_FLOAT (6) is no D3DFORMAT")}},
{"9, R11G11B10", {D3D9, {FORMAT, 0, DXGI_FORMAT_R11G11B10_FLOAT}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "is no D3DFORMAT")}},
{"9, R9G9B9E5", {D3D9, {FORMAT, 0, RGB9E5}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "")}},
{"9, R8G8", {D3D9, {FORMAT, 0, DXGI_FORMAT_R8G8_UNORM}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "")}},
{"9, R16G16", {D3D9, {FORMAT, 0, DXGI_FORMAT_R16G16_UNORM}}, VALID},
{"9, R8_SNORM", {D3D9, {FORMAT, 0, DXGI_FORMAT_R8_SNORM}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "")}},
{"9, R16_SNORM", {D3D9, {FORMAT, 0, DXGI_FORMAT_R16_SNORM}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "")}},
{"9, V8U8", {D3D9, {FORMAT, 0, DXGI_FORMAT_R8G8_SNORM}}, VALID},
{"9, A4B4G4R4", {D3D9, {FORMAT, 0, DXGI_FORMAT_A4B4G4R4_UNORM}}, {ERROR(D3D9_FORMAT, "RTVFormats[0]", "")}},
{"9, A4R4G4B4", {D3D9, {FORMAT, 0, DXGI_FORMAT_B4G4R4A4_UNORM}}, VALID},
{"9, UINT that is a hole", {D3D9, {FORMAT, 0, HOLE}, {UINTS, 0, 0xF}}, VALID},
{"9, SINT in slot 1, not declared", {D3D9, TWO(RGBA8, R8I), {UNDECLARED, 1, 0}}, {ERROR(D3D9_FORMAT, "RTVFormats[1]", "R8_SINT (64)")}},
{"9, UINT beyond the count", {D3D9, {FORMAT, 1, R32U}}, VALID},
{"9, a surface", {D3D9, {DESCRIBED, 0, 0}}, VALID},
{"9, one face of an array", {D3D9, SLOT(0, DepthOrArraySize, 6), SLOT(0, View.FirstArraySlice, 4), SLOT(0, View.ArraySize, 1)}, VALID},
{"9, 6 faces of an array", {D3D9, SLOT(0, DepthOrArraySize, 6)}, {ERROR(D3D9_SURFACE, "RenderTargets[0].Dimension", "6 slices of TEXTURE2D are viewed; a surface is one of TEXTURE2D")}},
{"9, 1 face of an array", {D3D9, SLOT(0, DepthOrArraySize, 1)}, VALID},
{"9, 3D", {D3D9, SLOT(0, Dimension, 4)}, {ERROR(D3D9_SURFACE, "RenderTargets[0].Dimension", "1 slices of TEXTURE3D")}},
{"9, typeless", {D3D9, {FORMAT, 0, 1}}, {ERROR(FORMAT_TYPELESS, "RTVFormats[0]", "")}},
{"9, unequal depths", {D3D9, TWO(RGBA8, RGBA16F)}, VALID},
{"9, unequal depths without the cap", {D3D9, TWO(RGBA8, RGBA16F), {MISC_CAPS, 0, ~0x40000U}},
 {ERROR(D3D9_BIT_DEPTHS, "RTVFormats[1]", "R16G16B16A16_FLOAT has 64 bits, the first target 32; PrimitiveMiscCaps lacks MRTINDEPENDENTBITDEPTHS")}},
{"9, equal depths without the cap", {D3D9, TWO(RGBA8, R32F), {MISC_CAPS, 0, ~0x40000U}}, VALID},
{"9, two targets at 2 samples", {D3D9, TWO(RGBA8, RGBA8), {SAMPLES, 0, 2}}, {ERROR(D3D9_MULTISAMPLED_TARGETS, "SampleDesc.Count", "Count is 2 with 2 targets; it must be 1")}},
{"9, two targets at 1 sample", {D3D9, TWO(RGBA8, RGBA8), {SAMPLES, 0, 1}}, VALID},
{"9, one target and a hole at 2 samples", {D3D9, {COUNT, 0, 2}, {SAMPLES, 0, 2}}, VALID},
{"9, a target beyond the count at 2 samples", {D3D9, {FORMAT, 1, RGBA8}, {SAMPLES, 0, 2}}, VALID},
{"9, target 4 is never written", {D3D9, {COUNT, 0, 5}, {FORMAT, 4, RGBA8}, {FLOATS, 4, 0xE}}, {ERROR(D3D9_TARGET_COUNT, "NumRenderTargets", "")}},
{"9, two blended targets", {D3D9, BLENDING, TWO(RGBA8, RGBA8)}, VALID},
{"9, two blended targets without the cap", {D3D9, BLENDING, TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x80000U}},
 {ERROR(D3D9_MULTIPLE_BLEND, PATH("ALPHABLENDENABLE"), "ALPHABLENDENABLE is TRUE with 2 targets, but PrimitiveMiscCaps lacks MRTPOSTPIXELSHADERBLENDING")}},
{"9, one blended target without the cap", {D3D9, BLENDING, {COUNT, 0, 2}, {MISC_CAPS, 0, ~0x80000U}}, VALID},
{"9, two targets, not blended, without the cap", {D3D9, TWO(RGBA8, RGBA8), {MISC_CAPS, 0, ~0x80000U}}, VALID},
{"9, sRGB write to two targets", {D3D9, STATE(SRGBWRITEENABLE, 1), TWO(RGBA8, RGBA8)}, {UNDEFINED(D3D9_SRGB_TARGETS, PATH("SRGBWRITEENABLE"), "SRGBWRITEENABLE is TRUE with 2 targets")}},
{"9, no sRGB write to two targets", {D3D9, STATE(SRGBWRITEENABLE, 0), TWO(RGBA8, RGBA8)}, VALID},
{"9, sRGB write to one target", {D3D9, STATE(SRGBWRITEENABLE, 1), {COUNT, 0, 2}}, VALID},
{"9, sRGB write blended", {D3D9, BLENDING, STATE(SRGBWRITEENABLE, 1)}, VALID},
{"9, sRGB write blended without the cap", {D3D9, BLENDING, STATE(SRGBWRITEENABLE, 1), {MISC_CAPS, 0, ~0x200000U}},
 {WARNING(D3D9_SRGB_BLEND, PATH("SRGBWRITEENABLE"), "PrimitiveMiscCaps lacks POSTBLENDSRGBCONVERT")}},
{"9, sRGB write, not blended, without the cap", {D3D9, STATE(SRGBWRITEENABLE, 1), {MISC_CAPS, 0, ~0x200000U}}, VALID},
{"9, blended, no sRGB write, without the cap", {D3D9, BLENDING, {MISC_CAPS, 0, ~0x200000U}}, VALID},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

static const enum ombre_rule here[] = {
#define X(id, name, severity, sentence, source) OMBRE_RULE_##id,
    OMBRE_RULES_D3D9(X)
#undef X
};

static void test_rows(void **state)
{
    (void) state;
    assert_int_equal(run_rows(rows, ROWS), 0);
    assert_true(ROWS > 120);
}

static void test_both_sides_of_every_rule(void **state)
{
    const unsigned count = sizeof here / sizeof here[0];

    (void) state;
    assert_true(count > 10);
    assert_true(hold_both_sides(rows, ROWS, here, count));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_both_sides_of_every_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
