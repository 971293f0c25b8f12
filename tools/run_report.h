/* run_report.h - results of a run, counted, printed and written */
#ifndef OMBRE_TOOLS_RUN_REPORT_H
#define OMBRE_TOOLS_RUN_REPORT_H

#include "claims_view.h"
#include "drawing.h"
#include "json_out.h"
#include "run_folder.h"
#include "select.h"

/* Result of one case. */
struct run_result {
    bool done, looked; /* drawn; and drawn a second time */
    enum outcome outcome;
    enum ombre_expectation expectation;
    size_t part; /* of a block: the one that is worst */
    double seconds;
    char *reason;     /* owned */
    char *looks_like; /* a fault that explains it, or NULL; owned */
};

/* One run on one device. */
struct run {
    const struct selection *selection;
    size_t device;
    const struct ombre_gpu_info *info;
    enum ombre_judge judge;
    unsigned jobs;
    struct ombre_baseline baseline;
    bool emulates;  /* --without: what may be drawn better than natively */
    uint32_t claim; /* the feature level to hold to, or 0 */
    struct claim_counts claimed;
    bool relaxed; /* --warnings pass */
    bool complete;
    bool interrupted; /* by a signal; then not complete */
    double seconds;
    size_t finished;
    size_t counts[OUTCOME_COUNT];
    size_t expectations[OMBRE_EXPECTATION_COUNT];
    struct run_result *result; /* one a selected case */
    struct run_folder *folder; /* that keeps them, or NULL */
};

/* Record a result.  `reason` is copied. */
void run_record(struct run *run, size_t position, enum outcome outcome,
                const char *reason, double seconds);

/* Record what a second look at a result has found; `detail` may be NULL. */
void run_amend(struct run *run, size_t position, enum outcome outcome,
               const char *reason, struct ombre_report_detail *detail);

/* Take over a result of the folder; it is not written again. */
void run_restore(struct run *run, size_t position,
                 const struct ombre_report_result *result);

size_t run_unexpected(const struct run *run);
int run_exit_code(const struct run *run);

void run_print_summary(const struct run *run);
void run_write_json(struct json_out *out, const struct run *run);

#endif /* OMBRE_TOOLS_RUN_REPORT_H */
