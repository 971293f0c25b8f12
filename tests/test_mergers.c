/* tests/test_mergers.c - no honest output merger is ever outside what d3d
 * allows
 *
 * Each is simulated step by step in doubles: what it does to operands, to a
 * destination, to products, to other results on the way, and to the result.  A
 * step is one that some hardware takes and Direct3D leaves it free to take
 * (FS 17.5, 3.1.5, 3.2.3).  All 225 pairs of factors, the three sums, and
 * operands on and beside every edge, on every class of format.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"

/* --- Components ----------------------------------------------------------- */

enum class {
    FIXED = 1,
    NARROW = 2,
    SRGB = 4,
    HALF = 8,
    SMALL = 16,
    WHOLE = 32
};

/* A component of a format, which alone is looked at. */
struct kind {
    const char *name;
    uint32_t dxgi;
    enum ombre_component component;
    enum class class;
    double top; /* the largest code */
    double low; /* -1 or 0 */
    int bits;
};

/* clang-format off */
static const struct kind kinds[] = {
    {"UNORM8", 28, OMBRE_RED, FIXED, 255, 0, 8},
    {"UNORM8 alpha", 28, OMBRE_ALPHA, FIXED, 255, 0, 8},
    {"BGRA8", 87, OMBRE_BLUE, FIXED, 255, 0, 8},
    {"UNORM10", 24, OMBRE_GREEN, FIXED, 1023, 0, 10},
    {"UNORM16", 11, OMBRE_BLUE, FIXED, 65535, 0, 16},
    {"SNORM8", 31, OMBRE_RED, FIXED, 127, -1, 8},
    {"SNORM8 alpha", 31, OMBRE_ALPHA, FIXED, 127, -1, 8},
    {"SNORM16", 13, OMBRE_GREEN, FIXED, 32767, -1, 16},
    {"6 bits", 85, OMBRE_GREEN, NARROW, 63, 0, 6},
    {"5 bits", 86, OMBRE_RED, NARROW, 31, 0, 5},
    {"4 bits", 115, OMBRE_BLUE, NARROW, 15, 0, 4},
    {"4 bits of alpha", 115, OMBRE_ALPHA, NARROW, 15, 0, 4},
    {"2 bits", 24, OMBRE_ALPHA, NARROW, 3, 0, 2},
    {"1 bit", 86, OMBRE_ALPHA, NARROW, 1, 0, 1},
    {"sRGB", 29, OMBRE_RED, SRGB, 255, 0, 8},
    {"sRGB alpha", 91, OMBRE_ALPHA, FIXED, 255, 0, 8},
    {"half", 10, OMBRE_RED, HALF, 0, 0, 16},
    {"half alpha", 10, OMBRE_ALPHA, HALF, 0, 0, 16},
    {"11 bits", 26, OMBRE_GREEN, SMALL, 0, 0, 11},
    {"10 bits", 26, OMBRE_BLUE, SMALL, 0, 0, 10},
    {"fp32", 2, OMBRE_RED, WHOLE, 0, 0, 32},
};
/* clang-format on */
enum { KINDS = sizeof kinds / sizeof *kinds };

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

static double half_step(double x)
{
    const int exponent = x == 0 || ilogb(x) < -14 ? -14 : ilogb(x);
    return ldexp(1, exponent - 10);
}

static double within_half(double x)
{
    return fmax(fmin(x, 65504), -65504);
}

static double half_nearest(const struct kind *k, double x)
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

struct merger {
    const char *name;
    unsigned classes;
    double (*operand)(const struct kind *, double); /* a source, S1, constant */
    double (*alpha)(const struct kind *, double);   /* one that is alpha */
    double (*dest)(const struct kind *, double);
    double (*step)(const struct kind *, double);    /* 1 - x, and the sum */
    double (*product)(const struct kind *, double); /* of true products */
    int64_t (*store)(const struct kind *, double);
    bool fused; /* the last product is not rounded before the sum */
};

/* clang-format off */
static const struct merger mergers[] = {
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
enum { MERGERS = sizeof mergers / sizeof *mergers };

/* fp16 on fixed point of at most 8 bits, as AMD exports it and Mali blends. */
/* clang-format off */
static const struct merger halves[] = {
    {"halves cut on export", FIXED | NARROW, half_toward_zero, half_toward_zero, fp32, fp32, fp32, store_nearest, false},
    {"halves throughout", FIXED | NARROW, half_nearest, half_nearest, half_nearest, half_nearest, half_nearest, store_nearest, false},
};
/* clang-format on */

enum { HALVES = sizeof halves / sizeof *halves };

/* --- Samples -------------------------------------------------------------- */

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static double unit(uint64_t *seed)
{
    return next(seed) / 2147483648.0;
}

/* On the grid, at every limit that a rounding has, an ulp beside them, beyond
 * the range. */
static float fixed_operand(const struct kind *k, uint64_t *seed)
{
    static const double limits[] = {0.4, 0.4375, 0.5, 0.5625, 0.6};
    const double code = floor(unit(seed) * (k->top + 1));
    const double sign = k->low < 0 && next(seed) % 2 ? -1 : 1;
    switch (next(seed) % 8) {
    case 0: return (float) (sign * (next(seed) % 3));
    case 1:
    case 2: return (float) (sign * code / k->top);
    case 3: return (float) (sign * (code + limits[next(seed) % 5]) / k->top);
    case 4:
        return nextafterf(
            (float) (sign * (code + limits[next(seed) % 5]) / k->top),
            (float) (next(seed) % 2 ? 4 : -4));
    case 5: return (float) (unit(seed) * 4 - 2);
    case 6: return (float) (sign * unit(seed) * unit(seed) * unit(seed));
    default: return (float) (sign * unit(seed));
    }
}

static float srgb_operand(uint64_t *seed)
{
    static const double limits[] = {0, 0.4, 0.4375, 0.5, 0.5625, 0.6};
    const double code = next(seed) % 256 + limits[next(seed) % 6];
    switch (next(seed) % 4) {
    case 0: return (float) (next(seed) % 2);
    case 1: return (float) ombre_linear_from_srgb(code);
    case 2: return (float) (code / 255);
    default: return (float) unit(seed);
    }
}

static float float_operand(uint64_t *seed)
{
    const double sign = next(seed) % 4 ? 1 : -1;
    const double size = ldexp(0.5 + unit(seed) / 2, (int) (next(seed) % 8) - 5);
    switch (next(seed) % 8) {
    case 0: return (float) (sign * (next(seed) % 3));
    case 1: return (float) (sign * half_nearest(NULL, size));
    case 2:
        return (float) (sign *
                        (half_nearest(NULL, size) + half_step(size) / 2));
    case 3: return (float) (sign * ldexp(size, -(int) (next(seed) % 20)));
    case 4: return (float) (sign * unit(seed));
    case 5: return (float) (sign * ldexp(size, (int) (next(seed) % 12)));
    default: return (float) (sign * size);
    }
}

static float operand_of(const struct kind *k, uint64_t *seed)
{
    if (k->class == SRGB)
        return srgb_operand(seed);
    return k->class & (FIXED | NARROW) ? fixed_operand(k, seed)
                                       : float_operand(seed);
}

/* A destination that is no special float, ends included. */
static struct ombre_texel dest_of(const struct kind *k, uint64_t *seed)
{
    const struct ombre_format *const format = ombre_format_find(k->dxgi);
    struct ombre_texel texel = {{0}};
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        uint32_t code = next(seed) << 16 ^ next(seed);
        if (k->class & (HALF | SMALL | WHOLE))
            code = ombre_encode(format, c, (double) float_operand(seed));
        else if (next(seed) % 4 == 0)
            code = next(seed) % 2 ? 0 : ~0u;
        ombre_texel_set_code(format, &texel, c, code);
    }
    return texel;
}

struct sample {
    struct ombre_state state;
    struct ombre_source source;
    struct ombre_texel dest;
};

static const enum ombre_factor factors[] = {OMBRE_ZERO,
                                            OMBRE_ONE,
                                            OMBRE_SRC_COLOR,
                                            OMBRE_INV_SRC_COLOR,
                                            OMBRE_SRC_ALPHA,
                                            OMBRE_INV_SRC_ALPHA,
                                            OMBRE_DEST_ALPHA,
                                            OMBRE_INV_DEST_ALPHA,
                                            OMBRE_DEST_COLOR,
                                            OMBRE_INV_DEST_COLOR,
                                            OMBRE_SRC_ALPHA_SAT,
                                            OMBRE_BLEND_FACTOR,
                                            OMBRE_INV_BLEND_FACTOR,
                                            OMBRE_ALPHA_FACTOR,
                                            OMBRE_INV_ALPHA_FACTOR};
enum {
    FACTORS = sizeof factors / sizeof *factors,
    STATES = FACTORS * FACTORS * 3
};

static struct sample sample_of(const struct kind *k, unsigned state,
                               uint64_t *seed)
{
    const struct ombre_equation e = {
        factors[state % FACTORS], factors[state / FACTORS % FACTORS],
        (enum ombre_blend_op)(1 + state / FACTORS / FACTORS)};
    struct sample s = {0};
    s.state = (struct ombre_state){
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    s.state.shader.bound = true;
    s.state.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.state.target[0] =
        (struct ombre_target){.format = ombre_format_find(k->dxgi),
                              .blend_enable = true,
                              .color = e,
                              .alpha = e,
                              .write_mask = 15};
    for (int i = 0; i < 4; i++) {
        const float x = operand_of(k, seed);
        memcpy(&s.source.word[0][i], &x, sizeof x);
        s.state.blend_factor[i] = operand_of(k, seed);
    }
    s.dest = dest_of(k, seed);
    return s;
}

/* --- Merging -------------------------------------------------------------- */

struct operands {
    double s, sa, d, da, k, ka;
};

static double clamped(const struct kind *k, double x)
{
    return k->top == 0 ? x : fmax(k->low, fmin(x, 1));
}

static double given(const struct sample *s, unsigned component)
{
    float x;
    memcpy(&x, &s->source.word[0][component], sizeof x);
    return (double) x;
}

static double dest_value(const struct sample *s, enum ombre_component c)
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

/* The ordinal that the merger stores, and how many true products it took. */
static int64_t merge(const struct merger *m, const struct kind *k,
                     const struct sample *s, int *products)
{
    const struct ombre_equation e = s->state.target[0].color;
    const struct operands o = operands_of(m, k, s);
    const double f = factor_of(m, k, e.src, &o),
                 g = factor_of(m, k, e.dest, &o);
    double p = o.s * f, q = o.d * g;
    *products = is_true_product(o.s, f) + is_true_product(o.d, g);
    if (is_true_product(o.s, f))
        p = m->product(k, p);
    if (is_true_product(o.d, g) && !m->fused)
        q = m->product(k, q);
    const double y = m->step(k, e.op == OMBRE_OP_ADD        ? p + q
                                : e.op == OMBRE_OP_SUBTRACT ? p - q
                                                            : q - p);
    return m->store(k, clamped(k, y));
}

static bool is_legal(const struct kind *k, const struct sample *s,
                     enum ombre_judge judge, int64_t got)
{
    const struct ombre_format *const f = s->state.target[0].format;
    struct ombre_prediction p;
    ombre_predict(&s->state, 0, &s->source, &s->dest, judge, &p);
    return ombre_code_set_has(&p.component[k->component].legal, f, k->component,
                              ombre_ordinal_code(f, k->component, got));
}

static void complain(const struct merger *m, const struct kind *k,
                     const struct sample *s, int64_t got)
{
    const struct ombre_equation e = s->state.target[0].color;
    struct ombre_prediction p;
    ombre_predict(&s->state, 0, &s->source, &s->dest, OMBRE_JUDGE_D3D, &p);
    const struct ombre_component_prediction *const c =
        &p.component[k->component];
    print_error(
        "%s, %s: %s %s op %d, source %.9g %.9g on %.9g %.9g, constant %.9g "
        "%.9g: %lld, not in %lld..%lld (%u ranges)\n",
        k->name, m->name, ombre_factor_name(e.src), ombre_factor_name(e.dest),
        (int) e.op, given(s, k->component), given(s, 3),
        dest_value(s, k->component), dest_value(s, OMBRE_ALPHA),
        (double) s->state.blend_factor[k->component],
        (double) s->state.blend_factor[3], (long long) got,
        (long long) c->legal.range[0].first,
        (long long) c->legal.range[c->legal.count - 1].last, c->legal.count);
}

static int rounds = 2; /* of all states */

/* Try one merger on one kind of component; returns how often it was refused. */
static int refusals(const struct merger *m, const struct kind *k,
                    uint64_t *seed)
{
    int refused = 0;
    for (int n = 0; n < STATES * rounds; n++) {
        const struct sample s = sample_of(k, (unsigned) n % STATES, seed);
        int products;
        const int64_t got = merge(m, k, &s, &products);
        if (!is_legal(k, &s, OMBRE_JUDGE_D3D, got) && refused++ < 3)
            complain(m, k, &s, got);
    }
    return refused;
}

static void test_sound(void **unused)
{
    (void) unused;
    uint64_t seed = 31;
    int refused = 0, tried = 0;
    for (unsigned i = 0; i < KINDS; i++)
        for (unsigned j = 0; j < MERGERS; j++)
            if (mergers[j].classes & kinds[i].class) {
                refused += refusals(&mergers[j], &kinds[i], &seed);
                tried++;
            }
    assert_int_equal(refused, 0);
    assert_int_equal(tried, 181);
}

/* Halves have 11 digits: operands, destination and sum lose up to an eighth of
 * an 8-bit code.  The rules have room for that beside a product; where there is
 * none, a result that lies just beyond 0.6 of a code may be stored as the other
 * neighbour, which is beyond Direct3D (FS 3.2.3.6) and within Vulkan. */
static void test_halves(void **unused)
{
    (void) unused;
    uint64_t seed = 37;
    int compared = 0, beyond = 0;
    for (unsigned i = 0; i < KINDS * HALVES; i++) {
        const struct kind *const k = &kinds[i / HALVES];
        const struct merger *const m = &halves[i % HALVES];
        if (!(m->classes & k->class) || k->bits > 8)
            continue;
        for (int n = 0; n < STATES * rounds; n++) {
            const struct sample s = sample_of(k, (unsigned) n % STATES, &seed);
            int products;
            const int64_t got = merge(m, k, &s, &products);
            compared++;
            if (is_legal(k, &s, OMBRE_JUDGE_D3D, got))
                continue;
            assert_int_equal(products, 0);
            assert_true(is_legal(k, &s, OMBRE_JUDGE_VULKAN, got));
            beyond++;
        }
    }
    assert_int_equal(compared, 12 * HALVES * STATES * rounds);
    assert_true(beyond < compared / 2000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sound),
        cmocka_unit_test(test_halves),
    };
    rounds = argc > 1 ? atoi(argv[1]) : rounds;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
