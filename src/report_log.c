/* One case that is not right, for people. */
#include <inttypes.h>
#include <string.h>

#include "ombre/text.h"
#include "report_parts.h"

/* What a terminal would obey comes out as '?'. */
static void print_clean(FILE *file, const char *text)
{
    size_t left = strlen(text);
    while (left > 0) {
        uint32_t code;
        bool whole;
        const size_t length = ombre_text_decode(text, left, &code, &whole);
        if (whole && !ombre_text_is_obeyed(code))
            fwrite(text, 1, length, file);
        else
            fputc('?', file);
        text += length;
        left -= length;
    }
}

static void print_field(FILE *file, const char *name, const char *value)
{
    if (*value == '\0')
        return;
    fprintf(file, "%-8s", name);
    print_clean(file, value);
    fputc('\n', file);
}

static void print_wrong(FILE *file, const struct ombre_report_wrong *wrong)
{
    fprintf(file, "\n%s  pixel %" PRIu32 "  target %" PRIu32,
            ombre_outcome_status(wrong->outcome), wrong->pixel, wrong->target);
    if (wrong->sample > 0)
        fprintf(file, "  sample %" PRIu32, wrong->sample);
    fprintf(file, "  %c of ", "rgba"[wrong->component]);
    print_clean(file, wrong->format);
    fputc('\n', file);
    print_field(file, " before", wrong->before);
    print_field(file, " source", wrong->source);
    print_field(file, " want", wrong->want);
    print_field(file, " legal", wrong->legal);
    print_field(file, " got", wrong->got);
    if (wrong->distance > 0)
        fprintf(file, " off by  %" PRIu64 " code%s\n", wrong->distance,
                wrong->distance == 1 ? "" : "s");
    print_field(file, " rule", wrong->rule);
}

static void print_texel(FILE *file, const struct ombre_format *format,
                        const struct ombre_texel *texel)
{
    uint8_t bytes[16] = {0};
    ombre_texel_store(format, texel, bytes);
    fputs("  0x", file);
    for (unsigned i = format->texel_size; i-- > 0;)
        fprintf(file, "%02x", bytes[i]);
}

static void print_picture(FILE *file, const struct ombre_report_detail *detail)
{
    const struct ombre_format *format = ombre_format_find(detail->dxgi);
    if (!format || detail->texel_count == 0)
        return;
    fprintf(file, "\ntexels of target %" PRIu32 ", %s", detail->target,
            format->name);
    if (detail->sample > 0)
        fprintf(file, ", sample %" PRIu32, detail->sample);
    fputs("\n pixel  before, source (words), want, got\n", file);
    for (unsigned i = 0; i < detail->texel_count; i++) {
        const struct ombre_report_texel *texel = &detail->texel[i];
        fprintf(file, "%6" PRIu32, detail->first_pixel + i);
        print_texel(file, format, &texel->before);
        for (unsigned c = 0; c < 4; c++)
            fprintf(file, "%s%08" PRIx32, c ? " " : "  ", texel->source[c]);
        print_texel(file, format, &texel->want);
        print_texel(file, format, &texel->got);
        fputs(texel->wrong ? "  wrong: " : "", file);
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            if (texel->wrong >> c & 1)
                fputc("rgba"[c], file);
        fputc('\n', file);
    }
}

void ombre_report_write_log(FILE *file,
                            const struct ombre_report_result *result)
{
    const struct ombre_report_detail *detail = result->detail;
    print_field(file, "case", result->id);
    print_field(file, "status", ombre_outcome_status(result->outcome));
    print_field(file, "reason", result->reason);
    if (!detail)
        return;
    print_field(file, "cause", detail->cause);
    print_field(file, "like", detail->looks_like);
    print_field(file, "state", detail->shared_state);
    if (detail->state_count > 0)
        fputs("targets\n", file);
    for (unsigned i = 0; i < detail->state_count; i++) {
        fprintf(file, "%-8u", i);
        print_clean(file, detail->state[i]);
        fputc('\n', file);
    }
    fprintf(file, "counted %zu components: %zu wrong, %zu warned of\n",
            detail->components, detail->failed, detail->warned);
    print_field(file, "replay", detail->replay);
    for (unsigned i = 0; i < detail->wrong_count; i++)
        print_wrong(file, &detail->wrong[i]);
    print_picture(file, detail);
}
