/* Case texts in C: ' stands for " */
#ifndef OMBRE_TESTS_CASE_CHECK_H
#define OMBRE_TESTS_CASE_CHECK_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ombre/case.h"

/* Parse `text` from memory that ends where it ends, so that a sanitizer sees
 * any read behind it. */
static inline bool parse_exactly(const char *text, size_t size,
                                 struct ombre_case *out,
                                 struct ombre_case_error *error)
{
    char *copy = malloc(size > 0 ? size : 1);

    assert_non_null(copy);
    memcpy(copy, text, size);
    memset(out, 0x5A, sizeof *out);
    memset(error, 0x5A, sizeof *error);
    const bool parsed = ombre_case_parse(copy, size, out, error);
    free(copy);
    return parsed;
}

/* The same with ' for ". */
static inline bool parse_quoted(const char *text, struct ombre_case *out,
                                struct ombre_case_error *error)
{
    const size_t size = strlen(text);
    char *copy = malloc(size + 1);

    assert_non_null(copy);
    memcpy(copy, text, size + 1);
    for (char *c = copy; *c; c++)
        if (*c == '\'')
            *c = '"';
    const bool parsed = parse_exactly(copy, size, out, error);
    free(copy);
    return parsed;
}

/* Parse what must be accepted. */
static inline struct ombre_case accepted(const char *text)
{
    struct ombre_case c;
    struct ombre_case_error error;

    if (!parse_quoted(text, &c, &error))
        fail_msg("line %u: %s: %s\n%s", error.line, error.path, error.message,
                 text);
    return c;
}

/* Texel of `sample` of `target` of `pixel`. */
static inline const struct ombre_texel *dest_of(const struct ombre_case *c,
                                                size_t pixel, unsigned target,
                                                unsigned sample)
{
    return &c->dest[(pixel * OMBRE_MAX_TARGETS + target) * c->sample_count +
                    sample];
}

#endif /* OMBRE_TESTS_CASE_CHECK_H */
