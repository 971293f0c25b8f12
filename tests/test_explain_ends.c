/* tests/test_explain_ends.c - on every format and under every judge, each end
 * of a range is one that its decision reaches
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "explain_check.h"

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static float operand(uint64_t *seed)
{
    const float x = (float) next(seed) / 2147483648.0f;
    switch (next(seed) % 6) {
    case 0: return floorf(x * 256) / 255;
    case 1: return x * 4 - 2;
    case 2: return (float) (next(seed) % 3) - 1;
    default: return x;
    }
}

static int compared, wrong;

static void expect(bool ok, const struct ombre_format *format, int component,
                   const char *what)
{
    compared++;
    if (!ok && wrong++ < 10)
        print_error("%s component %d: %s\n", format->name, component, what);
}

/* Whether a store of [low, high], in codes, ends at `code`: 0.6 of a code, a
 * whole one for Vulkan. */
static bool reaches(const struct ombre_decision *by, double scale, double code)
{
    const bool neighbour = by->freedoms >> OMBRE_FREEDOM_NEIGHBOUR & 1;
    const double room = neighbour ? 1 : 0.6, low = scale < 0 ? scale : 0;
    const double from = fmax(by->low * fabs(scale), low) - room;
    const double to = fmin(by->high * fabs(scale), fabs(scale)) + room;
    return code >= from - 1e-6 && code <= to + 1e-6;
}

static void check_ends(const struct ombre_state *state,
                       const struct ombre_source *source,
                       const struct ombre_texel *dest, enum ombre_judge judge,
                       int component)
{
    const struct ombre_format *format = state->target[0].format;
    const enum ombre_component c = (enum ombre_component) component;
    struct ombre_explanation e;
    struct ombre_prediction p;
    assert_true(ombre_explain(state, 0, c, source, dest, judge, &e));
    assert_true(ombre_predict(state, 0, source, dest, judge, &p));
    const struct ombre_code_set *legal = &p.component[c].legal;
    expect(e.prediction.code == p.component[c].code &&
               ombre_code_set_inside(&e.prediction.legal, legal) &&
               ombre_code_set_inside(legal, &e.prediction.legal),
           format, component, "is no prediction");
    expect(e.end_count == 2 * legal->count, format, component, "ends");
    const unsigned bits = format->component[c].bits;
    const double scale =
        format->numeric == OMBRE_SNORM   ? -(double) ((1u << (bits - 1)) - 1)
        : format->numeric == OMBRE_UNORM ? (double) ((1u << bits) - 1)
                                         : 0;
    for (unsigned i = 0; i < e.end_count; i++) {
        const struct ombre_explained_end *end = &e.end[i];
        const struct ombre_range *r = &legal->range[i / 2];
        const int64_t ordinal = i % 2 ? r->last : r->first;
        expect(ombre_code_ordinal(format, c, end->code) == ordinal, format,
               component, "an end is another");
        expect(end->is_found || end->is_ideal ||
                   e.prediction.fate == OMBRE_FATE_UNDEFINED,
               format, component, "an end that nothing reaches");
        const bool whole = end->by.freedoms & (1u << OMBRE_FREEDOM_EIGHT_BITS |
                                               1u << OMBRE_FREEDOM_BITS_KEPT |
                                               1u << OMBRE_FREEDOM_ANYTHING);
        if (end->is_found && scale != 0 && !format->srgb && !whole)
            expect(reaches(&end->by, scale, (double) ordinal), format,
                   component, "a decision that does not reach its end");
    }
}

static void test_ends(void **unused)
{
    (void) unused;
    uint64_t seed = 9;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        for (int n = 0; format->blendable && n < 60; n++) {
            struct ombre_state state = state_of(
                format, (struct ombre_equation){
                            factors[next(&seed) % FACTORS],
                            factors[next(&seed) % FACTORS],
                            (enum ombre_blend_op)(1 + next(&seed) % 5)});
            state.target[0].blend_enable = n % 8 != 0;
            struct ombre_source source;
            struct ombre_texel dest;
            for (int i = 0; i < 4; i++) {
                source.word[0][i] = word_of(operand(&seed));
                source.word[1][i] = word_of(operand(&seed));
                dest.word[i] = next(&seed) << 16 ^ next(&seed);
            }
            if (n % 16 == 5)
                source.word[0][n / 16] = word_of(NAN);
            for (int j = 0; j < OMBRE_JUDGE_CTS; j++)
                for (int i = 0; i < OMBRE_COMPONENTS; i++)
                    if (ombre_format_has(format, (enum ombre_component) i))
                        check_ends(&state, &source, &dest, (enum ombre_judge) j,
                                   i);
        }
    }
    assert_true(compared > 50000);
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
