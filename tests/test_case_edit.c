/* What is left when something is taken away from a case. */
#include "case_check.h"
#include "case_equal.h"
#include "case_random.h"

#include "../tools/case_edit.h"

enum edit { PIXELS, DROP, DROP_DUAL, HOLE, SAMPLES, LAYER };

/* "name" and all that rows share. */
#define CASE(fields) "{'ombre': 1, " fields "}"

static const struct row {
    const char *name;
    enum edit edit;
    unsigned argument; /* of PIXELS the mask of those that are kept */
    const char *before, *after;
} rows[] = {
    {"the second pixel of three", PIXELS, 2,
     CASE("'RTVFormats': ['R8_UNORM'], 'PixelShader': {'coverage': "
          "'per-pixel'}, 'pixels': [{'src': [[1, 2, 3, 4]], 'dst': [{'bits': "
          "'0x11'}], 'coverage': 1}, {'layers': [[[5, 6, 7, 8]], [[9, 10, 11, "
          "12]]], 'dst': [{'bits': '0x22'}], 'coverage': 2}, {'src': [[13, 14, "
          "15, 16]], 'dst': [{'bits': '0x33'}], 'coverage': 3}]"),
     CASE("'RTVFormats': ['R8_UNORM'], 'PixelShader': {'coverage': "
          "'per-pixel'}, 'pixels': [{'layers': [[[5, 6, 7, 8]], [[9, 10, 11, "
          "12]]], 'dst': [{'bits': '0x22'}], 'coverage': 2}]")},
    {"a target with a state of its own", DROP, 0,
     CASE("'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': "
          "[{'SrcBlend': 3}, {'DestBlend': 4, 'RenderTargetWriteMask': 5}, "
          "{'BlendOp': 2}]}, 'RTVFormats': ['R8_UNORM', 'R32_UINT', "
          "'R16_SINT'], 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8], [-9, "
          "10, 11, 12]], 'dst': [{'bits': '0x11'}, {'bits': '0x22222222'}, "
          "{'bits': '0x3333'}]}]"),
     CASE("'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': "
          "[{'DestBlend': 4, 'RenderTargetWriteMask': 5}, {'BlendOp': 2}]}, "
          "'RTVFormats': ['R32_UINT', 'R16_SINT'], 'pixels': [{'src': [[5, 6, "
          "7, 8], [-9, 10, 11, 12]], 'dst': [{'bits': '0x22222222'}, {'bits': "
          "'0x3333'}]}]")},
    {"a target with the state of all", DROP, 0,
     CASE("'BlendState': {'RenderTarget': [{'SrcBlend': 3}, {'DestBlend': "
          "4}]}, 'RTVFormats': ['R8_UNORM', 'R32_UINT'], 'pixels': [{'src': "
          "[[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [{'bits': '0x11'}, {'bits': "
          "'0x22222222'}]}]"),
     CASE("'BlendState': {'RenderTarget': [{'SrcBlend': 3}, {'DestBlend': "
          "4}]}, 'RTVFormats': ['R32_UINT'], 'pixels': [{'src': [[5, 6, 7, "
          "8]], 'dst': [{'bits': '0x22222222'}]}]")},
    {"a target of Direct3D 11", DROP, 0,
     CASE("'api': 'D3D11', 'BlendState': {'IndependentBlendEnable': true, "
          "'RenderTarget': [{'SrcBlend': 3}, {'DestBlend': 4}]}, "
          "'RTVFormats': ['R8_UNORM', 'R32_UINT']"),
     CASE("'api': 'D3D11', 'BlendState': {'IndependentBlendEnable': true, "
          "'RenderTarget': [{'DestBlend': 4}]}, 'RTVFormats': ['R32_UINT']")},
    {"a target of Direct3D 10", DROP, 1,
     CASE("'api': 'D3D10', 'BlendState': {'BlendEnable': [true, false, true], "
          "'RenderTargetWriteMask': [1, 2, 4]}, 'RTVFormats': ['R8_UNORM', "
          "'R32_UINT', 'R16_SINT']"),
     CASE("'api': 'D3D10', 'BlendState': {'BlendEnable': [true, true], "
          "'RenderTargetWriteMask': [1, 4]}, 'RTVFormats': ['R8_UNORM', "
          "'R16_SINT']")},
    {"a target of Direct3D 9", DROP, 1,
     CASE("'api': 'D3D9', 'BlendState': {'D3DRS_COLORWRITEENABLE': 1, "
          "'D3DRS_COLORWRITEENABLE1': 2, 'D3DRS_COLORWRITEENABLE2': 4, "
          "'D3DRS_COLORWRITEENABLE3': 8}, 'RTVFormats': ['R8_UNORM', "
          "'R16_UNORM', 'R32_FLOAT', 'R16_FLOAT']"),
     CASE("'api': 'D3D9', 'BlendState': {'D3DRS_COLORWRITEENABLE': 1, "
          "'D3DRS_COLORWRITEENABLE1': 4, 'D3DRS_COLORWRITEENABLE2': 8, "
          "'D3DRS_COLORWRITEENABLE3': 8}, 'RTVFormats': ['R8_UNORM', "
          "'R32_FLOAT', 'R16_FLOAT']")},
    {"a hole beside a second source", DROP_DUAL, 1,
     CASE("'BlendState': {'RenderTarget': [{'BlendEnable': true, 'SrcBlend': "
          "'SRC1_COLOR'}]}, 'RTVFormats': ['R8_UNORM', 'UNKNOWN'], 'pixels': "
          "[{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [{'bits': '0x11'}, "
          "null]}]"),
     CASE("'BlendState': {'RenderTarget': [{'BlendEnable': true, 'SrcBlend': "
          "'SRC1_COLOR'}]}, 'RTVFormats': ['R8_UNORM'], 'pixels': [{'src': "
          "[[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [{'bits': '0x11'}]}]")},
    {"a hole", HOLE, 0,
     CASE("'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': "
          "[{'SrcBlend': 3}, {'DestBlend': 4}]}, 'RTVFormats': ['R8_UNORM', "
          "'R32_UINT'], 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], "
          "'dst': [{'bits': '0x11'}, {'bits': '0x22222222'}]}]"),
     CASE("'BlendState': {'IndependentBlendEnable': true, 'RenderTarget': "
          "[{'SrcBlend': 3}, {'DestBlend': 4}]}, 'RTVFormats': ['UNKNOWN', "
          "'R32_UINT'], 'pixels': [{'src': [null, [5, 6, 7, 8]], 'dst': "
          "[null, {'bits': '0x22222222'}]}]")},
    {"two of four samples", SAMPLES, 2,
     CASE("'RTVFormats': ['R8_UNORM', 'R16_UINT'], 'SampleDesc': {'Count': "
          "4}, 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': "
          "[[{'bits': '0x11'}, {'bits': '0x22'}, {'bits': '0x33'}, {'bits': "
          "'0x44'}], [{'bits': '0x1'}, {'bits': '0x2'}, {'bits': '0x3'}, "
          "{'bits': '0x4'}]]}, {'src': [[9, 10, 11, 12], [13, 14, 15, 16]], "
          "'dst': [[{'bits': '0x55'}, {'bits': '0x66'}, {'bits': '0x77'}, "
          "{'bits': '0x88'}], {'bits': '0x9'}]}]"),
     CASE("'RTVFormats': ['R8_UNORM', 'R16_UINT'], 'SampleDesc': {'Count': "
          "2}, 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': "
          "[[{'bits': '0x11'}, {'bits': '0x22'}], [{'bits': '0x1'}, {'bits': "
          "'0x2'}]]}, {'src': [[9, 10, 11, 12], [13, 14, 15, 16]], 'dst': "
          "[[{'bits': '0x55'}, {'bits': '0x66'}], {'bits': '0x9'}]}]")},
    {"the third layer, which one pixel lacks", LAYER, 2,
     CASE("'RTVFormats': ['R8_UNORM'], 'pixels': [{'layers': [[[1, 2, 3, 4]], "
          "[[5, 6, 7, 8]], [[9, 10, 11, 12]]], 'dst': [{'bits': '0x11'}]}, "
          "{'layers': [[[17, 18, 19, 20]], [[21, 22, 23, 24]]], 'dst': "
          "[{'bits': '0x33'}]}]"),
     CASE("'RTVFormats': ['R8_UNORM'], 'pixels': [{'layers': [[[1, 2, 3, 4]], "
          "[[5, 6, 7, 8]]], 'dst': [{'bits': '0x11'}]}, {'layers': [[[17, 18, "
          "19, 20]], [[21, 22, 23, 24]]], 'dst': [{'bits': '0x33'}]}]")},
    {"the second layer", LAYER, 1,
     CASE("'RTVFormats': ['R8_UNORM'], 'pixels': [{'layers': [[[1, 2, 3, 4]], "
          "[[5, 6, 7, 8]], [[9, 10, 11, 12]]], 'dst': [{'bits': '0x11'}]}, "
          "{'src': [[13, 14, 15, 16]], 'dst': [{'bits': '0x22'}]}, {'layers': "
          "[[[17, 18, 19, 20]], [[21, 22, 23, 24]]], 'dst': [{'bits': "
          "'0x33'}]}]"),
     CASE("'RTVFormats': ['R8_UNORM'], 'pixels': [{'layers': [[[1, 2, 3, 4]], "
          "[[9, 10, 11, 12]]], 'dst': [{'bits': '0x11'}]}, {'src': [[13, 14, "
          "15, 16]], 'dst': [{'bits': '0x22'}]}, {'src': [[17, 18, 19, 20]], "
          "'dst': [{'bits': '0x33'}]}]")},
};

static void take_away(struct ombre_case *c, const struct row *row)
{
    bool keep[8] = {false};
    switch (row->edit) {
    case PIXELS:
        for (unsigned i = 0; i < 8; i++)
            keep[i] = row->argument >> i & 1;
        case_keep_pixels(c, keep);
        return;
    case DROP: case_drop_target(c, row->argument, false); return;
    case DROP_DUAL: case_drop_target(c, row->argument, true); return;
    case HOLE: case_make_hole(c, row->argument, false); return;
    case SAMPLES: case_keep_samples(c, row->argument); return;
    case LAYER: case_drop_layer(c, row->argument); return;
    }
}

/* As files: what slots hold that are not there any more counts in neither. */
static void test_rows(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_case c = accepted(rows[i].before);
        struct ombre_case wanted = accepted(rows[i].after);
        take_away(&c, &rows[i]);
        char *const text = ombre_case_write(&c);
        char *const wanted_text = ombre_case_write(&wanted);
        assert_non_null(text);
        assert_non_null(wanted_text);
        if (strcmp(text, wanted_text) != 0)
            fail_msg("%s:\n%s\nwanted:\n%s", rows[i].name, text, wanted_text);
        free(text);
        free(wanted_text);
        ombre_case_finish(&c);
        ombre_case_finish(&wanted);
    }
}

static void test_copies(void **unused)
{
    (void) unused;
    enum { CASES = 500 };
    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct ombre_case c = random_case(seed << 20), copy;
        assert_true(case_copy(&c, &copy));
        assert_true(cases_equal(&c, &copy));
        assert_true(c.pixel_count == 0 || c.source != copy.source);
        ombre_case_finish(&copy);
        ombre_case_finish(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
