/* Which VkFormat holds a target on this device, and what a device knows. */
#include "translate_parts.h"

static const struct ombre_vk_format_facts *search_format(
    const struct ombre_vk_facts *facts, VkFormat format)
{
    static const struct ombre_vk_format_facts none;

    for (uint32_t i = 0; i < facts->format_count && i < OMBRE_VK_MAX_FORMATS;
         i++)
        if (facts->format[i].format == format)
            return &facts->format[i];
    return &none;
}

const struct ombre_vk_format_facts *translate_facts_of(
    const struct ombre_vk_facts *facts, VkFormat format)
{
    const uint8_t hint = facts->hint[ombre_vk_format_hint(format)];

    if (hint < OMBRE_VK_MAX_FORMATS && hint < facts->format_count &&
        facts->format[hint].format == format)
        return &facts->format[hint];
    return search_format(facts, format);
}

static enum holding how_carried(const struct ombre_format *format)
{
    if (ombre_format_has(format, OMBRE_ALPHA))
        return HELD_ALPHA_IN_RED;
    return HELD_OPAQUE;
}

/* Whether the carrier serves better than the format's own VkFormat, which may
 * not exist. */
static bool is_better(const struct translating *t, const struct slot *own,
                      const struct ombre_vk_format_facts *carrier)
{
    return own->vk == VK_FORMAT_UNDEFINED ||
           (!is_capable(t, own, own->facts) && is_capable(t, own, carrier));
}

static void hold(const struct translating *t, struct slot *slot)
{
    const VkFormat carrier = (VkFormat) slot->format->vk_carrier;

    slot->vk = (VkFormat) slot->format->vk_format;
    slot->facts = translate_facts_of(t->facts, slot->vk);
    if (carrier == VK_FORMAT_UNDEFINED)
        return;
    const struct ombre_vk_format_facts *facts =
        translate_facts_of(t->facts, carrier);
    if (is_better(t, slot, facts)) {
        slot->vk = carrier;
        slot->facts = facts;
        slot->holding = how_carried(slot->format);
    }
}

/* Mask bits that may have either value: those of components that the VkFormat
 * does not store, and the X bits, which Direct3D leaves unspecified. */
static uint8_t spare_components(const struct slot *slot)
{
    if (slot->holding == HELD_ALPHA_IN_RED)
        return ALL_COMPONENTS & ~(1u << OMBRE_RED);
    if (slot->format->numeric == OMBRE_SHARED)
        return 0;
    return ALL_COMPONENTS & (uint8_t) ~slot->format->components;
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
    unsigned in_red = 0;

    t->out->vk.attachment_count = count_attachments(t);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++) {
        struct slot *slot = &t->slot[i];
        if (!slot_is_hole(slot)) {
            hold(t, slot);
            slot->spare = spare_components(slot);
            in_red |= (unsigned) (slot->holding == HELD_ALPHA_IN_RED) << i;
        }
        t->out->vk.format[i] = slot->vk;
    }
    t->in_red = in_red;
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
    ombre_vk_facts_hint(&facts);
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
    ombre_vk_facts_hint(&facts);
    return facts;
}
