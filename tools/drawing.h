/* drawing.h - what came of drawing one case
 *
 * Plain data: it crosses from the process that draws to the one that reports.
 */
#ifndef OMBRE_TOOLS_DRAWING_H
#define OMBRE_TOOLS_DRAWING_H

#include "ombre/case.h"
#include "ombre/gpu.h"
#include "ombre/report.h"
#include "ombre/translate.h"

/* Every way a drawn case can end: ombre/report.h lists them. */
enum outcome {
#define X(id, name, status, code) OUTCOME_##id = OMBRE_OUTCOME_##id,
    OMBRE_OUTCOMES(X)
#undef X
        OUTCOME_COUNT
};

const char *outcome_name(enum outcome outcome);   /* "device-lost" */
const char *outcome_status(enum outcome outcome); /* "DeviceLost" */
int outcome_exit_code(enum outcome outcome);

/* What every batch carries beside the case, to tell a wrong blend from a wrong
 * measurement.  X(ID, "name") */
#define CONTROLS(X)                                                   \
    X(UNDRAWN, "undrawn")   /* texels nobody draws keep the upload */ \
    X(IDENTITY, "identity") /* blend off, on-grid sources: stored */  \
    X(KEEP, "keep")         /* ZERO*src + ONE*dest keeps dest */      \
    X(ECHO, "echo")         /* operands as the shader saw them */

enum control_id {
#define X(id, name) CONTROL_##id,
    CONTROLS(X)
#undef X
        CONTROL_COUNT
};

enum control_state {
    CONTROL_UNTESTED, /* the device or the format has no such thing */
    CONTROL_RIGHT,
    CONTROL_WRONG,
};

struct control {
    enum control_state state;
    char detail[160];
};

const char *control_name(enum control_id id);
const char *control_state_name(enum control_state state);

enum { DRAWING_MESSAGES = 8, DRAWING_MESSAGE_SIZE = 640 };

/* The same case with every target computed by the fragment shader. */
struct comparison {
    bool asked;
    bool drawn; /* and compared with what was drawn first */
    enum outcome outcome;
    char reason[256];
    struct ombre_target_plan plan[OMBRE_MAX_TARGETS];
    enum ombre_gpu_order order;
    size_t compared, different; /* components */
};

/* What became of a case in one of several lanes. */
struct lane_result {
    struct ombre_lane lane;
    enum outcome outcome;
    char reason[200]; /* "" with PASS */
    bool drawn, validated;
    /* Whether it drew the bits that lane number `beside` did, the first that
     * drew; else `difference` says where it did not. */
    bool is_equal;
    size_t beside;
    char difference[160];
};

struct drawing {
    struct ombre_lane lane; /* that all this is about: the worst one's */
    size_t lane_count;
    struct lane_result lanes[OMBRE_LANE_MAX];
    enum outcome outcome;
    char reason[256]; /* "" with PASS */
    bool unopened;    /* the device could not be opened */
    bool translated;  /* `plan` is there */
    bool drawn;       /* texels, controls, repeat_equal and readback are */
    struct ombre_target_plan plan[OMBRE_MAX_TARGETS];
    uint32_t without; /* features that were not enabled */
    struct control control[CONTROL_COUNT];
    bool repeat_equal; /* the same batch drawn again gave the same bits */
    /* The outcome is of the batch or the process and not of the case's own
     * texels: whoever else was in it may be to blame. */
    bool broken;
    enum ombre_gpu_readback readback;
    enum ombre_gpu_order order;
    struct comparison emulated;
    bool validated; /* the validation layer watched */
    size_t message_count;
    char message[DRAWING_MESSAGES][DRAWING_MESSAGE_SIZE];
};

/* Set outcome and reason. */
void drawing_end(struct drawing *drawing, enum outcome outcome,
                 const char *form, ...);

/* Say that the case, not known to be at fault, was the first of `count` of
 * which none is broken alone, though all together were as `whole` tells. */
void drawing_blame(struct drawing *drawing, const struct drawing *whole,
                   size_t count);

#endif /* OMBRE_TOOLS_DRAWING_H */
