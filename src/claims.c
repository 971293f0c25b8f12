/* What feature levels require, and how a device has it. */
#include "claims_parts.h"

#include <stdio.h>
#include <string.h>

/* --- Levels -------------------------------------------------------------- */

static const uint32_t levels[] = {
#define X(id, value, name) value,
    OMBRE_FEATURE_LEVELS(X)
#undef X
};

static uint32_t format_level(const struct ombre_claim *claim)
{
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
        const char *const cell =
            ombre_feature_level_format(levels[i], claim->format->dxgi);
        if (cell && cell[0] == 'R' && cell[claim->kind] == 'R')
            return levels[i];
    }
    return 0;
}

uint32_t ombre_claim_level(const struct ombre_claim *claim)
{
    switch (claim->kind) {
#define X(id, name, words) case OMBRE_CLAIM_##id:
        OMBRE_CLAIMS_OF_FORMATS(X)
#undef X
        return format_level(claim);
#define X(id, name, words, level) \
    case OMBRE_CLAIM_##id: return OMBRE_FEATURE_LEVEL_##level;
        OMBRE_CLAIMS_OF_DEVICES(X)
#undef X
    case OMBRE_CLAIM_KINDS: break;
    }
    return 0;
}

static bool is_required(const struct ombre_claim *claim, uint32_t level)
{
    const uint32_t lowest = ombre_claim_level(claim);

    return lowest != 0 && lowest <= level;
}

static void add_if_required(struct ombre_claim claim, uint32_t level,
                            struct ombre_claim out[OMBRE_MAX_CLAIMS],
                            unsigned *count)
{
    if (*count < OMBRE_MAX_CLAIMS && is_required(&claim, level))
        out[(*count)++] = claim;
}

unsigned ombre_claims_required(uint32_t level,
                               struct ombre_claim out[OMBRE_MAX_CLAIMS])
{
    unsigned count = 0;

    for (unsigned f = 0; f < ombre_format_count(); f++)
        for (unsigned k = 0; k < OMBRE_CLAIM_FORMAT_KINDS; k++)
            add_if_required((struct ombre_claim){(enum ombre_claim_kind) k,
                                                 ombre_format_at(f)},
                            level, out, &count);
    for (unsigned k = OMBRE_CLAIM_FORMAT_KINDS; k < OMBRE_CLAIM_KINDS; k++)
        add_if_required((struct ombre_claim){(enum ombre_claim_kind) k, NULL},
                        level, out, &count);
    return count;
}

/* --- A device ------------------------------------------------------------ */

/* How far a plan is from the output merger's. */
static int distance(enum ombre_plan plan)
{
    switch (plan) {
    case OMBRE_PLAN_NONE: return 0;
    case OMBRE_PLAN_NATIVE: return 1;
    case OMBRE_PLAN_SPLIT: return 2;
    case OMBRE_PLAN_SHADER: break;
    }
    return 3;
}

static struct ombre_claim_answer answer_of(
    const struct ombre_translation *translation)
{
    struct ombre_claim_answer out = {.plan = OMBRE_PLAN_NONE};
    unsigned furthest = 0;

    if (translation->status != OMBRE_TRANSLATE_OK) {
        out.how = OMBRE_CLAIM_MISSING;
        memcpy(out.reason, translation->reason, sizeof out.reason);
        return out;
    }
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (distance(translation->plan[i].how) > distance(out.plan)) {
            out.plan = translation->plan[i].how;
            furthest = i;
        }
    out.how = out.plan == OMBRE_PLAN_NATIVE ? OMBRE_CLAIM_NATIVE
                                            : OMBRE_CLAIM_EMULATED;
    (void) snprintf(out.reason, sizeof out.reason, "%s",
                    ombre_plan_because(translation, furthest).text);
    return out;
}

struct ombre_claim_answer ombre_claim_ask(const struct ombre_claim *claim,
                                          const struct ombre_vk_facts *facts)
{
    static const struct ombre_translate_policy pure = {.pure_shader = true};
    struct ombre_translation translation;
    struct ombre_state state;

    if (!claims_state_of(claim, &state))
        return (struct ombre_claim_answer){.how = OMBRE_CLAIM_MISSING,
                                           .reason =
                                               "no state of Direct3D needs it"};
    ombre_translate_with(&state, facts, &pure, &translation);
    return answer_of(&translation);
}

bool ombre_claims_require(const struct ombre_state *state,
                          const struct ombre_vk_facts *facts, uint32_t level,
                          char why[OMBRE_CLAIM_WHY_SIZE])
{
    struct ombre_claim needed[CLAIMS_MAX_NEEDED];
    const unsigned count = claims_needed(state, needed);
    char text[OMBRE_CLAIM_TEXT_SIZE];
    const char *const name = ombre_feature_level_name(level);
    /* No level requires 2 or 16 samples of a format. */
    bool is_all = state->sample_count == 1 || state->sample_count == 4 ||
                  state->sample_count == 8;

    for (unsigned i = 0; i < count; i++) {
        if (!is_required(&needed[i], level)) {
            is_all = false;
            continue;
        }
        if (ombre_claim_ask(&needed[i], facts).how != OMBRE_CLAIM_MISSING)
            continue;
        ombre_claim_text(&needed[i], text);
        (void) snprintf(why, OMBRE_CLAIM_WHY_SIZE,
                        "feature level %s requires %s", name, text);
        return true;
    }
    if (is_all && count > 0)
        (void) snprintf(why, OMBRE_CLAIM_WHY_SIZE,
                        "feature level %s requires all that the case needs",
                        name);
    return is_all && count > 0;
}

/* --- Names --------------------------------------------------------------- */

const char *ombre_claim_name(enum ombre_claim_kind kind)
{
    switch (kind) {
#define X(id, name, words) \
    case OMBRE_CLAIM_##id: return name;
        OMBRE_CLAIMS_OF_FORMATS(X)
#undef X
#define X(id, name, words, level) \
    case OMBRE_CLAIM_##id: return name;
        OMBRE_CLAIMS_OF_DEVICES(X)
#undef X
    case OMBRE_CLAIM_KINDS: break;
    }
    return NULL;
}

const char *ombre_claim_words(enum ombre_claim_kind kind)
{
    switch (kind) {
#define X(id, name, words) \
    case OMBRE_CLAIM_##id: return words;
        OMBRE_CLAIMS_OF_FORMATS(X)
#undef X
#define X(id, name, words, level) \
    case OMBRE_CLAIM_##id: return words;
        OMBRE_CLAIMS_OF_DEVICES(X)
#undef X
    case OMBRE_CLAIM_KINDS: break;
    }
    return NULL;
}

const char *ombre_claim_how_name(enum ombre_claim_how how)
{
    switch (how) {
    case OMBRE_CLAIM_NATIVE: return "native";
    case OMBRE_CLAIM_EMULATED: return "emulated";
    case OMBRE_CLAIM_MISSING: return "missing";
    }
    return NULL;
}

void ombre_claim_text(const struct ombre_claim *claim,
                      char text[OMBRE_CLAIM_TEXT_SIZE])
{
    const char *const words = ombre_claim_words(claim->kind);

    if (claim->format)
        (void) snprintf(text, OMBRE_CLAIM_TEXT_SIZE, "%s of %s", words,
                        claim->format->name);
    else
        (void) snprintf(text, OMBRE_CLAIM_TEXT_SIZE, "%s", words);
}
