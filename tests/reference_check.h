/* What the tests of the reference share: one pixel of one target, and sets of
 * codes that are compared range by range */
#ifndef OMBRE_TESTS_REFERENCE_CHECK_H
#define OMBRE_TESTS_REFERENCE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ombre/reference.h"

/* DXGI_FORMAT */
enum {
    RGBA32F = 2,
    RGBA32U = 3,
    RGBA16F = 10,
    RGBA16 = 11,
    RGB10A2 = 24,
    RGB10A2U = 25,
    R11G11B10F = 26,
    RGBA8 = 28,
    SRGB8 = 29,
    RGBA8U = 30,
    SNORM8 = 31,
    RGBA8S = 32,
    R32F = 41,
    R32U = 42,
    R32S = 43,
    RG8 = 49,
    R16F = 54,
    R16U = 57,
    R16SNORM = 58,
    R16S = 59,
    R8 = 61,
    R8U = 62,
    R8S = 64,
    A8 = 65,
    R9G9B9E5 = 67,
    B5G6R5 = 85,
    B5G5R5A1 = 86,
    BGRX8 = 88,
    B4G4R4A4 = 115,
};

/* Ordinals, both ends included, in ascending order. */
struct set {
    unsigned count;
    int64_t range[4][2];
    bool nan;
};

#define RANGE(first, last)        \
    {                             \
        1, {{first, last}}, false \
    }
#define RANGES(first, last, first2, last2)         \
    {                                              \
        2, {{first, last}, {first2, last2}}, false \
    }

static int failures, compared;

static inline void expect(const char *name, int component, const char *what,
                          long long got, long long want)
{
    compared++;
    if (got == want)
        return;
    failures++;
    print_error("%s: component %d: %s is %lld, want %lld\n", name, component,
                what, got, want);
}

static inline void expect_set(const char *name, int component,
                              const struct ombre_code_set *got,
                              const struct set *want)
{
    expect(name, component, "number of ranges", got->count, want->count);
    for (unsigned i = 0; i < want->count && i < got->count; i++) {
        expect(name, component, "first of a range", got->range[i].first,
               want->range[i][0]);
        expect(name, component, "last of a range", got->range[i].last,
               want->range[i][1]);
    }
    expect(name, component, "NaN", got->nan, want->nan);
}

/* One target that is written whole by float outputs. */
static inline struct ombre_state state_of(uint32_t dxgi)
{
    struct ombre_state s = {0};
    s.target_count = 1;
    s.sample_count = 1;
    s.sample_mask = ~0u;
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){
        .format = ombre_format_find(dxgi),
        .color = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
        .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
        .write_mask = 15,
    };
    assert_non_null(s.target[0].format);
    return s;
}

static inline struct ombre_prediction predict(const struct ombre_state *state,
                                              const struct ombre_source *source,
                                              const struct ombre_texel *dest,
                                              enum ombre_judge judge)
{
    struct ombre_prediction p;
    memset(&p, 0x5a, sizeof p);
    assert_true(ombre_predict(state, 0, source, dest, judge, &p));
    return p;
}

#endif /* OMBRE_TESTS_REFERENCE_CHECK_H */
