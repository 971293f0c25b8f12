/* Numbers to the last bit, and texels as they are stored. */
#include "case_check.h"

#include <locale.h>

#define HEAD "{'ombre': 1, "
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- fp32 ----------------------------------------------------------------- */

static const struct {
    const char *number;
    uint32_t bits;
} floats[] = {
    {"0", 0},
    {"-0", 0x80000000},
    {"-0.0e5", 0x80000000},
    {"1", 0x3F800000},
    {"-1.5", 0xBFC00000},
    {"0.1", 0x3DCCCCCD},
    {"1E5", 0x47C35000},
    {"1e+2", 0x42C80000},
    {"12345e-4", 0x3F9E0419},
    /* Ties go to even. */
    {"16777217", 0x4B800000},
    {"16777219", 0x4B800002},
    {"1.000000059604644775390625", 0x3F800000},
    {"1.000000178813934326171875", 0x3F800002},
    /* Next to a tie: a double in between would round to the tie, then from
     * it. */
    {"1.00000005960464477539062500001", 0x3F800001},
    {"1.00000017881393432617187499999", 0x3F800001},
    {"16777217.0000000000000001", 0x4B800001},
    {"16777218.9999999999999999", 0x4B800001},
    {"7.006492321624085354618e-46", 0},
    {"7.0064923216240853546186479164495807e-46", 1},
    /* The ends. */
    {"1.401298464324817e-45", 1},
    {"1.1754942106924411e-38", 0x007FFFFF},
    {"1.1754943508222875e-38", 0x00800000},
    {"3.4028234663852886e38", 0x7F7FFFFF},
    {"-3.4028235677973366e38", 0xFF7FFFFF},
    {"1e-60", 0},
    {"-1e-60", 0x80000000},
    {"123456789012345678901234567890", 0x6FC77488},
    /* Strings. */
    {"'nan'", 0x7FC00000},
    {"'inf'", 0x7F800000},
    {"'-inf'", 0xFF800000},
    {"'0x3f800000'", 0x3F800000},
    {"'0xFFABCDEF'", 0xFFABCDEF},
    {"'0x7f812345'", 0x7F812345},
    {"'0x1'", 1},
};

static void test_floats(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(floats); i++) {
        char text[256];
        uint32_t bits;
        snprintf(text, sizeof text, HEAD "'BlendFactor': [2, 3, %s, 5]}",
                 floats[i].number);
        struct ombre_case c = accepted(text);
        memcpy(&bits, &c.pso.BlendFactor[2], sizeof bits);
        if (bits != floats[i].bits)
            fail_msg("%s: 0x%08x, not 0x%08x", floats[i].number, bits,
                     floats[i].bits);
        ombre_case_finish(&c);
    }
}

/* A decimal comma is the host's, not JSON's. */
static void test_locale(void **state)
{
    (void) state;
    const char *locale = setlocale(LC_ALL, "de_DE.UTF-8");

    if (!locale)
        locale = setlocale(LC_ALL, "fr_FR.UTF-8");
    if (!locale)
        skip();
    struct ombre_case c = accepted(HEAD "'BlendFactor': [0.5, 1.25, 3, 5]}");
    char *text = ombre_case_write(&c);
    assert_true(c.pso.BlendFactor[1] == 1.25f);
    assert_non_null(text);
    assert_non_null(strstr(text, "[0.5, 1.25, 3, 5]"));
    assert_string_equal(localeconv()->decimal_point, ",");
    free(text);
    ombre_case_finish(&c);
    setlocale(LC_ALL, "C");
}

/* --- Texels --------------------------------------------------------------- */

#define POISON 0x5A5A5A5A

static const struct {
    const char *format, *dest;
    struct ombre_texel texel;
} texels[] = {
    /* clang-format off */
    {"R8G8B8A8_UNORM", "[0.5, 0.25, 1, 0]", {{0x00FF4080}}},
    {"R8G8B8A8_UNORM", "['nan', '-inf', 'inf', 0.75]", {{0xBFFF0000}}},
    {"B8G8R8A8_UNORM", "[0.5, 0.25, 1, 0]", {{0x008040FF}}},
    /* Numbers are linear; alpha is stored so. */
    {"R8G8B8A8_UNORM_SRGB", "[0.5, 0.25, 1, 0.5]", {{0x80FF89BC}}},
    {"R8G8B8A8_SNORM", "[-1, 1, 0.5, -0.25]", {{0xE0407F81}}},
    {"R8G8B8A8_UINT", "[300, 1, 255, '0xFFFFFFFF']", {{0xFFFF01FF}}},
    {"R8G8B8A8_SINT", "[-129, 128, -1, '0xFFFFFFFE']", {{0xFEFF7F80}}},
    {"R32G32_UINT", "[4294967295, 16777217, 3, 4]", {{0xFFFFFFFF, 16777217}}},
    {"R32G32_SINT", "[-2147483648, -16777217, 3, 4]", {{0x80000000, 0xFEFFFFFF}}},
    /* Bits that no component owns. */
    {"B8G8R8X8_UNORM", "[1, 0.5, 0.25, 0.75]", {{0x5AFF8040}}},
    {"B8G8R8X8_UNORM_SRGB", "[1, 0.5, 0, 0.75]", {{0x5AFFBC00}}},
    /* Components that are not stored. */
    {"R8_UNORM", "[0.2, 0.4, 0.6, 0.8]", {{0x33}}},
    {"A8_UNORM", "[0.2, 0.4, 0.6, 0.8]", {{0xCC}}},
    {"B5G6R5_UNORM", "[1, 0.5, 0, 1]", {{0xFC00}}},
    {"B5G5R5A1_UNORM", "[0, 1, 0, 1]", {{0x83E0}}},
    {"R10G10B10A2_UNORM", "[1, 0, 0.5, 0.34]", {{0x600003FF}}},
    {"R10G10B10A2_UINT", "[1024, 2, 3, 4]", {{0xC0300BFF}}},
    {"R16G16B16A16_FLOAT", "[1, -2, 65536, 'inf']", {{0xC0003C00, 0x7C007BFF}}},
    {"R11G11B10_FLOAT", "[1, -1, 2, 0]", {{0x800003C0}}},
    /* fp32 in fp32 keeps every bit. */
    {"R32_FLOAT", "['0x7f812345', 1, 1, 1]", {{0x7F812345}}},
    {"R32G32B32_FLOAT", "['0x80000001', 0.1, '0xffc00123', 1]", {{0x80000001, 0x3DCCCCCD, 0xFFC00123}}},
    {"R32G32B32A32_FLOAT", "[1, 2, 3, 4]", {{0x3F800000, 0x40000000, 0x40400000, 0x40800000}}},
    /* One exponent for three. */
    {"R9G9B9E5_SHAREDEXP", "[1, 0.5, 0.25, 7]", {{0x81010100}}},
    {"R9G9B9E5_SHAREDEXP", "[0, 0, 0, 1]", {{0}}},
    {"R9G9B9E5_SHAREDEXP", "['inf', 'nan', -3, 1]", {{0xF80001FF}}},
    {"R9G9B9E5_SHAREDEXP", "[65408, 128, 1e30, 1]", {{0xFFFC03FF}}},
    {"R9G9B9E5_SHAREDEXP", "[0.9995, 0.5, 0, 1]", {{0x80010100}}}, /* 512 of 511 */
    {"R9G9B9E5_SHAREDEXP", "[0.005859375, 0.4970703125, 0.998046875, 1]", {{0x7FFDFC03}}},
    {"R9G9B9E5_SHAREDEXP", "[0.0048828125, 0.0029296875, 0.998046875, 1]", {{0x7FFC0402}}}, /* ties */
    {"R9G9B9E5_SHAREDEXP", "[5.9604645e-8, 1.1920929e-7, 1e-10, 1]", {{0x00000401}}},
    /* Bits. */
    {"R8_UNORM", "{'bits': '0x5'}", {{5}}},
    {"B8G8R8X8_UNORM", "{'bits': '0x12345678'}", {{0x12345678}}},
    {"R16G16B16A16_FLOAT", "{'bits': '0x3c00380034003000'}", {{0x34003000, 0x3C003800}}},
    {"R32G32B32_UINT", "{'bits': '0x0123456789ABCDEFfedcba98'}", {{0xFEDCBA98, 0x89ABCDEF, 0x01234567}}},
    {"R32G32B32A32_SINT", "{'bits': '0x123456789abcdef00fedcba987654321'}", {{0x87654321, 0x0FEDCBA9, 0x9ABCDEF0, 0x12345678}}},
    {"R32G32B32A32_SINT", "{'bits': '0x123456789'}", {{0x23456789, 1}}},
    /* clang-format on */
};

static void test_texels(void **state)
{
    (void) state;
    unsigned failed = 0;

    for (size_t i = 0; i < COUNT(texels); i++) {
        char text[512];
        snprintf(text, sizeof text,
                 HEAD "'RTVFormats': ['%s'], 'PixelShader': null, "
                      "'pixels': [{'dst': [%s]}]}",
                 texels[i].format, texels[i].dest);
        struct ombre_case c = accepted(text);
        if (memcmp(&c.dest[0], &texels[i].texel, sizeof c.dest[0]) != 0) {
            failed++;
            print_error("%s %s: 0x%08x%08x%08x%08x\n", texels[i].format,
                        texels[i].dest, c.dest[0].word[3], c.dest[0].word[2],
                        c.dest[0].word[1], c.dest[0].word[0]);
        }
        ombre_case_finish(&c);
    }
    assert_int_equal(failed, 0);
}

/* Every row of the format table is read: four numbers give the codes that
 * ombre_encode() gives, and no other bit but poison. */
static void test_every_format(void **state)
{
    (void) state;
    unsigned checked = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const bool is_integer =
            ombre_format_base_type(format) != OMBRE_BASE_FLOAT;
        static const double numbers[] = {0.75, 0.25, 0.5, 1};
        char text[256];

        if (format->numeric == OMBRE_SHARED)
            continue;
        snprintf(text, sizeof text,
                 HEAD "'RTVFormats': ['%s'], 'PixelShader': null, "
                      "'pixels': [{'dst': [%s]}]}",
                 format->name,
                 is_integer ? "[75, 25, 50, 100]" : "[0.75, 0.25, 0.5, 1]");
        struct ombre_case c = accepted(text);
        struct ombre_texel want = {{POISON, POISON, POISON, POISON}};
        unsigned char bytes[16];
        memcpy(bytes, want.word, sizeof bytes);
        want = ombre_texel_load(format, bytes);
        for (unsigned k = 0; k < OMBRE_COMPONENTS; k++) {
            const enum ombre_component component = (enum ombre_component) k;
            if (!ombre_format_has(format, component))
                continue;
            ombre_texel_set_code(
                format, &want, component,
                ombre_encode(format, component,
                             numbers[k] * (is_integer ? 100 : 1)));
            checked++;
        }
        assert_memory_equal(&c.dest[0], &want, sizeof want);
        ombre_case_finish(&c);
    }
    assert_true(checked > 120);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_locale),
        cmocka_unit_test(test_texels),
        cmocka_unit_test(test_every_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
