#include "ombre/state.h"

#include <string.h>

/* Samples that a pixel can have anywhere in this library. */
enum { MAX_SAMPLES = 16 };

enum { ALL_COMPONENTS = 0xF };

static const struct ombre_equation REPLACE = {OMBRE_ONE, OMBRE_ZERO,
                                              OMBRE_OP_ADD};

/* --- Names --------------------------------------------------------------- */

struct row {
    const char *name;
    unsigned value;
};

/* Find `name` among `count` rows; false, and *value untouched, if unknown. */
static bool find(const struct row *rows, size_t count, const char *name,
                 unsigned *value)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(rows[i].name, name) == 0) {
            *value = rows[i].value;
            return true;
        }
    }
    return false;
}

const char *ombre_factor_name(enum ombre_factor factor)
{
    switch (factor) {
#define X(id, value, name) \
    case OMBRE_##id: return name;
        OMBRE_FACTORS(X)
#undef X
    }
    return NULL;
}

bool ombre_factor_from_name(const char *name, enum ombre_factor *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_FACTORS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_factor) value;
    return true;
}

const char *ombre_blend_op_name(enum ombre_blend_op op)
{
    switch (op) {
#define X(id, value, name) \
    case OMBRE_OP_##id: return name;
        OMBRE_BLEND_OPS(X)
#undef X
    }
    return NULL;
}

bool ombre_blend_op_from_name(const char *name, enum ombre_blend_op *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_BLEND_OPS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_blend_op) value;
    return true;
}

const char *ombre_logic_op_name(enum ombre_logic_op op)
{
    switch (op) {
#define X(id, value, name) \
    case OMBRE_LOGIC_##id: return name;
        OMBRE_LOGIC_OPS(X)
#undef X
    }
    return NULL;
}

bool ombre_logic_op_from_name(const char *name, enum ombre_logic_op *out)
{
    static const struct row rows[] = {
#define X(id, value, name) {name, value},
        OMBRE_LOGIC_OPS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_logic_op) value;
    return true;
}

const char *ombre_api_name(enum ombre_api api)
{
    switch (api) {
#define X(id, name) \
    case OMBRE_API_##id: return name;
        OMBRE_APIS(X)
#undef X
    }
    return NULL;
}

bool ombre_api_from_name(const char *name, enum ombre_api *out)
{
    static const struct row rows[] = {
#define X(id, name) {name, OMBRE_API_##id},
        OMBRE_APIS(X)
#undef X
    };
    unsigned value;
    if (!find(rows, sizeof(rows) / sizeof(rows[0]), name, &value))
        return false;
    *out = (enum ombre_api) value;
    return true;
}

/* --- Factors ------------------------------------------------------------- */

bool ombre_factor_is_src1(enum ombre_factor factor)
{
    return factor == OMBRE_SRC1_COLOR || factor == OMBRE_INV_SRC1_COLOR ||
           factor == OMBRE_SRC1_ALPHA || factor == OMBRE_INV_SRC1_ALPHA;
}

/* The factors that FS 17.2 bars from the alpha slots. */
static bool is_color(enum ombre_factor factor)
{
    return factor == OMBRE_SRC_COLOR || factor == OMBRE_INV_SRC_COLOR ||
           factor == OMBRE_DEST_COLOR || factor == OMBRE_INV_DEST_COLOR ||
           factor == OMBRE_SRC1_COLOR || factor == OMBRE_INV_SRC1_COLOR;
}

static bool reads_src1(const struct ombre_equation *equation)
{
    return ombre_factor_is_src1(equation->src) ||
           ombre_factor_is_src1(equation->dest);
}

bool ombre_target_is_dual_source(const struct ombre_target *target)
{
    return target->blend_enable &&
           (reads_src1(&target->color) || reads_src1(&target->alpha));
}

/* --- From Direct3D ------------------------------------------------------- */

struct ombre_pso ombre_pso_default(void)
{
    struct ombre_pso pso = {
        .api = OMBRE_API_D3D12,
        .BlendFactor = {D3D12_DEFAULT_BLEND_FACTOR_RED,
                        D3D12_DEFAULT_BLEND_FACTOR_GREEN,
                        D3D12_DEFAULT_BLEND_FACTOR_BLUE,
                        D3D12_DEFAULT_BLEND_FACTOR_ALPHA},
        .SampleMask = D3D12_DEFAULT_SAMPLE_MASK,
        .SampleDesc = {.Count = 1, .Quality = 0},
    };
    /* The page of D3D12_BLEND_DESC; all entries, as CD3DX12_BLEND_DESC. */
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
        pso.BlendState.RenderTarget[i] = entry;
    return pso;
}

/* ALPHA_FACTOR and its inverse came with Direct3D 12. */
static bool is_factor(enum ombre_api api, enum ombre_factor factor)
{
    if (factor == OMBRE_ALPHA_FACTOR || factor == OMBRE_INV_ALPHA_FACTOR)
        return api == OMBRE_API_D3D12;
    return ombre_factor_name(factor) != NULL;
}

static bool is_equation(enum ombre_api api,
                        const struct ombre_equation *equation)
{
    return is_factor(api, equation->src) && is_factor(api, equation->dest) &&
           ombre_blend_op_name(equation->op) != NULL;
}

static bool read_equations(enum ombre_api api,
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
    return is_equation(api, &out->color) && is_equation(api, &out->alpha) &&
           !is_color(out->alpha.src) && !is_color(out->alpha.dest);
}

/* What `entry` asks of a target that has a format. */
static bool read_target(enum ombre_api api,
                        const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                        struct ombre_target *out)
{
    if (entry->RenderTargetWriteMask > ALL_COMPONENTS)
        return false;
    out->write_mask = entry->RenderTargetWriteMask;
    out->blend_enable = entry->BlendEnable != 0;
    /* Without BlendEnable nothing looks at the six fields. */
    return !out->blend_enable || read_equations(api, entry, out);
}

/* Entry 0 speaks for all targets without IndependentBlendEnable (FS 17.3). */
static const D3D12_RENDER_TARGET_BLEND_DESC *governing_entry(
    const D3D12_BLEND_DESC *desc, unsigned target)
{
    return &desc->RenderTarget[desc->IndependentBlendEnable != 0 ? target : 0];
}

/* Formats.  False if one that counts is no render target. */
static bool read_formats(const struct ombre_pso *pso, struct ombre_state *out)
{
    for (unsigned i = 0; i < out->target_count; i++) {
        if (pso->RTVFormats[i] == DXGI_FORMAT_UNKNOWN)
            continue;
        out->target[i].format = ombre_format_find(pso->RTVFormats[i]);
        /* Without a pixel shader nothing is written, and Direct3D does not
         * examine the formats. */
        if (out->target[i].format == NULL && pso->shader.bound)
            return false;
    }
    return true;
}

static bool read_blend(const struct ombre_pso *pso, struct ombre_state *out)
{
    const D3D12_BLEND_DESC *desc = &pso->BlendState;

    out->alpha_to_coverage = desc->AlphaToCoverageEnable != 0;
    for (unsigned i = 0; i < out->target_count; i++) {
        if (out->target[i].format == NULL)
            continue;
        if (!read_target(pso->api, governing_entry(desc, i), &out->target[i]))
            return false;
    }
    return true;
}

/* One logic operation governs all targets, that of entry 0 (FS 17.7). */
static bool read_logic_op(const struct ombre_pso *pso, struct ombre_state *out)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *entry =
        &pso->BlendState.RenderTarget[0];

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
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        if ((unsigned) shader->output[i].type > OMBRE_OUTPUT_SINT ||
            shader->output[i].components > ALL_COMPONENTS)
            return false;
    }
    return (unsigned) shader->coverage <= OMBRE_COVERAGE_PER_PIXEL;
}

static void reset_targets(struct ombre_state *out)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        out->target[i].color = REPLACE;
        out->target[i].alpha = REPLACE;
    }
}

static bool read(const struct ombre_pso *pso, struct ombre_state *out)
{
    if (pso->api != OMBRE_API_D3D11_1 && pso->api != OMBRE_API_D3D12)
        return false;
    if (pso->NumRenderTargets > OMBRE_MAX_TARGETS)
        return false;
    if (pso->SampleDesc.Count == 0 || pso->SampleDesc.Count > MAX_SAMPLES)
        return false;
    if (!is_shader(&pso->shader))
        return false;

    out->target_count = pso->NumRenderTargets;
    out->sample_count = pso->SampleDesc.Count;
    out->sample_mask = pso->SampleMask;
    out->shader = pso->shader;
    memcpy(out->blend_factor, pso->BlendFactor, sizeof(out->blend_factor));
    reset_targets(out);
    return read_formats(pso, out) && read_blend(pso, out) &&
           read_logic_op(pso, out);
}

bool ombre_state_from_pso(const struct ombre_pso *pso, struct ombre_state *out)
{
    const struct ombre_state zero = {0};

    *out = zero;
    if (read(pso, out))
        return true;
    *out = zero;
    return false;
}
