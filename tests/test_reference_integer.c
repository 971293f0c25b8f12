/* tests/test_reference_integer.c - integer targets: stores and logic operations
 *
 * Sets are ordinals: of UINT the code, of SINT the number.
 */
#include "reference_check.h"

#define D3D OMBRE_JUDGE_D3D
#define UINT OMBRE_OUTPUT_UINT
#define SINT OMBRE_OUTPUT_SINT

/* --- Logic operations ----------------------------------------------------- */

/* FS 17.7 with s = 0xF0 and d = 0xCC, and with 32 bits no two of which nibbles
 * are alike: s = 0x0123fedc, d = 0x5a5a3c96. */
/* clang-format off */
static const struct logic_row {
    enum ombre_logic_op op;
    uint32_t code8, code32;
} logic_rows[] = {
    {OMBRE_LOGIC_CLEAR,         0x00, 0x00000000},
    {OMBRE_LOGIC_SET,           0xff, 0xffffffff},
    {OMBRE_LOGIC_COPY,          0xf0, 0x0123fedc},
    {OMBRE_LOGIC_COPY_INVERTED, 0x0f, 0xfedc0123},
    {OMBRE_LOGIC_NOOP,          0xcc, 0x5a5a3c96},
    {OMBRE_LOGIC_INVERT,        0x33, 0xa5a5c369},
    {OMBRE_LOGIC_AND,           0xc0, 0x00023c94},
    {OMBRE_LOGIC_NAND,          0x3f, 0xfffdc36b},
    {OMBRE_LOGIC_OR,            0xfc, 0x5b7bfede},
    {OMBRE_LOGIC_NOR,           0x03, 0xa4840121},
    {OMBRE_LOGIC_XOR,           0x3c, 0x5b79c24a},
    {OMBRE_LOGIC_EQUIV,         0xc3, 0xa4863db5},
    {OMBRE_LOGIC_AND_REVERSE,   0x30, 0x0121c248},
    {OMBRE_LOGIC_AND_INVERTED,  0x0c, 0x5a580002},
    {OMBRE_LOGIC_OR_REVERSE,    0xf3, 0xa5a7fffd},
    {OMBRE_LOGIC_OR_INVERTED,   0xcf, 0xfede3db7},
};
/* clang-format on */

static void check_logic(const char *name, uint32_t dxgi, enum ombre_logic_op op,
                        uint32_t s, uint32_t d, uint32_t code)
{
    struct ombre_state state = state_of(dxgi);
    state.shader.output[0].type = OMBRE_OUTPUT_UINT;
    state.logic_op_enable = true;
    state.logic_op = op;
    struct ombre_source source;
    memset(&source, 0x5a, sizeof source);
    source.word[0][0] = s;
    const struct ombre_texel dest = {{d}};
    const struct set want = RANGE(code, code);
    for (int j = 0; j < OMBRE_JUDGE_COUNT; j++) {
        const struct ombre_prediction p =
            predict(&state, &source, &dest, (enum ombre_judge) j);
        const struct ombre_component_prediction *const red = &p.component[0];
        expect(name, 0, "fate", red->fate, OMBRE_FATE_WRITTEN);
        expect(name, 0, "code", red->code, code);
        expect(name, 0, "value", (long long) red->value, code);
        expect(name, 0, "rule", red->rule, OMBRE_REFERENCE_RULE_LOGIC);
        expect_set(name, 0, &red->legal, &want);
    }
}

static void test_logic_ops(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof logic_rows / sizeof logic_rows[0]; i++) {
        const struct logic_row *const row = &logic_rows[i];
        const char *const name = ombre_logic_op_name(row->op);
        check_logic(name, R8U, row->op, 0xf0, 0xcc, row->code8);
        check_logic(name, R32U, row->op, 0x0123fedc, 0x5a5a3c96, row->code32);
    }
    assert_int_equal(compared, 16 * 2 * 5 * 8);
    assert_int_equal(failures, 0);
}

/* --- One component, all judges -------------------------------------------- */

struct row {
    const char *name;
    uint32_t dxgi;
    int component;
    enum ombre_output_type type;
    uint32_t word;
    int logic; /* ombre_logic_op, -1: off */
    uint64_t dest;
    uint32_t code;
    double value;
    enum ombre_reference_rule rule;
    struct set judge[OMBRE_JUDGE_COUNT]; /* in their order */
};

#define FITS(x)                                                         \
    {                                                                   \
        RANGE(x, x), RANGE(x, x), RANGE(x, x), RANGE(x, x), RANGE(x, x) \
    }
/* A value that does not fit: clamped by Direct3D, any by Vulkan. */
#define CLAMPED(x, low, high)                                                \
    {                                                                        \
        RANGE(x, x), RANGE(x, x), RANGE(x, x), RANGE(low, high), RANGE(x, x) \
    }
/* FS 17.7.1: the low bits, or the clamped source (both, in this order). */
#define WIDE(low_bits, a, b, high)                                 \
    {                                                              \
        RANGE(low_bits, low_bits), RANGE(low_bits, low_bits),      \
            RANGES(a, a, b, b), RANGE(0, high), RANGES(a, a, b, b) \
    }
#define STORED OMBRE_REFERENCE_RULE_INTEGER
#define LOGIC OMBRE_REFERENCE_RULE_LOGIC
#define LOGIC_WIDE OMBRE_REFERENCE_RULE_LOGIC_WIDE

/* clang-format off */
static const struct row rows[] = {
    {"fits 8 bits", R8U, 0, UINT, 0xa5, -1, 0x77, 0xa5, 165, STORED, FITS(0xa5)},
    {"largest of 8 bits", R8U, 0, UINT, 0xff, -1, 0x77, 0xff, 255, STORED, FITS(0xff)},
    {"[22] 0x100 is clamped", R8U, 0, UINT, 0x100, -1, 0x77, 0xff, 255, STORED, CLAMPED(0xff, 0, 255)},
    {"all bits are clamped", R8U, 0, UINT, 0xffffffff, -1, 0x77, 0xff, 255, STORED, CLAMPED(0xff, 0, 255)},
    {"negative to UINT is 0", R8U, 0, SINT, 0xffffffff, -1, 0x77, 0, 0, STORED, CLAMPED(0, 0, 255)},
    {"positive SINT to UINT", R8U, 0, SINT, 0x12, -1, 0x77, 0x12, 18, STORED, FITS(0x12)},
    {"[22] 200 to SINT", R8S, 0, SINT, 200, -1, 0x77, 0x7f, 127, STORED, CLAMPED(127, -128, 127)},
    {"[22] -200 to SINT", R8S, 0, SINT, (uint32_t) -200, -1, 0x77, 0x80, -128, STORED, CLAMPED(-128, -128, 127)},
    {"-5 to SINT", R8S, 0, SINT, (uint32_t) -5, -1, 0x77, 0xfb, -5, STORED, FITS(-5)},
    {"lowest of SINT", R8S, 0, SINT, (uint32_t) -128, -1, 0x77, 0x80, -128, STORED, FITS(-128)},
    {"UINT to SINT is clamped", R8S, 0, UINT, 0xfffffffb, -1, 0x77, 0x7f, 127, STORED, CLAMPED(127, -128, 127)},
    {"16 bits", R16U, 0, UINT, 0xfedc, -1, 0x77, 0xfedc, 0xfedc, STORED, FITS(0xfedc)},
    {"16 bits, too large", R16U, 0, UINT, 0x10000, -1, 0x77, 0xffff, 0xffff, STORED, CLAMPED(0xffff, 0, 0xffff)},
    {"16 bits, negative", R16S, 0, SINT, (uint32_t) -32768, -1, 0x77, 0x8000, -32768, STORED, FITS(-32768)},
    {"16 bits, too low", R16S, 0, SINT, (uint32_t) -32769, -1, 0x77, 0x8000, -32768, STORED, CLAMPED(-32768, -32768, 32767)},
    {"32 bits", R32U, 0, UINT, 0xfedcba98, -1, 0x77, 0xfedcba98, 4275878552.0, STORED, FITS(0xfedcba98)},
    {"32 bits, SINT -1 to UINT", R32U, 0, SINT, 0xffffffff, -1, 0x77, 0, 0, STORED, CLAMPED(0, 0, 0xffffffff)},
    {"32 bits, lowest", R32S, 0, SINT, 0x80000000, -1, 0x77, 0x80000000, -2147483648.0, STORED, FITS(-2147483648LL)},
    {"32 bits, UINT to SINT", R32S, 0, UINT, 0x80000000, -1, 0x77, 0x7fffffff, 2147483647.0, STORED, CLAMPED(2147483647, -2147483648LL, 2147483647)},
    {"10 bits", RGB10A2U, 1, UINT, 0x2a5, -1, 0, 0x2a5, 677, STORED, FITS(0x2a5)},
    {"10 bits, too large", RGB10A2U, 1, UINT, 0x400, -1, 0, 0x3ff, 1023, STORED, CLAMPED(0x3ff, 0, 0x3ff)},
    {"2 bits, too large", RGB10A2U, 3, UINT, 4, -1, 0, 3, 3, STORED, CLAMPED(3, 0, 3)},
    {"2 bits", RGB10A2U, 3, UINT, 2, -1, 0xffffffff, 2, 2, STORED, FITS(2)},
    {"blue of RGBA32", RGBA32U, 2, UINT, 0x89abcdef, -1, 0, 0x89abcdef, 2309737967.0, STORED, FITS(0x89abcdef)},

    {"[21] AND_REVERSE", R8U, 0, UINT, 0xf0, OMBRE_LOGIC_AND_REVERSE, 0xcc, 0x30, 0x30, LOGIC, FITS(0x30)},
    {"[17] CLEAR, the zeroed LogicOp", R8U, 0, UINT, 0xf0, 0, 0xcc, 0, 0, LOGIC, FITS(0)},
    {"[23] COPY of 0x100", R8U, 0, UINT, 0x100, OMBRE_LOGIC_COPY, 0x77, 0, 0, LOGIC_WIDE, WIDE(0, 0, 0xff, 0xff)},
    {"XOR of 0x1a5", R8U, 0, UINT, 0x1a5, OMBRE_LOGIC_XOR, 0x3c, 0x99, 0x99, LOGIC_WIDE, WIDE(0x99, 0x99, 0xc3, 0xff)},
    {"AND of 0xffffff0f", R8U, 0, UINT, 0xffffff0f, OMBRE_LOGIC_AND, 0x3c, 0x0c, 0x0c, LOGIC_WIDE, WIDE(0x0c, 0x0c, 0x3c, 0xff)},
    {"NAND of 0x10f", R8U, 0, UINT, 0x10f, OMBRE_LOGIC_NAND, 0x3c, 0xf3, 0xf3, LOGIC_WIDE, WIDE(0xf3, 0xc3, 0xf3, 0xff)},
    {"2-bit alpha, XOR of 6", RGB10A2U, 3, UINT, 6, OMBRE_LOGIC_XOR, 0x40000000, 3, 3, LOGIC_WIDE, {RANGE(3, 3), RANGE(3, 3), RANGE(2, 3), RANGE(0, 3), RANGE(2, 3)}},
    {"10 bits, inverted", RGB10A2U, 2, UINT, 0x155, OMBRE_LOGIC_COPY_INVERTED, 0, 0x2aa, 0x2aa, LOGIC, FITS(0x2aa)},
    {"green of RGBA8, NOR", RGBA8U, 1, UINT, 0x0f, OMBRE_LOGIC_NOR, 0xffff30ff, 0xc0, 0xc0, LOGIC, FITS(0xc0)},
};
/* clang-format on */

static void test_rows(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *const row = &rows[i];
        struct ombre_state state = state_of(row->dxgi);
        state.shader.output[0].type = row->type;
        state.logic_op_enable = row->logic >= 0;
        state.logic_op = row->logic >= 0 ? (enum ombre_logic_op) row->logic
                                         : OMBRE_LOGIC_SET;
        struct ombre_source source;
        memset(&source, 0x5a, sizeof source);
        source.word[0][row->component] = row->word;
        const struct ombre_texel dest = {
            {(uint32_t) row->dest, (uint32_t) (row->dest >> 32)}};
        for (int j = 0; j < OMBRE_JUDGE_COUNT; j++) {
            const struct ombre_prediction p =
                predict(&state, &source, &dest, (enum ombre_judge) j);
            const struct ombre_component_prediction *const c =
                &p.component[row->component];
            expect(row->name, j, "fate", c->fate, OMBRE_FATE_WRITTEN);
            expect(row->name, j, "code", c->code, row->code);
            expect(row->name, j, "value", (long long) c->value,
                   (long long) row->value);
            expect(row->name, j, "rule", c->rule, row->rule);
            expect_set(row->name, j, &c->legal, &row->judge[j]);
        }
    }
    assert_true(compared > 33 * 5 * 8);
    assert_int_equal(failures, 0);
}

/* The write mask applies to logic operations and stores alike. */
static void test_mask(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state state = state_of(RGBA8U);
    state.shader.output[0].type = OMBRE_OUTPUT_UINT;
    state.target[0].write_mask = 5;
    const struct ombre_source source = {{{0x11, 0x22, 0x44, 0x88}}};
    const struct ombre_texel dest = {{0xf1e2d3c4}};
    static const uint32_t store[4] = {0x11, 0xd3, 0x44, 0xf1};
    static const uint32_t either[4] = {0xd5, 0xd3, 0xe6, 0xf1};
    for (int logic = 0; logic < 2; logic++) {
        state.logic_op_enable = logic;
        state.logic_op = OMBRE_LOGIC_OR;
        const struct ombre_prediction p = predict(&state, &source, &dest, D3D);
        for (int c = 0; c < 4; c++) {
            const bool kept = c & 1;
            const uint32_t code = logic ? either[c] : store[c];
            const struct set want = RANGE(code, code);
            expect("mask RB", c, "fate", p.component[c].fate,
                   kept ? OMBRE_FATE_KEPT : OMBRE_FATE_WRITTEN);
            expect("mask RB", c, "code", p.component[c].code, code);
            expect_set("mask RB", c, &p.component[c].legal, &want);
        }
    }
    assert_int_equal(compared, 2 * 4 * 6);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_logic_ops),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_mask),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
