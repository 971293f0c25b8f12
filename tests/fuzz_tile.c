/* Whatever the bytes: texels come apart and together again, a tile is what its
 * pixels are one by one and is judged so, and coverage has bounds that can be.
 *
 * With -Dfuzz=true and clang this is a libFuzzer target; else it runs inputs of
 * a generator of its own, as many as it is told.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/tile.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "fuzz_tile: %s\n", what);
        abort();
    }
}

/* --- Bytes ---------------------------------------------------------------- */

struct bytes {
    const uint8_t *data;
    size_t left;
};

/* The next byte, 0 if there is none. */
static uint8_t take(struct bytes *b)
{
    if (b->left == 0)
        return 0;
    b->left--;
    return *b->data++;
}

static void take_into(struct bytes *b, void *to, size_t size)
{
    const size_t taken = size < b->left ? size : b->left;
    memset(to, 0, size);
    if (taken > 0)
        memcpy(to, b->data, taken);
    b->data += taken;
    b->left -= taken;
}

/* Exactly `size` bytes, so that a sanitizer sees what is beyond. */
static void *take_array(struct bytes *b, size_t size)
{
    void *const array = malloc(size ? size : 1);
    require(array != NULL, "no memory");
    take_into(b, array, size);
    return array;
}

/* --- Texels --------------------------------------------------------------- */

static void check_code(const struct ombre_format *format,
                       enum ombre_component c, uint32_t code)
{
    struct ombre_texel texel = {{0}};
    ombre_texel_set_code(format, &texel, c, code);
    require(ombre_texel_code(format, &texel, c) == code, "a code changes");
    const int64_t ordinal = ombre_code_ordinal(format, c, code);
    require(ombre_ordinal_code(format, c, ordinal) == code,
            "an ordinal is another code's");
    int64_t low, high;
    ombre_ordinal_limits(format, c, &low, &high);
    require(ombre_code_is_nan(format, c, code) ==
                (ordinal < low || ordinal > high),
            "a NaN among the numbers");
}

static void check_texel(const struct ombre_format *format,
                        const uint8_t bytes[16])
{
    uint8_t again[16] = {0};
    const struct ombre_texel texel = ombre_texel_load(format, bytes);
    ombre_texel_store(format, &texel, again);
    require(memcmp(bytes, again, format->texel_size) == 0, "a texel changes");
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (ombre_format_has(format, c))
            check_code(format, c, ombre_texel_code(format, &texel, c));
        double value;
        memcpy(&value, bytes + i % 2 * 8, sizeof value);
        if (format->numeric != OMBRE_SHARED && format->numeric != OMBRE_UINT &&
            format->numeric != OMBRE_SINT && ombre_format_has(format, c))
            check_code(format, c, ombre_encode(format, c, value));
    }
}

/* --- States --------------------------------------------------------------- */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static struct ombre_equation take_equation(struct bytes *b)
{
    return (struct ombre_equation){
        .src = factors[take(b) % FACTORS],
        .dest = factors[take(b) % FACTORS],
        .op = (enum ombre_blend_op)(1 + take(b) % 5),
    };
}

static struct ombre_state take_state(struct bytes *b)
{
    struct ombre_state s = {0};
    s.target_count = 1 + take(b) % OMBRE_MAX_TARGETS;
    s.sample_count = 1u << take(b) % 5;
    take_into(b, &s.sample_mask, sizeof s.sample_mask);
    s.alpha_to_coverage = take(b) % 2;
    s.shader.bound = take(b) % 8 != 0;
    take_into(b, s.blend_factor, sizeof s.blend_factor);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        s.shader.output[i] = (struct ombre_output){
            (enum ombre_output_type)(take(b) % (OMBRE_OUTPUT_SINT + 1)),
            take(b) % 4 ? 15 : take(b) % 16};
        const struct ombre_format *const format =
            ombre_format_at(take(b) % (ombre_format_count() + 1));
        s.target[i] = (struct ombre_target){
            .format = format,
            .blend_enable = format && format->blendable && take(b) % 4,
            .color = take_equation(b),
            .alpha = take_equation(b),
            .write_mask = take(b) % 16,
        };
    }
    return s;
}

/* --- Tiles ---------------------------------------------------------------- */

struct arrays {
    size_t count, size; /* pixels, bytes of a texel */
    uint8_t *source, *source1, *dest, *ideal, *first, *last, *open, *mark;
};

static enum ombre_tile_source_kind take_kind(struct bytes *b)
{
    return (enum ombre_tile_source_kind)(take(b) % 3);
}

static void free_arrays(struct arrays *a)
{
    free(a->source);
    free(a->source1);
    free(a->dest);
    free(a->ideal);
    free(a->first);
    free(a->last);
    free(a->open);
    free(a->mark);
}

/* What is legal of one pixel, asked one by one, beside the tile. */
static void check_pixel(const struct ombre_state *state, unsigned target,
                        enum ombre_judge judge, const struct ombre_tile *tile,
                        size_t pixel)
{
    const struct ombre_format *const format = state->target[target].format;
    const size_t at = pixel * format->texel_size;
    struct ombre_source source = {{{0}}};
    struct ombre_prediction p;
    if (tile->source1.kind == OMBRE_TILE_WORDS)
        memcpy(source.word[1],
               (const uint8_t *) tile->source1.data + 16 * pixel, 16);
    memset(source.word[target], 0, 16); /* on target 1 it is the one output */
    if (tile->source.kind == OMBRE_TILE_WORDS)
        memcpy(source.word[target],
               (const uint8_t *) tile->source.data + 16 * pixel, 16);
    const struct ombre_texel dest =
        ombre_texel_load(format, (const uint8_t *) tile->dest + at);
    const struct ombre_texel ideal =
        ombre_texel_load(format, (const uint8_t *) tile->ideal + at);
    require(ombre_predict(state, target, &source, &dest, judge, &p),
            "a tile was predicted, its pixel is not");
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const struct ombre_component_prediction *const one = &p.component[i];
        if (!ombre_format_has(format, c))
            continue;
        require(ombre_texel_code(format, &ideal, c) == one->code,
                "a tile has another ideal code");
        require(one->fate != OMBRE_FATE_WRITTEN ||
                    format->numeric == OMBRE_SHARED ||
                    ombre_code_set_has(&one->legal, format, c, one->code),
                "the ideal code is not legal");
    }
}

static void check_tile(const struct ombre_state *state, struct bytes *b)
{
    const unsigned target = take(b) % (OMBRE_MAX_TARGETS + 1);
    const enum ombre_judge judge =
        (enum ombre_judge)(take(b) % (OMBRE_JUDGE_COUNT + 1));
    const enum ombre_tile_source_kind kind = take_kind(b), kind1 = take_kind(b);
    const struct ombre_format *const format =
        target < OMBRE_MAX_TARGETS ? state->target[target].format : NULL;
    struct arrays a = {.count = take(b) % 70,
                       .size = format ? format->texel_size : 1};
    const size_t texels = a.count * a.size;
    a.source = take_array(b, kind == OMBRE_TILE_WORDS ? 16 * a.count : texels);
    a.source1 =
        take_array(b, kind1 == OMBRE_TILE_WORDS ? 16 * a.count : texels);
    a.dest = take_array(b, texels);
    a.ideal = take_array(b, texels);
    a.first = take_array(b, texels);
    a.last = take_array(b, texels);
    a.open = take_array(b, a.count);
    a.mark = take_array(b, a.count);
    const struct ombre_tile tile = {
        .count = a.count,
        .source = {kind, a.source},
        .source1 = {kind1, a.source1},
        .dest = a.dest,
        .ideal = a.ideal,
        .first = a.first,
        .last = a.last,
        .open = a.open,
    };
    const bool is_target = target < state->target_count && format != NULL;
    require(ombre_predict_tile(state, target, judge, &tile) ==
                (is_target && judge < OMBRE_JUDGE_COUNT),
            "what cannot be predicted is, or the other way round");
    if (is_target && judge < OMBRE_JUDGE_COUNT) {
        if (kind != OMBRE_TILE_TEXELS && kind1 != OMBRE_TILE_TEXELS)
            for (size_t i = 0; i < a.count; i += 1 + i / 4)
                check_pixel(state, target, judge, &tile, i);
        const struct ombre_tile_verdict v = ombre_judge_tile(
            format, a.count, a.ideal, a.first, a.last, a.open, a.mark);
        require(v.outside == 0 && v.first_outside == a.count,
                "the ideal texels are judged to be outside");
        require(v.ask <= a.count, "more to ask than there is");
    }
    free_arrays(&a);
}

static unsigned bits_of(uint32_t x)
{
    unsigned bits = 0;
    for (; x != 0; x &= x - 1)
        bits++;
    return bits;
}

static void check_coverage(const struct ombre_state *state, struct bytes *b)
{
    struct ombre_source source;
    uint32_t exported;
    take_into(b, &source, sizeof source);
    take_into(b, &exported, sizeof exported);
    const struct ombre_coverage c =
        ombre_predict_coverage(state, &source, exported);
    require(c.min <= c.max && c.max <= bits_of(c.mask),
            "coverage is impossible");
    require(state->sample_count == 32 || c.mask >> state->sample_count == 0,
            "samples that are not there");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = {data, size};
    uint8_t texel[16];
    uint32_t dxgi;
    take_into(&b, &dxgi, sizeof dxgi);
    const struct ombre_format *const found = ombre_format_find(dxgi);
    require(found == NULL || found->dxgi == dxgi, "another format is found");
    take_into(&b, texel, sizeof texel);
    check_texel(ombre_format_at(take(&b) % ombre_format_count()), texel);
    const struct ombre_state state = take_state(&b);
    check_coverage(&state, &b);
    check_tile(&state, &b);
    return 0;
}

#ifndef OMBRE_LIBFUZZER
int main(int argc, char **argv)
{
    const long inputs = argc > 1 ? strtol(argv[1], NULL, 10) : 0;
    static uint8_t bytes[8192];
    uint64_t seed = 59;
    for (long n = 0; n < inputs; n++) {
        for (size_t i = 0; i < sizeof bytes; i++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[i] = (uint8_t) (seed >> 33);
        }
        /* Floats near 1 now and then, so that not all is large or NaN. */
        for (size_t i = 3; n % 2 && i < sizeof bytes; i += 4)
            bytes[i] = (uint8_t) (0x3C + bytes[i] % 4);
        LLVMFuzzerTestOneInput(bytes, sizeof bytes - (size_t) n % 8000);
    }
    printf("%ld inputs\n", inputs);
    return inputs > 0 ? 0 : 1;
}
#endif
