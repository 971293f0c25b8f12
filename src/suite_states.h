/* suite_states.h - every target state that Direct3D 12 accepts, by number
 *
 * A state is two factors and an operation for colour and the same for alpha,
 * each factor that Direct3D has a number for, under MIN and MAX too.  Targets
 * whose format has no alpha have the colour half only.
 *
 * kind       states of a format with alpha
 * SINGLE     (15 * 15 * 5) * (11 * 11 * 5) = 680,625
 * DUAL       304,056: some factor reads the second source, no MIN, no MAX
 * UNDEFINED  540,544: some factor reads it, and MIN or MAX (FS 17.6)
 */
#ifndef OMBRE_SUITE_STATES_H
#define OMBRE_SUITE_STATES_H

#include "suite_parts.h"

enum suite_state_kind {
    SUITE_STATE_SINGLE,
    SUITE_STATE_DUAL,
    SUITE_STATE_UNDEFINED,
    SUITE_STATE_KINDS,
};

/* How many states of a kind `format` has; it blends. */
size_t suite_state_count(const struct ombre_format *format,
                         enum suite_state_kind kind);

/* State `number` of a kind.  Without alpha in the format *alpha is an equation
 * that no other state has, and is not looked at. */
void suite_state_at(const struct ombre_format *format,
                    enum suite_state_kind kind, size_t number,
                    struct ombre_equation *color, struct ombre_equation *alpha);

/* The kind and number of a state; false if it is none, as with a factor of
 * colour in an alpha slot. */
bool suite_state_number(const struct ombre_format *format,
                        const struct ombre_equation *color,
                        const struct ombre_equation *alpha,
                        enum suite_state_kind *kind, size_t *number);

/* "om.state.r8_unorm.src_alpha-zero-add.one-one-max", without the last part
 * where the format has no alpha. */
void suite_state_id(const struct ombre_format *format,
                    const struct ombre_equation *color,
                    const struct ombre_equation *alpha, char id[OMBRE_ID_SIZE]);

/* Make the case of such an id: that state alone, on one target.  Returns false
 * if there is no such state, or without memory. */
bool suite_state_make(const char *id, struct ombre_case *out);

/* A blending format by its name in lower case, of `length` characters; NULL if
 * there is none. */
const struct ombre_format *suite_blending_format(const char *name,
                                                 size_t length);

/* Bind targets of `format` for states, with the constants that all have. */
void suite_state_targets(struct ombre_case *c,
                         const struct ombre_format *format, unsigned count);

#endif /* OMBRE_SUITE_STATES_H */
