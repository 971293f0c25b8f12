/* Operands as text. */
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"

/* Outputs that are not declared have no words to write. */
static void write_source(struct case_writer *writer,
                         const struct ombre_pixel_shader *shader,
                         const struct ombre_source *source)
{
    unsigned count = 0;

    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (shader->output[n].type != OMBRE_OUTPUT_NONE)
            count = n + 1;
    case_write_raw(writer, "[");
    for (unsigned n = 0; n < count; n++) {
        case_write_raw(writer, n == 0 ? "" : ", ");
        if (shader->output[n].type == OMBRE_OUTPUT_NONE)
            case_write_raw(writer, "null");
        else
            case_write_words(writer, case_output_base(shader->output[n].type),
                             source->word[n]);
    }
    case_write_raw(writer, "]");
}

void case_write_sources(struct case_writer *writer,
                        const struct ombre_pixel_shader *shader,
                        const struct ombre_source *source, unsigned layers)
{
    if (layers == 1) {
        case_write_raw(writer, "\"src\": ");
        write_source(writer, shader, source);
        return;
    }
    case_write_raw(writer, "\"layers\": [");
    for (unsigned i = 0; i < layers; i++) {
        case_write_raw(writer, i == 0 ? "" : ", ");
        write_source(writer, shader, &source[i]);
    }
    case_write_raw(writer, "]");
}

static bool all_equal(const struct ombre_texel *texel, unsigned count)
{
    for (unsigned i = 1; i < count; i++)
        if (memcmp(&texel[i], &texel[0], sizeof *texel) != 0)
            return false;
    return true;
}

static void write_samples(struct case_writer *writer,
                          const struct ombre_format *format,
                          const struct ombre_texel *texel, unsigned count)
{
    if (all_equal(texel, count)) {
        case_write_texel(writer, format, texel);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        case_write_raw(writer, i == 0 ? "[" : ", ");
        case_write_texel(writer, format, &texel[i]);
    }
    case_write_raw(writer, "]");
}

static void write_dest(struct case_writer *writer, const struct ombre_case *c,
                       const struct ombre_texel *texel)
{
    const uint32_t listed = c->pso.NumRenderTargets;
    const unsigned count =
        listed < OMBRE_MAX_TARGETS ? listed : OMBRE_MAX_TARGETS;

    case_write_raw(writer, "\"dst\": [");
    for (unsigned t = 0; t < count; t++) {
        const struct ombre_format *format = case_target_format(&c->pso, t);
        case_write_raw(writer, t == 0 ? "" : ", ");
        if (format)
            write_samples(writer, format, &texel[t * c->sample_count],
                          c->sample_count);
        else
            case_write_raw(writer, "null");
    }
    case_write_raw(writer, "]");
}

void case_write_pixels(struct case_writer *writer, const struct ombre_case *c)
{
    for (size_t i = 0; i < c->pixel_count; i++) {
        case_write_raw(writer, i == 0 ? "[\n    {" : ",\n    {");
        case_write_sources(writer, &c->pso.shader,
                           &c->source[i * c->layer_count],
                           ombre_case_layers(c, i));
        case_write_raw(writer, ", ");
        write_dest(writer, c,
                   &c->dest[i * OMBRE_MAX_TARGETS * c->sample_count]);
        if (c->coverage)
            case_write_format(writer, ", \"coverage\": %lu",
                              (unsigned long) c->coverage[i]);
        case_write_raw(writer, "}");
    }
    case_write_raw(writer, "\n  ]");
}
