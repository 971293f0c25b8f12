/* ombre/verify.h - do texels that were read back lie inside what is legal?
 *
 * Knows neither how texels were drawn nor how sets were predicted.  Pure; any
 * number of threads.
 */
#ifndef OMBRE_VERIFY_H
#define OMBRE_VERIFY_H

#include "ombre/format.h"
#include "ombre/shared.h"

#ifdef __cplusplus
extern "C" {
#endif

enum ombre_verdict {
    OMBRE_VERDICT_PASS,
    OMBRE_VERDICT_QUALITY_WARNING,
    OMBRE_VERDICT_COMPATIBILITY_WARNING, /* outside Direct3D, inside Vulkan */
    OMBRE_VERDICT_FAIL,
};

/* Name in JSON ("compatibility-warning") and in result lists
 * ("CompatibilityWarning"). */
const char *ombre_verdict_name(enum ombre_verdict verdict);
const char *ombre_verdict_status(enum ombre_verdict verdict);

/* The worse of two. */
enum ombre_verdict ombre_verdict_worse(enum ombre_verdict a,
                                       enum ombre_verdict b);

/* What may stand in one component of one sample. */
struct ombre_legal_component {
    bool stored;                 /* the format has the component */
    uint32_t code;               /* ideal, or kept */
    struct ombre_code_set legal; /* under the judge in force */
    struct ombre_code_set wide;  /* under VULKAN; equal to `legal` or wider */
};

/* R9G9B9E5 is judged as a whole, by the two sets of texels; its components say
 * no more than what is stored. */
struct ombre_legal_texel {
    struct ombre_legal_component component[OMBRE_COMPONENTS];
    unsigned exponent; /* ideal, or kept */
    struct ombre_shared_set texels, wide_texels;
};

struct ombre_texel_verdict {
    enum ombre_verdict verdict; /* the worst of its components */
    enum ombre_verdict component[OMBRE_COMPONENTS];
    /* Distance of the code from the nearest legal one, in codes; 0 if legal. */
    uint64_t distance[OMBRE_COMPONENTS];
};

/* Judge one texel. */
struct ombre_texel_verdict ombre_verify_texel(
    const struct ombre_format *format, const struct ombre_legal_texel *legal,
    const struct ombre_texel *got);

enum { OMBRE_MAX_SAMPLES = 16 };

/* All samples of one pixel on all its targets, judged jointly: coverage first
 * (a sample is written or kept as a whole; the written set lies in `mask`, has
 * a size in [min, max], and is the same on every target), then each written
 * sample by its components. */
struct ombre_verify_pixel {
    unsigned sample_count, target_count;
    uint32_t mask;
    unsigned min, max;
    struct {
        const struct ombre_format *format; /* NULL: a hole */
        struct ombre_texel got[OMBRE_MAX_SAMPLES];
        struct ombre_legal_texel written[OMBRE_MAX_SAMPLES];
        struct ombre_legal_texel kept[OMBRE_MAX_SAMPLES];
    } target[OMBRE_MAX_TARGETS];
};

struct ombre_pixel_verdict {
    enum ombre_verdict verdict;
    bool coverage_ok; /* some set of samples explains every target */
    uint32_t covered; /* that set: the one with the mildest verdict */
    struct ombre_texel_verdict target[OMBRE_MAX_TARGETS][OMBRE_MAX_SAMPLES];
};

/* Judge one pixel.  Where no legal set of samples explains it, coverage_ok is
 * false, the verdict is FAIL, and the texels are judged by the set that
 * explains most of them. */
void ombre_verify_pixel(const struct ombre_verify_pixel *pixel,
                        struct ombre_pixel_verdict *out);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_VERIFY_H */
