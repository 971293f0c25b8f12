/* remote_wire.h - what goes over the socket between remote.c and
 * remote_worker.c */
#ifndef OMBRE_TOOLS_REMOTE_WIRE_H
#define OMBRE_TOOLS_REMOTE_WIRE_H

#include "remote.h"

enum wire_kind {
    WIRE_LIST,   /* -> struct remote_devices */
    WIRE_FACTS,  /* struct wire_request -> struct ombre_vk_facts */
    WIRE_DRAW,   /* struct wire_request -> struct remote_result */
    WIRE_TEXELS, /* after it, if any */
    /* A sign of life before a step that may take long, and the lane in which
     * it is: struct ombre_lane, or nothing. */
    WIRE_WORKING,
};

struct wire_request {
    uint64_t device, id;
    uint64_t wants_texels; /* or 0; so wide that no padding is sent */
};

/* Body of the worker process; `user` is a struct remote_setup. */
int remote_worker(int socket, const void *user);

#endif /* OMBRE_TOOLS_REMOTE_WIRE_H */
