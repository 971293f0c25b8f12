#include "validate_check.h"

enum { RGB = 7, ALPHA = 8 };

/* "rgba", "ra", ...; "none" for an empty set. */
struct letters {
    char text[5];
};

static struct letters letters(unsigned components)
{
    static const char *const names[] = {
        "none", "r",  "g",  "rg",  "b",  "rb",  "gb",  "rgb",
        "a",    "ra", "ga", "rga", "ba", "rba", "gba", "rgba"};
    struct letters out = {""};
    const char *name = names[components & 15];

    for (unsigned i = 0; name[i]; i++)
        out.text[i] = name[i];
    return out;
}

static const char *type_name(enum ombre_output_type type)
{
    switch (type) {
    case OMBRE_OUTPUT_NONE: return "undeclared";
    case OMBRE_OUTPUT_FLOAT: return "float";
    case OMBRE_OUTPUT_UINT: return "uint";
    case OMBRE_OUTPUT_SINT: return "sint";
    }
    return "of an unknown type";
}

static enum ombre_output_type type_of(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: return OMBRE_OUTPUT_FLOAT;
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    }
    return OMBRE_OUTPUT_NONE;
}

/* --- What a target asks of its source ------------------------------------ */

static bool reads_source_alpha(uint32_t factor)
{
    return factor == OMBRE_SRC_ALPHA || factor == OMBRE_INV_SRC_ALPHA ||
           factor == OMBRE_SRC_ALPHA_SAT;
}

/* Whether a factor that counts for colour reads SV_Target's alpha.  Factors of
 * the alpha equation read what that equation blends anyway. */
static bool color_reads_alpha(const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                              unsigned mask)
{
    return (mask & RGB) && entry->BlendEnable &&
           !is_min_or_max(entry->BlendOp) &&
           (reads_source_alpha(entry->SrcBlend) ||
            reads_source_alpha(entry->DestBlend));
}

/* Components of the second source that one factor reads to write `mask`. */
static unsigned second_source_of(uint32_t factor, unsigned mask)
{
    if (!mask)
        return 0;
    if (factor == OMBRE_SRC1_ALPHA || factor == OMBRE_INV_SRC1_ALPHA)
        return ALPHA;
    return is_src1(factor) ? mask : 0;
}

static unsigned second_source_needed(
    const D3D12_RENDER_TARGET_BLEND_DESC *entry, unsigned mask)
{
    unsigned needed = 0;
    if (!is_min_or_max(entry->BlendOp))
        needed |= second_source_of(entry->SrcBlend, mask & RGB) |
                  second_source_of(entry->DestBlend, mask & RGB);
    if (!is_min_or_max(entry->BlendOpAlpha))
        needed |= second_source_of(entry->SrcBlendAlpha, mask & ALPHA) |
                  second_source_of(entry->DestBlendAlpha, mask & ALPHA);
    return needed;
}

/* --- Outputs ------------------------------------------------------------- */

/* What is wrong with an output that is declared. */
struct output_faults {
    bool type;
    unsigned missing; /* components that are written */
    bool alpha;       /* a colour factor reads it, and it is missing */
};

static void report_output(struct ombre_check *check, unsigned target,
                          const struct output_faults *faults)
{
    const struct ombre_format *format = check->format[target];
    const struct ombre_output output = check->pso->shader.output[target];
    const struct ombre_path path =
        ombre_path_index("PixelShader.outputs", target);

    if (faults->type)
        ombre_check_report(check,
                           is_d3d12(check) ? OMBRE_RULE_OUTPUT_TYPE
                                           : OMBRE_RULE_DRAW_OUTPUT_TYPE,
                           path, "the output is %s; %s (%u) takes %s",
                           type_name(output.type), format->name, format->dxgi,
                           type_name(type_of(format)));
    if (faults->missing)
        ombre_check_report(
            check, OMBRE_RULE_OUTPUT_COMPONENTS, path,
            "declared is %s, written to %s is %s; missing is %s",
            letters(output.components).text, format->name,
            letters(entry_of(check, target)->RenderTargetWriteMask &
                    format->components)
                .text,
            letters(faults->missing).text);
    if (faults->alpha)
        ombre_check_report(check, OMBRE_RULE_OUTPUT_ALPHA, path,
                           "declared is %s, and a factor of the colour "
                           "equation reads a",
                           letters(output.components).text);
}

static void check_output(struct ombre_check *check, unsigned target)
{
    const struct ombre_format *format = check->format[target];
    const struct ombre_output *output = &check->pso->shader.output[target];
    const D3D12_RENDER_TARGET_BLEND_DESC *entry = entry_of(check, target);
    const unsigned mask = format->components & entry->RenderTargetWriteMask;
    const struct output_faults faults = {
        .type = output->type != type_of(format),
        .missing = mask & ~(unsigned) output->components,
        .alpha =
            !(output->components & ALPHA) && color_reads_alpha(entry, mask),
    };

    if (faults.type || faults.missing || faults.alpha)
        report_output(check, target, &faults);
}

static void check_outputs(struct ombre_check *check)
{
    for (unsigned i = 0; i < check->target_count; i++)
        if (check->format[i] && is_declared(check, i))
            check_output(check, i);
}

/* --- Dual source --------------------------------------------------------- */

static void check_second_source(struct ombre_check *check,
                                const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const struct ombre_output second = check->pso->shader.output[1];
    if (check->target_count < 1 || !check->format[0] || !is_declared(check, 0))
        return;

    const struct ombre_path path = ombre_path_index("PixelShader.outputs", 1);
    const unsigned needed = second_source_needed(
        entry, check->format[0]->components & entry->RenderTargetWriteMask);
    const unsigned declared = is_declared(check, 1) ? second.components : 0;
    if (needed & ~declared)
        ombre_check_report(check, OMBRE_RULE_DUAL_SOURCE_OUTPUT, path,
                           "declared is %s, factors read %s; missing is %s",
                           letters(declared).text, letters(needed).text,
                           letters(needed & ~declared).text);
    if (needed && is_declared(check, 1) && second.type != OMBRE_OUTPUT_FLOAT)
        ombre_check_report(check, OMBRE_RULE_DUAL_SOURCE_TYPE, path,
                           "the output is %s; a second source is float",
                           type_name(second.type));
}

/* A target in slot `target` > 0 beside a dual-source slot 0.  Direct3D 12 looks
 * at the outputs that the pixel shader declares, before it at what is bound. */
static void check_beside_dual_source(struct ombre_check *check, unsigned target)
{
    const struct ombre_path path = ombre_path_index("RTVFormats", target);

    if (!is_d3d12(check))
        ombre_check_report(check, OMBRE_RULE_DRAW_DUAL_SOURCE_TARGETS, path,
                           "slot 0 is dual source; the format must be UNKNOWN");
    else if (is_declared(check, target))
        ombre_check_report(
            check, OMBRE_RULE_DUAL_SOURCE_TARGETS, path,
            "entry 0 is dual source and SV_Target%u is declared; "
            "the format must be UNKNOWN",
            target);
    else if (target == 1)
        ombre_check_report(check, OMBRE_RULE_DUAL_SOURCE_TARGET_1, path,
                           "entry 0 is dual source; the format should be "
                           "UNKNOWN");
}

static void check_dual_source(struct ombre_check *check)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *entry = &check->entry[0];

    if (!check->dual_source)
        return;
    for (unsigned i = 1; i < check->target_count; i++) {
        if (!is_hole(check, i))
            check_beside_dual_source(check, i);
    }
    check_second_source(check, entry);
}

/* --- Alpha-to-coverage --------------------------------------------------- */

/* An exported coverage switches alpha-to-coverage off (FS 16.9.4).  It reads
 * SV_Target0 whether or not slot 0 has a target (FS 17.18). */
static void check_alpha_to_coverage(struct ombre_check *check)
{
    const struct ombre_pso *pso = check->pso;
    const struct ombre_output output = pso->shader.output[0];

    if (!check->alpha_to_coverage ||
        pso->shader.coverage != OMBRE_COVERAGE_NONE)
        return;
    const struct ombre_path path = ombre_path_index("PixelShader.outputs", 0);
    if (!is_declared(check, 0) || !(output.components & ALPHA))
        ombre_check_report(
            check, OMBRE_RULE_COVERAGE_ALPHA, path,
            "declared is %s; alpha-to-coverage reads a",
            letters(is_declared(check, 0) ? output.components : 0).text);
    else if (output.type != OMBRE_OUTPUT_FLOAT)
        ombre_check_report(check, OMBRE_RULE_COVERAGE_INTEGER, path,
                           "the output is %s; alpha-to-coverage is defined for "
                           "float",
                           type_name(output.type));
    else if (pso->SampleDesc.Count == 1)
        ombre_check_report(check, OMBRE_RULE_COVERAGE_ONE_SAMPLE,
                           ombre_path_name("SampleDesc.Count"),
                           "Count is 1 and alpha-to-coverage is on; alpha from "
                           "0 to 1 may write or not");
}

/* Without a pixel shader nothing is written, and nothing of this counts. */
void ombre_check_shader(struct ombre_check *check)
{
    if (!check->pso->shader.bound)
        return;
    check_outputs(check);
    check_dual_source(check);
    check_alpha_to_coverage(check);
}
