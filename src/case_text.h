/* Text of bounded size, for people: paths and messages of errors. */
#ifndef OMBRE_CASE_TEXT_H
#define OMBRE_CASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Text in an array of the caller's, always ended by NUL.  What does not fit is
 * dropped, from the first character that does not fit on. */
struct short_text {
    char *bytes;
    size_t capacity, length;
    bool full;
};

/* Start an empty text in `bytes`; capacity is at least 1. */
struct short_text short_text_in(char *bytes, size_t capacity);

void short_text_add(struct short_text *text, const char *string);

/* Add `size` bytes of UTF-8 that came from outside.  What a terminal would
 * obey becomes \uXXXX, a byte of no character \xXX. */
void short_text_add_foreign(struct short_text *text, const char *string,
                            size_t size);

/* Add `string` in quotation marks, shortened to about 48 bytes. */
void short_text_add_quoted(struct short_text *text, const char *string,
                           size_t size);

void short_text_add_number(struct short_text *text, unsigned long long number);

#endif /* OMBRE_CASE_TEXT_H */
