#include "detail.h"

#include <stdio.h>
#include <string.h>

#include "looks_like.h"
#include "words.h"

/* The texels of the picture go up to here, or to the last pixel. */
struct window {
    bool found;
    size_t first;
    unsigned target, sample;
};

struct looking {
    const struct ombre_case *c;
    const struct ombre_state *state;
    struct ombre_report_detail *out;
    struct window window;
    enum ombre_verdict worst; /* of what the window was chosen by */
    bool by_coverage;
    bool has_nan;
    uint64_t furthest;
    enum ombre_reference_rule rule;
};

static enum ombre_outcome outcome_of(enum ombre_verdict verdict)
{
    switch (verdict) {
    case OMBRE_VERDICT_PASS: return OMBRE_OUTCOME_PASS;
    case OMBRE_VERDICT_QUALITY_WARNING: return OMBRE_OUTCOME_QUALITY_WARNING;
    case OMBRE_VERDICT_COMPATIBILITY_WARNING:
        return OMBRE_OUTCOME_COMPATIBILITY_WARNING;
    case OMBRE_VERDICT_FAIL: break;
    }
    return OMBRE_OUTCOME_FAIL;
}

static const struct ombre_legal_texel *legal_texel(
    const struct judged_pixel *judged,
    const struct ombre_pixel_verdict *verdict, unsigned target, unsigned sample)
{
    return verdict->covered >> sample & 1
               ? &judged->verify.target[target].written[sample]
               : &judged->verify.target[target].kept[sample];
}

/* --- Wrong components ------------------------------------------------------
 */

/* One component of one sample, with all that judged it. */
struct place {
    size_t pixel;
    const struct judged_pixel *judged;
    const struct ombre_pixel_verdict *verdict;
    unsigned target, sample;
    enum ombre_component component;
};

static enum ombre_reference_rule rule_at(const struct place *place)
{
    return place->verdict->covered >> place->sample & 1
               ? place->judged->told[place->target][place->sample]
                     .component[place->component]
                     .rule
               : OMBRE_REFERENCE_RULE_NOT_COVERED;
}

static void add_wrong(struct looking *looking, const struct place *place)
{
    struct ombre_report_detail *out = looking->out;
    if (out->wrong_count >= OMBRE_REPORT_WRONG)
        return;
    struct ombre_report_wrong *wrong = &out->wrong[out->wrong_count++];
    const struct ombre_format *format =
        looking->state->target[place->target].format;
    const enum ombre_component component = place->component;
    const struct ombre_legal_component *legal =
        &legal_texel(place->judged, place->verdict, place->target,
                     place->sample)
             ->component[component];
    const struct ombre_texel_verdict *verdict =
        &place->verdict->target[place->target][place->sample];
    *wrong = (struct ombre_report_wrong){
        .pixel = (uint32_t) place->pixel,
        .target = place->target,
        .sample = place->sample,
        .component = component,
        .outcome = outcome_of(verdict->component[component]),
        .distance = verdict->distance[component] == UINT64_MAX
                        ? 0
                        : verdict->distance[component],
    };
    snprintf(wrong->format, sizeof wrong->format, "%s", format->name);
    words_of_code(wrong->before, format, component,
                  ombre_texel_code(format,
                                   case_dest(looking->c, place->pixel,
                                             place->target, place->sample),
                                   component));
    words_of_source(wrong->source,
                    looking->state->shader.output[place->target].type,
                    judge_last_source(looking->c, place->pixel)
                        ->word[place->target][component]);
    words_of_code(wrong->want, format, component, legal->code);
    words_of_code(
        wrong->got, format, component,
        ombre_texel_code(
            format,
            &place->judged->verify.target[place->target].got[place->sample],
            component));
    words_of_set(wrong->legal, sizeof wrong->legal, format, component,
                 &legal->legal);
    snprintf(wrong->rule, sizeof wrong->rule, "%s",
             ombre_reference_rule_name(rule_at(place)));
}

static void note_place(struct looking *looking, const struct place *place)
{
    const struct ombre_texel_verdict *verdict =
        &place->verdict->target[place->target][place->sample];
    const enum ombre_verdict one = verdict->component[place->component];
    const uint64_t distance = verdict->distance[place->component];
    if (one == OMBRE_VERDICT_PASS)
        return;
    add_wrong(looking, place);
    looking->has_nan |= distance == UINT64_MAX;
    if (distance != UINT64_MAX && distance > looking->furthest)
        looking->furthest = distance;
    if (one <= looking->worst)
        return;
    looking->worst = one;
    looking->rule = rule_at(place);
    looking->window = (struct window){
        true, place->pixel / OMBRE_REPORT_TEXELS * OMBRE_REPORT_TEXELS,
        place->target, place->sample};
}

static void find_wrong(void *user, size_t pixel,
                       const struct judged_pixel *judged,
                       const struct ombre_pixel_verdict *verdict)
{
    struct looking *looking = user;
    if (!verdict->coverage_ok)
        looking->by_coverage = true;
    if (verdict->verdict == OMBRE_VERDICT_PASS)
        return;
    for (unsigned t = 0; t < judged->verify.target_count; t++)
        for (unsigned s = 0;
             judged->verify.target[t].format && s < judged->verify.sample_count;
             s++)
            for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
                const struct place place = {
                    pixel, judged, verdict, t, s, (enum ombre_component) c};
                note_place(looking, &place);
            }
}

/* --- The picture -----------------------------------------------------------
 */

static struct ombre_texel wanted(const struct ombre_format *format,
                                 const struct ombre_texel *got,
                                 const struct ombre_legal_texel *legal)
{
    struct ombre_texel want = *got;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        ombre_texel_set_code(format, &want, (enum ombre_component) c,
                             legal->component[c].code);
    if (format->numeric == OMBRE_SHARED)
        want.word[0] = (want.word[0] & 0x07FFFFFF) | (uint32_t) legal->exponent
                                                         << 27;
    return want;
}

static void find_texels(void *user, size_t pixel,
                        const struct judged_pixel *judged,
                        const struct ombre_pixel_verdict *verdict)
{
    struct looking *looking = user;
    const struct window *window = &looking->window;
    struct ombre_report_detail *out = looking->out;
    if (pixel < window->first || out->texel_count >= OMBRE_REPORT_TEXELS)
        return;
    struct ombre_report_texel *texel = &out->texel[out->texel_count++];
    const unsigned t = window->target, s = window->sample;
    texel->before = *case_dest(looking->c, pixel, t, s);
    texel->got = judged->verify.target[t].got[s];
    texel->want = wanted(judged->verify.target[t].format, &texel->got,
                         legal_texel(judged, verdict, t, s));
    memcpy(texel->source, judge_last_source(looking->c, pixel)->word[t],
           sizeof texel->source);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (verdict->target[t][s].component[c] != OMBRE_VERDICT_PASS)
            texel->wrong |= 1u << c;
}

/* --- Words -----------------------------------------------------------------
 */

static void say_state(const struct ombre_state *state,
                      struct ombre_report_detail *out)
{
    out->state_count = state->target_count;
    for (unsigned t = 0; t < state->target_count; t++) {
        char words[WORDS_SIZE];
        words_of_target(words, state, t);
        const struct ombre_format *format = state->target[t].format;
        snprintf(out->state[t], sizeof out->state[t], "%.60s%s%.180s",
                 format ? format->name : "", format ? ": " : "", words);
    }
    const float *factor = state->blend_factor;
    snprintf(out->shared_state, sizeof out->shared_state,
             "%u sample%s, sample mask 0x%x, blend factor %.9g, %.9g, %.9g, "
             "%.9g",
             state->sample_count, state->sample_count == 1 ? "" : "s",
             state->sample_mask, (double) factor[0], (double) factor[1],
             (double) factor[2], (double) factor[3]);
}

static void say_distance(const struct looking *looking, char out[64])
{
    if (looking->has_nan)
        snprintf(out, 64, "NaN where a number is due, or the other way round");
    else if (looking->furthest == 1)
        snprintf(out, 64, "1 code beyond what is legal");
    else if (looking->furthest <= 4)
        snprintf(out, 64, "up to 4 codes beyond what is legal");
    else
        snprintf(out, 64, "far from what is legal");
}

/* What cases that fail alike have in common. */
static void say_cause(const struct looking *looking)
{
    struct ombre_report_detail *out = looking->out;
    char distance[64];
    if (!looking->window.found) {
        snprintf(out->cause, sizeof out->cause, "%s",
                 looking->by_coverage ? "coverage: no legal set of samples"
                                      : "nothing is wrong the second time");
        return;
    }
    say_distance(looking, distance);
    snprintf(out->cause, sizeof out->cause, "%s on %s: %s",
             ombre_reference_rule_name(looking->rule),
             looking->state->target[looking->window.target].format->name,
             distance);
}

void detail_fill(const struct ombre_case *c, const struct ombre_state *state,
                 enum ombre_judge judge, const struct ombre_texel *texels,
                 struct ombre_report_detail *out)
{
    struct looking looking = {.c = c, .state = state, .out = out};
    struct pixel_visitor visitor = {find_wrong, &looking};
    struct drawing scratch = {.outcome = OUTCOME_PASS};
    struct tally tally;
    *out = (struct ombre_report_detail){0};
    judge_case(c, state, judge, texels, &visitor, &scratch, &tally);
    out->components = tally.components;
    out->failed = tally.failed;
    out->warned = tally.warned;
    say_state(state, out);
    say_cause(&looking);
    struct looks_like looks;
    if (looks_like_find(c, state, judge, texels, &looks))
        looks_like_words(out->looks_like, sizeof out->looks_like, &looks);
    if (!looking.window.found)
        return;
    const enum ombre_output_type type =
        state->shader.output[looking.window.target].type;
    out->target = looking.window.target;
    out->sample = looking.window.sample;
    out->first_pixel = (uint32_t) looking.window.first;
    out->dxgi = state->target[out->target].format->dxgi;
    out->integer_source =
        type == OMBRE_OUTPUT_UINT || type == OMBRE_OUTPUT_SINT;
    visitor.visit = find_texels;
    judge_case(c, state, judge, texels, &visitor, &scratch, &tally);
}
