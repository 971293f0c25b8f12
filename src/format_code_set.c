/* Sets of codes: ascending, disjoint ranges of ordinals, and NaN. */
#include "ombre/format.h"

#include <stddef.h>
#include <string.h>

/* Whether `low` ends so early that it neither overlaps nor touches `high`. */
static bool is_apart(const struct ombre_range *low,
                     const struct ombre_range *high)
{
    return low->last < high->first && low->last < high->first - 1;
}

/* How far two ranges are apart; in 64 unsigned bits because signed ones may
 * overflow. */
static uint64_t gap(const struct ombre_range *low,
                    const struct ombre_range *high)
{
    return (uint64_t) high->first - (uint64_t) low->last;
}

static void remove_ranges(struct ombre_range *range, unsigned *count,
                          unsigned at, unsigned removed)
{
    const unsigned behind = *count - at - removed;
    memmove(&range[at], &range[at + removed], behind * sizeof *range);
    *count -= removed;
}

static void join_nearest(struct ombre_range *range, unsigned *count)
{
    unsigned nearest = 0;
    for (unsigned i = 1; i + 1 < *count; i++)
        if (gap(&range[i], &range[i + 1]) <
            gap(&range[nearest], &range[nearest + 1]))
            nearest = i;
    range[nearest].last = range[nearest + 1].last;
    remove_ranges(range, count, nearest + 1, 1);
}

/* Most of what a prediction adds is there already. */
static bool holds(const struct ombre_code_set *set, int64_t first, int64_t last)
{
    for (unsigned i = 0; i < set->count; i++)
        if (first >= set->range[i].first && last <= set->range[i].last)
            return true;
    return false;
}

void ombre_code_set_add(struct ombre_code_set *set, int64_t first, int64_t last)
{
    struct ombre_range all[OMBRE_MAX_RANGES + 1];
    struct ombre_range added = {first, last};
    unsigned count = set->count;
    unsigned at = 0;
    unsigned joined = 0;

    if (first > last || holds(set, first, last))
        return;
    memcpy(all, set->range, sizeof set->range);
    while (at < count && is_apart(&all[at], &added))
        at++;
    while (at + joined < count && !is_apart(&added, &all[at + joined])) {
        const struct ombre_range *r = &all[at + joined];
        added.first = r->first < added.first ? r->first : added.first;
        added.last = r->last > added.last ? r->last : added.last;
        joined++;
    }
    if (joined) {
        remove_ranges(all, &count, at + 1, joined - 1);
    } else {
        memmove(&all[at + 1], &all[at], (count - at) * sizeof *all);
        count++;
    }
    all[at] = added;
    if (count > OMBRE_MAX_RANGES)
        join_nearest(all, &count);
    memcpy(set->range, all, sizeof set->range);
    set->count = count;
}

void ombre_code_set_join(struct ombre_code_set *set,
                         const struct ombre_code_set *other)
{
    for (unsigned i = 0; i < other->count; i++)
        ombre_code_set_add(set, other->range[i].first, other->range[i].last);
    set->nan = set->nan || other->nan;
}

bool ombre_code_set_has(const struct ombre_code_set *set,
                        const struct ombre_format *format,
                        enum ombre_component component, uint32_t code)
{
    if (ombre_code_is_nan(format, component, code))
        return set->nan;
    const int64_t ordinal = ombre_code_ordinal(format, component, code);
    for (unsigned i = 0; i < set->count; i++)
        if (ordinal >= set->range[i].first && ordinal <= set->range[i].last)
            return true;
    return false;
}

/* One range of `outer` must hold the whole of `r`, since they never touch. */
static bool has_range(const struct ombre_code_set *outer,
                      const struct ombre_range *r)
{
    for (unsigned i = 0; i < outer->count; i++)
        if (r->first >= outer->range[i].first &&
            r->last <= outer->range[i].last)
            return true;
    return false;
}

bool ombre_code_set_inside(const struct ombre_code_set *inner,
                           const struct ombre_code_set *outer)
{
    for (unsigned i = 0; i < inner->count; i++)
        if (!has_range(outer, &inner->range[i]))
            return false;
    return outer->nan || !inner->nan;
}
