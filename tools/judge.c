#include "judge.h"

#include <stdio.h>
#include <string.h>

const struct ombre_texel *case_dest(const struct ombre_case *c, size_t pixel,
                                    unsigned target, unsigned sample)
{
    const size_t slot = pixel * OMBRE_MAX_TARGETS + target;
    return &c->dest[slot * c->sample_count + sample];
}

/* --- Coverage ------------------------------------------------------------- */

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

/* Coverage of each layer of a pixel. */
struct layers {
    unsigned count;
    const struct ombre_source *source;
    uint32_t exported;
};

static struct ombre_coverage layer_coverage(const struct ombre_state *state,
                                            const struct layers *layers,
                                            unsigned layer)
{
    return ombre_predict_coverage(state, &layers->source[layer],
                                  layers->exported);
}

/* What all layers together may write.  With several, each must say exactly
 * which samples it writes: a set that one layer may choose would have to be
 * followed through all the others. */
static bool predict_coverage(const struct ombre_state *state,
                             const struct layers *layers,
                             struct judged_pixel *out)
{
    struct ombre_coverage all = layer_coverage(state, layers, 0);
    for (unsigned layer = 0; layers->count > 1 && layer < layers->count;
         layer++) {
        const struct ombre_coverage one = layer_coverage(state, layers, layer);
        if (one.min != one.max || (one.max && one.max != bits_set(one.mask))) {
            snprintf(out->reason, sizeof out->reason,
                     "layer %u may cover different sets of samples, and other "
                     "layers overlap it",
                     layer);
            return false;
        }
        all.mask = (layer ? all.mask : 0) | (one.max ? one.mask : 0);
        all.min = all.max = bits_set(all.mask);
    }
    out->verify.mask = all.mask;
    out->verify.min = all.min;
    out->verify.max = all.max;
    return true;
}

bool judge_may_write(const struct judged_pixel *pixel, unsigned sample)
{
    return pixel->verify.max > 0 && (pixel->verify.mask >> sample & 1);
}

bool judge_may_keep(const struct judged_pixel *pixel, unsigned sample)
{
    return !judge_may_write(pixel, sample) ||
           pixel->verify.min < bits_set(pixel->verify.mask);
}

/* --- What a sample that is not covered keeps --------------------------------
 */

static void keep_component(const struct ombre_format *format,
                           enum ombre_component component,
                           const struct ombre_texel *dest,
                           struct ombre_legal_component *out)
{
    *out = (struct ombre_legal_component){
        .stored = ombre_format_has(format, component),
        .code = ombre_texel_code(format, dest, component),
    };
    /* A single NaN is no member of a set; verify.h goes by its code. */
    if (!out->stored || ombre_code_is_nan(format, component, out->code))
        return;
    const int64_t ordinal = ombre_code_ordinal(format, component, out->code);
    ombre_code_set_add(&out->legal, ordinal, ordinal);
    out->wide = out->legal;
}

static void keep_texel(const struct ombre_format *format,
                       const struct ombre_texel *dest,
                       struct ombre_legal_texel *out)
{
    out->exponent = 0;
    out->texels.count = out->wide_texels.count = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        keep_component(format, (enum ombre_component) c, dest,
                       &out->component[c]);
    if (format->numeric != OMBRE_SHARED)
        return;
    out->exponent = ombre_shared_exponent(dest);
    ombre_shared_set_add_texel(&out->texels, dest);
    out->wide_texels = out->texels;
}

static void tell_kept(const struct ombre_state *state, unsigned target,
                      const struct ombre_texel *dest, struct judged_texel *out)
{
    struct ombre_prediction kept;
    ombre_predict_uncovered(state, target, dest, &kept);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        out->component[c] = (struct judged_component){kept.component[c].fate,
                                                      kept.component[c].value,
                                                      kept.component[c].rule};
}

/* --- What a covered sample becomes ------------------------------------------
 */

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

static bool predict_layer(const struct ombre_state *state, unsigned target,
                          const struct ombre_source *source, bool is_first,
                          enum ombre_judge judge, struct ombre_texel *ideal,
                          struct ombre_prediction *prediction)
{
    const struct ombre_format *format = state->target[target].format;
    struct ombre_prediction next;
    ombre_predict(state, target, source, ideal, judge, &next);
    const bool is_shared = format->numeric == OMBRE_SHARED;
    if (!is_first && is_shared &&
        !widen_shared(state, target, source, prediction, judge, &next))
        return false;
    for (unsigned c = 0; !is_first && !is_shared && c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (ombre_format_has(format, component) &&
            !widen_component(state, target, source, prediction, ideal, judge,
                             component, &next.component[c].legal))
            return false;
    }
    *ideal = ideal_texel(format, ideal, &next);
    *prediction = next;
    return true;
}

static bool covers(const struct ombre_state *state, const struct layers *layers,
                   unsigned layer, unsigned sample)
{
    if (layers->count == 1)
        return true;
    const struct ombre_coverage one = layer_coverage(state, layers, layer);
    return one.max > 0 && (one.mask >> sample & 1);
}

/* Predict a sample that every layer covering it writes. */
static bool predict_written(const struct ombre_state *state, unsigned target,
                            const struct layers *layers, unsigned sample,
                            const struct ombre_texel *dest,
                            enum ombre_judge judge,
                            struct ombre_prediction *out)
{
    struct ombre_texel ideal = *dest;
    bool is_first = true;
    *out = (struct ombre_prediction){0};
    for (unsigned layer = 0; layer < layers->count; layer++) {
        if (!covers(state, layers, layer, sample))
            continue;
        if (!predict_layer(state, target, &layers->source[layer], is_first,
                           judge, &ideal, out))
            return false;
        is_first = false;
    }
    return true;
}

static void fill_component(const struct ombre_format *format,
                           enum ombre_component component,
                           const struct ombre_component_prediction *narrow,
                           const struct ombre_component_prediction *wide,
                           struct ombre_legal_component *legal,
                           struct judged_component *told)
{
    *told =
        (struct judged_component){narrow->fate, narrow->value, narrow->rule};
    legal->stored = ombre_format_has(format, component);
    legal->code = narrow->code;
    legal->legal = narrow->legal;
    legal->wide = wide->legal;
    ombre_code_set_join(&legal->wide, &narrow->legal);
    /* A NaN that is kept must be kept bit by bit. */
    if (narrow->fate == OMBRE_FATE_KEPT &&
        ombre_code_is_nan(format, component, narrow->code))
        legal->legal = legal->wide = (struct ombre_code_set){0};
}

static bool predict_sample(const struct ombre_case *c,
                           const struct ombre_state *state,
                           const struct layers *layers, size_t pixel,
                           unsigned target, unsigned sample,
                           enum ombre_judge judge, struct judged_pixel *out)
{
    const struct ombre_format *format = state->target[target].format;
    const struct ombre_texel *dest = case_dest(c, pixel, target, sample);
    keep_texel(format, dest, &out->verify.target[target].kept[sample]);
    if (!judge_may_write(out, sample)) {
        tell_kept(state, target, dest, &out->told[target][sample]);
        return true;
    }
    struct ombre_prediction narrow, wide;
    if (!predict_written(state, target, layers, sample, dest, judge, &narrow))
        return false;
    wide = narrow;
    if (judge != OMBRE_JUDGE_VULKAN &&
        !predict_written(state, target, layers, sample, dest,
                         OMBRE_JUDGE_VULKAN, &wide))
        return false;
    struct ombre_legal_texel *written =
        &out->verify.target[target].written[sample];
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        fill_component(format, (enum ombre_component) i, &narrow.component[i],
                       &wide.component[i], &written->component[i],
                       &out->told[target][sample].component[i]);
    written->exponent = narrow.exponent;
    written->texels = narrow.texels;
    written->wide_texels = wide.texels;
    ombre_shared_set_join(&written->wide_texels, &narrow.texels);
    return true;
}

bool judge_predict(const struct ombre_case *c, const struct ombre_state *state,
                   size_t pixel, enum ombre_judge judge,
                   struct judged_pixel *out)
{
    /* What else there is, is filled in where it counts: the whole is large. */
    out->reason[0] = '\0';
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        out->verify.target[t].format = NULL;
    out->verify.sample_count = out->verify.target_count = 0;
    if (c->sample_count > OMBRE_MAX_SAMPLES) {
        snprintf(out->reason, sizeof out->reason,
                 "%u samples; at most %d can be predicted", c->sample_count,
                 OMBRE_MAX_SAMPLES);
        return false;
    }
    const struct layers layers = {
        .count = ombre_case_layers(c, pixel),
        .source = &c->source[pixel * c->layer_count],
        .exported = c->coverage ? c->coverage[pixel] : UINT32_MAX,
    };
    if (!predict_coverage(state, &layers, out))
        return false;
    out->verify.sample_count = c->sample_count;
    out->verify.target_count = state->target_count;
    for (unsigned t = 0; t < state->target_count; t++) {
        out->verify.target[t].format = state->target[t].format;
        for (unsigned s = 0; state->target[t].format && s < c->sample_count;
             s++)
            if (!predict_sample(c, state, &layers, pixel, t, s, judge, out)) {
                snprintf(out->reason, sizeof out->reason,
                         "the layers of pixel %zu leave too many possible "
                         "destinations on target %u",
                         pixel, t);
                return false;
            }
    }
    return true;
}

struct ombre_code_set judge_legal(const struct judged_pixel *pixel,
                                  unsigned target, unsigned sample,
                                  enum ombre_component component)
{
    struct ombre_code_set set = {0};
    if (judge_may_write(pixel, sample))
        set = pixel->verify.target[target]
                  .written[sample]
                  .component[component]
                  .legal;
    if (judge_may_keep(pixel, sample))
        ombre_code_set_join(&set, &pixel->verify.target[target]
                                       .kept[sample]
                                       .component[component]
                                       .legal);
    return set;
}

struct ombre_shared_set judge_legal_texels(const struct judged_pixel *pixel,
                                           unsigned target, unsigned sample)
{
    struct ombre_shared_set set = {0};
    if (judge_may_write(pixel, sample))
        set = pixel->verify.target[target].written[sample].texels;
    if (judge_may_keep(pixel, sample))
        ombre_shared_set_join(
            &set, &pixel->verify.target[target].kept[sample].texels);
    return set;
}
