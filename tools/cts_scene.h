/* cts_scene.h - what a case of the Khronos CTS's group `blend.format` draws
 *
 * 400 states, drawn from a generator and the same for every format, four to a
 * case.  Four quads of extreme components, alpha always 1, overlap over a clear
 * so that nine combinations of them result; each quad has a write mask.  Not
 * modelled: second references that packed formats may match instead.
 */
#ifndef OMBRE_TOOLS_CTS_SCENE_H
#define OMBRE_TOOLS_CTS_SCENE_H

#include "ombre/faults.h"

enum {
    CTS_QUADS = 4,
    CTS_STATES = 400,
    CTS_CASES = CTS_STATES / CTS_QUADS,
    CTS_PIXELS = 9, /* different ones of a case */
    CTS_FACTORS = 15,
    CTS_OPS = 5,
};

/* In the order of Vulkan, whose alpha slots take colours, too, and mean alpha.
 */
enum cts_slot { CTS_COLOR_SRC, CTS_COLOR_DEST, CTS_ALPHA_SRC, CTS_ALPHA_DEST };
enum { CTS_SLOTS = CTS_ALPHA_DEST + 1 };

/* Factors of all slots as places in Vulkan's order, and operations. */
struct cts_equations {
    uint8_t factor[CTS_SLOTS];
    uint8_t color_op, alpha_op; /* from 0 on */
};

/* The states of all cases, one after another. */
void cts_equations(struct cts_equations out[CTS_STATES]);

/* Whether two factors do the same in a slot. */
bool cts_same_factor(enum cts_slot slot, unsigned a, unsigned b);

/* One target, one sample, nothing blended. */
struct ombre_state cts_plain_state(const struct ombre_format *format,
                                   enum ombre_output_type type);

/* The state of quad `quad` of a case. */
struct ombre_state cts_quad_state(const struct ombre_format *format,
                                  const struct cts_equations *equations,
                                  unsigned quad);

/* What is left of a pixel when `faulty` mergers have drawn the quads. */
struct ombre_texel cts_draw(const struct ombre_faulty faulty[CTS_QUADS],
                            unsigned pixel);

/* Whether the CTS takes `got` for `want`. */
bool cts_passes(const struct ombre_format *format,
                const struct ombre_texel *want, const struct ombre_texel *got);

#endif /* OMBRE_TOOLS_CTS_SCENE_H */
