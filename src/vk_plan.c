/* How operands go into texel buffers: a view shows at most
 * maxTexelBufferElements of them, and 65,536 is all that Vulkan promises. */
#include "vk.h"

#include <stdlib.h>
#include <string.h>

enum { RECORD_SIZE = 4 * sizeof(uint32_t) };

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t) (a < b ? a : b);
}

/* Make room for one more; items of `size` bytes. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    const size_t wanted = *room ? 2 * *room : 64;
    if (wanted > SIZE_MAX / size)
        return NULL;
    void *const grown = realloc(array, wanted * size);
    if (grown)
        *room = wanted;
    return grown;
}

static enum vk_plan_result add_page(struct vk_plan *plan, uint64_t alignment)
{
    struct vk_page *const page =
        grow(plan->page, plan->page_count, &plan->page_room, sizeof *page);

    if (!page)
        return VK_PLAN_NO_MEMORY;
    plan->page = page;
    /* Cannot wrap around: far fewer pages than that fit in memory. */
    plan->size = (plan->size + alignment - 1) / alignment * alignment;
    page[plan->page_count++] = (struct vk_page){.offset = plan->size};
    return VK_PLAN_OK;
}

static enum vk_plan_result add_piece(struct vk_plan *plan,
                                     struct vk_piece piece, uint32_t records,
                                     uint32_t limit, uint64_t alignment)
{
    struct vk_piece *const pieces =
        grow(plan->piece, plan->piece_count, &plan->piece_room, sizeof *pieces);
    enum vk_plan_result result = VK_PLAN_OK;

    if (!pieces)
        return VK_PLAN_NO_MEMORY;
    plan->piece = pieces;
    if (plan->page_count == 0 ||
        plan->page[plan->page_count - 1].records > limit - records)
        result = add_page(plan, alignment);
    if (result != VK_PLAN_OK)
        return result;

    struct vk_page *const page = &plan->page[plan->page_count - 1];
    piece.page = (uint32_t) (plan->page_count - 1);
    piece.base = page->records;
    page->records += records;
    plan->size += (uint64_t) records * RECORD_SIZE;
    pieces[plan->piece_count++] = piece;
    return VK_PLAN_OK;
}

/* Sizes of a job's pieces: whole rows with all layers if they fit, else one
 * row with some of the layers, else a part of a row with one. */
struct cut {
    uint32_t width, height, layers;
};

static struct cut cut_job(const struct vk_job *job, uint32_t slots,
                          uint32_t limit)
{
    struct cut c;

    c.width = least(job->width, limit / slots);
    const uint64_t row = (uint64_t) c.width * slots;
    c.layers = least(job->layers, limit / row);
    c.height = 1;
    if (c.layers == job->layers)
        c.height = least(job->height, limit / (row * c.layers));
    return c;
}

static bool is_same(const struct vk_job *a, const struct vk_job *b)
{
    return a->operands && a->operands == b->operands && a->width == b->width &&
           a->height == b->height && a->layers == b->layers &&
           a->slots == b->slots;
}

/* The pieces of the job before once more, with the records that they have. */
static enum vk_plan_result share_job(struct vk_plan *plan, uint32_t index)
{
    const size_t first = plan->last_piece, end = plan->piece_count;

    plan->last_piece = end;
    for (size_t i = first; i < end; i++) {
        struct vk_piece *const pieces = grow(plan->piece, plan->piece_count,
                                             &plan->piece_room, sizeof *pieces);
        if (!pieces)
            return VK_PLAN_NO_MEMORY;
        plan->piece = pieces;
        pieces[plan->piece_count] = pieces[i];
        pieces[plan->piece_count].job = index;
        pieces[plan->piece_count++].is_shared = true;
    }
    return VK_PLAN_OK;
}

static enum vk_plan_result add_job(struct vk_plan *plan,
                                   const struct vk_job *job, uint32_t index,
                                   uint32_t limit, uint64_t alignment)
{
    /* Without operands a pixel has none to count, but it is drawn. */
    const uint32_t slots = job->slots ? job->slots : 1;
    enum vk_plan_result result = VK_PLAN_OK;

    plan->last_piece = plan->piece_count;
    if (job->width == 0 || job->height == 0 || job->layers == 0)
        return VK_PLAN_OK;
    const struct cut cut = cut_job(job, slots, limit);
    for (uint64_t x = 0; x < job->width; x += cut.width)
        for (uint64_t y = 0; y < job->height; y += cut.height)
            for (uint64_t l = 0; l < job->layers; l += cut.layers) {
                const struct vk_piece piece = {
                    .job = index,
                    .x = (uint32_t) x,
                    .y = (uint32_t) y,
                    .width = least(cut.width, job->width - x),
                    .height = least(cut.height, job->height - y),
                    .layer = (uint32_t) l,
                    .layers = least(cut.layers, job->layers - l),
                };
                result = add_piece(plan, piece, vk_piece_records(&piece, job),
                                   limit, alignment);
                if (result != VK_PLAN_OK)
                    return result;
            }
    return result;
}

enum vk_plan_result vk_plan_init(struct vk_plan *plan, const struct vk_job *job,
                                 size_t job_count, uint32_t limit,
                                 uint64_t alignment)
{
    enum vk_plan_result result = VK_PLAN_OK;

    *plan = (struct vk_plan){0};
    if (job_count > UINT32_MAX)
        return VK_PLAN_TOO_LARGE;
    for (uint32_t i = 0; i < job_count && result == VK_PLAN_OK; i++)
        result = i > 0 && is_same(&job[i - 1], &job[i])
                     ? share_job(plan, i)
                     : add_job(plan, &job[i], i, limit, alignment);
    if (result != VK_PLAN_OK)
        vk_plan_finish(plan);
    return result;
}

/* Pieces stand in the order of their jobs. */
size_t vk_plan_find(const struct vk_plan *plan, size_t job)
{
    size_t low = 0, high = plan->piece_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (plan->piece[middle].job < job)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void vk_plan_finish(struct vk_plan *plan)
{
    free(plan->piece);
    free(plan->page);
    *plan = (struct vk_plan){0};
}

uint32_t vk_piece_records(const struct vk_piece *p, const struct vk_job *job)
{
    return p->width * p->height * p->layers * (job->slots ? job->slots : 1);
}

/* Record of a job at which row `y` of layer `l` of a piece begins. */
static size_t row_in_job(const struct vk_piece *p, const struct vk_job *job,
                         uint32_t l, uint32_t y)
{
    const size_t row =
        (size_t) (p->layer + l) * job->height + (size_t) p->y + y;

    return (row * job->width + p->x) * job->slots;
}

void vk_piece_gather(const struct vk_piece *p, const struct vk_job *job,
                     uint32_t (*page)[4])
{
    const size_t run = (size_t) p->width * job->slots;

    if (job->slots == 0)
        return;
    for (uint32_t l = 0; l < p->layers; l++)
        for (uint32_t y = 0; y < p->height; y++)
            memcpy(page[p->base + run * ((size_t) l * p->height + y)],
                   job->operands[row_in_job(p, job, l, y)], run * RECORD_SIZE);
}

void vk_piece_scatter(const struct vk_piece *p, const struct vk_job *job,
                      const uint32_t (*records)[4], uint32_t (*operands)[4])
{
    const size_t run = (size_t) p->width * job->slots;

    for (uint32_t l = 0; l < p->layers; l++)
        for (uint32_t y = 0; y < p->height; y++)
            memcpy(operands[row_in_job(p, job, l, y)],
                   records[run * ((size_t) l * p->height + y)],
                   run * RECORD_SIZE);
}
