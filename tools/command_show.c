#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "ombre/suite.h"

/* Find a case in any suite. */
static bool find_case(const char *id, enum ombre_suite *suite, size_t *index)
{
    for (unsigned i = 0; i < OMBRE_SUITE_COUNT; i++)
        if (ombre_suite_find((enum ombre_suite) i, id, index)) {
            *suite = (enum ombre_suite) i;
            return true;
        }
    return false;
}

int command_show(const struct options *options)
{
    enum ombre_suite suite;
    size_t index;
    struct ombre_case c;
    if (!find_case(options->operand[0], &suite, &index)) {
        fprintf(stderr,
                "ombre: there is no case '%s'; 'ombre list' shows "
                "them\n",
                options->operand[0]);
        return EXIT_USAGE;
    }
    char *text = NULL;
    if (ombre_suite_make(suite, index, &c)) {
        text = ombre_case_write(&c);
        ombre_case_finish(&c);
    }
    if (!text) {
        fputs("ombre: out of memory\n", stderr);
        return EXIT_INFRASTRUCTURE;
    }
    fputs(text, stdout);
    free(text);
    return EXIT_EXPECTED;
}
