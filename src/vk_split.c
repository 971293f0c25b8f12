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
    struct ombre_gpu_clear *clear;
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

/* A draw without the target that the shader computes draws all the same, lest
 * echoes differ, and keeps every texel: with the state of one that has it. */
static void keep_target(const struct ombre_gpu_batch *batch,
                        struct ombre_vk_state *state, uint32_t targets)
{
    uint32_t target = 0, d = 0;

    while (!(targets >> target & 1))
        target++;
    while (!(batch->draw[d].state->emulated >> target & 1))
        d++;
    *state = *batch->draw[d].state;
    state->attachment[target].colorWriteMask = 0;
    state->emulation[target].equation.colorWriteMask = 0;
}

/* Clears of the part's own targets. */
static void list_clears(struct part *p, const struct ombre_gpu_batch *batch,
                        uint32_t targets)
{
    p->batch.clear = p->clear;
    p->batch.clear_count = 0;
    for (uint32_t i = 0; i < batch->clear_count; i++)
        if (targets >> batch->clear[i].target & 1)
            p->clear[p->batch.clear_count++] = batch->clear[i];
}

static bool make_part(struct part *p, struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch, uint32_t targets)
{
    const size_t count = batch->draw_count ? batch->draw_count : 1;

    const bool emulated = vk_batch_emulates(batch) & targets;

    *p = (struct part){.batch = *batch};
    p->draw = calloc(count, sizeof *p->draw);
    p->state = calloc(count, sizeof *p->state);
    p->clear = calloc(batch->clear_count + 1u, sizeof *p->clear);
    if (!p->draw || !p->state || !p->clear)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "a part of %zu draws",
                       count);
    for (uint32_t d = 0; d < batch->draw_count; d++) {
        p->state[d] = *batch->draw[d].state;
        if (emulated && !(p->state[d].emulated & targets))
            keep_target(batch, &p->state[d], targets);
        leave_targets(&p->state[d], targets);
        p->draw[d] = batch->draw[d];
        p->draw[d].state = &p->state[d];
    }
    p->batch.draw = p->draw;
    list_clears(p, batch, targets);
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (!(targets >> i & 1))
            p->batch.target[i] = (struct ombre_gpu_target){0};
    return true;
}

static void finish_part(struct part *p)
{
    free(p->draw);
    free(p->state);
    free(p->clear);
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

/* Texels of the parts until the last one is drawn, too: what the caller has is
 * written if all goes well. */
struct held {
    void *texels[OMBRE_VK_MAX_ATTACHMENTS];
    size_t size[OMBRE_VK_MAX_ATTACHMENTS];
};

static bool make_held(struct held *h, struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch)
{
    *h = (struct held){0};
    for (uint32_t i = 0; i < batch->target_count; i++) {
        uint64_t size = (uint64_t) batch->width * batch->height;
        if (batch->target[i].format == VK_FORMAT_UNDEFINED)
            continue;
        if (vk_multiply(size, (uint32_t) batch->samples, &size) &&
            vk_multiply(size, batch->target[i].texel_size, &size) &&
            size <= SIZE_MAX)
            h->texels[i] = malloc((size_t) size);
        if (!h->texels[i])
            return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "texels of parts");
        h->size[i] = (size_t) size;
    }
    return true;
}

static void give_held(const struct held *h, const struct ombre_gpu_batch *batch)
{
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (h->texels[i])
            memcpy(batch->target[i].readback, h->texels[i], h->size[i]);
}

static void finish_held(struct held *h)
{
    for (uint32_t i = 0; i < OMBRE_VK_MAX_ATTACHMENTS; i++)
        free(h->texels[i]);
}

static bool run_part(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                     uint32_t targets, const struct held *h,
                     uint32_t (*echo)[4])
{
    struct part p;
    bool ran = make_part(&p, gpu, batch, targets);

    p.batch.echo = echo;
    for (uint32_t i = 0; i < batch->target_count; i++)
        if (targets >> i & 1)
            p.batch.target[i].readback = h->texels[i];
    ran = ran && vk_batch_run(gpu, &p.batch);
    finish_part(&p);
    return ran;
}

static bool run_parts(struct ombre_gpu *gpu,
                      const struct ombre_gpu_batch *batch)
{
    uint32_t(*echo)[4] = batch->echo; /* one will do: operands are the same */
    struct held h;
    bool ran = make_held(&h, gpu, batch) && check_readback(gpu, batch);

    for (uint32_t left = attached(batch); ran && left;) {
        const uint32_t targets = next_part(batch, left);
        ran = run_part(gpu, batch, targets, &h, echo);
        left &= ~targets;
        echo = NULL;
    }
    if (ran)
        give_held(&h, batch);
    finish_held(&h);
    memset(gpu->texels, 0, sizeof gpu->texels);
    return ran;
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
