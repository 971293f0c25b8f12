/* Direct3D's enumerations by name. */
#include "case_reader.h"

/* Numbers and names are the same from Direct3D 10 on. */
static const char *const d3d_apis[] = {"D3D12_", "D3D11_", "D3D10_", NULL};
static const char *const d3d9_apis[] = {"D3D", NULL};
static const char *const common_apis[] = {"D3D_", NULL};
static const char *const no_apis[] = {"", NULL};

/* --- Direct3D 10 on ------------------------------------------------------- */

static const struct case_enumerator blends[] = {
#define X(id, value, name) {"BLEND_" name, value},
    OMBRE_FACTORS(X)
#undef X
};

static const struct case_enumerator blend_ops[] = {
#define X(id, value, name) {"BLEND_OP_" name, value},
    OMBRE_BLEND_OPS(X)
#undef X
};

static const struct case_enumerator logic_ops[] = {
#define X(id, value, name) {"LOGIC_OP_" name, value},
    OMBRE_LOGIC_OPS(X)
#undef X
};

static const struct case_enumerator resource_dimensions[] = {
#define X(id, value) {"RESOURCE_DIMENSION_" #id, value},
    OMBRE_RESOURCE_DIMENSIONS(X)
#undef X
};

static const struct case_enumerator rtv_dimensions[] = {
#define X(id, value) {"RTV_DIMENSION_" #id, value},
    OMBRE_RTV_DIMENSIONS(X)
#undef X
};

static const struct case_enumerator dsv_dimensions[] = {
#define X(id, value) {"DSV_DIMENSION_" #id, value},
    OMBRE_DSV_DIMENSIONS(X)
#undef X
};

static const struct case_enumerator feature_levels[] = {
#define X(id, value, name) {"FEATURE_LEVEL_" name, value},
    OMBRE_FEATURE_LEVELS(X)
#undef X
};

/* --- Direct3D 9 ----------------------------------------------------------- */

/* clang-format off */
static const struct case_enumerator d3d9_blends[] = {
#define X(id) {"BLEND_" #id, D3DBLEND_##id},
    X(ZERO) X(ONE) X(SRCCOLOR) X(INVSRCCOLOR) X(SRCALPHA) X(INVSRCALPHA)
    X(DESTALPHA) X(INVDESTALPHA) X(DESTCOLOR) X(INVDESTCOLOR) X(SRCALPHASAT)
    X(BOTHSRCALPHA) X(BOTHINVSRCALPHA) X(BLENDFACTOR) X(INVBLENDFACTOR)
    X(SRCCOLOR2) X(INVSRCCOLOR2)
#undef X
};

static const struct case_enumerator d3d9_blend_ops[] = {
#define X(id) {"BLENDOP_" #id, D3DBLENDOP_##id},
    X(ADD) X(SUBTRACT) X(REVSUBTRACT) X(MIN) X(MAX)
#undef X
};

static const struct case_enumerator d3d9_cmps[] = {
#define X(id) {"CMP_" #id, D3DCMP_##id},
    X(NEVER) X(LESS) X(EQUAL) X(LESSEQUAL) X(GREATER) X(NOTEQUAL)
    X(GREATEREQUAL) X(ALWAYS)
#undef X
};
/* clang-format on */

/* Four characters, the first in the lowest byte: alpha-to-coverage as AMD's
 * drivers are asked for it, and to have it off again, and as NVIDIA's are. */
static const struct case_enumerator vendors[] = {
    {"A2M1", 0x314D3241}, {"A2M0", 0x304D3241}, {"ATOC", 0x434F5441}};

/* --- All of them ---------------------------------------------------------- */

#define ENUM(kind, type, apis, own, rows)                                   \
    const struct case_enum case_enum_##kind = {type, apis, sizeof(own) - 1, \
                                               rows, CASE_COUNT(rows)}

ENUM(blend, "BLEND", d3d_apis, "BLEND_", blends);
ENUM(blend_op, "BLEND_OP", d3d_apis, "BLEND_OP_", blend_ops);
ENUM(logic_op, "LOGIC_OP", d3d_apis, "LOGIC_OP_", logic_ops);
ENUM(resource_dimension, "RESOURCE_DIMENSION", d3d_apis, "RESOURCE_DIMENSION_",
     resource_dimensions);
ENUM(rtv_dimension, "RTV_DIMENSION", d3d_apis, "RTV_DIMENSION_",
     rtv_dimensions);
ENUM(dsv_dimension, "DSV_DIMENSION", d3d_apis, "DSV_DIMENSION_",
     dsv_dimensions);
ENUM(feature_level, "FEATURE_LEVEL", common_apis, "FEATURE_LEVEL_",
     feature_levels);
ENUM(d3d9_blend, "BLEND", d3d9_apis, "BLEND_", d3d9_blends);
ENUM(d3d9_blend_op, "BLENDOP", d3d9_apis, "BLENDOP_", d3d9_blend_ops);
ENUM(d3d9_cmp, "CMP", d3d9_apis, "CMP_", d3d9_cmps);
ENUM(vendor, "four-character", no_apis, "", vendors);
