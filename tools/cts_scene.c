#include "cts_scene.h"

#include <math.h>
#include <string.h>

/* --- States ------------------------------------------------------------------
 */

enum { SEED = 123, HALF = CTS_FACTORS * CTS_FACTORS * CTS_OPS };

/* In the order of its table, which is Vulkan's. */
static const enum ombre_factor factors[CTS_FACTORS] = {
    OMBRE_ZERO,          OMBRE_ONE,
    OMBRE_SRC_COLOR,     OMBRE_INV_SRC_COLOR,
    OMBRE_DEST_COLOR,    OMBRE_INV_DEST_COLOR,
    OMBRE_SRC_ALPHA,     OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,    OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR,  OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR,  OMBRE_INV_ALPHA_FACTOR,
    OMBRE_SRC_ALPHA_SAT,
};

/* What each does in an alpha slot: that of the first one that does it. */
static const uint8_t alpha_meaning[CTS_FACTORS] = {0, 1, 6,  7,  8,  9,  6, 7,
                                                   8, 9, 10, 11, 10, 11, 1};

static bool is_alpha(enum cts_slot slot)
{
    return slot == CTS_ALPHA_SRC || slot == CTS_ALPHA_DEST;
}

bool cts_same_factor(enum cts_slot slot, unsigned a, unsigned b)
{
    return is_alpha(slot) ? alpha_meaning[a] == alpha_meaning[b] : a == b;
}

/* Direct3D has no colours in alpha slots. */
static enum ombre_factor factor_of(enum cts_slot slot, unsigned place)
{
    const bool is_color = place >= 2 && place <= 5;
    return factors[is_alpha(slot) && is_color ? place + 4 : place];
}

/* Marsaglia's xorshift of 128 bits. */
struct generator {
    uint32_t x, y, z, w;
};

static struct generator seeded(uint32_t seed)
{
    return (struct generator){
        (0 - seed) ^ 123456789,
        362436069 * seed,
        521288629 ^ seed >> 7,
        88675123 ^ seed << 3,
    };
}

static uint32_t draw(struct generator *g)
{
    const uint32_t t = g->x ^ g->x << 11;
    g->x = g->y;
    g->y = g->z;
    g->z = g->w;
    return g->w = g->w ^ g->w >> 19 ^ t ^ t >> 8;
}

/* Insert into ascending numbers, once. */
static unsigned insert(uint32_t *sorted, unsigned count, uint32_t number)
{
    unsigned place = 0;
    while (place < count && sorted[place] < number)
        place++;
    if (place < count && sorted[place] == number)
        return count;
    memmove(&sorted[place + 1], &sorted[place],
            (count - place) * sizeof *sorted);
    sorted[place] = number;
    return count + 1;
}

/* The numbers of all states: a set of draws, put in order, then shuffled. */
static void draw_states(uint32_t number[CTS_STATES])
{
    const uint32_t all = HALF * HALF;
    struct generator g = seeded(SEED);
    for (unsigned count = 0; count < CTS_STATES;)
        count = insert(number, count, draw(&g) % all);
    for (unsigned i = CTS_STATES - 1; i >= 1; i--) {
        const unsigned other = draw(&g) % (i + 1);
        const uint32_t keep = number[other];
        number[other] = number[i];
        number[i] = keep;
    }
}

void cts_equations(struct cts_equations out[CTS_STATES])
{
    uint32_t number[CTS_STATES];
    draw_states(number);
    for (unsigned i = 0; i < CTS_STATES; i++) {
        const uint32_t color = number[i] % HALF, alpha = number[i] / HALF;
        out[i] = (struct cts_equations){
            .factor = {(uint8_t) (color % CTS_FACTORS),
                       (uint8_t) (color / CTS_FACTORS % CTS_FACTORS),
                       (uint8_t) (alpha % CTS_FACTORS),
                       (uint8_t) (alpha / CTS_FACTORS % CTS_FACTORS)},
            .color_op = (uint8_t) (color / (CTS_FACTORS * CTS_FACTORS)),
            .alpha_op = (uint8_t) (alpha / (CTS_FACTORS * CTS_FACTORS)),
        };
    }
}

static struct ombre_equation equation(const struct cts_equations *e,
                                      enum cts_slot src, enum cts_slot dest,
                                      uint8_t op)
{
    return (struct ombre_equation){factor_of(src, e->factor[src]),
                                   factor_of(dest, e->factor[dest]),
                                   (enum ombre_blend_op)(OMBRE_OP_ADD + op)};
}

struct ombre_state cts_plain_state(const struct ombre_format *format,
                                   enum ombre_output_type type)
{
    struct ombre_state state = {
        .target_count = 1,
        .sample_mask = UINT32_MAX,
        .sample_count = 1,
        .shader = {.bound = true, .output = {{type, 0xF}}},
    };
    state.target[0].format = format;
    state.target[0].write_mask = 0xF;
    return state;
}

struct ombre_state cts_quad_state(const struct ombre_format *format,
                                  const struct cts_equations *equations,
                                  unsigned quad)
{
    static const uint8_t masks[CTS_QUADS] = {0x3, 0x6, 0xC, 0xF};
    static const float constant[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    struct ombre_state state = cts_plain_state(format, OMBRE_OUTPUT_FLOAT);
    state.target[0].blend_enable = true;
    state.target[0].color =
        equation(equations, CTS_COLOR_SRC, CTS_COLOR_DEST, equations->color_op);
    state.target[0].alpha =
        equation(equations, CTS_ALPHA_SRC, CTS_ALPHA_DEST, equations->alpha_op);
    state.target[0].write_mask = masks[quad];
    memcpy(state.blend_factor, constant, sizeof constant);
    return state;
}

/* --- Pixels ------------------------------------------------------------------
 */

/* Which quads cover each of the nine kinds of pixels. */
static const uint8_t covers[CTS_PIXELS] = {0x4, 0x6, 0x2, 0xC, 0xF,
                                           0x3, 0x8, 0x9, 0x1};

static const float quad_color[CTS_QUADS][4] = {
    {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}};

/* Colours are spread over the range that the format has: of SNORM, 0 is -1. */
static double spread(const struct ombre_format *format, double x)
{
    return format->numeric == OMBRE_SNORM ? 2 * x - 1 : x;
}

static uint32_t float_word(float value)
{
    uint32_t word;
    memcpy(&word, &value, sizeof word);
    return word;
}

static struct ombre_texel cleared(const struct ombre_format *format)
{
    static const double clear[4] = {0.39, 0.58, 0.93, 1};
    struct ombre_texel texel = {{0}};
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        ombre_texel_set_code(format, &texel, (enum ombre_component) c,
                             ombre_encode(format, (enum ombre_component) c,
                                          spread(format, clear[c])));
    return texel;
}

struct ombre_texel cts_draw(const struct ombre_faulty faulty[CTS_QUADS],
                            unsigned pixel)
{
    const struct ombre_format *format = faulty[0].right.target[0].format;
    struct ombre_texel texel = cleared(format);
    for (unsigned q = 0; q < CTS_QUADS; q++) {
        struct ombre_source source = {{{0}}};
        const struct ombre_texel before = texel;
        const struct ombre_fault_pixel ask = {
            .source = &source,
            .exported = UINT32_MAX,
            .column = pixel % 3,
            .row = pixel / 3,
            .dest = {&before},
        };
        if (!(covers[pixel] >> q & 1))
            continue;
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            source.word[0][c] =
                float_word((float) spread(format, (double) quad_color[q][c]));
        ombre_fault_apply(&faulty[q], &ask, 0, 0, &texel);
    }
    return texel;
}

/* How far a component may be from the reference: four codes, and numbers of its
 * own for floats and narrow alphas. */
static double threshold(const struct ombre_format *format,
                        enum ombre_component component)
{
    const unsigned bits = format->component[component].bits;
    if (format->numeric == OMBRE_FLOAT)
        return bits == 16 ? 0.005 : 0.00001;
    if (format->numeric == OMBRE_UFLOAT)
        return bits == 11 ? 0.02 : 0.0625;
    if (bits <= 2)
        return bits == 1 ? 0.1 : 0.34;
    return 4 / (ldexp(1, (int) bits - (format->numeric == OMBRE_SNORM)) - 1);
}

/* sRGB is compared as stored, not as decoded. */
static double compared(const struct ombre_format *format,
                       enum ombre_component component,
                       const struct ombre_texel *texel)
{
    const uint32_t code = ombre_texel_code(format, texel, component);
    return format->srgb ? code / 255.0 : ombre_decode(format, component, code);
}

bool cts_passes(const struct ombre_format *format,
                const struct ombre_texel *want, const struct ombre_texel *got)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (ombre_format_has(format, component) &&
            fabs(compared(format, component, want) -
                 compared(format, component, got)) >
                threshold(format, component) + 1e-9)
            return false;
    }
    return true;
}
