#include "d3d_model.h"

#include <math.h>

/* FS 17.5: everything that enters the blender of a fixed-point target is
 * clamped to the target's range, the constant too. */
static double enter(const struct ombre_format *format, double x)
{
    const double lowest = format->numeric == OMBRE_SNORM ? -1.0 : 0.0;

    if (format->numeric != OMBRE_UNORM && format->numeric != OMBRE_SNORM)
        return x;
    if (x < lowest)
        return lowest;
    return x > 1.0 ? 1.0 : x;
}

/* FS 3.2.3.4, 3.2.3.6: NaN is 0; FS 3.1.6: no negative small floats. */
static double leave(const struct ombre_format *format, double x)
{
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_SNORM: return isnan(x) ? 0.0 : enter(format, x);
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: return x < 0.0 ? 0.0 : x;
    case OMBRE_FLOAT:
    case OMBRE_UINT:
    case OMBRE_SINT: break;
    }
    return x;
}

/* FS 17.1, for one component.  `s`, `s1`, `d`, `k` are the component's own
 * values, which in the alpha equation are alpha. */
struct terms {
    double s, s1, d, k;
    double s_alpha, s1_alpha, d_alpha, k_alpha;
    bool is_alpha;
};

/* clang-format off */
static double weight(enum ombre_factor factor, const struct terms *t)
{
    double x = NAN;

    switch (factor) {
    case OMBRE_ZERO: return 0.0;
    case OMBRE_ONE:  return 1.0;
    case OMBRE_SRC_ALPHA_SAT:
        return t->is_alpha ? 1.0 : fmin(1.0 - t->d_alpha, t->s_alpha);
    case OMBRE_SRC_COLOR:    case OMBRE_INV_SRC_COLOR:    x = t->s; break;
    case OMBRE_SRC_ALPHA:    case OMBRE_INV_SRC_ALPHA:    x = t->s_alpha; break;
    case OMBRE_DEST_ALPHA:   case OMBRE_INV_DEST_ALPHA:   x = t->d_alpha; break;
    case OMBRE_DEST_COLOR:   case OMBRE_INV_DEST_COLOR:   x = t->d; break;
    case OMBRE_BLEND_FACTOR: case OMBRE_INV_BLEND_FACTOR: x = t->k; break;
    case OMBRE_SRC1_COLOR:   case OMBRE_INV_SRC1_COLOR:   x = t->s1; break;
    case OMBRE_SRC1_ALPHA:   case OMBRE_INV_SRC1_ALPHA:   x = t->s1_alpha; break;
    case OMBRE_ALPHA_FACTOR: case OMBRE_INV_ALPHA_FACTOR: x = t->k_alpha; break;
    }
    switch ((unsigned) factor) {
    case 4: case 6: case 8: case 10: case 15: case 17: case 19: case 21:
        return 1.0 - x; /* the INV_ ones, by Direct3D's numbers */
    }
    return x;
}
/* clang-format on */

static double combine(const struct ombre_equation *equation,
                      const struct terms *t)
{
    const double source = t->s * weight(equation->src, t);
    const double dest = t->d * weight(equation->dest, t);

    switch (equation->op) {
    case OMBRE_OP_ADD: return source + dest;
    case OMBRE_OP_SUBTRACT: return source - dest;
    case OMBRE_OP_REV_SUBTRACT: return dest - source;
    case OMBRE_OP_MIN: return t->s < t->d ? t->s : t->d;
    case OMBRE_OP_MAX: return t->s >= t->d ? t->s : t->d;
    }
    return NAN;
}

/* FS 16.9.1, 17.15. */
static bool is_written(const struct ombre_state *state, unsigned target,
                       unsigned component)
{
    const struct ombre_target *t = &state->target[target];

    return state->shader.bound &&
           state->shader.output[target].type != OMBRE_OUTPUT_NONE &&
           (t->write_mask >> component & 1) != 0 &&
           t->format->component[component].bits != 0;
}

void d3d_model_blend(const struct ombre_state *state, unsigned target,
                     const struct d3d_model_source *source,
                     const double dest[4], double out[4])
{
    const struct ombre_target *t = &state->target[target];
    const struct ombre_format *f = t->format;
    const double *s = source->output[target], *s1 = source->output[1];
    const float *k = state->blend_factor;
    /* FS 19.1.3.3: a missing alpha reads 1, other components 0. */
    const double d_alpha = f->component[3].bits != 0 ? dest[3] : 1.0;

    for (unsigned i = 0; i < 4; i++) {
        out[i] = dest[i];
        if (!is_written(state, target, i))
            continue;
        const struct terms terms = {
            .s = enter(f, s[i]),
            .s1 = enter(f, s1[i]),
            .d = dest[i],
            .k = enter(f, (double) k[i]),
            .s_alpha = enter(f, s[3]),
            .s1_alpha = enter(f, s1[3]),
            .d_alpha = d_alpha,
            .k_alpha = enter(f, (double) k[3]),
            .is_alpha = i == 3,
        };
        const struct ombre_equation *equation = i == 3 ? &t->alpha : &t->color;
        out[i] = leave(f, t->blend_enable ? combine(equation, &terms) : s[i]);
    }
}

/* --- Integers ------------------------------------------------------------ */

/* FS 3.2.3.13. */
static uint32_t clamp_to(const struct ombre_format *format, unsigned bits,
                         uint32_t word)
{
    if (format->numeric == OMBRE_UINT) {
        const uint32_t highest = (uint32_t) ((UINT64_C(1) << bits) - 1);
        return word > highest ? highest : word;
    }
    const double highest = ldexp(1.0, (int) bits - 1) - 1.0;
    double x = (double) (int32_t) word;
    x = x > highest ? highest : x < -highest - 1.0 ? -highest - 1.0 : x;
    return (uint32_t) (int32_t) x;
}

/* FS 17.7: truth tables, bit by bit.  Row of the table by 2*s + d, lowest bit
 * first. */
static const uint8_t truth[16] = {
    [OMBRE_LOGIC_CLEAR] = 0x0,       [OMBRE_LOGIC_SET] = 0xF,
    [OMBRE_LOGIC_COPY] = 0xC,        [OMBRE_LOGIC_COPY_INVERTED] = 0x3,
    [OMBRE_LOGIC_NOOP] = 0xA,        [OMBRE_LOGIC_INVERT] = 0x5,
    [OMBRE_LOGIC_AND] = 0x8,         [OMBRE_LOGIC_NAND] = 0x7,
    [OMBRE_LOGIC_OR] = 0xE,          [OMBRE_LOGIC_NOR] = 0x1,
    [OMBRE_LOGIC_XOR] = 0x6,         [OMBRE_LOGIC_EQUIV] = 0x9,
    [OMBRE_LOGIC_AND_REVERSE] = 0x4, [OMBRE_LOGIC_AND_INVERTED] = 0x2,
    [OMBRE_LOGIC_OR_REVERSE] = 0xD,  [OMBRE_LOGIC_OR_INVERTED] = 0xB,
};

static uint32_t operate(const struct ombre_state *state, uint32_t s, uint32_t d,
                        unsigned bits)
{
    uint32_t result = 0;

    for (unsigned bit = 0; bit < bits; bit++) {
        const unsigned row = (s >> bit & 1) * 2 + (d >> bit & 1);
        const uint32_t value = state->logic_op_enable
                                   ? truth[state->logic_op] >> row & 1u
                                   : s >> bit & 1;
        result |= value << bit;
    }
    return result;
}

void d3d_model_integer(const struct ombre_state *state, unsigned target,
                       const struct d3d_model_source *source,
                       const uint32_t dest[4], uint32_t cut[4],
                       uint32_t clamped[4])
{
    const struct ombre_format *format = state->target[target].format;

    for (unsigned i = 0; i < 4; i++) {
        const unsigned bits = format->component[i].bits;
        const uint32_t s = source->bits[target][i];

        cut[i] = clamped[i] = dest[i];
        if (!is_written(state, target, i))
            continue;
        clamped[i] = operate(state, clamp_to(format, bits, s), dest[i], bits);
        cut[i] = state->logic_op_enable ? operate(state, s, dest[i], bits)
                                        : clamped[i];
    }
}
