/* shared_check.h - what the tests of R9G9B9E5 share */
#ifndef OMBRE_TESTS_SHARED_CHECK_H
#define OMBRE_TESTS_SHARED_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"
#include "ombre/verify.h"

enum { RGB9E5 = 67 };

static int failures, compared;

static inline void expect(bool ok, const char *name, const char *what,
                          double got, double want)
{
    compared++;
    if (ok || failures++ > 20)
        return;
    print_error("%s: %s is %.17g, want %.17g\n", name, what, got, want);
}

static inline uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static inline double unit(uint64_t *seed)
{
    return next(seed) / 2147483648.0;
}

static inline uint32_t bits_of(double x)
{
    const float f = (float) x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline uint32_t mantissa(uint32_t texel, int component)
{
    return texel >> (9 * component) & 511;
}

/* --- Predictions ---------------------------------------------------------- */

static inline struct ombre_state state_of(bool blend, enum ombre_factor src,
                                          enum ombre_factor dest,
                                          enum ombre_blend_op op)
{
    struct ombre_state s = {
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){
        .format = ombre_format_find(RGB9E5),
        .blend_enable = blend,
        .color = {src, dest, op},
        .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
        .write_mask = 15,
    };
    for (int i = 0; i < 4; i++)
        s.blend_factor[i] = 0.3f + 0.17f * (float) i;
    return s;
}

static inline struct ombre_prediction predict(const struct ombre_state *state,
                                              const double src[4],
                                              uint32_t dest,
                                              enum ombre_judge judge)
{
    struct ombre_source source;
    memset(&source, 0x5A, sizeof source);
    for (int i = 0; i < 4; i++)
        source.word[0][i] = bits_of(src[i]);
    const struct ombre_texel texel = {{dest}};
    struct ombre_prediction p;
    assert_true(ombre_predict(state, 0, &source, &texel, judge, &p));
    return p;
}

static inline uint32_t ideal_texel(const struct ombre_prediction *p)
{
    return (uint32_t) p->exponent << 27 | p->component[2].code << 18 |
           p->component[1].code << 9 | p->component[0].code;
}

static inline bool has(const struct ombre_prediction *p, uint32_t word)
{
    const struct ombre_texel texel = {{word}};
    return ombre_shared_set_has(&p->texels, &texel);
}

static inline double half_toward_zero(double x)
{
    if (x == 0)
        return 0;
    const int e = ilogb(x) < -14 ? -14 : ilogb(x);
    const double step = ldexp(1, e - 10);
    return fmin(trunc(x / step) * step, 65504);
}

#endif /* OMBRE_TESTS_SHARED_CHECK_H */
