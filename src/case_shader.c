/* What the pixel shader declares. */
#include <string.h>

#include "case_parts.h"

enum { ALL_COMPONENTS = 0xF };

static const char *const type_names[] = {"float", "uint", "sint", "int"};
static const enum ombre_output_type types[] = {
    OMBRE_OUTPUT_FLOAT, OMBRE_OUTPUT_UINT, OMBRE_OUTPUT_SINT,
    OMBRE_OUTPUT_SINT};

/* --- Targets and outputs -------------------------------------------------- */

uint32_t case_target_dxgi(const struct ombre_pso *pso, unsigned target)
{
    return target < OMBRE_MAX_TARGETS && target < pso->NumRenderTargets
               ? (uint32_t) pso->RTVFormats[target]
               : 0;
}

enum ombre_base_type case_output_base(enum ombre_output_type type)
{
    switch (type) {
    case OMBRE_OUTPUT_NONE:
    case OMBRE_OUTPUT_FLOAT: return OMBRE_BASE_FLOAT;
    case OMBRE_OUTPUT_UINT: return OMBRE_BASE_UINT;
    case OMBRE_OUTPUT_SINT: return OMBRE_BASE_SINT;
    }
    return OMBRE_BASE_FLOAT;
}

/* What "rgba" is in slot `target`. */
static struct ombre_output usual_output(const struct ombre_pso *pso,
                                        unsigned target)
{
    const struct ombre_format *format =
        ombre_format_find(case_target_dxgi(pso, target));
    struct ombre_output output = {OMBRE_OUTPUT_FLOAT, ALL_COMPONENTS};

    if (format) {
        switch (ombre_format_base_type(format)) {
        case OMBRE_BASE_FLOAT: break;
        case OMBRE_BASE_UINT: output.type = OMBRE_OUTPUT_UINT; break;
        case OMBRE_BASE_SINT: output.type = OMBRE_OUTPUT_SINT; break;
        }
    }
    return output;
}

static bool is_src1(uint32_t factor)
{
    return factor >= OMBRE_SRC1_COLOR && factor <= OMBRE_INV_SRC1_ALPHA;
}

/* BOTHSRCALPHA and BOTHINVSRCALPHA make Direct3D ignore the other factor. */
static bool is_d3d9_dual_source(uint32_t src, uint32_t dest)
{
    return is_src1(src) || (is_src1(dest) && src != D3DBLEND_BOTHSRCALPHA &&
                            src != D3DBLEND_BOTHINVSRCALPHA);
}

static bool d3d9_has_second_source(const struct ombre_d3d9_states *states)
{
    return states->ALPHABLENDENABLE &&
           (is_d3d9_dual_source(states->SRCBLEND, states->DESTBLEND) ||
            (states->SEPARATEALPHABLENDENABLE &&
             is_d3d9_dual_source(states->SRCBLENDALPHA,
                                 states->DESTBLENDALPHA)));
}

/* FS 17.6: a factor of the second source in an enabled equation, whatever its
 * operation. */
#define HAS_SECOND_SOURCE(enable, entry)                        \
    ((enable) && (is_src1((uint32_t) (entry)->SrcBlend) ||      \
                  is_src1((uint32_t) (entry)->DestBlend) ||     \
                  is_src1((uint32_t) (entry)->SrcBlendAlpha) || \
                  is_src1((uint32_t) (entry)->DestBlendAlpha)))

/* Whether target 0 is dual source. */
static bool is_dual_source(const struct ombre_pso *pso)
{
    const D3D10_BLEND_DESC *d3d10 = &pso->desc.d3d10;
    const D3D11_RENDER_TARGET_BLEND_DESC *d3d11 =
        &pso->desc.d3d11.RenderTarget[0];
    const D3D12_RENDER_TARGET_BLEND_DESC *d3d12 =
        &pso->BlendState.RenderTarget[0];

    switch (pso->api) {
    case OMBRE_API_D3D9: return d3d9_has_second_source(&pso->desc.d3d9);
    case OMBRE_API_D3D10:
        return HAS_SECOND_SOURCE(d3d10->BlendEnable[0], d3d10);
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11: return HAS_SECOND_SOURCE(d3d11->BlendEnable, d3d11);
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return HAS_SECOND_SOURCE(d3d12->BlendEnable, d3d12);
}

static bool is_alpha_to_coverage(const struct ombre_pso *pso)
{
    switch (pso->api) {
    case OMBRE_API_D3D9: return false;
    case OMBRE_API_D3D10: return pso->desc.d3d10.AlphaToCoverageEnable;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11: return pso->desc.d3d11.AlphaToCoverageEnable;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return pso->BlendState.AlphaToCoverageEnable;
}

/* Whether a pixel, or a layer of one, says what SV_Target0 is. */
static bool gives_first_output(const json_t *pixels)
{
    for (size_t i = 0; i < json_array_size(pixels); i++) {
        const json_t *pixel = json_array_get(pixels, i);
        const json_t *layers = json_object_get(pixel, "layers");
        const json_t *src = json_object_get(pixel, "src");
        for (size_t n = 0; n <= json_array_size(layers); n++) {
            const json_t *first = json_array_get(src, 0);
            if (first && !json_is_null(first))
                return true;
            src = json_array_get(layers, n);
        }
    }
    return false;
}

static void set_usual_outputs(struct ombre_pso *pso, const json_t *pixels)
{
    const bool dual = is_dual_source(pso);

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (case_target_dxgi(pso, i) != 0 || (i == 1 && dual))
            pso->shader.output[i] = usual_output(pso, i);
    /* FS 17.18: its alpha makes the coverage, whether a target is there or not;
     * operands that go without one leave it undeclared. */
    if (is_alpha_to_coverage(pso) && gives_first_output(pixels))
        pso->shader.output[0] = usual_output(pso, 0);
}

/* --- Reading -------------------------------------------------------------- */

/* Letters of "rgba", each at most once and in this order. */
static bool read_components(const struct case_reader *reader,
                            const struct case_value *value, uint8_t *out)
{
    static const char letters[] = "rgba";
    const char *rest =
        json_is_string(value->json) ? json_string_value(value->json) : "";
    uint8_t components = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (*rest == letters[i]) {
            components |= (uint8_t) (1u << i);
            rest++;
        }
    }
    if (components == 0 || *rest)
        return case_expected(reader, value,
                             "letters of \"rgba\" in this order");
    *out = components;
    return true;
}

struct output_draft {
    struct case_value type, components;
};

static bool read_output_object(const struct case_reader *reader,
                               const struct case_value *value,
                               struct ombre_output *out)
{
    static const struct case_field field[] = {
        {"type", case_keep_field, NULL, offsetof(struct output_draft, type), 0},
        {"components", case_keep_field, NULL,
         offsetof(struct output_draft, components), 0},
    };
    static const struct case_fields fields = {
        field, 2, "null, \"rgba\" or {\"type\": .., \"components\": ..}"};
    struct output_draft draft = {0};
    size_t type;

    if (!case_read_fields(reader, value, &fields, &draft))
        return false;
    if (draft.type.json) {
        if (!case_read_choice(reader, &draft.type,
                              "\"float\", \"uint\" or \"int\"", type_names,
                              CASE_COUNT(type_names), &type))
            return false;
        out->type = types[type];
    }
    return !draft.components.json ||
           read_components(reader, &draft.components, &out->components);
}

static bool read_outputs(const struct case_reader *reader,
                         const struct case_value *value, struct ombre_pso *pso)
{
    struct case_value entry;

    if (!case_read_array(reader, value, "an array of up to 8 outputs"))
        return false;
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &entry);) {
        if (entry.index >= OMBRE_MAX_TARGETS)
            return case_fail(reader, &entry,
                             "expected at most 8 outputs, found %zu",
                             json_array_size(value->json));
        if (case_is_null(&entry))
            continue;
        struct ombre_output *output = &pso->shader.output[entry.index];
        *output = usual_output(pso, (unsigned) entry.index);
        if (!case_is_string(&entry, "rgba") &&
            !read_output_object(reader, &entry, output))
            return false;
    }
    return true;
}

static bool read_coverage(const struct case_reader *reader,
                          const struct case_value *value,
                          struct ombre_pixel_shader *shader)
{
    static const char *const names[] = {"per-pixel"};
    size_t name;

    if (case_is_null(value))
        return true;
    if (json_is_string(value->json) && !case_is_hex(value)) {
        shader->coverage = OMBRE_COVERAGE_PER_PIXEL;
        return case_read_choice(reader, value, "null, a mask or \"per-pixel\"",
                                names, 1, &name);
    }
    shader->coverage = OMBRE_COVERAGE_MASK;
    return case_read_uint32(reader, value, &shader->coverage_mask);
}

struct shader_draft {
    struct case_value outputs, coverage;
};

bool case_read_shader(const struct case_reader *reader,
                      const struct case_value *value, const json_t *pixels,
                      struct ombre_pso *pso)
{
    static const struct case_field field[] = {
        {"outputs", case_keep_field, NULL,
         offsetof(struct shader_draft, outputs), 0},
        {"coverage", case_keep_field, NULL,
         offsetof(struct shader_draft, coverage), 0},
    };
    static const struct case_fields fields = {field, 2,
                                              "null or an object (a shader)"};
    struct shader_draft draft = {0};

    pso->shader = (struct ombre_pixel_shader){.bound = true};
    if (value->json) {
        if (case_is_null(value)) {
            pso->shader.bound = false;
            return true;
        }
        if (!case_read_fields(reader, value, &fields, &draft))
            return false;
    }
    if (!draft.outputs.json)
        set_usual_outputs(pso, pixels);
    else if (!read_outputs(reader, &draft.outputs, pso))
        return false;
    return !draft.coverage.json ||
           read_coverage(reader, &draft.coverage, &pso->shader);
}

/* --- Writing -------------------------------------------------------------- */

static const char *type_name(enum ombre_output_type type)
{
    switch (type) {
    case OMBRE_OUTPUT_NONE: return "none";
    case OMBRE_OUTPUT_FLOAT: return "float";
    case OMBRE_OUTPUT_UINT: return "uint";
    case OMBRE_OUTPUT_SINT: return "int";
    }
    return "none";
}

static void write_output(struct case_writer *writer,
                         const struct ombre_pso *pso, unsigned index)
{
    const struct ombre_output output = pso->shader.output[index];
    const struct ombre_output usual = usual_output(pso, index);

    if (output.type == OMBRE_OUTPUT_NONE) {
        case_write_raw(writer, "null");
    } else if (!writer->is_explicit && output.type == usual.type &&
               output.components == usual.components) {
        case_write_raw(writer, "\"rgba\"");
    } else {
        case_write_format(writer, "{\"type\": \"%s\", \"components\": \"",
                          type_name(output.type));
        for (unsigned i = 0; i < 4; i++)
            if (output.components >> i & 1)
                case_write_format(writer, "%c", "rgba"[i]);
        case_write_raw(writer, "\"}");
    }
}

static void write_coverage(struct case_writer *writer,
                           const struct ombre_pixel_shader *shader)
{
    switch (shader->coverage) {
    case OMBRE_COVERAGE_NONE:
        if (writer->is_explicit)
            case_write_raw(writer, ", \"coverage\": null");
        return;
    case OMBRE_COVERAGE_MASK:
        case_write_format(writer, ", \"coverage\": %lu",
                          (unsigned long) shader->coverage_mask);
        return;
    case OMBRE_COVERAGE_PER_PIXEL:
        case_write_raw(writer, ", \"coverage\": \"per-pixel\"");
        return;
    }
}

void case_write_shader(struct case_writer *writer, const struct ombre_pso *pso)
{
    unsigned count = 0;

    if (!pso->shader.bound) {
        case_write_raw(writer, "null");
        return;
    }
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (pso->shader.output[i].type != OMBRE_OUTPUT_NONE)
            count = i + 1;
    case_write_raw(writer, "{\"outputs\": [");
    for (unsigned i = 0; i < count; i++) {
        case_write_raw(writer, i == 0 ? "" : ", ");
        write_output(writer, pso, i);
    }
    case_write_raw(writer, "]");
    write_coverage(writer, &pso->shader);
    case_write_raw(writer, "}");
}
