/* A run folder, read back. */
#include <errno.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "report_parse.h"

enum { MAX_FACTS = 4096, MAX_DEPTH = 8, MAX_KEY = 256 };

static bool fail(struct ombre_report_error *error, const char *file,
                 size_t line, const char *message)
{
    *error = (struct ombre_report_error){.line = line};
    report_copy(error->file, sizeof error->file, file);
    report_copy(error->message, sizeof error->message, message);
    return false;
}

/* --- run.json --------------------------------------------------------------
 */

static bool add_fact(struct ombre_report *out, const char *key,
                     const char *value)
{
    if (out->fact_count >= MAX_FACTS)
        return false;
    struct ombre_report_fact *facts =
        realloc(out->fact, (out->fact_count + 1) * sizeof *facts);
    if (!facts)
        return false;
    out->fact = facts;
    struct ombre_report_fact *fact = &facts[out->fact_count];
    *fact =
        (struct ombre_report_fact){report_strdup(key), report_strdup(value)};
    out->fact_count++;
    return fact->key && fact->value;
}

static bool add_value(struct ombre_report *out, const char *key,
                      const json_t *value)
{
    char text[64];
    if (json_is_string(value))
        return add_fact(out, key, json_string_value(value));
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT,
                 json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.9g", json_real_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s",
                 json_is_true(value) ? "true" : "false");
    else
        return true; /* null: not known */
    return add_fact(out, key, text);
}

static bool flatten(struct ombre_report *out, const char *prefix, json_t *value,
                    unsigned depth);

static bool flatten_member(struct ombre_report *out, const char *prefix,
                           const char *name, json_t *value, unsigned depth)
{
    char key[MAX_KEY];
    const int length =
        snprintf(key, sizeof key, "%s%s%s", prefix, *prefix ? "." : "", name);
    return length > 0 && (size_t) length < sizeof key &&
           flatten(out, key, value, depth + 1);
}

static bool flatten(struct ombre_report *out, const char *prefix, json_t *value,
                    unsigned depth)
{
    const char *name;
    json_t *member;
    if (depth > MAX_DEPTH)
        return false;
    if (json_is_object(value)) {
        json_object_foreach(
            value, name, member) if (!flatten_member(out, prefix, name, member,
                                                     depth)) return false;
        return true;
    }
    if (!json_is_array(value))
        return add_value(out, prefix, value);
    for (size_t i = 0; i < json_array_size(value); i++) {
        char number[24];
        snprintf(number, sizeof number, "%zu", i);
        if (!flatten_member(out, prefix, number, json_array_get(value, i),
                            depth))
            return false;
    }
    return true;
}

bool ombre_report_parse_facts(const char *text, size_t size,
                              struct ombre_report *out,
                              struct ombre_report_error *error)
{
    json_error_t where;
    json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    if (!json)
        return fail(error, "run.json", where.line > 0 ? (size_t) where.line : 0,
                    where.text);
    const json_int_t version =
        json_integer_value(json_object_get(json, "ombre_run"));
    const bool flat = version == 1 && flatten(out, "", json, 0);
    json_decref(json);
    if (version != 1)
        return fail(error, "run.json", 0,
                    "\"ombre_run\" is not 1: not the folder of a run, or of a "
                    "later ombre");
    return flat || fail(error, "run.json", 0,
                        "more fields than any run has, or out of memory");
}

const char *ombre_report_fact(const struct ombre_report *report,
                              const char *key)
{
    for (size_t i = 0; i < report->fact_count; i++)
        if (strcmp(report->fact[i].key, key) == 0)
            return report->fact[i].value;
    return NULL;
}

/* --- results.jsonl ---------------------------------------------------------
 */

/* Where each case stands in out->result: open addressing, position + 1. */
struct lookup {
    size_t size; /* a power of two, or 0 */
    size_t *slot;
};

struct reading {
    struct ombre_report *out;
    struct lookup lookup;
    size_t capacity, details;
    bool begun;        /* there was a line that begins the file */
    bool pending_torn; /* the line before was no JSON */
    size_t torn_line;
};

static uint64_t hash(const char *text)
{
    uint64_t value = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    for (; *text; text++)
        value = (value ^ (unsigned char) *text) * UINT64_C(0x100000001B3);
    return value ^ value >> 32;
}

static size_t *find_slot(const struct reading *reading, const char *id)
{
    const struct lookup *lookup = &reading->lookup;
    size_t at = (size_t) hash(id) & (lookup->size - 1);
    while (lookup->slot[at] &&
           strcmp(reading->out->result[lookup->slot[at] - 1].id, id) != 0)
        at = (at + 1) & (lookup->size - 1);
    return &lookup->slot[at];
}

/* Room for one more result, and a table that is half empty. */
static bool grow(struct reading *reading)
{
    struct ombre_report *out = reading->out;
    if (out->count < reading->capacity)
        return true;
    const size_t capacity = reading->capacity ? 2 * reading->capacity : 512;
    struct ombre_report_result *results =
        realloc(out->result, capacity * sizeof *results);
    if (!results)
        return false;
    out->result = results;
    size_t *slots = calloc(2 * capacity, sizeof *slots);
    if (!slots)
        return false;
    reading->capacity = capacity;
    free(reading->lookup.slot);
    reading->lookup = (struct lookup){2 * capacity, slots};
    for (size_t i = 0; i < out->count; i++)
        *find_slot(reading, out->result[i].id) = i + 1;
    return true;
}

/* The later line counts, but a detail is kept where it brings none. */
static void replace(struct reading *reading, struct ombre_report_result *old,
                    struct ombre_report_result *result)
{
    reading->out->repeated++;
    if (!result->detail) {
        result->detail = old->detail;
        old->detail = NULL;
    }
    report_result_finish(old);
    *old = *result;
}

static bool take_result(struct reading *reading,
                        struct ombre_report_result *result)
{
    if (!grow(reading)) {
        report_result_finish(result);
        return false;
    }
    size_t *slot = find_slot(reading, result->id);
    reading->details += result->detail != NULL;
    if (*slot) {
        replace(reading, &reading->out->result[*slot - 1], result);
    } else {
        reading->out->result[reading->out->count++] = *result;
        *slot = reading->out->count;
    }
    return true;
}

static void take_precision(struct ombre_report *out,
                           const struct ombre_report_precision *precision)
{
    unsigned at = 0;
    while (at < out->precision_count &&
           out->precision[at].dxgi != precision->dxgi)
        at++;
    if (at >= OMBRE_REPORT_FORMATS)
        return;
    if (at == out->precision_count)
        out->precision_count++;
    ombre_report_precision_join(&out->precision[at], precision);
}

/* Returns NULL, or what is wrong. */
static const char *take_line(struct reading *reading, struct report_line *line)
{
    struct ombre_report *out = reading->out;
    /* Of a run that was killed at once, the first line may be torn. */
    const bool begins =
        line->kind == REPORT_LINE_HEAD ||
        (line->kind == REPORT_LINE_RESUMED && reading->torn_line == 1);
    if (!reading->begun && !begins) {
        report_result_finish(&line->result);
        return "does not begin as ombre's results do";
    }
    if (reading->begun && line->kind == REPORT_LINE_HEAD)
        return "begins a second time";
    reading->begun = true;
    if (reading->pending_torn && line->kind != REPORT_LINE_RESUMED) {
        report_result_finish(&line->result);
        return "";
    }
    reading->pending_torn = false;
    out->ended = line->kind == REPORT_LINE_ENDED;
    out->details_dropped += line->dropped;
    switch (line->kind) {
    case REPORT_LINE_RESULT:
        return take_result(reading, &line->result) ? NULL : "out of memory";
    case REPORT_LINE_PRECISION: take_precision(out, &line->precision); break;
    case REPORT_LINE_ENDED: out->seconds += line->seconds; break;
    case REPORT_LINE_HEAD:
    case REPORT_LINE_RESUMED: break;
    }
    return NULL;
}

static const char torn_inside[] =
    "not a JSON object, and no kill can have cut it short: neither the last "
    "line nor before one that says that the run went on";

static bool read_line(struct reading *reading, const char *text, size_t size,
                      size_t number, struct ombre_report_error *error)
{
    struct report_line line;
    if (size == 0)
        return true;
    if (!report_parse_line(text, size, reading->details < OMBRE_REPORT_DETAILS,
                           &line)) {
        if (!line.torn)
            return fail(error, "results.jsonl", number, line.wrong);
        if (reading->pending_torn)
            return fail(error, "results.jsonl", reading->torn_line,
                        torn_inside);
        reading->pending_torn = true;
        reading->torn_line = number;
        reading->out->torn++;
        return true;
    }
    const char *wrong = take_line(reading, &line);
    if (wrong && !*wrong)
        return fail(error, "results.jsonl", reading->torn_line, torn_inside);
    return !wrong || fail(error, "results.jsonl", number, wrong);
}

bool ombre_report_parse_results(const char *text, size_t size,
                                struct ombre_report *out,
                                struct ombre_report_error *error)
{
    struct reading reading = {.out = out};
    size_t number = 0, at = 0;
    bool good = true;
    while (good && at < size) {
        const char *newline = memchr(text + at, '\n', size - at);
        const size_t length =
            newline ? (size_t) (newline - text) - at : size - at;
        good = read_line(&reading, text + at, length, ++number, error);
        at += length + 1;
    }
    free(reading.lookup.slot);
    return good;
}

/* --- The folder ------------------------------------------------------------
 */

/* All of a stream; NULL with errno set. */
static char *read_all(FILE *file, size_t *size)
{
    size_t capacity = 1 << 16;
    char *text = malloc(capacity);
    *size = 0;
    while (text) {
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity)
            break;
        capacity *= 2;
        char *more = realloc(text, capacity);
        if (!more)
            free(text);
        text = more;
    }
    if (text && ferror(file)) {
        free(text);
        text = NULL;
    }
    return text;
}

char *report_read_file(const char *folder, const char *name, size_t *size,
                       struct ombre_report_error *error)
{
    char path[4096], message[sizeof error->message];
    char *text = NULL;
    const int length = snprintf(path, sizeof path, "%s/%s", folder, name);
    errno = ENAMETOOLONG;
    if (length > 0 && (size_t) length < sizeof path) {
        FILE *file = fopen(path, "rb");
        if (file) {
            text = read_all(file, size);
            fclose(file);
        }
    }
    if (!text) {
        snprintf(message, sizeof message, "cannot be read: %s",
                 strerror(errno));
        fail(error, name, 0, message);
    }
    return text;
}

static bool read_part(const char *folder, const char *name,
                      bool (*parse)(const char *text, size_t size,
                                    struct ombre_report *out,
                                    struct ombre_report_error *error),
                      struct ombre_report *out,
                      struct ombre_report_error *error)
{
    size_t size = 0;
    char *text = report_read_file(folder, name, &size, error);
    const bool good = text && parse(text, size, out, error);
    free(text);
    return good;
}

bool ombre_report_read(const char *folder, struct ombre_report *out,
                       struct ombre_report_error *error)
{
    *out = (struct ombre_report){0};
    if (read_part(folder, "run.json", ombre_report_parse_facts, out, error) &&
        read_part(folder, "results.jsonl", ombre_report_parse_results, out,
                  error))
        return true;
    ombre_report_finish(out);
    return false;
}

void ombre_report_finish(struct ombre_report *report)
{
    for (size_t i = 0; i < report->fact_count; i++) {
        free(report->fact[i].key);
        free(report->fact[i].value);
    }
    for (size_t i = 0; i < report->count; i++)
        report_result_finish(&report->result[i]);
    free(report->fact);
    free(report->result);
    *report = (struct ombre_report){0};
}
