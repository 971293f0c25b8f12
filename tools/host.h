/* host.h - the worker's side of remote.h: what it holds open, and drawing */
#ifndef OMBRE_TOOLS_HOST_H
#define OMBRE_TOOLS_HOST_H

#include "remote_wire.h"

/* The formats of Direct3D and what carries them: facts are asked for these. */
struct format_list {
    size_t count;
    VkFormat format[OMBRE_VK_MAX_FORMATS];
};

/* What the worker holds open. */
struct host {
    int socket;
    const struct remote_setup *setup;
    struct ombre_gpu_list *list;
    enum ombre_gpu_status list_status;
    struct ombre_gpu *gpu;
    size_t device;    /* that is open */
    uint32_t without; /* what it was opened without */
    struct format_list formats;
};

/* A step begins that may take so many time-outs. */
void host_say_working(const struct host *host, uint32_t patience);

/* Have the device open without these features; false if it cannot be: *drawing
 * says why. */
bool host_open_device(struct host *host, size_t device, uint32_t without,
                      struct drawing *drawing);

/* Draw and judge the cases of a request (host_draw.c), and answer each.  False
 * if nobody listens any more. */
bool host_draw(struct host *host, const struct wire_request *request);

#endif /* OMBRE_TOOLS_HOST_H */
