#include "case_writer.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct case_writer *writer, size_t size)
{
    if (writer->failed || writer->length > SIZE_MAX / 4 ||
        size > SIZE_MAX / 4) {
        writer->failed = true;
        return false;
    }
    if (writer->length + size < writer->capacity)
        return true;
    const size_t capacity = (writer->length + size) * 2 + 256;
    char *bytes = realloc(writer->bytes, capacity);
    if (!bytes) {
        writer->failed = true;
        return false;
    }
    writer->bytes = bytes;
    writer->capacity = capacity;
    return true;
}

void case_write_raw(struct case_writer *writer, const char *text)
{
    const size_t size = strlen(text);

    if (!make_room(writer, size))
        return;
    memcpy(writer->bytes + writer->length, text, size + 1);
    writer->length += size;
}

void case_write_format(struct case_writer *writer, const char *format, ...)
{
    char text[128];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    case_write_raw(writer, text);
}

void case_write_string(struct case_writer *writer, const char *string)
{
    case_write_raw(writer, "\"");
    for (const char *c = string; *c; c++) {
        const char plain[] = {*c, '\0'};
        if ((unsigned char) *c < 0x20)
            case_write_format(writer, "\\u%04x", (unsigned) *c);
        else if (*c == '"' || *c == '\\')
            case_write_format(writer, "\\%c", *c);
        else
            case_write_raw(writer, plain);
    }
    case_write_raw(writer, "\"");
}

/* The shortest decimal that is read back to the same bits; else the bits. */
static void write_float(struct case_writer *writer, uint32_t bits)
{
    float number;
    char text[32];

    memcpy(&number, &bits, sizeof number);
    for (int digits = 6; isfinite(number) && digits <= 9; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, (double) number);
        const float back = strtof(text, NULL);
        if (!memcmp(&back, &bits, sizeof back)) {
            case_write_raw(writer, text);
            return;
        }
    }
    case_write_format(writer, "\"0x%08lx\"", (unsigned long) bits);
}

void case_write_word(struct case_writer *writer, enum ombre_base_type type,
                     uint32_t word)
{
    switch (type) {
    case OMBRE_BASE_FLOAT: write_float(writer, word); return;
    case OMBRE_BASE_UINT:
        case_write_format(writer, "%lu", (unsigned long) word);
        return;
    case OMBRE_BASE_SINT:
        if (word <= INT32_MAX)
            case_write_format(writer, "%lu", (unsigned long) word);
        else
            case_write_format(writer, "-%lu", (unsigned long) (0u - word));
        return;
    }
}

void case_write_words(struct case_writer *writer, enum ombre_base_type type,
                      const uint32_t words[4])
{
    for (int i = 0; i < 4; i++) {
        case_write_raw(writer, i == 0 ? "[" : ", ");
        case_write_word(writer, type, words[i]);
    }
    case_write_raw(writer, "]");
}
