#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "clock.h"

/* What stands before the data on the wire. */
struct frame_header {
    uint32_t magic, kind;
    uint64_t size;
};

enum { MAGIC = 0x4F4D4252 };

/* A child that went mad must not make the parent allocate the machine. */
static const uint64_t max_size = UINT64_C(1) << 32;

/* --- Frames --------------------------------------------------------------- */

static bool send_all(int socket, const void *data, size_t size)
{
    const char *bytes = data;
    while (size > 0) {
        const ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t) sent;
    }
    return true;
}

bool frame_send(int socket, uint32_t kind, const void *data, size_t size)
{
    const struct frame_header header = {MAGIC, kind, size};
    return send_all(socket, &header, sizeof header) &&
           send_all(socket, data, size);
}

enum receipt { RECEIVED, CLOSED, LATE };

/* Wait until there is something to read; `deadline` is -1 for no end. */
static enum receipt wait_readable(int socket, int64_t deadline)
{
    for (;;) {
        int64_t left = -1;
        if (deadline >= 0) {
            left = deadline - clock_ms();
            if (left < 0)
                left = 0;
        }
        struct pollfd poll_fd = {.fd = socket, .events = POLLIN};
        const int ready = poll(&poll_fd, 1, (int) left);
        if (ready > 0)
            return RECEIVED;
        if (ready == 0)
            return LATE;
        if (errno != EINTR)
            return CLOSED;
    }
}

static enum receipt receive_all(int socket, void *data, size_t size,
                                int64_t deadline)
{
    char *bytes = data;
    while (size > 0) {
        const enum receipt ready = wait_readable(socket, deadline);
        if (ready != RECEIVED)
            return ready;
        const ssize_t got = recv(socket, bytes, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return CLOSED;
        bytes += got;
        size -= (size_t) got;
    }
    return RECEIVED;
}

static enum receipt receive_frame(int socket, int64_t deadline,
                                  struct frame *out)
{
    *out = (struct frame){0};
    struct frame_header header;
    enum receipt receipt =
        receive_all(socket, &header, sizeof header, deadline);
    if (receipt != RECEIVED)
        return receipt;
    if (header.magic != MAGIC || header.size > max_size)
        return CLOSED;
    out->kind = header.kind;
    out->size = (size_t) header.size;
    if (out->size == 0)
        return RECEIVED;
    out->data = malloc(out->size);
    if (!out->data)
        return CLOSED;
    receipt = receive_all(socket, out->data, out->size, deadline);
    if (receipt != RECEIVED) {
        free(out->data);
        *out = (struct frame){0};
    }
    return receipt;
}

bool frame_receive(int socket, struct frame *out)
{
    return receive_frame(socket, -1, out) == RECEIVED;
}

/* --- Processes ------------------------------------------------------------ */

static void become_child(int socket, int (*serve)(int socket, const void *user),
                         const void *user)
{
#ifdef __linux__
    /* A parent that is killed must not leave a hanging driver behind. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    /* Standard output holds the result; drivers talk too much. */
    dup2(STDERR_FILENO, STDOUT_FILENO);
    _exit(serve(socket, user));
}

bool worker_start(struct worker *worker,
                  int (*serve)(int socket, const void *user), const void *user)
{
    *worker = (struct worker){.socket = -1};
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0)
        return false;
    fflush(stdout);
    fflush(stderr);
    const pid_t pid = fork();
    if (pid == 0) {
        close(pair[0]);
        become_child(pair[1], serve, user);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return false;
    }
    *worker = (struct worker){.pid = pid, .socket = pair[0]};
    return true;
}

/* Reap the child within `patience_ms`; returns false if it still runs. */
static bool reap(struct worker *worker, int patience_ms, int *status)
{
    const int64_t deadline = clock_ms() + patience_ms;
    for (;;) {
        const pid_t pid = waitpid(worker->pid, status, WNOHANG);
        if (pid == worker->pid || (pid < 0 && errno != EINTR)) {
            worker->pid = 0;
            return true;
        }
        if (clock_ms() >= deadline)
            return false;
        const struct timespec nap = {.tv_nsec = 2000000};
        nanosleep(&nap, NULL);
    }
}

static void kill_and_reap(struct worker *worker)
{
    kill(worker->pid, SIGKILL);
    while (waitpid(worker->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    worker->pid = 0;
}

static void close_socket(struct worker *worker)
{
    /* Workers that were started later hold copies of this end; shutting it down
     * ends the conversation for all of them. */
    shutdown(worker->socket, SHUT_RDWR);
    close(worker->socket);
    worker->socket = -1;
}

/* The child's end is closed: find out how it went.  One that closed its socket
 * and lingers is killed. */
static enum worker_status bury(struct worker *worker, int *code)
{
    int status = 0;
    close_socket(worker);
    if (!reap(worker, 5000, &status)) {
        kill_and_reap(worker);
        return WORKER_FAILED;
    }
    if (WIFSIGNALED(status)) {
        *code = WTERMSIG(status);
        return WORKER_CRASHED;
    }
    *code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    return WORKER_EXITED;
}

enum worker_status worker_receive(struct worker *worker, int timeout_ms,
                                  struct frame *out, int *code)
{
    *out = (struct frame){0};
    *code = 0;
    if (worker->pid == 0)
        return WORKER_FAILED;
    switch (receive_frame(worker->socket, clock_ms() + timeout_ms, out)) {
    case RECEIVED: return WORKER_OK;
    case LATE: return WORKER_SILENT;
    case CLOSED: break;
    }
    return bury(worker, code);
}

void worker_stop(struct worker *worker)
{
    int status;
    if (worker->pid == 0)
        return;
    close_socket(worker);
    if (!reap(worker, 1000, &status))
        kill_and_reap(worker);
}
