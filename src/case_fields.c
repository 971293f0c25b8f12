#include "case_fields.h"

#include <string.h>

#include "case_text.h"

/* --- Objects in general --------------------------------------------------- */

static const struct case_field *find_field(const struct case_fields *fields,
                                           const char *name)
{
    for (size_t i = 0; i < fields->count; i++)
        if (!strcmp(fields->field[i].name, name))
            return &fields->field[i];
    return NULL;
}

enum { MOST_FIELDS = 32 };

/* The name that is `word` behind a prefix (D3DRS_), or NULL. */
static const char *unprefixed_name(const char *word, const char *const *names,
                                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *end = strchr(names[i], '_');
        if (end && !strcmp(word, end + 1))
            return names[i];
    }
    return NULL;
}

static bool unknown_field(const struct case_reader *reader,
                          const struct case_value *member,
                          const struct case_fields *fields)
{
    const char *names[MOST_FIELDS];
    size_t count = 0;
    char found[64], known[224];
    struct short_text found_text = short_text_in(found, sizeof found);
    struct short_text known_text = short_text_in(known, sizeof known);

    for (; count < fields->count && count < MOST_FIELDS; count++) {
        names[count] = fields->field[count].name;
        short_text_add(&known_text, count == 0 ? "" : ", ");
        short_text_add(&known_text, names[count]);
    }
    short_text_add_quoted(&found_text, member->key, strlen(member->key));
    const char *nearest = unprefixed_name(member->key, names, count);
    if (!nearest)
        nearest = ombre_nearest_name(member->key, names, count);
    if (nearest)
        return case_fail(reader, member,
                         "unknown field %s; did you mean \"%s\"?", found,
                         nearest);
    return case_fail(reader, member, "unknown field %s; expected one of %s",
                     found, known);
}

bool case_read_fields(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct case_fields *fields, void *base)
{
    struct case_value member;

    if (!json_is_object(value->json))
        return case_expected(reader, value, fields->what);
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &member);) {
        const struct case_field *field = find_field(fields, member.key);
        if (!field)
            return unknown_field(reader, &member, fields);
        if (!field->read(reader, &member, (char *) base + field->offset))
            return false;
    }
    return true;
}

static bool field_equal(const struct case_field *field, const void *a,
                        const void *b)
{
    return !memcmp((const char *) a + field->offset,
                   (const char *) b + field->offset, field->size);
}

bool case_fields_equal(const struct case_fields *fields, const void *a,
                       const void *b)
{
    for (size_t i = 0; i < fields->count; i++)
        if (fields->field[i].write && !field_equal(&fields->field[i], a, b))
            return false;
    return true;
}

void case_write_members(struct case_writer *writer,
                        const struct case_fields *fields, const void *base,
                        const void *usual, const char *between)
{
    for (size_t i = 0; i < fields->count; i++) {
        const struct case_field *field = &fields->field[i];
        if (!field->write ||
            (!writer->is_explicit && field_equal(field, base, usual)))
            continue;
        case_write_raw(writer, between);
        case_write_string(writer, field->name);
        case_write_raw(writer, ": ");
        field->write(writer, (const char *) base + field->offset);
        between = ", ";
    }
}

void case_write_fields(struct case_writer *writer,
                       const struct case_fields *fields, const void *base,
                       const void *usual)
{
    case_write_raw(writer, "{");
    case_write_members(writer, fields, base, usual, "");
    case_write_raw(writer, "}");
}

/* --- Kinds of fields ------------------------------------------------------ */

static bool read_bool(const struct case_reader *reader,
                      const struct case_value *value, uint32_t *out)
{
    if (json_is_boolean(value->json)) {
        *out = json_is_true(value->json);
        return true;
    }
    return case_read_count(reader, value, "true, false or a whole number",
                           UINT32_MAX, out);
}

/* A BOOL holds any 32 bits; memcpy keeps those that int has no value for. */
bool case_read_BOOL_field(const struct case_reader *reader,
                          const struct case_value *value, void *field)
{
    uint32_t number;

    if (!read_bool(reader, value, &number))
        return false;
    memcpy(field, &number, sizeof number);
    return true;
}

void case_write_BOOL_field(struct case_writer *writer, const void *field)
{
    uint32_t number;

    memcpy(&number, field, sizeof number);
    if (number <= 1)
        case_write_raw(writer, number ? "true" : "false");
    else
        case_write_word(writer, OMBRE_BASE_UINT, number);
}

bool case_read_flag_field(const struct case_reader *reader,
                          const struct case_value *value, void *field)
{
    uint32_t number;

    if (!read_bool(reader, value, &number))
        return false;
    *(bool *) field = number != 0;
    return true;
}

void case_write_flag_field(struct case_writer *writer, const void *field)
{
    case_write_raw(writer, *(const bool *) field ? "true" : "false");
}

bool case_read_UINT_field(const struct case_reader *reader,
                          const struct case_value *value, void *field)
{
    uint32_t number;

    if (!case_read_uint32(reader, value, &number))
        return false;
    *(uint32_t *) field = number;
    return true;
}

void case_write_UINT_field(struct case_writer *writer, const void *field)
{
    case_write_word(writer, OMBRE_BASE_UINT, *(const uint32_t *) field);
}

bool case_read_UINT8_field(const struct case_reader *reader,
                           const struct case_value *value, void *field)
{
    uint32_t number;

    if (case_is_hex(value) ? !case_read_hex(reader, value, 2, &number)
                           : !case_read_count(reader, value, "a whole number",
                                              UINT8_MAX, &number))
        return false;
    *(uint8_t *) field = (uint8_t) number;
    return true;
}

void case_write_UINT8_field(struct case_writer *writer, const void *field)
{
    case_write_word(writer, OMBRE_BASE_UINT, *(const uint8_t *) field);
}

void case_write_hex_field(struct case_writer *writer, const void *field)
{
    case_write_format(writer, "\"0x%lx\"",
                      (unsigned long) *(const uint32_t *) field);
}

bool case_read_hex_field(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    return case_read_UINT_field(reader, value, field);
}

static void write_enum(struct case_writer *writer,
                       const struct case_enum *names, uint32_t number)
{
    const char *name = case_enum_name(names, number);

    if (name)
        case_write_format(writer, "\"%s%s\"",
                          case_enum_prefix(names, writer->api_prefix), name);
    else
        case_write_word(writer, OMBRE_BASE_UINT, number);
}

/* Direct3D's enumerations are 32 bits wide and may hold any number. */
#define X(kind)                                                                \
    bool case_read_##kind##_field(const struct case_reader *reader,            \
                                  const struct case_value *value, void *field) \
    {                                                                          \
        uint32_t number;                                                       \
        if (!case_read_enum(reader, value, &case_enum_##kind, &number))        \
            return false;                                                      \
        memcpy(field, &number, sizeof number);                                 \
        return true;                                                           \
    }                                                                          \
                                                                               \
    void case_write_##kind##_field(struct case_writer *writer,                 \
                                   const void *field)                          \
    {                                                                          \
        uint32_t number;                                                       \
        memcpy(&number, field, sizeof number);                                 \
        write_enum(writer, &case_enum_##kind, number);                         \
    }
CASE_ENUM_KINDS(X)
#undef X

_Static_assert(sizeof(D3D12_BLEND) == sizeof(uint32_t) &&
                   sizeof(D3D12_BLEND_OP) == sizeof(uint32_t) &&
                   sizeof(D3D12_LOGIC_OP) == sizeof(uint32_t) &&
                   sizeof(DXGI_FORMAT) == sizeof(uint32_t),
               "enumerations of Direct3D have 32 bits");

bool case_read_vendor_field(const struct case_reader *reader,
                            const struct case_value *value, void *field)
{
    return case_is_hex(value)
               ? case_read_hex(reader, value, 8, field)
               : case_read_enum(reader, value, &case_enum_vendor, field);
}

void case_write_vendor_field(struct case_writer *writer, const void *field)
{
    const uint32_t number = *(const uint32_t *) field;

    if (case_enum_name(&case_enum_vendor, number))
        write_enum(writer, &case_enum_vendor, number);
    else
        case_write_hex_field(writer, field);
}

bool case_read_feature_level_field(const struct case_reader *reader,
                                   const struct case_value *value, void *field)
{
    return case_read_enum(reader, value, &case_enum_feature_level, field);
}

/* "11_1" */
void case_write_feature_level_field(struct case_writer *writer,
                                    const void *field)
{
    const uint32_t level = *(const uint32_t *) field;
    const char *name = ombre_feature_level_name(level);

    if (name)
        case_write_string(writer, name);
    else
        case_write_word(writer, OMBRE_BASE_UINT, level);
}

bool case_read_format_field(const struct case_reader *reader,
                            const struct case_value *value, void *field)
{
    uint32_t number;

    if (!case_read_format(reader, value, &number))
        return false;
    *(DXGI_FORMAT *) field = (DXGI_FORMAT) number;
    return true;
}

void case_write_format_field(struct case_writer *writer, const void *field)
{
    const uint32_t dxgi = (uint32_t) * (const DXGI_FORMAT *) field;
    const char *name = ombre_dxgi_name(dxgi);

    if (name)
        case_write_format(writer, "\"DXGI_FORMAT_%s\"", name);
    else
        case_write_word(writer, OMBRE_BASE_UINT, dxgi);
}

static const struct case_field sample_desc_fields[] = {
    CASE_FIELD(DXGI_SAMPLE_DESC, Count, UINT),
    CASE_FIELD(DXGI_SAMPLE_DESC, Quality, UINT),
};

static const struct case_fields sample_desc = {
    sample_desc_fields, CASE_COUNT(sample_desc_fields),
    "an object (\"Count\", \"Quality\")"};

bool case_read_sample_desc_field(const struct case_reader *reader,
                                 const struct case_value *value, void *field)
{
    *(DXGI_SAMPLE_DESC *) field = (DXGI_SAMPLE_DESC){.Count = 1};
    return case_read_fields(reader, value, &sample_desc, field);
}

void case_write_sample_desc_field(struct case_writer *writer, const void *field)
{
    case_write_fields(writer, &sample_desc, field,
                      &(const DXGI_SAMPLE_DESC){.Count = 1});
}

bool case_keep_field(const struct case_reader *reader,
                     const struct case_value *value, void *field)
{
    (void) reader;
    *(struct case_value *) field = *value;
    return true;
}
