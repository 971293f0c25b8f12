/* tests/test_gpu_keys.c - on a device, states with equal keys draw equal
 * images, and states that draw equal images do one thing by the printed table
 */
#include "gpu_fixture.h"

#include "key_states.h"
#include "ombre/translate.h"

enum {
    FAMILIES = 16, /* a state, one that means the same, and a neighbour */
    STATES = 3 * FAMILIES,
    TILE_WIDTH = 8,
    TILE_HEIGHT = 4,
    TILE_PIXELS = TILE_WIDTH * TILE_HEIGHT,
    ACROSS = 6,
    WIDTH = ACROSS * TILE_WIDTH,
    HEIGHT = STATES / ACROSS * TILE_HEIGHT,
    OUTPUTS = 2,
};

struct drawn {
    struct ombre_state state;
    struct ombre_translation translation;
    bool is_supported;
};

/* --- States ----------------------------------------------------------------
 */

static void read_state(const struct ombre_pso *pso,
                       const struct ombre_vk_facts *facts, struct drawn *out)
{
    out->is_supported =
        ombre_state_from_pso(pso, &out->state) &&
        ombre_translate(&out->state, facts, &out->translation) ==
            OMBRE_TRANSLATE_OK;
}

/* Alike in all that keys leave to others; coverage has tests of its own. */
static void make_states(struct key_random *random, DXGI_FORMAT format,
                        const struct ombre_vk_facts *facts,
                        struct drawn drawn[STATES])
{
    static const float constant[4] = {0.31f, 0.67f, 0.43f, 0.83f};

    for (unsigned i = 0; i < FAMILIES; i++) {
        struct ombre_pso pso = key_state(random, &format, 1);
        memcpy(pso.BlendFactor, constant, sizeof constant);
        pso.BlendState.AlphaToCoverageEnable = 0;
        pso.shader.coverage = OMBRE_COVERAGE_NONE;
        pso.SampleDesc.Count = 1;
        struct ombre_pso twin = pso, neighbour = pso;
        key_twin(random, &twin);
        key_neighbour(random, &neighbour);
        neighbour.BlendState.AlphaToCoverageEnable = 0;
        read_state(&pso, facts, &drawn[3 * i]);
        read_state(&twin, facts, &drawn[3 * i + 1]);
        read_state(&neighbour, facts, &drawn[3 * i + 2]);
    }
}

/* --- Batch -----------------------------------------------------------------
 */

/* The same in every tile; no two numbers of a pixel are equal, and where the
 * format does not clamp them half are negative. */
static void fill_operands(struct key_random *random,
                          const struct ombre_format *format,
                          uint32_t operands[TILE_PIXELS][OUTPUTS][4])
{
    const bool is_unorm = format->numeric == OMBRE_UNORM;

    for (unsigned p = 0; p < TILE_PIXELS; p++)
        for (unsigned o = 0; o < OUTPUTS; o++)
            for (unsigned c = 0; c < 4; c++)
                operands[p][o][c] =
                    fixture_float(key_random_below(random, 65536) / 65536.0 -
                                  (!is_unorm && p % 2 == 1));
}

/* Codes of half floats have to be finite: those below 2. */
static void fill_texel(struct key_random *random,
                       const struct ombre_format *format, unsigned char *out)
{
    struct ombre_texel texel = {{0}};

    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (ombre_format_has(format, c))
            ombre_texel_set_code(
                format, &texel, c,
                ombre_encode(format, c,
                             key_random_below(random, 65536) / 65536.0));
    }
    ombre_texel_store(format, &texel, out);
}

static void fill_upload(struct key_random *random,
                        const struct ombre_format *format,
                        unsigned char *upload)
{
    const size_t size = format->texel_size;
    unsigned char tile[TILE_PIXELS][16];

    for (unsigned p = 0; p < TILE_PIXELS; p++)
        fill_texel(random, format, tile[p]);
    for (unsigned y = 0; y < HEIGHT; y++)
        for (unsigned x = 0; x < WIDTH; x++)
            memcpy(upload + (y * WIDTH + x) * size,
                   tile[y % TILE_HEIGHT * TILE_WIDTH + x % TILE_WIDTH], size);
}

static uint32_t add_draws(const struct drawn drawn[STATES],
                          const uint32_t (*operands)[4],
                          struct ombre_gpu_draw draws[STATES])
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < STATES; i++)
        if (drawn[i].is_supported)
            draws[count++] = (struct ombre_gpu_draw){
                .state = &drawn[i].translation.vk,
                .x = i % ACROSS * TILE_WIDTH,
                .y = i / ACROSS * TILE_HEIGHT,
                .width = TILE_WIDTH,
                .height = TILE_HEIGHT,
                .layers = 1,
                .operands = operands,
            };
    return count;
}

static void draw_all(struct ombre_gpu *gpu, const struct ombre_format *format,
                     const struct drawn drawn[STATES], unsigned char *readback)
{
    static unsigned char upload[WIDTH * HEIGHT * 16];
    static uint32_t operands[TILE_PIXELS][OUTPUTS][4];
    struct ombre_gpu_draw draws[STATES];
    struct key_random random = {format->dxgi};

    fill_operands(&random, format, operands);
    fill_upload(&random, format, upload);
    struct ombre_gpu_batch batch = {
        .width = WIDTH,
        .height = HEIGHT,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .target_count = 1,
        .output = {OMBRE_GPU_OUTPUT_FLOAT, OMBRE_GPU_OUTPUT_FLOAT},
        .slots = OUTPUTS,
        .draw_count = add_draws(drawn, (const uint32_t(*)[4]) operands, draws),
        .draw = draws,
    };
    batch.target[0] = (struct ombre_gpu_target){
        .format = draws[0].state->format[0],
        .texel_size = format->texel_size,
        .upload = upload,
        .readback = readback,
    };
    fixture_run(gpu, format->name, &batch);
}

/* --- Images ----------------------------------------------------------------
 */

struct tally {
    unsigned equal, different, one_function;
};

/* X bits are nobody's business. */
static bool is_same_texel(const struct ombre_format *format,
                          const unsigned char *a, const unsigned char *b)
{
    const struct ombre_texel x = ombre_texel_load(format, a);
    const struct ombre_texel y = ombre_texel_load(format, b);

    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (ombre_format_has(format, c) &&
            ombre_texel_code(format, &x, c) != ombre_texel_code(format, &y, c))
            return false;
    }
    return true;
}

static bool is_same_tile(const struct ombre_format *format,
                         const unsigned char *image, unsigned a, unsigned b)
{
    for (unsigned y = 0; y < TILE_HEIGHT; y++)
        for (unsigned x = 0; x < TILE_WIDTH; x++) {
            const size_t at_a = (a / ACROSS * TILE_HEIGHT + y) * WIDTH +
                                a % ACROSS * TILE_WIDTH + x;
            const size_t at_b = (b / ACROSS * TILE_HEIGHT + y) * WIDTH +
                                b % ACROSS * TILE_WIDTH + x;
            if (!is_same_texel(format, image + at_a * format->texel_size,
                               image + at_b * format->texel_size))
                return false;
        }
    return true;
}

static void compare(struct tally *tally, const struct ombre_format *format,
                    const struct drawn drawn[STATES],
                    const unsigned char *image, unsigned a, unsigned b)
{
    const bool same_key =
        memcmp(drawn[a].translation.key, drawn[b].translation.key,
               sizeof drawn[a].translation.key) == 0;
    const bool one_function =
        key_same_functions(&drawn[a].state, &drawn[b].state);
    const bool same_tile = is_same_tile(format, image, a, b);

    if ((same_key && !same_tile) || (same_tile && !one_function)) {
        print_error("%s: states %u and %u %s\n", format->name, a, b,
                    same_key ? "have one key and two images"
                             : "have one image and are two functions");
        fail();
    }
    tally->equal += same_key;
    tally->different += !same_tile;
    tally->one_function += !same_key && one_function;
}

/* --- Tests -----------------------------------------------------------------
 */

static void keys_and_images(void **cmocka)
{
    struct fixture *const f = *cmocka;
    const struct ombre_vk_facts *facts = ombre_gpu_facts(f->gpu);
    static struct drawn drawn[STATES];
    static unsigned char image[WIDTH * HEIGHT * 16];
    struct key_random random = {5};
    struct tally tally = {0};

    for (unsigned i = 0; i < KEY_FORMATS; i++) {
        const struct ombre_format *format =
            ombre_format_find((uint32_t) key_formats[i]);
        make_states(&random, key_formats[i], facts, drawn);
        unsigned supported = 0;
        for (unsigned k = 0; k < STATES; k++)
            supported += drawn[k].is_supported;
        if (supported == 0)
            continue;
        draw_all(f->gpu, format, drawn, image);
        for (unsigned a = 0; a < STATES; a++)
            for (unsigned b = 0; b < a; b++)
                if (drawn[a].is_supported && drawn[b].is_supported)
                    compare(&tally, format, drawn, image, a, b);
    }
    print_message("%u pairs of equal keys, %u of different images, %u of one "
                  "function\n",
                  tally.equal, tally.different, tally.one_function);
    assert_true(tally.equal > 30);
    assert_true(tally.different > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_and_images),
    };
    return cmocka_run_group_tests(tests, fixture_open, fixture_close);
}
