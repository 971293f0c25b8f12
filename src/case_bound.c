/* The memory that slots have: resources, and the views of them. */
#include <stdlib.h>
#include <string.h>

#include "case_parts.h"

/* --- Tables --------------------------------------------------------------- */

#define VIEW(member, kind) CASE_FIELD(struct ombre_view_desc, member, kind)

static const struct case_field target_view_fields[] = {
    VIEW(Format, format),  VIEW(ViewDimension, rtv_dimension),
    VIEW(MipSlice, UINT),  VIEW(FirstArraySlice, UINT),
    VIEW(ArraySize, UINT), VIEW(FirstWSlice, UINT),
    VIEW(WSize, UINT),
};

static const struct case_field depth_view_fields[] = {
    VIEW(Format, format),  VIEW(ViewDimension, dsv_dimension),
    VIEW(MipSlice, UINT),  VIEW(FirstArraySlice, UINT),
    VIEW(ArraySize, UINT),
};

static const struct case_fields target_view = {
    target_view_fields, CASE_COUNT(target_view_fields),
    "an object (a render-target view)"};

static const struct case_fields depth_view = {
    depth_view_fields, CASE_COUNT(depth_view_fields),
    "an object (a depth-stencil view)"};

static bool read_target_view(const struct case_reader *reader,
                             const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &target_view, field);
}

static bool read_depth_view(const struct case_reader *reader,
                            const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &depth_view, field);
}

static void write_target_view(struct case_writer *writer, const void *field)
{
    const struct ombre_bound usual = ombre_bound_default();

    case_write_fields(writer, &target_view, field, &usual.View);
}

static void write_depth_view(struct case_writer *writer, const void *field)
{
    const struct ombre_bound usual = ombre_bound_default();

    case_write_fields(writer, &depth_view, field, &usual.View);
}

/* For "Resource", which is read before all others. */
static bool read_already(const struct case_reader *reader,
                         const struct case_value *value, void *field)
{
    (void) reader, (void) value, (void) field;
    return true;
}

#define BOUND(member, kind) CASE_FIELD(struct ombre_bound, member, kind)

/* clang-format off */
#define RESOURCE_FIELDS                      \
    {"Resource", read_already, NULL, 0, 0},  \
    BOUND(Dimension, resource_dimension),    \
    BOUND(Width, UINT),                      \
    BOUND(Height, UINT),                     \
    BOUND(DepthOrArraySize, UINT),           \
    BOUND(MipLevels, UINT),                  \
    BOUND(Format, format),                   \
    BOUND(SampleDesc, sample_desc)

static const struct case_field resource_fields[] = {RESOURCE_FIELDS};

static const struct case_field target_fields[] = {
    RESOURCE_FIELDS,
    {"View", read_target_view, write_target_view,
     offsetof(struct ombre_bound, View), sizeof(struct ombre_view_desc)},
};

static const struct case_field depth_fields[] = {
    RESOURCE_FIELDS,
    {"View", read_depth_view, write_depth_view,
     offsetof(struct ombre_bound, View), sizeof(struct ombre_view_desc)},
};
/* clang-format on */

/* What two mentions of one resource must say alike. */
static const struct case_fields resource_table = {
    resource_fields, CASE_COUNT(resource_fields), ""};

static const struct case_fields target_table = {
    target_fields, CASE_COUNT(target_fields),
    "null or an object (a resource and its view)"};

static const struct case_fields depth_table = {
    depth_fields, CASE_COUNT(depth_fields),
    "null or an object (a resource and its view)"};

/* --- Slots ---------------------------------------------------------------- */

enum { DEPTH_SLOT = OMBRE_MAX_TARGETS, SLOTS };

static struct ombre_bound *bound_at(struct ombre_pso *pso, unsigned slot)
{
    return slot == DEPTH_SLOT ? &pso->DepthStencil : &pso->RenderTargets[slot];
}

static const struct ombre_bound *const_bound_at(const struct ombre_pso *pso,
                                                unsigned slot)
{
    return slot == DEPTH_SLOT ? &pso->DepthStencil : &pso->RenderTargets[slot];
}

/* The first slot that has the memory of `slot`; `slot` itself if none before
 * has it. */
static unsigned first_mention(const struct ombre_pso *pso, unsigned slot)
{
    const uint32_t resource = const_bound_at(pso, slot)->resource;
    unsigned first = 0;

    while (first < slot &&
           (resource == 0 || !const_bound_at(pso, first)->described ||
            const_bound_at(pso, first)->resource != resource))
        first++;
    return first;
}

/* What a slot is whose description says nothing: as the first mention of its
 * memory, or else of the slot's format and the pso's samples. */
static struct ombre_bound usual_bound(const struct ombre_pso *pso,
                                      unsigned slot)
{
    const unsigned first = first_mention(pso, slot);
    const struct ombre_bound plain = ombre_bound_default();
    struct ombre_bound usual = plain;

    if (first < slot) {
        usual = *const_bound_at(pso, first);
        usual.View = plain.View;
        return usual;
    }
    usual.resource = const_bound_at(pso, slot)->resource;
    usual.Format = slot == DEPTH_SLOT ? pso->DSVFormat : pso->RTVFormats[slot];
    usual.SampleDesc = pso->SampleDesc;
    return usual;
}

/* --- Reading -------------------------------------------------------------- */

/* Number of the memory that `value` names; 0 if it names none. */
static bool read_resource(const struct case_reader *reader,
                          const struct case_value *value, struct ombre_case *c,
                          uint32_t *out)
{
    uint32_t number = 0;

    *out = 0;
    if (!value->json)
        return true;
    if (!json_is_string(value->json))
        return case_expected(reader, value,
                             "a string (one name is one memory)");
    while (c->resource[number] && !case_is_string(value, c->resource[number]))
        number++;
    if (!c->resource[number])
        c->resource[number] = strdup(json_string_value(value->json));
    *out = number + 1;
    return c->resource[number] || case_out_of_memory(reader);
}

static bool read_bound(const struct case_reader *reader,
                       const struct case_value *value, unsigned slot,
                       struct ombre_case *c)
{
    const struct case_fields *table =
        slot == DEPTH_SLOT ? &depth_table : &target_table;
    struct ombre_bound *out = bound_at(&c->pso, slot);

    if (case_is_null(value))
        return true;
    if (!json_is_object(value->json))
        return case_expected(reader, value, table->what);
    const struct case_value name = case_find_member(reader, value, "Resource");
    if (!read_resource(reader, &name, c, &out->resource))
        return false;
    *out = usual_bound(&c->pso, slot);
    if (!case_read_fields(reader, value, table, out))
        return false;
    const unsigned first = first_mention(&c->pso, slot);
    return case_fields_equal(&resource_table, out,
                             const_bound_at(&c->pso, first)) ||
           case_fail(reader, value,
                     "expected what RenderTargets[%u] says of \"%s\", which is "
                     "the same memory",
                     first, c->resource[out->resource - 1]);
}

bool case_read_bounds(const struct case_reader *reader,
                      const struct case_value *targets,
                      const struct case_value *depth, struct ombre_case *c)
{
    struct case_value entry;

    if (targets->json &&
        !case_read_array(reader, targets, "an array of up to 8 targets"))
        return false;
    for (struct case_walk walk = case_walk_of(targets);
         targets->json && case_walk_next(reader, &walk, &entry);) {
        if (entry.index >= OMBRE_MAX_TARGETS)
            return case_fail(reader, &entry,
                             "expected at most 8 targets, found %zu",
                             json_array_size(targets->json));
        if (!read_bound(reader, &entry, (unsigned) entry.index, c))
            return false;
    }
    return !depth->json || read_bound(reader, depth, DEPTH_SLOT, c);
}

/* --- Writing -------------------------------------------------------------- */

static unsigned target_count(const struct ombre_case *c)
{
    unsigned count = OMBRE_MAX_TARGETS;

    while (count > 0 && !c->pso.RenderTargets[count - 1].described)
        count--;
    return count;
}

bool case_has_targets(const struct ombre_case *c)
{
    return target_count(c) > 0;
}

static void write_bound(struct case_writer *writer, const struct ombre_case *c,
                        unsigned slot)
{
    const struct ombre_bound *bound = const_bound_at(&c->pso, slot);
    const struct ombre_bound usual = usual_bound(&c->pso, slot);
    const char *between = "";

    if (!bound->described) {
        case_write_raw(writer, "null");
        return;
    }
    case_write_raw(writer, "{");
    if (bound->resource > 0 && bound->resource <= CASE_COUNT(c->resource) &&
        c->resource[bound->resource - 1]) {
        case_write_raw(writer, "\"Resource\": ");
        case_write_string(writer, c->resource[bound->resource - 1]);
        between = ", ";
    }
    case_write_members(writer,
                       slot == DEPTH_SLOT ? &depth_table : &target_table, bound,
                       &usual, between);
    case_write_raw(writer, "}");
}

void case_write_targets(struct case_writer *writer, const struct ombre_case *c)
{
    for (unsigned slot = 0; slot < target_count(c); slot++) {
        case_write_raw(writer, slot == 0 ? "[\n    " : ",\n    ");
        write_bound(writer, c, slot);
    }
    case_write_raw(writer, "\n  ]");
}

void case_write_depth(struct case_writer *writer, const struct ombre_case *c)
{
    write_bound(writer, c, DEPTH_SLOT);
}
