/* tests/test_reference_float_grid.c - rounding to binary32, binary16 and the
 * 11- and 10-bit floats, at powers of two, denormals and the largest
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "../src/reference_float_grid.h"

static int failures, compared;

static void expect(const char *name, const char *what, double got, double want)
{
    compared++;
    if (got == want && signbit(got) == signbit(want))
        return;
    failures++;
    print_error("%s: %s is %a, want %a\n", name, what, got, want);
}

/* --- One number ------------------------------------------------------------
 */

#define F32 &float_grid_32
#define F16 &float_grid_16
#define F11 &float_grid_11
#define F10 &float_grid_10

/* clang-format off */
static const struct {
    const char *name;
    const struct float_grid *grid;
    double x, step, down, up, toward_zero, nearest;
    int denormal;
} numbers[] = {
    {"fp32 one", F32, 1, 0x1p-23, 1, 1, 1, 1, 0},
    {"fp32 just below one", F32, 1 - 0x1p-26, 0x1p-24, 1 - 0x1p-24, 1, 1 - 0x1p-24, 1, 0},
    {"fp32 half-way to odd", F32, 1 + 0x1p-24, 0x1p-23, 1, 1 + 0x1p-23, 1, 1, 0},
    {"fp32 half-way to even", F32, 1 + 0x3p-24, 0x1p-23, 1 + 0x1p-23, 1 + 0x1p-22, 1 + 0x1p-23, 1 + 0x1p-22, 0},
    {"fp32 negative", F32, -1 - 0x3p-25, 0x1p-23, -1 - 0x1p-23, -1, -1, -1 - 0x1p-23, 0},
    {"fp32 smallest normal", F32, 0x1p-126, 0x1p-149, 0x1p-126, 0x1p-126, 0x1p-126, 0x1p-126, 0},
    {"fp32 largest denormal", F32, 0x1p-126 - 0x1p-149, 0x1p-149, 0x1p-126 - 0x1p-149, 0x1p-126 - 0x1p-149, 0x1p-126 - 0x1p-149, 0x1p-126 - 0x1p-149, 1},
    {"fp32 below the smallest", F32, 0x1p-151, 0x1p-149, 0, 0x1p-149, 0, 0, 1},
    {"fp32 negative denormal", F32, -0x1.8p-149, 0x1p-149, -0x1p-148, -0x1p-149, -0x1p-149, -0x1p-148, 1},
    {"fp32 zero", F32, 0, 0x1p-149, 0, 0, 0, 0, 0},
    {"fp32 -0", F32, -0.0, 0x1p-149, -0.0, -0.0, -0.0, -0.0, 0},
    {"fp32 beyond the largest", F32, 0x1p128, 0x1p105, 0x1p128, 0x1p128, 0x1p128, 0x1p128, 0},
    {"fp16 three", F16, 3, 0x1p-9, 3, 3, 3, 3, 0},
    {"fp16 1.0007", F16, 0x1.002dp0, 0x1p-10, 1, 1 + 0x1p-10, 1, 1 + 0x1p-10, 0},
    {"fp16 smallest normal", F16, 0x1p-14, 0x1p-24, 0x1p-14, 0x1p-14, 0x1p-14, 0x1p-14, 0},
    {"fp16 denormal", F16, 0x1.4p-23, 0x1p-24, 0x1p-23, 0x1.8p-23, 0x1p-23, 0x1p-23, 1},
    {"fp16 largest", F16, 65504, 32, 65504, 65504, 65504, 65504, 0},
    {"fp16 just beyond", F16, 65519, 32, 65504, 65536, 65504, 65504, 0},
    {"fp11 one and a bit", F11, 1 + 0x1p-7, 0x1p-6, 1, 1 + 0x1p-6, 1, 1, 0},
    {"fp11 denormal", F11, 0x1.8p-20, 0x1p-20, 0x1p-20, 0x1p-19, 0x1p-20, 0x1p-19, 1},
    {"fp11 largest", F11, 65024, 512, 65024, 65024, 65024, 65024, 0},
    {"fp10 one and a bit", F10, 1 + 0x1p-6, 0x1p-5, 1, 1 + 0x1p-5, 1, 1, 0},
    {"fp10 denormal", F10, 0x1.8p-19, 0x1p-19, 0x1p-19, 0x1p-18, 0x1p-19, 0x1p-18, 1},
    {"fp10 largest", F10, 64512, 1024, 64512, 64512, 64512, 64512, 0},
};
/* clang-format on */

static void test_numbers(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        const char *const name = numbers[i].name;
        const struct float_grid *const g = numbers[i].grid;
        const double x = numbers[i].x;
        expect(name, "step", float_step(g, x), numbers[i].step);
        expect(name, "down", float_down(g, x), numbers[i].down);
        expect(name, "up", float_up(g, x), numbers[i].up);
        expect(name, "toward zero", float_toward_zero(g, x),
               numbers[i].toward_zero);
        expect(name, "nearest", float_nearest(g, x), numbers[i].nearest);
        expect(name, "denormal", float_is_denormal(g, x), numbers[i].denormal);
    }
    assert_int_equal(compared, 24 * 6);
    assert_int_equal(failures, 0);
}

/* FS 3.2.2: 0x7bff, 0x7bf and 0x3df; FLT_MAX. */
static void test_largest(void **unused)
{
    (void) unused;
    assert_true(float_grid_32.largest == 0x1.fffffep127);
    assert_true(float_grid_16.largest == 0x1.ffcp15);
    assert_true(float_grid_11.largest == 0x1.fcp15);
    assert_true(float_grid_10.largest == 0x1.f8p15);
}

/* --- One operation ---------------------------------------------------------
 */

/* Half a unit of fp32, 0.6 of a smaller float's, nothing for what is on the
 * grid.  `rounded` must be on the grid, `loose` need not. */
/* clang-format off */
static const struct {
    const char *name;
    const struct float_grid *grid;
    struct float_interval x, rounded, loose;
} operations[] = {
    {"fp32 on the grid", F32, {3, 3}, {3, 3}, {3, 3}},
    {"fp32 a quarter", F32, {1 + 0x1p-25, 1 + 0x1p-25}, {1, 1}, {1 - 0x1p-25, 1 + 0x3p-25}},
    {"fp32 three quarters", F32, {1 + 0x3p-25, 1 + 0x3p-25}, {1 + 0x1p-23, 1 + 0x1p-23}, {1 + 0x1p-25, 1 + 0x5p-25}},
    {"fp32 half-way goes either way", F32, {1 + 0x1p-24, 1 + 0x1p-24}, {1, 1 + 0x1p-23}, {1, 1 + 0x1p-23}},
    {"fp32 a range, ends on the grid", F32, {1, 2}, {1, 2}, {1, 2}},
    {"fp32 a range", F32, {1 + 0x3p-25, 2 + 0x1p-24}, {1 + 0x1p-23, 2}, {1 + 0x1p-25, 2 + 0x3p-24}},
    {"fp16 0.25", F16, {1 + 0x1p-12, 1 + 0x1p-12}, {1, 1}, {1 + 0x1p-12 - 0.6 * 0x1p-10, 1 + 0x1p-12 + 0.6 * 0x1p-10}},
    {"fp16 0.375 below", F16, {1 + 0x3p-13, 1 + 0x3p-13}, {1, 1}, {1 + 0x3p-13 - 0.6 * 0x1p-10, 1 + 0x3p-13 + 0.6 * 0x1p-10}},
    {"fp16 0.4375 either way", F16, {1 + 0x7p-14, 1 + 0x7p-14}, {1, 1 + 0x1p-10}, {1 + 0x7p-14 - 0.6 * 0x1p-10, 1 + 0x7p-14 + 0.6 * 0x1p-10}},
    {"fp16 0.5625 either way", F16, {1 + 0x9p-14, 1 + 0x9p-14}, {1, 1 + 0x1p-10}, {1 + 0x9p-14 - 0.6 * 0x1p-10, 1 + 0x9p-14 + 0.6 * 0x1p-10}},
    {"fp16 0.625 above", F16, {1 + 0x5p-13, 1 + 0x5p-13}, {1 + 0x1p-10, 1 + 0x1p-10}, {1 + 0x5p-13 - 0.6 * 0x1p-10, 1 + 0x5p-13 + 0.6 * 0x1p-10}},
    {"fp16 negative 0.625", F16, {-1 - 0x5p-13, -1 - 0x5p-13}, {-1 - 0x1p-10, -1 - 0x1p-10}, {-1 - 0x5p-13 - 0.6 * 0x1p-10, -1 - 0x5p-13 + 0.6 * 0x1p-10}},
    {"fp16 steps differ at the ends", F16, {0.5 + 0x1p-13, 2 + 0x1p-11}, {0.5, 2}, {0.5 + 0x1p-13 - 0.6 * 0x1p-11, 2 + 0x1p-11 + 0.6 * 0x1p-9}},
    {"fp16 one end on the grid", F16, {1, 1 + 0x1p-11}, {1, 1 + 0x1p-10}, {1, 1 + 0x1p-11 + 0.6 * 0x1p-10}},
    {"fp16 the other end", F16, {1 + 0x1p-11, 1.5}, {1, 1.5}, {1 + 0x1p-11 - 0.6 * 0x1p-10, 1.5}},
};
/* clang-format on */

static void test_operations(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof operations / sizeof operations[0]; i++) {
        const char *const name = operations[i].name;
        const struct float_interval rounded =
            float_last_operation(operations[i].grid, operations[i].x);
        const struct float_interval loose =
            float_operation(operations[i].grid, operations[i].x);
        expect(name, "low, rounded", rounded.low, operations[i].rounded.low);
        expect(name, "high, rounded", rounded.high, operations[i].rounded.high);
        expect(name, "low", loose.low, operations[i].loose.low);
        expect(name, "high", loose.high, operations[i].loose.high);
    }
    assert_int_equal(compared, 15 * 4);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_largest),
        cmocka_unit_test(test_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
