/* tests/test_reference_float.c - what float targets may hold, code by code
 *
 * Each row is worked out by hand in binary, in units in the last place of the
 * target.  Sets are ordinals: of a positive code the code itself.
 */
#include "reference_check.h"

/* Ordinal of a negative code, given without its sign. */
#define N(code) (-(int64_t) (code) -1)
#define ONLY(x) RANGE(x, x)
#define ANY32                                    \
    {                                            \
        1, {{-0x7f800001LL, 0x7f800000LL}}, true \
    }
#define ANY16                        \
    {                                \
        1, {{-0x7c01, 0x7c00}}, true \
    }
#define ANY11                 \
    {                         \
        1, {{0, 0x7c0}}, true \
    }
#define NAN_ONLY          \
    {                     \
        0, {{0, 0}}, true \
    }
#define OR_NAN(first, last)      \
    {                            \
        1, {{first, last}}, true \
    }
/* Zeros, NaN, and the two codes at either end. */
#define CANCELLED(largest, infinity)                                       \
    {                                                                      \
        3, {{N(infinity), N(largest)}, {-1, 0}, {largest, infinity}}, true \
    }
#define ZERO_OR(a, b)                       \
    {                                       \
        3, {{-1, 0}, {a, a}, {b, b}}, false \
    }
#define OR_ZERO(a, b)                       \
    {                                       \
        3, {{a, a}, {b, b}, {-1, 0}}, false \
    }
#define THREE(a, b, c)                     \
    {                                      \
        3, {{a, a}, {b, b}, {c, c}}, false \
    }
#define FOUR(a, b, c, d, e, f, g, h)               \
    {                                              \
        4, {{a, b}, {c, d}, {e, f}, {g, h}}, false \
    }
/* Either zero. */
#define ZEROS RANGE(-1, 0)

#define EQ(s, d, o)                        \
    {                                      \
        OMBRE_##s, OMBRE_##d, OMBRE_OP_##o \
    }
#define INF32 0x7f800000
#define NAN32 0x7fc12345

struct row {
    const char *name;
    uint32_t dxgi;
    struct ombre_equation color;
    float s, sa;         /* o0.r, o0.a */
    uint32_t d, da;      /* red as stored; alpha, of RGBA32F and RGBA16F */
    uint32_t code;       /* ideal */
    struct set judge[3]; /* strict, d3d, vulkan */
};

static void check_rows(const struct row *rows, size_t count, bool blend)
{
    for (size_t i = 0; i < count; i++) {
        const struct row *const row = &rows[i];
        struct ombre_state s = state_of(row->dxgi);
        s.target[0].blend_enable = blend;
        s.target[0].color = row->color;
        s.target[0].write_mask = 1;
        struct ombre_source source;
        memset(&source, 0xff, sizeof source); /* NaN */
        memcpy(&source.word[0][0], &row->s, sizeof row->s);
        memcpy(&source.word[0][3], &row->sa, sizeof row->sa);
        struct ombre_texel dest = {{0x5a5a5a5a, 0x5a5a5a5a}};
        ombre_texel_set_code(s.target[0].format, &dest, OMBRE_RED, row->d);
        ombre_texel_set_code(s.target[0].format, &dest, OMBRE_ALPHA, row->da);
        for (int j = 0; j <= 3; j++) {
            const struct ombre_prediction p =
                predict(&s, &source, &dest, (enum ombre_judge) j);
            const struct ombre_component_prediction *const c = &p.component[0];
            const bool is_nan = row->judge[0].nan && !row->judge[0].count;
            if (!is_nan)
                expect(row->name, j, "ideal code", c->code, row->code);
            if (j)
                expect_set(row->name, j, &c->legal, &row->judge[j - 1]);
            else
                expect(row->name, j, "exact is one code",
                       c->legal.nan + c->legal.count, 1);
        }
    }
}

/* --- Stores ----------------------------------------------------------------
 */

#define STORE EQ(ZERO, ZERO, ADD)
#define SET3(a, b, c) \
    {                 \
        a, b, c       \
    }

/* FS 3.2.2, 3.1.5: toward zero or to nearest. */
/* clang-format off */
static const struct row stores[] = {
    {"fp32", R32F, STORE, 1.1f, 0, 7, 0, 0x3f8ccccd, SET3(ONLY(0x3f8ccccd), ONLY(0x3f8ccccd), ONLY(0x3f8ccccd))},
    {"fp32 denormal", R32F, STORE, -0x1p-140f, 0, 7, 0, 0x80000200, SET3(ONLY(N(0x200)), ONLY(N(0x200)), ONLY(N(0x200)))},
    {"fp32 -0", R32F, STORE, -0.0f, 0, 7, 0, 0x80000000, SET3(ONLY(-1), ONLY(-1), ONLY(-1))},
    {"fp32 largest", R32F, STORE, 0x1.fffffep127f, 0, 7, 0, 0x7f7fffff, SET3(ONLY(0x7f7fffff), ONLY(0x7f7fffff), ONLY(0x7f7fffff))},
    {"fp32 lowest", R32F, STORE, -0x1.fffffep127f, 0, 7, 0, 0xff7fffff, SET3(ONLY(N(0x7f7fffff)), ONLY(N(0x7f7fffff)), ONLY(N(0x7f7fffff)))},
    {"fp16 lowest", R16F, STORE, -65504, 0, 7, 0, 0xfbff, SET3(ONLY(N(0x7bff)), ONLY(N(0x7bff)), ONLY(N(0x7bff)))},
    {"fp32 Inf", R32F, STORE, -INFINITY, 0, 7, 0, 0xff800000, SET3(ONLY(N(INF32)), ONLY(N(INF32)), ANY32)},
    {"fp32 NaN", R32F, STORE, NAN, 0, 7, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY32)},
    {"fp16 quarter", R16F, STORE, 1 + 0x1p-12f, 0, 7, 0, 0x3c00, SET3(ONLY(0x3c00), ONLY(0x3c00), RANGE(0x3c00, 0x3c01))},
    {"fp16 half-way to even", R16F, STORE, 1 + 0x1p-11f, 0, 7, 0, 0x3c00, SET3(ONLY(0x3c00), ONLY(0x3c00), RANGE(0x3c00, 0x3c01))},
    {"fp16 half-way from odd", R16F, STORE, 1 + 0x3p-11f, 0, 7, 0, 0x3c01, SET3(RANGE(0x3c01, 0x3c02), RANGE(0x3c01, 0x3c02), RANGE(0x3c01, 0x3c02))},
    {"fp16 three quarters", R16F, STORE, -1 - 0x3p-12f, 0, 7, 0, 0xbc00, SET3(RANGE(N(0x3c01), N(0x3c00)), RANGE(N(0x3c01), N(0x3c00)), RANGE(N(0x3c01), N(0x3c00)))},
    {"fp16 denormal", R16F, STORE, 0x1.8p-24f, 0, 7, 0, 1, SET3(RANGE(1, 2), RANGE(1, 2), RANGE(1, 2))},
    {"fp16 too small", R16F, STORE, 0x1p-26f, 0, 7, 0, 0, SET3(ONLY(0), ONLY(0), RANGE(0, 1))},
    {"fp16 -0", R16F, STORE, -0.0f, 0, 7, 0, 0x8000, SET3(ONLY(-1), ONLY(-1), ONLY(-1))},
    {"fp16 overflow", R16F, STORE, 70000, 0, 7, 0, 0x7bff, SET3(ONLY(0x7bff), ONLY(0x7bff), RANGE(0x7bff, 0x7c00))},
    {"fp16 overflow below", R16F, STORE, -70000, 0, 7, 0, 0xfbff, SET3(ONLY(N(0x7bff)), ONLY(N(0x7bff)), RANGE(N(0x7c00), N(0x7bff)))},
    {"fp16 beyond by less than half", R16F, STORE, 65519, 0, 7, 0, 0x7bff, SET3(ONLY(0x7bff), ONLY(0x7bff), RANGE(0x7bff, 0x7c00))},
    {"fp16 largest", R16F, STORE, 65504, 0, 7, 0, 0x7bff, SET3(ONLY(0x7bff), ONLY(0x7bff), ONLY(0x7bff))},
    {"fp16 Inf", R16F, STORE, INFINITY, 0, 7, 0, 0x7c00, SET3(ONLY(0x7c00), ONLY(0x7c00), ANY16)},
    {"fp16 NaN", R16F, STORE, NAN, 0, 7, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY16)},
    {"fp11 quarter", R11G11B10F, STORE, 1 + 0x1p-8f, 0, 7, 0, 0x3c0, SET3(ONLY(0x3c0), ONLY(0x3c0), RANGE(0x3c0, 0x3c1))},
    {"fp11 three quarters", R11G11B10F, STORE, 1 + 0x3p-8f, 0, 7, 0, 0x3c0, SET3(RANGE(0x3c0, 0x3c1), RANGE(0x3c0, 0x3c1), RANGE(0x3c0, 0x3c1))},
    {"fp11 negative", R11G11B10F, STORE, -2, 0, 7, 0, 0, SET3(ONLY(0), ONLY(0), ONLY(0))},
    {"fp11 overflow", R11G11B10F, STORE, 65535, 0, 7, 0, 0x7bf, SET3(ONLY(0x7bf), ONLY(0x7bf), RANGE(0x7bf, 0x7c0))},
    {"fp11 NaN", R11G11B10F, STORE, NAN, 0, 7, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY11)},
};
/* clang-format on */

static void test_stores(void **unused)
{
    (void) unused;
    compared = failures = 0;
    check_rows(stores, sizeof stores / sizeof stores[0], false);
    assert_true(compared > 24 * 14);
    assert_int_equal(failures, 0);
}

/* Blue has 10 bits, a mantissa of 5. */
static void test_10_bits(void **unused)
{
    static const struct {
        float s;
        struct set d3d;
    } rows[] = {
        {1 + 0x1p-7f, ONLY(0x1e0)}, {1 + 0x3p-7f, RANGE(0x1e0, 0x1e1)},
        {64513, ONLY(0x3df)},       {INFINITY, ONLY(0x3e0)},
        {0x1.8p-19f, RANGE(1, 2)},
    };
    (void) unused;
    compared = failures = 0;
    const struct ombre_state s = state_of(R11G11B10F);
    const struct ombre_texel dest = {{0x5a5a5a5a}};
    for (int i = 0; i < 5; i++) {
        struct ombre_source source = {0};
        memcpy(&source.word[0][2], &rows[i].s, sizeof rows[i].s);
        const struct ombre_prediction p =
            predict(&s, &source, &dest, OMBRE_JUDGE_D3D);
        expect_set("10 bits", 2, &p.component[2].legal, &rows[i].d3d);
    }
    assert_int_equal(compared, 20);
    assert_int_equal(failures, 0);
}

/* --- fp32 blends -----------------------------------------------------------
 */

/* Of strict, d3d and vulkan. */
#define SAME3(a) \
    {            \
        a, a, a  \
    }
#define SAME2(a, b) \
    {               \
        a, a, b     \
    }
#define SAME2D(a, b) \
    {                \
        a, b, b      \
    }

/* FS 3.1.3.1: each step to nearest, fused with the next or not. */
/* clang-format off */
static const struct row blends32[] = {
    {"sum half-way", R32F, EQ(ONE, ONE, ADD), 1, 0, 0x33800000, 0, 0x3f800000, SAME3(RANGE(0x3f800000, 0x3f800001))},
    {"sum at a quarter", R32F, EQ(ONE, ONE, ADD), 1, 0, 0x33000000, 0, 0x3f800000, SAME2(ONLY(0x3f800000), RANGE(0x3f800000, 0x3f800001))},
    {"difference half-way", R32F, EQ(ONE, ONE, SUBTRACT), 1, 0, 0x33000000, 0, 0x3f800000, SAME3(RANGE(0x3f7fffff, 0x3f800000))},
    {"the other difference", R32F, EQ(ONE, ONE, REV_SUBTRACT), 1, 0, 0x33000000, 0, 0xbf800000, SAME3(RANGE(N(0x3f800000), N(0x3f7fffff)))},
    {"one product, rounded once", R32F, EQ(SRC_ALPHA, ZERO, ADD), 1 + 0x1p-23f, 1 + 0x1p-23f, 0x40400000, 0, 0x3f800002, SAME2(ONLY(0x3f800002), RANGE(0x3f800002, 0x3f800003))},
    {"one product half-way", R32F, EQ(SRC_ALPHA, ZERO, ADD), 1 + 0x1p-23f, 1.5f, 0x40400000, 0, 0x3fc00002, SAME3(RANGE(0x3fc00001, 0x3fc00002))},
    {"product of the destination", R32F, EQ(ZERO, SRC_ALPHA, ADD), 7, 1 + 0x1p-23f, 0x3f800001, 0, 0x3f800002, SAME2(ONLY(0x3f800002), RANGE(0x3f800002, 0x3f800003))},
    {"rounded product in a sum", R32F, EQ(SRC_ALPHA, ONE, ADD), 1 + 0x1p-23f, 1 + 0x1p-23f, 0x3f800001, 0, 0x40000002, SAME3(RANGE(0x40000001, 0x40000002))},
    {"rounded product of the destination", R32F, EQ(ONE, SRC_ALPHA, ADD), 1 + 0x1p-23f, 1 + 0x1p-23f, 0x3f800001, 0, 0x40000002, SAME3(RANGE(0x40000001, 0x40000002))},
    {"1 - x is rounded", R32F, EQ(INV_SRC_ALPHA, ZERO, ADD), 3, 0x1p-26f, 0x40400000, 0, 0x40400000, SAME2(RANGE(0x403fffff, 0x40400000), RANGE(0x403fffff, 0x40400001))},
    {"1 - x on the grid", R32F, EQ(INV_SRC_ALPHA, ZERO, ADD), 3, 0x1p-24f, 0x40400000, 0, 0x403fffff, SAME2(ONLY(0x403fffff), RANGE(0x403fffff, 0x40400000))},
    {"1 - x of the destination", R32F, EQ(INV_DEST_COLOR, ZERO, ADD), 3, 7, 0x32800000, 0, 0x40400000, SAME2(RANGE(0x403fffff, 0x40400000), RANGE(0x403fffff, 0x40400001))},
    {"1 - x between 1 and the double below it", R32F, EQ(INV_SRC_ALPHA, ONE, ADD), 1 + 0x1p-23f, 0x1p-60f, 0x33800000, 0, 0x3f800001, SAME2(RANGE(0x3f800001, 0x3f800002), RANGE(0x3f800000, 0x3f800002))},
    {"x beyond 1", R32F, EQ(INV_SRC_ALPHA, ZERO, ADD), 3, 2, 0x40400000, 0, 0xc0400000, SAME3(ONLY(N(0x40400000)))},
    {"SAT by source alpha", RGBA32F, EQ(SRC_ALPHA_SAT, ZERO, ADD), 3, .25f, 0x40400000, 0x3f000000, 0x3f400000, SAME3(ONLY(0x3f400000))},
    {"SAT by destination alpha", RGBA32F, EQ(SRC_ALPHA_SAT, ZERO, ADD), 3, .75f, 0x40400000, 0x3f000000, 0x3fc00000, SAME3(ONLY(0x3fc00000))},
    {"SAT rounds 1 - x", RGBA32F, EQ(SRC_ALPHA_SAT, ZERO, ADD), 3, 2, 0x40400000, 0x32800000, 0x40400000, SAME2(RANGE(0x403fffff, 0x40400000), RANGE(0x403fffff, 0x40400001))},
    {"SAT between 1 and the double below it", RGBA32F, EQ(SRC_ALPHA_SAT, ONE, ADD), 1 + 0x1p-23f, 1, 0x33800000, 0x21800000, 0x3f800001, SAME2(RANGE(0x3f800001, 0x3f800002), RANGE(0x3f800000, 0x3f800002))},
    {"SAT below 0", RGBA32F, EQ(SRC_ALPHA_SAT, ZERO, ADD), 3, .25f, 0x40400000, 0x40000000, 0xc0400000, SAME3(ONLY(N(0x40400000)))},
    {"SAT on the destination", RGBA32F, EQ(ZERO, SRC_ALPHA_SAT, ADD), 7, .25f, 0x40400000, 0x3f000000, 0x3f400000, SAME3(ONLY(0x3f400000))},
    {"DEST_ALPHA", RGBA32F, EQ(DEST_ALPHA, ZERO, ADD), 3, 7, 0x40400000, 0x3fc00000, 0x40900000, SAME3(ONLY(0x40900000))},
    {"fp32 lacks alpha, SAT is 0", R32F, EQ(SRC_ALPHA_SAT, ONE, ADD), 3, .25f, 0x40400000, 0, 0x40400000, SAME3(ONLY(0x40400000))},

    {"a tie that the 70th bit raises", R32F, EQ(SRC_ALPHA, ONE, ADD), 8392705 * 0x1p-35f, 8384513 * 0x1p-35f, 0x3f800000, 0, 0x3f800001, SAME3(RANGE(0x3f800000, 0x3f800001))},
    {"a tie that the 70th bit lowers", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1.000002p-12f, 0x1.fffffcp-13f, 0x3f800001, 0, 0x3f800001, SAME3(RANGE(0x3f800001, 0x3f800002))},
    {"a double below a tie, and a bit", RGBA32F, EQ(SRC_ALPHA, DEST_ALPHA, ADD), -0x1p-52f, 0x1.fffffep-1f, 0x3f800000 + 0x1800, 0x3f800000 + 0x800, 0x3f802001, SAME2(RANGE(0x3f802001, 0x3f802002), RANGE(0x3f802000, 0x3f802002))},

    {"denormal operand", R32F, EQ(ONE, ONE, ADD), 0x1p-130f, 0, 0, 0, 0, SAME3(RANGES(-1, 0, 0x80000, 0x80000))},
    {"denormal operand, large factor", R32F, EQ(SRC_ALPHA, ZERO, ADD), 0x1p-130f, 1024, 0, 0, 0, SAME3(RANGES(-1, 0, 0x03800000, 0x03800000))},
    {"denormal destination", R32F, EQ(ZERO, SRC_ALPHA, ADD), 7, 1024, 0x00080000, 0, 0, SAME3(RANGES(-1, 0, 0x03800000, 0x03800000))},
    {"denormal result", R32F, EQ(ONE, ONE, SUBTRACT), 0x1p-126f, 0, 0x00c00000, 0, 0x80000000, SAME3(RANGES(N(0x400000), N(0x400000), -1, 0))},
    {"denormal product", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1p-100f, 0x1p-30f, 0, 0, 0, SAME3(RANGES(-1, 0, 0x80000, 0x80000))},
    {"denormal product beside a number", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1p-100f, 0x1p-27f, 0x00800001, 0, 0x00c00001, SAME3(RANGES(0x00800001, 0x00800001, 0x00c00001, 0x00c00001))},
    {"denormals that add up", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1p-100f, 0x1p-27f, 0x00400000, 0, 0, SAME2(RANGES(-1, 0, 0x00800000, 0x00800000), ZERO_OR(0x00400000, 0x00800000))},
    {"smallest normal stays", R32F, EQ(ONE, ONE, ADD), 0x1p-126f, 0, 0, 0, 0x00800000, SAME3(ONLY(0x00800000))},
    {"difference of equals", R32F, EQ(ONE, ONE, SUBTRACT), 1.5f, 0, 0x3fc00000, 0, 0, SAME3(ZEROS)},
    {"difference of -0 and 0", R32F, EQ(ONE, ONE, SUBTRACT), -0.0f, 0, 0, 0, 0x80000000, SAME3(ZEROS)},

    {"sum too large", R32F, EQ(ONE, ONE, ADD), 0x1p127f, 0, 0x7f000000, 0, 0x7f7fffff, SAME3(RANGE(0x7f7fffff, INF32))},
    {"sum too low", R32F, EQ(ONE, ONE, ADD), -0x1p127f, 0, 0xff000000, 0, 0xff7fffff, SAME3(RANGE(N(INF32), N(0x7f7fffff)))},
    {"product just not too large", R32F, EQ(ONE, ONE, SUBTRACT), 0x1.fffffep127f, 0, 0x7f000000, 0, 0x7efffffe, SAME3(ONLY(0x7efffffe))},
    {"product just not too low", R32F, EQ(ONE, ONE, ADD), -0x1.fffffep127f, 0, 0x7f000000, 0, 0xfefffffe, SAME3(ONLY(N(0x7efffffe)))},
    {"products too large cancel", RGBA32F, EQ(SRC_ALPHA, DEST_ALPHA, SUBTRACT), 0x1p100f, 0x1p100f, 0x71800000, 0x71800000, 0, SET3(ZEROS, CANCELLED(0x7f7fffff, INF32), ANY32)},
    {"one product too large", R32F, EQ(SRC_ALPHA, ONE, SUBTRACT), 0x1p100f, 0x1p28f, 0x7f000000, 0, 0x7f000000, SET3(ONLY(0x7f000000), THREE(0x7efffffe, 0x7f000000, INF32), ANY32)},
    {"one product too low", R32F, EQ(SRC_ALPHA, ONE, ADD), -0x1p100f, 0x1p28f, 0x7f000000, 0, 0xff000000, SET3(ONLY(N(0x7f000000)), THREE(N(INF32), N(0x7f000000), N(0x7efffffe)), ANY32)},
    {"the destination's product too large", R32F, EQ(ONE, SRC_ALPHA, REV_SUBTRACT), 0x1p127f, 0x1p28f, 0x71800000, 0, 0x7f000000, SET3(ONLY(0x7f000000), THREE(0x7efffffe, 0x7f000000, INF32), ANY32)},

    {"NaN spreads", R32F, EQ(ONE, ONE, ADD), NAN, 0, 0x40000000, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY32)},
    {"NaN with weight 0 is dropped or not", R32F, EQ(ONE, ZERO, ADD), 3, 0, NAN32, 0, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"a product too large beside -Inf", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1p100f, 0x1p100f, 0xff800000, 0, 0xff800000, SET3(ONLY(N(INF32)), OR_NAN(N(INF32), N(INF32)), ANY32)},
    {"a product too large beside Inf", R32F, EQ(SRC_ALPHA, ONE, ADD), 0x1p100f, 0x1p100f, INF32, 0, INF32, SET3(ONLY(INF32), ONLY(INF32), ANY32)},
    {"Inf less a product too large", R32F, EQ(ONE, SRC_ALPHA, SUBTRACT), INFINITY, 0x1p100f, 0x71800000, 0, INF32, SET3(ONLY(INF32), OR_NAN(INF32, INF32), ANY32)},
    {"[32] Inf with weight 0", R32F, EQ(ONE, ZERO, ADD), 3, 0, INF32, 0, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"source with weight 0", R32F, EQ(ZERO, ONE, ADD), INFINITY, 0, 0x40400000, 0, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"both with weight 0", R32F, EQ(ZERO, ZERO, ADD), INFINITY, 0, NAN32, 0, 0, SET3(NAN_ONLY, OR_NAN(-1, 0), ANY32)},
    {"0 with an infinite weight", R32F, EQ(SRC_ALPHA, ONE, ADD), 0, INFINITY, 0x40400000, 0, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"0 in the target, NaN weight", R32F, EQ(ONE, SRC_ALPHA, ADD), 3, NAN, 0, 0, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"Inf plus a number", R32F, EQ(ONE, ONE, ADD), INFINITY, 0, 0x40400000, 0, INF32, SET3(ONLY(INF32), ONLY(INF32), ANY32)},
    {"a number minus Inf", R32F, EQ(ONE, ONE, SUBTRACT), 3, 0, INF32, 0, 0xff800000, SET3(ONLY(N(INF32)), ONLY(N(INF32)), ANY32)},
    {"a number minus Inf, reversed", R32F, EQ(ONE, ONE, REV_SUBTRACT), INFINITY, 0, 0x40400000, 0, 0xff800000, SET3(ONLY(N(INF32)), ONLY(N(INF32)), ANY32)},
    {"SAT of a NaN in the source", RGBA32F, EQ(SRC_ALPHA_SAT, ONE, ADD), 3, NAN, 0x40400000, 0x3f000000, 0x40900000, SET3(ONLY(0x40900000), OR_NAN(0x40900000, 0x40900000), ANY32)},
    {"SAT of a NaN in the target", RGBA32F, EQ(ONE, SRC_ALPHA_SAT, ADD), 3, .25f, 0x40400000, NAN32, 0x40700000, SET3(ONLY(0x40700000), OR_NAN(0x40700000, 0x40700000), ANY32)},
    {"SAT beside -Inf in the target", RGBA32F, EQ(ONE, SRC_ALPHA_SAT, ADD), 3, .25f, 0x40400000, 0xff800000, 0x40700000, SET3(ONLY(0x40700000), ONLY(0x40700000), ANY32)},
    {"SAT of Inf in the source", RGBA32F, EQ(SRC_ALPHA_SAT, ONE, ADD), 3, INFINITY, 0x40400000, 0x3f000000, 0x40900000, SET3(ONLY(0x40900000), ONLY(0x40900000), ANY32)},
    {"Inf by SAT of 0", RGBA32F, EQ(SRC_ALPHA_SAT, ONE, ADD), INFINITY, .25f, 0x40400000, 0x3f800000, 0, SET3(NAN_ONLY, OR_NAN(0x40400000, 0x40400000), ANY32)},
    {"Inf by SAT", RGBA32F, EQ(SRC_ALPHA_SAT, ONE, ADD), INFINITY, .25f, 0x40400000, 0x3f000000, INF32, SET3(ONLY(INF32), ONLY(INF32), ANY32)},
    {"Inf minus Inf", R32F, EQ(ONE, ONE, SUBTRACT), INFINITY, 0, INF32, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY32)},
    {"Inf with an infinite inverse", R32F, EQ(INV_SRC_ALPHA, ZERO, ADD), 2, INFINITY, 0x40400000, 0, 0xff800000, SET3(ONLY(N(INF32)), ONLY(N(INF32)), ANY32)},

    {"MIN", R32F, EQ(ZERO, ZERO, MIN), 3, 0, 0x40000000, 0, 0x40000000, SAME3(ONLY(0x40000000))},
    {"MAX", R32F, EQ(ZERO, ZERO, MAX), 3, 0, 0x40000000, 0, 0x40400000, SAME3(ONLY(0x40400000))},
    {"MIN of NaN", R32F, EQ(ONE, ONE, MIN), NAN, 0, 0x40000000, 0, 0x40000000, SET3(ONLY(0x40000000), ONLY(0x40000000), ANY32)},
    {"MAX with NaN in the target", R32F, EQ(ONE, ONE, MAX), 3, 0, NAN32, 0, 0x40400000, SET3(ONLY(0x40400000), ONLY(0x40400000), ANY32)},
    {"MIN of two NaN", R32F, EQ(ONE, ONE, MIN), NAN, 0, NAN32, 0, 0, SET3(NAN_ONLY, NAN_ONLY, ANY32)},
    {"MIN with Inf", R32F, EQ(ONE, ONE, MIN), INFINITY, 0, 0x40000000, 0, 0x40000000, SET3(ONLY(0x40000000), ONLY(0x40000000), ANY32)},
    {"MAX with Inf in the target", R32F, EQ(ONE, ONE, MAX), 3, 0, INF32, 0, INF32, SET3(ONLY(INF32), ONLY(INF32), ANY32)},
    {"MIN of zeros", R32F, EQ(ONE, ONE, MIN), 0, 0, 0x80000000, 0, 0x80000000, SAME3(ZEROS)},
    {"MAX of zeros", R32F, EQ(ONE, ONE, MAX), -0.0f, 0, 0, 0, 0, SAME3(ZEROS)},
    {"MIN of denormals", R32F, EQ(ONE, ONE, MIN), 0x1p-130f, 0, 0x00100000, 0, 0, SAME3(RANGES(-1, 0, 0x80000, 0x80000))},
    {"MAX of denormals", R32F, EQ(ONE, ONE, MAX), 0x1p-130f, 0, 0x00100000, 0, 0, SAME3(RANGES(-1, 0, 0x100000, 0x100000))},
};
/* clang-format on */

static void test_blends_32(void **unused)
{
    (void) unused;
    compared = failures = 0;
    check_rows(blends32, sizeof blends32 / sizeof blends32[0], true);
    assert_true(compared > 62 * 13);
    assert_int_equal(failures, 0);
}

/* --- Smaller floats --------------------------------------------------------
 */

/* fp32 arithmetic and a conversion, or halves of 0.6 ULP a step (FS 3.1.5). */
/* clang-format off */
static const struct row blends16[] = {
    {"sum half-way", R16F, EQ(ONE, ONE, ADD), 1, 0, 0x1000, 0, 0x3c00, SET3(ONLY(0x3c00), RANGE(0x3c00, 0x3c01), RANGE(0x3c00, 0x3c01))},
    {"sum at a quarter", R16F, EQ(ONE, ONE, ADD), 1, 0, 0x0c00, 0, 0x3c00, SAME2(ONLY(0x3c00), RANGE(0x3c00, 0x3c01))},
    {"sum at three quarters", R16F, EQ(ONE, ONE, ADD), 1, 0, 0x1200, 0, 0x3c00, SAME3(RANGE(0x3c00, 0x3c01))},
    {"on the grid", R16F, EQ(ONE, ONE, ADD), 1, 0, 0x1400, 0, 0x3c01, SAME3(ONLY(0x3c01))},
    {"a bit below the grid", R16F, EQ(ONE, ONE, ADD), -0x1p-60f, 0, 0x3c00, 0, 0x3bff, SAME3(RANGE(0x3bff, 0x3c00))},
    {"a bit above the grid", R16F, EQ(ONE, ONE, ADD), 0x1p-60f, 0, 0x3c00, 0, 0x3c00, SAME2(ONLY(0x3c00), RANGE(0x3c00, 0x3c01))},
    {"a bit below, negative", R16F, EQ(ONE, ONE, ADD), 0x1p-60f, 0, 0xbc00, 0, 0xbbff, SAME3(RANGE(N(0x3c00), N(0x3bff)))},
    {"a double below the grid, and a bit", R16F, EQ(SRC_ALPHA, ONE, ADD), -0x1p-52f, 0x1.fffffep-1f, 0x3c01, 0, 0x3c00, SAME2(RANGE(0x3c00, 0x3c01), RANGE(0x3c00, 0x3c02))},
    {"operand kept or converted", R16F, EQ(ONE, ONE, SUBTRACT), 1 + 0x5p-13f, 0, 0x3c00, 0, 0x1100, SET3(ONLY(0x1100), ZERO_OR(0x1100, 0x1400), ZERO_OR(0x1100, 0x1400))},
    {"operand below half-way", R16F, EQ(ONE, ONE, SUBTRACT), 1 + 0x3p-13f, 0, 0x3c00, 0, 0x0e00, SET3(ONLY(0x0e00), RANGES(-1, 0, 0x0e00, 0x0e00), ZERO_OR(0x0e00, 0x1400))},
    {"factor kept, product rounded, or converted", R16F, EQ(SRC_ALPHA, ONE, SUBTRACT), 2, 0.5f + 0x3p-12f, 0x3c00, 0, 0x1600, SET3(ONLY(0x1600), RANGE(0x1333, 0x1833), RANGE(0x1333, 0x1833))},
    {"source kept, product rounded, or converted", R16F, EQ(SRC_ALPHA, ONE, SUBTRACT), 0.5f + 0x3p-12f, 2, 0x3c00, 0, 0x1600, SET3(ONLY(0x1600), RANGE(0x1333, 0x1833), RANGE(0x1333, 0x1833))},
    {"source 1 is no product", R16F, EQ(SRC_ALPHA, ONE, SUBTRACT), 1, 1 + 0x5p-13f, 0x3c00, 0, 0x1100, SET3(ONLY(0x1100), ZERO_OR(0x1100, 0x1400), ZERO_OR(0x1100, 0x1400))},
    {"negative operand below half-way", R16F, EQ(ONE, ONE, ADD), -1 - 0x3p-13f, 0, 0x3c00, 0, 0x8e00, SET3(ONLY(N(0x0e00)), RANGES(N(0x0e00), N(0x0e00), -1, 0), OR_ZERO(N(0x1400), N(0x0e00)))},
    {"fp32's denormals are no half's", R16F, EQ(SRC_ALPHA, ZERO, ADD), 0x1p-130f, 0x1p120f, 0x4200, 0, 0x1400, SET3(ONLY(0x1400), RANGES(-1, 0, 0x1400, 0x1400), FOUR(-1, 1, 0x1400, 0x1400, 0x1bff, 0x1bff, 0x7bff, 0x7c00))},
    {"beyond fp32 on the way", R16F, EQ(SRC_ALPHA, ONE, ADD), 0x1p100f, 0x1p100f, 0x4200, 0, 0x7bff, SAME2(ONLY(0x7bff), RANGE(0x7bff, 0x7c00))},
    {"saturated by the destination's alpha", RGBA16F, EQ(DEST_ALPHA, ONE, SUBTRACT), 4, 7, 0x5640, 0x7b53, 0x7bff, SET3(ONLY(0x7bff), RANGES(0x7bfb, 0x7bfc, 0x7bff, 0x7bff), RANGES(0x7bfb, 0x7bfc, 0x7bff, 0x7c00))},
    {"saturated by the destination", RGBA16F, EQ(ONE, SRC_ALPHA, REV_SUBTRACT), 100, 4, 0x7b53, 7, 0x7bff, SET3(ONLY(0x7bff), RANGES(0x7bfb, 0x7bfc, 0x7bff, 0x7bff), RANGES(0x7bfb, 0x7bfc, 0x7bff, 0x7c00))},
    {"factor -1 is no product", R16F, EQ(SRC_ALPHA, ONE, ADD), 1 + 0x5p-13f, -1, 0x3c00, 0, 0x9100, SET3(ONLY(N(0x1100)), OR_ZERO(N(0x1400), N(0x1100)), OR_ZERO(N(0x1400), N(0x1100)))},
    {"one product within 0.6", R16F, EQ(SRC_ALPHA, ZERO, ADD), 1 + 0x1p-5f, 1 + 0xdp-10f, 0x4200, 0, 0x3c2d, SET3(ONLY(0x3c2d), RANGE(0x3c2d, 0x3c2e), RANGE(0x3c2d, 0x3c2e))},
    {"one product beyond 0.6", R16F, EQ(SRC_ALPHA, ZERO, ADD), 1 + 0x1p-5f, 1 + 0xcp-10f, 0x4200, 0, 0x3c2c, SAME2(ONLY(0x3c2c), RANGE(0x3c2c, 0x3c2d))},
    {"half product in a sum", R16F, EQ(SRC_ALPHA, ONE, ADD), 1 + 0x1p-5f, 1 + 0xcp-10f, 0x3c00, 0, 0x4016, SET3(ONLY(0x4016), RANGE(0x4016, 0x4017), RANGE(0x4016, 0x4017))},
    {"1 - x in half", R16F, EQ(INV_SRC_ALPHA, ZERO, ADD), 1, 0x1p-13f, 0x4200, 0, 0x3bff, SET3(RANGE(0x3bff, 0x3c00), RANGE(0x3bff, 0x3c00), RANGE(0x3bff, 0x3c00))},
    {"source clamped or not", R16F, EQ(SRC_ALPHA, ZERO, ADD), 70000, .5f, 0x4200, 0, 0x7845, SET3(RANGE(0x7845, 0x7846), RANGES(0x77ff, 0x77ff, 0x7845, 0x7846), RANGES(0x77ff, 0x77ff, 0x7845, 0x7846))},
    {"negative source clamped or not", R16F, EQ(SRC_ALPHA, ZERO, ADD), -70000, .5f, 0x4200, 0, 0xf845, SET3(RANGE(N(0x7846), N(0x7845)), RANGES(N(0x7846), N(0x7845), N(0x77ff), N(0x77ff)), RANGES(N(0x7846), N(0x7845), N(0x77ff), N(0x77ff)))},
    {"product inside or saturated", R16F, EQ(SRC_ALPHA, ONE, SUBTRACT), 60000, 4, 0x7b53, 0, 0x7bff, SET3(ONLY(0x7bff), RANGES(0x6d60, 0x6d60, 0x7bff, 0x7bff), RANGES(0x6d60, 0x6d60, 0x7bff, 0x7c00))},
    {"negative product", R16F, EQ(SRC_ALPHA, ONE, ADD), -60000, 4, 0x7b53, 0, 0xfbff, SET3(ONLY(N(0x7bff)), RANGES(N(0x7bff), N(0x7bff), N(0x6d60), N(0x6d60)), RANGES(N(0x7c00), N(0x7bff), N(0x6d60), N(0x6d60)))},
    {"sum too large", R16F, EQ(ONE, ONE, ADD), 65504, 0, 0x7bff, 0, 0x7bff, SAME2(ONLY(0x7bff), RANGE(0x7bff, 0x7c00))},
    {"sum too low", R16F, EQ(ONE, ONE, ADD), -65504, 0, 0xfbff, 0, 0xfbff, SAME2(ONLY(N(0x7bff)), RANGE(N(0x7c00), N(0x7bff)))},
    {"denormals stay", R16F, EQ(ONE, ONE, ADD), 0x1p-24f, 0, 2, 0, 3, SAME3(ONLY(3))},
    {"DEST_ALPHA", RGBA16F, EQ(DEST_ALPHA, ZERO, ADD), 3, 7, 0x4200, 0x3e00, 0x4480, SAME3(ONLY(0x4480))},
    {"difference of equals", R16F, EQ(ONE, ONE, SUBTRACT), 1.5f, 0, 0x3e00, 0, 0, SAME3(ZEROS)},
    {"NaN with weight 0", R16F, EQ(ONE, ZERO, ADD), 3, 0, 0x7e00, 0, 0, SET3(NAN_ONLY, OR_NAN(0x4200, 0x4200), ANY16)},
    {"Inf with weight 0", R16F, EQ(ONE, ZERO, ADD), 3, 0, 0x7c00, 0, 0, SET3(NAN_ONLY, OR_NAN(0x4200, 0x4200), ANY16)},
    {"Inf", R16F, EQ(ONE, ONE, ADD), -INFINITY, 0, 0x4200, 0, 0xfc00, SET3(ONLY(N(0x7c00)), ONLY(N(0x7c00)), ANY16)},
    {"MIN of fp32", R16F, EQ(ONE, ONE, MIN), 1 + 0x3p-12f, 0, 0x4200, 0, 0x3c00, SAME3(RANGE(0x3c00, 0x3c01))},
    {"MAX at a quarter", R16F, EQ(ONE, ONE, MAX), 1 + 0x1p-12f, 0, 0x3800, 0, 0x3c00, SAME2(ONLY(0x3c00), RANGE(0x3c00, 0x3c01))},
    {"MAX too large", R16F, EQ(ONE, ONE, MAX), 70000, 0, 0x4200, 0, 0x7bff, SAME2(ONLY(0x7bff), RANGE(0x7bff, 0x7c00))},

    {"fp11 on the grid", R11G11B10F, EQ(ONE, ONE, ADD), 1, 0, 0x240, 0, 0x3c1, SAME3(ONLY(0x3c1))},
    {"fp11 three quarters", R11G11B10F, EQ(ONE, ZERO, ADD), 1 + 0x3p-8f, 0, 7, 0, 0x3c0, SAME3(RANGE(0x3c0, 0x3c1))},
    {"fp11 a quarter", R11G11B10F, EQ(ONE, ZERO, ADD), 1 + 0x1p-8f, 0, 7, 0, 0x3c0, SAME2(ONLY(0x3c0), RANGE(0x3c0, 0x3c1))},
    {"fp11 rounded twice", R11G11B10F, EQ(ONE, ZERO, ADD), 1 + 0xbfp-13f, 0, 7, 0, 0x3c1, SAME3(RANGE(0x3c1, 0x3c2))},
    {"fp11 not rounded twice", R11G11B10F, EQ(ONE, ZERO, ADD), 1 + 0xbap-13f, 0, 7, 0, 0x3c1, SAME2(ONLY(0x3c1), RANGE(0x3c1, 0x3c2))},
    {"fp11 negative sum, or the source clamped", R11G11B10F, EQ(ONE, ONE, ADD), -2, 0, 0x3c0, 0, 0, SAME2D(ONLY(0), RANGES(0, 0, 0x3c0, 0x3c0))},
    {"fp11 source clamped or not", R11G11B10F, EQ(SRC_COLOR, ZERO, ADD), -1, 0, 7, 0, 0x3c0, SET3(ONLY(0x3c0), RANGES(0, 0, 0x3c0, 0x3c0), RANGES(0, 0, 0x3c0, 0x3c0))},
    {"fp11 too large", R11G11B10F, EQ(ONE, ONE, ADD), 65024, 0, 0x7bf, 0, 0x7bf, SAME2(ONLY(0x7bf), RANGE(0x7bf, 0x7c0))},
    {"fp11 lacks alpha", R11G11B10F, EQ(DEST_ALPHA, ZERO, ADD), 1.5f, 7, 7, 0, 0x3e0, SAME3(ONLY(0x3e0))},
    {"fp11 NaN in the target", R11G11B10F, EQ(ONE, ZERO, ADD), 1.5f, 7, 0x7c5, 0, 0x3e0, SET3(NAN_ONLY, OR_NAN(0x3e0, 0x3e0), ANY11)},
};
/* clang-format on */

static void test_blends_16(void **unused)
{
    (void) unused;
    compared = failures = 0;
    check_rows(blends16, sizeof blends16 / sizeof blends16[0], true);
    assert_true(compared > 40 * 13);
    assert_int_equal(failures, 0);
}

/* FS 17.5: whichever operand is beyond the target's range, it may be clamped:
 * 70000 times .5 is 35000, between two halves, or 65504 times .5. */
static void test_clamped_operands(void **unused)
{
    static const enum ombre_factor factors[] = {
        OMBRE_SRC_ALPHA,    OMBRE_SRC1_COLOR,   OMBRE_SRC1_ALPHA,
        OMBRE_BLEND_FACTOR, OMBRE_ALPHA_FACTOR,
    };
    static const struct set strict = RANGE(0x7845, 0x7846);
    static const struct set d3d = RANGES(0x77ff, 0x77ff, 0x7845, 0x7846);
    (void) unused;
    compared = failures = 0;
    for (int i = 0; i < 5; i++) {
        struct ombre_state s = state_of(R16F);
        s.target[0].blend_enable = true;
        s.target[0].color.src = factors[i];
        const float half = .5f, large = 70000, poison = 3;
        struct ombre_source source = {0};
        memcpy(&source.word[0][0], &half, sizeof half);
        memcpy(&source.word[0][3], i == 0 ? &large : &poison, sizeof large);
        memcpy(&source.word[1][0], i == 1 ? &large : &poison, sizeof large);
        memcpy(&source.word[1][3], i == 2 ? &large : &poison, sizeof large);
        s.blend_factor[0] = i == 3 ? large : poison;
        s.blend_factor[3] = i == 4 ? large : poison;
        const struct ombre_texel dest = {{0x3c00}};
        for (int j = 1; j < 4; j++) {
            const struct ombre_prediction p =
                predict(&s, &source, &dest, (enum ombre_judge) j);
            expect_set(ombre_factor_name(factors[i]), j, &p.component[0].legal,
                       j == 1 ? &strict : &d3d);
        }
    }
    assert_int_equal(compared, 5 * (4 + 6 + 6));
    assert_int_equal(failures, 0);
}

/* The value is that of the sum before the store, as a double. */
static void test_values(void **unused)
{
    (void) unused;
    struct ombre_state s = state_of(R16F);
    s.target[0].blend_enable = true;
    s.target[0].color.dest = OMBRE_ONE;
    const float x = 1 + 0x1p-20f;
    struct ombre_source source = {0};
    memcpy(&source.word[0][0], &x, sizeof x);
    const struct ombre_texel half = {{0x3800}}, infinite = {{0x7c00}};
    const struct ombre_texel nan = {{0x7e00}};
    assert_true(
        predict(&s, &source, &half, OMBRE_JUDGE_D3D).component[0].value ==
        1.5 + 0x1p-20);
    assert_true(
        predict(&s, &source, &infinite, OMBRE_JUDGE_D3D).component[0].value ==
        (double) INFINITY);
    assert_true(
        isnan(predict(&s, &source, &nan, OMBRE_JUDGE_D3D).component[0].value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_10_bits),
        cmocka_unit_test(test_blends_32),
        cmocka_unit_test(test_blends_16),
        cmocka_unit_test(test_clamped_operands),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
