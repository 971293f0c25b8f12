/* tile_check.h - tiles beside the one-pixel path */
#ifndef OMBRE_TESTS_TILE_CHECK_H
#define OMBRE_TESTS_TILE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/tile.h"

enum { TILE_PIXELS = 1500 };

/* One tile's arrays; guarded, so that a write beyond the end shows. */
struct tile_arrays {
    uint32_t source[TILE_PIXELS][4], source1[TILE_PIXELS][4];
    uint8_t source_texels[TILE_PIXELS * 16], source1_texels[TILE_PIXELS * 16];
    uint8_t dest[TILE_PIXELS * 16];
    uint8_t ideal[TILE_PIXELS * 16 + 64], first[TILE_PIXELS * 16 + 64],
        last[TILE_PIXELS * 16 + 64], open[TILE_PIXELS + 64];
};

static inline uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static inline uint32_t word_of(double x)
{
    const float f = (float) x;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

static inline struct ombre_state state_of(const struct ombre_format *format,
                                          struct ombre_equation color,
                                          struct ombre_equation alpha)
{
    struct ombre_state s = {
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){
        format->numeric == OMBRE_UINT   ? OMBRE_OUTPUT_UINT
        : format->numeric == OMBRE_SINT ? OMBRE_OUTPUT_SINT
                                        : OMBRE_OUTPUT_FLOAT,
        15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = format->blendable,
        .color = color,
        .alpha = alpha,
        .write_mask = 15,
    };
    return s;
}

/* What a shader would write to leave a texel as it is; a missing alpha is 1. */
static inline void texel_words(const struct ombre_format *format,
                               const uint8_t *bytes, uint32_t word[4])
{
    const struct ombre_texel t = ombre_texel_load(format, bytes);
    const bool is_float = ombre_format_base_type(format) == OMBRE_BASE_FLOAT;
    for (int i = 0; i < 4; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const uint32_t code = ombre_texel_code(format, &t, c);
        if (!ombre_format_has(format, c))
            word[i] = i < 3 ? 0 : is_float ? word_of(1) : 1;
        else if (format->numeric == OMBRE_SHARED)
            word[i] =
                word_of(ombre_shared_decode(ombre_shared_exponent(&t), code));
        else if (is_float)
            word[i] = word_of(ombre_decode(format, c, code));
        else
            word[i] = (uint32_t) ombre_code_ordinal(format, c, code);
    }
}

static inline void tile_source(const struct ombre_format *format,
                               const struct ombre_tile_source *source,
                               size_t pixel, uint32_t word[4])
{
    const uint8_t *const bytes = source->data;
    memset(word, 0, 16);
    if (source->kind == OMBRE_TILE_WORDS)
        memcpy(word, bytes + pixel * 16, 16);
    if (source->kind == OMBRE_TILE_TEXELS)
        texel_words(format, bytes + pixel * format->texel_size, word);
}

/* Compare one pixel of a predicted tile; returns how many components agree, or
 * -1 after saying what differs. */
static inline int check_pixel(const struct ombre_state *state, unsigned target,
                              enum ombre_judge judge,
                              const struct ombre_tile *tile, size_t pixel,
                              const char *name)
{
    const struct ombre_format *const format = state->target[target].format;
    const size_t at = pixel * format->texel_size;
    struct ombre_source source = {{{0}}};
    struct ombre_prediction p;
    tile_source(format, &tile->source1, pixel, source.word[1]);
    tile_source(format, &tile->source, pixel, source.word[target]);
    const struct ombre_texel dest =
        ombre_texel_load(format, (const uint8_t *) tile->dest + at);
    const struct ombre_texel ideal =
        ombre_texel_load(format, (const uint8_t *) tile->ideal + at);
    const struct ombre_texel first =
        ombre_texel_load(format, (const uint8_t *) tile->first + at);
    const struct ombre_texel last =
        ombre_texel_load(format, (const uint8_t *) tile->last + at);
    assert_true(ombre_predict(state, target, &source, &dest, judge, &p));

    int compared = 0;
    bool open = false;
    for (int i = 0; i < 4; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const struct ombre_code_set *const legal = &p.component[i].legal;
        if (!ombre_format_has(format, c))
            continue;
        const uint32_t code = p.component[i].code;
        const int64_t ordinal = ombre_code_ordinal(format, c, code);
        const int64_t low = legal->count ? legal->range[0].first : ordinal;
        const int64_t high =
            legal->count ? legal->range[legal->count - 1].last : ordinal;
        const uint32_t got[3] = {ombre_texel_code(format, &ideal, c),
                                 ombre_texel_code(format, &first, c),
                                 ombre_texel_code(format, &last, c)};
        open = open || legal->count != 1 || legal->nan ||
               format->numeric == OMBRE_SHARED;
        compared++;
        if (got[0] == code && ombre_code_ordinal(format, c, got[1]) == low &&
            ombre_code_ordinal(format, c, got[2]) == high)
            continue;
        print_error("%s: %s %s pixel %zu component %d of source %08x %08x "
                    "%08x %08x on %08x: %#x in [%#x, %#x], want %#x in "
                    "[%lld, %lld]\n",
                    name, format->name, ombre_judge_name(judge), pixel, i,
                    source.word[target][0], source.word[target][1],
                    source.word[target][2], source.word[target][3],
                    dest.word[0], got[0], got[1], got[2], code, (long long) low,
                    (long long) high);
        return -1;
    }
    if (tile->open[pixel] != open) {
        print_error("%s: %s pixel %zu: open is %d\n", name, format->name, pixel,
                    tile->open[pixel]);
        return -1;
    }
    return compared;
}

#endif /* OMBRE_TESTS_TILE_CHECK_H */
