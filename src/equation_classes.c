/* Which equations are one function on a format: asked of the reference, on
 * operands of which no two are equal. */
#include <math.h>
#include <string.h>

#include "ombre/equations.h"
#include "ombre/reference.h"

enum { SAMPLES = 64 };

struct operands {
    struct ombre_source source;
    struct ombre_texel dest;
    float constant[4];
};

/* --- Operands ------------------------------------------------------------ */

/* SplitMix64: the same numbers everywhere. */
static double random_between(uint64_t *state, double low, double high)
{
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    z ^= z >> 31;
    return low + (high - low) * (double) (z >> 11) / 9007199254740992.0;
}

/* Finite values that a target of the format tells apart: functions of UNORM
 * that differ only where the source is clamped do not differ. */
struct interval {
    double low, high;
};

static struct interval source_values(const struct ombre_format *format)
{
    switch (format->numeric) {
    case OMBRE_UNORM: return (struct interval){0, 1};
    case OMBRE_SNORM: return (struct interval){-1, 1};
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED:
    case OMBRE_UINT:
    case OMBRE_SINT: break;
    }
    return (struct interval){-1, 1.5};
}

static bool is_unsigned_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UFLOAT || format->numeric == OMBRE_SHARED;
}

/* What unsigned floats clamp shows where the destination is small. */
static double random_dest(const struct ombre_format *format, uint64_t *state)
{
    const struct interval values = source_values(format);
    const double x = random_between(state, 0, 1);

    if (is_unsigned_float(format))
        return values.high * x * x * x;
    return values.low + (values.high - values.low) * x;
}

static uint32_t float_word(double value)
{
    const float single = (float) value;
    uint32_t word;

    memcpy(&word, &single, sizeof word);
    return word;
}

/* R9G9B9E5 gets mantissas beside one exponent, that of [1, 2). */
static void fill_dest(const struct ombre_format *format, uint64_t *state,
                      struct ombre_texel *out)
{
    const bool shared = format->numeric == OMBRE_SHARED;

    *out = (struct ombre_texel){{shared ? UINT32_C(16) << 27 : 0}};
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const double value = random_dest(format, state);
        if (ombre_format_has(format, c))
            ombre_texel_set_code(format, out, c,
                                 shared ? (uint32_t) (value * 256)
                                        : ombre_encode(format, c, value));
    }
}

static void fill_operands(const struct ombre_format *format,
                          struct operands out[SAMPLES])
{
    const struct interval values = source_values(format);
    uint64_t state = 1;

    for (unsigned s = 0; s < SAMPLES; s++) {
        struct operands *o = &out[s];
        memset(o, 0, sizeof *o);
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
            o->source.word[0][i] =
                float_word(random_between(&state, values.low, values.high));
            o->source.word[1][i] =
                float_word(random_between(&state, values.low, values.high));
            o->constant[i] =
                (float) random_between(&state, values.low, values.high);
        }
        fill_dest(format, &state, &o->dest);
    }
}

/* --- Fingerprints ----------------------------------------------------------
 */

static enum ombre_component component_of(const struct ombre_format *format,
                                         enum ombre_half half)
{
    unsigned i = OMBRE_RED;

    if (half == OMBRE_HALF_ALPHA)
        return OMBRE_ALPHA;
    while (i < OMBRE_BLUE &&
           !ombre_format_has(format, (enum ombre_component) i))
        i++;
    return (enum ombre_component) i;
}

static struct ombre_state state_of(const struct ombre_format *format,
                                   enum ombre_half half, size_t function)
{
    static const struct ombre_equation copy = {OMBRE_ONE, OMBRE_ZERO,
                                               OMBRE_OP_ADD};
    const struct ombre_output output = {OMBRE_OUTPUT_FLOAT, 0xF};
    const struct ombre_equation equation =
        function < OMBRE_MAX_EQUATIONS ? ombre_equation_at(half, function)
                                       : copy;
    struct ombre_state state = {
        .target_count = 1,
        .sample_count = 1,
        .sample_mask = UINT32_MAX,
        .logic_op = OMBRE_LOGIC_NOOP,
        .shader = {.bound = true, .output = {output, output}},
    };

    state.target[0] = (struct ombre_target){
        .format = format,
        .blend_enable = function != OMBRE_NO_BLENDING,
        .color = half == OMBRE_HALF_COLOR ? equation : copy,
        .alpha = half == OMBRE_HALF_ALPHA ? equation : copy,
        .write_mask = function == OMBRE_NOT_WRITTEN ? 0 : 0xF,
    };
    return state;
}

/* Equal functions differ by rounding of doubles, others by far more than this
 * grid: it makes the same numbers of the first.  UFLOAT and R9G9B9E5 hold
 * nothing below 0, as the reference's value of UNORM knows. */
static int64_t on_grid(const struct ombre_format *format, double value)
{
    const bool is_signed =
        format->numeric != OMBRE_UFLOAT && format->numeric != OMBRE_SHARED;

    if (!is_signed && value < 0)
        return 0;
    return (int64_t) floor(value * 16777216.0 + 0.5);
}

static uint64_t fingerprint(const struct ombre_state *state,
                            enum ombre_component component,
                            const struct operands operands[SAMPLES])
{
    struct ombre_state asked = *state;
    uint64_t hash = UINT64_C(14695981039346656037);

    for (unsigned s = 0; s < SAMPLES; s++) {
        const struct operands *o = &operands[s];
        struct ombre_prediction p;
        memcpy(asked.blend_factor, o->constant, sizeof asked.blend_factor);
        (void) ombre_predict(&asked, 0, &o->source, &o->dest, OMBRE_JUDGE_EXACT,
                             &p);
        hash ^= (uint64_t) on_grid(asked.target[0].format,
                                   p.component[component].value);
        hash *= UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return hash;
}

/* --- Classes ---------------------------------------------------------------
 */

/* Class of entry `index`: that of the first with its fingerprint, or the next
 * number. */
static uint16_t class_of(const uint64_t *prints, const uint16_t *classes,
                         size_t index, uint16_t next)
{
    for (size_t i = 0; i < index; i++)
        if (prints[i] == prints[index])
            return classes[i];
    return next;
}

static void number_classes(enum ombre_half half, const uint64_t *prints,
                           size_t count, struct ombre_equation_classes *out)
{
    const size_t single = ombre_equation_count(half, false);
    uint16_t next = 0;

    for (size_t i = 0; i < count; i++) {
        out->of[i] = class_of(prints, out->of, i, next);
        if (out->of[i] == next)
            next++;
        if (i + 1 == single)
            out->functions[0] = next;
    }
    out->functions[1] = next;
    /* Beside the equations, which need not reach that far. */
    for (size_t i = OMBRE_NO_BLENDING; i < OMBRE_MAX_FUNCTIONS; i++) {
        out->of[i] = next;
        for (size_t k = 0; k < count && out->of[i] == next; k++)
            if (prints[k] == prints[i])
                out->of[i] = out->of[k];
        if (out->of[i] == next)
            next++;
    }
}

bool ombre_classify_equations(const struct ombre_format *format,
                              enum ombre_half half,
                              struct ombre_equation_classes *out)
{
    const enum ombre_component component = component_of(format, half);
    const size_t count = ombre_equation_count(half, true);
    struct operands operands[SAMPLES];
    uint64_t prints[OMBRE_MAX_FUNCTIONS] = {0};

    memset(out, 0, sizeof *out);
    if (!format->blendable || !ombre_format_has(format, component))
        return false;
    fill_operands(format, operands);
    for (size_t i = 0; i < OMBRE_MAX_FUNCTIONS; i++) {
        if (i >= count && i < OMBRE_NO_BLENDING)
            continue;
        const struct ombre_state state = state_of(format, half, i);
        prints[i] = fingerprint(&state, component, operands);
    }
    number_classes(half, prints, count, out);
    return true;
}
