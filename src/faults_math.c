/* A blend in doubles whose single steps can be made wrong. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "faults_parts.h"

/* What an equation reads, of all four components. */
struct math {
    const struct ombre_format *format;
    const struct ombre_target *target;
    const struct fault_quirks *quirks;
    enum ombre_component component;
    unsigned number; /* of the target */
    unsigned column, row;
    double source[OMBRE_COMPONENTS], second[OMBRE_COMPONENTS];
    double constant[OMBRE_COMPONENTS], dest[OMBRE_COMPONENTS];
};

#define HAS(math, id) \
    ((math)->quirks->word[QUIRK_INDEX_##id / 64] >> QUIRK_INDEX_##id % 64 & 1)

bool fault_quirks_any(const struct fault_quirks *quirks)
{
    return quirks->word[0] || quirks->word[1];
}

/* --- Numbers ---------------------------------------------------------------
 */

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

/* Toward zero or to nearest even, with `bits` of mantissa. */
static double round_mantissa(double x, int bits, int lowest, bool nearest)
{
    if (x == 0 || !isfinite(x))
        return x;
    int exponent;
    frexp(x, &exponent); /* x is in [2^(exponent-1), 2^exponent) */
    const int least = exponent - 1 < lowest ? lowest : exponent - 1;
    const double step = ldexp(1, least - bits);
    const double scaled = x / step;
    return (nearest ? nearbyint(scaled) : trunc(scaled)) * step;
}

double fault_half(double x)
{
    return round_mantissa(x, 10, -14, true);
}

float fault_float(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

uint32_t fault_word(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

bool fault_is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

bool fault_is_fixed(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UNORM || format->numeric == OMBRE_SNORM;
}

bool fault_is_integer(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UINT || format->numeric == OMBRE_SINT;
}

static double flushed(const struct math *m, double x)
{
    if (HAS(m, FLUSHED) && m->target->blend_enable && fabs(x) < 0x1p-126)
        return copysign(0, x);
    if (HAS(m, FLUSHED_HALF) && fabs(x) < 0x1p-14)
        return copysign(0, x);
    return x;
}

/* --- Operands --------------------------------------------------------------
 */

static double lowest(const struct math *m)
{
    return m->format->numeric == OMBRE_SNORM ? -1 : 0;
}

static double shader_value(const struct math *m, double x, bool unclamped)
{
    if (!fault_is_fixed(m->format))
        return flushed(m, x);
    if (isnan(x))
        x = HAS(m, NAN_AS_ONE) ? 1 : HAS(m, NAN_AS_LOWEST) ? lowest(m) : 0;
    return unclamped ? x : clamp(x, lowest(m), 1);
}

static double missing_alpha(const struct math *m)
{
    if (HAS(m, MISSING_ALPHA_ZERO))
        return 0;
    return HAS(m, MISSING_ALPHA_SOURCE) ? m->source[OMBRE_ALPHA] : 1;
}

static double dest_value(const struct math *m, enum ombre_component c,
                         const struct ombre_texel *texel)
{
    const struct ombre_format *format = m->format;
    if (!ombre_format_has(format, c))
        return c == OMBRE_ALPHA ? missing_alpha(m) : 0;
    const uint32_t code = ombre_texel_code(format, texel, c);
    const double ordinal = (double) ombre_code_ordinal(format, c, code);
    const unsigned bits = format->component[c].bits;
    const bool is_signed = format->numeric == OMBRE_SNORM;
    const double steps = ldexp(1, (int) bits - is_signed);
    if (format->srgb && c != OMBRE_ALPHA) {
        if (HAS(m, DEST_ENCODED))
            return ordinal / 255;
        if (HAS(m, DEST_GAMMA))
            return pow(ordinal / 255, 2.2);
    }
    if (format->srgb && c == OMBRE_ALPHA && HAS(m, DEST_ALPHA_DECODED))
        return ombre_linear_from_srgb(ordinal);
    if (fault_is_fixed(format) && HAS(m, DEST_DIVISOR))
        return ordinal / steps;
    if (is_signed && HAS(m, DEST_LOWEST))
        return ordinal / (steps - 1);
    return flushed(m, ombre_decode(format, c, code));
}

static void read_operands(struct math *m, const struct fault_question *question)
{
    const uint32_t *first = question->source.word[question->target];
    const uint32_t *second = question->source.word[1];
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        m->source[i] = shader_value(m, (double) fault_float(first[i]),
                                    HAS(m, SOURCE_UNCLAMPED));
        m->second[i] = shader_value(m, (double) fault_float(second[i]),
                                    HAS(m, SECOND_UNCLAMPED));
        m->constant[i] =
            shader_value(m, (double) question->state->blend_factor[i],
                         HAS(m, CONSTANT_UNCLAMPED));
    }
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        m->dest[i] = dest_value(m, (enum ombre_component) i, &question->dest);
}

/* --- Factors ---------------------------------------------------------------
 */

static double inverse(const struct math *m, double x)
{
    if (HAS(m, INVERSE_CODES) && fault_is_fixed(m->format))
        return (255 - floor(x * 255 + 0.5)) / 256;
    if (HAS(m, INVERSE_UNSIGNED) && m->format->numeric == OMBRE_SNORM)
        return 1 - fabs(x);
    const double out = 1 - x;
    return HAS(m, INVERSE_CLAMPED) && fault_is_fixed(m->format) && out > 1
               ? 1
               : out;
}

static double saturate(const struct math *m, bool is_dest)
{
    const double as = m->source[OMBRE_ALPHA], ad = m->dest[OMBRE_ALPHA];
    if ((m->component == OMBRE_ALPHA && !HAS(m, SAT_IN_ALPHA)) ||
        (is_dest && HAS(m, SAT_DEST_SLOT_ONE)))
        return 1;
    if (HAS(m, SAT_SOURCE))
        return as;
    if (HAS(m, SAT_INVERSE))
        return 1 - ad;
    if (HAS(m, SAT_DEST))
        return fmin(as, ad);
    if (HAS(m, SAT_MAXIMUM))
        return fmax(as, 1 - ad);
    const double f = as < 1 - ad ? as : 1 - ad;
    return HAS(m, SAT_POSITIVE) && f < 0 ? 0 : f;
}

/* clang-format off */
static double plain_factor(const struct math *m, enum ombre_factor factor,
                           bool is_dest)
{
    const enum ombre_component c = m->component;
    switch (factor) {
    case OMBRE_ZERO:             break;
    case OMBRE_ONE:              return 1;
    case OMBRE_SRC_COLOR:        return m->source[c];
    case OMBRE_INV_SRC_COLOR:    return inverse(m, m->source[c]);
    case OMBRE_SRC_ALPHA:        return m->source[OMBRE_ALPHA];
    case OMBRE_INV_SRC_ALPHA:    return inverse(m, m->source[OMBRE_ALPHA]);
    case OMBRE_DEST_ALPHA:       return m->dest[OMBRE_ALPHA];
    case OMBRE_INV_DEST_ALPHA:   return inverse(m, m->dest[OMBRE_ALPHA]);
    case OMBRE_DEST_COLOR:       return m->dest[c];
    case OMBRE_INV_DEST_COLOR:   return inverse(m, m->dest[c]);
    case OMBRE_SRC_ALPHA_SAT:    return saturate(m, is_dest);
    case OMBRE_BLEND_FACTOR:     return m->constant[c];
    case OMBRE_INV_BLEND_FACTOR: return inverse(m, m->constant[c]);
    case OMBRE_SRC1_COLOR:       return m->second[c];
    case OMBRE_INV_SRC1_COLOR:   return inverse(m, m->second[c]);
    case OMBRE_SRC1_ALPHA:       return m->second[OMBRE_ALPHA];
    case OMBRE_INV_SRC1_ALPHA:   return inverse(m, m->second[OMBRE_ALPHA]);
    case OMBRE_ALPHA_FACTOR:     return m->constant[OMBRE_ALPHA];
    case OMBRE_INV_ALPHA_FACTOR: return inverse(m, m->constant[OMBRE_ALPHA]);
    }
    return 0;
}
/* clang-format on */

static double factor_value(const struct math *m, enum ombre_factor factor,
                           bool is_dest)
{
    const double x = plain_factor(m, factor, is_dest);
    if (HAS(m, FACTOR_8))
        return floor(x * 255 + 0.5) / 255;
    if (HAS(m, FACTOR_TRUNCATED_8))
        return floor(x * 255) / 255;
    return HAS(m, FACTOR_CLAMPED) ? clamp(x, 0, 1) : x;
}

/* --- Equation --------------------------------------------------------------
 */

/* The largest code of the component. */
static double scale_of(const struct math *m)
{
    const unsigned bits = m->format->component[m->component].bits;
    const bool is_signed = m->format->numeric == OMBRE_SNORM;
    return (double) ((UINT64_C(1) << (bits - is_signed)) - 1);
}

static double product(const struct math *m, double x, enum ombre_factor factor,
                      bool is_dest)
{
    const bool fixed = fault_is_fixed(m->format);
    const double f = factor_value(m, factor, is_dest);
    if ((HAS(m, ZERO_WEIGHT_DROPS) && f == 0) ||
        (HAS(m, ZERO_FACTOR_DROPS) && factor == OMBRE_ZERO))
        return 0;
    const double p = flushed(m, x * f);
    /* Factors of 0 and 1 multiply nothing. */
    if (factor == OMBRE_ZERO || factor == OMBRE_ONE)
        return p;
    const double codes = p * scale_of(m);
    if (HAS(m, PRODUCT_CLAMPED))
        return clamp(p, 0, 1);
    if (HAS(m, PRODUCT_HALF))
        return fault_half(p);
    if (HAS(m, PRODUCT_SINGLE) && fabs(p) < (double) FLT_MAX)
        return (double) (float) p;
    if (!fixed)
        return p;
    if (HAS(m, PRODUCT_TRUNCATED))
        return trunc(codes) / scale_of(m);
    if (HAS(m, PRODUCT_ROUNDED) && !m->format->srgb)
        return copysign(floor(fabs(codes) + 0.5), codes) / scale_of(m);
    if (HAS(m, PRODUCT_OVER_256))
        return floor(x * scale_of(m) * f * scale_of(m) / (scale_of(m) + 1)) /
               scale_of(m);
    return p;
}

static double minimum(const struct math *m, double s, double d, bool is_max)
{
    if (isnan(s) || isnan(d)) {
        if (HAS(m, MINMAX_NAN))
            return NAN;
        if (HAS(m, MINMAX_DEST_ON_NAN))
            return d;
        return isnan(s) ? d : s;
    }
    return (s < d) != is_max ? s : d;
}

static double combine_products(const struct math *m,
                               const struct ombre_equation *e, double s,
                               double d)
{
    const double p = product(m, s, e->src, false);
    const double q = product(m, d, e->dest, true);
    switch (e->op) {
    case OMBRE_OP_SUBTRACT: return p - q;
    case OMBRE_OP_REV_SUBTRACT: return q - p;
    case OMBRE_OP_ADD:
    case OMBRE_OP_MIN:
    case OMBRE_OP_MAX: break;
    }
    return p + q;
}

static double equation_value(const struct math *m)
{
    const enum ombre_component c = m->component;
    double s = m->source[c], d = m->dest[c];
    if (!m->target->blend_enable)
        return s;
    const struct ombre_equation *e =
        c == OMBRE_ALPHA ? &m->target->alpha : &m->target->color;
    if (e->op == OMBRE_OP_MIN || e->op == OMBRE_OP_MAX) {
        if (HAS(m, MINMAX_FACTORS) || HAS(m, MINMAX_SOURCE_FACTOR))
            s = product(m, s, e->src, false);
        if (HAS(m, MINMAX_FACTORS) || HAS(m, MINMAX_DEST_FACTOR))
            d = product(m, d, e->dest, true);
        return minimum(m, s, d, e->op == OMBRE_OP_MAX);
    }
    const double result = combine_products(m, e, s, d);
    return HAS(m, ABSOLUTE) && e->op != OMBRE_OP_ADD ? fabs(result) : result;
}

/* --- Results ---------------------------------------------------------------
 */

static double result_value(const struct math *m, double x)
{
    const bool narrow = fault_is_float(m->format) || scale_of(m) > 255;
    if (HAS(m, RESULT_HALF))
        x = fault_half(x);
    if (narrow && HAS(m, RESULT_8))
        x = nearbyint(clamp(x, lowest(m), 1) * 255) / 255;
    if (narrow && HAS(m, RESULT_TRUNCATED_8))
        x = trunc(clamp(x, lowest(m), 1) * 255) / 255;
    if (HAS(m, RESULT_UNSIGNED) && m->format->numeric == OMBRE_SNORM && x < 0)
        x = 0;
    if (!fault_is_float(m->format))
        return x;
    if (HAS(m, RESULT_CLAMPED))
        x = clamp(x, 0, 1);
    if (HAS(m, RESULT_SIGNED))
        x = clamp(x, -1, 1);
    if (HAS(m, RESULT_POSITIVE) && x < 0)
        x = 0;
    if (HAS(m, RESULT_ABSOLUTE))
        x = fabs(x);
    if (HAS(m, NAN_STORED_ZERO) && isnan(x))
        x = 0;
    if (HAS(m, NEGATIVE_ZERO_LOST) && x == 0)
        x = 0;
    return flushed(m, x);
}

/* --- Stores ----------------------------------------------------------------
 */

static bool is_end(double x)
{
    return x == 0 || x == 1 || x == -1;
}

/* Whether the equation adds two products, in neither of which is a 0 or a 1. */
static bool is_mixture(const struct math *m)
{
    const enum ombre_component c = m->component;
    const struct ombre_equation *e =
        c == OMBRE_ALPHA ? &m->target->alpha : &m->target->color;
    return m->target->blend_enable && !m->format->srgb &&
           e->op != OMBRE_OP_MIN && e->op != OMBRE_OP_MAX &&
           !is_end(m->source[c]) && !is_end(m->dest[c]) &&
           !is_end(factor_value(m, e->src, false)) &&
           !is_end(factor_value(m, e->dest, true));
}

/* An ordered pattern of two by two. */
static double pattern(const struct math *m)
{
    return (1 + 2 * (m->column % 2) + 4 * (m->row % 2)) / 8.0;
}

/* At which fraction of a code a store goes to the code beyond. */
static double turning_point(const struct math *m)
{
    if (HAS(m, TRUNCATES) ||
        (HAS(m, BLEND_TRUNCATES) && m->target->blend_enable) ||
        (HAS(m, MIXTURE_TRUNCATES) && is_mixture(m)) ||
        (HAS(m, MIXTURE_ODD) && is_mixture(m) && m->number % 2))
        return 1;
    if (HAS(m, ROUNDS_UP))
        return 0x1p-20;
    if (HAS(m, OFF_CENTRE))
        return 0.55;
    return HAS(m, DITHERED) || (HAS(m, MIXTURE_DITHERED) && is_mixture(m))
               ? pattern(m)
               : 0.5;
}

/* Codes, not rounded, of a number within the range. */
static double encoded(const struct math *m, double x)
{
    const bool color = m->component != OMBRE_ALPHA;
    if (m->format->srgb &&
        (color ? !HAS(m, NOT_ENCODED) : HAS(m, ALPHA_ENCODED) != 0)) {
        if (HAS(m, ENCODED_GAMMA))
            return pow(x, 1 / 2.2) * 255;
        if (HAS(m, ENCODED_NO_TOE))
            return clamp(1.055 * pow(x, 1 / 2.4) - 0.055, 0, 1) * 255;
        return ombre_srgb_from_linear(x);
    }
    return x * (HAS(m, TIMES_2N) ? scale_of(m) + 1 : scale_of(m));
}

static uint32_t store_fixed(const struct math *m, double x)
{
    const double scale = scale_of(m), low = lowest(m);
    const unsigned bits = m->format->component[m->component].bits;
    const double codes = HAS(m, WRAPS) && !m->format->srgb
                             ? x * scale
                             : encoded(m, clamp(x, low, 1));
    const double turn = HAS(m, TIMES_2N) ? 1 : turning_point(m);
    const double magnitude = floor(fabs(codes) + (1 - turn));
    double code = codes < 0 ? -magnitude : magnitude;
    if (HAS(m, WRAPS) && !m->format->srgb)
        return (uint32_t) (int64_t) code &
               (uint32_t) ((UINT64_C(1) << bits) - 1);
    if (HAS(m, ONE_LESS))
        code -= 1;
    uint32_t out = ombre_ordinal_code(
        m->format, m->component, (int64_t) clamp(code, low * scale, scale));
    if (HAS(m, LAST_BIT_LOST) && bits > 5)
        out &= ~1u;
    return out;
}

/* The float of the component nearest to `x` by a rule that is not the ideal
 * one, handed on as a number of few bits. */
static double float_rounded(const struct math *m, double x)
{
    const unsigned bits = m->format->component[m->component].bits;
    const int mantissa = bits == 32 ? 23 : bits == 16 ? 10 : (int) bits - 5;
    const int least = bits == 32 ? -126 : -14;
    if (HAS(m, FLOAT_SHORT))
        return round_mantissa(x, mantissa - 2, least, false);
    if (HAS(m, FLOAT_NEAREST))
        return round_mantissa(x, mantissa, least, true);
    if (HAS(m, FLOAT_UP)) {
        const double below = round_mantissa(x, mantissa, least, false);
        if (below == x || !isfinite(x))
            return x;
        int exponent;
        frexp(x, &exponent);
        const int e = exponent - 1 < least ? least : exponent - 1;
        return below + copysign(ldexp(1, e - mantissa), x);
    }
    return x;
}

static uint32_t store_float(const struct math *m, double x)
{
    const enum ombre_component c = m->component;
    int64_t low, high;
    ombre_ordinal_limits(m->format, c, &low, &high);
    const double largest =
        ombre_decode(m->format, c, ombre_ordinal_code(m->format, c, high - 1));
    if (isnan(x)) /* beyond infinity */
        return ombre_ordinal_code(m->format, c, high + 1);
    const bool may_be_negative = m->format->numeric == OMBRE_FLOAT;
    if (HAS(m, OVERFLOW_INFINITE) && isfinite(x) && fabs(x) > largest &&
        (may_be_negative || x > 0))
        return ombre_ordinal_code(m->format, c, x > 0 ? high : low);
    if (HAS(m, INFINITE_LARGEST) && isinf(x))
        x = copysign(largest, x);
    return ombre_encode(m->format, c, float_rounded(m, x));
}

uint32_t fault_math(const struct fault_question *question,
                    enum ombre_component component,
                    const struct fault_quirks *quirks)
{
    const struct ombre_target *target =
        &question->state->target[question->target];
    struct math m = {
        .format = target->format,
        .target = target,
        .quirks = quirks,
        .component = component,
        .number = question->target,
        .column = question->pixel->column,
        .row = question->pixel->row,
    };
    read_operands(&m, question);
    const double x = result_value(&m, equation_value(&m));
    return fault_is_fixed(m.format) ? store_fixed(&m, x) : store_float(&m, x);
}
