/* audit.h - plant every fault in the model, and see what a suite's judging
 * makes of it
 *
 * A fault is killed by a case whose result in `run` would not be Pass: the exit
 * code would change.  Nothing here needs a device.
 */
#ifndef OMBRE_TOOLS_AUDIT_H
#define OMBRE_TOOLS_AUDIT_H

#include "judge.h"
#include "ombre/faults.h"
#include "select.h"

enum { AUDIT_NONE = -1 };

/* What became of one fault. */
struct audit_fault {
    bool touched; /* some case has a state that it may change */
    size_t kills; /* cases that kill it */
    size_t first; /* position in the selection of the first, if any */
    enum ombre_verdict verdict; /* of the first */
};

struct audit {
    const struct selection *selection;
    enum ombre_judge judge;
    unsigned jobs;
    size_t fault_count;
    struct audit_fault *fault;
    uint8_t *killed; /* [position * fault_count + fault] */
    size_t *kills_of_case;
    size_t wrong_case; /* a case that the right merger does not pass, or none */
    bool has_wrong_case;
    double seconds;
};

/* Called now and then, from any thread but never from two at once. */
typedef void audit_progress(void *user, size_t done, size_t all);

/* Run the audit of the cases in `audit->selection`.  Returns false without
 * memory or threads; audit_finish() is due either way. */
bool audit_run(struct audit *audit, audit_progress *progress, void *user);
void audit_finish(struct audit *audit);

/* Choose few cases that together kill all that any case kills: each time the
 * one that kills most of what is left.  Returns how many, in `cases` (as many
 * as the selection has). */
size_t audit_cover(const struct audit *audit, size_t *cases);

#endif /* OMBRE_TOOLS_AUDIT_H */
