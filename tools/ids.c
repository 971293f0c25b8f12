#include "ids.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_entries(const void *a, const void *b)
{
    return strcmp(((const struct id_entry *) a)->id,
                  ((const struct id_entry *) b)->id);
}

bool id_list_init(struct id_list *list, enum ombre_suite suite)
{
    *list = (struct id_list){.count = ombre_suite_size(suite)};
    list->entry = calloc(list->count, sizeof *list->entry);
    if (!list->entry)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        ombre_suite_id(suite, i, list->entry[i].id);
        list->entry[i].index = i;
    }
    qsort(list->entry, list->count, sizeof *list->entry, compare_entries);
    return true;
}

void id_list_finish(struct id_list *list)
{
    free(list->entry);
    *list = (struct id_list){0};
}

const struct id_entry *id_list_find(const struct id_list *list, const char *id)
{
    struct id_entry wanted;
    if (strlen(id) >= sizeof wanted.id)
        return NULL;
    strcpy(wanted.id, id);
    return bsearch(&wanted, list->entry, list->count, sizeof wanted,
                   compare_entries);
}

/* --- The nearest -----------------------------------------------------------
 */

/* Changes of one character that make one text the other (Levenshtein). */
static size_t distance(const char *a, const char *b)
{
    size_t row[OMBRE_ID_SIZE];
    const size_t columns = strlen(b);
    for (size_t j = 0; j <= columns; j++)
        row[j] = j;
    for (size_t i = 1; *a; a++, i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= columns; j++) {
            const size_t above = row[j];
            size_t best = diagonal + (*a != b[j - 1]);
            if (above + 1 < best)
                best = above + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            diagonal = above;
            row[j] = best;
        }
    }
    return row[columns];
}

const char *id_list_nearest(const struct id_list *list, const char *id)
{
    const size_t length = strlen(id);
    const char *nearest = NULL;
    size_t best = length / 3 + 1;
    if (length >= OMBRE_ID_SIZE)
        return NULL;
    for (size_t i = 0; i < list->count; i++) {
        const size_t steps = distance(id, list->entry[i].id);
        if (steps < best) {
            best = steps;
            nearest = list->entry[i].id;
        }
    }
    return nearest;
}

void complain_of_id(const char *id)
{
    static const char state[] = "om.state.";
    struct id_list list;
    const char *nearest = NULL;
    if (strncmp(id, state, strlen(state)) == 0) {
        fprintf(stderr,
                "ombre: '%s' is no state that Direct3D 12 accepts; they are "
                "%sFORMAT.SRC-DST-OP.SRC-DST-OP, the latter for alpha where "
                "the format has it\n",
                id, state);
        return;
    }
    if (id_list_init(&list, OMBRE_SUITE_EXHAUSTIVE))
        nearest = id_list_nearest(&list, id);
    fprintf(stderr, "ombre: there is no case '%s'", id);
    if (nearest)
        fprintf(stderr, " (did you mean '%s'?)", nearest);
    fputs("; 'ombre list --suite exhaustive' shows them\n", stderr);
    id_list_finish(&list);
}
