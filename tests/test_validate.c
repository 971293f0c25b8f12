#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate_rows.h"

/* clang-format off */
static const struct row rows[] = {
{"base", {{END, 0, 0}}, VALID},

/* No desc: Direct3D 10 to 11.1 create blend states. */
{"V199 no desc in 10", {{API, 0, OMBRE_API_D3D10}, {INDEPENDENT, 0, 0}, {NULL_DESC, 0, 0}}, {ERROR(NULL_DESC, "BlendState", "BlendState is NULL")}},
{"no desc in 10.1", {{API, 0, OMBRE_API_D3D10_1}, {NULL_DESC, 0, 0}}, {ERROR(NULL_DESC, "BlendState", "")}},
{"V197 no desc in 11", {{API, 0, OMBRE_API_D3D11}, {NULL_DESC, 0, 0}}, {ERROR(NULL_DESC, "BlendState", "")}},
{"no desc in 11.1", {{API, 0, OMBRE_API_D3D11_1}, {NULL_DESC, 0, 0}}, {ERROR(NULL_DESC, "BlendState", "")}},
{"a desc in 11", {{API, 0, OMBRE_API_D3D11}}, VALID},
{"no desc in 12, which has it in line", {{NULL_DESC, 0, 0}}, VALID},
{"no desc in 9, which has none", {{API, 0, OMBRE_API_D3D9}, {NULL_DESC, 0, 0}}, VALID},

/* Factors of an enabled entry: 0 | 1..11 | 12 13 | 14..21 | 22 (FS 17.1). */
{"factor 0", {{OVER, 0, 0}, {SRC, 0, 0}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "SrcBlend is 0, which is no factor; allowed are 1 to 11 and 14 to 21")}},
{"factor 1", {{OVER, 0, 0}, {SRC, 0, 1}}, VALID},
{"factor 11", {{OVER, 0, 0}, {DEST, 0, 11}}, VALID},
{"factor 12", {{OVER, 0, 0}, {SRC, 0, 12}},
 {ERROR(FACTOR_RESERVED, RT(0, "SrcBlend"), "SrcBlend is 12, which is reserved; allowed are 1 to 11 and 14 to 21")}},
{"factor 13", {{OVER, 0, 0}, {DEST_A, 0, 13}},
 {ERROR(FACTOR_RESERVED, RT(0, "DestBlendAlpha"), "DestBlendAlpha is 13")}},
{"factor 14", {{OVER, 0, 0}, {DEST, 0, 14}}, VALID},
{"factor 21", {{OVER, 0, 0}, {DEST, 0, 21}}, VALID},
{"factor 22", {{OVER, 0, 0}, {DEST, 0, 22}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "DestBlend"), "DestBlend is 22")}},
{"factor 0xFFFFFFFF", {{OVER, 0, 0}, {SRC_A, 0, 0xFFFFFFFF}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlendAlpha"), "SrcBlendAlpha is 4294967295")}},
{"factor 0 of a disabled entry", {{OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 0, 0}}, VALID},
{"zero-filled entry", {{SRC, 0, 0}, {DEST, 0, 0}, {OP, 0, 0}, {SRC_A, 0, 0}, {DEST_A, 0, 0}, {OP_A, 0, 0}, {LOGIC_OP, 0, 0}, {MASK, 0, 0}}, VALID},
{"BlendEnable 2 is TRUE", {{OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 0, 2}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "")}},
{"BlendEnable 0x80000000 is TRUE", {{OVER, 0, 0}, {SRC, 0, 0}, {BLEND_ENABLE, 0, 0x80000000}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "")}},
{"all of an entry", {{OVER, 0, 0}, {SRC, 0, 0}, {DEST, 0, 12}, {OP, 0, 0}, {SRC_A, 0, 3}, {DEST_A, 0, 22}, {OP_A, 0, 6}, {MASK, 0, 0x10}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), ""), ERROR(FACTOR_RESERVED, RT(0, "DestBlend"), ""), ERROR(OP_UNKNOWN, RT(0, "BlendOp"), ""),
  ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "SrcBlendAlpha"), ""), ERROR(FACTOR_UNKNOWN, RT(0, "DestBlendAlpha"), ""), ERROR(OP_UNKNOWN, RT(0, "BlendOpAlpha"), ""),
  ERROR(WRITE_MASK, RT(0, "RenderTargetWriteMask"), "")}},

/* What the alpha slots take (FS 17.2). */
{"alpha SRC_COLOR", {{OVER, 0, 0}, {SRC_A, 0, 3}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "SrcBlendAlpha"), "SrcBlendAlpha is SRC_COLOR (3); alpha takes no factor that ends in _COLOR")}},
{"alpha INV_SRC_COLOR", {{OVER, 0, 0}, {DEST_A, 0, 4}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "DestBlendAlpha"), "DestBlendAlpha is INV_SRC_COLOR (4)")}},
{"alpha DEST_COLOR", {{OVER, 0, 0}, {DEST_A, 0, 9}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "DestBlendAlpha"), "DEST_COLOR (9)")}},
{"alpha INV_DEST_COLOR", {{OVER, 0, 0}, {SRC_A, 0, 10}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "SrcBlendAlpha"), "INV_DEST_COLOR (10)")}},
{"alpha SRC1_COLOR", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC_A, 0, 16}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "SrcBlendAlpha"), "SRC1_COLOR (16)")}},
{"alpha INV_SRC1_COLOR", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {DEST_A, 0, 17}},
 {ERROR(FACTOR_COLOR_IN_ALPHA, RT(0, "DestBlendAlpha"), "INV_SRC1_COLOR (17)")}},
{"color takes all of them", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC, 0, 9}, {DEST, 0, 17}}, VALID},
{"color takes the other two", {{OVER, 0, 0}, {SRC, 0, 10}, {DEST, 0, 4}}, VALID},
{"alpha ZERO, ONE", {{OVER, 0, 0}, {SRC_A, 0, 1}, {DEST_A, 0, 2}}, VALID},
{"alpha SRC_ALPHA, INV_SRC_ALPHA", {{OVER, 0, 0}, {SRC_A, 0, 5}, {DEST_A, 0, 6}}, VALID},
{"alpha DEST_ALPHA, INV_DEST_ALPHA", {{OVER, 0, 0}, {SRC_A, 0, 7}, {DEST_A, 0, 8}}, VALID},
{"alpha SRC_ALPHA_SAT, BLEND_FACTOR", {{OVER, 0, 0}, {SRC_A, 0, 11}, {DEST_A, 0, 14}}, VALID},
{"alpha INV_BLEND_FACTOR, ALPHA_FACTOR", {{OVER, 0, 0}, {SRC_A, 0, 15}, {DEST_A, 0, 20}}, VALID},
{"alpha INV_ALPHA_FACTOR, INV_SRC1_ALPHA", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC_A, 0, 21}, {DEST_A, 0, 19}}, VALID},

/* ALPHA_FACTOR: an option of Direct3D 12, unknown before it. */
{"ALPHA_FACTOR without the option", {{NO_ALPHA_FACTOR, 0, 0}, {OVER, 0, 0}, {SRC, 0, 20}},
 {ERROR(FACTOR_NEEDS_ALPHA_FACTOR, RT(0, "SrcBlend"), "SrcBlend is ALPHA_FACTOR (20), but AlphaBlendFactorSupported is FALSE")}},
{"INV_ALPHA_FACTOR without the option", {{NO_ALPHA_FACTOR, 0, 0}, {OVER, 0, 0}, {DEST_A, 0, 21}},
 {ERROR(FACTOR_NEEDS_ALPHA_FACTOR, RT(0, "DestBlendAlpha"), "INV_ALPHA_FACTOR (21)")}},
{"neighbours without the option", {{NO_ALPHA_FACTOR, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC, 0, 19}, {DEST, 0, 15}}, VALID},
{"ALPHA_FACTOR disabled, without the option", {{NO_ALPHA_FACTOR, 0, 0}, {OVER, 0, 0}, {SRC, 0, 20}, {BLEND_ENABLE, 0, 0}}, VALID},
{"ALPHA_FACTOR in 11.1", {{API, 0, OMBRE_API_D3D11_1}, {OVER, 0, 0}, {SRC, 0, 20}, {DEST, 0, 21}},
 {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "SrcBlend is 20, which is no factor; allowed are 1 to 11 and 14 to 19"),
  ERROR(FACTOR_UNKNOWN, RT(0, "DestBlend"), "DestBlend is 21")}},
{"factors 12, 15 in 11.1", {{API, 0, OMBRE_API_D3D11_1}, {OVER, 0, 0}, {SRC, 0, 12}, {DEST, 0, 15}},
 {ERROR(FACTOR_RESERVED, RT(0, "SrcBlend"), "allowed are 1 to 11 and 14 to 19")}},

/* Operations: 0 | 1..5 | 6. */
{"factor 25 of entry 1, beside entry 0", {{INDEPENDENT, 0, 0}, {OVER, 0, 0}, {OVER, 1, 0}, {SRC, 1, 25}}, {ERROR(FACTOR_UNKNOWN, RT(1, "SrcBlend"), "")}},
{"op 0", {{OVER, 0, 0}, {OP, 0, 0}}, {ERROR(OP_UNKNOWN, RT(0, "BlendOp"), "BlendOp is 0; allowed are 1 (ADD) to 5 (MAX)")}},
{"op 1 and 5", {{OVER, 0, 0}, {OP, 0, 1}, {DEST_A, 0, 2}, {OP_A, 0, 5}}, VALID},
{"op 5 and 1", {{OVER, 0, 0}, {SRC, 0, 2}, {DEST, 0, 2}, {OP, 0, 5}, {OP_A, 0, 1}}, VALID},
{"op 6", {{OVER, 0, 0}, {OP_A, 0, 6}}, {ERROR(OP_UNKNOWN, RT(0, "BlendOpAlpha"), "BlendOpAlpha is 6")}},
{"op alpha 1", {{OVER, 0, 0}, {OP_A, 0, 1}}, VALID},
{"op alpha 0", {{OVER, 0, 0}, {OP_A, 0, 0}}, {ERROR(OP_UNKNOWN, RT(0, "BlendOpAlpha"), "BlendOpAlpha is 0")}},
{"MIN and MAX with any factors", {{OVER, 0, 0}, {SRC, 0, 1}, {DEST, 0, 11}, {OP, 0, 4}, {OP_A, 0, 5}},
 {WARNING(MIN_MAX_FACTORS, RT(0, "BlendOp"), "BlendOp is MIN (4), which ignores factors 1 and 11"), WARNING(MIN_MAX_FACTORS, RT(0, "BlendOpAlpha"), "BlendOpAlpha is MAX (5), which ignores factors 2 and 6")}},
{"MIN with a source factor", {{OVER, 0, 0}, {SRC, 0, 3}, {DEST, 0, 2}, {OP, 0, 4}}, {WARNING(MIN_MAX_FACTORS, RT(0, "BlendOp"), "factors 3 and 2")}},
{"MIN with ONE", {{OVER, 0, 0}, {SRC, 0, 2}, {DEST, 0, 2}, {OP, 0, 4}}, VALID},
{"MAX with a destination factor", {{OVER, 0, 0}, {SRC, 0, 2}, {DEST, 0, 1}, {OP, 0, 5}}, {WARNING(MIN_MAX_FACTORS, RT(0, "BlendOp"), "factors 2 and 1")}},
{"MAX with a destination factor that is none", {{OVER, 0, 0}, {DEST, 0, 22}, {OP, 0, 5}}, {ERROR(FACTOR_UNKNOWN, RT(0, "DestBlend"), "")}},
{"MIN with factors, disabled", {{OVER, 0, 0}, {OP, 0, 4}, {BLEND_ENABLE, 0, 0}}, VALID},
{"MIN with factors in 11.1", {{API, 0, OMBRE_API_D3D11_1}, {OVER, 0, 0}, {OP, 0, 4}}, VALID},
{"MIN with a factor that is none", {{OVER, 0, 0}, {OP, 0, 4}, {SRC, 0, 22}}, {ERROR(FACTOR_UNKNOWN, RT(0, "SrcBlend"), "")}},

/* Write masks: 0xF | 0x10, whether blending is on or off. */
{"mask 0x10", {{MASK, 0, 0x10}},
 {ERROR(WRITE_MASK, RT(0, "RenderTargetWriteMask"), "RenderTargetWriteMask is 0x10; allowed are 0 to 0xF")}},
{"mask 0xFF, blending", {{OVER, 0, 0}, {MASK, 0, 0xFF}}, {ERROR(WRITE_MASK, RT(0, "RenderTargetWriteMask"), "0xFF")}},
{"mask 0", {{MASK, 0, 0}}, VALID},
{"mask 0xF", {{MASK, 0, 0xF}}, VALID},

/* Which entries count. */
{"entry 1 with an error, not independent", {{MASK, 1, 0x10}, {OVER, 1, 0}, {SRC, 1, 0}}, VALID},
{"entry 1 with an error, independent", {{INDEPENDENT, 0, 0}, {MASK, 1, 0x10}, {OVER, 1, 0}, {SRC, 1, 0}},
 {ERROR(FACTOR_UNKNOWN, RT(1, "SrcBlend"), ""), ERROR(WRITE_MASK, RT(1, "RenderTargetWriteMask"), "")}},
{"entry 7 with an error, independent, one target", {{INDEPENDENT, 0, 0}, {MASK, 7, 0x10}},
 {ERROR(WRITE_MASK, RT(7, "RenderTargetWriteMask"), "")}},
{"independent, all entries benign", {{INDEPENDENT, 0, 0}, {OVER, 7, 0}, {MASK, 3, 0}}, VALID},

/* Logic operations (FS 17.7). */
{"logic op on UINT", {{LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"logic op 15", {{LOGIC, 0, 0}, {LOGIC_OP, 0, 15}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"logic op 0", {{LOGIC, 0, 0}, {LOGIC_OP, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"logic op 16", {{LOGIC, 0, 0}, {LOGIC_OP, 0, 16}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(LOGIC_OP_UNKNOWN, RT(0, "LogicOp"), "LogicOp is 16; allowed are 0 (CLEAR) to 15 (OR_INVERTED)")}},
{"logic op 16, disabled", {{LOGIC, 0, 0}, {LOGIC_OP, 0, 16}, {LOGIC_ENABLE, 0, 0}}, VALID},
{"logic op with the device's leave only", {{NO_LOGIC_OP, 0, 0}, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(LOGIC_OP_UNSUPPORTED, RT(0, "LogicOpEnable"), "OutputMergerLogicOp is FALSE")}},
{"no logic op, device without", {{NO_LOGIC_OP, 0, 0}, {OVER, 0, 0}}, VALID},
{"logic op, independent", {{INDEPENDENT, 0, 0}, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(LOGIC_OP_WITH_INDEPENDENT, RT(0, "LogicOpEnable"), "LogicOpEnable and IndependentBlendEnable are both TRUE")}},
{"logic op of entry 3, independent", {{INDEPENDENT, 0, 0}, {LOGIC, 3, 0}},
 {ERROR(LOGIC_OP_WITH_INDEPENDENT, RT(3, "LogicOpEnable"), "")}},
{"logic op of entry 3, not independent", {{LOGIC, 3, 0}}, VALID},
{"logic op and blending", {{LOGIC, 0, 0}, {OVER, 0, 0}, {FORMAT, 0, R32U}, {UNDECLARED, 0, 0}},
 {ERROR(LOGIC_OP_WITH_BLEND, RT(0, "LogicOpEnable"), "LogicOpEnable and BlendEnable are both TRUE")}},
{"logic op, part of the mask", {{LOGIC, 0, 0}, {FORMAT, 0, RGBA8U}, {UINTS, 0, 0xF}, {MASK, 0, 0x5}},
 {WARNING(LOGIC_OP_MASK, RT(0, "RenderTargetWriteMask"), "RenderTargetWriteMask is 0x5 for R8G8B8A8_UINT of RTVFormats[0]")}},
{"logic op, part of the mask of slot 2, entry 0 speaks", {{LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}, {COUNT, 0, 3}, {FORMAT, 2, RGBA8U}, {UINTS, 2, 0xF}, {MASK, 0, 0x7}},
 {WARNING(LOGIC_OP_MASK, RT(0, "RenderTargetWriteMask"), "RTVFormats[2]")}},
{"logic op, all that the format has", {{LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}, {MASK, 0, 0x1}}, VALID},
{"logic op, nothing of the mask", {{LOGIC, 0, 0}, {FORMAT, 0, RGBA8U}, {UINTS, 0, 0xF}, {MASK, 0, 0}}, VALID},
{"logic op, part of the mask, not declared", {{LOGIC, 0, 0}, {FORMAT, 0, RGBA8U}, {UNDECLARED, 0, 0}, {MASK, 0, 0x5}}, VALID},
{"logic op on UNORM, part of the mask", {{LOGIC, 0, 0}, {MASK, 0, 0x5}}, {ERROR(LOGIC_OP_FORMAT, "RTVFormats[0]", "")}},
{"no logic op, part of the mask", {{FORMAT, 0, RGBA8U}, {UINTS, 0, 0xF}, {MASK, 0, 0x5}}, VALID},
{"LogicOpEnable -1 is TRUE", {{LOGIC, 0, 0}, {LOGIC_ENABLE, 0, 0xFFFFFFFF}},
 {ERROR(LOGIC_OP_FORMAT, "RTVFormats[0]", "")}},

/* Blending and logic operations against formats. */
{"blending on UINT", {{OVER, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(BLEND_FORMAT, "RTVFormats[0]", "R32_UINT (42) is not blendable")}},
{"blending on SINT of slot 2, entry 0 speaks", {{OVER, 0, 0}, {COUNT, 0, 3}, {FORMAT, 2, R8I}, {SINTS, 2, 0xF}},
 {ERROR(BLEND_FORMAT, "RTVFormats[2]", "R8_SINT (64)")}},
{"blending on UINT, write mask 0", {{OVER, 0, 0}, {MASK, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(BLEND_FORMAT, "RTVFormats[0]", "")}},
{"blending on UINT that is not declared", {{OVER, 0, 0}, {FORMAT, 0, R32U}, {UNDECLARED, 0, 0}}, VALID},
{"blending off on UINT", {{FORMAT, 0, R32U}, {UINTS, 0, 0xF}}, VALID},
{"blending beside UINT, independent", {{INDEPENDENT, 0, 0}, {OVER, 0, 0}, {COUNT, 0, 2}, {FORMAT, 1, R32U}, {UINTS, 1, 0xF}}, VALID},
{"blending of entry 1 on UINT, independent", {{INDEPENDENT, 0, 0}, {OVER, 1, 0}, {COUNT, 0, 2}, {FORMAT, 1, R32U}, {UINTS, 1, 0xF}},
 {ERROR(BLEND_FORMAT, "RTVFormats[1]", "")}},
{"blending on fp16, SNORM, sRGB, RGB9E5", {{OVER, 0, 0}, {COUNT, 0, 4}, {FORMAT, 0, RG16F}, {FORMAT, 1, DXGI_FORMAT_R8G8B8A8_SNORM}, {FORMAT, 2, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB}, {FORMAT, 3, RGB9E5},
  {FLOATS, 1, 0xF}, {FLOATS, 2, 0xF}, {FLOATS, 3, 0x7}, {SRC, 0, 2}, {DEST, 0, 2}}, VALID},
{"logic op on UNORM", {{LOGIC, 0, 0}}, {ERROR(LOGIC_OP_FORMAT, "RTVFormats[0]", "R8G8B8A8_UNORM (28) has none")}},
{"logic op on SINT", {{LOGIC, 0, 0}, {FORMAT, 0, R8I}, {SINTS, 0, 0xF}}, {ERROR(LOGIC_OP_FORMAT, "RTVFormats[0]", "R8_SINT (64)")}},
{"logic op on UNORM that is not declared", {{LOGIC, 0, 0}, {UNDECLARED, 0, 0}}, VALID},
{"logic op on UINT beside UNORM", {{LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}},
 {ERROR(LOGIC_OP_FORMAT, "RTVFormats[1]", "")}},

/* Dual source (FS 17.6). */
{"dual source alone", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}}, VALID},
{"dual source, slot 1 and 2 holes", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {FLOATS, 2, 0xF}, {COUNT, 0, 3}}, VALID},
{"dual source, slot 2 not declared", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 3}, {FORMAT, 2, RGBA8}}, VALID},
{"dual source, slots 2 and 7 declared", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 8}, {FORMAT, 2, RGBA8}, {FLOATS, 2, 0xF}, {FORMAT, 7, RG16F}, {FLOATS, 7, 0xF}},
 {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[2]", "SV_Target2 is declared; the format must be UNKNOWN"), ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[7]", "SV_Target7")}},
{"dual source, slot 1, mask 0", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {MASK, 1, 0}},
 {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "SV_Target1")}},
{"dual source, slot 0 a hole, slot 1 real", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 2}, {FORMAT, 0, HOLE}, {FORMAT, 1, RGBA8}},
 {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"two targets, no dual source", {{OVER, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}}, VALID},
{"two targets, dual source disabled", {{DUAL, 0, 0}, {BLEND_ENABLE, 0, 0}, {FLOATS, 1, 0xF}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}}, VALID},
{"dual source, slot 1 not declared", {{DUAL, 0, 0}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}},
 {UNDEFINED(DUAL_SOURCE_TARGET_1, "RTVFormats[1]", "should be UNKNOWN"), UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "declared is none, factors read rgba; missing is rgba")}},
{"dual source, slot 1 not declared nor there", {{DUAL, 0, 0}, {COUNT, 0, 2}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "declared is none")}},
{"dual source by SrcBlend only", {{OVER, 0, 0}, {SRC, 0, 16}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"dual source by DestBlend only", {{OVER, 0, 0}, {DEST, 0, 19}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"dual source by SrcBlendAlpha only", {{OVER, 0, 0}, {SRC_A, 0, 18}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"dual source by DestBlendAlpha only", {{OVER, 0, 0}, {DEST_A, 0, 19}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"dual source beside MAX still counts", {{OVER, 0, 0}, {DEST_A, 0, 19}, {OP_A, 0, 5}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}},
 {UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOpAlpha"), ""), ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"no dual source by neighbours 15 and 20", {{OVER, 0, 0}, {SRC, 0, 15}, {DEST, 0, 20}, {SRC_A, 0, 20}, {DEST_A, 0, 15}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, VALID},
{"dual source, entry 1 blends", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {OVER, 1, 0}},
 {ERROR(DUAL_SOURCE_WITH_OTHER_BLEND, RT(1, "BlendEnable"), "BlendEnable is TRUE while RenderTarget[0].DestBlend is a SRC1 factor")}},
{"dual source, entry 1 would blend", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {OVER, 1, 0}, {BLEND_ENABLE, 1, 0}}, VALID},
{"dual source beside SRC_ALPHA_SAT, entry 1 blends", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC, 0, 11}, {OVER, 1, 0}},
 {ERROR(DUAL_SOURCE_WITH_OTHER_BLEND, RT(1, "BlendEnable"), "RenderTarget[0].DestBlend is")}},
{"dual source, entry 7 is dual source too", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {SRC, 0, 17}, {DUAL, 7, 0}},
 {ERROR(DUAL_SOURCE_WITH_OTHER_BLEND, RT(7, "BlendEnable"), "RenderTarget[0].SrcBlend is")}},
{"dual source by alpha, entry 2 blends", {{INDEPENDENT, 0, 0}, {OVER, 0, 0}, {SRC_A, 0, 19}, {FLOATS, 1, 0xF}, {OVER, 2, 0}},
 {ERROR(DUAL_SOURCE_WITH_OTHER_BLEND, RT(2, "BlendEnable"), "RenderTarget[0].SrcBlendAlpha is")}},
{"dual source, entry 1 poisoned and not independent", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {BLEND_ENABLE, 1, 1}}, VALID},
{"dual source in entry 1 only", {{INDEPENDENT, 0, 0}, {DUAL, 1, 0}},
 {ERROR(DUAL_SOURCE_ABOVE_0, RT(1, "DestBlend"), "DestBlend is a SRC1 factor; only slot 0 may blend with one")}},
{"dual source in DestBlendAlpha of entry 4 only", {{INDEPENDENT, 0, 0}, {OVER, 4, 0}, {DEST_A, 4, 18}, {COUNT, 0, 5}, {FORMAT, 4, RGBA8}, {FLOATS, 4, 0xF}},
 {ERROR(DUAL_SOURCE_ABOVE_0, RT(4, "DestBlendAlpha"), "DestBlendAlpha is")}},
{"dual source in entry 1, disabled", {{INDEPENDENT, 0, 0}, {DUAL, 1, 0}, {BLEND_ENABLE, 1, 0}}, VALID},
{"dual source in disabled entry 0, entry 1 blends", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {BLEND_ENABLE, 0, 0}, {OVER, 1, 0}}, VALID},
{"dual source with MIN and MAX", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {OP, 0, 4}, {OP_A, 0, 5}},
 {UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOp"), "BlendOp is MIN (4) beside a SRC1 factor; defined are 1 (ADD) to 3 (REV_SUBTRACT)"),
  UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOpAlpha"), "BlendOpAlpha is MAX (5)")}},
{"dual source of color with MAX of alpha", {{OVER, 0, 0}, {DEST, 0, 16}, {FLOATS, 1, 0xF}, {OP_A, 0, 5}},
 {UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOpAlpha"), "")}},
{"dual source with SUBTRACT, REV_SUBTRACT", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {OP, 0, 3}, {OP_A, 0, 2}}, VALID},

/* The second source's components follow from the equation and the mask. */
{"second source lacks b and a", {{DUAL, 0, 0}, {FLOATS, 1, 0x3}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "declared is rg, factors read rgba; missing is ba")}},
{"second source not read for masked components", {{DUAL, 0, 0}, {FLOATS, 1, 0x3}, {MASK, 0, 0x3}}, VALID},
{"second source not read with mask 0", {{DUAL, 0, 0}, {MASK, 0, 0}}, VALID},
{"second source alpha for color, mask rg", {{OVER, 0, 0}, {SRC, 0, 18}, {MASK, 0, 0x3}, {FLOATS, 1, 0x7}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "declared is rgb, factors read a; missing is a")}},
{"second source inverse alpha for color, mask b", {{OVER, 0, 0}, {DEST, 0, 19}, {MASK, 0, 0x4}, {FLOATS, 1, 0x8}}, VALID},
{"second source color unread by mask a", {{OVER, 0, 0}, {SRC, 0, 16}, {MASK, 0, 0x8}, {UNDECLARED, 1, 0}}, VALID},
{"second source alpha unread by mask rgb", {{OVER, 0, 0}, {SRC_A, 0, 18}, {MASK, 0, 0x7}, {UNDECLARED, 1, 0}}, VALID},
{"second source alpha for alpha, mask a", {{OVER, 0, 0}, {DEST_A, 0, 19}, {MASK, 0, 0x8}, {FLOATS, 1, 0x7}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "missing is a")}},
{"second source alpha of the source for alpha, mask a", {{OVER, 0, 0}, {SRC_A, 0, 18}, {MASK, 0, 0x8}, {FLOATS, 1, 0x7}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "missing is a")}},
{"second source unread by a format without alpha", {{OVER, 0, 0}, {SRC_A, 0, 18}, {FORMAT, 0, RG16F}}, VALID},
{"second source of RG format", {{OVER, 0, 0}, {SRC, 0, 17}, {FORMAT, 0, RG16F}, {FLOATS, 1, 0x3}}, VALID},
{"second source of RG format lacks g", {{OVER, 0, 0}, {SRC, 0, 17}, {FORMAT, 0, RG16F}, {FLOATS, 1, 0xD}},
 {UNDEFINED(DUAL_SOURCE_OUTPUT, "PixelShader.outputs[1]", "declared is rba, factors read rg; missing is g")}},
{"second source unread by MIN of color", {{OVER, 0, 0}, {SRC, 0, 16}, {OP, 0, 4}},
 {UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOp"), "")}},
{"second source unread by MAX of alpha", {{OVER, 0, 0}, {SRC_A, 0, 18}, {OP_A, 0, 5}},
 {UNDEFINED(DUAL_SOURCE_MIN_MAX, RT(0, "BlendOpAlpha"), "")}},
{"second source unread without SV_Target0", {{DUAL, 0, 0}, {UNDECLARED, 0, 0}}, VALID},
{"second source unread without target 0", {{DUAL, 0, 0}, {FORMAT, 0, HOLE}, {COUNT, 0, 0}}, VALID},
{"second source unread beyond the count", {{DUAL, 0, 0}, {COUNT, 0, 0}},
 {ERROR(TARGET_BEYOND_COUNT, "RTVFormats[0]", "")}},
{"second source is uint", {{DUAL, 0, 0}, {UINTS, 1, 0xF}},
 {UNDEFINED(DUAL_SOURCE_TYPE, "PixelShader.outputs[1]", "the output is uint; a second source is float")}},
{"second source is uint and unread", {{DUAL, 0, 0}, {UINTS, 1, 0xF}, {MASK, 0, 0}}, VALID},
{"second source is sint and unread", {{DUAL, 0, 0}, {SINTS, 1, 0xF}, {MASK, 0, 0}}, VALID},

/* Sample mask and sample desc. */
{"sample mask 0", {{SAMPLE_MASK, 0, 0}}, {WARNING(SAMPLE_MASK_ZERO, "SampleMask", "SampleMask is 0; the default is 0xFFFFFFFF")}},
{"sample mask 1", {{SAMPLE_MASK, 0, 1}}, VALID},
{"sample mask 0x80000000", {{SAMPLE_MASK, 0, 0x80000000}}, VALID},
{"samples 0", {{SAMPLES, 0, 0}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 0; allowed are 1, 2, 4, 8 and 16")}},
{"samples 2", {{SAMPLES, 0, 2}}, VALID},
{"samples 3", {{SAMPLES, 0, 3}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 3")}},
{"samples 4", {{SAMPLES, 0, 4}}, VALID},
{"samples 8", {{SAMPLES, 0, 8}}, VALID},
{"samples 12", {{SAMPLES, 0, 12}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 12")}},
{"samples 16", {{SAMPLES, 0, 16}}, VALID},
{"samples 32", {{SAMPLES, 0, 32}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "Count is 32")}},
{"samples 0x80000000", {{SAMPLES, 0, 0x80000000}}, {ERROR(SAMPLE_COUNT, "SampleDesc.Count", "")}},
{"quality 1", {{SAMPLES, 0, 4}, {QUALITY, 0, 1}},
 {ERROR(SAMPLE_QUALITY, "SampleDesc.Quality", "Quality is 1; allowed are 0, 0xFFFFFFFF (STANDARD) and 0xFFFFFFFE (CENTER)")}},
{"quality CENTER - 1", {{SAMPLES, 0, 4}, {QUALITY, 0, 0xFFFFFFFD}}, {ERROR(SAMPLE_QUALITY, "SampleDesc.Quality", "Quality is 4294967293")}},
{"quality CENTER", {{SAMPLES, 0, 4}, {QUALITY, 0, 0xFFFFFFFE}}, VALID},
{"quality STANDARD", {{SAMPLES, 0, 4}, {QUALITY, 0, 0xFFFFFFFF}}, VALID},
{"samples without a shader", {{NO_SHADER, 0, 0}, {SAMPLES, 0, 0}, {SAMPLE_MASK, 0, 0}},
 {WARNING(SAMPLE_MASK_ZERO, "SampleMask", ""), ERROR(SAMPLE_COUNT, "SampleDesc.Count", "")}},

/* Counts and holes. */
{"no target", {{COUNT, 0, 0}, {FORMAT, 0, HOLE}}, VALID},
{"8 targets", {{COUNT, 0, 8}, {FORMAT, 7, RGBA8}, {FLOATS, 7, 0xF}}, VALID},
{"9 targets", {{COUNT, 0, 9}}, {ERROR(TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 9; allowed are 0 to 8")}},
{"9 targets, a format is examined", {{COUNT, 0, 9}, {FORMAT, 7, 1}},
 {ERROR(TARGET_COUNT, "NumRenderTargets", ""), ERROR(FORMAT_TYPELESS, "RTVFormats[7]", "")}},
{"0xFFFFFFFF targets", {{COUNT, 0, 0xFFFFFFFF}}, {ERROR(TARGET_COUNT, "NumRenderTargets", "NumRenderTargets is 4294967295")}},
{"9 targets without a shader", {{NO_SHADER, 0, 0}, {COUNT, 0, 9}}, {ERROR(TARGET_COUNT, "NumRenderTargets", "")}},
{"a format beyond the count", {{FORMAT, 1, RGBA8}},
 {ERROR(TARGET_BEYOND_COUNT, "RTVFormats[1]", "the format is 28, but NumRenderTargets is 1; it must be UNKNOWN (0)")}},
{"format 7 beyond the count", {{COUNT, 0, 7}, {FORMAT, 7, 4}},
 {ERROR(TARGET_BEYOND_COUNT, "RTVFormats[7]", "the format is 4, but NumRenderTargets is 7")}},
{"the same without a shader", {{NO_SHADER, 0, 0}, {FORMAT, 1, RGBA8}}, VALID},
{"a format below the count", {{COUNT, 0, 2}, {FORMAT, 1, RGBA8}}, VALID},
{"a hole in slot 0", {{COUNT, 0, 3}, {FORMAT, 0, HOLE}, {FORMAT, 1, RGBA8}, {FORMAT, 2, RG16F}, {FLOATS, 1, 0xF}, {FLOATS, 2, 0xF}}, VALID},
{"a hole in the middle, blended as an integer would not be", {{OVER, 0, 0}, {COUNT, 0, 3}, {UINTS, 1, 0xF}, {FORMAT, 2, RG16F}, {FLOATS, 2, 0xF}}, VALID},
{"holes only", {{COUNT, 0, 2}, {FORMAT, 0, HOLE}},
 {WARNING(TARGETS_ALL_HOLES, "RTVFormats", "NumRenderTargets is 2, and all of them are UNKNOWN")}},
{"one hole", {{FORMAT, 0, HOLE}}, {WARNING(TARGETS_ALL_HOLES, "RTVFormats", "NumRenderTargets is 1")}},
{"holes only without a shader", {{NO_SHADER, 0, 0}, {COUNT, 0, 2}, {FORMAT, 0, HOLE}}, VALID},

/* Formats. */
{"format 1 is typeless", {{FORMAT, 0, 1}}, {ERROR(FORMAT_TYPELESS, "RTVFormats[0]", "R32G32B32A32_TYPELESS (1)")}},
{"format 21 is partly typeless", {{FORMAT, 0, 21}}, {ERROR(FORMAT_TYPELESS, "RTVFormats[0]", "R32_FLOAT_X8X24_TYPELESS (21)")}},
{"format D32_FLOAT", {{FORMAT, 0, DXGI_FORMAT_D32_FLOAT}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "D32_FLOAT (40) is not renderable")}},
{"format BC1_UNORM", {{FORMAT, 0, DXGI_FORMAT_BC1_UNORM}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "BC1_UNORM (71)")}},
{"format R1_UNORM", {{FORMAT, 0, DXGI_FORMAT_R1_UNORM}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "R1_UNORM (66)")}},
{"format R10G10B10_XR_BIAS_A2_UNORM", {{FORMAT, 0, 89}}, {ERROR(FORMAT_NOT_TARGET, "RTVFormats[0]", "(89)")}},
{"format 200 is none", {{FORMAT, 0, 200}}, {ERROR(FORMAT_UNKNOWN, "RTVFormats[0]", "200 is no DXGI_FORMAT")}},
{"format 0xFFFFFFFF is none", {{FORMAT, 0, 0xFFFFFFFF}}, {ERROR(FORMAT_UNKNOWN, "RTVFormats[0]", "4294967295 is no DXGI_FORMAT")}},
{"formats that are none without a shader", {{NO_SHADER, 0, 0}, {OVER, 0, 0}, {FORMAT, 0, 200}}, VALID},
{"a format that is not declared is examined", {{UNDECLARED, 0, 0}, {FORMAT, 0, 200}}, {ERROR(FORMAT_UNKNOWN, "RTVFormats[0]", "")}},
{"RGB9E5 with mask 7", {{FORMAT, 0, RGB9E5}, {MASK, 0, 7}},
 {UNDEFINED(SHARED_EXPONENT_WRITE_MASK, RT(0, "RenderTargetWriteMask"), "RenderTargetWriteMask is 0x7 for R9G9B9E5_SHAREDEXP of RTVFormats[0]; it must be 0xF")}},
{"RGB9E5 in slot 2, entry 0 speaks", {{COUNT, 0, 3}, {FORMAT, 2, RGB9E5}, {MASK, 0, 0xE}},
 {UNDEFINED(SHARED_EXPONENT_WRITE_MASK, RT(0, "RenderTargetWriteMask"), "RTVFormats[2]")}},
{"RGB9E5 in slot 2, entry 2 speaks", {{INDEPENDENT, 0, 0}, {COUNT, 0, 3}, {FORMAT, 2, RGB9E5}, {MASK, 2, 8}},
 {UNDEFINED(SHARED_EXPONENT_WRITE_MASK, RT(2, "RenderTargetWriteMask"), "0x8")}},
{"RGB9E5 with mask 15", {{FORMAT, 0, RGB9E5}, {FLOATS, 0, 7}}, VALID},
{"RGB9E5 with mask 0x1F", {{FORMAT, 0, RGB9E5}, {MASK, 0, 0x1F}}, {ERROR(WRITE_MASK, RT(0, "RenderTargetWriteMask"), "")}},
{"R11G11B10 with mask 7", {{FORMAT, 0, DXGI_FORMAT_R11G11B10_FLOAT}, {MASK, 0, 7}}, VALID},

/* Outputs. */
{"uint to UNORM", {{UINTS, 0, 0xF}}, {ERROR(OUTPUT_TYPE, "PixelShader.outputs[0]", "the output is uint; R8G8B8A8_UNORM (28) takes float")}},
{"sint to UINT", {{FORMAT, 0, R32U}, {SINTS, 0, 0xF}}, {ERROR(OUTPUT_TYPE, "PixelShader.outputs[0]", "the output is sint; R32_UINT (42) takes uint")}},
{"float to SINT of slot 1", {{COUNT, 0, 2}, {FORMAT, 1, R8I}, {FLOATS, 1, 0xF}}, {ERROR(OUTPUT_TYPE, "PixelShader.outputs[1]", "the output is float; R8_SINT (64) takes sint")}},
{"sint to SINT", {{FORMAT, 0, R8I}, {SINTS, 0, 0xF}}, VALID},
{"uint to UNORM, mask 0", {{UINTS, 0, 0xF}, {MASK, 0, 0}}, {ERROR(OUTPUT_TYPE, "PixelShader.outputs[0]", "")}},
{"uint to a hole", {{COUNT, 0, 2}, {UINTS, 1, 0xF}}, VALID},
{"uint beyond the count", {{UINTS, 1, 0xF}, {UINTS, 7, 0xF}}, VALID},
{"uint to UNORM beyond the count", {{FORMAT, 1, RGBA8}, {UINTS, 1, 0xF}}, {ERROR(TARGET_BEYOND_COUNT, "RTVFormats[1]", "")}},
{"dual source beside a format beyond the count", {{DUAL, 0, 0}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(TARGET_BEYOND_COUNT, "RTVFormats[1]", "")}},
{"uint to UNORM, no shader", {{NO_SHADER, 0, 0}, {UINTS, 0, 0xF}}, VALID},
{"rg to rgba", {{FLOATS, 0, 0x3}},
 {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "declared is rg, written to R8G8B8A8_UNORM is rgba; missing is ba")}},
{"ra to gb", {{FLOATS, 0, 0x9}, {MASK, 0, 0x6}},
 {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "declared is ra, written to R8G8B8A8_UNORM is gb; missing is gb")}},
{"rb to rgb of slot 1, entry 0 speaks", {{MASK, 0, 0x7}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0x5}},
 {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[1]", "declared is rb, written to R8G8B8A8_UNORM is rgb; missing is g")}},
{"rb to rgb of slot 1, entry 1 speaks", {{INDEPENDENT, 0, 0}, {MASK, 1, 0x5}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0x5}}, VALID},
{"rg to rg of rgba", {{FLOATS, 0, 0x3}, {MASK, 0, 0x3}}, VALID},
{"rg to RG", {{FLOATS, 0, 0x3}, {FORMAT, 0, RG16F}}, VALID},
{"r to RG", {{FLOATS, 0, 0x1}, {FORMAT, 0, RG16F}}, {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "written to R16G16_FLOAT is rg; missing is g")}},
{"a to A8", {{FLOATS, 0, 0x8}, {FORMAT, 0, DXGI_FORMAT_A8_UNORM}}, VALID},
{"rgb to A8", {{FLOATS, 0, 0x7}, {FORMAT, 0, DXGI_FORMAT_A8_UNORM}}, {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "declared is rgb, written to A8_UNORM is a; missing is a")}},
{"rgba to R", {{FORMAT, 0, DXGI_FORMAT_R8_UNORM}}, VALID},
{"rgb to B8G8R8X8", {{FLOATS, 0, 0x7}, {FORMAT, 0, DXGI_FORMAT_B8G8R8X8_UNORM}}, VALID},
{"nothing declared to r of slot 1", {{COUNT, 0, 2}, {FORMAT, 1, RGBA8}}, VALID},
{"a float with no component", {{FLOATS, 0, 0}, {MASK, 0, 1}}, {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "declared is none")}},
{"wrong type and components", {{UINTS, 0, 0x8}},
 {ERROR(OUTPUT_TYPE, "PixelShader.outputs[0]", ""), UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "missing is rgb")}},

/* Source alpha that colour factors read although no one writes it. */
{"SRC_ALPHA without a, rgb written", {{OVER, 0, 0}, {MASK, 0, 0x7}, {FLOATS, 0, 0x7}},
 {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "declared is rgb, and a factor of the colour equation reads a")}},
{"SRC_ALPHA with a", {{OVER, 0, 0}, {MASK, 0, 0x7}, {FLOATS, 0, 0xF}}, VALID},
{"SRC_ALPHA only", {{OVER, 0, 0}, {SRC, 0, 5}, {DEST, 0, 2}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},
{"INV_SRC_ALPHA only", {{OVER, 0, 0}, {SRC, 0, 2}, {DEST, 0, 6}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},
{"SRC_ALPHA_SAT only", {{OVER, 0, 0}, {SRC, 0, 11}, {DEST, 0, 2}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, {UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},
{"neither", {{OVER, 0, 0}, {SRC, 0, 7}, {DEST, 0, 3}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, VALID},
{"SRC_ALPHA disabled", {{OVER, 0, 0}, {BLEND_ENABLE, 0, 0}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, VALID},
{"SRC_ALPHA under MIN", {{OVER, 0, 0}, {OP, 0, 4}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, {WARNING(MIN_MAX_FACTORS, RT(0, "BlendOp"), "")}},
{"SRC_ALPHA under MAX", {{OVER, 0, 0}, {OP, 0, 5}, {FORMAT, 0, RG16F}, {FLOATS, 0, 0x3}}, {WARNING(MIN_MAX_FACTORS, RT(0, "BlendOp"), "")}},
{"SRC_ALPHA, color masked off", {{OVER, 0, 0}, {MASK, 0, 0x8}, {FLOATS, 0, 0x8}}, VALID},
{"SRC_ALPHA, mask 0", {{OVER, 0, 0}, {MASK, 0, 0}, {FLOATS, 0, 0x7}}, VALID},
{"SRC_ALPHA and alpha written without a", {{OVER, 0, 0}, {FLOATS, 0, 0x7}},
 {UNDEFINED(OUTPUT_COMPONENTS, "PixelShader.outputs[0]", "missing is a"), UNDEFINED(OUTPUT_ALPHA, "PixelShader.outputs[0]", "")}},

/* Alpha-to-coverage (FS 17.18). */
{"A2C", {{A2C, 0, 0}, {SAMPLES, 0, 2}}, VALID},
{"A2C at one sample", {{A2C, 0, 0}}, {WARNING(COVERAGE_ONE_SAMPLE, "SampleDesc.Count", "Count is 1 and alpha-to-coverage is on")}},
{"A2C at one sample, coverage exported", {{A2C, 0, 0}, {COVERAGE, 0, OMBRE_COVERAGE_MASK}}, VALID},
{"A2C without a", {{A2C, 0, 0}, {FLOATS, 0, 0x7}, {MASK, 0, 0x7}},
 {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "declared is rgb; alpha-to-coverage reads a")}},
{"A2C with a alone", {{A2C, 0, 0}, {SAMPLES, 0, 4}, {FLOATS, 0, 0x8}, {FORMAT, 0, HOLE}, {COUNT, 0, 0}}, VALID},
{"A2C without SV_Target0", {{A2C, 0, 0}, {UNDECLARED, 0, 0}, {FORMAT, 0, HOLE}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}},
 {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "declared is none")}},
{"A2C, slot 0 a hole", {{A2C, 0, 0}, {SAMPLES, 0, 4}, {FORMAT, 0, HOLE}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, VALID},
{"A2C without a, coverage exported", {{A2C, 0, 0}, {FLOATS, 0, 0x7}, {MASK, 0, 0x7}, {COVERAGE, 0, OMBRE_COVERAGE_MASK}}, VALID},
{"A2C without a, coverage per pixel", {{A2C, 0, 0}, {FLOATS, 0, 0x7}, {MASK, 0, 0x7}, {COVERAGE, 0, OMBRE_COVERAGE_PER_PIXEL}}, VALID},
{"A2C off, no a", {{FLOATS, 0, 0x7}, {MASK, 0, 0x7}}, VALID},
{"A2C of uint", {{A2C, 0, 0}, {UINTS, 0, 0xF}, {FORMAT, 0, R32U}},
 {UNDEFINED(COVERAGE_INTEGER, "PixelShader.outputs[0]", "the output is uint; alpha-to-coverage is defined for float")}},
{"A2C of uint, coverage exported", {{A2C, 0, 0}, {UINTS, 0, 0xF}, {FORMAT, 0, R32U}, {COVERAGE, 0, OMBRE_COVERAGE_MASK}}, VALID},
{"A2C of sint, coverage exported", {{A2C, 0, 0}, {SINTS, 0, 0xF}, {FORMAT, 0, R8I}, {COVERAGE, 0, OMBRE_COVERAGE_MASK}}, VALID},
{"A2C of sint without a", {{A2C, 0, 0}, {SINTS, 0, 0x7}, {FORMAT, 0, R8I}}, {UNDEFINED(COVERAGE_ALPHA, "PixelShader.outputs[0]", "")}},
{"A2C without a shader", {{A2C, 0, 0}, {NO_SHADER, 0, 0}, {FLOATS, 0, 0x7}}, VALID},
{"A2C and logic op on UINT at 4 samples", {{A2C, 0, 0}, {LOGIC, 0, 0}, {SAMPLES, 0, 4}, {UINTS, 0, 0xF}, {FORMAT, 0, R32U}},
 {UNDEFINED(COVERAGE_INTEGER, "PixelShader.outputs[0]", "")}},

/* Cases that native runtimes were asked (test names in vkd3d-proton, Wine). */
{"V001 integer blending, no output", {{OVER, 0, 0}, {SRC, 0, 5}, {DEST, 0, 7}, {SRC_A, 0, 2}, {DEST_A, 0, 1}, {FORMAT, 0, R32U}, {UNDECLARED, 0, 0}}, VALID},
{"V002 integer blending, uint output", {{OVER, 0, 0}, {SRC, 0, 5}, {DEST, 0, 7}, {SRC_A, 0, 2}, {DEST_A, 0, 1}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(BLEND_FORMAT, "RTVFormats[0]", "")}},
{"V003 plain blending", {{OVER, 0, 0}, {SRC, 0, 3}, {DEST, 0, 9}, {SRC_A, 0, 5}, {DEST_A, 0, 7}}, VALID},
{"V004 blending and logic op, UNORM", {{OVER, 0, 0}, {LOGIC, 0, 0}},
 {ERROR(LOGIC_OP_WITH_BLEND, RT(0, "LogicOpEnable"), ""), ERROR(LOGIC_OP_FORMAT, "RTVFormats[0]", "")}},
{"V005 blending and logic op, UINT", {{OVER, 0, 0}, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(LOGIC_OP_WITH_BLEND, RT(0, "LogicOpEnable"), ""), ERROR(BLEND_FORMAT, "RTVFormats[0]", "")}},
{"V007 independent and logic op", {{INDEPENDENT, 0, 0}, {LOGIC, 0, 0}, {FORMAT, 0, R32U}, {UINTS, 0, 0xF}},
 {ERROR(LOGIC_OP_WITH_INDEPENDENT, RT(0, "LogicOpEnable"), "")}},
{"V025 dual source, two targets", {{DUAL, 0, 0}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"V026 dual source, two targets, mask 0", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {COUNT, 0, 2}, {FORMAT, 1, RGBA8}, {FLOATS, 1, 0xF}, {MASK, 1, 0}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[1]", "")}},
{"V027 dual source, slot 1 a hole", {{DUAL, 0, 0}, {COUNT, 0, 2}, {FLOATS, 1, 0xF}}, VALID},
{"V029 dual source, slot 2 undeclared", {{DUAL, 0, 0}, {COUNT, 0, 3}, {FORMAT, 2, RGBA8}, {FLOATS, 1, 0xF}}, VALID},
{"V030 dual source, slot 2 declared", {{DUAL, 0, 0}, {COUNT, 0, 3}, {FORMAT, 2, RGBA8}, {FLOATS, 1, 0xF}, {FLOATS, 2, 0xF}}, {ERROR(DUAL_SOURCE_TARGETS, "RTVFormats[2]", "")}},
{"V031 dual source, o0 to o2, one target", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}, {FLOATS, 2, 0xF}}, VALID},
{"V032 dual source, o0 and o1, one target", {{DUAL, 0, 0}, {FLOATS, 1, 0xF}}, VALID},
{"V035 dual source, entry 1 blends without SRC1", {{INDEPENDENT, 0, 0}, {DUAL, 0, 0}, {FLOATS, 1, 0xF}, {OVER, 1, 0}}, {ERROR(DUAL_SOURCE_WITH_OTHER_BLEND, RT(1, "BlendEnable"), "")}},
{"V196 11.1: independent and logic op", {{API, 0, OMBRE_API_D3D11_1}, {INDEPENDENT, 0, 0}, {LOGIC, 0, 0}, {COUNT, 0, 0}, {FORMAT, 0, HOLE}}, {ERROR(LOGIC_OP_WITH_INDEPENDENT, RT(0, "LogicOpEnable"), "")}},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

static void test_rows(void **state)
{
    (void) state;
    assert_int_equal(run_rows(rows, ROWS), 0);
    assert_true(ROWS > 200);
}

/* --- The table of rules -------------------------------------------------- */

/* Rules that rows of this file break; other files have the other groups. */
static const enum ombre_rule here[] = {
#define X(id, name, severity, sentence, source) OMBRE_RULE_##id,
    OMBRE_RULES_DESC(X) OMBRE_RULES_TARGETS(X) OMBRE_RULES_SHADER(X)
#undef X
};

static void test_both_sides_of_every_rule(void **state)
{
    const unsigned count = sizeof here / sizeof here[0];

    (void) state;
    assert_true(count > 30);
    assert_true(hold_both_sides(rows, ROWS, here, count));
}

static bool is_kebab(const char *name)
{
    return name[0] != '\0' &&
           strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") ==
               strlen(name) &&
           name[0] != '-' && name[strlen(name) - 1] != '-' &&
           strstr(name, "--") == NULL;
}

static void test_rules(void **state)
{
    unsigned seen = 0;

    (void) state;
    for (unsigned i = 0; i < OMBRE_RULE_COUNT; i++, seen++) {
        const enum ombre_rule rule = (enum ombre_rule) i;
        const char *sentence = ombre_rule_sentence(rule);

        assert_true(is_kebab(ombre_rule_name(rule)));
        assert_true(strlen(ombre_rule_source(rule)) > 5);
        assert_true(sentence[0] >= 'A' && sentence[0] <= 'Z');
        assert_int_equal(sentence[strlen(sentence) - 1], '.');
        for (unsigned k = 0; k < i; k++) {
            assert_string_not_equal(ombre_rule_name(rule),
                                    ombre_rule_name((enum ombre_rule) k));
            assert_string_not_equal(sentence,
                                    ombre_rule_sentence((enum ombre_rule) k));
        }
    }
    assert_true(seen > 30);
    assert_string_equal(ombre_rule_name(OMBRE_RULE_FACTOR_COLOR_IN_ALPHA),
                        "blend-factor-color-in-alpha");
    assert_string_equal(ombre_rule_name(OMBRE_RULE_COUNT), "");
    assert_string_equal(ombre_rule_sentence(OMBRE_RULE_COUNT), "");
    assert_string_equal(ombre_rule_source(OMBRE_RULE_COUNT), "");
}

static void test_severities(void **state)
{
    (void) state;
    assert_string_equal(ombre_severity_name(OMBRE_SEVERITY_ERROR), "error");
    assert_string_equal(ombre_severity_name(OMBRE_SEVERITY_UNDEFINED),
                        "undefined");
    assert_string_equal(ombre_severity_name(OMBRE_SEVERITY_WARNING), "warning");
    assert_string_equal(ombre_severity_name((enum ombre_severity) 3), "");
    assert_int_equal(ombre_rule_severity(OMBRE_RULE_COUNT),
                     OMBRE_SEVERITY_ERROR);
}

static void test_default_device(void **state)
{
    const struct ombre_d3d_device device = ombre_d3d_device_default();

    (void) state;
    assert_int_equal(device.FeatureLevel, 0xc200);
    assert_true(device.OutputMergerLogicOp);
    assert_int_equal(device.Caps.NumSimultaneousRTs, 4);
    assert_true(device.AlphaBlendFactorSupported);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_both_sides_of_every_rule),
        cmocka_unit_test(test_rules),
        cmocka_unit_test(test_severities),
        cmocka_unit_test(test_default_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
