/* The draws and clears of a batch: those of cases, then those of controls. */
#include <stdlib.h>

#include "batch.h"

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

static void list_control(struct batch *batch, enum tile tile)
{
    const struct batch_operands none = {0};
    if (!batch->layout.is_bare &&
        batch->first->control[tile].status == OMBRE_TRANSLATE_OK)
        add_draw(batch, &batch->first->control[tile].vk,
                 &batch->layout.tile[tile], 1, &none);
}

/* What leaks from draw to draw is the cases' to show: with steps the controls
 * come first, and of them the one whose fault would be the measurement's. */
bool batch_list_draws(struct batch *batch)
{
    const bool has_steps = batch->first->c->step_count > 0;
    if (!make_draws(batch))
        return false;
    if (has_steps) {
        list_control(batch, TILE_IDENTITY);
        list_control(batch, TILE_KEEP);
    }
    for (size_t i = 0; i < batch->member_count; i++) {
        const size_t before = batch->record_count;
        list_case_draws(batch, i);
        batch->member[i]->record_count = batch->record_count - before;
    }
    if (!has_steps) {
        list_control(batch, TILE_KEEP);
        list_control(batch, TILE_IDENTITY);
    }
    return true;
}
