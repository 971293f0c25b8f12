/* What a target holds: texels. */
#include <string.h>

#include "case_fields.h"
#include "case_parts.h"
#include "ombre/shared.h"

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
        double value[OMBRE_SHARED_COMPONENTS];
        for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
            value[i] = (double) float_of(words[i]);
        *out = ombre_shared_encode(value);
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
