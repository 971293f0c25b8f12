/* What the steps of a case mean, and what they do to a pixel. */
#include <stdio.h>
#include <string.h>

#include "case_parts.h"

const char *const case_clear_names[OMBRE_CLEAR_COUNT] = {
#define X(id, name) name,
    OMBRE_CLEARS(X)
#undef X
};

const char *ombre_clear_by_name(enum ombre_clear_by by)
{
    return (unsigned) by < OMBRE_CLEAR_COUNT ? case_clear_names[by] : NULL;
}

/* --- Meaning -------------------------------------------------------------- */

/* What the document means as to clears, which reach every target that it has
 * formats for. */
static void settle_clear(const struct ombre_pso *pso,
                         struct ombre_step_clear *clear,
                         struct ombre_state *out)
{
    struct ombre_state all = {.sample_count = case_sample_count(pso)};

    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        all.target[t].format = case_target_format(pso, t);
        if (all.target[t].format)
            all.target_count = t + 1;
    }
    ombre_clear_as_draw(&all, clear->RenderTarget, clear->Color, out,
                        &clear->source);
}

void ombre_case_settle(struct ombre_case *c)
{
    struct ombre_state state;
    size_t set = SIZE_MAX;

    if (c->step_count == 0)
        return;
    ombre_state_from_pso(&c->pso, &state);
    for (size_t i = 0; i < c->step_count; i++) {
        struct ombre_step *const step = &c->step[i];
        switch (step->kind) {
        case OMBRE_STEP_SET:
            ombre_state_from_pso(&step->pso, &state);
            set = i;
            break;
        case OMBRE_STEP_CLEAR:
            settle_clear(&c->pso, &step->clear, &step->state);
            continue;
        case OMBRE_STEP_DRAW: step->set = set; break;
        }
        step->state = state;
    }
}

/* --- One pixel ------------------------------------------------------------ */

bool ombre_clear_has_pixel(const struct ombre_step_clear *clear, size_t pixel)
{
    const int32_t *const rect = clear->Rect; /* left, top, right, bottom */

    return !clear->has_rect ||
           (rect[0] < rect[2] && rect[1] <= 0 && rect[3] > 0 &&
            (int64_t) pixel >= rect[0] && (int64_t) pixel < rect[2]);
}

/* Layer `layer` of operands that say of each pixel how many it has. */
static bool touch_layer(const struct ombre_source *source,
                        const uint32_t *coverage, unsigned layer_count,
                        size_t pixel, unsigned layer, struct ombre_touch *out)
{
    out->layer = layer;
    out->source = &source[pixel * layer_count + layer];
    out->exported = coverage ? coverage[pixel] : UINT32_MAX;
    return true;
}

static bool touch_case(const struct ombre_case *c, size_t pixel, unsigned layer,
                       struct ombre_touch *out)
{
    return layer < ombre_case_layers(c, pixel) &&
           touch_layer(c->source, c->coverage, c->layer_count, pixel, layer,
                       out);
}

/* Whether there is a `layer`th thing that a step does to the pixel. */
static bool touch_step(const struct ombre_case *c,
                       const struct ombre_step *step, size_t pixel,
                       unsigned layer, struct ombre_touch *out)
{
    const struct ombre_step_draw *const draw = &step->draw;

    out->state = &step->state;
    switch (step->kind) {
    case OMBRE_STEP_SET: break;
    case OMBRE_STEP_CLEAR:
        out->is_clear = true;
        return layer == 0 && ombre_clear_has_pixel(&step->clear, pixel) &&
               touch_layer(&step->clear.source, NULL, 0, pixel, 0, out);
    case OMBRE_STEP_DRAW:
        if (!draw->is_own)
            return touch_case(c, pixel, layer, out);
        return layer < draw->layers[pixel] &&
               touch_layer(draw->source, draw->coverage, draw->layer_count,
                           pixel, layer, out);
    }
    return false;
}

bool ombre_case_next_touch(const struct ombre_case *c,
                           const struct ombre_state *state, size_t pixel,
                           struct ombre_walk *walk, struct ombre_touch *out)
{
    *out = (struct ombre_touch){.state = state};
    if (c->step_count == 0)
        return touch_case(c, pixel, walk->layer++, out);
    for (; walk->step < c->step_count; walk->step++, walk->layer = 0) {
        out->step = walk->step;
        out->is_clear = false;
        if (touch_step(c, &c->step[walk->step], pixel, walk->layer, out)) {
            walk->layer++;
            return true;
        }
    }
    return false;
}

/* --- Rules ---------------------------------------------------------------- */

static bool has_issue(const struct ombre_issues *issues,
                      const struct ombre_issue *issue)
{
    for (unsigned i = 0; i < issues->count; i++)
        if (issues->issue[i].rule == issue->rule &&
            strcmp(issues->issue[i].path, issue->path) == 0 &&
            strcmp(issues->issue[i].detail, issue->detail) == 0)
            return true;
    return false;
}

/* Add what is new in a step's issues, with where the step stands. */
static void add_issues(const struct ombre_issues *before,
                       const struct ombre_issues *step, size_t index,
                       struct ombre_issues *out)
{
    for (unsigned i = 0; i < step->count; i++) {
        const struct ombre_issue *const issue = &step->issue[i];
        if (has_issue(before, issue))
            continue;
        out->total++;
        if (out->count == OMBRE_MAX_ISSUES)
            continue;
        struct ombre_issue *const to = &out->issue[out->count++];
        *to = *issue;
        const int length = snprintf(to->path, sizeof to->path,
                                    "Steps[%zu].set.%.62s", index, issue->path);
        if (length < 0)
            to->path[0] = '\0';
    }
}

bool ombre_case_validate(const struct ombre_case *c, struct ombre_issues *out)
{
    bool valid = ombre_validate(&c->pso, &c->device, out);
    struct ombre_issues issues[2];
    struct ombre_issues *before = &issues[0], *now = &issues[1];

    *before = *out;
    for (size_t i = 0; i < c->step_count; i++) {
        if (c->step[i].kind != OMBRE_STEP_SET)
            continue;
        valid &= ombre_validate(&c->step[i].pso, &c->device, now);
        add_issues(before, now, i, out);
        struct ombre_issues *const spare = before;
        before = now;
        now = spare;
    }
    return valid;
}
