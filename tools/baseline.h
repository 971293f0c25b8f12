/* baseline.h - the known results that a run is held against */
#ifndef OMBRE_TOOLS_BASELINE_H
#define OMBRE_TOOLS_BASELINE_H

#include "ombre/report.h"

/* Read a file, or the baseline that is built in for a driver (path NULL);
 * "none" is empty.  `driver_id` is as "DRIVER_ID_MESA_LLVMPIPE".  Returns
 * EXIT_EXPECTED, or another exit code after complaining. */
int baseline_read(const char *path, const char *driver_id,
                  const char *driver_info, struct ombre_baseline *out);

#endif /* OMBRE_TOOLS_BASELINE_H */
