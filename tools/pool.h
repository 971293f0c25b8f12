/* pool.h - many cases on a few worker processes
 *
 * A worker keeps its device open from case to case, and gets several at once,
 * to be drawn together.  When one crashes or hangs, another takes its place and
 * gets the cases that it was at one by one, so that it costs only the one to
 * blame.
 */
#ifndef OMBRE_TOOLS_POOL_H
#define OMBRE_TOOLS_POOL_H

#include "remote.h"

struct pool {
    const struct remote_setup *setup;
    size_t device;
    unsigned jobs;
    /* What setup->make knows the case at a position by. */
    uint64_t (*id)(const void *user, size_t position);
    size_t count;
    /* Called for each case, in the order in which they end. */
    void (*done)(void *user, size_t position,
                 const struct remote_result *result, double seconds);
    void (*tick)(void *user); /* several times a second */
    void *user;
};

enum pool_end {
    POOL_DONE,
    POOL_DEVICE_GONE, /* cases are left over, and no device for them */
    POOL_INTERRUPTED, /* by a signal */
    POOL_FAILED,      /* no process or no memory */
};

enum { POOL_MAX_JOBS = 64 };

enum pool_end pool_run(const struct pool *pool);

#endif /* OMBRE_TOOLS_POOL_H */
