#include <stddef.h>

#include "validate_check.h"
#include "validate_level_formats.h"

/* --- Feature levels ------------------------------------------------------ */

const char *ombre_feature_level_name(uint32_t level)
{
    switch (level) {
#define X(id, value, name) \
    case value: return name;
        OMBRE_FEATURE_LEVELS(X)
#undef X
    default: return NULL;
    }
}

/* Lowest and highest level that an API's device can have. */
static uint32_t lowest_level(enum ombre_api api)
{
    switch (api) {
    case OMBRE_API_D3D10: return OMBRE_FEATURE_LEVEL_10_0;
    case OMBRE_API_D3D12: return OMBRE_FEATURE_LEVEL_11_0;
    case OMBRE_API_D3D9:
    case OMBRE_API_D3D10_1:
    case OMBRE_API_D3D11:
    case OMBRE_API_D3D11_1: break;
    }
    return OMBRE_FEATURE_LEVEL_9_1;
}

static uint32_t highest_level(enum ombre_api api)
{
    switch (api) {
    case OMBRE_API_D3D10: return OMBRE_FEATURE_LEVEL_10_0;
    case OMBRE_API_D3D10_1: return OMBRE_FEATURE_LEVEL_10_1;
    case OMBRE_API_D3D11: return OMBRE_FEATURE_LEVEL_11_0;
    case OMBRE_API_D3D9:
    case OMBRE_API_D3D11_1:
    case OMBRE_API_D3D12: break;
    }
    return OMBRE_FEATURE_LEVEL_12_2;
}

static unsigned level_column(uint32_t level)
{
    static const uint32_t first[LEVEL_COLUMNS] = {
        OMBRE_FEATURE_LEVEL_9_1,  OMBRE_FEATURE_LEVEL_9_2,
        OMBRE_FEATURE_LEVEL_9_3,  OMBRE_FEATURE_LEVEL_10_0,
        OMBRE_FEATURE_LEVEL_10_1, OMBRE_FEATURE_LEVEL_11_0,
        OMBRE_FEATURE_LEVEL_11_1};
    unsigned column = 0;

    for (unsigned i = 1; i < LEVEL_COLUMNS; i++) {
        if (level >= first[i])
            column = i;
    }
    return column;
}

void ombre_check_read_level(struct ombre_check *check)
{
    const uint32_t highest = highest_level(check->pso->api);
    const uint32_t given = check->device->FeatureLevel;

    check->level = is_d3d9(check) || given > highest ? highest : given;
    check->level_column = level_column(check->level);
}

static const char *format_cell(unsigned column, uint32_t dxgi)
{
    return dxgi < sizeof level_formats / sizeof level_formats[0]
               ? level_formats[dxgi][column]
               : NULL;
}

const char *ombre_feature_level_format(uint32_t level, uint32_t dxgi)
{
    return format_cell(level_column(level), dxgi);
}

/* A format outside the tables is left to CheckFormatSupport, which speaks only
 * from level 10_0 on. */
const char *ombre_check_format_cell(const struct ombre_check *check,
                                    uint32_t dxgi)
{
    const char *cell = format_cell(check->level_column, dxgi);

    if (cell)
        return cell;
    return check->level >= OMBRE_FEATURE_LEVEL_10_0 ? "oooooo" : "------";
}

void ombre_check_read_targets(struct ombre_check *check)
{
    const unsigned count = check->pso->NumRenderTargets;

    check->target_count = count < OMBRE_MAX_TARGETS ? count : OMBRE_MAX_TARGETS;
    for (unsigned i = 0; i < check->target_count; i++) {
        const uint32_t dxgi = (uint32_t) check->pso->RTVFormats[i];
        check->format[i] = ombre_format_find(dxgi);
        check->cell[i] = ombre_check_format_cell(check, dxgi);
    }
}

/* --- Rules of feature level 9 -------------------------------------------- */

static void check_multiple_targets(struct ombre_check *check, uint32_t level)
{
    const unsigned limit = level < OMBRE_FEATURE_LEVEL_9_3 ? 1 : 4;
    const struct ombre_format *first = NULL;
    unsigned real = 0;

    if (check->pso->NumRenderTargets > limit)
        ombre_check_report(check, OMBRE_RULE_LEVEL_TARGET_COUNT,
                           ombre_path_name("NumRenderTargets"),
                           "NumRenderTargets is %u; feature level %s has %u",
                           check->pso->NumRenderTargets,
                           ombre_check_level_name(check), limit);
    for (unsigned i = 0; i < check->target_count; i++)
        real += !is_hole(check, i);
    for (unsigned i = 0; i < check->target_count && real > 1; i++) {
        const struct ombre_format *format = check->format[i];
        if (!format)
            continue;
        if (format->srgb)
            ombre_check_report(check, OMBRE_RULE_LEVEL_SRGB_TARGETS,
                               ombre_path_index("RTVFormats", i),
                               "%s (%u) is one of %u targets", format->name,
                               format->dxgi, real);
        if (!first)
            first = format;
        else if (format->texel_size != first->texel_size)
            ombre_check_report(check, OMBRE_RULE_LEVEL_BIT_DEPTHS,
                               ombre_path_index("RTVFormats", i),
                               "%s has %d bits, the first target %d",
                               format->name, 8 * format->texel_size,
                               8 * first->texel_size);
    }
}

static void check_multiple_blend(struct ombre_check *check)
{
    unsigned real = 0, blended = 0;

    for (unsigned i = 0; i < check->target_count; i++) {
        real += !is_hole(check, i);
        blended += !is_hole(check, i) && entry_of(check, i)->BlendEnable;
    }
    if (real > 1 && blended > 0)
        ombre_check_report(check, OMBRE_RULE_LEVEL_MULTIPLE_BLEND,
                           ombre_path_name("RTVFormats"),
                           "%u of %u targets are blended", blended, real);
}

/* The first four entries, as the pages of feature level 9 say. */
static void check_first_four(struct ombre_check *check, uint32_t level)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *first = &check->entry[0];

    for (unsigned i = 1; i < 4; i++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *entry = &check->entry[i];
        if (!entry->BlendEnable != !first->BlendEnable)
            ombre_check_report(
                check, OMBRE_RULE_LEVEL_BLEND_ENABLE,
                ombre_path_field(check, i, OMBRE_FIELD_BLEND_ENABLE),
                "BlendEnable is %s, but %s in entry 0",
                entry->BlendEnable ? "TRUE" : "FALSE",
                first->BlendEnable ? "TRUE" : "FALSE");
        if (level < OMBRE_FEATURE_LEVEL_9_3 &&
            entry->RenderTargetWriteMask != first->RenderTargetWriteMask)
            ombre_check_report(
                check, OMBRE_RULE_LEVEL_WRITE_MASKS,
                ombre_path_field(check, i, OMBRE_FIELD_WRITE_MASK),
                "RenderTargetWriteMask is 0x%X, but 0x%X in "
                "entry 0",
                entry->RenderTargetWriteMask, first->RenderTargetWriteMask);
    }
}

/* Blended targets that a low level blends in its own way. */
static void check_blended_formats(struct ombre_check *check, bool level_9)
{
    for (unsigned i = 0; i < check->target_count; i++) {
        const struct ombre_format *format = check->format[i];
        if (!format || !entry_of(check, i)->BlendEnable ||
            !is_declared(check, i))
            continue;
        if (format->srgb && level_9)
            ombre_check_report(check, OMBRE_RULE_LEVEL_SRGB_BLEND,
                               ombre_path_index("RTVFormats", i),
                               "%s is blended at feature level %s",
                               format->name, ombre_check_level_name(check));
        if (format->numeric == OMBRE_FLOAT &&
            format->component[OMBRE_RED].bits == 16 &&
            offers(check, i, OMBRE_ABILITY_BLEND))
            ombre_check_report(check, OMBRE_RULE_LEVEL_FLOAT_BLEND,
                               ombre_path_index("RTVFormats", i),
                               "%s is blended at feature level %s",
                               format->name, ombre_check_level_name(check));
    }
}

static void check_sample_mask(struct ombre_check *check)
{
    const uint32_t mask = check->pso->SampleMask;

    if (mask == 0)
        ombre_check_report(check, OMBRE_RULE_LEVEL_SAMPLE_MASK,
                           ombre_path_name("SampleMask"),
                           "SampleMask is 0; the default is 0xFFFFFFFF");
    else if (mask != UINT32_MAX)
        ombre_check_report(check, OMBRE_RULE_LEVEL_SAMPLE_MASK_IGNORED,
                           ombre_path_name("SampleMask"),
                           "SampleMask is 0x%X; the default is 0xFFFFFFFF",
                           mask);
}

static void check_level_9(struct ombre_check *check, uint32_t level)
{
    if (check->alpha_to_coverage)
        ombre_check_report(check, OMBRE_RULE_LEVEL_ALPHA_TO_COVERAGE,
                           ombre_path_name("BlendState.AlphaToCoverageEnable"),
                           "AlphaToCoverageEnable is TRUE; it must be FALSE at "
                           "feature level %s",
                           ombre_check_level_name(check));
    if (check->independent)
        check_first_four(check, level);
    check_sample_mask(check);
    check_multiple_targets(check, level);
    check_multiple_blend(check);
}

/* --- Equations ----------------------------------------------------------- */

struct difference {
    bool found;
    enum ombre_blend_field field;
    uint32_t a, b;
};

static struct difference compare(const D3D12_RENDER_TARGET_BLEND_DESC *a,
                                 const D3D12_RENDER_TARGET_BLEND_DESC *b)
{
    const struct difference fields[] = {
        {a->SrcBlend != b->SrcBlend, OMBRE_FIELD_SRC, a->SrcBlend, b->SrcBlend},
        {a->DestBlend != b->DestBlend, OMBRE_FIELD_DEST, a->DestBlend,
         b->DestBlend},
        {a->BlendOp != b->BlendOp, OMBRE_FIELD_OP, a->BlendOp, b->BlendOp},
        {a->SrcBlendAlpha != b->SrcBlendAlpha, OMBRE_FIELD_SRC_ALPHA,
         a->SrcBlendAlpha, b->SrcBlendAlpha},
        {a->DestBlendAlpha != b->DestBlendAlpha, OMBRE_FIELD_DEST_ALPHA,
         a->DestBlendAlpha, b->DestBlendAlpha},
        {a->BlendOpAlpha != b->BlendOpAlpha, OMBRE_FIELD_OP_ALPHA,
         a->BlendOpAlpha, b->BlendOpAlpha},
    };
    const unsigned count = sizeof fields / sizeof fields[0];
    unsigned i = 0;

    while (i < count - 1 && !fields[i].found)
        i++;
    return fields[i];
}

/* The factor of the alpha slot that does to alpha what `factor` does to colour;
 * _COLOR is not allowed there. */
static uint32_t factor_for_alpha(uint32_t factor)
{
    switch (factor) {
    case OMBRE_SRC_COLOR: return OMBRE_SRC_ALPHA;
    case OMBRE_INV_SRC_COLOR: return OMBRE_INV_SRC_ALPHA;
    case OMBRE_DEST_COLOR: return OMBRE_DEST_ALPHA;
    case OMBRE_INV_DEST_COLOR: return OMBRE_INV_DEST_ALPHA;
    default: break;
    }
    return factor;
}

static void check_separate_alpha(struct ombre_check *check, unsigned index,
                                 const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    D3D12_RENDER_TARGET_BLEND_DESC want = *entry;

    want.SrcBlendAlpha = (D3D12_BLEND) factor_for_alpha(entry->SrcBlend);
    want.DestBlendAlpha = (D3D12_BLEND) factor_for_alpha(entry->DestBlend);
    want.BlendOpAlpha = entry->BlendOp;

    const struct difference difference = compare(entry, &want);
    if (difference.found)
        ombre_check_report(check, OMBRE_RULE_LEVEL_SEPARATE_ALPHA,
                           ombre_path_field(check, index, difference.field),
                           "%s is %u; at feature level 9_1 it must be %u, as "
                           "for colour",
                           ombre_field_name(difference.field), difference.a,
                           difference.b);
}

static void check_equations(struct ombre_check *check, uint32_t level)
{
    const D3D12_RENDER_TARGET_BLEND_DESC *first = NULL;

    for (unsigned i = 0; i < check->entry_count; i++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *entry = &check->entry[i];
        if (!entry->BlendEnable)
            continue;
        if (level < OMBRE_FEATURE_LEVEL_9_2)
            check_separate_alpha(check, i, entry);
        if (!first)
            first = entry;

        const struct difference difference = compare(entry, first);
        if (difference.found)
            ombre_check_report(check, OMBRE_RULE_LEVEL_EQUATIONS,
                               ombre_path_field(check, i, difference.field),
                               "%s is %u, but %u in an entry before; feature "
                               "level %s has one equation",
                               ombre_field_name(difference.field), difference.a,
                               difference.b, ombre_check_level_name(check));
    }
}

/* --- All of them --------------------------------------------------------- */

const char *ombre_check_level_name(const struct ombre_check *check)
{
    const char *name = ombre_feature_level_name(check->level);
    return name ? name : "(unknown)";
}

void ombre_check_levels(struct ombre_check *check)
{
    const enum ombre_api api = check->pso->api;
    const uint32_t given = check->device->FeatureLevel;
    const uint32_t level = check->level;

    if (!ombre_feature_level_name(given))
        ombre_check_report(check, OMBRE_RULE_FEATURE_LEVEL,
                           ombre_path_name("Device.FeatureLevel"),
                           "FeatureLevel is 0x%X, which is none", given);
    else if (given < lowest_level(api))
        ombre_check_report(check, OMBRE_RULE_FEATURE_LEVEL,
                           ombre_path_name("Device.FeatureLevel"),
                           "FeatureLevel is %s; %s needs %s",
                           ombre_feature_level_name(given), ombre_api_name(api),
                           ombre_feature_level_name(lowest_level(api)));
    if (level < OMBRE_FEATURE_LEVEL_10_0)
        check_level_9(check, level);
    if (level < OMBRE_FEATURE_LEVEL_10_1) {
        check_equations(check, level);
        check_blended_formats(check, level < OMBRE_FEATURE_LEVEL_10_0);
    }
}
