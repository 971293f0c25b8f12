/* Resources, and which part of them a view takes: D3D12_RESOURCE_DESC,
 * D3D12_RENDER_TARGET_VIEW_DESC. */
#include "ombre/state.h"

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

uint32_t ombre_bound_chain(const struct ombre_bound *bound)
{
    uint32_t size = larger(bound->Width, bound->Height);
    uint32_t levels = 1;

    if (bound->Dimension == OMBRE_RESOURCE_TEXTURE3D)
        size = larger(size, bound->DepthOrArraySize);
    for (; size > 1; size >>= 1)
        levels++;
    return levels;
}

/* Whether the view says which array slices it takes; one without a dimension
 * suits its resource. */
static bool says_slices(const struct ombre_bound *bound)
{
    const uint32_t dimension = bound->View.ViewDimension;

    if (dimension == 0)
        return bound->DepthOrArraySize > 1;
    return dimension == OMBRE_RTV_TEXTURE1DARRAY ||
           dimension == OMBRE_RTV_TEXTURE2DARRAY ||
           dimension == OMBRE_RTV_TEXTURE2DMSARRAY;
}

static void take_slices(struct ombre_viewed *out, uint32_t first,
                        uint32_t count, uint32_t available)
{
    out->first = first;
    out->count = count == UINT32_MAX ? available - first : count;
}

struct ombre_viewed ombre_bound_viewed(const struct ombre_bound *bound)
{
    const struct ombre_view_desc *const view = &bound->View;
    const uint32_t chain = ombre_bound_chain(bound);
    struct ombre_viewed out = {
        .levels = bound->MipLevels ? bound->MipLevels : chain, .count = 1};

    /* Multisampled textures have one level, whatever MipSlice says. */
    if (bound->SampleDesc.Count > 1)
        out.levels = 1;
    else if (bound->Dimension != OMBRE_RESOURCE_BUFFER)
        out.mip = view->MipSlice;
    out.width = ombre_level_size(bound->Width, out.mip);
    out.height = ombre_level_size(bound->Height, out.mip);
    if (bound->Dimension == OMBRE_RESOURCE_TEXTURE3D)
        take_slices(&out, view->FirstWSlice, view->WSize,
                    ombre_level_size(bound->DepthOrArraySize, out.mip));
    else if (says_slices(bound))
        take_slices(&out, view->FirstArraySlice, view->ArraySize,
                    bound->DepthOrArraySize);
    return out;
}
