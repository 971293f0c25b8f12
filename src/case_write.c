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

/* The value alone; what it leaves out is `usual`. */
static void write_blend_state(struct case_writer *writer,
                              const struct ombre_pso *pso,
                              const struct ombre_pso *usual)
{
    const struct case_api *api = case_api_of(pso->api);

    if (ombre_api_creates_blend_state(pso->api) && pso->null_desc) {
        case_write_raw(writer, "null");
        return;
    }
    case_write_fields(writer, api->blend, (const char *) pso + api->desc,
                      (const char *) usual + api->desc);
}

static void write_blend_factor(struct case_writer *writer,
                               const struct ombre_pso *pso)
{
    uint32_t factor[4];

    memcpy(factor, pso->BlendFactor, sizeof factor);
    case_write_words(writer, OMBRE_BASE_FLOAT, factor);
}

static void write_om_arguments(struct case_writer *writer,
                               const struct ombre_pso *pso)
{
    begin(writer, "BlendFactor");
    write_blend_factor(writer, pso);
    begin(writer, "SampleMask");
    case_write_UINT_field(writer, &pso->SampleMask);
}

static void write_pso(struct case_writer *writer, const struct ombre_pso *pso)
{
    const struct ombre_pso usual = ombre_pso_default_of(pso->api);

    begin(writer, "BlendState");
    write_blend_state(writer, pso, &usual);
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

/* --- What a step sets ------------------------------------------------------
 */

/* Start a field of what is set. */
static void begin_set(struct case_writer *writer, const char *name,
                      const char **between)
{
    case_write_raw(writer, *between);
    case_write_string(writer, name);
    case_write_raw(writer, ": ");
    *between = ", ";
}

static bool same_blend_state(const struct ombre_pso *a,
                             const struct ombre_pso *b)
{
    const struct case_api *api = case_api_of(a->api);

    return a->null_desc == b->null_desc &&
           case_fields_equal(api->blend, (const char *) a + api->desc,
                             (const char *) b + api->desc);
}

void case_write_set(struct case_writer *writer, const struct ombre_pso *before,
                    const struct ombre_pso *pso)
{
    const struct ombre_pso usual =
        pso->api == OMBRE_API_D3D9 ? *before : ombre_pso_default_of(pso->api);
    const char *between = "";

    case_write_raw(writer, "{");
    if (!same_blend_state(before, pso)) {
        begin_set(writer, "BlendState", &between);
        write_blend_state(writer, pso, &usual);
    }
    if (memcmp(before->BlendFactor, pso->BlendFactor,
               sizeof pso->BlendFactor) != 0) {
        begin_set(writer, "BlendFactor", &between);
        write_blend_factor(writer, pso);
    }
    if (before->SampleMask != pso->SampleMask) {
        begin_set(writer, "SampleMask", &between);
        case_write_UINT_field(writer, &pso->SampleMask);
    }
    if (before->NumRenderTargets != pso->NumRenderTargets) {
        begin_set(writer, "NumRenderTargets", &between);
        case_write_UINT_field(writer, &pso->NumRenderTargets);
    }
    if (memcmp(&before->shader, &pso->shader, sizeof pso->shader) != 0) {
        begin_set(writer, "PixelShader", &between);
        case_write_shader(writer, pso);
    }
    case_write_raw(writer, "}");
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
    if (case_has_image(&c->image)) {
        begin(writer, "Image");
        case_write_image(writer, &c->image);
    }
    if (c->destination_by != OMBRE_CASE_DESTINATION_UPLOAD) {
        begin(writer, "DestinationBy");
        case_write_destination(writer, c->destination_by);
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
    if (c->step_count > 0) {
        begin(&writer, "Steps");
        case_write_steps(&writer, c);
    }
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
