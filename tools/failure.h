/* failure.h - what a failure is known by
 *
 * Two drawings fail in the same way if they end in the same outcome, the same
 * fault of the catalogue explains best what is wrong (any, where none explained
 * the first), colour is wrong in both or in neither, and what else there is to
 * know of their end is the same.  Of a batch that is drawn twice with other
 * bits, that it was is all there is to know.
 */
#ifndef OMBRE_TOOLS_FAILURE_H
#define OMBRE_TOOLS_FAILURE_H

#include "looks_like.h"
#include "remote.h"

/* Which components are wrong.  X(ID, "name") */
#define FAILURE_COMPONENTS(X)                               \
    X(NONE, "none")   /* no texel is wrong by itself */     \
    X(COLOR, "color") /* red, green or blue, perhaps all */ \
    X(ALPHA, "alpha") /* and no colour */

enum failure_component {
#define X(id, name) FAILURE_##id,
    FAILURE_COMPONENTS(X)
#undef X
};

const char *failure_component_name(enum failure_component component);

enum { FAILURE_SPOTS = 8 };

struct failure {
    enum outcome outcome;
    enum failure_component component;
    struct looks_guess guess; /* its best; count 0 if nothing explains it */
    bool differs_twice;       /* the same batch again gave other bits */
    uint32_t controls;        /* bit N: control N is wrong */
    char told[160];           /* how a process ended; the broken rule; or "" */
    /* Not what it is known by, but where to look for less. */
    char reason[256];
    struct ombre_lane lane;
    size_t spots;
    struct failure_spot {
        size_t pixel;
        uint32_t targets; /* bit t: one of its texels is wrong */
    } spot[FAILURE_SPOTS];
};

/* Say what a drawing is known by.  Texels are those that came back, or NULL. */
void failure_find(const struct ombre_case *c, const struct ombre_state *state,
                  enum ombre_judge judge, const struct remote_result *result,
                  const struct ombre_texel *texels, struct failure *out);

/* Whether anything went wrong at all: a warning counts, "not supported" does
 * not. */
bool failure_is_one(const struct failure *failure);

/* Whether `other` is the failure that `known` is. */
bool failure_is_same(const struct failure *known, const struct failure *other);

#endif /* OMBRE_TOOLS_FAILURE_H */
