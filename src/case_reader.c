#include "case_reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "case_text.h"

/* --- Walking -------------------------------------------------------------- */

struct case_walk case_walk_of(const struct case_value *value)
{
    return (struct case_walk){.of = value, .at = value->at + 1};
}

/* Offset of the next member, behind the comma if there is one. */
static size_t next_start(const struct case_reader *reader, size_t at)
{
    at = json_skip_space(reader->text, at);
    if (json_is_at(reader->text, at, ','))
        at = json_skip_space(reader->text, at + 1);
    return at;
}

static bool next_element(struct case_walk *walk, struct case_value *out)
{
    out->json = json_array_get(walk->of->json, walk->index);
    return out->json != NULL;
}

/* jansson keeps members in their order in the text. */
static bool next_pair(const struct case_reader *reader, struct case_walk *walk,
                      struct case_value *out)
{
    json_t *object = walk->of->json;

    walk->member = walk->index == 0
                       ? json_object_iter(object)
                       : json_object_iter_next(object, walk->member);
    if (!walk->member)
        return false;
    out->key = json_object_iter_key(walk->member);
    out->json = json_object_iter_value(walk->member);
    out->at = json_skip_value(reader->text, out->at);
    out->at = json_skip_space(reader->text, out->at);
    out->at = json_skip_space(reader->text, out->at + 1);
    return true;
}

bool case_walk_next(const struct case_reader *reader, struct case_walk *walk,
                    struct case_value *out)
{
    const size_t start = next_start(reader, walk->at);

    *out = (struct case_value){.parent = walk->of,
                               .index = walk->index,
                               .named_at = start,
                               .at = start};
    if (json_is_object(walk->of->json) ? !next_pair(reader, walk, out)
                                       : !next_element(walk, out))
        return false;
    walk->at = json_skip_value(reader->text, out->at);
    walk->index++;
    return true;
}

struct case_value case_find_member(const struct case_reader *reader,
                                   const struct case_value *object,
                                   const char *key)
{
    struct case_value member;

    for (struct case_walk walk = case_walk_of(object);
         case_walk_next(reader, &walk, &member);)
        if (!strcmp(member.key, key))
            return member;
    return (struct case_value){.parent = object, .key = key};
}

/* --- Errors --------------------------------------------------------------- */

static void add_path(struct short_text *path, const struct case_value *value)
{
    if (!value->parent)
        return;
    add_path(path, value->parent);
    if (value->key) {
        short_text_add(path, path->length > 0 ? "." : "");
        short_text_add(path, value->key);
    } else {
        short_text_add(path, "[");
        short_text_add_number(path, value->index);
        short_text_add(path, "]");
    }
}

static struct short_text start_error(const struct case_reader *reader,
                                     const struct case_value *value, size_t at)
{
    struct ombre_case_error *error = reader->error;
    struct short_text path = short_text_in(error->path, sizeof error->path);

    error->line = json_line_at(reader->text, at);
    add_path(&path, value);
    return short_text_in(error->message, sizeof error->message);
}

/* Say what `value` is, shortened. */
static void add_found(struct short_text *text, const struct case_reader *reader,
                      const struct case_value *value)
{
    switch (json_typeof(value->json)) {
    case JSON_OBJECT: short_text_add(text, "an object"); return;
    case JSON_ARRAY: short_text_add(text, "an array"); return;
    case JSON_STRING:
        short_text_add_quoted(text, json_string_value(value->json),
                              json_string_length(value->json));
        return;
    case JSON_INTEGER:
    case JSON_REAL:
    case JSON_TRUE:
    case JSON_FALSE:
    case JSON_NULL: break;
    }
    const size_t size = json_skip_value(reader->text, value->at) - value->at;
    const size_t shown = size < 32 ? size : 32;
    short_text_add_foreign(text, reader->text.bytes + value->at, shown);
    short_text_add(text, shown < size ? "..." : "");
}

bool case_expected(const struct case_reader *reader,
                   const struct case_value *value, const char *what)
{
    struct short_text message = start_error(reader, value, value->at);

    short_text_add(&message, "expected ");
    short_text_add(&message, what);
    short_text_add(&message, ", found ");
    add_found(&message, reader, value);
    return false;
}

bool case_fail(const struct case_reader *reader, const struct case_value *value,
               const char *format, ...)
{
    struct short_text message = start_error(reader, value, value->named_at);
    char text[sizeof reader->error->message];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    short_text_add(&message, text);
    return false;
}

bool case_missing(const struct case_reader *reader,
                  const struct case_value *value, const char *key,
                  const char *what)
{
    const struct case_value member = {.parent = value, .key = key};
    struct short_text message = start_error(reader, &member, value->at);

    short_text_add(&message, "expected ");
    short_text_add(&message, what);
    short_text_add(&message, ", found nothing");
    return false;
}

bool case_out_of_memory(const struct case_reader *reader)
{
    *reader->error = (struct ombre_case_error){.message = "out of memory"};
    return false;
}

bool case_unknown_name(const struct case_reader *reader,
                       const struct case_value *value, const char *what,
                       const char *prefix, const char *nearest)
{
    case_expected(reader, value, what);
    if (nearest) {
        struct short_text message = {
            .bytes = reader->error->message,
            .capacity = sizeof reader->error->message,
            .length = strlen(reader->error->message),
        };
        short_text_add(&message, "; did you mean \"");
        short_text_add(&message, prefix);
        short_text_add(&message, nearest);
        short_text_add(&message, "\"?");
    }
    return false;
}

/* --- What a value is ------------------------------------------------------ */

bool case_is_null(const struct case_value *value)
{
    return json_is_null(value->json);
}

bool case_is_string(const struct case_value *value, const char *string)
{
    return json_is_string(value->json) &&
           !strcmp(json_string_value(value->json), string);
}

bool case_read_array(const struct case_reader *reader,
                     const struct case_value *value, const char *what)
{
    return json_is_array(value->json) || case_expected(reader, value, what);
}
