#include "ombre/tile.h"

#include <math.h>
#include <string.h>

#include "tile_fixed.h"
#include "tile_over.h"
#include "tile_parts.h"

/* A tile on its way. */
struct job {
    const struct ombre_state *state;
    unsigned target;
    enum ombre_judge judge;
    const struct ombre_format *format;
    const struct ombre_tile *tile;
    struct ombre_texel unowned; /* bits that no component has */
};

static size_t offset_of(const struct job *job, size_t pixel)
{
    return pixel * job->format->texel_size;
}

static const void *texel_in(const struct job *job, const void *texels,
                            size_t pixel)
{
    return (const unsigned char *) texels + offset_of(job, pixel);
}

static void *texel_out(const struct job *job, void *texels, size_t pixel)
{
    return (unsigned char *) texels + offset_of(job, pixel);
}

/* --- One pixel after another ---------------------------------------------- */

static uint32_t float_word(double x)
{
    const float f = (float) x;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

/* What a shader would have to write to leave the texel as it is. */
static void words_of_texel(const struct ombre_format *format,
                           const struct ombre_texel *texel, uint32_t word[4])
{
    const bool is_float = ombre_format_base_type(format) == OMBRE_BASE_FLOAT;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const uint32_t code = ombre_texel_code(format, texel, c);
        if (!ombre_format_has(format, c))
            word[i] = c != OMBRE_ALPHA ? 0 : is_float ? float_word(1) : 1;
        else if (!is_float)
            word[i] = (uint32_t) ombre_code_ordinal(format, c, code);
        else if (format->numeric == OMBRE_SHARED)
            word[i] = float_word(
                ombre_shared_decode(ombre_shared_exponent(texel), code));
        else
            word[i] = float_word(ombre_decode(format, c, code));
    }
}

static void read_source(const struct job *job,
                        const struct ombre_tile_source *source, size_t pixel,
                        uint32_t word[4])
{
    switch (source->kind) {
    case OMBRE_TILE_NONE: break;
    case OMBRE_TILE_WORDS:
        memcpy(word, (const unsigned char *) source->data + pixel * 16, 16);
        return;
    case OMBRE_TILE_TEXELS: {
        const struct ombre_texel texel =
            ombre_texel_load(job->format, texel_in(job, source->data, pixel));
        words_of_texel(job->format, &texel, word);
        return;
    }
    }
    memset(word, 0, 16);
}

/* What no range can say. */
static bool is_open(const struct ombre_format *format,
                    const struct ombre_component_prediction *p)
{
    return p->fate != OMBRE_FATE_ABSENT &&
           (p->legal.count != 1 || p->legal.nan ||
            format->numeric == OMBRE_SHARED);
}

static void write_texels(const struct job *job, size_t pixel,
                         const struct ombre_texel *dest,
                         const struct ombre_prediction *prediction)
{
    const struct ombre_format *const format = job->format;
    struct ombre_texel ideal = *dest, first = {{0}}, last = job->unowned;
    bool open = false;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const struct ombre_component_prediction *const p =
            &prediction->component[i];
        const struct ombre_code_set *const legal = &p->legal;
        uint32_t low = p->code, high = p->code;
        if (legal->count > 0) {
            low = ombre_ordinal_code(format, c, legal->range[0].first);
            high = ombre_ordinal_code(format, c,
                                      legal->range[legal->count - 1].last);
        }
        ombre_texel_set_code(format, &ideal, c, p->code);
        ombre_texel_set_code(format, &first, c, low);
        ombre_texel_set_code(format, &last, c, high);
        open = open || is_open(format, p);
    }
    if (format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(&ideal, prediction->exponent);
    ombre_texel_store(format, &ideal, texel_out(job, job->tile->ideal, pixel));
    ombre_texel_store(format, &first, texel_out(job, job->tile->first, pixel));
    ombre_texel_store(format, &last, texel_out(job, job->tile->last, pixel));
    job->tile->open[pixel] = open;
}

static void predict_pixel(const struct job *job, size_t pixel)
{
    const struct ombre_tile *const tile = job->tile;
    struct ombre_source source = {{{0}}};
    struct ombre_prediction prediction;
    const struct ombre_texel dest =
        ombre_texel_load(job->format, texel_in(job, tile->dest, pixel));
    read_source(job, &tile->source1, pixel, source.word[1]);
    read_source(job, &tile->source, pixel, source.word[job->target]);
    ombre_predict(job->state, job->target, &source, &dest, job->judge,
                  &prediction);
    write_texels(job, pixel, &dest, &prediction);
}

/* --- 8-bit codes ---------------------------------------------------------- */

static struct ombre_texel unowned_bits(const struct ombre_format *format)
{
    unsigned char ones[16];
    memset(ones, 0xFF, sizeof ones);
    struct ombre_texel texel = ombre_texel_load(format, ones);
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        ombre_texel_set_code(format, &texel, (enum ombre_component) i, 0);
    if (format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(&texel, 31);
    return texel;
}

/* Less than a block: what is missing is 0. */
static void run_rest(const struct job *job, const struct tile_codes *codes,
                     size_t pixel, size_t count)
{
    const struct ombre_tile *const tile = job->tile;
    const size_t size = offset_of(job, count);
    uint8_t source[TILE_BYTES] = {0}, source1[TILE_BYTES] = {0},
            dest[TILE_BYTES] = {0};
    uint8_t ideal[TILE_BYTES], first[TILE_BYTES], last[TILE_BYTES];
    memcpy(source, texel_in(job, tile->source.data, pixel), size);
    if (tile->source1.kind == OMBRE_TILE_TEXELS)
        memcpy(source1, texel_in(job, tile->source1.data, pixel), size);
    memcpy(dest, texel_in(job, tile->dest, pixel), size);
    tile_codes_block(codes, source, source1, dest, ideal, first, last);
    memcpy(texel_out(job, tile->ideal, pixel), ideal, size);
    memcpy(texel_out(job, tile->first, pixel), first, size);
    memcpy(texel_out(job, tile->last, pixel), last, size);
}

static void run_codes(const struct job *job, const struct tile_codes *codes)
{
    const struct ombre_tile *const tile = job->tile;
    const size_t pixels = TILE_BYTES / job->format->texel_size;
    size_t pixel = 0;
    for (; pixel + pixels <= tile->count; pixel += pixels)
        tile_codes_block(codes, texel_in(job, tile->source.data, pixel),
                         tile->source1.kind == OMBRE_TILE_TEXELS
                             ? texel_in(job, tile->source1.data, pixel)
                             : codes->constant,
                         texel_in(job, tile->dest, pixel),
                         texel_out(job, tile->ideal, pixel),
                         texel_out(job, tile->first, pixel),
                         texel_out(job, tile->last, pixel));
    if (pixel < tile->count)
        run_rest(job, codes, pixel, tile->count - pixel);
    memset(tile->open, 0, tile->count);
}

/* --- Fixed point ---------------------------------------------------------- */

/* Texels of at most 8 bytes as numbers, and back. */
static void read_texels(const struct job *job, size_t pixel, size_t count,
                        uint64_t out[TILE_LANES])
{
    const size_t size = job->format->texel_size;
    const unsigned char *const bytes = texel_in(job, job->tile->dest, pixel);
    memset(out, 0, TILE_LANES * sizeof *out);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < size; b++)
            out[i] |= (uint64_t) bytes[i * size + b] << (8 * b);
}

static void store_texels(const struct job *job, const uint64_t *texels,
                         size_t pixel, size_t count, void *out)
{
    const size_t size = job->format->texel_size;
    unsigned char *const bytes = texel_out(job, out, pixel);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < size; b++)
            bytes[i * size + b] = (unsigned char) (texels[i] >> (8 * b));
}

/* The words of `count` pixels: where they are, or in `room` if they must be
 * made or filled up. */
static const uint32_t (*words_at(const struct job *job,
                                 const struct ombre_tile_source *source,
                                 size_t pixel, size_t count,
                                 uint32_t room[TILE_LANES][4]))[4]
{
    memset(room, 0, sizeof(uint32_t[TILE_LANES][4]));
    for (size_t i = 0; i < count; i++)
        read_source(job, source, pixel + i, room[i]);
    return (const uint32_t(*)[4]) room;
}

static void run_fixed(const struct job *job, const struct tile_fixed *fixed)
{
    const struct ombre_tile *const tile = job->tile;
    uint32_t room[2][TILE_LANES][4];
    struct tile_pixels pixels;
    for (size_t pixel = 0; pixel < tile->count; pixel += TILE_LANES) {
        const size_t left = tile->count - pixel;
        const size_t count = left < TILE_LANES ? left : TILE_LANES;
        pixels.source = words_at(job, &tile->source, pixel, count, room[0]);
        /* On target 1 both sources are one output. */
        pixels.source1 = job->target == 1 ? pixels.source
                                          : words_at(job, &tile->source1, pixel,
                                                     count, room[1]);
        read_texels(job, pixel, count, pixels.dest);
        tile_fixed_pixels(fixed, &pixels);
        store_texels(job, pixels.ideal, pixel, count, tile->ideal);
        store_texels(job, pixels.first, pixel, count, tile->first);
        store_texels(job, pixels.last, pixel, count, tile->last);
        memset(tile->open + pixel, 0, count);
        for (size_t i = 0; i < count; i++)
            if (pixels.unsure[i])
                predict_pixel(job, pixel + i);
    }
}

/* --- SRC_ALPHA, INV_SRC_ALPHA --------------------------------------------- */

/* Lanes that floats cannot tell, until there are enough for a batch. */
struct batch {
    const struct tile_fixed_equation *equation;
    unsigned count;
    struct tile_lanes lanes;
    size_t pixel[TILE_LANES];
    uint8_t byte[TILE_LANES]; /* of the texel */
};

struct over {
    const struct job *job;
    struct tile_over_pixels pixels;
    struct batch color, alpha;
};

static void flush_batch(const struct job *job, struct batch *batch)
{
    unsigned char *const ideal = job->tile->ideal,
                         *const first = job->tile->first,
                         *const last = job->tile->last;
    tile_fixed_lanes(batch->equation, &batch->lanes);
    for (unsigned i = 0; i < batch->count; i++) {
        const size_t at = batch->pixel[i] * 4 + batch->byte[i];
        ideal[at] = (unsigned char) batch->lanes.ideal[i];
        first[at] = (unsigned char) batch->lanes.first[i];
        last[at] = (unsigned char) batch->lanes.last[i];
        if (batch->lanes.unsure[i])
            predict_pixel(job, batch->pixel[i]);
    }
    batch->count = 0;
}

static uint32_t load_word(const unsigned char *bytes, size_t i)
{
    uint32_t word;
    memcpy(&word, bytes + sizeof word * i, sizeof word);
    return word;
}

static void push_lane(struct over *over, size_t pixel, unsigned i,
                      unsigned component)
{
    struct batch *const batch =
        component == OMBRE_ALPHA ? &over->alpha : &over->color;
    const unsigned char *const source = over->pixels.source;
    const unsigned byte = over->pixels.shift[component] / 8;
    const unsigned k = batch->count++;
    batch->lanes.given[0][k] = load_word(source, 4 * i + component);
    batch->lanes.given[1][k] = load_word(source, 4 * i + OMBRE_ALPHA);
    batch->lanes.dest[k] = over->pixels.dest[4 * i + byte];
    batch->pixel[k] = pixel + i;
    batch->byte[k] = (uint8_t) byte;
    if (batch->count == TILE_LANES)
        flush_batch(over->job, batch);
}

static void push_unsure(struct over *over, size_t pixel, size_t count)
{
    const uint8_t *const unsure = over->pixels.unsure;
    for (unsigned i = 0; i < count; i += 8) {
        uint64_t eight;
        memcpy(&eight, unsure + i, sizeof eight);
        for (unsigned k = i; eight != 0 && k < i + 8 && k < count; k++)
            for (unsigned c = 0; unsure[k] >> c != 0; c++)
                if (unsure[k] >> c & 1)
                    push_lane(over, pixel, k, c);
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
    memcpy(texel_out(over->job, tile->ideal, pixel), out[0], count * 4);
    memcpy(texel_out(over->job, tile->first, pixel), out[1], count * 4);
    memcpy(texel_out(over->job, tile->last, pixel), out[2], count * 4);
    push_unsure(over, pixel, count);
}

static void run_over(const struct job *job, const struct tile_fixed *fixed)
{
    const struct ombre_tile *const tile = job->tile;
    struct over over = {
        .job = job,
        .color.equation = &fixed->component[OMBRE_RED].equation,
        .alpha.equation = &fixed->component[OMBRE_ALPHA].equation,
    };
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        over.pixels.shift[c] = fixed->component[c].shift;
    memset(tile->open, 0, tile->count);
    for (size_t pixel = 0; pixel < tile->count; pixel += TILE_OVER_PIXELS) {
        const size_t left = tile->count - pixel;
        over.pixels.source =
            (const unsigned char *) tile->source.data + pixel * 16;
        over.pixels.dest = texel_in(job, tile->dest, pixel);
        over.pixels.ideal = texel_out(job, tile->ideal, pixel);
        over.pixels.first = texel_out(job, tile->first, pixel);
        over.pixels.last = texel_out(job, tile->last, pixel);
        if (left < TILE_OVER_PIXELS)
            predict_over_rest(&over, pixel, left);
        else
            predict_over(&over, pixel, TILE_OVER_PIXELS);
    }
    flush_batch(job, &over.color);
    flush_batch(job, &over.alpha);
}

/* Four written components of 8 bits, fp32 sources, and the one equation. */
static bool is_over(const struct job *job, const struct tile_fixed *fixed)
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

/* --- Public --------------------------------------------------------------- */

bool ombre_predict_tile(const struct ombre_state *state, unsigned target,
                        enum ombre_judge judge, const struct ombre_tile *tile)
{
    const struct ombre_source source = {{{0}}};
    const struct ombre_texel dest = {{0}};
    struct ombre_prediction prediction;
    if (!ombre_predict(state, target, &source, &dest, judge, &prediction))
        return false;

    struct job job = {
        .state = state,
        .target = target,
        .judge = judge,
        .format = state->target[target].format,
        .tile = tile,
    };
    job.unowned = unowned_bits(job.format);
    struct tile_codes codes;
    if (tile_codes_plan(state, target, judge, tile, &prediction, &codes)) {
        run_codes(&job, &codes);
        return true;
    }
    struct tile_fixed fixed;
    if (tile_fixed_plan(state, target, judge, &prediction, &fixed)) {
        if (is_over(&job, &fixed))
            run_over(&job, &fixed);
        else
            run_fixed(&job, &fixed);
        return true;
    }
    for (size_t pixel = 0; pixel < tile->count; pixel++)
        predict_pixel(&job, pixel);
    return true;
}
