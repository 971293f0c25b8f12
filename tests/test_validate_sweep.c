#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "validate_rows.h"

/* --- All equations ------------------------------------------------------- */

static const uint32_t factors[] = {1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                   11, 14, 15, 16, 17, 18, 19, 20, 21};
enum { FACTORS = sizeof factors / sizeof factors[0] };

static bool is_color(uint32_t factor)
{
    return factor == 3 || factor == 4 || factor == 9 || factor == 10 ||
           factor == 16 || factor == 17;
}

struct tally {
    unsigned single, dual, undefined, other;
};

/* Whether one of the issues is more than a warning. */
static bool is_undefined(const struct ombre_issues *issues)
{
    for (unsigned i = 0; i < issues->count; i++)
        if (ombre_rule_severity(issues->issue[i].rule) !=
            OMBRE_SEVERITY_WARNING)
            return true;
    return false;
}

static void count_state(struct tally *tally, struct ombre_pso *pso,
                        const struct ombre_d3d_device *device,
                        const uint32_t values[6])
{
    static struct ombre_issues issues;
    const bool dual = (values[0] >= 16 && values[0] <= 19) ||
                      (values[1] >= 16 && values[1] <= 19) ||
                      (values[3] >= 16 && values[3] <= 19) ||
                      (values[4] >= 16 && values[4] <= 19);

    edit_equations(&pso->BlendState.RenderTarget[0], values);
    if (!ombre_validate(pso, device, &issues))
        tally->other++;
    else if (is_undefined(&issues))
        tally->undefined++;
    else if (dual)
        tally->dual++;
    else
        tally->single++;
}

/* The 1,525,225 states of one RGBA target fall into 680,625 with one source,
 * 304,056 with two, and 540,544 that FS 17.6 leaves undefined. */
static void test_all_equations(void **state)
{
    struct tally tally = {0};
    struct ombre_pso pso;
    struct ombre_d3d_device device;

    (void) state;
    make_base(&pso, &device);
    pso.shader.output[1] = pso.shader.output[0];
    for (unsigned c = 0; c < FACTORS * FACTORS * 5; c++) {
        for (unsigned a = 0; a < FACTORS * FACTORS * 5; a++) {
            const uint32_t values[6] = {
                factors[c / 5 / FACTORS], factors[c / 5 % FACTORS], c % 5 + 1,
                factors[a / 5 / FACTORS], factors[a / 5 % FACTORS], a % 5 + 1};
            if (!is_color(values[3]) && !is_color(values[4]))
                count_state(&tally, &pso, &device, values);
        }
    }
    assert_int_equal(tally.single, 680625);
    assert_int_equal(tally.dual, 304056);
    assert_int_equal(tally.undefined, 540544);
    assert_int_equal(tally.other, 0);
}

/* Every DXGI_FORMAT, and numbers around them, falls into one class. */
static void test_all_formats(void **state)
{
    static struct ombre_issues issues;
    unsigned count[5] = {0};

    (void) state;
    for (uint32_t dxgi = 1; dxgi < 1000; dxgi++) {
        struct ombre_pso pso;
        struct ombre_d3d_device device;

        make_base(&pso, &device);
        pso.RTVFormats[0] = (DXGI_FORMAT) dxgi;
        pso.shader.output[0].type = OMBRE_OUTPUT_NONE;
        (void) ombre_validate(&pso, &device, &issues);
        assert_int_equal(issues.count, ombre_format_find(dxgi) ? 0 : 1);
        if (issues.count == 0)
            count[0]++;
        else if (issues.issue[0].rule == OMBRE_RULE_FORMAT_UNKNOWN)
            count[1]++;
        else if (issues.issue[0].rule == OMBRE_RULE_FORMAT_TYPELESS)
            count[2]++;
        else if (issues.issue[0].rule == OMBRE_RULE_FORMAT_NOT_TARGET)
            count[3]++;
    }
    assert_int_equal(count[0], ombre_format_count());
    assert_true(count[0] > 40);
    assert_true(count[2] > 20);
    assert_true(count[3] > 20);
    assert_int_equal(count[0] + count[1] + count[2] + count[3], 999);
}

/* --- Hostile input ------------------------------------------------------- */

struct random {
    uint64_t state;
};

static uint32_t next(struct random *random)
{
    random->state ^= random->state << 13;
    random->state ^= random->state >> 7;
    random->state ^= random->state << 17;
    return (uint32_t) (random->state >> 32);
}

static void fill(struct random *random, void *bytes, size_t size)
{
    unsigned char *out = bytes;
    for (size_t i = 0; i < size; i++)
        out[i] = (unsigned char) next(random);
}

/* One of `count` numbers from `first` on, or now and then any other. */
static uint32_t pick(struct random *random, uint32_t first, uint32_t count)
{
    return next(random) % 128 ? first + next(random) % count : next(random);
}

static uint32_t pick_factor(struct random *random, bool alpha)
{
    if (alpha)
        return pick(random, 5, 4);
    return next(random) % 8 ? pick(random, 1, 11) : pick(random, 12, 11);
}

static void random_entry(struct random *random,
                         D3D12_RENDER_TARGET_BLEND_DESC *entry)
{
    entry->BlendEnable = (int32_t) pick(random, 0, 2);
    entry->LogicOpEnable = (int32_t) (next(random) % 16 == 0);
    entry->SrcBlend = (D3D12_BLEND) pick_factor(random, false);
    entry->DestBlend = (D3D12_BLEND) pick_factor(random, false);
    entry->BlendOp = (D3D12_BLEND_OP) pick(random, 1, 5);
    entry->SrcBlendAlpha = (D3D12_BLEND) pick_factor(random, true);
    entry->DestBlendAlpha = (D3D12_BLEND) pick_factor(random, true);
    entry->BlendOpAlpha = (D3D12_BLEND_OP) pick(random, 1, 5);
    entry->LogicOp = (D3D12_LOGIC_OP) pick(random, 0, 16);
    entry->RenderTargetWriteMask = (uint8_t) pick(random, 0, 16);
}

/* Mostly valid, with few targets. */
static void random_near(struct random *random, struct ombre_pso *pso)
{
    pso->BlendState.IndependentBlendEnable = (int32_t) pick(random, 0, 2);
    pso->SampleMask = pick(random, 0, 4);
    pso->NumRenderTargets = pick(random, 0, 9);
    pso->SampleDesc = (DXGI_SAMPLE_DESC){pick(random, 1, 2), 0};
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        random_entry(random, &pso->BlendState.RenderTarget[i]);
        pso->RTVFormats[i] = DXGI_FORMAT_UNKNOWN;
        if (i < pso->NumRenderTargets && next(random) % 4 == 0)
            pso->RTVFormats[i] = (DXGI_FORMAT) pick(random, 28, 5);
        pso->shader.output[i] =
            (struct ombre_output){(enum ombre_output_type)(next(random) % 4),
                                  (uint8_t) (next(random) % 16)};
    }
}

static uint32_t random_level(struct random *random)
{
    static const uint32_t levels[] = {0x9100, 0x9200, 0x9300, 0xa000, 0xa100,
                                      0xb000, 0xb100, 0xc000, 0xc100, 0xc200};
    const uint32_t pick = next(random) % 16;
    if (pick == 15)
        return next(random);
    return pick < 10 ? levels[pick] : 0xc200;
}

static struct ombre_d3d_device random_device(struct random *random)
{
    struct ombre_d3d_device device = ombre_d3d_device_default();

    device.FeatureLevel = random_level(random);
    device.OutputMergerLogicOp = next(random) % 4 != 0;
    device.AlphaBlendFactorSupported = next(random) % 4 != 0;
    if (next(random) % 4 == 0)
        fill(random, &device.Caps, sizeof device.Caps);
    return device;
}

/* Defaults, and a few states that are near a line or anywhere. */
static void random_d3d9(struct random *random, struct ombre_pso *pso)
{
    static const size_t near[] = {
        offsetof(struct ombre_d3d9_states, SRCBLEND),
        offsetof(struct ombre_d3d9_states, DESTBLEND),
        offsetof(struct ombre_d3d9_states, BLENDOP),
        offsetof(struct ombre_d3d9_states, SRCBLENDALPHA),
        offsetof(struct ombre_d3d9_states, DESTBLENDALPHA),
        offsetof(struct ombre_d3d9_states, BLENDOPALPHA),
        offsetof(struct ombre_d3d9_states, COLORWRITEENABLE),
        offsetof(struct ombre_d3d9_states, COLORWRITEENABLE1)};
    const size_t size = sizeof(struct ombre_d3d9_states);
    char *states = (char *) &pso->desc.d3d9;

    pso->desc = ombre_pso_default_of(OMBRE_API_D3D9).desc;
    pso->desc.d3d9.ALPHABLENDENABLE = next(random) % 4;
    pso->desc.d3d9.SEPARATEALPHABLENDENABLE = next(random) % 2;
    for (unsigned i = 0; i < 3; i++) {
        const uint32_t value = pick(random, 0, 35);
        const size_t any = next(random) % (size / 4) * 4;
        const bool close = next(random) % 4 != 0;
        memcpy(states + (close ? near[next(random) % 8] : any), &value,
               sizeof value);
    }
}

/* Nothing, mostly; else a slot or two near a line or anywhere. */
static void random_bounds(struct random *random, struct ombre_pso *pso)
{
    memset(pso->RenderTargets, 0, sizeof pso->RenderTargets);
    memset(&pso->DepthStencil, 0, sizeof pso->DepthStencil);
    for (unsigned i = 0; i < next(random) % 8 / 6; i++) {
        const unsigned slot = next(random) % (OMBRE_MAX_TARGETS + 1);
        struct ombre_bound *bound = described(pso, slot);
        bound->resource = pick(random, 0, 3);
        bound->Dimension = pick(random, 2, 3);
        bound->Width = pick(random, 1, 2);
        bound->DepthOrArraySize = pick(random, 1, 2);
        bound->View.FirstArraySlice = pick(random, 0, 2);
        bound->View.ViewDimension = pick(random, 0, 9);
        if (next(random) % 4 == 0)
            fill(random, &bound->View, sizeof bound->View);
    }
}

static void random_desc(struct random *random, struct ombre_pso *pso)
{
    random_near(random, pso);
    if (pso->api == OMBRE_API_D3D9)
        random_d3d9(random, pso);
    else
        move_desc(pso);
}

/* bool is the one type of which not every byte is a value. */
static void random_pso(struct random *random, struct ombre_pso *pso)
{
    unsigned char bytes[sizeof *pso];

    fill(random, bytes, sizeof bytes);
    bytes[offsetof(struct ombre_pso, null_desc)] = 0;
    memset(bytes + offsetof(struct ombre_pso, shader), 0, sizeof pso->shader);
    memset(bytes + offsetof(struct ombre_pso, RenderTargets), 0,
           sizeof bytes - offsetof(struct ombre_pso, RenderTargets));
    memcpy(pso, bytes, sizeof *pso);
    pso->shader.bound = next(random) % 8 != 0;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        pso->shader.output[i].type = (enum ombre_output_type) next(random);
        pso->shader.output[i].components = (uint8_t) next(random);
    }
    pso->api = (enum ombre_api)(next(random) % (OMBRE_API_D3D12 + 1));
    if (next(random) % 4)
        random_desc(random, pso);
    else if (next(random) % 4 == 0)
        pso->api = (enum ombre_api) next(random);
    pso->null_desc = next(random) % 16 == 0;
    random_bounds(random, pso);
}

static void check_issues(const struct ombre_issues *issues, bool valid)
{
    bool error = false;

    assert_true(issues->count <= OMBRE_MAX_ISSUES);
    assert_int_equal(issues->count, issues->total < OMBRE_MAX_ISSUES
                                        ? issues->total
                                        : OMBRE_MAX_ISSUES);
    for (unsigned i = 0; i < issues->count; i++) {
        const struct ombre_issue *issue = &issues->issue[i];
        const size_t path = strlen(issue->path), detail = strlen(issue->detail);

        assert_true(issue->rule < OMBRE_RULE_COUNT);
        assert_true(path > 0 && path < sizeof issue->path - 1);
        assert_true(detail > 0 && detail < sizeof issue->detail - 1);
        error =
            error || ombre_rule_severity(issue->rule) == OMBRE_SEVERITY_ERROR;
    }
    /* Errors that did not fit count too. */
    assert_true(issues->total > issues->count || valid == !error);
}

static bool is_shader(const struct ombre_pixel_shader *shader)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        if (shader->output[i].type > OMBRE_OUTPUT_SINT ||
            shader->output[i].components > 0xF)
            return false;
    }
    return true;
}

/* Whatever validate finds no error in has a meaning (state.h), if the API and
 * the shader exist. */
static void test_random(void **state)
{
    static struct ombre_issues issues;
    struct random random = {0x9E3779B97F4A7C15};
    unsigned valid_count[OMBRE_API_D3D12 + 1] = {0}, iterations = 0;

    (void) state;
    for (unsigned i = 0; i < 200000; i++, iterations++) {
        const struct ombre_d3d_device device = random_device(&random);
        struct ombre_pso pso;
        struct ombre_state meaning;

        random_pso(&random, &pso);
        const bool valid = ombre_validate(&pso, &device, &issues);
        check_issues(&issues, valid);
        if (valid && is_shader(&pso.shader) && pso.api <= OMBRE_API_D3D12) {
            valid_count[pso.api]++;
            assert_true(ombre_state_from_pso(&pso, &meaning));
        }
    }
    assert_int_equal(iterations, 200000);
    for (unsigned i = 0; i <= OMBRE_API_D3D12; i++)
        assert_true(valid_count[i] > 200);
}

/* More issues than the list holds. */
static void test_overflow(void **state)
{
    static struct ombre_issues issues;
    struct ombre_pso pso;
    struct ombre_d3d_device device;

    (void) state;
    make_base(&pso, &device);
    device =
        (struct ombre_d3d_device){.FeatureLevel = OMBRE_FEATURE_LEVEL_12_2};
    memset(&pso.BlendState, POISON_BYTE, sizeof pso.BlendState);
    pso.SampleMask = 0;
    pso.NumRenderTargets = 9;
    pso.SampleDesc = (DXGI_SAMPLE_DESC){0, 1};
    pso.BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_SRC1_COLOR;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        pso.RTVFormats[i] = DXGI_FORMAT_R32G32B32A32_SINT;
        pso.shader.output[i] = (struct ombre_output){OMBRE_OUTPUT_UINT, 0};
    }
    assert_false(ombre_validate(&pso, &device, &issues));
    assert_int_equal(issues.count, OMBRE_MAX_ISSUES);
    /* 8 entries of 4 logic, 4 factor, 2 op, 1 mask issues, less 1 factor; 7
     * that blend beside entry 0; 8 targets of 4; 7 beside dual source; 2 of the
     * second source; 4 of counts and masks; 1 of coverage. */
    assert_int_equal(issues.total, 87 + 7 + 32 + 7 + 2 + 4 + 1);
    check_issues(&issues, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_equations),
        cmocka_unit_test(test_all_formats),
        cmocka_unit_test(test_random),
        cmocka_unit_test(test_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
