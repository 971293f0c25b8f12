/* batch.h - cases of one shape and their controls as one batch for the device
 */
#ifndef OMBRE_TOOLS_BATCH_H
#define OMBRE_TOOLS_BATCH_H

#include "drawing.h"
#include "image.h"
#include "layout.h"

enum { BATCH_RUNS = 2 };

/* One case of a batch. */
struct batch_member {
    const struct ombre_case *c;
    const struct ombre_state *state;
    struct ombre_lane lane;
    struct ombre_translation plan;
    struct ombre_translation
        *step_plan; /* [step], of those that set; or NULL */
    /* Of TILE_KEEP and TILE_IDENTITY; one that is not OK is not drawn. */
    struct ombre_translation control[TILE_COUNT];
    struct ombre_gpu_batch shape; /* without draws */
    /* Of images whose resource is typeless; see image_sibling(). */
    VkFormat sibling[OMBRE_MAX_TARGETS];
    size_t record_count;
};

/* Where the operands of a draw come from. */
struct batch_operands {
    const struct ombre_state *state;
    const struct ombre_source *source; /* [pixel * layer_count + layer] */
    unsigned layer_count;
    const uint32_t *coverage; /* of each pixel, or NULL */
    size_t first;             /* its first pixel */
};

struct batch {
    struct batch_member *const *member;
    size_t member_count;
    const struct batch_member *first; /* whose targets and outputs all have */
    unsigned samples;
    struct layout layout; /* an area for each member */
    struct ombre_gpu_batch gpu;
    /* Those of members, one after another, and those of controls. */
    struct ombre_gpu_draw *draw;
    struct batch_operands *from; /* of each draw; a control's has no state */
    struct ombre_gpu_clear *clear;
    uint32_t (*operands)[4]; /* of all draws, in their order */
    size_t record_count;
    size_t stride[OMBRE_MAX_TARGETS]; /* bytes from texel to texel */
    uint8_t *upload[OMBRE_MAX_TARGETS];
    uint32_t (*upload_value[OMBRE_MAX_TARGETS])[4];
    VkClearColorValue clear_color[OMBRE_MAX_TARGETS];
    struct ombre_gpu_image image[OMBRE_MAX_TARGETS];
    /* What came back, of each run. */
    uint8_t *readback[BATCH_RUNS][OMBRE_MAX_TARGETS];
    uint32_t (*echo[BATCH_RUNS])[4];
    struct ombre_gpu_spill spill; /* of any run */
};

/* Prepare a case, whose states are translated already, for a device with
 * `facts`: that of the case in `plan`, those that its steps set in `step_plan`,
 * which becomes the member's, or NULL without steps.  Returns false, with
 * `reason`, where no one shader has the outputs of all steps; either way
 * batch_member_finish() is due. */
bool batch_member_init(struct batch_member *member, const struct ombre_case *c,
                       const struct ombre_state *state,
                       const struct ombre_lane *lane,
                       const struct ombre_translation *plan,
                       struct ombre_translation *step_plan,
                       const struct ombre_vk_facts *facts, char reason[256]);
/* NULL is fine; frees the member, too. */
void batch_member_destroy(struct batch_member *member);

/* What a draw goes by: step `set` says it, or the case (SIZE_MAX). */
const struct ombre_vk_state *batch_member_vk(const struct batch_member *member,
                                             size_t set);

/* Whether two cases may share a batch: lane, formats, samples, the shader's
 * outputs and the controls are the same, and both have steps or neither has,
 * and neither has images of its own. */
bool batch_member_matches(const struct batch_member *a,
                          const struct batch_member *b);

/* Build the batch of members that match.  Returns false, with `reason`, if
 * there is no such batch; either way batch_finish() is due.  The members must
 * outlive it. */
bool batch_init(struct batch *batch, struct batch_member *const *member,
                size_t member_count, char reason[256]);
void batch_finish(struct batch *batch);

/* Of batch_init(), where all is laid out (batch_draws.c): fill draw, from and
 * clear, and count records.  Returns false without memory. */
bool batch_list_draws(struct batch *batch);

/* Point the device at the buffers of run 0 or 1. */
void batch_aim(struct batch *batch, unsigned run);

/* Fill in what a target holds before, and where what comes back goes
 * (batch_texels.c).  False without memory. */
bool batch_init_target(struct batch *batch, unsigned target);

/* What stood at a texel before, and what came back. */
struct ombre_texel batch_before(const struct batch *batch, unsigned target,
                                size_t texel, unsigned sample);
struct ombre_texel batch_after(const struct batch *batch, unsigned run,
                               unsigned target, size_t texel, unsigned sample);

/* Put the codes of destinations that are not copied there, as those of several
 * samples, into the form in which a value reaches the target.  Returns
 * false, with `reason`, for a NaN. */
bool case_make_uploadable(struct ombre_case *c, const struct ombre_state *state,
                          char reason[256]);

/* --- Controls (execute_controls.c) -----------------------------------------
 */

/* State of a control tile, from that of the case. */
struct ombre_state control_state(const struct ombre_state *state,
                                 const struct ombre_translation *plan,
                                 const struct ombre_vk_facts *facts,
                                 enum tile tile);

/* What a tile's texel holds before, and what the shader outputs there. */
struct ombre_texel control_dest(const struct ombre_format *format,
                                enum tile tile, unsigned pixel);
void control_source(const struct ombre_state *state, unsigned slot,
                    unsigned pixel, uint32_t word[4]);

/* Compare what came back with what controls must be.  A wrong one is an
 * internal error, but for CONTROL_KEEP, which is a blend itself: where all
 * others are right, the measurement is, and the case may be judged. */
void controls_check(const struct batch *batch, struct drawing *drawing);

/* After the judgement: a driver that does not even keep may have no case pass,
 * though a case fails by its own texels alone. */
void controls_conclude(struct drawing *drawing);

#endif /* OMBRE_TOOLS_BATCH_H */
