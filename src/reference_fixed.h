/* src/reference_fixed.h - UNORM and SNORM components, counted in codes
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_REFERENCE_FIXED_H
#define OMBRE_SRC_REFERENCE_FIXED_H

#include "reference_terms.h"

/* What an operand stands for, clamped (FS 17.5), in codes. */
double fixed_scaled(const struct terms *terms, enum operand operand,
                    double scale);

#endif /* OMBRE_SRC_REFERENCE_FIXED_H */
