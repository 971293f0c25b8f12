/* Direct3D 9's render states as a table. */
#include "case_fields.h"

#define RS(name, kind)                                                       \
    {                                                                        \
        "D3DRS_" #name, case_read_##kind##_field, case_write_##kind##_field, \
            offsetof(struct ombre_d3d9_states, name), sizeof(uint32_t)       \
    }

/* clang-format off */
static const struct case_field fields[] = {
    RS(ALPHATESTENABLE, BOOL),
    RS(ALPHAREF, UINT),
    RS(ALPHAFUNC, d3d9_cmp),
    RS(DITHERENABLE, BOOL),
    RS(ALPHABLENDENABLE, BOOL),
    RS(SRCBLEND, d3d9_blend),
    RS(DESTBLEND, d3d9_blend),
    RS(BLENDOP, d3d9_blend_op),
    RS(SEPARATEALPHABLENDENABLE, BOOL),
    RS(SRCBLENDALPHA, d3d9_blend),
    RS(DESTBLENDALPHA, d3d9_blend),
    RS(BLENDOPALPHA, d3d9_blend_op),
    RS(BLENDFACTOR, hex), /* a D3DCOLOR */
    RS(COLORWRITEENABLE, UINT),
    RS(COLORWRITEENABLE1, UINT),
    RS(COLORWRITEENABLE2, UINT),
    RS(COLORWRITEENABLE3, UINT),
    RS(SRGBWRITEENABLE, BOOL),
    RS(MULTISAMPLEANTIALIAS, BOOL),
    RS(MULTISAMPLEMASK, hex),
    RS(POINTSIZE, vendor),
    RS(ADAPTIVETESS_Y, vendor),
};
/* clang-format on */

_Static_assert(sizeof fields / sizeof fields[0] ==
                   sizeof(struct ombre_d3d9_states) / sizeof(uint32_t),
               "every render state has a field");

const struct case_fields case_fields_d3d9_states = {
    fields, CASE_COUNT(fields), "an object (render states, D3DRS_..)"};
