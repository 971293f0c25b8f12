/* Cases of a suite, judged by the code that judges what a device has drawn. */
#include <stdlib.h>
#include <string.h>

#include "audit.h"
#include "audit_merge.h"
#include "audit_worker.h"
#include "judge_sets.h"

static bool same_pixel(const struct ombre_state *state,
                       const struct merged_pixel *a,
                       const struct merged_pixel *b)
{
    for (unsigned t = 0; t < state->target_count; t++)
        if (memcmp(a->texel[t], b->texel[t],
                   state->sample_count * sizeof a->texel[t][0]) != 0)
            return false;
    return true;
}

static enum ombre_verdict judge_pixel(struct audit_worker *worker,
                                      const struct ombre_state *state,
                                      const struct merged_pixel *got)
{
    for (unsigned t = 0; t < state->target_count; t++)
        memcpy(worker->judged->verify.target[t].got, got->texel[t],
               state->sample_count * sizeof got->texel[t][0]);
    ombre_verify_pixel(&worker->judged->verify, worker->verdict);
    return worker->verdict->verdict;
}

/* Keep what came of a pixel, laid out as for judge_sets_judge(). */
static void keep_pixel(const struct ombre_case *c, size_t pixel,
                       const struct merged_pixel *from, struct ombre_texel *to)
{
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        memcpy(&to[(pixel * OMBRE_MAX_TARGETS + t) * c->sample_count],
               from->texel[t], c->sample_count * sizeof *to);
}

/* Take a merger that was found out from the list of those that live on. */
static void bury(struct audit_worker *worker, size_t i, size_t *alive)
{
    struct ombre_texel *got = worker->got[i];
    (*alive)--;
    worker->fault[i] = worker->fault[*alive];
    worker->faulty[i] = worker->faulty[*alive];
    worker->got[i] = worker->got[*alive];
    worker->got[*alive] = got;
}

/* Judge a pixel by every faulty merger that is still alive; return how many
 * are. */
static size_t audit_pixel(struct audit_worker *worker,
                          const struct ombre_case *c,
                          const struct ombre_state *state,
                          const struct ombre_faulty *right, size_t pixel,
                          size_t alive, struct audit_finding *finding)
{
    struct merged_pixel want = {0}, got = {0};
    merge_pixel(c, right, pixel, NULL, &want);
    if (judge_pixel(worker, state, &want) != OMBRE_VERDICT_PASS)
        finding->right_is_wrong = true;
    for (size_t i = 0; i < alive;) {
        enum ombre_verdict verdict = OMBRE_VERDICT_PASS;
        merge_pixel(c, &worker->faulty[i], pixel, &want, &got);
        if (!same_pixel(state, &want, &got))
            verdict = judge_pixel(worker, state, &got);
        keep_pixel(c, pixel, &got, worker->got[i]);
        if (verdict == OMBRE_VERDICT_PASS) {
            i++;
            continue;
        }
        finding->killed[worker->fault[i]] = (uint8_t) verdict;
        bury(worker, i, &alive);
    }
    return alive;
}

/* What no pixel tells alone, all of them may. */
static void audit_sets(struct audit_worker *worker, struct judge_sets *sets,
                       size_t alive, struct audit_finding *finding)
{
    char reason[256];
    if (!judge_sets_seal(sets))
        return;
    for (size_t i = 0; i < alive; i++)
        finding->killed[worker->fault[i]] =
            (uint8_t) judge_sets_judge(sets, worker->got[i], reason);
}

static bool audit_pixels(const struct audit *audit, struct audit_worker *worker,
                         const struct ombre_case *c,
                         const struct ombre_state *state, size_t alive,
                         struct audit_finding *finding)
{
    struct ombre_faulty right;
    struct judge_sets *sets = judge_sets_create(c, state);
    size_t pixel = 0;
    if (!sets)
        return false;
    ombre_faulty_init(&right, NULL, 0, state);
    for (; pixel < c->pixel_count; pixel++) {
        if (!judge_predict(c, state, pixel, audit->judge, worker->judged))
            break;
        alive = audit_pixel(worker, c, state, &right, pixel, alive, finding);
        judge_sets_note(sets, pixel, worker->judged);
    }
    if (pixel == c->pixel_count && alive > 0)
        audit_sets(worker, sets, alive, finding);
    judge_sets_destroy(sets);
    return true;
}

static bool audit_case(const struct audit *audit, struct audit_worker *worker,
                       const struct ombre_case *c,
                       struct audit_finding *finding)
{
    const size_t texels = c->pixel_count * OMBRE_MAX_TARGETS * c->sample_count;
    struct ombre_state state;
    size_t alive = 0;
    bool good = true;
    /* A fault is of one state: it has no meaning for a sequence of them. */
    if (c->step_count > 0 || !ombre_state_from_pso(&c->pso, &state) ||
        c->sample_count > OMBRE_MAX_SAMPLES)
        return true;
    for (size_t fault = 0; fault < audit->fault_count && good; fault++) {
        if (!audit->planted[fault] || finding->killed[fault] ||
            !ombre_faulty_init(&worker->faulty[alive], &fault, 1, &state))
            continue;
        finding->touched[fault] = 1;
        worker->got[alive] = malloc(texels * sizeof *worker->got[alive]);
        good = worker->got[alive] != NULL;
        worker->fault[alive++] = fault;
    }
    const size_t touched = alive;
    good = good && audit_pixels(audit, worker, c, &state, alive, finding);
    for (size_t i = 0; i < touched; i++)
        free(worker->got[i]);
    return good;
}

/* A block is judged by its parts, as `run` does. */
static bool run_case(const struct audit *audit, struct audit_worker *worker,
                     size_t position, struct audit_finding *finding)
{
    const struct selection *selection = audit->cases.user;
    const size_t index = selection->index[position];
    const size_t parts = ombre_suite_parts(selection->suite, index);
    bool good = true;
    for (size_t part = 0; good && part < parts; part++) {
        struct ombre_case c;
        if (!ombre_suite_make_part(selection->suite, index, part, &c))
            return false;
        good = audit_case(audit, worker, &c, finding);
        ombre_case_finish(&c);
    }
    return good;
}

static void suite_case_id(const void *user, size_t position,
                          char id[OMBRE_ID_SIZE])
{
    const struct selection *selection = user;
    ombre_suite_id(selection->suite, selection->index[position], id);
}

struct audit_cases audit_suite_cases(const struct selection *selection)
{
    return (struct audit_cases){selection->count, suite_case_id, run_case,
                                selection};
}
