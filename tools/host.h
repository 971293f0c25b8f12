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
    /* What is open: for lanes of pipelines; for shader objects, which a
     * validation layer may not know, then it does not watch; and for targets
     * that the fragment shader computes, with what orders it. */
    struct opened {
        struct ombre_gpu *gpu;
        struct wish {
            size_t device;
            uint32_t without, features;
            enum opened_for {
                OPENED_FOR_PIPELINES,
                OPENED_FOR_OBJECTS,
                OPENED_FOR_EMULATION,
                OPENED_MAX
            } use;
        } wish;         /* as which it was opened */
        bool is_proven; /* a batch was read back in two ways */
    } opened[OPENED_MAX];
    struct format_list formats;
};

/* A step in a lane begins that may take so many time-outs. */
void host_say_working(const struct host *host, uint32_t patience,
                      const struct ombre_lane *lane);

/* What a case wants to be open for the lane and without the features of
 * *drawing; `emulates` if the fragment shader is to compute a target. */
struct wish host_wish(const struct host *host, size_t device,
                      const struct ombre_case *c, const struct drawing *drawing,
                      bool emulates);

/* Have it open; NULL if it cannot be: *drawing says why. */
struct ombre_gpu *host_open_device(struct host *host, const struct wish *wish,
                                   struct drawing *drawing);
/* Whether the next batch on it, which `c` is of, is the one that is read back
 * in two ways: the first of a run.  A case that is given, and one that says how
 * it is read back, is drawn as it says and no more. */
bool host_proves_readback(struct host *host, const struct wish *wish,
                          const struct ombre_case *c);
/* Close what is good for nothing any more. */
void host_lose_device(struct host *host, const struct wish *wish);

/* Features of lanes that a device has; 0 if it cannot be asked. */
uint32_t host_lane_features(struct host *host, size_t device);

/* Draw and judge the cases of a request (host_draw.c), and answer each.  False
 * if nobody listens any more. */
bool host_draw(struct host *host, const struct wire_request *request);

#endif /* OMBRE_TOOLS_HOST_H */
