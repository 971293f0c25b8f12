#include "audit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "audit_merge.h"

/* --- One case --------------------------------------------------------------
 */

/* What a thread keeps from case to case. */
struct worker {
    struct ombre_faulty *faulty; /* of faults that the state may show */
    size_t *fault;
    struct judged_pixel *judged;
    struct ombre_pixel_verdict *verdict;
};

static bool worker_init(struct worker *worker, size_t faults)
{
    *worker = (struct worker){
        .faulty = malloc(faults * sizeof *worker->faulty),
        .fault = malloc(faults * sizeof *worker->fault),
        .judged = malloc(sizeof *worker->judged),
        .verdict = malloc(sizeof *worker->verdict),
    };
    return worker->faulty && worker->fault && worker->judged && worker->verdict;
}

static void worker_finish(struct worker *worker)
{
    free(worker->faulty);
    free(worker->fault);
    free(worker->judged);
    free(worker->verdict);
}

/* What came of a case. */
struct finding {
    uint8_t *touched; /* [fault] */
    uint8_t *killed;  /* [fault]: the verdict, or 0 */
    bool right_is_wrong;
};

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

static enum ombre_verdict judge_pixel(struct worker *worker,
                                      const struct ombre_state *state,
                                      const struct merged_pixel *got)
{
    for (unsigned t = 0; t < state->target_count; t++)
        memcpy(worker->judged->verify.target[t].got, got->texel[t],
               state->sample_count * sizeof got->texel[t][0]);
    ombre_verify_pixel(&worker->judged->verify, worker->verdict);
    return worker->verdict->verdict;
}

/* Judge a pixel by every faulty merger that is still alive; return how many
 * are. */
static size_t audit_pixel(struct worker *worker, const struct ombre_case *c,
                          const struct ombre_state *state,
                          const struct ombre_faulty *right, size_t pixel,
                          size_t alive, struct finding *finding)
{
    struct merged_pixel want, got;
    merge_pixel(c, right, pixel, &want);
    if (judge_pixel(worker, state, &want) != OMBRE_VERDICT_PASS)
        finding->right_is_wrong = true;
    size_t kept = 0;
    for (size_t i = 0; i < alive; i++) {
        const size_t fault = worker->fault[i];
        merge_pixel(c, &worker->faulty[i], pixel, &got);
        enum ombre_verdict verdict = OMBRE_VERDICT_PASS;
        if (!same_pixel(state, &want, &got))
            verdict = judge_pixel(worker, state, &got);
        if (verdict != OMBRE_VERDICT_PASS) {
            finding->killed[fault] = (uint8_t) verdict;
            continue;
        }
        if (kept != i) {
            worker->fault[kept] = fault;
            worker->faulty[kept] = worker->faulty[i];
        }
        kept++;
    }
    return kept;
}

static void audit_case(const struct audit *audit, struct worker *worker,
                       const struct ombre_case *c, struct finding *finding)
{
    struct ombre_state state;
    struct ombre_faulty right;
    size_t alive = 0;
    if (!ombre_state_from_pso(&c->pso, &state) ||
        c->sample_count > OMBRE_MAX_SAMPLES)
        return;
    ombre_faulty_init(&right, NULL, 0, &state);
    for (size_t fault = 0; fault < audit->fault_count; fault++)
        if (ombre_faulty_init(&worker->faulty[alive], &fault, 1, &state)) {
            finding->touched[fault] = 1;
            worker->fault[alive++] = fault;
        }
    for (size_t pixel = 0; pixel < c->pixel_count && alive > 0; pixel++)
        if (judge_predict(c, &state, pixel, audit->judge, worker->judged))
            alive =
                audit_pixel(worker, c, &state, &right, pixel, alive, finding);
}

/* --- All cases -------------------------------------------------------------
 */

/* What threads share. */
struct crew {
    struct audit *audit;
    audit_progress *progress;
    void *user;
    pthread_mutex_t mutex; /* of all below, and of *audit */
    size_t next, done;
    bool failed;
};

static bool take_case(struct crew *crew, size_t *position)
{
    pthread_mutex_lock(&crew->mutex);
    const bool more =
        !crew->failed && crew->next < crew->audit->selection->count;
    *position = more ? crew->next++ : 0;
    pthread_mutex_unlock(&crew->mutex);
    return more;
}

static void note_kill(struct audit *audit, size_t position, size_t fault,
                      enum ombre_verdict verdict)
{
    struct audit_fault *out = &audit->fault[fault];
    audit->killed[position * audit->fault_count + fault] = 1;
    audit->kills_of_case[position]++;
    if (out->kills == 0 || position < out->first) {
        out->first = position;
        out->verdict = verdict;
    }
    out->kills++;
}

static void note_case(struct crew *crew, size_t position,
                      const struct finding *finding)
{
    struct audit *audit = crew->audit;
    pthread_mutex_lock(&crew->mutex);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        audit->fault[fault].touched |= finding->touched[fault];
        if (finding->killed[fault])
            note_kill(audit, position, fault,
                      (enum ombre_verdict) finding->killed[fault]);
    }
    if (finding->right_is_wrong &&
        (!audit->has_wrong_case || position < audit->wrong_case)) {
        audit->has_wrong_case = true;
        audit->wrong_case = position;
    }
    crew->done++;
    if (crew->progress)
        crew->progress(crew->user, crew->done, audit->selection->count);
    pthread_mutex_unlock(&crew->mutex);
}

static bool work_on(struct crew *crew, struct worker *worker, size_t position,
                    struct finding *finding)
{
    const struct selection *selection = crew->audit->selection;
    struct ombre_case c;
    memset(finding->touched, 0, crew->audit->fault_count);
    memset(finding->killed, 0, crew->audit->fault_count);
    finding->right_is_wrong = false;
    if (!ombre_suite_make(selection->suite, selection->index[position], &c))
        return false;
    audit_case(crew->audit, worker, &c, finding);
    ombre_case_finish(&c);
    note_case(crew, position, finding);
    return true;
}

static void *work(void *user)
{
    struct crew *crew = user;
    const size_t faults = crew->audit->fault_count;
    struct worker worker;
    struct finding finding = {malloc(faults), malloc(faults), false};
    bool good =
        worker_init(&worker, faults) && finding.touched && finding.killed;
    for (size_t position; good && take_case(crew, &position);)
        good = work_on(crew, &worker, position, &finding);
    if (!good) {
        pthread_mutex_lock(&crew->mutex);
        crew->failed = true;
        pthread_mutex_unlock(&crew->mutex);
    }
    worker_finish(&worker);
    free(finding.touched);
    free(finding.killed);
    return NULL;
}

enum { MAX_JOBS = 64 };

static bool work_together(struct crew *crew, unsigned jobs)
{
    pthread_t thread[MAX_JOBS];
    unsigned started = 0;
    while (started < jobs && started < MAX_JOBS &&
           pthread_create(&thread[started], NULL, work, crew) == 0)
        started++;
    for (unsigned i = 0; i < started; i++)
        pthread_join(thread[i], NULL);
    return started > 0 && !crew->failed;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

bool audit_run(struct audit *audit, audit_progress *progress, void *user)
{
    const size_t cases = audit->selection->count;
    const double start = now();
    struct crew crew = {.audit = audit, .progress = progress, .user = user};
    audit->fault_count = ombre_fault_count();
    audit->fault = calloc(audit->fault_count, sizeof *audit->fault);
    audit->killed = calloc(cases, audit->fault_count);
    audit->kills_of_case = calloc(cases, sizeof *audit->kills_of_case);
    if (!audit->fault || !audit->killed || !audit->kills_of_case ||
        pthread_mutex_init(&crew.mutex, NULL) != 0)
        return false;
    const bool good = work_together(&crew, audit->jobs);
    pthread_mutex_destroy(&crew.mutex);
    audit->seconds = now() - start;
    return good;
}

void audit_finish(struct audit *audit)
{
    free(audit->fault);
    free(audit->killed);
    free(audit->kills_of_case);
    *audit = (struct audit){0};
}

/* --- Few cases -------------------------------------------------------------
 */

static size_t new_kills(const struct audit *audit, size_t position,
                        const uint8_t *covered)
{
    const uint8_t *killed = &audit->killed[position * audit->fault_count];
    size_t count = 0;
    for (size_t fault = 0; fault < audit->fault_count; fault++)
        count += killed[fault] && !covered[fault];
    return count;
}

size_t audit_cover(const struct audit *audit, size_t *cases)
{
    uint8_t *covered = calloc(audit->fault_count, 1);
    size_t count = 0;
    while (covered) {
        size_t best = 0, most = 0;
        for (size_t i = 0; i < audit->selection->count; i++) {
            const size_t kills = audit->kills_of_case[i] > most
                                     ? new_kills(audit, i, covered)
                                     : 0;
            if (kills > most) {
                most = kills;
                best = i;
            }
        }
        if (most == 0)
            break;
        cases[count++] = best;
        for (size_t fault = 0; fault < audit->fault_count; fault++)
            covered[fault] |= audit->killed[best * audit->fault_count + fault];
    }
    free(covered);
    return count;
}
