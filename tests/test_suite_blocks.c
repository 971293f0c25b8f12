/* Suites inside suites, and states by the thousand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/suite.h"

#define ROWS(table) (sizeof(table) / sizeof((table)[0]))

static const enum ombre_suite all = OMBRE_SUITE_EXHAUSTIVE;

/* --- Suites -----------------------------------------------------------------
 */

/* Each suite is where the next begins, and no id stands twice. */
static void test_nested(void **unused)
{
    (void) unused;
    size_t compared = 0;
    for (unsigned s = 0; s + 1 < OMBRE_SUITE_COUNT; s++) {
        const enum ombre_suite inner = (enum ombre_suite) s;
        const enum ombre_suite outer = (enum ombre_suite)(s + 1);
        const size_t size = ombre_suite_size(inner);
        assert_true(size < ombre_suite_size(outer));
        for (size_t i = 0; i < size; i += 7) {
            char a[OMBRE_ID_SIZE], b[OMBRE_ID_SIZE];
            ombre_suite_id(inner, i, a);
            ombre_suite_id(outer, i, b);
            assert_string_equal(a, b);
            compared++;
        }
    }
    assert_true(compared > 2000);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void test_ids_differ(void **unused)
{
    (void) unused;
    const size_t size = ombre_suite_size(all);
    char(*ids)[OMBRE_ID_SIZE] = calloc(size, sizeof *ids);
    assert_non_null(ids);
    for (size_t i = 0; i < size; i++)
        ombre_suite_id(all, i, ids[i]);
    qsort(ids, size, sizeof *ids, by_text);
    for (size_t i = 1; i < size; i++)
        assert_string_not_equal(ids[i - 1], ids[i]);
    free(ids);
}

static void test_round_trip(void **unused)
{
    (void) unused;
    const size_t size = ombre_suite_size(all);
    size_t compared = 0;
    for (size_t i = 0; i < size; i = i + 1 == size   ? size
                                     : i + 97 < size ? i + 97
                                                     : size - 1) {
        char id[OMBRE_ID_SIZE];
        size_t index = SIZE_MAX;
        struct ombre_case c;
        ombre_suite_id(all, i, id);
        assert_true(ombre_suite_find(all, id, &index));
        assert_int_equal(index, i);
        assert_true(ombre_suite_make_id(id, &c));
        ombre_case_finish(&c);
        compared++;
    }
    assert_true(compared > 100);
}

/* --- Numbers of states ------------------------------------------------------
 */

static size_t states_of(const char *prefix, const char *format)
{
    size_t states = 0, next = 0;
    for (unsigned block = 0;; block++) {
        char id[OMBRE_ID_SIZE];
        size_t index;
        uint64_t first;
        snprintf(id, sizeof id, "%s%s.%06u", prefix, format, block);
        if (!ombre_suite_find(all, id, &index))
            return states;
        const size_t count = ombre_suite_states(all, index, &first);
        assert_int_equal(first, next);
        assert_true(count >= 1 && count <= 4096);
        next = (size_t) first + 4096;
        states += count;
    }
}

/* By hand: 15 factors in two slots under 5 operations, 11 for alpha, so 1,125
 * times 605; with a second source 19 and 13, less those without. */
static void test_counts(void **unused)
{
    (void) unused;
    static const struct {
        const char *prefix, *format;
        size_t states;
    } rows[] = {
        {"om.x.", "r8g8b8a8_unorm", 680625},
        {"om.x_dual.", "r8g8b8a8_unorm", 304056},
        {"om.x_undefined.", "r8g8b8a8_unorm", 540544},
        {"om.x.", "a8_unorm", 680625},
        {"om.x.", "r16g16b16a16_float", 680625},
        {"om.x.", "r8_unorm", 1125},
        {"om.x_dual.", "r8_unorm", 408},
        {"om.x_undefined.", "r8_unorm", 272},
        {"om.x.", "b8g8r8x8_unorm", 1125},
        {"om.x.", "r8g8b8a8_uint", 0},
        {"om.full.", "r8g8b8a8_unorm", 27225},
        {"om.full_dual.", "r8g8b8a8_unorm", 4223},
        {"om.full.", "r11g11b10_float", 225},
        {"om.full_dual.", "r11g11b10_float", 17},
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        if (states_of(rows[i].prefix, rows[i].format) != rows[i].states)
            fail_msg("%s%s: %zu states, not %zu", rows[i].prefix,
                     rows[i].format, states_of(rows[i].prefix, rows[i].format),
                     rows[i].states);
}

/* --- States of a family, each once ------------------------------------------
 */

/* A state as a number below 32^4 * 8^2. */
enum { CODES = 32 * 32 * 32 * 32 * 8 * 8 };

struct seen {
    uint8_t *code;
    size_t count;
    bool src1, min_max; /* what each must have */
};

static bool is_src1(enum ombre_factor factor)
{
    return factor >= OMBRE_SRC1_COLOR && factor <= OMBRE_INV_SRC1_ALPHA;
}

static bool has_src1(const struct ombre_equation *equation)
{
    return is_src1(equation->src) || is_src1(equation->dest);
}

static bool note_state(void *user, const struct ombre_equation *color,
                       const struct ombre_equation *alpha)
{
    struct seen *seen = user;
    const size_t code =
        ((((size_t) color->src * 32 + (size_t) color->dest) * 32 +
          (size_t) alpha->src) *
             32 +
         (size_t) alpha->dest) *
            64 +
        (size_t) color->op * 8 + (size_t) alpha->op;
    assert_true(code < CODES);
    assert_int_equal(seen->code[code], 0);
    seen->code[code] = 1;
    seen->count++;
    assert_int_equal(has_src1(color) || has_src1(alpha), seen->src1);
    if (seen->src1)
        assert_int_equal(color->op >= OMBRE_OP_MIN || alpha->op >= OMBRE_OP_MIN,
                         seen->min_max);
    /* FS 17.2: no factor of colour in an alpha slot. */
    static const enum ombre_factor barred[] = {
        OMBRE_SRC_COLOR,      OMBRE_INV_SRC_COLOR, OMBRE_DEST_COLOR,
        OMBRE_INV_DEST_COLOR, OMBRE_SRC1_COLOR,    OMBRE_INV_SRC1_COLOR};
    for (size_t i = 0; i < ROWS(barred); i++)
        assert_true(alpha->src != barred[i] && alpha->dest != barred[i]);
    return false;
}

static void test_each_once(void **unused)
{
    (void) unused;
    static const struct {
        const char *prefix;
        size_t count;
        bool src1, min_max;
    } rows[] = {
        {"om.x.", 680625, false, false},
        {"om.x_dual.", 304056, true, false},
        {"om.x_undefined.", 540544, true, true},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct seen seen = {.code = calloc(CODES, 1),
                            .src1 = rows[i].src1,
                            .min_max = rows[i].min_max};
        assert_non_null(seen.code);
        for (unsigned block = 0;; block++) {
            char id[OMBRE_ID_SIZE];
            size_t index;
            snprintf(id, sizeof id, "%sr8g8b8a8_unorm.%06u", rows[i].prefix,
                     block);
            if (!ombre_suite_find(all, id, &index))
                break;
            assert_false(
                ombre_suite_visit_states(all, index, note_state, &seen));
        }
        assert_int_equal(seen.count, rows[i].count);
        free(seen.code);
    }
}

/* The parts of a block have its states, each once. */
static void test_parts(void **unused)
{
    (void) unused;
    static const char *const blocks[] = {
        "om.x.r8g8b8a8_unorm.000000", "om.x.r8g8b8a8_unorm.000166",
        "om.x_dual.r8g8b8a8_unorm.000074", "om.full.r8_unorm.000000",
        "om.x_undefined.r16_float.000000"};
    for (size_t b = 0; b < ROWS(blocks); b++) {
        size_t index, count = 0;
        uint64_t first;
        assert_true(ombre_suite_find(all, blocks[b], &index));
        const size_t states = ombre_suite_states(all, index, &first);
        const size_t parts = ombre_suite_parts(all, index);
        char(*ids)[OMBRE_ID_SIZE] = calloc(states, sizeof *ids);
        assert_non_null(ids);
        for (size_t part = 0; part < parts; part++)
            for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
                char id[OMBRE_ID_SIZE];
                if (!ombre_suite_state_id(all, index, part, t, id))
                    continue;
                assert_true(count < states);
                strcpy(ids[count++], id);
            }
        assert_int_equal(count, states);
        qsort(ids, count, sizeof *ids, by_text);
        for (size_t i = 1; i < count; i++)
            assert_string_not_equal(ids[i - 1], ids[i]);
        free(ids);
    }
}

/* A state drawn by itself has the operands that it has in its block. */
static void test_alone(void **unused)
{
    (void) unused;
    static const char *const parts[] = {
        "om.x.r8g8b8a8_unorm.000003.0100",
        "om.x.r16g16b16a16_float.000099.0511", "om.x.r8_unorm.000000.0140",
        "om.x_dual.b8g8r8a8_unorm.000010.4095",
        "om.full.r9g9b9e5_sharedexp.000000.0003"};
    size_t compared = 0;
    for (size_t p = 0; p < ROWS(parts); p++) {
        struct ombre_case whole;
        char block[OMBRE_ID_SIZE];
        size_t index;
        assert_true(ombre_suite_make_id(parts[p], &whole));
        assert_string_equal(whole.name, parts[p]);
        strcpy(block, parts[p]);
        *strrchr(block, '.') = '\0';
        assert_true(ombre_suite_find(all, block, &index));
        const size_t part = strtoul(strrchr(parts[p], '.') + 1, NULL, 10);
        for (unsigned t = 0; t < whole.pso.NumRenderTargets; t++) {
            struct ombre_case one;
            char id[OMBRE_ID_SIZE];
            assert_true(ombre_suite_state_id(all, index, part, t, id));
            assert_true(ombre_suite_make_id(id, &one));
            assert_string_equal(one.name, id);
            assert_memory_equal(&one.pso.BlendState.RenderTarget[0],
                                &whole.pso.BlendState.RenderTarget[t],
                                sizeof one.pso.BlendState.RenderTarget[0]);
            assert_memory_equal(one.pso.BlendFactor, whole.pso.BlendFactor,
                                sizeof one.pso.BlendFactor);
            for (size_t i = 0; i < one.pixel_count; i++) {
                assert_memory_equal(one.source[i].word[0],
                                    whole.source[i].word[t], 16);
                assert_memory_equal(&one.dest[i * OMBRE_MAX_TARGETS],
                                    &whole.dest[i * OMBRE_MAX_TARGETS + t],
                                    sizeof *one.dest);
                compared++;
            }
            ombre_case_finish(&one);
        }
        ombre_case_finish(&whole);
    }
    assert_true(compared > 400);
}

/* Ids that are almost some. */
static void test_no_case(void **unused)
{
    (void) unused;
    static const char *const ids[] = {
        "om.x.r8g8b8a8_unorm.000167",
        "om.x.r8g8b8a8_unorm.00016",
        "om.x.r8g8b8a8_unorm.0000000",
        "om.x.r8g8b8a8_unorm.000000.0512",
        "om.x.r8g8b8a8_unorm.000000.000",
        "om.x.r8g8b8a8_unorm.000000.",
        "om.x.r8g8b8a8_uint.000000",
        "om.x.R8G8B8A8_UNORM.000000",
        "om.x.r8g8b8a8_unorm",
        "om.x.",
        "om.state.",
        "om.state.r8_unorm",
        "om.state.r8_unorm.one-one",
        "om.state.r8_unorm.one-one-add.one-one-add",
        "om.state.r8g8b8a8_unorm.one-one-add",
        "om.state.r8g8b8a8_unorm.one-one-add.src_color-one-add",
        "om.state.r8g8b8a8_unorm.one-one-add.one-one-add.",
        "om.state.r8g8b8a8_unorm.ONE-one-add.one-one-add",
        "om.state.r8g8b8a8_uint.one-one-add.one-one-add",
        "om.color",
        "",
    };
    for (size_t i = 0; i < ROWS(ids); i++) {
        struct ombre_case c;
        memset(&c, 0x5A, sizeof c);
        if (ombre_suite_make_id(ids[i], &c))
            fail_msg("there is a case %s", ids[i]);
        assert_null(c.name);
        assert_null(c.source);
    }
    /* A part is no case of its own. */
    size_t index = 7;
    assert_false(
        ombre_suite_find(all, "om.x.r8g8b8a8_unorm.000000.0001", &index));
    assert_int_equal(index, 7);
    assert_int_equal(ombre_suite_parts(all, ombre_suite_size(all)), 0);
    assert_int_equal(ombre_suite_parts(all, 0), 1);
}

/* --- Every equation on every format ----------------------------------------
 */

static void test_cross(void **unused)
{
    (void) unused;
    enum { FORMATS = 192, FACTORS = 22, OPS = 6 };
    static uint8_t color[FORMATS][FACTORS][FACTORS][OPS];
    static uint8_t alpha[FORMATS][FACTORS][FACTORS][OPS];
    memset(color, 0, sizeof color);
    memset(alpha, 0, sizeof alpha);
    const size_t size = ombre_suite_size(OMBRE_SUITE_CI);
    for (size_t i = 0; i < size; i++) {
        char id[OMBRE_ID_SIZE];
        struct ombre_case c;
        ombre_suite_id(OMBRE_SUITE_CI, i, id);
        if (!ombre_id_matches(id, "om.cross.*") &&
            !ombre_id_matches(id, "om.cross_dual.*"))
            continue;
        assert_true(ombre_suite_make(OMBRE_SUITE_CI, i, &c));
        for (unsigned t = 0; t < c.pso.NumRenderTargets; t++) {
            const D3D12_RENDER_TARGET_BLEND_DESC *d =
                &c.pso.BlendState.RenderTarget[t];
            const uint32_t f = (uint32_t) c.pso.RTVFormats[t];
            assert_true(f < FORMATS);
            color[f][d->SrcBlend][d->DestBlend][d->BlendOp] = 1;
            alpha[f][d->SrcBlendAlpha][d->DestBlendAlpha][d->BlendOpAlpha] = 1;
        }
        ombre_case_finish(&c);
    }
    size_t formats = 0;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const uint32_t f = format->dxgi;
        size_t colors = 0, duals = 0, alphas = 0;
        if (!format->blendable)
            continue;
        bool slot[2][FACTORS] = {{false}};
        for (unsigned s = 0; s < FACTORS; s++)
            for (unsigned d = 0; d < FACTORS; d++)
                for (unsigned op = 0; op < OPS; op++) {
                    const bool dual = is_src1((enum ombre_factor) s) ||
                                      is_src1((enum ombre_factor) d);
                    colors += !dual && color[f][s][d][op];
                    duals += dual && color[f][s][d][op];
                    alphas += !is_src1((enum ombre_factor) s) &&
                              !is_src1((enum ombre_factor) d) &&
                              alpha[f][s][d][op];
                    slot[0][s] |= color[f][s][d][op];
                    slot[1][d] |= color[f][s][d][op];
                }
        if (colors != 677 || duals != 51 || alphas != 194)
            fail_msg("%s: %zu, %zu and %zu equations", format->name, colors,
                     duals, alphas);
        for (unsigned n = OMBRE_SRC1_COLOR; n <= OMBRE_INV_SRC1_ALPHA; n++)
            assert_true(slot[0][n] && slot[1][n]);
        formats++;
    }
    assert_int_equal(formats, 32);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),     cmocka_unit_test(test_ids_differ),
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_counts),
        cmocka_unit_test(test_each_once),  cmocka_unit_test(test_parts),
        cmocka_unit_test(test_alone),      cmocka_unit_test(test_no_case),
        cmocka_unit_test(test_cross),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
