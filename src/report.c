/* The vocabulary of results, and how precise they are. */
#include "ombre/report.h"

#include <math.h>
#include <string.h>

static const char *const names[] = {
#define X(id, name, status, code) name,
    OMBRE_OUTCOMES(X)
#undef X
};

static const char *const statuses[] = {
#define X(id, name, status, code) status,
    OMBRE_OUTCOMES(X)
#undef X
};

static const char *const expectations[] = {
#define X(id, name) name,
    OMBRE_EXPECTATIONS(X)
#undef X
};

const char *ombre_outcome_name(enum ombre_outcome outcome)
{
    return (unsigned) outcome < OMBRE_OUTCOME_COUNT ? names[outcome] : NULL;
}

const char *ombre_outcome_status(enum ombre_outcome outcome)
{
    return (unsigned) outcome < OMBRE_OUTCOME_COUNT ? statuses[outcome] : NULL;
}

bool ombre_outcome_from_status(const char *status, enum ombre_outcome *out)
{
    for (unsigned i = 0; i < OMBRE_OUTCOME_COUNT; i++)
        if (strcmp(statuses[i], status) == 0) {
            *out = (enum ombre_outcome) i;
            return true;
        }
    return false;
}

unsigned ombre_outcome_rank(enum ombre_outcome outcome)
{
    switch (outcome) {
    case OMBRE_OUTCOME_PASS:
    case OMBRE_OUTCOME_NOT_SUPPORTED: return 0;
    case OMBRE_OUTCOME_QUALITY_WARNING: return 1;
    case OMBRE_OUTCOME_COMPATIBILITY_WARNING: return 2;
    case OMBRE_OUTCOME_FLAKE: return 3;
    case OMBRE_OUTCOME_FAIL: return 4;
    case OMBRE_OUTCOME_VALIDATION_ERROR: return 5;
    case OMBRE_OUTCOME_TIMEOUT: return 6;
    case OMBRE_OUTCOME_CRASH: return 7;
    case OMBRE_OUTCOME_DEVICE_LOST: return 8;
    case OMBRE_OUTCOME_INTERNAL_ERROR:
    case OMBRE_OUTCOME_COUNT: break;
    }
    return 9;
}

const char *ombre_expectation_name(enum ombre_expectation expectation)
{
    return (unsigned) expectation < OMBRE_EXPECTATION_COUNT
               ? expectations[expectation]
               : NULL;
}

bool ombre_expectation_is_met(enum ombre_expectation expectation)
{
    return expectation == OMBRE_EXPECTATION_MET ||
           expectation == OMBRE_EXPECTATION_KNOWN;
}

/* --- Precision -------------------------------------------------------------
 */

static double clamp(double value, double low, double high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

static double value_at(const struct ombre_format *format,
                       enum ombre_component component, int64_t ordinal)
{
    return ombre_decode(format, component,
                        ombre_ordinal_code(format, component, ordinal));
}

/* Size of one unit in the last place at `ordinal`, looking away from zero; at
 * the largest finite number there is only the other side.  Of the two zeros the
 * neighbours are the other zero and the least denormal. */
static double float_step(const struct ombre_format *format,
                         enum ombre_component component, int64_t ordinal)
{
    const int64_t outward = ordinal < 0 ? -1 : 1;
    const double here = value_at(format, component, ordinal);
    const double beyond = value_at(format, component, ordinal + outward);
    return isfinite(beyond)
               ? fabs(beyond - here)
               : fabs(here - value_at(format, component, ordinal - outward));
}

static double float_error(const struct ombre_format *format,
                          enum ombre_component component, double value,
                          uint32_t want, uint32_t got)
{
    const double ideal = ombre_decode(format, component, want);
    const double step = float_step(format, component,
                                   ombre_code_ordinal(format, component, want));
    /* What overflows is measured from the code that it is to be stored as. */
    const double from = fabs(value - ideal) <= step ? value : ideal;
    return (ombre_decode(format, component, got) - from) / step;
}

static double fixed_error(const struct ombre_format *format,
                          enum ombre_component component, double value,
                          uint32_t got)
{
    const unsigned bits = format->component[component].bits;
    const bool is_signed = format->numeric == OMBRE_SNORM;
    const double largest = ldexp(1, (int) (bits - is_signed)) - 1;
    const double code = (double) ombre_code_ordinal(format, component, got);
    if (format->srgb && component != OMBRE_ALPHA)
        return code - ombre_srgb_from_linear(clamp(value, 0, 1));
    return clamp(code, -largest, largest) -
           clamp(value, is_signed ? -1 : 0, 1) * largest;
}

static double error_of(const struct ombre_format *format,
                       enum ombre_component component, double value,
                       uint32_t want, uint32_t got)
{
    switch (format->numeric) {
    case OMBRE_UNORM:
    case OMBRE_SNORM: return fixed_error(format, component, value, got);
    case OMBRE_FLOAT:
    case OMBRE_UFLOAT: return float_error(format, component, value, want, got);
    case OMBRE_UINT:
    case OMBRE_SINT:
    case OMBRE_SHARED: break;
    }
    return NAN;
}

void ombre_report_precision_add(struct ombre_report_precision *precision,
                                const struct ombre_format *format,
                                enum ombre_component component, double value,
                                uint32_t want, uint32_t got)
{
    const double error =
        isfinite(value) ? error_of(format, component, value, want, got) : NAN;
    if (!isfinite(error))
        return;
    precision->dxgi = format->dxgi;
    precision->count++;
    precision->sum += error;
    if (fabs(error) > fabs(precision->worst))
        precision->worst = error;
    const int middle = OMBRE_REPORT_BUCKETS / 2;
    const double tenth = clamp(round(error * 10), -middle, middle);
    precision->bucket[(int) tenth + middle]++;
}

void ombre_report_precision_join(struct ombre_report_precision *precision,
                                 const struct ombre_report_precision *other)
{
    if (other->count == 0)
        return;
    precision->dxgi = other->dxgi;
    precision->count += other->count;
    precision->sum += other->sum;
    if (fabs(other->worst) > fabs(precision->worst))
        precision->worst = other->worst;
    for (unsigned i = 0; i < OMBRE_REPORT_BUCKETS; i++)
        precision->bucket[i] += other->bucket[i];
}
