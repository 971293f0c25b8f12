/* Pipelines on several threads.
 *
 * Making one is the driver's compiler at work, and thousands of states mean
 * thousands of them.  Threads touch nothing of the device's: each has a copy of
 * its own for a status and a reason, and a log that says nothing.  What the
 * validation layer says meanwhile is kept, and logged when they have ended.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "vk.h"

enum {
    MAX_THREADS = 16,
    WORTHWHILE = 4, /* pipelines for each thread */
};

struct vk_missing_program {
    struct vk_program *out;
    struct vk_recipe recipe;
};

/* --- The list --------------------------------------------------------------
 */

static bool add(struct vk_missing *m, struct ombre_gpu *gpu,
                const struct vk_missing_program *row)
{
    if (m->count == m->room) {
        const size_t room = m->room ? 2 * m->room : 16;
        struct vk_missing_program *const grown =
            realloc(m->row, room * sizeof *grown);
        if (!grown)
            return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "%zu pipelines", room);
        m->row = grown;
        m->room = room;
    }
    m->row[m->count++] = *row;
    return true;
}

bool vk_missing_find(struct vk_missing *m, struct ombre_gpu *gpu,
                     const struct vk_recipe *recipe, struct vk_program **out)
{
    struct vk_missing_program row = {.recipe = *recipe};
    const struct vk_key key = vk_key_program(recipe);
    bool found;

    if (!vk_keep_program(gpu, &key, out, &found))
        return false;
    row.out = *out;
    /* Also of one that is found, so that what it is of stays, too. */
    if (vk_recipe_prepare(&row.recipe, gpu) && (found || add(m, gpu, &row)))
        return true;
    if (!found)
        vk_cache_drop(gpu, *out);
    return false;
}

void vk_missing_finish(struct vk_missing *m, struct ombre_gpu *gpu)
{
    for (size_t i = 0; i < m->count; i++)
        if (!vk_program_is_made(m->row[i].out))
            vk_cache_drop(gpu, m->row[i].out);
    free(m->row);
    *m = (struct vk_missing){0};
}

/* --- The threads -----------------------------------------------------------
 */

struct team {
    const struct vk_missing *missing;
    atomic_size_t next;
    atomic_bool failed;
};

struct member {
    pthread_t thread;
    struct team *team;
    struct ombre_gpu *gpu; /* its own */
};

static void *work(void *user)
{
    struct member *const member = user;
    struct team *const team = member->team;

    while (!atomic_load(&team->failed)) {
        const size_t i = atomic_fetch_add(&team->next, 1);
        if (i >= team->missing->count)
            break;
        const struct vk_missing_program *const row = &team->missing->row[i];
        if (!vk_program_init(row->out, member->gpu, &row->recipe))
            atomic_store(&team->failed, true);
    }
    return NULL;
}

/* Have `count` members work, of which the first is this thread. */
static void run_team(struct member *member, size_t count)
{
    bool runs[MAX_THREADS] = {false};

    for (size_t i = 1; i < count; i++)
        runs[i] =
            pthread_create(&member[i].thread, NULL, work, &member[i]) == 0;
    work(&member[0]);
    for (size_t i = 1; i < count; i++)
        if (runs[i])
            pthread_join(member[i].thread, NULL);
}

static void log_messages(struct ombre_gpu *gpu, size_t first)
{
    for (size_t i = first; i < gpu->message_kept; i++)
        vk_log(&gpu->list->log, OMBRE_LOG_WARN, "validation: %s",
               gpu->message[i]);
}

static void set_workers(struct ombre_gpu *gpu, bool has_workers)
{
    pthread_mutex_lock(&gpu->list->mutex);
    gpu->list->has_workers = has_workers;
    pthread_mutex_unlock(&gpu->list->mutex);
}

static bool make_on_threads(const struct vk_missing *m, struct ombre_gpu *gpu,
                            size_t count)
{
    struct ombre_gpu_list quiet = {0};
    struct team team = {.missing = m};
    struct member member[MAX_THREADS] = {{0}};
    struct ombre_gpu *const copy = calloc(count, sizeof *copy);
    const size_t messages = gpu->message_kept;

    if (!copy)
        return vk_fail(gpu, OMBRE_GPU_OUT_OF_MEMORY, "%zu threads", count);
    for (size_t i = 0; i < count; i++) {
        copy[i] = *gpu;
        copy[i].list = &quiet;
        member[i] = (struct member){.team = &team, .gpu = &copy[i]};
    }
    set_workers(gpu, true);
    run_team(member, count);
    set_workers(gpu, false);
    log_messages(gpu, messages);
    bool made = true;
    for (size_t i = 0; i < count; i++)
        if (copy[i].status != OMBRE_GPU_OK)
            made = vk_fail(gpu, copy[i].status, "%s", copy[i].reason);
    free(copy);
    return made;
}

static bool make_here(const struct vk_missing *m, struct ombre_gpu *gpu)
{
    for (size_t i = 0; i < m->count; i++)
        if (!vk_program_init(m->row[i].out, gpu, &m->row[i].recipe))
            return false;
    return true;
}

bool vk_missing_make(struct vk_missing *m, struct ombre_gpu *gpu)
{
    size_t threads = m->count / WORTHWHILE;

    if (threads > gpu->threads)
        threads = gpu->threads;
    if (threads > MAX_THREADS)
        threads = MAX_THREADS;
    return threads > 1 ? make_on_threads(m, gpu, threads) : make_here(m, gpu);
}
