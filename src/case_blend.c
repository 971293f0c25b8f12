/* The blend descs of Direct3D 10 and later as tables. */
#include <string.h>

#include "case_fields.h"

/* --- Arrays of eight ------------------------------------------------------ */

enum { RENDER_TARGETS = 8 };

/* What an array in a desc holds: objects of `fields`, or else one kind. */
struct elements {
    const char *what;
    size_t size;
    const struct case_fields *fields;
    bool (*read)(const struct case_reader *reader,
                 const struct case_value *value, void *field);
    void (*write)(struct case_writer *writer, const void *field);
};

static bool read_elements(const struct case_reader *reader,
                          const struct case_value *value,
                          const struct elements *elements, void *base)
{
    struct case_value entry;

    if (!case_read_array(reader, value, elements->what))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (entry.index >= RENDER_TARGETS)
            return case_fail(reader, &entry,
                             "expected at most 8 entries, found %zu",
                             json_array_size(value->json));
        void *element = (char *) base + entry.index * elements->size;
        if (elements->fields
                ? !case_read_fields(reader, &entry, elements->fields, element)
                : !elements->read(reader, &entry, element))
            return false;
    }
    return true;
}

static bool are_equal(const struct elements *elements, const void *a,
                      const void *b)
{
    return elements->fields ? case_fields_equal(elements->fields, a, b)
                            : !memcmp(a, b, elements->size);
}

/* Write elements up to the last that is unlike `usual`, or all. */
static void write_elements(struct case_writer *writer,
                           const struct elements *elements, const void *base,
                           const void *usual)
{
    const char *bytes = base;
    unsigned count = 1;

    for (unsigned i = 1; i < RENDER_TARGETS; i++)
        if (writer->is_explicit ||
            !are_equal(elements, bytes + i * elements->size, usual))
            count = i + 1;
    case_write_raw(writer, elements->fields ? "[\n      " : "[");
    for (unsigned i = 0; i < count; i++, bytes += elements->size) {
        if (i > 0)
            case_write_raw(writer, elements->fields ? ",\n      " : ", ");
        if (elements->fields)
            case_write_fields(writer, elements->fields, bytes, usual);
        else
            elements->write(writer, bytes);
    }
    case_write_raw(writer, elements->fields ? "\n    ]" : "]");
}

/* The functions of an array that by default is as `member` of a pso of `api`.
 */
#define ARRAY_FUNCTIONS(name, api, member)                                    \
    static bool read_##name(const struct case_reader *reader,                 \
                            const struct case_value *value, void *field)      \
    {                                                                         \
        return read_elements(reader, value, &name, field);                    \
    }                                                                         \
                                                                              \
    static void write_##name(struct case_writer *writer, const void *field)   \
    {                                                                         \
        const struct ombre_pso usual = ombre_pso_default_of(OMBRE_API_##api); \
        write_elements(writer, &name, field, usual.member);                   \
    }

#define ARRAY(type, member, name)                                   \
    {                                                               \
#member, read_##name, write_##name, offsetof(type, member), \
            sizeof((type *) 0)->member                              \
    }

/* --- D3D10_BLEND_DESC ----------------------------------------------------- */

static const struct elements d3d10_enables = {
    .what = "an array of up to 8 BOOLs",
    .size = sizeof(int32_t),
    .read = case_read_BOOL_field,
    .write = case_write_BOOL_field,
};

static const struct elements d3d10_masks = {
    .what = "an array of up to 8 masks",
    .size = sizeof(uint8_t),
    .read = case_read_UINT8_field,
    .write = case_write_UINT8_field,
};

ARRAY_FUNCTIONS(d3d10_enables, D3D10, desc.d3d10.BlendEnable)

ARRAY_FUNCTIONS(d3d10_masks, D3D10, desc.d3d10.RenderTargetWriteMask)

/* clang-format off */
static const struct case_field d3d10_fields[] = {
    CASE_FIELD(D3D10_BLEND_DESC, AlphaToCoverageEnable, BOOL),
    ARRAY(D3D10_BLEND_DESC, BlendEnable, d3d10_enables),
    CASE_FIELD(D3D10_BLEND_DESC, SrcBlend, blend),
    CASE_FIELD(D3D10_BLEND_DESC, DestBlend, blend),
    CASE_FIELD(D3D10_BLEND_DESC, BlendOp, blend_op),
    CASE_FIELD(D3D10_BLEND_DESC, SrcBlendAlpha, blend),
    CASE_FIELD(D3D10_BLEND_DESC, DestBlendAlpha, blend),
    CASE_FIELD(D3D10_BLEND_DESC, BlendOpAlpha, blend_op),
    ARRAY(D3D10_BLEND_DESC, RenderTargetWriteMask, d3d10_masks),
};
/* clang-format on */

const struct case_fields case_fields_d3d10_blend_desc = {
    d3d10_fields, CASE_COUNT(d3d10_fields), "an object (a blend desc)"};

/* --- D3D10_BLEND_DESC1 and D3D11_BLEND_DESC ------------------------------- */

/* clang-format off */
static const struct case_field d3d11_entry_fields[] = {
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, BlendEnable, BOOL),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, SrcBlend, blend),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, DestBlend, blend),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, BlendOp, blend_op),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, SrcBlendAlpha, blend),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, DestBlendAlpha, blend),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, BlendOpAlpha, blend_op),
    CASE_FIELD(D3D11_RENDER_TARGET_BLEND_DESC, RenderTargetWriteMask, UINT8),
};
/* clang-format on */

static const struct case_fields d3d11_entry = {
    d3d11_entry_fields, CASE_COUNT(d3d11_entry_fields),
    "an object (a render target's blend desc)"};

static const struct elements d3d11_entries = {
    .what = "an array of up to 8 objects",
    .size = sizeof(D3D11_RENDER_TARGET_BLEND_DESC),
    .fields = &d3d11_entry,
};

ARRAY_FUNCTIONS(d3d11_entries, D3D11, desc.d3d11.RenderTarget)

static const struct case_field d3d11_fields[] = {
    CASE_FIELD(D3D11_BLEND_DESC, AlphaToCoverageEnable, BOOL),
    CASE_FIELD(D3D11_BLEND_DESC, IndependentBlendEnable, BOOL),
    ARRAY(D3D11_BLEND_DESC, RenderTarget, d3d11_entries),
};

const struct case_fields case_fields_d3d11_blend_desc = {
    d3d11_fields, CASE_COUNT(d3d11_fields), "an object (a blend desc)"};

/* --- D3D11_BLEND_DESC1 and D3D12_BLEND_DESC ------------------------------- */

#define RT(member, kind) \
    CASE_FIELD(D3D12_RENDER_TARGET_BLEND_DESC, member, kind)

/* clang-format off */
static const struct case_field d3d12_entry_fields[] = {
    RT(BlendEnable, BOOL),
    RT(LogicOpEnable, BOOL),
    RT(SrcBlend, blend),
    RT(DestBlend, blend),
    RT(BlendOp, blend_op),
    RT(SrcBlendAlpha, blend),
    RT(DestBlendAlpha, blend),
    RT(BlendOpAlpha, blend_op),
    RT(LogicOp, logic_op),
    RT(RenderTargetWriteMask, UINT8),
};
/* clang-format on */

static const struct case_fields d3d12_entry = {
    d3d12_entry_fields, CASE_COUNT(d3d12_entry_fields),
    "an object (a render target's blend desc)"};

static const struct elements d3d12_entries = {
    .what = "an array of up to 8 objects",
    .size = sizeof(D3D12_RENDER_TARGET_BLEND_DESC),
    .fields = &d3d12_entry,
};

ARRAY_FUNCTIONS(d3d12_entries, D3D12, BlendState.RenderTarget)

/* Entries have padding, which makes them look unequal: then more is written
 * than need be. */
static const struct case_field d3d12_fields[] = {
    CASE_FIELD(D3D12_BLEND_DESC, AlphaToCoverageEnable, BOOL),
    CASE_FIELD(D3D12_BLEND_DESC, IndependentBlendEnable, BOOL),
    ARRAY(D3D12_BLEND_DESC, RenderTarget, d3d12_entries),
};

const struct case_fields case_fields_d3d12_blend_desc = {
    d3d12_fields, CASE_COUNT(d3d12_fields), "an object (a blend desc)"};
