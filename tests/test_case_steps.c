/* What steps mean: the state in force at each, what they do to a pixel, and
 * what a clear writes. */
#include <math.h>

#include "case_check.h"
#include "case_equal.h"

#define BLEND "'BlendEnable': true, 'SrcBlend': 'ONE', 'DestBlend': 'ONE'"

static const char sequence[] =
    "{'ombre': 1, 'RTVFormats': ['R8G8B8A8_UNORM', 'R16_UINT'],"
    "'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': [{" BLEND
    "}]}, 'SampleMask': 3, 'BlendFactor': [1, 2, 3, 4],"
    "'Steps': [{'draw': {}},"
    " {'set': {'BlendState': {'RenderTarget': [{'RenderTargetWriteMask': "
    "5}]}}},"
    " {'draw': {'pixels': [null, {'layers': [[[5, 5, 5, 5], [6, 0, 0, 0]],"
    " [[7, 7, 7, 7], [8, 0, 0, 0]]]}]}},"
    " {'clear': {'RenderTarget': 1, 'Color': [9.75, 0, 0, 0],"
    " 'Rect': [1, 0, 9, 1]}},"
    " {'set': {'NumRenderTargets': 1, 'SampleMask': 7}},"
    " {'draw': {'src': [[2, 2, 2, 2], [3, 3, 3, 3]]}}],"
    "'pixels': [{'src': [[1, 1, 1, 1], [4, 0, 0, 0]], 'dst': [[0, 0, 0, 0],"
    " [1, 0, 0, 0]]}, {'src': [[1, 1, 1, 1], [5, 0, 0, 0]], 'dst': [[0, 0, 0,"
    " 0], [1, 0, 0, 0]]}]}";

/* A set BlendState is a whole one; what is not set stays. */
static void test_states(void **state)
{
    (void) state;
    struct ombre_case c = accepted(sequence);

    assert_int_equal(c.step_count, 6);
    const struct ombre_state *const first = &c.step[0].state;
    const struct ombre_state *const second = &c.step[2].state;
    const struct ombre_state *const third = &c.step[5].state;
    assert_int_equal(c.step[0].set == SIZE_MAX, true);
    assert_int_equal(c.step[2].set, 1);
    assert_int_equal(c.step[5].set, 4);
    assert_true(first->target[0].blend_enable);
    assert_false(second->target[0].blend_enable);
    assert_int_equal(second->target[0].write_mask, 5);
    assert_int_equal(second->target[1].write_mask, 5);
    assert_int_equal(second->sample_mask, 3);
    assert_int_equal(third->sample_mask, 7);
    assert_int_equal(third->target_count, 1);
    assert_int_equal(third->target[0].write_mask, 5);
    assert_true(third->blend_factor[3] > 3.5f);
    ombre_case_finish(&c);
}

/* In Direct3D 9 there is no object to replace. */
static void test_render_states(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'api': 'D3D9', 'RTVFormats': [28], 'BlendState': "
        "{'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SRCBLEND': 'ZERO'}, 'Steps': "
        "[{'set': {'BlendState': {'D3DRS_DESTBLEND': 'SRCALPHA'}}}]}");
    char *text = ombre_case_write(&c);
    struct ombre_case again;
    struct ombre_case_error error;

    assert_int_equal(c.step[0].pso.desc.d3d9.SRCBLEND, 1);
    assert_int_equal(c.step[0].pso.desc.d3d9.DESTBLEND, 5);
    assert_int_equal(c.step[0].pso.desc.d3d9.ALPHABLENDENABLE, 1);
    assert_non_null(strstr(text, "{\"set\": {\"BlendState\": "
                                 "{\"D3DRS_DESTBLEND\": "));
    assert_true(parse_exactly(text, strlen(text), &again, &error));
    assert_true(cases_equal(&c, &again));
    ombre_case_finish(&again);
    ombre_case_finish(&c);
    free(text);
}

/* Step, layer, whether it is a clear, and the first word of target 1. */
static const struct touch_row {
    size_t pixel, step;
    unsigned layer;
    bool is_clear;
    uint32_t word;
} touch_rows[] = {
    {0, 0, 0, false, 4}, {0, 5, 0, false, 3}, {1, 0, 0, false, 5},
    {1, 2, 0, false, 6}, {1, 2, 1, false, 8}, {1, 3, 0, true, 9},
    {1, 5, 0, false, 3},
};

static void test_touches(void **state)
{
    (void) state;
    struct ombre_case c = accepted(sequence);
    struct ombre_state first;
    size_t row = 0;

    assert_true(ombre_state_from_pso(&c.pso, &first));
    for (size_t pixel = 0; pixel < 2; pixel++) {
        struct ombre_walk walk = {0};
        struct ombre_touch touch;
        for (; ombre_case_next_touch(&c, &first, pixel, &walk, &touch); row++) {
            assert_true(row < sizeof touch_rows / sizeof *touch_rows);
            assert_int_equal(touch.step, touch_rows[row].step);
            assert_int_equal(pixel, touch_rows[row].pixel);
            assert_int_equal(touch.layer, touch_rows[row].layer);
            assert_int_equal(touch.is_clear, touch_rows[row].is_clear);
            assert_int_equal(touch.source->word[1][0], touch_rows[row].word);
            assert_int_equal(touch.exported, UINT32_MAX);
        }
    }
    assert_int_equal(row, sizeof touch_rows / sizeof *touch_rows);
    ombre_case_finish(&c);
}

static const struct rect_row {
    int32_t rect[4];
    unsigned reached; /* of pixels 0 to 3, a bit each */
} rect_rows[] = {
    {{0, 0, 4, 1}, 0xF}, {{1, 0, 3, 1}, 0x6}, {{-5, -5, 9, 9}, 0xF},
    {{2, 0, 2, 1}, 0},   {{3, 0, 1, 1}, 0},   {{0, 1, 4, 2}, 0},
    {{0, -3, 4, 0}, 0},  {{0, 0, 1, 1}, 1},   {{3, 0, 1000, 1}, 8},
    {{0, 0, 4, 0}, 0},
};

static void test_rects(void **state)
{
    (void) state;
    const struct ombre_step_clear whole = {.Rect = {1, 1, 1, 1}};

    for (size_t i = 0; i < sizeof rect_rows / sizeof *rect_rows; i++) {
        struct ombre_step_clear clear = {.has_rect = true};
        memcpy(clear.Rect, rect_rows[i].rect, sizeof clear.Rect);
        for (size_t pixel = 0; pixel < 4; pixel++) {
            assert_int_equal(ombre_clear_has_pixel(&clear, pixel),
                             rect_rows[i].reached >> pixel & 1);
            assert_true(ombre_clear_has_pixel(&whole, pixel));
        }
    }
}

/* Codes worked out by hand from FS 3.2.3. */
static const struct clear_row {
    uint32_t dxgi;
    float color[4];
    uint32_t code[4];
} clear_rows[] = {
    {28, {0.2f, 0.4f, 0.6f, 0.8f}, {51, 102, 153, 204}},
    {28, {-1, 2, NAN, 1}, {0, 255, 0, 255}},
    /* 1.055 * 0.5^(1/2.4) - 0.055 = 0.7354, times 255 = 187.5; alpha has no
     * curve */
    {29, {0.5f, 0, 1, 0.6f}, {188, 0, 255, 153}},
    {31, {-1, 0.5f, -0.5f, 1}, {0x81, 64, 0xC0, 127}},
    {30, {2.9f, 300, -3, NAN}, {2, 255, 0, 0}},
    {32, {-2.9f, 300, -300, 5}, {0xFE, 127, 0x80, 5}},
    {3, {4294967296.0f, 1e30f, 0.5f, 7}, {0xFFFFFFFF, 0xFFFFFFFF, 0, 7}},
    {10, {0.5f, -2, 1e30f, 1}, {0x3800, 0xC000, 0x7BFF, 0x3C00}},
};

static void test_clears(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof clear_rows / sizeof *clear_rows; i++) {
        const struct clear_row *const row = &clear_rows[i];
        struct ombre_state before = {.target_count = 3, .sample_count = 1};
        struct ombre_state clear;
        struct ombre_source source;
        struct ombre_prediction out;
        const struct ombre_texel dest = {{0x5A5A5A5A, 0x5A5A5A5A, 1, 2}};
        /* A clear goes by none of this. */
        before.target[2].format = ombre_format_find(row->dxgi);
        before.target[2].write_mask = 0;
        before.alpha_to_coverage = before.logic_op_enable = true;
        assert_true(
            ombre_clear_as_draw(&before, 2, row->color, &clear, &source));
        assert_false(clear.alpha_to_coverage || clear.logic_op_enable);
        assert_true(
            ombre_predict(&clear, 2, &source, &dest, OMBRE_JUDGE_D3D, &out));
        for (unsigned c = 0; c < 4; c++)
            assert_int_equal(out.component[c].code, row->code[c]);
        assert_false(
            ombre_predict(&clear, 0, &source, &dest, OMBRE_JUDGE_D3D, &out));
        assert_false(
            ombre_clear_as_draw(&before, 1, row->color, &clear, &source));
        assert_false(
            ombre_clear_as_draw(&before, 8, row->color, &clear, &source));
    }
}

/* Each step's state is checked; what is wrong from the start is said once. */
static void test_rules(void **state)
{
    (void) state;
    struct ombre_issues *issues = calloc(1, sizeof *issues);
    struct ombre_case c = accepted(
        "{'ombre': 1, 'RTVFormats': [28], 'BlendState': {'RenderTarget': "
        "[{'RenderTargetWriteMask': 77}]}, 'Steps': [{'set': {'SampleMask': "
        "1}}, {'set': {'BlendState': {'RenderTarget': [{" BLEND
        ", 'BlendOp': 9}]}}}, {'set': {'BlendState': {}}}]}");

    assert_non_null(issues);
    assert_false(ombre_case_validate(&c, issues));
    assert_int_equal(issues->count, 2);
    assert_string_equal(issues->issue[0].path,
                        "BlendState.RenderTarget[0].RenderTargetWriteMask");
    assert_string_equal(issues->issue[1].path,
                        "Steps[1].set.BlendState.RenderTarget[0].BlendOp");
    ombre_case_finish(&c);
    c = accepted(sequence);
    assert_true(ombre_case_validate(&c, issues));
    assert_int_equal(issues->count, 0);
    ombre_case_finish(&c);
    free(issues);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_states),  cmocka_unit_test(test_render_states),
        cmocka_unit_test(test_touches), cmocka_unit_test(test_rects),
        cmocka_unit_test(test_clears),  cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
