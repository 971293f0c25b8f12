/* Questions about a run that was read. */
#include <stdlib.h>
#include <string.h>

#include "report_parts.h"

size_t ombre_report_wanted(const struct ombre_report *report)
{
    const char *text = ombre_report_fact(report, "cases.selected");
    return text && strspn(text, "0123456789") == strlen(text)
               ? (size_t) strtoull(text, NULL, 10)
               : 0;
}

bool ombre_report_is_complete(const struct ombre_report *report)
{
    const size_t wanted = ombre_report_wanted(report);
    return wanted > 0 && report->count >= wanted;
}

struct ombre_report_counts ombre_report_count(const struct ombre_report *report)
{
    struct ombre_report_counts counts = {{0}, {0}};
    for (size_t i = 0; i < report->count; i++) {
        counts.outcome[report->result[i].outcome]++;
        counts.expectation[report->result[i].expectation]++;
    }
    return counts;
}

/* --- Cases by id -----------------------------------------------------------
 */

/* What qsort() moves: it has no place for the report. */
struct named {
    const char *id;
    size_t position;
};

static int compare_named(const void *a, const void *b)
{
    const struct named *left = a, *right = b;
    return strcmp(left->id, right->id);
}

size_t *ombre_report_index(const struct ombre_report *report)
{
    const size_t count = report->count;
    struct named *named = calloc(count + 1, sizeof *named);
    size_t *index = calloc(count + 1, sizeof *index);
    if (!named || !index) {
        free(named);
        free(index);
        return NULL;
    }
    for (size_t i = 0; i < count; i++)
        named[i] = (struct named){report->result[i].id, i};
    qsort(named, count, sizeof *named, compare_named);
    for (size_t i = 0; i < count; i++)
        index[i] = named[i].position;
    free(named);
    return index;
}

const struct ombre_report_result *ombre_report_find(
    const struct ombre_report *report, const size_t *index, const char *id)
{
    size_t low = 0, high = report->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct ombre_report_result *result =
            &report->result[index[middle]];
        const int order = strcmp(result->id, id);
        if (order == 0)
            return result;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}
