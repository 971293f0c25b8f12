#include "ombre/verify.h"

#include <stddef.h>
#include <string.h>

const char *ombre_verdict_name(enum ombre_verdict verdict)
{
    switch (verdict) {
    case OMBRE_VERDICT_PASS: return "pass";
    case OMBRE_VERDICT_QUALITY_WARNING: return "quality-warning";
    case OMBRE_VERDICT_COMPATIBILITY_WARNING: return "compatibility-warning";
    case OMBRE_VERDICT_FAIL: return "fail";
    }
    return NULL;
}

const char *ombre_verdict_status(enum ombre_verdict verdict)
{
    switch (verdict) {
    case OMBRE_VERDICT_PASS: return "Pass";
    case OMBRE_VERDICT_QUALITY_WARNING: return "QualityWarning";
    case OMBRE_VERDICT_COMPATIBILITY_WARNING: return "CompatibilityWarning";
    case OMBRE_VERDICT_FAIL: return "Fail";
    }
    return NULL;
}

enum ombre_verdict ombre_verdict_worse(enum ombre_verdict a,
                                       enum ombre_verdict b)
{
    return a > b ? a : b;
}

/* --- One texel ------------------------------------------------------------ */

/* Sets never hold single NaN codes, so a component that keeps a NaN has an
 * empty set and is told by its code. */
static bool set_allows(const struct ombre_code_set *set,
                       const struct ombre_format *format,
                       enum ombre_component component, uint32_t ideal,
                       uint32_t got)
{
    if (got == ideal && ombre_code_is_nan(format, component, ideal))
        return true;
    return ombre_code_set_has(set, format, component, got);
}

static uint64_t gap(int64_t low, int64_t high)
{
    return (uint64_t) high - (uint64_t) low;
}

static uint64_t set_distance(const struct ombre_code_set *set, int64_t ordinal)
{
    uint64_t nearest = UINT64_MAX;
    for (unsigned i = 0; i < set->count; i++) {
        const struct ombre_range *range = &set->range[i];
        uint64_t distance = 0;
        if (ordinal < range->first)
            distance = gap(ordinal, range->first);
        else if (ordinal > range->last)
            distance = gap(range->last, ordinal);
        nearest = distance < nearest ? distance : nearest;
    }
    return nearest;
}

/* Leaves *distance alone if `got` is legal. */
static enum ombre_verdict judge_component(
    const struct ombre_format *format,
    const struct ombre_legal_component *legal, enum ombre_component component,
    uint32_t got, uint64_t *distance)
{
    if (!legal->stored ||
        set_allows(&legal->legal, format, component, legal->code, got))
        return OMBRE_VERDICT_PASS;
    *distance =
        set_distance(&legal->legal, ombre_code_ordinal(format, component, got));
    if (set_allows(&legal->wide, format, component, legal->code, got))
        return OMBRE_VERDICT_COMPATIBILITY_WARNING;
    return OMBRE_VERDICT_FAIL;
}

/* Judge R9G9B9E5, whose components are right or wrong together.  What is away
 * from the nearest legal texel bears the verdict. */
static struct ombre_texel_verdict judge_shared(
    const struct ombre_legal_texel *legal, const struct ombre_texel *got)
{
    struct ombre_texel_verdict out = {.verdict = OMBRE_VERDICT_PASS};
    if (ombre_shared_set_has(&legal->texels, got))
        return out;
    out.verdict = ombre_shared_set_has(&legal->wide_texels, got)
                      ? OMBRE_VERDICT_COMPATIBILITY_WARNING
                      : OMBRE_VERDICT_FAIL;
    ombre_shared_set_distance(&legal->texels, got, out.distance);
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++)
        if (out.distance[c] != 0)
            out.component[c] = out.verdict;
    return out;
}

struct ombre_texel_verdict ombre_verify_texel(
    const struct ombre_format *format, const struct ombre_legal_texel *legal,
    const struct ombre_texel *got)
{
    if (format->numeric == OMBRE_SHARED)
        return judge_shared(legal, got);
    struct ombre_texel_verdict out = {.verdict = OMBRE_VERDICT_PASS};
    for (unsigned c = 0; c < OMBRE_COMPONENTS; c++) {
        const enum ombre_component component = (enum ombre_component) c;
        const uint32_t code = ombre_texel_code(format, got, component);
        out.component[c] = judge_component(format, &legal->component[c],
                                           component, code, &out.distance[c]);
        out.verdict = ombre_verdict_worse(out.verdict, out.component[c]);
    }
    return out;
}

/* --- All samples of a pixel ----------------------------------------------- */

/* What a texel costs, by its verdict.  A pixel has at most 128 texels, so no
 * number of milder verdicts outweighs one that is worse: the set of samples
 * with the lowest sum has the fewest failures, among those the fewest
 * warnings, and with that the mildest verdict. */
static uint32_t verdict_cost(enum ombre_verdict verdict)
{
    return 1u << (8 * (unsigned) verdict);
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* What the pixel costs more if `sample` is said to be kept, not written. */
static int64_t gain_of_writing(const struct ombre_verify_pixel *pixel,
                               unsigned sample)
{
    int64_t gain = 0;
    const unsigned targets = smaller(pixel->target_count, OMBRE_MAX_TARGETS);
    for (unsigned t = 0; t < targets; t++) {
        const struct ombre_format *format = pixel->target[t].format;
        if (!format)
            continue;
        const struct ombre_texel *got = &pixel->target[t].got[sample];
        const struct ombre_texel_verdict written =
            ombre_verify_texel(format, &pixel->target[t].written[sample], got);
        const struct ombre_texel_verdict kept =
            ombre_verify_texel(format, &pixel->target[t].kept[sample], got);
        gain += (int64_t) verdict_cost(kept.verdict) -
                (int64_t) verdict_cost(written.verdict);
    }
    return gain;
}

/* Return the sample of `mask` that gains most, the first of equals. */
static unsigned best_sample(const int64_t gain[OMBRE_MAX_SAMPLES],
                            uint32_t mask)
{
    unsigned best = OMBRE_MAX_SAMPLES;
    for (unsigned s = 0; s < OMBRE_MAX_SAMPLES; s++) {
        if (!(mask >> s & 1))
            continue;
        if (best == OMBRE_MAX_SAMPLES || gain[s] > gain[best])
            best = s;
    }
    return best;
}

/* Choose the written samples.  Costs of samples add up and only the size of the
 * set binds them together, so taking samples in the order of what they gain is
 * exact.  A sample that either side explains equally well counts as written,
 * if there is room. */
static uint32_t choose_samples(const struct ombre_verify_pixel *pixel,
                               uint32_t mask)
{
    int64_t gain[OMBRE_MAX_SAMPLES] = {0};
    /* Nobody has said what would be written where nothing may be. */
    if (pixel->max == 0)
        return 0;
    for (unsigned s = 0; s < OMBRE_MAX_SAMPLES; s++)
        if (mask >> s & 1)
            gain[s] = gain_of_writing(pixel, s);
    uint32_t chosen = 0;
    unsigned count = 0;
    while (mask & ~chosen) {
        const unsigned best = best_sample(gain, mask & ~chosen);
        if (count >= pixel->min && (count >= pixel->max || gain[best] < 0))
            break;
        chosen |= 1u << best;
        count++;
    }
    return chosen;
}

static enum ombre_verdict judge_samples(const struct ombre_verify_pixel *pixel,
                                        unsigned sample_count,
                                        struct ombre_pixel_verdict *out)
{
    enum ombre_verdict worst = OMBRE_VERDICT_PASS;
    const unsigned targets = smaller(pixel->target_count, OMBRE_MAX_TARGETS);
    for (unsigned t = 0; t < targets; t++) {
        const struct ombre_format *format = pixel->target[t].format;
        for (unsigned s = 0; format && s < sample_count; s++) {
            const struct ombre_legal_texel *legal =
                out->covered >> s & 1 ? &pixel->target[t].written[s]
                                      : &pixel->target[t].kept[s];
            out->target[t][s] =
                ombre_verify_texel(format, legal, &pixel->target[t].got[s]);
            worst = ombre_verdict_worse(worst, out->target[t][s].verdict);
        }
    }
    return worst;
}

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

void ombre_verify_pixel(const struct ombre_verify_pixel *pixel,
                        struct ombre_pixel_verdict *out)
{
    memset(out, 0, sizeof *out);
    const unsigned samples = smaller(pixel->sample_count, OMBRE_MAX_SAMPLES);
    const uint32_t mask = pixel->mask & ((1u << samples) - 1);
    const bool possible =
        pixel->min <= pixel->max && pixel->min <= bits_set(mask);
    out->covered = choose_samples(pixel, mask);
    out->verdict = judge_samples(pixel, samples, out);
    if (!possible)
        out->verdict = OMBRE_VERDICT_FAIL;
    out->coverage_ok = out->verdict != OMBRE_VERDICT_FAIL;
}
