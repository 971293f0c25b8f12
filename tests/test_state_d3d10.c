/* What the descs of Direct3D 10, 10.1 and 11 mean. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "state_rows.h"

#define RGBA8 DXGI_FORMAT_R8G8B8A8_UNORM
#define RGBA16F DXGI_FORMAT_R16G16B16A16_FLOAT
#define HOLE                              \
    {                                     \
        0, false, {2, 1, 1}, {2, 1, 1}, 0 \
    }
#define PLAIN(format, mask)                       \
    {                                             \
        format, false, {2, 1, 1}, {2, 1, 1}, mask \
    }

#define POISON 0x5A5A5A5A

enum { SHOWN = 3 };

/* Everything outside the api's own desc is poisoned, or what no API ignores. */
static struct ombre_pso poisoned(enum ombre_api api, uint32_t count,
                                 const unsigned format[SHOWN])
{
    static const float factor[4] = {0.125f, -3.0f, 70000.0f, 0.75f};
    struct ombre_pso pso;

    memset(&pso, 0x5A, sizeof(pso));
    pso.api = api;
    pso.null_desc = false;
    memcpy(pso.BlendFactor, factor, sizeof(factor));
    pso.SampleMask = 0xDEADBEEF;
    pso.NumRenderTargets = count;
    for (unsigned i = 0; i < SHOWN; i++)
        pso.RTVFormats[i] = (DXGI_FORMAT) format[i];
    pso.SampleDesc.Count = 1;
    memset(&pso.shader, 0, sizeof(pso.shader));
    pso.shader.bound = true;
    return pso;
}

static void expect_state(const char *name, const struct ombre_pso *pso,
                         bool fails, bool alpha_to_coverage,
                         const struct want_target want[SHOWN])
{
    static const struct want_target hole = HOLE;
    struct ombre_state state;

    memset(&state, 0x5A, sizeof(state));
    expect(name, "success", ombre_state_from_pso(pso, &state), !fails);
    if (fails) {
        expect(name, "a zeroed state", is_zero(&state), true);
        return;
    }
    expect(name, "target_count", state.target_count, pso->NumRenderTargets);
    expect(name, "alpha_to_coverage", state.alpha_to_coverage,
           alpha_to_coverage);
    expect(name, "logic_op_enable", state.logic_op_enable, false);
    expect(name, "logic_op", state.logic_op, OMBRE_LOGIC_NOOP);
    expect(name, "sample_mask", state.sample_mask, 0xDEADBEEF);
    assert_memory_equal(state.blend_factor, pso->BlendFactor,
                        sizeof(state.blend_factor));
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        const bool listed = t < pso->NumRenderTargets;
        expect_target(name, &state.target[t], listed ? &want[t] : &hole);
    }
}

/* --- Direct3D 10 --------------------------------------------------------- */

/* clang-format off */
#define EQUATION(src, dest, op, src_alpha, dest_alpha, op_alpha)           \
    (D3D10_BLEND) (src), (D3D10_BLEND) (dest), (D3D10_BLEND_OP) (op),      \
    (D3D10_BLEND) (src_alpha), (D3D10_BLEND) (dest_alpha),                 \
    (D3D10_BLEND_OP) (op_alpha)
#define NO_EQUATION EQUATION(POISON, POISON, POISON, POISON, POISON, POISON)
#define NOTHINGS {HOLE}

static const struct {
    const char *name;
    D3D10_BLEND_DESC desc;
    uint32_t count;
    unsigned format[SHOWN];
    bool fails, alpha_to_coverage;
    struct want_target want[SHOWN];
} rows_10[] = {
    {"one equation where it is enabled",
     {0, {1, 0, -2}, EQUATION(5, 6, 2, 7, 8, 3), {1, 2, 4, 0x5A}},
     3, {RGBA8, RGBA16F, RGBA8}, false, false,
     {{RGBA8, true, {5, 6, 2}, {7, 8, 3}, 1}, PLAIN(RGBA16F, 2),
      {RGBA8, true, {5, 6, 2}, {7, 8, 3}, 4}}},
    {"nothing enabled", {0x100, {0}, NO_EQUATION, {8, 0, 0xF}},
     3, {RGBA8, RGBA16F, 0}, false, true, {PLAIN(RGBA8, 8), PLAIN(RGBA16F, 0), HOLE}},
    {"enabled where no target is", {0, {0, 1, 1}, NO_EQUATION, {8, 0x5A, 0x5A}},
     2, {RGBA8, 0, RGBA8}, false, false, {PLAIN(RGBA8, 8), HOLE}},
    {"no ALPHA_FACTOR", {0, {1}, EQUATION(20, 1, 1, 1, 1, 1), {1}},
     1, {RGBA8}, true, false, NOTHINGS},
    {"COLOR in the alpha slot", {0, {1}, EQUATION(5, 6, 1, 9, 1, 1), {1}},
     1, {RGBA8}, true, false, NOTHINGS},
    {"factor 12", {0, {0, 1}, EQUATION(5, 12, 1, 1, 1, 1), {1, 1}},
     2, {RGBA8, RGBA8}, true, false, NOTHINGS},
    {"no operation 6", {0, {1}, EQUATION(5, 6, 1, 1, 1, 6), {1}},
     1, {RGBA8}, true, false, NOTHINGS},
    {"a mask above 0xF", {0, {0}, NO_EQUATION, {1, 0x10}},
     2, {RGBA8, RGBA8}, true, false, NOTHINGS},
};

/* --- Direct3D 10.1 and 11 ------------------------------------------------ */

#define BLEND(src, dest, op, src_alpha, dest_alpha, op_alpha, mask)        \
    {2, (D3D11_BLEND) (src), (D3D11_BLEND) (dest), (D3D11_BLEND_OP) (op),  \
     (D3D11_BLEND) (src_alpha), (D3D11_BLEND) (dest_alpha),                \
     (D3D11_BLEND_OP) (op_alpha), (mask)}
#define DISABLED(mask)                                                     \
    {0, (D3D11_BLEND) POISON, (D3D11_BLEND) POISON,                        \
     (D3D11_BLEND_OP) POISON, (D3D11_BLEND) POISON, (D3D11_BLEND) POISON,  \
     (D3D11_BLEND_OP) POISON, (mask)}
#define POISONED BLEND(POISON, POISON, POISON, POISON, POISON, POISON, 0x5A)

static const struct {
    const char *name;
    D3D11_BLEND_DESC desc;
    uint32_t count;
    unsigned format[SHOWN];
    bool fails, alpha_to_coverage;
    struct want_target want[SHOWN];
} rows_11[] = {
    {"every target its own",
     {2, -1, {BLEND(5, 6, 2, 7, 8, 3, 0x7), DISABLED(0xB), BLEND(16, 17, 1, 18, 19, 4, 0xD), POISONED}},
     3, {RGBA8, RGBA16F, RGBA8}, false, true,
     {{RGBA8, true, {5, 6, 2}, {7, 8, 3}, 7}, PLAIN(RGBA16F, 0xB),
      {RGBA8, true, {16, 17, 1}, {18, 19, 4}, 0xD}}},
    {"entry 0 speaks for all", {0, 0, {BLEND(14, 15, 5, 11, 14, 2, 0xE), POISONED, DISABLED(0), POISONED}},
     3, {RGBA8, RGBA16F, RGBA8}, false, false,
     {{RGBA8, true, {14, 15, 5}, {11, 14, 2}, 0xE}, {RGBA16F, true, {14, 15, 5}, {11, 14, 2}, 0xE},
      {RGBA8, true, {14, 15, 5}, {11, 14, 2}, 0xE}}},
    {"a hole", {0, 1, {POISONED, DISABLED(4), POISONED}},
     2, {0, RGBA8, RGBA8}, false, false, {HOLE, PLAIN(RGBA8, 4)}},
    {"no ALPHA_FACTOR", {0, 0, {BLEND(5, 21, 1, 1, 1, 1, 1)}}, 1, {RGBA8}, true, false, NOTHINGS},
    {"no ALPHA_FACTOR for alpha", {0, 0, {BLEND(5, 6, 1, 20, 1, 1, 1)}}, 1, {RGBA8}, true, false, NOTHINGS},
    {"COLOR in the alpha slot", {0, 0, {BLEND(5, 6, 1, 1, 16, 1, 1)}}, 1, {RGBA8}, true, false, NOTHINGS},
    {"a mask above 0xF", {0, 0, {DISABLED(0x1F)}}, 1, {RGBA8}, true, false, NOTHINGS},
};
/* clang-format on */

static void test_d3d10(void **unused)
{
    (void) unused;
    for (size_t r = 0; r < COUNT(rows_10); r++) {
        struct ombre_pso pso =
            poisoned(OMBRE_API_D3D10, rows_10[r].count, rows_10[r].format);
        pso.desc.d3d10 = rows_10[r].desc;
        expect_state(rows_10[r].name, &pso, rows_10[r].fails,
                     rows_10[r].alpha_to_coverage, rows_10[r].want);
    }
    assert_int_equal(COUNT(rows_10), 8);
}

static void test_d3d11(void **unused)
{
    static const enum ombre_api apis[] = {OMBRE_API_D3D10_1, OMBRE_API_D3D11};

    (void) unused;
    for (size_t a = 0; a < COUNT(apis); a++) {
        for (size_t r = 0; r < COUNT(rows_11); r++) {
            struct ombre_pso pso =
                poisoned(apis[a], rows_11[r].count, rows_11[r].format);
            pso.desc.d3d11 = rows_11[r].desc;
            expect_state(rows_11[r].name, &pso, rows_11[r].fails,
                         rows_11[r].alpha_to_coverage, rows_11[r].want);
        }
    }
    assert_int_equal(COUNT(rows_11), 7);
}

static void test_all_eight_entries_are_read(void **unused)
{
    struct ombre_pso pso_10 = ombre_pso_default_of(OMBRE_API_D3D10);
    struct ombre_pso pso_11 = ombre_pso_default_of(OMBRE_API_D3D11);
    struct ombre_state state_10, state_11;

    (void) unused;
    pso_10.NumRenderTargets = pso_11.NumRenderTargets = OMBRE_MAX_TARGETS;
    pso_11.desc.d3d11.IndependentBlendEnable = 1;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        pso_10.RTVFormats[i] = pso_11.RTVFormats[i] = RGBA8;
        pso_10.desc.d3d10.BlendEnable[i] = i % 3 == 1;
        pso_10.desc.d3d10.RenderTargetWriteMask[i] = (uint8_t) (i + 3);
        pso_11.desc.d3d11.RenderTarget[i].BlendEnable = i % 3 == 2;
        pso_11.desc.d3d11.RenderTarget[i].RenderTargetWriteMask =
            (uint8_t) (15 - i);
    }
    assert_true(ombre_state_from_pso(&pso_10, &state_10));
    assert_true(ombre_state_from_pso(&pso_11, &state_11));
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        assert_int_equal(state_10.target[i].blend_enable, i % 3 == 1);
        assert_int_equal(state_10.target[i].write_mask, i + 3);
        assert_int_equal(state_11.target[i].blend_enable, i % 3 == 2);
        assert_int_equal(state_11.target[i].write_mask, 15 - i);
    }
}

/* The pages of the descs: each API's own default means the same state. */
static void test_every_default(void **unused)
{
    unsigned apis = 0;

    (void) unused;
    for (unsigned a = OMBRE_API_D3D9; a <= OMBRE_API_D3D12; a++, apis++) {
        struct ombre_pso pso = ombre_pso_default_of((enum ombre_api) a);
        const char *name = ombre_api_name((enum ombre_api) a);
        const struct want_target want = PLAIN(RGBA8, 0xF);
        struct ombre_state state;

        expect(name, "api", pso.api, a);
        pso.NumRenderTargets = 4;
        for (unsigned t = 0; t < 4; t++)
            pso.RTVFormats[t] = RGBA8;
        assert_true(ombre_state_from_pso(&pso, &state));
        for (unsigned t = 0; t < 4; t++)
            expect_target(name, &state.target[t], &want);
        expect(name, "sample_mask", state.sample_mask, 0xffffffff);
        expect(name, "sample_count", state.sample_count, 1);
        for (unsigned i = 0; i < 4; i++)
            assert_true(state.blend_factor[i] == 1.0f);
    }
    assert_int_equal(apis, 6);
}

static void test_default_equations(void **unused)
{
    const struct ombre_pso pso_10 = ombre_pso_default_of(OMBRE_API_D3D10);
    const struct ombre_pso pso_10_1 = ombre_pso_default_of(OMBRE_API_D3D10_1);
    const struct ombre_pso pso_11 = ombre_pso_default_of(OMBRE_API_D3D11);
    const D3D10_BLEND_DESC *desc = &pso_10.desc.d3d10;

    (void) unused;
    assert_int_equal(desc->AlphaToCoverageEnable, 0);
    assert_int_equal(desc->SrcBlend, 2);
    assert_int_equal(desc->DestBlend, 1);
    assert_int_equal(desc->BlendOp, 1);
    assert_int_equal(desc->SrcBlendAlpha, 2);
    assert_int_equal(desc->DestBlendAlpha, 1);
    assert_int_equal(desc->BlendOpAlpha, 1);
    assert_memory_equal(&pso_10_1.desc.d3d11, &pso_11.desc.d3d11,
                        sizeof(pso_11.desc.d3d11));
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC *entry =
            &pso_11.desc.d3d11.RenderTarget[i];
        assert_int_equal(desc->BlendEnable[i], 0);
        assert_int_equal(desc->RenderTargetWriteMask[i], 15);
        assert_int_equal(entry->BlendEnable, 0);
        assert_int_equal(entry->SrcBlend, 2);
        assert_int_equal(entry->DestBlend, 1);
        assert_int_equal(entry->BlendOp, 1);
        assert_int_equal(entry->SrcBlendAlpha, 2);
        assert_int_equal(entry->DestBlendAlpha, 1);
        assert_int_equal(entry->BlendOpAlpha, 1);
        assert_int_equal(entry->RenderTargetWriteMask, 15);
    }
}

/* CreateBlendState(NULL) fails; where no blend state is created, nothing is
 * meant by it. */
static void test_no_desc(void **state)
{
    (void) state;
    const struct ombre_state zero = {0};
    unsigned refused = 0;

    for (unsigned i = 0; i <= OMBRE_API_D3D12; i++) {
        const enum ombre_api api = (enum ombre_api) i;
        struct ombre_pso pso = ombre_pso_default_of(api);
        struct ombre_state out;

        pso.null_desc = true;
        memset(&out, 0x5A, sizeof out);
        const bool read = ombre_state_from_pso(&pso, &out);
        assert_int_equal(read, api == OMBRE_API_D3D9 || api == OMBRE_API_D3D12);
        assert_int_equal(read, !ombre_api_creates_blend_state(api));
        if (!read) {
            assert_memory_equal(&out, &zero, sizeof out);
            refused++;
        }
    }
    assert_int_equal(refused, 4);
    assert_false(ombre_api_creates_blend_state((enum ombre_api) 99));
}

/* V198: Direct3D 11 gives one object for descs that differ in what it ignores,
 * and that object tells ONE, ZERO, ADD and entry 0's mask of all targets. */
static void test_what_is_ignored_is_normalised(void **unused)
{
    const struct ombre_equation replace = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};
    struct ombre_state states[2];

    (void) unused;
    for (int k = 0; k < 2; k++) {
        struct ombre_pso pso = ombre_pso_default_of(OMBRE_API_D3D11);
        memset(pso.desc.d3d11.RenderTarget, k ? 0xA5 : 0x5A,
               sizeof pso.desc.d3d11.RenderTarget);
        pso.desc.d3d11.RenderTarget[0].BlendEnable = 0;
        pso.desc.d3d11.RenderTarget[0].RenderTargetWriteMask = 0x5;
        pso.NumRenderTargets = 8;
        for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
            pso.RTVFormats[i] = DXGI_FORMAT_R8G8B8A8_UNORM;
        memset(&states[k], k ? 0xA5 : 0x5A, sizeof states[k]);
        assert_true(ombre_state_from_pso(&pso, &states[k]));
    }
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        for (int k = 0; k < 2; k++) {
            const struct ombre_target *target = &states[k].target[i];
            assert_false(target->blend_enable);
            assert_int_equal(target->write_mask, 0x5);
            assert_memory_equal(&target->color, &replace, sizeof replace);
            assert_memory_equal(&target->alpha, &replace, sizeof replace);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_d3d10),
        cmocka_unit_test(test_d3d11),
        cmocka_unit_test(test_no_desc),
        cmocka_unit_test(test_all_eight_entries_are_read),
        cmocka_unit_test(test_every_default),
        cmocka_unit_test(test_default_equations),
        cmocka_unit_test(test_what_is_ignored_is_normalised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
