/* report_parse.h - one line of results.jsonl */
#ifndef OMBRE_REPORT_PARSE_H
#define OMBRE_REPORT_PARSE_H

#include "report_parts.h"

enum report_line_kind {
    REPORT_LINE_HEAD,
    REPORT_LINE_RESULT,
    REPORT_LINE_PRECISION,
    REPORT_LINE_RESUMED,
    REPORT_LINE_ENDED,
};

struct report_line {
    enum report_line_kind kind;
    struct ombre_report_result result;
    struct ombre_report_precision precision;
    double seconds;    /* of an end */
    bool dropped;      /* there was a detail, which nobody wanted */
    bool torn;         /* no JSON at all: a kill may have cut it short */
    const char *wrong; /* what is wrong with it, or NULL */
};

/* Read a line without its newline.  Returns false with out->wrong set.  The
 * strings and the detail of a result are the caller's. */
bool report_parse_line(const char *text, size_t size, bool keep_detail,
                       struct report_line *out);

void report_result_finish(struct ombre_report_result *result);

#endif /* OMBRE_REPORT_PARSE_H */
