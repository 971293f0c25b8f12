/* One pixel's arithmetic for people. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "explain_view.h"
#include "judge.h"
#include "words.h"

/* --- Numbers -------------------------------------------------------------- */

static const char *position_unit(enum ombre_arithmetic arithmetic)
{
    switch (arithmetic) {
    case OMBRE_ARITHMETIC_FIXED: return "codes";
    case OMBRE_ARITHMETIC_SRGB: return "sRGB codes";
    case OMBRE_ARITHMETIC_FLOAT: return "codes in value order";
    case OMBRE_ARITHMETIC_SHARED: return "steps of the shared exponent";
    case OMBRE_ARITHMETIC_NONE:
    case OMBRE_ARITHMETIC_INTEGER:
    case OMBRE_ARITHMETIC_LOGIC: break;
    }
    return "";
}

static void print_position(enum ombre_arithmetic arithmetic, double position)
{
    if (!isnan(position))
        printf("  = %.9g %s", position, position_unit(arithmetic));
}

/* --- Operands ------------------------------------------------------------- */

/* Hexadecimal, as a dump of memory or registers has it. */
static void print_bits(const struct ombre_format *format,
                       enum ombre_component component,
                       const struct ombre_explained_operand *o)
{
    const int digits =
        o->stored ? (format->component[component].bits + 3) / 4 : 8;
    if (o->stands_in)
        printf("%-12s", "(missing)");
    else
        printf("0x%0*" PRIx32 "%*s", digits, o->bits, 10 - digits, "");
}

static void print_operand(const struct ombre_format *format,
                          enum ombre_component component,
                          const struct ombre_explanation *e,
                          enum ombre_operand operand)
{
    const struct ombre_explained_operand *o = &e->operand[operand];
    const bool alpha = operand == OMBRE_OPERAND_DEST_ALPHA;
    if (!o->used)
        return;
    printf("      %-18s ", ombre_operand_name(operand));
    print_bits(format, alpha ? OMBRE_ALPHA : component, o);
    printf("%.9g", o->given);
    if (o->value != o->given && !(isnan(o->value) && isnan(o->given)))
        printf("  taken as %.9g", o->value);
    print_position(e->arithmetic, o->position);
    putchar('\n');
}

static void print_operands(const struct ombre_format *format,
                           enum ombre_component component,
                           const struct ombre_explanation *e)
{
    unsigned unused = 0;
    for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++)
        print_operand(format, component, e, (enum ombre_operand) i);
    for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++)
        if (!e->operand[i].used)
            printf("%s %s", unused++ ? "," : "      not used:         ",
                   ombre_operand_name((enum ombre_operand) i));
    if (unused)
        putchar('\n');
}

/* --- Equation ------------------------------------------------------------- */

static const char *operation(enum ombre_blend_op op)
{
    switch (op) {
    case OMBRE_OP_ADD: return "source + destination";
    case OMBRE_OP_SUBTRACT: return "source - destination";
    case OMBRE_OP_REV_SUBTRACT: return "destination - source";
    case OMBRE_OP_MIN: return "the lesser; factors are ignored";
    case OMBRE_OP_MAX: return "the greater; factors are ignored";
    }
    return "";
}

static void print_equation(const struct ombre_explanation *e)
{
    if (e->blend) {
        const bool factors =
            e->equation.op != OMBRE_OP_MIN && e->equation.op != OMBRE_OP_MAX;
        if (factors)
            printf("      %-18s %-16s %.9g\n"
                   "      %-18s %-16s %.9g\n",
                   "source factor", ombre_factor_name(e->equation.src),
                   e->source_factor, "dest factor",
                   ombre_factor_name(e->equation.dest), e->dest_factor);
        printf("      %-18s %.17g\n      %-18s %.17g\n", "source term",
               e->source_term, "destination term", e->dest_term);
        printf("      %-18s %.17g  (%s: %s)\n", "sum", e->sum,
               ombre_blend_op_name(e->equation.op), operation(e->equation.op));
    }
    printf("      %-18s %.17g", "result", e->result);
    if (e->result != e->sum && !isnan(e->sum))
        printf("  clamped");
    print_position(e->arithmetic, e->position);
    putchar('\n');
}

static void print_integer(const struct ombre_state *state, unsigned target,
                          const struct ombre_explanation *e)
{
    char word[48];
    words_of_source(word, state->shader.output[target].type, e->word);
    printf("      %-18s 0x%08" PRIx32 "  %s\n", "source", e->word, word);
    printf("      %-18s 0x%08" PRIx32 "\n", "destination", e->dest_code);
    if (e->arithmetic == OMBRE_ARITHMETIC_LOGIC)
        printf("      %-18s %s\n", "logic operation",
               ombre_logic_op_name(state->logic_op));
}

/* --- Ranges --------------------------------------------------------------- */

static void print_decision(const struct ombre_decision *by)
{
    unsigned said = 0;
    for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++)
        if (by->converted >> i & 1)
            printf("%s%s converted to %.9g", said++ ? "; " : "",
                   ombre_operand_name((enum ombre_operand) i), by->operand[i]);
    for (unsigned i = 0; i < OMBRE_FREEDOM_COUNT; i++)
        if (by->freedoms >> i & 1)
            printf("%s%s [%s]", said++ ? "; " : "",
                   ombre_freedom_sentence((enum ombre_freedom) i),
                   ombre_freedom_source((enum ombre_freedom) i));
    if (!said)
        printf("every operand and product kept");
    if (by->low == by->high)
        printf("; stores %.9g\n", by->low);
    else
        printf("; stores between %.9g and %.9g\n", by->low, by->high);
}

static void print_end(const struct ombre_format *format,
                      enum ombre_component component,
                      const struct ombre_explanation *e,
                      const struct ombre_explained_end *end, const char *which)
{
    char code[48];
    words_of_code(code, format, component, end->code);
    printf("        %s %-22s ", which, code);
    if (end->is_ideal)
        printf("ideal; ");
    if (end->is_found)
        print_decision(&end->by);
    else
        printf("%s\n", ombre_reference_rule_sentence(e->prediction.rule));
}

static void print_ranges(const struct ombre_format *format,
                         enum ombre_component component, enum ombre_judge judge,
                         const struct ombre_explanation *e)
{
    char code[48];
    words_of_code(code, format, component, e->prediction.code);
    printf("      %-18s %s  (0x%" PRIx32 ")\n", "ideal code", code,
           e->prediction.code);
    printf("      legal under %s: %s [%s: %s]\n", ombre_judge_name(judge),
           ombre_reference_rule_sentence(e->prediction.rule),
           ombre_reference_rule_name(e->prediction.rule),
           ombre_reference_rule_source(e->prediction.rule));
    for (unsigned i = 0; i + 1 < e->end_count; i += 2) {
        const bool single = e->end[i].code == e->end[i + 1].code;
        print_end(format, component, e, &e->end[i], single ? "only" : "from");
        if (!single)
            print_end(format, component, e, &e->end[i + 1], "to  ");
    }
    if (e->prediction.legal.nan)
        printf("        any NaN\n");
}

/* --- Layers --------------------------------------------------------------- */

static void print_component(const struct explain_view *view,
                            const struct explained_layer *layer,
                            enum ombre_component component)
{
    const struct ombre_format *format =
        view->state->target[view->target].format;
    struct ombre_explanation e;
    if (!ombre_explain(layer->touch.state, view->target, component,
                       layer->touch.source, &layer->dest, view->judge, &e))
        return;
    printf("    %s\n", component_name(component));
    if (e.arithmetic >= OMBRE_ARITHMETIC_FIXED) {
        print_operands(format, component, &e);
        print_equation(&e);
    } else if (e.arithmetic != OMBRE_ARITHMETIC_NONE) {
        print_integer(layer->touch.state, view->target, &e);
    }
    print_ranges(format, component, view->judge, &e);
}

static void print_texels(const struct ombre_shared_set *set)
{
    printf("    legal together:\n");
    for (unsigned i = 0; i < set->count; i++) {
        const struct ombre_shared_range *r = &set->range[i];
        printf("      exponent %2u: r %u..%u, g %u..%u, b %u..%u, the largest "
               "from %u\n",
               r->exponent, r->first[0], r->last[0], r->first[1], r->last[1],
               r->first[2], r->last[2], r->largest);
    }
}

static void print_layer(const struct explain_view *view,
                        const struct explained_layer *layer)
{
    const struct ombre_format *format =
        view->state->target[view->target].format;
    char before[40], after[40];
    words_of_texel(before, format, &layer->dest);
    words_of_texel(after, format, &layer->ideal);
    printf("  texel %s -> %s   covers %u to %u of samples 0x%x\n", before,
           after, layer->coverage.min, layer->coverage.max,
           layer->coverage.mask);
    if (!layer->is_covered) {
        printf("    sample %u is kept: %s [%s]\n", view->sample,
               ombre_reference_rule_sentence(OMBRE_REFERENCE_RULE_NOT_COVERED),
               ombre_reference_rule_source(OMBRE_REFERENCE_RULE_NOT_COVERED));
        return;
    }
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        print_component(view, layer, (enum ombre_component) i);
    if (format->numeric == OMBRE_SHARED)
        print_texels(&layer->prediction.texels);
}

/* Where among all that happens to the pixel this stands. */
static void print_place(const struct explain_view *view,
                        const struct ombre_touch *touch)
{
    static const char over[] = "over the ideal result of those before it";
    char words[WORDS_SIZE];
    if (view->c->step_count == 0) {
        if (ombre_case_layers(view->c, view->pixel) > 1)
            printf("  layer %u, %s\n", touch->layer, over);
    } else if (!touch->state) {
        printf("  no step touches the pixel\n");
    } else if (touch->is_clear) {
        printf("  step %zu, a clear\n", touch->step);
    } else {
        words_of_target(words, touch->state, view->target);
        printf("  step %zu, layer %u, %s: %s\n", touch->step, touch->layer,
               over, words);
    }
}

void explain_print(const struct explain_view *view)
{
    char words[WORDS_SIZE];
    words_of_target(words, view->state, view->target);
    printf("pixel %zu  target %u  sample %u  %s  %s\n", view->pixel,
           view->target, view->sample,
           view->state->target[view->target].format->name, words);
    struct ombre_texel dest =
        *case_dest(view->c, view->pixel, view->target, view->sample);
    struct explain_walk walk = {0};
    struct explained_layer layer;
    while (explain_next(view, &walk, &dest, &layer)) {
        print_place(view, &layer.touch);
        print_layer(view, &layer);
        dest = layer.ideal;
    }
}
