/* ids.h - ids of cases as people write them */
#ifndef OMBRE_TOOLS_IDS_H
#define OMBRE_TOOLS_IDS_H

#include "ombre/suite.h"

/* Every id of a suite, sorted. */
struct id_list {
    size_t count;
    struct id_entry {
        char id[OMBRE_ID_SIZE];
        size_t index;
    } * entry;
};

/* Returns false without memory; either way id_list_finish() is due. */
bool id_list_init(struct id_list *list, enum ombre_suite suite);
void id_list_finish(struct id_list *list);

/* The entry with an id, or NULL. */
const struct id_entry *id_list_find(const struct id_list *list, const char *id);

/* The id that is nearest to one that is none, or NULL. */
const char *id_list_nearest(const struct id_list *list, const char *id);

/* Say on standard error that there is no such id in any suite, and which comes
 * nearest. */
void complain_of_id(const char *id);

#endif /* OMBRE_TOOLS_IDS_H */
