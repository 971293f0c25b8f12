/* validate_check.h - what the parts of the validator share (private) */
#ifndef OMBRE_VALIDATE_CHECK_H
#define OMBRE_VALIDATE_CHECK_H

#include "ombre/validate.h"

/* One call of ombre_validate(). */
struct ombre_check {
    const struct ombre_pso *pso;
    const struct ombre_d3d_device *device;
    struct ombre_issues *out;
    bool invalid; /* a rule of severity ERROR is broken */
};

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

/* One entry in numbers that may be anything. */
struct ombre_blend_entry {
    bool blend_enable, logic_op_enable;
    uint32_t src, dest, op;
    uint32_t src_alpha, dest_alpha, op_alpha;
    uint32_t logic_op, write_mask;
};

/* Whether entries above 0 count, and how many entries do.  Direct3D 9 and 10
 * have one equation, but enable or mask each target. */
bool ombre_check_independent(const struct ombre_check *check);
unsigned ombre_check_entry_count(const struct ombre_check *check);

/* Index of the entry that speaks for `target`, and entry `index`. */
unsigned ombre_check_entry_index(const struct ombre_check *check,
                                 unsigned target);
struct ombre_blend_entry ombre_check_entry(const struct ombre_check *check,
                                           unsigned index);

bool ombre_check_alpha_to_coverage(const struct ombre_check *check);

static inline bool is_min_or_max(uint32_t op)
{
    return op == OMBRE_OP_MIN || op == OMBRE_OP_MAX;
}

static inline bool is_src1(uint32_t factor)
{
    return factor >= OMBRE_SRC1_COLOR && factor <= OMBRE_INV_SRC1_ALPHA;
}

/* A SRC1 factor in an enabled equation turns dual source on (FS 17.6), also
 * beside MIN and MAX, which ignore it. */
static inline bool is_dual_source(const struct ombre_blend_entry *entry)
{
    return entry->blend_enable &&
           (is_src1(entry->src) || is_src1(entry->dest) ||
            is_src1(entry->src_alpha) || is_src1(entry->dest_alpha));
}

/* --- Targets and outputs ------------------------------------------------- */

/* Number of targets that exist: NumRenderTargets, kept within its array. */
static inline unsigned target_count(const struct ombre_check *check)
{
    const unsigned count = check->pso->NumRenderTargets;
    return count < OMBRE_MAX_TARGETS ? count : OMBRE_MAX_TARGETS;
}

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

/* Components that `format` has, as bits of a write mask. */
static inline unsigned components_of(const struct ombre_format *format)
{
    unsigned components = 0;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        if (ombre_format_has(format, (enum ombre_component) i))
            components |= 1U << i;
    }
    return components;
}

/* --- Feature levels ------------------------------------------------------ */

/* Letters of ombre_feature_level_format(). */
enum ombre_format_ability {
    OMBRE_ABILITY_TARGET = 0,
    OMBRE_ABILITY_BLEND = 1,
    OMBRE_ABILITY_SAMPLES = 3,
};

/* The device's level, or the highest one that the API knows, and its name.
 * Direct3D 9 has none; nothing is taken away from it. */
uint32_t ombre_check_level(const struct ombre_check *check);
const char *ombre_check_level_name(const struct ombre_check *check);

/* Whether the level has `ability` on `dxgi`, be it optional. */
bool ombre_check_format_offers(const struct ombre_check *check, uint32_t dxgi,
                               enum ombre_format_ability ability);

static inline bool is_level_9(const struct ombre_check *check)
{
    return ombre_check_level(check) < OMBRE_FEATURE_LEVEL_10_0;
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

struct ombre_blend_entry ombre_d3d9_entry(const struct ombre_check *check,
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
