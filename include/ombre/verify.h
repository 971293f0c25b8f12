/* ombre/verify.h - do texels that were read back lie inside what is legal?
 *
 * Knows neither how texels were drawn nor how sets were predicted.  Pure; any
 * number of threads.
 */
#ifndef OMBRE_VERIFY_H
#define OMBRE_VERIFY_H

#include <stddef.h>

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
 * sample by its components.  Where max is 0, `written` is not looked at. */
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

/* --- Rules over sets of texels ---------------------------------------------
 *
 * What each texel alone may be need not be right of all together.
 */

/* Stores must not decrease: FS 3.2.3.4 to 3.2.3.8.  `code` holds what sources
 * in ascending order were stored as.  Return the index of the first code that
 * stands below the one before it, or `count`. */
size_t ombre_verify_order(const struct ombre_format *format,
                          enum ombre_component component, size_t count,
                          const uint32_t *code);

/* Return how many codes of a component, of at most 16 bits, occur at all.  A
 * store must reach every code: FS 3.2.3.4. */
size_t ombre_verify_reached(const struct ombre_format *format,
                            enum ombre_component component, size_t count,
                            const uint32_t *code);

/* How far results are from their ideal value on the average. */
struct ombre_bias {
    size_t count;
    double sum; /* of errors in codes, with their signs */
};

/* Operands that a bias needs, and the mean, in codes, beyond which it is one: a
 * result that is cut is 0.49 too low. */
enum { OMBRE_BIAS_COUNT = 4096 };
#define OMBRE_BIAS_LIMIT 0.25

/* Take in one result: `ideal` is where the value lies, in codes and not
 * rounded; results that cannot be but at an end say nothing and are left to the
 * caller. */
void ombre_bias_add(struct ombre_bias *bias, double ideal, int64_t got);
double ombre_bias_mean(const struct ombre_bias *bias);

/* QUALITY_WARNING for a bias over enough operands. */
enum ombre_verdict ombre_bias_verdict(const struct ombre_bias *bias);

/* The first component in which two texels differ that were asked for the same,
 * or OMBRE_COMPONENTS.  Bits that no component has do not count; of R9G9B9E5 a
 * difference of the exponent is one of red. */
enum ombre_component ombre_verify_same(const struct ombre_format *format,
                                       const struct ombre_texel *a,
                                       const struct ombre_texel *b);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_VERIFY_H */
