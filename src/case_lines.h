/* Where things stand in a JSON text: jansson keeps no positions of values.
 *
 * The text has been accepted by jansson, except in json_path_at(); yet nothing
 * here reads outside of it, or fails to end, whatever it holds.
 */
#ifndef OMBRE_CASE_LINES_H
#define OMBRE_CASE_LINES_H

#include <stdbool.h>
#include <stddef.h>

struct json_text {
    const char *bytes; /* need not end in NUL */
    size_t size;
};

/* Offset of the first byte at or after `at` that is no white space. */
size_t json_skip_space(struct json_text text, size_t at);

/* Offset just behind the value (or key) that starts at `at`. */
size_t json_skip_value(struct json_text text, size_t at);

/* Whether `byte` stands at `at`. */
bool json_is_at(struct json_text text, size_t at, char byte);

/* Number of the line, from 1, that offset `at` lies in. */
unsigned json_line_at(struct json_text text, size_t at);

/* Write the path of what offset `at` lies in, as far as the text before it
 * makes sense: "pixels[3].src"; "" at the top.  Cut to fit `capacity`. */
void json_path_at(struct json_text text, size_t at, char *path,
                  size_t capacity);

#endif /* OMBRE_CASE_LINES_H */
