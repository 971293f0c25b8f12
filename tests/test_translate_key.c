/* tests/test_translate_key.c - equal keys for states that draw alike, and
 * different ones for all others
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "translate_key.h"

#define RT(i) pso->BlendState.RenderTarget[i]

/* --- What draws alike ---------------------------------------------------- */

static void hole_entry(struct ombre_pso *pso)
{
    memset(&RT(1), 0xA5, sizeof RT(1));
    RT(1).LogicOpEnable = 0;
}

static void entries_beyond(struct ombre_pso *pso)
{
    memset(&RT(3), 0, 5 * sizeof RT(3));
}

static void padding(struct ombre_pso *pso)
{
    for (unsigned i = 0; i < 8; i++)
        memset((unsigned char *) &RT(i) +
                   offsetof(D3D12_RENDER_TARGET_BLEND_DESC,
                            RenderTargetWriteMask) +
                   1,
               (int) (17 * i), 3);
}

static void other_true(struct ombre_pso *pso)
{
    RT(0).BlendEnable = -1;
    pso->BlendState.IndependentBlendEnable = 0x100;
}

static void logic_op_not_enabled(struct ombre_pso *pso)
{
    RT(0).LogicOp = D3D12_LOGIC_OP_XOR;
}

static void trailing_holes(struct ombre_pso *pso)
{
    pso->NumRenderTargets = 7;
}

static void alpha_factor_in_alpha_slot(struct ombre_pso *pso)
{
    RT(0).DestBlendAlpha = D3D12_BLEND_ALPHA_FACTOR;
}

static void quality(struct ombre_pso *pso)
{
    pso->SampleDesc.Quality = 3;
}

static void not_in_the_key(struct ombre_pso *pso)
{
    pso->RTVFormats[0] = DXGI_FORMAT_B8G8R8A8_UNORM;
    pso->SampleMask = 0x5A;
    pso->BlendFactor[1] = 7;
    pso->DSVFormat = DXGI_FORMAT_D32_FLOAT;
}

static void (*const alike[])(struct ombre_pso *) = {
    hole_entry,
    entries_beyond,
    padding,
    other_true,
    logic_op_not_enabled,
    trailing_holes,
    alpha_factor_in_alpha_slot,
    quality,
    not_in_the_key,
};

static void states_that_draw_alike(void **cmocka)
{
    (void) cmocka;
    const struct ombre_pso base = base_pso();
    const struct key want = key_of(&base);

    for (size_t i = 0; i < COUNT(alike); i++) {
        struct ombre_pso pso = base;
        alike[i](&pso);
        if (!is_equal(key_of(&pso), want))
            fail_msg("alike[%zu] changes the key", i);
    }
}

/* Pairs of settings of target 0 between which only a field differs that does
 * not count there. */

static void blending_off(struct ombre_pso *a, struct ombre_pso *b)
{
    a->BlendState.RenderTarget[0].BlendEnable = 0;
    *b = *a;
    b->BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_SRC1_ALPHA;
    b->BlendState.RenderTarget[0].BlendOpAlpha = (D3D12_BLEND_OP) 77;
}

static void factors_of_min_and_max(struct ombre_pso *a, struct ombre_pso *b)
{
    a->BlendState.RenderTarget[0].BlendOp = D3D12_BLEND_OP_MAX;
    a->BlendState.RenderTarget[0].BlendOpAlpha = D3D12_BLEND_OP_MIN;
    *b = *a;
    b->BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_DEST_COLOR;
    b->BlendState.RenderTarget[0].DestBlend = D3D12_BLEND_ZERO;
    b->BlendState.RenderTarget[0].SrcBlendAlpha = D3D12_BLEND_ONE;
    b->BlendState.RenderTarget[0].DestBlendAlpha = D3D12_BLEND_ZERO;
}

static void masked_alpha(struct ombre_pso *a, struct ombre_pso *b)
{
    a->BlendState.RenderTarget[0].RenderTargetWriteMask = 0x7;
    *b = *a;
    b->BlendState.RenderTarget[0].SrcBlendAlpha = D3D12_BLEND_ONE;
    b->BlendState.RenderTarget[0].DestBlendAlpha = D3D12_BLEND_ZERO;
    b->BlendState.RenderTarget[0].BlendOpAlpha = D3D12_BLEND_OP_ADD;
}

static void masked_color(struct ombre_pso *a, struct ombre_pso *b)
{
    a->BlendState.RenderTarget[0].RenderTargetWriteMask = 0x8;
    *b = *a;
    b->BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_ONE;
    b->BlendState.RenderTarget[0].DestBlend = D3D12_BLEND_ZERO;
    b->BlendState.RenderTarget[0].BlendOp = D3D12_BLEND_OP_ADD;
}

static void mask_of_what_is_missing(struct ombre_pso *a, struct ombre_pso *b)
{
    a->RTVFormats[0] = DXGI_FORMAT_R8G8_UNORM;
    a->BlendState.RenderTarget[0].RenderTargetWriteMask = 0x3;
    *b = *a;
    b->BlendState.RenderTarget[0].RenderTargetWriteMask = 0xF;
}

static void not_declared(struct ombre_pso *a, struct ombre_pso *b)
{
    a->shader.output[0].type = OMBRE_OUTPUT_NONE;
    *b = *a;
    b->BlendState.RenderTarget[0].RenderTargetWriteMask = 0;
    b->BlendState.RenderTarget[0].BlendEnable = 0;
}

static void exported_coverage(struct ombre_pso *a, struct ombre_pso *b)
{
    a->shader.coverage = OMBRE_COVERAGE_MASK;
    *b = *a;
    b->BlendState.AlphaToCoverageEnable = 1;
}

static void one_entry_for_all(struct ombre_pso *a, struct ombre_pso *b)
{
    a->BlendState.RenderTarget[2] = a->BlendState.RenderTarget[0];
    *b = *a;
    b->BlendState.IndependentBlendEnable = 0;
    memset(&b->BlendState.RenderTarget[2], 0x5A,
           sizeof b->BlendState.RenderTarget[2]);
}

static void fields_that_do_not_count(void **cmocka)
{
    (void) cmocka;
    static void (*const pairs[])(struct ombre_pso *, struct ombre_pso *) = {
        blending_off,      factors_of_min_and_max,  masked_alpha,
        masked_color,      mask_of_what_is_missing, not_declared,
        exported_coverage, one_entry_for_all,
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        struct ombre_pso a = base_pso(), b;
        pairs[i](&a, &b);
        if (!is_equal(key_of(&a), key_of(&b)))
            fail_msg("pairs[%zu] have different keys", i);
    }
}

/* --- What does not ------------------------------------------------------- */

/* Every value of every field that counts, on each target: all keys differ. */

enum field {
    SRC,
    DEST,
    OP,
    SRC_ALPHA,
    DEST_ALPHA,
    OP_ALPHA,
    MASK,
    ENABLE,
    FIELDS
};

static void set(D3D12_RENDER_TARGET_BLEND_DESC *entry, enum field field,
                unsigned value)
{
    switch (field) {
    case SRC: entry->SrcBlend = (D3D12_BLEND) value; break;
    case DEST: entry->DestBlend = (D3D12_BLEND) value; break;
    case OP: entry->BlendOp = (D3D12_BLEND_OP) value; break;
    case SRC_ALPHA: entry->SrcBlendAlpha = (D3D12_BLEND) value; break;
    case DEST_ALPHA: entry->DestBlendAlpha = (D3D12_BLEND) value; break;
    case OP_ALPHA: entry->BlendOpAlpha = (D3D12_BLEND_OP) value; break;
    case MASK: entry->RenderTargetWriteMask = (uint8_t) value; break;
    case ENABLE: entry->BlendEnable = (int32_t) value; break;
    case FIELDS: break;
    }
}

/* Values of `field` that all act differently.  Alpha slots take no _COLOR
 * factors, and 20 and 21 are what 14 and 15 are there. */
static unsigned values(enum field field, unsigned out[24], bool dual)
{
    static const unsigned colors[] = {1,  2,  3,  4,  5,  6,  7,  8,  9, 10,
                                      11, 14, 15, 20, 21, 16, 17, 18, 19};
    /* Not SRC_ALPHA_SAT, which is ONE there. */
    static const unsigned alphas[] = {1, 2, 5, 6, 7, 8, 14, 15, 18, 19};
    unsigned count = 0;

    switch (field) {
    case SRC:
    case DEST:
        count = dual ? 19 : 15;
        memcpy(out, colors, count * sizeof *out);
        break;
    case SRC_ALPHA:
    case DEST_ALPHA:
        count = dual ? 10 : 8;
        memcpy(out, alphas, count * sizeof *out);
        break;
    case OP:
    case OP_ALPHA:
        for (unsigned v = 1; v <= 5; v++)
            out[count++] = v;
        break;
    case MASK:
        for (unsigned v = 0; v < 16; v++)
            out[count++] = v;
        break;
    case ENABLE:
        for (unsigned v = 0; v < 2; v++)
            out[count++] = v;
        break;
    case FIELDS: break;
    }
    return count;
}

static void assert_all_differ(const struct key *keys, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < i; j++)
            assert_false(is_equal(keys[i], keys[j]));
}

static void every_value_of_every_field(void **cmocka)
{
    (void) cmocka;
    unsigned compared = 0;

    for (unsigned target = 0; target <= 2; target += 2)
        for (unsigned f = 0; f < FIELDS; f++) {
            struct ombre_pso pso = base_pso();
            struct key keys[24];
            unsigned value[24];
            /* A second source takes output 1, and slot 2 for itself. */
            const bool dual = target == 0;
            if (dual) {
                pso.NumRenderTargets = 1;
                pso.RTVFormats[2] = DXGI_FORMAT_UNKNOWN;
            }
            const unsigned count = values((enum field) f, value, dual);
            for (unsigned i = 0; i < count; i++) {
                set(&pso.BlendState.RenderTarget[target], (enum field) f,
                    value[i]);
                keys[i] = key_of(&pso);
            }
            assert_all_differ(keys, count);
            compared += count;
        }
    assert_int_equal(compared, (15 + 19 + 8 + 10 + 5) * 2 + 5 * 2 + 16 * 2 + 4);
}

/* Neither equation is taken for the other, nor a target for its neighbour. */
static void what_all_targets_share(void **cmocka)
{
    (void) cmocka;
    struct key keys[8 + 16];
    unsigned count = 0;
    struct ombre_pso pso = base_pso();

    keys[count++] = key_of(&pso);
    pso.BlendState.AlphaToCoverageEnable = 1;
    keys[count++] = key_of(&pso);
    for (unsigned samples = 2; samples <= 8; samples *= 2) {
        pso.SampleDesc.Count = samples;
        keys[count++] = key_of(&pso);
    }
    /* A hole is no target with mask 0. */
    pso = base_pso();
    pso.RTVFormats[1] = DXGI_FORMAT_R8_UNORM;
    pso.BlendState.RenderTarget[1] = pso.BlendState.RenderTarget[0];
    pso.BlendState.RenderTarget[1].RenderTargetWriteMask = 0;
    keys[count++] = key_of(&pso);
    /* The targets in the other order. */
    pso = base_pso();
    pso.BlendState.RenderTarget[2] = base_pso().BlendState.RenderTarget[0];
    pso.BlendState.RenderTarget[0] = base_pso().BlendState.RenderTarget[2];
    keys[count++] = key_of(&pso);
    assert_int_equal(count, 7);
    assert_all_differ(keys, count);
}

static void every_logic_op(void **cmocka)
{
    (void) cmocka;
    struct ombre_pso pso = base_pso();
    struct key keys[17];

    pso.BlendState.IndependentBlendEnable = 0;
    pso.BlendState.RenderTarget[0].BlendEnable = 0;
    pso.RTVFormats[0] = DXGI_FORMAT_R32_UINT;
    pso.RTVFormats[2] = DXGI_FORMAT_R8G8B8A8_UINT;
    keys[16] = key_of(&pso);
    for (unsigned op = 0; op < 16; op++) {
        pso.BlendState.RenderTarget[0].LogicOpEnable = 1;
        pso.BlendState.RenderTarget[0].LogicOp = (D3D12_LOGIC_OP) op;
        keys[op] = key_of(&pso);
    }
    assert_all_differ(keys, 17);
}

/* A key is written to disk: its bits may change only with the version. */
static void bits_of_version_1(void **cmocka)
{
    (void) cmocka;
    struct ombre_pso pso = base_pso();
    struct key key;

    pso.BlendState.AlphaToCoverageEnable = 1;
    pso.SampleDesc.Count = 4;
    key = key_of(&pso);
    assert_int_equal(OMBRE_KEY_VERSION, 1);
    assert_int_equal(key.word[0], 1 | 1 << 13 | 2 << 15);
    assert_int_equal(
        key.word[1],
        VK_BLEND_FACTOR_SRC_ALPHA | VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR << 5 |
            VK_BLEND_FACTOR_DST_ALPHA << 10 |
            VK_BLEND_FACTOR_CONSTANT_ALPHA << 15 | VK_BLEND_OP_SUBTRACT << 20 |
            VK_BLEND_OP_REVERSE_SUBTRACT << 23 | 0xE << 26 | 1 << 30);
    for (unsigned i = 1; i < 8; i++)
        if (i != 2)
            assert_int_equal(key.word[1 + i], UINT32_C(1) << 31);

    pso.BlendState.IndependentBlendEnable = 0;
    pso.BlendState.RenderTarget[0].BlendEnable = 0;
    pso.BlendState.RenderTarget[0].LogicOpEnable = 1;
    pso.BlendState.RenderTarget[0].LogicOp = D3D12_LOGIC_OP_EQUIV;
    pso.RTVFormats[0] = pso.RTVFormats[2] = DXGI_FORMAT_R8G8B8A8_UINT;
    pso.BlendState.AlphaToCoverageEnable = 0;
    key = key_of(&pso);
    assert_int_equal(key.word[0],
                     1 | VK_LOGIC_OP_EQUIVALENT << 8 | 1 << 12 | 2 << 15);
    assert_int_equal(key.word[3], 0xE << 26);

    pso = base_pso();
    pso.NumRenderTargets = 1;
    pso.RTVFormats[2] = DXGI_FORMAT_UNKNOWN;
    pso.BlendState.RenderTarget[0].SrcBlend = D3D12_BLEND_SRC1_COLOR;
    assert_int_equal(key_of(&pso).word[0], 1 | 1 << 14);
}

/* A device without a format or feature does not change the key. */
static void same_on_every_device(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts all = ombre_vk_facts_all();
    const struct ombre_vk_facts least = ombre_vk_facts_minimum();
    struct ombre_pso pso = base_pso();
    struct ombre_state state;
    struct ombre_translation a, b;

    pso.RTVFormats[0] = DXGI_FORMAT_A8_UNORM;
    pso.RTVFormats[2] = DXGI_FORMAT_B8G8R8X8_UNORM;
    assert_true(ombre_state_from_pso(&pso, &state));
    assert_int_equal(ombre_translate(&state, &all, &a), OMBRE_TRANSLATE_OK);
    assert_int_equal(ombre_translate(&state, &least, &b),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_memory_equal(a.key, b.key, sizeof a.key);
    assert_int_equal(a.key[1] >> 26 & 0xF, 8);
    assert_int_equal(a.key[3] >> 26 & 0xF, 6);

    /* What Direct3D rejects has none. */
    state.target[0].write_mask = 0xFF;
    assert_int_equal(ombre_translate(&state, &all, &a),
                     OMBRE_TRANSLATE_INVALID);
    for (unsigned i = 0; i < COUNT(a.key); i++)
        assert_int_equal(a.key[i], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_that_draw_alike),
        cmocka_unit_test(fields_that_do_not_count),
        cmocka_unit_test(every_value_of_every_field),
        cmocka_unit_test(what_all_targets_share),
        cmocka_unit_test(every_logic_op),
        cmocka_unit_test(bits_of_version_1),
        cmocka_unit_test(same_on_every_device),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
