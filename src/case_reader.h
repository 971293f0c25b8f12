/* Reading JSON values that know where they stand.
 *
 * jansson says what a value is; the text says on which line, and how exactly a
 * number was written.  Both are walked side by side.  Every function that
 * returns bool returns false once it has filled the reader's error; then the
 * caller passes that on and reads no further.
 */
#ifndef OMBRE_CASE_READER_H
#define OMBRE_CASE_READER_H

#include <jansson.h>

#include "case_lines.h"
#include "ombre/case.h"

#define CASE_COUNT(array) (sizeof(array) / sizeof(array)[0])

struct case_reader {
    struct json_text text;
    struct ombre_case_error *error;
    const char *api_prefix; /* of names in messages: "D3D12_" */
};

/* One value.  Its parent must outlive it. */
struct case_value {
    const struct case_value *parent; /* NULL: the document */
    const char *key;                 /* in an object, else NULL */
    size_t index;                    /* in an array */
    json_t *json;                    /* NULL: there is no such value */
    size_t named_at;                 /* where its key, or else it, starts */
    size_t at;                       /* where it starts */
};

/* --- Walking -------------------------------------------------------------- */

/* A walk over the members of an object or array, in their order. */
struct case_walk {
    const struct case_value *of;
    size_t at, index;
    void *member;
};

struct case_walk case_walk_of(const struct case_value *value);

/* Step to the next member; false at the end. */
bool case_walk_next(const struct case_reader *reader, struct case_walk *walk,
                    struct case_value *out);

/* Member `key` of `object`; json is NULL if there is none. */
struct case_value case_find_member(const struct case_reader *reader,
                                   const struct case_value *object,
                                   const char *key);

/* --- Errors --------------------------------------------------------------- */

/* Each fills the error and returns false. */

/* "expected {what}, found {value}" */
bool case_expected(const struct case_reader *reader,
                   const struct case_value *value, const char *what);

/* Any message about `value`, printf-like. */
bool case_fail(const struct case_reader *reader, const struct case_value *value,
               const char *format, ...);

/* Like case_fail(), of member `key` of `value` that is not there, on the line
 * where `value` starts. */
bool case_missing(const struct case_reader *reader,
                  const struct case_value *value, const char *key,
                  const char *what);

bool case_out_of_memory(const struct case_reader *reader);

/* "expected {what}, found {string}; did you mean {prefix}{nearest}?" */
bool case_unknown_name(const struct case_reader *reader,
                       const struct case_value *value, const char *what,
                       const char *prefix, const char *nearest);

/* --- Scalars -------------------------------------------------------------- */

bool case_is_null(const struct case_value *value);
bool case_is_string(const struct case_value *value, const char *string);
bool case_is_hex(const struct case_value *value);

bool case_read_array(const struct case_reader *reader,
                     const struct case_value *value, const char *what);

/* A whole number from 0 to `most`; `what` is the part of the message that
 * describes it.  Takes no string. */
bool case_read_count(const struct case_reader *reader,
                     const struct case_value *value, const char *what,
                     uint32_t most, uint32_t *out);

/* UINT: a whole number or "0x..". */
bool case_read_uint32(const struct case_reader *reader,
                      const struct case_value *value, uint32_t *out);

/* The bits of an fp32, of a uint or of a sint, as shaders have them: a number,
 * "0x..", and for floats "nan", "inf", "-inf". */
bool case_read_word(const struct case_reader *reader,
                    const struct case_value *value, enum ombre_base_type type,
                    uint32_t *out);

/* Four of them. */
bool case_read_words(const struct case_reader *reader,
                     const struct case_value *value, enum ombre_base_type type,
                     uint32_t out[4]);

/* "0x" and 1 to `most_digits` hexadecimal digits, in words of 32 bits, lowest
 * first. */
bool case_read_hex(const struct case_reader *reader,
                   const struct case_value *value, size_t most_digits,
                   uint32_t *words);

/* --- Names ---------------------------------------------------------------- */

/* A Direct3D enumeration.  Names stand behind a prefix of the API ("D3D12_"),
 * and begin with one of the enumeration ("BLEND_") that may be left out. */
struct case_enum {
    const char *type;        /* "BLEND", for messages */
    const char *const *apis; /* prefixes of APIs, ended by NULL */
    size_t own_prefix;       /* length of "BLEND_" */
    const struct case_enumerator {
        const char *name; /* "BLEND_ONE" */
        uint32_t value;
    } * rows;
    size_t count;
};

extern const struct case_enum case_enum_blend;
extern const struct case_enum case_enum_blend_op;
extern const struct case_enum case_enum_logic_op;
extern const struct case_enum case_enum_d3d9_blend;
extern const struct case_enum case_enum_d3d9_blend_op;
extern const struct case_enum case_enum_d3d9_cmp;
extern const struct case_enum case_enum_vendor;
extern const struct case_enum case_enum_resource_dimension;
extern const struct case_enum case_enum_rtv_dimension;
extern const struct case_enum case_enum_dsv_dimension;
extern const struct case_enum case_enum_feature_level;

/* What the API whose names begin with `api_prefix` has before these names: its
 * own prefix, or the first of `names` where that is none of them. */
const char *case_enum_prefix(const struct case_enum *names,
                             const char *api_prefix);

/* A name, with or without prefixes, or any UINT. */
bool case_read_enum(const struct case_reader *reader,
                    const struct case_value *value,
                    const struct case_enum *names, uint32_t *out);

/* Name of `number` without the API's prefix, or NULL. */
const char *case_enum_name(const struct case_enum *names, uint32_t number);

/* Like case_read_enum(), of DXGI_FORMAT. */
bool case_read_format(const struct case_reader *reader,
                      const struct case_value *value, uint32_t *out);

/* One of `count` names; *out is its index.  Takes no number. */
bool case_read_choice(const struct case_reader *reader,
                      const struct case_value *value, const char *what,
                      const char *const *names, size_t count, size_t *out);

#endif /* OMBRE_CASE_READER_H */
