/* report_html.h - parts of the page */
#ifndef OMBRE_REPORT_HTML_H
#define OMBRE_REPORT_HTML_H

#include "report_parts.h"

/* How a result looks: a class of the style, and a sign, so that colour never
 * says anything alone. */
enum report_look {
    REPORT_LOOK_PASS,
    REPORT_LOOK_WARNING,
    REPORT_LOOK_FAIL,
    REPORT_LOOK_KNOWN,
    REPORT_LOOK_SKIP,
};

enum report_look report_look_of(const struct ombre_report_result *result);
const char *report_look_class(enum report_look look);
const char *report_look_sign(enum report_look look);

/* Each writes one section.  False: out of memory. */
bool report_html_failures(FILE *file, const struct ombre_report *report);
bool report_html_skips(FILE *file, const struct ombre_report *report);
void report_html_factors(FILE *file, const struct ombre_report *report);
void report_html_precision(FILE *file, const struct ombre_report *report);

#endif /* OMBRE_REPORT_HTML_H */
