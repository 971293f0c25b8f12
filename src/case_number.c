/* Numbers, read from how they are written: a double in between would round
 * twice on the way to fp32. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <math.h>

#include "case_reader.h"

/* --- Whole numbers -------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Read a whole number: digits, and perhaps a fraction of zeros; no exponent.
 * Magnitudes beyond 64 bits come back as UINT64_MAX. */
static bool whole_number(const struct case_reader *reader,
                         const struct case_value *value, bool *negative,
                         uint64_t *magnitude)
{
    const size_t end = json_skip_value(reader->text, value->at);
    const char *bytes = reader->text.bytes;
    size_t at = value->at;

    *magnitude = 0;
    *negative = json_is_at(reader->text, at, '-');
    for (at += *negative; at < end && is_digit(bytes[at]); at++) {
        const uint64_t digit = (uint64_t) (bytes[at] - '0');
        *magnitude = *magnitude > (UINT64_MAX - digit) / 10
                         ? UINT64_MAX
                         : *magnitude * 10 + digit;
    }
    if (at < end && bytes[at] == '.')
        for (at++; at < end && bytes[at] == '0'; at++)
            ;
    return at == end;
}

bool case_read_count(const struct case_reader *reader,
                     const struct case_value *value, const char *what,
                     uint32_t most, uint32_t *out)
{
    bool negative;
    uint64_t magnitude;

    if (!json_is_number(value->json) ||
        !whole_number(reader, value, &negative, &magnitude) ||
        (negative && magnitude > 0) || magnitude > most) {
        char expected[128];
        snprintf(expected, sizeof expected, "%s from 0 to %lu", what,
                 (unsigned long) most);
        return case_expected(reader, value, expected);
    }
    *out = (uint32_t) magnitude;
    return true;
}

static bool read_sint32(const struct case_reader *reader,
                        const struct case_value *value, uint32_t *out)
{
    bool negative;
    uint64_t magnitude;

    if (!json_is_number(value->json) ||
        !whole_number(reader, value, &negative, &magnitude) ||
        magnitude > (negative ? 0x80000000u : 0x7FFFFFFFu))
        return case_expected(
            reader, value,
            "a whole number from -2147483648 to 2147483647 or \"0x..\"");
    const uint32_t bits = (uint32_t) magnitude;
    *out = negative ? 0u - bits : bits;
    return true;
}

/* --- Hexadecimal ---------------------------------------------------------- */

/* The digit's value, or 16. */
static uint32_t hex_digit(char c)
{
    if (is_digit(c))
        return (uint32_t) (c - '0');
    if (c >= 'a' && c <= 'f')
        return (uint32_t) (c - 'a') + 10;
    return c >= 'A' && c <= 'F' ? (uint32_t) (c - 'A') + 10 : 16;
}

bool case_is_hex(const struct case_value *value)
{
    return json_is_string(value->json) &&
           !strncmp(json_string_value(value->json), "0x", 2);
}

bool case_read_hex(const struct case_reader *reader,
                   const struct case_value *value, size_t most_digits,
                   uint32_t *words)
{
    char expected[64];
    const char *digits = "";
    size_t count = 0;

    if (case_is_hex(value)) {
        digits = json_string_value(value->json) + 2;
        while (hex_digit(digits[count]) < 16)
            count++;
    }
    if (count == 0 || digits[count] || count > most_digits) {
        snprintf(expected, sizeof expected,
                 "\"0x\" and 1 to %zu hexadecimal digits", most_digits);
        return case_expected(reader, value, expected);
    }
    memset(words, 0, (most_digits + 7) / 8 * sizeof *words);
    for (size_t i = 0; i < count; i++)
        words[i / 8] |= hex_digit(digits[count - 1 - i]) << (i % 8 * 4);
    return true;
}

/* --- Words ---------------------------------------------------------------- */

bool case_read_uint32(const struct case_reader *reader,
                      const struct case_value *value, uint32_t *out)
{
    if (case_is_hex(value))
        return case_read_hex(reader, value, 8, out);
    return case_read_count(reader, value, "a whole number or \"0x..\"",
                           UINT32_MAX, out);
}

/* The fp32 nearest to the decimal, ties to even.  jansson has seen that this is
 * a number, so strtof() stops at the comma, bracket or blank behind it. */
static bool read_decimal(const struct case_reader *reader,
                         const struct case_value *value, uint32_t *out)
{
    const float number = strtof(reader->text.bytes + value->at, NULL);

    if (isinf(number))
        return case_expected(reader, value,
                             "a number that fits fp32 (\"inf\" is infinity)");
    memcpy(out, &number, sizeof *out);
    return true;
}

static bool read_float(const struct case_reader *reader,
                       const struct case_value *value, uint32_t *out)
{
    static const char *const names[] = {"nan", "inf", "-inf"};
    static const uint32_t bits[] = {0x7FC00000, 0x7F800000, 0xFF800000};
    const char *what = "a number, \"nan\", \"inf\", \"-inf\" or \"0x..\"";
    size_t name;

    if (json_is_number(value->json))
        return read_decimal(reader, value, out);
    if (case_is_hex(value))
        return case_read_hex(reader, value, 8, out);
    if (!case_read_choice(reader, value, what, names, 3, &name))
        return false;
    *out = bits[name];
    return true;
}

bool case_read_word(const struct case_reader *reader,
                    const struct case_value *value, enum ombre_base_type type,
                    uint32_t *out)
{
    switch (type) {
    case OMBRE_BASE_FLOAT: return read_float(reader, value, out);
    case OMBRE_BASE_UINT: return case_read_uint32(reader, value, out);
    case OMBRE_BASE_SINT:
        return case_is_hex(value) ? case_read_hex(reader, value, 8, out)
                                  : read_sint32(reader, value, out);
    }
    return false;
}

bool case_read_words(const struct case_reader *reader,
                     const struct case_value *value, enum ombre_base_type type,
                     uint32_t out[4])
{
    struct case_value number;

    if (!case_read_array(reader, value, "an array of 4 numbers"))
        return false;
    if (json_array_size(value->json) != 4)
        return case_fail(reader, value, "expected 4 numbers, found %zu",
                         json_array_size(value->json));
    for (struct case_walk walk = case_walk_of(value);
         case_walk_next(reader, &walk, &number);)
        if (!case_read_word(reader, &number, type, &out[number.index]))
            return false;
    return true;
}
