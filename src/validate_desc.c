#include "validate_check.h"

/* --- Descs ------------------------------------------------------------------
 */

/* One equation for all targets (D3D10_BLEND_DESC, D3DRS_). */
static bool shares_equation(const struct ombre_check *check)
{
    return check->pso->api == OMBRE_API_D3D10 || is_d3d9(check);
}

static D3D12_RENDER_TARGET_BLEND_DESC make_entry(
    const struct ombre_check *check, unsigned index)
{
    const struct ombre_pso *pso = check->pso;

    switch (pso->api) {
    case OMBRE_API_D3D9: return ombre_d3d9_entry(check, index);
    case OMBRE_API_D3D10: return ombre_d3d10_entry(&pso->desc.d3d10, index);
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        return ombre_d3d11_entry(&pso->desc.d3d11.RenderTarget[index]);
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return pso->BlendState.RenderTarget[index];
}

static void read_entries(struct ombre_check *check)
{
    const struct ombre_pso *pso = check->pso;

    check->entry = check->made;
    if (is_d3d12(check) || pso->api == OMBRE_API_D3D11_1)
        check->entry = pso->BlendState.RenderTarget;
    else
        for (unsigned i = 0; i < check->entry_count; i++)
            check->made[i] = make_entry(check, i);
}

static void read_flags(struct ombre_check *check)
{
    const struct ombre_pso *pso = check->pso;

    switch (pso->api) {
    case OMBRE_API_D3D9:
        check->independent = true;
        check->alpha_to_coverage = ombre_d3d9_alpha_to_coverage(check);
        return;
    case OMBRE_API_D3D10:
        check->independent = true;
        check->alpha_to_coverage = pso->desc.d3d10.AlphaToCoverageEnable != 0;
        return;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        check->independent = pso->desc.d3d11.IndependentBlendEnable != 0;
        check->alpha_to_coverage = pso->desc.d3d11.AlphaToCoverageEnable != 0;
        return;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    check->independent = pso->BlendState.IndependentBlendEnable != 0;
    check->alpha_to_coverage = pso->BlendState.AlphaToCoverageEnable != 0;
}

void ombre_check_read_desc(struct ombre_check *check)
{
    read_flags(check);
    check->entry_count = check->independent ? OMBRE_MAX_TARGETS : 1;
    read_entries(check);
    check->dual_source = entry_kinds(&check->entry[0]).dual_source;
}

/* --- Factors ------------------------------------------------------------- */

/* Kinds of factors that the API does not have.  ALPHA_FACTOR is of Direct3D 12
 * only (Vulkan On 12, Alpha blend factor). */
static unsigned kinds_without_meaning(const struct ombre_check *check)
{
    return OMBRE_FACTOR_UNKNOWN |
           (is_d3d12(check) ? 0u : (unsigned) OMBRE_FACTOR_OF_12);
}

static bool is_factor(const struct ombre_check *check, uint32_t factor)
{
    return (ombre_factor_kinds(factor) & kinds_without_meaning(check)) == 0;
}

/* Kinds of which something is to be said in a colour slot. */
static unsigned bad_kinds(const struct ombre_check *check)
{
    unsigned bad = kinds_without_meaning(check);

    if (!check->device->AlphaBlendFactorSupported)
        bad |= OMBRE_FACTOR_OF_12;
    if (is_level_9(check))
        bad |= OMBRE_FACTOR_OF_LEVEL_10;
    return bad;
}

static const char *allowed_factors(const struct ombre_check *check)
{
    return is_d3d12(check) ? "1 to 11 and 14 to 21" : "1 to 11 and 14 to 19";
}

/* Say what is wrong with a factor of a bad kind. */
static void report_factor(struct ombre_check *check, unsigned index,
                          enum ombre_blend_field field, uint32_t factor)
{
    const char *name = ombre_field_name(field);
    const unsigned kinds = ombre_factor_kinds(factor);
    const bool alpha_slot =
        field == OMBRE_FIELD_SRC_ALPHA || field == OMBRE_FIELD_DEST_ALPHA;

    if (factor == 12 || factor == 13)
        ombre_check_report(check, OMBRE_RULE_FACTOR_RESERVED,
                           ombre_path_field(check, index, field),
                           "%s is %u, which is reserved; allowed are %s", name,
                           factor, allowed_factors(check));
    else if (!is_factor(check, factor))
        ombre_check_report(check, OMBRE_RULE_FACTOR_UNKNOWN,
                           ombre_path_field(check, index, field),
                           "%s is %u, which is no factor; allowed are %s", name,
                           factor, allowed_factors(check));
    else if (alpha_slot && kinds & OMBRE_FACTOR_COLOR)
        ombre_check_report(
            check, OMBRE_RULE_FACTOR_COLOR_IN_ALPHA,
            ombre_path_field(check, index, field),
            "%s is %s (%u); alpha takes no factor that ends in _COLOR", name,
            ombre_factor_name((enum ombre_factor) factor), factor);
    else if (kinds & OMBRE_FACTOR_OF_12)
        ombre_check_report(
            check, OMBRE_RULE_FACTOR_NEEDS_ALPHA_FACTOR,
            ombre_path_field(check, index, field),
            "%s is %s (%u), but AlphaBlendFactorSupported is FALSE", name,
            ombre_factor_name((enum ombre_factor) factor), factor);
    else
        ombre_check_report(
            check, OMBRE_RULE_LEVEL_FACTOR,
            ombre_path_field(check, index, field),
            "%s is %s (%u), which feature level %s does not have", name,
            ombre_factor_name((enum ombre_factor) factor), factor,
            ombre_check_level_name(check));
}

/* Both factors of an equation, of which one at the least is bad. */
static void report_factors(struct ombre_check *check, unsigned index,
                           enum ombre_blend_field src_field, uint32_t src,
                           enum ombre_blend_field dest_field, uint32_t dest,
                           unsigned bad)
{
    if (ombre_factor_kinds(src) & bad)
        report_factor(check, index, src_field, src);
    if (ombre_factor_kinds(dest) & bad)
        report_factor(check, index, dest_field, dest);
}

/* --- Operations ---------------------------------------------------------- */

/* Say what is wrong with `op`, which is no good one, if anything; `src` and
 * `dest` stand beside it. */
static void report_op(struct ombre_check *check, unsigned index,
                      enum ombre_blend_field field, uint32_t op, uint32_t src,
                      uint32_t dest, bool dual_source)
{
    const char *name = ombre_field_name(field);
    const char *op_name = ombre_blend_op_name((enum ombre_blend_op) op);

    if (!op_name)
        ombre_check_report(
            check, OMBRE_RULE_OP_UNKNOWN, ombre_path_field(check, index, field),
            "%s is %u; allowed are 1 (ADD) to 5 (MAX)", name, op);
    else if (dual_source && is_min_or_max(op))
        ombre_check_report(check, OMBRE_RULE_DUAL_SOURCE_MIN_MAX,
                           ombre_path_field(check, index, field),
                           "%s is %s (%u) beside a SRC1 factor; defined are 1 "
                           "(ADD) to 3 (REV_SUBTRACT)",
                           name, op_name, op);
    else if (is_d3d12(check) && is_factor(check, src) && is_factor(check, dest))
        ombre_check_report(check, OMBRE_RULE_MIN_MAX_FACTORS,
                           ombre_path_field(check, index, field),
                           "%s is %s (%u), which ignores factors %u and %u",
                           name, op_name, op, src, dest);
}

/* Whether nothing need be said of an operation beside its factors. */
static bool is_good_op(uint32_t op, uint32_t src, uint32_t dest,
                       bool dual_source)
{
    if (is_min_or_max(op))
        return src == OMBRE_ONE && dest == OMBRE_ONE && !dual_source;
    return ombre_blend_op_is_known(op);
}

/* Equations `index`, which blend; `bad` are kinds of colour factors. */
static void check_equations(struct ombre_check *check, unsigned index,
                            const D3D12_RENDER_TARGET_BLEND_DESC *entry,
                            const struct ombre_entry_kinds *kinds, unsigned bad)
{
    const unsigned bad_alpha = bad | OMBRE_FACTOR_COLOR;
    const bool dual_source = kinds->dual_source;

    if (kinds->color & bad)
        report_factors(check, index, OMBRE_FIELD_SRC, entry->SrcBlend,
                       OMBRE_FIELD_DEST, entry->DestBlend, bad);
    if (!is_good_op(entry->BlendOp, entry->SrcBlend, entry->DestBlend,
                    dual_source))
        report_op(check, index, OMBRE_FIELD_OP, entry->BlendOp, entry->SrcBlend,
                  entry->DestBlend, dual_source);
    if (kinds->alpha & bad_alpha)
        report_factors(check, index, OMBRE_FIELD_SRC_ALPHA,
                       entry->SrcBlendAlpha, OMBRE_FIELD_DEST_ALPHA,
                       entry->DestBlendAlpha, bad_alpha);
    if (!is_good_op(entry->BlendOpAlpha, entry->SrcBlendAlpha,
                    entry->DestBlendAlpha, dual_source))
        report_op(check, index, OMBRE_FIELD_OP_ALPHA, entry->BlendOpAlpha,
                  entry->SrcBlendAlpha, entry->DestBlendAlpha, dual_source);
}

static void check_logic_op(struct ombre_check *check, unsigned index,
                           const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const struct ombre_path enable =
        ombre_path_field(check, index, OMBRE_FIELD_LOGIC_OP_ENABLE);

    if (is_level_9(check))
        ombre_check_report(check, OMBRE_RULE_LEVEL_LOGIC_OP, enable,
                           "LogicOpEnable is TRUE; feature level %s has no "
                           "logic operations",
                           ombre_check_level_name(check));
    else if (!check->device->OutputMergerLogicOp)
        ombre_check_report(check, OMBRE_RULE_LOGIC_OP_UNSUPPORTED, enable,
                           "LogicOpEnable is TRUE, but OutputMergerLogicOp is "
                           "FALSE");
    if (entry->BlendEnable)
        ombre_check_report(check, OMBRE_RULE_LOGIC_OP_WITH_BLEND, enable,
                           "LogicOpEnable and BlendEnable are both TRUE; one "
                           "of them must be FALSE");
    if (check->independent)
        ombre_check_report(check, OMBRE_RULE_LOGIC_OP_WITH_INDEPENDENT, enable,
                           "LogicOpEnable and IndependentBlendEnable are both "
                           "TRUE; one operation serves all targets");
    if (!ombre_logic_op_name((enum ombre_logic_op) entry->LogicOp))
        ombre_check_report(
            check, OMBRE_RULE_LOGIC_OP_UNKNOWN,
            ombre_path_field(check, index, OMBRE_FIELD_LOGIC_OP),
            "LogicOp is %u; allowed are 0 (CLEAR) to 15 (OR_INVERTED)",
            entry->LogicOp);
}

/* --- Entries ------------------------------------------------------------- */

/* First field of an entry that holds a SRC1 factor. */
static enum ombre_blend_field src1_field(
    const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    if (is_src1(entry->SrcBlend))
        return OMBRE_FIELD_SRC;
    if (is_src1(entry->DestBlend))
        return OMBRE_FIELD_DEST;
    if (is_src1(entry->SrcBlendAlpha))
        return OMBRE_FIELD_SRC_ALPHA;
    return OMBRE_FIELD_DEST_ALPHA;
}

/* Entry `index` > 0, which counts, as seen from entry 0, where one of the two
 * is dual source. */
static void check_beside_entry_0(struct ombre_check *check, unsigned index,
                                 const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *first = &check->entry[0];

    if (check->dual_source) {
        /* Seen with pipeline states only; a blend state that Direct3D 11
         * creates may be used with one target. */
        if (entry->BlendEnable && is_d3d12(check))
            ombre_check_report(
                check, OMBRE_RULE_DUAL_SOURCE_WITH_OTHER_BLEND,
                ombre_path_field(check, index, OMBRE_FIELD_BLEND_ENABLE),
                "BlendEnable is TRUE while RenderTarget[0].%s is a SRC1 factor",
                ombre_field_name(src1_field(first)));
    } else {
        const enum ombre_blend_field field = src1_field(entry);
        /* A shared equation is at fault where it is enabled. */
        ombre_check_report(
            check, OMBRE_RULE_DUAL_SOURCE_ABOVE_0,
            ombre_path_field(check, index,
                             shares_equation(check) ? OMBRE_FIELD_BLEND_ENABLE
                                                    : field),
            "%s is a SRC1 factor; only slot 0 may blend with one",
            ombre_field_name(field));
    }
}

/* Whether the equations of entry `index` are its own, or the first to be
 * enabled of those that share them. */
static bool owns_equations(const struct ombre_check *check, unsigned index)
{
    if (!shares_equation(check))
        return true;
    for (unsigned i = 0; i < index; i++) {
        if (check->entry[i].BlendEnable)
            return false;
    }
    return true;
}

static void check_entry(struct ombre_check *check, unsigned index, unsigned bad)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *entry = &check->entry[index];
    const struct ombre_entry_kinds kinds = entry_kinds(entry);

    if (index > 0 && (check->dual_source || kinds.dual_source))
        check_beside_entry_0(check, index, entry);
    if (entry->LogicOpEnable)
        check_logic_op(check, index, entry);
    if (entry->BlendEnable && owns_equations(check, index))
        check_equations(check, index, entry, &kinds, bad);
    if (entry->RenderTargetWriteMask > 0xF)
        ombre_check_report(
            check, OMBRE_RULE_WRITE_MASK,
            ombre_path_field(check, index, OMBRE_FIELD_WRITE_MASK),
            "RenderTargetWriteMask is 0x%X; allowed are 0 to "
            "0xF",
            entry->RenderTargetWriteMask);
}

void ombre_check_desc(struct ombre_check *check)
{
    const unsigned bad = bad_kinds(check);

    if (is_d3d9(check)) {
        ombre_check_d3d9_desc(check);
        return;
    }
    if (ombre_api_creates_blend_state(check->pso->api) && check->pso->null_desc)
        ombre_check_report(check, OMBRE_RULE_NULL_DESC,
                           ombre_path_name("BlendState"),
                           "BlendState is NULL; the default is said with {}");
    for (unsigned i = 0; i < check->entry_count; i++)
        check_entry(check, i, bad);
}
