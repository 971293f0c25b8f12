/* The targets of a program, and what they hold before the draw.
 *
 * With one sample texels are copied there.  With more they are drawn: as
 * integers of the same size where the device draws to those, else as values, as
 * vk_upload.c does it. */
#include <string.h>

#include "repro.h"

/* How texels get there that are drawn. */
struct upload {
    VkFormat format;
    enum ombre_gpu_output_type type;
    bool is_bits;
};

static VkFormat bits_format(size_t size)
{
    switch (size) {
    case 1: return VK_FORMAT_R8_UINT;
    case 2: return VK_FORMAT_R16_UINT;
    case 4: return VK_FORMAT_R32_UINT;
    case 8: return VK_FORMAT_R32G32_UINT;
    default: return VK_FORMAT_R32G32B32A32_UINT;
    }
}

/* The same bits without the curve. */
static VkFormat linear_format(VkFormat format)
{
    if (format == VK_FORMAT_R8G8B8A8_SRGB)
        return VK_FORMAT_R8G8B8A8_UNORM;
    return format == VK_FORMAT_B8G8R8A8_SRGB ? VK_FORMAT_B8G8R8A8_UNORM
                                             : format;
}

static enum ombre_gpu_output_type type_of(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: break;
    case OMBRE_BASE_UINT: return OMBRE_GPU_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_GPU_OUTPUT_SINT;
    }
    return OMBRE_GPU_OUTPUT_FLOAT;
}

static struct upload upload_of(const struct repro *r, unsigned t)
{
    const struct ombre_format *format = r->state->target[t].format;
    if (r->facts->integer_color_samples & r->c->sample_count)
        return (struct upload){bits_format(format->texel_size),
                               OMBRE_GPU_OUTPUT_UINT, true};
    return (struct upload){linear_format(r->vk.format[t]), type_of(format),
                           false};
}

/* --- Tables -----------------------------------------------------------------
 */

static void write_words4(FILE *file, const void *bytes, size_t size)
{
    uint32_t word[4] = {0};
    memcpy(word, bytes, size);
    fprintf(file, "{0x%08x, 0x%08x, 0x%08x, 0x%08x}", word[0], word[1], word[2],
            word[3]);
}

static void write_texel(FILE *file, const struct repro *r,
                        const struct batch *batch, unsigned t, size_t texel)
{
    write_words4(file, batch->upload[t] + texel * batch->stride[t],
                 r->state->target[t].format->texel_size);
}

/* What the shader outputs so that a texel is there. */
static void write_value(FILE *file, const struct repro *r,
                        const struct batch *batch, unsigned t, size_t texel)
{
    if (r->c->sample_count == 1 || upload_of(r, t).is_bits)
        write_texel(file, r, batch, t, texel);
    else
        write_words4(file, batch->upload_value[t][texel], 16);
}

static void write_before(FILE *file, const struct repro *r,
                         const struct batch *batch, unsigned t)
{
    const unsigned samples = r->c->sample_count;
    fprintf(file, "static const uint32_t before_%u[PIXELS * SAMPLES][4] = {\n",
            t);
    for (size_t i = 0; i < r->c->pixel_count * samples; i++) {
        const size_t texel =
            layout_case_texel(&batch->layout, 0, i / samples) * samples +
            i % samples;
        fputs("    ", file);
        write_value(file, r, batch, t, texel);
        fprintf(file, ", /* pixel %zu, sample %zu */\n", i / samples,
                i % samples);
    }
    fputs("};\n", file);
}

/* Formats of extensions need not be in the headers of who builds this. */
static void write_format(FILE *file, const char *field, VkFormat format)
{
    const char *name = ombre_vk_format_name(format);
    fprintf(file, "        .%s = ", field);
    if (name && (uint32_t) format < 1000000000u)
        fprintf(file, "%s,\n", name);
    else
        fprintf(file, "(VkFormat) %u,\n", (unsigned) format);
}

static const char *const upload_shaders[] = {
    [OMBRE_GPU_OUTPUT_NONE] = NULL,
    [OMBRE_GPU_OUTPUT_FLOAT] = "upload_float_words",
    [OMBRE_GPU_OUTPUT_UINT] = "upload_uint_words",
    [OMBRE_GPU_OUTPUT_SINT] = "upload_int_words",
};

static void write_upload(FILE *file, const struct repro *r,
                         const struct batch *batch, unsigned t)
{
    const struct upload upload = upload_of(r, t);
    const char *const shader = upload_shaders[upload.type];
    write_format(file, "bits",
                 bits_format(r->state->target[t].format->texel_size));
    write_format(file, "upload", upload.format);
    fprintf(file,
            "        .upload_words = %s,\n        .upload_size = sizeof %s,\n"
            "        .poison_value = ",
            shader, shader);
    write_value(file, r, batch, t, 0);
    fputs(",\n", file);
}

static void write_target(FILE *file, const struct repro *r,
                         const struct batch *batch, unsigned t)
{
    const struct ombre_format *format = r->state->target[t].format;
    if (!format) {
        fputs("    {.format = VK_FORMAT_UNDEFINED}, /* a hole */\n", file);
        return;
    }
    fputs("    {\n", file);
    write_format(file, "format", r->vk.format[t]);
    fprintf(file, "        .size = %u,\n        .component = {",
            format->texel_size);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        fprintf(file, "%s{%u, %u}", c ? ", " : "", format->component[c].shift,
                format->component[c].bits);
    fputs("},\n        .poison = ", file);
    write_texel(file, r, batch, t, 0); /* in the corner */
    fprintf(file, ",\n        .before = before_%u,\n", t);
    if (r->c->sample_count > 1)
        write_upload(file, r, batch, t);
    fputs("    },\n", file);
}

void repro_write_upload_shaders(FILE *file, const struct repro *r)
{
    uint32_t types = 0;
    if (r->c->sample_count == 1)
        return;
    for (unsigned t = 0; t < r->vk.attachment_count; t++)
        if (r->state->target[t].format)
            types |= 1u << upload_of(r, t).type;
    for (unsigned type = OMBRE_GPU_OUTPUT_FLOAT; type <= OMBRE_GPU_OUTPUT_SINT;
         type++) {
        const struct repro_outputs outputs = {
            .type = {(enum ombre_gpu_output_type) type}};
        if (types >> type & 1)
            repro_write_shader(file, upload_shaders[type], &outputs);
    }
}

void repro_write_targets(FILE *file, const struct repro *r,
                         const struct batch *batch)
{
    fputs(r->c->sample_count == 1
              ? "/* Texels before the draw, the component that the format "
                "names first in the lowest bits. */\n"
              : "/* What is drawn into each sample before the draw. */\n",
          file);
    for (unsigned t = 0; t < r->vk.attachment_count; t++)
        if (r->state->target[t].format)
            write_before(file, r, batch, t);
    fputs("\nstatic const struct target {\n"
          "    VkFormat format;\n"
          "    uint32_t size; /* bytes of a texel */\n"
          "    struct component {\n"
          "        uint32_t shift, bits; /* 0 bits: the format has none */\n"
          "    } component[4];\n"
          "    uint32_t poison[4]; /* a texel that nobody draws to */\n"
          "    const uint32_t (*before)[4];\n",
          file);
    if (r->c->sample_count > 1)
        fputs(
            "    VkFormat bits;   /* what samples are fetched through */\n"
            "    VkFormat upload; /* what `before` is drawn through */\n"
            "    const uint32_t *upload_words;\n"
            "    size_t upload_size;\n"
            "    uint32_t poison_value[4]; /* drawn, it becomes `poison` */\n",
            file);
    fputs("} targets[TARGETS] = {\n", file);
    for (unsigned t = 0; t < r->vk.attachment_count; t++)
        write_target(file, r, batch, t);
    fputs("};\n\n", file);
}
