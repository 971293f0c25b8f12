#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "batch.h"
#include "words.h"

/* --- Values ----------------------------------------------------------------
 */

/* Controls must not stumble over what a driver is merely imprecise at: their
 * values are codes of the target, finite, normal, and pairwise distinct within
 * a component as far as its bits allow. */
enum { VALUES = TILE_PIXELS * OMBRE_COMPONENTS };

/* Bits of a normal float with `exponent_bits`: exponents around one, and
 * mantissas spread over their range.  They are short enough for the difference
 * of any two to be exact in fp32: lavapipe makes ZERO*src + ONE*dest of
 * src + 1*(dest - src). */
static uint32_t float_code(unsigned bits, unsigned exponent_bits,
                           bool is_signed, unsigned k)
{
    const unsigned mantissa_bits = bits - exponent_bits - is_signed;
    const uint32_t bias = (1u << (exponent_bits - 1)) - 1;
    const uint32_t mantissa_mask = (1u << mantissa_bits) - 1;
    const uint32_t low_mask = mantissa_bits > 12 ? mantissa_mask >> 12 : 0;
    const uint32_t mantissa =
        (k * 0x51EB85u + 0x2Bu) & mantissa_mask & ~low_mask;
    const uint32_t exponent = bias - 2 + k % 5;
    const uint32_t sign = is_signed ? k & 1 : 0;
    return sign << (bits - 1) | exponent << mantissa_bits | mantissa;
}

static uint32_t control_code(const struct ombre_format *format,
                             enum ombre_component component, unsigned k)
{
    const unsigned bits = format->component[component].bits;
    if (bits == 0)
        return 0;
    const uint32_t top = bits == 32 ? UINT32_MAX : (1u << bits) - 1;
    const uint64_t share = 2 * k + 1, whole = 2 * VALUES + 1;
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_UINT:
    case OMBRE_SHARED: return (uint32_t) (top * share / whole);
    case OMBRE_SNORM:
    case OMBRE_SINT: {
        /* The lowest code is left out: its value is that of the next. */
        const int64_t high = top / 2;
        const int64_t value =
            (int64_t) (2 * (uint64_t) high * share / whole) - high;
        return (uint32_t) value & top;
    }
    case OMBRE_FLOAT: return float_code(bits, bits == 32 ? 8 : 5, true, k);
    case OMBRE_UFLOAT: return float_code(bits, 5, false, k);
    }
    return 0;
}

static unsigned source_index(unsigned pixel, unsigned component)
{
    return pixel * OMBRE_COMPONENTS + component;
}

struct ombre_texel control_dest(const struct ombre_format *format,
                                enum tile tile, unsigned pixel)
{
    struct ombre_texel texel = {{0}};
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        /* The other way round than sources, and each tile its own. */
        const unsigned k = VALUES - 1 - source_index(pixel, c);
        ombre_texel_set_code(format, &texel, (enum ombre_component) c,
                             control_code(format, (enum ombre_component) c,
                                          (k + 2 * (unsigned) tile) % VALUES));
    }
    return texel;
}

static uint32_t float_word(double value)
{
    const float narrow = (float) value;
    uint32_t word;
    memcpy(&word, &narrow, sizeof word);
    return word;
}

void control_source(const struct ombre_state *state, unsigned slot,
                    unsigned pixel, uint32_t word[4])
{
    const struct ombre_format *format = state->target[slot].format;
    const bool is_float = state->shader.output[slot].type == OMBRE_OUTPUT_FLOAT;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        const unsigned k = source_index(pixel, c);
        if (!format || !ombre_format_has(format, component) ||
            format->numeric == OMBRE_SHARED) {
            /* Nothing may depend on it: any value that is not 0 or 1. */
            word[c] = is_float ? float_word((k + 1) / 32.0) : k + 2;
            continue;
        }
        const uint32_t code = control_code(format, component, k);
        word[c] = is_float
                      ? float_word(ombre_decode(format, component, code))
                      : (uint32_t) ombre_code_ordinal(format, component, code);
    }
}

/* --- States ----------------------------------------------------------------
 */

static bool can_blend(const struct ombre_vk_facts *facts, VkFormat format)
{
    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == format)
            return facts->format[i].blend;
    return false;
}

struct ombre_state control_state(const struct ombre_state *state,
                                 const struct ombre_translation *plan,
                                 const struct ombre_vk_facts *facts,
                                 enum tile tile)
{
    static const struct ombre_equation store = {OMBRE_ONE, OMBRE_ZERO,
                                                OMBRE_OP_ADD};
    static const float constants[4] = {0.375f, 0.625f, 0.25f, 0.875f};
    static const struct ombre_equation keep = {OMBRE_ZERO, OMBRE_ONE,
                                               OMBRE_OP_ADD};
    struct ombre_state out = *state;
    out.logic_op_enable = false;
    out.alpha_to_coverage = false;
    out.sample_mask = UINT32_MAX;
    /* No control has it in an equation: those of all cases are the same. */
    memcpy(out.blend_factor, constants, sizeof out.blend_factor);
    for (unsigned t = 0; t < state->target_count; t++) {
        struct ombre_target *target = &out.target[t];
        if (!target->format)
            continue;
        target->blend_enable = false;
        target->color = target->alpha = store;
        target->write_mask = 0xF;
        if (tile != TILE_KEEP)
            continue;
        /* What cannot blend keeps its bits behind a mask instead. */
        if (target->format->blendable &&
            (plan->vk.emulated >> t & 1 ||
             can_blend(facts, plan->vk.format[t]))) {
            target->blend_enable = true;
            target->color = target->alpha = keep;
        } else {
            target->write_mask = 0;
        }
    }
    return out;
}

/* --- Checks ----------------------------------------------------------------
 */

static void set_control(struct control *control, enum control_state state)
{
    *control = (struct control){.state = state};
}

/* Say where a control first differs. */
static void set_wrong(const struct batch *batch, struct control *control,
                      unsigned target, unsigned pixel, unsigned sample,
                      enum ombre_component component, uint32_t want,
                      uint32_t got)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    char wanted[48], had[48];
    words_of_code(wanted, format, component, want);
    words_of_code(had, format, component, got);
    control->state = CONTROL_WRONG;
    snprintf(control->detail, sizeof control->detail,
             "target %u %s texel %u sample %u %s: want %s, got %s", target,
             format->name, pixel, sample, component_name(component), wanted,
             had);
}

/* Codes that a tile's texel must have.  Returns false for a component that may
 * hold anything. */
static bool wanted_code(const struct batch *batch, enum tile tile,
                        unsigned target, unsigned pixel,
                        enum ombre_component component, uint32_t *want)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const struct ombre_pixel_shader *shader = &batch->first->state->shader;
    const struct ombre_texel dest = batch_before(
        batch, target, layout_tile_texel(&batch->layout, tile, pixel), 0);
    *want = ombre_texel_code(format, &dest, component);
    const bool declared =
        shader->bound && shader->output[target].type != OMBRE_OUTPUT_NONE;
    if (tile != TILE_IDENTITY || !declared)
        return true; /* FS 16.9.1: a target without an output keeps its bits */
    *want = control_code(format, component,
                         source_index(pixel, (unsigned) component));
    return format->numeric != OMBRE_SHARED &&
           (shader->output[target].components >> component & 1);
}

static void check_texel(const struct batch *batch, struct control *control,
                        unsigned run, enum tile tile, unsigned target,
                        unsigned pixel, unsigned sample)
{
    const struct ombre_format *format =
        batch->first->state->target[target].format;
    const size_t texel = layout_tile_texel(&batch->layout, tile, pixel);
    const struct ombre_texel after =
        batch_after(batch, run, target, texel, sample);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        uint32_t want;
        if (!ombre_format_has(format, component) ||
            !wanted_code(batch, tile, target, pixel, component, &want))
            continue;
        const uint32_t got = ombre_texel_code(format, &after, component);
        if (got != want && control->state != CONTROL_WRONG)
            set_wrong(batch, control, target, pixel, sample, component, want,
                      got);
    }
}

static void check_run(const struct batch *batch, struct control *control,
                      unsigned run, enum tile tile)
{
    for (unsigned t = 0; t < batch->first->state->target_count; t++) {
        if (!batch->first->state->target[t].format)
            continue;
        for (unsigned pixel = 0; pixel < TILE_PIXELS; pixel++)
            for (unsigned s = 0; s < batch->samples; s++)
                check_texel(batch, control, run, tile, t, pixel, s);
    }
}

static void check_tile(const struct batch *batch, struct control *control,
                       enum tile tile)
{
    set_control(control, CONTROL_RIGHT);
    if (batch->layout.is_bare) {
        control->state = CONTROL_UNTESTED;
        snprintf(control->detail, sizeof control->detail,
                 "there is no room for it beside the pixels");
        return;
    }
    for (unsigned run = 0; run < BATCH_RUNS; run++)
        check_run(batch, control, run, tile);
}

static void check_drawn_tile(const struct batch *batch, struct control *control,
                             enum tile tile)
{
    const struct ombre_translation *state = &batch->first->control[tile];
    if (state->status == OMBRE_TRANSLATE_OK) {
        check_tile(batch, control, tile);
        return;
    }
    set_control(control, CONTROL_UNTESTED);
    snprintf(control->detail, sizeof control->detail, "%.150s", state->reason);
}

static void check_echo(const struct batch *batch, struct control *control)
{
    set_control(control, CONTROL_RIGHT);
    for (size_t i = 0; i < BATCH_RUNS * batch->record_count; i++) {
        const size_t run = i / batch->record_count;
        const size_t record = i % batch->record_count;
        const uint32_t *sent = batch->operands[record];
        const uint32_t *seen = batch->echo[run][record];
        for (unsigned w = 0; w < 4; w++)
            if (seen[w] != sent[w] && control->state != CONTROL_WRONG) {
                control->state = CONTROL_WRONG;
                snprintf(control->detail, sizeof control->detail,
                         "record %zu word %u: sent 0x%08" PRIx32
                         ", the shader saw 0x%08" PRIx32,
                         record, w, sent[w], seen[w]);
            }
    }
}

/* Which path is broken.  Texels that nobody drew passed the upload and the
 * read-back, but no draw; identity texels passed a draw and the read-back, but
 * no upload. */
static const char *blame(const struct drawing *drawing, enum control_id *proof)
{
    const struct control *control = drawing->control;
    *proof = CONTROL_UNDRAWN;
    if (control[CONTROL_UNDRAWN].state == CONTROL_WRONG)
        return control[CONTROL_IDENTITY].state == CONTROL_RIGHT ? "upload"
                                                                : "read-back";
    *proof = CONTROL_ECHO;
    if (control[CONTROL_ECHO].state == CONTROL_WRONG)
        return "operand path";
    *proof = CONTROL_IDENTITY;
    return control[CONTROL_IDENTITY].state == CONTROL_WRONG ? "operand path"
                                                            : NULL;
}

static const char *evidence(enum control_id proof)
{
    switch (proof) {
    case CONTROL_UNDRAWN: return "texels that nobody drew have changed";
    case CONTROL_ECHO: return "the shader saw other operands than were sent";
    case CONTROL_IDENTITY:
        return "undrawn texels are right, yet with blending off a value on the "
               "grid was not stored";
    case CONTROL_KEEP:
    case CONTROL_COUNT: break;
    }
    return "";
}

void controls_check(const struct batch *batch, struct drawing *drawing)
{
    check_tile(batch, &drawing->control[CONTROL_UNDRAWN], TILE_UNDRAWN);
    check_drawn_tile(batch, &drawing->control[CONTROL_IDENTITY], TILE_IDENTITY);
    check_drawn_tile(batch, &drawing->control[CONTROL_KEEP], TILE_KEEP);
    check_echo(batch, &drawing->control[CONTROL_ECHO]);
    enum control_id proof;
    const char *path = blame(drawing, &proof);
    if (!path)
        return;
    drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "%s: %s (%s)", path,
                evidence(proof), drawing->control[proof].detail);
    drawing->broken = true;
}

void controls_conclude(struct drawing *drawing)
{
    const struct control *keep = &drawing->control[CONTROL_KEEP];
    switch (drawing->outcome) {
    case OUTCOME_PASS:
    case OUTCOME_QUALITY_WARNING:
    case OUTCOME_COMPATIBILITY_WARNING:
        if (keep->state == CONTROL_WRONG)
            drawing_end(drawing, OUTCOME_INTERNAL_ERROR,
                        "operand path: stores are right, yet ZERO*src + "
                        "ONE*dest did not keep dest (%s)",
                        keep->detail);
        return;
    case OUTCOME_FAIL:
    case OUTCOME_NOT_SUPPORTED:
    case OUTCOME_CRASH:
    case OUTCOME_TIMEOUT:
    case OUTCOME_DEVICE_LOST:
    case OUTCOME_VALIDATION_ERROR:
    case OUTCOME_INTERNAL_ERROR:
    case OUTCOME_FLAKE:
    case OUTCOME_COUNT: return;
    }
}
