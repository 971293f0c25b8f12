/* ombre/equations.h - every blend equation, and which of them are one function
 *
 * Pure: no allocation, no globals, any number of threads.
 */
#ifndef OMBRE_EQUATIONS_H
#define OMBRE_EQUATIONS_H

#include <stddef.h>

#include "ombre/state.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The two equations of a target. */
enum ombre_half { OMBRE_HALF_COLOR, OMBRE_HALF_ALPHA };

const char *ombre_half_name(enum ombre_half half);

/* Factors that Direct3D takes in each half (FS 17.1, 17.2), those that read a
 * second source last. */
enum {
    OMBRE_COLOR_FACTORS = 19,
    OMBRE_SINGLE_COLOR_FACTORS = 15,
    OMBRE_ALPHA_FACTORS = 13,
    OMBRE_SINGLE_ALPHA_FACTORS = 11,
};

extern const enum ombre_factor ombre_color_factors[OMBRE_COLOR_FACTORS];
extern const enum ombre_factor ombre_alpha_factors[OMBRE_ALPHA_FACTORS];

/* Pairs of `all` factors, of which the first `single` read no second source.
 * They are numbered so: pairs of single ones by source, then destination; those
 * whose source reads the second; those of whom only the destination does. */
struct ombre_factor_pairs {
    const enum ombre_factor *factor;
    size_t single, all;
};

/* Number of pairs that read no second source, and of all. */
size_t ombre_single_pair_count(const struct ombre_factor_pairs *pairs);
size_t ombre_pair_count(const struct ombre_factor_pairs *pairs);

/* The factors of a pair, by its number. */
void ombre_pair_at(const struct ombre_factor_pairs *pairs, size_t number,
                   enum ombre_factor *src, enum ombre_factor *dest);

/* The number of a pair; ombre_pair_count() if a factor is none of these. */
size_t ombre_pair_number(const struct ombre_factor_pairs *pairs,
                         enum ombre_factor src, enum ombre_factor dest);

/* Number of equations: all pairs of factors with ADD, SUBTRACT and
 * REV_SUBTRACT, and MIN and MAX, which ignore factors.  Colour has 677, alpha
 * 194; with those that read a second source 1,085 and 302.  Factors that are
 * another in an alpha slot (SRC_ALPHA_SAT is ONE, ALPHA_FACTOR is BLEND_FACTOR)
 * are left out there. */
size_t ombre_equation_count(enum ombre_half half, bool dual_source);

/* Equation `index` < ombre_equation_count(half, true), those without a second
 * source first. */
struct ombre_equation ombre_equation_at(enum ombre_half half, size_t index);

/* Index of an equation that does the same in every slot by its definition
 * alone: MIN and MAX with any factors, and the factors that are left out.
 * `equation` must be one of Direct3D's. */
size_t ombre_equation_index(enum ombre_half half,
                            const struct ombre_equation *equation);

/* What does to a component what some equation does, and is none. */
enum {
    OMBRE_MAX_EQUATIONS = 1085,
    OMBRE_NO_BLENDING = OMBRE_MAX_EQUATIONS, /* BlendEnable FALSE */
    OMBRE_NOT_WRITTEN, /* the write mask bars the component */
    OMBRE_MAX_FUNCTIONS,
};

/* Equations of one class give one result for all finite operands, as the
 * reference computes it before the store; those of two classes differ
 * somewhere.  (On floats NaN and infinities may part members: 0 * S + D * S is
 * not S * D + 0 * D where D is infinite.) */
struct ombre_equation_classes {
    size_t functions[2]; /* without and with those of a second source */
    /* Class of each equation, numbered by their first members; of
     * OMBRE_NO_BLENDING and OMBRE_NOT_WRITTEN too. */
    uint16_t of[OMBRE_MAX_FUNCTIONS];
};

/* Classify the equations of `half` on `format`.  Returns false, with *out
 * zeroed, if the format never blends or has no component of that half. */
bool ombre_classify_equations(const struct ombre_format *format,
                              enum ombre_half half,
                              struct ombre_equation_classes *out);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_EQUATIONS_H */
