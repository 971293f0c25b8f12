/* What the fragment shader has to do so that the state is right. */
#include "translate_parts.h"

static struct ombre_vk_patch *add(struct translating *t,
                                  enum ombre_vk_patch_kind kind,
                                  unsigned output)
{
    struct ombre_vk_state *vk = &t->out->vk;
    struct ombre_vk_patch *patch = &vk->patch[vk->patch_count++];

    *patch = (struct ombre_vk_patch){.kind = kind, .output = output};
    return patch;
}

/* Alpha-to-coverage reads o0.a even where slot 0 is a hole (FS 17.18). */
static unsigned read_for_coverage(const struct translating *t)
{
    return t->out->vk.alpha_to_coverage_enable ? 1u : 0u;
}

/* FS 17.14, 17.6: an output without a target is dropped. */
static unsigned dropped_outputs(const struct translating *t)
{
    const unsigned second = t->dual_source ? 1u << 1 : 0u;

    return t->outputs & t->holes & ~second & ~read_for_coverage(t);
}

/* Direct3D stores NaN as 0 (FS 3.2.3.4, 3.2.3.6) and covers nothing for a NaN
 * alpha (FS 17.18); Vulkan leaves both open. */
static unsigned nan_outputs(const struct translating *t)
{
    const unsigned stored = t->live & t->fixed;
    const unsigned covering = read_for_coverage(t) & ~t->live;

    return t->floats & (stored | covering);
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
    const struct ombre_format *format = t->slot[output].format;
    const enum ombre_output_type type = t->state->shader.output[output].type;
    struct ombre_vk_patch patch = {.kind = OMBRE_VK_PATCH_CLAMP_INTEGER,
                                   .output = output};
    bool narrow = false;

    if (ombre_format_base_type(format) == OMBRE_BASE_FLOAT)
        return;
    for (unsigned i = 0; i < OMBRE_COMPONENTS; i++)
        narrow |= clamp_component(&patch, i, type, format);
    if (narrow)
        *add(t, patch.kind, output) = patch;
}

/* --- All, in the order in which they apply -------------------------------- */

static void add_each(struct translating *t, enum ombre_vk_patch_kind kind,
                     unsigned outputs)
{
    for (unsigned i = 0; outputs >> i != 0; i++)
        if (is_in(outputs, i))
            add(t, kind, i);
}

void translate_patches(struct translating *t)
{
    const unsigned integers = t->live & ~t->floats;

    t->out->vk.patch_count = 0;
    t->dropped = dropped_outputs(t);
    if (t->dual_source)
        add(t, OMBRE_VK_PATCH_SECOND_SOURCE, 1);
    add_each(t, OMBRE_VK_PATCH_DROP_OUTPUT, t->dropped);
    add_each(t, OMBRE_VK_PATCH_NAN_TO_ZERO, nan_outputs(t));
    for (unsigned i = 0; integers >> i != 0; i++)
        if (is_in(integers, i))
            clamp_output(t, i);
    add_each(t, OMBRE_VK_PATCH_ALPHA_TO_RED, t->live & t->in_red);
}
