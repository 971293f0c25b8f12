/* SRC_ALPHA, INV_SRC_ALPHA over a tile: floats first, then doubles for lanes
 * that floats cannot tell, and exact sums for what those cannot. */
#include <string.h>

#include "tile_job.h"
#include "tile_over.h"

enum {
    ONE = TILE_OVER_ONE,
    ZERO = 0x44400000, /* the bits of 768 */
    TOP = ZERO + 255 * ONE,
};

const struct tile_over_constants tile_over_constants = {
    .zero = ZERO,
    .top = TOP,
    .after_zero = ZERO + 1,
    .before_top = TOP - 1,
    .most = TOP + ONE / 2,
    .beyond = ONE - 1,
    .floored = ~(uint32_t) (ONE - 1),
    .code_half = ONE / 2,
    .room = 3 * ONE / 5,
    .quarter = ONE / 4,
    .half = ONE / 2 + TILE_OVER_UNSURE / 2,
    .ideal_unsure = TILE_OVER_UNSURE,
    .unsure = TILE_OVER_END_UNSURE,
    .byte = {0xFF, 0xFF00, 0xFF0000, 0xFF000000},
};

/* Lanes that floats cannot tell, until there are enough for a batch. */
struct batch {
    const struct tile_fixed_equation *equation;
    unsigned count;
    size_t lane[TILE_LANES]; /* component of pixel: 4 * pixel + component */
};

struct over {
    const struct tile_job *job;
    struct tile_over_pixels pixels;
    struct batch batch[2]; /* of colours, of alpha */
};

static uint32_t load_word(const unsigned char *bytes, size_t i)
{
    uint32_t word;
    memcpy(&word, bytes + sizeof word * i, sizeof word);
    return word;
}

/* Where a lane is in the texels. */
static size_t byte_of(const struct over *over, size_t lane)
{
    return lane / 4 * 4 + over->pixels.shift[lane % 4] / 8;
}

static void flush_batch(const struct over *over, struct batch *batch)
{
    const struct ombre_tile *const tile = over->job->tile;
    unsigned char *const ideal = tile->ideal, *const first = tile->first,
                         *const last = tile->last;
    struct tile_lanes lanes = {0};
    for (unsigned i = 0; i < batch->count; i++) {
        const size_t lane = batch->lane[i];
        lanes.given[0][i] = load_word(tile->source.data, lane);
        lanes.given[1][i] = load_word(tile->source.data, lane | OMBRE_ALPHA);
        lanes.dest[i] =
            ((const unsigned char *) tile->dest)[byte_of(over, lane)];
    }
    tile_fixed_lanes(batch->equation, &lanes);
    for (unsigned i = 0; i < batch->count; i++) {
        const size_t at = byte_of(over, batch->lane[i]);
        ideal[at] = (unsigned char) lanes.ideal[i];
        first[at] = (unsigned char) lanes.first[i];
        last[at] = (unsigned char) lanes.last[i];
        if (lanes.unsure[i])
            tile_predict_pixel(over->job, batch->lane[i] / 4);
    }
    batch->count = 0;
}

static bool has_nan(const unsigned char *words)
{
    bool nan = false;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        nan |= load_word(words, i) << 1 > 0xFF000000;
    return nan;
}

/* The lowest bit that is set. */
static unsigned lowest_bit(uint64_t x)
{
#ifdef __GNUC__
    return (unsigned) __builtin_ctzll(x);
#else
    unsigned bit = 0;
    while (!(x >> bit & 1))
        bit++;
    return bit;
#endif
}

static void push_lane(struct over *over, size_t lane)
{
    struct batch *const batch = &over->batch[lane % 4 == OMBRE_ALPHA];
    batch->lane[batch->count++] = lane;
    if (batch->count == TILE_LANES)
        flush_batch(over, batch);
}

/* Eight pixels from `first` of the block on, whose bits are in `unsure`. */
static void push_eight(struct over *over, size_t pixel, unsigned first,
                       uint64_t unsure)
{
    const unsigned char *const words = over->pixels.source;
    const uint64_t nan = TILE_OVER_NAN * (UINT64_C(0x0101010101010101));
    for (unsigned k = 0; unsure & nan && k < 8; k++)
        if (unsure >> 8 * k & TILE_OVER_NAN &&
            has_nan(words + 16 * (first + k)))
            unsure |= UINT64_C(15) << 8 * k;
    for (unsure &= ~nan; unsure != 0; unsure &= unsure - 1) {
        const unsigned bit = lowest_bit(unsure);
        push_lane(over, 4 * (pixel + first + bit / 8) + bit % 8);
    }
}

static void push_unsure(struct over *over, size_t pixel, size_t count)
{
    const uint8_t *const unsure = over->pixels.unsure;
    for (unsigned i = 0; i < count; i += 8) {
        uint64_t any, eight = 0;
        memcpy(&any, unsure + i, sizeof any);
        if (any == 0)
            continue;
        for (unsigned k = 0; k < 8; k++)
            eight |= (uint64_t) unsure[i + k] << 8 * k;
        if (count - i < 8)
            eight &= (UINT64_C(1) << 8 * (count - i)) - 1;
        push_eight(over, pixel, i, eight);
    }
}

static void predict_over(struct over *over, size_t pixel, size_t count)
{
    tile_over_pixels(&over->pixels);
    push_unsure(over, pixel, count);
}

/* Fewer than TILE_OVER_PIXELS pixels. */
static void predict_over_rest(struct over *over, size_t pixel, size_t count)
{
    const struct ombre_tile *const tile = over->job->tile;
    unsigned char source[TILE_OVER_PIXELS * 16] = {0},
                                            dest[TILE_OVER_PIXELS * 4] = {0};
    unsigned char out[3][TILE_OVER_PIXELS * 4];
    memcpy(source, over->pixels.source, count * 16);
    memcpy(dest, over->pixels.dest, count * 4);
    over->pixels.source = source;
    over->pixels.dest = dest;
    over->pixels.ideal = out[0];
    over->pixels.first = out[1];
    over->pixels.last = out[2];
    tile_over_pixels(&over->pixels);
    memcpy(tile_texel_out(over->job, tile->ideal, pixel), out[0], count * 4);
    memcpy(tile_texel_out(over->job, tile->first, pixel), out[1], count * 4);
    memcpy(tile_texel_out(over->job, tile->last, pixel), out[2], count * 4);
    push_unsure(over, pixel, count);
}

void tile_run_over(const struct tile_job *job, const struct tile_fixed *fixed)
{
    const struct ombre_tile *const tile = job->tile;
    struct over over = {
        .job = job,
        .batch = {{.equation = &fixed->component[OMBRE_RED].equation},
                  {.equation = &fixed->component[OMBRE_ALPHA].equation}},
    };
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        over.pixels.shift[c] = fixed->component[c].shift;
    memset(tile->open, 0, tile->count);
    for (size_t pixel = 0; pixel < tile->count; pixel += TILE_OVER_PIXELS) {
        const size_t left = tile->count - pixel;
        over.pixels.source =
            (const unsigned char *) tile->source.data + pixel * 16;
        over.pixels.dest = tile_texel_in(job, tile->dest, pixel);
        over.pixels.ideal = tile_texel_out(job, tile->ideal, pixel);
        over.pixels.first = tile_texel_out(job, tile->first, pixel);
        over.pixels.last = tile_texel_out(job, tile->last, pixel);
        if (left < TILE_OVER_PIXELS)
            predict_over_rest(&over, pixel, left);
        else
            predict_over(&over, pixel, TILE_OVER_PIXELS);
    }
    flush_batch(&over, &over.batch[0]);
    flush_batch(&over, &over.batch[1]);
}

/* Four written components of 8 bits, fp32 sources, and the one equation. */
bool tile_is_over(const struct tile_job *job, const struct tile_fixed *fixed)
{
    const struct ombre_target *const to = &job->state->target[job->target];
    const struct ombre_equation *const e[2] = {&to->color, &to->alpha};
    for (unsigned i = 0; i < 2; i++)
        if (e[i]->src != OMBRE_SRC_ALPHA || e[i]->dest != OMBRE_INV_SRC_ALPHA ||
            e[i]->op != OMBRE_OP_ADD)
            return false;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (!fixed->component[c].written || fixed->component[c].bits != 8 ||
            fixed->component[c].is_signed)
            return false;
    return to->blend_enable && job->judge == OMBRE_JUDGE_D3D &&
           job->tile->source.kind == OMBRE_TILE_WORDS;
}
