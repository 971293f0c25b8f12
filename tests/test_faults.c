/* tests/test_faults.c - wrong output mergers are wrong as they say, and nothing
 * else about them is
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../src/faults_parts.h"
#include "ombre/suite.h"

#define ROWS(array) (sizeof(array) / sizeof(array)[0])

/* --- Catalogue ---------------------------------------------------------------
 */

static void test_catalogue(void **unused)
{
    (void) unused;
    size_t rows = 0, legal = 0, reported = 0;
    for (size_t i = 0; i < ombre_fault_count(); i++) {
        struct ombre_fault fault;
        size_t index = SIZE_MAX;
        assert_true(ombre_fault_at(i, &fault));
        assert_true(ombre_fault_find(fault.id, &index));
        if (index != i)
            fail_msg("%s is there twice: %zu, %zu", fault.id, i, index);
        assert_true(strlen(fault.words) > 10);
        assert_true(strlen(fault.id) + 1 < sizeof fault.id);
        assert_true(strlen(fault.words) + 1 < sizeof fault.words);
        const int family = atoi(fault.family + 1);
        assert_true(fault.family[0] == 'F' && family >= 1 && family <= 15);
        rows += !fault.generated;
        legal += fault.legal != NULL;
        reported += *fault.reports != '\0';
    }
    assert_true(rows >= 150);
    assert_true(legal >= 10 && legal < 30);
    assert_true(reported > 100);
    struct ombre_fault fault;
    size_t index = 5;
    assert_false(ombre_fault_at(ombre_fault_count(), &fault));
    assert_string_equal(fault.id, "");
    assert_false(ombre_fault_find("factor", &index));
    assert_int_equal(index, 5);
}

/* 19 factors as 18 others in two slots of colour; 13 of alpha, of which three
 * mean what others do, as each of the 9 they are not; 5 operations as 4 others
 * in two halves, 16 logic operations as 15. */
static void test_pairs(void **unused)
{
    (void) unused;
    assert_int_equal(fault_pair_count(),
                     2 * 19 * 18 + 2 * 13 * 9 + 2 * 5 * 4 + 16 * 15);
}

/* --- The right merger --------------------------------------------------------
 */

static struct ombre_fault_pixel pixel_of(const struct ombre_case *c,
                                         size_t pixel)
{
    struct ombre_fault_pixel out = {
        .source = &c->source[pixel * c->layer_count],
        .exported = c->coverage ? c->coverage[pixel] : UINT32_MAX,
        .column = (unsigned) pixel,
    };
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        out.dest[t] =
            &c->dest[(pixel * OMBRE_MAX_TARGETS + t) * c->sample_count];
    return out;
}

/* What the reference says is ideal, of a covered sample. */
static struct ombre_texel ideal(const struct ombre_state *state, unsigned t,
                                const struct ombre_source *source,
                                const struct ombre_texel *dest)
{
    struct ombre_prediction p;
    struct ombre_texel out = *dest;
    assert_true(ombre_predict(state, t, source, dest, OMBRE_JUDGE_EXACT, &p));
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (p.component[c].fate == OMBRE_FATE_WRITTEN)
            ombre_texel_set_code(state->target[t].format, &out,
                                 (enum ombre_component) c, p.component[c].code);
    if (state->target[t].format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(&out, p.exponent);
    return out;
}

/* Plain arithmetic is the reference's but for ties, which doubles miss: `near`
 * counts those; of fp32, to a unit. */
static size_t compare_math(const struct ombre_state *state, unsigned t,
                           const struct ombre_fault_pixel *pixel,
                           const struct ombre_texel *want, const char *name,
                           size_t *near)
{
    static const struct fault_quirks none = {{0}};
    const struct ombre_format *format = state->target[t].format;
    const struct fault_question question = {
        .right = state,
        .state = state,
        .pixel = pixel,
        .target = t,
        .source = *pixel->source,
        .dest = pixel->dest[t][0],
    };
    size_t compared = 0;
    if (!(fault_is_fixed(format) || fault_is_float(format)) ||
        state->shader.output[t].type != OMBRE_OUTPUT_FLOAT)
        return 0;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (!ombre_format_has(format, c) ||
            !(state->target[t].write_mask >> i & 1))
            continue;
        const uint32_t code = ombre_texel_code(format, want, c);
        const uint32_t got = fault_math(&question, c, &none);
        const int64_t off = ombre_code_ordinal(format, c, got) -
                            ombre_code_ordinal(format, c, code);
        *near += off != 0 && format->component[i].bits != 32;
        if ((off < -1 || off > 1) && !(ombre_code_is_nan(format, c, code) &&
                                       ombre_code_is_nan(format, c, got)))
            fail_msg("%s target %u component %u: want 0x%x, got 0x%x", name, t,
                     i, code, got);
        compared++;
    }
    return compared;
}

static size_t compare_pixel(const struct ombre_case *c,
                            const struct ombre_state *state,
                            const struct ombre_faulty *right, size_t n,
                            size_t *near)
{
    struct ombre_fault_pixel pixel = pixel_of(c, n);
    size_t compared = 0;
    for (unsigned t = 0; t < state->target_count; t++) {
        if (!state->target[t].format)
            continue;
        const uint32_t covered = ombre_fault_coverage(right, &pixel, t);
        for (unsigned s = 0; s < c->sample_count; s++) {
            const struct ombre_texel *dest = &pixel.dest[t][s];
            const struct ombre_texel want =
                covered >> s & 1 ? ideal(state, t, pixel.source, dest) : *dest;
            struct ombre_texel got;
            assert_true(ombre_fault_apply(right, &pixel, t, s, &got));
            assert_memory_equal(&got, &want, sizeof got);
            assert_int_equal(ombre_fault_explains(right, &pixel, t, s,
                                                  OMBRE_JUDGE_D3D, &got),
                             0xF);
            if (s == 0 && covered & 1)
                compared +=
                    compare_math(state, t, &pixel, &want, c->name, near);
        }
    }
    return compared;
}

/* A merger without faults is the reference, on every third case. */
static void test_right(void **unused)
{
    (void) unused;
    size_t compared = 0, near = 0;
    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_SMOKE); i += 3) {
        struct ombre_case c;
        struct ombre_state state;
        struct ombre_faulty right;
        assert_true(ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c));
        assert_true(ombre_state_from_pso(&c.pso, &state));
        assert_false(ombre_faulty_init(&right, NULL, 0, &state));
        for (size_t n = 0; n < c.pixel_count && n < 24; n += 3)
            compared += compare_pixel(&c, &state, &right, n, &near);
        ombre_case_finish(&c);
    }
    assert_true(compared > 20000);
    assert_true(near < compared / 1000);
}

/* To know what the right merger leaves changes no answer. */
static void test_short_cut(void **unused)
{
    (void) unused;
    static const char *const ids[] = {
        "om.factors.mixed8.src_alpha-src_color-add",
        "om.mask.blended.rgb",
        "om.output.undeclared.middle",
        "om.logic.r8g8b8a8_uint.xor",
        "om.coverage.a2c.4x.mask_b",
        "om.special.r16g16b16a16_float.min",
        "om.store.r9g9b9e5_sharedexp"};
    size_t compared = 0;
    for (size_t i = 0; i < ROWS(ids); i++) {
        struct ombre_case c;
        struct ombre_state state;
        struct ombre_faulty right, wrong;
        size_t index;
        assert_true(ombre_suite_find(OMBRE_SUITE_SMOKE, ids[i], &index));
        assert_true(ombre_suite_make(OMBRE_SUITE_SMOKE, index, &c));
        assert_true(ombre_state_from_pso(&c.pso, &state));
        ombre_faulty_init(&right, NULL, 0, &state);
        struct ombre_fault_pixel pixel = pixel_of(&c, 3);
        struct ombre_texel left[OMBRE_MAX_TARGETS][4];
        for (unsigned t = 0; t < state.target_count; t++)
            for (unsigned s = 0; s < c.sample_count; s++)
                ombre_fault_apply(&right, &pixel, t, s, &left[t][s]);
        for (size_t fault = 0; fault < ombre_fault_count(); fault++) {
            ombre_faulty_init(&wrong, &fault, 1, &state);
            for (unsigned t = 0; t < state.target_count; t++)
                for (unsigned s = 0;
                     state.target[t].format && s < c.sample_count; s++) {
                    struct ombre_texel slow, quick;
                    pixel.right[t] = NULL;
                    ombre_fault_apply(&wrong, &pixel, t, s, &slow);
                    pixel.right[t] = left[t];
                    ombre_fault_apply(&wrong, &pixel, t, s, &quick);
                    assert_memory_equal(&slow, &quick, sizeof slow);
                    if (!wrong.touches[t])
                        assert_memory_equal(&slow, &left[t][s], sizeof slow);
                    compared++;
                }
        }
        ombre_case_finish(&c);
    }
    assert_true(compared > 10000);
}

/* --- Numbers from reports ----------------------------------------------------
 *
 * What is right and what a report saw, worked out by hand for each.
 */

struct row {
    const char *fault;
    uint32_t format;
    struct ombre_equation color, alpha;
    float constant[4];
    uint8_t mask;
    float source[4], second[4];
    uint32_t dest, right, wrong; /* texels of four bytes */
};

#define EQ(src, dest, op)                        \
    {                                            \
        OMBRE_##src, OMBRE_##dest, OMBRE_OP_##op \
    }
#define TEXEL(r, g, b, a)                                          \
    ((uint32_t) (r) | (uint32_t) (g) << 8 | (uint32_t) (b) << 16 | \
     (uint32_t) (a) << 24)

/* clang-format off */
static const struct row rows[] = {
    /* The constant's alpha as a colour factor (gfx#2171). */
    {"enum.alpha-factor-as-vector", 28, EQ(ALPHA_FACTOR, ZERO, ADD), EQ(ZERO, ONE, ADD), {1, .4F, .2F, .6F}, 15,
     {1, 1, 1, 1}, {0}, 0, TEXEL(153, 153, 153, 0), TEXEL(255, 102, 51, 0)},
    {"enum.alpha-factor-as-zero", 28, EQ(ALPHA_FACTOR, ZERO, ADD), EQ(ZERO, ONE, ADD), {1, .4F, .2F, .6F}, 15,
     {1, 1, 1, 1}, {0}, 0, TEXEL(153, 153, 153, 0), 0},
    /* Source alpha lost behind a mask (LLPC f4239509f). */
    {"mask.trims-source-one", 28, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 7,
     {.8F, .2F, .6F, .2F}, {0}, TEXEL(40, 80, 120, 200), TEXEL(73, 74, 127, 200), TEXEL(204, 51, 153, 200)},
    {"mask.trims-source", 28, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 7,
     {.8F, .2F, .6F, .2F}, {0}, TEXEL(40, 80, 120, 200), TEXEL(73, 74, 127, 200), TEXEL(40, 80, 120, 200)},
    /* Factors in MIN and MAX (SwiftShader 3f063e17e). */
    {"minmax.factors", 28, EQ(SRC_ALPHA, INV_SRC_ALPHA, MAX), EQ(ZERO, ONE, MIN), {0}, 15,
     {.8F, .2F, .6F, .4F}, {0}, TEXEL(64, 128, 192, 200), TEXEL(204, 128, 192, 102), TEXEL(82, 77, 115, 0)},
    /* SNORM clamped to 0 (Mesa d8b1afdc850): -127, 127, -95, -95. */
    {"snorm.positive", 31, EQ(ONE, ONE, ADD), EQ(ONE, ONE, ADD), {0}, 15,
     {-.75F, .5F, -2, .25F}, {0}, TEXEL(0xC0, 0x40, 0x20, 0x81), TEXEL(0x81, 0x7F, 0xA1, 0xA1), TEXEL(0, 0x7F, 0, 0)},
    /* SNORM factors clamped to 1 (VK-GL-CTS#454): -127, -33, -96, 87. */
    {"snorm.inverse-clamped", 31, EQ(ONE, INV_DEST_COLOR, ADD), EQ(ONE, INV_DEST_ALPHA, ADD), {0}, 15,
     {1, .5F, 0, 1}, {0}, TEXEL(0x81, 0xC0, 0xC0, 0xE0), TEXEL(0x81, 0xDF, 0xA0, 0x57), TEXEL(0, 0, 0xC0, 0x5F)},
    /* Alpha by the colour factors (Mesa ebe95fee21c). */
    {"slots.alpha-from-color", 28, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {.8F, .2F, .6F, .2F}, {0}, TEXEL(40, 80, 120, 200), TEXEL(73, 74, 127, 51), TEXEL(73, 74, 127, 170)},
    /* The second source's alpha (VK-GL-CTS 4fa59f439). */
    {"dual.alpha-one", 28, EQ(SRC1_ALPHA, INV_SRC1_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {.8F, .4F, .2F, .6F}, {.1F, .3F, .7F, .4F}, TEXEL(51, 102, 204, 255), TEXEL(112, 102, 143, 153), TEXEL(204, 102, 51, 153)},
    {"dual.alpha-first", 28, EQ(SRC1_ALPHA, INV_SRC1_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {.8F, .4F, .2F, .6F}, {.1F, .3F, .7F, .4F}, TEXEL(51, 102, 204, 255), TEXEL(112, 102, 143, 153), TEXEL(143, 102, 112, 153)},
    /* A zero source factor keeps (SwiftShader 07eb16778). */
    {"fold.zero-source", 28, EQ(ZERO, SRC_COLOR, ADD), EQ(ZERO, ONE, ADD), {0}, 15,
     {.4F, .6F, .8F, .5F}, {0}, TEXEL(128, 128, 128, 9), TEXEL(51, 77, 102, 9), TEXEL(128, 128, 128, 9)},
    /* Padding read as alpha (Mesa fca457790e1): B, G, R in memory. */
    {"missing.alpha-hidden", 88, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {.4F, .6F, .8F, 1}, {0}, TEXEL(204, 102, 51, 51), TEXEL(204, 153, 102, 51), TEXEL(204, 112, 61, 255)},
    /* sRGB blended as stored (xenia 729406dee). */
    {"srgb.ignored", 29, EQ(SRC_ALPHA, INV_SRC_ALPHA, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {1, 1, 1, .4F}, {0}, 0, TEXEL(170, 170, 170, 102), TEXEL(102, 102, 102, 102)},
    /* Constants never clamped: with a source of a half it shows on UNORM. */
    {"constant.unclamped", 28, EQ(BLEND_FACTOR, ZERO, ADD), EQ(ONE, ZERO, ADD), {2, -.5F, .25F, 1.5F}, 15,
     {.2F, .8F, .8F, 1}, {0}, 0, TEXEL(51, 0, 51, 255), TEXEL(102, 0, 51, 255)},
    /* SRC_ALPHA_SAT in the alpha slot (Mesa ac4ca24c32b). */
    {"saturate.alpha-slot", 28, EQ(ZERO, ONE, ADD), EQ(SRC_ALPHA_SAT, ZERO, ADD), {0}, 15,
     {.8F, .4F, .2F, .6F}, {0}, TEXEL(51, 51, 51, 153), TEXEL(51, 51, 51, 153), TEXEL(51, 51, 51, 61)},
    /* Stores that cut. */
    {"store.cut", 28, EQ(SRC_ALPHA, ZERO, ADD), EQ(ONE, ZERO, ADD), {0}, 15,
     {56 / 255.0F, 107 / 255.0F, 5 / 255.0F, 100 / 255.0F}, {0}, 0, TEXEL(22, 42, 2, 100), TEXEL(21, 41, 1, 100)},
};
/* clang-format on */

static void test_reports(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct row *row = &rows[i];
        struct ombre_state state = {
            .target_count = 1,
            .sample_mask = UINT32_MAX,
            .sample_count = 1,
            .shader = {.bound = true,
                       .output = {{OMBRE_OUTPUT_FLOAT, 0xF},
                                  {OMBRE_OUTPUT_FLOAT, 0xF}}},
        };
        state.target[0] =
            (struct ombre_target){ombre_format_find(row->format), true,
                                  row->color, row->alpha, row->mask};
        memcpy(state.blend_factor, row->constant, sizeof row->constant);
        struct ombre_source source = {{{0}}};
        memcpy(source.word[0], row->source, sizeof row->source);
        memcpy(source.word[1], row->second, sizeof row->second);
        const struct ombre_texel dest = {{row->dest}};
        const struct ombre_fault_pixel pixel = {
            .source = &source, .exported = UINT32_MAX, .dest = {&dest}};
        struct ombre_faulty right, wrong;
        struct ombre_texel got;
        size_t fault;
        assert_true(ombre_fault_find(row->fault, &fault));
        ombre_faulty_init(&right, NULL, 0, &state);
        assert_true(ombre_faulty_init(&wrong, &fault, 1, &state));
        ombre_fault_apply(&right, &pixel, 0, 0, &got);
        if (got.word[0] != row->right)
            fail_msg("%s: right is 0x%08x, not 0x%08x", row->fault, got.word[0],
                     row->right);
        ombre_fault_apply(&wrong, &pixel, 0, 0, &got);
        if (got.word[0] != row->wrong)
            fail_msg("%s: wrong is 0x%08x, not 0x%08x", row->fault, got.word[0],
                     row->wrong);
        assert_int_equal(
            ombre_fault_explains(&wrong, &pixel, 0, 0, OMBRE_JUDGE_D3D, &got),
            0xF);
        assert_int_not_equal(
            ombre_fault_explains(&right, &pixel, 0, 0, OMBRE_JUDGE_D3D, &got),
            0xF);
    }
}

/* Every fault but those that the rules allow makes some difference somewhere,
 * and a second fault of its kind makes no third thing of it. */
static void test_all_differ(void **unused)
{
    (void) unused;
    const size_t faults = ombre_fault_count();
    uint8_t *seen = calloc(faults, 1);
    assert_non_null(seen);
    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_SMOKE); i++) {
        struct ombre_case c;
        struct ombre_state state;
        struct ombre_faulty right, wrong;
        assert_true(ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c));
        assert_true(ombre_state_from_pso(&c.pso, &state));
        ombre_faulty_init(&right, NULL, 0, &state);
        for (size_t fault = 0; fault < faults; fault++) {
            if (seen[fault] || !ombre_faulty_init(&wrong, &fault, 1, &state))
                continue;
            for (size_t n = 0; n < c.pixel_count && n < 24 && !seen[fault];
                 n++) {
                const struct ombre_fault_pixel pixel = pixel_of(&c, n);
                for (unsigned t = 0; t < state.target_count; t++)
                    for (unsigned s = 0; s < c.sample_count; s++) {
                        struct ombre_texel a, b;
                        ombre_fault_apply(&right, &pixel, t, s, &a);
                        ombre_fault_apply(&wrong, &pixel, t, s, &b);
                        seen[fault] |= memcmp(&a, &b, sizeof a) != 0;
                    }
            }
        }
        ombre_case_finish(&c);
    }
    for (size_t fault = 0; fault < faults; fault++) {
        struct ombre_fault told;
        ombre_fault_at(fault, &told);
        if (!seen[fault] && !told.legal)
            fail_msg("%s never differs", told.id);
    }
    free(seen);
}

/* Holes, targets and samples that are not there, states of nothing. */
static void test_nothing(void **unused)
{
    (void) unused;
    const struct ombre_state state = {0};
    const struct ombre_source source = {{{0}}};
    const struct ombre_fault_pixel pixel = {.source = &source};
    for (size_t fault = 0; fault < ombre_fault_count(); fault++) {
        struct ombre_faulty faulty;
        struct ombre_texel texel;
        const size_t pair[] = {fault, ombre_fault_count() - 1 - fault};
        ombre_faulty_init(&faulty, pair, 2, &state);
        assert_false(ombre_fault_apply(&faulty, &pixel, 0, 0, &texel));
        assert_false(ombre_fault_apply(&faulty, &pixel, 99, 0, &texel));
        assert_int_equal(ombre_fault_coverage(&faulty, &pixel, 0), 0);
        assert_int_equal(ombre_fault_explains(&faulty, &pixel, 0, 0,
                                              OMBRE_JUDGE_D3D, &texel),
                         0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_catalogue), cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_right),     cmocka_unit_test(test_short_cut),
        cmocka_unit_test(test_reports),   cmocka_unit_test(test_all_differ),
        cmocka_unit_test(test_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
