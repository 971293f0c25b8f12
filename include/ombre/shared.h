/* ombre/shared.h - R9G9B9E5, whose three mantissas share one exponent
 *
 * A component is (mantissa / 512) * 2^(exponent - 15); nothing is implied
 * before the point, and there is neither sign, infinity nor NaN (FS 19.3.2). So
 * one colour has several texels, of which Direct3D wants that of its largest
 * component's exponent, and legality is a matter of the texel, not of its
 * components.
 *
 * Pure, like format.h.
 */
#ifndef OMBRE_SHARED_H
#define OMBRE_SHARED_H

#include "ombre/format.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    OMBRE_SHARED_COMPONENTS = 3,
    OMBRE_SHARED_EXPONENTS = 32,
    OMBRE_SHARED_MANTISSAS = 512,
    OMBRE_SHARED_MAX_RANGES = 40,
};

/* The largest number, 511 / 512 * 2^16 (FS 19.3.2.2). */
#define OMBRE_SHARED_LARGEST 65408.0

unsigned ombre_shared_exponent(const struct ombre_texel *texel);

void ombre_shared_set_exponent(struct ombre_texel *texel, unsigned exponent);

/* Return the number that a mantissa stands for beside an exponent, exactly. */
double ombre_shared_decode(unsigned exponent, uint32_t mantissa);

struct ombre_texel ombre_shared_texel(
    unsigned exponent, const uint32_t mantissa[OMBRE_SHARED_COMPONENTS]);

/* Return the texel of three numbers by the ideal conversion: NaN and negatives
 * to 0, what is too large to the largest, the exponent of the largest
 * component, mantissas to nearest even (FS 19.3.2.2). */
struct ombre_texel ombre_shared_encode(
    const double value[OMBRE_SHARED_COMPONENTS]);

/* --- Sets of texels ------------------------------------------------------- */

/* Texels of one exponent: each mantissa from first to last, both included, and
 * the largest of the three at least `largest`: 256 where the exponent has to be
 * that of the largest component, 0 where it need not be. */
struct ombre_shared_range {
    uint8_t exponent;
    uint16_t largest;
    uint16_t first[OMBRE_SHARED_COMPONENTS], last[OMBRE_SHARED_COMPONENTS];
};

/* A union of ranges, in no order; two may have the same exponent. */
struct ombre_shared_set {
    unsigned count;
    struct ombre_shared_range range[OMBRE_SHARED_MAX_RANGES];
};

/* Add a range.  Should the set be full, the range is joined with another of its
 * exponent; without one the set becomes that of all texels: it may grow, never
 * shrink. */
void ombre_shared_set_add(struct ombre_shared_set *set,
                          const struct ombre_shared_range *range);

/* Add one texel and no other. */
void ombre_shared_set_add_texel(struct ombre_shared_set *set,
                                const struct ombre_texel *texel);

/* Add every texel. */
void ombre_shared_set_add_all(struct ombre_shared_set *set);

void ombre_shared_set_join(struct ombre_shared_set *set,
                           const struct ombre_shared_set *other);

bool ombre_shared_set_has(const struct ombre_shared_set *set,
                          const struct ombre_texel *texel);

/* Return how far `texel` is from the set's nearest range: of each component the
 * number of steps of that range's exponent, at least 1 in all if the texel is
 * no member. */
void ombre_shared_set_distance(const struct ombre_shared_set *set,
                               const struct ombre_texel *texel,
                               uint64_t distance[OMBRE_SHARED_COMPONENTS]);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_SHARED_H */
