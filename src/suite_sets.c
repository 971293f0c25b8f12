/* Many operands of one state, for the rules over sets of texels: sources from
 * the lowest to the highest, operands on the grid for a mean, and the same
 * operands in many places. */
#include <string.h>

#include "suite_parts.h"

static double unit_of(uint64_t draw)
{
    return (double) (draw >> 11) / 9007199254740992.0;
}

static void append_format(char id[OMBRE_ID_SIZE], const char *group,
                          uint32_t format)
{
    *id = '\0';
    suite_append(id, group);
    suite_append(id, ombre_format_find(format)->name);
}

/* --- Sweeps of stores --------------------------------------------------------
 */

enum { SWEEP_BITS = 10 };

static bool is_swept(const struct ombre_format *format)
{
    if (format->numeric != OMBRE_UNORM && format->numeric != OMBRE_SNORM)
        return false;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (format->component[c].bits > SWEEP_BITS)
            return false;
    return true;
}

static const struct ombre_format *swept_format(size_t number)
{
    for (unsigned i = 0; i < ombre_format_count(); i++)
        if (is_swept(ombre_format_at(i)) && number-- == 0)
            return ombre_format_at(i);
    return NULL;
}

static size_t sweep_size(void)
{
    size_t count = 0;
    while (swept_format(count))
        count++;
    return count;
}

static void sweep_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_format(id, "om.sweep.", swept_format(index)->dxgi);
}

/* Codes of the widest component. */
static unsigned widest(const struct ombre_format *format)
{
    unsigned bits = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (format->component[c].bits > bits)
            bits = format->component[c].bits;
    return 1u << bits;
}

static void sweep_make(size_t index, struct ombre_case *c)
{
    const struct ombre_format *format = swept_format(index);
    suite_set_targets(c, &format->dxgi, 1);
    c->pixel_count = 2 * (size_t) widest(format);
}

/* Source number `n` of twice as many as there are codes: the value of each
 * code, and somewhere between it and the next. */
static double sweep_value(const struct ombre_format *format,
                          enum ombre_component component, size_t n,
                          struct suite_random *random)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    const int64_t count = high - low + 1;
    const int64_t ordinal = low + (int64_t) (n / 2) % count;
    const int64_t next = ordinal < high ? ordinal + 1 : ordinal;
    const double a = ombre_decode(
        format, component, ombre_ordinal_code(format, component, ordinal));
    const double b = ombre_decode(format, component,
                                  ombre_ordinal_code(format, component, next));
    return n % 2 ? a + (b - a) * unit_of(suite_random_next(random)) : a;
}

static void sweep_operands(struct ombre_case *c)
{
    static const size_t stride[OMBRE_COMPONENTS] = {1, 5, 7, 11};
    struct suite_random random = suite_random_from(c->name);
    const struct ombre_format *format =
        ombre_format_find((uint32_t) c->pso.RTVFormats[0]);
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
            const enum ombre_component component = (enum ombre_component) i;
            if (ombre_format_has(format, component))
                c->source[pixel].word[0][i] = suite_float_word(
                    sweep_value(format, component,
                                pixel * stride[i] % c->pixel_count, &random));
        }
}

/* --- Means -------------------------------------------------------------------
 */

/* Of at least three components, so that few pixels are enough. */
static const uint32_t unorm_formats[] = {
    28, /* R8G8B8A8_UNORM */
    11, /* R16G16B16A16_UNORM */
    87, /* B8G8R8A8_UNORM */
    88, /* B8G8R8X8_UNORM */
};

static const uint32_t other_formats[] = {
    24, /* R10G10B10A2_UNORM */
    29, /* R8G8B8A8_UNORM_SRGB */
    85, /* B5G6R5_UNORM */
    91, /* B8G8R8A8_UNORM_SRGB */
};

static const uint32_t snorm_formats[] = {
    31, /* R8G8B8A8_SNORM */
    13, /* R16G16B16A16_SNORM */
};

static const struct {
    const char *name;
    const uint32_t *format;
    unsigned count;
} biased_groups[] = {
    {"unorm", unorm_formats, sizeof unorm_formats / sizeof unorm_formats[0]},
    {"other", other_formats, sizeof other_formats / sizeof other_formats[0]},
    {"snorm", snorm_formats, sizeof snorm_formats / sizeof snorm_formats[0]},
};

/* One product, two, and two that add up to one. */
static const struct ombre_equation biased[] = {
    {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_DEST_COLOR, OMBRE_ZERO, OMBRE_OP_ADD},
    {OMBRE_INV_DEST_ALPHA, OMBRE_DEST_ALPHA, OMBRE_OP_ADD},
    {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
};

static const struct ombre_equation biased_alpha[] = {
    {OMBRE_DEST_ALPHA, OMBRE_ZERO, OMBRE_OP_ADD},
    {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
    {OMBRE_INV_DEST_ALPHA, OMBRE_DEST_ALPHA, OMBRE_OP_ADD},
};

enum {
    GROUPS = sizeof biased_groups / sizeof biased_groups[0],
    BIASED = sizeof biased / sizeof biased[0],
    BIASED_PIXELS = 1536,
};

static size_t bias_size(void)
{
    return (size_t) GROUPS * BIASED;
}

static void bias_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.bias.");
    suite_append(id, biased_groups[index / BIASED].name);
    suite_append(id, ".");
    suite_append_number(id, (unsigned) (index % BIASED));
}

static void bias_make(size_t index, struct ombre_case *c)
{
    const unsigned count = biased_groups[index / BIASED].count;
    suite_set_targets(c, biased_groups[index / BIASED].format, count);
    for (unsigned t = 0; t < count; t++)
        suite_set_blend(c, t, &biased[(index + t) % BIASED],
                        &biased_alpha[(index + t) % BIASED]);
    /* Only 0 and 1 are on the grid of every target. */
    for (unsigned i = 0; i < 4; i++)
        c->pso.BlendFactor[i] = (float) (i % 2);
    c->pixel_count = BIASED_PIXELS;
}

/* The value of some code; alpha that is not stored has the grid of the others.
 */
static uint32_t biased_word(struct suite_random *random,
                            const struct ombre_format *format,
                            enum ombre_component component)
{
    if (!ombre_format_has(format, component))
        component = OMBRE_GREEN;
    const unsigned bits = format->component[component].bits;
    return suite_float_word(
        ombre_decode(format, component,
                     (uint32_t) (suite_random_next(random) >> (64 - bits))));
}

static void bias_operands(struct ombre_case *c)
{
    struct suite_random random = suite_random_from(c->name);
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        for (unsigned t = 0; t < c->pso.NumRenderTargets; t++)
            for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
                c->source[pixel].word[t][i] = biased_word(
                    &random, ombre_format_find((uint32_t) c->pso.RTVFormats[t]),
                    (enum ombre_component) i);
}

/* --- Places ------------------------------------------------------------------
 */

static const uint32_t placed_formats[] = {
    28, /* R8G8B8A8_UNORM */
    10, /* R16G16B16A16_FLOAT */
    11, /* R16G16B16A16_UNORM */
};

enum {
    PLACED_FORMATS = sizeof placed_formats / sizeof placed_formats[0],
    PLACED_TARGETS = 8,
    PLACED_OPERANDS = 3, /* different ones, over and over */
    PLACED_PIXELS = 192,
};

static size_t place_size(void)
{
    return PLACED_FORMATS;
}

static void place_id(size_t index, char id[OMBRE_ID_SIZE])
{
    append_format(id, "om.place.", placed_formats[index]);
}

static void place_make(size_t index, struct ombre_case *c)
{
    uint32_t formats[PLACED_TARGETS];
    for (unsigned t = 0; t < PLACED_TARGETS; t++)
        formats[t] = placed_formats[index];
    suite_set_targets(c, formats, PLACED_TARGETS);
    for (unsigned t = 0; t < PLACED_TARGETS; t++)
        suite_set_blend(c, t, &biased[0], &biased[2]);
    c->pixel_count = PLACED_PIXELS;
}

static void place_operands(struct ombre_case *c)
{
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++) {
        const size_t model = pixel % PLACED_OPERANDS;
        for (unsigned t = 0; t < PLACED_TARGETS; t++) {
            memmove(c->source[pixel].word[t], c->source[model].word[0],
                    sizeof c->source[pixel].word[t]);
            c->dest[pixel * OMBRE_MAX_TARGETS + t] =
                c->dest[model * OMBRE_MAX_TARGETS];
        }
    }
}

const struct suite_group suite_sweeps = {
    .size = sweep_size,
    .id = sweep_id,
    .make = sweep_make,
    .operands = sweep_operands,
};
const struct suite_group suite_bias = {
    .size = bias_size,
    .id = bias_id,
    .make = bias_make,
    .operands = bias_operands,
};
const struct suite_group suite_places = {
    .size = place_size,
    .id = place_id,
    .make = place_make,
    .operands = place_operands,
};
