/* What draws targets that the output merger cannot: vk_emulator.c keeps it on a
 * device, vk_emulate.c uses it for a batch.
 */
#ifndef OMBRE_VK_EMULATE_H
#define OMBRE_VK_EMULATE_H

#include "vk.h"

/* Mirrors `Emulation` of emulation.glsl (std140). */
struct vk_emulation_block {
    uint32_t shift[4], bits[4], constants[4];
    uint32_t color[4], alpha[4];
    uint32_t numeric, blend, mask, logic_op;
    uint32_t source_type, slot, coverage, coverage_type;
    uint32_t sample_mask, samples, unused[2];
};

/* Mirrors `Curve` of formats.glsl (std140). */
struct vk_curve {
    uint32_t linear[256], threshold[256];
};

/* One target as attachment and input attachment, and what draws to it. */
struct vk_emulator_kind {
    VkFormat format;
    VkSampleCountFlagBits samples;
    VkRenderPass pass;
    VkPipeline pipeline[16]; /* by the write mask; made when asked for */
    struct vk_emulator_kind *next;
};

/* Made when the first batch needs it. */
struct vk_emulator {
    VkDescriptorSetLayout set_layout;
    VkPipelineLayout layout;
    struct vk_buffer curve;
    struct vk_emulator_kind *kind; /* a list */
};

/* vk_emulator.c: what draws to a format; NULL if it cannot be made. */
struct vk_emulator_kind *vk_emulator_find(struct ombre_gpu *gpu,
                                          VkFormat format,
                                          VkSampleCountFlagBits samples);
/* Its pipeline for a write mask; VK_NULL_HANDLE if it cannot be made. */
VkPipeline vk_emulator_pipeline(struct ombre_gpu *gpu,
                                struct vk_emulator_kind *kind,
                                VkColorComponentFlags mask);

/* The target of a batch that the fragment shader computes; it is the only one.
 */
struct vk_emulation {
    uint32_t target;
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipeline *pipeline;    /* of each draw; the emulator's, as the pass is */
    struct vk_buffer blocks; /* of each draw */
    uint64_t stride;
    VkDescriptorPool pool;
    VkDescriptorSet set;
};

/* vk_check_emulation.c */
bool vk_check_emulation(struct ombre_gpu *gpu,
                        const struct ombre_gpu_batch *batch,
                        const struct ombre_vk_state *state);

void vk_emulator_finish(struct ombre_gpu *gpu);

/* vk_emulate.c: a target that the fragment shader computes. */
uint32_t vk_batch_emulates(const struct ombre_gpu_batch *batch); /* a bit set */
bool vk_emulate_init(struct vk_batch *b);
void vk_emulate_record(struct vk_batch *b);
void vk_emulate_finish(struct vk_batch *b);

/* vk_split.c: the same for one that may need them, and how many. */
uint32_t vk_split_count(const struct ombre_gpu_batch *batch);
bool vk_split_run(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch);

#endif
