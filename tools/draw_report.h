/* draw_report.h - what `draw` says of a case, as JSON and for people */
#ifndef OMBRE_TOOLS_DRAW_REPORT_H
#define OMBRE_TOOLS_DRAW_REPORT_H

#include "judge_case.h"
#include "remote.h"

/* Everything that is known of one drawn case. */
struct draw_report {
    const char *path; /* of the case */
    const struct ombre_case *c;
    const struct ombre_state *state;
    enum ombre_judge judge;
    enum ombre_gpu_validation validation; /* that was asked for */
    const char *lanes;                    /* --lane, or NULL */
    size_t device;
    const struct ombre_gpu_info *info;
    const struct remote_result *result;
    const struct ombre_texel *texels; /* NULL if nothing was drawn */
};

void draw_write_json(const struct draw_report *report);
void draw_print(const struct draw_report *report);

/* "on", "off", "unavailable" */
const char *draw_validation_word(const struct draw_report *report);

#endif /* OMBRE_TOOLS_DRAW_REPORT_H */
