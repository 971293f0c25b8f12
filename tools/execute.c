#include "execute.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "words.h"

size_t execute_texel_count(const struct ombre_case *c)
{
    return c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count;
}

/* --- What came back --------------------------------------------------------
 */

static void collect_texels(const struct batch *batch, struct ombre_texel *got)
{
    const unsigned samples = batch->c->sample_count;
    memset(got, 0, execute_texel_count(batch->c) * sizeof *got);
    for (size_t pixel = 0; pixel < batch->c->pixel_count; pixel++)
        for (unsigned t = 0; t < batch->state->target_count; t++) {
            const size_t texel = layout_case_texel(&batch->layout, pixel);
            struct ombre_texel *out =
                &got[(pixel * OMBRE_MAX_TARGETS + t) * samples];
            for (unsigned s = 0; batch->state->target[t].format && s < samples;
                 s++)
                out[s] = batch_after(batch, 0, t, texel, s);
        }
}

/* The first component in which two texels differ, or OMBRE_COMPONENTS. */
static unsigned first_difference(const struct ombre_format *format,
                                 const struct ombre_texel *a,
                                 const struct ombre_texel *b)
{
    unsigned c = 0;
    while (c < OMBRE_COMPONENTS &&
           ombre_texel_code(format, a, (enum ombre_component) c) ==
               ombre_texel_code(format, b, (enum ombre_component) c))
        c++;
    return c;
}

/* Nothing outside the draws may change. */
static void check_poison(const struct batch *batch, struct drawing *drawing)
{
    const size_t texels = (size_t) batch->layout.width * batch->layout.height;
    const unsigned samples = batch->c->sample_count;
    for (unsigned t = 0; t < batch->state->target_count; t++) {
        const struct ombre_format *format = batch->state->target[t].format;
        for (size_t i = 0; format && i < texels * samples; i++) {
            size_t pixel;
            enum tile tile;
            const size_t texel = i / samples;
            const unsigned sample = (unsigned) (i % samples);
            if (layout_place(&batch->layout, texel, &pixel, &tile) !=
                PLACE_POISON)
                continue;
            const struct ombre_texel before =
                batch_before(batch, t, texel, sample);
            const struct ombre_texel after =
                batch_after(batch, 0, t, texel, sample);
            if (first_difference(format, &before, &after) == OMBRE_COMPONENTS)
                continue;
            drawing_end(drawing, OUTCOME_FAIL,
                        "a pixel outside every draw has changed: target %u, "
                        "column %zu, row %zu, sample %u",
                        t, texel % batch->layout.width,
                        texel / batch->layout.width, sample);
            return;
        }
    }
}

/* --- Twice the same --------------------------------------------------------
 */

/* Whether Direct3D leaves a component of a texel undefined, so that it may
 * differ from draw to draw. */
static bool may_differ(const struct batch *batch, unsigned target, size_t texel,
                       unsigned sample, unsigned component)
{
    size_t pixel = 0;
    enum tile tile = TILE_UNDRAWN;
    const enum place place = layout_place(&batch->layout, texel, &pixel, &tile);
    if (place == PLACE_TILE)
        return true; /* controls_check() has looked at it */
    if (place == PLACE_POISON)
        return false;
    const struct ombre_case *c = batch->c;
    struct ombre_prediction prediction;
    const struct ombre_texel before =
        batch_before(batch, target, texel, sample);
    ombre_predict(batch->state, target, &c->source[pixel * c->layer_count],
                  &before, OMBRE_JUDGE_D3D, &prediction);
    return prediction.component[component].fate == OMBRE_FATE_UNDEFINED;
}

static void check_repeat(const struct batch *batch, struct drawing *drawing)
{
    const size_t texels = (size_t) batch->layout.width * batch->layout.height;
    const unsigned samples = batch->c->sample_count;
    drawing->repeat_equal = true;
    for (unsigned t = 0; t < batch->state->target_count; t++) {
        const struct ombre_format *format = batch->state->target[t].format;
        for (size_t i = 0; format && i < texels * samples; i++) {
            const size_t texel = i / samples;
            const unsigned sample = (unsigned) (i % samples);
            const struct ombre_texel first =
                batch_after(batch, 0, t, texel, sample);
            const struct ombre_texel second =
                batch_after(batch, 1, t, texel, sample);
            const unsigned c = first_difference(format, &first, &second);
            if (c == OMBRE_COMPONENTS || may_differ(batch, t, texel, sample, c))
                continue;
            drawing->repeat_equal = false;
            drawing_end(drawing, OUTCOME_FAIL,
                        "the same batch drawn again gave other bits: target "
                        "%u, column %zu, row %zu, sample %u, %s",
                        t, texel % batch->layout.width,
                        texel / batch->layout.width, sample,
                        component_name((enum ombre_component) c));
            return;
        }
    }
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

static bool run_batch(struct ombre_gpu *gpu, struct batch *batch,
                      struct drawing *drawing)
{
    for (unsigned run = 0; run < BATCH_RUNS; run++) {
        batch_aim(batch, run);
        const enum ombre_gpu_status status =
            ombre_gpu_run(gpu, &batch->gpu, &drawing->readback);
        if (status == OMBRE_GPU_OK)
            continue;
        drawing_end(drawing, status_outcome(status), "%s: %s",
                    ombre_gpu_status_name(status), ombre_gpu_reason(gpu));
        return false;
    }
    return true;
}

static void draw_batch(struct ombre_gpu *gpu, struct batch *batch,
                       struct drawing *drawing, struct ombre_texel *got)
{
    if (!run_batch(gpu, batch, drawing))
        return;
    drawing->drawn = true;
    collect_texels(batch, got);
    check_repeat(batch, drawing);
    if (drawing->outcome == OUTCOME_PASS)
        check_poison(batch, drawing);
    controls_check(batch, drawing);
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
    if (drawing->message_count > 0 &&
        drawing->outcome != OUTCOME_INTERNAL_ERROR)
        drawing_end(drawing, OUTCOME_VALIDATION_ERROR,
                    "the validation layer complains: %.180s",
                    drawing->message[0]);
}

void execute_case(struct ombre_gpu *gpu, const struct ombre_case *c,
                  const struct ombre_state *state,
                  const struct ombre_lane *lane, struct drawing *drawing,
                  struct ombre_texel *got)
{
    struct ombre_translation plan;
    const struct ombre_vk_facts *facts = ombre_gpu_facts(gpu);
    ombre_translate(state, facts, &plan);
    drawing->translated = true;
    memcpy(drawing->plan, plan.plan, sizeof drawing->plan);
    if (plan.status != OMBRE_TRANSLATE_OK) {
        drawing_end(drawing,
                    plan.status == OMBRE_TRANSLATE_UNSUPPORTED
                        ? OUTCOME_NOT_SUPPORTED
                        : OUTCOME_INTERNAL_ERROR,
                    "%s", plan.reason);
        return;
    }
    struct batch batch;
    char reason[256];
    ombre_gpu_clear_messages(gpu);
    if (batch_init(&batch, c, state, &plan, facts, reason)) {
        batch.gpu.lane = *lane;
        draw_batch(gpu, &batch, drawing, got);
    } else {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "%s", reason);
    }
    batch_finish(&batch);
    collect_messages(gpu, drawing);
}
