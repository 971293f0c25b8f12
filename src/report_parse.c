/* Lines of results.jsonl, as they are read.  Whatever a line says is checked
 * before it is believed. */
#include "report_parse.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ID = 512, MAX_COUNT = 1 << 30 };

/* --- Fields ----------------------------------------------------------------
 */

static bool read_number(const json_t *object, const char *key, uint64_t most,
                        uint64_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_integer(value) || json_integer_value(value) < 0 ||
        (uint64_t) json_integer_value(value) > most)
        return false;
    *out = (uint64_t) json_integer_value(value);
    return true;
}

static bool read_u32(const json_t *object, const char *key, uint32_t most,
                     uint32_t *out)
{
    uint64_t value = 0;
    const bool good = read_number(object, key, most, &value);
    *out = (uint32_t) value;
    return good;
}

static bool read_size(const json_t *object, const char *key, size_t *out)
{
    uint64_t value = 0;
    const bool good = read_number(object, key, MAX_COUNT, &value);
    *out = (size_t) value;
    return good;
}

/* A field that may be absent; what is too long is cut. */
static bool read_text(const json_t *object, const char *key, char *out,
                      size_t size)
{
    const json_t *value = json_object_get(object, key);
    *out = '\0';
    if (!value)
        return true;
    if (!json_is_string(value))
        return false;
    report_copy(out, size, json_string_value(value));
    return true;
}

static bool read_double(const json_t *object, const char *key, double *out)
{
    const json_t *value = json_object_get(object, key);
    if (!json_is_number(value))
        return false;
    *out = json_number_value(value);
    return true;
}

static bool read_status(const json_t *object, enum ombre_outcome *out)
{
    const char *status = json_string_value(json_object_get(object, "status"));
    return status && ombre_outcome_from_status(status, out);
}

static bool read_expectation(const json_t *object, enum ombre_expectation *out)
{
    const json_t *value = json_object_get(object, "expectation");
    *out = OMBRE_EXPECTATION_MET;
    if (!value)
        return true;
    for (unsigned i = 0; json_is_string(value) && i < OMBRE_EXPECTATION_COUNT;
         i++)
        if (strcmp(json_string_value(value),
                   ombre_expectation_name((enum ombre_expectation) i)) == 0) {
            *out = (enum ombre_expectation) i;
            return true;
        }
    return false;
}

/* --- Details ---------------------------------------------------------------
 */

static bool read_distance(const json_t *object, uint64_t *out)
{
    const json_t *value = json_object_get(object, "distance");
    *out = 0;
    if (!value)
        return true;
    if (!json_is_string(value))
        return false;
    const char *text = json_string_value(value);
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 20 || text[digits])
        return false;
    *out = strtoull(text, NULL, 10);
    return true;
}

static bool read_wrong(const json_t *object, struct ombre_report_wrong *out)
{
    uint32_t component = 0;
    const bool good =
        read_u32(object, "pixel", UINT32_MAX, &out->pixel) &&
        read_u32(object, "target", OMBRE_MAX_TARGETS - 1, &out->target) &&
        read_u32(object, "sample", 31, &out->sample) &&
        read_u32(object, "component", OMBRE_COMPONENTS - 1, &component) &&
        read_status(object, &out->outcome) &&
        read_distance(object, &out->distance) &&
        read_text(object, "format", out->format, sizeof out->format) &&
        read_text(object, "before", out->before, sizeof out->before) &&
        read_text(object, "source", out->source, sizeof out->source) &&
        read_text(object, "want", out->want, sizeof out->want) &&
        read_text(object, "got", out->got, sizeof out->got) &&
        read_text(object, "legal", out->legal, sizeof out->legal) &&
        read_text(object, "rule", out->rule, sizeof out->rule);
    out->component = (enum ombre_component) component;
    return good;
}

static bool read_wrongs(const json_t *detail, struct ombre_report_detail *out)
{
    const json_t *array = json_object_get(detail, "wrong");
    if (!json_is_array(array) || json_array_size(array) > OMBRE_REPORT_WRONG)
        return false;
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!read_wrong(json_array_get(array, i),
                        &out->wrong[out->wrong_count++]))
            return false;
    return true;
}

static bool read_states(const json_t *detail, struct ombre_report_detail *out)
{
    const json_t *array = json_object_get(detail, "state");
    if (!json_is_array(array) || json_array_size(array) > OMBRE_MAX_TARGETS)
        return false;
    for (size_t i = 0; i < json_array_size(array); i++) {
        const char *text = json_string_value(json_array_get(array, i));
        if (!text)
            return false;
        report_copy(out->state[out->state_count++], OMBRE_REPORT_SENTENCE,
                    text);
    }
    return true;
}

static bool read_words(const json_t *value, uint32_t word[4])
{
    const char *text = json_string_value(value);
    const size_t length = text ? strlen(text) : 0;
    if (length == 0 || length > 32 || length % 8 ||
        strspn(text, "0123456789abcdef") != length)
        return false;
    for (size_t i = 0; i < length / 8; i++) {
        char digits[9] = {0};
        memcpy(digits, text + 8 * i, 8);
        word[i] = (uint32_t) strtoul(digits, NULL, 16);
    }
    return true;
}

static bool read_texel(const json_t *array, struct ombre_report_texel *out)
{
    const json_t *wrong = json_array_get(array, 4);
    if (json_array_size(array) != 5 || !json_is_integer(wrong) ||
        json_integer_value(wrong) < 0 || json_integer_value(wrong) > 15)
        return false;
    out->wrong = (uint32_t) json_integer_value(wrong);
    return read_words(json_array_get(array, 0), out->before.word) &&
           read_words(json_array_get(array, 1), out->source) &&
           read_words(json_array_get(array, 2), out->want.word) &&
           read_words(json_array_get(array, 3), out->got.word);
}

static bool read_picture(const json_t *detail, struct ombre_report_detail *out)
{
    const json_t *picture = json_object_get(detail, "picture");
    if (!picture)
        return true;
    const json_t *texels = json_object_get(picture, "texels");
    const json_t *integers = json_object_get(picture, "integers");
    if (!read_u32(picture, "format", UINT32_MAX, &out->dxgi) ||
        !read_u32(picture, "target", OMBRE_MAX_TARGETS - 1, &out->target) ||
        !read_u32(picture, "sample", 31, &out->sample) ||
        !read_u32(picture, "first", UINT32_MAX, &out->first_pixel) ||
        !json_is_boolean(integers) || !json_is_array(texels) ||
        json_array_size(texels) > OMBRE_REPORT_TEXELS ||
        !ombre_format_find(out->dxgi))
        return false;
    out->integer_source = json_is_true(integers);
    for (size_t i = 0; i < json_array_size(texels); i++)
        if (!read_texel(json_array_get(texels, i),
                        &out->texel[out->texel_count++]))
            return false;
    return true;
}

static bool read_detail(const json_t *detail, struct ombre_report_detail *out)
{
    return json_is_object(detail) &&
           read_size(detail, "components", &out->components) &&
           read_size(detail, "failed", &out->failed) &&
           read_size(detail, "warned", &out->warned) &&
           read_text(detail, "cause", out->cause, sizeof out->cause) &&
           read_text(detail, "looks_like", out->looks_like,
                     sizeof out->looks_like) &&
           read_text(detail, "replay", out->replay, sizeof out->replay) &&
           read_text(detail, "shared_state", out->shared_state,
                     sizeof out->shared_state) &&
           read_states(detail, out) && read_wrongs(detail, out) &&
           read_picture(detail, out);
}

/* --- Lines -----------------------------------------------------------------
 */

static const char *parse_detail(const json_t *line, bool keep_detail,
                                struct report_line *out)
{
    const json_t *value = json_object_get(line, "detail");
    if (!value)
        return NULL;
    struct ombre_report_detail *detail = calloc(1, sizeof *detail);
    if (!detail)
        return "out of memory";
    const bool good = read_detail(value, detail);
    if (good && keep_detail)
        out->result.detail = detail;
    else
        free(detail);
    out->dropped = good && !keep_detail;
    return good ? NULL : "\"detail\" is not as ombre writes it";
}

static const char *parse_result(const json_t *line, bool keep_detail,
                                struct report_line *out)
{
    struct ombre_report_result *result = &out->result;
    const char *id = json_string_value(json_object_get(line, "case"));
    const json_t *reason = json_object_get(line, "reason");
    if (!id || !*id || strlen(id) > MAX_ID)
        return "\"case\" is not the id of a case";
    if (!read_status(line, &result->outcome))
        return "\"status\" is none of ombre's";
    if (!read_expectation(line, &result->expectation))
        return "\"expectation\" is none of ombre's";
    if (!read_double(line, "seconds", &result->seconds) ||
        !(result->seconds >= 0))
        return "\"seconds\" is no time";
    if (reason && !json_is_string(reason))
        return "\"reason\" is no text";
    result->id = report_strdup(id);
    result->reason = report_strdup(reason ? json_string_value(reason) : "");
    if (!result->id || !result->reason)
        return "out of memory";
    return parse_detail(line, keep_detail, out);
}

static const char *parse_precision(const json_t *line, struct report_line *out)
{
    const json_t *object = json_object_get(line, "precision");
    struct ombre_report_precision *precision = &out->precision;
    const json_t *buckets = json_object_get(object, "buckets");
    uint64_t sum = 0;
    if (!read_u32(object, "format", UINT32_MAX, &precision->dxgi) ||
        !read_number(object, "count", INT64_MAX, &precision->count) ||
        !read_double(object, "sum", &precision->sum) ||
        !read_double(object, "worst", &precision->worst) ||
        json_array_size(buckets) != OMBRE_REPORT_BUCKETS ||
        !ombre_format_find(precision->dxgi))
        return "\"precision\" is not as ombre writes it";
    for (size_t i = 0; i < OMBRE_REPORT_BUCKETS; i++) {
        const json_t *bucket = json_array_get(buckets, i);
        const json_int_t count = json_integer_value(bucket);
        if (!json_is_integer(bucket) || count < 0 ||
            (uint64_t) count > precision->count - sum)
            return "\"precision\" counts what is not there";
        precision->bucket[i] = (uint64_t) count;
        sum += (uint64_t) count;
    }
    return NULL;
}

static const char *parse_object(const json_t *line, bool keep_detail,
                                struct report_line *out)
{
    if (json_object_get(line, "case")) {
        out->kind = REPORT_LINE_RESULT;
        return parse_result(line, keep_detail, out);
    }
    if (json_object_get(line, "precision")) {
        out->kind = REPORT_LINE_PRECISION;
        return parse_precision(line, out);
    }
    if (json_object_get(line, "resumed")) {
        out->kind = REPORT_LINE_RESUMED;
        return NULL;
    }
    if (json_object_get(line, "ended")) {
        out->kind = REPORT_LINE_ENDED;
        return read_double(line, "seconds", &out->seconds) && out->seconds >= 0
                   ? NULL
                   : "\"seconds\" is no time";
    }
    const json_t *version = json_object_get(line, "ombre_results");
    if (!version)
        return "neither a result nor anything else that ombre writes";
    out->kind = REPORT_LINE_HEAD;
    return json_integer_value(version) == 1
               ? NULL
               : "results of a later ombre; this one reads version 1";
}

bool report_parse_line(const char *text, size_t size, bool keep_detail,
                       struct report_line *out)
{
    json_error_t error;
    *out = (struct report_line){0};
    json_t *line = json_loadb(text, size, JSON_REJECT_DUPLICATES, &error);
    if (!json_is_object(line)) {
        json_decref(line);
        out->torn = true;
        out->wrong = "not a JSON object";
        return false;
    }
    out->wrong = parse_object(line, keep_detail, out);
    json_decref(line);
    if (!out->wrong)
        return true;
    report_result_finish(&out->result);
    return false;
}

void report_result_finish(struct ombre_report_result *result)
{
    free(result->id);
    free(result->reason);
    free(result->detail);
    *result = (struct ombre_report_result){0};
}
