/* layout.h - where the pixels of a case and of its controls lie in one batch
 *
 *   row 0         poison
 *   row 1         undrawn, keep and identity tiles, poison between them
 *   row 2         poison
 *   row 3 and on  the case's pixels, row by row
 *   last row      poison
 *
 * A column of poison stands on either side.
 */
#ifndef OMBRE_TOOLS_LAYOUT_H
#define OMBRE_TOOLS_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "ombre/case.h"

enum { TILE_PIXELS = 4 }; /* of a control */

enum tile { TILE_UNDRAWN, TILE_KEEP, TILE_IDENTITY, TILE_COUNT };

struct rectangle {
    uint32_t x, y, width, height;
};

struct layout {
    uint32_t width, height;
    size_t pixel_count;
    uint32_t columns; /* of the case's pixels */
    struct rectangle tile[TILE_COUNT];
};

/* Returns false if there are more pixels than any image holds. */
bool layout_make(size_t pixel_count, struct layout *out);

/* Cover pixels of the case from `first` on, at most `count`, with the largest
 * rectangle that holds no others; returns how many it covers. */
size_t layout_rectangle(const struct layout *layout, size_t first, size_t count,
                        struct rectangle *out);

/* Index of a pixel's texel, row by row from the top. */
size_t layout_case_texel(const struct layout *layout, size_t pixel);
size_t layout_tile_texel(const struct layout *layout, enum tile tile,
                         unsigned pixel);

/* What stands at a texel: a case's pixel, a tile's, or neither (poison). */
enum place { PLACE_POISON, PLACE_CASE, PLACE_TILE };
enum place layout_place(const struct layout *layout, size_t texel,
                        size_t *pixel, enum tile *tile);

#endif /* OMBRE_TOOLS_LAYOUT_H */
