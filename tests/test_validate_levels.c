#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate_rows.h"

#define D3D11_1                   \
    {                             \
        API, 0, OMBRE_API_D3D11_1 \
    }
#define AT(level)                             \
    {API, 0, OMBRE_API_D3D11_1},              \
    {                                         \
        LEVEL, 0, OMBRE_FEATURE_LEVEL_##level \
    }
#define TWO(a, b)                                  \
    {COUNT, 0, 2}, {FORMAT, 0, a}, {FORMAT, 1, b}, \
    {                                              \
        FLOATS, 1, 0xF                             \
    }

enum {
    BGRA8_SRGB = DXGI_FORMAT_B8G8R8A8_UNORM_SRGB,
    RGBA16F = DXGI_FORMAT_R16G16B16A16_FLOAT,
    RGBA16 = DXGI_FORMAT_R16G16B16A16_UNORM,
    RGBA8S = DXGI_FORMAT_R8G8B8A8_SNORM,
    R32F = DXGI_FORMAT_R32_FLOAT,
    RG8 = DXGI_FORMAT_R8G8_UNORM,
};

/* clang-format off */
static const struct row rows[] = {
/* What Direct3D 11.1 leaves to the draw, or to nobody. */
{"11.1", {D3D11_1, {OVER, 0, 0}}, VALID},
{"11.1, blending on UINT", {D3D11_1, {OVER, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {UNDEFINED(DRAW_BLEND_FORMAT, "RTVFormats[0]", "R32_UINT (42) is not blendable")}},
{"11.1, blending on UINT that is not declared", {D3D11_1, {OVER, 0, 0}, {FORMAT, 0, R32U}, {UNDECLARED, 0, 0}}, VALID},
{"11.1, logic op on UNORM", {D3D11_1, {LOGIC, 0, 0}}, {UNDEFINED(DRAW_LOGIC_OP_FORMAT, "RTVFormats[0]", "R8G8B8A8_UNORM (28) has none")}},
{"11.1, logic op on UNORM that is not declared", {D3D11_1, {LOGIC, 0, 0}, {UNDECLARED, 0, 0}}, VALID},
{"11.1, logic op on UINT", {D3D11_1, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"11.1, uint to UNORM", {D3D11_1, {UINTS, 0, 0xF}}, {UNDEFINED(DRAW_OUTPUT_TYPE, "PixelShader.outputs[0]", "the output is uint; R8G8B8A8_UNORM (28) takes float")}},
{"11.1, uint to a hole", {D3D11_1, {UINTS, 0, 0xF}, {FORMAT, 0, HOLE}}, VALID},
{"11.1, dual source, slot 1 declared", {D3D11_1, {DUAL, 0, 0}, TWO(RGBA8, RGBA8)},
 {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[1]", "slot 0 is dual source; the format must be UNKNOWN")}},
{"11.1, dual source, slot 2 not declared", {D3D11_1, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 3}, {FORMAT, 2, RGBA8}},
 {UNDEFINED(DRAW_DUAL_SOURCE_TARGETS, "RTVFormats[2]", "")}},
{"11.1, dual source, slot 2 a hole", {D3D11_1, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 3}, {FORMAT, 2, HOLE}}, VALID},
{"11.1, dual source, slot 1 a hole", {D3D11_1, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 2}}, VALID},
{"11.1, dual source, entry 1 blends", {D3D11_1, {INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {DUAL, 1, 0}}, VALID},
{"11.1, dual source in entry 1 only", {D3D11_1, {INDEPENDENT, 0, 0}, {DUAL, 1, 0}}, {ERROR(DUAL_SOURCE_ABOVE_0, RT(1, "DestBlend"), "")}},
{"11.1, a format beyond the count", {D3D11_1, {FORMAT, 1, 1}}, VALID},
{"11.1, holes only", {D3D11_1, {FORMAT, 0, HOLE}}, VALID},
{"11.1, sample mask 0", {D3D11_1, {SAMPLE_MASK, 0, 0}}, VALID},
{"11.1, 9 targets", {D3D11_1, {COUNT, 0, 9}}, {ERROR(TARGET_COUNT, "NumRenderTargets", "")}},
{"11.1, a typeless view without a shader", {D3D11_1, {NO_SHADER, 0, 0}, {FORMAT, 0, 1}}, {ERROR(FORMAT_TYPELESS, "RTVFormats[0]", "")}},
{"11.1, samples 3", {D3D11_1, {SAMPLES, 0, 3}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "")}},

/* Which levels an API runs on. */
{"D3D12 on 11_0", {{LEVEL, 0, 0xb000}, {OVER, 0, 0}}, VALID},
{"D3D12 on 10_1", {{LEVEL, 0, 0xa100}, {OVER, 0, 0}}, {ERROR(FEATURE_LEVEL, "Device.FeatureLevel", "FeatureLevel is 10_1; D3D12 needs 11_0")}},
{"D3D11.1 on 9_1", {AT(9_1)}, VALID},
{"D3D11.1 on a level that is none", {D3D11_1, {LEVEL, 0, 0xb001}}, {ERROR(FEATURE_LEVEL, "Device.FeatureLevel", "FeatureLevel is 0xB001, which is none")}},
{"level 0 is none and counts as 9_1", {D3D11_1, {LEVEL, 0, 0}, {A2C, 0, 0}, {SAMPLES, 0, 4}},
 {ERROR(FEATURE_LEVEL, "Device.FeatureLevel", "FeatureLevel is 0x0"), ERROR(LEVEL_ALPHA_TO_COVERAGE, "BlendState.AlphaToCoverageEnable", "feature level (unknown)")}},

/* Feature level 9 has less of everything. */
{"9_3, A2C", {AT(9_3), {A2C, 0, 0}, {SAMPLES, 0, 4}}, {ERROR(LEVEL_ALPHA_TO_COVERAGE, "BlendState.AlphaToCoverageEnable", "it must be FALSE at feature level 9_3")}},
{"10_0, A2C", {AT(10_0), {A2C, 0, 0}, {SAMPLES, 0, 4}}, VALID},
{"9_3, SRC_ALPHA_SAT", {AT(9_3), {OVER, 0, 0}, {SRC, 0, 11}}, {ERROR(LEVEL_FACTOR, RT(0, "SrcBlend"), "SrcBlend is SRC_ALPHA_SAT (11), which feature level 9_3 does not have")}},
{"10_0, SRC_ALPHA_SAT", {AT(10_0), {OVER, 0, 0}, {SRC, 0, 11}}, VALID},
{"9_3, factors beside it", {AT(9_3), {OVER, 0, 0}, {SRC, 0, 10}, {DEST, 0, 14}, {SRC_A, 0, 15}}, VALID},
{"9_2, second source", {AT(9_2), {DUAL, 0, 0}, {FLOATS, 1, 0xF}}, {ERROR(LEVEL_FACTOR, RT(0, "DestBlend"), "SRC1_COLOR (16)"), ERROR(LEVEL_FACTOR, RT(0, "DestBlendAlpha"), "SRC1_ALPHA (18)")}},
{"10_0, second source", {AT(10_0), {DUAL, 0, 0}, {FLOATS, 1, 0xF}}, VALID},
{"9_3, logic op", {AT(9_3), {LOGIC, 0, 0}, {UNDECLARED, 0, 0}}, {ERROR(LEVEL_LOGIC_OP, RT(0, "LogicOpEnable"), "feature level 9_3 has no logic operations")}},
{"9_3, no logic op", {AT(9_3), {LOGIC, 0, 0}, {UNDECLARED, 0, 0}, {LOGIC_ENABLE, 0, 0}}, VALID},
{"9_3, logic op without the option", {AT(9_3), {NO_LOGIC_OP, 0, 0}, {LOGIC, 0, 0}, {UNDECLARED, 0, 0}}, {ERROR(LEVEL_LOGIC_OP, RT(0, "LogicOpEnable"), "")}},
{"10_0, logic op", {AT(10_0), {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"10_0, logic op without the option", {AT(10_0), {NO_LOGIC_OP, 0, 0}, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, {ERROR(LOGIC_OP_UNSUPPORTED, RT(0, "LogicOpEnable"), "")}},
{"9_3, sample mask 0", {AT(9_3), {SAMPLE_MASK, 0, 0}}, {ERROR(LEVEL_SAMPLE_MASK, "SampleMask", "SampleMask is 0; the default is 0xFFFFFFFF")}},
{"9_3, sample mask 1", {AT(9_3), {SAMPLE_MASK, 0, 1}}, {WARNING(LEVEL_SAMPLE_MASK_IGNORED, "SampleMask", "SampleMask is 0x1; the default is 0xFFFFFFFF")}},
{"9_3, sample mask 0xFFFFFFFE", {AT(9_3), {SAMPLE_MASK, 0, 0xFFFFFFFE}}, {WARNING(LEVEL_SAMPLE_MASK_IGNORED, "SampleMask", "0xFFFFFFFE")}},
{"10_0, sample mask 1", {AT(10_0), {SAMPLE_MASK, 0, 1}}, VALID},
{"10_0, sample mask 0", {AT(10_0), {SAMPLE_MASK, 0, 0}}, VALID},

/* What targets are of. */
{"9_3, 2D", {AT(9_3), {DESCRIBED, 0, 0}}, VALID},
{"9_3, 3D", {AT(9_3), SLOT(0, Dimension, 4)}, {ERROR(LEVEL_DIMENSION, "RenderTargets[0].Dimension", "Dimension is TEXTURE3D; feature level 9_3 has targets of TEXTURE2D only")}},
{"9_1, depth in 1D", {AT(9_1), SLOT(DEPTH, Dimension, 2)}, {ERROR(LEVEL_DIMENSION, "DepthStencil.Dimension", "TEXTURE1D")}},
{"10_0, 3D", {AT(10_0), SLOT(0, Dimension, 4)}, VALID},
{"9_1, a view of R16G16B16A16_FLOAT", {AT(9_1), SLOT(0, Format, RGBA16F)}, {ERROR(FORMAT_NOT_TARGET, "RenderTargets[0].View.Format", "not renderable at feature level 9_1"), UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "")}},
{"9_2, a view of R16G16B16A16_FLOAT", {AT(9_2), SLOT(0, Format, RGBA16F)}, {UNDEFINED(VIEW_FORMAT, "RenderTargets[0].View.Format", "")}},

/* Counts, depths and sRGB of several targets. */
{"9_1, 1 target", {AT(9_1)}, VALID},
{"9_1, 2 targets", {AT(9_1), {COUNT, 0, 2}}, {ERROR(LEVEL_TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 2; feature level 9_1 has 1")}},
{"9_2, 2 targets", {AT(9_2), {COUNT, 0, 2}}, {ERROR(LEVEL_TARGET_COUNT, "NumRenderTargets", "feature level 9_2 has 1")}},
{"9_3, 4 targets", {AT(9_3), {COUNT, 0, 4}}, VALID},
{"9_3, 5 targets", {AT(9_3), {COUNT, 0, 5}}, {ERROR(LEVEL_TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 5; feature level 9_3 has 4")}},
{"10_0, 8 targets", {AT(10_0), {COUNT, 0, 8}}, VALID},
{"9_3, equal depths", {AT(9_3), TWO(RGBA8, R32F)}, VALID},
{"9_3, unequal depths", {AT(9_3), TWO(RGBA8, RGBA16F)}, {ERROR(LEVEL_BIT_DEPTHS, "RTVFormats[1]", "R16G16B16A16_FLOAT has 64 bits, the first target 32")}},
{"9_3, unequal depths beside a hole", {AT(9_3), {COUNT, 0, 3}, {FORMAT, 0, HOLE}, {FORMAT, 1, RGBA16F}, {FORMAT, 2, RGBA8}},
 {ERROR(LEVEL_BIT_DEPTHS, "RTVFormats[2]", "R8G8B8A8_UNORM has 32 bits, the first target 64")}},
{"10_0, unequal depths", {AT(10_0), TWO(RGBA8, RGBA16F)}, VALID},
{"9_3, one sRGB target", {AT(9_3), {FORMAT, 0, BGRA8_SRGB}, {COUNT, 0, 2}}, VALID},
{"9_3, sRGB beside another", {AT(9_3), TWO(RGBA8, BGRA8_SRGB)}, {ERROR(LEVEL_SRGB_TARGETS, "RTVFormats[1]", "B8G8R8A8_UNORM_SRGB (91) is one of 2 targets")}},
{"10_0, sRGB beside another", {AT(10_0), TWO(RGBA8, BGRA8_SRGB)}, VALID},
{"9_3, a format that is none, beside another", {AT(9_3), TWO(RGBA8, 200)}, {ERROR(FORMAT_UNKNOWN, "RTVFormats[1]", "")}},
{"9_3, two blended targets", {AT(9_3), {OVER, 0, 0}, TWO(RGBA8, RGBA8)}, {WARNING(LEVEL_MULTIPLE_BLEND, "RTVFormats", "2 of 2 targets are blended")}},
{"9_3, one blended target beside a hole", {AT(9_3), {OVER, 0, 0}, {COUNT, 0, 2}}, VALID},
{"9_3, one blended target beside another", {AT(9_3), {INDEPENDENT, 0, 0}, {OVER, 4, 0}, {COUNT, 0, 5}, {FORMAT, 4, RGBA8}, {FLOATS, 4, 0xF}},
 {ERROR(LEVEL_TARGET_COUNT, "NumRenderTargets", ""), WARNING(LEVEL_MULTIPLE_BLEND, "RTVFormats", "1 of 2 targets are blended")}},
{"9_3, a blended target beside one beyond the count", {AT(9_3), {OVER, 0, 0}, {FORMAT, 1, RGBA8}}, VALID},
{"9_3, sRGB beside one beyond the count", {AT(9_3), {FORMAT, 0, BGRA8_SRGB}, {FORMAT, 1, RGBA8}}, VALID},
{"9_3, equal depths beside one beyond the count", {AT(9_3), TWO(RGBA8, R32F), {FORMAT, 2, RGBA16F}}, VALID},
{"9_3, two targets, not blended", {AT(9_3), TWO(RGBA16F, RGBA16F)}, VALID},
{"10_0, two blended targets", {AT(10_0), {OVER, 0, 0}, TWO(RGBA8, RGBA8)}, VALID},

/* How a level blends. */
{"10_0, halves blended", {AT(10_0), {OVER, 0, 0}, TWO(RGBA16F, RG16F)},
 {WARNING(LEVEL_FLOAT_BLEND, "RTVFormats[0]", "R16G16B16A16_FLOAT is blended at feature level 10_0"), WARNING(LEVEL_FLOAT_BLEND, "RTVFormats[1]", "R16G16_FLOAT")}},
{"10_0, halves, not blended", {AT(10_0), {FORMAT, 0, RGBA16F}}, VALID},
{"10_0, halves blended by entry 1", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 1, 0}, TWO(RGBA16F, RGBA16F)}, {WARNING(LEVEL_FLOAT_BLEND, "RTVFormats[1]", "")}},
{"10_0, halves blended, not declared", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, RGBA16F}, {UNDECLARED, 0, 0}}, VALID},
{"10_0, halves blended beyond the count", {AT(10_0), {OVER, 0, 0}, {FORMAT, 1, RGBA16F}, {FLOATS, 1, 0xF}}, VALID},
{"10_0, fp32 blended", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, R32F}}, VALID},
{"10_0, UNORM16 blended", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, RGBA16}}, VALID},
{"10_1, halves blended", {AT(10_1), {OVER, 0, 0}, {FORMAT, 0, RGBA16F}}, VALID},
{"9_3, sRGB blended", {AT(9_3), {OVER, 0, 0}, {FORMAT, 0, BGRA8_SRGB}}, {WARNING(LEVEL_SRGB_BLEND, "RTVFormats[0]", "B8G8R8A8_UNORM_SRGB is blended at feature level 9_3")}},
{"9_3, sRGB, not blended", {AT(9_3), {FORMAT, 0, BGRA8_SRGB}}, VALID},
{"10_0, sRGB blended", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, BGRA8_SRGB}}, VALID},

/* What entries must have in common. */
{"9_3, BlendEnable of entry 3", {AT(9_3), {INDEPENDENT, 0, 0}, {OVER, 3, 0}}, {ERROR(LEVEL_BLEND_ENABLE, RT(3, "BlendEnable"), "BlendEnable is TRUE, but FALSE in entry 0")}},
{"9_3, BlendEnable of entry 0", {AT(9_3), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 1, 0}, {OVER, 3, 0}}, {ERROR(LEVEL_BLEND_ENABLE, RT(2, "BlendEnable"), "BlendEnable is FALSE, but TRUE in entry 0")}},
{"9_3, BlendEnable of entry 4", {AT(9_3), {INDEPENDENT, 0, 0}, {OVER, 4, 0}}, VALID},
{"9_3, BlendEnable of entry 3, not independent", {AT(9_3), {OVER, 3, 0}}, VALID},
{"10_0, BlendEnable of entry 3", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 3, 0}}, VALID},
{"9_2, write mask of entry 1", {AT(9_2), {INDEPENDENT, 0, 0}, {MASK, 1, 7}}, {ERROR(LEVEL_WRITE_MASKS, RT(1, "RenderTargetWriteMask"), "RenderTargetWriteMask is 0x7, but 0xF in entry 0")}},
{"9_1, write mask of entry 3", {AT(9_1), {INDEPENDENT, 0, 0}, {MASK, 3, 7}}, {ERROR(LEVEL_WRITE_MASKS, RT(3, "RenderTargetWriteMask"), "")}},
{"9_2, write mask of entry 4", {AT(9_2), {INDEPENDENT, 0, 0}, {MASK, 4, 7}}, VALID},
{"9_3, write mask of entry 1", {AT(9_3), {INDEPENDENT, 0, 0}, {MASK, 1, 7}}, VALID},
{"10_0, equations differ", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 2, 0}, {OVER, 5, 0}, {DEST, 5, 2}},
 {ERROR(LEVEL_EQUATIONS, RT(5, "DestBlend"), "DestBlend is 2, but 6 in an entry before; feature level 10_0 has one equation")}},
{"10_0, SrcBlend differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {SRC, 7, 2}}, {ERROR(LEVEL_EQUATIONS, RT(7, "SrcBlend"), "SrcBlend is 2, but 5")}},
{"10_0, BlendOp differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {OP, 7, 2}}, {ERROR(LEVEL_EQUATIONS, RT(7, "BlendOp"), "BlendOp is 2, but 1")}},
{"10_0, SrcBlendAlpha differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {SRC_A, 7, 5}}, {ERROR(LEVEL_EQUATIONS, RT(7, "SrcBlendAlpha"), "SrcBlendAlpha is 5, but 2")}},
{"10_0, DestBlendAlpha differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {DEST_A, 7, 8}}, {ERROR(LEVEL_EQUATIONS, RT(7, "DestBlendAlpha"), "DestBlendAlpha is 8, but 6")}},
{"10_0, BlendOpAlpha differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {OP_A, 7, 3}}, {ERROR(LEVEL_EQUATIONS, RT(7, "BlendOpAlpha"), "BlendOpAlpha is 3, but 1")}},
{"10_0, BlendOp differs, BlendOpAlpha does not", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OP_A, 0, 3}, {OVER, 7, 0}, {OP_A, 7, 3}, {OP, 7, 2}}, {ERROR(LEVEL_EQUATIONS, RT(7, "BlendOp"), "BlendOp is 2, but 1")}},
{"10_0, BlendOpAlpha differs, BlendOp does not", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OP, 0, 2}, {OVER, 7, 0}, {OP, 7, 2}, {OP_A, 7, 3}}, {ERROR(LEVEL_EQUATIONS, RT(7, "BlendOpAlpha"), "BlendOpAlpha is 3, but 1")}},
{"10_0, two differ, the first is named", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 7, 0}, {OP, 7, 3}, {DEST_A, 7, 1}}, {ERROR(LEVEL_EQUATIONS, RT(7, "BlendOp"), "")}},
{"10_0, a disabled entry differs", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 5, 0}, {DEST, 5, 2}, {BLEND_ENABLE, 5, 0}}, VALID},
{"10_0, equal equations", {AT(10_0), {INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 5, 0}}, VALID},
{"10_1, equations differ", {AT(10_1), {INDEPENDENT, 0, 0}, {OVER, 2, 0}, {OVER, 5, 0}, {DEST, 5, 2}}, VALID},
{"10_0, entries that do not count differ", {AT(10_0), {OVER, 0, 0}, {OVER, 5, 0}, {DEST, 5, 2}}, VALID},

/* Alpha as colour. */
{"9_1, alpha as colour", {AT(9_1), {OVER, 0, 0}, {SRC_A, 0, 5}}, VALID},
{"9_1, source apart", {AT(9_1), {OVER, 0, 0}}, {ERROR(LEVEL_SEPARATE_ALPHA, RT(0, "SrcBlendAlpha"), "SrcBlendAlpha is 2; at feature level 9_1 it must be 5, as for colour")}},
{"9_1, destination apart", {AT(9_1), {OVER, 0, 0}, {SRC_A, 0, 5}, {DEST_A, 0, 1}}, {ERROR(LEVEL_SEPARATE_ALPHA, RT(0, "DestBlendAlpha"), "must be 6")}},
{"9_1, operation apart", {AT(9_1), {OVER, 0, 0}, {SRC_A, 0, 5}, {OP_A, 0, 2}}, {ERROR(LEVEL_SEPARATE_ALPHA, RT(0, "BlendOpAlpha"), "BlendOpAlpha is 2; at feature level 9_1 it must be 1")}},
{"9_1, SRC_COLOR as SRC_ALPHA, DEST_COLOR as DEST_ALPHA", {AT(9_1), {OVER, 0, 0}, {SRC, 0, 3}, {DEST, 0, 9}, {SRC_A, 0, 5}, {DEST_A, 0, 7}}, VALID},
{"9_1, inverses of both", {AT(9_1), {OVER, 0, 0}, {SRC, 0, 4}, {DEST, 0, 10}, {SRC_A, 0, 6}, {DEST_A, 0, 8}}, VALID},
{"9_1, BLEND_FACTOR", {AT(9_1), {OVER, 0, 0}, {SRC, 0, 14}, {DEST, 0, 15}, {SRC_A, 0, 14}, {DEST_A, 0, 15}}, VALID},
{"9_1, apart, disabled", {AT(9_1), {OVER, 0, 0}, {BLEND_ENABLE, 0, 0}}, VALID},
{"9_2, apart", {AT(9_2), {OVER, 0, 0}, {OP_A, 0, 2}}, VALID},

/* Formats. */
{"9_1, R16G16B16A16_FLOAT", {AT(9_1), {FORMAT, 0, RGBA16F}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "R16G16B16A16_FLOAT (10) is not renderable at feature level 9_1")}},
{"9_2, R16G16B16A16_FLOAT", {AT(9_2), {FORMAT, 0, RGBA16F}}, VALID},
{"9_2, R16G16B16A16_FLOAT blended", {AT(9_2), {OVER, 0, 0}, {FORMAT, 0, RGBA16F}}, {UNDEFINED(DRAW_BLEND_FORMAT, "RTVFormats[0]", "is not blendable at feature level 9_2")}},
{"9_3, R16G16B16A16_FLOAT blended", {AT(9_3), {OVER, 0, 0}, {FORMAT, 0, RGBA16F}}, {WARNING(LEVEL_FLOAT_BLEND, "RTVFormats[0]", "at feature level 9_3")}},
{"9_3, R32_UINT", {AT(9_3), {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "R32_UINT (42)")}},
{"10_0, R32_UINT", {AT(10_0), {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"10_0, SNORM blended", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, RGBA8S}}, {UNDEFINED(DRAW_BLEND_FORMAT, "RTVFormats[0]", "R8G8B8A8_SNORM (31)")}},
{"10_1, SNORM blended", {AT(10_1), {OVER, 0, 0}, {FORMAT, 0, RGBA8S}}, VALID},
{"10_0, UNORM16 blended is optional", {AT(10_0), {OVER, 0, 0}, {FORMAT, 0, RGBA16}}, VALID},
{"9_3, RGB9E5", {AT(9_3), {FORMAT, 0, RGB9E5}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "R9G9B9E5_SHAREDEXP (67)")}},
{"10_0, RGB9E5", {AT(10_0), {FORMAT, 0, RGB9E5}, {OVER, 0, 0}}, VALID},
{"9_1, R8G8_UNORM at 4 samples", {AT(9_1), {FORMAT, 0, RG8}, {SAMPLES, 0, 4}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 4; R8G8_UNORM of RTVFormats[0] has no multisampling at feature level 9_1")}},
{"9_1, R8G8_UNORM at 2 samples", {AT(9_1), {FORMAT, 0, RG8}, {SAMPLES, 0, 2}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 2; R8G8_UNORM")}},
{"9_1, R8G8_UNORM beyond the count at 4 samples", {AT(9_1), {FORMAT, 1, RG8}, {SAMPLES, 0, 4}}, VALID},
{"9_1, R8G8_UNORM at 1 sample", {AT(9_1), {FORMAT, 0, RG8}}, VALID},
{"9_1, R8G8B8A8_UNORM at 4 samples", {AT(9_1), {SAMPLES, 0, 4}}, VALID},
{"10_0, R8G8_UNORM at 4 samples", {AT(10_0), {FORMAT, 0, RG8}, {SAMPLES, 0, 4}}, VALID},
{"9_1, R8G8_UNORM at 3 samples is said once", {AT(9_1), {FORMAT, 0, RG8}, {SAMPLES, 0, 3}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "allowed are")}},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

static const enum ombre_rule here[] = {
#define X(id, name, severity, sentence, source) OMBRE_RULE_##id,
    OMBRE_RULES_DRAW(X) OMBRE_RULES_LEVELS(X)
#undef X
};

static void test_rows(void **state)
{
    (void) state;
    assert_int_equal(run_rows(rows, ROWS), 0);
    assert_true(ROWS > 80);
}

static void test_both_sides_of_every_rule(void **state)
{
    const unsigned count = sizeof here / sizeof here[0];

    (void) state;
    assert_true(count > 15);
    assert_true(hold_both_sides(rows, ROWS, here, count));
}

/* --- The tables of formats -------------------------------------------------
 */

static const uint32_t levels[] = {0x9100, 0x9200, 0x9300, 0xa000, 0xa100,
                                  0xb000, 0xb100, 0xc000, 0xc100, 0xc200};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static void test_names(void **state)
{
    static const char *const names[LEVELS] = {"9_1",  "9_2",  "9_3",  "10_0",
                                              "10_1", "11_0", "11_1", "12_0",
                                              "12_1", "12_2"};

    (void) state;
    for (unsigned i = 0; i < LEVELS; i++) {
        assert_string_equal(ombre_feature_level_name(levels[i]), names[i]);
        assert_null(ombre_feature_level_name(levels[i] + 1));
    }
    assert_null(ombre_feature_level_name(0));
}

/* What a level offers, every higher level offers too. */
static unsigned check_row(const struct ombre_format *format)
{
    unsigned compared = 0;

    for (unsigned i = 0; i < LEVELS; i++) {
        const char *cell = ombre_feature_level_format(levels[i], format->dxgi);
        const char *next = ombre_feature_level_format(
            levels[i < LEVELS - 1 ? i + 1 : i], format->dxgi);
        if (!cell)
            continue;
        assert_int_equal(strlen(cell), 6);
        assert_int_equal(strspn(cell, "Rod-"), 6);
        /* Where there are 4 samples there may be 8, and the validator asks
         * once. */
        assert_int_equal(cell[3] == '-', cell[4] == '-');
        for (unsigned k = 0; k < 6; k++, compared++)
            assert_true(cell[k] == '-' || next[k] != '-');
    }
    return compared;
}

static void test_formats(void **state)
{
    unsigned listed = 0, compared = 0;

    (void) state;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const char *cell = ombre_feature_level_format(0xc200, format->dxgi);

        compared += check_row(format);
        if (!cell) { /* left to CheckFormatSupport */
            assert_true(format->dxgi == DXGI_FORMAT_R9G9B9E5_SHAREDEXP ||
                        format->dxgi == DXGI_FORMAT_A4B4G4R4_UNORM);
            continue;
        }
        listed++;
        assert_true(cell[0] != '-');
        assert_int_equal(cell[1] != '-', format->blendable);
        assert_int_equal(cell[2] != '-', format->logic_op);
    }
    assert_int_equal(listed, 51);
    assert_int_equal(compared, 51 * LEVELS * 6);
    assert_null(ombre_feature_level_format(0xc200, DXGI_FORMAT_D32_FLOAT));
    assert_string_equal(ombre_feature_level_format(0xb0FF, 42), "R-oRR-");
    assert_string_equal(ombre_feature_level_format(0xb100, 42), "R-RRR-");
    assert_string_equal(ombre_feature_level_format(0, 28), "RR-ooR");
    assert_string_equal(ombre_feature_level_format(0xa0FF, 30), "R-ooo-");
    assert_string_equal(ombre_feature_level_format(0xa100, 30), "R-oRo-");
    assert_string_equal(ombre_feature_level_format(0xaFFF, 30), "R-oRo-");
    assert_string_equal(ombre_feature_level_format(0xb000, 30), "R-oRR-");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_both_sides_of_every_rule),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_formats),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
