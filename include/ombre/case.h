/* ombre/case.h - a case file: what to ask of an output merger, and with what
 *
 * The grammar is in README.md; what depends on the version of Direct3D is here.
 * Input is hostile: every mistake comes back as an error that names file, line,
 * JSON path, what was found and what was expected.
 *
 * "api"            BlendState holds                        names begin with
 * D3D12, D3D11.1   D3D12_BLEND_DESC, D3D11_BLEND_DESC1     D3D12_, D3D11_
 * D3D11, D3D10.1   D3D11_BLEND_DESC, D3D10_BLEND_DESC1     D3D11_, D3D10_
 * D3D10            D3D10_BLEND_DESC: arrays of up to 8 in  D3D10_
 *                  BlendEnable and RenderTargetWriteMask
 * D3D9             render states by name (D3DRS_SRCBLEND)  D3DBLEND_, D3DCMP_
 *
 * A name may stand without its prefix (from D3D10 on, behind that of any of
 * these versions) or as its number.  A field that the desc lacks (LogicOp
 * before 11.1) is a mistake. BlendState null, from D3D10 to D3D11.1, is
 * CreateBlendState(NULL).
 *
 * D3D9: D3DRS_BLENDFACTOR is a D3DCOLOR and D3DRS_MULTISAMPLEMASK the sample
 * mask, so BlendFactor and SampleMask are mistakes.  D3DRS_POINTSIZE and
 * D3DRS_ADAPTIVETESS_Y take "A2M1" and "ATOC", by which drivers are asked for
 * alpha-to-coverage.  RTVFormats names the DXGI_FORMAT that is the D3DFORMAT.
 *
 * Device: FeatureLevel ("9_1" to "12_2"), OutputMergerLogicOp,
 * AlphaBlendFactorSupported, and Caps with members of D3DCAPS9:
 * PrimitiveMiscCaps, SrcBlendCaps, DestBlendCaps, NumSimultaneousRTs.
 *
 * RenderTargets[t] and DepthStencil: null, or the memory that the slot has: a
 * resource (Resource, Dimension, Width, Height, DepthOrArraySize, MipLevels,
 * Format, SampleDesc) and its View (Format, ViewDimension, MipSlice,
 * FirstArraySlice, ArraySize, and for targets FirstWSlice, WSize).  Two slots
 * with one Resource name have one memory; the second need not say again what
 * the first says, and must not say otherwise.  By default the resource is a 2D
 * texture of one texel, one slice and one level, of the slot's format and the
 * case's SampleDesc, and the view takes all of it.  Rules look at them, and
 * what is drawn is drawn there; they do not change what is predicted.
 *
 * Image: what Direct3D does not say of these images, of all alike: Usage (an
 * array of "SAMPLED", "STORAGE"), Mutable (whether views may have other
 * formats), Tiling ("optimal", "linear"), Offset ([x, y] of the viewport and
 * the scissor), Layer (SV_RenderTargetArrayIndex), ReadBy ("copy", or "fetch":
 * by shader fetch, too).  DestinationBy: "upload", "clear" or "draw".
 */
#ifndef OMBRE_CASE_H
#define OMBRE_CASE_H

#include <stddef.h>

#include "ombre/lane.h"
#include "ombre/reference.h"
#include "ombre/state.h"
#include "ombre/validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Features that a case or a command line takes away from the device. */
enum ombre_case_without {
    OMBRE_CASE_WITHOUT_INDEPENDENT_BLEND = 1,
    OMBRE_CASE_WITHOUT_DUAL_SRC_BLEND = 2,
    OMBRE_CASE_WITHOUT_LOGIC_OP = 4,
    OMBRE_CASE_WITHOUT_FORMAT_BLEND = 8, /* blending of any format */
};

/* How what targets hold before the draw gets there.
 * CLEAR: a clear of the whole; then pixels must hold one texel.
 * DRAW: an earlier draw stores it.
 * X(ID, "name") */
#define OMBRE_CASE_DESTINATIONS(X) \
    X(UPLOAD, "upload")            \
    X(CLEAR, "clear")              \
    X(DRAW, "draw")

enum ombre_case_destination {
#define X(id, name) OMBRE_CASE_DESTINATION_##id,
    OMBRE_CASE_DESTINATIONS(X)
#undef X
};

/* What images are made for beside being targets.  X(ID, bit, "name") */
#define OMBRE_CASE_USAGES(X) \
    X(SAMPLED, 1, "SAMPLED") \
    X(STORAGE, 2, "STORAGE")

enum ombre_case_usage {
#define X(id, bit, name) OMBRE_CASE_USAGE_##id = bit,
    OMBRE_CASE_USAGES(X)
#undef X
};

/* What of images Direct3D says nothing of, or says when it draws. */
struct ombre_case_image {
    uint32_t usage; /* enum ombre_case_usage */
    bool mutable_format;
    bool linear;
    uint32_t offset[2]; /* of viewport and scissor, in texels */
    uint32_t layer;     /* SV_RenderTargetArrayIndex */
    bool fetched;       /* read back by shader fetch, too, which must agree */
};

/* --- Steps ---------------------------------------------------------------- */

enum ombre_step_kind { OMBRE_STEP_SET, OMBRE_STEP_CLEAR, OMBRE_STEP_DRAW };

/* By which of Vulkan's ways a target is cleared.  X(ID, "name") */
#define OMBRE_CLEARS(X)           \
    X(ATTACHMENTS, "attachments") \
    X(LOAD_OP, "load-op")

enum ombre_clear_by {
#define X(id, name) OMBRE_CLEAR_##id,
    OMBRE_CLEARS(X)
#undef X
        OMBRE_CLEAR_COUNT
};

struct ombre_step_clear {
    uint32_t RenderTarget;
    float Color[4];
    bool has_rect; /* else all of the target */
    int32_t Rect[4];
    enum ombre_clear_by by;
    struct ombre_source source; /* of step.state: ombre_case_settle() */
};

/* Arrays are owned by the step. */
struct ombre_step_draw {
    bool is_own; /* else the case's operands, and nothing else here */
    unsigned layer_count;
    uint32_t *layers;            /* of each pixel; 0: not drawn */
    struct ombre_source *source; /* [pixel * layer_count + layer] */
    uint32_t *coverage;          /* of each pixel, or NULL */
};

/* Start from a zeroed one. */
struct ombre_step {
    enum ombre_step_kind kind;
    struct ombre_pso pso; /* SET: everything from here on */
    struct ombre_step_clear clear;
    struct ombre_step_draw draw;
    /* By ombre_case_settle().  What pso means (SET), the state in force (DRAW),
     * or that of ombre_clear_as_draw() (CLEAR); without targets where it has no
     * meaning. */
    struct ombre_state state;
    size_t set; /* DRAW: the step that says the state, or SIZE_MAX: the case */
};

enum { OMBRE_CASE_MAX_STEPS = 1024 };

/* --- A case --------------------------------------------------------------- */

/* One case.  Arrays are owned by the case; ombre_case_finish() frees them. */
struct ombre_case {
    char *name; /* never NULL */
    struct ombre_pso pso;
    struct ombre_d3d_device device;
    /* "Resource" of what pso.RenderTargets and pso.DepthStencil call resource
     * 1, 2, ..; NULL beyond. */
    char *resource[OMBRE_MAX_TARGETS + 1];
    struct ombre_lane lane; /* by which it is to be drawn */
    uint32_t without; /* enum ombre_case_without, enum ombre_lane_feature */
    struct ombre_case_image image;
    enum ombre_case_destination destination_by;
    size_t pixel_count;
    unsigned layer_count;  /* most primitives on a pixel, 1 unless "layers" */
    unsigned sample_count; /* SampleDesc.Count, or 1 where that is none of
                              Direct3D's (1 to 32) */
    /* Primitives on each pixel, or NULL where all have layer_count; see
     * ombre_case_layers(). */
    uint32_t *layers;
    /* What the shader outputs: [pixel * layer_count + layer], 0 in layers that
     * the pixel does not have and in outputs that are not declared. */
    struct ombre_source *source;
    /* What targets hold: [(pixel * OMBRE_MAX_TARGETS + target) * sample_count +
     * sample]. */
    struct ombre_texel *dest;
    uint32_t *coverage; /* SV_Coverage of each pixel, or NULL */
    /* In order; 0: the case is one draw. */
    size_t step_count;
    struct ombre_step *step;
};

/* One thing that is wrong with a file. */
struct ombre_case_error {
    unsigned line;     /* from 1; 0 if the error is of the file as a whole */
    char path[128];    /* "pixels[3].src[0][2]"; "" for the document */
    char message[320]; /* what was found, what was expected, nearest name */
};

enum { OMBRE_CASE_MAX_BYTES = 64 * 1024 * 1024 };

/* Read a case from `size` bytes of JSON.
 *
 * Returns false, with *error filled and *out zeroed, on any mistake.  Numbers
 * that Direct3D would reject are not mistakes: they are carried as given.
 */
bool ombre_case_parse(const char *text, size_t size, struct ombre_case *out,
                      struct ombre_case_error *error);

/* Like ombre_case_parse(), from a file; "-" is standard input. */
bool ombre_case_read(const char *path, struct ombre_case *out,
                     struct ombre_case_error *error);

/* How many overlapping primitives `pixel` has: 1 to layer_count. */
unsigned ombre_case_layers(const struct ombre_case *c, size_t pixel);

/* Fill in what of the steps follows from the others and from c->pso.  Whoever
 * changes either calls it; ombre_case_parse() has. */
void ombre_case_settle(struct ombre_case *c);

/* Whether a clear reaches `pixel`. */
bool ombre_clear_has_pixel(const struct ombre_step_clear *clear, size_t pixel);

const char *ombre_clear_by_name(enum ombre_clear_by by); /* "load-op" */

/* What happens to one pixel, in order: every primitive and every clear is a
 * draw of its own.  Start with a zeroed walk. */
struct ombre_walk {
    size_t step;
    unsigned layer;
};

struct ombre_touch {
    size_t step;    /* 0 of a case without steps */
    unsigned layer; /* of the step's */
    bool is_clear;
    const struct ombre_state *state; /* what it goes by */
    const struct ombre_source *source;
    uint32_t exported; /* SV_Coverage; all bits where nothing is exported */
};

/* Step to what touches `pixel` next; false at the end.  `state` is what c->pso
 * means. */
bool ombre_case_next_touch(const struct ombre_case *c,
                           const struct ombre_state *state, size_t pixel,
                           struct ombre_walk *walk, struct ombre_touch *out);

/* Check the states of a case: ombre_validate() of c->pso, and of each step that
 * sets one, under "Steps[N].set.", without what the state before it has too. */
bool ombre_case_validate(const struct ombre_case *c, struct ombre_issues *out);

/* Write a case as JSON that ombre_case_parse() reads back to the same bits.
 * The caller frees the string; NULL means out of memory. */
char *ombre_case_write(const struct ombre_case *c);

/* Like ombre_case_write(), with every field said, also where it is as it would
 * be without: for whoever is to read a case and know no defaults.  Memory that
 * slots have is said where the case says it. */
char *ombre_case_write_explicit(const struct ombre_case *c);

void ombre_case_finish(struct ombre_case *c);

/* The nearest of `count` names to `word` (case ignored), or NULL if none is
 * near enough to be meant. */
const char *ombre_nearest_name(const char *word, const char *const *names,
                               size_t count);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_CASE_H */
