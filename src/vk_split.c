/* A batch in parts.
 *
 * A target that the fragment shader computes is drawn alone, and so are groups
 * of targets whose attachments differ where independentBlend is not there.
 * Shaders of a batch have no side effects and targets nothing in common, so
 * that each part can be a batch of its own: the same draws, with all other
 * targets made holes. */
#include "vk.h"
#include "vk_emulate.h"

#include <stdlib.h>
#include <string.h>

struct part {
    struct ombre_gpu_batch batch;
    struct ombre_gpu_draw *draw;
    struct ombre_vk_state *state; /* of each draw */
};

/* --- Which targets go together ------------------------------------------- */

static bool is_split(const struct ombre_gpu_batch *batch)
{
    for (uint32_t d = 0; d < batch->draw_count; d++)
        if (batch->draw[d].state && batch->draw[d].state->split)
            return true;
    return false;
}

/* Whether all draws have one attachment state for two targets. */
static bool are_alike(const struct ombre_gpu_batch *batch, uint32_t a,
                      uint32_t b)
{
    for (uint32_t d = 0; d < batch->draw_count; d++) {
        const struct ombre_vk_state *const state = batch->draw[d].state;
        if (state && a < state->attachment_count &&
            b < state->attachment_count &&
            memcmp(&state->attachment[a], &state->attachment[b],
                   sizeof state->attachment[a]) != 0)
            return false;
    }
    return true;
}

/* Take the targets of the first part of those in `left`; holes are in all. */
static uint32_t next_part(const struct ombre_gpu_batch *batch, uint32_t left)
{
    const uint32_t emulated = vk_batch_emulates(batch);
    const bool split = is_split(batch);
    uint32_t first = 0, part = 0;

    while (!(left >> first & 1))
        first++;
    if (emulated >> first & 1)
        return 1u << first;
    for (uint32_t i = first; i < batch->target_count; i++)
        if (left >> i & 1 && !(emulated >> i & 1) &&
            (!split || are_alike(batch, first, i)))
            part |= 1u << i;
    return part;
}

static uint32_t attached(const struct ombre_gpu_batch *batch)
{
    uint32_t targets = 0;

    for (uint32_t i = 0; i < batch->target_count; i++)
        if (batch->target[i].format != VK_FORMAT_UNDEFINED)
            targets |= 1u << i;
    return targets;
}

/* --- A part --------------------------------------------------------------- */

/* What is not attached has the state of one that is: without independentBlend
 * all must be identical. */
static void leave_targets(struct ombre_vk_state *state, uint32_t targets)
{
    uint32_t first = 0;

    while (!(targets >> first & 1))
        first++;
    for (uint32_t i = 0; i < state->attachment_count; i++) {
        if (targets >> i & 1)
            continue;
        state->format[i] = VK_FORMAT_UNDEFINED;
        state->attachment[i] = state->attachment[first];
    }
    state->emulated &= targets;
    state->split = VK_FALSE;
}

static bool make_part(struct part *p, struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch, uint32_t targets)
{
    const size_t count = batch->draw_count ? batch->draw_count : 1;

    *p = (struct part){.batch = *batch};
    p->draw = calloc(count, sizeof *p->draw);
    p->state = calloc(count, sizeof *p->state);
    if (!p->draw || !p->state)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a part of %zu draws",
                       count);
    for (uint32_t d = 0; d < batch->draw_count; d++) {
        p->state[d] = *batch->draw[d].state;
        leave_targets(&p->state[d], targets);
        p->draw[d] = batch->draw[d];
        p->draw[d].state = &p->state[d];
    }
    p->batch.draw = p->draw;
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (!(targets >> i & 1))
            p->batch.target[i] = (struct ombre_gpu_target){0};
    return true;
}

static void finish_part(struct part *p)
{
    free(p->draw);
    free(p->state);
}

/* What is read back lies where the next part's will be. */
static bool check_readback(struct ombre_gpu *gpu,
                           const struct ombre_gpu_batch *batch)
{
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (batch->target[i].format != VK_FORMAT_UNDEFINED &&
            !batch->target[i].readback)
            return vk_refuse(gpu,
                             "target %u of a batch in parts has nowhere to be "
                             "read to",
                             i);
    return true;
}

static bool run_parts(struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch)
{
    uint32_t(*echo)[4] = batch->echo;

    if (!check_readback(gpu, batch))
        return false;

    for (uint32_t left = attached(batch); left;) {
        const uint32_t targets = next_part(batch, left);
        struct part p;
        bool ran = make_part(&p, gpu, batch, targets);
        p.batch.echo = echo; /* one is enough: operands are the same */
        ran = ran && vk_batch_run(gpu, &p.batch);
        finish_part(&p);
        if (!ran)
            return false;
        left &= ~targets;
        echo = NULL;
    }
    memset(gpu->texels, 0, sizeof gpu->texels);
    return true;
}

static bool is_whole(const struct ombre_gpu_batch *batch)
{
    return vk_batch_emulates(batch) == 0 && !is_split(batch);
}

uint32_t vk_split_count(const struct ombre_gpu_batch *batch)
{
    uint32_t left = attached(batch), count = 0;

    if (is_whole(batch))
        return 1;
    for (; left; count++)
        left &= ~next_part(batch, left);
    return count ? count : 1;
}

bool vk_split_run(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch)
{
    return is_whole(batch) ? vk_batch_run(gpu, batch) : run_parts(gpu, batch);
}
