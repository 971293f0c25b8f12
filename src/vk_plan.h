/* How draws are cut so that their operands fit the views that show them. */
#ifndef OMBRE_VK_PLAN_H
#define OMBRE_VK_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Operands of one rectangle: what is drawn in one or more pieces. */
struct vk_job {
    const uint32_t (*operands)[4];
    uint32_t x, y, width, height, layers, slots;
};

/* A part of a job whose operands are contiguous in one page. */
struct vk_piece {
    uint32_t job;
    uint32_t x, y, width, height; /* in pixels of the job */
    uint32_t layer, layers;
    uint32_t page, base; /* where its first record is */
    bool is_shared;      /* records of an earlier piece */
};

/* Records that one texel buffer view shows. */
struct vk_page {
    uint64_t offset; /* in bytes */
    uint32_t records;
};

struct vk_plan {
    struct vk_piece *piece;
    size_t piece_count, piece_room;
    size_t last_piece; /* first of those of the job before */
    struct vk_page *page;
    size_t page_count, page_room;
    uint64_t size; /* in bytes, of all pages */
};

enum vk_plan_result {
    VK_PLAN_OK,
    VK_PLAN_NO_MEMORY,
    VK_PLAN_TOO_LARGE, /* more jobs than numbers for them */
};

/* Cut `job`s so that no page has more than `limit` records (at least 16) and
 * each begins at a multiple of `alignment` bytes (not 0).  For each pixel of a
 * job, pieces come in the order of layers.  Jobs in a row with the same
 * operands share their records. */
enum vk_plan_result vk_plan_init(struct vk_plan *plan, const struct vk_job *job,
                                 size_t job_count, uint32_t limit,
                                 uint64_t alignment);
/* The first piece of a job or, if it has none, of those after it. */
size_t vk_plan_find(const struct vk_plan *plan, size_t job);
void vk_plan_finish(struct vk_plan *plan);

uint32_t vk_piece_records(const struct vk_piece *p, const struct vk_job *job);

/* Copy a piece's records from or to a job's operands. */
void vk_piece_gather(const struct vk_piece *p, const struct vk_job *job,
                     uint32_t (*page)[4]);
void vk_piece_scatter(const struct vk_piece *p, const struct vk_job *job,
                      const uint32_t (*records)[4], uint32_t (*operands)[4]);

#endif
