#include "layout.h"

#include <stdlib.h>

enum { MAX_COLUMNS = 1022, FIRST_ROW = 3, MIN_WIDTH = 16 };

static uint32_t choose_columns(size_t pixel_count)
{
    uint32_t columns = MIN_WIDTH - 2;
    if (pixel_count < columns)
        return (uint32_t) pixel_count;
    while (columns < MAX_COLUMNS && (size_t) columns * columns < pixel_count)
        columns++;
    return columns;
}

size_t layout_rows(size_t pixel_count)
{
    if (pixel_count == 0)
        return 0;
    const uint32_t columns = choose_columns(pixel_count);
    return pixel_count / columns + (pixel_count % columns > 0) + 1;
}

struct layout layout_start(void)
{
    struct layout out = {.width = MIN_WIDTH, .height = FIRST_ROW};
    for (unsigned t = 0; t < TILE_COUNT; t++)
        out.tile[t] =
            (struct rectangle){1 + t * (TILE_PIXELS + 1), 1, TILE_PIXELS, 1};
    return out;
}

void layout_finish(struct layout *layout)
{
    free(layout->area);
    *layout = (struct layout){0};
}

bool layout_has_room(const struct layout *layout, size_t pixel_count)
{
    const size_t taken = layout->height - FIRST_ROW;
    return pixel_count > 0 && layout_rows(pixel_count) <= LAYOUT_ROWS - taken;
}

static bool push_area(struct layout *layout, const struct area *area)
{
    if (layout->area_count == layout->area_room) {
        const size_t room = layout->area_room ? 2 * layout->area_room : 8;
        struct area *grown = realloc(layout->area, room * sizeof *grown);
        if (!grown)
            return false;
        layout->area = grown;
        layout->area_room = room;
    }
    layout->area[layout->area_count++] = *area;
    return true;
}

bool layout_add(struct layout *layout, size_t pixel_count)
{
    const uint32_t columns = choose_columns(pixel_count);
    const struct area area = {pixel_count, layout->height, columns};
    if (!layout_has_room(layout, pixel_count) || !push_area(layout, &area))
        return false;
    layout->height += (uint32_t) layout_rows(pixel_count);
    if (layout->width < columns + 2)
        layout->width = columns + 2;
    return true;
}

/* Pixels row by row, as wide as may be. */
static bool add_bare(struct layout *layout, uint32_t width, uint32_t height,
                     size_t pixel_count)
{
    const uint32_t columns =
        pixel_count < width ? (uint32_t) pixel_count : width;
    const struct area area = {pixel_count, 0, columns};
    if (columns == 0 || (pixel_count - 1) / columns >= height)
        return false;
    *layout = (struct layout){
        .is_bare = true,
        .width = columns,
        .height = (uint32_t) ((pixel_count - 1) / columns) + 1,
    };
    return push_area(layout, &area);
}

bool layout_within(struct layout *layout, uint32_t width, uint32_t height,
                   size_t pixel_count)
{
    *layout = layout_start();
    if (pixel_count > 0 && choose_columns(pixel_count) + 2 <= width &&
        layout->width <= width &&
        FIRST_ROW + layout_rows(pixel_count) <= height)
        return layout_add(layout, pixel_count);
    return add_bare(layout, width, height, pixel_count);
}

/* Columns of poison before an area. */
static uint32_t margin(const struct layout *layout)
{
    return layout->is_bare ? 0 : 1;
}

size_t layout_rectangle(const struct layout *layout, size_t area, size_t first,
                        size_t count, struct rectangle *out)
{
    const uint32_t columns = layout->area[area].columns;
    const uint32_t x = (uint32_t) (first % columns);
    const uint32_t y = (uint32_t) (first / columns);
    *out = (struct rectangle){margin(layout) + x, layout->area[area].y + y,
                              columns - x, 1};
    if (x == 0 && count >= columns)
        out->height = (uint32_t) (count / columns);
    else if (count < out->width)
        out->width = (uint32_t) count;
    return (size_t) out->width * out->height;
}

size_t layout_case_texel(const struct layout *layout, size_t area, size_t pixel)
{
    const struct area *a = &layout->area[area];
    const size_t row = a->y + pixel / a->columns;
    return row * layout->width + margin(layout) + pixel % a->columns;
}

size_t layout_tile_texel(const struct layout *layout, enum tile tile,
                         unsigned pixel)
{
    const struct rectangle *at = &layout->tile[tile];
    return (size_t) at->y * layout->width + at->x + pixel;
}

/* The area at or above row `y`; areas lie below one another. */
static size_t area_above(const struct layout *layout, size_t y)
{
    size_t low = 0, high = layout->area_count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        *(layout->area[middle].y <= y ? &low : &high) = middle;
    }
    return low;
}

struct place layout_place(const struct layout *layout, size_t texel)
{
    const size_t x = texel % layout->width, y = texel / layout->width;
    for (unsigned t = 0; t < TILE_COUNT; t++) {
        const struct rectangle *at = &layout->tile[t];
        if (y == at->y && x >= at->x && x < at->x + at->width)
            return (struct place){
                .kind = PLACE_TILE, .tile = (enum tile) t, .pixel = x - at->x};
    }
    if (layout->area_count == 0 || x < margin(layout) || y < layout->area[0].y)
        return (struct place){.kind = PLACE_POISON};
    const size_t index = area_above(layout, y);
    const struct area *area = &layout->area[index];
    const size_t column = x - margin(layout);
    const size_t pixel = (y - area->y) * area->columns + column;
    if (column >= area->columns || pixel >= area->pixel_count)
        return (struct place){.kind = PLACE_POISON};
    return (struct place){.kind = PLACE_CASE, .area = index, .pixel = pixel};
}
