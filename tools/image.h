/* image.h - the images that a case is drawn to, where it says something of them
 */
#ifndef OMBRE_TOOLS_IMAGE_H
#define OMBRE_TOOLS_IMAGE_H

#include "layout.h"
#include "ombre/gpu.h"

/* Texels that all targets of a case have in common from its offset on. */
struct image_room {
    uint32_t width, height;
};

/* Whether the case says anything of its images, or of how what they hold gets
 * there.  One that does is drawn alone. */
bool image_is_special(const struct ombre_case *c);

/* Whether pixels, offset and layer fit into what targets view, and what targets
 * hold can be cleared if it is to be.  False, with `reason`, if the case
 * contradicts itself. */
bool image_check(const struct ombre_case *c, const struct ombre_state *state,
                 char reason[256]);

/* Whether Vulkan has such images at all; false with `reason`. */
bool image_is_known(const struct ombre_case *c, const struct ombre_state *state,
                    char reason[256]);

/* Lay the pixels of a special case out. */
bool image_lay_out(const struct ombre_case *c, const struct ombre_state *state,
                   struct layout *out);

/* Where a resource is typeless: another format than `format` of its family that
 * the device draws to, with texels of so many bytes, so that the view's is not
 * the image's; UNDEFINED if there is none, and where it is typed. */
VkFormat image_sibling(const struct ombre_bound *bound, VkFormat format,
                       size_t texel_size, const struct ombre_vk_facts *facts);

/* Say in gpu->target[t] and image[t] what a special case's targets are;
 * `sibling` are those of each. */
void image_fill(const struct ombre_case *c, const struct layout *layout,
                const VkFormat sibling[OMBRE_MAX_TARGETS],
                struct ombre_gpu_image image[OMBRE_MAX_TARGETS],
                struct ombre_gpu_batch *gpu);

#endif /* OMBRE_TOOLS_IMAGE_H */
