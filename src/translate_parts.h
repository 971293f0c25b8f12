/* src/translate_parts.h - the steps of ombre_translate(), one noun a file
 *
 * Each step reads what the steps before it left in `struct translating`.
 */
#ifndef TRANSLATE_PARTS_H
#define TRANSLATE_PARTS_H

#include "ombre/translate.h"

enum { ALL_COMPONENTS = 0xF, ALPHA_COMPONENT = 1u << OMBRE_ALPHA };

/* How the VkFormat at hand holds a DXGI format. */
enum holding {
    HELD_NATIVE,
    HELD_ALPHA_IN_RED, /* A8 in R8: alpha lives in the red component */
    HELD_OPAQUE,       /* X8 in A8: the stored alpha must not be read */
};

/* What is known of one target on the way. */
struct slot {
    const struct ombre_target *target;
    bool declared; /* attached, and the shader outputs to it */
    uint8_t mask;  /* components that are really written, as Direct3D names */
    bool blend;    /* the blender really runs */
    enum holding holding;
    struct ombre_vk_format_facts facts; /* of the VkFormat that holds it */
    uint8_t spare; /* mask bits that no stored component cares for */
};

struct translating {
    const struct ombre_state *state;
    const struct ombre_vk_facts *facts;
    struct ombre_translation *out;
    struct slot slot[OMBRE_MAX_TARGETS];
    bool dual_source; /* Direct3D's output 1 is the second source */
};

/* Components that `format` has, as bits of a write mask. */
uint8_t stored_components(const struct ombre_format *format);

bool slot_is_hole(const struct slot *slot);

/* Whether the target is written at all. */
bool slot_is_live(const struct slot *slot);

/* --- Steps, in order ----------------------------------------------------- */

/* Look at each target alone. */
void translate_slots(struct translating *t);

/* Refuse what no driver may be handed; false leaves status and reason. */
bool translate_accept(struct translating *t);

/* Choose how each target is held, and fill formats. */
void translate_formats(struct translating *t);

/* Fill attachments, logic operation, constants, samples and coverage. */
void translate_blend(struct translating *t);

void translate_patches(struct translating *t);

/* Fill needs, and compare with what the device has. */
void translate_device(struct translating *t);

void translate_plans(struct translating *t);
void translate_key(struct translating *t);

/* --- Vocabulary: MAX_ENUM for a number that is none of Direct3D's -------- */

VkBlendFactor translate_color_factor(enum ombre_factor factor);
VkBlendFactor translate_alpha_factor(enum ombre_factor factor);
VkBlendOp translate_blend_op(enum ombre_blend_op op);
VkLogicOp translate_logic_op(enum ombre_logic_op op);

/* The attachment of one target before it is fitted to how it is held. */
VkPipelineColorBlendAttachmentState translate_attachment(
    const struct slot *slot);

bool attachments_equal(const VkPipelineColorBlendAttachmentState *a,
                       const VkPipelineColorBlendAttachmentState *b);
bool attachments_differ(const struct ombre_vk_state *vk);

#endif /* TRANSLATE_PARTS_H */
