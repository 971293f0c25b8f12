/* audit_worker.h - what a thread of an audit keeps from case to case */
#ifndef OMBRE_TOOLS_AUDIT_WORKER_H
#define OMBRE_TOOLS_AUDIT_WORKER_H

#include "judge.h"
#include "ombre/faults.h"

struct audit_worker {
    struct ombre_faulty *faulty; /* of faults that the state may show */
    size_t *fault;
    struct ombre_texel **got; /* all texels of each */
    struct judged_pixel *judged;
    struct ombre_pixel_verdict *verdict;
};

#endif /* OMBRE_TOOLS_AUDIT_WORKER_H */
