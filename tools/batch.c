#include "batch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
    if (image_is_special(batch->first->c))
        return image_lay_out(batch->first->c, batch->first->state,
                             &batch->layout);
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
        if (batch->first->state->target[t].format &&
            !batch_init_target(batch, t))
            return false;
    if (image_is_special(batch->first->c))
        image_fill(batch->first->c, &batch->layout, batch->first->sibling,
                   batch->image, &batch->gpu);
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
