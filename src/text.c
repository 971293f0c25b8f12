/* UTF-8 (Unicode 15, section 3.9) and the characters that are not shown. */
#include "ombre/text.h"

/* The least code that a form of that length may hold. */
static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};

static size_t form_length(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    if (lead >= 0xC2 && lead < 0xE0)
        return 2;
    if (lead >= 0xE0 && lead < 0xF0)
        return 3;
    return lead >= 0xF0 && lead < 0xF5 ? 4 : 0;
}

static bool is_scalar(uint32_t code, size_t length)
{
    return code >= least[length] && code <= 0x10FFFF &&
           !(code >= 0xD800 && code <= 0xDFFF);
}

size_t ombre_text_decode(const char *bytes, size_t size, uint32_t *code,
                         bool *whole)
{
    const unsigned char lead = (unsigned char) bytes[0];
    const size_t length = form_length(lead);

    *whole = length > 0 && length <= size;
    uint32_t value = length > 1 ? lead & (0x7Fu >> length) : lead;
    for (size_t i = 1; *whole && i < length; i++) {
        const unsigned char next = (unsigned char) bytes[i];
        *whole = (next & 0xC0) == 0x80;
        value = value << 6 | (next & 0x3F);
    }
    *whole = *whole && is_scalar(value, length);
    *code = *whole ? value : OMBRE_TEXT_REPLACEMENT;
    return *whole ? length : 1;
}

bool ombre_text_is_obeyed(uint32_t code)
{
    /* First and last of each run.  Directions: Unicode 15, section 23.2. */
    static const uint32_t obeyed[][2] = {
        {0x00, 0x1F},     {0x7F, 0x9F},       {0x061C, 0x061C},
        {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},
        {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F},
    };
    for (size_t i = 0; i < sizeof obeyed / sizeof *obeyed; i++)
        if (code >= obeyed[i][0] && code <= obeyed[i][1])
            return true;
    return false;
}
