/* Text that came from outside, made harmless for HTML, XML and JSON. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/text.h"
#include "report_parts.h"

/* Characters that mean nothing to HTML, XML and JSON. */
static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7F && byte != '<' && byte != '>' &&
           byte != '&' && byte != '"' && byte != '\'' && byte != '\\';
}

static size_t plain_length(const char *text)
{
    size_t length = 0;
    while (is_plain((unsigned char) text[length]))
        length++;
    return length;
}

/* XML 1.0, 2.2: neither U+FFFE nor U+FFFF is a character of a document; HTML
 * calls all 66 noncharacters an error. */
static bool is_noncharacter(uint32_t code)
{
    return (code & 0xFFFE) == 0xFFFE || (code >= 0xFDD0 && code <= 0xFDEF);
}

static const char *entity(uint32_t code)
{
    switch (code) {
    case '<': return "&lt;";
    case '>': return "&gt;";
    case '&': return "&amp;";
    case '"': return "&quot;";
    case '\'': return "&#39;";
    default: return NULL;
    }
}

static void write_markup(FILE *file, const char *text, bool lines)
{
    size_t left = strlen(text);
    while (left > 0) {
        size_t length = plain_length(text);
        uint32_t code = 0;
        bool whole = true;
        if (length > 0) {
            fwrite(text, 1, length, file);
        } else {
            length = ombre_text_decode(text, left, &code, &whole);
            const char *name = whole ? entity(code) : NULL;
            if (name)
                fputs(name, file);
            else if (!whole)
                fprintf(file, "&lt;%02x&gt;", (unsigned char) *text);
            else if (lines && (code == '\n' || code == '\t'))
                fputc((int) code, file);
            else if (ombre_text_is_obeyed(code) || is_noncharacter(code))
                fprintf(file, "&lt;U+%04" PRIX32 "&gt;", code);
            else
                fwrite(text, 1, length, file);
        }
        text += length;
        left -= length;
    }
}

void report_markup(FILE *file, const char *text)
{
    write_markup(file, text, false);
}

void report_markup_lines(FILE *file, const char *text)
{
    write_markup(file, text, true);
}

void report_json_string(FILE *file, const char *text)
{
    size_t left = strlen(text);
    fputc('"', file);
    while (left > 0) {
        size_t length = plain_length(text);
        uint32_t code = 0;
        bool whole = true;
        if (length > 0) {
            fwrite(text, 1, length, file);
        } else {
            length = ombre_text_decode(text, left, &code, &whole);
            if (!whole)
                fputs("\\ufffd", file);
            else if (code == '"' || code == '\\')
                fprintf(file, "\\%c", (int) code);
            else if (code < 0x10000 && ombre_text_is_obeyed(code))
                fprintf(file, "\\u%04" PRIx32, code);
            else
                fwrite(text, 1, length, file);
        }
        text += length;
        left -= length;
    }
    fputc('"', file);
}

void report_copy(char *out, size_t size, const char *text)
{
    size_t length = strlen(text);
    if (length >= size) {
        length = size - 1;
        /* Back to where a character begins. */
        while (length > 0 && ((unsigned char) text[length] & 0xC0) == 0x80)
            length--;
    }
    memcpy(out, text, length);
    out[length] = '\0';
}

char *report_strdup(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}
