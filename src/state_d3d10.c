#include "state_reading.h"

/* The page of D3D10_BLEND_DESC. */
D3D12_RENDER_TARGET_BLEND_DESC ombre_d3d10_entry(const D3D10_BLEND_DESC *desc,
                                                 unsigned index)
{
    return (D3D12_RENDER_TARGET_BLEND_DESC){
        .BlendEnable = desc->BlendEnable[index],
        .SrcBlend = (D3D12_BLEND) desc->SrcBlend,
        .DestBlend = (D3D12_BLEND) desc->DestBlend,
        .BlendOp = (D3D12_BLEND_OP) desc->BlendOp,
        .SrcBlendAlpha = (D3D12_BLEND) desc->SrcBlendAlpha,
        .DestBlendAlpha = (D3D12_BLEND) desc->DestBlendAlpha,
        .BlendOpAlpha = (D3D12_BLEND_OP) desc->BlendOpAlpha,
        .RenderTargetWriteMask = desc->RenderTargetWriteMask[index],
    };
}

/* Direct3D 10.1 and 11 lack the logic operation of 11.1. */
D3D12_RENDER_TARGET_BLEND_DESC ombre_d3d11_entry(
    const D3D11_RENDER_TARGET_BLEND_DESC *entry)
{
    return (D3D12_RENDER_TARGET_BLEND_DESC){
        .BlendEnable = entry->BlendEnable,
        .SrcBlend = (D3D12_BLEND) entry->SrcBlend,
        .DestBlend = (D3D12_BLEND) entry->DestBlend,
        .BlendOp = (D3D12_BLEND_OP) entry->BlendOp,
        .SrcBlendAlpha = (D3D12_BLEND) entry->SrcBlendAlpha,
        .DestBlendAlpha = (D3D12_BLEND) entry->DestBlendAlpha,
        .BlendOpAlpha = (D3D12_BLEND_OP) entry->BlendOpAlpha,
        .RenderTargetWriteMask = entry->RenderTargetWriteMask,
    };
}

void state_read_d3d10(const D3D10_BLEND_DESC *desc, D3D12_BLEND_DESC *out)
{
    out->AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
    out->IndependentBlendEnable = true;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        out->RenderTarget[i] = ombre_d3d10_entry(desc, i);
}

void state_read_d3d11(const D3D11_BLEND_DESC *desc, D3D12_BLEND_DESC *out)
{
    out->AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
    out->IndependentBlendEnable = desc->IndependentBlendEnable;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        out->RenderTarget[i] = ombre_d3d11_entry(&desc->RenderTarget[i]);
}
