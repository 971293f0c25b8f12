/* load_report.h - read a run folder, and say what is wrong with it */
#ifndef OMBRE_TOOLS_LOAD_REPORT_H
#define OMBRE_TOOLS_LOAD_REPORT_H

#include "ombre/report.h"

/* Returns EXIT_EXPECTED, and the report is the caller's to finish; or another
 * exit code after complaining. */
int load_report(const char *folder, struct ombre_report *out);

#endif /* OMBRE_TOOLS_LOAD_REPORT_H */
