#include "where.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ombre/format.h"

static const char *const field_names[] = {
#define X(id, name) name,
    WHERE_FIELDS(X)
#undef X
};

/* --- Values ----------------------------------------------------------------
 */

static void lower(char out[WHERE_VALUE_SIZE], const char *text)
{
    size_t n = 0;
    for (; text && *text && n + 1 < WHERE_VALUE_SIZE; text++)
        out[n++] = (char) tolower((unsigned char) *text);
    out[n] = '\0';
}

static const char *yes_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void mask_text(unsigned mask, char out[WHERE_VALUE_SIZE])
{
    size_t n = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (mask >> c & 1)
            out[n++] = "rgba"[c];
    out[n] = '\0';
    if (n == 0)
        strcpy(out, "none");
}

static bool reads_second_source(const struct ombre_state *state)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (ombre_target_is_dual_source(&state->target[t]))
            return true;
    return false;
}

/* What a case, and the target of it that is looked at, has in a field. */
static void value_of(const struct ombre_state *state, enum ombre_api api,
                     const struct ombre_target *target, enum where_field field,
                     char out[WHERE_VALUE_SIZE])
{
    const struct ombre_equation *color = &target->color,
                                *alpha = &target->alpha;
    switch (field) {
    case WHERE_API: lower(out, ombre_api_name(api)); return;
    case WHERE_DUAL: lower(out, yes_no(reads_second_source(state))); return;
    case WHERE_SAMPLES:
        snprintf(out, WHERE_VALUE_SIZE, "%u", state->sample_count);
        return;
    case WHERE_TARGETS:
        snprintf(out, WHERE_VALUE_SIZE, "%u", state->target_count);
        return;
    case WHERE_A2C: lower(out, yes_no(state->alpha_to_coverage)); return;
    case WHERE_LOGIC:
        lower(out, state->logic_op_enable ? ombre_logic_op_name(state->logic_op)
                                          : "no");
        return;
    case WHERE_FORMAT:
        lower(out, target->format ? target->format->name : "none");
        return;
    case WHERE_BLEND: lower(out, yes_no(target->blend_enable)); return;
    case WHERE_SRC: lower(out, ombre_factor_name(color->src)); return;
    case WHERE_DST: lower(out, ombre_factor_name(color->dest)); return;
    case WHERE_OP: lower(out, ombre_blend_op_name(color->op)); return;
    case WHERE_SRC_ALPHA: lower(out, ombre_factor_name(alpha->src)); return;
    case WHERE_DST_ALPHA: lower(out, ombre_factor_name(alpha->dest)); return;
    case WHERE_OP_ALPHA: lower(out, ombre_blend_op_name(alpha->op)); return;
    case WHERE_MASK: mask_text(target->write_mask, out); return;
    case WHERE_FIELD_COUNT: break;
    }
    *out = '\0';
}

/* What targets that do not blend have no factor of. */
static bool is_of_blend(enum where_field field)
{
    return field >= WHERE_SRC && field <= WHERE_OP_ALPHA;
}

/* Whether those conditions hold that are of an equation, or those that are not.
 */
static bool holds(const struct where *where, bool of_blend,
                  const struct ombre_state *state, enum ombre_api api,
                  const struct ombre_target *target)
{
    for (unsigned i = 0; i < where->count; i++) {
        const struct where_condition *condition = &where->condition[i];
        char value[WHERE_VALUE_SIZE];
        if (is_of_blend(condition->field) != of_blend)
            continue;
        if (of_blend && !target->blend_enable)
            return false;
        value_of(state, api, target, condition->field, value);
        if (ombre_id_matches(value, condition->value) == condition->differs)
            return false;
    }
    return true;
}

/* --- Cases -----------------------------------------------------------------
 */

/* A block whose states are looked at. */
struct visitor {
    const struct where *where;
    struct ombre_state state; /* of the first part */
    enum ombre_api api;
};

static bool visit_state(void *user, const struct ombre_equation *color,
                        const struct ombre_equation *alpha)
{
    struct visitor *visitor = user;
    visitor->state.target[0].color = *color;
    visitor->state.target[0].alpha = *alpha;
    return holds(visitor->where, true, &visitor->state, visitor->api,
                 &visitor->state.target[0]);
}

static bool case_matches(const struct where *where, const struct ombre_case *c,
                         enum ombre_suite suite, size_t index)
{
    struct visitor visitor = {.where = where, .api = c->pso.api};
    const struct ombre_state *state = &visitor.state;
    uint64_t first;
    if (!ombre_state_from_pso(&c->pso, &visitor.state))
        return false;
    /* Parts are alike but for their equations. */
    if (ombre_suite_states(suite, index, &first) > 0)
        return holds(where, false, state, visitor.api, &state->target[0]) &&
               ombre_suite_visit_states(suite, index, visit_state, &visitor);
    for (unsigned t = 0; t < state->target_count; t++)
        if (holds(where, false, state, visitor.api, &state->target[t]) &&
            holds(where, true, state, visitor.api, &state->target[t]))
            return true;
    return false;
}

bool where_has(const struct where *where, enum ombre_suite suite, size_t index)
{
    struct ombre_case c;
    if (where->count == 0)
        return true;
    if (!ombre_suite_make(suite, index, &c))
        return false;
    const bool has = case_matches(where, &c, suite, index);
    ombre_case_finish(&c);
    return has;
}

/* --- Reading ---------------------------------------------------------------
 */

/* Name number `i` that a field's value may be; NULL beyond them.  Fields of
 * numbers have none. */
static const char *value_name(enum where_field field, unsigned i)
{
#define NAMES(list) list(X) NULL
    static const char *const yes[] = {"yes", "no", NULL};
#define X(id, value, name) name,
    static const char *const factors[] = {NAMES(OMBRE_FACTORS)};
    static const char *const ops[] = {NAMES(OMBRE_BLEND_OPS)};
    static const char *const logic[] = {OMBRE_LOGIC_OPS(X) "no", NULL};
#undef X
#define X(id, name) name,
    static const char *const apis[] = {NAMES(OMBRE_APIS)};
#undef X
#undef NAMES
    switch (field) {
    case WHERE_API: return apis[i];
    case WHERE_DUAL:
    case WHERE_A2C:
    case WHERE_BLEND: return yes[i];
    case WHERE_LOGIC: return logic[i];
    case WHERE_SRC:
    case WHERE_DST:
    case WHERE_SRC_ALPHA:
    case WHERE_DST_ALPHA: return factors[i];
    case WHERE_OP:
    case WHERE_OP_ALPHA: return ops[i];
    case WHERE_FORMAT:
        return i < ombre_format_count() ? ombre_format_at(i)->name : NULL;
    case WHERE_SAMPLES:
    case WHERE_TARGETS:
    case WHERE_MASK:
    case WHERE_FIELD_COUNT: break;
    }
    return NULL;
}

enum { MAX_NAMES = 128 };

/* Whether some value of the field matches; else says which is nearest. */
static bool check_value(enum where_field field, const char *value)
{
    const char *names[MAX_NAMES];
    char text[MAX_NAMES][WHERE_VALUE_SIZE];
    unsigned count = 0;
    for (; count < MAX_NAMES && value_name(field, count); count++) {
        lower(text[count], value_name(field, count));
        names[count] = text[count];
        if (ombre_id_matches(names[count], value))
            return true;
    }
    if (count == 0)
        return true;
    const char *nearest = ombre_nearest_name(value, names, count);
    fprintf(stderr, "ombre: --where: no %s is '%s'", field_names[field], value);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputc('\n', stderr);
    return false;
}

static bool find_field(const char *name, enum where_field *out)
{
    for (unsigned i = 0; i < WHERE_FIELD_COUNT; i++)
        if (strcmp(field_names[i], name) == 0) {
            *out = (enum where_field) i;
            return true;
        }
    const char *nearest =
        ombre_nearest_name(name, field_names, WHERE_FIELD_COUNT);
    fprintf(stderr, "ombre: --where does not know '%s'", name);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputs("; fields are", stderr);
    for (unsigned i = 0; i < WHERE_FIELD_COUNT; i++)
        fprintf(stderr, " %s", field_names[i]);
    fputc('\n', stderr);
    return false;
}

/* One condition, of `length` characters. */
static bool parse_one(const char *text, size_t length,
                      struct where_condition *out)
{
    char word[2 * WHERE_VALUE_SIZE], name[WHERE_VALUE_SIZE];
    snprintf(word, sizeof word, "%.*s", (int) (length < 127 ? length : 127),
             text);
    char *equals = strchr(word, '=');
    if (!equals || equals == word || equals[1] == '\0' ||
        strlen(equals + 1) >= WHERE_VALUE_SIZE) {
        fprintf(stderr,
                "ombre: --where: '%s' is no condition; they are FIELD=VALUE "
                "or FIELD!=VALUE, with commas between them\n",
                word);
        return false;
    }
    out->differs = equals[-1] == '!';
    equals[out->differs ? -1 : 0] = '\0';
    lower(name, word);
    lower(out->value, equals + 1);
    return find_field(name, &out->field) && check_value(out->field, out->value);
}

bool where_parse(const char *text, struct where *out)
{
    *out = (struct where){0};
    while (text) {
        const size_t length = strcspn(text, ",");
        if (out->count == WHERE_MAX) {
            fprintf(stderr, "ombre: --where takes up to %d conditions\n",
                    WHERE_MAX);
            return false;
        }
        if (!parse_one(text, length, &out->condition[out->count++]))
            return false;
        text = text[length] ? text + length + 1 : NULL;
    }
    return true;
}
