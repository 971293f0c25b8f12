/* Lanes: how the states of a batch's draws reach the device.
 *
 * Uploads and the echo are no draws of a batch: they go by plain pipelines and
 * render passes whatever the lane, so that only what is asked about changes.
 *
 * A state is cut in two: what is fixed in an object of Vulkan's (a program), of
 * which states that differ in no fixed part share one, and what commands set
 * when the state is put to use.
 */
#ifndef OMBRE_VK_LANE_PRIVATE_H
#define OMBRE_VK_LANE_PRIVATE_H

#define VOLK_NO_DEVICE_PROTOTYPES /* device calls must name their device */
#include <volk.h>

#include "ombre/gpu.h"

struct vk_batch;
struct vk_outputs;

/* --- What a device offers (vk_lane_facts.c) --------------------------------
 */

enum { VK_LANE_MAX_EXTENSIONS = 12, VK_LANE_NO_PASS = 0xFF };

/* Structures and names for VkDeviceCreateInfo.  They point into one another:
 * not to be copied. */
struct vk_lane_device {
    void *next; /* pNext, or NULL */
    uint32_t extension_count;
    const char *extension[VK_LANE_MAX_EXTENSIONS];
    VkPhysicalDeviceDynamicRenderingFeatures rendering;
    VkPhysicalDeviceGraphicsPipelineLibraryFeaturesEXT library;
    VkPhysicalDeviceColorWriteEnableFeaturesEXT write;
    VkPhysicalDeviceExtendedDynamicState2FeaturesEXT state_2;
    VkPhysicalDeviceExtendedDynamicState3FeaturesEXT state_3;
#ifdef VK_EXT_shader_object
    VkPhysicalDeviceShaderObjectFeaturesEXT object;
#endif
};

/* Features (enum ombre_lane_feature) that a device, whose Vulkan is `api`, has
 * and this build knows.  Returns false without memory. */
bool vk_lane_features_query(VkPhysicalDevice physical, uint32_t api,
                            uint32_t *out);
/* What it takes to enable some of them. */
void vk_lane_device_fill(struct vk_lane_device *d, uint32_t api,
                         uint32_t enabled);
/* The first version of the validation layer that knows all of them. */
uint32_t vk_lane_layer_version(uint32_t bits);

/* --- Programs --------------------------------------------------------------
 */

/* What is fixed of a state.  Zeroed, it is none. */
struct vk_program {
    VkPipeline pipeline;
#ifdef VK_EXT_shader_object
    VkShaderEXT fragment;
#endif
};

/* A piece of programs that several may share: a library, by its stage and by
 * what is fixed in it. */
struct vk_part {
    VkGraphicsPipelineLibraryFlagsEXT stage;
    struct ombre_vk_state state;
    VkPipeline pipeline;
};

/* What a batch draws to with so many attachments. */
struct vk_lane_pass {
    VkRenderPass pass; /* NULL: dynamic rendering */
    VkFramebuffer framebuffer;
};

/* State that commands have set, so that they need not say it again. */
struct vk_lane_said {
    uint32_t known; /* enum ombre_lane_feature: of all but attachments */
    VkBool32 logic_op_enable;
    VkLogicOp logic_op;
    VkSampleCountFlagBits samples;
    VkSampleMask sample_mask;
    VkBool32 alpha_to_coverage_enable;
    bool constants; /* whether they are known */
    float blend_constants[4];
    uint32_t enables, equations, masks; /* attachments that are, a bit each */
    VkBool32 enable[OMBRE_VK_MAX_ATTACHMENTS];
    VkColorBlendEquationEXT equation[OMBRE_VK_MAX_ATTACHMENTS];
    VkColorComponentFlags mask[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t write_count; /* attachments of the last vkCmdSetColorWriteEnable */
    VkBool32 write[OMBRE_VK_MAX_ATTACHMENTS];
};

/* What the command buffer is at. */
struct vk_lane_held {
    uint32_t pass; /* attachments of the one that has begun, or VK_LANE_NO_PASS
                    */
    VkPipeline pipeline;
#ifdef VK_EXT_shader_object
    VkShaderEXT fragment;
    bool has_rest; /* what is the same for all states */
#endif
    struct vk_lane_said said;
};

struct vk_lane {
    struct ombre_lane choice; /* resolved */
    /* Of states that commands set: enum ombre_lane_feature. */
    uint32_t dynamic;
    struct vk_lane_pass pass[OMBRE_VK_MAX_ATTACHMENTS + 1];
    struct vk_part *part; /* of lane library */
    size_t part_count, part_room;
#ifdef VK_EXT_shader_object
    VkShaderEXT vertex;
#endif
    struct vk_lane_held held; /* while commands are recorded */
};

/* vk_lane.c.  The lane of a batch, whose targets are there.
 *
 * Programs may be made on several threads at once for states whose parts have
 * been prepared. */
bool vk_lane_init(struct vk_batch *b);
void vk_lane_finish(struct vk_batch *b);

/* What is left of a state when all that commands set is taken out of it: states
 * for which that is equal (vk_state_equal(), and their constants where those
 * are static) share a program. */
struct ombre_vk_state vk_lane_fixed(const struct vk_batch *b,
                                    const struct ombre_vk_state *state);
bool vk_lane_fixed_equal(const struct vk_lane *lane,
                         const struct ombre_vk_state *a,
                         const struct ombre_vk_state *b);

/* Attachments, a bit each, whose write mask of 0 is said by write enables. */
uint32_t vk_lane_write_off(const struct vk_batch *b,
                           const struct ombre_vk_state *state);

/* Make what programs of such a fixed state share with others. */
bool vk_lane_prepare(struct vk_batch *b, const struct ombre_vk_state *fixed);
bool vk_program_init(struct vk_program *p, struct vk_batch *b,
                     const struct ombre_vk_state *fixed);
void vk_program_finish(struct vk_program *p, struct ombre_gpu *gpu);

/* While commands are recorded: draws begin and end, and in between states are
 * put to use, one after another. */
void vk_lane_begin(struct vk_batch *b);
void vk_lane_use(struct vk_batch *b, const struct vk_program *program,
                 const struct ombre_vk_state *state);
void vk_lane_area(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                  uint32_t height);
void vk_lane_end(struct vk_batch *b);

/* --- Parts of vk_lane.c ----------------------------------------------------
 */

/* vk_lane_pass.c */
bool vk_lane_passes_init(struct vk_batch *b, uint32_t attachment_count);
void vk_lane_passes_finish(struct vk_batch *b);
void vk_lane_pass_switch(struct vk_batch *b, uint32_t attachment_count);
void vk_lane_pass_leave(struct vk_batch *b);

/* vk_lane_set.c: commands for what `held` does not hold yet. */
void vk_lane_set_state(struct vk_batch *b, const struct ombre_vk_state *state);

/* vk_lane_library.c */
bool vk_library_prepare(struct vk_batch *b, const struct ombre_vk_state *fixed);
bool vk_library_link(struct vk_batch *b, const struct ombre_vk_state *fixed,
                     VkPipeline *out);
void vk_library_finish(struct vk_batch *b);

#ifdef VK_EXT_shader_object
/* vk_lane_shader.c */
bool vk_shader_prepare(struct vk_batch *b);
bool vk_shader_create(struct vk_batch *b, const struct ombre_vk_state *fixed,
                      VkShaderEXT *out);
void vk_shader_use(struct vk_batch *b, VkShaderEXT fragment);
void vk_shader_area(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height);
#endif

#endif
