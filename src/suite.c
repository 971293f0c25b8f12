/* Suites as lists of groups, and how a case is made from its id. */
#include "ombre/suite.h"

#include <string.h>

#include "suite_states.h"

static const char *const names[] = {
#define X(id, name) name,
    OMBRE_SUITES(X)
#undef X
};

/* Every group, and the first suite that has it. */
static const struct {
    const struct suite_group *group;
    enum ombre_suite from;
} groups[] = {
    /* clang-format off */
    {&suite_color, OMBRE_SUITE_SMOKE},
    {&suite_color_dual, OMBRE_SUITE_SMOKE},
    {&suite_alpha, OMBRE_SUITE_SMOKE},
    {&suite_alpha_dual, OMBRE_SUITE_SMOKE},
    {&suite_factors, OMBRE_SUITE_SMOKE},
    {&suite_snorm_factors, OMBRE_SUITE_SMOKE},
    {&suite_masks, OMBRE_SUITE_SMOKE},
    {&suite_mixed, OMBRE_SUITE_SMOKE},
    {&suite_stores, OMBRE_SUITE_SMOKE},
    {&suite_blends, OMBRE_SUITE_SMOKE},
    {&suite_logic, OMBRE_SUITE_SMOKE},
    {&suite_coverage, OMBRE_SUITE_SMOKE},
    {&suite_outputs, OMBRE_SUITE_SMOKE},
    {&suite_special, OMBRE_SUITE_SMOKE},
    {&suite_shortcuts, OMBRE_SUITE_SMOKE},
    {&suite_draws, OMBRE_SUITE_SMOKE},
    {&suite_logic_masks, OMBRE_SUITE_SMOKE},
    {&suite_coverage_special, OMBRE_SUITE_SMOKE},
    {&suite_sweeps, OMBRE_SUITE_SMOKE},
    {&suite_bias, OMBRE_SUITE_SMOKE},
    {&suite_places, OMBRE_SUITE_SMOKE},
    {&suite_images, OMBRE_SUITE_SMOKE},
    {&suite_order_walk, OMBRE_SUITE_SMOKE},
    {&suite_order_clear, OMBRE_SUITE_SMOKE},
    {&suite_order_count, OMBRE_SUITE_SMOKE},
    {&suite_cross, OMBRE_SUITE_CI},
    {&suite_cross_dual, OMBRE_SUITE_CI},
    {&suite_cross_samples, OMBRE_SUITE_CI},
    {&suite_min_max, OMBRE_SUITE_CI},
    {&suite_replicated, OMBRE_SUITE_CI},
    {&suite_counts, OMBRE_SUITE_CI},
    {&suite_slots, OMBRE_SUITE_CI},
    {&suite_order, OMBRE_SUITE_CI},
    {&suite_image_pairs, OMBRE_SUITE_CI},
    {&suite_full, OMBRE_SUITE_FULL},
    {&suite_exhaustive, OMBRE_SUITE_EXHAUSTIVE},
    /* clang-format on */
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

const char *ombre_suite_name(enum ombre_suite suite)
{
    return (unsigned) suite < OMBRE_SUITE_COUNT ? names[suite] : NULL;
}

bool ombre_suite_from_name(const char *name, enum ombre_suite *out)
{
    for (unsigned i = 0; i < OMBRE_SUITE_COUNT; i++)
        if (strcmp(names[i], name) == 0) {
            *out = (enum ombre_suite) i;
            return true;
        }
    return false;
}

/* Groups of a suite stand first, so that those of a larger suite go on where a
 * smaller one ends. */
static bool has_group(enum ombre_suite suite, unsigned group)
{
    return (unsigned) suite < OMBRE_SUITE_COUNT && group < GROUPS &&
           groups[group].from <= suite;
}

size_t ombre_suite_size(enum ombre_suite suite)
{
    size_t size = 0;
    for (unsigned g = 0; has_group(suite, g); g++)
        size += groups[g].group->size();
    return size;
}

/* Find the group of a case; *index becomes the one within it. */
static const struct suite_group *find_group(enum ombre_suite suite,
                                            size_t *index)
{
    for (unsigned g = 0; has_group(suite, g); g++) {
        const size_t size = groups[g].group->size();
        if (*index < size)
            return groups[g].group;
        *index -= size;
    }
    return NULL;
}

void ombre_suite_id(enum ombre_suite suite, size_t index,
                    char id[OMBRE_ID_SIZE])
{
    const struct suite_group *group = find_group(suite, &index);
    *id = '\0';
    if (group)
        group->id(index, id);
}

/* --- By id -------------------------------------------------------------------
 */

/* Ids of blocks are taken apart; others are few enough to be compared. */
static bool find_in_group(const struct suite_group *group, const char *id,
                          size_t *index, size_t *part)
{
    *part = SUITE_NO_PART;
    if (group->blocks)
        return group->blocks->find(id, index, part);
    const size_t size = group->size();
    for (size_t i = 0; i < size; i++) {
        char candidate[OMBRE_ID_SIZE];
        group->id(i, candidate);
        if (strcmp(candidate, id) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool find_part(enum ombre_suite suite, const char *id, size_t *index,
                      size_t *part)
{
    size_t before = 0;
    for (unsigned g = 0; has_group(suite, g); g++) {
        size_t within;
        if (find_in_group(groups[g].group, id, &within, part)) {
            *index = before + within;
            return true;
        }
        before += groups[g].group->size();
    }
    return false;
}

bool ombre_suite_find(enum ombre_suite suite, const char *id, size_t *index)
{
    size_t found, part;
    if (!find_part(suite, id, &found, &part) || part != SUITE_NO_PART)
        return false;
    *index = found;
    return true;
}

bool ombre_suite_make_id(const char *id, struct ombre_case *out)
{
    size_t index, part;
    if (suite_state_make(id, out))
        return true;
    if (!find_part(OMBRE_SUITE_EXHAUSTIVE, id, &index, &part))
        return false;
    return ombre_suite_make_part(OMBRE_SUITE_EXHAUSTIVE, index,
                                 part == SUITE_NO_PART ? 0 : part, out);
}

/* --- Parts -------------------------------------------------------------------
 */

size_t ombre_suite_parts(enum ombre_suite suite, size_t index)
{
    const struct suite_group *group = find_group(suite, &index);
    if (!group)
        return 0;
    return group->blocks ? group->blocks->parts(index) : 1;
}

void ombre_suite_part_id(enum ombre_suite suite, size_t index, size_t part,
                         char id[OMBRE_ID_SIZE])
{
    const size_t parts = ombre_suite_parts(suite, index);
    const struct suite_group *group = find_group(suite, &index);
    *id = '\0';
    if (!group || part >= parts)
        return;
    if (group->blocks)
        group->blocks->part_id(index, part, id);
    else
        group->id(index, id);
}

size_t ombre_suite_states(enum ombre_suite suite, size_t index, uint64_t *first)
{
    const struct suite_group *group = find_group(suite, &index);
    *first = 0;
    return group && group->blocks ? group->blocks->states(index, first) : 0;
}

static bool get_state(enum ombre_suite suite, size_t index, size_t part,
                      unsigned target, const struct ombre_format **format,
                      struct ombre_equation *color,
                      struct ombre_equation *alpha)
{
    const struct suite_group *group = find_group(suite, &index);
    return group && group->blocks &&
           group->blocks->state(index, part, target, format, color, alpha);
}

bool ombre_suite_visit_states(enum ombre_suite suite, size_t index,
                              bool (*visit)(void *user,
                                            const struct ombre_equation *color,
                                            const struct ombre_equation *alpha),
                              void *user)
{
    const struct suite_group *group = find_group(suite, &index);
    return group && group->blocks && group->blocks->visit(index, visit, user);
}

bool ombre_suite_state_id(enum ombre_suite suite, size_t index, size_t part,
                          unsigned target, char id[OMBRE_ID_SIZE])
{
    const struct ombre_format *format;
    struct ombre_equation color, alpha;
    *id = '\0';
    if (!get_state(suite, index, part, target, &format, &color, &alpha))
        return false;
    suite_state_id(format, &color, &alpha, id);
    return true;
}

bool ombre_suite_make_part(enum ombre_suite suite, size_t index, size_t part,
                           struct ombre_case *out)
{
    char id[OMBRE_ID_SIZE];
    const size_t parts = ombre_suite_parts(suite, index);
    ombre_suite_part_id(suite, index, part, id);
    const struct suite_group *group = find_group(suite, &index);
    *out = (struct ombre_case){0};
    if (!group || part >= parts || !suite_case_start(out, id))
        return false;
    if (group->blocks)
        group->blocks->make_part(index, part, out);
    else
        group->make(index, out);
    if (!suite_case_end(out))
        return false;
    if (group->operands)
        group->operands(out);
    if (group->steps && !group->steps(index, out)) {
        ombre_case_finish(out);
        return false;
    }
    ombre_case_settle(out);
    return true;
}

bool ombre_suite_make(enum ombre_suite suite, size_t index,
                      struct ombre_case *out)
{
    return ombre_suite_make_part(suite, index, 0, out);
}

bool ombre_id_matches(const char *id, const char *pattern)
{
    /* Where to go back to: the last '*', and what it has swallowed so far. */
    const char *star = NULL, *resume = NULL;
    while (*id) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = id;
        } else if (*pattern == '?' || *pattern == *id) {
            pattern++;
            id++;
        } else if (star) {
            pattern = star;
            id = ++resume;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}
