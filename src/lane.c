/* Names of lanes, and which lanes a device offers. */
#include "ombre/lane.h"

#include <stdio.h>
#include <string.h>

/* --- Features ------------------------------------------------------------- */

static const struct {
    uint32_t bit;
    const char *name, *extension;
} features[OMBRE_LANE_FEATURE_COUNT] = {
#define X(id, bit_, name_, extension_) {1u << bit_, name_, extension_},
    OMBRE_LANE_FEATURES(X)
#undef X
};

const char *ombre_lane_feature_name(unsigned index)
{
    return index < OMBRE_LANE_FEATURE_COUNT ? features[index].name : NULL;
}

const char *ombre_lane_feature_extension(unsigned index)
{
    return index < OMBRE_LANE_FEATURE_COUNT ? features[index].extension : NULL;
}

uint32_t ombre_lane_feature_bit(unsigned index)
{
    return index < OMBRE_LANE_FEATURE_COUNT ? features[index].bit : 0;
}

/* --- Lanes ---------------------------------------------------------------- */

struct ombre_lane ombre_lane_resolved(const struct ombre_lane *lane)
{
    struct ombre_lane out = *lane;

    if (out.state == OMBRE_LANE_ANY_STATE)
        out.state = OMBRE_LANE_STATIC;
    if (out.pass == OMBRE_LANE_ANY_PASS)
        out.pass = out.state == OMBRE_LANE_SHADER_OBJECT
                       ? OMBRE_LANE_DYNAMIC_RENDERING
                       : OMBRE_LANE_RENDER_PASS;
    return out;
}

bool ombre_lane_equal(const struct ombre_lane *a, const struct ombre_lane *b)
{
    return a->state == b->state && a->pass == b->pass &&
           a->static_constants == b->static_constants &&
           a->color_write_enable == b->color_write_enable;
}

/* What a lane cannot do without; of the dynamic states any one will do. */
static uint32_t required(const struct ombre_lane *lane)
{
    uint32_t bits = 0;

    switch (lane->state) {
    case OMBRE_LANE_ANY_STATE:
    case OMBRE_LANE_STATIC:
    case OMBRE_LANE_DYNAMIC: break;
    case OMBRE_LANE_LIBRARY: bits |= OMBRE_LANE_FEATURE_PIPELINE_LIBRARY; break;
    case OMBRE_LANE_SHADER_OBJECT:
        bits |= OMBRE_LANE_FEATURE_SHADER_OBJECT;
        break;
    }
    if (lane->pass == OMBRE_LANE_DYNAMIC_RENDERING)
        bits |= OMBRE_LANE_FEATURE_DYNAMIC_RENDERING;
    if (lane->color_write_enable)
        bits |= OMBRE_LANE_FEATURE_COLOR_WRITE_ENABLE;
    return bits;
}

uint32_t ombre_lane_uses(const struct ombre_lane *lane, uint32_t offered)
{
    const struct ombre_lane l = ombre_lane_resolved(lane);
    const uint32_t dynamic =
        l.state == OMBRE_LANE_DYNAMIC ? OMBRE_LANE_DYNAMIC_FEATURES : 0;

    return offered & (required(&l) | dynamic);
}

static void tell_missing(const struct ombre_lane *lane, uint32_t missing,
                         char why[OMBRE_LANE_WHY_SIZE])
{
    char text[OMBRE_LANE_TEXT_SIZE];
    size_t length = 0;

    why[0] = '\0';
    ombre_lane_text(lane, text);
    for (unsigned i = 0; i < OMBRE_LANE_FEATURE_COUNT; i++)
        if (missing & features[i].bit && length < OMBRE_LANE_WHY_SIZE)
            length += (size_t) snprintf(
                why + length, OMBRE_LANE_WHY_SIZE - length, "%s%s%s no %s (%s)",
                length ? "," : "lane ", length ? "" : text, length ? "" : ":",
                features[i].name, features[i].extension);
}

bool ombre_lane_is_offered(const struct ombre_lane *lane, uint32_t offered,
                           char why[OMBRE_LANE_WHY_SIZE])
{
    const struct ombre_lane l = ombre_lane_resolved(lane);
    uint32_t missing = required(&l) & ~offered;

    if (l.state == OMBRE_LANE_DYNAMIC &&
        !(offered & OMBRE_LANE_DYNAMIC_FEATURES))
        missing |= OMBRE_LANE_FEATURE_DYNAMIC_BLEND_ENABLE;
    tell_missing(&l, missing, why);
    return missing == 0;
}

size_t ombre_lane_list(struct ombre_lane out[OMBRE_LANE_MAX])
{
    size_t count = 0;

    for (unsigned options = 0; options < 4; options++)
        for (unsigned s = OMBRE_LANE_STATIC; s <= OMBRE_LANE_SHADER_OBJECT; s++)
            for (unsigned p = OMBRE_LANE_RENDER_PASS;
                 p <= OMBRE_LANE_DYNAMIC_RENDERING; p++) {
                const struct ombre_lane lane = {(enum ombre_lane_state) s,
                                                (enum ombre_lane_pass) p,
                                                options >> 1, options & 1};
                /* Shader objects know no render passes, and keep no state. */
                if (s == OMBRE_LANE_SHADER_OBJECT &&
                    (p == OMBRE_LANE_RENDER_PASS || lane.static_constants))
                    continue;
                out[count++] = lane;
            }
    return count;
}

/* --- Words ---------------------------------------------------------------- */

static const char *const states[] = {"any",
#define X(id, name) name,
                                     OMBRE_LANE_STATES(X)
#undef X
};

static const char *const passes[] = {
#define X(id, name) name,
    OMBRE_LANE_PASSES(X)
#undef X
};

static const char static_constants[] = "static-constants";
static const char color_write_enable[] = "color-write-enable";

enum {
    STATES = sizeof states / sizeof *states,
    PASSES = sizeof passes / sizeof *passes,
};

const char *ombre_lane_word(unsigned index)
{
    if (index < STATES)
        return states[index];
    index -= STATES;
    if (index < PASSES)
        return passes[index];
    index -= PASSES;
    if (index == 0)
        return static_constants;
    return index == 1 ? color_write_enable : NULL;
}

void ombre_lane_text(const struct ombre_lane *lane,
                     char out[OMBRE_LANE_TEXT_SIZE])
{
    const bool has_state = lane->state != OMBRE_LANE_ANY_STATE ||
                           lane->pass == OMBRE_LANE_ANY_PASS;

    snprintf(out, OMBRE_LANE_TEXT_SIZE, "%s%s%s%s%s%s%s",
             has_state ? states[lane->state] : "",
             has_state && lane->pass ? " " : "",
             lane->pass ? passes[lane->pass - 1] : "",
             lane->static_constants ? " " : "",
             lane->static_constants ? static_constants : "",
             lane->color_write_enable ? " " : "",
             lane->color_write_enable ? color_write_enable : "");
}

/* Where a word of `length` bytes stands among ombre_lane_word(), or -1. */
static int find_word(const char *word, size_t length)
{
    const char *known;

    for (unsigned i = 0; (known = ombre_lane_word(i)) != NULL; i++)
        if (strlen(known) == length && memcmp(known, word, length) == 0)
            return (int) i;
    return -1;
}

/* False if the lane has the other word of the kind already. */
static bool add_word(struct ombre_lane *lane, unsigned index)
{
    if (index == 0)
        return true; /* "any" */
    if (index < STATES) {
        const bool is_free = lane->state == OMBRE_LANE_ANY_STATE ||
                             lane->state == (enum ombre_lane_state) index;
        lane->state = (enum ombre_lane_state) index;
        return is_free;
    }
    index -= STATES;
    if (index < PASSES) {
        const bool is_free = lane->pass == OMBRE_LANE_ANY_PASS ||
                             lane->pass == (enum ombre_lane_pass)(index + 1);
        lane->pass = (enum ombre_lane_pass)(index + 1);
        return is_free;
    }
    if (index == PASSES)
        lane->static_constants = true;
    else
        lane->color_write_enable = true;
    return true;
}

static bool check_words(const struct ombre_lane *lane,
                        char why[OMBRE_LANE_WHY_SIZE])
{
    if (lane->state != OMBRE_LANE_SHADER_OBJECT)
        return true;
    if (lane->pass == OMBRE_LANE_RENDER_PASS)
        snprintf(why, OMBRE_LANE_WHY_SIZE,
                 "shader-object goes with dynamic-rendering only");
    else if (lane->static_constants)
        snprintf(why, OMBRE_LANE_WHY_SIZE,
                 "shader-object has no static-constants");
    else
        return true;
    return false;
}

bool ombre_lane_from_text(const char *text, struct ombre_lane *out,
                          const char **wrong, char why[OMBRE_LANE_WHY_SIZE])
{
    static const char separators[] = " +";
    struct ombre_lane lane = {0};
    unsigned words = 0;

    *wrong = NULL;
    for (const char *at = text;; words++) {
        at += strspn(at, separators);
        if (!*at)
            break;
        const size_t length = strcspn(at, separators);
        const int index = find_word(at, length);
        if (index < 0) {
            *wrong = at;
            snprintf(why, OMBRE_LANE_WHY_SIZE, "\"%.*s\" is no word for a lane",
                     length > 60 ? 60 : (int) length, at);
            return false;
        }
        if (!add_word(&lane, (unsigned) index)) {
            snprintf(why, OMBRE_LANE_WHY_SIZE, "\"%.100s\" names two lanes",
                     text);
            return false;
        }
        at += length;
    }
    if (words == 0) {
        snprintf(why, OMBRE_LANE_WHY_SIZE, "no lane is named");
        return false;
    }
    if (!check_words(&lane, why))
        return false;
    *out = lane;
    return true;
}
