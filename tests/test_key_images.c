/* tests/test_key_images.c - equal keys draw equal images; keys that differ draw
 * differently somewhere, or what they do is one function in the printed table
 *
 * The image is the reference's; test_gpu_keys.c asks devices.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "key_states.h"
#include "ombre/reference.h"
#include "ombre/translate.h"

enum { TARGETS = 3, PIXELS = 24 };

/* --- Operands --------------------------------------------------------------
 */

struct pixel {
    struct ombre_source source;
    uint32_t dest[TARGETS][4];
    float constant[4];
};

static uint32_t word_of(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

/* No two numbers of a pixel are equal; a few pixels are out of range. */
static void fill_pixels(struct key_random *random, struct pixel *pixels)
{
    for (unsigned p = 0; p < PIXELS; p++) {
        const float scale = p % 6 == 5 ? 2.5f : 1.0f;
        const float low = p % 3 == 2 ? -scale : 0;
        for (unsigned i = 0; i < 4; i++) {
            for (unsigned o = 0; o < TARGETS; o++)
                pixels[p].source.word[o][i] =
                    word_of(low + (scale - low) *
                                      (float) key_random_below(random, 65536) /
                                      65536.0f);
            pixels[p].constant[i] =
                (float) key_random_below(random, 65536) / 65536.0f;
            for (unsigned t = 0; t < TARGETS; t++)
                pixels[p].dest[t][i] = key_random_below(random, 1u << 16);
        }
    }
}

/* A finite destination of the format. */
static struct ombre_texel texel_of(const struct ombre_format *format,
                                   const uint32_t dest[4])
{
    struct ombre_texel texel = {{0}};
    const bool is_signed =
        format->numeric == OMBRE_SNORM || format->numeric == OMBRE_FLOAT;

    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const double x = dest[i] / 65536.0;
        if (ombre_format_has(format, c))
            ombre_texel_set_code(
                format, &texel, c,
                ombre_encode(format, c, is_signed ? 2 * x - 1 : x));
    }
    return texel;
}

/* --- Images ----------------------------------------------------------------
 */

struct image {
    double value[PIXELS][TARGETS][4]; /* 0 of what is not there */
    struct ombre_coverage coverage[PIXELS];
    bool kept; /* nothing is written anywhere */
};

static void draw_target(const struct ombre_state *state, unsigned target,
                        const struct pixel *pixel, struct image *out,
                        unsigned number)
{
    const struct ombre_format *format = state->target[target].format;
    const struct ombre_texel dest = texel_of(format, pixel->dest[target]);
    struct ombre_prediction p;

    assert_true(ombre_predict(state, target, &pixel->source, &dest,
                              OMBRE_JUDGE_EXACT, &p));
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        const struct ombre_component_prediction *of = &p.component[i];
        double value = of->value;
        if (of->fate == OMBRE_FATE_ABSENT)
            continue;
        /* What cannot be held is not seen. */
        if (format->numeric == OMBRE_UFLOAT && value < 0)
            value = 0;
        out->kept &= of->code == ombre_texel_code(format, &dest, c);
        out->value[number][target][i] = value;
    }
}

static void draw(const struct ombre_state *state, const struct pixel *pixels,
                 struct image *out)
{
    memset(out, 0, sizeof *out);
    out->kept = true;
    for (unsigned p = 0; p < PIXELS; p++) {
        struct ombre_state s = *state;
        memcpy(s.blend_factor, pixels[p].constant, sizeof s.blend_factor);
        for (unsigned t = 0; t < s.target_count; t++)
            if (s.target[t].format)
                draw_target(&s, t, &pixels[p], out, p);
        out->coverage[p] =
            ombre_predict_coverage(&s, &pixels[p].source, UINT32_MAX);
    }
}

/* Rounding of doubles apart. */
static bool is_near(const struct image *a, const struct image *b)
{
    for (unsigned p = 0; p < PIXELS; p++)
        for (unsigned t = 0; t < TARGETS; t++)
            for (unsigned c = 0; c < 4; c++) {
                const double difference = a->value[p][t][c] - b->value[p][t][c];
                if (difference > 1e-9 || difference < -1e-9)
                    return false;
            }
    return true;
}

static bool is_same_coverage(const struct image *a, const struct image *b)
{
    for (unsigned p = 0; p < PIXELS; p++)
        if (a->coverage[p].mask != b->coverage[p].mask ||
            a->coverage[p].min != b->coverage[p].min ||
            a->coverage[p].max != b->coverage[p].max)
            return false;
    return true;
}

static bool is_same_image(const struct image *a, const struct image *b)
{
    return is_near(a, b) && (is_same_coverage(a, b) || (a->kept && b->kept));
}

/* --- Keys ------------------------------------------------------------------
 */

static bool read_state(const struct ombre_pso *pso, struct ombre_state *state,
                       struct ombre_translation *translation)
{
    static const struct ombre_vk_facts *facts;
    static struct ombre_vk_facts all;

    if (!facts) {
        all = ombre_vk_facts_all();
        facts = &all;
    }
    return ombre_state_from_pso(pso, state) &&
           ombre_translate(state, facts, translation) == OMBRE_TRANSLATE_OK;
}

static bool is_same_key(const struct ombre_translation *a,
                        const struct ombre_translation *b)
{
    return memcmp(a->key, b->key, sizeof a->key) == 0;
}

struct tally {
    unsigned equal, different, one_function;
};

/* Hold two states to the property. */
static void hold(struct tally *tally, struct key_random *random,
                 const struct ombre_pso *a, const struct ombre_pso *b)
{
    static struct image image_a, image_b;
    static struct pixel pixels[PIXELS];
    struct ombre_state state_a, state_b;
    struct ombre_translation of_a, of_b;

    if (!read_state(a, &state_a, &of_a) || !read_state(b, &state_b, &of_b))
        return;
    fill_pixels(random, pixels);
    draw(&state_a, pixels, &image_a);
    draw(&state_b, pixels, &image_b);

    const bool same_key = is_same_key(&of_a, &of_b);
    const bool same_image = is_same_image(&image_a, &image_b);
    const bool one_function = key_same_functions(&state_a, &state_b);
    if (same_key) {
        assert_true(same_image);
        assert_true(one_function);
        tally->equal++;
    } else {
        assert_int_equal(same_image, one_function);
        tally->different += !same_image;
        tally->one_function += one_function;
    }
}

static struct ombre_pso any_state(struct key_random *random)
{
    DXGI_FORMAT formats[TARGETS];

    for (unsigned i = 0; i < TARGETS; i++)
        formats[i] = i == 1 && key_random_below(random, 5) == 0
                         ? DXGI_FORMAT_UNKNOWN
                         : key_formats[key_random_below(random, KEY_FORMATS)];
    return key_state(random, formats, 1 + key_random_below(random, TARGETS));
}

/* --- Tests -----------------------------------------------------------------
 */

static void twins(void **cmocka)
{
    (void) cmocka;
    struct key_random random = {1};
    struct tally tally = {0};

    for (unsigned i = 0; i < 6000; i++) {
        const struct ombre_pso pso = any_state(&random);
        struct ombre_pso twin = pso;
        key_twin(&random, &twin);
        hold(&tally, &random, &pso, &twin);
    }
    assert_true(tally.equal > 5000);
    assert_int_equal(tally.different + tally.one_function, 0);
}

static void neighbours(void **cmocka)
{
    (void) cmocka;
    struct key_random random = {2};
    struct tally tally = {0};

    for (unsigned i = 0; i < 12000; i++) {
        const struct ombre_pso pso = any_state(&random);
        struct ombre_pso neighbour = pso;
        key_neighbour(&random, &neighbour);
        hold(&tally, &random, &pso, &neighbour);
    }
    assert_true(tally.equal > 1500);
    assert_true(tally.different > 5000);
    assert_true(tally.one_function > 100);
}

/* Every equation beside the one before it in its class, and beside the next
 * equation. */
static void systematic(void **cmocka)
{
    (void) cmocka;
    static const DXGI_FORMAT formats[] = {DXGI_FORMAT_R8G8B8A8_UNORM,
                                          DXGI_FORMAT_R8G8B8A8_SNORM,
                                          DXGI_FORMAT_R16G16B16A16_FLOAT};
    struct key_random random = {3};
    struct tally tally = {0};

    for (unsigned f = 0; f < 3; f++) {
        struct ombre_equation_classes classes;
        assert_true(
            ombre_classify_equations(ombre_format_find((uint32_t) formats[f]),
                                     OMBRE_HALF_COLOR, &classes));
        for (size_t i = 1; i < 1085; i++) {
            struct ombre_pso pso = key_state(&random, &formats[f], 1);
            D3D12_RENDER_TARGET_BLEND_DESC *entry =
                &pso.BlendState.RenderTarget[0];
            entry->BlendEnable = 1;
            entry->RenderTargetWriteMask = 0xF;
            size_t other = i - 1;
            for (size_t k = 0; k < i; k++)
                other = classes.of[k] == classes.of[i] ? k : other;
            const struct ombre_equation e =
                ombre_equation_at(OMBRE_HALF_COLOR, i);
            const struct ombre_equation before =
                ombre_equation_at(OMBRE_HALF_COLOR, other);
            struct ombre_pso second = pso;
            D3D12_RENDER_TARGET_BLEND_DESC *beside =
                &second.BlendState.RenderTarget[0];
            entry->SrcBlend = (D3D12_BLEND) e.src;
            entry->DestBlend = (D3D12_BLEND) e.dest;
            entry->BlendOp = (D3D12_BLEND_OP) e.op;
            beside->SrcBlend = (D3D12_BLEND) before.src;
            beside->DestBlend = (D3D12_BLEND) before.dest;
            beside->BlendOp = (D3D12_BLEND_OP) before.op;
            hold(&tally, &random, &pso, &second);
        }
    }
    assert_int_equal(tally.equal, 0);
    assert_int_equal(tally.one_function, 86 + 51 + 51);
    assert_int_equal(tally.different, 3 * 1084 - (86 + 51 + 51));
}

/* --- Logic operations ------------------------------------------------------
 */

static struct ombre_pso logic_state(unsigned op)
{
    struct ombre_pso pso = ombre_pso_default();
    D3D12_RENDER_TARGET_BLEND_DESC *entry = &pso.BlendState.RenderTarget[0];

    pso.NumRenderTargets = 1;
    pso.RTVFormats[0] = DXGI_FORMAT_R8G8B8A8_UINT;
    pso.shader.bound = true;
    pso.shader.output[0] = (struct ombre_output){OMBRE_OUTPUT_UINT, 0xF};
    entry->LogicOpEnable = op < 16;
    entry->LogicOp = (D3D12_LOGIC_OP) (op % 16);
    entry->RenderTargetWriteMask = op == 17 ? 0 : 0xF;
    return pso;
}

/* Each operation, none, and none of the components: NOOP and the empty mask are
 * one function, and COPY and no operation are. */
static void logic_operations(void **cmocka)
{
    (void) cmocka;
    static const uint8_t bits[4] = {0xCA, 0x35, 0x5C, 0xA3};
    static const uint32_t source[4] = {0xF0, 0x0F, 0x3C, 0x99};
    struct ombre_prediction images[18];
    struct ombre_translation keys[18];
    unsigned same = 0;

    for (unsigned i = 0; i < 18; i++) {
        const struct ombre_pso pso = logic_state(i);
        struct ombre_state state;
        struct ombre_source words = {{{0}}};
        assert_true(read_state(&pso, &state, &keys[i]));
        memcpy(words.word[0], source, sizeof source);
        const struct ombre_texel dest =
            ombre_texel_load(state.target[0].format, bits);
        assert_true(ombre_predict(&state, 0, &words, &dest, OMBRE_JUDGE_EXACT,
                                  &images[i]));
    }
    for (unsigned i = 0; i < 18; i++)
        for (unsigned k = 0; k < i; k++) {
            const bool one_function = (k == OMBRE_LOGIC_COPY && i == 16) ||
                                      (k == OMBRE_LOGIC_NOOP && i == 17);
            bool equal = true;
            for (unsigned c = 0; c < 4; c++)
                equal &=
                    images[i].component[c].code == images[k].component[c].code;
            assert_false(is_same_key(&keys[i], &keys[k]));
            assert_int_equal(equal, one_function);
            same += one_function;
        }
    assert_int_equal(same, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twins),
        cmocka_unit_test(neighbours),
        cmocka_unit_test(systematic),
        cmocka_unit_test(logic_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
