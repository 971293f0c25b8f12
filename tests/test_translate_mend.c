/* tests/test_translate_mend.c - what is left out of states that Direct3D
 * rejects, the key alone, and the state for commands
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "ombre/translate.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct ombre_equation sum = {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD};
static const struct ombre_equation dual = {OMBRE_SRC1_COLOR, OMBRE_ONE,
                                           OMBRE_OP_ADD};

static struct ombre_state state_on(const unsigned *formats, unsigned count)
{
    struct ombre_state state = {
        .target_count = count,
        .sample_count = 1,
        .sample_mask = UINT32_MAX,
        .logic_op = OMBRE_LOGIC_NOOP,
        .shader = {.bound = true},
    };

    for (unsigned i = 0; i < count; i++) {
        const struct ombre_format *format = ombre_format_find(formats[i]);
        state.target[i] = (struct ombre_target){
            .format = format, .color = sum, .alpha = sum, .write_mask = 0xF};
        state.shader.output[i] = (struct ombre_output){
            format && format->logic_op ? OMBRE_OUTPUT_UINT : OMBRE_OUTPUT_FLOAT,
            0xF};
    }
    return state;
}

/* --- Mending ---------------------------------------------------------------
 */

static void nothing(struct ombre_state *state)
{
    state->target[0].blend_enable = true;
}

static void blended_integer(struct ombre_state *state)
{
    state->target[1].blend_enable = true;
}

static void blended_integer_without_output(struct ombre_state *state)
{
    state->target[1].blend_enable = true;
    state->shader.output[1].type = OMBRE_OUTPUT_NONE;
}

static void unknown_factor(struct ombre_state *state)
{
    state->target[0].blend_enable = true;
    state->target[0].alpha.dest = (enum ombre_factor) 12;
}

static void unknown_op(struct ombre_state *state)
{
    state->target[2].blend_enable = true;
    state->target[2].color.op = (enum ombre_blend_op) 6;
}

static void second_source_above_0(struct ombre_state *state)
{
    state->target[2].blend_enable = true;
    state->target[2].color = dual;
}

static void second_source_beside_others(struct ombre_state *state)
{
    state->target[0].blend_enable = true;
    state->target[0].color = dual;
}

/* Which feature level 9 has not either, but is no second source. */
static void saturated_alpha(struct ombre_state *state)
{
    for (unsigned i = 0; i < 3; i += 2) {
        state->target[i].blend_enable = true;
        state->target[i].color.src = OMBRE_SRC_ALPHA_SAT;
    }
}

static void wide_mask(struct ombre_state *state)
{
    state->target[2].write_mask = 0xF5;
}

static void narrowest_wide_mask(struct ombre_state *state)
{
    state->target[2].write_mask = 0x10;
}

static void logic_on_floats(struct ombre_state *state)
{
    state->logic_op_enable = true;
    state->logic_op = OMBRE_LOGIC_XOR;
}

static void logic_and_blend(struct ombre_state *state)
{
    logic_on_floats(state);
    for (unsigned i = 0; i < 3; i++)
        state->target[i].format = ombre_format_find(30);
    state->target[0].blend_enable = true;
}

static void unknown_logic_op(struct ombre_state *state)
{
    logic_and_blend(state);
    state->target[0].blend_enable = false;
    state->logic_op = (enum ombre_logic_op) 16;
}

enum {
    BLEND = OMBRE_LEFT_OUT_BLEND,
    LOGIC = OMBRE_LEFT_OUT_LOGIC_OP,
    TARGET = OMBRE_LEFT_OUT_TARGET,
    MASK = OMBRE_LEFT_OUT_MASK,
};

/* Targets are UNORM, UINT and FLOAT. */
static const struct {
    const char *name;
    void (*change)(struct ombre_state *state);
    bool rejected; /* by ombre_translate() as it is */
    uint8_t left_out[3];
} rows[] = {
    {"nothing", nothing, false, {0, 0, 0}},
    {"a blended integer", blended_integer, true, {0, BLEND, 0}},
    {"that nothing is written to",
     blended_integer_without_output,
     false,
     {0, 0, 0}},
    {"an unknown factor", unknown_factor, true, {BLEND, 0, 0}},
    {"an unknown operation", unknown_op, true, {0, 0, BLEND}},
    {"a second source above 0", second_source_above_0, true, {0, 0, BLEND}},
    {"a second source beside others",
     second_source_beside_others,
     true,
     {0, TARGET, TARGET}},
    {"saturated alpha", saturated_alpha, false, {0, 0, 0}},
    {"a wide mask", wide_mask, true, {0, 0, MASK}},
    {"one bit of it", narrowest_wide_mask, true, {0, 0, MASK}},
    {"logic on floats", logic_on_floats, true, {LOGIC, LOGIC, LOGIC}},
    {"logic and blend", logic_and_blend, true, {BLEND, 0, 0}},
    {"an unknown logic operation",
     unknown_logic_op,
     true,
     {LOGIC, LOGIC, LOGIC}},
};

static void what_is_left_out(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 30, 10};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();

    for (size_t i = 0; i < COUNT(rows); i++) {
        struct ombre_state state = state_on(formats, 3);
        struct ombre_translation t;
        uint8_t left_out[OMBRE_MAX_TARGETS];
        rows[i].change(&state);
        /* What lies behind the last target is none. */
        state.target[3] = state.target[1];
        state.target[3].blend_enable = true;
        const struct ombre_state before = state;
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         rows[i].rejected ? OMBRE_TRANSLATE_INVALID
                                          : OMBRE_TRANSLATE_OK);
        memset(left_out, 0x5A, sizeof left_out);
        assert_int_equal(ombre_state_mend(&state, &facts, left_out),
                         rows[i].rejected);
        for (unsigned k = 0; k < OMBRE_MAX_TARGETS; k++)
            if (left_out[k] != (k < 3 ? rows[i].left_out[k] : 0)) {
                print_error("%s: target %u lost 0x%x\n", rows[i].name, k,
                            left_out[k]);
                fail();
            }
        for (unsigned k = 0; k < 3; k++)
            assert_int_equal(
                state.target[k].write_mask,
                left_out[k] & TARGET ? 0 : before.target[k].write_mask & 0xF);
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         OMBRE_TRANSLATE_OK);
        /* Nothing is left to mend. */
        assert_false(ombre_state_mend(&state, &facts, left_out));
    }
}

/* A logic operation that the device lacks is left out, a second source not. */
static void what_the_device_lacks(void **cmocka)
{
    (void) cmocka;
    static const unsigned uint = 30, unorm = 28;
    struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_state state = state_on(&uint, 1);
    uint8_t left_out[OMBRE_MAX_TARGETS];
    struct ombre_translation t;

    facts.logic_op = facts.dual_src_blend = false;
    logic_on_floats(&state);
    assert_true(ombre_state_mend(&state, &facts, left_out));
    assert_int_equal(left_out[0], LOGIC);
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);

    state = state_on(&unorm, 1);
    state.target[0].blend_enable = true;
    state.target[0].color = dual;
    assert_false(ombre_state_mend(&state, &facts, left_out));
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
}

/* Each target decides, and none behind the last, nor behind the eighth of a
 * count that is none. */
static void logic_op_is_of_integers(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {30, 30, 30, 30, 30, 30, 30, 30};
    static const unsigned counts[] = {1, 2, 7, 8, 9, 200};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    uint8_t left_out[OMBRE_MAX_TARGETS];

    for (unsigned other = 0; other <= OMBRE_MAX_TARGETS; other++)
        for (size_t i = 0; i < COUNT(counts); i++) {
            struct ombre_state state = state_on(formats, OMBRE_MAX_TARGETS);
            logic_on_floats(&state);
            state.target_count = counts[i];
            if (other < OMBRE_MAX_TARGETS) {
                state.target[other].format = ombre_format_find(28);
                state.shader.output[other].type = OMBRE_OUTPUT_FLOAT;
            }
            const bool is_left_out =
                other < counts[i] && other < OMBRE_MAX_TARGETS;
            assert_int_equal(ombre_state_mend(&state, &facts, left_out),
                             is_left_out);
            assert_int_equal(state.logic_op_enable, !is_left_out);
            assert_int_equal(left_out[0], is_left_out ? LOGIC : 0);
        }
}

/* The second source stays output 1 where target 1 is left out. */
static void second_source_stays(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 28, 28};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_state state = state_on(formats, 3);
    uint8_t left_out[OMBRE_MAX_TARGETS];
    struct ombre_translation t;

    second_source_beside_others(&state);
    assert_true(ombre_state_mend(&state, &facts, left_out));
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);
    assert_true(t.vk.dual_source);
    assert_int_equal(state.shader.output[1].type, OMBRE_OUTPUT_FLOAT);
    assert_int_equal(state.shader.output[2].type, OMBRE_OUTPUT_NONE);
    assert_int_equal(t.vk.patch[0].kind, OMBRE_VK_PATCH_SECOND_SOURCE);
    assert_int_equal(t.vk.attachment[1].colorWriteMask, 0);
    assert_int_equal(t.vk.format[1], VK_FORMAT_UNDEFINED);
}

/* --- The key alone ---------------------------------------------------------
 */

/* Leave large numbers where the next function has its locals. */
static void poison_stack(void)
{
    volatile unsigned char room[1 << 15];

    for (size_t i = 0; i < sizeof room; i++)
        room[i] = 0xFF;
}

static void key_alone(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 88, 65, 10, 30, 0, 67, 49};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    unsigned valid = 0;

    for (unsigned i = 0; i < 19 * 19 * 5; i++) {
        struct ombre_state state = state_on(formats, 1 + i % 8);
        const unsigned n = i / 8 % state.target_count;
        struct ombre_target *target = &state.target[n];
        struct ombre_translation t;
        uint32_t key[1 + OMBRE_MAX_TARGETS];
        target->blend_enable = true;
        target->color =
            (struct ombre_equation){(enum ombre_factor)(1 + i % 21),
                                    (enum ombre_factor)(1 + i / 21 % 21),
                                    (enum ombre_blend_op)(1 + i / 441)};
        target->write_mask = (uint8_t) (i % 17);
        state.alpha_to_coverage = i % 3 == 0;
        state.sample_count = 1u << i % 5;
        memset(key, 0x5A, sizeof key);
        (void) ombre_translate(&state, &facts, &t);
        poison_stack();
        assert_int_equal(ombre_state_key(&state, key),
                         t.status != OMBRE_TRANSLATE_INVALID);
        assert_memory_equal(key, t.key, sizeof key);
        valid += t.status != OMBRE_TRANSLATE_INVALID;
    }
    assert_in_range(valid, 500, 1700);
}

/* Of eight alike only a count tells where they end. */
static void key_of_eight(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 28, 28, 28, 28, 28, 28, 28};
    const struct ombre_state state = state_on(formats, OMBRE_MAX_TARGETS);
    uint32_t key[1 + OMBRE_MAX_TARGETS];

    poison_stack();
    assert_true(ombre_state_key(&state, key));
    assert_int_equal(key[1], key[OMBRE_MAX_TARGETS]);
}

/* --- Commands --------------------------------------------------------------
 */

static void arguments_of_commands(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 0, 10};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_state state = state_on(formats, 3);
    struct ombre_translation t;

    state.target[0].blend_enable = true;
    state.target[0].color = (struct ombre_equation){
        OMBRE_DEST_COLOR, OMBRE_SRC_ALPHA, OMBRE_OP_SUBTRACT};
    state.target[0].alpha = (struct ombre_equation){
        OMBRE_DEST_ALPHA, OMBRE_ZERO, OMBRE_OP_REV_SUBTRACT};
    state.target[2].write_mask = 5;
    (void) ombre_translate(&state, &facts, &t);
    const struct ombre_vk_dynamic d = ombre_vk_dynamic_of(&t.vk);
    const VkColorBlendEquationEXT want = {
        VK_BLEND_FACTOR_DST_COLOR, VK_BLEND_FACTOR_SRC_ALPHA,
        VK_BLEND_OP_SUBTRACT,      VK_BLEND_FACTOR_DST_ALPHA,
        VK_BLEND_FACTOR_ZERO,      VK_BLEND_OP_REVERSE_SUBTRACT,
    };
    assert_int_equal(d.count, 3);
    assert_memory_equal(&d.equation[0], &want, sizeof want);
    assert_int_equal(d.enable[0], VK_TRUE);
    assert_int_equal(d.enable[2], VK_FALSE);
    assert_int_equal(d.mask[0], 0xF);
    assert_int_equal(d.mask[1], 0);
    assert_int_equal(d.mask[2], 5);
    assert_int_equal(d.mask[3], 0);
}

/* No array has more. */
static void commands_of_eight(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 28, 28, 28, 28, 28, 28, 28};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    const struct ombre_state state = state_on(formats, OMBRE_MAX_TARGETS);
    struct ombre_translation *const t = test_malloc(sizeof *t);

    (void) ombre_translate(&state, &facts, t);
    const struct ombre_vk_dynamic d = ombre_vk_dynamic_of(&t->vk);
    assert_int_equal(d.count, OMBRE_MAX_TARGETS);
    assert_int_equal(d.mask[OMBRE_MAX_TARGETS - 1], 0xF);
    assert_false(ombre_vk_reads_constants(&t->vk));
    test_free(t);
}

static void constants_are_read(void **cmocka)
{
    (void) cmocka;
    static const unsigned formats[] = {28, 10};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    unsigned read = 0;

    for (unsigned factor = 1; factor <= 21; factor++)
        for (unsigned slot = 0; slot < 8; slot++) {
            struct ombre_state state = state_on(formats, 2);
            struct ombre_target *target = &state.target[slot / 4];
            struct ombre_equation *equation =
                slot % 2 ? &target->alpha : &target->color;
            struct ombre_translation t;
            if (factor == 12 || factor == 13 ||
                ombre_factor_is_src1((enum ombre_factor) factor))
                continue;
            target->blend_enable = true;
            if (slot % 4 < 2)
                equation->src = (enum ombre_factor) factor;
            else
                equation->dest = (enum ombre_factor) factor;
            (void) ombre_translate(&state, &facts, &t);
            assert_int_equal(ombre_vk_reads_constants(&t.vk),
                             factor == 14 || factor == 15 || factor >= 20);
            read += ombre_vk_reads_constants(&t.vk);
            target->blend_enable = false;
            (void) ombre_translate(&state, &facts, &t);
            assert_false(ombre_vk_reads_constants(&t.vk));
        }
    assert_int_equal(read, 4 * 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_left_out),
        cmocka_unit_test(what_the_device_lacks),
        cmocka_unit_test(logic_op_is_of_integers),
        cmocka_unit_test(second_source_stays),
        cmocka_unit_test(key_alone),
        cmocka_unit_test(key_of_eight),
        cmocka_unit_test(arguments_of_commands),
        cmocka_unit_test(commands_of_eight),
        cmocka_unit_test(constants_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
