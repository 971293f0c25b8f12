/* matrix.h - which rules which cases touch
 *
 * Cases of a run are made anew from their ids and predicted; nothing is drawn.
 */
#ifndef OMBRE_TOOLS_MATRIX_H
#define OMBRE_TOOLS_MATRIX_H

#include <stdbool.h>

#include "ombre/report.h"

/* Print the rules that give components room or keep them (reference), and those
 * that states which are valid can break (validate): with how many cases touch
 * each, and some of them.  Rules that none touches stand out.  Returns an exit
 * code. */
int matrix_show(const struct ombre_report *report, bool json);

#endif /* OMBRE_TOOLS_MATRIX_H */
