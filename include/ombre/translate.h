/* ombre/translate.h - the same output merger, said in Vulkan
 *
 * Pure: no allocation, no globals, no logging, any number of threads.
 */
#ifndef OMBRE_TRANSLATE_H
#define OMBRE_TRANSLATE_H

#include "ombre/state.h"
#include "ombre/vk.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a target gets Direct3D's result. */
enum ombre_plan {
    OMBRE_PLAN_NONE,   /* a hole, or nothing is ever written */
    OMBRE_PLAN_NATIVE, /* the device's output merger, state for state */
};

/* Why a state cannot be had on a device. */
enum ombre_translate_status {
    OMBRE_TRANSLATE_OK,
    OMBRE_TRANSLATE_INVALID,     /* Direct3D rejects it; validate says why */
    OMBRE_TRANSLATE_UNSUPPORTED, /* this device cannot; `reason` says why */
};

/* Why a target has the plan it has. */
enum ombre_because {
    OMBRE_BECAUSE_NO_TARGET,
    OMBRE_BECAUSE_NO_SHADER,  /* no pixel shader */
    OMBRE_BECAUSE_NO_OUTPUT,  /* the shader does not declare the output */
    OMBRE_BECAUSE_NO_MASK,    /* the write mask is 0 */
    OMBRE_BECAUSE_ATTACHMENT, /* the VkFormat has COLOR_ATTACHMENT */
    OMBRE_BECAUSE_BLEND,      /* the VkFormat has COLOR_ATTACHMENT_BLEND */
};

struct ombre_target_plan {
    enum ombre_plan how;
    enum ombre_because because;
    /* The DXGI format that another VkFormat carries, or NULL. */
    const struct ombre_format *carried;
};

/* "COLOR_ATTACHMENT_BLEND of VK_FORMAT_R8G8B8A8_UNORM"; cut if too long. */
struct ombre_plan_text {
    char text[96];
};

enum { OMBRE_KEY_VERSION = 1 };

struct ombre_translation {
    enum ombre_translate_status status;
    char reason[192]; /* "", or unless OK what is missing, and who needs it */
    struct ombre_vk_state vk;
    struct ombre_target_plan plan[OMBRE_MAX_TARGETS];
    /* Normalised: word 0 the version and what all targets share, then one word
     * a target; equal for states that draw alike, whatever the desc's padding
     * and ignored fields hold, and the same on every device.  Formats, shader,
     * blend constants and sample mask are keyed by whoever holds them. */
    uint32_t key[1 + OMBRE_MAX_TARGETS];
};

/* Translate `state` for a device with `facts`.
 *
 * Fills all of *out but what its counts leave out, also when the status is
 * UNSUPPORTED (the Vulkan state is then what a better device would get).
 * `state` must come from ombre_state_from_pso() on a pso without errors; one
 * that breaks the rules that a driver may crash on (second source on a target
 * above 0, blending on an integer target) gives OMBRE_TRANSLATE_INVALID, with
 * all but status and reason zero.  Returns out->status.
 */
enum ombre_translate_status ombre_translate(const struct ombre_state *state,
                                            const struct ombre_vk_facts *facts,
                                            struct ombre_translation *out);

/* Facts of a device that has everything, and of one that has only what Vulkan
 * 1.1 makes mandatory; both know every format of format.h. */
struct ombre_vk_facts ombre_vk_facts_all(void);
struct ombre_vk_facts ombre_vk_facts_minimum(void);

/* HRESULT that Direct3D 12 would have returned: S_OK, E_INVALIDARG, or
 * DXGI_ERROR_UNSUPPORTED where only the device is at fault. */
uint32_t ombre_translate_hresult(enum ombre_translate_status status);

const char *ombre_translate_status_name(enum ombre_translate_status status);
const char *ombre_plan_name(enum ombre_plan plan);

/* Why target `target` (below OMBRE_MAX_TARGETS) has its plan, in words. */
struct ombre_plan_text ombre_plan_because(
    const struct ombre_translation *translation, unsigned target);

/* Vulkan's own names ("VK_BLEND_FACTOR_ONE"); NULL for a number that the
 * translator never produces. */
const char *ombre_vk_blend_factor_name(VkBlendFactor factor);
const char *ombre_vk_blend_op_name(VkBlendOp op);
const char *ombre_vk_logic_op_name(VkLogicOp op);
const char *ombre_vk_format_name(VkFormat format);
const char *ombre_vk_patch_name(enum ombre_vk_patch_kind kind);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_TRANSLATE_H */
