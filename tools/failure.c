#include "failure.h"

#include <stdio.h>
#include <string.h>

const char *failure_component_name(enum failure_component component)
{
    static const char *const names[] = {
#define X(id, name) name,
        FAILURE_COMPONENTS(X)
#undef X
    };
    return names[component];
}

/* --- Where it is wrong -----------------------------------------------------
 */

static unsigned wrong_components(const struct judged_pixel *judged,
                                 const struct ombre_pixel_verdict *verdict,
                                 unsigned target)
{
    unsigned wrong = 0;
    for (unsigned s = 0; s < judged->verify.sample_count; s++)
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            if (verdict->target[target][s].component[c] != OMBRE_VERDICT_PASS)
                wrong |= 1u << c;
    return wrong;
}

static void note_pixel(void *user, size_t pixel,
                       const struct judged_pixel *judged,
                       const struct ombre_pixel_verdict *verdict)
{
    struct failure *out = user;
    struct failure_spot spot = {.pixel = pixel};
    unsigned wrong = 0;
    for (unsigned t = 0; t < judged->verify.target_count; t++) {
        if (!judged->verify.target[t].format)
            continue;
        const unsigned here = wrong_components(judged, verdict, t);
        spot.targets |= (uint32_t) (here != 0) << t;
        wrong |= here;
    }
    if (wrong & ~(1u << OMBRE_ALPHA))
        out->component = FAILURE_COLOR;
    else if (wrong && out->component == FAILURE_NONE)
        out->component = FAILURE_ALPHA;
    if (wrong && out->spots < FAILURE_SPOTS)
        out->spot[out->spots++] = spot;
}

static void look_at_texels(const struct ombre_case *c,
                           const struct ombre_state *state,
                           enum ombre_judge judge,
                           const struct ombre_texel *texels,
                           struct failure *out)
{
    const struct pixel_visitor visitor = {note_pixel, out};
    struct drawing scratch = {.outcome = OUTCOME_PASS};
    struct looks_like looks;
    struct tally tally;
    judge_case(c, state, judge, texels, &visitor, &scratch, &tally);
    if (looks_like_find(c, state, judge, texels, &looks) && looks.guesses > 0)
        out->guess = looks.guess[0];
}

/* --- How it ended ----------------------------------------------------------
 */

/* What must be the same beside outcome and texels.  A reason that tells of
 * pixels or of time says nothing of the kind of a failure. */
static void tell_end(const struct drawing *drawing, char told[160])
{
    switch (drawing->outcome) {
    case OUTCOME_CRASH: snprintf(told, 160, "%.159s", drawing->reason); break;
    case OUTCOME_VALIDATION_ERROR:
        snprintf(told, 160, "%.*s", (int) strcspn(drawing->message[0], ":"),
                 drawing->message[0]);
        break;
    case OUTCOME_PASS:
    case OUTCOME_QUALITY_WARNING:
    case OUTCOME_COMPATIBILITY_WARNING:
    case OUTCOME_FAIL:
    case OUTCOME_NOT_SUPPORTED:
    case OUTCOME_TIMEOUT:
    case OUTCOME_DEVICE_LOST:
    case OUTCOME_INTERNAL_ERROR:
    case OUTCOME_FLAKE:
    case OUTCOME_COUNT: break;
    }
}

void failure_find(const struct ombre_case *c, const struct ombre_state *state,
                  enum ombre_judge judge, const struct remote_result *result,
                  const struct ombre_texel *texels, struct failure *out)
{
    const struct drawing *drawing = &result->drawing;
    *out = (struct failure){.outcome = drawing->outcome, .lane = drawing->lane};
    memcpy(out->reason, drawing->reason, sizeof out->reason);
    tell_end(drawing, out->told);
    out->differs_twice = drawing->drawn && !drawing->repeat_equal;
    for (unsigned i = 0; i < CONTROL_COUNT; i++)
        if (drawing->control[i].state == CONTROL_WRONG)
            out->controls |= 1u << i;
    if (texels && failure_is_one(out) &&
        drawing->outcome != OUTCOME_INTERNAL_ERROR)
        look_at_texels(c, state, judge, texels, out);
}

bool failure_is_one(const struct failure *failure)
{
    return failure->outcome != OUTCOME_PASS &&
           failure->outcome != OUTCOME_NOT_SUPPORTED;
}

/* Where nothing explains the first, anything may explain the other. */
static bool is_same_guess(const struct looks_guess *known,
                          const struct looks_guess *other)
{
    return known->count == 0 ||
           (known->count == other->count &&
            memcmp(known->fault, other->fault,
                   known->count * sizeof *known->fault) == 0);
}

bool failure_is_same(const struct failure *known, const struct failure *other)
{
    if (known->outcome != other->outcome ||
        known->differs_twice != other->differs_twice ||
        known->controls != other->controls ||
        strcmp(known->told, other->told) != 0)
        return false;
    /* Bits that come out in two ways look like this and that. */
    return known->differs_twice ||
           (known->component == other->component &&
            is_same_guess(&known->guess, &other->guess));
}
