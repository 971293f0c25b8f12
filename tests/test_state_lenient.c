/* tests/test_state_lenient.c - what a lenient reading leaves out of a desc that
 * a strict one refuses
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "ombre/state.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

enum {
    BLEND = OMBRE_LEFT_OUT_BLEND,
    LOGIC = OMBRE_LEFT_OUT_LOGIC_OP,
    TARGET = OMBRE_LEFT_OUT_TARGET,
    MASK = OMBRE_LEFT_OUT_MASK,
    COLOR = OMBRE_LEFT_OUT_COLOR,
};

/* Three targets, of which 0 and 2 blend, each with an equation of its own. */
static struct ombre_pso base(void)
{
    struct ombre_pso pso = ombre_pso_default();
    D3D12_RENDER_TARGET_BLEND_DESC *entry = pso.BlendState.RenderTarget;

    pso.BlendState.IndependentBlendEnable = 1;
    pso.NumRenderTargets = 3;
    for (unsigned i = 0; i < 3; i++)
        pso.RTVFormats[i] = DXGI_FORMAT_R8G8B8A8_UNORM;
    entry[0].BlendEnable = entry[2].BlendEnable = 1;
    entry[0].SrcBlend = D3D12_BLEND_DEST_COLOR;
    entry[0].DestBlendAlpha = D3D12_BLEND_INV_SRC_ALPHA;
    entry[2].DestBlend = D3D12_BLEND_SRC_ALPHA;
    entry[2].BlendOpAlpha = D3D12_BLEND_OP_MAX;
    pso.shader.bound = true;
    return pso;
}

static D3D12_RENDER_TARGET_BLEND_DESC *entry_of(struct ombre_pso *pso, int i)
{
    return &pso->BlendState.RenderTarget[i];
}

/* --- What is wrong with it ------------------------------------------------ */

static void factor(struct ombre_pso *pso)
{
    entry_of(pso, 2)->DestBlend = (D3D12_BLEND) 22;
}

static void reserved_factor(struct ombre_pso *pso)
{
    entry_of(pso, 0)->SrcBlendAlpha = (D3D12_BLEND) 12;
}

static void op(struct ombre_pso *pso)
{
    entry_of(pso, 0)->BlendOpAlpha = (D3D12_BLEND_OP) 0;
}

static void color_in_alpha(struct ombre_pso *pso)
{
    entry_of(pso, 0)->SrcBlendAlpha = D3D12_BLEND_INV_DEST_COLOR;
    entry_of(pso, 2)->DestBlendAlpha = D3D12_BLEND_SRC_COLOR;
}

static void color_in_alpha_and_op(struct ombre_pso *pso)
{
    color_in_alpha(pso);
    entry_of(pso, 2)->BlendOp = (D3D12_BLEND_OP) 6;
}

static void mask(struct ombre_pso *pso)
{
    entry_of(pso, 1)->RenderTargetWriteMask = 0xF5;
}

static void mask_and_factor(struct ombre_pso *pso)
{
    entry_of(pso, 2)->RenderTargetWriteMask = 0x35;
    factor(pso);
}

static void format(struct ombre_pso *pso)
{
    pso->RTVFormats[1] = DXGI_FORMAT_R8G8B8A8_TYPELESS;
}

static void logic_beside_blend(struct ombre_pso *pso)
{
    entry_of(pso, 0)->LogicOpEnable = 1;
    entry_of(pso, 0)->LogicOp = D3D12_LOGIC_OP_XOR;
}

static void logic_op(struct ombre_pso *pso)
{
    logic_beside_blend(pso);
    entry_of(pso, 0)->LogicOp = (D3D12_LOGIC_OP) 16;
    pso->RTVFormats[1] = DXGI_FORMAT_UNKNOWN;
}

static void alpha_factor_of_11(struct ombre_pso *pso)
{
    pso->api = OMBRE_API_D3D11_1;
    entry_of(pso, 2)->SrcBlend = D3D12_BLEND_ALPHA_FACTOR;
}

static const struct row {
    const char *name;
    void (*change)(struct ombre_pso *pso);
    uint8_t left_out[3];
} rows[] = {
    {"a factor that is none", factor, {0, 0, BLEND}},
    {"a reserved factor", reserved_factor, {BLEND, 0, 0}},
    {"an operation that is none", op, {BLEND, 0, 0}},
    {"a _COLOR factor of alpha", color_in_alpha, {COLOR, 0, COLOR}},
    {"that and no operation", color_in_alpha_and_op, {COLOR, 0, BLEND}},
    {"a wide mask", mask, {0, MASK, 0}},
    {"a wide mask and no factor", mask_and_factor, {0, 0, MASK | BLEND}},
    {"no format", format, {0, TARGET, 0}},
    {"a logic operation beside blending",
     logic_beside_blend,
     {BLEND, 0, BLEND}},
    {"a logic operation that is none", logic_op, {LOGIC, 0, LOGIC}},
    {"Direct3D 12's factor in 11.1", alpha_factor_of_11, {0, 0, BLEND}},
};

/* --- Tests --------------------------------------------------------------- */

/* Target `i` has what `desc` says, but for what was left out. */
static void check_target(const struct row *row, const struct ombre_target *got,
                         const struct ombre_target *whole, uint8_t left_out)
{
    static const struct ombre_equation replace = {OMBRE_ONE, OMBRE_ZERO,
                                                  OMBRE_OP_ADD};
    const bool blends = whole->blend_enable && (left_out & BLEND) == 0;

    if (left_out & TARGET) {
        assert_null(got->format);
        return;
    }
    if (got->blend_enable != blends)
        fail_msg("%s: blends or not", row->name);
    if (blends && (left_out & COLOR) == 0)
        assert_memory_equal(&got->alpha, &whole->alpha, sizeof got->alpha);
    if (!blends) {
        assert_memory_equal(&got->color, &replace, sizeof replace);
        assert_memory_equal(&got->alpha, &replace, sizeof replace);
    }
}

static void test_what_is_left_out(void **unused)
{
    const struct ombre_pso sound = base();
    struct ombre_state whole;

    (void) unused;
    assert_true(ombre_state_from_pso(&sound, &whole));
    for (size_t r = 0; r < COUNT(rows); r++) {
        struct ombre_pso pso = base();
        struct ombre_state out;
        uint8_t left_out[OMBRE_MAX_TARGETS];

        rows[r].change(&pso);
        assert_false(ombre_state_from_pso(&pso, &out));
        memset(&out, 0x5A, sizeof out);
        memset(left_out, 0x5A, sizeof left_out);
        assert_true(ombre_state_from_pso_leniently(&pso, &out, left_out));
        for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
            if (left_out[i] != (i < 3 ? rows[r].left_out[i] : 0))
                fail_msg("%s: target %u lost 0x%x", rows[r].name, i,
                         left_out[i]);
            if (i < 3 && pso.RTVFormats[i] != DXGI_FORMAT_UNKNOWN)
                check_target(&rows[r], &out.target[i], &whole.target[i],
                             left_out[i]);
            assert_true(out.target[i].write_mask <= 0xF);
        }
        assert_int_equal(out.logic_op_enable,
                         rows[r].change == logic_beside_blend);
        assert_int_equal(out.logic_op, out.logic_op_enable ? OMBRE_LOGIC_XOR
                                                           : OMBRE_LOGIC_NOOP);
    }
}

static void test_what_color_means(void **unused)
{
    struct ombre_pso pso = base();
    struct ombre_state out;
    uint8_t left_out[OMBRE_MAX_TARGETS];

    (void) unused;
    color_in_alpha(&pso);
    pso.BlendState.RenderTarget[1].RenderTargetWriteMask = 0xF5;
    assert_true(ombre_state_from_pso_leniently(&pso, &out, left_out));
    assert_int_equal(out.target[0].alpha.src, OMBRE_INV_DEST_ALPHA);
    assert_int_equal(out.target[0].color.src, OMBRE_DEST_COLOR);
    assert_int_equal(out.target[2].alpha.dest, OMBRE_SRC_ALPHA);
    assert_int_equal(out.target[2].alpha.op, OMBRE_OP_MAX);
    assert_int_equal(out.target[1].write_mask, 0x5);
}

/* Nothing is left out of what a strict reading takes, and it means the same. */
static void test_a_sound_desc_is_read_alike(void **unused)
{
    static const uint8_t nothing[OMBRE_MAX_TARGETS];
    const struct ombre_pso pso = base();
    struct ombre_state strict, lenient;
    uint8_t left_out[OMBRE_MAX_TARGETS];

    (void) unused;
    memset(&strict, 0x5A, sizeof strict);
    memset(&lenient, 0x5A, sizeof lenient);
    memset(left_out, 0x5A, sizeof left_out);
    assert_true(ombre_state_from_pso(&pso, &strict));
    assert_true(ombre_state_from_pso_leniently(&pso, &lenient, left_out));
    assert_memory_equal(&strict, &lenient, sizeof strict);
    assert_memory_equal(left_out, nothing, sizeof nothing);
}

/* CreateBlendState(NULL) fails; the default state stands in. */
static void test_no_desc(void **unused)
{
    static const enum ombre_api apis[] = {OMBRE_API_D3D10, OMBRE_API_D3D10_1,
                                          OMBRE_API_D3D11, OMBRE_API_D3D11_1};

    (void) unused;
    for (size_t i = 0; i < COUNT(apis); i++) {
        struct ombre_pso pso = base();
        struct ombre_state out;
        uint8_t left_out[OMBRE_MAX_TARGETS];

        pso.api = apis[i];
        pso.null_desc = true;
        memset(&pso.desc, 0x5A, sizeof pso.desc);
        assert_false(ombre_state_from_pso(&pso, &out));
        assert_true(ombre_state_from_pso_leniently(&pso, &out, left_out));
        assert_int_equal(out.target_count, 3);
        for (unsigned k = 0; k < 3; k++) {
            assert_false(out.target[k].blend_enable);
            assert_int_equal(out.target[k].write_mask, 0xF);
            assert_int_equal(left_out[k], 0);
        }
    }
}

/* --- What no lenience mends ----------------------------------------------- */

static void nine_targets(struct ombre_pso *pso)
{
    pso->NumRenderTargets = 9;
}

static void no_samples(struct ombre_pso *pso)
{
    pso->SampleDesc.Count = 0;
}

static void seventeen_samples(struct ombre_pso *pso)
{
    pso->SampleDesc.Count = 17;
}

static void output_type(struct ombre_pso *pso)
{
    pso->shader.output[3].type = (enum ombre_output_type) 4;
}

static void alpha_test(struct ombre_pso *pso)
{
    *pso = ombre_pso_default_of(OMBRE_API_D3D9);
    pso->desc.d3d9.ALPHATESTENABLE = 1;
    pso->desc.d3d9.ALPHAFUNC = 5;
}

static void test_what_is_not_mended(void **unused)
{
    void (*const changes[])(struct ombre_pso *) = {
        nine_targets, no_samples, seventeen_samples, output_type, alpha_test};
    static const struct ombre_state zero;
    static const uint8_t nothing[OMBRE_MAX_TARGETS];

    (void) unused;
    for (size_t i = 0; i < COUNT(changes); i++) {
        struct ombre_pso pso = base();
        struct ombre_state out;
        uint8_t left_out[OMBRE_MAX_TARGETS];

        mask(&pso);
        changes[i](&pso);
        memset(&out, 0x5A, sizeof out);
        memset(left_out, 0x5A, sizeof left_out);
        assert_false(ombre_state_from_pso_leniently(&pso, &out, left_out));
        assert_memory_equal(&out, &zero, sizeof zero);
        assert_memory_equal(left_out, nothing, sizeof nothing);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_is_left_out),
        cmocka_unit_test(test_what_color_means),
        cmocka_unit_test(test_a_sound_desc_is_read_alike),
        cmocka_unit_test(test_no_desc),
        cmocka_unit_test(test_what_is_not_mended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
