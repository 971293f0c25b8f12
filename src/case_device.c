/* What a device can do, as tables. */
#include "case_fields.h"

static const struct case_field caps_fields[] = {
    CASE_FIELD(struct ombre_d3d9_caps, PrimitiveMiscCaps, hex),
    CASE_FIELD(struct ombre_d3d9_caps, SrcBlendCaps, hex),
    CASE_FIELD(struct ombre_d3d9_caps, DestBlendCaps, hex),
    CASE_FIELD(struct ombre_d3d9_caps, NumSimultaneousRTs, UINT),
};

static const struct case_fields caps = {caps_fields, CASE_COUNT(caps_fields),
                                        "an object (members of D3DCAPS9)"};

static bool read_caps(const struct case_reader *reader,
                      const struct case_value *value, void *field)
{
    return case_read_fields(reader, value, &caps, field);
}

static void write_caps(struct case_writer *writer, const void *field)
{
    const struct ombre_d3d_device usual = ombre_d3d_device_default();

    case_write_fields(writer, &caps, field, &usual.Caps);
}

static const struct case_field device_fields[] = {
    CASE_FIELD(struct ombre_d3d_device, FeatureLevel, feature_level),
    CASE_FIELD(struct ombre_d3d_device, OutputMergerLogicOp, flag),
    CASE_FIELD(struct ombre_d3d_device, AlphaBlendFactorSupported, flag),
    {"Caps", read_caps, write_caps, offsetof(struct ombre_d3d_device, Caps),
     sizeof(struct ombre_d3d9_caps)},
};

const struct case_fields case_fields_device = {
    device_fields, CASE_COUNT(device_fields),
    "an object (what a device can do)"};
