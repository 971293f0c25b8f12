/* A driver that fails: every call that can, once, at every place where it is
 * made.  Each failure must come back as a status with the call's name, free
 * what was made (the validation layer reports what is left at the end), and
 * leave a device that works, unless it is lost.
 *
 * A failed call also leaves rubbish where its result would be, as Vulkan
 * allows, so that nothing may be done with it. */
#include "../src/vk.h"

#include "gpu_fixture.h"

#include <stdio.h>

static struct {
    unsigned long calls; /* since begin() */
    unsigned long fail;  /* the number of the one to fail, from 1; 0: none */
    VkResult result;
    const char *failed;      /* the name of the one that did */
    unsigned long pipelines; /* of graphics, made */
} driver;

static void begin(unsigned long fail, VkResult result)
{
    driver.calls = 0;
    driver.fail = fail;
    driver.result = result;
    driver.failed = NULL;
    driver.pipelines = 0;
}

static bool is_to_fail(const char *name)
{
    driver.pipelines += strcmp(name, "vkCreateGraphicsPipelines") == 0;
    if (++driver.calls != driver.fail)
        return false;
    driver.failed = name;
    return true;
}

/* The link makes these the library's; a driver's own are not touched. */
void *__real_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_calloc(size_t count, size_t size)
{
    return is_to_fail("calloc") ? NULL : __real_calloc(count, size);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size)
{
    return is_to_fail("malloc") ? NULL : __real_malloc(size);
}

void *__real_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size);
void *__wrap_realloc(void *pointer, size_t size)
{
    return is_to_fail("realloc") ? NULL : __real_realloc(pointer, size);
}

/* A call that fails when its turn comes.  `spoil` says what it leaves. */
#define FAILING(name_, parameters_, arguments_, spoil_)            \
    static PFN_##name_ real_##name_;                               \
    static VKAPI_ATTR VkResult VKAPI_CALL fake_##name_ parameters_ \
    {                                                              \
        if (!is_to_fail(#name_))                                   \
            return real_##name_ arguments_;                        \
        spoil_;                                                    \
        return driver.result;                                      \
    }
#define RUBBISH(out_) memset(out_, 0x5A, sizeof *(out_))
#define CREATE(name_, info_, handle_)                               \
    FAILING(name_,                                                  \
            (VkDevice device, const info_ *info,                    \
             const VkAllocationCallbacks *callbacks, handle_ *out), \
            (device, info, callbacks, out), RUBBISH(out))
#define PIPELINES(name_, info_)                                         \
    FAILING(name_,                                                      \
            (VkDevice device, VkPipelineCache cache, uint32_t count,    \
             const info_ *info, const VkAllocationCallbacks *callbacks, \
             VkPipeline *out),                                          \
            (device, cache, count, info, callbacks, out), RUBBISH(out))

CREATE(vkCreateCommandPool, VkCommandPoolCreateInfo, VkCommandPool)
CREATE(vkCreateFence, VkFenceCreateInfo, VkFence)
CREATE(vkCreatePipelineCache, VkPipelineCacheCreateInfo, VkPipelineCache)
CREATE(vkCreateShaderModule, VkShaderModuleCreateInfo, VkShaderModule)
CREATE(vkCreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo,
       VkDescriptorSetLayout)
CREATE(vkCreatePipelineLayout, VkPipelineLayoutCreateInfo, VkPipelineLayout)
CREATE(vkCreateRenderPass, VkRenderPassCreateInfo, VkRenderPass)
CREATE(vkCreateFramebuffer, VkFramebufferCreateInfo, VkFramebuffer)
CREATE(vkCreateImage, VkImageCreateInfo, VkImage)
CREATE(vkCreateImageView, VkImageViewCreateInfo, VkImageView)
CREATE(vkCreateBuffer, VkBufferCreateInfo, VkBuffer)
CREATE(vkCreateBufferView, VkBufferViewCreateInfo, VkBufferView)
CREATE(vkCreateDescriptorPool, VkDescriptorPoolCreateInfo, VkDescriptorPool)
CREATE(vkAllocateMemory, VkMemoryAllocateInfo, VkDeviceMemory)
PIPELINES(vkCreateGraphicsPipelines, VkGraphicsPipelineCreateInfo)
PIPELINES(vkCreateComputePipelines, VkComputePipelineCreateInfo)
FAILING(vkAllocateCommandBuffers,
        (VkDevice device, const VkCommandBufferAllocateInfo *info,
         VkCommandBuffer *out),
        (device, info, out), RUBBISH(out))
FAILING(vkAllocateDescriptorSets,
        (VkDevice device, const VkDescriptorSetAllocateInfo *info,
         VkDescriptorSet *out),
        (device, info, out), RUBBISH(out))
FAILING(vkBindImageMemory,
        (VkDevice device, VkImage image, VkDeviceMemory memory,
         VkDeviceSize offset),
        (device, image, memory, offset), (void) 0)
FAILING(vkBindBufferMemory,
        (VkDevice device, VkBuffer buffer, VkDeviceMemory memory,
         VkDeviceSize offset),
        (device, buffer, memory, offset), (void) 0)
FAILING(vkMapMemory,
        (VkDevice device, VkDeviceMemory memory, VkDeviceSize offset,
         VkDeviceSize size, VkMemoryMapFlags flags, void **out),
        (device, memory, offset, size, flags, out), RUBBISH(out))
FAILING(vkResetCommandPool,
        (VkDevice device, VkCommandPool pool, VkCommandPoolResetFlags flags),
        (device, pool, flags), (void) 0)
FAILING(vkBeginCommandBuffer,
        (VkCommandBuffer commands, const VkCommandBufferBeginInfo *info),
        (commands, info), (void) 0)
FAILING(vkEndCommandBuffer, (VkCommandBuffer commands), (commands),
        real_vkEndCommandBuffer(commands))
FAILING(vkResetFences, (VkDevice device, uint32_t count, const VkFence *fences),
        (device, count, fences), (void) 0)
FAILING(vkQueueSubmit,
        (VkQueue queue, uint32_t count, const VkSubmitInfo *submits,
         VkFence fence),
        (queue, count, submits, fence), (void) 0)
/* The work is done; only the driver says that it is not. */
FAILING(vkWaitForFences,
        (VkDevice device, uint32_t count, const VkFence *fences, VkBool32 all,
         uint64_t timeout),
        (device, count, fences, all, timeout),
        real_vkWaitForFences(device, count, fences, all, timeout))

#ifdef VK_EXT_shader_object
FAILING(vkCreateShadersEXT,
        (VkDevice device, uint32_t count, const VkShaderCreateInfoEXT *infos,
         const VkAllocationCallbacks *callbacks, VkShaderEXT *out),
        (device, count, infos, callbacks, out), RUBBISH(out))
#define NEWER_CALLS(X) X(vkCreateShadersEXT)
#else
#define NEWER_CALLS(X)
#endif

#define CALLS(X)                   \
    X(vkCreateCommandPool)         \
    X(vkCreateFence)               \
    X(vkCreatePipelineCache)       \
    X(vkCreateShaderModule)        \
    X(vkCreateDescriptorSetLayout) \
    X(vkCreatePipelineLayout)      \
    X(vkCreateRenderPass)          \
    X(vkCreateFramebuffer)         \
    X(vkCreateImage)               \
    X(vkCreateImageView)           \
    X(vkCreateBuffer)              \
    X(vkCreateBufferView)          \
    X(vkCreateDescriptorPool)      \
    X(vkAllocateMemory)            \
    X(vkCreateGraphicsPipelines)   \
    X(vkCreateComputePipelines)    \
    X(vkAllocateCommandBuffers)    \
    X(vkAllocateDescriptorSets)    \
    X(vkBindImageMemory)           \
    X(vkBindBufferMemory)          \
    X(vkMapMemory)                 \
    X(vkResetCommandPool)          \
    X(vkBeginCommandBuffer)        \
    X(vkEndCommandBuffer)          \
    X(vkResetFences)               \
    X(vkQueueSubmit)               \
    X(vkWaitForFences)

static PFN_vkGetDeviceProcAddr real_vkGetDeviceProcAddr;

/* What volk loads a device's functions with. */
static VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL
fake_vkGetDeviceProcAddr(VkDevice device, const char *name)
{
    const PFN_vkVoidFunction real = real_vkGetDeviceProcAddr(device, name);

#define REPLACE(name_)                            \
    if (strcmp(name, #name_) == 0) {              \
        real_##name_ = (PFN_##name_) real;        \
        return (PFN_vkVoidFunction) fake_##name_; \
    }
    CALLS(REPLACE)
    NEWER_CALLS(REPLACE)
#undef REPLACE
    return real;
}

/* --- Scenes ----------------------------------------------------------------
 */

enum { SIDE = 3, TEXELS = SIDE * SIDE * 4 };

#define RGBA8 VK_FORMAT_R8G8B8A8_UNORM

struct scene {
    VkSampleCountFlagBits samples;
    struct ombre_lane lane;
};

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
    const struct ombre_gpu_target target = {RGBA8, 4, before, after[0],
                                            (const uint32_t(*)[4]) values};
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
    {VK_SAMPLE_COUNT_1_BIT, {0}},
    {VK_SAMPLE_COUNT_4_BIT, {0}},
    {VK_SAMPLE_COUNT_1_BIT,
     {.state = OMBRE_LANE_LIBRARY, .static_constants = true}},
    {VK_SAMPLE_COUNT_1_BIT,
     {.state = OMBRE_LANE_DYNAMIC, .pass = OMBRE_LANE_DYNAMIC_RENDERING}},
    {VK_SAMPLE_COUNT_1_BIT, {.state = OMBRE_LANE_SHADER_OBJECT}},
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
    const struct ombre_gpu_params params = {
        .lane_features = OMBRE_LANE_ALL_FEATURES,
    };

    assert_int_equal(ombre_gpu_open(f->list, &params, &gpu), OMBRE_GPU_OK);
    return gpu;
}

/* After a failure that is not a loss, the same device draws on. */
static void fails_batches(void **state)
{
    struct fixture *const f = *state;
    unsigned long failed = 0;

    for (size_t i = 0; i < sizeof injections / sizeof *injections; i++)
        for (size_t s = 0; s < sizeof scenes / sizeof *scenes; s++) {
            struct ombre_gpu *gpu = open_device(f);
            bool is_lost = false;
            for (unsigned long n = 1;
                 can_run(gpu, &scenes[s]) &&
                 fail_run(gpu, &injections[i], &scenes[s], n, &is_lost);
                 n++) {
                assert_int_equal(run_scene(gpu, &scenes[s]),
                                 is_lost ? OMBRE_GPU_LOST : OMBRE_GPU_OK);
                failed++;
                if (is_lost) {
                    ombre_gpu_close(&gpu);
                    gpu = open_device(f);
                }
            }
            ombre_gpu_close(&gpu);
        }
    print_message("%lu failed batches\n", failed);
    assert_true(failed > 200);
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
        unsigned long pipelines; /* libraries included */
    } rows[] = {
        {{0}, 2}, /* constants are no part of one */
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING}, 2},
        {{.static_constants = true}, 3},
        {{.color_write_enable = true}, 2},
        /* Three that are shared, and two for each state. */
        {{.state = OMBRE_LANE_LIBRARY}, 3 + 2 * 2},
        {{.state = OMBRE_LANE_LIBRARY, .static_constants = true}, 3 + 2 * 3},
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
    struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{RGBA8, 4, &texel, &after, NULL}},
        .output = {OMBRE_GPU_OUTPUT_FLOAT},
        .slots = 1,
        .draw_count = 7,
        .draw = draw,
    };

    for (int i = 0; i < 3; i++)
        vk[i] = fixture_state(1, formats);
    vk[1].blend_constants[0] = 0.5f;
    vk[2].attachment[0].colorWriteMask = 3;
    for (int i = 0; i < 7; i++)
        draw[i] = (struct ombre_gpu_draw){
            &vk[i % 3], 0, 0, 1, 1, 1, (const uint32_t(*)[4]) & operand};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const struct scene scene = {.lane = rows[i].lane};
        if (!can_run(gpu, &scene))
            continue;
        batch.lane = rows[i].lane;
        begin(0, VK_SUCCESS);
        assert_int_equal(ombre_gpu_run(gpu, &batch, NULL), OMBRE_GPU_OK);
        assert_int_equal(driver.pipelines, rows[i].pipelines);
    }
    ombre_gpu_close(&gpu);
}

/* Everything that the library calls and that can fail is in CALLS: another
 * function of the table would pass unseen. */
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
    real_vkGetDeviceProcAddr = vkGetDeviceProcAddr;
    vkGetDeviceProcAddr = fake_vkGetDeviceProcAddr;
    *state = &f;
    return 0;
}

static int close_faulty(void **state)
{
    struct fixture *const f = *state;

    vkGetDeviceProcAddr = real_vkGetDeviceProcAddr;
    ombre_gpu_list_destroy(&f->list);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fails_batches),
        cmocka_unit_test(fails_to_open),
        cmocka_unit_test(times_out_once),
        cmocka_unit_test(shares_pipelines),
    };
    return cmocka_run_group_tests(tests, open_faulty, close_faulty);
}
