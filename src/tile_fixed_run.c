/* Pixels to lanes and back. */
#include <string.h>

#include "tile_fixed.h"

/* --- In ------------------------------------------------------------------- */

TILE_INLINE void feed_slot(const struct tile_feed *feed,
                           const struct tile_pixels *pixels,
                           uint32_t *restrict out)
{
    const uint32_t(*const words)[4] =
        feed->second ? pixels->source1 : pixels->source;
    for (unsigned i = 0; i < TILE_LANES; i++)
        out[i] = feed->is_constant ? feed->constant : words[i][feed->component];
}

/* FS 3.2.3.3: SNORM's lowest code is -1.0 too. */
TILE_INLINE void take_dest(const struct tile_fixed_component *c,
                           const uint64_t *restrict texels,
                           double *restrict out)
{
    const double lowest = c->equation.low;
    const uint32_t mask = (1u << c->bits) - 1;
    const int32_t wrap = c->is_signed ? (int32_t) 1 << c->bits : 0;
    const int32_t half = (int32_t) 1 << (c->bits - 1);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const int32_t code =
            (int32_t) ((uint32_t) (texels[i] >> c->shift) & mask);
        const double x = code >= half ? code - wrap : code;
        out[i] = x < lowest ? lowest : x;
    }
}

TILE_INLINE void fill_dest(const struct tile_fixed_component *c,
                           const struct tile_pixels *pixels, double missing,
                           double *restrict out)
{
    if (c->stored) {
        take_dest(c, pixels->dest, out);
        return;
    }
    for (unsigned i = 0; i < TILE_LANES; i++)
        out[i] = missing;
}

/* --- Out ------------------------------------------------------------------ */

TILE_INLINE void put(const struct tile_fixed_component *c,
                     const int32_t *restrict ordinal, uint64_t *restrict texels)
{
    const uint32_t mask = (1u << c->bits) - 1;
    const uint64_t keep = ~((uint64_t) mask << c->shift);
    for (unsigned i = 0; i < TILE_LANES; i++)
        texels[i] = (texels[i] & keep) |
                    (uint64_t) ((uint32_t) ordinal[i] & mask) << c->shift;
}

/* A destination that held SNORM's lowest code may keep it where -1.0 is legal.
 */
TILE_INLINE void keep_lowest(const struct tile_fixed_component *c,
                             const struct tile_pixels *pixels,
                             int32_t *restrict first)
{
    const int32_t lowest = -(int32_t) c->equation.scale;
    const uint32_t mask = (1u << c->bits) - 1, code = 1u << (c->bits - 1);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const bool held =
            ((uint32_t) (pixels->dest[i] >> c->shift) & mask) == code;
        first[i] -= held & (first[i] == lowest);
    }
}

/* --- Pixels --------------------------------------------------------------- */

TILE_INLINE void run_component(const struct tile_fixed *fixed,
                               const struct tile_fixed_component *c,
                               struct tile_lanes *lanes,
                               struct tile_pixels *pixels)
{
    const double scale = c->equation.scale;
    for (unsigned k = 0; k < c->equation.slots; k++)
        feed_slot(&c->feed[k], pixels, lanes->given[k]);
    fill_dest(c, pixels, 0, lanes->dest);
    fill_dest(&fixed->component[OMBRE_ALPHA], pixels, scale, lanes->dest_alpha);
    tile_fixed_lanes(&c->equation, lanes);
    if (fixed->keeps_lowest && c->is_signed && c->equation.blend)
        keep_lowest(c, pixels, lanes->first);
    put(c, lanes->ideal, pixels->ideal);
    put(c, lanes->first, pixels->first);
    put(c, lanes->last, pixels->last);
    for (unsigned i = 0; i < TILE_LANES; i++)
        pixels->unsure[i] |= lanes->unsure[i];
}

void tile_fixed_pixels(const struct tile_fixed *fixed,
                       struct tile_pixels *pixels)
{
    struct tile_lanes lanes;
    memset(pixels->unsure, 0, sizeof pixels->unsure);
    for (unsigned i = 0; i < TILE_LANES; i++) {
        pixels->ideal[i] = pixels->dest[i];
        pixels->first[i] = pixels->dest[i] & ~fixed->unowned;
        pixels->last[i] = pixels->dest[i] | fixed->unowned;
    }
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (fixed->component[i].written)
            run_component(fixed, &fixed->component[i], &lanes, pixels);
}
