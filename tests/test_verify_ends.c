/* tests/test_verify_ends.c - as many targets and samples as there can be, and
 * what lies beyond them
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/verify.h"

enum { R8_UNORM = 61, WRITTEN = 100, KEPT = 10, NEITHER = 55 };

static void set_sample(struct ombre_verify_pixel *pixel, unsigned sample,
                       uint32_t code)
{
    struct ombre_legal_component written = {.stored = true, .code = WRITTEN};
    struct ombre_legal_component kept = {.stored = true, .code = KEPT};
    ombre_code_set_add(&written.legal, WRITTEN, WRITTEN);
    ombre_code_set_add(&kept.legal, KEPT, KEPT);
    written.wide = written.legal;
    kept.wide = kept.legal;
    pixel->target[7].written[sample].component[0] = written;
    pixel->target[7].kept[sample].component[0] = kept;
    pixel->target[7].got[sample].word[0] = code;
}

/* The last target and the last sample count, nothing beyond them does, and
 * verdicts of samples that are not there stay empty. */
static void test_pixel_ends(void **unused)
{
    static const struct {
        unsigned samples, targets;
        uint32_t last, others;
        uint32_t covered;
    } rows[] = {
        {16, 8, KEPT, WRITTEN, 0x7fff},
        {17, 9, KEPT, WRITTEN, 0x7fff},
        {16, 8, WRITTEN, KEPT, 0x8000},
        {17, 9, WRITTEN, KEPT, 0x8000},
    };
    static const struct ombre_texel_verdict none;
    static struct ombre_verify_pixel pixel;
    static struct ombre_pixel_verdict out;
    (void) unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        memset(&pixel, 0, sizeof pixel);
        pixel.sample_count = rows[i].samples;
        pixel.target_count = rows[i].targets;
        pixel.mask = 0x5A5A5A5A | 0xFFFF;
        pixel.max = 16;
        pixel.target[7].format = ombre_format_find(R8_UNORM);
        for (unsigned s = 0; s < 16; s++)
            set_sample(&pixel, s, s == 15 ? rows[i].last : rows[i].others);
        memset(&out, 0x5A, sizeof out);
        ombre_verify_pixel(&pixel, &out);
        assert_int_equal(out.covered, rows[i].covered);
        assert_int_equal(out.verdict, OMBRE_VERDICT_PASS);
        assert_true(out.coverage_ok);
    }
    set_sample(&pixel, 15, NEITHER);
    ombre_verify_pixel(&pixel, &out);
    assert_int_equal(out.verdict, OMBRE_VERDICT_FAIL);
    assert_int_equal(out.target[7][15].verdict, OMBRE_VERDICT_FAIL);
    pixel.sample_count = 5;
    pixel.mask = 0x1F;
    memset(&out, 0x5A, sizeof out);
    ombre_verify_pixel(&pixel, &out);
    assert_int_equal(out.covered, 0);
    for (unsigned s = 0; s < 16; s++)
        assert_memory_equal(&out.target[7][s], &none, sizeof none);
    set_sample(&pixel, 5, NEITHER); /* beyond the count */
    ombre_verify_pixel(&pixel, &out);
    assert_memory_equal(&out.target[7][5], &none, sizeof none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pixel_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
