/* tests/test_exhaustive.c - every 8-bit source code on every 8-bit destination
 * code, under every equation
 *
 *   test_exhaustive           predicted in tiles
 *   test_exhaustive one       and one by one: minutes
 *
 * What is right is computed anew from design and FS 17.5 in whole numbers: on
 * 8-bit operands a sum is N 255ths of a code.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/tile.h"

enum { CODES = 256, PAIRS = CODES * CODES, OPS = 3 };

/* Also one by one. */
static bool one_by_one;

/* --- Equations ------------------------------------------------------------ */

static const enum ombre_factor color_factors[] = {
    OMBRE_ZERO, OMBRE_ONE, OMBRE_SRC_COLOR, OMBRE_INV_SRC_COLOR,
    OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_DEST_ALPHA,
    OMBRE_INV_DEST_ALPHA, OMBRE_DEST_COLOR, OMBRE_INV_DEST_COLOR,
    OMBRE_SRC_ALPHA_SAT, OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR, OMBRE_INV_ALPHA_FACTOR,
    /* dual source: */
    OMBRE_SRC1_COLOR, OMBRE_INV_SRC1_COLOR, OMBRE_SRC1_ALPHA,
    OMBRE_INV_SRC1_ALPHA};
/* SRC_ALPHA_SAT is ONE here, ALPHA_FACTOR is BLEND_FACTOR. */
static const enum ombre_factor alpha_factors[] = {
    OMBRE_ZERO, OMBRE_ONE, OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA, OMBRE_INV_DEST_ALPHA, OMBRE_BLEND_FACTOR,
    OMBRE_INV_BLEND_FACTOR,
    /* dual source: */
    OMBRE_SRC1_ALPHA, OMBRE_INV_SRC1_ALPHA};
enum {
    SINGLE_COLOR = 15,
    DUAL_COLOR = 19,
    SINGLE_ALPHA = 8,
    DUAL_ALPHA = 10,
    COLORS = DUAL_COLOR * DUAL_COLOR * OPS + 2,
    ALPHAS = DUAL_ALPHA * DUAL_ALPHA * OPS + 2,
};

/* Equation n of all of some factors: MIN and MAX ignore theirs, so they come
 * once each. */
static struct ombre_equation equation_at(const enum ombre_factor *factors,
                                         unsigned count, unsigned n)
{
    if (n >= count * count * OPS)
        return (struct ombre_equation){
            OMBRE_SRC_ALPHA, OMBRE_DEST_ALPHA,
            n % 2 == (count * count * OPS) % 2 ? OMBRE_OP_MIN : OMBRE_OP_MAX};
    return (struct ombre_equation){
        .src = factors[n % count],
        .dest = factors[n / count % count],
        .op = (enum ombre_blend_op)(OMBRE_OP_ADD + n / count / count),
    };
}

/* --- What is right -------------------------------------------------------- */

/* The operands of one component, in codes. */
struct operands {
    int s, sa, d, da, k, ka, t, ta;
};

static int factor_code(enum ombre_factor factor, bool is_alpha,
                       const struct operands *o)
{
    switch (factor) {
    case OMBRE_ZERO: return 0;
    case OMBRE_ONE: return 255;
    case OMBRE_SRC_COLOR: return o->s;
    case OMBRE_INV_SRC_COLOR: return 255 - o->s;
    case OMBRE_SRC_ALPHA: return o->sa;
    case OMBRE_INV_SRC_ALPHA: return 255 - o->sa;
    case OMBRE_DEST_ALPHA: return o->da;
    case OMBRE_INV_DEST_ALPHA: return 255 - o->da;
    case OMBRE_DEST_COLOR: return o->d;
    case OMBRE_INV_DEST_COLOR: return 255 - o->d;
    case OMBRE_SRC_ALPHA_SAT:
        return is_alpha ? 255 : o->sa < 255 - o->da ? o->sa : 255 - o->da;
    case OMBRE_BLEND_FACTOR: return o->k;
    case OMBRE_INV_BLEND_FACTOR: return 255 - o->k;
    case OMBRE_ALPHA_FACTOR: return o->ka;
    case OMBRE_INV_ALPHA_FACTOR: return 255 - o->ka;
    case OMBRE_SRC1_COLOR: return o->t;
    case OMBRE_INV_SRC1_COLOR: return 255 - o->t;
    case OMBRE_SRC1_ALPHA: return o->ta;
    case OMBRE_INV_SRC1_ALPHA: return 255 - o->ta;
    }
    return -1;
}

struct codes {
    int ideal, first, last;
};

static int floor_of(int numerator, int denominator)
{
    return numerator >= 0 ? numerator / denominator
                          : -((-numerator + denominator - 1) / denominator);
}

static int within(int x)
{
    return x < 0 ? 0 : x > 255 ? 255 : x;
}

static bool is_between(int x)
{
    return x > 0 && x < 255;
}

/* Half the width is 0.6 of a code and 0.25 for each product of two numbers that
 * are neither 0 nor 1; without any product the sum is a code. */
static struct codes right_codes(struct ombre_equation e, bool is_alpha,
                                const struct operands *o)
{
    const int smaller = o->s < o->d ? o->s : o->d;
    const int larger = o->s < o->d ? o->d : o->s;
    if (e.op == OMBRE_OP_MIN)
        return (struct codes){smaller, smaller, smaller};
    if (e.op == OMBRE_OP_MAX)
        return (struct codes){larger, larger, larger};
    const int f = factor_code(e.src, is_alpha, o);
    const int g = factor_code(e.dest, is_alpha, o);
    const int p = e.op == OMBRE_OP_REV_SUBTRACT ? -o->s * f : o->s * f;
    const int q = e.op == OMBRE_OP_SUBTRACT ? -o->d * g : o->d * g;
    const int products = (is_between(o->s) && is_between(f)) +
                         (is_between(o->d) && is_between(g));
    /* In 5100ths of a code. */
    const int sum = 20 * (p + q);
    const int room = products ? 5100 * 6 / 10 + products * 5100 / 4 : 0;
    return (struct codes){
        .ideal = within(floor_of(sum + 2550, 5100)),
        .first = within(-floor_of(room - sum, 5100)),
        .last = within(floor_of(sum + room, 5100)),
    };
}

/* --- Pixels --------------------------------------------------------------- */

static uint8_t source[PAIRS][4], source1[PAIRS][4], dest[PAIRS][4];
static uint8_t ideal[PAIRS][4], first[PAIRS][4], last[PAIRS][4], open_[PAIRS];

/* Red and alpha meet every pair, in orders that differ; green and blue others.
 */
static void fill(void)
{
    for (unsigned i = 0; i < PAIRS; i++) {
        const unsigned pair[4] = {i, i * 5 + 77, i * 26125 + 5, i * 40503 + 13};
        for (int c = 0; c < 4; c++) {
            source[i][c] = (uint8_t) pair[c];
            dest[i][c] = (uint8_t) (pair[c] >> 8);
            source1[i][c] =
                (uint8_t) (i * 31 + (i >> 8) * 7 + 59u * (unsigned) c);
        }
        source1[i][i % 4] = i % 5 == 0 ? 0 : i % 7 == 0 ? 255 : source1[i][0];
    }
}

static const uint8_t constants[][4] = {{0x40, 0x7F, 0xC1, 0x93},
                                       {0x00, 0xFF, 0x01, 0x80},
                                       {0xFE, 0x33, 0x00, 0xFF},
                                       {0x81, 0x02, 0xFF, 0x00}};

static struct ombre_state state_at(unsigned n)
{
    struct ombre_state state = {
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    state.shader.bound = true;
    state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    state.shader.output[1] = state.shader.output[0];
    state.target[0] = (struct ombre_target){
        .format = ombre_format_find(28), /* R8G8B8A8_UNORM */
        .blend_enable = true,
        .color = equation_at(color_factors, DUAL_COLOR, n),
        .alpha = equation_at(alpha_factors, DUAL_ALPHA, n % ALPHAS),
        .write_mask = 15,
    };
    for (int c = 0; c < 4; c++)
        state.blend_factor[c] = (float) constants[n % 4][c] / 255.0f;
    return state;
}

static struct codes right_at(const struct ombre_state *state, unsigned n,
                             unsigned pixel, int c)
{
    const uint8_t *const k = constants[n % 4];
    const struct operands o = {
        .s = source[pixel][c],
        .sa = source[pixel][3],
        .d = dest[pixel][c],
        .da = dest[pixel][3],
        .k = k[c],
        .ka = k[3],
        .t = source1[pixel][c],
        .ta = source1[pixel][3],
    };
    const bool is_alpha = c == 3;
    return right_codes(is_alpha ? state->target[0].alpha
                                : state->target[0].color,
                       is_alpha, &o);
}

/* MIN and MAX beside a second source are undefined (FS 17.6). */
static bool is_undefined(const struct ombre_state *state)
{
    const struct ombre_target *const t = &state->target[0];
    return ombre_target_is_dual_source(t) &&
           (t->color.op == OMBRE_OP_MIN || t->color.op == OMBRE_OP_MAX ||
            t->alpha.op == OMBRE_OP_MIN || t->alpha.op == OMBRE_OP_MAX);
}

/* --- Tests ---------------------------------------------------------------- */

static void fail_at(const struct ombre_state *state, unsigned pixel, int c,
                    const struct codes *got, const struct codes *want)
{
    const struct ombre_equation e =
        c == 3 ? state->target[0].alpha : state->target[0].color;
    fail_msg("%s %s op %d component %d of %d on %d: %d in %d to %d, want %d in "
             "%d to %d",
             ombre_factor_name(e.src), ombre_factor_name(e.dest), (int) e.op, c,
             source[pixel][c], dest[pixel][c], got->ideal, got->first,
             got->last, want->ideal, want->first, want->last);
}

static void check(const struct ombre_state *state, unsigned n, unsigned pixel,
                  int c, const struct codes *got)
{
    const struct codes want = right_at(state, n, pixel, c);
    if (got->ideal != want.ideal || got->first != want.first ||
        got->last != want.last)
        fail_at(state, pixel, c, got, &want);
}

static void check_tile(const struct ombre_state *state, unsigned n)
{
    const struct ombre_tile tile = {
        .count = PAIRS,
        .source = {OMBRE_TILE_TEXELS, source},
        .source1 = {OMBRE_TILE_TEXELS, source1},
        .dest = dest,
        .ideal = ideal,
        .first = first,
        .last = last,
        .open = open_,
    };
    assert_true(ombre_predict_tile(state, 0, OMBRE_JUDGE_D3D, &tile));
    for (unsigned i = 0; i < PAIRS; i++) {
        assert_false(open_[i]);
        for (int c = 0; c < 4; c++) {
            const struct codes got = {ideal[i][c], first[i][c], last[i][c]};
            check(state, n, i, c, &got);
        }
    }
}

static uint32_t word_of(uint8_t code)
{
    const float f = (float) code / 255.0f;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

static void check_one(const struct ombre_state *state, unsigned n, unsigned i)
{
    struct ombre_source words = {{{0}}};
    struct ombre_prediction p;
    for (int c = 0; c < 4; c++) {
        words.word[0][c] = word_of(source[i][c]);
        words.word[1][c] = word_of(source1[i][c]);
    }
    const struct ombre_texel texel =
        ombre_texel_load(state->target[0].format, dest[i]);
    assert_true(ombre_predict(state, 0, &words, &texel, OMBRE_JUDGE_D3D, &p));
    for (int c = 0; c < 4; c++) {
        const struct ombre_code_set *const legal = &p.component[c].legal;
        assert_int_equal(legal->count, 1);
        const struct codes got = {(int) p.component[c].code,
                                  (int) legal->range[0].first,
                                  (int) legal->range[0].last};
        check(state, n, i, c, &got);
    }
}

static void test_pairs(void **unused)
{
    (void) unused;
    unsigned equations = 0, undefined = 0;
    uint8_t alphas[ALPHAS] = {0};
    fill();
    for (unsigned n = 0; n < COLORS; n++) {
        struct ombre_state state = state_at(n);
        if (is_undefined(&state)) {
            /* The other half alone. */
            const struct ombre_equation one = {OMBRE_ONE, OMBRE_ZERO,
                                               OMBRE_OP_ADD};
            const bool is_min_max =
                state.target[0].color.op > OMBRE_OP_REV_SUBTRACT;
            *(is_min_max ? &state.target[0].alpha : &state.target[0].color) =
                one;
            undefined++;
        }
        check_tile(&state, n);
        for (unsigned i = one_by_one ? 0 : n % 991; i < PAIRS;
             i += one_by_one ? 1 : 991)
            check_one(&state, n, i);
        equations++;
        alphas[n % ALPHAS]++;
    }
    assert_int_equal(equations, 1085);
    for (unsigned i = 0; i < ALPHAS; i++)
        assert_true(alphas[i] >= 3);
    assert_true(undefined < 20);
}

/* The numbers of design: 677 and 1,085 colour equations, 194 and 302 of alpha.
 */
static void test_counts(void **unused)
{
    (void) unused;
    assert_int_equal(SINGLE_COLOR * SINGLE_COLOR * OPS + 2, 677);
    assert_int_equal(COLORS, 1085);
    assert_int_equal(SINGLE_ALPHA * SINGLE_ALPHA * OPS + 2, 194);
    assert_int_equal(ALPHAS, 302);
    /* Every pair of red and of alpha occurs. */
    static uint8_t seen[2][PAIRS];
    fill();
    for (unsigned i = 0; i < PAIRS; i++) {
        seen[0][dest[i][0] * CODES + source[i][0]] = 1;
        seen[1][dest[i][3] * CODES + source[i][3]] = 1;
    }
    for (unsigned i = 0; i < PAIRS; i++)
        assert_true(seen[0][i] && seen[1][i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_pairs),
    };
    one_by_one = argc > 1 && strcmp(argv[1], "one") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
