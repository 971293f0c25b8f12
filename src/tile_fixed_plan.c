/* Whether a state on fixed point can be predicted in lanes, and how. */
#include <math.h>
#include <string.h>

#include "reference_terms.h"
#include "tile_fixed.h"

/* --- Gaps ----------------------------------------------------------------- */

static double factor_value(struct factor f, const double v[OPERAND_COUNT])
{
    switch (f.shape) {
    case SHAPE_ZERO: return 0;
    case SHAPE_ONE: return 1;
    case SHAPE_OPERAND: return v[f.x];
    case SHAPE_INVERSE: return 1 - v[f.x];
    case SHAPE_SATURATE: break;
    }
    return fmin(v[f.x], 1 - v[OPERAND_DEST_ALPHA]);
}

/* How a factor changes with `operand`; SRC_ALPHA_SAT at its steepest. */
static double factor_slope(struct factor f, enum operand operand)
{
    switch (f.shape) {
    case SHAPE_ZERO:
    case SHAPE_ONE: return 0;
    case SHAPE_INVERSE: return f.x == operand ? -1 : 0;
    case SHAPE_OPERAND:
    case SHAPE_SATURATE: break;
    }
    return f.x == operand ? 1 : 0;
}

/* How the result changes with `operand`, when operands are v. */
static double slope_at(const struct terms *t, enum operand operand,
                       const double v[OPERAND_COUNT])
{
    const double sign_p = t->op == OMBRE_OP_REV_SUBTRACT ? -1 : 1;
    const double sign_q = t->op == OMBRE_OP_SUBTRACT ? -1 : 1;
    const double own = operand == t->source ? factor_value(t->src, v) : 0;
    return sign_p * (own + v[t->source] * factor_slope(t->src, operand)) +
           sign_q * v[t->destination] * factor_slope(t->dest, operand);
}

/* The largest slope over all operands: slopes are linear in each, so corners
 * are enough, of the five operands that an equation can read. */
static double steepest(const struct terms *t, enum operand operand, double low)
{
    const enum operand read[] = {t->source, t->destination, t->src.x, t->dest.x,
                                 OPERAND_DEST_ALPHA};
    enum { READ = sizeof read / sizeof read[0] };
    double steepest = 0;
    for (unsigned corner = 0; corner < 1u << READ; corner++) {
        double v[OPERAND_COUNT];
        for (unsigned i = 0; i < READ; i++)
            v[read[i]] = corner >> i & 1 ? 1 : low;
        steepest = fmax(steepest, fabs(slope_at(t, operand, v)));
    }
    return steepest;
}

/* Whether the union over all decisions is one range: every decision allows 0.6
 * of a code on either side at least, and two that differ in the conversion of
 * one operand, by 0.6 at most, lie so near that these meet. */
static bool has_no_gaps(const struct terms *t, double low)
{
    const bool is_sum =
        t->blend && t->op != OMBRE_OP_MIN && t->op != OMBRE_OP_MAX;
    for (int i = 0; is_sum && i < OPERAND_DEST; i++)
        if (t->used[i] && steepest(t, (enum operand) i, low) > 2)
            return false;
    return true;
}

/* --- Slots ---------------------------------------------------------------- */

static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static struct tile_feed feed_of(const struct ombre_state *state,
                                enum operand operand,
                                enum ombre_component component)
{
    struct tile_feed feed = {.component = component};
    switch (operand) {
    case OPERAND_SRC: break;
    case OPERAND_SRC_ALPHA: feed.component = OMBRE_ALPHA; break;
    case OPERAND_SRC1: feed.second = true; break;
    case OPERAND_SRC1_ALPHA:
        feed.second = true;
        feed.component = OMBRE_ALPHA;
        break;
    case OPERAND_CONSTANT:
        feed.is_constant = true;
        feed.constant = float_bits(state->blend_factor[component]);
        break;
    case OPERAND_CONSTANT_ALPHA:
        feed.is_constant = true;
        feed.constant = float_bits(state->blend_factor[OMBRE_ALPHA]);
        break;
    case OPERAND_DEST:
    case OPERAND_DEST_ALPHA:
    case OPERAND_COUNT: break;
    }
    return feed;
}

/* Give every source operand a slot, the source itself the first. */
static bool assign_slots(const struct ombre_state *state, const struct terms *t,
                         unsigned place[OPERAND_COUNT],
                         struct tile_fixed_component *out)
{
    unsigned slots = 0;
    place[t->source] = slots;
    out->feed[slots++] = feed_of(state, t->source, t->component);
    for (int i = 0; i < OPERAND_DEST; i++) {
        const enum operand operand = (enum operand) i;
        if (!t->used[i] || operand == t->source)
            continue;
        if (slots == TILE_SLOTS)
            return false;
        place[i] = slots;
        out->feed[slots++] = feed_of(state, operand, t->component);
    }
    place[OPERAND_DEST] = TILE_AT_DEST;
    place[OPERAND_DEST_ALPHA] = TILE_AT_DEST_ALPHA;
    out->equation.slots = slots;
    return true;
}

static struct tile_fixed_factor factor_of(struct factor f,
                                          const unsigned place[OPERAND_COUNT])
{
    switch (f.shape) {
    case SHAPE_ZERO: return (struct tile_fixed_factor){TILE_SHAPE_ZERO, 0};
    case SHAPE_ONE: return (struct tile_fixed_factor){TILE_SHAPE_ONE, 0};
    case SHAPE_OPERAND:
        return (struct tile_fixed_factor){TILE_SHAPE_OPERAND, place[f.x]};
    case SHAPE_INVERSE:
        return (struct tile_fixed_factor){TILE_SHAPE_INVERSE, place[f.x]};
    case SHAPE_SATURATE: break;
    }
    return (struct tile_fixed_factor){TILE_SHAPE_SATURATE, place[f.x]};
}

/* --- Components ----------------------------------------------------------- */

/* `before`: another component with the same equation, or NULL. */
static bool plan_component(const struct ombre_state *state, unsigned target,
                           enum ombre_judge judge,
                           enum ombre_component component,
                           const struct tile_fixed_component *before,
                           struct tile_fixed_component *out)
{
    const struct ombre_source source = {{{0}}};
    const struct ombre_texel dest = {{0}};
    const struct terms t =
        terms_resolve(state, target, component, &source, &dest);
    unsigned place[OPERAND_COUNT] = {0};
    struct tile_fixed_equation *const e = &out->equation;
    e->blend = t.blend;
    e->op = t.op;
    e->room = judge == OMBRE_JUDGE_D3D;
    if (!assign_slots(state, &t, place, out))
        return false;
    /* Colours have one equation. */
    e->gaps = before ? before->equation.gaps
                     : e->room && !has_no_gaps(&t, e->low / e->scale);
    e->source = factor_of(t.src, place);
    e->dest = factor_of(t.dest, place);
    e->turns = e->source.place == 0 && (e->source.shape == TILE_SHAPE_OPERAND ||
                                        e->source.shape == TILE_SHAPE_INVERSE);
    return true;
}

/* Whether codes are whole codes of another scale. */
static bool divides(double scale, double other)
{
    return fmod(other, scale) == 0;
}

/* UNORM and SNORM whose alpha is on the grid of every component, and whose
 * components of fewer than 8 bits are on that of 8. */
static bool is_known(const struct ombre_format *format)
{
    if ((format->numeric != OMBRE_UNORM && format->numeric != OMBRE_SNORM) ||
        format->srgb || format->texel_size > 8)
        return false;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (!ombre_format_has(format, c))
            continue;
        const double scale = terms_scale_of(format, c);
        if (ombre_format_has(format, OMBRE_ALPHA) &&
            !divides(terms_scale_of(format, OMBRE_ALPHA), scale))
            return false;
        if (format->component[i].bits < 8 && !divides(scale, 255))
            return false;
    }
    return true;
}

/* FS 17.5: fewer than 8 bits may be widened to 8 first. */
static void plan_wide(struct tile_fixed_component *c, enum ombre_judge judge)
{
    c->is_narrow = c->bits < 8 && judge == OMBRE_JUDGE_D3D;
    c->wide = c->equation;
    c->wide.scale = 255;
}

bool tile_fixed_plan(const struct ombre_state *state, unsigned target,
                     enum ombre_judge judge,
                     const struct ombre_prediction *fates,
                     struct tile_fixed *out)
{
    const struct ombre_format *const format = state->target[target].format;
    *out = (struct tile_fixed){
        .texel_size = format->texel_size,
        .keeps_lowest = judge == OMBRE_JUDGE_D3D,
        .unowned = ~(uint64_t) 0,
    };
    if (!is_known(format) ||
        (judge != OMBRE_JUDGE_STRICT && judge != OMBRE_JUDGE_D3D))
        return false;
    const struct tile_fixed_component *color = NULL;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        struct tile_fixed_component *const c = &out->component[i];
        const struct tile_fixed_component *const before =
            i == OMBRE_ALPHA ? NULL : color;
        const enum ombre_fate fate = fates->component[i].fate;
        c->stored = fate != OMBRE_FATE_ABSENT;
        c->written = fate == OMBRE_FATE_WRITTEN;
        c->shift = format->component[i].shift;
        c->bits = format->component[i].bits;
        c->is_signed = format->numeric == OMBRE_SNORM;
        if (c->stored) {
            /* Alpha is read where it is not written, too. */
            c->equation.scale =
                terms_scale_of(format, (enum ombre_component) i);
            c->equation.low = c->is_signed ? -c->equation.scale : 0;
            out->unowned &= ~((((uint64_t) 1 << c->bits) - 1) << c->shift);
        }
        if (fate == OMBRE_FATE_UNDEFINED ||
            (c->written &&
             !plan_component(state, target, judge, (enum ombre_component) i,
                             before, c)))
            return false;
        plan_wide(c, judge);
        if (c->written)
            color = c;
    }
    return true;
}
