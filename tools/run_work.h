/* run_work.h - what a run has still to draw, and what comes of it
 *
 * A case that is a block is drawn in parts, which are drawn as cases are; it
 * has one result when all of them have come.
 */
#ifndef OMBRE_TOOLS_RUN_WORK_H
#define OMBRE_TOOLS_RUN_WORK_H

#include "remote.h"
#include "run_report.h"

/* What a worker calls a part of a case: its index in the suite and the part. */
uint64_t run_work_token(size_t index, size_t part);

/* Make the case of a token; `selection` says of which suite. */
bool run_work_make(const void *selection, uint64_t token,
                   struct ombre_case *out);

struct gathered;

struct run_work {
    struct run *run;
    size_t case_count; /* that have no result yet */
    size_t *position;  /* of each in the selection */
    size_t *first;     /* number of its first part; one more at the end */
    size_t count;      /* of all parts */
    struct gathered **gathered; /* what came of parts of each, or NULL */
};

/* List what has no result in `run`.  Returns false without memory; either way
 * run_work_finish() is due. */
bool run_work_init(struct run_work *work, struct run *run);
void run_work_finish(struct run_work *work);

/* The token of part `number` < work->count. */
uint64_t run_work_at(const struct run_work *work, size_t number);

/* Take the result of a part.  If it was the last of its case, the case's result
 * is recorded, *position is where, and true is returned. */
bool run_work_done(struct run_work *work, size_t number,
                   const struct remote_result *result, double seconds,
                   size_t *position);

#endif /* OMBRE_TOOLS_RUN_WORK_H */
