/* The descs of Direct3D as tables. */
#include <string.h>

#include "case_fields.h"

/* --- D3D12_RENDER_TARGET_BLEND_DESC --------------------------------------- */

#define RT(member, kind) \
    CASE_FIELD(D3D12_RENDER_TARGET_BLEND_DESC, member, kind)

/* clang-format off */
static const struct case_field render_target_fields[] = {
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

static const struct case_fields render_target = {
    render_target_fields, CASE_COUNT(render_target_fields),
    "an object (a render target's blend desc)"};

enum { RENDER_TARGETS = 8 }; /* of a D3D12_BLEND_DESC */

static bool read_render_targets(const struct case_reader *reader,
                                const struct case_value *value, void *field)
{
    D3D12_RENDER_TARGET_BLEND_DESC *targets = field;
    struct case_value entry;

    if (!case_read_array(reader, value, "an array of up to 8 objects"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (entry.index >= RENDER_TARGETS)
            return case_fail(reader, &entry,
                             "expected at most 8 entries, found %zu",
                             json_array_size(value->json));
        if (!case_read_fields(reader, &entry, &render_target,
                              &targets[entry.index]))
            return false;
    }
    return true;
}

static void write_render_targets(struct case_writer *writer, const void *field)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *targets = field;
    const struct ombre_pso usual = ombre_pso_default();
    unsigned count = 1;

    for (unsigned i = 1; i < RENDER_TARGETS; i++)
        if (!case_fields_equal(&render_target, &targets[i],
                               &usual.BlendState.RenderTarget[i]))
            count = i + 1;
    case_write_raw(writer, "[\n      ");
    for (unsigned i = 0; i < count; i++) {
        case_write_raw(writer, i == 0 ? "" : ",\n      ");
        case_write_fields(writer, &render_target, &targets[i],
                          &usual.BlendState.RenderTarget[i]);
    }
    case_write_raw(writer, "\n    ]");
}

/* --- The others ----------------------------------------------------------- */

/* Entries have padding, which makes them look unequal: then more is written
 * than need be. */
static const struct case_field blend_desc_fields[] = {
    CASE_FIELD(D3D12_BLEND_DESC, AlphaToCoverageEnable, BOOL),
    CASE_FIELD(D3D12_BLEND_DESC, IndependentBlendEnable, BOOL),
    {"RenderTarget", read_render_targets, write_render_targets,
     offsetof(D3D12_BLEND_DESC, RenderTarget),
     sizeof((D3D12_BLEND_DESC *) 0)->RenderTarget},
};

const struct case_fields case_fields_blend_desc = {
    blend_desc_fields, CASE_COUNT(blend_desc_fields),
    "an object (a blend desc)"};

static const struct case_field sample_desc_fields[] = {
    CASE_FIELD(DXGI_SAMPLE_DESC, Count, UINT),
    CASE_FIELD(DXGI_SAMPLE_DESC, Quality, UINT),
};

const struct case_fields case_fields_sample_desc = {
    sample_desc_fields, CASE_COUNT(sample_desc_fields),
    "an object (\"Count\", \"Quality\")"};

static bool read_feature_level(const struct case_reader *reader,
                               const struct case_value *value, void *field)
{
    return case_read_enum(reader, value, &case_enum_feature_level, field);
}

static const struct case_field device_fields[] = {
    {"FeatureLevel", read_feature_level, case_write_UINT_field,
     offsetof(struct ombre_d3d_device, FeatureLevel),
     sizeof((struct ombre_d3d_device *) 0)->FeatureLevel},
    CASE_FIELD(struct ombre_d3d_device, OutputMergerLogicOp, flag),
    CASE_FIELD(struct ombre_d3d_device, AlphaBlendFactorSupported, flag),
    {"Caps", case_refuse_field, NULL, 0, 0},
};

const struct case_fields case_fields_device = {
    device_fields, CASE_COUNT(device_fields),
    "an object (what a device can do)"};
