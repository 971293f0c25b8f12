/* audit_report.h - what an audit found, for people and as JSON */
#ifndef OMBRE_TOOLS_AUDIT_REPORT_H
#define OMBRE_TOOLS_AUDIT_REPORT_H

#include "audit.h"

/* Faults by kind.  X(ID, "name") */
#define AUDIT_GROUPS(X)                                         \
    X(SINGLE, "single-source factors, each as each other")      \
    X(DUAL, "factors of the second source, each as each other") \
    X(OPS, "blend operations, each as each other")              \
    X(LOGIC, "logic operations, each as each other")            \
    X(MAPPING, "slots, enumerators, short cuts, MIN and MAX")   \
    X(TARGETS, "targets, masks, outputs")                       \
    X(CONSTANTS, "blend factor, second source")                 \
    X(COMPONENTS, "missing, swapped and carried components")    \
    X(BITS, "logic operations and integers, other faults")      \
    X(NUMBERS, "NaN, infinity, ranges, SNORM")                  \
    X(PRECISION, "precision, sRGB, stores")                     \
    X(COVERAGE, "samples, coverage, alpha to coverage")

enum audit_group {
#define X(id, name) AUDIT_GROUP_##id,
    AUDIT_GROUPS(X)
#undef X
        AUDIT_GROUP_COUNT
};

const char *audit_group_name(enum audit_group group);

/* What may be said of a fault. */
enum audit_status {
    AUDIT_KILLED,
    AUDIT_SURVIVED,
    AUDIT_LEGAL,        /* no case kills it, as a rule has it */
    AUDIT_LEGAL_KILLED, /* a rule allows it, and yet some case does */
};

enum audit_status audit_status_of(const struct audit *audit, size_t index,
                                  const struct ombre_fault *fault);

struct audit_score {
    size_t faults, killed; /* of those that no rule allows */
    size_t legal, legal_killed;
    struct {
        size_t faults, killed;
    } group[AUDIT_GROUP_COUNT];
};

struct audit_score audit_score_of(const struct audit *audit);

/* `suite` is the name of what was audited. */
void audit_print(const struct audit *audit, const char *suite);
void audit_write_json(const struct audit *audit, const char *suite);

#endif /* OMBRE_TOOLS_AUDIT_REPORT_H */
