/* Random cases of every version of Direct3D, and whether two are the same.
 *
 * Every test that includes this includes case_check.h first.
 */
#ifndef OMBRE_TESTS_CASE_RANDOM_H
#define OMBRE_TESTS_CASE_RANDOM_H

#include "case_random_image.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Random cases --------------------------------------------------------- */

/* SplitMix64 */
static inline uint32_t random_word(uint64_t *seed)
{
    uint64_t z = *seed += 0x9E3779B97F4A7C15;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (uint32_t) (z >> 32);
}

static inline uint32_t below(uint64_t *seed, uint32_t count)
{
    return random_word(seed) % count;
}

/* Any bits, often those that are hard to write. */
static inline uint32_t hard_word(uint64_t *seed)
{
    static const uint32_t hard[] = {
        0,          0x80000000, 0x3F800000, 0xBF800000, 0x00000001, 0x007FFFFF,
        0x00800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000,
        0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x3DCCCCCD, 0x4B800001,
    };
    const uint32_t word = random_word(seed);

    return word & 1 ? hard[word / 2 % COUNT(hard)] : random_word(seed);
}

/* A number of an enumeration: one of the first `known`, or any. */
static inline uint32_t random_number(uint64_t *seed, uint32_t known)
{
    return below(seed, 8) ? below(seed, known) : random_word(seed);
}

static inline void randomize_target(uint64_t *seed,
                                    D3D12_RENDER_TARGET_BLEND_DESC *target)
{
    target->BlendEnable = (int32_t) random_number(seed, 2);
    target->LogicOpEnable = (int32_t) random_number(seed, 2);
    target->SrcBlend = (D3D12_BLEND) random_number(seed, 24);
    target->DestBlend = (D3D12_BLEND) random_number(seed, 24);
    target->BlendOp = (D3D12_BLEND_OP) random_number(seed, 7);
    target->SrcBlendAlpha = (D3D12_BLEND) random_number(seed, 24);
    target->DestBlendAlpha = (D3D12_BLEND) random_number(seed, 24);
    target->BlendOpAlpha = (D3D12_BLEND_OP) random_number(seed, 7);
    target->LogicOp = (D3D12_LOGIC_OP) random_number(seed, 18);
    target->RenderTargetWriteMask = (uint8_t) random_word(seed);
}

static inline void randomize_d3d12(uint64_t *seed, D3D12_BLEND_DESC *desc)
{
    desc->AlphaToCoverageEnable = (int32_t) random_number(seed, 2);
    desc->IndependentBlendEnable = (int32_t) random_number(seed, 2);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        randomize_target(seed, &desc->RenderTarget[i]);
}

static inline void randomize_d3d11(uint64_t *seed, D3D11_BLEND_DESC *desc)
{
    desc->AlphaToCoverageEnable = (int32_t) random_number(seed, 2);
    desc->IndependentBlendEnable = (int32_t) random_number(seed, 2);
    for (uint32_t i = below(seed, 9); i-- > 0;) {
        D3D11_RENDER_TARGET_BLEND_DESC *target = &desc->RenderTarget[i];
        target->BlendEnable = (int32_t) random_number(seed, 2);
        target->SrcBlend = (D3D11_BLEND) random_number(seed, 24);
        target->DestBlend = (D3D11_BLEND) random_number(seed, 24);
        target->BlendOp = (D3D11_BLEND_OP) random_number(seed, 7);
        target->SrcBlendAlpha = (D3D11_BLEND) random_number(seed, 24);
        target->DestBlendAlpha = (D3D11_BLEND) random_number(seed, 24);
        target->BlendOpAlpha = (D3D11_BLEND_OP) random_number(seed, 7);
        target->RenderTargetWriteMask = (uint8_t) random_word(seed);
    }
}

static inline void randomize_d3d10(uint64_t *seed, D3D10_BLEND_DESC *desc)
{
    desc->AlphaToCoverageEnable = (int32_t) random_number(seed, 2);
    desc->SrcBlend = (D3D10_BLEND) random_number(seed, 24);
    desc->DestBlend = (D3D10_BLEND) random_number(seed, 24);
    desc->BlendOp = (D3D10_BLEND_OP) random_number(seed, 7);
    desc->SrcBlendAlpha = (D3D10_BLEND) random_number(seed, 24);
    desc->DestBlendAlpha = (D3D10_BLEND) random_number(seed, 24);
    desc->BlendOpAlpha = (D3D10_BLEND_OP) random_number(seed, 7);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        desc->BlendEnable[i] = (int32_t) random_number(seed, 2);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        desc->RenderTargetWriteMask[i] = (uint8_t) random_word(seed);
}

static inline void randomize_d3d9(uint64_t *seed,
                                  struct ombre_d3d9_states *states)
{
    char *bytes = (char *) states;

    for (size_t i = 0; i < sizeof *states; i += sizeof(uint32_t)) {
        const uint32_t value = random_number(seed, 20);
        if (below(seed, 2))
            memcpy(bytes + i, &value, sizeof value);
    }
    if (below(seed, 4) == 0)
        states->POINTSIZE = 0x314D3241; /* 'A2M1' */
    if (below(seed, 4) == 0)
        states->ADAPTIVETESS_Y = 0x434F5441; /* 'ATOC' */
}

static inline void randomize_blend_state(uint64_t *seed, struct ombre_pso *pso)
{
    switch (pso->api) {
    case OMBRE_API_D3D9: randomize_d3d9(seed, &pso->desc.d3d9); return;
    case OMBRE_API_D3D10: randomize_d3d10(seed, &pso->desc.d3d10); return;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11: randomize_d3d11(seed, &pso->desc.d3d11); return;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: randomize_d3d12(seed, &pso->BlendState); return;
    }
}

/* --- Memory that slots have ----------------------------------------------- */

static inline struct ombre_bound *bound_at(struct ombre_case *c, unsigned slot)
{
    return slot == OMBRE_MAX_TARGETS ? &c->pso.DepthStencil
                                     : &c->pso.RenderTargets[slot];
}

static inline void randomize_resource(uint64_t *seed, struct ombre_bound *bound)
{
    bound->Dimension = random_number(seed, 6);
    bound->Width = random_number(seed, 4);
    bound->Height = random_number(seed, 4);
    bound->DepthOrArraySize = random_number(seed, 4);
    bound->MipLevels = random_number(seed, 3);
    bound->Format = (DXGI_FORMAT) random_number(seed, 120);
    bound->SampleDesc.Count = random_number(seed, 3);
    bound->SampleDesc.Quality = random_number(seed, 3);
}

static inline void randomize_view(uint64_t *seed, bool depth,
                                  struct ombre_view_desc *view)
{
    view->Format = (DXGI_FORMAT) random_number(seed, 120);
    view->ViewDimension = random_number(seed, 10);
    view->MipSlice = random_number(seed, 3);
    view->FirstArraySlice = random_number(seed, 3);
    view->ArraySize = random_number(seed, 3);
    if (!depth) {
        view->FirstWSlice = random_number(seed, 3);
        view->WSize = random_number(seed, 3);
    }
}

/* Any name: one that a slot before has, or a new one, or none. */
static inline void randomize_bound(uint64_t *seed, struct ombre_case *c,
                                   unsigned slot, uint32_t *names)
{
    struct ombre_bound *bound = bound_at(c, slot);
    const uint32_t resource = below(seed, *names + 2);
    unsigned first = 0;

    *bound = ombre_bound_default();
    bound->resource = resource;
    while (first < slot &&
           (resource == 0 || bound_at(c, first)->resource != resource))
        first++;
    if (first < slot)
        *bound = *bound_at(c, first);
    else
        randomize_resource(seed, bound);
    bound->View = ombre_bound_default().View;
    if (below(seed, 2))
        randomize_view(seed, slot == OMBRE_MAX_TARGETS, &bound->View);
    if (resource > *names) {
        char *name = calloc(1, 16);
        assert_non_null(name);
        snprintf(name, 16, "\"%u\"",
                 (unsigned) below(seed, 10) + 10 * resource);
        c->resource[(*names)++] = name;
    }
}

static inline void randomize_bounds(uint64_t *seed, struct ombre_case *c)
{
    uint32_t names = 0;

    for (unsigned slot = 0; slot <= OMBRE_MAX_TARGETS; slot++)
        if (below(seed, 4) == 0)
            randomize_bound(seed, c, slot, &names);
}

static inline void randomize_device(uint64_t *seed,
                                    struct ombre_d3d_device *device)
{
    static const uint32_t levels[] = {0x9100, 0xa100, 0xc200, 0xc201, 0};

    *device = ombre_d3d_device_default();
    device->OutputMergerLogicOp = below(seed, 2);
    device->AlphaBlendFactorSupported = below(seed, 2);
    device->FeatureLevel = levels[below(seed, COUNT(levels))];
    if (below(seed, 2))
        device->Caps =
            (struct ombre_d3d9_caps){random_word(seed), random_word(seed),
                                     random_word(seed), random_number(seed, 5)};
}

/* --- State ---------------------------------------------------------------- */

static inline void randomize_pso(uint64_t *seed, struct ombre_pso *pso)
{
    static const uint32_t sample_counts[] = {1, 1, 1, 2,  4,
                                             8, 3, 0, 33, 0x80000000};

    *pso = ombre_pso_default_of((enum ombre_api) below(seed, 6));
    pso->null_desc =
        ombre_api_creates_blend_state(pso->api) && below(seed, 8) == 0;
    if (!pso->null_desc)
        randomize_blend_state(seed, pso);
    for (unsigned i = 0; i < 4 && pso->api != OMBRE_API_D3D9; i++) {
        const uint32_t word = hard_word(seed);
        memcpy(&pso->BlendFactor[i], &word, sizeof word);
        pso->SampleMask = hard_word(seed);
    }
    pso->NumRenderTargets = random_number(seed, 9);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        pso->RTVFormats[i] = (DXGI_FORMAT) random_number(seed, 120);
    pso->DSVFormat = (DXGI_FORMAT) random_number(seed, 50);
    pso->SampleDesc.Count = sample_counts[below(seed, COUNT(sample_counts))];
    pso->SampleDesc.Quality = random_number(seed, 2);
}

static inline void randomize_shader(uint64_t *seed,
                                    struct ombre_pixel_shader *shader)
{
    shader->bound = below(seed, 8) != 0;
    for (unsigned i = 0; shader->bound && i < OMBRE_MAX_TARGETS; i++) {
        if (below(seed, 2))
            continue;
        shader->output[i].type = (enum ombre_output_type)(1 + below(seed, 3));
        shader->output[i].components = (uint8_t) (1 + below(seed, 15));
    }
    if (shader->bound)
        shader->coverage = (enum ombre_coverage_export) below(seed, 3);
    if (shader->coverage == OMBRE_COVERAGE_MASK)
        shader->coverage_mask = hard_word(seed);
}

static inline void randomize_sources(uint64_t *seed, struct ombre_case *c)
{
    for (size_t i = 0; i < c->pixel_count; i++) {
        c->layers[i] = 1 + below(seed, c->layer_count);
        for (size_t k = 0; k < c->layers[i] * (size_t) OMBRE_MAX_TARGETS; k++)
            for (unsigned n = 0; n < 4; n++)
                if (c->pso.shader.output[k % OMBRE_MAX_TARGETS].type)
                    c->source[i * c->layer_count + k / OMBRE_MAX_TARGETS]
                        .word[k % OMBRE_MAX_TARGETS][n] = hard_word(seed);
    }
}

/* Texels of what is a target, and only in bits that a texel has. */
static inline void randomize_dest(uint64_t *seed, struct ombre_case *c)
{
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS; i++) {
        const unsigned t = (unsigned) (i % OMBRE_MAX_TARGETS);
        const struct ombre_format *format =
            ombre_format_find((uint32_t) c->pso.RTVFormats[t]);
        if (!format || t >= c->pso.NumRenderTargets ||
            c->pso.SampleDesc.Count > 32)
            continue;
        const bool is_uniform = below(seed, 2);
        for (unsigned s = 0; s < c->sample_count; s++) {
            uint32_t words[4] = {random_word(seed), random_word(seed),
                                 random_word(seed), random_word(seed)};
            c->dest[i * c->sample_count + s] =
                is_uniform && s > 0 ? c->dest[i * c->sample_count]
                                    : ombre_texel_load(format, words);
        }
    }
}

static inline struct ombre_case random_case(uint64_t seed)
{
    static const char *const names[] = {"", "a \"quoted\" \\ name",
                                        "\xC3\xA4\n\t\x01"};
    const char *name = names[below(&seed, COUNT(names))];
    struct ombre_case c = {.name = calloc(1, 32)};

    assert_non_null(c.name);
    memcpy(c.name, name, strlen(name));
    randomize_pso(&seed, &c.pso);
    randomize_shader(&seed, &c.pso.shader);
    randomize_bounds(&seed, &c);
    randomize_device(&seed, &c.device);
    c.without = below(&seed, 8);
    c.destination_by = (enum ombre_case_destination) below(&seed, 3);
    c.image = random_image(random_word(&seed));
    if (below(&seed, 2)) {
        struct ombre_lane lane[OMBRE_LANE_MAX];
        c.lane = lane[below(&seed, (uint32_t) ombre_lane_list(lane))];
        c.without |= below(&seed, 1u << OMBRE_LANE_FEATURE_COUNT) << 16;
    }
    c.pixel_count = below(&seed, 4);
    c.sample_count = c.pso.SampleDesc.Count;
    if (c.sample_count == 0 || c.sample_count > 32)
        c.sample_count = 1;
    c.layer_count = 1 + below(&seed, 3);
    if (c.pixel_count == 0) {
        c.layer_count = 1;
        return c;
    }
    c.layers = calloc(c.pixel_count, sizeof *c.layers);
    c.source = calloc(c.pixel_count * c.layer_count, sizeof *c.source);
    c.dest = calloc(c.pixel_count * OMBRE_MAX_TARGETS * c.sample_count,
                    sizeof *c.dest);
    assert_true(c.layers && c.source && c.dest);
    randomize_sources(&seed, &c);
    c.layers[0] = c.layer_count;
    randomize_dest(&seed, &c);
    if (c.pso.shader.coverage == OMBRE_COVERAGE_PER_PIXEL) {
        c.coverage = calloc(c.pixel_count, sizeof *c.coverage);
        assert_non_null(c.coverage);
        for (size_t i = 0; i < c.pixel_count; i++)
            c.coverage[i] = hard_word(&seed);
    }
    return c;
}

/* --- Equality ------------------------------------------------------------- */

static inline bool targets_equal(const D3D12_RENDER_TARGET_BLEND_DESC *a,
                                 const D3D12_RENDER_TARGET_BLEND_DESC *b)
{
    return a->BlendEnable == b->BlendEnable &&
           a->LogicOpEnable == b->LogicOpEnable && a->SrcBlend == b->SrcBlend &&
           a->DestBlend == b->DestBlend && a->BlendOp == b->BlendOp &&
           a->SrcBlendAlpha == b->SrcBlendAlpha &&
           a->DestBlendAlpha == b->DestBlendAlpha &&
           a->BlendOpAlpha == b->BlendOpAlpha && a->LogicOp == b->LogicOp &&
           a->RenderTargetWriteMask == b->RenderTargetWriteMask;
}

static inline bool d3d12_equal(const D3D12_BLEND_DESC *a,
                               const D3D12_BLEND_DESC *b)
{
    bool equal = a->AlphaToCoverageEnable == b->AlphaToCoverageEnable &&
                 a->IndependentBlendEnable == b->IndependentBlendEnable;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        equal =
            equal && targets_equal(&a->RenderTarget[i], &b->RenderTarget[i]);
    return equal;
}

static inline bool d3d11_equal(const D3D11_BLEND_DESC *a,
                               const D3D11_BLEND_DESC *b)
{
    bool equal = a->AlphaToCoverageEnable == b->AlphaToCoverageEnable &&
                 a->IndependentBlendEnable == b->IndependentBlendEnable;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC *x = &a->RenderTarget[i];
        const D3D11_RENDER_TARGET_BLEND_DESC *y = &b->RenderTarget[i];
        equal = equal && x->BlendEnable == y->BlendEnable &&
                x->SrcBlend == y->SrcBlend && x->DestBlend == y->DestBlend &&
                x->BlendOp == y->BlendOp &&
                x->SrcBlendAlpha == y->SrcBlendAlpha &&
                x->DestBlendAlpha == y->DestBlendAlpha &&
                x->BlendOpAlpha == y->BlendOpAlpha &&
                x->RenderTargetWriteMask == y->RenderTargetWriteMask;
    }
    return equal;
}

static inline bool blend_states_equal(const struct ombre_pso *a,
                                      const struct ombre_pso *b)
{
    switch (a->api) {
    case OMBRE_API_D3D9:
        return !memcmp(&a->desc.d3d9, &b->desc.d3d9, sizeof a->desc.d3d9);
    case OMBRE_API_D3D10:
        return !memcmp(&a->desc.d3d10, &b->desc.d3d10, sizeof a->desc.d3d10);
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11: return d3d11_equal(&a->desc.d3d11, &b->desc.d3d11);
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return d3d12_equal(&a->BlendState, &b->BlendState);
}

/* struct ombre_bound has padding behind its bool only. */
static inline bool bounds_equal(const struct ombre_bound *a,
                                const struct ombre_bound *b)
{
    const size_t from = offsetof(struct ombre_bound, resource);

    return a->described == b->described &&
           !memcmp((const char *) a + from, (const char *) b + from,
                   sizeof *a - from);
}

static inline bool shaders_equal(const struct ombre_pixel_shader *a,
                                 const struct ombre_pixel_shader *b)
{
    bool equal = a->bound == b->bound && a->coverage == b->coverage &&
                 a->coverage_mask == b->coverage_mask;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        equal = equal && a->output[i].type == b->output[i].type &&
                a->output[i].components == b->output[i].components;
    return equal;
}

static inline bool psos_equal(const struct ombre_pso *a,
                              const struct ombre_pso *b)
{
    bool equal =
        a->api == b->api && a->null_desc == b->null_desc &&
        blend_states_equal(a, b) &&
        !memcmp(a->BlendFactor, b->BlendFactor, sizeof a->BlendFactor) &&
        a->SampleMask == b->SampleMask &&
        a->NumRenderTargets == b->NumRenderTargets &&
        !memcmp(a->RTVFormats, b->RTVFormats, sizeof a->RTVFormats) &&
        a->DSVFormat == b->DSVFormat &&
        a->SampleDesc.Count == b->SampleDesc.Count &&
        a->SampleDesc.Quality == b->SampleDesc.Quality &&
        shaders_equal(&a->shader, &b->shader) &&
        bounds_equal(&a->DepthStencil, &b->DepthStencil);

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        equal =
            equal && bounds_equal(&a->RenderTargets[i], &b->RenderTargets[i]);
    return equal;
}

static inline bool names_equal(const struct ombre_case *a,
                               const struct ombre_case *b)
{
    bool equal = true;

    for (size_t i = 0; i < COUNT(a->resource); i++)
        equal = equal && !a->resource[i] == !b->resource[i] &&
                (!a->resource[i] || !strcmp(a->resource[i], b->resource[i]));
    return equal;
}

static inline bool devices_equal(const struct ombre_d3d_device *a,
                                 const struct ombre_d3d_device *b)
{
    return a->FeatureLevel == b->FeatureLevel &&
           a->OutputMergerLogicOp == b->OutputMergerLogicOp &&
           a->AlphaBlendFactorSupported == b->AlphaBlendFactorSupported &&
           !memcmp(&a->Caps, &b->Caps, sizeof a->Caps);
}

static inline bool operands_equal(const struct ombre_case *a,
                                  const struct ombre_case *b)
{
    const size_t count = a->pixel_count;

    return count == 0 ||
           (!memcmp(a->layers, b->layers, count * sizeof *a->layers) &&
            !memcmp(a->source, b->source,
                    count * a->layer_count * sizeof *a->source) &&
            !memcmp(a->dest, b->dest,
                    count * OMBRE_MAX_TARGETS * a->sample_count *
                        sizeof *a->dest) &&
            !a->coverage == !b->coverage &&
            (!a->coverage ||
             !memcmp(a->coverage, b->coverage, count * sizeof *a->coverage)));
}

#endif /* OMBRE_TESTS_CASE_RANDOM_H */
