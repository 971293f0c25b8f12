#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "ids.h"
#include "ombre/suite.h"

/* A block is no one case: say what it is. */
static void tell_block(const char *id)
{
    const enum ombre_suite all = OMBRE_SUITE_EXHAUSTIVE;
    size_t index;
    uint64_t first;
    if (!ombre_suite_find(all, id, &index))
        return;
    const size_t states = ombre_suite_states(all, index, &first);
    if (states == 0)
        return;
    char part[2][OMBRE_ID_SIZE];
    ombre_suite_part_id(all, index, 0, part[0]);
    ombre_suite_part_id(all, index, ombre_suite_parts(all, index) - 1, part[1]);
    fprintf(stderr,
            "ombre: %s is states %" PRIu64 " to %" PRIu64
            ", drawn in parts %s to %s; this is the first\n",
            id, first, first + states - 1, part[0], part[1]);
}

/* What the case is made for. */
static void tell_families(const char *id)
{
    const uint32_t families = ombre_bug_families_of(id);
    const char *between = "";
    if (families == 0)
        return;
    fprintf(stderr, "ombre: %s is made for bugs of ", id);
    for (unsigned f = 0; f < OMBRE_BUG_FAMILIES; f++)
        if (families >> f & 1) {
            fprintf(stderr, "%s%s", between, ombre_bug_family_at(f)->id);
            between = ", ";
        }
    fputs(" (ombre list --families)\n", stderr);
}

int command_show(const struct options *options)
{
    struct ombre_case c;
    const char *id = options->operand[0];
    if (!ombre_suite_make_id(id, &c)) {
        complain_of_id(id);
        return EXIT_USAGE;
    }
    tell_block(id);
    tell_families(id);
    char *text = ombre_case_write(&c);
    ombre_case_finish(&c);
    if (!text) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    fputs(text, stdout);
    free(text);
    return EXIT_EXPECTED;
}
