#include "execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "judge.h"
#include "words.h"

size_t execute_texel_count(const struct ombre_case *c)
{
    return c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count;
}

/* --- What came back --------------------------------------------------------
 */

static void collect_texels(const struct batch *batch, size_t index,
                           struct ombre_texel *got)
{
    const struct batch_member *member = batch->member[index];
    const unsigned samples = batch->samples;
    memset(got, 0, execute_texel_count(member->c) * sizeof *got);
    for (size_t pixel = 0; pixel < member->c->pixel_count; pixel++)
        for (unsigned t = 0; t < member->state->target_count; t++) {
            const size_t texel =
                layout_case_texel(&batch->layout, index, pixel);
            struct ombre_texel *out =
                &got[(pixel * OMBRE_MAX_TARGETS + t) * samples];
            for (unsigned s = 0; member->state->target[t].format && s < samples;
                 s++)
                out[s] = batch_after(batch, 0, t, texel, s);
        }
}

/* The first component from `c` on in which two texels differ, or
 * OMBRE_COMPONENTS. */
static unsigned first_difference(const struct ombre_format *format,
                                 const struct ombre_texel *a,
                                 const struct ombre_texel *b, unsigned c)
{
    while (c < OMBRE_COMPONENTS &&
           ombre_texel_code(format, a, (enum ombre_component) c) ==
               ombre_texel_code(format, b, (enum ombre_component) c))
        c++;
    return c;
}

/* A sample of a texel, and what stands there. */
struct spot {
    unsigned target, sample;
    size_t texel;
    struct place place;
};

/* Look at every sample of every texel; stops and returns false when `look`
 * does. */
static bool look_at_all(const struct batch *batch, const void *user,
                        bool (*look)(const struct batch *batch,
                                     const struct spot *spot, const void *user))
{
    const size_t texels = (size_t) batch->layout.width * batch->layout.height;
    struct spot spot;
    for (spot.texel = 0; spot.texel < texels; spot.texel++) {
        spot.place = layout_place(&batch->layout, spot.texel);
        for (spot.target = 0; spot.target < batch->first->state->target_count;
             spot.target++) {
            if (!batch->first->state->target[spot.target].format)
                continue;
            for (spot.sample = 0; spot.sample < batch->samples; spot.sample++)
                if (!look(batch, &spot, user))
                    return false;
        }
    }
    return true;
}

/* Say where something is amiss with the whole of a batch. */
static void tell_spot(const struct batch *batch, const struct spot *spot,
                      const char *what, const char *where,
                      struct drawing *drawing)
{
    drawing_end(drawing, OUTCOME_FAIL,
                "%s: target %u, column %zu, row %zu, sample %u%s", what,
                spot->target, spot->texel % batch->layout.width,
                spot->texel / batch->layout.width, spot->sample, where);
}

/* Nothing outside the draws may change. */
static bool is_poison_left(const struct batch *batch, const struct spot *spot,
                           const void *user)
{
    const struct ombre_format *format =
        batch->first->state->target[spot->target].format;
    if (spot->place.kind != PLACE_POISON)
        return true;
    const struct ombre_texel before =
        batch_before(batch, spot->target, spot->texel, spot->sample);
    const struct ombre_texel after =
        batch_after(batch, 0, spot->target, spot->texel, spot->sample);
    if (first_difference(format, &before, &after, 0) == OMBRE_COMPONENTS)
        return true;
    struct drawing *const *drawing = user;
    tell_spot(batch, spot, "a pixel outside every draw has changed", "",
              *drawing);
    (*drawing)->broken = true;
    return false;
}

/* --- Twice the same --------------------------------------------------------
 */

/* Whether Direct3D leaves a component of a texel undefined, so that it may
 * differ from draw to draw. */
static bool may_differ(const struct batch *batch, const struct spot *spot,
                       unsigned component)
{
    switch (spot->place.kind) {
    case PLACE_TILE: return true; /* controls_check() has looked at it */
    case PLACE_POISON: return false;
    case PLACE_CASE: break;
    }
    const struct batch_member *member = batch->member[spot->place.area];
    return judge_may_differ(member->c, member->state, spot->place.pixel,
                            spot->target, component);
}

/* Of a case's own texels it is told once, and of others, whose drawing is
 * `whole`, too: nobody knows whose they are. */
struct repeat {
    struct drawing *whole;
    struct drawing *const *drawing; /* of each case */
};

static bool is_repeated(const struct batch *batch, const struct spot *spot,
                        const void *user)
{
    const struct repeat *repeat = user;
    const bool is_case = spot->place.kind == PLACE_CASE;
    struct drawing *drawing =
        is_case ? repeat->drawing[spot->place.area] : repeat->whole;
    const struct ombre_format *format =
        batch->first->state->target[spot->target].format;
    const struct ombre_texel first =
        batch_after(batch, 0, spot->target, spot->texel, spot->sample);
    const struct ombre_texel second =
        batch_after(batch, 1, spot->target, spot->texel, spot->sample);
    unsigned c = first_difference(format, &first, &second, 0);
    while (c < OMBRE_COMPONENTS && may_differ(batch, spot, c))
        c = first_difference(format, &first, &second, c + 1);
    if (c == OMBRE_COMPONENTS || !drawing->repeat_equal)
        return true;
    char component[24];
    snprintf(component, sizeof component, ", %s",
             component_name((enum ombre_component) c));
    tell_spot(batch, spot, "the same batch drawn again gave other bits",
              component, drawing);
    drawing->repeat_equal = false;
    drawing->broken = !is_case;
    return true;
}

/* Most batches give the same bytes twice. */
static bool is_same_twice(const struct batch *batch)
{
    const size_t samples =
        (size_t) batch->layout.width * batch->layout.height * batch->samples;
    for (unsigned t = 0; t < batch->first->state->target_count; t++) {
        const struct ombre_format *format =
            batch->first->state->target[t].format;
        if (format && memcmp(batch->readback[0][t], batch->readback[1][t],
                             samples * batch->stride[t]) != 0)
            return false;
    }
    return true;
}

/* --- Drawing ---------------------------------------------------------------
 */

static enum outcome status_outcome(enum ombre_gpu_status status)
{
    switch (status) {
    case OMBRE_GPU_OK: return OUTCOME_PASS;
    case OMBRE_GPU_UNSUPPORTED: return OUTCOME_NOT_SUPPORTED;
    case OMBRE_GPU_TIMEOUT: return OUTCOME_TIMEOUT;
    case OMBRE_GPU_LOST: return OUTCOME_DEVICE_LOST;
    case OMBRE_GPU_NO_LOADER:
    case OMBRE_GPU_NO_DEVICE:
    case OMBRE_GPU_OUT_OF_MEMORY:
    case OMBRE_GPU_FAILED: break;
    }
    return OUTCOME_INTERNAL_ERROR;
}

/* The first that is seen, of any run. */
static void note_spill(const struct ombre_gpu *gpu, struct batch *batch)
{
    const struct ombre_gpu_spill *spill = ombre_gpu_spill(gpu);
    if (spill && batch->spill.count == 0)
        batch->spill = *spill;
}

/* What stands beside a target must stay: it explains wrong controls, too. */
static void check_spill(const struct batch *batch, struct drawing *drawing)
{
    const struct ombre_gpu_spill *spill = &batch->spill;
    if (spill->count == 0)
        return;
    drawing_end(drawing, OUTCOME_FAIL,
                "%u texels beside the targets have changed: of the image of "
                "target %u, level %u, %s %u, column %u, row %u",
                spill->count, spill->target, spill->mip,
                batch->image[spill->target].dimensions == 3 ? "slice" : "layer",
                spill->layer, spill->x, spill->y);
    drawing->broken = true;
}

static bool run_once(struct ombre_gpu *gpu, const struct execute_watch *watch,
                     const struct ombre_gpu_batch *batch,
                     struct drawing *drawing)
{
    watch->step(watch->user, ombre_gpu_patience(batch));
    const enum ombre_gpu_status status =
        ombre_gpu_run(gpu, batch, &drawing->readback);
    if (status == OMBRE_GPU_OK)
        return true;
    drawing_end(drawing, status_outcome(status), "%s: %s",
                ombre_gpu_status_name(status), ombre_gpu_reason(gpu));
    drawing->broken = true;
    return false;
}

/* Images that are fetched from are made otherwise than those of the batch: what
 * it is judged by is not drawn to them. */
static bool prove_readback(struct ombre_gpu *gpu,
                           const struct execute_watch *watch,
                           const struct batch *batch, struct drawing *drawing)
{
    struct ombre_gpu_batch twice = batch->gpu;
    twice.reads_twice = true;
    return run_once(gpu, watch, &twice, drawing);
}

static bool run_batch(struct ombre_gpu *gpu, const struct execute_watch *watch,
                      struct batch *batch, struct drawing *drawing)
{
    batch_aim(batch, 0);
    if (watch->proves_readback && !prove_readback(gpu, watch, batch, drawing))
        return false;
    for (unsigned run = 0; run < BATCH_RUNS; run++) {
        batch_aim(batch, run);
        if (!run_once(gpu, watch, &batch->gpu, drawing))
            return false;
        note_spill(gpu, batch);
    }
    return true;
}

static void collect_messages(const struct ombre_gpu *gpu,
                             struct drawing *drawing)
{
    drawing->message_count = ombre_gpu_message_count(gpu);
    for (size_t i = 0; i < drawing->message_count && i < DRAWING_MESSAGES;
         i++) {
        const char *message = ombre_gpu_message(gpu, i);
        snprintf(drawing->message[i], DRAWING_MESSAGE_SIZE, "%s",
                 message ? message : "");
    }
    if (drawing->message_count == 0)
        return;
    drawing->broken = true;
    if (drawing->outcome != OUTCOME_INTERNAL_ERROR)
        drawing_end(drawing, OUTCOME_VALIDATION_ERROR,
                    "the validation layer complains: %.180s",
                    drawing->message[0]);
}

/* Draw, and check all but the cases' own texels.  What is wrong with the whole
 * stands in *whole. */
static void draw_batch(struct ombre_gpu *gpu, const struct execute_watch *watch,
                       struct batch *batch, struct drawing *whole,
                       struct drawing *const *drawing,
                       struct ombre_texel *const *got)
{
    if (!run_batch(gpu, watch, batch, whole))
        return;
    whole->drawn = whole->repeat_equal = true;
    for (size_t i = 0; i < batch->member_count; i++) {
        drawing[i]->drawn = drawing[i]->repeat_equal = true;
        drawing[i]->readback = whole->readback;
        if (batch->member[i]->plan.vk.emulated != 0)
            drawing[i]->order = ombre_gpu_order_of(ombre_gpu_facts(gpu));
        collect_texels(batch, i, got[i]);
    }
    const struct repeat repeat = {whole, drawing};
    if (!is_same_twice(batch))
        look_at_all(batch, &repeat, is_repeated);
    if (whole->outcome == OUTCOME_PASS)
        look_at_all(batch, &whole, is_poison_left);
    /* A wrong control explains all else. */
    controls_check(batch, whole);
    check_spill(batch, whole);
    for (size_t i = 0; i < batch->member_count; i++)
        memcpy(drawing[i]->control, whole->control, sizeof whole->control);
}

void execute_batch(struct ombre_gpu *gpu, const struct execute_watch *watch,
                   struct batch_member *const *member, size_t count,
                   struct drawing *whole, struct drawing *const *drawing,
                   struct ombre_texel *const *got)
{
    struct batch batch;
    char reason[256];
    ombre_gpu_clear_messages(gpu);
    if (batch_init(&batch, member, count, reason)) {
        draw_batch(gpu, watch, &batch, whole, drawing, got);
    } else {
        drawing_end(whole, OUTCOME_INTERNAL_ERROR, "%s", reason);
        whole->broken = true;
    }
    batch_finish(&batch);
    collect_messages(gpu, whole);
}
