/* Direct3D's structs as tables of fields, for reading and for writing.
 *
 * An API whose desc differs gets tables of its own; nothing else changes.
 */
#ifndef OMBRE_CASE_FIELDS_H
#define OMBRE_CASE_FIELDS_H

#include "case_reader.h"
#include "case_writer.h"

/* One field of an object.  `field` points at it in the struct. */
struct case_field {
    const char *name;
    bool (*read)(const struct case_reader *reader,
                 const struct case_value *value, void *field);
    void (*write)(struct case_writer *writer, const void *field);
    size_t offset, size;
};

#define CASE_FIELD(type, member, kind)                                \
    {                                                                 \
#member, case_read_##kind##_field, case_write_##kind##_field, \
            offsetof(type, member), sizeof((type *) 0)->member        \
    }

struct case_fields {
    const struct case_field *field;
    size_t count;
    const char *what; /* "an object of ..." */
};

/* Read the members of `value`, an object, into the struct at `base`.  Fields
 * that are not there are left alone. */
bool case_read_fields(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct case_fields *fields, void *base);

/* Whether two structs are equal in all fields that can be written. */
bool case_fields_equal(const struct case_fields *fields, const void *a,
                       const void *b);

/* Write the fields of `base` that differ from `usual`, as an object. */
void case_write_fields(struct case_writer *writer,
                       const struct case_fields *fields, const void *base,
                       const void *usual);

/* The same without braces; `between` stands before the first field that is
 * written, and commas between them. */
void case_write_members(struct case_writer *writer,
                        const struct case_fields *fields, const void *base,
                        const void *usual, const char *between);

/* --- Kinds of fields ------------------------------------------------------ */

/* X(kind) of Direct3D's types of that name; hex is a UINT that is written in
 * hexadecimal, flag a bool of C, vendor the four characters by which a driver
 * is asked for what Direct3D 9 does not name. */
/* clang-format off */
#define CASE_FIELD_KINDS(X)                                          \
    X(BOOL) X(flag) X(UINT) X(UINT8) X(hex) X(format) X(sample_desc) \
    X(feature_level) X(vendor) CASE_ENUM_KINDS(X)

/* Of the enumerations case_enum_<kind>. */
#define CASE_ENUM_KINDS(X)                                              \
    X(blend) X(blend_op) X(logic_op) X(d3d9_blend) X(d3d9_blend_op)     \
    X(d3d9_cmp) X(resource_dimension) X(rtv_dimension) X(dsv_dimension)
/* clang-format on */

#define X(kind)                                                     \
    bool case_read_##kind##_field(const struct case_reader *reader, \
                                  const struct case_value *value,   \
                                  void *field);                     \
    void case_write_##kind##_field(struct case_writer *writer,      \
                                   const void *field);
CASE_FIELD_KINDS(X)
#undef X

/* struct case_value: keep the value, to be read when the rest is known. */
bool case_keep_field(const struct case_reader *reader,
                     const struct case_value *value, void *field);

/* --- Objects -------------------------------------------------------------- */

/* BlendState of each API.  D3D12_BLEND_DESC is D3D11_BLEND_DESC1 too, and
 * D3D11_BLEND_DESC is D3D10_BLEND_DESC1: each two have one layout. */
extern const struct case_fields case_fields_d3d9_states;
extern const struct case_fields case_fields_d3d10_blend_desc;
extern const struct case_fields case_fields_d3d11_blend_desc;
extern const struct case_fields case_fields_d3d12_blend_desc;

extern const struct case_fields case_fields_device;

#endif /* OMBRE_CASE_FIELDS_H */
