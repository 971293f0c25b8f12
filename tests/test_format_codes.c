/* Codes: exhaustive over every component of up to 16 bits, by oracles that
 * share no step with the code under test. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/format.h"

static const struct ombre_format *named(const char *name)
{
    uint32_t dxgi = 0;
    if (!ombre_dxgi_from_name(name, &dxgi) || !ombre_format_find(dxgi))
        fail_msg("no row %s", name);
    return ombre_format_find(dxgi);
}

static double fp32(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* A small generator; its seed makes failures repeat. */
static uint32_t next_random(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 32);
}

/* --- Rows of single conversions ------------------------------------------ */

/* clang-format off */
static const struct {
    const char *format;
    enum ombre_component component;
    double value;
    uint32_t code;
} encodes[] = {
    /* UNORM: FS 3.2.3.6 */
    {"R8_UNORM", OMBRE_RED, 0.8, 0xCC},
    {"R8_UNORM", OMBRE_RED, 0.2, 0x33},
    {"R8_UNORM", OMBRE_RED, 3.0, 0xFF},
    {"R8_UNORM", OMBRE_RED, 1.003, 0xFF},
    {"R16_UNORM", OMBRE_RED, 1.00001, 0xFFFF},
    {"R8_UNORM", OMBRE_RED, -1.0, 0},
    {"R8_UNORM", OMBRE_RED, -0.0, 0},
    {"R8_UNORM", OMBRE_RED, -5e-324, 0},
    {"R8_UNORM", OMBRE_RED, 5e-324, 0},
    {"R8_UNORM", OMBRE_RED, DBL_MAX, 0xFF},
    {"R8_UNORM", OMBRE_RED, (double) INFINITY, 0xFF},
    {"R8_UNORM", OMBRE_RED, (double) -INFINITY, 0},
    {"R8_UNORM", OMBRE_RED, (double) NAN, 0},
    {"R8_UNORM", OMBRE_RED, (double) -NAN, 0},
    {"R8_UNORM", OMBRE_RED, 0.5, 0x80},
    {"R8_UNORM", OMBRE_RED, 0x1.fffffffffffffp-2, 0x7F},
    {"R16_UNORM", OMBRE_RED, 0.5, 0x8000},
    {"R10G10B10A2_UNORM", OMBRE_GREEN, 0.5, 512},
    {"R10G10B10A2_UNORM", OMBRE_ALPHA, 0.5, 2},
    {"B5G5R5A1_UNORM", OMBRE_ALPHA, 0.5, 1},
    {"B5G5R5A1_UNORM", OMBRE_ALPHA, 0x1.fffffffffffffp-2, 0},
    {"B5G6R5_UNORM", OMBRE_RED, 0.1, 3},
    {"B5G6R5_UNORM", OMBRE_GREEN, 0.1, 6},
    {"A8_UNORM", OMBRE_ALPHA, 0.8, 0xCC},
    {"A8_UNORM", OMBRE_RED, 0.8, 0},
    {"R8_UNORM", OMBRE_ALPHA, 0.8, 0},
    /* SNORM: FS 3.2.3.4 */
    {"R8_SNORM", OMBRE_RED, -1.0, 0x81},
    {"R8_SNORM", OMBRE_RED, -7.0, 0x81},
    {"R8_SNORM", OMBRE_RED, 7.0, 0x7F},
    {"R8_SNORM", OMBRE_RED, 1.006, 0x7F},
    {"R8_SNORM", OMBRE_RED, -1.006, 0x81},
    {"R8_SNORM", OMBRE_RED, 0.5, 64},
    {"R8_SNORM", OMBRE_RED, -0.5, 0xC0},
    {"R8_SNORM", OMBRE_RED, -0x1.fffffffffffffp-2, 0xC1},
    {"R8_SNORM", OMBRE_RED, -0.001, 0},
    {"R8_SNORM", OMBRE_RED, -0.0, 0},
    {"R8_SNORM", OMBRE_RED, 0.6, 0x4C},
    {"R8_SNORM", OMBRE_RED, (double) NAN, 0},
    {"R8_SNORM", OMBRE_RED, (double) -INFINITY, 0x81},
    {"R16_SNORM", OMBRE_RED, -0.5, 0xC000},
    {"R16_SNORM", OMBRE_RED, (double) -INFINITY, 0x8001},
    /* sRGB: FS 3.2.3.8; alpha is linear */
    {"R8G8B8A8_UNORM_SRGB", OMBRE_RED, 0.5, 188},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_ALPHA, 0.5, 0x80},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_GREEN, 1.5, 255},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_GREEN, 1.0, 255},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_GREEN, -0.25, 0},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_BLUE, (double) NAN, 0},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_BLUE, (double) INFINITY, 255},
    {"B8G8R8X8_UNORM_SRGB", OMBRE_BLUE, 0.0031308, 10},
    /* Half: toward zero, finite overflow to the largest (FS 3.2.2) */
    {"R16_FLOAT", OMBRE_RED, 70000.0, 0x7BFF},
    {"R16_FLOAT", OMBRE_RED, 65520.0, 0x7BFF},
    {"R16_FLOAT", OMBRE_RED, 65504.0, 0x7BFF},
    {"R16_FLOAT", OMBRE_RED, 65503.99, 0x7BFE},
    {"R16_FLOAT", OMBRE_RED, -1e300, 0xFBFF},
    {"R16_FLOAT", OMBRE_RED, (double) INFINITY, 0x7C00},
    {"R16_FLOAT", OMBRE_RED, (double) -INFINITY, 0xFC00},
    {"R16_FLOAT", OMBRE_RED, 1.0007, 0x3C00},
    {"R16_FLOAT", OMBRE_RED, -1.0009, 0xBC00},
    {"R16_FLOAT", OMBRE_RED, 0x1.ffcp-1, 0x3BFF},
    {"R16_FLOAT", OMBRE_RED, 0x1.fffffffffffffp-1, 0x3BFF},
    {"R16_FLOAT", OMBRE_RED, 0.0, 0},
    {"R16_FLOAT", OMBRE_RED, -0.0, 0x8000},
    {"R16_FLOAT", OMBRE_RED, 0x1p-14, 0x0400},
    {"R16_FLOAT", OMBRE_RED, 0x1.fffffp-15, 0x03FF},
    {"R16_FLOAT", OMBRE_RED, 0x1p-24, 0x0001},
    {"R16_FLOAT", OMBRE_RED, -0x1.8p-24, 0x8001},
    {"R16_FLOAT", OMBRE_RED, 0x1.fffffp-25, 0},
    {"R16_FLOAT", OMBRE_RED, -5e-324, 0x8000},
    /* 11 and 10 bits: FS 3.1.6 */
    {"R11G11B10_FLOAT", OMBRE_RED, -1.0, 0},
    {"R11G11B10_FLOAT", OMBRE_RED, -0.0, 0},
    {"R11G11B10_FLOAT", OMBRE_BLUE, (double) -INFINITY, 0},
    {"R11G11B10_FLOAT", OMBRE_GREEN, (double) INFINITY, 0x7C0},
    {"R11G11B10_FLOAT", OMBRE_BLUE, (double) INFINITY, 0x3E0},
    {"R11G11B10_FLOAT", OMBRE_RED, FLT_MAX, 0x7BF},
    {"R11G11B10_FLOAT", OMBRE_BLUE, FLT_MAX, 0x3DF},
    {"R11G11B10_FLOAT", OMBRE_RED, 65024.0, 0x7BF},
    {"R11G11B10_FLOAT", OMBRE_RED, 65023.0, 0x7BE},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 64512.0, 0x3DF},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 64511.0, 0x3DE},
    {"R11G11B10_FLOAT", OMBRE_RED, 0x1p-20, 1},
    {"R11G11B10_FLOAT", OMBRE_RED, 0x1.fp-21, 0},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 0x1p-19, 1},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 0x1p-20, 0},
    {"R11G11B10_FLOAT", OMBRE_ALPHA, 0.5, 0},
    /* fp32: to nearest even */
    {"R32_FLOAT", OMBRE_RED, 1.0, 0x3F800000},
    {"R32_FLOAT", OMBRE_RED, -0.0, 0x80000000},
    {"R32_FLOAT", OMBRE_RED, 0x1.000001p0, 0x3F800000},
    {"R32_FLOAT", OMBRE_RED, 0x1.0000010000001p0, 0x3F800001},
    {"R32_FLOAT", OMBRE_RED, 0x1.000003p0, 0x3F800002},
    {"R32_FLOAT", OMBRE_RED, -0x1.000003p0, 0xBF800002},
    {"R32_FLOAT", OMBRE_RED, 0x1p-149, 1},
    {"R32_FLOAT", OMBRE_RED, 0x1p-150, 0},
    {"R32_FLOAT", OMBRE_RED, -0x1.0000000000001p-150, 0x80000001},
    {"R32_FLOAT", OMBRE_RED, FLT_MAX, 0x7F7FFFFF},
    {"R32_FLOAT", OMBRE_RED, 0x1.ffffffp127, 0x7F7FFFFF},
    {"R32_FLOAT", OMBRE_RED, -1e300, 0xFF7FFFFF},
    {"R32_FLOAT", OMBRE_RED, (double) INFINITY, 0x7F800000},
    {"R32_FLOAT", OMBRE_RED, (double) -INFINITY, 0xFF800000},
    /* Integers: FS 3.2.3.13 */
    {"R8_UINT", OMBRE_RED, 256.0, 0xFF},
    {"R8_UINT", OMBRE_RED, 255.0, 0xFF},
    {"R8_UINT", OMBRE_RED, 90.0, 0x5A},
    {"R8_UINT", OMBRE_RED, -1.0, 0},
    {"R8_UINT", OMBRE_RED, (double) NAN, 0},
    {"R8_UINT", OMBRE_ALPHA, 9.0, 0},
    {"R8_SINT", OMBRE_RED, (double) NAN, 0},
    {"R8_SINT", OMBRE_RED, 200.0, 0x7F},
    {"R8_SINT", OMBRE_RED, -200.0, 0x80},
    {"R8_SINT", OMBRE_RED, -127.0, 0x81},
    {"R10G10B10A2_UINT", OMBRE_RED, 1024.0, 1023},
    {"R10G10B10A2_UINT", OMBRE_ALPHA, 4.0, 3},
    {"R16_SINT", OMBRE_RED, -32769.0, 0x8000},
    {"R16_SINT", OMBRE_RED, 40000.0, 0x7FFF},
    {"R16_UINT", OMBRE_RED, 65536.0, 0xFFFF},
    {"R32_UINT", OMBRE_RED, 4294967295.0, 0xFFFFFFFF},
    {"R32_UINT", OMBRE_RED, 4294967294.0, 0xFFFFFFFE},
    {"R32_UINT", OMBRE_RED, 1e19, 0xFFFFFFFF},
    {"R32_UINT", OMBRE_RED, (double) -INFINITY, 0},
    {"R32_SINT", OMBRE_RED, -2147483648.0, 0x80000000},
    {"R32_SINT", OMBRE_RED, -2147483649.0, 0x80000000},
    {"R32_SINT", OMBRE_RED, 2147483647.0, 0x7FFFFFFF},
    {"R32_SINT", OMBRE_RED, 2147483648.0, 0x7FFFFFFF},
    {"R32_SINT", OMBRE_RED, -3.0, 0xFFFFFFFD},
};

static const struct {
    const char *format;
    enum ombre_component component;
    uint32_t code;
    double value;
} decodes[] = {
    {"R8_UNORM", OMBRE_RED, 0x33, 0.2},
    {"R8_UNORM", OMBRE_RED, 0xFF, 1.0},
    {"R10G10B10A2_UNORM", OMBRE_ALPHA, 2, 2.0 / 3.0},
    {"R8_SNORM", OMBRE_RED, 0x81, -1.0},
    {"R8_SNORM", OMBRE_RED, 0x80, -1.0},
    {"R8_SNORM", OMBRE_RED, 0xFF, -1.0 / 127.0},
    {"R16_SNORM", OMBRE_RED, 0x8000, -1.0},
    {"R16_SNORM", OMBRE_RED, 0x7FFF, 1.0},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_RED, 255, 1.0},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_RED, 0, 0.0},
    {"R8G8B8A8_UNORM_SRGB", OMBRE_ALPHA, 51, 0.2},
    {"R16_FLOAT", OMBRE_RED, 0x3555, 0.333251953125},
    {"R16_FLOAT", OMBRE_RED, 0xC200, -3.0},
    {"R16_FLOAT", OMBRE_RED, 0x7BFF, 65504.0},
    {"R16_FLOAT", OMBRE_RED, 0xFC00, (double) -INFINITY},
    {"R11G11B10_FLOAT", OMBRE_RED, 0x7BF, 65024.0},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 0x3DF, 64512.0},
    {"R11G11B10_FLOAT", OMBRE_RED, 0x3C0, 1.0},
    {"R11G11B10_FLOAT", OMBRE_BLUE, 0x3E0, (double) INFINITY},
    {"R32_FLOAT", OMBRE_RED, 0x40490FDB, 0x1.921fb6p1},
    {"R32_FLOAT", OMBRE_RED, 0x80000001, -0x1p-149},
    {"R32_FLOAT", OMBRE_RED, 0x007FFFFF, 0x1.fffffcp-127},
    {"R32_FLOAT", OMBRE_RED, 0xFF7FFFFF, -FLT_MAX},
    {"R32_UINT", OMBRE_RED, 0xFFFFFFFE, 4294967294.0},
    {"R32_SINT", OMBRE_RED, 0x80000000, -2147483648.0},
    {"R8_SINT", OMBRE_RED, 0xFE, -2.0},
    {"R10G10B10A2_UINT", OMBRE_ALPHA, 3, 3.0},
    /* What the format lacks is 0. */
    {"R8_SINT", OMBRE_GREEN, 0xFE, 0.0},
    {"R32_FLOAT", OMBRE_ALPHA, 0x3F800000, 0.0},
    {"A8_UNORM", OMBRE_RED, 0x33, 0.0},
    /* Bits beyond the component are not looked at. */
    {"R8_UNORM", OMBRE_RED, 0x5A33, 0.2},
    {"R8_SINT", OMBRE_RED, 0x5AFE, -2.0},
    {"R16_FLOAT", OMBRE_RED, 0x5A5AC200, -3.0},
};
/* clang-format on */

static void encode_rows(void **state)
{
    const unsigned count = sizeof encodes / sizeof encodes[0];
    (void) state;
    for (unsigned i = 0; i < count; i++) {
        const uint32_t got = ombre_encode(
            named(encodes[i].format), encodes[i].component, encodes[i].value);
        if (got != encodes[i].code)
            fail_msg("%s %u: %a becomes 0x%X, not 0x%X", encodes[i].format,
                     encodes[i].component, encodes[i].value, got,
                     encodes[i].code);
    }
    assert_true(count > 100);
}

static void decode_rows(void **state)
{
    const unsigned count = sizeof decodes / sizeof decodes[0];
    (void) state;
    for (unsigned i = 0; i < count; i++) {
        const double got = ombre_decode(named(decodes[i].format),
                                        decodes[i].component, decodes[i].code);
        if (!(got == decodes[i].value))
            fail_msg("%s %u: 0x%X is %a, not %a", decodes[i].format,
                     decodes[i].component, decodes[i].code, got,
                     decodes[i].value);
    }
    assert_true(count >= 30);
}

/* --- Every component of up to 16 bits ------------------------------------ */

struct component {
    const struct ombre_format *format;
    enum ombre_component component;
    unsigned bits;
};

typedef void check_component(const struct component *c);

/* Calls `check` for each component of each row whose numeric is in `classes`,
 * a mask of 1 << enum ombre_numeric.  Returns how many there were. */
static unsigned each_component(unsigned classes, check_component *check)
{
    unsigned count = 0;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *f = ombre_format_at(i);
        for (unsigned k = 0; k < OMBRE_COMPONENTS; k++) {
            const struct component c = {f, (enum ombre_component) k,
                                        f->component[k].bits};
            if (c.bits == 0 || c.bits > 16 || !(classes >> f->numeric & 1u))
                continue;
            check(&c);
            count++;
        }
    }
    return count;
}

enum {
    FIXED = 1 << OMBRE_UNORM | 1 << OMBRE_SNORM,
    INTEGERS = 1 << OMBRE_UINT | 1 << OMBRE_SINT,
    FLOATS = 1 << OMBRE_FLOAT | 1 << OMBRE_UFLOAT,
    ALL = FIXED | INTEGERS | FLOATS | 1 << OMBRE_SHARED
};

static double decode(const struct component *c, uint32_t code)
{
    return ombre_decode(c->format, c->component, code);
}

static uint32_t encode(const struct component *c, double value)
{
    return ombre_encode(c->format, c->component, value);
}

static bool is_nan(const struct component *c, uint32_t code)
{
    return ombre_code_is_nan(c->format, c->component, code);
}

static void check_identity(const struct component *c)
{
    const uint32_t codes = 1u << c->bits;
    uint32_t same = 0;
    for (uint32_t code = 0; code < codes; code++) {
        const double value = decode(c, code);
        const uint32_t back = encode(c, value);
        const bool lowest =
            c->format->numeric == OMBRE_SNORM && code == codes / 2;
        if (is_nan(c, code)) {
            if (!isnan(value) || !is_nan(c, back))
                fail_msg("%s: NaN 0x%X", c->format->name, code);
        } else if (isnan(value) || back != code + lowest) {
            fail_msg("%s %u: 0x%X is %a, which becomes 0x%X", c->format->name,
                     c->component, code, value, back);
        } else {
            same++;
        }
    }
    assert_true(same >= codes - codes / 8);
}

static void decode_then_encode_is_identity(void **state)
{
    (void) state;
    assert_int_equal(
        each_component(ALL & ~(1u << OMBRE_SHARED), check_identity), 108);
}

static void check_ordinals(const struct component *c)
{
    const bool is_signed = c->format->numeric == OMBRE_FLOAT;
    int64_t lowest = 1, highest = -1;
    double before = (double) -INFINITY;
    uint32_t seen = 0, nans = 0;
    ombre_ordinal_limits(c->format, c->component, &lowest, &highest);
    for (int64_t o = lowest; o <= highest; o++) {
        const uint32_t code = ombre_ordinal_code(c->format, c->component, o);
        const double value = decode(c, code);
        const bool level =
            o == lowest || (is_signed && o == 0) ||
            (c->format->numeric == OMBRE_SNORM && o == lowest + 1);
        if (code >> c->bits || is_nan(c, code) ||
            ombre_code_ordinal(c->format, c->component, code) != o)
            fail_msg("%s: ordinal %d, code 0x%X", c->format->name, (int) o,
                     code);
        if (level ? !(value >= before) : !(value > before))
            fail_msg("%s: 0x%X is %a, after %a", c->format->name, code, value,
                     before);
        before = value;
        seen++;
    }
    for (uint32_t code = 0; code < 1u << c->bits; code++) {
        const int64_t o = ombre_code_ordinal(c->format, c->component, code);
        if (!is_nan(c, code))
            continue;
        if (o >= lowest && o <= highest)
            fail_msg("%s: NaN 0x%X among numbers", c->format->name, code);
        assert_int_equal(ombre_ordinal_code(c->format, c->component, o), code);
        nans++;
    }
    assert_int_equal(seen + nans, 1u << c->bits);
}

static void ordinals_are_consecutive(void **state)
{
    (void) state;
    assert_int_equal(each_component(ALL, check_ordinals), 111);
}

static void check_signs(const struct component *c)
{
    const uint32_t top = 1u << (c->bits - 1);
    const enum ombre_component k = c->component;
    assert_int_equal(ombre_code_ordinal(c->format, k, 0), 0);
    if (c->format->numeric != OMBRE_FLOAT)
        return;
    assert_int_equal(ombre_code_ordinal(c->format, k, top), -1);
    assert_int_equal(ombre_code_ordinal(c->format, k, top | 1), -2);
    assert_true(signbit(decode(c, top)));
    assert_int_equal(encode(c, (double) NAN) & ~top, 0x7E00);
}

static void signed_zeros_are_neighbours(void **state)
{
    (void) state;
    assert_int_equal(each_component(ALL, check_signs), 111);
}

/* --- Narrow floats ------------------------------------------------------- */

/* What the bits mean, by the definition: 2^(e-15) * (1 + m / 2^n). */
static double slow_float(uint32_t code, unsigned mantissa_bits)
{
    const uint32_t size = 1u << mantissa_bits;
    const uint32_t exponent = code / size % 32, fraction = code % size;
    const double sign = code / size / 32 ? -1.0 : 1.0;
    double value = exponent ? 1.0 + (double) fraction / size
                            : 2.0 * (double) fraction / size;
    for (uint32_t e = exponent; e < 15; e++)
        value /= 2.0;
    for (uint32_t e = 15; e < exponent; e++)
        value *= 2.0;
    return sign * value;
}

static void check_slow_float(const struct component *c)
{
    const unsigned mantissa_bits =
        c->bits - 5 - (c->format->numeric == OMBRE_FLOAT);
    for (uint32_t code = 0; code < 1u << c->bits; code++) {
        if ((code >> mantissa_bits & 31) == 31)
            continue;
        if (decode(c, code) != slow_float(code, mantissa_bits))
            fail_msg("%s: 0x%X is %a, not %a", c->format->name, code,
                     decode(c, code), slow_float(code, mantissa_bits));
    }
}

static void narrow_floats_are_by_definition(void **state)
{
    (void) state;
    assert_int_equal(each_component(FLOATS, check_slow_float), 10);
}

/* All between two codes goes to the one nearer to zero. */
static void check_toward_zero(const struct component *c)
{
    int64_t lowest, highest;
    unsigned gaps = 0;
    ombre_ordinal_limits(c->format, c->component, &lowest, &highest);
    for (int64_t o = 0; o + 1 < highest; o++) {
        const uint32_t code = ombre_ordinal_code(c->format, c->component, o);
        const double low = decode(c, code), high = decode(c, code + 1);
        const uint32_t sign =
            c->format->numeric == OMBRE_FLOAT ? 1u << (c->bits - 1) : 0;
        const double inner[] = {nextafter(low, high), low + (high - low) / 2,
                                nextafter(high, low)};
        for (unsigned i = 0; i < 3; i++) {
            if (encode(c, inner[i]) != code)
                fail_msg("%s: %a becomes 0x%X, not 0x%X", c->format->name,
                         inner[i], encode(c, inner[i]), code);
            if (encode(c, -inner[i]) != (sign ? code | sign : 0))
                fail_msg("%s: %a becomes 0x%X", c->format->name, -inner[i],
                         encode(c, -inner[i]));
        }
        gaps++;
    }
    assert_true(gaps > 900);
}

static void narrow_floats_go_toward_zero(void **state)
{
    (void) state;
    assert_int_equal(each_component(FLOATS, check_toward_zero), 10);
}

/* --- fp32 ---------------------------------------------------------------- */

static void fp32_is_the_machines(void **state)
{
    const struct ombre_format *f = named("R32_FLOAT");
    uint64_t seed = 0x0B5E55ED;
    unsigned numbers = 0;
    (void) state;
    for (unsigned i = 0; i < 200000; i++) {
        const uint32_t random = next_random(&seed);
        /* A third of all near the ends of an exponent. */
        const uint32_t code =
            i % 3 ? random : (random & 0xFF800000u) - (random & 1u);
        const double value = fp32(code);
        const int64_t o = ombre_code_ordinal(f, OMBRE_RED, code);
        if (ombre_code_is_nan(f, OMBRE_RED, code) != (isnan(value) != 0))
            fail_msg("0x%08X: NaN", code);
        assert_int_equal(ombre_ordinal_code(f, OMBRE_RED, o), code);
        if (isnan(value))
            continue;
        if (ombre_decode(f, OMBRE_RED, code) != value ||
            ombre_encode(f, OMBRE_RED, value) != code)
            fail_msg("0x%08X: %a, %a", code, ombre_decode(f, OMBRE_RED, code),
                     value);
        numbers++;
    }
    assert_true(numbers > 190000);
}

static void fp32_ordinals(void **state)
{
    static const struct {
        uint32_t code;
        int64_t ordinal;
    } at[] = {
        {0x00000000, 0},           {0x80000000, -1},
        {0x00000001, 1},           {0x80000001, -2},
        {0x3F800000, 0x3F800000},  {0xBF800000, -0x3F800001},
        {0x7F7FFFFF, 0x7F7FFFFF},  {0x7F800000, 0x7F800000},
        {0xFF7FFFFF, -0x7F800000}, {0xFF800000, -0x7F800001},
    };
    const struct ombre_format *f = named("R32G32B32A32_FLOAT");
    int64_t lowest, highest;
    (void) state;
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        assert_true(ombre_code_ordinal(f, OMBRE_ALPHA, at[i].code) ==
                    at[i].ordinal);
        assert_int_equal(ombre_ordinal_code(f, OMBRE_ALPHA, at[i].ordinal),
                         at[i].code);
    }
    ombre_ordinal_limits(f, OMBRE_ALPHA, &lowest, &highest);
    assert_true(lowest == -0x7F800001ll && highest == 0x7F800000ll);
    assert_true(ombre_code_is_nan(f, OMBRE_ALPHA, 0x7F800001u));
    assert_true(ombre_code_is_nan(f, OMBRE_ALPHA, 0xFFC00000u));
    assert_false(ombre_code_is_nan(f, OMBRE_ALPHA, 0xFF800000u));
    assert_int_equal(ombre_encode(f, OMBRE_RED, (double) NAN) & 0x7FFFFFFFu,
                     0x7FC00000u);
}

static void integer_ordinals(void **state)
{
    static const struct {
        const char *format;
        int64_t lowest, highest;
        int64_t of_all_ones;
    } at[] = {
        {"R32_UINT", 0, 0xFFFFFFFFll, 0xFFFFFFFFll},
        {"R32_SINT", -0x80000000ll, 0x7FFFFFFFll, -1},
        {"R16_SNORM", -0x8000, 0x7FFF, -1},
        {"R16_UNORM", 0, 0xFFFF, 0xFFFF},
        {"R16_FLOAT", -0x7C01, 0x7C00, -0x8000},
        {"R11G11B10_FLOAT", 0, 0x7C0, 0x7FF},
        {"R9G9B9E5_SHAREDEXP", 0, 0x1FF, 0x1FF},
    };
    (void) state;
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        const struct ombre_format *f = named(at[i].format);
        int64_t lowest, highest;
        ombre_ordinal_limits(f, OMBRE_RED, &lowest, &highest);
        if (lowest != at[i].lowest || highest != at[i].highest ||
            ombre_code_ordinal(f, OMBRE_RED, 0xFFFFFFFFu) != at[i].of_all_ones)
            fail_msg("%s", at[i].format);
    }
}

static void missing_components_have_one_ordinal(void **state)
{
    unsigned checked = 0;
    (void) state;
    for (unsigned i = 0; i < ombre_format_count() * OMBRE_COMPONENTS; i++) {
        const struct ombre_format *f = ombre_format_at(i / OMBRE_COMPONENTS);
        const enum ombre_component c =
            (enum ombre_component)(i % OMBRE_COMPONENTS);
        int64_t lowest = 90, highest = -90;
        if (ombre_format_has(f, c))
            continue;
        ombre_ordinal_limits(f, c, &lowest, &highest);
        if (lowest != 0 || highest != 0 ||
            ombre_code_ordinal(f, c, 0x5A5A5A5Au) != 0 ||
            ombre_ordinal_code(f, c, -3) != 0 ||
            ombre_code_is_nan(f, c, 0xFFFFFFFFu))
            fail_msg("%s %u", f->name, c);
        checked++;
    }
    assert_int_equal(checked, 71);
}

/* --- Fixed point --------------------------------------------------------- */

/* The sign of value - numerator / denominator, exactly, in integers.
 * 2^-20 < value <= 1, numerator < denominator < 2^18. */
static int compare(double value, uint64_t numerator, uint64_t denominator)
{
    int exponent;
    const uint64_t whole = (uint64_t) ldexp(frexp(value, &exponent), 53);
    /* value = whole * 2^(exponent - 53); multiply all by the denominator and
     * 2^(53 - exponent), and hold the left side as high * 2^32 + low. */
    const uint64_t low = (whole & 0xFFFFFFFF) * denominator;
    const uint64_t high = (whole >> 32) * denominator + (low >> 32);
    const uint64_t right = numerator << (53 - exponent - 32);
    if (high != right)
        return high > right ? 1 : -1;
    return (low & 0xFFFFFFFF) != 0;
}

/* Half-way between every two codes, the three nearest doubles must fall on the
 * sides that exact arithmetic says, ties outwards. */
static void check_fixed_thresholds(const struct component *c)
{
    const bool is_snorm = c->format->numeric == OMBRE_SNORM;
    const uint32_t max = (1u << (c->bits - is_snorm)) - 1;
    const uint32_t mask = (1u << c->bits) - 1;
    unsigned ties = 0;
    if (c->format->srgb && c->component != OMBRE_ALPHA)
        return;
    for (uint32_t k = 0; k < max; k++) {
        const double half = (2.0 * k + 1.0) / (2.0 * max);
        const double near[] = {nextafter(half, 0.0), half,
                               nextafter(half, 2.0)};
        for (unsigned i = 0; i < 3; i++) {
            const int side = compare(near[i], 2 * k + 1, 2 * (uint64_t) max);
            const uint32_t want = k + (side >= 0);
            ties += side == 0;
            if (encode(c, near[i]) != want)
                fail_msg("%s: %a becomes %u, not %u", c->format->name, near[i],
                         encode(c, near[i]), want);
            if (is_snorm && encode(c, -near[i]) != ((0 - want) & mask))
                fail_msg("%s: %a becomes %u", c->format->name, -near[i],
                         encode(c, -near[i]));
        }
    }
    /* 2^n - 1 is odd, so that a half alone is a tie. */
    assert_int_equal(ties, 1);
}

static void fixed_point_rounds_half_away(void **state)
{
    (void) state;
    assert_int_equal(each_component(FIXED, check_fixed_thresholds), 66);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(encode_rows),
        cmocka_unit_test(decode_rows),
        cmocka_unit_test(decode_then_encode_is_identity),
        cmocka_unit_test(ordinals_are_consecutive),
        cmocka_unit_test(signed_zeros_are_neighbours),
        cmocka_unit_test(narrow_floats_are_by_definition),
        cmocka_unit_test(narrow_floats_go_toward_zero),
        cmocka_unit_test(fp32_is_the_machines),
        cmocka_unit_test(fp32_ordinals),
        cmocka_unit_test(integer_ordinals),
        cmocka_unit_test(missing_components_have_one_ordinal),
        cmocka_unit_test(fixed_point_rounds_half_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
