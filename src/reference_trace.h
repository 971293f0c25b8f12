/* src/reference_trace.h - which decisions made a legal set
 *
 * Private to the reference.  A prediction is made twice to be explained: once
 * to find the ranges, and once more with their ends in a trace, to find the
 * decisions that reach them.
 */
#ifndef OMBRE_SRC_REFERENCE_TRACE_H
#define OMBRE_SRC_REFERENCE_TRACE_H

#include "ombre/explain.h"

struct trace_end {
    int64_t ordinal;
    bool is_last; /* of its range, else the first */
    bool is_found;
    struct ombre_decision by;
};

struct trace {
    unsigned count;
    struct trace_end end[2 * OMBRE_MAX_RANGES];
};

/* Decision `how` added ordinals from first to last.  Of those that reach an end
 * the one that departs least from the ideal stays; of equals the first. */
void trace_codes(struct trace *trace, int64_t first, int64_t last,
                 const struct ombre_decision *how);

/* Like trace_codes(), for R9G9B9E5, whose codes are not known yet: the lowest
 * number reaches the first end, the highest the last. */
void trace_values(struct trace *trace, const struct ombre_decision *how);

#endif /* OMBRE_SRC_REFERENCE_TRACE_H */
