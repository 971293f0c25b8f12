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
    VkPhysicalDeviceRasterizationOrderAttachmentAccessFeaturesEXT order;
#ifdef VK_EXT_shader_object
    VkPhysicalDeviceShaderObjectFeaturesEXT object;
#endif
};

/* Features (enum ombre_lane_feature) that a device, whose Vulkan is `api`, has
 * and this build knows; whether it has VK_EXT_shader_viewport_index_layer.
 * Returns false without memory. */
bool vk_lane_features_query(VkPhysicalDevice physical, uint32_t api,
                            uint32_t *out, bool *has_layers);
/* What it takes to enable some of them. */
void vk_lane_device_fill(struct vk_lane_device *d, uint32_t api,
                         uint32_t enabled);
/* Enable one more. */
void vk_lane_device_add(struct vk_lane_device *d, const char *name);
/* The first version of the validation layer that knows all of them. */
uint32_t vk_lane_layer_version(uint32_t bits);

/* --- Programs --------------------------------------------------------------
 */

/* What a fragment shader declares. */
struct vk_outputs {
    enum ombre_gpu_output_type type[OMBRE_VK_MAX_ATTACHMENTS];
    bool second_source;
    bool coverage;
};

/* What is fixed of a state, made.  Zeroed, it is none. */
struct vk_program {
    VkPipeline pipeline;
    VkPipeline output; /* the library of its own that the pipeline is of */
#ifdef VK_EXT_shader_object
    VkShaderEXT fragment;
#endif
};

/* Libraries that programs share, and the one that each has of its own. */
enum vk_part_stage {
    VK_PART_VERTEX_INPUT,
    VK_PART_PRE_RASTERIZATION,
    VK_PART_FRAGMENT_SHADER,
    VK_PART_FRAGMENT_OUTPUT,
};

enum { VK_PARTS_SHARED = VK_PART_FRAGMENT_OUTPUT };

/* All that a program is made of. */
struct vk_recipe {
    struct ombre_lane lane; /* resolved */
    /* States that commands set: enum ombre_lane_feature. */
    uint32_t dynamic;
    uint32_t write_off; /* attachments, a bit each: see vk_lane_write_off() */
    struct ombre_vk_state state; /* normal, without what commands set */
    struct vk_outputs outputs;   /* what patches leave of them */
    VkRenderPass pass;           /* NULL: dynamic rendering */
    bool is_layered;             /* vk_rectangle_code() */
    VkShaderModule module;
    VkPipeline part[VK_PARTS_SHARED]; /* of lane library */
};

/* Of the plain lane: uploads and echoes go that way. */
void vk_recipe_plain(struct vk_recipe *r, struct ombre_gpu *gpu,
                     const struct ombre_vk_state *state,
                     const struct vk_outputs *outputs, VkRenderPass pass);

/* Find what a program is made of and others share. */
bool vk_recipe_prepare(struct vk_recipe *r, struct ombre_gpu *gpu);
/* Make one.  Threads may do so at once, each with a gpu of its own. */
bool vk_program_init(struct vk_program *p, struct ombre_gpu *gpu,
                     const struct vk_recipe *r);
bool vk_program_is_made(const struct vk_program *p);
void vk_program_finish(struct vk_program *p, struct ombre_gpu *gpu);

/* --- Pipelines of recipes (vk_pipeline.c) ----------------------------------
 */

enum { VK_MAX_DYNAMIC_STATES = 12 };

/* Create-infos of one pipeline.  They point into one another: not to be copied.
 */
struct vk_pipeline_infos {
    VkPipelineShaderStageCreateInfo stage[2];
    VkPipelineVertexInputStateCreateInfo vertex;
    VkPipelineInputAssemblyStateCreateInfo assembly;
    VkPipelineViewportStateCreateInfo viewport;
    VkPipelineRasterizationStateCreateInfo raster;
    VkPipelineDepthStencilStateCreateInfo depth;
    VkPipelineMultisampleStateCreateInfo samples;
    VkPipelineColorBlendAttachmentState attachment[OMBRE_VK_MAX_ATTACHMENTS];
    VkBool32 write_enable[OMBRE_VK_MAX_ATTACHMENTS];
    VkPipelineColorWriteCreateInfoEXT write;
    VkPipelineColorBlendStateCreateInfo blend;
    VkDynamicState dynamic_state[VK_MAX_DYNAMIC_STATES];
    VkPipelineDynamicStateCreateInfo dynamic;
    VkPipelineRenderingCreateInfo rendering;
    VkGraphicsPipelineCreateInfo pipeline;
};

/* A fragment shader.  *out of vk_output_code() is the caller's to free,
 * whatever is returned. */
bool vk_output_code(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                    uint32_t **out, size_t *size);
bool vk_output_module(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                      VkShaderModule *out);
/* What they point to in `recipe` must outlive them. */
void vk_pipeline_infos_fill(struct vk_pipeline_infos *i, struct ombre_gpu *gpu,
                            const struct vk_recipe *recipe);
bool vk_graphics_pipeline_create(struct ombre_gpu *gpu,
                                 const VkGraphicsPipelineCreateInfo *info,
                                 VkPipeline *out);
/* The whole of a recipe in one. */
bool vk_pipeline_create(struct ombre_gpu *gpu, const struct vk_recipe *recipe,
                        VkPipeline *out);

/* --- Batches ----------------------------------------------------------------
 */

/* What a batch draws to with so many attachments. */
struct vk_lane_pass {
    VkRenderPass pass; /* the cache's; NULL: dynamic rendering */
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
    VkRect2D area; /* where that one may draw */
    VkPipeline pipeline;
#ifdef VK_EXT_shader_object
    VkShaderEXT fragment;
    bool has_rest; /* what is the same for all states */
#endif
    struct vk_lane_said said;
};

struct vk_lane {
    struct ombre_lane choice; /* resolved */
    uint32_t dynamic;         /* as in struct vk_recipe */
    struct vk_lane_pass pass[OMBRE_VK_MAX_ATTACHMENTS + 1];
    VkRenderPass
        *clear_pass; /* of each clear that a pass begins with, or NULL */
    struct vk_lane_held held; /* while commands are recorded */
};

/* vk_lane.c.  The lane of a batch, whose targets are there. */
bool vk_lane_init(struct vk_batch *b);
void vk_lane_finish(struct vk_batch *b);

/* What a draw's state becomes. */
void vk_recipe_of_draw(struct vk_recipe *r, const struct vk_batch *b,
                       const struct ombre_vk_state *state);

/* Attachments, a bit each, whose write mask of 0 is said by write enables. */
uint32_t vk_lane_write_off(const struct vk_batch *b,
                           const struct ombre_vk_state *state);

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
bool vk_lane_clears_init(struct vk_batch *b);
bool vk_lane_passes_init(struct vk_batch *b, uint32_t attachment_count);
void vk_lane_passes_finish(struct vk_batch *b);
void vk_lane_pass_switch(struct vk_batch *b, uint32_t attachment_count);
void vk_lane_pass_leave(struct vk_batch *b);
/* Leave a pass that cannot draw there. */
void vk_lane_pass_reach(struct vk_batch *b, const VkRect2D *area);
/* Begin a pass of all targets with `count` clears from number `first` on. */
void vk_lane_pass_clear(struct vk_batch *b, uint32_t first, uint32_t count);

/* vk_lane_set.c: commands for what `held` does not hold yet. */
void vk_lane_set_state(struct vk_batch *b, const struct ombre_vk_state *state);

/* vk_lane_library.c */
bool vk_part_create(struct ombre_gpu *gpu, const struct vk_recipe *r,
                    enum vk_part_stage stage, VkPipeline *out);
bool vk_library_prepare(struct vk_recipe *r, struct ombre_gpu *gpu);
bool vk_library_link(struct vk_program *p, struct ombre_gpu *gpu,
                     const struct vk_recipe *r);

#ifdef VK_EXT_shader_object
/* vk_lane_shader.c */
bool vk_shader_prepare(struct ombre_gpu *gpu, bool is_layered);
bool vk_shader_create(struct ombre_gpu *gpu, const struct vk_recipe *r,
                      VkShaderEXT *out);
void vk_shader_use(struct vk_batch *b, VkShaderEXT fragment);
void vk_shader_area(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height);
#endif

#endif
