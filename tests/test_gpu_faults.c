/* A driver that fails: every call that can, once, at every place where it is
 * made.  Each failure must come back as a status with the call's name, free
 * what was made (the validation layer reports what is left at the end), and
 * leave a device that works, unless it is lost. */
#include "../src/vk_emulate.h"

#include "failing_calls.h"
#include "gpu_fixture.h"

#include <stdio.h>
#include <stdlib.h>

/* --- Scenes ----------------------------------------------------------------
 */

enum { SIDE = 3, TEXELS = SIDE * SIDE * 4 };

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM

/* EMULATED: target 0 is, so that there are two parts.  LAYERS: targets are
 * layers of one image, one drawn to and one cleared before, read back twice. */
enum kind { PLAIN, EMULATED, LAYERS };

struct scene {
    VkSampleCountFlagBits samples;
    struct ombre_lane lane;
    enum kind kind;
};

/* Have the fragment shader compute target 0. */
static void emulate(const struct scene *scene, struct ombre_vk_state *vk,
                    struct ombre_gpu_batch *batch)
{
    const bool by_value = scene->samples != VK_SAMPLE_COUNT_1_BIT;

    vk->emulated = 1;
    vk->emulation[0] = (struct ombre_vk_emulation){
        .numeric = OMBRE_VK_UNORM,
        .component = {{0, 8}, {8, 8}, {16, 8}, {24, 8}},
        .equation = {.colorWriteMask = 0xF},
        .by_value = by_value,
    };
    if (!by_value)
        batch->target[0].format = vk->format[0] = VK_FORMAT_R32_UINT;
}

/* A batch of each kind, every texel of which is stored over. */
static enum ombre_gpu_status run_scene(struct ombre_gpu *gpu,
                                       const struct scene *scene)
{
    const VkSampleCountFlagBits samples = scene->samples;
    static const VkFormat formats[] = {RGBA8, RGBA8};
    struct ombre_vk_state vk = fixture_state(2, formats);
    uint32_t before[TEXELS], after[2][TEXELS], values[TEXELS][4];
    uint32_t operands[SIDE * SIDE][2][4], echo[SIDE * SIDE][2][4];
    const struct ombre_gpu_draw draw = {
        &vk, 0, 0, SIDE, SIDE, 1, (const uint32_t(*)[4]) operands};
    const struct ombre_gpu_target target = {
        .format = RGBA8,
        .texel_size = 4,
        .upload = before,
        .readback = after[0],
        .upload_value = (const uint32_t(*)[4]) values,
    };
    struct ombre_gpu_batch batch = {
        .width = SIDE,
        .height = SIDE,
        .samples = samples,
        .target_count = 2,
        .target = {target, target},
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 2,
        .lane = scene->lane,
        .draw_count = 1,
        .draw = &draw,
        .echo = (uint32_t(*)[4]) echo,
    };
    const size_t texels = SIDE * SIDE * (size_t) samples;

    vk.samples = samples;
    batch.target[1].readback = after[1];
    if (scene->kind == EMULATED)
        emulate(scene, &vk, &batch);
    if (scene->kind == LAYERS)
        fixture_take_layers(&batch, SIDE, gpu->has_layers);
    memset(values, 0, sizeof values);
    memset(before, 0, sizeof before);
    memset(after, 0x5A, sizeof after);
    for (uint32_t i = 0; i < SIDE * SIDE * 8; i++)
        ((uint32_t *) operands)[i] =
            fixture_float((i & 4 ? 0x33 : 0xCC) / 255.0);
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, &batch, NULL);
    for (size_t i = 0; i < texels; i++) {
        assert_int_equal(after[0][i], status ? 0x5A5A5A5A : 0xCCCCCCCC);
        assert_int_equal(after[1][i], status ? 0x5A5A5A5A : 0x33333333);
    }
    if (status == OMBRE_GPU_OK)
        assert_memory_equal(echo, operands, sizeof operands);
    return status;
}

static const struct scene scenes[] = {
    {VK_SAMPLE_COUNT_1_BIT, {0}, PLAIN},
    {VK_SAMPLE_COUNT_4_BIT, {0}, PLAIN},
    {VK_SAMPLE_COUNT_1_BIT,
     {.state = OMBRE_LANE_LIBRARY, .static_constants = true},
     PLAIN},
    {VK_SAMPLE_COUNT_1_BIT,
     {.state = OMBRE_LANE_DYNAMIC, .pass = OMBRE_LANE_DYNAMIC_RENDERING},
     PLAIN},
    {VK_SAMPLE_COUNT_1_BIT, {.state = OMBRE_LANE_SHADER_OBJECT}, PLAIN},
    {VK_SAMPLE_COUNT_1_BIT, {0}, EMULATED},
    {VK_SAMPLE_COUNT_1_BIT, {0}, LAYERS},
    {VK_SAMPLE_COUNT_4_BIT, {0}, LAYERS},
};

static bool can_run(const struct ombre_gpu *gpu, const struct scene *scene)
{
    char why[OMBRE_LANE_WHY_SIZE];

    return ombre_lane_is_offered(&scene->lane,
                                 ombre_gpu_facts(gpu)->lane_features, why);
}

struct injection {
    VkResult result;
    enum ombre_gpu_status status;
};

static const struct injection injections[] = {
    {VK_ERROR_OUT_OF_DEVICE_MEMORY, OMBRE_GPU_OUT_OF_MEMORY},
    {VK_ERROR_DEVICE_LOST, OMBRE_GPU_LOST},
    {(VkResult) -1000999999, OMBRE_GPU_FAILED},
};

static size_t leaks; /* messages of the validation layer */

static void count_message(void *user, enum ombre_log_level level,
                          const char *line)
{
    (void) user;
    (void) level;
    if (strncmp(line, "validation:", 11) != 0)
        return;
    fprintf(stderr, "%s\n", line);
    leaks++;
}

static bool is_allocation(void)
{
    return strstr(driver.failed, "alloc") && driver.failed[0] != 'v';
}

/* What the failure that took place should give. */
static enum ombre_gpu_status expected(const struct injection *injection)
{
    return is_allocation() ? OMBRE_GPU_OUT_OF_MEMORY : injection->status;
}

/* Memory that others took: what is kept is given up, and once more is tried. */
static bool is_mended(bool is_warm)
{
    return is_warm && driver.failed &&
           strcmp(driver.failed, "vkAllocateMemory") == 0 &&
           driver.result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
}

/* Fail call `n` of a batch; false if there is no such call.  *is_lost tells
 * whether the device is then good for nothing: if it is lost, or if nobody
 * knows whether it still works on the batch. */
static bool fail_run(struct ombre_gpu *gpu, const struct injection *injection,
                     const struct scene *scene, unsigned long n, bool *is_lost)
{
    begin(n, injection->result);
    const enum ombre_gpu_status status = run_scene(gpu, scene);

    if (!driver.failed) {
        begin(0, VK_SUCCESS);
        assert_int_equal(status, OMBRE_GPU_OK);
        return false;
    }
    if (status == OMBRE_GPU_OK) {
        assert_true(is_mended(true));
        begin(0, VK_SUCCESS);
        return true;
    }
    assert_int_equal(status, expected(injection));
    assert_true(strlen(ombre_gpu_reason(gpu)) > 0);
    if (!is_allocation())
        assert_non_null(strstr(ombre_gpu_reason(gpu), driver.failed));
    *is_lost = status == OMBRE_GPU_LOST ||
               strcmp(driver.failed, "vkWaitForFences") == 0;
    begin(0, VK_SUCCESS);
    return true;
}

static struct ombre_gpu *open_device(struct fixture *f)
{
    struct ombre_gpu *gpu = NULL;
    /* One thread, so that calls have an order. */
    const struct ombre_gpu_params params = {
        .threads = 1,
        .lane_features = OMBRE_LANE_ALL_FEATURES,
    };

    assert_int_equal(ombre_gpu_open(f->list, &params, &gpu), OMBRE_GPU_OK);
    return gpu;
}

/* What a device has kept before the batch whose calls fail. */
enum kept { KEPT_OTHERS, KEPT_NOTHING, KEPT_ALL, KEPT_KINDS };

static void warm(struct ombre_gpu *gpu, enum kept kept,
                 const struct scene *scene)
{
    begin(0, VK_SUCCESS);
    vk_cache_finish(gpu);
    vk_emulator_finish(gpu);
    switch (kept) {
    case KEPT_NOTHING:
    case KEPT_KINDS: return;
    case KEPT_OTHERS:
        assert_int_equal(
            run_scene(gpu, scene == &scenes[0] ? &scenes[1] : &scenes[0]),
            OMBRE_GPU_OK);
        return;
    case KEPT_ALL: assert_int_equal(run_scene(gpu, scene), OMBRE_GPU_OK);
    }
}

/* Fail every call of a scene.  After a failure that is not a loss, the same
 * device draws on. */
static unsigned long fail_scene(struct fixture *f,
                                const struct injection *injection,
                                const struct scene *scene, enum kept kept)
{
    struct ombre_gpu *gpu = open_device(f);
    unsigned long n = 0;

    for (bool failed = true; failed;) {
        bool is_lost = false;
        if (!can_run(gpu, scene)) {
            ombre_gpu_close(&gpu);
            return 0;
        }
        warm(gpu, kept, scene);
        failed = fail_run(gpu, injection, scene, ++n, &is_lost);
        if (failed)
            assert_int_equal(run_scene(gpu, scene),
                             is_lost ? OMBRE_GPU_LOST : OMBRE_GPU_OK);
        if (is_lost) {
            ombre_gpu_close(&gpu);
            gpu = open_device(f);
        }
    }
    ombre_gpu_close(&gpu);
    return n - 1;
}

static void fails_batches(void **state)
{
    unsigned long failed[KEPT_KINDS] = {0};

    /* After others, one way to fail will do. */
    for (size_t i = 0; i < sizeof injections / sizeof *injections; i++)
        for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++)
            for (unsigned k = i ? KEPT_NOTHING : KEPT_OTHERS; k < KEPT_KINDS;
                 k++)
                failed[k] += fail_scene(*state, &injections[i], &scenes[s],
                                        (enum kept) k);
    print_message("%lu failed batches with nothing kept, %lu after others, %lu "
                  "after the same\n",
                  failed[KEPT_NOTHING], failed[KEPT_OTHERS], failed[KEPT_ALL]);
    assert_true(failed[KEPT_NOTHING] > 200);
    assert_true(failed[KEPT_ALL] > 60);
    assert_true(failed[KEPT_OTHERS] > 60);
    assert_int_equal(leaks, 0);
}

static void fails_to_open(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_gpu_params params = {0};
    unsigned long failed = 0;

    for (size_t i = 0; i < sizeof injections / sizeof *injections; i++)
        for (unsigned long n = 1;; n++) {
            struct ombre_gpu *gpu = f->gpu;
            begin(n, injections[i].result);
            const enum ombre_gpu_status status =
                ombre_gpu_open(f->list, &params, &gpu);
            if (!driver.failed) {
                assert_int_equal(status, OMBRE_GPU_OK);
                ombre_gpu_close(&gpu);
                break;
            }
            assert_int_equal(status, expected(&injections[i]));
            assert_null(gpu);
            failed++;
        }
    begin(0, VK_SUCCESS);
    print_message("%lu devices not opened\n", failed);
    assert_true(failed > 30);
    assert_int_equal(leaks, 0);
}

/* VK_TIMEOUT once while waiting: the device is good for nothing but closing,
 * and closing waits again and frees all. */
static void times_out_once(void **state)
{
    struct fixture *const f = *state;
    static const struct injection timeout = {VK_TIMEOUT, OMBRE_GPU_TIMEOUT};

    for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
        struct ombre_gpu *gpu = open_device(f);
        if (!can_run(gpu, &scenes[s])) {
            ombre_gpu_close(&gpu);
            continue;
        }
        warm(gpu, KEPT_ALL, &scenes[s]);
        begin(0, VK_SUCCESS);
        assert_int_equal(run_scene(gpu, &scenes[s]), OMBRE_GPU_OK);
        const unsigned long wait = driver.calls;
        bool is_lost = false;
        assert_true(fail_run(gpu, &timeout, &scenes[s], wait, &is_lost));
        assert_true(is_lost);
        assert_int_equal(run_scene(gpu, &scenes[s]), OMBRE_GPU_LOST);
        ombre_gpu_close(&gpu);
        assert_null(gpu);
    }
    assert_int_equal(leaks, 0);
}

/* Draws of states that are equal in what is fixed share a pipeline; others do
 * not. */
static void shares_pipelines(void **state)
{
    static const struct {
        struct ombre_lane lane;
        unsigned long pipelines; /* libraries included, but for shared ones */
    } rows[] = {
        {{0}, 2}, /* constants are no part of one */
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING}, 2},
        {{.static_constants = true}, 3},
        {{.color_write_enable = true}, 2},
        {{.state = OMBRE_LANE_LIBRARY}, 3 + 2 * 2},
        {{.state = OMBRE_LANE_LIBRARY, .static_constants = true}, 2 * 3},
        {{.state = OMBRE_LANE_DYNAMIC}, 1},
        {{.state = OMBRE_LANE_DYNAMIC, .static_constants = true}, 2},
        {{.state = OMBRE_LANE_SHADER_OBJECT}, 0},
    };
    static const VkFormat formats[] = {RGBA8};
    struct fixture *const f = *state;
    struct ombre_gpu *gpu = open_device(f);
    struct ombre_vk_state vk[3];
    uint32_t texel = 0, after, operand[4] = {0};
    struct ombre_gpu_draw draw[7];

    for (int i = 0; i < 3; i++)
        vk[i] = fixture_state(1, formats);
    vk[1].blend_constants[0] = 0.5f;
    vk[2].attachment[0].colorWriteMask = 3;
    for (int i = 0; i < 7; i++)
        draw[i] = (struct ombre_gpu_draw){
            &vk[i % 3], 0, 0, 1, 1, 1, (const uint32_t(*)[4]) & operand};
    struct ombre_gpu_batch batch =
        fixture_batch(RGBA8, 1, 1, &texel, &after, draw, 7);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct scene scene = {.lane = rows[i].lane};
        if (!can_run(gpu, &scene))
            continue;
        batch.lane = rows[i].lane;
        for (int again = 0; again < 2; again++) {
            begin(0, VK_SUCCESS);
            assert_int_equal(ombre_gpu_run(gpu, &batch, NULL), OMBRE_GPU_OK);
            assert_int_equal(driver.pipelines, again ? 0 : rows[i].pipelines);
        }
    }
    ombre_gpu_close(&gpu);
}

/* --- The pipeline cache ----------------------------------------------------
 */

/* The driver's data, which fail to come, and then come. */
static void fails_to_save(void **state)
{
    struct ombre_gpu *gpu = open_device(*state);
    unsigned long failed = 0;

    for (unsigned long n = 1;; n++) {
        void *data = &data;
        size_t size = 5;
        begin(n, VK_INCOMPLETE);
        const enum ombre_gpu_status status =
            ombre_gpu_pipeline_cache(gpu, &data, &size);
        if (!driver.failed) {
            assert_int_equal(status, OMBRE_GPU_OK);
            assert_true(data && size >= 24 + 32);
            free(data);
            break;
        }
        assert_int_equal(status, is_allocation() ? OMBRE_GPU_OUT_OF_MEMORY
                                                 : OMBRE_GPU_FAILED);
        assert_null(data);
        assert_int_equal(size, 0);
        failed++;
    }
    begin(0, VK_SUCCESS);
    assert_int_equal(failed, 3);
    ombre_gpu_close(&gpu);
    assert_int_equal(leaks, 0);
}

/* --- Threads ---------------------------------------------------------------
 */

enum { STATES = 48 };

/* Draw one texel with each of so many states; which one shows in the result. */
static enum ombre_gpu_status run_states(struct ombre_gpu *gpu)
{
    static const VkFormat formats[] = {RGBA8};
    struct ombre_vk_state vk[STATES];
    struct ombre_gpu_draw draw[STATES];
    uint32_t before[STATES], after[STATES], operand[STATES][4];

    memset(after, 0x5A, sizeof after);
    for (uint32_t i = 0; i < STATES; i++) {
        before[i] = 0x336699CC;
        for (int c = 0; c < 4; c++)
            operand[i][c] = fixture_float(0x10 / 255.0);
        vk[i] = fixture_state(1, formats);
        vk[i].attachment[0].colorWriteMask = i % 16;
        vk[i].attachment[0].blendEnable = i >= 16;
        vk[i].attachment[0].srcColorBlendFactor = VK_BLEND_FACTOR_ONE;
        vk[i].attachment[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        vk[i].attachment[0].dstColorBlendFactor =
            i < 32 ? VK_BLEND_FACTOR_ONE : VK_BLEND_FACTOR_ZERO;
        vk[i].attachment[0].dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        draw[i] = (struct ombre_gpu_draw){
            &vk[i], i, 0, 1, 1, 1, (const uint32_t(*)[4]) & operand[i]};
    }
    const struct ombre_gpu_batch batch =
        fixture_batch(RGBA8, STATES, 1, before, after, draw, STATES);
    const enum ombre_gpu_status status = ombre_gpu_run(gpu, &batch, NULL);
    for (uint32_t i = 0; i < STATES; i++)
        for (uint32_t c = 0; c < 4; c++) {
            const uint32_t old = 0x336699CC >> 8 * c & 0xFF;
            const bool adds = i >= 16 && (i < 32 || c == 3);
            const uint32_t want = i >> c & 1 ? (adds ? old + 0x10 : 0x10) : old;
            assert_int_equal(after[i] >> 8 * c & 0xFF, status ? 0x5A : want);
        }
    return status;
}

/* Whichever thread fails first, the batch does, and the next goes well. */
static void fails_on_threads(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_gpu_params params = {.threads = 3};

    for (unsigned long n = 0; n <= STATES; n += n < 3 ? 1 : 5) {
        struct ombre_gpu *gpu = NULL;
        begin(0, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        assert_int_equal(ombre_gpu_open(f->list, &params, &gpu), OMBRE_GPU_OK);
        driver.fail_pipeline = n;
        assert_int_equal(run_states(gpu),
                         n ? OMBRE_GPU_OUT_OF_MEMORY : OMBRE_GPU_OK);
        if (n)
            assert_non_null(
                strstr(ombre_gpu_reason(gpu), "vkCreateGraphicsPipelines"));
        else
            assert_int_equal(driver.pipelines, STATES);
        const unsigned long made = driver.pipelines - (n > 0);
        begin(0, VK_SUCCESS);
        assert_int_equal(run_states(gpu), OMBRE_GPU_OK);
        /* Those that were made before another failed are kept. */
        assert_int_equal(driver.pipelines, STATES - made);
        ombre_gpu_close(&gpu);
    }
    assert_int_equal(leaks, 0);
}

static int open_faulty(void **state)
{
    static struct fixture f;
    const struct ombre_gpu_list_params params = {
        .validation = OMBRE_GPU_VALIDATION_ON,
        .log = {OMBRE_LOG_WARN, count_message, NULL},
    };

    fixture_skip_unless(ombre_gpu_list_create(&params, &f.list));
    /* As in gpu_fixture.c. */
    static struct ombre_gpu_list *keeper;
    ombre_gpu_list_create(&params, &keeper);
    replace_driver();
    *state = &f;
    return 0;
}

static int close_faulty(void **state)
{
    struct fixture *const f = *state;

    restore_driver();
    ombre_gpu_list_destroy(&f->list);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fails_batches),  cmocka_unit_test(fails_to_open),
        cmocka_unit_test(times_out_once), cmocka_unit_test(shares_pipelines),
        cmocka_unit_test(fails_to_save),  cmocka_unit_test(fails_on_threads),
    };
    return cmocka_run_group_tests(tests, open_faulty, close_faulty);
}
