/* tests/d3d_model.h - Direct3D's output merger in doubles
 *
 * The first witness of the translation, written from the Direct3D 11.3
 * functional specification alone, and apart from src/reference.c, which knows
 * far more (what else is legal): two readers of one text.
 */
#ifndef D3D_MODEL_H
#define D3D_MODEL_H

#include "ombre/state.h"

/* What the pixel shader writes to SV_Target0 to 7. */
struct d3d_model_source {
    double output[OMBRE_MAX_TARGETS][4];
    uint32_t bits[OMBRE_MAX_TARGETS][4]; /* of UINT and SINT outputs */
};

/* One covered sample of `target` that holds `dest`, in a format that is no
 * integer: the exact result before it is rounded to the format.  Components
 * that are not written come out as `dest`. */
void d3d_model_blend(const struct ombre_state *state, unsigned target,
                     const struct d3d_model_source *source,
                     const double dest[4], double out[4]);

/* Like d3d_model_blend(), for integer formats, as codes.  Where a logic
 * operation sees a source wider than the target both answers are legal (FS
 * 17.7.1); else both are the same. */
void d3d_model_integer(const struct ombre_state *state, unsigned target,
                       const struct d3d_model_source *source,
                       const uint32_t dest[4], uint32_t cut[4],
                       uint32_t clamped[4]);

#endif /* D3D_MODEL_H */
