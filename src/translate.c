/* The order of the steps, and what does not belong to one of them. */
#include "ombre/translate.h"

#include <string.h>

#include "translate_parts.h"

static const struct ombre_vk_format_facts no_facts;

/* R9G9B9E5 is written as a whole or not at all (D3D12R9G9B9E5Format;
 * VUID-VkGraphicsPipelineCreateInfo-renderPass-09043), by any of its
 * components: 0x7 acts as 0xF, alpha alone writes nothing. */
static uint8_t written_components(const struct ombre_target *target)
{
    const uint8_t mask = target->write_mask & target->format->components;

    if (target->format->numeric == OMBRE_SHARED)
        return mask != 0 ? ALL_COMPONENTS : 0;
    return mask;
}

static void look_at_outputs(struct translating *t)
{
    const struct ombre_pixel_shader *shader = &t->state->shader;
    unsigned outputs = 0, floats = 0;

    for (unsigned i = 0; i < OMBRE_MAX_TARGETS && shader->bound; i++) {
        const enum ombre_output_type type = shader->output[i].type;
        outputs |= (unsigned) (type != OMBRE_OUTPUT_NONE) << i;
        floats |= (unsigned) (type == OMBRE_OUTPUT_FLOAT) << i;
    }
    t->outputs = outputs;
    t->floats = floats;
}

static bool is_fixed_point(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UNORM || format->numeric == OMBRE_SNORM;
}

/* An output that the shader does not declare leaves its target alone (FS
 * 16.9.1), in older Vulkan only behind a mask; without a pixel shader nothing
 * is written. */
static void look_at_target(struct translating *t, unsigned index)
{
    const struct ombre_target *target = &t->state->target[index];
    struct slot *slot = &t->slot[index];

    const bool declared = is_in(t->outputs, index);
    const uint8_t mask = declared ? written_components(target) : 0;

    slot->target = target;
    slot->format = target->format;
    slot->mask = mask;
    slot->declared = declared;
    /* Behind a mask of 0 a driver need not see that blending is on: that would
     * count as dual source for VUID-vkCmdDraw-09239. */
    slot->blend = mask != 0 && target->blend_enable;
    t->live |= (unsigned) (mask != 0) << index;
    t->fixed |= (unsigned) is_fixed_point(slot->format) << index;
}

void translate_slots(struct translating *t)
{
    static const struct slot hole = {.facts = &no_facts};
    const struct ombre_state *state = t->state;

    look_at_outputs(t);
    t->holes = t->live = t->fixed = 0;
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        t->slot[i] = hole;
        if (i < state->target_count && state->target[i].format != NULL)
            look_at_target(t, i);
        else
            t->holes |= 1u << i;
    }
}

enum ombre_translate_status ombre_translate(const struct ombre_state *state,
                                            const struct ombre_vk_facts *facts,
                                            struct ombre_translation *out)
{
    struct translating t;

    t.state = state;
    t.facts = facts;
    t.out = out;
    translate_slots(&t);
    if (!translate_accept(&t))
        return out->status;
    out->status = OMBRE_TRANSLATE_OK;
    out->reason[0] = '\0';
    translate_formats(&t);
    translate_blend(&t);
    translate_patches(&t);
    translate_device(&t);
    translate_plans(&t);
    translate_key(&t);
    return out->status;
}

/* Steps that keys do not come from, formats and what the device has, are left
 * out. */
bool ombre_state_key(const struct ombre_state *state,
                     uint32_t key[1 + OMBRE_MAX_TARGETS])
{
    static const struct ombre_vk_facts nothing;
    struct ombre_translation out;
    struct translating t;

    t.state = state;
    t.facts = &nothing;
    t.out = &out;
    translate_slots(&t);
    const bool accepted = translate_accept(&t);
    if (accepted) {
        out.vk.attachment_count = 0;
        translate_blend(&t);
        translate_key(&t);
    }
    memcpy(key, out.key, sizeof out.key);
    return accepted;
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
