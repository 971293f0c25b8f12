/* What a file says is what a case holds. */
#include "case_check.h"

#define HEAD "{'ombre': 1, "
#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- State ---------------------------------------------------------------- */

static void test_defaults(void **state)
{
    (void) state;
    struct ombre_case c = accepted("{'ombre': 1}");
    struct ombre_pso usual = ombre_pso_default();

    usual.shader.bound = true;
    assert_string_equal(c.name, "");
    assert_memory_equal(&c.pso, &usual, sizeof usual);
    assert_true(c.device.OutputMergerLogicOp);
    assert_true(c.device.AlphaBlendFactorSupported);
    assert_int_equal(c.without, 0);
    assert_int_equal(c.pixel_count, 0);
    assert_int_equal(c.layer_count, 1);
    assert_int_equal(c.sample_count, 1);
    assert_null(c.source);
    assert_null(c.dest);
    assert_null(c.coverage);
    ombre_case_finish(&c);
    assert_null(c.name);
    ombre_case_finish(&c);
}

static void check_target(const D3D12_RENDER_TARGET_BLEND_DESC *got,
                         const D3D12_RENDER_TARGET_BLEND_DESC *want)
{
    assert_int_equal(got->BlendEnable, want->BlendEnable);
    assert_int_equal(got->LogicOpEnable, want->LogicOpEnable);
    assert_int_equal(got->SrcBlend, want->SrcBlend);
    assert_int_equal(got->DestBlend, want->DestBlend);
    assert_int_equal(got->BlendOp, want->BlendOp);
    assert_int_equal(got->SrcBlendAlpha, want->SrcBlendAlpha);
    assert_int_equal(got->DestBlendAlpha, want->DestBlendAlpha);
    assert_int_equal(got->BlendOpAlpha, want->BlendOpAlpha);
    assert_int_equal(got->LogicOp, want->LogicOp);
    assert_int_equal(got->RenderTargetWriteMask, want->RenderTargetWriteMask);
}

/* Every field, with values of which no two are equal. */
static void test_blend_state(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'api': 'D3D12', 'name': 'a \\u00e4\\n', 'BlendState': {"
             "'AlphaToCoverageEnable': 7, 'IndependentBlendEnable': true,"
             "'RenderTarget': [{}, {"
             "'BlendEnable': true, 'LogicOpEnable': 4294967295,"
             "'SrcBlend': 'D3D12_BLEND_SRC_ALPHA_SAT',"
             "'DestBlend': 'INV_SRC1_COLOR', 'BlendOp': 'REV_SUBTRACT',"
             "'SrcBlendAlpha': 'D3D11_BLEND_ALPHA_FACTOR',"
             "'DestBlendAlpha': 12, 'BlendOpAlpha': 'D3D12_BLEND_OP_MAX',"
             "'LogicOp': 'D3D12_LOGIC_OP_OR_REVERSE',"
             "'RenderTargetWriteMask': 31},"
             "{'SrcBlend': 4294967295, 'LogicOp': 99,"
             "'RenderTargetWriteMask': '0xA5', 'LogicOpEnable': false}]}}");
    const struct ombre_pso usual = ombre_pso_default();
    const D3D12_RENDER_TARGET_BLEND_DESC want = {
        .BlendEnable = 1,
        .LogicOpEnable = -1,
        .SrcBlend = D3D12_BLEND_SRC_ALPHA_SAT,
        .DestBlend = D3D12_BLEND_INV_SRC1_COLOR,
        .BlendOp = D3D12_BLEND_OP_REV_SUBTRACT,
        .SrcBlendAlpha = D3D12_BLEND_ALPHA_FACTOR,
        .DestBlendAlpha = (D3D12_BLEND) 12,
        .BlendOpAlpha = D3D12_BLEND_OP_MAX,
        .LogicOp = D3D12_LOGIC_OP_OR_REVERSE,
        .RenderTargetWriteMask = 31,
    };
    D3D12_RENDER_TARGET_BLEND_DESC third = usual.BlendState.RenderTarget[2];

    third.SrcBlend = (D3D12_BLEND) UINT32_MAX;
    third.LogicOp = (D3D12_LOGIC_OP) 99;
    third.RenderTargetWriteMask = 0xA5;
    assert_string_equal(c.name, "a \xC3\xA4\n");
    assert_int_equal(c.pso.BlendState.AlphaToCoverageEnable, 7);
    assert_int_equal(c.pso.BlendState.IndependentBlendEnable, 1);
    check_target(&c.pso.BlendState.RenderTarget[1], &want);
    check_target(&c.pso.BlendState.RenderTarget[2], &third);
    for (unsigned i = 0; i < 8; i++)
        if (i != 1 && i != 2)
            check_target(&c.pso.BlendState.RenderTarget[i],
                         &usual.BlendState.RenderTarget[i]);
    ombre_case_finish(&c);
}

static void test_names(void **state)
{
    (void) state;
    static const struct {
        const char *field, *prefix, *name;
        uint32_t value;
    } rows[] = {
#define X(id, value, name) {"SrcBlend", "BLEND_", name, value},
        OMBRE_FACTORS(X)
#undef X
#define X(id, value, name) {"BlendOp", "BLEND_OP_", name, value},
            OMBRE_BLEND_OPS(X)
#undef X
#define X(id, value, name) {"LogicOp", "LOGIC_OP_", name, value},
                OMBRE_LOGIC_OPS(X)
#undef X
    };
    static const char *const apis[] = {"D3D12", "D3D11"};
    unsigned checked = 0;

    for (size_t i = 0; i < COUNT(rows); i++) {
        for (size_t spelling = 0; spelling < 3; spelling++, checked++) {
            char text[256];
            snprintf(text, sizeof text,
                     HEAD "'BlendState': {'RenderTarget': [{'%s': '%s%s%s%s'}"
                          "]}}",
                     rows[i].field, spelling < 2 ? apis[spelling] : "",
                     spelling < 2 ? "_" : "",
                     spelling < 2 ? rows[i].prefix : "", rows[i].name);
            struct ombre_case c = accepted(text);
            const D3D12_RENDER_TARGET_BLEND_DESC *target =
                &c.pso.BlendState.RenderTarget[0];
            const uint32_t got =
                rows[i].field[0] == 'S'   ? (uint32_t) target->SrcBlend
                : rows[i].field[0] == 'B' ? (uint32_t) target->BlendOp
                                          : (uint32_t) target->LogicOp;
            assert_int_equal(got, rows[i].value);
            ombre_case_finish(&c);
        }
    }
    assert_int_equal(checked, 3 * (19 + 5 + 16));
}

static void test_other_fields(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'api': 'D3D11.1', 'SampleMask': 305419896, 'DSVFormat': "
             "'D32_FLOAT', 'SampleDesc': {'Count': 8, 'Quality': 3}, "
             "'BlendFactor': [0.25, '0x7fc00123', '-inf', -0], "
             "'Device': {'FeatureLevel': '11_1', 'OutputMergerLogicOp': false, "
             "'AlphaBlendFactorSupported': true}, "
             "'Lane': 'dynamic-rendering static-constants+dynamic', "
             "'Without': ['logicOp', 'independentBlend', 'shaderObject'], "
             "'pixels': []}");
    static const uint32_t factor[] = {0x3E800000, 0x7FC00123, 0xFF800000,
                                      0x80000000};

    assert_int_equal(c.pso.api, OMBRE_API_D3D11_1);
    assert_int_equal(c.pso.SampleMask, 0x12345678);
    assert_int_equal(c.pso.DSVFormat, DXGI_FORMAT_D32_FLOAT);
    assert_int_equal(c.pso.SampleDesc.Count, 8);
    assert_int_equal(c.pso.SampleDesc.Quality, 3);
    assert_int_equal(c.sample_count, 8);
    assert_memory_equal(c.pso.BlendFactor, factor, sizeof factor);
    assert_int_equal(c.device.FeatureLevel, OMBRE_FEATURE_LEVEL_11_1);
    assert_false(c.device.OutputMergerLogicOp);
    assert_true(c.device.AlphaBlendFactorSupported);
    assert_int_equal(c.without, OMBRE_CASE_WITHOUT_LOGIC_OP |
                                    OMBRE_CASE_WITHOUT_INDEPENDENT_BLEND |
                                    OMBRE_LANE_FEATURE_SHADER_OBJECT);
    assert_true(ombre_lane_equal(
        &c.lane, &(struct ombre_lane){.state = OMBRE_LANE_DYNAMIC,
                                      .pass = OMBRE_LANE_DYNAMIC_RENDERING,
                                      .static_constants = true}));
    assert_int_equal(c.pixel_count, 0);
    ombre_case_finish(&c);
    c = accepted(HEAD "'BlendFactor': null, 'Without': ['dualSrcBlend'], "
                      "'SampleMask': '0xFEDCBA98', 'Device': {"
                      "'FeatureLevel': 'D3D_FEATURE_LEVEL_12_2', "
                      "'AlphaBlendFactorSupported': 0}}");
    assert_true(c.pso.BlendFactor[0] == 1 && c.pso.BlendFactor[1] == 1 &&
                c.pso.BlendFactor[2] == 1 && c.pso.BlendFactor[3] == 1);
    assert_int_equal(c.without, OMBRE_CASE_WITHOUT_DUAL_SRC_BLEND);
    assert_true(ombre_lane_equal(&c.lane, &(struct ombre_lane){0}));
    assert_int_equal(c.pso.SampleMask, 0xFEDCBA98);
    assert_int_equal(c.device.FeatureLevel, OMBRE_FEATURE_LEVEL_12_2);
    assert_true(c.device.OutputMergerLogicOp);
    assert_false(c.device.AlphaBlendFactorSupported);
    ombre_case_finish(&c);
}

/* --- Targets and outputs -------------------------------------------------- */

/* Outputs as letters: type f, u or s, or - for none, then components as a
 * hexadecimal digit. */
static void describe_outputs(const struct ombre_pso *pso, char out[17])
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        out[2 * i] = "-fus"[pso->shader.output[i].type];
        out[2 * i + 1] = "0123456789ABCDEF"[pso->shader.output[i].components];
    }
    out[16] = '\0';
}

#define A2C "'BlendState': {'AlphaToCoverageEnable': 1}"

static void test_targets(void **state)
{
    (void) state;
    /* clang-format off */
    static const struct {
        const char *text;
        uint32_t count;
        uint32_t formats[8];
        const char *outputs;
    } rows[] = {
        {"'RTVFormats': []", 0, {0}, "-0-0-0-0-0-0-0-0"},
        {"'RTVFormats': ['R8_UNORM', 'DXGI_FORMAT_R32_SINT', 3]", 3, {61, 43, 3}, "fFsFuF-0-0-0-0-0"},
        {"'RTVFormats': ['UNKNOWN', 'R8_UNORM', 0, 'DXGI_FORMAT_UNKNOWN', 28]", 5, {0, 61, 0, 0, 28}, "-0fF-0-0fF-0-0-0"},
        {"'RTVFormats': [0, 61], " A2C ", 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "fFfF-0-0-0-0-0-0"},
        {"'RTVFormats': [0, 61], " A2C ", 'pixels': [{'layers': [[[1, 2, 3, 4], [5, 6, 7, 8]]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "fFfF-0-0-0-0-0-0"},
        {"'RTVFormats': [0, 61], " A2C ", 'pixels': [{'src': [null, [5, 6, 7, 8]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "-0fF-0-0-0-0-0-0"},
        {"'RTVFormats': [0, 61], " A2C, 2, {0, 61}, "-0fF-0-0-0-0-0-0"},
        {"'RTVFormats': [0, 61], 'PixelShader': {'outputs': [null, 'rgba']}, " A2C ", 'pixels': [{'src': [null, [5, 6, 7, 8]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "-0fF-0-0-0-0-0-0"},
        {"'api': 'D3D11', 'RTVFormats': [0, 61], " A2C ", 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "fFfF-0-0-0-0-0-0"},
        {"'api': 'D3D10', 'RTVFormats': [0, 61], " A2C ", 'pixels': [{'src': [[1, 2, 3, 4], [5, 6, 7, 8]], 'dst': [null, [0, 0, 0, 0]]}]", 2, {0, 61}, "fFfF-0-0-0-0-0-0"},
        {"'RTVFormats': [28, 42], 'NumRenderTargets': 1", 1, {28, 42}, "fF-0-0-0-0-0-0-0"},
        {"'NumRenderTargets': 4, 'RTVFormats': [28]", 4, {28}, "fF-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28, 28, 28, 28, 28, 28, 28, 28, 42]", 9, {28, 28, 28, 28, 28, 28, 28, 28}, "fFfFfFfFfFfFfFfF"},
        {"'RTVFormats': [28], 'NumRenderTargets': 4294967295", UINT32_MAX, {28}, "fF-0-0-0-0-0-0-0"},
        {"'RTVFormats': [27, 4000000000, 'B8G8R8A8_TYPELESS']", 3, {27, 4000000000u, 90}, "fFfFfF-0-0-0-0-0"},
        /* Dual source: entry 0, enabled, a factor of the second source. */
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'SrcBlend': 'SRC1_COLOR'}]}", 1, {28}, "fFfF-0-0-0-0-0-0"},
        {"'BlendState': {'RenderTarget': [{'BlendEnable': true, 'DestBlend': 19}]}, 'RTVFormats': [28, 0, 42]", 3, {28, 0, 42}, "fFfFuF-0-0-0-0-0"},
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'SrcBlendAlpha': 18, 'BlendOpAlpha': 'MAX'}]}", 1, {28}, "fFfF-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'DestBlendAlpha': 17}]}", 1, {28}, "fFfF-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{'BlendEnable': 0, 'SrcBlend': 'SRC1_COLOR'}]}", 1, {28}, "fF-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{'BlendEnable': 1, 'SrcBlend': 15, 'DestBlend': 20}]}", 1, {28}, "fF-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'BlendState': {'RenderTarget': [{}, {'BlendEnable': 1, 'SrcBlend': 16}]}", 1, {28}, "fF-0-0-0-0-0-0-0"},
        /* Outputs that are given. */
        {"'RTVFormats': [28], 'PixelShader': {}", 1, {28}, "fF-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'PixelShader': {'outputs': []}", 1, {28}, "-0-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28], 'PixelShader': null", 1, {28}, "-0-0-0-0-0-0-0-0"},
        {"'RTVFormats': [28, 42, 43], 'PixelShader': {'outputs': ['rgba', 'rgba', 'rgba', 'rgba', null, {}]}", 3, {28, 42, 43}, "fFuFsFfF-0fF-0-0"},
        {"'RTVFormats': [28, 42], 'PixelShader': {'outputs': [{'type': 'uint', 'components': 'rg'}, {'components': 'ga'}, {'type': 'int'}, {'type': 'sint', 'components': 'b'}, {'type': 'float', 'components': 'rba'}]}", 2, {28, 42}, "u3uAsFs4fD-0-0-0"},
    };
    /* clang-format on */

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512], outputs[17];
        snprintf(text, sizeof text, HEAD "%s}", rows[i].text);
        struct ombre_case c = accepted(text);
        describe_outputs(&c.pso, outputs);
        assert_int_equal(c.pso.NumRenderTargets, rows[i].count);
        for (unsigned t = 0; t < 8; t++)
            assert_int_equal((uint32_t) c.pso.RTVFormats[t],
                             rows[i].formats[t]);
        assert_string_equal(outputs, rows[i].outputs);
        ombre_case_finish(&c);
    }
}

static void test_shader(void **state)
{
    (void) state;
    struct ombre_case c = accepted(HEAD "'PixelShader': null}");
    assert_false(c.pso.shader.bound);
    ombre_case_finish(&c);
    c = accepted(HEAD "'PixelShader': {'coverage': null}}");
    assert_true(c.pso.shader.bound);
    assert_int_equal(c.pso.shader.coverage, OMBRE_COVERAGE_NONE);
    ombre_case_finish(&c);
    c = accepted(HEAD "'PixelShader': {'coverage': 4294967294}}");
    assert_int_equal(c.pso.shader.coverage, OMBRE_COVERAGE_MASK);
    assert_int_equal(c.pso.shader.coverage_mask, 0xFFFFFFFE);
    ombre_case_finish(&c);
    c = accepted(HEAD "'PixelShader': {'coverage': '0xA'}, 'pixels': [{}]}");
    assert_int_equal(c.pso.shader.coverage, OMBRE_COVERAGE_MASK);
    assert_int_equal(c.pso.shader.coverage_mask, 0xA);
    assert_null(c.coverage);
    ombre_case_finish(&c);
    c = accepted(HEAD "'pixels': [{'coverage': 5}, {'coverage': '0xFFFFFFF1'}],"
                      "'PixelShader': {'coverage': 'per-pixel'}}");
    assert_int_equal(c.pso.shader.coverage, OMBRE_COVERAGE_PER_PIXEL);
    assert_int_equal(c.coverage[0], 5);
    assert_int_equal(c.coverage[1], 0xFFFFFFF1);
    ombre_case_finish(&c);
}

/* --- Pixels --------------------------------------------------------------- */

static void check_source(const struct ombre_case *c, size_t index,
                         const struct ombre_source *want)
{
    assert_memory_equal(&c->source[index], want, sizeof *want);
}

static void test_sources(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'RTVFormats': ['R8_UNORM', 0, 'R8_UINT', 'R8_SINT'], 'pixels': ["
             "{'src': [[1, 2, 3, 4], null, [5, '0xFFFFFFFE', 7, 8.00], "
             "[-1, -2147483648, 2147483647, '0x80000001']], "
             "'dst': [[1, 1, 1, 1], null, [1, 1, 1, 1], [1, 1, 1, 1]]},"
             "{'dst': [[1, 1, 1, 1], null, [1, 1, 1, 1], [1, 1, 1, 1], null], "
             "'layers': [[[0, 0, 0, 1], null, [0, 0, 0, 2], [0, 0, 0, 3], "
             "null],"
             "[[0, 0, 0, 0.5], null, [0, 0, 0, 5], [0, 0, 0, -0]]]}]}");
    static const struct ombre_source first = {
        {{0x3F800000, 0x40000000, 0x40400000, 0x40800000},
         {0},
         {5, 0xFFFFFFFE, 7, 8},
         {0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x80000001}}};
    static const struct ombre_source second = {
        {{0, 0, 0, 0x3F800000}, {0}, {0, 0, 0, 2}, {0, 0, 0, 3}}};
    static const struct ombre_source third = {
        {{0, 0, 0, 0x3F000000}, {0}, {0, 0, 0, 5}, {0, 0, 0, 0}}};
    static const struct ombre_source zero;

    assert_int_equal(c.pixel_count, 2);
    assert_int_equal(c.layer_count, 2);
    assert_int_equal(ombre_case_layers(&c, 0), 1);
    assert_int_equal(ombre_case_layers(&c, 1), 2);
    check_source(&c, 0, &first);
    check_source(&c, 1, &zero);
    check_source(&c, 2, &second);
    check_source(&c, 3, &third);
    ombre_case_finish(&c);
}

/* The second source goes by number, also where slot 1 is a hole, and SV_Target0
 * where slot 0 is one. */
static void test_sources_without_target(void **state)
{
    (void) state;
    struct ombre_case c =
        accepted(HEAD "'RTVFormats': [28], 'BlendState': {'RenderTarget': ["
                      "{'BlendEnable': true, 'DestBlend': 'SRC1_ALPHA'}]}, "
                      "'pixels': [{'src': [[0, 0, 0, 0], [1, 2, 3, 4]], "
                      "'dst': [[0, 0, 0, 0]]}]}");
    static const uint32_t words[] = {0x3F800000, 0x40000000, 0x40400000,
                                     0x40800000};
    assert_memory_equal(c.source[0].word[1], words, sizeof words);
    ombre_case_finish(&c);
    c = accepted(HEAD "'RTVFormats': [0, 42], 'PixelShader': {'outputs': "
                      "['rgba', 'rgba']}, 'pixels': [{'src': [[1, 2, 3, 4], "
                      "[1, 2, 3, 4]], 'dst': [null, {'bits': '0x7'}]}]}");
    assert_memory_equal(c.source[0].word[0], words, sizeof words);
    assert_int_equal(c.source[0].word[1][3], 4);
    assert_int_equal(dest_of(&c, 0, 1, 0)->word[0], 7);
    ombre_case_finish(&c);
}

static void test_samples(void **state)
{
    (void) state;
    struct ombre_case c = accepted(
        HEAD "'RTVFormats': [28, 0, 61], 'SampleDesc': {'Count': 4}, "
             "'PixelShader': {'outputs': []}, 'pixels': ["
             "{'dst': [[1, 0, 0, 0], null, [0.2, 0, 0, 0]]},"
             "{'dst': [[{'bits': '0x11'}, [0, 1, 0, 0], {'bits': '0x33'}, "
             "{'bits': '0x44445555'}], null, [[1, 0, 0, 0], {'bits': '0x2'}, "
             "{'bits': '0x3'}, {'bits': '0x04'}]]}]}");
    static const uint32_t words[2][2][4] = {
        {{0xFF, 0xFF, 0xFF, 0xFF}, {0x33, 0x33, 0x33, 0x33}},
        {{0x11, 0xFF00, 0x33, 0x44445555}, {0xFF, 2, 3, 4}},
    };

    assert_int_equal(c.sample_count, 4);
    for (unsigned sample = 0; sample < 4; sample++) {
        for (size_t pixel = 0; pixel < 2; pixel++) {
            assert_int_equal(dest_of(&c, pixel, 0, sample)->word[0],
                             words[pixel][0][sample]);
            assert_int_equal(dest_of(&c, pixel, 1, sample)->word[0], 0);
            assert_int_equal(dest_of(&c, pixel, 2, sample)->word[0],
                             words[pixel][1][sample]);
        }
    }
    ombre_case_finish(&c);
}

/* What Direct3D rejects is for rules to say: its texels are passed over. */
static void test_texels_passed_over(void **state)
{
    (void) state;
    static const char *const rows[] = {
        "'RTVFormats': [27, 4000000000], 'pixels': [{'dst': ['?', 5]}]",
        "'RTVFormats': [27], 'pixels': [{}]",
        "'RTVFormats': [28], 'SampleDesc': {'Count': 33}, "
        "'pixels': [{'dst': ['?']}]",
        "'RTVFormats': [28], 'SampleDesc': {'Count': 4294967295}, "
        "'pixels': [{'dst': [null]}, {}]",
        "'RTVFormats': [0,0,0,0,0,0,0,0,28], "
        "'pixels': [{'dst': [null,null,null,null,null,null,null,null,'?']}]",
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        char text[512];
        snprintf(text, sizeof text, HEAD "'PixelShader': {'outputs': []}, %s}",
                 rows[i]);
        struct ombre_case c = accepted(text);
        assert_int_equal(c.sample_count, 1);
        for (size_t t = 0; t < c.pixel_count * OMBRE_MAX_TARGETS; t++)
            assert_int_equal(c.dest[t].word[0], 0);
        ombre_case_finish(&c);
    }
    struct ombre_case c =
        accepted(HEAD "'SampleDesc': {'Count': 0}, 'RTVFormats': [61], "
                      "'PixelShader': null, 'pixels': [{'dst': [[1,0,0,0]]}]}");
    assert_int_equal(c.sample_count, 1);
    assert_int_equal(c.dest[0].word[0], 0xFF);
    ombre_case_finish(&c);
}

/* --- Files ---------------------------------------------------------------- */

static void write_file(const char *path, const char *text, long size)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    fputs(text, file);
    if (size > 0) {
        assert_int_equal(fseek(file, size - 1, SEEK_SET), 0);
        fputc(' ', file);
    }
    assert_int_equal(fclose(file), 0);
}

static void refused(const char *path, const char *message)
{
    struct ombre_case c;
    struct ombre_case_error error;

    assert_false(ombre_case_read(path, &c, &error));
    assert_non_null(strstr(error.message, message));
    assert_null(c.name);
}

static void test_files(void **state)
{
    (void) state;
    static const char path[] = "test_case_scratch.json";
    struct ombre_case c;
    struct ombre_case_error error;

    write_file(path, "{\"ombre\": 1, \"name\": \"from a file\"}\n", 0);
    assert_true(ombre_case_read(path, &c, &error));
    assert_string_equal(c.name, "from a file");
    ombre_case_finish(&c);
    write_file(path, "{\"ombre\": 1,\n\"x\": 1}", 0);
    refused(path, "unknown field \"x\"");
    write_file(path, "", 0);
    refused(path, "the file is empty");
    write_file(path, "{\"ombre\": 1}", (long) OMBRE_CASE_MAX_BYTES + 1);
    refused(path, "the file is larger than 64 MiB");
    assert_int_equal(remove(path), 0);
    refused(path, "cannot open the file: ");
    refused(".", "cannot read the file: ");
}

/* --- The nearest name ----------------------------------------------------- */

static void test_nearest_name(void **state)
{
    (void) state;
    static const char *const names[] = {"ONE",           "ZERO",
                                        "SRC_ALPHA",     "SRC_COLOR",
                                        "SRC_ALPHA_SAT", "INV_SRC_ALPHA"};
    static const struct {
        const char *word, *nearest;
    } rows[] = {
        {"SRC_ALPHA", "SRC_ALPHA"},
        {"src_alpha", "SRC_ALPHA"},
        {"SRC_ALHPA", "SRC_ALPHA"},  /* one swap */
        {"SRCALPHA", "SRC_ALPHA"},   /* one missing */
        {"SRC__ALPHA", "SRC_ALPHA"}, /* one too many */
        {"SRC_ALPHS", "SRC_ALPHA"},  /* one other */
        {"SRC_COLOUR", "SRC_COLOR"},
        {"INVSRCALPHA", "INV_SRC_ALPHA"},
        {"SRC_ALPHA_SATURATE", "SRC_ALPHA_SAT"},
        {"NOE", "ONE"},
        {"ON", "ONE"},
        {"OXX", NULL},
        {"TWO", NULL},
        {"", NULL},
        {"DEST", NULL},
        {"SRC_ALPHASRC_ALPHASRC_ALPHASRC_ALPHASRC_ALPHASRC_ALPHASRC_ALPHA!",
         NULL},
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const char *got = ombre_nearest_name(rows[i].word, names, COUNT(names));
        if (!rows[i].nearest ? got != NULL
                             : !got || strcmp(got, rows[i].nearest) != 0)
            fail_msg("%s: %s, not %s", rows[i].word, got ? got : "none",
                     rows[i].nearest ? rows[i].nearest : "none");
    }
    assert_null(ombre_nearest_name("ONE", names, 0));
    static const char *const long_first[] = {
        "ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE_ONE",
        "ONE"};
    assert_string_equal(ombre_nearest_name("0NE", long_first, 2), "ONE");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_blend_state),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_other_fields),
        cmocka_unit_test(test_targets),
        cmocka_unit_test(test_shader),
        cmocka_unit_test(test_sources),
        cmocka_unit_test(test_sources_without_target),
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_texels_passed_over),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_nearest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
