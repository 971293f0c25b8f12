/* What a program uploads, outputs and wants. */
#include <stdlib.h>
#include <string.h>

#include "repro.h"
#include "words.h"

/* --- Operands ---------------------------------------------------------------
 */

static bool is_less(uint32_t a, uint32_t b, bool is_signed)
{
    /* Two's complement in order: turn the sign bit. */
    const uint32_t sign = is_signed ? 0x80000000u : 0;
    return (a ^ sign) < (b ^ sign);
}

static bool is_nan(uint32_t word)
{
    return (word & 0x7FFFFFFF) > 0x7F800000;
}

/* What the shader would do to its output, done beforehand. */
static void patch_word(const struct ombre_vk_patch *patch, unsigned i,
                       bool is_signed, uint32_t word[4])
{
    switch (patch->kind) {
    case OMBRE_VK_PATCH_SECOND_SOURCE:
    case OMBRE_VK_PATCH_DROP_OUTPUT:
    case OMBRE_VK_PATCH_COVER_BY_ALPHA: break;
    case OMBRE_VK_PATCH_NAN_TO_ZERO:
        if (is_nan(word[i]))
            word[i] = 0;
        break;
    case OMBRE_VK_PATCH_CLAMP_INTEGER:
        if (is_less(word[i], patch->low[i], is_signed))
            word[i] = patch->low[i];
        if (is_less(patch->high[i], word[i], is_signed))
            word[i] = patch->high[i];
        break;
    case OMBRE_VK_PATCH_ALPHA_TO_RED: word[0] = word[3]; break;
    }
}

static void patch_output(const struct repro *r, uint32_t n, uint32_t word[4])
{
    const bool is_signed = r->output[n] == OMBRE_GPU_OUTPUT_SINT;
    for (uint32_t p = 0; p < r->vk.patch_count; p++)
        for (unsigned i = 0; i < 4 && r->vk.patch[p].output == n; i++)
            patch_word(&r->vk.patch[p], i, is_signed, word);
}

static uint32_t exported(const struct repro *r, size_t pixel)
{
    return r->state->shader.coverage == OMBRE_COVERAGE_PER_PIXEL &&
                   r->c->coverage
               ? r->c->coverage[pixel]
               : r->state->shader.coverage_mask;
}

/* A record as the table has it, and for people. */
static void write_record(FILE *file, const struct repro *r,
                         const struct ombre_source *source, size_t pixel,
                         uint32_t slot)
{
    uint32_t word[4] = {0};
    const bool is_coverage = r->coverage && slot == r->slots - 1;
    if (is_coverage) {
        word[0] = exported(r, pixel);
    } else if (slot < OMBRE_MAX_TARGETS) {
        memcpy(word, source->word[slot], sizeof word);
        patch_output(r, slot, word);
    }
    fprintf(file, "    {0x%08x, 0x%08x, 0x%08x, 0x%08x}, /* ", word[0], word[1],
            word[2], word[3]);
    if (is_coverage) {
        fputs("coverage */\n", file);
        return;
    }
    fprintf(file, "output %u:", slot);
    for (unsigned i = 0; i < 4; i++) {
        char text[48];
        words_of_source(text, r->state->shader.output[slot].type, word[i]);
        fprintf(file, "%s%s", i ? ", " : " ", text);
    }
    fputs(" */\n", file);
}

static void write_operands(FILE *file, const struct repro *r)
{
    fprintf(file,
            "/* What the fragment shader outputs for each primitive: %u "
            "record%s. */\nenum { SLOTS = %u };\nstatic const uint32_t "
            "operands[][4] = {\n",
            r->slots, r->slots == 1 ? "" : "s", r->slots);
    for (size_t pixel = 0; pixel < r->c->pixel_count; pixel++)
        for (unsigned layer = 0; layer < ombre_case_layers(r->c, pixel);
             layer++) {
            const struct ombre_source *source =
                &r->c->source[pixel * r->c->layer_count + layer];
            fprintf(file, "    /* pixel %zu, primitive %u */\n", pixel, layer);
            for (uint32_t slot = 0; slot < r->slots; slot++)
                write_record(file, r, source, pixel, slot);
        }
    fputs("};\n\n", file);
}

static void write_pixels(FILE *file, const struct repro *r,
                         const struct batch *batch)
{
    size_t first = 0;
    fprintf(file, "enum { WIDTH = %u, HEIGHT = %u };\n\n", batch->layout.width,
            batch->layout.height);
    fputs("/* Each is drawn by itself: `layers` primitives, one over another, "
          "`first` the first. */\nstatic const struct {\n    uint32_t x, y, "
          "first, layers;\n} pixels[PIXELS] = {\n",
          file);
    for (size_t pixel = 0; pixel < r->c->pixel_count; pixel++) {
        const size_t texel = layout_case_texel(&batch->layout, 0, pixel);
        const unsigned layers = ombre_case_layers(r->c, pixel);
        fprintf(file, "    {%zu, %zu, %zu, %u},\n", texel % batch->layout.width,
                texel / batch->layout.width, first, layers);
        first += layers;
    }
    fputs("};\n\n", file);
}

/* --- What is wanted ----------------------------------------------------------
 */

enum { MOST_RANGES = 2 * OMBRE_MAX_RANGES + 2 };

/* Codes as plain numbers. */
struct codes {
    unsigned count;
    struct {
        uint32_t low, high;
    } range[MOST_RANGES];
};

static void add_codes(struct codes *codes, uint32_t a, uint32_t b)
{
    if (codes->count == MOST_RANGES)
        return;
    codes->range[codes->count].low = a < b ? a : b;
    codes->range[codes->count++].high = a < b ? b : a;
}

/* Ranges in value order are one or two of numbers: negative ones have the
 * highest bit, and codes of floats then fall as they rise. */
static void add_range(struct codes *codes, const struct ombre_format *format,
                      enum ombre_component c, const struct ombre_range *range)
{
    if (range->first < 0)
        add_codes(
            codes, ombre_ordinal_code(format, c, range->first),
            ombre_ordinal_code(format, c, range->last < 0 ? range->last : -1));
    if (range->last >= 0)
        add_codes(
            codes,
            ombre_ordinal_code(format, c, range->first < 0 ? 0 : range->first),
            ombre_ordinal_code(format, c, range->last));
}

/* All codes beyond the infinities. */
static void add_nans(struct codes *codes, const struct ombre_format *format,
                     enum ombre_component c)
{
    const unsigned bits = format->component[c].bits;
    const uint32_t all = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    int64_t lowest, highest;
    ombre_ordinal_limits(format, c, &lowest, &highest);
    const uint32_t infinite = ombre_ordinal_code(format, c, highest);
    if (format->numeric == OMBRE_UFLOAT) {
        add_codes(codes, infinite + 1, all);
        return;
    }
    add_codes(codes, infinite + 1, all >> 1);
    add_codes(codes, ombre_ordinal_code(format, c, lowest) + 1, all);
}

static struct codes codes_of(const struct repro *r,
                             const struct judged_pixel *judged, size_t pixel,
                             unsigned target, unsigned sample,
                             enum ombre_component c)
{
    const struct ombre_format *format = r->state->target[target].format;
    const struct ombre_code_set set = judge_legal(judged, target, sample, c);
    struct codes codes = {0};
    for (unsigned i = 0; i < set.count; i++)
        add_range(&codes, format, c, &set.range[i]);
    if (set.nan)
        add_nans(&codes, format, c);
    if (codes.count == 0) { /* a NaN that is kept */
        const uint32_t code =
            ombre_texel_code(format, case_dest(r->c, pixel, target, sample), c);
        add_codes(&codes, code, code);
    }
    return codes;
}

/* Rows of the table, and how many ranges one has at most. */
struct wants {
    FILE *file;
    unsigned most;
};

static void write_want(struct wants *wants, const struct repro *r,
                       const struct judged_pixel *judged, size_t pixel,
                       unsigned target, unsigned sample, enum ombre_component c)
{
    const struct codes codes = codes_of(r, judged, pixel, target, sample, c);
    const struct judged_component *told =
        &judged->told[target][sample].component[c];
    fprintf(wants->file, "    {%zu, %u, %u, %u, %u, {", pixel, target, sample,
            (unsigned) c, codes.count);
    for (unsigned i = 0; i < codes.count; i++)
        fprintf(wants->file, "%s{0x%x, 0x%x}", i ? ", " : "",
                codes.range[i].low, codes.range[i].high);
    fprintf(wants->file, "}}, /* %s: %.9g, %s */\n", component_name(c),
            told->value, ombre_reference_rule_name(told->rule));
    if (codes.count > wants->most)
        wants->most = codes.count;
}

/* Of every component of a pixel that its formats have. */
static void write_pixel_wants(struct wants *wants, const struct repro *r,
                              const struct judged_pixel *judged, size_t pixel)
{
    for (unsigned t = 0; t < r->vk.attachment_count; t++)
        for (unsigned s = 0;
             r->state->target[t].format && s < r->c->sample_count; s++)
            for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
                if (ombre_format_has(r->state->target[t].format,
                                     (enum ombre_component) c))
                    write_want(wants, r, judged, pixel, t, s,
                               (enum ombre_component) c);
}

static bool write_rows(struct wants *wants, const struct repro *r)
{
    struct judged_pixel *judged = malloc(sizeof *judged);
    bool good = judged != NULL;
    for (size_t pixel = 0; good && pixel < r->c->pixel_count; pixel++) {
        good = judge_predict(r->c, r->state, pixel, r->judge, judged);
        if (good)
            write_pixel_wants(wants, r, judged, pixel);
    }
    free(judged);
    return good;
}

static bool write_wants(FILE *file, const struct repro *r)
{
    char *rows = NULL;
    size_t size = 0;
    struct wants wants = {.file = open_memstream(&rows, &size)};
    if (!wants.file)
        return false;
    const bool written = write_rows(&wants, r);
    const bool good = fclose(wants.file) == 0 && written;
    if (good)
        fprintf(file,
                "/* Codes that each component may have, ends included. */\n"
                "static const struct want {\n    uint32_t pixel, target, "
                "sample, component, count;\n    struct {\n        uint32_t "
                "low, high;\n    } legal[%u];\n} wants[] = {\n%s};\n\n",
                wants.most, rows);
    free(rows);
    return good;
}

bool repro_write_tables(FILE *file, const struct repro *r)
{
    struct batch batch;
    char reason[256];
    /* It is only read. */
    struct batch_member member = r->member;
    struct batch_member *const list[] = {&member};
    bool good = batch_init(&batch, list, 1, reason);
    if (good) {
        write_pixels(file, r, &batch);
        write_operands(file, r);
        repro_write_targets(file, r, &batch);
        good = write_wants(file, r);
    }
    batch_finish(&batch);
    return good;
}
