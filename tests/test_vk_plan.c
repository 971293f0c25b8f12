/* How operands are cut to the texel buffers that a device has. */
#include "../src/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

/* The link makes realloc() of the library this one: after `left` calls that
 * go well, all fail. */
static unsigned long left = 1000000;

void *__real_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size)
{
    if (left == 0)
        return NULL;
    left--;
    return __real_realloc(pointer, size);
}

struct plan_row {
    const char *name;
    uint32_t limit; /* records of a page */
    uint32_t alignment;
    size_t job_count;
    struct vk_job job[4];
    size_t pages, pieces;
};

#define JOB(w, h, l, s)                                           \
    {                                                             \
        .width = (w), .height = (h), .layers = (l), .slots = (s), \
    }

/* clang-format off */
static const struct plan_row rows[] = {
    {"all in one page", 100, 16, 2, {JOB(3, 4, 2, 3), JOB(2, 2, 7, 1)}, 1, 2},
    {"exactly one page", 72, 16, 1, {JOB(3, 4, 2, 3)}, 1, 1},
    {"one record too many", 71, 16, 1, {JOB(3, 4, 2, 3)}, 2, 2},
    {"a second job starts a page", 30, 256, 2, {JOB(5, 5, 1, 1), JOB(3, 2, 1, 1)}, 2, 2},
    {"rows", 20, 256, 1, {JOB(5, 7, 1, 2)}, 4, 4},
    {"layers of a row", 20, 256, 1, {JOB(5, 2, 9, 2)}, 10, 10},
    {"parts of a row", 16, 64, 1, {JOB(7, 2, 3, 4)}, 12, 12},
    {"many pieces", 16, 64, 1, {JOB(7, 40, 3, 4)}, 240, 240},
    {"small pieces share a page", 32, 64, 3, {JOB(4, 3, 1, 1), JOB(4, 3, 1, 1), JOB(4, 3, 1, 1)}, 2, 3},
    {"no operands", 16, 64, 2, {JOB(4, 3, 1, 0), JOB(2, 2, 1, 0)}, 1, 2},
    {"nothing to draw", 16, 64, 3, {JOB(0, 3, 1, 1), JOB(3, 0, 1, 1), JOB(3, 3, 0, 1)}, 0, 0},
    {"nothing at all", 16, 64, 0, {{0}}, 0, 0},
    {"an odd alignment", 20, 48, 1, {JOB(5, 7, 1, 2)}, 4, 4},
};
/* clang-format on */

/* Pixels of a job, each with the next layer that is to come. */
static void follow_layers(const struct vk_plan *plan, const struct vk_job *job,
                          uint32_t index, const char *name)
{
    const size_t pixels = (size_t) job->width * job->height;
    uint32_t *const next = calloc(pixels + 1, sizeof *next);

    for (size_t i = 0; i < plan->piece_count; i++) {
        const struct vk_piece *const p = &plan->piece[i];
        if (p->job != index)
            continue;
        assert_true(p->x + p->width <= job->width);
        assert_true(p->y + p->height <= job->height);
        for (uint32_t y = p->y; y < p->y + p->height; y++)
            for (uint32_t x = p->x; x < p->x + p->width; x++) {
                uint32_t *const n = &next[y * job->width + x];
                if (*n != p->layer)
                    fail_msg("%s: layer %u after %u", name, p->layer, *n);
                *n += p->layers;
            }
    }
    for (size_t i = 0; i < pixels; i++)
        assert_int_equal(next[i], job->layers);
    free(next);
}

static void follow_pages(const struct vk_plan *plan, const struct plan_row *row)
{
    uint64_t end = 0;

    for (size_t g = 0; g < plan->page_count; g++) {
        const struct vk_page *const page = &plan->page[g];
        uint32_t used = 0;
        assert_true(page->records > 0 && page->records <= row->limit);
        assert_int_equal(page->offset % row->alignment, 0);
        assert_true(page->offset >= end && page->offset - end < row->alignment);
        end = page->offset + (uint64_t) page->records * 16;
        for (size_t i = 0; i < plan->piece_count; i++) {
            const struct vk_piece *const p = &plan->piece[i];
            if (p->page != g)
                continue;
            assert_int_equal(p->base, used);
            used += vk_piece_records(p, &row->job[p->job]);
        }
        assert_int_equal(used, page->records);
    }
    assert_int_equal(plan->size, end);
}

/* What is gathered into pages and scattered again is what it was. */
static void round_trip(const struct vk_plan *plan, const struct plan_row *row)
{
    unsigned char *const memory = calloc(1, (size_t) plan->size + 16);

    for (uint32_t j = 0; j < row->job_count; j++) {
        struct vk_job job = row->job[j];
        const size_t count =
            (size_t) job.width * job.height * job.layers * job.slots;
        uint32_t(*const in)[4] = calloc(count + 1, sizeof *in);
        uint32_t(*const out)[4] = calloc(count + 1, sizeof *out);
        for (size_t i = 0; i < 4 * count; i++)
            in[i / 4][i % 4] = (uint32_t) (i * 2654435761u + j);
        job.operands = (const uint32_t(*)[4]) in;
        for (size_t i = 0; i < plan->piece_count; i++) {
            const struct vk_piece *const p = &plan->piece[i];
            if (p->job != j)
                continue;
            uint32_t(*const page)[4] =
                (uint32_t(*)[4])(void *) (memory + plan->page[p->page].offset);
            vk_piece_gather(p, &job, page);
            vk_piece_scatter(p, &job, (const uint32_t(*)[4]) & page[p->base],
                             out);
        }
        assert_memory_equal(in, out, count * sizeof *in);
        free(in);
        free(out);
    }
    free(memory);
}

static void cuts_jobs(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct plan_row *const row = &rows[i];
        struct vk_plan plan;
        assert_int_equal(vk_plan_init(&plan, row->job, row->job_count,
                                      row->limit, row->alignment),
                         VK_PLAN_OK);
        if (plan.page_count != row->pages || plan.piece_count != row->pieces)
            fail_msg("%s: %zu pages, %zu pieces", row->name, plan.page_count,
                     plan.piece_count);
        for (uint32_t j = 0; j < row->job_count; j++)
            follow_layers(&plan, &row->job[j], j, row->name);
        follow_pages(&plan, row);
        round_trip(&plan, row);
        vk_plan_finish(&plan);
    }
}

/* A record is where operand.glsl looks for it: slot fastest, then x, y, layer,
 * from the piece's base on. */
static void gathers_as_the_shader_counts(void **state)
{
    const struct vk_job shape = JOB(4, 3, 2, 2);
    const struct vk_piece p = {
        .x = 1, .y = 1, .width = 2, .height = 2, .layers = 2, .base = 5};
    uint32_t operands[48][4], page[24][4] = {{0}};
    struct vk_job job = shape;

    (void) state;
    for (uint32_t i = 0; i < 48; i++)
        for (uint32_t c = 0; c < 4; c++)
            operands[i][c] = 100 + i;
    job.operands = (const uint32_t(*)[4]) operands;
    vk_piece_gather(&p, &job, page);
    for (uint32_t l = 0; l < 2; l++)
        for (uint32_t y = 0; y < 2; y++)
            for (uint32_t x = 0; x < 2; x++)
                for (uint32_t s = 0; s < 2; s++)
                    assert_int_equal(page[5 + ((l * 2 + y) * 2 + x) * 2 + s][3],
                                     100 + ((l * 3 + y + 1) * 4 + x + 1) * 2 +
                                         s);
    assert_int_equal(page[4][0], 0);
    assert_int_equal(page[21][0], 0);
}

static void refuses_what_wraps_around(void **state)
{
    struct vk_plan plan = {.page_count = 1};
    uint64_t out;

    (void) state;
    assert_true(vk_multiply(1ull << 32, (1ull << 32) - 1, &out));
    assert_false(vk_multiply(1ull << 32, 1ull << 32, &out));
    assert_true(vk_multiply(0, UINT64_MAX, &out));
    assert_true(vk_add(UINT64_MAX - 1, 1, &out));
    assert_false(vk_add(UINT64_MAX, 1, &out));
    assert_true(vk_align(257, 256, &out));
    assert_int_equal(out, 512);
    assert_true(vk_align(256, 256, &out));
    assert_int_equal(out, 256);
    assert_true(vk_align(7, 0, &out));
    assert_int_equal(out, 7);
    assert_false(vk_align(UINT64_MAX, 256, &out));
    assert_int_equal(vk_plan_init(&plan, NULL, 1ull << 32, 16, 16),
                     VK_PLAN_TOO_LARGE);
    assert_int_equal(plan.page_count, 0);
}

/* Room for 64, 128 and 256 pieces, and as many pages. */
/* Draws in a row with one job's operands have its records, piece by piece, and
 * others have their own. */
static void shares_records(void **state)
{
    enum { JOBS = 7, RECORDS = 5 * 7 * 2 * 2 };
    static uint32_t operands[2][RECORDS][4];
    const struct vk_job one = {.operands = (const uint32_t(*)[4]) operands[0],
                               .width = 5,
                               .height = 7,
                               .layers = 2,
                               .slots = 2};
    struct vk_job job[JOBS] = {one, one, one, one, one, one, one};
    struct vk_plan plan;
    size_t pieces[JOBS] = {0}, shared[JOBS] = {0};

    (void) state;
    job[1].x = 9; /* does not matter */
    job[3].operands = (const uint32_t(*)[4]) operands[1];
    job[5].height = 6;
    assert_int_equal(vk_plan_init(&plan, job, JOBS, 50, 16), VK_PLAN_OK);
    for (size_t i = 0; i < plan.piece_count; i++) {
        const struct vk_piece *const p = &plan.piece[i];
        pieces[p->job]++;
        shared[p->job] += p->is_shared;
        if (p->job == 1 || p->job == 2) {
            const struct vk_piece *const q = &plan.piece[i - pieces[0]];
            assert_int_equal(p->page, q->page);
            assert_int_equal(p->base, q->base);
            assert_int_equal(p->layer, q->layer);
            assert_int_equal(p->y, q->y);
        }
    }
    for (size_t j = 0; j < JOBS; j++) {
        assert_int_equal(pieces[j], j == 5 ? 3 : 4);
        assert_int_equal(shared[j], j == 1 || j == 2 ? 4 : 0);
    }
    /* Of jobs 0, 3, 4, 5 and 6, and no other. */
    uint64_t records = 0;
    for (size_t i = 0; i < plan.page_count; i++)
        records += plan.page[i].records;
    assert_int_equal(records, 4 * RECORDS + 5 * 6 * 2 * 2);
    vk_plan_finish(&plan);
}

static void fails_without_memory(void **state)
{
    const struct vk_job job = JOB(7, 40, 3, 4);
    struct vk_plan plan;

    (void) state;
    for (unsigned long n = 0; n < 6; n++) {
        left = n;
        assert_int_equal(vk_plan_init(&plan, &job, 1, 16, 64),
                         VK_PLAN_NO_MEMORY);
        assert_null(plan.piece);
        assert_null(plan.page);
        assert_int_equal(plan.piece_count + plan.page_count, 0);
    }
    left = 6;
    assert_int_equal(vk_plan_init(&plan, &job, 1, 16, 64), VK_PLAN_OK);
    vk_plan_finish(&plan);
    left = 1000000;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_jobs),
        cmocka_unit_test(gathers_as_the_shader_counts),
        cmocka_unit_test(refuses_what_wraps_around),
        cmocka_unit_test(shares_records),
        cmocka_unit_test(fails_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
