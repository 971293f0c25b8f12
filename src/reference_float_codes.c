/* Results of floats as codes, or, of R9G9B9E5, as the numbers it is stored
 * from.
 */
#include "reference_float_legal.h"

#include <math.h>

#include "reference_trace.h"

static int64_t ordinal_of(const struct float_decision *f, double on_grid)
{
    const struct terms *const t = f->t;
    return ombre_code_ordinal(t->format, t->component,
                              ombre_encode(t->format, t->component, on_grid));
}

static uint32_t freedom(enum ombre_freedom id, bool taken)
{
    return taken ? UINT32_C(1) << id : 0;
}

static struct ombre_decision described(const struct float_decision *f,
                                       double low, double high, bool anything)
{
    struct ombre_decision how = {
        .freedoms =
            freedom(OMBRE_FREEDOM_SOURCE_DROPPED, f->source_dropped) |
            freedom(OMBRE_FREEDOM_DEST_DROPPED, f->dest_dropped) |
            freedom(OMBRE_FREEDOM_HALF, f->work == &float_grid_16) |
            freedom(OMBRE_FREEDOM_INPUTS_CLAMPED, f->clamp) |
            freedom(OMBRE_FREEDOM_FLUSHED, f->flush) |
            freedom(OMBRE_FREEDOM_SATURATED,
                    f->overflow == OVERFLOW_SATURATES ||
                        f->overflow == OVERFLOW_SATURATES_HALF) |
            freedom(OMBRE_FREEDOM_INFINITE, f->overflow == OVERFLOW_INFINITE) |
            freedom(OMBRE_FREEDOM_NEIGHBOUR, f->judge == OMBRE_JUDGE_VULKAN) |
            freedom(OMBRE_FREEDOM_ANYTHING, anything),
        .converted = f->converted,
        .low = low,
        .high = high,
    };
    for (int i = 0; i < OPERAND_COUNT; i++)
        how.operand[i] = f->x[i];
    return how;
}

/* Add codes that results of `from` may become. */
static void add_ordinals(const struct float_decision *f, int64_t first,
                         int64_t last, struct float_interval from)
{
    ombre_code_set_add(f->legal, first, last);
    if (f->t->trace) {
        const struct ombre_decision how =
            described(f, from.low, from.high, false);
        trace_codes(f->t->trace, first, last, &how);
    }
}

/* Add numbers that an R9G9B9E5 component may be stored from. */
static void add_values(const struct float_decision *f, double low, double high,
                       bool anything)
{
    shared_values_add(f->values, low, high);
    if (f->t->trace) {
        const struct ombre_decision how = described(f, low, high, anything);
        trace_values(f->t->trace, &how);
    }
}

void float_add_everything(const struct float_decision *f)
{
    if (f->values) {
        add_values(f, 0, OMBRE_SHARED_LARGEST, true);
        return;
    }
    int64_t low, high;
    ombre_ordinal_limits(f->t->format, f->t->component, &low, &high);
    ombre_code_set_add(f->legal, low, high);
    f->legal->nan = true;
    if (f->t->trace) {
        const struct ombre_decision how =
            described(f, -INFINITY, INFINITY, true);
        trace_codes(f->t->trace, low, high, &how);
    }
}

/* Add the codes of numbers on the target's grid from low to high. */
void float_add_codes(const struct float_decision *f, double low, double high,
                     struct float_interval from)
{
    const double largest = float_target_grid(f->t)->largest;
    const bool infinite = float_is_fp32(f->t) || f->judge == OMBRE_JUDGE_VULKAN;

    /* FS 3.2.2: a finite overflow is the largest finite number, as
     * ombre_encode() has it; fp32 arithmetic itself (FS 3.1.3.1, IEEE 754)
     * makes it infinite. */
    if (infinite && high > largest)
        add_ordinals(f, ordinal_of(f, INFINITY), ordinal_of(f, INFINITY), from);
    if (infinite && low < -largest)
        add_ordinals(f, ordinal_of(f, -INFINITY), ordinal_of(f, -INFINITY),
                     from);

    /* FS 3.1.3.2 and 22.10: no blend is held to a sign of zero. */
    const bool any_zero = f->t->blend;
    add_ordinals(f, ordinal_of(f, low == 0 && any_zero ? -0.0 : low),
                 ordinal_of(f, high == 0 && any_zero ? 0.0 : high), from);
}

void float_add_conversion(const struct float_decision *f, double low,
                          double high)
{
    const struct float_grid *const g = float_target_grid(f->t);
    const struct float_interval from = {low, high};
    if (f->values) {
        add_values(f, low, high, false);
        return;
    }
    if (f->judge == OMBRE_JUDGE_VULKAN)
        float_add_codes(f, float_down(g, low), float_up(g, high), from);
    float_add_codes(f, fmin(float_toward_zero(g, low), float_nearest(g, low)),
                    fmax(float_toward_zero(g, high), float_nearest(g, high)),
                    from);
}

void float_add_special(const struct float_decision *f, double y)
{
    const double number = isnan(y) ? 0 : y;
    if (f->values) /* FS 19.3.2.2: NaN becomes 0 */
        add_values(f, number, number, false);
    else if (isnan(y))
        f->legal->nan = true;
    else
        add_ordinals(f, ordinal_of(f, y), ordinal_of(f, y),
                     (struct float_interval){y, y});
    if (f->judge == OMBRE_JUDGE_VULKAN)
        float_add_everything(f);
}
