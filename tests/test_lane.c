/* Names of lanes, and what they ask of a device. */
#include "ombre/lane.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#define ALL OMBRE_LANE_ALL_FEATURES
#define FEATURE(id) OMBRE_LANE_FEATURE_##id

static void lists_every_lane_once(void **state)
{
    struct ombre_lane lane[OMBRE_LANE_MAX];
    char why[OMBRE_LANE_WHY_SIZE];
    size_t plain = 0;

    (void) state;
    assert_int_equal(ombre_lane_list(lane), OMBRE_LANE_MAX);
    for (size_t i = 0; i < OMBRE_LANE_MAX; i++) {
        const struct ombre_lane again = ombre_lane_resolved(&lane[i]);
        assert_true(ombre_lane_equal(&lane[i], &again));
        assert_true(ombre_lane_is_offered(&lane[i], ALL, why));
        assert_string_equal(why, "");
        for (size_t j = 0; j < i; j++)
            assert_false(ombre_lane_equal(&lane[i], &lane[j]));
        plain += !lane[i].static_constants && !lane[i].color_write_enable;
        /* Those without further words come first. */
        assert_true(plain > i || plain == 7);
    }
    assert_int_equal(plain, 7);
    assert_true(lane[0].state == OMBRE_LANE_STATIC &&
                lane[0].pass == OMBRE_LANE_RENDER_PASS);
}

static void reads_what_it_writes(void **state)
{
    struct ombre_lane lane[OMBRE_LANE_MAX + 4], back;
    char text[OMBRE_LANE_TEXT_SIZE], why[OMBRE_LANE_WHY_SIZE];
    const char *wrong;
    size_t count = ombre_lane_list(lane);

    (void) state;
    lane[count++] = (struct ombre_lane){0};
    lane[count++] = (struct ombre_lane){.pass = OMBRE_LANE_DYNAMIC_RENDERING};
    lane[count++] = (struct ombre_lane){.state = OMBRE_LANE_SHADER_OBJECT};
    lane[count++] = (struct ombre_lane){.color_write_enable = true};
    for (size_t i = 0; i < count; i++) {
        ombre_lane_text(&lane[i], text);
        assert_true(strlen(text) + 1 < OMBRE_LANE_TEXT_SIZE);
        assert_true(ombre_lane_from_text(text, &back, &wrong, why));
        assert_true(ombre_lane_equal(&lane[i], &back));
    }
}

static void reads_words(void **state)
{
    static const struct {
        const char *text, *normal; /* NULL: refused */
        const char *why;
    } rows[] = {
        {"any", "any", NULL},
        {"static", "static", NULL},
        {"  dynamic-rendering   dynamic ", "dynamic dynamic-rendering", NULL},
        {"library+render-pass", "library render-pass", NULL},
        {"any dynamic", "dynamic", NULL},
        {"dynamic dynamic", "dynamic", NULL},
        {"color-write-enable", "any color-write-enable", NULL},
        {"render-pass static-constants", "render-pass static-constants", NULL},
        {"shader-object dynamic-rendering color-write-enable",
         "shader-object dynamic-rendering color-write-enable", NULL},
        {"", NULL, "no lane is named"},
        {" + ", NULL, "no lane is named"},
        {"statics", NULL, "\"statics\" is no word for a lane"},
        {"stati", NULL, "\"stati\" is no word"},
        {"static,dynamic", NULL, "\"static,dynamic\" is no word"},
        {"static dynamic", NULL, "names two lanes"},
        {"render-pass dynamic-rendering", NULL, "names two lanes"},
        {"shader-object render-pass", NULL, "dynamic-rendering only"},
        {"shader-object static-constants", NULL, "no static-constants"},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_lane lane = {.state = OMBRE_LANE_LIBRARY};
        char text[OMBRE_LANE_TEXT_SIZE], why[OMBRE_LANE_WHY_SIZE];
        const char *wrong;
        const bool good =
            ombre_lane_from_text(rows[i].text, &lane, &wrong, why);
        assert_int_equal(good, rows[i].normal != NULL);
        ombre_lane_text(&lane, text);
        assert_string_equal(text, good ? rows[i].normal : "library");
        if (!good)
            assert_non_null(strstr(why, rows[i].why));
        assert_true(good || !wrong || strstr(rows[i].text, wrong));
    }
}

static void resolves(void **state)
{
    static const struct {
        struct ombre_lane lane;
        const char *text;
    } rows[] = {
        {{0}, "static render-pass"},
        {{.static_constants = true}, "static render-pass static-constants"},
        {{.state = OMBRE_LANE_DYNAMIC}, "dynamic render-pass"},
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING}, "static dynamic-rendering"},
        {{.state = OMBRE_LANE_SHADER_OBJECT, .color_write_enable = true},
         "shader-object dynamic-rendering color-write-enable"},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[OMBRE_LANE_TEXT_SIZE];
        const struct ombre_lane lane = ombre_lane_resolved(&rows[i].lane);
        ombre_lane_text(&lane, text);
        assert_string_equal(text, rows[i].text);
    }
}

/* What each lane cannot do without, and what it takes where it is. */
static void asks_for_features(void **state)
{
    static const uint32_t dynamic = OMBRE_LANE_DYNAMIC_FEATURES;
    static const struct {
        struct ombre_lane lane;
        uint32_t needs, takes;
    } rows[] = {
        {{0}, 0, 0},
        {{.static_constants = true}, 0, 0},
        {{.pass = OMBRE_LANE_DYNAMIC_RENDERING},
         FEATURE(DYNAMIC_RENDERING),
         FEATURE(DYNAMIC_RENDERING)},
        {{.color_write_enable = true},
         FEATURE(COLOR_WRITE_ENABLE),
         FEATURE(COLOR_WRITE_ENABLE)},
        {{.state = OMBRE_LANE_LIBRARY},
         FEATURE(PIPELINE_LIBRARY),
         FEATURE(PIPELINE_LIBRARY)},
        {{.state = OMBRE_LANE_DYNAMIC}, 0, dynamic},
        {{.state = OMBRE_LANE_DYNAMIC, .pass = OMBRE_LANE_DYNAMIC_RENDERING},
         FEATURE(DYNAMIC_RENDERING),
         FEATURE(DYNAMIC_RENDERING) | dynamic},
        {{.state = OMBRE_LANE_SHADER_OBJECT},
         FEATURE(SHADER_OBJECT) | FEATURE(DYNAMIC_RENDERING),
         FEATURE(SHADER_OBJECT) | FEATURE(DYNAMIC_RENDERING)},
    };

    (void) state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct ombre_lane *const lane = &rows[i].lane;
        char why[OMBRE_LANE_WHY_SIZE];
        assert_int_equal(ombre_lane_uses(lane, ALL), rows[i].takes);
        assert_int_equal(ombre_lane_uses(lane, 0), 0);
        for (unsigned f = 0; f < OMBRE_LANE_FEATURE_COUNT; f++) {
            const uint32_t bit = ombre_lane_feature_bit(f);
            const bool good = ombre_lane_is_offered(lane, ALL & ~bit, why);
            assert_int_equal(good, !(rows[i].needs & bit));
            if (!good)
                assert_true(strstr(why, ombre_lane_feature_name(f)) &&
                            strstr(why, ombre_lane_feature_extension(f)));
            /* Of dynamic states any one will do. */
            if (lane->state == OMBRE_LANE_DYNAMIC)
                assert_int_equal(
                    ombre_lane_is_offered(lane, (ALL & ~dynamic) | bit, why),
                    (dynamic & bit) != 0);
        }
        /* All that is missing is told. */
        assert_int_equal(ombre_lane_is_offered(lane, 0, why),
                         rows[i].takes == 0);
        for (unsigned f = 0; f < OMBRE_LANE_FEATURE_COUNT; f++)
            if (rows[i].needs & ombre_lane_feature_bit(f))
                assert_non_null(strstr(why, ombre_lane_feature_name(f)));
    }
}

static void numbers_features(void **state)
{
    uint32_t all = 0;

    (void) state;
    for (unsigned f = 0; f < OMBRE_LANE_FEATURE_COUNT; f++) {
        const uint32_t bit = ombre_lane_feature_bit(f);
        assert_true(bit != 0 && (bit & (bit - 1)) == 0 && !(all & bit));
        all |= bit;
    }
    assert_int_equal(all, ALL);
    assert_int_equal(OMBRE_LANE_DYNAMIC_FEATURES,
                     ALL & ~(FEATURE(PIPELINE_LIBRARY) |
                             FEATURE(DYNAMIC_RENDERING) |
                             FEATURE(COLOR_WRITE_ENABLE) |
                             FEATURE(SHADER_OBJECT) | FEATURE(RASTER_ORDER)));
    assert_int_equal(ombre_lane_feature_bit(OMBRE_LANE_FEATURE_COUNT), 0);
    assert_null(ombre_lane_feature_name(OMBRE_LANE_FEATURE_COUNT));
    assert_null(ombre_lane_feature_extension(OMBRE_LANE_FEATURE_COUNT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_every_lane_once),
        cmocka_unit_test(reads_what_it_writes),
        cmocka_unit_test(reads_words),
        cmocka_unit_test(resolves),
        cmocka_unit_test(asks_for_features),
        cmocka_unit_test(numbers_features),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
