/* src/reference_shared.h - R9G9B9E5: three components, one decision
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_REFERENCE_SHARED_H
#define OMBRE_SRC_REFERENCE_SHARED_H

#include "ombre/reference.h"
#include "reference_float.h"

enum { SHARED_INTERVALS = 16 };

/* Numbers that a component may be stored from: disjoint intervals in ascending
 * order, within what the format can hold. */
struct shared_values {
    unsigned count;
    struct float_interval interval[SHARED_INTERVALS];
};

/* Add the numbers from low to high, clamped to the format's range.  Should
 * there be too many intervals, the two that are nearest in proportion are
 * joined. */
void shared_values_add(struct shared_values *values, double low, double high);

/* Whether the write mask writes the texel: FS has no word for it, the D3D12
 * R9G9B9E5 specification wants all components or undefined results; 0x7 acts as
 * 0xF and 0x8 as 0. */
enum shared_mask { SHARED_MASK_KEEPS, SHARED_MASK_WRITES, SHARED_MASK_PARTIAL };
enum shared_mask shared_mask(uint8_t write_mask);

/* Add the numbers that an equation of an R9G9B9E5 component may give. */
void float_values(const struct terms *t, enum ombre_judge judge,
                  struct shared_values *values);

/* Fill in what components say jointly, their fates given: texels, and each
 * component's value, code and set. */
void shared_predict(const struct ombre_state *state, unsigned target,
                    const struct ombre_source *source,
                    const struct ombre_texel *dest, enum ombre_judge judge,
                    struct ombre_prediction *out);

/* Like shared_predict(), for a texel that is kept. */
void shared_keep(const struct ombre_texel *dest, struct ombre_prediction *out);

/* Add the texels that three components may be stored as. */
void shared_texels(const struct shared_values value[OMBRE_SHARED_COMPONENTS],
                   enum ombre_judge judge, struct ombre_shared_set *out);

/* The ideal texel of three results. */
struct ombre_texel shared_ideal(
    const struct float_result result[OMBRE_SHARED_COMPONENTS]);

#endif /* OMBRE_SRC_REFERENCE_SHARED_H */
