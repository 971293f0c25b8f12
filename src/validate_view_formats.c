#include <string.h>

#include "validate_views.h"

/* --- Families ------------------------------------------------------------ */

/* What formats can be cast to is told by the names: the family is what comes
 * before the type.  These have their type elsewhere. */
static const struct {
    const char *name, *family;
} odd_families[] = {
    {"R10G10B10_XR_BIAS_A2_UNORM", "R10G10B10A2"},
    {"D16_UNORM", "R16"},
    {"D32_FLOAT", "R32"},
    {"D24_UNORM_S8_UINT", "R24G8"},
    {"R24_UNORM_X8_TYPELESS", "R24G8"},
    {"X24_TYPELESS_G8_UINT", "R24G8"},
    {"D32_FLOAT_S8X24_UINT", "R32G8X24"},
    {"R32_FLOAT_X8X24_TYPELESS", "R32G8X24"},
    {"X32_TYPELESS_G8X24_UINT", "R32G8X24"},
};

static bool ends_in(const char *name, const char *end)
{
    const size_t length = strlen(name), end_length = strlen(end);

    return length >= end_length && !strcmp(name + length - end_length, end);
}

/* A part of a string that lives for ever. */
struct family {
    const char *text;
    size_t length;
};

static struct family family_of(const char *name)
{
    size_t length = strlen(name);

    for (size_t i = 0; i < sizeof odd_families / sizeof odd_families[0]; i++) {
        if (!strcmp(name, odd_families[i].name))
            return (struct family){odd_families[i].family,
                                   strlen(odd_families[i].family)};
    }
    if (ends_in(name, "_SRGB"))
        length -= strlen("_SRGB");
    while (length > 0 && name[length - 1] != '_')
        length--;
    return (struct family){name, length - 1}; /* without _ no end: all of it */
}

static bool same_family(const char *a, const char *b)
{
    const struct family x = family_of(a), y = family_of(b);

    return x.length == y.length && !strncmp(x.text, y.text, x.length);
}

/* --- Casts --------------------------------------------------------------- */

static bool is_unorm(const char *name)
{
    return ends_in(name, "_UNORM") || ends_in(name, "_UNORM_SRGB");
}

/* Relaxed format casting lets a typed resource be viewed by any type of its
 * family but for these. */
static bool changes_float(const char *a, const char *b)
{
    return ends_in(a, "_FLOAT") != ends_in(b, "_FLOAT");
}

static bool changes_sign(const char *a, const char *b)
{
    return (is_unorm(a) && ends_in(b, "_SNORM")) ||
           (ends_in(a, "_SNORM") && is_unorm(b));
}

/* `from` is the resource's format, `to` the view's, both of one API. */
static void check_cast(struct ombre_check *check, const struct ombre_slot *slot,
                       const char *from, const char *to)
{
    const struct ombre_path path = ombre_path_slot(slot, "View.Format");
    const char *detail = "the view is %s, the resource %s";

    if (!strcmp(from, to))
        return;
    if (!same_family(from, to))
        ombre_check_report(check, OMBRE_RULE_VIEW_CAST, path, detail, to, from);
    else if (ends_in(from, "_TYPELESS"))
        return;
    else if (slot->depth || changes_float(from, to))
        ombre_check_report(check, OMBRE_RULE_VIEW_CAST, path, detail, to, from);
    else if (changes_sign(from, to))
        ombre_check_report(check, OMBRE_RULE_VIEW_CAST_SIGN, path, detail, to,
                           from);
    else
        ombre_check_report(check, OMBRE_RULE_VIEW_CAST_TYPED, path, detail, to,
                           from);
}

/* --- What a slot takes --------------------------------------------------- */

static bool is_depth_format(uint32_t dxgi)
{
    return dxgi == DXGI_FORMAT_D16_UNORM ||
           dxgi == DXGI_FORMAT_D24_UNORM_S8_UINT ||
           dxgi == DXGI_FORMAT_D32_FLOAT ||
           dxgi == DXGI_FORMAT_D32_FLOAT_S8X24_UINT;
}

/* The format that the pipeline state has for the slot. */
static uint32_t listed_format(const struct ombre_check *check,
                              const struct ombre_slot *slot)
{
    return (uint32_t) (slot->depth ? check->pso->DSVFormat
                                   : check->pso->RTVFormats[slot->target]);
}

/* Formats of RTVFormats are checked where they stand. */
static void check_kind(struct ombre_check *check, const struct ombre_slot *slot,
                       uint32_t dxgi, const char *name)
{
    const struct ombre_path path = ombre_path_slot(slot, "View.Format");

    if (slot->depth) {
        if (!is_depth_format(dxgi))
            ombre_check_report(check, OMBRE_RULE_DEPTH_FORMAT, path,
                               "%s (%u) holds no depth that can be tested",
                               name, dxgi);
        return;
    }
    if (dxgi == listed_format(check, slot))
        return;
    if (ends_in(name, "_TYPELESS"))
        ombre_check_report(check, OMBRE_RULE_FORMAT_TYPELESS, path,
                           "%s (%u) has no type; a target needs one", name,
                           dxgi);
    else if (!ombre_format_find(dxgi) ||
             ombre_check_format_cell(check, dxgi)[OMBRE_ABILITY_TARGET] == '-')
        ombre_check_report(check, OMBRE_RULE_FORMAT_NOT_TARGET, path,
                           "%s (%u) is not renderable at feature level %s",
                           name, dxgi, ombre_check_level_name(check));
}

/* Direct3D 12 draws with what the pipeline state says, whatever is bound; a
 * pixel shader that is not there writes nothing. */
static void check_listed(struct ombre_check *check,
                         const struct ombre_slot *slot, uint32_t dxgi,
                         const char *name)
{
    const uint32_t listed = listed_format(check, slot);
    const char *listed_name = ombre_dxgi_name(listed);

    if (dxgi != listed && (slot->depth || has_formats(check)))
        ombre_check_report(check, OMBRE_RULE_VIEW_FORMAT,
                           ombre_path_slot(slot, "View.Format"),
                           "the view is %s (%u), but %s has %s (%u)", name,
                           dxgi, slot->depth ? "DSVFormat" : "RTVFormats",
                           listed_name ? listed_name : "none", listed);
}

void ombre_check_view_format(struct ombre_check *check,
                             const struct ombre_slot *slot)
{
    const uint32_t resource = (uint32_t) slot->bound->Format;
    const uint32_t view = (uint32_t) slot->bound->View.Format;
    const uint32_t dxgi = view ? view : resource;
    const char *name = ombre_dxgi_name(dxgi);
    const char *resource_name = ombre_dxgi_name(resource);

    if (!name || !resource_name || dxgi == DXGI_FORMAT_UNKNOWN) {
        const uint32_t wrong = resource_name ? dxgi : resource;
        ombre_check_report(check, OMBRE_RULE_FORMAT_UNKNOWN,
                           ombre_path_slot(slot, resource_name && view
                                                     ? "View.Format"
                                                     : "Format"),
                           "%u is no DXGI_FORMAT of a target", wrong);
        return;
    }
    check_kind(check, slot, dxgi, name);
    check_listed(check, slot, dxgi, name);
    if (resource != DXGI_FORMAT_UNKNOWN)
        check_cast(check, slot, resource_name, name);
}
