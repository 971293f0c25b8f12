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
    OMBRE_PLAN_SPLIT,  /* likewise, in a draw of its own */
    OMBRE_PLAN_SHADER, /* the fragment shader computes texels */
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
    /* Emulated: */
    OMBRE_BECAUSE_ASKED, /* the policy says so */
    OMBRE_BECAUSE_NO_LOGIC_OP,
    OMBRE_BECAUSE_NO_DUAL_SOURCE,
    OMBRE_BECAUSE_NO_INDEPENDENT_BLEND,
    OMBRE_BECAUSE_NO_ATTACHMENT, /* nor has a carrier's VkFormat */
    OMBRE_BECAUSE_NO_SAMPLES,
    OMBRE_BECAUSE_NO_BLEND,
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
 * UNSUPPORTED (the Vulkan state is then what a better device would get).  A
 * caller that chooses VkFormats itself leaves those that it would not use out
 * of facts->format: without A8_UNORM, say, the alpha of A8 is held by R8's red.
 * `state` must come from ombre_state_from_pso() on a pso without errors; one
 * that breaks the rules that a driver may crash on (second source on a target
 * above 0, blending on an integer target) gives OMBRE_TRANSLATE_INVALID, with
 * all but status and reason zero.  Returns out->status.
 */
enum ombre_translate_status ombre_translate(const struct ombre_state *state,
                                            const struct ombre_vk_facts *facts,
                                            struct ombre_translation *out);

/* The key alone.  Returns false, with all words 0, where ombre_translate()
 * gives OMBRE_TRANSLATE_INVALID. */
bool ombre_state_key(const struct ombre_state *state,
                     uint32_t key[1 + OMBRE_MAX_TARGETS]);

/* --- Lenience ---------------------------------------------------------------
 *
 * ombre_translate() is strict: what Direct3D rejects is INVALID.  A caller who
 * would rather draw something reads the desc with
 * ombre_state_from_pso_leniently(), and mends the state, which knows the
 * device, before it is translated.
 */

/* Leave out of *state what Direct3D rejects, and a logic operation that the
 * device lacks.  left_out[i] says what target i lost (enum ombre_left_out);
 * returns whether any lost something.  Counts of targets and samples that are
 * none are not mended. */
bool ombre_state_mend(struct ombre_state *state,
                      const struct ombre_vk_facts *facts,
                      uint8_t left_out[OMBRE_MAX_TARGETS]);

/* --- Dynamic state ----------------------------------------------------------
 */

/* Arguments of vkCmdSetColorBlendEnableEXT, vkCmdSetColorBlendEquationEXT and
 * vkCmdSetColorWriteMaskEXT; zero beyond `count`. */
struct ombre_vk_dynamic {
    uint32_t count;
    VkBool32 enable[OMBRE_VK_MAX_ATTACHMENTS];
    VkColorBlendEquationEXT equation[OMBRE_VK_MAX_ATTACHMENTS];
    VkColorComponentFlags mask[OMBRE_VK_MAX_ATTACHMENTS];
};

struct ombre_vk_dynamic ombre_vk_dynamic_of(const struct ombre_vk_state *vk);

/* Whether some attachment reads the blend constants. */
bool ombre_vk_reads_constants(const struct ombre_vk_state *vk);

/* What a translation may do beyond the device's output merger. */
struct ombre_translate_policy {
    /* The fragment shader has no side effects, so that it may run once for each
     * group of targets. */
    bool pure_shader;
    /* Bit n: the fragment shader computes target n in any case. */
    uint32_t in_shader;
};

/* Like ombre_translate(); where that is UNSUPPORTED, plan an emulation.
 *
 * Tried in this order: the fragment shader computes targets that lack a
 * feature (logicOp, dualSrcBlend), their format's blending, or a format;
 * targets whose states differ without independentBlend are drawn group by group
 * if the shader is pure, else computed by it.  With alpha to coverage the
 * shader then makes the coverage of all targets.  If that is not possible
 * either, *out is what ombre_translate() made, and `reason` has both limits. */
enum ombre_translate_status ombre_translate_with(
    const struct ombre_state *state, const struct ombre_vk_facts *facts,
    const struct ombre_translate_policy *policy, struct ombre_translation *out);

/* --- Clears ------------------------------------------------------------------
 */

/* The clear value of attachment `target` of *vk, which holds a Direct3D target
 * of `format`, for the colour of ClearRenderTargetView: NaN is 0 but for
 * floats, integers go toward zero and to what the target holds, and a target
 * that the shader computes gets a texel's words. */
VkClearColorValue ombre_translate_clear(const struct ombre_vk_state *vk,
                                        unsigned target,
                                        const struct ombre_format *format,
                                        const float color[4]);

/* --- Devices that are not there ---------------------------------------------
 */

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
const char *ombre_vk_numeric_name(enum ombre_vk_numeric numeric);

#ifdef __cplusplus
}
#endif

#endif /* OMBRE_TRANSLATE_H */
