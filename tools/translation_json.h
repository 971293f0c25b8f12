/* translation_json.h - a translation in JSON, under Vulkan's own names */
#ifndef OMBRE_TOOLS_TRANSLATION_JSON_H
#define OMBRE_TOOLS_TRANSLATION_JSON_H

#include "json_out.h"
#include "ombre/translate.h"

void translation_write(struct json_out *out,
                       const struct ombre_translation *translation);

#endif /* OMBRE_TOOLS_TRANSLATION_JSON_H */
