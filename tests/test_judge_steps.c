/* What a pixel may become by one step after another. */
#include "../tools/judge.h"
#include "case_check.h"
#include "ombre/suite.h"

#define BLEND(src, dest)                                             \
    "'BlendState': {'RenderTarget': [{'BlendEnable': true, "         \
    "'SrcBlend': '" src "', 'DestBlend': '" dest "', 'BlendOp': 1, " \
    "'SrcBlendAlpha': '" src "', 'DestBlendAlpha': '" dest "', "     \
    "'BlendOpAlpha': 1}]}"
#define STORE "'BlendState': {}"
#define MASK(mask) \
    "'BlendState': {'RenderTarget': [{'RenderTargetWriteMask': " mask "}]}"
#define A2C "'BlendState': {'AlphaToCoverageEnable': true}"
#define DRAW(r) "{'draw': {'src': [[" r ", 0, 0, 1]]}}"
#define DRAW_ALPHA(r, a) "{'draw': {'src': [[" r ", 0, 0, " a "]]}}"
#define SET(fields) "{'set': {" fields "}}"
#define CLEAR(r) "{'clear': {'RenderTarget': 0, 'Color': [" r ", 0, 0, 0]}}"

static struct judged_pixel judged;

static bool predict(const char *format, const char *samples, const char *steps,
                    const char *dest, struct ombre_case *c)
{
    char text[4096];
    struct ombre_state state;

    snprintf(text, sizeof text,
             "{'ombre': 1, 'RTVFormats': ['%s'], 'SampleDesc': {'Count': %s}, "
             "'BlendFactor': [0.5, 0.5, 0.5, 0.5], 'Steps': [%s], 'pixels': "
             "[{'dst': [%s]}]}",
             format, samples, steps, dest);
    *c = accepted(text);
    assert_true(ombre_state_from_pso(&c->pso, &state));
    return judge_predict(c, &state, 0, OMBRE_JUDGE_D3D, &judged);
}

/* Ranges of codes of red that are legal at last, worked out by hand. */
static const struct row {
    const char *steps, *dest;
    uint32_t first, last;
} rows[] = {
    /* A step goes over what the one before left. */
    {DRAW("0.2") ", " SET(BLEND("ONE", "ONE")) ", " DRAW("0.4"), "[1, 0, 0, 0]",
     153, 153},
    {CLEAR("0.2") ", " SET(BLEND("ONE", "ONE")) ", " DRAW("0.4") ", " DRAW(
         "0.2"),
     "[1, 0, 0, 0]", 204, 204},
    /* 127.5: either code; and each goes on by itself: (63.5, 64) + 51 with 0.6
     * and the products' half. */
    {DRAW("0.5"), "[1, 0, 0, 0]", 127, 128},
    {DRAW("0.5") ", " SET(BLEND("ZERO", "ONE")) ", " DRAW("1"), "[1, 0, 0, 0]",
     127, 128},
    {DRAW("0.5") ", " SET(BLEND("ONE", "ONE")) ", " DRAW("0.2"), "[1, 0, 0, 0]",
     178, 179},
    /* What is stored anew forgets; what is masked off does not. */
    {DRAW("0.5") ", " DRAW("0.2"), "[1, 0, 0, 0]", 51, 51},
    {DRAW("0.5") ", " SET(MASK("14")) ", " DRAW("0.2"), "[1, 0, 0, 0]", 127,
     128},
    {SET(MASK("14")) ", " DRAW("0.2") ", " CLEAR("0.6"), "[1, 0, 0, 0]", 153,
     153},
    {SET(MASK("14")) ", " DRAW("0.2"), "[1, 0, 0, 0]", 255, 255},
    /* Only the order differs. */
    {SET(BLEND("ONE", "ONE")) ", " DRAW("0.2") ", " SET(STORE) ", " DRAW("0.4"),
     "[0.2, 0, 0, 0]", 102, 102},
    {SET(STORE) ", " DRAW("0.4") ", " SET(BLEND("ONE", "ONE")) ", " DRAW("0.2"),
     "[0.2, 0, 0, 0]", 153, 153},
    {SET("'NumRenderTargets': 0") ", " DRAW("0.4"), "[0.2, 0, 0, 0]", 51, 51},
};

static void test_rows(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ombre_case c;
        assert_true(
            predict("R8G8B8A8_UNORM", "1", rows[i].steps, rows[i].dest, &c));
        const struct ombre_code_set set = judge_legal(&judged, 0, 0, OMBRE_RED);
        if (set.count != 1 || set.range[0].first != rows[i].first ||
            set.range[0].last != rows[i].last)
            fail_msg("%s: %u ranges, %ld..%ld", rows[i].steps, set.count,
                     (long) set.range[0].first, (long) set.range[0].last);
        ombre_case_finish(&c);
    }
}

/* A NaN that a step has made may have any bits, one that is only kept its own.
 */
static void test_nan(void **state)
{
    (void) state;
    struct ombre_case c;

    assert_true(predict("R32_FLOAT", "1",
                        DRAW("'nan'") ", " SET(MASK("14")) ", " DRAW("1"),
                        "[1, 0, 0, 0]", &c));
    assert_true(judge_legal(&judged, 0, 0, OMBRE_RED).nan);
    ombre_case_finish(&c);
    assert_true(predict("R32_FLOAT", "1", SET(MASK("14")) ", " DRAW("1"),
                        "['0x7fc00123', 0, 0, 0]", &c));
    assert_false(judge_legal(&judged, 0, 0, OMBRE_RED).nan);
    ombre_case_finish(&c);
}

/* Only the last step may choose its samples; those that it leaves have what the
 * steps before made. */
static void test_open(void **state)
{
    (void) state;
    struct ombre_case c;

    assert_true(
        predict("R8G8B8A8_UNORM", "4",
                CLEAR("0.2") ", " SET(A2C) ", " DRAW_ALPHA("0.4", "0.5"),
                "[1, 0, 0, 0]", &c));
    assert_int_equal(judged.verify.min, 0);
    assert_int_equal(judged.verify.max, 4);
    for (unsigned s = 0; s < 4; s++) {
        const struct ombre_code_set set = judge_legal(&judged, 0, s, OMBRE_RED);
        assert_int_equal(set.count, 2);
        assert_int_equal(set.range[0].first, 51);
        assert_int_equal(set.range[1].last, 102);
    }
    ombre_case_finish(&c);
    assert_false(predict("R8G8B8A8_UNORM", "4",
                         SET(A2C) ", " DRAW_ALPHA("0.4", "0.5") ", " CLEAR("1"),
                         "[1, 0, 0, 0]", &c));
    assert_string_equal(judged.reason,
                        "step 1 may cover different sets of samples, and other "
                        "steps follow it");
    ombre_case_finish(&c);
    assert_true(predict("R8G8B8A8_UNORM", "4",
                        SET("'SampleMask': 6") ", " DRAW("0.4") ", " SET(
                            "'SampleMask': 2") ", " DRAW("0.6"),
                        "[1, 0, 0, 0]", &c));
    static const uint32_t wanted[] = {255, 153, 102, 255};
    for (unsigned s = 0; s < 4; s++)
        assert_int_equal(judge_legal(&judged, 0, s, OMBRE_RED).range[0].first,
                         wanted[s]);
    ombre_case_finish(&c);
}

/* Pairs of states are judged by one code, so that no leak hides in a set; and
 * each case is one that can be predicted. */
static void test_suite_order(void **state)
{
    (void) state;
    size_t codes = 0, cases = 0;

    for (size_t i = 0; i < ombre_suite_size(OMBRE_SUITE_SMOKE); i++) {
        char id[OMBRE_ID_SIZE];
        struct ombre_case c;
        struct ombre_state first;
        ombre_suite_id(OMBRE_SUITE_SMOKE, i, id);
        if (!ombre_id_matches(id, "om.order.*"))
            continue;
        assert_true(ombre_suite_make(OMBRE_SUITE_SMOKE, i, &c));
        assert_true(c.step_count > 0);
        assert_true(ombre_state_from_pso(&c.pso, &first));
        cases++;
        for (size_t pixel = 0; pixel < c.pixel_count; pixel++) {
            if (!judge_predict(&c, &first, pixel, OMBRE_JUDGE_D3D, &judged))
                fail_msg("%s: %s", id, judged.reason);
            if (!ombre_id_matches(id, "om.order.walk.*"))
                continue;
            for (unsigned k = 0; k < 2 * c.sample_count * 4; k++) {
                const struct ombre_code_set set =
                    judge_legal(&judged, k % 2, k / 2 % c.sample_count,
                                (enum ombre_component)(k / 2 / c.sample_count));
                if (!ombre_format_has(
                        first.target[k % 2].format,
                        (enum ombre_component)(k / 2 / c.sample_count)))
                    continue;
                assert_int_equal(set.count, 1);
                /* Of floats -0 and 0 may both be. */
                if (set.range[0].first != set.range[0].last) {
                    assert_int_equal(k % 2, 1);
                    assert_int_equal(set.range[0].first, -1);
                    assert_int_equal(set.range[0].last, 0);
                }
                assert_false(set.nan);
                codes++;
            }
        }
        ombre_case_finish(&c);
    }
    assert_int_equal(cases, 27);
    /* 144 pixels, 4 samples and 1 of 8 components, and 1 of 6. */
    assert_int_equal(codes, 144 * (4 * 8 + 8 + 6));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_nan),
        cmocka_unit_test(test_open),
        cmocka_unit_test(test_suite_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
