/* translation_json.h - a translation in JSON, under Vulkan's own names */
#ifndef OMBRE_TOOLS_TRANSLATION_JSON_H
#define OMBRE_TOOLS_TRANSLATION_JSON_H

#include "json_out.h"
#include "ombre/translate.h"

/* `left_out` (enum ombre_left_out, for each target) is NULL of a strict
 * translation.  An invalid one is its status and reason alone. */
void translation_write(struct json_out *out,
                       const struct ombre_translation *translation,
                       const uint8_t left_out[OMBRE_MAX_TARGETS]);

/* Name of one bit of enum ombre_left_out, from the lowest on; NULL beyond the
 * last. */
const char *left_out_name(unsigned bit);

#endif /* OMBRE_TOOLS_TRANSLATION_JSON_H */
