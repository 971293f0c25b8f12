#include "ombre/faults.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "faults_parts.h"

/* --- The catalogue ---------------------------------------------------------
 *
 * Rows of the tables first, then pairs of enumerators.
 */

static const struct fault_table *const tables[] = {
    &fault_mapping,    &fault_targets, &fault_operands,
    &fault_arithmetic, &fault_bits,    &fault_coverage,
};

enum { TABLES = sizeof tables / sizeof tables[0] };

static size_t row_count(void)
{
    size_t count = 0;
    for (unsigned i = 0; i < TABLES; i++)
        count += tables[i]->count;
    return count;
}

static const struct fault_row *row_at(size_t index)
{
    for (unsigned i = 0; i < TABLES; i++) {
        if (index < tables[i]->count)
            return &tables[i]->row[index];
        index -= tables[i]->count;
    }
    return NULL;
}

size_t ombre_fault_count(void)
{
    return row_count() + fault_pair_count();
}

bool ombre_fault_at(size_t index, struct ombre_fault *out)
{
    const struct fault_row *row = row_at(index);
    *out = (struct ombre_fault){0};
    if (index >= ombre_fault_count())
        return false;
    if (!row) {
        fault_pair_tell(index - row_count(), out);
        return true;
    }
    snprintf(out->id, sizeof out->id, "%s", row->id);
    snprintf(out->words, sizeof out->words, "%s", row->words);
    out->family = row->family;
    out->reports = row->reports ? row->reports : "";
    out->legal = row->legal;
    return true;
}

bool ombre_fault_find(const char *id, size_t *index)
{
    struct ombre_fault fault;
    for (size_t i = 0; ombre_fault_at(i, &fault); i++)
        if (strcmp(fault.id, id) == 0) {
            *index = i;
            return true;
        }
    return false;
}

/* --- The state -------------------------------------------------------------
 */

static bool same_equation(const struct ombre_equation *a,
                          const struct ombre_equation *b)
{
    return a->src == b->src && a->dest == b->dest && a->op == b->op;
}

static bool same_target(const struct ombre_target *a,
                        const struct ombre_target *b)
{
    return a->format == b->format && a->blend_enable == b->blend_enable &&
           same_equation(&a->color, &b->color) &&
           same_equation(&a->alpha, &b->alpha) &&
           a->write_mask == b->write_mask;
}

/* What all targets share. */
static bool same_shared(const struct ombre_state *a,
                        const struct ombre_state *b)
{
    return a->logic_op_enable == b->logic_op_enable &&
           a->logic_op == b->logic_op &&
           a->alpha_to_coverage == b->alpha_to_coverage &&
           memcmp(a->blend_factor, b->blend_factor, sizeof a->blend_factor) ==
               0 &&
           a->sample_mask == b->sample_mask &&
           memcmp(&a->shader, &b->shader, sizeof a->shader) == 0;
}

/* A merger that reads a second source where the shader has none reads what
 * SV_Target1 would be. */
static void give_second_source(const struct ombre_state *right,
                               struct ombre_state *state)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (state->target[t].format &&
            ombre_target_is_dual_source(&state->target[t]) &&
            !ombre_target_is_dual_source(&right->target[t]))
            state->shader.output[1] =
                (struct ombre_output){OMBRE_OUTPUT_FLOAT, 0xF};
}

/* Take the state for what a fault takes it for; whether anything but the state
 * may differ. */
static bool plant(size_t fault, struct ombre_state *state)
{
    const struct fault_row *row = row_at(fault);
    if (!row) {
        fault_pair_apply(fault - row_count(), state);
        return false;
    }
    if (row->state)
        row->state(state, row->arg);
    return row->operands || row->coverage || row->result ||
           fault_quirks_any(&row->quirks);
}

bool ombre_faulty_init(struct ombre_faulty *out, const size_t *fault,
                       unsigned count, const struct ombre_state *state)
{
    bool everywhere = false, anywhere = false;
    *out = (struct ombre_faulty){.right = *state, .state = *state};
    for (unsigned i = 0; i < count && i < OMBRE_FAULTS_AT_ONCE; i++) {
        if (fault[i] >= ombre_fault_count())
            continue;
        out->fault[out->count++] = fault[i];
        everywhere = plant(fault[i], &out->state) || everywhere;
    }
    give_second_source(state, &out->state);
    everywhere = everywhere || !same_shared(state, &out->state);
    for (unsigned t = 0; t < state->target_count; t++) {
        out->touches[t] = state->target[t].format &&
                          (everywhere || !same_target(&state->target[t],
                                                      &out->state.target[t]));
        anywhere = anywhere || out->touches[t];
    }
    return anywhere;
}

/* --- Coverage --------------------------------------------------------------
 */

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

uint32_t fault_covered(const struct ombre_state *state,
                       const struct ombre_source *source, uint32_t exported)
{
    const struct ombre_coverage c =
        ombre_predict_coverage(state, source, exported);
    const double alpha = (double) fault_float(source->word[0][OMBRE_ALPHA]);
    unsigned wanted = c.max;
    if (c.min < c.max && alpha > 0 && alpha < 1)
        wanted = (unsigned) (alpha * state->sample_count + 0.5);
    wanted = wanted < c.min ? c.min : wanted > c.max ? c.max : wanted;
    uint32_t covered = 0;
    for (unsigned s = 0;
         s < OMBRE_MAX_TARGETS * 4 && bits_set(covered) < wanted; s++)
        covered |= c.mask & UINT32_C(1) << s;
    return covered;
}

static struct fault_question ask(const struct ombre_faulty *faulty,
                                 const struct ombre_fault_pixel *pixel,
                                 unsigned target, unsigned sample)
{
    struct fault_question question = {
        .right = &faulty->right,
        .state = &faulty->state,
        .pixel = pixel,
        .target = target,
        .sample = sample,
        .source = *pixel->source,
    };
    if (faulty->right.target[target].format)
        question.dest = pixel->dest[target][sample];
    for (unsigned i = 0; i < faulty->count; i++) {
        const struct fault_row *row = row_at(faulty->fault[i]);
        if (row && row->operands)
            row->operands(&question, row->arg);
    }
    return question;
}

static bool is_real(const struct ombre_faulty *faulty, unsigned target,
                    unsigned sample)
{
    return target < faulty->right.target_count && target < OMBRE_MAX_TARGETS &&
           faulty->right.target[target].format &&
           sample < faulty->right.sample_count;
}

static uint32_t covered_by(const struct ombre_faulty *faulty,
                           const struct fault_question *question)
{
    uint32_t covered = fault_covered(question->state, &question->source,
                                     question->pixel->exported);
    for (unsigned i = 0; i < faulty->count; i++) {
        const struct fault_row *row = row_at(faulty->fault[i]);
        if (row && row->coverage)
            covered = row->coverage(question, covered, row->arg);
    }
    return covered;
}

uint32_t ombre_fault_coverage(const struct ombre_faulty *faulty,
                              const struct ombre_fault_pixel *pixel,
                              unsigned target)
{
    if (!is_real(faulty, target, 0))
        return 0;
    const struct fault_question question = ask(faulty, pixel, target, 0);
    return covered_by(faulty, &question);
}

/* --- One sample ------------------------------------------------------------
 */

static struct fault_quirks quirks_of(const struct ombre_faulty *faulty)
{
    struct fault_quirks out = {{0}};
    for (unsigned i = 0; i < faulty->count; i++) {
        const struct fault_row *row = row_at(faulty->fault[i]);
        for (unsigned w = 0; row && w < 2; w++)
            out.word[w] |= row->quirks.word[w];
    }
    return out;
}

/* What the reference says of the question as the merger takes it. */
static bool predict(const struct fault_question *question,
                    enum ombre_judge judge, struct ombre_prediction *out)
{
    return ombre_predict(question->state, question->target, &question->source,
                         &question->dest, judge, out);
}

static const struct ombre_format *format_of(
    const struct fault_question *question)
{
    return question->state->target[question->target].format;
}

/* Bits of components that are kept are those of the texel, however the merger
 * has read them. */
static struct fault_answer first_answer(const struct fault_question *question,
                                        const struct ombre_prediction *p)
{
    const struct ombre_format *format = format_of(question);
    const struct ombre_texel *before =
        &question->pixel->dest[question->target][question->sample];
    struct fault_answer answer = {.exponent = p->exponent};
    static const struct fault_quirks none = {{0}};
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        answer.fate[c] = p->component[c].fate;
        answer.code[c] = p->component[c].code;
        if (answer.fate[c] == OMBRE_FATE_KEPT ||
            (answer.fate[c] == OMBRE_FATE_UNDEFINED &&
             !(fault_is_fixed(format) || fault_is_float(format))))
            answer.code[c] = ombre_texel_code(format, before, component);
        else if (answer.fate[c] == OMBRE_FATE_UNDEFINED)
            answer.code[c] = fault_math(question, component, &none);
    }
    return answer;
}

/* Replace the codes that arithmetic with quirks would make others. */
static void apply_quirks(const struct fault_question *question,
                         const struct fault_quirks *quirks,
                         struct fault_answer *answer)
{
    const struct ombre_format *format = format_of(question);
    static const struct fault_quirks none = {{0}};
    if (!fault_quirks_any(quirks) ||
        !(fault_is_fixed(format) || fault_is_float(format)))
        return;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (answer->fate[c] != OMBRE_FATE_WRITTEN)
            continue;
        const uint32_t plain = fault_math(question, component, &none);
        const uint32_t wrong = fault_math(question, component, quirks);
        if (plain != wrong)
            answer->code[c] = wrong;
    }
}

static struct fault_answer answer_of(const struct ombre_faulty *faulty,
                                     const struct fault_question *question,
                                     const struct ombre_prediction *p)
{
    const struct fault_quirks quirks = quirks_of(faulty);
    struct fault_answer answer = first_answer(question, p);
    apply_quirks(question, &quirks, &answer);
    for (unsigned i = 0; i < faulty->count; i++) {
        const struct fault_row *row = row_at(faulty->fault[i]);
        if (row && row->result)
            row->result(question, &answer, row->arg);
    }
    return answer;
}

static bool is_covered(const struct ombre_faulty *faulty,
                       const struct fault_question *question)
{
    return covered_by(faulty, question) >> question->sample & 1;
}

/* Whether a merger reads the question as the right one does, and the right one
 * writes the sample, too. */
static bool reads_right(const struct ombre_faulty *faulty,
                        const struct fault_question *question)
{
    const struct ombre_fault_pixel *pixel = question->pixel;
    const unsigned t = question->target;
    return same_target(&faulty->right.target[t], &faulty->state.target[t]) &&
           same_shared(&faulty->right, &faulty->state) &&
           memcmp(&question->source, pixel->source, sizeof question->source) ==
               0 &&
           memcmp(&question->dest, &pixel->dest[t][question->sample],
                  sizeof question->dest) == 0 &&
           fault_covered(&faulty->right, pixel->source, pixel->exported) >>
                   question->sample &
               1;
}

/* The right merger's answer, taken from what it left. */
static void take_right(const struct ombre_faulty *faulty,
                       const struct fault_question *question,
                       struct ombre_prediction *out)
{
    const struct ombre_format *format = format_of(question);
    const struct ombre_target *target = &faulty->right.target[question->target];
    const bool declared =
        faulty->right.shader.bound &&
        faulty->right.shader.output[question->target].type != OMBRE_OUTPUT_NONE;
    const struct ombre_texel *left =
        &question->pixel->right[question->target][question->sample];
    const bool whole = format->numeric == OMBRE_SHARED;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        out->component[c].code = ombre_texel_code(format, left, component);
        out->component[c].fate =
            !ombre_format_has(format, component) ? OMBRE_FATE_ABSENT
            : declared && (target->write_mask >> c & 1 || whole)
                ? OMBRE_FATE_WRITTEN
                : OMBRE_FATE_KEPT;
    }
    if (whole)
        out->exponent = ombre_shared_exponent(left);
}

bool ombre_fault_apply(const struct ombre_faulty *faulty,
                       const struct ombre_fault_pixel *pixel, unsigned target,
                       unsigned sample, struct ombre_texel *out)
{
    *out = (struct ombre_texel){{0}};
    if (!is_real(faulty, target, sample))
        return false;
    *out = pixel->dest[target][sample];
    const struct fault_question question = ask(faulty, pixel, target, sample);
    struct ombre_prediction p;
    if (!is_covered(faulty, &question))
        return true;
    if (pixel->right[target] && reads_right(faulty, &question))
        take_right(faulty, &question, &p);
    else if (!predict(&question, OMBRE_JUDGE_EXACT, &p))
        return true;
    const struct fault_answer answer = answer_of(faulty, &question, &p);
    const struct ombre_format *format = format_of(&question);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (answer.fate[c] != OMBRE_FATE_ABSENT)
            ombre_texel_set_code(format, out, (enum ombre_component) c,
                                 answer.code[c]);
    if (format->numeric == OMBRE_SHARED &&
        answer.fate[OMBRE_RED] != OMBRE_FATE_KEPT)
        ombre_shared_set_exponent(out, answer.exponent);
    return true;
}

/* --- Explaining ------------------------------------------------------------
 */

static unsigned same_components(const struct ombre_format *format,
                                const struct ombre_texel *a,
                                const struct ombre_texel *b)
{
    unsigned same = 0;
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_texel_code(format, a, (enum ombre_component) c) ==
            ombre_texel_code(format, b, (enum ombre_component) c))
            same |= 1u << c;
    if (format->numeric == OMBRE_SHARED &&
        ombre_shared_exponent(a) != ombre_shared_exponent(b))
        return 1u << OMBRE_ALPHA;
    return same;
}

/* Whether `code` is what a written component may be: the fault's own code, or
 * one that the reference allows of the question as the merger takes it, where
 * that is all there is to the fault. */
static bool allows(const struct fault_question *question,
                   const struct ombre_prediction *p,
                   const struct fault_answer *answer,
                   enum ombre_component component, uint32_t code)
{
    const struct ombre_component_prediction *one = &p->component[component];
    if (code == answer->code[component])
        return true;
    return answer->code[component] == one->code &&
           one->fate == OMBRE_FATE_WRITTEN &&
           ombre_code_set_has(&one->legal, format_of(question), component,
                              code);
}

/* Like allows(), for R9G9B9E5, whose components are right or wrong together. */
static unsigned explains_shared(const struct ombre_prediction *p,
                                const struct fault_answer *answer,
                                const struct ombre_texel *got)
{
    const struct ombre_texel own =
        ombre_shared_texel(answer->exponent, answer->code);
    bool same = answer->exponent == p->exponent;
    for (unsigned c = 0; c < OMBRE_SHARED_COMPONENTS; c++)
        same = same && answer->code[c] == p->component[c].code;
    return own.word[0] == got->word[0] ||
                   (same && ombre_shared_set_has(&p->texels, got))
               ? 0xF
               : 1u << OMBRE_ALPHA;
}

static unsigned explains_written(const struct ombre_faulty *faulty,
                                 const struct fault_question *question,
                                 enum ombre_judge judge,
                                 const struct ombre_texel *got)
{
    const struct ombre_format *format = format_of(question);
    struct ombre_prediction p;
    unsigned explained = 0;
    if (!predict(question, judge, &p))
        return same_components(
            question->right->target[question->target].format,
            &question->pixel->dest[question->target][question->sample], got);
    const struct fault_answer answer = answer_of(faulty, question, &p);
    if (format->numeric == OMBRE_SHARED)
        return explains_shared(&p, &answer, got);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (allows(question, &p, &answer, (enum ombre_component) c,
                   ombre_texel_code(format, got, (enum ombre_component) c)))
            explained |= 1u << c;
    return explained;
}

unsigned ombre_fault_explains(const struct ombre_faulty *faulty,
                              const struct ombre_fault_pixel *pixel,
                              unsigned target, unsigned sample,
                              enum ombre_judge judge,
                              const struct ombre_texel *got)
{
    if (!is_real(faulty, target, sample))
        return 0;
    const struct ombre_format *format = faulty->right.target[target].format;
    const struct fault_question question = ask(faulty, pixel, target, sample);
    unsigned explained =
        is_covered(faulty, &question)
            ? explains_written(faulty, &question, judge, got)
            : same_components(format, &pixel->dest[target][sample], got);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (!ombre_format_has(format, (enum ombre_component) c))
            explained |= 1u << c;
    return explained;
}
