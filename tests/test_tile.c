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
            if (next(seed) % 50 == 0)
                a->source[i][k] = next(seed) << 16 ^ next(seed);
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

/* Whether to try all alphas, not only some. */
static bool every_alpha;

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
        struct ombre_state state =
            state_of(format, color, f % 2 ? color : any_equation(&seed));
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

/* Every source, destination and some alphas, all in codes. */
static void check_triples(unsigned alpha, const struct ombre_state *state)
{
    enum { SOURCES = (256 + 2) / 3 };
    size_t count = 0;
    for (unsigned d = 0; d < 256; d++) {
        for (unsigned s = 0; s < 256; s += 3) {
            uint8_t *const source = &arrays.source_texels[4 * count];
            for (unsigned k = 0; k < 3; k++)
                source[k] = (uint8_t) (s + k);
            source[3] = (uint8_t) alpha;
            memset(&arrays.dest[4 * count], (int) d, 4);
            count++;
        }
        if (count + SOURCES <= TILE_PIXELS && d < 255)
            continue;
        check_tile(state, 0, OMBRE_JUDGE_D3D, &arrays, count, OMBRE_TILE_TEXELS,
                   1, "triples");
        memset(&arrays, 0x5A, sizeof arrays);
        count = 0;
    }
}

static const struct ombre_equation over = {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA,
                                           OMBRE_OP_ADD};

static void test_triples(void **unused)
{
    (void) unused;
    static const uint8_t some[] = {0, 1, 2, 63, 127, 128, 201, 254, 255};
    const struct ombre_state state =
        state_of(ombre_format_find(RGBA8), over, over);
    const unsigned count = every_alpha ? 256 : sizeof some;
    compared = 0;
    memset(&arrays, 0x5A, sizeof arrays);
    for (unsigned i = 0; i < count; i++)
        check_triples(every_alpha ? i : some[i], &state);
    assert_int_equal((unsigned) compared, count * 256 * 86 * 4);
}

/* The blend with a path of its own, where floats may just not do: operands near
 * every limit of a conversion. */
static void test_over(void **unused)
{
    (void) unused;
    uint64_t seed = 25;
    compared = 0;
    for (int n = 0; n < 60; n++) {
        struct ombre_state state =
            state_of(ombre_format_find(n % 3 ? RGBA8 : BGRA8), over, over);
        fill(&arrays, &seed);
        for (int i = 0; n % 2 && i < TILE_PIXELS; i++)
            for (int k = 0; k < 4; k++) {
                const double near = (double) next(&seed) / 0x1p31 - 0.5;
                const double step = (next(&seed) % 11) / 10.0;
                arrays.source[i][k] =
                    word_of((next(&seed) % 256 + step + near * 1e-4) / 255);
            }
        if (n % 10 == 9)
            state.target[0].write_mask = 7;
        check_tile(&state, 0, OMBRE_JUDGE_D3D, &arrays,
                   TILE_PIXELS - next(&seed) % 400, OMBRE_TILE_WORDS, 1,
                   "over");
    }
    assert_true(compared > 250000);
}

/* Operands beside every limit: fp32 numbers up to four steps from where a code,
 * a half, or a conversion's 0.6 begins. */
static uint32_t beside_limit(uint64_t *seed)
{
    static const double limit[] = {0, 0.4, 0.5, 0.6};
    const double codes = next(seed) % 256 + limit[next(seed) % 4];
    const uint32_t word = word_of(codes / 255);
    return word + next(seed) % 9 - (word > 4 ? 4 : 0);
}

/* Ends, and what may be taken for one. */
static uint32_t beside_end(uint64_t *seed)
{
    static const double code[] = {0,      1e-6,    1e-3,  0.1,   0.25,   0.3,
                                  0.39,   0.41,    0.5,   0.59,  0.61,   0.75,
                                  1,      1.5,     127.3, 253,   254.3,  254.39,
                                  254.41, 254.5,   254.6, 254.7, 254.74, 254.76,
                                  254.9,  254.999, 255,   256};
    return word_of(code[next(seed) % (sizeof code / sizeof *code)] / 255);
}

static void check_beside(uint32_t (*word)(uint64_t *), const uint8_t *dests,
                         unsigned dest_count, uint64_t *seed)
{
    const struct ombre_state state =
        state_of(ombre_format_find(RGBA8), over, over);
    fill(&arrays, seed);
    for (int i = 0; i < TILE_PIXELS; i++)
        for (int k = 0; k < 4; k++) {
            arrays.source[i][k] = word(seed);
            if (dests)
                arrays.dest[4 * i + k] = dests[next(seed) % dest_count];
        }
    check_tile(&state, 0, OMBRE_JUDGE_D3D, &arrays, TILE_PIXELS,
               OMBRE_TILE_WORDS, 1, "beside");
}

/* Sources whose result, or an end of what is legal, is a code or a half. */
static void check_beside_results(uint64_t *seed)
{
    static const double room[] = {-1.1, -0.85, 0.5, 0.85, 1.1};
    const struct ombre_state state =
        state_of(ombre_format_find(RGBA8), over, over);
    fill(&arrays, seed);
    for (int i = 0; i < TILE_PIXELS; i++) {
        const double a = 1 + next(seed) % 254;
        arrays.source[i][3] = word_of(a / 255);
        for (int k = 0; k < 3; k++) {
            const double d = next(seed) % 8 ? arrays.dest[4 * i + k] : 0;
            const double y = next(seed) % 256 + room[next(seed) % 5];
            arrays.dest[4 * i + k] = (uint8_t) d;
            arrays.source[i][k] =
                word_of((d + (y - d) * 255 / a) / 255) + next(seed) % 3 - 1;
        }
    }
    check_tile(&state, 0, OMBRE_JUDGE_D3D, &arrays, TILE_PIXELS,
               OMBRE_TILE_WORDS, 1, "beside results");
}

static void test_over_limits(void **unused)
{
    (void) unused;
    static const uint8_t ends[] = {0, 1, 2, 100, 253, 254, 255};
    uint64_t seed = 29;
    compared = 0;
    for (int n = 0; n < 40; n++) {
        check_beside(beside_limit, NULL, 0, &seed);
        check_beside(beside_end, ends, sizeof ends, &seed);
        check_beside_results(&seed);
    }
    assert_int_equal(compared, 3 * 40 * TILE_PIXELS * 4);
}

/* Every factor in every place, every operation, on fixed point of
 * several widths, from fp32. */
static void test_fixed(void **unused)
{
    (void) unused;
    enum {
        SNORM8 = 31,
        UNORM16 = 11,
        SNORM16 = 13,
        RG16 = 35,
        RG8S = 51,
        RGB10A2 = 24,
        BGRA4 = 115
    };
    static const uint32_t formats[] = {RGBA8, SNORM8,  UNORM16, SNORM16,
                                       RG16,  RG8S,    BGRX8,   A8,
                                       R8,    RGB10A2, BGRA4};
    enum { FORMATS = sizeof formats / sizeof *formats };
    uint64_t seed = 26;
    compared = 0;
    for (unsigned f = 0; f < 19 * 19; f++) {
        const struct ombre_equation color = {
            factors[f / FACTORS], factors[f % FACTORS],
            (enum ombre_blend_op)(1 + next(&seed) % 3)};
        struct ombre_state state =
            state_of(ombre_format_find(formats[next(&seed) % FORMATS]), color,
                     any_equation(&seed));
        for (int i = 0; i < 4; i++)
            state.blend_factor[i] = (float) operand(&seed);
        if (f % 3 == 0)
            state.target[0].write_mask = (uint8_t) (next(&seed) % 16);
        if (f % 13 == 0)
            state.target[0].blend_enable = false;
        fill(&arrays, &seed);
        check_tile(&state, 0, f % 5 ? OMBRE_JUDGE_D3D : OMBRE_JUDGE_STRICT,
                   &arrays, 640 + next(&seed) % 60, OMBRE_TILE_WORDS, 7,
                   "fixed");
    }
    assert_true(compared > 50000);
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
    /* There both sources are one output. */
    state.target[1].color.src = OMBRE_SRC1_COLOR;
    state.target[1].alpha.dest = OMBRE_SRC1_ALPHA;
    fill(&arrays, &seed);
    check_tile(&state, 1, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_WORDS, 1,
               "source 1 on target 1");
    fill(&arrays, &seed);
    check_tile(&state, 1, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_TEXELS, 1,
               "codes of source 1 on target 1");
    state.shader.output[3].type = OMBRE_OUTPUT_NONE;
    fill(&arrays, &seed);
    check_tile(&state, 3, OMBRE_JUDGE_D3D, &arrays, 700, OMBRE_TILE_TEXELS, 1,
               "undeclared");
    assert_int_equal(compared, 700 * 4 * 6);

    const struct ombre_tile tile = tile_of(&arrays, 700, OMBRE_TILE_TEXELS);
    fill(&arrays, &seed);
    assert_false(ombre_predict_tile(&state, 2, OMBRE_JUDGE_D3D, &tile));
    assert_false(ombre_predict_tile(&state, 4, OMBRE_JUDGE_D3D, &tile));
    assert_false(ombre_predict_tile(&state, 0, OMBRE_JUDGE_COUNT, &tile));
    check_guard(&arrays, 0, 0);
}

/* --- Judging -------------------------------------------------------------- */

/* A code that is from first to last, or beyond one of them. */
static bool is_outside(const struct ombre_format *format,
                       const struct ombre_texel *got,
                       const struct ombre_texel *first,
                       const struct ombre_texel *last)
{
    for (int i = 0; i < 4; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const int64_t g =
            ombre_code_ordinal(format, c, ombre_texel_code(format, got, c));
        const int64_t f =
            ombre_code_ordinal(format, c, ombre_texel_code(format, first, c));
        const int64_t l =
            ombre_code_ordinal(format, c, ombre_texel_code(format, last, c));
        if (g < f || g > l)
            return true;
    }
    return false;
}

/* Random codes near each other, all three in random order. */
static void fill_judged(const struct ombre_format *format, size_t count,
                        uint64_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        struct ombre_texel t[3] = {{{0}}};
        for (int k = 0; k < 4; k++) {
            const enum ombre_component c = (enum ombre_component) k;
            int64_t low, high;
            ombre_ordinal_limits(format, c, &low, &high);
            const uint64_t width = (uint64_t) (high - low) + 1;
            const int64_t at =
                low + (int64_t) ((((uint64_t) next(seed) << 31) ^ next(seed)) %
                                 width);
            for (int j = 0; j < 3; j++) {
                /* Mostly from first to last; the ends themselves too. */
                const int64_t off = j == 0   ? next(seed) % 6 - 1
                                    : j == 1 ? 0
                                             : 4;
                const int64_t ordinal = at + off;
                ombre_texel_set_code(format, &t[j], c,
                                     ombre_ordinal_code(format, c,
                                                        ordinal < low ? low
                                                        : ordinal > high
                                                            ? high
                                                            : ordinal));
            }
        }
        ombre_texel_store(format, &t[0], &arrays.dest[i * format->texel_size]);
        ombre_texel_store(format, &t[1], &arrays.first[i * format->texel_size]);
        ombre_texel_store(format, &t[2], &arrays.last[i * format->texel_size]);
        arrays.open[i] = next(seed) % 5 == 0;
    }
}

static void check_judged(const struct ombre_format *format, size_t count,
                         bool opens, bool marks)
{
    uint8_t mark[TILE_PIXELS + 1];
    memset(mark, 0x5A, sizeof mark);
    const struct ombre_tile_verdict v =
        ombre_judge_tile(format, count, arrays.dest, arrays.first, arrays.last,
                         opens ? arrays.open : NULL, marks ? mark : NULL);
    size_t outside = 0, ask = 0, first_outside = count;
    for (size_t i = 0; i < count; i++) {
        const size_t at = i * format->texel_size;
        const struct ombre_texel got =
            ombre_texel_load(format, &arrays.dest[at]);
        const struct ombre_texel first =
            ombre_texel_load(format, &arrays.first[at]);
        const struct ombre_texel last =
            ombre_texel_load(format, &arrays.last[at]);
        const bool open = opens && arrays.open[i];
        const bool wrong = !open && is_outside(format, &got, &first, &last);
        if (wrong && outside == 0)
            first_outside = i;
        outside += wrong;
        ask += open;
        if (marks)
            assert_int_equal(mark[i], wrong  ? OMBRE_TILE_OUTSIDE
                                      : open ? OMBRE_TILE_ASK
                                             : OMBRE_TILE_INSIDE);
        compared++;
    }
    assert_int_equal(mark[marks ? count : 0], 0x5A);
    assert_int_equal(v.outside, outside);
    assert_int_equal(v.ask, ask);
    assert_int_equal(v.first_outside, first_outside);
}

static void test_judging(void **unused)
{
    (void) unused;
    uint64_t seed = 27;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        for (int n = 0; n < 8; n++) {
            const size_t count = n < 3 ? (size_t) n : next(&seed) % 400;
            fill_judged(format, count, &seed);
            check_judged(format, count, n % 2, n % 3);
        }
    }
    assert_true(compared > 40000);
}

/* What was predicted is judged to be inside. */
static void test_predicted_is_inside(void **unused)
{
    (void) unused;
    uint64_t seed = 28;
    unsigned tiles = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++, tiles++) {
        const struct ombre_format *const format = ombre_format_at(f);
        const struct ombre_state state = state_of(format, over, over);
        const struct ombre_tile tile = tile_of(&arrays, 100, OMBRE_TILE_WORDS);
        fill(&arrays, &seed);
        assert_true(ombre_predict_tile(&state, 0, OMBRE_JUDGE_D3D, &tile));
        const struct ombre_tile_verdict v =
            ombre_judge_tile(format, 100, arrays.ideal, arrays.first,
                             arrays.last, arrays.open, NULL);
        assert_int_equal(v.outside, 0);
        assert_true(v.ask < 100 || format->numeric == OMBRE_SHARED);
    }
    assert_true(tiles > 50);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_codes),
        cmocka_unit_test(test_triples),
        cmocka_unit_test(test_over),
        cmocka_unit_test(test_over_limits),
        cmocka_unit_test(test_fixed),
        cmocka_unit_test(test_every_format),
        cmocka_unit_test(test_corners),
        cmocka_unit_test(test_judging),
        cmocka_unit_test(test_predicted_is_inside),
    };
    every_alpha = argc > 1 && strcmp(argv[1], "every-alpha") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
