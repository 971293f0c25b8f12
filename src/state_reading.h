/* state_reading.h - what each API's desc says, in the words of Direct3D 12's
 *
 * Private.  The readers change words only; whether a number is legal is asked
 * once, in state.c.
 */
#ifndef OMBRE_STATE_READING_H
#define OMBRE_STATE_READING_H

#include "ombre/state.h"

struct state_reading {
    D3D12_BLEND_DESC desc; /* not of Direct3D 11.1 and 12, which say it so */
    float blend_factor[4];
    uint32_t sample_mask;
    unsigned max_targets;
    bool srgb; /* 8-bit UNORM formats stand for their _SRGB twins */
};

/* False if the states say what no struct ombre_state can (an alpha test). */
bool state_read_d3d9(const struct ombre_pso *pso, struct state_reading *out);

/* The factor of alpha that a _COLOR factor stands for; others are themselves.
 */
D3D12_BLEND state_alpha_of(uint32_t factor);

void state_read_d3d10(const D3D10_BLEND_DESC *desc, D3D12_BLEND_DESC *out);
void state_read_d3d11(const D3D11_BLEND_DESC *desc, D3D12_BLEND_DESC *out);

#endif /* OMBRE_STATE_READING_H */
