/* rungs.h - the ladder of `ombre bringup`
 *
 * From an empty submission to a batch of eight blended targets, each rung
 * asking one thing more of the device than those below it.
 */
#ifndef OMBRE_TOOLS_RUNGS_H
#define OMBRE_TOOLS_RUNGS_H

#include "ombre/gpu.h"

struct rung {
    const char *name;
    const char *what;    /* is asked of the device */
    const char *suspect; /* where to look if it fails and those below do not */
    const char *text;    /* of a case file; NULL: a probe */
    enum ombre_gpu_probe probe;
};

extern const struct rung rungs[];
extern const unsigned rung_count;

#endif /* OMBRE_TOOLS_RUNGS_H */
