/* audit.h - plant every fault in the model, and see what a set of cases makes
 * of it
 *
 * A fault is killed by a case whose result in `run` would not be Pass: the exit
 * code would change.  Nothing here needs a device.
 */
#ifndef OMBRE_TOOLS_AUDIT_H
#define OMBRE_TOOLS_AUDIT_H

#include "judge.h"
#include "ombre/faults.h"
#include "select.h"

struct audit;
struct audit_worker;

/* What came of one case, of each fault. */
struct audit_finding {
    uint8_t *touched;    /* the case's state lets it show */
    uint8_t *killed;     /* enum ombre_verdict */
    bool right_is_wrong; /* the case fails the right merger, too */
};

/* Cases to plant faults in: those of a suite, or those of a model. */
struct audit_cases {
    size_t count;
    void (*id)(const void *user, size_t position, char id[OMBRE_ID_SIZE]);
    /* Returns false without memory. */
    bool (*run)(const struct audit *audit, struct audit_worker *worker,
                size_t position, struct audit_finding *finding);
    const void *user;
};

/* The cases of a selection, judged as `run` does. */
struct audit_cases audit_suite_cases(const struct selection *selection);

/* A model of the cases by which the Khronos CTS tests blending and logic
 * operations, with its operands and thresholds (audit_cts.c). */
struct audit_cases audit_cts_cases(void);

/* How many of the faults "in this slot this factor acts as that one" its group
 * `blend.format` misses on a format.  Factors are Vulkan's, whose alpha slots
 * take colours, too: 812, of which the catalogue has 574 in Direct3D's words
 * (audit_cts_factors.c). */
struct audit_cts_factors {
    const struct ombre_format *format;
    unsigned faults, survive;
};
enum { AUDIT_CTS_FORMATS = 3 };
void audit_cts_factors(struct audit_cts_factors out[AUDIT_CTS_FORMATS]);

/* What became of one fault. */
struct audit_fault {
    bool touched;               /* some case has a state that it may change */
    size_t kills;               /* cases that kill it, of the first round
                                   in which any does */
    size_t first;               /* position of the first, if any */
    enum ombre_verdict verdict; /* of the first */
    uint32_t families;          /* ombre_bug_families_of() those that kill it */
};

struct audit {
    struct audit_cases cases;
    enum ombre_judge judge;
    unsigned jobs;
    /* Cases are taken in rounds of so many (0: all in one).  What a round has
     * killed is not planted in those that follow. */
    size_t round;
    size_t fault_count;
    uint8_t *planted; /* of each fault, in this round */
    struct audit_fault *fault;
    uint8_t *killed; /* [position * fault_count + fault] */
    size_t *kills_of_case;
    size_t wrong_case; /* a case that the right merger does not pass */
    bool has_wrong_case;
    bool is_cts_model;
    double seconds;
};

enum { AUDIT_MAX_JOBS = 64 };

/* Called now and then, from any thread but never from two at once. */
typedef void audit_progress(void *user, size_t done, size_t all);

/* Audit `audit->cases`.  Returns false without memory or threads;
 * audit_finish() is due either way. */
bool audit_run(struct audit *audit, audit_progress *progress, void *user);
void audit_finish(struct audit *audit);

/* Choose few cases that together kill all that any case kills: each time the
 * one that kills most of what is left.  Returns how many, in `cases` (as many
 * as there are). */
size_t audit_cover(const struct audit *audit, size_t *cases);

/* The case that kills `fault` and fewest others, so that it tells it apart
 * best; false if none kills it. */
bool audit_telling_case(const struct audit *audit, size_t fault,
                        size_t *position);

/* --- The smallest operand (audit_search.c) ----------------------------------
 */

/* Where a fault would show. */
struct audit_operand {
    char id[OMBRE_ID_SIZE]; /* case of suite smoke whose state shows it */
    unsigned target;
    enum ombre_component component;
    float source[2], dest[2]; /* colour, alpha */
    uint32_t want, got;       /* codes of the component */
    const struct ombre_format *format;
};

/* The states of suite smoke, to be searched for one that shows a fault with
 * numbers as simple as can be.  NULL without memory. */
struct audit_search;
struct audit_search *audit_search_create(enum ombre_judge judge);
void audit_search_destroy(struct audit_search *search);

/* Returns false if none is found. */
bool audit_search_fault(struct audit_search *search, size_t fault,
                        struct audit_operand *out);

#endif /* OMBRE_TOOLS_AUDIT_H */
