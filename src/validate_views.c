#include "validate_views.h"

/* Resources, and which part of them a view takes.  Sources: the pages of
 * D3D12_RESOURCE_DESC, D3D12_RENDER_TARGET_VIEW_DESC and of their forerunners;
 * FS 5.  Limits of size, which differ from level to level, are not checked. */

struct ombre_path ombre_path_slot(const struct ombre_slot *slot,
                                  const char *field)
{
    const struct ombre_path path =
        slot->depth ? ombre_path_name("DepthStencil")
                    : ombre_path_index("RenderTargets", slot->target);

    if (!*field)
        return path;
    return ombre_path_join(ombre_path_join(path.text, ".").text, field);
}

/* --- Resources ----------------------------------------------------------- */

struct fault {
    bool wrong;
    const char *field;
    uint32_t value;
    const char *allowed;
};

/* Whether such a resource can be made; the first thing that is wrong. */
static bool check_resource(struct ombre_check *check,
                           const struct ombre_slot *slot)
{
    const struct ombre_bound *b = slot->bound;
    const bool buffer = b->Dimension == OMBRE_RESOURCE_BUFFER;
    const bool flat = buffer || b->Dimension == OMBRE_RESOURCE_TEXTURE1D;
    const bool multisampled = b->SampleDesc.Count > 1;
    const bool texture2d = b->Dimension == OMBRE_RESOURCE_TEXTURE2D;
    const struct fault faults[] = {
        {b->Dimension < OMBRE_RESOURCE_BUFFER ||
             b->Dimension > OMBRE_RESOURCE_TEXTURE3D,
         "Dimension", b->Dimension, "1 (BUFFER) to 4 (TEXTURE3D)"},
        {b->Width == 0, "Width", b->Width, "1 and more"},
        {b->Height == 0, "Height", b->Height, "1 and more"},
        {flat && b->Height != 1, "Height", b->Height, "1 in one dimension"},
        {b->DepthOrArraySize == 0, "DepthOrArraySize", b->DepthOrArraySize,
         "1 and more"},
        {buffer && b->DepthOrArraySize != 1, "DepthOrArraySize",
         b->DepthOrArraySize, "1 of a buffer"},
        {buffer && b->MipLevels != 1, "MipLevels", b->MipLevels,
         "1 of a buffer"},
        {b->MipLevels > ombre_bound_chain(b), "MipLevels", b->MipLevels,
         "levels down to one texel"},
        {b->SampleDesc.Count == 0, "SampleDesc.Count", b->SampleDesc.Count,
         "1 and more"},
        {multisampled && !texture2d, "SampleDesc.Count", b->SampleDesc.Count,
         "1, but for TEXTURE2D"},
        {multisampled && b->MipLevels != 1, "MipLevels", b->MipLevels,
         "1 of a multisampled texture"},
    };

    for (unsigned i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        if (!faults[i].wrong)
            continue;
        ombre_check_report(check, OMBRE_RULE_RESOURCE,
                           ombre_path_slot(slot, faults[i].field),
                           "%s is %u; allowed: %s", faults[i].field,
                           faults[i].value, faults[i].allowed);
        return false;
    }
    return true;
}

/* --- Dimensions of views ------------------------------------------------- */

struct shape {
    uint32_t resource;
    bool array; /* says nothing of three dimensions */
    bool multisampled;
};

static const struct shape rtv_shapes[] = {
    [OMBRE_RTV_BUFFER] = {OMBRE_RESOURCE_BUFFER, false, false},
    [OMBRE_RTV_TEXTURE1D] = {OMBRE_RESOURCE_TEXTURE1D, false, false},
    [OMBRE_RTV_TEXTURE1DARRAY] = {OMBRE_RESOURCE_TEXTURE1D, true, false},
    [OMBRE_RTV_TEXTURE2D] = {OMBRE_RESOURCE_TEXTURE2D, false, false},
    [OMBRE_RTV_TEXTURE2DARRAY] = {OMBRE_RESOURCE_TEXTURE2D, true, false},
    [OMBRE_RTV_TEXTURE2DMS] = {OMBRE_RESOURCE_TEXTURE2D, false, true},
    [OMBRE_RTV_TEXTURE2DMSARRAY] = {OMBRE_RESOURCE_TEXTURE2D, true, true},
    [OMBRE_RTV_TEXTURE3D] = {OMBRE_RESOURCE_TEXTURE3D, false, false},
};

static const struct shape dsv_shapes[] = {
    [OMBRE_DSV_TEXTURE1D] = {OMBRE_RESOURCE_TEXTURE1D, false, false},
    [OMBRE_DSV_TEXTURE1DARRAY] = {OMBRE_RESOURCE_TEXTURE1D, true, false},
    [OMBRE_DSV_TEXTURE2D] = {OMBRE_RESOURCE_TEXTURE2D, false, false},
    [OMBRE_DSV_TEXTURE2DARRAY] = {OMBRE_RESOURCE_TEXTURE2D, true, false},
    [OMBRE_DSV_TEXTURE2DMS] = {OMBRE_RESOURCE_TEXTURE2D, false, true},
    [OMBRE_DSV_TEXTURE2DMSARRAY] = {OMBRE_RESOURCE_TEXTURE2D, true, true},
};

/* The shape of dimension `number`; resource 0 if that is none. */
static struct shape shape_of(bool depth, uint32_t number)
{
    const struct shape none = {0};
    const unsigned count = depth ? sizeof dsv_shapes / sizeof dsv_shapes[0]
                                 : sizeof rtv_shapes / sizeof rtv_shapes[0];

    if (number >= count)
        return none;
    return depth ? dsv_shapes[number] : rtv_shapes[number];
}

/* A view without a desc takes all of its resource. */
static struct shape shape_of_resource(const struct ombre_bound *bound)
{
    return (struct shape){
        .resource = bound->Dimension,
        .array = bound->DepthOrArraySize > 1,
        .multisampled = bound->SampleDesc.Count > 1,
    };
}

static const char *dimension_name(uint32_t dimension)
{
    switch (dimension) {
#define X(id, value) \
    case value: return #id;
        OMBRE_RESOURCE_DIMENSIONS(X)
#undef X
    default: break;
    }
    return "(unknown)";
}

/* Depth is in textures of one or two dimensions only. */
static bool check_shape(struct ombre_check *check,
                        const struct ombre_slot *slot, struct shape shape)
{
    const struct ombre_bound *bound = slot->bound;
    const uint32_t number = bound->View.ViewDimension;
    const bool depthless = bound->Dimension == OMBRE_RESOURCE_BUFFER ||
                           bound->Dimension == OMBRE_RESOURCE_TEXTURE3D;

    if (slot->depth && depthless)
        ombre_check_report(check, OMBRE_RULE_VIEW_DIMENSION,
                           ombre_path_slot(slot, "Dimension"),
                           "Dimension is %s; depth needs TEXTURE1D or "
                           "TEXTURE2D",
                           dimension_name(bound->Dimension));
    else if (shape.resource == 0)
        ombre_check_report(check, OMBRE_RULE_VIEW_DIMENSION,
                           ombre_path_slot(slot, "View.ViewDimension"),
                           "ViewDimension is %u, which is none", number);
    else if (shape.resource != bound->Dimension)
        ombre_check_report(check, OMBRE_RULE_VIEW_DIMENSION,
                           ombre_path_slot(slot, "View.ViewDimension"),
                           "ViewDimension %u is one of %s, and the resource is "
                           "%s",
                           number, dimension_name(shape.resource),
                           dimension_name(bound->Dimension));
    else if (!shape.multisampled && bound->SampleDesc.Count > 1)
        ombre_check_report(check, OMBRE_RULE_VIEW_DIMENSION,
                           ombre_path_slot(slot, "View.ViewDimension"),
                           "ViewDimension is %u, and the resource has %u "
                           "samples; it must be one of TEXTURE2DMS",
                           number, bound->SampleDesc.Count);
    else
        return true;
    return false;
}

/* --- Ranges of views ----------------------------------------------------- */

/* `count` of `available` slices from `first` on; UINT32_MAX is the rest. */
static bool check_slices(struct ombre_check *check, struct ombre_slot *slot,
                         const char *field, uint32_t first, uint32_t count,
                         uint32_t available)
{
    if (first < available && count != 0 &&
        (count == UINT32_MAX || count <= available - first)) {
        slot->first = first;
        slot->count = count == UINT32_MAX ? available - first : count;
        return true;
    }
    ombre_check_report(check, OMBRE_RULE_VIEW_RANGE,
                       ombre_path_slot(slot, field),
                       "%u slices from slice %u on are viewed; there are %u",
                       count, first, available);
    return false;
}

/* Multisampled textures and buffers have one level, whatever MipSlice says. */
static bool check_range(struct ombre_check *check, struct ombre_slot *slot,
                        struct shape shape)
{
    const struct ombre_bound *bound = slot->bound;
    const struct ombre_view_desc *view = &bound->View;
    const uint32_t levels =
        bound->MipLevels ? bound->MipLevels : ombre_bound_chain(bound);
    const bool one_level =
        shape.multisampled || shape.resource == OMBRE_RESOURCE_BUFFER;

    slot->mip = one_level ? 0 : view->MipSlice;
    slot->count = 1;
    if (slot->mip >= levels) {
        ombre_check_report(check, OMBRE_RULE_VIEW_RANGE,
                           ombre_path_slot(slot, "View.MipSlice"),
                           "MipSlice is %u; there are %u levels", slot->mip,
                           levels);
        return false;
    }
    slot->width = ombre_level_size(bound->Width, slot->mip);
    slot->height = ombre_level_size(bound->Height, slot->mip);
    if (shape.resource == OMBRE_RESOURCE_TEXTURE3D)
        return check_slices(
            check, slot, "View.FirstWSlice", view->FirstWSlice, view->WSize,
            ombre_level_size(bound->DepthOrArraySize, slot->mip));
    return !shape.array || check_slices(check, slot, "View.FirstArraySlice",
                                        view->FirstArraySlice, view->ArraySize,
                                        bound->DepthOrArraySize);
}

/* --- All of a slot ------------------------------------------------------- */

/* What an API or a level lacks. */
static void check_kind(struct ombre_check *check, const struct ombre_slot *slot)
{
    const uint32_t dimension = slot->bound->Dimension;

    if (is_d3d9(check) &&
        (dimension != OMBRE_RESOURCE_TEXTURE2D || slot->count != 1))
        ombre_check_report(check, OMBRE_RULE_D3D9_SURFACE,
                           ombre_path_slot(slot, "Dimension"),
                           "%u slices of %s are viewed; a surface is one of "
                           "TEXTURE2D",
                           slot->count, dimension_name(dimension));
    else if (is_level_9(check) && dimension != OMBRE_RESOURCE_TEXTURE2D)
        ombre_check_report(check, OMBRE_RULE_LEVEL_DIMENSION,
                           ombre_path_slot(slot, "Dimension"),
                           "Dimension is %s; feature level %s has targets of "
                           "TEXTURE2D only",
                           dimension_name(dimension),
                           ombre_check_level_name(check));
}

void ombre_check_slot(struct ombre_check *check, struct ombre_slot *slot)
{
    const struct ombre_bound *bound = slot->bound;
    const struct shape shape =
        bound->View.ViewDimension == 0
            ? shape_of_resource(bound)
            : shape_of(slot->depth, bound->View.ViewDimension);

    slot->sound = check_resource(check, slot) &&
                  check_shape(check, slot, shape) &&
                  check_range(check, slot, shape);
    if (slot->sound)
        check_kind(check, slot);
    ombre_check_view_format(check, slot);
}
