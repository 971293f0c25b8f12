/* tests/test_agree_integers.c - Direct3D's model == Vulkan's model, through
 * ombre_translate(), for integers and logic operations
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "agree.h"
#include "d3d_model.h"
#include "ombre/translate.h"
#include "vk_model.h"

/* Every pair of bits, ends of 2, 8, 10 and 16 bits, and beyond. */
static const uint32_t words[] = {
    0x00000000, 0x00000001, 0x00000002, 0x00000003, 0x00000004, 0x0000007F,
    0x00000080, 0x000000F0, 0x000000FF, 0x00000100, 0x000003FF, 0x00000400,
    0x00007FFF, 0x00008000, 0x0000FFFF, 0x00010000, 0x5A5AC3C3, 0x7FFFFFFF,
    0x80000000, 0xFFFF7FFF, 0xFFFF8000, 0xFFFFFF7F, 0xFFFFFF80, 0xFFFFFFFF,
};

static uint32_t low_bits(unsigned bits)
{
    return (uint32_t) ((UINT64_C(1) << bits) - 1);
}

static void compare_integer(struct tally *tally,
                            const struct ombre_state *state,
                            const struct ombre_vk_state *vk, size_t seed)
{
    const struct ombre_format *format = state->target[0].format;
    struct d3d_model_source source = {0};
    struct vk_model_shader shader = {
        .declared = declared_outputs(state),
        .is_signed = format->numeric == OMBRE_SINT,
    };
    uint32_t dest[4], cut[4], clamped[4], got[4];

    for (unsigned c = 0; c < 4; c++) {
        source.bits[0][c] = words[(seed + 5 * c) % COUNT(words)];
        shader.bits[0][c] = source.bits[0][c];
        dest[c] = (0x33CCAAF1u << c) & low_bits(format->component[c].bits);
    }
    d3d_model_integer(state, 0, &source, dest, cut, clamped);
    const bool defined = vk_model_integer(vk, 0, &shader, dest, got);
    for (unsigned c = 0; c < 4; c++)
        report(tally, defined && (got[c] == cut[c] || got[c] == clamped[c]),
               state->logic_op_enable ? ombre_logic_op_name(state->logic_op)
                                      : format->name,
               0, c);
}

/* Direct3D clamps an integer that does not fit (FS 3.2.3.13). */
static void every_integer_format(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};
    unsigned formats = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        struct ombre_translation t;
        if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
            continue;
        formats++;
        for (uint8_t mask = 0; mask < 16; mask++) {
            struct ombre_state state = empty_state();
            add_target(&state, format, other_color, other_alpha, mask);
            state.target[0].blend_enable = false;
            assert_int_equal(ombre_translate(&state, &facts, &t),
                             OMBRE_TRANSLATE_OK);
            for (size_t w = 0; w < COUNT(words); w++)
                compare_integer(&tally, &state, &t.vk, w);
        }
    }
    assert_true(formats >= 21);
    assert_int_equal(tally.compared, formats * 16 * COUNT(words) * 4);
    assert_int_equal(tally.failed, 0);
}

/* All 16, on every format that has them, on bits. */
static void every_logic_operation(void **cmocka)
{
    (void) cmocka;
    static const enum ombre_logic_op logic_ops[] = {
#define X(id, value, name) OMBRE_LOGIC_##id,
        OMBRE_LOGIC_OPS(X)
#undef X
    };
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct tally tally = {0};
    unsigned formats = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        struct ombre_translation t;
        if (!format->logic_op)
            continue;
        formats++;
        for (size_t op = 0; op < COUNT(logic_ops); op++) {
            struct ombre_state state = empty_state();
            add_target(&state, format, other_color, other_alpha,
                       (uint8_t) (0xF & ~(op % 3)));
            state.target[0].blend_enable = false;
            state.logic_op_enable = true;
            state.logic_op = logic_ops[op];
            assert_int_equal(ombre_translate(&state, &facts, &t),
                             OMBRE_TRANSLATE_OK);
            for (size_t w = 0; w < COUNT(words); w++)
                compare_integer(&tally, &state, &t.vk, w);
        }
    }
    assert_true(formats >= 11);
    assert_int_equal(tally.compared, formats * 16 * COUNT(words) * 4);
    assert_int_equal(tally.failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_integer_format),
        cmocka_unit_test(every_logic_operation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
