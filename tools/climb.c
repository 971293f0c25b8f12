#include "climb.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "command.h"
#include "remote.h"

const char *rung_what(const struct rung *rung)
{
    static const char *const whats[] = {
#define X(id, name, what) what,
        OMBRE_GPU_PROBES(X)
#undef X
    };
    return rung->what ? rung->what : whats[rung->probe];
}

static struct foothold fall(enum outcome outcome, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static struct foothold fall(enum outcome outcome, const char *format, ...)
{
    struct foothold foothold = {.outcome = outcome};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(foothold.reason, sizeof foothold.reason, format, arguments);
    va_end(arguments);
    return foothold;
}

/* --- A probe ---------------------------------------------------------------
 */

struct order {
    enum ombre_gpu_probe probe;
    size_t device;
    enum ombre_gpu_validation validation;
    unsigned timeout_s;
};

static struct foothold fall_by_status(enum ombre_gpu_status status,
                                      const char *reason)
{
    enum outcome outcome = OUTCOME_FAIL;
    if (status == OMBRE_GPU_LOST)
        outcome = OUTCOME_DEVICE_LOST;
    if (status == OMBRE_GPU_TIMEOUT)
        outcome = OUTCOME_TIMEOUT;
    return fall(outcome, "%s: %s", ombre_gpu_status_name(status), reason);
}

static struct foothold probe(struct ombre_gpu *gpu, enum ombre_gpu_probe which)
{
    struct ombre_gpu_probe_result result = {0};
    const enum ombre_gpu_status status = ombre_gpu_probe(gpu, which, &result);
    if (status != OMBRE_GPU_OK)
        return fall_by_status(status, ombre_gpu_reason(gpu));
    if (!result.right)
        return fall(OUTCOME_FAIL,
                    "%u words are wrong; the first, %u, is 0x%08x and should "
                    "be 0x%08x",
                    result.wrong_count, result.index, result.got,
                    result.wanted);
    if (ombre_gpu_message_count(gpu) > 0)
        return fall(OUTCOME_VALIDATION_ERROR, "%.200s",
                    ombre_gpu_message(gpu, 0));
    return fall(OUTCOME_PASS, "%s", "");
}

static int serve(int socket, const void *user)
{
    const struct order *order = user;
    const struct ombre_gpu_list_params list_params = {.validation =
                                                          order->validation};
    const struct ombre_gpu_params params = {
        .index = order->device,
        .timeout_ns = (uint64_t) order->timeout_s * 1000000000u,
    };
    struct ombre_gpu_list *list = NULL;
    struct ombre_gpu *gpu = NULL;
    struct foothold foothold;
    enum ombre_gpu_status status = ombre_gpu_list_create(&list_params, &list);
    if (status == OMBRE_GPU_OK)
        status = ombre_gpu_open(list, &params, &gpu);
    if (status == OMBRE_GPU_OK)
        foothold = probe(gpu, order->probe);
    else
        foothold = fall_by_status(status, "the device cannot be opened");
    const bool sent = frame_send(socket, 0, &foothold, sizeof foothold);
    ombre_gpu_close(&gpu);
    ombre_gpu_list_destroy(&list);
    return sent ? 0 : 1;
}

static struct foothold climb_probe(const struct order *order)
{
    struct worker worker;
    struct frame frame;
    int code = 0;
    struct foothold foothold = {.outcome = OUTCOME_INTERNAL_ERROR};
    if (!worker_start(&worker, serve, order))
        return fall(OUTCOME_INTERNAL_ERROR, "no process could be started");
    /* Opening, waiting and closing each have their time. */
    const int patience = (int) (order->timeout_s * 3 + 5) * 1000;
    switch (worker_receive(&worker, patience, &frame, &code)) {
    case WORKER_OK:
        if (frame.size == sizeof foothold)
            memcpy(&foothold, frame.data, sizeof foothold);
        break;
    case WORKER_CRASHED:
        foothold = fall(OUTCOME_CRASH, "the driver crashes (signal %d)", code);
        break;
    case WORKER_SILENT:
        foothold = fall(OUTCOME_TIMEOUT, "nothing came of it in %d s",
                        patience / 1000);
        break;
    case WORKER_EXITED:
    case WORKER_FAILED:
        foothold = fall(OUTCOME_CRASH, "the process ended (exit %d)", code);
        break;
    }
    free(frame.data);
    worker_stop(&worker);
    return foothold;
}

/* --- A case ----------------------------------------------------------------
 */

static struct foothold draw(struct ombre_case *c, const struct order *order)
{
    const struct remote_setup setup = {
        .validation = order->validation,
        .timeout_s = order->timeout_s,
        .judge = OMBRE_JUDGE_D3D,
        .given = c,
    };
    struct remote remote;
    struct remote_result *result = calloc(1, sizeof *result);
    struct foothold foothold = {.outcome = OUTCOME_INTERNAL_ERROR};
    if (result && remote_start(&remote, &setup)) {
        struct ombre_texel *texels = NULL;
        /* A worker that is gone shows in the answer. */
        remote_ask(&remote, order->device, 0, false);
        remote_answer(&remote, result, &texels);
        foothold = fall(result->drawing.outcome, "%s", result->drawing.reason);
        remote_stop(&remote);
        free(texels);
    }
    free(result);
    return foothold;
}

/* The rungs' texts have ' for ". */
static char *with_quotes(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    for (size_t i = 0; copy && i <= strlen(text); i++)
        copy[i] = text[i] == '\'' ? '"' : text[i];
    return copy;
}

static struct foothold climb_case(const struct rung *rung,
                                  const struct order *order)
{
    struct ombre_case c = {0};
    struct ombre_case_error error = {0};
    char *text = with_quotes(rung->text);
    struct foothold foothold =
        fall(OUTCOME_INTERNAL_ERROR, "the case cannot be made");
    if (text && ombre_case_parse(text, strlen(text), &c, &error))
        foothold = draw(&c, order);
    ombre_case_finish(&c);
    free(text);
    return foothold;
}

struct foothold climb(const struct rung *rung, size_t device,
                      enum ombre_gpu_validation validation, unsigned timeout_s)
{
    const struct order order = {rung->probe, device, validation, timeout_s};
    const int64_t start = clock_ms();
    struct foothold foothold =
        rung->text ? climb_case(rung, &order) : climb_probe(&order);
    foothold.milliseconds = clock_ms() - start;
    return foothold;
}
