#include "minimize.h"

#include <stdlib.h>
#include <string.h>

#include "case_edit.h"
#include "execute.h"
#include "interrupt.h"

const char *minimize_size_name(enum minimize_size size)
{
    static const char *const names[] = {
#define X(id, name) name,
        MINIMIZE_SIZES(X)
#undef X
    };
    return names[size];
}

void minimize_measure(const struct ombre_case *c,
                      const struct ombre_state *state,
                      size_t out[MINIMIZE_SIZE_COUNT])
{
    out[MINIMIZE_PIXELS] = c->pixel_count;
    out[MINIMIZE_TARGETS] = 0;
    for (unsigned t = 0; t < state->target_count; t++)
        out[MINIMIZE_TARGETS] += state->target[t].format != NULL;
    out[MINIMIZE_SAMPLES] = c->sample_count;
    out[MINIMIZE_LAYERS] = c->layer_count;
    out[MINIMIZE_FIELDS] = minimize_unusual_fields(c, state);
    out[MINIMIZE_NUMBERS] = minimize_numbers(c, state);
}

/* --- Cases that were refused ------------------------------------------------
 */

/* FNV-1a of the case's text. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        hash = (hash ^ (unsigned char) *text) * UINT64_C(0x100000001b3);
    return hash;
}

static bool was_seen(const struct minimizer *m, uint64_t hash)
{
    for (size_t i = 0; i < m->seen_count; i++)
        if (m->seen[i] == hash)
            return true;
    return false;
}

/* Without memory it is drawn again another time. */
static void note_seen(struct minimizer *m, uint64_t hash)
{
    if (m->seen_count == m->seen_room) {
        const size_t room = m->seen_room ? 2 * m->seen_room : 256;
        uint64_t *grown = realloc(m->seen, room * sizeof *grown);
        if (!grown)
            return;
        m->seen = grown;
        m->seen_room = room;
    }
    m->seen[m->seen_count++] = hash;
}

/* --- Drawing ---------------------------------------------------------------
 */

static bool stop(struct minimizer *m, const char *trouble)
{
    m->is_out = true;
    m->trouble = trouble;
    return false;
}

/* A worker that a driver has killed is replaced. */
static bool have_worker(struct minimizer *m)
{
    return m->remote.worker.pid != 0 || remote_start(&m->remote, &m->setup) ||
           stop(m, "there can be no worker process");
}

/* Draw a case; *out says how it failed. */
static bool draw(struct minimizer *m, const struct ombre_case *c,
                 const struct ombre_state *state, const char *text,
                 struct failure *out)
{
    struct ombre_texel *texels = NULL;
    /* What was drawn before may have a part in it: it is to be the same. */
    if (m->is_fresh)
        remote_stop(&m->remote);
    if (!have_worker(m))
        return false;
    struct remote_result *result = calloc(1, sizeof *result);
    if (!result)
        return stop(m, "out of memory");
    if (m->tick)
        m->tick(m);
    m->draws++;
    remote_give(&m->remote, text);
    remote_ask(&m->remote, m->device, 0, true);
    remote_answer(&m->remote, result, &texels);
    failure_find(c, state, m->setup.judge, result, texels, out);
    const bool unopened = result->drawing.unopened;
    free(texels);
    free(result);
    return !unopened || stop(m, "the device cannot be opened");
}

/* Whether Direct3D takes the case, and what it then means. */
static bool is_drawable(struct minimizer *m, struct ombre_case *c,
                        struct ombre_state *state)
{
    char reason[256];
    return c->pixel_count > 0 && c->pso.NumRenderTargets > 0 &&
           ombre_validate(&c->pso, &c->device, m->issues) &&
           ombre_state_from_pso(&c->pso, state) &&
           case_make_uploadable(c, state, reason);
}

static void take(struct minimizer *m, struct ombre_case *c,
                 const struct ombre_state *state)
{
    ombre_case_finish(&m->best);
    m->best = *c;
    m->state = *state;
    *c = (struct ombre_case){0};
}

static bool is_same_target(const struct ombre_target *a,
                           const struct ombre_target *b)
{
    /* An equation is three enumerators. */
    return a->format == b->format && a->blend_enable == b->blend_enable &&
           memcmp(&a->color, &b->color, sizeof a->color) == 0 &&
           memcmp(&a->alpha, &b->alpha, sizeof a->alpha) == 0 &&
           a->write_mask == b->write_mask;
}

static bool is_same_shader(const struct ombre_pixel_shader *a,
                           const struct ombre_pixel_shader *b)
{
    for (unsigned n = 0; n < OMBRE_MAX_TARGETS; n++)
        if (a->output[n].type != b->output[n].type ||
            a->output[n].components != b->output[n].components)
            return false;
    return a->bound == b->bound && a->coverage == b->coverage &&
           a->coverage_mask == b->coverage_mask;
}

static bool is_same_state(const struct ombre_state *a,
                          const struct ombre_state *b)
{
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (!is_same_target(&a->target[t], &b->target[t]))
            return false;
    return a->target_count == b->target_count &&
           a->logic_op_enable == b->logic_op_enable &&
           a->logic_op == b->logic_op &&
           a->alpha_to_coverage == b->alpha_to_coverage &&
           memcmp(a->blend_factor, b->blend_factor, sizeof a->blend_factor) ==
               0 &&
           a->sample_mask == b->sample_mask &&
           a->sample_count == b->sample_count &&
           is_same_shader(&a->shader, &b->shader);
}

/* What is drawn would be the same: only what has no meaning differs. */
static bool is_as_good(const struct minimizer *m, const struct ombre_case *c,
                       const struct ombre_state *state)
{
    const size_t sources = c->pixel_count * c->layer_count;
    return is_same_state(state, &m->state) &&
           ombre_lane_equal(&c->lane, &m->best.lane) &&
           c->without == m->best.without &&
           c->pixel_count == m->best.pixel_count &&
           c->layer_count == m->best.layer_count && !c->layers &&
           !m->best.layers && !c->coverage && !m->best.coverage &&
           memcmp(c->source, m->best.source, sources * sizeof *c->source) ==
               0 &&
           memcmp(c->dest, m->best.dest,
                  execute_texel_count(c) * sizeof *c->dest) == 0;
}

enum attempt minimizer_try(struct minimizer *m, struct ombre_case *c)
{
    struct ombre_state state;
    struct failure failure;
    if (m->is_out)
        return ATTEMPT_OVER;
    if (!is_drawable(m, c, &state))
        return ATTEMPT_REFUSED;
    if (is_as_good(m, c, &state)) {
        take(m, c, &state);
        return ATTEMPT_KEPT;
    }
    char *text = ombre_case_write(c);
    const uint64_t hash = text ? hash_of(text) : 0;
    enum attempt attempt = ATTEMPT_REFUSED;
    if (!text) {
        stop(m, "out of memory");
    } else if (was_seen(m, hash)) {
        free(text);
        return ATTEMPT_REFUSED;
    } else if (m->draws >= m->limit || interrupt_signal()) {
        m->is_out = true;
    } else if (draw(m, c, &state, text, &failure) &&
               failure_is_same(&m->known, &failure)) {
        take(m, c, &state);
        m->latest = failure;
        attempt = ATTEMPT_KEPT;
    } else {
        note_seen(m, hash);
    }
    free(text);
    return m->is_out && attempt != ATTEMPT_KEPT ? ATTEMPT_OVER : attempt;
}

bool minimizer_confirm(struct minimizer *m)
{
    struct failure failure;
    char *text = ombre_case_write(&m->best);
    remote_stop(&m->remote);
    const bool same = text && draw(m, &m->best, &m->state, text, &failure) &&
                      failure_is_same(&m->known, &failure);
    free(text);
    return same;
}

/* --- Passes ----------------------------------------------------------------
 */

/* Edits, from those that take most to those that take least.  After one that
 * is kept the same step is taken again if it `stays`: what it took away has
 * made room for the next. */
static const struct pass {
    edit_function *edit;
    bool stays;
} passes[] = {
    {edit_lane, false},          {edit_only_target, false},
    {edit_drop_target, true},    {edit_hole, false},
    {edit_samples, false},       {edit_only_layer, false},
    {edit_drop_layer, true},     {edit_surroundings, false},
    {edit_state, false},         {edit_shader, false},
    {edit_alike_samples, false}, {edit_all_dest, false},
    {edit_all_source, false},    {edit_constants, false},
    {edit_coverage, false},      {edit_source, false},
    {edit_dest, false},
};

/* Whether any step of a pass was kept. */
static bool run_pass(struct minimizer *m, const struct pass *pass)
{
    struct ombre_case c;
    bool changed = false;
    if (!case_copy(&m->best, &c))
        return stop(m, "out of memory");
    for (size_t step = 0; !m->is_out;) {
        const enum edit edit = pass->edit(m, step, &c);
        if (edit == EDIT_END)
            break;
        const bool kept =
            edit == EDIT_DONE && minimizer_try(m, &c) == ATTEMPT_KEPT;
        changed |= kept;
        step += !(kept && pass->stays);
        if (edit == EDIT_NONE)
            continue;
        ombre_case_finish(&c);
        if (!case_copy(&m->best, &c)) {
            stop(m, "out of memory");
            return changed;
        }
    }
    ombre_case_finish(&c);
    return changed;
}

void minimizer_run(struct minimizer *m)
{
    bool changed = true;
    while (changed && !m->is_out) {
        changed = minimize_pixels(m);
        for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
            changed |= run_pass(m, &passes[i]);
    }
}

/* --- A minimizer -----------------------------------------------------------
 */

/* Of several lanes, the one that failed will do, unless it takes others beside
 * it to fail. */
static void settle_lane(struct minimizer *m)
{
    const struct lane_choice lanes = m->setup.lanes;
    struct ombre_case c;
    struct failure failure;
    if (!lanes.text || !failure_is_one(&m->known) || !case_copy(&m->best, &c))
        return;
    c.lane = m->known.lane;
    m->setup.lanes = (struct lane_choice){0};
    remote_stop(&m->remote);
    char *text = ombre_case_write(&c);
    if (text && draw(m, &c, &m->state, text, &failure) &&
        failure_is_same(&m->known, &failure)) {
        take(m, &c, &m->state);
    } else {
        m->setup.lanes = lanes;
        remote_stop(&m->remote);
    }
    free(text);
    ombre_case_finish(&c);
}

bool minimizer_init(struct minimizer *m, const struct ombre_case *c)
{
    struct ombre_case first;
    m->issues = calloc(1, sizeof *m->issues);
    if (!m->issues || !case_copy(c, &first))
        return stop(m, "out of memory");
    /* The command line's part of it, so that the file has all. */
    first.without |= m->setup.without;
    char *text = NULL;
    struct ombre_state state;
    if (!is_drawable(m, &first, &state))
        stop(m, "the case cannot be drawn");
    else if (!(text = ombre_case_write(&first)))
        stop(m, "out of memory");
    else if (draw(m, &first, &state, text, &m->known))
        take(m, &first, &state);
    free(text);
    ombre_case_finish(&first);
    m->latest = m->known;
    m->is_fresh = m->known.differs_twice;
    if (m->trouble)
        return false;
    minimize_measure(&m->best, &m->state, m->before);
    settle_lane(m);
    return true;
}

void minimizer_finish(struct minimizer *m)
{
    remote_stop(&m->remote);
    ombre_case_finish(&m->given);
    ombre_case_finish(&m->best);
    free(m->seen);
    free(m->issues);
    *m = (struct minimizer){0};
}
