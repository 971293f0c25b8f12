#include "ombre/reference.h"

#include <math.h>
#include <string.h>

#include "reference_integer.h"
#include "reference_shared.h"
#include "reference_terms.h"

/* --- Names ---------------------------------------------------------------- */

static const char *const judge_names[] = {
#define X(id, name) [OMBRE_JUDGE_##id] = name,
    OMBRE_JUDGES(X)
#undef X
};

struct rule_text {
    const char *name, *sentence, *source;
};

static const struct rule_text rule_texts[] = {
#define X(id, name, sentence, source) \
    [OMBRE_REFERENCE_RULE_##id] = {name, sentence, source},
    OMBRE_REFERENCE_RULES(X)
#undef X
};

const char *ombre_judge_name(enum ombre_judge judge)
{
    return (unsigned) judge < OMBRE_JUDGE_COUNT ? judge_names[judge] : NULL;
}

bool ombre_judge_from_name(const char *name, enum ombre_judge *out)
{
    for (unsigned i = 0; i < OMBRE_JUDGE_COUNT; i++) {
        if (strcmp(name, judge_names[i]) == 0) {
            *out = (enum ombre_judge) i;
            return true;
        }
    }
    return false;
}

static const struct rule_text *rule_text(enum ombre_reference_rule rule)
{
    const unsigned count = sizeof rule_texts / sizeof rule_texts[0];
    return &rule_texts[(unsigned) rule < count ? (unsigned) rule : 0];
}

const char *ombre_reference_rule_name(enum ombre_reference_rule rule)
{
    return rule_text(rule)->name;
}

const char *ombre_reference_rule_sentence(enum ombre_reference_rule rule)
{
    return rule_text(rule)->sentence;
}

const char *ombre_reference_rule_source(enum ombre_reference_rule rule)
{
    return rule_text(rule)->source;
}

/* --- Fates ---------------------------------------------------------------- */

static bool is_shared(const struct ombre_format *format)
{
    return format->numeric == OMBRE_SHARED;
}

static double kept_value(const struct ombre_format *format,
                         enum ombre_component component,
                         const struct ombre_texel *dest, uint32_t code)
{
    return is_shared(format)
               ? ombre_shared_decode(ombre_shared_exponent(dest), code)
               : ombre_decode(format, component, code);
}

static void keep(const struct ombre_format *format,
                 enum ombre_component component, const struct ombre_texel *dest,
                 enum ombre_reference_rule rule,
                 struct ombre_component_prediction *out)
{
    out->fate = OMBRE_FATE_KEPT;
    out->rule = rule;
    out->code = ombre_texel_code(format, dest, component);
    out->value = kept_value(format, component, dest, out->code);
    const int64_t ordinal = ombre_code_ordinal(format, component, out->code);
    ombre_code_set_add(&out->legal, ordinal, ordinal);
}

static bool declares(const struct ombre_output *output,
                     enum ombre_component component)
{
    return output->components & (1u << component);
}

/* Whether the equation of `component` reads something that the shader does not
 * define: FS 16.9.1 (a component not declared), 17.6 (source 1 not written, or
 * MIN and MAX beside a second source). */
static bool reads_undefined(const struct ombre_state *state, unsigned target,
                            const struct terms *t)
{
    const struct ombre_output *const o0 = &state->shader.output[target];
    const struct ombre_output *const o1 = &state->shader.output[1];
    const struct ombre_target *const to = &state->target[target];

    if (t->used[OPERAND_SRC] && !declares(o0, t->component))
        return true;
    if (t->used[OPERAND_SRC_ALPHA] && !declares(o0, OMBRE_ALPHA))
        return true;
    if (!ombre_target_is_dual_source(to))
        return false;

    const bool no_source1 = o1->type != OMBRE_OUTPUT_FLOAT;
    if (t->used[OPERAND_SRC1] && (no_source1 || !declares(o1, t->component)))
        return true;
    if (t->used[OPERAND_SRC1_ALPHA] &&
        (no_source1 || !declares(o1, OMBRE_ALPHA)))
        return true;
    return to->color.op == OMBRE_OP_MIN || to->color.op == OMBRE_OP_MAX ||
           to->alpha.op == OMBRE_OP_MIN || to->alpha.op == OMBRE_OP_MAX;
}

static void undefined(const struct ombre_format *format,
                      enum ombre_component component,
                      struct ombre_component_prediction *out)
{
    int64_t low, high;
    ombre_ordinal_limits(format, component, &low, &high);
    ombre_code_set_add(&out->legal, low, high);
    out->legal.nan =
        format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
    out->fate = OMBRE_FATE_UNDEFINED;
    out->rule = OMBRE_REFERENCE_RULE_UNDEFINED;
}

/* --- Written components ----------------------------------------------------
 */

static bool is_float(const struct ombre_format *format)
{
    return format->numeric == OMBRE_FLOAT || format->numeric == OMBRE_UFLOAT;
}

static bool is_integer(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UINT || format->numeric == OMBRE_SINT;
}

static bool is_srgb(const struct terms *t)
{
    return t->format->srgb && t->component != OMBRE_ALPHA;
}

/* Khronos CTS's thresholds (vktPipelineBlendTestsCommon.cpp): floats
 * absolutely. */
static void cts_float(const struct terms *t, double value,
                      struct ombre_code_set *legal)
{
    const struct ombre_format *const format = t->format;
    const unsigned bits = format->component[t->component].bits;
    const double room = bits == 32   ? 1e-5
                        : bits == 16 ? 0.005
                        : bits == 11 ? 0.02
                                     : 0.0625;
    if (isnan(value))
        return;
    const uint32_t low = ombre_encode(format, t->component, value - room);
    const uint32_t high = ombre_encode(format, t->component, value + room);
    ombre_code_set_add(legal, ombre_code_ordinal(format, t->component, low),
                       ombre_code_ordinal(format, t->component, high));
}

/* 4 codes of fixed point, 10 of a dual-source sRGB target; of a 2-bit component
 * 0.34, of a 1-bit one 0.1. */
static void cts_fixed(const struct terms *t, bool dual_source, uint32_t ideal,
                      struct ombre_code_set *legal)
{
    const unsigned bits = t->format->component[t->component].bits;
    const int64_t room = bits == 1                   ? 0
                         : bits == 2                 ? 1
                         : dual_source && is_srgb(t) ? 10
                                                     : 4;
    int64_t low, high;
    ombre_ordinal_limits(t->format, t->component, &low, &high);
    const int64_t code = ombre_code_ordinal(t->format, t->component, ideal);
    const int64_t first = code - room, last = code + room;
    ombre_code_set_add(legal, first < low ? low : first,
                       last > high ? high : last);
}

static void cts_legal(const struct terms *t, bool dual_source,
                      const struct ideal *ideal, struct ombre_code_set *legal)
{
    if (is_float(t->format))
        cts_float(t, ideal->value, legal);
    else
        cts_fixed(t, dual_source, ideal->code, legal);
}

static struct ideal ideal_of(const struct terms *t)
{
    if (is_float(t->format))
        return float_ideal(t);
    return is_srgb(t) ? srgb_ideal(t) : fixed_ideal(t);
}

void terms_legal(const struct terms *t, enum ombre_judge judge,
                 struct ombre_code_set *legal)
{
    if (is_float(t->format))
        float_legal(t, judge, legal);
    else if (is_srgb(t))
        srgb_legal(t, judge, legal);
    else
        fixed_legal(t, judge, legal);
}

static void add_ideal(const struct terms *t, const struct ideal *ideal,
                      struct ombre_code_set *legal)
{
    if (ombre_code_is_nan(t->format, t->component, ideal->code)) {
        legal->nan = true;
        return;
    }
    const int64_t ordinal =
        ombre_code_ordinal(t->format, t->component, ideal->code);
    ombre_code_set_add(legal, ordinal, ordinal);
}

/* The rule that a reader should look up first. */
static enum ombre_reference_rule rule_of(const struct terms *t,
                                         const struct ideal *ideal)
{
    const bool nan = terms_have_nan(t);
    if (is_float(t->format)) {
        if (isnan(ideal->value) && t->blend && !nan)
            return OMBRE_REFERENCE_RULE_ZERO_WEIGHT;
        if (isnan(ideal->value))
            return OMBRE_REFERENCE_RULE_NAN;
        return t->blend ? OMBRE_REFERENCE_RULE_FLOAT_BLEND
                        : OMBRE_REFERENCE_RULE_FLOAT_STORE;
    }
    if (t->blend)
        return nan ? OMBRE_REFERENCE_RULE_NAN_BLEND
                   : OMBRE_REFERENCE_RULE_BLEND;
    return nan ? OMBRE_REFERENCE_RULE_NAN_STORE : OMBRE_REFERENCE_RULE_STORE;
}

static void write_terms(const struct ombre_state *state, unsigned target,
                        const struct terms *t, enum ombre_judge judge,
                        struct ombre_component_prediction *out)
{
    const struct ombre_target *const to = &state->target[target];
    const struct ideal ideal = ideal_of(t);

    out->fate = OMBRE_FATE_WRITTEN;
    out->value = ideal.value;
    out->code = ideal.code;
    out->rule = rule_of(t, &ideal);
    add_ideal(t, &ideal, &out->legal);
    if (judge == OMBRE_JUDGE_EXACT)
        out->rule = OMBRE_REFERENCE_RULE_NONE;
    else if (judge == OMBRE_JUDGE_CTS)
        cts_legal(t, ombre_target_is_dual_source(to), &ideal, &out->legal);
    else
        terms_legal(t, judge, &out->legal);
}

/* A float output on an integer target and the like: D3D12 rejects it (id 677),
 * older versions leave the value undefined. */
static bool type_matches(const struct ombre_format *format,
                         enum ombre_output_type type)
{
    return is_integer(format)
               ? type == OMBRE_OUTPUT_UINT || type == OMBRE_OUTPUT_SINT
               : type == OMBRE_OUTPUT_FLOAT;
}

static void write_component(const struct ombre_state *state, unsigned target,
                            enum ombre_component component,
                            const struct ombre_source *source,
                            const struct ombre_texel *dest,
                            enum ombre_judge judge,
                            struct ombre_component_prediction *out)
{
    const struct ombre_format *const format = state->target[target].format;
    const struct ombre_output *const output = &state->shader.output[target];

    if (!type_matches(format, output->type) ||
        (is_shared(format) &&
         shared_mask(state->target[target].write_mask) != SHARED_MASK_WRITES)) {
        undefined(format, component, out);
        return;
    }
    if (is_integer(format)) {
        if (!declares(output, component)) {
            undefined(format, component, out);
            return;
        }
        const struct integer_result r = integer_store(
            state, format, component, output->type,
            source->word[target][component],
            ombre_texel_code(format, dest, component), judge, &out->legal);
        out->fate = OMBRE_FATE_WRITTEN;
        out->value = r.ideal.value;
        out->code = r.ideal.code;
        out->rule = r.rule;
        return;
    }
    const struct terms t =
        terms_resolve(state, target, component, source, dest);
    if (is_shared(format)) { /* codes and sets: shared_predict() */
        out->fate = OMBRE_FATE_WRITTEN;
        out->rule = OMBRE_REFERENCE_RULE_SHARED;
    } else {
        write_terms(state, target, &t, judge, out);
    }
    if (reads_undefined(state, target, &t))
        undefined(format, component, out);
}

/* --- Public --------------------------------------------------------------- */

static bool is_real_target(const struct ombre_state *state, unsigned target)
{
    return target < state->target_count && target < OMBRE_MAX_TARGETS &&
           state->target[target].format != NULL;
}

bool ombre_predict(const struct ombre_state *state, unsigned target,
                   const struct ombre_source *source,
                   const struct ombre_texel *dest, enum ombre_judge judge,
                   struct ombre_prediction *out)
{
    *out = (struct ombre_prediction){0};
    if (!is_real_target(state, target) || (unsigned) judge >= OMBRE_JUDGE_COUNT)
        return false;

    const struct ombre_target *const to = &state->target[target];
    const bool declared =
        state->shader.bound &&
        state->shader.output[target].type != OMBRE_OUTPUT_NONE;

    const unsigned mask =
        is_shared(to->format) &&
                shared_mask(to->write_mask) != SHARED_MASK_KEEPS
            ? ~0u
            : to->write_mask;

    for (int i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        struct ombre_component_prediction *const p = &out->component[i];
        if (!ombre_format_has(to->format, c))
            continue;  /* OMBRE_FATE_ABSENT */
        if (!declared) /* FS 16.9.1 */
            keep(to->format, c, dest, OMBRE_REFERENCE_RULE_UNDECLARED, p);
        else if (!(mask & (1u << i))) /* FS 17.15 */
            keep(to->format, c, dest, OMBRE_REFERENCE_RULE_MASKED, p);
        else
            write_component(state, target, c, source, dest, judge, p);
    }
    if (is_shared(to->format))
        shared_predict(state, target, source, dest, judge, out);
    return true;
}

bool ombre_predict_uncovered(const struct ombre_state *state, unsigned target,
                             const struct ombre_texel *dest,
                             struct ombre_prediction *out)
{
    *out = (struct ombre_prediction){0};
    if (!is_real_target(state, target))
        return false;

    const struct ombre_format *const format = state->target[target].format;
    for (int i = 0; i < OMBRE_COMPONENTS; i++) {
        const enum ombre_component c = (enum ombre_component) i;
        if (ombre_format_has(format, c))
            keep(format, c, dest, OMBRE_REFERENCE_RULE_NOT_COVERED,
                 &out->component[i]);
    }
    if (is_shared(format))
        shared_keep(dest, out);
    return true;
}
