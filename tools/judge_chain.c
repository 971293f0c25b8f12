#include "judge_chain.h"

/* Most pairs of codes of a component and of alpha that are followed from one
 * layer to the next. */
enum { MAX_CANDIDATES = 1024 };

static uint64_t set_size(const struct ombre_code_set *set)
{
    uint64_t size = set->nan;
    for (unsigned i = 0; i < set->count; i++)
        size += (uint64_t) (set->range[i].last - set->range[i].first) + 1;
    return size;
}

/* The member number `n` of a set; any NaN counts as one member. */
static uint32_t set_member(const struct ombre_code_set *set,
                           const struct ombre_format *format,
                           enum ombre_component component, uint64_t n)
{
    for (unsigned i = 0; i < set->count; i++) {
        const uint64_t size =
            (uint64_t) (set->range[i].last - set->range[i].first) + 1;
        if (n < size)
            return ombre_ordinal_code(format, component,
                                      set->range[i].first + (int64_t) n);
        n -= size;
    }
    int64_t lowest, highest;
    ombre_ordinal_limits(format, component, &lowest, &highest);
    /* One beyond infinity is the first NaN. */
    return ombre_ordinal_code(format, component, highest + 1);
}

/* Blend one more layer over every destination that the layers before allow.  A
 * component depends on itself and on alpha only, so pairs are enough; that
 * forgets how the two hang together, which can only widen the set. */
static bool widen_component(const struct ombre_state *state, unsigned target,
                            const struct ombre_source *source,
                            const struct ombre_prediction *before,
                            const struct ombre_texel *ideal,
                            enum ombre_judge judge,
                            enum ombre_component component,
                            struct ombre_code_set *out)
{
    const struct ombre_format *format = state->target[target].format;
    const struct ombre_code_set *own = &before->component[component].legal;
    const struct ombre_code_set *alpha = &before->component[OMBRE_ALPHA].legal;
    const uint64_t own_size = set_size(own);
    const bool uses_alpha =
        component != OMBRE_ALPHA && ombre_format_has(format, OMBRE_ALPHA);
    const uint64_t alpha_size = uses_alpha ? set_size(alpha) : 1;
    if (own_size > MAX_CANDIDATES || alpha_size > MAX_CANDIDATES ||
        own_size * alpha_size > MAX_CANDIDATES)
        return false;
    for (uint64_t n = 0; n < own_size * alpha_size; n++) {
        struct ombre_texel dest = *ideal;
        struct ombre_prediction next;
        ombre_texel_set_code(format, &dest, component,
                             set_member(own, format, component, n % own_size));
        if (uses_alpha)
            ombre_texel_set_code(
                format, &dest, OMBRE_ALPHA,
                set_member(alpha, format, OMBRE_ALPHA, n / own_size));
        ombre_predict(state, target, source, &dest, judge, &next);
        ombre_code_set_join(out, &next.component[component].legal);
    }
    return true;
}

/* The texels that a set allows, one after another: false when there are no
 * more.  *n counts them. */
static bool set_texel(const struct ombre_shared_set *set, uint64_t n,
                      struct ombre_texel *out)
{
    for (unsigned r = 0; r < set->count; r++) {
        const struct ombre_shared_range *range = &set->range[r];
        uint64_t left = n, size = 1;
        uint32_t mantissa[OMBRE_SHARED_COMPONENTS];
        for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
            const uint64_t width = range->last[i] - range->first[i] + 1u;
            mantissa[i] = range->first[i] + (uint32_t) (left % width);
            left /= width;
            size *= width;
        }
        if (n < size) {
            *out = ombre_shared_texel(range->exponent, mantissa);
            return true;
        }
        n -= size;
    }
    return false;
}

/* Like widen_component(), for a texel whose components hang together. */
static bool widen_shared(const struct ombre_state *state, unsigned target,
                         const struct ombre_source *source,
                         const struct ombre_prediction *before,
                         enum ombre_judge judge, struct ombre_prediction *out)
{
    struct ombre_texel dest;
    for (uint64_t n = 0; set_texel(&before->texels, n, &dest); n++) {
        struct ombre_prediction next;
        if (n == MAX_CANDIDATES)
            return false;
        if (!ombre_shared_set_has(&before->texels, &dest))
            continue;
        ombre_predict(state, target, source, &dest, judge, &next);
        ombre_shared_set_join(&out->texels, &next.texels);
        for (unsigned c = 0; c < OMBRE_SHARED_COMPONENTS; c++)
            ombre_code_set_join(&out->component[c].legal,
                                &next.component[c].legal);
    }
    return true;
}

/* Turn a prediction's ideal codes into a texel. */
static struct ombre_texel ideal_texel(const struct ombre_format *format,
                                      const struct ombre_texel *dest,
                                      const struct ombre_prediction *prediction)
{
    struct ombre_texel out = *dest;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        ombre_texel_set_code(format, &out, (enum ombre_component) c,
                             prediction->component[c].code);
    if (format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(&out, prediction->exponent);
    return out;
}

static bool reads_dest(const struct ombre_state *state, unsigned target)
{
    return state->logic_op_enable || state->target[target].blend_enable;
}

/* Take every destination that there may be into account, not the ideal one
 * alone. */
static bool widen(const struct ombre_touch *touch, unsigned target,
                  enum ombre_judge judge, const struct judge_chain *before,
                  struct ombre_prediction *next)
{
    const struct ombre_format *format = touch->state->target[target].format;
    if (format->numeric == OMBRE_SHARED)
        return widen_shared(touch->state, target, touch->source,
                            &before->prediction, judge, next);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (next->component[c].fate == OMBRE_FATE_WRITTEN &&
            !widen_component(touch->state, target, touch->source,
                             &before->prediction, &before->ideal, judge,
                             component, &next->component[c].legal))
            return false;
    }
    return true;
}

/* What a touch keeps is what those before it made. */
static void keep_parts(const struct ombre_format *format,
                       const struct judge_chain *before,
                       struct ombre_prediction *next)
{
    unsigned kept = 0, stored = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        stored += next->component[c].fate != OMBRE_FATE_ABSENT;
        if (next->component[c].fate != OMBRE_FATE_KEPT)
            continue;
        next->component[c] = before->prediction.component[c];
        kept++;
    }
    if (format->numeric == OMBRE_SHARED && kept == stored)
        *next = before->prediction;
}

void judge_chain_start(struct judge_chain *chain,
                       const struct ombre_state *state, unsigned target,
                       const struct ombre_texel *dest)
{
    ombre_predict_uncovered(state, target, dest, &chain->prediction);
    chain->ideal = *dest;
    chain->is_touched = false;
}

bool judge_chain_add(struct judge_chain *chain, const struct ombre_touch *touch,
                     unsigned target, enum ombre_judge judge)
{
    const struct ombre_state *state = touch->state;
    const struct ombre_format *format = state->target[target].format;
    struct ombre_prediction next;
    ombre_predict(state, target, touch->source, &chain->ideal, judge, &next);
    if (chain->is_touched) {
        if (reads_dest(state, target) &&
            !widen(touch, target, judge, chain, &next))
            return false;
        keep_parts(format, chain, &next);
    }
    chain->ideal = ideal_texel(format, &chain->ideal, &next);
    chain->prediction = next;
    chain->is_touched = true;
    return true;
}
