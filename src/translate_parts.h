/* src/translate_parts.h - the steps of ombre_translate(), one noun a file
 *
 * Each step reads what the steps before it left in `struct translating`.
 */
#ifndef TRANSLATE_PARTS_H
#define TRANSLATE_PARTS_H

#include "ombre/translate.h"

enum {
    ALL_COMPONENTS = 0xF,
    ALPHA_COMPONENT = 1u << OMBRE_ALPHA,
    RGB_COMPONENTS = ALL_COMPONENTS & ~ALPHA_COMPONENT,
};

/* How the VkFormat at hand holds a DXGI format. */
enum holding {
    HELD_NATIVE,
    HELD_ALPHA_IN_RED, /* A8 in R8: alpha lives in the red component */
    HELD_OPAQUE,       /* X8 in A8: the stored alpha must not be read */
};

/* What is known of one target on the way. */
struct slot {
    const struct ombre_target *target; /* NULL: the state has fewer */
    const struct ombre_format *format; /* NULL: a hole */
    uint8_t mask;  /* components that are really written, as Direct3D names */
    uint8_t spare; /* mask bits that no stored component cares for */
    bool declared; /* attached, and the shader outputs to it */
    bool blend;    /* the blender really runs */
    enum holding holding;
    VkFormat vk; /* that holds it, and what is known of that */
    const struct ombre_vk_format_facts *facts;
};

struct translating {
    const struct ombre_state *state;
    const struct ombre_vk_facts *facts;
    struct ombre_translation *out;
    struct slot slot[OMBRE_MAX_TARGETS];
    /* Sets of targets or outputs: bit n stands for number n. */
    unsigned outputs; /* a shader is bound and declares it */
    unsigned floats;  /* likewise, and it is a float */
    unsigned fixed;   /* of a UNORM or SNORM format */
    unsigned in_red;  /* HELD_ALPHA_IN_RED */
    unsigned holes;   /* also beyond the state's targets */
    unsigned live;    /* written at all */
    unsigned seconds; /* blends with a SRC1 factor, be it in vain */
    unsigned dropped; /* DROP_OUTPUT names it */
    bool dual_source; /* output 1 is a second source that something reads */
};

static inline bool slot_is_hole(const struct slot *slot)
{
    return slot->format == NULL;
}

/* Whether the target is written at all. */
static inline bool slot_is_live(const struct slot *slot)
{
    return slot->mask != 0;
}

static inline bool is_in(unsigned set, unsigned number)
{
    return (set >> number & 1) != 0;
}

/* Whether a device can do with a VkFormat what the target asks for. */
static inline bool is_capable(const struct translating *t,
                              const struct slot *slot,
                              const struct ombre_vk_format_facts *facts)
{
    return facts->color_attachment && (facts->blend || !slot->blend) &&
           (facts->samples & t->state->sample_count) != 0;
}

/* Abilities of a VkFormat; none, if it is unknown. */
const struct ombre_vk_format_facts *translate_facts_of(
    const struct ombre_vk_facts *facts, VkFormat format);

/* --- Steps, in order ----------------------------------------------------- */

/* Look at each target alone. */
void translate_slots(struct translating *t);

/* Refuse what no driver may be handed; false leaves status and reason. */
bool translate_accept(struct translating *t);

/* Choose how each target is held, and fill formats. */
void translate_formats(struct translating *t);

/* Fill attachments, and the key's word of each; logic operation, constants,
 * samples and coverage. */
void translate_blend(struct translating *t);

void translate_patches(struct translating *t);

/* Fill needs, and compare with what the device has. */
void translate_device(struct translating *t);

void translate_plans(struct translating *t);

/* Fill the key's word 0. */
void translate_key(struct translating *t);

/* A target's word of the key, from what Direct3D asks for before it is fitted
 * to how the target is held. */
uint32_t translate_key_word(const struct slot *slot,
                            const VkPipelineColorBlendAttachmentState *asked);

/* --- Attachments --------------------------------------------------------- */

/* MAX_ENUM for a number that is none of Direct3D's. */
VkLogicOp translate_logic_op(enum ombre_logic_op op);

/* The attachment of one target before it is fitted to how it is held. */
void translate_attachment(const struct slot *slot,
                          VkPipelineColorBlendAttachmentState *out);

bool attachments_equal(const VkPipelineColorBlendAttachmentState *a,
                       const VkPipelineColorBlendAttachmentState *b);
bool attachments_differ(const struct ombre_vk_state *vk);

#endif /* TRANSLATE_PARTS_H */
