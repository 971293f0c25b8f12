/* Pixels to lanes and back. */
#include <math.h>
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

/* In codes of `scale`, whose grid has the component's own; what is missing is
 * `missing`. */
TILE_INLINE void fill_dest(const struct tile_fixed_component *c,
                           const struct tile_pixels *pixels, double scale,
                           double missing, double *restrict out)
{
    if (!c->stored) {
        for (unsigned i = 0; i < TILE_LANES; i++)
            out[i] = missing;
        return;
    }
    take_dest(c, pixels->dest, out);
    const double times = scale / c->equation.scale;
    for (unsigned i = 0; i < TILE_LANES; i++)
        out[i] *= times;
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

TILE_INLINE void run_equation(const struct tile_fixed *fixed,
                              const struct tile_fixed_component *c,
                              const struct tile_fixed_equation *equation,
                              const struct tile_pixels *pixels,
                              struct tile_lanes *lanes)
{
    const struct tile_fixed_component *const alpha =
        &fixed->component[OMBRE_ALPHA];
    const double scale = equation->scale;
    for (unsigned k = 0; k < equation->slots; k++)
        feed_slot(&c->feed[k], pixels, lanes->given[k]);
    fill_dest(c, pixels, scale, 0, lanes->dest);
    fill_dest(alpha, pixels, scale, scale, lanes->dest_alpha);
    tile_fixed_lanes(equation, lanes);
}

/* FS 17.5: what 8-bit results become, rounded again or with their low bits cut;
 * as reference_fixed.c computes it. */
TILE_INLINE void add_wide(const struct tile_fixed_component *c,
                          const struct tile_lanes *wide,
                          struct tile_lanes *lanes)
{
    const double scale = c->equation.scale;
    const unsigned cut = 8 - c->bits;
    for (unsigned i = 0; i < TILE_LANES; i++) {
        const double low = (double) wide->first[i] * scale / 255;
        const double high = (double) wide->last[i] * scale / 255;
        const int32_t first = (int32_t) ceil(low - 0.6);
        const int32_t last = (int32_t) floor(high + 0.6);
        const int32_t first_cut = wide->first[i] >> cut;
        const int32_t last_cut = wide->last[i] >> cut;
        const int32_t least = first < first_cut ? first : first_cut;
        const int32_t most = last > last_cut ? last : last_cut;
        lanes->first[i] = least < lanes->first[i] ? least : lanes->first[i];
        lanes->last[i] = most > lanes->last[i] ? most : lanes->last[i];
        lanes->unsure[i] |= wide->unsure[i];
    }
}

TILE_INLINE void run_component(const struct tile_fixed *fixed,
                               const struct tile_fixed_component *c,
                               struct tile_lanes *lanes,
                               struct tile_pixels *pixels)
{
    struct tile_lanes wide;
    run_equation(fixed, c, &c->equation, pixels, lanes);
    if (c->is_narrow) {
        run_equation(fixed, c, &c->wide, pixels, &wide);
        add_wide(c, &wide, lanes);
    }
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
