#include <string.h>

#include "validate_check.h"

/* --- Formats ------------------------------------------------------------- */

/* Say why a target has no format that can be one; `format` is its row, or NULL
 * for none. */
static void report_format(struct ombre_check *check, unsigned target,
                          const struct ombre_format *format)
{
    const uint32_t dxgi = (uint32_t) check->pso->RTVFormats[target];
    const char *name = format ? format->name : ombre_dxgi_name(dxgi);

    if (!name)
        ombre_check_report(check, OMBRE_RULE_FORMAT_UNKNOWN,
                           ombre_path_index("RTVFormats", target),
                           "%u is no DXGI_FORMAT", dxgi);
    else if (!format && strstr(name, "TYPELESS"))
        ombre_check_report(check, OMBRE_RULE_FORMAT_TYPELESS,
                           ombre_path_index("RTVFormats", target),
                           "%s (%u) has no type; a target needs one", name,
                           dxgi);
    else if (!format)
        ombre_check_report(check, OMBRE_RULE_FORMAT_NOT_TARGET,
                           ombre_path_index("RTVFormats", target),
                           "%s (%u) is not renderable", name, dxgi);
    else
        ombre_check_report(check, OMBRE_RULE_FORMAT_NOT_TARGET,
                           ombre_path_index("RTVFormats", target),
                           "%s (%u) is not renderable at feature level %s",
                           name, dxgi, ombre_check_level_name(check));
}

/* Whether the device blends `format` at its level (SNORM needs 10_1). */
static bool is_blendable(const struct ombre_check *check, unsigned target)
{
    return check->format[target]->blendable &&
           offers(check, target, OMBRE_ABILITY_BLEND);
}

/* What the entry asks of the format. */
static void check_ability(struct ombre_check *check, unsigned target,
                          const struct ombre_format *format,
                          const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    if (entry->BlendEnable && !is_blendable(check, target))
        ombre_check_report(
            check,
            is_d3d12(check) ? OMBRE_RULE_BLEND_FORMAT
                            : OMBRE_RULE_DRAW_BLEND_FORMAT,
            ombre_path_index("RTVFormats", target),
            "blending is enabled, and %s (%u) is not blendable%s%s",
            format->name, format->dxgi,
            format->blendable ? " at feature level " : "",
            format->blendable ? ombre_check_level_name(check) : "");
    if (entry->LogicOpEnable && !format->logic_op)
        ombre_check_report(check,
                           is_d3d12(check) ? OMBRE_RULE_LOGIC_OP_FORMAT
                                           : OMBRE_RULE_DRAW_LOGIC_OP_FORMAT,
                           ombre_path_index("RTVFormats", target),
                           "a logic operation is enabled, and %s (%u) has none;"
                           " formats that end in _UINT do",
                           format->name, format->dxgi);
}

/* All components or none leave nothing to ask. */
static void check_logic_op_mask(struct ombre_check *check, unsigned target,
                                const struct ombre_format *format,
                                const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const unsigned all = format->components;
    const unsigned written = all & entry->RenderTargetWriteMask;

    if (entry->LogicOpEnable && format->logic_op && written != 0 &&
        written != all)
        ombre_check_report(
            check, OMBRE_RULE_LOGIC_OP_MASK,
            ombre_path_field(check, entry_index(check, target),
                             OMBRE_FIELD_WRITE_MASK),
            "RenderTargetWriteMask is 0x%X for %s of RTVFormats[%u]",
            entry->RenderTargetWriteMask, format->name, target);
}

static void check_target(struct ombre_check *check, unsigned target)
{
    const struct ombre_format *format = check->format[target];
    const unsigned index = entry_index(check, target);
    const D3D12_RENDER_TARGET_BLEND_DESC *entry = &check->entry[index];

    if (!format || !offers(check, target, OMBRE_ABILITY_TARGET))
        report_format(check, target, format);
    if (!format)
        return;
    /* A target whose output the pixel shader does not declare is never written,
     * so nothing is asked of it. */
    if (is_declared(check, target)) {
        check_ability(check, target, format, entry);
        check_logic_op_mask(check, target, format, entry);
    }
    if (format->numeric == OMBRE_SHARED &&
        (entry->RenderTargetWriteMask & 0xF) != 0xF)
        ombre_check_report(
            check, OMBRE_RULE_SHARED_EXPONENT_WRITE_MASK,
            ombre_path_field(check, index, OMBRE_FIELD_WRITE_MASK),
            "RenderTargetWriteMask is 0x%X for %s of "
            "RTVFormats[%u]; it must be 0xF",
            entry->RenderTargetWriteMask, format->name, target);
}

/* What only Direct3D 12 says of the array as a whole.  Holes are allowed
 * anywhere (FS 17.14), so nothing but holes is odd rather than wrong. */
static void check_array(struct ombre_check *check)
{
    const unsigned count = check->target_count;
    unsigned holes = 0;

    for (unsigned i = 0; i < count; i++)
        holes += is_hole(check, i);
    if (count > 0 && holes == count)
        ombre_check_report(
            check, OMBRE_RULE_TARGETS_ALL_HOLES, ombre_path_name("RTVFormats"),
            "NumRenderTargets is %u, and all of them are UNKNOWN", count);
    for (unsigned i = count; i < OMBRE_MAX_TARGETS; i++) {
        if (!is_hole(check, i))
            ombre_check_report(check, OMBRE_RULE_TARGET_BEYOND_COUNT,
                               ombre_path_index("RTVFormats", i),
                               "the format is %u, but NumRenderTargets is %u; "
                               "it must be UNKNOWN (0)",
                               (uint32_t) check->pso->RTVFormats[i], count);
    }
}

static void check_formats(struct ombre_check *check)
{
    for (unsigned i = 0; i < check->target_count; i++) {
        if (!is_hole(check, i))
            check_target(check, i);
    }
    if (is_d3d12(check))
        check_array(check);
}

/* --- Samples ------------------------------------------------------------- */

/* Feature level 9 has targets that cannot be multisampled. */
static void check_multisampled_formats(struct ombre_check *check)
{
    for (unsigned i = 0; i < check->target_count; i++) {
        const struct ombre_format *format = check->format[i];
        if (format && !offers(check, i, OMBRE_ABILITY_SAMPLES))
            ombre_check_report(check, OMBRE_RULE_SAMPLE_COUNT,
                               ombre_path_name("SampleDesc.Count"),
                               "Count is %u; %s of RTVFormats[%u] has no "
                               "multisampling at feature level %s",
                               check->pso->SampleDesc.Count, format->name, i,
                               ombre_check_level_name(check));
    }
}

static void check_samples(struct ombre_check *check)
{
    const DXGI_SAMPLE_DESC desc = check->pso->SampleDesc;
    const bool power_of_two = desc.Count && !(desc.Count & (desc.Count - 1));

    if (!power_of_two || desc.Count > 16)
        ombre_check_report(
            check, OMBRE_RULE_SAMPLE_COUNT, ombre_path_name("SampleDesc.Count"),
            "Count is %u; allowed are 1, 2, 4, 8 and 16", desc.Count);
    else if (desc.Count > 1 && has_formats(check))
        check_multisampled_formats(check);
    /* The STANDARD and the CENTER pattern. */
    if (desc.Quality != 0 && desc.Quality < 0xFFFFFFFE)
        ombre_check_report(
            check, OMBRE_RULE_SAMPLE_QUALITY,
            ombre_path_name("SampleDesc.Quality"),
            "Quality is %u; allowed are 0, 0xFFFFFFFF (STANDARD) "
            "and 0xFFFFFFFE (CENTER)",
            desc.Quality);
}

void ombre_check_targets(struct ombre_check *check)
{
    const struct ombre_pso *pso = check->pso;

    /* Direct3D 10 and 11 say nothing, feature level 9 rejects it. */
    if (pso->SampleMask == 0 && is_d3d12(check))
        ombre_check_report(check, OMBRE_RULE_SAMPLE_MASK_ZERO,
                           ombre_path_name("SampleMask"),
                           "SampleMask is 0; the default is 0xFFFFFFFF");
    if (is_d3d9(check))
        ombre_check_d3d9_targets(check);
    else if (pso->NumRenderTargets > OMBRE_MAX_TARGETS)
        ombre_check_report(check, OMBRE_RULE_TARGET_COUNT,
                           ombre_path_name("NumRenderTargets"),
                           "NumRenderTargets is %u; allowed are 0 to 8",
                           pso->NumRenderTargets);
    if (has_formats(check))
        check_formats(check);
    check_samples(check);
}
