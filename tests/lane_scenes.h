/* Scenes that test_gpu_lanes.c draws in all lanes. */
#ifndef OMBRE_LANE_SCENES_H
#define OMBRE_LANE_SCENES_H

#include "gpu_fixture.h"

enum {
    TILE = 2,     /* pixels on a side */
    COLUMNS = 24, /* of tiles */
    MAX_STATES = 64,
    MAX_DRAWS = 640,
    MAX_ROWS = 28,
    WIDTH = TILE * COLUMNS,
    HEIGHT = TILE * MAX_ROWS,
    MAX_SAMPLES = 4,
    MAX_TEXELS = WIDTH * HEIGHT * MAX_SAMPLES,
    MAX_TEXEL_SIZE = 16,
};

struct scene {
    const struct ombre_vk_facts *facts;
    struct ombre_gpu_batch batch;
    struct ombre_vk_state state[MAX_STATES];
    uint32_t state_count;
    struct ombre_gpu_draw draw[MAX_DRAWS];
    uint32_t tile; /* of the next draw */
    uint32_t operands[TILE * TILE * 8][4];
    uint32_t seed;
    unsigned char upload[8][MAX_TEXELS * MAX_TEXEL_SIZE];
    uint32_t value[8][MAX_TEXELS][4];
};

/* The one that was made last. */
extern struct scene scene;

/* A way to make `scene`, for a device. */
struct scene_maker {
    const char *name;
    void (*make)(const struct ombre_gpu *gpu);
};

enum { SCENES = 9 };
extern const struct scene_maker scenes[SCENES];

/* States that are one command apart, at 4 samples; one of `scenes`, too. */
void single_deltas_at_4_samples(const struct ombre_gpu *gpu);
/* States of 8 targets; one of `scenes`, too. */
void random_states(const struct ombre_gpu *gpu);

#endif
