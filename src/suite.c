/* Suites as lists of groups, and how a case is made from its id. */
#include "ombre/suite.h"

#include <stdlib.h>
#include <string.h>

#include "suite_parts.h"

static const char *const names[] = {
#define X(id, name) name,
    OMBRE_SUITES(X)
#undef X
};

static const struct suite_group *const smoke[] = {
    &suite_color,      &suite_color_dual,  &suite_alpha,
    &suite_alpha_dual, &suite_factors,     &suite_snorm_factors,
    &suite_masks,      &suite_mixed,       &suite_stores,
    &suite_blends,     &suite_logic,       &suite_coverage,
    &suite_outputs,    &suite_special,     &suite_shortcuts,
    &suite_draws,      &suite_logic_masks, &suite_coverage_special,
    &suite_sweeps,     &suite_bias,        &suite_places,
};

enum { SMOKE_GROUPS = sizeof smoke / sizeof smoke[0] };

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

size_t ombre_suite_size(enum ombre_suite suite)
{
    size_t size = 0;
    for (unsigned g = 0; suite == OMBRE_SUITE_SMOKE && g < SMOKE_GROUPS; g++)
        size += smoke[g]->size();
    return size;
}

/* Find the group of a case; *index becomes the one within it. */
static const struct suite_group *find_group(enum ombre_suite suite,
                                            size_t *index)
{
    for (unsigned g = 0; suite == OMBRE_SUITE_SMOKE && g < SMOKE_GROUPS; g++) {
        if (*index < smoke[g]->size())
            return smoke[g];
        *index -= smoke[g]->size();
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

bool ombre_suite_find(enum ombre_suite suite, const char *id, size_t *index)
{
    const size_t size = ombre_suite_size(suite);
    for (size_t i = 0; i < size; i++) {
        char candidate[OMBRE_ID_SIZE];
        ombre_suite_id(suite, i, candidate);
        if (strcmp(candidate, id) == 0) {
            *index = i;
            return true;
        }
    }
    return false;
}

static char *copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

bool ombre_suite_make(enum ombre_suite suite, size_t index,
                      struct ombre_case *out)
{
    char id[OMBRE_ID_SIZE];
    const struct suite_group *group = find_group(suite, &index);
    *out = (struct ombre_case){0};
    if (!group)
        return false;
    group->id(index, id);
    out->pso = ombre_pso_default();
    out->device = ombre_d3d_device_default();
    out->layer_count = 1;
    out->name = copy_text(id);
    group->make(index, out);
    out->sample_count = out->pso.SampleDesc.Count;
    if (out->name && suite_fill_operands(out, id)) {
        if (group->operands)
            group->operands(out);
        return true;
    }
    ombre_case_finish(out);
    *out = (struct ombre_case){0};
    return false;
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
