/* progress.h - what goes on, on standard error, while a run runs */
#ifndef OMBRE_TOOLS_PROGRESS_H
#define OMBRE_TOOLS_PROGRESS_H

#include "console.h"
#include "run_report.h"

struct progress {
    struct console console;
    bool live; /* one line that is written over; else lines now and then */
    int64_t start_ms, shown_ms;
};

/* A terminal gets a live line; CI=true and everything else get lines. */
struct progress progress_start(void);

/* Show where the run stands, if it is time to. */
void progress_show(struct progress *progress, const struct run *run);

/* Tell one unexpected result at once. */
void progress_tell(struct progress *progress, const char *id,
                   const char *status, const char *reason);

void progress_end(struct progress *progress);

#endif /* OMBRE_TOOLS_PROGRESS_H */
