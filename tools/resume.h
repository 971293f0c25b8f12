/* resume.h - is what a run finds the same that it left? */
#ifndef OMBRE_TOOLS_RESUME_H
#define OMBRE_TOOLS_RESUME_H

#include "remote.h"
#include "run_cases.h"
#include "run_report.h"

/* Each returns EXIT_EXPECTED, or another exit code after complaining. */

/* The cases are those that the folder's run had. */
int resume_check(const struct resumption *resumption,
                 const struct selection *selection);

/* Find the device of the folder's run: its UUID, driver and driver's version;
 * if forced, the one that -d means. */
int resume_device(const struct resumption *resumption,
                  const struct options *options,
                  const struct remote_devices *devices, size_t *index);

/* Take over the folder's results and open it to append. */
int resume_into(const struct resumption *resumption, struct run *run,
                struct run_folder *folder);

#endif /* OMBRE_TOOLS_RESUME_H */
