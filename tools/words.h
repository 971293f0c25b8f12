/* words.h - states, texels and numbers as people read them */
#ifndef OMBRE_TOOLS_WORDS_H
#define OMBRE_TOOLS_WORDS_H

#include <stddef.h>

#include "ombre/state.h"

enum { WORDS_SIZE = 256 };

/* "SRC_ALPHA*src + INV_SRC_ALPHA*dest, alpha max(src, dest), mask rgb-" */
void words_of_target(char out[WORDS_SIZE], const struct ombre_state *state,
                     unsigned target);

/* "DXGI_FORMAT_R8G8B8A8_UNORM", as documents have it; people read
 * format->name. */
void words_of_format(char out[64], const struct ombre_format *format);

/* "r", "g", "b", "a" */
const char *component_name(enum ombre_component component);

/* A code and what it stands for: "0x3c00 = 1", "128 = 0.501961". */
void words_of_code(char out[48], const struct ombre_format *format,
                   enum ombre_component component, uint32_t code);

/* A source word as the shader has it: "0.5", "nan (0x7fc00000)", "17". */
void words_of_source(char out[48], enum ombre_output_type type, uint32_t word);

/* Ranges of codes in value order: "127..128", "0x8001..0x0003, any NaN". */
void words_of_set(char *out, size_t size, const struct ombre_format *format,
                  enum ombre_component component,
                  const struct ombre_code_set *set);

/* "0x" and the raw texel, first component lowest. */
void words_of_texel(char out[40], const struct ombre_format *format,
                    const struct ombre_texel *texel);

double source_value(uint32_t word);

#endif /* OMBRE_TOOLS_WORDS_H */
