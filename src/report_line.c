/* Lines of results.jsonl, as they are written. */
#include <inttypes.h>

#include "report_parts.h"

static void write_key(FILE *file, const char *key)
{
    fprintf(file, ", \"%s\": ", key);
}

static void write_string(FILE *file, const char *key, const char *value)
{
    if (*value == '\0')
        return;
    write_key(file, key);
    report_json_string(file, value);
}

/* --- Details ---------------------------------------------------------------
 */

static void write_wrong(FILE *file, const struct ombre_report_wrong *wrong)
{
    fprintf(file,
            "{\"pixel\": %" PRIu32 ", \"target\": %" PRIu32
            ", \"sample\": %" PRIu32 ", \"component\": %u, \"status\": \"%s\"",
            wrong->pixel, wrong->target, wrong->sample,
            (unsigned) wrong->component, ombre_outcome_status(wrong->outcome));
    if (wrong->distance > 0)
        fprintf(file, ", \"distance\": \"%" PRIu64 "\"", wrong->distance);
    write_string(file, "format", wrong->format);
    write_string(file, "before", wrong->before);
    write_string(file, "source", wrong->source);
    write_string(file, "want", wrong->want);
    write_string(file, "got", wrong->got);
    write_string(file, "legal", wrong->legal);
    write_string(file, "rule", wrong->rule);
    fputc('}', file);
}

static void write_words(FILE *file, const uint32_t *word, unsigned count)
{
    fputc('"', file);
    for (unsigned i = 0; i < count; i++)
        fprintf(file, "%08" PRIx32, word[i]);
    fputc('"', file);
}

static unsigned texel_words(uint32_t dxgi)
{
    const struct ombre_format *format = ombre_format_find(dxgi);
    return format ? (format->texel_size + 3u) / 4 : 4;
}

static void write_picture(FILE *file, const struct ombre_report_detail *detail)
{
    const unsigned words = texel_words(detail->dxgi);
    write_key(file, "picture");
    fprintf(file,
            "{\"format\": %" PRIu32 ", \"target\": %" PRIu32
            ", \"sample\": %" PRIu32 ", \"first\": %" PRIu32
            ", \"integers\": %s, \"texels\": [",
            detail->dxgi, detail->target, detail->sample, detail->first_pixel,
            detail->integer_source ? "true" : "false");
    for (unsigned i = 0; i < detail->texel_count; i++) {
        const struct ombre_report_texel *texel = &detail->texel[i];
        fputs(i ? ", [" : "[", file);
        write_words(file, texel->before.word, words);
        fputs(", ", file);
        write_words(file, texel->source, 4);
        fputs(", ", file);
        write_words(file, texel->want.word, words);
        fputs(", ", file);
        write_words(file, texel->got.word, words);
        fprintf(file, ", %" PRIu32 "]", texel->wrong);
    }
    fputs("]}", file);
}

static void write_detail(FILE *file, const struct ombre_report_detail *detail)
{
    write_key(file, "detail");
    fprintf(file, "{\"components\": %zu, \"failed\": %zu, \"warned\": %zu",
            detail->components, detail->failed, detail->warned);
    write_string(file, "cause", detail->cause);
    write_string(file, "looks_like", detail->looks_like);
    write_string(file, "replay", detail->replay);
    write_string(file, "shared_state", detail->shared_state);
    write_key(file, "state");
    fputc('[', file);
    for (unsigned i = 0; i < detail->state_count; i++) {
        fputs(i ? ", " : "", file);
        report_json_string(file, detail->state[i]);
    }
    fputc(']', file);
    write_key(file, "wrong");
    fputc('[', file);
    for (unsigned i = 0; i < detail->wrong_count; i++) {
        fputs(i ? ", " : "", file);
        write_wrong(file, &detail->wrong[i]);
    }
    fputc(']', file);
    if (detail->texel_count > 0)
        write_picture(file, detail);
    fputc('}', file);
}

/* --- Lines -----------------------------------------------------------------
 */

void ombre_report_write_head(FILE *file)
{
    fputs("{\"ombre_results\": 1}\n", file);
}

void ombre_report_write_result(FILE *file,
                               const struct ombre_report_result *result)
{
    fputs("{\"case\": ", file);
    report_json_string(file, result->id);
    fprintf(file, ", \"status\": \"%s\", \"seconds\": %.3f",
            ombre_outcome_status(result->outcome), result->seconds);
    if (result->expectation != OMBRE_EXPECTATION_MET)
        fprintf(file, ", \"expectation\": \"%s\"",
                ombre_expectation_name(result->expectation));
    write_string(file, "reason", result->reason);
    if (result->detail)
        write_detail(file, result->detail);
    fputs("}\n", file);
}

void ombre_report_write_precision(
    FILE *file, const struct ombre_report_precision *precision)
{
    if (precision->count == 0)
        return;
    fprintf(file,
            "{\"precision\": {\"format\": %" PRIu32 ", \"count\": %" PRIu64
            ", \"sum\": %.17g, \"worst\": %.17g, \"buckets\": [",
            precision->dxgi, precision->count, precision->sum,
            precision->worst);
    for (unsigned i = 0; i < OMBRE_REPORT_BUCKETS; i++)
        fprintf(file, "%s%" PRIu64, i ? ", " : "", precision->bucket[i]);
    fputs("]}}\n", file);
}

void ombre_report_write_resumed(FILE *file, const char *time)
{
    fputs("{\"resumed\": ", file);
    report_json_string(file, time);
    fputs("}\n", file);
}

void ombre_report_write_end(FILE *file, const char *time, double seconds,
                            bool complete, int exit_code)
{
    fputs("{\"ended\": ", file);
    report_json_string(file, time);
    fprintf(file, ", \"seconds\": %.3f, \"complete\": %s, \"exit\": %d}\n",
            seconds, complete ? "true" : "false", exit_code);
}
