#include "state_reading.h"

/* Sources: the pages of D3DRENDERSTATETYPE and D3DBLEND, and Direct3D On 12
 * (SetBlendState, ConvertBlendState, ConvertToD3D12AlphaBlend) for what they
 * leave open. */

enum { ALL_COMPONENTS = 0xF };

/* What D3DRS_POINTSIZE and D3DRS_ADAPTIVETESS_Y hold where a driver is asked
 * for alpha-to-coverage, as four characters from the lowest byte. */
enum {
    A2M1 = 'A' | '2' << 8 | 'M' << 16 | '1' << 24,
    ATOC = 'A' | 'T' << 8 | 'O' << 16 | 'C' << 24,
};

struct equation {
    uint32_t src, dest, op; /* D3DBLEND, D3DBLENDOP */
};

/* The factor's number in Direct3D 12, which is the same; one that Direct3D 9
 * lacks becomes 0, which neither has. */
static D3D12_BLEND color_factor(uint32_t factor)
{
    return (D3D12_BLEND) (factor <= D3DBLEND_INVSRCCOLOR2 ? factor : 0);
}

D3D12_BLEND state_alpha_of(uint32_t factor)
{
    switch ((D3D12_BLEND) factor) {
    case D3D12_BLEND_SRC_COLOR: return D3D12_BLEND_SRC_ALPHA;
    case D3D12_BLEND_INV_SRC_COLOR: return D3D12_BLEND_INV_SRC_ALPHA;
    case D3D12_BLEND_DEST_COLOR: return D3D12_BLEND_DEST_ALPHA;
    case D3D12_BLEND_INV_DEST_COLOR: return D3D12_BLEND_INV_DEST_ALPHA;
    case D3D12_BLEND_SRC1_COLOR: return D3D12_BLEND_SRC1_ALPHA;
    case D3D12_BLEND_INV_SRC1_COLOR: return D3D12_BLEND_INV_SRC1_ALPHA;
    case D3D12_BLEND_ZERO:
    case D3D12_BLEND_ONE:
    case D3D12_BLEND_SRC_ALPHA:
    case D3D12_BLEND_INV_SRC_ALPHA:
    case D3D12_BLEND_DEST_ALPHA:
    case D3D12_BLEND_INV_DEST_ALPHA:
    case D3D12_BLEND_SRC_ALPHA_SAT:
    case D3D12_BLEND_BLEND_FACTOR:
    case D3D12_BLEND_INV_BLEND_FACTOR:
    case D3D12_BLEND_SRC1_ALPHA:
    case D3D12_BLEND_INV_SRC1_ALPHA:
    case D3D12_BLEND_ALPHA_FACTOR:
    case D3D12_BLEND_INV_ALPHA_FACTOR: break;
    }
    return (D3D12_BLEND) factor;
}

/* In the alpha equation COLOR means alpha; later versions reject it. */
static D3D12_BLEND alpha_factor(uint32_t factor)
{
    return state_alpha_of(color_factor(factor));
}

/* BOTHSRCALPHA and BOTHINVSRCALPHA stand for both factors. */
static struct equation spelled_out(struct equation equation)
{
    if (equation.src == D3DBLEND_BOTHSRCALPHA) {
        equation.src = D3DBLEND_SRCALPHA;
        equation.dest = D3DBLEND_INVSRCALPHA;
    } else if (equation.src == D3DBLEND_BOTHINVSRCALPHA) {
        equation.src = D3DBLEND_INVSRCALPHA;
        equation.dest = D3DBLEND_SRCALPHA;
    }
    return equation;
}

static struct equation color_equation(const struct ombre_d3d9_states *states)
{
    const struct equation equation = {
        .src = states->SRCBLEND < 32 ? states->SRCBLEND : D3DBLEND_ONE,
        .dest = states->DESTBLEND < 32 ? states->DESTBLEND : D3DBLEND_ZERO,
        .op = states->BLENDOP < 8 ? states->BLENDOP : D3DBLENDOP_ADD,
    };
    return spelled_out(equation);
}

static struct equation alpha_equation(const struct ombre_d3d9_states *states)
{
    if (!states->SEPARATEALPHABLENDENABLE)
        return color_equation(states);

    const bool is_op = states->BLENDOPALPHA >= D3DBLENDOP_ADD &&
                       states->BLENDOPALPHA <= D3DBLENDOP_MAX;
    const struct equation equation = {
        .src = states->SRCBLENDALPHA,
        .dest = states->DESTBLENDALPHA,
        .op = is_op ? states->BLENDOPALPHA : D3DBLENDOP_ADD,
    };
    return spelled_out(equation);
}

/* AMD's spelling always counts, NVIDIA's with the alpha test, and neither on a
 * target of one sample. */
static bool is_alpha_to_coverage(const struct ombre_pso *pso)
{
    const struct ombre_d3d9_states *states = &pso->desc.d3d9;

    return pso->SampleDesc.Count > 1 &&
           (states->POINTSIZE == A2M1 ||
            (states->ADAPTIVETESS_Y == ATOC && states->ALPHATESTENABLE));
}

/* A D3DCOLOR is A8R8G8B8. */
static void read_color(uint32_t color, float out[4])
{
    for (unsigned i = 0; i < 3; i++)
        out[i] = (float) (color >> (16 - 8 * i) & 0xFF) / 255.0f;
    out[3] = (float) (color >> 24) / 255.0f;
}

/* Entries above 3 count for nothing. */
static void read_entries(const struct ombre_d3d9_states *states,
                         D3D12_BLEND_DESC *out)
{
    const uint32_t masks[D3D_MAX_SIMULTANEOUS_RENDERTARGETS] = {
        states->COLORWRITEENABLE, states->COLORWRITEENABLE1,
        states->COLORWRITEENABLE2, states->COLORWRITEENABLE3};
    const struct equation color = color_equation(states);
    const struct equation alpha = alpha_equation(states);

    for (unsigned i = 0; i < D3D_MAX_SIMULTANEOUS_RENDERTARGETS; i++) {
        out->RenderTarget[i] = (D3D12_RENDER_TARGET_BLEND_DESC){
            .BlendEnable = states->ALPHABLENDENABLE != 0,
            .SrcBlend = color_factor(color.src),
            .DestBlend = color_factor(color.dest),
            .BlendOp = (D3D12_BLEND_OP) color.op,
            .SrcBlendAlpha = alpha_factor(alpha.src),
            .DestBlendAlpha = alpha_factor(alpha.dest),
            .BlendOpAlpha = (D3D12_BLEND_OP) alpha.op,
            .RenderTargetWriteMask = (uint8_t) (masks[i] & ALL_COMPONENTS),
        };
    }
}

bool state_read_d3d9(const struct ombre_pso *pso, struct state_reading *out)
{
    const struct ombre_d3d9_states *states = &pso->desc.d3d9;
    const bool coverage = is_alpha_to_coverage(pso);

    /* Alpha-to-coverage takes the place of the alpha test. */
    if (states->ALPHATESTENABLE && states->ALPHAFUNC != D3DCMP_ALWAYS &&
        !coverage)
        return false;
    out->desc.AlphaToCoverageEnable = coverage;
    out->desc.IndependentBlendEnable = true;
    read_entries(states, &out->desc);
    read_color(states->BLENDFACTOR, out->blend_factor);
    /* D3DRS_MULTISAMPLEMASK has no effect on targets of one sample. */
    out->sample_mask =
        pso->SampleDesc.Count > 1 ? states->MULTISAMPLEMASK : UINT32_MAX;
    out->max_targets = D3D_MAX_SIMULTANEOUS_RENDERTARGETS;
    out->srgb = states->SRGBWRITEENABLE != 0;
    return true;
}
