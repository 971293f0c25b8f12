/* tests/test_reference_coverage.c - which samples of a pixel are written */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"

enum { ALL = 15, ALPHA = 8 };

struct row {
    const char *name;
    unsigned samples;
    uint32_t sample_mask;
    bool alpha_to_coverage;
    float alpha; /* of o0 */
    struct ombre_coverage want;
};

static struct ombre_state state_of(unsigned samples, uint32_t sample_mask)
{
    struct ombre_state s = {0};
    s.target_count = 1;
    s.sample_count = samples;
    s.sample_mask = sample_mask;
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, ALL};
    s.shader.output[1] = (struct ombre_output){OMBRE_OUTPUT_UINT, 7};
    /* Not to be looked at: no mask is exported. */
    s.shader.coverage_mask = 0xA5A5A5A5;
    return s;
}

/* Alpha of o0; whatever else is read gives another answer. */
static struct ombre_source source_of(float alpha)
{
    const float other = alpha >= 1 ? -2.0f : 3.0f;
    struct ombre_source source;
    for (int i = 0; i < OMBRE_MAX_TARGETS; i++)
        for (int c = 0; c < 4; c++)
            memcpy(&source.word[i][c], &other, sizeof other);
    memcpy(&source.word[0][3], &alpha, sizeof alpha);
    return source;
}

static int failures, compared;

static void expect(const char *name, struct ombre_coverage got,
                   struct ombre_coverage want)
{
    compared++;
    if (got.mask == want.mask && got.min == want.min && got.max == want.max)
        return;
    failures++;
    print_error("%s: %#x [%u, %u], want %#x [%u, %u]\n", name, got.mask,
                got.min, got.max, want.mask, want.min, want.max);
}

/* FS 17.17: the mask's first n bits, also at one sample; FS 17.18: alpha of o0
 * at the ends, and anything between. */
/* clang-format off */
static const struct row rows[] = {
    {"all of 1", 1, ~0u, false, .5f, {0x1, 1, 1}},
    {"all of 2", 2, ~0u, false, .5f, {0x3, 2, 2}},
    {"all of 4", 4, ~0u, false, .5f, {0xf, 4, 4}},
    {"all of 8", 8, ~0u, false, .5f, {0xff, 8, 8}},
    {"all of 16", 16, ~0u, false, .5f, {0xffff, 16, 16}},
    {"all of 32", 32, ~0u, false, .5f, {0xffffffff, 32, 32}},
    {"[41] one of 4", 4, 0x1, false, .5f, {0x1, 1, 1}},
    {"last of 4", 4, 0x8, false, .5f, {0x8, 1, 1}},
    {"upper bits are ignored", 4, 0xfffffff5, false, .5f, {0x5, 2, 2}},
    {"[42] mask ~1 at one sample", 1, 0xfffffffe, false, .5f, {0, 0, 0}},
    {"none of 8", 8, 0xffffff00, false, .5f, {0, 0, 0}},
    {"7 of 16", 16, 0x7ffe9351, false, .5f, {0x9351, 7, 7}},
    {"[38] alpha 0", 4, ~0u, true, 0, {0xf, 0, 0}},
    {"alpha -0", 4, ~0u, true, -0.0f, {0xf, 0, 0}},
    {"alpha below 0", 4, ~0u, true, -1, {0xf, 0, 0}},
    {"alpha -Inf", 4, ~0u, true, -INFINITY, {0xf, 0, 0}},
    {"[38] alpha NaN", 4, ~0u, true, NAN, {0xf, 0, 0}},
    {"[38] alpha 1", 4, ~0u, true, 1, {0xf, 4, 4}},
    {"alpha above 1", 4, ~0u, true, 2, {0xf, 4, 4}},
    {"alpha Inf", 4, ~0u, true, INFINITY, {0xf, 4, 4}},
    {"[38] alpha of a half", 4, ~0u, true, .5f, {0xf, 0, 4}},
    {"alpha just above 0", 4, ~0u, true, 0x1p-149f, {0xf, 0, 4}},
    {"alpha just below 1", 4, ~0u, true, 0x1.fffffep-1f, {0xf, 0, 4}},
    {"alpha to coverage within the mask", 8, 0xfffffa5a, true, .75f, {0x5a, 0, 4}},
    {"alpha 1 within the mask", 8, 0xfffffa5a, true, 1, {0x5a, 4, 4}},
    {"alpha 0 within the mask", 8, 0xfffffa5a, true, 0, {0x5a, 0, 0}},
    {"at one sample alpha is still asked", 1, ~0u, true, .5f, {0x1, 0, 1}},
    {"at one sample, alpha 0", 1, ~0u, true, 0, {0x1, 0, 0}},
};
/* clang-format on */

static void test_rows(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *const row = &rows[i];
        struct ombre_state state = state_of(row->samples, row->sample_mask);
        state.alpha_to_coverage = row->alpha_to_coverage;
        const struct ombre_source source = source_of(row->alpha);
        /* The exported mask is poison: the shader exports none. */
        expect(row->name, ombre_predict_coverage(&state, &source, 0x5a5a5a5a),
               row->want);
    }
    assert_int_equal(compared, 28);
    assert_int_equal(failures, 0);
}

/* FS 16.9.4: SV_Coverage joins the sample mask and turns alpha to coverage off,
 * whatever alpha is. */
static void test_exported(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state state = state_of(8, 0xfffffff3);
    const struct ombre_source source = source_of(0);
    for (int a2c = 0; a2c < 2; a2c++) {
        state.alpha_to_coverage = a2c;
        state.shader.coverage = OMBRE_COVERAGE_MASK;
        state.shader.coverage_mask = 0xffffff69;
        expect("one mask for all",
               ombre_predict_coverage(&state, &source, 0x96),
               (struct ombre_coverage){0x61, 3, 3});
        state.shader.coverage_mask = 0;
        expect("an empty mask", ombre_predict_coverage(&state, &source, 0xff),
               (struct ombre_coverage){0, 0, 0});
        state.shader.coverage = OMBRE_COVERAGE_PER_PIXEL;
        state.shader.coverage_mask = 0x69;
        expect("[39] a mask for each pixel",
               ombre_predict_coverage(&state, &source, 0xffffff96),
               (struct ombre_coverage){0x92, 3, 3});
    }
    assert_int_equal(compared, 6);
    assert_int_equal(failures, 0);
}

/* Where no alpha is to be had, any set of samples may come (FS 16.9.1), but
 * none beyond the mask. */
static void test_no_alpha(void **unused)
{
    static const struct {
        const char *name;
        struct ombre_output o0;
    } outputs[] = {
        {"o0 not declared", {OMBRE_OUTPUT_NONE, ALL}},
        {"o0 without alpha", {OMBRE_OUTPUT_FLOAT, 7}},
        {"o0 is unsigned", {OMBRE_OUTPUT_UINT, ALL}},
        {"o0 is signed", {OMBRE_OUTPUT_SINT, ALL}},
    };
    static const float alphas[] = {0, 1, .5f};
    (void) unused;
    compared = failures = 0;
    struct ombre_state state = state_of(4, 0xfffffffd);
    state.alpha_to_coverage = true;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        for (int a = 0; a < 3; a++) {
            const struct ombre_source source = source_of(alphas[a]);
            state.shader.output[0] = outputs[i].o0;
            expect(outputs[i].name, ombre_predict_coverage(&state, &source, 0),
                   (struct ombre_coverage){0xd, 0, 3});
        }
    }
    const struct ombre_source zero = source_of(0), one = source_of(1);
    state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, ALPHA};
    expect("alpha alone, 0", ombre_predict_coverage(&state, &zero, 0),
           (struct ombre_coverage){0xd, 0, 0});
    expect("alpha alone, 1", ombre_predict_coverage(&state, &one, 0),
           (struct ombre_coverage){0xd, 3, 3});
    assert_int_equal(compared, 14);
    assert_int_equal(failures, 0);
}

/* Without a pixel shader there is no o0, no target is written, and the sample
 * mask alone counts (depth and stencil). */
static void test_no_shader(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state state = state_of(4, 0xfffffff6);
    const struct ombre_source source = source_of(.5f);
    state.alpha_to_coverage = true;
    state.shader.bound = false;
    expect("not bound", ombre_predict_coverage(&state, &source, 0),
           (struct ombre_coverage){0x6, 2, 2});
    assert_int_equal(compared, 1);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_exported),
        cmocka_unit_test(test_no_alpha),
        cmocka_unit_test(test_no_shader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
