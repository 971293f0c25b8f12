/* worker.h - a process that may crash, hang or be lost without harm
 *
 * Everything that touches Vulkan happens in one.  Parent and child exchange
 * frames over a socket; what a driver prints goes to standard error.
 */
#ifndef OMBRE_TOOLS_WORKER_H
#define OMBRE_TOOLS_WORKER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct worker {
    pid_t pid;  /* 0: none runs */
    int socket; /* the parent's end, or -1 */
};

struct frame {
    uint32_t kind; /* what it means is up to those who talk */
    size_t size;
    void *data; /* the receiver frees it; NULL if size is 0 */
};

enum worker_status {
    WORKER_OK,
    WORKER_CRASHED, /* killed by a signal that nobody here sent */
    WORKER_EXITED,  /* left of its own accord in the middle of it */
    WORKER_SILENT,  /* nothing came in time; it still runs */
    WORKER_FAILED,  /* this process could not go on (memory, descriptors) */
};

/* Start a child that calls `serve` with its end of the socket and exits with
 * what that returns.  Returns false, with errno set, if there can be none. */
bool worker_start(struct worker *worker,
                  int (*serve)(int socket, const void *user), const void *user);

/* Send a frame.  For both sides; false if the other side is gone. */
bool frame_send(int socket, uint32_t kind, const void *data, size_t size);

/* Receive a frame in the child: waits for ever; false when the parent is done.
 */
bool frame_receive(int socket, struct frame *out);

/* Receive a frame in the parent.  On CRASHED and EXITED the child has been
 * reaped, *code is its signal or its exit code, and worker->pid is 0. */
enum worker_status worker_receive(struct worker *worker, int timeout_ms,
                                  struct frame *out, int *code);

/* End the child if one runs: it is asked to go, then killed. */
void worker_stop(struct worker *worker);

#endif /* OMBRE_TOOLS_WORKER_H */
