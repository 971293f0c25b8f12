/* Characters of text from outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ombre/text.h"

static const struct {
    const char *bytes;
    size_t size, length;
    uint32_t code;
    bool whole;
} rows[] = {
    {"A", 1, 1, 'A', true},
    {"\x7F", 1, 1, 0x7F, true},
    {"\xC2\x80", 2, 2, 0x80, true},
    {"\xDF\xBF", 2, 2, 0x7FF, true},
    {"\xE0\xA0\x80", 3, 3, 0x800, true},
    {"\xE2\x80\xAE", 3, 3, 0x202E, true},
    {"\xED\x9F\xBF", 3, 3, 0xD7FF, true},
    {"\xEE\x80\x80", 3, 3, 0xE000, true},
    {"\xEF\xBF\xBF", 3, 3, 0xFFFF, true},
    {"\xF0\x90\x80\x80", 4, 4, 0x10000, true},
    {"\xF4\x8F\xBF\xBF", 4, 4, 0x10FFFF, true},
    /* overlong */
    {"\xC0\x80", 2, 1, 0xFFFD, false},
    {"\xC1\xBF", 2, 1, 0xFFFD, false},
    {"\xE0\x9F\xBF", 3, 1, 0xFFFD, false},
    {"\xF0\x8F\xBF\xBF", 4, 1, 0xFFFD, false},
    /* surrogates, beyond the last, lone and foreign bytes */
    {"\xED\xA0\x80", 3, 1, 0xFFFD, false},
    {"\xED\xBF\xBF", 3, 1, 0xFFFD, false},
    {"\xF4\x90\x80\x80", 4, 1, 0xFFFD, false},
    {"\xF5\x80\x80\x80", 4, 1, 0xFFFD, false},
    {"\xFF", 1, 1, 0xFFFD, false},
    {"\x80", 1, 1, 0xFFFD, false},
    {"\xBF", 1, 1, 0xFFFD, false},
    /* cut short, by the end and by another character */
    {"\xC2", 1, 1, 0xFFFD, false},
    {"\xE2\x80", 2, 1, 0xFFFD, false},
    {"\xF0\x90\x80", 3, 1, 0xFFFD, false},
    {"\xE2\x80\xAE", 2, 1, 0xFFFD, false},
    {"\xC2\x41", 2, 1, 0xFFFD, false},
    {"\xE2\xC0\x80", 3, 1, 0xFFFD, false},
    {"\xE2\x80\x41", 3, 1, 0xFFFD, false},
};

static void characters(void **state)
{
    (void) state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        uint32_t code = 0xDEADBEEF;
        bool whole = !rows[i].whole;
        const size_t length =
            ombre_text_decode(rows[i].bytes, rows[i].size, &code, &whole);
        if (length != rows[i].length || code != rows[i].code ||
            whole != rows[i].whole)
            fail_msg("row %zu: length %zu code U+%04X whole %d", i, length,
                     code, whole);
    }
}

static void obeyed(void **state)
{
    static const struct {
        uint32_t first, last;
    } runs[] = {{0, 0x1F},        {0x7F, 0x9F},      {0x61C, 0x61C},
                {0x200B, 0x200F}, {0x2028, 0x202E},  {0x2060, 0x206F},
                {0xFEFF, 0xFEFF}, {0xE0000, 0xE007F}};
    const size_t count = sizeof runs / sizeof *runs;
    size_t run = 0, met = 0;
    (void) state;
    for (uint32_t code = 0; code <= 0x10FFFF; code++) {
        while (run < count && code > runs[run].last)
            run++;
        const bool wanted = run < count && code >= runs[run].first;
        if (ombre_text_is_obeyed(code) != wanted)
            fail_msg("U+%04X", code);
        met += wanted;
    }
    assert_int_equal(met, 32 + 33 + 1 + 5 + 7 + 16 + 1 + 128);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters),
        cmocka_unit_test(obeyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
