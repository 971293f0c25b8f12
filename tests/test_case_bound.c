/* The memory that slots have: what a file says, and what it must not. */
#include "case_check.h"

#define HEAD "{'ombre': 1, 'RTVFormats': [28, 0, 10], 'DSVFormat': 40, "
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- What is read --------------------------------------------------------- */

static void test_none(void **state)
{
    (void) state;
    static const char *const rows[] = {
        HEAD "'name': ''}",
        HEAD "'RenderTargets': []}",
        HEAD "'RenderTargets': [null, null], 'DepthStencil': null}",
    };
    const struct ombre_bound zero = {0};

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_case c = accepted(rows[i]);
        for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
            assert_memory_equal(&c.pso.RenderTargets[t], &zero, sizeof zero);
        assert_memory_equal(&c.pso.DepthStencil, &zero, sizeof zero);
        assert_null(c.resource[0]);
        ombre_case_finish(&c);
    }
}

static void check_bound(const struct ombre_bound *got,
                        const struct ombre_bound *want)
{
    assert_int_equal(got->described, want->described);
    assert_int_equal(got->resource, want->resource);
    assert_int_equal(got->Dimension, want->Dimension);
    assert_int_equal(got->Width, want->Width);
    assert_int_equal(got->Height, want->Height);
    assert_int_equal(got->DepthOrArraySize, want->DepthOrArraySize);
    assert_int_equal(got->MipLevels, want->MipLevels);
    assert_int_equal(got->Format, want->Format);
    assert_int_equal(got->SampleDesc.Count, want->SampleDesc.Count);
    assert_int_equal(got->SampleDesc.Quality, want->SampleDesc.Quality);
    assert_int_equal(got->View.Format, want->View.Format);
    assert_int_equal(got->View.ViewDimension, want->View.ViewDimension);
    assert_int_equal(got->View.MipSlice, want->View.MipSlice);
    assert_int_equal(got->View.FirstArraySlice, want->View.FirstArraySlice);
    assert_int_equal(got->View.ArraySize, want->View.ArraySize);
    assert_int_equal(got->View.FirstWSlice, want->View.FirstWSlice);
    assert_int_equal(got->View.WSize, want->View.WSize);
}

/* An empty description is a 2D texture of the slot's format and the case's
 * samples, wherever these stand in the file. */
static void test_defaults(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'RenderTargets': [{}, {}, {'View': {}}, "
        "{'SampleDesc': {'Count': 2}}], "
        "'DepthStencil': {}, 'RTVFormats': [28, 0, 10], 'DSVFormat': 40, "
        "'SampleDesc': {'Count': 4, 'Quality': 7}}");
    const DXGI_FORMAT formats[] = {28, 0, 10};
    struct ombre_bound want = ombre_bound_default();

    want.SampleDesc.Count = 4;
    want.SampleDesc.Quality = 7;
    for (unsigned t = 0; t < 3; t++) {
        want.Format = formats[t];
        check_bound(&c.pso.RenderTargets[t], &want);
    }
    want.Format = DXGI_FORMAT_D32_FLOAT;
    check_bound(&c.pso.DepthStencil, &want);
    assert_int_equal(want.Dimension, 3);
    assert_int_equal(want.Width, 1);
    assert_int_equal(want.View.ArraySize, UINT32_MAX);
    assert_int_equal(c.pso.RenderTargets[3].SampleDesc.Count, 2);
    assert_int_equal(c.pso.RenderTargets[3].SampleDesc.Quality, 0);
    assert_false(c.pso.RenderTargets[4].described);
    ombre_case_finish(&c);
}

/* Every field, with values of which no two are equal. */
static void test_fields(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'RenderTargets': [{'Resource': 'gbuffer', "
             "'Dimension': 'D3D12_RESOURCE_DIMENSION_TEXTURE1D', 'Width': 64, "
             "'Height': '0x21', 'DepthOrArraySize': 7, 'MipLevels': 5, "
             "'Format': 'R8G8B8A8_TYPELESS', 'SampleDesc': {'Count': 8, "
             "'Quality': 9}, 'View': {'Format': 'R8G8B8A8_SNORM', "
             "'ViewDimension': 'TEXTURE2DMSARRAY', 'MipSlice': 11, "
             "'FirstArraySlice': 12, 'ArraySize': 13, 'FirstWSlice': 14, "
             "'WSize': 15}}], 'DepthStencil': {'Dimension': 77, 'View': "
             "{'ViewDimension': 'D3D11_DSV_DIMENSION_TEXTURE2DMSARRAY', "
             "'Format': 20, 'MipSlice': 3}}}");
    const struct ombre_bound target = {
        .described = true,
        .resource = 1,
        .Dimension = 2,
        .Width = 64,
        .Height = 33,
        .DepthOrArraySize = 7,
        .MipLevels = 5,
        .Format = DXGI_FORMAT_R8G8B8A8_TYPELESS,
        .SampleDesc = {8, 9},
        .View = {DXGI_FORMAT_R8G8B8A8_SNORM, 7, 11, 12, 13, 14, 15},
    };
    struct ombre_bound depth = ombre_bound_default();

    depth.Dimension = 77;
    depth.Format = DXGI_FORMAT_D32_FLOAT;
    depth.View.Format = DXGI_FORMAT_D32_FLOAT_S8X24_UINT;
    depth.View.ViewDimension = 6;
    depth.View.MipSlice = 3;
    check_bound(&c.pso.RenderTargets[0], &target);
    check_bound(&c.pso.DepthStencil, &depth);
    assert_string_equal(c.resource[0], "gbuffer");
    assert_null(c.resource[1]);
    ombre_case_finish(&c);
}

/* The second mention of a name is as the first but for its view. */
static void test_names(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'RenderTargets': [{'Width': 16, 'Resource': 'a', 'View': "
             "{'MipSlice': 1}}, {'Resource': 'b', 'Width': 16}, "
             "{'View': {'MipSlice': 2}, 'Width': 16, 'Resource': 'a'}, {}, "
             "{'Resource': 'b'}], 'DepthStencil': {'Resource': ''}}");
    static const uint32_t resources[] = {1, 2, 1, 0, 2};

    for (unsigned t = 0; t < COUNT(resources); t++)
        assert_int_equal(c.pso.RenderTargets[t].resource, resources[t]);
    assert_int_equal(c.pso.RenderTargets[2].Width, 16);
    assert_int_equal(c.pso.RenderTargets[2].Format, 28);
    assert_int_equal(c.pso.RenderTargets[2].View.MipSlice, 2);
    assert_int_equal(c.pso.RenderTargets[3].Width, 1);
    assert_int_equal(c.pso.RenderTargets[4].Width, 16);
    assert_int_equal(c.pso.RenderTargets[4].Format, 0);
    assert_int_equal(c.pso.DepthStencil.resource, 3);
    assert_string_equal(c.resource[0], "a");
    assert_string_equal(c.resource[1], "b");
    assert_string_equal(c.resource[2], "");
    ombre_case_finish(&c);
    assert_null(c.resource[0]);
    /* Nine names are the most that there can be. */
    c = accepted(HEAD "'DepthStencil': {'Resource': '9'}, 'RenderTargets': ["
                      "{'Resource': '1'}, {'Resource': '2'}, "
                      "{'Resource': '3'}, {'Resource': '4'}, "
                      "{'Resource': '5'}, {'Resource': '6'}, "
                      "{'Resource': '7'}, {'Resource': '8'}]}");
    assert_int_equal(c.pso.DepthStencil.resource, 9);
    assert_string_equal(c.resource[8], "9");
    char *text = ombre_case_write(&c);
    assert_non_null(strstr(text, "\"DepthStencil\": {\"Resource\": \"9\""));
    free(text);
    ombre_case_finish(&c);
}

/* --- What is written ------------------------------------------------------ */

static void test_text(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'api': 'D3D11', 'RTVFormats': [28, 28, 28], "
        "'DSVFormat': 40, 'RenderTargets': [{'Resource': 'a \\'b\\'', "
        "'Width': 64, 'Format': 27, 'View': {'ViewDimension': 5}}, null, "
        "{'Resource': 'a \\'b\\'', 'View': {'FirstArraySlice': 1}}], "
        "'DepthStencil': {'Dimension': 1}}");
    char *text = ombre_case_write(&c);
    const char *from = strstr(text, "  \"RenderTargets\"");

    assert_non_null(from);
    assert_string_equal(
        from, "  \"RenderTargets\": [\n"
              "    {\"Resource\": \"a \\\"b\\\"\", \"Width\": 64, \"Format\": "
              "\"DXGI_FORMAT_R8G8B8A8_TYPELESS\", \"View\": "
              "{\"ViewDimension\": "
              "\"D3D11_RTV_DIMENSION_TEXTURE2DARRAY\"}},\n"
              "    null,\n"
              "    {\"Resource\": \"a \\\"b\\\"\", \"View\": "
              "{\"FirstArraySlice\": 1}}\n"
              "  ],\n"
              "  \"DepthStencil\": {\"Dimension\": "
              "\"D3D11_RESOURCE_DIMENSION_BUFFER\"}\n"
              "}\n");
    free(text);
    ombre_case_finish(&c);
}

/* --- Mistakes ------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *text, *path, *message;
} mistakes[] = {
    {"'RenderTargets': {}", "RenderTargets", "expected an array of up to 8 targets, found an object"},
    {"'RenderTargets': null", "RenderTargets", "expected an array of up to 8 targets, found null"},
    {"'RenderTargets': [null,null,null,null,null,null,null,null,null]", "RenderTargets[8]", "expected at most 8 targets, found 9"},
    {"'RenderTargets': [[]]", "RenderTargets[0]", "expected null or an object (a resource and its view), found an array"},
    {"'RenderTargets': ['a']", "RenderTargets[0]", "expected null or an object (a resource and its view), found \"a\""},
    {"'RenderTargets': [{'Resource': 1}]", "RenderTargets[0].Resource", "expected a string (one name is one memory), found 1"},
    {"'RenderTargets': [{'Resources': 'a'}]", "RenderTargets[0].Resources", "did you mean \"Resource\"?"},
    {"'RenderTargets': [{'Width': -1}]", "RenderTargets[0].Width", "found -1"},
    {"'RenderTargets': [{'Dimension': 'TEXTURE_2D'}]", "RenderTargets[0].Dimension", "expected a D3D12_RESOURCE_DIMENSION name or number, found \"TEXTURE_2D\"; did you mean \"TEXTURE2D\"?"},
    {"'RenderTargets': [{'View': {'ViewDimension': 'D3D12_RTV_DIMENSION_TEXTURE2'}}]", "RenderTargets[0].View.ViewDimension", "did you mean \"D3D12_RTV_DIMENSION_TEXTURE2D\"?"},
    {"'RenderTargets': [{'View': null}]", "RenderTargets[0].View", "expected an object (a render-target view), found null"},
    {"'RenderTargets': [{'SampleDesc': {'Count': 'x'}}]", "RenderTargets[0].SampleDesc.Count", "found \"x\""},
    {"'DepthStencil': []", "DepthStencil", "expected null or an object (a resource and its view), found an array"},
    {"'DepthStencil': {'View': {'WSize': 1}}", "DepthStencil.View.WSize", "unknown field \"WSize\""},
    {"'DepthStencil': {'View': {'ViewDimension': 'TEXTURE3D'}}", "DepthStencil.View.ViewDimension", "expected a D3D12_DSV_DIMENSION name or number, found \"TEXTURE3D\""},
    {"'DepthStencil': {'View': 1}", "DepthStencil.View", "expected an object (a depth-stencil view), found 1"},
    {"'RenderTargets': [{'Resource': 'a'}, null, {'Resource': 'a', 'Width': 2}]", "RenderTargets[2]", "expected what RenderTargets[0] says of \"a\", which is the same memory"},
    {"'RenderTargets': [null, {'Resource': 'a', 'Format': 3}], 'DepthStencil': {'Resource': 'a', 'Format': 4}", "DepthStencil", "expected what RenderTargets[1] says of \"a\""},
    {"'RenderTargets': [{'Resource': 'a'}, {'Resource': 'a', 'SampleDesc': {'Quality': 1}}]", "RenderTargets[1]", "which is the same memory"},
};
/* clang-format on */

static void test_mistakes(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct ombre_case c;
        struct ombre_case_error error;
        char text[512];

        snprintf(text, sizeof text, HEAD "%s}", mistakes[i].text);
        if (parse_quoted(text, &c, &error))
            fail_msg("accepted: %s", mistakes[i].text);
        if (strcmp(error.path, mistakes[i].path) ||
            !strstr(error.message, mistakes[i].message))
            fail_msg("%s\n  %s: %s", mistakes[i].text, error.path,
                     error.message);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_none),   cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_fields), cmocka_unit_test(test_names),
        cmocka_unit_test(test_text),   cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
