#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "execute.h"
#include "judge_case.h"

/* Components of one texel that two drawings made differently. */
static void compare_texel(const struct ombre_format *format,
                          const struct ombre_texel *a,
                          const struct ombre_texel *b,
                          struct comparison *comparison)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (!ombre_format_has(format, component))
            continue;
        comparison->compared++;
        comparison->different += ombre_texel_code(format, a, component) !=
                                 ombre_texel_code(format, b, component);
    }
}

static void compare(const struct ombre_case *c, const struct ombre_state *state,
                    const struct ombre_texel *first,
                    const struct ombre_texel *second,
                    struct comparison *comparison)
{
    for (size_t i = 0; i < execute_texel_count(c); i++) {
        const unsigned target =
            (unsigned) (i / c->sample_count % OMBRE_MAX_TARGETS);
        const struct ombre_format *format = state->target[target].format;
        if (format)
            compare_texel(format, &first[i], &second[i], comparison);
    }
}

/* How bad an outcome is beside another: what is wrong before what is warned of
 * before what cannot be done. */
static bool is_wrong(enum outcome outcome)
{
    switch (outcome) {
    case OUTCOME_PASS:
    case OUTCOME_QUALITY_WARNING:
    case OUTCOME_COMPATIBILITY_WARNING:
    case OUTCOME_NOT_SUPPORTED: return false;
    case OUTCOME_FAIL:
    case OUTCOME_CRASH:
    case OUTCOME_TIMEOUT:
    case OUTCOME_DEVICE_LOST:
    case OUTCOME_FLAKE:
    case OUTCOME_VALIDATION_ERROR:
    case OUTCOME_INTERNAL_ERROR:
    case OUTCOME_COUNT: break;
    }
    return true;
}

static void draw_emulated(struct ombre_gpu *gpu,
                          const struct execute_watch *watch,
                          const struct ombre_case *c,
                          const struct ombre_state *state,
                          enum ombre_judge judge, struct drawing *emulated,
                          struct ombre_texel *got)
{
    struct batch_member *member =
        execute_translate(gpu, c, state, EXECUTE_EMULATED, emulated);
    struct drawing *whole = calloc(1, sizeof *whole);
    struct tally tally;
    if (!whole) {
        drawing_end(emulated, OUTCOME_INTERNAL_ERROR, "out of memory");
    } else if (member) {
        execute_batch(gpu, watch, &member, 1, whole, &emulated, &got);
        if (whole->outcome != OUTCOME_PASS)
            drawing_end(emulated, whole->outcome, "%s", whole->reason);
        emulated->drawn = whole->drawn;
        if (emulated->drawn) {
            judge_case(c, state, judge, got, NULL, emulated, &tally);
            controls_conclude(emulated);
        }
    }
    batch_member_destroy(member);
    free(whole);
}

void execute_comparison(struct ombre_gpu *gpu,
                        const struct execute_watch *watch,
                        const struct ombre_case *c,
                        const struct ombre_state *state, enum ombre_judge judge,
                        const struct ombre_texel *got, struct drawing *drawing)
{
    struct comparison *comparison = &drawing->emulated;
    struct drawing *emulated = calloc(1, sizeof *emulated);
    struct ombre_texel *second =
        calloc(execute_texel_count(c) + 1, sizeof *second);
    comparison->asked = true;
    if (emulated)
        emulated->lane = drawing->lane;
    if (emulated && second)
        draw_emulated(gpu, watch, c, state, judge, emulated, second);
    if (emulated && second) {
        comparison->outcome = emulated->outcome;
        comparison->drawn = emulated->drawn;
        memcpy(comparison->reason, emulated->reason, sizeof comparison->reason);
        comparison->order = emulated->order;
        memcpy(comparison->plan, emulated->plan, sizeof comparison->plan);
    } else {
        comparison->outcome = OUTCOME_INTERNAL_ERROR;
    }
    if (comparison->drawn)
        compare(c, state, got, second, comparison);
    if (is_wrong(comparison->outcome) && !is_wrong(drawing->outcome))
        drawing_end(drawing, comparison->outcome, "emulated: %.240s",
                    comparison->reason);
    free(emulated);
    free(second);
}
