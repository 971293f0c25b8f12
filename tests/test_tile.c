/* tests/test_tile.c - tiles are, bit for bit, what pixels are one by one */
#include "tile_check.h"

#include <math.h>
#include <stdlib.h>

enum { RGBA8 = 28, R8 = 61, RG8 = 49, A8 = 65, BGRA8 = 87, BGRX8 = 88 };

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static struct ombre_equation any_equation(uint64_t *seed)
{
    return (struct ombre_equation){
        .src = factors[next(seed) % FACTORS],
        .dest = factors[next(seed) % FACTORS],
        .op = (enum ombre_blend_op)(1 + next(seed) % 5),
    };
}

/* Fill with codes, half of them ends. */
static void fill_bytes(uint8_t *bytes, size_t size, uint64_t *seed)
{
    static const uint8_t ends[] = {0, 1, 127, 128, 254, 255};
    for (size_t i = 0; i < size; i++)
        bytes[i] = next(seed) % 3 ? (uint8_t) next(seed) : ends[next(seed) % 6];
}

static double operand(uint64_t *seed)
{
    const double x = next(seed) / 2147483648.0;
    switch (next(seed) % 8) {
    case 0: return floor(x * 256) / 255;
    case 1: return floor(x * 256) / 255 + (x - 0.5) / 100;
    case 2: return x * 4 - 2;
    case 3: return (double) (next(seed) % 3) - 1;
    case 4: return (floor(x * 256) + 0.4 + 0.2 * (next(seed) % 2)) / 255;
    default: return x;
    }
}

static void fill(struct tile_arrays *a, uint64_t *seed)
{
    static const double special[] = {NAN,  INFINITY, -INFINITY,
                                     -0.0, 1e-40,    7e4};
    for (int i = 0; i < TILE_PIXELS; i++)
        for (int k = 0; k < 4; k++) {
            a->source[i][k] = word_of(operand(seed));
            a->source1[i][k] = word_of(operand(seed));
            if (next(seed) % 200 == 0)
                a->source[i][k] = word_of(special[next(seed) % 6]);
        }
    fill_bytes(a->source_texels, sizeof a->source_texels, seed);
    fill_bytes(a->source1_texels, sizeof a->source1_texels, seed);
    fill_bytes(a->dest, sizeof a->dest, seed);
    memset(a->ideal, 0x5A, sizeof a->ideal);
    memset(a->first, 0x5A, sizeof a->first);
    memset(a->last, 0x5A, sizeof a->last);
    memset(a->open, 0x5A, sizeof a->open);
}

static struct ombre_tile tile_of(struct tile_arrays *a, size_t count,
                                 enum ombre_tile_source_kind kind)
{
    const bool texels = kind == OMBRE_TILE_TEXELS;
    return (struct ombre_tile){
        .count = count,
        .source = {kind, texels ? (const void *) a->source_texels
                                : (const void *) a->source},
        .source1 = {kind, texels ? (const void *) a->source1_texels
                                 : (const void *) a->source1},
        .dest = a->dest,
        .ideal = a->ideal,
        .first = a->first,
        .last = a->last,
        .open = a->open,
    };
}

/* Nothing may be written behind the last pixel. */
static void check_guard(const struct tile_arrays *a, size_t size, size_t count)
{
    for (size_t i = 0; i < 64; i++) {
        assert_int_equal(a->ideal[size * count + i], 0x5A);
        assert_int_equal(a->first[size * count + i], 0x5A);
        assert_int_equal(a->last[size * count + i], 0x5A);
        assert_int_equal(a->open[count + i], 0x5A);
    }
}

static int compared;

static void check_tile(const struct ombre_state *state, unsigned target,
                       enum ombre_judge judge, struct tile_arrays *a,
                       size_t count, enum ombre_tile_source_kind kind,
                       size_t stride, const char *name)
{
    const struct ombre_tile tile = tile_of(a, count, kind);
    assert_true(ombre_predict_tile(state, target, judge, &tile));
    for (size_t i = 0; i < count; i += stride) {
        const int n = check_pixel(state, target, judge, &tile, i, name);
        assert_true(n >= 0);
        compared += n;
    }
    check_guard(a, state->target[target].format->texel_size, count);
}

/* --- States --------------------------------------------------------------- */

static struct tile_arrays arrays;

/* Every factor in every place, every operation, on 8-bit codes. */
static void test_codes(void **unused)
{
    (void) unused;
    static const uint32_t formats[] = {RGBA8, BGRA8, BGRX8, RG8, R8, A8};
    static const enum ombre_judge judges[] = {OMBRE_JUDGE_D3D, OMBRE_JUDGE_D3D,
                                              OMBRE_JUDGE_STRICT,
                                              OMBRE_JUDGE_EXACT};
    uint64_t seed = 21;
    compared = 0;
    for (unsigned f = 0; f < 19 * 19; f++) {
        const struct ombre_format *const format =
            ombre_format_find(formats[f % 6 < 2 ? 0 : f % 6]);
        struct ombre_equation color = {factors[f / FACTORS],
                                       factors[f % FACTORS],
                                       (enum ombre_blend_op)(1 + f % 3)};
        struct ombre_state state = state_of(format, color, any_equation(&seed));
        for (int i = 0; i < 4; i++)
            state.blend_factor[i] = (float) (next(&seed) % 256) / 255;
        if (f % 7 == 0)
            state.target[0].write_mask = (uint8_t) (next(&seed) % 16);
        if (f % 13 == 0)
            state.target[0].blend_enable = false;
        if (f % 5 == 0)
            state.target[0].color.op = (enum ombre_blend_op)(4 + f % 2);
        fill(&arrays, &seed);
        check_tile(&state, 0, judges[f % 4], &arrays,
                   TILE_PIXELS - next(&seed) % 300, OMBRE_TILE_TEXELS, 7,
                   "codes");
    }
    assert_true(compared > 150000);
}

/* Random states and operands of every format, under every judge. */
static void test_every_format(void **unused)
{
    (void) unused;
    uint64_t seed = 22;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        for (int n = 0; n < 10; n++) {
            struct ombre_state state =
                state_of(format, any_equation(&seed), any_equation(&seed));
            for (int i = 0; i < 4; i++)
                state.blend_factor[i] = (float) operand(&seed);
            if (n % 5 == 4)
                state.target[0].blend_enable = false;
            if (n % 7 == 6)
                state.shader.output[0].components = 7;
            fill(&arrays, &seed);
            check_tile(&state, 0, (enum ombre_judge)(n % OMBRE_JUDGE_COUNT),
                       &arrays, 150,
                       n % 3 ? OMBRE_TILE_WORDS : OMBRE_TILE_TEXELS, 3, "any");
        }
    }
    assert_true(compared > 40000);
}

/* A target that is not the first, sources that are not there, holes. */
static void test_corners(void **unused)
{
    (void) unused;
    uint64_t seed = 23;
    const struct ombre_format *const format = ombre_format_find(RGBA8);
    const struct ombre_equation over = {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA,
                                        OMBRE_OP_ADD};
    struct ombre_state state = state_of(format, over, over);
    state.target_count = 4;
    state.target[1] = state.target[3] = state.target[0];
    state.shader.output[3] = state.shader.output[0];
    fill(&arrays, &seed);
    compared = 0;
    check_tile(&state, 1, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_TEXELS, 1,
               "target 1");
    fill(&arrays, &seed);
    check_tile(&state, 3, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_TEXELS, 1,
               "target 3");
    fill(&arrays, &seed);
    check_tile(&state, 3, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_NONE, 1,
               "no source");
    fill(&arrays, &seed);
    check_tile(&state, 0, OMBRE_JUDGE_D3D, &arrays, 0, OMBRE_TILE_TEXELS, 1,
               "no pixel");
    state.shader.output[3].type = OMBRE_OUTPUT_NONE;
    fill(&arrays, &seed);
    check_tile(&state, 3, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_TEXELS, 1,
               "undeclared");
    assert_int_equal(compared, 700 * 4 * 4);

    const struct ombre_tile tile = tile_of(&arrays, 700, OMBRE_TILE_TEXELS);
    fill(&arrays, &seed);
    assert_false(ombre_predict_tile(&state, 2, OMBRE_JUDGE_D3D, &tile));
    assert_false(ombre_predict_tile(&state, 4, OMBRE_JUDGE_D3D, &tile));
    assert_false(ombre_predict_tile(&state, 0, OMBRE_JUDGE_COUNT, &tile));
    check_guard(&arrays, 0, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_every_format),
        cmocka_unit_test(test_corners),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
