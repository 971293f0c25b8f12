/* ombre/faults.h - plausible wrong output mergers
 *
 * A catalogue of mistakes that drivers, layers and hardware have made or could
 * make, each as a merger that is right but for that one thing.  It is wrapped
 * around the reference's public functions: what a fault changes is the state
 * that the reference is given, the operands, the coverage, the arithmetic of
 * one step or the code that is left; the reference knows no fault.
 *
 * Two uses: to measure what a suite would catch, and to say what a device that
 * is wrong seems to be doing.
 *
 * Pure, like reference.h: no allocation, no globals, any number of threads.
 */
#ifndef OMBRE_FAULTS_H
#define OMBRE_FAULTS_H

#include <stddef.h>

#include "ombre/reference.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- The catalogue -------------------------------------------------------- */

struct ombre_fault {
    char id[64];         /* "factor.color-src.src_alpha.as.one" */
    char words[160];     /* what such a merger does, as a clause */
    const char *family;  /* which sweep is made for it: "F1" to "F15" */
    const char *reports; /* public reports that it imitates, or "" */
    const char *legal;   /* the rule that allows it, or NULL: a fault */
    bool generated;      /* one of a table of pairs: factors, ops, logic ops */
};

size_t ombre_fault_count(void);

/* Fill in fault `index`; false, with *out zeroed, if there is none. */
bool ombre_fault_at(size_t index, struct ombre_fault *out);

/* Find a fault by its id; false, with *index alone, if there is none. */
bool ombre_fault_find(const char *id, size_t *index);

/* --- A merger with faults ------------------------------------------------- */

enum { OMBRE_FAULTS_AT_ONCE = 2 };

/* A merger that has been given a state. */
struct ombre_faulty {
    unsigned count;
    size_t fault[OMBRE_FAULTS_AT_ONCE];
    struct ombre_state right; /* as asked for */
    struct ombre_state state; /* as it is taken */
    /* Whether a target may differ from what the right merger leaves. */
    bool touches[OMBRE_MAX_TARGETS];
};

/* Give a merger with `count` faults, applied in that order, a state.  With none
 * it is the right one.
 *
 * Returns false if no operand can make it differ from the right one; it can be
 * asked nevertheless. */
bool ombre_faulty_init(struct ombre_faulty *out, const size_t *fault,
                       unsigned count, const struct ombre_state *state);

/* What one pixel brings. */
struct ombre_fault_pixel {
    const struct ombre_source *source;
    uint32_t exported; /* SV_Coverage, as for ombre_predict_coverage() */
    unsigned column, row;
    /* state.sample_count texels of each target; not looked at in holes */
    const struct ombre_texel *dest[OMBRE_MAX_TARGETS];
    /* What the right merger leaves there, or NULL: it only saves time. */
    const struct ombre_texel *right[OMBRE_MAX_TARGETS];
};

/* Which samples of `target` such a merger writes.  Where Direct3D leaves a
 * choice, the right merger covers the first of as many as alpha is of all. */
uint32_t ombre_fault_coverage(const struct ombre_faulty *faulty,
                              const struct ombre_fault_pixel *pixel,
                              unsigned target);

/* What such a merger leaves in one sample, coverage included.  Bits that no
 * component has stay.  Returns false, with *out the texel before, for a target
 * that the right state does not have. */
bool ombre_fault_apply(const struct ombre_faulty *faulty,
                       const struct ombre_fault_pixel *pixel, unsigned target,
                       unsigned sample, struct ombre_texel *out);

/* Which components of `got` are what such a merger might have left, with the
 * room that `judge` gives it: bit N is component N.  Components that the
 * format lacks are. */
unsigned ombre_fault_explains(const struct ombre_faulty *faulty,
                              const struct ombre_fault_pixel *pixel,
                              unsigned target, unsigned sample,
                              enum ombre_judge judge,
                              const struct ombre_texel *got);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_FAULTS_H */
