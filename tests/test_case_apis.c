/* Each version of Direct3D in its own words. */
#include "case_check.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Direct3D 9 ----------------------------------------------------------- */

/* Every state, with values of which no two are equal. */
static void test_d3d9_states(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'api': 'D3D9', 'BlendState': {"
        "'D3DRS_ALPHATESTENABLE': 3, 'D3DRS_SRCBLEND': 'D3DBLEND_SRCALPHASAT',"
        "'D3DRS_DESTBLEND': 'INVSRCCOLOR2', 'D3DRS_ALPHAREF': 128,"
        "'D3DRS_ALPHAFUNC': 'D3DCMP_NOTEQUAL', 'D3DRS_DITHERENABLE': true,"
        "'D3DRS_ALPHABLENDENABLE': 7, 'D3DRS_POINTSIZE': 'A2M1',"
        "'D3DRS_MULTISAMPLEANTIALIAS': false,"
        "'D3DRS_MULTISAMPLEMASK': '0xfedcba98', 'D3DRS_COLORWRITEENABLE': 9,"
        "'D3DRS_BLENDOP': 'D3DBLENDOP_REVSUBTRACT',"
        "'D3DRS_ADAPTIVETESS_Y': 'ATOC', 'D3DRS_COLORWRITEENABLE1': 12,"
        "'D3DRS_COLORWRITEENABLE2': 13, 'D3DRS_COLORWRITEENABLE3': 4000000000,"
        "'D3DRS_BLENDFACTOR': '0x80FF4020', 'D3DRS_SRGBWRITEENABLE': 2,"
        "'D3DRS_SEPARATEALPHABLENDENABLE': 5, 'D3DRS_SRCBLENDALPHA': 99,"
        "'D3DRS_DESTBLENDALPHA': 'BOTHINVSRCALPHA',"
        "'D3DRS_BLENDOPALPHA': 'MIN'}}");
    const struct ombre_d3d9_states want = {
        .ALPHATESTENABLE = 3,
        .SRCBLEND = 11,
        .DESTBLEND = 17,
        .ALPHAREF = 128,
        .ALPHAFUNC = 6,
        .DITHERENABLE = 1,
        .ALPHABLENDENABLE = 7,
        .POINTSIZE = 0x314D3241,
        .MULTISAMPLEANTIALIAS = 0,
        .MULTISAMPLEMASK = 0xFEDCBA98,
        .COLORWRITEENABLE = 9,
        .BLENDOP = 3,
        .ADAPTIVETESS_Y = 0x434F5441,
        .COLORWRITEENABLE1 = 12,
        .COLORWRITEENABLE2 = 13,
        .COLORWRITEENABLE3 = 4000000000,
        .BLENDFACTOR = 0x80FF4020,
        .SRGBWRITEENABLE = 2,
        .SEPARATEALPHABLENDENABLE = 5,
        .SRCBLENDALPHA = 99,
        .DESTBLENDALPHA = 13,
        .BLENDOPALPHA = 4,
    };

    assert_int_equal(c.pso.api, OMBRE_API_D3D9);
    assert_memory_equal(&c.pso.desc.d3d9, &want, sizeof want);
    ombre_case_finish(&c);
    c = accepted("{'ombre': 1, 'api': 'D3D9', 'BlendState': {"
                 "'D3DRS_POINTSIZE': '0x3f000000', "
                 "'D3DRS_ADAPTIVETESS_Y': 17}}");
    assert_int_equal(c.pso.desc.d3d9.POINTSIZE, 0x3F000000);
    assert_int_equal(c.pso.desc.d3d9.ADAPTIVETESS_Y, 17);
    assert_int_equal(c.pso.desc.d3d9.SRCBLEND, D3DBLEND_ONE);
    ombre_case_finish(&c);
}

/* --- Direct3D 10 ---------------------------------------------------------- */

static void test_d3d10_desc(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        "{'ombre': 1, 'api': 'D3D10', 'BlendState': {"
        "'AlphaToCoverageEnable': 3, 'BlendEnable': [true, 0, 5],"
        "'SrcBlend': 'D3D10_BLEND_DEST_COLOR', 'DestBlend': 'BLEND_FACTOR',"
        "'BlendOp': 'D3D10_BLEND_OP_SUBTRACT', 'SrcBlendAlpha': 13,"
        "'DestBlendAlpha': 'D3D11_BLEND_INV_SRC1_ALPHA', 'BlendOpAlpha': "
        "'MAX', 'RenderTargetWriteMask': [1, '0xA5', 0]}, "
        "'BlendFactor': [0.5, 1, 2, 3], 'SampleMask': 6}");
    const D3D10_BLEND_DESC want = {
        .AlphaToCoverageEnable = 3,
        .BlendEnable = {1, 0, 5},
        .SrcBlend = D3D10_BLEND_DEST_COLOR,
        .DestBlend = D3D10_BLEND_BLEND_FACTOR,
        .BlendOp = D3D10_BLEND_OP_SUBTRACT,
        .SrcBlendAlpha = (D3D10_BLEND) 13,
        .DestBlendAlpha = D3D10_BLEND_INV_SRC1_ALPHA,
        .BlendOpAlpha = D3D10_BLEND_OP_MAX,
        .RenderTargetWriteMask = {1, 0xA5, 0, 15, 15, 15, 15, 15},
    };

    assert_int_equal(c.pso.api, OMBRE_API_D3D10);
    assert_memory_equal(&c.pso.desc.d3d10, &want, sizeof want);
    assert_true(c.pso.BlendFactor[3] == 3);
    assert_int_equal(c.pso.SampleMask, 6);
    ombre_case_finish(&c);
}

/* --- Direct3D 10.1 and 11 ------------------------------------------------- */

static void check_d3d11(const char *text, enum ombre_api api)
{
    struct ombre_case c = accepted(text);
    const D3D11_BLEND_DESC *desc = &c.pso.desc.d3d11;
    const D3D11_RENDER_TARGET_BLEND_DESC *entry = &desc->RenderTarget[1];

    assert_int_equal(c.pso.api, api);
    assert_int_equal(desc->AlphaToCoverageEnable, 7);
    assert_int_equal(desc->IndependentBlendEnable, 1);
    assert_int_equal(entry->BlendEnable, 9);
    assert_int_equal(entry->SrcBlend, 4);
    assert_int_equal(entry->DestBlend, 19);
    assert_int_equal(entry->BlendOp, 5);
    assert_int_equal(entry->SrcBlendAlpha, 21);
    assert_int_equal(entry->DestBlendAlpha, 6);
    assert_int_equal(entry->BlendOpAlpha, 3);
    assert_int_equal(entry->RenderTargetWriteMask, 0x1F);
    assert_int_equal(desc->RenderTarget[0].SrcBlend, D3D11_BLEND_ONE);
    assert_int_equal(desc->RenderTarget[7].RenderTargetWriteMask, 15);
    ombre_case_finish(&c);
}

#define DESC                                                              \
    "'BlendState': {'AlphaToCoverageEnable': 7, "                         \
    "'IndependentBlendEnable': true, 'RenderTarget': [{}, {"              \
    "'BlendEnable': 9, 'SrcBlend': 'INV_SRC_COLOR', "                     \
    "'DestBlend': 'D3D11_BLEND_INV_SRC1_ALPHA', 'BlendOp': 'MAX', "       \
    "'SrcBlendAlpha': 21, 'DestBlendAlpha': 'D3D10_BLEND_INV_SRC_ALPHA'," \
    "'BlendOpAlpha': 3, 'RenderTargetWriteMask': 31}]}"

/* The blend state may come before the version that says how to read it. */
static void test_d3d11_desc(void **state)
{
    (void) state;
    check_d3d11("{'ombre': 1, 'api': 'D3D11', " DESC "}", OMBRE_API_D3D11);
    check_d3d11("{" DESC ", 'api': 'D3D10.1', 'ombre': 1}", OMBRE_API_D3D10_1);
}

/* --- Names ---------------------------------------------------------------- */

static const struct {
    const char *state, *prefix, *names[17];
    size_t offset;
} d3d9_enums[] = {
    {"D3DRS_SRCBLEND",
     "D3DBLEND_",
     {"ZERO", "ONE", "SRCCOLOR", "INVSRCCOLOR", "SRCALPHA", "INVSRCALPHA",
      "DESTALPHA", "INVDESTALPHA", "DESTCOLOR", "INVDESTCOLOR", "SRCALPHASAT",
      "BOTHSRCALPHA", "BOTHINVSRCALPHA", "BLENDFACTOR", "INVBLENDFACTOR",
      "SRCCOLOR2", "INVSRCCOLOR2"},
     offsetof(struct ombre_d3d9_states, SRCBLEND)},
    {"D3DRS_BLENDOPALPHA",
     "D3DBLENDOP_",
     {"ADD", "SUBTRACT", "REVSUBTRACT", "MIN", "MAX"},
     offsetof(struct ombre_d3d9_states, BLENDOPALPHA)},
    {"D3DRS_ALPHAFUNC",
     "D3DCMP_",
     {"NEVER", "LESS", "EQUAL", "LESSEQUAL", "GREATER", "NOTEQUAL",
      "GREATEREQUAL", "ALWAYS"},
     offsetof(struct ombre_d3d9_states, ALPHAFUNC)},
};

/* Names stand for 1, 2, .., with and without their prefix, and are written
 * with it. */
static void test_d3d9_names(void **state)
{
    (void) state;
    unsigned checked = 0;

    for (size_t e = 0; e < COUNT(d3d9_enums); e++) {
        for (uint32_t n = 0; n < 17 && d3d9_enums[e].names[n]; n++) {
            for (unsigned whole = 0; whole < 2; whole++, checked++) {
                char text[128], written[64];
                uint32_t got;
                snprintf(text, sizeof text,
                         "{'ombre': 1, 'api': 'D3D9', 'BlendState': {'%s': "
                         "'%s%s'}}",
                         d3d9_enums[e].state, whole ? d3d9_enums[e].prefix : "",
                         d3d9_enums[e].names[n]);
                struct ombre_case c = accepted(text);
                memcpy(&got,
                       (const char *) &c.pso.desc.d3d9 + d3d9_enums[e].offset,
                       sizeof got);
                assert_int_equal(got, n + 1);
                /* Defaults (ONE, ADD, ALWAYS) are not written. */
                snprintf(written, sizeof written, "\"%s\": \"%s%s\"",
                         d3d9_enums[e].state, d3d9_enums[e].prefix,
                         d3d9_enums[e].names[n]);
                char *again = ombre_case_write(&c);
                const bool usual = got == (e == 0 ? 2u : e == 1 ? 1u : 8u);
                assert_int_equal(strstr(again, written) != NULL, !usual);
                free(again);
                ombre_case_finish(&c);
            }
        }
    }
    assert_int_equal(checked, 2 * (17 + 5 + 8));
}

/* Names of any version from 10 on are those of every one. */
static void test_prefixes(void **state)
{
    (void) state;
    static const char *const apis[] = {"D3D10", "D3D11", "D3D12"};

    for (size_t i = 0; i < COUNT(apis); i++) {
        char text[160];
        snprintf(text, sizeof text,
                 "{'ombre': 1, 'api': 'D3D10', 'BlendState': {'SrcBlend': "
                 "'%s_BLEND_DEST_ALPHA', 'BlendOp': '%s_BLEND_OP_MIN'}}",
                 apis[i], apis[i]);
        struct ombre_case c = accepted(text);
        assert_int_equal(c.pso.desc.d3d10.SrcBlend, D3D10_BLEND_DEST_ALPHA);
        assert_int_equal(c.pso.desc.d3d10.BlendOp, D3D10_BLEND_OP_MIN);
        ombre_case_finish(&c);
    }
}

/* --- The second source ---------------------------------------------------- */

/* SV_Target1 is declared by default where slot 0 is dual source. */
static void test_second_source(void **state)
{
    (void) state;
    /* clang-format off */
    static const struct {
        bool declared;
        const char *text;
    } rows[] = {
        {false, "'api': 'D3D9', 'BlendState': {'D3DRS_SRCBLEND': 16}"},
        {true, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 2, 'D3DRS_SRCBLEND': 16}"},
        {true, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_DESTBLEND': 'INVSRCCOLOR2'}"},
        {false, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_DESTBLEND': 15}"},
        {false, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SRCBLEND': 12, 'D3DRS_DESTBLEND': 17}"},
        {false, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SRCBLEND': 13, 'D3DRS_DESTBLEND': 16}"},
        {false, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SRCBLENDALPHA': 16, 'D3DRS_DESTBLENDALPHA': 17}"},
        {true, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SEPARATEALPHABLENDENABLE': 1, 'D3DRS_SRCBLENDALPHA': 16}"},
        {true, "'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 1, 'D3DRS_SEPARATEALPHABLENDENABLE': 1, 'D3DRS_DESTBLENDALPHA': 17}"},
        {true, "'api': 'D3D10', 'BlendState': {'BlendEnable': [1], 'SrcBlend': 'SRC1_COLOR'}"},
        {true, "'api': 'D3D10', 'BlendState': {'BlendEnable': [4], 'DestBlend': 19}"},
        {true, "'api': 'D3D10', 'BlendState': {'BlendEnable': [1], 'SrcBlendAlpha': 18}"},
        {true, "'api': 'D3D10', 'BlendState': {'BlendEnable': [1], 'DestBlendAlpha': 19}"},
        {false, "'api': 'D3D10', 'BlendState': {'BlendEnable': [0, 1], 'SrcBlend': 'SRC1_COLOR'}"},
        {false, "'api': 'D3D10', 'BlendState': {'BlendEnable': [1], 'SrcBlend': 15, 'DestBlend': 20}"},
        {true, "'api': 'D3D11', 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'SrcBlend': 'SRC1_ALPHA'}]}"},
        {false, "'api': 'D3D10.1', 'BlendState': {'RenderTarget': [{'SrcBlend': 'SRC1_ALPHA'}, {'BlendEnable': 1, 'SrcBlend': 16}]}"},
        {true, "'api': 'D3D11.1', 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'DestBlendAlpha': 'SRC1_ALPHA'}]}"},
    };
    /* clang-format on */

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[256];
        snprintf(text, sizeof text, "{'ombre': 1, 'RTVFormats': [28], %s}",
                 rows[i].text);
        struct ombre_case c = accepted(text);
        if ((c.pso.shader.output[1].type == OMBRE_OUTPUT_FLOAT) !=
            rows[i].declared)
            fail_msg("%s", rows[i].text);
        assert_int_equal(c.pso.shader.output[0].type, OMBRE_OUTPUT_FLOAT);
        ombre_case_finish(&c);
    }
}

/* --- Devices -------------------------------------------------------------- */

static void test_caps(void **state)
{
    (void) state;
    struct ombre_case c =
        accepted("{'ombre': 1, 'api': 'D3D9', 'Device': {'Caps': {"
                 "'PrimitiveMiscCaps': '0x80080', 'SrcBlendCaps': 17, "
                 "'DestBlendCaps': 4294967294, 'NumSimultaneousRTs': 3}}}");
    assert_int_equal(c.device.Caps.PrimitiveMiscCaps, 0x80080);
    assert_int_equal(c.device.Caps.SrcBlendCaps, 17);
    assert_int_equal(c.device.Caps.DestBlendCaps, 0xFFFFFFFE);
    assert_int_equal(c.device.Caps.NumSimultaneousRTs, 3);
    assert_int_equal(c.device.FeatureLevel, OMBRE_FEATURE_LEVEL_12_2);
    ombre_case_finish(&c);
    c = accepted("{'ombre': 1, 'Device': {'Caps': {'SrcBlendCaps': 0}, "
                 "'FeatureLevel': 'D3D_FEATURE_LEVEL_9_3'}}");
    assert_int_equal(c.device.Caps.PrimitiveMiscCaps, UINT32_MAX);
    assert_int_equal(c.device.Caps.SrcBlendCaps, 0);
    assert_int_equal(c.device.FeatureLevel, OMBRE_FEATURE_LEVEL_9_3);
    ombre_case_finish(&c);
}

/* --- What is written ------------------------------------------------------ */

/* What differs from the API's defaults, under the API's names. */
static void test_text(void **state)
{
    (void) state;
    /* clang-format off */
    static const struct {
        const char *text, *written;
    } rows[] = {
        {"'api': 'D3D9'", "  \"api\": \"D3D9\",\n  \"BlendState\": {},\n  \"RTVFormats\": [],\n"},
        {"'api': 'D3D9', 'BlendState': {'D3DRS_BLENDFACTOR': 255, 'D3DRS_POINTSIZE': 'A2M1', 'D3DRS_ADAPTIVETESS_Y': 18, 'D3DRS_ALPHABLENDENABLE': true, 'D3DRS_SRCBLEND': 5, 'D3DRS_BLENDOP': 9}",
         "  \"BlendState\": {\"D3DRS_ALPHABLENDENABLE\": true, \"D3DRS_SRCBLEND\": \"D3DBLEND_SRCALPHA\", \"D3DRS_BLENDOP\": 9, \"D3DRS_BLENDFACTOR\": \"0xff\", \"D3DRS_POINTSIZE\": \"A2M1\", \"D3DRS_ADAPTIVETESS_Y\": \"0x12\"},\n  \"RTVFormats\""},
        {"'api': 'D3D9', 'RenderTargets': [{'Dimension': 2}]", "[\n    {\"Dimension\": \"D3D12_RESOURCE_DIMENSION_TEXTURE1D\"}\n  ]"},
        {"'api': 'D3D10', 'BlendState': {'BlendEnable': [false, 3], 'DestBlend': 2, 'RenderTargetWriteMask': [15, 15, 7]}",
         "  \"BlendState\": {\"BlendEnable\": [false, 3], \"DestBlend\": \"D3D10_BLEND_ONE\", \"RenderTargetWriteMask\": [15, 15, 7]},\n  \"BlendFactor\": [1, 1, 1, 1],\n  \"SampleMask\": 4294967295,\n"},
        {"'api': 'D3D10', 'BlendState': null", "  \"BlendState\": null,\n"},
        {"'api': 'D3D11.1', 'BlendState': null", "  \"BlendState\": null,\n"},
        {"'api': 'D3D11', 'BlendState': {}", "  \"BlendState\": {},\n"},
        {"'api': 'D3D10', 'BlendState': {'BlendEnable': [true]}", "\"BlendState\": {\"BlendEnable\": [true]}"},
        {"'api': 'D3D10.1', 'BlendState': {'RenderTarget': [{}, {'BlendOp': 'MAX'}]}",
         "  \"BlendState\": {\"RenderTarget\": [\n      {},\n      {\"BlendOp\": \"D3D10_BLEND_OP_MAX\"}\n    ]},\n"},
        {"'api': 'D3D11', 'BlendState': {'IndependentBlendEnable': 1, 'RenderTarget': [{'RenderTargetWriteMask': 3}]}",
         "  \"BlendState\": {\"IndependentBlendEnable\": true, \"RenderTarget\": [\n      {\"RenderTargetWriteMask\": 3}\n    ]},\n"},
        {"'Device': {'FeatureLevel': '10_1'}", "  \"Device\": {\"FeatureLevel\": \"10_1\"}\n"},
        {"'Device': {'FeatureLevel': 4294967295}", "  \"Device\": {\"FeatureLevel\": 4294967295}\n"},
        {"'Device': {'FeatureLevel': 3}", "  \"Device\": {\"FeatureLevel\": 3}\n"},
        {"'Device': {'Caps': {'NumSimultaneousRTs': 1, 'SrcBlendCaps': 4095}}", "  \"Device\": {\"Caps\": {\"SrcBlendCaps\": \"0xfff\", \"NumSimultaneousRTs\": 1}}\n"},
    };
    /* clang-format on */

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        snprintf(text, sizeof text, "{'ombre': 1, %s}", rows[i].text);
        struct ombre_case c = accepted(text);
        char *written = ombre_case_write(&c);
        if (!strstr(written, rows[i].written))
            fail_msg("%s:\n%s", rows[i].text, written);
        free(written);
        ombre_case_finish(&c);
    }
}

/* --- Mistakes ------------------------------------------------------------- */

/* clang-format off */
static const struct {
    const char *text, *path, *message;
} mistakes[] = {
    {"'api': 'D3D9', 'BlendFactor': [1, 1, 1, 1]", "BlendFactor", "Direct3D 9 has no \"BlendFactor\"; it is \"D3DRS_BLENDFACTOR\" of BlendState"},
    {"'api': 'D3D9', 'BlendFactor': null", "BlendFactor", "Direct3D 9 has no \"BlendFactor\""},
    {"'SampleMask': 4294967295, 'api': 'D3D9'", "SampleMask", "Direct3D 9 has no \"SampleMask\"; it is \"D3DRS_MULTISAMPLEMASK\" of BlendState"},
    {"'api': 'D3D9', 'BlendState': null", "BlendState", "expected an object (render states, D3DRS_..), found null"},
    {"'api': 'D3D9', 'BlendState': []", "BlendState", "expected an object (render states, D3DRS_..), found an array"},
    {"'api': 'D3D9', 'BlendState': {'RenderTarget': []}", "BlendState.RenderTarget", "unknown field \"RenderTarget\"; expected one of D3DRS_ALPHATESTENABLE, D3DRS_ALPHAREF"},
    {"'api': 'D3D9', 'BlendState': {'SRCBLEND': 1}", "BlendState.SRCBLEND", "unknown field \"SRCBLEND\"; did you mean \"D3DRS_SRCBLEND\"?"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_SRCBLND': 1}", "BlendState.D3DRS_SRCBLND", "did you mean \"D3DRS_SRCBLEND\"?"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_SRCBLEND': 'D3DBLEND_SRC_ALPHA'}", "BlendState.D3DRS_SRCBLEND", "expected a D3DBLEND name or number, found \"D3DBLEND_SRC_ALPHA\"; did you mean \"D3DBLEND_SRCALPHA\"?"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_SRCBLEND': 'D3D12_BLEND_SRC_ALPHA'}", "BlendState.D3DRS_SRCBLEND", "expected a D3DBLEND name or number"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_BLENDOP': 'D3DBLENDOP_REV_SUBTRACT'}", "BlendState.D3DRS_BLENDOP", "expected a D3DBLENDOP name or number, found \"D3DBLENDOP_REV_SUBTRACT\"; did you mean \"D3DBLENDOP_REVSUBTRACT\"?"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_ALPHAFUNC': '>'}", "BlendState.D3DRS_ALPHAFUNC", "expected a D3DCMP name or number, found \">\""},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_POINTSIZE': 'A2M2'}", "BlendState.D3DRS_POINTSIZE", "did you mean \"A2M1\"?"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_POINTSIZE': '0x123456789'}", "BlendState.D3DRS_POINTSIZE", "1 to 8 hexadecimal digits"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_COLORWRITEENABLE': 4294967296}", "BlendState.D3DRS_COLORWRITEENABLE", "found 4294967296"},
    {"'api': 'D3D9', 'BlendState': {'D3DRS_ALPHABLENDENABLE': 'TRUE'}", "BlendState.D3DRS_ALPHABLENDENABLE", "expected true, false or a whole number"},
    {"'api': 'D3D10', 'BlendState': {'BlendEnable': true}", "BlendState.BlendEnable", "expected an array of up to 8 BOOLs, found true"},
    {"'api': 'D3D10', 'BlendState': {'BlendEnable': [true, null]}", "BlendState.BlendEnable[1]", "expected true, false or a whole number"},
    {"'api': 'D3D10', 'BlendState': {'BlendEnable': [1,1,1,1,1,1,1,1,0]}", "BlendState.BlendEnable[8]", "expected at most 8 entries, found 9"},
    {"'api': 'D3D10', 'BlendState': {'RenderTargetWriteMask': 15}", "BlendState.RenderTargetWriteMask", "expected an array of up to 8 masks, found 15"},
    {"'api': 'D3D10', 'BlendState': {'RenderTargetWriteMask': [1, 256]}", "BlendState.RenderTargetWriteMask[1]", "from 0 to 255, found 256"},
    {"'api': 'D3D10', 'BlendState': {'IndependentBlendEnable': true}", "BlendState.IndependentBlendEnable", "unknown field \"IndependentBlendEnable\""},
    {"'api': 'D3D10', 'BlendState': {'RenderTarget': []}", "BlendState.RenderTarget", "unknown field \"RenderTarget\""},
    {"'api': 'D3D10', 'BlendState': {'SrcBlend': 'SRCALPHA'}", "BlendState.SrcBlend", "expected a D3D10_BLEND name or number, found \"SRCALPHA\"; did you mean \"SRC_ALPHA\"?"},
    {"'api': 'D3D10.1', 'BlendState': {'RenderTarget': [{'LogicOp': 1}]}", "BlendState.RenderTarget[0].LogicOp", "unknown field \"LogicOp\""},
    {"'api': 'D3D11', 'BlendState': {'RenderTarget': [{}, {'LogicOpEnable': true}]}", "BlendState.RenderTarget[1].LogicOpEnable", "unknown field \"LogicOpEnable\""},
    {"'api': 'D3D11', 'BlendState': {'RenderTarget': [{}, {}, {}, {}, {}, {}, {}, {}, {}]}", "BlendState.RenderTarget[8]", "expected at most 8 entries, found 9"},
    {"'api': 'D3D11', 'BlendState': {'BlendEnable': [true]}", "BlendState.BlendEnable", "unknown field \"BlendEnable\""},
    {"'api': 'D3D11', 'BlendState': {'RenderTarget': [{'BlendOp': 'SUB'}]}", "BlendState.RenderTarget[0].BlendOp", "expected a D3D11_BLEND_OP name or number, found \"SUB\""},
    {"'Device': {'Caps': []}", "Device.Caps", "expected an object (members of D3DCAPS9), found an array"},
    {"'Device': {'Caps': {'PrimitivMiscCaps': 1}}", "Device.Caps.PrimitivMiscCaps", "did you mean \"PrimitiveMiscCaps\"?"},
    {"'Device': {'Caps': {'SrcBlendCaps': -1}}", "Device.Caps.SrcBlendCaps", "found -1"},
};
/* clang-format on */

static void test_mistakes(void **state)
{
    (void) state;
    for (size_t i = 0; i < COUNT(mistakes); i++) {
        struct ombre_case c;
        struct ombre_case_error error;
        char text[256];

        snprintf(text, sizeof text, "{'ombre': 1, %s}", mistakes[i].text);
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
        cmocka_unit_test(test_d3d9_states),
        cmocka_unit_test(test_d3d10_desc),
        cmocka_unit_test(test_d3d11_desc),
        cmocka_unit_test(test_d3d9_names),
        cmocka_unit_test(test_prefixes),
        cmocka_unit_test(test_second_source),
        cmocka_unit_test(test_caps),
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
