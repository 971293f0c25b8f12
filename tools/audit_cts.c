/* A model of the cases by which the Khronos CTS tests blending (`blend.format`)
 * and logic operations (`logic_op`): which states, operands and thresholds, as
 * its sources of 2026 have them.
 *
 * Blending: 400 states, drawn from a generator and the same for every format,
 * four to a case.  Four quads of 0 and 1, alpha always 1, overlap over a clear
 * so that nine combinations of them result; each quad has a write mask.  Not
 * modelled: second references that packed formats may match instead, and the
 * group of dual-source blending.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "audit.h"
#include "audit_worker.h"

/* --- States ------------------------------------------------------------------
 */

enum {
    QUADS = 4,
    STATES = 400,
    BLEND_CASES = STATES / QUADS,
    FACTORS = 15,
    OPS = 5,
    SEED = 123,
};

/* In the order of its table, which is Vulkan's. */
static const enum ombre_factor factors[FACTORS] = {
    OMBRE_ZERO,          OMBRE_ONE,
    OMBRE_SRC_COLOR,     OMBRE_INV_SRC_COLOR,
    OMBRE_DEST_COLOR,    OMBRE_INV_DEST_COLOR,
    OMBRE_SRC_ALPHA,     OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,    OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR,  OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR,  OMBRE_INV_ALPHA_FACTOR,
    OMBRE_SRC_ALPHA_SAT,
};

/* What the factor means in an alpha slot, where Direct3D has no colours. */
static enum ombre_factor alpha_factor(uint32_t number)
{
    const bool is_color = number >= 2 && number <= 5;
    return factors[is_color ? number + 4 : number];
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
static void draw_states(uint32_t number[STATES])
{
    const uint32_t all = FACTORS * FACTORS * FACTORS * FACTORS * OPS * OPS;
    struct generator g = seeded(SEED);
    for (unsigned count = 0; count < STATES;)
        count = insert(number, count, draw(&g) % all);
    for (unsigned i = STATES - 1; i >= 1; i--) {
        const unsigned other = draw(&g) % (i + 1);
        const uint32_t keep = number[other];
        number[other] = number[i];
        number[i] = keep;
    }
}

static void set_equations(uint32_t number, struct ombre_target *target)
{
    const uint32_t color = number % (FACTORS * FACTORS * OPS);
    const uint32_t alpha = number / (FACTORS * FACTORS * OPS);
    target->blend_enable = true;
    target->color = (struct ombre_equation){
        factors[color % FACTORS], factors[color / FACTORS % FACTORS],
        (enum ombre_blend_op)(OMBRE_OP_ADD + color / (FACTORS * FACTORS))};
    target->alpha = (struct ombre_equation){
        alpha_factor(alpha % FACTORS), alpha_factor(alpha / FACTORS % FACTORS),
        (enum ombre_blend_op)(OMBRE_OP_ADD + alpha / (FACTORS * FACTORS))};
}

static struct ombre_state plain_state(const struct ombre_format *format,
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

static void quad_states(const struct ombre_format *format, size_t index,
                        struct ombre_state state[QUADS])
{
    static const uint8_t masks[QUADS] = {0x3, 0x6, 0xC, 0xF};
    static const float constant[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    uint32_t number[STATES];
    draw_states(number);
    for (unsigned q = 0; q < QUADS; q++) {
        state[q] = plain_state(format, OMBRE_OUTPUT_FLOAT);
        set_equations(number[index * QUADS + q], &state[q].target[0]);
        state[q].target[0].write_mask = masks[q];
        memcpy(state[q].blend_factor, constant, sizeof constant);
    }
}

/* --- Pixels ------------------------------------------------------------------
 */

/* Which quads cover each of the nine kinds of pixels. */
static const uint8_t covers[] = {0x4, 0x6, 0x2, 0xC, 0xF, 0x3, 0x8, 0x9, 0x1};

enum { PIXELS = sizeof covers / sizeof covers[0] };

static const float quad_color[QUADS][4] = {
    {1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}};

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
        ombre_texel_set_code(
            format, &texel, (enum ombre_component) c,
            ombre_encode(format, (enum ombre_component) c, clear[c]));
    return texel;
}

static struct ombre_texel draw_pixel(const struct ombre_faulty faulty[QUADS],
                                     unsigned pixel)
{
    struct ombre_texel texel = cleared(faulty[0].right.target[0].format);
    for (unsigned q = 0; q < QUADS; q++) {
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
            source.word[0][c] = float_word(quad_color[q][c]);
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

static bool passes(const struct ombre_format *format,
                   const struct ombre_texel *want,
                   const struct ombre_texel *got)
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

/* --- Blending ----------------------------------------------------------------
 */

/* Those of its formats that Direct3D has, but for packed ones that may match
 * other references. */
static const uint8_t blend_formats[] = {
    61, /* R8_UNORM */
    63, /* R8_SNORM */
    49, /* R8G8_UNORM */
    51, /* R8G8_SNORM */
    28, /* R8G8B8A8_UNORM */
    31, /* R8G8B8A8_SNORM */
    29, /* R8G8B8A8_UNORM_SRGB */
    24, /* R10G10B10A2_UNORM */
    56, /* R16_UNORM */
    58, /* R16_SNORM */
    54, /* R16_FLOAT */
    35, /* R16G16_UNORM */
    37, /* R16G16_SNORM */
    34, /* R16G16_FLOAT */
    11, /* R16G16B16A16_UNORM */
    13, /* R16G16B16A16_SNORM */
    10, /* R16G16B16A16_FLOAT */
    41, /* R32_FLOAT */
    16, /* R32G32_FLOAT */
    2,  /* R32G32B32A32_FLOAT */
    26, /* R11G11B10_FLOAT */
};

enum {
    BLEND_FORMATS = sizeof blend_formats / sizeof blend_formats[0],
    BLENDS = BLEND_FORMATS * BLEND_CASES,
};

/* Give a fault all four states; whether any shows it. */
static bool plant(size_t fault, unsigned count,
                  const struct ombre_state state[QUADS],
                  struct ombre_faulty out[QUADS])
{
    bool touched = false;
    for (unsigned q = 0; q < QUADS; q++)
        touched =
            ombre_faulty_init(&out[q], &fault, count, &state[q]) || touched;
    return touched;
}

static void run_blend(const struct audit *audit, size_t index,
                      struct audit_finding *finding)
{
    const struct ombre_format *format =
        ombre_format_find(blend_formats[index / BLEND_CASES]);
    struct ombre_state state[QUADS];
    struct ombre_faulty faulty[QUADS];
    struct ombre_texel want[PIXELS];
    quad_states(format, index % BLEND_CASES, state);
    plant(0, 0, state, faulty);
    for (unsigned p = 0; p < PIXELS; p++)
        want[p] = draw_pixel(faulty, p);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        if (!plant(fault, 1, state, faulty))
            continue;
        finding->touched[fault] = 1;
        for (unsigned p = 0; p < PIXELS && !finding->killed[fault]; p++) {
            const struct ombre_texel got = draw_pixel(faulty, p);
            if (!passes(format, &want[p], &got))
                finding->killed[fault] = OMBRE_VERDICT_FAIL;
        }
    }
}

/* --- Logic operations --------------------------------------------------------
 */

static const uint8_t logic_formats[] = {
    62, /* R8_UINT */
    50, /* R8G8_UINT */
    30, /* R8G8B8A8_UINT */
    57, /* R16_UINT */
    36, /* R16G16_UINT */
    12, /* R16G16B16A16_UINT */
    42, /* R32_UINT */
    17, /* R32G32_UINT */
    3,  /* R32G32B32A32_UINT */
};

enum {
    LOGIC_FORMATS = sizeof logic_formats / sizeof logic_formats[0],
    LOGIC_OPS = OMBRE_LOGIC_OR_INVERTED + 1,
    LOGICS = LOGIC_FORMATS * LOGIC_OPS,
};

static void run_logic(const struct audit *audit, size_t index,
                      struct audit_finding *finding)
{
    /* All four rows of a truth table, in 16 bits, cut to the component. */
    static const uint32_t patterns[2][4] = {{0x3333, 0x5A5A, 0x33CC, 0xC3C3},
                                            {0x5555, 0x3C3C, 0x5A5A, 0xA5A5}};
    const struct ombre_format *format =
        ombre_format_find(logic_formats[index / LOGIC_OPS]);
    struct ombre_state state = plain_state(format, OMBRE_OUTPUT_UINT);
    struct ombre_source source = {{{0}}};
    struct ombre_texel before = {{0}}, want, got;
    struct ombre_faulty faulty;
    const struct ombre_fault_pixel ask = {
        .source = &source, .exported = UINT32_MAX, .dest = {&before}};
    state.logic_op_enable = true;
    state.logic_op = (enum ombre_logic_op)(index % LOGIC_OPS);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const unsigned bits = format->component[c].bits;
        source.word[0][c] =
            patterns[0][c] & (uint32_t) ((UINT64_C(1) << bits) - 1);
        ombre_texel_set_code(format, &before, (enum ombre_component) c,
                             patterns[1][c]);
    }
    ombre_faulty_init(&faulty, NULL, 0, &state);
    ombre_fault_apply(&faulty, &ask, 0, 0, &want);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        if (!ombre_faulty_init(&faulty, &fault, 1, &state))
            continue;
        finding->touched[fault] = 1;
        ombre_fault_apply(&faulty, &ask, 0, 0, &got);
        if (memcmp(&want, &got, sizeof want) != 0)
            finding->killed[fault] = OMBRE_VERDICT_FAIL;
    }
}

/* --- Cases -------------------------------------------------------------------
 */

static bool run_case(const struct audit *audit, struct audit_worker *worker,
                     size_t position, struct audit_finding *finding)
{
    (void) worker;
    if (position < BLENDS)
        run_blend(audit, position, finding);
    else
        run_logic(audit, position - BLENDS, finding);
    return true;
}

static void lower(char *text)
{
    for (; *text; text++)
        if (*text >= 'A' && *text <= 'Z')
            *text = (char) (*text - 'A' + 'a');
}

static void case_id(const void *user, size_t position, char id[OMBRE_ID_SIZE])
{
    const size_t logic = position - BLENDS;
    (void) user;
    if (position < BLENDS)
        snprintf(id, OMBRE_ID_SIZE, "cts.blend.format.%s.%zu",
                 ombre_format_find(blend_formats[position / BLEND_CASES])->name,
                 position % BLEND_CASES);
    else
        snprintf(id, OMBRE_ID_SIZE, "cts.logic_op.%s.%s",
                 ombre_format_find(logic_formats[logic / LOGIC_OPS])->name,
                 ombre_logic_op_name((enum ombre_logic_op)(logic % LOGIC_OPS)));
    lower(id);
}

struct audit_cases audit_cts_cases(void)
{
    return (struct audit_cases){BLENDS + LOGICS, case_id, run_case, NULL};
}
