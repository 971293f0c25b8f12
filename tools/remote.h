/* remote.h - Vulkan at arm's length
 *
 * The parent's side of a worker process that owns every Vulkan object.  The
 * parent never loads a driver.
 */
#ifndef OMBRE_TOOLS_REMOTE_H
#define OMBRE_TOOLS_REMOTE_H

#include "device_spec.h"
#include "drawing.h"
#include "judge_case.h"
#include "lanes.h"
#include "worker.h"

/* What a worker is told before it starts; it must outlive the worker. */
struct remote_setup {
    enum ombre_gpu_validation validation;
    unsigned timeout_s;
    uint64_t memory_budget;     /* of ombre_gpu_params */
    const char *pipeline_cache; /* a file to keep it in, or NULL */
    uint32_t without;           /* on top of what each case says */
    bool compare;               /* emulate each case, too */
    uint32_t claim;             /* a feature level to hold to, or 0 */
    struct lane_choice lanes;   /* in place of what each case says */
    enum ombre_judge judge;
    /* The case to draw, whatever its id; the worker has its own copy of it. */
    struct ombre_case *given;
    /* Or, if that is NULL: make case `id`.  False is an internal error. */
    bool (*make)(const void *user, uint64_t id, struct ombre_case *out);
    const void *user;
};

struct remote {
    struct worker worker;
    const struct remote_setup *setup;
    uint32_t patience;    /* time-outs that the present step may take */
    struct ombre_lane at; /* that the worker is drawing in, as it said last */
};

/* How a call went.  Unless OK or PENDING the worker is gone. */
enum remote_status {
    REMOTE_OK,
    REMOTE_PENDING, /* it lives and is at work */
    REMOTE_CRASHED,
    REMOTE_TIMEOUT,
    REMOTE_FAILED, /* no process, no memory, nonsense on the wire */
};

struct remote_devices {
    enum ombre_gpu_status status;
    bool has_validation;
    uint32_t loader_version;
    size_t count;
    struct ombre_gpu_info info[MAX_DEVICES];
};

bool remote_start(struct remote *remote, const struct remote_setup *setup);
void remote_stop(struct remote *remote);

/* Each fills why[160] with a sentence unless it returns REMOTE_OK. */
enum remote_status remote_list(struct remote *remote,
                               struct remote_devices *out, char why[160]);
/* Of the device without what the set-up takes away. */
enum remote_status remote_facts(struct remote *remote, size_t device,
                                struct ombre_vk_facts *out, char why[160]);

/* What a worker says of a case that it drew and judged. */
struct remote_result {
    size_t index; /* among those that were asked for */
    struct drawing drawing;
    struct tally tally;
    size_t texel_count; /* 0 unless texels were asked for and came */
};

enum { REMOTE_MAX_CASES = 64 };

/* Have the worker draw another case in place of setup->given, as its file says
 * it. */
bool remote_give(struct remote *remote, const char *text);

/* Ask for case `id` on a device, and fetch the answer.  A crash and a timeout
 * are outcomes of the case, too: *out tells them, and the worker is gone. */
bool remote_ask(struct remote *remote, size_t device, uint64_t id,
                bool wants_texels);
enum remote_status remote_answer(struct remote *remote,
                                 struct remote_result *out,
                                 struct ombre_texel **texels);

/* Ask for several cases, which the worker may draw together; there are as many
 * answers, in any order. */
bool remote_ask_many(struct remote *remote, size_t device, const uint64_t *id,
                     size_t count);

/* For who waits for several workers at once: take what has come over the
 * socket, which may be no more than a sign of life (PENDING); texels must not
 * have been asked for.  A worker that gives none for remote_patience_ms() is
 * to be given up. */
enum remote_status remote_step(struct remote *remote,
                               struct remote_result *out);
void remote_give_up(struct remote *remote, struct remote_result *out);
int remote_patience_ms(const struct remote *remote);

#endif /* OMBRE_TOOLS_REMOTE_H */
