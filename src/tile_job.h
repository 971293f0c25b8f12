/* src/tile_job.h - a tile on its way
 *
 * Private to the reference.
 */
#ifndef OMBRE_SRC_TILE_JOB_H
#define OMBRE_SRC_TILE_JOB_H

#include "tile_fixed.h"

struct tile_job {
    const struct ombre_state *state;
    unsigned target;
    enum ombre_judge judge;
    const struct ombre_format *format;
    const struct ombre_tile *tile;
    struct ombre_texel unowned; /* bits that no component has */
};

static inline size_t tile_offset_of(const struct tile_job *job, size_t pixel)
{
    return pixel * job->format->texel_size;
}

static inline const void *tile_texel_in(const struct tile_job *job,
                                        const void *texels, size_t pixel)
{
    return (const unsigned char *) texels + tile_offset_of(job, pixel);
}

static inline void *tile_texel_out(const struct tile_job *job, void *texels,
                                   size_t pixel)
{
    return (unsigned char *) texels + tile_offset_of(job, pixel);
}

/* Predict one pixel by ombre_predict(). */
void tile_predict_pixel(const struct tile_job *job, size_t pixel);

/* --- SRC_ALPHA, INV_SRC_ALPHA: tile_over_run.c ---------------------------- */

/* Whether tile_run_over() may do what `fixed` says. */
bool tile_is_over(const struct tile_job *job, const struct tile_fixed *fixed);

void tile_run_over(const struct tile_job *job, const struct tile_fixed *fixed);

#endif /* OMBRE_SRC_TILE_JOB_H */
