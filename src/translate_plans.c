/* How each target gets its result, and in words. */
#include <string.h>

#include "translate_parts.h"

/* --- Plans --------------------------------------------------------------- */

static enum ombre_because why_not_written(const struct translating *t,
                                          const struct slot *slot)
{
    if (slot_is_hole(slot))
        return OMBRE_BECAUSE_NO_TARGET;
    if (!t->state->shader.bound)
        return OMBRE_BECAUSE_NO_SHADER;
    return slot->declared ? OMBRE_BECAUSE_NO_MASK : OMBRE_BECAUSE_NO_OUTPUT;
}

static struct ombre_target_plan plan_target(const struct translating *t,
                                            const struct slot *slot)
{
    if (!slot_is_live(slot))
        return (struct ombre_target_plan){
            .how = OMBRE_PLAN_NONE,
            .because = why_not_written(t, slot),
        };
    return (struct ombre_target_plan){
        .how = OMBRE_PLAN_NATIVE,
        .because = slot->blend ? OMBRE_BECAUSE_BLEND : OMBRE_BECAUSE_ATTACHMENT,
        .carried = slot->holding == HELD_NATIVE ? NULL : slot->format,
    };
}

void translate_plans(struct translating *t)
{
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        t->out->plan[i] = plan_target(t, &t->slot[i]);
}

/* --- In words ------------------------------------------------------------ */

static const char *words_of(enum ombre_because because)
{
    switch (because) {
    case OMBRE_BECAUSE_NO_TARGET: return "no target";
    case OMBRE_BECAUSE_NO_SHADER: return "no pixel shader";
    case OMBRE_BECAUSE_NO_OUTPUT:
        return "the shader does not declare the output";
    case OMBRE_BECAUSE_NO_MASK: return "the write mask is 0";
    case OMBRE_BECAUSE_ATTACHMENT: return "COLOR_ATTACHMENT of ";
    case OMBRE_BECAUSE_BLEND: return "COLOR_ATTACHMENT_BLEND of ";
    case OMBRE_BECAUSE_ASKED: return "asked for, in ";
    case OMBRE_BECAUSE_NO_LOGIC_OP: return "no logicOp, in ";
    case OMBRE_BECAUSE_NO_DUAL_SOURCE: return "no dualSrcBlend, in ";
    case OMBRE_BECAUSE_NO_INDEPENDENT_BLEND: return "no independentBlend, in ";
    case OMBRE_BECAUSE_NO_ATTACHMENT: return "no COLOR_ATTACHMENT, in ";
    case OMBRE_BECAUSE_NO_SAMPLES: return "not so many samples, in ";
    case OMBRE_BECAUSE_NO_BLEND: return "no COLOR_ATTACHMENT_BLEND, in ";
    }
    return "";
}

static void append(struct ombre_plan_text *text, const char *words)
{
    const size_t used = strlen(text->text);
    const size_t room = sizeof text->text - 1 - used;
    const size_t length = strlen(words);

    memcpy(text->text + used, words, length < room ? length : room);
}

struct ombre_plan_text ombre_plan_because(
    const struct ombre_translation *translation, unsigned target)
{
    const struct ombre_target_plan *plan = &translation->plan[target];
    const char *name = ombre_vk_format_name(translation->vk.format[target]);
    struct ombre_plan_text text = {""};

    append(&text, words_of(plan->because));
    if (plan->how == OMBRE_PLAN_NONE)
        return text;
    append(&text, name != NULL ? name : "an unknown VkFormat");
    if (plan->carried != NULL) {
        append(&text, ", which carries ");
        append(&text, plan->carried->name);
    }
    return text;
}
