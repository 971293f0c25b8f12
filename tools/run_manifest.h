/* run_manifest.h - run.json: what was run, on what, and how */
#ifndef OMBRE_TOOLS_RUN_MANIFEST_H
#define OMBRE_TOOLS_RUN_MANIFEST_H

#include "options.h"
#include "remote.h"
#include "run_report.h"

struct run_manifest {
    const struct options *options; /* as they were given */
    const struct remote_setup *setup;
    const struct remote_devices *devices;
    const struct run *run;
};

/* Write it; `user` is a struct run_manifest. */
void run_manifest_write(FILE *file, const void *user);

/* Options of a run that goes on, from what run.json says of it: strings point
 * into `report`, operands into the array *operands, which the caller frees.
 * Returns false without memory. */
bool run_manifest_options(const struct ombre_report *report,
                          struct options *out, char ***operands);

#endif /* OMBRE_TOOLS_RUN_MANIFEST_H */
