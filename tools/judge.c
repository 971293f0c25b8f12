#include "judge.h"

#include <stdio.h>
#include <string.h>

#include "judge_chain.h"

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

/* All that happens to a pixel: primitives and clears, in order. */
struct story {
    const struct ombre_case *c;
    const struct ombre_state *state;
    size_t pixel, count;
    bool is_open; /* the last may choose which samples it writes */
};

static struct ombre_coverage touch_coverage(const struct ombre_touch *touch)
{
    return ombre_predict_coverage(touch->state, touch->source, touch->exported);
}

static bool is_open(const struct ombre_coverage *coverage)
{
    return coverage->min != coverage->max ||
           (coverage->max && coverage->max != bits_set(coverage->mask));
}

/* What all together may write.  A set that one may choose would have to be
 * followed through all that come after it: only the last may. */
static bool predict_coverage(struct story *story, struct judged_pixel *out)
{
    struct ombre_walk walk = {0};
    struct ombre_touch touch, last = {0};
    struct ombre_coverage one = {0};
    uint32_t written = 0;
    while (ombre_case_next_touch(story->c, story->state, story->pixel, &walk,
                                 &touch)) {
        if (story->is_open) {
            snprintf(out->reason, sizeof out->reason,
                     "%s %u may cover different sets of samples, and other "
                     "%s",
                     story->c->step_count ? "step" : "layer",
                     story->c->step_count ? (unsigned) last.step : last.layer,
                     story->c->step_count ? "steps follow it"
                                          : "layers overlap it");
            return false;
        }
        one = touch_coverage(&touch);
        story->is_open = is_open(&one);
        written |= one.max ? one.mask : 0;
        last = touch;
        story->count++;
    }
    if (story->count != 1 && !story->is_open) {
        one.mask = written;
        one.min = one.max = bits_set(written);
    }
    out->verify.mask = one.mask;
    out->verify.min = one.min;
    out->verify.max = one.max;
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

/* Whether a touch writes a sample of a target, if it may. */
static bool reaches(const struct ombre_touch *touch, unsigned target,
                    unsigned sample)
{
    if (target >= touch->state->target_count ||
        !touch->state->target[target].format)
        return false;
    const struct ombre_coverage one = touch_coverage(touch);
    return one.max > 0 && (one.mask >> sample & 1);
}

/* Predict a sample after the first `count` touches, of which each that may
 * writes it. */
static bool predict_chain(const struct story *story, size_t count,
                          unsigned target, unsigned sample,
                          const struct ombre_texel *dest,
                          enum ombre_judge judge, struct ombre_prediction *out)
{
    struct judge_chain chain;
    struct ombre_walk walk = {0};
    struct ombre_touch touch;
    judge_chain_start(&chain, story->state, target, dest);
    for (size_t i = 0; i < count; i++) {
        ombre_case_next_touch(story->c, story->state, story->pixel, &walk,
                              &touch);
        if (reaches(&touch, target, sample) &&
            !judge_chain_add(&chain, &touch, target, judge))
            return false;
    }
    *out = chain.prediction;
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

/* What a sample may hold after the first `count` touches. */
static bool predict_texel(const struct story *story, size_t count,
                          unsigned target, unsigned sample,
                          enum ombre_judge judge,
                          struct ombre_legal_texel *legal,
                          struct judged_texel *told)
{
    const struct ombre_format *format = story->state->target[target].format;
    const struct ombre_texel *dest =
        case_dest(story->c, story->pixel, target, sample);
    struct ombre_prediction narrow, wide;
    if (!predict_chain(story, count, target, sample, dest, judge, &narrow))
        return false;
    wide = narrow;
    if (judge != OMBRE_JUDGE_VULKAN && count > 0 &&
        !predict_chain(story, count, target, sample, dest, OMBRE_JUDGE_VULKAN,
                       &wide))
        return false;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        fill_component(format, (enum ombre_component) i, &narrow.component[i],
                       &wide.component[i], &legal->component[i],
                       &told->component[i]);
    legal->exponent = narrow.exponent;
    legal->texels = narrow.texels;
    legal->wide_texels = wide.texels;
    ombre_shared_set_join(&legal->wide_texels, &narrow.texels);
    return true;
}

static bool predict_sample(const struct story *story, unsigned target,
                           unsigned sample, enum ombre_judge judge,
                           struct judged_pixel *out)
{
    struct ombre_legal_texel *kept = &out->verify.target[target].kept[sample];
    struct judged_texel *told = &out->told[target][sample];
    const struct ombre_texel *dest =
        case_dest(story->c, story->pixel, target, sample);
    const size_t before = story->is_open ? story->count - 1 : 0;
    if (before == 0)
        keep_texel(story->state->target[target].format, dest, kept);
    else if (!predict_texel(story, before, target, sample, judge, kept, told))
        return false;
    if (judge_may_write(out, sample))
        return predict_texel(story, story->count, target, sample, judge,
                             &out->verify.target[target].written[sample], told);
    if (before == 0)
        tell_kept(story->state, target, dest, told);
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
    struct story story = {.c = c, .state = state, .pixel = pixel};
    if (!predict_coverage(&story, out))
        return false;
    out->verify.sample_count = c->sample_count;
    out->verify.target_count = state->target_count;
    for (unsigned t = 0; t < state->target_count; t++) {
        out->verify.target[t].format = state->target[t].format;
        for (unsigned s = 0; state->target[t].format && s < c->sample_count;
             s++)
            if (!predict_sample(&story, t, s, judge, out)) {
                snprintf(out->reason, sizeof out->reason,
                         "the %s of pixel %zu leave too many possible "
                         "destinations on target %u",
                         c->step_count ? "steps" : "layers", pixel, t);
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

bool judge_may_differ(const struct ombre_case *c,
                      const struct ombre_state *state, size_t pixel,
                      unsigned target, unsigned component)
{
    /* What a target holds does not count. */
    const struct ombre_texel *dest = case_dest(c, pixel, target, 0);
    struct ombre_walk walk = {0};
    struct ombre_touch touch;
    while (ombre_case_next_touch(c, state, pixel, &walk, &touch)) {
        struct ombre_prediction prediction;
        ombre_predict(touch.state, target, touch.source, dest, OMBRE_JUDGE_D3D,
                      &prediction);
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
            if (prediction.component[i].fate == OMBRE_FATE_UNDEFINED &&
                (i == component || c->step_count > 0))
                return true;
    }
    return false;
}

const struct ombre_source *judge_last_source(const struct ombre_case *c,
                                             size_t pixel)
{
    const struct ombre_source *last = &c->source[pixel * c->layer_count];
    struct ombre_walk walk = {0};
    struct ombre_touch touch;
    while (ombre_case_next_touch(c, NULL, pixel, &walk, &touch))
        last = touch.source;
    return last;
}
