#include "ombre/tile.h"

#include <math.h>
#include <string.h>

#include "tile_job.h"

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

static void read_source(const struct tile_job *job,
                        const struct ombre_tile_source *source, size_t pixel,
                        uint32_t word[4])
{
    switch (source->kind) {
    case OMBRE_TILE_NONE: break;
    case OMBRE_TILE_WORDS:
        memcpy(word, (const unsigned char *) source->data + pixel * 16, 16);
        return;
    case OMBRE_TILE_TEXELS: {
        const struct ombre_texel texel = ombre_texel_load(
            job->format, tile_texel_in(job, source->data, pixel));
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

static void write_texels(const struct tile_job *job, size_t pixel,
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
    ombre_texel_store(format, &ideal,
                      tile_texel_out(job, job->tile->ideal, pixel));
    ombre_texel_store(format, &first,
                      tile_texel_out(job, job->tile->first, pixel));
    ombre_texel_store(format, &last,
                      tile_texel_out(job, job->tile->last, pixel));
    job->tile->open[pixel] = open;
}

void tile_predict_pixel(const struct tile_job *job, size_t pixel)
{
    const struct ombre_tile *const tile = job->tile;
    struct ombre_source source = {{{0}}};
    struct ombre_prediction prediction;
    const struct ombre_texel dest =
        ombre_texel_load(job->format, tile_texel_in(job, tile->dest, pixel));
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
static void run_rest(const struct tile_job *job, const struct tile_codes *codes,
                     size_t pixel, size_t count)
{
    const struct ombre_tile *const tile = job->tile;
    const size_t size = tile_offset_of(job, count);
    uint8_t source[TILE_BYTES] = {0}, source1[TILE_BYTES] = {0},
            dest[TILE_BYTES] = {0};
    uint8_t ideal[TILE_BYTES], first[TILE_BYTES], last[TILE_BYTES];
    memcpy(source, tile_texel_in(job, tile->source.data, pixel), size);
    if (tile->source1.kind == OMBRE_TILE_TEXELS)
        memcpy(source1, tile_texel_in(job, tile->source1.data, pixel), size);
    memcpy(dest, tile_texel_in(job, tile->dest, pixel), size);
    tile_codes_block(codes, source, source1, dest, ideal, first, last);
    memcpy(tile_texel_out(job, tile->ideal, pixel), ideal, size);
    memcpy(tile_texel_out(job, tile->first, pixel), first, size);
    memcpy(tile_texel_out(job, tile->last, pixel), last, size);
}

static void run_codes(const struct tile_job *job,
                      const struct tile_codes *codes)
{
    const struct ombre_tile *const tile = job->tile;
    const size_t pixels = TILE_BYTES / job->format->texel_size;
    size_t pixel = 0;
    for (; pixel + pixels <= tile->count; pixel += pixels)
        tile_codes_block(codes, tile_texel_in(job, tile->source.data, pixel),
                         tile->source1.kind == OMBRE_TILE_TEXELS
                             ? tile_texel_in(job, tile->source1.data, pixel)
                             : codes->constant,
                         tile_texel_in(job, tile->dest, pixel),
                         tile_texel_out(job, tile->ideal, pixel),
                         tile_texel_out(job, tile->first, pixel),
                         tile_texel_out(job, tile->last, pixel));
    if (pixel < tile->count)
        run_rest(job, codes, pixel, tile->count - pixel);
    memset(tile->open, 0, tile->count);
}

/* --- Fixed point ---------------------------------------------------------- */

/* Texels of at most 8 bytes as numbers, and back. */
static void read_texels(const struct tile_job *job, size_t pixel, size_t count,
                        uint64_t out[TILE_LANES])
{
    const size_t size = job->format->texel_size;
    const unsigned char *const bytes =
        tile_texel_in(job, job->tile->dest, pixel);
    memset(out, 0, TILE_LANES * sizeof *out);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < size; b++)
            out[i] |= (uint64_t) bytes[i * size + b] << (8 * b);
}

static void store_texels(const struct tile_job *job, const uint64_t *texels,
                         size_t pixel, size_t count, void *out)
{
    const size_t size = job->format->texel_size;
    unsigned char *const bytes = tile_texel_out(job, out, pixel);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < size; b++)
            bytes[i * size + b] = (unsigned char) (texels[i] >> (8 * b));
}

/* The words of `count` pixels: where they are, or in `room` if they must be
 * made or filled up. */
static const uint32_t (*words_at(const struct tile_job *job,
                                 const struct ombre_tile_source *source,
                                 size_t pixel, size_t count,
                                 uint32_t room[TILE_LANES][4]))[4]
{
    memset(room, 0, sizeof(uint32_t[TILE_LANES][4]));
    for (size_t i = 0; i < count; i++)
        read_source(job, source, pixel + i, room[i]);
    return (const uint32_t(*)[4]) room;
}

static void run_fixed(const struct tile_job *job,
                      const struct tile_fixed *fixed)
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
                tile_predict_pixel(job, pixel + i);
    }
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

    struct tile_job job = {
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
        if (tile_is_over(&job, &fixed))
            tile_run_over(&job, &fixed);
        else
            run_fixed(&job, &fixed);
        return true;
    }
    for (size_t pixel = 0; pixel < tile->count; pixel++)
        tile_predict_pixel(&job, pixel);
    return true;
}
