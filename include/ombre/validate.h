/* ombre/validate.h - which of Direct3D's rules does this state break?
 *
 * Pure: no allocation, no globals, any number of threads.
 */
#ifndef OMBRE_VALIDATE_H
#define OMBRE_VALIDATE_H

#include <stdbool.h>
#include <stdint.h>

#include "ombre/state.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ombre_severity {
    OMBRE_SEVERITY_ERROR,     /* creation or the draw fails */
    OMBRE_SEVERITY_UNDEFINED, /* accepted, but results are undefined */
    OMBRE_SEVERITY_WARNING,   /* accepted; the debug layer speaks up */
};

/* Every rule, once: X(ID, "id-in-output", severity, "sentence", "source").
 * Match on the id; the sentence may be reworded in any release. */
#include "ombre/rules.h"

enum ombre_rule {
#define X(id, name, severity, sentence, source) OMBRE_RULE_##id,
    OMBRE_RULES(X)
#undef X
        OMBRE_RULE_COUNT
};

/* Where in the desc a rule is broken. */
struct ombre_issue {
    enum ombre_rule rule;
    char path[80];    /* "BlendState.RenderTarget[2].SrcBlendAlpha" */
    char detail[160]; /* what was found and what was expected, one sentence */
};

enum { OMBRE_MAX_ISSUES = 128 };

struct ombre_issues {
    unsigned count; /* issues stored */
    unsigned total; /* issues found; more than `count` if they did not fit */
    struct ombre_issue issue[OMBRE_MAX_ISSUES];
};

/* D3D_FEATURE_LEVEL.  X(id, value, name) */
#define OMBRE_FEATURE_LEVELS(X) \
    X(9_1, 0x9100, "9_1")       \
    X(9_2, 0x9200, "9_2")       \
    X(9_3, 0x9300, "9_3")       \
    X(10_0, 0xa000, "10_0")     \
    X(10_1, 0xa100, "10_1")     \
    X(11_0, 0xb000, "11_0")     \
    X(11_1, 0xb100, "11_1")     \
    X(12_0, 0xc000, "12_0")     \
    X(12_1, 0xc100, "12_1")     \
    X(12_2, 0xc200, "12_2")

enum ombre_feature_level {
#define X(id, value, name) OMBRE_FEATURE_LEVEL_##id = value,
    OMBRE_FEATURE_LEVELS(X)
#undef X
};

/* Name of a feature level, or NULL for a number that is none. */
const char *ombre_feature_level_name(uint32_t level);

/* What feature level `level` says of DXGI_FORMAT `dxgi`: six letters for render
 * target, blending, logic operation, 4 samples, 8 samples and resolve; R means
 * required, o optional, d required where what it depends on is there, - never.
 * NULL if Microsoft's format tables do not list the format. */
const char *ombre_feature_level_format(uint32_t level, uint32_t dxgi);

/* The members of D3DCAPS9 that speak of the output merger, under its names;
 * bits are D3DPMISCCAPS_ and D3DPBLENDCAPS_. */
struct ombre_d3d9_caps {
    uint32_t PrimitiveMiscCaps;
    uint32_t SrcBlendCaps, DestBlendCaps;
    uint32_t NumSimultaneousRTs;
};

/* What the Direct3D device is assumed to be able to do.  Start from
 * ombre_d3d_device_default(): everything that feature level 12_2 offers, and
 * all capabilities.  A level beyond what the API knows counts as the highest
 * that it knows. */
struct ombre_d3d_device {
    uint32_t FeatureLevel; /* enum ombre_feature_level, or any number */
    bool OutputMergerLogicOp;
    bool AlphaBlendFactorSupported;
    struct ombre_d3d9_caps Caps; /* of Direct3D 9, which has no levels */
};

struct ombre_d3d_device ombre_d3d_device_default(void);

/* Check `pso` against Direct3D.  Writes every broken rule to *out, in the order
 * of the desc, what the feature level takes away last; it does not stop at the
 * first.  Returns true if none of them is an error (undefined and warnings may
 * be there).
 *
 * Any bit pattern is a legal argument.  What Direct3D ignores is never checked.
 */
bool ombre_validate(const struct ombre_pso *pso,
                    const struct ombre_d3d_device *device,
                    struct ombre_issues *out);

/* Columns of a rule.  Static strings, never NULL for a rule of the list. */
const char *ombre_rule_name(enum ombre_rule rule);
const char *ombre_rule_sentence(enum ombre_rule rule);
const char *ombre_rule_source(enum ombre_rule rule);
enum ombre_severity ombre_rule_severity(enum ombre_rule rule);
const char *ombre_severity_name(enum ombre_severity severity);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_VALIDATE_H */
