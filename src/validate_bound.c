#include "validate_views.h"

/* What slots must have in common.  Direct3D 10 and 11 refuse to bind views that
 * do not fit (FS 17.14, 17.16); Direct3D 12 draws, and only what all have in
 * common is sure to be written. */

enum { SLOTS = OMBRE_MAX_TARGETS + 1 };

static bool is_d3d10_or_11(const struct ombre_check *check)
{
    return !is_d3d9(check) && !is_d3d12(check);
}

/* --- Samples ------------------------------------------------------------- */

static void check_samples(struct ombre_check *check,
                          const struct ombre_slot *slot)
{
    const DXGI_SAMPLE_DESC got = slot->bound->SampleDesc;
    const DXGI_SAMPLE_DESC want = check->pso->SampleDesc;

    if (is_d3d12(check)) {
        if (got.Count != want.Count || got.Quality != want.Quality)
            ombre_check_report(
                check, OMBRE_RULE_VIEW_SAMPLE_DESC,
                ombre_path_slot(slot, "SampleDesc"),
                "Count is %u and Quality %u; the pipeline state has %u and %u",
                got.Count, got.Quality, want.Count, want.Quality);
        return;
    }
    if (got.Count != want.Count)
        ombre_check_report(check, OMBRE_RULE_BOUND_SAMPLES,
                           ombre_path_slot(slot, "SampleDesc.Count"),
                           "Count is %u, and %u in SampleDesc", got.Count,
                           want.Count);
    if (got.Quality != want.Quality)
        ombre_check_report(check, OMBRE_RULE_BOUND_QUALITY,
                           ombre_path_slot(slot, "SampleDesc.Quality"),
                           "Quality is %u, and %u in SampleDesc", got.Quality,
                           want.Quality);
}

/* --- Sizes --------------------------------------------------------------- */

static void check_size(struct ombre_check *check, const struct ombre_slot *slot,
                       const struct ombre_slot *first)
{
    if (slot->width == first->width && slot->height == first->height)
        return;
    ombre_check_report(
        check,
        is_d3d10_or_11(check) ? OMBRE_RULE_BOUND_SIZE : OMBRE_RULE_BOUND_AREA,
        ombre_path_slot(slot, ""), "%u x %u texels are viewed, %u x %u of %s",
        slot->width, slot->height, first->width, first->height,
        ombre_path_slot(first, "").text);
}

static void check_slices(struct ombre_check *check,
                         const struct ombre_slot *slot,
                         const struct ombre_slot *first)
{
    if (slot->count != first->count)
        ombre_check_report(check,
                           is_d3d10_or_11(check) ? OMBRE_RULE_BOUND_ARRAY_SIZE
                                                 : OMBRE_RULE_BOUND_AREA,
                           ombre_path_slot(slot, ""),
                           "%u slices are viewed, %u of %s", slot->count,
                           first->count, ombre_path_slot(first, "").text);
}

static void check_type(struct ombre_check *check, const struct ombre_slot *slot,
                       const struct ombre_slot *first)
{
    if (is_d3d10_or_11(check) &&
        slot->bound->Dimension != first->bound->Dimension)
        ombre_check_report(
            check, OMBRE_RULE_BOUND_TYPE, ombre_path_slot(slot, "Dimension"),
            "Dimension is %u, and %u in %s", slot->bound->Dimension,
            first->bound->Dimension, ombre_path_slot(first, "").text);
}

/* Direct3D 9's depth buffers may be larger, and it has no arrays. */
static void check_beside_first(struct ombre_check *check,
                               const struct ombre_slot *slot,
                               const struct ombre_slot *first)
{
    if (is_d3d9(check)) {
        if (!slot->depth)
            check_size(check, slot, first);
        return;
    }
    check_type(check, slot, first);
    check_size(check, slot, first);
    check_slices(check, slot, first);
}

/* --- One memory twice ---------------------------------------------------- */

static bool is_overlap(const struct ombre_slot *a, const struct ombre_slot *b)
{
    return a->bound->resource != 0 &&
           a->bound->resource == b->bound->resource && a->mip == b->mip &&
           a->first < b->first + b->count && b->first < a->first + a->count;
}

/* Nothing is published of Direct3D 9. */
static void check_overlap(struct ombre_check *check,
                          const struct ombre_slot *slot,
                          const struct ombre_slot *other)
{
    if (is_d3d9(check) || !is_overlap(slot, other))
        return;
    ombre_check_report(
        check,
        is_d3d12(check) ? OMBRE_RULE_DRAW_OVERLAP : OMBRE_RULE_BOUND_OVERLAP,
        ombre_path_slot(slot, ""), "level %u, slices %u to %u are in %s too",
        slot->mip, slot->first, slot->first + slot->count - 1,
        ombre_path_slot(other, "").text);
}

/* --- All of them --------------------------------------------------------- */

/* Slots that are described and count. */
static unsigned collect(const struct ombre_check *check,
                        struct ombre_slot slots[SLOTS])
{
    const struct ombre_pso *pso = check->pso;
    unsigned count = 0;

    for (unsigned i = 0; i < check->target_count; i++) {
        if (pso->RenderTargets[i].described)
            slots[count++] = (struct ombre_slot){
                .bound = &pso->RenderTargets[i], .target = i};
    }
    if (pso->DepthStencil.described)
        slots[count++] =
            (struct ombre_slot){.bound = &pso->DepthStencil, .depth = true};
    return count;
}

static void check_together(struct ombre_check *check,
                           const struct ombre_slot *slots, unsigned count)
{
    const struct ombre_slot *first = NULL;

    for (unsigned i = 0; i < count; i++) {
        check_samples(check, &slots[i]);
        if (!slots[i].sound)
            continue;
        if (first)
            check_beside_first(check, &slots[i], first);
        else
            first = &slots[i];
        for (unsigned k = 0; k < i; k++) {
            if (slots[k].sound)
                check_overlap(check, &slots[i], &slots[k]);
        }
    }
}

void ombre_check_bound(struct ombre_check *check)
{
    struct ombre_slot slots[SLOTS];
    const unsigned count = collect(check, slots);

    for (unsigned i = 0; i < count; i++)
        ombre_check_slot(check, &slots[i]);
    check_together(check, slots, count);
}
