/* tests/bench_reference.c - how fast tiles are predicted and judged
 *
 * Everything is a ratio within one run, of medians: machines are shared.  The
 * yardstick of blends is a plain loop of floats, compiled without
 * vectorization, that computes the value alone; a tile has value and legal
 * range.  That of judging is memcpy of 256 MiB.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bench_plain.h"
#include "ombre/tile.h"

enum {
    ROUNDS = 31,
    SLOW_PIXELS = 64,
    TILE_BYTES = 64 * 1024, /* of the target */
    COPY_BYTES = 256 * 1024 * 1024,
    MAX_PIXELS = TILE_BYTES / 2
};

struct work {
    struct ombre_state state;
    struct ombre_tile tile;
    size_t size; /* of a texel */
    float words[MAX_PIXELS][4];
    uint8_t texels[TILE_BYTES], dest[TILE_BYTES];
    uint8_t ideal[TILE_BYTES], first[TILE_BYTES], last[TILE_BYTES];
    uint8_t open[MAX_PIXELS], mark[MAX_PIXELS];
    size_t outside;
};

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

/* --- Steps ---------------------------------------------------------------- */

static void plain_codes(struct work *w)
{
    plain_blend_codes(w->tile.count, w->texels, w->dest, w->ideal);
}

static void plain_floats(struct work *w)
{
    plain_blend_floats(w->tile.count, w->words[0], w->dest, w->ideal);
}

static void predict(struct work *w)
{
    (void) ombre_predict_tile(&w->state, 0, OMBRE_JUDGE_D3D, &w->tile);
}

static void judge(struct work *w)
{
    w->outside +=
        ombre_judge_tile(w->state.target[0].format, w->tile.count, w->ideal,
                         w->first, w->last, w->open, w->mark)
            .outside;
}

/* --- Time ----------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;
    return (x > y) - (x < y);
}

static double now(void)
{
    struct timespec t;
    (void) clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

static double median(double *values, size_t count)
{
    qsort(values, count, sizeof *values, by_value);
    return values[count / 2];
}

/* Seconds of one step; two steps in turns, so that both meet the same machine.
 */
static void measure(void (*a)(struct work *), void (*b)(struct work *),
                    struct work *w, double *seconds_a, double *seconds_b)
{
    double rounds_a[ROUNDS], rounds_b[ROUNDS];
    a(w);
    b(w);
    for (int i = 0; i < ROUNDS; i++) {
        const double start = now();
        a(w);
        const double middle = now();
        b(w);
        rounds_a[i] = middle - start;
        rounds_b[i] = now() - middle;
    }
    *seconds_a = median(rounds_a, ROUNDS);
    *seconds_b = median(rounds_b, ROUNDS);
}

/* Keeps what was copied, and the copy with it. */
static volatile unsigned char sink;

/* Seconds of copying COPY_BYTES. */
static double measure_copy(void)
{
    enum { COPIES = 5 };
    double rounds[COPIES];
    unsigned char *const from = malloc(COPY_BYTES), *const to =
                                                        malloc(COPY_BYTES);
    if (!from || !to) {
        free(from);
        free(to);
        return 0;
    }
    memset(from, 0x5A, COPY_BYTES);
    memset(to, 0xA5, COPY_BYTES);
    for (int i = 0; i < COPIES; i++) {
        const double start = now();
        memcpy(to, from, COPY_BYTES);
        rounds[i] = now() - start;
        sink = to[(size_t) i * (COPY_BYTES / COPIES)];
        from[i] = (unsigned char) i;
    }
    free(from);
    free(to);
    return median(rounds, COPIES);
}

/* --- Rows ----------------------------------------------------------------- */

static const struct {
    const char *name;
    uint32_t dxgi;
    bool codes;
    const char *limit; /* what takes the time */
} rows[] = {
    /* clang-format off */
    {"R8G8B8A8_UNORM, 8-bit sources", 28, true, "whole numbers of 16 bits"},
    {"R8G8B8A8_UNORM, fp32 sources", 28, false, "50 operations a component, on floats"},
    {"B8G8R8A8_UNORM, fp32 sources", 87, false, "the same"},
    {"R8G8_UNORM, fp32 sources", 49, false, "doubles: 9 choices of operands"},
    {"R8G8B8A8_SNORM, fp32 sources", 31, false, "doubles: 9 choices, some pixels one by one"},
    {"R16G16B16A16_UNORM, fp32 sources", 11, false, "doubles: 9 choices of operands"},
    {"R10G10B10A2_UNORM, fp32 sources", 24, false, "doubles: 9 choices, alpha in 8 bits too"},
    {"R8G8B8A8_UNORM_SRGB, fp32 sources", 29, false, "one by one: powers, and ranges of 18 decisions"},
    {"R16G16B16A16_FLOAT, fp32 sources", 10, false, "one by one: intervals of 18 decisions"},
    {"R32G32B32A32_FLOAT, fp32 sources", 2, false, "one by one: exact sums"},
    {"R11G11B10_FLOAT, fp32 sources", 26, false, "one by one: intervals of 54 decisions"},
    /* clang-format on */
};

static void set_up(struct work *w, uint32_t dxgi, bool codes)
{
    static const struct ombre_equation over = {
        OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD};
    const struct ombre_format *const format = ombre_format_find(dxgi);
    uint64_t seed = dxgi;

    *w = (struct work){.size = format->texel_size};
    w->state = (struct ombre_state){
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    w->state.shader.bound = true;
    w->state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    w->state.target[0] = (struct ombre_target){.format = format,
                                               .blend_enable = true,
                                               .color = over,
                                               .alpha = over,
                                               .write_mask = 15};
    for (size_t i = 0; i < TILE_BYTES; i++) {
        w->texels[i] = (uint8_t) next(&seed);
        w->dest[i] = (uint8_t) next(&seed);
    }
    for (size_t i = 0; i < MAX_PIXELS * 4; i++)
        w->words[i / 4][i % 4] = (float) next(&seed) / 2147483648.0f;
    /* Halves and their like: finite numbers below 2. */
    for (size_t i = 1; format->numeric == OMBRE_FLOAT && i < TILE_BYTES; i += 2)
        w->dest[i] &= 0x3F;
    for (size_t i = 0; format->numeric == OMBRE_UFLOAT && i < TILE_BYTES;
         i += 4)
        memcpy(&w->dest[i],
               &(uint32_t){(next(&seed) << 1) & 0x7BDEFBFF & 0x781E03FF}, 4);
    w->tile = (struct ombre_tile){
        .count = TILE_BYTES / w->size,
        .source = {codes ? OMBRE_TILE_TEXELS : OMBRE_TILE_WORDS,
                   codes ? (const void *) w->texels : (const void *) w->words},
        .dest = w->dest,
        .ideal = w->ideal,
        .first = w->first,
        .last = w->last,
        .open = w->open,
    };
}

/* Whether a whole tile would take longer than anyone waits; the first times may
 * meet cold memory, or another process. */
static bool is_slow(struct work *w)
{
    const size_t count = w->tile.count;
    double least = 1;
    w->tile.count = SLOW_PIXELS;
    for (int i = 0; i < 5; i++) {
        const double start = now();
        predict(w);
        const double seconds = now() - start;
        least = seconds < least ? seconds : least;
    }
    w->tile.count = count;
    return least > 1e-4;
}

static double count_open(const struct work *w)
{
    size_t open = 0;
    for (size_t i = 0; i < w->tile.count; i++)
        open += w->open[i];
    return (double) open * 100 / (double) w->tile.count;
}

int main(void)
{
    struct work *const w = malloc(sizeof *w);
    const double copy = measure_copy();
    if (!w)
        return 1;
    printf("%-34s %9s %7s %6s %6s %10s  %s\n", "SRC_ALPHA, INV_SRC_ALPHA",
           "Mpixel/s", "plain", "ratio", "open", "judge/copy", "limit");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        double plain, tile, again, judged;
        set_up(w, rows[i].dxgi, rows[i].codes);
        if (is_slow(w))
            w->tile.count = SLOW_PIXELS;
        measure(rows[i].codes ? plain_codes : plain_floats, predict, w, &plain,
                &tile);
        measure(judge, judge, w, &judged, &again);
        const double count = (double) w->tile.count;
        const double bandwidth = count * (double) w->size / judged;
        printf("%-34s %9.2f %7.2f %6.2f %5.1f%% %10.2f  %s\n", rows[i].name,
               count / tile * 1e-6, count / plain * 1e-6, plain / tile,
               count_open(w),
               copy > 0 ? bandwidth / ((double) COPY_BYTES / copy) : 0,
               rows[i].limit);
    }
    const size_t outside = w->outside;
    free(w);
    return outside != 0;
}
