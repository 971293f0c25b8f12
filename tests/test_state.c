/* What a pso of Direct3D 11.1 or 12 means.
 * "Case n" is a numbered trap of Direct3D's rules that state decides.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "state_rows.h"

/* --- Rows ---------------------------------------------------------------- */

/* What Direct3D must not look at: true as a BOOL, no enumerator, no mask. */
#define POISON 0x5A5A5A5A

/* A disabled entry all of whose other fields are poisoned. */
#define DISABLED(mask)                                              \
    {                                                               \
        FALSE_, FALSE_, (D3D12_BLEND) POISON, (D3D12_BLEND) POISON, \
            (D3D12_BLEND_OP) POISON, (D3D12_BLEND) POISON,          \
            (D3D12_BLEND) POISON, (D3D12_BLEND_OP) POISON,          \
            (D3D12_LOGIC_OP) POISON, (mask)                         \
    }

#define BLEND(src, dest, op, src_alpha, dest_alpha, op_alpha, mask)  \
    {                                                                \
        TRUE_, FALSE_, (D3D12_BLEND) (src), (D3D12_BLEND) (dest),    \
            (D3D12_BLEND_OP) (op), (D3D12_BLEND) (src_alpha),        \
            (D3D12_BLEND) (dest_alpha), (D3D12_BLEND_OP) (op_alpha), \
            (D3D12_LOGIC_OP) POISON, (mask)                          \
    }

#define LOGIC(op, mask)                                            \
    {                                                              \
        FALSE_, TRUE_, (D3D12_BLEND) POISON, (D3D12_BLEND) POISON, \
            (D3D12_BLEND_OP) POISON, (D3D12_BLEND) POISON,         \
            (D3D12_BLEND) POISON, (D3D12_BLEND_OP) POISON,         \
            (D3D12_LOGIC_OP) (op), (mask)                          \
    }

/* Pairwise distinct and never the default. */
#define BLEND_A BLEND(5, 6, 2, 7, 8, 3, 0x7)
#define BLEND_B BLEND(9, 10, 3, 14, 15, 4, 0xB)
#define BLEND_C BLEND(3, 4, 5, 11, 2, 2, 0xD)
#define BLEND_DUAL BLEND(16, 17, 1, 18, 19, 1, 0xE)

enum { FALSE_ = 0, TRUE_ = 1 };

#define HOLE                              \
    {                                     \
        0, false, {2, 1, 1}, {2, 1, 1}, 0 \
    }
#define PLAIN(format, mask)                       \
    {                                             \
        format, false, {2, 1, 1}, {2, 1, 1}, mask \
    }
#define WANT_A(format)                          \
    {                                           \
        format, true, {5, 6, 2}, {7, 8, 3}, 0x7 \
    }
#define WANT_B(format)                             \
    {                                              \
        format, true, {9, 10, 3}, {14, 15, 4}, 0xB \
    }
#define WANT_C(format)                           \
    {                                            \
        format, true, {3, 4, 5}, {11, 2, 2}, 0xD \
    }
#define WANT_DUAL(format)                           \
    {                                               \
        format, true, {16, 17, 1}, {18, 19, 1}, 0xE \
    }

#define RGBA8 DXGI_FORMAT_R8G8B8A8_UNORM
#define RGBA16F DXGI_FORMAT_R16G16B16A16_FLOAT
#define R32U DXGI_FORMAT_R32_UINT
#define TYPELESS DXGI_FORMAT_R8G8B8A8_TYPELESS
#define BC1 DXGI_FORMAT_BC1_UNORM

enum { SHOWN = 3 }; /* entries and targets that a row spells out */

struct row {
    const char *name;
    int32_t alpha_to_coverage, independent;
    D3D12_RENDER_TARGET_BLEND_DESC entry[SHOWN]; /* the others are poison */
    uint32_t count;
    unsigned format[SHOWN]; /* the others are poison */
    bool fails;
    bool logic_op_enable;
    unsigned logic_op;
    struct want_target want[SHOWN];
};

#define NOOP 4

/* clang-format off */
static const struct row rows[] = {
    {"every target its own", 0, 1, {BLEND_A, BLEND_B, BLEND_C},
     3, {RGBA8, RGBA16F, RGBA8}, false, false, NOOP,
     {WANT_A(RGBA8), WANT_B(RGBA16F), WANT_C(RGBA8)}},
    {"case 18: entry 0 speaks for all, masks too", 0, 0,
     {DISABLED(0xF), DISABLED(0), BLEND_C},
     3, {RGBA8, RGBA16F, RGBA8}, false, false, NOOP,
     {PLAIN(RGBA8, 0xF), PLAIN(RGBA16F, 0xF), PLAIN(RGBA8, 0xF)}},
    {"entry 0's equation speaks for all", 0, 0,
     {BLEND_A, DISABLED(0), BLEND(POISON, 0, 0, 0, 0, 0, 0x5A)},
     3, {RGBA8, RGBA16F, RGBA8}, false, false, NOOP,
     {WANT_A(RGBA8), WANT_A(RGBA16F), WANT_A(RGBA8)}},
    {"any BOOL but 0 is TRUE", 2, 0x100,
     {DISABLED(1),
      {-1, 0, D3D12_BLEND_DEST_COLOR, D3D12_BLEND_INV_DEST_COLOR,
       D3D12_BLEND_OP_REV_SUBTRACT, D3D12_BLEND_BLEND_FACTOR,
       D3D12_BLEND_INV_BLEND_FACTOR, D3D12_BLEND_OP_MIN,
       (D3D12_LOGIC_OP) POISON, 0xB}, DISABLED(4)},
     3, {RGBA8, RGBA16F, RGBA8}, false, false, NOOP,
     {PLAIN(RGBA8, 1), WANT_B(RGBA16F), PLAIN(RGBA8, 4)}},
    {"any LogicOpEnable but 0 is TRUE", 0, 0,
     {{0, INT32_MIN, (D3D12_BLEND) 0, (D3D12_BLEND) 0, (D3D12_BLEND_OP) 0,
       (D3D12_BLEND) 0, (D3D12_BLEND) 0, (D3D12_BLEND_OP) 0,
       D3D12_LOGIC_OP_EQUIV, 0x9}, DISABLED(0), DISABLED(0)},
     1, {R32U}, false, true, 11, {PLAIN(R32U, 9)}},
    {"case 12: dest color, min", 0, 0,
     {BLEND(9, 9, 4, 7, 7, 5, 0xF), DISABLED(0), DISABLED(0)},
     1, {RGBA8}, false, false, NOOP,
     {{RGBA8, true, {9, 9, 4}, {7, 7, 5}, 0xF}}},
    {"case 13: alpha factors stay what they are", 0, 0,
     {BLEND(20, 21, 1, 21, 20, 1, 0xF), DISABLED(0), DISABLED(0)},
     1, {RGBA8}, false, false, NOOP,
     {{RGBA8, true, {20, 21, 1}, {21, 20, 1}, 0xF}}},
    {"case 14: color factor in the alpha source", 0, 0,
     {BLEND(5, 6, 1, 3, 1, 1, 0xF), DISABLED(0), DISABLED(0)},
     1, {RGBA8}, true, false, 0, {HOLE}},
    {"case 14: color factor in the alpha destination", 0, 0,
     {BLEND(5, 6, 1, 1, 17, 1, 0xF), DISABLED(0), DISABLED(0)},
     1, {RGBA8}, true, false, 0, {HOLE}},
    {"case 15: the same, disabled", 0, 0,
     {{0, 0, D3D12_BLEND_SRC_ALPHA, D3D12_BLEND_INV_SRC_ALPHA,
       D3D12_BLEND_OP_MAX, D3D12_BLEND_SRC_COLOR, D3D12_BLEND_INV_SRC1_COLOR,
       D3D12_BLEND_OP_MIN, D3D12_LOGIC_OP_XOR, 0x6},
      DISABLED(0), DISABLED(0)},
     1, {RGBA8}, false, false, NOOP, {PLAIN(RGBA8, 0x6)}},
    {"case 16: zero-filled writes nothing", 0, 0, {{0}, {0}, {0}},
     1, {RGBA8}, false, false, NOOP, {PLAIN(RGBA8, 0)}},
    {"case 17: zero-filled LogicOp is CLEAR", 0, 0,
     {LOGIC(0, 0xF), DISABLED(0), DISABLED(0)},
     1, {R32U}, false, true, 0, {PLAIN(R32U, 0xF)}},
    {"the logic operation of entry 0 alone", 0, 0,
     {LOGIC(9, 0x3), LOGIC(14, 0xC), BLEND_C},
     3, {R32U, R32U, R32U}, false, true, 9,
     {PLAIN(R32U, 3), PLAIN(R32U, 3), PLAIN(R32U, 3)}},
    {"entry 1's LogicOpEnable is not looked at", 0, 1,
     {DISABLED(0x3), LOGIC(POISON, 0xC), DISABLED(0)},
     2, {R32U, R32U}, false, false, NOOP, {PLAIN(R32U, 3), PLAIN(R32U, 0xC)}},
    {"no such logic operation", 0, 0,
     {LOGIC(16, 0xF), DISABLED(0), DISABLED(0)},
     1, {R32U}, true, false, 0, {HOLE}},
    {"blending beside a logic operation", 0, 1,
     {LOGIC(2, 0xF), BLEND_A, DISABLED(0)},
     2, {R32U, RGBA8}, true, false, 0, {HOLE}},
    {"case 25: a format beyond NumRenderTargets is not looked at", 0, 0,
     {BLEND_A, DISABLED(0), DISABLED(0)},
     1, {RGBA8, RGBA16F, BC1}, false, false, NOOP, {WANT_A(RGBA8)}},
    {"case 26: UNKNOWN is a hole", 0, 0,
     {BLEND_A, DISABLED(0), DISABLED(0)},
     3, {0, RGBA16F, RGBA8}, false, false, NOOP,
     {HOLE, WANT_A(RGBA16F), WANT_A(RGBA8)}},
    {"a hole's entry is not looked at", 0, 1,
     {BLEND_B, BLEND(POISON, 0, 0, 3, 0, 0, 0x5A), BLEND_C},
     3, {RGBA8, 0, RGBA8}, false, false, NOOP,
     {WANT_B(RGBA8), HOLE, WANT_C(RGBA8)}},
    {"case 27: two sources beside a hole", 0, 1,
     {BLEND_DUAL, DISABLED(0), DISABLED(0)},
     2, {RGBA8, 0}, false, false, NOOP, {WANT_DUAL(RGBA8), HOLE}},
    {"case 40: coverage by alpha, slot 0 a hole", 1, 0,
     {DISABLED(0xF), DISABLED(0), DISABLED(0)},
     2, {0, RGBA8}, false, false, NOOP, {HOLE, PLAIN(RGBA8, 0xF)}},
    {"case 44: an output that is not declared keeps its mask", 0, 0,
     {BLEND_A, DISABLED(0), DISABLED(0)},
     2, {RGBA8, RGBA16F}, false, false, NOOP,
     {WANT_A(RGBA8), WANT_A(RGBA16F)}},
    {"a mask beyond alpha", 0, 0, {DISABLED(0x10), DISABLED(0), DISABLED(0)},
     1, {RGBA8}, true, false, 0, {HOLE}},
    {"no such factor in entry 1", 0, 1,
     {BLEND_A, BLEND(1, 12, 1, 1, 1, 1, 0xF), DISABLED(0)},
     2, {RGBA8, RGBA8}, true, false, 0, {HOLE}},
    {"a typeless target", 0, 0, {DISABLED(0xF), DISABLED(0), DISABLED(0)},
     2, {RGBA8, TYPELESS}, true, false, 0, {HOLE}},
    {"a compressed target", 0, 0, {DISABLED(0xF), DISABLED(0), DISABLED(0)},
     1, {BC1}, true, false, 0, {HOLE}},
    {"no targets", 1, 0, {BLEND_A, DISABLED(0), DISABLED(0)},
     0, {RGBA8}, false, false, NOOP, {HOLE}},
};
/* clang-format on */

/* The pso of `row`; its shader declares outputs 0 and 2, never 1. */
static struct ombre_pso pso_of(const struct row *row)
{
    static const float factor[4] = {0.125f, -3.0f, 70000.0f, 0.75f};
    struct ombre_pso pso;

    memset(&pso, 0x5A, sizeof(pso));
    pso.null_desc = false;
    pso.api = OMBRE_API_D3D12;
    pso.BlendState.AlphaToCoverageEnable = row->alpha_to_coverage;
    pso.BlendState.IndependentBlendEnable = row->independent;
    memcpy(pso.BlendState.RenderTarget, row->entry, sizeof(row->entry));
    memcpy(pso.BlendFactor, factor, sizeof(factor));
    pso.SampleMask = 0xDEADBEEF;
    pso.NumRenderTargets = row->count;
    for (unsigned i = 0; i < SHOWN; i++)
        pso.RTVFormats[i] = (DXGI_FORMAT) row->format[i];
    pso.SampleDesc.Count = 4;
    memset(&pso.shader, 0, sizeof(pso.shader));
    pso.shader.bound = true;
    pso.shader.output[0].type = OMBRE_OUTPUT_FLOAT;
    pso.shader.output[0].components = 0xB;
    pso.shader.output[2].type = OMBRE_OUTPUT_SINT;
    pso.shader.output[2].components = 0x3;
    pso.shader.coverage = OMBRE_COVERAGE_MASK;
    pso.shader.coverage_mask = 0xA5;
    return pso;
}

static void expect_shared(const struct row *row, const struct ombre_pso *pso,
                          const struct ombre_state *got)
{
    expect(row->name, "target_count", got->target_count, row->count);
    expect(row->name, "logic_op_enable", got->logic_op_enable,
           row->logic_op_enable);
    expect(row->name, "logic_op", got->logic_op, row->logic_op);
    expect(row->name, "alpha_to_coverage", got->alpha_to_coverage,
           row->alpha_to_coverage != 0);
    expect(row->name, "sample_mask", got->sample_mask, 0xDEADBEEF);
    expect(row->name, "sample_count", got->sample_count, 4);
    assert_memory_equal(got->blend_factor, pso->BlendFactor,
                        sizeof(got->blend_factor));
    assert_true(got->shader.bound);
    expect(row->name, "coverage", got->shader.coverage, OMBRE_COVERAGE_MASK);
    expect(row->name, "coverage_mask", got->shader.coverage_mask, 0xA5);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        expect(row->name, "output type", got->shader.output[i].type,
               pso->shader.output[i].type);
        expect(row->name, "components", got->shader.output[i].components,
               pso->shader.output[i].components);
    }
}

static void test_rows(void **unused)
{
    static const struct want_target hole = HOLE;
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
        expect_shared(row, &pso, &state);
        for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
            const bool listed = t < row->count;
            expect_target(row->name, &state.target[t],
                          listed ? &row->want[t] : &hole);
            compared += listed;
        }
    }
    assert_int_equal(compared, 36);
}

/* --- Sweeps -------------------------------------------------------------- */

/* Bit n: n is a factor (FS 17.1; 12 and 13 are reserved, 20 and 21 are new in
 * Direct3D 12), and may stand in an alpha slot (FS 17.2). */
enum {
    COLOR_FACTORS_11 = 0x0FCFFE,
    COLOR_FACTORS_12 = 0x3FCFFE,
    ALPHA_FACTORS_11 = 0x0CC9E6,
    ALPHA_FACTORS_12 = 0x3CC9E6,
    OPS = 0x3E,
    LOGIC_OPS = 0xFFFF,
};

enum slot { SRC, DEST, OP, SRC_ALPHA, DEST_ALPHA, OP_ALPHA, LOGIC_OP, SLOTS };

static void set_slot(D3D12_RENDER_TARGET_BLEND_DESC *entry, enum slot slot,
                     unsigned value)
{
    switch (slot) {
    case SRC: entry->SrcBlend = (D3D12_BLEND) value; break;
    case DEST: entry->DestBlend = (D3D12_BLEND) value; break;
    case OP: entry->BlendOp = (D3D12_BLEND_OP) value; break;
    case SRC_ALPHA: entry->SrcBlendAlpha = (D3D12_BLEND) value; break;
    case DEST_ALPHA: entry->DestBlendAlpha = (D3D12_BLEND) value; break;
    case OP_ALPHA: entry->BlendOpAlpha = (D3D12_BLEND_OP) value; break;
    case LOGIC_OP:
        entry->BlendEnable = 0;
        entry->LogicOpEnable = 1;
        entry->LogicOp = (D3D12_LOGIC_OP) value;
        break;
    case SLOTS: break;
    }
}

static const struct sweep {
    const char *name;
    enum ombre_api api;
    unsigned legal[SLOTS];
} sweeps[] = {
    {"D3D11.1",
     OMBRE_API_D3D11_1,
     {COLOR_FACTORS_11, COLOR_FACTORS_11, OPS, ALPHA_FACTORS_11,
      ALPHA_FACTORS_11, OPS, LOGIC_OPS}},
    {"D3D12",
     OMBRE_API_D3D12,
     {COLOR_FACTORS_12, COLOR_FACTORS_12, OPS, ALPHA_FACTORS_12,
      ALPHA_FACTORS_12, OPS, LOGIC_OPS}},
};

static bool accepts(enum ombre_api api, enum slot slot, unsigned value)
{
    struct ombre_pso pso = ombre_pso_default();
    struct ombre_state state;

    pso.api = api;
    pso.NumRenderTargets = 1;
    pso.RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UNORM;
    pso.BlendState.RenderTarget[0].BlendEnable = 1;
    set_slot(&pso.BlendState.RenderTarget[0], slot, value);
    return ombre_state_from_pso(&pso, &state);
}

static void test_each_slot_takes_what_direct3d_takes(void **unused)
{
    unsigned taken = 0;

    (void) unused;
    for (size_t s = 0; s < COUNT(sweeps); s++) {
        for (unsigned slot = 0; slot < SLOTS; slot++) {
            for (unsigned value = 0; value < 32; value++) {
                const bool want = sweeps[s].legal[slot] >> value & 1;
                const bool got =
                    accepts(sweeps[s].api, (enum slot) slot, value);
                if (got != want)
                    fail_msg("%s: slot %u, value %u: %s", sweeps[s].name, slot,
                             value, got ? "taken" : "refused");
                taken += got;
            }
            assert_false(accepts(sweeps[s].api, (enum slot) slot, 0x101));
            assert_false(accepts(sweeps[s].api, (enum slot) slot, 0x80000001));
            assert_false(accepts(sweeps[s].api, (enum slot) slot, 0xffffffff));
        }
    }
    assert_int_equal(taken, (17 + 17 + 5 + 11 + 11 + 5 + 16) +
                                (19 + 19 + 5 + 13 + 13 + 5 + 16));
}

static void test_all_eight_targets_are_read(void **unused)
{
    static const DXGI_FORMAT formats[OMBRE_MAX_TARGETS] = {
        DXGI_FORMAT_R8_UNORM,          DXGI_FORMAT_R16_FLOAT,
        DXGI_FORMAT_R32_FLOAT,         DXGI_FORMAT_R8G8_UNORM,
        DXGI_FORMAT_B8G8R8A8_UNORM,    DXGI_FORMAT_R10G10B10A2_UNORM,
        DXGI_FORMAT_R16G16B16A16_UINT, DXGI_FORMAT_R32G32B32A32_FLOAT,
    };
    struct ombre_pso pso = ombre_pso_default();
    struct ombre_state state;

    (void) unused;
    pso.NumRenderTargets = OMBRE_MAX_TARGETS;
    pso.BlendState.IndependentBlendEnable = 1;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        D3D12_RENDER_TARGET_BLEND_DESC *entry = &pso.BlendState.RenderTarget[i];
        pso.RTVFormats[i] = formats[i];
        entry->BlendEnable = 1;
        entry->SrcBlend = (D3D12_BLEND) (i + 3);
        entry->RenderTargetWriteMask = (uint8_t) (15 - i);
    }
    assert_true(ombre_state_from_pso(&pso, &state));
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const struct want_target want = {
            (unsigned) formats[i], true, {i + 3, 1, 1}, {2, 1, 1}, 15 - i};
        expect_target("eight", &state.target[i], &want);
    }
}

/* --- Counts and what lies around the blend state -------------------------- */

static const struct edge {
    const char *name;
    enum ombre_api api;
    uint32_t targets, samples, quality;
    bool bound;
    DXGI_FORMAT format;
    bool ok;
} edges[] = {
    {"eight targets", OMBRE_API_D3D12, 8, 1, 0, true, RGBA8, true},
    {"nine targets", OMBRE_API_D3D12, 9, 1, 0, true, RGBA8, false},
    {"nine targets, no shader", OMBRE_API_D3D12, 9, 1, 0, false, RGBA8, false},
    {"2^32-1 targets", OMBRE_API_D3D12, ~0u, 1, 0, true, RGBA8, false},
    {"no samples", OMBRE_API_D3D12, 1, 0, 0, true, RGBA8, false},
    {"sixteen samples", OMBRE_API_D3D12, 1, 16, 0, true, RGBA8, true},
    {"seventeen samples", OMBRE_API_D3D12, 1, 17, 0, true, RGBA8, false},
    {"any quality", OMBRE_API_D3D12, 1, 4, ~0u, true, RGBA8, true},
    {"no shader, typeless", OMBRE_API_D3D12, 1, 1, 0, false, TYPELESS, true},
    {"shader, typeless", OMBRE_API_D3D12, 1, 1, 0, true, TYPELESS, false},
    {"no such format", OMBRE_API_D3D12, 1, 1, 0, true, (DXGI_FORMAT) 0x7fff,
     false},
    {"no such API", (enum ombre_api) 6, 1, 1, 0, true, RGBA8, false},
};

static void test_edges(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < COUNT(edges); i++) {
        const struct edge *edge = &edges[i];
        struct ombre_pso pso = ombre_pso_default();
        struct ombre_state state;

        pso.api = edge->api;
        pso.NumRenderTargets = edge->targets;
        pso.RTVFormats[0] = edge->format;
        pso.SampleDesc.Count = edge->samples;
        pso.SampleDesc.Quality = edge->quality;
        pso.shader.bound = edge->bound;
        expect(edge->name, "success", ombre_state_from_pso(&pso, &state),
               edge->ok);
        if (!edge->ok) {
            expect(edge->name, "a zeroed state", is_zero(&state), true);
            continue;
        }
        expect(edge->name, "sample_count", state.sample_count, edge->samples);
        expect(edge->name, "a format", state.target[0].format != NULL,
               edge->format == RGBA8);
    }
}

static void test_a_shader_of_no_known_kind_is_refused(void **unused)
{
    struct ombre_state state;
    struct ombre_pso pso = ombre_pso_default();

    (void) unused;
    pso.shader.output[0].type = (enum ombre_output_type) 4;
    assert_false(ombre_state_from_pso(&pso, &state));
    pso = ombre_pso_default();
    pso.shader.output[7].type = (enum ombre_output_type) 4;
    assert_false(ombre_state_from_pso(&pso, &state));
    pso = ombre_pso_default();
    pso.shader.output[7].components = 0x10;
    assert_false(ombre_state_from_pso(&pso, &state));
    pso = ombre_pso_default();
    pso.shader.coverage = (enum ombre_coverage_export) 3;
    assert_false(ombre_state_from_pso(&pso, &state));
    pso.shader.coverage = OMBRE_COVERAGE_PER_PIXEL;
    pso.shader.output[7].type = OMBRE_OUTPUT_SINT;
    pso.shader.output[7].components = 0xF;
    assert_true(ombre_state_from_pso(&pso, &state));
}

/* Case 43 and the page of D3D12_BLEND_DESC. */
static void test_defaults(void **unused)
{
    const struct ombre_pso pso = ombre_pso_default();
    struct ombre_state state;

    (void) unused;
    assert_int_equal(pso.api, OMBRE_API_D3D12);
    assert_int_equal(pso.BlendState.AlphaToCoverageEnable, 0);
    assert_int_equal(pso.BlendState.IndependentBlendEnable, 0);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        const D3D12_RENDER_TARGET_BLEND_DESC *entry =
            &pso.BlendState.RenderTarget[i];
        assert_int_equal(entry->BlendEnable, 0);
        assert_int_equal(entry->LogicOpEnable, 0);
        assert_int_equal(entry->SrcBlend, 2);
        assert_int_equal(entry->DestBlend, 1);
        assert_int_equal(entry->BlendOp, 1);
        assert_int_equal(entry->SrcBlendAlpha, 2);
        assert_int_equal(entry->DestBlendAlpha, 1);
        assert_int_equal(entry->BlendOpAlpha, 1);
        assert_int_equal(entry->LogicOp, 4);
        assert_int_equal(entry->RenderTargetWriteMask, 15);
        assert_int_equal(pso.RTVFormats[i], 0);
        assert_int_equal(pso.shader.output[i].type, OMBRE_OUTPUT_NONE);
    }
    for (unsigned i = 0; i < 4; i++)
        assert_true(pso.BlendFactor[i] == 1.0f);
    assert_int_equal(pso.SampleMask, 0xffffffff);
    assert_int_equal(pso.NumRenderTargets, 0);
    assert_int_equal(pso.DSVFormat, 0);
    assert_int_equal(pso.SampleDesc.Count, 1);
    assert_int_equal(pso.SampleDesc.Quality, 0);
    assert_false(pso.shader.bound);
    assert_true(ombre_state_from_pso(&pso, &state));
    assert_false(state.shader.bound);
}

/* NaN, infinities and their payloads pass: no runtime checks them. */
static void test_the_blend_factor_passes_bit_by_bit(void **unused)
{
    static const uint32_t bits[4] = {0x7FA00001, 0xFF800000, 0x80000000,
                                     0x00000001};
    struct ombre_pso pso = ombre_pso_default();
    struct ombre_state state;

    (void) unused;
    memcpy(pso.BlendFactor, bits, sizeof(bits));
    assert_true(ombre_state_from_pso(&pso, &state));
    assert_memory_equal(state.blend_factor, bits, sizeof(bits));
}

/* --- Dual source --------------------------------------------------------- */

static const struct dual_row {
    const char *name;
    struct ombre_target target;
    bool want;
} dual_rows[] = {
    {"color src",
     {.blend_enable = true,
      .color = {OMBRE_SRC1_COLOR, OMBRE_ZERO, OMBRE_OP_ADD},
      .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD}},
     true},
    {"color dest",
     {.blend_enable = true,
      .color = {OMBRE_ONE, OMBRE_INV_SRC1_COLOR, OMBRE_OP_ADD},
      .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD}},
     true},
    {"alpha src",
     {.blend_enable = true,
      .color = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
      .alpha = {OMBRE_SRC1_ALPHA, OMBRE_ZERO, OMBRE_OP_ADD}},
     true},
    {"alpha dest",
     {.blend_enable = true,
      .color = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
      .alpha = {OMBRE_ONE, OMBRE_INV_SRC1_ALPHA, OMBRE_OP_ADD}},
     true},
    {"with MIN, which ignores factors",
     {.blend_enable = true,
      .color = {OMBRE_SRC1_ALPHA, OMBRE_ZERO, OMBRE_OP_MIN},
      .alpha = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD}},
     true},
    {"disabled",
     {.blend_enable = false,
      .color = {OMBRE_SRC1_COLOR, OMBRE_INV_SRC1_COLOR, OMBRE_OP_ADD},
      .alpha = {OMBRE_SRC1_ALPHA, OMBRE_INV_SRC1_ALPHA, OMBRE_OP_ADD}},
     false},
    {"one source",
     {.blend_enable = true,
      .color = {OMBRE_INV_BLEND_FACTOR, OMBRE_ALPHA_FACTOR, OMBRE_OP_ADD},
      .alpha = {OMBRE_SRC_ALPHA, OMBRE_DEST_ALPHA, OMBRE_OP_ADD}},
     false},
};

static void test_dual_source(void **unused)
{
    (void) unused;
    for (size_t i = 0; i < COUNT(dual_rows); i++)
        expect(dual_rows[i].name, "dual source",
               ombre_target_is_dual_source(&dual_rows[i].target),
               dual_rows[i].want);
    for (unsigned factor = 0; factor < 64; factor++)
        expect("factor", "second source",
               ombre_factor_is_src1((enum ombre_factor) factor),
               factor >= 16 && factor <= 19);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_each_slot_takes_what_direct3d_takes),
        cmocka_unit_test(test_all_eight_targets_are_read),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_a_shader_of_no_known_kind_is_refused),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_the_blend_factor_passes_bit_by_bit),
        cmocka_unit_test(test_dual_source),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
