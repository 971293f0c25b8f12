/* ombre/state.h - what the output merger is asked to do, free of any API
 *
 * Two shapes.  `struct ombre_pso` is what an application said, in its API's own
 * struct and numbers, right or wrong: any bit pattern is a legal value, and
 * ombre_validate() judges it.  `struct ombre_state` is what it means: entry 0
 * replicated where the API says so, every enumerator known, nothing of it to be
 * ignored.
 *
 * This is the only code that the reference and the translator share; it is kept
 * small and has tests of its own.
 */
#ifndef OMBRE_STATE_H
#define OMBRE_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ombre/d3d.h"
#include "ombre/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Vocabulary ----------------------------------------------------------
 * Numbers are Direct3D's (the same in every version), holes included.
 */

/* What a colour or alpha is multiplied by (D3D12_BLEND).  X(id, value, name);
 * the name is D3D12's without D3D12_BLEND_. */
#define OMBRE_FACTORS(X)                        \
    X(ZERO, 1, "ZERO")                          \
    X(ONE, 2, "ONE")                            \
    X(SRC_COLOR, 3, "SRC_COLOR")                \
    X(INV_SRC_COLOR, 4, "INV_SRC_COLOR")        \
    X(SRC_ALPHA, 5, "SRC_ALPHA")                \
    X(INV_SRC_ALPHA, 6, "INV_SRC_ALPHA")        \
    X(DEST_ALPHA, 7, "DEST_ALPHA")              \
    X(INV_DEST_ALPHA, 8, "INV_DEST_ALPHA")      \
    X(DEST_COLOR, 9, "DEST_COLOR")              \
    X(INV_DEST_COLOR, 10, "INV_DEST_COLOR")     \
    X(SRC_ALPHA_SAT, 11, "SRC_ALPHA_SAT")       \
    X(BLEND_FACTOR, 14, "BLEND_FACTOR")         \
    X(INV_BLEND_FACTOR, 15, "INV_BLEND_FACTOR") \
    X(SRC1_COLOR, 16, "SRC1_COLOR")             \
    X(INV_SRC1_COLOR, 17, "INV_SRC1_COLOR")     \
    X(SRC1_ALPHA, 18, "SRC1_ALPHA")             \
    X(INV_SRC1_ALPHA, 19, "INV_SRC1_ALPHA")     \
    X(ALPHA_FACTOR, 20, "ALPHA_FACTOR")         \
    X(INV_ALPHA_FACTOR, 21, "INV_ALPHA_FACTOR")

enum ombre_factor {
#define X(id, value, name) OMBRE_##id = value,
    OMBRE_FACTORS(X)
#undef X
};

/* D3D12_BLEND_OP.  MIN and MAX ignore both factors. */
#define OMBRE_BLEND_OPS(X)                               \
    X(ADD, 1, "ADD")                   /* S*Fs + D*Fd */ \
    X(SUBTRACT, 2, "SUBTRACT")         /* S*Fs - D*Fd */ \
    X(REV_SUBTRACT, 3, "REV_SUBTRACT") /* D*Fd - S*Fs */ \
    X(MIN, 4, "MIN")                                     \
    X(MAX, 5, "MAX")

enum ombre_blend_op {
#define X(id, value, name) OMBRE_OP_##id = value,
    OMBRE_BLEND_OPS(X)
#undef X
};

/* Kinds of factors, as bits; those of a factor that is none of them are 0. */
enum ombre_factor_kind {
    OMBRE_FACTOR_UNKNOWN = 1, /* no factor at all */
    /* The name ends in _COLOR, which bars it from alpha slots (FS 17.2);
     * BLEND_FACTOR is none of these. */
    OMBRE_FACTOR_COLOR = 2,
    OMBRE_FACTOR_SRC1 = 4,        /* reads the second source */
    OMBRE_FACTOR_OF_12 = 8,       /* of Direct3D 12 only: ALPHA_FACTOR */
    OMBRE_FACTOR_OF_LEVEL_10 = 16 /* not of feature level 9 */
};

/* Factors' numbers are below 32; those of number 0 stand for all others. */
extern const uint32_t ombre_factor_kinds_of[32];

/* The kinds of a number, which may be any, and of two. */
static inline unsigned ombre_factor_kinds(uint32_t factor)
{
    return ombre_factor_kinds_of[factor < 32 ? factor : 0];
}

static inline unsigned ombre_factor_kinds_of_both(uint32_t a, uint32_t b)
{
    return ombre_factor_kinds(a) | ombre_factor_kinds(b);
}

/* Whether a number, which may be any, is an operation, and MIN or MAX. */
static inline bool ombre_blend_op_is_known(uint32_t op)
{
    return op - OMBRE_OP_ADD <= OMBRE_OP_MAX - OMBRE_OP_ADD;
}

static inline bool ombre_blend_op_is_min_or_max(uint32_t op)
{
    return op == OMBRE_OP_MIN || op == OMBRE_OP_MAX;
}

/* D3D12_LOGIC_OP: s is the shader's value, d the stored one. */
#define OMBRE_LOGIC_OPS(X)                           \
    X(CLEAR, 0, "CLEAR")                             \
    X(SET, 1, "SET")                                 \
    X(COPY, 2, "COPY")                               \
    X(COPY_INVERTED, 3, "COPY_INVERTED")             \
    X(NOOP, 4, "NOOP")                               \
    X(INVERT, 5, "INVERT")                           \
    X(AND, 6, "AND")                                 \
    X(NAND, 7, "NAND")                               \
    X(OR, 8, "OR")                                   \
    X(NOR, 9, "NOR")                                 \
    X(XOR, 10, "XOR")                                \
    X(EQUIV, 11, "EQUIV")                            \
    X(AND_REVERSE, 12, "AND_REVERSE")   /* s & ~d */ \
    X(AND_INVERTED, 13, "AND_INVERTED") /* ~s & d */ \
    X(OR_REVERSE, 14, "OR_REVERSE")     /* s | ~d */ \
    X(OR_INVERTED, 15, "OR_INVERTED")   /* ~s | d */

enum ombre_logic_op {
#define X(id, value, name) OMBRE_LOGIC_##id = value,
    OMBRE_LOGIC_OPS(X)
#undef X
};

/* The versions of Direct3D a state can come from.  X(id, name in case files) */
#define OMBRE_APIS(X)     \
    X(D3D9, "D3D9")       \
    X(D3D10, "D3D10")     \
    X(D3D10_1, "D3D10.1") \
    X(D3D11, "D3D11")     \
    X(D3D11_1, "D3D11.1") \
    X(D3D12, "D3D12")

enum ombre_api {
#define X(id, name) OMBRE_API_##id,
    OMBRE_APIS(X)
#undef X
};

/* --- What the pixel shader does ------------------------------------------ */

enum ombre_output_type {
    OMBRE_OUTPUT_NONE, /* not declared */
    OMBRE_OUTPUT_FLOAT,
    OMBRE_OUTPUT_UINT,
    OMBRE_OUTPUT_SINT,
};

struct ombre_output {
    enum ombre_output_type type;
    uint8_t components; /* declared ones: 1 red, 2 green, 4 blue, 8 alpha */
};

enum ombre_coverage_export {
    OMBRE_COVERAGE_NONE,      /* SV_Coverage is not declared */
    OMBRE_COVERAGE_MASK,      /* one mask for all pixels */
    OMBRE_COVERAGE_PER_PIXEL, /* each pixel brings its own */
};

struct ombre_pixel_shader {
    bool bound;                                    /* false: no pixel shader */
    struct ombre_output output[OMBRE_MAX_TARGETS]; /* SV_Target0 to 7 */
    enum ombre_coverage_export coverage;
    uint32_t coverage_mask; /* if OMBRE_COVERAGE_MASK */
};

/* --- What the application bound -------------------------------------------
 * Numbers are Direct3D's, the same from version 10 on.  X(id, value)
 */

/* D3D12_RESOURCE_DIMENSION */
#define OMBRE_RESOURCE_DIMENSIONS(X) \
    X(BUFFER, 1)                     \
    X(TEXTURE1D, 2)                  \
    X(TEXTURE2D, 3)                  \
    X(TEXTURE3D, 4)

enum ombre_resource_dimension {
#define X(id, value) OMBRE_RESOURCE_##id = value,
    OMBRE_RESOURCE_DIMENSIONS(X)
#undef X
};

/* D3D12_RTV_DIMENSION */
#define OMBRE_RTV_DIMENSIONS(X) \
    X(BUFFER, 1)                \
    X(TEXTURE1D, 2)             \
    X(TEXTURE1DARRAY, 3)        \
    X(TEXTURE2D, 4)             \
    X(TEXTURE2DARRAY, 5)        \
    X(TEXTURE2DMS, 6)           \
    X(TEXTURE2DMSARRAY, 7)      \
    X(TEXTURE3D, 8)

enum ombre_rtv_dimension {
#define X(id, value) OMBRE_RTV_##id = value,
    OMBRE_RTV_DIMENSIONS(X)
#undef X
};

/* D3D12_DSV_DIMENSION */
#define OMBRE_DSV_DIMENSIONS(X) \
    X(TEXTURE1D, 1)             \
    X(TEXTURE1DARRAY, 2)        \
    X(TEXTURE2D, 3)             \
    X(TEXTURE2DARRAY, 4)        \
    X(TEXTURE2DMS, 5)           \
    X(TEXTURE2DMSARRAY, 6)

enum ombre_dsv_dimension {
#define X(id, value) OMBRE_DSV_##id = value,
    OMBRE_DSV_DIMENSIONS(X)
#undef X
};

/* D3D12_RENDER_TARGET_VIEW_DESC and D3D12_DEPTH_STENCIL_VIEW_DESC, their unions
 * side by side.  What the dimension does not have is ignored. */
struct ombre_view_desc {
    OMBRE_D3D(DXGI_FORMAT) Format; /* UNKNOWN: the resource's */
    uint32_t ViewDimension;        /* 0: what suits the resource */
    uint32_t MipSlice;
    uint32_t FirstArraySlice, ArraySize; /* UINT32_MAX: all that follow */
    uint32_t FirstWSlice, WSize;         /* likewise, of TEXTURE3D */
};

/* A resource and the view of it that a slot has.  Start from
 * ombre_bound_default(); all zero says nothing of the slot. */
struct ombre_bound {
    bool described;    /* false: a 2D texture that suits the others */
    uint32_t resource; /* equal numbers are one memory; 0: one of its own */
    uint32_t Dimension;
    uint32_t Width, Height, DepthOrArraySize;
    uint32_t MipLevels; /* 0: down to one texel */
    OMBRE_D3D(DXGI_FORMAT) Format;
    OMBRE_D3D(DXGI_SAMPLE_DESC) SampleDesc;
    struct ombre_view_desc View;
};

/* A 2D texture of one texel, one level, one sample and no format, all of it
 * viewed. */
struct ombre_bound ombre_bound_default(void);

/* Levels of a resource down to one texel; array slices do not count. */
uint32_t ombre_bound_chain(const struct ombre_bound *bound);

/* Size of level `mip` along one axis.  Sizes of 32 bits have 32 levels. */
static inline uint32_t ombre_level_size(uint32_t size, uint32_t mip)
{
    return size >> mip ? size >> mip : 1;
}

/* What a view takes of its resource. */
struct ombre_viewed {
    uint32_t levels;             /* that the resource has */
    uint32_t mip, width, height; /* of the level that is viewed */
    uint32_t first, count;       /* array slices, or slices of TEXTURE3D */
};

/* Of a bound in which ombre_validate() finds no error. */
struct ombre_viewed ombre_bound_viewed(const struct ombre_bound *bound);

/* --- What the application said ------------------------------------------- */

/* The render states of Direct3D 9's output merger.  X(name without D3DRS_,
 * default); floats are their bits, as in SetRenderState. */
#define OMBRE_D3D9_STATES(X)       \
    X(ALPHATESTENABLE, 0)          \
    X(SRCBLEND, 2)                 \
    X(DESTBLEND, 1)                \
    X(ALPHAREF, 0)                 \
    X(ALPHAFUNC, 8)                \
    X(DITHERENABLE, 0)             \
    X(ALPHABLENDENABLE, 0)         \
    X(POINTSIZE, 0x3f800000)       \
    X(MULTISAMPLEANTIALIAS, 1)     \
    X(MULTISAMPLEMASK, 0xffffffff) \
    X(COLORWRITEENABLE, 0xf)       \
    X(BLENDOP, 1)                  \
    X(ADAPTIVETESS_Y, 0)           \
    X(COLORWRITEENABLE1, 0xf)      \
    X(COLORWRITEENABLE2, 0xf)      \
    X(COLORWRITEENABLE3, 0xf)      \
    X(BLENDFACTOR, 0xffffffff)     \
    X(SRGBWRITEENABLE, 0)          \
    X(SEPARATEALPHABLENDENABLE, 0) \
    X(SRCBLENDALPHA, 2)            \
    X(DESTBLENDALPHA, 1)           \
    X(BLENDOPALPHA, 1)

struct ombre_d3d9_states {
#define X(name, initial) uint32_t name;
    OMBRE_D3D9_STATES(X)
#undef X
};

/* Every field as given.  Start from ombre_pso_default(). */
struct ombre_pso {
    enum ombre_api api;
    /* Direct3D 10 to 11.1: CreateBlendState(NULL), which fails */
    bool null_desc;
    /* api D3D11_1 and D3D12 (one layout) */
    OMBRE_D3D(D3D12_BLEND_DESC) BlendState;
    /* The other APIs say the same in these. */
    union {
        struct ombre_d3d9_states d3d9;
        OMBRE_D3D(D3D10_BLEND_DESC) d3d10;
        OMBRE_D3D(D3D11_BLEND_DESC) d3d11; /* D3D10_1 and D3D11 (one layout) */
    } desc;
    float BlendFactor[4]; /* not D3D9: D3DRS_BLENDFACTOR */
    uint32_t SampleMask;  /* not D3D9: D3DRS_MULTISAMPLEMASK */
    uint32_t NumRenderTargets;
    OMBRE_D3D(DXGI_FORMAT) RTVFormats[OMBRE_MAX_TARGETS];
    OMBRE_D3D(DXGI_FORMAT) DSVFormat;
    OMBRE_D3D(DXGI_SAMPLE_DESC) SampleDesc;
    struct ombre_pixel_shader shader;
    /* Which memory slots have; of no meaning to ombre_state.  One memory has
     * one description but for View. */
    struct ombre_bound RenderTargets[OMBRE_MAX_TARGETS], DepthStencil;
};

/* Whether blend states are objects that the API creates: Direct3D 10 to 11.1.
 */
bool ombre_api_creates_blend_state(enum ombre_api api);

/* Direct3D 12's defaults: blending off, all components written, factor 1,1,1,1,
 * mask 0xFFFFFFFF, one sample, no targets, no shader bound. */
struct ombre_pso ombre_pso_default(void);

/* Like ombre_pso_default(), but of any API, in its own desc.  An `api` that is
 * none leaves desc zeroed. */
struct ombre_pso ombre_pso_default_of(enum ombre_api api);

/* What an older desc says of one target, in the struct of Direct3D 12, which
 * can say it all; numbers stay as they are, right or wrong.  Direct3D 10 has
 * one equation, but BlendEnable and a mask of each target (`index` is below 8).
 */
OMBRE_D3D(D3D12_RENDER_TARGET_BLEND_DESC)
ombre_d3d10_entry(const OMBRE_D3D(D3D10_BLEND_DESC) * desc, unsigned index);
OMBRE_D3D(D3D12_RENDER_TARGET_BLEND_DESC)
ombre_d3d11_entry(const OMBRE_D3D(D3D11_RENDER_TARGET_BLEND_DESC) * entry);

/* --- What it means ------------------------------------------------------- */

struct ombre_equation {
    enum ombre_factor src, dest;
    enum ombre_blend_op op;
};

/* One render target.  A hole has format NULL and writes nothing. */
struct ombre_target {
    const struct ombre_format *format;
    bool blend_enable;
    /* ONE, ZERO, ADD unless enabled; alpha never has a _COLOR factor. */
    struct ombre_equation color, alpha;
    uint8_t write_mask; /* 1 red, 2 green, 4 blue, 8 alpha */
};

struct ombre_state {
    unsigned target_count; /* up to the last slot that the desc lists */
    struct ombre_target target[OMBRE_MAX_TARGETS];
    bool logic_op_enable; /* then no target has blend_enable */
    enum ombre_logic_op logic_op;
    bool alpha_to_coverage;
    float blend_factor[4];
    uint32_t sample_mask;
    unsigned sample_count;
    struct ombre_pixel_shader shader;
};

/* Say what `pso` means.
 *
 * Returns false, and leaves *out zeroed, if there is no desc, some number that
 * counts is none of the API's (an enumerator, a _COLOR factor in an alpha slot,
 * a mask above 0xF), a format that counts is no render target, a count is 0
 * samples or beyond its array (16 samples, 8 targets, 4 in Direct3D 9), a
 * target blends while the logic operation is on, or a field of `shader` is none
 * of its enum. A pso that ombre_validate() finds no error in always succeeds,
 * if `shader`, of which Direct3D has no rule, is sound. Fields that Direct3D
 * ignores (factors of a disabled target, entries 1 to 7 without
 * IndependentBlendEnable, LogicOp without LogicOpEnable, formats without a
 * pixel shader) are never looked at.
 *
 * Direct3D 9: no call fails there, so what is out of range means what
 * Direct3D On 12 makes of it (SRCBLEND of 32 and more ONE, DESTBLEND ZERO,
 * BLENDOP of 8 and more ADD, BLENDOPALPHA of 0 or above 5 ADD, masks cut to
 * four bits).  SRGBWRITEENABLE makes 8-bit UNORM formats their _SRGB twins.
 * Alpha-to-coverage is what drivers agreed on: POINTSIZE 'A2M1', or
 * ADAPTIVETESS_Y 'ATOC' with the alpha test on, on multisampled targets.  An
 * alpha test that can fail is no part of a state: it gives false.
 */
bool ombre_state_from_pso(const struct ombre_pso *pso, struct ombre_state *out);

/* What a lenient reading, or ombre_state_mend() of translate.h, leaves out of a
 * target or changes in it; a bit set. */
enum ombre_left_out {
    OMBRE_LEFT_OUT_BLEND = 1,    /* of no format that blends, by no equation, a
                                    second source above target 0, or beside a
                                    logic operation */
    OMBRE_LEFT_OUT_LOGIC_OP = 2, /* it is none, the device has none, or a target
                                    is no UINT */
    OMBRE_LEFT_OUT_TARGET = 4,   /* of no format, or beside a second source */
    OMBRE_LEFT_OUT_MASK = 8,     /* bits above the fourth */
    OMBRE_LEFT_OUT_COLOR = 16,   /* a _COLOR factor of alpha means its alpha */
};

/* Like ombre_state_from_pso(), for a caller who would rather draw something:
 * what is wrong with a target or the logic operation is left out, as
 * left_out[i] says of target i, and a desc of NULL is the default one.  Returns
 * false, with *out and left_out zeroed, only where a count is none, a field of
 * `shader` is, or an alpha test can fail. */
bool ombre_state_from_pso_leniently(const struct ombre_pso *pso,
                                    struct ombre_state *out,
                                    uint8_t left_out[OMBRE_MAX_TARGETS]);

/* Whether the enabled equation of `target` reads the second source: a SRC1
 * factor in a slot that counts.  MIN and MAX ignore their factors, yet FS 17.6
 * turns dual source on by the mere presence of the factor in an enabled
 * equation; so does this. */
static inline bool ombre_target_is_dual_source(
    const struct ombre_target *target)
{
    const unsigned kinds =
        ombre_factor_kinds_of_both(target->color.src, target->color.dest) |
        ombre_factor_kinds_of_both(target->alpha.src, target->alpha.dest);

    return target->blend_enable && (kinds & OMBRE_FACTOR_SRC1) != 0;
}

static inline bool ombre_factor_is_src1(enum ombre_factor factor)
{
    return (ombre_factor_kinds(factor) & OMBRE_FACTOR_SRC1) != 0;
}

/* --- Names --------------------------------------------------------------- */

/* Each returns the name without prefix, or NULL for a number that is none. */
const char *ombre_factor_name(enum ombre_factor factor);
const char *ombre_blend_op_name(enum ombre_blend_op op);
const char *ombre_logic_op_name(enum ombre_logic_op op);
const char *ombre_api_name(enum ombre_api api);

/* Each finds a name, without prefix; false and *out untouched if unknown. */
bool ombre_factor_from_name(const char *name, enum ombre_factor *out);
bool ombre_blend_op_from_name(const char *name, enum ombre_blend_op *out);
bool ombre_logic_op_from_name(const char *name, enum ombre_logic_op *out);
bool ombre_api_from_name(const char *name, enum ombre_api *out);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_STATE_H */
