/* One fragment shader out of a template that holds all of them.
 *
 * The template (shaders/output.frag) declares every output in every type.  A
 * selection of it keeps the outputs that are wanted; the variables, stores and
 * decorations of the others are gone, as if they had never been written.
 */
#ifndef OMBRE_SPIRV_SELECT_H
#define OMBRE_SPIRV_SELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SPIRV_SELECT_OUTPUTS = 8, SPIRV_SELECT_TYPES = 3 };

struct spirv_selection {
    /* 0: not declared; 1, 2, 3: float, uint, sint (enum ombre_gpu_output_type).
     */
    uint32_t output[SPIRV_SELECT_OUTPUTS];
    bool second_source; /* Location 0, Index 1 */
    bool sample_mask;   /* gl_SampleMask */
};

/* Copy `module` to `out` without what `selection` does not want.
 *
 * `out` has room for `count` words.  Returns how many were written, or 0 if
 * the module is not well-formed or lacks a wanted output.
 */
size_t spirv_select(const uint32_t *module, size_t count,
                    const struct spirv_selection *selection, uint32_t *out);

#endif
