/* Names: Direct3D's enumerators, and what a mistyped one was meant to be. */
#include <stdio.h>
#include <string.h>

#include "case_reader.h"

/* --- The nearest name ----------------------------------------------------- */

enum { LONGEST_WORD = 63 }; /* longer ones are near to nothing */

static char upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Number of characters to insert, delete, replace or swap with their neighbour
 * to make `a` from `b` (optimal string alignment), case ignored. */
static size_t distance(const char *a, size_t a_length, const char *b,
                       size_t b_length)
{
    size_t rows[3][LONGEST_WORD + 1];

    for (size_t j = 0; j <= b_length; j++)
        rows[0][j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *second = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            const bool same = upper(a[i - 1]) == upper(b[j - 1]);
            row[j] =
                least(above[j - 1] + !same, least(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && upper(a[i - 1]) == upper(b[j - 2]) &&
                upper(a[i - 2]) == upper(b[j - 1]))
                row[j] = least(row[j], second[j - 2] + 1);
        }
    }
    return rows[a_length % 3][b_length];
}

const char *ombre_nearest_name(const char *word, const char *const *names,
                               size_t count)
{
    const size_t length = strlen(word);
    const char *nearest = NULL;
    size_t best = LONGEST_WORD;

    for (size_t i = 0; length <= LONGEST_WORD && i < count; i++) {
        const size_t name_length = strlen(names[i]);
        if (name_length > LONGEST_WORD)
            continue;
        const size_t steps = distance(word, length, names[i], name_length);
        const size_t longer = length > name_length ? length : name_length;
        if (steps < best && steps <= longer / 3) {
            best = steps;
            nearest = names[i];
        }
    }
    return nearest;
}

/* --- Enumerations --------------------------------------------------------- */

const char *case_enum_name(const struct case_enum *names, uint32_t number)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->rows[i].value == number)
            return names->rows[i].name;
    return NULL;
}

const char *case_enum_prefix(const struct case_enum *names,
                             const char *api_prefix)
{
    for (const char *const *api = names->apis; *api; api++)
        if (!strcmp(*api, api_prefix))
            return *api;
    return names->apis[0];
}

/* Length of the API's prefix in front of `word`, or 0. */
static size_t api_prefix(const struct case_enum *names, const char *word)
{
    for (const char *const *api = names->apis; *api; api++)
        if (!strncmp(word, *api, strlen(*api)))
            return strlen(*api);
    return 0;
}

enum { MOST_NAMES = 32 };

/* The spellings that `word` is to be compared with: whole names behind an API's
 * prefix, else names without any. */
static size_t spellings(const struct case_enum *names, bool whole,
                        const char *out[MOST_NAMES])
{
    size_t count = 0;

    for (; count < names->count && count < MOST_NAMES; count++)
        out[count] = names->rows[count].name + (whole ? 0 : names->own_prefix);
    return count;
}

static bool read_name(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct case_enum *names, const char *what,
                      uint32_t *out)
{
    const char *word = json_string_value(value->json);
    const size_t skipped = api_prefix(names, word);
    const char *candidates[MOST_NAMES];
    const size_t count = spellings(names, skipped > 0, candidates);
    char prefix[16] = "";

    for (size_t i = 0; i < count; i++) {
        if (!strcmp(word + skipped, candidates[i])) {
            *out = names->rows[i].value;
            return true;
        }
    }
    memcpy(prefix, word, skipped);
    return case_unknown_name(
        reader, value, what, prefix,
        ombre_nearest_name(word + skipped, candidates, count));
}

bool case_read_enum(const struct case_reader *reader,
                    const struct case_value *value,
                    const struct case_enum *names, uint32_t *out)
{
    char what[64];

    snprintf(what, sizeof what, "a %s%s name or number",
             case_enum_prefix(names, reader->api_prefix), names->type);
    return json_is_string(value->json)
               ? read_name(reader, value, names, what, out)
               : case_read_count(reader, value, what, UINT32_MAX, out);
}

/* --- Formats -------------------------------------------------------------- */

bool case_read_format(const struct case_reader *reader,
                      const struct case_value *value, uint32_t *out)
{
    static const char prefix[] = "DXGI_FORMAT_";
    const char *what = "a DXGI_FORMAT name or number";
    const char *names[256];
    size_t count = 0;

    if (!json_is_string(value->json))
        return case_read_count(reader, value, what, UINT32_MAX, out);
    const char *word = json_string_value(value->json);
    if (ombre_dxgi_from_name(word, out))
        return true;
    for (; count < 256 && ombre_dxgi_name_at((unsigned) count); count++)
        names[count] = ombre_dxgi_name_at((unsigned) count);
    const bool whole = !strncmp(word, prefix, sizeof prefix - 1);
    return case_unknown_name(
        reader, value, what, whole ? prefix : "",
        ombre_nearest_name(word + (whole ? sizeof prefix - 1 : 0), names,
                           count));
}

/* --- Words ---------------------------------------------------------------- */

bool case_read_choice(const struct case_reader *reader,
                      const struct case_value *value, const char *what,
                      const char *const *names, size_t count, size_t *out)
{
    if (!json_is_string(value->json))
        return case_expected(reader, value, what);
    for (size_t i = 0; i < count; i++) {
        if (case_is_string(value, names[i])) {
            *out = i;
            return true;
        }
    }
    return case_unknown_name(
        reader, value, what, "",
        ombre_nearest_name(json_string_value(value->json), names, count));
}
