/* json_out.h - write one JSON document, field by field
 *
 * `key` is NULL inside an array and at the top.  Numbers are written with the
 * fewest digits that read back to the same double; what JSON has no number for
 * becomes null.
 */
#ifndef OMBRE_TOOLS_JSON_OUT_H
#define OMBRE_TOOLS_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct json_out {
    FILE *file;
    unsigned depth;
    bool filled;         /* something stands before in this object or array */
    unsigned flat_depth; /* containers deeper than this stay on one line */
};

struct json_out json_out_start(FILE *file, unsigned flat_depth);
void json_out_end(struct json_out *out); /* the last newline */

void json_object(struct json_out *out, const char *key);
void json_object_end(struct json_out *out);
void json_array(struct json_out *out, const char *key);
void json_array_end(struct json_out *out);

void json_string(struct json_out *out, const char *key, const char *value);
void json_bool(struct json_out *out, const char *key, bool value);
void json_int(struct json_out *out, const char *key, int64_t value);
void json_number(struct json_out *out, const char *key, double value);
void json_null(struct json_out *out, const char *key);
/* "0x", then `digits` hexadecimal digits. */
void json_hex(struct json_out *out, const char *key, uint64_t value,
              unsigned digits);

/* Print `value` into text[32] with the fewest digits that read back. */
void number_text(char text[32], double value);

#endif /* OMBRE_TOOLS_JSON_OUT_H */
