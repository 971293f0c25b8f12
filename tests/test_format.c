/* Rows of the formats: against Microsoft's format tables, and each row's
 * layout against what its DXGI name and its Vulkan name spell. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <vulkan/vulkan_core.h>

#include "ombre/format.h"

/* Where Debian's directx-headers-dev puts it. */
#define DXGIFORMAT_H "/usr/include/directx/dxgiformat.h"

#define NONE 0, ""
#define VK(name) VK_FORMAT_##name, #name

struct row {
    uint32_t dxgi;
    const char *name;
    unsigned texel_bits;
    /* Feature levels 11_1 to 12_1: RenderTarget, Blendable, LogicOp, 4x MSAA,
     * 8x MSAA, Resolve; R required, o optional, d required if that is. */
    const char *abilities;
    uint32_t vk_format;
    const char *vk_name;
    uint32_t vk_carrier;
    const char *carrier_name;
};

/* 51 rows of Microsoft's sheet, R9G9B9E5 (optional by its own spec) and
 * A4B4G4R4 (in no sheet). */
/* clang-format off */
static const struct row rows[] = {
    {2, "R32G32B32A32_FLOAT", 128, "RR-RoR", VK(R32G32B32A32_SFLOAT), NONE},
    {3, "R32G32B32A32_UINT", 128, "R-RRo-", VK(R32G32B32A32_UINT), NONE},
    {4, "R32G32B32A32_SINT", 128, "R--Ro-", VK(R32G32B32A32_SINT), NONE},
    {6, "R32G32B32_FLOAT", 96, "od-ddR", VK(R32G32B32_SFLOAT), NONE},
    {7, "R32G32B32_UINT", 96, "o-Rdd-", VK(R32G32B32_UINT), NONE},
    {8, "R32G32B32_SINT", 96, "o--dd-", VK(R32G32B32_SINT), NONE},
    {10, "R16G16B16A16_FLOAT", 64, "RR-RRR", VK(R16G16B16A16_SFLOAT), NONE},
    {11, "R16G16B16A16_UNORM", 64, "RR-RRR", VK(R16G16B16A16_UNORM), NONE},
    {12, "R16G16B16A16_UINT", 64, "R-RRR-", VK(R16G16B16A16_UINT), NONE},
    {13, "R16G16B16A16_SNORM", 64, "RR-RRR", VK(R16G16B16A16_SNORM), NONE},
    {14, "R16G16B16A16_SINT", 64, "R--RR-", VK(R16G16B16A16_SINT), NONE},
    {16, "R32G32_FLOAT", 64, "RR-RRR", VK(R32G32_SFLOAT), NONE},
    {17, "R32G32_UINT", 64, "R-RRR-", VK(R32G32_UINT), NONE},
    {18, "R32G32_SINT", 64, "R--RR-", VK(R32G32_SINT), NONE},
    {24, "R10G10B10A2_UNORM", 32, "RR-RRR", VK(A2B10G10R10_UNORM_PACK32), NONE},
    {25, "R10G10B10A2_UINT", 32, "R-RRR-", VK(A2B10G10R10_UINT_PACK32), NONE},
    {26, "R11G11B10_FLOAT", 32, "RR-RRR", VK(B10G11R11_UFLOAT_PACK32), NONE},
    {28, "R8G8B8A8_UNORM", 32, "RR-RRR", VK(R8G8B8A8_UNORM), NONE},
    {29, "R8G8B8A8_UNORM_SRGB", 32, "RR-RRR", VK(R8G8B8A8_SRGB), NONE},
    {30, "R8G8B8A8_UINT", 32, "R-RRR-", VK(R8G8B8A8_UINT), NONE},
    {31, "R8G8B8A8_SNORM", 32, "RR-RRR", VK(R8G8B8A8_SNORM), NONE},
    {32, "R8G8B8A8_SINT", 32, "R--RR-", VK(R8G8B8A8_SINT), NONE},
    {34, "R16G16_FLOAT", 32, "RR-RRR", VK(R16G16_SFLOAT), NONE},
    {35, "R16G16_UNORM", 32, "RR-RRR", VK(R16G16_UNORM), NONE},
    {36, "R16G16_UINT", 32, "R-RRR-", VK(R16G16_UINT), NONE},
    {37, "R16G16_SNORM", 32, "RR-RRR", VK(R16G16_SNORM), NONE},
    {38, "R16G16_SINT", 32, "R--RR-", VK(R16G16_SINT), NONE},
    {41, "R32_FLOAT", 32, "RR-RRR", VK(R32_SFLOAT), NONE},
    {42, "R32_UINT", 32, "R-RRR-", VK(R32_UINT), NONE},
    {43, "R32_SINT", 32, "R--RR-", VK(R32_SINT), NONE},
    {49, "R8G8_UNORM", 16, "RR-RRR", VK(R8G8_UNORM), NONE},
    {50, "R8G8_UINT", 16, "R-RRR-", VK(R8G8_UINT), NONE},
    {51, "R8G8_SNORM", 16, "RR-RRR", VK(R8G8_SNORM), NONE},
    {52, "R8G8_SINT", 16, "R--RR-", VK(R8G8_SINT), NONE},
    {54, "R16_FLOAT", 16, "RR-RRR", VK(R16_SFLOAT), NONE},
    {56, "R16_UNORM", 16, "RR-RRR", VK(R16_UNORM), NONE},
    {57, "R16_UINT", 16, "R-RRR-", VK(R16_UINT), NONE},
    {58, "R16_SNORM", 16, "RR-RRR", VK(R16_SNORM), NONE},
    {59, "R16_SINT", 16, "R--RR-", VK(R16_SINT), NONE},
    {61, "R8_UNORM", 8, "RR-RRR", VK(R8_UNORM), NONE},
    {62, "R8_UINT", 8, "R-RRR-", VK(R8_UINT), NONE},
    {63, "R8_SNORM", 8, "RR-RRR", VK(R8_SNORM), NONE},
    {64, "R8_SINT", 8, "R--RR-", VK(R8_SINT), NONE},
    {65, "A8_UNORM", 8, "RR-RRR", NONE, VK(R8_UNORM)},
    {67, "R9G9B9E5_SHAREDEXP", 32, "oo-ooo", VK(E5B9G9R9_UFLOAT_PACK32), NONE},
    {85, "B5G6R5_UNORM", 16, "RR-RRR", VK(R5G6B5_UNORM_PACK16), NONE},
    {86, "B5G5R5A1_UNORM", 16, "oo-ooR", VK(A1R5G5B5_UNORM_PACK16), NONE},
    {87, "B8G8R8A8_UNORM", 32, "RR-RRR", VK(B8G8R8A8_UNORM), NONE},
    {88, "B8G8R8X8_UNORM", 32, "RR-RRR", NONE, VK(B8G8R8A8_UNORM)},
    {91, "B8G8R8A8_UNORM_SRGB", 32, "RR-RRR", VK(B8G8R8A8_SRGB), NONE},
    {93, "B8G8R8X8_UNORM_SRGB", 32, "RR-RRR", NONE, VK(B8G8R8A8_SRGB)},
    {115, "B4G4R4A4_UNORM", 16, "oo-ooR", VK(A4R4G4B4_UNORM_PACK16), NONE},
    {191, "A4B4G4R4_UNORM", 16, "oo-ooo", VK(R4G4B4A4_UNORM_PACK16), NONE},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof rows[0] };

/* --- What a name spells -------------------------------------------------- */

struct spelling {
    struct {
        unsigned shift, bits;
    } component[OMBRE_COMPONENTS];
    unsigned total; /* bits, X and E ones included */
    char suffix[24];
};

/* Split "B5G6R5_UNORM" into letters and widths.  `high_first` for names that
 * begin with the highest bits. */
static struct spelling spell(const char *name, bool high_first)
{
    static const char letters[] = "RGBA";
    struct spelling s = {0};
    const char *at = name;

    for (; *at && *at != '_';) {
        const char letter = *at++;
        const unsigned bits = (unsigned) strtoul(at, (char **) &at, 10);
        const char *found = strchr(letters, letter);
        assert_true(bits > 0);
        if (high_first)
            for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
                s.component[c].shift += s.component[c].bits ? bits : 0;
        if (found) {
            s.component[found - letters].shift = high_first ? 0 : s.total;
            s.component[found - letters].bits = bits;
        } else {
            assert_true(letter == 'X' || letter == 'E');
        }
        s.total += bits;
    }
    assert_true(*at == '_');
    snprintf(s.suffix, sizeof s.suffix, "%s", at + 1);
    return s;
}

static struct spelling spell_vulkan(const char *name)
{
    const char *pack = strstr(name, "_PACK");
    struct spelling s = spell(name, pack != NULL);
    if (pack) {
        *strstr(s.suffix, "_PACK") = '\0';
        assert_int_equal(strtoul(pack + 5, NULL, 10), s.total);
    }
    return s;
}

static void check_layout(const char *what, const struct spelling *s,
                         const struct ombre_format *f)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (s->component[c].bits != f->component[c].bits ||
            s->component[c].shift != f->component[c].shift)
            fail_msg("%s: component %u of %s is at %u, %u bits; row has %u, %u",
                     f->name, c, what, s->component[c].shift,
                     s->component[c].bits, f->component[c].shift,
                     f->component[c].bits);
    assert_int_equal(s->total, f->texel_size * 8u);
}

static const struct {
    const char *dxgi, *vulkan;
    enum ombre_numeric numeric;
    bool srgb;
} suffixes[] = {
    {"UNORM", "UNORM", OMBRE_UNORM, false},
    {"UNORM_SRGB", "SRGB", OMBRE_UNORM, true},
    {"SNORM", "SNORM", OMBRE_SNORM, false},
    {"UINT", "UINT", OMBRE_UINT, false},
    {"SINT", "SINT", OMBRE_SINT, false},
    {"FLOAT", "SFLOAT", OMBRE_FLOAT, false},
    {"FLOAT", "UFLOAT", OMBRE_UFLOAT, false},
    {"SHAREDEXP", "UFLOAT", OMBRE_SHARED, false},
};

/* Whether the two suffixes are those of the row's class; an empty one fits. */
static bool is_class(const struct ombre_format *f, const char *dxgi,
                     const char *vulkan)
{
    for (unsigned i = 0; i < sizeof suffixes / sizeof suffixes[0]; i++)
        if (suffixes[i].numeric == f->numeric && suffixes[i].srgb == f->srgb)
            return strcmp(suffixes[i].dxgi, dxgi) == 0 &&
                   (!*vulkan || strcmp(suffixes[i].vulkan, vulkan) == 0);
    return false;
}

/* --- Rows ---------------------------------------------------------------- */

static void rows_are_microsofts(void **state)
{
    (void) state;
    assert_int_equal(ROWS, 51 + 2);
    assert_int_equal(ombre_format_count(), ROWS);
    assert_null(ombre_format_at(ROWS));
    assert_null(ombre_format_at(UINT32_MAX));
    for (unsigned i = 0; i < ROWS; i++) {
        const struct ombre_format *f = ombre_format_at(i);
        const struct row *r = &rows[i];
        if (f->dxgi != r->dxgi || strcmp(f->name, r->name) != 0)
            fail_msg("row %u is %u %s, not %u %s", i, f->dxgi, f->name, r->dxgi,
                     r->name);
        assert_ptr_equal(ombre_format_find(r->dxgi), f);
        if (f->blendable != (r->abilities[1] != '-') ||
            f->logic_op != (r->abilities[2] != '-'))
            fail_msg("%s: abilities are not %s", r->name, r->abilities);
        if (f->texel_size * 8u != r->texel_bits)
            fail_msg("%s: %u bytes", r->name, f->texel_size);
        if (f->vk_format != r->vk_format || f->vk_carrier != r->vk_carrier)
            fail_msg("%s: VkFormat %u, carrier %u", r->name, f->vk_format,
                     f->vk_carrier);
        assert_true(i == 0 || r->dxgi > rows[i - 1].dxgi);
    }
}

static void layouts_are_as_spelled(void **state)
{
    unsigned natives = 0;
    (void) state;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct ombre_format *f = ombre_format_at(i);
        const struct spelling dxgi = spell(f->name, false);
        struct spelling vulkan = {0};
        check_layout("DXGI", &dxgi, f);
        if (rows[i].vk_format) {
            vulkan = spell_vulkan(rows[i].vk_name);
            check_layout(rows[i].vk_name, &vulkan, f);
            natives++;
        }
        if (!is_class(f, dxgi.suffix, vulkan.suffix))
            fail_msg("%s: numeric %u, srgb %d", f->name, f->numeric, f->srgb);
    }
    assert_int_equal(natives, ROWS - 3);
}

/* A carrier holds the components in the same bits, under other names if it
 * must, and with the same conversion. */
static void carriers_hold_the_bits(void **state)
{
    unsigned carried = 0;
    (void) state;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct ombre_format *f = ombre_format_at(i);
        if (!rows[i].vk_carrier)
            continue;
        const struct spelling s = spell_vulkan(rows[i].carrier_name);
        carried++;
        assert_int_equal(s.total, f->texel_size * 8u);
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
            const bool renamed = f->dxgi == 65 && c == OMBRE_ALPHA;
            const unsigned in = renamed ? OMBRE_RED : c;
            if (f->component[c].bits &&
                (s.component[in].shift != f->component[c].shift ||
                 s.component[in].bits != f->component[c].bits))
                fail_msg("%s: component %u in %s", f->name, c,
                         rows[i].carrier_name);
        }
        assert_true(is_class(f, spell(f->name, false).suffix, s.suffix));
    }
    assert_int_equal(carried, 3);
}

static void columns_agree(void **state)
{
    (void) state;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct ombre_format *f = ombre_format_at(i);
        const bool integer =
            f->numeric == OMBRE_UINT || f->numeric == OMBRE_SINT;
        uint32_t used[4] = {0};
        if (f->logic_op != (f->numeric == OMBRE_UINT) ||
            f->blendable != !integer)
            fail_msg("%s: abilities", f->name);
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
            const unsigned shift = f->component[c].shift;
            const unsigned bits = f->component[c].bits;
            const uint32_t mask =
                bits ? UINT32_MAX >> (32 - bits) << shift % 32 : 0;
            assert_int_equal(ombre_format_has(f, (enum ombre_component) c),
                             bits != 0);
            if (f->srgb && bits && bits != 8)
                fail_msg("%s: sRGB of %u bits", f->name, bits);
            /* ombre_texel_code() relies on it. */
            if (shift % 32 + bits > 32)
                fail_msg("%s: component %u straddles a word", f->name, c);
            if (used[shift / 32] & mask)
                fail_msg("%s: component %u overlaps", f->name, c);
            used[shift / 32] |= mask;
        }
    }
}

static void base_types(void **state)
{
    unsigned count[3] = {0};
    (void) state;
    for (unsigned i = 0; i < ROWS; i++) {
        const struct ombre_format *f = ombre_format_at(i);
        const enum ombre_base_type want =
            strstr(f->name, "_UINT")   ? OMBRE_BASE_UINT
            : strstr(f->name, "_SINT") ? OMBRE_BASE_SINT
                                       : OMBRE_BASE_FLOAT;
        if (ombre_format_base_type(f) != want)
            fail_msg("%s: base type", f->name);
        count[want]++;
    }
    assert_int_equal(count[OMBRE_BASE_UINT], 11);
    assert_int_equal(count[OMBRE_BASE_SINT], 10);
}

static void other_numbers_are_no_rows(void **state)
{
    unsigned found = 0;
    (void) state;
    for (uint32_t dxgi = 0; dxgi < 1000; dxgi++)
        found += ombre_format_find(dxgi) != NULL;
    assert_int_equal(found, ROWS);
    assert_null(ombre_format_find(UINT32_MAX));
    assert_null(ombre_format_find(28u | 0x100u));
}

/* --- Names --------------------------------------------------------------- */

static void names_go_both_ways(void **state)
{
    unsigned count = 0;
    (void) state;
    for (unsigned i = 0; ombre_dxgi_name_at(i); i++, count++) {
        const char *name = ombre_dxgi_name_at(i);
        char prefixed[80];
        uint32_t plain = 0xDEADBEEF, with_prefix = 0xDEADBEEF;
        snprintf(prefixed, sizeof prefixed, "DXGI_FORMAT_%s", name);
        if (!ombre_dxgi_from_name(name, &plain) ||
            !ombre_dxgi_from_name(prefixed, &with_prefix))
            fail_msg("%s is not found", name);
        assert_int_equal(plain, with_prefix);
        if (strcmp(ombre_dxgi_name(plain), name) != 0)
            fail_msg("%u is %s, not %s: a name or number is there twice", plain,
                     ombre_dxgi_name(plain), name);
    }
    assert_int_equal(count, 122);
    assert_null(ombre_dxgi_name_at(UINT32_MAX));
    for (unsigned i = 0; i < ROWS; i++)
        assert_string_equal(ombre_dxgi_name(rows[i].dxgi), rows[i].name);
}

static void unknown_names_are_refused(void **state)
{
    static const char *const unknown[] = {
        "",
        "DXGI_FORMAT_",
        "R8",
        "R8_UNOR",
        "R8_UNORMS",
        "r8_unorm",
        " R8_UNORM",
        "DXGI_FORMAT_DXGI_FORMAT_R8_UNORM",
        "D3D12_R8_UNORM",
        "FORCE_UINT",
    };
    static const uint32_t numbers[] = {116, 129, 133, 188, 192, UINT32_MAX};
    (void) state;
    for (unsigned i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        uint32_t dxgi = 0xDEADBEEF;
        if (ombre_dxgi_from_name(unknown[i], &dxgi) || dxgi != 0xDEADBEEF)
            fail_msg("\"%s\" is found", unknown[i]);
    }
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (ombre_dxgi_name(numbers[i]))
            fail_msg("%u has a name", numbers[i]);
}

/* Every enumerator of the system's dxgiformat.h, which may be older than ours
 * and lack names but may not know other ones. */
static void names_are_the_headers(void **state)
{
    FILE *header = fopen(DXGIFORMAT_H, "r");
    char line[256], name[128], after;
    unsigned number, count = 0;
    (void) state;
    if (!header)
        skip();
    while (fgets(line, sizeof line, header)) {
        if (sscanf(line, " DXGI_FORMAT_%127[A-Z0-9a-z_] = %u%c", name, &number,
                   &after) != 3 ||
            after != ',') /* FORCE_UINT is in hexadecimal */
            continue;
        const char *ours = ombre_dxgi_name(number);
        if (!ours || strcmp(ours, name) != 0)
            fail_msg("%u is %s in the header, %s here", number, name,
                     ours ? ours : "nothing");
        count++;
    }
    fclose(header);
    assert_in_range(count, 121, 122);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_microsofts),
        cmocka_unit_test(layouts_are_as_spelled),
        cmocka_unit_test(carriers_hold_the_bits),
        cmocka_unit_test(columns_agree),
        cmocka_unit_test(base_types),
        cmocka_unit_test(other_numbers_are_no_rows),
        cmocka_unit_test(names_go_both_ways),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(names_are_the_headers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
