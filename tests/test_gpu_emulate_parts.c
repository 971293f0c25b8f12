/* Batches of targets that need passes of their own, and emulations that are
 * none. */
#include "emulated_unorm8.h"

/* --- Groups ----------------------------------------------------------------
 */

enum { TARGETS = 6, DRAWS = 2, EMULATED = 2 };

/* Four targets of three kinds, a hole, and one that the shader computes. */
static const VkFormat group_format[TARGETS] = {
    RGBA8, VK_FORMAT_UNDEFINED, R32U, RGBA8, RGBA8, RGBA8};
static const uint32_t group_mask[DRAWS][TARGETS] = {{15, 0, 15, 3, 15, 3},
                                                    {15, 0, 6, 3, 9, 3}};

struct groups {
    struct ombre_vk_state state[DRAWS];
    struct ombre_gpu_draw draw[DRAWS];
    uint32_t operands[DRAWS][TARGETS][4], echo[DRAWS * TARGETS][4];
    uint32_t before[TARGETS], after[TARGETS], want[TARGETS];
};

static struct ombre_vk_state group_state(uint32_t d)
{
    struct ombre_vk_state s = fixture_state(TARGETS, group_format);

    s.emulated = 1u << EMULATED;
    s.emulation[EMULATED] = unorm8(false);
    s.emulation[EMULATED].equation.colorWriteMask = group_mask[d][EMULATED];
    s.split = VK_TRUE;
    for (uint32_t t = 0; t < TARGETS; t++)
        if (t != EMULATED) {
            s.attachment[t] = difference;
            s.attachment[t].colorWriteMask = group_mask[d][t];
        }
    return s;
}

static void make_groups(struct groups *g)
{
    uint32_t seed = 3;

    for (uint32_t t = 0; t < TARGETS; t++)
        g->want[t] = g->before[t] = fixture_random(&seed);
    for (uint32_t d = 0; d < DRAWS; d++) {
        g->state[d] = group_state(d);
        g->draw[d] = (struct ombre_gpu_draw){
            &g->state[d], 0, 0, 1, 1, 1, (const uint32_t(*)[4]) g->operands[d]};
        for (uint32_t t = 0; t < TARGETS; t++) {
            const uint32_t code = fixture_random(&seed);
            const uint32_t made = differ(code, g->want[t]);
            source_of(code, g->operands[d][t]);
            for (uint32_t c = 0; c < 4; c++)
                if (group_mask[d][t] >> c & 1)
                    g->want[t] = (g->want[t] & ~(0xFFu << 8 * c)) |
                                 (made & 0xFFu << 8 * c);
        }
    }
}

static void splits_what_differs(void **state)
{
    struct fixture *const f = *state;
    struct ombre_gpu *gpu =
        fixture_reopen(f, OMBRE_VK_NEED_INDEPENDENT_BLEND, 0);
    struct groups g = {0};
    struct ombre_gpu_batch batch = {
        .width = 1,
        .height = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = TARGETS,
        .slots = TARGETS,
        .draw_count = DRAWS,
        .draw = g.draw,
        .echo = g.echo,
    };

    make_groups(&g);
    for (uint32_t t = 0; t < TARGETS; t++) {
        batch.output[t] = OMBRE_GPU_OUTPUT_FLOAT;
        if (group_format[t] != VK_FORMAT_UNDEFINED)
            batch.target[t] = (struct ombre_gpu_target){
                .format = group_format[t],
                .texel_size = 4,
                .upload = &g.before[t],
                .readback = &g.after[t],
            };
    }
    fixture_run(gpu, "groups", &batch);
    g.after[1] = g.want[1] = 0; /* the hole */
    fixture_same("groups", g.after, g.want, sizeof g.want);
    fixture_same("echo", g.echo, g.operands, sizeof g.operands);
    ombre_gpu_close(&gpu);
}

/* --- Refusals --------------------------------------------------------------
 */

static void two_emulations(struct ombre_vk_state *s)
{
    s[1].emulated = 0;
}

static void beyond_targets(struct ombre_vk_state *s)
{
    s[0].emulated = s[1].emulated = 3;
}

static void no_numeric(struct ombre_vk_state *s)
{
    s[0].emulation[0].numeric = (enum ombre_vk_numeric) 8;
}

static void value_of_one_sample(struct ombre_vk_state *s)
{
    s[0].emulation[0].by_value = VK_TRUE;
}

static void beyond_texel(struct ombre_vk_state *s)
{
    s[0].emulation[0].component[3].shift = 25;
}

static void no_width(struct ombre_vk_state *s)
{
    s[0].emulation[0].numeric = OMBRE_VK_FLOAT;
}

static void no_exponent(struct ombre_vk_state *s)
{
    s[0].emulation[0] = (struct ombre_vk_emulation){
        .numeric = OMBRE_VK_SHARED, .component = {{0, 9}, {9, 9}, {19, 9}}};
}

static void no_factor(struct ombre_vk_state *s)
{
    s[0].emulation[0].equation.dstAlphaBlendFactor = (VkBlendFactor) 19;
}

static void no_op(struct ombre_vk_state *s)
{
    s[0].emulation[0].equation.alphaBlendOp = VK_BLEND_OP_ZERO_EXT;
}

static void wide_mask(struct ombre_vk_state *s)
{
    s[0].emulation[0].equation.colorWriteMask = 0x10;
}

static void blended_integer(struct ombre_vk_state *s)
{
    s[0].emulation[0].numeric = OMBRE_VK_SINT;
}

static void no_logic_op(struct ombre_vk_state *s)
{
    s[0].emulation[0].logic_op_enable = VK_TRUE;
    s[0].emulation[0].logic_op = (VkLogicOp) 16;
}

static const struct {
    void (*spoil)(struct ombre_vk_state *s);
    const char *reason;
} refusals[] = {
    {two_emulations, "states emulate targets 0x1 and 0x0"},
    {beyond_targets, "targets 0x3 are emulated, of 1"},
    {no_numeric, "no such numbers"},
    {value_of_one_sample, "does not hold its texels"},
    {beyond_texel, "component 3 has 8 bits at 25"},
    {no_width, "component 0 has 8 bits at 0"},
    {no_exponent, "an exponent has no room"},
    {no_factor, "no such equation"},
    {no_op, "no such equation"},
    {wide_mask, "no such equation"},
    {blended_integer, "integers do not blend"},
    {no_logic_op, "no such logic operation: 16"},
};

static void refuses_what_is_no_emulation(void **state)
{
    struct fixture *const f = *state;

    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct ombre_vk_state s[2] = {unorm8_state(false), unorm8_state(false)};
        const uint32_t source[4] = {0};
        uint32_t before = 1, after = 2;
        const struct ombre_gpu_draw draw[] = {{&s[0], 0, 0, 1, 1, 1, &source},
                                              {&s[1], 0, 0, 1, 1, 1, &source}};
        refusals[i].spoil(s);
        const struct ombre_gpu_batch batch =
            fixture_batch(R32U, 1, 1, &before, &after, draw, 2);
        fixture_refused(f->gpu, refusals[i].reason, &batch, refusals[i].reason);
        assert_int_equal(after, 2);
    }
}

static void refuses_lines(void **state)
{
    struct fixture *const f = *state;
    const struct ombre_gpu_image line = {
        .dimensions = 1,
        .extent = {1, 1, 1},
        .mip_levels = 1,
        .array_layers = 1,
    };
    const struct ombre_vk_state s = unorm8_state(false);
    const uint32_t source[4] = {0};
    uint32_t before = 1, after = 2;
    const struct ombre_gpu_draw draw = {&s, 0, 0, 1, 1, 1, &source};
    struct ombre_gpu_batch batch =
        fixture_batch(R32U, 1, 1, &before, &after, &draw, 1);
    batch.target[0].image = &line;

    fixture_refused(f->gpu, "a line", &batch, "a 1D image as input attachment");
    assert_int_equal(after, 2);
    batch.target[0].image = NULL;
    fixture_run(f->gpu, "a plain image", &batch);
    assert_int_not_equal(after, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splits_what_differs),
        cmocka_unit_test(refuses_what_is_no_emulation),
        cmocka_unit_test(refuses_lines),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
