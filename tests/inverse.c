#include "inverse.h"

static D3D12_BLEND factor_of(VkBlendFactor factor)
{
    static const D3D12_BLEND factors[] = {
        [VK_BLEND_FACTOR_ZERO] = D3D12_BLEND_ZERO,
        [VK_BLEND_FACTOR_ONE] = D3D12_BLEND_ONE,
        [VK_BLEND_FACTOR_SRC_COLOR] = D3D12_BLEND_SRC_COLOR,
        [VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR] = D3D12_BLEND_INV_SRC_COLOR,
        [VK_BLEND_FACTOR_DST_COLOR] = D3D12_BLEND_DEST_COLOR,
        [VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR] = D3D12_BLEND_INV_DEST_COLOR,
        [VK_BLEND_FACTOR_SRC_ALPHA] = D3D12_BLEND_SRC_ALPHA,
        [VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA] = D3D12_BLEND_INV_SRC_ALPHA,
        [VK_BLEND_FACTOR_DST_ALPHA] = D3D12_BLEND_DEST_ALPHA,
        [VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA] = D3D12_BLEND_INV_DEST_ALPHA,
        [VK_BLEND_FACTOR_CONSTANT_COLOR] = D3D12_BLEND_BLEND_FACTOR,
        [VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR] =
            D3D12_BLEND_INV_BLEND_FACTOR,
        [VK_BLEND_FACTOR_CONSTANT_ALPHA] = D3D12_BLEND_ALPHA_FACTOR,
        [VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA] =
            D3D12_BLEND_INV_ALPHA_FACTOR,
        [VK_BLEND_FACTOR_SRC_ALPHA_SATURATE] = D3D12_BLEND_SRC_ALPHA_SAT,
        [VK_BLEND_FACTOR_SRC1_COLOR] = D3D12_BLEND_SRC1_COLOR,
        [VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR] = D3D12_BLEND_INV_SRC1_COLOR,
        [VK_BLEND_FACTOR_SRC1_ALPHA] = D3D12_BLEND_SRC1_ALPHA,
        [VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA] = D3D12_BLEND_INV_SRC1_ALPHA,
    };
    return factors[factor];
}

/* The alpha that Direct3D's factor of colour means where red holds it. */
static D3D12_BLEND from_red(VkBlendFactor factor)
{
    switch ((int) factor) {
    case VK_BLEND_FACTOR_SRC_COLOR: return D3D12_BLEND_SRC_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR: return D3D12_BLEND_INV_SRC_ALPHA;
    case VK_BLEND_FACTOR_DST_COLOR: return D3D12_BLEND_DEST_ALPHA;
    case VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR: return D3D12_BLEND_INV_DEST_ALPHA;
    default: return factor_of(factor);
    }
}

static D3D12_LOGIC_OP logic_op_of(VkLogicOp op)
{
    static const D3D12_LOGIC_OP ops[] = {
        [VK_LOGIC_OP_CLEAR] = D3D12_LOGIC_OP_CLEAR,
        [VK_LOGIC_OP_AND] = D3D12_LOGIC_OP_AND,
        [VK_LOGIC_OP_AND_REVERSE] = D3D12_LOGIC_OP_AND_REVERSE,
        [VK_LOGIC_OP_COPY] = D3D12_LOGIC_OP_COPY,
        [VK_LOGIC_OP_AND_INVERTED] = D3D12_LOGIC_OP_AND_INVERTED,
        [VK_LOGIC_OP_NO_OP] = D3D12_LOGIC_OP_NOOP,
        [VK_LOGIC_OP_XOR] = D3D12_LOGIC_OP_XOR,
        [VK_LOGIC_OP_OR] = D3D12_LOGIC_OP_OR,
        [VK_LOGIC_OP_NOR] = D3D12_LOGIC_OP_NOR,
        [VK_LOGIC_OP_EQUIVALENT] = D3D12_LOGIC_OP_EQUIV,
        [VK_LOGIC_OP_INVERT] = D3D12_LOGIC_OP_INVERT,
        [VK_LOGIC_OP_OR_REVERSE] = D3D12_LOGIC_OP_OR_REVERSE,
        [VK_LOGIC_OP_COPY_INVERTED] = D3D12_LOGIC_OP_COPY_INVERTED,
        [VK_LOGIC_OP_OR_INVERTED] = D3D12_LOGIC_OP_OR_INVERTED,
        [VK_LOGIC_OP_NAND] = D3D12_LOGIC_OP_NAND,
        [VK_LOGIC_OP_SET] = D3D12_LOGIC_OP_SET,
    };
    return ops[op];
}

static D3D12_RENDER_TARGET_BLEND_DESC entry_of(
    const VkPipelineColorBlendAttachmentState *a)
{
    return (D3D12_RENDER_TARGET_BLEND_DESC){
        .BlendEnable = (int) a->blendEnable,
        .SrcBlend = factor_of(a->srcColorBlendFactor),
        .DestBlend = factor_of(a->dstColorBlendFactor),
        .BlendOp = (D3D12_BLEND_OP) (a->colorBlendOp + 1),
        .SrcBlendAlpha = factor_of(a->srcAlphaBlendFactor),
        .DestBlendAlpha = factor_of(a->dstAlphaBlendFactor),
        .BlendOpAlpha = (D3D12_BLEND_OP) (a->alphaBlendOp + 1),
        .RenderTargetWriteMask = (uint8_t) a->colorWriteMask,
    };
}

static D3D12_RENDER_TARGET_BLEND_DESC entry_from_red(
    const VkPipelineColorBlendAttachmentState *a)
{
    D3D12_RENDER_TARGET_BLEND_DESC entry = entry_of(a);

    entry.SrcBlendAlpha = from_red(a->srcColorBlendFactor);
    entry.DestBlendAlpha = from_red(a->dstColorBlendFactor);
    entry.BlendOpAlpha = entry.BlendOp;
    entry.SrcBlend = D3D12_BLEND_ONE;
    entry.DestBlend = D3D12_BLEND_ZERO;
    entry.BlendOp = D3D12_BLEND_OP_ADD;
    entry.RenderTargetWriteMask = a->colorWriteMask & 1 ? 8 : 0;
    return entry;
}

struct ombre_pso inverse_pso(const struct ombre_translation *t,
                             const struct ombre_state *state)
{
    struct ombre_pso pso = ombre_pso_default();

    pso.NumRenderTargets = state->target_count;
    pso.shader = state->shader;
    pso.SampleDesc.Count = (uint32_t) t->vk.samples;
    pso.BlendState.AlphaToCoverageEnable = (int) t->vk.alpha_to_coverage_enable;
    pso.BlendState.IndependentBlendEnable = 1;
    for (unsigned i = 0; i < state->target_count; i++) {
        const struct ombre_format *format = state->target[i].format;
        const VkPipelineColorBlendAttachmentState *a = &t->vk.attachment[i];
        pso.RTVFormats[i] = format ? (DXGI_FORMAT) format->dxgi : 0;
        pso.BlendState.RenderTarget[i] =
            t->plan[i].carried && (format->components & 7) == 0
                ? entry_from_red(a)
                : entry_of(a);
    }
    pso.BlendState.RenderTarget[0].LogicOpEnable = (int) t->vk.logic_op_enable;
    pso.BlendState.RenderTarget[0].LogicOp = logic_op_of(t->vk.logic_op);
    return pso;
}
