/* Operands of a case, drawn from its id. */
#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

struct suite_random suite_random_from(const char *id)
{
    /* FNV-1a */
    struct suite_random random = {UINT64_C(0xCBF29CE484222325)};
    for (; *id; id++)
        random.state =
            (random.state ^ (unsigned char) *id) * UINT64_C(0x100000001B3);
    return random;
}

uint64_t suite_random_next(struct suite_random *random)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random->state;
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* From `low` to `high`, on no grid. */
static double between(struct suite_random *random, double low, double high)
{
    const double unit =
        (double) (suite_random_next(random) >> 11) / 9007199254740992.0;
    return low + (high - low) * unit;
}

uint32_t suite_float_word(double value)
{
    const float narrow = (float) value;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    return word;
}

/* --- Codes -----------------------------------------------------------------
 */

/* A code of a float: finite, from 2^-6 to 2^3, so that sums neither overflow
 * nor drown in each other. */
static uint32_t random_float_code(struct suite_random *random, unsigned bits,
                                  unsigned exponent_bits, bool is_signed)
{
    const unsigned mantissa_bits = bits - exponent_bits - is_signed;
    const uint32_t bias = (1u << (exponent_bits - 1)) - 1;
    const uint64_t draw = suite_random_next(random);
    const uint32_t mantissa =
        (uint32_t) (draw & ((UINT64_C(1) << mantissa_bits) - 1));
    const uint32_t exponent = bias - 6 + (uint32_t) (draw >> 32) % 9;
    const uint32_t sign = is_signed ? (uint32_t) (draw >> 63) : 0;
    return sign << (bits - 1) | exponent << mantissa_bits | mantissa;
}

static uint32_t random_code(struct suite_random *random,
                            const struct ombre_format *format,
                            enum ombre_component component)
{
    const unsigned bits = format->component[component].bits;
    if (bits == 0)
        return 0;
    switch (format->numeric) {
    case OMBRE_FLOAT:
        return random_float_code(random, bits, bits == 32 ? 8 : 5, true);
    case OMBRE_UFLOAT: return random_float_code(random, bits, 5, false);
    case OMBRE_UNORM:
    case OMBRE_SNORM:
    case OMBRE_UINT:
    case OMBRE_SINT:
    case OMBRE_SHARED: break;
    }
    return (uint32_t) (suite_random_next(random) >> (64 - bits));
}

static struct ombre_texel random_texel(struct suite_random *random,
                                       const struct ombre_format *format)
{
    uint8_t bytes[16];
    memset(bytes, 0x5A, sizeof bytes); /* what no component holds is poison */
    struct ombre_texel texel = ombre_texel_load(format, bytes);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        ombre_texel_set_code(
            format, &texel, (enum ombre_component) c,
            random_code(random, format, (enum ombre_component) c));
    return texel;
}

/* --- Sources ---------------------------------------------------------------
 */

/* A value on the target's grid: what one of its codes stands for. */
static uint32_t grid_word(struct suite_random *random,
                          const struct ombre_format *format,
                          enum ombre_component component)
{
    if (!ombre_format_has(format, component) || format->numeric == OMBRE_SHARED)
        return suite_float_word(between(random, 0, 1));
    return suite_float_word(ombre_decode(
        format, component, random_code(random, format, component)));
}

/* A value anywhere, sometimes where a fixed-point target clamps it. */
static uint32_t free_word(struct suite_random *random,
                          const struct ombre_format *format)
{
    const bool wild = suite_random_next(random) % 4 == 0;
    const bool is_unsigned =
        format->numeric == OMBRE_UNORM || format->numeric == OMBRE_UFLOAT;
    const double low = is_unsigned ? 0 : -1;
    return suite_float_word(wild ? between(random, low - 1, 2)
                                 : between(random, low, 1));
}

/* An integer that fits, or one that the target must clamp. */
static uint32_t integer_word(struct suite_random *random,
                             const struct ombre_format *format,
                             enum ombre_component component, bool fits)
{
    const uint32_t code = random_code(random, format, component);
    if (!fits || !ombre_format_has(format, component))
        return (uint32_t) suite_random_next(random);
    return (uint32_t) ombre_code_ordinal(format, component, code);
}

static void fill_output(struct suite_random *random,
                        const struct ombre_format *format,
                        enum ombre_output_type type, bool on_grid,
                        uint32_t word[4])
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (type == OMBRE_OUTPUT_UINT || type == OMBRE_OUTPUT_SINT)
            word[c] = integer_word(random, format, component, on_grid);
        else
            word[c] = on_grid ? grid_word(random, format, component)
                              : free_word(random, format);
    }
}

/* The format that an output is measured by: its target's, or, of an output
 * without one (a second source, a hole), that of the first target there is. */
static const struct ombre_format *output_format(const struct ombre_case *c,
                                                unsigned output)
{
    const struct ombre_format *format =
        ombre_format_find((uint32_t) c->pso.RTVFormats[output]);
    for (unsigned t = 0; !format && t < OMBRE_MAX_TARGETS; t++)
        format = ombre_format_find((uint32_t) c->pso.RTVFormats[t]);
    return format;
}

static void fill_output_of(struct suite_random *random, struct ombre_case *c,
                           size_t pixel, unsigned output)
{
    const struct ombre_output *declared = &c->pso.shader.output[output];
    const struct ombre_format *format = output_format(c, output);
    if (declared->type != OMBRE_OUTPUT_NONE && format)
        fill_output(random, format, declared->type, pixel % 2 == 0,
                    c->source[pixel * c->layer_count].word[output]);
}

static void fill_dest(struct suite_random *random, struct ombre_case *c,
                      size_t pixel, unsigned target)
{
    const struct ombre_format *format =
        ombre_format_find((uint32_t) c->pso.RTVFormats[target]);
    struct ombre_texel *dest =
        &c->dest[(pixel * OMBRE_MAX_TARGETS + target) * c->sample_count];
    for (unsigned s = 0; format && s < c->sample_count; s++)
        dest[s] = random_texel(random, format);
}

static void fill_pixel(struct suite_random *random, struct ombre_case *c,
                       size_t pixel)
{
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        fill_output_of(random, c, pixel, n);
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        fill_dest(random, c, pixel, t);
}

void suite_fill_target(struct ombre_case *c, unsigned target, const char *id)
{
    struct suite_random random = suite_random_from(id);
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++) {
        fill_output_of(&random, c, pixel, target);
        /* A second source. */
        if (target == 0 && c->pso.NumRenderTargets == 1)
            fill_output_of(&random, c, pixel, 1);
        fill_dest(&random, c, pixel, target);
    }
}

bool suite_fill_operands(struct ombre_case *c, const char *id)
{
    struct suite_random random = suite_random_from(id);
    const size_t pixels = c->pixel_count ? c->pixel_count : SUITE_PIXELS;
    c->pixel_count = pixels;
    c->source = calloc(pixels * c->layer_count, sizeof *c->source);
    c->dest =
        calloc(pixels * OMBRE_MAX_TARGETS * c->sample_count, sizeof *c->dest);
    const bool exports = c->pso.shader.coverage == OMBRE_COVERAGE_PER_PIXEL;
    if (exports)
        c->coverage = calloc(pixels, sizeof *c->coverage);
    if (!c->source || !c->dest || (exports && !c->coverage))
        return false;
    for (size_t pixel = 0; pixel < pixels; pixel++) {
        fill_pixel(&random, c, pixel);
        if (exports)
            c->coverage[pixel] = (uint32_t) suite_random_next(&random);
    }
    return true;
}

/* --- Beginning and end -------------------------------------------------------
 */

bool suite_case_start(struct ombre_case *c, const char *id)
{
    const size_t size = strlen(id) + 1;
    *c = (struct ombre_case){0};
    c->name = malloc(size);
    if (!c->name)
        return false;
    memcpy(c->name, id, size);
    c->pso = ombre_pso_default();
    c->device = ombre_d3d_device_default();
    c->layer_count = 1;
    return true;
}

bool suite_case_end(struct ombre_case *c)
{
    c->sample_count = c->pso.SampleDesc.Count;
    if (suite_fill_operands(c, c->name))
        return true;
    ombre_case_finish(c);
    *c = (struct ombre_case){0};
    return false;
}
