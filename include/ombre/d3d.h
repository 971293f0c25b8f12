/* ombre/d3d.h - the output-merger types of Direct3D 12, ABI-exact
 *
 * Names, numbers and layouts are those of d3d12.h and dxgiformat.h.
 */
#ifndef OMBRE_D3D_H
#define OMBRE_D3D_H

#include <stdint.h>

typedef int32_t BOOL;
typedef uint32_t UINT;
typedef uint8_t UINT8;

typedef enum DXGI_FORMAT {
    DXGI_FORMAT_UNKNOWN = 0,
    DXGI_FORMAT_FORCE_UINT = 0x7fffffff
} DXGI_FORMAT;

typedef struct DXGI_SAMPLE_DESC {
    UINT Count;
    UINT Quality;
} DXGI_SAMPLE_DESC;

typedef enum D3D12_BLEND { D3D12_BLEND_ZERO = 1, D3D12_BLEND_ONE = 2 } D3D12_BLEND;
typedef enum D3D12_BLEND_OP { D3D12_BLEND_OP_ADD = 1 } D3D12_BLEND_OP;
typedef enum D3D12_LOGIC_OP { D3D12_LOGIC_OP_CLEAR = 0, D3D12_LOGIC_OP_NOOP = 4 } D3D12_LOGIC_OP;

typedef struct D3D12_RENDER_TARGET_BLEND_DESC {
    BOOL BlendEnable;
    BOOL LogicOpEnable;
    D3D12_BLEND SrcBlend;
    D3D12_BLEND DestBlend;
    D3D12_BLEND_OP BlendOp;
    D3D12_BLEND SrcBlendAlpha;
    D3D12_BLEND DestBlendAlpha;
    D3D12_BLEND_OP BlendOpAlpha;
    D3D12_LOGIC_OP LogicOp;
    UINT8 RenderTargetWriteMask;
} D3D12_RENDER_TARGET_BLEND_DESC;

typedef struct D3D12_BLEND_DESC {
    BOOL AlphaToCoverageEnable;
    BOOL IndependentBlendEnable;
    D3D12_RENDER_TARGET_BLEND_DESC RenderTarget[8];
} D3D12_BLEND_DESC;

#endif /* OMBRE_D3D_H */
