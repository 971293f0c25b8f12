/* tests/test_shared_blend.c - blends on R9G9B9E5: judges are nested, wide
 * enough for honest output mergers and too narrow for dishonest ones
 */
#include "shared_check.h"

/* --- Blends --------------------------------------------------------------- */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

/* Nine bits, or any, between 2^-20 and 2^15; negative or special at times. */
static double operand(uint64_t *seed)
{
    const double x = unit(seed);
    const double scale = ldexp(1, (int) (next(seed) % 12) - 8);
    switch (next(seed) % 8) {
    case 0: return floor(x * 512) / 512 * scale;
    case 1: return next(seed) % 2;
    case 2: return -x;
    case 3: return x * 65535 * scale;
    default: return x * scale;
    }
}

/* Every texel of `inner`, ends and some between, must be one of `outer`. */
static void check_inside(const struct ombre_prediction *inner,
                         const struct ombre_prediction *outer, const char *name)
{
    for (unsigned r = 0; r < inner->texels.count; r++) {
        const struct ombre_shared_range *const range = &inner->texels.range[r];
        for (int corner = 0; corner < 27; corner++) {
            uint32_t m[3];
            for (int i = 0, k = corner; i < 3; i++, k /= 3)
                m[i] = k % 3 == 0   ? range->first[i]
                       : k % 3 == 1 ? range->last[i]
                                    : (range->first[i] + range->last[i]) / 2u;
            const struct ombre_texel texel =
                ombre_shared_texel(range->exponent, m);
            if (!ombre_shared_set_has(&inner->texels, &texel))
                continue;
            expect(ombre_shared_set_has(&outer->texels, &texel), name, "texel",
                   texel.word[0], 0);
        }
    }
}

static void test_nested(void **unused)
{
    (void) unused;
    static const double special[] = {NAN, INFINITY, -INFINITY, 7e4, 1e-9, -0.0};
    uint64_t seed = 11;
    compared = failures = 0;
    for (int n = 0; n < 4000; n++) {
        struct ombre_state state =
            state_of(n % 8 != 0, factors[next(&seed) % FACTORS],
                     factors[next(&seed) % FACTORS],
                     (enum ombre_blend_op)(1 + next(&seed) % 5));
        double src[4];
        for (int i = 0; i < 4; i++)
            src[i] = operand(&seed);
        if (n % 10 == 0)
            src[next(&seed) % 4] = special[next(&seed) % 6];
        const uint32_t dest = next(&seed) << 16 ^ next(&seed);
        struct ombre_prediction p[4];
        for (int j = 0; j < 4; j++) {
            p[j] = predict(&state, src, dest, (enum ombre_judge) j);
            expect(has(&p[j], ideal_texel(&p[j])), "ideal", "texel",
                   ideal_texel(&p[j]), 0);
        }
        for (int j = 0; j < 3; j++)
            check_inside(&p[j], &p[j + 1],
                         ombre_judge_name((enum ombre_judge) j));
    }
    assert_true(compared > 20000);
    assert_int_equal(failures, 0);
}

/* An output merger for SRC_ALPHA, INV_SRC_ALPHA: how it takes operands and how
 * it stores. */
struct merger {
    const char *name;
    double (*operand)(double);
    double (*step)(double); /* after each operation */
    uint32_t (*store)(const double value[3]);
};

static double as_fp32(double x)
{
    return (double) (float) x;
}

static double half_nearest(double x)
{
    if (x == 0)
        return 0;
    const int e = ilogb(x) < -14 ? -14 : ilogb(x);
    const double step = ldexp(1, e - 10);
    return fmin(rint(x / step) * step, 65504);
}

static uint32_t store_even(const double value[3])
{
    return ombre_shared_encode(value).word[0];
}

static uint32_t store_with(const double value[3], double (*round)(double))
{
    double largest = 0;
    uint32_t e = 0, m[3];
    for (int i = 0; i < 3; i++)
        largest = fmax(largest, fmin(value[i], 65408));
    while (round(largest / ldexp(1, (int) e - 24)) > 511)
        e++;
    for (int i = 0; i < 3; i++)
        m[i] = (uint32_t) round(fmax(fmin(value[i], 65408), 0) /
                                ldexp(1, (int) e - 24));
    return e << 27 | m[2] << 18 | m[1] << 9 | m[0];
}

static double half_up(double x)
{
    return floor(x + 0.5);
}

static uint32_t store_half_up(const double value[3])
{
    return store_with(value, half_up);
}

static uint32_t store_truncated(const double value[3])
{
    return store_with(value, floor);
}

/* The algorithm as printed: 9 bits of the own exponent, then a shift. */
static uint32_t store_shifted(const double value[3])
{
    double nine[3];
    for (int i = 0; i < 3; i++) {
        const double alone[3] = {value[i], 0, 0};
        const uint32_t t = ombre_shared_encode(alone).word[0];
        nine[i] = ombre_shared_decode(t >> 27, t & 511);
    }
    return store_with(nine, floor);
}

static uint32_t store_exponent_high(const double value[3])
{
    const uint32_t t = store_even(value);
    const uint32_t m[3] = {mantissa(t, 0) / 2, mantissa(t, 1) / 2,
                           mantissa(t, 2) / 2};
    return ((t >> 27) + 1) << 27 | m[2] << 18 | m[1] << 9 | m[0];
}

static uint32_t store_green_exponent(const double value[3])
{
    const double alone[3] = {0, value[1], 0};
    const uint32_t e = store_even(alone) >> 27;
    uint32_t m[3];
    for (int i = 0; i < 3; i++)
        m[i] = (uint32_t) fmin(rint(value[i] / ldexp(1, (int) e - 24)), 511);
    return e << 27 | m[2] << 18 | m[1] << 9 | m[0];
}

static uint32_t store_low_bit(const double value[3])
{
    return store_even(value) & ~1u;
}

static const struct merger honest[] = {
    {"fp32, nearest even", as_fp32, as_fp32, store_even},
    {"fp32, half up", as_fp32, as_fp32, store_half_up},
    {"fp32, shifted", as_fp32, as_fp32, store_shifted},
    {"halves cut on export", half_toward_zero, as_fp32, store_even},
    {"halves throughout", half_nearest, half_nearest, store_even},
    {"halves throughout, shifted", half_nearest, half_nearest, store_shifted},
};

static const struct {
    struct merger merger;
    int least; /* percent of texels that must be found */
} dishonest[] = {
    {{"truncated", as_fp32, as_fp32, store_truncated}, 8},
    {{"exponent one high", as_fp32, as_fp32, store_exponent_high}, 99},
    {{"green's exponent", as_fp32, as_fp32, store_green_exponent}, 20},
    {{"lowest bit of red lost", as_fp32, as_fp32, store_low_bit}, 15},
};

static uint32_t merge(const struct merger *m, const double src[4],
                      uint32_t dest)
{
    double value[3];
    const double a = m->operand(as_fp32(src[3]));
    const double inverse = m->step(1 - a);
    for (int i = 0; i < 3; i++) {
        const double s = m->operand(as_fp32(src[i]));
        const double d = ombre_shared_decode(dest >> 27, mantissa(dest, i));
        value[i] = m->step(m->step(s * a) + m->step(d * inverse));
    }
    return m->store(value);
}

/* Percent of texels that the d3d judge rejects. */
static double rejected(const struct merger *m)
{
    const struct ombre_state state =
        state_of(true, OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD);
    uint64_t seed = 5;
    int bad = 0;
    enum { TEXELS = 3000 };
    for (int n = 0; n < TEXELS; n++) {
        double src[4];
        const double scale = ldexp(1, (int) (next(&seed) % 10) - 5);
        for (int i = 0; i < 3; i++)
            src[i] = unit(&seed) * scale;
        src[3] = unit(&seed);
        const uint32_t dest =
            (11 + next(&seed) % 8) << 27 | (next(&seed) & 0x7FFFFFF) | 256;
        const struct ombre_prediction p =
            predict(&state, src, dest, OMBRE_JUDGE_D3D);
        bad += !has(&p, merge(m, src, dest));
    }
    return bad * 100.0 / TEXELS;
}

static void test_mergers(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
        const double bad = rejected(&honest[i]);
        expect(bad == 0, honest[i].name, "percent rejected", bad, 0);
    }
    for (size_t i = 0; i < sizeof dishonest / sizeof *dishonest; i++) {
        const double bad = rejected(&dishonest[i].merger);
        expect(bad >= dishonest[i].least, dishonest[i].merger.name,
               "percent rejected", bad, dishonest[i].least);
    }
    assert_int_equal(compared, 10);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested),
        cmocka_unit_test(test_mergers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
