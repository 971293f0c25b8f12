/* run_cases.h - draw and judge cases, anew or from where a run stopped */
#ifndef OMBRE_TOOLS_RUN_CASES_H
#define OMBRE_TOOLS_RUN_CASES_H

#include "ombre/report.h"
#include "options.h"

/* A run that goes on. */
struct resumption {
    const char *folder;
    const struct ombre_report *earlier; /* what is in it */
    bool forced; /* go on although device or cases differ */
};

/* The whole of `ombre run`; `resumption` is NULL for a new run.  Returns an
 * exit code, after complaining where that is due. */
int run_cases(const struct options *options,
              const struct resumption *resumption);

#endif /* OMBRE_TOOLS_RUN_CASES_H */
