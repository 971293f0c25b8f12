/* climb.h - stand on one rung of the ladder, in a process of its own */
#ifndef OMBRE_TOOLS_CLIMB_H
#define OMBRE_TOOLS_CLIMB_H

#include "drawing.h"
#include "rungs.h"

struct foothold {
    enum outcome outcome;
    char reason[256];
    int64_t milliseconds;
};

/* Do what a rung asks on a device, each wait at most `timeout_s` seconds. */
struct foothold climb(const struct rung *rung, size_t device,
                      enum ombre_gpu_validation validation, unsigned timeout_s);

/* What a rung asks, in words. */
const char *rung_what(const struct rung *rung);

#endif /* OMBRE_TOOLS_CLIMB_H */
