#include "case_text.h"

#include <stdio.h>
#include <string.h>

#include "ombre/text.h"

enum { QUOTED_BYTES = 48 };

struct short_text short_text_in(char *bytes, size_t capacity)
{
    bytes[0] = '\0';
    return (struct short_text){.bytes = bytes, .capacity = capacity};
}

/* Add all `size` bytes or none. */
static void add_whole(struct short_text *text, const char *bytes, size_t size)
{
    if (text->full || size >= text->capacity - text->length) {
        text->full = true;
        return;
    }
    memcpy(text->bytes + text->length, bytes, size);
    text->length += size;
    text->bytes[text->length] = '\0';
}

void short_text_add_foreign(struct short_text *text, const char *string,
                            size_t size)
{
    for (size_t i = 0; i < size;) {
        uint32_t code;
        bool whole;
        const size_t length =
            ombre_text_decode(string + i, size - i, &code, &whole);

        if (!whole)
            code = (unsigned char) string[i];
        if (whole && !ombre_text_is_obeyed(code)) {
            add_whole(text, string + i, length);
        } else {
            char escaped[12];
            const int count = snprintf(escaped, sizeof escaped,
                                       whole ? "\\u%04x" : "\\x%02x", code);
            add_whole(text, escaped, (size_t) count);
        }
        i += length;
    }
}

void short_text_add(struct short_text *text, const char *string)
{
    short_text_add_foreign(text, string, strlen(string));
}

void short_text_add_quoted(struct short_text *text, const char *string,
                           size_t size)
{
    size_t shown = 0;

    while (shown < size) {
        uint32_t code;
        bool whole;
        const size_t next =
            shown +
            ombre_text_decode(string + shown, size - shown, &code, &whole);
        if (next > QUOTED_BYTES)
            break;
        shown = next;
    }
    short_text_add(text, "\"");
    short_text_add_foreign(text, string, shown);
    short_text_add(text, shown < size ? "...\"" : "\"");
}

void short_text_add_number(struct short_text *text, unsigned long long number)
{
    char digits[24];

    snprintf(digits, sizeof digits, "%llu", number);
    short_text_add(text, digits);
}
