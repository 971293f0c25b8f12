#include "pixel_json.h"

#include "words.h"

static const struct ombre_legal_component *ideal_component(
    const struct pixel_view *view, unsigned target, unsigned sample,
    unsigned component)
{
    const struct ombre_verify_pixel *verify = &view->judged->verify;
    return judge_may_write(view->judged, sample)
               ? &verify->target[target].written[sample].component[component]
               : &verify->target[target].kept[sample].component[component];
}

/* Raw bits of the ideal texel, or null where Direct3D defines none. */
static void write_bits(struct json_out *out, const struct pixel_view *view,
                       unsigned target, unsigned sample)
{
    const struct ombre_format *format = view->state->target[target].format;
    struct ombre_texel texel = *case_dest(view->c, view->pixel, target, sample);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const struct judged_component *told =
            &view->judged->told[target][sample].component[c];
        if (told->fate == OMBRE_FATE_UNDEFINED) {
            json_null(out, "bits");
            return;
        }
        ombre_texel_set_code(format, &texel, (enum ombre_component) c,
                             ideal_component(view, target, sample, c)->code);
    }
    if (format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(
            &texel,
            judge_may_write(view->judged, sample)
                ? view->judged->verify.target[target].written[sample].exponent
                : ombre_shared_exponent(&texel));
    char text[40];
    words_of_texel(text, format, &texel);
    json_string(out, "bits", text);
}

static void write_range(struct json_out *out, uint32_t first, uint32_t last)
{
    json_array(out, NULL);
    json_int(out, NULL, first);
    json_int(out, NULL, last);
    json_array_end(out);
}

static void write_legal(struct json_out *out, const struct pixel_view *view,
                        unsigned target, unsigned sample,
                        enum ombre_component component)
{
    const struct ombre_format *format = view->state->target[target].format;
    const struct ombre_code_set set =
        judge_legal(view->judged, target, sample, component);
    json_array(out, "legal");
    for (unsigned i = 0; i < set.count; i++)
        write_range(out,
                    ombre_ordinal_code(format, component, set.range[i].first),
                    ombre_ordinal_code(format, component, set.range[i].last));
    if (set.count == 0 && !set.nan) { /* a NaN that is kept */
        const uint32_t code =
            ideal_component(view, target, sample, component)->code;
        write_range(out, code, code);
    }
    json_array_end(out);
    if (set.nan)
        json_bool(out, "nan", true);
}

/* The rule that decides a sample's component: coverage before all others. */
static enum ombre_reference_rule deciding_rule(const struct pixel_view *view,
                                               unsigned target, unsigned sample,
                                               unsigned component)
{
    if (!(view->verdict->covered >> sample & 1))
        return OMBRE_REFERENCE_RULE_NOT_COVERED;
    return view->judged->told[target][sample].component[component].rule;
}

static void write_outcome(struct json_out *out, const struct pixel_view *view,
                          unsigned target, unsigned sample,
                          enum ombre_component component)
{
    const struct ombre_format *format = view->state->target[target].format;
    const enum ombre_verdict verdict =
        view->verdict->target[target][sample].component[component];
    json_int(out, "got",
             ombre_texel_code(format,
                              &view->judged->verify.target[target].got[sample],
                              component));
    if (view->suppressed) {
        json_null(out, "ok");
        return;
    }
    json_bool(out, "ok", verdict == OMBRE_VERDICT_PASS);
    if (verdict != OMBRE_VERDICT_PASS)
        json_string(out, "verdict", ombre_verdict_name(verdict));
    json_string(out, "rule",
                ombre_reference_rule_name(
                    deciding_rule(view, target, sample, component)));
}

static void write_channels(struct json_out *out, const struct pixel_view *view,
                           unsigned target, unsigned sample)
{
    const struct ombre_format *format = view->state->target[target].format;
    json_object(out, "channels");
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        if (!ombre_format_has(format, component))
            continue;
        json_object(out, component_name(component));
        json_number(out, "value",
                    view->judged->told[target][sample].component[c].value);
        json_int(out, "code", ideal_component(view, target, sample, c)->code);
        write_legal(out, view, target, sample, component);
        if (view->verdict)
            write_outcome(out, view, target, sample, component);
        json_object_end(out);
    }
    json_object_end(out);
}

/* R9G9B9E5: what is legal together. */
static void write_texels(struct json_out *out, const struct pixel_view *view,
                         unsigned target, unsigned sample)
{
    const struct ombre_shared_set set =
        judge_legal_texels(view->judged, target, sample);
    json_array(out, "texels");
    for (unsigned r = 0; r < set.count; r++) {
        const struct ombre_shared_range *range = &set.range[r];
        json_object(out, NULL);
        json_int(out, "exponent", range->exponent);
        json_int(out, "largest", range->largest);
        for (unsigned c = 0; c < OMBRE_SHARED_COMPONENTS; c++) {
            json_array(out, component_name((enum ombre_component) c));
            json_int(out, NULL, range->first[c]);
            json_int(out, NULL, range->last[c]);
            json_array_end(out);
        }
        json_object_end(out);
    }
    json_array_end(out);
}

/* What stands in one sample. */
static void write_sample(struct json_out *out, const struct pixel_view *view,
                         unsigned target, unsigned sample)
{
    write_bits(out, view, target, sample);
    write_channels(out, view, target, sample);
    if (view->state->target[target].format->numeric == OMBRE_SHARED)
        write_texels(out, view, target, sample);
}

static void write_coverage(struct json_out *out, const struct pixel_view *view)
{
    json_array(out, "covered");
    json_int(out, NULL, view->judged->verify.min);
    json_int(out, NULL, view->judged->verify.max);
    json_array_end(out);
}

static void write_target(struct json_out *out, const struct pixel_view *view,
                         unsigned target)
{
    const struct ombre_format *format = view->state->target[target].format;
    char name[64];
    words_of_format(name, format);
    json_object(out, NULL);
    json_string(out, "format", name);
    if (view->plan)
        json_string(out, "plan", ombre_plan_name(view->plan[target].how));
    if (view->c->sample_count == 1) {
        write_sample(out, view, target, 0);
        if (judge_may_keep(view->judged, 0))
            write_coverage(out, view);
        json_object_end(out);
        return;
    }
    write_coverage(out, view);
    json_array(out, "samples");
    for (unsigned s = 0; s < view->c->sample_count; s++) {
        json_object(out, NULL);
        write_sample(out, view, target, s);
        json_object_end(out);
    }
    json_array_end(out);
    json_object_end(out);
}

void pixel_write(struct json_out *out, const struct pixel_view *view)
{
    json_object(out, NULL);
    json_array(out, "targets");
    for (unsigned t = 0; t < view->state->target_count; t++)
        if (view->state->target[t].format)
            write_target(out, view, t);
        else
            json_null(out, NULL);
    json_array_end(out);
    if (view->verdict && !view->suppressed) {
        json_string(out, "verdict", ombre_verdict_name(view->verdict->verdict));
        json_bool(out, "coverage_ok", view->verdict->coverage_ok);
        json_int(out, "written", view->verdict->covered);
    }
    json_object_end(out);
}
