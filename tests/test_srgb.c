/* sRGB: against the formulas of FS in the widest arithmetic at hand. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/format.h"

static const struct ombre_format *named(const char *name)
{
    uint32_t dxgi = 0;
    if (!ombre_dxgi_from_name(name, &dxgi) || !ombre_format_find(dxgi))
        fail_msg("no row %s", name);
    return ombre_format_find(dxgi);
}

/* All of them, not only some. */
static bool every_fp32;

static double fp32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A small generator; its seed makes failures repeat. */
static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 32);
}

/* FS 3.2.3.8 in the widest arithmetic at hand. */
static long double slow_srgb(double linear)
{
    const long double l = linear;
    const long double c =
        l <= 0.0031308L ? 12.92L * l : 1.055L * powl(l, 1.0L / 2.4L) - 0.055L;
    return 255.0L * c;
}

static uint32_t slow_srgb_code(double linear)
{
    const long double position = slow_srgb(linear);
    const long double whole = floorl(position);
    /* Too near to half-way for this arithmetic would prove nothing. */
    assert_true(fabsl(position - whole - 0.5L) >
                64.0L * LDBL_EPSILON * (position + 1.0L));
    return (uint32_t) whole + (position - whole > 0.5L);
}

/* For each threshold the three fp32 values around it, and as far as long double
 * can tell, the doubles. */
static void srgb_encodes_right_at_every_threshold(void **state)
{
    const struct ombre_format *f = named("R8G8B8A8_UNORM_SRGB");
    unsigned checked = 0;
    (void) state;
    for (unsigned k = 0; k < 255; k++) {
        const double half = ombre_linear_from_srgb(k + 0.5);
        const float below = nextafterf((float) half, 0.0f);
        const float above = nextafterf((float) half, 2.0f);
        const double near[] = {below, (float) half, above};
        for (unsigned i = 0; i < 3; i++) {
            const uint32_t want = slow_srgb_code(near[i]);
            assert_in_range(want, k, k + 1);
            if (ombre_encode(f, OMBRE_GREEN, near[i]) != want)
                fail_msg("%a becomes %u, not %u", near[i],
                         ombre_encode(f, OMBRE_GREEN, near[i]), want);
            checked++;
        }
        assert_int_equal(ombre_encode(f, OMBRE_GREEN, below), k);
        assert_int_equal(ombre_encode(f, OMBRE_GREEN, above), k + 1);
    }
    assert_int_equal(checked, 765);
}

#if LDBL_MANT_DIG >= 64
static void srgb_thresholds_are_right_to_a_double(void **state)
{
    const struct ombre_format *f = named("B8G8R8A8_UNORM_SRGB");
    unsigned checked = 0;
    (void) state;
    for (unsigned k = 0; k < 255; k++) {
        double low = ombre_linear_from_srgb(k + 0.25);
        double high = ombre_linear_from_srgb(k + 0.75);
        while (nextafter(low, high) < high) {
            const double middle = low + (high - low) / 2;
            if (ombre_encode(f, OMBRE_RED, middle) > k)
                high = middle;
            else
                low = middle;
        }
        /* low and high are neighbours, and the code begins with high. */
        const long double half = k + 0.5L;
        const long double room = 64.0L * LDBL_EPSILON * half;
        if (slow_srgb(low) > half + room || slow_srgb(high) < half - room)
            fail_msg("%u begins at %a", k + 1, high);
        checked++;
    }
    assert_int_equal(checked, 255);
}
#endif

static void srgb_encodes_any_fp32(void **state)
{
    const struct ombre_format *f = named("R8G8B8A8_UNORM_SRGB");
    uint64_t seed = 0x5EED5;
    uint32_t before = 0;
    (void) state;
    for (unsigned i = 0; i < 100000; i++) {
        const double value = fp32(next_random(&seed) % 0x3F800000u);
        const uint32_t want = slow_srgb_code(value);
        if (ombre_encode(f, OMBRE_BLUE, value) != want)
            fail_msg("%a becomes %u, not %u", value,
                     ombre_encode(f, OMBRE_BLUE, value), want);
    }
    for (uint32_t bits = 0x30000000; bits <= 0x3F800000; bits += 997) {
        const uint32_t code = ombre_encode(f, OMBRE_BLUE, fp32(bits));
        if (code < before || code > before + 1)
            fail_msg("code %u after %u", code, before);
        before = code;
    }
    assert_int_equal(before, 255);
}

/* Every fp32 number from 0 to 1, in ascending order: with the thresholds right,
 * each code must begin where the one before it ends. */
static void srgb_encodes_every_fp32(void **state)
{
    const struct ombre_format *f = named("R8G8B8A8_UNORM_SRGB");
    const uint32_t stride = every_fp32 ? 1 : 4099;
    uint32_t before = 0, numbers = 0;
    (void) state;
    for (uint32_t bits = 0; bits <= 0x3F800000; bits += stride) {
        const uint32_t code = ombre_encode(f, OMBRE_GREEN, fp32(bits));
        if (code != before && code != before + 1)
            fail_msg("code %u after %u", code, before);
        before = code;
        numbers++;
    }
    assert_int_equal(numbers, 0x3F800000 / stride + 1);
    assert_in_range(before, 254, 255);
}

static void srgb_decodes_to_the_nearest_double(void **state)
{
    const struct ombre_format *f = named("B8G8R8X8_UNORM_SRGB");
    (void) state;
    for (unsigned k = 0; k < 256; k++) {
        const long double c = k / 255.0L;
        const long double want =
            c <= 0.04045L ? c / 12.92L : powl((c + 0.055L) / 1.055L, 2.4L);
        const double got = ombre_decode(f, OMBRE_RED, k);
        const double ulp = nextafter(got, 2.0) - got;
        if (fabsl(got - want) > ulp * (0.5L + 0x1p-8L))
            fail_msg("%u is %a, not %La", k, got, want);
        if (fabs(ombre_linear_from_srgb(k) - got) > 8 * ulp)
            fail_msg("%u: %a, %a", k, ombre_linear_from_srgb(k), got);
    }
    assert_true(ombre_decode(f, OMBRE_RED, 255) == 1.0);
}

static void srgb_positions(void **state)
{
    static const double none[] = {0.0, -0.0, -0.5, (double) -INFINITY,
                                  (double) NAN};
    static const double full[] = {1.0,     0x1.0000000000001p0, 1.001, 1.5,
                                  DBL_MAX, (double) INFINITY};
    double before = -1.0;
    (void) state;
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_true(ombre_srgb_from_linear(none[i]) == 0.0);
        assert_true(ombre_linear_from_srgb(none[i]) == 0.0);
    }
    for (unsigned i = 0; i < sizeof full / sizeof full[0]; i++) {
        assert_true(ombre_srgb_from_linear(full[i]) == 255.0);
        assert_true(ombre_linear_from_srgb(255.0 * full[i]) == 1.0);
    }
    for (unsigned i = 1; i < 255 * 16; i++) {
        const double position = i / 16.0;
        const double linear = ombre_linear_from_srgb(position);
        if (fabs(ombre_srgb_from_linear(linear) - position) > 1e-11)
            fail_msg("%a is %a, which is %a", position, linear,
                     ombre_srgb_from_linear(linear));
        assert_true(linear > before && linear < 1.0);
        before = linear;
    }
    assert_true(ombre_linear_from_srgb(0x1p-20) > 0.0);
    assert_true(ombre_srgb_from_linear(0x1p-40) > 0.0);
    /* Where the curve's two pieces meet, with a step of 7e-6 code. */
    assert_true(fabs(ombre_srgb_from_linear(0.0031308) - 10.31473368) < 1e-9);
    assert_true(fabs(ombre_srgb_from_linear(nextafter(0.0031308, 1.0)) -
                     10.314726408086) < 1e-9);
    assert_true(fabs(ombre_linear_from_srgb(0.04045 * 255.0) -
                     0.00313080495356) < 1e-12);
    assert_true(fabs(ombre_linear_from_srgb(127.5) - 0.21404114048) < 1e-9);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(srgb_encodes_right_at_every_threshold),
#if LDBL_MANT_DIG >= 64
        cmocka_unit_test(srgb_thresholds_are_right_to_a_double),
#endif
        cmocka_unit_test(srgb_encodes_any_fp32),
        cmocka_unit_test(srgb_encodes_every_fp32),
        cmocka_unit_test(srgb_decodes_to_the_nearest_double),
        cmocka_unit_test(srgb_positions),
    };
    every_fp32 = argc > 1 && strcmp(argv[1], "every-fp32") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
