#include "pool.h"

#include <poll.h>
#include <stdlib.h>

#include "clock.h"
#include "interrupt.h"

/* So many cases in a row that lose the device, hang it or cannot open it, and
 * it is taken for gone. */
enum { MAX_LOSSES = 5, TICK_MS = 100 };

struct slot {
    struct remote remote;
    bool runs; /* there is a process */
    bool busy; /* it is at a case */
    size_t position;
    int64_t asked_ms, heard_ms;
};

struct work {
    const struct pool *pool;
    struct slot slot[POOL_MAX_JOBS];
    struct remote_result *result;
    size_t next; /* position to give out */
    size_t finished;
    unsigned losses; /* in a row */
};

static bool give_work(struct work *work, struct slot *slot)
{
    const struct pool *pool = work->pool;
    if (!slot->runs && !remote_start(&slot->remote, pool->setup))
        return false;
    slot->runs = true;
    slot->busy = true;
    slot->position = work->next++;
    slot->asked_ms = slot->heard_ms = clock_ms();
    /* A worker that is gone shows in the answer. */
    remote_ask(&slot->remote, pool->device, pool->id[slot->position], false);
    return true;
}

static bool is_loss(const struct drawing *drawing)
{
    return drawing->unopened || drawing->outcome == OUTCOME_TIMEOUT ||
           drawing->outcome == OUTCOME_DEVICE_LOST;
}

static void finish_case(struct work *work, struct slot *slot)
{
    const double seconds = (double) (clock_ms() - slot->asked_ms) / 1000;
    slot->busy = false;
    slot->runs = slot->remote.worker.pid != 0;
    work->finished++;
    work->losses = is_loss(&work->result->drawing) ? work->losses + 1 : 0;
    work->pool->done(work->pool->user, slot->position, work->result, seconds);
}

/* Hear what a worker has to say. */
static void hear(struct work *work, struct slot *slot)
{
    slot->heard_ms = clock_ms();
    if (remote_step(&slot->remote, work->result) != REMOTE_PENDING)
        finish_case(work, slot);
}

static void check_silence(struct work *work, struct slot *slot)
{
    if (clock_ms() - slot->heard_ms <= remote_patience_ms(work->pool->setup))
        return;
    remote_give_up(&slot->remote, work->result);
    finish_case(work, slot);
}

static void wait_for_workers(struct work *work)
{
    struct pollfd fds[POOL_MAX_JOBS];
    struct slot *slots[POOL_MAX_JOBS];
    nfds_t count = 0;
    for (unsigned i = 0; i < work->pool->jobs; i++) {
        struct slot *slot = &work->slot[i];
        if (!slot->busy)
            continue;
        slots[count] = slot;
        fds[count++] =
            (struct pollfd){.fd = slot->remote.worker.socket, .events = POLLIN};
    }
    poll(fds, count, TICK_MS);
    /* Who presses Ctrl-C signals workers, too: their end is no crash. */
    if (interrupt_signal())
        return;
    for (nfds_t i = 0; i < count; i++)
        if (fds[i].revents)
            hear(work, slots[i]);
        else
            check_silence(work, slots[i]);
}

static enum pool_end run_all(struct work *work)
{
    const struct pool *pool = work->pool;
    while (work->finished < pool->count) {
        for (unsigned i = 0; i < pool->jobs && work->next < pool->count; i++)
            if (!work->slot[i].busy && !give_work(work, &work->slot[i]))
                return POOL_FAILED;
        wait_for_workers(work);
        if (interrupt_signal())
            return POOL_INTERRUPTED;
        pool->tick(pool->user);
        if (work->losses >= MAX_LOSSES && work->finished < pool->count)
            return POOL_DEVICE_GONE;
    }
    return POOL_DONE;
}

enum pool_end pool_run(const struct pool *pool)
{
    struct work *work = calloc(1, sizeof *work);
    enum pool_end end = POOL_FAILED;
    if (!work)
        return end;
    work->pool = pool;
    work->result = calloc(1, sizeof *work->result);
    if (work->result)
        end = run_all(work);
    for (unsigned i = 0; i < pool->jobs; i++)
        remote_stop(&work->slot[i].remote);
    free(work->result);
    free(work);
    return end;
}
