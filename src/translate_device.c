/* What a state needs, against what a device has. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "translate_parts.h"

/* Add one missing thing to the reason.  Those that do not fit as a whole are
 * left out, except that the first is always there. */
static void lack(struct translating *t, const char *format, ...)
{
    struct ombre_translation *out = t->out;
    const size_t used = strlen(out->reason);
    const char *separator = used == 0 ? "" : "; ";
    char item[sizeof out->reason];
    va_list arguments;

    va_start(arguments, format);
    (void) vsnprintf(item, sizeof item, format, arguments);
    va_end(arguments);

    out->status = OMBRE_TRANSLATE_UNSUPPORTED;
    if (used + strlen(separator) + strlen(item) < sizeof out->reason)
        (void) snprintf(out->reason + used, sizeof out->reason - used, "%s%s",
                        separator, item);
}

/* --- Features ------------------------------------------------------------ */

/* Without the feature holes are like all others, if anything is (see
 * translate_blend()), so it is two targets that differ. */
static void lack_independent_blend(struct translating *t)
{
    const struct ombre_vk_state *vk = &t->out->vk;
    unsigned first = 0, second;

    while (slot_is_hole(&t->slot[first]))
        first++;
    for (second = first + 1; second < vk->attachment_count; second++)
        if (!slot_is_hole(&t->slot[second]) &&
            !attachments_equal(&vk->attachment[second], &vk->attachment[first]))
            break;
    lack(t, "independentBlend: targets %u and %u differ", first, second);
}

static void need_independent_blend(struct translating *t)
{
    if (!attachments_differ(&t->out->vk))
        return;
    t->out->vk.needs |= OMBRE_VK_NEED_INDEPENDENT_BLEND;
    if (!t->facts->independent_blend)
        lack_independent_blend(t);
}

/* VUID-vkCmdDraw-maxFragmentDualSrcAttachments-09239: every Location that the
 * shader still uses, and that is only 0, lies below the limit. */
static void need_dual_source(struct translating *t)
{
    if (!t->dual_source)
        return;
    t->out->vk.needs |= OMBRE_VK_NEED_DUAL_SRC_BLEND;
    if (!t->facts->dual_src_blend)
        lack(t, "dualSrcBlend: target 0 reads the second source");
    else if (t->facts->max_fragment_dual_src_attachments == 0)
        lack(t, "maxFragmentDualSrcAttachments is 0: target 0 reads the "
                "second source");
}

static void need_logic_op(struct translating *t)
{
    if (!t->out->vk.logic_op_enable)
        return;
    t->out->vk.needs |= OMBRE_VK_NEED_LOGIC_OP;
    if (!t->facts->logic_op)
        lack(t, "logicOp: all targets have logic operation %s",
             ombre_logic_op_name(t->state->logic_op));
}

/* --- Limits -------------------------------------------------------------- */

/* Locations (Index 0) that the patched shader uses. */
static unsigned used_locations(const struct translating *t)
{
    const unsigned outputs = t->outputs & ~t->dropped;

    return t->dual_source ? outputs & 1u : outputs;
}

static void need_outputs(struct translating *t)
{
    const struct ombre_vk_facts *facts = t->facts;
    unsigned used = 0, end = 0;

    for (unsigned rest = used_locations(t); rest != 0; rest >>= 1, end++)
        used += rest & 1;
    if (end > facts->max_fragment_output_attachments)
        lack(t,
             "maxFragmentOutputAttachments is %u: the shader outputs to "
             "SV_Target%u",
             facts->max_fragment_output_attachments, end - 1);
    if (used > facts->max_fragment_combined_output_resources)
        lack(t,
             "maxFragmentCombinedOutputResources is %u: the shader has %u "
             "outputs",
             facts->max_fragment_combined_output_resources, used);
}

static void need_attachments(struct translating *t)
{
    const uint32_t count = t->out->vk.attachment_count;

    if (count > t->facts->max_color_attachments)
        lack(t, "maxColorAttachments is %u: there are %u targets",
             t->facts->max_color_attachments, count);
}

/* --- Formats ------------------------------------------------------------- */

static const char *format_name(const struct slot *slot)
{
    const char *name = ombre_vk_format_name(slot->vk);

    return name != NULL ? name : "an unknown VkFormat";
}

static bool is_integer(const struct slot *slot)
{
    return ombre_format_base_type(slot->format) != OMBRE_BASE_FLOAT;
}

static VkSampleCountFlags device_samples(const struct translating *t,
                                         const struct slot *slot)
{
    return is_integer(slot) ? t->facts->integer_color_samples
                            : t->facts->color_samples;
}

static void need_samples(struct translating *t, unsigned index)
{
    const struct slot *slot = &t->slot[index];
    const unsigned samples = t->state->sample_count;

    if ((device_samples(t, slot) & samples) == 0)
        lack(t, "%s lacks %u: target %u is %s",
             is_integer(slot) ? "framebufferIntegerColorSampleCounts"
                              : "framebufferColorSampleCounts",
             samples, index, format_name(slot));
    else if ((slot->facts->samples & samples) == 0)
        lack(t, "%s has no %u samples: target %u", format_name(slot), samples,
             index);
}

/* Say what the format lacks, if anything. */
static void lack_format(struct translating *t, unsigned index)
{
    const struct slot *slot = &t->slot[index];

    if (slot->vk == VK_FORMAT_UNDEFINED) {
        lack(t, "no VkFormat for %s: target %u", slot->format->name, index);
        return;
    }
    if (!slot->facts->color_attachment) {
        lack(t, "%s lacks COLOR_ATTACHMENT: target %u", format_name(slot),
             index);
        return;
    }
    if (slot->blend && !slot->facts->blend)
        lack(t, "%s lacks COLOR_ATTACHMENT_BLEND: target %u blends",
             format_name(slot), index);
    need_samples(t, index);
}

static void need_format(struct translating *t, unsigned index)
{
    const struct slot *slot = &t->slot[index];

    if (!is_capable(t, slot, slot->facts) ||
        (device_samples(t, slot) & t->state->sample_count) == 0)
        lack_format(t, index);
}

/* Vulkan skips alpha-to-coverage where output 0 is an integer; Direct3D ties it
 * to no format (FS 17.18). */
static void need_float_coverage(struct translating *t)
{
    if (t->out->vk.alpha_to_coverage_enable &&
        t->state->shader.output[0].type != OMBRE_OUTPUT_FLOAT)
        lack(t, "alphaToCoverageEnable: Vulkan skips it where SV_Target0 is an "
                "integer");
}

void translate_device(struct translating *t)
{
    t->out->vk.needs = 0;
    need_independent_blend(t);
    need_dual_source(t);
    need_logic_op(t);
    need_attachments(t);
    need_outputs(t);
    for (unsigned i = 0; i < t->out->vk.attachment_count; i++)
        if (!slot_is_hole(&t->slot[i]))
            need_format(t, i);
    need_float_coverage(t);
}
