/* Fewer pixels: one that is wrong, if that will do; else delta debugging
 * (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input",
 * 2002): parts of the pixels alone, then all but a part, of ever smaller parts.
 */
#include <stdlib.h>
#include <string.h>

#include "case_edit.h"
#include "minimize.h"

/* Try the pixels from `first` to `end`, or all others. */
static enum attempt try_part(struct minimizer *m, size_t first, size_t end,
                             bool others)
{
    struct ombre_case c;
    const size_t count = m->best.pixel_count;
    enum attempt attempt = ATTEMPT_OVER;
    bool *keep = calloc(count, sizeof *keep);
    if (keep && case_copy(&m->best, &c)) {
        for (size_t i = 0; i < count; i++)
            keep[i] = (i >= first && i < end) != others;
        case_keep_pixels(&c, keep);
        attempt = minimizer_try(m, &c);
        ombre_case_finish(&c);
    }
    free(keep);
    return attempt;
}

static bool try_one(struct minimizer *m)
{
    /* The next that is kept has spots of its own. */
    const struct failure latest = m->latest;
    for (size_t i = 0; i < latest.spots && m->best.pixel_count > 1; i++) {
        const size_t pixel = latest.spot[i].pixel;
        if (try_part(m, pixel, pixel + 1, false) == ATTEMPT_KEPT)
            return true;
    }
    return false;
}

/* One of `parts` parts, or one's complement, will do. */
static bool try_parts(struct minimizer *m, size_t parts, bool others)
{
    const size_t count = m->best.pixel_count;
    for (size_t i = 0; i < parts; i++)
        if (try_part(m, i * count / parts, (i + 1) * count / parts, others) ==
            ATTEMPT_KEPT)
            return true;
    return false;
}

bool minimize_pixels(struct minimizer *m)
{
    const size_t before = m->best.pixel_count;
    size_t parts = 2;
    if (try_one(m))
        return true;
    while (m->best.pixel_count > 1 && !m->is_out) {
        const size_t count = m->best.pixel_count;
        if (parts > count)
            parts = count;
        if (try_parts(m, parts, false))
            parts = 2;
        else if (parts > 2 && try_parts(m, parts, true))
            parts--;
        else if (parts == count)
            break;
        else
            parts *= 2;
    }
    return m->best.pixel_count < before;
}
