/* Shader patches, without a device. */
#include "../src/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define UINT OMBRE_GPU_OUTPUT_UINT
#define SINT OMBRE_GPU_OUTPUT_SINT
#define FLOAT OMBRE_GPU_OUTPUT_FLOAT
#define NONE OMBRE_GPU_OUTPUT_NONE

/* --- Outputs ---------------------------------------------------------------
 */

struct outputs_row {
    enum ombre_gpu_output_type type[3], left[3];
    bool second_source;
    uint32_t count;
    struct {
        enum ombre_vk_patch_kind kind;
        uint32_t output;
    } patch[2];
};

static void drops_outputs(void **state)
{
    static const struct outputs_row rows[] = {
        {{FLOAT, SINT, UINT}, {FLOAT, SINT, UINT}, false, 0, {{0, 0}}},
        {{FLOAT, FLOAT, UINT},
         {FLOAT, NONE, UINT},
         true,
         1,
         {{OMBRE_VK_PATCH_SECOND_SOURCE, 1}}},
        {{FLOAT, NONE, UINT},
         {FLOAT, NONE, UINT},
         false,
         1,
         {{OMBRE_VK_PATCH_SECOND_SOURCE, 1}}},
        {{FLOAT, FLOAT, UINT},
         {FLOAT, FLOAT, NONE},
         false,
         1,
         {{OMBRE_VK_PATCH_DROP_OUTPUT, 2}}},
        {{FLOAT, FLOAT, UINT},
         {NONE, NONE, UINT},
         true,
         2,
         {{OMBRE_VK_PATCH_SECOND_SOURCE, 1}, {OMBRE_VK_PATCH_DROP_OUTPUT, 0}}},
        {{FLOAT, FLOAT, UINT},
         {FLOAT, NONE, UINT},
         false,
         2,
         {{OMBRE_VK_PATCH_SECOND_SOURCE, 1}, {OMBRE_VK_PATCH_DROP_OUTPUT, 1}}},
        {{FLOAT, FLOAT, UINT},
         {FLOAT, FLOAT, UINT},
         false,
         2,
         {{OMBRE_VK_PATCH_NAN_TO_ZERO, 0}, {OMBRE_VK_PATCH_ALPHA_TO_RED, 1}}},
    };

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ombre_vk_state vk = {.patch_count = rows[i].count};
        struct vk_outputs outputs = {.coverage = i & 1};
        for (uint32_t p = 0; p < rows[i].count; p++) {
            vk.patch[p].kind = rows[i].patch[p].kind;
            vk.patch[p].output = rows[i].patch[p].output;
        }
        memcpy(outputs.type, rows[i].type, sizeof rows[i].type);
        const struct vk_outputs left = vk_outputs_patched(&vk, &outputs);
        assert_memory_equal(left.type, rows[i].left, sizeof rows[i].left);
        assert_int_equal(left.second_source, rows[i].second_source);
        assert_int_equal(left.coverage, i & 1);
    }
}

/* --- Numbers ---------------------------------------------------------------
 */

static uint32_t clamp(uint32_t v, uint32_t low, uint32_t high, bool is_signed)
{
    if (is_signed) {
        const int32_t i = (int32_t) v, l = (int32_t) low, h = (int32_t) high;
        return (uint32_t) (i < l ? l : i > h ? h : i);
    }
    return v < low ? low : v > high ? high : v;
}

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFF) > 0x7F800000;
}

/* One patch after another, as they are listed. */
static void apply_in_order(const struct ombre_vk_state *vk, uint32_t output,
                           bool is_signed, uint32_t v[4])
{
    for (uint32_t i = 0; i < vk->patch_count; i++) {
        const struct ombre_vk_patch *const p = &vk->patch[i];
        if (p->output != output)
            continue;
        if (p->kind == OMBRE_VK_PATCH_ALPHA_TO_RED)
            v[0] = v[3];
        for (int c = 0; c < 4; c++) {
            if (p->kind == OMBRE_VK_PATCH_CLAMP_INTEGER)
                v[c] = clamp(v[c], p->low[c], p->high[c], is_signed);
            if (p->kind == OMBRE_VK_PATCH_NAN_TO_ZERO && is_nan(v[c]))
                v[c] = 0;
        }
    }
}

/* What output.frag does with a block. */
static void apply_block(const struct vk_patch_block *block, uint32_t output,
                        enum ombre_gpu_output_type type, uint32_t v[4])
{
    if (block->patch[output].alpha_to_red == 1)
        v[0] = v[3];
    for (int c = 0; c < 4; c++) {
        if (type == FLOAT) {
            if (block->patch[output].nan_to_zero == 1 && is_nan(v[c]))
                v[c] = 0;
        } else {
            v[c] = clamp(v[c], block->patch[output].low[c],
                         block->patch[output].high[c], type == SINT);
        }
    }
}

static uint32_t seed = 1;

static uint32_t random_word(void)
{
    static const uint32_t edges[] = {0,          1,          0x7F800000,
                                     0x7F800001, 0x7FFFFFFF, 0x80000000,
                                     0xFF800000, 0xFFC00000, 0xFFFFFFFF};

    seed = seed * 1664525u + 1013904223u;
    const uint32_t r = seed ^ seed >> 16;
    return r & 1 ? r : edges[(r >> 8) % (sizeof edges / sizeof *edges)];
}

/* Up to four patches of two outputs, in any order. */
static struct ombre_vk_state random_patches(enum ombre_gpu_output_type type)
{
    struct ombre_vk_state vk = {.patch_count = random_word() >> 8 & 3};

    for (uint32_t i = 0; i < vk.patch_count; i++) {
        struct ombre_vk_patch *const p = &vk.patch[i];
        p->output = random_word() & 32 ? 7 : 0;
        p->kind = random_word() & 16 ? OMBRE_VK_PATCH_ALPHA_TO_RED
                  : type == FLOAT    ? OMBRE_VK_PATCH_NAN_TO_ZERO
                                     : OMBRE_VK_PATCH_CLAMP_INTEGER;
        for (int c = 0; c < 4; c++) {
            p->low[c] = random_word();
            p->high[c] =
                clamp(random_word(), p->low[c],
                      type == SINT ? 0x7FFFFFFF : 0xFFFFFFFF, type == SINT);
        }
    }
    return vk;
}

static void blocks_do_what_lists_say(void **state)
{
    static const enum ombre_gpu_output_type types[] = {FLOAT, UINT, SINT};
    size_t changed = 0;

    (void) state;
    for (int n = 0; n < 30000; n++) {
        const enum ombre_gpu_output_type type = types[n % 3];
        const struct ombre_vk_state vk = random_patches(type);
        struct vk_outputs outputs = {.type = {[0] = type, [7] = type}};
        const struct vk_patch_block block = vk_patch_block(&vk, &outputs);
        for (uint32_t output = 0; output < 8; output += 7) {
            uint32_t got[4], want[4], value[4];
            for (int c = 0; c < 4; c++)
                got[c] = want[c] = value[c] = random_word();
            apply_in_order(&vk, output, type == SINT, want);
            apply_block(&block, output, type, got);
            assert_memory_equal(got, want, sizeof got);
            changed += memcmp(want, value, sizeof want) != 0;
        }
    }
    assert_true(changed > 10000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drops_outputs),
        cmocka_unit_test(blocks_do_what_lists_say),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
