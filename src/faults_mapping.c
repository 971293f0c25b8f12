/* Factors, operations and slots that are taken for others, and short cuts that
 * an optimiser takes: families F1, F2 and F3. */
#include <math.h>

#include "faults_parts.h"

/* --- Each target -----------------------------------------------------------
 */

typedef void (*target_change)(struct ombre_target *target, int arg);

static void blended_targets(struct ombre_state *state, target_change change,
                            int arg)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format && state->target[t].blend_enable)
            change(&state->target[t], arg);
}

/* --- Slots -----------------------------------------------------------------
 */

enum { SLOT_COLOR = 1, SLOT_ALPHA = 2 };

static void swap(struct ombre_equation *equation)
{
    const enum ombre_factor src = equation->src;
    equation->src = equation->dest;
    equation->dest = src;
}

static void swap_target(struct ombre_target *target, int arg)
{
    if (arg & SLOT_COLOR)
        swap(&target->color);
    if (arg & SLOT_ALPHA)
        swap(&target->alpha);
}

static void swap_factors(struct ombre_state *state, int arg)
{
    blended_targets(state, swap_target, arg);
}

/* In an alpha slot a colour's factor means its alpha. */
static enum ombre_factor in_alpha(enum ombre_factor factor)
{
    switch (factor) {
    case OMBRE_SRC_COLOR: return OMBRE_SRC_ALPHA;
    case OMBRE_INV_SRC_COLOR: return OMBRE_INV_SRC_ALPHA;
    case OMBRE_DEST_COLOR: return OMBRE_DEST_ALPHA;
    case OMBRE_INV_DEST_COLOR: return OMBRE_INV_DEST_ALPHA;
    case OMBRE_SRC1_COLOR: return OMBRE_SRC1_ALPHA;
    case OMBRE_INV_SRC1_COLOR: return OMBRE_INV_SRC1_ALPHA;
    case OMBRE_ZERO:
    case OMBRE_ONE:
    case OMBRE_SRC_ALPHA:
    case OMBRE_INV_SRC_ALPHA:
    case OMBRE_DEST_ALPHA:
    case OMBRE_INV_DEST_ALPHA:
    case OMBRE_SRC_ALPHA_SAT:
    case OMBRE_BLEND_FACTOR:
    case OMBRE_INV_BLEND_FACTOR:
    case OMBRE_SRC1_ALPHA:
    case OMBRE_INV_SRC1_ALPHA:
    case OMBRE_ALPHA_FACTOR:
    case OMBRE_INV_ALPHA_FACTOR: break;
    }
    return factor;
}

static struct ombre_equation alpha_equation(struct ombre_equation equation)
{
    equation.src = in_alpha(equation.src);
    equation.dest = in_alpha(equation.dest);
    return equation;
}

/* Which fields of one half come from the other. */
enum { FIELD_SRC = 1, FIELD_DEST = 2, FIELD_OP = 4, FIELD_ALL = 7 };

static void take_fields(struct ombre_equation *to,
                        const struct ombre_equation *from, int fields)
{
    if (fields & FIELD_SRC)
        to->src = from->src;
    if (fields & FIELD_DEST)
        to->dest = from->dest;
    if (fields & FIELD_OP)
        to->op = from->op;
}

static void color_into_alpha(struct ombre_target *target, int fields)
{
    const struct ombre_equation from = alpha_equation(target->color);
    take_fields(&target->alpha, &from, fields);
}

static void alpha_into_color(struct ombre_target *target, int fields)
{
    take_fields(&target->color, &target->alpha, fields);
}

static void alpha_from_color(struct ombre_state *state, int fields)
{
    blended_targets(state, color_into_alpha, fields);
}

static void color_from_alpha(struct ombre_state *state, int fields)
{
    blended_targets(state, alpha_into_color, fields);
}

static void exchange_target(struct ombre_target *target, int fields)
{
    const struct ombre_equation color = alpha_equation(target->color);
    take_fields(&target->color, &target->alpha, fields);
    take_fields(&target->alpha, &color, fields);
}

static void exchange_halves(struct ombre_state *state, int fields)
{
    blended_targets(state, exchange_target, fields);
}

/* A getter that reads the neighbouring field. */
static void cross_target(struct ombre_target *target, int arg)
{
    (void) arg;
    const enum ombre_factor dest = target->color.dest;
    target->color.dest = target->alpha.src;
    target->alpha.src = in_alpha(dest);
}

static void cross_fields(struct ombre_state *state, int arg)
{
    blended_targets(state, cross_target, arg);
}

/* --- Vocabularies ----------------------------------------------------------
 */

static const enum ombre_factor vulkan_factors[] = {
    OMBRE_ZERO,           OMBRE_ONE,
    OMBRE_SRC_COLOR,      OMBRE_INV_SRC_COLOR,
    OMBRE_DEST_COLOR,     OMBRE_INV_DEST_COLOR,
    OMBRE_SRC_ALPHA,      OMBRE_INV_SRC_ALPHA,
    OMBRE_DEST_ALPHA,     OMBRE_INV_DEST_ALPHA,
    OMBRE_BLEND_FACTOR,   OMBRE_INV_BLEND_FACTOR,
    OMBRE_ALPHA_FACTOR,   OMBRE_INV_ALPHA_FACTOR,
    OMBRE_SRC_ALPHA_SAT,  OMBRE_SRC1_COLOR,
    OMBRE_INV_SRC1_COLOR, OMBRE_SRC1_ALPHA,
    OMBRE_INV_SRC1_ALPHA,
};

enum { VULKAN_FACTORS = sizeof vulkan_factors / sizeof vulkan_factors[0] };

/* Direct3D's number, less `offset`, read as Vulkan's; what is none is ZERO. */
static enum ombre_factor numbered(enum ombre_factor factor, int offset)
{
    const int number = (int) factor - offset;
    return number >= 0 && number < VULKAN_FACTORS ? vulkan_factors[number]
                                                  : OMBRE_ZERO;
}

static void each_factor(struct ombre_target *target,
                        enum ombre_factor (*map)(enum ombre_factor, int),
                        int arg)
{
    target->color.src = map(target->color.src, arg);
    target->color.dest = map(target->color.dest, arg);
    target->alpha.src = in_alpha(map(target->alpha.src, arg));
    target->alpha.dest = in_alpha(map(target->alpha.dest, arg));
}

static void number_target(struct ombre_target *target, int offset)
{
    each_factor(target, numbered, offset);
}

static void number_factors(struct ombre_state *state, int offset)
{
    blended_targets(state, number_target, offset);
}

static const enum ombre_factor inverses[][2] = {
    {OMBRE_ZERO, OMBRE_ONE},
    {OMBRE_SRC_COLOR, OMBRE_INV_SRC_COLOR},
    {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA},
    {OMBRE_DEST_ALPHA, OMBRE_INV_DEST_ALPHA},
    {OMBRE_DEST_COLOR, OMBRE_INV_DEST_COLOR},
    {OMBRE_BLEND_FACTOR, OMBRE_INV_BLEND_FACTOR},
    {OMBRE_SRC1_COLOR, OMBRE_INV_SRC1_COLOR},
    {OMBRE_SRC1_ALPHA, OMBRE_INV_SRC1_ALPHA},
    {OMBRE_ALPHA_FACTOR, OMBRE_INV_ALPHA_FACTOR},
};

enum { INVERSES = sizeof inverses / sizeof inverses[0] };

/* An inverse taken for what it inverts; ZERO and ONE, the first, aside. */
static enum ombre_factor without_inverse(enum ombre_factor factor, int arg)
{
    (void) arg;
    for (unsigned i = 1; i < INVERSES; i++)
        if (factor == inverses[i][1])
            return inverses[i][0];
    return factor;
}

static enum ombre_factor with_inverse(enum ombre_factor factor, int arg)
{
    (void) arg;
    for (unsigned i = 1; i < INVERSES; i++)
        if (factor == inverses[i][0])
            return inverses[i][1];
    return factor;
}

static enum ombre_factor other_of_pair(enum ombre_factor factor, int arg)
{
    (void) arg;
    for (unsigned i = 0; i < INVERSES; i++)
        for (unsigned k = 0; k < 2; k++)
            if (factor == inverses[i][k])
                return inverses[i][1 - k];
    return factor;
}

enum map { MAP_PLAIN, MAP_INVERSE, MAP_OTHER };

static void map_target(struct ombre_target *target, int map)
{
    each_factor(target,
                map == MAP_PLAIN     ? without_inverse
                : map == MAP_INVERSE ? with_inverse
                                     : other_of_pair,
                0);
}

static void map_factors(struct ombre_state *state, int map)
{
    blended_targets(state, map_target, map);
}

/* One factor and its inverse for another and its inverse, in all slots. */
#define TAKEN(from, to) ((int) (from) << 8 | (int) (to))

static enum ombre_factor taken(enum ombre_factor factor, int arg)
{
    const enum ombre_factor from = (enum ombre_factor)(arg >> 8);
    const enum ombre_factor to = (enum ombre_factor)(arg & 0xFF);
    if (factor == from)
        return to;
    if (factor == other_of_pair(from, 0) && from != factor)
        return other_of_pair(to, 0);
    return factor;
}

static void take_target(struct ombre_target *target, int arg)
{
    each_factor(target, taken, arg);
}

static void take_factor(struct ombre_state *state, int arg)
{
    blended_targets(state, take_target, arg);
}

/* ADD is 1 in Direct3D and 0 in Vulkan. */
static enum ombre_blend_op numbered_op(enum ombre_blend_op op)
{
    return op == OMBRE_OP_MAX ? OMBRE_OP_ADD : (enum ombre_blend_op)(op + 1);
}

static void number_op_target(struct ombre_target *target, int arg)
{
    (void) arg;
    target->color.op = numbered_op(target->color.op);
    target->alpha.op = numbered_op(target->alpha.op);
}

static void number_ops(struct ombre_state *state, int arg)
{
    blended_targets(state, number_op_target, arg);
}

static void add_only_target(struct ombre_target *target, int arg)
{
    (void) arg;
    target->color.op = target->alpha.op = OMBRE_OP_ADD;
}

static void add_only(struct ombre_state *state, int arg)
{
    blended_targets(state, add_only_target, arg);
}

/* --- Short cuts ------------------------------------------------------------
 */

enum fold {
    FOLD_ZERO_SOURCE, /* source factor ZERO: the destination stays */
    FOLD_ZERO_DEST,   /* destination factor ZERO: the source is stored */
    FOLD_ONE_SOURCE,  /* source factor ONE: the source is stored */
    FOLD_ONE_DEST,    /* destination factor ONE with ADD: it stays */
    FOLD_SUBTRACT,    /* SUBTRACT with destination factor ZERO is REV */
};

static void fold_equation(struct ombre_equation *e, int fold)
{
    static const struct ombre_equation keep = {OMBRE_ZERO, OMBRE_ONE,
                                               OMBRE_OP_ADD};
    static const struct ombre_equation store = {OMBRE_ONE, OMBRE_ZERO,
                                                OMBRE_OP_ADD};
    if (e->op == OMBRE_OP_MIN || e->op == OMBRE_OP_MAX)
        return;
    switch ((enum fold) fold) {
    case FOLD_ZERO_SOURCE:
        if (e->src == OMBRE_ZERO)
            *e = keep;
        return;
    case FOLD_ZERO_DEST:
        if (e->dest == OMBRE_ZERO)
            *e = store;
        return;
    case FOLD_ONE_SOURCE:
        if (e->src == OMBRE_ONE)
            *e = store;
        return;
    case FOLD_ONE_DEST:
        if (e->dest == OMBRE_ONE && e->op == OMBRE_OP_ADD)
            *e = keep;
        return;
    case FOLD_SUBTRACT:
        if (e->dest == OMBRE_ZERO && e->op == OMBRE_OP_SUBTRACT)
            e->op = OMBRE_OP_REV_SUBTRACT;
        return;
    }
}

static void fold_target(struct ombre_target *target, int fold)
{
    fold_equation(&target->color, fold);
    fold_equation(&target->alpha, fold);
}

static void fold(struct ombre_state *state, int fold)
{
    blended_targets(state, fold_target, fold);
}

/* What is seen in the operands decides that nothing is to be drawn, or that
 * nothing need be read. */
enum shortcut {
    SHORT_ALPHA_0,      /* source alpha 0: dropped */
    SHORT_ALPHA_1,      /* source alpha 1: stored */
    SHORT_COLOR_0,      /* source colour 0: dropped */
    SHORT_SMALL,        /* no component of it reaches 2^-7: dropped */
    SHORT_NEARLY_SOLID, /* source alpha from 0.95 on counts as 1 */
    SHORT_NEARLY_CLEAR, /* below 0.05 as 0 */
};

static double magnitude(const uint32_t word[4], unsigned count)
{
    double most = 0;
    for (unsigned c = 0; c < count; c++)
        most = fmax(most, fabs((double) fault_float(word[c])));
    return most;
}

static bool is_taken(const uint32_t word[4], enum shortcut shortcut)
{
    const double alpha = (double) fault_float(word[OMBRE_ALPHA]);
    switch (shortcut) {
    case SHORT_ALPHA_0: return alpha <= 0;
    case SHORT_ALPHA_1: return alpha >= 1;
    case SHORT_COLOR_0: return magnitude(word, 3) <= 0;
    case SHORT_SMALL: return magnitude(word, 4) < 0x1p-7;
    case SHORT_NEARLY_SOLID: return alpha >= 0.95 && alpha < 1;
    case SHORT_NEARLY_CLEAR: return alpha > 0 && alpha < 0.05;
    }
    return false;
}

static void drop(const struct fault_question *question,
                 struct fault_answer *answer, int shortcut)
{
    const unsigned t = question->target;
    const struct ombre_target *target = &question->state->target[t];
    if (!target->blend_enable ||
        !is_taken(question->source.word[t], (enum shortcut) shortcut))
        return;
    const struct ombre_texel *before =
        &question->pixel->dest[t][question->sample];
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        answer->code[c] =
            ombre_texel_code(target->format, before, (enum ombre_component) c);
    if (target->format->numeric == OMBRE_SHARED)
        answer->exponent = ombre_shared_exponent(before);
}

/* Stored as if blending were off. */
static void store_opaque(const struct fault_question *question,
                         struct fault_answer *answer, int shortcut)
{
    const unsigned t = question->target;
    if (!question->state->target[t].blend_enable ||
        !is_taken(question->source.word[t], (enum shortcut) shortcut))
        return;
    struct ombre_state plain = *question->state;
    struct ombre_prediction p;
    plain.target[t].blend_enable = false;
    ombre_predict(&plain, t, &question->source, &question->dest,
                  OMBRE_JUDGE_EXACT, &p);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (answer->fate[c] == OMBRE_FATE_WRITTEN)
            answer->code[c] = p.component[c].code;
    answer->exponent = p.exponent;
}

static void snap_alpha(struct fault_question *question, int shortcut)
{
    uint32_t *word = question->source.word[question->target];
    if (question->state->target[question->target].blend_enable &&
        is_taken(word, (enum shortcut) shortcut))
        word[OMBRE_ALPHA] =
            fault_word(shortcut == SHORT_NEARLY_SOLID ? 1.0f : 0.0f);
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"slots.color-swapped", "source and destination colour factors are exchanged", "F1", "bigwheels#54", .state = swap_factors, .arg = SLOT_COLOR},
    {"slots.alpha-swapped", "source and destination alpha factors are exchanged", "F1", "yuzu#6980", .state = swap_factors, .arg = SLOT_ALPHA},
    {"slots.both-swapped", "source and destination factors are exchanged in both halves", "F1", "Ryujinx#1612", .state = swap_factors, .arg = SLOT_COLOR | SLOT_ALPHA},
    {"slots.alpha-from-color", "alpha is blended by the colour equation", "F1", "Mesa 5207a5f5d53", .state = alpha_from_color, .arg = FIELD_ALL},
    {"slots.color-from-alpha", "colour is blended by the alpha equation", "F1", "Mesa b5957cee920", .state = color_from_alpha, .arg = FIELD_ALL},
    {"slots.alpha-factors-from-color", "alpha uses the colour factors", "F1", "Mesa 5207a5f5d53", .state = alpha_from_color, .arg = FIELD_SRC | FIELD_DEST},
    {"slots.alpha-src-from-color", "the source alpha factor is the source colour factor", "F1", "Mesa ebe95fee21c", .state = alpha_from_color, .arg = FIELD_SRC},
    {"slots.alpha-dest-from-color", "the destination alpha factor is the destination colour factor", "F1", "Mesa ebe95fee21c", .state = alpha_from_color, .arg = FIELD_DEST},
    {"slots.alpha-op-from-color", "alpha uses the colour operation", "F1", "Mesa b2c04aa3a05", .state = alpha_from_color, .arg = FIELD_OP},
    {"slots.color-src-from-alpha", "the source colour factor is the source alpha factor", "F1", "", .state = color_from_alpha, .arg = FIELD_SRC},
    {"slots.color-dest-from-alpha", "the destination colour factor is the destination alpha factor", "F1", "", .state = color_from_alpha, .arg = FIELD_DEST},
    {"slots.color-op-from-alpha", "colour uses the alpha operation", "F1", "", .state = color_from_alpha, .arg = FIELD_OP},
    {"slots.halves-exchanged", "the colour and alpha equations are exchanged", "F1", "", .state = exchange_halves, .arg = FIELD_ALL},
    {"slots.ops-exchanged", "the colour and alpha operations are exchanged", "F1", "Mesa b2c04aa3a05", .state = exchange_halves, .arg = FIELD_OP},
    {"slots.sources-exchanged", "the source factors of colour and alpha are exchanged", "F1", "", .state = exchange_halves, .arg = FIELD_SRC},
    {"slots.dests-exchanged", "the destination factors of colour and alpha are exchanged", "F1", "", .state = exchange_halves, .arg = FIELD_DEST},
    {"slots.fields-crossed", "DestBlend and SrcBlendAlpha are read for each other", "F1", "dxmt 05e4a9f", .state = cross_fields},
    {"enum.factor-raw", "Direct3D's factor numbers are taken for Vulkan's", "F1", "Mesa 14f0c85874a", .state = number_factors, .arg = 0},
    {"enum.factor-less-one", "Direct3D's factor numbers less one are taken for Vulkan's", "F1", "Mesa 14f0c85874a", .state = number_factors, .arg = 1},
    {"enum.op-raw", "Direct3D's operation numbers are taken for Vulkan's", "F1", "", .state = number_ops},
    {"enum.inverse-lost", "inverse factors act as what they invert", "F1", "", .state = map_factors, .arg = MAP_PLAIN},
    {"enum.inverse-gained", "factors act as their inverses", "F1", "", .state = map_factors, .arg = MAP_INVERSE},
    {"enum.inverse-exchanged", "every factor and its inverse are exchanged", "F1", "", .state = map_factors, .arg = MAP_OTHER},
    {"enum.alpha-factor-as-vector", "ALPHA_FACTOR acts as BLEND_FACTOR everywhere", "F1", "gfx#2171, RPCS3#1759, RPCS3#1834, xenia-canary#1154", .state = take_factor, .arg = TAKEN(OMBRE_ALPHA_FACTOR, OMBRE_BLEND_FACTOR)},
    {"enum.alpha-factor-as-zero", "ALPHA_FACTOR acts as ZERO and its inverse as ONE everywhere", "F1", "vkd3d-proton 7834a5b3", .state = take_factor, .arg = TAKEN(OMBRE_ALPHA_FACTOR, OMBRE_ZERO)},
    {"enum.constant-as-second", "BLEND_FACTOR acts as SRC1_COLOR everywhere", "F1", "Mesa 00c649339bd", .state = take_factor, .arg = TAKEN(OMBRE_BLEND_FACTOR, OMBRE_SRC1_COLOR)},
    {"enum.constant-as-scalar", "BLEND_FACTOR acts as ALPHA_FACTOR everywhere", "F1", "", .state = take_factor, .arg = TAKEN(OMBRE_BLEND_FACTOR, OMBRE_ALPHA_FACTOR)},
    {"enum.color-as-alpha", "SRC_COLOR acts as SRC_ALPHA everywhere", "F1", "renderdoc#687", .state = take_factor, .arg = TAKEN(OMBRE_SRC_COLOR, OMBRE_SRC_ALPHA)},
    {"enum.alpha-as-color", "SRC_ALPHA acts as SRC_COLOR everywhere", "F1", "", .state = take_factor, .arg = TAKEN(OMBRE_SRC_ALPHA, OMBRE_SRC_COLOR)},
    {"enum.dest-color-as-alpha", "DEST_COLOR acts as DEST_ALPHA everywhere", "F1", "", .state = take_factor, .arg = TAKEN(OMBRE_DEST_COLOR, OMBRE_DEST_ALPHA)},
    {"enum.dest-alpha-as-color", "DEST_ALPHA acts as DEST_COLOR everywhere", "F1", "", .state = take_factor, .arg = TAKEN(OMBRE_DEST_ALPHA, OMBRE_DEST_COLOR)},
    {"enum.dest-alpha-as-source", "DEST_ALPHA acts as SRC_ALPHA everywhere", "F1", "Dawn dd0332ec91", .state = take_factor, .arg = TAKEN(OMBRE_DEST_ALPHA, OMBRE_SRC_ALPHA)},
    {"enum.saturate-as-alpha", "SRC_ALPHA_SAT acts as SRC_ALPHA everywhere", "F1", "Mesa 5f9434b6112", .state = take_factor, .arg = TAKEN(OMBRE_SRC_ALPHA_SAT, OMBRE_SRC_ALPHA)},
    {"enum.saturate-as-one", "SRC_ALPHA_SAT acts as ONE everywhere", "F1", "Mesa ac4ca24c32b", .state = take_factor, .arg = TAKEN(OMBRE_SRC_ALPHA_SAT, OMBRE_ONE)},
    {"op.add-only", "every operation acts as ADD", "F1", "", .state = add_only},
    {"op.absolute", "differences lose their sign", "F2", "", .quirks = QUIRK(ABSOLUTE)},
    {"fold.zero-source", "source factor ZERO keeps the destination whatever its factor", "F2", "SwiftShader 07eb16778", .state = fold, .arg = FOLD_ZERO_SOURCE},
    {"fold.zero-dest", "destination factor ZERO stores the source whatever its factor", "F2", "", .state = fold, .arg = FOLD_ZERO_DEST},
    {"fold.one-source", "source factor ONE stores the source", "F2", "", .state = fold, .arg = FOLD_ONE_SOURCE},
    {"fold.one-dest", "destination factor ONE keeps the destination", "F2", "", .state = fold, .arg = FOLD_ONE_DEST},
    {"fold.subtract-zero", "SUBTRACT with destination factor ZERO is taken for REV_SUBTRACT", "F2", "Dawn dd0332ec91", .state = fold, .arg = FOLD_SUBTRACT},
    {"optimise.alpha-0-drops", "blended pixels of source alpha 0 are dropped whatever the equation", "F2", "PAL ea5db608", .result = drop, .arg = SHORT_ALPHA_0},
    {"optimise.alpha-1-stores", "blended pixels of source alpha 1 are stored whatever the equation", "F2", "PAL ea5db608", .result = store_opaque, .arg = SHORT_ALPHA_1},
    {"optimise.color-0-drops", "blended pixels of source colour 0 are dropped whatever the equation", "F2", "PAL ea5db608", .result = drop, .arg = SHORT_COLOR_0},
    {"optimise.small-source-drops", "blended pixels whose source is below 2^-7 are dropped", "F2", "Mesa 524848707b4, Mesa 025cb90042b", .result = drop, .arg = SHORT_SMALL},
    {"optimise.nearly-solid", "source alpha from 0.95 on is taken for 1", "F2", "", .operands = snap_alpha, .arg = SHORT_NEARLY_SOLID},
    {"optimise.nearly-clear", "source alpha below 0.05 is taken for 0", "F2", "", .operands = snap_alpha, .arg = SHORT_NEARLY_CLEAR},
    {"minmax.factors", "MIN and MAX multiply by both factors", "F3", "SwiftShader 3f063e17e, shadPS4#4768, citra#6925", .quirks = QUIRK(MINMAX_FACTORS)},
    {"minmax.source-factor", "MIN and MAX multiply the source by its factor", "F3", "shadPS4#4768", .quirks = QUIRK(MINMAX_SOURCE_FACTOR)},
    {"minmax.dest-factor", "MIN and MAX multiply the destination by its factor", "F3", "shadPS4#4768", .quirks = QUIRK(MINMAX_DEST_FACTOR)},
};
/* clang-format on */

const struct fault_table fault_mapping = {rows, sizeof rows / sizeof rows[0]};
