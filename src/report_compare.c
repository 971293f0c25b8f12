/* What became of cases from one run to the next. */
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"

static const char *const names[] = {
#define X(id, name) name,
    OMBRE_REPORT_CHANGES(X)
#undef X
};

const char *ombre_report_change_name(enum ombre_report_change change)
{
    return (unsigned) change < OMBRE_REPORT_CHANGE_COUNT ? names[change] : NULL;
}

/* Whether a case ended alike; the reason of what is wrong names its bits. */
static bool is_same(const struct ombre_report_result *before,
                    const struct ombre_report_result *after)
{
    return before->outcome == after->outcome &&
           (ombre_outcome_rank(after->outcome) == 0 ||
            strcmp(before->reason, after->reason) == 0);
}

static enum ombre_report_change change_of(
    const struct ombre_report_result *before,
    const struct ombre_report_result *after)
{
    const unsigned now = ombre_outcome_rank(after->outcome);
    if (!before)
        return now > 0 ? OMBRE_REPORT_NEW_FAILURE : OMBRE_REPORT_APPEARED;
    const unsigned then = ombre_outcome_rank(before->outcome);
    if (now > then)
        return OMBRE_REPORT_NEW_FAILURE;
    return now == 0 && then > 0 ? OMBRE_REPORT_FIXED : OMBRE_REPORT_CHANGED;
}

static void add(struct ombre_report_comparison *out,
                enum ombre_report_change change,
                const struct ombre_report_result *before,
                const struct ombre_report_result *after)
{
    out->changes[change]++;
    out->difference[out->count++] =
        (struct ombre_report_difference){change, before, after};
}

static void compare_all(const struct ombre_report *before,
                        const size_t *before_index,
                        const struct ombre_report *after,
                        const size_t *after_index,
                        struct ombre_report_comparison *out)
{
    for (size_t i = 0; i < after->count; i++) {
        const struct ombre_report_result *now = &after->result[i];
        const struct ombre_report_result *then =
            ombre_report_find(before, before_index, now->id);
        if (then && is_same(then, now))
            out->same++;
        else
            add(out, change_of(then, now), then, now);
    }
    for (size_t i = 0; i < before->count; i++) {
        const struct ombre_report_result *then = &before->result[i];
        if (!ombre_report_find(after, after_index, then->id))
            add(out, OMBRE_REPORT_GONE, then, NULL);
    }
}

static const char *id_of(const struct ombre_report_difference *difference)
{
    return difference->after ? difference->after->id : difference->before->id;
}

static int compare_differences(const void *a, const void *b)
{
    const struct ombre_report_difference *left = a, *right = b;
    if (left->change != right->change)
        return left->change < right->change ? -1 : 1;
    return strcmp(id_of(left), id_of(right));
}

bool ombre_report_compare(const struct ombre_report *before,
                          const struct ombre_report *after,
                          struct ombre_report_comparison *out)
{
    *out = (struct ombre_report_comparison){0};
    size_t *before_index = ombre_report_index(before);
    size_t *after_index = ombre_report_index(after);
    out->difference =
        calloc(before->count + after->count + 1, sizeof *out->difference);
    const bool good = before_index && after_index && out->difference;
    if (good) {
        compare_all(before, before_index, after, after_index, out);
        qsort(out->difference, out->count, sizeof *out->difference,
              compare_differences);
    } else {
        ombre_report_comparison_finish(out);
    }
    free(before_index);
    free(after_index);
    return good;
}

void ombre_report_comparison_finish(struct ombre_report_comparison *comparison)
{
    free(comparison->difference);
    *comparison = (struct ombre_report_comparison){0};
}
