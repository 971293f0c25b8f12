#include "claims_view.h"

#include <stdio.h>
#include <string.h>

#include "words.h"

enum { MAX_WIDTH = 100, FORMAT_WIDTH = 21, CELL_WIDTH = 15, WORDS_WIDTH = 30 };

static const uint32_t levels[] = {
#define X(id, value, name) value,
    OMBRE_FEATURE_LEVELS(X)
#undef X
};

enum { LEVELS = sizeof levels / sizeof levels[0] };

void claims_ask(struct claims *claims, const struct ombre_vk_facts *facts)
{
    claims->count = ombre_claims_required(levels[LEVELS - 1], claims->claim);
    for (unsigned i = 0; i < claims->count; i++) {
        claims->level[i] = ombre_claim_level(&claims->claim[i]);
        claims->answer[i] = ombre_claim_ask(&claims->claim[i], facts);
    }
}

struct claim_counts claims_count(const struct claims *claims, uint32_t level)
{
    struct claim_counts counts = {0};
    for (unsigned i = 0; i < claims->count; i++) {
        if (claims->level[i] > level)
            continue;
        counts.how[claims->answer[i].how]++;
        counts.required++;
    }
    return counts;
}

/* --- For people -------------------------------------------------------------
 */

static enum paint paint_of(enum ombre_claim_how how)
{
    switch (how) {
    case OMBRE_CLAIM_NATIVE: return PAINT_NONE;
    case OMBRE_CLAIM_EMULATED: return PAINT_WARN;
    case OMBRE_CLAIM_MISSING: break;
    }
    return PAINT_BAD;
}

/* "11_0", "11_0 shader" or "11_0 MISSING", in a column of its own. */
static void print_cell(const struct console *console,
                       const struct claims *claims, unsigned i, bool is_last)
{
    const struct ombre_claim_answer *answer = &claims->answer[i];
    const char *level = ombre_feature_level_name(claims->level[i]);
    char text[32];
    if (answer->how == OMBRE_CLAIM_NATIVE)
        snprintf(text, sizeof text, "%s", level);
    else
        snprintf(text, sizeof text, "%s %s", level,
                 answer->how == OMBRE_CLAIM_MISSING
                     ? "MISSING"
                     : ombre_plan_name(answer->plan));
    console_paint(console, paint_of(answer->how), text);
    if (!is_last)
        fprintf(console->file, "%*s", CELL_WIDTH - (int) strlen(text), "");
}

static void print_levels(const struct console *console,
                         const struct claims *claims)
{
    fputs("level  required  native  emulated  missing\n", console->file);
    for (unsigned i = 0; i < LEVELS; i++) {
        const struct claim_counts counts = claims_count(claims, levels[i]);
        const unsigned missing = counts.how[OMBRE_CLAIM_MISSING];
        char text[16];
        fprintf(console->file, "%-5s  %8u  %6u  %8u  ",
                ombre_feature_level_name(levels[i]), counts.required,
                counts.how[OMBRE_CLAIM_NATIVE],
                counts.how[OMBRE_CLAIM_EMULATED]);
        snprintf(text, sizeof text, "%7u", missing);
        console_paint(console, missing ? PAINT_BAD : PAINT_NONE, text);
        fputc('\n', console->file);
    }
}

static void print_format_heading(const struct console *console)
{
    fprintf(console->file, "\n%-*s", FORMAT_WIDTH, "format");
    for (unsigned k = 0; k < OMBRE_CLAIM_FORMAT_KINDS; k++)
        fprintf(console->file, "%-*s",
                k + 1 == OMBRE_CLAIM_FORMAT_KINDS ? 0 : CELL_WIDTH,
                ombre_claim_words((enum ombre_claim_kind) k));
    fputc('\n', console->file);
}

/* The row that begins with claim `first`; returns the claim after it. */
static unsigned print_format(const struct console *console,
                             const struct claims *claims, unsigned first)
{
    const struct ombre_format *format = claims->claim[first].format;
    unsigned i = first;
    fprintf(console->file, "%-*s", FORMAT_WIDTH, format->name);
    for (unsigned k = 0; k < OMBRE_CLAIM_FORMAT_KINDS; k++) {
        const bool is_last = k + 1 == OMBRE_CLAIM_FORMAT_KINDS;
        if (i < claims->count && claims->claim[i].format == format &&
            (unsigned) claims->claim[i].kind == k)
            print_cell(console, claims, i++, is_last);
        else
            fprintf(console->file, "%-*s", is_last ? 0 : CELL_WIDTH, "-");
    }
    fputc('\n', console->file);
    return i;
}

static void print_others(const struct console *console,
                         const struct claims *claims, unsigned first)
{
    fprintf(console->file, "\n%-*s%-*s%s\n", WORDS_WIDTH, "besides", CELL_WIDTH,
            "from", "how");
    for (unsigned i = first; i < claims->count; i++) {
        fprintf(console->file, "%-*s", WORDS_WIDTH,
                ombre_claim_words(claims->claim[i].kind));
        print_cell(console, claims, i, false);
        fprintf(console->file, "%.*s\n", MAX_WIDTH - WORDS_WIDTH - CELL_WIDTH,
                claims->answer[i].reason);
    }
}

/* A limit a line. */
static void print_reason(const struct console *console, const char *reason)
{
    while (*reason) {
        const char *end = strchr(reason, ';');
        const int length = (int) (end ? end - reason : (long) strlen(reason));
        fprintf(console->file, "\n    %.*s",
                length < MAX_WIDTH - 4 ? length : MAX_WIDTH - 4, reason);
        reason += length;
        reason += strspn(reason, "; ");
    }
    fputc('\n', console->file);
}

/* Of each kind of claim the first that is not native in one way, with why. */
static void print_reasons(const struct console *console,
                          const struct claims *claims, enum ombre_claim_how how)
{
    for (unsigned k = 0; k < OMBRE_CLAIM_FORMAT_KINDS; k++) {
        unsigned found = 0, first = 0;
        char text[OMBRE_CLAIM_TEXT_SIZE];
        for (unsigned i = 0; i < claims->count; i++)
            if ((unsigned) claims->claim[i].kind == k &&
                claims->answer[i].how == how && found++ == 0)
                first = i;
        if (found == 0)
            continue;
        ombre_claim_text(&claims->claim[first], text);
        fprintf(console->file, "\n%s: %s", ombre_claim_how_name(how), text);
        if (found > 1)
            fprintf(console->file, ", and %u more", found - 1);
        print_reason(console, claims->answer[first].reason);
    }
}

void claims_print(const struct console *console, const struct claims *claims)
{
    unsigned i = 0;
    print_levels(console, claims);
    print_format_heading(console);
    while (i < claims->count && claims->claim[i].format)
        i = print_format(console, claims, i);
    print_others(console, claims, i);
    print_reasons(console, claims, OMBRE_CLAIM_EMULATED);
    print_reasons(console, claims, OMBRE_CLAIM_MISSING);
}

/* --- JSON -------------------------------------------------------------------
 */

void claim_counts_write(struct json_out *out, uint32_t level,
                        const struct claim_counts *counts)
{
    json_string(out, "level", ombre_feature_level_name(level));
    json_int(out, "required", counts->required);
    json_int(out, "native", counts->how[OMBRE_CLAIM_NATIVE]);
    json_int(out, "emulated", counts->how[OMBRE_CLAIM_EMULATED]);
    json_int(out, "missing", counts->how[OMBRE_CLAIM_MISSING]);
}

static void write_levels(struct json_out *out, const struct claims *claims)
{
    json_array(out, "levels");
    for (unsigned i = 0; i < LEVELS; i++) {
        const struct claim_counts counts = claims_count(claims, levels[i]);
        json_object(out, NULL);
        claim_counts_write(out, levels[i], &counts);
        json_object_end(out);
    }
    json_array_end(out);
}

static void write_claim(struct json_out *out, const struct claims *claims,
                        unsigned i)
{
    const struct ombre_claim *claim = &claims->claim[i];
    const struct ombre_claim_answer *answer = &claims->answer[i];
    char name[64];
    json_object(out, NULL);
    json_string(out, "claim", ombre_claim_name(claim->kind));
    if (claim->format) {
        words_of_format(name, claim->format);
        json_string(out, "format", name);
    } else {
        json_null(out, "format");
    }
    json_string(out, "from", ombre_feature_level_name(claims->level[i]));
    json_string(out, "how", ombre_claim_how_name(answer->how));
    if (answer->how == OMBRE_CLAIM_MISSING)
        json_null(out, "plan");
    else
        json_string(out, "plan", ombre_plan_name(answer->plan));
    json_string(out, "reason", answer->reason);
    json_object_end(out);
}

void claims_write(struct json_out *out, const struct claims *claims)
{
    write_levels(out, claims);
    json_array(out, "claims");
    for (unsigned i = 0; i < claims->count; i++)
        write_claim(out, claims, i);
    json_array_end(out);
}
