/* Which samples are written: family F13. */
#include <math.h>

#include "faults_parts.h"

static uint32_t all_samples(const struct ombre_state *state)
{
    return (uint32_t) ((UINT64_C(1) << state->sample_count) - 1);
}

/* --- Sample mask and SV_Coverage --------------------------------------------
 */

enum mask {
    MASK_IGNORED,
    MASK_SHIFTED_UP,
    MASK_SHIFTED_DOWN,
    MASK_INVERTED,
    MASK_REVERSED,
    MASK_ANY_AS_ALL,
    MASK_FIRST_ONLY,
    MASK_PARTIAL_AS_NONE,
    MASK_IGNORED_AT_1,
    MASK_HIGH_BITS,
};

static uint32_t wrong_mask(uint32_t mask, unsigned count, enum mask how)
{
    const uint32_t all = (uint32_t) ((UINT64_C(1) << count) - 1);
    uint32_t out = 0;
    mask &= all;
    switch (how) {
    case MASK_IGNORED: return UINT32_MAX;
    case MASK_SHIFTED_UP: return mask << 1;
    case MASK_SHIFTED_DOWN: return mask >> 1;
    case MASK_INVERTED: return ~mask;
    case MASK_REVERSED:
        for (unsigned s = 0; s < count; s++)
            out |= (mask >> s & 1) << (count - 1 - s);
        return out;
    case MASK_ANY_AS_ALL: return mask ? UINT32_MAX : 0;
    case MASK_FIRST_ONLY: return mask & 1;
    case MASK_PARTIAL_AS_NONE: return mask == all ? mask : 0;
    case MASK_IGNORED_AT_1: return count == 1 ? UINT32_MAX : mask;
    case MASK_HIGH_BITS: break;
    }
    return mask;
}

static void sample_mask(struct ombre_state *state, int how)
{
    state->sample_mask = how == MASK_HIGH_BITS
                             ? state->sample_mask >> state->sample_count
                             : wrong_mask(state->sample_mask,
                                          state->sample_count, (enum mask) how);
}

/* Of some targets only. */
enum { ONLY_FIRST, ONLY_LAST, ALL_BUT_FIRST };

static uint32_t mask_of_some(const struct fault_question *question,
                             uint32_t covered, int where)
{
    const unsigned last = question->right->target_count - 1;
    const bool kept = where == ONLY_FIRST  ? question->target == 0
                      : where == ONLY_LAST ? question->target == last
                                           : question->target != 0;
    if (kept)
        return covered;
    struct ombre_state state = *question->state;
    state.sample_mask = UINT32_MAX;
    return fault_covered(&state, &question->source, question->pixel->exported);
}

static void export_off(struct ombre_state *state, int at_1_only)
{
    if (!at_1_only || state->sample_count == 1)
        state->shader.coverage = OMBRE_COVERAGE_NONE;
}

static uint32_t wrong_export(const struct fault_question *question,
                             uint32_t covered, int how)
{
    const struct ombre_pixel_shader *shader = &question->state->shader;
    struct ombre_state state = *question->state;
    uint32_t exported = question->pixel->exported;
    if (shader->coverage == OMBRE_COVERAGE_NONE)
        return covered;
    if (shader->coverage == OMBRE_COVERAGE_MASK)
        exported = shader->coverage_mask;
    state.shader.coverage = OMBRE_COVERAGE_PER_PIXEL;
    return fault_covered(
        &state, &question->source,
        wrong_mask(exported, state.sample_count, (enum mask) how));
}

/* SV_Coverage in place of the sample mask, not beside it. */
static uint32_t export_replaces(const struct fault_question *question,
                                uint32_t covered, int arg)
{
    (void) arg;
    if (question->state->shader.coverage == OMBRE_COVERAGE_NONE)
        return covered;
    struct ombre_state state = *question->state;
    state.sample_mask = UINT32_MAX;
    return fault_covered(&state, &question->source, question->pixel->exported);
}

/* A constant SV_Coverage where every pixel has its own. */
static uint32_t export_constant(const struct fault_question *question,
                                uint32_t covered, int arg)
{
    (void) arg;
    return question->state->shader.coverage == OMBRE_COVERAGE_PER_PIXEL
               ? fault_covered(question->state, &question->source, 1)
               : covered;
}

/* --- Alpha to coverage ------------------------------------------------------
 */

static void to_coverage(struct ombre_state *state, int on)
{
    state->alpha_to_coverage = on;
}

static void to_coverage_not_at_1(struct ombre_state *state, int arg)
{
    (void) arg;
    if (state->sample_count == 1)
        state->alpha_to_coverage = false;
}

static bool asks_alpha(const struct fault_question *question)
{
    return question->state->alpha_to_coverage &&
           question->state->shader.coverage == OMBRE_COVERAGE_NONE;
}

/* On top of SV_Coverage, which should turn it off. */
static uint32_t with_export(const struct fault_question *question,
                            uint32_t covered, int arg)
{
    (void) arg;
    struct ombre_state state = *question->state;
    if (state.shader.coverage == OMBRE_COVERAGE_NONE)
        return covered;
    state.shader.coverage = OMBRE_COVERAGE_NONE;
    return covered & fault_covered(&state, &question->source, 0);
}

enum alpha {
    ALPHA_OF_SECOND,
    ALPHA_OF_TARGET,
    ALPHA_OF_RED,
    ALPHA_INVERTED,
    ALPHA_NAN_COVERS,
    ALPHA_NEGATIVE_COVERS,
    ALPHA_ABOVE_WRAPS,
};

static float wrong_alpha(const struct fault_question *question, enum alpha how)
{
    const struct ombre_source *source = &question->source;
    const float alpha = fault_float(source->word[0][OMBRE_ALPHA]);
    switch (how) {
    case ALPHA_OF_SECOND: return fault_float(source->word[1][OMBRE_ALPHA]);
    case ALPHA_OF_TARGET:
        return fault_float(source->word[question->target][OMBRE_ALPHA]);
    case ALPHA_OF_RED: return fault_float(source->word[0][OMBRE_RED]);
    case ALPHA_INVERTED: return 1 - alpha;
    case ALPHA_NAN_COVERS: return isnan(alpha) ? 1 : alpha;
    case ALPHA_NEGATIVE_COVERS: return alpha < 0 ? -alpha : alpha;
    case ALPHA_ABOVE_WRAPS: return alpha > 1 ? alpha - 1 : alpha;
    }
    return alpha;
}

static uint32_t by_alpha(const struct fault_question *question,
                         uint32_t covered, int how)
{
    if (!asks_alpha(question))
        return covered;
    struct ombre_source source = question->source;
    source.word[0][OMBRE_ALPHA] =
        fault_word(wrong_alpha(question, (enum alpha) how));
    return fault_covered(question->state, &source, question->pixel->exported);
}

/* By what blending leaves of alpha in the first target. */
static uint32_t by_blended_alpha(const struct fault_question *question,
                                 uint32_t covered, int arg)
{
    struct ombre_prediction p;
    struct ombre_source source = question->source;
    (void) arg;
    if (!asks_alpha(question) || !question->state->target[0].format ||
        !ombre_format_has(question->state->target[0].format, OMBRE_ALPHA) ||
        !ombre_predict(question->state, 0, &question->source,
                       &question->pixel->dest[0][question->sample],
                       OMBRE_JUDGE_EXACT, &p))
        return covered;
    source.word[0][OMBRE_ALPHA] =
        fault_word((float) p.component[OMBRE_ALPHA].value);
    return fault_covered(question->state, &source, question->pixel->exported);
}

/* Alpha to coverage of some targets only. */
static uint32_t alpha_of_some(const struct fault_question *question,
                              uint32_t covered, int where)
{
    const bool kept =
        where == ONLY_FIRST ? question->target == 0 : question->target != 0;
    struct ombre_state state = *question->state;
    if (kept)
        return covered;
    state.alpha_to_coverage = false;
    return fault_covered(&state, &question->source, question->pixel->exported);
}

/* Whether anything is covered at all decides for all samples. */
enum threshold { ANY_ALPHA, HALF_ALPHA, FULL_ALPHA, POSITION, LAST_SAMPLES };

static uint32_t by_threshold(const struct fault_question *question,
                             uint32_t covered, int how)
{
    const float alpha = fault_float(question->source.word[0][OMBRE_ALPHA]);
    const struct ombre_coverage c = ombre_predict_coverage(
        question->state, &question->source, question->pixel->exported);
    if (!asks_alpha(question) || c.min == c.max)
        return covered;
    switch ((enum threshold) how) {
    case ANY_ALPHA: return alpha > 0 ? c.mask : 0;
    case HALF_ALPHA: return alpha >= 0.5f ? c.mask : 0;
    case FULL_ALPHA: return alpha >= 1 ? c.mask : 0;
    case POSITION:
        return (question->pixel->column + question->pixel->row) % 2 ? c.mask
                                                                    : 0;
    case LAST_SAMPLES: return c.mask & ~covered;
    }
    return covered;
}

/* The highest alpha covers all samples but one. */
static uint32_t never_all(const struct fault_question *question,
                          uint32_t covered, int arg)
{
    (void) arg;
    return asks_alpha(question) && covered == all_samples(question->state)
               ? covered & covered >> 1
               : covered;
}

/* The lowest alpha covers one. */
static uint32_t never_none(const struct fault_question *question,
                           uint32_t covered, int arg)
{
    (void) arg;
    return asks_alpha(question) && !covered ? question->state->sample_mask & 1
                                            : covered;
}

/* Blending sees alpha 1 where coverage has used it up. */
static void alpha_to_one(struct fault_question *question, int everywhere)
{
    if (everywhere || question->state->alpha_to_coverage)
        for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
            if (question->state->shader.output[n].type == OMBRE_OUTPUT_FLOAT &&
                n == question->target && n == 0)
                question->source.word[n][OMBRE_ALPHA] = fault_word(1);
}

static uint32_t keep_alpha(const struct fault_question *question,
                           uint32_t covered, int arg)
{
    (void) arg;
    (void) covered;
    return fault_covered(question->state, question->pixel->source,
                         question->pixel->exported);
}

/* --- Rows ------------------------------------------------------------------
 */

/* clang-format off */
static const struct fault_row rows[] = {
    {"sample.mask-ignored", "the sample mask is ignored", "F13", "dxvk#2653, Ryujinx#3069", .state = sample_mask, .arg = MASK_IGNORED},
    {"sample.mask-up", "the sample mask is shifted up by one", "F13", "ANGLE e27759f9e1", .state = sample_mask, .arg = MASK_SHIFTED_UP},
    {"sample.mask-down", "the sample mask is shifted down by one", "F13", "", .state = sample_mask, .arg = MASK_SHIFTED_DOWN},
    {"sample.mask-inverted", "the sample mask is inverted", "F13", "", .state = sample_mask, .arg = MASK_INVERTED},
    {"sample.mask-reversed", "the sample mask's bits are in the opposite order", "F13", "", .state = sample_mask, .arg = MASK_REVERSED},
    {"sample.mask-any", "any bit of the sample mask covers all samples", "F13", "", .state = sample_mask, .arg = MASK_ANY_AS_ALL},
    {"sample.mask-first", "only the first bit of the sample mask counts", "F13", "", .state = sample_mask, .arg = MASK_FIRST_ONLY},
    {"sample.mask-partial", "a partial sample mask covers nothing", "F13", "", .state = sample_mask, .arg = MASK_PARTIAL_AS_NONE},
    {"sample.mask-at-1", "the sample mask is ignored at one sample", "F13", "dxvk#3798", .state = sample_mask, .arg = MASK_IGNORED_AT_1},
    {"sample.mask-high", "the sample mask's high bits are used", "F13", "", .state = sample_mask, .arg = MASK_HIGH_BITS},
    {"sample.mask-of-first", "the sample mask counts on the first target only", "F13", "dawn:1462", .coverage = mask_of_some, .arg = ONLY_FIRST},
    {"sample.mask-of-last", "the sample mask counts on the last target only", "F13", "dawn:1462", .coverage = mask_of_some, .arg = ONLY_LAST},
    {"sample.mask-not-of-first", "the sample mask does not count on the first target", "F13", "", .coverage = mask_of_some, .arg = ALL_BUT_FIRST},
    {"export.ignored", "SV_Coverage is ignored", "F13", "Mesa 334da034d8d", .state = export_off, .arg = false},
    {"export.ignored-at-1", "SV_Coverage is ignored at one sample", "F13", "Mesa 334da034d8d", .state = export_off, .arg = true},
    {"export.inverted", "SV_Coverage is inverted", "F13", "", .coverage = wrong_export, .arg = MASK_INVERTED},
    {"export.up", "SV_Coverage is shifted up by one", "F13", "", .coverage = wrong_export, .arg = MASK_SHIFTED_UP},
    {"export.reversed", "SV_Coverage's bits are in the opposite order", "F13", "", .coverage = wrong_export, .arg = MASK_REVERSED},
    {"export.any", "any bit of SV_Coverage covers all samples", "F13", "", .coverage = wrong_export, .arg = MASK_ANY_AS_ALL},
    {"export.replaces-mask", "SV_Coverage replaces the sample mask", "F13", "", .coverage = export_replaces},
    {"export.constant", "SV_Coverage of every pixel is 1", "F13", "", .coverage = export_constant},
    {"a2c.off", "alpha to coverage is ignored", "F13", "Mesa 59b1578176a", .state = to_coverage, .arg = false},
    {"a2c.always", "alpha to coverage is always on", "F13", "", .state = to_coverage, .arg = true},
    {"a2c.not-at-1", "alpha to coverage is ignored at one sample", "F13", "VK-GL-CTS f04efc2ae", .state = to_coverage_not_at_1},
    {"a2c.with-export", "SV_Coverage does not turn alpha to coverage off", "F13", "", .coverage = with_export},
    {"a2c.of-second", "alpha to coverage takes the alpha of output 1", "F13", "Mesa 3be728f1d0f, llpc#2292", .coverage = by_alpha, .arg = ALPHA_OF_SECOND},
    {"a2c.of-each", "each target's coverage is by its own output's alpha", "F13", "", .coverage = by_alpha, .arg = ALPHA_OF_TARGET},
    {"a2c.of-red", "alpha to coverage takes red", "F13", "Mesa 3be728f1d0f", .coverage = by_alpha, .arg = ALPHA_OF_RED},
    {"a2c.inverted", "alpha to coverage takes 1 - alpha", "F13", "", .coverage = by_alpha, .arg = ALPHA_INVERTED},
    {"a2c.nan-covers", "NaN covers all samples", "F13", "", .coverage = by_alpha, .arg = ALPHA_NAN_COVERS},
    {"a2c.negative-covers", "negative alpha covers samples", "F13", "", .coverage = by_alpha, .arg = ALPHA_NEGATIVE_COVERS},
    {"a2c.above-wraps", "alpha above 1 wraps around", "F13", "", .coverage = by_alpha, .arg = ALPHA_ABOVE_WRAPS},
    {"a2c.blended", "alpha to coverage takes alpha after blending", "F13", "Mesa 9bf2a89127f", .coverage = by_blended_alpha},
    {"a2c.only-first", "alpha to coverage counts on the first target only", "F13", "Mesa bc66cebc0df, MoltenVK b1a8b59f", .coverage = alpha_of_some, .arg = ONLY_FIRST},
    {"a2c.not-first", "alpha to coverage does not count on the first target", "F13", "Mesa 91aa25f4625, Mesa 369f9d225db", .coverage = alpha_of_some, .arg = ALL_BUT_FIRST},
    {"a2c.never-all", "alpha 1 leaves a sample out", "F13", "", .coverage = never_all},
    {"a2c.never-none", "alpha 0 covers a sample", "F13", "", .coverage = never_none},
    {"a2c.to-one", "blending sees alpha 1 with alpha to coverage", "F13", "PAL 6353b182, Mesa 87d31cadad0", .operands = alpha_to_one, .coverage = keep_alpha, .arg = false},
    {"a2c.to-one-always", "blending sees alpha 1 in output 0", "F13", "Mesa 09782e5e6d5", .operands = alpha_to_one, .coverage = keep_alpha, .arg = true},
    {"a2c.any-alpha", "any alpha above 0 covers all samples", "F13", "", "FS 17.18: between the ends coverage is the device's choice", .coverage = by_threshold, .arg = ANY_ALPHA},
    {"a2c.half-alpha", "alpha of a half or more covers all samples, less none", "F13", "", "FS 17.18: between the ends coverage is the device's choice", .coverage = by_threshold, .arg = HALF_ALPHA},
    {"a2c.full-alpha", "alpha below 1 covers nothing", "F13", "", "FS 17.18: between the ends coverage is the device's choice", .coverage = by_threshold, .arg = FULL_ALPHA},
    {"a2c.dithered", "alpha to coverage depends on the position", "F13", "Mesa 8a52e4cc4fa, Dawn 8931ff460e, gpuweb#4890", "FS 17.18: between the ends coverage is the device's choice", .coverage = by_threshold, .arg = POSITION},
    {"a2c.other-samples", "alpha to coverage covers the last samples first", "F13", "", "FS 17.18: between the ends coverage is the device's choice", .coverage = by_threshold, .arg = LAST_SAMPLES},
};
/* clang-format on */

const struct fault_table fault_coverage = {rows, sizeof rows / sizeof rows[0]};
