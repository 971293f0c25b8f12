/* layout.h - where the pixels of cases and of their controls lie in one batch
 *
 *   row 0         poison
 *   row 1         undrawn, keep and identity tiles, poison between them
 *   row 2         poison
 *   row 3 and on  an area for each case: its pixels, row by row, and then a row
 *                 of poison
 *
 * A column of poison stands on either side.  Within a target that has no room
 * for that a layout is bare: the pixels of one case and nothing else.
 */
#ifndef OMBRE_TOOLS_LAYOUT_H
#define OMBRE_TOOLS_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ombre/case.h"

enum { TILE_PIXELS = 4 }; /* of a control */

enum tile { TILE_UNDRAWN, TILE_KEEP, TILE_IDENTITY, TILE_COUNT };

struct rectangle {
    uint32_t x, y, width, height;
};

struct area {
    size_t pixel_count;
    uint32_t y, columns;
};

struct layout {
    bool is_bare; /* tiles have no pixels */
    uint32_t width, height;
    size_t area_count, area_room;
    struct area *area;
    struct rectangle tile[TILE_COUNT];
};

/* A layout without areas; layout_finish() frees one that has some. */
struct layout layout_start(void);
void layout_finish(struct layout *layout);

/* One with an area of so many pixels, within a target of so many texels; false
 * without memory, and without room. */
bool layout_within(struct layout *layout, uint32_t width, uint32_t height,
                   size_t pixel_count);

/* Rows that an area of so many pixels takes, and those that there are. */
size_t layout_rows(size_t pixel_count);
enum { LAYOUT_ROWS = 4000 };

/* Add an area below the others; false without memory, and without room: areas
 * of no pixels have none. */
bool layout_has_room(const struct layout *layout, size_t pixel_count);
bool layout_add(struct layout *layout, size_t pixel_count);

/* Cover pixels of an area from `first` on, at most `count`, with the largest
 * rectangle that holds no others; returns how many it covers. */
size_t layout_rectangle(const struct layout *layout, size_t area, size_t first,
                        size_t count, struct rectangle *out);

/* Index of a pixel's texel, row by row from the top. */
size_t layout_case_texel(const struct layout *layout, size_t area,
                         size_t pixel);
size_t layout_tile_texel(const struct layout *layout, enum tile tile,
                         unsigned pixel);

/* What stands at a texel: a case's pixel, a tile's, or neither (poison). */
enum place_kind { PLACE_POISON, PLACE_CASE, PLACE_TILE };
struct place {
    enum place_kind kind;
    size_t area;    /* of PLACE_CASE */
    enum tile tile; /* of PLACE_TILE */
    size_t pixel;
};
struct place layout_place(const struct layout *layout, size_t texel);

#endif /* OMBRE_TOOLS_LAYOUT_H */
