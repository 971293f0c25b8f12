/* suite_parts.h - what the generators of cases share */
#ifndef OMBRE_SUITE_PARTS_H
#define OMBRE_SUITE_PARTS_H

#include "ombre/suite.h"

/* One family of cases.  `index` counts from 0 within it. */
struct suite_group {
    size_t (*size)(void);
    void (*id)(size_t index, char id[OMBRE_ID_SIZE]);
    /* Say the state, and the number of pixels unless it is SUITE_PIXELS;
     * operands are filled in from the id afterwards. */
    void (*make)(size_t index, struct ombre_case *c);
    /* Put other operands in place of some; may be NULL. */
    void (*operands)(struct ombre_case *c);
};

extern const struct suite_group suite_color, suite_color_dual, suite_alpha,
    suite_alpha_dual; /* suite_equations.c */
extern const struct suite_group suite_factors, suite_snorm_factors, suite_masks,
    suite_mixed; /* suite_targets.c */
extern const struct suite_group suite_stores, suite_blends, suite_logic;
/* suite_formats.c */
extern const struct suite_group suite_special; /* suite_special.c */
extern const struct suite_group suite_coverage,
    suite_outputs; /* suite_coverage.c */
extern const struct suite_group suite_shortcuts, suite_draws, suite_logic_masks,
    suite_coverage_special; /* suite_corners.c */
extern const struct suite_group suite_sweeps, suite_bias,
    suite_places; /* suite_sets.c */

/* --- Ids -------------------------------------------------------------------
 */

/* Append, in lower case; text that does not fit is dropped. */
void suite_append(char id[OMBRE_ID_SIZE], const char *text);
void suite_append_number(char id[OMBRE_ID_SIZE], unsigned number);
/* "src_alpha-inv_src_alpha-add", "min" */
void suite_append_equation(char id[OMBRE_ID_SIZE],
                           const struct ombre_equation *equation);

/* --- States ----------------------------------------------------------------
 */

/* Bind `count` targets of `formats` (0: a hole), with an output for each. */
void suite_set_targets(struct ombre_case *c, const uint32_t *formats,
                       unsigned count);
/* Blend a target; every target has its own state from then on. */
void suite_set_blend(struct ombre_case *c, unsigned target,
                     const struct ombre_equation *color,
                     const struct ombre_equation *alpha);
/* Declare SV_Target1 as second source. */
void suite_set_dual_source(struct ombre_case *c);

/* --- Operands (suite_operands.c) --------------------------------------------
 */

enum { SUITE_PIXELS = 24 };

/* Fill sources and destinations of all pixels from the id, where a generator
 * has not said otherwise.  Returns false without memory. */
bool suite_fill_operands(struct ombre_case *c, const char *id);

/* Numbers from a seed (SplitMix64), the same everywhere. */
struct suite_random {
    uint64_t state;
};
struct suite_random suite_random_from(const char *id);
uint64_t suite_random_next(struct suite_random *random);

uint32_t suite_float_word(double value);

#endif /* OMBRE_SUITE_PARTS_H */
