#include "validate_check.h"

/* --- Descs ------------------------------------------------------------------
 */

/* One equation for all targets (D3D10_BLEND_DESC, D3DRS_). */
static bool shares_equation(const struct ombre_check *check)
{
    return check->pso->api == OMBRE_API_D3D10 || is_d3d9(check);
}

bool ombre_check_independent(const struct ombre_check *check)
{
    switch (check->pso->api) {
    case OMBRE_API_D3D9:
    case OMBRE_API_D3D10: return true;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        return check->pso->desc.d3d11.IndependentBlendEnable != 0;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return check->pso->BlendState.IndependentBlendEnable != 0;
}

bool ombre_check_alpha_to_coverage(const struct ombre_check *check)
{
    switch (check->pso->api) {
    case OMBRE_API_D3D9: return ombre_d3d9_alpha_to_coverage(check);
    case OMBRE_API_D3D10:
        return check->pso->desc.d3d10.AlphaToCoverageEnable != 0;
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        return check->pso->desc.d3d11.AlphaToCoverageEnable != 0;
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return check->pso->BlendState.AlphaToCoverageEnable != 0;
}

unsigned ombre_check_entry_count(const struct ombre_check *check)
{
    return ombre_check_independent(check) ? OMBRE_MAX_TARGETS : 1;
}

unsigned ombre_check_entry_index(const struct ombre_check *check,
                                 unsigned target)
{
    return ombre_check_independent(check) ? target : 0;
}

/* Any BOOL but 0 is TRUE. */
static struct ombre_blend_entry entry_d3d10(const D3D10_BLEND_DESC *desc,
                                            unsigned index)
{
    return (struct ombre_blend_entry){
        .blend_enable = desc->BlendEnable[index] != 0,
        .src = (uint32_t) desc->SrcBlend,
        .dest = (uint32_t) desc->DestBlend,
        .op = (uint32_t) desc->BlendOp,
        .src_alpha = (uint32_t) desc->SrcBlendAlpha,
        .dest_alpha = (uint32_t) desc->DestBlendAlpha,
        .op_alpha = (uint32_t) desc->BlendOpAlpha,
        .write_mask = desc->RenderTargetWriteMask[index],
    };
}

static struct ombre_blend_entry entry_d3d11(
    const D3D11_RENDER_TARGET_BLEND_DESC *desc)
{
    return (struct ombre_blend_entry){
        .blend_enable = desc->BlendEnable != 0,
        .src = (uint32_t) desc->SrcBlend,
        .dest = (uint32_t) desc->DestBlend,
        .op = (uint32_t) desc->BlendOp,
        .src_alpha = (uint32_t) desc->SrcBlendAlpha,
        .dest_alpha = (uint32_t) desc->DestBlendAlpha,
        .op_alpha = (uint32_t) desc->BlendOpAlpha,
        .write_mask = desc->RenderTargetWriteMask,
    };
}

static struct ombre_blend_entry entry_d3d12(
    const D3D12_RENDER_TARGET_BLEND_DESC *desc)
{
    return (struct ombre_blend_entry){
        .blend_enable = desc->BlendEnable != 0,
        .logic_op_enable = desc->LogicOpEnable != 0,
        .src = (uint32_t) desc->SrcBlend,
        .dest = (uint32_t) desc->DestBlend,
        .op = (uint32_t) desc->BlendOp,
        .src_alpha = (uint32_t) desc->SrcBlendAlpha,
        .dest_alpha = (uint32_t) desc->DestBlendAlpha,
        .op_alpha = (uint32_t) desc->BlendOpAlpha,
        .logic_op = (uint32_t) desc->LogicOp,
        .write_mask = desc->RenderTargetWriteMask,
    };
}

struct ombre_blend_entry ombre_check_entry(const struct ombre_check *check,
                                           unsigned index)
{
    switch (check->pso->api) {
    case OMBRE_API_D3D9: return ombre_d3d9_entry(check, index);
    case OMBRE_API_D3D10: return entry_d3d10(&check->pso->desc.d3d10, index);
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
        return entry_d3d11(&check->pso->desc.d3d11.RenderTarget[index]);
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return entry_d3d12(&check->pso->BlendState.RenderTarget[index]);
}

/* --- Factors ------------------------------------------------------------- */

static bool is_alpha_factor(uint32_t factor)
{
    return factor == OMBRE_ALPHA_FACTOR || factor == OMBRE_INV_ALPHA_FACTOR;
}

/* ALPHA_FACTOR is of Direct3D 12 only (Vulkan On 12, Alpha blend factor). */
static bool is_factor(const struct ombre_check *check, uint32_t factor)
{
    if (is_alpha_factor(factor))
        return is_d3d12(check);
    return ombre_factor_name((enum ombre_factor) factor) != NULL;
}

/* The names that end in _COLOR; BLEND_FACTOR is none of them (FS 17.2). */
static bool is_color_factor(uint32_t factor)
{
    return factor == OMBRE_SRC_COLOR || factor == OMBRE_INV_SRC_COLOR ||
           factor == OMBRE_DEST_COLOR || factor == OMBRE_INV_DEST_COLOR ||
           factor == OMBRE_SRC1_COLOR || factor == OMBRE_INV_SRC1_COLOR;
}

static const char *allowed_factors(const struct ombre_check *check)
{
    return is_d3d12(check) ? "1 to 11 and 14 to 21" : "1 to 11 and 14 to 19";
}

/* Feature level 9 has no SRC_ALPHA_SAT and no second source. */
static bool needs_level_10(uint32_t factor)
{
    return factor == OMBRE_SRC_ALPHA_SAT || is_src1(factor);
}

static void check_factor(struct ombre_check *check, unsigned index,
                         enum ombre_blend_field field, uint32_t factor)
{
    const char *name = ombre_field_name(field);
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
    else if (alpha_slot && is_color_factor(factor))
        ombre_check_report(
            check, OMBRE_RULE_FACTOR_COLOR_IN_ALPHA,
            ombre_path_field(check, index, field),
            "%s is %s (%u); alpha takes no factor that ends in _COLOR", name,
            ombre_factor_name((enum ombre_factor) factor), factor);
    else if (is_alpha_factor(factor) &&
             !check->device->AlphaBlendFactorSupported)
        ombre_check_report(
            check, OMBRE_RULE_FACTOR_NEEDS_ALPHA_FACTOR,
            ombre_path_field(check, index, field),
            "%s is %s (%u), but AlphaBlendFactorSupported is FALSE", name,
            ombre_factor_name((enum ombre_factor) factor), factor);
    else if (is_level_9(check) && needs_level_10(factor))
        ombre_check_report(
            check, OMBRE_RULE_LEVEL_FACTOR,
            ombre_path_field(check, index, field),
            "%s is %s (%u), which feature level %s does not have", name,
            ombre_factor_name((enum ombre_factor) factor), factor,
            ombre_check_level_name(check));
}

/* --- Operations ---------------------------------------------------------- */

/* `src` and `dest` stand beside `op`. */
static void check_op(struct ombre_check *check, unsigned index,
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
    else if (is_d3d12(check) && is_min_or_max(op) && is_factor(check, src) &&
             is_factor(check, dest) && (src != OMBRE_ONE || dest != OMBRE_ONE))
        ombre_check_report(check, OMBRE_RULE_MIN_MAX_FACTORS,
                           ombre_path_field(check, index, field),
                           "%s is %s (%u), which ignores factors %u and %u",
                           name, op_name, op, src, dest);
}

static void check_equations(struct ombre_check *check, unsigned index,
                            const struct ombre_blend_entry *entry)
{
    const bool dual_source = is_dual_source(entry);

    check_factor(check, index, OMBRE_FIELD_SRC, entry->src);
    check_factor(check, index, OMBRE_FIELD_DEST, entry->dest);
    check_op(check, index, OMBRE_FIELD_OP, entry->op, entry->src, entry->dest,
             dual_source);
    check_factor(check, index, OMBRE_FIELD_SRC_ALPHA, entry->src_alpha);
    check_factor(check, index, OMBRE_FIELD_DEST_ALPHA, entry->dest_alpha);
    check_op(check, index, OMBRE_FIELD_OP_ALPHA, entry->op_alpha,
             entry->src_alpha, entry->dest_alpha, dual_source);
}

static void check_logic_op(struct ombre_check *check, unsigned index,
                           const struct ombre_blend_entry *entry)
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
    if (entry->blend_enable)
        ombre_check_report(check, OMBRE_RULE_LOGIC_OP_WITH_BLEND, enable,
                           "LogicOpEnable and BlendEnable are both TRUE; one "
                           "of them must be FALSE");
    if (ombre_check_independent(check))
        ombre_check_report(check, OMBRE_RULE_LOGIC_OP_WITH_INDEPENDENT, enable,
                           "LogicOpEnable and IndependentBlendEnable are both "
                           "TRUE; one operation serves all targets");
    if (!ombre_logic_op_name((enum ombre_logic_op) entry->logic_op))
        ombre_check_report(
            check, OMBRE_RULE_LOGIC_OP_UNKNOWN,
            ombre_path_field(check, index, OMBRE_FIELD_LOGIC_OP),
            "LogicOp is %u; allowed are 0 (CLEAR) to 15 (OR_INVERTED)",
            entry->logic_op);
}

/* --- Entries ------------------------------------------------------------- */

/* First field of an entry that holds a SRC1 factor. */
static enum ombre_blend_field src1_field(const struct ombre_blend_entry *entry)
{
    if (is_src1(entry->src))
        return OMBRE_FIELD_SRC;
    if (is_src1(entry->dest))
        return OMBRE_FIELD_DEST;
    if (is_src1(entry->src_alpha))
        return OMBRE_FIELD_SRC_ALPHA;
    return OMBRE_FIELD_DEST_ALPHA;
}

/* Entry `index` > 0, which counts, as seen from entry 0. */
static void check_beside_entry_0(struct ombre_check *check, unsigned index,
                                 const struct ombre_blend_entry *entry)
{
    const struct ombre_blend_entry first = ombre_check_entry(check, 0);

    if (is_dual_source(&first)) {
        /* Seen with pipeline states only; a blend state that Direct3D 11
         * creates may be used with one target. */
        if (entry->blend_enable && is_d3d12(check))
            ombre_check_report(
                check, OMBRE_RULE_DUAL_SOURCE_WITH_OTHER_BLEND,
                ombre_path_field(check, index, OMBRE_FIELD_BLEND_ENABLE),
                "BlendEnable is TRUE while RenderTarget[0].%s is a SRC1 factor",
                ombre_field_name(src1_field(&first)));
    } else if (is_dual_source(entry)) {
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
    for (unsigned i = 0; i < index && shares_equation(check); i++) {
        if (ombre_check_entry(check, i).blend_enable)
            return false;
    }
    return true;
}

static void check_entry(struct ombre_check *check, unsigned index)
{
    const struct ombre_blend_entry entry = ombre_check_entry(check, index);

    if (index > 0)
        check_beside_entry_0(check, index, &entry);
    if (entry.logic_op_enable)
        check_logic_op(check, index, &entry);
    if (entry.blend_enable && owns_equations(check, index))
        check_equations(check, index, &entry);
    if (entry.write_mask > 0xF)
        ombre_check_report(
            check, OMBRE_RULE_WRITE_MASK,
            ombre_path_field(check, index, OMBRE_FIELD_WRITE_MASK),
            "RenderTargetWriteMask is 0x%X; allowed are 0 to "
            "0xF",
            entry.write_mask);
}

void ombre_check_desc(struct ombre_check *check)
{
    if (is_d3d9(check)) {
        ombre_check_d3d9_desc(check);
        return;
    }
    if (ombre_api_creates_blend_state(check->pso->api) && check->pso->null_desc)
        ombre_check_report(check, OMBRE_RULE_NULL_DESC,
                           ombre_path_name("BlendState"),
                           "BlendState is NULL; the default is said with {}");
    for (unsigned i = 0; i < ombre_check_entry_count(check); i++)
        check_entry(check, i);
}
