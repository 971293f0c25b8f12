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

/* Numbers and names are the same in Direct3D 11.1 and 12. */
static const char *const d3d_apis[] = {"D3D12_", "D3D11_", NULL};
static const char *const common_apis[] = {"D3D_", NULL};

static const char *const blend_names[] = {
#define X(id, value, name) "BLEND_" name,
    OMBRE_FACTORS(X)
#undef X
};

static const uint32_t blend_values[] = {
#define X(id, value, name) value,
    OMBRE_FACTORS(X)
#undef X
};

static const char *const blend_op_names[] = {
#define X(id, value, name) "BLEND_OP_" name,
    OMBRE_BLEND_OPS(X)
#undef X
};

static const uint32_t blend_op_values[] = {
#define X(id, value, name) value,
    OMBRE_BLEND_OPS(X)
#undef X
};

static const char *const logic_op_names[] = {
#define X(id, value, name) "LOGIC_OP_" name,
    OMBRE_LOGIC_OPS(X)
#undef X
};

static const uint32_t logic_op_values[] = {
#define X(id, value, name) value,
    OMBRE_LOGIC_OPS(X)
#undef X
};

/* D3D_FEATURE_LEVEL of d3dcommon.h. */
/* clang-format off */
#define FEATURE_LEVELS(X)                                                   \
    X(0x9100, "9_1") X(0x9200, "9_2") X(0x9300, "9_3")                      \
    X(0xA000, "10_0") X(0xA100, "10_1") X(0xB000, "11_0") X(0xB100, "11_1") \
    X(0xC000, "12_0") X(0xC100, "12_1") X(0xC200, "12_2")
/* clang-format on */

static const char *const feature_level_names[] = {
#define X(value, name) "FEATURE_LEVEL_" name,
    FEATURE_LEVELS(X)
#undef X
};

static const uint32_t feature_level_values[] = {
#define X(value, name) value,
    FEATURE_LEVELS(X)
#undef X
};

const struct case_enum case_enum_blend = {
    "BLEND",     d3d_apis,     sizeof "BLEND_" - 1,
    blend_names, blend_values, CASE_COUNT(blend_names)};
const struct case_enum case_enum_blend_op = {
    "BLEND_OP",     d3d_apis,        sizeof "BLEND_OP_" - 1,
    blend_op_names, blend_op_values, CASE_COUNT(blend_op_names)};
const struct case_enum case_enum_logic_op = {
    "LOGIC_OP",     d3d_apis,        sizeof "LOGIC_OP_" - 1,
    logic_op_names, logic_op_values, CASE_COUNT(logic_op_names)};
const struct case_enum case_enum_feature_level = {
    "FEATURE_LEVEL",     common_apis,          sizeof "FEATURE_LEVEL_" - 1,
    feature_level_names, feature_level_values, CASE_COUNT(feature_level_names)};

const char *case_enum_name(const struct case_enum *names, uint32_t number)
{
    for (size_t i = 0; i < names->count; i++)
        if (names->values[i] == number)
            return names->names[i];
    return NULL;
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
        out[count] = names->names[count] + (whole ? 0 : names->own_prefix);
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
            *out = names->values[i];
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
             names->apis == d3d_apis ? reader->api_prefix : names->apis[0],
             names->type);
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
