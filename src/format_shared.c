#include <math.h>
#include <stddef.h>

#include "ombre/shared.h"

/* FS 19.3.2: 9 bits each from the lowest on, the exponent above them. */
enum { MANTISSA_BITS = 9, EXPONENT_SHIFT = 27, BIAS = 15 };

static uint32_t mantissa_of(const struct ombre_texel *texel, unsigned component)
{
    return texel->word[0] >> (component * MANTISSA_BITS) &
           (OMBRE_SHARED_MANTISSAS - 1);
}

unsigned ombre_shared_exponent(const struct ombre_texel *texel)
{
    return texel->word[0] >> EXPONENT_SHIFT;
}

void ombre_shared_set_exponent(struct ombre_texel *texel, unsigned exponent)
{
    texel->word[0] &= (UINT32_C(1) << EXPONENT_SHIFT) - 1;
    texel->word[0] |= (uint32_t) exponent << EXPONENT_SHIFT;
}

double ombre_shared_decode(unsigned exponent, uint32_t mantissa)
{
    return ldexp(mantissa, (int) exponent - BIAS - MANTISSA_BITS);
}

struct ombre_texel ombre_shared_texel(
    unsigned exponent, const uint32_t mantissa[OMBRE_SHARED_COMPONENTS])
{
    uint32_t word = (uint32_t) exponent << EXPONENT_SHIFT;
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        word |= (mantissa[i] & (OMBRE_SHARED_MANTISSAS - 1))
                << (i * MANTISSA_BITS);
    return (struct ombre_texel){{word}};
}

static double clamped(double x)
{
    if (!(x > 0)) /* NaN too */
        return 0;
    return x < OMBRE_SHARED_LARGEST ? x : OMBRE_SHARED_LARGEST;
}

/* The least exponent at which x needs no tenth bit once it is rounded. */
static int exponent_of(double x)
{
    int exponent;
    (void) frexp(x, &exponent); /* x < 2^exponent */
    if (x == 0 || exponent < -BIAS)
        exponent = -BIAS;
    if (rint(ldexp(x, MANTISSA_BITS - exponent)) == OMBRE_SHARED_MANTISSAS)
        exponent++;
    return exponent;
}

struct ombre_texel ombre_shared_encode(
    const double value[OMBRE_SHARED_COMPONENTS])
{
    double largest = 0;
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        largest = fmax(largest, clamped(value[i]));

    const int exponent = exponent_of(largest);
    uint32_t mantissa[OMBRE_SHARED_COMPONENTS];
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        mantissa[i] =
            (uint32_t) rint(ldexp(clamped(value[i]), MANTISSA_BITS - exponent));
    return ombre_shared_texel((unsigned) (exponent + BIAS), mantissa);
}

/* --- Sets of texels ------------------------------------------------------- */

static bool is_within(const struct ombre_shared_range *inner,
                      const struct ombre_shared_range *outer)
{
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        if (inner->first[i] < outer->first[i] ||
            inner->last[i] > outer->last[i])
            return false;
    return inner->exponent == outer->exponent &&
           inner->largest >= outer->largest;
}

static void widen(struct ombre_shared_range *range,
                  const struct ombre_shared_range *other)
{
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        if (other->first[i] < range->first[i])
            range->first[i] = other->first[i];
        if (other->last[i] > range->last[i])
            range->last[i] = other->last[i];
    }
    if (other->largest < range->largest)
        range->largest = other->largest;
}

static struct ombre_shared_range everything(unsigned exponent)
{
    struct ombre_shared_range range = {.exponent = (uint8_t) exponent};
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        range.last[i] = OMBRE_SHARED_MANTISSAS - 1;
    return range;
}

void ombre_shared_set_add(struct ombre_shared_set *set,
                          const struct ombre_shared_range *range)
{
    struct ombre_shared_range *same = NULL;
    for (unsigned i = 0; i < set->count; i++) {
        if (is_within(range, &set->range[i]))
            return;
        if (set->range[i].exponent == range->exponent)
            same = &set->range[i];
    }
    if (set->count < OMBRE_SHARED_MAX_RANGES)
        set->range[set->count++] = *range;
    else if (same)
        widen(same, range);
    else
        ombre_shared_set_add_all(set);
}

void ombre_shared_set_add_texel(struct ombre_shared_set *set,
                                const struct ombre_texel *texel)
{
    struct ombre_shared_range range = {
        .exponent = (uint8_t) ombre_shared_exponent(texel)};
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        range.first[i] = range.last[i] = (uint16_t) mantissa_of(texel, i);
    ombre_shared_set_add(set, &range);
}

void ombre_shared_set_add_all(struct ombre_shared_set *set)
{
    set->count = OMBRE_SHARED_EXPONENTS;
    for (unsigned e = 0; e < OMBRE_SHARED_EXPONENTS; e++)
        set->range[e] = everything(e);
}

void ombre_shared_set_join(struct ombre_shared_set *set,
                           const struct ombre_shared_set *other)
{
    for (unsigned i = 0; i < other->count; i++)
        ombre_shared_set_add(set, &other->range[i]);
}

static bool range_has(const struct ombre_shared_range *range,
                      const struct ombre_texel *texel)
{
    uint32_t largest = 0;
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        const uint32_t mantissa = mantissa_of(texel, i);
        if (mantissa < range->first[i] || mantissa > range->last[i])
            return false;
        largest = mantissa > largest ? mantissa : largest;
    }
    return ombre_shared_exponent(texel) == range->exponent &&
           largest >= range->largest;
}

bool ombre_shared_set_has(const struct ombre_shared_set *set,
                          const struct ombre_texel *texel)
{
    for (unsigned i = 0; i < set->count; i++)
        if (range_has(&set->range[i], texel))
            return true;
    return false;
}

/* Steps of the range's exponent from one component of `texel` to the range. */
static uint64_t steps_to(const struct ombre_shared_range *range,
                         const struct ombre_texel *texel, unsigned component)
{
    const double steps =
        ldexp(mantissa_of(texel, component),
              (int) ombre_shared_exponent(texel) - range->exponent);
    if (steps < range->first[component])
        return (uint64_t) ceil(range->first[component] - steps);
    if (steps > range->last[component])
        return (uint64_t) ceil(steps - range->last[component]);
    return 0;
}

void ombre_shared_set_distance(const struct ombre_shared_set *set,
                               const struct ombre_texel *texel,
                               uint64_t distance[OMBRE_SHARED_COMPONENTS])
{
    uint64_t nearest = UINT64_MAX;
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        distance[i] = 0;
    if (ombre_shared_set_has(set, texel))
        return;
    for (unsigned r = 0; r < set->count; r++) {
        uint64_t steps[OMBRE_SHARED_COMPONENTS], sum = 0;
        for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
            sum += steps[i] = steps_to(&set->range[r], texel, i);
        if (sum >= nearest)
            continue;
        nearest = sum;
        for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
            distance[i] = steps[i];
    }
    /* The right colour beside a wrong exponent is a texel wrong as a whole. */
    for (unsigned i = 0; nearest == 0 && i < OMBRE_SHARED_COMPONENTS; i++)
        distance[i] = 1;
}
