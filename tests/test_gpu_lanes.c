/* One scene through all lanes: bits that a device draws in one of them it draws
 * in each.  The lane by which others are measured is the plain one, which
 * test_gpu.c measures by numbers worked out by hand. */
#include "lane_scenes.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

static unsigned char wanted[8][MAX_TEXELS * MAX_TEXEL_SIZE];
static unsigned char got[8][MAX_TEXELS * MAX_TEXEL_SIZE];

/* --- Comparing -------------------------------------------------------------
 */

static void run_in(struct ombre_gpu *gpu, const char *name,
                   const struct ombre_lane *lane,
                   unsigned char (*out)[MAX_TEXELS * MAX_TEXEL_SIZE])
{
    char text[OMBRE_LANE_TEXT_SIZE], full[160];

    ombre_lane_text(lane, text);
    snprintf(full, sizeof full, "%s, lane %s", name, text);
    for (uint32_t t = 0; t < 8; t++)
        scene.batch.target[t].readback = out[t];
    scene.batch.lane = *lane;
    fixture_run(gpu, full, &scene.batch);
}

/* Proven faults of drivers, where draws are one command apart; told, not
 * failed. */
static const struct known_fault {
    VkDriverId driver;
    const char *scene, *what;
} known_faults[] = {
    {VK_DRIVER_ID_MESA_LLVMPIPE, "logic operations, terse",
     "vkCmdSetLogicOpEXT alone changes nothing"},
    {VK_DRIVER_ID_MESA_LLVMPIPE, "in part without 0x80000, terse",
     "a pipeline without blending spoils equations that commands have set"},
    {VK_DRIVER_ID_MESA_LLVMPIPE, "in part without 0x7e80000, terse",
     "a pipeline without blending spoils equations that commands have set"},
};

static const struct known_fault *find_fault(const struct ombre_gpu *gpu,
                                            const char *name)
{
    for (size_t i = 0; i < COUNT(known_faults); i++)
        if (known_faults[i].driver == ombre_gpu_device_info(gpu)->driverID &&
            strcmp(known_faults[i].scene, name) == 0)
            return &known_faults[i];
    return NULL;
}

static bool is_by_commands(const struct ombre_lane *lane)
{
    return lane->state == OMBRE_LANE_DYNAMIC ||
           lane->state == OMBRE_LANE_SHADER_OBJECT;
}

static void compare(const struct ombre_gpu *gpu, const char *name,
                    const struct ombre_lane *lane)
{
    const struct known_fault *const fault =
        is_by_commands(lane) ? find_fault(gpu, name) : NULL;

    for (uint32_t t = 0; t < scene.batch.target_count; t++) {
        char text[OMBRE_LANE_TEXT_SIZE], full[160];
        const size_t size = (size_t) WIDTH * HEIGHT * scene.batch.samples *
                            scene.batch.target[t].texel_size;
        ombre_lane_text(lane, text);
        snprintf(full, sizeof full, "%s, lane %s, target %u", name, text, t);
        if (fault && memcmp(got[t], wanted[t], size) != 0)
            print_message("known fault: %s: %s\n", full, fault->what), t = 8;
        else
            fixture_same(full, got[t], wanted[t], size);
    }
}

/* How many bytes of targets the draws changed in the plain lane: a scene must
 * change something, lest equality say nothing. */
static size_t changed_bytes(void)
{
    size_t changed = 0;

    for (uint32_t t = 0; t < scene.batch.target_count; t++) {
        const size_t size = (size_t) WIDTH * HEIGHT * scene.batch.samples *
                            scene.batch.target[t].texel_size;
        for (size_t i = 0; i < size; i++)
            changed += wanted[t][i] != scene.upload[t][i];
    }
    return changed;
}

/* Run the scene in each lane that the device has enabled, and compare with the
 * plain one; returns how many there were. */
static size_t through_all_lanes(struct ombre_gpu *gpu, const char *name)
{
    struct ombre_lane lane[OMBRE_LANE_MAX];
    const size_t count = ombre_lane_list(lane);
    const uint32_t offered = ombre_gpu_facts(gpu)->lane_features;
    size_t compared = 0;
    char why[OMBRE_LANE_WHY_SIZE];

    assert_int_equal(count, OMBRE_LANE_MAX);
    run_in(gpu, name, &lane[0], wanted);
    assert_true(changed_bytes() > 16);
    for (size_t i = 0; i < count; i++) {
        if (!ombre_lane_is_offered(&lane[i], offered, why) ||
            (scene.batch.is_terse && !is_by_commands(&lane[i])))
            continue;
        memset(got, 0xEE, sizeof got);
        run_in(gpu, name, &lane[i], got);
        compare(gpu, name, &lane[i]);
        compared++;
    }
    return compared;
}

/* --- Tests -----------------------------------------------------------------
 */

/* Lanes of pipelines that all drivers of today have: static and library, each
 * with both kinds of passes and of constants. */
enum { LEAST_LANES = 8 };

static void all_lanes_draw_the_same(void **state)
{
    struct ombre_gpu *gpu =
        fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, 0);
    size_t lanes = 0;

    for (size_t i = 0; i < (size_t) SCENES; i++) {
        char name[64];
        scenes[i].make(gpu);
        lanes = through_all_lanes(gpu, scenes[i].name);
        assert_true(lanes >= LEAST_LANES);
        scene.batch.is_terse = true;
        snprintf(name, sizeof name, "%s, terse", scenes[i].name);
        assert_true(through_all_lanes(gpu, name) < lanes);
    }
    print_message("%zu scenes in %zu lanes, validation %s\n", (size_t) SCENES,
                  lanes, ombre_gpu_is_validated(gpu) ? "on" : "unavailable");
    ombre_gpu_close(&gpu);
}

/* Of the states that commands can set, all but one and each alone: the others
 * stay in pipelines. */
static void dynamic_in_part(void **state)
{
    static const struct ombre_lane lanes[] = {
        {.state = OMBRE_LANE_DYNAMIC},
        {.state = OMBRE_LANE_DYNAMIC, .color_write_enable = true},
    };
    struct ombre_vk_facts all;
    size_t drawn = 0;

    assert_true(ombre_gpu_list_facts(((struct fixture *) *state)->list, 0, NULL,
                                     0, &all));
    const uint32_t offered = all.lane_features & OMBRE_LANE_DYNAMIC_FEATURES;
    for (uint32_t bit = 1; bit; bit <<= 1)
        for (int alone = 0; offered & bit && alone < 2; alone++) {
            const uint32_t without = alone ? offered & ~bit : bit;
            struct ombre_gpu *gpu =
                fixture_open_lanes(*state, OMBRE_LANE_ALL_FEATURES, without);
            char why[OMBRE_LANE_WHY_SIZE], name[64];
            assert_int_equal(ombre_gpu_facts(gpu)->lane_features,
                             all.lane_features & ~without);
            single_deltas_at_4_samples(gpu);
            run_in(gpu, "in part", &(struct ombre_lane){0}, wanted);
            for (size_t i = 0; i < 2 * COUNT(lanes); i++) {
                const struct ombre_lane *const lane = &lanes[i / 2];
                if (!ombre_lane_is_offered(
                        lane, ombre_gpu_facts(gpu)->lane_features, why))
                    continue;
                scene.batch.is_terse = i % 2;
                snprintf(name, sizeof name, "in part without 0x%x%s", without,
                         i % 2 ? ", terse" : "");
                run_in(gpu, name, lane, got);
                compare(gpu, name, lane);
                drawn++;
            }
            ombre_gpu_close(&gpu);
        }
    if (offered)
        assert_true(drawn >= 2 * 8);
    print_message("%zu times in part\n", drawn);
}

/* A lane is refused by the name of what the device lacks, or was not asked to
 * enable. */
static void refuses_lanes(void **state)
{
    struct fixture *const f = *state;
    static const struct {
        struct ombre_lane lane;
        uint32_t without;
        const char *reason;
    } rows[] = {
        {{.state = OMBRE_LANE_LIBRARY},
         OMBRE_LANE_FEATURE_PIPELINE_LIBRARY,
         "lane library render-pass: no graphicsPipelineLibrary "
         "(VK_EXT_graphics_pipeline_library)"},
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING},
         OMBRE_LANE_FEATURE_DYNAMIC_RENDERING,
         "lane static dynamic-rendering: no dynamicRendering "
         "(VK_KHR_dynamic_rendering)"},
        {{.color_write_enable = true},
         OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE,
         "(VK_EXT_color_write_enable)"},
        {{.state = OMBRE_LANE_DYNAMIC},
         OMBRE_LANE_DYNAMIC_FEATURES,
         "(VK_EXT_extended_dynamic_state3)"},
        {{.state = OMBRE_LANE_SHADER_OBJECT},
         OMBRE_LANE_FEATURE_SHADER_OBJECT,
         "(VK_EXT_shader_object)"},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_gpu *gpu =
            fixture_open_lanes(f, OMBRE_LANE_ALL_FEATURES, rows[i].without);
        random_states(gpu);
        for (uint32_t t = 0; t < 8; t++)
            scene.batch.target[t].readback = got[t];
        scene.batch.lane = rows[i].lane;
        fixture_refused(gpu, "without", &scene.batch, rows[i].reason);
        fixture_refused(f->gpu, "not asked for", &scene.batch, rows[i].reason);
        scene.batch.lane = (struct ombre_lane){0};
        fixture_run(gpu, "the plain lane", &scene.batch);
        ombre_gpu_close(&gpu);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_lanes_draw_the_same),
        cmocka_unit_test(dynamic_in_part),
        cmocka_unit_test(refuses_lanes),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
