#include "key_states.h"

#include <assert.h>
#include <string.h>

const DXGI_FORMAT key_formats[KEY_FORMATS] = {
    DXGI_FORMAT_R8G8B8A8_UNORM,      DXGI_FORMAT_R8G8B8A8_SNORM,
    DXGI_FORMAT_R16G16B16A16_FLOAT,  DXGI_FORMAT_R8G8_UNORM,
    DXGI_FORMAT_B8G8R8X8_UNORM,      DXGI_FORMAT_A8_UNORM,
    DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, DXGI_FORMAT_R32_FLOAT,
    DXGI_FORMAT_R11G11B10_FLOAT,
};

/* SplitMix64 */
unsigned key_random_below(struct key_random *random, unsigned limit)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (unsigned) ((z ^ (z >> 31)) % limit);
}

static bool one_in(struct key_random *random, unsigned n)
{
    return key_random_below(random, n) == 0;
}

/* --- Entries ---------------------------------------------------------------
 */

static struct ombre_equation random_equation(struct key_random *random,
                                             enum ombre_half half,
                                             bool dual_source)
{
    const size_t count = ombre_equation_count(half, dual_source);

    return ombre_equation_at(half, key_random_below(random, (unsigned) count));
}

static void set_color(struct key_random *random, bool dual_source,
                      D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const struct ombre_equation e =
        random_equation(random, OMBRE_HALF_COLOR, dual_source);

    entry->SrcBlend = (D3D12_BLEND) e.src;
    entry->DestBlend = (D3D12_BLEND) e.dest;
    entry->BlendOp = (D3D12_BLEND_OP) e.op;
}

static void set_alpha(struct key_random *random, bool dual_source,
                      D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const struct ombre_equation e =
        random_equation(random, OMBRE_HALF_ALPHA, dual_source);

    entry->SrcBlendAlpha = (D3D12_BLEND) e.src;
    entry->DestBlendAlpha = (D3D12_BLEND) e.dest;
    entry->BlendOpAlpha = (D3D12_BLEND_OP) e.op;
}

static void set_entry(struct key_random *random, bool dual_source,
                      D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    memset(entry, 0, sizeof *entry);
    entry->BlendEnable = !one_in(random, 5);
    set_color(random, dual_source, entry);
    set_alpha(random, dual_source, entry);
    entry->RenderTargetWriteMask =
        (uint8_t) (one_in(random, 2) ? 0xFu : key_random_below(random, 16));
}

static void set_junk(struct key_random *random, void *bytes, size_t size)
{
    unsigned char *byte = bytes;

    for (size_t i = 0; i < size; i++)
        byte[i] = (unsigned char) key_random_below(random, 256);
}

/* --- States ----------------------------------------------------------------
 */

static bool is_dual_source(const struct ombre_pso *pso)
{
    return pso->NumRenderTargets == 1 && pso->shader.output[1].type != 0;
}

struct ombre_pso key_state(struct key_random *random,
                           const DXGI_FORMAT *formats, unsigned count)
{
    const struct ombre_output output = {OMBRE_OUTPUT_FLOAT, 0xF};
    struct ombre_pso pso = ombre_pso_default();

    pso.NumRenderTargets = count;
    pso.shader.bound = true;
    for (unsigned i = 0; i < count; i++) {
        pso.RTVFormats[i] = formats[i];
        if (i == 0 || !one_in(random, 6))
            pso.shader.output[i] = output;
    }
    if (count == 1)
        pso.shader.output[1] = output;
    pso.BlendState.IndependentBlendEnable = !one_in(random, 3);
    pso.BlendState.AlphaToCoverageEnable = one_in(random, 4);
    pso.shader.coverage =
        one_in(random, 8) ? OMBRE_COVERAGE_MASK : OMBRE_COVERAGE_NONE;
    pso.shader.coverage_mask = UINT32_MAX;
    pso.SampleDesc.Count = one_in(random, 4) ? 4 : 1;
    for (unsigned i = 0; i < 8; i++)
        set_entry(random, i == 0 && is_dual_source(&pso),
                  &pso.BlendState.RenderTarget[i]);
    return pso;
}

/* --- Twins -----------------------------------------------------------------
 */

/* The target that an entry speaks for, as the state has it; entry 0 may speak
 * for many, and then what counts for one of them counts. */
static uint8_t written_by(const struct ombre_pso *pso, unsigned entry)
{
    const bool independent = pso->BlendState.IndependentBlendEnable != 0;
    unsigned written = 0;

    for (unsigned i = 0; i < pso->NumRenderTargets; i++) {
        const struct ombre_format *format =
            ombre_format_find((uint32_t) pso->RTVFormats[i]);
        if ((independent ? i : 0) == entry && format &&
            pso->shader.output[i].type != OMBRE_OUTPUT_NONE)
            written |= format->components;
    }
    return (uint8_t) written;
}

/* Factors that are one in a slot of alpha, and in one of colour where the
 * target has no alpha. */
static const D3D12_BLEND in_alpha[][2] = {
    {D3D12_BLEND_ONE, D3D12_BLEND_SRC_ALPHA_SAT},
    {D3D12_BLEND_BLEND_FACTOR, D3D12_BLEND_ALPHA_FACTOR},
    {D3D12_BLEND_INV_BLEND_FACTOR, D3D12_BLEND_INV_ALPHA_FACTOR},
};
static const D3D12_BLEND opaque[][2] = {
    {D3D12_BLEND_ONE, D3D12_BLEND_DEST_ALPHA},
    {D3D12_BLEND_ZERO, D3D12_BLEND_INV_DEST_ALPHA},
};

static D3D12_BLEND other_name(struct key_random *random,
                              const D3D12_BLEND (*pairs)[2], unsigned count,
                              D3D12_BLEND factor)
{
    for (unsigned i = 0; i < count; i++)
        if (factor == pairs[i][0] || factor == pairs[i][1])
            return pairs[i][key_random_below(random, 2)];
    return factor;
}

static void rename_factors(struct key_random *random, bool has_alpha,
                           D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    entry->SrcBlendAlpha =
        other_name(random, in_alpha, 3, entry->SrcBlendAlpha);
    entry->DestBlendAlpha =
        other_name(random, in_alpha, 3, entry->DestBlendAlpha);
    if (has_alpha)
        return;
    entry->SrcBlend = other_name(random, opaque, 2, entry->SrcBlend);
    entry->DestBlend = other_name(random, opaque, 2, entry->DestBlend);
}

static void change_entry(struct key_random *random, uint8_t written,
                         bool dual_source,
                         D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const uint8_t live = written & entry->RenderTargetWriteMask;
    D3D12_RENDER_TARGET_BLEND_DESC junk;

    set_entry(random, dual_source, &junk);
    set_junk(random, &entry->LogicOp, sizeof entry->LogicOp);
    if (entry->BlendEnable)
        entry->BlendEnable = 1 + (int) key_random_below(random, 1000);
    if (!entry->BlendEnable || (live & 7) == 0) {
        entry->SrcBlend = junk.SrcBlend;
        entry->DestBlend = junk.DestBlend;
        entry->BlendOp = junk.BlendOp;
    } else if (ombre_blend_op_is_min_or_max(entry->BlendOp)) {
        entry->SrcBlend = junk.SrcBlend;
        entry->DestBlend = junk.DestBlend;
    }
    if (!entry->BlendEnable || (live & 8) == 0) {
        entry->SrcBlendAlpha = junk.SrcBlendAlpha;
        entry->DestBlendAlpha = junk.DestBlendAlpha;
        entry->BlendOpAlpha = junk.BlendOpAlpha;
    } else if (ombre_blend_op_is_min_or_max(entry->BlendOpAlpha)) {
        entry->SrcBlendAlpha = junk.SrcBlendAlpha;
        entry->DestBlendAlpha = junk.DestBlendAlpha;
    }
    rename_factors(random, (written & 8) != 0, entry);
    entry->RenderTargetWriteMask =
        (uint8_t) (live | (junk.RenderTargetWriteMask & ~written & 0xF));
}

void key_twin(struct key_random *random, struct ombre_pso *pso)
{
    D3D12_BLEND_DESC *desc = &pso->BlendState;

    for (unsigned i = 0; i < 8; i++) {
        D3D12_RENDER_TARGET_BLEND_DESC *entry = &desc->RenderTarget[i];
        const uint8_t written = written_by(pso, i);
        if (i > 0 &&
            (!desc->IndependentBlendEnable || i >= pso->NumRenderTargets))
            set_junk(random, entry, sizeof *entry);
        else
            change_entry(random, written, i == 0 && is_dual_source(pso), entry);
    }
    if (desc->IndependentBlendEnable)
        desc->IndependentBlendEnable = -1 - (int) key_random_below(random, 9);
    if (pso->shader.coverage != OMBRE_COVERAGE_NONE)
        desc->AlphaToCoverageEnable = (int) key_random_below(random, 2);
    pso->SampleDesc.Quality = key_random_below(random, 5);
    pso->DSVFormat = DXGI_FORMAT_D32_FLOAT;
}

void key_neighbour(struct key_random *random, struct ombre_pso *pso)
{
    D3D12_BLEND_DESC *desc = &pso->BlendState;
    const unsigned index = key_random_below(random, pso->NumRenderTargets);
    D3D12_RENDER_TARGET_BLEND_DESC *entry = &desc->RenderTarget[index];
    const bool dual_source = index == 0 && is_dual_source(pso);

    switch (key_random_below(random, 8)) {
    case 0: desc->AlphaToCoverageEnable ^= 1; break;
    case 1: entry->BlendEnable = !entry->BlendEnable; break;
    case 2:
        entry->RenderTargetWriteMask ^=
            (uint8_t) (1u << key_random_below(random, 4));
        break;
    case 3: desc->IndependentBlendEnable = !desc->IndependentBlendEnable; break;
    case 4:
    case 5: set_color(random, dual_source, entry); break;
    case 6: set_alpha(random, dual_source, entry); break;
    case 7:
        entry->BlendOp = (D3D12_BLEND_OP) (1 + key_random_below(random, 5));
        break;
    }
}

/* --- What the table says ----------------------------------------------------
 */

static const struct ombre_equation_classes *classes_of(
    const struct ombre_format *format, enum ombre_half half)
{
    static struct {
        bool made;
        struct ombre_equation_classes classes;
    } cache[OMBRE_FORMAT_NUMBERS][2];

    if (!cache[format->dxgi][half].made) {
        const bool has = ombre_classify_equations(
            format, half, &cache[format->dxgi][half].classes);
        assert(has);
        (void) has;
        cache[format->dxgi][half].made = true;
    }
    return &cache[format->dxgi][half].classes;
}

/* Class of what the state does to one component that the format has. */
static uint16_t function_of(const struct ombre_state *state, unsigned target,
                            unsigned component)
{
    const struct ombre_target *t = &state->target[target];
    const enum ombre_half half =
        component == OMBRE_ALPHA ? OMBRE_HALF_ALPHA : OMBRE_HALF_COLOR;
    const bool written =
        state->shader.bound &&
        state->shader.output[target].type != OMBRE_OUTPUT_NONE &&
        (t->write_mask >> component & 1) != 0;
    const struct ombre_equation_classes *classes = classes_of(t->format, half);

    if (!written)
        return classes->of[OMBRE_NOT_WRITTEN];
    if (!t->blend_enable)
        return classes->of[OMBRE_NO_BLENDING];
    return classes->of[ombre_equation_index(
        half, half == OMBRE_HALF_ALPHA ? &t->alpha : &t->color)];
}

static bool covers_by_alpha(const struct ombre_state *state)
{
    return state->alpha_to_coverage &&
           state->shader.coverage == OMBRE_COVERAGE_NONE;
}

bool key_same_functions(const struct ombre_state *a,
                        const struct ombre_state *b)
{
    bool keeps = true;

    for (unsigned t = 0; t < a->target_count; t++) {
        const struct ombre_format *format = a->target[t].format;
        for (unsigned c = 0; format && c < OMBRE_COMPONENTS; c++) {
            if ((format->components >> c & 1) == 0)
                continue;
            const uint16_t of_a = function_of(a, t, c);
            if (of_a != function_of(b, t, c))
                return false;
            keeps &=
                of_a == classes_of(format, c == OMBRE_ALPHA ? OMBRE_HALF_ALPHA
                                                            : OMBRE_HALF_COLOR)
                            ->of[OMBRE_NOT_WRITTEN];
        }
    }
    return keeps || covers_by_alpha(a) == covers_by_alpha(b);
}
