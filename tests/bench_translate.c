/* tests/bench_translate.c - what a translation costs, in hashes of its desc
 *
 * A layer that caches pipelines hashes the 328 bytes of a desc at the least;
 * FNV-1a over them is the yardstick.  Prints nanoseconds of each step and the
 * ratio; medians of many rounds, because machines are shared.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "ombre/translate.h"
#include "ombre/validate.h"

enum { ROUNDS = 101, CALLS = 2000 };

/* Keeps results alive, and the calls with them. */
static volatile uint32_t sink;

static struct ombre_pso eight_targets(void)
{
    static const DXGI_FORMAT formats[8] = {
        DXGI_FORMAT_R8G8B8A8_UNORM,    DXGI_FORMAT_R16G16B16A16_FLOAT,
        DXGI_FORMAT_R10G10B10A2_UNORM, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB,
        DXGI_FORMAT_R11G11B10_FLOAT,   DXGI_FORMAT_B8G8R8A8_UNORM,
        DXGI_FORMAT_R16G16_FLOAT,      DXGI_FORMAT_R8_UNORM,
    };
    struct ombre_pso pso = ombre_pso_default();

    pso.BlendState.IndependentBlendEnable = 1;
    pso.NumRenderTargets = 8;
    pso.shader.bound = true;
    for (unsigned i = 0; i < 8; i++) {
        D3D12_RENDER_TARGET_BLEND_DESC *entry = &pso.BlendState.RenderTarget[i];
        entry->BlendEnable = 1;
        entry->SrcBlend = (D3D12_BLEND) (1 + i);
        entry->DestBlend = (D3D12_BLEND) (10 - i);
        entry->SrcBlendAlpha = D3D12_BLEND_SRC_ALPHA;
        entry->DestBlendAlpha = D3D12_BLEND_INV_SRC_ALPHA;
        entry->BlendOp = (D3D12_BLEND_OP) (1 + i % 5);
        /* Factors that MIN and MAX ignore draw a warning. */
        if (entry->BlendOp >= D3D12_BLEND_OP_MIN)
            entry->SrcBlend = entry->DestBlend = D3D12_BLEND_ONE;
        pso.RTVFormats[i] = formats[i];
        pso.shader.output[i] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
    }
    return pso;
}

/* --- Steps --------------------------------------------------------------- */

struct work {
    struct ombre_pso pso;
    struct ombre_d3d_device device;
    struct ombre_vk_facts facts;
    struct ombre_state state;
    struct ombre_issues issues;
    struct ombre_translation translation;
};

static void hash(struct work *w)
{
    const unsigned char *bytes = (const unsigned char *) &w->pso.BlendState;
    uint32_t value = 2166136261u;

    for (size_t i = 0; i < sizeof w->pso.BlendState; i++)
        value = (value ^ bytes[i]) * 16777619u;
    sink = value;
}

static void read_pso(struct work *w)
{
    sink = ombre_state_from_pso(&w->pso, &w->state);
}

static void validate(struct work *w)
{
    sink = ombre_validate(&w->pso, &w->device, &w->issues);
}

static void translate(struct work *w)
{
    (void) ombre_translate(&w->state, &w->facts, &w->translation);
    sink = w->translation.key[8];
}

static void all(struct work *w)
{
    validate(w);
    read_pso(w);
    translate(w);
}

/* --- Time ---------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static double now(void)
{
    struct timespec t;
    (void) clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec * 1e9 + (double) t.tv_nsec;
}

/* Median nanoseconds of one call. */
static double measure(void (*step)(struct work *), struct work *w)
{
    double rounds[ROUNDS];

    for (unsigned i = 0; i < ROUNDS; i++) {
        const double start = now();
        for (unsigned j = 0; j < CALLS; j++)
            step(w);
        rounds[i] = (now() - start) / CALLS;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, by_value);
    return rounds[ROUNDS / 2];
}

int main(void)
{
    static const struct {
        const char *name;
        void (*step)(struct work *);
    } steps[] = {
        {"FNV-1a of the desc", hash},
        {"ombre_validate", validate},
        {"ombre_state_from_pso", read_pso},
        {"ombre_translate", translate},
        {"all three", all},
    };
    struct work w = {
        .pso = eight_targets(),
        .device = ombre_d3d_device_default(),
        .facts = ombre_vk_facts_all(),
    };
    double yardstick = 0;

    all(&w);
    if (w.issues.total != 0 || w.translation.status != OMBRE_TRANSLATE_OK) {
        fprintf(stderr, "the state is refused: %s\n", w.translation.reason);
        return 1;
    }
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        const double ns = measure(steps[i].step, &w);
        if (i == 0)
            yardstick = ns;
        printf("%-22s %8.1f ns %6.2f hashes\n", steps[i].name, ns,
               ns / yardstick);
    }
    return 0;
}
