#include "state_reading.h"

/* Direct3D 10 has one equation for all targets, but BlendEnable and the write
 * mask of each (the page of D3D10_BLEND_DESC). */
void state_read_d3d10(const D3D10_BLEND_DESC *desc, D3D12_BLEND_DESC *out)
{
    out->AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
    out->IndependentBlendEnable = true;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        out->RenderTarget[i] = (D3D12_RENDER_TARGET_BLEND_DESC){
            .BlendEnable = desc->BlendEnable[i],
            .SrcBlend = (D3D12_BLEND) desc->SrcBlend,
            .DestBlend = (D3D12_BLEND) desc->DestBlend,
            .BlendOp = (D3D12_BLEND_OP) desc->BlendOp,
            .SrcBlendAlpha = (D3D12_BLEND) desc->SrcBlendAlpha,
            .DestBlendAlpha = (D3D12_BLEND) desc->DestBlendAlpha,
            .BlendOpAlpha = (D3D12_BLEND_OP) desc->BlendOpAlpha,
            .RenderTargetWriteMask = desc->RenderTargetWriteMask[i],
        };
    }
}

/* Direct3D 10.1 and 11 lack the logic operation of 11.1. */
void state_read_d3d11(const D3D11_BLEND_DESC *desc, D3D12_BLEND_DESC *out)
{
    out->AlphaToCoverageEnable = desc->AlphaToCoverageEnable;
    out->IndependentBlendEnable = desc->IndependentBlendEnable;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC *entry = &desc->RenderTarget[i];
        out->RenderTarget[i] = (D3D12_RENDER_TARGET_BLEND_DESC){
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
}
