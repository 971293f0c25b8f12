/* ombre/rules.h - every rule that ombre_validate() knows, as one list
 *
 * X(ID, "id-in-output", severity, "sentence a user reads", "source")
 *
 * Sources: "FS" is the Direct3D 11.3 functional specification by section,
 * "CPU Efficiency" the specification of CreatePipelineState by item of its list
 * of runtime checks, "10level9" the reference pages of feature levels 9_x,
 * "message N" an id of D3D12_MESSAGE_ID, or of D3D10_ and D3D11_MESSAGE_ID
 * where these are named or where N is 0x1000xx.
 *
 * Where a source says "open:", nothing authoritative settles the question; what
 * follows is the policy chosen here, and why.
 */
#ifndef OMBRE_RULES_H
#define OMBRE_RULES_H

/* clang-format off */

/* The blend description alone. */
#define OMBRE_RULES_DESC(X)                                                    \
X(NULL_DESC, "null-desc", ERROR,                                               \
  "A blend state is created from a desc.",                                     \
  "CreateBlendState, CreateBlendState1; D3D10, D3D11: message 220")            \
X(FACTOR_UNKNOWN, "blend-factor-unknown", ERROR,                               \
  "A blend factor that counts must be one of the API's factors.",              \
  "FS 17.1; messages 111, 112, 114, 115 (D3D10, D3D11: 212, 213, 215, 216)")   \
X(FACTOR_RESERVED, "blend-factor-reserved", ERROR,                             \
  "Blend factors 12 and 13 are reserved since Direct3D 10.",                   \
  "FS 17.1; open: some runtimes may let them pass, rejected here because no "  \
  "meaning is defined; messages 111, 112, 114, 115 (D3D10, D3D11: 212, 213, "  \
  "215, 216)")                                                                 \
X(FACTOR_COLOR_IN_ALPHA, "blend-factor-color-in-alpha", ERROR,                 \
  "A factor of the alpha equation must not be one that ends in _COLOR.",       \
  "FS 17.2; D3D12_RENDER_TARGET_BLEND_DESC; messages 114, 115 "                \
  "(D3D10, D3D11: 215, 216)")                                                  \
X(FACTOR_NEEDS_ALPHA_FACTOR, "blend-factor-alpha-factor-unsupported", ERROR,   \
  "ALPHA_FACTOR and INV_ALPHA_FACTOR need AlphaBlendFactorSupported.",         \
  "Vulkan On 12, Alpha blend factor; message 1349")                            \
X(OP_UNKNOWN, "blend-op-unknown", ERROR,                                       \
  "A blend operation that counts must be 1 (ADD) to 5 (MAX).",                 \
  "FS 17.1; messages 113, 116 (D3D10, D3D11: 214, 217)")                       \
X(MIN_MAX_FACTORS, "min-max-factors", WARNING,                                 \
  "MIN and MAX ignore their factors.",                                         \
  "FS 17.1; messages 1316, 1317; open: what triggers them is not published, "  \
  "said here of factors other than ONE")                                       \
X(WRITE_MASK, "write-mask-bits", ERROR,                                        \
  "A write mask has four bits, whether or not blending is enabled.",           \
  "message 117 (D3D10, D3D11: 218); open: that D3D12 rejects it with the "     \
  "pipeline state follows from the id alone")                                  \
X(LOGIC_OP_UNKNOWN, "logic-op-unknown", ERROR,                                 \
  "A logic operation that is enabled must be 0 (CLEAR) to 15 (OR_INVERTED).",  \
  "FS 17.1; message 403 (D3D11.1: 0x3000d5)")                                  \
X(LOGIC_OP_UNSUPPORTED, "logic-op-unsupported", ERROR,                         \
  "Logic operations need OutputMergerLogicOp.",                                \
  "FS 17.7; CreateBlendState1; message 403 (D3D11.1: 0x3000d5)")               \
X(LOGIC_OP_WITH_BLEND, "logic-op-with-blend", ERROR,                           \
  "Blending and a logic operation exclude each other.",                        \
  "FS 17.7; D3D12_RENDER_TARGET_BLEND_DESC; message 403 (D3D11.1: 0x3000d5)")  \
X(LOGIC_OP_WITH_INDEPENDENT, "logic-op-with-independent-blend", ERROR,         \
  "A logic operation needs IndependentBlendEnable FALSE, even where all "      \
  "entries are equal.",                                                        \
  "FS 17.7.2; D3D12_BLEND_DESC; message 403 (D3D11.1: 0x3000d5)")              \
X(LOGIC_OP_MASK, "logic-op-partial-mask", WARNING,                             \
  "A logic operation leaves alone the components that the write mask bars.",   \
  "FS 17.1, 17.15 exempt no operation; open: not seen in a native test")       \
X(DUAL_SOURCE_MIN_MAX, "dual-source-min-max", UNDEFINED,                       \
  "Dual-source blending is defined for ADD, SUBTRACT and REV_SUBTRACT only.",  \
  "FS 17.6; open: no runtime is known to reject it")                           \
X(DUAL_SOURCE_WITH_OTHER_BLEND, "dual-source-with-other-blend", ERROR,         \
  "No other entry may have BlendEnable while entry 0 is dual source, whether " \
  "or not its target exists.",                                                 \
  "FS 17.6; native D3D12 fails such pipeline states; message 675")             \
X(DUAL_SOURCE_ABOVE_0, "dual-source-above-target-0", ERROR,                    \
  "Only entry 0 may use a SRC1 factor.",                                       \
  "open: FS 17.6 ties dual source to target 0 and drivers may crash on "       \
  "others, so it is rejected with or without a target there")

/* The pipeline state around it: masks, targets, samples. */
#define OMBRE_RULES_TARGETS(X)                                                 \
X(SAMPLE_MASK_ZERO, "sample-mask-zero", WARNING,                               \
  "A sample mask of 0 writes nothing.",                                        \
  "FS 17.17; message 1352")                                                    \
X(TARGET_COUNT, "target-count", ERROR,                                         \
  "There are at most 8 render targets.",                                       \
  "CPU Efficiency, CreatePipelineState 11; message 656")                       \
X(TARGET_BEYOND_COUNT, "target-beyond-count", ERROR,                           \
  "Formats at and beyond NumRenderTargets must be UNKNOWN.",                   \
  "CPU Efficiency, CreatePipelineState 10; message 655")                       \
X(TARGETS_ALL_HOLES, "targets-all-holes", WARNING,                             \
  "Every render target that is counted is a hole.",                            \
  "message 925; open: neither its severity nor its trigger is published")      \
X(FORMAT_UNKNOWN, "format-unknown", ERROR,                                     \
  "The format of a render target must be a DXGI_FORMAT.",                      \
  "dxgiformat.h")                                                              \
X(FORMAT_TYPELESS, "format-typeless", ERROR,                                   \
  "The format of a render target must be fully typed.",                        \
  "FS 5, 19.1.1; the D3D12 runtime may miss it")                               \
X(FORMAT_NOT_TARGET, "format-not-target", ERROR,                               \
  "The format of a render target must be renderable.",                         \
  "FS 19.1, format tables; the D3D12 runtime may miss it")                     \
X(BLEND_FORMAT, "blend-format", ERROR,                                         \
  "Blending needs a blendable format on every target that the pixel shader "   \
  "declares.",                                                                 \
  "CPU Efficiency, CreatePipelineState 6; message 676; open: whether a write " \
  "mask of 0 excuses it, it does not here")                                    \
X(LOGIC_OP_FORMAT, "logic-op-format", ERROR,                                   \
  "A logic operation needs a UINT format on every target that the pixel "      \
  "shader declares.",                                                          \
  "FS 17.7.1; CPU Efficiency, CreatePipelineState 6; message 678")             \
X(SHARED_EXPONENT_WRITE_MASK, "shared-exponent-write-mask", UNDEFINED,         \
  "R9G9B9E5_SHAREDEXP needs write mask 0xF: its components share an exponent.",\
  "D3D12R9G9B9E5Format; message 1382, the pipeline state is still created")    \
X(SAMPLE_COUNT, "sample-count", ERROR,                                         \
  "SampleDesc.Count must be 1, 2, 4, 8 or 16.",                                \
  "CPU Efficiency, CreatePipelineState 8; message 685")                        \
X(SAMPLE_QUALITY, "sample-quality", ERROR,                                     \
  "SampleDesc.Quality must be 0, or the STANDARD or CENTER pattern.",          \
  "FS 19.2.4; CPU Efficiency, CreatePipelineState 8; message 685")

/* What the pixel shader declares. */
#define OMBRE_RULES_SHADER(X)                                                  \
X(OUTPUT_TYPE, "output-type", ERROR,                                           \
  "An output of the pixel shader must have the base type of its target.",      \
  "CPU Efficiency, CreatePipelineState 7; message 677")                        \
X(OUTPUT_COMPONENTS, "output-components", UNDEFINED,                           \
  "Components that the write mask enables but the pixel shader does not "      \
  "declare become undefined.",                                                 \
  "FS 16.9.1, 17.15; message 974")                                             \
X(OUTPUT_ALPHA, "output-alpha", UNDEFINED,                                     \
  "A factor reads source alpha, which the pixel shader does not declare.",     \
  "FS 16.9.1, 17.15")                                                          \
X(DUAL_SOURCE_TARGETS, "dual-source-targets", ERROR,                           \
  "Dual-source blending allows no other target that the pixel shader "         \
  "declares, not even one whose write mask is 0.",                             \
  "FS 17.6; native D3D12 fails such pipeline states; message 675")             \
X(DUAL_SOURCE_TARGET_1, "dual-source-target-1", UNDEFINED,                     \
  "Target 1 stands beside a dual-source target 0, and the pixel shader does "  \
  "not declare SV_Target1.",                                                   \
  "open: FS 17.6 allows slot 0 only, native D3D12 looks at declared outputs "  \
  "only (shown for slot 2); the missing second source is undefined anyway")    \
X(DUAL_SOURCE_OUTPUT, "dual-source-output", UNDEFINED,                         \
  "A factor reads components of the second source that the pixel shader does " \
  "not declare.",                                                              \
  "FS 17.6, 16.9.1")                                                           \
X(DUAL_SOURCE_TYPE, "dual-source-type", UNDEFINED,                             \
  "The second source is not float although a blended target is.",              \
  "open: FS 17.6 is silent, and no runtime check is published")                \
X(COVERAGE_ALPHA, "alpha-to-coverage-alpha", UNDEFINED,                        \
  "Alpha-to-coverage reads SV_Target0.a, which the pixel shader does not "     \
  "declare.",                                                                  \
  "FS 16.9.1, 17.18")                                                          \
X(COVERAGE_INTEGER, "alpha-to-coverage-integer", UNDEFINED,                    \
  "Alpha-to-coverage reads SV_Target0.a, which is an integer.",                \
  "open: FS 17.18 speaks of float values and NaN only")                        \
X(COVERAGE_ONE_SAMPLE, "alpha-to-coverage-one-sample", WARNING,                \
  "At one sample only an alpha of 0 or less and of 1 or more is specified.",   \
  "FS 17.18, the threshold between is the implementation's")

/* The memory that slots have, where it is described. */
#define OMBRE_RULES_BOUND(X)                                                   \
X(RESOURCE, "resource", ERROR,                                                 \
  "A resource must be one that can be made.",                                  \
  "D3D12_RESOURCE_DESC, D3D11_TEXTURE2D_DESC")                                 \
X(VIEW_DIMENSION, "view-dimension", ERROR,                                     \
  "A view must have a dimension of its resource.",                             \
  "D3D12_RTV_DIMENSION; D3D10, D3D11: messages 137, 145")                      \
X(VIEW_RANGE, "view-range", ERROR,                                             \
  "A view must lie inside its resource.",                                      \
  "D3D12_RENDER_TARGET_VIEW_DESC; D3D10, D3D11: messages 137, 145")            \
X(VIEW_CAST, "view-cast", ERROR,                                               \
  "A view must have its resource's format, or another type of the same family "\
  "and, from a typed resource, no float where it had none or the reverse.",    \
  "Relaxed Format Casting; FS 19.1; D3D10, D3D11: messages 136, 144")          \
X(VIEW_CAST_SIGN, "view-cast-sign", UNDEFINED,                                 \
  "A typed SNORM resource must not be viewed as UNORM, or the reverse.",       \
  "Relaxed Format Casting; the runtime may miss it, the debug layer does not") \
X(VIEW_CAST_TYPED, "view-cast-typed", WARNING,                                 \
  "Viewing a typed resource as another type needs relaxed format casting.",    \
  "Relaxed Format Casting: drivers of WDDM 2.2 on")                            \
X(DEPTH_FORMAT, "depth-format", ERROR,                                         \
  "A depth-stencil view must have a depth format.",                            \
  "D3D12_DEPTH_STENCIL_VIEW_DESC; D3D10, D3D11: message 144")                  \
X(VIEW_FORMAT, "view-format", UNDEFINED,                                       \
  "The view of a slot must have the format that RTVFormats or DSVFormat has "  \
  "for it.",                                                                   \
  "messages 613, 615; before Direct3D 12 these are the views' own formats")    \
X(VIEW_SAMPLE_DESC, "view-sample-desc", UNDEFINED,                             \
  "What is bound must have the pipeline state's SampleDesc.",                  \
  "messages 614, 616")                                                         \
X(BOUND_SAMPLES, "bound-samples", ERROR,                                       \
  "All targets and the depth buffer must have one sample count.",              \
  "FS 17.14; OMSetRenderTargets; D3D10, D3D11: message 388")                   \
X(BOUND_QUALITY, "bound-quality", ERROR,                                       \
  "All targets and the depth buffer must have one sample quality.",            \
  "open: pages ask for the same form of multisampling, what message 388 says " \
  "of quality is not published; unequal patterns cannot be the same form")     \
X(BOUND_TYPE, "bound-type", ERROR,                                             \
  "All targets and the depth buffer must have one type of resource.",          \
  "FS 17.14, 17.16; D3D10, D3D11: message 388")                                \
X(BOUND_SIZE, "bound-size", ERROR,                                             \
  "All targets and the depth buffer must have one width and height.",          \
  "FS 17.14, 17.16; D3D10, D3D11: message 388")                                \
X(BOUND_ARRAY_SIZE, "bound-array-size", ERROR,                                 \
  "All targets and the depth buffer must have one number of slices.",          \
  "FS 17.14, 17.16; D3D10, D3D11: message 388")                                \
X(BOUND_AREA, "bound-area", UNDEFINED,                                         \
  "Only what all targets and the depth buffer have in common is sure to be "   \
  "written.",                                                                  \
  "native D3D12 draws, vendors differ outside; Multiple Render Targets "       \
  "(Direct3D 9)")                                                              \
X(BOUND_OVERLAP, "bound-overlap", ERROR,                                       \
  "No two slots may have the same subresource.",                               \
  "FS 5.3.9.4, 17.14; OMSetRenderTargets; message 388")                        \
X(DRAW_OVERLAP, "draw-overlap", UNDEFINED,                                     \
  "When it draws, no two slots may have the same subresource.",                \
  "FS 5.3.9.4, 17.14; D3D12 does not refuse it; message 728")

/* What Direct3D 10 and 11 find only when they draw: the debug layer reports an
 * error, and what is drawn is undefined.  Direct3D 12 has errors for these. */
#define OMBRE_RULES_DRAW(X)                                                    \
X(DRAW_BLEND_FORMAT, "draw-blend-format", UNDEFINED,                           \
  "When it draws, blending needs a blendable format on every target that the " \
  "pixel shader declares.",                                                    \
  "D3D10, D3D11: message 376")                                                 \
X(DRAW_LOGIC_OP_FORMAT, "draw-logic-op-format", UNDEFINED,                     \
  "When it draws, a logic operation needs a UINT format on every target that " \
  "the pixel shader declares.",                                                \
  "FS 17.7.1; D3D11.1: message 0x30015f")                                      \
X(DRAW_OUTPUT_TYPE, "draw-output-type", UNDEFINED,                             \
  "When it draws, an output of the pixel shader must have the base type of "   \
  "its target.",                                                               \
  "D3D10, D3D11: message 415")                                                 \
X(DRAW_DUAL_SOURCE_TARGETS, "draw-dual-source-targets", UNDEFINED,             \
  "When it draws, dual-source blending allows no target but slot 0.",          \
  "FS 17.6; D3D10, D3D11: message 377; D3D9Ex: D3DBLEND, first target only")

/* What a feature level takes away. */
#define OMBRE_RULES_LEVELS(X)                                                  \
X(FEATURE_LEVEL, "feature-level", ERROR,                                       \
  "The device must have a feature level that the API runs on.",                \
  "D3D12 needs 11_0, D3D10 needs 10_0")                                        \
X(LEVEL_TARGET_COUNT, "level-target-count", ERROR,                             \
  "Feature levels 9_1 and 9_2 have one render target, 9_3 has four.",          \
  "10level9; message 0x10000e")                                                \
X(LEVEL_BIT_DEPTHS, "level-bit-depths", ERROR,                                 \
  "On feature level 9_3 all render targets need the same bit depth.",          \
  "10level9; message 0x10000f")                                                \
X(LEVEL_SRGB_TARGETS, "level-srgb-targets", ERROR,                             \
  "On feature level 9 an sRGB target must be the only one.",                   \
  "message 0x10003c")                                                          \
X(LEVEL_SRGB_BLEND, "level-srgb-blend", WARNING,                               \
  "On feature level 9 hardware blends sRGB targets as they are encoded; the "  \
  "answers here are those of linear blending.",                                \
  "10level9; from 10_0 on FS 17.4")                                            \
X(LEVEL_FLOAT_BLEND, "level-float-blend", WARNING,                             \
  "Below feature level 10_1 the precision of blending 16-bit floats is not "   \
  "specified.",                                                                \
  "guide to Direct3D 10.1, which brought 0.5 ULP; open: no number for 10_0 is "\
  "published, judged here as later levels are")                                \
X(LEVEL_MULTIPLE_BLEND, "level-multiple-blend", WARNING,                       \
  "Not every device of feature level 9_3 blends several render targets.",      \
  "open: message 0x10002f exists, what triggers it is not published")          \
X(LEVEL_ALPHA_TO_COVERAGE, "level-alpha-to-coverage", ERROR,                   \
  "Feature level 9 has no alpha-to-coverage.",                                 \
  "10level9; message 0x100018")                                                \
X(LEVEL_FACTOR, "level-factor", ERROR,                                         \
  "Feature level 9 has neither SRC_ALPHA_SAT nor a second source.",            \
  "10level9; message 0x100030")                                                \
X(LEVEL_SEPARATE_ALPHA, "level-separate-alpha", ERROR,                         \
  "On feature level 9_1 alpha must blend as colour does.",                     \
  "10level9; message 0x10002e")                                                \
X(LEVEL_BLEND_ENABLE, "level-blend-enable", ERROR,                             \
  "On feature level 9 the first four entries must have equal BlendEnable.",    \
  "10level9; message 0x100024")                                                \
X(LEVEL_EQUATIONS, "level-equations", ERROR,                                   \
  "Below feature level 10_1 all entries that blend must have one equation.",   \
  "FS 17; guide to Direct3D 10.1; message 0x100024")                           \
X(LEVEL_WRITE_MASKS, "level-write-masks", ERROR,                               \
  "On feature levels 9_1 and 9_2 the first four entries must have equal write "\
  "masks.",                                                                    \
  "message 0x100025; open: pages differ on 9_1, whose one target makes it moot") \
X(LEVEL_DIMENSION, "level-dimension", ERROR,                                   \
  "On feature level 9 targets are 2D textures.",                               \
  "10level9, CreateRenderTargetView")                                          \
X(LEVEL_LOGIC_OP, "level-logic-op", ERROR,                                     \
  "Feature level 9 has no logic operations.",                                  \
  "10level9, CreateBlendState1")                                               \
X(LEVEL_SAMPLE_MASK, "level-sample-mask", ERROR,                               \
  "On feature level 9 the sample mask must not be 0.",                         \
  "10level9; message 0x100035")                                                \
X(LEVEL_SAMPLE_MASK_IGNORED, "level-sample-mask-ignored", WARNING,             \
  "On feature level 9 a sample mask is ignored in some cases.",                \
  "D3D11: message 0x300153; open: in which cases is not published, said here " \
  "of all")

/* Direct3D 9, whose runtime fails few states and whose devices differ. */
#define OMBRE_RULES_D3D9(X)                                                    \
X(D3D9_FALLBACK, "d3d9-fallback", UNDEFINED,                                   \
  "A render state holds none of its values; runtimes replace it.",             \
  "Direct3D On 12, SetBlendState")                                             \
X(D3D9_BOTH_IN_DEST, "d3d9-both-in-dest", ERROR,                               \
  "BOTHSRCALPHA and BOTHINVSRCALPHA are factors of the source only.",          \
  "D3DBLEND")                                                                  \
X(D3D9_ALPHA_TEST, "d3d9-alpha-test", ERROR,                                   \
  "The alpha test stands before the output merger and is not carried out here.", \
  "a limit of ombre, not of Direct3D 9: let the pixel shader discard")         \
X(D3D9_DITHER, "d3d9-dither", WARNING,                                         \
  "Dithering, which a device may do on targets of less than eight bits, is "   \
  "not predicted here.",                                                       \
  "a limit of ombre; D3DRS_DITHERENABLE")                                      \
X(D3D9_SAMPLE_MASK, "d3d9-sample-mask", WARNING,                               \
  "MULTISAMPLEMASK has no effect on a target of one sample.",                  \
  "D3DRENDERSTATETYPE")                                                        \
X(D3D9_CAPS, "d3d9-caps", ERROR,                                               \
  "The device lacks a capability that a render state needs.",                  \
  "D3DCAPS9; D3DPMISCCAPS; D3DPBLENDCAPS")                                     \
X(D3D9_TARGET_COUNT, "d3d9-target-count", ERROR,                               \
  "There are at most NumSimultaneousRTs render targets, and at most four.",    \
  "Multiple Render Targets (Direct3D 9)")                                      \
X(D3D9_FORMAT, "d3d9-format", ERROR,                                           \
  "The format of a render target of Direct3D 9 must be a D3DFORMAT: no "       \
  "integers, no sRGB.",                                                        \
  "D3DFORMAT; D3DRS_SRGBWRITEENABLE")                                          \
X(D3D9_BIT_DEPTHS, "d3d9-bit-depths", ERROR,                                   \
  "Render targets of unequal bit depth need MRTINDEPENDENTBITDEPTHS.",         \
  "D3DPMISCCAPS; Multiple Render Targets (Direct3D 9)")                        \
X(D3D9_WRITE_MASKS, "d3d9-write-masks", ERROR,                                 \
  "Unequal write masks need INDEPENDENTWRITEMASKS.",                           \
  "D3DPMISCCAPS; Multiple Render Targets (Direct3D 9)")                        \
X(D3D9_SURFACE, "d3d9-surface", ERROR,                                         \
  "A target of Direct3D 9 is a surface, one level of a 2D texture.",           \
  "IDirect3DDevice9::SetRenderTarget")                                         \
X(D3D9_MULTISAMPLED_TARGETS, "d3d9-multisampled-targets", ERROR,               \
  "Several render targets cannot be multisampled.",                            \
  "Multiple Render Targets (Direct3D 9)")                                      \
X(D3D9_MULTIPLE_BLEND, "d3d9-multiple-blend", ERROR,                           \
  "Blending several render targets needs MRTPOSTPIXELSHADERBLENDING.",         \
  "D3DPMISCCAPS; Multiple Render Targets (Direct3D 9)")                        \
X(D3D9_SRGB_TARGETS, "d3d9-srgb-targets", UNDEFINED,                           \
  "With SRGBWRITEENABLE only the first of several render targets is sure to "  \
  "be written.",                                                               \
  "Multiple Render Targets (Direct3D 9)")                                      \
X(D3D9_SRGB_BLEND, "d3d9-srgb-blend", WARNING,                                 \
  "Without POSTBLENDSRGBCONVERT a device may blend values that are already "   \
  "sRGB encoded.",                                                             \
  "D3DPMISCCAPS (9Ex); Gamma (Direct3D 9)")

#define OMBRE_RULES(X)     \
    OMBRE_RULES_DESC(X)    \
    OMBRE_RULES_TARGETS(X) \
    OMBRE_RULES_SHADER(X)  \
    OMBRE_RULES_BOUND(X)   \
    OMBRE_RULES_DRAW(X)    \
    OMBRE_RULES_LEVELS(X)  \
    OMBRE_RULES_D3D9(X)
/* clang-format on */

#endif /* OMBRE_RULES_H */
