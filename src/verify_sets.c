/* Rules over sets of texels. */
#include <math.h>
#include <string.h>

#include "ombre/verify.h"

size_t ombre_verify_order(const struct ombre_format *format,
                          enum ombre_component component, size_t count,
                          const uint32_t *code)
{
    for (size_t i = 1; i < count; i++)
        if (ombre_code_ordinal(format, component, code[i]) <
            ombre_code_ordinal(format, component, code[i - 1]))
            return i;
    return count;
}

size_t ombre_verify_reached(const struct ombre_format *format,
                            enum ombre_component component, size_t count,
                            const uint32_t *code)
{
    uint8_t seen[(UINT16_MAX + 1) / 8];
    size_t reached = 0;
    if (format->component[component].bits > 16)
        return 0;
    memset(seen, 0, sizeof seen);
    for (size_t i = 0; i < count; i++) {
        const uint16_t one = (uint16_t) code[i];
        const unsigned bit = 1u << one % 8;
        reached += !(seen[one / 8] & bit);
        seen[one / 8] |= (uint8_t) bit;
    }
    return reached;
}

void ombre_bias_add(struct ombre_bias *bias, double ideal, int64_t got)
{
    bias->count++;
    bias->sum += (double) got - ideal;
}

double ombre_bias_mean(const struct ombre_bias *bias)
{
    return bias->count ? bias->sum / (double) bias->count : 0;
}

enum ombre_verdict ombre_bias_verdict(const struct ombre_bias *bias)
{
    return bias->count >= OMBRE_BIAS_COUNT &&
                   fabs(ombre_bias_mean(bias)) > OMBRE_BIAS_LIMIT
               ? OMBRE_VERDICT_QUALITY_WARNING
               : OMBRE_VERDICT_PASS;
}

enum ombre_component ombre_verify_same(const struct ombre_format *format,
                                       const struct ombre_texel *a,
                                       const struct ombre_texel *b)
{
    unsigned c = 0;
    if (format->numeric == OMBRE_SHARED &&
        ombre_shared_exponent(a) != ombre_shared_exponent(b))
        return OMBRE_RED;
    while (c < OMBRE_COMPONENTS &&
           ombre_texel_code(format, a, (enum ombre_component) c) ==
               ombre_texel_code(format, b, (enum ombre_component) c))
        c++;
    return (enum ombre_component) c;
}
