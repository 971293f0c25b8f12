/* What Direct3D 9's render states mean.  "Case n" is a numbered trap of
 * Direct3D's rules that state decides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "state_rows.h"

#define BGRA8 DXGI_FORMAT_B8G8R8A8_UNORM
#define BGRX8 DXGI_FORMAT_B8G8R8X8_UNORM
#define RGBA8 DXGI_FORMAT_R8G8B8A8_UNORM
#define RGBA16F DXGI_FORMAT_R16G16B16A16_FLOAT
#define BGRA8_SRGB DXGI_FORMAT_B8G8R8A8_UNORM_SRGB
#define BGRX8_SRGB DXGI_FORMAT_B8G8R8X8_UNORM_SRGB
#define RGBA8_SRGB DXGI_FORMAT_R8G8B8A8_UNORM_SRGB
#define TYPELESS DXGI_FORMAT_R8G8B8A8_TYPELESS

enum { SHOWN = 4, EDITS = 8 };

/* One SetRenderState. */
struct edit {
    unsigned field; /* offset of the state; 0 ends the list */
    uint32_t value;
};

#define SET(state, value)                                                 \
    {                                                                     \
        offsetof(struct ombre_d3d9_states, state) + 1, (uint32_t) (value) \
    }

/* A blend whose parts differ pairwise and from the defaults. */
#define ON SET(ALPHABLENDENABLE, 1)
#define SRC(value) SET(SRCBLEND, value)
#define DEST(value) SET(DESTBLEND, value)
#define OP(value) SET(BLENDOP, value)
#define SEPARATE SET(SEPARATEALPHABLENDENABLE, 1)
#define SRC_A(value) SET(SRCBLENDALPHA, value)
#define DEST_A(value) SET(DESTBLENDALPHA, value)
#define OP_A(value) SET(BLENDOPALPHA, value)

/* clang-format off */
#define ALL 0xffffffff
#define ONE_TARGET 1, 1, {BGRA8}, false, false, ALL
#define HOLE {0, false, {2, 1, 1}, {2, 1, 1}, 0}
#define PLAIN(format) {format, false, {2, 1, 1}, {2, 1, 1}, 0xF}
#define FAILS 1, 1, {BGRA8}, true, false, 0, {{0}}
#define WANT(...) {{BGRA8, true, __VA_ARGS__, 0xF}}
/* clang-format on */

static const struct row {
    const char *name;
    struct edit edit[EDITS];
    uint32_t samples, count;
    DXGI_FORMAT format[SHOWN];
    bool fails;
    bool alpha_to_coverage;
    uint32_t sample_mask;
    struct want_target want[SHOWN];
} rows[] = {
    /* clang-format off */
    {"defaults", {{0}}, ONE_TARGET, {{BGRA8, false, {2, 1, 1}, {2, 1, 1}, 0xF}}},
    {"blending off, factors set", {SRC(5), DEST(6), OP(3)}, ONE_TARGET,
     {{BGRA8, false, {2, 1, 1}, {2, 1, 1}, 0xF}}},
    {"blending off, factors out of range", {SRC(18), DEST(12), OP(0)}, ONE_TARGET,
     {{BGRA8, false, {2, 1, 1}, {2, 1, 1}, 0xF}}},
    {"any BOOL but 0 is TRUE", {SET(ALPHABLENDENABLE, 0x80000000), SRC(5), DEST(6),
      SET(SEPARATEALPHABLENDENABLE, 0x100), SRC_A(7), DEST_A(8)}, ONE_TARGET,
     WANT({5, 6, 1}, {7, 8, 1})},
    {"alpha takes color's equation", {ON, SRC(5), DEST(8), OP(3), SRC_A(7), DEST_A(6), OP_A(4)},
     ONE_TARGET, WANT({5, 8, 3}, {5, 8, 3})},
    {"alpha has its own equation", {ON, SRC(5), DEST(8), OP(3), SEPARATE, SRC_A(7), DEST_A(6), OP_A(4)},
     ONE_TARGET, WANT({5, 8, 3}, {7, 6, 4})},
    {"COLOR means alpha, one equation, source", {ON, SRC(3), DEST(4)}, ONE_TARGET,
     WANT({3, 4, 1}, {5, 6, 1})},
    {"COLOR means alpha, one equation, destination", {ON, SRC(9), DEST(10)}, ONE_TARGET,
     WANT({9, 10, 1}, {7, 8, 1})},
    {"COLOR means alpha, one equation, second source", {ON, SRC(16), DEST(17)}, ONE_TARGET,
     WANT({16, 17, 1}, {18, 19, 1})},
    {"case 14: COLOR in the alpha slots", {ON, SRC(2), DEST(5), SEPARATE, SRC_A(3), DEST_A(10)},
     ONE_TARGET, WANT({2, 5, 1}, {5, 8, 1})},
    {"second source in the alpha slots", {ON, SRC(2), DEST(5), SEPARATE, SRC_A(17), DEST_A(16)},
     ONE_TARGET, WANT({2, 5, 1}, {19, 18, 1})},
    {"factors that mean themselves", {ON, SRC(14), DEST(15), SEPARATE, SRC_A(11), DEST_A(14)},
     ONE_TARGET, WANT({14, 15, 1}, {11, 14, 1})},
    {"case 47: BOTHINVSRCALPHA", {ON, SRC(13), DEST(9)}, ONE_TARGET, WANT({6, 5, 1}, {6, 5, 1})},
    {"BOTHSRCALPHA", {ON, SRC(12), DEST(9), OP(2)}, ONE_TARGET, WANT({5, 6, 2}, {5, 6, 2})},
    {"BOTHSRCALPHA over a destination that is none", {ON, SRC(12), DEST(19)}, ONE_TARGET,
     WANT({5, 6, 1}, {5, 6, 1})},
    {"BOTHINVSRCALPHA for color only", {ON, SRC(13), DEST(9), SEPARATE, SRC_A(7), DEST_A(8)},
     ONE_TARGET, WANT({6, 5, 1}, {7, 8, 1})},
    {"BOTHSRCALPHA for alpha only", {ON, SRC(7), DEST(9), SEPARATE, SRC_A(12), DEST_A(8)},
     ONE_TARGET, WANT({7, 9, 1}, {5, 6, 1})},
    {"BOTHSRCALPHA as destination", {ON, SRC(5), DEST(12)}, FAILS},
    {"no factor 0", {ON, SRC(0), DEST(6)}, FAILS},
    {"no factor 18", {ON, SRC(5), DEST(18)}, FAILS},
    {"no factor 31", {ON, SRC(31), DEST(6)}, FAILS},
    {"no ALPHA_FACTOR", {ON, SRC(20), DEST(6)}, FAILS},
    {"no alpha factor 18", {ON, SEPARATE, SRC_A(18), DEST_A(6)}, FAILS},
    {"no operation 0", {ON, OP(0)}, FAILS},
    {"no operation 6", {ON, OP(6)}, FAILS},
    {"no operation 7", {ON, OP(7)}, FAILS},
    {"SRCBLEND of 32 is ONE", {ON, SRC(32), DEST(6)}, ONE_TARGET, WANT({2, 6, 1}, {2, 6, 1})},
    {"DESTBLEND of 32 is ZERO", {ON, SRC(5), DEST(32)}, ONE_TARGET, WANT({5, 1, 1}, {5, 1, 1})},
    {"DESTBLEND far out", {ON, SRC(5), DEST(0xDEADBEEF)}, ONE_TARGET, WANT({5, 1, 1}, {5, 1, 1})},
    {"BLENDOP of 8 is ADD", {ON, SRC(5), DEST(6), OP(8)}, ONE_TARGET, WANT({5, 6, 1}, {5, 6, 1})},
    {"BLENDOPALPHA of 0 is ADD", {ON, OP(4), SEPARATE, OP_A(0)}, ONE_TARGET, WANT({2, 1, 4}, {2, 1, 1})},
    {"BLENDOPALPHA of 6 is ADD", {ON, OP(4), SEPARATE, OP_A(6)}, ONE_TARGET, WANT({2, 1, 4}, {2, 1, 1})},
    {"BLENDOPALPHA of 2 is SUBTRACT", {ON, OP(4), SEPARATE, OP_A(2)}, ONE_TARGET, WANT({2, 1, 4}, {2, 1, 2})},
    {"BLENDOPALPHA of 3 is REVSUBTRACT", {ON, OP(4), SEPARATE, OP_A(3)}, ONE_TARGET, WANT({2, 1, 4}, {2, 1, 3})},
    {"BLENDOPALPHA of 4 is MIN", {ON, OP(2), SEPARATE, OP_A(4)}, ONE_TARGET, WANT({2, 1, 2}, {2, 1, 4})},
    {"BLENDOPALPHA of 5 is MAX", {ON, OP(4), SEPARATE, OP_A(5)}, ONE_TARGET, WANT({2, 1, 4}, {2, 1, 5})},
    {"one equation, four masks, cut to four bits",
     {ON, SRC(5), DEST(6), SET(COLORWRITEENABLE, 0x3), SET(COLORWRITEENABLE1, 0x14),
      SET(COLORWRITEENABLE2, 0xfffffff8), SET(COLORWRITEENABLE3, 0)},
     1, 4, {BGRA8, RGBA16F, BGRX8, RGBA8}, false, false, ALL,
     {{BGRA8, true, {5, 6, 1}, {5, 6, 1}, 3}, {RGBA16F, true, {5, 6, 1}, {5, 6, 1}, 4},
      {BGRX8, true, {5, 6, 1}, {5, 6, 1}, 8}, {RGBA8, true, {5, 6, 1}, {5, 6, 1}, 0}}},
    {"a hole", {ON, SRC(5), DEST(6)}, 1, 2, {DXGI_FORMAT_UNKNOWN, RGBA8}, false, false, ALL,
     {HOLE, {RGBA8, true, {5, 6, 1}, {5, 6, 1}, 0xF}}},
    {"no samples", {{0}}, 0, 1, {BGRA8}, true, false, 0, {{0}}},
    {"typeless", {{0}}, 1, 1, {TYPELESS}, true, false, 0, {{0}}},
    {"sRGB write", {SET(SRGBWRITEENABLE, 2)}, 1, 4, {BGRA8, BGRX8, RGBA8, RGBA16F}, false, false, ALL,
     {PLAIN(BGRA8_SRGB), PLAIN(BGRX8_SRGB), PLAIN(RGBA8_SRGB), PLAIN(RGBA16F)}},
    {"no sRGB write", {{0}}, 1, 3, {BGRA8, BGRX8, RGBA8}, false, false, ALL,
     {PLAIN(BGRA8), PLAIN(BGRX8), PLAIN(RGBA8)}},
    {"case 42: the mask does nothing at one sample", {SET(MULTISAMPLEMASK, 0xfffffffe)},
     1, 1, {BGRA8}, false, false, ALL, {PLAIN(BGRA8)}},
    {"a mask of 0 at one sample", {SET(MULTISAMPLEMASK, 0)},
     1, 1, {BGRA8}, false, false, ALL, {PLAIN(BGRA8)}},
    {"the mask counts at two samples", {SET(MULTISAMPLEMASK, 0xDEADBEE2)},
     2, 1, {BGRA8}, false, false, 0xDEADBEE2, {PLAIN(BGRA8)}},
    {"A2M1", {SET(POINTSIZE, 0x314d3241)}, 4, 1, {BGRA8}, false, true, ALL, {PLAIN(BGRA8)}},
    {"A2M1 at two samples", {SET(POINTSIZE, 0x314d3241)}, 2, 1, {BGRA8}, false, true, ALL, {PLAIN(BGRA8)}},
    {"A2M0", {SET(POINTSIZE, 0x304d3241)}, 4, 1, {BGRA8}, false, false, ALL, {PLAIN(BGRA8)}},
    {"A2M1 at one sample", {SET(POINTSIZE, 0x314d3241)}, 1, 1, {BGRA8}, false, false, ALL,
     {PLAIN(BGRA8)}},
    {"A2M1 in the other state", {SET(ADAPTIVETESS_Y, 0x314d3241)}, 4, 1, {BGRA8}, false, false, ALL,
     {PLAIN(BGRA8)}},
    {"ATOC without the alpha test", {SET(ADAPTIVETESS_Y, 0x434f5441)},
     4, 1, {BGRA8}, false, false, ALL, {PLAIN(BGRA8)}},
    {"ATOC in place of the alpha test",
     {SET(ADAPTIVETESS_Y, 0x434f5441), SET(ALPHATESTENABLE, 1), SET(ALPHAFUNC, 5)},
     4, 1, {BGRA8}, false, true, ALL, {PLAIN(BGRA8)}},
    {"ATOC at one sample, and an alpha test",
     {SET(ADAPTIVETESS_Y, 0x434f5441), SET(ALPHATESTENABLE, 1), SET(ALPHAFUNC, 5)}, FAILS},
    {"A2M1 in place of the alpha test",
     {SET(POINTSIZE, 0x314d3241), SET(ALPHATESTENABLE, 1), SET(ALPHAFUNC, 5)},
     4, 1, {BGRA8}, false, true, ALL, {PLAIN(BGRA8)}},
    {"an alpha test", {SET(ALPHATESTENABLE, 1), SET(ALPHAFUNC, 5), SET(ALPHAREF, 0x80)}, FAILS},
    {"an alpha test that never fails", {SET(ALPHATESTENABLE, 1)}, ONE_TARGET, {PLAIN(BGRA8)}},
    {"no alpha test", {SET(ALPHAFUNC, 5)}, ONE_TARGET, {PLAIN(BGRA8)}},
    /* clang-format on */
};

/* The pso of `row`; what is no render state is poisoned. */
static struct ombre_pso pso_of(const struct row *row)
{
    struct ombre_pso pso;

    memset(&pso, 0x5A, sizeof(pso));
    pso.null_desc = false;
    pso.api = OMBRE_API_D3D9;
    pso.desc = ombre_pso_default_of(OMBRE_API_D3D9).desc;
    for (unsigned i = 0; i < EDITS && row->edit[i].field != 0; i++)
        memcpy((char *) &pso.desc.d3d9 + row->edit[i].field - 1,
               &row->edit[i].value, sizeof(uint32_t));
    pso.NumRenderTargets = row->count;
    memcpy(pso.RTVFormats, row->format, sizeof(row->format));
    pso.SampleDesc.Count = row->samples;
    memset(&pso.shader, 0, sizeof(pso.shader));
    pso.shader.bound = true;
    pso.shader.output[3].type = OMBRE_OUTPUT_FLOAT;
    pso.shader.output[3].components = 0xD;
    return pso;
}

static void expect_state(const struct row *row, const struct ombre_state *got)
{
    static const struct want_target hole = HOLE;

    expect(row->name, "target_count", got->target_count, row->count);
    expect(row->name, "sample_count", got->sample_count, row->samples);
    expect(row->name, "sample_mask", got->sample_mask, row->sample_mask);
    expect(row->name, "alpha_to_coverage", got->alpha_to_coverage,
           row->alpha_to_coverage);
    expect(row->name, "logic_op_enable", got->logic_op_enable, false);
    expect(row->name, "logic_op", got->logic_op, OMBRE_LOGIC_NOOP);
    expect(row->name, "output", got->shader.output[3].components, 0xD);
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        const bool listed = t < row->count;
        expect_target(row->name, &got->target[t],
                      listed ? &row->want[t] : &hole);
    }
}

static void test_rows(void **unused)
{
    size_t compared = 0;

    (void) unused;
    for (size_t r = 0; r < COUNT(rows); r++) {
        const struct row *row = &rows[r];
        const struct ombre_pso pso = pso_of(row);
        struct ombre_state state;

        memset(&state, 0x5A, sizeof(state));
        expect(row->name, "success", ombre_state_from_pso(&pso, &state),
               !row->fails);
        if (row->fails) {
            expect(row->name, "a zeroed state", is_zero(&state), true);
            continue;
        }
        expect_state(row, &state);
        compared++;
    }
    assert_int_equal(compared, 44);
    assert_int_equal(COUNT(rows), 57);
}

/* Each factor in each slot, by a table of its own: what SRCBLEND n means for
 * color and for alpha; 0 where it means nothing. */
static void test_every_factor(void **unused)
{
    static const unsigned color[32] = {0, 1,  2,  3, 4, 5,  6,  7,  8,
                                       9, 10, 11, 0, 0, 14, 15, 16, 17};
    static const unsigned alpha[32] = {0, 1, 2,  5, 6, 5,  6,  7,  8,
                                       7, 8, 11, 0, 0, 14, 15, 18, 19};

    (void) unused;
    for (unsigned factor = 0; factor < 32; factor++) {
        struct ombre_pso pso = ombre_pso_default_of(OMBRE_API_D3D9);
        struct ombre_state state;

        pso.NumRenderTargets = 1;
        pso.RTVFormats[0] = BGRA8;
        pso.desc.d3d9.ALPHABLENDENABLE = 1;
        pso.desc.d3d9.DESTBLEND = factor;
        expect("DESTBLEND", "success", ombre_state_from_pso(&pso, &state),
               color[factor] != 0);
        expect("DESTBLEND", "color", state.target[0].color.dest, color[factor]);
        expect("DESTBLEND", "alpha", state.target[0].alpha.dest, alpha[factor]);
        pso.desc.d3d9.DESTBLEND = D3DBLEND_ZERO;
        pso.desc.d3d9.SEPARATEALPHABLENDENABLE = 1;
        pso.desc.d3d9.DESTBLENDALPHA = factor;
        expect("DESTBLENDALPHA", "success", ombre_state_from_pso(&pso, &state),
               color[factor] != 0);
        expect("DESTBLENDALPHA", "alpha", state.target[0].alpha.dest,
               alpha[factor]);
    }
}

static void test_four_targets_at_most(void **unused)
{
    struct ombre_pso pso = ombre_pso_default_of(OMBRE_API_D3D9);
    struct ombre_state state;

    (void) unused;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        pso.RTVFormats[i] = BGRA8;
    pso.NumRenderTargets = 4;
    assert_true(ombre_state_from_pso(&pso, &state));
    pso.NumRenderTargets = 5;
    assert_false(ombre_state_from_pso(&pso, &state));
}

/* A D3DCOLOR has eight bits a component, alpha first. */
static void test_blend_factor(void **unused)
{
    struct ombre_pso pso = ombre_pso_default_of(OMBRE_API_D3D9);
    struct ombre_state state;

    (void) unused;
    pso.desc.d3d9.BLENDFACTOR = 0x80FF3301;
    assert_true(ombre_state_from_pso(&pso, &state));
    assert_true(state.blend_factor[0] == 1.0f);
    assert_true(state.blend_factor[1] == 51.0f / 255.0f);
    assert_true(state.blend_factor[2] == 1.0f / 255.0f);
    assert_true(state.blend_factor[3] == 128.0f / 255.0f);
    pso.desc.d3d9.BLENDFACTOR = 0x00000000;
    assert_true(ombre_state_from_pso(&pso, &state));
    for (unsigned i = 0; i < 4; i++)
        assert_true(state.blend_factor[i] == 0.0f);
}

/* The page of D3DRENDERSTATETYPE; each number is the state's own. */
static void test_every_default(void **unused)
{
    static const struct {
        const char *name;
        unsigned number, got, number_want, want;
    } defaults[] = {
#define DEFAULT(state, number, want)                                       \
    {#state, D3DRS_##state,                                                \
     offsetof(struct ombre_d3d9_states, state) / sizeof(uint32_t), number, \
     want}
        DEFAULT(ALPHATESTENABLE, 15, 0),
        DEFAULT(SRCBLEND, 19, 2),
        DEFAULT(DESTBLEND, 20, 1),
        DEFAULT(ALPHAREF, 24, 0),
        DEFAULT(ALPHAFUNC, 25, 8),
        DEFAULT(DITHERENABLE, 26, 0),
        DEFAULT(ALPHABLENDENABLE, 27, 0),
        DEFAULT(POINTSIZE, 154, 0x3f800000),
        DEFAULT(MULTISAMPLEANTIALIAS, 161, 1),
        DEFAULT(MULTISAMPLEMASK, 162, 0xffffffff),
        DEFAULT(COLORWRITEENABLE, 168, 15),
        DEFAULT(BLENDOP, 171, 1),
        DEFAULT(ADAPTIVETESS_Y, 181, 0),
        DEFAULT(COLORWRITEENABLE1, 190, 15),
        DEFAULT(COLORWRITEENABLE2, 191, 15),
        DEFAULT(COLORWRITEENABLE3, 192, 15),
        DEFAULT(BLENDFACTOR, 193, 0xffffffff),
        DEFAULT(SRGBWRITEENABLE, 194, 0),
        DEFAULT(SEPARATEALPHABLENDENABLE, 206, 0),
        DEFAULT(SRCBLENDALPHA, 207, 2),
        DEFAULT(DESTBLENDALPHA, 208, 1),
        DEFAULT(BLENDOPALPHA, 209, 1),
    };
    const struct ombre_pso pso = ombre_pso_default_of(OMBRE_API_D3D9);
    uint32_t states[sizeof(pso.desc.d3d9) / sizeof(uint32_t)];

    (void) unused;
    memcpy(states, &pso.desc.d3d9, sizeof(states));
    assert_int_equal(COUNT(states), COUNT(defaults));
    for (size_t i = 0; i < COUNT(defaults); i++) {
        expect(defaults[i].name, "number", defaults[i].number,
               defaults[i].number_want);
        expect(defaults[i].name, "default", states[defaults[i].got],
               defaults[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_every_factor),
        cmocka_unit_test(test_four_targets_at_most),
        cmocka_unit_test(test_blend_factor),
        cmocka_unit_test(test_every_default),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
