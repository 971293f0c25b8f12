/* ombre/reference.h - what Direct3D's output merger makes of a pixel
 *
 * Written from the Direct3D specification alone (FS is the Direct3D 11.3
 * functional specification).  It never sees Vulkan or the translator: a mistake
 * that both sides shared would be invisible.
 *
 * For each component it gives the ideal value and its code, and the exact set
 * of codes that a judge allows.  Pure: no allocation, no globals, any number of
 * threads.
 */
#ifndef OMBRE_REFERENCE_H
#define OMBRE_REFERENCE_H

#include "ombre/format.h"
#include "ombre/shared.h"
#include "ombre/state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How much room the rules are read to leave.  Each judge's set lies inside the
 * next one's, up to and including VULKAN; CTS stands beside them. */
#define OMBRE_JUDGES(X)                                                      \
    X(EXACT, "exact")   /* the ideal algorithm's code */                     \
    X(STRICT, "strict") /* fp32 in any legal order, then the store's room */ \
    X(D3D, "d3d")       /* every freedom Direct3D leaves an output merger */ \
    X(VULKAN, "vulkan") /* and those that Vulkan adds */                     \
    X(CTS, "cts")       /* Khronos CTS's thresholds, only to be reported */

enum ombre_judge {
#define X(id, name) OMBRE_JUDGE_##id,
    OMBRE_JUDGES(X)
#undef X
        OMBRE_JUDGE_COUNT
};

const char *ombre_judge_name(enum ombre_judge judge);
bool ombre_judge_from_name(const char *name, enum ombre_judge *out);

/* What becomes of a component, and which rule gives its set room. */
enum ombre_fate {
    OMBRE_FATE_ABSENT,    /* the format has no such component */
    OMBRE_FATE_KEPT,      /* not written: every bit stays */
    OMBRE_FATE_WRITTEN,   /* by blend, logic operation or plain store */
    OMBRE_FATE_UNDEFINED, /* written with a value Direct3D does not define */
};

/* Rules of the reference.  X(ID, "id-in-output", "sentence", "source") */
#define OMBRE_REFERENCE_RULES(X)                                               \
    X(NONE, "exact", "only the ideal code is allowed", "FS 3.2.3")             \
    X(MASKED, "masked", "the write mask keeps the component", "FS 17.15")      \
    X(UNDECLARED, "undeclared",                                                \
      "the shader does not declare the output, so the target keeps its bits",  \
      "FS 16.9.1")                                                             \
    X(NOT_COVERED, "not-covered", "the sample is not covered",                 \
      "FS 17.17, 17.18")                                                       \
    X(LOGIC, "logic-op", "logic operation on the component's bits", "FS 17.7") \
    X(LOGIC_WIDE, "logic-op-wide",                                             \
      "a source wider than the component may be cut or clamped", "FS 17.7.1")  \
    X(INTEGER, "integer-store", "integers are clamped to the target",          \
      "FS 3.2.3.13")                                                           \
    X(STORE, "store", "conversion to fixed point may be 0.6 of a code off",    \
      "FS 3.2.3.4, 3.2.3.6, 3.2.3.8")                                          \
    X(FLOAT_STORE, "float-store",                                              \
      "conversion to a smaller float goes toward zero or to nearest",          \
      "FS 3.2.2, 3.1.5")                                                       \
    X(BLEND, "blend",                                                          \
      "operands may be 0.6 of a code off and products put on the target's "    \
      "grid before the store",                                                 \
      "FS 17.5, 3.2.3")                                                        \
    X(FLOAT_BLEND, "float-blend", "blending rounds each step, fused or not",   \
      "FS 17.5, 3.1.3.1, 3.1.5")                                               \
    X(SHARED, "shared-exponent",                                               \
      "the largest component gives the exponent, mantissas go to nearest",     \
      "FS 19.3.2.2")                                                           \
    X(NAN_STORE, "nan-store", "NaN is stored as 0 in fixed point",             \
      "FS 3.2.3.4, 3.2.3.6")                                                   \
    X(NAN_BLEND, "nan-blend",                                                  \
      "NaN at the clamp of a fixed-point blend is not defined", "FS 17.5")     \
    X(ZERO_WEIGHT, "zero-weight",                                              \
      "a zero weight on NaN or infinity may give NaN or drop the term",        \
      "FS 17.5, 3.1.3.1")                                                      \
    X(NAN, "nan", "any NaN is allowed", "FS 3.1.3.2, 19.1.2")                  \
    X(UNDEFINED, "undefined", "Direct3D does not define the value written",    \
      "FS 16.9.1, 17.6; D3D12 R9G9B9E5 1.0")                                   \
    X(VULKAN_ROOM, "vulkan", "only Vulkan's wider rules allow it",             \
      "Vulkan 1.3 Fixed-Point Data Conversions")

enum ombre_reference_rule {
#define X(id, name, sentence, source) OMBRE_REFERENCE_RULE_##id,
    OMBRE_REFERENCE_RULES(X)
#undef X
};

const char *ombre_reference_rule_name(enum ombre_reference_rule rule);
const char *ombre_reference_rule_sentence(enum ombre_reference_rule rule);
const char *ombre_reference_rule_source(enum ombre_reference_rule rule);

/* --- One sample of one target --------------------------------------------- */

/* What the shader wrote to SV_Target0 to 7, as 32-bit words: fp32 bits of a
 * FLOAT output, the integer's bits of a UINT or SINT one. */
struct ombre_source {
    uint32_t word[OMBRE_MAX_TARGETS][4];
};

struct ombre_component_prediction {
    enum ombre_fate fate;
    double value;  /* ideal result before the store; NAN if it is no number */
    uint32_t code; /* of the ideal result, or the kept one */
    struct ombre_code_set legal;
    enum ombre_reference_rule rule;
};

struct ombre_prediction {
    struct ombre_component_prediction component[OMBRE_COMPONENTS];
    /* R9G9B9E5 only.  Codes and sets above are then of mantissas: the ideal
     * ones beside `exponent`, and those that are legal beside any.  What is
     * legal together is in `texels`. */
    unsigned exponent;
    struct ombre_shared_set texels;
};

/* Predict one covered sample of target `target` that held `dest`.
 *
 * Returns false, with *out zeroed, where there is nothing to predict: target
 * out of range or a hole.  A component that Direct3D leaves undefined gets
 * every code (and NaN) as legal.
 */
bool ombre_predict(const struct ombre_state *state, unsigned target,
                   const struct ombre_source *source,
                   const struct ombre_texel *dest, enum ombre_judge judge,
                   struct ombre_prediction *out);

/* Like ombre_predict(), for a sample that is not covered: everything is kept.
 */
bool ombre_predict_uncovered(const struct ombre_state *state, unsigned target,
                             const struct ombre_texel *dest,
                             struct ombre_prediction *out);

/* --- Clears --------------------------------------------------------------- */

/* Say what clearing a target does as if it were a draw: *out writes `target`
 * alone, all components and samples of it, with *source, whatever `state` has
 * masked, blended or covered.
 *
 * `color` is ClearRenderTargetView's: linear for sRGB; of integer targets each
 * number goes toward zero and to the nearest that the target holds, NaN to 0
 * (FS 3.2.3.9, 3.2.3.10).  Returns false, with *out and *source zeroed, where
 * there is nothing to clear: target out of range or a hole. */
bool ombre_clear_as_draw(const struct ombre_state *state, unsigned target,
                         const float color[4], struct ombre_state *out,
                         struct ombre_source *source);

/* --- Coverage ------------------------------------------------------------- */

/* Which samples of a wholly covered pixel may be written: a subset of `mask`
 * with at least `min` and at most `max` members, the same on every target.
 * min == max == all bits of `mask` where the rules leave no room. */
struct ombre_coverage {
    uint32_t mask; /* bit N is sample N; only bits below sample_count */
    unsigned min, max;
};

/* `exported` is the pixel's SV_Coverage; ignored unless the shader exports one
 * per pixel. */
struct ombre_coverage ombre_predict_coverage(const struct ombre_state *state,
                                             const struct ombre_source *source,
                                             uint32_t exported);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_REFERENCE_H */
