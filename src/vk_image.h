/* Images, and the parts of them that a batch draws to. */
#ifndef OMBRE_VK_IMAGE_H
#define OMBRE_VK_IMAGE_H

#define VOLK_NO_DEVICE_PROTOTYPES /* device calls must name their device */
#include <volk.h>

#include "ombre/gpu.h"

struct vk_format;

/* --- Images (vk_image.c) ---------------------------------------------------
 */

/* Part of one level. */
struct vk_part {
    VkImageViewType type;
    uint32_t mip, first, count; /* array layers, or slices of a 3D image */
};

bool vk_image_is_offered(const struct ombre_gpu *gpu,
                         const VkImageCreateInfo *info);
/* Refused, with the limit, where the device does not offer it. */
bool vk_image_create(struct ombre_gpu *gpu, const VkImageCreateInfo *info,
                     VkImage *image, VkDeviceMemory *memory);
bool vk_view_create(struct ombre_gpu *gpu, VkImage image,
                    const struct vk_part *part, VkFormat format,
                    VkImageUsageFlags usage, VkImageView *out);
/* Of all of an image. */
void vk_image_barrier(struct ombre_gpu *gpu, VkCommandBuffer commands,
                      VkImage image, VkImageLayout from, VkImageLayout to);
/* Overwrite what an image holds and leave it to be copied to, so that nothing
 * of an earlier batch can be taken for this one's. */
void vk_scribble_record(struct ombre_gpu *gpu, VkImage image);

/* --- Targets (vk_target.c) -------------------------------------------------
 */

struct vk_target {
    const struct vk_format *format; /* NULL: a hole */
    uint32_t owner; /* the first target with its image, which frees it */
    VkImage image;
    VkDeviceMemory memory;
    /* The image, and what of it the target is. */
    bool is_named; /* by an ombre_gpu_image */
    VkImageType type;
    VkExtent3D whole;
    uint32_t levels, layers;
    uint32_t mip, first, count; /* what is attached */
    uint32_t layer;             /* that is drawn to; a slice in 3D */
    VkExtent2D extent;          /* of the level */
    VkImageView view;           /* to draw to */
    VkImageView upload; /* what the upload is drawn to, if it is drawn */
    VkImageView bits;   /* to fetch from; if it fetches */
    bool fetches;       /* in place of a copy, or with 1 sample beside it */
    bool clears;
    VkFormat upload_format;
    enum ombre_gpu_output_type upload_type; /* NONE: copied, or cleared */
    uint64_t staging;                       /* offset of texels to copy in */
    uint64_t readback;                      /* offset of texels read back */
    uint64_t fetched; /* offset of those fetched, where it is both */
    VkImageView rest; /* all layers, to fetch from; several samples */
    uint64_t rest_staging, rest_readback; /* of the image; vk_rest.c */
};

/* One layer or slice of one level, as copies want it said. */
struct vk_slab {
    VkImageSubresourceLayers subresource;
    int32_t z;
};

struct vk_slab vk_target_slab(const struct vk_target *t);
VkExtent3D vk_level_extent(const struct vk_target *t, uint32_t mip);

/* The targets of a batch. */
struct vk_surface {
    struct vk_target target[OMBRE_VK_MAX_ATTACHMENTS];
    VkExtent2D extent; /* that all have in common */
    uint32_t layers;   /* likewise, of what is attached */
};

bool vk_surface_init(struct vk_surface *s, struct ombre_gpu *gpu,
                     const struct ombre_gpu_batch *batch);
void vk_surface_finish(struct vk_surface *s, struct ombre_gpu *gpu);
/* Whether a target is the first with its image; holes are not. */
bool vk_target_owns(const struct vk_surface *s, uint32_t index);

/* Drawn to and copied, of one sample and one format. */
struct vk_plain_image {
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;
};

bool vk_plain_image_init(struct vk_plain_image *image, struct ombre_gpu *gpu,
                         VkFormat format, uint32_t width, uint32_t height);
void vk_plain_image_finish(struct vk_plain_image *image, struct ombre_gpu *gpu);

#endif
