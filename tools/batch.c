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

/* --- Draws -----------------------------------------------------------------
 */

static void add_draw(struct batch *batch, const struct ombre_vk_state *state,
                     const struct rectangle *at, uint32_t layers,
                     const struct batch_operands *from)
{
    batch->from[batch->gpu.draw_count] = *from;
    batch->draw[batch->gpu.draw_count++] = (struct ombre_gpu_draw){
        state, at->x, at->y, at->width, at->height, layers, NULL};
    batch->record_count +=
        (size_t) at->width * at->height * layers * batch->gpu.slots;
}

/* How many layers a pixel has, in operands that say so or in the case. */
static unsigned layers_of(const struct ombre_case *c, const uint32_t *layers,
                          size_t pixel)
{
    return layers ? layers[pixel] : ombre_case_layers(c, pixel);
}

/* Pixels from `first` on that have as many layers as it. */
static size_t run_of_layers(const struct ombre_case *c, const uint32_t *layers,
                            size_t first)
{
    const unsigned count = layers_of(c, layers, first);
    size_t end = first + 1;
    while (end < c->pixel_count && layers_of(c, layers, end) == count)
        end++;
    return end - first;
}

/* Draw all pixels that have layers; `layers` is NULL for the case's own. */
static void list_pixels(struct batch *batch, size_t index,
                        const uint32_t *layers, const struct ombre_vk_state *vk,
                        struct batch_operands from)
{
    const struct ombre_case *c = batch->member[index]->c;
    for (from.first = 0; from.first < c->pixel_count;) {
        const unsigned count = layers_of(c, layers, from.first);
        const size_t run = run_of_layers(c, layers, from.first);
        struct rectangle at;
        size_t covered = run;
        if (count > 0) {
            covered =
                layout_rectangle(&batch->layout, index, from.first, run, &at);
            add_draw(batch, vk, &at, count, &from);
        }
        from.first += covered;
    }
}

static struct batch_operands operands_of_case(const struct ombre_case *c,
                                              const struct ombre_state *state)
{
    return (struct batch_operands){
        .state = state,
        .source = c->source,
        .layer_count = c->layer_count,
        .coverage = c->coverage,
    };
}

static void list_draw(struct batch *batch, size_t index,
                      const struct ombre_step *step)
{
    const struct batch_member *member = batch->member[index];
    const struct ombre_vk_state *vk = batch_member_vk(member, step->set);
    struct batch_operands from = operands_of_case(member->c, &step->state);
    if (step->draw.is_own) {
        from.source = step->draw.source;
        from.layer_count = step->draw.layer_count;
        from.coverage = step->draw.coverage;
    }
    list_pixels(batch, index, step->draw.is_own ? step->draw.layers : NULL, vk,
                from);
}

static enum ombre_gpu_clear_by clear_by(enum ombre_clear_by by)
{
    return by == OMBRE_CLEAR_LOAD_OP ? OMBRE_GPU_CLEAR_AS_LOADED
                                     : OMBRE_GPU_CLEAR_IN_PASS;
}

static void list_clear(struct batch *batch, size_t index,
                       const struct ombre_step_clear *clear)
{
    const struct batch_member *member = batch->member[index];
    const unsigned t = clear->RenderTarget;
    size_t first = 0, end = member->c->pixel_count;
    while (first < end && !ombre_clear_has_pixel(clear, first))
        first++;
    while (first < end && !ombre_clear_has_pixel(clear, end - 1))
        end--;
    while (first < end) {
        struct rectangle at;
        first +=
            layout_rectangle(&batch->layout, index, first, end - first, &at);
        batch->clear[batch->gpu.clear_count++] = (struct ombre_gpu_clear){
            .before = batch->gpu.draw_count,
            .target = t,
            .by = clear_by(clear->by),
            .x = at.x,
            .y = at.y,
            .width = at.width,
            .height = at.height,
            .color = ombre_translate_clear(&member->plan.vk, t,
                                           member->state->target[t].format,
                                           clear->Color),
        };
    }
}

static void list_case_draws(struct batch *batch, size_t index)
{
    const struct batch_member *member = batch->member[index];
    const struct ombre_case *c = member->c;
    if (c->step_count == 0)
        list_pixels(batch, index, NULL, &member->plan.vk,
                    operands_of_case(c, member->state));
    for (size_t i = 0; i < c->step_count; i++) {
        const struct ombre_step *step = &c->step[i];
        switch (step->kind) {
        case OMBRE_STEP_SET: break;
        case OMBRE_STEP_CLEAR: list_clear(batch, index, &step->clear); break;
        case OMBRE_STEP_DRAW: list_draw(batch, index, step); break;
        }
    }
}

/* Rectangles that any run of pixels takes: see layout_rectangle(). */
enum { RUN_RECTANGLES = 3 };

/* Make room: at worst every pixel has a draw of its own. */
static bool make_draws(struct batch *batch)
{
    size_t draws = TILE_COUNT, clears = 1;
    for (size_t i = 0; i < batch->member_count; i++) {
        const struct ombre_case *c = batch->member[i]->c;
        draws += c->step_count ? 0 : c->pixel_count;
        for (size_t k = 0; k < c->step_count; k++) {
            draws += c->step[k].kind == OMBRE_STEP_DRAW ? c->pixel_count : 0;
            clears += c->step[k].kind == OMBRE_STEP_CLEAR ? RUN_RECTANGLES : 0;
        }
    }
    batch->draw = calloc(draws, sizeof *batch->draw);
    batch->from = calloc(draws, sizeof *batch->from);
    batch->clear = calloc(clears, sizeof *batch->clear);
    batch->gpu.draw = batch->draw;
    batch->gpu.clear = batch->clear;
    return batch->draw && batch->from && batch->clear;
}

static bool list_draws(struct batch *batch)
{
    const struct batch_operands none = {0};
    if (!make_draws(batch))
        return false;
    for (size_t i = 0; i < batch->member_count; i++) {
        const size_t before = batch->record_count;
        list_case_draws(batch, i);
        batch->member[i]->record_count = batch->record_count - before;
    }
    for (unsigned t = TILE_KEEP; !batch->layout.is_bare && t < TILE_COUNT; t++)
        if (batch->first->control[t].status == OMBRE_TRANSLATE_OK)
            add_draw(batch, &batch->first->control[t].vk,
                     &batch->layout.tile[t], 1, &none);
    return true;
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
    if (!list_draws(batch))
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
