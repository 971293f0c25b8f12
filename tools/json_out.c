#include "json_out.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/text.h"

struct json_out json_out_start(FILE *file, unsigned flat_depth)
{
    return (struct json_out){.file = file, .flat_depth = flat_depth};
}

void json_out_end(struct json_out *out)
{
    fputc('\n', out->file);
}

static void break_line(struct json_out *out)
{
    if (out->depth > out->flat_depth || out->depth == 0)
        return;
    fprintf(out->file, "\n%*s", (int) (2 * out->depth), "");
}

/* Names of files and of drivers need not be UTF-8; JSON must (RFC 8259, 8.1).
 * What turns a line around is escaped for the sake of those who look at it. */
static void write_character(FILE *file, const char *text, size_t length,
                            uint32_t code, bool whole)
{
    if (!whole)
        fputs("\\ufffd", file);
    else if (code == '"' || code == '\\')
        fprintf(file, "\\%c", (int) code);
    else if (code == '\n')
        fputs("\\n", file);
    else if (code < 0x10000 && ombre_text_is_obeyed(code))
        fprintf(file, "\\u%04" PRIx32, code);
    else
        fwrite(text, 1, length, file);
}

static void write_string(struct json_out *out, const char *value)
{
    const size_t size = strlen(value);
    fputc('"', out->file);
    for (size_t i = 0; i < size;) {
        uint32_t code;
        bool whole;
        const size_t length =
            ombre_text_decode(value + i, size - i, &code, &whole);
        write_character(out->file, value + i, length, code, whole);
        i += length;
    }
    fputc('"', out->file);
}

static void begin_value(struct json_out *out, const char *key)
{
    if (out->filled)
        fputs(out->depth > out->flat_depth ? ", " : ",", out->file);
    break_line(out);
    if (key) {
        write_string(out, key);
        fputs(": ", out->file);
    }
    out->filled = true;
}

static void open_container(struct json_out *out, const char *key, char mark)
{
    begin_value(out, key);
    fputc(mark, out->file);
    out->depth++;
    out->filled = false;
}

static void close_container(struct json_out *out, char mark)
{
    const bool flat = out->depth > out->flat_depth;
    out->depth--;
    if (out->filled && !flat)
        fprintf(out->file, "\n%*s", (int) (2 * out->depth), "");
    fputc(mark, out->file);
    out->filled = true;
}

void json_object(struct json_out *out, const char *key)
{
    open_container(out, key, '{');
}

void json_object_end(struct json_out *out)
{
    close_container(out, '}');
}

void json_array(struct json_out *out, const char *key)
{
    open_container(out, key, '[');
}

void json_array_end(struct json_out *out)
{
    close_container(out, ']');
}

void json_string(struct json_out *out, const char *key, const char *value)
{
    begin_value(out, key);
    write_string(out, value);
}

void json_bool(struct json_out *out, const char *key, bool value)
{
    begin_value(out, key);
    fputs(value ? "true" : "false", out->file);
}

void json_int(struct json_out *out, const char *key, int64_t value)
{
    begin_value(out, key);
    fprintf(out->file, "%" PRId64, value);
}

void number_text(char text[32], double value)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, value);
        if (!(strtod(text, NULL) != value))
            return;
    }
}

void json_number(struct json_out *out, const char *key, double value)
{
    if (!isfinite(value)) {
        json_null(out, key);
        return;
    }
    char text[32];
    number_text(text, value);
    begin_value(out, key);
    fputs(text, out->file);
}

void json_null(struct json_out *out, const char *key)
{
    begin_value(out, key);
    fputs("null", out->file);
}

void json_hex(struct json_out *out, const char *key, uint64_t value,
              unsigned digits)
{
    begin_value(out, key);
    fprintf(out->file, "\"0x%0*" PRIx64 "\"", (int) digits, value);
}
