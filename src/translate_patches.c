/* What the fragment shader has to do so that the state is right. */
#include "translate_parts.h"

static struct ombre_vk_patch *add(struct translating *t,
                                  enum ombre_vk_patch_kind kind,
                                  unsigned output)
{
    struct ombre_vk_state *vk = &t->out->vk;
    struct ombre_vk_patch *patch = &vk->patch[vk->patch_count++];

    patch->kind = kind;
    patch->output = output;
    return patch;
}

static enum ombre_output_type output_type(const struct translating *t,
                                          unsigned output)
{
    return t->state->shader.bound ? t->state->shader.output[output].type
                                  : OMBRE_OUTPUT_NONE;
}

/* Alpha-to-coverage reads o0.a even where slot 0 is a hole (FS 17.18). */
static bool is_read_for_coverage(const struct translating *t, unsigned output)
{
    return output == 0 && t->out->vk.alpha_to_coverage_enable;
}

/* FS 17.14, 17.6: an output without a target is dropped. */
static bool is_dropped(const struct translating *t, unsigned output)
{
    return output_type(t, output) != OMBRE_OUTPUT_NONE &&
           slot_is_hole(&t->slot[output]) && !(output == 1 && t->dual_source) &&
           !is_read_for_coverage(t, output);
}

static bool is_fixed_point(const struct ombre_format *format)
{
    return format->numeric == OMBRE_UNORM || format->numeric == OMBRE_SNORM;
}

/* Direct3D stores NaN as 0 (FS 3.2.3.4, 3.2.3.6) and covers nothing for a NaN
 * alpha (FS 17.18); Vulkan leaves both open. */
static bool is_nan_zeroed(const struct translating *t, unsigned output)
{
    const struct slot *slot = &t->slot[output];

    if (output_type(t, output) != OMBRE_OUTPUT_FLOAT)
        return false;
    if (slot_is_live(slot))
        return is_fixed_point(slot->target->format);
    return is_read_for_coverage(t, output);
}

/* --- Integers ------------------------------------------------------------ */

/* FS 3.2.3.9 to 3.2.3.13: the values of one component that an output of `type`
 * can have and the target can hold; Vulkan leaves others undefined.  A missing
 * component holds all. */
struct limits {
    int64_t low, high;
};

static struct limits limits_of_type(enum ombre_output_type type)
{
    if (type == OMBRE_OUTPUT_SINT)
        return (struct limits){INT32_MIN, INT32_MAX};
    return (struct limits){0, UINT32_MAX};
}

static struct limits limits_of_component(const struct ombre_format *format,
                                         unsigned component)
{
    const unsigned bits = format->component[component].bits;

    if (bits == 0)
        return (struct limits){INT32_MIN, UINT32_MAX};
    if (format->numeric == OMBRE_SINT)
        return (struct limits){-(INT64_C(1) << (bits - 1)),
                               (INT64_C(1) << (bits - 1)) - 1};
    return (struct limits){0, (INT64_C(1) << bits) - 1};
}

/* Fill one component of `patch`.  Returns whether anything is cut off. */
static bool clamp_component(struct ombre_vk_patch *patch, unsigned component,
                            enum ombre_output_type type,
                            const struct ombre_format *format)
{
    const struct limits all = limits_of_type(type);
    const struct limits held = limits_of_component(format, component);
    const int64_t low = held.low > all.low ? held.low : all.low;
    const int64_t high = held.high < all.high ? held.high : all.high;

    patch->low[component] = (uint32_t) low;
    patch->high[component] = (uint32_t) high;
    return low != all.low || high != all.high;
}

/* A logic operation may see a wide source cut or clamped (FS 17.7.1), so it
 * too gets the clamp. */
static void clamp_output(struct translating *t, unsigned output)
{
    const struct slot *slot = &t->slot[output];
    const enum ombre_output_type type = output_type(t, output);
    struct ombre_vk_patch patch = {.kind = OMBRE_VK_PATCH_CLAMP_INTEGER,
                                   .output = output};
    bool narrow = false;

    if (!slot_is_live(slot) ||
        (type != OMBRE_OUTPUT_UINT && type != OMBRE_OUTPUT_SINT) ||
        ombre_format_base_type(slot->target->format) == OMBRE_BASE_FLOAT)
        return;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        narrow |= clamp_component(&patch, i, type, slot->target->format);
    if (narrow)
        *add(t, patch.kind, output) = patch;
}

/* --- All, in the order in which they apply -------------------------------- */

void translate_patches(struct translating *t)
{
    if (t->dual_source)
        add(t, OMBRE_VK_PATCH_SECOND_SOURCE, 1);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (is_dropped(t, i))
            add(t, OMBRE_VK_PATCH_DROP_OUTPUT, i);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (is_nan_zeroed(t, i))
            add(t, OMBRE_VK_PATCH_NAN_TO_ZERO, i);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        clamp_output(t, i);
    for (unsigned i = 0; i < OMBRE_MAX_TARGETS; i++)
        if (slot_is_live(&t->slot[i]) &&
            t->slot[i].holding == HELD_ALPHA_IN_RED)
            add(t, OMBRE_VK_PATCH_ALPHA_TO_RED, i);
}
