/* What of its resource a view takes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ombre/state.h"

#define ALL UINT32_MAX

/* clang-format off */
static const struct row {
    uint32_t dimension, width, height, depth, levels, samples;
    struct ombre_view_desc view;
    uint32_t chain;
    struct ombre_viewed want;
} rows[] = {
    {OMBRE_RESOURCE_TEXTURE2D, 64, 20, 1, 1, 1, {0, 0, 0, 0, ALL, 0, ALL}, 7, {1, 0, 64, 20, 0, 1}},
    {OMBRE_RESOURCE_TEXTURE2D, 37, 21, 1, 0, 1, {0, 0, 2, 0, ALL, 0, ALL}, 6, {6, 2, 9, 5, 0, 1}},
    {OMBRE_RESOURCE_TEXTURE2D, 37, 21, 1, 0, 1, {0, 0, 5, 0, ALL, 0, ALL}, 6, {6, 5, 1, 1, 0, 1}},
    /* A view without a dimension suits its resource. */
    {OMBRE_RESOURCE_TEXTURE2D, 8, 4, 6, 2, 1, {0, 0, 1, 2, 3, 0, ALL}, 4, {2, 1, 4, 2, 2, 3}},
    {OMBRE_RESOURCE_TEXTURE2D, 8, 4, 6, 2, 1, {0, OMBRE_RTV_TEXTURE2DARRAY, 1, 2, ALL, 0, ALL}, 4, {2, 1, 4, 2, 2, 4}},
    /* One that is no array takes the first slice, whatever it says. */
    {OMBRE_RESOURCE_TEXTURE2D, 8, 4, 6, 2, 1, {0, OMBRE_RTV_TEXTURE2D, 0, 2, 3, 0, ALL}, 4, {2, 0, 8, 4, 0, 1}},
    {OMBRE_RESOURCE_TEXTURE1D, 100, 1, 5, 3, 1, {0, OMBRE_RTV_TEXTURE1DARRAY, 2, 4, 1, 0, ALL}, 7, {3, 2, 25, 1, 4, 1}},
    {OMBRE_RESOURCE_TEXTURE2D, 8, 4, 6, 1, 4, {0, OMBRE_RTV_TEXTURE2DMSARRAY, 9, 1, 2, 0, ALL}, 4, {1, 0, 8, 4, 1, 2}},
    /* Slices of a volume are fewer, level by level; the chain is by depth. */
    {OMBRE_RESOURCE_TEXTURE3D, 16, 8, 40, 0, 1, {0, 0, 2, 7, 8, 3, ALL}, 6, {6, 2, 4, 2, 3, 7}},
    {OMBRE_RESOURCE_TEXTURE3D, 16, 8, 40, 2, 1, {0, OMBRE_RTV_TEXTURE3D, 1, 0, ALL, 19, 1}, 6, {2, 1, 8, 4, 19, 1}},
    {OMBRE_RESOURCE_BUFFER, 33, 1, 1, 1, 1, {0, OMBRE_RTV_BUFFER, 3, 0, ALL, 0, ALL}, 6, {1, 0, 33, 1, 0, 1}},
    {OMBRE_RESOURCE_TEXTURE2D, 0xFFFFFFFF, 1, 1, 0, 1, {0, 0, 31, 0, ALL, 0, ALL}, 32, {32, 31, 1, 1, 0, 1}},
};
/* clang-format on */

static void test_rows(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct row *const r = &rows[i];
        struct ombre_bound bound = ombre_bound_default();
        bound.Dimension = r->dimension;
        bound.Width = r->width;
        bound.Height = r->height;
        bound.DepthOrArraySize = r->depth;
        bound.MipLevels = r->levels;
        bound.SampleDesc.Count = r->samples;
        bound.View = r->view;
        const struct ombre_viewed got = ombre_bound_viewed(&bound);
        if (got.levels != r->want.levels || got.mip != r->want.mip ||
            got.width != r->want.width || got.height != r->want.height ||
            got.first != r->want.first || got.count != r->want.count)
            fail_msg("row %zu: %u levels, level %u of %ux%u, %u from %u on", i,
                     got.levels, got.mip, got.width, got.height, got.count,
                     got.first);
        assert_int_equal(ombre_bound_chain(&bound), r->chain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
