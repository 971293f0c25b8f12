/* run_report.h - results of a run, counted, printed and written */
#ifndef OMBRE_TOOLS_RUN_REPORT_H
#define OMBRE_TOOLS_RUN_REPORT_H

#include "baseline.h"
#include "json_out.h"
#include "select.h"

/* Result of one case. */
struct run_result {
    bool done;
    enum outcome outcome;
    enum expectation expectation;
    double seconds;
    char *reason; /* owned */
};

/* One run on one device. */
struct run {
    const struct selection *selection;
    size_t device;
    const struct ombre_gpu_info *info;
    enum ombre_judge judge;
    unsigned jobs;
    struct baseline baseline;
    bool relaxed; /* --warnings pass */
    bool complete;
    bool interrupted; /* by a signal; then not complete */
    double seconds;
    size_t finished;
    size_t counts[OUTCOME_COUNT];
    size_t expectations[EXPECTATION_BETTER + 1];
    struct run_result *result; /* one a selected case */
    FILE *results, *failures;  /* of the output folder, or NULL */
};

/* Record a result.  `reason` is copied. */
void run_record(struct run *run, size_t position, enum outcome outcome,
                const char *reason, double seconds);

size_t run_unexpected(const struct run *run);
int run_exit_code(const struct run *run);

void run_print_summary(const struct run *run);
void run_write_json(struct json_out *out, const struct run *run);

/* Make an output folder, which must not hold results yet, and open its files.
 * Returns EXIT_EXPECTED, or another exit code after complaining. */
int run_open_output(struct run *run, const char *folder);
/* Write what is known at the end, and close the files. */
int run_close_output(struct run *run, const char *folder);

#endif /* OMBRE_TOOLS_RUN_REPORT_H */
