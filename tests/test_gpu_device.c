/* Devices: listing, opening, messages, time limits, and what is refused.
 *
 *   test_gpu_device               all tests
 *   test_gpu_device no-loader     where there is no loader
 *   test_gpu_device no-device     where there is a loader and no driver
 */
#include "../src/vk.h"

#include "gpu_fixture.h"

#include <stdio.h>
#include <stdlib.h>

#define HOLE VK_FORMAT_UNDEFINED
#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM
#define RGBA32F VK_FORMAT_R32G32B32A32_SFLOAT
#define FLOAT OMBRE_GPU_OUTPUT_FLOAT
#define UINT OMBRE_GPU_OUTPUT_UINT

static void lists_devices(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_gpu_info *const info = ombre_gpu_list_info(f->list, 0);
    struct ombre_vk_facts facts;

    assert_true(ombre_gpu_list_count(f->list) >= 1);
    assert_non_null(info);
    assert_null(ombre_gpu_list_info(f->list, ombre_gpu_list_count(f->list)));
    assert_ptr_equal(ombre_gpu_device_info(f->gpu), info);
    assert_true(strlen(info->deviceName) > 0);
    assert_true(info->apiVersion >= VK_API_VERSION_1_1);
    /* Both of Debian's CPU drivers, and NVIDIA's, tell who they are. */
    assert_true(info->driverID != 0 && strlen(info->driverName) > 0);

    assert_true(ombre_gpu_list_facts(f->list, 0, tested_formats, TESTED_FORMATS,
                                     &facts));
    /* Features of lanes are enabled where they are asked for. */
    assert_int_equal(ombre_gpu_facts(f->gpu)->lane_features, 0);
    facts.lane_features = 0;
    assert_memory_equal(&facts, ombre_gpu_facts(f->gpu), sizeof facts);
    assert_false(ombre_gpu_list_facts(f->list, ombre_gpu_list_count(f->list),
                                      NULL, 0, &facts));
    assert_false(ombre_gpu_list_facts(f->list, 0, tested_formats,
                                      OMBRE_VK_MAX_FORMATS + 1, &facts));
}

/* Vulkan 1.3, "Required Limits" and "Required Format Support". */
static void knows_what_is_mandatory(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_vk_facts *const facts = ombre_gpu_facts(f->gpu);
    static const struct {
        VkFormat format;
        bool color, blend;
    } rows[] = {
        {RGBA8, true, true},
        {VK_FORMAT_R8G8B8A8_SRGB, true, true},
        {VK_FORMAT_R16G16B16A16_SFLOAT, true, true},
        {VK_FORMAT_R32G32B32A32_UINT, true, false},
        {VK_FORMAT_R8_SINT, true, false},
        {VK_FORMAT_D32_SFLOAT, false, false},
    };

    assert_true(facts->max_color_attachments >= 4);
    assert_true(facts->max_fragment_output_attachments >= 4);
    assert_true(facts->max_fragment_combined_output_resources >= 4);
    assert_int_equal(facts->color_samples & 5, 5);
    assert_int_equal(facts->integer_color_samples & 1, 1);
    assert_int_equal(facts->sampled_color_samples & 5, 5);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct ombre_vk_format_facts *const format =
            fixture_format(f->gpu, rows[i].format);
        assert_int_equal(format->color_attachment, rows[i].color);
        assert_int_equal(format->blend, rows[i].blend);
        assert_int_equal(format->samples & 1, rows[i].color);
    }
}

static void opens_no_unknown_device(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_gpu_params params = {.index =
                                                ombre_gpu_list_count(f->list)};
    struct ombre_gpu *gpu = f->gpu;

    assert_int_equal(ombre_gpu_open(f->list, &params, &gpu),
                     OMBRE_GPU_NO_DEVICE);
    assert_null(gpu);
    ombre_gpu_close(&gpu);
    assert_null(gpu);
}

static void opens_without_features(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_vk_facts *const all = ombre_gpu_facts(f->gpu);
    static const uint32_t bits[] = {0, OMBRE_VK_NEED_INDEPENDENT_BLEND,
                                    OMBRE_VK_NEED_DUAL_SRC_BLEND,
                                    OMBRE_VK_NEED_LOGIC_OP, 7};

    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) {
        struct ombre_gpu *gpu = fixture_reopen(f, bits[i], 0);
        const struct ombre_vk_facts *const left = ombre_gpu_facts(gpu);
        assert_int_equal(left->independent_blend,
                         all->independent_blend && !(bits[i] & 1));
        assert_int_equal(left->dual_src_blend,
                         all->dual_src_blend && !(bits[i] & 2));
        assert_int_equal(left->logic_op, all->logic_op && !(bits[i] & 4));
        ombre_gpu_close(&gpu);
    }
}

/* --- Refusals --------------------------------------------------------------
 */

enum { ONE_SAMPLE = VK_SAMPLE_COUNT_1_BIT };

/* A batch that is good but for what a row does to it. */
struct victim {
    struct ombre_vk_state state;
    struct ombre_gpu_draw draw;
    struct ombre_gpu_batch batch;
    uint32_t operands[4][4];
    uint32_t before[4], after[4];
};

static void make_victim(struct victim *v)
{
    static const VkFormat formats[] = {RGBA8, RGBA32F};

    *v = (struct victim){.state = fixture_state(2, formats)};
    v->draw = (struct ombre_gpu_draw){
        &v->state, 0, 0, 1, 1, 1, (const uint32_t(*)[4]) v->operands};
    v->batch = (struct ombre_gpu_batch){
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 2,
        .target = {{.format = RGBA8,
                    .texel_size = 4,
                    .upload = v->before,
                    .readback = v->after},
                   {.format = RGBA32F,
                    .texel_size = 16,
                    .upload = v->before,
                    .readback = v->after}},
        .output = {FLOAT, FLOAT},
        .slots = 2,
        .draw_count = 1,
        .draw = &v->draw,
    };
}

#define SPOIL(name_, ...)               \
    static void name_(struct victim *v) \
    {                                   \
        __VA_ARGS__;                    \
    }

/* clang-format off */
SPOIL(no_width, v->batch.width = 0)
SPOIL(no_height, v->batch.height = 0)
SPOIL(vast, v->batch.width = 0x7FFFFFFF)
SPOIL(no_samples, v->batch.samples = 0)
SPOIL(three_samples, v->batch.samples = (VkSampleCountFlagBits) 3)
SPOIL(many_samples, v->batch.samples = VK_SAMPLE_COUNT_64_BIT)
SPOIL(nine_targets, v->batch.target_count = 9)
SPOIL(depth_target, v->batch.target[0].format = VK_FORMAT_D32_SFLOAT)
SPOIL(no_format, v->batch.target[0].format = (VkFormat) 0x7FFFFFF0)
SPOIL(wrong_size, v->batch.target[1].texel_size = 8)
SPOIL(no_upload, v->batch.target[1].upload = NULL)
SPOIL(wrong_slots, v->batch.slots = 3)
SPOIL(slots_of_coverage, v->batch.export_coverage = true)
SPOIL(no_type, v->batch.output[7] = (enum ombre_gpu_output_type) 4)
SPOIL(beyond_the_right, v->draw.x = 1)
SPOIL(beyond_below, v->draw.height = 2)
SPOIL(wraps_around, v->draw.x = 0xFFFFFFFF; v->draw.width = 2)
SPOIL(endless, v->draw.layers = 0xFFFFFFFF; v->batch.width = v->batch.height = 4096;
      v->draw.width = v->draw.height = 4096)
SPOIL(deep, v->batch.width = v->batch.height = v->draw.width = v->draw.height = 4096;
      v->draw.layers = 256)
SPOIL(no_state, v->draw.state = NULL)
SPOIL(no_operands, v->draw.operands = NULL)
SPOIL(more_attachments, v->state.attachment_count = 3)
SPOIL(other_format, v->state.format[1] = RGBA8)
SPOIL(other_samples, v->state.samples = VK_SAMPLE_COUNT_4_BIT)
SPOIL(hole_in_state, v->state.format[0] = HOLE)
SPOIL(factor_number, v->state.attachment[1].srcColorBlendFactor = (VkBlendFactor) 19)
SPOIL(negative_factor, v->state.attachment[1].dstAlphaBlendFactor = (VkBlendFactor) -1)
SPOIL(advanced_op, v->state.attachment[1].colorBlendOp = VK_BLEND_OP_MULTIPLY_EXT)
SPOIL(op_number, v->state.attachment[0].alphaBlendOp = (VkBlendOp) 5)
SPOIL(mask_number, v->state.attachment[0].colorWriteMask = 0x1F)
SPOIL(enable_number, v->state.attachment[0].blendEnable = 2)
SPOIL(second_source_on_1, v->state.attachment[1].blendEnable = VK_TRUE;
      v->state.attachment[1].dstColorBlendFactor = VK_BLEND_FACTOR_SRC1_ALPHA)
SPOIL(second_source_beside_output_1, v->state.attachment[0].blendEnable = VK_TRUE;
      v->state.attachment[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_SRC1_COLOR;
      v->batch.output[7] = FLOAT; v->batch.slots = 8)
SPOIL(blended_integers, v->batch.target[1].format = VK_FORMAT_R32G32B32A32_UINT;
      v->state.format[1] = VK_FORMAT_R32G32B32A32_UINT; v->batch.output[1] = UINT;
      v->state.attachment[1].blendEnable = VK_TRUE)
SPOIL(logic_number, v->state.logic_op_enable = VK_TRUE; v->state.logic_op = (VkLogicOp) 16)
SPOIL(logic_enable_number, v->state.logic_op_enable = 3)
SPOIL(coverage_number, v->state.alpha_to_coverage_enable = 7)
SPOIL(coverage_of_nothing, v->state.alpha_to_coverage_enable = VK_TRUE;
      v->batch.output[0] = OMBRE_GPU_OUTPUT_NONE)
SPOIL(coverage_of_what_is_dropped, v->state.alpha_to_coverage_enable = VK_TRUE;
      v->state.patch_count = 1; v->state.patch[0].kind = OMBRE_VK_PATCH_DROP_OUTPUT)
SPOIL(many_patches, v->state.patch_count = OMBRE_VK_MAX_PATCHES + 1)
SPOIL(patch_of_8, v->state.patch_count = 1; v->state.patch[0].output = 8)
SPOIL(patch_number, v->state.patch_count = 1;
      v->state.patch[0].kind = (enum ombre_vk_patch_kind) 6)
SPOIL(second_source_of_integers, v->batch.output[1] = UINT; v->state.patch_count = 1;
      v->state.patch[0].kind = OMBRE_VK_PATCH_SECOND_SOURCE)
SPOIL(unequal, v->state.attachment[1].colorWriteMask = 7)
SPOIL(unequal_although_off, v->state.attachment[1].dstColorBlendFactor = VK_BLEND_FACTOR_ONE)
SPOIL(logic, v->state.logic_op_enable = VK_TRUE)
SPOIL(second_source_while_off,
      v->state.attachment[0].srcColorBlendFactor = VK_BLEND_FACTOR_SRC1_COLOR;
      v->state.attachment[1] = v->state.attachment[0])
SPOIL(second_output, v->state.patch_count = 1;
      v->state.patch[0].kind = OMBRE_VK_PATCH_SECOND_SOURCE)

static const struct refusal {
    void (*spoil)(struct victim *v);
    const char *reason;
} refusals[] = {
    {no_width, "targets of 0x1"},
    {no_height, "targets of 1x0"},
    {vast, "targets of 2147483647x1"},
    {no_samples, "0 samples"},
    {three_samples, "3 samples"},
    {many_samples, "64 samples"},
    {nine_targets, "9 targets"},
    {depth_target, "none to draw to"},
    {no_format, "none to draw to"},
    {wrong_size, "16 bytes, not 8"},
    {no_upload, "target 1: nowhere"},
    {wrong_slots, "3 slots where the outputs take 2"},
    {slots_of_coverage, "2 slots where the outputs take 3"},
    {no_type, "output 7 is of no type"},
    {beyond_the_right, "outside its targets"},
    {beyond_below, "outside its targets"},
    {wraps_around, "outside its targets"},
    {endless, "too large"},
    {deep, "too large"},
    {no_state, "no state or no operands"},
    {no_operands, "no state or no operands"},
    {more_attachments, "a state of 3 attachments for 2"},
    {other_format, "a state for VK_FORMAT_R8G8B8A8_UNORM"},
    {other_samples, "a state of 4 samples"},
    {hole_in_state, "a state for VK_FORMAT_UNDEFINED"},
    {factor_number, "attachment 1: no such blend factor"},
    {negative_factor, "attachment 1: no such blend factor"},
    {advanced_op, "attachment 1: no such blend operation"},
    {op_number, "attachment 0: no such blend operation"},
    {mask_number, "write mask 0x1f"},
    {enable_number, "blendEnable is 2"},
    {second_source_on_1, "second source"},
    {second_source_beside_output_1, ""},
    {blended_integers, "no BLEND feature"},
    {logic_number, "logic"},
    {logic_enable_number, "logicOpEnable is 3"},
    {coverage_number, "alphaToCoverageEnable is 7"},
    {coverage_of_nothing, "without an output 0"},
    {coverage_of_what_is_dropped, "without an output 0"},
    {many_patches, "33 patches"},
    {patch_of_8, "a patch of output 8"},
    {patch_number, "no such patch: 6"},
    {second_source_of_integers, "second source"},
};

/* On a device opened without any of the features. */
static const struct refusal bare_refusals[] = {
    {unequal, "without independentBlend"},
    {unequal_although_off, "without independentBlend"},
    {logic, "needs logicOp"},
    {second_source_while_off, "needs dualSrcBlend"},
    {second_output, "needs dualSrcBlend"},
};
/* clang-format on */

static void refuse_all(struct ombre_gpu *gpu, const struct refusal *rows,
                       size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct victim v;
        make_victim(&v);
        fixture_run(gpu, "the victim unharmed", &v.batch);
        rows[i].spoil(&v);
        fixture_refused(gpu, rows[i].reason, &v.batch, rows[i].reason);
    }
    assert_true(count > 0);
}

static void refuses_what_breaks_rules(void **state)
{
    struct fixture *const f = *state;

    refuse_all(f->gpu, refusals, sizeof refusals / sizeof *refusals);
}

static void refuses_what_needs_features(void **state)
{
    struct fixture *const f = *state;
    struct ombre_gpu *bare = fixture_reopen(f, 7, 0);

    refuse_all(bare, bare_refusals,
               sizeof bare_refusals / sizeof *bare_refusals);
    ombre_gpu_close(&bare);
}

/* --- Messages and time -----------------------------------------------------
 */

/* Say what a layer would say of a call on `gpu`. */
static void complain(struct fixture *f, struct ombre_gpu *gpu, const char *id,
                     const char *text)
{
    const VkDebugUtilsMessengerCallbackDataEXT data = {
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT,
        .pMessageIdName = id,
        .pMessage = text,
    };
    const PFN_vkSubmitDebugUtilsMessageEXT submit =
        (PFN_vkSubmitDebugUtilsMessageEXT) vkGetInstanceProcAddr(
            f->list->instance, "vkSubmitDebugUtilsMessageEXT");

    assert_non_null(submit);
    vk_enter(gpu);
    submit(f->list->instance, VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
           VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, &data);
    vk_leave(gpu);
}

static void keeps_messages(void **state)
{
    /* Not counted: a habit of volk's, or a hole that is drawn to. */
    static const char *const habits[] = {
        "WARNING-vkGetDeviceProcAddr-device",
        "UNASSIGNED-CoreValidation-Shader-OutputNotConsumed",
        "Undefined-Value-ShaderOutputNotConsumed",
        "Undefined-Value-ShaderOutputNotConsumed-DynamicRendering",
    };
    struct fixture *const f = *state;
    const size_t logged = f->complaints;

    if (!ombre_gpu_list_has_validation(f->list))
        skip();
    f->is_quiet = true;
    complain(f, f->gpu, "VUID-first", "two\nlines");
    for (int i = 1; i < 70; i++)
        complain(f, f->gpu, i == 63 ? "VUID-last" : NULL, "text");
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        complain(f, f->gpu, habits[i], "text");

    assert_int_equal(ombre_gpu_message_count(f->gpu), 70);
    assert_string_equal(ombre_gpu_message(f->gpu, 0), "VUID-first: two lines");
    assert_string_equal(ombre_gpu_message(f->gpu, 1), ": text");
    assert_string_equal(ombre_gpu_message(f->gpu, 63), "VUID-last: text");
    assert_null(ombre_gpu_message(f->gpu, 64));
    assert_int_equal(f->complaints - logged, 70);

    ombre_gpu_clear_messages(f->gpu);
    assert_int_equal(ombre_gpu_message_count(f->gpu), 0);
    assert_null(ombre_gpu_message(f->gpu, 0));
    f->complaints = logged;
    f->is_quiet = false;
}

/* Messages belong to the device whose call made them. */
static void keeps_messages_apart(void **state)
{
    struct fixture *const f = *state;
    const size_t logged = f->complaints;
    struct ombre_gpu *other;

    if (!ombre_gpu_list_has_validation(f->list))
        skip();
    f->is_quiet = true;
    other = fixture_reopen(f, 0, 0);
    complain(f, other, "VUID-other", "text");
    assert_int_equal(ombre_gpu_message_count(other), 1);
    assert_int_equal(ombre_gpu_message_count(f->gpu), 0);
    ombre_gpu_close(&other);
    f->complaints = logged;
    f->is_quiet = false;
}

enum { SLOW = 512, SLOW_LAYERS = 12 };

/* Work that takes milliseconds, and a nanosecond to wait for it. */
static void runs_out_of_time(void **state)
{
    static const VkFormat formats[] = {RGBA32F};
    struct fixture *const f = *state;
    struct ombre_gpu *gpu = fixture_reopen(f, 0, 1);
    const struct ombre_vk_state vk = fixture_state(1, formats);
    unsigned char *const before = calloc((size_t) SLOW * SLOW, 16);
    unsigned char *const after = calloc((size_t) SLOW * SLOW, 16);
    uint32_t(*const operands)[4] =
        calloc((size_t) SLOW * SLOW * SLOW_LAYERS, 16);
    const size_t logged = f->complaints;
    f->is_quiet = true;
    const struct ombre_gpu_draw draw = {
        &vk, 0, 0, SLOW, SLOW, SLOW_LAYERS, (const uint32_t(*)[4]) operands};
    const struct ombre_gpu_batch batch = {
        .width = SLOW,
        .height = SLOW,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = RGBA32F,
                    .texel_size = 16,
                    .upload = before,
                    .readback = after}},
        .output = {FLOAT},
        .slots = 1,
        .draw_count = 1,
        .draw = &draw,
    };

    memset(after, 0x5A, 16);
    assert_int_equal(ombre_gpu_run(gpu, &batch, NULL), OMBRE_GPU_TIMEOUT);
    assert_non_null(strstr(ombre_gpu_reason(gpu), "vkWaitForFences"));
    assert_int_equal(after[0], 0x5A); /* untouched */
    assert_int_equal(ombre_gpu_run(gpu, &batch, NULL), OMBRE_GPU_LOST);
    assert_true(strlen(ombre_gpu_reason(gpu)) > 0);
    ombre_gpu_close(&gpu); /* waits a little longer, and frees it all */
    assert_null(gpu);
    assert_int_equal(f->complaints - logged, 2); /* both failures, logged */
    f->complaints = logged;
    f->is_quiet = false;
    free(before);
    free(after);
    free(operands);
}

static void names_statuses(void **state)
{
    (void) state;
    for (int i = OMBRE_GPU_OK; i <= OMBRE_GPU_FAILED; i++)
        for (int j = OMBRE_GPU_OK; j < i; j++)
            assert_string_not_equal(
                ombre_gpu_status_name((enum ombre_gpu_status) i),
                ombre_gpu_status_name((enum ombre_gpu_status) j));
}

/* --- Machines without ------------------------------------------------------
 */

static int expect_none(enum ombre_gpu_status expected)
{
    struct ombre_gpu_list *list = (struct ombre_gpu_list *) &expected;
    const struct ombre_gpu_list_params params = {.validation =
                                                     OMBRE_GPU_VALIDATION_ON};

    for (int i = 0; i < 2; i++) {
        const enum ombre_gpu_status status =
            ombre_gpu_list_create(i ? &params : NULL, &list);
        fprintf(stderr, "%s\n", ombre_gpu_status_name(status));
        if (status != expected || list)
            return 1;
        ombre_gpu_list_destroy(&list);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_devices),
        cmocka_unit_test(knows_what_is_mandatory),
        cmocka_unit_test(opens_no_unknown_device),
        cmocka_unit_test(opens_without_features),
        cmocka_unit_test(refuses_what_breaks_rules),
        cmocka_unit_test(refuses_what_needs_features),
        cmocka_unit_test(keeps_messages),
        cmocka_unit_test(keeps_messages_apart),
        cmocka_unit_test(runs_out_of_time),
        cmocka_unit_test(names_statuses),
    };

    if (argc > 1 && strcmp(argv[1], "no-loader") == 0)
        return expect_none(OMBRE_GPU_NO_LOADER);
    if (argc > 1 && strcmp(argv[1], "no-device") == 0)
        return expect_none(OMBRE_GPU_NO_DEVICE);
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
