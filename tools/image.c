#include "image.h"

#include <stdio.h>
#include <string.h>

bool image_is_special(const struct ombre_case *c)
{
    const struct ombre_case_image *i = &c->image;
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++)
        if (c->pso.RenderTargets[t].described)
            return true;
    return i->usage || i->mutable_format || i->linear || i->offset[0] ||
           i->offset[1] || i->layer || i->fetched ||
           c->destination_by != OMBRE_CASE_DESTINATION_UPLOAD;
}

/* --- Room ------------------------------------------------------------------
 */

/* The description of a slot that is drawn to, or NULL. */
static const struct ombre_bound *described(const struct ombre_case *c,
                                           const struct ombre_state *state,
                                           unsigned target)
{
    const struct ombre_bound *bound = &c->pso.RenderTargets[target];
    return target < state->target_count && state->target[target].format &&
                   bound->described
               ? bound
               : NULL;
}

static uint32_t less(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* False, with `reason`, if the offset leaves no room in a target. */
static bool find_room(const struct ombre_case *c,
                      const struct ombre_state *state, struct image_room *room,
                      char reason[256])
{
    const uint32_t *offset = c->image.offset;
    *room = (struct image_room){UINT32_MAX, UINT32_MAX};
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        const struct ombre_bound *bound = described(c, state, t);
        if (!bound)
            continue;
        const struct ombre_viewed viewed = ombre_bound_viewed(bound);
        if (offset[0] >= viewed.width || offset[1] >= viewed.height) {
            snprintf(reason, 256,
                     "Image.Offset is [%u, %u]; RenderTargets[%u] views %u x "
                     "%u texels",
                     offset[0], offset[1], t, viewed.width, viewed.height);
            return false;
        }
        if (c->image.layer >= viewed.count) {
            snprintf(reason, 256,
                     "Image.Layer is %u; RenderTargets[%u] views %u slices",
                     c->image.layer, t, viewed.count);
            return false;
        }
        room->width = less(room->width, viewed.width - offset[0]);
        room->height = less(room->height, viewed.height - offset[1]);
    }
    return true;
}

static bool has_room(const struct ombre_case *c,
                     const struct ombre_state *state, char reason[256])
{
    struct image_room room;
    if (!find_room(c, state, &room, reason))
        return false;
    if ((uint64_t) room.width * room.height >= c->pixel_count)
        return true;
    snprintf(reason, 256,
             "RenderTargets: %zu pixels do not fit into the %u x %u texels "
             "that all views have from Image.Offset on",
             c->pixel_count, room.width, room.height);
    return false;
}

bool image_lay_out(const struct ombre_case *c, const struct ombre_state *state,
                   struct layout *out)
{
    struct image_room room;
    char reason[256];
    *out = layout_start();
    return find_room(c, state, &room, reason) &&
           layout_within(out, room.width, room.height, c->pixel_count);
}

/* --- Checks ----------------------------------------------------------------
 */

/* A clear leaves one texel everywhere. */
static bool can_clear(const struct ombre_case *c,
                      const struct ombre_state *state, char reason[256])
{
    const size_t samples = c->sample_count;
    for (size_t i = 0; i < c->pixel_count * OMBRE_MAX_TARGETS * samples; i++) {
        const unsigned target = (unsigned) (i / samples % OMBRE_MAX_TARGETS);
        const struct ombre_format *format = state->target[target].format;
        for (unsigned k = 0; format && k < OMBRE_COMPONENTS; k++) {
            const enum ombre_component component = (enum ombre_component) k;
            if (ombre_texel_code(format, &c->dest[i], component) ==
                ombre_texel_code(format, &c->dest[target * samples], component))
                continue;
            snprintf(reason, 256,
                     "DestinationBy is \"clear\", which leaves one texel "
                     "everywhere; pixels[%zu].dst[%u] is not pixels[0].dst[%u]",
                     i / samples / OMBRE_MAX_TARGETS, target, target);
            return false;
        }
    }
    return true;
}

bool image_check(const struct ombre_case *c, const struct ombre_state *state,
                 char reason[256])
{
    return !image_is_special(c) ||
           (has_room(c, state, reason) &&
            (c->destination_by != OMBRE_CASE_DESTINATION_CLEAR ||
             can_clear(c, state, reason)));
}

bool image_is_known(const struct ombre_case *c, const struct ombre_state *state,
                    char reason[256])
{
    for (unsigned t = 0; t < OMBRE_MAX_TARGETS; t++) {
        const struct ombre_bound *bound = described(c, state, t);
        if (bound && bound->Dimension == OMBRE_RESOURCE_BUFFER) {
            snprintf(reason, 256,
                     "RenderTargets[%u] is a buffer, and no attachment of "
                     "Vulkan's is one",
                     t);
            return false;
        }
    }
    return true;
}

/* --- Formats ---------------------------------------------------------------
 */

static bool is_drawn_to(const struct ombre_vk_facts *facts, VkFormat format)
{
    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == format)
            return facts->format[i].color_attachment;
    return false;
}

VkFormat image_sibling(const struct ombre_bound *bound, VkFormat format,
                       size_t texel_size, const struct ombre_vk_facts *facts)
{
    static const char suffix[] = "TYPELESS";
    const char *name =
        bound->described ? ombre_dxgi_name((uint32_t) bound->Format) : NULL;
    const size_t length = name ? strlen(name) : 0;
    if (length < sizeof suffix ||
        strcmp(name + length - strlen(suffix), suffix) != 0)
        return VK_FORMAT_UNDEFINED;
    VkFormat found = VK_FORMAT_UNDEFINED;
    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *row = ombre_format_at(i);
        if (strncmp(row->name, name, length - strlen(suffix)) != 0 ||
            row->texel_size != texel_size ||
            (VkFormat) row->vk_format == format ||
            !is_drawn_to(facts, (VkFormat) row->vk_format))
            continue;
        /* Images of sRGB formats are for fewer things than others. */
        if (found == VK_FORMAT_UNDEFINED || !row->srgb)
            found = (VkFormat) row->vk_format;
        if (!row->srgb)
            break;
    }
    return found;
}

/* --- Targets ---------------------------------------------------------------
 */

static VkImageUsageFlags usage_of(uint32_t usage)
{
    return (usage & OMBRE_CASE_USAGE_SAMPLED ? VK_IMAGE_USAGE_SAMPLED_BIT
                                             : 0u) |
           (usage & OMBRE_CASE_USAGE_STORAGE ? VK_IMAGE_USAGE_STORAGE_BIT : 0u);
}

/* Enough of a 2D image, with as much beyond the pixels as before them. */
static void fill_plain(const struct ombre_case *c, const struct layout *layout,
                       struct ombre_gpu_image *image,
                       struct ombre_gpu_target *target)
{
    image->dimensions = 2;
    image->extent = (VkExtent3D){layout->width + 2 * c->image.offset[0],
                                 layout->height + 2 * c->image.offset[1], 1};
    image->mip_levels = 1;
    image->array_layers = c->image.layer + 1;
    target->view.count = image->array_layers;
}

static void fill_described(const struct ombre_bound *bound,
                           struct ombre_gpu_image *image,
                           struct ombre_gpu_target *target)
{
    const struct ombre_viewed viewed = ombre_bound_viewed(bound);
    const bool is_volume = bound->Dimension == OMBRE_RESOURCE_TEXTURE3D;
    image->dimensions = bound->Dimension - OMBRE_RESOURCE_TEXTURE1D + 1;
    image->extent = (VkExtent3D){bound->Width, bound->Height,
                                 is_volume ? bound->DepthOrArraySize : 1};
    image->mip_levels = viewed.levels;
    image->array_layers = is_volume ? 1 : bound->DepthOrArraySize;
    target->view =
        (struct ombre_gpu_view){viewed.mip, viewed.first, viewed.count};
}

/* The first slot that has the memory of `target`. */
static unsigned first_of(const struct ombre_case *c,
                         const struct ombre_gpu_batch *gpu, unsigned target)
{
    const struct ombre_bound *bound = &c->pso.RenderTargets[target];
    for (unsigned t = 0; t < target; t++)
        if (bound->described && bound->resource != 0 &&
            c->pso.RenderTargets[t].described && gpu->target[t].format &&
            c->pso.RenderTargets[t].resource == bound->resource)
            return t;
    return target;
}

void image_fill(const struct ombre_case *c, const struct layout *layout,
                const VkFormat sibling[OMBRE_MAX_TARGETS],
                struct ombre_gpu_image image[OMBRE_MAX_TARGETS],
                struct ombre_gpu_batch *gpu)
{
    gpu->x = c->image.offset[0];
    gpu->y = c->image.offset[1];
    gpu->layer = c->image.layer;
    gpu->reads_twice = c->image.fetched;
    for (unsigned t = 0; t < gpu->target_count; t++) {
        struct ombre_gpu_target *target = &gpu->target[t];
        const struct ombre_bound *bound = &c->pso.RenderTargets[t];
        const unsigned first = first_of(c, gpu, t);
        if (!target->format)
            continue;
        image[t] = (struct ombre_gpu_image){
            .format = sibling[t],
            .mutable_format =
                c->image.mutable_format || sibling[t] != VK_FORMAT_UNDEFINED,
            .linear = c->image.linear,
            .usage = usage_of(c->image.usage),
        };
        if (bound->described)
            fill_described(bound, &image[t], target);
        else
            fill_plain(c, layout, &image[t], target);
        target->image = &image[first];
        if (target->format != gpu->target[first].format)
            image[first].mutable_format = true;
    }
}
