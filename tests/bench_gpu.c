/* tests/bench_gpu.c - states drawn together, beside one at a time
 *
 *   bench_gpu [--check] [DEVICE [DRAWS [BATCHES [SINGLES [ROUNDS]]]]]
 *
 * Eight RGBA8 targets, tiles of 64x64, each draw with eight states of its own,
 * read back; counted in target-states a second.  "Together" is many draws in a
 * submission, on the dynamic lane where there is one and on the static lane;
 * "one at a time" is how the Khronos CTS does it: one static pipeline, one
 * submission, one wait for each draw.  Each round opens the device anew and
 * draws states that this device has not seen, though the driver's cache on disk
 * has: a first pass, which is not measured, draws them all both ways and
 * compares every texel.  Medians of the rounds count.  What a suite meets that
 * draws each state once and never again, a driver without that cache shows:
 * __GL_SHADER_DISK_CACHE=0 of NVIDIA's, MESA_SHADER_CACHE_DISABLE=true of
 * Mesa's turn it off.
 *
 * --check: the first pass and no more.  Needs nothing but a Vulkan loader.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ombre/gpu.h"

enum {
    TARGETS = 8,
    TILE = 64,
    TILE_TEXELS = TILE * TILE,
    COLUMNS = 16,
    MAX_ROUNDS = 32,
};

#define FORMAT VK_FORMAT_R8G8B8A8_UNORM

struct bench {
    struct ombre_gpu_list *list;
    size_t device;
    uint32_t draws, batches, singles, rounds;
    /* One tile of everything, which all draws share. */
    uint32_t (*operands)[4];
    uint32_t upload[TARGETS][TILE_TEXELS];
    struct ombre_vk_state *state; /* of each draw of each batch */
    struct ombre_gpu_draw *draw;
    uint32_t (*texels)[TARGETS][TILE_TEXELS]; /* of each; only to check */
    bool has_dynamic;
};

static const struct ombre_lane static_lane = {.state = OMBRE_LANE_STATIC};
static const struct ombre_lane dynamic_lane = {.state = OMBRE_LANE_DYNAMIC};

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double) t.tv_sec + (double) t.tv_nsec * 1e-9;
}

/* --- States ----------------------------------------------------------------
 */

static uint32_t random_word(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

/* All factors that need no second source, in any slot. */
static VkBlendFactor some_factor(uint64_t *seed)
{
    return (VkBlendFactor) (random_word(seed) % 15);
}

static void fill_state(struct ombre_vk_state *state, uint64_t *seed)
{
    *state = (struct ombre_vk_state){
        .attachment_count = TARGETS,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .sample_mask = UINT32_MAX,
        .blend_constants = {0.3f, 0.7f, 0.45f, 0.1f},
    };
    for (uint32_t t = 0; t < TARGETS; t++) {
        VkPipelineColorBlendAttachmentState *const a = &state->attachment[t];
        state->format[t] = FORMAT;
        a->blendEnable = VK_TRUE;
        a->srcColorBlendFactor = some_factor(seed);
        a->dstColorBlendFactor = some_factor(seed);
        a->colorBlendOp = (VkBlendOp) (random_word(seed) % 5);
        a->srcAlphaBlendFactor = some_factor(seed);
        a->dstAlphaBlendFactor = some_factor(seed);
        a->alphaBlendOp = (VkBlendOp) (random_word(seed) % 5);
        a->colorWriteMask = 0xF;
    }
}

static bool bench_init(struct bench *b)
{
    const size_t count = (size_t) b->draws * b->batches;
    uint64_t seed = 1;

    b->operands = calloc((size_t) TILE_TEXELS * TARGETS, sizeof *b->operands);
    b->state = calloc(count, sizeof *b->state);
    b->draw = calloc(count, sizeof *b->draw);
    if (!b->operands || !b->state || !b->draw)
        return false;
    for (size_t i = 0; i < (size_t) TILE_TEXELS * TARGETS; i++)
        for (int c = 0; c < 4; c++) {
            const float value = (float) (random_word(&seed) % 256) / 255.0f;
            memcpy(&b->operands[i][c], &value, sizeof value);
        }
    for (size_t i = 0; i < TARGETS * (size_t) TILE_TEXELS; i++)
        b->upload[i / TILE_TEXELS][i % TILE_TEXELS] =
            random_word(&seed) << 16 ^ random_word(&seed);
    for (size_t i = 0; i < count; i++) {
        const uint32_t tile = (uint32_t) (i % b->draws);
        fill_state(&b->state[i], &seed);
        b->draw[i] = (struct ombre_gpu_draw){
            .state = &b->state[i],
            .x = tile % COLUMNS * TILE,
            .y = tile / COLUMNS * TILE,
            .width = TILE,
            .height = TILE,
            .layers = 1,
            .operands = (const uint32_t(*)[4]) b->operands,
        };
    }
    return true;
}

static void bench_finish(struct bench *b)
{
    free(b->operands);
    free(b->state);
    free(b->draw);
    free(b->texels);
    ombre_gpu_list_destroy(&b->list);
}

/* --- Drawing ---------------------------------------------------------------
 */

static struct ombre_gpu *open_device(const struct bench *b)
{
    const struct ombre_gpu_params params = {
        .index = b->device,
        .lane_features = OMBRE_LANE_DYNAMIC_FEATURES,
    };
    struct ombre_gpu *gpu = NULL;
    const enum ombre_gpu_status status = ombre_gpu_open(b->list, &params, &gpu);

    if (status != OMBRE_GPU_OK)
        fprintf(stderr, "bench_gpu: %s\n", ombre_gpu_status_name(status));
    return gpu;
}

static bool run(struct ombre_gpu *gpu, const struct bench *b,
                const struct ombre_lane *lane, uint32_t width, uint32_t height,
                const struct ombre_gpu_draw *draw, uint32_t count)
{
    struct ombre_gpu_batch batch = {
        .lane = *lane,
        .width = width,
        .height = height,
        .tile_width = TILE,
        .tile_height = TILE,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = TARGETS,
        .slots = TARGETS,
        .draw_count = count,
        .draw = draw,
    };

    for (uint32_t t = 0; t < TARGETS; t++) {
        batch.output[t] = OMBRE_GPU_OUTPUT_FLOAT;
        batch.target[t] = (struct ombre_gpu_target){
            .format = FORMAT, .texel_size = 4, .upload = b->upload[t]};
    }
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, &batch, NULL);
    if (status != OMBRE_GPU_OK)
        fprintf(stderr, "bench_gpu: %s: %s\n", ombre_gpu_status_name(status),
                ombre_gpu_reason(gpu));
    return status == OMBRE_GPU_OK;
}

static bool run_batch(struct ombre_gpu *gpu, const struct bench *b,
                      const struct ombre_lane *lane, uint32_t i)
{
    const uint32_t columns = b->draws < COLUMNS ? b->draws : COLUMNS;
    const uint32_t rows = (b->draws + COLUMNS - 1) / COLUMNS;

    return run(gpu, b, lane, columns * TILE, rows * TILE,
               &b->draw[(size_t) i * b->draws], b->draws);
}

static bool run_single(struct ombre_gpu *gpu, const struct bench *b, uint32_t i)
{
    struct ombre_gpu_draw draw = b->draw[i];

    draw.x = draw.y = 0;
    return run(gpu, b, &static_lane, TILE, TILE, &draw, 1);
}

/* --- Checking --------------------------------------------------------------
 */

static void keep_tile(struct ombre_gpu *gpu, const struct bench *b, uint32_t i)
{
    const uint32_t columns = b->draws < COLUMNS ? b->draws : COLUMNS;
    const uint32_t row = columns * TILE;
    const struct ombre_gpu_draw *const d = &b->draw[i];

    for (uint32_t t = 0; t < TARGETS; t++) {
        const uint32_t *const from = ombre_gpu_texels(gpu, t);
        for (uint32_t y = 0; y < TILE; y++)
            memcpy(&b->texels[i][t][(size_t) y * TILE],
                   &from[(size_t) (d->y + y) * row + d->x], TILE * 4);
    }
}

static bool is_same(struct ombre_gpu *gpu, const struct bench *b, uint32_t i)
{
    for (uint32_t t = 0; t < TARGETS; t++)
        if (memcmp(ombre_gpu_texels(gpu, t), b->texels[i][t],
                   sizeof b->texels[i][t]) != 0) {
            fprintf(stderr,
                    "bench_gpu: draw %u, target %u: other bits together than "
                    "alone\n",
                    i, t);
            return false;
        }
    return true;
}

/* The dynamic lane, or the static one where there is none. */
static const struct ombre_lane *best_lane(const struct bench *b)
{
    return b->has_dynamic ? &dynamic_lane : &static_lane;
}

/* Draw all both ways.  Returns how many draws changed what was uploaded, or 0
 * after a failure. */
static uint32_t check(struct bench *b)
{
    const uint32_t count = b->draws * b->batches;
    struct ombre_gpu *gpu = open_device(b);
    uint32_t changed = 0;
    bool good = gpu != NULL;

    b->texels = calloc(count, sizeof *b->texels);
    good = good && b->texels;
    b->has_dynamic =
        good && ombre_lane_is_offered(&dynamic_lane,
                                      ombre_gpu_facts(gpu)->lane_features,
                                      (char[OMBRE_LANE_WHY_SIZE]){""});
    for (uint32_t i = 0; good && i < b->batches; i++) {
        good = run_batch(gpu, b, best_lane(b), i);
        for (uint32_t d = 0; good && d < b->draws; d++)
            keep_tile(gpu, b, i * b->draws + d);
    }
    for (uint32_t i = 0; good && i < b->singles; i++) {
        good = run_single(gpu, b, i) && is_same(gpu, b, i);
        changed += good && memcmp(b->texels[i], b->upload, sizeof b->upload);
    }
    ombre_gpu_close(&gpu);
    free(b->texels);
    b->texels = NULL;
    return good ? changed : 0;
}

/* --- Measuring -------------------------------------------------------------
 */

/* The first batch makes what all of them use. */
static double measure_together(const struct bench *b,
                               const struct ombre_lane *lane)
{
    struct ombre_gpu *gpu = open_device(b);
    bool good = gpu && run_batch(gpu, b, lane, 0);
    const double start = now();

    for (uint32_t i = 1; good && i < b->batches; i++)
        good = run_batch(gpu, b, lane, i);
    const double seconds = now() - start;
    ombre_gpu_close(&gpu);
    return good ? (double) TARGETS * b->draws * (b->batches - 1) / seconds : 0;
}

static double measure_singly(const struct bench *b)
{
    const uint32_t count = b->draws * b->batches;
    struct ombre_gpu *gpu = open_device(b);
    bool good = gpu && run_single(gpu, b, count - 1);
    const double start = now();

    for (uint32_t i = 0; good && i < b->singles; i++)
        good = run_single(gpu, b, i);
    const double seconds = now() - start;
    ombre_gpu_close(&gpu);
    return good ? (double) TARGETS * b->singles / seconds : 0;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *) a, y = *(const double *) b;

    return (x > y) - (x < y);
}

static double median(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

/* Rounds of one lane, each beside the yardstick. */
static bool measure_lane(const struct bench *b, const struct ombre_lane *lane,
                         const char *name)
{
    double together[MAX_ROUNDS], singly[MAX_ROUNDS], ratio[MAX_ROUNDS];

    for (uint32_t r = 0; r < b->rounds; r++) {
        singly[r] = measure_singly(b);
        together[r] = measure_together(b, lane);
        if (singly[r] <= 0 || together[r] <= 0)
            return false;
        ratio[r] = together[r] / singly[r];
    }
    printf("%-8s one at a time %9.0f   together %9.0f target-states/s   ratio "
           "%6.1f\n",
           name, median(singly, b->rounds), median(together, b->rounds),
           median(ratio, b->rounds));
    return true;
}

static bool measure(const struct bench *b)
{
    printf("each round    %u draws one at a time, %u batches of %u together\n",
           b->singles, b->batches - 1, b->draws);
    return (!b->has_dynamic || measure_lane(b, &dynamic_lane, "dynamic")) &&
           measure_lane(b, &static_lane, "static");
}

/* --- The command -----------------------------------------------------------
 */

static bool read_number(int argc, char **argv, int index, uint32_t low,
                        uint32_t high, uint32_t *out)
{
    if (index >= argc)
        return true;
    char *end;
    errno = 0;
    const unsigned long value = strtoul(argv[index], &end, 10);
    if (errno || *end || end == argv[index] || value < low || value > high) {
        fprintf(stderr, "bench_gpu: a number from %u to %u, not '%s'\n", low,
                high, argv[index]);
        return false;
    }
    *out = (uint32_t) value;
    return true;
}

/* The environment's word that a driver keeps no compiled states on disk, or
 * NULL. */
static const char *cache_switch(void)
{
    static const char *const off[][2] = {
        {"__GL_SHADER_DISK_CACHE", "0"},
        {"MESA_SHADER_CACHE_DISABLE", "true"},
    };

    for (size_t i = 0; i < sizeof off / sizeof *off; i++) {
        const char *const value = getenv(off[i][0]);
        if (value && strcmp(value, off[i][1]) == 0)
            return off[i][0];
    }
    return NULL;
}

static bool read_numbers(int argc, char **argv, struct bench *b)
{
    uint32_t device = 0;

    if (!read_number(argc, argv, 0, 0, 1000, &device))
        return false;
    b->device = device;
    if (b->device >= ombre_gpu_list_count(b->list)) {
        fprintf(stderr, "bench_gpu: there are %zu devices\n",
                ombre_gpu_list_count(b->list));
        return false;
    }
    const struct ombre_gpu_info *const info =
        ombre_gpu_list_info(b->list, b->device);
    const bool is_cpu = info->deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
    /* A driver on a CPU compiles each state, and remembers a thousand. */
    b->draws = is_cpu ? 64 : 256;
    b->batches = is_cpu ? 4 : 32;
    b->singles = is_cpu ? 96 : 512;
    b->rounds = 5;
    printf("device        %s, %s %s\n", info->deviceName, info->driverName,
           info->driverInfo);
    const char *const off = cache_switch();
    printf("driver cache  %s\n", off ? off : "as the driver has it");
    return read_number(argc, argv, 1, 1, 4096, &b->draws) &&
           read_number(argc, argv, 2, 2, 4096, &b->batches) &&
           read_number(argc, argv, 3, 1, b->draws * b->batches, &b->singles) &&
           read_number(argc, argv, 4, 1, MAX_ROUNDS, &b->rounds);
}

static int bench(struct bench *b, int argc, char **argv, bool only_check)
{
    const enum ombre_gpu_status status = ombre_gpu_list_create(NULL, &b->list);

    if (status != OMBRE_GPU_OK) {
        fprintf(stderr, "bench_gpu: %s\n", ombre_gpu_status_name(status));
        return status == OMBRE_GPU_NO_LOADER || status == OMBRE_GPU_NO_DEVICE
                   ? 77
                   : 1;
    }
    if (!read_numbers(argc, argv, b) || !bench_init(b))
        return 2;
    const uint32_t changed = check(b);
    printf("checked       %u of %u draws changed their tile\n", changed,
           b->singles);
    if (changed < b->singles / 2 + 1)
        return 1;
    return only_check || measure(b) ? 0 : 1;
}

int main(int argc, char **argv)
{
    const bool only_check = argc > 1 && strcmp(argv[1], "--check") == 0;
    const int skip = only_check ? 2 : 1;
    struct bench *const b = calloc(1, sizeof *b);

    if (!b)
        return 1;
    const int code = bench(b, argc - skip, argv + skip, only_check);
    bench_finish(b);
    free(b);
    return code;
}
