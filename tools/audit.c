#include "audit.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "audit_worker.h"

static bool worker_init(struct audit_worker *worker, size_t faults)
{
    *worker = (struct audit_worker){
        .faulty = malloc(faults * sizeof *worker->faulty),
        .fault = malloc(faults * sizeof *worker->fault),
        .got = calloc(faults, sizeof *worker->got),
        .judged = malloc(sizeof *worker->judged),
        .verdict = malloc(sizeof *worker->verdict),
    };
    return worker->faulty && worker->fault && worker->got && worker->judged &&
           worker->verdict;
}

static void worker_finish(struct audit_worker *worker)
{
    free(worker->faulty);
    free(worker->fault);
    free(worker->got);
    free(worker->judged);
    free(worker->verdict);
}

/* --- All cases -------------------------------------------------------------
 */

/* What threads share. */
struct crew {
    struct audit *audit;
    audit_progress *progress;
    void *user;
    pthread_mutex_t mutex;  /* of all below, and of *audit */
    size_t next, end, done; /* of this round */
    bool failed;
};

static bool take_case(struct crew *crew, size_t *position)
{
    pthread_mutex_lock(&crew->mutex);
    const bool more = !crew->failed && crew->next < crew->end;
    *position = more ? crew->next++ : 0;
    pthread_mutex_unlock(&crew->mutex);
    return more;
}

static void note_kill(struct audit *audit, size_t position, size_t fault,
                      enum ombre_verdict verdict, uint32_t families)
{
    struct audit_fault *out = &audit->fault[fault];
    out->families |= families;
    audit->killed[position * audit->fault_count + fault] = 1;
    audit->kills_of_case[position]++;
    if (out->kills == 0 || position < out->first) {
        out->first = position;
        out->verdict = verdict;
    }
    out->kills++;
}

static void note_case(struct crew *crew, size_t position,
                      const struct audit_finding *finding)
{
    struct audit *audit = crew->audit;
    char id[OMBRE_ID_SIZE];
    audit->cases.id(audit->cases.user, position, id);
    const uint32_t families = ombre_bug_families_of(id);
    pthread_mutex_lock(&crew->mutex);
    for (size_t fault = 0; fault < audit->fault_count; fault++) {
        audit->fault[fault].touched |= finding->touched[fault];
        if (finding->killed[fault])
            note_kill(audit, position, fault,
                      (enum ombre_verdict) finding->killed[fault], families);
    }
    if (finding->right_is_wrong &&
        (!audit->has_wrong_case || position < audit->wrong_case)) {
        audit->has_wrong_case = true;
        audit->wrong_case = position;
    }
    crew->done++;
    if (crew->progress)
        crew->progress(crew->user, crew->done, audit->cases.count);
    pthread_mutex_unlock(&crew->mutex);
}

static bool work_on(struct crew *crew, struct audit_worker *worker,
                    size_t position, struct audit_finding *finding)
{
    const struct audit *audit = crew->audit;
    memset(finding->touched, 0, audit->fault_count);
    memset(finding->killed, 0, audit->fault_count);
    finding->right_is_wrong = false;
    if (!audit->cases.run(audit, worker, position, finding))
        return false;
    note_case(crew, position, finding);
    return true;
}

static void *work(void *user)
{
    struct crew *crew = user;
    const size_t faults = crew->audit->fault_count;
    struct audit_worker worker;
    struct audit_finding finding = {malloc(faults), malloc(faults), false};
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

static bool work_together(struct crew *crew, unsigned jobs)
{
    pthread_t thread[AUDIT_MAX_JOBS];
    unsigned started = 0;
    while (started < jobs && started < AUDIT_MAX_JOBS &&
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

/* The next round: more cases, and only faults that nobody has killed. */
static void begin_round(struct crew *crew)
{
    struct audit *audit = crew->audit;
    const size_t left = audit->cases.count - crew->end;
    crew->end += audit->round > 0 && audit->round < left ? audit->round : left;
    for (size_t fault = 0; fault < audit->fault_count; fault++)
        audit->planted[fault] = audit->fault[fault].kills == 0;
}

static bool work_all(struct crew *crew)
{
    bool good = true;
    while (good && crew->end < crew->audit->cases.count) {
        begin_round(crew);
        good = work_together(crew, crew->audit->jobs);
    }
    return good;
}

bool audit_run(struct audit *audit, audit_progress *progress, void *user)
{
    const size_t cases = audit->cases.count;
    const double start = now();
    struct crew crew = {.audit = audit, .progress = progress, .user = user};
    audit->fault_count = ombre_fault_count();
    audit->fault = calloc(audit->fault_count, sizeof *audit->fault);
    audit->planted = calloc(audit->fault_count, 1);
    audit->killed = calloc(cases, audit->fault_count);
    audit->kills_of_case = calloc(cases, sizeof *audit->kills_of_case);
    if (!audit->fault || !audit->planted || !audit->killed ||
        !audit->kills_of_case || pthread_mutex_init(&crew.mutex, NULL) != 0)
        return false;
    const bool good = work_all(&crew);
    pthread_mutex_destroy(&crew.mutex);
    audit->seconds = now() - start;
    return good;
}

void audit_finish(struct audit *audit)
{
    free(audit->fault);
    free(audit->planted);
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
        for (size_t i = 0; i < audit->cases.count; i++) {
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

bool audit_telling_case(const struct audit *audit, size_t fault,
                        size_t *position)
{
    bool found = false;
    for (size_t i = 0; i < audit->cases.count; i++)
        if (audit->killed[i * audit->fault_count + fault] &&
            (!found ||
             audit->kills_of_case[i] < audit->kills_of_case[*position])) {
            *position = i;
            found = true;
        }
    return found;
}
