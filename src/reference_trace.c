#include "reference_trace.h"

static unsigned bits_set(uint32_t word)
{
    unsigned count = 0;
    for (; word; word &= word - 1)
        count++;
    return count;
}

static unsigned departures(const struct ombre_decision *how)
{
    return bits_set(how->freedoms) + bits_set(how->converted);
}

static void keep(struct trace_end *end, const struct ombre_decision *how)
{
    end->is_found = true;
    end->by = *how;
}

void trace_codes(struct trace *trace, int64_t first, int64_t last,
                 const struct ombre_decision *how)
{
    for (unsigned i = 0; i < trace->count; i++) {
        struct trace_end *const end = &trace->end[i];
        if (end->ordinal != (end->is_last ? last : first))
            continue;
        if (!end->is_found || departures(how) < departures(&end->by))
            keep(end, how);
    }
}

void trace_values(struct trace *trace, const struct ombre_decision *how)
{
    for (unsigned i = 0; i < trace->count; i++) {
        struct trace_end *const end = &trace->end[i];
        const double beyond =
            end->is_last ? how->high - end->by.high : end->by.low - how->low;
        if (!end->is_found || beyond > 0 ||
            (beyond == 0 && departures(how) < departures(&end->by)))
            keep(end, how);
    }
}
