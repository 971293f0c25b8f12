/* R9G9B9E5.  Each component is blended as a half is (FS 17.5) and gives the
 * numbers that it may be stored from; the store decides on the exponent for all
 * three.  For each exponent at which no component needs a tenth bit and some
 * component needs the ninth, each mantissa has a range:
 *   nearest, ties either way (FS 19.3.2.2: "nearest even", or "nearest"),
 *   or to 9 bits of the component's own exponent and then cut, as the
 *   algorithm printed there has it;
 *   Vulkan: either neighbour.
 */
#include "reference_shared.h"

#include <math.h>
#include <stddef.h>

static const double largest_mantissa = OMBRE_SHARED_MANTISSAS - 1;

/* From here on the ninth bit is set. */
enum { NORMALISED = OMBRE_SHARED_MANTISSAS / 2 };

/* --- Numbers -------------------------------------------------------------- */

static double clamped(double x)
{
    if (!(x > 0)) /* NaN too; and -0 becomes 0 */
        return 0;
    return x < OMBRE_SHARED_LARGEST ? x : OMBRE_SHARED_LARGEST;
}

/* Join interval i with the one after it. */
static void join(struct shared_values *values, unsigned i)
{
    struct float_interval *const x = values->interval;
    x[i].high = fmax(x[i].high, x[i + 1].high);
    for (unsigned k = i + 1; k + 1 < values->count; k++)
        x[k] = x[k + 1];
    values->count--;
}

/* What lies between interval i and the one after it, in proportion. */
static double gap_after(const struct shared_values *values, unsigned i)
{
    const struct float_interval *const x = values->interval;
    return (x[i + 1].low - x[i].high) / x[i + 1].low;
}

static void join_nearest(struct shared_values *values)
{
    unsigned nearest = 0;
    for (unsigned i = 0; i + 1 < values->count; i++)
        if (gap_after(values, i) < gap_after(values, nearest))
            nearest = i;
    join(values, nearest);
}

void shared_values_add(struct shared_values *values, double low, double high)
{
    struct float_interval *const x = values->interval;
    const struct float_interval added = {clamped(low), clamped(high)};

    if (values->count == SHARED_INTERVALS)
        join_nearest(values);
    unsigned at = values->count++;
    for (; at > 0 && x[at - 1].low > added.low; at--)
        x[at] = x[at - 1];
    x[at] = added;
    for (unsigned i = 0; i + 1 < values->count;) {
        if (x[i].high >= x[i + 1].low)
            join(values, i);
        else
            i++;
    }
}

/* --- The mask ------------------------------------------------------------- */

enum shared_mask shared_mask(uint8_t write_mask)
{
    const unsigned colors = write_mask & 7u;
    if (colors == 7)
        return SHARED_MASK_WRITES;
    return colors == 0 ? SHARED_MASK_KEEPS : SHARED_MASK_PARTIAL;
}

/* --- Ideal ---------------------------------------------------------------- */

/* Round head + a rest of sign `rest` to nearest even. */
static double rounded_even(double head, int rest)
{
    const double below = floor(head);
    const bool is_half = head - below == 0.5;
    if (is_half && rest > 0)
        return below + 1;
    return is_half && rest < 0 ? below : rint(head);
}

/* x in steps of an exponent: exact. */
static double in_steps(double x, unsigned exponent)
{
    return x / ombre_shared_decode(exponent, 1);
}

static double ideal_mantissa(const struct float_result *result,
                             unsigned exponent)
{
    /* What is clamped is a whole number of steps: its rest rounds nothing. */
    return rounded_even(in_steps(clamped(result->value), exponent),
                        result->rest);
}

struct ombre_texel shared_ideal(
    const struct float_result result[OMBRE_SHARED_COMPONENTS])
{
    unsigned exponent = 0;
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        while (ideal_mantissa(&result[i], exponent) > largest_mantissa)
            exponent++;

    uint32_t mantissa[OMBRE_SHARED_COMPONENTS];
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        mantissa[i] = (uint32_t) ideal_mantissa(&result[i], exponent);
    return ombre_shared_texel(exponent, mantissa);
}

/* --- Legal texels --------------------------------------------------------- */

/* What one component may be beside one exponent. */
struct mantissas {
    unsigned count;
    struct {
        uint16_t first, last;
        bool is_largest; /* may be the one whose exponent it is */
    } range[SHARED_INTERVALS];
};

/* The least mantissa of numbers from `low` on. */
static double first_mantissa(double low, unsigned exponent, bool neighbour)
{
    if (neighbour)
        return floor(in_steps(low, exponent));
    /* The component's own 9 bits, then cut: never above the nearest. */
    const double own = float_step(&float_grid_9, low);
    return floor(in_steps(ceil(low / own - 0.5) * own, exponent));
}

static double last_mantissa(double high, unsigned exponent, bool neighbour)
{
    const double steps = in_steps(high, exponent);
    return neighbour ? ceil(steps) : floor(steps + 0.5);
}

/* Whether numbers up to `high` reach one that needs this exponent: at the one
 * below its mantissa would be rounded to 512. */
static bool needs_exponent(double high, unsigned exponent, bool neighbour)
{
    return exponent == 0 ||
           last_mantissa(high, exponent - 1, neighbour) > largest_mantissa;
}

static struct mantissas mantissas_at(const struct shared_values *values,
                                     unsigned exponent, bool neighbour)
{
    struct mantissas m = {0};
    for (unsigned i = 0; i < values->count; i++) {
        const struct float_interval x = values->interval[i];
        const double first = first_mantissa(x.low, exponent, neighbour);
        if (first > largest_mantissa)
            break;
        const uint16_t last = (uint16_t) fmin(
            last_mantissa(x.high, exponent, neighbour), largest_mantissa);
        const bool is_largest = needs_exponent(x.high, exponent, neighbour);
        if (m.count > 0 && first <= m.range[m.count - 1].last + 1) {
            m.range[m.count - 1].last = last;
            m.range[m.count - 1].is_largest |= is_largest;
            continue;
        }
        m.range[m.count].first = (uint16_t) first;
        m.range[m.count].last = last;
        m.range[m.count++].is_largest = is_largest;
    }
    return m;
}

/* Add one choice of ranges.  Where only one component can have this exponent,
 * it has. */
static void add_choice(const struct mantissas m[OMBRE_SHARED_COMPONENTS],
                       const unsigned choice[OMBRE_SHARED_COMPONENTS],
                       unsigned exponent, struct ombre_shared_set *out)
{
    struct ombre_shared_range range = {
        .exponent = (uint8_t) exponent,
        .largest = exponent == 0 ? 0 : NORMALISED,
    };
    unsigned candidates = 0;
    uint16_t *least = NULL; /* of the last candidate */
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        range.first[i] = m[i].range[choice[i]].first;
        range.last[i] = m[i].range[choice[i]].last;
        if (m[i].range[choice[i]].is_largest) {
            candidates++;
            least = &range.first[i];
        }
    }
    if (!least)
        return;
    if (candidates == 1)
        *least = *least < range.largest ? range.largest : *least;
    ombre_shared_set_add(out, &range);
}

static void add_exponent(
    const struct shared_values value[OMBRE_SHARED_COMPONENTS],
    unsigned exponent, bool neighbour, struct ombre_shared_set *out)
{
    struct mantissas m[OMBRE_SHARED_COMPONENTS];
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++)
        m[i] = mantissas_at(&value[i], exponent, neighbour);

    const unsigned count = m[0].count * m[1].count * m[2].count;
    for (unsigned n = 0; n < count; n++) {
        const unsigned choice[OMBRE_SHARED_COMPONENTS] = {
            n % m[0].count, n / m[0].count % m[1].count,
            n / m[0].count / m[1].count};
        add_choice(m, choice, exponent, out);
    }
}

void shared_texels(const struct shared_values value[OMBRE_SHARED_COMPONENTS],
                   enum ombre_judge judge, struct ombre_shared_set *out)
{
    for (unsigned e = 0; e < OMBRE_SHARED_EXPONENTS; e++) {
        add_exponent(value, e, false, out);
        if (judge == OMBRE_JUDGE_VULKAN)
            add_exponent(value, e, true, out);
    }
}

/* --- Predictions ---------------------------------------------------------- */

void shared_keep(const struct ombre_texel *dest, struct ombre_prediction *out)
{
    out->exponent = ombre_shared_exponent(dest);
    ombre_shared_set_add_texel(&out->texels, dest);
}

/* Khronos CTS's threshold (vktPipelineBlendTestsCommon.cpp). */
static const double cts_room = 0.05;

static void add_values(const struct terms *t, enum ombre_judge judge,
                       const struct float_result *result,
                       struct shared_values *values)
{
    if (judge == OMBRE_JUDGE_EXACT)
        shared_values_add(values, result->value, result->value);
    else if (judge == OMBRE_JUDGE_CTS)
        shared_values_add(values, result->value - cts_room,
                          result->value + cts_room);
    else
        float_values(t, judge, values);
}

/* Give each component the codes that some texel of the set has. */
static void fill_sets(const struct ombre_format *format,
                      const struct ombre_texel *ideal,
                      struct ombre_prediction *out)
{
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        struct ombre_component_prediction *const p = &out->component[i];
        p->code = ombre_texel_code(format, ideal, (enum ombre_component) i);
        for (unsigned r = 0; r < out->texels.count; r++)
            ombre_code_set_add(&p->legal, out->texels.range[r].first[i],
                               out->texels.range[r].last[i]);
    }
}

/* FS 19.1.2: a destination that is written back keeps its bits, though they be
 * another texel of the same colour. */
static bool is_unchanged(const struct ombre_format *format,
                         const struct ombre_texel *dest,
                         const struct float_result result[])
{
    const unsigned exponent = ombre_shared_exponent(dest);
    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        const uint32_t code =
            ombre_texel_code(format, dest, (enum ombre_component) i);
        if (result[i].rest != 0 ||
            result[i].value != ombre_shared_decode(exponent, code))
            return false;
    }
    return true;
}

void shared_predict(const struct ombre_state *state, unsigned target,
                    const struct ombre_source *source,
                    const struct ombre_texel *dest, enum ombre_judge judge,
                    struct ombre_prediction *out)
{
    const struct ombre_target *const to = &state->target[target];
    struct shared_values value[OMBRE_SHARED_COMPONENTS] = {{0}};
    struct float_result result[OMBRE_SHARED_COMPONENTS] = {{0}};
    unsigned undefined = 0;

    for (unsigned i = 0; i < OMBRE_SHARED_COMPONENTS; i++) {
        if (out->component[i].fate == OMBRE_FATE_KEPT) {
            /* The mask and the shader keep all components or none. */
            shared_keep(dest, out);
            return;
        }
        if (out->component[i].fate == OMBRE_FATE_UNDEFINED) {
            shared_values_add(&value[i], 0, OMBRE_SHARED_LARGEST);
            undefined++;
            continue;
        }
        const struct terms t = terms_resolve(
            state, target, (enum ombre_component) i, source, dest);
        result[i] = float_exact_result(&t);
        out->component[i].value = result[i].value;
        add_values(&t, judge, &result[i], &value[i]);
    }
    const struct ombre_texel ideal = shared_ideal(result);
    out->exponent = ombre_shared_exponent(&ideal);
    if (undefined == OMBRE_SHARED_COMPONENTS)
        ombre_shared_set_add_all(&out->texels);
    else if (judge == OMBRE_JUDGE_EXACT && undefined == 0)
        ombre_shared_set_add_texel(&out->texels, &ideal);
    else
        shared_texels(value, judge, &out->texels);
    if (to->blend_enable && judge >= OMBRE_JUDGE_D3D &&
        is_unchanged(to->format, dest, result))
        ombre_shared_set_add_texel(&out->texels, dest);
    fill_sets(to->format, &ideal, out);
}
