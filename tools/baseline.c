#include "baseline.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "baselines.h" /* made of the files in baselines/ */
#include "command.h"
#include "device_text.h"
#include "ombre/suite.h"

/* --- Reading ---------------------------------------------------------------
 */

static char *trim(char *text)
{
    while (isspace((unsigned char) *text))
        text++;
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char) text[length - 1]))
        text[--length] = '\0';
    return text;
}

static bool outcome_from_status(const char *status, enum outcome *out)
{
    for (unsigned i = 0; i < OUTCOME_COUNT; i++)
        if (strcmp(outcome_status((enum outcome) i), status) == 0) {
            *out = (enum outcome) i;
            return true;
        }
    return false;
}

static bool add_line(struct baseline *out, const char *pattern,
                     enum outcome outcome)
{
    struct baseline_line *lines =
        realloc(out->line, (out->count + 1) * sizeof *lines);
    if (!lines)
        return false;
    out->line = lines;
    char *copy = malloc(strlen(pattern) + 1);
    if (!copy)
        return false;
    strcpy(copy, pattern);
    out->line[out->count++] = (struct baseline_line){copy, outcome};
    return true;
}

/* Take one line apart.  Returns NULL, or what is wrong with it. */
static const char *read_line(char *text, const struct ombre_gpu_info *info,
                             struct baseline *out)
{
    char *comment = strchr(text, '#');
    if (comment)
        *comment = '\0';
    char *condition = strchr(text, '@');
    if (condition)
        *condition++ = '\0';
    char *comma = strrchr(text, ',');
    text = trim(text);
    if (*text == '\0' && !condition)
        return NULL;
    if (!comma)
        return "want GLOB,Status";
    *comma = '\0';
    enum outcome outcome;
    if (!outcome_from_status(trim(comma + 1), &outcome))
        return "the status after the comma is none of ombre's";
    if (condition && !strstr(info->driverInfo, trim(condition)))
        return NULL;
    return add_line(out, trim(text), outcome) ? NULL : "out of memory";
}

static int read_text(const char *name, char *text,
                     const struct ombre_gpu_info *info, struct baseline *out)
{
    for (unsigned number = 1; text; number++) {
        char *end = strchr(text, '\n');
        if (end)
            *end++ = '\0';
        const char *wrong = read_line(text, info, out);
        if (wrong) {
            fprintf(stderr, "ombre: %s:%u: %s\n", name, number, wrong);
            return EXIT_USAGE;
        }
        text = end;
    }
    return EXIT_EXPECTED;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t size = 0, capacity = 0;
    char *text = NULL;
    while (file && !feof(file) && !ferror(file)) {
        if (capacity - size < 2) {
            capacity = capacity ? 2 * capacity : 4096;
            char *bytes = realloc(text, capacity);
            if (!bytes)
                break;
            text = bytes;
        }
        size += fread(text + size, 1, capacity - size - 1, file);
        text[size] = '\0';
    }
    if (file && fclose(file) == 0 && text)
        return text;
    free(text);
    return NULL;
}

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* The text that is built in for a driver, "" if there is none. */
static const char *built_in(const struct ombre_gpu_info *info)
{
    char id[64];
    driver_id_text(id, info->driverID);
    for (size_t i = 0; i < sizeof baselines / sizeof baselines[0]; i++)
        if (strcmp(id, baselines[i].driver) == 0)
            return baselines[i].text;
    return "";
}

int baseline_read(const char *path, const struct ombre_gpu_info *info,
                  struct baseline *out)
{
    *out = (struct baseline){0};
    if (path && strcmp(path, "none") == 0)
        return EXIT_EXPECTED;
    char *text = path ? read_file(path) : copy_text(built_in(info));
    if (!text) {
        fprintf(stderr, "ombre: %s: %s\n", path ? path : "baseline",
                strerror(errno));
        return EXIT_USAGE;
    }
    const int code =
        read_text(path ? path : "built-in baseline", text, info, out);
    free(text);
    if (code != EXIT_EXPECTED)
        baseline_finish(out);
    return code;
}

void baseline_finish(struct baseline *baseline)
{
    for (size_t i = 0; i < baseline->count; i++)
        free(baseline->line[i].pattern);
    free(baseline->line);
    *baseline = (struct baseline){0};
}

/* --- Judging ---------------------------------------------------------------
 */

static bool is_warning(enum outcome outcome)
{
    return outcome == OUTCOME_QUALITY_WARNING ||
           outcome == OUTCOME_COMPATIBILITY_WARNING;
}

enum expectation baseline_judge(const struct baseline *baseline, const char *id,
                                enum outcome outcome, bool relaxed)
{
    bool listed = false;
    for (size_t i = 0; i < baseline->count; i++) {
        if (!ombre_id_matches(id, baseline->line[i].pattern))
            continue;
        if (baseline->line[i].outcome == outcome)
            return outcome == OUTCOME_PASS ? EXPECTATION_MET
                                           : EXPECTATION_KNOWN;
        listed = true;
    }
    if (outcome == OUTCOME_NOT_SUPPORTED)
        return EXPECTATION_MET;
    if (outcome == OUTCOME_PASS)
        return listed ? EXPECTATION_BETTER : EXPECTATION_MET;
    return relaxed && is_warning(outcome) ? EXPECTATION_MET
                                          : EXPECTATION_UNEXPECTED;
}
