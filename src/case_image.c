/* How images are made, and how what they hold gets there. */
#include "case_parts.h"

/* --- Usage ---------------------------------------------------------------- */

static const char *const usages[] = {
#define X(id, bit, name) name,
    OMBRE_CASE_USAGES(X)
#undef X
};

static const uint32_t usage_bits[] = {
#define X(id, bit, name) bit,
    OMBRE_CASE_USAGES(X)
#undef X
};

static bool read_usage(const struct case_reader *reader,
                       const struct case_value *value, void *field)
{
    struct case_value entry;
    size_t index;

    if (!case_read_array(reader, value, "an array of \"SAMPLED\", \"STORAGE\""))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (!case_read_choice(reader, &entry, "\"SAMPLED\" or \"STORAGE\"",
                              usages, CASE_COUNT(usages), &index))
            return false;
        *(uint32_t *) field |= usage_bits[index];
    }
    return true;
}

static void write_usage(struct case_writer *writer, const void *field)
{
    const uint32_t usage = *(const uint32_t *) field;
    const char *between = "[";

    for (size_t i = 0; i < CASE_COUNT(usages); i++)
        if (usage & usage_bits[i]) {
            case_write_raw(writer, between);
            case_write_string(writer, usages[i]);
            between = ", ";
        }
    case_write_raw(writer, "]");
}

/* --- Choices -------------------------------------------------------------- */

/* One of two words. */
static bool read_either(const struct case_reader *reader,
                        const struct case_value *value, const char *what,
                        const char *const words[2], bool *second)
{
    size_t index;

    if (!case_read_choice(reader, value, what, words, 2, &index))
        return false;
    *second = index == 1;
    return true;
}

static const char *const tilings[2] = {"optimal", "linear"};
static const char *const read_backs[2] = {"copy", "fetch"};

static bool read_tiling(const struct case_reader *reader,
                        const struct case_value *value, void *field)
{
    return read_either(reader, value, "\"optimal\" or \"linear\"", tilings,
                       field);
}

static void write_tiling(struct case_writer *writer, const void *field)
{
    case_write_string(writer, tilings[*(const bool *) field]);
}

static bool read_read_by(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    return read_either(reader, value, "\"copy\" or \"fetch\"", read_backs,
                       field);
}

static void write_read_by(struct case_writer *writer, const void *field)
{
    case_write_string(writer, read_backs[*(const bool *) field]);
}

/* --- Offset --------------------------------------------------------------- */

static const char offset_words[] = "an array of two whole numbers, [x, y]";

static bool read_offset(const struct case_reader *reader,
                        const struct case_value *value, void *field)
{
    uint32_t *const offset = field;
    struct case_value entry;

    if (!case_read_array(reader, value, offset_words))
        return false;
    if (json_array_size(value->json) != 2)
        return case_expected(reader, value, offset_words);
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);)
        if (!case_read_uint32(reader, &entry, &offset[entry.index]))
            return false;
    return true;
}

static void write_offset(struct case_writer *writer, const void *field)
{
    const uint32_t *const offset = field;

    case_write_raw(writer, "[");
    case_write_UINT_field(writer, &offset[0]);
    case_write_raw(writer, ", ");
    case_write_UINT_field(writer, &offset[1]);
    case_write_raw(writer, "]");
}

/* --- Image ---------------------------------------------------------------- */

#define AT(member)                             \
    offsetof(struct ombre_case_image, member), \
        sizeof((struct ombre_case_image *) 0)->member

/* clang-format off */
static const struct case_field image_fields[] = {
    {"Usage",   read_usage,           write_usage,           AT(usage)},
    {"Mutable", case_read_flag_field, case_write_flag_field, AT(mutable_format)},
    {"Tiling",  read_tiling,          write_tiling,          AT(linear)},
    {"Offset",  read_offset,          write_offset,          AT(offset)},
    {"Layer",   case_read_UINT_field, case_write_UINT_field, AT(layer)},
    {"ReadBy",  read_read_by,         write_read_by,         AT(fetched)},
};
/* clang-format on */

static const struct case_fields image_table = {
    image_fields, CASE_COUNT(image_fields),
    "an object (how the images of targets are made)"};

bool case_read_image(const struct case_reader *reader,
                     const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &image_table, field);
}

bool case_has_image(const struct ombre_case_image *image)
{
    const struct ombre_case_image usual = {0};

    return !case_fields_equal(&image_table, image, &usual);
}

void case_write_image(struct case_writer *writer,
                      const struct ombre_case_image *image)
{
    const struct ombre_case_image usual = {0};

    case_write_fields(writer, &image_table, image, &usual);
}

/* --- DestinationBy -------------------------------------------------------- */

static const char *const destinations[] = {
#define X(id, name) name,
    OMBRE_CASE_DESTINATIONS(X)
#undef X
};

bool case_read_destination(const struct case_reader *reader,
                           const struct case_value *value, void *field)
{
    size_t index;

    if (!case_read_choice(reader, value, "\"upload\", \"clear\" or \"draw\"",
                          destinations, CASE_COUNT(destinations), &index))
        return false;
    *(enum ombre_case_destination *) field =
        (enum ombre_case_destination) index;
    return true;
}

void case_write_destination(struct case_writer *writer,
                            enum ombre_case_destination destination)
{
    case_write_string(writer, destinations[destination]);
}
