/* Which target's state, mask and output are whose: families F4, F5 and F6. */
#include <string.h>

#include "faults_parts.h"

/* --- States of other targets ------------------------------------------------
 */

/* What a desc says of a target; its format is not of the state. */
enum { PART_ENABLE = 1, PART_EQUATION = 2, PART_MASK = 4, PART_ALL = 7 };

static void take_parts(struct ombre_target *to, const struct ombre_target *from,
                       int parts)
{
    if (!to->format)
        return;
    if (parts & PART_ENABLE)
        to->blend_enable = from->blend_enable && to->format->blendable;
    if (parts & PART_EQUATION) {
        to->color = from->color;
        to->alpha = from->alpha;
    }
    if (parts & PART_MASK)
        to->write_mask = from->write_mask;
}

static unsigned first_target(const struct ombre_state *state)
{
    unsigned t = 0;
    while (t + 1 < state->target_count && !state->target[t].format)
        t++;
    return t;
}

static void of_first(struct ombre_state *state, int parts)
{
    const struct ombre_target first = state->target[first_target(state)];
    for (unsigned t = 0; t < state->target_count; t++)
        take_parts(&state->target[t], &first, parts);
}

static void of_last(struct ombre_state *state, int parts)
{
    const struct ombre_target last =
        state->target[state->target_count ? state->target_count - 1 : 0];
    for (unsigned t = 0; t < state->target_count; t++)
        take_parts(&state->target[t], &last, parts);
}

/* Of the target before, in a ring. */
static void of_neighbour(struct ombre_state *state, int parts)
{
    const struct ombre_state right = *state;
    const unsigned count = state->target_count;
    for (unsigned t = 0; t < count; t++)
        take_parts(&state->target[t], &right.target[(t + count - 1) % count],
                   parts);
}

static void of_opposite(struct ombre_state *state, int parts)
{
    const struct ombre_state right = *state;
    const unsigned count = state->target_count;
    for (unsigned t = 0; t < count; t++)
        take_parts(&state->target[t], &right.target[count - 1 - t], parts);
}

/* States are counted without holes. */
static void of_rank(struct ombre_state *state, int parts)
{
    const struct ombre_state right = *state;
    unsigned rank = 0;
    for (unsigned t = 0; t < state->target_count; t++)
        if (right.target[t].format)
            take_parts(&state->target[t], &right.target[rank++], parts);
}

static void only_first(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 1; t < state->target_count; t++)
        state->target[t].blend_enable = false;
}

static void never_blends(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 0; t < state->target_count; t++)
        state->target[t].blend_enable = false;
}

/* Targets that do not blend do, by what their neighbours say, or by what a
 * desc's other fields often say. */
static void always_blends(struct ombre_state *state, int everywhere)
{
    struct ombre_target donor = {
        .blend_enable = true,
        .color = {OMBRE_SRC_ALPHA, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
        .alpha = {OMBRE_ONE, OMBRE_INV_SRC_ALPHA, OMBRE_OP_ADD},
    };
    bool any = everywhere;
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format && state->target[t].blend_enable) {
            donor = state->target[t];
            any = true;
        }
    for (unsigned t = 0; any && t < state->target_count; t++)
        if (state->target[t].format && !state->target[t].blend_enable &&
            !state->logic_op_enable)
            take_parts(&state->target[t], &donor, PART_ENABLE | PART_EQUATION);
}

/* Integer targets beside one that blends add. */
static void blend_integer(const struct fault_question *question,
                          struct fault_answer *answer, int arg)
{
    (void) arg;
    const struct ombre_format *format =
        question->state->target[question->target].format;
    bool beside = false;
    for (unsigned t = 0; t < question->state->target_count; t++)
        beside = beside || question->state->target[t].blend_enable;
    for (unsigned c = 0;
         beside && fault_is_integer(format) && c < OMBRE_COMPONENTS; c++)
        if (answer->fate[c] == OMBRE_FATE_WRITTEN)
            answer->code[c] += ombre_texel_code(format, &question->dest,
                                                (enum ombre_component) c);
}

/* --- Masks -----------------------------------------------------------------
 */

enum mask {
    MASK_IGNORED,
    MASK_RED_BLUE,
    MASK_REVERSED,
    MASK_SHIFTED,
    MASK_INVERTED,
    MASK_NONE_AS_ALL,
    MASK_PARTIAL_AS_NONE,
    MASK_ALPHA_ALWAYS,
    MASK_ALPHA_NEVER,
    MASK_COLOR_TOGETHER,
    MASK_GREEN_BY_RED,
};

static unsigned wrong_mask(unsigned mask, enum mask how)
{
    const unsigned color = mask & 7;
    switch (how) {
    case MASK_IGNORED: return mask ? 0xF : 0;
    case MASK_RED_BLUE: return (mask & 0xA) | (mask & 1) << 2 | (mask >> 2 & 1);
    case MASK_REVERSED:
        return (mask & 1) << 3 | (mask & 2) << 1 | (mask & 4) >> 1 |
               (mask & 8) >> 3;
    case MASK_SHIFTED: return (mask << 1 | mask >> 3) & 0xF;
    case MASK_INVERTED: return mask ^ 0xF;
    case MASK_NONE_AS_ALL: return mask ? mask : 0xF;
    case MASK_PARTIAL_AS_NONE: return mask == 0xF ? 0xF : 0;
    case MASK_ALPHA_ALWAYS: return mask | 8;
    case MASK_ALPHA_NEVER: return color;
    case MASK_COLOR_TOGETHER: return color ? mask | 7 : mask;
    case MASK_GREEN_BY_RED: return (mask & 0xD) | (mask & 1) << 1;
    }
    return mask;
}

static void masks(struct ombre_state *state, int how)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format)
            state->target[t].write_mask = (uint8_t) wrong_mask(
                state->target[t].write_mask, (enum mask) how);
}

/* On which targets a mask does not count. */
enum { OF_BLENDED, OF_PLAIN, OF_LAST_HALF, OF_ALL_BUT_FIRST, OF_LOGIC };

static void mask_lost(struct ombre_state *state, int where)
{
    for (unsigned t = 0; t < state->target_count; t++) {
        struct ombre_target *target = &state->target[t];
        const bool here =
            (where == OF_BLENDED && target->blend_enable) ||
            (where == OF_PLAIN && !target->blend_enable) ||
            (where == OF_LAST_HALF && t >= OMBRE_MAX_TARGETS / 2) ||
            (where == OF_ALL_BUT_FIRST && t > 0) ||
            (where == OF_LOGIC && state->logic_op_enable);
        if (here && target->format)
            target->write_mask = 0xF;
    }
}

/* Components that are not stored are not handed to the blender either. */
enum { TRIM_SOURCE_ZERO, TRIM_SOURCE_ONE, TRIM_DEST_ZERO };

static void trim(struct fault_question *question, int how)
{
    const struct ombre_target *target =
        &question->state->target[question->target];
    if (!target->format)
        return;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        if (target->write_mask >> c & 1)
            continue;
        if (how == TRIM_DEST_ZERO)
            ombre_texel_set_code(target->format, &question->dest,
                                 (enum ombre_component) c, 0);
        else if (question->state->shader.output[question->target].type ==
                 OMBRE_OUTPUT_FLOAT)
            question->source.word[question->target][c] =
                fault_word(how == TRIM_SOURCE_ONE ? 1.0f : 0.0f);
    }
}

/* --- Outputs ---------------------------------------------------------------
 */

enum route {
    ROUTE_NEIGHBOUR,
    ROUTE_FIRST,
    ROUTE_OPPOSITE,
    ROUTE_PAIRS,
    ROUTE_RANK,
    ROUTE_DECLARED_RANK,
};

static unsigned rank_of(const struct ombre_state *state, unsigned target)
{
    unsigned rank = 0;
    for (unsigned t = 0; t < target; t++)
        rank += state->target[t].format != NULL;
    return rank;
}

/* The output number that stands in place number `target` of those that the
 * shader declares. */
static unsigned declared_at(const struct ombre_state *state, unsigned target)
{
    unsigned left = target;
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (state->shader.output[t].type != OMBRE_OUTPUT_NONE && left-- == 0)
            return t;
    return target;
}

static unsigned route_of(const struct ombre_state *state, unsigned target,
                         enum route route)
{
    const unsigned count = state->target_count;
    switch (route) {
    case ROUTE_NEIGHBOUR: return (target + count - 1) % count;
    case ROUTE_FIRST: return 0;
    case ROUTE_OPPOSITE: return count - 1 - target;
    case ROUTE_PAIRS: return (target ^ 1) < count ? target ^ 1 : target;
    case ROUTE_RANK: return rank_of(state, target);
    case ROUTE_DECLARED_RANK: return declared_at(state, target);
    }
    return target;
}

static void route_states(struct ombre_state *state, int route)
{
    const struct ombre_state right = *state;
    for (unsigned t = 0; t < state->target_count; t++)
        state->shader.output[t] =
            right.shader.output[route_of(&right, t, (enum route) route)];
}

static void route_words(struct fault_question *question, int route)
{
    const unsigned from =
        route_of(question->right, question->target, (enum route) route);
    memcpy(question->source.word[question->target],
           question->pixel->source->word[from],
           sizeof question->source.word[0]);
}

/* Alpha of target 0's output blends every target. */
static void alpha_of_first(struct fault_question *question, int arg)
{
    (void) arg;
    if (question->state->target[question->target].blend_enable &&
        question->state->shader.output[0].type == OMBRE_OUTPUT_FLOAT)
        question->source.word[question->target][OMBRE_ALPHA] =
            question->pixel->source->word[0][OMBRE_ALPHA];
}

enum swap { SWAP_RED_BLUE, SWAP_ALPHA_FIRST, SWAP_RED_GREEN };

static void swap_words(struct fault_question *question, int how)
{
    static const uint8_t from[][4] = {
        [SWAP_RED_BLUE] = {2, 1, 0, 3},
        [SWAP_ALPHA_FIRST] = {3, 0, 1, 2},
        [SWAP_RED_GREEN] = {1, 0, 2, 3},
    };
    const uint32_t *right = question->pixel->source->word[question->target];
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        question->source.word[question->target][c] = right[from[how][c]];
}

/* Source alpha is lost on the way. */
static void alpha_lost(struct fault_question *question, int arg)
{
    const unsigned t = question->target;
    if (question->state->shader.output[t].type == OMBRE_OUTPUT_FLOAT)
        question->source.word[t][OMBRE_ALPHA] = fault_word((float) arg);
}

/* Targets that the shader does not write get something all the same. */
static void write_undeclared(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 0; t < state->target_count; t++) {
        const struct ombre_format *format = state->target[t].format;
        if (!format || state->shader.output[t].type != OMBRE_OUTPUT_NONE)
            continue;
        state->shader.output[t].components = 0xF;
        switch (ombre_format_base_type(format)) {
        case OMBRE_BASE_FLOAT:
            state->shader.output[t].type = OMBRE_OUTPUT_FLOAT;
            break;
        case OMBRE_BASE_UINT:
            state->shader.output[t].type = OMBRE_OUTPUT_UINT;
            break;
        case OMBRE_BASE_SINT:
            state->shader.output[t].type = OMBRE_OUTPUT_SINT;
            break;
        }
    }
}

enum { UNDECLARED_ZERO, UNDECLARED_FIRST };

static void undeclared_words(struct fault_question *question, int what)
{
    static const uint32_t zero[4] = {0};
    const unsigned t = question->target;
    if (question->right->shader.output[t].type == OMBRE_OUTPUT_NONE)
        memcpy(question->source.word[t],
               what == UNDECLARED_FIRST ? question->pixel->source->word[0]
                                        : zero,
               sizeof zero);
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"target.state-of-first", "every target has the state of the first", "F4", "Mesa 3f0bbb19de6, wgpu#755", .state = of_first, .arg = PART_ALL},
    {"target.equation-of-first", "every target that blends uses the equation of the first", "F4", "wgpu 7f3c6f701, prosper#1714", .state = of_first, .arg = PART_EQUATION},
    {"target.enable-of-first", "every target blends if the first does", "F4", "shadPS4#2921", .state = of_first, .arg = PART_ENABLE | PART_EQUATION},
    {"target.state-of-last", "every target has the state of the last", "F4", "Ryujinx f0add129e", .state = of_last, .arg = PART_ALL},
    {"target.state-of-neighbour", "every target has the state of the one before", "F4", "", .state = of_neighbour, .arg = PART_ALL},
    {"target.equation-of-neighbour", "every target has the equation of the one before", "F4", "", .state = of_neighbour, .arg = PART_ENABLE | PART_EQUATION},
    {"target.states-reversed", "states are in the opposite order", "F4", "", .state = of_opposite, .arg = PART_ALL},
    {"target.states-squeezed", "states are counted without holes", "F6", "shadPS4#2859, vkd3d-proton#3014, vkd3d-proton#3015", .state = of_rank, .arg = PART_ALL},
    {"target.only-first-blends", "only the first target blends", "F4", "", .state = only_first},
    {"target.never-blends", "nothing is blended", "F4", "Mesa 9a993da0ff4, yuzu#9955, yuzu#10361, yuzu#10946, yuzu#11182", .state = never_blends},
    {"target.all-blend", "targets that do not blend do beside one that does", "F4", "Mesa 65a6dc5139f", .state = always_blends, .arg = false},
    {"target.always-blends", "targets that do not blend are blended over", "F14", "Mesa 2b14a7658a4", .state = always_blends, .arg = true},
    {"target.integer-blended", "integer targets beside one that blends add", "F4", "SwiftShader bdb680782, Ryujinx#5122, Mesa 7d8e2db9f95, MoltenVK#2748, WebGL#3355, wgpu#1425", .result = blend_integer},
    {"mask.of-first", "every target has the write mask of the first", "F5", "Mesa 2d670169ce7, SwiftShader 558df923f", .state = of_first, .arg = PART_MASK},
    {"mask.of-last", "every target has the write mask of the last", "F5", "", .state = of_last, .arg = PART_MASK},
    {"mask.of-neighbour", "every target has the write mask of the one before", "F5", "", .state = of_neighbour, .arg = PART_MASK},
    {"mask.squeezed", "write masks are counted without holes", "F6", "", .state = of_rank, .arg = PART_MASK},
    {"mask.ignored", "write masks that let anything pass let all pass", "F5", "Mesa 1d250b7b959, LLPC 2189c70f9, ANGLE 6f1c39b52b", .state = masks, .arg = MASK_IGNORED},
    {"mask.red-blue", "the write mask's red and blue are exchanged", "F5", "", .state = masks, .arg = MASK_RED_BLUE},
    {"mask.reversed", "the write mask's bits are in the opposite order", "F5", "", .state = masks, .arg = MASK_REVERSED},
    {"mask.shifted", "the write mask is shifted by one component", "F5", "", .state = masks, .arg = MASK_SHIFTED},
    {"mask.inverted", "the write mask is inverted", "F5", "", .state = masks, .arg = MASK_INVERTED},
    {"mask.none-as-all", "a write mask of 0 lets all pass", "F5", "Mesa dadb29cf2e2, ANGLE 50d008a7ef", .state = masks, .arg = MASK_NONE_AS_ALL},
    {"mask.partial-as-none", "a partial write mask lets nothing pass", "F5", "MoltenVK e6a8409b", .state = masks, .arg = MASK_PARTIAL_AS_NONE},
    {"mask.alpha-always", "alpha is always written", "F5", "vkd3d-proton 29bd88bd", .state = masks, .arg = MASK_ALPHA_ALWAYS},
    {"mask.alpha-never", "alpha is never written", "F5", "", .state = masks, .arg = MASK_ALPHA_NEVER},
    {"mask.color-together", "red, green and blue are written together", "F5", "dxvk 4f8da62c3", .state = masks, .arg = MASK_COLOR_TOGETHER},
    {"mask.green-by-red", "green is written where red is", "F5", "", .state = masks, .arg = MASK_GREEN_BY_RED},
    {"mask.lost-if-blended", "blending ignores the write mask", "F5", "", .state = mask_lost, .arg = OF_BLENDED},
    {"mask.lost-if-plain", "without blending the write mask is ignored", "F5", "Turnip c23eb993577", .state = mask_lost, .arg = OF_PLAIN},
    {"mask.lost-from-fourth", "the write masks of targets 4 to 7 are ignored", "F5", "Mesa cd8afef9f13", .state = mask_lost, .arg = OF_LAST_HALF},
    {"mask.lost-but-first", "only the first target has a write mask", "F5", "", .state = mask_lost, .arg = OF_ALL_BUT_FIRST},
    {"mask.lost-with-logic", "logic operations ignore the write mask", "F8", "Mesa 4663d6fc9c1", .state = mask_lost, .arg = OF_LOGIC},
    {"mask.trims-source", "source components that are not written read as 0", "F5", "LLPC f4239509f", .operands = trim, .arg = TRIM_SOURCE_ZERO},
    {"mask.trims-source-one", "source components that are not written read as 1", "F5", "LLPC f4239509f", .operands = trim, .arg = TRIM_SOURCE_ONE},
    {"mask.trims-dest", "destination components that are not written read as 0", "F5", "", .operands = trim, .arg = TRIM_DEST_ZERO},
    {"output.of-neighbour", "every target gets the output of the one before", "F6", "shadPS4#1755, vkd3d-proton#1106", .state = route_states, .operands = route_words, .arg = ROUTE_NEIGHBOUR},
    {"output.of-first", "every target gets output 0", "F6", "", .state = route_states, .operands = route_words, .arg = ROUTE_FIRST},
    {"output.reversed", "outputs are in the opposite order", "F6", "", .state = route_states, .operands = route_words, .arg = ROUTE_OPPOSITE},
    {"output.pairs-exchanged", "neighbouring outputs are exchanged", "F6", "", .state = route_states, .operands = route_words, .arg = ROUTE_PAIRS},
    {"output.holes-squeezed", "outputs are counted without holes", "F6", "LLPC d0883e2e7, shadPS4#2859, MoltenVK a0a93e0c, shadPS4#1740, Mesa b45f1e24aef, OloEngine#802", .state = route_states, .operands = route_words, .arg = ROUTE_RANK},
    {"output.undeclared-squeezed", "outputs are counted without those that are not declared", "F6", "dxil-spirv#166", .state = route_states, .operands = route_words, .arg = ROUTE_DECLARED_RANK},
    {"output.alpha-of-first", "every target blends with the alpha of output 0", "F6", "", .operands = alpha_of_first},
    {"output.red-blue", "red and blue of outputs are exchanged", "F11", "", .operands = swap_words, .arg = SWAP_RED_BLUE},
    {"output.alpha-first", "outputs are read as alpha, red, green, blue", "F11", "", .operands = swap_words, .arg = SWAP_ALPHA_FIRST},
    {"output.red-green", "red and green of outputs are exchanged", "F11", "", .operands = swap_words, .arg = SWAP_RED_GREEN},
    {"output.alpha-0", "source alpha reads as 0", "F5", "LLPC f4239509f", .operands = alpha_lost, .arg = 0},
    {"output.alpha-1", "source alpha reads as 1", "F5", "LLPC f4239509f", .operands = alpha_lost, .arg = 1},
    {"output.undeclared-zero", "targets without an output are written with 0", "F6", "dxvk 957242591, Mesa addab037f02, Mesa db1371cce1d, Ryujinx#3063, Vita3K#3130, dxmt 3467171", .state = write_undeclared, .operands = undeclared_words, .arg = UNDECLARED_ZERO},
    {"output.undeclared-first", "targets without an output are written with output 0", "F6", "Mesa 46e98004084, Dawn 55a00c7a1f, xenia a5c8df7a3", .state = write_undeclared, .operands = undeclared_words, .arg = UNDECLARED_FIRST},
};
/* clang-format on */

const struct fault_table fault_targets = {rows, sizeof rows / sizeof rows[0]};
