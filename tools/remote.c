#include "remote.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "remote_wire.h"

/* A worker bounds its own waits on the device; the parent waits a little longer
 * before it calls the process hung. */
enum { GRACE_MS = 2000 };

bool remote_start(struct remote *remote, const struct remote_setup *setup)
{
    *remote = (struct remote){.setup = setup, .patience = 1};
    return worker_start(&remote->worker, remote_worker, setup);
}

void remote_stop(struct remote *remote)
{
    worker_stop(&remote->worker);
}

int remote_patience_ms(const struct remote *remote)
{
    const int64_t wait =
        (int64_t) remote->setup->timeout_s * 1000 * remote->patience;
    return wait < INT_MAX - GRACE_MS ? (int) wait + GRACE_MS : INT_MAX;
}

/* What became of a worker that gave no frame.  It is gone afterwards. */
static enum remote_status explain(struct remote *remote,
                                  enum worker_status status, int code,
                                  char why[160])
{
    worker_stop(&remote->worker);
    switch (status) {
    case WORKER_CRASHED:
        snprintf(why, 160, "the driver's process ended by signal %d (%.80s)",
                 code, strsignal(code));
        return REMOTE_CRASHED;
    case WORKER_EXITED:
        snprintf(why, 160, "the driver ended the process with exit code %d",
                 code);
        return REMOTE_CRASHED;
    case WORKER_SILENT:
        snprintf(why, 160, "no answer within %u second%s",
                 remote->setup->timeout_s,
                 remote->setup->timeout_s == 1 ? "" : "s");
        return REMOTE_TIMEOUT;
    case WORKER_OK:
        snprintf(why, 160, "the worker answers nonsense");
        return REMOTE_FAILED;
    case WORKER_FAILED: break;
    }
    snprintf(why, 160, "the worker process cannot be reached");
    return REMOTE_FAILED;
}

/* How long the step takes that the worker begins, and what it is. */
static void note_step(struct remote *remote, struct frame *frame)
{
    struct wire_step step = {.patience = 1};
    if (frame->size == sizeof step)
        memcpy(&step, frame->data, sizeof step);
    remote->patience = step.patience;
    if (step.state <= OMBRE_LANE_SHADER_OBJECT &&
        step.pass <= OMBRE_LANE_DYNAMIC_RENDERING)
        remote->at = (struct ombre_lane){(enum ombre_lane_state) step.state,
                                         (enum ombre_lane_pass) step.pass,
                                         step.options & 1, step.options >> 1};
    free(frame->data);
    *frame = (struct frame){0};
}

/* Receive a frame of `kind`, or of a sign of life. */
static enum remote_status receive_once(struct remote *remote, uint32_t kind,
                                       struct frame *frame, char why[160])
{
    int code = 0;
    const enum worker_status status = worker_receive(
        &remote->worker, remote_patience_ms(remote), frame, &code);
    if (status == WORKER_OK && frame->kind == WIRE_WORKING) {
        note_step(remote, frame);
        return REMOTE_PENDING;
    }
    if (status == WORKER_OK && frame->kind == kind)
        return REMOTE_OK;
    free(frame->data);
    return explain(remote, status, code, why);
}

static enum remote_status receive(struct remote *remote, uint32_t kind,
                                  struct frame *frame, char why[160])
{
    enum remote_status status;
    do {
        status = receive_once(remote, kind, frame, why);
    } while (status == REMOTE_PENDING);
    return status;
}

/* Move a frame of exactly `size` bytes into `out`. */
static enum remote_status take(struct remote *remote, struct frame *frame,
                               void *out, size_t size, char why[160])
{
    const bool fits = frame->size == size;
    if (fits)
        memcpy(out, frame->data, size);
    free(frame->data);
    return fits ? REMOTE_OK : explain(remote, WORKER_OK, 0, why);
}

static enum remote_status receive_into(struct remote *remote, uint32_t kind,
                                       void *out, size_t size, char why[160])
{
    struct frame frame;
    const enum remote_status status = receive(remote, kind, &frame, why);
    return status == REMOTE_OK ? take(remote, &frame, out, size, why) : status;
}

enum remote_status remote_list(struct remote *remote,
                               struct remote_devices *out, char why[160])
{
    /* A worker that is gone shows in receive(). */
    frame_send(remote->worker.socket, WIRE_LIST, NULL, 0);
    const enum remote_status status =
        receive_into(remote, WIRE_LIST, out, sizeof *out, why);
    if (status == REMOTE_OK && out->count > MAX_DEVICES)
        out->count = MAX_DEVICES;
    return status;
}

enum remote_status remote_facts(struct remote *remote, size_t device,
                                struct ombre_vk_facts *out, char why[160])
{
    const struct wire_request request = {.device = device};
    frame_send(remote->worker.socket, WIRE_FACTS, &request, sizeof request);
    return receive_into(remote, WIRE_FACTS, out, sizeof *out, why);
}

bool remote_give(struct remote *remote, const char *text)
{
    return frame_send(remote->worker.socket, WIRE_GIVE, text, strlen(text));
}

bool remote_ask(struct remote *remote, size_t device, uint64_t id,
                bool wants_texels)
{
    const struct wire_request request = {device, wants_texels, 1, {id}};
    return frame_send(remote->worker.socket, WIRE_DRAW, &request,
                      sizeof request);
}

bool remote_ask_many(struct remote *remote, size_t device, const uint64_t *id,
                     size_t count)
{
    struct wire_request request = {.device = device, .count = count};
    for (size_t i = 0; i < count && i < REMOTE_MAX_CASES; i++)
        request.id[i] = id[i];
    return frame_send(remote->worker.socket, WIRE_DRAW, &request,
                      sizeof request);
}

static void tell_end(const struct remote *remote, enum remote_status status,
                     const char *why, struct remote_result *out)
{
    enum outcome outcome = OUTCOME_INTERNAL_ERROR;
    if (status == REMOTE_CRASHED)
        outcome = OUTCOME_CRASH;
    else if (status == REMOTE_TIMEOUT)
        outcome = OUTCOME_TIMEOUT;
    *out = (struct remote_result){0};
    out->drawing.lane = ombre_lane_resolved(&remote->at);
    drawing_end(&out->drawing, outcome, "%s", why);
    out->drawing.broken = true;
}

enum remote_status remote_answer(struct remote *remote,
                                 struct remote_result *out,
                                 struct ombre_texel **texels)
{
    char why[160];
    struct frame frame;
    if (texels)
        *texels = NULL;
    enum remote_status status =
        receive_into(remote, WIRE_DRAW, out, sizeof *out, why);
    if (status == REMOTE_OK && out->texel_count > 0) {
        status = receive(remote, WIRE_TEXELS, &frame, why);
        if (status == REMOTE_OK && texels &&
            frame.size == out->texel_count * sizeof **texels)
            *texels = frame.data;
        else if (status == REMOTE_OK)
            free(frame.data);
    }
    if (status != REMOTE_OK)
        tell_end(remote, status, why, out);
    return status;
}

enum remote_status remote_step(struct remote *remote, struct remote_result *out)
{
    char why[160];
    struct frame frame;
    enum remote_status status = receive_once(remote, WIRE_DRAW, &frame, why);
    if (status == REMOTE_OK)
        status = take(remote, &frame, out, sizeof *out, why);
    if (status != REMOTE_OK && status != REMOTE_PENDING)
        tell_end(remote, status, why, out);
    return status;
}

void remote_give_up(struct remote *remote, struct remote_result *out)
{
    char why[160];
    const enum remote_status status = explain(remote, WORKER_SILENT, 0, why);
    tell_end(remote, status, why, out);
}
