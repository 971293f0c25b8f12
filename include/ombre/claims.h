/* ombre/claims.h - what a feature level requires of the output merger, and how
 * a device has it
 *
 * A claim is one thing that Direct3D's format tables or the pages of feature
 * levels require: a cell of a format's row, a limit, or a feature.  How a
 * device has it is asked of the translator, by a state that needs just that:
 * what is planned here is what is drawn.
 *
 * Pure: no allocation, no globals, no logging, any number of threads.
 */
#ifndef OMBRE_CLAIMS_H
#define OMBRE_CLAIMS_H

#include "ombre/translate.h"
#include "ombre/validate.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a format: columns of Direct3D's format tables, in their order.
 * X(ID, "name in JSON", "words") */
#define OMBRE_CLAIMS_OF_FORMATS(X)               \
    X(RENDER_TARGET, "render-target", "drawing") \
    X(BLEND, "blend", "blending")                \
    X(FORMAT_LOGIC_OP, "logic-op", "logic op")   \
    X(SAMPLES_4, "samples-4", "4 samples")       \
    X(SAMPLES_8, "samples-8", "8 samples")

/* Of a device: X(ID, "name in JSON", "words", lowest level).
 * Sources: the overview and reference pages of feature levels 9 (10level9),
 * FS 17 for the others, the engineering spec of 12_2. */
#define OMBRE_CLAIMS_OF_DEVICES(X)                                         \
    X(ONE_TARGET, "targets-1", "1 target", 9_1)                            \
    X(SEPARATE_ALPHA, "separate-alpha", "alpha blended by itself", 9_2)    \
    X(FOUR_TARGETS, "targets-4", "4 targets", 9_3)                         \
    X(WRITE_MASKS, "write-masks", "a write mask for each target", 9_3)     \
    X(EIGHT_TARGETS, "targets-8", "8 targets", 10_0)                       \
    X(BLEND_ENABLES, "blend-enables", "BlendEnable for each target", 10_0) \
    X(SRC_ALPHA_SAT, "src-alpha-sat", "SRC_ALPHA_SAT", 10_0)               \
    X(DUAL_SOURCE, "dual-source", "a second source", 10_0)                 \
    X(ALPHA_TO_COVERAGE, "alpha-to-coverage", "alpha to coverage", 10_0)   \
    X(SAMPLE_MASK, "sample-mask", "SampleMask", 10_0)                      \
    X(EQUATIONS, "equations", "an equation for each target", 10_1)         \
    X(LOGIC_OP, "logic-ops", "logic operations", 11_1)

enum ombre_claim_kind {
#define X(id, name, words) OMBRE_CLAIM_##id,
    OMBRE_CLAIMS_OF_FORMATS(X)
#undef X
#define X(id, name, words, level) OMBRE_CLAIM_##id,
        OMBRE_CLAIMS_OF_DEVICES(X)
#undef X
            OMBRE_CLAIM_KINDS
};

enum { OMBRE_CLAIM_FORMAT_KINDS = OMBRE_CLAIM_SAMPLES_8 + 1 };

struct ombre_claim {
    enum ombre_claim_kind kind;
    const struct ombre_format *format; /* of a claim of formats; else NULL */
};

/* How a device has what is claimed. */
enum ombre_claim_how {
    OMBRE_CLAIM_NATIVE,
    OMBRE_CLAIM_EMULATED,
    OMBRE_CLAIM_MISSING,
};

struct ombre_claim_answer {
    enum ombre_claim_how how;
    enum ombre_plan plan; /* NATIVE, or by what it is emulated */
    char reason[192];     /* why that plan, or what stands in the way */
};

enum {
    OMBRE_MAX_CLAIMS = 512,
    OMBRE_CLAIM_TEXT_SIZE = 64,
    OMBRE_CLAIM_WHY_SIZE = 96
};

/* Lowest feature level that requires it; 0 if none does.  All above it do.  A
 * format is required to do something only where it is required to be a render
 * target. */
uint32_t ombre_claim_level(const struct ombre_claim *claim);

/* All that feature level `level` (any number) requires, formats first, in the
 * order of DXGI_FORMAT.  Returns how many there are, at most OMBRE_MAX_CLAIMS.
 */
unsigned ombre_claims_required(uint32_t level,
                               struct ombre_claim out[OMBRE_MAX_CLAIMS]);

/* How a device with `facts` has it, when shaders are pure. */
struct ombre_claim_answer ombre_claim_ask(const struct ombre_claim *claim,
                                          const struct ombre_vk_facts *facts);

/* Of a state that a device with `facts` cannot be made to draw: whether feature
 * level `level` requires what stands in the way.  That is a claim of which the
 * state needs the fulfilment and which is missing; or, where each alone is
 * there, all that it needs, if all of it is required.  Then *why says so. */
bool ombre_claims_require(const struct ombre_state *state,
                          const struct ombre_vk_facts *facts, uint32_t level,
                          char why[OMBRE_CLAIM_WHY_SIZE]);

/* "render-target" and so on; NULL for a number that is none. */
const char *ombre_claim_name(enum ombre_claim_kind kind);
const char *ombre_claim_words(enum ombre_claim_kind kind);
/* "native", "emulated", "missing" */
const char *ombre_claim_how_name(enum ombre_claim_how how);
/* "blending of R16G16B16A16_SNORM"; cut if too long. */
void ombre_claim_text(const struct ombre_claim *claim,
                      char text[OMBRE_CLAIM_TEXT_SIZE]);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_CLAIMS_H */
