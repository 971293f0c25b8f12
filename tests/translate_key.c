#include "translate_key.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <string.h>

struct key key_of(const struct ombre_pso *pso)
{
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_state state;
    struct ombre_translation t;
    struct key key;

    assert_true(ombre_state_from_pso(pso, &state));
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);
    memcpy(key.word, t.key, sizeof key.word);
    return key;
}

bool is_equal(struct key a, struct key b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

struct ombre_pso base_pso(void)
{
    struct ombre_pso pso = ombre_pso_default();
    const D3D12_RENDER_TARGET_BLEND_DESC entry = {
        .BlendEnable = 1,
        .LogicOpEnable = 0,
        .SrcBlend = D3D12_BLEND_SRC_ALPHA,
        .DestBlend = D3D12_BLEND_INV_DEST_COLOR,
        .BlendOp = D3D12_BLEND_OP_SUBTRACT,
        .SrcBlendAlpha = D3D12_BLEND_DEST_ALPHA,
        .DestBlendAlpha = D3D12_BLEND_BLEND_FACTOR,
        .BlendOpAlpha = D3D12_BLEND_OP_REV_SUBTRACT,
        .LogicOp = (D3D12_LOGIC_OP) 0x5A,
        .RenderTargetWriteMask = 0xE,
    };
    memset(&pso.BlendState, 0x5A, sizeof pso.BlendState);
    pso.BlendState.AlphaToCoverageEnable = 0;
    pso.BlendState.IndependentBlendEnable = 1;
    for (unsigned i = 0; i < 8; i++)
        pso.BlendState.RenderTarget[i].LogicOpEnable = 0;
    pso.BlendState.RenderTarget[0] = entry;
    pso.BlendState.RenderTarget[2] = entry;
    pso.BlendState.RenderTarget[2].SrcBlend = D3D12_BLEND_INV_SRC_COLOR;
    pso.NumRenderTargets = 3;
    pso.RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
    pso.RTVFormats[2] = DXGI_FORMAT_R16G16B16A16_FLOAT;
    pso.shader.bound = true;
    for (unsigned i = 0; i < 3; i++)
        pso.shader.output[i] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
    return pso;
}
