#include "state_reading.h"

#include <string.h>

/* Samples that a pixel can have anywhere in this library. */
enum { MAX_SAMPLES = 16 };

enum { ALL_COMPONENTS = 0xF };

static const struct ombre_equation REPLACE = {OMBRE_ONE, OMBRE_ZERO,
                                              OMBRE_OP_ADD};

static const struct ombre_target HOLE = {
    .color = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
    .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
};

/* --- From Direct3D ------------------------------------------------------- */

static void default_d3d9(struct ombre_d3d9_states *out)
{
#define X(name, initial) out->name = initial;
    OMBRE_D3D9_STATES(X)
#undef X
}

static void default_d3d10(D3D10_BLEND_DESC *out)
{
    out->SrcBlend = D3D10_BLEND_ONE;
    out->DestBlend = D3D10_BLEND_ZERO;
    out->BlendOp = D3D10_BLEND_OP_ADD;
    out->SrcBlendAlpha = D3D10_BLEND_ONE;
    out->DestBlendAlpha = D3D10_BLEND_ZERO;
    out->BlendOpAlpha = D3D10_BLEND_OP_ADD;
    memset(out->RenderTargetWriteMask, D3D10_COLOR_WRITE_ENABLE_ALL,
           sizeof(out->RenderTargetWriteMask));
}

static void default_d3d11(D3D11_BLEND_DESC *out)
{
    const D3D11_RENDER_TARGET_BLEND_DESC entry = {
        .SrcBlend = D3D11_BLEND_ONE,
        .DestBlend = D3D11_BLEND_ZERO,
        .BlendOp = D3D11_BLEND_OP_ADD,
        .SrcBlendAlpha = D3D11_BLEND_ONE,
        .DestBlendAlpha = D3D11_BLEND_ZERO,
        .BlendOpAlpha = D3D11_BLEND_OP_ADD,
        .RenderTargetWriteMask = D3D11_COLOR_WRITE_ENABLE_ALL,
    };
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        out->RenderTarget[i] = entry;
}

/* All entries, as CD3DX12_BLEND_DESC does. */
static void default_d3d12(D3D12_BLEND_DESC *out)
{
    const D3D12_RENDER_TARGET_BLEND_DESC entry = {
        .SrcBlend = D3D12_BLEND_ONE,
        .DestBlend = D3D12_BLEND_ZERO,
        .BlendOp = D3D12_BLEND_OP_ADD,
        .SrcBlendAlpha = D3D12_BLEND_ONE,
        .DestBlendAlpha = D3D12_BLEND_ZERO,
        .BlendOpAlpha = D3D12_BLEND_OP_ADD,
        .LogicOp = D3D12_LOGIC_OP_NOOP,
        .RenderTargetWriteMask = D3D12_COLOR_WRITE_ENABLE_ALL,
    };
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        out->RenderTarget[i] = entry;
}

/* Sources: the pages of the descs and of D3DRENDERSTATETYPE. */
struct ombre_pso ombre_pso_default_of(enum ombre_api api)
{
    struct ombre_pso pso = {
        .api = api,
        .BlendFactor = {D3D12_DEFAULT_BLEND_FACTOR_RED,
                        D3D12_DEFAULT_BLEND_FACTOR_GREEN,
                        D3D12_DEFAULT_BLEND_FACTOR_BLUE,
                        D3D12_DEFAULT_BLEND_FACTOR_ALPHA},
        .SampleMask = D3D12_DEFAULT_SAMPLE_MASK,
        .SampleDesc = {.Count = 1, .Quality = 0},
    };
    default_d3d12(&pso.BlendState);
    switch (api) {
    case OMBRE_API_D3D9: default_d3d9(&pso.desc.d3d9); break;
    case OMBRE_API_D3D10: default_d3d10(&pso.desc.d3d10); break;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11: default_d3d11(&pso.desc.d3d11); break;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return pso;
}

struct ombre_pso ombre_pso_default(void)
{
    return ombre_pso_default_of(OMBRE_API_D3D12);
}

bool ombre_api_creates_blend_state(enum ombre_api api)
{
    switch (api) {
    case OMBRE_API_D3D10:
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
    case OMBRE_API_D3D11_1: return true;
    case OMBRE_API_D3D9:
    case OMBRE_API_D3D12: break;
    }
    return false;
}

struct ombre_bound ombre_bound_default(void)
{
    return (struct ombre_bound){
        .described = true,
        .Dimension = OMBRE_RESOURCE_TEXTURE2D,
        .Width = 1,
        .Height = 1,
        .DepthOrArraySize = 1,
        .MipLevels = 1,
        .SampleDesc = {.Count = 1},
        .View = {.ArraySize = UINT32_MAX, .WSize = UINT32_MAX},
    };
}

/* Kinds of factors that an API does not have. */
static unsigned barred_factors(enum ombre_api api)
{
    return OMBRE_FACTOR_UNKNOWN |
           (api == OMBRE_API_D3D12 ? 0u : (unsigned) OMBRE_FACTOR_OF_12);
}

static bool is_equation(unsigned barred, const struct ombre_equation *equation)
{
    const unsigned kinds =
        ombre_factor_kinds_of_both(equation->src, equation->dest);

    return (kinds & barred) == 0 && ombre_blend_op_is_known(equation->op);
}

/* FS 17.2 bars the factors that end in _COLOR from the alpha slots. */
static bool read_equations(unsigned barred,
                           const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                           struct ombre_target *out)
{
    out->color = (struct ombre_equation){(enum ombre_factor) entry->SrcBlend,
                                         (enum ombre_factor) entry->DestBlend,
                                         (enum ombre_blend_op) entry->BlendOp};
    out->alpha =
        (struct ombre_equation){(enum ombre_factor) entry->SrcBlendAlpha,
                                (enum ombre_factor) entry->DestBlendAlpha,
                                (enum ombre_blend_op) entry->BlendOpAlpha};
    return is_equation(barred, &out->color) &&
           is_equation(barred | OMBRE_FACTOR_COLOR, &out->alpha);
}

static void turn_blend_off(struct ombre_target *out)
{
    out->blend_enable = false;
    out->color = out->alpha = REPLACE;
}

/* What `entry` asks of a target that has a format.  Without BlendEnable nothing
 * looks at the six fields. */
static bool read_target(unsigned barred,
                        const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                        struct ombre_target *out)
{
    if (entry->RenderTargetWriteMask > ALL_COMPONENTS)
        return false;
    out->write_mask = entry->RenderTargetWriteMask;
    out->blend_enable = entry->BlendEnable != 0;
    if (out->blend_enable)
        return read_equations(barred, entry, out);
    turn_blend_off(out);
    return true;
}

/* What was left out so that a target can be read that read_target() did not
 * take. */
static uint8_t mend_target(unsigned barred,
                           const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                           struct ombre_target *out)
{
    D3D12_RENDER_TARGET_BLEND_DESC cut = *entry;
    const uint8_t mask =
        entry->RenderTargetWriteMask > ALL_COMPONENTS ? OMBRE_LEFT_OUT_MASK : 0;

    cut.RenderTargetWriteMask &= ALL_COMPONENTS;
    if (read_target(barred, &cut, out))
        return mask;
    out->alpha.src = (enum ombre_factor) state_alpha_of(out->alpha.src);
    out->alpha.dest = (enum ombre_factor) state_alpha_of(out->alpha.dest);
    if (is_equation(barred, &out->color) && is_equation(barred, &out->alpha))
        return mask | OMBRE_LEFT_OUT_COLOR;
    turn_blend_off(out);
    return mask | OMBRE_LEFT_OUT_BLEND;
}

/* Entry 0 speaks for all targets without IndependentBlendEnable (FS 17.3). */
static const D3D12_RENDER_TARGET_BLEND_DESC *governing_entry(
    const D3D12_BLEND_DESC *desc, unsigned target)
{
    return &desc->RenderTarget[desc->IndependentBlendEnable != 0 ? target : 0];
}

/* Direct3D 9's sRGB write; only these formats have it in Direct3D 10 on. */
static DXGI_FORMAT srgb_twin(DXGI_FORMAT format)
{
    static const DXGI_FORMAT twins[][2] = {
        {DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB},
        {DXGI_FORMAT_B8G8R8A8_UNORM, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB},
        {DXGI_FORMAT_B8G8R8X8_UNORM, DXGI_FORMAT_B8G8R8X8_UNORM_SRGB},
    };
    for (size_t i = 0; i < sizeof(twins) / sizeof(twins[0]); i++) {
        if (twins[i][0] == format)
            return twins[i][1];
    }
    return format;
}

/* The row of target `index`, NULL for a hole or what is no render target. */
static const struct ombre_format *row_of(const struct ombre_pso *pso,
                                         unsigned index, bool srgb)
{
    const DXGI_FORMAT format = pso->RTVFormats[index];

    return ombre_format_find(srgb ? srgb_twin(format) : format);
}

/* Without a pixel shader nothing is written, and Direct3D does not examine the
 * formats. */
static bool may_be_nothing(const struct ombre_pso *pso, unsigned index)
{
    return pso->RTVFormats[index] == DXGI_FORMAT_UNKNOWN || !pso->shader.bound;
}

/* `left_out` is NULL of a strict reading, which fails instead. */
static bool read_targets(const struct ombre_pso *pso,
                         const D3D12_BLEND_DESC *desc, bool srgb,
                         struct ombre_state *out, uint8_t *left_out)
{
    const unsigned barred = barred_factors(pso->api);

    for (unsigned i = 0; i < out->target_count; i++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *entry = governing_entry(desc, i);
        struct ombre_target *target = &out->target[i];
        target->format = row_of(pso, i, srgb);
        const bool hole = target->format == NULL;
        if (hole)
            *target = HOLE;
        if (hole ? may_be_nothing(pso, i) : read_target(barred, entry, target))
            continue;
        if (left_out == NULL)
            return false;
        left_out[i] =
            hole ? OMBRE_LEFT_OUT_TARGET : mend_target(barred, entry, target);
    }
    for (unsigned i = out->target_count; i < OMBRE_MAX_TARGETS; i++)
        out->target[i] = HOLE;
    return true;
}

/* One logic operation governs all targets, that of entry 0 (FS 17.7). */
static bool read_logic_op(const D3D12_BLEND_DESC *desc, struct ombre_state *out)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *entry = &desc->RenderTarget[0];

    out->logic_op_enable = entry->LogicOpEnable != 0;
    out->logic_op = OMBRE_LOGIC_NOOP;
    if (!out->logic_op_enable)
        return true;
    out->logic_op = (enum ombre_logic_op) entry->LogicOp;
    for (unsigned i = 0; i < out->target_count; i++) {
        if (out->target[i].blend_enable)
            return false;
    }
    return ombre_logic_op_name(out->logic_op) != NULL;
}

static bool is_shader(const struct ombre_pixel_shader *shader)
{
    unsigned types = 0, components = 0;

    /* Both limits are all ones, which no number below exceeds with another. */
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        types |= (unsigned) shader->output[i].type;
        components |= shader->output[i].components;
    }
    return types <= OMBRE_OUTPUT_SINT && components <= ALL_COMPONENTS &&
           (unsigned) shader->coverage <= OMBRE_COVERAGE_PER_PIXEL;
}

/* What was left out so that read_logic_op() takes the rest: blending beside a
 * logic operation, or an operation that is none. */
static void mend_logic_op(struct ombre_state *out, uint8_t *left_out)
{
    const bool known = ombre_logic_op_name(out->logic_op) != NULL;

    for (unsigned i = 0; i < out->target_count; i++) {
        struct ombre_target *target = &out->target[i];
        if (!known && target->format != NULL) {
            left_out[i] |= OMBRE_LEFT_OUT_LOGIC_OP;
        } else if (target->blend_enable) {
            turn_blend_off(target);
            left_out[i] |= OMBRE_LEFT_OUT_BLEND;
        }
    }
    if (!known) {
        out->logic_op_enable = false;
        out->logic_op = OMBRE_LOGIC_NOOP;
    }
}

/* Put the API's own desc in the words of Direct3D 12's. */
static bool read_desc(const struct ombre_pso *pso, struct state_reading *out)
{
    memcpy(out->blend_factor, pso->BlendFactor, sizeof(out->blend_factor));
    out->sample_mask = pso->SampleMask;
    out->srgb = false;
    out->max_targets = OMBRE_MAX_TARGETS;
    if (ombre_api_creates_blend_state(pso->api) && pso->null_desc)
        return false;
    switch (pso->api) {
    case OMBRE_API_D3D9: return state_read_d3d9(pso, out);
    case OMBRE_API_D3D10:
        state_read_d3d10(&pso->desc.d3d10, &out->desc);
        return true;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        state_read_d3d11(&pso->desc.d3d11, &out->desc);
        return true;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: return true;
    }
    return false;
}

/* The desc in Direct3D 12's words: its own, or what read_desc() made. */
static const D3D12_BLEND_DESC *desc_of(const struct ombre_pso *pso,
                                       const struct state_reading *reading)
{
    const bool own =
        pso->api == OMBRE_API_D3D11_1 || pso->api == OMBRE_API_D3D12;
    return own ? &pso->BlendState : &reading->desc;
}

static bool read(const struct ombre_pso *pso, struct ombre_state *out,
                 uint8_t *left_out)
{
    struct state_reading reading;

    if (!read_desc(pso, &reading) ||
        pso->NumRenderTargets > reading.max_targets ||
        pso->SampleDesc.Count == 0 || pso->SampleDesc.Count > MAX_SAMPLES ||
        !is_shader(&pso->shader))
        return false;

    const D3D12_BLEND_DESC *desc = desc_of(pso, &reading);
    out->target_count = pso->NumRenderTargets;
    out->sample_count = pso->SampleDesc.Count;
    out->sample_mask = reading.sample_mask;
    out->shader = pso->shader;
    memcpy(out->blend_factor, reading.blend_factor, sizeof(out->blend_factor));
    out->alpha_to_coverage = desc->AlphaToCoverageEnable != 0;
    if (!read_targets(pso, desc, reading.srgb, out, left_out))
        return false;
    if (read_logic_op(desc, out))
        return true;
    if (left_out == NULL)
        return false;
    mend_logic_op(out, left_out);
    return true;
}

bool ombre_state_from_pso(const struct ombre_pso *pso, struct ombre_state *out)
{
    if (read(pso, out, NULL))
        return true;
    memset(out, 0, sizeof *out);
    return false;
}

/* `pso` with what its API takes a desc of NULL for (OMSetBlendState). */
static struct ombre_pso with_a_desc(const struct ombre_pso *pso)
{
    const struct ombre_pso initial = ombre_pso_default_of(pso->api);
    struct ombre_pso out = *pso;

    if (ombre_api_creates_blend_state(pso->api) && pso->null_desc) {
        out.null_desc = false;
        out.BlendState = initial.BlendState;
        out.desc = initial.desc;
    }
    return out;
}

bool ombre_state_from_pso_leniently(const struct ombre_pso *pso,
                                    struct ombre_state *out,
                                    uint8_t left_out[OMBRE_MAX_TARGETS])
{
    const struct ombre_pso mended = with_a_desc(pso);

    memset(left_out, 0, OMBRE_MAX_TARGETS);
    if (read(&mended, out, left_out))
        return true;
    memset(left_out, 0, OMBRE_MAX_TARGETS);
    memset(out, 0, sizeof *out);
    return false;
}
