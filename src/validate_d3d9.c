#include "validate_check.h"

/* Sources: the pages of D3DRENDERSTATETYPE, D3DBLEND, D3DPMISCCAPS and
 * "Multiple Render Targets", and Direct3D On 12 (SetBlendState) for values that
 * they leave open. */

enum { ALL_COMPONENTS = 0xF };

/* --- What the states say ---------------------------------------------------
 */

static const struct ombre_d3d9_states *states_of(
    const struct ombre_check *check)
{
    return &check->pso->desc.d3d9;
}

/* How drivers are asked for it: AMD's spelling always counts, NVIDIA's with the
 * alpha test, and neither with one sample. */
bool ombre_d3d9_alpha_to_coverage(const struct ombre_check *check)
{
    const uint32_t a2m1 = 0x314D3241, atoc = 0x434F5441; /* FourCC */
    const struct ombre_d3d9_states *states = states_of(check);

    return check->pso->SampleDesc.Count > 1 &&
           (states->POINTSIZE == a2m1 ||
            (states->ADAPTIVETESS_Y == atoc && states->ALPHATESTENABLE));
}

/* BOTHSRCALPHA and BOTHINVSRCALPHA of a source stand for both factors. */
static bool is_both(uint32_t factor)
{
    return factor == D3DBLEND_BOTHSRCALPHA ||
           factor == D3DBLEND_BOTHINVSRCALPHA;
}

static uint32_t write_mask(const struct ombre_d3d9_states *states,
                           unsigned target)
{
    switch (target) {
    case 0: return states->COLORWRITEENABLE;
    case 1: return states->COLORWRITEENABLE1;
    case 2: return states->COLORWRITEENABLE2;
    case 3: return states->COLORWRITEENABLE3;
    default: return 0;
    }
}

/* Numbers that later versions give a meaning have none here. */
static D3D12_BLEND known_factor(uint32_t factor)
{
    return (D3D12_BLEND) (factor <= D3DBLEND_INVSRCCOLOR2 ? factor : 0);
}

/* Factors keep their numbers; BOTHSRCALPHA and BOTHINVSRCALPHA, which are no
 * factors of later versions, become the alpha factors that they stand for. */
D3D12_RENDER_TARGET_BLEND_DESC ombre_d3d9_entry(const struct ombre_check *check,
                                                unsigned index)
{
    const struct ombre_d3d9_states *states = states_of(check);
    const bool separate = states->SEPARATEALPHABLENDENABLE != 0;
    D3D12_RENDER_TARGET_BLEND_DESC entry = {
        .BlendEnable = states->ALPHABLENDENABLE != 0,
        .SrcBlend = known_factor(states->SRCBLEND),
        .DestBlend = known_factor(states->DESTBLEND),
        .BlendOp = (D3D12_BLEND_OP) states->BLENDOP,
        .SrcBlendAlpha =
            known_factor(separate ? states->SRCBLENDALPHA : states->SRCBLEND),
        .DestBlendAlpha =
            known_factor(separate ? states->DESTBLENDALPHA : states->DESTBLEND),
        .BlendOpAlpha = (D3D12_BLEND_OP) (separate ? states->BLENDOPALPHA
                                                   : states->BLENDOP),
        .RenderTargetWriteMask =
            (uint8_t) (write_mask(states, index) & ALL_COMPONENTS),
    };
    if (is_both(entry.SrcBlend))
        entry.SrcBlend = entry.DestBlend = D3D12_BLEND_SRC_ALPHA;
    if (is_both(entry.SrcBlendAlpha))
        entry.SrcBlendAlpha = entry.DestBlendAlpha = D3D12_BLEND_SRC_ALPHA;
    return entry;
}

/* --- Factors and operations ------------------------------------------------
 */

static struct ombre_path state_path(const char *name)
{
    return ombre_path_join("BlendState.D3DRS_", name);
}

static uint32_t factor_cap(uint32_t factor)
{
    if (factor == D3DBLEND_INVBLENDFACTOR)
        return D3DPBLENDCAPS_BLENDFACTOR; /* as BLENDFACTOR, by its number */
    if (factor == D3DBLEND_SRCCOLOR2)
        return D3DPBLENDCAPS_SRCCOLOR2;
    if (factor == D3DBLEND_INVSRCCOLOR2)
        return D3DPBLENDCAPS_INVSRCCOLOR2;
    return 1U << (factor - 1);
}

/* A value of one state that On 12 replaces by `used`. */
static void report_fallback(struct ombre_check *check, const char *name,
                            uint32_t value, const char *used)
{
    ombre_check_report(check, OMBRE_RULE_D3D9_FALLBACK, state_path(name),
                       "%s is %u, which is none of its values; Direct3D On 12 "
                       "uses %s",
                       name, value, used);
}

/* `fallback` is what On 12 uses for values from 32 on, or NULL. */
static void check_factor(struct ombre_check *check, const char *name,
                         uint32_t factor, bool source, const char *fallback)
{
    const struct ombre_d3d9_caps *caps = &check->device->Caps;
    const uint32_t offered = source ? caps->SrcBlendCaps : caps->DestBlendCaps;

    if (fallback && factor >= 32)
        report_fallback(check, name, factor, fallback);
    else if (factor < D3DBLEND_ZERO || factor > D3DBLEND_INVSRCCOLOR2)
        ombre_check_report(check, OMBRE_RULE_FACTOR_UNKNOWN, state_path(name),
                           "%s is %u, which is no factor; allowed are 1 to 17",
                           name, factor);
    else if (!source && is_both(factor))
        ombre_check_report(check, OMBRE_RULE_D3D9_BOTH_IN_DEST,
                           state_path(name),
                           "%s is %u; BOTHSRCALPHA (12) and BOTHINVSRCALPHA "
                           "(13) are source factors",
                           name, factor);
    else if (!(offered & factor_cap(factor)))
        ombre_check_report(check, OMBRE_RULE_D3D9_CAPS, state_path(name),
                           "%s is %u, but %s lacks 0x%X", name, factor,
                           source ? "SrcBlendCaps" : "DestBlendCaps",
                           factor_cap(factor));
}

static void check_factors(struct ombre_check *check, const char *source_name,
                          uint32_t source, const char *dest_name, uint32_t dest,
                          bool fallback)
{
    check_factor(check, source_name, source, true, fallback ? "ONE" : NULL);
    if (!is_both(source))
        check_factor(check, dest_name, dest, false, fallback ? "ZERO" : NULL);
}

static bool has_misc_cap(const struct ombre_check *check, uint32_t cap)
{
    return (check->device->Caps.PrimitiveMiscCaps & cap) != 0;
}

static void check_op(struct ombre_check *check, const char *name, uint32_t op)
{
    if (!has_misc_cap(check, D3DPMISCCAPS_BLENDOP) && op != D3DBLENDOP_ADD)
        ombre_check_report(check, OMBRE_RULE_D3D9_CAPS, state_path(name),
                           "%s is %u, but PrimitiveMiscCaps lacks BLENDOP",
                           name, op);
}

static void check_color_op(struct ombre_check *check, uint32_t op)
{
    if (op >= 8)
        report_fallback(check, "BLENDOP", op, "ADD");
    else if (op < D3DBLENDOP_ADD || op > D3DBLENDOP_MAX)
        ombre_check_report(check, OMBRE_RULE_OP_UNKNOWN, state_path("BLENDOP"),
                           "BLENDOP is %u; allowed are 1 (ADD) to 5 (MAX)", op);
    else
        check_op(check, "BLENDOP", op);
}

static void check_alpha_op(struct ombre_check *check, uint32_t op)
{
    if (op < D3DBLENDOP_ADD || op > D3DBLENDOP_MAX)
        report_fallback(check, "BLENDOPALPHA", op, "ADD");
    else
        check_op(check, "BLENDOPALPHA", op);
}

static void check_equations(struct ombre_check *check)
{
    const struct ombre_d3d9_states *states = states_of(check);

    check_factors(check, "SRCBLEND", states->SRCBLEND, "DESTBLEND",
                  states->DESTBLEND, true);
    check_color_op(check, states->BLENDOP);
    if (!states->SEPARATEALPHABLENDENABLE)
        return;
    if (!has_misc_cap(check, D3DPMISCCAPS_SEPARATEALPHABLEND))
        ombre_check_report(check, OMBRE_RULE_D3D9_CAPS,
                           state_path("SEPARATEALPHABLENDENABLE"),
                           "SEPARATEALPHABLENDENABLE is TRUE, but "
                           "PrimitiveMiscCaps lacks SEPARATEALPHABLEND");
    check_factors(check, "SRCBLENDALPHA", states->SRCBLENDALPHA,
                  "DESTBLENDALPHA", states->DESTBLENDALPHA, false);
    check_alpha_op(check, states->BLENDOPALPHA);
}

/* --- Write masks and tests -------------------------------------------------
 */

static void check_write_mask(struct ombre_check *check, unsigned target)
{
    static const char *const names[] = {"COLORWRITEENABLE", "COLORWRITEENABLE1",
                                        "COLORWRITEENABLE2",
                                        "COLORWRITEENABLE3"};
    const uint32_t mask = write_mask(states_of(check), target);
    const uint32_t first = write_mask(states_of(check), 0);

    if (mask > ALL_COMPONENTS)
        report_fallback(check, names[target], mask, "its low four bits");
    if (!has_misc_cap(check, D3DPMISCCAPS_COLORWRITEENABLE) &&
        (mask & ALL_COMPONENTS) != ALL_COMPONENTS)
        ombre_check_report(check, OMBRE_RULE_D3D9_CAPS,
                           state_path(names[target]),
                           "%s is 0x%X, but PrimitiveMiscCaps lacks "
                           "COLORWRITEENABLE",
                           names[target], mask);
    if (target < check->target_count &&
        !has_misc_cap(check, D3DPMISCCAPS_INDEPENDENTWRITEMASKS) &&
        ((mask ^ first) & ALL_COMPONENTS))
        ombre_check_report(check, OMBRE_RULE_D3D9_WRITE_MASKS,
                           state_path(names[target]),
                           "%s is 0x%X, COLORWRITEENABLE is 0x%X, and "
                           "PrimitiveMiscCaps lacks INDEPENDENTWRITEMASKS",
                           names[target], mask, first);
}

void ombre_check_d3d9_desc(struct ombre_check *check)
{
    const struct ombre_d3d9_states *states = states_of(check);

    if (states->ALPHATESTENABLE && states->ALPHAFUNC != D3DCMP_ALWAYS &&
        !ombre_d3d9_alpha_to_coverage(check))
        ombre_check_report(check, OMBRE_RULE_D3D9_ALPHA_TEST,
                           state_path("ALPHATESTENABLE"),
                           "ALPHATESTENABLE is TRUE and ALPHAFUNC is %u; "
                           "allowed is 8 (ALWAYS)",
                           states->ALPHAFUNC);
    if (states->DITHERENABLE)
        ombre_check_report(check, OMBRE_RULE_D3D9_DITHER,
                           state_path("DITHERENABLE"), "DITHERENABLE is TRUE");
    if (states->MULTISAMPLEMASK != UINT32_MAX &&
        check->pso->SampleDesc.Count == 1)
        ombre_check_report(check, OMBRE_RULE_D3D9_SAMPLE_MASK,
                           state_path("MULTISAMPLEMASK"),
                           "MULTISAMPLEMASK is 0x%X, and SampleDesc.Count is 1",
                           states->MULTISAMPLEMASK);
    if (states->ALPHABLENDENABLE)
        check_equations(check);
    for (unsigned i = 0; i < D3D_MAX_SIMULTANEOUS_RENDERTARGETS; i++)
        check_write_mask(check, i);
}

/* --- Several targets -------------------------------------------------------
 */

static void check_depth(struct ombre_check *check, unsigned target,
                        const struct ombre_format *format,
                        const struct ombre_format *first)
{
    if (!has_misc_cap(check, D3DPMISCCAPS_MRTINDEPENDENTBITDEPTHS) &&
        format->texel_size != first->texel_size)
        ombre_check_report(check, OMBRE_RULE_D3D9_BIT_DEPTHS,
                           ombre_path_index("RTVFormats", target),
                           "%s has %d bits, the first target %d; "
                           "PrimitiveMiscCaps lacks MRTINDEPENDENTBITDEPTHS",
                           format->name, 8 * format->texel_size,
                           8 * first->texel_size);
}

/* Why no D3DFORMAT holds the components of `format`, or NULL if one does. */
static const char *without_d3dformat(const struct ombre_format *format)
{
    if (ombre_format_base_type(format) != OMBRE_BASE_FLOAT)
        return "holds integers";
    if (format->srgb)
        return "is what SRGBWRITEENABLE makes of another format";
    switch (format->dxgi) {
    case DXGI_FORMAT_R32G32B32_FLOAT:
    case DXGI_FORMAT_R11G11B10_FLOAT:
    case DXGI_FORMAT_R9G9B9E5_SHAREDEXP:
    case DXGI_FORMAT_R8G8_UNORM:
    case DXGI_FORMAT_R8_SNORM:
    case DXGI_FORMAT_R16_SNORM:
    case DXGI_FORMAT_A4B4G4R4_UNORM: return "is no D3DFORMAT";
    default: return NULL;
    }
}

static void check_format(struct ombre_check *check, unsigned target,
                         const struct ombre_format *format)
{
    const char *why = without_d3dformat(format);

    if (why)
        ombre_check_report(check, OMBRE_RULE_D3D9_FORMAT,
                           ombre_path_index("RTVFormats", target), "%s (%u) %s",
                           format->name, format->dxgi, why);
}

static void check_formats(struct ombre_check *check)
{
    const struct ombre_format *first = NULL;

    for (unsigned i = 0; i < check->target_count; i++) {
        const struct ombre_format *format = check->format[i];
        if (!format)
            continue;
        check_format(check, i, format);
        if (!first)
            first = format;
        check_depth(check, i, format, first);
    }
}

static void check_several(struct ombre_check *check, unsigned real)
{
    const struct ombre_d3d9_states *states = states_of(check);

    if (check->pso->SampleDesc.Count > 1)
        ombre_check_report(check, OMBRE_RULE_D3D9_MULTISAMPLED_TARGETS,
                           ombre_path_name("SampleDesc.Count"),
                           "Count is %u with %u targets; it must be 1",
                           check->pso->SampleDesc.Count, real);
    if (states->ALPHABLENDENABLE &&
        !has_misc_cap(check, D3DPMISCCAPS_MRTPOSTPIXELSHADERBLENDING))
        ombre_check_report(check, OMBRE_RULE_D3D9_MULTIPLE_BLEND,
                           state_path("ALPHABLENDENABLE"),
                           "ALPHABLENDENABLE is TRUE with %u targets, but "
                           "PrimitiveMiscCaps lacks MRTPOSTPIXELSHADERBLENDING",
                           real);
    if (states->SRGBWRITEENABLE)
        ombre_check_report(check, OMBRE_RULE_D3D9_SRGB_TARGETS,
                           state_path("SRGBWRITEENABLE"),
                           "SRGBWRITEENABLE is TRUE with %u targets", real);
}

void ombre_check_d3d9_targets(struct ombre_check *check)
{
    const struct ombre_d3d9_states *states = states_of(check);
    const uint32_t offered = check->device->Caps.NumSimultaneousRTs;
    const uint32_t limit = offered < D3D_MAX_SIMULTANEOUS_RENDERTARGETS
                               ? offered
                               : D3D_MAX_SIMULTANEOUS_RENDERTARGETS;
    unsigned real = 0;

    if (check->pso->NumRenderTargets > limit)
        ombre_check_report(check, OMBRE_RULE_D3D9_TARGET_COUNT,
                           ombre_path_name("NumRenderTargets"),
                           "NumRenderTargets is %u; this device has %u",
                           check->pso->NumRenderTargets, limit);
    check_formats(check);
    for (unsigned i = 0; i < check->target_count; i++)
        real += !is_hole(check, i);
    if (real > 1)
        check_several(check, real);
    if (states->SRGBWRITEENABLE && states->ALPHABLENDENABLE &&
        !has_misc_cap(check, D3DPMISCCAPS_POSTBLENDSRGBCONVERT))
        ombre_check_report(check, OMBRE_RULE_D3D9_SRGB_BLEND,
                           state_path("SRGBWRITEENABLE"),
                           "SRGBWRITEENABLE and ALPHABLENDENABLE are TRUE, but "
                           "PrimitiveMiscCaps lacks POSTBLENDSRGBCONVERT");
}
