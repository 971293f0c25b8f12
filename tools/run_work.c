#include "run_work.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* States of a block that are named in its result. */
enum { MAX_NAMED = 64, NAMES_SIZE = (MAX_NAMED + 1) * OMBRE_ID_SIZE };

/* A block has no more parts than this. */
enum { PART_BITS = 13 };

/* What came of the parts of a block. */
struct gathered {
    size_t left, unsupported;
    enum outcome worst;
    bool any;
    size_t worst_part, bad_states;
    double seconds;
    char reason[256]; /* of the worst part */
    char names[NAMES_SIZE];
};

/* --- Tokens ----------------------------------------------------------------
 */

uint64_t run_work_token(size_t index, size_t part)
{
    return (uint64_t) index << PART_BITS | part;
}

bool run_work_make(const void *user, uint64_t token, struct ombre_case *out)
{
    const struct selection *selection = user;
    return ombre_suite_make_part(
        selection->suite, (size_t) (token >> PART_BITS),
        (size_t) (token & ((1u << PART_BITS) - 1)), out);
}

/* --- The list --------------------------------------------------------------
 */

bool run_work_init(struct run_work *work, struct run *run)
{
    const struct selection *selection = run->selection;
    *work = (struct run_work){.run = run};
    work->position = calloc(selection->count, sizeof *work->position);
    work->first = calloc(selection->count + 1, sizeof *work->first);
    work->gathered = calloc(selection->count, sizeof *work->gathered);
    if (!work->position || !work->first || !work->gathered)
        return false;
    for (size_t i = 0; i < selection->count; i++) {
        if (run->result[i].done)
            continue;
        work->position[work->case_count] = i;
        work->first[work->case_count++] = work->count;
        work->count += ombre_suite_parts(selection->suite, selection->index[i]);
    }
    work->first[work->case_count] = work->count;
    return true;
}

void run_work_finish(struct run_work *work)
{
    for (size_t i = 0; work->gathered && i < work->case_count; i++)
        free(work->gathered[i]);
    free(work->gathered);
    free(work->position);
    free(work->first);
    *work = (struct run_work){0};
}

/* The case that a part is of. */
static size_t case_of(const struct run_work *work, size_t number)
{
    size_t low = 0, high = work->case_count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        if (work->first[middle] <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint64_t run_work_at(const struct run_work *work, size_t number)
{
    const size_t n = case_of(work, number);
    return run_work_token(work->run->selection->index[work->position[n]],
                          number - work->first[n]);
}

/* --- Results ---------------------------------------------------------------
 */

static unsigned rank(enum outcome outcome)
{
    return ombre_outcome_rank((enum ombre_outcome) outcome);
}

/* Whether an outcome tells more of a block than another: the worse, and that
 * something passes more than that something cannot be tested. */
static bool tells_more(enum outcome outcome, enum outcome than)
{
    return rank(outcome) > rank(than) ||
           (outcome == OUTCOME_PASS && than == OUTCOME_NOT_SUPPORTED);
}

/* Name the states of a part that went wrong; all of them, where no texel says
 * which. */
static void name_states(const struct run_work *work, size_t n, size_t part,
                        uint32_t wrong, struct gathered *gathered)
{
    const struct selection *selection = work->run->selection;
    const size_t index = selection->index[work->position[n]];
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        char id[OMBRE_ID_SIZE];
        if ((wrong != 0 && !(wrong >> t & 1)) ||
            !ombre_suite_state_id(selection->suite, index, part, t, id))
            continue;
        const size_t length = strlen(gathered->names);
        if (gathered->bad_states++ < MAX_NAMED)
            snprintf(gathered->names + length, NAMES_SIZE - length, "%s%s",
                     length > 0 ? " " : "", id);
    }
}

static void gather(const struct run_work *work, size_t n, size_t part,
                   const struct remote_result *result, double seconds,
                   struct gathered *gathered)
{
    const enum outcome outcome = result->drawing.outcome;
    gathered->left--;
    gathered->seconds += seconds;
    gathered->unsupported += outcome == OUTCOME_NOT_SUPPORTED;
    if (rank(outcome) > 0)
        name_states(work, n, part, result->tally.wrong_targets, gathered);
    if (gathered->any && !tells_more(outcome, gathered->worst))
        return;
    gathered->any = true;
    gathered->worst = outcome;
    gathered->worst_part = part;
    memcpy(gathered->reason, result->drawing.reason, sizeof gathered->reason);
}

/* One result for all parts. */
static void record_block(struct run_work *work, size_t n,
                         const struct gathered *gathered)
{
    struct run *run = work->run;
    const size_t position = work->position[n];
    const size_t parts = work->first[n + 1] - work->first[n];
    uint64_t first;
    const size_t states = ombre_suite_states(
        run->selection->suite, run->selection->index[position], &first);
    const size_t size = NAMES_SIZE + 512;
    char *reason = malloc(size);
    int length = 0;
    if (!reason) {
        run_record(run, position, gathered->worst, gathered->reason,
                   gathered->seconds);
        return;
    }
    *reason = '\0';
    if (gathered->bad_states > 0)
        length =
            snprintf(reason, size, "%zu of %zu states: %s%s; the worst: %s",
                     gathered->bad_states, states, gathered->names,
                     gathered->bad_states > MAX_NAMED ? " and more" : "",
                     gathered->reason);
    else if (gathered->worst == OUTCOME_NOT_SUPPORTED)
        length = snprintf(reason, size, "%s", gathered->reason);
    if (gathered->unsupported > 0 && gathered->unsupported < parts)
        snprintf(reason + length, size - (size_t) length,
                 "%s%zu of %zu parts are not supported", length ? "; " : "",
                 gathered->unsupported, parts);
    run->result[position].part = gathered->worst_part;
    run_record(run, position, gathered->worst, reason, gathered->seconds);
    free(reason);
}

/* What has been gathered of a block; NULL without memory. */
static struct gathered *gathered_of(struct run_work *work, size_t n)
{
    struct gathered **gathered = &work->gathered[n];
    if (!*gathered) {
        *gathered = calloc(1, sizeof **gathered);
        if (*gathered)
            (*gathered)->left = work->first[n + 1] - work->first[n];
    }
    return *gathered;
}

bool run_work_done(struct run_work *work, size_t number,
                   const struct remote_result *result, double seconds,
                   size_t *position)
{
    const size_t n = case_of(work, number);
    const struct selection *selection = work->run->selection;
    uint64_t first;
    *position = work->position[n];
    if (ombre_suite_states(selection->suite, selection->index[*position],
                           &first) == 0) {
        run_record(work->run, *position, result->drawing.outcome,
                   result->drawing.reason, seconds);
        return true;
    }
    struct gathered *gathered = gathered_of(work, n);
    if (!gathered) {
        run_record(work->run, *position, OUTCOME_INTERNAL_ERROR,
                   "out of memory", seconds);
        return true;
    }
    gather(work, n, number - work->first[n], result, seconds, gathered);
    if (gathered->left > 0)
        return false;
    record_block(work, n, gathered);
    free(gathered);
    work->gathered[n] = NULL;
    return true;
}
