/* tests/test_translate_facts.c - what goes through unchanged, which device can
 * do what, and the names of it all
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "translate_check.h"

static enum ombre_output_type output_for(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_FLOAT: return OMBRE_OUTPUT_FLOAT;
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    }
    return OMBRE_OUTPUT_NONE;
}

/* Constants, also NaN, and the sample mask, at one sample too (difference 8, 23
 * and 36): Direct3D clamps the one by target and ignores nothing of the other.
 */
static void constants_and_sample_mask(void **cmocka)
{
    (void) cmocka;
    static const uint32_t bits[4] = {0x7FC12345, 0x40000000, 0xFF800000,
                                     0x00000001};
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_translation t;
    struct ombre_state state =
        state_on(ombre_format_find(28), OMBRE_OUTPUT_FLOAT, 0xF);

    memcpy(state.blend_factor, bits, sizeof bits);
    state.sample_mask = 0xFFFFFFFE;
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);
    assert_memory_equal(t.vk.blend_constants, bits, sizeof bits);
    assert_int_equal(t.vk.sample_mask, 0xFFFFFFFE);
    assert_int_equal(t.vk.samples, VK_SAMPLE_COUNT_1_BIT);
}

/* All 16 masks on all formats: components that are there, and no other (38).
 */
static void masks(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    unsigned compared = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        for (uint8_t mask = 0; mask < 16; mask++) {
            const struct ombre_state state =
                state_on(format, output_for(format), mask);
            struct ombre_translation t;
            unsigned want = 0;
            for (unsigned c = 0; c < 4; c++)
                if (format->component[c].bits != 0)
                    want |= mask & 1u << c;
            if (format->dxgi == 65) /* A8 in R8 */
                want = want >> 3;
            if (format->dxgi == 67) /* R9G9B9E5 */
                want = want != 0 ? 0xF : 0;
            assert_int_equal(ombre_translate(&state, &facts, &t),
                             OMBRE_TRANSLATE_OK);
            assert_int_equal(t.vk.attachment[0].colorWriteMask, want);
            compared++;
        }
    }
    assert_true(compared >= 50 * 16);
}

/* --- Clamps -------------------------------------------------------------- */

struct clamp_row {
    unsigned dxgi;
    enum ombre_output_type type;
    uint32_t low[4], high[4];
};

/* clang-format off */
#define U OMBRE_OUTPUT_UINT
#define I OMBRE_OUTPUT_SINT
#define ALL_U 0xFFFFFFFF
#define MIN_I 0x80000000
#define MAX_I 0x7FFFFFFF
#define SAME(x) {x, x, x, x}

/* FS 3.2.3.13.  Components that are not there keep what they have. */
static const struct clamp_row clamps[] = {
    {62, U, SAME(0), {0xFF, ALL_U, ALL_U, ALL_U}},
    {50, U, SAME(0), {0xFF, 0xFF, ALL_U, ALL_U}},
    {30, U, SAME(0), SAME(0xFF)},
    {57, U, SAME(0), {0xFFFF, ALL_U, ALL_U, ALL_U}},
    {36, U, SAME(0), {0xFFFF, 0xFFFF, ALL_U, ALL_U}},
    {12, U, SAME(0), SAME(0xFFFF)},
    {25, U, SAME(0), {0x3FF, 0x3FF, 0x3FF, 3}},
    {64, I, {0xFFFFFF80, MIN_I, MIN_I, MIN_I}, {0x7F, MAX_I, MAX_I, MAX_I}},
    {52, I, {0xFFFFFF80, 0xFFFFFF80, MIN_I, MIN_I}, {0x7F, 0x7F, MAX_I, MAX_I}},
    {32, I, SAME(0xFFFFFF80), SAME(0x7F)},
    {59, I, {0xFFFF8000, MIN_I, MIN_I, MIN_I}, {0x7FFF, MAX_I, MAX_I, MAX_I}},
    {38, I, {0xFFFF8000, 0xFFFF8000, MIN_I, MIN_I}, {0x7FFF, 0x7FFF, MAX_I, MAX_I}},
    {14, I, SAME(0xFFFF8000), SAME(0x7FFF)},
};
/* clang-format on */

static const struct clamp_row *clamp_row(unsigned dxgi)
{
    for (size_t i = 0; i < COUNT(clamps); i++)
        if (clamps[i].dxgi == dxgi)
            return &clamps[i];
    return NULL;
}

/* A format has its row, or needs no patch. */
static void clamp_of_every_format(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    unsigned clamped = 0, free_of = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const struct clamp_row *row = clamp_row(format->dxgi);
        const struct ombre_state state =
            state_on(format, output_for(format), 0xF);
        struct ombre_translation t;
        if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
            continue;
        assert_int_equal(ombre_translate(&state, &facts, &t),
                         OMBRE_TRANSLATE_OK);
        assert_int_equal(t.vk.patch_count, row != NULL);
        if (row == NULL) {
            free_of++;
            continue;
        }
        assert_int_equal(t.vk.patch[0].kind, OMBRE_VK_PATCH_CLAMP_INTEGER);
        assert_int_equal(state.shader.output[0].type, row->type);
        assert_memory_equal(t.vk.patch[0].low, row->low, sizeof row->low);
        assert_memory_equal(t.vk.patch[0].high, row->high, sizeof row->high);
        clamped++;
    }
    assert_int_equal(clamped, COUNT(clamps));
    assert_int_equal(free_of, 8); /* 32 bits: 1 to 4 components, two types */
}

/* --- Carriers ------------------------------------------------------------ */

/* A format that Vulkan has, that a device may lack, and that another can
 * carry: A8 where VK_KHR_maintenance5 is known. */
static void carried_only_where_it_helps(void **cmocka)
{
    (void) cmocka;
    static const struct {
        const char *name;
        bool attachment, blend;
        VkSampleCountFlags samples;
        bool carrier_attachment, carrier_blend;
        bool carried;
    } table[] = {
        {"native can", true, true, 1 | 4, true, true, false},
        {"native cannot be drawn to", false, true, 1 | 4, true, true, true},
        {"native cannot blend", true, false, 1 | 4, true, true, true},
        {"native has not the samples", true, true, 1, true, true, true},
        {"carrier cannot be drawn to", false, false, 4, false, true, false},
        {"carrier cannot blend", true, false, 4, true, false, false},
    };
    struct ombre_format format = *ombre_format_find(65);
    format.vk_format = 1000470001; /* VK_FORMAT_A8_UNORM_KHR */

    for (size_t i = 0; i < COUNT(table); i++) {
        struct ombre_state state = state_on(&format, OMBRE_OUTPUT_FLOAT, 0xF);
        const struct ombre_vk_facts facts = {
            .independent_blend = true,
            .max_color_attachments = 8,
            .max_fragment_output_attachments = 8,
            .max_fragment_combined_output_resources = 8,
            .color_samples = 1 | 4,
            .format_count = 2,
            .format = {{VK_FORMAT_R8_UNORM, table[i].carrier_attachment,
                        table[i].carrier_blend, 1 | 4},
                       {(VkFormat) 1000470001, table[i].attachment,
                        table[i].blend, table[i].samples}},
        };
        struct ombre_translation t;
        state.sample_count = 4;
        state.target[0].blend_enable = true;
        state.target[0].color =
            (struct ombre_equation){OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD};
        state.target[0].alpha = (struct ombre_equation){
            OMBRE_SRC_ALPHA, OMBRE_DEST_ALPHA, OMBRE_OP_ADD};
        (void) ombre_translate(&state, &facts, &t);
        if ((t.vk.format[0] == VK_FORMAT_R8_UNORM) != table[i].carried)
            fail_msg("%s", table[i].name);
        assert_int_equal(t.vk.attachment[0].colorWriteMask,
                         table[i].carried ? 1 : 8);
        assert_int_equal(t.vk.attachment[0].srcColorBlendFactor,
                         table[i].carried ? VK_BLEND_FACTOR_SRC_COLOR
                                          : VK_BLEND_FACTOR_ONE);
        assert_string_equal(ombre_vk_format_name(t.vk.format[0]),
                            table[i].carried ? "VK_FORMAT_R8_UNORM"
                                             : "VK_FORMAT_A8_UNORM_KHR");
    }
}

/* A format that no VkFormat is or carries, and one that has no name here. */
static void formats_out_of_reach(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_format format = *ombre_format_find(28);
    struct ombre_state state = state_on(&format, OMBRE_OUTPUT_FLOAT, 0xF);
    struct ombre_translation t;

    format.vk_format = VK_FORMAT_UNDEFINED;
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_string_equal(t.reason, "no VkFormat for R8G8B8A8_UNORM: target 0");
    format.vk_format = VK_FORMAT_D32_SFLOAT;
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_string_equal(t.reason,
                        "an unknown VkFormat lacks COLOR_ATTACHMENT: target 0");
    assert_string_equal(ombre_plan_because(&t, 0).text,
                        "COLOR_ATTACHMENT of an unknown VkFormat");

    /* A device that says it can draw to no format at all is not believed. */
    struct ombre_vk_facts liar = facts;
    liar.format[0].format = VK_FORMAT_UNDEFINED;
    liar.hint[ombre_vk_format_hint(VK_FORMAT_UNDEFINED)] = 0;
    assert_int_equal(ombre_translate(&state, &liar, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_string_equal(t.reason,
                        "an unknown VkFormat lacks COLOR_ATTACHMENT: target 0");
    format.vk_format = VK_FORMAT_UNDEFINED;
    format.vk_carrier = VK_FORMAT_D32_SFLOAT;
    assert_int_equal(ombre_translate(&state, &liar, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_int_equal(t.vk.format[0], VK_FORMAT_D32_SFLOAT);
}

/* --- Targets that are not there ------------------------------------------ */

static void beyond_the_last_target(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_state state =
        state_on(ombre_format_find(28), OMBRE_OUTPUT_FLOAT, 0xF);
    struct ombre_translation want, t;

    state.shader.output[1].type = OMBRE_OUTPUT_FLOAT;
    assert_int_equal(ombre_translate(&state, &facts, &want),
                     OMBRE_TRANSLATE_OK);
    state.target[1] = (struct ombre_target){
        .format = ombre_format_find(49), .blend_enable = true, .write_mask = 3};
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);
    assert_int_equal(t.vk.attachment_count, 1);
    assert_int_equal(t.vk.format[1], VK_FORMAT_UNDEFINED);
    assert_int_equal(t.plan[1].how, OMBRE_PLAN_NONE);
    assert_int_equal(t.vk.patch_count, want.vk.patch_count);
    assert_memory_equal(t.key, want.key, sizeof t.key);

    state.target_count = 9;
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_INVALID);
    assert_string_equal(t.reason, "9 targets, but Direct3D has 8");
}

/* --- Plans --------------------------------------------------------------- */

static void plans(void **cmocka)
{
    (void) cmocka;
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    const struct ombre_equation sum = {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD};
    struct ombre_state state =
        state_on(ombre_format_find(28), OMBRE_OUTPUT_FLOAT, 0xF);
    struct ombre_translation t;
    static const struct {
        enum ombre_plan how;
        const char *because;
    } want[8] = {
        {OMBRE_PLAN_NATIVE, "COLOR_ATTACHMENT of VK_FORMAT_R8G8B8A8_UNORM"},
        {OMBRE_PLAN_NATIVE,
         "COLOR_ATTACHMENT_BLEND of VK_FORMAT_R16G16B16A16_SFLOAT"},
        {OMBRE_PLAN_NONE, "no target"},
        {OMBRE_PLAN_NATIVE,
         "COLOR_ATTACHMENT_BLEND of VK_FORMAT_B8G8R8A8_SRGB, which carries "
         "B8G8R8X8_UNORM_SRGB"},
        {OMBRE_PLAN_NONE, "the write mask is 0"},
        {OMBRE_PLAN_NONE, "the shader does not declare the output"},
        {OMBRE_PLAN_NONE, "no target"},
        {OMBRE_PLAN_NONE, "no target"},
    };

    state.target_count = 6;
    for (unsigned i = 0; i < 5; i++)
        state.shader.output[i].type = OMBRE_OUTPUT_FLOAT;
    state.target[1] = (struct ombre_target){.format = ombre_format_find(10),
                                            .blend_enable = true,
                                            .color = sum,
                                            .alpha = sum,
                                            .write_mask = 1};
    state.target[3] = state.target[1];
    state.target[3].format = ombre_format_find(93);
    state.target[4] = state.target[1];
    state.target[4].write_mask = 0;
    state.target[5] = state.target[1];
    (void) ombre_translate(&state, &facts, &t);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(t.plan[i].how, want[i].how);
        assert_string_equal(ombre_plan_because(&t, i).text, want[i].because);
    }
    state.shader.bound = false;
    (void) ombre_translate(&state, &facts, &t);
    assert_string_equal(ombre_plan_because(&t, 0).text, "no pixel shader");
    assert_string_equal(ombre_plan_because(&t, 2).text, "no target");
}

/* Words that do not fit are cut, within the array. */
static void long_names_are_cut(void **cmocka)
{
    (void) cmocka;
    char name[300];
    const struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_format format = *ombre_format_find(88);
    struct ombre_state state = state_on(&format, OMBRE_OUTPUT_FLOAT, 0xF);
    struct ombre_translation t;

    memset(name, 'n', sizeof name - 1);
    name[sizeof name - 1] = 0;
    format.name = name;
    assert_int_equal(ombre_translate(&state, &facts, &t), OMBRE_TRANSLATE_OK);
    assert_int_equal(strlen(ombre_plan_because(&t, 0).text),
                     sizeof(struct ombre_plan_text) - 1);

    format.vk_format = format.vk_carrier = VK_FORMAT_UNDEFINED;
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_UNSUPPORTED);
    assert_int_equal(strlen(t.reason), sizeof t.reason - 1);
    format.blendable = false;
    state.target[0].blend_enable = true;
    state.target[0].color = state.target[0].alpha =
        (struct ombre_equation){OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD};
    assert_int_equal(ombre_translate(&state, &facts, &t),
                     OMBRE_TRANSLATE_INVALID);
    assert_int_equal(strlen(t.reason), sizeof t.reason - 1);
}

/* A second thing that is missing is told as long as all of it fits. */
static void what_just_fits_is_told(void **cmocka)
{
    (void) cmocka;
    char name[300] = "n";
    struct ombre_vk_facts facts = ombre_vk_facts_all();
    struct ombre_format format = *ombre_format_find(88);
    const struct ombre_state state = state_on(&format, OMBRE_OUTPUT_FLOAT, 0xF);
    struct ombre_translation t;

    facts.max_color_attachments = 0;
    format.name = name;
    format.vk_format = format.vk_carrier = VK_FORMAT_UNDEFINED;
    (void) ombre_translate(&state, &facts, &t);
    assert_string_equal(t.reason,
                        "maxColorAttachments is 0: there are 1 targets; "
                        "no VkFormat for n: target 0");
    const size_t room = sizeof t.reason - strlen(t.reason);

    memset(name, 'n', room);
    (void) ombre_translate(&state, &facts, &t);
    assert_int_equal(strlen(t.reason), sizeof t.reason - 1);
    name[room] = 'n';
    (void) ombre_translate(&state, &facts, &t);
    assert_string_equal(t.reason,
                        "maxColorAttachments is 0: there are 1 targets");
}

/* --- Names --------------------------------------------------------------- */

static void names(void **cmocka)
{
    (void) cmocka;
    /* Nothing that has a name lacks it (test_translate.c reads them), and
     * numbers that are none have none. */
    for (int i = 0; i < 19; i++)
        assert_non_null(ombre_vk_blend_factor_name((VkBlendFactor) i));
    for (int i = 0; i < 5; i++)
        assert_non_null(ombre_vk_blend_op_name((VkBlendOp) i));
    for (int i = 0; i < 16; i++)
        assert_non_null(ombre_vk_logic_op_name((VkLogicOp) i));
    assert_null(ombre_vk_blend_factor_name((VkBlendFactor) 19));
    assert_null(ombre_vk_blend_op_name(VK_BLEND_OP_ZERO_EXT));
    assert_null(ombre_vk_logic_op_name((VkLogicOp) 16));
    assert_null(ombre_vk_format_name(VK_FORMAT_D32_SFLOAT));
    assert_null(ombre_vk_patch_name((enum ombre_vk_patch_kind) 99));
    assert_null(ombre_translate_status_name((enum ombre_translate_status) 99));
    assert_null(ombre_plan_name((enum ombre_plan) 99));

    assert_string_equal(ombre_vk_format_name(VK_FORMAT_UNDEFINED),
                        "VK_FORMAT_UNDEFINED");
    assert_string_equal(ombre_vk_blend_factor_name(VK_BLEND_FACTOR_SRC1_ALPHA),
                        "VK_BLEND_FACTOR_SRC1_ALPHA");
    assert_string_equal(ombre_vk_blend_op_name(VK_BLEND_OP_MAX),
                        "VK_BLEND_OP_MAX");
    assert_string_equal(ombre_vk_logic_op_name(VK_LOGIC_OP_NO_OP),
                        "VK_LOGIC_OP_NO_OP");
    assert_string_equal(ombre_translate_status_name(OMBRE_TRANSLATE_OK), "ok");
    assert_string_equal(ombre_plan_name(OMBRE_PLAN_NONE), "none");
    assert_string_equal(ombre_plan_name(OMBRE_PLAN_NATIVE), "native");
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        assert_non_null(ombre_vk_format_name((VkFormat) format->vk_format));
        assert_non_null(ombre_vk_format_name((VkFormat) format->vk_carrier));
    }
}

static void hresults(void **cmocka)
{
    (void) cmocka;
    assert_int_equal(ombre_translate_hresult(OMBRE_TRANSLATE_OK), 0);
    assert_int_equal(ombre_translate_hresult(OMBRE_TRANSLATE_INVALID),
                     0x80070057);
    assert_int_equal(ombre_translate_hresult(OMBRE_TRANSLATE_UNSUPPORTED),
                     0x887A0004);
}

/* --- Hostile states ------------------------------------------------------ */

static uint32_t next(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return *seed >> 8;
}

static struct ombre_equation any_equation(uint32_t *seed)
{
    return (struct ombre_equation){(enum ombre_factor)(next(seed) % 24),
                                   (enum ombre_factor)(next(seed) % 24),
                                   (enum ombre_blend_op)(next(seed) % 7)};
}

static struct ombre_state any_state(uint32_t *seed)
{
    struct ombre_state state = {
        .target_count = next(seed) % 10,
        .logic_op_enable = next(seed) % 8 == 0,
        .logic_op = (enum ombre_logic_op)(next(seed) % 17),
        .alpha_to_coverage = next(seed) % 2 == 0,
        .sample_count = next(seed) % 6,
        .shader = {.bound = next(seed) % 8 != 0,
                   .coverage = (enum ombre_coverage_export)(next(seed) % 3)},
    };
    for (unsigned i = 0; i < 8; i++) {
        state.target[i] = (struct ombre_target){
            .format = ombre_format_at(next(seed) % 60),
            .blend_enable = next(seed) % 4 == 0,
            .color = any_equation(seed),
            .alpha = any_equation(seed),
            .write_mask = (uint8_t) (next(seed) % 18),
        };
        state.shader.output[i] = (struct ombre_output){
            (enum ombre_output_type)(next(seed) % 5), 0xF};
    }
    return state;
}

/* What a driver must never be handed, whatever is asked for. */
static void assert_safe(const struct ombre_vk_state *vk,
                        const struct ombre_vk_facts *facts)
{
    bool differ = false;

    for (uint32_t i = 0; i < vk->attachment_count; i++) {
        const VkPipelineColorBlendAttachmentState *a = &vk->attachment[i];
        const VkBlendFactor used[] = {
            a->srcColorBlendFactor, a->dstColorBlendFactor,
            a->srcAlphaBlendFactor, a->dstAlphaBlendFactor};
        differ |= memcmp(a, &vk->attachment[0], sizeof *a) != 0;
        for (unsigned j = 0; j < 4; j++) {
            assert_non_null(ombre_vk_blend_factor_name(used[j]));
            if (used[j] >= VK_BLEND_FACTOR_SRC1_COLOR)
                assert_true(a->blendEnable && vk->dual_source &&
                            (i == 0 || vk->format[i] == VK_FORMAT_UNDEFINED));
        }
        assert_non_null(ombre_vk_blend_op_name(a->colorBlendOp));
        assert_non_null(ombre_vk_blend_op_name(a->alphaBlendOp));
        assert_false(a->blendEnable && vk->logic_op_enable);
        assert_true(a->colorWriteMask <= 0xF);
        if (a->blendEnable && vk->format[i] != VK_FORMAT_UNDEFINED)
            assert_true(facts_of(facts, vk->format[i]).blend);
    }
    assert_true(facts->independent_blend || !differ);
    assert_true(vk->patch_count <= OMBRE_VK_MAX_PATCHES);
}

static void random_states(void **cmocka)
{
    (void) cmocka;
    struct ombre_vk_facts devices[2] = {ombre_vk_facts_all(),
                                        ombre_vk_facts_all()};
    unsigned count[3] = {0};
    uint32_t seed = 1;

    devices[1].independent_blend = false;
    for (unsigned i = 0; i < 40000; i++) {
        const struct ombre_state state = any_state(&seed);
        const struct ombre_vk_facts *facts = &devices[i % 2];
        struct ombre_translation t, again;
        const enum ombre_translate_status status =
            ombre_translate(&state, facts, &t);
        count[status]++;
        assert_int_equal(status == OMBRE_TRANSLATE_OK, t.reason[0] == 0);
        if (status == OMBRE_TRANSLATE_OK)
            assert_safe(&t.vk, facts);
        /* Nothing of it depends on what was there; patches beyond their count,
         * emulations and the reason's end are not filled. */
        memset(&again, 0xA5, sizeof again);
        (void) ombre_translate(&state, facts, &again);
        assert_string_equal(t.reason, again.reason);
        memcpy(again.reason, t.reason, sizeof again.reason);
        assert_true(t.vk.patch_count <= COUNT(t.vk.patch));
        for (uint32_t k = t.vk.patch_count; k < COUNT(t.vk.patch); k++)
            again.vk.patch[k] = t.vk.patch[k];
        assert_int_equal(t.vk.emulated, 0);
        memcpy(again.vk.emulation, t.vk.emulation, sizeof t.vk.emulation);
        assert_memory_equal(
            &t, &again, offsetof(struct ombre_translation, key) + sizeof t.key);
    }
    assert_true(count[OMBRE_TRANSLATE_OK] > 200);
    assert_true(count[OMBRE_TRANSLATE_INVALID] > 200);
    assert_true(count[OMBRE_TRANSLATE_UNSUPPORTED] > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constants_and_sample_mask),
        cmocka_unit_test(masks),
        cmocka_unit_test(clamp_of_every_format),
        cmocka_unit_test(carried_only_where_it_helps),
        cmocka_unit_test(formats_out_of_reach),
        cmocka_unit_test(beyond_the_last_target),
        cmocka_unit_test(plans),
        cmocka_unit_test(long_names_are_cut),
        cmocka_unit_test(what_just_fits_is_told),
        cmocka_unit_test(names),
        cmocka_unit_test(hresults),
        cmocka_unit_test(random_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
