/* tests/test_laws.c - what must hold of predictions whatever the numbers are
 *
 * Swapped operands of a sum, a difference and its reverse, weights that add up
 * to one; stores that neither fall behind nor leave a code out.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "ombre/reference.h"

static uint32_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t) (*seed >> 33);
}

static uint32_t word_of(double x)
{
    const float f = (float) x;
    uint32_t word;
    memcpy(&word, &f, sizeof word);
    return word;
}

static struct ombre_state state_of(const struct ombre_format *format,
                                   struct ombre_equation e)
{
    struct ombre_state s = {
        .target_count = 1, .sample_count = 1, .sample_mask = ~0u};
    s.shader.bound = true;
    s.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_FLOAT, 15};
    s.shader.output[1] = s.shader.output[0];
    s.target[0] = (struct ombre_target){.format = format,
                                        .blend_enable = true,
                                        .color = e,
                                        .alpha = e,
                                        .write_mask = 15};
    return s;
}

static bool is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

static bool is_signed(const struct ombre_format *format)
{
    return format->numeric == OMBRE_SNORM || format->numeric == OMBRE_FLOAT;
}

/* --- Texels --------------------------------------------------------------- */

/* A texel none of whose codes is special or SNORM's second -1.0; floats are
 * near 1, so that nothing overflows. */
static struct ombre_texel any_texel(const struct ombre_format *format,
                                    uint64_t *seed)
{
    struct ombre_texel texel = {{0}};
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        int64_t low, high;
        if (!ombre_format_has(format, c))
            continue;
        ombre_ordinal_limits(format, c, &low, &high);
        low += format->numeric == OMBRE_SNORM;
        const uint64_t width = (uint64_t) (high - low) + 1;
        const uint64_t random = (uint64_t) next(seed) << 31 ^ next(seed);
        const double near = (0.5 + next(seed) / 2147483648.0) *
                            (next(seed) % 3 == 0 && low < 0 ? -1 : 1);
        const uint32_t code =
            is_float(format) ? ombre_encode(format, c, near)
                             : ombre_ordinal_code(
                                   format, c, low + (int64_t) (random % width));
        ombre_texel_set_code(format, &texel, c, code);
    }
    return texel;
}

/* What a shader writes to leave the texel as it is; a missing alpha is 1. */
static void write_texel(const struct ombre_format *format,
                        const struct ombre_texel *texel, uint32_t word[4])
{
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        word[i] = !ombre_format_has(format, c)
                      ? word_of(c == OMBRE_ALPHA)
                      : word_of(ombre_decode(
                            format, c, ombre_texel_code(format, texel, c)));
    }
}

static struct ombre_prediction predict(const struct ombre_state *state,
                                       const struct ombre_texel *source,
                                       const struct ombre_texel *dest,
                                       enum ombre_judge judge)
{
    struct ombre_source words = {{{0}}};
    struct ombre_prediction p;
    write_texel(state->target[0].format, source, words.word[0]);
    for (int i = 0; i < 4; i++)
        words.word[1][i] = word_of(0.125 * i + 0.3);
    assert_true(ombre_predict(state, 0, &words, dest, judge, &p));
    return p;
}

/* --- Comparing ------------------------------------------------------------ */

static int compared;

static bool same_set(const struct ombre_code_set *a,
                     const struct ombre_code_set *b)
{
    return ombre_code_set_inside(a, b) && ombre_code_set_inside(b, a);
}

/* Turn values around 0: of floats +0 and -0 change places. */
static struct ombre_code_set negated(const struct ombre_code_set *set,
                                     const struct ombre_format *format)
{
    const int64_t zero = is_float(format) ? -1 : 0;
    struct ombre_code_set out = {.nan = set->nan};
    for (unsigned i = 0; i < set->count; i++)
        ombre_code_set_add(&out, zero - set->range[i].last,
                           zero - set->range[i].first);
    return out;
}

static void check_same(const char *law, const struct ombre_state *state,
                       const struct ombre_prediction *a,
                       const struct ombre_prediction *b, bool is_negated)
{
    const struct ombre_format *const f = state->target[0].format;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        if (!ombre_format_has(f, (enum ombre_component) i))
            continue;
        const struct ombre_code_set turned = negated(&b->component[i].legal, f);
        const struct ombre_code_set *const want =
            is_negated ? &turned : &b->component[i].legal;
        const double sign = is_negated ? -1 : 1;
        compared++;
        /* A source on the grid is the fp32 number nearest to a code, which a
         * destination is. */
        const double apart =
            fabs(a->component[i].value - sign * b->component[i].value);
        if (apart > 4e-7 || !same_set(&a->component[i].legal, want))
            fail_msg("%s: %s %s %s op %d component %u: %g in %lld..%lld, %g in "
                     "%lld..%lld",
                     law, f->name,
                     ombre_factor_name(state->target[0].color.src),
                     ombre_factor_name(state->target[0].color.dest),
                     (int) state->target[0].color.op, i, a->component[i].value,
                     (long long) a->component[i].legal.range[0].first,
                     (long long) a->component[i].legal.range[0].last,
                     b->component[i].value, (long long) want->range[0].first,
                     (long long) want->range[0].last);
    }
}

/* --- Sums ----------------------------------------------------------------- */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTORS = sizeof factors / sizeof factors[0] };

/* The factor that reads of the destination what `factor` reads of the source,
 * and the other way round.  SRC_ALPHA_SAT has no such. */
static enum ombre_factor swapped(enum ombre_factor factor)
{
    switch (factor) {
    case OMBRE_SRC_COLOR: return OMBRE_DEST_COLOR;
    case OMBRE_INV_SRC_COLOR: return OMBRE_INV_DEST_COLOR;
    case OMBRE_SRC_ALPHA: return OMBRE_DEST_ALPHA;
    case OMBRE_INV_SRC_ALPHA: return OMBRE_INV_DEST_ALPHA;
    case OMBRE_DEST_COLOR: return OMBRE_SRC_COLOR;
    case OMBRE_INV_DEST_COLOR: return OMBRE_INV_SRC_COLOR;
    case OMBRE_DEST_ALPHA: return OMBRE_SRC_ALPHA;
    case OMBRE_INV_DEST_ALPHA: return OMBRE_INV_SRC_ALPHA;
    case OMBRE_ZERO:
    case OMBRE_ONE:
    case OMBRE_SRC_ALPHA_SAT:
    case OMBRE_BLEND_FACTOR:
    case OMBRE_INV_BLEND_FACTOR:
    case OMBRE_SRC1_COLOR:
    case OMBRE_INV_SRC1_COLOR:
    case OMBRE_SRC1_ALPHA:
    case OMBRE_INV_SRC1_ALPHA:
    case OMBRE_ALPHA_FACTOR:
    case OMBRE_INV_ALPHA_FACTOR: break;
    }
    return factor;
}

static enum ombre_blend_op reversed(enum ombre_blend_op op)
{
    return op == OMBRE_OP_SUBTRACT       ? OMBRE_OP_REV_SUBTRACT
           : op == OMBRE_OP_REV_SUBTRACT ? OMBRE_OP_SUBTRACT
                                         : op;
}

/* Formats whose sources on the grid are as exact as destinations, and whose
 * operands no other format's grid can change: not sRGB, whose decoder has room
 * of its own, nor 16 bits, of which fp32 is a thousandth off, nor fewer than 8,
 * nor R9G9B9E5. */
static bool is_even(const struct ombre_format *format)
{
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const unsigned bits = format->component[i].bits;
        if (!is_float(format) && (bits == 16 || (bits != 0 && bits < 8)))
            return false;
    }
    return format->blendable && !format->srgb &&
           format->numeric != OMBRE_SHARED;
}

/* S f + D g is D g + S f: with source and destination exchanged, and what the
 * factors read of them. */
static void test_exchange(void **unused)
{
    (void) unused;
    uint64_t seed = 43;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        if (!is_even(format))
            continue;
        for (unsigned n = 0; n < FACTORS * FACTORS * 5; n++) {
            const struct ombre_equation e = {
                factors[n % FACTORS], factors[n / FACTORS % FACTORS],
                (enum ombre_blend_op)(1 + n / FACTORS / FACTORS)};
            const struct ombre_equation back = {swapped(e.dest), swapped(e.src),
                                                reversed(e.op)};
            if (e.src == OMBRE_SRC_ALPHA_SAT || e.dest == OMBRE_SRC_ALPHA_SAT)
                continue;
            struct ombre_state one = state_of(format, e);
            for (int i = 0; i < 4; i++)
                one.blend_factor[i] = (float) (next(&seed) % 256) / 255;
            struct ombre_state other = one;
            other.target[0].color = other.target[0].alpha = back;
            const struct ombre_texel s = any_texel(format, &seed);
            const struct ombre_texel d = any_texel(format, &seed);
            const enum ombre_judge judge = (enum ombre_judge)(1 + n % 3);
            const struct ombre_prediction a = predict(&one, &s, &d, judge);
            const struct ombre_prediction b = predict(&other, &d, &s, judge);
            check_same("exchange", &one, &a, &b, false);
        }
    }
    assert_true(compared > 50000);
}

/* D g - S f is -(S f - D g), where negative numbers are stored. */
static void test_reverse(void **unused)
{
    (void) unused;
    uint64_t seed = 47;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        if (!format->blendable || !is_signed(format))
            continue;
        for (unsigned n = 0; n < FACTORS * FACTORS; n++) {
            const struct ombre_equation e = {
                factors[n % FACTORS], factors[n / FACTORS], OMBRE_OP_SUBTRACT};
            struct ombre_state one = state_of(format, e);
            for (int i = 0; i < 4; i++)
                one.blend_factor[i] = (float) next(&seed) / 2147483648.0f;
            struct ombre_state other = one;
            other.target[0].color.op = other.target[0].alpha.op =
                OMBRE_OP_REV_SUBTRACT;
            const struct ombre_texel s = any_texel(format, &seed);
            const struct ombre_texel d = any_texel(format, &seed);
            const enum ombre_judge judge = (enum ombre_judge)(1 + n % 3);
            const struct ombre_prediction a = predict(&one, &s, &d, judge);
            const struct ombre_prediction b = predict(&other, &s, &d, judge);
            check_same("reverse", &one, &a, &b, true);
        }
    }
    assert_true(compared > 10000);
}

/* x f + x (1 - f) is x. */
static void test_weights(void **unused)
{
    (void) unused;
    static const enum ombre_factor pairs[][2] = {
        {OMBRE_SRC_COLOR, OMBRE_INV_SRC_COLOR},
        {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA},
        {OMBRE_DEST_COLOR, OMBRE_INV_DEST_COLOR},
        {OMBRE_DEST_ALPHA, OMBRE_INV_DEST_ALPHA},
        {OMBRE_SRC1_COLOR, OMBRE_INV_SRC1_COLOR},
        {OMBRE_SRC1_ALPHA, OMBRE_INV_SRC1_ALPHA},
        {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR},
        {OMBRE_ALPHA_FACTOR, OMBRE_INV_ALPHA_FACTOR},
        {OMBRE_ONE, OMBRE_ZERO},
    };
    uint64_t seed = 53;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        if (!format->blendable || format->numeric == OMBRE_SHARED)
            continue;
        for (unsigned n = 0; n < 9 * 40; n++) {
            const enum ombre_factor *const pair = pairs[n % 9];
            const bool turned = next(&seed) % 2;
            struct ombre_state state = state_of(
                format, (struct ombre_equation){pair[turned], pair[!turned],
                                                OMBRE_OP_ADD});
            for (int i = 0; i < 4; i++)
                state.blend_factor[i] = (float) next(&seed) / 2147483648.0f;
            const struct ombre_texel x = any_texel(format, &seed);
            const struct ombre_prediction p =
                predict(&state, &x, &x, OMBRE_JUDGE_EXACT);
            for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
                const enum ombre_component c = (enum ombre_component) i;
                if (!ombre_format_has(format, c))
                    continue;
                compared++;
                if (p.component[i].code != ombre_texel_code(format, &x, c))
                    fail_msg("%s %s component %u: %#x becomes %#x",
                             format->name, ombre_factor_name(pair[turned]), i,
                             ombre_texel_code(format, &x, c),
                             p.component[i].code);
            }
        }
    }
    assert_true(compared > 30000);
}

/* --- Stores --------------------------------------------------------------- */

/* One component of a plain store of x. */
static struct ombre_component_prediction stored(const struct ombre_state *state,
                                                enum ombre_component c,
                                                double x,
                                                enum ombre_judge judge)
{
    struct ombre_source source = {{{0}}};
    const struct ombre_texel dest = {{0x5A5A5A5A, 0x5A5A5A5A}};
    struct ombre_prediction p;
    for (int i = 0; i < 4; i++)
        source.word[0][i] = word_of(x);
    assert_true(ombre_predict(state, 0, &source, &dest, judge, &p));
    return p.component[c];
}

/* From each code to the next: at it, and five steps between.  Neither the ideal
 * code nor an end of what is legal ever falls, and every code is reached. */
static void check_store(const struct ombre_format *format,
                        enum ombre_component c, enum ombre_judge judge)
{
    struct ombre_state state = state_of(
        format, (struct ombre_equation){OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD});
    state.target[0].blend_enable = false;
    int64_t low, high, before[3];
    ombre_ordinal_limits(format, c, &low, &high);
    /* Neither infinities, nor SNORM's second -1.0, which is never written. */
    low += (is_float(format) && low < 0) || format->numeric == OMBRE_SNORM;
    high -= is_float(format);
    before[0] = before[1] = before[2] = low - 1;
    for (int64_t o = low; o < high; o++) {
        const double a =
            ombre_decode(format, c, ombre_ordinal_code(format, c, o));
        const double b =
            ombre_decode(format, c, ombre_ordinal_code(format, c, o + 1));
        for (int k = 0; k < 6; k++) {
            const double part[] = {0, 0.25, 0.45, 0.5, 0.55, 0.75};
            /* -0 stays what it is, if there is one. */
            const struct ombre_component_prediction p =
                stored(&state, c, k == 0 ? a : a + (b - a) * part[k], judge);
            const int64_t now[3] = {ombre_code_ordinal(format, c, p.code),
                                    p.legal.range[0].first,
                                    p.legal.range[0].last};
            assert_int_equal(p.legal.count, 1);
            for (int i = 0; i < 3; i++) {
                if (now[i] < before[i] || (k == 0 && i == 0 && now[i] != o))
                    fail_msg("%s component %d: %.9g is stored as %lld after "
                             "%lld, at %lld",
                             format->name, (int) c, a + (b - a) * part[k],
                             (long long) now[i], (long long) before[i],
                             (long long) o);
                before[i] = now[i];
            }
            compared++;
        }
    }
}

static void test_stores(void **unused)
{
    (void) unused;
    unsigned components = 0;
    compared = 0;
    for (unsigned f = 0; f < ombre_format_count(); f++) {
        const struct ombre_format *const format = ombre_format_at(f);
        if (!format->blendable || format->numeric == OMBRE_SHARED)
            continue;
        for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
            const unsigned bits = format->component[i].bits;
            /* Red speaks for components of the same width. */
            if (bits == 0 || bits > 16 ||
                (i > 0 && bits == format->component[i - 1].bits && bits > 8 &&
                 i != OMBRE_ALPHA))
                continue;
            check_store(format, (enum ombre_component) i,
                        components % 2 ? OMBRE_JUDGE_D3D : OMBRE_JUDGE_STRICT);
            components++;
        }
    }
    assert_true(components > 50);
    assert_true(compared > 1000000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_exchange),
        cmocka_unit_test(test_reverse),
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
