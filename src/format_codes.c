/* Texels, codes and the numbers they stand for. */
#include "ombre/format.h"

#include <math.h>
#include <string.h>

#include "srgb_table.h"

/* --- Texels -------------------------------------------------------------- */

/* A mask of the lowest `bits` bits, 0 to 32. */
static uint32_t low_bits(unsigned bits)
{
    return bits < 32 ? (1u << bits) - 1u : UINT32_MAX;
}

static unsigned width(const struct ombre_format *format,
                      enum ombre_component component)
{
    return format->component[component].bits;
}

/* No component of any row straddles a word. */
uint32_t ombre_texel_code(const struct ombre_format *format,
                          const struct ombre_texel *texel,
                          enum ombre_component component)
{
    const unsigned shift = format->component[component].shift;
    return texel->word[shift / 32] >> (shift % 32) &
           low_bits(width(format, component));
}

void ombre_texel_set_code(const struct ombre_format *format,
                          struct ombre_texel *texel,
                          enum ombre_component component, uint32_t code)
{
    const unsigned shift = format->component[component].shift;
    const uint32_t mask = low_bits(width(format, component)) << (shift % 32);
    uint32_t *word = &texel->word[shift / 32];
    *word = (*word & ~mask) | (code << (shift % 32) & mask);
}

struct ombre_texel ombre_texel_load(const struct ombre_format *format,
                                    const void *bytes)
{
    const unsigned char *from = bytes;
    struct ombre_texel texel = {{0}};
    for (unsigned i = 0; i < format->texel_size; i++)
        texel.word[i / 4] |= (uint32_t) from[i] << (i % 4 * 8);
    return texel;
}

void ombre_texel_store(const struct ombre_format *format,
                       const struct ombre_texel *texel, void *bytes)
{
    unsigned char *to = bytes;
    for (unsigned i = 0; i < format->texel_size; i++)
        to[i] = (unsigned char) (texel->word[i / 4] >> (i % 4 * 8) & 0xFF);
}

/* --- Kinds of code ------------------------------------------------------- */

/* Alpha of an sRGB format is linear (FS 17.4). */
static bool is_srgb(const struct ombre_format *format,
                    enum ombre_component component)
{
    return format->srgb && component != OMBRE_ALPHA;
}

/* The two's complement number in the low `bits` bits of `code`. */
static int64_t sign_extend(uint32_t code, unsigned bits)
{
    const int64_t sign = (int64_t) 1 << (bits - 1);
    return ((int64_t) (code & low_bits(bits)) ^ sign) - sign;
}

/* A float as DXGI has them: binary32, binary16, or without sign 11 or 10 bits
 * (FS 3.1.3, 3.1.5, 3.1.6). */
struct float_shape {
    unsigned mantissa_bits;
    unsigned exponent_bits;
    bool is_signed;
};

static struct float_shape float_shape(const struct ombre_format *format,
                                      enum ombre_component component)
{
    const unsigned bits = width(format, component);
    const bool is_signed = format->numeric == OMBRE_FLOAT;
    const unsigned exponent_bits = bits == 32 ? 8 : 5;
    return (struct float_shape){bits - exponent_bits - is_signed, exponent_bits,
                                is_signed};
}

/* The code of +INF; NaN codes are those above it, sign aside. */
static uint32_t infinity_code(struct float_shape shape)
{
    return low_bits(shape.exponent_bits) << shape.mantissa_bits;
}

static uint32_t sign_bit(struct float_shape shape)
{
    return (uint32_t) shape.is_signed
           << (shape.exponent_bits + shape.mantissa_bits);
}

static bool is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

bool ombre_code_is_nan(const struct ombre_format *format,
                       enum ombre_component component, uint32_t code)
{
    if (!is_float(format) || !ombre_format_has(format, component))
        return false;
    const struct float_shape shape = float_shape(format, component);
    const uint32_t magnitude =
        code & low_bits(width(format, component)) & ~sign_bit(shape);
    return magnitude > infinity_code(shape);
}

/* --- Code to number ------------------------------------------------------ */

static double decode_float(struct float_shape shape, uint32_t code)
{
    const uint32_t fraction = code & low_bits(shape.mantissa_bits);
    const uint32_t exponent =
        code >> shape.mantissa_bits & low_bits(shape.exponent_bits);
    const double sign = code & sign_bit(shape) ? -1.0 : 1.0;
    const int bias = (int) low_bits(shape.exponent_bits - 1);
    const int scale = 1 - bias - (int) shape.mantissa_bits;

    if (exponent == low_bits(shape.exponent_bits))
        return fraction ? (double) NAN : sign * (double) INFINITY;
    if (exponent == 0)
        return sign * ldexp(fraction, scale);
    const uint32_t hidden = 1u << shape.mantissa_bits;
    return sign * ldexp(fraction | hidden, scale + (int) exponent - 1);
}

/* FS 3.2.3.3: the lowest code is a second -1. */
static double decode_snorm(uint32_t code, unsigned bits)
{
    const double value =
        (double) sign_extend(code, bits) / (double) low_bits(bits - 1);
    return value < -1.0 ? -1.0 : value;
}

double ombre_decode(const struct ombre_format *format,
                    enum ombre_component component, uint32_t code)
{
    const unsigned bits = width(format, component);
    if (bits == 0)
        return 0.0;
    code &= low_bits(bits);
    switch (format->numeric) {
    case OMBRE_UNORM:
        return is_srgb(format, component) ? srgb_linear[code]
                                          : (double) code / low_bits(bits);
    case OMBRE_SNORM: return decode_snorm(code, bits);
    case OMBRE_UINT:
    case OMBRE_SHARED: return (double) code;
    case OMBRE_SINT: return (double) sign_extend(code, bits);
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
        return decode_float(float_shape(format, component), code);
    }
    return 0.0;
}

/* --- Number to code ------------------------------------------------------ */

/* Round magnitude * scale half up, where 0 <= magnitude <= 1, as if computed
 * exactly: the product's rounding error (which fma gives exactly) decides what
 * looks like a tie. */
static uint32_t scale_to_code(double magnitude, uint32_t scale)
{
    const double product = magnitude * scale;
    const double error = fma(magnitude, scale, -product);
    const double whole = floor(product);
    const double over = product - whole - 0.5;
    const bool up = over > 0.0 || (over == 0.0 && error >= 0.0);
    return (uint32_t) whole + up;
}

/* FS 3.2.3.6 */
static uint32_t encode_unorm(double value, unsigned bits)
{
    if (!(value > 0.0)) /* NaN too */
        return 0;
    return scale_to_code(value < 1.0 ? value : 1.0, low_bits(bits));
}

/* FS 3.2.3.4; the lowest code is never written. */
static uint32_t encode_snorm(double value, unsigned bits)
{
    const double magnitude = fabs(value);
    if (isnan(value))
        return 0;
    const uint32_t code =
        scale_to_code(magnitude < 1.0 ? magnitude : 1.0, low_bits(bits - 1));
    return (value < 0.0 ? 0u - code : code) & low_bits(bits);
}

/* FS 3.2.3.8, decided without a power: count the thresholds at or below. */
static uint32_t encode_srgb(double value)
{
    uint32_t low = 0;
    uint32_t high = sizeof srgb_threshold / sizeof srgb_threshold[0];
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (value >= srgb_threshold[middle])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static uint32_t nan_code(struct float_shape shape)
{
    return infinity_code(shape) | 1u << (shape.mantissa_bits - 1);
}

/* The code of a finite magnitude, what does not fit cut off (FS 3.2.2, 3.1.6).
 */
static uint32_t truncate_float(double magnitude, struct float_shape shape)
{
    const int mantissa_bits = (int) shape.mantissa_bits;
    const int bias = (int) low_bits(shape.exponent_bits - 1);
    const int own = ilogb(magnitude); /* of 0: below every other */
    const int exponent = own > 1 - bias ? own : 1 - bias;

    if (exponent > bias)
        return infinity_code(shape) - 1;
    /* Denormals have the least exponent and no hidden bit.  The mantissa is
     * added with its hidden bit, which carries into the exponent field. */
    const uint32_t mantissa =
        (uint32_t) floor(ldexp(magnitude, mantissa_bits - exponent));
    return ((uint32_t) (exponent + bias - 1) << mantissa_bits) + mantissa;
}

static uint32_t encode_narrow(double value, struct float_shape shape)
{
    const uint32_t sign = signbit(value) ? sign_bit(shape) : 0;
    if (isnan(value))
        return nan_code(shape) | sign;
    if (signbit(value) && !shape.is_signed) /* FS 3.1.6, -INF too */
        return 0;
    if (isinf(value))
        return infinity_code(shape) | sign;
    return truncate_float(fabs(value), shape) | sign;
}

static uint32_t encode_fp32(double value)
{
    const float rounded = (float) value;
    const uint32_t sign = signbit(value) ? 0x80000000u : 0;
    uint32_t code;

    if (isnan(value))
        return 0x7FC00000u | sign;
    if (isinf(rounded) && !isinf(value))
        return 0x7F7FFFFFu | sign;
    memcpy(&code, &rounded, sizeof code);
    return code;
}

/* FS 3.2.3.13 */
static uint32_t encode_integer(double value, double lowest, double highest)
{
    if (isnan(value))
        return 0;
    if (value < lowest)
        value = lowest;
    if (value > highest)
        value = highest;
    return (uint32_t) (int64_t) value;
}

uint32_t ombre_encode(const struct ombre_format *format,
                      enum ombre_component component, double value)
{
    const unsigned bits = width(format, component);
    if (bits == 0)
        return 0;
    switch (format->numeric) {
    case OMBRE_UNORM:
        return is_srgb(format, component) ? encode_srgb(value)
                                          : encode_unorm(value, bits);
    case OMBRE_SNORM: return encode_snorm(value, bits);
    case OMBRE_UINT: return encode_integer(value, 0.0, low_bits(bits));
    case OMBRE_SINT:
        return encode_integer(value, -1.0 - low_bits(bits - 1),
                              low_bits(bits - 1)) &
               low_bits(bits);
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
        return bits == 32
                   ? encode_fp32(value)
                   : encode_narrow(value, float_shape(format, component));
    case OMBRE_SHARED: return 0;
    }
    return 0;
}

/* FS 3.2.3.8; D3D12_FLOAT_TO_SRGB_*.  These constants make the curve step down
 * by 7e-6 of a code where its two pieces meet; no threshold is near. */
double ombre_srgb_from_linear(double linear)
{
    if (!(linear > 0.0)) /* NaN too */
        return 0.0;
    if (linear >= 1.0)
        return 255.0;
    if (linear <= 0.0031308)
        return 12.92 * linear * 255.0;
    return (1.055 * pow(linear, 1.0 / 2.4) - 0.055) * 255.0;
}

/* FS 3.2.3.7; D3D12_SRGB_TO_FLOAT_* */
double ombre_linear_from_srgb(double position)
{
    if (!(position > 0.0)) /* NaN too */
        return 0.0;
    if (position >= 255.0)
        return 1.0;
    const double c = position / 255.0;
    if (c <= 0.04045)
        return c / 12.92;
    return pow((c + 0.055) / 1.055, 2.4);
}

/* --- Ordinals ------------------------------------------------------------ */

int64_t ombre_code_ordinal(const struct ombre_format *format,
                           enum ombre_component component, uint32_t code)
{
    const unsigned bits = width(format, component);
    if (bits == 0)
        return 0;
    code &= low_bits(bits);
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_UINT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: return code;
    case OMBRE_SNORM:
    case OMBRE_SINT: return sign_extend(code, bits);
    case OMBRE_FLOAT: {
        const uint32_t magnitude = code & low_bits(bits - 1);
        return magnitude == code ? (int64_t) code : -1 - (int64_t) magnitude;
    }
    }
    return 0;
}

uint32_t ombre_ordinal_code(const struct ombre_format *format,
                            enum ombre_component component, int64_t ordinal)
{
    const unsigned bits = width(format, component);
    if (bits == 0)
        return 0;
    if (format->numeric == OMBRE_FLOAT && ordinal < 0)
        return (uint32_t) (-1 - ordinal) | 1u << (bits - 1);
    return (uint32_t) ordinal & low_bits(bits);
}

void ombre_ordinal_limits(const struct ombre_format *format,
                          enum ombre_component component, int64_t *lowest,
                          int64_t *highest)
{
    const unsigned bits = width(format, component);
    *lowest = 0;
    *highest = low_bits(bits);
    if (bits == 0)
        return;
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_UINT:
    case OMBRE_SHARED: return;
    case OMBRE_SNORM:
    case OMBRE_SINT:
        *lowest = -1 - (int64_t) low_bits(bits - 1);
        *highest = low_bits(bits - 1);
        return;
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
        *highest = infinity_code(float_shape(format, component));
        *lowest = format->numeric == OMBRE_FLOAT ? -1 - *highest : 0;
        return;
    }
}
