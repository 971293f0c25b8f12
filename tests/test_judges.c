/* tests/test_judges.c - the judges' sets are nested, wide enough for every
 * honest output merger, and too narrow for dishonest ones
 *
 * Output mergers are simulated in doubles; an honest one uses a freedom that
 * Direct3D gives, a dishonest one has a fault.  Operands come from a fixed
 * generator, so that a failure repeats.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"

/* --- Operands ------------------------------------------------------------- */

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static float unit(uint64_t *seed)
{
    return (float) next(seed) / 2147483648.0f;
}

/* A source operand: on the target's grid, anywhere in the unit range, beyond
 * it, an end, or special. */
static float operand(uint64_t *seed, double scale)
{
    switch (next(seed) % 8) {
    case 0:
    case 1:
    case 2: return (float) (floor(unit(seed) * (scale + 1)) / scale);
    case 3:
    case 4: return unit(seed);
    case 5: return unit(seed) * 4 - 2;
    case 6: return (float) (next(seed) % 3) - 1;
    default: return unit(seed) * unit(seed) * unit(seed);
    }
}

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

struct sample {
    struct ombre_state state;
    struct ombre_source source;
    struct ombre_texel dest;
};

static struct ombre_equation any_equation(uint64_t *seed)
{
    return (struct ombre_equation){
        .src = factors[next(seed) % FACTORS],
        .dest = factors[next(seed) % FACTORS],
        .op = (enum ombre_blend_op)(1 + next(seed) % 5),
    };
}

static struct sample sample_of(const struct ombre_format *format,
                               uint64_t *seed)
{
    struct sample s = {0};
    const double scale = 255;
    s.state.target_count = 1;
    s.state.sample_count = 1;
    s.state.sample_mask = ~0u;
    s.state.shader.bound = true;
    s.state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.state.shader.output[1] = s.state.shader.output[0];
    s.state.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = next(seed) % 8 != 0,
        .color = any_equation(seed),
        .alpha = any_equation(seed),
        .write_mask = 15,
    };
    for (int i = 0; i < 4; i++) {
        const float o0 = operand(seed, scale), o1 = operand(seed, scale);
        memcpy(&s.source.word[0][i], &o0, sizeof o0);
        memcpy(&s.source.word[1][i], &o1, sizeof o1);
        s.state.blend_factor[i] = operand(seed, scale);
        s.dest.word[i] = next(seed) ^ next(seed) << 16;
    }
    return s;
}

/* Words of any size, stored or under a logic operation. */
static void make_integer(struct sample *s, uint64_t *seed)
{
    const enum ombre_output_type type =
        ombre_format_base_type(s->state.target[0].format) == OMBRE_BASE_UINT
            ? OMBRE_OUTPUT_UINT
            : OMBRE_OUTPUT_SINT;
    s->state.shader.output[0] = (struct ombre_output){type, 15};
    s->state.target[0].blend_enable = false;
    s->state.logic_op_enable =
        s->state.target[0].format->logic_op && next(seed) % 2;
    s->state.logic_op = (enum ombre_logic_op)(next(seed) % 16);
    for (int i = 0; i < 4; i++)
        s->source.word[0][i] =
            (next(seed) << 16 ^ next(seed)) >> next(seed) % 32;
}

/* --- Nested --------------------------------------------------------------- */

/* exact in strict in d3d in vulkan, for every format, special operands too. */
static void test_nested(void **unused)
{
    (void) unused;
    static const float special[] = {NAN,        INFINITY, -INFINITY, 0x1p-140f,
                                    -0x1p-149f, 65520,    3e38f,     -0.0f};
    uint64_t seed = 7;
    int compared = 0, wrong = 0;

    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        if (format->numeric == OMBRE_SHARED)
            continue; /* sets of texels: test_shared_blend.c */
        for (int n = 0; n < 3000; n++) {
            struct sample s = sample_of(format, &seed);
            if (!format->blendable)
                make_integer(&s, &seed);
            if (n % 10 == 0)
                memcpy(&s.source.word[next(&seed) % 2][next(&seed) % 4],
                       &special[next(&seed) % 8], sizeof special[0]);
            struct ombre_prediction p[4];
            for (int j = 0; j < 4; j++)
                assert_true(ombre_predict(&s.state, 0, &s.source, &s.dest,
                                          (enum ombre_judge) j, &p[j]));
            for (int j = 0; j < 12; j++) {
                const int i = j % 4, k = j / 4;
                const bool inside = ombre_code_set_inside(
                    &p[k].component[i].legal, &p[k + 1].component[i].legal);
                compared++;
                if (!inside && wrong++ < 10)
                    print_error("%s sample %d component %d: %s not in %s\n",
                                format->name, n, i,
                                ombre_judge_name((enum ombre_judge) k),
                                ombre_judge_name((enum ombre_judge)(k + 1)));
            }
        }
    }
    assert_true(compared > 1500000);
    assert_int_equal(wrong, 0);
}

/* --- Simulated output mergers, 8-bit UNORM ---------------------------------
 */

/* How one takes operands, products and results, in codes. */
struct merger {
    const char *name;
    double (*operand)(double code);
    double (*product)(double code);
    double (*store)(double code);
};

static double exactly(double x)
{
    return x;
}

static double nearest(double x)
{
    return floor(x + 0.5);
}

/* The H200 rounds up only from .5625 on. */
static double nvidia(double x)
{
    return floor(x + 1 - 0.5625);
}

/* Products of 10 bits where the target has 8. */
static double quarter(double x)
{
    return floor(x * 4 + 0.5) / 4;
}

static double half_bits(double x)
{
    if (x == 0)
        return 0;
    const double step = ldexp(1, ilogb(x / 255) - 10) * 255;
    return rint(x / step) * step;
}

static double truncated(double x)
{
    return floor(x);
}

static double one_low(double x)
{
    return fmax(floor(x + 0.5) - 1, 0);
}

static const struct merger honest[] = {
    {"fp32", exactly, exactly, nearest},
    {"grid operands, 0.5625", nvidia, exactly, nvidia},
    {"rounded products", nearest, nearest, nearest},
    {"rounded products of fp32 operands", exactly, nearest, nearest},
    {"10-bit products", exactly, quarter, nearest},
    {"10-bit products of grid operands", nvidia, quarter, nvidia},
    {"half products", exactly, half_bits, nearest},
};

static double merger_factor(enum ombre_factor f, double s, double sa, double d,
                            double da, double k, double ka)
{
    switch (f) {
    case OMBRE_ZERO: return 0;
    case OMBRE_ONE: return 255;
    case OMBRE_SRC_COLOR: return s;
    case OMBRE_INV_SRC_COLOR: return 255 - s;
    case OMBRE_SRC_ALPHA: return sa;
    case OMBRE_INV_SRC_ALPHA: return 255 - sa;
    case OMBRE_DEST_ALPHA: return da;
    case OMBRE_INV_DEST_ALPHA: return 255 - da;
    case OMBRE_DEST_COLOR: return d;
    case OMBRE_INV_DEST_COLOR: return 255 - d;
    case OMBRE_SRC_ALPHA_SAT: return fmin(sa, 255 - da);
    case OMBRE_BLEND_FACTOR: return k;
    case OMBRE_INV_BLEND_FACTOR: return 255 - k;
    case OMBRE_ALPHA_FACTOR: return ka;
    case OMBRE_INV_ALPHA_FACTOR: return 255 - ka;
    case OMBRE_SRC1_COLOR:
    case OMBRE_INV_SRC1_COLOR:
    case OMBRE_SRC1_ALPHA:
    case OMBRE_INV_SRC1_ALPHA: break;
    }
    return NAN;
}

static double merger_operand(const struct merger *m, uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return m->operand(fmin(fmax((double) x, 0), 1) * 255);
}

/* Product of two values in codes; one with 0 or 1 is no product. */
static double merger_product(const struct merger *m, double a, double b)
{
    const double p = a * b / 255;
    return a == 0 || b == 0 || a == 255 || b == 255 ? p : m->product(p);
}

static uint32_t merge(const struct merger *m, const struct sample *s)
{
    const struct ombre_equation e = s->state.target[0].color;
    uint32_t constant[4];
    memcpy(constant, s->state.blend_factor, sizeof constant);
    const double src = merger_operand(m, s->source.word[0][0]);
    const double sa = merger_operand(m, s->source.word[0][3]);
    const double k = merger_operand(m, constant[0]);
    const double ka = merger_operand(m, constant[3]);
    const double d = s->dest.word[0] & 255, da = s->dest.word[0] >> 24;
    const double p =
        merger_product(m, src, merger_factor(e.src, src, sa, d, da, k, ka));
    const double q =
        merger_product(m, d, merger_factor(e.dest, src, sa, d, da, k, ka));
    const double y = e.op == OMBRE_OP_ADD        ? p + q
                     : e.op == OMBRE_OP_SUBTRACT ? p - q
                                                 : q - p;
    return (uint32_t) m->store(fmin(fmax(y, 0), 255));
}

static bool is_legal(const struct sample *s, enum ombre_judge judge,
                     uint32_t code)
{
    struct ombre_prediction p;
    ombre_predict(&s->state, 0, &s->source, &s->dest, judge, &p);
    return ombre_code_set_has(&p.component[0].legal, s->state.target[0].format,
                              OMBRE_RED, code);
}

/* No honest merger is ever refused: all 225 factor pairs, three ops. */
static void test_sound(void **unused)
{
    (void) unused;
    const struct ombre_format *const rgba8 = ombre_format_find(28);
    uint64_t seed = 11;
    int compared = 0, refused = 0;

    for (size_t i = 0; i < sizeof honest / sizeof honest[0]; i++) {
        for (int n = 0; n < 225 * 3 * 40; n++) {
            struct sample s = sample_of(rgba8, &seed);
            static const int single[15] = {0, 1, 2,  3,  4,  5,  6, 7,
                                           8, 9, 10, 11, 12, 17, 18};
            s.state.target[0].blend_enable = true;
            s.state.target[0].color = (struct ombre_equation){
                factors[single[n % 15]], factors[single[n / 15 % 15]],
                (enum ombre_blend_op)(1 + n / 225 % 3)};
            const uint32_t code = merge(&honest[i], &s);
            compared++;
            if (!is_legal(&s, OMBRE_JUDGE_D3D, code) && refused++ < 10)
                print_error("%s: %s %s op %d: %u refused\n", honest[i].name,
                            ombre_factor_name(s.state.target[0].color.src),
                            ombre_factor_name(s.state.target[0].color.dest),
                            (int) s.state.target[0].color.op, code);
        }
    }
    assert_int_equal(compared,
                     (int) (sizeof honest / sizeof honest[0]) * 27000);
    assert_int_equal(refused, 0);
}

/* How often, in a hundred, a merger is refused on SRC_ALPHA, INV_SRC_ALPHA. */
static double refusals(const struct merger *m, bool grid, uint32_t lost_bits)
{
    const struct ombre_format *const rgba8 = ombre_format_find(28);
    uint64_t seed = 13;
    int refused = 0;
    enum { TRIES = 20000 };
    for (int n = 0; n < TRIES; n++) {
        struct sample s = sample_of(rgba8, &seed);
        s.state.target[0].blend_enable = true;
        s.state.target[0].color = (struct ombre_equation){
            OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD};
        for (int i = 0; i < 4; i++) {
            const float x =
                grid ? (float) (next(&seed) % 256) / 255.0f : unit(&seed);
            memcpy(&s.source.word[0][i], &x, sizeof x);
        }
        struct sample seen = s;
        seen.dest.word[0] &= ~lost_bits;
        refused += !is_legal(&s, OMBRE_JUDGE_D3D, merge(m, &seen));
    }
    return refused * 100.0 / TRIES;
}

static void test_tight(void **unused)
{
    (void) unused;
    const struct merger low = {"one low", exactly, exactly, one_low};
    const struct merger cut = {"sum of truncated products", exactly, truncated,
                               nearest};
    const struct merger fine = {"fp32", exactly, exactly, nearest};
    const double low_grid = refusals(&low, true, 0);
    const double low_float = refusals(&low, false, 0);
    const double cut_grid = refusals(&cut, true, 0);
    const double lost_bit = refusals(&fine, true, 1);

    print_message("refused: one low %.1f %% on the grid, %.1f %% off it; "
                  "truncated %.1f %%; lowest bit of the target lost %.1f %%; "
                  "honest %.1f %%\n",
                  low_grid, low_float, cut_grid, lost_bit,
                  refusals(&fine, true, 0));
    assert_true(low_grid >= 30);
    assert_true(low_float >= 4);
    assert_true(cut_grid >= 30);
    assert_true(lost_bit >= 3);
    assert_true(refusals(&fine, true, 0) == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_tight),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
