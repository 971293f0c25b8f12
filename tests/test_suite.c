#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/suite.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static size_t smoke_size(void)
{
    return ombre_suite_size(OMBRE_SUITE_SMOKE);
}

static void get_id(size_t index, char id[OMBRE_ID_SIZE])
{
    ombre_suite_id(OMBRE_SUITE_SMOKE, index, id);
}

static void make(size_t index, struct ombre_case *c)
{
    assert_true(ombre_suite_make(OMBRE_SUITE_SMOKE, index, c));
}

/* --- Names and ids ----------------------------------------------------------
 */

static void test_names(void **unused)
{
    (void) unused;
    enum ombre_suite suite = OMBRE_SUITE_COUNT;
    for (unsigned i = 0; i < OMBRE_SUITE_COUNT; i++) {
        assert_true(ombre_suite_from_name(
            ombre_suite_name((enum ombre_suite) i), &suite));
        assert_int_equal(suite, i);
    }
    assert_false(ombre_suite_from_name("smok", &suite));
    assert_null(ombre_suite_name(OMBRE_SUITE_COUNT));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void test_ids(void **unused)
{
    (void) unused;
    const size_t size = smoke_size();
    char(*ids)[OMBRE_ID_SIZE] = calloc(size, sizeof *ids);
    assert_non_null(ids);
    for (size_t i = 0; i < size; i++) {
        get_id(i, ids[i]);
        assert_int_equal(strncmp(ids[i], "om.", 3), 0);
        assert_int_equal(strspn(ids[i], "abcdefghijklmnopqrstuvwxyz0123456789"
                                        "_.-"),
                         strlen(ids[i]));
        assert_true(strlen(ids[i]) + 1 < OMBRE_ID_SIZE);
    }
    qsort(ids, size, sizeof *ids, by_text);
    for (size_t i = 1; i < size; i++)
        assert_string_not_equal(ids[i - 1], ids[i]);
    free(ids);
    char none[OMBRE_ID_SIZE] = "x";
    get_id(size, none);
    assert_string_equal(none, "");
}

/* Ids are promised: these stand for ever. */
static const char *const known_ids[] = {
    "om.color.r8g8b8a8_unorm.src_alpha-inv_src_alpha-add",
    "om.color.r8g8b8a8_unorm.min",
    "om.color_dual.r8g8b8a8_unorm.one-inv_src1_color-rev_subtract",
    "om.alpha.r8g8b8a8_unorm.dest_alpha-blend_factor-subtract",
    "om.alpha_dual.r8g8b8a8_unorm.src1_alpha-zero-add",
    "om.factors.mixed8.src_alpha_sat-inv_alpha_factor-add",
    "om.factors.snorm.max",
    "om.mask.blended.ga",
    "om.mask.plain.none",
    "om.mrt.half_integer.07",
    "om.store.r9g9b9e5_sharedexp",
    "om.blend.b5g6r5_unorm.min_max",
    "om.logic.r10g10b10a2_uint.or_inverted",
    "om.coverage.a2c.1x",
    "om.coverage.mask.1x.none",
    "om.output.undeclared.middle",
    "om.output.replicated",
    "om.special.r16_float.weight",
};

static void test_find(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < ROWS(known_ids); i++) {
        size_t index = SIZE_MAX;
        char id[OMBRE_ID_SIZE];
        if (!ombre_suite_find(OMBRE_SUITE_SMOKE, known_ids[i], &index))
            fail_msg("there is no %s", known_ids[i]);
        get_id(index, id);
        assert_string_equal(id, known_ids[i]);
    }
    size_t index = 7;
    assert_false(ombre_suite_find(OMBRE_SUITE_SMOKE, "om.color", &index));
    assert_int_equal(index, 7);
}

static size_t count_matches(const char *pattern)
{
    size_t count = 0;
    for (size_t i = 0; i < smoke_size(); i++) {
        char id[OMBRE_ID_SIZE];
        get_id(i, id);
        count += ombre_id_matches(id, pattern);
    }
    return count;
}

/* How many different equations there are, from counting by hand: 15 factors (19
 * with the second source) in two slots with three operations, MIN and MAX; for
 * alpha 8 and 10. */
static void test_sizes(void **unused)
{
    (void) unused;
    static const struct {
        const char *pattern;
        size_t size;
    } rows[] = {
        {"om.color.*", 677},
        {"om.color_dual.*", 1085 - 677},
        {"om.alpha.*", 194},
        {"om.alpha_dual.*", 302 - 194},
        {"om.factors.mixed8.*", 47},
        {"om.factors.snorm.*", 47},
        {"om.mask.plain.*", 16},
        {"om.mask.blended.*", 16},
        {"om.logic.r8g8b8a8_uint.*", 16},
        {"om.store.*", 53},
        {"om.special.*", 40},
        {"om.shortcut.*", 12},
        {"om.targets.*", 10},
        {"om.logic_mask.*", 5},
        {"om.coverage_special.*", 1},
        {"om.sweep.*", 17},
        {"om.bias.*", 12},
        {"om.place.*", 3},
        {"om.nothing.*", 0},
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        if (count_matches(rows[i].pattern) != rows[i].size)
            fail_msg("%s: %zu cases, not %zu", rows[i].pattern,
                     count_matches(rows[i].pattern), rows[i].size);
}

static void test_patterns(void **unused)
{
    (void) unused;
    static const struct {
        const char *id, *pattern;
        bool matches;
    } rows[] = {
        {"om.a", "om.a", true},
        {"om.a", "om.b", false},
        {"om.a", "om.a.b", false},
        {"om.a.b", "om.a", false},
        {"om.a.b", "om.*", true},
        {"om.a.b", "*", true},
        {"om.a.b", "*.b", true},
        {"om.a.b", "*.a", false},
        {"om.a.b", "o*a*b", true},
        {"om.a.b", "o*b*a", false},
        {"om.a.b", "om.?.b", true},
        {"om.a.b", "om.??.b", false},
        {"om.aab", "*ab", true},
        {"om.abab", "*ab*ab", true},
        {"om.ab", "*ab*ab", false},
        {"", "*", true},
        {"", "", true},
        {"", "?", false},
        {"om.a", "om.a*", true},
        {"om.a", "om.a**", true},
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        if (ombre_id_matches(rows[i].id, rows[i].pattern) != rows[i].matches)
            fail_msg("%s against %s", rows[i].id, rows[i].pattern);
}

/* --- Cases ------------------------------------------------------------------
 */

/* Every case is valid and defined in every respect. */
static void test_valid(void **unused)
{
    (void) unused;
    struct ombre_issues *issues = malloc(sizeof *issues);
    assert_non_null(issues);
    size_t checked = 0;
    for (size_t i = 0; i < smoke_size(); i++) {
        struct ombre_case c;
        struct ombre_state state;
        make(i, &c);
        ombre_validate(&c.pso, &c.device, issues);
        for (unsigned n = 0; n < issues->count; n++)
            if (ombre_rule_severity(issues->issue[n].rule) !=
                OMBRE_SEVERITY_WARNING)
                fail_msg("%s: %s: %s", c.name, issues->issue[n].path,
                         issues->issue[n].detail);
        assert_true(ombre_state_from_pso(&c.pso, &state));
        /* Small images have room for few. */
        assert_true(c.pixel_count >= 16 ||
                    ombre_id_matches(c.name, "om.image.*"));
        assert_true(c.pixel_count >= 1);
        assert_true(state.target_count >= 1);
        checked++;
        ombre_case_finish(&c);
    }
    assert_true(checked > 1500);
    free(issues);
}

static void assert_same_case(const struct ombre_case *a,
                             const struct ombre_case *b)
{
    assert_string_equal(a->name, b->name);
    assert_memory_equal(&a->pso.BlendState, &b->pso.BlendState,
                        sizeof a->pso.BlendState);
    assert_memory_equal(a->pso.RTVFormats, b->pso.RTVFormats,
                        sizeof a->pso.RTVFormats);
    assert_memory_equal(a->pso.BlendFactor, b->pso.BlendFactor,
                        sizeof a->pso.BlendFactor);
    assert_int_equal(a->pso.SampleMask, b->pso.SampleMask);
    assert_int_equal(a->pixel_count, b->pixel_count);
    assert_int_equal(a->sample_count, b->sample_count);
    assert_int_equal(a->layer_count, b->layer_count);
    assert_memory_equal(a->source, b->source,
                        a->pixel_count * a->layer_count * sizeof *a->source);
    assert_memory_equal(a->dest, b->dest,
                        a->pixel_count * OMBRE_MAX_TARGETS * a->sample_count *
                            sizeof *a->dest);
    assert_int_equal(a->coverage != NULL, b->coverage != NULL);
    if (a->coverage)
        assert_memory_equal(a->coverage, b->coverage,
                            a->pixel_count * sizeof *a->coverage);
}

/* A case is the same each time, and the same after a trip through a file. */
static void test_repeatable(void **unused)
{
    (void) unused;
    size_t compared = 0;
    for (size_t i = 0; i < smoke_size(); i += 13) {
        struct ombre_case first, second, read;
        struct ombre_case_error error;
        make(i, &first);
        make(i, &second);
        assert_same_case(&first, &second);
        char *text = ombre_case_write(&first);
        assert_non_null(text);
        if (!ombre_case_parse(text, strlen(text), &read, &error))
            fail_msg("%s: %s: %s", first.name, error.path, error.message);
        assert_same_case(&first, &read);
        free(text);
        ombre_case_finish(&first);
        ombre_case_finish(&second);
        ombre_case_finish(&read);
        compared++;
    }
    assert_true(compared > 100);
}

/* Where the words of all declared outputs of a pixel are, for comparing. */
static size_t equal_words(const struct ombre_case *c, size_t pixel)
{
    uint32_t seen[OMBRE_MAX_TARGETS * 4];
    size_t count = 0, equal = 0;
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        for (unsigned w = 0;
             w < 4 && c->pso.shader.output[n].type == OMBRE_OUTPUT_FLOAT; w++) {
            const uint32_t word = c->source[pixel].word[n][w];
            for (size_t i = 0; i < count; i++)
                equal += seen[i] == word;
            seen[count++] = word;
        }
    return equal;
}

static bool is_chosen(const char *id)
{
    static const char *const patterns[] = {"om.special.*", "om.shortcut.*",
                                           "om.sweep.*", "om.bias.*",
                                           "om.place.*"};
    for (size_t i = 0; i < ROWS(patterns); i++)
        if (ombre_id_matches(id, patterns[i]))
            return true;
    return false;
}

/* Operands that are equal hide a factor taken for another.  A grid of few codes
 * cannot avoid them; values on no grid can. */
static void test_operands_differ(void **unused)
{
    (void) unused;
    size_t pixels = 0;
    for (size_t i = 0; i < smoke_size(); i++) {
        struct ombre_case c;
        make(i, &c);
        for (size_t pixel = 1; pixel < c.pixel_count; pixel += 2) {
            /* Operands of these are chosen, not drawn. */
            if (c.pso.BlendState.AlphaToCoverageEnable || is_chosen(c.name))
                break;
            if (equal_words(&c, pixel) != 0)
                fail_msg("%s: pixel %zu has equal operands", c.name, pixel);
            pixels++;
        }
        ombre_case_finish(&c);
    }
    assert_true(pixels > 10000);
}

/* The factor group keeps its promise: each factor in each slot of the colour
 * half with each operation, on each target; each alpha factor in each slot. */
static void test_factors_complete(void **unused)
{
    (void) unused;
    enum { FACTORS = 22, OPS = 6 };
    static unsigned color[8][2][FACTORS][OPS], alpha[2][FACTORS];
    memset(color, 0, sizeof color);
    memset(alpha, 0, sizeof alpha);
    for (size_t i = 0; i < smoke_size(); i++) {
        struct ombre_case c;
        char id[OMBRE_ID_SIZE];
        get_id(i, id);
        if (!ombre_id_matches(id, "om.factors.mixed8.*"))
            continue;
        make(i, &c);
        for (unsigned t = 0; t < 8; t++) {
            const D3D12_RENDER_TARGET_BLEND_DESC *target =
                &c.pso.BlendState.RenderTarget[t];
            color[t][0][target->SrcBlend][target->BlendOp]++;
            color[t][1][target->DestBlend][target->BlendOp]++;
            alpha[0][target->SrcBlendAlpha]++;
            alpha[1][target->DestBlendAlpha]++;
        }
        ombre_case_finish(&c);
    }
    static const unsigned colors[] = {1, 2,  3,  4,  5,  6,  7, 8,
                                      9, 10, 11, 14, 15, 20, 21};
    static const unsigned alphas[] = {1, 2, 5, 6, 7, 8, 11, 14, 15, 20, 21};
    for (unsigned t = 0; t < 8; t++)
        for (unsigned slot = 0; slot < 2; slot++) {
            for (size_t f = 0; f < ROWS(colors); f++)
                for (unsigned op = 1; op <= 3; op++)
                    assert_int_equal(color[t][slot][colors[f]][op], 1);
            assert_int_equal(color[t][slot][1][4], 1);
            assert_int_equal(color[t][slot][1][5], 1);
        }
    for (unsigned slot = 0; slot < 2; slot++)
        for (size_t f = 0; f < ROWS(alphas); f++)
            assert_true(alpha[slot][alphas[f]] > 0);
}

static void test_no_case(void **unused)
{
    (void) unused;
    struct ombre_case c;
    memset(&c, 0x5A, sizeof c);
    assert_false(ombre_suite_make(OMBRE_SUITE_SMOKE, smoke_size(), &c));
    assert_null(c.name);
    assert_null(c.source);
    assert_int_equal(ombre_suite_size(OMBRE_SUITE_COUNT), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_ids),
        cmocka_unit_test(test_find),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_patterns),
        cmocka_unit_test(test_valid),
        cmocka_unit_test(test_repeatable),
        cmocka_unit_test(test_operands_differ),
        cmocka_unit_test(test_factors_complete),
        cmocka_unit_test(test_no_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
