/* Texels: components in their bits, words in their bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/format.h"

static const struct ombre_format *named(const char *name)
{
    uint32_t dxgi = 0;
    if (!ombre_dxgi_from_name(name, &dxgi) || !ombre_format_find(dxgi))
        fail_msg("no row %s", name);
    return ombre_format_find(dxgi);
}

static struct ombre_texel poisoned(void)
{
    return (struct ombre_texel){
        {0x5A5A5A5Au, 0xA5C3A5C3u, 0xDEADBEEFu, 0x0BADF00Du}};
}

/* The bits of `component` by arithmetic on single bits. */
static uint32_t slow_code(const struct ombre_format *f, unsigned component,
                          const struct ombre_texel *texel)
{
    uint32_t code = 0;
    for (unsigned i = 0; i < f->component[component].bits; i++) {
        const unsigned bit = f->component[component].shift + i;
        code |= (texel->word[bit / 32] >> bit % 32 & 1u) << i;
    }
    return code;
}

static void texels_change_in_one_component(void **state)
{
    static const uint32_t codes[] = {0, 1, 0x5A5A5A5A, 0xFFFFFFFF, 0x80000001};
    unsigned checked = 0;
    (void) state;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *f = ombre_format_at(i);
        for (unsigned k = 0; k < OMBRE_COMPONENTS * 5; k++) {
            const enum ombre_component c = (enum ombre_component)(k / 5);
            const unsigned bits = f->component[c].bits;
            const uint32_t mask = bits ? UINT32_MAX >> (32 - bits) : 0;
            const unsigned word = f->component[c].shift / 32;
            const uint32_t place = mask << f->component[c].shift % 32;
            struct ombre_texel t = poisoned();
            const struct ombre_texel old = t;
            assert_int_equal(ombre_texel_code(f, &t, c), slow_code(f, c, &t));
            ombre_texel_set_code(f, &t, c, codes[k % 5]);
            if (ombre_texel_code(f, &t, c) != (codes[k % 5] & mask) ||
                slow_code(f, c, &t) != (codes[k % 5] & mask))
                fail_msg("%s %u: 0x%X", f->name, c, codes[k % 5]);
            t.word[word] = (t.word[word] & ~place) | (old.word[word] & place);
            if (memcmp(&t, &old, sizeof t) != 0)
                fail_msg("%s %u: other bits changed", f->name, c);
            checked++;
        }
    }
    assert_int_equal(checked, 53 * 20);
}

static void texels_are_little_endian(void **state)
{
    unsigned char bytes[24], back[24];
    (void) state;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *f = ombre_format_at(i);
        for (unsigned b = 0; b < sizeof bytes; b++)
            bytes[b] = (unsigned char) (0xF1 - 7 * b);
        memset(back, 0x5A, sizeof back);
        const struct ombre_texel t = ombre_texel_load(f, bytes + 3);
        ombre_texel_store(f, &t, back + 3);
        for (unsigned b = 0; b < 16; b++) {
            const unsigned char want = b < f->texel_size ? bytes[b + 3] : 0;
            if ((t.word[b / 4] >> b % 4 * 8 & 0xFF) != want)
                fail_msg("%s: byte %u", f->name, b);
        }
        for (unsigned b = 0; b < sizeof back; b++) {
            const bool inside = b >= 3 && b < 3u + f->texel_size;
            if (back[b] != (inside ? bytes[b] : 0x5A))
                fail_msg("%s: stored byte %u", f->name, b);
        }
    }
}

/* The bytes of facts that outside tools rely on. */
static void texels_by_hand(void **state)
{
    static const struct {
        const char *format;
        uint32_t word;
        uint32_t code[OMBRE_COMPONENTS];
    } at[] = {
        {"R8G8B8A8_UNORM", 0x44332211, {0x11, 0x22, 0x33, 0x44}},
        {"B8G8R8A8_UNORM", 0x44332211, {0x33, 0x22, 0x11, 0x44}},
        {"B8G8R8X8_UNORM", 0x5A332211, {0x33, 0x22, 0x11, 0}},
        {"R10G10B10A2_UINT", 0x80100C02, {2, 3, 1, 2}},
        {"R11G11B10_FLOAT", 0x00C01003, {3, 2, 3, 0}},
        {"R9G9B9E5_SHAREDEXP", 0xF80C0403, {3, 2, 3, 0}},
        {"B5G6R5_UNORM", 0x1862, {3, 3, 2, 0}},
        {"B5G5R5A1_UNORM", 0x8C62, {3, 3, 2, 1}},
        {"B4G4R4A4_UNORM", 0x4321, {3, 2, 1, 4}},
        {"A4B4G4R4_UNORM", 0x4321, {4, 3, 2, 1}},
        {"A8_UNORM", 0x7E, {0, 0, 0, 0x7E}},
    };
    (void) state;
    for (unsigned i = 0; i < sizeof at / sizeof at[0]; i++) {
        const struct ombre_texel t = {{at[i].word}};
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
            const uint32_t got = ombre_texel_code(named(at[i].format), &t,
                                                  (enum ombre_component) c);
            if (got != at[i].code[c])
                fail_msg("%s %u: 0x%X, not 0x%X", at[i].format, c, got,
                         at[i].code[c]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texels_change_in_one_component),
        cmocka_unit_test(texels_are_little_endian),
        cmocka_unit_test(texels_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
