/* Which VkFormat holds a target on this device, and what a device knows. */
#include "translate_parts.h"

/* Abilities of a VkFormat by its number; none, if it is unknown. */
static struct ombre_vk_format_facts facts_of_format(
    const struct ombre_vk_facts *facts, uint32_t format)
{
    if (format == VK_FORMAT_UNDEFINED)
        return (struct ombre_vk_format_facts){.format = VK_FORMAT_UNDEFINED};
    for (uint32_t i = 0; i < facts->format_count && i < OMBRE_VK_MAX_FORMATS;
         i++)
        if (facts->format[i].format == (VkFormat) format)
            return facts->format[i];
    return (struct ombre_vk_format_facts){.format = (VkFormat) format};
}

uint8_t stored_components(const struct ombre_format *format)
{
    unsigned mask = 0;

    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        if (ombre_format_has(format, (enum ombre_component) i))
            mask |= 1u << i;
    return (uint8_t) mask;
}

/* Whether a device can do with a format what the target asks for. */
static bool is_capable(const struct translating *t, const struct slot *slot,
                       const struct ombre_vk_format_facts *facts)
{
    return facts->color_attachment && (facts->blend || !slot->blend) &&
           (facts->samples & t->state->sample_count) != 0;
}

static enum holding how_carried(const struct ombre_format *format)
{
    if (ombre_format_has(format, OMBRE_ALPHA))
        return HELD_ALPHA_IN_RED;
    return HELD_OPAQUE;
}

/* Whether `carrier` serves better than the format's own VkFormat, which may not
 * exist. */
static bool is_better(const struct translating *t, const struct slot *slot,
                      const struct ombre_vk_format_facts *own,
                      const struct ombre_vk_format_facts *carrier)
{
    if (carrier->format == VK_FORMAT_UNDEFINED)
        return false;
    return own->format == VK_FORMAT_UNDEFINED ||
           (!is_capable(t, slot, own) && is_capable(t, slot, carrier));
}

static void hold(struct translating *t, unsigned index)
{
    struct slot *slot = &t->slot[index];
    const struct ombre_format *format = slot->target->format;
    const struct ombre_vk_format_facts carrier =
        facts_of_format(t->facts, format->vk_carrier);

    slot->facts = facts_of_format(t->facts, format->vk_format);
    slot->holding = HELD_NATIVE;
    if (is_better(t, slot, &slot->facts, &carrier)) {
        slot->facts = carrier;
        slot->holding = how_carried(format);
    }
    t->out->vk.format[index] = slot->facts.format;
}

/* Mask bits that may have either value: those of components that the VkFormat
 * does not store, and the X bits, which Direct3D leaves unspecified. */
static uint8_t spare_components(const struct slot *slot)
{
    const struct ombre_format *format = slot->target->format;

    if (slot->holding == HELD_ALPHA_IN_RED)
        return ALL_COMPONENTS & ~(1u << OMBRE_RED);
    if (format->numeric == OMBRE_SHARED)
        return 0;
    return (uint8_t) (ALL_COMPONENTS & ~stored_components(format));
}

/* Holes at the end count for nothing, so a device with fewer attachments need
 * not hear of them. */
static uint32_t count_attachments(const struct translating *t)
{
    uint32_t count = t->state->target_count;

    while (count > t->facts->max_color_attachments &&
           slot_is_hole(&t->slot[count - 1]))
        count--;
    return count;
}

void translate_formats(struct translating *t)
{
    t->out->vk.attachment_count = count_attachments(t);
    for (unsigned i = 0; i < t->out->vk.attachment_count; i++) {
        if (slot_is_hole(&t->slot[i]))
            continue;
        hold(t, i);
        t->slot[i].spare = spare_components(&t->slot[i]);
    }
}

/* --- Devices that are not there ------------------------------------------ */

enum {
    ONE_SAMPLE = VK_SAMPLE_COUNT_1_BIT,
    FOUR_SAMPLES = VK_SAMPLE_COUNT_1_BIT | VK_SAMPLE_COUNT_4_BIT,
    EIGHT_SAMPLES =
        FOUR_SAMPLES | VK_SAMPLE_COUNT_2_BIT | VK_SAMPLE_COUNT_8_BIT,
};

/* Room for the fragment outputs and what a shader needs beside them. */
enum { PLENTY_OF_RESOURCES = 64 };

static struct ombre_vk_format_facts *entry(struct ombre_vk_facts *facts,
                                           VkFormat format)
{
    for (uint32_t i = 0; i < facts->format_count; i++)
        if (facts->format[i].format == format)
            return &facts->format[i];
    facts->format[facts->format_count].format = format;
    return &facts->format[facts->format_count++];
}

struct ombre_vk_facts ombre_vk_facts_all(void)
{
    struct ombre_vk_facts facts = {
        .independent_blend = true,
        .dual_src_blend = true,
        .logic_op = true,
        .sample_rate_shading = true,
        .max_color_attachments = OMBRE_VK_MAX_ATTACHMENTS,
        .max_fragment_output_attachments = OMBRE_VK_MAX_ATTACHMENTS,
        .max_fragment_dual_src_attachments = 1,
        .max_fragment_combined_output_resources = PLENTY_OF_RESOURCES,
        .color_samples = EIGHT_SAMPLES,
        .integer_color_samples = EIGHT_SAMPLES,
        .sampled_color_samples = EIGHT_SAMPLES,
        .sampled_integer_samples = EIGHT_SAMPLES,
    };

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const uint32_t held[] = {format->vk_format, format->vk_carrier};
        for (unsigned j = 0; j < sizeof held / sizeof *held; j++) {
            if (held[j] == VK_FORMAT_UNDEFINED)
                continue;
            struct ombre_vk_format_facts *e = entry(&facts, (VkFormat) held[j]);
            e->color_attachment = true;
            e->blend |= format->blendable;
            e->samples = EIGHT_SAMPLES;
        }
    }
    return facts;
}

/* Vulkan 1.3 "Required Format Support": COLOR_ATTACHMENT_BIT, and with it
 * COLOR_ATTACHMENT_BLEND_BIT.  Only formats that Direct3D has. */
/* clang-format off */
static const struct {
    VkFormat format;
    bool blend;
} mandatory[] = {
    {VK_FORMAT_R5G6B5_UNORM_PACK16, true},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, true},
    {VK_FORMAT_R8_UNORM, true},
    {VK_FORMAT_R8_UINT, false},
    {VK_FORMAT_R8_SINT, false},
    {VK_FORMAT_R8G8_UNORM, true},
    {VK_FORMAT_R8G8_UINT, false},
    {VK_FORMAT_R8G8_SINT, false},
    {VK_FORMAT_R8G8B8A8_UNORM, true},
    {VK_FORMAT_R8G8B8A8_UINT, false},
    {VK_FORMAT_R8G8B8A8_SINT, false},
    {VK_FORMAT_R8G8B8A8_SRGB, true},
    {VK_FORMAT_B8G8R8A8_UNORM, true},
    {VK_FORMAT_B8G8R8A8_SRGB, true},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, true},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, false},
    {VK_FORMAT_R16_UINT, false},
    {VK_FORMAT_R16_SINT, false},
    {VK_FORMAT_R16_SFLOAT, true},
    {VK_FORMAT_R16G16_UINT, false},
    {VK_FORMAT_R16G16_SINT, false},
    {VK_FORMAT_R16G16_SFLOAT, true},
    {VK_FORMAT_R16G16B16A16_UINT, false},
    {VK_FORMAT_R16G16B16A16_SINT, false},
    {VK_FORMAT_R16G16B16A16_SFLOAT, true},
    {VK_FORMAT_R32_UINT, false},
    {VK_FORMAT_R32_SINT, false},
    {VK_FORMAT_R32_SFLOAT, false},
    {VK_FORMAT_R32G32_UINT, false},
    {VK_FORMAT_R32G32_SINT, false},
    {VK_FORMAT_R32G32_SFLOAT, false},
    {VK_FORMAT_R32G32B32A32_UINT, false},
    {VK_FORMAT_R32G32B32A32_SINT, false},
    {VK_FORMAT_R32G32B32A32_SFLOAT, false},
};
/* clang-format on */

static void apply_mandatory(struct ombre_vk_format_facts *entry, bool integer)
{
    for (unsigned i = 0; i < sizeof mandatory / sizeof *mandatory; i++) {
        if (mandatory[i].format != entry->format)
            continue;
        entry->color_attachment = true;
        entry->blend = mandatory[i].blend;
        entry->samples = integer ? ONE_SAMPLE : FOUR_SAMPLES;
    }
}

/* Vulkan 1.3 "Required Limits": without dualSrcBlend its limit is 0. */
struct ombre_vk_facts ombre_vk_facts_minimum(void)
{
    struct ombre_vk_facts facts = {
        .max_color_attachments = 4,
        .max_fragment_output_attachments = 4,
        .max_fragment_dual_src_attachments = 0,
        .max_fragment_combined_output_resources = 4,
        .color_samples = FOUR_SAMPLES,
        .integer_color_samples = ONE_SAMPLE,
        .sampled_color_samples = FOUR_SAMPLES,
        .sampled_integer_samples = ONE_SAMPLE,
    };

    for (unsigned i = 0; i < ombre_format_count(); i++) {
        const struct ombre_format *format = ombre_format_at(i);
        const bool integer = ombre_format_base_type(format) != OMBRE_BASE_FLOAT;
        if (format->vk_format != VK_FORMAT_UNDEFINED)
            apply_mandatory(entry(&facts, (VkFormat) format->vk_format),
                            integer);
        if (format->vk_carrier != VK_FORMAT_UNDEFINED)
            apply_mandatory(entry(&facts, (VkFormat) format->vk_carrier),
                            integer);
    }
    return facts;
}
