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
    /* Say what is drawn in steps, when operands are there; false without
     * memory.  May be NULL. */
    bool (*steps)(size_t index, struct ombre_case *c);
    const struct suite_blocks *blocks; /* if cases are blocks */
};

/* Of an id that names no part. */
#define SUITE_NO_PART SIZE_MAX

/* What cases have that are drawn in parts. */
struct suite_blocks {
    /* Find a block, or a part of one, by its id. */
    bool (*find)(const char *id, size_t *index, size_t *part);
    size_t (*parts)(size_t index);
    void (*part_id)(size_t index, size_t part, char id[OMBRE_ID_SIZE]);
    void (*make_part)(size_t index, size_t part, struct ombre_case *c);
    /* False, with all alone, if the part has no such target. */
    bool (*state)(size_t index, size_t part, unsigned target,
                  const struct ombre_format **format,
                  struct ombre_equation *color, struct ombre_equation *alpha);
    size_t (*states)(size_t index, uint64_t *first);
    bool (*visit)(size_t index,
                  bool (*visit)(void *user, const struct ombre_equation *color,
                                const struct ombre_equation *alpha),
                  void *user);
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
extern const struct suite_group suite_cross, suite_cross_dual,
    suite_cross_samples; /* suite_cross.c */
extern const struct suite_group suite_min_max, suite_replicated, suite_counts,
    suite_slots, suite_order; /* suite_families.c */
extern const struct suite_group suite_order_walk, suite_order_clear,
    suite_order_count; /* suite_order.c */
extern const struct suite_group suite_images,
    suite_image_pairs; /* suite_images.c */
extern const struct suite_group suite_full, suite_exhaustive;
/* suite_blocks.c */

/* --- Ids -------------------------------------------------------------------
 */

/* Append, in lower case; text that does not fit is dropped. */
void suite_append(char id[OMBRE_ID_SIZE], const char *text);
void suite_append_number(char id[OMBRE_ID_SIZE], unsigned number);
/* "src_alpha-inv_src_alpha-add", "min" */
void suite_append_equation(char id[OMBRE_ID_SIZE],
                           const struct ombre_equation *equation);

/* Eight formats that all devices blend: by kind and width, with and without
 * alpha. */
enum { SUITE_EIGHT = 8 };
extern const uint32_t suite_eight_formats[SUITE_EIGHT]; /* suite_state.c */

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

/* Fill what `target` holds, and the outputs that it alone takes, anew from
 * another id. */
void suite_fill_target(struct ombre_case *c, unsigned target, const char *id);

/* State at step `index` of a closed walk over all ordered pairs of twelve
 * (suite_families.c). */
enum { SUITE_WALK_STATES = 12 };
size_t suite_walk(size_t index);

/* Begin a case: defaults and a name.  Then say its state, and end it, which
 * fills in operands.  Each returns false, with *c finished and zeroed, without
 * memory. */
bool suite_case_start(struct ombre_case *c, const char *id);
bool suite_case_end(struct ombre_case *c);

/* Numbers from a seed (SplitMix64), the same everywhere. */
struct suite_random {
    uint64_t state;
};
struct suite_random suite_random_from(const char *id);
uint64_t suite_random_next(struct suite_random *random);

uint32_t suite_float_word(double value);

#endif /* OMBRE_SUITE_PARTS_H */
