/* tests/test_reference_fates.c - what becomes of a component, which rule says
 * so, and the names of rules and judges */
#include "reference_check.h"

#define D3D OMBRE_JUDGE_D3D

/* --- Names ---------------------------------------------------------------- */

static void test_judge_names(void **unused)
{
    static const struct {
        enum ombre_judge judge;
        const char *name;
    } names[] = {
        {OMBRE_JUDGE_EXACT, "exact"}, {OMBRE_JUDGE_STRICT, "strict"},
        {OMBRE_JUDGE_D3D, "d3d"},     {OMBRE_JUDGE_VULKAN, "vulkan"},
        {OMBRE_JUDGE_CTS, "cts"},
    };
    (void) unused;
    assert_int_equal(sizeof names / sizeof names[0], OMBRE_JUDGE_COUNT);
    for (int i = 0; i < OMBRE_JUDGE_COUNT; i++) {
        enum ombre_judge found = OMBRE_JUDGE_COUNT;
        assert_int_equal(names[i].judge, i);
        assert_string_equal(ombre_judge_name(names[i].judge), names[i].name);
        assert_true(ombre_judge_from_name(names[i].name, &found));
        assert_int_equal(found, i);
    }
    enum ombre_judge kept = OMBRE_JUDGE_D3D;
    assert_false(ombre_judge_from_name("D3D", &kept));
    assert_false(ombre_judge_from_name("d3d ", &kept));
    assert_false(ombre_judge_from_name("", &kept));
    assert_int_equal(kept, OMBRE_JUDGE_D3D);
    assert_null(ombre_judge_name(OMBRE_JUDGE_COUNT));
    assert_null(ombre_judge_name((enum ombre_judge) 0x5a5a5a5a));
}

static void test_rule_names(void **unused)
{
    static const struct {
        enum ombre_reference_rule rule;
        const char *name, *sentence, *source;
    } rules[] = {
#define X(id, name, sentence, source) \
    {OMBRE_REFERENCE_RULE_##id, name, sentence, source},
        OMBRE_REFERENCE_RULES(X)
#undef X
    };
    enum { RULES = sizeof rules / sizeof rules[0] };
    (void) unused;
    assert_int_equal(RULES, 18);
    for (int i = 0; i < RULES; i++) {
        const enum ombre_reference_rule rule = rules[i].rule;
        assert_int_equal(rule, i);
        assert_string_equal(ombre_reference_rule_name(rule), rules[i].name);
        assert_string_equal(ombre_reference_rule_sentence(rule),
                            rules[i].sentence);
        assert_string_equal(ombre_reference_rule_source(rule), rules[i].source);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(rules[i].name, rules[k].name);
    }
    /* A number that is no rule has no room to give. */
    assert_string_equal(
        ombre_reference_rule_name((enum ombre_reference_rule) RULES), "exact");
    assert_string_equal(
        ombre_reference_rule_name((enum ombre_reference_rule) 0x5a5a5a5a),
        "exact");
}

/* --- What is kept ----------------------------------------------------------
 */

struct fate {
    enum ombre_fate fate;
    enum ombre_reference_rule rule;
};

static void check_fates(const char *name, const struct ombre_prediction *p,
                        const struct fate want[4])
{
    for (int c = 0; c < 4; c++) {
        expect(name, c, "fate", p->component[c].fate, want[c].fate);
        expect(name, c, "rule", p->component[c].rule, want[c].rule);
    }
}

#define ABSENT                                       \
    {                                                \
        OMBRE_FATE_ABSENT, OMBRE_REFERENCE_RULE_NONE \
    }
#define KEPT(rule)                                   \
    {                                                \
        OMBRE_FATE_KEPT, OMBRE_REFERENCE_RULE_##rule \
    }
#define WRITTEN(rule)                                   \
    {                                                   \
        OMBRE_FATE_WRITTEN, OMBRE_REFERENCE_RULE_##rule \
    }
#define UNDEFINED                                            \
    {                                                        \
        OMBRE_FATE_UNDEFINED, OMBRE_REFERENCE_RULE_UNDEFINED \
    }

static const struct ombre_source source = {
    {{0x3e800000, 0x3f000000, 0x3f400000, 0x3f200000},   /* .25 .5 .75 .625 */
     {0x3f600000, 0x3dcccccd, 0x3e4ccccd, 0x3ecccccd}}}; /* .875 .1 .2 .4 */
static const struct ombre_texel dest = {{0x81c04020, 0x5a5a5a5a}};

/* Everything that keeps a component keeps its code, says so, and allows no
 * other; the value is what the code stands for. */
static void check_kept(const char *name, const struct ombre_prediction *p,
                       int c, uint32_t code, int64_t ordinal, double value)
{
    const struct set want = RANGE(ordinal, ordinal);
    expect(name, c, "code", p->component[c].code, code);
    expect(name, c, "value", p->component[c].value == value, 1);
    expect_set(name, c, &p->component[c].legal, &want);
}

static void test_kept(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state s = state_of(SNORM8);
    s.target[0].write_mask = 6;
    struct ombre_prediction p = predict(&s, &source, &dest, D3D);
    check_fates("masked", &p,
                (const struct fate[4]){KEPT(MASKED), WRITTEN(STORE),
                                       WRITTEN(STORE), KEPT(MASKED)});
    check_kept("masked", &p, 0, 0x20, 0x20, 32 / 127.0);
    check_kept("masked", &p, 3, 0x81, -127, -1);

    /* FS 16.9.1: not declared, so not written, whatever the mask says. */
    s.target[0].write_mask = 15;
    s.shader.output[0].type = OMBRE_OUTPUT_NONE;
    p = predict(&s, &source, &dest, OMBRE_JUDGE_VULKAN);
    check_fates("undeclared", &p,
                (const struct fate[4]){KEPT(UNDECLARED), KEPT(UNDECLARED),
                                       KEPT(UNDECLARED), KEPT(UNDECLARED)});
    check_kept("undeclared", &p, 1, 0x40, 0x40, 64 / 127.0);
    check_kept("undeclared", &p, 2, 0xc0, -64, -64 / 127.0);

    s.shader.output[0].type = OMBRE_OUTPUT_FLOAT;
    s.shader.bound = false;
    p = predict(&s, &source, &dest, D3D);
    check_fates("no shader", &p,
                (const struct fate[4]){KEPT(UNDECLARED), KEPT(UNDECLARED),
                                       KEPT(UNDECLARED), KEPT(UNDECLARED)});
    s.shader.bound = true;

    memset(&p, 0x5a, sizeof p);
    assert_true(ombre_predict_uncovered(&s, 0, &dest, &p));
    check_fates("not covered", &p,
                (const struct fate[4]){KEPT(NOT_COVERED), KEPT(NOT_COVERED),
                                       KEPT(NOT_COVERED), KEPT(NOT_COVERED)});
    check_kept("not covered", &p, 0, 0x20, 0x20, 32 / 127.0);
    check_kept("not covered", &p, 3, 0x81, -127, -1);

    s = state_of(R9G9B9E5);
    s.target[0].write_mask = 0;
    p = predict(&s, &source, &dest, D3D);
    expect("R9G9B9E5", 0, "code", p.component[0].code, 0x20);
    assert_int_equal(compared, 2 * 5 + 4 * 8 + 6 * 6 - 9);
    assert_int_equal(failures, 0);
}

/* A component that holds a NaN keeps it; no number is legal then. */
static void test_kept_nan(void **unused)
{
    (void) unused;
    struct ombre_state s = state_of(R16F);
    s.target[0].write_mask = 0;
    const struct ombre_texel nan = {{0x7e5a}};
    const struct ombre_prediction p = predict(&s, &source, &nan, D3D);
    assert_int_equal(p.component[0].code, 0x7e5a);
    assert_true(isnan(p.component[0].value));
}

static void test_absent(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_prediction p;
    struct ombre_state s = state_of(RG8);
    p = predict(&s, &source, &dest, D3D);
    check_fates(
        "RG8", &p,
        (const struct fate[4]){WRITTEN(STORE), WRITTEN(STORE), ABSENT, ABSENT});
    s = state_of(A8);
    p = predict(&s, &source, &dest, D3D);
    check_fates("A8", &p,
                (const struct fate[4]){ABSENT, ABSENT, ABSENT, WRITTEN(STORE)});
    s = state_of(BGRX8);
    memset(&p, 0x5a, sizeof p);
    assert_true(ombre_predict_uncovered(&s, 0, &dest, &p));
    check_fates("BGRX8", &p,
                (const struct fate[4]){KEPT(NOT_COVERED), KEPT(NOT_COVERED),
                                       KEPT(NOT_COVERED), ABSENT});
    expect("BGRX8", 3, "legal", p.component[3].legal.count, 0);
    assert_int_equal(compared, 25);
    assert_int_equal(failures, 0);
}

/* Nothing to predict: a hole, a slot beyond, a judge that is none. */
static void test_refused(void **unused)
{
    (void) unused;
    static const struct ombre_prediction zero;
    struct ombre_state s = state_of(RGBA8);
    s.target_count = 2;
    s.target[1].format = NULL;
    s.target[2] = s.target[0];
    struct ombre_prediction p;
    for (unsigned t = 1; t < 4; t++) {
        memset(&p, 0x5a, sizeof p);
        assert_false(ombre_predict(&s, t, &source, &dest, D3D, &p));
        assert_memory_equal(&p, &zero, sizeof p);
        memset(&p, 0x5a, sizeof p);
        assert_false(ombre_predict_uncovered(&s, t, &dest, &p));
        assert_memory_equal(&p, &zero, sizeof p);
    }
    /* A count beyond the array is not believed. */
    s.target_count = 0x5a5a5a5a;
    assert_false(ombre_predict(&s, 8, &source, &dest, D3D, &p));
    assert_false(ombre_predict_uncovered(&s, 0x5a5a5a5a, &dest, &p));
    s.target[7] = s.target[0];
    s.shader.output[7] = s.shader.output[0];
    assert_true(ombre_predict(&s, 7, &source, &dest, D3D, &p));
    assert_true(ombre_predict_uncovered(&s, 7, &dest, &p));

    memset(&p, 0x5a, sizeof p);
    assert_false(ombre_predict(&s, 0, &source, &dest, OMBRE_JUDGE_COUNT, &p));
    assert_memory_equal(&p, &zero, sizeof p);
    assert_false(ombre_predict(&s, 0, &source, &dest,
                               (enum ombre_judge) 0x5a5a5a5a, &p));
    assert_true(ombre_predict(&s, 0, &source, &dest, OMBRE_JUDGE_CTS, &p));
}

/* Target N takes output N. */
static void test_targets(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state s = state_of(R8);
    s.target_count = 3;
    s.target[2] = s.target[0];
    s.target[2].write_mask = 1;
    s.target[0].write_mask = 0;
    s.shader.output[2] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 1};
    struct ombre_source all = source;
    all.word[2][0] = 0x3f333333; /* .7: 178.5 */
    all.word[0][0] = 0x3e800000;
    struct ombre_prediction p;
    assert_true(ombre_predict(&s, 2, &all, &dest, D3D, &p));
    expect("target 2", 0, "fate", p.component[0].fate, OMBRE_FATE_WRITTEN);
    expect("target 2", 0, "code", p.component[0].code, 178);
    expect("target 2", 0, "value", p.component[0].value == (double) .7f, 1);
    assert_int_equal(failures, 0);
}

/* --- Undefined -------------------------------------------------------------
 */

#define FLOAT OMBRE_OUTPUT_FLOAT
#define UINT OMBRE_OUTPUT_UINT
#define SINT OMBRE_OUTPUT_SINT

struct row {
    const char *name;
    uint32_t dxgi;
    bool blend;
    struct ombre_equation color, alpha;
    struct ombre_output o0, o1;
    struct fate want[4];
};

#define EQ(s, d, o)                        \
    {                                      \
        OMBRE_##s, OMBRE_##d, OMBRE_OP_##o \
    }
#define PLAIN EQ(ONE, ZERO, ADD)
#define W WRITTEN(BLEND)
#define S WRITTEN(STORE)
#define U UNDEFINED

/* FS 16.9.1, 17.15: a component of a declared output that is not declared;
 * FS 17.6: what the equation needs of both sources. */
/* clang-format off */
static const struct row rows[] = {
    {"o0.rg only", RGBA8, false, PLAIN, PLAIN, {FLOAT, 3}, {FLOAT, 15}, {S, S, U, U}},
    {"o0.ba only", RGBA8, false, PLAIN, PLAIN, {FLOAT, 12}, {FLOAT, 15}, {U, U, S, S}},
    {"o0.rgb, alpha not read", RGBA8, true, EQ(ONE, ONE, ADD), EQ(ONE, ONE, ADD), {FLOAT, 7}, {FLOAT, 15}, {W, W, W, U}},
    {"o0.rgb, alpha as factor", RGBA8, true, EQ(SRC_ALPHA, ONE, ADD), EQ(ONE, ONE, ADD), {FLOAT, 7}, {FLOAT, 15}, {U, U, U, U}},
    {"o0.rgb, alpha of the destination", RGBA8, true, EQ(DEST_ALPHA, INV_DEST_ALPHA, ADD), EQ(ONE, ONE, ADD), {FLOAT, 7}, {FLOAT, 15}, {W, W, W, U}},
    {"o0.rgb, SAT", RGBA8, true, EQ(ONE, SRC_ALPHA_SAT, ADD), EQ(ONE, ONE, ADD), {FLOAT, 7}, {FLOAT, 15}, {U, U, U, U}},
    {"o0.a only, ZERO still multiplies", RGBA8, true, EQ(ZERO, SRC_ALPHA, ADD), EQ(ONE, ONE, ADD), {FLOAT, 8}, {FLOAT, 15}, {U, U, U, W}},
    {"MIN of an undeclared component", RGBA8, true, EQ(ONE, ONE, MIN), EQ(ONE, ONE, MAX), {FLOAT, 13}, {FLOAT, 15}, {W, U, W, W}},
    {"SRC1_COLOR, all of o1", RGBA8, true, EQ(ONE, SRC1_COLOR, ADD), EQ(ONE, SRC1_ALPHA, ADD), {FLOAT, 15}, {FLOAT, 15}, {W, W, W, W}},
    {"SRC1_COLOR, o1.rg", RGBA8, true, EQ(ONE, SRC1_COLOR, ADD), EQ(ONE, ONE, ADD), {FLOAT, 15}, {FLOAT, 3}, {W, W, U, W}},
    {"SRC1_ALPHA, o1.a", RGBA8, true, EQ(INV_SRC1_ALPHA, ONE, ADD), EQ(ONE, INV_SRC1_ALPHA, ADD), {FLOAT, 15}, {FLOAT, 8}, {W, W, W, W}},
    {"SRC1_ALPHA, o1.rgb", RGBA8, true, EQ(INV_SRC1_ALPHA, ONE, ADD), EQ(ONE, ONE, ADD), {FLOAT, 15}, {FLOAT, 7}, {U, U, U, W}},
    {"SRC1_ALPHA in alpha, o1.rgb", RGBA8, true, EQ(INV_SRC1_COLOR, ONE, ADD), EQ(SRC1_ALPHA, ONE, ADD), {FLOAT, 15}, {FLOAT, 7}, {W, W, W, U}},
    {"SRC1_COLOR, no o1", RGBA8, true, EQ(SRC1_COLOR, ONE, ADD), EQ(ONE, ONE, ADD), {FLOAT, 15}, {OMBRE_OUTPUT_NONE, 15}, {U, U, U, W}},
    {"SRC1_ALPHA, o1 is UINT", RGBA8, true, EQ(SRC1_ALPHA, ONE, ADD), EQ(ONE, SRC1_ALPHA, ADD), {FLOAT, 15}, {UINT, 15}, {U, U, U, U}},
    {"SRC1 on, MIN", RGBA8, true, EQ(ONE, ONE, MIN), EQ(ONE, SRC1_ALPHA, ADD), {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"SRC1 on, MAX", RGBA8, true, EQ(ONE, ONE, MAX), EQ(ONE, SRC1_ALPHA, ADD), {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"SRC1 on, MIN of alpha", RGBA8, true, EQ(SRC1_COLOR, ONE, ADD), EQ(ONE, ONE, MIN), {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"SRC1 on, MAX of alpha", RGBA8, true, EQ(SRC1_COLOR, ONE, ADD), EQ(ONE, ONE, MAX), {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"SRC1 beside MIN itself", RGBA8, true, EQ(SRC1_COLOR, ONE, MIN), EQ(ONE, ONE, ADD), {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"MIN without SRC1, no o1", RGBA8, true, EQ(SRC_ALPHA, ONE, MIN), EQ(ONE, ONE, MAX), {FLOAT, 15}, {OMBRE_OUTPUT_NONE, 0}, {W, W, W, W}},
    {"SRC1 and MIN with blending off", RGBA8, false, EQ(SRC1_COLOR, ONE, MIN), EQ(ONE, SRC1_ALPHA, MAX), {FLOAT, 15}, {OMBRE_OUTPUT_NONE, 0}, {S, S, S, S}},
    {"SUBTRACT and REV_SUBTRACT with SRC1", RGBA8, true, EQ(SRC1_COLOR, ONE, SUBTRACT), EQ(ONE, SRC1_ALPHA, REV_SUBTRACT), {FLOAT, 15}, {FLOAT, 15}, {W, W, W, W}},
    {"integer output, UNORM target", RGBA8, false, PLAIN, PLAIN, {UINT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"signed output, float target", RGBA16F, false, PLAIN, PLAIN, {SINT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"float output, UINT target", RGBA8U, false, PLAIN, PLAIN, {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"float output, SINT target", RGBA8S, false, PLAIN, PLAIN, {FLOAT, 15}, {FLOAT, 15}, {U, U, U, U}},
    {"signed output, UINT target", RGBA8U, false, PLAIN, PLAIN, {SINT, 15}, {FLOAT, 15}, {WRITTEN(INTEGER), WRITTEN(INTEGER), WRITTEN(INTEGER), WRITTEN(INTEGER)}},
    {"o0.rb of SINT", RGBA8S, false, PLAIN, PLAIN, {SINT, 5}, {FLOAT, 15}, {WRITTEN(INTEGER), U, WRITTEN(INTEGER), U}},
    {"fp16, o0.r", RGBA16F, false, PLAIN, PLAIN, {FLOAT, 1}, {FLOAT, 15}, {WRITTEN(FLOAT_STORE), U, U, U}},
    {"fp32 blend", RGBA32F, true, EQ(ONE, ONE, ADD), EQ(ONE, ONE, ADD), {FLOAT, 7}, {FLOAT, 15}, {WRITTEN(FLOAT_BLEND), WRITTEN(FLOAT_BLEND), WRITTEN(FLOAT_BLEND), U}},
    {"R11G11B10", R11G11B10F, false, PLAIN, PLAIN, {FLOAT, 5}, {FLOAT, 15}, {WRITTEN(FLOAT_STORE), U, WRITTEN(FLOAT_STORE), ABSENT}},
};
/* clang-format on */
#undef W
#undef S
#undef U

/* Every code of an undefined component is legal, and NaN where there is one. */
static struct set everything(const struct ombre_format *format)
{
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_UINT: return (struct set) RANGE(0, 255);
    case OMBRE_SNORM:
    case OMBRE_SINT: return (struct set) RANGE(-128, 127);
    case OMBRE_FLOAT:
        return format->component[0].bits == 16
                   ? (struct set){1, {{-0x7c01, 0x7c00}}, true}
                   : (struct set){1, {{-0x7f800001LL, 0x7f800000LL}}, true};
    case OMBRE_UFLOAT: return (struct set){1, {{0, 0x7c0}}, true};
    case OMBRE_SHARED: return (struct set) RANGE(0, 511);
    }
    return (struct set){0};
}

static void test_undefined(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *const row = &rows[i];
        struct ombre_state s = state_of(row->dxgi);
        s.target[0].blend_enable = row->blend;
        s.target[0].color = row->color;
        s.target[0].alpha = row->alpha;
        s.shader.output[0] = row->o0;
        s.shader.output[1] = row->o1;
        for (int j = 1; j <= 3; j++) {
            const struct ombre_prediction p =
                predict(&s, &source, &dest, (enum ombre_judge) j);
            check_fates(row->name, &p, row->want);
            for (int c = 0; c < 4; c++) {
                const struct set all = everything(s.target[0].format);
                if (row->want[c].fate == OMBRE_FATE_UNDEFINED)
                    expect_set(row->name, c, &p.component[c].legal, &all);
            }
        }
    }
    assert_true(compared > 33 * 3 * 8);
    assert_int_equal(failures, 0);
}

/* SRC1 reads output 1, also for a target that is not the first: undefined or
 * not is decided by that output alone. */
static void test_second_source(void **unused)
{
    (void) unused;
    compared = failures = 0;
    struct ombre_state s = state_of(RGBA8);
    s.target_count = 4;
    s.target[3] = s.target[0];
    s.target[3].blend_enable = true;
    s.target[3].color.src = OMBRE_SRC1_COLOR;
    s.target[3].write_mask = 1;
    s.shader.output[3] = (struct ombre_output){FLOAT, 1};
    s.shader.output[1] = (struct ombre_output){FLOAT, 1};
    struct ombre_source all = source;
    all.word[3][0] = 0x3f800000;
    struct ombre_prediction p;
    assert_true(ombre_predict(&s, 3, &all, &dest, D3D, &p));
    expect("o1 of target 3", 0, "fate", p.component[0].fate,
           OMBRE_FATE_WRITTEN);
    expect("o1 of target 3", 0, "code", p.component[0].code, 223);
    s.shader.output[1].components = 14;
    assert_true(ombre_predict(&s, 3, &all, &dest, D3D, &p));
    expect("o1 without red", 0, "fate", p.component[0].fate,
           OMBRE_FATE_UNDEFINED);
    assert_int_equal(compared, 3);
    assert_int_equal(failures, 0);
}

/* --- Rules -----------------------------------------------------------------
 */

/* What a judge's rule is where a number goes wrong. */
static const struct {
    const char *name;
    uint32_t dxgi;
    bool blend;
    struct ombre_equation color;
    float src;
    uint32_t dest;
    enum ombre_reference_rule rule;
} rules[] = {
    {"plain", R8, false, PLAIN, .3f, 7, OMBRE_REFERENCE_RULE_STORE},
    {"blend", R8, true, PLAIN, .3f, 7, OMBRE_REFERENCE_RULE_BLEND},
    {"NaN stored", R8, false, PLAIN, NAN, 7, OMBRE_REFERENCE_RULE_NAN_STORE},
    {"NaN blended", R8, true, PLAIN, NAN, 7, OMBRE_REFERENCE_RULE_NAN_BLEND},
    {"float", R32F, false, PLAIN, .3f, 7, OMBRE_REFERENCE_RULE_FLOAT_STORE},
    {"float blend", R32F, true, PLAIN, .3f, 7,
     OMBRE_REFERENCE_RULE_FLOAT_BLEND},
    {"float NaN", R32F, false, PLAIN, NAN, 7, OMBRE_REFERENCE_RULE_NAN},
    {"float NaN blended", R32F, true, PLAIN, NAN, 7, OMBRE_REFERENCE_RULE_NAN},
    {"ZERO on infinity", R32F, true, PLAIN, .3f, 0x7f800000,
     OMBRE_REFERENCE_RULE_ZERO_WEIGHT},
    {"NaN in the target", R32F, true, EQ(ONE, ONE, ADD), 2, 0x7fc00000,
     OMBRE_REFERENCE_RULE_NAN},
    {"NaN constant", R8, true, EQ(BLEND_FACTOR, ONE, ADD), .3f, 7,
     OMBRE_REFERENCE_RULE_NAN_BLEND},
    {"NaN constant alpha", R8, true, EQ(ALPHA_FACTOR, ONE, ADD), .3f, 7,
     OMBRE_REFERENCE_RULE_NAN_BLEND},
    {"NaN of source 1", R8, true, EQ(SRC1_COLOR, ONE, ADD), .3f, 7,
     OMBRE_REFERENCE_RULE_NAN_BLEND},
    {"NaN alpha in the target", RGBA32F, true, EQ(DEST_ALPHA, ONE, ADD), .3f, 7,
     OMBRE_REFERENCE_RULE_NAN},
    {"NaN that nothing reads", RGBA32F, true, EQ(SRC_ALPHA, ONE, ADD), .3f, 7,
     OMBRE_REFERENCE_RULE_FLOAT_BLEND},
    {"MAX drops the NaN", R32F, true, EQ(ONE, ONE, MAX), NAN, 0x40000000,
     OMBRE_REFERENCE_RULE_FLOAT_BLEND},
};

static void test_rules(void **unused)
{
    (void) unused;
    compared = failures = 0;
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        struct ombre_state s = state_of(rules[i].dxgi);
        s.target[0].blend_enable = rules[i].blend;
        s.target[0].color = rules[i].color;
        /* All that a row does not read is NaN. */
        s.blend_factor[0] = s.blend_factor[3] = NAN;
        struct ombre_source from = source;
        memset(from.word[1], 0xff, sizeof from.word[1]);
        memcpy(&from.word[0][0], &rules[i].src, sizeof rules[i].src);
        const struct ombre_texel to = {{rules[i].dest, 0, 0, 0x7fc00000}};
        for (int j = 0; j < OMBRE_JUDGE_COUNT; j++) {
            const struct ombre_prediction p =
                predict(&s, &from, &to, (enum ombre_judge) j);
            expect(rules[i].name, j, "rule", p.component[0].rule,
                   j == OMBRE_JUDGE_EXACT ? OMBRE_REFERENCE_RULE_NONE
                                          : rules[i].rule);
        }
    }
    assert_int_equal(compared, 80);
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_judge_names),   cmocka_unit_test(test_rule_names),
        cmocka_unit_test(test_kept),          cmocka_unit_test(test_kept_nan),
        cmocka_unit_test(test_absent),        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_targets),       cmocka_unit_test(test_undefined),
        cmocka_unit_test(test_second_source), cmocka_unit_test(test_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
