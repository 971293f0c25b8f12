/* Where short cuts are taken, and what targets of one draw share. */
#include <math.h>
#include <string.h>

#include "suite_parts.h"

static const struct ombre_equation equations[] = {
    {OMBRE_ONE, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
    {OMBRE_INV_SRC_ALPHA, OMBRE_DEST_ALPHA, OMBRE_OP_ADD},
    {OMBRE_DEST_COLOR, OMBRE_SRC_ALPHA, OMBRE_OP_REV_SUBTRACT},
    {OMBRE_INV_DEST_COLOR, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
};

/* The same for alpha. */
static const struct ombre_equation alpha_equations[] = {
    {OMBRE_INV_DEST_ALPHA, OMBRE_SRC_ALPHA, OMBRE_OP_ADD},
    {OMBRE_ONE, OMBRE_BLEND_FACTOR, OMBRE_OP_ADD},
    {OMBRE_ONE, OMBRE_ONE, OMBRE_OP_ADD},
};

enum {
    EQUATIONS = sizeof equations / sizeof equations[0],
    ALPHAS = sizeof alpha_equations / sizeof alpha_equations[0],
};

static void set_equation(struct ombre_case *c, unsigned target, size_t number)
{
    suite_set_blend(c, target, &equations[number % EQUATIONS],
                    &alpha_equations[number % ALPHAS]);
}

static void set_constants(struct ombre_case *c, const float factor[4])
{
    memcpy(c->pso.BlendFactor, factor, sizeof c->pso.BlendFactor);
}

static double unit_of(uint64_t draw)
{
    return (double) (draw >> 11) / 9007199254740992.0;
}

/* --- Short cuts --------------------------------------------------------------
 */

enum shortcut { COLOR_0, ALPHA_0, ALPHA_1, SMALL, NEARLY_SOLID, NEARLY_CLEAR };

static const char *const shortcut_names[] = {
    "color_0", "alpha_0", "alpha_1", "small", "nearly_solid", "nearly_clear",
};

enum {
    SHORTCUTS = sizeof shortcut_names / sizeof shortcut_names[0],
    SHORTCUT_STATES = 2,
};

static size_t shortcut_size(void)
{
    return (size_t) SHORTCUTS * SHORTCUT_STATES;
}

static void shortcut_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.shortcut.");
    suite_append(id, shortcut_names[index / SHORTCUT_STATES]);
    suite_append(id, ".");
    suite_append_number(id, (unsigned) (index % SHORTCUT_STATES));
}

static void shortcut_make(size_t index, struct ombre_case *c)
{
    static const float factor[4] = {0.3f, 0.8f, 0.6f, 0.45f};
    suite_set_targets(c, suite_eight_formats, SUITE_EIGHT);
    set_constants(c, factor);
    for (unsigned t = 0; t < SUITE_EIGHT; t++)
        set_equation(c, t, index + t);
}

static void shortcut_words(enum shortcut shortcut, struct suite_random *random,
                           uint32_t word[4])
{
    const double unit = unit_of(suite_random_next(random));
    switch (shortcut) {
    case COLOR_0: memset(word, 0, 3 * sizeof *word); return;
    case ALPHA_0: word[OMBRE_ALPHA] = suite_float_word(0); return;
    case ALPHA_1: word[OMBRE_ALPHA] = suite_float_word(1); return;
    case SMALL:
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            word[c] = suite_float_word(
                ldexp(1 + unit_of(suite_random_next(random)),
                      -8 - (int) (suite_random_next(random) % 6)));
        return;
    case NEARLY_SOLID:
        word[OMBRE_ALPHA] = suite_float_word(0.951 + unit * 0.048);
        return;
    case NEARLY_CLEAR:
        word[OMBRE_ALPHA] = suite_float_word(0.001 + unit * 0.048);
        return;
    }
}

static enum shortcut shortcut_of(const char *id)
{
    unsigned i = 0;
    while (i + 1 < SHORTCUTS &&
           strncmp(id + strlen("om.shortcut."), shortcut_names[i],
                   strlen(shortcut_names[i])) != 0)
        i++;
    return (enum shortcut) i;
}

static void shortcut_operands(struct ombre_case *c)
{
    struct suite_random random = suite_random_from(c->name);
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        for (unsigned n = 0; n < SUITE_EIGHT; n++)
            shortcut_words(shortcut_of(c->name), &random,
                           c->source[pixel * c->layer_count].word[n]);
}

/* --- Targets of one draw -----------------------------------------------------
 */

enum kind { BESIDE, CONSTANT, CONSTANT_SNORM, UNDECLARED };

static const struct {
    const char *name;
    enum kind kind;
    unsigned arg;
} draws[] = {
    /* Every other target blends. */
    {"beside.0", BESIDE, 0},
    {"beside.1", BESIDE, 1},
    /* Constants out of range, by whichever kind of target comes first. */
    {"constant.0", CONSTANT, 0},
    {"constant.1", CONSTANT, 1},
    {"constant.3", CONSTANT, 3},
    {"constant.snorm", CONSTANT_SNORM, 0},
    {"constant.snorm_first", CONSTANT_SNORM, 1},
    /* Outputs that the shader does not declare, and nothing is blended. */
    {"undeclared.first", UNDECLARED, 0x01},
    {"undeclared.odd", UNDECLARED, 0xAA},
    {"undeclared.last", UNDECLARED, 0x80},
};

enum { DRAWS = sizeof draws / sizeof draws[0] };

static size_t draw_size(void)
{
    return DRAWS;
}

static void draw_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.targets.");
    suite_append(id, draws[index].name);
}

static void set_rotated(struct ombre_case *c, unsigned first)
{
    uint32_t rotated[SUITE_EIGHT];
    for (unsigned t = 0; t < SUITE_EIGHT; t++)
        rotated[t] = suite_eight_formats[(t + first) % SUITE_EIGHT];
    suite_set_targets(c, rotated, SUITE_EIGHT);
}

static void draw_make(size_t index, struct ombre_case *c)
{
    static const uint32_t snorm[2][3] = {
        {28, 31, 10}, /* R8G8B8A8_UNORM, _SNORM, R16G16B16A16_FLOAT */
        {31, 10, 28},
    };
    static const float tame[4] = {0.3f, 0.8f, 0.6f, 0.45f};
    static const float wild[4] = {2, -0.5f, 0.25f, 1.5f};
    static const struct ombre_equation scaled[2] = {
        {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR, OMBRE_OP_ADD},
        {OMBRE_INV_BLEND_FACTOR, OMBRE_ZERO, OMBRE_OP_ADD}};
    const unsigned arg = draws[index].arg;
    switch (draws[index].kind) {
    case BESIDE:
        set_rotated(c, 0);
        set_constants(c, tame);
        for (unsigned t = arg; t < SUITE_EIGHT; t += 2)
            set_equation(c, t, t);
        return;
    case CONSTANT:
    case CONSTANT_SNORM:
        if (draws[index].kind == CONSTANT)
            set_rotated(c, arg);
        else
            suite_set_targets(c, snorm[arg], 3);
        set_constants(c, wild);
        for (unsigned t = 0; t < c->pso.NumRenderTargets; t++)
            suite_set_blend(c, t, &scaled[t / 2 % 2], &scaled[t / 4 % 2]);
        return;
    case UNDECLARED:
        set_rotated(c, 0);
        for (unsigned t = 0; t < SUITE_EIGHT; t++)
            if (arg >> t & 1)
                c->pso.shader.output[t] = (struct ombre_output){0};
        return;
    }
}

/* --- Logic operations behind a mask ------------------------------------------
 */

static const struct {
    uint32_t format;
    uint8_t mask;
    enum ombre_logic_op op;
} logic[] = {
    {30, 0x5, OMBRE_LOGIC_XOR},          /* R8G8B8A8_UINT */
    {30, 0xA, OMBRE_LOGIC_OR_REVERSE},   /* R8G8B8A8_UINT */
    {12, 0x8, OMBRE_LOGIC_AND_INVERTED}, /* R16G16B16A16_UINT */
    {3, 0x7, OMBRE_LOGIC_NAND},          /* R32G32B32A32_UINT */
    {17, 0x2, OMBRE_LOGIC_EQUIV},        /* R32G32_UINT */
};

enum { LOGICS = sizeof logic / sizeof logic[0] };

static size_t logic_size(void)
{
    return LOGICS;
}

static void logic_id(size_t index, char id[OMBRE_ID_SIZE])
{
    *id = '\0';
    suite_append(id, "om.logic_mask.");
    suite_append(id, ombre_format_find(logic[index].format)->name);
    suite_append(id, ".");
    suite_append(id, ombre_logic_op_name(logic[index].op));
}

static void logic_make(size_t index, struct ombre_case *c)
{
    D3D12_RENDER_TARGET_BLEND_DESC *target = &c->pso.BlendState.RenderTarget[0];
    suite_set_targets(c, &logic[index].format, 1);
    target->LogicOpEnable = 1;
    target->LogicOp = (D3D12_LOGIC_OP) logic[index].op;
    target->RenderTargetWriteMask = logic[index].mask;
}

/* --- Alpha to coverage by what is no alpha -----------------------------------
 */

static size_t special_size(void)
{
    return 1;
}

static void special_id(size_t index, char id[OMBRE_ID_SIZE])
{
    (void) index;
    *id = '\0';
    suite_append(id, "om.coverage_special.a2c.4x");
}

static void special_make(size_t index, struct ombre_case *c)
{
    static const uint32_t pair[] = {28, 10};
    (void) index;
    suite_set_targets(c, pair, 2);
    c->pso.SampleDesc.Count = 4;
    c->pso.BlendState.AlphaToCoverageEnable = 1;
}

static void special_operands(struct ombre_case *c)
{
    static const uint32_t alpha[] = {
        0x7FC00000, /* NaN */
        0xFFC12345, /* NaN, negative, with a payload */
        0x7F800000, /* infinity */
        0xFF800000, /* minus infinity */
        0x80000000, /* -0 */
        0x3F800001, /* above 1 */
        0x40490FDB, /* pi */
        0xC2C80000, /* -100 */
    };
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++)
        c->source[pixel * c->layer_count].word[0][OMBRE_ALPHA] =
            alpha[pixel % (sizeof alpha / sizeof alpha[0])];
}

const struct suite_group suite_shortcuts = {
    .size = shortcut_size,
    .id = shortcut_id,
    .make = shortcut_make,
    .operands = shortcut_operands,
};
const struct suite_group suite_draws = {
    .size = draw_size,
    .id = draw_id,
    .make = draw_make,
};
const struct suite_group suite_logic_masks = {
    .size = logic_size,
    .id = logic_id,
    .make = logic_make,
};
const struct suite_group suite_coverage_special = {
    .size = special_size,
    .id = special_id,
    .make = special_make,
    .operands = special_operands,
};
