/* What targets hold before a batch and after it. */
#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Texels before the draw ------------------------------------------------
 */

enum { POISON_BYTE = 0x5A };

static bool component_has_value(const struct ombre_format *format,
                                enum ombre_component component)
{
    return ombre_format_has(format, component) &&
           format->numeric != OMBRE_SHARED;
}

/* The code that `code` becomes when its value is stored. */
static uint32_t canonical_code(const struct ombre_format *format,
                               enum ombre_component component, uint32_t code)
{
    if (ombre_format_base_type(format) != OMBRE_BASE_FLOAT)
        return code;
    return ombre_encode(format, component,
                        ombre_decode(format, component, code));
}

static void make_canonical(const struct ombre_format *format,
                           struct ombre_texel *texel)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (component_has_value(format, component))
            ombre_texel_set_code(
                format, texel, component,
                canonical_code(format, component,
                               ombre_texel_code(format, texel, component)));
    }
}

static bool has_nan(const struct ombre_format *format,
                    const struct ombre_texel *texel)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (ombre_format_has(format, component) &&
            ombre_code_is_nan(format, component,
                              ombre_texel_code(format, texel, component)))
            return true;
    }
    return false;
}

bool case_make_uploadable(struct ombre_case *c, const struct ombre_state *state,
                          char reason[256])
{
    const size_t per_target = c->sample_count;
    if (c->sample_count == 1 &&
        c->destination_by == OMBRE_CASE_DESTINATION_UPLOAD)
        return true;
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS; i++) {
        const unsigned target = (unsigned) (i % OMBRE_MAX_TARGETS);
        const struct ombre_format *format = state->target[target].format;
        for (size_t s = 0; format && s < per_target; s++) {
            struct ombre_texel *texel = &c->dest[i * per_target + s];
            if (has_nan(format, texel)) {
                snprintf(reason, 256,
                         "pixel %zu target %u sample %zu holds a NaN, whose "
                         "bits can only be copied into a target",
                         i / OMBRE_MAX_TARGETS, target, s);
                return false;
            }
            make_canonical(format, texel);
        }
    }
    return true;
}

static struct ombre_texel poison_texel(const struct ombre_format *format,
                                       bool is_copied)
{
    uint8_t bytes[16];
    memset(bytes, POISON_BYTE, sizeof bytes);
    struct ombre_texel texel = ombre_texel_load(format, bytes);
    if (!is_copied)
        make_canonical(format, &texel);
    return texel;
}

static enum ombre_case_destination destination_by(const struct batch *batch)
{
    return batch->first->c->destination_by;
}

/* Whether texels are copied to targets, or what a shader outputs is stored. */
static bool is_copied(const struct batch *batch)
{
    return batch->samples == 1 &&
           destination_by(batch) == OMBRE_CASE_DESTINATION_UPLOAD;
}

struct ombre_texel batch_before(const struct batch *batch, unsigned target,
                                size_t texel, unsigned sample)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    struct place place = layout_place(&batch->layout, texel);
    if (destination_by(batch) == OMBRE_CASE_DESTINATION_CLEAR)
        place = (struct place){.kind = PLACE_CASE}; /* all are as the first */
    switch (place.kind) {
    case PLACE_CASE: {
        const struct ombre_case *c = batch->member[place.area]->c;
        const size_t slot = place.pixel * OMBRE_MAX_TARGETS + target;
        return c->dest[slot * batch->samples + sample];
    }
    case PLACE_TILE:
        return control_dest(format, place.tile, (unsigned) place.pixel);
    case PLACE_POISON: break;
    }
    return poison_texel(format, is_copied(batch));
}

struct ombre_texel batch_after(const struct batch *batch, unsigned run,
                               unsigned target, size_t texel, unsigned sample)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const size_t index = texel * batch->samples + sample;
    return ombre_texel_load(format, batch->readback[run][target] +
                                        index * batch->stride[target]);
}

/* --- Uploads ---------------------------------------------------------------
 */

static uint32_t float_bits(double value)
{
    const float narrow = (float) value;
    uint32_t bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}

/* What a shader outputs to store `code`. */
static uint32_t value_word(const struct ombre_format *format,
                           enum ombre_component component, uint32_t code)
{
    if (!component_has_value(format, component))
        return 0;
    /* gpu.h: without the curve. */
    if (format->srgb && component != OMBRE_ALPHA)
        return float_bits(code / 255.0);
    if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
        return float_bits(ombre_decode(format, component, code));
    return (uint32_t) ombre_code_ordinal(format, component, code);
}

/* A format that stores alpha alone may be carried by one that stores red. */
static bool is_alpha_in_red(const struct batch *batch, unsigned target)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    return !ombre_format_has(format, OMBRE_RED) &&
           batch->first->plan.vk.format[target] ==
               (VkFormat) format->vk_carrier;
}

/* Whether the shader computes the target's texels as bits. */
static bool is_bits(const struct batch *batch, unsigned target)
{
    const struct ombre_vk_state *vk = &batch->first->plan.vk;
    return vk->emulated >> target & 1 && !vk->emulation[target].by_value;
}

static void fill_value(const struct batch *batch, unsigned target,
                       const struct ombre_texel *texel, uint32_t word[4])
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    if (is_bits(batch, target)) {
        /* Unsigned integers of one component for each 32 bits. */
        memcpy(word, texel->word, sizeof texel->word);
        return;
    }
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        word[c] = value_word(format, component,
                             ombre_texel_code(format, texel, component));
    }
    if (is_alpha_in_red(batch, target))
        word[OMBRE_RED] = word[OMBRE_ALPHA];
}

/* A clear takes linear values; shaders that fill sRGB targets do not. */
static void fill_clear(struct batch *batch, unsigned target)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    VkClearColorValue *clear = &batch->clear_color[target];
    const struct ombre_texel texel = batch_before(batch, target, 0, 0);
    const bool is_curved = format->srgb && !is_bits(batch, target);
    fill_value(batch, target, &texel, clear->uint32);
    for (unsigned c = 0; is_curved && c < OMBRE_ALPHA; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        clear->float32[c] = (float) ombre_decode(
            format, component, ombre_texel_code(format, &texel, component));
    }
}

/* Three words that the shader computes lie in four. */
static size_t texel_stride(const struct batch *batch, unsigned target)
{
    const struct batch_member *first = batch->first;
    const size_t size = first->state->target[target].format->texel_size;
    return size == 12 && first->plan.vk.emulated >> target & 1 ? 16 : size;
}

/* By which way texels get to the target. */
static void aim_upload(struct batch *batch, unsigned target)
{
    struct ombre_gpu_target *out = &batch->gpu.target[target];
    switch (destination_by(batch)) {
    case OMBRE_CASE_DESTINATION_UPLOAD:
        out->upload = batch->upload[target];
        out->upload_value = (const uint32_t(*)[4]) batch->upload_value[target];
        return;
    case OMBRE_CASE_DESTINATION_DRAW:
        out->upload_value = (const uint32_t(*)[4]) batch->upload_value[target];
        return;
    case OMBRE_CASE_DESTINATION_CLEAR:
        fill_clear(batch, target);
        out->clear = &batch->clear_color[target];
        return;
    }
}

bool batch_init_target(struct batch *batch, unsigned target)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const unsigned samples = batch->samples;
    const size_t texels = (size_t) batch->layout.width * batch->layout.height;
    const size_t count = texels * samples;
    const size_t size = texel_stride(batch, target);
    /* Words of texels that the shader computes are no values: with several
     * samples they go through the upload, as bits. */
    const bool has_values =
        destination_by(batch) == OMBRE_CASE_DESTINATION_DRAW ||
        (samples > 1 && !is_bits(batch, target));
    batch->stride[target] = size;
    batch->upload[target] = calloc(count, size);
    for (unsigned run = 0; run < BATCH_RUNS; run++)
        batch->readback[run][target] = calloc(count, size);
    if (has_values)
        batch->upload_value[target] = calloc(count, sizeof(uint32_t[4]));
    if (!batch->upload[target] || !batch->readback[0][target] ||
        !batch->readback[1][target] ||
        (has_values && !batch->upload_value[target]))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct ombre_texel texel =
            batch_before(batch, target, i / samples, (unsigned) (i % samples));
        ombre_texel_store(format, &texel, batch->upload[target] + i * size);
        if (has_values)
            fill_value(batch, target, &texel, batch->upload_value[target][i]);
    }
    batch->gpu.target[target] = (struct ombre_gpu_target){
        .format = batch->first->plan.vk.format[target],
        .texel_size = (uint32_t) size,
    };
    aim_upload(batch, target);
    return true;
}
