/* validate_check.h - what the parts of the validator share (private) */
#ifndef OMBRE_VALIDATE_CHECK_H
#define OMBRE_VALIDATE_CHECK_H

#include "ombre/validate.h"

/* --- Entries of the blend description ------------------------------------ */

enum ombre_blend_field {
    OMBRE_FIELD_BLEND_ENABLE,
    OMBRE_FIELD_LOGIC_OP_ENABLE,
    OMBRE_FIELD_SRC,
    OMBRE_FIELD_DEST,
    OMBRE_FIELD_OP,
    OMBRE_FIELD_SRC_ALPHA,
    OMBRE_FIELD_DEST_ALPHA,
    OMBRE_FIELD_OP_ALPHA,
    OMBRE_FIELD_LOGIC_OP,
    OMBRE_FIELD_WRITE_MASK,
};

/* One call of ombre_validate(): what it was given, and what many rules ask. */
struct ombre_check {
    const struct ombre_pso *pso;
    const struct ombre_d3d_device *device;
    struct ombre_issues *out;
    bool invalid; /* a rule of severity ERROR is broken */

    /* Whether entries above 0 count, and how many entries do, in Direct3D 12's
     * words and numbers that may be anything.  Direct3D 9 and 10 have one
     * equation, but enable or mask each target. */
    bool independent;
    bool alpha_to_coverage;
    unsigned entry_count;
    const D3D12_RENDER_TARGET_BLEND_DESC *entry;
    D3D12_RENDER_TARGET_BLEND_DESC made[OMBRE_MAX_TARGETS]; /* if not its own */
    bool dual_source; /* entry 0 reads a second source */

    /* Targets that exist: NumRenderTargets, kept within its array; their rows
     * (NULL: a hole, or no render target), and what the level says of them. */
    unsigned target_count;
    const struct ombre_format *format[OMBRE_MAX_TARGETS];
    const char *cell[OMBRE_MAX_TARGETS];

    /* The device's level, or the highest one that the API knows (Direct3D 9 has
     * none; nothing is taken away from it), and its column in the tables. */
    uint32_t level;
    unsigned level_column;
};

/* Kinds of an entry's factors, and what follows from them.  A SRC1 factor in an
 * enabled equation turns dual source on (FS 17.6), also beside MIN and MAX,
 * which ignore it. */
struct ombre_entry_kinds {
    unsigned color, alpha; /* enum ombre_factor_kind */
    bool dual_source;
};

static inline struct ombre_entry_kinds entry_kinds(
    const D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    const unsigned color =
        ombre_factor_kinds_of_both(entry->SrcBlend, entry->DestBlend);
    const unsigned alpha =
        ombre_factor_kinds_of_both(entry->SrcBlendAlpha, entry->DestBlendAlpha);

    return (struct ombre_entry_kinds){
        .color = color,
        .alpha = alpha,
        .dual_source =
            entry->BlendEnable && ((color | alpha) & OMBRE_FACTOR_SRC1) != 0,
    };
}

/* Fill the parts of *check that follow from pso and device. */
void ombre_check_read_desc(struct ombre_check *check);
void ombre_check_read_level(struct ombre_check *check);
void ombre_check_read_targets(struct ombre_check *check); /* after the level */

/* Index of the entry that speaks for `target`, and that entry. */
static inline unsigned entry_index(const struct ombre_check *check,
                                   unsigned target)
{
    return check->independent ? target : 0;
}

static inline const D3D12_RENDER_TARGET_BLEND_DESC *entry_of(
    const struct ombre_check *check, unsigned target)
{
    return &check->entry[entry_index(check, target)];
}

static inline bool is_min_or_max(uint32_t op)
{
    return ombre_blend_op_is_min_or_max(op);
}

static inline bool is_src1(uint32_t factor)
{
    return (ombre_factor_kinds(factor) & OMBRE_FACTOR_SRC1) != 0;
}

/* --- Targets and outputs ------------------------------------------------- */

static inline bool is_hole(const struct ombre_check *check, unsigned target)
{
    return check->pso->RTVFormats[target] == DXGI_FORMAT_UNKNOWN;
}

/* Whether a pixel shader is bound and declares SV_Target`target`. */
static inline bool is_declared(const struct ombre_check *check, unsigned target)
{
    const struct ombre_pixel_shader *shader = &check->pso->shader;
    return shader->bound && shader->output[target].type != OMBRE_OUTPUT_NONE;
}

/* --- Feature levels ------------------------------------------------------ */

/* Letters of ombre_feature_level_format(). */
enum ombre_format_ability {
    OMBRE_ABILITY_TARGET = 0,
    OMBRE_ABILITY_BLEND = 1,
    OMBRE_ABILITY_SAMPLES = 3,
};

const char *ombre_check_level_name(const struct ombre_check *check);

/* What the level says of `dxgi`: its letters, and all or no abilities for a
 * format outside the tables.  Never NULL. */
const char *ombre_check_format_cell(const struct ombre_check *check,
                                    uint32_t dxgi);

/* Whether the level has `ability` on `target`, be it optional. */
static inline bool offers(const struct ombre_check *check, unsigned target,
                          enum ombre_format_ability ability)
{
    return check->cell[target][ability] != '-';
}

static inline bool is_level_9(const struct ombre_check *check)
{
    return check->level < OMBRE_FEATURE_LEVEL_10_0;
}

static inline bool is_d3d9(const struct ombre_check *check)
{
    return check->pso->api == OMBRE_API_D3D9;
}

static inline bool is_d3d12(const struct ombre_check *check)
{
    return check->pso->api == OMBRE_API_D3D12;
}

/* Without a pixel shader, Direct3D 12 does not look at formats; before it they
 * are those of views, which exist without one. */
static inline bool has_formats(const struct ombre_check *check)
{
    return check->pso->shader.bound || !is_d3d12(check);
}

/* --- Issues -------------------------------------------------------------- */

struct ombre_path {
    char text[64];
};

/* "NumRenderTargets", "RTVFormats[1]", "BlendState.RenderTarget[1].SrcBlend" */
struct ombre_path ombre_path_name(const char *name);
struct ombre_path ombre_path_index(const char *name, unsigned index);
struct ombre_path ombre_path_field(const struct ombre_check *check,
                                   unsigned entry,
                                   enum ombre_blend_field field);
struct ombre_path ombre_path_join(const char *first, const char *second);
const char *ombre_field_name(enum ombre_blend_field field);

/* Note that `rule` is broken at `path`; the rest is printed into the detail. */
void ombre_check_report(struct ombre_check *check, enum ombre_rule rule,
                        struct ombre_path path, const char *format, ...);

/* --- Direct3D 9 ---------------------------------------------------------- */

D3D12_RENDER_TARGET_BLEND_DESC ombre_d3d9_entry(const struct ombre_check *check,
                                                unsigned index);
bool ombre_d3d9_alpha_to_coverage(const struct ombre_check *check);
void ombre_check_d3d9_desc(struct ombre_check *check);
void ombre_check_d3d9_targets(struct ombre_check *check);

/* --- Parts --------------------------------------------------------------- */

void ombre_check_desc(struct ombre_check *check);
void ombre_check_targets(struct ombre_check *check);
void ombre_check_shader(struct ombre_check *check);
void ombre_check_bound(struct ombre_check *check);
void ombre_check_levels(struct ombre_check *check);

#endif /* OMBRE_VALIDATE_CHECK_H */
