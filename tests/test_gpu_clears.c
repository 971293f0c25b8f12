/* Clears between draws, in every lane and by both ways: what they leave is
 * worked out here, texel by texel. */
#include "gpu_fixture.h"

#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum { WIDTH = 8, HEIGHT = 5, TEXELS = WIDTH * HEIGHT, SHIFT = 10 };

static const VkFormat formats[] = {VK_FORMAT_R8G8B8A8_UNORM,
                                   VK_FORMAT_R32_UINT};

/* What happens, in order.  Draws add SHIFT codes to each component of target 0
 * and store `number` in target 1. */
static const struct happening {
    bool is_draw;
    uint32_t target;      /* of a clear */
    uint32_t attachments; /* of a draw */
    uint32_t x, y, width, height;
    uint32_t number; /* a colour's first code, or what is stored */
} happenings[] = {
    {false, 0, 0, 1, 0, 4, 3, 51},  /* 0.2 */
    {true, 0, 2, 2, 1, 2, 2, 7},    /* inside of it */
    {true, 0, 2, 0, 0, 8, 5, 9},    /* and beyond */
    {false, 1, 0, 3, 3, 2, 2, 123}, /* alone */
    {false, 0, 0, 5, 1, 3, 4, 102}, /* two that may share a pass, */
    {false, 1, 0, 5, 1, 3, 4, 456},
    {true, 0, 1, 6, 2, 1, 1, 3},    /* a draw of one target in it, */
    {false, 1, 0, 0, 0, 8, 1, 789}, /* and one that is not attached then */
    {false, 0, 0, 2, 2, 0, 2, 0},   /* nothing */
    {true, 0, 2, 0, 4, 8, 1, 11},
    {false, 0, 0, 7, 4, 1, 1, 153}, /* after the last draw */
};

static uint32_t wanted[2][TEXELS], before[2][TEXELS], got[2][TEXELS];

/* Four codes, each a little more than the one before. */
static uint32_t color_code(uint32_t first)
{
    return first | (first + 20) << 8 | (first + 40) << 16 | (first + 60) << 24;
}

static uint32_t added(uint32_t texel)
{
    uint32_t sum = 0;

    for (int c = 0; c < 4; c++) {
        const uint32_t code = (texel >> 8 * c & 0xFF) + SHIFT;
        sum |= (code < 255 ? code : 255) << 8 * c;
    }
    return sum;
}

static void work_out(void)
{
    uint32_t seed = 3;

    for (uint32_t i = 0; i < TEXELS; i++) {
        wanted[0][i] = before[0][i] = fixture_random(&seed);
        wanted[1][i] = before[1][i] = fixture_random(&seed);
    }
    for (size_t k = 0; k < COUNT(happenings); k++) {
        const struct happening *const h = &happenings[k];
        for (uint32_t i = 0; i < h->width * h->height; i++) {
            const uint32_t at =
                (h->y + i / h->width) * WIDTH + h->x + i % h->width;
            if (h->is_draw) {
                wanted[0][at] = added(wanted[0][at]);
                if (h->attachments > 1)
                    wanted[1][at] = h->number;
            } else {
                wanted[h->target][at] =
                    h->target ? h->number : color_code(h->number);
            }
        }
    }
}

static VkClearColorValue color_of(const struct happening *h)
{
    VkClearColorValue color = {.uint32 = {h->number}};

    for (int c = 0; h->target == 0 && c < 4; c++)
        color.float32[c] =
            (float) (color_code(h->number) >> 8 * c & 0xFF) / 255.0f;
    return color;
}

/* Both draws and clears as the batch has them. */
struct lists {
    struct ombre_vk_state state[COUNT(happenings)];
    struct ombre_gpu_draw draw[COUNT(happenings)];
    struct ombre_gpu_clear clear[COUNT(happenings)];
    uint32_t operands[COUNT(happenings)][TEXELS][2][4];
    uint32_t draws, clears;
};

static void add_draw(struct lists *l, const struct happening *h)
{
    struct ombre_vk_state *const s = &l->state[l->draws];

    *s = fixture_state(h->attachments, formats);
    s->attachment[0].blendEnable = VK_TRUE;
    s->attachment[0].srcColorBlendFactor = VK_BLEND_FACTOR_ONE;
    s->attachment[0].dstColorBlendFactor = VK_BLEND_FACTOR_ONE;
    s->attachment[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    s->attachment[0].dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    if (h->attachments == 1) {
        s->patch[0] = (struct ombre_vk_patch){
            .kind = OMBRE_VK_PATCH_DROP_OUTPUT, .output = 1};
        s->patch_count = 1;
    }
    for (uint32_t i = 0; i < TEXELS; i++) {
        for (int c = 0; c < 4; c++)
            l->operands[l->draws][i][0][c] = fixture_float(SHIFT / 255.0);
        l->operands[l->draws][i][1][0] = h->number;
    }
    l->draw[l->draws] =
        (struct ombre_gpu_draw){s,
                                h->x,
                                h->y,
                                h->width,
                                h->height,
                                1,
                                (const uint32_t(*)[4]) l->operands[l->draws]};
    l->draws++;
}

static void fill_lists(struct lists *l, enum ombre_gpu_clear_by by)
{
    l->draws = l->clears = 0;
    for (size_t k = 0; k < COUNT(happenings); k++) {
        const struct happening *const h = &happenings[k];
        if (h->is_draw)
            add_draw(l, h);
        else
            l->clear[l->clears++] = (struct ombre_gpu_clear){
                l->draws, h->target, by,        h->x,
                h->y,     h->width,  h->height, color_of(h)};
    }
}

static struct ombre_gpu_batch batch_of(const struct lists *l)
{
    return (struct ombre_gpu_batch){
        .width = WIDTH,
        .height = HEIGHT,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 2,
        .target = {{formats[0], 4, before[0], got[0], NULL},
                   {formats[1], 4, before[1], got[1], NULL}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_UINT},
        .slots = 2,
        .draw_count = l->draws,
        .draw = l->draw,
        .clear_count = l->clears,
        .clear = l->clear,
    };
}

static struct lists lists;

static void clears_in_every_lane(void **state)
{
    struct ombre_gpu *gpu =
        fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, 0);
    const uint32_t offered = ombre_gpu_facts(gpu)->lane_features;
    struct ombre_lane lane[OMBRE_LANE_MAX];
    const size_t count = ombre_lane_list(lane);
    char why[OMBRE_LANE_WHY_SIZE], text[OMBRE_LANE_TEXT_SIZE];
    size_t compared = 0;

    work_out();
    for (size_t i = 0; i < count * 4; i++) {
        fill_lists(&lists,
                   i % 2 ? OMBRE_GPU_CLEAR_AS_LOADED : OMBRE_GPU_CLEAR_IN_PASS);
        struct ombre_gpu_batch batch = batch_of(&lists);
        batch.lane = lane[i / 4];
        batch.is_terse = i / 2 % 2;
        if (!ombre_lane_is_offered(&batch.lane, offered, why))
            continue;
        memset(got, 0xEE, sizeof got);
        ombre_lane_text(&batch.lane, text);
        fixture_run(gpu, text, &batch);
        fixture_same(text, got[0], wanted[0], sizeof got[0]);
        fixture_same(text, got[1], wanted[1], sizeof got[1]);
        compared++;
    }
    assert_true(compared >= 8);
    ombre_gpu_close(&gpu);
}

static void refuses_what_cannot_be_cleared(void **state)
{
    struct fixture *const f = *state;
    static const struct {
        struct ombre_gpu_clear clear;
        const char *reason;
    } rows[] = {
        {{.target = 2}, "there is no target 2"},
        {{.x = 8, .width = 1}, "outside its target"},
        {{.y = 1, .height = HEIGHT}, "outside its target"},
        {{.before = 99}, "stands before draw 99"},
        {{.by = (enum ombre_gpu_clear_by) 2}, "no such way"},
    };

    fill_lists(&lists, OMBRE_GPU_CLEAR_IN_PASS);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_gpu_batch batch = batch_of(&lists);
        batch.clear = &rows[i].clear;
        batch.clear_count = 1;
        fixture_refused(f->gpu, rows[i].reason, &batch, rows[i].reason);
    }
    const struct ombre_gpu_clear back[] = {{.before = 1}, {.before = 0}};
    struct ombre_gpu_batch batch = batch_of(&lists);
    batch.clear = back;
    batch.clear_count = 2;
    fixture_refused(f->gpu, "order", &batch, "clear 1 stands before draw 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clears_in_every_lane),
        cmocka_unit_test(refuses_what_cannot_be_cleared),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
