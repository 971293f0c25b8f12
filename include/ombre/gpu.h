/* ombre/gpu.h - draw on one Vulkan device, and read every bit back
 *
 * Knows Vulkan state only.  It never sees what Direct3D state was meant, nor
 * what is expected: it is handed operands, uploads and struct ombre_vk_state,
 * and returns texels.
 *
 * Drivers may fail, hang, lose the device or return nonsense.  Every call that
 * can do so is checked and every wait is bounded; what a driver does to the
 * process itself (a crash) is for the caller to contain, in a process of its
 * own.
 */
#ifndef OMBRE_GPU_H
#define OMBRE_GPU_H

#include <stddef.h>

#include "ombre/lane.h"
#include "ombre/log.h"
#include "ombre/vk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Could the work be done?  Whether its result was right is another question. */
enum ombre_gpu_status {
    OMBRE_GPU_OK = 0,
    OMBRE_GPU_NO_LOADER,   /* no Vulkan loader on this machine */
    OMBRE_GPU_NO_DEVICE,   /* no driver, or none that was asked for */
    OMBRE_GPU_UNSUPPORTED, /* the device lacks something; `reason` names it */
    OMBRE_GPU_OUT_OF_MEMORY,
    OMBRE_GPU_TIMEOUT,
    OMBRE_GPU_LOST,   /* VK_ERROR_DEVICE_LOST */
    OMBRE_GPU_FAILED, /* another Vulkan call failed; `reason` names it */
};

const char *ombre_gpu_status_name(enum ombre_gpu_status status);

/* --- Devices -------------------------------------------------------------- */

/* What `vulkaninfo --summary` says of a device, under its names. */
struct ombre_gpu_info {
    uint32_t apiVersion, driverVersion, vendorID, deviceID;
    VkPhysicalDeviceType deviceType;
    char deviceName[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    VkDriverId driverID;
    char driverName[VK_MAX_DRIVER_NAME_SIZE];
    char driverInfo[VK_MAX_DRIVER_INFO_SIZE];
    VkConformanceVersion conformanceVersion;
    uint8_t deviceUUID[VK_UUID_SIZE], driverUUID[VK_UUID_SIZE];
    bool has_pci;    /* VK_EXT_pci_bus_info */
    uint32_t pci[4]; /* domain, bus, device, function */
};

enum ombre_gpu_validation {
    OMBRE_GPU_VALIDATION_OFF,
    OMBRE_GPU_VALIDATION_ON,   /* VK_LAYER_KHRONOS_validation, core checks */
    OMBRE_GPU_VALIDATION_SYNC, /* and synchronization validation */
};

/* One Vulkan instance and the devices it shows.  Not thread-safe. */
struct ombre_gpu_list;

/* Every field may be left zero. */
struct ombre_gpu_list_params {
    enum ombre_gpu_validation validation;
    struct ombre_log log;
};

/* Find the loader and list its devices, in the loader's order.
 *
 * On OMBRE_GPU_OK *out is the caller's (an empty list is OMBRE_GPU_NO_DEVICE);
 * on anything else *out is NULL.  If validation is asked for and the layer is
 * not installed, the list is made without it and
 * ombre_gpu_list_has_validation() says so.
 */
enum ombre_gpu_status ombre_gpu_list_create(
    const struct ombre_gpu_list_params *params, struct ombre_gpu_list **out);
void ombre_gpu_list_destroy(struct ombre_gpu_list **list);

size_t ombre_gpu_list_count(const struct ombre_gpu_list *list);
bool ombre_gpu_list_has_validation(const struct ombre_gpu_list *list);
/* The loader's Vulkan version, as VK_MAKE_API_VERSION() packs it. */
uint32_t ombre_gpu_list_loader_version(const struct ombre_gpu_list *list);
const struct ombre_gpu_info *ombre_gpu_list_info(
    const struct ombre_gpu_list *list, size_t index);

/* Ask a device, without opening it, what it offers for `formats`. */
bool ombre_gpu_list_facts(struct ombre_gpu_list *list, size_t index,
                          const VkFormat *formats, size_t format_count,
                          struct ombre_vk_facts *out);

/* Make facts those of a device without some features (enum ombre_vk_need, enum
 * ombre_lane_feature). */
void ombre_gpu_take_away(struct ombre_vk_facts *facts, uint32_t without);

/* Features of lanes that this build knows: of others no device is asked, since
 * the Vulkan headers it was built with do not have them. */
uint32_t ombre_gpu_lane_features_known(void);

/* One open device.  Not thread-safe; must not outlive its list, and all devices
 * of a list are for one thread, so that messages find the call they belong to.
 */
struct ombre_gpu;

struct ombre_gpu_params {
    size_t index;
    /* Features not to enable although the device has them (enum
     * ombre_vk_need, enum ombre_lane_feature); facts then say that it has not.
     */
    uint32_t without;
    /* Features of lanes to enable where the device has them (enum
     * ombre_lane_feature); facts then tell those that were.  With none, the
     * device is as if it had no extension but that by which vertex shaders
     * choose layers (VK_EXT_shader_viewport_index_layer). */
    uint32_t lane_features;
    /* Of each wait for a batch of few draws (see ombre_gpu_patience()); 0 means
     * 30 seconds. */
    uint64_t timeout_ns;
    /* Bytes of device memory for what is kept from batch to batch and for the
     * batch itself; one that needs more is OMBRE_GPU_OUT_OF_MEMORY.  0 means a
     * quarter of the device's largest heap. */
    uint64_t memory_budget;
    uint32_t threads; /* to make pipelines on, at most; 0 means one a core */
    /* What ombre_gpu_pipeline_cache() gave for this device, in this process or
     * an earlier one, or NULL; not kept.  Anything else is passed over. */
    const void *pipeline_cache;
    size_t pipeline_cache_size;
    const VkFormat *formats; /* that facts should cover; not kept */
    size_t format_count;
};

enum ombre_gpu_status ombre_gpu_open(struct ombre_gpu_list *list,
                                     const struct ombre_gpu_params *params,
                                     struct ombre_gpu **out);

/* Wait for the device (bounded), release it, set *gpu to NULL.  NULL is fine.
 */
void ombre_gpu_close(struct ombre_gpu **gpu);

/* What the driver has compiled, to be given to ombre_gpu_open() another time.
 * On OMBRE_GPU_OK *out is the caller's, to be freed with free(). */
enum ombre_gpu_status ombre_gpu_pipeline_cache(struct ombre_gpu *gpu,
                                               void **out, size_t *size);

/* What the device offers, less what `without` took away. */
const struct ombre_vk_facts *ombre_gpu_facts(const struct ombre_gpu *gpu);
const struct ombre_gpu_info *ombre_gpu_device_info(const struct ombre_gpu *gpu);

/* Whether the validation layer watches.  One that is older than a feature of
 * params->lane_features is not loaded, as it would get in the way. */
bool ombre_gpu_is_validated(const struct ombre_gpu *gpu);

/* Why the last call on `gpu` did not return OMBRE_GPU_OK: one line, "" if it
 * did. */
const char *ombre_gpu_reason(const struct ombre_gpu *gpu);

/* Messages of the validation layer since the last ombre_gpu_clear_messages():
 * "VUID-...: text".  The first 64 are kept, NULL stands for the others; the
 * count is of all. */
size_t ombre_gpu_message_count(const struct ombre_gpu *gpu);
const char *ombre_gpu_message(const struct ombre_gpu *gpu, size_t index);
void ombre_gpu_clear_messages(struct ombre_gpu *gpu);

/* --- A batch -------------------------------------------------------------- */

/* What the fragment shader of a batch declares for one output. */
enum ombre_gpu_output_type {
    OMBRE_GPU_OUTPUT_NONE,
    OMBRE_GPU_OUTPUT_FLOAT,
    OMBRE_GPU_OUTPUT_UINT,
    OMBRE_GPU_OUTPUT_SINT,
};

/* An image of which targets are parts.  Zeroed where nothing is said, but for
 * what must not be 0. */
struct ombre_gpu_image {
    uint32_t dimensions; /* 1 to 3 */
    VkExtent3D extent;   /* of level 0; depth is 1 but in 3 dimensions, height
                          * in 1 */
    uint32_t mip_levels, array_layers; /* at least 1 */
    /* UNDEFINED: that of the first target with this image.  Another one takes
     * `mutable_format` and has texels of the same size. */
    VkFormat format;
    bool mutable_format;
    bool linear;             /* VK_IMAGE_TILING_LINEAR */
    VkImageUsageFlags usage; /* beside what drawing and reading back take */
};

/* What of an image a target is. */
struct ombre_gpu_view {
    uint32_t mip;
    uint32_t first; /* array layer, or slice of a level in 3 dimensions */
    uint32_t count; /* of them that are attached; 0 means 1 */
};

/* One image to draw to.  A hole has format VK_FORMAT_UNDEFINED. */
struct ombre_gpu_target {
    VkFormat format;
    uint32_t texel_size; /* bytes */
    /* Texels before the batch and after it: width * height * samples of them,
     * row by row from the top, the samples of a pixel side by side.  `readback`
     * is the caller's and written only on OMBRE_GPU_OK; with one sample it may
     * be NULL: ombre_gpu_texels() shows them where they are. */
    const void *upload;
    void *readback;
    /* With more than one sample a texel cannot be copied in: it is drawn, one
     * sample after another.  Where the device draws to integers of that many
     * samples, `upload` is drawn as bits.  Elsewhere, or if `upload` is NULL,
     * the shader outputs these values, as many as texels, each 4 words (fp32
     * bits, or integers by the format's class; for an sRGB format the value
     * without the curve, code / 255).  May be NULL with one sample. */
    const uint32_t (*upload_value)[4];
    /* If not NULL, instead of both: all texels are cleared to this, as the
     * attachment of a render pass of its own. */
    const VkClearColorValue *clear;
    /* NULL: an image of one level and one layer that is as large as the batch
     * needs.  Targets that name one image have one memory; what they are of it
     * must not overlap. */
    const struct ombre_gpu_image *image;
    struct ombre_gpu_view view; /* where an image is named */
};

/* One draw: a rectangle of pixels, `layers` overlapping primitives deep. */
struct ombre_gpu_draw {
    /* Of as many attachments as the batch has targets, or fewer: then the
     * others are not attached. */
    const struct ombre_vk_state *state;
    uint32_t x, y, width, height;
    uint32_t layers; /* drawn in order, in one instanced draw call */
    /* What the shader outputs: layers * height * width * slots of 4 words
     * each, slot fastest, then x, y, layer.  `slots` is the batch's.  Draws in
     * a row that have the same size and the same operands share them. */
    const uint32_t (*operands)[4];
};

/* How a target is cleared: by vkCmdClearAttachments in a pass, or by a pass
 * that begins with it (VK_ATTACHMENT_LOAD_OP_CLEAR); consecutive ones of the
 * latter that have the same rectangle share a pass, and draws inside the
 * rectangle that follow are in it, too.  A target that the fragment shader
 * computes, and one of several layers, of which one is cleared, is so in a
 * pass. */
enum ombre_gpu_clear_by { OMBRE_GPU_CLEAR_IN_PASS, OMBRE_GPU_CLEAR_AS_LOADED };

/* One target in one rectangle. */
struct ombre_gpu_clear {
    uint32_t before; /* the number of the draw that follows, or draw_count */
    uint32_t target; /* no hole; it need not be attached in any draw */
    enum ombre_gpu_clear_by by;
    uint32_t x, y, width, height;
    VkClearColorValue color; /* by the type of the target's VkFormat */
};

struct ombre_gpu_batch {
    uint32_t width, height; /* of what is uploaded, drawn to and read back */
    /* Where that lies in every target; all else of images that are named must
     * keep what it holds: ombre_gpu_spill(). */
    uint32_t x, y;
    uint32_t layer; /* of what is attached, to which draws go */
    /* If not 0: `upload` holds no more than a tile of this size, which covers
     * the target again and again from its upper left corner.  One sample. */
    uint32_t tile_width, tile_height;
    VkSampleCountFlagBits samples;
    uint32_t target_count;
    struct ombre_gpu_target target[OMBRE_VK_MAX_ATTACHMENTS];
    enum ombre_gpu_output_type output[OMBRE_VK_MAX_ATTACHMENTS];
    bool export_coverage; /* gl_SampleMask is written */
    /* Operand records of a pixel: one per output index up to the highest
     * declared one, then, if export_coverage, one whose first word is the
     * mask. */
    uint32_t slots;
    /* How the states of draws reach the device; refused where its features were
     * not enabled (struct ombre_gpu_params). */
    struct ombre_lane lane;
    /* Where commands set state: only what differs from the draw before, also if
     * that had another pipeline.  Otherwise each draw's is set as a whole. */
    bool is_terse;
    uint32_t draw_count;
    const struct ombre_gpu_draw *draw;
    /* Read targets of one sample and two dimensions back twice, by copy and by
     * shader fetch, where the device can; OMBRE_GPU_FAILED if they differ. */
    bool reads_twice;
    /* Between draws, in their order: `before` never decreases. */
    uint32_t clear_count;
    const struct ombre_gpu_clear *clear;
    /* If not NULL: the operands as the shader saw them, in the order of the
     * draws and laid out as their `operands`.  The caller's. */
    uint32_t (*echo)[4];
};

/* A texel of an image that no target is and that changed nevertheless. */
struct ombre_gpu_spill {
    uint32_t target;           /* the first that has the image */
    uint32_t mip, layer, x, y; /* the layer is a slice in 3 dimensions */
    uint32_t count;            /* texels that changed, in all images */
};

/* How samples were read back. */
enum ombre_gpu_readback {
    OMBRE_GPU_READBACK_RAW,      /* bits, by copy or through integer views */
    OMBRE_GPU_READBACK_BY_VALUE, /* through the format's own view */
};

/* How the fragment shader, where it computes a target, gets to see what earlier
 * primitives left there.
 * BARRIER: each layer is a draw of its own, after a barrier.
 * RASTER: the device orders it (VK_EXT_rasterization_order_attachment_access),
 * which takes OMBRE_LANE_FEATURE_RASTER_ORDER. */
enum ombre_gpu_order {
    OMBRE_GPU_ORDER_NONE, /* it computes none */
    OMBRE_GPU_ORDER_BARRIER,
    OMBRE_GPU_ORDER_RASTER,
};

/* How it is on a device that has been opened, by its facts. */
enum ombre_gpu_order ombre_gpu_order_of(const struct ombre_vk_facts *facts);

/* How many times timeout_ns a batch may take: once, and once more for each 64
 * draws, and so for each target that is emulated and each group of targets that
 * are drawn apart. */
uint32_t ombre_gpu_patience(const struct ombre_gpu_batch *batch);

/* Upload, draw everything in one command buffer, read back.
 *
 * What was made for a batch (images, buffers, shader modules, pipelines) is
 * kept for those to come until the device is closed, or until the budget or
 * newer things ask for its room.
 *
 * OMBRE_GPU_UNSUPPORTED means that the device cannot hold or draw such a batch
 * and nothing was drawn.  After OMBRE_GPU_LOST or OMBRE_GPU_TIMEOUT the device
 * is good for nothing but ombre_gpu_close().
 */
enum ombre_gpu_status ombre_gpu_run(struct ombre_gpu *gpu,
                                    const struct ombre_gpu_batch *batch,
                                    enum ombre_gpu_readback *how);

/* What the last batch changed outside of its targets: of images that are named
 * all texels that are no target's were filled with noise before it, and
 * compared after it.  NULL if nothing did. */
const struct ombre_gpu_spill *ombre_gpu_spill(const struct ombre_gpu *gpu);

/* `state` in the one spelling that what Vulkan ignores has: pipelines are made
 * from that.  `independent`: attachments need not be identical. */
struct ombre_vk_state ombre_gpu_state_normal(const struct ombre_vk_state *state,
                                             bool independent);

/* What a pipeline holds of `state` where commands set what the features in
 * `dynamic` (enum ombre_lane_feature) are about: of that something else, legal
 * in every state, so that a driver which looks there is found out. */
struct ombre_vk_state ombre_gpu_state_fixed(const struct ombre_vk_state *state,
                                            uint32_t dynamic);

/* --- Probes --------------------------------------------------------------- */

/* What a device must do before it can draw a batch, each step relying on those
 * before it.  For bringing up a driver that does not yet.
 * X(ID, "name", "what is done") */
#define OMBRE_GPU_PROBES(X)                                                    \
    X(SUBMIT, "submit", "an empty command buffer is submitted and waited for") \
    X(FILL, "fill", "a buffer is filled by vkCmdFillBuffer")                   \
    X(COPY, "copy", "a buffer is copied to another")                           \
    X(IMAGE, "image", "texels are copied to an image and back")                \
    X(CLEAR, "clear", "an attachment is cleared as a render pass begins")

enum ombre_gpu_probe {
#define X(id, name, what) OMBRE_GPU_PROBE_##id,
    OMBRE_GPU_PROBES(X)
#undef X
        OMBRE_GPU_PROBE_COUNT
};

/* The first word that came back wrong. */
struct ombre_gpu_probe_result {
    bool right;
    uint32_t index, wanted, got, wrong_count;
};

/* Do one step and compare every word of what came back.  *out is filled only on
 * OMBRE_GPU_OK. */
enum ombre_gpu_status ombre_gpu_probe(struct ombre_gpu *gpu,
                                      enum ombre_gpu_probe probe,
                                      struct ombre_gpu_probe_result *out);

/* Texels of a target after the last batch, laid out as `readback`; NULL unless
 * that was OMBRE_GPU_OK and had one sample.  To be read before the next call on
 * `gpu`. */
const void *ombre_gpu_texels(const struct ombre_gpu *gpu, uint32_t target);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_GPU_H */
