/* What the sources of gpu.h share.
 *
 * Lifetimes: an instance (ombre_gpu_list), a device (ombre_gpu) with what it
 * keeps from batch to batch (vk_cache.h), and a batch (vk_batch), which lives
 * as long as one call of ombre_gpu_run().
 *
 * Functions that can fail return false and leave a status and a reason in the
 * gpu.  *_finish() takes what is half made or zeroed.
 */
#ifndef OMBRE_VK_PRIVATE_H
#define OMBRE_VK_PRIVATE_H

#include <pthread.h>

#define VOLK_NO_DEVICE_PROTOTYPES /* device calls must name their device */
#include <volk.h>

#include "ombre/gpu.h"
#include "vk_cache.h"
#include "vk_image.h"
#include "vk_lane.h"
#include "vk_plan.h"

/* --- Instance (vk_instance.c, vk_facts.c) ----------------------------------
 */

struct vk_physical {
    VkPhysicalDevice handle;
    VkPhysicalDevice plain; /* the same, of the plain instance; or NULL */
    struct ombre_gpu_info info;
    uint32_t lane_features; /* enum ombre_lane_feature */
    bool has_layers;        /* VK_EXT_shader_viewport_index_layer */
};

struct ombre_gpu_list {
    VkInstance instance;
    struct ombre_log log;
    /* Messages come from every thread that calls Vulkan: the mutex guards all
     * that on_message() touches.  While has_workers they are kept, and logged
     * when those have ended. */
    pthread_mutex_t mutex;
    bool has_workers;
    bool has_validation;
    uint32_t layer_version; /* of Vulkan, of the validation layer */
    /* Without the layer, for what is newer than it; NULL where nothing is. */
    VkInstance plain;
    VkDebugUtilsMessengerEXT messenger;
    PFN_vkDestroyDebugUtilsMessengerEXT destroy_messenger;
    size_t count;
    struct vk_physical *physical;
    struct ombre_gpu *current; /* whose call messages belong to; or NULL */
    bool abandoned;            /* a device still works and cannot be freed */
};

void vk_log(const struct ombre_log *log, enum ombre_log_level level,
            const char *format, ...);
const char *vk_result_name(VkResult result);
void vk_info_query(VkPhysicalDevice physical, struct ombre_gpu_info *out);
void vk_facts_query(VkPhysicalDevice physical, const VkFormat *formats,
                    size_t format_count, struct ombre_vk_facts *out);

/* --- Formats (vk_format.c) -------------------------------------------------
 */

/* What drawing to a format takes. */
struct vk_format {
    VkFormat format;
    const char *name;
    uint32_t texel_size;
    enum ombre_gpu_output_type type;
    VkFormat linear; /* of an sRGB format: the same bits without the curve */
    uint32_t api;    /* the Vulkan that has it without an extension */
};

/* NULL if `format` is none that can be drawn to. */
const struct vk_format *vk_format_find(VkFormat format);
const char *vk_format_name(VkFormat format);

/* The unsigned-integer format with texels of `texel_size` bytes. */
VkFormat vk_format_bits(uint32_t texel_size);

/* --- Device (vk_device.c, vk_message.c) ------------------------------------
 */

/* What is fetched from: several samples, one, several in all layers. */
enum vk_fetch_kind {
    VK_FETCH_SAMPLES,
    VK_FETCH_ONE,
    VK_FETCH_LAYERS,
    VK_FETCH_KINDS
};

enum { VK_MAX_MESSAGES = 64, VK_REASON_SIZE = 256 };

struct ombre_gpu {
    struct ombre_gpu_list *list;
    VkPhysicalDevice physical;
    const struct ombre_gpu_info *info;
    struct ombre_vk_facts facts;
    VkPhysicalDeviceLimits limits;
    VkPhysicalDeviceMemoryProperties memory;
    uint64_t timeout_ns;
    uint32_t threads; /* that make pipelines */
    bool is_validated;

    VkDevice device;
    struct VolkDeviceTable vk;
    uint32_t queue_family;
    VkQueue queue;
    VkCommandPool command_pool;
    VkCommandBuffer commands;
    VkFence fence;
    VkPipelineCache cache;
    bool has_layers; /* VK_EXT_shader_viewport_index_layer */
    VkShaderModule rectangle_vert, echo_frag;
    VkShaderModule layer_vert; /* made when one is wanted */
    VkDescriptorSetLayout draw_set_layout, fetch_set_layout;
    VkPipelineLayout draw_layout, fetch_layout;
    VkPipeline fetch[VK_FETCH_KINDS]; /* vk_fetch_make() */
    struct vk_emulator *emulator;     /* NULL until a batch needs it */
#ifdef VK_EXT_shader_object
    VkShaderEXT rectangle_object[2]; /* made when wanted; [is_layered] */
#endif
    struct vk_cache kept;
    const void *texels[OMBRE_VK_MAX_ATTACHMENTS]; /* of the last batch */
    struct ombre_gpu_spill spill;                 /* likewise */

    enum ombre_gpu_status status; /* of the call in progress, or the last */
    char reason[VK_REASON_SIZE];
    bool has_shifted_pass;  /* vk_message_is_mistaken() */
    bool dead;              /* lost, or still at work after a timeout */
    struct vk_batch *stuck; /* what it was at work on */

    size_t message_count;
    size_t message_kept;
    char *message[VK_MAX_MESSAGES];
};

/* Leave a status and why; returns false.  The first failure of a call stays. */
bool vk_fail(struct ombre_gpu *gpu, enum ombre_gpu_status status,
             const char *format, ...);
/* vk_fail() with OMBRE_GPU_UNSUPPORTED. */
bool vk_refuse(struct ombre_gpu *gpu, const char *format, ...);
/* True for VK_SUCCESS; anything else is vk_fail(). */
bool vk_succeeded(struct ombre_gpu *gpu, const char *call, VkResult result);

/* Call a device function, and go to `fail` if it fails. */
#define VK_TRY(gpu, function, arguments)                                   \
    do {                                                                   \
        if (!vk_succeeded((gpu), #function, (gpu)->vk.function arguments)) \
            goto fail;                                                     \
    } while (0)

/* VK_TRY() for one that makes *out, which holds anything if it fails. */
#define VK_CREATE(gpu, function, arguments, out)                             \
    do {                                                                     \
        if (!vk_succeeded((gpu), #function, (gpu)->vk.function arguments)) { \
            *(out) = VK_NULL_HANDLE;                                         \
            goto fail;                                                       \
        }                                                                    \
    } while (0)

/* Begin and end a public call: its messages are this device's. */
void vk_enter(struct ombre_gpu *gpu);
enum ombre_gpu_status vk_leave(struct ombre_gpu *gpu);

void vk_message_keep(struct ombre_gpu *gpu, const char *id, const char *text);
/* Whether what the validation layer says is a mistake of its own.  Layers as of
 * 1.4.309 look up the enables of vkCmdSetColorBlendEnableEXT by the numbers
 * that attachments have in VkRenderPassCreateInfo, and not in the subpass,
 * whose numbers they are by: behind a hole a target is taken for the one before
 * it.  That no target blends whose format cannot, vk_check_batch() has seen. */
bool vk_message_is_mistaken(const struct ombre_gpu *gpu, const char *id);

/* --- Submissions (vk_submit.c) ---------------------------------------------
 */

/* Begin the device's one command buffer anew. */
bool vk_commands_begin(struct ombre_gpu *gpu);
/* End it, submit it, and wait.  Whatever comes of it, *in_flight tells whether
 * the device may still be at work on what the commands use. */
bool vk_commands_run(struct ombre_gpu *gpu, uint64_t wait_ns, bool *in_flight);

/* --- Memory (vk_memory.c) --------------------------------------------------
 */

struct vk_buffer {
    VkBuffer buffer;
    VkDeviceMemory memory;
    void *map;
    VkDeviceSize size;
};

/* A buffer that the host can reach; `read` if it will be read by it. */
bool vk_buffer_init(struct vk_buffer *b, struct ombre_gpu *gpu,
                    VkDeviceSize size, VkBufferUsageFlags usage, bool read);
void vk_buffer_finish(struct vk_buffer *b, struct ombre_gpu *gpu);
bool vk_image_allocate(struct ombre_gpu *gpu, VkImage image,
                       VkDeviceMemory *out);

/* Round up; false if it does not fit in 64 bits. */
bool vk_align(uint64_t value, uint64_t alignment, uint64_t *out);
bool vk_multiply(uint64_t a, uint64_t b, uint64_t *out);
bool vk_add(uint64_t a, uint64_t b, uint64_t *out);

/* --- Pipelines (vk_pipeline.c) ---------------------------------------------
 */

/* Mirrors `Patches` of output.frag (std140). */
struct vk_patch_block {
    struct {
        uint32_t low[4], high[4];
        uint32_t nan_to_zero, alpha_to_red, unused[2];
    } patch[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t cover_by_alpha, coverage_type, samples, unused;
};

/* Mirrors `Piece` of operand.glsl. */
struct vk_push {
    uint32_t origin[2], size[2];
    uint32_t base, slots, last, records, row;
};

/* Mirrors `Area` of fetch.glsl. */
struct vk_fetch_push {
    uint32_t origin[2], size[2];
    uint32_t samples, texel_words;
};

/* Of what a pass does to attachments as it begins, `cleared` (a bit each) are
 * cleared, and the others get `load`. */
bool vk_render_pass_create(struct ombre_gpu *gpu, const VkFormat *format,
                           uint32_t count, VkSampleCountFlagBits samples,
                           VkAttachmentLoadOp load, uint32_t cleared,
                           VkRenderPass *out);
bool vk_framebuffer_create(struct ombre_gpu *gpu, VkRenderPass pass,
                           const VkImageView *view, uint32_t count,
                           VkExtent2D size, uint32_t layers,
                           VkFramebuffer *out);
bool vk_module_create(struct ombre_gpu *gpu, const uint32_t *code, size_t size,
                      VkShaderModule *out);
bool vk_echo_pipeline_create(struct ombre_gpu *gpu, VkRenderPass pass,
                             VkPipeline *out);
/* One attachment, whose components in `mask` are stored. */
bool vk_store_pipeline_create(struct ombre_gpu *gpu, VkFormat format,
                              VkSampleCountFlagBits samples,
                              VkColorComponentFlags mask,
                              VkPipelineColorBlendStateCreateFlags flags,
                              VkShaderModule fragment, VkPipelineLayout layout,
                              VkRenderPass pass, VkPipeline *out);
/* The part of a device that all its pipelines share. */
/* `bytes` are those of ombre_gpu_params.pipeline_cache. */
bool vk_shared_init(struct ombre_gpu *gpu, const void *bytes, size_t size);
/* vk_cache_data.c: what of `bytes`, from anywhere, may be handed to the driver;
 * NULL if nothing. */
const void *vk_cache_data_open(VkPhysicalDevice physical, const void *bytes,
                               size_t size, size_t *data_size);
void vk_shared_finish(struct ombre_gpu *gpu);
/* Have gpu->fetch[kind]; the first is always there. */
bool vk_fetch_make(struct ombre_gpu *gpu, enum vk_fetch_kind kind);
/* The vertex shader of all draws; *size in bytes.  Layered is one whose draws
 * go to layer n of what is attached where their first vertex is 3 n. */
const uint32_t *vk_rectangle_code(bool is_layered, size_t *size);
bool vk_layer_vert_make(struct ombre_gpu *gpu);
bool vk_set_layout_create(struct ombre_gpu *gpu,
                          const VkDescriptorSetLayoutBinding *binding,
                          uint32_t count, VkDescriptorSetLayout *out);
/* With one range of push constants. */
bool vk_layout_create(struct ombre_gpu *gpu, const VkDescriptorSetLayout *set,
                      uint32_t count, VkShaderStageFlags stage,
                      uint32_t push_size, VkPipelineLayout *out);

/* What is left of `outputs` when the patches are applied, and the numbers that
 * the shader applies itself. */
struct vk_outputs vk_outputs_patched(const struct ombre_vk_state *state,
                                     const struct vk_outputs *outputs);
struct vk_patch_block vk_patch_block(const struct ombre_vk_state *state,
                                     const struct vk_outputs *outputs);

/* --- What is kept (vk_key.c, vk_kept.c, vk_threads.c; vk_cache.h) ----------
 */

/* Room for a state with all its targets. */
enum { VK_MAX_KEY_WORDS = 160 };

struct vk_key {
    uint32_t word[VK_MAX_KEY_WORDS];
    uint32_t count;
};

struct vk_key vk_key_outputs(const struct vk_outputs *outputs);
/* Of a normal state and what its patches leave of the outputs. */
struct vk_key vk_key_pipeline(const struct ombre_vk_state *state,
                              const struct vk_outputs *outputs);
struct vk_key vk_key_program(const struct vk_recipe *recipe);
/* Of one of the libraries that programs share. */
struct vk_key vk_key_part(const struct vk_recipe *recipe,
                          enum vk_part_stage stage);
struct vk_key vk_key_pass(const VkFormat *format, uint32_t count,
                          VkSampleCountFlagBits samples,
                          VkAttachmentLoadOp load, uint32_t cleared);
struct vk_key vk_key_surface(const struct ombre_gpu_batch *batch);

/* Each finds an object or makes it.  What they give out is the cache's, and
 * stays at least until the next batch. */
bool vk_keep_module(struct ombre_gpu *gpu, const struct vk_outputs *outputs,
                    VkShaderModule *out);
bool vk_keep_pass(struct ombre_gpu *gpu, const VkFormat *format, uint32_t count,
                  VkSampleCountFlagBits samples, VkAttachmentLoadOp load,
                  VkRenderPass *out);
bool vk_keep_clear_pass(struct ombre_gpu *gpu, const VkFormat *format,
                        uint32_t count, VkSampleCountFlagBits samples,
                        VkAttachmentLoadOp load, uint32_t cleared,
                        VkRenderPass *out);
bool vk_keep_surface(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                     struct vk_surface *out);
bool vk_keep_echo_image(struct ombre_gpu *gpu, uint32_t width, uint32_t height,
                        struct vk_plain_image *out);
/* Of at least `size` bytes. */
bool vk_keep_buffer(struct ombre_gpu *gpu, uint64_t size,
                    VkBufferUsageFlags usage, bool read, struct vk_buffer *out);
/* Reset; with room for sets of `pages` pages and for all that fetch. */
bool vk_keep_pool(struct ombre_gpu *gpu, uint32_t pages, VkDescriptorPool *out);

/* A new one is zeroed, and kept so that who asks next finds it. */
bool vk_keep_program(struct ombre_gpu *gpu, const struct vk_key *key,
                     struct vk_program **out, bool *found);
bool vk_keep_part(struct ombre_gpu *gpu, const struct vk_recipe *recipe,
                  enum vk_part_stage stage, VkPipeline *out);

/* Programs of a batch that the cache lacks; zeroed to begin with. */
struct vk_missing {
    struct vk_missing_program *row;
    size_t count, room;
};

/* *out is where the program stands, or will when vk_missing_make() is done,
 * which makes all that are missing, on several threads. */
bool vk_missing_find(struct vk_missing *m, struct ombre_gpu *gpu,
                     const struct vk_recipe *recipe, struct vk_program **out);
bool vk_missing_make(struct vk_missing *m, struct ombre_gpu *gpu);
/* Also without vk_missing_make(), or after it failed. */
void vk_missing_finish(struct vk_missing *m, struct ombre_gpu *gpu);

/* --- Checks (vk_check.c) ---------------------------------------------------
 */

/* Refuse whatever the device cannot do or a driver might crash on. */
bool vk_check_batch(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch);
/* vk_check_image.c */
bool vk_check_image(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                    uint32_t target);
bool vk_check_state(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch,
                    const struct ombre_vk_state *state);

/* --- A batch (vk_batch.c, vk_draw.c, vk_upload.c, vk_readback.c, vk_echo.c) -
 */

/* The state of a job: of a draw, or of one sample of an upload. */
struct vk_batch_pipeline {
    const struct vk_program *program; /* the cache's */
    struct vk_patch_block patches;
};

/* An upload that is drawn, a job for each sample, or cleared. */
struct vk_upload {
    uint32_t target;
    size_t first_job, end_job; /* none: it is a clear */
    VkRenderPass pass;         /* the cache's */
    VkFramebuffer framebuffer;
    uint32_t (*operands)[4];
};

/* The records of all draws, one after another, in an image of their own. */
struct vk_echo {
    struct vk_plain_image image; /* the cache's, and so is the pass */
    VkRenderPass pass;
    VkFramebuffer framebuffer;
    VkPipeline pipeline;
    uint32_t width, height; /* 0: no echo is wanted */
    uint64_t readback;
};

struct vk_batch {
    struct ombre_gpu *gpu;
    const struct ombre_gpu_batch *batch;
    struct vk_outputs outputs;

    /* Images, buffers and pool are the cache's. */
    struct vk_surface surface;
    struct vk_lane lane;

    /* Jobs of uploads come first, those of draws after them. */
    struct vk_job *job;
    struct vk_batch_pipeline *pipeline; /* of each job */
    struct vk_missing missing;
    size_t job_count, upload_job_count;
    struct vk_plan plan;

    struct vk_upload upload[OMBRE_VK_MAX_ATTACHMENTS];
    uint32_t upload_count;
    struct vk_echo echo;

    bool is_emulated;
    struct vk_emulation *emulation; /* vk_emulate.h */

    struct vk_buffer operands, patches, staging, readback;
    uint64_t patch_stride, staging_size, readback_size;
    uint64_t token;       /* where the read-back tells that all was done */
    VkBufferView *view;   /* of each page */
    VkDescriptorSet *set; /* of each page */
    VkDescriptorSet fetch_set[OMBRE_VK_MAX_ATTACHMENTS];
    VkDescriptorSet rest_set[OMBRE_VK_MAX_ATTACHMENTS];
    VkDescriptorPool pool;
};

/* vk_batch.c: make what a batch needs. */
bool vk_batch_init(struct vk_batch *b, struct ombre_gpu *gpu,
                   const struct ombre_gpu_batch *batch);
void vk_batch_finish(struct vk_batch *b);
/* Have a job drawn by a recipe, with the patches of a state. */
bool vk_batch_program(struct vk_batch *b, size_t job,
                      const struct vk_recipe *recipe,
                      const struct ombre_vk_state *state,
                      const struct vk_outputs *outputs);
/* Reserve `size` bytes at a good offset of a buffer to come. */
bool vk_batch_reserve(struct vk_batch *b, uint64_t *total, uint64_t size,
                      uint64_t *offset);
uint64_t vk_batch_texels(const struct vk_batch *b);

/* vk_draw.c */
void vk_pieces_record(struct vk_batch *b, size_t first_job, size_t end_job);
struct vk_push vk_piece_push(const struct vk_batch *b,
                             const struct vk_piece *p);
void vk_pass_begin(struct vk_batch *b, VkRenderPass pass,
                   VkFramebuffer framebuffer, uint32_t width, uint32_t height);
/* vk_clear.c: the run of clears that begins with number `first`; returns how
 * many it has.  In a pass of one attachment, `alone`, no other is begun. */
uint32_t vk_clear_run(const struct ombre_gpu_batch *batch, uint32_t first);
VkRect2D vk_clear_rect(const struct ombre_gpu_batch *batch,
                       const struct ombre_gpu_clear *clear);
uint32_t vk_clears_record(struct vk_batch *b, uint32_t first, bool alone);
void vk_area_record(struct vk_batch *b, uint32_t x, uint32_t y, uint32_t width,
                    uint32_t height);

/* vk_draw.c: make, draw and read a batch that needs no parts. */
bool vk_batch_run(struct ombre_gpu *gpu, const struct ombre_gpu_batch *batch);

bool vk_upload_init(struct vk_batch *b);
void vk_upload_jobs(struct vk_batch *b);
bool vk_upload_pipelines(struct vk_batch *b);
void vk_upload_fill(struct vk_batch *b);
void vk_upload_record(struct vk_batch *b);
void vk_upload_finish(struct vk_batch *b);

/* vk_rest.c: what images have beside the targets. */
bool vk_rest_init_upload(struct vk_batch *b);
bool vk_rest_init_readback(struct vk_batch *b);
void vk_rest_sets(struct vk_batch *b);
void vk_rest_fill(struct vk_batch *b);
void vk_rest_record_upload(struct vk_batch *b, uint32_t target);
void vk_rest_record_readback(struct vk_batch *b);
void vk_rest_record_fetch(struct vk_batch *b);
/* Find out what has changed: gpu->spill. */
void vk_rest_check(const struct vk_batch *b);

/* Fetches, of vk_readback.c: one by one written to a set, recorded, and a texel
 * of what they wrote taken from where they wrote it. */
uint32_t vk_texel_words(const struct vk_target *t);
void vk_fetch_write(struct vk_batch *b, VkDescriptorSet set, VkImageView view,
                    uint64_t offset, uint64_t size);
void vk_fetch_record(struct vk_batch *b, VkPipeline pipeline,
                     VkDescriptorSet set, const struct vk_fetch_push *push,
                     uint32_t layers);
void vk_fetch_texel(const struct vk_batch *b, const struct vk_target *t,
                    uint64_t offset, size_t texel, char *to);

bool vk_readback_init(struct vk_batch *b);
void vk_readback_sets(struct vk_batch *b);
/* Poison what earlier batches left there. */
void vk_readback_poison(struct vk_batch *b);
void vk_readback_record(struct vk_batch *b);
bool vk_readback_store(const struct vk_batch *b);

bool vk_echo_init(struct vk_batch *b);
void vk_echo_record(struct vk_batch *b);
void vk_echo_store(const struct vk_batch *b);
void vk_echo_finish(struct vk_batch *b);

#endif
