/* baseline.h - what a driver is known to get wrong
 *
 * One line a pattern: "GLOB,Status # reason".  "GLOB,Status @ TEXT" holds only
 * where TEXT is part of the driver's info ("Mesa 22.3").  A case may have
 * several lines: each of their statuses is then expected.
 */
#ifndef OMBRE_TOOLS_BASELINE_H
#define OMBRE_TOOLS_BASELINE_H

#include "drawing.h"

struct baseline_line {
    char *pattern; /* owned */
    enum outcome outcome;
};

struct baseline {
    size_t count;
    struct baseline_line *line;
};

/* What a baseline makes of a result. */
enum expectation {
    EXPECTATION_MET,        /* Pass, NotSupported */
    EXPECTATION_KNOWN,      /* as the baseline has it */
    EXPECTATION_UNEXPECTED, /* wrong, and no line says so */
    EXPECTATION_BETTER,     /* passes, though lines say it does not */
};

/* Read a file, or the baseline that is built in for the driver (path NULL);
 * "none" is empty.  Returns EXIT_EXPECTED, or another exit code after
 * complaining. */
int baseline_read(const char *path, const struct ombre_gpu_info *info,
                  struct baseline *out);
void baseline_finish(struct baseline *baseline);

/* `relaxed`: warnings count as passes. */
enum expectation baseline_judge(const struct baseline *baseline, const char *id,
                                enum outcome outcome, bool relaxed);

#endif /* OMBRE_TOOLS_BASELINE_H */
