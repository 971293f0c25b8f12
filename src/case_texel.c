/* What a target holds: texels. */
#include <math.h>
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"

enum { POISON = 0x5A };

/* A texel whose every bit is poison; bits that no component owns stay so. */
static struct ombre_texel poisoned(const struct ombre_format *format)
{
    unsigned char bytes[16];

    memset(bytes, POISON, sizeof bytes);
    return ombre_texel_load(format, bytes);
}

static float float_of(uint32_t word)
{
    float number;

    memcpy(&number, &word, sizeof number);
    return number;
}

/* --- R9G9B9E5 ------------------------------------------------------------- */

enum { SHARED_MANTISSA_BITS = 9, SHARED_BIAS = 15, SHARED_EXPONENT_SHIFT = 27 };

/* NaN and negatives to 0, above the largest to the largest. */
static double shared_clamp(uint32_t word)
{
    const double number = (double) float_of(word);

    if (!(number > 0))
        return 0;
    return number < 65408 ? number : 65408;
}

/* R9G9B9E5 of three numbers: the exponent of the largest, mantissas to nearest
 * even (FS 19.3.2.2; D3D12 R9G9B9E5 engineering spec). */
static uint32_t shared_encode(const uint32_t words[4])
{
    double largest = 0;
    int exponent;
    uint32_t texel;

    for (int i = 0; i < 3; i++)
        largest = fmax(largest, shared_clamp(words[i]));
    frexp(largest, &exponent); /* largest < 2^exponent */
    if (largest == 0 || exponent < -SHARED_BIAS)
        exponent = -SHARED_BIAS;
    if (rint(ldexp(largest, SHARED_MANTISSA_BITS - exponent)) ==
        1 << SHARED_MANTISSA_BITS)
        exponent++;
    texel = (uint32_t) (exponent + SHARED_BIAS) << SHARED_EXPONENT_SHIFT;
    for (int i = 0; i < 3; i++) {
        const double mantissa = rint(
            ldexp(shared_clamp(words[i]), SHARED_MANTISSA_BITS - exponent));
        texel |= (uint32_t) mantissa << (i * SHARED_MANTISSA_BITS);
    }
    return texel;
}

/* --- Numbers -------------------------------------------------------------- */

static uint32_t encode_word(const struct ombre_format *format,
                            enum ombre_component component, uint32_t word)
{
    switch (format->numeric) {
    case OMBRE_UINT: return ombre_encode(format, component, word);
    case OMBRE_SINT:
        return ombre_encode(format, component,
                            word <= INT32_MAX ? (double) word
                                              : (double) word - 4294967296.0);
    case OMBRE_FLOAT:
        /* From fp32 to fp32 nothing is converted: NaN keep their bits. */
        if (format->component[component].bits == 32)
            return word;
        break;
    case OMBRE_UNORM:
    case OMBRE_SNORM:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: break;
    }
    return ombre_encode(format, component, (double) float_of(word));
}

static void store_words(const struct ombre_format *format,
                        const uint32_t words[4], struct ombre_texel *out)
{
    static const enum ombre_component components[] = {OMBRE_RED, OMBRE_GREEN,
                                                      OMBRE_BLUE, OMBRE_ALPHA};

    *out = poisoned(format);
    if (format->numeric == OMBRE_SHARED) {
        out->word[0] = shared_encode(words);
        return;
    }
    for (unsigned i = 0; i < CASE_COUNT(components); i++)
        if (ombre_format_has(format, components[i]))
            ombre_texel_set_code(format, out, components[i],
                                 encode_word(format, components[i], words[i]));
}

/* --- Texels --------------------------------------------------------------- */

static bool read_bits(const struct case_reader *reader,
                      const struct case_value *value,
                      const struct ombre_format *format,
                      struct ombre_texel *out)
{
    static const struct case_field field[] = {
        {"bits", case_keep_field, NULL, 0, 0},
    };
    static const struct case_fields fields = {field, 1, "{\"bits\": \"0x..\"}"};
    struct case_value bits = {0};

    if (!case_read_fields(reader, value, &fields, &bits))
        return false;
    if (!bits.json)
        return case_missing(reader, value, "bits", "\"0x..\"");
    *out = (struct ombre_texel){{0}};
    return case_read_hex(reader, &bits, format->texel_size * 2u, out->word);
}

bool case_read_texel(const struct case_reader *reader,
                     const struct case_value *value,
                     const struct ombre_format *format, struct ombre_texel *out)
{
    uint32_t words[4];

    if (json_is_object(value->json))
        return read_bits(reader, value, format, out);
    if (!json_is_array(value->json))
        return case_expected(reader, value,
                             "an array of 4 numbers or {\"bits\": \"0x..\"}");
    if (!case_read_words(reader, value, ombre_format_base_type(format), words))
        return false;
    store_words(format, words, out);
    return true;
}

void case_write_texel(struct case_writer *writer,
                      const struct ombre_format *format,
                      const struct ombre_texel *texel)
{
    case_write_raw(writer, "{\"bits\": \"0x");
    for (unsigned nibble = format->texel_size * 2u; nibble-- > 0;)
        case_write_format(writer, "%x",
                          texel->word[nibble / 8] >> (nibble % 8 * 4) & 0xF);
    case_write_raw(writer, "\"}");
}
