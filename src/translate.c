/* The order of the steps, and what does not belong to one of them. */
#include "ombre/translate.h"

#include <string.h>

#include "translate_parts.h"

bool slot_is_hole(const struct slot *slot)
{
    return slot->target == NULL || slot->target->format == NULL;
}

bool slot_is_live(const struct slot *slot)
{
    return slot->mask != 0;
}

/* R9G9B9E5 is written as a whole or not at all (D3D12R9G9B9E5Format;
 * VUID-VkGraphicsPipelineCreateInfo-renderPass-09043), by any of its
 * components: 0x7 acts as 0xF, alpha alone writes nothing. */
static uint8_t written_components(const struct ombre_target *target)
{
    const unsigned mask =
        target->write_mask & stored_components(target->format);

    if (target->format->numeric == OMBRE_SHARED)
        return mask != 0 ? ALL_COMPONENTS : 0;
    return (uint8_t) mask;
}

/* An output that the shader does not declare leaves its target alone (FS
 * 16.9.1), in older Vulkan only behind a mask; without a pixel shader nothing
 * is written. */
void translate_slots(struct translating *t)
{
    const struct ombre_state *state = t->state;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS && i < state->target_count;
         i++) {
        struct slot *slot = &t->slot[i];
        slot->target = &state->target[i];
        slot->declared = !slot_is_hole(slot) && state->shader.bound &&
                         state->shader.output[i].type != OMBRE_OUTPUT_NONE;
        slot->mask = slot->declared ? written_components(slot->target) : 0;
        /* Behind a mask of 0 a driver need not see that blending is on: that
         * would count as dual source for VUID-vkCmdDraw-09239. */
        slot->blend = slot->mask != 0 && slot->target->blend_enable;
    }
    t->dual_source =
        t->slot[0].blend && ombre_target_is_dual_source(&state->target[0]);
}

enum ombre_translate_status ombre_translate(const struct ombre_state *state,
                                            const struct ombre_vk_facts *facts,
                                            struct ombre_translation *out)
{
    struct translating t = {.state = state, .facts = facts, .out = out};

    memset(out, 0, sizeof *out);
    translate_slots(&t);
    if (!translate_accept(&t))
        return out->status;
    translate_formats(&t);
    translate_blend(&t);
    translate_patches(&t);
    translate_device(&t);
    translate_plans(&t);
    translate_key(&t);
    return out->status;
}

uint32_t ombre_translate_hresult(enum ombre_translate_status status)
{
    switch (status) {
    case OMBRE_TRANSLATE_OK: return 0;               /* S_OK */
    case OMBRE_TRANSLATE_INVALID: return 0x80070057; /* E_INVALIDARG */
    case OMBRE_TRANSLATE_UNSUPPORTED: break;
    }
    return 0x887A0004; /* DXGI_ERROR_UNSUPPORTED */
}
