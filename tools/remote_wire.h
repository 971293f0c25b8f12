/* remote_wire.h - what goes over the socket between remote.c and
 * remote_worker.c */
#ifndef OMBRE_TOOLS_REMOTE_WIRE_H
#define OMBRE_TOOLS_REMOTE_WIRE_H

#include "remote.h"

enum wire_kind {
    WIRE_LIST,    /* -> struct remote_devices */
    WIRE_FACTS,   /* struct wire_request -> struct ombre_vk_facts */
    WIRE_DRAW,    /* struct wire_request -> a struct remote_result a case */
    WIRE_TEXELS,  /* after it, if any */
    WIRE_GIVE,    /* the text of a case, in place of setup->given */
    WIRE_WORKING, /* a sign of life before a step that may take long: a struct
                     wire_step */
};

struct wire_step {
    uint32_t patience;             /* time-outs that it may take */
    uint32_t state, pass, options; /* of the lane in which it is */
};

struct wire_request {
    uint64_t device;
    uint64_t wants_texels; /* or 0; so wide that no padding is sent */
    uint64_t count;        /* of cases */
    uint64_t id[REMOTE_MAX_CASES];
};

/* Body of the worker process; `user` is a struct remote_setup. */
int remote_worker(int socket, const void *user);

#endif /* OMBRE_TOOLS_REMOTE_WIRE_H */
