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
    if (c->sample_count == 1)
        return true;
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS; i++) {
        const unsigned target = (unsigned) (i % OMBRE_MAX_TARGETS);
        const struct ombre_format *format = state->target[target].format;
        for (size_t s = 0; format && s < per_target; s++) {
            struct ombre_texel *texel = &c->dest[i * per_target + s];
            if (has_nan(format, texel)) {
                snprintf(reason, 256,
                         "pixel %zu target %u sample %zu holds a NaN, whose "
                         "bits cannot be put into a multisampled target",
                         i / OMBRE_MAX_TARGETS, target, s);
                return false;
            }
            make_canonical(format, texel);
        }
    }
    return true;
}

static struct ombre_texel poison_texel(const struct ombre_format *format,
                                       unsigned samples)
{
    uint8_t bytes[16];
    memset(bytes, POISON_BYTE, sizeof bytes);
    struct ombre_texel texel = ombre_texel_load(format, bytes);
    if (samples > 1)
        make_canonical(format, &texel);
    return texel;
}

struct ombre_texel batch_before(const struct batch *batch, unsigned target,
                                size_t texel, unsigned sample)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const struct place place = layout_place(&batch->layout, texel);
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
    return poison_texel(format, batch->samples);
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

static void fill_value(const struct batch *batch, unsigned target,
                       const struct ombre_texel *texel, uint32_t word[4])
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        word[c] = value_word(format, component,
                             ombre_texel_code(format, texel, component));
    }
    if (is_alpha_in_red(batch, target))
        word[OMBRE_RED] = word[OMBRE_ALPHA];
}

/* Three words that the shader computes lie in four. */
static size_t texel_stride(const struct batch *batch, unsigned target)
{
    const struct batch_member *first = batch->first;
    const size_t size = first->state->target[target].format->texel_size;
    return size == 12 && first->plan.vk.emulated >> target & 1 ? 16 : size;
}

static bool init_target(struct batch *batch, unsigned target)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const unsigned samples = batch->samples;
    const size_t texels = (size_t) batch->layout.width * batch->layout.height;
    const size_t count = texels * samples;
    const size_t size = texel_stride(batch, target);
    batch->stride[target] = size;
    batch->upload[target] = calloc(count, size);
    for (unsigned run = 0; run < BATCH_RUNS; run++)
        batch->readback[run][target] = calloc(count, size);
    if (samples > 1)
        batch->upload_value[target] = calloc(count, sizeof(uint32_t[4]));
    if (!batch->upload[target] || !batch->readback[0][target] ||
        !batch->readback[1][target] ||
        (samples > 1 && !batch->upload_value[target]))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct ombre_texel texel =
            batch_before(batch, target, i / samples, (unsigned) (i % samples));
        ombre_texel_store(format, &texel, batch->upload[target] + i * size);
        if (samples > 1)
            fill_value(batch, target, &texel, batch->upload_value[target][i]);
    }
    /* Words of texels that the shader computes are no values. */
    const struct ombre_vk_state *vk = &batch->first->plan.vk;
    const bool is_bits =
        vk->emulated >> target & 1 && !vk->emulation[target].by_value;
    batch->gpu.target[target] = (struct ombre_gpu_target){
        .format = vk->format[target],
        .texel_size = (uint32_t) size,
        .upload = batch->upload[target],
        .upload_value =
            is_bits ? NULL : (const uint32_t(*)[4]) batch->upload_value[target],
    };
    return true;
}

/* --- Operands --------------------------------------------------------------
 */

/* One who exports nothing, where others do, leaves all samples. */
static uint32_t exported_coverage(const struct batch_operands *from,
                                  size_t pixel)
{
    const struct ombre_pixel_shader *shader = &from->state->shader;
    switch (shader->coverage) {
    case OMBRE_COVERAGE_NONE: break;
    case OMBRE_COVERAGE_MASK: return shader->coverage_mask;
    case OMBRE_COVERAGE_PER_PIXEL:
        if (from->coverage)
            return from->coverage[pixel];
        break;
    }
    return UINT32_MAX;
}

/* Write the records of one draw of a case. */
static void fill_case(const struct batch *batch,
                      const struct batch_operands *from,
                      const struct ombre_gpu_draw *draw, uint32_t (*record)[4])
{
    const uint32_t slots = batch->gpu.slots;
    const uint32_t outputs = slots - batch->gpu.export_coverage;
    const size_t count = (size_t) draw->width * draw->height;
    for (unsigned layer = 0; layer < draw->layers; layer++)
        for (size_t i = 0; i < count; i++, record += slots) {
            const size_t pixel = from->first + i;
            const struct ombre_source *source =
                &from->source[pixel * from->layer_count + layer];
            memcpy(record, source->word, outputs * sizeof *record);
            if (batch->gpu.export_coverage)
                record[outputs][0] = exported_coverage(from, pixel);
        }
}

static void fill_control(const struct batch *batch, uint32_t (*record)[4])
{
    const uint32_t outputs = batch->gpu.slots - batch->gpu.export_coverage;
    for (unsigned pixel = 0; pixel < TILE_PIXELS; pixel++) {
        for (uint32_t slot = 0; slot < outputs; slot++)
            control_source(batch->first->state, slot, pixel, *record++);
        if (batch->gpu.export_coverage)
            (*record++)[0] = UINT32_MAX;
    }
}

static size_t aim_draw(struct batch *batch, struct ombre_gpu_draw *draw,
                       size_t record)
{
    draw->operands = (const uint32_t(*)[4]) & batch->operands[record];
    return record + (size_t) draw->width * draw->height * draw->layers *
                        batch->gpu.slots;
}

static void fill_operands(struct batch *batch)
{
    size_t record = 0;
    for (uint32_t d = 0; d < batch->gpu.draw_count; d++) {
        if (batch->from[d].state)
            fill_case(batch, &batch->from[d], &batch->draw[d],
                      &batch->operands[record]);
        else
            fill_control(batch, &batch->operands[record]);
        record = aim_draw(batch, &batch->draw[d], record);
    }
}

static bool init_operands(struct batch *batch)
{
    /* One more, so that a shader without outputs has somewhere to point. */
    const size_t count = batch->record_count + 1;
    batch->operands = calloc(count, sizeof *batch->operands);
    for (unsigned run = 0; run < BATCH_RUNS; run++)
        batch->echo[run] = calloc(count, sizeof *batch->echo[run]);
    if (!batch->operands || !batch->echo[0] || !batch->echo[1])
        return false;
    fill_operands(batch);
    return true;
}

/* --- A batch ---------------------------------------------------------------
 */

static bool lay_out(struct batch *batch, char reason[256])
{
    batch->layout = layout_start();
    for (size_t i = 0; i < batch->member_count; i++) {
        const size_t pixels = batch->member[i]->c->pixel_count;
        if (!layout_has_room(&batch->layout, pixels)) {
            snprintf(reason, 256, "%zu pixels do not fit into one image",
                     pixels);
            return false;
        }
        if (!layout_add(&batch->layout, pixels))
            return false;
    }
    return true;
}

bool batch_init(struct batch *batch, struct batch_member *const *member,
                size_t member_count, char reason[256])
{
    *batch = (struct batch){.member = member,
                            .member_count = member_count,
                            .first = member[0],
                            .samples = member[0]->c->sample_count,
                            .gpu = member[0]->shape};
    snprintf(reason, 256, "out of memory");
    if (!lay_out(batch, reason))
        return false;
    batch->gpu.width = batch->layout.width;
    batch->gpu.height = batch->layout.height;
    if (!batch_list_draws(batch))
        return false;
    for (unsigned t = 0; t < batch->first->state->target_count; t++)
        if (batch->first->state->target[t].format && !init_target(batch, t))
            return false;
    return init_operands(batch);
}

void batch_aim(struct batch *batch, unsigned run)
{
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        batch->gpu.target[t].readback = batch->readback[run][t];
    batch->gpu.echo = batch->echo[run];
}

void batch_finish(struct batch *batch)
{
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        free(batch->upload[t]);
        free(batch->upload_value[t]);
        for (unsigned run = 0; run < BATCH_RUNS; run++)
            free(batch->readback[run][t]);
    }
    for (unsigned run = 0; run < BATCH_RUNS; run++)
        free(batch->echo[run]);
    free(batch->operands);
    free(batch->draw);
    free(batch->from);
    free(batch->clear);
    layout_finish(&batch->layout);
    *batch = (struct batch){0};
}
