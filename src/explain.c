#include "ombre/explain.h"

#include <math.h>
#include <string.h>

#include "reference_shared.h"
#include "reference_trace.h"

/* --- Names ---------------------------------------------------------------- */

static const char *const operand_names[] = {
#define X(id, name) [OMBRE_OPERAND_##id] = name,
    OMBRE_OPERANDS(X)
#undef X
};

struct freedom_text {
    const char *name, *sentence, *source;
};

static const struct freedom_text freedom_texts[] = {
#define X(id, name, sentence, source) \
    [OMBRE_FREEDOM_##id] = {name, sentence, source},
    OMBRE_FREEDOMS(X)
#undef X
};

const char *ombre_operand_name(enum ombre_operand operand)
{
    return (unsigned) operand < OMBRE_OPERAND_COUNT ? operand_names[operand]
                                                    : NULL;
}

const char *ombre_freedom_name(enum ombre_freedom freedom)
{
    return (unsigned) freedom < OMBRE_FREEDOM_COUNT
               ? freedom_texts[freedom].name
               : NULL;
}

const char *ombre_freedom_sentence(enum ombre_freedom freedom)
{
    return (unsigned) freedom < OMBRE_FREEDOM_COUNT
               ? freedom_texts[freedom].sentence
               : NULL;
}

const char *ombre_freedom_source(enum ombre_freedom freedom)
{
    return (unsigned) freedom < OMBRE_FREEDOM_COUNT
               ? freedom_texts[freedom].source
               : NULL;
}

/* --- Numbers and codes ---------------------------------------------------- */

/* The private order of operands is the public one. */
_Static_assert((int) OPERAND_COUNT == (int) OMBRE_OPERAND_COUNT &&
                   (int) OPERAND_CONSTANT == (int) OMBRE_OPERAND_CONSTANT &&
                   (int) OPERAND_DEST_ALPHA == (int) OMBRE_OPERAND_DEST_ALPHA,
               "operands are numbered alike");

/* What positions are counted in. */
struct place {
    const struct terms *t;
    enum ombre_arithmetic arithmetic;
    unsigned exponent; /* R9G9B9E5 */
};

static double float_position(const struct terms *t, double x)
{
    const struct float_grid *const grid = float_target_grid(t);
    if (!isfinite(x))
        return NAN;
    const double held = fmax(fmin(x, grid->largest), -grid->largest);
    const double below = float_down(grid, held);
    const int64_t ordinal = ombre_code_ordinal(
        t->format, t->component, ombre_encode(t->format, t->component, below));
    return (double) ordinal + (held - below) / float_step(grid, held);
}

static double position_of(const struct place *p, double x, bool alpha)
{
    switch (p->arithmetic) {
    case OMBRE_ARITHMETIC_FIXED: return x * terms_scale(p->t);
    case OMBRE_ARITHMETIC_SRGB:
        return alpha ? x * 255 : ombre_srgb_from_linear(x);
    case OMBRE_ARITHMETIC_FLOAT: return float_position(p->t, x);
    case OMBRE_ARITHMETIC_SHARED:
        return x / ombre_shared_decode(p->exponent, 1);
    case OMBRE_ARITHMETIC_NONE:
    case OMBRE_ARITHMETIC_INTEGER:
    case OMBRE_ARITHMETIC_LOGIC: break;
    }
    return NAN;
}

static double within(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static bool is_fixed(const struct place *p)
{
    return p->arithmetic == OMBRE_ARITHMETIC_FIXED ||
           p->arithmetic == OMBRE_ARITHMETIC_SRGB;
}

/* FS 17.5: what the target can hold. */
static double clamped(const struct place *p, double x)
{
    const enum ombre_numeric numeric = p->t->format->numeric;
    if (is_fixed(p) && isnan(x))
        return 0; /* FS 3.2.3.4, 3.2.3.6, 3.2.3.8 */
    if (is_fixed(p))
        return within(x, numeric == OMBRE_SNORM ? -1 : 0, 1);
    if (!isfinite(x) || float_is_fp32(p->t))
        return x;
    const double largest = float_target_grid(p->t)->largest;
    return within(x, numeric == OMBRE_FLOAT ? -largest : 0, largest);
}

/* --- Operands ------------------------------------------------------------- */

static bool is_dest(enum operand operand)
{
    return operand == OPERAND_DEST || operand == OPERAND_DEST_ALPHA;
}

static bool is_alpha(enum operand operand)
{
    return operand == OPERAND_SRC_ALPHA || operand == OPERAND_SRC1_ALPHA ||
           operand == OPERAND_CONSTANT_ALPHA || operand == OPERAND_DEST_ALPHA;
}

static uint32_t float_bits(double x)
{
    const float f = (float) x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* FS 17.5, 3.1.3.2: as the ideal arithmetic takes it. */
static double taken(const struct place *p, double x)
{
    if (is_fixed(p))
        return clamped(p, x);
    return p->t->blend && float_is_fp32(p->t) ? float_flushed(x) : x;
}

static struct ombre_explained_operand operand_of(
    const struct place *p, const struct ombre_source *source, unsigned target,
    enum operand operand)
{
    const struct terms *const t = p->t;
    const bool alpha = is_alpha(operand);
    const enum ombre_component c = alpha ? OMBRE_ALPHA : t->component;
    struct ombre_explained_operand out = {
        .used = t->used[operand],
        .given = t->value[operand],
        .value = taken(p, t->value[operand]),
    };
    out.position = position_of(p, out.value, alpha);
    if (is_dest(operand)) {
        out.stored = ombre_format_has(t->format, c);
        out.stands_in = !out.stored;
        out.bits = alpha ? t->dest_alpha_code : t->dest_code;
    } else if (operand == OPERAND_CONSTANT ||
               operand == OPERAND_CONSTANT_ALPHA) {
        out.bits = float_bits(t->value[operand]);
    } else {
        const bool second =
            operand == OPERAND_SRC1 || operand == OPERAND_SRC1_ALPHA;
        out.bits = source->word[second ? 1 : target][c];
    }
    return out;
}

/* --- The equation --------------------------------------------------------- */

static void explain_equation(const struct place *p,
                             struct ombre_explanation *out)
{
    const struct terms *const t = p->t;
    double x[OPERAND_COUNT];
    for (int i = 0; i < OPERAND_COUNT; i++)
        x[i] = out->operand[i].value;

    out->sum = out->source_term = x[t->source];
    out->source_factor = 1;
    if (t->blend && !float_is_sum(t)) {
        out->dest_factor = 1;
        out->dest_term = x[t->destination];
        out->sum = float_combine(t->op, out->source_term, out->dest_term);
    } else if (t->blend) {
        out->source_factor = float_factor(t->src, x);
        out->dest_factor = float_factor(t->dest, x);
        out->source_term = x[t->source] * out->source_factor;
        out->dest_term = x[t->destination] * out->dest_factor;
        out->sum = float_combine(t->op, out->source_term, out->dest_term);
    }
    out->result = clamped(p, out->sum);
    out->position = position_of(p, out->result, false);
}

/* --- Ends ----------------------------------------------------------------- */

static struct trace trace_of(const struct ombre_code_set *legal)
{
    struct trace trace = {0};
    for (unsigned r = 0; r < legal->count; r++) {
        trace.end[trace.count++].ordinal = legal->range[r].first;
        trace.end[trace.count].is_last = true;
        trace.end[trace.count++].ordinal = legal->range[r].last;
    }
    return trace;
}

/* Predict once more, to see which decisions reach the ends. */
static void find_ends(struct terms *t, enum ombre_judge judge,
                      struct ombre_explanation *out)
{
    const bool shared = out->arithmetic == OMBRE_ARITHMETIC_SHARED;
    const struct ombre_code_set *const legal = &out->prediction.legal;
    struct trace trace = trace_of(legal);
    const bool is_judged =
        judge > OMBRE_JUDGE_EXACT && judge <= OMBRE_JUDGE_VULKAN;

    struct ombre_code_set ignored = {0};
    struct shared_values values = {0};
    t->trace = &trace;
    if (is_judged && shared)
        float_values(t, judge, &values);
    else if (is_judged)
        terms_legal(t, judge, &ignored);

    out->end_count = trace.count;
    for (unsigned i = 0; i < trace.count; i++) {
        const uint32_t code =
            ombre_ordinal_code(t->format, t->component, trace.end[i].ordinal);
        out->end[i] = (struct ombre_explained_end){
            .code = code,
            .is_ideal = code == out->prediction.code,
            .is_found = trace.end[i].is_found,
            .by = trace.end[i].by,
        };
    }
}

/* --- Public --------------------------------------------------------------- */

static enum ombre_arithmetic arithmetic_of(const struct ombre_state *state,
                                           const struct ombre_format *format,
                                           enum ombre_component component)
{
    switch (format->numeric) {
    case OMBRE_UNORM:
        return format->srgb && component != OMBRE_ALPHA
                   ? OMBRE_ARITHMETIC_SRGB
                   : OMBRE_ARITHMETIC_FIXED;
    case OMBRE_SNORM: return OMBRE_ARITHMETIC_FIXED;
    case OMBRE_UINT:
    case OMBRE_SINT:
        return state->logic_op_enable ? OMBRE_ARITHMETIC_LOGIC
                                      : OMBRE_ARITHMETIC_INTEGER;
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT: return OMBRE_ARITHMETIC_FLOAT;
    case OMBRE_SHARED: break;
    }
    return OMBRE_ARITHMETIC_SHARED;
}

/* Ends of a set that no arithmetic made. */
static void list_ends(const struct ombre_format *format,
                      enum ombre_component component,
                      struct ombre_explanation *out)
{
    const struct trace trace = trace_of(&out->prediction.legal);
    out->end_count = trace.count;
    for (unsigned i = 0; i < trace.count; i++) {
        out->end[i].code =
            ombre_ordinal_code(format, component, trace.end[i].ordinal);
        out->end[i].is_ideal = out->end[i].code == out->prediction.code;
    }
}

bool ombre_explain(const struct ombre_state *state, unsigned target,
                   enum ombre_component component,
                   const struct ombre_source *source,
                   const struct ombre_texel *dest, enum ombre_judge judge,
                   struct ombre_explanation *out)
{
    *out = (struct ombre_explanation){0};
    struct ombre_prediction prediction;
    if (!ombre_predict(state, target, source, dest, judge, &prediction))
        return false;
    const struct ombre_target *const to = &state->target[target];
    if ((unsigned) component >= OMBRE_COMPONENTS ||
        !ombre_format_has(to->format, component))
        return false;

    out->prediction = prediction.component[component];
    out->dest_code = ombre_texel_code(to->format, dest, component);
    out->word = source->word[target][component];
    if (out->prediction.fate == OMBRE_FATE_WRITTEN)
        out->arithmetic = arithmetic_of(state, to->format, component);
    if (out->arithmetic <= OMBRE_ARITHMETIC_LOGIC) {
        list_ends(to->format, component, out);
        return true;
    }
    struct terms t = terms_resolve(state, target, component, source, dest);
    const struct place place = {&t, out->arithmetic, prediction.exponent};
    out->blend = t.blend;
    out->equation = component == OMBRE_ALPHA ? to->alpha : to->color;
    for (int i = 0; i < OPERAND_COUNT; i++)
        out->operand[i] = operand_of(&place, source, target, (enum operand) i);
    explain_equation(&place, out);
    find_ends(&t, judge, out);
    return true;
}
