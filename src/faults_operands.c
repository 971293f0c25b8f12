/* Second sources, constants, and components that are swapped, missing or
 * narrowed on their way: families F7, F9 and F11. */
#include <math.h>
#include <string.h>

#include "faults_parts.h"

static bool blends(const struct fault_question *question)
{
    return question->state->target[question->target].blend_enable;
}

/* --- Second source ---------------------------------------------------------
 */

enum second {
    SECOND_SWAPPED,
    SECOND_ZERO,
    SECOND_ONE,
    SECOND_FIRST,
    SECOND_ALPHA_ONE,
    SECOND_ALPHA_FIRST,
    SECOND_COLOR_FIRST,
    SECOND_RED_BLUE,
    SECOND_COLOR_ALPHA,
    SECOND_INVERSE,
    SECOND_FOR_FIRST,
};

static void swap_sources(uint32_t o0[4], uint32_t o1[4])
{
    uint32_t keep[4];
    memcpy(keep, o0, sizeof keep);
    memcpy(o0, o1, sizeof keep);
    memcpy(o1, keep, sizeof keep);
}

static void fill(uint32_t word[4], float value)
{
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        word[c] = fault_word(value);
}

static void wrong_second(uint32_t o0[4], uint32_t o1[4], enum second how)
{
    const uint32_t red = o1[OMBRE_RED];
    switch (how) {
    case SECOND_SWAPPED: swap_sources(o0, o1); return;
    case SECOND_ZERO: fill(o1, 0); return;
    case SECOND_ONE: fill(o1, 1); return;
    case SECOND_FIRST: memcpy(o1, o0, 4 * sizeof *o0); return;
    case SECOND_ALPHA_ONE: o1[OMBRE_ALPHA] = fault_word(1); return;
    case SECOND_ALPHA_FIRST: o1[OMBRE_ALPHA] = o0[OMBRE_ALPHA]; return;
    case SECOND_COLOR_FIRST: memcpy(o1, o0, 3 * sizeof *o0); return;
    case SECOND_RED_BLUE:
        o1[OMBRE_RED] = o1[OMBRE_BLUE];
        o1[OMBRE_BLUE] = red;
        return;
    case SECOND_COLOR_ALPHA: {
        const float alpha = fault_float(o1[OMBRE_ALPHA]);
        fill(o1, alpha);
        return;
    }
    case SECOND_INVERSE:
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            o1[c] = fault_word(1 - fault_float(o1[c]));
        return;
    case SECOND_FOR_FIRST: memcpy(o0, o1, 4 * sizeof *o0); return;
    }
}

static void second(struct fault_question *question, int how)
{
    if (ombre_target_is_dual_source(
            &question->state->target[question->target]) &&
        question->target == 0)
        wrong_second(question->source.word[0], question->source.word[1],
                     (enum second) how);
}

/* A second source turns blending off. */
static void second_off(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 0; t < state->target_count; t++)
        if (ombre_target_is_dual_source(&state->target[t]))
            state->target[t].blend_enable = false;
}

/* --- Constants -------------------------------------------------------------
 */

enum constant {
    CONSTANT_ZERO,
    CONSTANT_ONE,
    CONSTANT_ROTATED,
    CONSTANT_RED_BLUE,
    CONSTANT_ALPHA_RED,
    CONSTANT_RED_ALL,
    CONSTANT_ALPHA_ONE,
    CONSTANT_CLAMPED,
    CONSTANT_POSITIVE,
    CONSTANT_SIGNED,
    CONSTANT_AS_FIRST,
    CONSTANT_8,
    CONSTANT_HALF,
    CONSTANT_INVERSE,
    CONSTANT_ENCODED,
    CONSTANT_MAGNITUDE,
};

static float clamp(float x, float low, float high)
{
    return x < low ? low : x > high ? high : x;
}

/* To the range of the first target, whatever the others are. */
static void clamp_as_first(const struct ombre_state *state, float factor[4])
{
    const struct ombre_format *format = NULL;
    for (unsigned t = 0; t < state->target_count && !format; t++)
        format = state->target[t].format;
    for (unsigned i = 0; format && fault_is_fixed(format) && i < 4; i++)
        factor[i] =
            clamp(factor[i], format->numeric == OMBRE_SNORM ? -1.0f : 0, 1);
}

static float wrong_component(float x, enum constant how)
{
    switch (how) {
    case CONSTANT_ZERO: return 0;
    case CONSTANT_ONE: return 1;
    case CONSTANT_CLAMPED: return clamp(x, 0, 1);
    case CONSTANT_POSITIVE: return x < 0 ? 0 : x;
    case CONSTANT_SIGNED: return clamp(x, -1, 1);
    case CONSTANT_8:
        return (float) (floor((double) clamp(x, 0, 1) * 255 + 0.5) / 255);
    case CONSTANT_HALF: return (float) fault_half((double) x);
    case CONSTANT_INVERSE: return 1 - x;
    case CONSTANT_ENCODED:
        return (float) (ombre_srgb_from_linear((double) x) / 255);
    case CONSTANT_MAGNITUDE: return x < 0 ? -x : x;
    case CONSTANT_ROTATED:
    case CONSTANT_RED_BLUE:
    case CONSTANT_ALPHA_RED:
    case CONSTANT_RED_ALL:
    case CONSTANT_ALPHA_ONE:
    case CONSTANT_AS_FIRST: break;
    }
    return x;
}

static void constant(struct ombre_state *state, int how)
{
    static const uint8_t none[4] = {0, 1, 2, 3};
    static const uint8_t from[][4] = {
        [CONSTANT_ROTATED] = {1, 2, 3, 0},
        [CONSTANT_RED_BLUE] = {2, 1, 0, 3},
        [CONSTANT_ALPHA_RED] = {0, 1, 2, 0},
        [CONSTANT_RED_ALL] = {0, 0, 0, 0},
    };
    const bool moves = how >= CONSTANT_ROTATED && how <= CONSTANT_RED_ALL;
    float right[4];
    memcpy(right, state->blend_factor, sizeof right);
    for (unsigned i = 0; i < 4; i++)
        state->blend_factor[i] = wrong_component(
            right[(moves ? from[how] : none)[i]], (enum constant) how);
    if (how == CONSTANT_ALPHA_ONE)
        state->blend_factor[OMBRE_ALPHA] = 1;
    if (how == CONSTANT_AS_FIRST)
        clamp_as_first(state, state->blend_factor);
}

/* Of formats whose first component is not red: FS has no such notion, devices
 * that swizzle do. */
static bool is_swizzled(const struct ombre_format *format)
{
    return format && format->component[OMBRE_RED].bits &&
           format->component[OMBRE_RED].shift >
               format->component[OMBRE_BLUE].shift;
}

static void constant_unswizzled(struct fault_question *question, int arg)
{
    /* The equation is linear in who reads what: rather than the constant, which
     * all targets share, all that meets it is swapped; result_red_blue() swaps
     * back. */
    (void) arg;
    const struct ombre_format *format =
        question->state->target[question->target].format;
    if (!is_swizzled(format) || !blends(question))
        return;
    uint32_t *words[] = {question->source.word[question->target],
                         question->source.word[1]};
    for (unsigned i = 0; i < (question->target == 1 ? 1u : 2u); i++) {
        const uint32_t red = words[i][OMBRE_RED];
        words[i][OMBRE_RED] = words[i][OMBRE_BLUE];
        words[i][OMBRE_BLUE] = red;
    }
    const uint32_t red = ombre_texel_code(format, &question->dest, OMBRE_RED);
    const uint32_t blue = ombre_texel_code(format, &question->dest, OMBRE_BLUE);
    ombre_texel_set_code(format, &question->dest, OMBRE_RED, blue);
    ombre_texel_set_code(format, &question->dest, OMBRE_BLUE, red);
}

static void swap_written(const struct ombre_format *format,
                         struct fault_answer *answer)
{
    const uint32_t red = answer->code[OMBRE_RED];
    if (answer->fate[OMBRE_RED] != OMBRE_FATE_WRITTEN ||
        answer->fate[OMBRE_BLUE] != OMBRE_FATE_WRITTEN ||
        format->component[OMBRE_RED].bits != format->component[OMBRE_BLUE].bits)
        return;
    answer->code[OMBRE_RED] = answer->code[OMBRE_BLUE];
    answer->code[OMBRE_BLUE] = red;
}

static void swizzle_back(const struct fault_question *question,
                         struct fault_answer *answer, int arg)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    (void) arg;
    if (is_swizzled(format) && blends(question))
        swap_written(format, answer);
}

/* --- Components ------------------------------------------------------------
 */

/* Stored the other way round: all formats, or those that are. */
static void result_red_blue(const struct fault_question *question,
                            struct fault_answer *answer, int only_swizzled)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    if (!only_swizzled || is_swizzled(format))
        swap_written(format, answer);
}

static void dest_red_blue(struct fault_question *question, int arg)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    (void) arg;
    if (!format)
        return;
    const uint32_t red = ombre_texel_code(format, &question->dest, OMBRE_RED);
    const uint32_t blue = ombre_texel_code(format, &question->dest, OMBRE_BLUE);
    ombre_texel_set_code(format, &question->dest, OMBRE_RED, blue);
    ombre_texel_set_code(format, &question->dest, OMBRE_BLUE, red);
}

/* Read as zero, or as the first sample, or as all ones. */
enum dest { DEST_ZERO, DEST_FIRST_SAMPLE, DEST_ALPHA_ONES };

static void wrong_dest(struct fault_question *question, int how)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    if (!format)
        return;
    if (how == DEST_FIRST_SAMPLE)
        question->dest = question->pixel->dest[question->target][0];
    for (unsigned c = 0; how == DEST_ZERO && c < OMBRE_COMPONENTS; c++)
        ombre_texel_set_code(format, &question->dest, (enum ombre_component) c,
                             0);
    if (how == DEST_ALPHA_ONES && fault_is_fixed(format))
        ombre_texel_set_code(format, &question->dest, OMBRE_ALPHA,
                             ombre_encode(format, OMBRE_ALPHA, 1));
}

/* An emulated target has components that it should not have. */
static void x_stored(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 0; t < state->target_count; t++) {
        const struct ombre_format *format = state->target[t].format;
        if (!format)
            continue;
        if (format->dxgi == 88) /* B8G8R8X8_UNORM */
            state->target[t].format = ombre_format_find(87);
        if (format->dxgi == 93) /* B8G8R8X8_UNORM_SRGB */
            state->target[t].format = ombre_format_find(91);
    }
}

static bool only_alpha(const struct ombre_format *format)
{
    return format && !ombre_format_has(format, OMBRE_RED) &&
           ombre_format_has(format, OMBRE_ALPHA);
}

/* A8 carried by a red target without rewriting what goes with it. */
enum carried { CARRIED_EQUATION, CARRIED_MASK };

static void carried(struct ombre_state *state, int how)
{
    for (unsigned t = 0; t < state->target_count; t++) {
        struct ombre_target *target = &state->target[t];
        if (!only_alpha(target->format))
            continue;
        if (how == CARRIED_MASK)
            target->write_mask = (uint8_t) ((target->write_mask & 7) |
                                            (target->write_mask & 1) << 3);
        else
            target->alpha = target->color;
    }
}

static void carried_words(struct fault_question *question, int arg)
{
    uint32_t *word = question->source.word[question->target];
    (void) arg;
    if (only_alpha(question->state->target[question->target].format))
        word[OMBRE_ALPHA] = word[OMBRE_RED];
}

static void carried_constant(struct ombre_state *state, int arg)
{
    (void) arg;
    for (unsigned t = 0; t < state->target_count; t++)
        if (only_alpha(state->target[t].format)) {
            state->blend_factor[OMBRE_ALPHA] = state->blend_factor[OMBRE_RED];
            return;
        }
}

/* --- Widths ----------------------------------------------------------------
 */

/* How a shader's outputs are packed before they are blended. */
enum packing {
    PACK_HALF,
    PACK_8,
    PACK_16,
    PACK_16_SIGNED,
    PACK_11,
    PACK_CLAMP
};

static float packed(float x, enum packing packing)
{
    if (isnan(x))
        return x;
    switch (packing) {
    case PACK_HALF: return (float) fault_half((double) x);
    case PACK_8:
        return (float) (floor((double) clamp(x, 0, 1) * 255 + 0.5) / 255);
    case PACK_16:
        return (float) (floor((double) clamp(x, 0, 1) * 65535 + 0.5) / 65535);
    case PACK_16_SIGNED:
        return (float) (nearbyint((double) clamp(x, -1, 1) * 32767) / 32767);
    case PACK_11: {
        const struct ombre_format *format =
            ombre_format_find(26); /* R11G11B10_FLOAT */
        return (float) ombre_decode(
            format, OMBRE_RED, ombre_encode(format, OMBRE_RED, (double) x));
    }
    case PACK_CLAMP: return clamp(x, 0, 1);
    }
    return x;
}

static void pack(struct fault_question *question, int packing)
{
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
            if (question->state->shader.output[n].type == OMBRE_OUTPUT_FLOAT)
                question->source.word[n][c] =
                    fault_word(packed(fault_float(question->source.word[n][c]),
                                      (enum packing) packing));
}

/* Denormal numbers that a shader writes are lost. */
static void flush(struct fault_question *question, int arg)
{
    (void) arg;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        uint32_t *word = &question->source.word[question->target][c];
        if (question->state->shader.output[question->target].type ==
                OMBRE_OUTPUT_FLOAT &&
            (*word & 0x7F800000) == 0)
            *word &= 0x80000000;
    }
}

/* Whether alpha is stored like the other components, or not at all. */
static bool is_even(const struct ombre_format *format)
{
    for (unsigned c = OMBRE_GREEN; c < OMBRE_COMPONENTS; c++)
        if (format->component[c].bits &&
            format->component[c].bits != format->component[OMBRE_RED].bits)
            return false;
    return true;
}

/* To the target's own grid: what FS 17.5 lets an output merger do, with the
 * grid of the component that is written. */
static void on_grid(struct fault_question *question, int arg)
{
    const struct ombre_format *format =
        question->state->target[question->target].format;
    (void) arg;
    for (unsigned c = 0;
         format && !format->srgb && blends(question) &&
         fault_is_fixed(format) && is_even(format) && c < OMBRE_COMPONENTS;
         c++) {
        uint32_t *word = &question->source.word[question->target][c];
        const enum ombre_component component = (enum ombre_component) c;
        if (ombre_format_has(format, component))
            *word = fault_word((float) ombre_decode(
                format, component,
                ombre_encode(format, component, (double) fault_float(*word))));
    }
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"dual.swapped", "the two sources are exchanged", "F7", "Mesa bc7f442d8e0", .operands = second, .arg = SECOND_SWAPPED},
    {"dual.second-zero", "the second source reads as 0", "F7", "blade#294", .operands = second, .arg = SECOND_ZERO},
    {"dual.second-one", "the second source reads as 1", "F7", "", .operands = second, .arg = SECOND_ONE},
    {"dual.second-first", "the second source reads as the first", "F7", "Vitrail#347", .operands = second, .arg = SECOND_FIRST},
    {"dual.first-second", "the first source reads as the second", "F7", "dxvk e2340d722", .operands = second, .arg = SECOND_FOR_FIRST},
    {"dual.alpha-one", "the second source's alpha reads as 1", "F7", "VK-GL-CTS 4fa59f439", .operands = second, .arg = SECOND_ALPHA_ONE},
    {"dual.alpha-first", "the second source's alpha is the first's", "F7", "VK-GL-CTS 4fa59f439", .operands = second, .arg = SECOND_ALPHA_FIRST},
    {"dual.color-first", "the second source's colour is the first's", "F7", "", .operands = second, .arg = SECOND_COLOR_FIRST},
    {"dual.red-blue", "red and blue of the second source are exchanged", "F7", "aco fb781bfb0a5", .operands = second, .arg = SECOND_RED_BLUE},
    {"dual.color-alpha", "the second source's colour is its alpha", "F7", "", .operands = second, .arg = SECOND_COLOR_ALPHA},
    {"dual.inverse", "the second source is inverted", "F7", "", .operands = second, .arg = SECOND_INVERSE},
    {"dual.off", "a second source turns blending off", "F7", "Dawn f08e1943ed", .state = second_off},
    {"dual.unclamped", "the second source is not clamped on fixed-point targets", "F7", "VK-GL-CTS a6b203e30", .quirks = QUIRK(SECOND_UNCLAMPED)},
    {"constant.zero", "the blend factor reads as 0", "F9", "dxvk 586d0de7b, SwiftShader f43948c7a, flutter#192397", .state = constant, .arg = CONSTANT_ZERO},
    {"constant.one", "the blend factor reads as 1", "F9", "Mesa 23bd889541a", .state = constant, .arg = CONSTANT_ONE},
    {"constant.rotated", "the blend factor's components are rotated", "F9", "Mesa 54509d27d9c", .state = constant, .arg = CONSTANT_ROTATED},
    {"constant.red-blue", "red and blue of the blend factor are exchanged", "F9", "Mesa 54509d27d9c", .state = constant, .arg = CONSTANT_RED_BLUE},
    {"constant.unswizzled", "the blend factor's red and blue are exchanged on BGR targets", "F9", "Mesa 54509d27d9c", .operands = constant_unswizzled, .result = swizzle_back},
    {"constant.alpha-red", "the blend factor's alpha is its red", "F9", "Mesa ebe95fee21c", .state = constant, .arg = CONSTANT_ALPHA_RED},
    {"constant.red-for-all", "all of the blend factor is its red", "F9", "", .state = constant, .arg = CONSTANT_RED_ALL},
    {"constant.alpha-one", "the blend factor's alpha reads as 1", "F9", "", .state = constant, .arg = CONSTANT_ALPHA_ONE},
    {"constant.unclamped", "the blend factor is not clamped on fixed-point targets", "F9", "Mesa 2c4b8f91684, SwiftShader 771860401, SwiftShader e9c047f47", .quirks = QUIRK(CONSTANT_UNCLAMPED)},
    {"constant.clamped", "the blend factor is clamped to 0 and 1 on every target", "F9", "WebGL#3413, WebGL#3464, nxt#103", .state = constant, .arg = CONSTANT_CLAMPED},
    {"constant.positive", "negative blend factors read as 0 on every target", "F9", "", .state = constant, .arg = CONSTANT_POSITIVE},
    {"constant.signed", "the blend factor is clamped to -1 and 1 on every target", "F9", "", .state = constant, .arg = CONSTANT_SIGNED},
    {"constant.as-first", "the blend factor is clamped to the range of the first target", "F9", "ANGLE c517463abe, Mesa f9839e7e1b4", .state = constant, .arg = CONSTANT_AS_FIRST},
    {"constant.8-bit", "the blend factor has 8 bits", "F9", "", .state = constant, .arg = CONSTANT_8},
    {"constant.half", "the blend factor is an fp16 number", "F9", "", .state = constant, .arg = CONSTANT_HALF},
    {"constant.inverse", "the blend factor is inverted", "F9", "", .state = constant, .arg = CONSTANT_INVERSE},
    {"constant.encoded", "the blend factor is sRGB encoded", "F9", "", .state = constant, .arg = CONSTANT_ENCODED},
    {"constant.magnitude", "the blend factor loses its sign", "F9", "", .state = constant, .arg = CONSTANT_MAGNITUDE},
    {"swizzle.stored", "red and blue are stored the other way round", "F11", "VK-GL-CTS 24155ad75", .result = result_red_blue, .arg = false},
    {"swizzle.stored-bgr", "red and blue of BGR targets are stored the other way round", "F11", "VK-GL-CTS 24155ad75", .result = result_red_blue, .arg = true},
    {"swizzle.read", "red and blue of the destination are read the other way round", "F11", "xenia e39bb0487", .operands = dest_red_blue},
    {"dest.zero", "the destination reads as 0", "F14", "Mesa 4c15131b1d3", .operands = wrong_dest, .arg = DEST_ZERO},
    {"dest.alpha-one", "the destination's alpha reads as 1", "F11", "Ryujinx#3553", .operands = wrong_dest, .arg = DEST_ALPHA_ONES},
    {"dest.first-sample", "every sample blends over the first one's destination", "F13", "", .operands = wrong_dest, .arg = DEST_FIRST_SAMPLE},
    {"missing.alpha-zero", "alpha that the target lacks reads as 0", "F11", "Vulkan-Docs#1614, gpuweb#2025", .quirks = QUIRK(MISSING_ALPHA_ZERO)},
    {"missing.alpha-source", "alpha that the target lacks reads as the source's", "F11", "Mesa f091392c0d5", .quirks = QUIRK(MISSING_ALPHA_SOURCE)},
    {"missing.alpha-hidden", "the padding of B8G8R8X8 is read as alpha", "F11", "Mesa 1e86cdd8b7b, Mesa fca457790e1, iXit/Mesa-3D#125", .state = x_stored},
    {"a8.color-equation", "A8 targets use the colour equation", "F11", "vkd3d-proton 42e3adc2, dxvk 8d1b9eca5, dxvk#4515", .state = carried, .arg = CARRIED_EQUATION},
    {"a8.red-mask", "A8 targets are written where red is", "F11", "dxvk 5828f0e2b", .state = carried, .arg = CARRIED_MASK},
    {"a8.red-output", "A8 targets get the red of outputs", "F11", "FNA#485", .operands = carried_words},
    {"a8.red-constant", "A8 targets use the red of the blend factor", "F11", "vkd3d-proton 42e3adc2", .state = carried_constant},
    {"export.half", "outputs are packed as fp16", "F15", "", .operands = pack, .arg = PACK_HALF},
    {"export.8-bit", "outputs are packed as UNORM8", "F15", "SwiftShader 7a5713285", .operands = pack, .arg = PACK_8},
    {"export.16-bit", "outputs are packed as UNORM16", "F15", "", .operands = pack, .arg = PACK_16},
    {"export.16-bit-signed", "outputs are packed as SNORM16", "F15", "", .operands = pack, .arg = PACK_16_SIGNED},
    {"export.11-bit", "outputs are packed as 11-bit floats", "F15", "", .operands = pack, .arg = PACK_11},
    {"export.clamped", "outputs are clamped to 0 and 1", "F10", "SwiftShader 4d65934f6", .operands = pack, .arg = PACK_CLAMP},
    {"export.flushed", "denormal outputs become 0", "F10", "", .operands = flush},
    {"export.on-grid", "outputs are converted to a fixed-point target before blending", "F15", "", "FS 17.5: blending at the target's precision", .operands = on_grid},
    {"precision.interpolation-cut", "on the target's grid, what mixes source and destination is cut", "F15", "VK-GL-CTS a8d7dbeb9", .operands = on_grid, .quirks = QUIRK(MIXTURE_TRUNCATES)},
    {"place.slot", "on odd targets, what mixes source and destination is cut", "F15", "", .operands = on_grid, .quirks = QUIRK(MIXTURE_ODD)},
    {"place.dithered", "what mixes source and destination is dithered by position", "F15", "", .operands = on_grid, .quirks = QUIRK(MIXTURE_DITHERED)},
};
/* clang-format on */

const struct fault_table fault_operands = {rows, sizeof rows / sizeof rows[0]};
