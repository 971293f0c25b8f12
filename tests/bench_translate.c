/* tests/bench_translate.c - what a translation costs, in hashes of its desc
 *
 * A layer that caches pipelines hashes the 328 bytes of a desc at the least;
 * FNV-1a over them, a byte at a time, is the yardstick.  Prints nanoseconds of
 * each step and the ratio.  Each round measures the yardstick beside each step,
 * and the medians of many rounds count, because machines are shared; each call
 * gets another pipeline state, so that nothing is hoisted or learnt by heart.
 * Fails where all of it takes longer than the hash.
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

/* A legal state that depends on `seed`: eight blended targets that differ. */
static struct ombre_pso eight_targets(unsigned seed)
{
    static const DXGI_FORMAT formats[] = {
        DXGI_FORMAT_R8G8B8A8_UNORM,     DXGI_FORMAT_R16G16B16A16_FLOAT,
        DXGI_FORMAT_R10G10B10A2_UNORM,  DXGI_FORMAT_R8G8B8A8_UNORM_SRGB,
        DXGI_FORMAT_R11G11B10_FLOAT,    DXGI_FORMAT_B8G8R8A8_UNORM,
        DXGI_FORMAT_R16G16_FLOAT,       DXGI_FORMAT_R8_UNORM,
        DXGI_FORMAT_R16G16B16A16_SNORM, DXGI_FORMAT_R32_FLOAT,
        DXGI_FORMAT_B5G6R5_UNORM,
    };
    const unsigned format_count = sizeof formats / sizeof *formats;
    struct ombre_pso pso = ombre_pso_default();

    pso.BlendState.IndependentBlendEnable = 1;
    pso.NumRenderTargets = 8;
    pso.shader.bound = true;
    for (unsigned i = 0; i < 8; i++) {
        D3D12_RENDER_TARGET_BLEND_DESC *entry = &pso.BlendState.RenderTarget[i];
        entry->BlendEnable = 1;
        entry->SrcBlend = (D3D12_BLEND) (1 + (i + seed) % 11);
        entry->DestBlend = (D3D12_BLEND) (1 + (10 - i + 3 * seed) % 11);
        entry->SrcBlendAlpha = D3D12_BLEND_SRC_ALPHA;
        entry->DestBlendAlpha = D3D12_BLEND_INV_SRC_ALPHA;
        entry->BlendOp = (D3D12_BLEND_OP) (1 + (i + seed) % 5);
        /* Factors that MIN and MAX ignore draw a warning. */
        if (entry->BlendOp >= D3D12_BLEND_OP_MIN)
            entry->SrcBlend = entry->DestBlend = D3D12_BLEND_ONE;
        entry->RenderTargetWriteMask = (uint8_t) (15 - (i + seed / 3) % 4);
        pso.RTVFormats[i] = formats[(i + 5 * seed) % format_count];
        pso.shader.output[i] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
    }
    return pso;
}

/* --- Steps --------------------------------------------------------------- */

/* As many as the smallest of caches holds with all else: memory is not what is
 * measured. */
enum { STATES = 8 };

struct work {
    struct ombre_pso pso[STATES];
    struct ombre_d3d_device device;
    struct ombre_vk_facts facts;
    struct ombre_state state[STATES];
    struct ombre_issues issues;
    struct ombre_translation translation;
};

static void hash(struct work *w, unsigned i)
{
    const unsigned char *bytes = (const unsigned char *) &w->pso[i].BlendState;
    uint32_t value = 2166136261u;

    for (size_t k = 0; k < sizeof w->pso[i].BlendState; k++)
        value = (value ^ bytes[k]) * 16777619u;
    sink = value;
}

static void validate(struct work *w, unsigned i)
{
    sink = ombre_validate(&w->pso[i], &w->device, &w->issues);
}

static void read_pso(struct work *w, unsigned i)
{
    sink = ombre_state_from_pso(&w->pso[i], &w->state[i]);
}

static void translate(struct work *w, unsigned i)
{
    (void) ombre_translate(&w->state[i], &w->facts, &w->translation);
    sink = w->translation.key[8];
}

static void all(struct work *w, unsigned i)
{
    validate(w, i);
    read_pso(w, i);
    translate(w, i);
}

struct step {
    const char *name;
    void (*call)(struct work *, unsigned);
};

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

/* Nanoseconds of one call. */
static double measure(const struct step *step, struct work *w)
{
    const double start = now();

    for (unsigned i = 0; i < CALLS; i++)
        step->call(w, i % STATES);
    return (now() - start) / CALLS;
}

/* Measure `step` beside `yardstick` and print the medians.  Returns the ratio.
 */
static double report(const struct step *step, const struct step *yardstick,
                     struct work *w)
{
    double times[ROUNDS], ratios[ROUNDS];

    for (unsigned i = 0; i < ROUNDS; i++) {
        times[i] = measure(step, w);
        ratios[i] = times[i] / measure(yardstick, w);
    }
    qsort(times, ROUNDS, sizeof *times, by_value);
    qsort(ratios, ROUNDS, sizeof *ratios, by_value);
    printf("%-26s %8.1f ns %6.2f hashes\n", step->name, times[ROUNDS / 2],
           ratios[ROUNDS / 2]);
    return ratios[ROUNDS / 2];
}

static bool prepare(struct work *w)
{
    w->device = ombre_d3d_device_default();
    w->facts = ombre_vk_facts_all();
    for (unsigned i = 0; i < STATES; i++) {
        w->pso[i] = eight_targets(i);
        all(w, i);
        if (w->issues.total == 0 && w->translation.status == OMBRE_TRANSLATE_OK)
            continue;
        fprintf(stderr, "state %u is refused: %s%s\n", i, w->translation.reason,
                w->issues.total ? w->issues.issue[0].detail : "");
        return false;
    }
    return true;
}

int main(void)
{
    static const struct step steps[] = {
        {"FNV-1a of the desc", hash},       {"ombre_validate", validate},
        {"ombre_state_from_pso", read_pso}, {"ombre_translate", translate},
        {"validate, read, translate", all},
    };
    static struct work work;
    double ratio = 0;

    if (!prepare(&work))
        return 1;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        ratio = report(&steps[i], &steps[0], &work);
    if (ratio <= 1)
        return 0;
    fprintf(stderr, "all of it takes longer than the hash\n");
    return 1;
}
