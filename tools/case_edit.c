#include "case_edit.h"

#include <stdlib.h>
#include <string.h>

bool case_copy(const struct ombre_case *c, struct ombre_case *out)
{
    struct ombre_case_error error;
    char *text = ombre_case_write(c);
    const bool copied =
        text && ombre_case_parse(text, strlen(text), out, &error);
    free(text);
    if (!copied)
        *out = (struct ombre_case){0};
    return copied;
}

/* --- Pixels ----------------------------------------------------------------
 */

void case_keep_pixels(struct ombre_case *c, const bool *keep)
{
    const size_t texels = (size_t) OMBRE_MAX_TARGETS * c->sample_count;
    size_t left = 0;
    for (size_t i = 0; i < c->pixel_count; i++) {
        if (!keep[i])
            continue;
        memmove(&c->source[left * c->layer_count],
                &c->source[i * c->layer_count],
                c->layer_count * sizeof *c->source);
        memmove(&c->dest[left * texels], &c->dest[i * texels],
                texels * sizeof *c->dest);
        if (c->layers)
            c->layers[left] = c->layers[i];
        if (c->coverage)
            c->coverage[left] = c->coverage[i];
        left++;
    }
    c->pixel_count = left;
}

/* --- Targets ---------------------------------------------------------------
 */

/* Move the items behind `at` up by one; the last is for the caller to fill. */
static void move_up(void *array, unsigned at, unsigned count, size_t size)
{
    char *const item = (char *) array + at * size;
    memmove(item, item + size, (count - 1 - at) * size);
}

#define MOVE_UP(array, at) \
    move_up(array, at, sizeof(array) / sizeof *(array), sizeof *(array))

static void move_d3d9(struct ombre_d3d9_states *states, unsigned at)
{
    uint32_t *const mask[] = {
        &states->COLORWRITEENABLE, &states->COLORWRITEENABLE1,
        &states->COLORWRITEENABLE2, &states->COLORWRITEENABLE3};
    for (unsigned i = at; i + 1 < 4; i++)
        *mask[i] = *mask[i + 1];
}

/* Where each target has state of its own, it moves with its target. */
static void move_state(struct ombre_pso *pso, unsigned at)
{
    switch (pso->api) {
    case OMBRE_API_D3D9: move_d3d9(&pso->desc.d3d9, at); break;
    case OMBRE_API_D3D10:
        MOVE_UP(pso->desc.d3d10.BlendEnable, at);
        MOVE_UP(pso->desc.d3d10.RenderTargetWriteMask, at);
        break;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        if (pso->desc.d3d11.IndependentBlendEnable)
            MOVE_UP(pso->desc.d3d11.RenderTarget, at);
        break;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12:
        if (pso->BlendState.IndependentBlendEnable)
            MOVE_UP(pso->BlendState.RenderTarget, at);
        break;
    }
}

static void drop_output(struct ombre_case *c, unsigned at)
{
    const size_t sources = c->pixel_count * c->layer_count;
    MOVE_UP(c->pso.shader.output, at);
    c->pso.shader.output[OMBRE_MAX_TARGETS - 1] = (struct ombre_output){0};
    for (size_t i = 0; i < sources; i++) {
        uint32_t(*const word)[4] = c->source[i].word;
        move_up(word, at, OMBRE_MAX_TARGETS, sizeof *word);
        memset(word[OMBRE_MAX_TARGETS - 1], 0, sizeof *word);
    }
}

void case_drop_target(struct ombre_case *c, unsigned target,
                      bool is_dual_source)
{
    const unsigned last = OMBRE_MAX_TARGETS - 1;
    const size_t texels = c->sample_count * sizeof *c->dest;
    struct ombre_pso *const pso = &c->pso;
    move_state(pso, target);
    MOVE_UP(pso->RTVFormats, target);
    MOVE_UP(pso->RenderTargets, target);
    pso->RTVFormats[last] = (DXGI_FORMAT) 0;
    pso->RenderTargets[last] = (struct ombre_bound){0};
    pso->NumRenderTargets--;
    if (!is_dual_source)
        drop_output(c, target);
    for (size_t i = 0; i < c->pixel_count; i++) {
        struct ombre_texel *const dest =
            &c->dest[i * OMBRE_MAX_TARGETS * c->sample_count];
        move_up(dest, target, OMBRE_MAX_TARGETS, texels);
        memset(&dest[last * c->sample_count], 0, texels);
    }
}

void case_make_hole(struct ombre_case *c, unsigned target, bool is_dual_source)
{
    c->pso.RTVFormats[target] = (DXGI_FORMAT) 0;
    c->pso.RenderTargets[target] = (struct ombre_bound){0};
    if (!is_dual_source) {
        c->pso.shader.output[target] = (struct ombre_output){0};
        for (size_t i = 0; i < c->pixel_count * c->layer_count; i++)
            memset(c->source[i].word[target], 0,
                   sizeof c->source[i].word[target]);
    }
    for (size_t i = 0; i < c->pixel_count; i++)
        memset(&c->dest[(i * OMBRE_MAX_TARGETS + target) * c->sample_count], 0,
               c->sample_count * sizeof *c->dest);
}

/* --- Samples and layers ----------------------------------------------------
 */

void case_keep_samples(struct ombre_case *c, unsigned count)
{
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS; i++)
        memmove(&c->dest[i * count], &c->dest[i * c->sample_count],
                count * sizeof *c->dest);
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (c->pso.RenderTargets[t].described)
            c->pso.RenderTargets[t].SampleDesc.Count = count;
    if (c->pso.DepthStencil.described)
        c->pso.DepthStencil.SampleDesc.Count = count;
    c->pso.SampleDesc.Count = count;
    c->sample_count = count;
}

void case_drop_layer(struct ombre_case *c, unsigned layer)
{
    const unsigned before = c->layer_count;
    const unsigned room = before - 1;
    for (size_t i = 0; i < c->pixel_count; i++) {
        struct ombre_source *const from = &c->source[i * before];
        const unsigned count = ombre_case_layers(c, i);
        if (count > 1 && layer < count) {
            move_up(from, layer, count, sizeof *from);
            from[count - 1] = (struct ombre_source){0};
        }
        memmove(&c->source[i * room], from, room * sizeof *from);
    }
    for (size_t i = 0; c->layers && i < c->pixel_count; i++)
        if (c->layers[i] > 1 && layer < c->layers[i])
            c->layers[i]--;
    c->layer_count = room;
}
