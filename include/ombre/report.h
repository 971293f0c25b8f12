/* ombre/report.h - results of a run: kept in a folder, read back, shown
 *
 * A run folder holds
 *
 *   run.json        what was run, on what, how; written first, never changed
 *   results.jsonl   one JSON object a line, only ever appended to
 *   failures.csv    "case,Status # reason", a baseline as it stands
 *   failures/       ID.log of each case that is not as it should be
 *
 * A kill loses at most the last line of results.jsonl.  Everything in a folder
 * is hostile: it may be torn, doubled, of another version, or made to harm who
 * reads the report.
 *
 * Functions that write do so to the caller's stream and report nothing: look at
 * ferror().  No function keeps state; one report is for one thread at a time.
 */
#ifndef OMBRE_REPORT_H
#define OMBRE_REPORT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "ombre/format.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- Results -------------------------------------------------------------- */

/* Every way a case can end.
 * X(ID, "in JSON", "in result lists", exit code of `draw`) */
#define OMBRE_OUTCOMES(X)                                                     \
    X(PASS, "pass", "Pass", 0)                                                \
    X(QUALITY_WARNING, "quality-warning", "QualityWarning", 0)                \
    X(COMPATIBILITY_WARNING, "compatibility-warning", "CompatibilityWarning", \
      0)                                                                      \
    X(FAIL, "fail", "Fail", 1)                                                \
    X(NOT_SUPPORTED, "not-supported", "NotSupported", 77)                     \
    X(CRASH, "crash", "Crash", 1)                                             \
    X(TIMEOUT, "timeout", "Timeout", 1)                                       \
    X(DEVICE_LOST, "device-lost", "DeviceLost", 1)                            \
    X(VALIDATION_ERROR, "validation-error", "ValidationError", 1)             \
    X(INTERNAL_ERROR, "internal-error", "InternalError", 3)                   \
    X(FLAKE, "flake", "Flake", 1) /* drawn twice, ended in two ways */

enum ombre_outcome {
#define X(id, name, status, code) OMBRE_OUTCOME_##id,
    OMBRE_OUTCOMES(X)
#undef X
        OMBRE_OUTCOME_COUNT
};

const char *ombre_outcome_name(enum ombre_outcome outcome);
const char *ombre_outcome_status(enum ombre_outcome outcome);
/* From the word in result lists; false, with *out alone, if it is none. */
bool ombre_outcome_from_status(const char *status, enum ombre_outcome *out);
/* How bad it is: 0 for Pass and NotSupported, more for what is worse. */
unsigned ombre_outcome_rank(enum ombre_outcome outcome);

/* What a baseline makes of a result.  X(ID, "in JSON") */
#define OMBRE_EXPECTATIONS(X)                                     \
    X(MET, "expected")           /* Pass, NotSupported */         \
    X(KNOWN, "known")            /* as the baseline has it */     \
    X(UNEXPECTED, "unexpected")  /* wrong, and no line says so */ \
    X(BETTER, "unexpected-pass") /* passes; lines say it does not */

enum ombre_expectation {
#define X(id, name) OMBRE_EXPECTATION_##id,
    OMBRE_EXPECTATIONS(X)
#undef X
        OMBRE_EXPECTATION_COUNT
};

const char *ombre_expectation_name(enum ombre_expectation expectation);
bool ombre_expectation_is_met(enum ombre_expectation expectation);

/* --- What is kept of a case that is not right ----------------------------- */

enum {
    OMBRE_REPORT_WRONG = 16,  /* components told one by one */
    OMBRE_REPORT_TEXELS = 64, /* texels of the picture */
    OMBRE_REPORT_WORDS = 64,
    OMBRE_REPORT_SENTENCE = 256,
};

/* One component that is not legal, in words. */
struct ombre_report_wrong {
    uint32_t pixel, target, sample;
    enum ombre_component component;
    enum ombre_outcome outcome; /* FAIL or a warning */
    uint64_t distance;          /* to the nearest legal code, in codes; 0 where
                                   there is no such number (NaN) */
    char format[OMBRE_REPORT_WORDS], before[OMBRE_REPORT_WORDS],
        source[OMBRE_REPORT_WORDS], want[OMBRE_REPORT_WORDS],
        got[OMBRE_REPORT_WORDS], legal[OMBRE_REPORT_WORDS],
        rule[OMBRE_REPORT_WORDS];
};

/* One texel of the picture. */
struct ombre_report_texel {
    struct ombre_texel before, want, got;
    uint32_t source[4]; /* as the shader wrote them */
    uint32_t wrong;     /* bit n: component n is not legal */
};

struct ombre_report_detail {
    size_t components, failed, warned; /* of the whole case */
    unsigned state_count;
    char state[OMBRE_MAX_TARGETS][OMBRE_REPORT_SENTENCE]; /* one a target */
    char shared_state[OMBRE_REPORT_SENTENCE];
    char cause[OMBRE_REPORT_SENTENCE];      /* results are grouped by it */
    char looks_like[OMBRE_REPORT_SENTENCE]; /* a fault that explains it */
    char replay[2 * OMBRE_REPORT_SENTENCE];
    unsigned wrong_count;
    struct ombre_report_wrong wrong[OMBRE_REPORT_WRONG];
    /* A run of consecutive pixels of one target, around the first wrong one. */
    uint32_t target, sample, first_pixel;
    uint32_t dxgi; /* the target's DXGI_FORMAT */
    bool integer_source;
    unsigned texel_count;
    struct ombre_report_texel texel[OMBRE_REPORT_TEXELS];
};

struct ombre_report_result {
    char *id; /* never NULL */
    enum ombre_outcome outcome;
    enum ombre_expectation expectation; /* by the baseline of the run */
    double seconds;
    char *reason;                       /* never NULL */
    struct ombre_report_detail *detail; /* or NULL */
};

/* --- Precision ------------------------------------------------------------ */

enum { OMBRE_REPORT_BUCKETS = 23 };

/* How far components of one format are from the ideal result, in codes (of
 * floats: ULP of the target).  Signed: above it is positive. */
struct ombre_report_precision {
    uint32_t dxgi;
    uint64_t count;
    double sum, worst; /* of errors; the error of largest magnitude */
    /* 0: below -1.05; 1 to 21: within 0.05 of -1, -0.9 .. 1; 22: above. */
    uint64_t bucket[OMBRE_REPORT_BUCKETS];
};

/* Count one component that was written: `value` is the ideal result before the
 * store, `want` its code.  What is no finite number is not counted. */
void ombre_report_precision_add(struct ombre_report_precision *precision,
                                const struct ombre_format *format,
                                enum ombre_component component, double value,
                                uint32_t want, uint32_t got);
void ombre_report_precision_join(struct ombre_report_precision *precision,
                                 const struct ombre_report_precision *other);

/* --- A run folder, as lines ------------------------------------------------
 */

/* The first line of results.jsonl. */
void ombre_report_write_head(FILE *file);

/* One result.  `detail` and `reason` go along if they are there. */
void ombre_report_write_result(FILE *file,
                               const struct ombre_report_result *result);

/* Precision of results since the last such line. */
void ombre_report_write_precision(
    FILE *file, const struct ombre_report_precision *precision);

/* A run goes on here after it was broken off (`time` in ISO 8601), and ends.
 * Neither is needed to read the folder. */
void ombre_report_write_resumed(FILE *file, const char *time);
void ombre_report_write_end(FILE *file, const char *time, double seconds,
                            bool complete, int exit_code);

/* What a person wants to read of one case that is not right. */
void ombre_report_write_log(FILE *file,
                            const struct ombre_report_result *result);

/* --- A run folder, read back -----------------------------------------------
 */

/* A field of run.json: "device.deviceName", "options.patterns.0". */
struct ombre_report_fact {
    char *key, *value;
};

enum { OMBRE_REPORT_FORMATS = 64 };

struct ombre_report {
    size_t fact_count;
    struct ombre_report_fact *fact; /* in the order of run.json */
    size_t count;
    struct ombre_report_result *result; /* one a case, in order of arrival */
    unsigned precision_count;
    struct ombre_report_precision precision[OMBRE_REPORT_FORMATS];
    double seconds;         /* of all parts of the run together */
    size_t details_dropped; /* beyond what is kept, see ombre_report_read() */
    size_t repeated;        /* lines on a case that another line had told */
    size_t torn;            /* lines that a kill cut short */
    bool ended;             /* the last line says that the run ended */
};

/* Details that are kept, 13 KiB each. */
enum { OMBRE_REPORT_DETAILS = 4096 };

struct ombre_report_error {
    char file[32];     /* "run.json", "results.jsonl" */
    size_t line;       /* from 1; 0: of the file as a whole */
    char message[256]; /* what was found, what was expected */
};

/* Read a folder.  A torn line is allowed at the end of results.jsonl and before
 * a line that says that the run went on; of several lines on a case the last
 * counts (a case that was drawn again).  Returns false, with *error filled and
 * *out zeroed, on anything else that is amiss. */
bool ombre_report_read(const char *folder, struct ombre_report *out,
                       struct ombre_report_error *error);

/* The two halves of it, of bytes. */
bool ombre_report_parse_facts(const char *text, size_t size,
                              struct ombre_report *out,
                              struct ombre_report_error *error);
bool ombre_report_parse_results(const char *text, size_t size,
                                struct ombre_report *out,
                                struct ombre_report_error *error);

void ombre_report_finish(struct ombre_report *report);

/* A fact, or NULL if run.json does not have it. */
const char *ombre_report_fact(const struct ombre_report *report,
                              const char *key);

/* How many cases were to be run by run.json; whether all have results. */
size_t ombre_report_wanted(const struct ombre_report *report);
bool ombre_report_is_complete(const struct ombre_report *report);

/* Results by outcome, and those that are as expected. */
struct ombre_report_counts {
    size_t outcome[OMBRE_OUTCOME_COUNT];
    size_t expectation[OMBRE_EXPECTATION_COUNT];
};
struct ombre_report_counts ombre_report_count(
    const struct ombre_report *report);

/* Find a case; NULL if it has no result. `index` comes from
 * ombre_report_index(): positions in `result`, ordered by id; the caller frees
 * it, NULL means out of memory. */
size_t *ombre_report_index(const struct ombre_report *report);
const struct ombre_report_result *ombre_report_find(
    const struct ombre_report *report, const size_t *index, const char *id);

/* Write run.json of a folder that holds what `folders` hold together: that of
 * the first, of all its run's cases, with the shard, host and start of each in
 * "merged".  Returns false without memory, and if one cannot be read. */
bool ombre_report_write_merged(FILE *file, const char *const *folders,
                               size_t count);

/* --- Baselines --------------------------------------------------------------
 *
 * What a driver is known to get wrong, one line a pattern:
 *
 *   GLOB,Status # why
 *   GLOB,Status @ TEXT # why     where TEXT is part of the driver's info
 *
 * A case may have several lines: each of their statuses is then expected.  One
 * that is known as a Flake may pass, too.
 */

enum ombre_baseline_change {
    OMBRE_BASELINE_KEPT,
    OMBRE_BASELINE_CHANGED, /* another status */
    OMBRE_BASELINE_REMOVED,
    OMBRE_BASELINE_ADDED,
};

struct ombre_baseline_line {
    char *text;    /* as it stands, without its newline */
    char *pattern; /* NULL: nothing but a comment */
    enum ombre_outcome outcome;
    bool holds; /* there is no condition, or it holds */
    enum ombre_baseline_change change;
    char *old_text; /* of a changed line */
};

struct ombre_baseline {
    size_t count;
    struct ombre_baseline_line *line;
};

/* Read a baseline for a driver with `driver_info`.  Returns false, with *error
 * filled and *out zeroed, where a line is not as above. */
bool ombre_baseline_parse(const char *text, size_t size,
                          const char *driver_info, struct ombre_baseline *out,
                          struct ombre_report_error *error);
void ombre_baseline_finish(struct ombre_baseline *baseline);

/* `relaxed`: warnings count as passes. */
enum ombre_expectation ombre_baseline_judge(
    const struct ombre_baseline *baseline, const char *id,
    enum ombre_outcome outcome, bool relaxed);

/* Make a baseline expect what a run has found, with as little change as
 * possible: a line about one case takes that case's new status, or goes where
 * it passes; a line with a glob goes where cases match and none has its status;
 * new lines stand at the end.  Comments, order, conditions, and lines about
 * cases that were not run stay.  Returns false without memory. */
bool ombre_baseline_update(struct ombre_baseline *baseline,
                           const struct ombre_report *report);

/* Write it, less what was removed. */
void ombre_baseline_write(FILE *file, const struct ombre_baseline *baseline);

/* --- Two runs --------------------------------------------------------------
 */

/* What became of a case from one run to the next.  X(ID, "in JSON") */
#define OMBRE_REPORT_CHANGES(X)                                            \
    X(NEW_FAILURE, "new-failure") /* worse than before, or bad and new */  \
    X(FIXED, "fixed")             /* nothing to be said of it any more */  \
    X(CHANGED, "changed")         /* another status, or other bits */      \
    X(APPEARED, "appeared")       /* was not run before, and is not bad */ \
    X(GONE, "gone")               /* is not run any more */

enum ombre_report_change {
#define X(id, name) OMBRE_REPORT_##id,
    OMBRE_REPORT_CHANGES(X)
#undef X
        OMBRE_REPORT_CHANGE_COUNT
};

const char *ombre_report_change_name(enum ombre_report_change change);

struct ombre_report_difference {
    enum ombre_report_change change;
    /* Of the two reports; NULL where the case was not run. */
    const struct ombre_report_result *before, *after;
};

struct ombre_report_comparison {
    size_t same; /* cases that are as before */
    size_t changes[OMBRE_REPORT_CHANGE_COUNT];
    size_t count;
    struct ombre_report_difference *difference; /* new failures first */
};

/* Compare two runs, which must outlive *out.  Returns false without memory. */
bool ombre_report_compare(const struct ombre_report *before,
                          const struct ombre_report *after,
                          struct ombre_report_comparison *out);
void ombre_report_comparison_finish(struct ombre_report_comparison *comparison);

/* --- Reports ---------------------------------------------------------------
 */

/* JUnit XML.  Class and name of a test case are those of the case's id. */
void ombre_report_write_junit(FILE *file, const struct ombre_report *report);

/* One self-contained HTML page.  Returns false without memory; what was written
 * then lacks a section. */
bool ombre_report_write_html(FILE *file, const struct ombre_report *report);

/* --- Pictures --------------------------------------------------------------
 */

/* What a picture shows.  X(ID, "name") */
#define OMBRE_REPORT_VIEWS(X) \
    X(BEFORE, "before")       \
    X(SOURCE, "source")       \
    X(WANT, "want")           \
    X(GOT, "got")             \
    X(DIFF, "diff")

enum ombre_report_view {
#define X(id, name) OMBRE_REPORT_VIEW_##id,
    OMBRE_REPORT_VIEWS(X)
#undef X
        OMBRE_REPORT_VIEW_COUNT
};

const char *ombre_report_view_name(enum ombre_report_view view);

/* A PNG file in memory; the caller frees `bytes`. */
struct ombre_report_png {
    void *bytes;
    size_t size;
};

/* Draw the texels of a detail, each as a square of `scale` points (4 to 64),
 * eight in a row.  Alpha is a band of grey at the lower edge of a texel.
 * Returns false without memory, and where there are no texels. */
bool ombre_report_picture(const struct ombre_report_detail *detail,
                          enum ombre_report_view view, unsigned scale,
                          struct ombre_report_png *out);

/* How numbers became colours, in words. */
const char *ombre_report_picture_note(const struct ombre_report_detail *detail);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_REPORT_H */
