/* validate_views.h - the memory that slots have (private) */
#ifndef OMBRE_VALIDATE_VIEWS_H
#define OMBRE_VALIDATE_VIEWS_H

#include "validate_check.h"

/* One slot that is described. */
struct ombre_slot {
    const struct ombre_bound *bound;
    bool depth; /* DepthStencil, else RenderTargets[target] */
    unsigned target;
    /* Whether resource and view are such that the rest is known. */
    bool sound;
    uint32_t mip, width, height; /* the level that is viewed, and its size */
    uint32_t first, count;       /* its array slices, or slices of depth */
};

/* "RenderTargets[1].View.MipSlice"; `field` "" is the slot itself. */
struct ombre_path ombre_path_slot(const struct ombre_slot *slot,
                                  const char *field);

/* Check what one slot has by itself, and fill in the rest of *slot. */
void ombre_check_slot(struct ombre_check *check, struct ombre_slot *slot);

/* Check the format of the view against its resource, and against what the
 * pipeline state or its API takes there. */
void ombre_check_view_format(struct ombre_check *check,
                             const struct ombre_slot *slot);

#endif /* OMBRE_VALIDATE_VIEWS_H */
