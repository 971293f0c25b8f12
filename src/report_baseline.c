/* Baselines: known results, one line a pattern. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/suite.h"
#include "report_parts.h"

/* --- Reading ---------------------------------------------------------------
 */

/* Part of a line. */
struct span {
    const char *first;
    size_t length;
};

static struct span trimmed(const char *first, const char *end)
{
    while (first < end && isspace((unsigned char) *first))
        first++;
    while (end > first && isspace((unsigned char) end[-1]))
        end--;
    return (struct span){first, (size_t) (end - first)};
}

static char *copy_span(struct span span)
{
    char *copy = malloc(span.length + 1);
    if (!copy)
        return NULL;
    if (span.length > 0) /* else it may start nowhere */
        memcpy(copy, span.first, span.length);
    copy[span.length] = '\0';
    return copy;
}

struct parts {
    struct span pattern, status, condition;
    bool has_condition;
};

/* Take "GLOB,Status @ TEXT # why" apart; false if there is no comma. */
static bool take_apart(const char *text, struct parts *out)
{
    const char *end = text + strcspn(text, "#");
    const char *at = memchr(text, '@', (size_t) (end - text));
    const char *stop = at ? at : end;
    const char *comma = stop;
    *out = (struct parts){.has_condition = at != NULL};
    if (at)
        out->condition = trimmed(at + 1, end);
    while (comma > text && comma[-1] != ',')
        comma--;
    if (comma == text) {
        out->pattern = trimmed(text, stop);
        return false;
    }
    out->pattern = trimmed(text, comma - 1);
    out->status = trimmed(comma, stop);
    return true;
}

static bool status_of(struct span span, enum ombre_outcome *out)
{
    char status[32];
    if (span.length >= sizeof status)
        return false;
    memcpy(status, span.first, span.length);
    status[span.length] = '\0';
    return ombre_outcome_from_status(status, out);
}

/* Fill a line whose text stands there.  Returns NULL, or what is wrong. */
static const char *read_line(struct ombre_baseline_line *line,
                             const char *driver_info)
{
    struct parts parts;
    const bool has_status = take_apart(line->text, &parts);
    if (!has_status && parts.pattern.length == 0 && !parts.has_condition)
        return NULL;
    if (!has_status || parts.pattern.length == 0)
        return "want GLOB,Status";
    if (!status_of(parts.status, &line->outcome))
        return "the status after the comma is none of ombre's";
    line->pattern = copy_span(parts.pattern);
    char *condition = copy_span(parts.condition);
    const bool good = line->pattern && condition;
    line->holds = good && strstr(driver_info, condition);
    free(condition);
    return good ? NULL : "out of memory";
}

/* A new line at the end, with a copy of `text`; NULL without memory. */
static struct ombre_baseline_line *add_line(struct ombre_baseline *baseline,
                                            struct span text)
{
    struct ombre_baseline_line *lines =
        realloc(baseline->line, (baseline->count + 1) * sizeof *lines);
    if (!lines)
        return NULL;
    baseline->line = lines;
    struct ombre_baseline_line *line = &lines[baseline->count];
    *line = (struct ombre_baseline_line){.text = copy_span(text)};
    if (!line->text)
        return NULL;
    baseline->count++;
    return line;
}

static bool fail(struct ombre_baseline *out, struct ombre_report_error *error,
                 size_t line, const char *message)
{
    ombre_baseline_finish(out);
    *error = (struct ombre_report_error){.file = "baseline", .line = line};
    report_copy(error->message, sizeof error->message, message);
    return false;
}

bool ombre_baseline_parse(const char *text, size_t size,
                          const char *driver_info, struct ombre_baseline *out,
                          struct ombre_report_error *error)
{
    const char *end = text + size;
    *out = (struct ombre_baseline){0};
    if (size > 0 && memchr(text, '\0', size))
        return fail(out, error, 0, "there is a NUL byte; want text");
    while (text < end) {
        const char *newline = memchr(text, '\n', (size_t) (end - text));
        const char *stop = newline ? newline : end;
        const struct span span = {text, (size_t) (stop - text)};
        struct ombre_baseline_line *line = add_line(out, span);
        const char *wrong =
            line ? read_line(line, driver_info) : "out of memory";
        if (wrong)
            return fail(out, error, out->count, wrong);
        text = newline ? newline + 1 : end;
    }
    return true;
}

void ombre_baseline_finish(struct ombre_baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++) {
        free(baseline->line[i].text);
        free(baseline->line[i].pattern);
        free(baseline->line[i].old_text);
    }
    free(baseline->line);
    *baseline = (struct ombre_baseline){0};
}

/* --- Judging ---------------------------------------------------------------
 */

static bool is_warning(enum ombre_outcome outcome)
{
    return outcome == OMBRE_OUTCOME_QUALITY_WARNING ||
           outcome == OMBRE_OUTCOME_COMPATIBILITY_WARNING;
}

static bool applies(const struct ombre_baseline_line *line, const char *id)
{
    return line->pattern && line->holds &&
           line->change != OMBRE_BASELINE_REMOVED &&
           ombre_id_matches(id, line->pattern);
}

enum ombre_expectation ombre_baseline_judge(
    const struct ombre_baseline *baseline, const char *id,
    enum ombre_outcome outcome, bool relaxed)
{
    bool listed = false;
    for (size_t i = 0; i < baseline->count; i++) {
        const struct ombre_baseline_line *line = &baseline->line[i];
        if (!applies(line, id))
            continue;
        if (line->outcome == outcome)
            return outcome == OMBRE_OUTCOME_PASS ? OMBRE_EXPECTATION_MET
                                                 : OMBRE_EXPECTATION_KNOWN;
        if (line->outcome == OMBRE_OUTCOME_FLAKE &&
            outcome == OMBRE_OUTCOME_PASS)
            return OMBRE_EXPECTATION_MET;
        listed = true;
    }
    if (outcome == OMBRE_OUTCOME_NOT_SUPPORTED)
        return OMBRE_EXPECTATION_MET;
    if (outcome == OMBRE_OUTCOME_PASS)
        return listed ? OMBRE_EXPECTATION_BETTER : OMBRE_EXPECTATION_MET;
    return relaxed && is_warning(outcome) ? OMBRE_EXPECTATION_MET
                                          : OMBRE_EXPECTATION_UNEXPECTED;
}

/* --- Updating --------------------------------------------------------------
 */

static bool is_glob(const char *pattern)
{
    return strpbrk(pattern, "*?") != NULL;
}

/* What a run says of a pattern. */
struct evidence {
    size_t matches, agreeing;
    const struct ombre_report_result *last;
};

static struct evidence look(const struct ombre_baseline_line *line,
                            const struct ombre_report *report)
{
    struct evidence evidence = {0};
    for (size_t i = 0; i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[i];
        if (!ombre_id_matches(result->id, line->pattern))
            continue;
        evidence.matches++;
        evidence.agreeing += result->outcome == line->outcome;
        evidence.last = result;
    }
    return evidence;
}

/* Put another status into the text; everything else of it stays. */
static bool change_status(struct ombre_baseline_line *line,
                          enum ombre_outcome outcome)
{
    struct parts parts;
    const char *status = ombre_outcome_status(outcome);
    const size_t size = strlen(line->text) + strlen(status) + 1;
    char *text = malloc(size);
    if (!text || !take_apart(line->text, &parts)) {
        free(text);
        return false;
    }
    snprintf(text, size, "%.*s%s%s", (int) (parts.status.first - line->text),
             line->text, status, parts.status.first + parts.status.length);
    line->change = OMBRE_BASELINE_CHANGED;
    line->old_text = line->text;
    line->text = text;
    line->outcome = outcome;
    return true;
}

static bool update_line(struct ombre_baseline *baseline,
                        struct ombre_baseline_line *line,
                        const struct ombre_report *report)
{
    if (!line->pattern || !line->holds || line->outcome == OMBRE_OUTCOME_PASS ||
        line->outcome == OMBRE_OUTCOME_FLAKE)
        return true;
    const struct evidence evidence = look(line, report);
    if (evidence.matches == 0 || evidence.agreeing > 0)
        return true;
    line->change = OMBRE_BASELINE_REMOVED;
    if (is_glob(line->pattern) ||
        ombre_outcome_rank(evidence.last->outcome) == 0 ||
        ombre_baseline_judge(baseline, evidence.last->id,
                             evidence.last->outcome,
                             false) == OMBRE_EXPECTATION_KNOWN)
        return true;
    return change_status(line, evidence.last->outcome);
}

/* Ids that a line cannot hold are no ids of cases. */
static bool is_sayable(const char *id)
{
    return strpbrk(id, "\n#@,*?") == NULL;
}

static bool add_result(struct ombre_baseline *baseline,
                       const struct ombre_report_result *result)
{
    char text[768];
    const int length = snprintf(text, sizeof text, "%s,%s", result->id,
                                ombre_outcome_status(result->outcome));
    if (length < 0 || (size_t) length >= sizeof text)
        return true;
    struct ombre_baseline_line *line =
        add_line(baseline, (struct span){text, (size_t) length});
    if (!line || read_line(line, ""))
        return false;
    line->change = OMBRE_BASELINE_ADDED;
    return true;
}

/* In the order of ids, so that two runs make the same file. */
static bool add_results(struct ombre_baseline *baseline,
                        const struct ombre_report *report)
{
    size_t *index = ombre_report_index(report);
    bool good = index != NULL;
    for (size_t i = 0; good && i < report->count; i++) {
        const struct ombre_report_result *result = &report->result[index[i]];
        if (is_sayable(result->id) &&
            ombre_baseline_judge(baseline, result->id, result->outcome,
                                 false) == OMBRE_EXPECTATION_UNEXPECTED)
            good = add_result(baseline, result);
    }
    free(index);
    return good;
}

bool ombre_baseline_update(struct ombre_baseline *baseline,
                           const struct ombre_report *report)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (!update_line(baseline, &baseline->line[i], report))
            return false;
    return add_results(baseline, report);
}

void ombre_baseline_write(FILE *file, const struct ombre_baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++)
        if (baseline->line[i].change != OMBRE_BASELINE_REMOVED)
            fprintf(file, "%s\n", baseline->line[i].text);
}
