#include "mergers.h"

#include <math.h>
#include <string.h>

/* --- Components ----------------------------------------------------------- */

/* clang-format off */
const struct kind kinds[KINDS] = {
    {"UNORM8", 28, OMBRE_RED, BYTE, 255, 0, 8},
    {"UNORM8 alpha", 28, OMBRE_ALPHA, BYTE, 255, 0, 8},
    {"BGRA8", 87, OMBRE_BLUE, BYTE, 255, 0, 8},
    {"UNORM10", 24, OMBRE_GREEN, WIDE, 1023, 0, 10},
    {"UNORM16", 11, OMBRE_BLUE, WIDE, 65535, 0, 16},
    {"SNORM8", 31, OMBRE_RED, BYTE, 127, -1, 8},
    {"SNORM8 alpha", 31, OMBRE_ALPHA, BYTE, 127, -1, 8},
    {"SNORM16", 13, OMBRE_GREEN, WIDE, 32767, -1, 16},
    {"6 bits", 85, OMBRE_GREEN, NARROW, 63, 0, 6},
    {"5 bits", 86, OMBRE_RED, NARROW, 31, 0, 5},
    {"4 bits", 115, OMBRE_BLUE, NARROW, 15, 0, 4},
    {"4 bits of alpha", 115, OMBRE_ALPHA, NARROW, 15, 0, 4},
    {"2 bits", 24, OMBRE_ALPHA, NARROW, 3, 0, 2},
    {"1 bit", 86, OMBRE_ALPHA, NARROW, 1, 0, 1},
    {"sRGB", 29, OMBRE_RED, SRGB, 255, 0, 8},
    {"sRGB alpha", 91, OMBRE_ALPHA, BYTE, 255, 0, 8},
    {"half", 10, OMBRE_RED, HALF, 0, 0, 16},
    {"half alpha", 10, OMBRE_ALPHA, HALF, 0, 0, 16},
    {"11 bits", 26, OMBRE_GREEN, SMALL, 0, 0, 11},
    {"10 bits", 26, OMBRE_BLUE, SMALL, 0, 0, 10},
    {"fp32", 2, OMBRE_RED, WHOLE, 0, 0, 32},
};
/* clang-format on */
/* --- Rounding ------------------------------------------------------------- */

static double exactly(const struct kind *k, double x)
{
    (void) k;
    return x;
}

static double fp32(const struct kind *k, double x)
{
    (void) k;
    return (double) (float) x;
}

double half_step(double x)
{
    const int exponent = x == 0 || ilogb(x) < -14 ? -14 : ilogb(x);
    return ldexp(1, exponent - 10);
}

static double within_half(double x)
{
    return fmax(fmin(x, 65504), -65504);
}

double half_nearest(const struct kind *k, double x)
{
    (void) k;
    return within_half(rint(x / half_step(x)) * half_step(x));
}

static double half_toward_zero(const struct kind *k, double x)
{
    (void) k;
    return within_half(trunc(x / half_step(x)) * half_step(x));
}

static double nearest_code(double codes)
{
    return copysign(floor(fabs(codes) + 0.5), codes);
}

/* The H200 rounds away from zero only from .5625 on. */
static double nvidia_code(double codes)
{
    return copysign(floor(fabs(codes) + 1 - 0.5625), codes);
}

/* What is on the target's grid: alpha operands of sRGB are linear. */
static double on_grid(const struct kind *k, double x)
{
    return nearest_code(x * k->top) / k->top;
}

static double on_nvidia_grid(const struct kind *k, double x)
{
    return nvidia_code(x * k->top) / k->top;
}

/* A grid of two more bits. */
static double on_finer_grid(const struct kind *k, double x)
{
    return nearest_code(x * k->top * 4) / 4 / k->top;
}

static double on_8_bits(const struct kind *k, double x)
{
    (void) k;
    return nearest_code(x * 255) / 255;
}

/* --- sRGB ----------------------------------------------------------------- */

static double srgb_decoded(double code)
{
    return ombre_linear_from_srgb(code);
}

/* A decoder that is a table of 16 bits: within 0.5 of a code. */
static double decoded_to_16_bits(const struct kind *k, double x)
{
    (void) k;
    return nearest_code(x * 65535) / 65535;
}

static double encoded_nearest(const struct kind *k, double x)
{
    (void) k;
    return srgb_decoded(nearest_code(ombre_srgb_from_linear(x)));
}

static double encoded_nvidia(const struct kind *k, double x)
{
    (void) k;
    return srgb_decoded(nvidia_code(ombre_srgb_from_linear(x)));
}

/* --- Stores --------------------------------------------------------------- */

static int64_t store_nearest(const struct kind *k, double x)
{
    return (int64_t) nearest_code(x * k->top);
}

static int64_t store_nvidia(const struct kind *k, double x)
{
    return (int64_t) nvidia_code(x * k->top);
}

static int64_t store_srgb(const struct kind *k, double x)
{
    (void) k;
    return (int64_t) nearest_code(ombre_srgb_from_linear(x));
}

static int64_t store_srgb_nvidia(const struct kind *k, double x)
{
    (void) k;
    return (int64_t) nvidia_code(ombre_srgb_from_linear(x));
}

static int64_t store_8_bits_cut(const struct kind *k, double x)
{
    return (int64_t) nearest_code(x * 255) >> (8 - k->bits);
}

static int64_t store_8_bits_rounded(const struct kind *k, double x)
{
    return (int64_t) nearest_code(nearest_code(x * 255) / 255 * k->top);
}

static int64_t ordinal(const struct kind *k, double x)
{
    const struct ombre_format *const f = ombre_format_find(k->dxgi);
    return ombre_code_ordinal(f, k->component,
                              ombre_encode(f, k->component, x));
}

static int64_t store_toward_zero(const struct kind *k, double x)
{
    return ordinal(k, x);
}

/* To nearest even of the target's floats, and no further than the largest. */
static int64_t store_float_nearest(const struct kind *k, double x)
{
    const int64_t low = ordinal(k, x), high = x < 0 ? low - 1 : low + 1;
    const struct ombre_format *const f = ombre_format_find(k->dxgi);
    int64_t least, most;
    ombre_ordinal_limits(f, k->component, &least, &most);
    if (high >= most || high <= least)
        return low;
    const double a =
        ombre_decode(f, k->component, ombre_ordinal_code(f, k->component, low));
    const double b = ombre_decode(f, k->component,
                                  ombre_ordinal_code(f, k->component, high));
    if (fabs(x - a) == fabs(b - x))
        return low % 2 ? high : low;
    return fabs(x - a) < fabs(b - x) ? low : high;
}

/* Smaller floats by way of a half. */
static int64_t store_by_half(const struct kind *k, double x)
{
    return ordinal(k, half_nearest(k, x));
}

/* --- Mergers -------------------------------------------------------------- */

/* clang-format off */
const struct merger mergers[MERGERS] = {
    {"exact", FIXED | NARROW, exactly, exactly, exactly, exactly, exactly, store_nearest, false},
    {"fp32", FIXED | NARROW, exactly, exactly, fp32, fp32, fp32, store_nearest, false},
    {"fp32, fused", FIXED | NARROW, exactly, exactly, fp32, fp32, fp32, store_nearest, true},
    {"grid operands, 0.5625", FIXED | NARROW, on_nvidia_grid, on_nvidia_grid, fp32, fp32, fp32, store_nvidia, false},
    {"rounded products", FIXED | NARROW, on_grid, on_grid, exactly, exactly, on_grid, store_nearest, false},
    {"rounded products of fp32", FIXED | NARROW, exactly, exactly, exactly, exactly, on_grid, store_nearest, false},
    {"two more bits", FIXED | NARROW, exactly, exactly, exactly, exactly, on_finer_grid, store_nearest, false},
    {"two more bits of grid operands", FIXED | NARROW, on_nvidia_grid, on_nvidia_grid, exactly, exactly, on_finer_grid, store_nvidia, false},
    {"8 bits, cut", NARROW, on_8_bits, on_8_bits, on_8_bits, exactly, on_8_bits, store_8_bits_cut, false},
    {"8 bits, rounded", NARROW, on_8_bits, on_8_bits, on_8_bits, exactly, on_8_bits, store_8_bits_rounded, false},
    {"8 bits of fp32, cut", NARROW, exactly, exactly, exactly, fp32, fp32, store_8_bits_cut, false},
    {"fp32", SRGB, exactly, exactly, fp32, fp32, fp32, store_srgb, false},
    {"16-bit decoder", SRGB, exactly, exactly, decoded_to_16_bits, fp32, fp32, store_srgb, false},
    {"grid operands, 0.5625", SRGB, encoded_nvidia, on_nvidia_grid, fp32, fp32, fp32, store_srgb_nvidia, false},
    {"rounded products", SRGB, encoded_nearest, on_grid, fp32, exactly, encoded_nearest, store_srgb, false},
    {"rounded products of fp32", SRGB, exactly, exactly, fp32, exactly, encoded_nearest, store_srgb_nvidia, false},
    {"halves cut on export", BYTE | NARROW, half_toward_zero, half_toward_zero, fp32, fp32, fp32, store_nearest, false},
    {"halves cut on export, fused", BYTE | NARROW, half_toward_zero, half_toward_zero, fp32, fp32, fp32, store_nearest, true},
    {"halves throughout", BYTE | NARROW, half_nearest, half_nearest, half_nearest, half_nearest, half_nearest, store_nearest, false},
    {"halves cut on export", SRGB, half_toward_zero, half_toward_zero, fp32, fp32, fp32, store_srgb, false},
    {"halves throughout", SRGB, half_nearest, half_nearest, half_nearest, half_nearest, half_nearest, store_srgb, false},
    {"fp32, toward zero", HALF | SMALL, exactly, exactly, exactly, fp32, fp32, store_toward_zero, false},
    {"fp32, to nearest", HALF | SMALL | WHOLE, exactly, exactly, exactly, fp32, fp32, store_float_nearest, false},
    {"fused, toward zero", HALF | SMALL, exactly, exactly, exactly, fp32, fp32, store_toward_zero, true},
    {"fused, to nearest", HALF | SMALL | WHOLE, exactly, exactly, exactly, fp32, fp32, store_float_nearest, true},
    {"halves cut on export", HALF | SMALL, half_toward_zero, half_toward_zero, exactly, fp32, fp32, store_toward_zero, false},
    {"halves cut on export, to nearest", HALF | SMALL, half_toward_zero, half_toward_zero, exactly, fp32, fp32, store_float_nearest, true},
    {"halves throughout", HALF | SMALL, half_nearest, half_nearest, exactly, half_nearest, half_nearest, store_toward_zero, false},
    {"halves throughout, fused", HALF | SMALL, half_nearest, half_nearest, exactly, half_nearest, half_nearest, store_float_nearest, true},
    {"halves throughout, cut", HALF | SMALL, half_toward_zero, half_toward_zero, exactly, half_nearest, half_nearest, store_by_half, false},
};
/* clang-format on */

/* --- Merging -------------------------------------------------------------- */

struct operands {
    double s, sa, d, da, k, ka;
};

static double clamped(const struct kind *k, double x)
{
    return k->top == 0 ? x : fmax(k->low, fmin(x, 1));
}

double given(const struct sample *s, unsigned component)
{
    float x;
    memcpy(&x, &s->source.word[0][component], sizeof x);
    return (double) x;
}

double dest_value(const struct sample *s, enum ombre_component c)
{
    const struct ombre_format *const f = s->state.target[0].format;
    return ombre_format_has(f, c)
               ? ombre_decode(f, c, ombre_texel_code(f, &s->dest, c))
               : 1;
}

/* Alpha is on its own grid in sRGB, and there only. */
static struct operands operands_of(const struct merger *m, const struct kind *k,
                                   const struct sample *s)
{
    const enum ombre_component c = k->component;
    const struct kind linear = *k;
    struct operands o = {
        .s = m->operand(k, clamped(k, given(s, c))),
        .sa = m->alpha(&linear, clamped(k, given(s, OMBRE_ALPHA))),
        .d = m->dest(k, dest_value(s, c)),
        .da = dest_value(s, OMBRE_ALPHA),
        .k = m->operand(k, clamped(k, (double) s->state.blend_factor[c])),
        .ka = m->alpha(&linear, clamped(k, (double) s->state.blend_factor[3])),
    };
    if (k->class != SRGB &&
        ombre_format_has(s->state.target[0].format, OMBRE_ALPHA))
        o.da = k->class == NARROW ? o.da : m->dest(k, o.da);
    return o;
}

static double factor_of(const struct merger *m, const struct kind *k,
                        enum ombre_factor factor, const struct operands *o)
{
    switch (factor) {
    case OMBRE_ZERO: return 0;
    case OMBRE_ONE: return 1;
    case OMBRE_SRC_COLOR: return o->s;
    case OMBRE_INV_SRC_COLOR: return m->step(k, 1 - o->s);
    case OMBRE_SRC_ALPHA: return o->sa;
    case OMBRE_INV_SRC_ALPHA: return m->step(k, 1 - o->sa);
    case OMBRE_DEST_ALPHA: return o->da;
    case OMBRE_INV_DEST_ALPHA: return m->step(k, 1 - o->da);
    case OMBRE_DEST_COLOR: return o->d;
    case OMBRE_INV_DEST_COLOR: return m->step(k, 1 - o->d);
    case OMBRE_SRC_ALPHA_SAT:
        return k->component == OMBRE_ALPHA ? 1
                                           : fmin(o->sa, m->step(k, 1 - o->da));
    case OMBRE_BLEND_FACTOR: return o->k;
    case OMBRE_INV_BLEND_FACTOR: return m->step(k, 1 - o->k);
    case OMBRE_ALPHA_FACTOR: return o->ka;
    case OMBRE_INV_ALPHA_FACTOR: return m->step(k, 1 - o->ka);
    case OMBRE_SRC1_COLOR:
    case OMBRE_INV_SRC1_COLOR:
    case OMBRE_SRC1_ALPHA:
    case OMBRE_INV_SRC1_ALPHA: break;
    }
    return NAN;
}

static bool is_true_product(double a, double b)
{
    return a != 0 && fabs(a) != 1 && b != 0 && fabs(b) != 1;
}

int64_t merge(const struct merger *m, const struct kind *k,
              const struct sample *s)
{
    const struct ombre_equation e = s->state.target[0].color;
    const struct operands o = operands_of(m, k, s);
    const double f = factor_of(m, k, e.src, &o),
                 g = factor_of(m, k, e.dest, &o);
    double p = o.s * f, q = o.d * g;
    if (is_true_product(o.s, f))
        p = m->product(k, p);
    if (is_true_product(o.d, g) && !m->fused)
        q = m->product(k, q);
    const double y = m->step(k, e.op == OMBRE_OP_ADD        ? p + q
                                : e.op == OMBRE_OP_SUBTRACT ? p - q
                                                            : q - p);
    return m->store(k, clamped(k, y));
}
