/* Keys of what a device keeps, without a device: which states share a pipeline,
 * and which must not. */
#include "../src/vk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* --- Pipelines -------------------------------------------------------------
 */

/* A blended target, a hole, one with MIN and MAX, one that is not blended;
 * poison everywhere else. */
static struct ombre_vk_state some_state(void)
{
    static const VkPipelineColorBlendAttachmentState blended = {
        .blendEnable = VK_TRUE,
        .srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA,
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorBlendOp = VK_BLEND_OP_SUBTRACT,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_DST_ALPHA,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_CONSTANT_ALPHA,
        .alphaBlendOp = VK_BLEND_OP_REVERSE_SUBTRACT,
        .colorWriteMask = 0xB,
    };
    struct ombre_vk_state s;

    memset(&s, 0x5A, sizeof s);
    s.attachment_count = 4;
    s.logic_op_enable = VK_FALSE;
    s.samples = VK_SAMPLE_COUNT_4_BIT;
    s.sample_mask = 0xA5;
    s.alpha_to_coverage_enable = VK_FALSE;
    s.patch_count = 0;
    for (uint32_t i = 0; i < 4; i++) {
        s.format[i] = VK_FORMAT_R8G8B8A8_UNORM;
        s.attachment[i] = blended;
    }
    s.format[1] = VK_FORMAT_UNDEFINED;
    s.attachment[2].colorBlendOp = VK_BLEND_OP_MIN;
    s.attachment[2].alphaBlendOp = VK_BLEND_OP_MAX;
    s.attachment[3].blendEnable = VK_FALSE;
    return s;
}

struct key_input {
    struct ombre_vk_state s;
    struct vk_outputs o;
};

#define CHANGE(name_, ...)                 \
    static void name_(struct key_input *k) \
    {                                      \
        __VA_ARGS__;                       \
    }

CHANGE(nothing, (void) k)
CHANGE(constants, k->s.blend_constants[2] = 0.5f)
CHANGE(logic_op_off, k->s.logic_op = VK_LOGIC_OP_XOR)
CHANGE(needs, k->s.needs ^= 1)
CHANGE(format_beyond, k->s.format[4] = VK_FORMAT_R8_UNORM)
CHANGE(attachment_beyond, k->s.attachment[4].colorWriteMask = 1)
CHANGE(hole_blend, k->s.attachment[1].blendEnable = VK_FALSE)
CHANGE(hole_mask, k->s.attachment[1].colorWriteMask = 0)
CHANGE(min_src, k->s.attachment[2].srcColorBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(min_dst, k->s.attachment[2].dstColorBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(max_src, k->s.attachment[2].srcAlphaBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(max_dst, k->s.attachment[2].dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(off_src, k->s.attachment[3].srcColorBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(off_dst, k->s.attachment[3].dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO)
CHANGE(off_op, k->s.attachment[3].colorBlendOp = VK_BLEND_OP_MAX)
CHANGE(patch_number, k->s.patch[0].low[0]++)

CHANGE(count, k->s.attachment_count = 3)
CHANGE(samples, k->s.samples = VK_SAMPLE_COUNT_2_BIT)
CHANGE(mask, k->s.sample_mask = 0xA4)
CHANGE(mask_above, k->s.sample_mask = 0x1A5)
CHANGE(coverage, k->s.alpha_to_coverage_enable = VK_TRUE)
CHANGE(logic, k->s.logic_op_enable = VK_TRUE)
CHANGE(first_format, k->s.format[0] = VK_FORMAT_R8G8B8A8_SRGB)
CHANGE(last_format, k->s.format[3] = VK_FORMAT_R8G8B8A8_SRGB)
CHANGE(hole_filled, k->s.format[1] = VK_FORMAT_R8G8B8A8_UNORM)
CHANGE(enable, k->s.attachment[0].blendEnable = VK_FALSE)
CHANGE(src, k->s.attachment[0].srcColorBlendFactor = VK_BLEND_FACTOR_ONE)
CHANGE(dst, k->s.attachment[0].dstColorBlendFactor = VK_BLEND_FACTOR_ONE)
CHANGE(op, k->s.attachment[0].colorBlendOp = VK_BLEND_OP_ADD)
CHANGE(src_alpha, k->s.attachment[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE)
CHANGE(dst_alpha, k->s.attachment[0].dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE)
CHANGE(op_alpha, k->s.attachment[0].alphaBlendOp = VK_BLEND_OP_ADD)
CHANGE(min_to_max, k->s.attachment[2].colorBlendOp = VK_BLEND_OP_MAX)
CHANGE(min_alpha, k->s.attachment[2].alphaBlendOp = VK_BLEND_OP_MIN)
CHANGE(write_mask, k->s.attachment[0].colorWriteMask = 3)
CHANGE(off_write_mask, k->s.attachment[3].colorWriteMask = 3)
CHANGE(output, k->o.type[5] = OMBRE_GPU_OUTPUT_UINT)
CHANGE(second_source, k->o.second_source = true)
CHANGE(mask_output, k->o.coverage = true)

static struct vk_key key_of(const struct key_input *k)
{
    const struct ombre_vk_state normal = ombre_gpu_state_normal(&k->s, true);

    return vk_key_pipeline(&normal, &k->o);
}

static bool is_equal(const struct vk_key *a, const struct vk_key *b)
{
    return a->count == b->count &&
           memcmp(a->word, b->word, a->count * sizeof *a->word) == 0;
}

static void tells_pipelines_apart(void **state)
{
    static const struct {
        void (*change)(struct key_input *k);
        bool equal;
    } rows[] = {
        {nothing, true},       {constants, true},
        {logic_op_off, true},  {needs, true},
        {format_beyond, true}, {attachment_beyond, true},
        {hole_blend, true},    {hole_mask, true},
        {min_src, true},       {min_dst, true},
        {max_src, true},       {max_dst, true},
        {off_src, true},       {off_dst, true},
        {off_op, true},        {patch_number, true},
        {count, false},        {samples, false},
        {mask, false},         {mask_above, false},
        {coverage, false},     {logic, false},
        {first_format, false}, {last_format, false},
        {hole_filled, false},  {enable, false},
        {src, false},          {dst, false},
        {op, false},           {src_alpha, false},
        {dst_alpha, false},    {op_alpha, false},
        {min_to_max, false},   {min_alpha, false},
        {write_mask, false},   {off_write_mask, false},
        {output, false},       {second_source, false},
        {mask_output, false},
    };
    const struct key_input a = {
        .s = some_state(),
        .o = {.type = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_SINT}},
    };
    const struct vk_key key = key_of(&a);

    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct key_input b = a;
        rows[i].change(&b);
        const struct vk_key other = key_of(&b);
        if (is_equal(&key, &other) != rows[i].equal)
            fail_msg("row %zu: not %d", i, rows[i].equal);
    }
}

/* With a logic operation nothing of blending matters, and the operation does.
 */
static void logic_ops_replace_blending(void **state)
{
    struct key_input a = {.s = some_state()}, b;

    (void) state;
    a.s.logic_op_enable = VK_TRUE;
    a.s.logic_op = VK_LOGIC_OP_NAND;
    b = a;
    b.s.attachment[0].blendEnable = VK_FALSE;
    b.s.attachment[2].colorBlendOp = VK_BLEND_OP_ADD;
    const struct vk_key key = key_of(&a), same = key_of(&b);
    assert_true(is_equal(&key, &same));
    b.s.attachment[0].colorWriteMask = 1;
    const struct vk_key masked = key_of(&b);
    assert_false(is_equal(&key, &masked));
    a.s.logic_op = VK_LOGIC_OP_NOR;
    const struct vk_key other = key_of(&a);
    assert_false(is_equal(&key, &other));
}

/* A normal state is normal, and identical attachments stay so where they must:
 * also at a hole. */
static void keeps_attachments_identical(void **state)
{
    struct ombre_vk_state s = some_state();

    (void) state;
    for (uint32_t i = 1; i < 4; i++)
        s.attachment[i] = s.attachment[0];
    for (int off = 0; off < 2; off++) {
        const struct ombre_vk_state normal = ombre_gpu_state_normal(&s, false);
        const struct ombre_vk_state again =
            ombre_gpu_state_normal(&normal, false);
        assert_memory_equal(&normal, &again, sizeof normal);
        for (uint32_t i = 1; i < 4; i++)
            assert_memory_equal(&normal.attachment[i], &normal.attachment[0],
                                sizeof normal.attachment[0]);
        assert_int_equal(normal.attachment[0].blendEnable, !off);
        for (uint32_t i = 0; i < 4; i++)
            s.attachment[i].blendEnable = VK_FALSE;
    }
}

/* --- Passes and surfaces ----------------------------------------------------
 */

static void tells_passes_apart(void **state)
{
    static const VkFormat formats[] = {VK_FORMAT_R8_UNORM, VK_FORMAT_UNDEFINED,
                                       VK_FORMAT_R8G8_UNORM};
    static const VkFormat others[] = {VK_FORMAT_R8_UNORM, VK_FORMAT_R8_UNORM,
                                      VK_FORMAT_R8G8_UNORM};
    const VkSampleCountFlagBits one = VK_SAMPLE_COUNT_1_BIT;
    const VkAttachmentLoadOp load = VK_ATTACHMENT_LOAD_OP_LOAD;
    const struct vk_key keys[] = {
        vk_key_pass(formats, 3, one, load, 0),
        vk_key_pass(formats, 2, one, load, 0),
        vk_key_pass(others, 3, one, load, 0),
        vk_key_pass(formats, 3, VK_SAMPLE_COUNT_4_BIT, load, 0),
        vk_key_pass(formats, 3, one, VK_ATTACHMENT_LOAD_OP_DONT_CARE, 0),
        vk_key_pass(formats, 3, one, load, 1),
        vk_key_pass(formats, 3, one, load, 4),
    };

    (void) state;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        for (size_t j = 0; j < sizeof keys / sizeof *keys; j++)
            assert_int_equal(is_equal(&keys[i], &keys[j]), i == j);
}

static void tells_surfaces_apart(void **state)
{
    static const uint32_t texel = 0, value[1][4];
    static const struct ombre_gpu_image image[] = {
        {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1},
        {.dimensions = 3, .extent = {8, 8, 1}, .mip_levels = 1},
        {.dimensions = 2, .extent = {9, 8, 1}, .mip_levels = 1},
        {.dimensions = 2, .extent = {8, 9, 1}, .mip_levels = 1},
        {.dimensions = 2, .extent = {8, 8, 2}, .mip_levels = 1},
        {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 2},
        {.dimensions = 2, .extent = {8, 8, 1}, .array_layers = 1},
        {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .format = 37},
        {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .usage = 8},
        {.dimensions = 2, .extent = {8, 8, 1}, .mip_levels = 1, .linear = true},
        {.dimensions = 2,
         .extent = {8, 8, 1},
         .mip_levels = 1,
         .mutable_format = true},
    };
    enum { IMAGES = sizeof image / sizeof *image, COUNT = 16 + IMAGES };
    static const VkClearColorValue clear = {{0}};
    struct ombre_gpu_batch batch[COUNT];

    (void) state;
    memset(batch, 0, sizeof batch);
    for (int i = 0; i < COUNT; i++) {
        batch[i].width = 5;
        batch[i].height = 3;
        batch[i].samples = VK_SAMPLE_COUNT_4_BIT;
        batch[i].target_count = 2;
        batch[i].target[1].format = VK_FORMAT_R8G8B8A8_UNORM;
        batch[i].target[1].upload = &texel;
    }
    batch[1].width = 3;
    batch[2].height = 5;
    batch[3].samples = VK_SAMPLE_COUNT_1_BIT;
    batch[4].target[0] = batch[4].target[1];
    batch[5].target[1].upload_value = value;
    batch[6].target[1].upload = NULL;
    batch[7].x = 1;
    batch[8].y = 1;
    batch[9].layer = 1;
    batch[10].reads_twice = true;
    batch[11].target[1].clear = &clear;
    for (int i = 12; i < COUNT; i++)
        batch[i].target[1].image = &image[i < 16 ? 0 : i - 16];
    batch[12].target[0] = batch[12].target[1];
    batch[13].target[1].view.mip = 1;
    batch[14].target[1].view.first = 1;
    batch[15].target[1].view.count = 2;
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            const struct vk_key a = vk_key_surface(&batch[i]);
            const struct vk_key b = vk_key_surface(&batch[j]);
            assert_int_equal(is_equal(&a, &b), i == j);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_pipelines_apart),
        cmocka_unit_test(logic_ops_replace_blending),
        cmocka_unit_test(keeps_attachments_identical),
        cmocka_unit_test(tells_passes_apart),
        cmocka_unit_test(tells_surfaces_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
