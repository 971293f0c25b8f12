/* minimize.h - the smallest case that fails in the same way
 *
 * Edits take something away from the best case so far; the result is drawn, and
 * kept if it fails as the first did.  Passes of edits are repeated until none
 * of them is kept, so that minimizing once more changes nothing.
 */
#ifndef OMBRE_TOOLS_MINIMIZE_H
#define OMBRE_TOOLS_MINIMIZE_H

#include "failure.h"

/* How much there is of a case.  X(ID, "name") */
#define MINIMIZE_SIZES(X)                                               \
    X(PIXELS, "pixels")                                                 \
    X(TARGETS, "targets")                                               \
    X(SAMPLES, "samples")                                               \
    X(LAYERS, "layers")                                                 \
    X(FIELDS, "fields")   /* of state, device and lane, not as usual */ \
    X(NUMBERS, "numbers") /* operands that are not 0 or, in floats, 1 */

enum minimize_size {
#define X(id, name) MINIMIZE_##id,
    MINIMIZE_SIZES(X)
#undef X
        MINIMIZE_SIZE_COUNT
};

const char *minimize_size_name(enum minimize_size size);

struct minimizer {
    struct remote_setup setup; /* setup.given is `given` */
    struct remote remote;      /* runs while remote.worker.pid is not 0 */
    size_t device;
    unsigned long limit, draws;
    /* Called before each draw; it may be NULL. */
    void (*tick)(const struct minimizer *minimizer);

    struct ombre_case
        given; /* what workers begin with; they are given others */
    struct ombre_case best;
    struct ombre_state state;     /* of it */
    struct failure known, latest; /* the first; as the best one failed */
    size_t before[MINIMIZE_SIZE_COUNT];

    uint64_t *seen; /* hashes of cases that were drawn and did not do */
    size_t seen_count, seen_room;
    struct ombre_issues *issues;
    bool is_fresh; /* each case is drawn in a process of its own */
    bool is_out; /* of draws, of memory or of time: what is best may be large */
    const char *trouble; /* why nothing more can be done, or NULL */
};

/* How an attempt went. */
enum attempt {
    ATTEMPT_KEPT,
    ATTEMPT_REFUSED, /* invalid, seen before, or another failure or none */
    ATTEMPT_OVER,    /* no more draws */
};

/* Make `c`, which stays the caller's, the first case, and draw it.  Returns
 * false with m->trouble; m->known tells how it ended.  minimizer_finish() is
 * due in any case. */
bool minimizer_init(struct minimizer *m, const struct ombre_case *c);
void minimizer_finish(struct minimizer *m);

/* Take away what can be taken away. */
void minimizer_run(struct minimizer *m);

/* Draw the best case in a fresh process: whether it fails the same way. */
bool minimizer_confirm(struct minimizer *m);

/* Draw an edited case, which becomes the best if it fails the same way: *c is
 * empty then. */
enum attempt minimizer_try(struct minimizer *m, struct ombre_case *c);

/* How much there is of a case whose state is `state`. */
void minimize_measure(const struct ombre_case *c,
                      const struct ombre_state *state,
                      size_t out[MINIMIZE_SIZE_COUNT]);

/* --- Edits ---------------------------------------------------------------- */

/* What an edit made of a case. */
enum edit {
    EDIT_NONE, /* nothing: it is as small as this step can make it */
    EDIT_DONE,
    EDIT_END, /* there is no such step */
};

/* Take step `step` on *c, a copy of the minimizer's best case. */
typedef enum edit edit_function(const struct minimizer *m, size_t step,
                                struct ombre_case *c);

/* minimize_pixels.c: those that are left must not be fewer.  Returns whether
 * it took any away. */
bool minimize_pixels(struct minimizer *m);

/* minimize_shape.c */
edit_function edit_only_target, edit_drop_target, edit_hole, edit_samples,
    edit_only_layer, edit_drop_layer;

/* minimize_state.c */
edit_function edit_lane, edit_state, edit_shader, edit_surroundings;
size_t minimize_unusual_fields(const struct ombre_case *c,
                               const struct ombre_state *state);

/* minimize_operands.c */
edit_function edit_alike_samples, edit_all_dest, edit_all_source,
    edit_constants, edit_source, edit_dest, edit_coverage;
size_t minimize_numbers(const struct ombre_case *c,
                        const struct ombre_state *state);

#endif /* OMBRE_TOOLS_MINIMIZE_H */
