/* tests/test_equations_special.c - whether special values part equations that
 * are one function elsewhere
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "ombre/equations.h"
#include "ombre/reference.h"

static const struct ombre_equation copy = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};

static uint32_t word_of(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* Operands number `n` of many: each component takes each value beside others.
 */
static void special_operands(const struct ombre_format *format, unsigned n,
                             struct ombre_state *state,
                             struct ombre_source *source,
                             struct ombre_texel *dest)
{
    static const float values[] = {0.0f,  1.0f,   -0.0f, 0.5f,     2.0f,
                                   -1.5f, 1e-40f, 1e30f, INFINITY, -INFINITY};
    const unsigned count = sizeof values / sizeof *values;

    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const uint32_t bits = format->component[i].bits;
        const uint32_t codes[] = {0, 1, UINT32_MAX, UINT32_C(1) << (bits - 1)};
        source->word[0][i] = word_of(values[(n + 3 * i) % count]);
        source->word[1][i] = word_of(values[(n / 7 + i) % count]);
        state->blend_factor[i] = values[(n / 3 + 7 * i) % count];
        ombre_texel_set_code(format, dest, c, codes[(n / 5 + i) % 4]);
    }
}

static struct ombre_prediction predict(enum ombre_half half,
                                       const struct ombre_format *format,
                                       const struct ombre_equation *equation,
                                       unsigned n, enum ombre_judge judge)
{
    const struct ombre_output output = {OMBRE_OUTPUT_FLOAT, 0xF};
    struct ombre_state state = {
        .target_count = 1,
        .sample_count = 1,
        .sample_mask = UINT32_MAX,
        .shader = {.bound = true, .output = {output, output}},
    };
    struct ombre_source source = {{{0}}};
    struct ombre_texel dest = {{0}};
    struct ombre_prediction out;

    state.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = true,
        .color = half == OMBRE_HALF_COLOR ? *equation : copy,
        .alpha = half == OMBRE_HALF_ALPHA ? *equation : copy,
        .write_mask = 0xF,
    };
    special_operands(format, n, &state, &source, &dest);
    assert_true(ombre_predict(&state, 0, &source, &dest, judge, &out));
    return out;
}

enum { SPECIALS = 210 };

/* Whether the equations give one code for each of the special operands. */
static bool is_same_on_specials(enum ombre_half half,
                                const struct ombre_format *format,
                                const struct ombre_equation *a,
                                const struct ombre_equation *b)
{
    const unsigned c = half == OMBRE_HALF_COLOR ? OMBRE_RED : OMBRE_ALPHA;

    for (unsigned n = 0; n < SPECIALS; n++) {
        const struct ombre_prediction p =
            predict(half, format, a, n, OMBRE_JUDGE_EXACT);
        const struct ombre_prediction q =
            predict(half, format, b, n, OMBRE_JUDGE_EXACT);
        if (p.component[c].code != q.component[c].code &&
            !(ombre_code_is_nan(format, (enum ombre_component) c,
                                p.component[c].code) &&
              ombre_code_is_nan(format, (enum ombre_component) c,
                                q.component[c].code)))
            return false;
    }
    return true;
}

/* Members that special values part from the first of their class. */
static size_t parted_members(enum ombre_half half,
                             const struct ombre_format *format, size_t *members)
{
    const size_t count = ombre_equation_count(half, true);
    struct ombre_equation_classes got;
    size_t parted = 0;

    assert_true(ombre_classify_equations(format, half, &got));
    for (size_t i = 0; i < count; i++) {
        size_t first = 0;
        while (got.of[first] != got.of[i])
            first++;
        if (first == i)
            continue;
        const struct ombre_equation a = ombre_equation_at(half, first);
        const struct ombre_equation b = ombre_equation_at(half, i);
        (*members)++;
        parted += !is_same_on_specials(half, format, &a, &b);
    }
    return parted;
}

/* In fixed point operands are clamped, so infinities and what is out of range
 * do not part members either.  In floats they do: S * 0 + D * S is NaN where S
 * is infinite and D * S + 0 * D is not. */
static void special_values(void **cmocka)
{
    (void) cmocka;
    static const uint32_t fixed[] = {28, 31, 24, 11, 13};
    size_t members = 0;

    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        for (unsigned h = 0; h < 2; h++)
            assert_int_equal(parted_members((enum ombre_half) h,
                                            ombre_format_find(fixed[i]),
                                            &members),
                             0);
    assert_int_equal(members, 3 * (86 + 50) + 2 * (51 + 33));
    members = 0;
    assert_in_range(
        parted_members(OMBRE_HALF_COLOR, ombre_format_find(10), &members), 1,
        50);
    assert_int_equal(members, 51);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
