#include <stdlib.h>

#include "command.h"
#include "common_options.h"
#include "judge.h"
#include "load.h"
#include "pixel_json.h"
#include "words.h"

/* --- For people ----------------------------------------------------------- */

static void print_component(const struct pixel_view *view, unsigned target,
                            unsigned sample, enum ombre_component component)
{
    const struct ombre_format *format = view->state->target[target].format;
    const struct ombre_verify_pixel *verify = &view->judged->verify;
    const struct judged_component *told =
        &view->judged->told[target][sample].component[component];
    const bool written = judge_may_write(view->judged, sample);
    const uint32_t code =
        written
            ? verify->target[target].written[sample].component[component].code
            : verify->target[target].kept[sample].component[component].code;
    const struct ombre_code_set set =
        judge_legal(view->judged, target, sample, component);
    char before[48], after[48], legal[96];
    words_of_code(before, format, component,
                  ombre_texel_code(
                      format, case_dest(view->c, view->pixel, target, sample),
                      component));
    words_of_code(after, format, component, code);
    words_of_set(legal, sizeof legal, format, component, &set);
    printf("    %s  %-22s  %-12.9g  %-22s  %-24s  %s\n",
           component_name(component), before, told->value, after, legal,
           ombre_reference_rule_name(told->rule));
}

static void print_sample(const struct pixel_view *view, unsigned target,
                         unsigned sample)
{
    const struct ombre_format *format = view->state->target[target].format;
    if (view->c->sample_count > 1)
        printf("    sample %u%s\n", sample,
               judge_may_write(view->judged, sample) ? "" : ", not covered");
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (ombre_format_has(format, (enum ombre_component) c))
            print_component(view, target, sample, (enum ombre_component) c);
}

static void print_pixel(const struct pixel_view *view)
{
    const struct ombre_verify_pixel *verify = &view->judged->verify;
    printf("pixel %zu", view->pixel);
    if (view->c->sample_count > 1 || judge_may_keep(view->judged, 0))
        printf("   covers %u to %u of samples 0x%x", verify->min, verify->max,
               verify->mask);
    fputc('\n', stdout);
    for (unsigned t = 0; t < view->state->target_count; t++) {
        char words[WORDS_SIZE];
        words_of_target(words, view->state, t);
        if (!view->state->target[t].format) {
            printf("  target %u  hole\n", t);
            continue;
        }
        printf("  target %u  %s  %s\n", t, view->state->target[t].format->name,
               words);
        printf("       %-22s  %-12s  %-22s  %-24s  %s\n", "before", "value",
               "code", "legal", "rule");
        for (unsigned s = 0; s < view->c->sample_count; s++)
            print_sample(view, t, s);
    }
}

/* --- The command ---------------------------------------------------------- */

/* Whether every pixel can be predicted; nothing is printed before that. */
static bool check_pixels(const struct ombre_case *c,
                         const struct ombre_state *state,
                         enum ombre_judge judge, struct judged_pixel *judged)
{
    /* Only what lies over one another makes one pixel harder than another. */
    const bool is_plain = c->layer_count == 1 && c->step_count == 0;
    const size_t count = is_plain ? 1 : c->pixel_count;
    for (size_t pixel = 0; pixel < count; pixel++)
        if (!judge_predict(c, state, pixel, judge, judged)) {
            fprintf(stderr, "ombre: cannot predict: %s\n", judged->reason);
            return false;
        }
    return true;
}

static void show_pixels(const struct ombre_case *c,
                        const struct ombre_state *state, enum ombre_judge judge,
                        bool json, struct judged_pixel *judged)
{
    struct json_out out = json_out_start(stdout, 2);
    if (json) {
        json_object(&out, NULL);
        json_array(&out, "pixels");
    }
    for (size_t pixel = 0; pixel < c->pixel_count; pixel++) {
        const struct pixel_view view = {
            .c = c, .state = state, .pixel = pixel, .judged = judged};
        judge_predict(c, state, pixel, judge, judged);
        if (json)
            pixel_write(&out, &view);
        else
            print_pixel(&view);
    }
    if (json) {
        json_array_end(&out);
        json_object_end(&out);
        json_out_end(&out);
    }
}

int command_predict(const struct options *options)
{
    struct ombre_case c;
    struct ombre_state state;
    enum ombre_judge judge = OMBRE_JUDGE_D3D;
    if (!judge_option(options, &judge))
        return EXIT_USAGE;
    int code = load_drawable(options->operand[0], &c, &state);
    if (code != EXIT_EXPECTED)
        return code;
    struct judged_pixel *judged = malloc(sizeof *judged);
    if (!judged) {
        fputs("ombre: out of memory\n", stderr);
        code = EXIT_INFRASTRUCTURE;
    } else if (check_pixels(&c, &state, judge, judged)) {
        show_pixels(&c, &state, judge, options->given[OPTION_JSON], judged);
    } else {
        code = EXIT_NOTHING_TESTED;
    }
    free(judged);
    ombre_case_finish(&c);
    return code;
}
