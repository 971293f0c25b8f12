/* Operands: what the shader writes, and what targets hold. */
#include <stdlib.h>
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"

/* D3D12_MAX_MULTISAMPLE_SAMPLE_COUNT */
enum { MOST_SAMPLES = 32 };

unsigned case_sample_count(const struct ombre_pso *pso)
{
    const uint32_t count = pso->SampleDesc.Count;

    return count >= 1 && count <= MOST_SAMPLES ? count : 1;
}

const struct ombre_format *case_target_format(const struct ombre_pso *pso,
                                              unsigned target)
{
    return pso->SampleDesc.Count <= MOST_SAMPLES
               ? ombre_format_find(case_target_dxgi(pso, target))
               : NULL;
}

/* --- src ------------------------------------------------------------------ */

static bool read_source_entry(const struct case_reader *reader,
                              const struct case_value *entry,
                              const struct ombre_pixel_shader *shader,
                              struct ombre_source *out)
{
    const size_t n = entry->index;

    if (n >= OMBRE_MAX_TARGETS)
        return case_fail(reader, entry,
                         "expected at most 8 entries, SV_Target0 to 7");
    if (shader->output[n].type == OMBRE_OUTPUT_NONE)
        return case_is_null(entry) ||
               case_fail(reader, entry,
                         "expected null: the pixel shader does not declare "
                         "SV_Target%zu (PixelShader.outputs[%zu])",
                         n, n);
    if (case_is_null(entry))
        return case_fail(reader, entry,
                         "expected 4 numbers for SV_Target%zu, which the pixel "
                         "shader declares, found null",
                         n);
    return case_read_words(
        reader, entry, case_output_base(shader->output[n].type), out->word[n]);
}

bool case_read_source(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct ombre_pixel_shader *shader,
                      struct ombre_source *out)
{
    struct case_value entry;

    if (!case_read_array(reader, value, "an array (one entry an output)"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);)
        if (!read_source_entry(reader, &entry, shader, out))
            return false;
    for (size_t n = json_array_size(value->json); n < OMBRE_MAX_TARGETS; n++)
        if (shader->output[n].type != OMBRE_OUTPUT_NONE)
            return case_fail(reader, value,
                             "expected an entry for SV_Target%zu, which the "
                             "pixel shader declares, found %zu entries",
                             n, json_array_size(value->json));
    return true;
}

bool case_read_layers(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct ombre_pixel_shader *shader,
                      struct ombre_source *out)
{
    struct case_value layer;

    if (!case_read_array(reader, value, "an array (one entry a primitive)"))
        return false;
    if (json_array_size(value->json) == 0)
        return case_fail(reader, value,
                         "expected at least 1 layer, found none");
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &layer);)
        if (!case_read_source(reader, &layer, shader, &out[layer.index]))
            return false;
    return true;
}

/* --- dst ------------------------------------------------------------------ */

/* Four numbers of one texel, or texels: the first element tells. */
static bool is_sample_array(const struct case_value *value)
{
    const json_t *first = json_array_get(value->json, 0);

    return json_is_array(first) || json_is_object(first);
}

/* One texel for every sample, or an array of one texel a sample. */
static bool read_samples(const struct case_reader *reader,
                         const struct case_value *value,
                         const struct ombre_format *format, unsigned count,
                         struct ombre_texel *out)
{
    struct case_value sample;

    if (count == 1 || !is_sample_array(value)) {
        if (!case_read_texel(reader, value, format, &out[0]))
            return false;
        for (unsigned i = 1; i < count; i++)
            out[i] = out[0];
        return true;
    }
    if (json_array_size(value->json) != count)
        return case_fail(reader, value,
                         "expected %u texels (SampleDesc.Count), found %zu",
                         count, json_array_size(value->json));
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &sample);)
        if (!case_read_texel(reader, &sample, format, &out[sample.index]))
            return false;
    return true;
}

static bool read_target(const struct case_reader *reader,
                        const struct case_value *entry,
                        const struct ombre_case *c, struct ombre_texel *out)
{
    const size_t t = entry->index;

    if (t >= OMBRE_MAX_TARGETS && t < c->pso.NumRenderTargets)
        return true;
    if (t >= OMBRE_MAX_TARGETS || case_target_dxgi(&c->pso, (unsigned) t) == 0)
        return case_is_null(entry) ||
               case_fail(reader, entry,
                         "expected null: there is no render target %zu "
                         "(RTVFormats, NumRenderTargets)",
                         t);
    const struct ombre_format *format =
        case_target_format(&c->pso, (unsigned) t);
    if (!format)
        return true;
    if (case_is_null(entry))
        return case_fail(reader, entry,
                         "expected what render target %zu (%s) holds, found "
                         "null",
                         t, format->name);
    return read_samples(reader, entry, format, c->sample_count,
                        &out[t * c->sample_count]);
}

/* `value->json` is NULL if there is no dst; `pixel` is where it should be. */
static bool read_dest(const struct case_reader *reader,
                      const struct case_value *pixel,
                      const struct case_value *value,
                      const struct ombre_case *c, struct ombre_texel *out)
{
    struct case_value entry;
    const size_t count = json_array_size(value->json);

    if (value->json) {
        if (!case_read_array(reader, value, "an array (one entry a target)"))
            return false;
        for (struct case_walk walk = case_walk_of(value);
             case_walk_next(reader, &walk, &entry);)
            if (!read_target(reader, &entry, c, out))
                return false;
    }
    for (size_t t = count; t < OMBRE_MAX_TARGETS; t++) {
        if (!case_target_format(&c->pso, (unsigned) t))
            continue;
        return value->json
                   ? case_fail(reader, value,
                               "expected an entry for render target "
                               "%zu (%s), found %zu entries",
                               t,
                               case_target_format(&c->pso, (unsigned) t)->name,
                               count)
                   : case_missing(reader, pixel, "dst",
                                  "an array (one entry a target)");
    }
    return true;
}

/* --- One pixel ------------------------------------------------------------ */

/* Number of a pixel's layers, whatever it is. */
static unsigned layers_of(const json_t *pixel)
{
    return (unsigned) json_array_size(json_object_get(pixel, "layers"));
}

struct pixel_draft {
    struct case_value src, layers, dst, coverage;
};

static bool declares_output(const struct ombre_pixel_shader *shader)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (shader->output[i].type != OMBRE_OUTPUT_NONE)
            return true;
    return false;
}

static bool read_sources(const struct case_reader *reader,
                         const struct case_value *pixel,
                         const struct pixel_draft *draft, bool needs_source,
                         struct ombre_case *c)
{
    struct ombre_source *out = &c->source[pixel->index * c->layer_count];

    if (draft->src.json && draft->layers.json)
        return case_fail(reader, &draft->layers,
                         "expected either \"src\" or \"layers\", found both");
    c->layers[pixel->index] = 1;
    if (draft->layers.json) {
        c->layers[pixel->index] = layers_of(pixel->json);
        return case_read_layers(reader, &draft->layers, &c->pso.shader, out);
    }
    if (draft->src.json)
        return case_read_source(reader, &draft->src, &c->pso.shader, out);
    return !needs_source || !declares_output(&c->pso.shader) ||
           case_missing(reader, pixel, "src",
                        "an array (what the shader writes to SV_Target0, ..)");
}

static bool read_pixel_coverage(const struct case_reader *reader,
                                const struct case_value *pixel,
                                const struct case_value *value,
                                const struct ombre_case *c, size_t index)
{
    if (!c->coverage)
        return !value->json ||
               case_fail(reader, value,
                         "unexpected: coverage of a pixel counts only where "
                         "PixelShader.coverage is \"per-pixel\"");
    if (!value->json)
        return case_missing(reader, pixel, "coverage",
                            "a mask (PixelShader.coverage is \"per-pixel\")");
    return case_read_uint32(reader, value, &c->coverage[index]);
}

static bool read_pixel(const struct case_reader *reader,
                       const struct case_value *pixel, bool needs_source,
                       struct ombre_case *c)
{
    static const struct case_field field[] = {
        {"src", case_keep_field, NULL, offsetof(struct pixel_draft, src), 0},
        {"layers", case_keep_field, NULL, offsetof(struct pixel_draft, layers),
         0},
        {"dst", case_keep_field, NULL, offsetof(struct pixel_draft, dst), 0},
        {"coverage", case_keep_field, NULL,
         offsetof(struct pixel_draft, coverage), 0},
    };
    static const struct case_fields fields = {field, CASE_COUNT(field),
                                              "an object (\"src\", \"dst\")"};
    const size_t index = pixel->index;
    struct pixel_draft draft = {0};

    return case_read_fields(reader, pixel, &fields, &draft) &&
           read_sources(reader, pixel, &draft, needs_source, c) &&
           read_dest(reader, pixel, &draft.dst, c,
                     &c->dest[index * OMBRE_MAX_TARGETS * c->sample_count]) &&
           read_pixel_coverage(reader, pixel, &draft.coverage, c, index);
}

/* --- All pixels ----------------------------------------------------------- */

static unsigned most_layers(const json_t *pixels)
{
    unsigned most = 1;

    for (size_t i = 0; i < json_array_size(pixels); i++) {
        const unsigned count = layers_of(json_array_get(pixels, i));
        most = count > most ? count : most;
    }
    return most;
}

static bool allocate(const struct case_reader *reader,
                     const struct case_value *pixels, struct ombre_case *c)
{
    const size_t source_bytes = c->layer_count * sizeof *c->source;
    const size_t dest_bytes =
        (size_t) OMBRE_MAX_TARGETS * c->sample_count * sizeof *c->dest;
    const bool is_covered = c->pso.shader.coverage == OMBRE_COVERAGE_PER_PIXEL;
    const size_t most = CASE_MOST_BYTES / (source_bytes + dest_bytes);

    if (c->pixel_count > most)
        return case_fail(reader, pixels,
                         "expected at most %zu pixels with %u layers and %u "
                         "samples, found %zu",
                         most, c->layer_count, c->sample_count, c->pixel_count);
    if (c->pixel_count == 0)
        return true;
    c->layers = calloc(c->pixel_count, sizeof *c->layers);
    c->source = calloc(c->pixel_count, source_bytes);
    c->dest = calloc(c->pixel_count, dest_bytes);
    if (is_covered)
        c->coverage = calloc(c->pixel_count, sizeof *c->coverage);
    return (c->layers && c->source && c->dest &&
            (c->coverage || !is_covered)) ||
           case_out_of_memory(reader);
}

bool case_read_pixels(const struct case_reader *reader,
                      const struct case_value *value, bool needs_sources,
                      struct ombre_case *c)
{
    struct case_value pixel;

    if (!case_read_array(reader, value, "an array of pixels"))
        return false;
    c->pixel_count = json_array_size(value->json);
    c->layer_count = most_layers(value->json);
    if (!allocate(reader, value, c))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &pixel);)
        if (!read_pixel(reader, &pixel, needs_sources, c))
            return false;
    return true;
}
