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

static inline bool draws_equal(const struct ombre_step_draw *a,
                               const struct ombre_step_draw *b, size_t pixels)
{
    if (a->is_own != b->is_own || !a->is_own)
        return a->is_own == b->is_own;
    return a->layer_count == b->layer_count &&
           !memcmp(a->layers, b->layers, pixels * sizeof *a->layers) &&
           !memcmp(a->source, b->source,
                   pixels * a->layer_count * sizeof *a->source) &&
           !a->coverage == !b->coverage &&
           (!a->coverage ||
            !memcmp(a->coverage, b->coverage, pixels * sizeof *a->coverage));
}

static inline bool clears_equal(const struct ombre_step_clear *a,
                                const struct ombre_step_clear *b)
{
    return a->RenderTarget == b->RenderTarget && a->by == b->by &&
           a->has_rect == b->has_rect &&
           !memcmp(a->Color, b->Color, sizeof a->Color) &&
           !memcmp(a->Rect, b->Rect, sizeof a->Rect);
}

#endif /* OMBRE_TESTS_CASE_CHECK_H */
