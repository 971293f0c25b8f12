/* What is written is read back to the same bits; and whatever the bytes, there
 * is a case or an error. */
#include "case_check.h"
#include "case_equal.h"

/* --- Tests ---------------------------------------------------------------- */

/* Read `text` back, of a case that has every field, and free it. */
static void assert_read_back(char *text, const struct ombre_case *c,
                             uint64_t seed)
{
    struct ombre_case again;
    struct ombre_case_error error;

    assert_non_null(text);
    if (!parse_exactly(text, strlen(text), &again, &error))
        fail_msg("seed %u: line %u: %s: %s\n%s", (unsigned) seed, error.line,
                 error.path, error.message, text);
    if (!cases_equal(c, &again))
        fail_msg("seed %u: not the same\n%s", (unsigned) seed, text);
    ombre_case_finish(&again);
    free(text);
}

/* Every field of a case without anything is said in one, and read back. */
static void test_explicit(void **state)
{
    (void) state;
    static const char *const fields[] = {"AlphaToCoverageEnable",
                                         "IndependentBlendEnable",
                                         "LogicOp",
                                         "RenderTargetWriteMask",
                                         "BlendFactor",
                                         "SampleMask",
                                         "NumRenderTargets",
                                         "DSVFormat",
                                         "\"Count\": 1",
                                         "\"Quality\": 0",
                                         "\"components\": \"rgba\"",
                                         "\"coverage\": null",
                                         "FeatureLevel",
                                         "\"Lane\": \"static render-pass\"",
                                         "\"Without\": []"};
    static const char plain[] =
        "{\"ombre\": 1, \"RTVFormats\": [\"R8_UNORM\"]}";
    struct ombre_case c;
    struct ombre_case_error error;

    assert_true(parse_exactly(plain, sizeof plain - 1, &c, &error));
    char *text = ombre_case_write_explicit(&c);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        if (!strstr(text, fields[i]))
            fail_msg("no %s in\n%s", fields[i], text);
    c.lane = ombre_lane_resolved(&c.lane);
    assert_read_back(text, &c, 0);
    ombre_case_finish(&c);
}

static void test_random_cases(void **state)
{
    (void) state;
    enum { CASES = 4000 };
    size_t pixels = 0, texels = 0;

    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct ombre_case c = random_case(seed << 20);
        assert_read_back(ombre_case_write(&c), &c, seed);
        pixels += c.pixel_count;
        for (size_t i = 0;
             i < c.pixel_count * OMBRE_MAX_TARGETS * c.sample_count; i++)
            texels += c.dest[i].word[0] != 0;
        char *const text = ombre_case_write_explicit(&c);
        c.lane = ombre_lane_resolved(&c.lane);
        assert_read_back(text, &c, seed);
        ombre_case_finish(&c);
    }
    assert_true(pixels > CASES && texels > CASES);
}

/* Everything that a document can hold, at least once. */
static const char everything[] =
    "{'ombre': 1, 'name': 'a \\u00e4 \\\\ \\'b\\'', 'api': 'D3D12',\n"
    "'BlendState': {'AlphaToCoverageEnable': false, "
    "'IndependentBlendEnable': 1, 'RenderTarget': [{'BlendEnable': true, "
    "'SrcBlend': 'SRC1_COLOR', 'DestBlend': 'D3D12_BLEND_ONE', 'BlendOp': 4,"
    "'RenderTargetWriteMask': 7}, {'LogicOp': 'AND'}]},\n"
    "'BlendFactor': [0.5, -1e-3, 'nan', '0x7fc00001'], 'SampleMask': '0xF',\n"
    "'RTVFormats': ['R8G8B8A8_UNORM', 'UNKNOWN', 42, 'R16_SINT'],\n"
    "'NumRenderTargets': 4, 'DSVFormat': 'D32_FLOAT',"
    "'RenderTargets': [{'Resource': 'a', 'Format': 27}, null, {'Resource': "
    "'a', 'View': {'MipSlice': 0}}], 'DepthStencil': {'Width': 2},"
    "'SampleDesc': {'Count': 2, 'Quality': 0},\n"
    "'Device': {'FeatureLevel': '12_0', 'OutputMergerLogicOp': false, 'Caps': "
    "{'SrcBlendCaps': 7}},\n"
    "'Without': ['logicOp'], 'Steps': [{'clear': {'RenderTarget': 2, 'Color': "
    "[0.5, 'nan', -2, '0x3f800001'], 'Rect': [-1, 0, 2, 3], 'By': "
    "'load-op'}}, {'set': {'BlendState': {'RenderTarget': [{'LogicOp': "
    "'OR'}]}, 'BlendFactor': [1, 2, 3, 4], 'SampleMask': 5, "
    "'NumRenderTargets': 1, 'PixelShader': {'outputs': ['rgba'], 'coverage': "
    "7}}}, {'draw': {'pixels': [null, {'layers': [[[1, 2, 3, 4]], [[5, 6, 7, "
    "8]]]}]}}, {'set': {}}, {'draw': {'src': [[9, 8, 7, 6]]}}, {'draw': "
    "{}}],\n"
    "'Image': {'Usage': ['STORAGE'], 'Mutable': true, 'Tiling': 'linear', "
    "'Offset': [1, 2], 'Layer': 1, 'ReadBy': 'fetch'},\n"
    "'DestinationBy': 'draw',\n"
    "'PixelShader': {'outputs': ['rgba', {'type': 'float', 'components': "
    "'rg'}, 'rgba', 'rgba'], 'coverage': 'per-pixel'},\n"
    "'pixels': [{'src': [[1, 2, 3, 4], ['inf', 0, 0, 0], [1, 2, 3, 4], "
    "[-1, -2, -3, -4]], 'dst': [[0, 0.1, 0.2, 0.3], null, [[1, 2, 3, 4], "
    "{'bits': '0xdeadbeef'}], [-5, 0, 0, 0]], 'coverage': 3},\n"
    "{'layers': [[[1, 2, 3, 4], [0, 0, 0, 0], [1, 2, 3, 4], [1, 2, 3, 4]], "
    "[[1, 2, 3, 4], [0, 0, 0, 0], [1, 2, 3, 4], [1, 2, 3, 4]]], 'dst': "
    "[{'bits': '0x5A5A5A5A'}, null, [1, 2, 3, 4], [0, 0, 0, 0]], "
    "'coverage': 1}]}";

/* `everything` with " for '. */
static void get_everything(char text[sizeof everything])
{
    for (size_t i = 0; i < sizeof everything; i++)
        text[i] = everything[i] == '\'' ? '"' : everything[i];
}

/* The beginning of a document is none. */
static void test_truncated(void **state)
{
    (void) state;
    char text[sizeof everything];
    struct ombre_case c;
    struct ombre_case_error error;
    const size_t size = sizeof everything - 1;

    get_everything(text);
    assert_true(parse_exactly(text, size, &c, &error));
    ombre_case_finish(&c);
    for (size_t i = 0; i < size; i++) {
        assert_false(parse_exactly(text, i, &c, &error));
        assert_true(error.message[0] != '\0');
        assert_null(c.name);
    }
}

/* Either a case that can be written, or an error with a message. */
static bool survive(const char *text, size_t size)
{
    struct ombre_case c, again;
    struct ombre_case_error error;

    if (!parse_exactly(text, size, &c, &error)) {
        assert_true(error.message[0] != '\0');
        assert_true(error.line <= 16);
        return false;
    }
    char *written = ombre_case_write(&c);
    assert_non_null(written);
    assert_true(parse_exactly(written, strlen(written), &again, &error));
    assert_true(cases_equal(&c, &again));
    ombre_case_finish(&c);
    ombre_case_finish(&again);
    free(written);
    return true;
}

static void test_mutated(void **state)
{
    (void) state;
    static const char bytes[] = "\"[]{},:0-9e.\\\n x\x80\xFF";
    char text[sizeof everything];
    size_t accepted_count = 0, refused_count = 0;

    for (size_t i = 0; i < sizeof everything - 1; i++) {
        for (size_t k = 0; k < sizeof bytes; k++) {
            get_everything(text);
            text[i] = bytes[k];
            if (survive(text, sizeof everything - 1))
                accepted_count++;
            else
                refused_count++;
        }
    }
    assert_true(accepted_count > 500 && refused_count > 10000);
}

/* Text is short where there is little to say, and in Direct3D's words. */
static void test_text(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'api': 'D3D11.1', 'RTVFormats': ['R8_UNORM'], "
        "'BlendState': {'RenderTarget': [{'SrcBlend': 5, 'DestBlend': 13}]}, "
        "'pixels': [{'src': [['0x41270252', 3e9, '0x7fc00001', -0.0]], "
        "'dst': [{'bits': '0x7'}]}]}");
    char *text = ombre_case_write(&c);

    assert_string_equal(
        text,
        "{\n"
        "  \"ombre\": 1,\n"
        "  \"api\": \"D3D11.1\",\n"
        "  \"BlendState\": {\"RenderTarget\": [\n"
        "      {\"SrcBlend\": \"D3D11_BLEND_SRC_ALPHA\", \"DestBlend\": 13}\n"
        "    ]},\n"
        "  \"BlendFactor\": [1, 1, 1, 1],\n"
        "  \"SampleMask\": 4294967295,\n"
        "  \"RTVFormats\": [\"DXGI_FORMAT_R8_UNORM\"],\n"
        "  \"PixelShader\": {\"outputs\": [\"rgba\"]},\n"
        "  \"pixels\": [\n"
        "    {\"src\": [[10.4380665, 3e+09, \"0x7fc00001\", -0]], "
        "\"dst\": [{\"bits\": \"0x07\"}]}\n"
        "  ]\n"
        "}\n");
    free(text);
    ombre_case_finish(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_explicit),  cmocka_unit_test(test_random_cases),
        cmocka_unit_test(test_truncated), cmocka_unit_test(test_mutated),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
