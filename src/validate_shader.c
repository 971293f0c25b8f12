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
static bool color_reads_alpha(const struct ombre_blend_entry *entry,
                              unsigned mask)
{
    return (mask & RGB) && entry->blend_enable && !is_min_or_max(entry->op) &&
           (reads_source_alpha(entry->src) || reads_source_alpha(entry->dest));
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

static unsigned second_source_needed(const struct ombre_blend_entry *entry,
                                     unsigned mask)
{
    unsigned needed = 0;
    if (!is_min_or_max(entry->op))
        needed |= second_source_of(entry->src, mask & RGB) |
                  second_source_of(entry->dest, mask & RGB);
    if (!is_min_or_max(entry->op_alpha))
        needed |= second_source_of(entry->src_alpha, mask & ALPHA) |
                  second_source_of(entry->dest_alpha, mask & ALPHA);
    return needed;
}

/* --- Outputs ------------------------------------------------------------- */

static void check_output(struct ombre_check *check, unsigned target,
                         const struct ombre_format *format)
{
    const struct ombre_output output = check->pso->shader.output[target];
    const struct ombre_blend_entry entry =
        ombre_check_entry(check, ombre_check_entry_index(check, target));
    const unsigned mask = components_of(format) & entry.write_mask;
    const unsigned missing = mask & ~(unsigned) output.components;

    if (output.type != type_of(format))
        ombre_check_report(check,
                           is_d3d12(check) ? OMBRE_RULE_OUTPUT_TYPE
                                           : OMBRE_RULE_DRAW_OUTPUT_TYPE,
                           ombre_path_index("PixelShader.outputs", target),
                           "the output is %s; %s (%u) takes %s",
                           type_name(output.type), format->name, format->dxgi,
                           type_name(type_of(format)));
    if (missing)
        ombre_check_report(check, OMBRE_RULE_OUTPUT_COMPONENTS,
                           ombre_path_index("PixelShader.outputs", target),
                           "declared is %s, written to %s is %s; missing is %s",
                           letters(output.components).text, format->name,
                           letters(mask).text, letters(missing).text);
    if (color_reads_alpha(&entry, mask) && !(output.components & ALPHA))
        ombre_check_report(
            check, OMBRE_RULE_OUTPUT_ALPHA,
            ombre_path_index("PixelShader.outputs", target),
            "declared is %s, and a factor of the colour equation "
            "reads a",
            letters(output.components).text);
}

static void check_outputs(struct ombre_check *check)
{
    for (unsigned i = 0; i < target_count(check); i++) {
        const struct ombre_format *format =
            ombre_format_find((uint32_t) check->pso->RTVFormats[i]);
        if (format && is_declared(check, i))
            check_output(check, i, format);
    }
}

/* --- Dual source --------------------------------------------------------- */

static void check_second_source(struct ombre_check *check,
                                const struct ombre_blend_entry *entry)
{
    const struct ombre_output second = check->pso->shader.output[1];
    const struct ombre_format *format =
        ombre_format_find((uint32_t) check->pso->RTVFormats[0]);
    const struct ombre_path path = ombre_path_index("PixelShader.outputs", 1);

    if (target_count(check) < 1 || !format || !is_declared(check, 0))
        return;

    const unsigned needed =
        second_source_needed(entry, components_of(format) & entry->write_mask);
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
    const struct ombre_blend_entry entry = ombre_check_entry(check, 0);

    if (!is_dual_source(&entry))
        return;
    for (unsigned i = 1; i < target_count(check); i++) {
        if (!is_hole(check, i))
            check_beside_dual_source(check, i);
    }
    check_second_source(check, &entry);
}

/* --- Alpha-to-coverage --------------------------------------------------- */

/* An exported coverage switches alpha-to-coverage off (FS 16.9.4).  It reads
 * SV_Target0 whether or not slot 0 has a target (FS 17.18). */
static void check_alpha_to_coverage(struct ombre_check *check)
{
    const struct ombre_pso *pso = check->pso;
    const struct ombre_output output = pso->shader.output[0];

    if (!ombre_check_alpha_to_coverage(check) ||
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
