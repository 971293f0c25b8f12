/* What the fragment shader computes, against what Direct3D's output merger
 * makes of it: every factor, operation, logic operation, mask and format. */
#include "gpu_fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ombre/reference.h"
#include "ombre/translate.h"

enum { WIDTH = 8, MAX_DRAWS = 1100, MAX_SAMPLES = 4 };

/* --- A sweep: many states on one target, each with a row of pixels ---------
 */

struct sweep {
    const struct ombre_format *format;
    unsigned count;
    unsigned samples; /* 0: 1 */
    struct ombre_state state[MAX_DRAWS];
    struct ombre_translation translation[MAX_DRAWS];
    struct ombre_source source[MAX_DRAWS][WIDTH];
    struct ombre_texel before[MAX_DRAWS][WIDTH];
    struct ombre_gpu_draw draw[MAX_DRAWS];
    uint32_t operands[MAX_DRAWS * WIDTH * 2][4];
    unsigned char upload[MAX_DRAWS * WIDTH * 16];
    unsigned char readback[MAX_DRAWS * WIDTH * 16];
    size_t written; /* components that were compared with a legal set */
    size_t kept;    /* and with their own bits */
};

/* Texels of 12 bytes are carried in 16. */
static size_t stride_of(const struct ombre_format *format)
{
    return format->texel_size == 12 ? 16 : format->texel_size;
}

static enum ombre_output_type output_of(const struct ombre_format *format)
{
    switch (ombre_format_base_type(format)) {
    case OMBRE_BASE_UINT: return OMBRE_OUTPUT_UINT;
    case OMBRE_BASE_SINT: return OMBRE_OUTPUT_SINT;
    case OMBRE_BASE_FLOAT: break;
    }
    return OMBRE_OUTPUT_FLOAT;
}

static struct ombre_state plain_state(const struct ombre_format *format)
{
    const enum ombre_output_type type = output_of(format);
    const struct ombre_equation store = {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD};

    return (struct ombre_state){
        .target_count = 1,
        .target = {{format, false, store, store, 0xF}},
        .blend_factor = {0.3f, 0.85f, -0.4f, 0.6f},
        .sample_mask = 0xFFFFFFFF,
        .sample_count = 1,
        .shader = {.bound = true, .output = {{type, 0xF}, {type, 0xF}}},
    };
}

/* A number that makes a difference: on the target's grid, off it, beyond its
 * range, or (one in sixteen) one that is no number. */
static uint32_t random_float(const struct ombre_format *format,
                             enum ombre_component c, uint32_t *seed)
{
    static const uint32_t odd[] = {
        0x7FC00000, 0xFFA00001, 0x7F800000, 0xFF800000, 0x80000000, 0x00000001,
        0x807FFFFF, 0x7F7FFFFF, 0xFF7FFFFF, 0x00800000, 0x3F800001, 0xBF800001};
    const uint32_t r = fixture_random(seed) >> 8;
    const uint32_t code = fixture_random(seed);

    if (r % 16 == 0)
        return odd[code / 256 % (sizeof odd / sizeof *odd)];
    if (r % 2 == 0 && ombre_format_has(format, c) &&
        format->numeric != OMBRE_SHARED)
        return fixture_float(
            ombre_decode(format, c,
                         code & (format->component[c].bits == 32
                                     ? 0xBFFFFFFF /* no NaN, nothing huge */
                                     : (1u << format->component[c].bits) - 1)));
    if (r % 2 == 0 && format->numeric == OMBRE_SHARED)
        /* One bit more than mantissas have: every other one is a tie. */
        return fixture_float(ldexp(code % 1024, (int) (code / 1024 % 32) - 24));
    if (r % 4 == 1)
        return fixture_float((double) code / 0x1p32 * 6 - 3);
    return fixture_float((double) code / 0x1p32);
}

static uint32_t random_word(const struct ombre_format *format,
                            enum ombre_component c, uint32_t *seed)
{
    if (output_of(format) == OMBRE_OUTPUT_FLOAT)
        return random_float(format, c, seed);
    /* Large, or about as large as the component holds. */
    const uint32_t word = fixture_random(seed);
    const unsigned bits = format->component[c].bits;
    if (word % 4 == 0 || bits >= 31 || bits == 0)
        return fixture_random(seed);
    return (uint32_t) ((int32_t) (fixture_random(seed) >> 7) %
                       (int32_t) (3u << bits)) -
           (output_of(format) == OMBRE_OUTPUT_SINT ? 1u << bits : 0);
}

static void fill_row(struct sweep *s, unsigned d, uint32_t *seed)
{
    for (unsigned x = 0; x < WIDTH; x++) {
        unsigned char bytes[16];
        fixture_fill(bytes, sizeof bytes, fixture_random(seed));
        s->before[d][x] = ombre_texel_load(s->format, bytes);
        for (unsigned n = 0; n < 2; n++)
            for (unsigned c = 0; c < 4; c++) {
                s->source[d][x].word[n][c] =
                    random_word(s->format, (enum ombre_component) c, seed);
                s->operands[(d * WIDTH + x) * 2 + n][c] =
                    s->source[d][x].word[n][c];
            }
        memset(s->upload + (d * WIDTH + x) * stride_of(s->format), 0x5A,
               stride_of(s->format));
        ombre_texel_store(s->format, &s->before[d][x],
                          s->upload + (d * WIDTH + x) * stride_of(s->format));
    }
}

static void translate_row(struct sweep *s, unsigned d,
                          const struct ombre_vk_facts *facts)
{
    const struct ombre_translate_policy policy = {.pure_shader = true,
                                                  .in_shader = 1};
    struct ombre_translation *const t = &s->translation[d];

    if (ombre_translate_with(&s->state[d], facts, &policy, t) !=
        OMBRE_TRANSLATE_OK)
        fail_msg("%s: %s", s->format->name, t->reason);
    assert_int_equal(t->vk.emulated, 1);
    s->draw[d] = (struct ombre_gpu_draw){
        &t->vk,
        0,
        d,
        WIDTH,
        1,
        1,
        (const uint32_t(*)[4]) & s->operands[d * WIDTH * 2]};
}

static void draw_sweep(struct ombre_gpu *gpu, struct sweep *s, uint32_t seed)
{
    for (unsigned d = 0; d < s->count; d++) {
        fill_row(s, d, &seed);
        translate_row(s, d, ombre_gpu_facts(gpu));
    }
    const enum ombre_output_type type = output_of(s->format);
    const enum ombre_gpu_output_type output =
        type == OMBRE_OUTPUT_FLOAT  ? OMBRE_GPU_OUTPUT_FLOAT
        : type == OMBRE_OUTPUT_UINT ? OMBRE_GPU_OUTPUT_UINT
                                    : OMBRE_GPU_OUTPUT_SINT;
    const struct ombre_gpu_batch batch = {
        .width = WIDTH,
        .height = s->count,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .target = {{.format = s->translation[0].vk.format[0],
                    .texel_size = (uint32_t) stride_of(s->format),
                    .upload = s->upload,
                    .readback = s->readback}},
        .output = {output, output},
        .slots = 2,
        .draw_count = s->count,
        .draw = s->draw,
    };
    memset(s->readback, 0, sizeof s->readback);
    fixture_run(gpu, s->format->name, &batch);
}

static void say_state(const struct sweep *s, unsigned d, unsigned x, unsigned c,
                      const struct ombre_texel *after,
                      const struct ombre_component_prediction *p)
{
    const struct ombre_target *const t = &s->state[d].target[0];
    const struct ombre_equation *const e = c == 3 ? &t->alpha : &t->color;
    const enum ombre_component component = (enum ombre_component) c;

    fprintf(stderr,
            "%s draw %u: component %u, factors %u %u op %u mask 0x%x%s; source "
            "%08x %08x (alpha %08x %08x), before 0x%x: want 0x%x, got 0x%x\n",
            s->format->name, d, c, (unsigned) e->src, (unsigned) e->dest,
            (unsigned) e->op, t->write_mask,
            s->state[d].logic_op_enable ? " logic" : "",
            s->source[d][x].word[0][c], s->source[d][x].word[1][c],
            s->source[d][x].word[0][3], s->source[d][x].word[1][3],
            ombre_texel_code(s->format, &s->before[d][x], component), p->code,
            ombre_texel_code(s->format, after, component));
}

static bool is_legal(struct sweep *s, const struct ombre_prediction *p,
                     unsigned c, const struct ombre_texel *after,
                     const struct ombre_texel *before)
{
    const enum ombre_component component = (enum ombre_component) c;
    const uint32_t code = ombre_texel_code(s->format, after, component);

    switch (p->component[c].fate) {
    case OMBRE_FATE_ABSENT:
    case OMBRE_FATE_UNDEFINED: return true;
    case OMBRE_FATE_KEPT:
        s->kept++;
        return code == ombre_texel_code(s->format, before, component);
    case OMBRE_FATE_WRITTEN: break;
    }
    s->written++;
    return s->format->numeric == OMBRE_SHARED ||
           ombre_code_set_has(&p->component[c].legal, s->format, component,
                              code);
}

/* Bits of no component, and the fourth word of three. */
static bool keeps_rest(const struct sweep *s, const struct ombre_texel *after,
                       const struct ombre_texel *before,
                       const unsigned char *bytes)
{
    struct ombre_texel rest = *after;

    if (s->format->numeric == OMBRE_SHARED)
        return true;
    for (unsigned c = 0; c < 4; c++)
        ombre_texel_set_code(
            s->format, &rest, (enum ombre_component) c,
            ombre_texel_code(s->format, before, (enum ombre_component) c));
    for (size_t i = s->format->texel_size; i < stride_of(s->format); i++)
        if (bytes[i] != 0x5A)
            return false;
    return memcmp(&rest, before, sizeof rest) == 0;
}

static void judge_pixel(struct sweep *s, unsigned d, unsigned x,
                        enum ombre_judge judge)
{
    const unsigned char *const bytes =
        s->readback + (d * WIDTH + x) * stride_of(s->format);
    const struct ombre_texel after = ombre_texel_load(s->format, bytes);
    const struct ombre_texel *const before = &s->before[d][x];
    struct ombre_prediction p;

    assert_true(
        ombre_predict(&s->state[d], 0, &s->source[d][x], before, judge, &p));
    for (unsigned c = 0; c < 4; c++)
        if (!is_legal(s, &p, c, &after, before)) {
            say_state(s, d, x, c, &after, &p.component[c]);
            fail_msg("%s is not drawn right", s->format->name);
        }
    if (!keeps_rest(s, &after, before, bytes))
        fail_msg("%s draw %u: bits of no component have changed",
                 s->format->name, d);
    if (s->format->numeric == OMBRE_SHARED &&
        !ombre_shared_set_has(&p.texels, &after))
        fail_msg("%s draw %u: 0x%08x is no legal texel", s->format->name, d,
                 after.word[0]);
}

static void judge_sweep(struct sweep *s, enum ombre_judge judge)
{
    for (unsigned d = 0; d < s->count; d++)
        for (unsigned x = 0; x < WIDTH; x++)
            judge_pixel(s, d, x, judge);
}

static void run_sweep(struct ombre_gpu *gpu, struct sweep *s,
                      enum ombre_judge judge, uint32_t seed)
{
    s->written = s->kept = 0;
    draw_sweep(gpu, s, seed);
    judge_sweep(s, judge);
}

static struct sweep *new_sweep(void)
{
    struct sweep *const s = calloc(1, sizeof *s);
    assert_non_null(s);
    return s;
}

/* --- Equations ------------------------------------------------------------ */

static const enum ombre_factor factors[] = {
#define X(id, value, name) OMBRE_##id,
    OMBRE_FACTORS(X)
#undef X
};
enum { FACTOR_COUNT = sizeof factors / sizeof *factors };

/* The factor that means the same in an alpha slot. */
static enum ombre_factor for_alpha(enum ombre_factor f)
{
    switch ((int) f) {
    case OMBRE_SRC_COLOR: return OMBRE_SRC_ALPHA;
    case OMBRE_INV_SRC_COLOR: return OMBRE_INV_SRC_ALPHA;
    case OMBRE_DEST_COLOR: return OMBRE_DEST_ALPHA;
    case OMBRE_INV_DEST_COLOR: return OMBRE_INV_DEST_ALPHA;
    case OMBRE_SRC1_COLOR: return OMBRE_SRC1_ALPHA;
    case OMBRE_INV_SRC1_COLOR: return OMBRE_INV_SRC1_ALPHA;
    default: return f;
    }
}

/* Equation n of all; the two without factors come last. */
static struct ombre_equation equation_at(unsigned n)
{
    const unsigned pairs = FACTOR_COUNT * FACTOR_COUNT;
    const enum ombre_blend_op op = (enum ombre_blend_op)(1 + n / pairs);

    if (n >= 3 * pairs)
        return (struct ombre_equation){OMBRE_SRC_ALPHA, OMBRE_ZERO,
                                       n == 3 * pairs ? OMBRE_OP_MIN
                                                      : OMBRE_OP_MAX};
    return (struct ombre_equation){factors[n / FACTOR_COUNT % FACTOR_COUNT],
                                   factors[n % FACTOR_COUNT], op};
}

enum { EQUATION_COUNT = 3 * FACTOR_COUNT * FACTOR_COUNT + 2 };

static void set_equation(struct ombre_state *state, unsigned n)
{
    struct ombre_equation alpha = equation_at((n * 7 + 11) % EQUATION_COUNT);

    alpha.src = for_alpha(alpha.src);
    alpha.dest = for_alpha(alpha.dest);
    state->target[0].blend_enable = true;
    state->target[0].color = equation_at(n);
    state->target[0].alpha = alpha;
}

/* Fixed point is computed in fp32 and rounded once, so it is held to that;
 * floats to what Direct3D allows. */
static enum ombre_judge judge_of(const struct ombre_format *format)
{
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_SNORM: return OMBRE_JUDGE_STRICT;
    case OMBRE_UINT:
    case OMBRE_SINT:
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT:
    case OMBRE_SHARED: break;
    }
    return OMBRE_JUDGE_D3D;
}

static void blends_by_every_equation(void **state)
{
    struct fixture *const f = *state;
    struct sweep *const s = new_sweep();
    size_t formats = 0, compared = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *const format = ombre_format_at(i);
        if (!format->blendable)
            continue;
        s->format = format;
        s->count = EQUATION_COUNT;
        for (unsigned n = 0; n < EQUATION_COUNT; n++) {
            s->state[n] = plain_state(format);
            set_equation(&s->state[n], n);
        }
        run_sweep(f->gpu, s, judge_of(format), 17 + i);
        compared += s->written;
        formats++;
    }
    print_message("%zu formats, %zu components\n", formats, compared);
    assert_true(formats >= 30 && compared >= 600000);
    free(s);
}

/* --- Stores, masks, logic operations ---------------------------------------
 */

/* Each mask with the blend that makes D matter, and without. */
static void keeps_what_masks_keep(void **state)
{
    struct fixture *const f = *state;
    struct sweep *const s = new_sweep();
    size_t written = 0, kept = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *const format = ombre_format_at(i);
        s->format = format;
        s->count = 64;
        for (unsigned n = 0; n < s->count; n++) {
            s->state[n] = plain_state(format);
            if (n >= 32 && format->blendable)
                set_equation(&s->state[n], n * 13);
            s->state[n].target[0].write_mask = n % 16;
        }
        run_sweep(f->gpu, s,
                  format->numeric == OMBRE_FLOAT ? OMBRE_JUDGE_D3D
                                                 : judge_of(format),
                  3 + i);
        written += s->written;
        kept += s->kept;
    }
    print_message("%zu components written, %zu kept\n", written, kept);
    assert_true(written >= 20000 && kept >= 20000);
    free(s);
}

static void combines_by_every_logic_operation(void **state)
{
    struct fixture *const f = *state;
    struct sweep *const s = new_sweep();
    size_t formats = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *const format = ombre_format_at(i);
        if (!format->logic_op)
            continue;
        s->format = format;
        s->count = 64;
        for (unsigned n = 0; n < s->count; n++) {
            s->state[n] = plain_state(format);
            s->state[n].logic_op_enable = true;
            s->state[n].logic_op = (enum ombre_logic_op)(n % 16);
            s->state[n].target[0].write_mask = n < 32 ? 0xF : (n * 5) % 16;
        }
        run_sweep(f->gpu, s, OMBRE_JUDGE_D3D, 41 + i);
        assert_true(s->written > 64 * WIDTH / 2);
        formats++;
    }
    assert_true(formats >= 10);
    free(s);
}

/* A store is a conversion and nothing else: the ideal code, for every format
 * but floats that have two to choose from. */
static void stores_ideal_codes(void **state)
{
    struct fixture *const f = *state;
    struct sweep *const s = new_sweep();
    size_t compared = 0;

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        s->format = ombre_format_at(i);
        s->count = 256;
        for (unsigned n = 0; n < s->count; n++)
            s->state[n] = plain_state(s->format);
        run_sweep(f->gpu, s, OMBRE_JUDGE_EXACT, 1001 + i);
        compared += s->written;
    }
    print_message("%zu components\n", compared);
    assert_true(compared >= 150000);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stores_ideal_codes),
        cmocka_unit_test(blends_by_every_equation),
        cmocka_unit_test(keeps_what_masks_keep),
        cmocka_unit_test(combines_by_every_logic_operation),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
