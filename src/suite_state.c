/* Ids and states, as generators put them together. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "suite_parts.h"

const uint32_t suite_eight_formats[SUITE_EIGHT] = {
    28, /* R8G8B8A8_UNORM */
    10, /* R16G16B16A16_FLOAT */
    11, /* R16G16B16A16_UNORM */
    2,  /* R32G32B32A32_FLOAT */
    26, /* R11G11B10_FLOAT */
    87, /* B8G8R8A8_UNORM */
    56, /* R16_UNORM */
    34, /* R16G16_FLOAT */
};

/* --- Ids -------------------------------------------------------------------
 */

void suite_append(char id[OMBRE_ID_SIZE], const char *text)
{
    size_t length = strlen(id);
    for (; *text && length + 1 < OMBRE_ID_SIZE; text++)
        id[length++] = (char) tolower((unsigned char) *text);
    id[length] = '\0';
}

void suite_append_number(char id[OMBRE_ID_SIZE], unsigned number)
{
    char text[16];
    snprintf(text, sizeof text, "%02u", number);
    suite_append(id, text);
}

void suite_append_equation(char id[OMBRE_ID_SIZE],
                           const struct ombre_equation *equation)
{
    if (equation->op != OMBRE_OP_MIN && equation->op != OMBRE_OP_MAX) {
        suite_append(id, ombre_factor_name(equation->src));
        suite_append(id, "-");
        suite_append(id, ombre_factor_name(equation->dest));
        suite_append(id, "-");
    }
    suite_append(id, ombre_blend_op_name(equation->op));
}

/* --- States ----------------------------------------------------------------
 */

static enum ombre_output_type output_type(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: return OMBRE_OUTPUT_FLOAT;
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    }
    return OMBRE_OUTPUT_NONE;
}

/* What a disabled target's factors hold must not matter. */
static void poison_target(D3D12_RENDER_TARGET_BLEND_DESC *target)
{
    memset(&target->SrcBlend, 0x5A, sizeof target->SrcBlend);
    target->DestBlend = target->SrcBlendAlpha = target->DestBlendAlpha =
        target->SrcBlend;
    memset(&target->BlendOp, 0x5A, sizeof target->BlendOp);
    target->BlendOpAlpha = target->BlendOp;
    memset(&target->LogicOp, 0x5A, sizeof target->LogicOp);
}

void suite_set_targets(struct ombre_case *c, const uint32_t *formats,
                       unsigned count)
{
    struct ombre_pso *pso = &c->pso;
    pso->NumRenderTargets = count;
    pso->SampleDesc.Count = 1;
    pso->BlendState.IndependentBlendEnable = count > 1;
    pso->shader.bound = true;
    for (unsigned t = 0; t < count; t++) {
        const struct ombre_format *format = ombre_format_find(formats[t]);
        pso->RTVFormats[t] = (DXGI_FORMAT) formats[t];
        poison_target(&pso->BlendState.RenderTarget[t]);
        if (format)
            pso->shader.output[t] =
                (struct ombre_output){output_type(format), 0xF};
    }
}

void suite_set_blend(struct ombre_case *c, unsigned target,
                     const struct ombre_equation *color,
                     const struct ombre_equation *alpha)
{
    D3D12_RENDER_TARGET_BLEND_DESC *desc =
        &c->pso.BlendState.RenderTarget[target];
    desc->BlendEnable = 1;
    desc->SrcBlend = (D3D12_BLEND) color->src;
    desc->DestBlend = (D3D12_BLEND) color->dest;
    desc->BlendOp = (D3D12_BLEND_OP) color->op;
    desc->SrcBlendAlpha = (D3D12_BLEND) alpha->src;
    desc->DestBlendAlpha = (D3D12_BLEND) alpha->dest;
    desc->BlendOpAlpha = (D3D12_BLEND_OP) alpha->op;
}

void suite_set_dual_source(struct ombre_case *c)
{
    c->pso.shader.output[1] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
}
