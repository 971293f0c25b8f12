/* Sizes and places of what is copied in byte by byte, also where no real header
 * is installed (tests/d3d_headers.py compares with those).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ombre/d3d.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const struct row {
    const char *name;
    size_t got, want;
} rows[] = {
#define SIZE(type, want)                    \
    {                                       \
        "sizeof " #type, sizeof(type), want \
    }
#define PLACE(type, member, want)                       \
    {                                                   \
#type "." #member, offsetof(type, member), want \
    }
    SIZE(DXGI_FORMAT, 4),
    SIZE(D3DRENDERSTATETYPE, 4),
    SIZE(D3DBLEND, 4),
    SIZE(D3DBLENDOP, 4),
    SIZE(D3DCMPFUNC, 4),
    SIZE(D3D10_BLEND, 4),
    SIZE(D3D10_BLEND_OP, 4),
    SIZE(D3D11_BLEND, 4),
    SIZE(D3D11_BLEND_OP, 4),
    SIZE(D3D11_LOGIC_OP, 4),
    SIZE(D3D12_BLEND, 4),
    SIZE(D3D12_BLEND_OP, 4),
    SIZE(D3D12_LOGIC_OP, 4),
    SIZE(DXGI_SAMPLE_DESC, 8),
    PLACE(DXGI_SAMPLE_DESC, Quality, 4),
    SIZE(D3D10_BLEND_DESC, 68),
    PLACE(D3D10_BLEND_DESC, AlphaToCoverageEnable, 0),
    PLACE(D3D10_BLEND_DESC, BlendEnable, 4),
    PLACE(D3D10_BLEND_DESC, SrcBlend, 36),
    PLACE(D3D10_BLEND_DESC, DestBlend, 40),
    PLACE(D3D10_BLEND_DESC, BlendOp, 44),
    PLACE(D3D10_BLEND_DESC, SrcBlendAlpha, 48),
    PLACE(D3D10_BLEND_DESC, DestBlendAlpha, 52),
    PLACE(D3D10_BLEND_DESC, BlendOpAlpha, 56),
    PLACE(D3D10_BLEND_DESC, RenderTargetWriteMask, 60),
#define ENTRY(type)                                                        \
    SIZE(type, 32), PLACE(type, BlendEnable, 0), PLACE(type, SrcBlend, 4), \
        PLACE(type, DestBlend, 8), PLACE(type, BlendOp, 12),               \
        PLACE(type, SrcBlendAlpha, 16), PLACE(type, DestBlendAlpha, 20),   \
        PLACE(type, BlendOpAlpha, 24), PLACE(type, RenderTargetWriteMask, 28)
#define ENTRY_WITH_LOGIC_OP(type)                                        \
    SIZE(type, 40), PLACE(type, BlendEnable, 0),                         \
        PLACE(type, LogicOpEnable, 4), PLACE(type, SrcBlend, 8),         \
        PLACE(type, DestBlend, 12), PLACE(type, BlendOp, 16),            \
        PLACE(type, SrcBlendAlpha, 20), PLACE(type, DestBlendAlpha, 24), \
        PLACE(type, BlendOpAlpha, 28), PLACE(type, LogicOp, 32),         \
        PLACE(type, RenderTargetWriteMask, 36)
#define DESC(type, want)                                     \
    SIZE(type, want), PLACE(type, AlphaToCoverageEnable, 0), \
        PLACE(type, IndependentBlendEnable, 4), PLACE(type, RenderTarget, 8)
    ENTRY(D3D10_RENDER_TARGET_BLEND_DESC1),
    DESC(D3D10_BLEND_DESC1, 264),
    ENTRY(D3D11_RENDER_TARGET_BLEND_DESC),
    DESC(D3D11_BLEND_DESC, 264),
    ENTRY_WITH_LOGIC_OP(D3D11_RENDER_TARGET_BLEND_DESC1),
    DESC(D3D11_BLEND_DESC1, 328),
    ENTRY_WITH_LOGIC_OP(D3D12_RENDER_TARGET_BLEND_DESC),
    DESC(D3D12_BLEND_DESC, 328),
    SIZE(D3D12_RT_FORMAT_ARRAY, 36),
    PLACE(D3D12_RT_FORMAT_ARRAY, RTFormats, 0),
    PLACE(D3D12_RT_FORMAT_ARRAY, NumRenderTargets, 32),
};

static void test_layouts(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < COUNT(rows); i++) {
        if (rows[i].got != rows[i].want)
            fail_msg("%s is %zu, want %zu", rows[i].name, rows[i].got,
                     rows[i].want);
    }
    assert_int_equal(COUNT(rows), 84);
}

/* What no enumerator can hold in ISO C. */
static void test_numbers_beyond_int(void **unused)
{
    (void) unused;
    assert_true((uint32_t) DXGI_FORMAT_FORCE_UINT == 0xffffffff);
    assert_true(DXGI_STANDARD_MULTISAMPLE_QUALITY_PATTERN == 0xffffffff);
    assert_true(DXGI_CENTER_MULTISAMPLE_QUALITY_PATTERN == 0xfffffffe);
    assert_true(D3D11_STANDARD_MULTISAMPLE_PATTERN == 0xffffffff);
    assert_true(D3D11_CENTER_MULTISAMPLE_PATTERN == 0xfffffffe);
    assert_true(D3D10_DEFAULT_SAMPLE_MASK == 0xffffffff);
    assert_true(D3D11_DEFAULT_SAMPLE_MASK == 0xffffffff);
    assert_true(D3D12_DEFAULT_SAMPLE_MASK == 0xffffffff);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_layouts),
        cmocka_unit_test(test_numbers_beyond_int),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
