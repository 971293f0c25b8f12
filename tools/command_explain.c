#include <limits.h>

#include "command.h"
#include "common_options.h"
#include "explain_view.h"
#include "load.h"

/* Whether it has anything to do with the target. */
static bool concerns(const struct ombre_touch *touch, unsigned target)
{
    return target < touch->state->target_count &&
           touch->state->target[target].format;
}

static void explain_layer(const struct explain_view *view,
                          const struct ombre_texel *dest,
                          struct explained_layer *out)
{
    const struct ombre_state *state = out->touch.state;
    out->dest = out->ideal = *dest;
    out->coverage =
        ombre_predict_coverage(state, out->touch.source, out->touch.exported);
    out->is_covered =
        out->coverage.max > 0 && out->coverage.mask >> view->sample & 1;
    if (!out->is_covered) {
        ombre_predict_uncovered(state, view->target, dest, &out->prediction);
        return;
    }
    ombre_predict(state, view->target, out->touch.source, dest, view->judge,
                  &out->prediction);
    const struct ombre_format *format = state->target[view->target].format;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        ombre_texel_set_code(format, &out->ideal, (enum ombre_component) i,
                             out->prediction.component[i].code);
    if (format->numeric == OMBRE_SHARED)
        ombre_shared_set_exponent(&out->ideal, out->prediction.exponent);
}

bool explain_next(const struct explain_view *view, struct explain_walk *walk,
                  const struct ombre_texel *dest, struct explained_layer *out)
{
    *out = (struct explained_layer){0};
    while (ombre_case_next_touch(view->c, view->state, view->pixel, &walk->walk,
                                 &out->touch)) {
        if (!concerns(&out->touch, view->target))
            continue;
        walk->is_begun = true;
        explain_layer(view, dest, out);
        return true;
    }
    out->dest = out->ideal = *dest;
    ombre_predict_uncovered(view->state, view->target, dest, &out->prediction);
    const bool is_untouched = !walk->is_begun;
    walk->is_begun = true;
    return is_untouched;
}

/* Read an index below `count`; complain about any other. */
static bool index_option(const struct options *options, enum option_id id,
                         const char *what, size_t count, unsigned *out)
{
    long value = 0;
    if (!options_number(options, id, 0, INT_MAX, &value))
        return false;
    if ((unsigned long) value >= count) {
        fprintf(stderr, "ombre: there is no %s %ld; the case has %zu\n", what,
                value, count);
        return false;
    }
    *out = (unsigned) value;
    return true;
}

static bool read_view(const struct options *options, struct explain_view *view)
{
    unsigned pixel = 0;
    if (!index_option(options, OPTION_PIXEL, "pixel", view->c->pixel_count,
                      &pixel) ||
        !index_option(options, OPTION_RT, "target", view->state->target_count,
                      &view->target) ||
        !index_option(options, OPTION_SAMPLE, "sample", view->c->sample_count,
                      &view->sample))
        return false;
    view->pixel = pixel;
    if (!view->state->target[view->target].format) {
        fprintf(stderr, "ombre: target %u is a hole\n", view->target);
        return false;
    }
    return true;
}

int command_explain(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    enum ombre_judge judge = OMBRE_JUDGE_D3D;
    if (!judge_option(options, &judge))
        return EXIT_USAGE;
    int code = load_drawable(options->operand[0], &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    struct explain_view view = {.c = &c, .state = &state, .judge = judge};
    if (!read_view(options, &view))
        code = EXIT_USAGE;
    else if (options->given[OPTION_JSON])
        explain_json(&view);
    else
        explain_print(&view);
    ombre_case_finish(&c);
    return code;
}
