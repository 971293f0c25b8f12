/* Simpler numbers: 0, 1 and a few others, fewer decimals, fewer bits.
 *
 * Every kind of number has a rank; a step only ever lowers it, so that edits
 * come to an end. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "minimize.h"

/* --- Numbers ---------------------------------------------------------------
 */

/* Floats, simplest first. */
static const float simple[] = {0, 1, 0.5f, 0.25f, 0.75f, 2, -1};

enum {
    SIMPLE_COUNT = sizeof simple / sizeof *simple,
    MOST_DIGITS = 9, /* of a binary32 */
    MOST_BITS = 32,
    /* Of simple[], those that destinations become. */
    SIMPLE_CODES = 5,
    /* Steps that a number may take. */
    FLOAT_STEPS = SIMPLE_COUNT + MOST_DIGITS,
    STEPS = 3 + MOST_BITS + SIMPLE_CODES,
    /* Ranks beyond those of simple[]. */
    RANK_DIGITS = 100,
    RANK_INFINITE = 200,
    RANK_NAN = 300,
};

static float float_of(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return value;
}

static uint32_t word_of(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* `value` with so many significant digits. */
static float rounded(float value, int digits)
{
    char text[32];
    snprintf(text, sizeof text, "%.*e", digits - 1, (double) value);
    return strtof(text, NULL);
}

static unsigned float_rank(uint32_t word)
{
    const float value = float_of(word);
    for (unsigned i = 0; i < SIMPLE_COUNT; i++)
        if (word == word_of(simple[i]))
            return i;
    if (isnan(value))
        return RANK_NAN + (word != 0x7FC00000);
    if (isinf(value))
        return RANK_INFINITE;
    int digits = 1;
    while (digits < MOST_DIGITS && word_of(rounded(value, digits)) != word)
        digits++;
    return RANK_DIGITS + (unsigned) digits;
}

static uint32_t float_step(uint32_t word, size_t step)
{
    if (step < SIMPLE_COUNT)
        return word_of(simple[step]);
    const float value = float_of(word);
    if (isnan(value))
        return 0x7FC00000;
    return word_of(rounded(value, (int) (step - SIMPLE_COUNT) + 1));
}

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

static unsigned bits_rank(uint32_t word)
{
    return word <= 1 ? word : 1 + bits_set(word);
}

/* 0, 1, half of the bits, or all but one. */
static uint32_t bits_step(uint32_t word, size_t step)
{
    if (step < 2)
        return (uint32_t) step;
    if (step > 2)
        return step < 3 + MOST_BITS ? word & ~(UINT32_C(1) << (step - 3))
                                    : word;
    for (unsigned drop = bits_set(word) / 2; drop > 0; drop--)
        word &= word - 1;
    return word;
}

/* Lower the rank of a word; false if this step does not. */
static bool lower_float(uint32_t *word, size_t step)
{
    if (step >= FLOAT_STEPS)
        return false;
    const uint32_t next = float_step(*word, step);
    if (float_rank(next) >= float_rank(*word))
        return false;
    *word = next;
    return true;
}

static bool lower_bits(uint32_t *word, size_t step)
{
    const uint32_t next = bits_step(*word, step);
    if (bits_rank(next) >= bits_rank(*word))
        return false;
    *word = next;
    return true;
}

static bool lower_word(enum ombre_output_type type, uint32_t *word, size_t step)
{
    return type == OMBRE_OUTPUT_FLOAT ? lower_float(word, step)
                                      : lower_bits(word, step);
}

/* --- Codes ------------------------------------------------------------------
 */

static bool has_values(const struct ombre_format *format)
{
    return ombre_format_base_type(format) == OMBRE_BASE_FLOAT &&
           format->numeric != OMBRE_SHARED;
}

static unsigned code_rank(const struct ombre_format *format,
                          enum ombre_component component, uint32_t code)
{
    if (!has_values(format))
        return bits_rank(code);
    for (unsigned i = 0; i < SIMPLE_CODES; i++)
        if (code == ombre_encode(format, component, (double) simple[i]))
            return i;
    return SIMPLE_CODES + bits_set(code);
}

static uint32_t code_step(const struct ombre_format *format,
                          enum ombre_component component, uint32_t code,
                          size_t step)
{
    if (!has_values(format))
        return bits_step(code, step);
    if (step < SIMPLE_CODES)
        return ombre_encode(format, component, (double) simple[step]);
    return bits_step(code, step - SIMPLE_CODES + 2);
}

static bool lower_code(const struct ombre_format *format,
                       enum ombre_component component,
                       struct ombre_texel *texel, size_t step)
{
    const uint32_t code = ombre_texel_code(format, texel, component);
    const uint32_t next = code_step(format, component, code, step);
    if (code_rank(format, component, next) >=
        code_rank(format, component, code))
        return false;
    ombre_texel_set_code(format, texel, component, next);
    return true;
}

/* --- One by one -------------------------------------------------------------
 */

static bool is_declared(const struct ombre_case *c, size_t n)
{
    return c->pso.shader.bound &&
           c->pso.shader.output[n].type != OMBRE_OUTPUT_NONE;
}

enum edit edit_source(const struct minimizer *m, size_t step,
                      struct ombre_case *c)
{
    const size_t word = step / STEPS;
    const size_t n = word / 4 % OMBRE_MAX_TARGETS;
    const size_t source = word / 4 / OMBRE_MAX_TARGETS;
    (void) m;
    if (source >= c->pixel_count * c->layer_count)
        return EDIT_END;
    if (!is_declared(c, n))
        return EDIT_NONE;
    return lower_word(c->pso.shader.output[n].type,
                      &c->source[source].word[n][word % 4], step % STEPS)
               ? EDIT_DONE
               : EDIT_NONE;
}

enum edit edit_dest(const struct minimizer *m, size_t step,
                    struct ombre_case *c)
{
    const size_t place = step / STEPS;
    const enum ombre_component component =
        (enum ombre_component)(place % OMBRE_COMPONENTS);
    const size_t texel = place / OMBRE_COMPONENTS;
    const size_t target = texel / c->sample_count % OMBRE_MAX_TARGETS;
    if (texel >= c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count)
        return EDIT_END;
    const struct ombre_format *format = m->state.target[target].format;
    if (!format || !ombre_format_has(format, component))
        return EDIT_NONE;
    return lower_code(format, component, &c->dest[texel], step % STEPS)
               ? EDIT_DONE
               : EDIT_NONE;
}

enum edit edit_constants(const struct minimizer *m, size_t step,
                         struct ombre_case *c)
{
    float *const constant = &c->pso.BlendFactor[step / STEPS % 4];
    uint32_t word = word_of(*constant);
    (void) m;
    if (step >= (size_t) 4 * STEPS)
        return EDIT_END;
    /* 1 is what they are where a file says nothing. */
    if (word == word_of(1) || !lower_float(&word, step % STEPS))
        return EDIT_NONE;
    *constant = float_of(word);
    return EDIT_DONE;
}

enum edit edit_coverage(const struct minimizer *m, size_t step,
                        struct ombre_case *c)
{
    const size_t pixel = step / STEPS;
    struct ombre_pixel_shader *const shader = &c->pso.shader;
    (void) m;
    if (shader->coverage == OMBRE_COVERAGE_NONE || pixel >= c->pixel_count)
        return EDIT_END;
    if (shader->coverage == OMBRE_COVERAGE_PER_PIXEL && c->coverage)
        return lower_bits(&c->coverage[pixel], step % STEPS) ? EDIT_DONE
                                                             : EDIT_NONE;
    return pixel == 0 && lower_bits(&shader->coverage_mask, step % STEPS)
               ? EDIT_DONE
               : EDIT_NONE;
}

/* --- All at once ------------------------------------------------------------
 */

enum edit edit_alike_samples(const struct minimizer *m, size_t step,
                             struct ombre_case *c)
{
    const unsigned samples = c->sample_count;
    struct ombre_texel *const texel = &c->dest[step * samples];
    enum edit edit = EDIT_NONE;
    (void) m;
    if (step >= c->pixel_count * OMBRE_MAX_TARGETS)
        return EDIT_END;
    for (unsigned s = 1; s < samples; s++)
        if (memcmp(&texel[s], &texel[0], sizeof *texel) != 0) {
            texel[s] = texel[0];
            edit = EDIT_DONE;
        }
    return edit;
}

/* Each step one target: all of it 0. */
enum edit edit_all_dest(const struct minimizer *m, size_t step,
                        struct ombre_case *c)
{
    const struct ombre_texel zero = {{0}};
    enum edit edit = EDIT_NONE;
    if (step >= OMBRE_MAX_TARGETS)
        return EDIT_END;
    if (!m->state.target[step].format)
        return EDIT_NONE;
    for (size_t i = 0; i < c->pixel_count; i++)
        for (unsigned s = 0; s < c->sample_count; s++) {
            struct ombre_texel *texel =
                &c->dest[(i * OMBRE_MAX_TARGETS + step) * c->sample_count + s];
            if (memcmp(texel, &zero, sizeof zero) != 0)
                edit = EDIT_DONE;
            *texel = zero;
        }
    return edit;
}

/* Each step one output: all of it 0. */
enum edit edit_all_source(const struct minimizer *m, size_t step,
                          struct ombre_case *c)
{
    static const uint32_t zero[4];
    enum edit edit = EDIT_NONE;
    (void) m;
    if (step >= OMBRE_MAX_TARGETS)
        return EDIT_END;
    for (size_t i = 0; i < c->pixel_count * c->layer_count; i++) {
        uint32_t *const word = c->source[i].word[step];
        if (memcmp(word, zero, sizeof zero) != 0)
            edit = EDIT_DONE;
        memset(word, 0, sizeof zero);
    }
    return edit;
}

/* --- How many there are -----------------------------------------------------
 */

static size_t hard_words(const struct ombre_case *c)
{
    size_t count = 0;
    for (size_t i = 0; i < c->pixel_count * c->layer_count; i++)
        for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
            for (unsigned k = 0; k < 4; k++) {
                const uint32_t word = c->source[i].word[n][k];
                count += c->pso.shader.output[n].type == OMBRE_OUTPUT_FLOAT
                             ? float_rank(word) > 1
                             : word > 1;
            }
    return count;
}

static size_t hard_codes(const struct ombre_case *c,
                         const struct ombre_state *state)
{
    size_t count = 0;
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count;
         i++) {
        const struct ombre_format *format =
            state->target[i / c->sample_count % OMBRE_MAX_TARGETS].format;
        for (unsigned k = 0; format && k < OMBRE_COMPONENTS; k++) {
            const enum ombre_component component = (enum ombre_component) k;
            count +=
                ombre_format_has(format, component) &&
                code_rank(format, component,
                          ombre_texel_code(format, &c->dest[i], component)) > 1;
        }
    }
    return count;
}

size_t minimize_numbers(const struct ombre_case *c,
                        const struct ombre_state *state)
{
    return hard_words(c) + hard_codes(c, state);
}
