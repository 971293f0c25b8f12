/* Families of bugs, and which cases are the sweep of each. */
#include <string.h>

#include "ombre/suite.h"

static const struct ombre_bug_family families[OMBRE_BUG_FAMILIES] = {
    /* clang-format off */
    {"F1", "factors, operations and fields taken for others", "om.color.* om.color_dual.* om.alpha.* om.alpha_dual.* om.factors.* om.cross.* om.full.* om.x.* om.x_undefined.*"},
    {"F2", "short cuts of the algebra", "om.shortcut.* om.color.* om.alpha.* om.factors.* om.full.* om.x.*"},
    {"F3", "MIN and MAX", "om.min_max.* om.*.min om.*.max om.*.min_max"},
    {"F4", "the first target's state for all, and targets beside each other", "om.independent.* om.mrt.* om.targets.beside.* om.output.replicated* om.factors.mixed8.*"},
    {"F5", "write masks", "om.mask.* om.mask_count.* om.logic_mask.* om.mrt.* om.store.r9g9b9e5_sharedexp"},
    {"F6", "holes between targets, and outputs that are not written", "om.slots.* om.output.* om.targets.undeclared.*"},
    {"F7", "second sources", "om.color_dual.* om.alpha_dual.* om.cross_dual.* om.full_dual.* om.x_dual.* om.x_undefined.*"},
    {"F8", "logic operations and integers", "om.logic.* om.logic_mask.* om.mrt.half_integer.* om.store.*int"},
    {"F9", "constants, and ranges of operands", "om.targets.constant.* om.factors.* om.blend.* om.cross.* om.color.* om.alpha.*"},
    {"F10", "NaN, infinities and other floats", "om.special.* om.store.*int"},
    {"F11", "components that are missing, carried or in another order", "om.store.* om.blend.* om.mrt.* om.output.all om.factors.mixed8.* om.cross.*"},
    {"F12", "SNORM", "om.factors.snorm.* om.*snorm.* om.*snorm"},
    {"F13", "alpha to coverage, sample masks, coverage", "om.coverage.* om.coverage_special.* om.samples.*"},
    {"F14", "what draws, clears and state before leave behind", "om.order.* om.mask.* om.targets.beside.* om.image.* om.images.*"},
    {"F15", "precision, sRGB and narrow formats", "om.sweep.* om.bias.* om.place.* om.store.* om.blend.* om.factors.mixed8.* om.cross.*"},
    /* clang-format on */
};

const struct ombre_bug_family *ombre_bug_family_at(unsigned index)
{
    return index < OMBRE_BUG_FAMILIES ? &families[index] : NULL;
}

/* Whether an id matches one of the patterns in a list. */
static bool matches_one(const char *id, const char *list)
{
    while (*list) {
        char pattern[OMBRE_ID_SIZE] = "";
        const size_t length = strcspn(list, " ");
        memcpy(pattern, list, length);
        if (ombre_id_matches(id, pattern))
            return true;
        list += length;
        list += strspn(list, " ");
    }
    return false;
}

uint32_t ombre_bug_families_of(const char *id)
{
    uint32_t found = 0;
    for (unsigned i = 0; i < OMBRE_BUG_FAMILIES; i++)
        if (matches_one(id, families[i].cases))
            found |= UINT32_C(1) << i;
    return found;
}
