#include "reference_terms.h"

#include <math.h>
#include <string.h>

#include "ombre/shared.h"

static double float_from_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double) f;
}

/* Which operand a factor reads; FS 17.1, 17.2.  In the alpha equation a colour
 * factor means alpha (D3D9; later versions reject it), SRC_ALPHA_SAT is one and
 * BLEND_FACTOR is the constant's alpha.
 */
/* clang-format off */
static struct factor color_factor(enum ombre_factor factor)
{
    switch (factor) {
    case OMBRE_ZERO:             break;
    case OMBRE_ONE:              return (struct factor){.shape = SHAPE_ONE};
    case OMBRE_SRC_COLOR:        return (struct factor){SHAPE_OPERAND, OPERAND_SRC};
    case OMBRE_INV_SRC_COLOR:    return (struct factor){SHAPE_INVERSE, OPERAND_SRC};
    case OMBRE_SRC_ALPHA:        return (struct factor){SHAPE_OPERAND, OPERAND_SRC_ALPHA};
    case OMBRE_INV_SRC_ALPHA:    return (struct factor){SHAPE_INVERSE, OPERAND_SRC_ALPHA};
    case OMBRE_DEST_ALPHA:       return (struct factor){SHAPE_OPERAND, OPERAND_DEST_ALPHA};
    case OMBRE_INV_DEST_ALPHA:   return (struct factor){SHAPE_INVERSE, OPERAND_DEST_ALPHA};
    case OMBRE_DEST_COLOR:       return (struct factor){SHAPE_OPERAND, OPERAND_DEST};
    case OMBRE_INV_DEST_COLOR:   return (struct factor){SHAPE_INVERSE, OPERAND_DEST};
    case OMBRE_SRC_ALPHA_SAT:    return (struct factor){SHAPE_SATURATE, OPERAND_SRC_ALPHA};
    case OMBRE_BLEND_FACTOR:     return (struct factor){SHAPE_OPERAND, OPERAND_CONSTANT};
    case OMBRE_INV_BLEND_FACTOR: return (struct factor){SHAPE_INVERSE, OPERAND_CONSTANT};
    case OMBRE_SRC1_COLOR:       return (struct factor){SHAPE_OPERAND, OPERAND_SRC1};
    case OMBRE_INV_SRC1_COLOR:   return (struct factor){SHAPE_INVERSE, OPERAND_SRC1};
    case OMBRE_SRC1_ALPHA:       return (struct factor){SHAPE_OPERAND, OPERAND_SRC1_ALPHA};
    case OMBRE_INV_SRC1_ALPHA:   return (struct factor){SHAPE_INVERSE, OPERAND_SRC1_ALPHA};
    case OMBRE_ALPHA_FACTOR:     return (struct factor){SHAPE_OPERAND, OPERAND_CONSTANT_ALPHA};
    case OMBRE_INV_ALPHA_FACTOR: return (struct factor){SHAPE_INVERSE, OPERAND_CONSTANT_ALPHA};
    }
    return (struct factor){.shape = SHAPE_ZERO};
}
/* clang-format on */

/* In the alpha equation a component's own value is its alpha, which follows it
 * in the enum. */
static enum operand operand_of(enum operand operand,
                               enum ombre_component component)
{
    return component == OMBRE_ALPHA ? (enum operand)(operand | 1) : operand;
}

static struct factor resolve_factor(enum ombre_factor factor,
                                    enum ombre_component component)
{
    struct factor f = color_factor(factor);
    if (f.shape == SHAPE_SATURATE && component == OMBRE_ALPHA)
        f.shape = SHAPE_ONE;
    f.x = operand_of(f.x, component);
    return f;
}

/* FS 19.1.3.3: alpha that the target lacks reads as 1.  No equation reads
 * another component that is not there. */
static double dest_value(const struct ombre_format *format,
                         const struct ombre_texel *dest,
                         enum ombre_component component)
{
    if (!ombre_format_has(format, component))
        return 1.0;
    const uint32_t code = ombre_texel_code(format, dest, component);
    return format->numeric == OMBRE_SHARED
               ? ombre_shared_decode(ombre_shared_exponent(dest), code)
               : ombre_decode(format, component, code);
}

static void read_operands(struct terms *t, const struct ombre_state *state,
                          unsigned target, const struct ombre_source *source,
                          const struct ombre_texel *dest)
{
    const enum ombre_component c = t->component;
    const uint32_t *const o0 = source->word[target], *const o1 =
                                                         source->word[1];

    t->value[OPERAND_SRC] = float_from_bits(o0[c]);
    t->value[OPERAND_SRC_ALPHA] = float_from_bits(o0[OMBRE_ALPHA]);
    t->value[OPERAND_SRC1] = float_from_bits(o1[c]);
    t->value[OPERAND_SRC1_ALPHA] = float_from_bits(o1[OMBRE_ALPHA]);
    t->value[OPERAND_CONSTANT] = (double) state->blend_factor[c];
    t->value[OPERAND_CONSTANT_ALPHA] =
        (double) state->blend_factor[OMBRE_ALPHA];
    t->value[OPERAND_DEST] = dest_value(t->format, dest, c);
    t->value[OPERAND_DEST_ALPHA] = dest_value(t->format, dest, OMBRE_ALPHA);
    t->dest_code = ombre_texel_code(t->format, dest, c);
    t->dest_alpha_code = ombre_texel_code(t->format, dest, OMBRE_ALPHA);
}

static void mark_used(struct terms *t, struct factor f)
{
    if (f.shape == SHAPE_OPERAND || f.shape == SHAPE_INVERSE ||
        f.shape == SHAPE_SATURATE)
        t->used[f.x] = true;
    if (f.shape == SHAPE_SATURATE)
        t->used[OPERAND_DEST_ALPHA] = true;
}

struct terms terms_resolve(const struct ombre_state *state, unsigned target,
                           enum ombre_component component,
                           const struct ombre_source *source,
                           const struct ombre_texel *dest)
{
    const struct ombre_target *const to = &state->target[target];
    const struct ombre_equation *const e =
        component == OMBRE_ALPHA ? &to->alpha : &to->color;

    struct terms t = {
        .format = to->format,
        .component = component,
        .blend = to->blend_enable,
        .op = e->op,
        .source = operand_of(OPERAND_SRC, component),
        .destination = operand_of(OPERAND_DEST, component),
        .src = {SHAPE_ONE, OPERAND_SRC},
        .dest = {SHAPE_ONE, OPERAND_SRC},
    };
    read_operands(&t, state, target, source, dest);
    t.used[t.source] = true;
    if (!t.blend)
        return t;

    t.used[t.destination] = true;
    /* FS 17.1: MIN and MAX ignore both factors. */
    if (t.op == OMBRE_OP_MIN || t.op == OMBRE_OP_MAX)
        return t;
    t.src = resolve_factor(e->src, component);
    t.dest = resolve_factor(e->dest, component);
    mark_used(&t, t.src);
    mark_used(&t, t.dest);
    return t;
}

bool terms_have_nan(const struct terms *terms)
{
    for (int i = 0; i < OPERAND_COUNT; i++)
        if (terms->used[i] && isnan(terms->value[i]))
            return true;
    return false;
}

double terms_scale_of(const struct ombre_format *format,
                      enum ombre_component component)
{
    const unsigned bits = format->component[component].bits;
    const unsigned magnitude = format->numeric == OMBRE_SNORM ? bits - 1 : bits;
    return (double) ((1u << magnitude) - 1);
}

double terms_scale(const struct terms *terms)
{
    return terms_scale_of(terms->format, terms->component);
}
