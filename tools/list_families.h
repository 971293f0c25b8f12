/* list_families.h - `ombre list --families` */
#ifndef OMBRE_TOOLS_LIST_FAMILIES_H
#define OMBRE_TOOLS_LIST_FAMILIES_H

#include "select.h"

/* Print the families of bugs, how many of the selected cases are made for each,
 * and how many faults of the catalogue are of it. */
void list_families(const struct selection *selection, bool json);

#endif /* OMBRE_TOOLS_LIST_FAMILIES_H */
