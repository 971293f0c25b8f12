#include "judge_sets.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "words.h"

/* One sample that is surely written, by one primitive, with values that are
 * defined. */
struct sample {
    uint32_t texel; /* index in `got` */
    uint8_t target;
    /* Of each component where the ideal value lies, in codes, if it counts for
     * the mean; else NAN. */
    double ideal[OMBRE_COMPONENTS];
    const struct ombre_source *source;
    const struct ombre_texel *dest;
};

/* Samples of one target and component, by their source. */
struct order {
    uint8_t target, component;
    size_t count;
    uint32_t *sample; /* indices in sets->sample */
    bool every_code;  /* sources have the value of every code */
};

struct judge_sets {
    const struct ombre_case *c;
    struct ombre_state state;
    size_t count;
    struct sample *sample;
    uint32_t *twin; /* indices of samples, those asked the same in a row */
    unsigned order_count;
    struct order order[OMBRE_MAX_TARGETS * OMBRE_COMPONENTS];
};

struct judge_sets *judge_sets_create(const struct ombre_case *c,
                                     const struct ombre_state *state)
{
    const size_t most = c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count;
    struct judge_sets *sets = calloc(1, sizeof *sets);
    if (!sets)
        return NULL;
    sets->c = c;
    sets->state = *state;
    sets->sample = calloc(most, sizeof *sets->sample);
    sets->twin = calloc(most, sizeof *sets->twin);
    if (sets->sample && sets->twin && most < UINT32_MAX)
        return sets;
    judge_sets_destroy(sets);
    return NULL;
}

void judge_sets_destroy(struct judge_sets *sets)
{
    if (!sets)
        return;
    for (unsigned i = 0; i < sets->order_count; i++)
        free(sets->order[i].sample);
    free(sets->sample);
    free(sets->twin);
    free(sets);
}

/* --- What each pixel brings -------------------------------------------------
 */

static float float_of(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static bool is_fixed(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UNORM || format->numeric == OMBRE_SNORM;
}

/* Whether a number is what some code stands for, as near as fp32 comes. */
static bool on_grid(const struct ombre_format *format,
                    enum ombre_component component, float x)
{
    if (isnan(x))
        return false;
    const double nearest = ombre_decode(
        format, component, ombre_encode(format, component, (double) x));
    const float rounded = (float) nearest;
    return !(x < rounded) && !(x > rounded);
}

static bool words_on_grid(const struct ombre_format *format,
                          const uint32_t word[4])
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_format_has(format, (enum ombre_component) c) &&
            !on_grid(format, (enum ombre_component) c, float_of(word[c])))
            return false;
    return ombre_format_has(format, OMBRE_ALPHA) ||
           on_grid(format, OMBRE_RED, float_of(word[OMBRE_ALPHA]));
}

/* Only grid operands are fit for a mean: others may be converted first, which
 * may itself be off to one side. */
static bool fit_for_mean(const struct judge_sets *sets, unsigned target,
                         const struct ombre_source *source)
{
    const struct ombre_target *to = &sets->state.target[target];
    if (!to->blend_enable || !is_fixed(to->format) ||
        !words_on_grid(to->format, source->word[target]) ||
        (ombre_target_is_dual_source(to) &&
         !words_on_grid(to->format, source->word[1])))
        return false;
    uint32_t constant[4];
    memcpy(constant, sets->state.blend_factor, sizeof constant);
    return words_on_grid(to->format, constant);
}

/* The place of a value in codes, or NAN beyond or at the ends, where a result
 * cannot go either way. */
static double place_of(const struct ombre_format *format,
                       enum ombre_component component, double value)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    const double place = format->srgb && component != OMBRE_ALPHA
                             ? ombre_srgb_from_linear(value)
                             : value * (double) high;
    const double least = format->numeric == OMBRE_SNORM ? -(double) high : 0;
    return place > least && place < (double) high ? place : (double) NAN;
}

static bool is_defined(const struct ombre_format *format,
                       const struct judged_texel *told)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_format_has(format, (enum ombre_component) c) &&
            told->component[c].fate == OMBRE_FATE_UNDEFINED)
            return false;
    return true;
}

static void note_sample(struct judge_sets *sets, size_t pixel, unsigned target,
                        unsigned s, const struct judged_texel *told)
{
    const struct ombre_format *format = sets->state.target[target].format;
    const struct ombre_case *c = sets->c;
    if (!is_defined(format, told))
        return;
    struct sample *out = &sets->sample[sets->count++];
    *out = (struct sample){
        .texel =
            (uint32_t) ((pixel * OMBRE_MAX_TARGETS + target) * c->sample_count +
                        s),
        .target = (uint8_t) target,
        .source = &c->source[pixel * c->layer_count],
        .dest = case_dest(c, pixel, target, s),
    };
    const bool fit = fit_for_mean(sets, target, out->source);
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        out->ideal[i] = fit && told->component[i].fate == OMBRE_FATE_WRITTEN
                            ? place_of(format, (enum ombre_component) i,
                                       told->component[i].value)
                            : (double) NAN;
}

void judge_sets_note(struct judge_sets *sets, size_t pixel,
                     const struct judged_pixel *judged)
{
    if (sets->c->step_count > 0 || ombre_case_layers(sets->c, pixel) != 1)
        return;
    for (unsigned t = 0; t < sets->state.target_count; t++)
        for (unsigned s = 0;
             sets->state.target[t].format &&
             sets->state.shader.output[t].type != OMBRE_OUTPUT_NONE &&
             s < sets->c->sample_count;
             s++)
            if (judge_may_write(judged, s) && !judge_may_keep(judged, s))
                note_sample(sets, pixel, t, s, &judged->told[t][s]);
}

/* --- Sorting ---------------------------------------------------------------
 *
 * qsort() hands no context on, so that what is sorted carries it.
 */

struct by_source {
    double value;
    uint32_t word, sample;
};

static int compare_sources(const void *left, const void *right)
{
    const struct by_source *a = left, *b = right;
    if (a->value < b->value || a->value > b->value)
        return a->value < b->value ? -1 : 1;
    /* -0 before +0 */
    return a->word < b->word ? 1 : a->word > b->word ? -1 : 0;
}

/* What a sample asks, as far as it can tell two apart. */
struct asked {
    const struct ombre_format *format;
    struct ombre_texel dest;
    uint32_t word[4], second[4];
    uint32_t state[8];
    uint32_t sample;
};

static int compare_asked(const void *left, const void *right)
{
    return memcmp(left, right, offsetof(struct asked, sample));
}

static void ask(const struct judge_sets *sets, uint32_t index,
                struct asked *out)
{
    const struct sample *sample = &sets->sample[index];
    const struct ombre_target *to = &sets->state.target[sample->target];
    const uint32_t state[8] = {
        to->blend_enable,          to->write_mask,
        (uint32_t) to->color.src,  (uint32_t) to->color.dest,
        (uint32_t) to->color.op,   (uint32_t) to->alpha.src,
        (uint32_t) to->alpha.dest, (uint32_t) to->alpha.op,
    };
    memset(out, 0, sizeof *out);
    out->format = to->format;
    out->dest = *sample->dest;
    memcpy(out->word, sample->source->word[sample->target], sizeof out->word);
    if (ombre_target_is_dual_source(to))
        memcpy(out->second, sample->source->word[1], sizeof out->second);
    memcpy(out->state, state, sizeof state);
    out->sample = index;
}

static bool same_asked(const struct judge_sets *sets, uint32_t a, uint32_t b)
{
    struct asked one, other;
    ask(sets, a, &one);
    ask(sets, b, &other);
    return compare_asked(&one, &other) == 0;
}

static bool sort_twins(struct judge_sets *sets)
{
    struct asked *asked = malloc((sets->count + 1) * sizeof *asked);
    if (!asked)
        return false;
    for (size_t i = 0; i < sets->count; i++)
        ask(sets, (uint32_t) i, &asked[i]);
    qsort(asked, sets->count, sizeof *asked, compare_asked);
    for (size_t i = 0; i < sets->count; i++)
        sets->twin[i] = asked[i].sample;
    free(asked);
    return true;
}

/* Whether sources, in ascending order, have the value of every code. */
static bool has_every_code(const struct ombre_format *format,
                           enum ombre_component component,
                           const struct by_source *by, size_t count)
{
    const unsigned bits = format->component[component].bits;
    if (!is_fixed(format) || bits > 11)
        return false;
    /* The lowest SNORM code has the value of the next. */
    const size_t codes = (1u << bits) - (format->numeric == OMBRE_SNORM);
    size_t found = 0;
    uint32_t last = 0;
    for (size_t i = 0; i < count; i++) {
        const uint32_t code = ombre_encode(format, component, by[i].value);
        if (!on_grid(format, component, float_of(by[i].word)) ||
            (found > 0 && code == last))
            continue;
        last = code;
        found++;
    }
    return found == codes;
}

static bool sort_order(struct judge_sets *sets, unsigned target,
                       enum ombre_component component)
{
    const struct ombre_format *format = sets->state.target[target].format;
    struct order *order = &sets->order[sets->order_count];
    struct by_source *by = malloc((sets->count + 1) * sizeof *by);
    *order = (struct order){
        .target = (uint8_t) target,
        .component = (uint8_t) component,
        .sample = malloc((sets->count + 1) * sizeof *order->sample),
    };
    if (!by || !order->sample) {
        free(by);
        free(order->sample);
        return false;
    }
    for (size_t i = 0; i < sets->count; i++) {
        const uint32_t word = sets->sample[i].source->word[target][component];
        if (sets->sample[i].target == target && !isnan(float_of(word)))
            by[order->count++] =
                (struct by_source){(double) float_of(word), word, (uint32_t) i};
    }
    qsort(by, order->count, sizeof *by, compare_sources);
    for (size_t i = 0; i < order->count; i++)
        order->sample[i] = by[i].sample;
    order->every_code = has_every_code(format, component, by, order->count);
    free(by);
    sets->order_count++;
    return true;
}

/* Whether what a target is written with is the output and nothing else. */
static bool stores(const struct ombre_state *state, unsigned target)
{
    const struct ombre_target *to = &state->target[target];
    return to->format && !to->blend_enable && !state->logic_op_enable &&
           to->format->numeric != OMBRE_SHARED &&
           state->shader.output[target].type == OMBRE_OUTPUT_FLOAT;
}

bool judge_sets_seal(struct judge_sets *sets)
{
    for (unsigned t = 0; t < sets->state.target_count; t++)
        for (unsigned c = 0; stores(&sets->state, t) && c < OMBRE_COMPONENTS;
             c++)
            if (ombre_format_has(sets->state.target[t].format,
                                 (enum ombre_component) c) &&
                sets->state.target[t].write_mask >> c & 1 &&
                !sort_order(sets, t, (enum ombre_component) c))
                return false;
    return sort_twins(sets);
}

/* --- Judging ---------------------------------------------------------------
 */

static size_t pixel_of(const struct judge_sets *sets, uint32_t sample)
{
    return sets->sample[sample].texel /
           (OMBRE_MAX_TARGETS * (size_t) sets->c->sample_count);
}

static const struct ombre_format *format_of(const struct judge_sets *sets,
                                            uint32_t sample)
{
    return sets->state.target[sets->sample[sample].target].format;
}

static enum ombre_verdict judge_order(const struct judge_sets *sets,
                                      const struct order *order,
                                      const struct ombre_texel *got,
                                      char reason[256])
{
    const enum ombre_component component =
        (enum ombre_component) order->component;
    const struct ombre_format *format =
        sets->state.target[order->target].format;
    uint32_t *code = malloc((order->count + 1) * sizeof *code);
    if (!code)
        return OMBRE_VERDICT_PASS;
    for (size_t i = 0; i < order->count; i++)
        code[i] = ombre_texel_code(
            format, &got[sets->sample[order->sample[i]].texel], component);
    const size_t wrong =
        ombre_verify_order(format, component, order->count, code);
    const size_t reached =
        ombre_verify_reached(format, component, order->count, code);
    const size_t wanted =
        (1u << (order->every_code ? format->component[component].bits : 0)) -
        (format->numeric == OMBRE_SNORM);
    free(code);
    if (wrong < order->count)
        snprintf(reason, 256,
                 "target %u %s %s: the source of pixel %zu is above that of "
                 "pixel %zu, what is stored is below",
                 order->target, format->name, component_name(component),
                 pixel_of(sets, order->sample[wrong]),
                 pixel_of(sets, order->sample[wrong - 1]));
    else if (order->every_code && reached < wanted)
        snprintf(reason, 256,
                 "target %u %s %s: %zu of %zu codes are reached by none of "
                 "their own values",
                 order->target, format->name, component_name(component),
                 wanted - reached, wanted);
    else
        return OMBRE_VERDICT_PASS;
    return OMBRE_VERDICT_FAIL;
}

static enum ombre_verdict judge_bias(const struct judge_sets *sets,
                                     unsigned target,
                                     const struct ombre_texel *got,
                                     char reason[256])
{
    const struct ombre_format *format = sets->state.target[target].format;
    struct ombre_bias bias = {0};
    for (size_t i = 0; i < sets->count; i++) {
        const struct sample *sample = &sets->sample[i];
        for (unsigned c = 0; sample->target == target && c < OMBRE_COMPONENTS;
             c++) {
            const enum ombre_component component = (enum ombre_component) c;
            if (isnan(sample->ideal[c]))
                continue;
            const uint32_t code =
                ombre_texel_code(format, &got[sample->texel], component);
            ombre_bias_add(&bias, sample->ideal[c],
                           ombre_code_ordinal(format, component, code));
        }
    }
    const enum ombre_verdict verdict = ombre_bias_verdict(&bias);
    if (verdict != OMBRE_VERDICT_PASS)
        snprintf(reason, 256,
                 "target %u %s: over %zu components with operands on the grid "
                 "results are %+.3f of a code off on the average (at most "
                 "%.2f)",
                 target, format->name, bias.count, ombre_bias_mean(&bias),
                 OMBRE_BIAS_LIMIT);
    return verdict;
}

static enum ombre_verdict judge_twins(const struct judge_sets *sets,
                                      const struct ombre_texel *got,
                                      char reason[256])
{
    for (size_t i = 1; i < sets->count; i++) {
        const uint32_t a = sets->twin[i - 1], b = sets->twin[i];
        if (!same_asked(sets, a, b))
            continue;
        const struct sample *one = &sets->sample[a], *other = &sets->sample[b];
        const enum ombre_component component = ombre_verify_same(
            format_of(sets, a), &got[one->texel], &got[other->texel]);
        if (component == OMBRE_COMPONENTS)
            continue;
        snprintf(reason, 256,
                 "the same operands and state give other bits in %s of pixel "
                 "%zu target %u sample %u and pixel %zu target %u sample %u",
                 component_name(component), pixel_of(sets, a), one->target,
                 one->texel % sets->c->sample_count, pixel_of(sets, b),
                 other->target, other->texel % sets->c->sample_count);
        return OMBRE_VERDICT_QUALITY_WARNING;
    }
    return OMBRE_VERDICT_PASS;
}

enum ombre_verdict judge_sets_judge(const struct judge_sets *sets,
                                    const struct ombre_texel *got,
                                    char reason[256])
{
    enum ombre_verdict verdict = OMBRE_VERDICT_PASS;
    for (unsigned i = 0; i < sets->order_count && !verdict; i++)
        verdict = judge_order(sets, &sets->order[i], got, reason);
    for (unsigned t = 0; t < sets->state.target_count && !verdict; t++)
        if (sets->state.target[t].format &&
            sets->c->pixel_count * sets->c->sample_count * OMBRE_COMPONENTS >=
                OMBRE_BIAS_COUNT)
            verdict = judge_bias(sets, t, got, reason);
    return verdict ? verdict : judge_twins(sets, got, reason);
}
