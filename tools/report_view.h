/* report_view.h - a run folder on the console and as JSON */
#ifndef OMBRE_TOOLS_REPORT_VIEW_H
#define OMBRE_TOOLS_REPORT_VIEW_H

#include "json_out.h"
#include "ombre/report.h"

void report_print(const char *folder, const struct ombre_report *report);
void report_write_json(const char *folder, const struct ombre_report *report);

/* The exit code that `run` ends with on these results. */
int report_exit_code(const struct ombre_report *report);

#endif /* OMBRE_TOOLS_REPORT_VIEW_H */
