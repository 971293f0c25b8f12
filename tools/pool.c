#include "pool.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "interrupt.h"

/* So many cases in a row that lose the device, hang it or cannot open it, and
 * it is taken for gone. */
enum { MAX_LOSSES = 5, TICK_MS = 100 };

/* Cases that were asked for together and of which the worker broke down: they
 * are asked for one by one, the first last. */
struct again {
    struct drawing whole; /* of the breakdown */
    size_t asked;         /* how many were, then */
    size_t left;          /* of position[], from the front */
    size_t position[REMOTE_MAX_CASES];
    bool found; /* one of them broke down alone, too */
};

struct slot {
    struct remote remote;
    bool runs;    /* there is a process */
    size_t count; /* of cases that it is at */
    size_t left;  /* of them, to be heard of */
    size_t position[REMOTE_MAX_CASES];
    bool heard[REMOTE_MAX_CASES];
    struct again again;
    int64_t asked_ms, heard_ms;
};

struct work {
    const struct pool *pool;
    struct slot *slot; /* one a job */
    struct remote_result *result;
    size_t next; /* position to give out */
    size_t finished;
    unsigned losses; /* in a row */
};

/* Few enough to have work for all to the end. */
static size_t share_of(const struct work *work)
{
    const struct pool *pool = work->pool;
    const size_t share = (pool->count - work->next) / (4 * pool->jobs);
    if (share < 1)
        return 1;
    return share < REMOTE_MAX_CASES ? share : REMOTE_MAX_CASES;
}

/* What a slot is to do next; false if there is nothing. */
static bool choose_work(struct work *work, struct slot *slot)
{
    struct again *again = &slot->again;
    slot->count = 0;
    if (again->left > 0)
        slot->position[slot->count++] = again->position[--again->left];
    else
        for (size_t share = share_of(work);
             slot->count < share && work->next < work->pool->count;)
            slot->position[slot->count++] = work->next++;
    slot->left = slot->count;
    memset(slot->heard, 0, sizeof slot->heard);
    return slot->count > 0;
}

static bool give_work(struct work *work, struct slot *slot)
{
    const struct pool *pool = work->pool;
    uint64_t id[REMOTE_MAX_CASES];
    if (!choose_work(work, slot))
        return true;
    if (!slot->runs && !remote_start(&slot->remote, pool->setup))
        return false;
    slot->runs = true;
    slot->asked_ms = slot->heard_ms = clock_ms();
    for (size_t i = 0; i < slot->count; i++)
        id[i] = pool->id(pool->user, slot->position[i]);
    /* A worker that is gone shows in the answer. */
    remote_ask_many(&slot->remote, pool->device, id, slot->count);
    return true;
}

static bool is_loss(const struct drawing *drawing)
{
    return drawing->unopened || drawing->outcome == OUTCOME_TIMEOUT ||
           drawing->outcome == OUTCOME_DEVICE_LOST;
}

static void finish_case(struct work *work, struct slot *slot, size_t index)
{
    const int64_t now = clock_ms();
    struct again *again = &slot->again;
    struct drawing *drawing = &work->result->drawing;
    if (again->asked > 0) {
        again->found |= drawing->broken;
        if (again->left == 0 && !again->found)
            drawing_blame(drawing, &again->whole, again->asked);
        if (again->left == 0)
            again->asked = 0;
    }
    work->finished++;
    work->losses = is_loss(drawing) ? work->losses + 1 : 0;
    slot->left--;
    slot->heard[index] = true;
    work->pool->done(work->pool->user, slot->position[index], work->result,
                     (double) (now - slot->asked_ms) / 1000);
    slot->asked_ms = now;
}

/* The worker is gone; work->result says why. */
static void bury(struct work *work, struct slot *slot)
{
    struct again *again = &slot->again;
    slot->runs = false;
    if (slot->count == 1) {
        finish_case(work, slot, 0);
        return;
    }
    *again = (struct again){.whole = work->result->drawing};
    for (size_t i = 0; i < slot->count; i++)
        if (!slot->heard[i])
            again->position[again->left++] = slot->position[i];
    again->asked = slot->count;
    slot->left = 0;
}

/* Hear what a worker has to say. */
static void hear(struct work *work, struct slot *slot)
{
    slot->heard_ms = clock_ms();
    const enum remote_status status = remote_step(&slot->remote, work->result);
    const size_t index = work->result->index;
    if (status == REMOTE_PENDING)
        return;
    if (status == REMOTE_OK && index < slot->count && !slot->heard[index]) {
        finish_case(work, slot, index);
        return;
    }
    if (status == REMOTE_OK)
        remote_give_up(&slot->remote, work->result);
    bury(work, slot);
}

static void check_silence(struct work *work, struct slot *slot)
{
    if (clock_ms() - slot->heard_ms <= remote_patience_ms(&slot->remote))
        return;
    remote_give_up(&slot->remote, work->result);
    bury(work, slot);
}

static void wait_for_workers(struct work *work)
{
    struct pollfd fds[POOL_MAX_JOBS];
    struct slot *slots[POOL_MAX_JOBS];
    nfds_t count = 0;
    for (unsigned i = 0; i < work->pool->jobs; i++) {
        struct slot *slot = &work->slot[i];
        if (slot->left == 0)
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
        for (unsigned i = 0; i < pool->jobs; i++)
            if (work->slot[i].left == 0 && !give_work(work, &work->slot[i]))
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
    work->slot = calloc(pool->jobs, sizeof *work->slot);
    if (work->result && work->slot)
        end = run_all(work);
    for (unsigned i = 0; work->slot && i < pool->jobs; i++)
        remote_stop(&work->slot[i].remote);
    free(work->slot);
    free(work->result);
    free(work);
    return end;
}
