/* One pixel's arithmetic in JSON. */
#include <math.h>

#include "explain_view.h"
#include "json_out.h"
#include "judge.h"
#include "words.h"

static const char *arithmetic_name(enum ombre_arithmetic arithmetic)
{
    switch (arithmetic) {
    case OMBRE_ARITHMETIC_NONE: return "none";
    case OMBRE_ARITHMETIC_INTEGER: return "integer";
    case OMBRE_ARITHMETIC_LOGIC: return "logic";
    case OMBRE_ARITHMETIC_FIXED: return "fixed";
    case OMBRE_ARITHMETIC_SRGB: return "srgb";
    case OMBRE_ARITHMETIC_FLOAT: return "float";
    case OMBRE_ARITHMETIC_SHARED: return "shared";
    }
    return "none";
}

static void write_operands(struct json_out *out,
                           const struct ombre_explanation *e)
{
    json_object(out, "operands");
    for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++) {
        const struct ombre_explained_operand *o = &e->operand[i];
        if (!o->used)
            continue;
        json_object(out, ombre_operand_name((enum ombre_operand) i));
        if (o->stands_in)
            json_null(out, "bits");
        else
            json_hex(out, "bits", o->bits, 8);
        json_number(out, "given", o->given);
        json_number(out, "value", o->value);
        json_number(out, "position", o->position);
        json_object_end(out);
    }
    json_object_end(out);
}

static void write_equation(struct json_out *out,
                           const struct ombre_explanation *e)
{
    if (e->blend) {
        json_string(out, "op", ombre_blend_op_name(e->equation.op));
        json_object(out, "source_factor");
        json_string(out, "name", ombre_factor_name(e->equation.src));
        json_number(out, "value", e->source_factor);
        json_object_end(out);
        json_object(out, "destination_factor");
        json_string(out, "name", ombre_factor_name(e->equation.dest));
        json_number(out, "value", e->dest_factor);
        json_object_end(out);
        json_number(out, "source_term", e->source_term);
        json_number(out, "destination_term", e->dest_term);
        json_number(out, "sum", e->sum);
    }
    json_number(out, "result", e->result);
    json_number(out, "position", e->position);
}

static void write_end(struct json_out *out,
                      const struct ombre_explained_end *end)
{
    json_object(out, NULL);
    json_int(out, "code", end->code);
    json_bool(out, "ideal", end->is_ideal);
    if (end->is_found) {
        json_object(out, "converted");
        for (unsigned i = 0; i < OMBRE_OPERAND_COUNT; i++)
            if (end->by.converted >> i & 1)
                json_number(out, ombre_operand_name((enum ombre_operand) i),
                            end->by.operand[i]);
        json_object_end(out);
        json_array(out, "freedoms");
        for (unsigned i = 0; i < OMBRE_FREEDOM_COUNT; i++)
            if (end->by.freedoms >> i & 1)
                json_string(out, NULL,
                            ombre_freedom_name((enum ombre_freedom) i));
        json_array_end(out);
        json_array(out, "stores");
        json_number(out, NULL, end->by.low);
        json_number(out, NULL, end->by.high);
        json_array_end(out);
    }
    json_object_end(out);
}

static void write_component(struct json_out *out,
                            const struct explain_view *view,
                            const struct explained_layer *layer,
                            enum ombre_component component)
{
    struct ombre_explanation e;
    if (!ombre_explain(layer->touch.state, view->target, component,
                       layer->touch.source, &layer->dest, view->judge, &e))
        return;
    json_object(out, component_name(component));
    json_string(out, "arithmetic", arithmetic_name(e.arithmetic));
    if (e.arithmetic >= OMBRE_ARITHMETIC_FIXED) {
        write_operands(out, &e);
        write_equation(out, &e);
    } else if (e.arithmetic != OMBRE_ARITHMETIC_NONE) {
        json_hex(out, "word", e.word, 8);
        json_hex(out, "destination", e.dest_code, 8);
    }
    json_int(out, "code", e.prediction.code);
    json_string(out, "rule", ombre_reference_rule_name(e.prediction.rule));
    json_array(out, "ends");
    for (unsigned i = 0; i < e.end_count; i++)
        write_end(out, &e.end[i]);
    json_array_end(out);
    if (e.prediction.legal.nan)
        json_bool(out, "nan", true);
    json_object_end(out);
}

static void write_layer(struct json_out *out, const struct explain_view *view,
                        const struct explained_layer *layer)
{
    const struct ombre_format *format =
        view->state->target[view->target].format;
    char before[40], after[40];
    words_of_texel(before, format, &layer->dest);
    words_of_texel(after, format, &layer->ideal);
    json_object(out, NULL);
    if (view->c->step_count > 0) {
        json_int(out, "step", (int64_t) layer->touch.step);
        json_bool(out, "clear", layer->touch.is_clear);
    }
    json_string(out, "before", before);
    json_string(out, "ideal", after);
    json_array(out, "covered");
    json_int(out, NULL, layer->coverage.min);
    json_int(out, NULL, layer->coverage.max);
    json_array_end(out);
    json_bool(out, "written", layer->is_covered);
    json_object(out, "channels");
    for (unsigned i = 0; layer->is_covered && i < OMBRE_COMPONENTS; i++)
        write_component(out, view, layer, (enum ombre_component) i);
    json_object_end(out);
    json_object_end(out);
}

/* What the names of rules and freedoms stand for. */
static void write_freedoms(struct json_out *out)
{
    json_object(out, "freedoms");
    for (unsigned i = 0; i < OMBRE_FREEDOM_COUNT; i++) {
        const enum ombre_freedom freedom = (enum ombre_freedom) i;
        json_object(out, ombre_freedom_name(freedom));
        json_string(out, "sentence", ombre_freedom_sentence(freedom));
        json_string(out, "source", ombre_freedom_source(freedom));
        json_object_end(out);
    }
    json_object_end(out);
}

void explain_json(const struct explain_view *view)
{
    struct json_out out = json_out_start(stdout, 4);
    char format[64];
    words_of_format(format, view->state->target[view->target].format);
    json_object(&out, NULL);
    json_int(&out, "pixel", (int64_t) view->pixel);
    json_int(&out, "target", view->target);
    json_int(&out, "sample", view->sample);
    json_string(&out, "judge", ombre_judge_name(view->judge));
    json_string(&out, "format", format);
    json_array(&out, "layers");
    struct ombre_texel dest =
        *case_dest(view->c, view->pixel, view->target, view->sample);
    struct explain_walk walk = {0};
    struct explained_layer layer;
    while (explain_next(view, &walk, &dest, &layer)) {
        write_layer(&out, view, &layer);
        dest = layer.ideal;
    }
    json_array_end(&out);
    write_freedoms(&out);
    json_object_end(&out);
    json_out_end(&out);
}
