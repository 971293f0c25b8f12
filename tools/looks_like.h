/* looks_like.h - which fault of the catalogue explains what is wrong
 *
 * Every fault, and two together for what one leaves, is asked whether it would
 * have left the texels that came back: of those that are wrong, and of those
 * that are right.
 */
#ifndef OMBRE_TOOLS_LOOKS_LIKE_H
#define OMBRE_TOOLS_LOOKS_LIKE_H

#include "judge_case.h"
#include "ombre/faults.h"

/* Classes of numbers.  X(ID, "name") */
#define LOOKS_CLASSES(X)    \
    X(FINITE, "finite")     \
    X(DENORMAL, "denormal") \
    X(NEGATIVE_ZERO, "-0")  \
    X(INFINITE, "inf")      \
    X(NAN, "nan")

enum looks_class {
#define X(id, name) LOOKS_##id,
    LOOKS_CLASSES(X)
#undef X
        LOOKS_CLASS_COUNT
};

/* How far wrong components are from the nearest legal code, in codes (of
 * floats: ULP).  X(ID, most, "name") */
#define LOOKS_DISTANCES(X)          \
    X(1, 1, "1")                    \
    X(2, 2, "2")                    \
    X(4, 4, "3-4")                  \
    X(8, 8, "5-8")                  \
    X(16, 16, "9-16")               \
    X(64, 64, "17-64")              \
    X(256, 256, "65-256")           \
    X(MORE, UINT64_MAX - 1, "more") \
    X(NONE, UINT64_MAX, "NaN") /* a NaN is due, or a number */

enum looks_distance {
#define X(id, most, name) LOOKS_DISTANCE_##id,
    LOOKS_DISTANCES(X)
#undef X
        LOOKS_DISTANCE_COUNT
};

const char *looks_class_name(enum looks_class id);
const char *looks_distance_name(enum looks_distance id);

enum { LOOKS_GUESSES = 3 };

/* What one fault, or two, would explain. */
struct looks_guess {
    unsigned count;
    size_t fault[OMBRE_FAULTS_AT_ONCE];
    size_t explained; /* wrong components that it would have left just so */
    size_t texels;    /* texels with wrong ones, of which it explains all */
    size_t against;   /* right components that it would have left otherwise */
};

struct looks_like {
    size_t wrong;     /* components, in the whole case */
    size_t asked;     /* of those, whom guesses were asked about */
    size_t texels;    /* that have any of them */
    size_t right;     /* components whom guesses were asked about, too */
    unsigned guesses; /* best first; none if nothing explains anything */
    struct looks_guess guess[LOOKS_GUESSES];
    size_t distance[LOOKS_DISTANCE_COUNT];
    size_t want[LOOKS_CLASS_COUNT], got[LOOKS_CLASS_COUNT]; /* of wrong ones */
};

/* Find what texels, laid out as for judge_case(), look like.  Returns false,
 * with *out zeroed, without memory or if no component is wrong. */
bool looks_like_find(const struct ombre_case *c,
                     const struct ombre_state *state, enum ombre_judge judge,
                     const struct ombre_texel *texels, struct looks_like *out);

/* The faults of a guess in words: "A", or "A, and B". */
void looks_like_faults(char *out, size_t size, const struct looks_guess *guess);

/* The best guess as a sentence, "" without one: "A (explains 12 of 12 wrong
 * components)". */
void looks_like_words(char *out, size_t size, const struct looks_like *looks);

#endif /* OMBRE_TOOLS_LOOKS_LIKE_H */
