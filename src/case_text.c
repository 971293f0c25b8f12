#include "case_text.h"

#include <stdio.h>
#include <string.h>

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

/* Bytes of the UTF-8 character that `lead` begins; 1 for what begins none. */
static size_t character_size(unsigned char lead)
{
    if (lead >= 0xF0)
        return 4;
    if (lead >= 0xE0)
        return 3;
    return lead >= 0xC0 ? 2 : 1;
}

/* C0, DEL and C1: what a terminal may obey. */
static bool is_control(const unsigned char *character, size_t size,
                       unsigned *number)
{
    if (size == 1 && (character[0] < 0x20 || character[0] == 0x7F)) {
        *number = character[0];
        return true;
    }
    if (size == 2 && character[0] == 0xC2 && character[1] < 0xA0) {
        *number = character[1];
        return true;
    }
    return false;
}

void short_text_add_foreign(struct short_text *text, const char *string,
                            size_t size)
{
    for (size_t i = 0; i < size;) {
        unsigned char character[4] = {0};
        size_t bytes = character_size((unsigned char) string[i]);

        if (bytes > size - i)
            bytes = size - i;
        memcpy(character, string + i, bytes);
        unsigned number;
        if (is_control(character, bytes, &number)) {
            char escaped[8];
            const int length =
                snprintf(escaped, sizeof escaped, "\\u%04x", number);
            add_whole(text, escaped, (size_t) length);
        } else {
            add_whole(text, string + i, bytes);
        }
        i += bytes;
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
        const size_t next =
            shown + character_size((unsigned char) string[shown]);
        if (next > QUOTED_BYTES || next > size)
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
