/* translate_check.h - what tests of the translation share
 *
 * Every test that includes this includes cmocka.h first.
 */
#ifndef OMBRE_TESTS_TRANSLATE_CHECK_H
#define OMBRE_TESTS_TRANSLATE_CHECK_H

#include "ombre/translate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static inline struct ombre_state state_on(const struct ombre_format *format,
                                          enum ombre_output_type type,
                                          uint8_t mask)
{
    return (struct ombre_state){
        .target_count = 1,
        .target = {{.format = format, .write_mask = mask}},
        .sample_count = 1,
        .shader = {.bound = true, .output = {{type, 0xF}}},
    };
}

static inline struct ombre_vk_format_facts facts_of(
    const struct ombre_vk_facts *facts, uint32_t format)
{
    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == (VkFormat) format)
            return facts->format[i];
    fail_msg("format %u is not known", format);
    return facts->format[0];
}

#endif /* OMBRE_TESTS_TRANSLATE_CHECK_H */
