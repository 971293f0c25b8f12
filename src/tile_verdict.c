#include <string.h>

#include "tile_parts.h"

enum { WORDS = 4 }; /* most 32-bit words of a texel */

/* How the texels of a format are compared. */
struct judge {
    const struct ombre_format *format;
    bool in_bytes; /* every component is 8 bits whose codes sort by value */
    unsigned field_count;
    struct tile_field field[OMBRE_COMPONENTS];
    unsigned word[OMBRE_COMPONENTS]; /* that the field is in */
};

static struct tile_field field_of(const struct ombre_format *format,
                                  unsigned component)
{
    const unsigned bits = format->component[component].bits;
    const uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
    const uint32_t sign = mask ^ mask >> 1;
    struct tile_field field = {
        .shift = format->component[component].shift % 32u,
        .mask = mask,
    };
    switch (format->numeric) {
    case OMBRE_SNORM:
    case OMBRE_SINT: field.any_sign = sign; break;
    case OMBRE_FLOAT: field.any_sign = field.float_sign = sign; break;
    case OMBRE_UNORM:
    case OMBRE_UINT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: break;
    }
    return field;
}

static struct judge judge_of(const struct ombre_format *format)
{
    struct judge judge = {.format = format, .in_bytes = true};
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        if (format->component[i].bits == 0)
            continue;
        judge.word[judge.field_count] = format->component[i].shift / 32u;
        judge.field[judge.field_count++] = field_of(format, i);
        if (format->component[i].bits != 8 ||
            (format->numeric != OMBRE_UNORM && format->numeric != OMBRE_UINT))
            judge.in_bytes = false;
    }
    return judge;
}

static void judge_fields(const struct judge *judge, const uint8_t *got,
                         const uint8_t *first, const uint8_t *last,
                         uint8_t outside[TILE_JUDGED])
{
    memset(outside, 0, TILE_JUDGED);
    uint32_t words[3][TILE_JUDGED];
    unsigned taken = WORDS;
    for (unsigned i = 0; i < judge->field_count; i++) {
        if (judge->word[i] != taken) {
            taken = judge->word[i];
            const unsigned size = judge->format->texel_size;
            tile_take_words(size, taken, got, words[0]);
            tile_take_words(size, taken, first, words[1]);
            tile_take_words(size, taken, last, words[2]);
        }
        tile_judge_field(&judge->field[i], words[0], words[1], words[2],
                         outside);
    }
}

/* Judge TILE_JUDGED pixels. */
static struct tile_counts judge_block(const struct judge *judge,
                                      const uint8_t *got, const uint8_t *first,
                                      const uint8_t *last, const uint8_t *open,
                                      uint8_t mark[TILE_JUDGED])
{
    static const uint8_t closed[TILE_JUDGED];
    uint8_t outside[TILE_JUDGED];
    if (judge->in_bytes)
        tile_judge_bytes(judge->format->texel_size, got, first, last, outside);
    else
        judge_fields(judge, got, first, last, outside);
    struct tile_counts counts;
    tile_judge_marks(outside, open ? open : closed, mark, &counts);
    return counts;
}

/* Judge fewer: what is missing is the same on all three sides. */
static struct tile_counts judge_rest(const struct judge *judge, size_t count,
                                     const uint8_t *got, const uint8_t *first,
                                     const uint8_t *last, const uint8_t *open,
                                     uint8_t mark[TILE_JUDGED])
{
    uint8_t texels[3][TILE_JUDGED * 16] = {{0}}, opened[TILE_JUDGED] = {0};
    const size_t size = count * judge->format->texel_size;
    memcpy(texels[0], got, size);
    memcpy(texels[1], first, size);
    memcpy(texels[2], last, size);
    if (open)
        memcpy(opened, open, count);
    return judge_block(judge, texels[0], texels[1], texels[2], opened, mark);
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
    const struct judge judge = judge_of(format);
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
                ? judge_block(&judge, g, f, l, o, marked)
                : judge_rest(&judge, taken, g, f, l, o, marked);
        if (counts.outside > 0 && out.first_outside == count)
            out.first_outside = pixel + find_outside(marked, taken);
        out.outside += counts.outside;
        out.ask += counts.ask;
        if (mark)
            memcpy(mark + pixel, marked, taken);
    }
    return out;
}
