/* list_classes.h - `ombre list --classes FORMAT` */
#ifndef OMBRE_TOOLS_LIST_CLASSES_H
#define OMBRE_TOOLS_LIST_CLASSES_H

#include <stdbool.h>

/* Print which blend equations are one function on a format, and return an exit
 * code. */
int list_classes(const char *format, bool json);

#endif /* OMBRE_TOOLS_LIST_CLASSES_H */
