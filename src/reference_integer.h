/* src/reference_integer.h - integer targets: plain stores and logic operations
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_REFERENCE_INTEGER_H
#define OMBRE_SRC_REFERENCE_INTEGER_H

#include "reference_terms.h"

struct integer_result {
    struct ideal ideal;
    enum ombre_reference_rule rule;
};

/* Store a shader's integer `word` of type `type`, or combine it with `dest` by
 * the state's logic operation.  Adds what is legal to *legal unless judge is
 * EXACT. */
struct integer_result integer_store(const struct ombre_state *state,
                                    const struct ombre_format *format,
                                    enum ombre_component component,
                                    enum ombre_output_type type, uint32_t word,
                                    uint32_t dest, enum ombre_judge judge,
                                    struct ombre_code_set *legal);

/* s and d combined; bits above the component's width are garbage. */
uint32_t logic_op(enum ombre_logic_op op, uint32_t s, uint32_t d);

#endif /* OMBRE_SRC_REFERENCE_INTEGER_H */
