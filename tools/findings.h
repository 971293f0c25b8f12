/* findings.h - what was looked at, what was found, and how to mend it */
#ifndef OMBRE_TOOLS_FINDINGS_H
#define OMBRE_TOOLS_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>

/* X(ID, "name"), from well to ill */
#define FINDING_GRADES(X)                      \
    X(GOOD, "good") /* as it should be */      \
    X(NOTE, "note") /* good to know */         \
    X(WARN, "warn") /* may be what is wrong */ \
    X(BAD, "bad")   /* nothing can be tested because of it */

enum finding_grade {
#define X(id, name) FINDING_##id,
    FINDING_GRADES(X)
#undef X
        FINDING_GRADE_COUNT
};

const char *finding_grade_name(enum finding_grade grade);

struct finding {
    enum finding_grade grade;
    const char *area; /* "loader", "driver", ..; a constant */
    char what[400];
    char remedy[400]; /* what to do about it, or "" */
};

enum { MAX_FINDINGS = 128 };

struct findings {
    size_t count, dropped; /* how many there was no room for */
    struct finding finding[MAX_FINDINGS];
};

/* Add a finding whose text is given as to printf(), and return it, so that a
 * remedy can be added; never NULL. */
struct finding *findings_add(struct findings *findings,
                             enum finding_grade grade, const char *area,
                             const char *format, ...)
    __attribute__((format(printf, 4, 5)));
void finding_remedy(struct finding *finding, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The worst grade there is; GOOD if nothing was found. */
enum finding_grade findings_worst(const struct findings *findings);

void findings_print(const struct findings *findings);
void findings_write_json(const struct findings *findings, int exit_code);

#endif /* OMBRE_TOOLS_FINDINGS_H */
