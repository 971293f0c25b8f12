/* What is written is read back to the same bits; and whatever the bytes, there
 * is a case or an error. */
#include "case_check.h"

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* --- Random cases --------------------------------------------------------- */

/* SplitMix64 */
static uint32_t random_word(uint64_t *seed)
{
    uint64_t z = *seed += 0x9E3779B97F4A7C15;

    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (uint32_t) (z >> 32);
}

static uint32_t below(uint64_t *seed, uint32_t count)
{
    return random_word(seed) % count;
}

/* Any bits, often those that are hard to write. */
static uint32_t hard_word(uint64_t *seed)
{
    static const uint32_t hard[] = {
        0,          0x80000000, 0x3F800000, 0xBF800000, 0x00000001, 0x007FFFFF,
        0x00800000, 0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000,
        0x7F800001, 0xFFBFFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 0x3DCCCCCD, 0x4B800001,
    };
    const uint32_t word = random_word(seed);

    return word & 1 ? hard[word / 2 % COUNT(hard)] : random_word(seed);
}

/* A number of an enumeration: one of the first `known`, or any. */
static uint32_t random_number(uint64_t *seed, uint32_t known)
{
    return below(seed, 8) ? below(seed, known) : random_word(seed);
}

static void randomize_target(uint64_t *seed,
                             D3D12_RENDER_TARGET_BLEND_DESC *target)
{
    target->BlendEnable = (int32_t) random_number(seed, 2);
    target->LogicOpEnable = (int32_t) random_number(seed, 2);
    target->SrcBlend = (D3D12_BLEND) random_number(seed, 24);
    target->DestBlend = (D3D12_BLEND) random_number(seed, 24);
    target->BlendOp = (D3D12_BLEND_OP) random_number(seed, 7);
    target->SrcBlendAlpha = (D3D12_BLEND) random_number(seed, 24);
    target->DestBlendAlpha = (D3D12_BLEND) random_number(seed, 24);
    target->BlendOpAlpha = (D3D12_BLEND_OP) random_number(seed, 7);
    target->LogicOp = (D3D12_LOGIC_OP) random_number(seed, 18);
    target->RenderTargetWriteMask = (uint8_t) random_word(seed);
}

static void randomize_pso(uint64_t *seed, struct ombre_pso *pso)
{
    static const uint32_t sample_counts[] = {1, 1, 1, 2,  4,
                                             8, 3, 0, 33, 0x80000000};

    *pso = ombre_pso_default();
    pso->api = below(seed, 2) ? OMBRE_API_D3D12 : OMBRE_API_D3D11_1;
    pso->BlendState.AlphaToCoverageEnable = (int32_t) random_number(seed, 2);
    pso->BlendState.IndependentBlendEnable = (int32_t) random_number(seed, 2);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        randomize_target(seed, &pso->BlendState.RenderTarget[i]);
    for (unsigned i = 0; i < 4; i++) {
        const uint32_t word = hard_word(seed);
        memcpy(&pso->BlendFactor[i], &word, sizeof word);
    }
    pso->SampleMask = hard_word(seed);
    pso->NumRenderTargets = random_number(seed, 9);
    for (uint32_t i = below(seed, 9); i-- > 0;)
        pso->RTVFormats[i] = (DXGI_FORMAT) random_number(seed, 120);
    pso->DSVFormat = (DXGI_FORMAT) random_number(seed, 50);
    pso->SampleDesc.Count = sample_counts[below(seed, COUNT(sample_counts))];
    pso->SampleDesc.Quality = random_number(seed, 2);
}

static void randomize_shader(uint64_t *seed, struct ombre_pixel_shader *shader)
{
    shader->bound = below(seed, 8) != 0;
    for (unsigned i = 0; shader->bound && i < OMBRE_MAX_TARGETS; i++) {
        if (below(seed, 2))
            continue;
        shader->output[i].type = (enum ombre_output_type)(1 + below(seed, 3));
        shader->output[i].components = (uint8_t) (1 + below(seed, 15));
    }
    if (shader->bound)
        shader->coverage = (enum ombre_coverage_export) below(seed, 3);
    if (shader->coverage == OMBRE_COVERAGE_MASK)
        shader->coverage_mask = hard_word(seed);
}

static void randomize_sources(uint64_t *seed, struct ombre_case *c)
{
    for (size_t i = 0; i < c->pixel_count; i++) {
        c->layers[i] = 1 + below(seed, c->layer_count);
        for (size_t k = 0; k < c->layers[i] * (size_t) OMBRE_MAX_TARGETS; k++)
            for (unsigned n = 0; n < 4; n++)
                if (c->pso.shader.output[k % OMBRE_MAX_TARGETS].type)
                    c->source[i * c->layer_count + k / OMBRE_MAX_TARGETS]
                        .word[k % OMBRE_MAX_TARGETS][n] = hard_word(seed);
    }
}

/* Texels of what is a target, and only in bits that a texel has. */
static void randomize_dest(uint64_t *seed, struct ombre_case *c)
{
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS; i++) {
        const unsigned t = (unsigned) (i % OMBRE_MAX_TARGETS);
        const struct ombre_format *format =
            ombre_format_find((uint32_t) c->pso.RTVFormats[t]);
        if (!format || t >= c->pso.NumRenderTargets ||
            c->pso.SampleDesc.Count > 32)
            continue;
        const bool is_uniform = below(seed, 2);
        for (unsigned s = 0; s < c->sample_count; s++) {
            uint32_t words[4] = {random_word(seed), random_word(seed),
                                 random_word(seed), random_word(seed)};
            c->dest[i * c->sample_count + s] =
                is_uniform && s > 0 ? c->dest[i * c->sample_count]
                                    : ombre_texel_load(format, words);
        }
    }
}

static struct ombre_case random_case(uint64_t seed)
{
    static const char *const names[] = {"", "a \"quoted\" \\ name",
                                        "\xC3\xA4\n\t\x01"};
    const char *name = names[below(&seed, COUNT(names))];
    struct ombre_case c = {.name = calloc(1, 32)};

    assert_non_null(c.name);
    memcpy(c.name, name, strlen(name));
    randomize_pso(&seed, &c.pso);
    randomize_shader(&seed, &c.pso.shader);
    c.device.OutputMergerLogicOp = below(&seed, 2);
    c.device.AlphaBlendFactorSupported = below(&seed, 2);
    c.without = below(&seed, 8);
    c.pixel_count = below(&seed, 4);
    c.sample_count = c.pso.SampleDesc.Count;
    if (c.sample_count == 0 || c.sample_count > 32)
        c.sample_count = 1;
    c.layer_count = 1 + below(&seed, 3);
    if (c.pixel_count == 0) {
        c.layer_count = 1;
        return c;
    }
    c.layers = calloc(c.pixel_count, sizeof *c.layers);
    c.source = calloc(c.pixel_count * c.layer_count, sizeof *c.source);
    c.dest = calloc(c.pixel_count * OMBRE_MAX_TARGETS * c.sample_count,
                    sizeof *c.dest);
    assert_true(c.layers && c.source && c.dest);
    randomize_sources(&seed, &c);
    c.layers[0] = c.layer_count;
    randomize_dest(&seed, &c);
    if (c.pso.shader.coverage == OMBRE_COVERAGE_PER_PIXEL) {
        c.coverage = calloc(c.pixel_count, sizeof *c.coverage);
        assert_non_null(c.coverage);
        for (size_t i = 0; i < c.pixel_count; i++)
            c.coverage[i] = hard_word(&seed);
    }
    return c;
}

/* --- Equality ------------------------------------------------------------- */

static bool targets_equal(const D3D12_RENDER_TARGET_BLEND_DESC *a,
                          const D3D12_RENDER_TARGET_BLEND_DESC *b)
{
    return a->BlendEnable == b->BlendEnable &&
           a->LogicOpEnable == b->LogicOpEnable && a->SrcBlend == b->SrcBlend &&
           a->DestBlend == b->DestBlend && a->BlendOp == b->BlendOp &&
           a->SrcBlendAlpha == b->SrcBlendAlpha &&
           a->DestBlendAlpha == b->DestBlendAlpha &&
           a->BlendOpAlpha == b->BlendOpAlpha && a->LogicOp == b->LogicOp &&
           a->RenderTargetWriteMask == b->RenderTargetWriteMask;
}

static bool shaders_equal(const struct ombre_pixel_shader *a,
                          const struct ombre_pixel_shader *b)
{
    bool equal = a->bound == b->bound && a->coverage == b->coverage &&
                 a->coverage_mask == b->coverage_mask;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        equal = equal && a->output[i].type == b->output[i].type &&
                a->output[i].components == b->output[i].components;
    return equal;
}

static bool psos_equal(const struct ombre_pso *a, const struct ombre_pso *b)
{
    bool equal =
        a->api == b->api &&
        a->BlendState.AlphaToCoverageEnable ==
            b->BlendState.AlphaToCoverageEnable &&
        a->BlendState.IndependentBlendEnable ==
            b->BlendState.IndependentBlendEnable &&
        !memcmp(a->BlendFactor, b->BlendFactor, sizeof a->BlendFactor) &&
        a->SampleMask == b->SampleMask &&
        a->NumRenderTargets == b->NumRenderTargets &&
        !memcmp(a->RTVFormats, b->RTVFormats, sizeof a->RTVFormats) &&
        a->DSVFormat == b->DSVFormat &&
        a->SampleDesc.Count == b->SampleDesc.Count &&
        a->SampleDesc.Quality == b->SampleDesc.Quality &&
        shaders_equal(&a->shader, &b->shader);

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        equal = equal && targets_equal(&a->BlendState.RenderTarget[i],
                                       &b->BlendState.RenderTarget[i]);
    return equal;
}

static bool operands_equal(const struct ombre_case *a,
                           const struct ombre_case *b)
{
    const size_t count = a->pixel_count;

    return count == 0 ||
           (!memcmp(a->layers, b->layers, count * sizeof *a->layers) &&
            !memcmp(a->source, b->source,
                    count * a->layer_count * sizeof *a->source) &&
            !memcmp(a->dest, b->dest,
                    count * OMBRE_MAX_TARGETS * a->sample_count *
                        sizeof *a->dest) &&
            !a->coverage == !b->coverage &&
            (!a->coverage ||
             !memcmp(a->coverage, b->coverage, count * sizeof *a->coverage)));
}

static bool cases_equal(const struct ombre_case *a, const struct ombre_case *b)
{
    return !strcmp(a->name, b->name) && psos_equal(&a->pso, &b->pso) &&
           a->device.OutputMergerLogicOp == b->device.OutputMergerLogicOp &&
           a->device.AlphaBlendFactorSupported ==
               b->device.AlphaBlendFactorSupported &&
           a->without == b->without && a->pixel_count == b->pixel_count &&
           a->layer_count == b->layer_count &&
           a->sample_count == b->sample_count && operands_equal(a, b);
}

/* --- Tests ---------------------------------------------------------------- */

static void test_random_cases(void **state)
{
    (void) state;
    enum { CASES = 4000 };
    size_t pixels = 0, texels = 0;

    for (uint64_t seed = 0; seed < CASES; seed++) {
        struct ombre_case c = random_case(seed << 20), again;
        struct ombre_case_error error;
        char *text = ombre_case_write(&c);
        assert_non_null(text);
        if (!parse_exactly(text, strlen(text), &again, &error))
            fail_msg("seed %u: line %u: %s: %s\n%s", (unsigned) seed,
                     error.line, error.path, error.message, text);
        if (!cases_equal(&c, &again))
            fail_msg("seed %u: not the same\n%s", (unsigned) seed, text);
        pixels += c.pixel_count;
        for (size_t i = 0;
             i < c.pixel_count * OMBRE_MAX_TARGETS * c.sample_count; i++)
            texels += c.dest[i].word[0] != 0;
        ombre_case_finish(&again);
        ombre_case_finish(&c);
        free(text);
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
    "'SampleDesc': {'Count': 2, 'Quality': 0},\n"
    "'Device': {'FeatureLevel': '12_0', 'OutputMergerLogicOp': false},\n"
    "'Without': ['logicOp'],\n"
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
        cmocka_unit_test(test_random_cases),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_mutated),
        cmocka_unit_test(test_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
