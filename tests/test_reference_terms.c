/* tests/test_reference_terms.c - what an equation without factors says of them,
 * and what is only there to be explained
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "explain_check.h"

#include "../src/reference_terms.h"

enum { RGBA8 = 28, R8 = 61 };

static struct terms resolved(uint32_t dxgi, bool blend, enum ombre_blend_op op,
                             enum ombre_component component)
{
    struct ombre_state state = state_of(
        ombre_format_find(dxgi),
        (struct ombre_equation){OMBRE_SRC1_COLOR, OMBRE_INV_DEST_ALPHA, op});
    state.target[0].alpha = state.target[0].color;
    state.target[0].blend_enable = blend;
    const struct ombre_source source = {
        {{word_of(0.1f), word_of(0.2f), word_of(0.3f), word_of(0.4f)},
         {word_of(0.5f), word_of(0.6f), word_of(0.7f), word_of(0.8f)}}};
    const struct ombre_texel dest = {{0x66332211}};
    return terms_resolve(&state, 0, component, &source, &dest);
}

/* FS 17.1: MIN and MAX ignore both factors; without blending there is none. */
static void test_no_factors(void **unused)
{
    (void) unused;
    static const struct {
        bool blend;
        enum ombre_blend_op op;
        bool factors;
    } rows[] = {
        {true, OMBRE_OP_MIN, false},
        {true, OMBRE_OP_MAX, false},
        {false, OMBRE_OP_ADD, false},
        {true, OMBRE_OP_ADD, true},
    };
    static const enum ombre_component components[] = {OMBRE_GREEN, OMBRE_ALPHA};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        for (int i = 0; i < 2; i++) {
            const struct terms t =
                resolved(RGBA8, rows[r].blend, rows[r].op, components[i]);
            const bool factors = rows[r].factors;
            assert_int_equal(t.src.shape, factors ? SHAPE_OPERAND : SHAPE_ONE);
            assert_int_equal(t.dest.shape, factors ? SHAPE_INVERSE : SHAPE_ONE);
            assert_int_equal(t.used[OPERAND_DEST_ALPHA],
                             factors || (i && rows[r].blend));
            if (!factors) {
                assert_int_equal(t.src.x, OPERAND_SRC);
                assert_int_equal(t.dest.x, OPERAND_SRC);
            }
        }
    }
}

static void test_dest_codes(void **unused)
{
    (void) unused;
    const struct terms t = resolved(RGBA8, true, OMBRE_OP_ADD, OMBRE_GREEN);
    assert_int_equal(t.dest_code, 0x22);
    assert_int_equal(t.dest_alpha_code, 0x66);
    const struct terms u = resolved(R8, true, OMBRE_OP_ADD, OMBRE_RED);
    assert_int_equal(u.dest_code, 0x11);
    assert_int_equal(u.dest_alpha_code, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_factors),
        cmocka_unit_test(test_dest_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
