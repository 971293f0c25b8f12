/* A case as text that is read back to the same bits. */
#include <stdlib.h>
#include <string.h>

#include "case_parts.h"

/* --- State ---------------------------------------------------------------- */

/* Start a field of the document on a line of its own. */
static void begin(struct case_writer *writer, const char *name)
{
    case_write_raw(writer, ",\n  ");
    case_write_string(writer, name);
    case_write_raw(writer, ": ");
}

static void write_formats(struct case_writer *writer,
                          const struct ombre_pso *pso)
{
    unsigned count = 0;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if ((uint32_t) pso->RTVFormats[i] != 0 || i < pso->NumRenderTargets)
            count = i + 1;
    if (writer->is_explicit || count != pso->NumRenderTargets) {
        begin(writer, "NumRenderTargets");
        case_write_UINT_field(writer, &pso->NumRenderTargets);
    }
    begin(writer, "RTVFormats");
    for (unsigned i = 0; i < count; i++) {
        case_write_raw(writer, i == 0 ? "[" : ", ");
        case_write_format_field(writer, &pso->RTVFormats[i]);
    }
    case_write_raw(writer, count == 0 ? "[]" : "]");
    if (writer->is_explicit || (uint32_t) pso->DSVFormat != 0) {
        begin(writer, "DSVFormat");
        case_write_format_field(writer, &pso->DSVFormat);
    }
}

static void write_blend_state(struct case_writer *writer,
                              const struct ombre_pso *pso)
{
    const struct ombre_pso usual = ombre_pso_default_of(pso->api);
    const struct case_api *api = case_api_of(pso->api);

    begin(writer, "BlendState");
    if (ombre_api_creates_blend_state(pso->api) && pso->null_desc) {
        case_write_raw(writer, "null");
        return;
    }
    case_write_fields(writer, api->blend, (const char *) pso + api->desc,
                      (const char *) &usual + api->desc);
}

static void write_om_arguments(struct case_writer *writer,
                               const struct ombre_pso *pso)
{
    uint32_t factor[4];

    memcpy(factor, pso->BlendFactor, sizeof factor);
    begin(writer, "BlendFactor");
    case_write_words(writer, OMBRE_BASE_FLOAT, factor);
    begin(writer, "SampleMask");
    case_write_UINT_field(writer, &pso->SampleMask);
}

static void write_pso(struct case_writer *writer, const struct ombre_pso *pso)
{
    write_blend_state(writer, pso);
    if (case_has_om_arguments(pso->api))
        write_om_arguments(writer, pso);
    write_formats(writer, pso);
    if (writer->is_explicit || pso->SampleDesc.Count != 1 ||
        pso->SampleDesc.Quality != 0) {
        begin(writer, "SampleDesc");
        case_write_sample_desc_field(writer, &pso->SampleDesc);
    }
    begin(writer, "PixelShader");
    case_write_shader(writer, pso);
}

static void write_surroundings(struct case_writer *writer,
                               const struct ombre_case *c)
{
    const struct ombre_d3d_device usual = ombre_d3d_device_default();

    if (case_has_targets(c)) {
        begin(writer, "RenderTargets");
        case_write_targets(writer, c);
    }
    if (c->pso.DepthStencil.described) {
        begin(writer, "DepthStencil");
        case_write_depth(writer, c);
    }
    if (writer->is_explicit ||
        !case_fields_equal(&case_fields_device, &c->device, &usual)) {
        begin(writer, "Device");
        case_write_fields(writer, &case_fields_device, &c->device, &usual);
    }
    if (writer->is_explicit ||
        !ombre_lane_equal(&c->lane, &(struct ombre_lane){0})) {
        const struct ombre_lane lane =
            writer->is_explicit ? ombre_lane_resolved(&c->lane) : c->lane;
        begin(writer, "Lane");
        case_write_lane(writer, &lane);
    }
    if (writer->is_explicit || c->without) {
        begin(writer, "Without");
        case_write_without(writer, c->without);
    }
}

static char *write_case(const struct ombre_case *c, bool is_explicit)
{
    struct case_writer writer = {.api_prefix = case_api_of(c->pso.api)->prefix,
                                 .is_explicit = is_explicit};
    struct case_locale locale;

    if (!case_locale_enter(&locale))
        return NULL;
    case_write_raw(&writer, "{\n  \"ombre\": 1");
    if (c->name[0]) {
        begin(&writer, "name");
        case_write_string(&writer, c->name);
    }
    begin(&writer, "api");
    case_write_string(&writer, ombre_api_name(c->pso.api));
    write_pso(&writer, &c->pso);
    write_surroundings(&writer, c);
    if (c->pixel_count > 0) {
        begin(&writer, "pixels");
        case_write_pixels(&writer, c);
    }
    case_write_raw(&writer, "\n}\n");
    case_locale_leave(&locale);
    if (writer.failed) {
        free(writer.bytes);
        return NULL;
    }
    return writer.bytes;
}

char *ombre_case_write(const struct ombre_case *c)
{
    return write_case(c, false);
}

char *ombre_case_write_explicit(const struct ombre_case *c)
{
    return write_case(c, true);
}
