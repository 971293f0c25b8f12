#include <string.h>

#include "tile_parts.h"

/* Whether every component is a whole lane of its own size. */
static bool has_lanes(const struct ombre_format *format, unsigned bits)
{
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (format->component[i].bits != 0 && format->component[i].bits != bits)
            return false;
    return bits == 8 || bits == 16 || bits == 32;
}

static uint32_t field_of(const struct ombre_format *format, unsigned component)
{
    const unsigned bits = format->component[component].bits;
    return ((1u << bits) - 1) << format->component[component].shift;
}

/* Red's bits, or those of alpha if there is nothing else. */
static unsigned first_bits(const struct ombre_format *format)
{
    const unsigned red = format->component[OMBRE_RED].bits;
    return red != 0 ? red : format->component[OMBRE_ALPHA].bits;
}

static struct tile_judged judged_of(const struct ombre_format *format)
{
    struct tile_judged judged = {.texel_size = format->texel_size};
    const unsigned bits = first_bits(format);
    if (!has_lanes(format, bits)) {
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
            judged.field[judged.field_count++] = field_of(format, i);
        return judged;
    }
    const uint32_t sign = 1u << (bits - 1);
    judged.lane_size = bits / 8;
    judged.lanes = format->texel_size / judged.lane_size;
    switch (format->numeric) {
    case OMBRE_SNORM:
    case OMBRE_SINT: judged.any_sign = sign; break;
    case OMBRE_FLOAT: judged.any_sign = judged.float_sign = sign; break;
    case OMBRE_UNORM:
    case OMBRE_UINT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: break;
    }
    return judged;
}

/* Judge TILE_JUDGED pixels. */
static struct tile_counts judge_block(const struct tile_judged *judged,
                                      const uint8_t *got, const uint8_t *first,
                                      const uint8_t *last, const uint8_t *open,
                                      uint8_t mark[TILE_JUDGED])
{
    static const uint8_t closed[TILE_JUDGED];
    uint8_t outside[TILE_JUDGED];
    tile_judge_texels(judged, got, first, last, outside);
    struct tile_counts counts;
    tile_judge_marks(outside, open ? open : closed, mark, &counts);
    return counts;
}

/* Judge fewer: what is missing is the same on all three sides. */
static struct tile_counts judge_rest(const struct tile_judged *judged,
                                     size_t count, const uint8_t *got,
                                     const uint8_t *first, const uint8_t *last,
                                     const uint8_t *open,
                                     uint8_t mark[TILE_JUDGED])
{
    uint8_t texels[3][TILE_JUDGED * 16] = {{0}}, opened[TILE_JUDGED] = {0};
    const size_t size = count * judged->texel_size;
    memcpy(texels[0], got, size);
    memcpy(texels[1], first, size);
    memcpy(texels[2], last, size);
    if (open)
        memcpy(opened, open, count);
    return judge_block(judged, texels[0], texels[1], texels[2], opened, mark);
}

static size_t find_outside(const uint8_t *mark, size_t count)
{
    size_t i = 0;
    while (i < count && mark[i] != OMBRE_TILE_OUTSIDE)
        i++;
    return i;
}

struct ombre_tile_verdict ombre_judge_tile(const struct ombre_format *format,
                                           size_t count, const void *got,
                                           const void *first, const void *last,
                                           const uint8_t *open, uint8_t *mark)
{
    const struct tile_judged judged = judged_of(format);
    struct ombre_tile_verdict out = {.first_outside = count};
    for (size_t pixel = 0; pixel < count; pixel += TILE_JUDGED) {
        const size_t left = count - pixel, at = pixel * format->texel_size;
        const size_t taken = left < TILE_JUDGED ? left : TILE_JUDGED;
        const uint8_t *const g = (const uint8_t *) got + at,
                             *const f = (const uint8_t *) first + at,
                             *const l = (const uint8_t *) last + at,
                             *const o = open ? open + pixel : NULL;
        uint8_t marked[TILE_JUDGED];
        const struct tile_counts counts =
            taken == TILE_JUDGED
                ? judge_block(&judged, g, f, l, o, marked)
                : judge_rest(&judged, taken, g, f, l, o, marked);
        if (counts.outside > 0 && out.first_outside == count)
            out.first_outside = pixel + find_outside(marked, taken);
        out.outside += counts.outside;
        out.ask += counts.ask;
        if (mark)
            memcpy(mark + pixel, marked, taken);
    }
    return out;
}
