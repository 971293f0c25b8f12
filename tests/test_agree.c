/* tests/test_agree.c - Direct3D's model == Vulkan's model, through
 * ombre_translate(), for every factor pair, operation and slot
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "agree.h"
#include "d3d_model.h"
#include "ombre/translate.h"
#include "vk_model.h"

/* --- Operands: no two components share a value --------------------------- */

struct operands {
    const char *name;
    double base, step; /* output[n][c] = base + step * (4n + c) */
    double dest[4];
    float constant[4];
};

static const struct operands sets[] = {
    {"in range",
     0.0625,
     0.0269,
     {0.171, 0.313, 0.437, 0.613},
     {0.19f, 0.47f, 0.67f, 0.71f}},
    {"opaque, so that saturation is 1 - Ad",
     0.93,
     -0.0173,
     {0.231, 0.373, 0.497, 0.853},
     {0.83f, 0.29f, 0.53f, 0.37f}},
    {"out of range",
     -1.87,
     0.1913,
     {-0.271, 0.919, -0.443, 0.753},
     {1.7f, -2.3f, 0.61f, -0.83f}},
};

/* What the X bits and components that are not there hold. */
static const double poison = 0.777;

static void fill_outputs(const struct operands *set, double output[8][4])
{
    for (unsigned n = 0; n < 8; n++)
        for (unsigned c = 0; c < 4; c++)
            output[n][c] = set->base + set->step * (4 * n + c);
}

/* --- Comparing ----------------------------------------------------------- */

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool in_red(const struct ombre_format *format, VkFormat vk_format)
{
    return format->dxgi == 65 && vk_format == VK_FORMAT_R8_UNORM;
}

/* The red component of R8 holds the alpha of A8; all others stand for
 * themselves. */
static unsigned place(const struct ombre_format *format, VkFormat vk_format,
                      unsigned component)
{
    return in_red(format, vk_format) ? (component + 1) % 4 : component;
}

static void compare_target(struct tally *tally, const char *name,
                           const struct ombre_state *state,
                           const struct ombre_vk_state *vk, unsigned target,
                           const struct operands *set)
{
    const struct ombre_format *format = state->target[target].format;
    const VkFormat vk_format = vk->format[target];
    struct d3d_model_source source = {0};
    struct vk_model_shader shader = {.declared = declared_outputs(state)};
    double want[4], stored[4], got[4];

    fill_outputs(set, source.output);
    fill_outputs(set, shader.output);
    for (unsigned c = 0; c < 4; c++)
        stored[place(format, vk_format, c)] =
            format->component[c].bits != 0 ? set->dest[c] : poison;
    d3d_model_blend(state, target, &source, set->dest, want);
    vk_model_blend(vk, target, &shader, stored, got);
    for (unsigned c = 0; c < 4; c++)
        if (format->component[c].bits != 0)
            report(tally, is_same(want[c], got[place(format, vk_format, c)]),
                   name, target, c);
}

static void compare(struct tally *tally, const char *name,
                    struct ombre_state *state,
                    const struct ombre_vk_facts *facts)
{
    for (size_t i = 0; i < COUNT(sets); i++) {
        struct ombre_translation t;
        memcpy(state->blend_factor, sets[i].constant,
               sizeof state->blend_factor);
        if (ombre_translate(state, facts, &t) != OMBRE_TRANSLATE_OK) {
            print_error("%s: %s\n", name, t.reason);
            tally->failed++;
            return;
        }
        for (unsigned n = 0; n < state->target_count; n++)
            if (state->target[n].format != NULL)
                compare_target(tally, name, state, &t.vk, n, &sets[i]);
    }
}

/* --- States -------------------------------------------------------------- */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};

static const enum ombre_blend_op ops[] = {
#define X(id, value, name) OMBRE_OP_##id,
    OMBRE_BLEND_OPS(X)
#undef X
};

enum { EQUATIONS = COUNT(factors) * COUNT(factors) * COUNT(ops) };

static struct ombre_equation equation(unsigned index)
{
    return (struct ombre_equation){
        .src = factors[index % COUNT(factors)],
        .dest = factors[index / COUNT(factors) % COUNT(factors)],
        .op = ops[index / COUNT(factors) / COUNT(factors) % COUNT(ops)],
    };
}

/* Every class, with and without alpha, and those that need a carrier. */
static const unsigned classes[] = {
    28 /* R8G8B8A8_UNORM */,
    49 /* R8G8_UNORM */,
    31 /* R8G8B8A8_SNORM */,
    58 /* R16_SNORM */,
    29 /* R8G8B8A8_UNORM_SRGB */,
    10 /* R16G16B16A16_FLOAT */,
    26 /* R11G11B10_FLOAT */,
    67 /* R9G9B9E5 */,
    65 /* A8_UNORM */,
    88 /* B8G8R8X8_UNORM */,
    93 /* B8G8R8X8_UNORM_SRGB */,
    85 /* B5G6R5_UNORM */,
};

/* One target; output 1 is there too, as the second source needs it. */
static void compare_one(struct tally *tally, const char *slot, unsigned index,
                        unsigned dxgi, const struct ombre_vk_facts *facts)
{
    const struct ombre_equation walked = equation(index);
    const bool is_color = strcmp(slot, "color") == 0;
    struct ombre_state state = empty_state();
    char name[96];

    add_target(&state, ombre_format_find(dxgi), is_color ? walked : other_color,
               is_color ? other_alpha : walked, 0xF);
    state.shader.output[1] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
    snprintf(name, sizeof name, "%s %s/%s/%s on %s", slot,
             ombre_factor_name(walked.src), ombre_factor_name(walked.dest),
             ombre_blend_op_name(walked.op), state.target[0].format->name);
    compare(tally, name, &state, facts);
}

/* --- Tests --------------------------------------------------------------- */

static unsigned components_of_classes(void)
{
    unsigned count = 0;
    for (size_t i = 0; i < COUNT(classes); i++)
        for (unsigned c = 0; c < 4; c++)
            count +=
                ombre_format_find(classes[i])->component[c].bits != 0 ? 1 : 0;
    return count;
}

static void every_equation(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};

    for (unsigned i = 0; i < EQUATIONS; i++)
        for (size_t f = 0; f < COUNT(classes); f++) {
            compare_one(&tally, "color", i, classes[f], &facts);
            compare_one(&tally, "alpha", i, classes[f], &facts);
        }
    assert_int_equal(EQUATIONS, 19 * 19 * 5);
    assert_int_equal(tally.compared,
                     2 * EQUATIONS * COUNT(sets) * components_of_classes());
    assert_int_equal(tally.failed, 0);
}

/* Eight targets, eight equations, masks and formats in one draw, from one set
 * of constants; each target in turn takes each place. */
static void every_target_keeps_its_own(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[8] = {28, 10, 31, 49, 65, 88, 26, 24};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};

    for (unsigned turn = 0; turn < 64; turn++) {
        struct ombre_state state = empty_state();
        for (unsigned n = 0; n < 8; n++) {
            const unsigned seed = 977 * turn + 131 * n;
            struct ombre_equation color = equation(seed),
                                  alpha = equation(seed * 7 + 3);
            /* The second source is for one target alone. */
            if (ombre_factor_is_src1(color.src) ||
                ombre_factor_is_src1(color.dest))
                color = other_color;
            if (ombre_factor_is_src1(alpha.src) ||
                ombre_factor_is_src1(alpha.dest))
                alpha = other_alpha;
            add_target(&state, ombre_format_find(formats[(n + turn) % 8]),
                       color, alpha, (uint8_t) ((seed / 5) & 0xF));
            state.target[n].blend_enable = seed % 9 != 0;
        }
        compare(&tally, "eight targets", &state, &facts);
    }
    assert_int_equal(tally.compared,
                     64 * COUNT(sets) * (4 + 4 + 4 + 2 + 1 + 3 + 3 + 4));
    assert_int_equal(tally.failed, 0);
}

/* Equations without a second source, which is for target 0 alone. */
static unsigned single_source(struct ombre_equation out[EQUATIONS])
{
    unsigned count = 0;

    for (unsigned i = 0; i < EQUATIONS; i++) {
        const struct ombre_equation e = equation(i);
        if (!ombre_factor_is_src1(e.src) && !ombre_factor_is_src1(e.dest))
            out[count++] = e;
    }
    return count;
}

static unsigned bits_of(unsigned set)
{
    unsigned count = 0;

    for (; set != 0; set >>= 1)
        count += set & 1;
    return count;
}

/* Every equation in every slot, beside seven others, colour and alpha each its
 * own, and once more around a hole that goes from slot to slot. */
static void every_equation_in_every_slot(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[8] = {28, 10, 31, 49, 65, 88, 26, 93};
    static struct ombre_equation equations[EQUATIONS];
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    const unsigned count = single_source(equations);
    struct tally tally = {0};
    unsigned components = 0;

    for (unsigned i = 0; i < 2 * count; i++) {
        struct ombre_state state = empty_state();
        for (unsigned n = 0; n < 8; n++) {
            add_target(&state, ombre_format_find(formats[(n + i) % 8]),
                       equations[(i + 141 * n) % count],
                       equations[(7 * i + 389 * n) % count], 0xF);
            if (i >= count && n == i % 8)
                state.target[n].format = NULL;
            else
                components += bits_of(state.target[n].format->components);
        }
        compare(&tally, "a slot of eight", &state, &facts);
    }
    assert_int_equal(count, 15 * 15 * 5);
    assert_int_equal(tally.compared, components * COUNT(sets));
    assert_in_range(components, 2 * count * 20, 2 * count * 24);
    assert_int_equal(tally.failed, 0);
}

/* Masks and blending on and off, on every format that is no integer. */
static void every_mask_and_format(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};
    unsigned states = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        if (!format->blendable)
            continue;
        for (unsigned mask = 0; mask < 32; mask++) {
            struct ombre_state state = empty_state();
            uint8_t bits = mask & 0xF;
            /* Direct3D leaves other masks of R9G9B9E5 undefined. */
            if (format->numeric == OMBRE_SHARED && (bits & 7) != 7 && bits != 0)
                continue;
            add_target(&state, format, other_color, other_alpha, bits);
            state.target[0].blend_enable = mask >= 16;
            compare(&tally, format->name, &state, &facts);
            states++;
        }
    }
    assert_true(states > 25 * 32);
    assert_true(tally.compared > states * COUNT(sets));
    assert_int_equal(tally.failed, 0);
}

/* What the VkFormat stores is what the DXGI format stores. */
static void every_format_is_held_whole(void **cmocka)
{
    (void) cmocka;
    static const enum vk_model_numeric numeric[] = {
        [OMBRE_UNORM] = VK_MODEL_UNORM,   [OMBRE_SNORM] = VK_MODEL_SNORM,
        [OMBRE_UINT] = VK_MODEL_UINT,     [OMBRE_SINT] = VK_MODEL_SINT,
        [OMBRE_FLOAT] = VK_MODEL_SFLOAT,  [OMBRE_UFLOAT] = VK_MODEL_UFLOAT,
        [OMBRE_SHARED] = VK_MODEL_UFLOAT,
    };
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    unsigned rows = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++, rows++) {
        const struct ombre_format *format = ombre_format_at(i);
        struct ombre_state state = empty_state();
        struct ombre_translation t;
        add_target(&state, format, other_color, other_alpha, 0xF);
        state.target[0].blend_enable = false;
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         OMBRE_TRANSLATE_OK);

        const struct vk_model_format *held = vk_model_format(t.vk.format[0]);
        assert_non_null(held);
        assert_int_equal(held->numeric, numeric[format->numeric]);
        assert_int_equal(held->srgb, format->srgb);
        for (unsigned c = 0; c < 4; c++)
            if (format->component[c].bits != 0)
                assert_int_equal(held->bits[place(format, held->format, c)],
                                 format->component[c].bits);
        assert_string_equal(
            ombre_vk_format_name(held->format) != NULL ? "named" : "", "named");
    }
    assert_true(rows >= 50);
}

/* Entry 0 for all, and the rest of the desc poisoned (FS 17.3). */
static void entry_0_speaks_for_all(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};

    for (unsigned i = 0; i < EQUATIONS; i++) {
        const struct ombre_equation walked = equation(i);
        struct ombre_pso pso = ombre_pso_default();
        struct ombre_state state;
        if (ombre_factor_is_src1(walked.src) ||
            ombre_factor_is_src1(walked.dest))
            continue;
        memset(&pso.BlendState, 0x5A, sizeof pso.BlendState);
        pso.BlendState.AlphaToCoverageEnable = 0;
        pso.BlendState.IndependentBlendEnable = 0;
        pso.BlendState.RenderTarget[0] = (D3D12_RENDER_TARGET_BLEND_DESC){
            .BlendEnable = 1,
            .SrcBlend = (D3D12_BLEND) walked.src,
            .DestBlend = (D3D12_BLEND) walked.dest,
            .BlendOp = (D3D12_BLEND_OP) walked.op,
            .SrcBlendAlpha = D3D12_BLEND_DEST_ALPHA,
            .DestBlendAlpha = D3D12_BLEND_INV_BLEND_FACTOR,
            .BlendOpAlpha = D3D12_BLEND_OP_SUBTRACT,
            .RenderTargetWriteMask = 0xD,
        };
        pso.NumRenderTargets = 3;
        pso.shader.bound = true;
        for (unsigned n = 0; n < 3; n++) {
            pso.RTVFormats[n] = (DXGI_FORMAT) (n == 1 ? 10 : 28);
            pso.shader.output[n] =
                (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
        }
        assert_true(ombre_state_from_pso(&pso, &state));
        compare(&tally, "replicated", &state, &facts);
        for (unsigned n = 0; n < 3; n++) {
            assert_int_equal(state.target[n].color.src, walked.src);
            assert_int_equal(state.target[n].write_mask, 0xD);
        }
    }
    assert_int_equal(tally.compared, 15 * 15 * 5 * COUNT(sets) * 3 * 4);
    assert_int_equal(tally.failed, 0);
}

/* Without independentBlend one attachment has to do for targets with different
 * components, and still be right for each. */
static void one_attachment_does_for_all(void **cmocka)
{
    (void) cmocka;
    struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};

    facts.independent_blend = false;
    for (unsigned i = 0; i < EQUATIONS; i += 7) {
        struct ombre_state state = empty_state();
        const struct ombre_equation walked = equation(i);
        if (ombre_factor_is_src1(walked.src) ||
            ombre_factor_is_src1(walked.dest))
            continue;
        add_target(&state, ombre_format_find(49), walked, other_alpha, 0xB);
        add_target(&state, ombre_format_find(28), walked, other_alpha, 0xB);
        state.target_count++; /* a hole */
        add_target(&state, ombre_format_find(26), walked, other_alpha, 0xB);
        compare(&tally, "shared attachment", &state, &facts);
    }
    assert_true(tally.compared > 100 * (2 + 4 + 3) * COUNT(sets));
    assert_int_equal(tally.failed, 0);
}

/* NaN is stored as 0 in fixed point with blending off, and kept in floats. */
static void nan_is_zero_in_fixed_point(void **cmocka)
{
    (void) cmocka;
    static const struct operands nan_source = {
        "NaN", NAN, 0, {0.171, 0.313, 0.437, 0.613}, {0}};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};

    for (size_t f = 0; f < COUNT(classes); f++) {
        struct ombre_state state = empty_state();
        struct ombre_translation t;
        if (classes[f] == 26 || classes[f] == 67)
            continue; /* NaN to these is not this model's business */
        add_target(&state, ombre_format_find(classes[f]), other_color,
                   other_alpha, 0xF);
        state.target[0].blend_enable = false;
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         OMBRE_TRANSLATE_OK);
        compare_target(&tally, state.target[0].format->name, &state, &t.vk, 0,
                       &nan_source);
    }
    assert_int_equal(tally.compared, components_of_classes() - 6);
    assert_int_equal(tally.failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_equation),
        cmocka_unit_test(every_target_keeps_its_own),
        cmocka_unit_test(every_equation_in_every_slot),
        cmocka_unit_test(every_mask_and_format),
        cmocka_unit_test(every_format_is_held_whole),
        cmocka_unit_test(entry_0_speaks_for_all),
        cmocka_unit_test(one_attachment_does_for_all),
        cmocka_unit_test(nan_is_zero_in_fixed_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
