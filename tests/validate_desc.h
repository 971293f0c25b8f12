/* validate_desc.h - descs for the tests of the validator: a valid one, and
 * edits
 *
 * Every test that includes this includes cmocka.h first.
 */
#ifndef OMBRE_TESTS_VALIDATE_DESC_H
#define OMBRE_TESTS_VALIDATE_DESC_H

#include <string.h>

#include "ombre/validate.h"

/* A row is the base desc and some edits to it.  The base is valid: one
 * R8G8B8A8_UNORM target, written by a float4, and poison in every field that
 * Direct3D ignores. */
enum edit_kind {
    END,
    API,
    NO_LOGIC_OP,     /* of the device */
    NO_ALPHA_FACTOR, /* of the device */
    INDEPENDENT,     /* entries 1 to 7 count: benign but for ignored fields */
    A2C,             /* AlphaToCoverageEnable */
    OVER,            /* entry: BlendEnable, the over operator */
    DUAL,            /* entry: BlendEnable, a SRC1 factor in each equation */
    LOGIC,           /* entry: LogicOpEnable, AND_REVERSE */
    BLEND_ENABLE,    /* entry and value of one field, and so on */
    LOGIC_ENABLE,
    SRC,
    DEST,
    OP,
    SRC_A,
    DEST_A,
    OP_A,
    LOGIC_OP,
    MASK,
    SAMPLE_MASK,
    COUNT,  /* NumRenderTargets */
    FORMAT, /* RTVFormats[index] */
    SAMPLES,
    QUALITY,
    NO_SHADER,
    COVERAGE, /* SV_Coverage is exported */
    FLOATS,   /* output: float, with these components */
    UINTS,
    SINTS,
    UNDECLARED,
};

struct edit {
    enum edit_kind kind;
    unsigned index;
    uint32_t value;
};

enum { POISON = 0x5A5A5A5A, POISON_BYTE = 0x5A };

static inline void poison_equations(D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    entry->SrcBlend = (D3D12_BLEND) POISON;
    entry->DestBlend = (D3D12_BLEND) POISON;
    entry->BlendOp = (D3D12_BLEND_OP) POISON;
    entry->SrcBlendAlpha = (D3D12_BLEND) POISON;
    entry->DestBlendAlpha = (D3D12_BLEND) POISON;
    entry->BlendOpAlpha = (D3D12_BLEND_OP) POISON;
    entry->LogicOp = (D3D12_LOGIC_OP) POISON;
}

static inline void make_base(struct ombre_pso *pso,
                             struct ombre_d3d_device *device)
{
    *device = ombre_d3d_device_default();
    *pso = ombre_pso_default();
    memset(&pso->BlendState.RenderTarget[1], POISON_BYTE,
           7 * sizeof pso->BlendState.RenderTarget[0]);
    poison_equations(&pso->BlendState.RenderTarget[0]);
    pso->NumRenderTargets = 1;
    pso->RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
    pso->DSVFormat = DXGI_FORMAT_D32_FLOAT; /* stands behind RTVFormats */
    pso->shader.bound = true;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        pso->shader.output[i].components = 0xA; /* of undeclared: ignored */
    pso->shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
}

static inline void edit_equations(D3D12_RENDER_TARGET_BLEND_DESC *entry,
                                  const uint32_t values[6])
{
    entry->BlendEnable = 1;
    entry->SrcBlend = (D3D12_BLEND) values[0];
    entry->DestBlend = (D3D12_BLEND) values[1];
    entry->BlendOp = (D3D12_BLEND_OP) values[2];
    entry->SrcBlendAlpha = (D3D12_BLEND) values[3];
    entry->DestBlendAlpha = (D3D12_BLEND) values[4];
    entry->BlendOpAlpha = (D3D12_BLEND_OP) values[5];
}

static inline void edit_independent(D3D12_BLEND_DESC *desc)
{
    desc->IndependentBlendEnable = 2; /* any BOOL but 0 is TRUE */
    for (unsigned i = 1; i < OMBRE_MAX_TARGETS; i++) {
        desc->RenderTarget[i].BlendEnable = 0;
        desc->RenderTarget[i].LogicOpEnable = 0;
        desc->RenderTarget[i].RenderTargetWriteMask = 0xF;
        poison_equations(&desc->RenderTarget[i]);
    }
}

static inline bool edit_entry(D3D12_RENDER_TARGET_BLEND_DESC *entry,
                              const struct edit *edit)
{
    static const uint32_t over[6] = {5, 6, 1, 2, 6, 1};
    static const uint32_t dual[6] = {3, 16, 1, 5, 18, 1};

    if (edit->kind == OVER)
        edit_equations(entry, over);
    else if (edit->kind == DUAL)
        edit_equations(entry, dual);
    else if (edit->kind == LOGIC) {
        entry->LogicOpEnable = 1;
        entry->LogicOp = D3D12_LOGIC_OP_AND_REVERSE;
    } else if (edit->kind == BLEND_ENABLE)
        entry->BlendEnable = (int32_t) edit->value;
    else if (edit->kind == LOGIC_ENABLE)
        entry->LogicOpEnable = (int32_t) edit->value;
    else if (edit->kind == SRC)
        entry->SrcBlend = (D3D12_BLEND) edit->value;
    else if (edit->kind == DEST)
        entry->DestBlend = (D3D12_BLEND) edit->value;
    else if (edit->kind == OP)
        entry->BlendOp = (D3D12_BLEND_OP) edit->value;
    else if (edit->kind == SRC_A)
        entry->SrcBlendAlpha = (D3D12_BLEND) edit->value;
    else if (edit->kind == DEST_A)
        entry->DestBlendAlpha = (D3D12_BLEND) edit->value;
    else if (edit->kind == OP_A)
        entry->BlendOpAlpha = (D3D12_BLEND_OP) edit->value;
    else if (edit->kind == LOGIC_OP)
        entry->LogicOp = (D3D12_LOGIC_OP) edit->value;
    else if (edit->kind == MASK)
        entry->RenderTargetWriteMask = (uint8_t) edit->value;
    else
        return false;
    return true;
}

static inline bool edit_shader(struct ombre_pixel_shader *shader,
                               const struct edit *edit)
{
    struct ombre_output *output = &shader->output[edit->index];

    if (edit->kind == NO_SHADER)
        shader->bound = false;
    else if (edit->kind == COVERAGE)
        shader->coverage = (enum ombre_coverage_export) edit->value;
    else if (edit->kind == FLOATS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_FLOAT, (uint8_t) edit->value};
    else if (edit->kind == UINTS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_UINT, (uint8_t) edit->value};
    else if (edit->kind == SINTS)
        *output =
            (struct ombre_output){OMBRE_OUTPUT_SINT, (uint8_t) edit->value};
    else if (edit->kind == UNDECLARED)
        output->type = OMBRE_OUTPUT_NONE;
    else
        return false;
    return true;
}

static inline bool edit_device(struct ombre_d3d_device *device,
                               const struct edit *edit)
{
    if (edit->kind == NO_LOGIC_OP)
        device->OutputMergerLogicOp = false;
    else if (edit->kind == NO_ALPHA_FACTOR)
        device->AlphaBlendFactorSupported = false;
    else
        return false;
    return true;
}

static inline bool edit_pso(struct ombre_pso *pso, const struct edit *edit)
{
    if (edit->kind == API)
        pso->api = (enum ombre_api) edit->value;
    else if (edit->kind == INDEPENDENT)
        edit_independent(&pso->BlendState);
    else if (edit->kind == A2C)
        pso->BlendState.AlphaToCoverageEnable = -1;
    else if (edit->kind == SAMPLE_MASK)
        pso->SampleMask = edit->value;
    else if (edit->kind == COUNT)
        pso->NumRenderTargets = edit->value;
    else if (edit->kind == FORMAT)
        pso->RTVFormats[edit->index] = (DXGI_FORMAT) edit->value;
    else if (edit->kind == SAMPLES)
        pso->SampleDesc.Count = edit->value;
    else if (edit->kind == QUALITY)
        pso->SampleDesc.Quality = edit->value;
    else
        return false;
    return true;
}

static inline void apply(struct ombre_pso *pso, struct ombre_d3d_device *device,
                         const struct edit *edit)
{
    const bool known =
        edit_device(device, edit) || edit_pso(pso, edit) ||
        edit_shader(&pso->shader, edit) ||
        edit_entry(&pso->BlendState.RenderTarget[edit->index], edit);
    assert_true(known);
}

#endif /* OMBRE_TESTS_VALIDATE_DESC_H */
