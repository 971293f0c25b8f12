/* A state that needs what is claimed and nothing else, and the claims that a
 * state needs. */
#include "claims_parts.h"

#include "ombre/d3d.h"

enum { RGBA = 0xF, RGB = 0x7 };

static enum ombre_output_type output_of(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    case OMBRE_BASE_FLOAT: break;
    }
    return OMBRE_OUTPUT_FLOAT;
}

static void set_targets(struct ombre_pso *pso, unsigned count, uint32_t dxgi)
{
    const struct ombre_format *const format = ombre_format_find(dxgi);

    pso->NumRenderTargets = count;
    pso->shader.bound = true;
    for (unsigned i = 0; i < count; i++) {
        pso->RTVFormats[i] = dxgi;
        pso->shader.output[i] = (struct ombre_output){output_of(format), RGBA};
    }
}

/* Factors that alpha may have, too. */
static void set_blend(struct ombre_pso *pso, unsigned target, uint32_t src,
                      uint32_t dest)
{
    D3D12_RENDER_TARGET_BLEND_DESC *const desc =
        &pso->BlendState.RenderTarget[target];

    desc->BlendEnable = 1;
    desc->SrcBlend = desc->SrcBlendAlpha = src;
    desc->DestBlend = desc->DestBlendAlpha = dest;
}

static void set_logic_op(struct ombre_pso *pso)
{
    pso->BlendState.RenderTarget[0].LogicOpEnable = 1;
    pso->BlendState.RenderTarget[0].LogicOp = D3D12_LOGIC_OP_XOR;
}

static void set_format_claim(const struct ombre_claim *claim,
                             struct ombre_pso *pso)
{
    set_targets(pso, 1, claim->format->dxgi);
    if (claim->kind == OMBRE_CLAIM_BLEND)
        set_blend(pso, 0, D3D12_BLEND_ONE, D3D12_BLEND_ONE);
    else if (claim->kind == OMBRE_CLAIM_FORMAT_LOGIC_OP)
        set_logic_op(pso);
    else if (claim->kind == OMBRE_CLAIM_SAMPLES_4)
        pso->SampleDesc.Count = 4;
    else if (claim->kind == OMBRE_CLAIM_SAMPLES_8)
        pso->SampleDesc.Count = 8;
}

static void set_dual_source(struct ombre_pso *pso)
{
    set_blend(pso, 0, D3D12_BLEND_ONE, D3D12_BLEND_INV_SRC1_ALPHA);
    pso->shader.output[1] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, RGBA};
}

static void set_device_claim(enum ombre_claim_kind kind, struct ombre_pso *pso)
{
    set_targets(pso, 2, DXGI_FORMAT_R8G8B8A8_UNORM);
    pso->BlendState.IndependentBlendEnable = 1;
    switch (kind) {
    case OMBRE_CLAIM_WRITE_MASKS:
        pso->BlendState.RenderTarget[1].RenderTargetWriteMask = RGB;
        return;
    case OMBRE_CLAIM_BLEND_ENABLES:
        set_blend(pso, 1, D3D12_BLEND_ONE, D3D12_BLEND_ONE);
        return;
    case OMBRE_CLAIM_EQUATIONS:
        set_blend(pso, 0, D3D12_BLEND_DEST_ALPHA, D3D12_BLEND_ZERO);
        set_blend(pso, 1, D3D12_BLEND_ONE, D3D12_BLEND_ONE);
        return;
    case OMBRE_CLAIM_FOUR_TARGETS:
        set_targets(pso, 4, DXGI_FORMAT_R8G8B8A8_UNORM);
        return;
    case OMBRE_CLAIM_EIGHT_TARGETS:
        set_targets(pso, 8, DXGI_FORMAT_R8G8B8A8_UNORM);
        return;
    case OMBRE_CLAIM_RENDER_TARGET:
    case OMBRE_CLAIM_BLEND:
    case OMBRE_CLAIM_FORMAT_LOGIC_OP:
    case OMBRE_CLAIM_SAMPLES_4:
    case OMBRE_CLAIM_SAMPLES_8:
    case OMBRE_CLAIM_ONE_TARGET:
    case OMBRE_CLAIM_SEPARATE_ALPHA:
    case OMBRE_CLAIM_SRC_ALPHA_SAT:
    case OMBRE_CLAIM_DUAL_SOURCE:
    case OMBRE_CLAIM_ALPHA_TO_COVERAGE:
    case OMBRE_CLAIM_SAMPLE_MASK:
    case OMBRE_CLAIM_LOGIC_OP:
    case OMBRE_CLAIM_KINDS: break;
    }
    *pso = ombre_pso_default();
    set_targets(pso, 1,
                kind == OMBRE_CLAIM_LOGIC_OP ? DXGI_FORMAT_R32_UINT
                                             : DXGI_FORMAT_R8G8B8A8_UNORM);
    if (kind == OMBRE_CLAIM_SEPARATE_ALPHA) {
        set_blend(pso, 0, D3D12_BLEND_SRC_ALPHA, D3D12_BLEND_INV_SRC_ALPHA);
        pso->BlendState.RenderTarget[0].DestBlendAlpha = D3D12_BLEND_ONE;
    } else if (kind == OMBRE_CLAIM_SRC_ALPHA_SAT) {
        set_blend(pso, 0, D3D12_BLEND_SRC_ALPHA_SAT, D3D12_BLEND_ONE);
    } else if (kind == OMBRE_CLAIM_DUAL_SOURCE) {
        set_dual_source(pso);
    } else if (kind == OMBRE_CLAIM_LOGIC_OP) {
        set_logic_op(pso);
    }
    pso->BlendState.AlphaToCoverageEnable =
        kind == OMBRE_CLAIM_ALPHA_TO_COVERAGE;
    if (kind == OMBRE_CLAIM_SAMPLE_MASK)
        pso->SampleMask = 0;
}

bool claims_state_of(const struct ombre_claim *claim, struct ombre_state *out)
{
    struct ombre_pso pso = ombre_pso_default();

    if (claim->format)
        set_format_claim(claim, &pso);
    else
        set_device_claim(claim->kind, &pso);
    return ombre_state_from_pso(&pso, out);
}

/* --- What a state needs -------------------------------------------------- */

struct list {
    unsigned count;
    struct ombre_claim *claim;
};

static void add(struct list *list, enum ombre_claim_kind kind,
                const struct ombre_format *format)
{
    list->claim[list->count++] = (struct ombre_claim){kind, format};
}

static bool is_sat(const struct ombre_equation *equation)
{
    return equation->src == OMBRE_SRC_ALPHA_SAT ||
           equation->dest == OMBRE_SRC_ALPHA_SAT;
}

static bool is_equal(const struct ombre_equation *a,
                     const struct ombre_equation *b)
{
    return a->src == b->src && a->dest == b->dest && a->op == b->op;
}

static void add_target(struct list *list, const struct ombre_state *state,
                       const struct ombre_target *target)
{
    const struct ombre_format *const format = target->format;

    add(list, OMBRE_CLAIM_RENDER_TARGET, format);
    if (target->blend_enable)
        add(list, OMBRE_CLAIM_BLEND, format);
    if (state->logic_op_enable)
        add(list, OMBRE_CLAIM_FORMAT_LOGIC_OP, format);
    if (state->sample_count == 4)
        add(list, OMBRE_CLAIM_SAMPLES_4, format);
    if (state->sample_count == 8)
        add(list, OMBRE_CLAIM_SAMPLES_8, format);
}

/* What one target's equations need, and where it differs from `first`. */
struct needs {
    bool sat, dual, separate, masks, enables, equations;
};

static void note_target(struct needs *needs, const struct ombre_target *first,
                        const struct ombre_target *target)
{
    needs->sat |= target->blend_enable &&
                  (is_sat(&target->color) || is_sat(&target->alpha));
    needs->dual |= ombre_target_is_dual_source(target);
    needs->separate |=
        target->blend_enable && !is_equal(&target->color, &target->alpha);
    needs->masks |= target->write_mask != first->write_mask;
    needs->enables |= target->blend_enable != first->blend_enable;
    needs->equations |= target->blend_enable && first->blend_enable &&
                        !(is_equal(&target->color, &first->color) &&
                          is_equal(&target->alpha, &first->alpha));
}

static void add_needs(struct list *list, const struct ombre_state *state,
                      const struct needs *needs)
{
    const struct {
        bool is_needed;
        enum ombre_claim_kind kind;
    } all[] = {
        {state->target_count == 1, OMBRE_CLAIM_ONE_TARGET},
        {state->target_count > 1 && state->target_count <= 4,
         OMBRE_CLAIM_FOUR_TARGETS},
        {state->target_count > 4, OMBRE_CLAIM_EIGHT_TARGETS},
        {needs->separate, OMBRE_CLAIM_SEPARATE_ALPHA},
        {needs->masks, OMBRE_CLAIM_WRITE_MASKS},
        {needs->enables, OMBRE_CLAIM_BLEND_ENABLES},
        {needs->sat, OMBRE_CLAIM_SRC_ALPHA_SAT},
        {needs->dual, OMBRE_CLAIM_DUAL_SOURCE},
        {state->alpha_to_coverage, OMBRE_CLAIM_ALPHA_TO_COVERAGE},
        {state->sample_mask != UINT32_MAX, OMBRE_CLAIM_SAMPLE_MASK},
        {needs->equations, OMBRE_CLAIM_EQUATIONS},
        {state->logic_op_enable, OMBRE_CLAIM_LOGIC_OP},
    };

    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is_needed)
            add(list, all[i].kind, NULL);
}

unsigned claims_needed(const struct ombre_state *state,
                       struct ombre_claim out[CLAIMS_MAX_NEEDED])
{
    struct list list = {0, out};
    struct needs needs = {0};
    const struct ombre_target *first = NULL;

    for (unsigned i = 0; i < state->target_count; i++) {
        const struct ombre_target *const target = &state->target[i];
        if (!target->format)
            continue;
        first = first ? first : target;
        add_target(&list, state, target);
        note_target(&needs, first, target);
    }
    add_needs(&list, state, &needs);
    return list.count;
}
