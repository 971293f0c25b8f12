#include "judge_case.h"

#include <stdlib.h>

#include "judge_sets.h"
#include "words.h"

/* The first component of the worst verdict, to be named in the reason. */
struct worst {
    enum ombre_verdict verdict;
    bool by_coverage;
    size_t pixel;
    unsigned target, sample, component;
    uint32_t want, got;
};

static enum outcome verdict_outcome(enum ombre_verdict verdict)
{
    switch (verdict) {
    case OMBRE_VERDICT_PASS: return OUTCOME_PASS;
    case OMBRE_VERDICT_QUALITY_WARNING: return OUTCOME_QUALITY_WARNING;
    case OMBRE_VERDICT_COMPATIBILITY_WARNING:
        return OUTCOME_COMPATIBILITY_WARNING;
    case OMBRE_VERDICT_FAIL: break;
    }
    return OUTCOME_FAIL;
}

static void note_component(const struct judged_pixel *judged,
                           const struct ombre_pixel_verdict *verdict,
                           size_t pixel, unsigned target, unsigned sample,
                           unsigned component, struct worst *worst)
{
    const enum ombre_verdict one =
        verdict->target[target][sample].component[component];
    if (one <= worst->verdict)
        return;
    const struct ombre_legal_texel *legal =
        verdict->covered >> sample & 1
            ? &judged->verify.target[target].written[sample]
            : &judged->verify.target[target].kept[sample];
    *worst = (struct worst){
        .verdict = one,
        .pixel = pixel,
        .target = target,
        .sample = sample,
        .component = component,
        .want = legal->component[component].code,
        .got = ombre_texel_code(judged->verify.target[target].format,
                                &judged->verify.target[target].got[sample],
                                (enum ombre_component) component),
    };
}

/* How far a written component is from the ideal. */
static void note_precision(const struct judged_pixel *judged,
                           const struct ombre_pixel_verdict *verdict,
                           unsigned target, unsigned sample,
                           enum ombre_component component, struct tally *tally)
{
    const struct ombre_format *format = judged->verify.target[target].format;
    const struct judged_component *told =
        &judged->told[target][sample].component[component];
    if (!(verdict->covered >> sample & 1) || told->fate != OMBRE_FATE_WRITTEN)
        return;
    ombre_report_precision_add(
        &tally->precision[target], format, component, told->value,
        judged->verify.target[target].written[sample].component[component].code,
        ombre_texel_code(format, &judged->verify.target[target].got[sample],
                         component));
}

static void note_texel(const struct judged_pixel *judged,
                       const struct ombre_pixel_verdict *verdict, size_t pixel,
                       unsigned target, unsigned sample, struct tally *tally,
                       struct worst *worst)
{
    const struct ombre_format *format = judged->verify.target[target].format;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        if (!ombre_format_has(format, (enum ombre_component) c))
            continue;
        const enum ombre_verdict one =
            verdict->target[target][sample].component[c];
        tally->components++;
        if (one != OMBRE_VERDICT_PASS)
            tally->wrong_targets |= 1u << target;
        tally->failed += one == OMBRE_VERDICT_FAIL;
        tally->warned += one != OMBRE_VERDICT_FAIL && one != OMBRE_VERDICT_PASS;
        note_component(judged, verdict, pixel, target, sample, c, worst);
        note_precision(judged, verdict, target, sample,
                       (enum ombre_component) c, tally);
    }
}

static void note_pixel(const struct judged_pixel *judged,
                       const struct ombre_pixel_verdict *verdict, size_t pixel,
                       struct tally *tally, struct worst *worst)
{
    for (unsigned t = 0; t < judged->verify.target_count; t++)
        for (unsigned s = 0;
             judged->verify.target[t].format && s < judged->verify.sample_count;
             s++)
            note_texel(judged, verdict, pixel, t, s, tally, worst);
    /* No legal set of samples at all, though each texel has an explanation. */
    if (verdict->verdict > worst->verdict)
        *worst = (struct worst){
            .verdict = verdict->verdict, .by_coverage = true, .pixel = pixel};
}

static void conclude(const struct ombre_state *state, const struct worst *worst,
                     const struct tally *tally, struct drawing *drawing)
{
    const enum outcome outcome = verdict_outcome(worst->verdict);
    if (drawing->outcome != OUTCOME_PASS || outcome == OUTCOME_PASS)
        return;
    if (worst->by_coverage) {
        drawing_end(drawing, outcome,
                    "pixel %zu: no legal set of samples explains it",
                    worst->pixel);
        return;
    }
    const struct ombre_format *format = state->target[worst->target].format;
    const enum ombre_component component =
        (enum ombre_component) worst->component;
    char want[48], got[48];
    words_of_code(want, format, component, worst->want);
    words_of_code(got, format, component, worst->got);
    drawing_end(drawing, outcome,
                "pixel %zu target %u %s%s%c %s: want %s, got %s; %zu of %zu "
                "components are %s",
                worst->pixel, worst->target, format->name,
                state->sample_count > 1 ? " sample " : "",
                state->sample_count > 1 ? (char) ('0' + worst->sample) : ' ',
                component_name(component), want, got,
                outcome == OUTCOME_FAIL ? tally->failed : tally->warned,
                tally->components,
                outcome == OUTCOME_FAIL ? "wrong" : "beyond Direct3D");
}

static void take_texels(const struct ombre_case *c,
                        const struct ombre_texel *got, size_t pixel,
                        struct ombre_verify_pixel *verify)
{
    for (unsigned t = 0; t < verify->target_count; t++)
        for (unsigned s = 0; s < c->sample_count; s++)
            verify->target[t].got[s] =
                got[(pixel * OMBRE_MAX_TARGETS + t) * c->sample_count + s];
}

/* Where no texel is wrong by itself, all of them together may be. */
static void conclude_sets(const struct judge_sets *sets,
                          const struct ombre_texel *got,
                          struct drawing *drawing)
{
    char reason[256];
    if (drawing->outcome != OUTCOME_PASS)
        return;
    const enum ombre_verdict verdict = judge_sets_judge(sets, got, reason);
    if (verdict != OMBRE_VERDICT_PASS)
        drawing_end(drawing, verdict_outcome(verdict), "%s", reason);
}

void judge_case(const struct ombre_case *c, const struct ombre_state *state,
                enum ombre_judge judge, const struct ombre_texel *got,
                const struct pixel_visitor *visitor, struct drawing *drawing,
                struct tally *tally)
{
    *tally = (struct tally){0};
    struct worst worst = {.verdict = OMBRE_VERDICT_PASS};
    struct judged_pixel *judged = malloc(sizeof *judged);
    struct ombre_pixel_verdict *verdict = malloc(sizeof *verdict);
    struct judge_sets *sets = judge_sets_create(c, state);
    for (size_t pixel = 0; judged && verdict && sets && pixel < c->pixel_count;
         pixel++) {
        if (!judge_predict(c, state, pixel, judge, judged)) {
            drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%s", judged->reason);
            break;
        }
        take_texels(c, got, pixel, &judged->verify);
        ombre_verify_pixel(&judged->verify, verdict);
        note_pixel(judged, verdict, pixel, tally, &worst);
        judge_sets_note(sets, pixel, judged);
        if (visitor)
            visitor->visit(visitor->user, pixel, judged, verdict);
    }
    if (judged && verdict && sets && judge_sets_seal(sets)) {
        conclude(state, &worst, tally, drawing);
        conclude_sets(sets, got, drawing);
    } else {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "out of memory");
    }
    judge_sets_destroy(sets);
    free(judged);
    free(verdict);
}
