/* tests/test_translate_key_alike.c - factors that mean another where they stand
 * have its key
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "translate_key.h"

#define RT(i) pso->BlendState.RenderTarget[i]

/* It is ONE there (FS 17.1), and in a slot of colour it is not. */
static void saturation(void **cmocka)
{
    (void) cmocka;
    for (unsigned slot = 0; slot < 4; slot++) {
        struct ombre_pso a = base_pso(), b = base_pso();
        struct ombre_pso *const psos[] = {&a, &b};
        for (unsigned i = 0; i < 2; i++) {
            struct ombre_pso *pso = psos[i];
            D3D12_BLEND *const slots[] = {&RT(0).SrcBlendAlpha,
                                          &RT(0).DestBlendAlpha,
                                          &RT(0).SrcBlend, &RT(0).DestBlend};
            *slots[slot] = i == 0 ? D3D12_BLEND_ONE : D3D12_BLEND_SRC_ALPHA_SAT;
        }
        assert_int_equal(is_equal(key_of(&a), key_of(&b)), slot < 2);
    }
}

/* A format without alpha reads 1 there (FS 19.1.3.3). */
static void without_alpha(void **cmocka)
{
    (void) cmocka;
    static const struct {
        DXGI_FORMAT format;
        D3D12_BLEND a, b;
        bool same;
    } rows[] = {
        {DXGI_FORMAT_R8G8_UNORM, D3D12_BLEND_DEST_ALPHA, D3D12_BLEND_ONE, true},
        {DXGI_FORMAT_R8G8_UNORM, D3D12_BLEND_INV_DEST_ALPHA, D3D12_BLEND_ZERO,
         true},
        {DXGI_FORMAT_B8G8R8X8_UNORM_SRGB, D3D12_BLEND_DEST_ALPHA,
         D3D12_BLEND_ONE, true},
        {DXGI_FORMAT_R8G8_UNORM, D3D12_BLEND_SRC_ALPHA_SAT, D3D12_BLEND_ZERO,
         true},
        /* min(As, 0) of what may be negative */
        {DXGI_FORMAT_R8G8_SNORM, D3D12_BLEND_SRC_ALPHA_SAT, D3D12_BLEND_ZERO,
         false},
        {DXGI_FORMAT_R32_FLOAT, D3D12_BLEND_SRC_ALPHA_SAT, D3D12_BLEND_ZERO,
         false},
        {DXGI_FORMAT_R32_FLOAT, D3D12_BLEND_DEST_ALPHA, D3D12_BLEND_ONE, true},
        {DXGI_FORMAT_R8G8_UNORM, D3D12_BLEND_DEST_ALPHA, D3D12_BLEND_ZERO,
         false},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D12_BLEND_DEST_ALPHA, D3D12_BLEND_ONE,
         false},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D12_BLEND_INV_DEST_ALPHA,
         D3D12_BLEND_ZERO, false},
        {DXGI_FORMAT_R8G8B8A8_UNORM, D3D12_BLEND_SRC_ALPHA_SAT,
         D3D12_BLEND_ZERO, false},
    };

    for (size_t i = 0; i < COUNT(rows); i++)
        for (unsigned slot = 0; slot < 2; slot++) {
            struct ombre_pso a = base_pso(), b = base_pso();
            a.RTVFormats[0] = b.RTVFormats[0] = rows[i].format;
            D3D12_RENDER_TARGET_BLEND_DESC *of_a =
                &a.BlendState.RenderTarget[0];
            D3D12_RENDER_TARGET_BLEND_DESC *of_b =
                &b.BlendState.RenderTarget[0];
            of_a->RenderTargetWriteMask = of_b->RenderTargetWriteMask = 0xF;
            *(slot == 0 ? &of_a->SrcBlend : &of_a->DestBlend) = rows[i].a;
            *(slot == 0 ? &of_b->SrcBlend : &of_b->DestBlend) = rows[i].b;
            assert_int_equal(is_equal(key_of(&a), key_of(&b)), rows[i].same);
        }
}

/* A second source behind the mask, or beside MIN, is none. */
static void a_second_source_in_vain(void **cmocka)
{
    (void) cmocka;
    struct ombre_pso pso = base_pso();
    D3D12_RENDER_TARGET_BLEND_DESC *entry = &pso.BlendState.RenderTarget[0];

    pso.NumRenderTargets = 1;
    pso.RTVFormats[2] = DXGI_FORMAT_UNKNOWN;
    pso.shader.output[2].type = OMBRE_OUTPUT_NONE;
    entry->RenderTargetWriteMask = 7;
    const struct key masked = key_of(&pso);
    entry->SrcBlendAlpha = D3D12_BLEND_SRC1_ALPHA;
    assert_true(is_equal(key_of(&pso), masked));
    entry->RenderTargetWriteMask = 0xF;
    const struct key read = key_of(&pso);
    assert_false(is_equal(read, masked));
    entry->BlendOpAlpha = D3D12_BLEND_OP_MIN;
    const struct key ignored = key_of(&pso);
    entry->SrcBlendAlpha = D3D12_BLEND_ZERO;
    assert_true(is_equal(key_of(&pso), ignored));
    assert_false(is_equal(read, ignored));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(saturation),
        cmocka_unit_test(without_alpha),
        cmocka_unit_test(a_second_source_in_vain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
