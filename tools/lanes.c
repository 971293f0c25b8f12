#include "lanes.h"

#include <stdio.h>
#include <string.h>

#include "judge.h"
#include "words.h"

/* --- The command line ------------------------------------------------------
 */

static void complain(const char *text, size_t length, const char *why,
                     const char *wrong)
{
    const char *words[32];
    char word[64];
    size_t count = 0;
    while (count < sizeof words / sizeof words[0] &&
           ombre_lane_word((unsigned) count)) {
        words[count] = ombre_lane_word((unsigned) count);
        count++;
    }
    fprintf(stderr, "ombre: option '--lane' does not know '%.*s': %s",
            (int) length, text, why);
    if (wrong) {
        snprintf(word, sizeof word, "%.*s", (int) strcspn(wrong, " +"), wrong);
        const char *nearest = ombre_nearest_name(word, words, count);
        if (nearest)
            fprintf(stderr, " (did you mean '%s'?)", nearest);
    }
    fputs("; it takes all, or lanes as 'dynamic+dynamic-rendering', with "
          "commas between them\n",
          stderr);
}

static bool add_lane(struct lane_choice *out, const char *text, size_t length)
{
    char one[160], why[OMBRE_LANE_WHY_SIZE];
    const char *wrong;
    struct ombre_lane lane;
    snprintf(one, sizeof one, "%.*s", (int) length, text);
    if (!ombre_lane_from_text(one, &lane, &wrong, why)) {
        complain(text, length, why, wrong);
        return false;
    }
    lane = ombre_lane_resolved(&lane);
    for (size_t i = 0; i < out->count; i++)
        if (ombre_lane_equal(&out->lane[i], &lane))
            return true;
    if (out->count < OMBRE_LANE_MAX)
        out->lane[out->count++] = lane;
    return true;
}

bool lane_option(const struct options *options, struct lane_choice *out)
{
    if (!options->given[OPTION_LANE])
        return true;
    const char *text = options->value[OPTION_LANE];
    *out = (struct lane_choice){.text = text, .all = strcmp(text, "all") == 0};
    if (out->all)
        return true;
    do {
        const size_t length = strcspn(text, ",");
        if (!add_lane(out, text, length))
            return false;
        text += length;
    } while (*text++);
    return true;
}

/* --- Choosing --------------------------------------------------------------
 */

uint32_t lanes_use(const struct lane_choice *choice,
                   const struct ombre_lane *of_case)
{
    uint32_t bits = 0;
    if (choice->all)
        return OMBRE_LANE_ALL_FEATURES;
    if (choice->count == 0)
        return ombre_lane_uses(of_case, OMBRE_LANE_ALL_FEATURES);
    for (size_t i = 0; i < choice->count; i++)
        bits |= ombre_lane_uses(&choice->lane[i], OMBRE_LANE_ALL_FEATURES);
    return bits;
}

static bool is_constant(enum ombre_factor factor)
{
    return factor == OMBRE_BLEND_FACTOR || factor == OMBRE_INV_BLEND_FACTOR ||
           factor == OMBRE_ALPHA_FACTOR || factor == OMBRE_INV_ALPHA_FACTOR;
}

static bool uses_constants(const struct ombre_state *state)
{
    for (unsigned t = 0; t < state->target_count; t++) {
        const struct ombre_target *target = &state->target[t];
        if (target->blend_enable &&
            (is_constant(target->color.src) ||
             is_constant(target->color.dest) ||
             is_constant(target->alpha.src) || is_constant(target->alpha.dest)))
            return true;
    }
    return false;
}

static bool has_no_mask(const struct ombre_state *state)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format && state->target[t].write_mask == 0)
            return true;
    return false;
}

/* Whether any state of a case is so. */
static bool is_any(const struct ombre_case *c, const struct ombre_state *state,
                   bool (*is_so)(const struct ombre_state *state))
{
    bool any = is_so(state);
    for (size_t i = 0; i < c->step_count; i++)
        any |= c->step[i].kind == OMBRE_STEP_SET && is_so(&c->step[i].state);
    return any;
}

static bool matters(const struct ombre_lane *lane, const struct ombre_case *c,
                    const struct ombre_state *state)
{
    return (!lane->static_constants || is_any(c, state, uses_constants)) &&
           (!lane->color_write_enable || is_any(c, state, has_no_mask));
}

size_t lanes_of_case(const struct lane_choice *choice,
                     const struct ombre_case *c,
                     const struct ombre_state *state, uint32_t offered,
                     struct ombre_lane out[OMBRE_LANE_MAX])
{
    struct ombre_lane every[OMBRE_LANE_MAX];
    char why[OMBRE_LANE_WHY_SIZE];
    size_t count = 0;
    if (!choice->all && choice->count == 0) {
        out[0] = ombre_lane_resolved(&c->lane);
        return 1;
    }
    if (!choice->all) {
        memcpy(out, choice->lane, choice->count * sizeof *out);
        return choice->count;
    }
    const size_t total = ombre_lane_list(every);
    for (size_t i = 0; i < total; i++)
        if (matters(&every[i], c, state) &&
            ombre_lane_is_offered(&every[i], offered, why))
            out[count++] = every[i];
    return count;
}

/* --- Comparing -------------------------------------------------------------
 */

static bool texels_agree(const struct ombre_case *c,
                         const struct ombre_state *state, size_t slot,
                         unsigned sample, const struct ombre_texel *a,
                         const struct ombre_texel *b, char why[160])
{
    const size_t pixel = slot / OMBRE_MAX_TARGETS;
    const unsigned target = (unsigned) (slot % OMBRE_MAX_TARGETS);
    const struct ombre_format *format = state->target[target].format;
    for (unsigned k = 0; k < OMBRE_COMPONENTS; k++) {
        const enum ombre_component component = (enum ombre_component) k;
        const uint32_t one = ombre_texel_code(format, a, component);
        const uint32_t other = ombre_texel_code(format, b, component);
        if (one == other || judge_may_differ(c, state, pixel, target, k))
            continue;
        char first[48], second[48];
        words_of_code(first, format, component, one);
        words_of_code(second, format, component, other);
        snprintf(why, 160, "pixel %zu target %u sample %u %s: %s and %s", pixel,
                 target, sample, component_name(component), first, second);
        return false;
    }
    return true;
}

bool lanes_agree(const struct ombre_case *c, const struct ombre_state *state,
                 const struct ombre_texel *a, const struct ombre_texel *b,
                 char why[160])
{
    const size_t slots = c->pixel_count * OMBRE_MAX_TARGETS;
    for (size_t slot = 0; slot < slots; slot++) {
        const unsigned target = (unsigned) (slot % OMBRE_MAX_TARGETS);
        if (target >= state->target_count || !state->target[target].format)
            continue;
        for (unsigned s = 0; s < c->sample_count; s++) {
            const size_t i = slot * c->sample_count + s;
            if (!texels_agree(c, state, slot, s, &a[i], &b[i], why))
                return false;
        }
    }
    return true;
}

/* --- Concluding ------------------------------------------------------------
 */

bool lane_is_worse(enum outcome a, enum outcome b)
{
    if (a == OUTCOME_NOT_SUPPORTED || b == OUTCOME_NOT_SUPPORTED)
        return a != OUTCOME_NOT_SUPPORTED;
    return a > b;
}

void lanes_conclude(struct drawing *drawing)
{
    char first[OMBRE_LANE_TEXT_SIZE], other[OMBRE_LANE_TEXT_SIZE];
    if (drawing->outcome != OUTCOME_PASS)
        return;
    for (size_t i = 0; i < drawing->lane_count; i++) {
        const struct lane_result *lane = &drawing->lanes[i];
        if (!lane->drawn || lane->is_equal)
            continue;
        ombre_lane_text(&drawing->lanes[lane->beside].lane, first);
        ombre_lane_text(&lane->lane, other);
        drawing_end(drawing, OUTCOME_QUALITY_WARNING,
                    "lanes %.60s and %.60s draw differently: %.120s", first,
                    other, lane->difference);
        return;
    }
}
