/* Cases that have one shape are drawn together; each has a verdict of its own.
 * A case goes through its lanes one after another (passage.h).  If something is
 * wrong with a batch as a whole, its cases are drawn again, one at a time, so
 * that the blame falls where it belongs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "execute.h"
#include "host.h"
#include "ombre/claims.h"
#include "passage.h"

/* Texels of a target in one batch, samples counted: enough to be quick, little
 * enough for any device. */
enum { MAX_SAMPLES = 1 << 20 };

/* One case of a request. */
struct task {
    struct ombre_case own; /* made here; zeroed if the case was given */
    struct ombre_case *c;
    struct ombre_state state;
    struct batch_member *member; /* NULL: nothing to draw, or done */
    struct ombre_texel *got;
    struct remote_result *result; /* in the lane at hand */
    struct passage passage;
};

struct tasks {
    size_t device;
    bool wants_texels;
    size_t count;
    struct task task[REMOTE_MAX_CASES];
};

/* --- Tasks -----------------------------------------------------------------
 */

static void task_finish(struct task *task)
{
    batch_member_destroy(task->member);
    free(task->got);
    free(task->result);
    passage_finish(&task->passage);
    ombre_case_finish(&task->own);
    *task = (struct task){0};
}

/* Make the case and what can be said of it without a device. */
static bool make_task(const struct host *host, uint64_t id, struct task *task)
{
    const struct remote_setup *setup = host->setup;
    struct drawing *drawing = &task->result->drawing;
    char reason[256];
    task->c = setup->given;
    if (!task->c && setup->make(setup->user, id, &task->own))
        task->c = &task->own;
    if (task->c)
        task->got = calloc(execute_texel_count(task->c) + 1, sizeof *task->got);
    if (!task->got) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "the case cannot be made");
        return false;
    }
    drawing->without = task->c->without | setup->without;
    drawing->lane = ombre_lane_resolved(&task->c->lane);
    if (!ombre_state_from_pso(&task->c->pso, &task->state)) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "the state is invalid");
        return false;
    }
    if (!case_make_uploadable(task->c, &task->state, reason)) {
        drawing_end(drawing, OUTCOME_NOT_SUPPORTED, "%s", reason);
        return false;
    }
    return true;
}

/* What the device lacks and a claimed feature level requires, it fails. */
static void hold_to_claim(uint32_t level, const struct ombre_vk_facts *facts,
                          const struct ombre_state *state,
                          struct drawing *drawing)
{
    char why[OMBRE_CLAIM_WHY_SIZE], lacks[sizeof drawing->reason];
    memcpy(lacks, drawing->reason, sizeof lacks);
    if (level != 0 && drawing->outcome == OUTCOME_NOT_SUPPORTED &&
        ombre_claims_require(state, facts, level, why))
        drawing_end(drawing, OUTCOME_FAIL, "%s; %s", why, lacks);
}

/* Open the device that the case wants and translate for it. */
static bool translate_task(struct host *host, size_t device, struct task *task)
{
    struct drawing *drawing = &task->result->drawing;
    const struct wish wish = host_wish(host, device, task->c, drawing, false);
    host_say_working(host, 1, &drawing->lane);
    struct ombre_gpu *gpu = host_open_device(host, &wish, drawing);
    if (!gpu)
        return false;
    drawing->validated = host->setup->validation != OMBRE_GPU_VALIDATION_OFF &&
                         ombre_gpu_is_validated(gpu);
    batch_member_destroy(task->member);
    task->member = execute_translate(gpu, task->c, &task->state,
                                     EXECUTE_AS_CAN_BE, drawing);
    if (!task->member)
        hold_to_claim(host->setup->claim, ombre_gpu_facts(gpu), &task->state,
                      drawing);
    return task->member != NULL;
}

/* Who is told of steps, and where they are taken. */
struct step {
    const struct host *host;
    const struct ombre_lane *lane;
};

static void say_step(const void *user, uint32_t patience)
{
    const struct step *step = user;
    host_say_working(step->host, patience, step->lane);
}

/* Draw it emulated, too. */
static void compare_task(struct host *host, size_t device, struct task *task)
{
    struct drawing *drawing = &task->result->drawing;
    const struct step step = {host, &drawing->lane};
    const struct execute_watch watch = {.step = say_step, .user = &step};
    const struct wish wish = host_wish(host, device, task->c, drawing, true);
    struct ombre_gpu *gpu = host_open_device(host, &wish, drawing);
    if (gpu)
        execute_comparison(gpu, &watch, task->c, &task->state,
                           host->setup->judge, task->got, drawing);
}

static void judge_task(struct host *host, size_t device, struct task *task)
{
    struct drawing *drawing = &task->result->drawing;
    if (!drawing->drawn)
        return;
    judge_case(task->c, &task->state, host->setup->judge, task->got, NULL,
               drawing, &task->result->tally);
    controls_conclude(drawing);
    if (host->setup->compare)
        compare_task(host, device, task);
}

/* Answer, and be done with it. */
static bool send_task(const struct host *host, const struct tasks *tasks,
                      struct task *task)
{
    struct remote_result *result = task->result;
    result->index = (size_t) (task - tasks->task);
    if (tasks->wants_texels && result->drawing.drawn)
        result->texel_count = execute_texel_count(task->c);
    const bool sent =
        frame_send(host->socket, WIRE_DRAW, result, sizeof *result) &&
        (result->texel_count == 0 ||
         frame_send(host->socket, WIRE_TEXELS, task->got,
                    result->texel_count * sizeof *task->got));
    task_finish(task);
    return sent;
}

/* What the task's lane is, is known; go on to the next that can be drawn, or
 * answer. */
static bool end_lane(struct host *host, const struct tasks *tasks,
                     struct task *task)
{
    while (passage_next(&task->passage, task->c, &task->state, task->result,
                        task->got))
        if (passage_is_offered(&task->passage, &task->result->drawing) &&
            translate_task(host, tasks->device, task))
            return true;
    return send_task(host, tasks, task);
}

/* --- Groups ----------------------------------------------------------------
 */

/* Tasks that are drawn together. */
struct group {
    size_t count;
    struct task *task[REMOTE_MAX_CASES];
};

/* Draw them as one batch.  Returns false if something is wrong with the whole,
 * which *whole then tells. */
static bool draw_together(struct host *host, size_t device,
                          const struct group *group, struct drawing *whole)
{
    const struct ombre_lane *lane = &group->task[0]->result->drawing.lane;
    const struct step step = {host, lane};
    struct execute_watch watch = {.step = say_step, .user = &step};
    struct batch_member *member[REMOTE_MAX_CASES];
    struct drawing *drawing[REMOTE_MAX_CASES];
    struct ombre_texel *got[REMOTE_MAX_CASES];
    for (size_t i = 0; i < group->count; i++) {
        member[i] = group->task[i]->member;
        drawing[i] = &group->task[i]->result->drawing;
        got[i] = group->task[i]->got;
    }
    *whole = (struct drawing){0};
    const struct wish wish =
        host_wish(host, device, group->task[0]->c, drawing[0],
                  member[0]->plan.vk.emulated != 0);
    struct ombre_gpu *gpu = host_open_device(host, &wish, whole);
    if (!gpu)
        return false;
    watch.proves_readback =
        host_proves_readback(host, &wish, group->task[0]->c);
    execute_batch(gpu, &watch, member, group->count, whole, drawing, got);
    host_say_working(host, 1, lane);
    /* A device that was lost or hangs is good for nothing more. */
    if (whole->outcome == OUTCOME_DEVICE_LOST ||
        whole->outcome == OUTCOME_TIMEOUT)
        host_lose_device(host, &wish);
    return !whole->broken;
}

/* What is wrong with a batch of one is wrong with its case. */
static void take_whole(const struct drawing *whole, struct drawing *out)
{
    out->outcome = whole->outcome;
    memcpy(out->reason, whole->reason, sizeof out->reason);
    out->broken = whole->broken;
    out->unopened = whole->unopened;
    out->drawn = whole->drawn;
    out->repeat_equal = whole->repeat_equal;
    out->message_count = whole->message_count;
    memcpy(out->message, whole->message, sizeof out->message);
}

/* Forget what came of drawing it with others. */
static void reset_task(struct task *task)
{
    struct drawing *drawing = &task->result->drawing;
    const struct drawing before = *drawing;
    *drawing = (struct drawing){
        .lane = before.lane,
        .translated = before.translated,
        .without = before.without,
        .validated = before.validated,
    };
    memcpy(drawing->plan, before.plan, sizeof drawing->plan);
}

/* Whether the case alone is broken, too. */
static bool draw_alone(struct host *host, size_t device, struct task *task)
{
    struct drawing *drawing = &task->result->drawing;
    const struct group group = {.count = 1, .task = {task}};
    struct drawing *whole = malloc(sizeof *whole);
    if (!whole) {
        drawing_end(drawing, OUTCOME_INTERNAL_ERROR, "out of memory");
        return false;
    }
    reset_task(task);
    if (!draw_together(host, device, &group, whole))
        take_whole(whole, drawing);
    free(whole);
    judge_task(host, device, task);
    return drawing->broken;
}

/* Draw each alone, the first last: if none of them is broken alone, they are so
 * together, and the first of them says so. */
static bool draw_apart(struct host *host, const struct tasks *tasks,
                       const struct group *group, const struct drawing *whole)
{
    bool found = false;
    for (size_t i = group->count; i-- > 0;) {
        struct task *task = group->task[i];
        found |= draw_alone(host, tasks->device, task);
        if (i == 0 && !found)
            drawing_blame(&task->result->drawing, whole, group->count);
        if (!end_lane(host, tasks, task))
            return false;
    }
    return true;
}

static bool draw_group(struct host *host, const struct tasks *tasks,
                       const struct group *group)
{
    struct drawing *whole = malloc(sizeof *whole);
    bool sent = true;
    if (!whole)
        return false;
    const bool good = draw_together(host, tasks->device, group, whole);
    if (!good && group->count > 1) {
        sent = draw_apart(host, tasks, group, whole);
    } else {
        if (!good)
            take_whole(whole, &group->task[0]->result->drawing);
        for (size_t i = 0; i < group->count && sent; i++) {
            judge_task(host, tasks->device, group->task[i]);
            sent = end_lane(host, tasks, group->task[i]);
        }
    }
    free(whole);
    return sent;
}

static size_t sample_count(const struct task *task)
{
    return task->c->pixel_count * task->c->sample_count;
}

/* The first task that is left, and all that may be drawn with it. */
static bool next_group(struct tasks *tasks, struct group *group)
{
    size_t samples = 0, rows = 0;
    *group = (struct group){0};
    for (size_t i = 0; i < tasks->count; i++) {
        struct task *task = &tasks->task[i];
        if (!task->member)
            continue;
        const struct task *first = group->count ? group->task[0] : task;
        samples += sample_count(task);
        rows += layout_rows(task->c->pixel_count);
        if (task == first ||
            (samples <= MAX_SAMPLES && rows <= LAYOUT_ROWS &&
             task->result->drawing.without == first->result->drawing.without &&
             batch_member_matches(first->member, task->member))) {
            group->task[group->count++] = task;
        } else {
            samples -= sample_count(task);
            rows -= layout_rows(task->c->pixel_count);
        }
    }
    return group->count > 0;
}

/* --- Requests --------------------------------------------------------------
 */

static bool start_task(struct host *host, struct tasks *tasks, uint64_t id)
{
    struct task *task = &tasks->task[tasks->count++];
    task->result = calloc(1, sizeof *task->result);
    if (!task->result)
        return false;
    if (!make_task(host, id, task))
        return send_task(host, tasks, task);
    const uint32_t offered = host_lane_features(host, tasks->device);
    if (!passage_begin(&task->passage, &host->setup->lanes, task->c,
                       &task->state, offered, task->result)) {
        drawing_end(&task->result->drawing, OUTCOME_INTERNAL_ERROR,
                    "out of memory");
        return send_task(host, tasks, task);
    }
    return (passage_is_offered(&task->passage, &task->result->drawing) &&
            translate_task(host, tasks->device, task)) ||
           end_lane(host, tasks, task);
}

bool host_draw(struct host *host, const struct wire_request *request)
{
    struct tasks *tasks = calloc(1, sizeof *tasks);
    struct group group;
    bool sent = tasks && request->count <= REMOTE_MAX_CASES;
    if (sent) {
        tasks->device = request->device;
        tasks->wants_texels = request->wants_texels;
    }
    for (size_t i = 0; sent && i < request->count; i++)
        sent = start_task(host, tasks, request->id[i]);
    while (sent && next_group(tasks, &group))
        sent = draw_group(host, tasks, &group);
    for (size_t i = 0; tasks && i < tasks->count; i++)
        task_finish(&tasks->task[i]);
    free(tasks);
    return sent;
}
