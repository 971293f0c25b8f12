/* tests/test_verify_sets.c - rules over sets of texels */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/verify.h"

enum { UNORM8 = 28, SNORM8 = 31, HALF = 10, X8 = 88, SHARED_EXPONENT = 67 };

#define ROWS(array) (sizeof(array) / sizeof(array)[0])

/* --- Order ------------------------------------------------------------------
 */

static void test_order(void **unused)
{
    (void) unused;
    static const struct {
        uint32_t format;
        uint32_t code[5];
        size_t count, wrong;
    } rows[] = {
        {UNORM8, {0, 1, 1, 200, 255}, 5, 5},
        {UNORM8, {0, 1, 0, 200, 255}, 5, 2},
        {UNORM8, {3, 2, 4, 5, 6}, 5, 1},
        {UNORM8, {0, 1, 2, 9, 8}, 5, 4},
        {UNORM8, {0, 1, 2, 9, 8}, 4, 4}, /* what is not counted is not seen */
        {UNORM8, {7}, 1, 1},
        {UNORM8, {0}, 0, 0},
        /* Codes of signed kinds do not sort by value. */
        {SNORM8, {0x80, 0x81, 0xFF, 0, 0x7F}, 5, 5},
        {SNORM8, {0x7F, 0x80}, 2, 1},
        {HALF, {0xFC00, 0xBC00, 0x8000, 0x0000, 0x3C00}, 5, 5},
        {HALF, {0x0000, 0x8000}, 2, 1},
        {HALF, {0xBC00, 0xC000}, 2, 1},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        const size_t size = rows[i].count * sizeof(uint32_t);
        uint32_t *const code = malloc(size + !size); /* not one more */
        assert_non_null(code);
        memcpy(code, rows[i].code, size);
        assert_int_equal(ombre_verify_order(ombre_format_find(rows[i].format),
                                            OMBRE_GREEN, rows[i].count, code),
                         rows[i].wrong);
        free(code);
    }
}

/* --- Codes that are reached --------------------------------------------------
 */

static void test_reached(void **unused)
{
    (void) unused;
    static uint32_t code[70000];
    const struct ombre_format *const unorm = ombre_format_find(UNORM8);
    const struct ombre_format *const half = ombre_format_find(HALF);
    for (uint32_t i = 0; i < 70000; i++)
        code[i] = i % 256;
    assert_int_equal(ombre_verify_reached(unorm, OMBRE_RED, 0, code), 0);
    assert_int_equal(ombre_verify_reached(unorm, OMBRE_RED, 255, code), 255);
    assert_int_equal(ombre_verify_reached(unorm, OMBRE_RED, 70000, code), 256);
    code[255] = 7;
    assert_int_equal(ombre_verify_reached(unorm, OMBRE_RED, 256, code), 255);
    for (uint32_t i = 0; i < 70000; i++)
        code[i] = i % 65536;
    assert_int_equal(ombre_verify_reached(half, OMBRE_RED, 70000, code), 65536);
    assert_int_equal(ombre_verify_reached(half, OMBRE_RED, 65535, code), 65535);
    /* Too many codes to be counted. */
    assert_int_equal(
        ombre_verify_reached(ombre_format_find(2), OMBRE_RED, 70000, code), 0);
}

/* --- Means ------------------------------------------------------------------
 */

/* Results `offset` of a code from the ideal, and by turns `spread` to either
 * side. */
static struct ombre_bias biased(size_t count, double offset, double spread)
{
    struct ombre_bias bias = {0};
    for (size_t i = 0; i < count; i++)
        ombre_bias_add(&bias, 100 - offset + (i % 2 ? spread : -spread), 100);
    return bias;
}

static void test_bias(void **unused)
{
    (void) unused;
    static const struct {
        size_t count;
        double offset, spread;
        enum ombre_verdict verdict;
    } rows[] = {
        {4096, 0, 0.5, OMBRE_VERDICT_PASS},
        {4096, 0, 0, OMBRE_VERDICT_PASS},
        {4096, 0.24, 0.3, OMBRE_VERDICT_PASS},
        {4096, -0.24, 0.3, OMBRE_VERDICT_PASS},
        {4096, 0.25, 0.5, OMBRE_VERDICT_PASS}, /* the limit itself */
        {4096, 0.26, 0, OMBRE_VERDICT_QUALITY_WARNING},
        {4096, -0.26, 0.2, OMBRE_VERDICT_QUALITY_WARNING},
        {4096, -0.49, 0.5, OMBRE_VERDICT_QUALITY_WARNING},
        {4095, -0.49, 0, OMBRE_VERDICT_PASS}, /* too few to say */
        {0, 0, 0, OMBRE_VERDICT_PASS},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct ombre_bias bias =
            biased(rows[i].count, rows[i].offset, rows[i].spread);
        const double mean = ombre_bias_mean(&bias);
        if (ombre_bias_verdict(&bias) != rows[i].verdict)
            fail_msg("row %zu: mean %g", i, mean);
        if (rows[i].count % 2 == 0)
            assert_float_equal((float) mean, (float) rows[i].offset, 1e-6F);
    }
}

/* --- The same ---------------------------------------------------------------
 */

static void test_same(void **unused)
{
    (void) unused;
    static const struct {
        uint32_t format, a, b;
        enum ombre_component differs;
    } rows[] = {
        {UNORM8, 0x04030201, 0x04030201, OMBRE_COMPONENTS},
        {UNORM8, 0x04030201, 0x04030200, OMBRE_RED},
        {UNORM8, 0x04030201, 0x04030101, OMBRE_GREEN},
        {UNORM8, 0x04030201, 0x05030201, OMBRE_ALPHA},
        /* Padding is nobody's. */
        {X8, 0x04030201, 0x05030201, OMBRE_COMPONENTS},
        {X8, 0x04030201, 0x04030202, OMBRE_BLUE},
        {SHARED_EXPONENT, 0x80000001, 0x80000001, OMBRE_COMPONENTS},
        {SHARED_EXPONENT, 0x80000001, 0x88000001, OMBRE_RED},
        {SHARED_EXPONENT, 0x80000001, 0x80000201, OMBRE_GREEN},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct ombre_texel a = {{rows[i].a}}, b = {{rows[i].b}};
        const struct ombre_format *const format =
            ombre_format_find(rows[i].format);
        assert_non_null(format);
        assert_int_equal(ombre_verify_same(format, &a, &b), rows[i].differs);
        assert_int_equal(ombre_verify_same(format, &b, &a), rows[i].differs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_reached),
        cmocka_unit_test(test_bias),
        cmocka_unit_test(test_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
