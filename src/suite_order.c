/* Sequences in one command buffer: each state after each other, clears before
 * and between draws, and draws with more and fewer targets. */
#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

/* --- Steps -------------------------------------------------------------------
 */

/* Add a step of a kind to a case with room for it; SET holds what is in force.
 */
static struct ombre_step *add_step(struct ombre_case *c,
                                   enum ombre_step_kind kind)
{
    const struct ombre_pso *pso = &c->pso;
    for (size_t i = 0; i < c->step_count; i++)
        if (c->step[i].kind == OMBRE_STEP_SET)
            pso = &c->step[i].pso;
    struct ombre_step *const step = &c->step[c->step_count++];
    step->kind = kind;
    if (kind == OMBRE_STEP_SET)
        step->pso = *pso;
    return step;
}

/* A draw with operands of its own, of no pixel yet. */
static bool start_draw(const struct ombre_case *c, struct ombre_step_draw *draw)
{
    draw->is_own = true;
    draw->layer_count = 1;
    draw->layers = calloc(c->pixel_count, sizeof *draw->layers);
    draw->source = calloc(c->pixel_count, sizeof *draw->source);
    return draw->layers && draw->source;
}

static void set_equation(struct ombre_pso *pso, unsigned target,
                         const struct ombre_equation *equation)
{
    D3D12_RENDER_TARGET_BLEND_DESC *const desc =
        &pso->BlendState.RenderTarget[target];
    desc->BlendEnable = 1;
    desc->SrcBlend = desc->SrcBlendAlpha = (D3D12_BLEND) equation->src;
    desc->DestBlend = desc->DestBlendAlpha = (D3D12_BLEND) equation->dest;
    desc->BlendOp = desc->BlendOpAlpha = (D3D12_BLEND_OP) equation->op;
}

/* --- Each state after each ---------------------------------------------------
 *
 * Draw N covers pixels N - 1 and N, so that each pixel has two draws, by one
 * ordered pair of states.  Operands leave every step a single legal code:
 * colours are on the grid, alphas and constants 0 or 1.
 */

enum { STATES = SUITE_WALK_STATES, DRAWS = STATES * STATES + 1 };

enum walk { WALK_BLEND_4X, WALK_BLEND_1X, WALK_LOGIC, WALKS };

static const struct {
    const char *id;
    uint32_t format[2], samples;
} walks[WALKS] = {
    {"om.order.walk.blend.4x", {28, 10}, 4}, /* RGBA8 UNORM, RGBA16 FLOAT */
    {"om.order.walk.blend.1x", {28, 10}, 1},
    {"om.order.walk.logic", {30, 36}, 1}, /* RGBA8 UINT, RG16 UINT */
};

/* How one state differs from what every other has: no blending, all components,
 * constants 1, 0, 1, 0. */
static const struct blend_state {
    bool blends[2]; /* targets */
    struct ombre_equation equation;
    uint8_t mask[2];
    bool other_constants, some_samples, by_alpha;
} blend_states[STATES] = {
    {{false, false}, {0}, {0xF, 0xF}, false, false, false},
    {{true, true},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
     {0xF, 0xF},
     false,
     false,
     false},
    {{false, false}, {0}, {0x5, 0xA}, false, false, false},
    {{true, true},
     {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
     {0xF, 0xF},
     false,
     false,
     false},
    {{true, true},
     {OMBRE_DEST_ALPHA, OMBRE_INV_DEST_ALPHA, OMBRE_OP_ADD},
     {0xF, 0xF},
     false,
     false,
     false},
    {{true, true},
     {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
     {0xF, 0xF},
     false,
     false,
     false},
    {{true, true},
     {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
     {0xF, 0xF},
     true,
     false,
     false},
    {{true, true},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_REV_SUBTRACT},
     {0xF, 0xF},
     false,
     false,
     false},
    {{true, true},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX},
     {0xF, 0xF},
     false,
     false,
     false},
    {{true, false},
     {OMBRE_INV_SRC_ALPHA, OMBRE_ONE, OMBRE_OP_ADD},
     {0xF, 0x3},
     false,
     false,
     false},
    {{false, true},
     {OMBRE_ONE, OMBRE_SRC_ALPHA, OMBRE_OP_SUBTRACT},
     {0xE, 0xF},
     false,
     true,
     false},
    {{true, true},
     {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MIN},
     {0xF, 0x7},
     true,
     false,
     true},
};

static void set_blend_state(struct ombre_pso *pso, size_t number)
{
    static const float constants[2][4] = {{1, 0, 1, 0}, {0, 1, 0, 1}};
    const struct blend_state *const s = &blend_states[number];
    const bool is_sampled = pso->SampleDesc.Count > 1;
    const struct ombre_pso usual = ombre_pso_default();
    pso->BlendState = usual.BlendState;
    pso->BlendState.IndependentBlendEnable = 1;
    for (unsigned t = 0; t < 2; t++) {
        pso->BlendState.RenderTarget[t].RenderTargetWriteMask = s->mask[t];
        if (s->blends[t])
            set_equation(pso, t, &s->equation);
    }
    memcpy(pso->BlendFactor, constants[s->other_constants],
           sizeof pso->BlendFactor);
    pso->SampleMask = is_sampled && s->some_samples ? 0x6 : UINT32_MAX;
    pso->BlendState.AlphaToCoverageEnable = is_sampled && s->by_alpha;
}

static void set_logic_state(struct ombre_pso *pso, size_t number)
{
    static const struct {
        bool enable;
        enum ombre_logic_op op;
        uint8_t mask;
    } states[STATES] = {
        {false, OMBRE_LOGIC_NOOP, 0xF},         {false, OMBRE_LOGIC_NOOP, 0x5},
        {true, OMBRE_LOGIC_XOR, 0xF},           {true, OMBRE_LOGIC_AND, 0xF},
        {true, OMBRE_LOGIC_OR_INVERTED, 0xF},   {true, OMBRE_LOGIC_INVERT, 0xF},
        {true, OMBRE_LOGIC_NOOP, 0xF},          {true, OMBRE_LOGIC_SET, 0x6},
        {true, OMBRE_LOGIC_CLEAR, 0x9},         {true, OMBRE_LOGIC_EQUIV, 0xA},
        {true, OMBRE_LOGIC_COPY_INVERTED, 0xF}, {true, OMBRE_LOGIC_NAND, 0x7},
    };
    D3D12_RENDER_TARGET_BLEND_DESC *const desc =
        &pso->BlendState.RenderTarget[0];
    const struct ombre_pso usual = ombre_pso_default();
    pso->BlendState = usual.BlendState;
    desc->LogicOpEnable = states[number].enable;
    desc->LogicOp = (D3D12_LOGIC_OP) states[number].op;
    desc->RenderTargetWriteMask = states[number].mask;
}

static size_t walk_size(void)
{
    return WALKS;
}

static void walk_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, walks[index].id);
}

static void walk_make(size_t index, struct ombre_case *c)
{
    suite_set_targets(c, walks[index].format, 2);
    c->pso.SampleDesc.Count = walks[index].samples;
    c->pixel_count = DRAWS - 1;
}

static uint32_t flag_word(struct suite_random *random)
{
    return suite_float_word((double) (suite_random_next(random) % 2));
}

/* On the grids of both formats: eighths, or what codes of 8 bits stand for. */
static uint32_t color_word(struct suite_random *random, unsigned target)
{
    const double number = (double) (suite_random_next(random) % 256);
    return suite_float_word(target == 0 ? number / 255 : number / 8);
}

static void fill_source(struct suite_random *random, bool is_integer,
                        struct ombre_source *out)
{
    for (unsigned t = 0; t < 2; t++)
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            if (is_integer)
                out->word[t][c] = (uint32_t) (suite_random_next(random) % 256);
            else
                out->word[t][c] = c == OMBRE_ALPHA ? flag_word(random)
                                                   : color_word(random, t);
}

/* Destinations in the same way; integers may be anything. */
static void fill_dest(struct suite_random *random, struct ombre_case *c,
                      size_t pixel)
{
    for (unsigned t = 0; t < 2; t++) {
        const struct ombre_format *const format =
            ombre_format_find((uint32_t) c->pso.RTVFormats[t]);
        struct ombre_texel *const dest =
            &c->dest[(pixel * OMBRE_MAX_TARGETS + t) * c->sample_count];
        for (unsigned i = 0; i < c->sample_count * OMBRE_COMPONENTS; i++) {
            const enum ombre_component component =
                (enum ombre_component)(i % OMBRE_COMPONENTS);
            const uint32_t word = component == OMBRE_ALPHA
                                      ? flag_word(random)
                                      : color_word(random, t);
            float number;
            memcpy(&number, &word, sizeof number);
            ombre_texel_set_code(
                format, &dest[i / OMBRE_COMPONENTS], component,
                ombre_encode(format, component, (double) number));
        }
    }
}

static bool add_walk_draw(struct ombre_case *c, struct suite_random *random,
                          size_t draw, bool is_logic)
{
    struct ombre_pso *const pso = &add_step(c, OMBRE_STEP_SET)->pso;
    (is_logic ? set_logic_state : set_blend_state)(pso, suite_walk(draw));
    struct ombre_step_draw *const own = &add_step(c, OMBRE_STEP_DRAW)->draw;
    if (!start_draw(c, own))
        return false;
    for (size_t pixel = draw ? draw - 1 : 0;
         pixel <= draw && pixel < c->pixel_count; pixel++) {
        own->layers[pixel] = 1;
        fill_source(random, is_logic, &own->source[pixel]);
    }
    return true;
}

static bool walk_steps(size_t index, struct ombre_case *c)
{
    struct suite_random random = suite_random_from(c->name);
    const bool is_logic = index == WALK_LOGIC;
    c->step = calloc((size_t) DRAWS * 2, sizeof *c->step);
    if (!c->step)
        return false;
    for (size_t pixel = 0; pixel < c->pixel_count && !is_logic; pixel++)
        fill_dest(&random, c, pixel);
    for (size_t draw = 0; draw < DRAWS; draw++)
        if (!add_walk_draw(c, &random, draw, is_logic))
            return false;
    return true;
}

/* --- Clears ------------------------------------------------------------------
 */

#define CLEARS(X)                                                            \
    X(ALONE, "alone")     /* nothing after it */                             \
    X(BLENDED, "blended") /* and blended over */                             \
    X(PARTIAL, "partial") /* of some pixels, and blended over */             \
    X(TWICE, "twice")     /* and blended over, cleared in part, and again */ \
    X(MASKED, "masked")   /* after a draw that wrote one component, and read */

enum clear_kind {
#define X(id, name) CLEAR_##id,
    CLEARS(X)
#undef X
        CLEAR_KINDS
};

static const char *const clear_names[] = {
#define X(id, name) name,
    CLEARS(X)
#undef X
};

enum { CLEAR_FORMATS = 2, CLEAR_STEPS = 40 };

static const struct {
    const char *name;
    unsigned count;
    uint32_t format[OMBRE_MAX_TARGETS];
} clear_formats[CLEAR_FORMATS] = {
    /* RGBA8 and its sRGB twin, RGBA16 FLOAT, R11G11B10, RGBA16 UNORM, BGRA8
     * sRGB, R16 UNORM, RG16 FLOAT */
    {"floats", 8, {28, 29, 10, 26, 11, 91, 56, 34}},
    /* RGBA8 UINT, RGBA8 SINT, RG16 UINT, R32 SINT */
    {"integers", 4, {30, 32, 36, 43}},
};

static size_t clear_size(void)
{
    return (size_t) CLEAR_KINDS * OMBRE_CLEAR_COUNT * CLEAR_FORMATS;
}

static enum clear_kind clear_kind(size_t index)
{
    return (enum clear_kind)(index / OMBRE_CLEAR_COUNT / CLEAR_FORMATS);
}

static enum ombre_clear_by clear_by(size_t index)
{
    return (enum ombre_clear_by)(index / CLEAR_FORMATS % OMBRE_CLEAR_COUNT);
}

static void clear_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.order.clear.");
    suite_append(id, clear_names[clear_kind(index)]);
    suite_append(id, ".");
    suite_append(id, ombre_clear_by_name(clear_by(index)));
    suite_append(id, ".");
    suite_append(id, clear_formats[index % CLEAR_FORMATS].name);
}

static void clear_make(size_t index, struct ombre_case *c)
{
    suite_set_targets(c, clear_formats[index % CLEAR_FORMATS].format,
                      clear_formats[index % CLEAR_FORMATS].count);
}

/* Clear all targets, each to another colour that is neither 0 nor 1. */
static void add_clears(struct ombre_case *c, enum ombre_clear_by by,
                       const int32_t *rect)
{
    static const float numbers[] = {0.2f, 0.4f, 0.6f, 0.8f, 0.3f};
    const bool is_integer = c->pso.shader.output[0].type != OMBRE_OUTPUT_FLOAT;
    for (uint32_t t = 0; t < c->pso.NumRenderTargets; t++) {
        struct ombre_step_clear *const clear =
            &add_step(c, OMBRE_STEP_CLEAR)->clear;
        clear->RenderTarget = t;
        clear->by = by;
        clear->has_rect = rect != NULL;
        if (rect)
            memcpy(clear->Rect, rect, sizeof clear->Rect);
        for (unsigned i = 0; i < 4; i++)
            clear->Color[i] = numbers[(t + i + 2 * clear->has_rect) % 5] *
                              (is_integer ? 100.0f + (float) t : 1.0f);
    }
}

/* Blend where that is possible; integers are stored with a mask. */
static void add_blended_draw(struct ombre_case *c, enum ombre_factor dest)
{
    const struct ombre_equation add = {OMBRE_ONE, dest, OMBRE_OP_ADD};
    struct ombre_pso *const pso = &add_step(c, OMBRE_STEP_SET)->pso;
    const struct ombre_pso usual = ombre_pso_default();
    pso->BlendState = usual.BlendState;
    pso->BlendState.IndependentBlendEnable = 0;
    if (pso->shader.output[0].type == OMBRE_OUTPUT_FLOAT)
        set_equation(pso, 0, &add);
    else
        pso->BlendState.RenderTarget[0].RenderTargetWriteMask = 0xA;
    add_step(c, OMBRE_STEP_DRAW);
}

static void add_masked_draw(struct ombre_case *c)
{
    struct ombre_pso *const pso = &add_step(c, OMBRE_STEP_SET)->pso;
    const struct ombre_pso usual = ombre_pso_default();
    pso->BlendState = usual.BlendState;
    pso->BlendState.RenderTarget[0].RenderTargetWriteMask = 0x1;
    add_step(c, OMBRE_STEP_DRAW);
}

static bool clear_steps(size_t index, struct ombre_case *c)
{
    static const int32_t some[] = {5, 0, 17, 1}, few[] = {3, -1, 9, 2};
    const enum ombre_clear_by by = clear_by(index);
    c->step = calloc(CLEAR_STEPS, sizeof *c->step);
    if (!c->step)
        return false;
    if (clear_kind(index) == CLEAR_MASKED)
        add_masked_draw(c);
    add_clears(c, by, clear_kind(index) == CLEAR_PARTIAL ? some : NULL);
    switch (clear_kind(index)) {
    case CLEAR_ALONE: break;
    case CLEAR_BLENDED:
    case CLEAR_PARTIAL: add_blended_draw(c, OMBRE_ONE); break;
    case CLEAR_TWICE:
        add_blended_draw(c, OMBRE_ONE);
        add_clears(c, by, few);
        add_step(c, OMBRE_STEP_DRAW);
        break;
    case CLEAR_MASKED: add_blended_draw(c, OMBRE_DEST_ALPHA); break;
    case CLEAR_KINDS: break;
    }
    return true;
}

/* --- More and fewer targets --------------------------------------------------
 */

enum { COUNTED = 3 };

static const struct {
    const char *id;
    uint32_t count[COUNTED];
} counts[] = {
    {"om.order.count.8_4_8", {8, 4, 8}},
    {"om.order.count.4_8_4", {4, 8, 4}},
    {"om.order.count.8_1_8", {8, 1, 8}},
    {"om.order.count.1_8_2", {1, 8, 2}},
};

static size_t count_size(void)
{
    return sizeof counts / sizeof counts[0];
}

static void count_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, counts[index].id);
}

static void count_make(size_t index, struct ombre_case *c)
{
    (void) index;
    suite_set_targets(c, clear_formats[0].format, OMBRE_MAX_TARGETS);
}

/* Every target of every draw has a state of its own. */
static void set_count_state(struct ombre_pso *pso, uint32_t count,
                            size_t number)
{
    static const uint8_t masks[] = {0xF, 0x7, 0xB, 0xD, 0xE};
    static const struct ombre_equation equations[] = {
        {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
        {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_MAX},
        {OMBRE_ONE, OMBRE_ZERO, OMBRE_OP_ADD},
    };
    pso->NumRenderTargets = count;
    pso->BlendState.IndependentBlendEnable = 1;
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        D3D12_RENDER_TARGET_BLEND_DESC *const desc =
            &pso->BlendState.RenderTarget[t];
        set_equation(pso, t, &equations[(t + number) % 3]);
        desc->BlendEnable = (t + number) % 4 != 0;
        desc->RenderTargetWriteMask = masks[(t + 2 * number) % 5];
    }
}

static bool count_steps(size_t index, struct ombre_case *c)
{
    c->step = calloc((size_t) COUNTED * 2, sizeof *c->step);
    if (!c->step)
        return false;
    for (size_t i = 0; i < COUNTED; i++) {
        struct ombre_pso *const pso = &add_step(c, OMBRE_STEP_SET)->pso;
        const uint32_t count = counts[index].count[i];
        set_count_state(pso, count, i);
        for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
            pso->RTVFormats[t] =
                t < count ? c->pso.RTVFormats[t] : (DXGI_FORMAT) 0;
        add_step(c, OMBRE_STEP_DRAW);
    }
    return true;
}

const struct suite_group suite_order_walk = {
    .size = walk_size, .id = walk_id, .make = walk_make, .steps = walk_steps};
const struct suite_group suite_order_clear = {.size = clear_size,
                                              .id = clear_id,
                                              .make = clear_make,
                                              .steps = clear_steps};
const struct suite_group suite_order_count = {.size = count_size,
                                              .id = count_id,
                                              .make = count_make,
                                              .steps = count_steps};
