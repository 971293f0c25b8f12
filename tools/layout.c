#include "layout.h"

enum { MAX_COLUMNS = 1022, MAX_ROWS = 4000, FIRST_ROW = 3, MIN_WIDTH = 16 };

static uint32_t choose_columns(size_t pixel_count)
{
    uint32_t columns = MIN_WIDTH - 2;
    if (pixel_count < columns)
        return (uint32_t) pixel_count;
    while (columns < MAX_COLUMNS && (size_t) columns * columns < pixel_count)
        columns++;
    return columns;
}

static void place_tiles(struct layout *out)
{
    for (unsigned t = 0; t < TILE_COUNT; t++)
        out->tile[t] =
            (struct rectangle){1 + t * (TILE_PIXELS + 1), 1, TILE_PIXELS, 1};
}

bool layout_make(size_t pixel_count, struct layout *out)
{
    *out = (struct layout){.pixel_count = pixel_count};
    if (pixel_count == 0 || pixel_count > (size_t) MAX_COLUMNS * MAX_ROWS)
        return false;
    out->columns = choose_columns(pixel_count);
    const uint32_t rows = (uint32_t) (pixel_count / out->columns);
    const uint32_t rest = (uint32_t) (pixel_count % out->columns);
    out->width = out->columns + 2 < MIN_WIDTH ? MIN_WIDTH : out->columns + 2;
    out->height = FIRST_ROW + rows + (rest > 0) + 1;
    place_tiles(out);
    return true;
}

size_t layout_rectangle(const struct layout *layout, size_t first, size_t count,
                        struct rectangle *out)
{
    const uint32_t columns = layout->columns;
    const uint32_t x = (uint32_t) (first % columns);
    const uint32_t y = (uint32_t) (first / columns);
    *out = (struct rectangle){1 + x, FIRST_ROW + y, columns - x, 1};
    if (x == 0 && count >= columns)
        out->height = (uint32_t) (count / columns);
    else if (count < out->width)
        out->width = (uint32_t) count;
    return (size_t) out->width * out->height;
}

size_t layout_case_texel(const struct layout *layout, size_t pixel)
{
    const size_t row = FIRST_ROW + pixel / layout->columns;
    return row * layout->width + 1 + pixel % layout->columns;
}

size_t layout_tile_texel(const struct layout *layout, enum tile tile,
                         unsigned pixel)
{
    const struct rectangle *at = &layout->tile[tile];
    return (size_t) at->y * layout->width + at->x + pixel;
}

enum place layout_place(const struct layout *layout, size_t texel,
                        size_t *pixel, enum tile *tile)
{
    const size_t x = texel % layout->width, y = texel / layout->width;
    for (unsigned t = 0; t < TILE_COUNT; t++) {
        const struct rectangle *at = &layout->tile[t];
        if (y == at->y && x >= at->x && x < at->x + at->width) {
            *tile = (enum tile) t;
            *pixel = x - at->x;
            return PLACE_TILE;
        }
    }
    if (y < FIRST_ROW || x < 1 || x > layout->columns)
        return PLACE_POISON;
    *pixel = (y - FIRST_ROW) * layout->columns + x - 1;
    return *pixel < layout->pixel_count ? PLACE_CASE : PLACE_POISON;
}
