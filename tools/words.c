#include "words.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "json_out.h"

/* Append to a string that may be full. */
static void append(char *out, size_t size, const char *form, ...)
{
    const size_t length = strlen(out);
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(out + length, size - length, form, arguments);
    va_end(arguments);
}

/* --- States --------------------------------------------------------------- */

static void append_term(char *out, size_t size, enum ombre_factor factor,
                        const char *operand)
{
    if (factor == OMBRE_ZERO)
        append(out, size, "0");
    else if (factor == OMBRE_ONE)
        append(out, size, "%s", operand);
    else
        append(out, size, "%s*%s", ombre_factor_name(factor), operand);
}

static void append_equation(char *out, size_t size,
                            const struct ombre_equation *equation)
{
    const char *first = "src", *second = "dest";
    enum ombre_factor first_factor = equation->src;
    enum ombre_factor second_factor = equation->dest;
    switch (equation->op) {
    case OMBRE_OP_MIN: append(out, size, "min(src, dest)"); return;
    case OMBRE_OP_MAX: append(out, size, "max(src, dest)"); return;
    case OMBRE_OP_REV_SUBTRACT:
        first = "dest";
        second = "src";
        first_factor = equation->dest;
        second_factor = equation->src;
        break;
    case OMBRE_OP_ADD:
    case OMBRE_OP_SUBTRACT: break;
    }
    append_term(out, size, first_factor, first);
    append(out, size, equation->op == OMBRE_OP_ADD ? " + " : " - ");
    append_term(out, size, second_factor, second);
}

void words_of_target(char out[WORDS_SIZE], const struct ombre_state *state,
                     unsigned target)
{
    const struct ombre_target *t = &state->target[target];
    out[0] = '\0';
    if (!t->format) {
        append(out, WORDS_SIZE, "hole");
        return;
    }
    if (state->logic_op_enable) {
        append(out, WORDS_SIZE, "logic %s",
               ombre_logic_op_name(state->logic_op));
    } else if (t->blend_enable) {
        append_equation(out, WORDS_SIZE, &t->color);
        append(out, WORDS_SIZE, ", alpha ");
        append_equation(out, WORDS_SIZE, &t->alpha);
    } else {
        append(out, WORDS_SIZE, "not blended");
    }
    append(out, WORDS_SIZE, ", mask ");
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        append(out, WORDS_SIZE, "%c", t->write_mask >> c & 1 ? "rgba"[c] : '-');
    if (state->alpha_to_coverage)
        append(out, WORDS_SIZE, ", alpha to coverage");
}

void words_of_format(char out[64], const struct ombre_format *format)
{
    snprintf(out, 64, "DXGI_FORMAT_%s", format->name);
}

const char *component_name(enum ombre_component component)
{
    static const char *const names[] = {"r", "g", "b", "a"};
    return component < OMBRE_COMPONENTS ? names[component] : "?";
}

/* --- Codes ---------------------------------------------------------------- */

static bool is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

static unsigned hex_digits(const struct ombre_format *format,
                           enum ombre_component component)
{
    return (format->component[component].bits + 3u) / 4;
}

/* Floats are known by their bits, the others by their number. */
static void append_code(char *out, size_t size,
                        const struct ombre_format *format,
                        enum ombre_component component, uint32_t code)
{
    if (is_float(format))
        append(out, size, "0x%0*" PRIx32, (int) hex_digits(format, component),
               code);
    else
        append(out, size, "%" PRId64,
               ombre_code_ordinal(format, component, code));
}

void words_of_code(char out[48], const struct ombre_format *format,
                   enum ombre_component component, uint32_t code)
{
    out[0] = '\0';
    append_code(out, 48, format, component, code);
    if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT &&
        format->numeric != OMBRE_SHARED)
        append(out, 48, " = %.6g", ombre_decode(format, component, code));
}

double source_value(uint32_t word)
{
    float value;
    memcpy(&value, &word, sizeof value);
    return (double) value;
}

void words_of_source(char out[48], enum ombre_output_type type, uint32_t word)
{
    const double value = source_value(word);
    switch (type) {
    case OMBRE_OUTPUT_NONE: snprintf(out, 48, "-"); return;
    case OMBRE_OUTPUT_UINT: snprintf(out, 48, "%" PRIu32, word); return;
    case OMBRE_OUTPUT_SINT:
        snprintf(out, 48, "%" PRId32, (int32_t) word);
        return;
    case OMBRE_OUTPUT_FLOAT: break;
    }
    if (isfinite(value))
        snprintf(out, 48, "%.9g", value);
    else
        snprintf(out, 48, "%s (0x%08" PRIx32 ")",
                 isnan(value) ? "nan"
                 : value > 0  ? "inf"
                              : "-inf",
                 word);
}

void words_of_set(char *out, size_t size, const struct ombre_format *format,
                  enum ombre_component component,
                  const struct ombre_code_set *set)
{
    out[0] = '\0';
    for (unsigned i = 0; i < set->count; i++) {
        const struct ombre_range *range = &set->range[i];
        append(out, size, i ? ", " : "");
        append_code(out, size, format, component,
                    ombre_ordinal_code(format, component, range->first));
        if (range->last == range->first)
            continue;
        append(out, size, "..");
        append_code(out, size, format, component,
                    ombre_ordinal_code(format, component, range->last));
    }
    if (set->nan)
        append(out, size, set->count ? ", any NaN" : "any NaN");
}

void words_of_texel(char out[40], const struct ombre_format *format,
                    const struct ombre_texel *texel)
{
    uint8_t bytes[16] = {0};
    ombre_texel_store(format, texel, bytes);
    snprintf(out, 40, "0x");
    for (unsigned i = format->texel_size; i-- > 0;)
        append(out, 40, "%02x", bytes[i]);
}
