/* Where the pixels of cases lie in a batch: each once, poison around them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../tools/layout.h"

enum { MAX_AREAS = 6 };

static const struct {
    size_t count, pixels[MAX_AREAS];
} rows[] = {
    {1, {1}},
    {1, {13}},
    {1, {14}},
    {1, {15}},
    {1, {4096}},
    {2, {24, 24}},
    {6, {1, 200, 3, 14, 28, 1000}},
    {3, {65536, 1, 65537}},
};

static struct layout make(size_t row)
{
    struct layout layout = layout_start();
    size_t expected = 3;

    for (size_t a = 0; a < rows[row].count; a++) {
        assert_true(layout_has_room(&layout, rows[row].pixels[a]));
        assert_true(layout_add(&layout, rows[row].pixels[a]));
        expected += layout_rows(rows[row].pixels[a]);
    }
    assert_int_equal(layout.height, expected);
    return layout;
}

/* Every pixel has a texel of its own, which knows it; all other texels are
 * poison, the edges and what lies between areas among them. */
static void places_every_pixel_once(void **state)
{
    (void) state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct layout layout = make(r);
        const size_t texels = (size_t) layout.width * layout.height;
        size_t pixels = (size_t) TILE_COUNT * TILE_PIXELS, found = 0;
        for (size_t a = 0; a < rows[r].count; a++) {
            pixels += rows[r].pixels[a];
            for (size_t p = 0; p < rows[r].pixels[a]; p++) {
                const size_t texel = layout_case_texel(&layout, a, p);
                const struct place place = layout_place(&layout, texel);
                assert_true(texel < texels);
                assert_int_equal(place.kind, PLACE_CASE);
                assert_int_equal(place.area, a);
                assert_int_equal(place.pixel, p);
            }
        }
        for (unsigned t = 0; t < TILE_COUNT * TILE_PIXELS; t++) {
            const enum tile tile = (enum tile)(t / TILE_PIXELS);
            const struct place place = layout_place(
                &layout, layout_tile_texel(&layout, tile, t % TILE_PIXELS));
            assert_int_equal(place.kind, PLACE_TILE);
            assert_int_equal(place.tile, tile);
            assert_int_equal(place.pixel, t % TILE_PIXELS);
        }
        for (size_t i = 0; i < texels; i++) {
            const size_t x = i % layout.width, y = i / layout.width;
            const enum place_kind kind = layout_place(&layout, i).kind;
            found += kind != PLACE_POISON;
            if (x == 0 || x == layout.width - 1 || y == 0 || y == 2 ||
                y == layout.height - 1)
                assert_int_equal(kind, PLACE_POISON);
        }
        assert_int_equal(found, pixels);
        layout_finish(&layout);
    }
}

/* A row of poison stands between two areas. */
static void keeps_areas_apart(void **state)
{
    struct layout layout = make(6);

    (void) state;
    for (size_t a = 1; a < rows[6].count; a++)
        for (uint32_t x = 0; x < layout.width; x++) {
            const size_t texel =
                (size_t) (layout.area[a].y - 1) * layout.width + x;
            assert_int_equal(layout_place(&layout, texel).kind, PLACE_POISON);
        }
    layout_finish(&layout);
}

/* Rectangles cover the pixels of an area in their order, each once. */
static void covers_with_rectangles(void **state)
{
    (void) state;
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct layout layout = make(r);
        for (size_t a = 0; a < rows[r].count; a++)
            for (size_t first = 0, step = 1; first < rows[r].pixels[a];
                 step = step * 3 + 1) {
                const size_t left = rows[r].pixels[a] - first;
                const size_t count = left < step ? left : step;
                struct rectangle at;
                const size_t n =
                    layout_rectangle(&layout, a, first, count, &at);
                assert_true(n > 0 && n <= count);
                assert_int_equal(n, (size_t) at.width * at.height);
                for (size_t p = 0; p < n; p++)
                    assert_int_equal(layout_case_texel(&layout, a, first + p),
                                     (at.y + p / at.width) * layout.width +
                                         at.x + p % at.width);
                first += n;
            }
        layout_finish(&layout);
    }
}

static void refuses_what_does_not_fit(void **state)
{
    struct layout layout = layout_start();

    (void) state;
    assert_false(layout_has_room(&layout, 0));
    assert_false(layout_add(&layout, 0));
    assert_false(layout_has_room(&layout, (size_t) 1022 * 4000));
    assert_true(layout_add(&layout, (size_t) 1022 * 3997));
    assert_true(layout_has_room(&layout, 14));
    assert_false(layout_has_room(&layout, 15));
    assert_true(layout_add(&layout, 14));
    assert_false(layout_has_room(&layout, 1));
    assert_false(layout_add(&layout, 1));
    assert_int_equal(layout.area_count, 2);
    layout_finish(&layout);
}

/* Within a target that is small, pixels stand alone; without room there is no
 * layout. */
static const struct {
    uint32_t width, height;
    size_t pixels;
    bool fits, bare;
    uint32_t taken_width, taken_height;
} within[] = {
    {16, 6, 24, true, false, 16, 6},
    {16, 5, 24, true, true, 16, 2},
    {15, 60, 24, true, true, 15, 2},
    {64, 64, 24, true, false, 16, 6},
    {1, 1, 1, true, true, 1, 1},
    {1, 1, 2, false, true, 0, 0},
    {3, 5, 15, true, true, 3, 5},
    {3, 5, 16, false, true, 0, 0},
    {50, 1, 24, true, true, 24, 1},
    {1, 50, 24, true, true, 1, 24},
    {0, 5, 1, false, true, 0, 0},
    {5, 0, 1, false, true, 0, 0},
    {64, 64, 0, false, true, 0, 0},
    {0xFFFFFFFF, 0xFFFFFFFF, 1, true, false, 16, 5},
};

static void keeps_within_targets(void **state)
{
    (void) state;
    for (size_t r = 0; r < sizeof within / sizeof *within; r++) {
        struct layout layout;
        assert_int_equal(layout_within(&layout, within[r].width,
                                       within[r].height, within[r].pixels),
                         within[r].fits);
        size_t cases = 0, tiles = 0;
        if (within[r].fits) {
            assert_int_equal(layout.is_bare, within[r].bare);
            assert_int_equal(layout.width, within[r].taken_width);
            assert_int_equal(layout.height, within[r].taken_height);
        }
        for (size_t t = 0;
             within[r].fits && t < (size_t) layout.width * layout.height; t++) {
            const struct place place = layout_place(&layout, t);
            cases += place.kind == PLACE_CASE;
            tiles += place.kind == PLACE_TILE;
        }
        for (size_t p = 0; within[r].fits && p < within[r].pixels; p++) {
            const struct place place =
                layout_place(&layout, layout_case_texel(&layout, 0, p));
            assert_int_equal(place.kind, PLACE_CASE);
            assert_int_equal(place.pixel, p);
        }
        assert_int_equal(cases, within[r].fits ? within[r].pixels : 0);
        assert_int_equal(tiles, within[r].bare ? 0 : TILE_COUNT * TILE_PIXELS);
        layout_finish(&layout);
    }
}

/* Rectangles of a layout without margins stay in it, and cover all. */
static void covers_bare_areas(void **state)
{
    struct layout layout;
    struct rectangle at;
    size_t first = 0;

    (void) state;
    assert_true(layout_within(&layout, 3, 5, 11));
    while (first < 11) {
        const size_t covered =
            layout_rectangle(&layout, 0, first, 11 - first, &at);
        assert_true(at.x + at.width <= 3 && at.y + at.height <= 5);
        assert_int_equal(at.y * 3 + at.x, first);
        first += covered;
    }
    assert_int_equal(first, 11);
    layout_finish(&layout);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_every_pixel_once),
        cmocka_unit_test(keeps_areas_apart),
        cmocka_unit_test(covers_with_rectangles),
        cmocka_unit_test(refuses_what_does_not_fit),
        cmocka_unit_test(keeps_within_targets),
        cmocka_unit_test(covers_bare_areas),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
